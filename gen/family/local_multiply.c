/*
 * The local family's multiplication of a tile: reads from local memory, or from global memory for
 * an operand that is not staged, and the multiply-adds.
 */
#include "gen/family/local.h"

/* A multiplication under way: of whole tiles in local_steps at a time, or of what is left of K in
 * single ones. */
struct multiply {
    const struct local_draft *d;
    bool clamped;
    long long steps;
    const char *buffer;
};

static struct local_read read_of(const struct multiply *m, const struct operand *operand)
{
    struct local_read read = local_read_of(m->d->spec, operand);
    if (m->clamped && (read.along_k || operand->stage == STAGE_NONE))
        read.width = 1;
    return read;
}

/* Columns or rows of a work-item's tile. */
static long long side_of(const struct spec *spec, const struct operand *operand)
{
    return is_a(spec, operand) ? spec->tile.height : spec->tile.width;
}

/* Where the work-item's i-th row or column lies, counted from its first one. */
static long long place_of(const struct spec *spec, const struct operand *operand, long long i)
{
    const long long width = spec->c.vector;
    return is_a(spec, operand) ? local_row(spec, i) : local_column(spec, i / width) + i % width;
}

static bool guarded(const struct multiply *m, const struct operand *operand)
{
    return is_a(m->d->spec, operand) ? m->d->guard_m : m->d->guard_n;
}

/* "a_tile[used][tile_row + 3][step + 1]": at `place` along M or N. */
static const char *in_tile(const struct multiply *m, const struct operand *operand,
                           const char *place, long long u)
{
    struct job *const job = m->d->job;
    const char *const step = sum_text(job, "step", u);
    const bool along_k = local_read_of(m->d->spec, operand).along_k;
    return arena_printf(job->arena, "%c_tile%s[%s][%s]", operand_letter(operand), m->buffer,
                        along_k ? place : step, along_k ? step : place);
}

static const char *tile_element(const struct multiply *m, const struct operand *operand,
                                long long i, long long u)
{
    struct job *const job = m->d->job;
    const char *const word = is_a(m->d->spec, operand) ? m->d->row : m->d->column;
    return in_tile(
        m, operand,
        sum_text(job, arena_printf(job->arena, "tile_%s", word), place_of(m->d->spec, operand, i)),
        u);
}

/* The step of K that `step` of a tile is. */
static const char *step_of_k(const struct multiply *m)
{
    return spec_turns_none(m->d->spec) ? "step" : "k + step";
}

/* An element as a value of the list of a load. */
static struct value *element(const struct multiply *m, const struct operand *operand, long long i,
                             long long u)
{
    struct job *const job = m->d->job;
    const struct spec *const spec = m->d->spec;
    if (operand->stage != STAGE_NONE) {
        struct value *const part = value_object(job);
        value_set_text(job, part, "element", "expression/part");
        value_set_text(job, part, "part", tile_element(m, operand, i, u));
        return part;
    }
    const long long place = place_of(spec, operand, i);
    const struct line line = guarded(m, operand) && lies_along_k(spec, operand)
                                 ? line_at(job, spec, operand, i, 1, true)
                                 : line_at(job, spec, operand, place, 1, false);
    return element_view(
        job, spec, operand, step_of_k(m), u,
        place_text(job, spec, operand, place, !operand->image && guarded(m, operand) && m->clamped),
        line);
}

/* A register that one read of several elements fills. */
static void add_vector_read(const struct multiply *m, struct value *loads,
                            const struct operand *operand, const char *name, long long width,
                            long long i, long long u)
{
    struct job *const job = m->d->job;
    struct value *at;
    if (operand->stage == STAGE_NONE) {
        at = element(m, operand, i, u);
        load_at_once(job, loads, "common/load_vector", name, width, at);
        return;
    }
    at = value_object(job);
    const char *const place = tile_element(m, operand, i, u);
    const bool whole = local_tile_of(m->d->spec, operand).pitch % width == 0;
    value_set(at, "read",
              whole ? value_printf(job, "*(__local %s *)&%s", register_type(job, m->d->spec, width),
                                   place)
                    : value_printf(job, "vload%lld(0, &%s)", width, place));
    load_at_once(job, loads, "local/read", name, width, at);
}

static void add_single_read(const struct multiply *m, struct value *loads,
                            const struct operand *operand, const char *name, long long i,
                            long long u)
{
    value_add(load_of_elements(m->d->job, loads, name, 1), element(m, operand, i, u));
}

/* -------------------------------------------------------------------------------- reads */

/* What a lane reads of canonical A to exchange it: "a_own", "a_own_1_0". */
static const char *own_name(const struct multiply *m, long long r, long long u)
{
    const char letter = operand_letter(&m->d->spec->a);
    return local_own_rows(m->d->spec) == 1 && m->steps == 1
               ? arena_printf(m->d->job->arena, "%c_own", letter)
               : arena_printf(m->d->job->arena, "%c_own_%lld_%lld", letter, r, u);
}

