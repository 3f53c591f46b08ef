#include "gen/view/view.h"

#include <string.h>

#include "gen/plan/kernel.h"
#include "gen/view/steps.h"

/* How an element of the product becomes an element of C: names for the store templates. */
static void add_update(struct job *job, const struct spec *spec, struct value *view)
{
    const struct setting alpha = spec->problem.values[SYMBOL_ALPHA];
    value_set_text(job, view, "alpha",
                   alpha.how != FIXED ? "alpha"
                   : alpha.real == 1  ? NULL
                                      : number_literal(job, spec->element.scalar,
                                                       spec->values[OPTION_ALPHA].text));
    view_add_beta(job, spec, spec_beta(spec), view);
    value_set_text(job, view, "result", spec->c.memory);
}

/* The words for types, loads and stores, by role. */
static void add_types(struct job *job, const struct spec *spec, struct value *view)
{
    const struct element *const element = &spec->element;
    const bool converts = element_converts(element);
    const bool halves = element_most_texel(element) == 2;
    /* Half precision that is only stored, by vload_half and vstore_half, needs no extension. */
    const bool passes = converts && spec->share == SHARE_BLOCK_READ &&
                        spec->spelling == SPELLING_INTEL && spec_exchanges(spec);
    const char *const pragma = passes ? element->storage->extension : element->compute->extension;
    value_set_text(job, view, "pragma", pragma);
    value_set_text(job, view, "number", element->compute->name);
    value_set_text(job, view, "sum_zero", number_literal(job, element->accumulate, "0"));
    value_set_text(job, view, "scalar", element->scalar->name);
    value_set_text(job, view, "scalar_zero", number_literal(job, element->scalar, "0"));
    value_set_text(job, view, "stored", element->storage->name);
    value_set_text(job, view, "bits", element->storage->bits);
    value_set_text(job, view, "whole_texel", halves ? "read/texel_bits" : "read/texel");
    value_set_text(job, view, "read_image", element->compute->read_image);
    value_set_text(job, view, "write_image", element->compute->write_image);
    value_set_text(job, view, "block_read", element->storage->block_read);
}

struct value *view_make(struct job *job, const struct spec *spec, const struct plan *plan)
{
    struct value *const view = value_object(job);
    view_add_head(job, spec, plan, view);
    view_add_signature(job, spec, plan, plan_main_step(plan), view);
    view_add_prologue(job, spec, view);
    view_add_steps(job, spec, plan, view);
    add_update(job, spec, view);
    add_types(job, spec, view);
    value_set_text(job, view, "row", axis_word(spec, true));
    value_set_text(job, view, "column", axis_word(spec, false));
    const char *const multiply = element_sums_wider(&spec->element) ? "widened_sum" : spec->mad;
    value_set(view, "multiply", value_printf(job, "multiply/%s", multiply));
    value_set_text(job, view, "limit_m", symbol_in_kernel(spec->m));
    value_set_text(job, view, "limit_n", symbol_in_kernel(spec->n));
    value_set_text(job, view, "index_type", spec->index_bits == 64 ? "long" : "int");
    value_set_bool(job, view, "long_index", spec->index_bits == 64);
    plan->kernel->family->view(job, plan->kernel, view);
    /* Block reads take no sampler, but the loop of single steps reads an image without them. */
    const bool blocks = spec->share == SHARE_BLOCK_READ && spec->spelling == SPELLING_INTEL;
    const bool single_steps = value_get(view, "remainder")->kind == VALUE_OBJECT;
    value_set_bool(job, view, "samples",
                   (spec->a.image || spec->b.image) && (!blocks || single_steps));
    return view;
}
