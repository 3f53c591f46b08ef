#!/bin/bash
# Emitted self-tests: they compile without a warning, in C and C++, all in one source; on a device they find kernels of each family right, and
# Test: turn 3
# wrong ones that are edited: other work-items, places, sums, edges, groups. tests/mutation/edits.sh draws many more.
. "${srcdir:-.}/tests/cli/launchers.sh"

# good NAME OPTION...: a kernel as it is. wrong NAME EDIT OPTION...: the same kernel after an extended sed script.
artifacts=header,launcher,selftest
kernels=
good() {
    emit "$1" "${@:2}"
    kernels="$kernels X($1, CL_SUCCESS)"
}
wrong() {
    emit "$1" "${@:3}"
    cp "$1.h" before
    sed -E -i "$2" "$1.h"
    ! cmp -s before "$1.h" || fail "$1: the edit changes nothing"
    kernels="$kernels X($1, CL_INVALID_KERNEL)"
}

scalar='--family register --tile 2x3 --wg 2x2 --tile-k 2'
shuffle='--share shuffle --tile 8x2 --wg 2x4 --sub-groups emulated'
local='--family local --tile 2x2 --wg 2x3 --tile-k 4'
blocked='--family blocked --tile 4x8 --block-tiles 2x2 --block-k 16'
gemv='--family gemv --tile 2x4 --wg 4x2'
thin='--family thin --engine emulated:mma --type f16 --transpose nt --tile 2x4 --wg 8x16'
matrix='--family matrix --engine emulated:mma --type bf16 --type-c f32 --tile 2x2 --wg 8x4'
inside='--family local --tile 4x4 --wg 8x8 --tile-k 8 --epilogue bias:column,relu'
experts="$scalar --batch groups --experts index --rows-a index --rows-c index --epilogue scale:row,bias:column:group"
attention='--chain attention --head 16 --tile 2x4 --wg 4x4 --tile-k 16'
engine='--chain attention --engine emulated:mma --type f16 --head 16 --wg 16x4 --tile-k 16'
engine_columns='--chain attention --engine emulated:mfma --type bf16 --head 16 --wg 8x16 --tile-k 16'
alone='--chain attention --head 32 --tile 6x16 --wg 1x1 --block-tiles 2x1'
product='y[n,p,q,f] += x[n,p+r-1,q+s-1,c] * w[f,r,s,c]'
strided='y[g,n,t,f] = x[g,n,2*t+d-2,c] * w[g,f,d,c]'
image='n=2,p=5,q=7,f=9,r=3,s=3,c=16'
repacked='--family gemv --transpose nt --tile 2x2 --wg 4x2 --vec-a 16 --vec-b 16 --prepared b --type-b q4_0'
# shellcheck disable=SC2086
{
    good naive --family naive --type e4m3
    wrong naive_start 's/sum = 0\.0f/sum = 1.0f/' --family naive
    good members $scalar --batch strided --type i8 --type-c i8
    wrong member 's/member = get_global_id\(2\)/member = get_group_id(0) % 2/' $scalar --batch strided
    good listed $scalar --batch offsets --type c32 --transpose nc
    wrong list 's/\[member\]/[0]/' $scalar --batch offsets
    wrong factor 's/c_1_2 = mad\(a_1_0, b_2_0/c_1_2 = mad(a_1_0, b_1_0/' $scalar
    good finished $scalar --edges pad --epilogue residual,bias:row,gelu
    wrong guard 's/column \+ 1 < N/column < N/' $scalar
    good lanes $shuffle
    wrong lane 's/get_local_id\(1\) \* 8/get_local_id(1) * 4/' $shuffle
    good staged $local
    wrong stage 's/left = depth - k;/left = depth - k - 1;/' $local
    good blocks $blocked
    wrong block 's/(A \+ .*lda) \+ first_k/\1/' $blocked
    good parts $gemv
    wrong part 's/whole_k \+ part; k < depth/whole_k; k < depth/' $gemv
    good row $thin
    wrong rest 's/own_row \+ 4\]/own_row]/' $thin
    good tiles $matrix
    wrong store 's/column, N - column, alpha, c_1_0/column, N - column, alpha, c_0_0/' $matrix
    good fragments --family matrix --engine emulated:wgmma --type e4m3 --tile 4x4 --wg 32x4
    # Bounds further inside a tile, beyond C, and the rest of K after one iteration and a half.
    wrong bound 's/row \+ 2 < M/row + 2 < M - 1/' $inside
    wrong beyond 's/row \+ 3 < M/row + 3 <= M/' $inside
    wrong depth 's/depth % 8/depth % 16/' $inside
    good quantised $repacked
    wrong quants 's,at % 256 / 32,at % 256 / 64,' $repacked
    good ragged $scalar --batch groups
    wrong ends 's/clamp\((offsets\[group \+ 1\]), first_of_group, end_of_group\)/\1/' $scalar --batch groups
    wrong tile 's/ - group;/;/' $scalar --batch groups
    good experts $experts
    wrong expert 's/min\(experts\[group\], matrix_count - 1\)/experts[group]/' $experts
    wrong gathered 's/index_a \+= first_of_group;//' $experts
    wrong skipped 's/\(uint\)row_of_a_0 < \(uint\)rows_a/true/' $experts
    wrong by_group 's/bias \+= member \* N;//' $experts
    wrong by_row 's/scale \+= first_of_group;//' $experts
    good added $scalar --batch groups --rows-a index --rows-c add --beta 0 --epilogue scale:row
    wrong once 's/as_float\(seen\) \+ value/value/' $scalar --batch groups --rows-c add --beta 0
    good ragged_n $scalar --batch groups --ragged n --type c32 --transpose tc
    good ragged_k $scalar --batch groups --ragged k --epilogue residual
    wrong part_of_k 's/clamp\(offsets\[member \+ 1\], first_of_group, K\)/K/' $scalar --batch groups --ragged k
    good blocks_of_groups $scalar --batch groups --experts index --transpose nt --type-b q4_0 --epilogue bias:column:group,gelu
    good groups --family register --tile 2x2 --wg 2x2 --transpose nt --type-b u4_32
    good scaled --family register --tile 2x2 --wg 2x2 --transpose nt --type-a e4m3_128 --type-b mxfp8_e5m2
    good shared --family register --tile 2x2 --wg 2x2 --transpose nt --type-a e4m3_128 --type-b e4m3_128x128 --decode b
    good apart --family register --tile 2x2 --wg 2x2 --transpose nt --type-a q6_k --type-b q5_k --quants apart
    good beside $scalar --batch groups --experts index --transpose nt --type-a u4_32 --type-b q5_1 --quants apart --offset-b arg
    good codes --family naive --transpose nt --type-a iq4_nl --type f16 --type-b iq4_nl --quants apart
    wrong fifth 's,uppers\[at / 32\],uppers[at / 64],' --family naive --transpose nt --type-b q5_0 --quants apart
    good gated $scalar --chain gate:gelu --offset-b arg
    good halves $matrix --type-c bf16 --layout row --chain gate:relu
    wrong up 's/(up_1_2 = mad\(a_1_0, )d_2_0/\1b_2_0/' $scalar --chain gate:silu
    good halves_in_parts --family matrix --engine emulated:mma --compute bf16x3 --tile 4x2 --wg 8x8 --chain gate:none
    wrong line_of_d 's/\* ldd/* ldb/' $scalar --chain gate:none
    good attention $attention
    good causal $attention --mask causal --type-a f16 --type-b bf16 --alpha 0.5
    good rows_alone $alone --type f16
    good masked_keys $attention --mask keys --type-mask f16
    good masked_members $alone --mask causal,matrix --lengths member --type bf16 --type-c f32
    wrong masked_less 's/(key < more \? )[0-9.]+f/\10.5f/' $attention --mask keys
    wrong too_long 's/if \(first_row \+ row >= member_lq\)/if (first_row + row >= lq)/' $alone --lengths member
    good rows_alone_bf16 $alone --mask causal --type bf16 --type-c f32
    wrong masked 's/row \+ 1 - first/row + 2 - first/' $attention --mask causal
    wrong heads 's/head \/ \(q_heads/head % (q_heads/' $attention
    wrong scaled_sums 's/= scales\[[^]]*\] \* v/= v/' $attention
    wrong total 's/total = \*total \* scale/total = *total/' $alone
    wrong keys 's/key < end\)/key + 1 < end)/' $attention
    wrong stride 's/ \* v_row/ * k_row/' $attention
    good engine $engine
    good engine_columns $engine_columns --mask causal
    wrong engine_scale 's/(o_[01]_[0-9]+) \*= scale/\1 *= 1/' $engine
    wrong engine_masked 's/first_row \+ 1 \+ row/first_row + 2 + row/' $engine --mask causal
    wrong engine_ahead 's/(next) < end/\1 + 16 < end/' $engine --stages 2
    good by_index --product "$product" --family register --tile 2x2 --epilogue bias:column,gelu --type f16
    wrong by_tap 's/(s_of_a_0 = ).*;/\10;/' --product "$product" --family register --tile 2x2
    wrong by_check 's/< \(uint\)x_extent_2/<= (uint)x_extent_2/' --product "$product" --family register --tile 2x2
    good by_index_apart --product "$strided" --strides arg --family naive --epilogue scale:row --type bf16 --offset-c arg
    wrong by_member 's/(B \+= )member/\1(member + 1) \/ 2/' --product "$strided" --strides arg --family naive
    good by_index_prepared --product "$product" --family blocked --panels b --prepared b
    good by_index_fixed --product "$product" --fixed $image --extent x=,5,7, --family matrix --engine emulated:mma --type f16 --copy async --stages 3
    wrong by_index_beyond 's/< 5 /< 6 /' --product "$product" --fixed $image --extent x=,5,7, --family naive
    good exact --family register --tile 2x4 --wg 2x2 --edges exact --type f64
}

