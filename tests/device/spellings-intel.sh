#!/bin/bash
# The other spellings of the exchange on Intel's CPU runtime: sub_group_shuffle, emulated, and both native branches of
# auto. A sub-group of that runtime never spans two rows of a work-group, whatever size it states or is asked for: that
# the lanes of a row can be a part of a larger sub-group is not seen here.
. "${srcdir:-.}/tests/device/common.sh"
need_device intel
names=$("$CLGEMM_GEN" --list presets | grep -o -E '^ *L3_SIMD_[^ ]+')

for name in $names; do
    check $intel --sub-groups khr --preset "$name" --layout all --transpose all --sizes edge
done

# auto takes Intel's branch here. With that taken away it is the one of sub_group_shuffle.
for name in $names; do
    "$CLGEMM_GEN" --preset "$name" --edges guard --sub-groups auto --emit cl,json -o "$scratch/auto/" || exit 1
    check $intel "$scratch/auto/$name.json" --sizes edge
    sed 's/^#if .* && defined(cl_intel_subgroups)$/#if 0/' "$scratch/auto/$name.cl" >"$scratch/branch"
    cmp -s "$scratch/auto/$name.cl" "$scratch/branch" && fault "$name: Intel's branch was not found"
    cp "$scratch/branch" "$scratch/auto/$name.cl"
    check $intel "$scratch/auto/$name.json" --edited --sizes edge
done

for name in L3_SIMD_16x2_4x8 block_read_4x1_1x8 block_read_16x2_4x8; do
    check $intel --sub-groups emulated --preset "$name" --layout all --transpose all --sizes edge
done

# A sub-group that does not hold whole rows of the work-group is refused at launch, never computed with.
for name in 1x32 2x64; do
    "$CLGEMM_BENCH" check $intel --sub-groups khr --share shuffle --tile 8x1 --wg "$name" >"$scratch/output" 2>&1
    code=$?
    if [ "$code" = 5 ] && grep -q "needs sub-groups of a multiple of" "$scratch/output"; then
        passed=$((passed + 1))
    else
        fault "--sub-groups khr --wg $name: exit code $code, $(head -n 1 "$scratch/output")"
    fi
done
finish
