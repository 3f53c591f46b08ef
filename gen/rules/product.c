/* Rules of products in index notation whose operands are read by index functions. */
#include "gen/rules/internal.h"

#include "gen/base/epilogue.h"
#include "gen/spec/family.h"

/* The first operand that an index function finds; NULL: all are matrices. */
static const struct operand *first_by_index(const struct spec *spec)
{
    for (enum role role = ROLE_A; role <= ROLE_C; role++)
        if (by_index(spec_operand(spec, role)))
            return spec_operand(spec, role);
    return NULL;
}

static const char *reference(struct job *job, const struct spec *spec,
                             const struct operand *operand)
{
    return product_reference(job, spec->product, operand->role - ROLE_A);
}

/* How many elements there are a launch says. */
static const struct refusal *index_of_product(struct job *job, const struct spec *spec)
{
    for (enum role role = ROLE_A; role <= ROLE_C; role++) {
        const struct operand *const operand = spec_operand(spec, role);
        if (by_index(operand) && spec->index_bits == 32 &&
            measure_known(&operand->places->elements) < 0)
            return propose(refuse(job,
                                  "%s is found by an index function whose sizes are given at "
                                  "launch, by places of 64 bits: not %s",
                                  reference(job, spec, operand),
                                  option_said(job, spec, OPTION_INDEX)),
                           OPTION_INDEX, "64");
    }
    return NULL;
}

static const struct refusal *family_of_product(struct job *job, const struct spec *spec)
{
    const struct operand *const operand = first_by_index(spec);
    if (!operand || spec->family->by_index)
        return NULL;
    return propose(
        propose(refuse(job,
                       "%s reads and writes matrices, and %s is found by an index "
                       "function",
                       option_said(job, spec, OPTION_FAMILY), reference(job, spec, operand)),
                OPTION_FAMILY, "register"),
        OPTION_FAMILY, "naive");
}

/* The panels that are left without those of an operand. */
static const char *other_panels(const struct spec *spec, const struct operand *operand)
{
    const struct operand *const other = operand->role == ROLE_A ? &spec->b : &spec->a;
    return !in_panels(other) || by_index(other) ? "none" : other->role == ROLE_A ? "a" : "b";
}

/* Elements are read where they lie, one by one. */
static const struct refusal *place_of_product(struct job *job, const struct spec *spec)
{
    for (enum role role = ROLE_A; role <= ROLE_C; role++) {
        const struct operand *const operand = spec_operand(spec, role);
        if (!by_index(operand) || operand->form.kind == FORM_MATRIX)
            continue;
        const char *const what = reference(job, spec, operand);
        if (in_image(operand))
            return propose(
                refuse(job, "%s is found by an index function: not with %s", what,
                       option_and_value(job, spec, option_of(operand, OPTION_ACCESS_A), "image")),
                option_of(operand, OPTION_ACCESS_A), "buffer");
        if (operand->pretransposed)
            return propose(refuse(job, "%s is found by an index function: not with %s", what,
                                  option_said(job, spec, OPTION_PRETRANSPOSE)),
                           OPTION_PRETRANSPOSE, "none");
        if (in_panels(operand))
            return propose(refuse(job, "%s is found by an index function: not with %s", what,
                                  option_said(job, spec, OPTION_PANELS)),
                           OPTION_PANELS, "%s", other_panels(spec, operand));
        if (spec->split_k > 1)
            continue;
        return propose(refuse(job, "%s is found by an index function: not with %s", what,
                              option_said(job, spec, OPTION_EDGES)),
                       OPTION_EDGES, "guard");
    }
    return NULL;
}

static const struct refusal *parts_of_product(struct job *job, const struct spec *spec)
{
    const struct operand *const operand = first_by_index(spec);
    if (!operand || spec->split_k == 1 || spec->problem.attends)
        return NULL;
    const char *const parts = option_number(job, spec, OPTION_SPLIT_K, spec->split_k);
    if (!spec->family->parts_by_index)
        return propose(refuse(job, "%s finds %s by an index function of all of K: not with %s",
                              option_said(job, spec, OPTION_FAMILY), reference(job, spec, operand),
                              parts),
                       OPTION_SPLIT_K, "1");
    if (!by_index(&spec->c) || spec->sums_in_launch)
        return NULL;
    return propose(propose(refuse(job,
                                  "%s is written by an index function, and a step that adds %s "
                                  "writes a matrix",
                                  reference(job, spec, &spec->c), parts),
                           OPTION_SPLIT_K_SUM, "launch"),
                   OPTION_SPLIT_K, "1");
}

