# Read by random-*.sh: `check_random` checks random requests over all families and their options on the device: element types (mixed, complex,
# whole, in quantised blocks), batches, members side by side, parts of K, epilogues, prepared operands, panels, sub-groups; and with all
# shares random points of the parameter spaces. CLGEMM_POINTS is the number of requests of all shares (90; with all shares 1,000, and as
# many points), CLGEMM_SEED where they start (1). A request follows from its number and the seed alone.
. "${srcdir:-.}/tests/device/common.sh"
if [ "$share" = all ]; then points=${CLGEMM_POINTS:-1000}; else points=${CLGEMM_POINTS:-90}; fi
seed=${CLGEMM_SEED:-1}

# pick WORD...: one of them, as $picked; the empty word is an option not said.
pick() {
    shift $((RANDOM % $#))
    picked=$1
}

# say OPTION WORD...: adds the option with one of the values to the request, or nothing where that is empty.
say() {
    local option=$1
    shift
    pick "$@"
    if [ -n "$picked" ]; then request+=("--$option" "$picked"); fi
}

# Element types of a $kind of numbers, and $turns, the transposes that there are for them. Sums of whole numbers have no fractions.
draw_types() {
    turns='nn nt tn tt'
    fractions=yes
    case $kind in
    real) say type f32 f32 f64 bf16 f16 e4m3 ;;
    mixed)
        say type f32 bf16 f16 f64
        say type-a '' f32 bf16 f16 f64 e4m3 e5m2
        say type-b '' f32 bf16 f16 f64 e5m2 e4m3
        say type-c '' f32 bf16 f16 f64 e4m3 e5m2
        ;;
    complex)
        say type c32 c64
        turns='nn nt tn tt cn nc cc ct tc'
        ;;
    whole)
        say type i8 u8
        say type-c '' '' f32 f16 bf16 i8 u8
        case " ${request[*]} " in *' --type-c '*) ;; *) fractions=no ;; esac
        ;;
    quantised)
        say type f32 f32 f16
        pick a b
        say "type-$picked" q4_0 q4_1 q5_0 q5_1 q8_0 q4_k q5_k q6_k iq4_nl mxfp4
        say quants '' apart
        ;;
    esac
}

# Up to three operations, which kinds of numbers have in common or not.
draw_epilogue() {
    local list='' count=$((RANDOM % 6 - 2)) number
    for ((number = 0; number < count; number++)); do
        pick bias:row bias:column scale scale:row scale:column residual relu leaky_relu:0.125 gelu gelu_tanh silu sigmoid tanh clamp:-3:5 \
            'expression:value*0.5+row-column' 'expression:column>row?-2:value*tanh(value)' 'expression:fmax(value,-column)'
        list=$list${list:+,}$picked
    done
    if [ -n "$list" ]; then request+=(--epilogue "$list"); fi
}

# A gated product in place of an epilogue, of families that have it.
draw_chain() {
    case $family in naive | register | local | gemv | matrix) say chain '' '' '' '' gate:silu gate:gelu gate:gelu_tanh gate:relu gate:sigmoid gate:none ;; esac
}

# The family with tiles, groups and what it alone reads.
draw_family() {
    request+=(--family "$family")
    case $family in
    naive)
        say tile '' '' 2x3 4x1
        say wg 4x4 2x16 8x1
        ;;
    register)
        say tile 1x4 4x4 3x5 2x8 4x1 6x8 2x16
        say wg 1x1 2x2 3x4 1x8 8x1 4x8
        say tile-k '' 1 2 4
        ;;
    subgroup)
        say share shuffle block-read
        say tile 8x2 4x1 3x2 16x2 12x1
        say wg 2x4 1x8 2x8 3x4 1x16
        say tile-k '' 8 4 16
        draw_exchange
        if [ $((RANDOM % 4)) = 0 ]; then request+=(--barrier); fi
        ;;
    local)
        say tile 2x4 4x4 3x5 8x4
        say wg 4x4 4x8 8x1
        say tile-k 8 16 ''
        say stage-a '' plain transposed k-major no
        say stage-b '' plain transposed k-major no
        say pad-a '' 0 1
        say stages '' '' 2 3
        say copy '' '' async
        say assign '' strided
        ;;
    blocked)
        say tile 4x8 6x4 3x5
        request+=(--wg 1x1)
        say block-tiles 1x1 2x3 3x1
        say block-k 16 24 32 256
        say panels none a b ab
        say tile-order '' hw wh
        if [ $((RANDOM % 2)) = 0 ]; then request+=(--prefetch); fi
        ;;
    gemv)
        say tile 1x2 2x4 3x5 8x1
        say wg 1x1 2x4 8x4 1x8
        say thin m n
        say block-tiles '' '' 1x3
        say tile-k '' 1 4 8 32
        say sum-vec '' '' 1 2
        ;;
    matrix)
        say engine emulated:mma emulated:wgmma emulated:dpas emulated:dpas16 emulated:mfma emulated:wmma emulated:wmma12 emulated:fma
        say tile 2x2 4x2 4x8 8x2 4x4
        say wg 8x4 8x8 16x4 32x4 2x16 4x8
        say tile-k 16 32 64
        say copy '' plain async bulk tensor
        say stages '' 2 3
        case " ${request[*]} " in *' --copy bulk '*) request+=(--panels ab) ;; esac
        say persistent '' '' 0 1
        ;;
    esac
    case $family in
    register | subgroup | blocked | local) say vec-c '' 1 2 4 ;;
    esac
    case $family in
    register | subgroup | local | gemv)
        say vec-a '' '' 1 2 4
        say vec-b '' '' 1 2 4 8
        say unroll-k '' '' 4 8 16
        ;;
    esac
    case $family in
    register | local | gemv) if [ $((RANDOM % 4)) = 0 ]; then request+=(--aligned); fi ;;
    esac
}

