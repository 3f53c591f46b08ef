# Read by presets-*.sh: `check_presets OPTION...` checks every preset at the edges of its tiles, on the device and with
# whatever else the options say. Compiling is what takes time, on PoCL up to half a minute a kernel: a few small presets in
# both layouts and all transposes, the largest as they are, all others with one transpose more, those of lanes also in
# row-major. tests/presets.sh has them all.
. "${srcdir:-.}/tests/device/common.sh"

# once OPTION...: check, where a rule may refuse the combination.
once() {
    may_end_with=4 check "$@" --sizes edge
    if [ "$code" = 4 ]; then
        failed=$((failed - now_failed))
        skipped=$((skipped + 1))
    fi
}

# check_preset NAME TRANSPOSE OPTION...: TRANSPOSE besides nn.
check_preset() {
    local name=$1 transpose=$2
    shift 2
    case $name in
    naive | L3_SIMD_8x4_1x8 | block_read_4x1_1x8 | dpcpp_v[123] | gatlas_gemm_image)
        once "$@" --preset "$name" --layout all --transpose all
        ;;
    kepler_[6789] | kepler_1[01]*) check "$@" --preset "$name" --sizes edge ;;
    *)
        # Every preset is served as it is.
        check "$@" --preset "$name" --sizes edge
        once "$@" --preset "$name" --transpose "$transpose"
        ;;
    esac
    case $name in
    L3_SIMD_* | block_read_* | cilk_*) once "$@" --preset "$name" --layout row --transpose "$transpose" ;;
    esac
}

check_presets() {
    local name number=0 turns=(nt tn tt)
    list_presets
    for name in $presets; do
        number=$((number + 1))
        echo "$name ${turns[number / 2 % 3]}"
    done >"$scratch/requests"
    each_line "$scratch/requests" check_preset "$@"
}
