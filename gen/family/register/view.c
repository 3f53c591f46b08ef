/*
 * The view of templates/register.cl: the lists that the page goes through. See family.c for the scheme.
 */
#include "gen/family/families.h"
#include "gen/family/page.h"
#include "gen/view/family.h"
#include "gen/view/formats.h"

/* The iteration under way. */
struct turn {
    const struct page *page;
    bool aligned;    /* vectors lie at multiples of their size */
    bool remains;    /* single steps of K with places clamped: right at every edge */
    long long depth; /* steps of K */
};

/* The elements of a register that are multiplied together: a scalar of A, a vector of B as wide as the accumulators. */
static long long used_of(const struct turn *turn, const struct operand *operand)
{
    return is_a(operand) ? 1 : turn->page->kernel->c.vector;
}

/* The elements that are read at once. */
static long long vector_of(const struct turn *turn, const struct operand *operand)
{
    return turn->remains ? 1 : operand->vector;
}

static bool guarded(const struct turn *turn, const struct operand *operand)
{
    return kernel_guards(turn->page->kernel, is_a(operand));
}

static long long side_of(const struct turn *turn, const struct operand *operand)
{
    return kernel_side(turn->page->kernel, operand);
}

/* Whether registers hold runs along K; those of B are then taken apart, into vectors across it. */
static bool has_runs(const struct turn *turn, const struct operand *operand)
{
    return vector_of(turn, operand) > 1 && contiguous_along_k(operand);
}

/* How many elements along the tile a register has. */
static long long width_of(const struct turn *turn, const struct operand *operand)
{
    return vector_of(turn, operand) > 1 && !contiguous_along_k(operand) ? operand->vector
                                                                        : used_of(turn, operand);
}

/* -------------------------------------------------------------------------------- fetches */

/* `width` elements from the one at `place` of the tile and k + `k` on. An element beyond the edge is another one instead. */
static struct fetch fetch_of(const struct turn *turn, const struct operand *operand,
                             long long width, long long k, long long place)
{
    const struct page *const page = turn->page;
    const bool guard = guarded(turn, operand);
    if (in_image(operand))
        return page_texel(page, operand, k, place);
    if (by_index(operand))
        return page_by_index(page, operand, turn->depth, k, place);
    struct fetch fetch =
        page_buffer(page, operand, k, place, guard ? place : -1, guard && width == 1);
    fetch.get = width > 1 && turn->aligned && tests_alignment(page->kernel, operand)
                    ? aligned_read(page->job, operand)
                    : operand_read(operand, width);
    return fetch;
}

/* One element out of a texel of several. Along K its number in the texel is known only at run time. */
static struct fetch element_of_texel(const struct turn *turn, const struct operand *operand,
                                     long long place)
{
    struct fetch fetch = page_texel(turn->page, operand, 0, place);
    fetch.get = is_a(operand) ? "get/texel_chosen" : "get/texel_part";
    fetch.part = component_name(turn->page->job, operand->vector, place % operand->vector);
    return fetch;
}

/* "b_run_2_0": elements k * vector and on of B in a column of the tile; and one of them. */
static const char *run_name(const struct turn *turn, const struct operand *operand, long long place,
                            long long k)
{
    return arena_printf(turn->page->job->arena, "%c_run_%lld_%lld", operand_letter(operand), place,
                        k);
}

static struct fetch part_of_run(const struct turn *turn, const struct operand *operand,
                                long long place, long long k)
{
    struct job *const job = turn->page->job;
    const long long vector = operand->vector;
    return (struct fetch){
        .get = "get/value",
        .as_is = true,
        .value = term_part(job, run_name(turn, operand, place, k / vector),
                           number_component(job, operand->computed, vector, k % vector, 1)),
    };
}

/* Element by element. */
static struct fetch element_of(const struct turn *turn, const struct operand *operand, long long k,
                               long long place)
{
    return has_runs(turn, operand)                    ? part_of_run(turn, operand, place, k)
           : in_image(operand) && operand->vector > 1 ? element_of_texel(turn, operand, place)
                                                      : fetch_of(turn, operand, 1, k, place);
}

/* ---------------------------------------------------------------------------------- loads */

/* Runs along K: registers of A, or what those of B are made of. */
static void load_runs(const struct turn *turn, const struct operand *operand, struct value *loads)
{
    const long long vector = operand->vector, side = side_of(turn, operand);
    const long long runs = turn->depth / vector;
    const bool a = is_a(operand);
    for (long long i = 0; i < side * runs; i++) {
        const long long place = a ? i % side : i / runs, k = a ? i / side : i % runs;
        page_load(turn->page, loads, operand,
                  a ? register_name(turn->page->job, operand, place, side, k, runs)
                    : run_name(turn, operand, place, k),
                  vector, fetch_of(turn, operand, vector, k * vector, place));
    }
}

/* A register across K, of as many elements as there are from `place` on. */
static void load_across(const struct turn *turn, const struct operand *operand, struct value *loads,
                        const char *name, long long k, long long place)
{
    const struct page *const page = turn->page;
    const long long width = width_of(turn, operand);
    const bool ends = turn->remains && guarded(turn, operand) && lies_across_k(operand);
    if (ends && width > 1) {
        page_load(page, loads, operand, name, width, page_clamped(page, operand, place));
        return;
    }
    if (vector_of(turn, operand) > 1 && !has_runs(turn, operand)) {
        page_load(page, loads, operand, name, width, fetch_of(turn, operand, width, k, place));
        return;
    }
    struct fetch *const elements = arena_array(page->job->arena, (size_t)width, sizeof *elements);
    for (long long i = 0; i < width; i++)
        elements[i] = element_of(turn, operand, k, place + i);
    page_gather(page, loads, operand, name, width, elements);
}

