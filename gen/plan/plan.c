#include "gen/plan/internal.h"

#include "gen/plan/family.h"
#include "gen/plan/kernel.h"

/* ----------------------------------------------------------------------------- buffers */

static struct count number(long long n)
{
    return (struct count){SYMBOL_NONE, n};
}

static struct buffer caller_buffer(struct job *job, const struct spec *spec,
                                   const struct operand *operand, enum access access)
{
    struct buffer buffer = {
        .name = operand->name,
        .role = operand->role,
        .operand = operand->role,
        .element_type = operand->given->type,
        .storage = element_storage(job, operand->given),
        .element_bytes = operand->given->bytes,
        .covers = operand->given->covers,
        .extents = {plan_extent(spec_line_axis(spec, operand), 1, (struct count){operand->ld, 0}),
                    plan_extent(spec_contiguous_axis(spec, operand), 1, number(1))},
        .extent_count = 2,
        .offset = plan_count(spec, operand->offset),
        .access = access,
    };
    /* By an index function it is one line of all its elements. */
    if (by_index(operand)) {
        const struct count elements =
            plan_count(spec, (enum symbol)(SYMBOL_ELEMENTS_A + (operand->role - ROLE_A)));
        buffer.extents[0] = (struct extent){number(1), 1, elements, false, SYMBOL_NONE};
        buffer.extents[1] = (struct extent){elements, 1, number(1), false, SYMBOL_NONE};
    }
    plan_add_member_axis(spec, operand->stride, &buffer);
    return buffer;
}

/* The image of an operand, in the orientation that the canonical product reads: A m x k, B k x n.
 */
static struct buffer operand_image(struct job *job, const struct operand *operand)
{
    const struct element *const stored = operand->element;
    struct image_format *const format = arena_allocate(job->arena, sizeof *format);
    const char *const order = operand->vector == 1                    ? "R"
                              : operand->vector == stored->most_texel ? "RGBA"
                                                                      : "RG";
    *format = (struct image_format){order, stored->channel, SPEC_PITCH_BYTES};
    const struct form *const form = &operand->form;
    return (struct buffer){
        .name = form->memory,
        .role = ROLE_WORKSPACE,
        .operand = operand->role,
        .element_type = stored->type,
        .element_bytes = stored->bytes * operand->vector,
        .covers = operand->vector,
        .extents = {plan_extent(form->axes.lines, form->multiple.height, number(0)),
                    plan_extent(form->axes.along, form->multiple.width, number(1))},
        .extent_count = 2,
        .offset = number(0),
        .image = format,
        .access = ACCESS_READ_WRITE,
    };
}

/* ------------------------------------------------------------------------------- steps */

static struct summand term(double factor, enum symbol x, enum symbol y, enum symbol z)
{
    return (struct summand){factor, {x, y, z}};
}

static long long copy_side(long long extent)
{
    long long side = 1;
    while (side < SPEC_STEP_SIDE && extent % (side * 2) == 0)
        side *= 2;
    return side;
}

static struct step copy_step(struct draft *d, const struct operand *operand, size_t from, size_t to)
{
    struct job *const job = d->job;
    const struct buffer *const image = &d->buffers[to];
    struct argument_list list = {.draft = d};
    const enum symbol rows = image->extents[0].n.symbol;
    const enum symbol columns = image->extents[1].n.symbol;
    plan_add_sizes(&list, rows, columns);
    plan_add_operand(&list, from, operand);
    plan_add_buffer(&list, to, "the copy");

    const char lower = operand_letter(operand);
    const long long texels = image->extents[1].rounded_to / image->covers;
    struct step step = {
        .name = arena_printf(job->arena, "copy_%c", lower),
        .entry = arena_printf(job->arena, "%s_copy_%c", d->plan->name, lower),
        .operand = operand->role,
        .arguments = list.arguments,
        .argument_count = list.count,
        .nonzero = {SYMBOL_M, SYMBOL_N, SYMBOL_K, SYMBOL_ALPHA},
        .bytes = {term((double)(operand->given->bytes + operand->element->bytes), rows, columns,
                       SYMBOL_NONE)},
    };
    const struct shape group = spec_step_group(
        d->spec, (struct shape){copy_side(image->extents[0].rounded_to), copy_side(texels)});
    step.dimensions[0] = plan_dimension(image->extents[1].n, image->extents[1].rounded_to,
                                        group.width * image->covers, group.width);
    step.dimensions[1] = plan_dimension(image->extents[0].n, image->extents[0].rounded_to,
                                        group.height, group.height);
    step.dimension_count = 2;
    return step;
}

