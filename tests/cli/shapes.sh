#!/bin/bash
# Kernels for shapes of a type: which of them a request takes, by sizes, layout and transposes; and those of the CPU profiles.
# Above 30 s: each kernel of these sets is generated again by its own options, a process each.
# Test: turn 0
. "${srcdir:-.}/tests/apart.sh"
. "${srcdir:-.}/tests/cli/common.sh"
CC=${CC:-cc}

# same FILE OPTIONS: FILE is the kernel of these options.
same() {
    "$gen" ${*:2} 2>/dev/null >"$scratch/wanted"
    [ -s "$scratch/wanted" ] || fail "${*:2} make no kernel"
    alike "$1" "$scratch/wanted" || fail "$1 is not the kernel of ${*:2}"
}

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
refused "kernels[0].quants takes apart or together, not 'both'" '{"name": "k", "options": "--family naive", "quants": "both"}'
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

# ---------------------------------------------------------------- the profiles of CPUs
# commands PROFILE TYPE LAYOUT TRANSPOSE: the kernels for shapes; then `command NAME` has the options of one.
commands() {
    rm -rf cpu
    request="--type $2 --layout $3 --transpose $4"
    expect 0 '' "$gen" --for "$1" $request --emit dispatch -o cpu/
    apart cpu
    profile=$1
}
command() { sed -n 's/.*Made by clgemm [0-9.]*: clgemm-gen //p' "cpu/clgemm_$1.cl" | sed "s/ --name [^ ]*//"; }
# takes SIZES NAME: they take this kernel; the rest of the request is that of `commands`.
takes() {
    "$gen" --for "$profile" $request --fixed "$1" --name k >k.cl 2>/dev/null
    [ -e "cpu/clgemm_$2.cl" ] || fail "$profile has no kernel $2 for $request"
    same k.cl $(command "$2") --fixed "$1" --name k
}

# On NVIDIA Hopper a matrix engine multiplies all but f32, and f32 where --compute says how; products of one row or column,
# and what it has no fragments for, are served without it.
on_engine() { "$gen" --for nvidia-hopper "$@" 2>/dev/null | grep -q 'mma\.sync\|wgmma\.mma_async'; }
for type in bf16 f16 f64; do
    for sizes in '' '--fixed 4096x4096x4096' '--fixed 512x512x512' '--layout row --transpose tt --fixed 1000x3000x2000' '--fixed 144x72x152'; do
        # shellcheck disable=SC2086
        on_engine --type $type $sizes || fail "no engine multiplies --type $type $sizes"
    done
    for sizes in 4096x1x4096 1x4096x4096; do
        ! on_engine --type $type --fixed $sizes || fail "an engine multiplies --type $type --fixed $sizes"
    done
done
for request in '--type i8' '--type u8' '--type-a e4m3 --type-b e5m2 --type-c f32' '--compute tf32' '--compute 3xtf32' '--compute bf16x3'; do
    for sizes in '' '--fixed 4096x4096x4096' '--fixed 512x512x512' '--layout row --transpose tt --fixed 1000x3000x2000'; do
        # shellcheck disable=SC2086
        on_engine $request $sizes || fail "no engine multiplies $request $sizes"
    done
done
for types in 'e4m3_128 --type-b e4m3_128x128' 'mxfp8_e4m3 --type-b mxfp8_e5m2'; do
    # shellcheck disable=SC2086
    on_engine --layout row --transpose nt --type-a $types --type-c bf16 --fixed 4096x4096x4096 || fail "no engine multiplies $types"
done
for request in '--type f32' '--type f16 --compute f16' '--type f16 --compute f16 --fixed 4096x4096x4096' \
    '--type bf16 --type-b f16' '--type f64 --type-b f32 --fixed 3000x3000x3000' \
    '--type bf16 --type-b f16 --fixed 4096x4096x4096'; do
    # shellcheck disable=SC2086
    expect 0 '' "$gen" --for nvidia-hopper $request
    # shellcheck disable=SC2086
    ! on_engine $request || fail "an engine multiplies $request"
done
# A type of A and B both is as good as --type where it is calculated with, or where an engine multiplies it.
while read -r for type said; do
    for sizes in '' '--fixed 4096x4096x4096' '--fixed 8x4096x1024'; do
        # shellcheck disable=SC2086
        "$gen" --for $for --layout row --type-a $type --type-b $type $said $sizes --name k >k.cl 2>/dev/null
        # shellcheck disable=SC2086
        same k.cl --for $for --layout row --type $type $said $sizes --name k
    done
