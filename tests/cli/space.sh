#!/bin/bash
# --show-space: parameters, values, sizes; what is asked is fixed, --param changes values.
# Test: turn 10
. "${srcdir:-.}/tests/cli/common.sh"

expect 0 '' "$gen" --show-space
for option in family share tile wg tile-k unroll-k vec-a vec-b vec-c barrier mad index edges; do
    grep -q "^$option  *[^ ]* [^ ]" "$scratch/output" || fail "--show-space has no parameter $option"
done
grep -q '^layout ' "$scratch/output" && fail '--show-space chooses the layout'
grep -q -E '^[0-9]+ combinations, (about )?[1-9][0-9]* valid points(, estimated from [1-9][0-9]* that were drawn)?$' "$scratch/output" || fail 'no sizes are printed'

# Members side by side are to be chosen where there are members.
grep -q '^wg-members ' "$scratch/output" && fail '--show-space has members where there is no batch'
expect 0 '' "$gen" --show-space --batch strided
grep -q '^wg-members  *1 4$' "$scratch/output" || fail '--show-space --batch strided has no wg-members'

# Of 3 x 2 combinations one is none: four columns at a time do not fill six.
expect 0 '' "$gen" --show-space --param tile=4x4,4x6,8x8 --param vec-c=1,4 --family register --share none --wg 1x1 \
    --tile-k 1 --unroll-k 1 --vec-a 1 --vec-b 1 --access buffer --edges guard --mad mad --index 64 --barrier=no \
    --sub-groups auto --sg-size 8 --pretranspose none --steps combined --ids global --split-k 1 --tile-order hw --param loop-order=-
expect_output 'loop-order   -
tile         4x4 4x6 8x8
vec-c        1 4
6 combinations, 5 valid points'

# Each family that a profile lists has points: what only others read begins with a value that changes nothing for it.
for profile in generic cpu nvidia-ampere intel-xe-hpg; do
    for family in $("$gen" --show-space --for $profile | sed -n 's/^family  *//p'); do
        "$gen" --show-space --for $profile --type f16 --param family="$family" >"$scratch/output" 2>&1 && grep -q -E '^[0-9]+ combinations, (about )?[1-9]' "$scratch/output" ||
            fail "--for $profile has no point of family $family: $(tail -n 1 "$scratch/output")"
    done
done

# What a profile lists for its devices; a request still fixes values, and a list of the user comes last.
expect 0 '' "$gen" --show-space --for cpu
grep -q '^family  *register blocked$' "$scratch/output" || fail 'the values of the profile are not taken'
expect 0 '' "$gen" --show-space --for cpu --share shuffle --param vec-c=1
grep -q '^family  *subgroup$' "$scratch/output" || fail 'share and family of a profile do not go together'
grep -q '^vec-c  *1$' "$scratch/output" || fail 'the values of the user are not taken'
grep -q '^share ' "$scratch/output" && fail 'what is asked is not fixed'
# Who says how operands are shared has said which families can, and the other way round.
for said in '--share local --tile-k 8' '--family local --tile-k 8' '--share none --tile-k 8' '--family subgroup --tile-k 8' '--preset kepler_6' '--preset gatlas_gemm_buffer' \
    '--share shuffle --for nvidia-hopper' '--share none --for nvidia-hopper'; do
    # shellcheck disable=SC2086
    expect 0 '' "$gen" --show-space $said
    grep -q -E '^[0-9]+ combinations, (about )?[1-9][0-9]* valid points' "$scratch/output" || fail "$said leaves no point"
done
echo '{"name": "mine", "inherits": "cpu", "space": {"tile": "2x2 4x4"}}' >mine.json
expect 0 '' "$gen" --show-space --for ./mine.json
grep -q '^tile  *2x2 4x4$' "$scratch/output" || fail "a file's space is not taken"
# refused SPACE SENTENCE
refused() {
    echo "{\"name\": \"mine\", \"space\": $1}" >mine.json
    expect 1 "$2" "$gen" --show-space --for ./mine.json
}
refused '"tile"' 'profile ./mine.json: space must be an object'
refused '{"tile": 4}' 'profile ./mine.json: space: tile must be a text of values'
refused '{"tiel": "2x2"}' 'profile ./mine.json: space: unknown option --tiel; did you mean --tile?'
refused '{"pack": "none a"}' 'profile ./mine.json: space: --pack is called --pretranspose now'
refused '{"preset": "naive"}' 'profile ./mine.json: space: preset must be a text of values'
refused '{"tile": "2y2"}' 'profile ./mine.json: space: --tile takes HxW*'
refused '{"tile": "2x2 2x2"}' 'profile ./mine.json: space: tile names the value 2x2 twice'
refused '{"tile": ""}' 'profile ./mine.json: space: tile needs a value at least'
refused_of_engine() {
    echo "{\"name\": \"mine\", \"spaces\": {$1}}" >mine.json
    expect 1 "$2" "$gen" --show-space --for ./mine.json
}
refused_of_engine '"mma": 4' 'profile ./mine.json: spaces.mma must be an object'
refused_of_engine '"mna": {}' 'profile ./mine.json: spaces.mna: --engine takes one of *'
refused_of_engine '"mma": {"tiel": "2x2"}' 'profile ./mine.json: spaces.mma: unknown option --tiel; did you mean --tile?'

