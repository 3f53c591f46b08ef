/*
 * Steps before and after the multiplication: operands on whole tiles, with zeros beyond the edges, and
 * with their axes exchanged.
 */
#include "gen/plan/internal.h"

/* Work-items of a work-group along both axes. */
enum {
    SIDE = 16
};

static size_t add_workspace(const struct spec *spec, struct plan *plan,
                            const struct operand *operand, const char *name, bool transposed)
{
    const struct axes axes = spec_axes(spec, operand, transposed);
    const long long lines = operand->padded ? spec_axis_rounding(spec, axes.lines) : 1;
    const long long along = operand->padded ? spec_axis_rounding(spec, axes.along) : 1;
    /* What becomes C in a later step is rounded there, once. */
    const struct number *const number =
        operand == &spec->c ? spec->element.scalar : spec->element.storage;
    ((struct buffer *)plan->buffers)[plan->buffer_count] = (struct buffer){
        .name = name,
        .role = ROLE_WORKSPACE,
        .element_type = number->type,
        .element_bytes = number->bytes,
        .covers = 1,
        .extents = {{{axes.lines, 0}, lines, {SYMBOL_NONE, 0}, true},
                    {{axes.along, 0}, along, {SYMBOL_NONE, 1}, false}},
        .offset = {SYMBOL_NONE, 0},
        .access = ACCESS_READ_WRITE,
    };
    return plan->buffer_count++;
}

/* A step whose work-items walk `place` from element to element, and read `from` and write `to` there. */
static struct step *add_step(struct job *job, struct plan *plan, const char *verb,
                             const struct operand *operand, const struct buffer *place, size_t from,
                             size_t to)
{
    struct step *const step = (struct step *)plan->steps + plan->step_count++;
    const char lower = operand_letter(operand);
    const struct extent *const lines = &place->extents[0];
    const struct extent *const along = &place->extents[1];
    *step = (struct step){
        .name = arena_printf(job->arena, "%s_%c", verb, lower),
        .entry = arena_printf(job->arena, "%s_%s_%c", plan->name, verb, lower),
        .dimensions = {{along->n, along->rounded_to, SIDE, SIDE},
                       {lines->n, lines->rounded_to, SIDE, SIDE}},
        .bytes = {{(double)(plan->buffers[from].element_bytes + plan->buffers[to].element_bytes),
                   {lines->n.symbol, along->n.symbol, SYMBOL_NONE}}},
    };
    return step;
}

/* From one buffer of an operand, the caller's or a workspace, to a workspace. */
static void add_rewrite(struct job *job, const struct spec *spec, struct plan *plan,
                        const char *verb, const struct operand *operand, size_t from, size_t to)
{
    const struct extent *const read = plan->buffers[from].extents;
    const struct extent *const written = plan->buffers[to].extents;
    /* Work-items walk what is read in its own order, as far as what is written reaches. */
    const bool turned = read[0].n.symbol != written[0].n.symbol;
    struct buffer place = plan->buffers[to];
    place.extents[0] = written[turned];
    place.extents[1] = written[!turned];
    struct step *const step = add_step(job, plan, verb, operand, &place, from, to);
    struct argument_list list = plan_arguments(job);
    plan_add_sizes(spec, &list, read[0].n.symbol, read[1].n.symbol);
    if (plan->buffers[from].role == ROLE_WORKSPACE)
        plan_add_buffer(&list, plan->buffers, from, "operand, padded to whole tiles");
    else
        plan_add_operand(job, spec, &list, plan->buffers, from, operand);
    plan_add_buffer(&list, plan->buffers, to, "what the multiplication reads");
    step->arguments = list.arguments;
    step->argument_count = list.count;
    step->local_bytes = turned ? SIDE * (SIDE + 1) * spec->element.storage->bytes : 0;
    const enum symbol nonzero[] = {SYMBOL_M, SYMBOL_N, SYMBOL_K, SYMBOL_ALPHA};
    for (int i = 0; i < 4; i++)
        step->nonzero[i] = nonzero[i];
}

size_t plan_pack(struct job *job, const struct spec *spec, struct plan *plan,
                 const struct operand *operand, size_t from)
{
    const bool stored_transposed = operand->transposed != operand->packed;
    if (operand->padded && operand->packed && spec->separate) {
        const size_t between =
            add_workspace(spec, plan, operand, arena_printf(job->arena, "%s_padded", operand->name),
                          stored_transposed);
        add_rewrite(job, spec, plan, "pad", operand, from, between);
        from = between;
    }
    const bool straight = plan->buffers[from].role == ROLE_WORKSPACE;
    const size_t to = add_workspace(spec, plan, operand, operand->memory, operand->transposed);
    add_rewrite(job, spec, plan,
                !operand->packed               ? "pad"
                : operand->padded && !straight ? "pack"
                                               : "transpose",
                operand, from, to);
    return to;
}

size_t plan_padded_c(const struct spec *spec, struct plan *plan)
{
    return add_workspace(spec, plan, &spec->c, spec->c.memory, false);
}

void plan_unpad(struct job *job, const struct spec *spec, struct plan *plan, size_t from)
{
    const struct buffer *const c = &plan->buffers[ROLE_C];
    struct step *const step = add_step(job, plan, "unpad", &spec->c, c, from, ROLE_C);
    struct argument_list list = plan_arguments(job);
    plan_add_sizes(spec, &list, SYMBOL_M, SYMBOL_N);
    plan_add_buffer(&list, plan->buffers, from, "the product, padded to whole tiles");
    plan_add_value(spec, &list, SYMBOL_BETA, spec->element.scalar->type,
                   "scales C before the update; 0: C is not read");
    plan_add_operand(job, spec, &list, plan->buffers, ROLE_C, &spec->c);
    step->arguments = list.arguments;
    step->argument_count = list.count;
    step->nonzero[0] = SYMBOL_M;
    step->nonzero[1] = SYMBOL_N;
}
