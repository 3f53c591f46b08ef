#!/bin/bash
# How kernels convert elements that OpenCL C has no type for, on every device. What they store: ties to even, once also from f64, denormals like all
# others; as bf16 NaN to a quiet NaN and overflow to infinity, as e4m3 and e5m2 to the end of the range. All bytes that they read as e4m3 and
# e5m2. Templates that were broken on purpose are found out.
# Test: turn 7
. "${srcdir:-.}/tests/harness/common.sh"
program=${builddir:-.}/tests/harness/convert_elements
gen=${CLGEMM_GEN:-./clgemm-gen}
need_device
all_widths='1 2 4 8 16'
widths=$all_widths

# emit FROM TO FILE OPTION...: FILE has the function for each of $widths, cut out of an emitted kernel that stores C of TO (or reads C of
# FROM), and a kernel that calls it.
emit() {
    local from=$1 to=$2 file=$3 types stored=uchar number=float read made function width lanes name
    shift 3
    if [ "$to" = bf16 ]; then stored=ushort; fi
    if [ "$from" = f64 ]; then number=double; fi
    case $from in
    f*) types="--type $from --type-c $to" read=$number made=$stored function=nearest_$to ;;
    *) types="--type-c $from" read=$stored made=$number function=of_$from ;;
    esac
    : >"$file"
    for width in $widths; do
        name=k_$function lanes=
        [ "$width" = 1 ] || name=k_${function}x$width lanes=$width
        # shellcheck disable=SC2086
        "$gen" --name k $types --layout row --family register --tile "1x$width" --wg 4x4 --vec-c "$width" "$@" |
            sed -n -e '/^#pragma OPENCL /p' -e "/^static $made$lanes $name(/,/^}/p" >>"$file"
        if [ "$width" = 1 ]; then
            printf '__kernel void convert_1(const __global %s *const from, __global %s *const to)\n{
    const size_t i = get_global_id(0);\n    to[i] = %s(from[i]);\n}\n' "$read" "$made" "$name"
        else
            printf '__kernel void convert_%s(const __global %s *const from, __global %s *const to)\n{
    const size_t i = get_global_id(0);\n    vstore%s(%s(vload%s(i, from)), i, to);\n}\n' \
                "$width" "$read" "$made" "$width" "$name" "$width"
        fi >>"$file"
    done
}

# convert FROM TO FILE: sets $code.
convert() {
    # shellcheck disable=SC2086
    "$program" "$1" "$2" "$3" $widths >"$scratch/output" 2>&1
    code=$?
}

has_f64=1
for types in 'f32 bf16' 'f64 bf16' 'f32 e4m3' 'f64 e4m3' 'f32 e5m2' 'f64 e5m2' 'e4m3 f32' 'e5m2 f32'; do
    # shellcheck disable=SC2086
    set -- $types
    case $types in *bf16 | *f32) widths=$all_widths ;; *) widths='1 4' ;; esac
    emit "$1" "$2" "$scratch/whole.cl"
    convert "$1" "$2" "$scratch/whole.cl"
    case $code in
    0) ;;
    77)
        echo "$1: no device has it"
        [ "$1" != f64 ] || has_f64=0
        ;;
    *)
        echo "$1 does not become $2 as it should"
        cat "$scratch/output"
        failed=1
        ;;
    esac
done

# broken FROM TO TEMPLATE SED-EXPRESSION: the template, edited, must not pass.
mkdir -p "$scratch/templates/stores"
broken() {
    "$gen" --print template "stores/$3" >"$scratch/whole"
    sed -E "$4" "$scratch/whole" >"$scratch/templates/stores/$3.mustache"
    cmp -s "$scratch/whole" "$scratch/templates/stores/$3.mustache" && echo "the edit changes nothing: $4" && failed=1
    emit "$1" "$2" "$scratch/broken.cl" --template-dir "$scratch/templates"
    rm "$scratch/templates/stores/$3.mustache"
    convert "$1" "$2" "$scratch/broken.cl"
    if [ "$code" = 0 ] || ! grep -q ', [1-9][0-9]* wrong$' "$scratch/output"; then
        echo "$1 to $2: it is not noticed that it is converted by $4: exit code $code"
        head -n 5 "$scratch/output"
        failed=1
    fi
}
widths='1 4'
broken f32 bf16 nearest_bf16 's/0x7fffu \+ \(bits >> 16 & 1u\)/0x8000u/'  # ties away from zero
broken f32 bf16 nearest_bf16 's/0x7fffu \+ /0u * /'                       # towards zero
broken f32 bf16 nearest_bf16 's/ \| 0x400000u/ \& 0x807fffffu/'           # NaN becomes a number
broken f32 bf16 nearest_bf16 's/> 0x7f800000u/>= 0x7f800000u/'            # infinity becomes NaN
broken f32 bf16 nearest_bf16 's/bits \| 0x400000u/bits/'                  # a NaN may become infinity
[ "$has_f64" = 0 ] || broken f64 bf16 bits 's/ \| as_uint\{\{>write.lanes\}\}\(lost\)//' # rounded twice: cut off, then to the nearest
widths=4
broken f32 e4m3 nearest_e4m3 's/size >> 20 & 1u/1u/'   # ties away from zero
broken f32 e5m2 nearest_e5m2 's/0x1p7f/0x1p8f/'        # a place less of small numbers
broken f32 e5m2 nearest_e5m2 's/0x7b/0x7c/'            # infinity beyond the range
broken e4m3 f32 of_e4m3 's/size \+ 1u/size/'           # NaN becomes 480
broken e5m2 f32 of_e5m2 's/size < 4u/size < 0u/'       # small numbers have a leading 1
exit "$failed"