# within LINES OPTION...: the bound of a self-test, which a person reads before its program runs it.
within() {
    local lines
    lines=$("$gen" --name gemm --layout row --emit selftest "${@:2}" | wc -l)
    [ "$lines" -gt 0 ] && [ "$lines" -le "$1" ] || fail "a self-test of $lines lines, not $1 at most: ${*:2}"
}
one_of_each='bias:row,gelu leaky_relu:0.1 clamp:-1:1 residual,bias:column,scale,gelu'
for type in f32 f64 f16 bf16 e4m3 e5m2 i8 u8 i32 c32 c64 'f16 --type-c f32' 'bf16 --type-c f32' 'e4m3 --type-c bf16' 'i8 --type-c i8' 'u8 --type-c u8' \
    'u8 --type-b i8 --type-c u8' 'f32 --type-a f16 --type-b bf16'; do
    # shellcheck disable=SC2086
    for kernel in '' '--batch strided' '--batch strided --stride-b 0' '--batch offsets' '--edges pad' '--split-k 4' '--pretranspose ab' \
        '--family blocked --panels ab' '--family gemv' '--prepared ab' '--prepared b --batch strided' '--fixed 64x64x64' '--launcher cache,events,log' \
        '--offset-a arg --offset-b arg --offset-c arg'; do
        within 150 --type $type $kernel
    done
    case $type in
    c* | i32 | i8 | u8) continue ;; # have no epilogue
    esac
    # shellcheck disable=SC2086
    for epilogue in $one_of_each; do
        within 150 --type $type --epilogue $epilogue
        within 150 --type $type --epilogue $epilogue --batch strided
    done
