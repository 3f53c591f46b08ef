# Read by presets-*.sh: `check_presets` checks every preset at the edges of its tiles on the device: as it is, then, compiled without
# optimisation, a few small presets in both layouts and all transposes and all others with one transpose more, those of lanes
# also in row-major; of these the runtimes take turns. Compiling is what takes time, on PoCL up to half a minute a kernel; the largest
# have no other transpose. With all shares every preset has all layouts and transposes.
. "${srcdir:-.}/tests/device/common.sh"

# emit_others NAME TRANSPOSE: the preset otherwise than it is, TRANSPOSE or all.
emit_others() {
    local name=$1 transpose=$2 layout turn all=
    if [ "$share" = all ]; then all=$name; fi
    case $name in
    "$all" | naive | L3_SIMD_8x4_1x8 | block_read_4x1_1x8 | dpcpp_v[123] | gatlas_gemm_image)
        for layout in row column; do
            for turn in nn nt tn tt; do
                offered "${name}_${layout}_$turn" --preset "$name" --layout "$layout" --transpose "$turn"
            done
        done
        ;;
    kepler_[6789] | kepler_1[01]*) ;;
    *) offered "${name}_$transpose" --preset "$name" --transpose "$transpose" ;;
    esac
    case $name in
    L3_SIMD_* | block_read_* | cilk_*) offered "${name}_row_$transpose" --preset "$name" --layout row --transpose "$transpose" ;;
    esac
}

# Those of attention, whose launches say other sizes, whoever's share they are; the engine of one is emulated here.
check_attention() {
    local name emulated=(--engine emulated:mma --copy plain --stages 1)
    for name in $(echo "$presets" | grep '^attention'); do
        case $name in
        *_decode) served "$name" --preset "$name" "${emulated[@]}" ;;
        *) served "$name" --preset "$name" ;;
        esac
    done
    check_kernels --at batch=2,lq=37,lk=50,q_heads=8,kv_heads=2
}

check_presets() {
    local name number=0 turns=(nt tn tt)
    list_presets
    check_attention
    presets=$(echo "$presets" | grep -v '^attention')
    for name in $presets; do served "$name" --preset "$name"; done
    check_emitted --sizes edge
    for name in $presets; do
        number=$((number + 1))
        mine "$number" || continue
        emit_others "$name" "${turns[number / 2 % 3]}"
    done
    unoptimised
    check_emitted --sizes edge
}
