# fish completion for resale. `npm run docs` writes this file from the commands themselves.
#
# For this shell alone:   resale completion fish | source
# For every new one:      resale completion install fish

function __resale_complete
    set -l tokens (commandline -opc)
    set -l cur (commandline -ct)

    # What was said so far: which command, how many arguments, which flags; and whether a flag waits for its value.
    set -l command ''
    set -l count 0
    set -l said
    set -l waiting ''
    set -l ended ''
    set -l index 1
    for word in $tokens[2..-1]
        set index (math $index + 1)
        if test -n "$waiting"
            set waiting ''
        else if string match -qr '^-[^0-9]' -- $word; and test "$word" != --; and test -z "$ended"
            # Its name, what it takes, whether it may be said again, and what of the word is the flag.
            set -l flag (__resale_flag "$command" (string split -m1 = -- $word)[1])
            test -n "$flag[3]"; or set -a said $flag[1]
            if test -n "$flag[2]"; and test "$word" = "$flag[4]"
                set waiting $flag[2]
            end
        else if __resale_takes_command "$command"
            test "$word" = --; and set index (math $index + 1)
            complete -C (string join ' ' -- (string escape -- $tokens[$index..-1]) "$cur")
            return
        else if test "$word" = --
            set ended 1
        else if __resale_words "$command" | string match -q -- "$word"\t'*'
            set command (string trim -- "$command $word")
        else
            set count (math $count + 1)
        end
    end

    set -l flag
    if test -n "$waiting"
        __resale_offer $waiting '' "$cur"
    else if string match -q -- '--*=*' $cur; and test -z "$ended"
        set -l parts (string split -m1 = -- $cur)
        set flag (__resale_flag "$command" $parts[1])
        __resale_offer "$flag[2]" "$parts[1]=" "$parts[2]"
    else if string match -qr '^-[^-].' -- $cur; and test -z "$ended"; and set flag (__resale_flag "$command" $cur); and test -n "$flag[2]"
        __resale_offer $flag[2] $flag[4] (string sub -s 3 -- $cur)
    else if string match -q -- '-*' $cur; and test -z "$ended"
        for line in (__resale_flags "$command")
            set flag (__resale_flag "$command" (string split -m1 \t -- $line)[1])
            contains -- $flag[1] $said; or echo $line
        end
    else if __resale_takes_command "$command"
        complete -C "$cur"
    else
        # Where a word was said that is no command, none is looked for behind it.
        test $count -eq 0; and __resale_words "$command"
        __resale_offer (__resale_argument "$command" $count) '' "$cur"
    end
end

# Offers what a value may be: what it is, what stands before it in the word, what is there of it already.
function __resale_offer -a value prefix cur
    switch "$value"
        case 'words *'
            for word in (string split ' ' -- $value)[2..-1]
                echo $prefix$word
            end
        case file
            for path in (__fish_complete_path "$cur")
                echo $prefix$path
            end
        case profile run listing
            set -l tokens (commandline -opc)
            for line in ($tokens[1] __complete $value $tokens[2..-1] 2>/dev/null)
                echo $prefix$line
            end
    end
end

# A flag of a command: its name, what it takes, whether it may be said again, and what of the word is the flag: in
# -ojson the -o.
function __resale_flag -a command word
    set -l known (__resale_known_flag "$command" "$word")
    and printf '%s\n' $known $word
    and return
    set -l letter (string sub -l 2 -- $word)
    set known (__resale_known_flag "$command" "$letter")
    and printf '%s\n' $known $letter
end

# What follows is written from the commands.

