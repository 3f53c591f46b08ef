#include "gen/spec/internal.h"

#include <string.h>

#include "gen/spec/family.h"
#include "gen/request/attention.h"
#include "gen/request/interface.h"
#include "gen/request/preset.h"

static bool asked(const struct option_value *values, enum option_id id, enum voice at_least)
{
    return values[id].voice >= at_least;
}

static bool same(const struct option_value *left, const struct option_value *right)
{
    return left->text && right->text && strcmp(left->text, right->text) == 0;
}

/* Whether a family reads all the options that were asked for. */
static bool has_options(const struct family *family, const struct option_value *values)
{
    bool has = true;
    for (int id = 0; id < OPTION_COUNT && has; id++)
        has = !asked(values, (enum option_id)id, VOICE_PRESET) ||
              !family_is_asked((enum option_id)id, &values[id]) ||
              !family_lacks(family, (enum option_id)id);
    return has;
}

/* A profile's kernel is one thought: it counts as a whole, unless the request is another kernel
 * already. */
static bool takes_kernel_of_profile(const struct option_value *values,
                                    const struct option_value *kernel)
{
    if (asked(values, OPTION_PRESET, VOICE_DEVICE) || attention_asked(values))
        return false;
    if (values[OPTION_FOR].voice == VOICE_DEVICE &&
        spec_says_kernel(values, !values[OPTION_INTERFACE].text))
        return false;
    if (asked(values, OPTION_FAMILY, VOICE_YIELD)) {
        if (!same(&values[OPTION_FAMILY], &kernel[OPTION_FAMILY]))
            return false;
    } else if (kernel[OPTION_FAMILY].text &&
               !has_options(family_find(kernel[OPTION_FAMILY].text), values)) {
        return false;
    }
    if (asked(values, OPTION_SHARE, VOICE_DEVICE)) {
        const char *const share = kernel[OPTION_SHARE].text ? kernel[OPTION_SHARE].text : "none";
        return strcmp(values[OPTION_SHARE].text, share) == 0;
    }
    return true;
}

/* Whether a family computes what is asked of elements of these types, and shares operands as is asked. */
static bool is_for(const struct family *family, const struct option_value *values)
{
    const char *const share = values[OPTION_SHARE].text;
    const struct element *const a = spec_element(values, 0), *const b = spec_element(values, 1);
    return attention_asked(values) == family->attends &&
           (!share || family->shares & SHARED_BY(share_find(share))) &&
           (!a->read->parts || family->complex) &&
           ((!a->blocks && !b->blocks) || family->quantised);
}

bool spec_suits(const struct family *family, const struct option_value *values)
{
    return is_for(family, values) && has_options(family, values);
}

const char *spec_family_of(const struct option_value *values)
{
    const char *const share = values[OPTION_SHARE].text;
    for (size_t i = 0; family_order[i]; i++)
        if (spec_suits(family_order[i], values))
            return family_order[i]->name;
    for (size_t i = 0; family_order[i]; i++)
        if (is_for(family_order[i], values))
            return family_order[i]->name;
    return family_by_share(share ? share_find(share) : SHARE_NONE)->name;
}

/* Block reads are Intel's: a device that exchanges in another dialect has them through local memory. What
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

struct profile_part spec_dispatch(struct job *job, const struct option_value *values,
                                  const struct profile_source *source)
{
    struct profile_part kernels = {.value = NULL};
    if (spec_names_kernel(values) || spec_host_kernel(job, values, source).profile)
        return kernels;
    kernels = spec_kernels_for_shapes(job, values, source);
    return kernels.groups || values[OPTION_FOR].voice == VOICE_USER
               ? kernels
               : (struct profile_part){.value = NULL};
}

/* Whether a work-item of the family does all that a host's work-group has, in tiles of its own size. */
static bool is_alone(const struct option_value *values)
{
    return values[OPTION_FAMILY].text && family_find(values[OPTION_FAMILY].text)->alone;
}

