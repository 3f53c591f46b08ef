/*
 * The work-groups of the steps before and after the multiplication, as the limits of the profile allow them.
 */
#include "gen/spec/spec.h"

struct shape spec_step_group(const struct spec *spec, struct shape most)
{
    const long long limit = spec->profile->work_group_size;
    while (limit && most.height * most.width > limit) {
        if (most.height >= most.width)
            most.height /= 2;
        else
            most.width /= 2;
    }
    return most;
}

long long spec_transpose_bytes(const struct operand *operand, long long side)
{
    return side * (side + 1) * operand->given->bytes;
}

long long spec_transpose_side(const struct spec *spec, const struct operand *operand)
{
    const long long limit = spec->profile->local_bytes;
    long long side = spec_step_group(spec, (struct shape){SPEC_STEP_SIDE, SPEC_STEP_SIDE}).height;
    while (limit && side && spec_transpose_bytes(operand, side) > limit)
        side /= 2;
    return side;
}
