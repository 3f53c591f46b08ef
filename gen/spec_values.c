#include "gen/spec_impl.h"

#include <string.h>

#include "gen/family.h"
#include "gen/preset.h"

static bool asked(const struct option_value *values, enum option_id id, enum voice at_least)
{
    return values[id].voice >= at_least;
}

static bool same(const struct option_value *left, const struct option_value *right)
{
    return left->text && right->text && strcmp(left->text, right->text) == 0;
}

/* A profile's kernel is one thought: it counts as a whole, unless the request is another kernel
 * already. */
static bool takes_kernel_of_profile(const struct option_value *values,
                                    const struct option_value *kernel)
{
    if (asked(values, OPTION_PRESET, VOICE_DEVICE))
        return false;
    if (values[OPTION_FOR].voice == VOICE_DEVICE)
        for (int id = OPTION_FAMILY; id < OPTION_FOR; id++)
            if (id != OPTION_SUB_GROUPS && id != OPTION_KERNEL_NAME &&
                asked(values, (enum option_id)id, VOICE_USER))
                return false;
    if (asked(values, OPTION_FAMILY, VOICE_DEVICE) &&
        !same(&values[OPTION_FAMILY], &kernel[OPTION_FAMILY]))
        return false;
    if (asked(values, OPTION_SHARE, VOICE_DEVICE)) {
        const char *const share = kernel[OPTION_SHARE].text ? kernel[OPTION_SHARE].text : "none";
        return strcmp(values[OPTION_SHARE].text, share) == 0;
    }
    return true;
}

/* The family of a request that names none. */
static const char *family_of(const struct option_value *values)
{
    const char *const share = values[OPTION_SHARE].text;
    return family_by_share(share ? share_find(share) : SHARE_SHUFFLE)->name;
}

/* Block reads are Intel's: a device that exchanges in another spelling has them through local memory. What
 * somebody asked for is a rule's to refuse. */
static bool is_block_read_elsewhere(const struct option_value *values)
{
    const char *const share = values[OPTION_SHARE].text;
    return share && share_find(share) == SHARE_BLOCK_READ &&
           values[OPTION_SUB_GROUPS].voice == VOICE_DEVICE &&
           strcmp(values[OPTION_SUB_GROUPS].text, "intel") != 0;
}

const char *spec_profile_name(const struct option_value *values)
{
    return values[OPTION_FOR].text ? values[OPTION_FOR].text : "generic";
}

const struct option_value *spec_values(struct job *job, const struct option_value *said,
                                       const struct profile_source *source,
                                       const struct profile **profile, struct element *element)
{
    struct option_value *const values = arena_array(job->arena, OPTION_COUNT, sizeof *values);
    for (int id = 0; id < OPTION_COUNT; id++) {
        values[id] = said[id];
        /* The result outlives the request. */
        if (said[id].text)
            values[id].text = arena_copy(job->arena, said[id].text);
    }

    if (values[OPTION_PRESET].text)
        option_say_line(job, values, preset_options(job, values[OPTION_PRESET].text, values),
                        VOICE_PRESET);

    const char *const type = values[OPTION_TYPE].text;
    *element = element_of(type ? type : option_rows[OPTION_TYPE].standard,
                          values[OPTION_COMPUTE].text, values[OPTION_ACCUMULATE].text);
    if (!source)
        source = profile_load(job, spec_profile_name(values));
    *profile = profile_of(job, source, element);
    struct option_value kernel[OPTION_COUNT] = {{.voice = VOICE_NONE}};
    option_say_line(job, kernel, (*profile)->kernel, VOICE_PROFILE);
    if (takes_kernel_of_profile(values, kernel))
        option_say_line(job, values, (*profile)->kernel, VOICE_PROFILE);
    option_say_line(job, values, (*profile)->common, VOICE_PROFILE);

    if (is_block_read_elsewhere(values))
        option_say(job, values, OPTION_SUB_GROUPS, "emulated", VOICE_DEVICE);
    if (!values[OPTION_FAMILY].text)
        option_say(job, values, OPTION_FAMILY, family_of(values), VOICE_FAMILY);
    option_say_line(job, values, family_find(values[OPTION_FAMILY].text)->standard, VOICE_FAMILY);

    for (int id = 0; id < OPTION_COUNT; id++)
        if (!values[id].text && option_rows[id].standard[0] != '[')
            option_say(job, values, (enum option_id)id, option_rows[id].standard, VOICE_STANDARD);
    if (element->scalar->bytes == 4) {
        option_round_to_single(job, OPTION_ALPHA, &values[OPTION_ALPHA]);
        option_round_to_single(job, OPTION_BETA, &values[OPTION_BETA]);
    }
    return values;
}