done <<END
nvidia-hopper f16 --type-c f32
nvidia-hopper bf16 --type-c bf16
nvidia-hopper i8 --type-c i32
nvidia-hopper f64 --type-c f64
cpu f64 --type-c f64
cpu-avx512 f64 --type-c f64
END
"$gen" --for cpu --layout row --type-a f16 --type-b f16 --type-c f32 | grep -q '_pack_a' || fail 'the CPU profile does not multiply halves as it does singles'
"$gen" --for cpu --layout row --transpose nt --family register --type-b q6_k --quants apart | grep -q 'return as_uchar8(vload4(0, (const __global ushort \*)from));' ||
    fail 'on CPUs quants that lie apart are loaded in other numbers than those of blocks together'
# A kernel may be for blocks whose parts lie apart alone.
while read -r quants rows kernel; do
    "$gen" --for nvidia-hopper --layout row --transpose nt --type-a f16 --type-b q4_1 --quants $quants --explain-pick ${rows}x4096x4096 | grep -q "^\* $kernel " ||
        fail "of blocks $quants and $rows rows $kernel is not picked"
done <<END
together 1 row
apart 1 row_apart
together 16 more_rows
apart 16 rows_in_lanes
END
# Of many rows blocks and groups are decoded for wgmma, whichever operand has them; of fewer rows blocks reach mma as they are.
while read -r engine decode request; do
    # shellcheck disable=SC2086
    expect 0 '' "$gen" --for nvidia-hopper --emit json $request
    { grep -q '"engine": "'$engine'"' "$scratch/output" && [ "$(sed -n 's/^ *"decode": "\([a-z]*\)",*$/\1/p' "$scratch/output")" = "${decode#-}" ]; } ||
        fail "$request is not multiplied by $engine, of operands decoded: $decode"
done <<END
wgmma b --layout row --transpose nt --type f16 --type-b q4_0 --fixed 512x4096x4096
wgmma b --layout row --transpose tt --type bf16 --type-b u4_64 --fixed 4096x4096x4096
wgmma a --layout row --transpose nn --type f16 --type-a q6_k --fixed 4096x512x4096
wgmma a --layout column --transpose tn --type f16 --type-a q4_0 --fixed 4096x512x4096
wgmma b --layout row --transpose nt --type f16 --type-b i4_128 --fixed 128x4096x4096
wgmma b --layout row --transpose nt --type f16 --type-b q4_0 --fixed 128x4096x4096
mma - --layout row --transpose nt --type f16 --type-b q4_0 --fixed 512x512x512
mma - --layout row --transpose nt --type bf16 --type-b q5_k --fixed 16x4096x4096
END
# Quantised weights feed the engine beside elements of 16 bits, where it has fragments for them; thin products of them stream.
family_of() { "$gen" --for nvidia-hopper --layout row --transpose nt "$@" --emit json 2>/dev/null | sed -n 's/^ *"family": "\([a-z]*\)",*$/\1/p'; }
while read -r type weights sizes family; do
    found=$(family_of --type "$type" --type-b "$weights" --fixed "$sizes")
    [ "$found" = "$family" ] || fail "$type x $weights $sizes has a kernel of family $found, not $family"
