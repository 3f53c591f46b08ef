#!/bin/bash
# Kernels beside CLBlast and cuBLAS. For cuBLAS stand-ins on the host (stand_in_cu*.c) multiply, and tell in which types they were asked to.
# Test: turn 9
. "${srcdir:-.}/tests/harness/common.sh"
. "$srcdir/tests/harness/compared.sh"
need_device
on=()

# CLBlast multiplies on the device, in both layouts, with everything transposed or in part. It compiles for seconds, each type once a process.
"$CLGEMM_BENCH" compare --with clblast --family naive --type u8 -M 9 -N 9 -K 9 -i 1 >"$scratch/output" 2>&1 </dev/null
if ! grep -q 'none of the libraries to compare with is here' "$scratch/output"; then
    kernel row_tt $simple --layout row --transpose tt
    kernel column_nt $simple --layout column --transpose nt
    kernel offsets $simple --offset-a 3 --offset-b 5 --offset-c 7
    kernel c32_cn $simple --type c32 --transpose cn
    kernel c64_tc $simple --type c64 --transpose tc --layout row
    all packed,alone clblast 1 -M 33 -N 17 -K 21
elif [ -n "${CLGEMM_ALL_DEVICES:-}" ]; then
    echo 'CLBlast does not multiply; apt-get install libclblast1'
    cat "$scratch/output"
    failed=1
fi

# CLBlast and cuBLAS are found by the names of their files; here stand-ins in the way of real ones.
stand_in() {
    printf '%s\n' "$2" >"$scratch/stand_in.c"
    $CC -shared -fPIC -o "$scratch/$1" "$scratch/stand_in.c" || failed=1
}
stand_in libclblast.so.1 'int nothing;'
LD_LIBRARY_PATH=$scratch expect 0 'left out: this CLBlast has no function CLBlastSgemm' \
    compare --with clblast,openblas --family naive -M 9 -N 9 -K 9 -i 1
LD_LIBRARY_PATH=$scratch expect 4 'none of the libraries to compare with is here: clblast' \
    compare --with clblast --family naive -M 9 -N 9 -K 9 -i 1

# A cuBLAS on the host, with a driver of CUDA: column-major products in the order of the real one's arguments, whose types it writes down.
# cublas FLAG...: compiles both.
cublas() {
    for file in libcuda.so.1 libcublas.so.13; do
        $CC "$@" -shared -fPIC -o "$scratch/$file" "$srcdir"/tests/harness/stand_in_cu*.c -lm || failed=1
    done
}
cublas
export LD_LIBRARY_PATH=$scratch
see packed,alone,with_transfer cublas 1 3 $tile --pretranspose a --with-transfer -M 37 -N 29 -K 21
for transpose in nn nt tn tt; do
    for layout in row column; do
        kernel ${transpose}_$layout $simple --transpose $transpose --layout $layout
    done
done
all packed,alone cublas 1 -M 13 -N 9 -K 21
for transpose in nn nt tn tt; do
    for layout in row column; do
        kernel ${transpose}_$layout $simple --transpose $transpose --layout $layout --type f64
    done
done
for transpose in nc cn tc cc; do
    kernel c64_$transpose $simple --type c64 --transpose $transpose --offset-a 3 --offset-b 5
done
kernel c32_tn $simple --type c32 --transpose tn
all packed,alone cublas 3 --shapes "$scratch/vectors.csv"