# The words that follow a command, each with what it is for.
function __resale_words -a command
    switch "$command"
        case ''
            printf '%s\t%s\n' 'listings' 'Create, read and close listings'
            printf '%s\t%s\n' 'inventory' 'Change how many of a listing are for sale'
            printf '%s\t%s\n' 'grade' 'Grade a returned item'
            printf '%s\t%s\n' 'shops' 'Look shops up'
            printf '%s\t%s\n' 'feed' 'Get the product feed, and tell what is in it'
            printf '%s\t%s\n' 'runs' 'Look at what bulk runs did, and go on with them'
            printf '%s\t%s\n' 'profiles' 'Keep base URLs and credentials under names'
            printf '%s\t%s\n' 'sandbox' 'The whole service in miniature, on this machine'
            printf '%s\t%s\n' 'completion' 'Let the shell complete commands, flags and values'
            printf '%s\t%s\n' 'api' 'Send any request with the credentials of the profile'
            printf '%s\t%s\n' 'help' 'Show help about a command or a topic'
        case 'help'
            printf '%s\t%s\n' 'listings' 'Create, read and close listings'
            printf '%s\t%s\n' 'inventory' 'Change how many of a listing are for sale'
            printf '%s\t%s\n' 'grade' 'Grade a returned item'
            printf '%s\t%s\n' 'shops' 'Look shops up'
            printf '%s\t%s\n' 'feed' 'Get the product feed, and tell what is in it'
            printf '%s\t%s\n' 'runs' 'Look at what bulk runs did, and go on with them'
            printf '%s\t%s\n' 'profiles' 'Keep base URLs and credentials under names'
            printf '%s\t%s\n' 'completion' 'Let the shell complete commands, flags and values'
            printf '%s\t%s\n' 'api' 'Send any request with the credentials of the profile'
            printf '%s\t%s\n' 'environment' 'Variables that say what flags would, and where files are kept'
            printf '%s\t%s\n' 'exit-codes' 'What each exit code promises'
            printf '%s\t%s\n' 'formatting' 'Tables, JSON, NDJSON and CSV, and which of them you get'
            printf '%s\t%s\n' 'bulk' 'Thousands of rows from a file: plan, run, resume, undo'
            printf '%s\t%s\n' 'dialects' 'A deployment\'s own names for what the service calls Service and Commerce'
            printf '%s\t%s\n' 'sandbox' 'The service in miniature, and what is in it to try'
            printf '%s\t%s\n' 'faults' 'What the sandbox can do wrong on purpose'
        case 'listings'
            printf '%s\t%s\n' 'create' 'Create a listing'
            printf '%s\t%s\n' 'list' 'List listings'
            printf '%s\t%s\n' 'get' 'Show listings'
            printf '%s\t%s\n' 'close' 'Close listings'
        case 'help listings'
            printf '%s\t%s\n' 'create' 'Create a listing'
            printf '%s\t%s\n' 'list' 'List listings'
            printf '%s\t%s\n' 'get' 'Show listings'
            printf '%s\t%s\n' 'close' 'Close listings'
        case 'inventory'
            printf '%s\t%s\n' 'set' 'Set a listing\'s inventory, if nobody changed it meanwhile'
            printf '%s\t%s\n' 'adjust' 'Add to a listing\'s inventory, or take away from it'
        case 'help inventory'
            printf '%s\t%s\n' 'set' 'Set a listing\'s inventory, if nobody changed it meanwhile'
            printf '%s\t%s\n' 'adjust' 'Add to a listing\'s inventory, or take away from it'
        case 'shops'
            printf '%s\t%s\n' 'lookup' 'Look shops up by the domain of their store'
        case 'help shops'
            printf '%s\t%s\n' 'lookup' 'Look shops up by the domain of their store'
        case 'feed'
            printf '%s\t%s\n' 'fetch' 'Download the newest product feed'
            printf '%s\t%s\n' 'diff' 'Tell what changed between two product feeds'
            printf '%s\t%s\n' 'watch' 'Tell what changed each time a new product feed appears'
            printf '%s\t%s\n' 'stats' 'Count what is in the product feed'
        case 'help feed'
            printf '%s\t%s\n' 'fetch' 'Download the newest product feed'
            printf '%s\t%s\n' 'diff' 'Tell what changed between two product feeds'
            printf '%s\t%s\n' 'watch' 'Tell what changed each time a new product feed appears'
            printf '%s\t%s\n' 'stats' 'Count what is in the product feed'
        case 'runs'
            printf '%s\t%s\n' 'list' 'List the runs'
            printf '%s\t%s\n' 'show' 'Show what a run did'
            printf '%s\t%s\n' 'resume' 'Go on with a run that was stopped'
            printf '%s\t%s\n' 'resolve' 'Settle a row whose outcome is unknown'
            printf '%s\t%s\n' 'undo' 'Set back what a run changed'
            printf '%s\t%s\n' 'prune' 'Remove the records of old runs'
        case 'help runs'
            printf '%s\t%s\n' 'list' 'List the runs'
            printf '%s\t%s\n' 'show' 'Show what a run did'
            printf '%s\t%s\n' 'resume' 'Go on with a run that was stopped'
            printf '%s\t%s\n' 'resolve' 'Settle a row whose outcome is unknown'
            printf '%s\t%s\n' 'undo' 'Set back what a run changed'
            printf '%s\t%s\n' 'prune' 'Remove the records of old runs'
        case 'profiles'
            printf '%s\t%s\n' 'add' 'Add a profile'
            printf '%s\t%s\n' 'list' 'List the profiles'
            printf '%s\t%s\n' 'show' 'Show a profile, without its keys'
            printf '%s\t%s\n' 'use' 'Make a profile the current one'
            printf '%s\t%s\n' 'remove' 'Remove a profile and its keys'
        case 'help profiles'
            printf '%s\t%s\n' 'add' 'Add a profile'
            printf '%s\t%s\n' 'list' 'List the profiles'
            printf '%s\t%s\n' 'show' 'Show a profile, without its keys'
            printf '%s\t%s\n' 'use' 'Make a profile the current one'
            printf '%s\t%s\n' 'remove' 'Remove a profile and its keys'
        case 'sandbox'
            printf '%s\t%s\n' 'start' 'Start a sandbox in the foreground'
            printf '%s\t%s\n' 'exec' 'Run a command against a fresh sandbox'
            printf '%s\t%s\n' 'demo' 'Show what this tool does, on a fresh sandbox'
            printf '%s\t%s\n' 'openapi' 'Print the service\'s OpenAPI description'
        case 'help sandbox'
            printf '%s\t%s\n' 'start' 'Start a sandbox in the foreground'
            printf '%s\t%s\n' 'exec' 'Run a command against a fresh sandbox'
            printf '%s\t%s\n' 'demo' 'Show what this tool does, on a fresh sandbox'
            printf '%s\t%s\n' 'openapi' 'Print the service\'s OpenAPI description'
        case 'completion'
            printf '%s\t%s\n' 'bash' 'Print the completion script of bash'
            printf '%s\t%s\n' 'zsh' 'Print the completion script of zsh'
            printf '%s\t%s\n' 'fish' 'Print the completion script of fish'
            printf '%s\t%s\n' 'powershell' 'Print the completion script of PowerShell'
            printf '%s\t%s\n' 'install' 'Put the completion script where your shell finds it'
        case 'help completion'
            printf '%s\t%s\n' 'bash' 'Print the completion script of bash'
            printf '%s\t%s\n' 'zsh' 'Print the completion script of zsh'
            printf '%s\t%s\n' 'fish' 'Print the completion script of fish'
            printf '%s\t%s\n' 'powershell' 'Print the completion script of PowerShell'
            printf '%s\t%s\n' 'install' 'Put the completion script where your shell finds it'
    end
