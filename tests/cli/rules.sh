#!/bin/bash
# Requests that are understood and refused: exit status 4, the rule's sentence; --why-not names
# every rule.
. "${srcdir:-.}/tests/cli/common.sh"

expect 4 '*' "$gen" --family naive --tile-k 4
grep -q 'not 4' "$scratch/said" || fail 'the numbers are not in the sentence'
expect 4 '*' "$gen" --family naive --tile-k 4 -o kernel.cl --emit cl,json
expect 4 '*' "$gen" --family naive --tile-k 4 -o folder/
expect_files

expect 4 '' "$gen" --family naive --tile-k 4 --why-not
grep -q '^[a-z-]*: .*not 4' "$scratch/output" || fail "--why-not printed '$(cat "$scratch/output")'"
expect 0 '' "$gen" --why-not --tile 32x2 --wg 1x8
expect_output 'nothing: this request can be served'
expect 1 '*' "$gen" --why-not --tile 32
# Options that break several rules: each has its line.
expect 4 '' "$gen" --why-not --for nvidia-hopper --tile 64x64 --wg 64x64
[ "$(wc -l <"$scratch/output")" -ge 2 ] || fail "one rule only: $(cat "$scratch/output")"
finish
