/*
 * What a kernel of the view begins with: its signature, and constants for what is no argument.
 */
#include "gen/view_steps.h"

#include <string.h>

#include "gen/text.h"

const struct argument *view_written_argument(const struct step *step)
{
    size_t i = step->argument_count - 1;
    while (step->arguments[i].kind != ARGUMENT_BUFFER)
        i--;
    return &step->arguments[i];
}

bool view_moves_bits(const struct plan *plan, const struct step *step)
{
    const struct argument *const target = view_written_argument(step);
    const struct number *const number = number_find(plan->buffers[target->buffer].element_type);
    const struct buffer *const to = &plan->buffers[target->buffer];
    bool arithmetic = !number->extension;
    for (int i = 0; plan->requirement.extensions[i]; i++)
        arithmetic |=
            number->extension && strcmp(plan->requirement.extensions[i], number->extension) == 0;
    return step != plan_main_step(plan) && to->role == ROLE_WORKSPACE && !to->image && !arithmetic;
}

static const char *declaration(struct job *job, const struct plan *plan, const struct step *step,
                               const struct argument *argument)
{
    if (argument->kind == ARGUMENT_VALUE) {
        const char *const type = argument->type[0] == 'f' ? number_find(argument->type)->name
                                 : strcmp(argument->type, "i64") == 0 ? "long"
                                                                      : "int";
        return arena_printf(job->arena, "const %s %s", type, argument->name);
    }
    const struct buffer *const buffer = &plan->buffers[argument->buffer];
    const bool written = argument == view_written_argument(step);
    if (buffer->image)
        return arena_printf(job->arena, "%s image2d_t %s", written ? "__write_only" : "__read_only",
                            argument->name);
    return arena_printf(job->arena, "__global %s%s *restrict %s", written ? "" : "const ",
                        view_moves_bits(plan, step) ? number_find(buffer->element_type)->bits
                                                    : number_find(buffer->element_type)->name,
                        argument->name);
}

/* The arguments of a kernel, broken into lines before every operand. */
void view_add_signature(struct job *job, const struct plan *plan, const struct step *step,
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

void view_add_constant(struct job *job, struct value *list, const char *name, const char *text)
{
    struct value *const item = value_add(list, value_object(job));
    value_set_text(job, item, "symbol", name);
    value_set_text(job, item, "value", text);
}

void view_add_ld(struct job *job, const struct spec *spec, const struct operand *operand,
                 struct value *list)
{
    const struct setting *const setting = &spec->problem.values[operand->ld];
    if (setting->how == FIXED)
        view_add_constant(job, list, symbol_in_kernel(operand->ld),
                          arena_printf(job->arena, "%lld", setting->whole));
    else if (setting->how == TIGHT)
        view_add_constant(job, list, symbol_in_kernel(operand->ld),
                          symbol_in_kernel(spec_contiguous_axis(spec, operand)));
}

void view_add_offset(struct job *job, const struct spec *spec, const struct operand *operand,
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

const char *view_extent_text(struct job *job, const struct spec *spec, enum symbol axis,
                             long long whole)
{
    const long long fixed = spec_fixed(spec, axis);
    const char *const name = symbol_in_kernel(axis);
    if (fixed >= 0)
        return arena_printf(job->arena, "%lld", (fixed + whole - 1) / whole * whole);
    return whole == 1 ? name
                      : arena_printf(job->arena, "(%s + %lld) / %lld * %lld", name, whole - 1,
                                     whole, whole);
}

static void add_workspace_ld(struct job *job, const struct spec *spec,
                             const struct operand *operand, struct value *list)
{
    const enum symbol along = spec_axes(spec, operand, operand->transposed).along;
    view_add_constant(
        job, list, symbol_in_kernel(operand->ld),
        view_extent_text(job, spec, along, operand->padded ? spec_axis_rounding(spec, along) : 1));
}

void view_add_prologue(struct job *job, const struct spec *spec, struct value *view)
{
    struct value *const constants = value_set_list(job, view, "constants");
    struct value *const offsets = value_set_list(job, view, "offsets");
    for (enum symbol axis = SYMBOL_M; axis <= SYMBOL_K; axis++)
        if (spec_fixed(spec, axis) >= 0 && spec_names_size(spec, axis))
            view_add_constant(job, constants, symbol_in_kernel(axis),
                              arena_printf(job->arena, "%lld", spec_fixed(spec, axis)));
    const bool swap = spec->column_major;
    const struct operand *const operands[] = {swap ? &spec->b : &spec->a,
                                              swap ? &spec->a : &spec->b, &spec->c};
    for (int i = 0; i < 3; i++) {
        if (operands[i]->image)
            continue;
        if (spec_in_workspace(operands[i])) {
            add_workspace_ld(job, spec, operands[i], constants);
            continue;
        }
        view_add_ld(job, spec, operands[i], constants);
        view_add_offset(job, spec, operands[i], offsets);
    }
    const bool at_launch = spec->problem.values[SYMBOL_ALPHA].how == GIVEN_AT_LAUNCH;
    value_set_bool(job, view, "alpha_at_launch", at_launch);
    value_set_text(job, view, "depth", at_launch ? "depth" : "K");
}
