/*
 * Steps before and after the multiplication: operands on whole tiles, with zeros beyond the edges, with
 * their axes exchanged, and in panels.
 */
#include "gen/plan/internal.h"

#include <string.h>

/* What each of several parts has of a workspace, one behind the other; of a batch, of each member. */
static void add_part_axis(long long parts, struct buffer *buffer)
{
    if (parts <= 1)
        return;
    struct extent *const lines = &buffer->extents[buffer->extent_count - 2];
    lines[2] = lines[1];
    lines[1] = lines[0];
    lines[0] = (struct extent){{SYMBOL_NONE, parts}, 1, {SYMBOL_NONE, 0}, true, SYMBOL_NONE};
    buffer->extent_count++;
}

/* Only what is multiplied outlives the steps of phase prepare. */
static size_t add_workspace(struct draft *d, const struct operand *operand, const struct form *form)
{
    const struct axes axes = form->axes;
    const struct element *const element = operand->element;
    struct buffer workspace = {
        .name = form->memory,
        .role = ROLE_WORKSPACE,
        .operand = operand->role,
        .prepared = operand->prepared && form == &operand->form,
        .panel = form->panel,
        .block = form->block,
        .reader = form->reader,
        .element_type = element->type,
        .element_bytes = element->bytes,
        .covers = element->covers * element_lines(element),
        .lines = element->lines,
        .extents = {{{axes.lines, 0}, form->multiple.height, {SYMBOL_NONE, 0}, true, SYMBOL_NONE},
                    {{axes.along, 0}, form->multiple.width, {SYMBOL_NONE, 1}, false, SYMBOL_NONE}},
        .extent_count = 2,
        .offset = {SYMBOL_NONE, 0},
        .access = ACCESS_READ_WRITE,
    };
    plan_add_member_axis(d->spec, SYMBOL_NONE, &workspace);
    add_part_axis(form->parts, &workspace);
    return draft_add_buffer(d, workspace);
}

/* What must not be 0 for such a step to run. One that prepares an operand knows neither the other sizes nor alpha. */
static void set_nonzero(const struct operand *operand, const struct extent *lines,
                        const struct extent *along, struct step *step)
{
    const enum symbol of_product[] = {SYMBOL_M, SYMBOL_N, SYMBOL_K, SYMBOL_ALPHA};
    const enum symbol of_operand[] = {lines->n.symbol, along->n.symbol};
    if (operand->prepared)
        memcpy(step->nonzero, of_operand, sizeof of_operand);
    else
        memcpy(step->nonzero, of_product, (operand->role == ROLE_C ? 2 : 4) * sizeof *of_product);
}

/* A step whose work-items walk a matrix, lines by elements of a line, and read `from` and write `to` there. */
static struct step walking_step(struct draft *d, const char *verb, const struct operand *operand,
                                const struct extent *lines, const struct extent *along, size_t from,
                                size_t to)
{
    struct job *const job = d->job;
    const char lower = operand_letter(operand);
    const struct shape group =
        spec_step_group(d->spec, (struct shape){SPEC_STEP_SIDE, SPEC_STEP_SIDE});
    struct step step = {
        .name = arena_printf(job->arena, "%s_%c", verb, lower),
        .entry = arena_printf(job->arena, "%s_%s_%c", d->plan->name, verb, lower),
        .operand = operand->role,
        .prepares = operand->prepared,
        .dimensions = {plan_dimension(along->n, along->rounded_to, group.width, group.width),
                       plan_dimension(lines->n, lines->rounded_to, group.height, group.height)},
        .dimension_count = 2,
        .bytes = {{(double)(d->buffers[from].element_bytes + d->buffers[to].element_bytes),
                   {lines->n.symbol, along->n.symbol, SYMBOL_NONE}}},
    };
    set_nonzero(operand, lines, along, &step);
    return step;
}

/* Adds a step that fills workspace `to` from another buffer of an operand: what is known of it, and arguments. */
static void add_filling(struct draft *d, struct step step, const struct operand *operand,
                        size_t from, size_t to)
{
    const struct extent *const read = buffer_lines(&d->buffers[from]);
    struct argument_list list = {.draft = d};
    plan_add_sizes(&list, read[0].n.symbol, read[1].n.symbol);
    if (d->buffers[from].role == ROLE_WORKSPACE)
        plan_add_buffer(&list, from, "operand, padded to whole tiles");
    else
        plan_add_operand(&list, from, operand);
    plan_add_buffer(&list, to, "what the multiplication reads");
    step.arguments = list.arguments;
    step.argument_count = list.count;
    draft_add_step(d, step);
}

/* From one buffer of an operand, the caller's or a workspace, to a workspace. */
static void add_rewrite(struct draft *d, const char *verb, const struct operand *operand,
                        size_t from, size_t to)
{
    const struct extent *const read = buffer_lines(&d->buffers[from]);
    const struct extent *const written = buffer_lines(&d->buffers[to]);
    /* Work-items walk what is read in its own order, as far as what is written reaches. */
    const bool transposes = read[0].n.symbol != written[0].n.symbol;
    struct step step =
        walking_step(d, verb, operand, &written[transposes], &written[!transposes], from, to);
    if (transposes) {
        const long long side = spec_transpose_side(d->spec, operand);
        for (int i = 0; i < 2; i++)
            step.dimensions[i].per_group = step.dimensions[i].local = side;
        step.local_bytes = spec_transpose_bytes(operand, side);
    }
    add_filling(d, step, operand, from, to);
}

