/*
 * What the subgroup family completes of a spec, what lanes hold, and the registers and memory that they take.
 */
#include "gen/family/families.h"
#include "gen/family/subgroup/subgroup.h"

enum {
    WIDEST_BYTES = 16, /* that a lane reads in one message of Intel's processors */
    /* Of a lane's elements, what stays in registers: 4 bytes in each of the 128 registers of a thread
     * of Intel's processors, 8 lanes each, without those that addresses take. */
    LANE_BYTES = 4 * 112
};

bool lines_can_be_wide(const struct spec *spec)
{
    return spec->share == SHARE_SHUFFLE && lies_along_k(&spec->a) && lies_across_k(&spec->b);
}

bool wide_lanes(const struct spec *spec)
{
    return lines_can_be_wide(spec) && (spec->a.vector > 1 || spec->b.vector > 1);
}

bool holds_b(const struct spec *spec)
{
    const struct shape tile = spec->tile;
    const long long operands =
        tile.height * spec->tile_k / spec->wg.width + spec->tile_k * tile.width;
    return spec->numbers.compute->bytes * operands +
               spec->numbers.accumulate->bytes * tile.height * tile.width <=
           LANE_BYTES;
}

long long lane_depth(const struct spec *spec)
{
    return spec->wg.width < 8 ? spec->wg.width : 8;
}

bool rows_in_lanes(const struct spec *spec)
{
    return lies_across_k(&spec->a);
}

/* The widest load of up to four elements, fewer of doubles, that divides both numbers. */
static long long widest(const struct spec *spec, long long one, long long other)
{
    long long width = 4;
    while (one % width || other % width || width * spec->numbers.compute->bytes > WIDEST_BYTES)
        width /= 2;
    return width;
}

/* Wide loads save the instructions that load and address; measured where registers are exchanged.
 * Where B is not held, wide registers of A would not leave enough. */
static void complete(struct job *job, struct spec *spec)
{
    (void)job;
    const bool native = spec->spelling != SPELLING_EMULATED && spec->spelling != SPELLING_NVIDIA;
    if (!spec->tile_k)
        spec->tile_k = spec->wg.width;
    const long long columns =
        native && lines_can_be_wide(spec) ? widest(spec, spec->tile.width, spec->tile.width) : 1;
    if (!spec->b.vector)
        spec->b.vector = columns;
    if (!spec->a.vector)
        spec->a.vector = native && lines_can_be_wide(spec) &&
                                 (columns > 1 || spec->tile.width == 1) && holds_b(spec)
                             ? widest(spec, spec->tile.height, spec->wg.width)
                             : 1;
    if (!spec->c.vector)
        spec->c.vector = 1;
}

static bool ignores(const struct spec *spec, enum option_id option)
{
    return option == OPTION_SG_SIZE && spec->spelling == SPELLING_EMULATED;
}

/* Single steps of K exchange nothing. */
static bool exchanges(const struct spec *spec)
{
    return !spec_turns_none(spec);
}

/* A and C as fragments of one lane; of B the rows that are live at a time: all of an iteration, those of
 * one block, those that go with a register of A, or one. */
static struct fragments fragments(const struct spec *spec)
{
    const long long rows = spec->share == SHARE_BLOCK_READ && in_image(&spec->b) ? lane_depth(spec)
                           : !wide_lanes(spec)                                   ? 1
                           : holds_b(spec)                                       ? spec->tile_k
                                                                                 : spec->a.vector;
    return (struct fragments){
        .a = spec->numbers.compute->bytes * spec->tile.height * spec->tile_k / spec->wg.width,
        .b = spec->numbers.compute->bytes * spec->tile.width * rows,
        .c = spec->numbers.accumulate->bytes * spec->tile.height * spec->tile.width,
    };
}

static long long local_bytes(const struct spec *spec)
{
    if (spec->spelling != SPELLING_EMULATED && spec->spelling != SPELLING_AUTO)
        return 0;
    return spec->numbers.compute->bytes * spec->tile.height * spec->tile_k * spec->wg.height;
}

static bool shrink(struct job *job, struct spec *spec, bool local_memory)
{
    const bool group = spec_may_shrink(spec, OPTION_WG);
    (void)job;
    if (spec->tile_k > spec->wg.width && spec_may_shrink(spec, OPTION_TILE_K))
        spec->tile_k = spec->wg.width;
    else if (local_memory && group && spec->wg.height > 1)
        spec->wg.height /= 2;
    /* Where lanes hold rows, each has one at least. */
    else if (spec_shrink_tile(spec, rows_in_lanes(spec) ? spec->wg.width : 1))
        return true;
    else if (group && spec->wg.width > 4)
        spec->wg.width /= 2;
    else
        return false;
    return true;
}

const struct family_spec family_subgroup_spec = {
    .complete = complete,
    .ignores = ignores,
    .exchanges = exchanges,
    .fragments = fragments,
    .local_bytes = local_bytes,
    .shrink = shrink,
};