/* Takes back the tile and the work-group that a host's launch wants (interface_say). */
static void drop_launch(struct option_value *values)
{
    for (enum option_id id = OPTION_TILE; values[OPTION_INTERFACE].text; id = OPTION_WG) {
        if (values[id].voice == VOICE_PRESET && !values[OPTION_PRESET].text)
            values[id] = (struct option_value){.voice = VOICE_NONE};
        if (id == OPTION_WG)
            break;
    }
}

/* As many tiles in sequence as a host's work-group has elements of C, where nobody says them and tiles divide these. */
static void fill_block_tiles(struct job *job, struct option_value *values,
                             const struct interface *interface)
{
    const long long *const tile = values[OPTION_TILE].numbers;
    long long extent[2];
    interface_extent(interface, values, extent);
    if (values[OPTION_BLOCK_TILES].voice >= VOICE_PRESET || !extent[0] || !extent[1] ||
        extent[0] % tile[0] || extent[1] % tile[1])
        return;
    option_say(job, values, OPTION_BLOCK_TILES,
               arena_printf(job->arena, "%lldx%lld", extent[0] / tile[0], extent[1] / tile[1]),
               VOICE_PRESET);
}

/* The profile's own kernel, and what it says for all, which gives way to that; the family, where neither they nor the user say it.
 * What the profile says for all is left out where the family does not read it. */
static void fill_profile(struct job *job, struct option_value *values,
                         const struct profile *profile, bool has_kernel)
{
    struct option_value kernel[OPTION_COUNT] = {{.voice = VOICE_NONE}};
    struct option_value common[OPTION_COUNT] = {{.voice = VOICE_NONE}};
    profile_say(job, kernel, &profile->kernel);
    profile_say(job, common, &profile->common);
    if (has_kernel && takes_kernel_of_profile(values, kernel)) {
        if ((profile->for_host && interface_fills_tile(values)) || is_alone(kernel))
            drop_launch(values);
        option_fill(values, kernel, VOICE_PROFILE);
    }
    option_fill(values, common, VOICE_PROFILE);
    if (is_block_read_elsewhere(values))
        option_say(job, values, OPTION_SUB_GROUPS, "emulated", VOICE_DEVICE);
    if (!values[OPTION_FAMILY].text)
        option_say(job, values, OPTION_FAMILY, spec_family_of(values), VOICE_FAMILY);
    const struct family *const family = family_find(values[OPTION_FAMILY].text);
    for (int id = 0; id < OPTION_COUNT; id++)
        if (common[id].text && values[id].text == common[id].text &&
            family_lacks(family, (enum option_id)id))
            values[id] = (struct option_value){.voice = VOICE_NONE};
}

/* The default engine is NVIDIA's: where nobody asked for a family that has one, the devices of other profiles emulate it. */
static void fill_engine(struct job *job, struct option_value *values, const struct profile *profile)
{
    const bool other = (profile->device_type && strcmp(profile->device_type, "gpu") != 0) ||
                       (profile->vendor && strcmp(profile->vendor, "NVIDIA") != 0);
    const enum voice voice = values[OPTION_FAMILY].voice;
    if (other && (voice == VOICE_FAMILY || voice == VOICE_YIELD) && !values[OPTION_ENGINE].text &&
        family_has_engine(family_find(values[OPTION_FAMILY].text)))
        option_say(job, values, OPTION_ENGINE, "emulated:mma", VOICE_YIELD);
}

/* Whether kernels for shapes stand in place of the profile's own, where the user means that profile: all of them, or
 * of kernels of a type the one that was picked, which the profile has named then. */
static bool is_dispatched(const struct option_value *said, const struct profile *profile,
                          const char *kind)
{
    const struct profile_part dispatch = profile_dispatch(profile->source, kind);
    if (said[OPTION_FAMILY].voice == VOICE_PROFILE || said[OPTION_SHARE].voice == VOICE_PROFILE ||
        said[OPTION_PRESET].voice == VOICE_PROFILE)
        return true;
    return said[OPTION_FOR].voice == VOICE_USER && dispatch.value && !dispatch.type &&
           !profile->for_host;
}

