/*
 * How large the sizes of a request may be, what they are rounded up to, and which of them a kernel has to know.
 */
#include "gen/spec/spec.h"

#include <limits.h>

#include "gen/spec/family.h"

long long spec_largest_size(const struct spec *spec, enum symbol axis)
{
    enum {
        ROOM = 65535 /* for what loops add to a place, several steps of K at most */
    };
    const long long step = spec_axis_step(spec, axis);
    return INT_MAX - (step > ROOM ? step : ROOM);
}

long long spec_largest_in_images(const struct spec *spec, enum symbol axis)
{
    long long largest = spec_largest_size(spec, axis);
    for (const struct operand *operand = &spec->a; operand; operand = factor_after(spec, operand)) {
        const enum symbol rows = is_a(operand) ? spec->m : SYMBOL_K;
        const enum symbol columns = is_a(operand) ? SYMBOL_K : spec->n;
        if (!in_image(operand) || (axis != rows && axis != columns))
            continue;
        const struct shape whole = spec_image_rounding(spec, operand);
        const long long step = axis == rows ? whole.height : whole.width;
        const long long texel = axis == rows ? 1 : operand->vector;
        const long long side = spec->profile->image_side * texel / step * step;
        largest = side < largest ? side : largest;
    }
    return largest;
}

long long spec_axis_rounding(const struct spec *spec, enum symbol axis)
{
    return spec->edges == EDGES_PAD ? spec_axis_step(spec, axis) : 1;
}

/* What the size along an axis is rounded up to by repacked blocks; 1: by none. */
static long long repacked_elements(const struct spec *spec, enum symbol axis)
{
    const long long of_a = spec->a.repacked && axis != spec->n ? spec->a.element->covers : 1;
    const long long of_b = spec->b.repacked && axis != spec->m ? spec->b.element->covers : 1;
    return larger(of_a, of_b);
}

long long spec_largest_side(const struct spec *spec, enum symbol axis)
{
    const bool tiles = spec->edges == EDGES_PAD || in_panels(&spec->a) || in_panels(&spec->b);
    const long long whole = tiles ? spec_axis_step(spec, axis) : repacked_elements(spec, axis);
    return spec->index_bits == 32 && (tiles || whole > 1) ? SPEC_SQUARE_SIDE / whole * whole
                                                          : spec_largest_size(spec, axis);
}

struct shape spec_extents(const struct spec *spec, const struct operand *operand)
{
    const struct form *const form = &operand->form;
    return (struct shape){rounded_up(spec_fixed(spec, form->axes.lines), form->multiple.height),
                          rounded_up(spec_fixed(spec, form->axes.along), form->multiple.width)};
}

/* Whether the kernel counts by this size in a workspace: in its lines, and in the lines of a member of a batch or a part of
 * the product. */
static bool counts_in_workspace(const struct spec *spec, const struct operand *operand,
                                enum symbol axis)
{
    const struct axes axes = operand->form.axes;
    return spec_fixed(spec, axis) < 0 &&
           (axes.along == axis ||
            ((spec_has_members(spec) || (spec->split_k > 1 && !spec->sums_in_launch)) &&
             axes.lines == axis));
}

bool spec_names_size(const struct spec *spec, enum symbol axis)
{
    if (axis == SYMBOL_K || spec_is_ragged(spec, axis))
        return true;
    const long long tile = spec_axis_step(spec, axis);
    if (spec->numbered || spec_walks(spec))
        return true;
    if ((axis == spec->m ? spec->tiles.height : spec->tiles.width) > 1)
        return true;
    if (spec_guards(spec, axis, tile) || spec_shifts(spec, axis, tile))
        return true;
    for (const struct operand *o = &spec->a; o; o = operand_after(spec, o)) {
        const bool tight = spec->problem.values[o->ld].how == TIGHT;
        if (by_index(o))
            continue;
        if (in_workspace(o) ? counts_in_workspace(spec, o, axis)
                            : !in_image(o) && tight && spec_contiguous_axis(spec, o) == axis)
            return true;
    }
    return false;
}

struct shape spec_image_rounding(const struct spec *spec, const struct operand *operand)
{
    const struct shape group = spec_group_tile(spec);
    return (struct shape){
        .height = is_a(operand) ? group.height : spec->turn_k,
        .width = common_multiple(is_a(operand) ? spec->turn_k : group.width,
                                 SPEC_PITCH_BYTES / operand->element->bytes),
    };
}
