/*
 * The local family's multiplication of a tile in the view: reads from local memory, or from global memory for
 * an operand that is not staged, and the multiply-adds.
 */
#include "gen/family/local/view.h"

static const struct local_plan *plan_of(const struct local_turn *turn)
{
    return turn->page->kernel->own;
}

static bool staged(const struct local_turn *turn, const struct operand *operand)
{
    return local_tile(turn->page->kernel, operand)->staged;
}

/* In single steps of K all is read element by element but what lies across it in a tile. */
static struct local_read read_of(const struct local_turn *turn, const struct operand *operand)
{
    struct local_read read = local_tile(turn->page->kernel, operand)->read;
    if (turn->reach == REACH_CLAMPED && (read.along_k || !staged(turn, operand)))
        read.width = 1;
    return read;
}

static long long side_of(const struct local_turn *turn, const struct operand *operand)
{
    return kernel_side(turn->page->kernel, operand);
}

/* ------------------------------------------------------------------------------ fetches */

/* `width` elements of a tile in local memory, at (place, u) from where `from` says on: "tile", that of the work-item, or "lane". */
static struct fetch in_tile(const struct local_turn *turn, const struct operand *operand,
                            const char *from, long long place, long long u, long long width)
{
    const struct page *const page = turn->page;
    struct job *const job = page->job;
    const struct local_tile *const tile = local_tile(page->kernel, operand);
    const struct term *const array = local_tile_name(page, tile, turn->used);
    const struct term *const along =
        term_plus(job, page_axis_name(page, from, is_a(operand)), place);
    const struct term *const step = term_plus(job, page_name(page, "step"), u);
    const bool along_k = tile->local_along_k;
    return (struct fetch){
        .get = width == 1                             ? "get/value"
               : tile->pitch % width == 0             ? "get/tile_vector"
               : page->kernel->numbers.compute->parts ? "get/tile_complex_vload"
                                                      : "get/tile_vload",
        .as_is = true,
        .value = term_at(job, term_at(job, array, along_k ? along : step), along_k ? step : along),
    };
}

/* The step of K at which an operand is read that has no tile. */
static const struct term *direct_k(const struct local_turn *turn, long long u)
{
    struct job *const job = turn->page->job;
    const struct term *const step = page_name(turn->page, "step");
    return term_plus(
        job,
        turn->page->kernel->turns_none ? step : term_add(job, page_name(turn->page, "k"), step), u);
}

/* `width` elements of such an operand from the work-item's i-th row or column and step u on. */
static struct fetch direct(const struct local_turn *turn, const struct operand *operand,
                           long long i, long long u, long long width)
{
    const struct page *const page = turn->page;
    struct job *const job = page->job;
    const long long place = local_place(page->kernel, operand, i);
    const bool a = is_a(operand), guard = kernel_guards(page->kernel, a);
    const bool clamped = guard && turn->reach == REACH_CLAMPED;
    if (in_image(operand)) {
        struct fetch texel = page_texel(page, operand, 0, place);
        const struct term *const along = page_place(page, a, place, false);
        texel.x = a ? direct_k(turn, u) : along;
        texel.y = a ? along : direct_k(turn, u);
        return texel;
    }
    const struct term *const line =
        lies_along_k(operand)
            ? term_add(job, page_line(page, operand, guard ? i : -1), direct_k(turn, u))
            : term_add(job, page_line(page, operand, -1), page_place(page, a, place, clamped));
    const long long further = !lies_along_k(operand) ? u : guard ? 0 : place;
    return (struct fetch){
        .get =
            turn->reach == REACH_ALIGNED && width > 1 && local_loads_aligned(page->kernel, operand)
                ? aligned_read(job, operand)
                : operand_read(operand, width),
        .address = term_add(job, line, page_lines_further(page, operand->ld, further)),
    };
}

static struct fetch fetch_at(const struct local_turn *turn, const struct operand *operand,
                             long long i, long long u, long long width)
{
    return staged(turn, operand) ? in_tile(turn, operand, "tile",
                                           local_place(turn->page->kernel, operand, i), u, width)
                                 : direct(turn, operand, i, u, width);
}

