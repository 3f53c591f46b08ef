#include "gen/spec/notes.h"

#include <string.h>

#include "gen/request/profile_name.h"
#include "gen/request/user_profile.h"
#include "gen/spec/family.h"
#include "gen/spec/idle.h"

/* A tile that the matrix does not fill is computed all the same: 3 columns by a tile of 32 take ten times
 * as long as they must. */
static const char *tile_beyond_size(struct job *job, const struct spec *spec, enum symbol axis)
{
    const long long step = spec_axis_step(spec, axis);
    const bool is_m = axis == spec->m;
    const char *const side = is_m ? "height" : "width";
    if (!spec_ends_within(spec, axis, step))
        return NULL;
    const long long tile = is_m ? spec->tile.height : spec->tile.width;
    const long long items = is_m ? spec_items(spec).height : spec_items(spec).width;
    const char *const group = (is_m ? spec->parts_m : spec->parts_n)
                                  ? ""
                                  : arena_printf(job->arena, " x --wg %s %lld", side, items);
    return arena_printf(job->arena,
                        "%s = %lld is less than the %lld that a work-group computes along %s "
                        "(--tile %s %lld%s); use a smaller --tile%s",
                        spec_size_name(spec, axis), spec_fixed(spec, axis), step,
                        spec_size_name(spec, axis), side, tile, group, *group ? " or --wg" : "");
}

/* ------------------------------------------------------------------- what yields, what is idle */

/* Numbers that an engine takes in place of the elements' own, and elements of another type, are worth a word. */
static const char *yielded(struct job *job, const struct spec *spec, enum option_id id)
{
    const struct option_value *const value = &spec->values[id];
    const char *const engine = spec->values[OPTION_ENGINE].text;
    if (value->voice != VOICE_YIELD || !family_has_engine(spec->family))
        return NULL;
    if (id == OPTION_ENGINE)
        return arena_printf(job->arena,
                            "--engine %s counts as asked: profile %s says of no matrix engine",
                            engine, spec->profile->name);
    if (id == OPTION_COMPUTE)
        return arena_printf(job->arena,
                            "--engine %s multiplies elements of %s as --compute %s, which counts "
                            "as asked",
                            engine, spec->a.given->type, value->text);
    return id == OPTION_TYPE
               ? arena_printf(job->arena,
                              "--type %s counts as asked: no kernel of --family %s with --engine "
                              "%s is as asked for %s",
                              value->text, spec->family->name, engine, option_rows[id].standard)
               : NULL;
}

/* What a profile says of its kernel that gave way: "--vec-c 8 to --vec-c 4, --tile 8x8 to --tile 4x8"; NULL: nothing. */
static const char *of_profile(struct job *job, const struct spec *spec)
{
    struct option_value *const states = arena_array(job->arena, OPTION_COUNT, sizeof *states);
    const char *list = NULL;
    profile_say(job, states, &spec->profile->kernel);
    const char *const family = states[OPTION_FAMILY].text;
    const bool own = family && strcmp(family, spec->family->name) == 0;
    const enum voice voice = spec->values[OPTION_FAMILY].voice;
    if (family && (voice == VOICE_FAMILY || voice == VOICE_YIELD) && !spec->family->attends &&
        family_has_engine(family_find(family)) && !family_has_engine(spec->family))
        return arena_printf(job->arena,
                            "what is asked is not served by the engine of profile %s: --family %s "
                            "in place of %s",
                            spec->profile->name, spec->family->name, family);
    for (int id = 0; id < OPTION_COUNT && own; id++) {
        const struct option_value *const value = &spec->values[id];
        const char *const name = option_rows[id].name;
        if (value->voice == VOICE_YIELD && states[id].text &&
            strcmp(value->text, states[id].text) != 0)
            list = arena_join(job->arena, list, ", ",
                              arena_printf(job->arena, "--%s %s in place of %s", name, value->text,
                                           states[id].text));
    }
    return list ? arena_printf(job->arena, "what is asked changes the kernel of profile %s: %s",
                               spec->profile->name, list)
                : NULL;
}

static const char *idle(struct job *job, const struct spec *spec, enum option_id id)
{
    const char *const reason = idle_reason(job, spec, id);
    return reason ? arena_printf(job->arena, "--%s%s%s changes nothing: %s", option_rows[id].name,
                                 option_rows[id].kind == KIND_SWITCH ? "" : " ",
                                 option_rows[id].kind == KIND_SWITCH ? "" : spec->values[id].text,
                                 reason)
                  : NULL;
}

/* Which profile stands for the card that the user named. */
static const char *of_card(struct job *job, const struct spec *spec)
{
    const char *const named = spec->values[OPTION_FOR].card;
    struct clgemm_card card;
    if (!named || clgemm_card_find(named, &card))
        return NULL;
    return arena_printf(job->arena,
                        "the nearest profile for %s is %s (%s: %s); its kernels were measured %s",
                        named, card.profile, card.name, card.architecture, card.measured);
}

/* A file among the user's profiles that has the name of a built-in one, which is taken. */
static const char *of_own_profile(struct job *job, const struct spec *spec)
{
    const struct option_value *const named = &spec->values[OPTION_FOR];
    const char *const path =
        named->voice == VOICE_USER && !named->card && profile_built_in(named->text)
            ? user_profile_find(job, named->text)
            : NULL;
    return path ? arena_printf(job->arena,
                               "--for %s is the built-in profile; %s has the same name: give it "
                               "another one, or ask --for %s",
                               named->text, path, path)
                : NULL;
}

/* Appends a sentence; NULL: there is none. */
static void note(const char ***end, const char *sentence)
{
    **end = sentence;
    *end += sentence != NULL;
}

const char *const *notes_of(struct job *job, const struct spec *spec, const char *picked,
                            const char *sizes)
{
    enum {
        MOST_NOTES = 7 + 2 * OPTION_COUNT
    };
    const char **const notes = arena_array(job->arena, MOST_NOTES + 1, sizeof *notes);
    const char **end = notes;
    note(&end, of_card(job, spec));
    note(&end, of_own_profile(job, spec));
    note(&end, picked);
    note(&end, sizes);
    for (enum symbol axis = SYMBOL_M; axis <= SYMBOL_N; axis++)
        note(&end, tile_beyond_size(job, spec, axis));
    note(&end, of_profile(job, spec));
    for (enum option_id id = 0; id < OPTION_COUNT; id++) {
        note(&end, yielded(job, spec, id));
        note(&end, idle(job, spec, id));
    }
    return notes;
}
