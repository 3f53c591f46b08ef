/*
 * The view of the register family: see register.c for the scheme.
 */
#include "gen/family/register.h"

bool register_along_k(const struct spec *spec, const struct operand *operand)
{
    return operand->image ? is_a(spec, operand) : lies_along_k(spec, operand);
}

/* The view under way. */
struct draft {
    struct job *job;
    const struct spec *spec;
    struct value *view;
    bool guard_m, guard_n;
};

/* The element at `place` of the tile and k + `k`. */
static struct value *element(const struct draft *d, const struct operand *operand, long long k,
                             long long place, bool clamped)
{
    const bool guarded = is_a(d->spec, operand) ? d->guard_m : d->guard_n;
    const char *const at =
        place_text(d->job, d->spec, operand, place, clamped && guarded && !operand->image);
    return element_view(d->job, d->spec, operand, "k", k, at,
                        line_at(d->job, d->spec, operand, place, 1, guarded));
}

/* "k / 4 + 1", "column / 4": the coordinate of a texel of `width` elements. */
static const char *texel_text(struct job *job, const char *base, long long elements,
                              long long width)
{
    return sum_text(job, arena_printf(job->arena, "%s / %lld", base, width), elements / width);
}

/* One element out of a texel of several. Along K its number in the texel is known only at run time. */
static struct value *element_of_texel(const struct draft *d, const struct operand *operand,
                                      long long place)
{
    struct job *const job = d->job;
    const bool a = is_a(d->spec, operand);
    const char *const axis = axis_word(d->spec, a);
    const struct line none = {NULL, 0};
    const long long width = operand->vector;
    struct value *const element =
        a ? element_view(job, d->spec, operand, texel_text(job, "k", 0, width), 0,
                         sum_text(job, axis, place), none)
          : element_view(job, d->spec, operand, "k", 0, texel_text(job, axis, place, width), none);
    ((struct value *)value_get(element, "element"))->text =
        a ? "expression/element_chosen" : "expression/element_part";
    value_set_text(job, element, "component",
                   a ? arena_printf(job->arena, "k %% %lld", width)
                     : component(job, width, place % width));
    return element;
}

/* A vector load of the operand's own width. */
static void add_vector_load(const struct draft *d, struct value *loads,
                            const struct operand *operand, const char *name, long long k,
                            long long place)
{
    struct job *const job = d->job;
    const bool a = is_a(d->spec, operand);
    if (!operand->image) {
        load_at_once(job, loads, "common/load_vector", name, operand->vector,
                     element(d, operand, k, place, false));
        return;
    }
    const char *const axis = axis_word(d->spec, a);
    struct value *const at = element_view(
        job, d->spec, operand, a ? texel_text(job, "k", k, operand->vector) : "k", a ? 0 : k,
        a ? sum_text(job, axis, place) : texel_text(job, axis, place, operand->vector),
        (struct line){NULL, 0});
    value_set_text(job, at, "read_texel", read_texel(d->spec, operand));
    load_at_once(job, loads, "common/load_texel", name, operand->vector, at);
}

static void add_a_loads(const struct draft *d, struct value *loads)
{
    const struct operand *const a = &d->spec->a;
    const bool along_k = register_along_k(d->spec, a);
    const long long k_step = along_k ? a->vector : 1;
    const long long place_step = along_k ? 1 : a->vector;
    const long long ks = d->spec->tile_k / k_step;
    const long long places = d->spec->tile.height / place_step;
    for (long long k = 0; k < ks; k++) {
        for (long long p = 0; p < places; p++) {
            const char *const name = register_name(d->job, a, p, places, k, ks);
            if (a->vector > 1) {
                add_vector_load(d, loads, a, name, k * k_step, p * place_step);
                continue;
            }
            value_add(load_of_elements(d->job, loads, name, 1), element(d, a, k, p, true));
        }
    }
}

