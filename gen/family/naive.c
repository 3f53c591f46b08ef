/*
 * Naive: the elements of a work-item, as a rule one, are computed one after another.
 */
#include "gen/family/families.h"
#include "gen/rules/rules.h"

#include "gen/family/tiled_view.h"

static void complete(struct job *job, struct spec *spec)
{
    (void)job;
    if (!spec->tile_k)
        spec->tile_k = 1;
    struct operand *const operands[] = {&spec->a, &spec->b, &spec->c};
    for (int i = 0; i < 3; i++)
        if (!operands[i]->vector)
            operands[i]->vector = 1;
}

static struct fragments fragments(const struct spec *spec)
{
    const long long bytes = spec->numbers.compute->bytes;
    return (struct fragments){bytes, bytes, spec->numbers.accumulate->bytes};
}

static long long local_bytes(const struct spec *spec)
{
    (void)spec;
    return 0;
}

static const struct refusal *wider_than_one(struct job *job, const struct spec *spec)
{
    const struct operand *const operands[] = {&spec->a, &spec->b, &spec->c};
    for (int i = 0; i < 3; i++)
        if (operands[i]->vector != 1)
            return propose(
                refuse(job, "the naive family reads and writes single elements, %s asks for more",
                       option_and_value(job, spec, option_of(operands[i], OPTION_VEC_A), "%lld",
                                        operands[i]->vector)),
                OPTION_FAMILY, "register");
    return NULL;
}

static const struct refusal *deeper_than_one(struct job *job, const struct spec *spec)
{
    if (spec->tile_k == 1)
        return NULL;
    struct refusal *const refusal =
        refuse(job, "the naive family reads one element along K at a time, not %s",
               option_and_value(job, spec, OPTION_TILE_K, "%lld", spec->tile_k));
    propose(refusal, OPTION_TILE_K, "1");
    propose_with(propose(refusal, OPTION_TILE_K, "1"), OPTION_UNROLL_K, "%lld", spec->tile_k);
    return propose(refusal, OPTION_FAMILY, "register");
}

static const struct refusal *nothing_to_move(struct job *job, const struct spec *spec)
{
    if (spec->edges != EDGES_SHIFT)
        return NULL;
    return propose(propose(refuse(job,
                                  "the naive family computes element by element, and has no tile "
                                  "that %s could move inside",
                                  option_and_value(job, spec, OPTION_EDGES, "shift")),
                           OPTION_EDGES, "guard"),
                   OPTION_FAMILY, "register");
}

static const struct rule rules[] = {
    {"naive-vector", wider_than_one, READS(OPTION_VEC_A, OPTION_VEC_B, OPTION_VEC_C), NULL},
    {"naive-depth", deeper_than_one, READS(OPTION_TILE_K), NULL},
    {"naive-shift", nothing_to_move, READS(OPTION_EDGES), NULL},
    {NULL, NULL, NULL, NULL},
};

/* ------------------------------------------------------------------------------- view */

/* One element of an operand at step k, into a register of the operand's letter. */
static struct factor add_element(struct job *job, const struct kernel *kernel, struct value *loads,
                                 const struct operand *operand)
{
    const char *const name = arena_printf(job->arena, "%c", operand_letter(operand));
    add_load(job, kernel, loads, name, 1,
             in_image(operand) ? texel_reading(operand, texel_read(operand), 0, 0)
                               : buffer_reading(operand, 0, 0, 0, false, false));
    return (struct factor){name, NULL};
}

/* One step of K: both elements and their product. */
static void add_turn(struct job *job, const struct kernel *kernel, struct value *turn)
{
    const struct factor a =
        add_element(job, kernel, value_set_list(job, turn, "loads_a"), &kernel->a);
    const struct factor b =
        add_element(job, kernel, value_set_list(job, turn, "loads_b"), &kernel->b);
    add_products_form(job, kernel, turn, &(struct product_form){.sum = "sum/alone", .width = 1});
    struct value *const step = add_step(job, turn);
    add_row(job, step, 0, a);
    add_column(job, step, 0, b);
}

