/* Rules of types: of A, B and C, of products and sums, of alpha and beta. */
#include "gen/rules/internal.h"

#include <string.h>

#include "gen/spec/family.h"

static const struct refusal *compute_against_type(struct job *job, const struct spec *spec)
{
    const struct element *const a = spec_operand(spec, ROLE_A)->given;
    const struct element *const b = spec_operand(spec, ROLE_B)->given;
    const struct number *const computed = spec->numbers.compute;
    const struct number *const standard = number_wider(a->read, b->read);
    if (computed == standard || (computed == a->same && computed == b->same) ||
        (number_is_of(computed, a) && number_is_of(computed, b)))
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
    const bool halves_in_single = computed->bytes == 2 && sum->bytes == 4 && !sum->whole;
    const char *const own = computed->of ? computed->of : computed->type;
    if (strcmp(sum->type, own) == 0 || halves_in_single)
        return NULL;
    struct refusal *const refusal =
        propose(refuse(job, "products of %s cannot be summed in %s, which %s asks for",
                       spec->values[OPTION_COMPUTE].text
                           ? option_and_value(job, spec, OPTION_COMPUTE, "%s", computed->type)
                           : computed->type,
                       sum->type, option_and_value(job, spec, OPTION_ACCUMULATE, "%s", sum->type)),
                OPTION_ACCUMULATE, "%s", own);
    return computed->bytes == 2 ? propose(refusal, OPTION_ACCUMULATE, "f32") : refusal;
}

/* Only matrix engines have such numbers; of what elements is another rule's. */
static const struct refusal *compute_without_engine(struct job *job, const struct spec *spec)
{
    const struct number *const computed = spec->numbers.compute;
    if (family_reads(spec->family, OPTION_ENGINE) || !number_is_of(computed, spec->a.given) ||
        !number_is_of(computed, spec->b.given))
        return NULL;
    return propose(
        propose(refuse(job,
                       "matrix engines alone calculate in %s, which %s asks for, and %s has none",
                       computed->type,
                       option_and_value(job, spec, OPTION_COMPUTE, "%s", computed->type),
                       option_and_value(job, spec, OPTION_FAMILY, "%s", spec->family->name)),
                OPTION_FAMILY, "matrix"),
        OPTION_COMPUTE, "%s", computed->of);
}

/* Whole and real numbers, where an operand of one kind stands beside one of the other: proposes the type of the first one
 * that is whole, or real, for those that are not. */
static struct refusal *propose_kind(struct refusal *refusal, const struct spec *spec, bool whole)
{
    const struct element *model = NULL;
    bool first = true;
    for (enum role role = ROLE_A; role <= ROLE_C && !model; role++)
        if (spec_operand(spec, role)->given->read->whole == whole)
            model = spec_operand(spec, role)->given;
    for (enum role role = ROLE_A; role <= ROLE_C; role++) {
        const struct operand *const operand = spec_operand(spec, role);
        const char *const type = role == ROLE_C && model->sums ? model->sums : model->type;
        if (operand->given->read->whole == whole)
            continue;
        if (first)
            propose(refusal, option_of(operand, OPTION_TYPE_A), "%s", type);
        else
            propose_with(refusal, option_of(operand, OPTION_TYPE_A), "%s", type);
        first = false;
    }
    return refusal;
}

static const struct refusal *whole_against_real(struct job *job, const struct spec *spec)
{
    const struct element *const a = spec_operand(spec, ROLE_A)->given;
    const struct element *const b = spec_operand(spec, ROLE_B)->given;
    const struct element *const c = spec->c.given;
    if (a->read->whole == b->read->whole && b->read->whole == c->read->whole)
        return NULL;
    struct refusal *const refusal =
        refuse(job, "A of %s, B of %s and C of %s are whole numbers in part and real ones in part",
               a->type, b->type, c->type);
    return propose_kind(propose_kind(refusal, spec, true), spec, false);
}

static const struct refusal *broken_scalar(struct job *job, const struct spec *spec)
{
    for (int i = 0; i < 2 && spec->c.given->read->whole; i++) {
        const struct setting *const setting = &spec->problem.values[SYMBOL_ALPHA + i];
        const enum option_id id = (enum option_id)(OPTION_ALPHA + i);
        if (setting->how == FIXED && !option_is_whole(setting->real))
            return propose(
                propose(refuse(job,
                               "%s is not a whole number of at most 2147483647, and C is of %s",
                               option_and_value(job, spec, id, "%s", setting->text),
                               spec->c.given->type),
                        id, "1"),
                id, "arg");
    }
    return NULL;
}

/* Their operations are calculated in real numbers. */
static const struct refusal *epilogue_of_whole(struct job *job, const struct spec *spec)
{
    if (!spec->c.given->read->whole || spec->problem.epilogue->count == 0)
        return NULL;
    return propose(
        refuse(job, "%s is calculated in real numbers, and C is of %s",
               option_and_value(job, spec, OPTION_EPILOGUE, "%s", spec->problem.epilogue->text),
               spec->c.given->type),
        OPTION_EPILOGUE, "none");
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
    {"mixed-types", whole_against_real, READS(TYPE_OPTIONS, OPTION_TYPE_C), NULL},
    {"compute-type", compute_against_type, READS(TYPE_OPTIONS, OPTION_COMPUTE), NULL},
    {"compute-engine", compute_without_engine, READS(FAMILY_OPTIONS, OPTION_COMPUTE), NULL},
    {"accumulate-type", accumulate_against_compute,
     READS(TYPE_OPTIONS, OPTION_COMPUTE, OPTION_ACCUMULATE), NULL},
    {"whole-scalar", broken_scalar,
     PARTS(OPTIONS(TYPE_OPTIONS, OPTION_TYPE_C, OPTION_ALPHA),
           OPTIONS(TYPE_OPTIONS, OPTION_TYPE_C, OPTION_BETA)),
     NULL},
    {"epilogue-type", epilogue_of_whole, READS(TYPE_OPTIONS, OPTION_TYPE_C, OPTION_EPILOGUE), NULL},
    {"fused-sum", fused_against_sum,
     READS(TYPE_OPTIONS, OPTION_COMPUTE, OPTION_ACCUMULATE, OPTION_MAD), NULL},
    {NULL, NULL, NULL, NULL},
};
