/* Rules of products in index notation whose operands are read by index functions. */
#include "gen/rules/internal.h"

#include "gen/base/epilogue.h"
#include "gen/base/whole.h"
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

enum {
    EXAMPLE = 8 /* of a size that is not compiled in */
};

/* "n=2,p=8": the sizes of all indices, and what --fixed says of constants. */
static const char *all_fixed(struct job *job, const struct notation *product)
{
    const char *list = product->fixed;
    for (int i = 0; i < product->index_count; i++)
        if (product->sizes[i].fixed < 0)
            list = arena_join(job->arena, list, ",",
                              arena_printf(job->arena, "%s=%d", product->sizes[i].name, EXAMPLE));
    return list;
}

/* The extent of a position of a sum: that which is compiled in, or one that has room for all that it can be. */
static long long extent_of(const struct notation *product, const struct product_axis *axis)
{
    long long most = axis->constant;
    for (int t = 0; t < axis->count; t++) {
        const long long fixed = product->sizes[axis->index[t]].fixed;
        const long long size = fixed < 0 ? EXAMPLE : fixed;
        most += axis->factor[t] > 0 && size > 0 ? axis->factor[t] * (size - 1) : 0;
    }
    return measure_known(&axis->extent) >= 0 ? measure_known(&axis->extent) : larger(most, 0) + 1;
}

static bool is_sum(const struct product_axis *axis)
{
    return axis->count != 1 || axis->factor[0] != 1 || axis->constant;
}

/* "x=,10,10,": those of the factors that have positions of sums. */
static const char *all_extents(struct job *job, const struct notation *product)
{
    const char *list = NULL;
    for (int o = 0; o < 2; o++) {
        const struct product_operand *const own = &product->operands[o];
        const char *extents = NULL;
        bool has_sum = false;
        for (int a = 0; a < own->axis_count; a++) {
            const bool sum = is_sum(&own->axes[a]);
            const char *const extent =
                sum ? arena_printf(job->arena, "%lld", extent_of(product, &own->axes[a])) : "";
            extents =
                arena_printf(job->arena, "%s%s%s", a ? extents : own->name, a ? "," : "=", extent);
            has_sum |= sum;
        }
        if (has_sum)
            list = arena_join(job->arena, list, ";", extents);
    }
    return list;
}

/* Proposes what is missing, all together. */
static const struct refusal *propose_sizes(struct job *job, const struct notation *product,
                                           struct refusal *refusal)
{
    const struct {
        enum option_id option;
        const char *text;
        int from, to;
    } all[] = {
        {OPTION_FIXED, all_fixed(job, product), 0, product->index_count},
        {OPTION_EXTENT, all_extents(job, product), product->index_count, product->size_count},
        {OPTION_STRIDES, "tight", product->index_count, product->size_count},
    };
    bool first = true;
    for (int i = 0; i < 3; i++) {
        bool open = false;
        for (int s = all[i].from; s < all[i].to; s++)
            open |=
                product->sizes[s].fixed < 0 && (i == 0 || product->sizes[s].is_stride == (i == 2));
        if (!open || !all[i].text)
            continue;
        if (first)
            propose(refusal, all[i].option, "%s", all[i].text);
        else
            propose_with(refusal, all[i].option, "%s", all[i].text);
        first = false;
    }
    return refusal;
}

static const struct refusal *sizes_of_product(struct job *job, const struct spec *spec)
{
    const struct operand *const operand = first_by_index(spec);
    const struct notation *const product = spec->product;
    const char *open = NULL;
    for (int i = 0; operand && i < product->size_count; i++)
        if (product->sizes[i].fixed < 0)
            open = arena_join(job->arena, open, ", ", product->sizes[i].name);
    if (!open)
        return NULL;
    return propose_sizes(
        job, product,
        refuse(job, "%s is found by an index function, for which sizes are compiled in: not %s",
               reference(job, spec, operand), open));
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

/* Elements are read where they lie, one by one. */
static const struct refusal *place_of_product(struct job *job, const struct spec *spec)
{
    for (enum role role = ROLE_A; role <= ROLE_C; role++) {
        const struct operand *const operand = spec_operand(spec, role);
        if (!by_index(operand) || operand->form.kind == FORM_MATRIX)
            continue;
        const char *const what = reference(job, spec, operand);
        if (in_image(operand))
            return propose(refuse(job, "%s is found by an index function: not with %s", what,
                                  option_said(job, spec, option_of(operand, OPTION_ACCESS_A))),
                           option_of(operand, OPTION_ACCESS_A), "buffer");
        if (operand->pretransposed)
            return propose(refuse(job, "%s is found by an index function: not with %s", what,
                                  option_said(job, spec, OPTION_PRETRANSPOSE)),
                           OPTION_PRETRANSPOSE, "none");
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
    if (!operand || spec->split_k == 1)
        return NULL;
    return propose(refuse(job, "%s is found by an index function of all of K: not with %s",
                          reference(job, spec, operand),
                          option_number(job, spec, OPTION_SPLIT_K, spec->split_k)),
                   OPTION_SPLIT_K, "1");
}

static const struct refusal *vector_of_product(struct job *job, const struct spec *spec)
{
    for (enum role role = ROLE_A; role <= ROLE_C; role++) {
        const struct operand *const operand = spec_operand(spec, role);
        const enum option_id option = option_of(operand, OPTION_VEC_A);
        if (by_index(operand) && operand->vector != 1)
            return propose(refuse(job,
                                  "%s is found by an index function, element by element: not %s",
                                  reference(job, spec, operand),
                                  option_number(job, spec, option, operand->vector)),
                           option, "1");
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
                                  reference(job, spec, operand), operand->given->type),
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
    {"product-sizes", sizes_of_product,
     READS(OPTION_PRODUCT, OPTION_FIXED, OPTION_EXTENT, OPTION_STRIDES), rule_without_product},
    {"product-family", family_of_product, READS(OPTION_PRODUCT, FAMILY_OPTIONS),
     rule_without_product},
    {"product-parts", parts_of_product, READS(OPTION_PRODUCT, GROUP_OPTIONS, OPTION_SPLIT_K),
     rule_without_product},
    {"product-place", place_of_product,
     READS(OPTION_PRODUCT, GROUP_OPTIONS, MEMORY_OPTIONS, OPTION_EDGES, OPTION_SPLIT_K),
     rule_without_product},
    {"product-vector", vector_of_product,
     READS(OPTION_PRODUCT, OPTION_VEC_A, OPTION_VEC_B, OPTION_VEC_C), rule_without_product},
    {"product-elements", elements_of_product, READS(OPTION_PRODUCT, TYPE_OPTIONS, OPTION_TYPE_C),
     rule_without_product},
    {"product-residual", residual_of_product, READS(OPTION_PRODUCT, OPTION_EPILOGUE),
     rule_without_product},
    {NULL, NULL, NULL, NULL},
};