/* The scalar of A at (row, k): a register or a component of one. */
static const char *a_value(const struct draft *d, long long row, long long k)
{
    const struct operand *const a = &d->spec->a;
    const bool along_k = register_along_k(d->spec, a);
    const long long v = a->vector;
    const char *const name =
        along_k ? register_name(d->job, a, row, d->spec->tile.height, k / v, d->spec->tile_k / v)
                : register_name(d->job, a, row / v, d->spec->tile.height / v, k, d->spec->tile_k);
    return arena_printf(d->job->arena, "%s%s", name, component(d->job, v, (along_k ? k : row) % v));
}

/* A run of B along K in one column. */
static const char *run_name(const struct draft *d, long long column, long long k)
{
    return arena_printf(d->job->arena, "%c_run_%lld_%lld", operand_letter(&d->spec->b), column, k);
}

/* A vector of B as wide as the accumulators, element by element. */
static void add_b_elements(const struct draft *d, struct value *loads, const char *name,
                           long long k, long long column)
{
    const long long width = d->spec->c.vector;
    struct value *const elements = load_of_elements(d->job, loads, name, width);
    for (long long i = 0; i < width; i++)
        value_add(elements, d->spec->b.vector > 1 && d->spec->b.image
                                ? element_of_texel(d, &d->spec->b, column + i)
                                : element(d, &d->spec->b, k, column + i, true));
    load_done(d->job, loads);
}

/* B in runs along K, one for each column, and vectors across the columns made of their parts. */
static void add_b_runs(const struct draft *d, struct value *loads)
{
    struct job *const job = d->job;
    const struct operand *const b = &d->spec->b;
    const long long v = b->vector;
    const long long width = d->spec->c.vector;
    const long long columns = d->spec->tile.width / width;
    for (long long column = 0; column < d->spec->tile.width; column++)
        for (long long k = 0; k < d->spec->tile_k / v; k++)
            add_vector_load(d, loads, b, run_name(d, column, k), k * v, column);
    for (long long k = 0; k < d->spec->tile_k; k++) {
        for (long long j = 0; j < columns; j++) {
            struct value *const elements = load_of_elements(
                job, loads, register_name(job, b, j, columns, k, d->spec->tile_k), width);
            for (long long i = 0; i < width; i++) {
                struct value *const part = value_add(elements, value_object(job));
                value_set_text(job, part, "element", "expression/part");
                value_set(part, "part",
                          value_printf(job, "%s%s", run_name(d, j * width + i, k / v),
                                       component(job, v, k % v)));
            }
            load_done(job, loads);
        }
    }
}

static void add_b_loads(const struct draft *d, struct value *loads)
{
    const struct operand *const b = &d->spec->b;
    if (b->vector > 1 && register_along_k(d->spec, b)) {
        add_b_runs(d, loads);
        return;
    }
    const long long width = b->vector == 1 ? d->spec->c.vector : b->vector;
    const long long columns = d->spec->tile.width / width;
    for (long long k = 0; k < d->spec->tile_k; k++) {
        for (long long j = 0; j < columns; j++) {
            const char *const name = register_name(d->job, b, j, columns, k, d->spec->tile_k);
            if (b->vector > 1)
                add_vector_load(d, loads, b, name, k, j * width);
            else
                add_b_elements(d, loads, name, k, j * width);
        }
    }
}

/* The vector of B at (k, accumulator column `j`): a register or a part of a wider one. */
static const char *b_value(const struct draft *d, long long k, long long j)
{
    struct job *const job = d->job;
    const struct operand *const b = &d->spec->b;
    const long long width = d->spec->c.vector;
    const bool whole = b->vector == 1 || register_along_k(d->spec, b);
    const long long wide = whole ? width : b->vector;
    const char *const name =
        register_name(job, b, j * width / wide, d->spec->tile.width / wide, k, d->spec->tile_k);
    if (wide == width)
        return name;
    const char *part = arena_printf(job->arena, "%s.s", name);
    for (long long i = 0; i < width; i++)
        part = arena_printf(job->arena, "%s%c", part, "0123456789abcdef"[j * width % wide + i]);
    return part;
}

