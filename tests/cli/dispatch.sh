#!/bin/bash
# --emit dispatch: the kernels that a profile names, and the table that picks one for a shape.
. "${srcdir:-.}/tests/apart.sh"
. "${srcdir:-.}/tests/cli/common.sh"
CC=${CC:-cc}

# profile KERNELS SHAPES: the file tuned.json.
profile() {
    printf '{"name": "tuned", "inherits": "generic", "dispatch": {"kernels": [%s], "shapes": [%s]}}\n' "$1" "$2" \
        >tuned.json
}
register='--family register --layout row'
k0='{"name": "k0", "options": "'$register' --tile 8x4 --wg 4x4"}'
k1='{"name": "k1", "options": "'$register' --tile 4x4 --wg 2x2 --edges exact"}'
k2='{"name": "k2", "options": "--family naive --layout row --fixed 64x1x1216"}'
shapes='{"m": 35, "n": 700, "k": 2048, "kernel": 0, "gflops": 12.3}, {"m": 128, "n": 128, "k": 128, "kernel": "k1"},
    {"m": 64, "n": 1, "k": 1216, "kernel": 2, "gflops": 0.0625}, {"m": 2048, "n": 2048, "k": 8, "kernel": 0}'

# ---------------------------------------------------------------- what is written
profile "$k0, $k1, $k2" "$shapes"
expect 0 '' "$gen" --for tuned.json --emit dispatch -o out/
[ "$(echo $(ls out))" = 'clgemm.cl clgemm_dispatch.h' ] || fail "out/ holds $(ls out)"
expect 0 '' "$gen" --for tuned.json --emit dispatch,json,launcher -o out --name quick --depfile out/quick.d
[ "$(echo $(ls out))" = 'clgemm.cl clgemm_dispatch.h quick.cl quick.d quick.json quick_dispatch.h quick_launch.h' ] || fail "out/ holds $(ls out)"
for file in quick.cl quick.json quick_dispatch.h quick_launch.h; do
    [ -s "out/$file" ] || fail "$file was not written"
    grep -q "out/$file" out/quick.d || fail "the make rule lacks $file"
done
grep -q '^  tuned.json' out/quick.d || fail 'the make rule does not name the profile'
grep -q 'void quick_k1(' out/quick.cl || fail 'the kernel does not have the name of the dispatch'
diff <(sed 's/quick/clgemm/g; s/QUICK/CLGEMM/g' out/quick_dispatch.h | grep -v SOURCE_HASH) <(grep -v SOURCE_HASH out/clgemm_dispatch.h) || fail 'the table depends on its name'

# A macro selects a kernel; without it all are built. Each program of the manifest is built so.
for number in 0 1 2 3; do
    [ "$(cpp -P -D CLGEMM_KERNEL=$number out/clgemm.cl | grep -o 'void clgemm_k[0-9](' | tr -dc 0-9)" = "${number/3/}" ] || fail "CLGEMM_KERNEL=$number builds another kernel"
    [ "$(grep -c "\"build_options\":\"-D QUICK_KERNEL=$number\"" out/quick.json)" = $((number < 3)) ] || fail "programs of kernel $number"
done
[ "$(cpp -P out/clgemm.cl | grep -o 'void clgemm_k[0-9](' | tr -dc 0-9)" = 012 ] || fail 'without a macro there are other kernels'

# Of sizes that are fixed the dispatch has their kernel alone, measured or not.
for size in 64x1x1216:k2:0.063 100x700x2000:k0:0.000; do
    IFS=: read -r sizes kernel gflops <<<"$size"
    expect 0 '' "$gen" --for tuned.json --fixed "$sizes" --emit dispatch,launcher -o "$kernel/"
    grep -q -F "{${sizes//x/, }, 0, $gflops}" "$kernel/clgemm_dispatch.h" || fail "--fixed $sizes: no shape of these sizes"
    [ "$(grep -o 'void clgemm_k[0-9](' "$kernel/clgemm.cl")" = "void clgemm_$kernel(" ] || fail "--fixed $sizes: not $kernel alone"
    rm -r "$kernel"
done

# A kernel is the one that its options make, under its name; what the command line says wins.
apart out
expect 0 '' "$gen" $register --tile 8x4 --wg 4x4 --name clgemm_k0 --for tuned.json
alike "$scratch/output" out/clgemm_k0.cl || fail 'k0 is not the kernel of its options'
expect 0 '' "$gen" --for tuned.json --emit dispatch --type f64 --beta 0 -o wide/
apart wide
grep -q '__global const double' wide/clgemm_k0.cl || fail '--type f64 does not win'

