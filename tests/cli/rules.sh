#!/bin/bash
# Requests that are understood and refused: exit status 4, the rule's sentence; --why-not names
# every rule.
. "${srcdir:-.}/tests/cli/common.sh"

expect 4 '*' "$gen" --family naive --vec-c 4
grep -q 'vec-c 4' "$scratch/said" || fail 'the numbers are not in the sentence'
expect 4 '*' "$gen" --family naive --vec-c 4 -o kernel.cl --emit cl,json
expect 4 '*' "$gen" --family naive --vec-c 4 -o folder/
expect_files

expect 4 '' "$gen" --family naive --vec-c 4 --why-not
grep -q '^[a-z-]*: .*vec-c 4' "$scratch/output" || fail "--why-not printed '$(cat "$scratch/output")'"
expect 0 '' "$gen" --why-not --tile 32x2 --wg 1x8
expect_output 'no rule refuses this request'
expect 1 '*' "$gen" --why-not --tile 32
expect 4 'the kernel needs 135488 bytes of local memory with --tile-k 128 and --stages 4, profile generic has 32768; ask --tile-k 32 --stages 2' "$gen" --family matrix --engine wgmma --type-a e4m3_128 --type-b e4m3_128 --type-c bf16 --layout row --transpose nt --tile 2x32 --wg 64x4 --tile-k 128 --stages 4 --copy tensor
# Options that break several rules: each has its line.
expect 4 '' "$gen" --why-not --for nvidia-hopper --tile 64x64 --wg 64x64
[ "$(wc -l <"$scratch/output")" -ge 2 ] || fail "one rule only: $(cat "$scratch/output")"

# Lanes of a matrix engine trade sums that are one register each, and store 16 bytes at most.
expect 4 'a lane of --engine mma has 2 contiguous elements of C, which it stores together: not --vec-c 16 (asked with --family matrix); ask --vec-c 2' \
    "$gen" --family matrix --type bf16 --vec-c 16
expect 4 'a lane stores 16 bytes of C at once at most, and 8 elements of f32 are 32: not with --vec-c 8; ask --vec-c 4' \
    "$gen" --family matrix --type bf16 --type-c f32 --vec-c 8
expect 4 'with --vec-c 8 lanes trade quarters of four fragments, and --tile width 4 is not a multiple of 8; ask --vec-c 4 or --tile 4x8' \
    "$gen" --family matrix --type bf16 --vec-c 8 --tile 4x4
expect 4 'with --vec-c 4 lanes trade halves of two fragments, and --tile width 2 is not a multiple of 4; ask --vec-c 2 or --tile 4x4' \
    "$gen" --family matrix --type bf16 --vec-c 4 --tile 4x2
expect 4 'lanes trade sums of 4 bytes, and these are f64: not with --vec-c 4; ask --vec-c 2' \
    "$gen" --family matrix --type f64 --vec-c 4

# A preset that is advised computes in the same type.
for names in 'buffer_double1 image_double2' 'buffer_float1 image_float2' 'buffer_float4 image_float4' 'buffer image'; do
    expect 4 "gatlas_gemm_${names% *} reads A and B from buffers, which --access-a image contradicts; ask --access-a buffer or --preset gatlas_gemm_${names#* }" \
        "$gen" --preset "gatlas_gemm_${names% *}" --access-a image
done

# What is advised is what the profile has.
echo '{"name": "wide", "limits": {"sub_group_sizes": "16 32"}}' >wide.json
expect 4 'profile wide has sub-groups of 16 32, not 8, which --wg width 8 asks for (asked with --sub-groups intel); ask --wg 4x16 or --sub-groups emulated' \
    "$gen" --for ./wide.json --family subgroup --tile 4x4 --wg 4x8 --sub-groups intel
rm wide.json

# 32-bit places are a limit that stands in the file.
expect 0 '' "$gen" --family register --edges pad --layout row --index 32
grep -q '; M at most 463[0-9]*, N at most' "$scratch/output" || fail 'the limit of padded matrices is not said'
expect 0 '' "$gen" --family register --index 32
grep -q '^ \* Matrices of less than 2^31 elements' "$scratch/output" || fail 'the limit of 32-bit places is not said'
expect 0 '' "$gen" --fixed 64x64x64 --lda arg --index 32
grep -q '^ \* Matrices of less than 2^31 elements' "$scratch/output" || fail 'the limit of a leading dimension is not said'
expect 0 '' "$gen" --fixed 64x64x64 --index 32
grep -q '^ \* Matrices of less than 2^31 elements' "$scratch/output" && fail 'fixed sizes have a limit that is met already'
finish