/* Lines of K of operands that have no tile. */
static void add_k_lines(const struct local_turn *turn, struct value *object)
{
    const struct page *const page = turn->page;
    struct value *const lines = value_set_list(page->job, object, "lines");
    for (int i = 0; i < page->kernel->factor_count; i++) {
        const struct operand *const operand = page->kernel->factors[i];
        if (lies_across_k(operand) && !staged(turn, operand))
            page_declare(page, lines, page_line(page, operand, -1),
                         page_lines_of(page, direct_k(turn, 0), operand->ld));
    }
}

/* -------------------------------------------------------------------------------- loads */

/* The register or the component of one that holds the operand's scalar at (i, u). */
static const struct term *scalar(const struct local_turn *turn, const struct operand *operand,
                                 long long i, long long u)
{
    struct job *const job = turn->page->job;
    const struct local_read read = read_of(turn, operand);
    const long long side = side_of(turn, operand), w = read.width;
    return term_part(job,
                     read.along_k ? register_name(job, operand, i, side, u / w, turn->steps / w)
                                  : register_name(job, operand, i / w, side / w, u, turn->steps),
                     number_component(job, operand->computed, w, (read.along_k ? u : i) % w, 1));
}

/* What a lane reads of canonical A to exchange it: "a_own", "a_own_1_0". */
static const char *own_name(const struct local_turn *turn, const struct operand *a, long long r,
                            long long u)
{
    struct arena *const arena = turn->page->job->arena;
    const char letter = operand_letter(a);
    return plan_of(turn)->own_rows == 1 && turn->steps == 1
               ? arena_printf(arena, "%c_own", letter)
               : arena_printf(arena, "%c_own_%lld_%lld", letter, r, u);
}

/* Canonical A where lanes exchange it: each reads its own rows, then all take every row. */
static void load_exchanged(const struct local_turn *turn, struct value *loads,
                           const struct operand *a)
{
    const struct page *const page = turn->page;
    struct job *const job = page->job;
    const long long lanes = page->kernel->wg.width, height = page->kernel->tile.height;
    for (long long u = 0; u < turn->steps; u++) {
        for (long long r = 0; r < plan_of(turn)->own_rows; r++)
            page_load(page, loads, a, own_name(turn, a, r, u), 1,
                      in_tile(turn, a, "lane", local_row(page->kernel, r * lanes), u, 1));
        for (long long i = 0; i < height; i++) {
            page_load(page, loads, a, register_name(job, a, i, height, u, turn->steps), 1,
                      (struct fetch){.get = "get/exchanged", .as_is = true});
            value_set_text(job, loads->last, "register", own_name(turn, a, i / lanes, u));
            value_set_integer(job, loads->last, "lane", i % lanes);
        }
    }
}

/* Registers of the operand for all of its places, scalars or vectors as read_of says. */
static void load(const struct local_turn *turn, struct value *loads, const struct operand *operand)
{
    const struct local_read read = read_of(turn, operand);
    const long long w = read.width, side = side_of(turn, operand);
    const long long ks = read.along_k ? turn->steps / w : turn->steps;
    const long long places = read.along_k ? side : side / w;
    for (long long k = 0; k < ks; k++)
        for (long long p = 0; p < places; p++)
            page_load(
                turn->page, loads, operand,
                register_name(turn->page->job, operand, p, places, k, ks), w,
                fetch_at(turn, operand, read.along_k ? p : p * w, read.along_k ? k * w : k, w));
}

/* "b_across_2_0": columns of B as a vector, made of what was read otherwise. */
static const char *columns_name(const struct local_turn *turn, const struct operand *b, long long j,
                                long long u)
{
    return arena_printf(turn->page->job->arena, "%c_across_%lld_%lld", operand_letter(b), j, u);
}

/* Whether B is read in vectors as wide as the accumulators. */
static bool b_as_accumulators(const struct local_turn *turn)
{
    const long long width = turn->page->kernel->c.vector;
    const struct local_read read = read_of(turn, &turn->page->kernel->b);
    return width == 1 || (!read.along_k && read.width == width);
}

bool local_reads_clamped(const struct kernel *kernel, long long width)
{
    const struct operand *const b = &kernel->b;
    return width > 1 && kernel->c.vector == width && !local_tile(kernel, b)->staged &&
           lies_across_k(b) && kernel->guard_n;
}