/* A work-item packs a few whole panels of a block of K: fewer than a work-group of the multiplication reads, so that all
 * cores pack also where the multiplication has a handful of work-groups. */
static void add_packing(struct draft *d, const struct operand *operand, size_t from, size_t to)
{
    enum {
        MOST_PLACES = 64
    };
    const struct form *const form = &operand->form;
    const struct extent *const lines = buffer_lines(&d->buffers[to]);
    const long long panels = form->panel < MOST_PLACES ? MOST_PLACES / form->panel : 1;
    struct step step = walking_step(d, "pack", operand, &lines[0], &lines[1], from, to);
    step.dimensions[0] =
        plan_dimension((struct count){form->axes.along, 0}, 1, form->panel * panels, 1);
    step.dimensions[1] = plan_dimension((struct count){form->axes.lines, 0}, 1, form->block, 1);
    add_filling(d, step, operand, from, to);
}

/* A work-group packs a block of a panel: its work-items what lanes load. */
static void add_fragment_packing(struct draft *d, const struct operand *operand, size_t from,
                                 size_t to)
{
    const struct form *const form = &operand->form;
    const struct extent *const lines = buffer_lines(&d->buffers[to]);
    const struct shape most =
        spec_step_group(d->spec, (struct shape){SPEC_STEP_SIDE, SPEC_STEP_SIDE});
    const long long items = most.height * most.width;
    const long long loads = form->panel * form->block / form->fragments->count;
    struct step step = walking_step(d, "pack", operand, &lines[0], &lines[1], from, to);
    step.dimensions[0] = plan_dimension((struct count){form->axes.lines, 0}, 1, form->block,
                                        loads < items ? loads : items);
    step.dimensions[1] = plan_dimension((struct count){form->axes.along, 0}, 1, form->panel, 1);
    if (form->parts > 1)
        step.bytes[0].factor += (double)((form->parts - 1) * d->buffers[to].element_bytes);
    add_filling(d, step, operand, from, to);
}

/* A work-item makes one block of those that are prepared, of several of the caller's. */
static void add_repacking(struct draft *d, const struct operand *operand, size_t from, size_t to)
{
    const struct extent *const lines = buffer_lines(&d->buffers[to]);
    struct step step = walking_step(d, "repack", operand, &lines[0], &lines[1], from, to);
    const long long height = spec_step_group(d->spec, (struct shape){SPEC_STEP_SIDE, 1}).height;
    step.dimensions[0] = plan_dimension(lines[1].n, 1, operand->element->covers, 1);
    step.dimensions[1] = plan_dimension(lines[0].n, lines[0].rounded_to, height, height);
    step.bytes[0].factor = element_share(operand->given) + element_share(operand->element);
    add_filling(d, step, operand, from, to);
}

/* A work-item makes elements of one block. */
static void add_decoding(struct draft *d, const struct operand *operand, size_t from, size_t to)
{
    const struct shape group =
        spec_step_group(d->spec, (struct shape){SPEC_STEP_SIDE / 2, 2 * SPEC_STEP_SIDE});
    const struct extent *const lines = buffer_lines(&d->buffers[to]);
    struct step step = walking_step(d, "decode", operand, &lines[0], &lines[1], from, to);
    step.dimensions[0] = plan_dimension(lines[1].n, lines[1].rounded_to,
                                        group.width * decoded_at_once(operand), group.width);
    step.dimensions[1] =
        plan_dimension(lines[0].n, lines[0].rounded_to, group.height, group.height);
    step.bytes[0].factor = element_share(operand->given) + element_share(operand->element);
    add_filling(d, step, operand, from, to);
}

/* Pads an operand that the next step transposes. */
static size_t pad_first(struct draft *d, const struct operand *operand, size_t from)
{
    const struct form *const form = &operand->form;
    const struct form padded = {
        .kind = FORM_WORKSPACE,
        .memory = arena_printf(d->job->arena, "%s_padded", operand->name),
        .axes = {form->axes.along, form->axes.lines},
        .multiple = {form->multiple.width, form->multiple.height},
    };
    const size_t to = add_workspace(d, operand, &padded);
    add_rewrite(d, "pad", operand, from, to);
    return to;
}

size_t plan_rewrite(struct draft *d, const struct operand *operand, size_t from)
{
    const bool plain = !operand->repacked && !operand->decoded && !in_panels(operand);
    if (plain && operand->padded && operand->pretransposed && d->spec->separate)
        from = pad_first(d, operand, from);
    const size_t to = add_workspace(d, operand, &operand->form);
    if (operand->repacked)
        add_repacking(d, operand, from, to);
    else if (operand->decoded)
        add_decoding(d, operand, from, to);
    else if (operand->form.fragments)
        add_fragment_packing(d, operand, from, to);
    else if (in_panels(operand))
        add_packing(d, operand, from, to);
    else
        add_rewrite(d, operand->pretransposed ? "transpose" : "pad", operand, from, to);
    return to;
}

