#compdef resale
# zsh completion for resale. `npm run docs` writes this file from the commands themselves.
#
# For this shell alone:   source <(resale completion zsh)
# For every new one:      resale completion install zsh

_resale() {
  # What was said so far: which command, how many arguments, which flags; and whether a flag waits for its value.
  local command= count=0 waiting= ended= name value again matched word
  local -a said following flags offered
  local -i index
  for ((index = 2; index < CURRENT; index++)); do
    word=${(Q)words[index]}
    if [[ -n $waiting ]]; then
      waiting=
    elif [[ $word == -[^0-9]* && $word != -- && -z $ended ]]; then
      _resale_flag "$command" "${word%%=*}"
      [[ -n $again ]] || said+=($name)
      if [[ -n $value && $word != *=* && $word == $matched ]]; then waiting=$value; fi
    elif _resale_takes_command "$command"; then
      [[ $word != -- ]] || index+=1
      words=("${(@)words[index,-1]}")
      CURRENT=$((CURRENT - index + 1))
      _normal
      return
    elif [[ $word == -- ]]; then
      ended=1
    else
      _resale_words "$command"
      if (( ${following[(I)$word:*]} )); then command="$command${command:+ }$word"; else count=$((count + 1)); fi
    fi
  done

  local cur=$PREFIX
  if [[ -n $waiting ]]; then
    _resale_offer "$waiting"
  elif [[ $cur == --*=* && -z $ended ]]; then
    _resale_flag "$command" "${cur%%=*}"
    compset -P '*='
    _resale_offer "$value"
  elif [[ $cur == -[^-]?* && -z $ended ]] && _resale_flag "$command" "$cur" && [[ -n $value ]]; then
    compset -P '-?'
    _resale_offer "$value"
  elif [[ $cur == -* && -z $ended ]]; then
    _resale_flags "$command"
    for word in $flags; do
      _resale_flag "$command" "${word%%:*}"
      (( ${said[(Ie)$name]} )) || offered+=($word)
    done
    _describe -o flag offered
  elif _resale_takes_command "$command"; then
    words=("$cur")
    CURRENT=1
    _normal
  else
    _resale_words "$command"
    _resale_argument "$command" "$count"
    # After a word that is not a command, no further command is looked for.
    if (( $#following && count == 0 )); then _describe command following; else _resale_offer "$value"; fi
  fi
}

# Offers what a value may be: $1 says what it is.
_resale_offer() {
  local -a found
  case $1 in
    ('words '*) compadd -- ${=1#words } ;;
    (file) _files ;;
    (profile | run | listing | external-id | sku)
      found=("${(@f)$("$words[1]" __complete "$1" "${(@Q)words[2,CURRENT-1]}" 2>/dev/null)}")
      found=("${(@)found/$'\t'/:}")
      _describe -V "$1" found
      ;;
  esac
}

# A flag of a command → its $name, its $value where it takes one, whether it may be said $again, and what of the word
# is the flag: in -ojson the -o.
_resale_flag() {
  matched=$2
  _resale_known_flag "$1" "$2" && return
  matched=${2[1,2]}
  [[ $2 == -[^-]* ]] && _resale_known_flag "$1" "$matched"
}

# What follows is written from the commands.

