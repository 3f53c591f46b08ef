#include "gen/view.h"

#include <string.h>

#include "emit/c_text.h"
#include "gen/address.h"
#include "gen/family.h"
#include "gen/text.h"
#include "gen/view_steps.h"

/* -------------------------------------------------------------------- the head comment */

static bool is_fixed_to(const struct spec *spec, enum symbol symbol, double real)
{
    const struct setting *const setting = &spec->problem.values[symbol];
    return setting->how == FIXED && setting->real == real;
}

static const char *equation(struct job *job, const struct spec *spec)
{
    struct text text;
    text_init(&text, job);
    text_puts(&text, "C = ");
    if (!is_fixed_to(spec, SYMBOL_ALPHA, 1))
        text_printf(&text, "%s * ",
                    spec->problem.values[SYMBOL_ALPHA].how == FIXED
                        ? spec->values[OPTION_ALPHA].text
                        : "alpha");
    text_printf(&text, "A%s * B%s", spec->problem.transpose_a ? "^T" : "",
                spec->problem.transpose_b ? "^T" : "");
    if (is_fixed_to(spec, SYMBOL_BETA, 1))
        text_puts(&text, " + C");
    else if (!is_fixed_to(spec, SYMBOL_BETA, 0))
        text_printf(&text, " + %s * C",
                    spec->problem.values[SYMBOL_BETA].how == FIXED ? spec->values[OPTION_BETA].text
                                                                   : "beta");
    return text_string(&text);
}

static const char *sizes(struct job *job, const struct spec *spec, const struct plan *plan)
{
    struct text text;
    text_init(&text, job);
    for (enum symbol axis = SYMBOL_M; axis <= SYMBOL_K; axis++)
        if (spec_fixed(spec, axis) >= 0)
            text_printf(&text, ", %s = %lld", symbol_in_kernel(axis), spec_fixed(spec, axis));
    if (text.length)
        return text_string(&text);
    for (size_t i = 0; i < plan->constraint_count; i++) {
        const struct constraint *const constraint = &plan->constraints[i];
        /* The limit of 32-bit places goes without saying; that of padded matrices does not. */
        if (constraint->operator!= AT_MOST || constraint->right.number <= SPEC_SQUARE_SIDE)
            text_printf(&text, "%s%s %s %lld", text.length ? ", " : "; ",
                        symbol_in_kernel(constraint->left[0]),
                        constraint->operator== AT_LEAST  ? "at least"
                        : constraint->operator== AT_MOST ? "at most"
                                                         : "a multiple of",
                        constraint->right.number);
    }
    return text.length ? text_string(&text) : "; any sizes";
}

/* Whether 32-bit places limit what is given at launch: sizes or a leading dimension. */
static bool is_narrow(const struct plan *plan)
{
    for (size_t i = 0; i < plan->constraint_count; i++)
        if (strcmp(plan->constraints[i].rule, "index-width") == 0)
            return true;
    return false;
}

static void add_argument_words(struct job *job, const struct plan *plan, struct value *view)
{
    const struct step *const step = plan_main_step(plan);
    struct value *const list = value_set_list(job, view, "arguments");
    int longest = 0;
    for (size_t i = 0; i < step->argument_count; i++) {
        const int length = (int)strlen(step->arguments[i].name);
        longest = length > longest ? length : longest;
    }
    for (size_t i = 0; i < step->argument_count; i++) {
        struct value *const item = value_add(list, value_object(job));
        value_set(item, "padded", value_printf(job, "%-*s", longest + 1, step->arguments[i].name));
        value_set_text(job, item, "meaning", step->arguments[i].meaning);
    }
}

