# Completion of clgemm-gen for fish: options, as the help of the program lists them.
complete -c clgemm-gen -n 'string match -q -- "-*" (commandline -ct)' -f -a '(clgemm-gen --help | string match -rg "^  (?:-[A-Za-z], )?(--[a-z0-9-]+)[ =]")'
# Names that the generator knows. A profile or an interface may be a file too.
complete -c clgemm-gen -n 'contains -- (commandline -opc)[-1] --preset' -f -a '(clgemm-gen --list presets | string match -rg "^  ([A-Za-z0-9_]+) ")'
complete -c clgemm-gen -n 'contains -- (commandline -opc)[-1] --for' -a '(clgemm-gen --list profiles 2>/dev/null | string match -rg "^  ([^ ]+)")'
complete -c clgemm-gen -n 'contains -- (commandline -opc)[-1] --interface' -a '(clgemm-gen --list interfaces | string match -rg "^  ([a-z0-9_]+)(?: |\$)")'