end

# What an argument is, by its command and place.
function __resale_argument -a command place
    switch "$command $place"
        case 'listings get *' 'listings close *' 'inventory set 0' 'inventory adjust 0'
            echo 'listing'
        case 'inventory set 1' 'inventory adjust 1' 'grade 0' 'shops lookup 0' 'profiles add 0' 'api 1'
            echo 'text'
        case 'feed diff 0' 'feed diff 1' 'feed stats 0'
            echo 'file'
        case 'runs show 0' 'runs resume 0' 'runs resolve 0' 'runs undo 0'
            echo 'run'
        case 'profiles show 0' 'profiles use 0' 'profiles remove 0'
            echo 'profile'
        case 'completion install 0'
            echo 'words bash zsh fish powershell'
        case 'api 0'
            echo 'words GET POST PUT PATCH DELETE'
        case "*"
            echo
    end
end

# The flags of a command, each with what it is for.
function __resale_flags -a command
    switch "$command"
        case 'listings create'
            printf '%s\t%s\n' '--shop-id' 'Identifier of the shop; the profile\'s where it has one'
            printf '%s\t%s\n' '--condition' 'How worn the item is'
            printf '%s\t%s\n' '--image' 'A picture\'s address, and after a space notes for the shop; repeatable'
            printf '%s\t%s\n' '--source' 'Where the product comes from; manual where --title, --category or --option is given'
            printf '%s\t%s\n' '--product-id' 'The SKU or product variant identifier, as --source says'
            printf '%s\t%s\n' '--title' 'Title of an item that no platform knows'
            printf '%s\t%s\n' '--category' 'Category of such an item; repeatable'
            printf '%s\t%s\n' '--option' 'Something else that identifies such an item; repeatable'
            printf '%s\t%s\n' '--original-price' 'Price when new, in the smallest unit of the shop\'s currency: 12900 for 129.00'
            printf '%s\t%s\n' '--external-id' 'Your own identifier, to find the item by later'
            printf '%s\t%s\n' '--description' 'Text that buyers see'
            printf '%s\t%s\n' '--metadata' 'Goes onto the order when the item is bought; NAME:=7 for an integer; at most 3'
            printf '%s\t%s\n' '--commerce-domain' 'The store to use, where the shop has more than one'
            printf '%s\t%s\n' '--brand' 'Brand of the item, in a shop that carries several'
            printf '%s\t%s\n' '--derive-external-id' 'Make an external identifier for rows that have none, from the run and the row'
            printf '%s\t%s\n' '--from' 'Rows from a CSV, NDJSON or JSON file, or from stdin with -'
            printf '%s\t%s\n' '--skip-invalid' 'Go on without the rows that break rules'
            printf '%s\t%s\n' '--ignore-extra' 'Take columns that are not known for remarks'
            printf '%s\t%s\n' '--plan' 'Write the plan to a file and send nothing; --from FILE applies it later'
            printf '%s\t%s\n' '--max-close' 'Stop where more than this many listings would close'
            printf '%s\t%s\n' '--max-change' 'Stop where more than this share of the rows would change something'
            printf '%s\t%s\n' '--concurrency' 'How many rows at once'
            printf '%s\t%s\n' '--failed-out' 'Write the rows that surely did not make it, ready to be fed back'
            printf '%s\t%s\n' '--shard' 'Do only the Ith of N parts, which never share a listing: for several machines'
        case 'listings list'
            printf '%s\t%s\n' '--state' 'Only listings in this state'
            printf '%s\t%s\n' '--limit' 'How many listings in all'
            printf '%s\t%s\n' '--all' 'All of them, on a terminal too'
            printf '%s\t%s\n' '--page-size' 'How many to ask for at once, 1 to 200'
            printf '%s\t%s\n' '--after' 'Go on behind this cursor'
            printf '%s\t%s\n' '--count' 'Print only how many there are'
        case 'listings get'
            printf '%s\t%s\n' '--external-id' 'Find listings by your own identifier; reads the whole list'
            printf '%s\t%s\n' '--sku' 'Find listings by their SKU; reads the whole list'
        case 'listings close'
            printf '%s\t%s\n' '--from' 'Rows from a CSV, NDJSON or JSON file, or from stdin with -'
            printf '%s\t%s\n' '--skip-invalid' 'Go on without the rows that break rules'
            printf '%s\t%s\n' '--ignore-extra' 'Take columns that are not known for remarks'
            printf '%s\t%s\n' '--plan' 'Write the plan to a file and send nothing; --from FILE applies it later'
            printf '%s\t%s\n' '--max-close' 'Stop where more than this many listings would close'
            printf '%s\t%s\n' '--max-change' 'Stop where more than this share of the rows would change something'
            printf '%s\t%s\n' '--concurrency' 'How many rows at once'
            printf '%s\t%s\n' '--failed-out' 'Write the rows that surely did not make it, ready to be fed back'
            printf '%s\t%s\n' '--shard' 'Do only the Ith of N parts, which never share a listing: for several machines'
        case 'inventory set'
            printf '%s\t%s\n' '--expect' 'The inventory it must have now; it is read first where this is not given'
            printf '%s\t%s\n' '--on-conflict' 'At a conflict, fail (as without this flag), leave it and be done, or read again and retry'
            printf '%s\t%s\n' '--no-close' 'Refuse a change that would close the listing'
            printf '%s\t%s\n' '--from' 'Rows from a CSV, NDJSON or JSON file, or from stdin with -'
            printf '%s\t%s\n' '--skip-invalid' 'Go on without the rows that break rules'
            printf '%s\t%s\n' '--ignore-extra' 'Take columns that are not known for remarks'
            printf '%s\t%s\n' '--plan' 'Write the plan to a file and send nothing; --from FILE applies it later'
            printf '%s\t%s\n' '--max-close' 'Stop where more than this many listings would close'
            printf '%s\t%s\n' '--max-change' 'Stop where more than this share of the rows would change something'
            printf '%s\t%s\n' '--concurrency' 'How many rows at once'
            printf '%s\t%s\n' '--failed-out' 'Write the rows that surely did not make it, ready to be fed back'
            printf '%s\t%s\n' '--shard' 'Do only the Ith of N parts, which never share a listing: for several machines'
        case 'inventory adjust'
            printf '%s\t%s\n' '--exact' 'Read the inventory and replace it, instead of adding blindly'
            printf '%s\t%s\n' '--no-close' 'Refuse a change that would close the listing'
            printf '%s\t%s\n' '--direct' 'One request a row that adds to whatever is there, instead of --exact, which rows have by themselves'
            printf '%s\t%s\n' '--from' 'Rows from a CSV, NDJSON or JSON file, or from stdin with -'
            printf '%s\t%s\n' '--skip-invalid' 'Go on without the rows that break rules'
            printf '%s\t%s\n' '--ignore-extra' 'Take columns that are not known for remarks'
            printf '%s\t%s\n' '--plan' 'Write the plan to a file and send nothing; --from FILE applies it later'
            printf '%s\t%s\n' '--max-close' 'Stop where more than this many listings would close'
            printf '%s\t%s\n' '--max-change' 'Stop where more than this share of the rows would change something'
            printf '%s\t%s\n' '--concurrency' 'How many rows at once'
            printf '%s\t%s\n' '--failed-out' 'Write the rows that surely did not make it, ready to be fed back'
            printf '%s\t%s\n' '--shard' 'Do only the Ith of N parts, which never share a listing: for several machines'
        case 'grade'
            printf '%s\t%s\n' '--condition' 'The grade, in these words or in others that your service knows, such as damaged'
            printf '%s\t%s\n' '--notes' 'What you saw'
            printf '%s\t%s\n' '--image' 'A picture\'s address, and after a space notes for the shop; repeatable'
            printf '%s\t%s\n' '--from' 'Rows from a CSV, NDJSON or JSON file, or from stdin with -'
            printf '%s\t%s\n' '--skip-invalid' 'Go on without the rows that break rules'
            printf '%s\t%s\n' '--ignore-extra' 'Take columns that are not known for remarks'
            printf '%s\t%s\n' '--plan' 'Write the plan to a file and send nothing; --from FILE applies it later'
            printf '%s\t%s\n' '--max-close' 'Stop where more than this many listings would close'
            printf '%s\t%s\n' '--max-change' 'Stop where more than this share of the rows would change something'
            printf '%s\t%s\n' '--concurrency' 'How many rows at once'
            printf '%s\t%s\n' '--failed-out' 'Write the rows that surely did not make it, ready to be fed back'
            printf '%s\t%s\n' '--shard' 'Do only the Ith of N parts, which never share a listing: for several machines'
        case 'feed fetch'
            printf '%s\t%s\n' '--link' 'Print the link alone, and download nothing'
            printf '%s\t%s\n' '--check' 'Hold every product against the documented fields, and print what differs'
            printf '%s\t%s\n' '--max-age' 'Take the kept feed where it is not older; else until the next can be there'
            printf '%s\t%s\n' '--refresh' 'Download the feed anew, even if the kept one is fresh'
            printf '%s\t%s\n' '--offline' 'Use the kept feed, whatever its age, and no network'
        case 'feed diff'
            printf '%s\t%s\n' '--field' 'Compare this field, and only those named; else price, stock, availability, condition'
            printf '%s\t%s\n' '--all-fields' 'Compare every field'
        case 'feed watch'
            printf '%s\t%s\n' '--exec' 'Run this with `sh -c` for each new feed: RESALE_FEED_OLD and RESALE_FEED_NEW name the files, the changes come as NDJSON on its stdin, and what it prints goes to stderr'
            printf '%s\t%s\n' '--interval' 'Look every so often, instead of when a new feed can be there'
            printf '%s\t%s\n' '--field' 'Compare this field, and only those named; else price, stock, availability, condition'
            printf '%s\t%s\n' '--all-fields' 'Compare every field'
        case 'feed stats'
            printf '%s\t%s\n' '--top' 'How many values of a field to name (15 on a terminal, else all)'
            printf '%s\t%s\n' '--max-age' 'Take the kept feed where it is not older; else until the next can be there'
            printf '%s\t%s\n' '--refresh' 'Download the feed anew, even if the kept one is fresh'
            printf '%s\t%s\n' '--offline' 'Use the kept feed, whatever its age, and no network'
        case 'runs show'
            printf '%s\t%s\n' '--rows' 'A record a row instead'
            printf '%s\t%s\n' '--unknown' 'Only the rows that may or may not have been applied'
        case 'runs resume'
            printf '%s\t%s\n' '--concurrency' 'How many rows at once'
            printf '%s\t%s\n' '--failed-out' 'Write the rows that surely did not make it, ready to be fed back'
            printf '%s\t%s\n' '--force-unlock' 'Take the run from a process on another machine that is surely gone'
        case 'runs resolve'
            printf '%s\t%s\n' '--row' 'Number of the row, as runs show --unknown lists it'
            printf '%s\t%s\n' '--line' 'Line of the row in its file, instead'
            printf '%s\t%s\n' '--as' 'What you found: applied, refused, or retry'
        case 'runs undo'
            printf '%s\t%s\n' '--concurrency' 'How many rows at once'
            printf '%s\t%s\n' '--failed-out' 'Write the rows that surely did not make it, ready to be fed back'
        case 'runs prune'
            printf '%s\t%s\n' '--older-than' 'Only runs that began so long ago'
        case 'profiles add'
            printf '%s\t%s\n' '--client-id' 'The client id that the key belongs to'
            printf '%s\t%s\n' '--api-key-stdin' 'Read the API key from stdin, and keep it'
            printf '%s\t%s\n' '--shop-id' 'The shop to use where a command names none'
            printf '%s\t%s\n' '--default-output' 'How to print on a terminal where a command does not say'
            printf '%s\t%s\n' '--replace' 'Put it in the place of a profile of the same name'
        case 'sandbox start'
            printf '%s\t%s\n' '--port' 'Port of the API; the feed files are served on the next one; 0 for any free ones'
            printf '%s\t%s\n' '--state' 'Keep the listings in a file, and begin from what it holds'
            printf '%s\t%s\n' '--products' 'How many products the feed holds, exactly'
            printf '%s\t%s\n' '--listings' 'How many listings there are to begin with'
            printf '%s\t%s\n' '--seed' 'What the data and the faults are made from: the same for the same number'
            printf '%s\t%s\n' '--latency' 'Milliseconds that each answer takes longer'
            printf '%s\t%s\n' '--faults' 'Faults to meet, such as \'500=5%,lost-answer=2%\'; there are reset, lost-answer, 500, 429, slow, truncate'
        case 'sandbox exec'
            printf '%s\t%s\n' '--products' 'How many products the feed holds, exactly'
            printf '%s\t%s\n' '--listings' 'How many listings there are to begin with'
            printf '%s\t%s\n' '--seed' 'What the data and the faults are made from: the same for the same number'
            printf '%s\t%s\n' '--latency' 'Milliseconds that each answer takes longer'
            printf '%s\t%s\n' '--faults' 'Faults to meet, such as \'500=5%,lost-answer=2%\'; there are reset, lost-answer, 500, 429, slow, truncate'
        case 'sandbox demo'
            printf '%s\t%s\n' '--products' 'How many products the feed holds, exactly'
            printf '%s\t%s\n' '--listings' 'How many listings there are to begin with'
            printf '%s\t%s\n' '--seed' 'What the data and the faults are made from: the same for the same number'
            printf '%s\t%s\n' '--latency' 'Milliseconds that each answer takes longer'
            printf '%s\t%s\n' '--faults' 'Faults to meet, such as \'500=5%,lost-answer=2%\'; there are reset, lost-answer, 500, 429, slow, truncate'
        case 'api'
            printf '%s\t%s\n' '--input' 'Take the body from a file, or from stdin with -'
            printf '%s\t%s\n' '--field' 'A field of the body, or of the query with GET; NAME:=JSON for anything but text; repeatable'
    end
    printf '%s\t%s\n' '--profile' 'The profile to use: base URL, credentials, defaults'
    printf '%s\t%s\n' '-p' 'The profile to use: base URL, credentials, defaults'
    printf '%s\t%s\n' '--base-url' 'Where the service is, instead of what the profile says'
    printf '%s\t%s\n' '--output' 'How to print, where not as a table on a terminal and as json elsewhere'
    printf '%s\t%s\n' '-o' 'How to print, where not as a table on a terminal and as json elsewhere'
    printf '%s\t%s\n' '--json' 'The same as --output json'
    printf '%s\t%s\n' '--out' 'Write the data to a file, whole or not at all'
    printf '%s\t%s\n' '--dry-run' 'Print what would be sent, and change nothing'
    printf '%s\t%s\n' '-n' 'Print what would be sent, and change nothing'
    printf '%s\t%s\n' '--yes' 'Go ahead without asking'
    printf '%s\t%s\n' '-y' 'Go ahead without asking'
    printf '%s\t%s\n' '--no-input' 'Never ask; fail where something is missing'
    printf '%s\t%s\n' '--timeout' 'How long one call may take'
    printf '%s\t%s\n' '--max-retries' 'How often to try again where that is safe'
    printf '%s\t%s\n' '--max-wait' 'The longest wait that the service may ask for'
    printf '%s\t%s\n' '--settle' 'How long an unconfirmed change is let rest before it is looked at'
    printf '%s\t%s\n' '--debug' 'Show each request and answer on stderr, without secrets'
    printf '%s\t%s\n' '--quiet' 'Print no notices'
    printf '%s\t%s\n' '--no-color' 'Print without colours'
    printf '%s\t%s\n' '--help' 'Show this help'
    printf '%s\t%s\n' '-h' 'Show this help'
    printf '%s\t%s\n' '--version' 'Print the version'
    printf '%s\t%s\n' '-V' 'Print the version'
