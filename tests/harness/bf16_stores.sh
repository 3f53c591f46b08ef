#!/bin/bash
# How kernels round what they store as bf16, on every device: ties to even, once also from f64, NaN to a quiet NaN, overflow to
# infinity, denormals like all others. Templates that were broken on purpose are found out.
. "${srcdir:-.}/tests/harness/common.sh"
program=${builddir:-.}/tests/harness/round_bf16
gen=${CLGEMM_GEN:-./clgemm-gen}
need_device
widths='1 2 4 8 16'

# emit TYPE FILE OPTION...: FILE has the function for each of $widths, cut out of an emitted kernel that calculates in the type, and
# a kernel that calls it.
emit() {
    local type=$1 file=$2 number=float width lanes name
    shift 2
    [ "$type" = f32 ] || number=double
    : >"$file"
    for width in $widths; do
        name=k_nearest_bf16 lanes=
        [ "$width" = 1 ] || name=k_nearest_bf16x$width lanes=$width
        "$gen" --name k --type "$type" --type-c bf16 --layout row --family register --tile "1x$width" --wg 4x4 --vec-c "$width" "$@" |
            sed -n -e '/^#pragma OPENCL /p' -e "/^static ushort$lanes $name(/,/^}/p" >>"$file"
        if [ "$width" = 1 ]; then
            printf '__kernel void round_1(const __global %s *const from, __global ushort *const to)\n{
    const size_t i = get_global_id(0);\n    to[i] = %s(from[i]);\n}\n' "$number" "$name"
        else
            printf '__kernel void round_%s(const __global %s *const from, __global ushort *const to)\n{
    const size_t i = get_global_id(0);\n    vstore%s(%s(vload%s(i, from)), i, to);\n}\n' \
                "$width" "$number" "$width" "$name" "$width"
        fi >>"$file"
    done
}

# round TYPE FILE: sets $code.
round() {
    # shellcheck disable=SC2086
    "$program" "$1" "$2" $widths >"$scratch/output" 2>&1
    code=$?
}

has_f64=1
for type in f32 f64; do
    emit $type "$scratch/$type.cl"
    round $type "$scratch/$type.cl"
    case $code in
    0) ;;
    77)
        echo "$type: no device has it"
        has_f64=0
        ;;
    *)
        echo "$type: bf16 is not rounded as it should be"
        cat "$scratch/output"
        failed=1
        ;;
    esac
done

# broken TYPE SED-EXPRESSION: the template, edited, must not pass.
mkdir -p "$scratch/templates/stores"
broken() {
    "$gen" --print template stores/nearest_bf16 >"$scratch/whole"
    sed -E "$2" "$scratch/whole" >"$scratch/templates/stores/nearest_bf16.mustache"
    cmp -s "$scratch/whole" "$scratch/templates/stores/nearest_bf16.mustache" && echo "the edit changes nothing: $2" && failed=1
    emit "$1" "$scratch/broken.cl" --template-dir "$scratch/templates"
    round "$1" "$scratch/broken.cl"
    if [ "$code" = 0 ] || ! grep -q ', [1-9][0-9]* wrong$' "$scratch/output"; then
        echo "$1: it is not noticed that bf16 is rounded by $2: exit code $code"
        head -n 5 "$scratch/output"
        failed=1
    fi
}
widths='1 4'
broken f32 's/0x7fffu \+ \(bits >> 16 & 1u\)/0x8000u/'  # ties away from zero
broken f32 's/0x7fffu \+ /0u * /'                       # towards zero
broken f32 's/ \| 0x400000u/ \& 0x807fffffu/'           # NaN becomes a number
broken f32 's/> 0x7f800000u/>= 0x7f800000u/'            # infinity becomes NaN
broken f32 's/bits \| 0x400000u/bits/'                  # a NaN may become infinity
[ "$has_f64" = 0 ] || broken f64 's/ \| as_uint\{\{>word.lanes\}\}\(lost\)//' # rounded twice: cut off, then to the nearest
exit "$failed"