static const char *own_element(const struct multiply *m, long long r, long long u)
{
    struct job *const job = m->d->job;
    const struct operand *const a = &m->d->spec->a;
    const char *const row = sum_text(job, arena_printf(job->arena, "lane_%s", m->d->row),
                                     local_row(m->d->spec, r * m->d->spec->wg.width));
    return in_tile(m, a, row, u);
}

/* The scalar of the operand at (i, u): a register or a component of one. */
static const char *scalar(const struct multiply *m, const struct operand *operand, long long i,
                          long long u)
{
    struct job *const job = m->d->job;
    const struct local_read read = read_of(m, operand);
    const long long side = side_of(m->d->spec, operand);
    const long long w = read.width;
    const char *const name = read.along_k
                                 ? register_name(job, operand, i, side, u / w, m->steps / w)
                                 : register_name(job, operand, i / w, side / w, u, m->steps);
    return arena_printf(job->arena, "%s%s", name, component(job, w, (read.along_k ? u : i) % w));
}

/* Canonical A where lanes exchange it: each reads its own rows, then all take every row. */
static void add_exchanged(const struct multiply *m, struct value *loads)
{
    struct job *const job = m->d->job;
    const struct operand *const a = &m->d->spec->a;
    const long long lanes = m->d->spec->wg.width;
    const long long height = m->d->spec->tile.height;
    for (long long u = 0; u < m->steps; u++) {
        for (long long r = 0; r < local_own_rows(m->d->spec); r++) {
            struct value *const part = value_object(job);
            value_set_text(job, part, "element", "expression/part");
            value_set_text(job, part, "part", own_element(m, r, u));
            value_add(load_of_elements(job, loads, own_name(m, r, u), 1), part);
        }
        for (long long i = 0; i < height; i++) {
            struct value *const at = value_object(job);
            value_set_text(job, at, "register", own_name(m, i / lanes, u));
            value_set_integer(job, at, "lane", i % lanes);
            load_at_once(job, loads, "local/exchanged",
                         register_name(job, a, i, height, u, m->steps), 1, at);
        }
    }
}

/* Registers of the operand for all of its places, scalars or vectors as read_of says. */
static void add_reads(const struct multiply *m, struct value *loads, const struct operand *operand)
{
    if (is_a(m->d->spec, operand) && local_own_rows(m->d->spec)) {
        add_exchanged(m, loads);
        return;
    }
    const struct local_read read = read_of(m, operand);
    const long long w = read.width;
    const long long side = side_of(m->d->spec, operand);
    const long long ks = read.along_k ? m->steps / w : m->steps;
    const long long places = read.along_k ? side : side / w;
    for (long long k = 0; k < ks; k++) {
        for (long long p = 0; p < places; p++) {
            const char *const name = register_name(m->d->job, operand, p, places, k, ks);
            const long long i = read.along_k ? p : p * w;
            const long long u = read.along_k ? k * w : k;
            if (w > 1)
                add_vector_read(m, loads, operand, name, w, i, u);
            else
                add_single_read(m, loads, operand, name, i, u);
        }
    }
}

/* "b_columns_2_0": columns of B as a vector, made of what was read otherwise. */
static const char *columns_name(const struct multiply *m, long long j, long long u)
{
    return arena_printf(m->d->job->arena, "%c_across_%lld_%lld", operand_letter(&m->d->spec->b), j,
                        u);
}

/* Whether B is read in vectors as wide as the accumulators. */
static bool b_as_accumulators(const struct multiply *m)
{
    const struct local_read read = read_of(m, &m->d->spec->b);
    return m->d->spec->c.vector == 1 || (!read.along_k && read.width == m->d->spec->c.vector);
}

static void add_clamped_read(const struct multiply *m, struct value *loads, const char *name,
                             long long j)
{
    struct job *const job = m->d->job;
    const struct spec *const spec = m->d->spec;
    struct value *const at = value_object(job);
    value_set_text(job, at, "operand", spec->b.memory);
    value_set_text(job, at, "line", line_base(job, spec, &spec->b));
    value_set_text(job, at, "place", place_text(job, spec, &spec->b, local_column(spec, j), false));
    value_set(at, "last", value_printf(job, "%s - 1", symbol_in_kernel(spec->n)));
    load_at_once(job, loads, "common/load_clamped", name, spec->c.vector, at);
}

