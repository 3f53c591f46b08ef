#include "gen/view/view.h"

#include "gen/view/family.h"
#include "gen/view/host.h"
#include "gen/view/steps.h"

/* Whether a kernel that updates C several times gives the function that stores another beta for the first block than for others. */
static bool beta_changes(const struct kernel *kernel)
{
    return kernel_updates_often(kernel) && !(kernel->beta.how == FIXED && kernel->beta.real == 1);
}

/* Member `name`: the beta of a block of K, a constant or, where `constant` is NULL, that of the launch. */
static void add_block(struct job *job, const struct kernel *kernel, struct value *blocks,
                      const char *name, const char *constant)
{
    const struct number *const scalar = kernel->numbers.scalar;
    struct value *const block = value_set_object(job, blocks, name);
    value_set_text(job, block, "beta_told",
                   !constant       ? "scale/at_launch"
                   : scalar->parts ? "scale/complex_constant"
                                   : "scale/constant");
    value_set_text(job, block, "constant", constant ? number_literal(job, scalar, constant) : NULL);
}

/* Members of view_add_beta. A kernel that updates C several times gives the function that stores 1 as beta for all blocks but the first:
 * `beta_of_block` has both, or is false. */
static void add_beta(struct job *job, const struct kernel *kernel, struct value *view)
{
    const struct setting beta = kernel->beta, at_launch = {.how = GIVEN_AT_LAUNCH};
    const bool changes = beta_changes(kernel);
    view_add_beta(job, kernel, changes ? at_launch : beta, view);
    struct value *const block = value_set_object_if(job, view, "beta_of_block", changes);
    if (!block)
        return;
    add_block(job, kernel, block, "of_first",
              beta.how != FIXED ? NULL
              : beta.text       ? beta.text
                                : "0");
    add_block(job, kernel, block, "of_others", "1");
}

/* How an element of the product becomes an element of C: names for the store templates. */
static void add_update(struct job *job, const struct kernel *kernel, struct value *view)
{
    const struct setting alpha = kernel->problem.values[SYMBOL_ALPHA];
    value_set_text(job, view, "alpha",
                   alpha.how != FIXED ? "alpha"
                   : alpha.real == 1  ? NULL
                                      : number_literal(job, kernel->numbers.scalar,
                                                       kernel->problem.values[SYMBOL_ALPHA].text));
    const bool complex = kernel->numbers.scalar->parts != NULL;
    const bool at_launch = alpha.how == GIVEN_AT_LAUNCH;
    value_set_text(job, view, "times_alpha",
                   complex && at_launch ? "scale/product_complex" : "scale/product");
    value_set_text(job, view, "alpha_is_zero",
                   complex ? "scale/alpha_zero_complex" : "scale/alpha_zero");
    value_set_bool(job, view, "multiplies_complex",
                   complex &&
                       (at_launch || beta_changes(kernel) || kernel->beta.how == GIVEN_AT_LAUNCH ||
                        kernel->problem.values[SYMBOL_BETA].how == GIVEN_AT_LAUNCH));
    add_beta(job, kernel, view);
    value_set_text(job, view, "result", kernel->c.form.memory);
    value_set_bool(job, view, "adds_rows", kernel->problem.adds);
}

/* The words for types, by role; those of A and B as they are stored stand with them. */
static void add_types(struct job *job, const struct kernel *kernel, struct value *view)
{
    const struct numbers *const numbers = &kernel->numbers;
    struct value *const extensions = value_set_list(job, view, "pragmas");
    for (size_t i = 0; i < kernel->extension_count; i++)
        value_set_text(job, value_add(extensions, value_object(job)), "extension",
                       kernel->extensions[i]);
    value_mark_ends(job, extensions);
    value_set_text(job, view, "number", numbers->compute->name);
    value_set_text(job, view, "sum_zero", number_literal(job, numbers->accumulate, "0"));
    value_set_bool(job, view, "put", false);
    value_set_bool(job, view, "aligned", false);
    value_set_list(job, view, "aligned_loads");
    value_set_text(job, view, "scalar", numbers->scalar->name);
    value_set_text(job, view, "scalar_zero", number_literal(job, numbers->scalar, "0"));
}

void view_add_vector_of_sums(struct job *job, const struct kernel *kernel, struct value *view,
                             long long width)
{
    const struct number *const number = kernel->numbers.compute;
    value_set_text(job, view, "spread", number_vector(job, number, width));
    value_set_text(job, view, "parts_exchanged", number_parts_exchanged(job, number, width));
    struct value *const elements = value_set_list(job, view, "elements_of_sum");
    for (long long i = 0; number->parts && i < width; i++)
        value_add(elements, value_object(job));
    value_mark_ends(job, elements);
}

/* How products are added up; of complex numbers which signs change, as an operand is conjugated. */
static void add_multiply(struct job *job, const struct kernel *kernel, struct value *view)
{
    const char *const multiply = numbers_sum_wider(&kernel->numbers) ? "widened_sum" : kernel->mad;
    const bool complex = kernel->numbers.compute->parts != NULL;
    value_set(view, "add_product",
              value_printf(job, "madd/%s%s", multiply, complex ? "_complex" : ""));
    view_add_vector_of_sums(job, kernel, view, 1);
    value_set_bool(job, view, "conjugates_a", kernel->a.conjugated);
    value_set_bool(job, view, "conjugates_b", kernel->b.conjugated);
    value_set_bool(job, view, "conjugates_alike", kernel->a.conjugated == kernel->b.conjugated);
}

struct value *view_make(struct job *job, const struct plan *plan)
{
    const struct kernel *const kernel = plan->kernel;
    struct value *const view = value_object(job);
    value_set_text(job, view, "kernel", plan->name);
    value_set_list(job, view, "readings");
    value_set_list(job, view, "roundings");
    value_set_list(job, view, "epilogues");
    value_set_list(job, view, "formats");
    value_set_list(job, view, "formats_in_halves");
    value_set_list(job, view, "half_of");
    value_set_list(job, view, "clamped");
    value_set_bool(job, view, "of_last", kernel->finishes && kernel_updates_often(kernel));
    view_add_head(job, kernel, plan, view);
    view_add_host_checks(job, plan, view);
    view_add_signature(job, kernel, plan, plan_main_step(plan), view);
    view_add_prologue(job, kernel, plan, view);
    view_add_steps(job, kernel, plan, view);
    view_add_sum_in_launch(job, kernel, plan, view);
    add_update(job, kernel, view);
    add_types(job, kernel, view);
    value_set_text(job, view, "row", kernel_axis_word(kernel, true));
    value_set_text(job, view, "column", kernel_axis_word(kernel, false));
    add_multiply(job, kernel, view);
    value_set_text(job, view, "index_type", kernel->index_bits == 64 ? "long" : "int");
    kernel->family->view->fill(job, kernel, view);
    /* Block reads take no sampler, but the loop of single steps reads an image without them. */
    const bool blocks = kernel->share == SHARE_BLOCK_READ && kernel->spelling == SPELLING_INTEL;
    const bool single_steps = blocks && value_get(view, "remainder")->kind == VALUE_OBJECT;
    value_set_bool(job, view, "samples",
                   (in_image(&kernel->a) || in_image(&kernel->b)) && (!blocks || single_steps));
    return view;
}

const char *view_page(const struct plan *plan)
{
    const struct family_view *const of_family = plan->kernel->family->view;
    return of_family->page_of ? of_family->page_of(plan->kernel) : of_family->page;
}
