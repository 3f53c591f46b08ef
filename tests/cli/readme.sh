#!/bin/bash
# Every command that README.md and the man pages show is run, in one scratch folder, from top to bottom.
# README.md: the lines of ```sh blocks. Set-up lines are left out, by their first word: ./quickstart,
# ./bootstrap, ./configure, make. Man pages: the lines between .EX and .EE that begin with a program's name.
# Lines that need clgemm-bench are left out where it was not built, and where no PoCL is there to run it.
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
export PATH=$builddir:$PATH
page=$builddir/doc/clgemm-gen.1
[ -f "$page" ] || page=$srcdir/doc/clgemm-gen.1

readme_commands() {
    sed -n '/^```sh$/,/^```$/p' "$srcdir/README.md" | grep -v -E '^(```|#|$)' |
        grep -v -E '^(\./quickstart|\./bootstrap|\./configure|make)( |$)'
}

page_commands() {
    sed -n '/^\.EX$/,/^\.EE$/p' "$@" | sed -e 's/\\-/-/g' -e 's/\\e/\\/g' -e 's/^[ $]*//' |
        grep -E '^clgemm-(gen|bench) '
}

has_pocl() {
    [ -n "$CLGEMM_BENCH" ] && "$CLGEMM_BENCH" devices 2>/dev/null | grep -q 'Portable Computing Language'
}

if has_pocl; then pocl=yes; else pocl=no; fi
ran=0
left_out=0
failed=0
run_commands() {
    local folder=$scratch/$1 command
    mkdir -p "$folder" && cd "$folder" || exit 99
    while IFS= read -r command; do
        case $pocl,$command in
            no,*clgemm-bench*)
                left_out=$((left_out + 1))
                continue
                ;;
        esac
        ran=$((ran + 1))
        if ! bash -o pipefail -c "$command" >"$scratch/output" 2>&1 </dev/null; then
            printf 'failed in %s: %s\n' "$1" "$command"
            tail -n 20 "$scratch/output"
            failed=1
        fi
    done
    echo "$1: $ran commands run, $left_out left out, so far"
}

run_commands README.md < <(readme_commands)
run_commands clgemm-gen.1 < <(page_commands "$page")
run_commands clgemm-bench.1 < <(page_commands "$srcdir/doc/clgemm-bench.1")
if [ "$ran" = 0 ]; then
    echo 'no command was found'
    exit 1
fi
if [ "$left_out" != 0 ] && [ -n "$CLGEMM_ALL_DEVICES" ]; then
    echo 'commands were left out for want of PoCL, which CLGEMM_ALL_DEVICES requires'
    exit 1
fi
exit $failed
