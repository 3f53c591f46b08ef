/*
 * Rules of the matrix family on how tiles come into local memory: which engines take which copies, and how many stages there are. Those of
 * packed panels and their ring are in matrix_ring.c.
 */
#include "gen/rules/rules.h"

#include "gen/family/matrix/ring.h"

enum {
    MOST_STAGES = 5,
    MOST_OF_RING = 8, /* of a ring, which other work-items fill */
    MOST_LINES =
        256 /* of a box that one instruction copies; --tile-k, the lines of others, is no larger */
};

const char *matrix_engine_word(struct job *job, const struct spec *spec)
{
    return option_and_value(job, spec, OPTION_ENGINE, "%s", spec->values[OPTION_ENGINE].text);
}

/* Of engines whose device has no copies that run beside the multiplication. */
const struct refusal *matrix_copies_unknown(struct job *job, const struct spec *spec)
{
    const struct matrix_spec *const own = matrix_spec(spec);
    const bool packed = in_panels(&spec->a) || in_panels(&spec->b);
    if (!own->engine->columns || (!own->async && !own->bulk && !packed))
        return NULL;
    const enum option_id id = own->async || own->bulk ? OPTION_COPY : OPTION_PANELS;
    struct refusal *const refusal =
        propose(refuse(job, "%s multiplies tiles that the work-items copy themselves: not with %s",
                       matrix_engine_word(job, spec),
                       option_and_value(job, spec, id, "%s", spec->values[id].text)),
                OPTION_COPY, "plain");
    return own->async && !packed
               ? refusal
               : propose_with(propose_with(refusal, OPTION_PANELS, "none"), OPTION_PERSISTENT, "0");
}

/* --tile and --wg with at most so many places along the tile of A (`left`) or B, which are lines of a box. */
static struct refusal *propose_lines(struct refusal *refusal, const struct spec *spec, bool left)
{
    const struct shape lanes = matrix_spec(spec)->engine->lanes;
    const long long apart = left ? lanes.height : lanes.width;
    struct shape tile = spec->tile, wg = spec->wg;
    long long *const of_item = left ? &tile.height : &tile.width;
    long long *const items = left ? &wg.height : &wg.width;
    if (*of_item * apart > MOST_LINES)
        *of_item = MOST_LINES / apart;
    *items = MOST_LINES / *of_item / apart * apart;
    propose(refusal, OPTION_TILE, "%lldx%lld", tile.height, tile.width);
    return propose_with(refusal, OPTION_WG, "%lldx%lld", wg.height, wg.width);
}

const struct refusal *matrix_boxes_unfit(struct job *job, const struct spec *spec)
{
    const struct matrix_spec *const own = matrix_spec(spec);
    const struct operand *const operands[] = {&spec->a, &spec->b};
    if (!own->tensor)
        return NULL;
    const char *const copy = option_and_value(job, spec, OPTION_COPY, "tensor");
    if (!own->engine->described) {
        struct refusal *const refusal =
            refuse(job, "%s swizzles tiles as --engine wgmma reads them, which %s does not", copy,
                   matrix_engine_word(job, spec));
        propose(refusal, OPTION_ENGINE, own->emulated ? "emulated:wgmma" : "wgmma");
        propose(refusal, OPTION_COPY, own->stages > 1 ? "async" : "plain");
        propose_with(refusal, OPTION_PERSISTENT, "0");
        return propose_with(refusal, OPTION_RASTER, "1");
    }
    for (int i = 0; i < 2; i++) {
        const struct matrix_tile tile = matrix_tile_of(spec, operands[i]);
        if (tile.along_k && tile.lines > MOST_LINES)
            return propose_lines(refuse(job,
                                        "%s copies boxes of at most %d lines, and the tile of %s "
                                        "has %lld",
                                        copy, MOST_LINES, operands[i]->name, tile.lines),
                                 spec, is_a(operands[i]));
    }
    return NULL;
}

const struct refusal *matrix_stages_unfit(struct job *job, const struct spec *spec)
{
    const struct matrix_spec *const own = matrix_spec(spec);
    const char *const said = option_and_value(job, spec, OPTION_STAGES, "%lld", own->stages);
    const int most = own->ring ? MOST_OF_RING : MOST_STAGES;
    if (own->stages < 1 || own->stages > most)
        return propose(refuse(job, "%s is out of range: 1 to %d", said, most), OPTION_STAGES, "%d",
                       own->stages < 1 ? 1 : most);
    if (!own->async && !own->ring)
        return NULL;
    const char *const copy =
        option_and_value(job, spec, OPTION_COPY, "%s", spec->values[OPTION_COPY].text);
    if (own->stages == 1) {
        struct refusal *const refusal =
            propose(propose(refuse(job,
                                   "%s has one tile under way while another is multiplied, "
                                   "and %s leaves room for one",
                                   copy, said),
                            OPTION_STAGES, "2"),
                    OPTION_COPY, "plain");
        return own->bulk ? propose_with(refusal, OPTION_PANELS, "none") : refusal;
    }
    const struct operand *const operands[] = {&spec->a, &spec->b};
    for (int i = 0; i < 2 && own->async; i++) {
        const long long bytes = operands[i]->vector * operands[i]->element->bytes;
        const enum option_id id = option_of(operands[i], OPTION_VEC_A);
        if (bytes < 4 && !in_blocks(operands[i]))
            return propose(
                propose(refuse(job, "%s moves 4 bytes at least, and %s are %lld", copy,
                               option_and_value(job, spec, id, "%lld", operands[i]->vector), bytes),
                        id, "%lld", 4 / operands[i]->element->bytes),
                OPTION_COPY, "plain");
    }
    return NULL;
}
