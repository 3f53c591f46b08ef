/*
 * The sums of a work-item: of its tiles in sequence, of vectors along K, of work-items that compute a tile together, and their stores.
 */
#include "gen/family/families.h"
#include "gen/family/gemv/view.h"
#include "gen/view/family.h"

/* Whether a sum is made of a vector along K. */
static bool has_totals(const struct gemv_draft *d)
{
    return d->own->along_k && d->own->sum_vector > 1;
}

/* The sum of a vector along K: "sum_0_1"; of a gated product "gate_sum_0_1" and "up_sum_0_1". */
static const struct term *total_at(const struct page *page, int product, long long i, long long j)
{
    const bool gated = kernel_products(page->kernel) > 1;
    return page_printed(page, "%s%s_%lld_%lld",
                        gated ? kernel_sum_word(page->kernel, product, "") : "",
                        gated ? "_sum" : "sum", i, j);
}

/* List `cells`: a work-item's vectors of sums at (i, j), those of a second product behind those of the first; what each is called, `cell`, and its
 * `total`. */
static struct value *add_cells(const struct gemv_draft *d, struct value *object)
{
    struct job *const job = d->page.job;
    const struct shape shape = d->own->cells;
    struct value *const cells = value_set_list(job, object, "cells");
    for (long long i = 0; i < shape.height * kernel_products(d->page.kernel); i++)
        for (long long j = 0; j < shape.width; j++) {
            struct value *const cell = value_add(cells, value_object(job));
            const int product = (int)(i / shape.height);
            value_set_integer(job, cell, "i", i);
            value_set_integer(job, cell, "j", j);
            value_set_term(job, cell, "cell", page_sum(&d->page, product, i % shape.height, j));
            value_set_term(job, cell, "total", total_at(&d->page, product, i % shape.height, j));
            value_set_term(job, cell, "sum",
                           has_totals(d) ? total_at(&d->page, product, i % shape.height, j)
                                         : page_sum(&d->page, product, i % shape.height, j));
        }
    return cells;
}

/* Members for tiles in sequence: how many `tiles` there are, at `most` and `whole_tiles` where some may end with the matrix (`crosses`); where a
 * tile begins, and the `cells` of its sums by `index`. */
static void add_tiles(const struct gemv_draft *d, bool loops)
{
    struct job *const job = d->page.job;
    const struct page *const page = &d->page;
    const long long side = gemv_side(d, d->large);
    const bool along_m = !d->own->thin_m;
    const char *const word = kernel_axis_word(page->kernel, along_m);
    value_set_bool(job, page->view, "crosses", loops && d->own->crosses);
    const struct term *const places = page_printed(page, "%ss", word);
    value_set_term(job, page->view, "tiles",
                   term_over(job, term_plus(job, places, side - 1), side));
    value_set_term(job, page->view, "whole_tiles", term_over(job, places, side));
    value_set_text(job, page->view, "place_of_tile", word);
    value_set_term(job, page->view, "begin_of_tile",
                   term_add(job, page_axis_name(page, "first", along_m),
                            term_times(job, page_name(page, "tile"), side)));
    value_set_integer(job, page->view, "most", d->own->tiles);
    value_set_integer(job, page->view, "cells_of_tile", d->own->cells.height * d->own->cells.width);
    long long index = 0;
    for (struct value *cell = add_cells(d, page->view)->first; cell; cell = cell->next)
        value_set_integer(job, cell, "index", index++);
}

/* Member `sum_of`: the function that adds the elements of a vector by halves, and its calls; false where sums are no vectors
 * along K. */
static void add_sum_of(const struct gemv_draft *d)
{
    struct job *const job = d->page.job;
    long long width = d->own->sum_vector;
    struct value *const object =
        value_set_object_if(job, d->page.view, "sum_of", d->own->along_k && width != 1);
    if (!object)
        return;
    const char *from = "values";
    value_set_text(job, object, "type", accumulator_type(job, d->page.kernel, width));
    value_set_text(job, object, "one", accumulator_type(job, d->page.kernel, 1));
    struct value *const halves = value_set_list(job, object, "halves");
    while ((width /= 2) > 1) {
        struct value *const half = value_add(halves, value_object(job));
        const char *const name = arena_printf(job->arena, "of_%lld", width);
        value_set_text(job, half, "half_type", accumulator_type(job, d->page.kernel, width));
        value_set_text(job, half, "half_name", name);
        value_set_text(job, half, "from", from);
        from = name;
    }
    value_set_text(job, object, "two", from);
    add_cells(d, object);
}

/* A sum along K, made of a vector: of the kernel's only product, or of a second one. */
static const struct term *total(struct job *job, const void *self, long long i, long long j)
{
    const struct page page = {job, self, NULL};
    return total_at(&page, 0, i, j);
}

static const struct term *second_total(struct job *job, const void *self, long long i, long long j)
{
    const struct page page = {job, self, NULL};
    return total_at(&page, 1, i, j);
}

/* Member `exchange`: how the sums of work-items that compute a tile together are added; false where each computes its own. */
static void add_exchange(const struct gemv_draft *d)
{
    struct job *const job = d->page.job;
    const struct kernel *const kernel = d->page.kernel;
    struct value *const exchange =
        value_set_object_if(job, d->page.view, "exchange", kernel->parts != 1);
    if (!exchange)
        return;
    value_set_text(job, exchange, "sum_type",
                   accumulator_type(job, kernel, d->own->along_k ? 1 : d->own->vector));
    value_set_integer(job, exchange, "height", d->own->cells.height * kernel_products(kernel));
    value_set_integer(job, exchange, "width", d->own->cells.width);
    value_set_integer(job, exchange, "items", kernel->wg.height * kernel->wg.width);
    value_set_integer(job, exchange, "half", kernel->parts / 2);
    value_set_unless(job, exchange, "apart", d->own->along_k ? 1 : gemv_items(d), 1);
    add_cells(d, exchange);
}

/* Vectors of sums are stored along C's lines where M is thin, across them where N is. */
static void add_tile(const struct gemv_draft *d)
{
    struct job *const job = d->page.job;
    const struct kernel *const kernel = d->page.kernel;
    const long long width = d->own->along_k ? 1 : d->own->vector;
    const bool across = !d->own->thin_m && width > 1;
    const struct shape cells = d->own->cells;
    keep_sums(&d->page,
              &(struct kept_sums){.vectors = cells,
                                  .width = width,
                                  .items = kernel->wg.height * kernel->wg.width / kernel->parts,
                                  .apart = d->own->along_k ? kernel->parts : 0,
                                  .tiles = d->own->tiles,
                                  .tile = page_name(&d->page, "tile"),
                                  .sum = has_totals(d) ? total : NULL});
    add_stores(&d->page, &(struct stored_tile){
                             .width = width,
                             .line_step = across,
                             .vectors = cells,
                             .rows = places_apart(job, cells.height, across ? width : 1),
                             .columns = places_apart(job, cells.width, across ? 1 : width),
                             .by_columns = across,
                             .sum = has_totals(d) ? total : NULL,
                             .up = has_totals(d) ? second_total : NULL,
                             .self = kernel,
                         });
}

void gemv_add_sums(const struct gemv_draft *d, bool loops)
{
    if (d->own->tiles > 1) {
        add_tiles(d, loops);
    } else {
        add_sum_of(d);
        add_exchange(d);
    }
    add_tile(d);
}
