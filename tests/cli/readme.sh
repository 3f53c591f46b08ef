#!/bin/bash
# Every command that README.md, doc/recipes.md, doc/interface.md, doc/ci.md and the man pages show is run, in a scratch folder for each page, from
# top to bottom; the pages but README.md take turns.
# Man pages: the lines between .EX and .EE that begin with a program's name. What measures does so once, and small.
# Above 30 s: all commands of these pages run, and many compile and measure kernels.
# Test: long
. "$srcdir/tests/cli/commands.sh"
. "$srcdir/tests/in_share.sh"
page=$builddir/doc/clgemm-gen.1
[ -f "$page" ] || page=$srcdir/doc/clgemm-gen.1

page_commands() {
    sed -n '/^\.EX$/,/^\.EE$/p' "$@" | sed -e 's/\\-/-/g' -e 's/\\e/\\/g' -e 's/^[ $]*//' |
        grep -E '^clgemm-(gen|bench) '
}

small() {
    sed -E -e 's/ -i [0-9]+/ -i 1/' -e 's/1024/128/g' -e 's/ --budget [0-9]+/ --budget 4/'
}

run_commands README.md < <(markdown_commands "$srcdir/README.md" | small)
if in_share 0; then run_commands recipes.md < <(markdown_commands "$srcdir/doc/recipes.md" | small); fi
if in_share 1; then run_commands clgemm-gen.1 < <(page_commands "$page" | small); fi
if in_share 2; then run_commands clgemm-bench.1 < <(page_commands "$srcdir/doc/clgemm-bench.1" | small); fi
if in_share 3; then
    # The file that doc/interface.md shows is the one that its commands read.
    mkdir -p "$scratch/interface.md"
    sed -n '/^```json$/,/^```$/p' "$srcdir/doc/interface.md" | grep -v '^```' >"$scratch/interface.md/mine.json"
    clgemm-gen --interface "$scratch/interface.md/mine.json" --family naive -o "$scratch/interface.md/old.cl"
    run_commands interface.md < <(markdown_commands "$srcdir/doc/interface.md" | small)
fi
if in_share 4; then run_commands ci.md < <(markdown_commands "$srcdir/doc/ci.md"); fi
# What quickstart says to do next.
run_commands quickstart < <(sed -n '/^show_next()/,/^}/p' "$srcdir/quickstart" | grep '^clgemm-gen ')
# What the CI installs is what quickstart does, and the release is this one.
for package in $(sed -n 's/.*apt-get install -y //p' "$srcdir/doc/ci.md"); do
    grep -q "^base_packages='.*\b$package\b" "$srcdir/quickstart" || { echo "doc/ci.md installs $package, quickstart does not"; failed=1; }
done
grep -q "clgemm-$(clgemm-gen --version | cut -d ' ' -f 2).tar.gz" "$srcdir/doc/ci.md" || { echo 'doc/ci.md has another release'; failed=1; }
# It is read in a few minutes.
[ "$(wc -l <"$srcdir/README.md")" -le 120 ] || { echo 'README.md has more than 120 lines'; failed=1; }
finish_commands
