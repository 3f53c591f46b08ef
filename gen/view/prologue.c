/*
 * What a kernel of the view begins with: its signature, and constants for what is no argument.
 */
#include "gen/view/host.h"
#include "gen/view/steps.h"

#include <string.h>

/* Whether a size becomes that of the work-group's part: of K, or of its group. */
static bool becomes(const struct kernel *kernel, enum symbol size)
{
    return (size == SYMBOL_K && kernel->split_k > 1) || problem_is_ragged(&kernel->problem, size);
}

static bool changes(const struct plan *plan, const struct step *step, enum symbol size)
{
    return step == plan_main_step(plan) && becomes(plan->kernel, size);
}

/* "argument/input_image": how an argument is declared. */
static const char *form_of(const struct plan *plan, const struct step *step,
                           const struct argument *argument)
{
    if (argument->kind != ARGUMENT_BUFFER)
        return changes(plan, step, argument->symbol) ? "argument/variable" : "argument/value";
    const struct buffer *const buffer = &plan->buffers[argument->buffer];
    /* What the product keeps in workspaces beside A and B. */
    const bool kept =
        step == plan_main_step(plan) && buffer->role == ROLE_WORKSPACE && buffer->operand == ROLE_C;
    /* Other work-groups write what this one reads: no compiler may take that for unchanged, as it may behind a restricted pointer. */
    if (kept && plan->kernel->sums_in_launch)
        return "argument/shared";
    const bool written = argument == view_written_argument(plan, step) || kept;
    if (plan->buffers[argument->buffer].image)
        return written ? "argument/output_image" : "argument/input_image";
    return written ? "argument/output" : "argument/input";
}

/* The arguments of a kernel, broken into lines before every operand. */
static void add_arguments(struct job *job, const struct plan *plan, const struct step *step,
                          struct value *view)
{
    enum {
        MOST_IN_LINE = 5,  /* of a host's */
        MOST_LETTERS = 100 /* of sizes of a product */
    };
    struct value *const lines = value_set_list(job, view, "signature");
    struct value *arguments = NULL;
    size_t letters = MOST_LETTERS;
    for (size_t i = 0; i < step->argument_count; i++) {
        const struct argument *const argument = &step->arguments[i];
        const bool is_size = argument->kind == ARGUMENT_SIZE;
        const bool full = arguments && argument->declared && arguments->count >= MOST_IN_LINE;
        const size_t own = strlen("const long , ") + strlen(argument->name);
        const bool begins = is_size ? letters + own > MOST_LETTERS
                                    : i > 0 && step->arguments[i - 1].kind == ARGUMENT_SIZE;
        letters = !is_size ? MOST_LETTERS : (begins ? 0 : letters) + own;
        if (!arguments || full || begins || argument->kind == ARGUMENT_BUFFER ||
            argument->symbol == SYMBOL_BETA)
            arguments = value_set_list(job, value_add(lines, value_object(job)), "arguments");
        struct value *const item = value_add(arguments, value_object(job));
        value_set_text(job, item, "name", argument->name);
        value_set_text(job, item, "argument",
                       argument->declared ? "argument/host" : form_of(plan, step, argument));
        if (argument->declared)
            view_add_declared(job, argument, item);
        else
            value_set_text(job, item, "type", view_argument_type(job, plan, step, argument));
    }
    for (struct value *line = lines->first; line; line = line->next)
        value_mark_ends(job, line->first);
    value_mark_ends(job, lines);
}

/* Members `more` of a dimension: false, or how many work-groups there are beside those of a size. */
static void add_more(struct job *job, const struct kernel *kernel,
                     const struct launch_dimension *dimension, struct value *item)
{
    const long long fixed = kernel->fixed[dimension->more];
    if (dimension->more == SYMBOL_NONE)
        value_set_bool(job, item, "more", false);
    else
        value_set(item, "more",
                  fixed >= 0 ? value_integer(job, fixed)
                             : value_text(job, symbol_in_kernel(dimension->more)));
}