size_t plan_workspace_of_c(struct draft *d)
{
    const size_t index = add_workspace(d, &d->spec->c, &d->spec->c.form);
    if (!d->spec->sums_in_launch)
        add_part_axis(d->spec->split_k, &d->buffers[index]);
    return index;
}

/* A workspace of whole tiles of C, of a batch those of each member; `whole`: an element of it covers all of a tile. */
static struct buffer buffer_of_tiles(const struct spec *spec, const char *name, bool whole)
{
    const struct shape tile = spec_launch_tile(spec);
    return (struct buffer){
        .name = name,
        .role = ROLE_WORKSPACE,
        .operand = ROLE_C,
        .covers = whole ? tile.height * tile.width : 1,
        .extents = {{{spec->m, 0}, tile.height, {SYMBOL_NONE, 0}, true, SYMBOL_NONE},
                    {{spec->n, 0}, tile.width, {SYMBOL_NONE, 1}, false, SYMBOL_NONE}},
        .extent_count = 2,
        .offset = {SYMBOL_NONE, 0},
        .access = ACCESS_READ_WRITE,
    };
}

/* A workspace for the rows of each work-group of attention, of which it covers so many elements at once. */
static void cover_rows(const struct spec *spec, struct buffer *buffer)
{
    const long long rows = spec_launch_tile(spec).height;
    if (!spec->problem.attends)
        return;
    buffer->covers = rows;
    buffer->extents[0].rounded_to = rows / spec->problem.packed_heads;
    buffer->extents[1] =
        (struct extent){{SYMBOL_HEADS, 0}, 1, {SYMBOL_NONE, 1}, false, SYMBOL_NONE};
}

/* What a part of the keys stores of each row of each head. */
static void add_numbers_of_row(const struct spec *spec, struct buffer *parts)
{
    if (!spec->problem.attends)
        return;
    parts->covers = 1;
    parts->extents[1].stride = (struct count){SYMBOL_NONE, 0};
    parts->extents[1].dense = true;
    parts->extents[parts->extent_count++] =
        (struct extent){{SYMBOL_NONE, spec->row_numbers}, 1, {SYMBOL_NONE, 1}, false, SYMBOL_NONE};
}

size_t plan_parts(struct draft *d)
{
    const struct number *const number = d->spec->numbers.accumulate;
    struct buffer parts = buffer_of_tiles(d->spec, PLAN_PARTS, false);
    parts.element_type = number->type;
    parts.element_bytes = number->bytes;
    cover_rows(d->spec, &parts);
    add_numbers_of_row(d->spec, &parts);
    plan_add_member_axis(d->spec, SYMBOL_NONE, &parts);
    add_part_axis(d->spec->split_k, &parts);
    return draft_add_buffer(d, parts);
}

size_t plan_counters(struct draft *d)
{
    struct buffer counters = buffer_of_tiles(d->spec, "counters", true);
    counters.counters = true;
    counters.element_type = "i32";
    counters.element_bytes = 4;
    cover_rows(d->spec, &counters);
    plan_add_member_axis(d->spec, SYMBOL_NONE, &counters);
    return draft_add_buffer(d, counters);
}

size_t plan_notes(struct draft *d)
{
    const struct spec *const spec = d->spec;
    struct buffer notes = buffer_of_tiles(spec, "maps", true);
    cover_rows(spec, &notes);
    notes.notes = true;
    notes.element_type = "u8";
    notes.element_bytes = spec->notes;
    for (int i = 0; i < 2; i++)
        if (spec_is_ragged(spec, notes.extents[i].n.symbol))
            notes.extents[i].more =
                SYMBOL_BATCH; /* tiles that groups have beside those of all rows: one each */
    plan_add_member_axis(spec, SYMBOL_NONE, &notes);
    add_part_axis(spec->split_k, &notes);
    return draft_add_buffer(d, notes);
}

void plan_take_c(struct draft *d, size_t from)
{
    const struct spec *const spec = d->spec;
    const bool adds = spec->split_k > 1 && !spec->sums_in_launch;
    const struct extent *const lines = buffer_lines(&d->buffers[ROLE_C]);
    struct step step =
        walking_step(d, adds ? "reduce" : "unpad", &spec->c, &lines[0], &lines[1], from, ROLE_C);
    struct argument_list list = {.draft = d};
    if (adds)
        step.bytes[0].factor += (double)((spec->split_k - 1) * d->buffers[from].element_bytes);
    plan_add_sizes(&list, SYMBOL_M, SYMBOL_N);
    plan_add_buffer(&list, from,
                    adds ? "the product of each part of K" : "the product, padded to whole tiles");
    plan_add_value(&list, SYMBOL_BETA, spec->numbers.scalar->type,
                   "scales C before the update; 0: C is not read");
    plan_add_operand(&list, ROLE_C, &spec->c);
    plan_add_epilogue(&list, &step);
    step.arguments = list.arguments;
    step.argument_count = list.count;
    draft_add_step(d, step);
}
