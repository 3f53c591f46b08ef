#!/bin/bash
# Kernels of whole numbers on the first device: sums are exact, beyond 32 bits they wrap, and pieces that were broken on purpose are
# found out. Scalars that are no whole numbers are refused, and so are libraries, which have none of these types.
# Test: turn 8
. "${srcdir:-.}/tests/harness/common.sh"
need_device
gen=${CLGEMM_GEN:-./clgemm-gen}
pieces=$scratch/pieces
count=0

# emit OPTION...: kernel and manifest in $scratch.
emit() {
    "$gen" --layout row --wg 2x2 "$@" --name whole --emit cl,json -o "$scratch/" >"$scratch/emitted" 2>&1 </dev/null && return
    echo "clgemm-gen $*: $(head -n 1 "$scratch/emitted")"
    failed=1
}

# broken TABLE PIECE TEXT OPTION...: the kernel of the options passes its check; with that text in place of the piece it fails.
broken() {
    local table=$1 piece=$2 text=$3
    shift 3
    emit "$@"
    expect 0 '^passed' check "$scratch/whole.json" --sizes edge --trials 1
    rm -rf "$pieces"
    mkdir "$pieces"
    printf '%s  %s\n' "$piece" "$text" >"$pieces/$table.pieces"
    emit "$@" --template-dir "$pieces"
    expect 6 'wrong of' check "$scratch/whole.json" --sizes edge --trials 1
    count=$((count + 1))
}

read_one='{{memory}}[{{address}}]'
read_vector='vload{{width}}(0, {{memory}} + {{address}})'
tile='--family register --tile 2x4'
# A sign that is lost, or made up; of one, and of a vector.
broken get whole "convert_{{number}}(as_uchar($read_one))" --type i8 --family naive
broken get whole "convert_{{number}}(as_char($read_one))" --type u8 --family naive
broken get whole_vector "convert_{{type}}(as_uchar{{width}}($read_vector))" --type i8 $tile --vec-b 4 --vec-c 4
broken get whole_vector "convert_{{type}}(as_char{{width}}($read_vector))" --type i8 --type-b u8 $tile --vec-b 4 --vec-c 4
# A product of 16 bits, and a sum of 16.
broken madd plain '(short)({{a}} * {{b}}) + {{sum}}' --type u8 --family naive
broken madd plain '(short)({{a}} * {{b}} + {{sum}})' --type i8 --family naive
broken write update '{{>write/value}}{{#beta}} + {{>*old}}{{/beta}}' --type i8 --family naive

# Sums of many products, which a float would round; and beyond 32 bits. Bytes that come through local memory, too.
emit --type u8 --family local --transpose nt --tile 2x2 --tile-k 4 --alpha 1000003 --beta -70001
expect 0 '^passed' check "$scratch/whole.json" --sizes edge --trials 1
emit --type u8 --family naive
expect 0 '^passed' check "$scratch/whole.json" -M 5 -N 7 -K 9001 --trials 1
rm -f "$pieces"/*
printf '%s\n' 'plain  convert_int_rte((float)({{a}} * {{b}}) + (float)({{sum}}))' >"$pieces/madd.pieces"
emit --type u8 --family naive --template-dir "$pieces"
expect 6 'wrong of' check "$scratch/whole.json" -M 5 -N 7 -K 9001 --trials 1

emit --type i8 --family naive --alpha 7
sed -i 's/"alpha": 7,/"alpha": 0.5,/' "$scratch/whole.json"
expect 4 'alpha = 0.5 is not a whole number' bench "$scratch/whole.json" -M 8 -N 8 -K 8
sed -i -e 's/"alpha": 0.5,/"alpha": 7,/' -e '/"types": {/,/}/s/"a": "i8"/"a": "f32"/' "$scratch/whole.json"
expect 4 'no reference for products of whole, real and complex numbers' check "$scratch/whole.json"
emit --type i8 --family naive
expect 4 'is compared in f32, f64, c32 or c64, not with A in i8' compare "$scratch/whole.json" --with openblas -M 8 -N 8 -K 8
echo "$count broken kernels tried"
exit $failed