/* What the multiplication has in a workspace. */
static const char *workspace_words(struct job *job, const struct spec *spec,
                                   const struct operand *operand)
{
    if (operand->role == ROLE_C)
        return spec->split_k > 1 && !spec->sums_in_launch ? "the product of each part of K"
                                                          : "the product, padded to whole tiles";
    if (in_image(operand))
        return arena_printf(job->arena, "op(%s), padded with zeros", operand->name);
    if (in_panels(operand))
        return arena_printf(job->arena, "op(%s) in panels of %lld %ss", operand->name,
                            operand->form.panel, axis_word(spec, is_a(operand)));
    if (operand->repacked && operand->element->lines)
        return arena_printf(job->arena, "%s in blocks of %lld %ss by %lld elements", operand->name,
                            operand->element->lines, axis_word(spec, is_a(operand)),
                            operand->element->covers);
    if (operand->repacked)
        return arena_printf(job->arena, "%s in blocks of %lld elements", operand->name,
                            operand->element->covers);
    return arena_printf(job->arena, "%s%s%s", operand->name,
                        operand->pretransposed ? " transposed"
                        : operand->decoded     ? " decoded"
                                               : "",
                        operand->padded ? ", padded with zeros to whole tiles" : ", without gaps");
}

/* Adds a number that the multiplication takes whether or not it reads it: what it takes follows from the problem, and not from how it is computed.
 * A preset has the argument list of the program that it is from: what it reads. */
static void add_number(struct argument_list *list, enum symbol symbol, const char *type,
                       const char *meaning, bool reads)
{
    const size_t before = list->count;
    if (reads || !list->draft->spec->values[OPTION_PRESET].text)
        plan_add_value(list, symbol, type, meaning);
    if (list->count > before)
        list->arguments[before].unread = !reads;
}

/* Adds where C goes, and what of it is read. */
static void add_c(struct argument_list *list, size_t source)
{
    struct draft *const d = list->draft;
    const struct spec *const spec = d->spec;
    if (spec->sums_in_launch) {
        plan_add_buffer(list, plan_parts(d), "the product of each part of K, tile by tile");
        plan_add_buffer(list, plan_counters(d),
                        "parts of K that are stored of each tile: 0 before a launch and after it");
    }
    if (source != ROLE_C) {
        plan_add_buffer(list, source, workspace_words(d->job, spec, &spec->c));
        return;
    }
    plan_add_value(list, SYMBOL_BETA, spec->numbers.scalar->type,
                   "scales C before the update; 0: C is not read");
    plan_add_operand(list, ROLE_C, &spec->c);
}

/* `sources`: the buffers of A, B and C, and where there is one D, by role. */
static struct step multiply_step(struct draft *d, const size_t *sources)
{
    struct job *const job = d->job;
    const struct spec *const spec = d->spec;
    const struct operand *const operands[] = {spec_operand(spec, ROLE_A),
                                              spec_operand(spec, ROLE_B)};
    const struct operand second = spec_d(spec);
    const int products = spec_products(spec);
    struct argument_list list = {.draft = d};

    for (enum symbol axis = SYMBOL_M; axis <= SYMBOL_K; axis++)
        add_number(&list, axis, "i32", plan_size_meaning(axis), spec_names_size(spec, axis));
    add_number(&list, SYMBOL_BATCH, "i64", "members of the batch",
               spec->members > 1 || problem_shares_c(&spec->problem));
    plan_add_offsets(&list);
    plan_add_product_sizes(&list);
    plan_add_value(&list, SYMBOL_ALPHA, spec->numbers.scalar->type,
                   spec->problem.gate ? "scales both products; 0: neither A, B nor D is read"
                                      : "scales the product; 0: neither A nor B is read");
    for (int i = 0; i < 2; i++) {
        if (d->buffers[sources[i]].role == ROLE_WORKSPACE)
            plan_add_buffer(&list, sources[i], workspace_words(job, spec, operands[i]));
        else
            plan_add_operand(&list, sources[i], operands[i]);
    }
    if (spec->problem.gate)
        plan_add_operand(&list, sources[ROLE_D], &second);
    if (spec->notes)
        plan_add_buffer(
            &list, plan_notes(d),
            "where work-groups keep how A and B lie, for their copies; it may hold anything");
    add_c(&list, sources[ROLE_C]);

