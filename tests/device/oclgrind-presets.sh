#!/bin/bash
# Every preset under Oclgrind, at the smallest sizes that its tiles allow: no access out of bounds, no race, no uninitialised
# value, no misuse of the API. The simulated device has no sub-groups: exchanges go through local memory.
. "${srcdir:-.}/tests/device/common.sh"
need_oclgrind
sizes='--sizes quick --trials 1'

look_at() {
    case $1 in
    *image* | block_read_*) clean image --preset "$1" --sub-groups emulated ;;
    *) clean buffer --preset "$1" --sub-groups emulated ;;
    esac
}

list_presets
echo "$presets" >"$scratch/names"
each_line "$scratch/names" look_at
finish