done
for type in f32 f64 f16 'bf16 --type-c f32' e5m2; do
    # shellcheck disable=SC2086
    within 150 --family register --type $type --chain gate:gelu
done
"$gen" --product "$product" --epilogue bias:column,gelu --emit selftest --name by_index >said && [ "$(wc -l <said)" -le 162 ] || fail 'a self-test by index functions is long'
"$gen" --chain attention --emit selftest --name attention >said && [ "$(wc -l <said)" -le 190 ] || fail 'a self-test of attention is long'
for engine in mma wgmma dpas dpas16 mfma mfma94 wmma wmma12; do
    # shellcheck disable=SC2086
    for kernel in '' '--batch strided' '--batch offsets' '--epilogue bias:row,gelu' '--prepared b'; do
        within 150 --family matrix --engine emulated:$engine --type f16 $kernel
        within 150 --family matrix --engine emulated:$engine --type f16 --type-c f32 $kernel
    done
done
for type in q4_0 q4_1 q5_0 q5_1 q8_0 iq4_nl q4_k q5_k q6_k mxfp4 i4_32 u4_32 e4m3_128 e5m2_128 e4m3_128x128 mxfp8_e4m3; do
    # shellcheck disable=SC2086
    for kernel in '' '--batch strided' '--epilogue residual,bias:column,scale,gelu' '--split-k 4' '--decode b'; do
        within 250 --transpose nt --type bf16 --type-b $type $kernel
    done
done
within 280 --transpose nt --type bf16 --type-b q5_k --quants apart --batch strided --epilogue residual,bias:column,scale,gelu
within 250 --transpose nt --type-a u4_32 --type-b q5_k --batch strided --epilogue residual,bias:column,scale,gelu
within 250 --transpose nt --type-a e4m3_128 --type-b e4m3_128x128 --batch strided --epilogue bias:row,gelu

for groups in '' '--experts index --rows-a index --rows-c index --epilogue scale:row,bias:column:group,gelu' '--rows-c add --beta 0 --epilogue scale:row' \
    '--ragged n --type c32' '--ragged k --epilogue residual'; do
    # shellcheck disable=SC2086
    within 250 --batch groups $groups
