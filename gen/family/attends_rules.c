/*
 * Rules of all families that compute attention.
 */
#include "gen/family/attends.h"

#include <string.h>

#include "gen/spec/family.h"

const struct refusal *attends_alone(struct job *job, const struct spec *spec)
{
    if (spec->problem.attends)
        return NULL;
    struct refusal *const refusal =
        refuse(job, "%s computes attention alone: not %s", option_said(job, spec, OPTION_FAMILY),
               option_said(job, spec, OPTION_CHAIN));
    return propose(propose(refusal, OPTION_CHAIN, "attention"), OPTION_FAMILY, "register");
}

const struct refusal *attends_one_mask(struct job *job, const struct spec *spec)
{
    const struct option_value *const mask = &spec->values[OPTION_MASK];
    if (!option_lists(mask, "keys") || !option_lists(mask, "matrix"))
        return NULL;
    struct refusal *const refusal =
        refuse(job, "scores have one mask added: not %s", option_said(job, spec, OPTION_MASK));
    const char *const causal = option_lists(mask, "causal") ? "causal," : "";
    return propose(propose(refusal, OPTION_MASK, "%smatrix", causal), OPTION_MASK, "%skeys",
                   causal);
}

const struct refusal *attends_type_of_mask(struct job *job, const struct spec *spec)
{
    if (spec->problem.mask != MASK_NONE ||
        strcmp(spec->values[OPTION_TYPE_MASK].text, option_rows[OPTION_TYPE_MASK].standard) == 0)
        return NULL;
    struct refusal *const refusal =
        refuse(job, "%s is the type of a mask that is added to scores, and %s adds none",
               option_said(job, spec, OPTION_TYPE_MASK), option_said(job, spec, OPTION_MASK));
    return propose(
        propose(refusal, OPTION_MASK, "%s", spec->problem.causal ? "causal,keys" : "keys"),
        OPTION_TYPE_MASK, "f32");
}

const struct refusal *attends_result(struct job *job, const struct spec *spec)
{
    static const char *const served[] = {"f32", "f16", "bf16"};
    for (int i = 0; i < 3; i++)
        if (strcmp(spec->c.given->type, served[i]) == 0)
            return NULL;
    return propose(refuse(job, "%s has O of f32, f16 or bf16, not of %s",
                          option_said(job, spec, OPTION_FAMILY), spec->c.given->type),
                   OPTION_TYPE_C, "f32");
}

const struct refusal *attends_unroll(struct job *job, const struct spec *spec)
{
    return spec->unroll_k == spec->tile_k
               ? NULL
               : propose(refuse(job, "%s writes out no part of a block: not %s",
                                option_said(job, spec, OPTION_FAMILY),
                                option_number(job, spec, OPTION_UNROLL_K, spec->unroll_k)),
                         OPTION_UNROLL_K, "%lld", spec->tile_k);
}

const struct refusal *attends_whole(struct job *job, const struct spec *spec)
{
    return spec->split_k <= 1
               ? NULL
               : propose(propose(refuse(job, "%s has no parts of the keys: not with %s",
                                        option_said(job, spec, OPTION_FAMILY),
                                        option_said(job, spec, OPTION_SPLIT_K)),
                                 OPTION_SPLIT_K, "1"),
                         OPTION_FAMILY, "flash");
}

const struct refusal *attends_edges(struct job *job, const struct spec *spec)
{
    return spec->edges == EDGES_GUARD
               ? NULL
               : propose(refuse(job, "attention is of any number of rows and keys: not with %s",
                                option_said(job, spec, OPTION_EDGES)),
                         OPTION_EDGES, "guard");
}