/* The limit of a profile that an option lowers; NULL: it is no such option. */
static long long *limit_of(struct profile *profile, enum option_id id)
{
    return id == OPTION_WG_LIMIT      ? &profile->work_group_size
           : id == OPTION_LOCAL_LIMIT ? &profile->local_bytes
                                      : NULL;
}

/* Whether the option says less than the profile does, of which 0 says nothing; or more than the least that it states. */
static bool holds(const struct option_value *value, enum option_id id,
                  const struct profile *profile)
{
    const long long limit = id == OPTION_WG_LIMIT ? profile->work_group_size : profile->local_bytes;
    return value->text &&
           (!limit || value->numbers[0] < limit ||
            (id == OPTION_LOCAL_LIMIT && profile->has_more_local && value->numbers[0] > limit));
}

void spec_lower_limits(const struct option_value *values, struct profile *profile)
{
    for (enum option_id id = OPTION_WG_LIMIT; id <= OPTION_LOCAL_LIMIT; id++)
        if (holds(&values[id], id, profile))
            *limit_of(profile, id) = values[id].numbers[0];
}

/* What a program says of its device is said of every device: where the profile has no more, it stands in no command. */
static void drop_idle_limits(struct option_value *values, struct profile *profile)
{
    for (enum option_id id = OPTION_WG_LIMIT; id <= OPTION_LOCAL_LIMIT; id++)
        if (values[id].voice < VOICE_USER && !holds(&values[id], id, profile))
            values[id] = (struct option_value){.voice = VOICE_NONE};
}

const struct option_value *spec_values(struct job *job, const struct option_value *said,
                                       const struct interface *interface,
                                       const struct profile_source *source,
                                       const struct profile **profile, struct numbers *numbers)
{
    struct option_value *const values = arena_array(job->arena, OPTION_COUNT, sizeof *values);
    for (int id = 0; id < OPTION_COUNT; id++) {
        values[id] = said[id];
        /* The result outlives the request. */
        if (said[id].text)
            values[id].text = arena_copy(job->arena, said[id].text);
    }
    if (!source)
        source = profile_load(job, spec_profile_name(values));
    preset_fill(job, values);

    const char *const kind = spec_kind(job, values, source);
    const struct profile_line host = spec_host_kernel(job, values, source);
    struct profile *const states = profile_of(job, source, kind, &host);
    fill_profile(job, values, states, !is_dispatched(said, states, kind));
    fill_engine(job, values, states);
    *numbers = spec_numbers(values);
    profile_take_peak(job, states, number_real(numbers->compute)->type);
    drop_idle_limits(values, states);
    spec_lower_limits(values, states);
    *profile = states;

    if (is_alone(values))
        drop_launch(values);
    const struct family *const family = family_find(values[OPTION_FAMILY].text);
    const bool of_cpu = states->device_type && strcmp(states->device_type, "cpu") == 0;
    option_say_line(job, values,
                    of_cpu && family->standard_cpu ? family->standard_cpu : family->standard,
                    VOICE_FAMILY);
    spec_fill_tile(job, values, states, numbers->compute->bytes);
    if (interface && is_alone(values))
        fill_block_tiles(job, values, interface);

    /* A gated product is no update of C. */
    if (values[OPTION_CHAIN].text && strcmp(values[OPTION_CHAIN].text, "none") != 0 &&
        !values[OPTION_BETA].text)
        option_say(job, values, OPTION_BETA, "0", VOICE_STANDARD);
    for (int id = 0; id < OPTION_COUNT; id++)
        if (!values[id].text && option_rows[id].standard[0] != '[')
            option_say(job, values, (enum option_id)id, option_rows[id].standard, VOICE_STANDARD);
    for (int id = OPTION_ALPHA; id <= OPTION_BETA; id++) {
        if (numbers->scalar->whole)
            option_write_digits(job, &values[id]);
        else if (number_real(numbers->scalar)->bytes == 4)
            option_round_to_single(job, (enum option_id)id, &values[id]);
    }
    return values;
}
