#!/bin/bash
# Emitted kernels as they were reviewed. Every tests/golden/NAME.cl holds the command that makes it, in the line
# "Made by clgemm VERSION: clgemm-gen ..." of its head; the command must make it again, byte for byte. Files of other
# kinds stand with their options in tests/golden/artifacts.list.
#
# golden.sh           compares
# golden.sh --bless   writes anew what differs (make bless); a kernel is added as a file with that one line
srcdir=${srcdir:-.}
folder=$srcdir/tests/golden
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
bless=$CLGEMM_BLESS
[ "$1" = --bless ] && bless=yes
passed=0
failed=0

fail() {
    echo "FAILED $*"
    failed=$((failed + 1))
}

# check FILE OPTION...: what clgemm-gen makes of the options is the file.
check() {
    local file=$1 name=${1##*/}
    shift
    if ! "$CLGEMM_GEN" "$@" >"$scratch/made" 2>"$scratch/said"; then
        fail "$name: clgemm-gen $*: $(cat "$scratch/said")"
    elif cmp -s "$file" "$scratch/made"; then
        passed=$((passed + 1))
    elif [ -n "$bless" ]; then
        cp "$scratch/made" "$file" && echo "blessed $name" && passed=$((passed + 1))
    else
        diff -u "$file" "$scratch/made" | head -n 40
        fail "$name: clgemm-gen $*"
    fi
}

if [ ! -x "$CLGEMM_GEN" ]; then
    echo "CLGEMM_GEN='$CLGEMM_GEN' is no program"
    exit 99
fi

kernels=0
for file in "$folder"/*.cl; do
    kernels=$((kernels + 1))
    # A canonical command needs no quotes: single blanks stand between its words.
    command=$(sed -n -e '/Made by clgemm[^:]*: clgemm-gen/{s/^.*: clgemm-gen *//;s/ *\*\/ *$//;s/$/ /;p;q;}' "$file")
    if [ -z "$command" ]; then
        fail "${file##*/}: holds no command"
        continue
    fi
    read -r -a options <<<"$command"
    check "$file" "${options[@]}"
done
[ "$kernels" -ge 40 ] || fail "$kernels kernels; at least 40 were expected"

while read -r name line; do
    case $name in '' | '#'*) continue ;; esac
    read -r -a options <<<"$line"
    check "$folder/$name" "${options[@]}"
done <"$folder/artifacts.list"

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