# A row is complete: the profile's own kernel stands behind none.
printf '{"inherits": "generic", "options": {"f32": "%s --tile 4x4 --wg 2x2 --vec-c 4"}, "dispatch": {"kernels": [%s], "shapes": [%s]}}' \
    "--family register" "$k0" '{"m": 1, "n": 1, "k": 1, "kernel": 0}' >own.json
expect 0 '' "$gen" --for own.json --emit dispatch -o own/
apart own
alike own/clgemm_k0.cl out/clgemm_k0.cl || fail "the profile's kernel is mixed into a row"
rm -r own own.json

# One dispatch computes one thing: rows that say another are chosen by the command line, or refused.
mixed='{"name": "nn", "options": "--family naive"}, {"name": "nt", "options": "--family naive --transpose nt"},
    {"name": "tn", "options": "--family naive --transpose tn --type f64"}, {"name": "nt2", "options": "--family register --transpose nt"}'
profile "$mixed" '{"m": 1, "n": 1, "k": 1, "kernel": 0}, {"m": 2, "n": 2, "k": 2, "kernel": 1}, {"m": 3, "n": 3, "k": 3, "kernel": 3},
    {"m": 4, "n": 4, "k": 4, "kernel": 2}'
mv tuned.json mixed.json
one_of="and a dispatch is for one of them"
expect 4 "kernel nn of profile mixed.json is for --transpose nn and kernel nt for --transpose nt, $one_of; ask --transpose nn, or --transpose nt for another one" \
    "$gen" --for mixed.json --emit dispatch -o mixed/
expect 0 '' "$gen" --for mixed.json --emit dispatch --transpose nt --type f32 -o mixed/
apart mixed
[ "$(echo $(ls mixed))" = 'clgemm_dispatch.h clgemm_nn.cl clgemm_nt.cl clgemm_nt2.cl' ] || fail "--transpose nt chose $(echo $(ls mixed))"
grep -q 'SHAPE_COUNT 3' mixed/clgemm_dispatch.h && grep -q '{3, 3, 3, 2, 0.000}' mixed/clgemm_dispatch.h || fail 'the shapes do not follow the kernels'
grep -q ' \* in f32, column-major' mixed/clgemm_dispatch.h && grep -q 'A \* B^T' mixed/clgemm_dispatch.h || fail 'the header does not say what is computed'
expect 4 "kernel nn of profile mixed.json is for --type f32 and kernel tn for --type f64, $one_of; *" \
    "$gen" --for mixed.json --emit dispatch --transpose tn -o mixed/
profile '{"name": "a", "options": "--family naive --layout row"}, {"name": "b", "options": "--family naive --layout row --beta 0"}' \
    '{"m": 1, "n": 1, "k": 1, "kernel": 0}'
expect 4 "kernel a of profile tuned.json is for --beta arg and kernel b for --beta 0, $one_of; *" "$gen" --for tuned.json --emit dispatch -o mixed/
expect 0 '' "$gen" --for tuned.json --emit dispatch --beta 0 -o mixed/
expect 4 'no kernel of profile tuned.json is for --layout column: the first, a, is for row; ask --layout row, or --for generic, which it inherits from' \
    "$gen" --for tuned.json --emit dispatch --layout column -o mixed/
for values in 'alpha 0.12345678 0.12345679' 'beta 1 1.0000001' 'offset-a 0 arg' 'offset-b 3 4' 'offset-c arg 5'; do
    read -r option first second <<<"$values"
    profile '{"name": "a", "options": "--family naive --'"$option $first"'"}, {"name": "b", "options": "--family naive --'"$option $second"'"}' \
        '{"m": 1, "n": 1, "k": 1, "kernel": 0}'
    expect 4 "kernel a of profile tuned.json is for --$option $first and kernel b for --$option $second, $one_of; *" \
        "$gen" --for tuned.json --emit dispatch -o mixed/
    expect 0 '' "$gen" --for tuned.json --emit dispatch --$option $second -o mixed/
done
profile '{"name": "a", "options": "--family naive --alpha 0.5"}, {"name": "b", "options": "--family naive --alpha 5e-1"}' \
    '{"m": 1, "n": 1, "k": 1, "kernel": 0}'
expect 0 '' "$gen" --for tuned.json --emit dispatch -o mixed/
apart mixed
rm -r mixed mixed.json

