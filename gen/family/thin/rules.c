/*
 * What the thin family cannot serve.
 */
#include "gen/family/families.h"
#include "gen/family/rules.h"
#include "gen/family/thin/thin.h"
#include "gen/rules/family.h"

static const struct refusal *other_engine(struct job *job, const struct spec *spec)
{
    bool unused;
    const struct engine *const asked = engine_find(spec->values[OPTION_ENGINE].text, &unused);
    if (thin_spec(spec)->asked)
        return NULL;
    struct refusal *const refusal = refuse(job,
                                           "in the thin family lanes load fragments from global "
                                           "memory, as those of --engine mma are loaded: not with "
                                           "%s",
                                           option_said(job, spec, OPTION_ENGINE));
    if (!thin_spec(spec)->emulated && asked->spelling == SPELLING_NVIDIA)
        propose(refusal, OPTION_ENGINE, "mma");
    return propose(propose(refusal, OPTION_ENGINE, "emulated:mma"), OPTION_FAMILY, "matrix");
}

static const struct refusal *types_unfit(struct job *job, const struct spec *spec)
{
    const struct element *const large = large_operand(spec)->given, *const thin =
                                                                        thin_operand(spec)->given;
    if (is_quantised(thin_operand(spec)) || thin_spec(spec)->serves)
        return NULL;
    struct refusal *const refusal =
        refuse(job,
               "%s multiplies elements of one type that the engine takes as they are (f16, "
               "bf16, i8, u8, e4m3, e5m2, f64), or blocks beside f16 or bf16, and not A of %s and "
               "B of %s in %s and "
               "%s",
               option_said(job, spec, OPTION_FAMILY), spec_operand(spec, ROLE_A)->given->type,
               spec_operand(spec, ROLE_B)->given->type, spec->numbers.compute->type,
               spec->numbers.accumulate->type);
    if (is_quantised(large_operand(spec)))
        propose(refusal, option_of(thin_operand(spec), OPTION_TYPE_A), "f16");
    else if (large != thin)
        propose(refusal, option_of(thin_operand(spec), OPTION_TYPE_A), "%s", large->type);
    propose(refusal, OPTION_FAMILY, "gemv");
    return large == thin ? propose(refusal, OPTION_TYPE, "f16") : refusal;
}

static const struct refusal *blocks_unfit(struct job *job, const struct spec *spec)
{
    const struct operand *const large = large_operand(spec), *const thin = thin_operand(spec);
    if (!is_quantised(thin))
        return NULL;
    return propose(refuse(job, "%s is thin, and %s reads blocks of the large operand, %s",
                          thin->name, option_said(job, spec, OPTION_FAMILY), large->name),
                   OPTION_FAMILY, "gemv");
}

/* Proposes what brings lines along K: a buffer, or a step that transposes all operands which need it. */
static const struct refusal *propose_lines(struct refusal *refusal, const struct spec *spec,
                                           const struct operand *operand)
{
    static const char *const words[2][2] = {{"none", "b"}, {"a", "ab"}};
    const struct operand *const a = spec_operand(spec, ROLE_A), *const b =
                                                                    spec_operand(spec, ROLE_B);
    propose(refusal, OPTION_FAMILY, "gemv");
    if (in_image(operand))
        return propose(refusal, option_of(operand, OPTION_ACCESS_A), "buffer");
    return propose(refusal, OPTION_PRETRANSPOSE, "%s",
                   words[a->pretransposed == lies_along_k(a)][b->pretransposed == lies_along_k(b)]);
}

static const struct refusal *lines_across_k(struct job *job, const struct spec *spec)
{
    for (const struct operand *operand = &spec->a; operand; operand = factor_after(spec, operand))
        if (!lies_along_k(operand) || in_image(operand))
            return propose_lines(
                refuse(
                    job, "with %s lanes read lines of %s in a buffer along K: not with %s",
                    option_said(job, spec, OPTION_FAMILY), operand->name,
                    in_image(operand)
                        ? option_and_value(job, spec, option_of(operand, OPTION_ACCESS_A), "image")
                        : option_said(job, spec, OPTION_TRANSPOSE)),
                spec, operand);
    return NULL;
}

static const struct refusal *nothing_to_move(struct job *job, const struct spec *spec)
{
    return refuse_shift(
        job, spec,
        "the thin family is for matrices of few rows or columns, which have no room "
        "for a tile that %s would move inside",
        NULL);
}

static bool is_whole(long long side, long long unit)
{
    return side % unit == 0 && is_power_of_two(side / unit);
}

/* The next one that is whole. */
static long long whole(long long side, long long unit)
{
    long long next = unit;
    while (next < side)
        next *= 2;
    return next;
}

