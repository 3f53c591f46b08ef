#!/bin/bash
# Every command that README.md and the man pages show is run, in a scratch folder for each page, from top to bottom.
# Man pages: the lines between .EX and .EE that begin with a program's name. What measures does so once, and small.
. "$srcdir/tests/cli/commands.sh"
page=$builddir/doc/clgemm-gen.1
[ -f "$page" ] || page=$srcdir/doc/clgemm-gen.1

page_commands() {
    sed -n '/^\.EX$/,/^\.EE$/p' "$@" | sed -e 's/\\-/-/g' -e 's/\\e/\\/g' -e 's/^[ $]*//' |
        grep -E '^clgemm-(gen|bench) '
}

small() {
    sed -E -e 's/ -i [0-9]+/ -i 1/' -e 's/1024/128/g'
}

run_commands README.md < <(markdown_commands "$srcdir/README.md" | small)
run_commands clgemm-gen.1 < <(page_commands "$page" | small)
run_commands clgemm-bench.1 < <(page_commands "$srcdir/doc/clgemm-bench.1" | small)
finish_commands
