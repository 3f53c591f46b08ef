/* Rules of fixed sizes: those that edges, leading dimensions, indices and images allow. */
#include "gen/rules/internal.h"

/* What a work-group covers along an axis in one iteration, and the options that this follows from. */
struct side {
    enum symbol axis;
    long long tile;
    const char *from; /* "16 = --tile width 2 x --wg width 8", "--unroll-k 8" */
};

static const char *sides_of(struct job *job, const struct spec *spec, bool height)
{
    const char *const tile = option_side(job, spec, OPTION_TILE, height);
    const struct shape group = spec_group_tile(spec);
    if (height ? spec->parts_m : spec->parts_n)
        return spec->part_items == 1
                   ? tile
                   : arena_printf(job->arena, "%lld = %s x %lld lanes",
                                  height ? group.height : group.width, tile, spec->part_items);
    return arena_printf(job->arena, "%lld = %s x %s", height ? group.height : group.width, tile,
                        option_side(job, spec, OPTION_WG, height));
}

/* Elements of K in one iteration. */
static const char *depth_of(struct job *job, const struct spec *spec)
{
    if (spec_parts(spec) > 1)
        return arena_printf(job->arena, "%lld = %s x %s%s", spec->turn_k,
                            option_number(job, spec, OPTION_UNROLL_K, spec->unroll_k),
                            option_side(job, spec, OPTION_WG, spec->parts_m),
                            spec->part_items == 1
                                ? ""
                                : arena_printf(job->arena, " / %lld lanes", spec->part_items));
    return option_number(
        job, spec, spec->turn_k == spec->unroll_k ? OPTION_UNROLL_K : OPTION_TILE_K, spec->turn_k);
}

static struct side side_of(struct job *job, const struct spec *spec, int number)
{
    switch (number) {
    case 0:
        return (struct side){spec->m, spec_axis_step(spec, spec->m), sides_of(job, spec, true)};
    case 1:
        return (struct side){spec->n, spec_axis_step(spec, spec->n), sides_of(job, spec, false)};
    default:
        return (struct side){SYMBOL_K, spec->turn_k, depth_of(job, spec)};
    }
}

/* Proposes the fixed sizes with another one along an axis. */
static const struct refusal *propose_size(struct refusal *refusal, const struct spec *spec,
                                          enum symbol axis, long long size)
{
    long long sizes[3];
    for (int i = 0; i < 3; i++)
        sizes[i] = spec->problem.values[SYMBOL_M + i].whole;
    sizes[axis - SYMBOL_M] = size;
    return propose(refusal, OPTION_FIXED, "%lldx%lldx%lld", sizes[0], sizes[1], sizes[2]);
}

static const struct refusal *size_too_large(struct job *job, const struct spec *spec)
{
    const struct setting *const values = spec->problem.values;
    long long sizes[3];
    enum symbol broken = SYMBOL_NONE;
    for (int i = 2; i >= 0; i--) {
        const enum symbol axis = (enum symbol)(SYMBOL_M + i);
        const long long largest = spec_largest_size(spec, axis);
        sizes[i] = smaller(values[axis].whole, largest);
        if (spec_fixed(spec, axis) > largest)
            broken = axis;
    }
    if (broken == SYMBOL_NONE)
        return NULL;
    return propose(
        refuse(
            job,
            "%s = %lld is more than %lld, beyond which the end of a tile (%s) has no place in 32 "
            "bits",
            symbol_in_kernel(broken), values[broken].whole, spec_largest_size(spec, broken),
            side_of(job, spec,
                    broken == spec->m   ? 0
                    : broken == spec->n ? 1
                                        : 2)
                .from),
        OPTION_FIXED, "%lldx%lldx%lld", sizes[0], sizes[1], sizes[2]);
}