/* Members of an axis: `places` of a work-item, and `end`, the template of where they end. */
static void add_end(struct job *job, struct value *view, bool along_m, long long places, bool guard)
{
    struct value *const axis = value_child(view, along_m ? "m" : "n");
    value_set_integer(job, axis, "places", places);
    value_set_text(job, axis, "end", guard ? "at/end_inside" : "at/end");
}

static void add_limit(struct job *job, const struct kernel *kernel, struct value *limits,
                      bool along_m)
{
    struct value *const limit = value_add(limits, value_object(job));
    value_set_text(job, limit, "place", kernel_axis_word(kernel, along_m));
    view_set_extent(job, limit,
                    (struct extent_words){symbol_in_kernel(along_m ? kernel->m : kernel->n), 1});
}

/* Member `outside`: the `limits` beyond which a work-item has nothing to do, for test/outside, or false. */
static void add_outside(struct job *job, const struct kernel *kernel, struct value *view)
{
    if (!kernel->guard_m && !kernel->guard_n) {
        value_set_bool(job, view, "outside", false);
        return;
    }
    struct value *const limits =
        value_set_list(job, value_set_object(job, view, "outside"), "limits");
    if (kernel->guard_m)
        add_limit(job, kernel, limits, true);
    if (kernel->guard_n)
        add_limit(job, kernel, limits, false);
    value_mark_ends(job, limits);
}

static const struct term *sum(struct job *job, const void *self, long long i, long long j)
{
    (void)self;
    (void)i;
    (void)j;
    return term_name(job, "sum");
}

static void view(struct job *job, const struct kernel *kernel, struct value *view)
{
    view_add_sub_group(job, view, false, 0);
    add_axes(job, kernel, view);
    add_end(job, view, true, kernel->tile.height, kernel->guard_m);
    add_end(job, view, false, kernel->tile.width, kernel->guard_n);
    value_set_bool(job, view, "several", kernel->tile.height * kernel->tile.width > 1);
    add_outside(job, kernel, view);
    add_operands(job, kernel, view);
    add_line_starts(job, view, &kernel->a, 1, 1, false);
    add_line_starts(job, view, &kernel->b, 1, 1, false);
    const struct turns turns = add_turns(job, kernel, view, kernel->own);
    add_formats(job, kernel, view, &turns);
    if (turns.main)
        add_turn(job, kernel, turns.main);
    if (turns.remainder)
        add_turn(job, kernel, turns.remainder);
    value_set_text(job, view, "sum_type", accumulator_type(job, kernel, 1));
    add_stores(job, kernel, view,
               &(struct stored_tile){.width = 1,
                                     .vectors = {1, 1},
                                     .rows = places_apart(job, 1, 0),
                                     .columns = places_apart(job, 1, 0),
                                     .inside = true,
                                     .sum = sum});
}

/* Single elements never lie across an edge. */
static const void *plan(struct job *job, const struct spec *spec, const struct kernel *kernel)
{
    struct main_loop *const main = arena_allocate(job->arena, sizeof *main);
    (void)spec;
    *main = main_loop_of(kernel, false, false, false);
    return main;
}

static void show(struct job *job, const struct kernel *kernel, struct value *object)
{
    main_loop_show(job, kernel->own, object);
}

static bool shrink(struct job *job, struct spec *spec, bool local_memory)
{
    (void)job;
    return !local_memory && shrink_tile(spec, 1);
}

const struct family family_naive = {
    .name = "naive",
    .help = "one element of C per work-item, or several in sequence",
    .standard = "--tile 1x1 --wg 8x8",
    .kernel_template = "naive/kernel.cl",
    .rules = rules,
    .shares = SHARED_BY(SHARE_NONE),
    .complex = true,
    .quantised = true,
    .groups = true,
    .complete = complete,
    .fragments = fragments,
    .local_bytes = local_bytes,
    .shrink = shrink,
    .plan = plan,
    .show = show,
    .view = view,
};