# ---------------------------------------------------------------- what is picked
strict='-Wall -Wextra -Wshadow -pedantic -Werror'
cat >pick.c <<'END_OF_C'
#include "out/clgemm_dispatch.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static int failed;
static void expect(long long m, long long n, long long k, int kernel, enum clgemm_pick_level level)
{
    enum clgemm_pick_level found = CLGEMM_PICK_NONE;
    const int got = clgemm_pick(m, n, k, &found);
    if (got == kernel && found == level && clgemm_pick(m, n, k, 0) == kernel)
        return;
    printf("%lld x %lld x %lld: kernel %d at level %d, not %d at %d\n", m, n, k, got, (int)found, kernel, (int)level);
    failed = 1;
}
int main(void)
{
    int names = 0;
    expect(35, 700, 2048, 0, CLGEMM_PICK_EXACT);
    expect(128, 128, 128, 1, CLGEMM_PICK_EXACT);
    expect(64, 1, 1216, 2, CLGEMM_PICK_EXACT);
    /* Twice or half of one size is as far: 256 and 64 are at 1 from 128. */
    expect(256, 128, 128, 1, CLGEMM_PICK_NEAREST);
    expect(64, 64, 64, 1, CLGEMM_PICK_NEAREST);
    /* A kernel that does not serve the shape is passed over, however near. */
    expect(127, 128, 128, 0, CLGEMM_PICK_NEAREST);
    expect(64, 2, 1216, 0, CLGEMM_PICK_NEAREST);
    /* In ratios, not in differences: (512, 512, 128) is at 4 from (128, 128, 128) and at 8 from (2048, 2048, 8). */
    expect(512, 512, 128, 1, CLGEMM_PICK_NEAREST);
    expect(3000000000, 1, 1, -1, CLGEMM_PICK_NONE);
    expect(-1, 64, 64, -1, CLGEMM_PICK_NONE);
    expect(64, -8, 64, -1, CLGEMM_PICK_NONE);
    expect(64, 64, -9223372036854775807 - 1, -1, CLGEMM_PICK_NONE);
    expect(0, 1, 1, 0, CLGEMM_PICK_NEAREST);
#define COUNT(number, name) names += strcmp(clgemm_kernel_name(number), #name) == 0;
    CLGEMM_KERNELS(COUNT)
    if (names != CLGEMM_KERNEL_COUNT || clgemm_kernel_name(3) || clgemm_kernel_name(-1))
        return 1;
    if (clgemm_shapes()[0].gflops != 12.3 || clgemm_shapes()[2].gflops != 0.063 || CLGEMM_SHAPE_COUNT != 4)
        return 1;
    return failed;
}
END_OF_C
printf '#include "out/clgemm_dispatch.h"\n#include "out/quick_dispatch.h"\nextern int nothing;\n' >both.c
for other in "$CC" gcc clang; do
    command -v $other >/dev/null || continue
    $other -std=c99 $strict -Wconversion pick.c -o pick && ./pick || fail "the table by $other"
    $other -std=c99 $strict -Wconversion -c both.c || fail "two tables in one source by $other"
done
if command -v g++ >/dev/null; then
    g++ -x c++ -std=c++11 $strict -c both.c || fail 'the tables as C++'
fi
if command -v clang++ >/dev/null; then
    clang++ -x c++ -std=c++11 $strict -Wzero-as-null-pointer-constant -c both.c || fail 'the tables as C++ by clang++'
fi
awk 'length > 100 && !/clgemm-gen / && !/^    "/ { print; wide = 1 } END { exit wide }' out/clgemm_dispatch.h || fail 'a line of more than 100 columns'

# Matrices of more than 2^31 elements, where places have 32 bits: a leading dimension that is given at launch is at least tight.
small='--family naive --layout row --index 32'
tight='--lda tight --ldb tight --ldc tight'
row='{"m": 7, "n": 7, "k": 7, "kernel": '
profile '{"name": "tight", "options": "'"$small $tight"'"}, {"name": "given", "options": "'"$small"'"},
    {"name": "fixed", "options": "'"$small $tight --fixed 7x7x7"'"}, {"name": "wide", "options": "--family naive --layout row --index 64"}' \
    "${row}0}, ${row}1}, ${row}3}"
