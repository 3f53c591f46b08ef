#include "gen/spec/notes.h"

enum {
    MOST_NOTES = 4
};

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
                        symbol_in_kernel(axis), spec_fixed(spec, axis), step,
                        symbol_in_kernel(axis), side, tile, group, *group ? " or --wg" : "");
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

const char *const *notes_of(struct job *job, const struct spec *spec, const char *picked)
{
    const char **const notes = arena_array(job->arena, MOST_NOTES + 1, sizeof *notes);
    size_t count = 0;
    const char *const card = of_card(job, spec);
    if (card)
        notes[count++] = card;
    if (picked)
        notes[count++] = picked;
    for (int axis = SYMBOL_M; axis <= SYMBOL_N; axis++) {
        const char *const note = tile_beyond_size(job, spec, (enum symbol)axis);
        if (note)
            notes[count++] = note;
    }
    return notes;
}
