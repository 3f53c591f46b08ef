/* Rules of batches. */
#include "gen/rules/internal.h"

/* An option that is given a number which only other batches read. */
static const struct refusal *number_of_other_batch(struct job *job, const struct spec *spec)
{
    const enum batch batch = spec->problem.batch;
    const enum option_id numbers[] = {OPTION_BATCH_COUNT, OPTION_STRIDE_A, OPTION_STRIDE_B,
                                      OPTION_STRIDE_C};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        const enum option_id id = numbers[i];
        const struct option_value *const value = &spec->values[id];
        const bool reads =
            id == OPTION_BATCH_COUNT
                ? batch != BATCH_NONE
                : problem_has_stride(&spec->problem, (enum role)(ROLE_A + id - OPTION_STRIDE_A));
        if (reads || value->at_launch)
            continue;
        return propose(propose(refuse(job, "%s is for %s, not for %s",
                                      option_number(job, spec, id, value->numbers[0]),
                                      id == OPTION_BATCH_COUNT ? "batches" : "--batch strided",
                                      option_said(job, spec, OPTION_BATCH)),
                               id, "arg"),
                       OPTION_BATCH, "strided");
    }
    return NULL;
}

/* Each member would be added to, or written over, by all others at once. */
static const struct refusal *shared_c(struct job *job, const struct spec *spec)
{
    const struct setting *const stride = &spec->problem.values[SYMBOL_STRIDE_C];
    const struct setting *const count = &spec->problem.values[SYMBOL_BATCH];
    if (!problem_has_stride(&spec->problem, ROLE_C) || stride->how != FIXED || stride->whole > 0 ||
        (count->how == FIXED && count->whole <= 1))
        return NULL;
    const char *const members = count->how == FIXED
                                    ? option_number(job, spec, OPTION_BATCH_COUNT, count->whole)
                                    : option_and_value(job, spec, OPTION_BATCH_COUNT, "arg");
    return propose(propose(refuse(job, "with %s all members (%s) would write the same C",
                                  option_and_value(job, spec, OPTION_STRIDE_C, "0"), members),
                           OPTION_STRIDE_C, "arg"),
                   OPTION_BATCH_COUNT, "1");
}

static const struct refusal *members_in_images(struct job *job, const struct spec *spec)
{
    const struct operand *const first = in_image(&spec->a) ? &spec->a : &spec->b;
    if (spec->problem.batch == BATCH_NONE || !in_image(first))
        return NULL;
    struct refusal *const refusal =
        refuse(job, "an image holds one matrix: no members of %s (%s) with %s", first->name,
               option_said(job, spec, OPTION_BATCH),
               option_and_value(job, spec, option_of(first, OPTION_ACCESS_A), "image"));
    propose(refusal, option_of(first, OPTION_ACCESS_A), "buffer");
    if (first == &spec->a && in_image(&spec->b))
        propose_with(refusal, option_of(&spec->b, OPTION_ACCESS_A), "buffer");
    return propose(refusal, OPTION_BATCH, "none");
}

static const char *side_by_side(struct job *job, const struct spec *spec)
{
    return option_number(job, spec, OPTION_WG_MEMBERS, spec->members);
}

/* Along dimension 2 no work-group of NVIDIA's has more work-items. */
static const struct refusal *too_many_members(struct job *job, const struct spec *spec)
{
    enum {
        MOST_MEMBERS = 64
    };
    if (spec->members <= MOST_MEMBERS)
        return NULL;
    return propose(refuse(job, "%s is out of range: 1 to %d members of a work-group",
                          side_by_side(job, spec), MOST_MEMBERS),
                   OPTION_WG_MEMBERS, "%d", MOST_MEMBERS);
}

static const struct refusal *members_of_one(struct job *job, const struct spec *spec)
{
    if (spec->members == 1 || spec_has_members(spec))
        return NULL;
    return propose(propose(refuse(job, "%s is for batches, not for %s", side_by_side(job, spec),
                                  option_and_value(job, spec, OPTION_BATCH, "none")),
                           OPTION_WG_MEMBERS, "1"),
                   OPTION_BATCH, "strided");
}

static const struct refusal *members_in_parts(struct job *job, const struct spec *spec)
{
    if (spec->members == 1 || spec->split_k == 1)
        return NULL;
    return propose(propose(refuse(job, "%s and %s: work-groups have several members or a part of K",
                                  side_by_side(job, spec),
                                  option_number(job, spec, OPTION_SPLIT_K, spec->split_k)),
                           OPTION_WG_MEMBERS, "1"),
                   OPTION_SPLIT_K, "1");
}

const struct rule batch_rules[] = {
    {"batch-option", number_of_other_batch,
     READS(OPTION_BATCH, OPTION_RAGGED, OPTION_BATCH_COUNT, OPTION_STRIDE_A, OPTION_STRIDE_B,
           OPTION_STRIDE_C),
     NULL},
    {"batch-c", shared_c, READS(OPTION_BATCH, OPTION_RAGGED, OPTION_BATCH_COUNT, OPTION_STRIDE_C),
     NULL},
    {"members-range", too_many_members, READS(OPTION_WG_MEMBERS), NULL},
    {"members-batch", members_of_one, READS(OPTION_BATCH, OPTION_WG_MEMBERS), NULL},
    {"members-split", members_in_parts, READS(OPTION_SPLIT_K, OPTION_WG_MEMBERS), NULL},
    {"batch-image", members_in_images, READS(OPTION_BATCH, OPTION_ACCESS_A, OPTION_ACCESS_B), NULL},
    {NULL, NULL, NULL, NULL},
};
