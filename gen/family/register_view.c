/*
 * The view of the register family: see register.c for the scheme.
 */
#include "gen/family/register.h"

#include "gen/family/tiled_view.h"

/* The view under way. */
struct draft {
    struct job *job;
    const struct kernel *kernel;
    struct value *view;
    bool guard_m, guard_n;
    bool aligned; /* vectors lie at multiples of their size */
};

static bool guarded(const struct draft *d, const struct operand *operand)
{
    return is_a(operand) ? d->guard_m : d->guard_n;
}

/* The element at `place` of the tile and k + `k`; `clamps`: where that may lie outside. */
static struct reading element(const struct draft *d, const struct operand *operand, long long k,
                              long long place, bool clamps)
{
    const bool guard = guarded(d, operand);
    if (in_image(operand))
        return texel_reading(operand, texel_read(operand), k, place);
    return buffer_reading(operand, k, place, place, guard, clamps && guard);
}

/* A vector of the operand's own width from there on. */
static struct reading vector(const struct draft *d, const struct operand *operand, long long k,
                             long long place)
{
    struct reading reading = element(d, operand, k, place, false);
    if (in_image(operand))
        return reading;
    reading = vector_reading(operand, reading, operand->vector);
    if (d->aligned && tests_alignment(d->kernel, operand))
        reading.read = aligned_read(d->job, operand);
    return reading;
}

/* One element out of a texel of several. Along K its number in the texel is known only at run time. */
static struct reading element_of_texel(const struct draft *d, const struct operand *operand,
                                       long long place)
{
    struct reading reading =
        texel_reading(operand, is_a(operand) ? "read/texel_chosen" : "read/texel_part", 0, place);
    reading.part = component_name(d->job, operand->vector, place % operand->vector);
    return reading;
}

/* ------------------------------------------------------------------------------- loads */

static void add_a_loads(const struct draft *d, struct value *loads)
{
    const struct kernel *const kernel = d->kernel;
    const struct operand *const a = &kernel->a;
    const bool along_k = contiguous_along_k(a);
    const long long v = a->vector;
    const long long ks = along_k ? kernel->tile_k / v : kernel->tile_k;
    const long long places = along_k ? kernel->tile.height : kernel->tile.height / v;
    for (long long k = 0; k < ks; k++)
        for (long long p = 0; p < places; p++) {
            const char *const name = register_name(d->job, a, p, places, k, ks);
            const long long at_k = along_k ? k * v : k;
            const long long place = along_k ? p : p * v;
            add_load(d->job, kernel, loads, name, v,
                     v > 1 ? vector(d, a, at_k, place) : element(d, a, at_k, place, true));
        }
}

/* The scalar of A at (row, k): a register or a component of one. */
static struct factor a_value(const struct draft *d, long long row, long long k)
{
    const struct operand *const a = &d->kernel->a;
    const bool along_k = contiguous_along_k(a);
    const long long v = a->vector;
    return (struct factor){
        along_k
            ? register_name(d->job, a, row, d->kernel->tile.height, k / v, d->kernel->tile_k / v)
            : register_name(d->job, a, row / v, d->kernel->tile.height / v, k, d->kernel->tile_k),
        number_component(d->job, a->computed, v, (along_k ? k : row) % v, 1)};
}

/* A run of B along K in one column. */
static const char *run_name(const struct draft *d, long long column, long long k)
{
    return arena_printf(d->job->arena, "%c_run_%lld_%lld", operand_letter(&d->kernel->b), column,
                        k);
}

/* A vector of B as wide as the accumulators, element by element. */
static void add_b_elements(const struct draft *d, struct value *loads, const char *name,
                           long long k, long long column)
{
    const struct operand *const b = &d->kernel->b;
    const long long width = d->kernel->c.vector;
    const bool texels = b->vector > 1 && in_image(b);
    struct value *const elements =
        width > 1 ? add_gathered(d->job, d->kernel, loads, name, width) : NULL;
    for (long long i = 0; i < width; i++) {
        const struct reading reading =
            texels ? element_of_texel(d, b, column + i) : element(d, b, k, column + i, true);
        if (elements)
            add_part(d->job, elements, reading);
        else
            add_load(d->job, d->kernel, loads, name, 1, reading);
    }
    if (elements)
        loads_done(d->job, elements);
}

/* What a run has of one column at step k. */
static struct reading part_of_run(const struct draft *d, long long column, long long k)
{
    const long long v = d->kernel->b.vector;
    return (struct reading){.read = "read/part",
                            .run = run_name(d, column, k / v),
                            .part = number_component(d->job, d->kernel->b.computed, v, k % v, 1)};
}

