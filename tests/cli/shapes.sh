#!/bin/bash
# Kernels for shapes of a type: which of them a request takes, by sizes, layout and transposes, and what is refused.
. "${srcdir:-.}/tests/cli/for_shapes.sh"
CC=${CC:-cc}

limits='"limits": {"register_bytes": 2048, "work_group_size": 4096}'
own='--family register --tile 3x4 --wg 1x1'
wide='--family register --tile 4x16 --wg 1x1 --vec-c 8'
thin='--family register --tile 16x1 --wg 2x1'
split='--tile 4x4 --wg 2x4'
double='--family register --tile 4x4 --wg 1x1 --vec-c 4'
f32='{"kernels": [{"name": "wide", "options": "'$wide'"}, {"name": "thin", "options": "'$thin'", "transposes": "nn tn"},
        {"name": "split", "options": "'$split'"}],
    "shapes": [{"m": 512, "n": 512, "k": 512, "kernel": 0}, {"m": 4096, "n": 1, "k": 64, "kernel": 1}, {"m": 64, "n": 64, "k": 64, "kernel": 2}]}'
f64='{"kernels": [{"name": "double", "options": "'$double'"}], "shapes": [{"m": 64, "n": 64, "k": 64, "kernel": 0}]}'
echo '{'"$limits"', "options": {"common": "--mad fma"}}' >base.json
printf '{"inherits": "./base.json", "options": {"f32": "%s", "f64": "%s", "f16": "%s"}, "dispatch": {"f32": %s, "f64": %s}}\n' \
    "$own" "$own" "$own" "$f32" "$f64" >types.json

# ---------------------------------------------------------------- one kernel
# picked OPTIONS: they take the kernel named $kernel with its $options, without a word.
picked() {
    expect 0 '' "$gen" --for ./types.json --name k "$@"
    cp "$scratch/output" k.cl
    same k.cl --for ./base.json $options --name k "$@"
}
# Without sizes the profile's own kernel.
options=$own
picked
picked --layout row --transpose tt
picked --type f64
picked --type f16
# With sizes that of the nearest shape; of column-major matrices M and N change places.
options=$wide
picked --fixed 512x512x512 --layout row
picked --fixed 600x400x500
options=$thin
picked --fixed 4096x1x64 --layout row
picked --fixed 9000x2x100 --layout row
picked --fixed 2x9000x100 --layout column
picked --fixed 2x9000x100
picked --fixed 4096x1x64 --layout row --transpose tn
picked --fixed 1x4096x64 --transpose nt
options="$split --family subgroup"
"$gen" --for ./types.json --fixed 64x64x64 --name k >k.cl 2>/dev/null
same k.cl --for ./base.json $options --fixed 64x64x64 --name k
# Where the kernel of the nearest shape is for other transposes, the next one: column-major tn is row-major nt.
for said in '--fixed 4096x1x64 --layout row --transpose nt' '--fixed 4096x1x64 --layout row --transpose tt' \
    '--fixed 1x4096x64 --transpose tn' '--fixed 1x4096x64 --transpose tt'; do
    "$gen" --for ./types.json $said --name k >k.cl 2>/dev/null
    same k.cl --for ./base.json $split --family subgroup $said --name k
done
# Of column-major matrices B is what A is of row-major ones.
printf '{"inherits": "./base.json", "dispatch": {"f32": {"kernels": [%s, %s], "shapes": [%s, %s]}}}\n' \
    '{"name": "p", "options": "'"$wide"' --vec-a 4 --tile-k 4 --pretranspose b", "transposes": "nt tt"}' \
    '{"name": "q", "options": "'"$wide"' --vec-b 8 --access-a image --pretranspose b"}' \
    '{"m": 64, "n": 64, "k": 64, "kernel": 0}' '{"m": 512, "n": 512, "k": 512, "kernel": 1}' >operands.json
