#include "gen/view.h"

#include <string.h>

#include "gen/address.h"
#include "gen/family.h"
#include "gen/text.h"

/* -------------------------------------------------------------------- the head comment */

/* A number as OpenCL C writes a float: "2.5f", "3.0f", "1e+10f". */
static const char *float_literal(struct job *job, const char *text)
{
    return arena_printf(job->arena, strpbrk(text, ".e") ? "%sf" : "%s.0f", text);
}

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
    for (size_t i = 0; i < plan->constraint_count; i++)
        if (plan->constraints[i].operator== MULTIPLE_OF)
            text_printf(&text, "%s%s a multiple of %lld", text.length ? ", " : "; ",
                        symbol_in_kernel(plan->constraints[i].left[0]),
                        plan->constraints[i].right.number);
    return text.length ? text_string(&text) : "; any sizes";
}

static void add_argument_words(struct job *job, const struct plan *plan, struct value *view)
{
    const struct step *const step = &plan->steps[plan->step_count - 1];
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
    /* Rounded extents are whole numbers of work-groups. */
    const long long per_block = round > 1 ? round / dimension->per_group : 1;
    const long long block = round > 1 ? round : dimension->per_group;
    const long long items = dimension->local * per_block;
    const char *const blocks =
        block > 1 ? arena_printf(job->arena, "ceil(%s / %lld)", name, block) : name;
    return items > 1 ? arena_printf(job->arena, "%lld * %s", items, blocks) : blocks;
}

static const char *launch_words(struct job *job, const struct spec *spec, const struct step *step)
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
    const size_t last = plan->step_count - 1;
    struct text before;
    text_init(&before, job);
    for (size_t i = 0; i < last; i++)
        text_printf(&before, "%s%s", i ? " and " : " after ", plan->steps[i].entry);
    if (last)
        value_set(value_add(list, value_object(job)), "launch",
                  value_printf(job, "Launch%s:", text_string(&before)));
    value_set(value_add(list, value_object(job)), "launch",
              value_printf(job, "%s %s",
                           last ? " " : "Launch:", launch_words(job, spec, &plan->steps[last])));
}

