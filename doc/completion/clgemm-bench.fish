# Completion of clgemm-bench for fish: commands, options and their words, as the help of the program lists them.
function __clgemm_bench_commands
    clgemm-bench --help 2>/dev/null | string match -rg '^  clgemm-bench ([a-z]+) '
end
# The help of the command that is typed.
function __clgemm_bench_help
    for word in (commandline -opc)[2..-1]
        if contains -- $word (__clgemm_bench_commands)
            clgemm-bench $word --help 2>/dev/null
            return
        end
    end
end
function __clgemm_bench_options
    __clgemm_bench_help | string match -rg '^  (?:-[A-Za-z], )?(-[A-Za-z-]+) '
end
# What stands behind the option before the cursor: words in small letters.
function __clgemm_bench_words
    set -l option (commandline -opc)[-1]
    string match -q -- '--*' $option; or set option "$option, --[a-z-]+"
    __clgemm_bench_help | string match -rg -- "^  (?:-[A-Za-z], )?$option ([a-z][^ ]*)(?: .*)?\$" | string split '|' |
        string match -rg '^([a-z0-9]+)(?:\[,\.\.\.\])?$'
end
complete -c clgemm-bench -n __fish_use_subcommand -f -a '(__clgemm_bench_commands)'
complete -c clgemm-bench -n 'string match -q -- "-*" (commandline -ct)' -f -a '(__clgemm_bench_options)'
complete -c clgemm-bench -n 'string match -q -- "-*" (commandline -opc)[-1]; and count (__clgemm_bench_words) >/dev/null' -f -a '(__clgemm_bench_words)'
# Names that the generator knows. A profile or an interface may be a file too.
complete -c clgemm-bench -n 'contains -- (commandline -opc)[-1] -k --kernel --preset' -f -a '(clgemm-gen --list presets | string match -rg "^  ([A-Za-z0-9_]+) ")'
complete -c clgemm-bench -n 'contains -- (commandline -opc)[-1] --for' -a '(clgemm-gen --list profiles 2>/dev/null | string match -rg "^  ([^ ]+)")'
complete -c clgemm-bench -n 'contains -- (commandline -opc)[-1] --interface' -a '(clgemm-gen --list interfaces | string match -rg "^  ([a-z0-9_]+)(?: |\$)")'