# computes NAME TYPES KERNEL OPTION...: a kernel beside which it multiplies in the compute type NAME, with elements of TYPES (their numbers and
# that of NAME).
wanted=() types=()
computes() {
    kernel "${@:3}"
    wanted+=('"kernel":"'"$3"'".*"library_compute":"'"$1"'"') types+=("$2")
}
# computed WORD...: `all` of them; it was called for their types and for no others.
computed() {
    rm -f "$scratch/calls"
    CUBLAS_CALLS=$scratch/calls all packed,alone cublas 1 "$@"
    for pattern in "${wanted[@]}"; do has "$pattern"; done
    equal "calls of cuBLAS, $*" "$(sort -u "$scratch/calls")" "$(printf '%s\n' "${types[@]}" | sort -u)"
    wanted=() types=()
}
engine='--family matrix --engine emulated:mma --tile 2x2 --wg 8x4'
for transpose in nc cn tc cc; do kernel c32_$transpose $simple --type c32 --transpose $transpose --layout row; done
kernel f64_offsets $simple --type f64 --offset-a 3 --offset-b 5 --offset-c 7 --transpose tn
all packed,alone cublas 1 -M 13 -N 9 -K 21
computes CUBLAS_COMPUTE_32F '0 0 0 in 68, 1 members' f32 $simple
computes CUBLAS_COMPUTE_64F '1 1 1 in 70, 1 members' f64 $simple --type f64
computes CUBLAS_COMPUTE_32F_FAST_TF32 '0 0 0 in 77, 1 members' tf32 $engine --compute tf32
computes CUBLAS_COMPUTE_32F '14 14 14 in 68, 1 members' bf16 $simple --type bf16 --offset-a 3
computes CUBLAS_COMPUTE_32F '14 14 0 in 68, 1 members' bf16_f32 $engine --type bf16 --type-c f32 --layout row --transpose tn
computes CUBLAS_COMPUTE_32F '2 2 0 in 68, 1 members' f16_f32 $engine --type f16 --type-c f32 --transpose nt
computes CUBLAS_COMPUTE_32F '14 14 14 in 68, 3 members' bf16_batch $simple --type bf16 --batch strided
computed -M 13 -N 9 -K 21
has '"kernel":"bf16_batch".*"library_members":"members by one call"'
computes CUBLAS_COMPUTE_32F '0 0 0 in 68, 1 members' bf16x3 $engine --compute bf16x3
computed -M 13 -N 9 -K 21
# One column is no other problem, but for f32: a matrix and a vector, of which CUBLAS_CALLS has no line.
computes CUBLAS_COMPUTE_32F_FAST_TF32 '0 0 0 in 77, 1 members' tf32 $engine --compute tf32
computes CUBLAS_COMPUTE_32F '2 2 2 in 68, 1 members' f16 $simple --type f16
computes CUBLAS_COMPUTE_32F '0 0 0 in 68, 3 members' batch $simple --batch strided
kernel gemv $simple
computed -M 13 -N 1 -K 21
has '"kernel":"gemv".*"library_compute":"SGEMV"'
computes CUBLAS_COMPUTE_32I '3 3 10 in 72, 1 members' i8 $simple --type i8 --alpha -3
computes CUBLAS_COMPUTE_32I '3 3 10 in 72, 3 members' i8_batch $simple --type i8 --batch strided
computed -M 12 -N 9 -K 20
# 8-bit reals by cublasLt, to the end in the engine's sums, unless those of the kernel are added up beside.
lt=CUBLAS_COMPUTE_32F fp8="$simple --transpose tn --type-c"
computes "$lt, fast accumulation" '28 28 14 in fast, 1 members' e4m3 $fp8 bf16 --type e4m3
computes "$lt, fast accumulation" '28 29 0 in fast, 1 members' e4m3_e5m2 $fp8 f32 --type-a e4m3 --type-b e5m2 --beta 3 --offset-a 16
computes "$lt, fast accumulation" '29 28 14 in fast, 3 members' e5m2_batch $simple --type-c bf16 --type-a e4m3 --type-b e5m2 --layout row --transpose nt --batch strided
computes "$lt" '28 28 0 in 68, 1 members' sums $fp8 f32 --type e4m3
sed -i 's/"product": "f32"$/"product": "f32", "sums": {"digits": 14, "depth": 32}/' "$scratch/sums.json"
computed -M 16 -N 24 -K 32
expect 4 'cublas takes 8-bit reals with the elements of K contiguous, which is --transpose nt here' \
    compare --with cublas $simple --type e4m3 --type-c f32 --layout row -M 16 -N 16 -K 16 -i 1
expect 4 'cublas takes leading dimensions, offsets and strides of 16 bytes or a multiple where .*; those of C are 9, 0 and 0 elements' \
    compare --with cublas $fp8 f32 --type e4m3 -M 9 -N 9 -K 16 -i 1
expect 4 'cublas is compared in .*, not with A in e5m2, B in e5m2' compare --with cublas $fp8 f32 --type e5m2 -M 16 -N 16 -K 16 -i 1
if device_with cl_khr_fp16; then
    computes CUBLAS_COMPUTE_16F '2 2 2 in 64, 1 members' f16 $simple --type f16 --compute f16
    computed "${chosen[@]}" -M 13 -N 9 -K 21
