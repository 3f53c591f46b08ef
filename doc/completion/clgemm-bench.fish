# Completion of clgemm-bench for fish: commands and options, as the help of the program lists them.
function __clgemm_bench_commands
    clgemm-bench --help 2>/dev/null | string match -rg '^  clgemm-bench ([a-z]+) '
end
function __clgemm_bench_options
    for word in (commandline -opc)[2..-1]
        if contains -- $word (__clgemm_bench_commands)
            clgemm-bench $word --help 2>/dev/null | string match -rg '^  (?:-[A-Za-z], )?(-[A-Za-z-]+) '
            return
        end
    end
end
complete -c clgemm-bench -n __fish_use_subcommand -f -a '(__clgemm_bench_commands)'
complete -c clgemm-bench -n 'string match -q -- "-*" (commandline -ct)' -f -a '(__clgemm_bench_options)'