/* One dimension of the launch, for launch/...: "8 * ceil(M / 16)", or the number where M is fixed. */
static void add_dimension(struct job *job, const struct kernel *kernel,
                          const struct launch_dimension *dimension, struct value *list)
{
    struct value *const item = value_add(list, value_object(job));
    add_more(job, kernel, dimension, item);
    if (dimension->count) {
        value_set_text(job, item, "extent", "launch/counted");
        value_set_term(job, item, "items",
                       term_mul(job, term_number(job, dimension->local),
                                view_host_count(job, dimension->count)));
        return;
    }
    if (dimension->per_unit || dimension->in_sequence) {
        value_set_text(job, item, "extent",
                       dimension->per_unit ? "launch/of_units" : "launch/number");
        value_set_integer(job, item, "items",
                          dimension->per_unit ? dimension->per_unit * dimension->local
                                              : dimension->local);
        return;
    }
    const long long fixed = dimension->dim.symbol == SYMBOL_NONE
                                ? dimension->dim.number
                                : kernel->fixed[dimension->dim.symbol];
    const long long round = dimension->rounded_to;
    const long long groups_of = dimension->per_group;
    const long long items = dimension->local * (dimension->times ? dimension->times : 1);
    if (fixed >= 0) {
        const long long rounded = round > 1 ? rounded_up(larger(fixed, 1), round) : fixed;
        const long long groups = covering(rounded, groups_of);
        value_set_text(job, item, "extent", "launch/number");
        value_set_integer(job, item, "work_groups", groups);
        value_set_integer(job, item, "items", dimension->more ? items : groups * items);
        return;
    }
    value_set_text(job, item, "size", symbol_in_kernel(dimension->dim.symbol));
    if (round > 1 && round % groups_of) {
        value_set_text(job, item, "extent", "launch/rounded");
        value_set_integer(job, item, "items", items);
        value_set_integer(job, item, "round", round);
        value_set_integer(job, item, "per_group", groups_of);
        return;
    }
    /* Else rounded extents are whole numbers of work-groups. */
    const long long block = round > 1 ? round : groups_of;
    value_set_text(job, item, "extent", block > 1 ? "launch/blocks" : "launch/each");
    value_set_unless(job, item, "items", items * (block / groups_of), 1);
    value_set_integer(job, item, "block", block);
}

void view_add_signature(struct job *job, const struct kernel *kernel, const struct plan *plan,
                        const struct step *step, struct value *view)
{
    const bool exchanges = step == plan_main_step(plan) && kernel->exchanges;
    add_arguments(job, plan, step, view);
    value_set_text(job, view, "entry", step->entry);
    value_set_bool(job, view, "sub_group_macro", exchanges && kernel->spelling == SPELLING_AUTO);
    value_set_unless(job, view, "sub_group_size",
                     exchanges && kernel->spelling == SPELLING_INTEL ? kernel->sg_size : 0, 0);
    value_set_integer(job, view, "wg_width", step->dimensions[0].local);
    value_set_integer(job, view, "wg_height", step->dimensions[1].local);
    value_set_unless(job, view, "wg_depth",
                     step->dimension_count > 2 ? step->dimensions[2].local : 0, 0);
    struct value *const dimensions = value_set_list(job, view, "dimensions");
    for (size_t i = 0; i < step->dimension_count; i++)
        add_dimension(job, kernel, &step->dimensions[i], dimensions);
    value_mark_ends(job, dimensions);
}

static void add_number(struct job *job, struct value *list, const char *name,
                       const struct term *value, bool changes)
{
    struct value *const item = value_add(list, value_object(job));
    value_set_text(job, item, "name", name);
    value_set_bool(job, item, "changes", changes);
    value_set_term(job, item, "value", value);
}

void view_add_constant(struct job *job, struct value *list, const char *name,
                       const struct term *value)
{
    add_number(job, list, name, value, false);
}

