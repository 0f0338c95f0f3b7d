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

# The words that follow a command → $words.
_resale_words() {
  words=
  case "$1" in
    '') words='init listings inventory grade shops feed runs profiles sandbox completion mcp api doctor help' ;;
    'help') words='init listings inventory grade shops feed runs profiles completion mcp api doctor flags environment exit-codes formatting bulk dialects sandbox faults agents' ;;
    'listings') words='create list get close' ;;
    'help listings') words='create list get close' ;;
    'inventory') words='set adjust' ;;
    'help inventory') words='set adjust' ;;
    'shops') words='lookup' ;;
    'help shops') words='lookup' ;;
    'feed') words='fetch diff watch stats' ;;
    'help feed') words='fetch diff watch stats' ;;
    'runs') words='list show resume resolve undo end prune' ;;
    'help runs') words='list show resume resolve undo end prune' ;;
    'profiles') words='add list show use set rename remove check' ;;
    'help profiles') words='add list show use set rename remove check' ;;
    'sandbox') words='start exec demo openapi' ;;
    'help sandbox') words='start exec demo openapi' ;;
    'completion') words='bash zsh fish install' ;;
    'help completion') words='bash zsh fish install' ;;
  esac
}

# What an argument is, by its command and place → $value.
_resale_argument() {
  value=
  case "$1 $2" in
    'init 0' | 'profiles show 0' | 'profiles use 0' | 'profiles set 0' | 'profiles rename 0' | 'profiles remove 0' | 'profiles check 0') value='profile' ;;
    'listings get '* | 'listings close '* | 'inventory set 0' | 'inventory adjust 0') value='listing' ;;
    'inventory set 1' | 'inventory adjust 1' | 'grade 0' | 'shops lookup 0' | 'profiles add 0' | 'profiles rename 1' | 'api 1') value='text' ;;
    'feed diff 0' | 'feed diff 1' | 'feed stats 0') value='file' ;;
    'runs show 0' | 'runs resume 0' | 'runs resolve 0' | 'runs undo 0' | 'runs end 0') value='run' ;;
    'completion install 0') value='words bash zsh fish' ;;
    'api 0') value='words GET POST PUT PATCH DELETE' ;;
  esac
}

# The flags of a command → $flags.
_resale_flags() {
  flags='--profile -p --base-url --output -o --json --fields --jq -q --out --dry-run -n --yes -y --no-input --timeout --max-retries --max-wait --rate --settle --ca-bundle --debug --quiet --no-color --help -h --version -V'
  case "$1" in
    'init') flags='--client-id --store --shop-id --currency --service-name --commerce-name '$flags ;;
    'listings create') flags='--shop-id --condition --source --product-id --title --category --option --price --original-price --external-id --description --metadata --commerce-domain --brand --image --no-check --derive-external-id --from --sheet --template --skip-invalid --ignore-extra --max-change --concurrency --plan --failed-out --shard --run '$flags ;;
    'listings list') flags='--state --condition --match --limit --all --page-size --after --count --before '$flags ;;
    'listings get') flags='--external-id --sku '$flags ;;
    'listings close') flags='--external-id --sku --from --sheet --template --skip-invalid --ignore-extra --max-change --concurrency --plan --failed-out --shard --run --max-close '$flags ;;
    'inventory set') flags='--external-id --sku --expect --on-conflict --no-close --from --sheet --template --skip-invalid --ignore-extra --max-change --concurrency --plan --failed-out --shard --run --max-close '$flags ;;
    'inventory adjust') flags='--external-id --sku --exact --direct --no-close --from --sheet --template --skip-invalid --ignore-extra --max-change --concurrency --plan --failed-out --shard --run --max-close '$flags ;;
    'grade') flags='--condition --notes --image --no-check --from --sheet --template --skip-invalid --ignore-extra --max-change --concurrency --plan --failed-out --shard --run '$flags ;;
    'feed fetch') flags='--link --check --max-age --refresh --offline '$flags ;;
    'feed diff') flags='--all-fields --html '$flags ;;
    'feed watch') flags='--exec --interval --all-fields '$flags ;;
    'feed stats') flags='--top --max-age --refresh --offline --html '$flags ;;
    'runs list') flags='--all '$flags ;;
    'runs show') flags='--rows --lines --failed-out --html '$flags ;;
    'runs resume') flags='--concurrency '$flags ;;
    'runs resolve') flags='--lines --all --as --failed-out '$flags ;;
    'runs undo') flags='--converged --concurrency '$flags ;;
    'runs prune') flags='--older-than '$flags ;;
    'profiles add') flags='--client-id --store --api-key-stdin --key-command --shop-id --currency --default-output --protected --read-only --service-name --commerce-name --dialect --replace '$flags ;;
    'profiles set') flags='--client-id --store --api-key-stdin --key-command --shop-id --currency --default-output --protected --read-only --service-name --commerce-name --dialect --unset '$flags ;;
    'sandbox start') flags='--port --keep --products --listings --seed --reopens --latency --faults --rate --burst --feed-every --service-name --commerce-name '$flags ;;
    'sandbox exec') flags='--products --listings --seed --reopens --latency --faults --rate --burst --feed-every --service-name --commerce-name '$flags ;;
    'sandbox demo') flags='--products --listings --seed --reopens --latency --faults --rate --burst --feed-every --service-name --commerce-name '$flags ;;
    'sandbox openapi') flags='--service-name --commerce-name '$flags ;;
    'mcp') flags='--read-only '$flags ;;
    'api') flags='--input --field '$flags ;;
    'doctor') flags='--domain '$flags ;;
  esac
}

