/*
 * What the library tells about itself: version, options.
 */
#include "gen/request/option.h"

const char *clgemm_version(void)
{
    return CLGEMM_VERSION;
}

const char *clgemm_option_renamed(const char *name)
{
    return option_renamed(name);
}

int clgemm_option_at(size_t index, struct clgemm_option *option)
{
    for (int id = 0; id < OPTION_COUNT; id++) {
        const struct option_row *const row = &option_rows[id];
        if (!row->group[0] || index-- > 0)
            continue;
        *option = (struct clgemm_option){row->name,     row->group, row->metavar, row->values,
                                         row->standard, row->help,  row->explain};
        return 0;
    }
    return -1;
}