# Kernels of an engine have the values that the profile lists for it, the others those of all; the space has them all.
cat >mine.json <<'END_OF_PROFILE'
{"name": "mine", "inherits": "generic", "space": {"family": "local matrix", "share": "local", "access-a": "buffer", "access-b": "buffer", "mad": "fma", "ids": "global",
  "loop-order": "-", "barrier": "no", "sg-size": "-", "steps": "combined", "pretranspose": "none", "edges": "guard", "index": "auto", "tile": "2x4 4x8", "wg": "8x8 32x4",
  "tile-k": "16 32", "unroll-k": "16 32", "vec-a": "1 8", "vec-b": "1 8", "vec-c": "1 2", "stages": "1 2"},
 "spaces": {"mma": {"tile": "2x2 4x2", "wg": "8x8", "tile-k": "16 32", "unroll-k": "16 32", "vec-a": "1 8", "vec-b": "1 8", "vec-c": "2", "pad-a": "0", "pad-b": "0",
    "stages": "1 2", "copy": "plain", "panels": "none", "persistent": "0", "raster": "1", "split-k": "1"},
  "wgmma": {"tile": "2x16", "wg": "32x4", "copy": "tensor async", "stages": "2 3", "engine-along": "n", "tile-k": "16 32", "unroll-k": "16 32", "vec-a": "8", "vec-b": "8",
    "panels": "none", "persistent": "0", "raster": "1", "split-k": "1"}}}
END_OF_PROFILE
# points WORD...: the number of valid points.
points() { "$gen" --show-space --for ./mine.json --type bf16 --layout row --transpose nt "$@" 2>&1 | sed -n 's/.* combinations, \(.*\) valid points/\1/p'; }
all=$(points) other=$(points --family local) mma=$(points --family matrix --engine mma) wgmma=$(points --family matrix --engine wgmma)
[ "$other" -gt 0 ] && [ "$mma" -gt 0 ] && [ "$wgmma" -gt 0 ] && [ "$all" = $((other + mma + wgmma)) ] ||
    fail "all $all points, $other of local, $mma of mma, $wgmma of wgmma"
expect 0 '' "$gen" --show-space --for ./mine.json --type bf16 --family matrix --engine emulated:mma
grep -q '^tile  *2x2 4x2$' "$scratch/output" || fail 'the values of the engine are not taken'
grep -q -E '^(engine|engine-along) ' "$scratch/output" && fail 'an option of another engine is to choose'
expect 0 '' "$gen" --show-space --for ./mine.json --type bf16 --family matrix --engine mma --param tile=8x8
grep -q '^tile  *8x8$' "$scratch/output" || fail 'the values of the user are not taken for an engine'
# An engine that the profile names alone has the values that stand for it.
echo '{"name": "mine", "inherits": "generic", "spaces": {"wgmma": {"copy": "async"}}}' >mine.json
expect 0 '' "$gen" --show-space --for ./mine.json --type bf16 --family matrix --engine wgmma
grep -q '^tile  *2x4 .* 4x32$' "$scratch/output" && grep -q '^copy  *async$' "$scratch/output" || fail 'the values that stand for the engine are not there'
rm mine.json

# Values with commas have blanks between them.
expect 0 '' "$gen" --show-space --family naive --param 'epilogue=none bias:column,relu '
grep -q '^epilogue  *none bias:column,relu$' "$scratch/output" || fail 'values with blanks between have no commas'
expect 0 '' "$gen" --show-space --family naive --param 'epilogue=bias:column,relu '
grep -q '^epilogue  *bias:column,relu$' "$scratch/output" || fail 'a value with a blank behind it has no comma'
expect 4 'no point of this space is valid; *' "$gen" --show-space --family naive --param vec-a=2
expect 1 '--param names no option: tiel; did you mean tile?' "$gen" --show-space --param tiel=2x2
expect 1 '--param names no option: qqqqqq; --list params shows them' "$gen" --show-space --param qqqqqq=2x2
expect 1 '--param tile names the value 2x2 twice' "$gen" --show-space --param tile=2x2,2x2
expect 1 '--param tile says no values; ask --param tile=V1,V2' "$gen" --show-space --param tile
expect 1 '--param sets values of the parameter space: it needs --show-space' "$gen" --param tile=2x2
expect_files

# Spaces of one family have no other parameters than those that are named (gen/space/space.def), so that one which the device
# tests do not name is checked on no device. Kernels of attention are drawn by tests/list_chains.c.
words=$(sed -n -e '/^\(\(local\|blocked\|gemv\|gated\|matrix\)_space\|store_\)/,/[^,]["'"'"']$/p' "$srcdir/tests/device/spaces.sh")
for name in $(sed -n 's/^PARAMETER(\([A-Z_]*\), NAMED,.*/\1/p' "$srcdir/gen/space/space.def" | tr 'A-Z_' 'a-z-'); do
    case $words in
    *"--param $name="*) ;;
    *) grep -q -- "--$name " "$srcdir/tests/list_chains.c" || fail "neither a space of tests/device/spaces.sh nor tests/list_chains.c names $name" ;;
    esac
done
finish
