/*
 * The local family's multiplication of a tile in the view: reads from local memory, or from global memory for
 * an operand that is not staged, and the multiply-adds.
 */
#include "gen/family/local.h"

#include "gen/family/tiled_view.h"

/* A multiplication under way: of whole tiles in local_steps at a time, or of what is left of K in
 * single ones. */
struct multiply {
    const struct local_draft *d;
    bool clamped;
    bool aligned; /* what is read from global memory lies at multiples of its size */
    long long steps;
};

static struct local_read read_of(const struct multiply *m, const struct operand *operand)
{
    struct local_read read = local_read(m->d->kernel, operand);
    if (m->clamped && (read.along_k || !local_tile(m->d->kernel, operand)->staged))
        read.width = 1;
    return read;
}

/* Columns or rows of a work-item's tile. */
static long long side_of(const struct kernel *kernel, const struct operand *operand)
{
    return is_a(operand) ? kernel->tile.height : kernel->tile.width;
}

/* ----------------------------------------------------------------------------- readings */

/* `width` elements of a tile in local memory, at (place, u) from where `from` says on. */
static struct reading in_tile(const struct multiply *m, const struct operand *operand,
                              const char *from, long long place, long long u, long long width)
{
    const struct local_tile *const tile = local_tile(m->d->kernel, operand);
    return (struct reading){
        .read = width == 1                             ? "read/tile"
                : tile->pitch % width == 0             ? "read/tile_vector"
                : m->d->kernel->numbers.compute->parts ? "read/tile_complex_vload"
                                                       : "read/tile_vload",
        .address = tile->local_along_k ? "at/tile_along_k" : "at/tile_across_k",
        .at_place = from,
        .step = u,
        .plus = place,
    };
}

/* `width` elements of the operand from the work-item's i-th row or column and step u on. */
static struct reading reading_of(const struct multiply *m, const struct operand *operand,
                                 long long i, long long u, long long width)
{
    const struct kernel *const kernel = m->d->kernel;
    const long long place = local_place(kernel, operand, i);
    const bool guard = local_guarded(m->d, operand);
    if (local_tile(kernel, operand)->staged)
        return in_tile(m, operand, "at/tile_of_item", place, u, width);
    if (in_image(operand))
        return (struct reading){
            .read = "read/texel_first",
            .address = is_a(operand) ? "at/texel_along_k_of_tile" : "at/texel_across_k_of_tile",
            .widens = operand_widens(operand),
            .step = u,
            .plus = place,
        };
    struct reading reading = vector_reading(
        operand, buffer_reading(operand, u, place, i, guard, guard && m->clamped), width);
    if (m->aligned && width > 1 && local_loads_aligned(kernel, operand))
        reading.read = aligned_read(m->d->job, operand);
    if (lies_along_k(operand))
        reading.address = "at/along_k_of_tile";
    return reading;
}

/* -------------------------------------------------------------------------------- reads */

/* The register or the component of one that holds the operand's scalar at (i, u). */
static struct factor scalar(const struct multiply *m, const struct operand *operand, long long i,
                            long long u)
{
    struct job *const job = m->d->job;
    const struct local_read read = read_of(m, operand);
    const long long side = side_of(m->d->kernel, operand);
    const long long w = read.width;
    return (struct factor){
        read.along_k ? register_name(job, operand, i, side, u / w, m->steps / w)
                     : register_name(job, operand, i / w, side / w, u, m->steps),
        number_component(job, operand->computed, w, (read.along_k ? u : i) % w, 1)};
}

/* What a lane reads of canonical A to exchange it: "a_own", "a_own_1_0". */
static const char *own_name(const struct multiply *m, long long r, long long u)
{
    const char letter = operand_letter(&m->d->kernel->a);
    return m->d->own->own_rows == 1 && m->steps == 1
               ? arena_printf(m->d->job->arena, "%c_own", letter)
               : arena_printf(m->d->job->arena, "%c_own_%lld_%lld", letter, r, u);
}

