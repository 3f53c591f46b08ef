/* Rules of gated products, and of attention. */
#include "gen/rules/internal.h"

#include <string.h>

#include "gen/spec/family.h"

/* Whether a family computes what the request chains. */
static bool serves(const struct family *family, const struct spec *spec)
{
    return spec->problem.attends ? family->attends : family->gates;
}

/* "naive, register": the families that do. */
static const char *families(struct job *job, const struct spec *spec)
{
    const char *names = NULL;
    for (size_t i = 0; family_table[i]; i++)
        if (serves(family_table[i], spec))
            names = arena_join(job->arena, names, ", ", family_table[i]->name);
    return names;
}

static const struct refusal *family_of_chain(struct job *job, const struct spec *spec)
{
    if (!problem_has_d(&spec->problem) || serves(spec->family, spec))
        return NULL;
    struct refusal *const refusal =
        refuse(job, "%s has no second product for %s: these have: %s",
               option_said(job, spec, OPTION_FAMILY), option_said(job, spec, OPTION_CHAIN),
               families(job, spec));
    for (size_t i = 0; family_order[i]; i++)
        if (serves(family_order[i], spec))
            propose(refusal, OPTION_FAMILY, "%s", family_order[i]->name);
    return refusal;
}

/* Refuses what is asked beside a gated product, which has `instead` alone. */
static const struct refusal *refuse_beside(struct job *job, const struct spec *spec,
                                           enum option_id option, const char *instead)
{
    return propose(
        refuse(job,
               "%s is written once, from two products that are read where they lie: not with %s",
               option_said(job, spec, OPTION_CHAIN), option_said(job, spec, option)),
        option, "%s", instead);
}

/* Whether an option has another value than the one that two products have alone. */
static const struct refusal *unless(struct job *job, const struct spec *spec, enum option_id option,
                                    const char *instead)
{
    const char *const text = spec->values[option].text;
    return problem_has_d(&spec->problem) && text && strcmp(text, instead) != 0
               ? refuse_beside(job, spec, option, instead)
               : NULL;
}

static const struct refusal *beta_of_chain(struct job *job, const struct spec *spec)
{
    const struct setting *const beta = &spec->problem.values[SYMBOL_BETA];
    return spec->problem.gate && !(beta->how == FIXED && beta->real == 0)
               ? refuse_beside(job, spec, OPTION_BETA, "0")
               : NULL;
}

static const struct refusal *epilogue_of_chain(struct job *job, const struct spec *spec)
{
    return spec->problem.attends ? unless(job, spec, OPTION_EPILOGUE, "none") : NULL;
}

/* Groups of rows have a B and a D each. */
static const struct refusal *batch_of_chain(struct job *job, const struct spec *spec)
{
    if (!spec->problem.gate || spec->problem.batch != BATCH_GROUPS)
        return unless(job, spec, OPTION_BATCH, "none");
    return spec_is_ragged(spec, SYMBOL_M) ? NULL : refuse_beside(job, spec, OPTION_RAGGED, "m");
}

static const struct refusal *sum_of_chain(struct job *job, const struct spec *spec)
{
    return spec->problem.gate && spec->problem.adds
               ? refuse_beside(job, spec, OPTION_ROWS_C, "index")
               : NULL;
}

static const struct refusal *parts_of_chain(struct job *job, const struct spec *spec)
{
    return spec->problem.gate ? unless(job, spec, OPTION_SPLIT_K, "1") : NULL;
}

/* Neither a text of indices nor a host's argument list has a fourth operand. */
static const struct refusal *operands_of_chain(struct job *job, const struct spec *spec)
{
    if (!spec->problem.gate || (!spec->product && !spec->interface))
        return NULL;
    return propose(
        refuse(job, "%s has operands A, B, C and D: not with %s",
               option_said(job, spec, OPTION_CHAIN),
               option_said(job, spec, spec->product ? OPTION_PRODUCT : OPTION_INTERFACE)),
        OPTION_CHAIN, "none");
}

