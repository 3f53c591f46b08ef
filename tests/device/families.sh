# Read by families-*.sh: `check_requests native|emulated` checks the requests of requests.txt on the device, the kernels of all
# profiles, and a pseudo-random sample of all others. CLGEMM_SAMPLE is its size, CLGEMM_SEED where it starts.
. "${srcdir:-.}/tests/device/common.sh"
sample=${CLGEMM_SAMPLE:-30}
seed=${CLGEMM_SEED:-1}

check_requests() {
    # Profiles with options for their devices' compilers alone, kernels for shapes of the matrix engines of NVIDIA and AMD, and random texels.
    may_lack='is for devices of another kind\|cl_nv_compiler_options\|cl_amd_device_attribute_query\|texels of'
    emit_profiles "$1"
    emit_shapes "$1"
    if [ "$1" = native ]; then emit_uncounted "$1" native; fi
    check_emitted --sizes edge --trials 1
    rm -r "$kernels"
    emit_uncounted "$1" plain
    unoptimised
    check_emitted --sizes edge --trials 1
}

# emit_uncounted native|emulated native|plain: requests and a sample, optimised those where work-items exchange registers with the
# device's own functions. What rules refuse is not counted.
emit_uncounted() {
    local absent=$skipped
    emit_requests "$2"
    if [ "$1,$2" != native,plain ]; then emit_sample "$1"; fi
    skipped=$absent
}

# Those of requests.txt, of which as many are served as the line says. The two runtimes share them: of four transposes each has another,
# those of a single transpose take turns. `make check-covering` has all on both. Lines that begin with `native` are those of the device's
# own exchange.
emit_requests() {
    local wanted=$1 of served options number=0 turns=(nn nt tn tt) transposes transpose made own
    while read -r served options; do
        case $served in '#'* | '') continue ;; esac
        number=$((number + 1))
        own=
        if [ "$served" = 4 ]; then own=${turns[(number + 2 * runtime) % 4]}; fi
        if [ -n "${CLGEMM_ALL_SPACES:-}" ] || { [ "$served" = 1 ] && mine "$number"; } || [ "$served" = 2 ]; then own=all; fi
        case $options in
        native*)
            of=native
            options=${options#native }
            own=all
            ;;
        *) of=plain ;;
        esac
        [ "$of" = "$wanted" ] || continue
        transposes='nn nt tn tt'
        case $options in
        *--transpose\ *)
            transposes=${options##*--transpose }
            transposes=${transposes%% *}
            ;;
        esac
        made=0
        for transpose in $transposes; do
            # shellcheck disable=SC2086
            offered "request_${number}_$transpose" $options --layout row --transpose "$transpose"
            [ "$code" = 0 ] || continue
            made=$((made + 1))
            case " $own " in
            ' all ' | *" $transpose "*) ;;
            *) rm "$kernels/request_${number}_$transpose.json" ;;
            esac
        done
        if [ "$made" != "$served" ]; then
            fault "$options: $served transposes were served before, now $made: $(head -n 1 "$scratch/refusal")"
        fi
    done <"$srcdir/tests/device/requests.txt"
}

# leave_out_unmeasured KERNEL NUMBER: that kernel of a profile, where it was not measured on the profile's devices, and its number is
# an odd one among those of this runtime: many are large. `make check-covering` has all.
leave_out_unmeasured() {
    if grep -q '^ \* Kernels of profile .* were not measured' "$kernels/$1.cl" && ! mine $(($2 / 2 + runtime)); then
        rm "$kernels/$1.cl" "$kernels/$1.json"
    fi
}

# What a profile makes of each type where nothing else is said; row-major and transposed on Intel's runtime. A kernel of a matrix engine
# is checked with its emulation. The runtimes take turns.
emit_profiles() {
    local kind=$1 name type kernel options engine number=0 turns=(nt tn tt)
    for name in $("$CLGEMM_GEN" --list profiles | sed -n 's/^  \([^ ][^ ]*\) .*/\1/p'); do
        for type in f32 f64 f16; do
            number=$((number + 1))
            mine "$number" || continue
            kernel=profile_${name//-/_}_$type
            options=(--for "$name" --type "$type")
            if [ "$kind" = native ]; then options+=(--layout row --transpose "${turns[number % 3]}"); fi
            served "$kernel" "${options[@]}"
            engine=$(sed -n 's/^ *"engine": "\([a-z0-9]*\)",*$/\1/p' "$kernels/$kernel.json")
            if [ -n "$engine" ]; then
                served "$kernel" "${options[@]}" --engine "emulated:$engine"
            fi
            leave_out_unmeasured "$kernel" "$number"
        done
    done
    [ "$number" != 0 ] || fault 'there are no profiles'
    leave_out_repeated profile
    # Functions that return long vectors, optimised.
    served split_factors --compute 3xtf32 --family matrix --engine emulated:mma --tile 4x2 --wg 8x4
    served pairs_of_factors --compute bf16x3 --family matrix --engine emulated:dpas --tile 8x2 --wg 2x8
}

# leave_out_repeated WORD: of the kernels WORD_... those that differ from earlier ones by their name and first comment alone, or have the options
# of an earlier one for another transpose.
declare -A seen=()
leave_out_repeated() {
    local text kernel sum options
    for text in "$kernels/$1"_*.cl; do
        kernel=$(basename "$text" .cl)
        sum=$(sed -e '1,/^ \*\//d' -e "s/$kernel/kernel/g" "$text" | md5sum)
        options=$(sed -n -e 's/^ \* Made by clgemm .*: clgemm-gen//p' "$text" | sed -E 's/ --(transpose|layout|name|for) [^ ]*//g')
        case $options in *--tile*) ;; *) options=$sum ;; esac
        if [ -n "${seen[$sum]:-}${seen[$options]:-}" ]; then rm "$text" "$kernels/$kernel.json"; fi
        seen[$sum]=$kernel
        seen[$options]=$kernel
    done
}