/* Columns of B as vectors for the accumulators, gathered from single elements. */
static void add_gathered_b(const struct multiply *m, struct value *loads)
{
    struct job *const job = m->d->job;
    const struct spec *const spec = m->d->spec;
    const struct operand *const b = &spec->b;
    const long long width = spec->c.vector;
    const struct local_read read = read_of(m, b);
    const bool clamps =
        b->stage == STAGE_NONE && !b->image && !read.along_k && m->d->guard_n && m->clamped;
    if (read.along_k && read.width > 1)
        add_reads(m, loads, b);
    for (long long u = 0; u < m->steps; u++) {
        for (long long j = 0; j < spec->tile.width / width; j++) {
            const char *const name = columns_name(m, j, u);
            if (clamps) {
                add_clamped_read(m, loads, name, j);
                continue;
            }
            struct value *const elements = load_of_elements(job, loads, name, width);
            for (long long i = j * width; i < (j + 1) * width; i++) {
                if (!read.along_k || read.width == 1) {
                    value_add(elements, element(m, b, i, u));
                    continue;
                }
                struct value *const part = value_add(elements, value_object(job));
                value_set_text(job, part, "element", "expression/part");
                value_set_text(job, part, "part", scalar(m, b, i, u));
            }
            load_done(job, loads);
        }
    }
}

/* The vector of B for accumulator column j at step u. */
static const char *b_vector(const struct multiply *m, long long j, long long u)
{
    if (m->d->spec->c.vector == 1)
        return scalar(m, &m->d->spec->b, j, u);
    if (!b_as_accumulators(m))
        return columns_name(m, j, u);
    const long long columns = m->d->spec->tile.width / m->d->spec->c.vector;
    return register_name(m->d->job, &m->d->spec->b, j, columns, u, m->steps);
}

/* ------------------------------------------------------------------------- multiply-adds */

static void add_vector_products(const struct multiply *m, struct value *products)
{
    struct job *const job = m->d->job;
    const struct spec *const spec = m->d->spec;
    const long long width = spec->c.vector;
    const long long columns = spec->tile.width / width;
    const char **const b = arena_array(job->arena, (size_t)columns, sizeof *b);
    for (long long u = 0; u < m->steps; u++) {
        for (long long j = 0; j < columns; j++)
            b[j] = b_vector(m, j, u);
        for (long long i = 0; i < spec->tile.height; i++) {
            const char *const a = widened(job, spec, width, scalar(m, &spec->a, i, u));
            for (long long j = 0; j < columns; j++)
                add_product(job, products, accumulator(job, i, j), a, b[j]);
        }
    }
}

static const char *a_scalar(const void *self, long long row, long long k)
{
    const struct multiply *const m = self;
    return scalar(m, &m->d->spec->a, row, k);
}

static const char *b_scalar(const void *self, long long k, long long column)
{
    const struct multiply *const m = self;
    const long long width = m->d->spec->c.vector;
    return arena_printf(m->d->job->arena, "%s%s", b_vector(m, column / width, k),
                        component(m->d->job, width, column % width));
}

static void add_k_line(const struct multiply *m, struct value *lines, const struct operand *operand)
{
    struct job *const job = m->d->job;
    if (operand->stage != STAGE_NONE || operand->image || lies_along_k(m->d->spec, operand))
        return;
    /* One line for each of the steps that are written out. */
    struct value *const line = value_add(lines, value_object(job));
    value_set_text(job, line, "line", line_base(job, m->d->spec, operand));
    value_set_text(job, line, "start", line_start(job, m->d->spec, operand, step_of_k(m)));
}

void local_add_multiply(const struct local_draft *d, struct value *turn, bool clamped,
                        const char *buffer)
{
    struct job *const job = d->job;
    const struct spec *const spec = d->spec;
    const struct multiply m = {d, clamped, clamped ? 1 : local_steps(spec), buffer};
    struct value *const lines = value_set_list(job, turn, "k_lines");
    add_k_line(&m, lines, &spec->a);
    add_k_line(&m, lines, &spec->b);

    struct value *const loads = value_set_list(job, turn, "loads");
    add_reads(&m, loads, &spec->a);
    if (b_as_accumulators(&m))
        add_reads(&m, loads, &spec->b);
    else
        add_gathered_b(&m, loads);
    struct value *const products = value_set_list(job, turn, "products");
    if (spec->loop_order)
        add_ordered_products(job, spec, products, m.steps, &m, a_scalar, b_scalar);
    else
        add_vector_products(&m, products);

    const long long unrolled = spec->unroll_k / m.steps;
    value_set(turn, "steps",
              !clamped || !d->guard_k ? value_integer(job, spec->tile_k)
              : spec_turns_none(spec) ? value_text(job, value_get(d->view, "depth")->text)
                                      : value_text(job, "left"));
    value_set(turn, "advance",
              m.steps == 1 ? value_text(job, "++step")
                           : value_printf(job, "step += %lld", m.steps));
    value_set(turn, "unroll",
              clamped || spec->tile_k == m.steps ? value_bool(job, false)
              : spec->unroll_k == spec->tile_k
                  ? value_text(job, "#pragma unroll")
                  : value_printf(job, "#pragma unroll %lld", unrolled));
}