static void add_demands(struct job *job, const struct spec *spec, const struct plan *plan,
                        struct value *view)
{
    struct value *const list = value_set_list(job, view, "demands");
    const struct requirement *const needs = &plan->requirement;
    const struct step *const multiply = &plan->steps[plan->step_count - 1];
    if (needs->extensions[0]) {
        struct text text;
        text_init(&text, job);
        text_puts(&text, "Needs ");
        for (int i = 0; needs->extensions[i]; i++)
            text_printf(&text, "%s%s", i ? " and " : "", needs->extensions[i]);
        if (multiply->sub_group_size)
            text_printf(&text, "; sub-groups %s%lld work-items.",
                        multiply->sub_group_equal ? "of " : "of a multiple of ",
                        multiply->sub_group_size);
        else
            text_printf(&text, "; inline PTX, warps of %d work-items.", SPEC_WARP);
        value_set_text(job, value_add(list, value_object(job)), "demand", text_string(&text));
    }
    if (plan->build_options[0])
        value_set(value_add(list, value_object(job)), "demand",
                  value_printf(job, "Build with %s.", plan->build_options));
    if (!spec->guard)
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

/* ------------------------------------------------------------------ signature, prologue */

static const char *declaration(struct job *job, const struct plan *plan, const struct step *step,
                               const struct argument *argument)
{
    if (argument->kind == ARGUMENT_VALUE) {
        const char *const type = strcmp(argument->type, "f32") == 0   ? "float"
                                 : strcmp(argument->type, "i64") == 0 ? "long"
                                                                      : "int";
        return arena_printf(job->arena, "const %s %s", type, argument->name);
    }
    const struct buffer *const buffer = &plan->buffers[argument->buffer];
    const bool is_multiply = step == &plan->steps[plan->step_count - 1];
    if (buffer->image)
        return arena_printf(job->arena, "%s image2d_t %s",
                            is_multiply ? "__read_only" : "__write_only", argument->name);
    return arena_printf(job->arena, "__global %sfloat *restrict %s",
                        buffer->role == ROLE_C ? "" : "const ", argument->name);
}

/* The arguments of a kernel, broken into lines before every operand. */
static void add_signature(struct job *job, const struct plan *plan, const struct step *step,
                          struct value *view)
{
    struct value *const list = value_set_list(job, view, "signature");
    struct text line;
    text_init(&line, job);
    for (size_t i = 0; i < step->argument_count; i++) {
        const bool last = i + 1 == step->argument_count;
        const bool breaks = last || (step->arguments[i + 1].kind == ARGUMENT_BUFFER) ||
                            (step->arguments[i + 1].symbol == SYMBOL_BETA);
        text_printf(&line, "%s%s%s", line.length ? " " : "",
                    declaration(job, plan, step, &step->arguments[i]), last ? ")" : ",");
        if (breaks) {
            value_set_text(job, value_add(list, value_object(job)), "line", text_string(&line));
            text_init(&line, job);
        }
    }
    value_set_text(job, view, "entry", step->entry);
    value_set_integer(job, view, "wg_width", step->dimensions[0].local);
    value_set_integer(job, view, "wg_height", step->dimensions[1].local);
}

static void add_constant(struct job *job, struct value *list, enum symbol symbol, const char *value)
{
    struct value *const item = value_add(list, value_object(job));
    value_set_text(job, item, "symbol", symbol_in_kernel(symbol));
    value_set_text(job, item, "value", value);
}

/* A leading dimension that is no argument. */
static void add_ld(struct job *job, const struct spec *spec, const struct operand *operand,
                   struct value *list)
{
    const struct setting *const setting = &spec->problem.values[operand->ld];
    if (setting->how == FIXED)
        add_constant(job, list, operand->ld, arena_printf(job->arena, "%lld", setting->whole));
    else if (setting->how == TIGHT)
        add_constant(job, list, operand->ld, symbol_in_kernel(spec_contiguous_axis(spec, operand)));
}

static void add_offset(struct job *job, const struct spec *spec, const struct operand *operand,
                       struct value *list)
{
    const struct setting *const setting = &spec->problem.values[operand->offset];
    if (setting->how == FIXED && setting->whole == 0)
        return;
    struct value *const item = value_add(list, value_object(job));
    value_set_text(job, item, "pointer", operand->name);
    value_set_text(job, item, "offset",
                   setting->how == FIXED ? arena_printf(job->arena, "%lld", setting->whole)
                                         : symbol_in_kernel(operand->offset));
}

static void add_prologue(struct job *job, const struct spec *spec, struct value *view)
{
    struct value *const constants = value_set_list(job, view, "constants");
    struct value *const offsets = value_set_list(job, view, "offsets");
    for (enum symbol axis = SYMBOL_M; axis <= SYMBOL_K; axis++)
        if (spec_fixed(spec, axis) >= 0 && spec_names_size(spec, axis))
            add_constant(job, constants, axis,
                         arena_printf(job->arena, "%lld", spec_fixed(spec, axis)));
    const bool swap = spec->column_major;
    const struct operand *const operands[] = {swap ? &spec->b : &spec->a,
                                              swap ? &spec->a : &spec->b, &spec->c};
    for (int i = 0; i < 3; i++) {
        if (operands[i]->image)
            continue;
        add_ld(job, spec, operands[i], constants);
        add_offset(job, spec, operands[i], offsets);
    }
    const bool at_launch = spec->problem.values[SYMBOL_ALPHA].how == GIVEN_AT_LAUNCH;
    value_set_bool(job, view, "alpha_at_launch", at_launch);
    value_set_text(job, view, "depth", at_launch ? "depth" : "K");
}

/* ------------------------------------------------------------------------ copy kernels */

/* The operand's own argument in the step that copies it. */
static const struct argument *copied_argument(const struct step *step)
{
    size_t i = 0;
    while (step->arguments[i].kind != ARGUMENT_BUFFER)
        i++;
    return &step->arguments[i];
}

static void add_copy(struct job *job, const struct spec *spec, const struct plan *plan,
                     const struct operand *operand, const struct step *step, struct value *list)
{
    struct value *const copy = value_add(list, value_object(job));
    const bool a = is_a(spec, operand);
    const char *const cast = spec->index_bits == 64 ? "(long)" : "";
    const char *const ld = symbol_in_kernel(operand->ld);
    const enum symbol rows = a ? spec->m : SYMBOL_K;
    const enum symbol columns = a ? SYMBOL_K : spec->n;

    add_signature(job, plan, step, copy);
    value_set_text(job, copy, "attribute", "");
    value_set_text(job, copy, "operand", operand->name);
    value_set(copy, "image", value_printf(job, "%s_image", operand->name));
    value_set_text(job, copy, "rows", symbol_in_kernel(rows));
    value_set_text(job, copy, "columns", symbol_in_kernel(columns));
    value_set_text(job, copy, "line", axis_word(spec, true));
    value_set_text(job, copy, "texel",
                   operand->vector == 4 ? "four elements a texel" : "an element a texel");
    const struct argument *const source = copied_argument(step);
    value_set_text(job, copy, "stored", source->meaning);
    value_set_text(job, copy, "ld", ld);
    value_set(copy, "launch", value_printf(job, "Launch: %s", launch_words(job, spec, step)));

    struct value *const constants = value_set_list(job, copy, "constants");
    struct value *const offsets = value_set_list(job, copy, "offsets");
    const enum symbol sizes_of_image[] = {rows, columns};
    for (int i = 0; i < 2; i++)
        if (spec_fixed(spec, sizes_of_image[i]) >= 0)
            add_constant(job, constants, sizes_of_image[i],
                         arena_printf(job->arena, "%lld", spec_fixed(spec, sizes_of_image[i])));
    add_ld(job, spec, operand, constants);
    add_offset(job, spec, operand, offsets);

    value_set_bool(job, copy, "single", operand->vector == 1);
    value_set_bool(job, copy, "quadruple", operand->vector == 4);
    value_set(copy, "index",
              operand->transposed ? value_printf(job, "%sx * %s + y", cast, ld)
                                  : value_printf(job, "%sy * %s + x", cast, ld));
    struct value *const components = value_set_list(job, copy, "components");
    for (int i = 0; i < 4 && operand->vector == 4; i++) {
        struct value *const component = value_add(components, value_object(job));
        const char *const plus = i ? arena_printf(job->arena, " + %d", i) : "";
        value_set_integer(job, component, "offset", i);
        value_set_text(job, component, "plus", plus);
        value_set(component, "index",
                  operand->transposed
                      ? value_printf(job, i ? "%s(4 * x%s) * %s + y" : "%s4 * x%s * %s + y", cast,
                                     plus, ld)
                      : value_printf(job, "%sy * %s + 4 * x%s", cast, ld, plus));
    }
}

static void add_copies(struct job *job, const struct spec *spec, const struct plan *plan,
                       struct value *view)
{
    struct value *const list = value_set_list(job, view, "copies");
    const struct operand *const operands[] = {spec->a.role == ROLE_A ? &spec->a : &spec->b,
                                              spec->a.role == ROLE_A ? &spec->b : &spec->a};
    size_t step = 0;
    for (int i = 0; i < 2; i++)
        if (operands[i]->image)
            add_copy(job, spec, plan, operands[i], &plan->steps[step++], list);
}

/* ----------------------------------------------------------------------------- results */

/* How an element of the product becomes an element of C: names for the store templates. */
static void add_update(struct job *job, const struct spec *spec, struct value *view)
{
    const struct setting alpha = spec->problem.values[SYMBOL_ALPHA];
    const struct setting beta = spec->problem.values[SYMBOL_BETA];
    value_set_bool(job, view, "scales", !is_fixed_to(spec, SYMBOL_ALPHA, 1));
    value_set_text(job, view, "alpha",
                   alpha.how == FIXED ? float_literal(job, spec->values[OPTION_ALPHA].text)
                                      : "alpha");
    value_set_bool(job, view, "beta_at_launch", beta.how == GIVEN_AT_LAUNCH);
    value_set_bool(job, view, "beta_zero", is_fixed_to(spec, SYMBOL_BETA, 0));
    value_set_bool(job, view, "beta_one", is_fixed_to(spec, SYMBOL_BETA, 1));
    const bool other = beta.how == FIXED && beta.real != 0 && beta.real != 1;
    value_set_text(job, view, "beta_factor",
                   other ? float_literal(job, spec->values[OPTION_BETA].text) : "");
}

struct value *view_make(struct job *job, const struct spec *spec, const struct plan *plan)
{
    struct value *const view = value_object(job);
    value_set_text(job, view, "name", plan->name);
    value_set_text(job, view, "version", plan->version);
    value_set_text(job, view, "command", plan->command);
    value_set_text(job, view, "equation", equation(job, spec));
    value_set(
        view, "precision",
        value_printf(job, "Single precision, %s-major", spec->column_major ? "column" : "row"));
    value_set_text(job, view, "sizes", sizes(job, spec, plan));
    add_argument_words(job, plan, view);
    value_set_text(job, view, "work", work_words(job, spec));
    add_launches(job, spec, plan, view);
    add_demands(job, spec, plan, view);
    add_signature(job, plan, &plan->steps[plan->step_count - 1], view);
    add_prologue(job, spec, view);
    add_copies(job, spec, plan, view);
    add_update(job, spec, view);
    value_set_text(job, view, "row", axis_word(spec, true));
    value_set_text(job, view, "column", axis_word(spec, false));
    value_set(view, "mad", value_printf(job, "expression/%s", spec->mad));
    value_set_text(job, view, "index_type", spec->index_bits == 64 ? "long" : "int");
    spec->family->view(job, spec, view);
    /* Block reads take no sampler, but the loop of single steps reads an image without them. */
    const bool blocks = spec->share == SHARE_BLOCK_READ && spec->spelling == SPELLING_INTEL;
    const bool single_steps = value_get(view, "remainder")->kind == VALUE_OBJECT;
    value_set_bool(job, view, "samples",
                   (spec->a.image || spec->b.image) && (!blocks || single_steps));
    return view;
}