end

# A flag of a command: its name, what it takes, and whether it may be said again.
function __resale_known_flag -a command word
    switch "$command $word"
        case 'listings create --shop-id' 'profiles add --shop-id'
            printf '%s\n' '--shop-id' 'text' ''
        case 'listings create --condition' 'grade --condition'
            printf '%s\n' '--condition' 'words new-with-tags new-without-tags excellent good minor-defect' ''
        case 'listings create --image' 'grade --image'
            printf '%s\n' '--image' 'text' 'again'
        case 'listings create --source'
            printf '%s\n' '--source' 'words sku variant-id external-variant-id external-variant-sku manual' ''
        case 'listings create --product-id'
            printf '%s\n' '--product-id' 'text' ''
        case 'listings create --title'
            printf '%s\n' '--title' 'text' ''
        case 'listings create --category'
            printf '%s\n' '--category' 'text' 'again'
        case 'listings create --option'
            printf '%s\n' '--option' 'text' 'again'
        case 'listings create --original-price'
            printf '%s\n' '--original-price' 'text' ''
        case 'listings create --external-id'
            printf '%s\n' '--external-id' 'text' ''
        case 'listings create --description'
            printf '%s\n' '--description' 'text' ''
        case 'listings create --metadata'
            printf '%s\n' '--metadata' 'text' 'again'
        case 'listings create --commerce-domain'
            printf '%s\n' '--commerce-domain' 'text' ''
        case 'listings create --brand'
            printf '%s\n' '--brand' 'text' ''
        case 'listings create --derive-external-id'
            printf '%s\n' '--derive-external-id' '' ''
        case 'listings create --from' 'listings close --from' 'inventory set --from' 'inventory adjust --from' 'grade --from'
            printf '%s\n' '--from' 'file' ''
        case 'listings create --skip-invalid' 'listings close --skip-invalid' 'inventory set --skip-invalid' 'inventory adjust --skip-invalid' 'grade --skip-invalid'
            printf '%s\n' '--skip-invalid' '' ''
        case 'listings create --ignore-extra' 'listings close --ignore-extra' 'inventory set --ignore-extra' 'inventory adjust --ignore-extra' 'grade --ignore-extra'
            printf '%s\n' '--ignore-extra' '' ''
        case 'listings create --plan' 'listings close --plan' 'inventory set --plan' 'inventory adjust --plan' 'grade --plan'
            printf '%s\n' '--plan' 'file' ''
        case 'listings create --max-close' 'listings close --max-close' 'inventory set --max-close' 'inventory adjust --max-close' 'grade --max-close'
            printf '%s\n' '--max-close' 'text' ''
        case 'listings create --max-change' 'listings close --max-change' 'inventory set --max-change' 'inventory adjust --max-change' 'grade --max-change'
            printf '%s\n' '--max-change' 'text' ''
        case 'listings create --concurrency' 'listings close --concurrency' 'inventory set --concurrency' 'inventory adjust --concurrency' 'grade --concurrency' 'runs resume --concurrency' 'runs undo --concurrency'
            printf '%s\n' '--concurrency' 'text' ''
        case 'listings create --failed-out' 'listings close --failed-out' 'inventory set --failed-out' 'inventory adjust --failed-out' 'grade --failed-out' 'runs resume --failed-out' 'runs undo --failed-out'
            printf '%s\n' '--failed-out' 'file' ''
        case 'listings create --shard' 'listings close --shard' 'inventory set --shard' 'inventory adjust --shard' 'grade --shard'
            printf '%s\n' '--shard' 'text' ''
        case 'listings list --state'
            printf '%s\n' '--state' 'words open closed' ''
        case 'listings list --limit'
            printf '%s\n' '--limit' 'text' ''
        case 'listings list --all'
            printf '%s\n' '--all' '' ''
        case 'listings list --page-size'
            printf '%s\n' '--page-size' 'text' ''
        case 'listings list --after'
            printf '%s\n' '--after' 'text' ''
        case 'listings list --count'
            printf '%s\n' '--count' '' ''
        case 'listings get --external-id'
            printf '%s\n' '--external-id' 'text' 'again'
        case 'listings get --sku'
            printf '%s\n' '--sku' 'text' 'again'
        case 'inventory set --expect'
            printf '%s\n' '--expect' 'text' ''
        case 'inventory set --on-conflict'
            printf '%s\n' '--on-conflict' 'words fail skip retry' ''
        case 'inventory set --no-close' 'inventory adjust --no-close'
            printf '%s\n' '--no-close' '' ''
        case 'inventory adjust --exact'
            printf '%s\n' '--exact' '' ''
        case 'inventory adjust --direct'
            printf '%s\n' '--direct' '' ''
        case 'grade --notes'
            printf '%s\n' '--notes' 'text' ''
        case 'feed fetch --link'
            printf '%s\n' '--link' '' ''
        case 'feed fetch --check'
            printf '%s\n' '--check' '' ''
        case 'feed fetch --max-age' 'feed stats --max-age'
            printf '%s\n' '--max-age' 'text' ''
        case 'feed fetch --refresh' 'feed stats --refresh'
            printf '%s\n' '--refresh' '' ''
        case 'feed fetch --offline' 'feed stats --offline'
            printf '%s\n' '--offline' '' ''
        case 'feed diff --field' 'feed watch --field' 'api --field'
            printf '%s\n' '--field' 'text' 'again'
        case 'feed diff --all-fields' 'feed watch --all-fields'
            printf '%s\n' '--all-fields' '' ''
        case 'feed watch --exec'
            printf '%s\n' '--exec' 'text' ''
        case 'feed watch --interval'
            printf '%s\n' '--interval' 'text' ''
        case 'feed stats --top'
            printf '%s\n' '--top' 'text' ''
        case 'runs show --rows'
            printf '%s\n' '--rows' '' ''
        case 'runs show --unknown'
            printf '%s\n' '--unknown' '' ''
        case 'runs resume --force-unlock'
            printf '%s\n' '--force-unlock' '' ''
        case 'runs resolve --row'
            printf '%s\n' '--row' 'text' ''
        case 'runs resolve --line'
            printf '%s\n' '--line' 'text' ''
        case 'runs resolve --as'
            printf '%s\n' '--as' 'words applied refused retry' ''
        case 'runs prune --older-than'
            printf '%s\n' '--older-than' 'text' ''
        case 'profiles add --client-id'
            printf '%s\n' '--client-id' 'text' ''
        case 'profiles add --api-key-stdin'
            printf '%s\n' '--api-key-stdin' '' ''
        case 'profiles add --default-output'
            printf '%s\n' '--default-output' 'words table json ndjson csv' ''
        case 'profiles add --replace'
            printf '%s\n' '--replace' '' ''
        case 'sandbox start --port'
            printf '%s\n' '--port' 'text' ''
        case 'sandbox start --state'
            printf '%s\n' '--state' 'file' ''
        case 'sandbox start --products' 'sandbox exec --products' 'sandbox demo --products'
            printf '%s\n' '--products' 'text' ''
        case 'sandbox start --listings' 'sandbox exec --listings' 'sandbox demo --listings'
            printf '%s\n' '--listings' 'text' ''
        case 'sandbox start --seed' 'sandbox exec --seed' 'sandbox demo --seed'
            printf '%s\n' '--seed' 'text' ''
        case 'sandbox start --latency' 'sandbox exec --latency' 'sandbox demo --latency'
            printf '%s\n' '--latency' 'text' ''
        case 'sandbox start --faults' 'sandbox exec --faults' 'sandbox demo --faults'
            printf '%s\n' '--faults' 'text' ''
        case 'api --input'
            printf '%s\n' '--input' 'file' ''
        case '* --profile' '* -p'
            printf '%s\n' '--profile' 'profile' ''
        case '* --base-url'
            printf '%s\n' '--base-url' 'text' ''
        case '* --output' '* -o'
            printf '%s\n' '--output' 'words table json ndjson csv' ''
        case '* --json'
            printf '%s\n' '--json' '' ''
        case '* --out'
            printf '%s\n' '--out' 'file' ''
        case '* --dry-run' '* -n'
            printf '%s\n' '--dry-run' '' ''
        case '* --yes' '* -y'
            printf '%s\n' '--yes' '' ''
        case '* --no-input'
            printf '%s\n' '--no-input' '' ''
        case '* --timeout'
            printf '%s\n' '--timeout' 'text' ''
        case '* --max-retries'
            printf '%s\n' '--max-retries' 'text' ''
        case '* --max-wait'
            printf '%s\n' '--max-wait' 'text' ''
        case '* --settle'
            printf '%s\n' '--settle' 'text' ''
        case '* --debug'
            printf '%s\n' '--debug' '' ''
        case '* --quiet'
            printf '%s\n' '--quiet' '' ''
        case '* --no-color'
            printf '%s\n' '--no-color' '' ''
        case '* --help' '* -h'
            printf '%s\n' '--help' '' ''
        case '* --version' '* -V'
            printf '%s\n' '--version' '' ''
        case "*"
            return 1
    end
end

# Whether the command line of another program follows.
function __resale_takes_command -a command
    contains -- "$command" 'sandbox exec'
end

complete -c resale -e
complete -c resale -f -k -a '(__resale_complete)'