/* Canonical A where lanes exchange it: each reads its own rows, then all take every row. */
static void add_exchanged(const struct multiply *m, struct value *loads)
{
    struct job *const job = m->d->job;
    const struct kernel *const kernel = m->d->kernel;
    const struct operand *const a = &kernel->a;
    const long long lanes = kernel->wg.width;
    const long long height = kernel->tile.height;
    for (long long u = 0; u < m->steps; u++) {
        for (long long r = 0; r < m->d->own->own_rows; r++)
            add_load(job, kernel, loads, own_name(m, r, u), 1,
                     in_tile(m, a, "at/tile_of_lane", local_row(kernel, r * lanes), u, 1));
        for (long long i = 0; i < height; i++) {
            struct value *const load = value_add(loads, value_object(job));
            value_set_text(job, load, "load", "local/exchanged");
            value_set_text(job, load, "name", register_name(job, a, i, height, u, m->steps));
            value_set_text(job, load, "register", own_name(m, i / lanes, u));
            value_set_integer(job, load, "lane", i % lanes);
        }
    }
}

/* Registers of the operand for all of its places, scalars or vectors as read_of says. */
static void add_reads(const struct multiply *m, struct value *loads, const struct operand *operand)
{
    struct job *const job = m->d->job;
    const struct local_read read = read_of(m, operand);
    const long long w = read.width;
    const long long side = side_of(m->d->kernel, operand);
    const long long ks = read.along_k ? m->steps / w : m->steps;
    const long long places = read.along_k ? side : side / w;
    for (long long k = 0; k < ks; k++)
        for (long long p = 0; p < places; p++)
            add_load(job, m->d->kernel, loads, register_name(job, operand, p, places, k, ks), w,
                     reading_of(m, operand, read.along_k ? p : p * w, read.along_k ? k * w : k, w));
}

/* "b_across_2_0": columns of B as a vector, made of what was read otherwise. */
static const char *columns_name(const struct multiply *m, long long j, long long u)
{
    return arena_printf(m->d->job->arena, "%c_across_%lld_%lld", operand_letter(&m->d->kernel->b),
                        j, u);
}

/* Whether B is read in vectors as wide as the accumulators. */
static bool b_as_accumulators(const struct multiply *m)
{
    const struct local_read read = read_of(m, &m->d->kernel->b);
    return m->d->kernel->c.vector == 1 || (!read.along_k && read.width == m->d->kernel->c.vector);
}

/* Whether columns of B are read as vectors inside the edges. */
static bool clamps_columns(const struct multiply *m)
{
    const struct operand *const b = &m->d->kernel->b;
    return !local_tile(m->d->kernel, b)->staged && lies_across_k(b) && m->d->guard_n &&
           m->clamped && !b_as_accumulators(m);
}

bool local_reads_clamped(const struct local_draft *d, long long width)
{
    const struct multiply m = {.d = d, .clamped = true, .steps = 1};
    return d->kernel->c.vector == width && clamps_columns(&m);
}

/* Columns of B as vectors for the accumulators, gathered from single elements. */
static void add_gathered_b(const struct multiply *m, struct value *loads)
{
    struct job *const job = m->d->job;
    const struct kernel *const kernel = m->d->kernel;
    const struct operand *const b = &kernel->b;
    const long long width = kernel->c.vector;
    const struct local_read read = read_of(m, b);
    const bool runs = read.along_k && read.width > 1;
    if (runs)
        add_reads(m, loads, b);
    for (long long u = 0; u < m->steps; u++) {
        for (long long j = 0; j < kernel->tile.width / width; j++) {
            const char *const name = columns_name(m, j, u);
            if (clamps_columns(m)) {
                add_load(job, kernel, loads, name, width,
                         (struct reading){.read = "read/clamped", .plus = local_column(kernel, j)});
                continue;
            }
            struct value *const elements = add_gathered(job, kernel, loads, name, width);
            for (long long i = j * width; i < (j + 1) * width; i++) {
                const struct factor part = scalar(m, b, i, u);
                add_part(
                    job, elements,
                    runs
                        ? (struct reading){.read = "read/part", .run = part.name, .part = part.part}
                        : reading_of(m, b, i, u, 1));
            }
            loads_done(job, elements);
        }
    }
}