    const struct shape group = spec_launch_tile(spec);
    struct step step = {
        .name = "multiply",
        .engine = spec_engine(spec),
        .entry = d->plan->name,
        .operand = ROLE_C,
        .nonzero = {SYMBOL_M, SYMBOL_N},
        /* Of complex numbers four products and four additions. */
        .flops = {term(products * (spec->numbers.compute->parts ? 8 : 2), SYMBOL_M, SYMBOL_N,
                       SYMBOL_K)},
        .bytes = {term(element_share(operands[0]->element), SYMBOL_M, SYMBOL_K, SYMBOL_NONE),
                  term(products * element_share(operands[1]->element), SYMBOL_K, SYMBOL_N,
                       SYMBOL_NONE),
                  term((double)d->buffers[sources[ROLE_C]].element_bytes, SYMBOL_M, SYMBOL_N,
                       SYMBOL_NONE)},
    };
    /* In the same launch parts are written and read beside C. */
    if (spec->sums_in_launch)
        step.bytes[2].factor += 2 * (double)(spec->split_k * spec->numbers.accumulate->bytes);
    else
        step.bytes[2].factor *= (double)spec->split_k;
    if (spec_finishes(spec))
        plan_add_epilogue(&list, &step);
    step.arguments = list.arguments;
    step.argument_count = list.count;
    if (spec_exchanges(spec) && spec->spelling == SPELLING_INTEL) {
        step.sub_group_size = spec->sg_size;
        step.sub_group_equal = true;
    } else if (spec_exchanges(spec) && spec->spelling == SPELLING_KHR) {
        step.sub_group_size = spec->wg.width;
    }
    const struct shape local = spec_local_size(spec);
    const int first = spec->h_first;
    step.dimensions[first] =
        plan_dimension((struct count){spec->n, 0}, 1, group.width, local.width);
    step.dimensions[!first] =
        plan_dimension((struct count){spec->m, 0}, 1, group.height, local.height);
    step.dimension_count = 2;
    step.dimensions[0].per_unit = spec->per_unit;
    step.dimensions[1].in_sequence = spec->per_unit > 0;
    if (spec->split_k > 1)
        step.dimensions[step.dimension_count++] =
            plan_dimension((struct count){SYMBOL_NONE, spec->split_k}, 1, 1, 1);
    return step;
}

/* Buffers in the order A, B, C, operands of the epilogue, D, what places the members of a batch, companions, then the workspaces; steps:
 * what fills those, the product, and what takes C from one. */
static void plan_steps(struct draft *d)
{
    const struct spec *const spec = d->spec;
    const struct operand *const operands[] = {spec_operand(spec, ROLE_A),
                                              spec_operand(spec, ROLE_B)};
    const struct setting beta = spec->problem.values[SYMBOL_BETA];
    const bool reads_c = !(beta.how == FIXED && beta.real == 0) || spec_updates_often(spec);
    size_t sources[] = {
        draft_add_buffer(d, caller_buffer(d->job, spec, operands[0], ACCESS_READ)),
        draft_add_buffer(d, caller_buffer(d->job, spec, operands[1], ACCESS_READ)),
        draft_add_buffer(
            d, caller_buffer(d->job, spec, &spec->c, reads_c ? ACCESS_READ_WRITE : ACCESS_WRITE)),
        0,
    };
    plan_epilogue_buffers(d);
    const struct operand second = spec_d(spec);
    if (problem_has_d(&spec->problem))
        sources[ROLE_D] = draft_add_buffer(d, caller_buffer(d->job, spec, &second, ACCESS_READ));
    plan_attention_buffers(d);
    plan_add_lists(d);
    plan_companion_buffers(d);
    for (size_t i = 0; i < 2; i++) {
        if (in_image(operands[i])) {
            sources[i] = draft_add_buffer(d, operand_image(d->job, operands[i]));
            draft_add_step(d, copy_step(d, operands[i], i, sources[i]));
        } else if (in_workspace(operands[i])) {
            sources[i] = plan_rewrite(d, operands[i], i);
        }
    }
    const bool taken = in_workspace(&spec->c);
    if (taken)
        sources[ROLE_C] = plan_workspace_of_c(d);
    d->plan->main_step = draft_add_step(d, spec->problem.attends ? plan_attention(d, sources)
                                                                 : multiply_step(d, sources));
    if (taken)
        plan_take_c(d, sources[ROLE_C]);
    plan_add_member_dimension(d);
}