static const struct refusal *edges_of_chain(struct job *job, const struct spec *spec)
{
    return spec->problem.gate && spec->edges == EDGES_PAD
               ? refuse_beside(job, spec, OPTION_EDGES, "guard")
               : NULL;
}

/* What makes the operand lie elsewhere, and where it would lie as the caller has it; OPTION_COUNT: nothing does. */
static enum option_id moved_by(const struct operand *operand, const char **instead)
{
    *instead = "none";
    if (in_image(operand)) {
        *instead = "buffer";
        return option_of(operand, OPTION_ACCESS_A);
    }
    return operand->pretransposed ? OPTION_PRETRANSPOSE
           : operand->prepared    ? OPTION_PREPARED
           : operand->decoded     ? OPTION_DECODE
           : in_panels(operand)   ? OPTION_PANELS
                                  : OPTION_COUNT;
}

static const struct refusal *place_of_chain(struct job *job, const struct spec *spec)
{
    for (const struct operand *operand = &spec->a; operand && spec->problem.gate;
         operand = factor_after(spec, operand)) {
        const char *instead;
        const enum option_id option = moved_by(operand, &instead);
        if (option != OPTION_COUNT)
            return propose(
                refuse(job, "%s is read where it lies for %s: not with %s", operand->name,
                       option_said(job, spec, OPTION_CHAIN),
                       option_and_value(job, spec, option, "%s",
                                        in_image(operand) ? "image" : spec->values[option].text)),
                option, "%s", instead);
    }
    return NULL;
}

static const struct refusal *elements_of_chain(struct job *job, const struct spec *spec)
{
    const bool blocks = is_quantised(&spec->a) || is_quantised(&spec->b);
    if (!spec->problem.gate ||
        (!blocks && !spec->numbers.scalar->parts && !spec->numbers.compute->whole))
        return NULL;
    const struct operand *const operand = is_quantised(&spec->b) ? &spec->b : &spec->a;
    return propose(
        refuse(job, "%s multiplies real numbers that are stored one by one: not %s, which is %s",
               option_said(job, spec, OPTION_CHAIN), operand->name, element_asked(operand->given)),
        blocks ? option_of(operand, OPTION_TYPE_A) : OPTION_TYPE, "f32");
}

const struct rule chain_rules[] = {
    {"chain-family", family_of_chain, READS(OPTION_CHAIN, FAMILY_OPTIONS), rule_without_chain},
    {"chain-beta", beta_of_chain, READS(OPTION_CHAIN, OPTION_BETA), rule_without_chain},
    {"chain-epilogue", epilogue_of_chain, READS(OPTION_CHAIN, OPTION_EPILOGUE), rule_without_chain},
    {"chain-batch", batch_of_chain, READS(OPTION_CHAIN, OPTION_BATCH, OPTION_RAGGED),
     rule_without_chain},
    {"chain-sum", sum_of_chain, READS(OPTION_CHAIN, OPTION_ROWS_C), rule_without_chain},
    {"chain-parts", parts_of_chain, READS(OPTION_CHAIN, OPTION_SPLIT_K), rule_without_chain},
    {"chain-operands", operands_of_chain, READS(OPTION_CHAIN, OPTION_PRODUCT, OPTION_INTERFACE),
     rule_without_chain},
    {"chain-edges", edges_of_chain, READS(OPTION_CHAIN, OPTION_EDGES), rule_without_chain},
    {"chain-place", place_of_chain,
     READS(OPTION_CHAIN, FAMILY_OPTIONS, MEMORY_OPTIONS, OPTION_PANELS), rule_without_chain},
    {"chain-elements", elements_of_chain, READS(OPTION_CHAIN, KERNEL_OPTIONS, OPTION_TYPE_C),
     rule_without_chain},
    {NULL, NULL, NULL, NULL},
};
