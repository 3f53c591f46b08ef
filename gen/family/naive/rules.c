/*
 * What the naive family cannot serve.
 */
#include "gen/family/families.h"
#include "gen/family/rules.h"
#include "gen/rules/family.h"

static const struct refusal *wider_than_one(struct job *job, const struct spec *spec)
{
    for (const struct operand *operand = &spec->a; operand; operand = operand_after(spec, operand))
        if (operand->vector != 1)
            return propose(
                refuse(job, "the naive family reads and writes single elements, %s asks for more",
                       option_number(job, spec, option_of(operand, OPTION_VEC_A), operand->vector)),
                OPTION_FAMILY, "register");
    return NULL;
}

static const struct refusal *deeper_than_one(struct job *job, const struct spec *spec)
{
    if (spec->tile_k == 1)
        return NULL;
    struct refusal *const refusal =
        refuse(job, "the naive family reads one element along K at a time, not %s",
               option_number(job, spec, OPTION_TILE_K, spec->tile_k));
    propose(refusal, OPTION_TILE_K, "1");
    propose_with(propose(refusal, OPTION_TILE_K, "1"), OPTION_UNROLL_K, "%lld", spec->tile_k);
    return propose(refusal, OPTION_FAMILY, "register");
}

static const struct refusal *nothing_to_move(struct job *job, const struct spec *spec)
{
    return refuse_shift(job, spec,
                        "the naive family computes element by element, and has no tile that %s "
                        "could move inside",
                        "register");
}

static const struct rule rules[] = {
    {"naive-vector", wider_than_one, READS(OPTION_VEC_A, OPTION_VEC_B, OPTION_VEC_C), NULL},
    {"naive-depth", deeper_than_one, READS(OPTION_TILE_K), NULL},
    {"naive-shift", nothing_to_move, READS(OPTION_EDGES), NULL},
    {NULL, NULL, NULL, NULL},
};

const struct family_rules family_naive_rules = {
    .table = rules,
};
