#!/bin/bash
# Every preset under Oclgrind, at the smallest sizes that its tiles allow: no access out of bounds, no race, no uninitialised
# value, no misuse of the API. The simulated device has no sub-groups: exchanges go through local memory.
# Above 30 s: kernels are interpreted.
# Test: turn 6
. "${srcdir:-.}/tests/device/common.sh"
need_oclgrind
# sizes_of NAME: sets $sizes to one tile of a work-group and two turns along K, odd ones where any will do.
sizes_of() {
    sizes=$("$CLGEMM_GEN" --preset "$1" --emit json -o - | python3 -c '
import json, sys
sizes = {"M": 9, "N": 11, "K": 19}
for constraint in json.load(sys.stdin)["constraints"]:
    left = constraint["left"][0].upper()
    if constraint["op"] == "multiple_of" and left in sizes:
        sizes[left] = constraint["right"] * (2 if left == "K" else 1)
print(*("-%s %d" % size for size in sizes.items()))')
    sizes="$sizes --trials 1"
}

look_at() {
    sizes_of "$1"
    case $1 in
    *image* | block_read_*) clean image --preset "$1" --sub-groups emulated ;;
    *) clean buffer --preset "$1" --sub-groups emulated ;;
    esac
}

list_presets
echo "$presets" >"$scratch/names"
each_line "$scratch/names" look_at
finish