/* "8 * ceil(M / 16)", or the number where M is fixed. */
static const char *global_size(struct job *job, const struct spec *spec,
                               const struct launch_dimension *dimension)
{
    const char *const name = symbol_in_kernel(dimension->dim.symbol);
    const long long fixed = spec_fixed(spec, dimension->dim.symbol);
    const long long round = dimension->rounded_to;
    if (fixed >= 0) {
        const long long rounded =
            round > 1 ? (fixed / round + (fixed % round != 0 || fixed == 0)) * round : fixed;
        const long long groups =
            rounded / dimension->per_group + (rounded % dimension->per_group != 0);
        return arena_printf(job->arena, "%lld", groups * dimension->local);
    }
    if (round % dimension->per_group && round > 1)
        return arena_printf(job->arena, "%lld * ceil(%lld * ceil(%s / %lld) / %lld)",
                            dimension->local, round, name, round, dimension->per_group);
    /* Else rounded extents are whole numbers of work-groups. */
    const long long per_block = round > 1 ? round / dimension->per_group : 1;
    const long long block = round > 1 ? round : dimension->per_group;
    const long long items = dimension->local * per_block;
    const char *const blocks =
        block > 1 ? arena_printf(job->arena, "ceil(%s / %lld)", name, block) : name;
    return items > 1 ? arena_printf(job->arena, "%lld * %s", items, blocks) : blocks;
}

const char *view_launch_words(struct job *job, const struct spec *spec, const struct step *step)
{
    return arena_printf(job->arena, "local size {%lld, %lld}, global size {%s, %s}.",
                        step->dimensions[0].local, step->dimensions[1].local,
                        global_size(job, spec, &step->dimensions[0]),
                        global_size(job, spec, &step->dimensions[1]));
}

static void add_launches(struct job *job, const struct spec *spec, const struct plan *plan,
                         struct value *view)
{
    struct value *const list = value_set_list(job, view, "launches");
    const size_t multiply = (size_t)(plan_main_step(plan) - plan->steps);
    struct text others;
    text_init(&others, job);
    for (size_t i = 0; i < multiply; i++)
        text_printf(&others, "%s%s",
                    i == 0             ? " after "
                    : i + 1 < multiply ? ", "
                                       : " and ",
                    plan->steps[i].entry);
    for (size_t i = multiply + 1; i < plan->step_count; i++)
        text_printf(&others, "%s before %s", multiply ? "," : "", plan->steps[i].entry);
    if (others.length)
        value_set(value_add(list, value_object(job)), "launch",
                  value_printf(job, "Launch%s:", text_string(&others)));
    value_set(value_add(list, value_object(job)), "launch",
              value_printf(job, "%s %s", others.length ? " " : "Launch:",
                           view_launch_words(job, spec, plan_main_step(plan))));
}

static void add_demands(struct job *job, const struct spec *spec, const struct plan *plan,
                        struct value *view)
{
    struct value *const list = value_set_list(job, view, "demands");
    const struct requirement *const needs = &plan->requirement;
    const struct step *const multiply = plan_main_step(plan);
    if (needs->extensions[0]) {
        struct text text;
        text_init(&text, job);
        text_puts(&text, "Needs ");
        for (int i = 0; needs->extensions[i]; i++)
            text_printf(&text, "%s%s",
                        !i                         ? ""
                        : needs->extensions[i + 1] ? ", "
                                                   : " and ",
                        needs->extensions[i]);
        if (multiply->sub_group_size)
            text_printf(&text, "; sub-groups %s%lld work-items",
                        multiply->sub_group_equal ? "of " : "of a multiple of ",
                        multiply->sub_group_size);
        else if (spec_exchanges(spec) && spec->spelling == SPELLING_NVIDIA)
            text_printf(&text, "; inline PTX, warps of %d work-items", SPEC_WARP);
        text_puts(&text, ".");
        value_set_text(job, value_add(list, value_object(job)), "demand", text_string(&text));
    }
    if (plan->build_options[0])
        value_set(value_add(list, value_object(job)), "demand",
                  value_printf(job, "Build with %s.", c_comment(job, plan->build_options)));
    if (spec->edges == EDGES_EXACT)
        value_set_text(job, value_add(list, value_object(job)), "demand",
                       "No guards: other sizes would be read and written out of bounds.");
}

