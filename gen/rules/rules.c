#include "gen/rules/internal.h"

#include <stdio.h>
#include <string.h>

#include "gen/spec/family.h"

bool is_power_of_two(long long number)
{
    return number > 0 && (number & (number - 1)) == 0;
}

/* Who said an option that the user did not: "--for cpu", or the profile that a program chose for the device;
 * NULL where it was the user, or nobody. */
static const char *who_said(struct job *job, const struct spec *spec, enum option_id id)
{
    const enum voice voice = spec->values[id].voice;
    const enum option_id by = voice == VOICE_PROFILE  ? OPTION_FOR
                              : voice == VOICE_PRESET ? OPTION_PRESET
                                                      : OPTION_COUNT;
    if (by == OPTION_FOR && spec->values[by].voice < VOICE_USER)
        return arena_printf(job->arena, "the device's profile %s", spec->profile->name);
    return by == OPTION_COUNT || !spec->values[by].text
               ? NULL
               : arena_printf(job->arena, "--%s %s", option_rows[by].name, spec->values[by].text);
}

/* "--tile width 6 (from --preset kepler_4)"; a switch that is on stands without its value. */
static const char *named(struct job *job, enum option_id id, const char *value, const char *who)
{
    const bool alone = option_rows[id].kind == KIND_SWITCH && strcmp(value, "yes") == 0;
    return arena_printf(job->arena, "--%s%s%s%s%s%s", option_rows[id].name, alone ? "" : " ",
                        alone ? "" : value, who ? " (from " : "", who ? who : "", who ? ")" : "");
}

const char *option_and_value(struct job *job, const struct spec *spec, enum option_id id,
                             const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const char *const value = arena_vprintf(job->arena, format, arguments);
    va_end(arguments);
    const bool is_access = id == OPTION_ACCESS_A || id == OPTION_ACCESS_B;
    if (is_access && !spec->values[id].text && spec->values[OPTION_ACCESS].text)
        id = OPTION_ACCESS;
    const char *const said = spec->values[id].text;
    return named(job, id, value, said && strcmp(said, value) == 0 ? who_said(job, spec, id) : NULL);
}

const char *option_said(struct job *job, const struct spec *spec, enum option_id id)
{
    return option_and_value(job, spec, id, "%s", option_text(spec->values, id));
}

const char *option_number(struct job *job, const struct spec *spec, enum option_id id,
                          long long number)
{
    return option_and_value(job, spec, id, "%lld", number);
}

/* Of --tile, --block-tiles or --wg. */
static struct shape shape_of(const struct spec *spec, enum option_id id)
{
    return id == OPTION_WG ? spec->wg : id == OPTION_BLOCK_TILES ? spec->tiles : spec->tile;
}

const char *option_shape(struct job *job, const struct spec *spec, enum option_id id)
{
    const struct shape shape = shape_of(spec, id);
    return option_and_value(job, spec, id, "%lldx%lld", shape.height, shape.width);
}

const char *option_side(struct job *job, const struct spec *spec, enum option_id id, bool height)
{
    const struct shape shape = shape_of(spec, id);
    const char *const side = arena_printf(job->arena, "%s %lld", height ? "height" : "width",
                                          height ? shape.height : shape.width);
    return named(job, id, side, spec->values[id].text ? who_said(job, spec, id) : NULL);
}

const char *option_limits(struct job *job, const struct spec *spec, enum option_id id,
                          long long limit)
{
    const struct option_value *const value = &spec->values[id];
    if (value->text && value->numbers[0] == limit && value->voice >= VOICE_DEVICE)
        return value->voice == VOICE_DEVICE
                   ? "the device"
                   : arena_printf(job->arena, "--%s", option_rows[id].name);
    return arena_printf(job->arena, "profile %s", spec->profile->name);
}

enum option_id option_of(const struct operand *operand, enum option_id of_a)
{
    return of_a + (operand->role - ROLE_A);
}

const struct refusal *propose_longer(struct refusal *refusal, const struct spec *spec, bool along_k,
                                     bool height, long long vector)
{
    const struct shape tile = spec->tile;
    if (along_k)
        return propose(refusal, OPTION_TILE_K, "%lld", common_multiple(spec->tile_k, vector));
    return propose(refusal, OPTION_TILE, "%lldx%lld",
                   height ? common_multiple(tile.height, vector) : tile.height,
                   height ? tile.width : common_multiple(tile.width, vector));
}

const struct refusal *refuse_vector(struct job *job, const struct spec *spec, enum option_id option,
                                    long long width)
{
    struct refusal *const refusal =
        refuse(job, "OpenCL C has no vectors of %lld elements, which %s asks for", width,
               option_number(job, spec, option, width));
    for (int other = 1; other <= 16; other *= 2)
        propose(refusal, option, "%d", other);
    return refusal;
}

struct clgemm_error rules_error(const struct rule *rule, const struct refusal *refusal)
{
    const enum option_id option = refusal_option(refusal);
    struct clgemm_error error;
    error_set(&error, CLGEMM_REFUSED, option == OPTION_COUNT ? NULL : option_rows[option].name,
              "%s", refusal_text(refusal));
    snprintf(error.rule, sizeof error.rule, "%s", rule->name);
    return error;
}