/* B in runs along K, one for each column, and vectors across the columns made of their parts. */
static void add_b_runs(const struct draft *d, struct value *loads)
{
    struct job *const job = d->job;
    const struct kernel *const kernel = d->kernel;
    const struct operand *const b = &kernel->b;
    const long long v = b->vector;
    const long long width = kernel->c.vector;
    const long long columns = kernel->tile.width / width;
    for (long long column = 0; column < kernel->tile.width; column++)
        for (long long k = 0; k < kernel->tile_k / v; k++)
            add_load(job, kernel, loads, run_name(d, column, k), v, vector(d, b, k * v, column));
    for (long long k = 0; k < kernel->tile_k; k++)
        for (long long j = 0; j < columns; j++) {
            const char *const name = register_name(job, b, j, columns, k, kernel->tile_k);
            if (width == 1) {
                add_load(job, kernel, loads, name, 1, part_of_run(d, j, k));
                continue;
            }
            struct value *const elements = add_gathered(job, kernel, loads, name, width);
            for (long long i = 0; i < width; i++)
                add_part(job, elements, part_of_run(d, j * width + i, k));
            loads_done(job, elements);
        }
}

static void add_b_loads(const struct draft *d, struct value *loads)
{
    const struct operand *const b = &d->kernel->b;
    if (b->vector > 1 && contiguous_along_k(b)) {
        add_b_runs(d, loads);
        return;
    }
    const long long width = b->vector == 1 ? d->kernel->c.vector : b->vector;
    const long long columns = d->kernel->tile.width / width;
    for (long long k = 0; k < d->kernel->tile_k; k++)
        for (long long j = 0; j < columns; j++) {
            const char *const name = register_name(d->job, b, j, columns, k, d->kernel->tile_k);
            if (b->vector > 1)
                add_load(d->job, d->kernel, loads, name, width, vector(d, b, k, j * width));
            else
                add_b_elements(d, loads, name, k, j * width);
        }
}

/* `count` elements of B at step k from `column` on: a register or a part of a wider one. */
static struct factor b_part(const struct draft *d, long long k, long long column, long long count)
{
    const struct operand *const b = &d->kernel->b;
    const bool whole = b->vector == 1 || contiguous_along_k(b);
    const long long wide = whole ? d->kernel->c.vector : b->vector;
    return (struct factor){
        register_name(d->job, b, column / wide, d->kernel->tile.width / wide, k, d->kernel->tile_k),
        number_component(d->job, b->computed, wide, column % wide, count)};
}

/* The vector of B at (k, accumulator column `j`). */
static struct factor b_value(const struct draft *d, long long k, long long j)
{
    const long long width = d->kernel->c.vector;
    return b_part(d, k, j * width, width);
}

/* ---------------------------------------------------------------------------- products */

static struct factor a_scalar(const void *self, long long row, long long k)
{
    return a_value(self, row, k);
}

static struct factor b_scalar(const void *self, long long k, long long column)
{
    return b_part(self, k, column, 1);
}

static void add_products(const struct draft *d, struct value *turn)
{
    const struct kernel *const kernel = d->kernel;
    if (kernel->loop_order) {
        add_leaves(d->job, kernel, turn, kernel->tile_k, d, a_scalar, b_scalar);
        return;
    }
    add_products_form(d->job, kernel, turn,
                      &(struct product_form){.sum = "sum/cell",
                                             .width = kernel->c.vector,
                                             .a = a_value(d, 0, 0),
                                             .b = b_value(d, 0, 0),
                                             .spreads_a = true});
    for (long long k = 0; k < kernel->tile_k; k++) {
        struct value *const step = add_step(d->job, turn);
        for (long long row = 0; row < kernel->tile.height; row++)
            add_row(d->job, step, row, a_value(d, row, k));
        for (long long j = 0; j < kernel->tile.width / kernel->c.vector; j++)
            add_column(d->job, step, j, b_value(d, k, j));
    }
}

static void add_main(const struct draft *d, struct value *turn)
{
    add_a_loads(d, value_set_list(d->job, turn, "loads_a"));
    add_b_loads(d, value_set_list(d->job, turn, "loads_b"));
    add_products(d, turn);
}