/* That of the matrix engine that the kernel uses, else that of plain arithmetic. */
static void plan_peak(struct job *job, const struct spec *spec, struct plan *plan)
{
    const struct engine_use *const engine = &plan_main_step(plan)->engine;
    struct profile states = *spec->profile;
    if (engine->name)
        profile_take_peak(job, &states,
                          arena_printf(job->arena, "%s_%s", engine->name, engine->factors));
    plan->profile = states.name;
    plan->unmeasured = !states.measured;
    plan->peak_formula = states.peak_formula;
    plan->operations_per_cycle = states.operations_per_cycle;
}

static struct launcher_parts launcher_parts(const struct option_value *list)
{
    return (struct launcher_parts){.cache = option_lists(list, "cache"),
                                   .events = option_lists(list, "events"),
                                   .log = option_lists(list, "log"),
                                   .calibrate = option_lists(list, "calibrate")};
}

/* Of each part of K one iteration more than there are tiles of it in local memory, and two at least; where C is updated after blocks of K,
 * one more than a block has. */
static long long deep_k(const struct kernel *kernel)
{
    const struct family_plan *const family = kernel->family->plan;
    const long long stages = family->stages ? family->stages(kernel) : 1;
    const long long deep = (stages + 1) * kernel->turn_k;
    return (kernel->in_blocks ? kernel->block_k + kernel->turn_k : deep) * kernel->split_k;
}

static bool has_open_sizes(const struct notation *product)
{
    bool has = false;
    for (int i = 0; product && i < product->size_count; i++)
        has |= product->sizes[i].fixed < 0;
    return has;
}

/* Whether an operand is prepared, by a function of the host that of matrices knows M, N or K alone. */
static bool prepares_some(const struct plan *plan)
{
    bool prepares = false;
    for (size_t i = 0; i < plan->step_count; i++)
        prepares |= plan->steps[i].prepares;
    return prepares;
}

const struct plan *plan_make(struct job *job, const struct spec *spec)
{
    struct plan *const plan = arena_allocate(job->arena, sizeof *plan);
    plan->name = plan_kernel_name(job, spec);
    plan->stem = spec->values[OPTION_STEM].text ? spec->values[OPTION_STEM].text : plan->name;
    plan->version = CLGEMM_VERSION;
    plan->command = plan_command(job, spec);
    plan->launcher = launcher_parts(&spec->values[OPTION_LAUNCHER]);
    plan->problem = spec->problem;
    plan->product = spec->product;
    plan->config = plan_config(job, spec);
    struct draft draft = {.job = job, .spec = spec, .plan = plan};
    plan_steps(&draft);
    plan_requirement(&draft);
    plan_constraints(&draft);
    plan_host(&draft);
    plan->by_names =
        has_open_sizes(spec->product) && (!prepares_some(plan) || spec->product->by_index);
    plan->kernel = kernel_plan(job, spec, plan->name, plan->host);
    plan->deep_k = deep_k(plan->kernel);
    plan->uneven_k =
        plan->kernel->in_blocks ? plan->kernel->block_k * (plan->kernel->block_k - 1) + 1 : 1;
    plan->rests = plan->kernel->tile.height > 8 || plan->kernel->tile.width > 8 ? 16 : 8;
    const struct fragments f = plan->kernel->fragments;
    plan->register_bytes = f.a + f.b + f.c;
    plan->local_bytes = spec_local_bytes(spec);
    for (int i = 0; i < 2 && spec->family->plan->conflicts; i++)
        plan->conflicts[i] =
            spec->family->plan->conflicts(spec, spec_operand(spec, (enum role)(ROLE_A + i)));
    plan_peak(job, spec, plan);
    return plan;
}
