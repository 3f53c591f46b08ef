# Read by families-*.sh: `check_requests WORDS native|emulated` checks the requests of requests.txt on the device of WORDS,
# and a pseudo-random sample of all others. CLGEMM_SAMPLE is its size, CLGEMM_SEED where it starts.
. "${srcdir:-.}/tests/device/common.sh"
sample=${CLGEMM_SAMPLE:-30}
seed=${CLGEMM_SEED:-1}

check_requests() {
    local device=$1 kind=$2 served options
    while read -r served options; do
        case $served in '#'* | '') continue ;; esac
        case $options in
        native*)
            [ "$kind" = native ] || continue
            options=${options#native }
            ;;
        esac
        case $options in
        *--transpose*) ;;
        *) options="$options --transpose all" ;;
        esac
        # shellcheck disable=SC2086
        check $device $options --layout row --sizes edge --trials 1
        if [ $((now_passed + now_failed)) != "$served" ]; then
            fault "$options: $served transposes were served before, now $((now_passed + now_failed))"
            grep '^refused' "$scratch/output" | head -n 3
        fi
    done <"$srcdir/tests/device/requests.txt"
    skipped=0
    check_sample "$device" "$kind"
}

# Random options, those out that a rule refuses; every one in whole must be right.
check_sample() {
    local device=$1 kind=$2 options tried=0 taken=0
    RANDOM=$seed
    while [ "$taken" -lt "$sample" ] && [ "$tried" -lt $((40 * sample)) ]; do
        tried=$((tried + 1))
        compose "$kind"
        # shellcheck disable=SC2086
        "$CLGEMM_GEN" $options >"$scratch/kernel" 2>"$scratch/refusal" </dev/null
        code=$?
        if [ "$code" = 4 ]; then continue; fi
        if [ "$code" != 0 ]; then
            fault "clgemm-gen $options: exit code $code, $(head -n 1 "$scratch/refusal")"
            continue
        fi
        # The device's profile has rules of its own.
        # shellcheck disable=SC2086
        may_end_with=4 check $device $options --sizes edge --trials 1
        if [ "$code" = 4 ]; then
            failed=$((failed - now_failed))
        else
            taken=$((taken + 1))
        fi
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
    add mad mad fma plain
    add index auto 32 64
    add alpha arg 1 -1 2.5
    add beta arg 0 1 0.5
    add offset-a arg 0 5
    add offset-b arg 0 3
    add offset-c arg 0 7
    if [ $((RANDOM % 4)) = 0 ]; then with fixed 1x1x1 16x16x16 33x17x19 32x64x24 7x40x1; fi
    if [ $((RANDOM % 4)) = 0 ]; then with edges exact guard pad shift; fi
    if [ $((RANDOM % 4)) = 0 ]; then with pack a b ab; fi
    if [ $((RANDOM % 8)) = 0 ]; then with steps separate; fi
    if [ $((RANDOM % 4)) = 0 ]; then
        add type-a f64 bf16 f32
        add type-b bf16 f64 f32
        add type-c bf16 f16 f64
    fi
    if [ $((RANDOM % 4)) = 0 ]; then
        add lda tight 300
        add ldb tight 300
        add ldc tight 300
    fi
}
