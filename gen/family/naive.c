/*
 * Naive: the elements of a work-item, as a rule one, are computed one after another.
 */
#include "gen/family.h"

#include "gen/family/tiled.h"

static void complete(struct spec *spec)
{
    if (!spec->tile_k)
        spec->tile_k = 1;
    struct operand *const operands[] = {&spec->a, &spec->b, &spec->c};
    for (int i = 0; i < 3; i++)
        if (!operands[i]->vector)
            operands[i]->vector = 1;
}

static struct fragments fragments(const struct spec *spec)
{
    const long long bytes = spec->element.compute->bytes;
    return (struct fragments){bytes, bytes, spec->element.accumulate->bytes};
}

static long long local_bytes(const struct spec *spec)
{
    (void)spec;
    return 0;
}

static const char *wider_than_one(struct job *job, const struct spec *spec)
{
    const struct operand *const operands[] = {&spec->a, &spec->b, &spec->c};
    for (int i = 0; i < 3; i++)
        if (operands[i]->vector != 1)
            return arena_printf(
                job->arena,
                "the naive family reads and writes single elements, --%s %lld asks for more; ask "
                "--family register",
                operands[i]->vector_option, operands[i]->vector);
    return NULL;
}

static const char *deeper_than_one(struct job *job, const struct spec *spec)
{
    if (spec->tile_k == 1)
        return NULL;
    return arena_printf(job->arena,
                        "the naive family reads one step of K at a time, not %lld; ask --tile-k 1, "
                        "--tile-k 1 --unroll-k %lld or --family register",
                        spec->tile_k, spec->tile_k);
}

static const char *nothing_to_move(struct job *job, const struct spec *spec)
{
    if (spec->edges != EDGES_SHIFT)
        return NULL;
    return arena_printf(job->arena,
                        "the naive family computes element by element, and has no tile to "
                        "move inside; ask --edges guard or --family register");
}

static const struct rule rules[] = {
    {"naive-vector", wider_than_one, "vec-a vec-b vec-c", NULL},
    {"naive-depth", deeper_than_one, "tile-k", NULL},
    {"naive-shift", nothing_to_move, "edges", NULL},
    {NULL, NULL, NULL, NULL},
};

/* One element of an operand at step k, into a register of the operand's letter. */
static void add_load(struct job *job, const struct spec *spec, struct value *loads,
                     const struct operand *operand, const char *name)
{
    const char *const place = place_text(job, spec, operand, 0, false);
    value_add(
        load_of_elements(job, loads, name, 1),
        element_view(job, spec, operand, "k", 0, place, line_at(job, spec, operand, 0, 1, false)));
}

/* One step of K: both elements and their product. */
static void add_body(struct job *job, const struct spec *spec, struct value *loads,
                     struct value *products)
{
    const char *const a = spec->column_major ? "b" : "a";
    const char *const b = spec->column_major ? "a" : "b";
    add_load(job, spec, loads, &spec->a, a);
    add_load(job, spec, loads, &spec->b, b);
    add_product(job, products, "sum", a, b);
}

/* "first_row + 4", where guarded "min(first_row + 4, M)". */
static const char *end_text(struct job *job, const struct spec *spec, bool along_m, bool guard)
{
    const char *const end = arena_printf(job->arena, "first_%s + %lld", axis_word(spec, along_m),
                                         along_m ? spec->tile.height : spec->tile.width);
    return guard ? arena_printf(job->arena, "min(%s, %s)", end,
                                symbol_in_kernel(along_m ? spec->m : spec->n))
                 : end;
}

static void view(struct job *job, const struct spec *spec, struct value *view)
{
    const char *const row = axis_word(spec, true);
    const char *const column = axis_word(spec, false);
    const struct shape group = spec_group_tile(spec);
    const bool guard_m = spec_guards(spec, spec->m, group.height);
    const bool guard_n = spec_guards(spec, spec->n, group.width);
    const char *const below = arena_printf(job->arena, "%s >= %s", row, symbol_in_kernel(spec->m));
    const char *const beside =
        arena_printf(job->arena, "%s >= %s", column, symbol_in_kernel(spec->n));
    view_add_sub_group(job, view, false, 0);
    value_set_bool(job, view, "several", spec->tile.height * spec->tile.width > 1);
    value_set_integer(job, view, "tile_height", spec->tile.height);
    value_set_integer(job, view, "tile_width", spec->tile.width);
    value_set_text(job, view, "row_end", end_text(job, spec, true, guard_m));
    value_set_text(job, view, "column_end", end_text(job, spec, false, guard_n));
    value_set(view, "outside",
              guard_m && guard_n ? value_printf(job, "%s || %s", below, beside)
              : guard_m          ? value_text(job, below)
              : guard_n          ? value_text(job, beside)
                                 : value_bool(job, false));
    value_set_list(job, view, "lines");
    add_lines(job, spec, view, &spec->a, 1, 1, false);
    add_lines(job, spec, view, &spec->b, 1, 1, false);
    add_k_lines(job, spec, view);
    const struct depth_loop loop = depth_loop(spec, NULL, false);
    struct value *const remainder = add_depth_loop(job, spec, view, &loop);
    add_body(job, spec, value_set_list(job, view, "loads"), value_set_list(job, view, "products"));
    if (remainder)
        add_body(job, spec, value_child(remainder, "loads"), value_child(remainder, "products"));
    value_set_text(job, view, "sum_type", accumulator_type(job, spec, 1));
    add_store(job, spec, view, 1, 0, false);
    struct value *const stores = add_stores(job, spec, view, "stores/element", "sum/alone");
    add_stored_row(job, stores, 0, 0);
    add_stored_column(job, stores, 0, 0);
}

static bool shrink(struct spec *spec, bool local_memory)
{
    return !local_memory && shrink_tile(spec, 1);
}

const struct family family_naive = {
    .name = "naive",
    .help = "one element of C a work-item, or several one after another",
    .standard = "--tile 1x1 --wg 8x8",
    .kernel_template = "naive/kernel.cl",
    .rules = rules,
    .shares = SHARED_BY(SHARE_NONE),
    .options = "",
    .complete = complete,
    .fragments = fragments,
    .local_bytes = local_bytes,
    .shrink = shrink,
    .view = view,
};
