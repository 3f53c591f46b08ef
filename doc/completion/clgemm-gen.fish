# Completion of clgemm-gen for fish: options, as the help of the program lists them.
complete -c clgemm-gen -n 'string match -q -- "-*" (commandline -ct)' -f -a '(clgemm-gen --help | string match -rg "^  (?:-[A-Za-z], )?(--[a-z0-9-]+)[ =]")'