expect 0 '' "$gen" --for tuned.json --emit dispatch -o big/
cat >big.c <<'END_OF_C'
#include "big/clgemm_dispatch.h"
#include <stdio.h>
static int failed;
static void expect(long long m, long long n, long long k, int small)
{
    for (int kernel = 0; kernel < 4; kernel++) {
        const int wanted = kernel == 2 ? 0 : kernel == 3 ? 1 : small;
        if (clgemm_serves(kernel, m, n, k) == wanted)
            continue;
        printf("%lld x %lld x %lld: kernel %d %s\n", m, n, k, kernel, wanted ? "does not serve it" : "serves it");
        failed = 1;
    }
}
int main(void)
{
    expect(46340, 46340, 46340, 1);
    expect(46341, 46341, 1, 0);
    expect(46341, 1, 46341, 0);
    expect(1, 46341, 46341, 0);
    expect(1, 2147000000, 1, 1);
    expect(2, 1073741823, 1, 1);
    expect(2, 1073741824, 1, 0);
    expect(0, 2147000000, 0, 1);
    for (int kernel = 0; kernel < 4; kernel++)
        failed |= clgemm_serves(kernel, -1, 5, 5) || clgemm_serves(kernel, 5, 5, -1);
    return failed || clgemm_pick(50000, 50000, 50000, 0) != 3 || !clgemm_serves(2, 7, 7, 7);
}
END_OF_C
for other in "$CC" gcc clang; do
    command -v $other >/dev/null || continue
    $other -std=c99 $strict -Wconversion big.c -o big.out && ./big.out || fail "matrices of more than 2^31 elements by $other"
done
rm -r big big.c big.out

# A kernel for every shape asks nothing of them: no variable is left unused.
profile '{"name": "k", "options": "--family naive"}' '{"m": 1, "n": 1, "k": 1, "kernel": 0}'
expect 0 '' "$gen" --for tuned.json --emit dispatch -o one/
printf '#include "one/clgemm_dispatch.h"\nint main(void) { return clgemm_pick(0, 0, 0, 0); }\n' >one.c
$CC -std=c99 $strict one.c -o one.out && ./one.out || fail 'a table of one kernel'

# Launchers that an earlier run has left do not compile with the header of another kernel.
if echo '#include <CL/cl.h>' | $CC -E -DCL_TARGET_OPENCL_VERSION=120 - >/dev/null 2>&1; then
    launches() {
        printf '#include "left/clgemm_launch.h"\nint main(void) { return sizeof(struct clgemm) == 0; }\n' >left.c
        $CC -std=c11 $strict -DCL_TARGET_OPENCL_VERSION=120 -fsyntax-only left.c 2>errors
    }
    profile "$k0" '{"m": 1, "n": 1, "k": 1, "kernel": 0}'
    expect 0 '' "$gen" --for tuned.json --emit dispatch,launcher -o left/
    launches || { cat errors; fail 'a launcher with its own header'; }
    expect 0 '' "$gen" --for tuned.json --beta 0 --emit dispatch -o left/
    launches && fail 'a launcher compiles with the header of another kernel'
    grep -q 'clgemm_dispatch.h has other kernels than this file: emit both together' errors || { cat errors; fail 'the wrong header is not named'; }
    rm -r left left.c errors
fi

# ---------------------------------------------------------------- what is refused; nothing is half-written
rm -rf out wide one
expect 1 'a dispatch has its kernels and shapes from a profile; ask --for FILE.json' "$gen" --emit dispatch -o out/
expect 1 '--emit dispatch writes several files; ask --output FOLDER/' "$gen" --for tuned.json --emit dispatch
expect 1 '--emit dispatch writes several files; ask --output FOLDER/' "$gen" --for tuned.json --emit dispatch -o a.cl
# refused STATUS SENTENCE KERNELS SHAPES
refused() {
    profile "$3" "$4"
    expect "$1" "$2" "$gen" --for tuned.json --emit dispatch -o out/
}
one='{"m": 1, "n": 1, "k": 1, "kernel": 0}'
refused 1 'profile tuned.json: dispatch.kernels is empty' '' "$one"
refused 1 'profile tuned.json: dispatch.shapes is empty' "$k0" ''
refused 1 'profile tuned.json: dispatch.kernels[0].name must be a text' '{"options": ""}' "$one"
refused 1 'profile tuned.json: dispatch.kernels[0].options must be a text' '{"name": "k"}' "$one"
refused 1 'profile tuned.json: dispatch.kernels must be a list of objects' "$k0, 5" "$one"
refused 1 'profile tuned.json: two kernels of the dispatch are named k0' "$k0, $k0" "$one"
for name in kernel Kernel; do
    refused 1 "profile tuned.json: a kernel of the dispatch is named $name, a word of the table itself" "${k0/k0/$name}" "$one"
done
refused 1 'profile tuned.json: kernels k and K of the dispatch would share macros; their names must differ in more than case' \
    "${k0/k0/k}, ${k0/k0/K}" "$one"
