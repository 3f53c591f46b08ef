/* Rules of --split-k. */
#include "gen/rules/internal.h"
#include "gen/spec/family.h"

static const struct refusal *parts_out_of_range(struct job *job, const struct spec *spec)
{
    const long long most = spec_most_parts_of_k(spec);
    if (spec->split_k >= 1 && spec->split_k <= most)
        return NULL;
    return propose(refuse(job,
                          "%s is out of range: 1 to %lld parts where an iteration has %lld "
                          "elements of K",
                          option_said(job, spec, OPTION_SPLIT_K), most, spec->turn_k),
                   OPTION_SPLIT_K, "%lld", spec->split_k < 1 ? 1 : most);
}

/* How many work-groups there are without parts follows from the sizes, and how many there ought to be from the profile. */
static const struct refusal *parts_unknown(struct job *job, const struct spec *spec)
{
    const bool automatic = spec->values[OPTION_SPLIT_K].numbers[0] == 0;
    if (!automatic || (spec_fixed(spec, SYMBOL_K) >= 0 && spec->profile->compute_units))
        return NULL;
    return propose(spec_fixed(spec, SYMBOL_K) < 0
                       ? refuse(job,
                                "%s follows from sizes that are compiled in (--fixed), and "
                                "these are given at launch",
                                option_said(job, spec, OPTION_SPLIT_K))
                       : refuse(job, "%s: profile %s states no number of compute units",
                                option_said(job, spec, OPTION_SPLIT_K), spec->profile->name),
                   OPTION_SPLIT_K, "1");
}

/* A kernel moves pointers to its part: an image has none, and in panels K has another order, which not every family knows. */
static const struct refusal *parts_elsewhere(struct job *job, const struct spec *spec)
{
    for (const struct operand *operand = &spec->a; operand && spec->split_k > 1;
         operand = factor_after(spec, operand)) {
        if (in_image(operand)) {
            const enum option_id access = option_of(operand, OPTION_ACCESS_A);
            return propose(
                propose(refuse(job, "%s is for operands in buffers: no parts of %s with %s",
                               option_said(job, spec, OPTION_SPLIT_K), operand->name,
                               option_and_value(job, spec, access, "image")),
                        access, "buffer"),
                OPTION_SPLIT_K, "1");
        }
        if (in_panels(operand) && !spec->family->parts_of_panels)
            return propose(
                propose(refuse(job, "%s: family %s packs no parts of %s: not with %s",
                               option_said(job, spec, OPTION_SPLIT_K), spec->family->name,
                               operand->name, option_said(job, spec, OPTION_PANELS)),
                        OPTION_PANELS, "none"),
                OPTION_SPLIT_K, "1");
    }
    return NULL;
}

static const struct refusal *stores_unordered(struct job *job, const struct spec *spec)
{
    if (!spec->sums_in_launch || spec->ordering != ORDERING_NONE)
        return NULL;
    return propose(refuse(job,
                          "%s needs stores that are ordered between the work-groups of a launch, "
                          "and devices of profile %s have only OpenCL C 1.2",
                          option_and_value(job, spec, OPTION_SPLIT_K_SUM, "launch"),
                          spec->profile->name),
                   spec->problem.attends ? OPTION_SPLIT_K : OPTION_SPLIT_K_SUM,
                   spec->problem.attends ? "1" : "step");
}

const struct rule split_rules[] = {
    {"split-auto", parts_unknown, READS(OPTION_SPLIT_K, OPTION_FIXED), NULL},
    {"split-memory", parts_elsewhere,
     READS(OPTION_SPLIT_K, FAMILY_OPTIONS, OPTION_PANELS, OPTION_ACCESS_A, OPTION_ACCESS_B), NULL},
    {"split-range", parts_out_of_range,
     READS(OPTION_SPLIT_K, GROUP_OPTIONS, TYPE_OPTIONS, MEMORY_OPTIONS, OPTION_TILE_K,
           OPTION_UNROLL_K, OPTION_SUB_GROUPS, OPTION_VEC_A, OPTION_VEC_B, OPTION_ENGINE),
     NULL},
    {"split-ordering", stores_unordered,
     READS(OPTION_SPLIT_K, OPTION_SPLIT_K_SUM, FAMILY_OPTIONS, OPTION_ENGINE, OPTION_SUB_GROUPS),
     NULL},
    {NULL, NULL, NULL, NULL},
};
