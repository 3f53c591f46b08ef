#!/bin/bash
# Kernels with one mistake each: the checker must find every one of them.
# Test: turn 8
. "${srcdir:-.}/tests/harness/common.sh"
need_device
count=0
chosen=()
manifests=()
patterns=()

# wrong NAME EDIT [PATTERN]: the kernel with EDIT must fail its check with a line like PATTERN.
wrong() {
    count=$((count + 1))
    mkdir "$scratch/$count"
    edited "$1" "$2"
    mv "$scratch/$1.cl" "$scratch/$count/"
    mv "$scratch/$1.json" "$scratch/$count/wrong_$count.json"
    manifests+=("$scratch/$count/wrong_$count.json")
    patterns[count]="^failed +wrong_$count: .*(${3:-.})"
}

# judge: checks them on the device that is chosen, in one process, as what is wrong in C alone leaves it as it was.
judge() {
    expect 6 '^0 passed' check "${manifests[@]}" --edited --sizes edge --trials 1 "${chosen[@]}"
    for number in "${!patterns[@]}"; do
        if ! grep -q -E -e "${patterns[number]}" "$scratch/output"; then
            echo "no line like ${patterns[number]}: $(grep "wrong_$number:" "$scratch/output")"
            failed=1
        fi
    done
    manifests=()
    patterns=()
}

wrong plain 's/row \* lda \+ k/k * lda + row/'
wrong plain 's/k \* ldb \+ column/column * ldb + k/'
wrong plain 's/column >= N/column > N/' 'wrote outside|wrong of'
wrong plain 's/row >= M \|\| //' 'wrote (outside|into)|wrong of'
wrong plain 's/column >= N/false/' 'wrote outside C|wrote outside the buffer|wrong of'
# What is written into the padding of C was computed from the padding of B.
wrong plain 's/column >= N/column >= ldc \&\& column >= N || column >= ldb/' 'wrote outside C'
wrong plain 's/if \(beta != 0.0f\)/if (true)/' 'NaN: something that must not be read'
wrong plain 's/if \(alpha != 0.0f\)/if (true)/' 'NaN: something that must not be read'
wrong plain 's/k < K/k < K - 1/'
wrong plain 's/k < K/k <= K/'
wrong plain 's/int k = 0/int k = 1/'
wrong plain 's/k < K/k < (K + 1) \/ 2 * 2/'
wrong plain 's/k < K/k < K \/ 2 * 2/'
wrong plain 's/sum = alpha \* sum/sum = sum/'
wrong plain 's/beta \* C\[/C[/'
wrong plain 's/sum \+ beta/sum - beta/'
wrong plain 's/offset_a \+ //'
wrong plain 's/offset_b \+ //'
wrong plain 's/beta \* C\[offset_c \+ /beta * C[/'
wrong plain 's/row \* lda/row * K/'
wrong plain 's/\* ldb \+/* N +/'
wrong plain 's/ C\[offset_c \+ row \* ldc/ C[offset_c + row * N/'
wrong plain 's/float sum = 0.0f/float sum = 1e-6f/'
wrong plain 's/= sum;/= row == M - 1 \&\& column == N - 1 ? sum + 1.0f : sum;/'
wrong plain 's/= sum;/= K == 17 ? sum + 1.0f : sum;/'
wrong plain 's/(    C\[offset_c .*)/\1\n    if (column == N - 1 \&\& ldc > N) C[offset_c + row * ldc + N] = 0.0f;/' \
    'wrote outside C|wrote outside the buffer `C`'
wrong plain 's/(    C\[offset_c .*)/\1\n    if (row == 0 \&\& column == 0) C[offset_c + M * ldc] = 0.0f;/' \
    'wrote outside the buffer `C`'
wrong plain 's/(    C\[offset_c .*)/\1\n    if (row == 0 \&\& column == 0) C[-1] = 0.0f;/' \
    'wrote outside the buffer `C`'
wrong plain 's/(__global const float \*A)/__global float *A/; s/(    C\[offset_c .*)/\1\n    if (K > 0) A[offset_a] = 0.0f;/' \
    'wrote into A|wrong of|NaN'
# What is read outside B counts even times zero.
wrong plain 's/k < K; k\+\+/k < K + (K > 0); k++/; s/A\[offset_a \+ row \* lda \+ k\]/(k < K ? A[offset_a + row * lda + k] : 0.0f)/' \
    'buffers with margins.*NaN: something that must not be read'
