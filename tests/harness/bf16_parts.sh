#!/bin/bash
# Into which two numbers of bf16 kernels split singles (--compute bf16x3), on every device: about every bf16 the sum of both misses the single by
# what the bound of products says, the largest singles have no infinite head, the rest of an infinity is the infinity and its head 1, and
# that of NaN is NaN. Templates that were broken on purpose are found out.
. "${srcdir:-.}/tests/harness/common.sh"
program=${builddir:-.}/tests/harness/convert_elements
gen=${CLGEMM_GEN:-./clgemm-gen}
need_device

# emit FILE OPTION...: FILE has the functions, cut out of an emitted kernel, and a kernel that rounds two numbers to bf16, and wrongly where
# they are not split as they should be.
emit() {
    "$gen" --name k --compute bf16x3 --family matrix --engine emulated:mma --tile 2x2 --wg 8x4 "${@:2}" |
        sed -n -e '/^static ushort2 k_nearest_bf16x2(/,/^}/p' -e '/^static uint k_head(/,/^}/p' -e '/^static uint k_rest(/,/^}/p' >"$1"
    cat >>"$1" <<'END_OF_KERNEL'
static int2 is_split(const float2 value, const float2 large, const float2 small)
{
    const float2 missed = value - large - small;
    const int2 whole = isfinite(large) && fabs(missed) <= fabs(value) * 0x1.02p-17f + 0x1p-133f;
    const int2 endless = large == copysign((float2)1.0f, value) && small == value;
    return isnan(value) ? isnan(small) : isinf(value) ? endless : whole;
}

static float2 singles(const uint pair)
{
    return (float2)(as_float(pair << 16), as_float(pair & 0xffff0000u));
}

__kernel void convert_2(const __global float *const from, __global ushort *const to)
{
    const size_t i = get_global_id(0);
    const float2 value = vload2(i, from);
    const ushort2 nearest = k_nearest_bf16x2(value);
    vstore2(nearest ^ convert_ushort2(~is_split(value, singles(k_head(value)), singles(k_rest(value)))), i, to);
}
END_OF_KERNEL
}

emit "$scratch/parts.cl"
if ! "$program" f32 bf16 "$scratch/parts.cl" 2 >"$scratch/output" 2>&1; then
    echo 'singles are not split as they should be'
    cat "$scratch/output"
    failed=1
fi

# broken SED-EXPRESSION: the template, edited, must not pass.
mkdir -p "$scratch/templates/matrix"
broken() {
    "$gen" --print template matrix/split_bf16 >"$scratch/whole"
    sed -E "$1" "$scratch/whole" >"$scratch/templates/matrix/split_bf16.mustache"
    cmp -s "$scratch/whole" "$scratch/templates/matrix/split_bf16.mustache" && echo "the edit changes nothing: $1" && failed=1
    emit "$scratch/broken.cl" --template-dir "$scratch/templates"
    "$program" f32 bf16 "$scratch/broken.cl" 2 >"$scratch/output" 2>&1
    if ! grep -q ', [1-9][0-9]* wrong$' "$scratch/output"; then
        echo "it is not noticed that singles are split by $1"
        head -n 5 "$scratch/output"
        failed=1
    fi
}
broken 's/fmin\(fmax\(value, -limit\), limit\)/value/' # infinite heads
broken 's/, 1\.0f\)/, 0x1.fep127f)/'                   # a head of infinity that overflows with a rest
broken 's/value - \(/value * 0x1.01p0f - (/'           # what is left is not exact
exit "$failed"
