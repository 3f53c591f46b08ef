/*
 * Numbers of a host's launch that a spec says.
 */
#include "gen/spec/spec.h"

#include <string.h>

#include "gen/request/interface.h"
#include "gen/spec/family.h"

int spec_host_place(const struct spec *spec, int dimension)
{
    return interface_place(spec->interface, dimension, spec->n);
}

long long spec_host_extent(const struct spec *spec, enum symbol axis)
{
    const struct shape group = spec_launch_tile(spec);
    return axis == spec->m ? group.height : group.width;
}

/* Whether a launch of numbers has as many work-items as the kernel, which numbers them as any launch has them, or may have more. */
static bool has_items_of_launch(const struct spec *spec)
{
    const long long own = spec->wg.height * spec->wg.width;
    long long items = 1;
    for (int i = 0; i < INTERFACE_DIMENSIONS; i++)
        items *= spec->interface->local[i].number;
    return spec->family->numbers &&
           (items == own || (spec->family->alone && own == 1 && items > own));
}

long long spec_host_local(const struct spec *spec, int dimension)
{
    if (has_items_of_launch(spec))
        return spec->interface->local[dimension].number;
    const struct shape local = spec->family->numbers ? spec->wg : spec_local_size(spec);
    if (spec->interface->flat)
        return dimension == 0 ? local.height * local.width : 1;
    return dimension == spec_host_place(spec, 0)   ? local.width
           : dimension == spec_host_place(spec, 1) ? local.height
                                                   : 1;
}

long long spec_host_number(const struct spec *spec, int i)
{
    return i < 2 ? spec_host_extent(spec, (enum symbol)(SYMBOL_M + i))
                 : spec_host_local(spec, i - 2);
}

long long spec_host_macro(const struct spec *spec, const char *macro)
{
    for (int i = 0; i < LAUNCH_NUMBERS; i++) {
        const char *const named = interface_number(spec->interface, i)->macro;
        if (named && strcmp(named, macro) == 0)
            return spec_host_number(spec, i);
    }
    return 0;
}