# A remainder of K that is padded with zeros on one side only makes NaN of infinity.
wrong plain 's/k < K; k\+\+/k < (K + 3) \/ 4 * 4; k++/; s/A\[offset_a \+ row \* lda \+ k\]/(k < K ? A[offset_a + row * lda + k] : 0.0f)/; s/B\[offset_b \+ k \* ldb \+ column\]/B[offset_b + min(k, K - 1) * ldb + column]/'
wrong steps 's/dense\[k \* M \+ row\]/dense[row * K + k]/'
wrong steps 's/\(int2\)\(row, k\)/(int2)(k, row)/'
wrong steps 's/packed\[k \* N \+ column\] =/packed[column * K + k] =/'
wrong steps 's/counter\[0\] \+= by/counter[0] += 1/'
wrong steps 's/if \(row < M \&\& k < K\)/if (row < M - 1 \&\& k < K)/'
wrong steps 's/at < total/at < total - 1/'

# Other types.
wrong half_storage 's/k < K/k < K - 1/'
wrong half_storage 's/vstore_half\(/vstore_half_rtz(/'
wrong half_storage 's/vstore_half\(/vstore_half_rtp(/'
wrong half_storage 's/vload_half\(offset_c \+ row \* ldc \+ column, C/vload_half(offset_c + row * ldc, C/'
wrong half_storage 's/if \(beta != 0.0f\)/if (true)/' 'NaN: something that must not be read'
wrong half_storage 's/(    vstore_half.*)/\1\n    if (column == N - 1 \&\& ldc > N) vstore_half(0.0f, offset_c + row * ldc + N, C);/' \
    'wrote outside C|wrote outside the buffer `C`'
wrong half_storage 's/(    vstore_half.*)/\1\n    if (row == 0 \&\& column == 0) vstore_half(0.0f, offset_c + M * ldc, C);/' \
    'wrote outside the buffer `C`'
judge
# Most products are lost where C is short and numbers are too: exact sums take few of them at a time.
for sizes in '-M 1 -N 48' '-M 48 -N 1' '-M 3 -N 5' '-M 1 -N 1'; do
    edited half_storage 's/k\+\+\)/k += 32)/'
    expect 6 'wrong of' bench "$scratch/half_storage.json" --edited $sizes -K 4096 -i 1
    count=$((count + 1))
done
if device_with cl_khr_fp64; then
    wrong double_all 's/k < K/k < K - 1/'
    wrong double_all 's/sum = mad\(/sum = (float)mad(/'
    wrong double_all 's/= sum;/= (float)sum;/'
    wrong double_all 's/sum = mad\(/sum = mad((double)(float)/'
    wrong double_all 's/= sum;/= sum * (1.0 + 1e-15);/'
    wrong double_all 's/beta \*/(float)beta */'
    judge
fi
if device_with cl_khr_fp16; then
    wrong half_all 's/k < K/k < K - 1/'
    wrong half_all 's/int k = 0/int k = 1/'
    wrong half_all 's/row \* lda/row * K/'
    wrong half_all 's/beta \* C\[/C[/'
    wrong half_all 's/= sum;/= K == 257 \&\& column == 0 ? sum + 1 : sum;/'
    wrong half_products 's/k < K/k < K - 1/'
    judge
fi

# A kernel of a host whose file says less of C for a work-group than the kernel has: the launch is larger than the program's, and nothing is
# wrong but what one work-group writes.
cat >"$scratch/host.json" <<'END'
{"schema": "clgemm-interface/1", "entry": "multiply", "problem": "--layout row --lda tight --ldb tight --ldc tight --alpha 1 --beta 0",
 "arguments": [["int rows", "m"], ["int columns", "n"], ["int depth", "k"], ["__global const float *left", "A"],
               ["__global const float *right", "B"], ["__global float *result", "C"]],
 "launch": {"groups": ["n", "m"], "extent": {"m": 8, "n": 8}, "local": [4, 4]}}
END
sed 's/"m": 8/"m": 4/' "$scratch/host.json" >"$scratch/less.json"
for file in host less; do
    "$CLGEMM_GEN" --interface "$scratch/$file.json" --family register --emit cl,json -o "$scratch/of_$file.cl" || failed=1