for row in "nt 64 --vec-a 4 --tile-k 4 --pretranspose b --layout row" "tn 64 --vec-b 4 --tile-k 4 --pretranspose a --layout column" \
    "nn 512 --vec-b 8 --access-a image --pretranspose b --layout row" "nt 512 --vec-a 8 --access-b image --pretranspose a"; do
    read -r transpose size said <<<"$row"
    layout=${said#*--layout }
    request="--fixed ${size}x${size}x$size --transpose $transpose --layout ${layout% *} --name k"
    if [ "$layout" = "$said" ]; then request="${request% --layout*} --name k"; fi
    "$gen" --for ./operands.json $request >k.cl 2>/dev/null
    same k.cl --for ./base.json $wide $said $request
done

# So are which operands have panels, and which side is thin.
printf '{"inherits": "./base.json", "dispatch": {"f32": {"kernels": [%s, %s], "shapes": [%s, %s]}}}\n' \
    '{"name": "p", "options": "--family blocked --block-k 16 --panels a"}' '{"name": "q", "options": "--family gemv --thin n --tile 4x2 --wg 1x1"}' \
    '{"m": 64, "n": 64, "k": 64, "kernel": 0}' '{"m": 4096, "n": 2, "k": 64, "kernel": 1}' >sides.json
for row in "64x64x64 --family blocked --block-k 16 --panels a --layout row" "64x64x64 --family blocked --block-k 16 --panels b --layout column" \
    "4096x2x64 --family gemv --thin n --tile 4x2 --wg 1x1 --layout row" "2x4096x64 --family gemv --thin m --tile 4x2 --wg 1x1 --layout column"; do
    read -r size said <<<"$row"
    "$gen" --for ./sides.json --fixed "$size" --layout "${said#*--layout }" --name k >k.cl 2>/dev/null
    same k.cl --for ./base.json --fixed "$size" $said --name k
done

# Another type's own, and one that has none.
options=$double
picked --type f64 --fixed 4096x100x64
options=$own
picked --type f16 --fixed 4096x100x64
# What is asked beside it wins; a request that names a kernel has none of these.
options="$wide --tile 4x8 --beta 0"
picked --fixed 512x512x512 --tile 4x8 --beta 0
options='--family naive'
picked --fixed 512x512x512 --family naive
options='--preset naive'
picked --fixed 512x512x512 --preset naive
# --share none is also what `options` has.
options=$own
picked --fixed 512x512x512 --share none

# ---------------------------------------------------------------- another one
# Where a rule refuses the profile's own kernel, one of those for shapes takes its place, or the one of what is calculated with.
printf '{"inherits": "./types.json", "options": {"f32": "--family blocked --block-k 16"}, "dispatch": {"f32": %s}}\n' "$f32" >sums.json
# another OPTIONS: they take the kernel with $options.
another() {
    expect 0 '' "$gen" --for ./sums.json --name k "$@"
    cp "$scratch/output" k.cl
    same k.cl --for ./base.json $options --name k "$@"
}
options='--family blocked --block-k 16'
another
another --type-c bf16 --fixed 512x512x16 --family blocked
options=$wide
another --type-c bf16
another --type i8 --type-c i8 --layout row
options=$own
another --type-a f64 --type-b f32 --type-c f32
# Not where the request changes the kernel.
expect 0 '' "$gen" --for ./sums.json --type-c bf16 --tile 4x4 --emit json
grep -q '"edges": "pad"' "$scratch/output" || fail 'edges do not yield to an element of C that holds no sums'

# ---------------------------------------------------------------- all of them
expect 0 '' "$gen" --for ./types.json --layout row --emit dispatch -o row/
apart row
[ "$(echo $(ls row))" = 'clgemm_dispatch.h clgemm_split.cl clgemm_thin.cl clgemm_wide.cl' ] || fail "row/ holds $(ls row)"
grep -q '{4096, 1, 64, 1, 0.000}' row/clgemm_dispatch.h || fail 'row-major sizes are not those of the profile'
expect 0 '' "$gen" --for ./types.json --emit dispatch -o column/
grep -q '{1, 4096, 64, 1, 0.000}' column/clgemm_dispatch.h || fail 'column-major sizes do not change places'
for transpose in tn tt; do
    expect 0 '' "$gen" --for ./types.json --transpose $transpose --emit dispatch -o $transpose/
    apart $transpose
    [ "$(echo $(ls $transpose))" = 'clgemm_dispatch.h clgemm_split.cl clgemm_wide.cl' ] || fail "$transpose/ holds $(ls $transpose)"
    grep -q 'SHAPE_COUNT 2$' $transpose/clgemm_dispatch.h || fail "$transpose: a shape is left of a kernel that is not"
done
expect 0 '' "$gen" --for ./types.json --transpose nt --emit dispatch -o nt/
apart nt
[ -e nt/clgemm_thin.cl ] || fail 'column-major nt is row-major tn'
expect 0 '' "$gen" --for ./types.json --type f64 --emit dispatch -o double/
apart double
[ "$(echo $(ls double))" = 'clgemm_dispatch.h clgemm_double.cl' ] || fail "double/ holds $(ls double)"
for file in row/*.cl; do
    command=$(sed -n 's/.*Made by clgemm [0-9.]*: clgemm-gen //p' "$file")
    alike <("$gen" $command 2>/dev/null) "$file" || fail "clgemm-gen $command is not $file"
done
# Of a type without kernels for shapes the one of options.
expect 0 '' "$gen" --for ./types.json --type f16 --emit dispatch -o half/
apart half
[ "$(echo $(ls half))" = 'clgemm_dispatch.h clgemm_only.cl' ] || fail "half/ holds $(ls half)"

# Inherited with limits and common options; a kernel of a nearer profile stands in place of those of its type alone.
echo '{"inherits": "./types.json", "options": {"f32": "--family register --tile 2x2 --wg 1x1"}}' >child.json
"$gen" --for ./child.json --fixed 4096x1x64 --name k >k.cl 2>/dev/null
same k.cl --for ./base.json --family register --tile 2x2 --wg 1x1 --fixed 4096x1x64 --name k
"$gen" --for ./child.json --fixed 64x64x64 --type f64 --name k >k.cl 2>/dev/null
same k.cl --for ./base.json $double --fixed 64x64x64 --type f64 --name k
# Of common options each kernel has those that its family reads; what the user says is not left out.
echo '{"options": {"common": "--engine emulated:mfma --mad fma", "f32": "--family register --tile 2x2 --wg 1x1"}}' >common.json
"$gen" --for ./common.json --name k >k.cl
same k.cl --family register --tile 2x2 --wg 1x1 --mad fma --name k
"$gen" --for ./common.json --type bf16 --family matrix --wg 4x16 --tile 4x4 --name k >k.cl
same k.cl --type bf16 --family matrix --engine emulated:mfma --wg 4x16 --tile 4x4 --mad fma --name k
expect 0 '' "$gen" --for ./common.json --engine emulated:mfma --emit json
grep -q '"engine": "emulated:mfma"' "$scratch/output" || fail 'an engine that is asked for is not used'
# Kernels that were tuned for one problem go before those of a profile that is inherited.
printf '{"inherits": "./types.json", "dispatch": {"kernels": [{"name": "k0", "options": "%s --layout row"}], "shapes": [%s]}}\n' \
    "--family register --tile 2x2 --wg 1x1" '{"m": 1, "n": 1, "k": 1, "kernel": 0}' >tuned.json
"$gen" --for ./tuned.json --layout row --name k >k.cl 2>/dev/null
same k.cl --for ./base.json --family register --tile 2x2 --wg 1x1 --layout row --name k

# A kernel without options is the profile's own one, in every layout. Shapes may be listed for all types, and are inherited; one of them
# counts where there is a kernel of the name.
turned="$own --pretranspose a"
printf '{"inherits": "./base.json", "options": {"f32": "%s", "f64": "%s"}, "dispatch": {"shapes": [%s], "f32": {"kernels": [%s]}, "f64": {"kernels": [%s]}}}\n' \
    "$turned" "$own" '{"m": 512, "n": 512, "k": 512, "kernel": 0}, {"m": 4096, "n": 1, "k": 64, "kernel": 1}, {"m": 96, "n": 2048, "k": 64, "kernel": "thin"}' \
    '{"name": "large"}, {"name": "thin", "options": "'"$thin"'"}' '{"name": "double", "options": "'"$double"'"}, {"name": "rest", "options": null}' >shared.json
printf '{"inherits": "./shared.json", "options": {"f32": "%s"}, "dispatch": {"f32": {"kernels": [%s]}}}\n' \
    "$wide" '{"name": "large"}, {"name": "other", "options": "'"$double"'"}' >heir.json
while read -r profile said kernel; do
    "$gen" --for ./$profile.json ${said//,/ } --name k >k.cl 2>/dev/null
    same k.cl --for ./base.json $kernel ${said//,/ } --name k
done <<END
shared --layout,row,--fixed,512x512x512 $turned
shared --layout,column,--fixed,512x512x512 $turned
shared --layout,row,--fixed,4096x1x64 $thin
shared --layout,column,--fixed,1x4096x64 $thin
shared --layout,row,--fixed,96x2048x64 $thin
shared --layout,row,--fixed,96x2048x64,--type,f64 $double
heir --layout,row,--fixed,96x2048x64 $wide
shared --layout,row,--fixed,512x512x512,--type,f64 $double
shared --layout,row,--fixed,4096x1x64,--type,f64 $own
heir --layout,row,--fixed,512x512x512 $wide
heir --layout,row,--fixed,4096x1x64 $double
heir --layout,row,--fixed,4096x1x64,--type,f64 $own
END
expect 0 '' "$gen" --for ./heir.json --layout row --emit dispatch -o heir/
apart heir
for kernel in "large $wide" "other $double"; do
    same "heir/clgemm_${kernel%% *}.cl" --for ./base.json ${kernel#* } --layout row --name "clgemm_${kernel%% *}"
done

# Sizes beyond some thousands are more of the same: that N is 32 times as large is farther than that M is 1000 times.
printf '{"inherits": "./base.json", "dispatch": {"f32": {"kernels": [%s, %s], "shapes": [%s, %s]}}}\n' \
    '{"name": "thin", "options": "--family naive --wg 8x1"}' '{"name": "wide", "options": "--family naive --wg 1x8"}' \
    '{"m": 1000, "n": 1, "k": 64, "kernel": 0}' '{"m": 1000000, "n": 64, "k": 64, "kernel": 1}' >long.json
expect 0 '' "$gen" --for ./long.json --layout row --fixed 1000000x2x64 --name k
cp "$scratch/output" k.cl
same k.cl --for ./base.json --family naive --wg 8x1 --layout row --fixed 1000000x2x64 --name k
expect 0 '' "$gen" --for ./long.json --layout row --emit dispatch -o long/
cat >pick.c <<'END_OF_C'
#include "long/clgemm_dispatch.h"
int main(void)
{
    return clgemm_pick(1000000, 2, 64, 0) != 0 || clgemm_pick(1000000, 8, 64, 0) != 1 || clgemm_pick(0, 0, 0, 0) != 0 ||
           clgemm_pick(2000000000, 1, 1, 0) != 0 || clgemm_pick(4096, 64, 64, 0) != 1;
}
END_OF_C
$CC -std=c99 -Wall -Wextra -pedantic -Werror pick.c -o pick && ./pick || fail 'the table picks another kernel for long shapes'

# Of the profiles of CPUs: few rows of C read a matrix B that does not lie along K in wide blocks, few columns A.
while read -r profile said kernel; do
    "$gen" --for "$profile" ${said//,/ } --name k >k.cl 2>/dev/null
    same k.cl --for "$profile" --wg 1x1 $kernel ${said//,/ } --name k
done <<END
cpu-avx512 --layout,row,--fixed,1x4096x4096 --family gemv --thin m --tile 1x16 --tile-k 8 --vec-b 16 --block-tiles 1x128
cpu-avx512 --layout,column,--fixed,4096x1x4096 --family gemv --thin n --tile 1x16 --tile-k 8 --vec-a 16 --block-tiles 1x128
cpu-avx512 --layout,row,--transpose,tn,--type,f64,--fixed,16x4096x1024 --family gemv --thin m --tile 8x8 --tile-k 4 --vec-b 8 --block-tiles 1x64
cpu-avx512 --layout,row,--transpose,tt,--fixed,4096x1x4096 --family gemv --thin n --tile 16x1 --tile-k 8 --vec-a 16 --block-tiles 128x1
cpu-avx512 --layout,row,--transpose,nt,--fixed,1x4096x4096 --family gemv --thin m --tile 1x4 --tile-k 16 --wg 1x8 --vec-b 16
cpu --layout,row,--fixed,1x4096x4096 --family gemv --thin m --tile 1x16 --tile-k 8 --vec-b 8 --block-tiles 1x128
cpu --layout,row,--transpose,tn,--fixed,3x4096x1024 --family gemv --thin m --tile 4x16 --tile-k 4 --vec-b 8 --block-tiles 1x32
cpu --layout,column,--fixed,4096x8x1024 --family gemv --thin n --tile 8x8 --tile-k 4 --vec-a 8 --block-tiles 1x64
cpu --layout,row,--fixed,24x4096x1024 --family blocked --tile 6x16 --vec-c 8 --block-tiles 28x10 --block-k 192 --panels none --prefetch=no --unroll-k 1
END

# ---------------------------------------------------------------- what gives way
# Where a limit refuses a kernel, the nearest shape's takes its place, and at last the profile's own one. No note: none was measured.
while read -r bytes sizes kernel; do
    printf '{"inherits": "./types.json", "limits": {"register_bytes": %s}}\n' "$bytes" >less.json
    printf '{"limits": {"register_bytes": %s, "work_group_size": 4096}, "options": {"common": "--mad fma"}}\n' "$bytes" >less_base.json
    expect 0 '' "$gen" --for ./less.json --layout row --fixed "$sizes" --name k
    cp "$scratch/output" k.cl
    same k.cl --for ./less_base.json --layout row --fixed "$sizes" --name k $kernel
done <<END
400 512x512x512 $wide
300 4096x32x64 $thin
70 4096x4x64 $own
END
expect 0 '' "$gen" --for ./less.json --layout row --fixed 512x512x512 --name k
expect 4 'kernel wide of profile ./types.json: --tile 4x16 needs *' "$gen" --for ./less.json --layout row --emit dispatch -o less/
# So where edges refuse it: the table has it, for the sizes that it serves.
expect 0 '' "$gen" --for ./types.json --layout row --edges exact --emit dispatch -o exact/
grep -q 'SHAPE_COUNT 3$' exact/clgemm_dispatch.h || fail 'a shape is left out'
options="$thin"
picked --layout row --edges shift --fixed 4096x1x64
picked --layout row --edges shift --fixed 100x2x64
# Elements that a tile has no registers for: of large sizes the next smaller one serves.
for kernel in "1024x1024x1024 8x8" "8192x8192x8192 8x8" "256x256x256 4x4"; do
    expect 0 '' "$gen" --for nvidia-hopper --type f64 --type-b f32 --layout row --fixed "${kernel% *}" --emit json
    grep -q '"tile": "'"${kernel#* }"'",$' "$scratch/output" || fail "${kernel% *} of f64 and f32 has $(grep '"tile"' "$scratch/output")"
done
expect 0 '' "$gen" --for nvidia-hopper --layout row --fixed 8192x8192x8192 --emit json
grep -q '"tile": "16x8",$' "$scratch/output" || fail "8192 of f32 has $(grep '"tile"' "$scratch/output")"
for profile in nvidia-hopper cpu-avx512; do
    for type in f32 f64; do
        expect 0 '' "$gen" --for $profile --type $type --edges shift --emit dispatch -o shift/
    done
done
"$gen" --for nvidia-hopper --layout row --edges shift --fixed 64x64x64 --name k >k.cl || fail 'no kernel moves tiles of 64 x 64'
"$gen" --for nvidia-hopper --layout row --transpose tt --edges shift --fixed 4096x16x4096 >k.cl 2>"$scratch/said"
grep -q 'what is asked changes the kernel of profile nvidia-hopper: --wg 8x2 in place of 8x16' "$scratch/said" || fail "16 columns: $(cat "$scratch/said")"

# ---------------------------------------------------------------- what is refused
# refused SENTENCE KERNELS
refused() {
    printf '{"inherits": "./base.json", "dispatch": {"f32": {"kernels": [%s], "shapes": [{"m": 1, "n": 1, "k": 1, "kernel": 0}]}}}\n' "$2" >bad.json
    expect 1 "profile bad.json: dispatch.f32.$1" "$gen" --for bad.json --emit dispatch -o bad/
}
open='kernels of a type are for every layout and transpose, or the member `transposes` names theirs'
refused "kernels[0].options say --layout; $open" '{"name": "k", "options": "--family naive --layout row"}'
refused "kernels[0].options say --transpose; $open" '{"name": "k", "options": "--family naive --transpose nn"}'
refused "kernels[1].options say --type; $open" '{"name": "a", "options": "--family naive"}, {"name": "k", "options": "--type f32"}'
for transposes in '' ' ' nx nnn 'nn,tn' 'nn t'; do
    refused "kernels[0].transposes takes nn, nt, tn and tt with blanks between, not '$transposes'" \
        '{"name": "k", "options": "--family naive", "transposes": "'"$transposes"'"}'
done
for quants in both 'apart q9_0'; do
    refused "kernels[0].quants takes apart or together, and behind it types of blocks with blanks between, not '$quants'" \
        '{"name": "k", "options": "--family naive", "quants": "'"$quants"'"}'
done
refused 'kernels is empty' ''
echo '{"inherits": "./shared.json", "dispatch": {"f32": {"kernels": [{"name": "k"}]}}}' >bad.json
expect 1 'profile bad.json: dispatch.f32.shapes[1].kernel is 1, must be the name of a kernel, or from 0 to 0' "$gen" --for bad.json --emit dispatch -o bad/
# The shapes of kernels that were tuned for one problem name those.
echo '{"inherits": "./base.json", "options": {"f32": "'$own'"}, "dispatch": {"kernels": [{"name": "k0", "options": "--tile 2x2"}],
    "shapes": [{"m": 1, "n": 1, "k": 1, "kernel": 0}]}}' >one.json
echo '{"inherits": "./one.json", "dispatch": {"f32": {"kernels": [{"name": "k"}]}}}' >other.json
expect 0 '' "$gen" --for ./other.json --emit dispatch -o other/
grep -q 'SHAPE_COUNT 0$' other/clgemm_dispatch.h || fail 'shapes of kernels that were tuned for one problem count for others'
printf '{"dispatch": {"f32": {"kernels": [{"name": "k", "options": "--family naive", "transposes": "nt"}], "shapes": [{"m": 1, "n": 1, "k": 1, "kernel": 0}]}}}\n' >bad.json
expect 4 'no kernel of profile ./bad.json is for this --type, --layout and --transpose together; *' "$gen" --for ./bad.json --fixed 5x5x5
printf '{"dispatch": {"f32": {"kernels": [{"name": "k", "options": "--family naive --edges exact --wg 8x8"}], "shapes": [{"m": 9, "n": 8, "k": 8, "kernel": 0}]}}}\n' >bad.json
expect 4 'kernel k of profile ./bad.json does not serve the shape 9 x 8 x 8 that names it: it wants m % 8 == 0' "$gen" --for ./bad.json --layout row --emit dispatch -o bad/
finish