# A flag of a command → its $name, its $value where it takes one, whether it may be said $again.
_resale_known_flag() {
  name=$2 value= again=
  case "$1 $2" in
    'init --client-id'|'profiles add --client-id'|'profiles set --client-id') name=--client-id value='text' ;;
    'init --store'|'profiles add --store'|'profiles set --store') name=--store value='words file keyring command env' ;;
    'init --shop-id'|'listings create --shop-id'|'profiles add --shop-id'|'profiles set --shop-id') name=--shop-id value='text' ;;
    'init --currency'|'profiles add --currency'|'profiles set --currency') name=--currency value='text' ;;
    'init --service-name'|'profiles add --service-name'|'profiles set --service-name'|'sandbox start --service-name'|'sandbox exec --service-name'|'sandbox demo --service-name'|'sandbox openapi --service-name') name=--service-name value='text' ;;
    'init --commerce-name'|'profiles add --commerce-name'|'profiles set --commerce-name'|'sandbox start --commerce-name'|'sandbox exec --commerce-name'|'sandbox demo --commerce-name'|'sandbox openapi --commerce-name') name=--commerce-name value='text' ;;
    'listings create --condition'|'grade --condition') name=--condition value='words new-with-tags new-without-tags excellent good minor-defect' ;;
    'listings create --source') name=--source value='words sku variant-id external-variant-id external-variant-sku manual' ;;
    'listings create --product-id') name=--product-id value='text' ;;
    'listings create --title') name=--title value='text' ;;
    'listings create --category') name=--category value='text' again=1 ;;
    'listings create --option') name=--option value='text' again=1 ;;
    'listings create --price') name=--price value='text' ;;
    'listings create --original-price') name=--original-price value='text' ;;
    'listings create --external-id') name=--external-id value='text' ;;
    'listings create --description') name=--description value='text' ;;
    'listings create --metadata') name=--metadata value='text' again=1 ;;
    'listings create --commerce-domain') name=--commerce-domain value='text' ;;
    'listings create --brand') name=--brand value='text' ;;
    'listings create --image'|'grade --image') name=--image value='text' again=1 ;;
    'listings create --no-check'|'grade --no-check') name=--no-check ;;
    'listings create --derive-external-id') name=--derive-external-id ;;
    'listings create --from'|'listings close --from'|'inventory set --from'|'inventory adjust --from'|'grade --from') name=--from value='file' ;;
    'listings create --sheet'|'listings close --sheet'|'inventory set --sheet'|'inventory adjust --sheet'|'grade --sheet') name=--sheet value='text' ;;
    'listings create --template'|'listings close --template'|'inventory set --template'|'inventory adjust --template'|'grade --template') name=--template value='file' ;;
    'listings create --skip-invalid'|'listings close --skip-invalid'|'inventory set --skip-invalid'|'inventory adjust --skip-invalid'|'grade --skip-invalid') name=--skip-invalid ;;
    'listings create --ignore-extra'|'listings close --ignore-extra'|'inventory set --ignore-extra'|'inventory adjust --ignore-extra'|'grade --ignore-extra') name=--ignore-extra ;;
    'listings create --max-change'|'listings close --max-change'|'inventory set --max-change'|'inventory adjust --max-change'|'grade --max-change') name=--max-change value='text' ;;
    'listings create --concurrency'|'listings close --concurrency'|'inventory set --concurrency'|'inventory adjust --concurrency'|'grade --concurrency'|'runs resume --concurrency'|'runs undo --concurrency') name=--concurrency value='text' ;;
    'listings create --plan'|'listings close --plan'|'inventory set --plan'|'inventory adjust --plan'|'grade --plan') name=--plan value='file' ;;
    'listings create --failed-out'|'listings close --failed-out'|'inventory set --failed-out'|'inventory adjust --failed-out'|'grade --failed-out'|'runs show --failed-out'|'runs resolve --failed-out') name=--failed-out value='file' ;;
    'listings create --shard'|'listings close --shard'|'inventory set --shard'|'inventory adjust --shard'|'grade --shard') name=--shard value='text' ;;
    'listings create --run'|'listings close --run'|'inventory set --run'|'inventory adjust --run'|'grade --run') name=--run value='text' ;;
    'listings list --state') name=--state value='words open closed' ;;
    'listings list --condition') name=--condition value='words new-with-tags new-without-tags excellent good minor-defect' again=1 ;;
    'listings list --match') name=--match value='text' ;;
    'listings list --limit') name=--limit value='text' ;;
    'listings list --all'|'runs list --all'|'runs resolve --all') name=--all ;;
    'listings list --page-size') name=--page-size value='text' ;;
    'listings list --after') name=--after value='text' ;;
    'listings list --count') name=--count ;;
    'listings list --before') name=--before ;;
    'listings get --external-id'|'listings close --external-id') name=--external-id value='external-id' again=1 ;;
    'listings get --sku'|'listings close --sku') name=--sku value='sku' again=1 ;;
    'listings close --max-close'|'inventory set --max-close'|'inventory adjust --max-close') name=--max-close value='text' ;;
    'inventory set --external-id'|'inventory adjust --external-id') name=--external-id value='external-id' ;;
    'inventory set --sku'|'inventory adjust --sku') name=--sku value='sku' ;;
    'inventory set --expect') name=--expect value='text' ;;
    'inventory set --on-conflict') name=--on-conflict value='words fail skip retry' ;;
    'inventory set --no-close'|'inventory adjust --no-close') name=--no-close ;;
    'inventory adjust --exact') name=--exact ;;
    'inventory adjust --direct') name=--direct ;;
    'grade --notes') name=--notes value='text' ;;
    'feed fetch --link') name=--link ;;
    'feed fetch --check') name=--check ;;
    'feed fetch --max-age'|'feed stats --max-age') name=--max-age value='text' ;;
    'feed fetch --refresh'|'feed stats --refresh') name=--refresh ;;
    'feed fetch --offline'|'feed stats --offline') name=--offline ;;
    'feed diff --all-fields'|'feed watch --all-fields') name=--all-fields ;;
    'feed diff --html'|'feed stats --html'|'runs show --html') name=--html value='file' ;;
    'feed watch --exec') name=--exec value='text' ;;
    'feed watch --interval') name=--interval value='text' ;;
    'feed stats --top') name=--top value='text' ;;
    'runs show --rows') name=--rows ;;
    'runs show --lines'|'runs resolve --lines') name=--lines value='text' ;;
    'runs resolve --as') name=--as value='words applied not-applied' ;;
    'runs undo --converged') name=--converged ;;
    'runs prune --older-than') name=--older-than value='text' ;;
    'profiles add --api-key-stdin'|'profiles set --api-key-stdin') name=--api-key-stdin ;;
    'profiles add --key-command'|'profiles set --key-command') name=--key-command value='text' ;;
    'profiles add --default-output'|'profiles set --default-output') name=--default-output value='words table json ndjson csv yaml' ;;
    'profiles add --protected'|'profiles set --protected') name=--protected ;;
    'profiles add --read-only'|'profiles set --read-only'|'mcp --read-only') name=--read-only ;;
    'profiles add --dialect'|'profiles set --dialect') name=--dialect value='text' again=1 ;;
    'profiles add --replace') name=--replace ;;
    'profiles set --unset') name=--unset value='words client-id shop-id currency default-output rate ca-bundle protected read-only service-name commerce-name' again=1 ;;
    'sandbox start --port') name=--port value='text' ;;
    'sandbox start --keep') name=--keep value='file' ;;
    'sandbox start --products'|'sandbox exec --products'|'sandbox demo --products') name=--products value='text' ;;
    'sandbox start --listings'|'sandbox exec --listings'|'sandbox demo --listings') name=--listings value='text' ;;
    'sandbox start --seed'|'sandbox exec --seed'|'sandbox demo --seed') name=--seed value='text' ;;
    'sandbox start --reopens'|'sandbox exec --reopens'|'sandbox demo --reopens') name=--reopens ;;
    'sandbox start --latency'|'sandbox exec --latency'|'sandbox demo --latency') name=--latency value='text' ;;
    'sandbox start --faults'|'sandbox exec --faults'|'sandbox demo --faults') name=--faults value='text' ;;
    'sandbox start --rate'|'sandbox exec --rate'|'sandbox demo --rate') name=--rate value='text' ;;
    'sandbox start --burst'|'sandbox exec --burst'|'sandbox demo --burst') name=--burst value='text' ;;
    'sandbox start --feed-every'|'sandbox exec --feed-every'|'sandbox demo --feed-every') name=--feed-every value='text' ;;
    'api --input') name=--input value='file' ;;
    'api --field') name=--field value='text' again=1 ;;
    'doctor --domain') name=--domain value='text' ;;
    *' --profile'|*' -p') name=--profile value='profile' ;;
    *' --base-url') name=--base-url value='text' ;;
    *' --output'|*' -o') name=--output value='words table json ndjson csv yaml xlsx' ;;
    *' --json') name=--json ;;
    *' --fields') name=--fields value='text' ;;
    *' --jq'|*' -q') name=--jq value='text' ;;
    *' --out') name=--out value='file' ;;
    *' --dry-run'|*' -n') name=--dry-run ;;
    *' --yes'|*' -y') name=--yes ;;
    *' --no-input') name=--no-input ;;
    *' --timeout') name=--timeout value='text' ;;
    *' --max-retries') name=--max-retries value='text' ;;
    *' --max-wait') name=--max-wait value='text' ;;
    *' --rate') name=--rate value='text' ;;
    *' --settle') name=--settle value='text' ;;
    *' --ca-bundle') name=--ca-bundle value='file' ;;
    *' --debug') name=--debug ;;
    *' --quiet') name=--quiet ;;
    *' --no-color') name=--no-color ;;
    *' --help'|*' -h') name=--help ;;
    *' --version'|*' -V') name=--version ;;
    *) return 1 ;;
  esac
}

# Whether the command line of another program follows.
_resale_takes_command() {
  [[ $1 == 'sandbox exec' ]]
}

complete -F _resale resale