/* The loop of aligned loads, too, where there are such. */
static void add_aligned(const struct draft *d, struct value *main)
{
    const struct kernel *const kernel = d->kernel;
    const struct operand *const operands[] = {
        tests_alignment(kernel, &kernel->a) ? &kernel->a : NULL,
        tests_alignment(kernel, &kernel->b) ? &kernel->b : NULL,
    };
    struct draft aligned = *d;
    aligned.aligned = true;
    if (operands[0] || operands[1])
        add_main(&aligned, add_aligned_loop(d->job, kernel, d->view, main, operands));
}

/* Single steps of K with places clamped: right at every edge. */
static void add_remainder(const struct draft *d, struct value *turn)
{
    struct job *const job = d->job;
    const struct kernel *const kernel = d->kernel;
    const struct operand *const a = &kernel->a, *const b = &kernel->b;
    const long long height = kernel->tile.height, width = kernel->c.vector;
    const long long columns = kernel->tile.width / width;
    const bool clamps = d->guard_n && lies_across_k(b) && width > 1;
    struct value *const loads_a = value_set_list(job, turn, "loads_a");
    struct value *const loads_b = value_set_list(job, turn, "loads_b");
    add_products_form(job, kernel, turn,
                      &(struct product_form){.sum = "sum/cell", .width = width, .spreads_a = true});
    struct value *const step = add_step(job, turn);
    for (long long row = 0; row < height; row++) {
        const char *const name = register_name(job, a, row, height, 0, 1);
        add_load(job, kernel, loads_a, name, 1,
                 a->vector > 1 && in_image(a) ? element_of_texel(d, a, row)
                                              : element(d, a, 0, row, true));
        add_row(job, step, row, (struct factor){name, NULL});
    }
    for (long long j = 0; j < columns; j++) {
        const char *const name = register_name(job, b, j, columns, 0, 1);
        if (clamps)
            add_load(job, kernel, loads_b, name, width,
                     (struct reading){.read = "read/clamped", .plus = j * width});
        else
            add_b_elements(d, loads_b, name, 0, j * width);
        add_column(job, step, j, (struct factor){name, NULL});
    }
    if (clamps)
        add_clamped_function(job, kernel, b, value_child(d->view, "clamped"), width);
}

/* ------------------------------------------------------------------------------- kernel */

static void add_tile(const struct draft *d)
{
    const struct kernel *const kernel = d->kernel;
    const long long width = kernel->c.vector;
    const struct shape vectors = {kernel->tile.height, kernel->tile.width / width};
    add_stores(d->job, kernel, d->view,
               &(struct stored_tile){.width = width,
                                     .vectors = vectors,
                                     .rows = places_apart(d->job, vectors.height, 1),
                                     .columns = places_apart(d->job, vectors.width, width)});
}

/* Member `chooses`: the function that takes an element out of a texel by its number, or false. */
static void add_choice(const struct draft *d, bool chooses)
{
    struct job *const job = d->job;
    const struct operand *const a = &d->kernel->a;
    const struct number *const number = element_arrives(a->element, a->computed);
    const bool halves = a->element->most_texel == 2;
    if (!chooses) {
        value_set_bool(job, d->view, "chooses", false);
        return;
    }
    struct value *const object = value_set_object(job, d->view, "chooses");
    value_set_text(job, object, "number", number->name);
    value_set_text(job, object, "type", number_vector(job, number, halves ? 2 : 4));
    value_set_text(job, object, "texel", halves ? "two" : "four");
    value_set_text(job, object, "choice", halves ? "read/one_of_two" : "read/one_of_four");
}

void register_view(struct job *job, const struct kernel *kernel, struct value *view)
{
    const struct draft d = {
        .job = job,
        .kernel = kernel,
        .view = view,
        .guard_m = kernel->guard_m,
        .guard_n = kernel->guard_n,
    };
    view_add_sub_group(job, view, false, 0);
    add_axes(job, kernel, view);
    add_operands(job, kernel, view);
    add_line_starts(job, view, &kernel->a, kernel->tile.height, 1, d.guard_m);
    add_line_starts(job, view, &kernel->b, kernel->tile.width, 1, d.guard_n);
    value_set_list(job, view, "clamped");
    add_accumulators(job, kernel, view, kernel->tile.height, kernel->tile.width / kernel->c.vector,
                     kernel->c.vector);
    const struct turns turns = add_turns(job, kernel, view, kernel->own);
    add_formats(job, kernel, view, &turns);
    if (turns.main) {
        add_main(&d, turns.main);
        add_aligned(&d, turns.main);
    }
    if (turns.remainder)
        add_remainder(&d, turns.remainder);
    add_choice(&d, turns.remainder && in_image(&kernel->a) && kernel->a.vector > 1);
    add_tile(&d);
}
