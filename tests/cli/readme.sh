#!/bin/bash
# Every command that README.md and the man pages show is run, in a scratch folder for each page, from top to bottom.
# Man pages: the lines between .EX and .EE that begin with a program's name.
. "$srcdir/tests/cli/commands.sh"
page=$builddir/doc/clgemm-gen.1
[ -f "$page" ] || page=$srcdir/doc/clgemm-gen.1

page_commands() {
    sed -n '/^\.EX$/,/^\.EE$/p' "$@" | sed -e 's/\\-/-/g' -e 's/\\e/\\/g' -e 's/^[ $]*//' |
        grep -E '^clgemm-(gen|bench) '
}

run_commands README.md < <(markdown_commands "$srcdir/README.md")
run_commands clgemm-gen.1 < <(page_commands "$page")
run_commands clgemm-bench.1 < <(page_commands "$srcdir/doc/clgemm-bench.1")
finish_commands
