/*
 * How the last work-group of a tile adds the parts of K, in the kernel that multiplies.
 */
#include "gen/view/step.h"

/* Adds the leading dimension of C as the caller has it, where that is no argument. */
static void add_ld_beside(const struct step_view *s)
{
    const struct setting *const setting = &s->kernel->problem.values[s->operand->ld];
    if (setting->how == FIXED)
        view_add_constant(s->job, s->constants, PLAN_LD_BESIDE,
                          term_number(s->job, setting->whole));
    else if (setting->how == TIGHT)
        view_add_constant(s->job, s->constants, PLAN_LD_BESIDE,
                          view_extent(s->job, s->kernel, s->kernel->along[s->operand->role], 1));
}

/* Finds where the tile of a work-group begins along a dimension of the launch: as the page calls that where work-groups share tiles evenly, else by its
 * place in the launch, or by the tile's number. */
static const struct term *corner_of(const struct step_view *s, int dimension, const char *shared)
{
    struct job *const job = s->job;
    const struct term *const number =
        s->kernel->numbered ? step_name(s, dimension ? "corner.y" : "corner.x")
                            : term_call(job, "get_group_id", term_number(job, dimension));
    return shared ? step_name(s, arena_printf(job->arena, "first_%s", shared))
                  : term_times(job, number, s->step->dimensions[dimension].per_group);
}

/* Finds the number of the tile among those of all members: its counter. */
static const struct term *tile_of_group(const struct step_view *s)
{
    struct job *const job = s->job;
    const bool members = s->kernel->problem.batch != BATCH_NONE;
    const struct term *const member = members ? step_name(s, "member") : term_number(job, 0);
    if (s->kernel->numbered)
        return term_add(job, term_mul(job, member, step_name(s, "tiles")), step_name(s, "tile"));
    const struct term *tile = member;
    for (int dimension = 1; dimension >= 0; dimension--) {
        const struct term *const number = term_number(job, dimension);
        tile = term_add(job, term_mul(job, tile, term_call(job, "get_num_groups", number)),
                        term_call(job, "get_group_id", number));
    }
    return tile;
}

/* Appends item `name` to list `walked`: where an element of the tile is along that dimension. Returns the test whether that is beyond the tile or C, or
 * NULL. */
static const struct term *add_walked(const struct step_view *s, struct value *list,
                                     const char *name, int dimension, const struct term *in_tile)
{
    const struct kernel *const kernel = s->kernel;
    const struct launch_dimension *const along = &s->step->dimensions[dimension];
    const bool along_m = along->dim.symbol == kernel->m;
    const long long fixed = kernel->fixed[along->dim.symbol];
    const char *const shared =
        shape_side(kernel->tiles, along_m) > 1 ? kernel_axis_word(kernel, along_m) : NULL;
    struct value *const item = value_add(list, value_object(s->job));
    value_set_text(s->job, item, "name", name);
    value_set_term(s->job, item, "begins",
                   term_add(s->job, corner_of(s, dimension, shared), in_tile));
    if (shared)
        return term_test(s->job, in_tile,
                         ">=", step_name(s, arena_printf(s->job->arena, "%ss", shared)));
    if (kernel->edges == EDGES_EXACT || (fixed >= 0 && fixed % along->per_group == 0))
        return NULL;
    return term_test(s->job, step_name(s, name),
                     ">=", view_extent(s->job, kernel, along->dim.symbol, 1));
}

/* Says how the work-items of a work-group walk its tile, along the lines of C. */
static void add_walk(const struct step_view *s)
{
    struct job *const job = s->job;
    const struct launch_dimension *const dimensions = s->step->dimensions;
    /* The dimension of the launch along lines of C. */
    const int x = dimensions[0].dim.symbol == buffer_lines(s->from)[1].n.symbol ? 0 : 1;
    const struct term *const element = step_name(s, "element");
    const struct term *const width = term_number(job, dimensions[x].per_group);
    struct value *const walked = value_set_list(job, s->object, "walked");
    const struct term *outside = add_walked(s, walked, "x", x, term_mod(job, element, width));
    outside =
        term_or(job, outside, add_walked(s, walked, "y", 1 - x, term_div(job, element, width)));
    value_set_term(job, s->object, "outside", outside);
    value_set_integer(job, s->object, "elements",
                      dimensions[0].per_group * dimensions[1].per_group);
    value_set_term(job, s->object, "own",
                   term_add(job,
                            term_times(job, term_call(job, "get_local_id", term_number(job, 1)),
                                       dimensions[0].local),
                            term_call(job, "get_local_id", term_number(job, 0))));
    value_set_unless(job, s->object, "items",
                     dimensions[0].local * dimensions[1].local - s->kernel->copiers, 1);
    value_set_term(job, s->object, "tile_of_group", tile_of_group(s));
    value_set_integer(job, s->object, "last_part", s->kernel->split_k - 1);
    value_set_bool(job, s->object, "in_sequence", s->kernel->numbered);
}

void view_add_sum_in_launch(struct job *job, const struct kernel *kernel, const struct plan *plan,
                            struct value *view)
{
    static const char *const arrivals[] = {[ORDERING_PTX] = "arrive/ptx",
                                           [ORDERING_2_0] = "arrive/atomics",
                                           [ORDERING_3_0] = "arrive/atomics"};
    if (!kernel->sums_in_launch) {
        value_set_bool(job, view, "adds_parts", false);
        value_set_bool(job, view, "arrival", false);
        return;
    }
    const struct step *const step = plan_main_step(plan);
    const struct buffer *parts = plan->buffers;
    while (parts->role != ROLE_WORKSPACE || parts->operand != ROLE_C || parts->notes ||
           parts->counters)
        parts++;
    struct value *const object = value_set_object(job, view, "adds_parts");
    const struct step_view s = {
        .job = job,
        .kernel = kernel,
        .plan = plan,
        .operand = &kernel->c,
        .step = step,
        .from = parts,
        .to = &plan->buffers[ROLE_C],
        .view = view,
        .object = object,
        .constants = value_set_list(job, object, "ld_of_c"),
    };
    value_set_text(job, view, "arrival", arrivals[kernel->ordering]);
    value_set_text(job, object, "from", "parts");
    step_add_c_functions(job, kernel, view);
    add_ld_beside(&s);
    add_walk(&s);
    step_add_taking(&s, symbol_in_kernel(kernel->c.ld), PLAN_LD_BESIDE);
}
