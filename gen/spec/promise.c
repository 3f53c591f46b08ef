/*
 * What a host promises of its sizes, and whether it counts its work-groups.
 */
#include "gen/spec/spec.h"

#include "gen/request/interface.h"

bool spec_walks(const struct spec *spec)
{
    return spec->interface && interface_counts(spec->interface);
}

long long spec_promised(const struct spec *spec, enum symbol axis)
{
    const struct host_number *const promise =
        spec->interface ? &spec->interface->multiples[axis - SYMBOL_M] : NULL;
    return promise && promise->number > 0 ? promise->number : 1;
}

long long spec_promised_alone(const struct spec *spec, enum symbol axis)
{
    const bool asked = spec->interface && interface_promises(spec->interface) &&
                       spec->values[OPTION_EDGES].voice == VOICE_USER;
    return asked ? 1 : spec_promised(spec, axis);
}
