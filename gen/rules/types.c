/* Rules of types: of what is multiplied, and of products and sums. */
#include "gen/rules/internal.h"

#include <string.h>

static const struct refusal *compute_against_type(struct job *job, const struct spec *spec)
{
    const struct element *const a = spec_operand(spec, ROLE_A)->given;
    const struct element *const b = spec_operand(spec, ROLE_B)->given;
    const struct number *const computed = spec->numbers.compute;
    const struct number *const standard = number_wider(a->read, b->read);
    if (computed == standard || (computed == a->same && computed == b->same))
        return NULL;
    return propose(refuse(job, "elements of %s%s%s cannot be computed in %s, which %s asks for",
                          a->type, a == b ? "" : " and ", a == b ? "" : b->type, computed->type,
                          option_and_value(job, spec, OPTION_COMPUTE, "%s", computed->type)),
                   OPTION_COMPUTE, "%s", standard->type);
}

static const struct refusal *accumulate_against_compute(struct job *job, const struct spec *spec)
{
    const struct number *const computed = spec->numbers.compute;
    const struct number *const sum = spec->numbers.accumulate;
    const bool halves_in_single = computed->bytes == 2 && sum->bytes == 4;
    if (sum == computed || halves_in_single)
        return NULL;
    struct refusal *const refusal =
        propose(refuse(job, "products of %s cannot be summed in %s, which %s asks for",
                       spec->values[OPTION_COMPUTE].text
                           ? option_and_value(job, spec, OPTION_COMPUTE, "%s", computed->type)
                           : computed->type,
                       sum->type, option_and_value(job, spec, OPTION_ACCUMULATE, "%s", sum->type)),
                OPTION_ACCUMULATE, "%s", computed->type);
    return computed->bytes == 2 ? propose(refusal, OPTION_ACCUMULATE, "f32") : refusal;
}

/* A default of the profile or option is no demand. */
static const struct refusal *fused_against_sum(struct job *job, const struct spec *spec)
{
    if (!numbers_sum_wider(&spec->numbers) || strcmp(spec->mad, "fma") != 0 ||
        spec->values[OPTION_MAD].voice < VOICE_PRESET)
        return NULL;
    return propose(propose(refuse(job,
                                  "products are rounded to %s before they are summed in %s, so %s "
                                  "cannot fuse them",
                                  spec->numbers.compute->type, spec->numbers.accumulate->type,
                                  option_and_value(job, spec, OPTION_MAD, "fma")),
                           OPTION_MAD, "plain"),
                   OPTION_ACCUMULATE, "%s", spec->numbers.compute->type);
}

const struct rule type_rules[] = {
    {"compute-type", compute_against_type, READS(TYPE_OPTIONS, OPTION_COMPUTE), NULL},
    {"accumulate-type", accumulate_against_compute,
     READS(TYPE_OPTIONS, OPTION_COMPUTE, OPTION_ACCUMULATE), NULL},
    {"fused-sum", fused_against_sum,
     READS(TYPE_OPTIONS, OPTION_COMPUTE, OPTION_ACCUMULATE, OPTION_MAD), NULL},
    {NULL, NULL, NULL, NULL},
};