done <<END
f16 q4_0 512x4096x4096 matrix
bf16 q4_k 512x4096x4096 matrix
f16 q8_0 16x4096x4096 matrix
f16 q4_0 1x4096x4096 gemv
f32 q4_0 512x4096x4096 local
f16 q4_k 16x4096x4096 matrix
f32 q4_k 8x4096x4096 gemv
f16 i4_128 512x4096x4096 matrix
f32 i4_128 512x4096x4096 local
f16 i4_128 4x4096x4096 gemv
f16 q8_0 8x4096x4096 thin
f16 q4_0 8x4096x4096 thin
f16 q4_0 2x4096x4096 gemv
END
[ "$(family_of --type f16 --type-b q4_0 --prepared b --fixed 2x4096x4096)" = thin ] || fail 'prepared q4_0 has no kernel of family thin'
[ "$(family_of --type f32 --type-b q4_0 --prepared b --fixed 2x4096x4096)" = gemv ] || fail 'prepared q4_0 beside f32 has no kernel of family gemv'
[ "$(family_of --type f16 --type-b q4_0 --prepared b --decode b --fixed 512x4096x4096)" = matrix ] || fail 'decoded q4_0 has no kernel of family matrix'
"$gen" --for nvidia-hopper --layout row --transpose nt --type f16 --type-b q4_k --emit dispatch -o blocks/ 2>"$scratch/said" || fail "no dispatch of blocks: $(cat "$scratch/said")"
# A profile's own kernel of an engine for quantised operands serves f16 and bf16; f32 has that of f32.
# What is prepared once serves all kernels: those that read it in another form are left out.
one_form() { # TYPE KERNEL...
    "$gen" --for nvidia-hopper --layout row --transpose nt --type f16 --type-b $1 --prepared b --emit dispatch,launcher -o "form_$1/" 2>"$scratch/said" ||
        fail "no dispatch of prepared $1: $(cat "$scratch/said")"
    apart "form_$1"
    [ "$(ls "form_$1" | sed -n 's/^clgemm_\(.*\)\.cl$/\1/p' | paste -s -d ' ')" = "${*:2}" ] || fail "kernels of prepared $1: $(ls "form_$1")"
}
one_form q4_0 few_rows more_rows
one_form q4_k few_rows more_rows
one_form q5_k column columns few_rows more_rows row rows rows_2 rows_4
printf '{"inherits": "nvidia-hopper", "options": {"quantised": "--family matrix --tile 8x8 --wg 16x8 --tile-k 64"}}\n' >engine.json
while read -r type family; do
    expect 0 '' "$gen" --for ./engine.json --layout row --transpose nt --type "$type" --type-b q4_0 --emit json
    grep -q '"family": "'"$family"'"' "$scratch/output" || fail "$type x q4_0 has $(grep '"family"' "$scratch/output"), not $family"
done <<END
f16 matrix
bf16 matrix
f32 local
END
# Of f32, f16 and bf16 thin products have kernels that read the large operand once.
for type in f32 f16 bf16; do
    for transpose in nn nt tn tt; do
        for sizes in 1x4096x4096 4096x1x4096; do
            found=$(family_of --type $type --transpose $transpose --fixed $sizes)
            [ "$found" = gemv ] || fail "$type $transpose $sizes has a kernel of family $found"
        done
    done
done

in_ring() { "$gen" --for nvidia-hopper "$@" | grep -q 'cp\.async\.bulk'; }
in_ring --type f64 --fixed 4096x4096x4096 || fail 'large matrices of doubles are not copied in bulk'
! in_ring --type f64 --fixed 256x256x256 || fail 'small matrices of doubles are copied in bulk'