refused 1 'profile tuned.json: dispatch.shapes[0].n must be a whole number from 0' "$k0" '{"m": 1, "n": "x", "k": 1, "kernel": 0}'
refused 1 'profile tuned.json: dispatch.shapes[1].k is 0, must be at least 1' "$k0" "$one, {\"m\": 1, \"n\": 1, \"k\": 0, \"kernel\": 0}"
refused 1 'profile tuned.json: dispatch.shapes[0].kernel is 1, must be the name of a kernel, or from 0 to 0' "$k0" '{"m": 1, "n": 1, "k": 1, "kernel": 1}'
refused 1 'profile tuned.json: dispatch.shapes[0].kernel is k, and no kernel of dispatch has that name' "$k0" '{"m": 1, "n": 1, "k": 1, "kernel": "k"}'
for kernel in '{"m": 1, "n": 1, "k": 1}' '{"m": 1, "n": 1, "k": 1, "kernel": true}'; do
    refused 1 'profile tuned.json: dispatch.shapes[0].kernel must be the name of a kernel' "$k0" "$kernel"
done
for gflops in -1 '"x"' true; do
    refused 1 'profile tuned.json: dispatch.shapes[0].gflops must be a number from 0' "$k0" \
        '{"m": 1, "n": 1, "k": 1, "kernel": 0, "gflops": '"$gflops"'}'
done
refused 1 'profile tuned.json: dispatch.shapes[0].gflops is no speed' "$k0" '{"m": 1, "n": 1, "k": 1, "kernel": 0, "gflops": 1e12}'
large='{"name": "k1", "options": "'$register' --tile 400x400"}'
refused 4 'kernel k1 of profile tuned.json: --tile 400x400 is too large for registers*' "$large" "$one"
refused 4 'kernel k1 of profile tuned.json: --tile 400x400 is too large for registers*' "$large, $k0" "$one"
refused 1 'kernel k1 of profile tuned.json: unknown option --tilt; did you mean --tile?' \
    "$k0, {\"name\": \"k1\", \"options\": \"--tilt 4x4\"}" "$one"
refused 1 'kernel k1 of profile tuned.json: --pack is called --pretranspose now' \
    "$k0, {\"name\": \"k1\", \"options\": \"$register --pack b\"}" "$one"
refused 1 'kernel k 1 of profile tuned.json: --name takes a name of *' '{"name": "k 1", "options": ""}' "$one"
refused 4 'kernel k1 of profile tuned.json does not serve the shape 3070 x 64 x 64 that names it: it wants m % 8 == 0' "$k0, $k1" \
    '{"m": 3070, "n": 64, "k": 64, "kernel": 1}'
refused 4 'kernel k of profile tuned.json does not serve the shape 50000 x 1 x 50000 that names it: it wants (k < 1 || m <= 2147483647 / k)' \
    "{\"name\": \"k\", \"options\": \"$small $tight\"}" '{"m": 50000, "n": 1, "k": 50000, "kernel": 0}'
printf '{"dispatch": []}' >tuned.json
expect 1 'profile tuned.json: dispatch must be an object' "$gen" --for tuned.json --emit dispatch -o out/
expect_files both.c both.o one.c one.out pick pick.c tuned.json

# A file that cannot be written as asked: its sentence, and nothing of the others.
profile "$k0, $k1" "$one"
mv tuned.json $'\xff.json'
expect 1 'JSON is UTF-8, and the command *' "$gen" --for $'./\xff.json' --emit dispatch,json -o out/
[ -z "$(ls out)" ] || fail "out/ holds $(ls out)"
rm -r out $'\xff.json'

# What is there stays whole where a kernel is refused.
profile "$k0" "$one"
expect 0 '' "$gen" --for tuned.json --emit dispatch -o out/
apart out
cp -R out before
profile "${k0/8x4/4x4}, $large" "${one/0\}/1\}}"
expect 4 'kernel k1 of *' "$gen" --for tuned.json --emit dispatch -o out/
diff -r out before || fail 'files were written before a kernel was refused'
# One beside it is left out, and its name with it.
profile "$large, ${k0/8x4/4x4}" "$one, {\"m\": 2, \"n\": 2, \"k\": 2, \"kernel\": 1}"
rm -r out
expect 0 '' "$gen" --for tuned.json --emit dispatch,launcher -o out/
[ "$(echo $(ls out))" = 'clgemm.cl clgemm_dispatch.h clgemm_launch.h' ] || fail "out/ holds $(ls out)"
grep -q 'KERNEL_COUNT 1$' out/clgemm_dispatch.h && grep -q '{2, 2, 2, 0, 0.000}' out/clgemm_dispatch.h || fail 'a kernel that is refused is in the table'
# What is noted of each kernel is noted once.
expect 0 'note: the nearest profile for RTX 4090 is nvidia-ampere *' "$gen" --for 'RTX 4090' --layout row --emit dispatch -o card/
finish