static const struct refusal *vector_of_product(struct job *job, const struct spec *spec)
{
    for (enum role role = ROLE_A; role <= ROLE_C; role++) {
        const struct operand *const operand = spec_operand(spec, role);
        const enum option_id option = option_of(operand, OPTION_VEC_A);
        const bool in_runs =
            role == ROLE_C ? !family_has_engine(spec->family) : spec->family->in_runs;
        const long long run = by_index(operand) && in_runs ? operand->places->run : 1;
        if (!by_index(operand) || (operand->vector > 0 && run % operand->vector == 0))
            continue;
        return propose(
            run == 1 ? refuse(job, "%s is found by an index function, element by element: not %s",
                              reference(job, spec, operand),
                              option_number(job, spec, option, operand->vector))
                     : refuse(job,
                              "%s is found by an index function, %lld elements in a row along %s: "
                              "not %s",
                              reference(job, spec, operand), run,
                              role == ROLE_C ? "its last index" : "K",
                              option_number(job, spec, option, operand->vector)),
            option, "%lld", run);
    }
    return NULL;
}

static const struct refusal *elements_of_product(struct job *job, const struct spec *spec)
{
    for (enum role role = ROLE_A; role <= ROLE_C; role++) {
        const struct operand *const operand = spec_operand(spec, role);
        const enum option_id option = option_of(operand, OPTION_TYPE_A);
        const bool complex = operand->given->read->parts != NULL;
        if (by_index(operand) && (is_quantised(operand) || complex))
            return propose(refuse(job,
                                  "%s is found by an index function, element by element: neither "
                                  "in blocks nor of complex numbers (%s)",
                                  reference(job, spec, operand), element_asked(operand->given)),
                           complex ? OPTION_TYPE : option, "f32");
    }
    return NULL;
}

/* Which lies as C does. */
static const struct refusal *residual_of_product(struct job *job, const struct spec *spec)
{
    const struct epilogue *const epilogue = spec->problem.epilogue;
    for (size_t i = 0; i < epilogue->count && by_index(&spec->c); i++)
        if (epilogue->list[i].reads == READS_MATRIX)
            return propose(refuse(job,
                                  "%s is written by an index function: not with %s, whose residual "
                                  "lies as C does and is no matrix then",
                                  reference(job, spec, &spec->c),
                                  option_said(job, spec, OPTION_EPILOGUE)),
                           OPTION_EPILOGUE, "none");
    return NULL;
}

const struct rule product_rules[] = {
    {"product-index", index_of_product,
     READS(OPTION_PRODUCT, OPTION_FIXED, OPTION_EXTENT, OPTION_STRIDES, OPTION_INDEX),
     rule_without_product},
    {"product-family", family_of_product, READS(OPTION_PRODUCT, FAMILY_OPTIONS),
     rule_without_product},
    {"product-parts", parts_of_product,
     READS(OPTION_PRODUCT, GROUP_OPTIONS, OPTION_SPLIT_K, OPTION_SPLIT_K_SUM),
     rule_without_product},
    {"product-place", place_of_product,
     READS(OPTION_PRODUCT, GROUP_OPTIONS, MEMORY_OPTIONS, OPTION_PANELS, OPTION_EDGES,
           OPTION_SPLIT_K),
     rule_without_product},
    {"product-vector", vector_of_product,
     READS(OPTION_PRODUCT, OPTION_FIXED, OPTION_EXTENT, OPTION_STRIDES, FAMILY_OPTIONS,
           OPTION_VEC_A, OPTION_VEC_B, OPTION_VEC_C),
     rule_without_product},
    {"product-elements", elements_of_product, READS(OPTION_PRODUCT, TYPE_OPTIONS, OPTION_TYPE_C),
     rule_without_product},
    {"product-residual", residual_of_product, READS(OPTION_PRODUCT, OPTION_EPILOGUE),
     rule_without_product},
    {NULL, NULL, NULL, NULL},
};
