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
    const struct spec *const spec = d->spec;
    const long long lanes = spec->wg.width;
    const long long rows = spec->tile.height < lanes ? spec->tile.height : lanes;
    const bool exchanges = local_own_rows(spec) > 0;
    view_add_sub_group(job, d->view, false,
                       exchanges && spec->spelling == SPELLING_INTEL ? spec->sg_size : 0);
    if (!exchanges) {
        value_set_bool(job, d->view, "exchanges", false);
        return;
    }
    struct value *const exchange = value_set_object(job, d->view, "exchanges");
    value_set_unless(job, exchange, "lanes_with_rows", rows, lanes);
    value_set_unless(job, exchange, "rows_apart", local_row(spec, 1), 1);
    add_shuffle(job, spec, d->view, spec->spelling, lanes, 1);
}