/* Columns of B as vectors for the accumulators, gathered from single elements. */
static void load_columns(const struct local_turn *turn, struct value *loads,
                         const struct operand *b)
{
    const struct page *const page = turn->page;
    const struct kernel *const kernel = page->kernel;
    const long long width = kernel->c.vector;
    const struct local_read read = read_of(turn, b);
    const bool runs = read.along_k && read.width > 1;
    struct fetch *const elements = arena_array(page->job->arena, (size_t)width, sizeof *elements);
    if (runs)
        load(turn, loads, b);
    for (long long u = 0; u < turn->steps; u++)
        for (long long j = 0; j < kernel->tile.width / width; j++) {
            const char *const name = columns_name(turn, b, j, u);
            if (turn->reach == REACH_CLAMPED && local_reads_clamped(kernel, width)) {
                page_load(page, loads, b, name, width,
                          page_clamped(page, b, local_column(kernel, j)));
                continue;
            }
            for (long long i = 0; i < width; i++)
                elements[i] = runs ? (struct fetch){.get = "get/value",
                                                    .as_is = true,
                                                    .value = scalar(turn, b, j * width + i, u)}
                                   : fetch_at(turn, b, j * width + i, u, 1);
            page_gather(page, loads, b, name, width, elements);
        }
}

/* ----------------------------------------------------------------------------- products */

static const struct term *factor_a(const void *self, int product, long long row, long long k)
{
    const struct local_turn *const turn = self;
    return scalar(turn, kernel_factor(turn->page->kernel, product, true), row, k);
}

static const struct term *factor_b(const void *self, int product, long long k, long long column,
                                   long long count)
{
    const struct local_turn *const turn = self;
    struct job *const job = turn->page->job;
    const struct kernel *const kernel = turn->page->kernel;
    const struct operand *const b = kernel_factor(kernel, product, false);
    const long long width = kernel->c.vector, j = column / width;
    if (width == 1)
        return scalar(turn, b, column, k);
    return term_part(job,
                     b_as_accumulators(turn)
                         ? register_name(job, b, j, kernel->tile.width / width, k, turn->steps)
                         : columns_name(turn, b, j, k),
                     number_component(job, kernel->numbers.compute, width, column % width, count));
}

/* Members `steps_of_tile`, `steps_at_once`, and `unroll`: an object with `turns`, iterations (false: all of them), or false. */
static void add_steps(const struct local_turn *turn, struct value *object)
{
    struct job *const job = turn->page->job;
    const struct kernel *const kernel = turn->page->kernel;
    const bool clamped = turn->reach == REACH_CLAMPED;
    value_set_term(job, object, "steps_of_tile",
                   !clamped || !kernel->guard_k ? term_number(job, kernel->tile_k)
                   : kernel->turns_none         ? page_depth(turn->page)
                                                : page_name(turn->page, "left"));
    value_set_unless(job, object, "steps_at_once", turn->steps, 1);
    struct value *const unroll =
        value_set_object_if(job, object, "unroll", !clamped && kernel->tile_k != turn->steps);
    if (!unroll)
        return;
    const bool all = kernel->unroll_k == kernel->tile_k;
    value_set_unless(job, unroll, "turns", all ? 0 : kernel->unroll_k / turn->steps, 0);
}

void local_add_multiply(const struct local_turn *turn, struct value *object)
{
    const struct kernel *const kernel = turn->page->kernel;
    struct value *const operands = value_set_list(turn->page->job, object, "operands");
    add_steps(turn, object);
    add_k_lines(turn, object);
    for (int i = 0; i < kernel->factor_count; i++) {
        const struct operand *const operand = kernel->factors[i];
        struct value *const loads = page_operand(turn->page, operands, operand);
        if (is_a(operand) && plan_of(turn)->own_rows)
            load_exchanged(turn, loads, operand);
        else if (is_a(operand) || b_as_accumulators(turn))
            load(turn, loads, operand);
        else
            load_columns(turn, loads, operand);
    }
    page_products(turn->page, object, turn->steps, true,
                  &(struct factors){turn, factor_a, factor_b});
}
