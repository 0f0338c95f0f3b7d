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
        # After a word that is not a command, no further command is looked for.
        test $count -eq 0; and __resale_words "$command"
        __resale_offer (__resale_argument "$command" $count) '' "$cur"
    end
end

# Offers values. Arguments: their kind, what precedes them in the word, what is typed of them already.
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
        case profile run listing external-id sku
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

