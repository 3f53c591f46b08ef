# Read by groups-*.sh: `check_groups` deals rows out to groups in many ways: at random, some or all of them empty, one with all rows, a row each, by
# lists of experts in no order, and of rows of A and C that skip some; over the families and element types of B. With all shares 10,000 ways
# (CLGEMM_GROUPS), from seed CLGEMM_SEED on; else a few of the kernels, with each commit others, beside those of requests.txt.
. "${srcdir:-.}/tests/device/common.sh"
ways=${CLGEMM_GROUPS:-10000}
seed=${CLGEMM_SEED:-1}
every=12
if [ "$share" = all ]; then every=1; fi
turn=$(git -C "$srcdir" rev-list --count HEAD 2>/dev/null) || turn=0

families=(
    '--family naive'
    '--family naive --tile 2x3'
    '--family register --tile 2x4 --wg 4x4'
    '--family register --tile 3x5 --wg 2x4 --vec-c 1'
    '--family local --tile 4x4 --wg 4x8'
    '--family blocked --panels b'
    '--family gemv --wg 1x8'
    '--family subgroup --share block-read --tile 8x2 --wg 1x8'
    '--family thin --engine emulated:mma --tile 2x4 --wg 8x16'
    '--family matrix --engine emulated:mma --tile 2x4 --wg 8x8'
    '--family matrix --engine emulated:wgmma --tile 2x8 --wg 32x4 --tile-k 32 --copy tensor --stages 3'
    '--family matrix --engine emulated:wgmma --tile 2x8 --wg 32x4 --tile-k 32 --copy tensor --stages 3 --persistent 1 --raster 2'
)
types=(
    '--type f32' '--type f32 --compute tf32' '--type f16 --type-c f32' '--type bf16' '--type f64' '--type c32' '--type i8' '--type bf16 --type-b e4m3'
    '--type-b q4_0' '--type-b q8_0' '--type f16 --type-b q4_k' '--type f16 --type-b mxfp4' '--type-b i4_128' '--type bf16 --type-b u4_32'
    '--type-b q4_0 --prepared b' '--type-a e4m3_128 --type-b e4m3_128 --type-c bf16'
)
lists=(
    '' '--experts index' '--rows-a index' '--rows-c index --epilogue scale:row' '--experts index --rows-a index --rows-c index --epilogue bias:column:group'
    '--ragged n --epilogue bias:column' '--ragged k --epilogue residual'
    '--experts index --rows-c add --beta 0' '--rows-a index --rows-c add --beta 0 --epilogue scale:row'
)

# emit_groups: each family with each type; lists and where operands lie take turns.
emit_groups() {
    local family type number=0 more
    for family in "${families[@]}"; do
        for type in "${types[@]}"; do
            number=$((number + 1))
            [ $(((number + turn) % every)) = 0 ] || [ $every = 1 ] || continue
            more=${lists[number % ${#lists[@]}]}
            case $number$more in
            *--rows*) more="$more --layout row --transpose n$([ $((number % 2)) = 0 ] && echo n || echo t)" ;;
            *[02468] | *[02468]--*) more="$more --layout row --transpose nt" ;;
            esac
            # shellcheck disable=SC2086
            offered "groups_$number" $family $type --batch groups $more
            # Blocks lie along K, and engines read some types in one order alone.
            # shellcheck disable=SC2086
            if [ "$code" = 4 ]; then
                skipped=$((skipped - 1))
                offered "groups_$number" $family $type --batch groups --experts index --layout row --transpose nt
            fi
        done
    done
}

check_groups() {
    local dealt=0 sizes='--sizes quick' manifests
    emit_groups
    if [ "$share" = all ]; then sizes='--sizes edge'; fi
    printf '%s\n' "$kernels"/*.json | xargs -n 16 >"$scratch/batches"
    while :; do
        while read -r manifests <&3; do
            # shellcheck disable=SC2086
            check $device $sizes --trials 1 --seed "$seed" $manifests
            dealt=$((dealt + $(sed -n 's/^passed .*: \([0-9]*\) cases.*/\1/p' "$scratch/output" | awk "{ sum += \$1 } END { print sum + 0 }")))
        done 3<"$scratch/batches"
        [ "$share" = all ] && [ $dealt -lt "$ways" ] && [ $failed = 0 ] || break
        seed=$((seed + 1))
    done
    echo "rows were dealt out in $dealt ways"
}