done
within 300 --batch groups --experts index --rows-a index --transpose nt --type-a u4_32 --type-b q5_k --type-c f32 --epilogue scale:row,bias:column:group,gelu

# No self-test has a launch of its own.
"$gen" --interface clblast_xgemm_batched --emit selftest >said 2>&1 && fail 'a host that launches has a self-test'
"$gen" --for cpu --product "$product" --fixed $image --extent x=,5,7, --emit dispatch,launcher,selftest -o ./ >said 2>&1 &&
    fail 'a dispatch by index functions has a self-test'
"$gen" --epilogue 'expression:value*value' --emit selftest >said 2>&1 && fail 'an expression is evaluated'

# A dispatch of three kernels, of which the second is edited: it is left out, and the nearest shape's kernel serves.
kernel() {
    printf '{"name": "%s", "options": "%s"}' "$@"
}
printf '{"dispatch": {"kernels": [%s, %s, %s], "shapes": [%s, %s, %s]}}\n' "$(kernel first '--family naive')" "$(kernel second "$scalar")" \
    "$(kernel third "$blocked --panels ab")" '{"m": 4, "n": 4, "k": 4, "kernel": 0}' '{"m": 40, "n": 40, "k": 40, "kernel": 1}' \
    '{"m": 900, "n": 900, "k": 900, "kernel": 2}' >tuned.json
"$gen" --for ./tuned.json --name table --layout row --launcher cache --emit dispatch,launcher,selftest -o ./ || fail 'a dispatch with a self-test'
[ "$(wc -l <table_selftest.h)" -le 250 ] || fail "the self-test of a dispatch has $(wc -l <table_selftest.h) lines"
cp table_dispatch.h before
sed -E -i 's/c_1_2 = mad\(a_1_0, b_2_0/c_1_2 = mad(a_1_0, b_1_0/' table_dispatch.h
! cmp -s before table_dispatch.h || fail 'table: the edit changes nothing'
mkdir cache

for name in $names table; do
    printf '#include "%s_selftest.h"\n' "$name"
done >all.h
for name in naive members listed finished gated by_index by_index_apart by_index_fixed causal attention quantised groups experts added ragged_n ragged_k table; do
    printf '#include "%s_selftest.h"\n' "$name"
done >all.c
echo 'extern int none;' >>all.c
cp all.c all.cc
$CC -std=c11 $strict -Wconversion -Wcast-qual -c all.c -o all.o || fail 'all self-tests as C'
if command -v g++ >/dev/null; then
    g++ -std=c++11 $strict -Wold-style-cast -Wcast-qual -Wconversion -c all.cc -o all.o || fail 'all self-tests as C++'
fi

printf '#define KERNELS %s\n' "$kernels" >kernels.h
cat >main.c <<'C'
#include "all.h"
#include "kernels.h"
#include "launcher_host.h"

#define X(name, wanted)                                                                            \
    {                                                                                              \
        struct name kernel;                                                                        \
        struct name##_report report;                                                               \
        cl_int status = name##_create(&kernel, context, device);                                   \
        if (status == CL_SUCCESS)                                                                  \
            status = name##_selftest(&kernel, queue, &report);                                     \
        if (status != wanted) {                                                                    \
            printf("%s: %d, not %d\n", #name, status, wanted);                                     \
            wrong = 1;                                                                             \
        }                                                                                          \
        name##_release(&kernel);                                                                   \
    }

/* By a test, then by the file that it has left, with which nothing is built. */
static void test_table(void)
{
    static const int wanted[3] = {0, 1, 0};
    for (int run = 0; run < 2; run++) {
        struct table table;
        struct table_report reports[TABLE_KERNEL_COUNT];
        EXPECT(table_create_tested(&table, queue, "cache", reports), CL_SUCCESS);
        for (int i = 0; i < TABLE_KERNEL_COUNT; i++) {
            EXPECT(table.left_out[i], wanted[i]);
            EXPECT(reports[i].wrong != NULL, wanted[i]);
            EXPECT(reports[i].product.kernel, i);
            EXPECT(table.built[i], !run);
        }
        EXPECT(table_pick(40, 40, 40, NULL), 1);
        EXPECT(table_pick_among(40, 40, 40, table.left_out, NULL), 0);
        EXPECT(table_pick_among(400, 400, 400, table.left_out, NULL), 2);
        table_release(&table);
    }
}

static void test(void)
{
    KERNELS
    test_table();
}
C
multiply