static const struct refusal *tile_unfit(struct job *job, const struct spec *spec)
{
    const struct shape cells = thin_cells(spec);
    const bool fits = is_whole(long_side(spec, spec->tile), cells.height) &&
                      is_whole(thin_side(spec, spec->tile), cells.width);
    if (fits)
        return NULL;
    return propose(refuse(job,
                          "a lane has %lld x %lld elements of each fragment of C, of which there "
                          "are 1, 2, 4 ... along each side: not with %s",
                          cells.height, cells.width, option_shape(job, spec, OPTION_TILE)),
                   OPTION_TILE, "%lldx%lld", whole(spec->tile.height, cells.height),
                   whole(spec->tile.width, cells.width));
}

static const struct refusal *group_unfit(struct job *job, const struct spec *spec)
{
    const struct shape lanes = thin_lanes(spec);
    const long long along = long_side(spec, spec->wg), parts = thin_side(spec, spec->wg);
    if (is_whole(along, lanes.height) && is_whole(parts, lanes.width))
        return NULL;
    const long long next = whole(along, lanes.height), next_parts = whole(parts, lanes.width);
    const bool thin_m = spec_thin_m(spec);
    return propose(refuse(job,
                          "%lld lanes lie along the large operand's places and %lld along the thin "
                          "side, in 1, 2, 4 ... sub-groups: not with %s",
                          lanes.height, lanes.width, option_shape(job, spec, OPTION_WG)),
                   OPTION_WG, "%lldx%lld", thin_m ? next_parts : next, thin_m ? next : next_parts);
}

static const struct refusal *depth_unfit(struct job *job, const struct spec *spec)
{
    const long long span = thin_span(spec);
    if (spec->tile_k % span)
        return propose(refuse(job,
                              "the lanes of a line load %lld elements of K at once, of which "
                              "%s is no multiple",
                              span, option_number(job, spec, OPTION_TILE_K, spec->tile_k)),
                       OPTION_TILE_K, "%lld", rounded_up(spec->tile_k, span));
    if (spec->unroll_k == spec->tile_k)
        return NULL;
    return propose(refuse(job, "the thin family unrolls all of a tile along K: %s is not %s",
                          option_number(job, spec, OPTION_UNROLL_K, spec->unroll_k),
                          option_number(job, spec, OPTION_TILE_K, spec->tile_k)),
                   OPTION_UNROLL_K, "%lld", spec->tile_k);
}

static const struct refusal *vector_unfit(struct job *job, const struct spec *spec)
{
    const long long fits = thin_lane_elements(spec);
    for (const struct operand *operand = &spec->a; operand; operand = factor_after(spec, operand)) {
        const enum option_id id = option_of(operand, OPTION_VEC_A);
        if (operand->vector != fits)
            return propose(refuse(job,
                                  "in the thin family a lane multiplies %lld elements of %s in a "
                                  "step: not with %s",
                                  fits, operand->name,
                                  option_number(job, spec, id, operand->vector)),
                           id, "%lld", fits);
    }
    if (spec->c.vector == 1)
        return NULL;
    return propose(refuse(job, "the thin family stores single elements of C: not with %s",
                          option_number(job, spec, OPTION_VEC_C, spec->c.vector)),
                   OPTION_VEC_C, "1");
}

static const struct rule rules[] = {
    {"thin-engine", other_engine, READS(OPTION_ENGINE), NULL},
    {"thin-blocks", blocks_unfit, READS(TYPE_OPTIONS, OPTION_LAYOUT, OPTION_THIN), NULL},
    {"thin-types", types_unfit, READS(KERNEL_OPTIONS, OPTION_LAYOUT, OPTION_THIN), NULL},
    {"thin-lines", lines_across_k, READS(MEMORY_OPTIONS), NULL},
    {"thin-shift", nothing_to_move, READS(OPTION_EDGES), NULL},
    {"thin-tile", tile_unfit, READS(KERNEL_OPTIONS, OPTION_LAYOUT, OPTION_THIN, OPTION_TILE), NULL},
    {"thin-wg", group_unfit, READS(OPTION_LAYOUT, OPTION_THIN, OPTION_WG), NULL},
    {"thin-depth", depth_unfit,
     READS(KERNEL_OPTIONS, MEMORY_OPTIONS, OPTION_THIN, OPTION_TILE_K, OPTION_UNROLL_K), NULL},
    {"thin-vector", vector_unfit,
     READS(KERNEL_OPTIONS, OPTION_LAYOUT, OPTION_THIN, OPTION_VEC_A, OPTION_VEC_B, OPTION_VEC_C),
     NULL},
    {NULL, NULL, NULL, NULL},
};

const struct family_rules family_thin_rules = {
    .table = rules,
    .local_reads =
        OPTIONS(GROUP_OPTIONS, MEMORY_OPTIONS, OPTION_THIN, OPTION_ENGINE, KERNEL_OPTIONS),
};