# How lanes exchange: by the device's own functions on Intel's runtime, which decides which sub-groups khr gets.
draw_exchange() {
    if [ $runtime = 0 ]; then
        request+=(--sub-groups emulated)
    else
        case " ${request[*]} " in *' --share shuffle '*) say sub-groups intel auto ;; *) say sub-groups intel intel emulated ;; esac
        say sg-size '' 4 8 16 32
    fi
}

draw_members() {
    case $family in
    register | local) say wg-members '' 2 3 8 ;;
    esac
}

# What is multiplied: everything that every family may be asked for.
draw_problem() {
    say layout row column
    # shellcheck disable=SC2086
    say transpose $turns
    say edges guard guard pad shift exact
    case $fractions in
    no)
        say alpha '' 1 -1 2
        say beta '' 0 1 -3
        ;;
    yes)
        say alpha '' 1 -0.5
        say beta '' 0 1 0.5
        ;;
    esac
    say fixed '' '' '' 37x29x53 64x96x64 33x40x256
    say lda '' '' tight
    say ldb '' '' tight
    say ldc '' '' tight 301
    say offset-a '' arg 5
    say offset-b '' arg 3 32
    say offset-c '' arg 7
    say index '' '' 32 64
    say mad '' '' fma plain
    if [ $((RANDOM % 8)) = 0 ]; then request+=(--steps separate); fi
    say pretranspose '' '' none a b ab
    say prepared '' '' '' a b ab
    [ $kind != quantised ] || say decode '' '' a b ab
    say split-k '' '' 2 3 7
    say split-k-sum '' launch
    say batch '' strided strided offsets
    case $picked in
    strided)
        say batch-count '' '' 3
        say stride-a '' '' 0
        say stride-b '' '' 0
        draw_members
        ;;
    offsets) draw_members ;;
    '')
        say access-a '' '' '' image
        say access-b '' '' '' image
        ;;
    esac
}

# advised: changes the request that was refused as the first advice says; fails where that is another family, type or problem, or none.
advised() {
    local said words
    said=$(head -n 1 "$scratch/refusal")
    case $said in *'; ask --'*) ;; *) return 1 ;; esac
    said=${said##*; ask }
    said=${said%% or *}
    # The last of an option counts.
    read -r -a words <<<"${said%%, *}"
    case ${words[0]} in --family | --type* | --transpose | --batch | --layout | --fixed) return 1 ;; esac
    request+=("${words[@]}")
}

# try NUMBER: emits the request, after up to ten changes that rules advise. Fails where it is refused.
try() {
    local change
    for ((change = 0; change < 10; change++)); do
        emit "point_$1" "${request[@]}"
        if [ "$code" != 4 ]; then return 0; fi
        advised || return 1
    done
    return 1
}

# draw NUMBER: sets request to the first one that rules allow, and emits it. Kinds of numbers and families have their share of the points
# before rules are asked, as rules allow more of some than of others.
draw() {
    local number=$1 pair attempt
    # The first numbers of seeds that lie near each other are alike.
    RANDOM=$(((seed * 1000003 + number * 7919) % 2147483647))
    for attempt in 1 2 3 4 5 6 7 8; do pick x; done
    for ((pair = 0; pair < 200; pair++)); do
        pick real mixed complex whole quantised quantised
        kind=$picked
        pick naive register register subgroup local local blocked blocked gemv gemv matrix matrix
        family=$picked
        for ((attempt = 0; attempt < 12; attempt++)); do
            request=()
            draw_types
            draw_family
            draw_problem
            draw_epilogue
            draw_chain
            try "$number" || continue
            if [ "$code" != 0 ]; then
                fault "clgemm-gen ${request[*]}: exit code $code, $(head -n 1 "$scratch/refusal")"
            fi
            return
        done
    done
    fault "no request of point $number is allowed"
}

# emit_points NAME COUNT: random points of a space.
emit_points() {
    local options number=0
    # shellcheck disable=SC2046
    list_points random "$2" "$seed" $(space_of "$1") >"$scratch/points" || fault "$1: no points can be drawn"
    while read -r options; do
        number=$((number + 1))
        # shellcheck disable=SC2086
        served "point_${1//-/_}_$number" $options
    done <"$scratch/points"
}

check_random() {
    local number name
    # Vectors of a texel or half arithmetic that the runtime has not got, and sub-groups that it gives khr.
    may_lack='texels of\|cl_khr_fp16\|CL_HALF_FLOAT\|needs sub-groups of'
    exchange=
    for ((number = 1; number <= points; number++)); do
        if in_share "$number"; then draw "$number"; fi
    done
    echo "random requests of 1 to $points, from seed $seed on"
    if [ "$share" = all ]; then
        for name; do emit_points "$name" $((points / $#)); done
    fi
    unoptimised
    check_kernels --sizes quick --trials 1
}