static const char *a_scalar(const void *self, long long row, long long k)
{
    return a_value(self, row, k);
}

static const char *b_scalar(const void *self, long long k, long long column)
{
    const struct draft *const d = self;
    const long long width = d->spec->c.vector;
    return arena_printf(d->job->arena, "%s%s", b_value(d, k, column / width),
                        component(d->job, width, column % width));
}

static void add_products(const struct draft *d, struct value *products)
{
    if (d->spec->loop_order) {
        add_ordered_products(d->job, d->spec, products, d->spec->tile_k, d, a_scalar, b_scalar);
        return;
    }
    const long long width = d->spec->c.vector;
    for (long long k = 0; k < d->spec->tile_k; k++)
        for (long long row = 0; row < d->spec->tile.height; row++)
            for (long long j = 0; j < d->spec->tile.width / width; j++)
                add_product(d->job, products, accumulator(d->job, row, j),
                            widened(d->job, d->spec, width, a_value(d, row, k)), b_value(d, k, j));
}

/* Single steps of K with places clamped: right at every edge. */
static void add_remainder(const struct draft *d, struct value *remainder)
{
    struct job *const job = d->job;
    const struct spec *const spec = d->spec;
    struct value *const loads = (struct value *)value_get(remainder, "loads");
    struct value *const products = (struct value *)value_get(remainder, "products");
    const long long width = spec->c.vector;
    const long long columns = spec->tile.width / width;
    const bool clamps = d->guard_n && !spec->b.image && !lies_along_k(spec, &spec->b) && width > 1;

    for (long long row = 0; row < spec->tile.height; row++)
        value_add(load_of_elements(job, loads,
                                   register_name(job, &spec->a, row, spec->tile.height, 0, 1), 1),
                  spec->a.vector > 1 && spec->a.image ? element_of_texel(d, &spec->a, row)
                                                      : element(d, &spec->a, 0, row, true));
    for (long long j = 0; j < columns; j++) {
        const char *const name = register_name(job, &spec->b, j, columns, 0, 1);
        if (!clamps) {
            add_b_elements(d, loads, name, 0, j * width);
            continue;
        }
        struct value *const at = value_object(job);
        value_set_text(job, at, "operand", spec->b.memory);
        value_set_text(job, at, "line", line_base(job, spec, &spec->b));
        value_set_text(job, at, "place", place_text(job, spec, &spec->b, j * width, false));
        value_set(at, "last", value_printf(job, "%s - 1", symbol_in_kernel(spec->n)));
        load_at_once(job, loads, "common/load_clamped", name, width, at);
    }
    for (long long row = 0; row < spec->tile.height; row++)
        for (long long j = 0; j < columns; j++)
            add_product(job, products, accumulator(job, row, j),
                        widened(job, spec, width,
                                register_name(job, &spec->a, row, spec->tile.height, 0, 1)),
                        register_name(job, &spec->b, j, columns, 0, 1));

    if (clamps)
        add_clamped_function(job, spec, (struct value *)value_get(d->view, "clamped"), width);
}

/* Whether vectors of the operand are loaded along the tile, where they could cross an edge. */
static bool crosses(const struct draft *d, const struct operand *operand, bool guard)
{
    return guard && !operand->image && operand->vector > 1 && !register_along_k(d->spec, operand);
}