void view_add_ld(struct job *job, const struct kernel *kernel, const struct operand *operand,
                 struct value *list)
{
    const struct setting *const setting = &kernel->problem.values[operand->ld];
    if (setting->how == FIXED)
        view_add_constant(job, list, symbol_in_kernel(operand->ld),
                          term_number(job, setting->whole));
    else if (setting->how == TIGHT)
        view_add_constant(job, list, symbol_in_kernel(operand->ld),
                          term_name(job, symbol_in_kernel(kernel->along[operand->role])));
}

void view_add_offset(struct job *job, const struct kernel *kernel, const struct operand *operand,
                     struct value *list)
{
    const struct setting *const setting = &kernel->problem.values[operand->offset];
    if (setting->how == FIXED && setting->whole == 0)
        return;
    view_add_pointers(job, operand, operand->name, operand->given->covers,
                      setting->how == FIXED ? term_number(job, setting->whole)
                                            : term_name(job, symbol_in_kernel(operand->offset)),
                      list);
}

void view_add_epilogue_constants(struct job *job, const struct kernel *kernel,
                                 struct value *constants)
{
    const struct epilogue *const epilogue = kernel->problem.epilogue;
    for (size_t i = 0; i < epilogue->count; i++) {
        const struct operation *const operation = &epilogue->list[i];
        const struct setting *const ld = &kernel->problem.values[operation->symbol];
        if (operation->reads == READS_MATRIX && ld->how == FIXED)
            view_add_constant(job, constants, symbol_in_kernel(operation->symbol),
                              term_number(job, ld->whole));
    }
}

static void add_workspace_ld(struct job *job, const struct kernel *kernel,
                             const struct operand *operand, struct value *list)
{
    const struct form *const form = &operand->form;
    view_add_constant(job, list, symbol_in_kernel(operand->ld),
                      view_extent(job, kernel, form->axes.along, form->multiple.width));
}

void view_add_prologue(struct job *job, const struct kernel *kernel, const struct plan *plan,
                       struct value *view)
{
    view_add_idle_items(job, kernel, view);
    view_add_walk(job, kernel, view);
    view_add_definitions(job, plan, view);
    struct value *const constants = value_set_list(job, view, "constants");
    struct value *const offsets = value_set_list(job, view, "offsets");
    view_add_group(job, kernel, view);
    struct value *const moves = view_add_members(job, kernel, true, view);
    for (enum symbol axis = SYMBOL_M; axis <= SYMBOL_K; axis++)
        if (kernel->fixed[axis] >= 0 && kernel->names[axis])
            add_number(job, constants, symbol_in_kernel(axis), view_extent(job, kernel, axis, 1),
                       becomes(kernel, axis));
    const struct operand *const operands[] = {kernel->factors[0], kernel->factors[1], &kernel->c,
                                              kernel->factors[2]};
    for (int i = 0; i <= kernel->factor_count; i++) {
        if (in_image(operands[i]))
            continue;
        view_add_member_start(job, kernel, operands[i], plan_buffer(plan, operands[i]->form.memory),
                              symbol_in_kernel(operands[i]->ld), moves);
        if (in_workspace(operands[i])) {
            /* Of panels it says only where the blocks of K begin, and the members of a batch. */
            if (!in_panels(operands[i]) || kernel->in_blocks || moves)
                add_workspace_ld(job, kernel, operands[i], constants);
            continue;
        }
        if (!by_index(operands[i]))
            view_add_ld(job, kernel, operands[i], constants);
        view_add_offset(job, kernel, operands[i], offsets);
    }
    if (kernel->finishes) {
        view_add_epilogue_constants(job, kernel, constants);
        view_add_epilogue_starts(job, kernel, plan, moves);
    }
    view_add_split(job, kernel, view);
    const bool at_launch = kernel->problem.values[SYMBOL_ALPHA].how == GIVEN_AT_LAUNCH;
    value_set_bool(job, view, "alpha_argument", at_launch);
    value_set_text(job, view, "depth", at_launch ? "depth" : "K");
}