static void load(const struct turn *turn, const struct operand *operand, struct value *operands)
{
    struct value *const loads = page_operand(turn->page, operands, operand);
    const long long width = width_of(turn, operand), count = side_of(turn, operand) / width;
    const bool runs = has_runs(turn, operand);
    if (runs)
        load_runs(turn, operand, loads);
    for (long long k = 0; k < turn->depth && !(runs && is_a(operand)); k++)
        for (long long i = 0; i < count; i++)
            load_across(turn, operand, loads,
                        register_name(turn->page->job, operand, i, count, k, turn->depth), k,
                        i * width);
}

/* ------------------------------------------------------------------------------- products */

/* `count` elements from `place` of the tile on at step k: a register, or a component of one. */
static const struct term *factor(const struct turn *turn, const struct operand *operand,
                                 long long k, long long place, long long count)
{
    struct job *const job = turn->page->job;
    const long long side = side_of(turn, operand);
    const bool run = has_runs(turn, operand) && is_a(operand);
    const long long width = run ? operand->vector : width_of(turn, operand);
    const char *const name =
        run ? register_name(job, operand, place, side, k / width, turn->depth / width)
            : register_name(job, operand, place / width, side / width, k, turn->depth);
    return term_part(
        job, name,
        number_component(job, operand->computed, width, (run ? k : place) % width, count));
}

static const struct term *factor_a(const void *self, int product, long long row, long long k)
{
    const struct turn *const turn = self;
    return factor(turn, kernel_factor(turn->page->kernel, product, true), k, row, 1);
}

static const struct term *factor_b(const void *self, int product, long long k, long long column,
                                   long long count)
{
    const struct turn *const turn = self;
    return factor(turn, kernel_factor(turn->page->kernel, product, false), k, column, count);
}

static void add_iteration(const struct turn *turn, struct value *object)
{
    const struct page *const page = turn->page;
    page_add_steps(page, object, page_k_lines(page, object), turn->depth);
    struct value *const operands = value_set_list(page->job, object, "operands");
    for (int i = 0; i < page->kernel->factor_count; i++)
        load(turn, page->kernel->factors[i], operands);
    page_products(page, object, turn->depth, !turn->remains,
                  &(struct factors){turn, factor_a, factor_b});
}

/* --------------------------------------------------------------------------------- kernel */

static void add_main(const struct page *page, struct value *main)
{
    const struct kernel *const kernel = page->kernel;
    struct turn turn = {.page = page, .depth = kernel->tile_k};
    add_iteration(&turn, main);
    const struct operand *operands[3];
    bool any = false;
    for (int i = 0; i < kernel->factor_count; i++) {
        operands[i] = tests_alignment(kernel, kernel->factors[i]) ? kernel->factors[i] : NULL;
        any |= operands[i] != NULL;
    }
    turn.aligned = true;
    if (any)
        add_iteration(&turn, add_aligned_loop(page, main, operands, kernel->factor_count));
}

static void add_remainder(const struct page *page, struct value *remainder)
{
    const struct kernel *const kernel = page->kernel;
    const struct operand *const b = &kernel->b;
    add_iteration(&(struct turn){.page = page, .depth = 1, .remains = true}, remainder);
    if (kernel->guard_n && lies_across_k(b) && kernel->c.vector > 1)
        add_clamped_function(page, b, kernel->c.vector);
}

/* Member `chooses`: the function that takes an element out of a texel by its number, or false. */
static void add_choice(const struct page *page, bool chooses)
{
    struct job *const job = page->job;
    const struct operand *const a = &page->kernel->a;
    const struct number *const number = element_arrives(a->element, a->computed);
    const bool halves = a->element->most_texel == 2;
    struct value *const object = value_set_object_if(job, page->view, "chooses", chooses);
    if (!object)
        return;
    value_set_text(job, object, "number", number->name);
    value_set_text(job, object, "type", number_vector(job, number, halves ? 2 : 4));
    value_set_text(job, object, "texel", halves ? "two" : "four");
    value_set_text(job, object, "choice", halves ? "get/one_of_two" : "get/one_of_four");
}

static void fill(struct job *job, const struct kernel *kernel, struct value *view)
{
    const struct page page = {job, kernel, view};
    const long long width = kernel->c.vector;
    const struct shape tile = kernel->tile, vectors = {tile.height, tile.width / width};
    page_places(&page);
    page_add_places(&page, page_lines(&page, true), true);
    add_accumulators(&page, vectors, width);
    keep_sums(&page, &(struct kept_sums){.vectors = vectors, .width = width});
    const struct turns turns = add_turns(&page, kernel->own);
    add_formats(&page, &turns);
    if (turns.main)
        add_main(&page, turns.main);
    if (turns.remainder)
        add_remainder(&page, turns.remainder);
    add_choice(&page, turns.remainder && in_image(&kernel->a) && kernel->a.vector > 1);
    add_stores(&page, &(struct stored_tile){.width = width,
                                            .vectors = vectors,
                                            .rows = places_apart(job, vectors.height, 1),
                                            .columns = places_apart(job, vectors.width, width)});
}

const struct family_view family_register_view = {
    .page = "register.cl",
    .fill = fill,
};