done
expect 0 '^passed  of_less: ' check "$scratch/of_less.json" "${chosen[@]}"
cp "$scratch/of_host.cl" "$scratch/of_less.cl"
expect 6 'the first work-group alone writes C\[4\]\[0\] \(row, column\), beyond the 4 x 8 elements' check "$scratch/of_less.json" --edited "${chosen[@]}"
# The program's own kernel, by what its file says.
sed 's/"n", "m"/"m", "n"/' "$scratch/host.json" >"$scratch/turned.json"
expect 0 '^passed  multiply: ' check --interface "$scratch/host.json" --source "$scratch/of_host.cl" "${chosen[@]}"
expect 6 'the first work-group alone writes C\[4\]\[0\]' check --interface "$scratch/less.json" --source "$scratch/of_host.cl" "${chosen[@]}"
expect 6 '^failed  multiply: ' check --interface "$scratch/turned.json" --source "$scratch/of_host.cl" "${chosen[@]}"
expect 1 'say how the program calls it, by --interface' check --preset naive --source "$scratch/of_host.cl" "${chosen[@]}"
# One that sums in halves, by functions that every device has, where the emitted kernel would calculate with halves.
sed 's/"--layout/"--type f16 --layout/; s/float/half/g; s/"extent.*/"extent": {"m": 1, "n": 1}, "local": [1, 1]}}/' "$scratch/host.json" >"$scratch/halves.json"
cat >"$scratch/halves.cl" <<'END'
__kernel void multiply(int rows, int columns, int depth, __global const half *left, __global const half *right, __global half *result)
{
    const int column = get_global_id(0), row = get_global_id(1);
    vstore_half(0.0f, row * columns + column, result);
    for (int k = 0; k < depth; ++k)
        vstore_half(vload_half(row * columns + column, result) + vload_half(row * depth + k, left) * vload_half(k * columns + column, right),
            row * columns + column, result);
}
END
expect 6 '^failed  multiply: ' check --interface "$scratch/halves.json" --source "$scratch/halves.cl" "${chosen[@]}"
expect 0 '^passed  multiply: ' check --interface "$scratch/halves.json" --compute f16 --family naive --source "$scratch/halves.cl" "${chosen[@]}"
# Lines that a program pads: they are as long in checks, and a kernel that takes other ones is told.
sed 's/--lda tight //; s|"launch"|"where": {"lda": "(depth + 7) / 8 * 8"}, "launch"|' "$scratch/host.json" >"$scratch/padded.json"
"$CLGEMM_GEN" --interface "$scratch/padded.json" --family register -o "$scratch/padded.cl" || failed=1
expect 0 '^passed  multiply: ' check --interface "$scratch/padded.json" --source "$scratch/padded.cl" "${chosen[@]}"
sed 's|depth + 7) / 8 \* 8|depth + 3) / 4 * 4|' "$scratch/padded.json" >"$scratch/padded_less.json"
expect 6 '^failed  multiply: ' check --interface "$scratch/padded_less.json" --source "$scratch/padded.cl" "${chosen[@]}"
# A program that has more work-items than elements along an axis, which a kernel numbers itself; and one that counts its work-groups, of which fewer
# than there are tiles do the rest in turn.
sed 's/"extent.*/"extent": {"m": 1, "n": 32}, "local": [2, 4]}}/' "$scratch/host.json" >"$scratch/numbered.json"
expect 0 '^passed  multiply: ' check --interface "$scratch/numbered.json" --family gemv --thin m --tile 1x4 --wg 1x8 "${chosen[@]}"
for count in '["m", 1]' '["(n + 15) / 16"]' '[2, "m * n"]'; do
    sed "s|\"groups.*|\"count\": $count, \"local\": [4, 2]}}|" "$scratch/host.json" >"$scratch/counted.json"
    expect 0 '^passed  multiply: ' check --interface "$scratch/counted.json" --family gemv --thin n --tile 2x2 --wg 8x1 "${chosen[@]}"