# Kernels for shapes of a profile's types, where it has some; a problem of its own each. The runtimes take turns.
emit_shapes() {
    local kind=$1 name type number=0 dispatches=0 turns=(nn tt tn nt) layout text
    for name in $("$CLGEMM_GEN" --list profiles | sed -n 's/^  \([^ ][^ ]*\) .*/\1/p'); do
        for type in f32 f64; do
            number=$((number + 1))
            layout=column
            if [ "$kind" = native ]; then layout=row; fi
            # shellcheck disable=SC2086
            "$CLGEMM_GEN" $exchange --for "$name" --type "$type" --layout $layout --transpose "${turns[number % 4]}" \
                --name "shapes_${name//-/_}_$type" --emit dispatch,json -o "$kernels/" >"$scratch/refusal" 2>&1 </dev/null
            case $?,$(cat "$scratch/refusal") in
            0,*) dispatches=$((dispatches + 1)) ;;
            1,*'has no member `dispatch`'*) ;;
            *) fault "the kernels for shapes of profile $name: $(head -n 1 "$scratch/refusal")" ;;
            esac
        done
    done
    leave_out_repeated shapes
    number=0
    for text in "$kernels"/shapes_*.cl; do
        number=$((number + 1))
        if mine "$number"; then leave_out_unmeasured "$(basename "$text" .cl)" "$number"; else rm "${text%.cl}.json"; fi
    done
    [ "$dispatches" -ge 6 ] || fault "only $dispatches profiles and types have kernels for shapes"
}

# Random options, those out that a rule refuses; every one in whole must be right.
emit_sample() {
    local options tried=0 taken=0
    RANDOM=$seed
    while [ "$taken" -lt "$sample" ] && [ "$tried" -lt $((40 * sample)) ]; do
        tried=$((tried + 1))
        compose "$1"
        # shellcheck disable=SC2086
        offered "random_$tried" $options
        if [ "$code" = 0 ]; then taken=$((taken + 1)); fi
    done
    echo "$taken of $tried random requests are served, from seed $seed on"
    if [ "$taken" -lt "$sample" ]; then fault "too few random requests are served: $taken of $tried"; fi
}

# pick WORD...: one of them, in $picked. No subshell: it would draw the same again.
pick() {
    shift $((RANDOM % $#))
    picked=$1
}

# add NAME VALUE...: in one request of two, --NAME with one of the values.
add() {
    local name=$1
    shift
    if [ $((RANDOM % 2)) = 0 ]; then return; fi
    pick "$@"
    options="$options --$name $picked"
}

# with NAME VALUE...: --NAME with one of the values.
with() {
    local name=$1
    shift
    pick "$@"
    options="$options --$name $picked"
}

# A random request in $options.
compose() {
    options=
    pick naive register register shuffle shuffle block-read block-read
    local how=$picked
    with layout column row
    with transpose nn nt tn tt
    case $how in
    naive)
        options="$options --family naive"
        with wg 1x1 2x4 4x4 3x5 8x8 1x16
        ;;
    register)
        options="$options --family register"
        with wg 1x1 1x2 2x2 2x4 3x2 4x8
        with tile 1x1 1x4 2x2 2x4 3x3 4x4 4x8 5x2 6x8 8x8 2x16
        add vec-a 1 2 4 8
        add vec-b 1 2 4 8
        add vec-c 1 2 4 8 16
        add tile-k 1 2 3 4 8
        ;;
    *)
        options="$options --share $how"
        with wg 1x4 2x4 3x4 1x8 2x8 4x8 1x16 2x16
        with tile 1x1 2x2 3x2 4x1 4x3 8x2 8x4 16x1 16x2 12x1 24x2
        add tile-k 4 8 16 24 32
        add vec-a 1 2 4 8
        add vec-b 1 2 4 8
        if [ $((RANDOM % 4)) = 0 ]; then options="$options --barrier"; fi
        if [ "$1" = native ]; then
            # Which sub-groups khr gets, the device decides.
            if [ "$how" = shuffle ]; then with sub-groups intel auto; else with sub-groups intel intel emulated; fi
            add sg-size 4 8 16 32
        else
            options="$options --sub-groups emulated"
        fi
        ;;
    esac
    with access buffer buffer image
    add access-a buffer image
    add access-b buffer image
    add unroll-k 2 4 8 16 48
    # The vectoriser of Intel's runtime takes minutes for some kernels of 48 steps.
    if [ "$1" = native ]; then options=${options/--unroll-k 48/--unroll-k 16}; fi
    add mad mad fma plain
    add index auto 32 64
    add alpha arg 1 -1 2.5
    add beta arg 0 1 0.5
    add offset-a arg 0 5
    add offset-b arg 0 3
    add offset-c arg 0 7
    if [ $((RANDOM % 4)) = 0 ]; then with fixed 1x1x1 16x16x16 33x17x19 32x64x24 7x40x1; fi
    if [ $((RANDOM % 4)) = 0 ]; then with edges exact guard pad shift; fi
    if [ $((RANDOM % 4)) = 0 ]; then with pretranspose a b ab; fi
    if [ $((RANDOM % 8)) = 0 ]; then with steps separate; fi
    case $((RANDOM % 8)) in
    0 | 1)
        add type-a f64 bf16 f32
        add type-b bf16 f64 f32
        add type-c bf16 f16 f64
        ;;
    2)
        with type i8 u8 i32
        add type-b i8 u8 i32
        ;;
    esac
    if [ $((RANDOM % 4)) = 0 ]; then
        add lda tight 300
        add ldb tight 300
        add ldc tight 300
    fi
}
