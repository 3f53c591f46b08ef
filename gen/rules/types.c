/* Rules of types: of A, B and C, of products and sums, of alpha and beta. */
#include "gen/rules/internal.h"

#include <string.h>

#include "gen/spec/family.h"

/* ": products reach 200704, and half precision ends at 65504", or nothing. */
static const char *why_not_computed(struct job *job, const struct element *a,
                                    const struct element *b, const struct number *computed)
{
    enum {
        LARGEST_HALF = 65504
    };
    return strcmp(computed->type, "f16") == 0 && a->real_byte && b->real_byte
               ? arena_printf(job->arena, ": products reach %lld, and half precision ends at %d",
                              a->largest * b->largest, LARGEST_HALF)
               : "";
}

static const struct refusal *compute_against_type(struct job *job, const struct spec *spec)
{
    const struct element *const a = spec_operand(spec, ROLE_A)->given;
    const struct element *const b = spec_operand(spec, ROLE_B)->given;
    const struct number *const computed = spec->numbers.compute;
    const struct number *const standard = number_wider(a->read, b->read);
    if (computed == standard || (computed == a->same && computed == b->same) ||
        (number_is_of(computed, a) && number_is_of(computed, b)))
        return NULL;
    return propose(refuse(job, "elements of %s%s%s cannot be computed in %s, which %s asks for%s",
                          a->type, a == b ? "" : " and ", a == b ? "" : b->type, computed->type,
                          option_and_value(job, spec, OPTION_COMPUTE, "%s", computed->type),
                          why_not_computed(job, a, b, computed)),
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
    if (family_has_engine(spec->family) || !number_is_of(computed, spec->a.given) ||
        !number_is_of(computed, spec->b.given))
        return NULL;
    return propose(
        propose(refuse(job,
                       "matrix engines alone calculate in %s, which %s asks for, and %s has none",
                       computed->type,
                       option_and_value(job, spec, OPTION_COMPUTE, "%s", computed->type),
                       option_said(job, spec, OPTION_FAMILY)),
                OPTION_FAMILY, "matrix"),
        OPTION_COMPUTE, "%s", computed->of);
}

enum number_kind {
    OF_WHOLE,
    OF_REAL,
    OF_COMPLEX,
    OF_KINDS
};

static enum number_kind kind_of_number(const struct number *number)
{
    return number->whole ? OF_WHOLE : number->parts ? OF_COMPLEX : OF_REAL;
}

static enum number_kind kind_of(const struct element *element)
{
    return kind_of_number(element->read);
}

/* What C becomes; integers of 8 bits are made of real numbers. */
static enum number_kind kind_of_c(const struct spec *spec)
{
    return kind_of_number(element_updated(spec->c.given));
}

/* Where operands are of several kinds: proposes the type of the first one of this kind, if there is one, for those of others. */
static void propose_kind(struct refusal *refusal, const struct spec *spec, enum number_kind kind)
{
    const struct element *model = NULL;
    bool first = true;
    for (enum role role = ROLE_A; role <= ROLE_C && !model; role++)
        if (kind_of(spec_operand(spec, role)->given) == kind)
            model = spec_operand(spec, role)->given;
    for (enum role role = ROLE_A; role <= ROLE_C && model; role++) {
        const struct operand *const operand = spec_operand(spec, role);
        const char *const type = role == ROLE_C && model->sums ? model->sums : model->type;
        if (kind_of(operand->given) == kind)
            continue;
        if (first)
            propose(refusal, option_of(operand, OPTION_TYPE_A), "%s", type);
        else
            propose_with(refusal, option_of(operand, OPTION_TYPE_A), "%s", type);
        first = false;
    }
}

static const struct refusal *mixed_kinds(struct job *job, const struct spec *spec)
{
    const struct element *const a = spec_operand(spec, ROLE_A)->given;
    const struct element *const b = spec_operand(spec, ROLE_B)->given;
    const struct element *const c = spec->c.given;
    /* Sums of integers are scaled to real numbers, which C may have. */
    const bool scaled = kind_of(b) == OF_WHOLE && kind_of_c(spec) == OF_REAL;
    if (kind_of(a) == kind_of(b) && (kind_of(b) == kind_of_c(spec) || scaled))
        return NULL;
    struct refusal *const refusal = refuse(
        job, "A of %s, B of %s and C of %s: integers, real and complex numbers are not mixed",
        a->type, b->type, c->type);
    for (int kind = 0; kind < OF_KINDS; kind++)
        propose_kind(refusal, spec, (enum number_kind)kind);
    /* Whole numbers beside real ones are weights, which have scales. */
    if (kind_of(a) == OF_REAL && kind_of(b) == OF_WHOLE)
        propose(refusal, OPTION_TYPE_B, "q8_0");
    return refusal;
}

static const struct refusal *broken_scalar(struct job *job, const struct spec *spec)
{
    for (int i = 0; i < 2 && kind_of_c(spec) == OF_WHOLE; i++) {
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
static const struct refusal *epilogue_of_others(struct job *job, const struct spec *spec)
{
    if (kind_of_c(spec) == OF_REAL || spec->problem.epilogue->count == 0)
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

/* ------------------------------------------------------------------- complex numbers */

static bool is_complex(const struct spec *spec)
{
    return kind_of_c(spec) == OF_COMPLEX;
}

/* The conjugate of a real number is the number. */
static const struct refusal *conjugate_of_real(struct job *job, const struct spec *spec)
{
    const char *const asked = spec->values[OPTION_TRANSPOSE].text;
    if (is_complex(spec) || !strchr(asked, 'c'))
        return NULL;
    return propose(refuse(job, "%s conjugates complex numbers, and A, B and C are not",
                          option_and_value(job, spec, OPTION_TRANSPOSE, "%s", asked)),
                   OPTION_TRANSPOSE, "%c%c", asked[0] == 'c' ? 't' : asked[0],
                   asked[1] == 'c' ? 't' : asked[1]);
}

static const struct refusal *complex_in_family(struct job *job, const struct spec *spec)
{
    if (!is_complex(spec) || spec->family->complex)
        return NULL;
    struct refusal *const refusal =
        refuse(job, "%s multiplies no complex numbers, and C is of %s",
               option_said(job, spec, OPTION_FAMILY), spec->c.given->type);
    for (size_t i = 0; family_table[i]; i++)
        if (family_table[i]->complex)
            propose(refusal, OPTION_FAMILY, "%s", family_table[i]->name);
    return refusal;
}

/* Elements of a vector: as many as OpenCL C has numbers for, two each. */
static const struct refusal *complex_vector(struct job *job, const struct spec *spec)
{
    enum {
        MOST = 8
    };
    for (enum role role = ROLE_A; role <= ROLE_C && is_complex(spec); role++) {
        const struct operand *const operand = spec_operand(spec, role);
        const enum option_id option = option_of(operand, OPTION_VEC_A);
        const long long most = spec->family->vectors ? MOST : 1;
        if (operand->vector <= most)
            continue;
        const char *const said = option_number(job, spec, option, operand->vector);
        return propose(
            most == 1 ? refuse(job,
                               "elements of %s are read and written one at a time in the %s "
                               "family, %s asks for more",
                               element_asked(operand->given), spec->family->name, said)
                      : refuse(job, "a vector has at most %lld elements of %s, %s asks for more",
                               most, element_asked(operand->given), said),
            option, "%lld", most);
    }
    return NULL;
}

static const struct refusal *complex_in_image(struct job *job, const struct spec *spec)
{
    for (enum role role = ROLE_A; role <= ROLE_B && is_complex(spec); role++) {
        const struct operand *const operand = spec_operand(spec, role);
        const enum option_id option = option_of(operand, OPTION_ACCESS_A);
        if (in_image(operand))
            return propose(
                refuse(job, "elements of %s are read from buffers alone, %s asks for an image",
                       element_asked(operand->given), option_and_value(job, spec, option, "image")),
                option, "buffer");
    }
    return NULL;
}

const struct rule type_rules[] = {
    {"mixed-types", mixed_kinds, READS(TYPE_OPTIONS, OPTION_TYPE_C), NULL},
    {"compute-type", compute_against_type, READS(TYPE_OPTIONS, OPTION_COMPUTE), NULL},
    {"compute-engine", compute_without_engine, READS(FAMILY_OPTIONS, OPTION_COMPUTE), NULL},
    {"accumulate-type", accumulate_against_compute,
     READS(TYPE_OPTIONS, OPTION_COMPUTE, OPTION_ACCUMULATE), NULL},
    {"whole-scalar", broken_scalar,
     PARTS(OPTIONS(TYPE_OPTIONS, OPTION_TYPE_C, OPTION_ALPHA),
           OPTIONS(TYPE_OPTIONS, OPTION_TYPE_C, OPTION_BETA)),
     NULL},
    {"epilogue-type", epilogue_of_others, READS(TYPE_OPTIONS, OPTION_TYPE_C, OPTION_EPILOGUE),
     NULL},
    {"conjugate-type", conjugate_of_real, READS(TYPE_OPTIONS, OPTION_TYPE_C, OPTION_TRANSPOSE),
     NULL},
    {"complex-family", complex_in_family, READS(TYPE_OPTIONS, OPTION_TYPE_C, FAMILY_OPTIONS),
     rule_without_complex},
    {"complex-vector", complex_vector,
     PARTS(OPTIONS(TYPE_OPTIONS, OPTION_TYPE_C, FAMILY_OPTIONS, OPTION_VEC_A),
           OPTIONS(TYPE_OPTIONS, OPTION_TYPE_C, FAMILY_OPTIONS, OPTION_VEC_B),
           OPTIONS(TYPE_OPTIONS, OPTION_TYPE_C, FAMILY_OPTIONS, OPTION_VEC_C)),
     rule_without_complex},
    {"complex-image", complex_in_image,
     PARTS(OPTIONS(TYPE_OPTIONS, OPTION_TYPE_C, OPTION_ACCESS_A),
           OPTIONS(TYPE_OPTIONS, OPTION_TYPE_C, OPTION_ACCESS_B)),
     rule_without_complex},
    {"fused-sum", fused_against_sum,
     READS(TYPE_OPTIONS, OPTION_COMPUTE, OPTION_ACCUMULATE, OPTION_MAD), NULL},
    {NULL, NULL, NULL, NULL},
};
