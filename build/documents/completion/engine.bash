# bash completion for resale. `npm run docs` writes this file from the commands themselves.
#
# For this shell alone:   source <(resale completion bash)
# For every new one:      resale completion install bash
#
# It runs in bash 3.2, too, which macOS has.

_resale() {
  COMPREPLY=()
  # Bash parts words at = and :. Joined again, a flag and its value are one word.
  local joined=() starts=() index glue=
  for ((index = 0; index <= COMP_CWORD; index++)); do
    local part=${COMP_WORDS[index]}
    if [[ ${#joined[@]} -gt 1 && ($glue || $part =~ ^[:=]+$) ]]; then
      joined[${#joined[@]} - 1]+=$part
    else
      joined+=("$part")
      starts+=("$index")
    fi
    if [[ $part =~ ^[:=]+$ ]]; then glue=1; else glue=; fi
  done
  local last=$((${#joined[@]} - 1))
  local cur=${joined[last]} prefix=

  # What was said so far: which command, how many arguments, which flags; and whether a flag waits for its value.
  local command= count=0 said=' ' waiting= ended= name value again words matched
  for ((index = 1; index < last; index++)); do
    local word=${joined[index]}
    if [[ $waiting ]]; then
      waiting=
    elif [[ $word == -[!0-9]* && $word != -- && ! $ended ]]; then
      _resale_flag "$command" "${word%%=*}"
      [[ $again ]] || said+="$name "
      if [[ $value && $word != *=* && $word == "$matched" ]]; then waiting=$value; fi
    elif _resale_takes_command "$command"; then
      [[ $word != -- ]] || index=$((index + 1))
      _resale_command_line "${starts[index]}"
      return
    elif [[ $word == -- ]]; then
      ended=1
    else
      _resale_words "$command"
      if [[ " $words " == *" $word "* ]]; then command="$command${command:+ }$word"; else count=$((count + 1)); fi
    fi
  done

  if [[ $waiting ]]; then
    _resale_offer "$waiting"
  elif [[ $cur == --*=* && ! $ended ]]; then
    _resale_flag "$command" "${cur%%=*}"
    # If bash has split the word, only what follows the = is replaced.
    if [[ $COMP_WORDBREAKS != *=* ]]; then prefix=${cur%%=*}=; fi
    cur=${cur#*=}
    _resale_offer "$value"
  elif [[ $cur == -[!-]?* && ! $ended ]] && _resale_flag "$command" "$cur" && [[ $value ]]; then
    prefix=$matched
    cur=${cur#"$matched"}
    _resale_offer "$value"
  elif [[ $cur == -* && ! $ended ]]; then
    local flags flag offered=
    _resale_flags "$command"
    for flag in $flags; do
      _resale_flag "$command" "$flag"
      if [[ $said != *" $name "* ]]; then offered+=" $flag"; fi
    done
    _resale_offer "words $offered"
  elif _resale_takes_command "$command"; then
    COMPREPLY=($(compgen -c -- "$cur"))
  else
    # After a word that is not a command, no further command is looked for.
    if ((count == 0)); then _resale_words "$command"; else words=; fi
    _resale_argument "$command" "$count"
    _resale_offer "${words:+words $words}$value"
  fi
}

# Offers what a value may be: $1 says what it is, $cur what is there of it already.
_resale_offer() {
  local candidate rest
  case $1 in
    'words '*) COMPREPLY=($(compgen -P "$prefix" -W "${1#words }" -- "$cur")) ;;
    file)
      # Readline knows best how to quote the name of a file.
      if [[ -z $prefix ]] && type compopt >/dev/null 2>&1; then
        compopt -o default
      else
        while IFS= read -r candidate; do COMPREPLY+=("$prefix$candidate"); done < <(compgen -f -- "$cur")
      fi
      ;;
    profile | run | listing | external-id | sku)
      while IFS=$'\t' read -r candidate rest; do
        if [[ $candidate == "$cur"* ]]; then COMPREPLY+=("$prefix$candidate"); fi
      done < <("${COMP_WORDS[0]}" __complete "$1" "${joined[@]:1:last-1}" 2>/dev/null)
      ;;
  esac
}

# Completes the command line of another program, which begins at the word $1.
_resale_command_line() {
  if ((COMP_CWORD == $1)); then
    COMPREPLY=($(compgen -c -- "$cur"))
  elif [[ ${COMP_WORDS[$1]##*/} == resale ]]; then
    local COMP_WORDS=("${COMP_WORDS[@]:$1}") COMP_CWORD=$((COMP_CWORD - $1))
    _resale
  elif declare -F _command_offset >/dev/null; then
    _command_offset "$1"
  else
    _resale_offer file
  fi
}

# A flag of a command → its $name, its $value where it takes one, whether it may be said $again, and what of the word
# is the flag: in -ojson the -o.
_resale_flag() {
  matched=$2
  _resale_known_flag "$1" "$2" && return
  matched=${2:0:2}
  [[ $2 == -[!-]* ]] && _resale_known_flag "$1" "$matched"
}

# What follows is written from the commands.

