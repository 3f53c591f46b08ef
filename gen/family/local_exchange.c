/*
 * The local family's exchange: the work-items of a row share the rows of canonical A, and each reads one
 * of them (or as many as a row of work-items leaves) from local memory and takes the others out of its
 * neighbours' registers. The technique is that of the eighth kernel of the Kepler tutorial.
 */
#include "gen/family/lanes.h"
#include "gen/family/local.h"

void local_add_exchange(const struct local_draft *d)
{
    struct job *const job = d->job;
    const struct spec *const spec = d->spec;
    const bool exchanges = local_own_rows(spec) > 0;
    value_set_bool(job, d->view, "exchanges", exchanges);
    if (!exchanges) {
        view_add_sub_group(job, d->view, false, 0);
        return;
    }
    const struct lanes lanes = {
        .job = job,
        .spec = spec,
        .view = d->view,
        .lanes = spec->wg.width,
        .group = 1,
        .groups = spec->tile.height,
        .depth = 1,
        .columns = 1,
        .row = axis_word(spec, true),
        .column = axis_word(spec, false),
    };
    lanes_add_exchange(&lanes);
    const long long rows = spec->tile.height < spec->wg.width ? spec->tile.height : spec->wg.width;
    value_set_unless(job, d->view, "lanes_with_rows", rows < spec->wg.width ? rows : 0, 0);
    value_set_unless(job, d->view, "rows_apart", local_row(spec, 1), 1);
}
