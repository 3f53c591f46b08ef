/*
 * The view of templates/naive.cl: the lists that the page goes through.
 */
#include "gen/family/families.h"
#include "gen/family/page.h"
#include "gen/view/family.h"

/* The element of an operand at step k. */
static struct fetch element(const struct page *page, const struct operand *operand)
{
    return by_index(operand)   ? page_by_index(page, operand, 1, 0, 0)
           : in_image(operand) ? page_texel(page, operand, 0, 0)
                               : page_buffer(page, operand, 0, 0, -1, false);
}

/* One step of K: an element of A and of B, in registers of these letters, and their product; of a gated product that of D, too. */
static void add_step(const struct page *page, struct value *iteration)
{
    page_add_steps(page, iteration, page_k_lines(page, iteration), 1);
    struct value *const list = value_set_list(page->job, iteration, "operands");
    for (int i = 0; i < page->kernel->factor_count; i++) {
        const struct operand *const operand = page->kernel->factors[i];
        page_load(page, page_operand(page, list, operand), operand,
                  term_print(page->job, page_letter(page, operand)), 1, element(page, operand));
    }
    struct value *const products = page_sums(page, iteration, 1);
    for (int i = 0; i < kernel_products(page->kernel); i++)
        page_product(page, products, page_single_sum(page, i),
                     page_letter(page, kernel_factor(page->kernel, i, true)),
                     page_letter(page, kernel_factor(page->kernel, i, false)));
}

/* Where the places of a work-item that takes several one after another end. */
static const struct term *end_of(const struct page *page, bool along_m)
{
    const struct kernel *const kernel = page->kernel;
    const struct term *const end = term_plus(page->job, page_axis_name(page, "first", along_m),
                                             shape_side(kernel->tile, along_m));
    return kernel_guards(kernel, along_m) ? term_min(page->job, end, page_limit(page, along_m))
                                          : end;
}

/* Members for naive/elements: list `places`, where the elements of a work-item begin; `several` of them, or the test `outside` whether a single one
 * is beyond the edge. */
static void add_elements(const struct page *page)
{
    struct job *const job = page->job;
    const struct kernel *const kernel = page->kernel;
    /* One that adds the parts of K does not return before. */
    const bool several = kernel->tile.height * kernel->tile.width > 1 || kernel->sums_in_launch;
    const struct term *outside = NULL;
    struct value *const places = value_set_list(job, page->view, "places");
    for (int i = 0; i < 2; i++) {
        const bool along_m = is_a(kernel->factors[i]);
        page_declare(page, places,
                     several ? page_axis_name(page, "first", along_m)
                             : page_place(page, along_m, 0, false),
                     term_times(job, page_id(page, "get_global_id", along_m),
                                shape_side(kernel->tile, along_m)));
        if (kernel_guards(kernel, along_m))
            outside = term_or(job, outside,
                              term_test(job, page_place(page, along_m, 0, false),
                                        ">=", page_limit(page, along_m)));
    }
    value_set_bool(job, page->view, "several", several);
    value_set_term(job, page->view, "outside", outside);
    value_set_term(job, page->view, "end_of_rows", end_of(page, true));
    value_set_term(job, page->view, "end_of_columns", end_of(page, false));
}

static const struct term *sum(struct job *job, const void *self, long long i, long long j)
{
    (void)self, (void)i, (void)j;
    return term_name(job, "sum");
}

/* Of a gated product. */
static const struct term *gate(struct job *job, const void *self, long long i, long long j)
{
    (void)self, (void)i, (void)j;
    return term_name(job, "gate");
}

static const struct term *up(struct job *job, const void *self, long long i, long long j)
{
    (void)self, (void)i, (void)j;
    return term_name(job, "up");
}

/* Declares the sums of an element. */
static void add_sums(const struct page *page)
{
    struct job *const job = page->job;
    value_set_text(job, page->view, "sum_type", accumulator_type(job, page->kernel, 1));
    struct value *const lines = value_set_list(job, page->view, "accumulators");
    struct value *const sums = value_set_list(job, value_add(lines, value_object(job)), "sums");
    for (int i = 0; i < kernel_products(page->kernel); i++)
        value_set_term(job, value_add(sums, value_object(job)), "sum", page_single_sum(page, i));
    value_mark_ends(job, sums);
}

/* Finds the number of an element among those of its work-item. */
static const struct term *number_of_element(const struct page *page)
{
    struct job *const job = page->job;
    const struct term *places[2];
    for (int i = 0; i < 2; i++)
        places[i] =
            term_sub(job, page_place(page, !i, 0, false), page_axis_name(page, "first", !i));
    return term_add(job, term_times(job, places[0], page->kernel->tile.width), places[1]);
}

static void fill(struct job *job, const struct kernel *kernel, struct value *view)
{
    const struct page page = {job, kernel, view};
    const long long *const first = places_apart(job, 1, 0);
    add_elements(&page);
    page_add_places(&page, page_lines(&page, false), false);
    const struct turns turns = add_turns(&page, kernel->own);
    add_formats(&page, &turns);
    if (turns.main)
        add_step(&page, turns.main);
    if (turns.remainder)
        add_step(&page, turns.remainder);
    add_sums(&page);
    keep_sums(&page, &(struct kept_sums){.vectors = {1, 1},
                                         .width = 1,
                                         .tiles = kernel->tile.height * kernel->tile.width,
                                         .tile = number_of_element(&page),
                                         .sum = sum});
    add_stores(&page, &(struct stored_tile){.width = 1,
                                            .vectors = {1, 1},
                                            .rows = first,
                                            .columns = first,
                                            .inside = true,
                                            .sum = kernel->problem.gate ? gate : sum,
                                            .up = up});
}

const struct family_view family_naive_view = {
    .page = "naive.cl",
    .fill = fill,
};
