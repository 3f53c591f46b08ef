/*
 * The local family's exchange: the work-items of a row share the rows of canonical A, and each reads one
 * of them (or as many as a row of work-items leaves) from local memory and takes the others out of its
 * neighbours' registers. The technique is that of the eighth kernel of the Kepler tutorial.
 */
#include "gen/family/local.h"
#include "gen/family/shuffle.h"

void local_add_exchange(const struct local_draft *d)
{
    struct job *const job = d->job;
    const struct kernel *const kernel = d->kernel;
    const long long lanes = kernel->wg.width;
    const long long rows = kernel->tile.height < lanes ? kernel->tile.height : lanes;
    const bool exchanges = d->own->own_rows > 0;
    view_add_sub_group(job, d->view, false,
                       exchanges && kernel->spelling == SPELLING_INTEL ? kernel->sg_size : 0);
    if (!exchanges) {
        value_set_bool(job, d->view, "exchanges", false);
        return;
    }
    struct value *const exchange = value_set_object(job, d->view, "exchanges");
    value_set_unless(job, exchange, "lanes_with_rows", rows, lanes);
    value_set_unless(job, exchange, "rows_apart", local_row(kernel, 1), 1);
    add_shuffle(job, kernel, d->view, kernel->spelling, lanes, 1);
}