/* The loop over K; vector loads along the tile need all of its places to exist. */
static struct depth_loop tile_loop(const struct draft *d)
{
    struct job *const job = d->job;
    const struct spec *const spec = d->spec;
    const bool rows = crosses(d, &spec->a, d->guard_m);
    const bool columns = crosses(d, &spec->b, d->guard_n);
    const char *const by_row = arena_printf(job->arena, "%s + %lld <= %s", axis_word(spec, true),
                                            spec->tile.height, symbol_in_kernel(spec->m));
    const char *const by_column =
        arena_printf(job->arena, "%s + %lld <= %s", axis_word(spec, false), spec->tile.width,
                     symbol_in_kernel(spec->n));
    return depth_loop(spec,
                      rows && columns ? arena_printf(job->arena, "%s && %s", by_row, by_column)
                      : rows          ? by_row
                      : columns       ? by_column
                                      : NULL,
                      never_whole(spec, rows, columns, spec->tile));
}

static void add_tile(const struct draft *d)
{
    const struct spec *const spec = d->spec;
    const long long vectors = spec->tile.width / spec->c.vector;
    long long *const rows = arena_array(d->job->arena, (size_t)spec->tile.height, sizeof *rows);
    long long *const columns = arena_array(d->job->arena, (size_t)vectors, sizeof *columns);
    for (long long row = 0; row < spec->tile.height; row++)
        rows[row] = row;
    for (long long j = 0; j < vectors; j++)
        columns[j] = j * spec->c.vector;
    add_tile_stores(d->job, spec, d->view, spec->c.vector, rows, columns);
}

/* "get_global_id(1) * 4", or the same from a tile of the work-group that is moved inside. */
static const char *start_text(const struct draft *d, bool along_m)
{
    struct job *const job = d->job;
    const struct spec *const spec = d->spec;
    const struct shape group = spec_group_tile(spec);
    const long long side = along_m ? spec->tile.height : spec->tile.width;
    const long long items = along_m ? spec->wg.height : spec->wg.width;
    const bool shifts =
        spec_shifts(spec, along_m ? spec->m : spec->n, along_m ? group.height : group.width);
    const char *const times = side > 1 ? arena_printf(job->arena, " * %lld", side) : "";
    if (!shifts && spec->group_ids)
        return arena_printf(job->arena, "(get_group_id(%d) * %lld + get_local_id(%d))%s", along_m,
                            items, along_m, times);
    if (!shifts)
        return arena_printf(job->arena, "get_global_id(%d)%s", along_m, times);
    const char *const tile = add_tile_start(job, spec, d->view, along_m);
    return items == 1 ? tile
                      : arena_printf(job->arena, "%s + get_local_id(%d)%s", tile, along_m, times);
}

void register_view(struct job *job, const struct spec *spec, struct value *view)
{
    const struct shape group = spec_group_tile(spec);
    const struct draft d = {
        .job = job,
        .spec = spec,
        .view = view,
        .guard_m = spec_guards(spec, spec->m, group.height),
        .guard_n = spec_guards(spec, spec->n, group.width),
    };
    value_set_list(job, view, "own_starts");
    value_set_text(job, view, "row_start", start_text(&d, true));
    value_set_text(job, view, "column_start", start_text(&d, false));
    view_add_sub_group(job, view, false, 0);
    value_set_list(job, view, "lines");
    value_set_list(job, view, "clamped");
    add_lines(job, spec, view, &spec->a, spec->tile.height, 1, d.guard_m);
    add_lines(job, spec, view, &spec->b, spec->tile.width, 1, d.guard_n);
    add_k_lines(job, spec, view);
    add_accumulators(job, spec, view, spec->tile.height, spec->tile.width / spec->c.vector,
                     spec->c.vector);

    const struct depth_loop loop = tile_loop(&d);
    struct value *const remainder = add_depth_loop(job, spec, view, &loop);
    struct value *const loads = value_set_list(job, view, "loads");
    add_a_loads(&d, loads);
    add_b_loads(&d, loads);
    add_products(&d, value_set_list(job, view, "products"));
    value_set_bool(job, view, "chooses", remainder && spec->a.image && spec->a.vector > 1);
    if (remainder)
        add_remainder(&d, remainder);
    add_tile(&d);
}