static const struct refusal *exact_against_sizes(struct job *job, const struct spec *spec)
{
    if (spec->edges != EDGES_EXACT)
        return NULL;
    for (int i = 0; i < 3; i++) {
        const struct side side = side_of(job, spec, i);
        const long long size = spec_fixed(spec, side.axis);
        if (size > 0 && size % side.tile != 0)
            return propose_size(
                propose(refuse(job, "%s = %lld is not a multiple of %s, which %s needs",
                               symbol_in_kernel(side.axis), size, side.from,
                               option_and_value(job, spec, OPTION_EDGES, "exact")),
                        OPTION_EDGES, "guard"),
                spec, side.axis, (size / side.tile + 1) * side.tile);
    }
    return NULL;
}

/* Proposes a work-group of fewer work-items along an axis, by that factor at least; none where it has no so many. */
static const struct refusal *propose_fewer(struct refusal *refusal, const struct spec *spec,
                                           bool along_m, long long factor)
{
    struct shape wg = spec->wg;
    long long *const side = along_m ? &wg.height : &wg.width;
    for (long long less = 1; less<factor && * side> 1; less *= 2)
        *side /= 2;
    return propose(refusal, OPTION_WG, "%lldx%lld", wg.height, wg.width);
}

static const struct refusal *shift_against_sizes(struct job *job, const struct spec *spec)
{
    if (spec->edges != EDGES_SHIFT)
        return NULL;
    for (int i = 0; i < 2; i++) {
        const struct side side = side_of(job, spec, i);
        const long long size = spec_fixed(spec, side.axis);
        if (size > 0 && size < side.tile) {
            struct refusal *const refusal = propose(
                refuse(job,
                       "%s = %lld is less than %s, so that no tile fits inside, which %s needs",
                       symbol_in_kernel(side.axis), size, side.from,
                       option_and_value(job, spec, OPTION_EDGES, "shift")),
                OPTION_EDGES, "guard");
            propose_size(refusal, spec, side.axis, side.tile);
            return propose_fewer(refusal, spec, side.axis == spec->m, covering(side.tile, size));
        }
    }
    return NULL;
}

static const struct refusal *shift_against_texels(struct job *job, const struct spec *spec)
{
    const struct operand *const b = &spec->b;
    if (!in_image(b) || b->vector == 1 || !spec_shifts(spec, spec->n, spec_group_tile(spec).width))
        return NULL;
    struct refusal *const refusal = refuse(
        job,
        "%s moves tiles inside, where one may begin within a texel: those of %s hold %lld elements "
        "(%s)",
        option_and_value(job, spec, OPTION_EDGES, "shift"), b->name, b->vector,
        option_number(job, spec, option_of(b, OPTION_VEC_A), b->vector));
    if (b->element->texel == 1)
        propose(refusal, option_of(b, OPTION_VEC_A), "1");
    return propose(refusal, OPTION_EDGES, "guard");
}

static const struct refusal *leading_dimension_too_small(struct job *job, const struct spec *spec)
{
    for (const struct operand *operand = &spec->a; operand;
         operand = operand_after(spec, operand)) {
        const enum symbol ld = operand->ld;
        const enum symbol axis = spec_contiguous_axis(spec, operand);
        const long long length = spec_fixed(spec, axis);
        if (spec->problem.values[ld].how == FIXED && spec->problem.values[ld].whole < length)
            return propose(refuse(job, "%s = %lld is less than %s = %lld, the length of a %s of %s",
                                  symbol_in_kernel(ld), spec->problem.values[ld].whole,
                                  symbol_in_kernel(axis), length,
                                  spec->column_major ? "column" : "row", operand->name),
                           option_of(operand, OPTION_LDA), "%lld", length);
    }
    return NULL;
}

/* Where sizes are given at launch, whole tiles along an axis have to fit a leading dimension that is
 * not. */
static const struct refusal *
leading_dimension_against_side(struct job *job, const struct spec *spec, struct side side)
{
    for (const struct operand *operand = &spec->a; operand;
         operand = operand_after(spec, operand)) {
        const enum symbol ld = operand->ld;
        const struct setting *const setting = &spec->problem.values[ld];
        if (side.axis == spec_contiguous_axis(spec, operand) && setting->how == FIXED &&
            setting->whole < side.tile && spec_fixed(spec, side.axis) < 0)
            return propose(
                propose(refuse(job, "%s = %lld is less than %s, the least %s that %s serves",
                               symbol_in_kernel(ld), setting->whole, side.from,
                               symbol_in_kernel(side.axis), option_said(job, spec, OPTION_EDGES)),
                        option_of(operand, OPTION_LDA), "%lld", side.tile),
                OPTION_EDGES, "guard");
    }
    return NULL;
}