static const char *work_words(struct job *job, const struct spec *spec)
{
    const struct shape group = spec_group_tile(spec);
    const bool swap = spec->column_major;
    if (group.height * group.width == spec->wg.height * spec->wg.width)
        return "A work-item computes one element of C.";
    return arena_printf(
        job->arena, "A work-group computes %lld rows x %lld columns of C, a work-item %lld x %lld.",
        swap ? group.width : group.height, swap ? group.height : group.width,
        swap ? spec->tile.width : spec->tile.height, swap ? spec->tile.height : spec->tile.width);
}

/* ----------------------------------------------------------------------------- results */

/* How an element of the product becomes an element of C: names for the store templates. */
static void add_update(struct job *job, const struct spec *spec, struct value *view)
{
    const struct setting alpha = spec->problem.values[SYMBOL_ALPHA];
    value_set_bool(job, view, "scales", !is_fixed_to(spec, SYMBOL_ALPHA, 1));
    value_set_text(job, view, "alpha",
                   alpha.how == FIXED
                       ? number_literal(job, spec->element.scalar, spec->values[OPTION_ALPHA].text)
                       : "alpha");
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
    value_set(view, "pragma", pragma ? value_text(job, pragma) : value_bool(job, false));
    value_set_text(job, view, "number", element->compute->name);
    value_set_text(job, view, "number_zero", number_literal(job, element->compute, "0"));
    value_set_text(job, view, "summed_zero", number_literal(job, element->accumulate, "0"));
    value_set_text(job, view, "zero", number_literal(job, element->scalar, "0"));
    value_set_text(job, view, "stored", element->storage->name);
    value_set_text(job, view, "bits", element->storage->bits);
    value_set_bool(job, view, "converts", converts);
    value_set_text(job, view, "vload", converts ? "vload_half" : "vload");
    value_set_text(job, view, "read_element", read_element(spec));
    value_set_bool(job, view, "halves", halves);
    value_set_text(job, view, "read_texel", halves ? "expression/texel_bits" : "expression/texel");
    value_set_text(job, view, "read_image", element->compute->read_image);
    value_set_text(job, view, "write_image", element->compute->write_image);
    value_set_text(job, view, "block_read", element->storage->block_read);
}

struct value *view_make(struct job *job, const struct spec *spec, const struct plan *plan)
{
    struct value *const view = value_object(job);
    value_set_text(job, view, "name", plan->name);
    value_set_text(job, view, "version", plan->version);
    value_set_text(job, view, "command", plan->command);
    value_set_text(job, view, "equation", equation(job, spec));
    value_set(view, "precision",
              value_printf(job, "%s, %s-major", element_words(job, &spec->element),
                           spec->column_major ? "column" : "row"));
    value_set_text(job, view, "sizes", sizes(job, spec, plan));
    value_set_bool(job, view, "narrow", is_narrow(plan));
    add_argument_words(job, plan, view);
    value_set_text(job, view, "work", work_words(job, spec));
    add_launches(job, spec, plan, view);
    add_demands(job, spec, plan, view);
    view_add_signature(job, plan, plan_main_step(plan), view);
    view_add_prologue(job, spec, view);
    view_add_steps(job, spec, plan, view);
    add_update(job, spec, view);
    add_types(job, spec, view);
    value_set_text(job, view, "row", axis_word(spec, true));
    value_set_text(job, view, "column", axis_word(spec, false));
    value_set(view, "mad",
              value_printf(job, "expression/%s",
                           element_sums_wider(&spec->element) ? "widened_sum" : spec->mad));
    value_set_text(job, view, "index_type", spec->index_bits == 64 ? "long" : "int");
    spec->family->view(job, spec, view);
    /* Block reads take no sampler, but the loop of single steps reads an image without them. */
    const bool blocks = spec->share == SHARE_BLOCK_READ && spec->spelling == SPELLING_INTEL;
    const bool single_steps = value_get(view, "remainder")->kind == VALUE_OBJECT;
    value_set_bool(job, view, "samples",
                   (spec->a.image || spec->b.image) && (!blocks || single_steps));
    return view;
}
