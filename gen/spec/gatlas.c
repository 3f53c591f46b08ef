#include "gen/spec/gatlas.h"

#include <string.h>

#include "gen/request/gatlas.h"

/* Of how the kernel works, without GATLAS's own parameters, and of the type: whether what was asked
 * for is what the preset stands for, or what it is without being asked for. */
static bool as_published(const struct spec *spec, const struct option_value *preset, int id)
{
    const struct option_value *const value = &spec->values[id];
    const struct option_row *const row = &option_rows[id];
    const bool own =
        id == OPTION_PRESET || id == OPTION_KERNEL_NAME || gatlas_reads((enum option_id)id);
    if (own || !value->text || (strcmp(row->group, "kernel") != 0 && id != OPTION_TYPE))
        return true;
    if (preset[id].text)
        return strcmp(value->text, preset[id].text) == 0;
    return value->voice != VOICE_USER || strcmp(value->text, row->standard) == 0;
}

const char *gatlas_label(struct job *job, const struct spec *spec)
{
    const char *const name = spec->values[OPTION_PRESET].text;
    struct gatlas_variant variant;
    if (!gatlas_variant_of(name, &variant))
        return NULL;
    struct option_value preset[OPTION_COUNT] = {{.voice = VOICE_NONE}};
    option_say_line(job, preset, gatlas_options(job, name, spec->values), VOICE_PRESET);
    for (int id = 0; id < OPTION_COUNT; id++)
        if (!as_published(spec, preset, id))
            return NULL;
    const long long extra = gatlas_extra_of(&variant, spec->values);
    return arena_printf(job->arena, "%lld %lld %lld %s %s%s", gatlas_group_of(spec->values),
                        gatlas_block_of(spec->values), extra,
                        gatlas_inlines(&variant, extra) ? "inlineMNK" : "argsMNK",
                        gatlas_loop_order(extra),
                        !gatlas_chooses_ids(&variant)        ? ""
                        : gatlas_global_ids(&variant, extra) ? " globalID"
                                                             : " groupID");
}

long long gatlas_multiple(const struct spec *spec, enum symbol axis)
{
    struct gatlas_variant variant;
    if (!gatlas_variant_of(spec->values[OPTION_PRESET].text, &variant))
        return 1;
    const long long group = gatlas_group_of(spec->values);
    return axis == spec->m ? common_multiple(group * gatlas_block_of(spec->values), variant.vector)
                           : group * variant.vector;
}