/* The vector of B for accumulator column j at step u. */
static struct factor b_vector(const struct multiply *m, long long j, long long u)
{
    const struct kernel *const kernel = m->d->kernel;
    if (kernel->c.vector == 1)
        return scalar(m, &kernel->b, j, u);
    return (struct factor){b_as_accumulators(m)
                               ? register_name(m->d->job, &kernel->b, j,
                                               kernel->tile.width / kernel->c.vector, u, m->steps)
                               : columns_name(m, j, u),
                           NULL};
}

/* ------------------------------------------------------------------------- multiply-adds */

static struct factor a_scalar(const void *self, long long row, long long k)
{
    const struct multiply *const m = self;
    return scalar(m, &m->d->kernel->a, row, k);
}

static struct factor b_scalar(const void *self, long long k, long long column)
{
    const struct multiply *const m = self;
    const long long width = m->d->kernel->c.vector;
    const struct factor vector = b_vector(m, column / width, k);
    return (struct factor){vector.name,
                           width == 1 ? vector.part
                                      : number_component(m->d->job, m->d->kernel->numbers.compute,
                                                         width, column % width, 1)};
}

static void add_products(const struct multiply *m, struct value *turn)
{
    struct job *const job = m->d->job;
    const struct kernel *const kernel = m->d->kernel;
    if (kernel->loop_order) {
        add_leaves(job, kernel, turn, m->steps, m, a_scalar, b_scalar);
        return;
    }
    add_products_form(job, kernel, turn,
                      &(struct product_form){.sum = "sum/cell",
                                             .width = kernel->c.vector,
                                             .a = scalar(m, &kernel->a, 0, 0),
                                             .b = b_vector(m, 0, 0),
                                             .spreads_a = true});
    for (long long u = 0; u < m->steps; u++) {
        struct value *const step = add_step(job, turn);
        for (long long i = 0; i < kernel->tile.height; i++)
            add_row(job, step, i, scalar(m, &kernel->a, i, u));
        for (long long j = 0; j < kernel->tile.width / kernel->c.vector; j++)
            add_column(job, step, j, b_vector(m, j, u));
    }
}

/* Members `steps_of_tile`, `steps_at_once`, and `unroll`: an object with `turns`, iterations (false: all of them), or false. */
static void add_steps(const struct multiply *m, struct value *turn)
{
    struct job *const job = m->d->job;
    const struct kernel *const kernel = m->d->kernel;
    value_set(turn, "steps_of_tile",
              !m->clamped || !m->d->guard_k ? value_integer(job, kernel->tile_k)
              : m->d->all_at_once           ? value_text(job, value_get(m->d->view, "depth")->text)
                                            : value_text(job, "left"));
    value_set_unless(job, turn, "steps_at_once", m->steps, 1);
    if (m->clamped || kernel->tile_k == m->steps) {
        value_set_bool(job, turn, "unroll", false);
        return;
    }
    struct value *const unroll = value_set_object(job, turn, "unroll");
    const bool all = kernel->unroll_k == kernel->tile_k;
    value_set_unless(job, unroll, "turns", all ? 0 : kernel->unroll_k / m->steps, 0);
}

void local_add_multiply(const struct local_draft *d, struct value *turn, enum local_reach reach)
{
    const struct kernel *const kernel = d->kernel;
    const bool clamped = reach == REACH_CLAMPED;
    const struct multiply m = {.d = d,
                               .clamped = clamped,
                               .aligned = reach == REACH_ALIGNED,
                               .steps = clamped ? 1 : d->own->steps};
    struct value *const loads_a = value_set_list(d->job, turn, "loads_a");
    struct value *const loads_b = value_set_list(d->job, turn, "loads_b");
    add_steps(&m, turn);
    if (d->own->own_rows)
        add_exchanged(&m, loads_a);
    else
        add_reads(&m, loads_a, &kernel->a);
    if (b_as_accumulators(&m))
        add_reads(&m, loads_b, &kernel->b);
    else
        add_gathered_b(&m, loads_b);
    add_products(&m, turn);
}