done
sed 's|"groups.*|"count": ["m / 3"], "local": [4, 2]}}|' "$scratch/host.json" >"$scratch/none.json"
expect 6 '`count` of the interface is 0 along dimension 0 where M, N and K are' check --interface "$scratch/none.json" --family register "${chosen[@]}"
# Formulas of members are counted with each value that the file tries, and the program's own kernel tells a wrong one.
"$CLGEMM_GEN" --print interface llama_mul_mm_f32 >"$scratch/shared.json"
"$CLGEMM_GEN" --interface "$scratch/shared.json" --family register -o "$scratch/shared.cl" || failed=1
expect 0 '^passed  kernel_mul_mm_f32_f32_l4_lm: ' check --interface "$scratch/shared.json" --source "$scratch/shared.cl" "${chosen[@]}"
sed 's/"member_a": "[^"]*"/"member_a": "member % ne12 * r2 + member \/ ne12 * 7"/; s/"try": .*/"try": {"r2": [1, 3]}/' "$scratch/shared.json" >"$scratch/beyond.json"
expect 6 'member_a of the interface is 6 where member is 2 and r2 3: a batch of 4 has no such member' check --interface "$scratch/beyond.json" --family register "${chosen[@]}"
sed '/member_a/{s/r2/rx/;s/r3/r2/;s/rx/r3/}' "$scratch/shared.json" >"$scratch/mistaken.json"
expect 6 '^failed  kernel_mul_mm_f32_f32_l4_lm: .* r2 2, .*member 1: C' check --interface "$scratch/mistaken.json" --source "$scratch/shared.cl" "${chosen[@]}"
sed 's/"try": .*/"try": {"r2": [1]}/' "$scratch/mistaken.json" >"$scratch/unseen.json"
expect 0 '^passed  kernel_mul_mm_f32_f32_l4_lm: ' check --interface "$scratch/unseen.json" --source "$scratch/shared.cl" "${chosen[@]}"
# A kernel that takes the member's own matrix in place of the one that the host's array has.
"$CLGEMM_GEN" --interface llama_mul_mv_id_q8_0 -o "$scratch/index.cl" || failed=1
expect 0 '^passed  kernel_mul_mv_id_q8_0_f32_flat: ' check --interface llama_mul_mv_id_q8_0 --source "$scratch/index.cl" "${chosen[@]}"
sed 's/ids\[.*\];/member;/' "$scratch/index.cl" >"$scratch/own_matrix.cl"
expect 6 '^failed  kernel_mul_mv_id_q8_0_f32_flat: .*member 0: C' check --interface llama_mul_mv_id_q8_0 --source "$scratch/own_matrix.cl" "${chosen[@]}"
sed 's/(long)offset2 + //' "$scratch/index.cl" >"$scratch/not_moved.cl"
expect 6 '^failed  kernel_mul_mv_id_q8_0_f32_flat: .* offset2 [48], ' check --interface llama_mul_mv_id_q8_0 --source "$scratch/not_moved.cl" "${chosen[@]}"
# A text of variants, built with the macros of each setting, and the program's own, which is wrong with one of them.
sed 's/"launch": .*/"launch": {"groups": ["n", "m"], "extent": {"m": "SIDE", "n": "SIDE"}, "local": ["SIDE", "SIDE"]},\n "macros": {"SIDE": [4, 8]}, "untuned": {"SIDE": 4}}/' \
    "$scratch/host.json" >"$scratch/settings.json"
cat >"$scratch/own.cl" <<'END'
__kernel void multiply(int rows, int columns, int depth, __global const float *left, __global const float *right, __global float *result)
{
    const int column = get_global_id(0), row = get_global_id(1);
    float sum = 0;
    for (int k = 0; k < depth - (SIDE == 8); ++k)
        sum += row < rows && column < columns ? left[row * depth + k] * right[k * columns + column] : 0;
    if (row < rows && column < columns)
        result[row * columns + column] = sum;
}
END
expect 0 '^passed  multiply_2, -DSIDE=8: ' check --interface "$scratch/settings.json" --variants 2 "${chosen[@]}"
expect 6 '^passed  multiply_1, -DSIDE=4: ' check --interface "$scratch/settings.json" --variants 2 --source "$scratch/own.cl" "${chosen[@]}"
expect 6 '^failed  multiply_2, -DSIDE=8: ' check --interface "$scratch/settings.json" --variants 2 --source "$scratch/own.cl" "${chosen[@]}"
expect 4 'has several kernels, and one is wanted here' bench --interface "$scratch/settings.json" --variants 2 -M 8 -N 8 -K 8 "${chosen[@]}"
"$CLGEMM_GEN" --interface clblast_xgemm_direct_strided --family register --emit cl,json -o "$scratch/batch.cl" || failed=1
expect 0 '^passed  batch: ' check "$scratch/batch.json" -M 40 -N 40 -K 8 --members 0 "${chosen[@]}"
echo "$count wrong kernels tried"
exit $failed
