#!/bin/bash
# A dispatch for the shapes of a program (--shapes), and one of few kernels (--most-kernels): what stays, what that costs, what is refused.
. "${srcdir:-.}/tests/cli/common.sh"
CC=${CC:-cc}
hopper=("$gen" --for nvidia-hopper --layout row)
columns='m,n,k,weight'

# explained ARGUMENT...: what --explain-pick shapes prints is in explained.txt; *kept* has the kernels that stay, *share* the mean.
explained() {
    expect 0 '' "${hopper[@]}" "$@" --explain-pick shapes
    cp "$scratch/output" explained.txt
    kept=$(sed -n '1s/ .*//p' explained.txt)
    share=$(sed -n '1s/.*: \([0-9.]*\) of the predicted.*/\1/p' explained.txt)
}

# at_least NUMBER LEAST WHAT
at_least() {
    awk -v number="$1" -v least="$2" 'BEGIN { exit !(number >= least) }' || fail "$3: $1 is less than $2"
}

# ---------------------------------------------------------------- the shapes of a program
printf '%s\n1024,1024,1024,5\n64,4096,4096,\n1,4096,4096,20\n1001,999,1003,0.5\n' "$columns" >shapes.csv
explained --shapes shapes.csv
[ "$kept" -le 3 ] || fail "$kept kernels for four shapes"
at_least "$share" 0.97 'the share on four shapes'
[ "$(grep -c '^ [01]\.' explained.txt)" = 4 ] || fail 'not every shape is explained'
expect 0 '' "${hopper[@]}" --shapes shapes.csv --name few --emit dispatch,json,launcher -o out/ --depfile few.d
[ "$(echo $(ls out))" = 'few.cl few.json few_dispatch.h few_launch.h' ] || fail "out/ holds $(echo $(ls out))"
grep -q '^  shapes.csv' few.d || fail 'the make rule does not name the shapes'
grep -q "KERNEL_COUNT $kept\$" out/few_dispatch.h || fail 'the explanation and the file differ in the number of kernels'
[ "$(grep -c '"name": "few_' out/few.json)" = "$kept" ] || fail 'the manifest has other kernels'
! grep -q -e '--shapes' out/* || fail "a kernel's command asks for shapes"
expect 0 '' "${hopper[@]}" --shapes shapes.csv --name few --emit dispatch,json,launcher -o again/
diff -r out again || fail 'the same request makes other files'

# The file names what is left out: all others of the profile, once.
expect 0 '' "${hopper[@]}" --name whole --emit dispatch -o whole/
names() { grep -o '^    KERNEL([0-9]*, [a-z]*_[a-z0-9_]*' "$1" | sed 's/.*, [a-z]*_//' | sort; }
named() { sed -n '/^ \* Left out are/,/^ \* Behind/p' "$1" | grep '^ \*    ' | tr -d ' *\n' | tr ',' '\n' | sort; }
diff <(names whole/whole_dispatch.h) <({ names out/few_dispatch.h; named out/few_dispatch.h; echo; } | sed '/^$/d' | sort) || fail 'kernels that stay and those that are left out are not those of the profile'
whole=$(names whole/whole_dispatch.h | wc -l)
grep -q "Left out are $((whole - kept)) of $whole kernels" out/few_dispatch.h || fail 'the file does not count what is left out'
! grep -q 'Left out' whole/whole_dispatch.h || fail 'something is left out of all'

# The emitted function picks what is told, and serves any other size.
cat >pick.c <<'END_OF_C'
#include "out/few_dispatch.h"
#include <stdio.h>
int main(void)
{
    long long m, n, k;
    while (scanf("%lld %lld %lld", &m, &n, &k) == 3)
        printf("%lld %lld %lld %s\n", m, n, k, few_kernel_name(few_pick(m, n, k, 0)) + 4);
    return few_pick(1, 1, 1, 0) < 0 || few_pick(7, 8191, 33, 0) < 0 || few_pick(5000, 3, 1, 0) < 0;
}
END_OF_C
picks_as_told() {
    $CC -std=c99 -Wall -Wextra -pedantic -Werror pick.c -o pick || fail 'the table does not compile'
    awk '/^ [01]\./ { print $2, $3, $4 }' explained.txt | ./pick >picked.txt || fail 'a size is not served'
    diff <(awk '/^ [01]\./ { print $2, $3, $4, $6 }' explained.txt) picked.txt || fail 'the file picks other kernels than it is told'
}
picks_as_told

# Weights decide; columns are read by their names, others passed over; a shape for other transposes is, too.
printf 'name;K;weight;N;M\na;4096;1000;4096;1\nb;4096;0;4096;4096\n' >heavy.csv
explained --shapes heavy.csv --most-kernels 1
heavy=$(awk '$2 == 1 { print $NF == $6, $3, $4 }' explained.txt)
[ "$kept $heavy" = '1 1 4096 4096' ] || fail "the heavy shape has another kernel: $heavy"
printf 'm,n,k,trans_a,trans_b\n512,512,512,n,n\n64,64,64,n,t\n' >transposes.csv
explained --shapes transposes.csv
grep -q ' 512  *512  *512 ' explained.txt && ! grep -q ' 64  *64  *64 ' explained.txt || fail 'shapes for other transposes count'
explained --shapes transposes.csv --transpose nt
! grep -q ' 512  *512  *512 ' explained.txt && grep -q ' 64  *64  *64 ' explained.txt || fail '--transpose nt has the shapes of nn'
expect 4 '--shapes transposes.csv: none of its 2 shapes is for --transpose tn' "${hopper[@]}" --shapes transposes.csv --transpose tn --explain-pick shapes

# ---------------------------------------------------------------- few kernels
for type in f32 f16 bf16; do
    explained --type $type --most-kernels 8
    [ "$kept" = 8 ] || fail "--most-kernels 8: $kept of $type"
    at_least "$share" 0.96 "8 kernels of $type on shapes of all kinds"
done
# Sizes that were measured: the fastest there took as long as the least that is predicted for any.
explained --type f32 --most-kernels 3
row=$(awk '$2 == 1024 && $3 == 1024 && $4 == 1024 { print $1, $6; exit }' explained.txt)
expect 0 '' "${hopper[@]}" --type f32 --explain-pick 1024x1024x1024
awk -v row="$row" '{ name = $1 == "*" ? $2 : $1; time = $1 == "*" ? $3 : $2 } NR == 2 { least = time } time > 0 && time < least { least = time }
    split(row, told) && name == told[2] { own = time } END { off = least / own - told[1]; exit !(own > least && off < 0.002 && off > -0.002) }' "$scratch/output" ||
    fail "a measured shape has the share $row"
# The mean is that of the kernels that are picked, also where the nearest has no rates (f64).
for type in f32 f64; do
    explained --type $type --most-kernels 6
    awk '/^ [01]\./ { sub(/\?/, " "); sum += $5 * log($1); weights += $5 } END { print exp(sum / weights) }' explained.txt >mean.txt
    awk -v share="$share" '{ exit !(share - $1 < 0.001 && $1 - share < 0.001) }' mean.txt || fail "6 kernels of $type: $share is told, $(cat mean.txt) is picked"
done
rm -r out
explained --type f32 --most-kernels 8
expect 0 '' "${hopper[@]}" --type f32 --most-kernels 8 --name few --emit dispatch -o out/
picks_as_told
for most in 1 2 100; do
    explained --type f32 --most-kernels $most
    [ "$kept" = $((most < whole ? most : whole)) ] || fail "--most-kernels $most: $kept"
done
grep -q '^left out: none$' explained.txt || fail '--most-kernels 100 leaves something out'
# A list and a bound: the bound holds, though the share is less.
explained --shapes shapes.csv --most-kernels 1
[ "$kept" = 1 ] || fail "--most-kernels 1: $kept kernels for four shapes"
# Of one shape it says what is left out, and which kernel takes its place.
expect 0 '' "${hopper[@]}" --type f32 --most-kernels 8 --explain-pick 1000x1000x1000
grep -q 'is left out, so that there are few$' "$scratch/output" || fail '--explain-pick MxNxK does not say what is left out'
picked=$(sed -n 's/^\* \([a-z0-9_]*\).*/\1/p' "$scratch/output")
names out/few_dispatch.h | grep -q -x "$picked" || fail "$picked is picked and left out"

# ---------------------------------------------------------------- tuned kernels, without rates
# k0 serves all, k1 and k2 multiples of 8; nothing is known of their times.
row='--family register --layout row --tile 8x4 --wg 4x4'
printf '{"inherits": "generic", "dispatch": {"kernels": [%s], "shapes": [%s]}}\n' \
    '{"name": "k0", "options": "'"$row"'"}, {"name": "k1", "options": "'"$row --edges exact"'"}, {"name": "k2", "options": "'"$row --edges exact --tile 8x8"'"}' \
    '{"m": 7, "n": 7, "k": 7, "kernel": 0}, {"m": 1024, "n": 1024, "k": 1024, "kernel": 1, "gflops": 90}, {"m": 4096, "n": 4096, "k": 4096, "kernel": 2, "gflops": 100}' >tuned.json
printf 'm,n,k\n1024,1024,1024\n' >one.csv
kernels() { expect 0 '' "$gen" --for tuned.json --name few "$@" --emit dispatch -o tuned/; echo $(names tuned/few_dispatch.h); }
[ "$(kernels --shapes one.csv)" = 'k0 k1' ] || fail "one shape: $(kernels --shapes one.csv); k0 serves every other size"
[ "$(kernels --shapes one.csv --most-kernels 1)" = k0 ] || fail 'the kernel for every size does not stay'
[ "$(kernels)" = 'k0 k1 k2' ] || fail 'all kernels of a profile'
expect 0 '' "$gen" --for tuned.json --shapes one.csv --most-kernels 1 --explain-pick shapes
grep -q '^ 0.500? *1024 *1024 *1024 *1  k0 *k1$' "$scratch/output" || fail 'a kernel without a time is not told as such'
# Without one for every size none must stay.
sed -i 's/"options": "--family register --layout row --tile 8x4 --wg 4x4"/"options": "--family register --layout row --tile 8x4 --wg 4x4 --edges exact"/; s/"inherits": "generic", //; s/"m": 7, "n": 7, "k": 7/"m": 64, "n": 64, "k": 64/' tuned.json
[ "$(kernels --shapes one.csv)" = k1 ] || fail "a kernel that serves some sizes: $(kernels --shapes one.csv)"
rm -r tuned whole again

# ---------------------------------------------------------------- what is refused; nothing is written
# refused STATUS SENTENCE ARGUMENT...
refused() {
    rm -rf out
    expect "$1" "$2" "${hopper[@]}" "${@:3}" --emit dispatch -o out/
    [ ! -e out ] || fail "${*:3}: files were written"
}
# wrong SENTENCE TEXT: a list that is none.
wrong() {
    printf "$2" >bad.csv
    refused 1 "--shapes bad.csv: $1" --shapes bad.csv
}
wrong 'there is no shape in it' ''
wrong 'there is no shape in it' 'm,n,k\n'
wrong 'line 1 names the columns, separated by commas or semicolons, and there is no `k`' 'm,n\n1,2\n'
wrong 'line 3: n is `x`, no size above 0' 'm,n,k\n1,2,3\n1,x,3\n'
wrong 'line 2: m is `-5`, no size above 0' 'm,n,k\n-5,2,3\n'
wrong 'line 2: k is `0`, no size above 0' 'm,n,k\n5,2,0\n'
wrong 'line 2: k is 2147483648, too large: kernels take sizes up to 2147483647' 'm,n,k\n5,2,2147483648\n'
wrong 'line 2: weight is `-1`, no number from 0' 'm,n,k,weight\n1,2,3,-1\n'
wrong 'line 2: weight is `nan`, no number from 0' 'm,n,k,weight\n1,2,3,nan\n'
wrong 'line 2: trans_b is `c`, neither n nor t' 'm,n,k,trans_b\n1,2,3,c\n'
wrong 'line 2 has 4 fields, of 3 columns that the first line names' 'm,n,k\n1,2,3,4\n'
wrong 'the weights of its 2 shapes add up to 0' 'm,n,k,weight\n1,2,3,0\n2,2,2,0\n'
refused 2 'cannot read --shapes none.csv: No such file or directory' --shapes none.csv
refused 1 "--most-kernels takes a whole number from 1 to 2147483647, not '0'" --most-kernels 0
refused 1 "--most-kernels takes a whole number from 1 to 2147483647, not 'few'" --most-kernels few
expect 1 '--shapes chooses among the kernels of a dispatch; ask --emit dispatch or --explain-pick' "${hopper[@]}" --shapes shapes.csv
expect 1 '--most-kernels chooses among the kernels of a dispatch; ask --emit dispatch or --explain-pick' "${hopper[@]}" --most-kernels 3 --emit cl -o a.cl
expect 1 '--most-kernels chooses among *' "${hopper[@]}" --most-kernels 3 --why-not
expect 1 'nothing is left out; ask --shapes FILE or --most-kernels N' "${hopper[@]}" --explain-pick shapes
printf 'm,n,k\n2147483647,2147483647,2147483647\n' >bad.csv
refused 4 '--shapes bad.csv: no kernel of profile nvidia-hopper serves 2147483647 x 2147483647 x 2147483647' --shapes bad.csv
# The list is no output.
cp shapes.csv kept.csv
expect 1 '--depfile: shapes.csv is the file shapes.csv that --shapes reads; name another one' "${hopper[@]}" --shapes shapes.csv --emit dispatch -o out/ --depfile shapes.csv
cmp -s shapes.csv kept.csv || fail 'the list was written over'
finish
