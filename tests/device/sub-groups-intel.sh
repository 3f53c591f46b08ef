#!/bin/bash
# The other values of --sub-groups on Intel's CPU runtime: khr (sub_group_shuffle), emulated, and both native branches of
# auto. A sub-group of that runtime never spans two rows of a work-group, whatever size it reports or is required: that
# the lanes of a row can be a part of a larger sub-group is not tested here. Above 30 s: its vectoriser takes up to 5 s a kernel.
# Test: turn 2
. "${srcdir:-.}/tests/device/common.sh"
need_device intel
names=$("$CLGEMM_GEN" --list presets | grep -o -E '^ *L3_SIMD_[^ ]+')

# in_all_layouts SUB_GROUPS PRESET: in both layouts and all transposes, as far as they are served.
in_all_layouts() {
    local layout transpose
    for layout in row column; do
        for transpose in nn nt tn tt; do
            offered "$2_$1_${layout}_$transpose" --sub-groups "$1" --preset "$2" --layout "$layout" --transpose "$transpose"
        done
    done
}

# Layouts and transposes reach all presets by the same text, so one has all of them.
for name in $names; do
    offered "khr_${name}_row" --sub-groups khr --preset "$name" --layout row --transpose nt
    served "${name}_auto" --preset "$name" --edges guard --sub-groups auto
done
in_all_layouts khr L3_SIMD_16x2_4x8
for name in L3_SIMD_16x2_4x8 block_read_4x1_1x8; do
    in_all_layouts emulated "$name"
done

# auto takes Intel's branch here. With that taken away it is the one of sub_group_shuffle.
mkdir "$scratch/branch"
number=0
for name in $names; do
    number=$((number + 1))
    sed 's/^#if .* && defined(cl_intel_subgroups)$/#if 0/' "$kernels/${name}_auto.cl" >"$scratch/branch/${name}_auto.cl"
    cmp -s "$kernels/${name}_auto.cl" "$scratch/branch/${name}_auto.cl" && fault "$name: Intel's branch was not found"
    if in_share $number; then cp "$kernels/${name}_auto.json" "$scratch/branch/"; fi
done
check_emitted --sizes edge
check $intel "$scratch"/branch/*.json --edited --sizes edge

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
