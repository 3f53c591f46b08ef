/*
 * The local family's exchange: the work-items of a row share the rows of canonical A, and each reads one
 * of them (or as many as a row of work-items leaves) from local memory and takes the others out of its
 * neighbours' registers. The technique is that of the eighth kernel of the Kepler tutorial.
 */
#include "gen/family/local/view.h"
#include "gen/family/shuffle.h"

/* The row of canonical A that a lane reads. */
static const struct term *row_of_lane(const struct page *page)
{
    struct job *const job = page->job;
    const struct kernel *const kernel = page->kernel;
    const long long lanes = kernel->wg.width;
    const long long rows = kernel->tile.height < lanes ? kernel->tile.height : lanes;
    const struct term *const lane = page_name(page, "lane");
    const struct term *const row = rows == lanes ? lane : term_rest(job, lane, rows);
    return term_add(job, page_axis_name(page, "tile", true),
                    term_times(job, row, local_row(kernel, 1)));
}

void local_add_exchange(const struct page *page)
{
    struct job *const job = page->job;
    const struct kernel *const kernel = page->kernel;
    const struct local_plan *const plan = kernel->own;
    struct value *const exchange =
        value_set_object_if(job, page->view, "exchanges", plan->own_rows > 0);
    if (!exchange)
        return;
    value_set_term(job, exchange, "row_of_lane", row_of_lane(page));
    add_shuffle(job, kernel, page->view, kernel->spelling, kernel->wg.width, 1);
}