# ---------------------------------------------------------------- the profiles of GPUs that were not measured
# family SIZES: of the kernel for them, as the rest of the request is that of `commands`.
family() { "$gen" --for "$profile" $request --fixed "$1" --emit json -o - 2>/dev/null | sed -n 's/^ *"family": "\([a-z]*\)",*$/\1/p'; }
# multiplies SIZES: the builtins of clang by which a kernel multiplies.
multiplies() { "$gen" --for "$profile" $request --fixed "$1" 2>/dev/null | grep -o '__builtin_amdgcn_[a-z0-9_]*' | sort -u; }
for profile in amd-cdna2 amd-cdna3 amd-rdna3 amd-rdna4 arm-mali nvidia-ampere qualcomm-adreno; do
    types='f32 f16'
    case $profile in amd-cdna* | nvidia-*) types='f32 f16 f64' ;; esac
    for type in $types; do
        for row in 'row nn' 'row tt' 'column nt'; do
            commands $profile $type $row
            for sizes in 1x4096x4096 4096x1x4096; do
                [ "$(family $sizes)" = gemv ] || fail "$profile $request: $sizes has the family $(family $sizes)"
            done
            # Each transpose has a kernel for one and for a few rows and columns, beside one for small and one for large sizes.
            [ "$(ls cpu | wc -l)" -ge 7 ] || fail "$profile $request has $(ls cpu)"
            [ -z "$(grep -L '^ \* Kernels of profile .* were not measured' cpu/clgemm_*.cl)" ] || fail "$profile $request: a kernel does not say that it was not measured"
            case $profile in
            qualcomm-adreno)
                ! grep -l '[^a-z]fma(' cpu/*.cl || fail "$profile $request: fma()"
                [ "$(grep -l '__read_only image2d_t' cpu/*.cl)" = cpu/clgemm_large.cl ] || fail "$profile $request: no kernel for large sizes reads images"
                [ "$(grep -c '__read_only image2d_t' cpu/clgemm_large.cl)" = 1 ] || fail "$profile $request: both operands are read from images"
                [ -z "$(wc -l cpu/*.cl | awk '$2 != "total" && $1 > 220')" ] || fail "$profile $request has a long program: $(wc -l cpu/*.cl)"
                ;;
            arm-mali)
                ! grep -l '__local\|[^a-z]fma(\|vload8\|vload16' cpu/*.cl || fail "$profile $request: local memory, fma() or vectors of more than 4"
                ;;
            esac
        done
    done
done
# By a matrix engine where the products are large, and by that of the devices.
while read -r profile type function; do
    request="--type $type --layout row"
    multiplies 4096x4096x4096 | grep -q "^__builtin_amdgcn_${function}[0-9x]*_*$type" || fail "$profile $type: large matrices are multiplied by $(multiplies 4096x4096x4096)"
    [ -z "$(multiplies 64x64x64)$(multiplies 1x4096x4096)" ] || fail "$profile $type: an engine multiplies small or thin matrices"
done <<'END_OF_ENGINES'
amd-cdna2 f16 mfma_f32_
amd-cdna2 bf16 mfma_f32_
amd-cdna2 f32 mfma_f32_
amd-cdna2 f64 mfma_f64_
amd-cdna3 f16 mfma_f32_
amd-cdna3 f64 mfma_f64_
amd-rdna3 f16 wmma_f32_
amd-rdna3 bf16 wmma_f32_
amd-rdna4 f16 wmma_f32_
amd-rdna4 bf16 wmma_f32_
END_OF_ENGINES
"$gen" --for amd-rdna4 --type f16 | grep -q '_w32_gfx12(' || fail 'RDNA 4 has the instructions of RDNA 3'
"$gen" --for amd-rdna3 --type f16 | grep -q '_w32(' || fail 'RDNA 3 has the instructions of RDNA 4'
"$gen" --for amd-cdna3 --type i8 --family matrix | grep -q 'mfma_i32_16x16x32_i8(' || fail 'the engine of CDNA 3 is not that of --family matrix'

# Of a dispatch for one quantised operand, whichever it is, tiled kernels decode that one.
while read -r letter request; do
    rm -rf decoded
    # shellcheck disable=SC2086
    "$gen" --for cpu $request --emit dispatch -o decoded/ 2>"$scratch/said" || fail "no dispatch of $request: $(cat "$scratch/said")"
    apart decoded
    for name in large tiles; do
        grep -q -- "--decode $letter " "decoded/clgemm_$name.cl" || fail "$request: $name does not decode $letter alone"
    done
done <<END
b --layout row --transpose nt --type-b q4_0
b --layout column --transpose nn --type-a f16 --type-b q4_0
a --layout row --transpose nn --type-a q6_k
END

# sizes ROW M N K: those of a row-major request; M and N change places in a column-major one.
sizes() { case $1 in row*) echo "$2x$3x$4" ;; *) echo "$3x$2x$4" ;; esac }
# What the table of shapes says, which decides where the device has no rates.
"$gen" --print profile cpu-avx512 | sed '/^  "rates": /d' >avx512.json
for profile in cpu ./avx512.json cpu-generic; do
    # Where registers are few, tiles of narrower vectors serve few columns as well; elsewhere panels of A alone serve few rows.
    rows=rows_in_blocks panels= along_k=wide half=large quarter=large
    case $profile in
    cpu | cpu-generic) few=square_shift few_across=square_shift ;;
    *)
        few=tall_shift few_across=rows_in_panels rows=rows_in_panels_along_k along_k=small_along_k half=a_in_panels quarter=small_a_in_panels
        panels="a_in_panels rows_in_panels_along_k small_a_in_panels small_along_k"
        ;;
    esac
    for type in f32 f64; do
        # Row-major; a column-major request is the one with M and N, and the transposes, exchanged.
        for row in 'row nn' 'row tn' 'column nn' 'column nt'; do
            commands $profile $type $row
            # The one for large sizes is the profile's own, which a request without sizes has.
            alike <("$gen" --for $profile $request --name clgemm_large 2>/dev/null) cpu/clgemm_large.cl ||
                fail "$profile: the kernel for large $type is not its own one"
            takes 4096x4096x4096 large
            takes 300x300x300 square_shift
            case $row in
            *nn) columns=$few ;;
            *) columns=$few_across ;;
            esac
            case $row in
            row*)
                takes 5000x40x2000 $columns
                takes 3x1000000x3 flat
                takes 8x5000x2000 rows
                [ -z "$panels" ] || takes 16x512x512 rows_shift
                ;;
            *)
                takes 40x5000x2000 $columns
                takes 1000000x3x3 flat
                takes 5000x8x2000 rows
                ;;
            esac
        done
        for row in 'row nn' 'column nn'; do
            commands $profile $type $row
            takes "$(sizes "$row" 1000000 3 3)" narrow
        done
        # The large operand lies along K, the other one across it: it is read element by element, or transposed where it has several lines.
        for row in 'row nn' 'column nn'; do
            commands $profile $type $row
            takes "$(sizes "$row" 16384 1 4096)" column_along_k
            takes "$(sizes "$row" 4096 3 1000)" columns_transposed
        done
        for row in 'row tt' 'column tt'; do
            commands $profile $type $row
            takes "$(sizes "$row" 1 16384 4096)" row_along_k
            takes "$(sizes "$row" 3 4096 1000)" rows_transposed
        done
        # An operand that lies along K is read so; one that lies across it, by vectors of the elements of C.
        for row in 'row tn' 'row tt' 'column nt' 'column tt'; do
            commands $profile $type $row
            takes "$(sizes "$row" 1000000 3 3)" columns
            takes "$(sizes "$row" 4096 8 1000)" more_columns
        done
        for row in 'row nt' 'column tn'; do
            commands $profile $type $row
            kernels="column_along_k columns_along_k large narrow row_along_k rows_along_k rows_in_blocks small wide $panels"
            case $panels$type in
            ?*f32) kernels="$kernels columns_in_panels_along_k" ;;
            ?*f64) kernels="$kernels wide_along_k" ;;
            esac
            case $profile in cpu) kernels="$kernels b_in_panels_along_k" ;; esac
            case $profile in ./*) kernels="$kernels a_in_place_along_k small_a_in_place_along_k tall_a_in_place_along_k" ;; esac
            # shellcheck disable=SC2086
            [ "$(ls cpu)" = "$(printf 'clgemm_%s\n' dispatch.h $(printf '%s.cl ' $kernels) | LC_ALL=C sort)" ] || fail "$profile $row has $(ls cpu)"
            takes "$(sizes "$row" 3 4096 1000)" rows_along_k
            takes "$(sizes "$row" 4096 3 1000)" columns_along_k
            for side in 500 16384; do
                takes "$(sizes "$row" 1 $side 4096)" row_along_k
                takes "$(sizes "$row" $side 1 4096)" column_along_k
            done
            takes "$(sizes "$row" 20 4096 1000)" $rows
        done
        # Where B lies along K it is transposed first, or packed.
        for row in 'row nt' 'row tt' 'column tn' 'column tt'; do
            commands $profile $type $row
            takes 4096x4096x4096 large
            takes 1000x1000x1000 $half
            takes 512x512x512 $quarter
            case $row in
            'row nt' | 'column tn') takes 300x300x300 $along_k ;;
            *) takes 300x300x300 wide ;;
            esac
            case "$profile $row" in
            'cpu row nt' | 'cpu column tn') takes 512x512x64 b_in_panels_along_k ;;
            'cpu row tt' | 'cpu column tt')
                # Much of an A across K wants to be packed, too (doc/results/cpu-shapes.md).
                takes 512x512x64 small
                takes "$(sizes "$row" 835 103 1090)" large
                takes "$(sizes "$row" 3095 356 301)" large
                ;;
            *) takes 512x512x64 small ;;
            esac
        done
        takes 1000000x3x3 wide
    done
    # Halves are summed in a workspace of singles where C has some blocks of K added, and are read by the gemv family where they are few.
    for type in f16 bf16; do
        for row in 'row nn' 'row nt' 'row tt' 'column nn'; do
            commands $profile $type $row
            takes 1024x1024x1024 large
            takes 1000x1000x1000 large
            grep -q 'C_padded + ' cpu/clgemm_large.cl || fail "$profile $request: large has sums in C"
            case $row in
            *nn) few=rows one=one_row ;;
            *nt) few=rows_along_k one=row_along_k ;;
            *tt) few=rows_transposed one=row_along_k ;;
            esac
            case $row in
            row*) takes 64x64x64 $few && takes 16x4096x1000 $few && takes 1x16384x4096 $one ;;
            esac
        done
    done
    # A C of halves beside singles has the kernels of halves.
    for sizes in '' '--fixed 1024x1024x1024' '--fixed 1x4096x4096'; do
        # shellcheck disable=SC2086
        "$gen" --for $profile --layout row --type-c f16 $sizes --name k >k.cl 2>/dev/null
        # shellcheck disable=SC2086
        same k.cl --for $profile --layout row --type f16 --type-a f32 --type-b f32 $sizes --name k
    done
done
finish