fi
for batch in none strided; do kernel batch_$batch $simple --type bf16 --batch $batch; done
expect 0 'batch_none; cublas: CUBLAS_COMPUTE_32F$' compare --with cublas "${kernels[@]}" -M 9 -N 9 -K 9 -i 1
grep -q '^cublas: cuBLAS 130000 on first' "$scratch/output" || { echo 'cublas does not say where it runs'; failed=1; }
grep -q '3 members; cublas: CUBLAS_COMPUTE_32F, members by one call$' "$scratch/output" || { echo 'no word of the members'; failed=1; }
# Groups of rows: a call for each that has some, or one for all.
for layout in row column; do
    groups="$simple --layout $layout --batch groups --experts index"
    expect 0 '7 members; cublas: CUBLAS_COMPUTE_32F, members one after another; cublas-grouped: CUBLAS_COMPUTE_32F, members by one call$' \
        compare --with cublas,cublas-grouped $groups --type bf16 --alpha 2 --beta 3 --groups zipf:7x5 -N 9 -K 21 -i 1
done
expect 0 '7 members; openblas: members' compare --with openblas,cublas-grouped $groups --transpose tt --groups zipf:7x5 -N 9 -K 21 -i 1
printf 'rows,expert\n3,a\n0\n# of none\n\n17;b\n  5\n1' >"$scratch/rows.csv"
expect 0 '^ *26 .*5 members; cublas: ' compare --with cublas $groups --groups "$scratch/rows.csv" -N 9 -K 21 -i 1
echo 'x 3' >>"$scratch/rows.csv"
expect 1 'rows.csv: line 8: `1x` is no number of rows' compare --with cublas $groups --groups "$scratch/rows.csv" -N 9 -K 21 -i 1
# The profile's kernel for as many rows as they have on average.
few='--family register --tile 2x4 --wg 1x1' many='--family register --tile 6x8 --wg 1x1'
printf '{"groups": {"in_place": {"f32": {"kernels": [{"name": "few", "options": "%s"}, {"name": "many", "options": "%s"}],
    "shapes": [{"m": 4, "n": 9, "k": 21, "kernel": 0}, {"m": 90, "n": 9, "k": 21, "kernel": 1}]}}}}' "$few" "$many" >"$scratch/rows.json"
expect 0 '^rows_few$' bench --for "$scratch/rows.json" --batch groups --groups even:20x5 -N 9 -K 21 -i 1
expect 0 '^rows_many$' bench --for "$scratch/rows.json" --batch groups --groups even:2x50 -N 9 -K 21 -i 1
# And of columns, and of parts of K.
for parts in '--ragged n -M 9 -K 21' '--ragged k -M 9 -N 21'; do
    expect 0 '7 members; openblas: members.*; cublas: .* members one after another; cublas-grouped: .* members by one call$' \
        compare --with openblas,cublas,cublas-grouped $simple --batch groups $parts --groups zipf:7x5 -i 1
done
expect 4 '--groups deals out 35 of K, which is 21; ask the other two of -M, -N and -K' \
    bench $simple --batch groups --ragged k --groups zipf:7x5 -M 9 -N 9 -K 21 -i 1
expect 4 'cublas-grouped multiplies groups of rows alone; compare with --batch groups' \
    compare --with cublas-grouped $simple --batch strided -M 9 -N 9 -K 9 -i 1
expect 4 'cublas multiplies rows that lie one behind another; compare with --rows-a none --rows-c none' \
    compare --with cublas $simple --layout row --batch groups --rows-a index -M 9 -N 9 -K 9 -i 1
expect 4 'cublas is not compared in groups of 8-bit reals' \
    compare --with cublas $simple --batch groups --type e4m3 --type-c f32 --transpose tn -M 16 -N 16 -K 16 -i 1
expect 4 'cublas takes leading dimensions, offsets and strides of A and B in i8 that are multiples of 4; those of A are 9, 0 and 0' \
    compare --with cublas $simple --type i8 -M 9 -N 9 -K 12 -i 1
expect 4 'cublas is compared in f32, f64, c32, c64, f16 or bf16 .*, not with A in u8, B in u8, C in i32, products in i32 and sums in i32' \
    compare --with cublas $simple --type u8 -M 9 -N 9 -K 9 -i 1
# Others multiply f32 as it is, which is another problem than factors that are rounded.
on=(--worker "$standin")
told 4 'openblas is compared in f32, f64, c32 or c64, not with A in f32, B in f32, C in f32, products in tf32 and sums in f32' \
    compare --with openblas $engine --compute tf32 -M 9 -N 9 -K 9 -i 1
cublas -DWRONG_DOUBLE=1
expect 6 'cublas: C\[' compare --with cublas $simple --type f64 -M 9 -N 9 -K 9 -i 1
exit $failed