static const struct refusal *leading_dimension_against_tiles(struct job *job,
                                                             const struct spec *spec)
{
    const struct refusal *refusal = NULL;
    if (spec->edges != EDGES_EXACT && spec->edges != EDGES_SHIFT)
        return NULL;
    for (int i = 0; i < 2 && !refusal; i++)
        refusal = leading_dimension_against_side(job, spec, side_of(job, spec, i));
    return refusal;
}

static const struct refusal *leading_dimension_against_depth(struct job *job,
                                                             const struct spec *spec)
{
    return spec->edges == EDGES_EXACT
               ? leading_dimension_against_side(job, spec, side_of(job, spec, 2))
               : NULL;
}

static const struct refusal *no_product(struct job *job, const struct spec *spec)
{
    const struct setting alpha = spec->problem.values[SYMBOL_ALPHA];
    if (alpha.how == FIXED && alpha.real == 0 && !spec->problem.attends)
        return propose(refuse(job, "alpha = 0 leaves nothing to multiply, C = beta C; as an "
                                   "argument it may be 0 at launch"),
                       OPTION_ALPHA, "arg");
    return NULL;
}

static const struct refusal *refuse_index(struct job *job, const struct spec *spec,
                                          const char *memory, long long lines, long long length)
{
    return propose(refuse(job, "%s has %lld x %lld elements, and %s reaches 2147483647 at most",
                          memory, lines, length, option_and_value(job, spec, OPTION_INDEX, "32")),
                   OPTION_INDEX, "64");
}

static const struct refusal *index_too_narrow(struct job *job, const struct spec *spec)
{
    if (spec->index_bits == 64)
        return NULL;
    for (const struct operand *operand = &spec->a; operand;
         operand = operand_after(spec, operand)) {
        const long long lines = spec_fixed(spec, spec_line_axis(spec, operand));
        const long long length = spec_fixed(spec, operand->ld);
        if (lines > 0 && length > 2147483647 / lines)
            return refuse_index(job, spec, operand->name, lines, length);
        const struct shape whole = spec_extents(spec, operand);
        if (in_workspace(operand) && !in_panels(operand) && whole.height > 0 &&
            whole.width > 2147483647 / whole.height)
            return refuse_index(job, spec, operand->form.memory, whole.height, whole.width);
    }
    const struct shape group = spec_group_tile(spec);
    const long long side = larger(larger(group.height, group.width), spec->turn_k);
    if (spec->edges == EDGES_PAD && spec_fixed(spec, SYMBOL_K) < 0 && side > SPEC_SQUARE_SIDE)
        return propose(
            refuse(job,
                   "tiles of %lld elements a side leave no sizes whose padded matrices %s "
                   "reaches: at most %d a side",
                   side, option_and_value(job, spec, OPTION_INDEX, "32"), SPEC_SQUARE_SIDE),
            OPTION_INDEX, "64");
    return NULL;
}

static const struct refusal *image_too_large(struct job *job, const struct spec *spec)
{
    const long long side = spec->profile->image_side;
    for (const struct operand *operand = &spec->a; operand; operand = factor_after(spec, operand)) {
        if (!in_image(operand))
            continue;
        const struct shape whole = spec_image_rounding(spec, operand);
        const long long height =
            rounded_up(spec_fixed(spec, is_a(operand) ? spec->m : SYMBOL_K), whole.height);
        const long long width =
            rounded_up(spec_fixed(spec, is_a(operand) ? SYMBOL_K : spec->n), whole.width) /
            operand->vector;
        if (height > side || width > side)
            return propose(
                refuse(job,
                       "%s would need an image of %lld x %lld texels for %s, over the %lld a "
                       "side of profile %s",
                       operand->name, width, height,
                       option_and_value(job, spec, option_of(operand, OPTION_ACCESS_A), "image"),
                       side, spec->profile->name),
                option_of(operand, OPTION_ACCESS_A), "buffer");
    }
    return NULL;
}

const struct rule size_rules[] = {
    {"size-limit", size_too_large,
     READS(GROUP_OPTIONS, OPTION_FIXED, OPTION_LAYOUT, OPTION_TILE_K, OPTION_UNROLL_K), NULL},
    {"exact-sizes", exact_against_sizes,
     READS(GROUP_OPTIONS, OPTION_EDGES, OPTION_FIXED, OPTION_LAYOUT, OPTION_TILE_K,
           OPTION_UNROLL_K),
     NULL},
    {"shift-sizes", shift_against_sizes,
     READS(GROUP_OPTIONS, OPTION_EDGES, OPTION_FIXED, OPTION_LAYOUT), NULL},
    {"shift-texel", shift_against_texels,
     READS(GROUP_OPTIONS, OPTION_EDGES, OPTION_FIXED, OPTION_LAYOUT, OPTION_ACCESS_A,
           OPTION_ACCESS_B, OPTION_VEC_A, OPTION_VEC_B),
     rule_without_images},
    {"leading-dimension", leading_dimension_too_small,
     READS(OPTION_FIXED, OPTION_LAYOUT, OPTION_TRANSPOSE, OPTION_LDA, OPTION_LDB, OPTION_LDC),
     NULL},
    {"leading-dimension-tiles", leading_dimension_against_tiles,
     PARTS(OPTIONS(GROUP_OPTIONS, OPTION_EDGES, OPTION_FIXED, OPTION_LAYOUT, OPTION_TRANSPOSE,
                   OPTION_LDA),
           OPTIONS(GROUP_OPTIONS, OPTION_EDGES, OPTION_FIXED, OPTION_LAYOUT, OPTION_TRANSPOSE,
                   OPTION_LDB),
           OPTIONS(GROUP_OPTIONS, OPTION_EDGES, OPTION_FIXED, OPTION_LAYOUT, OPTION_LDC)),
     NULL},
    {"leading-dimension-depth", leading_dimension_against_depth,
     PARTS(OPTIONS(GROUP_OPTIONS, OPTION_EDGES, OPTION_FIXED, OPTION_LAYOUT, OPTION_TRANSPOSE,
                   OPTION_LDA, OPTION_TILE_K, OPTION_UNROLL_K),
           OPTIONS(GROUP_OPTIONS, OPTION_EDGES, OPTION_FIXED, OPTION_LAYOUT, OPTION_TRANSPOSE,
                   OPTION_LDB, OPTION_TILE_K, OPTION_UNROLL_K)),
     NULL},
    {"alpha-zero", no_product, READS(OPTION_ALPHA, OPTION_CHAIN), NULL},
    {"index-width", index_too_narrow,
     PARTS(OPTIONS(OPTION_INDEX, OPTION_FIXED, OPTION_LAYOUT, OPTION_TRANSPOSE, OPTION_LDA,
                   OPTION_LDB, OPTION_LDC),
           OPTIONS(OPTION_INDEX, GROUP_OPTIONS, OPTION_PRETRANSPOSE, OPTION_ACCESS_A,
                   OPTION_ACCESS_B, OPTION_EDGES, OPTION_FIXED, OPTION_LAYOUT, OPTION_TRANSPOSE,
                   OPTION_TILE_K, OPTION_UNROLL_K)),
     NULL},
    {"image-size", image_too_large,
     READS(GROUP_OPTIONS, TYPE_OPTIONS, OPTION_ACCESS_A, OPTION_ACCESS_B, OPTION_FIXED,
           OPTION_LAYOUT, OPTION_TILE_K, OPTION_UNROLL_K, OPTION_VEC_A, OPTION_VEC_B),
     rule_without_images},
    {NULL, NULL, NULL, NULL},
};
