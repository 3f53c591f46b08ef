/*
 * Sub-group: as register, and the work-items of a row of the work-group share what they read of A.
 *
 * The W work-items of a row (lanes) hold the same tile.height rows of C, and each its own columns,
 * W apart. A lane reads 1/W of the row's fragment of A and takes the rest out of the other lanes'
 * registers; B it reads for its own columns. The technique is that of Intel's SGEMM sample:
 * shuffles on operands from buffers (L3_SIMD) or from sub-group block reads (block_read).
 *
 * A group of accumulator rows is a vector. Where A lies along K, a lane holds one k of consecutive
 * rows, so that a group is consecutive rows; where A lies across K, a lane holds one row of each W,
 * so that a group is rows W apart.
 */
#include "gen/family.h"

#include "gen/family/subgroup.h"

static void complete(struct spec *spec)
{
    struct operand *const operands[] = {&spec->a, &spec->b, &spec->c};
    for (int i = 0; i < 3; i++)
        if (!operands[i]->vector)
            operands[i]->vector = 1;
    if (!spec->tile_k)
        spec->tile_k = spec->wg.width;
}

/* A and C as fragments of one lane; of B one row is live at a time, or the rows of one block. */
static struct fragments fragments(const struct spec *spec)
{
    const long long rows = spec->share == SHARE_BLOCK_READ && spec->b.image ? lane_depth(spec) : 1;
    return (struct fragments){
        .a = 4 * spec->tile.height * spec->tile_k / spec->wg.width,
        .b = 4 * spec->tile.width * rows,
        .c = 4 * spec->tile.height * spec->tile.width,
    };
}

static long long local_bytes(const struct spec *spec)
{
    if (spec->spelling != SPELLING_EMULATED && spec->spelling != SPELLING_AUTO)
        return 0;
    return 4 * spec->tile.height * spec->tile_k * spec->wg.height;
}

/* ------------------------------------------------------------------------------- rules */

static const char *lanes_not_a_sub_group(struct job *job, const struct spec *spec)
{
    const long long lanes = spec->wg.width;
    const bool required = spec->spelling == SPELLING_INTEL || spec->spelling == SPELLING_AUTO;
    if (lanes == 2 && required)
        return arena_printf(job->arena,
                            "work-group width 2 cannot exchange natively: no device has sub-groups "
                            "of 2; ask --wg %lldx4 or --sub-groups emulated",
                            spec->wg.height);
    if (is_power_of_two(lanes) && lanes >= 2 && lanes <= 64)
        return NULL;
    return arena_printf(job->arena,
                        "work-group width %lld cannot exchange: the lanes of a sub-group are 2, 4, "
                        "8, 16, 32 or 64; ask "
                        "--wg %lldx8",
                        lanes, spec->wg.height);
}

static const char *depth_against_lanes(struct job *job, const struct spec *spec)
{
    const long long lanes = spec->wg.width;
    if (spec->tile_k % lanes == 0)
        return NULL;
    return arena_printf(job->arena,
                        "tile-k %lld is not a multiple of the exchange width %lld (work-group "
                        "width); ask --tile-k %lld",
                        spec->tile_k, lanes, (spec->tile_k / lanes + 1) * lanes);
}

static const char *size_against_lanes(struct job *job, const struct spec *spec)
{
    const long long lanes = spec->wg.width;
    if (spec->share == SHARE_BLOCK_READ && spec->sg_size != lanes)
        return arena_printf(job->arena,
                            "block reads need sub-groups as wide as the work-group: sg-size %lld, "
                            "wg width %lld; ask "
                            "--sg-size %lld",
                            spec->sg_size, lanes, lanes);
    if (spec->sg_size % lanes)
        return arena_printf(job->arena,
                            "sg-size %lld is not a multiple of the work-group width %lld, whose "
                            "lanes exchange; ask "
                            "--sg-size %lld",
                            spec->sg_size, lanes, lanes);
    if (spec->spelling == SPELLING_AUTO && spec->sg_size != lanes)
        return arena_printf(job->arena,
                            "the auto spelling needs sub-groups as wide as the work-group: sg-size "
                            "%lld, wg width %lld; ask "
                            "--sub-groups intel or --sg-size %lld",
                            spec->sg_size, lanes, lanes);
    if ((spec->wg.height * lanes) % spec->sg_size)
        return arena_printf(
            job->arena,
            "sg-size %lld does not divide the work-group's %lld work-items; ask --sg-size %lld",
            spec->sg_size, spec->wg.height * lanes, lanes);
    return NULL;
}

static const char *spelling_without_blocks(struct job *job, const struct spec *spec)
{
    if (spec->share != SHARE_BLOCK_READ || spec->spelling == SPELLING_INTEL ||
        spec->spelling == SPELLING_EMULATED)
        return NULL;
    return arena_printf(
        job->arena,
        "block reads exist in Intel's spelling only, not in %s; ask --sub-groups intel, "
        "--sub-groups emulated, or --share shuffle",
        spec->spelling == SPELLING_KHR ? "khr" : "auto");
}

static const char *vector_of_lanes(struct job *job, const struct spec *spec)
{
    const struct operand *const operands[] = {&spec->a, &spec->b, &spec->c};
    for (int i = 0; i < 3; i++) {
        const struct operand *const operand = operands[i];
        const bool own_lines = operand == &spec->b && lies_along_k(spec, &spec->b);
        if (operand->vector == 1 || (own_lines && operand->vector == lane_depth(spec)))
            continue;
        return arena_printf(
            job->arena,
            "in the subgroup family the lanes read single elements of %s beside each other, not "
            "vectors of %lld; ask --%s 1%s",
            operand->name, operand->vector, operand->vector_option,
            own_lines ? arena_printf(job->arena, " or %lld", lane_depth(spec)) : "");
    }
    return NULL;
}

static const char *rows_against_lanes(struct job *job, const struct spec *spec)
{
    const long long lanes = spec->wg.width;
    if (!rows_in_lanes(spec) || spec->tile.height % lanes == 0)
        return NULL;
    return arena_printf(
        job->arena,
        "%s lies across K, so its lanes hold rows of the tile, and tile height %lld is not a "
        "multiple of the "
        "%lld lanes; ask --tile %lldx%lld, the other transpose of %s, or --access-%c image",
        spec->a.name, spec->tile.height, lanes, (spec->tile.height / lanes + 1) * lanes,
        spec->tile.width, spec->a.name, spec->a.name[0] - 'A' + 'a');
}

static const struct rule rules[] = {
    {"lanes", lanes_not_a_sub_group, "sub-groups wg", NULL},
    {"depth-lanes", depth_against_lanes, "wg tile-k", NULL},
    {"sg-size-lanes", size_against_lanes, "share sub-groups wg sg-size", NULL},
    {"block-spelling", spelling_without_blocks, "share sub-groups", NULL},
    {"lane-vector", vector_of_lanes,
     "share layout transpose access-a access-b wg tile-k vec-a vec-b vec-c", NULL},
    {"rows-lanes", rows_against_lanes, "share layout transpose access-a access-b tile wg", NULL},
    {NULL, NULL, NULL, NULL},
};

const struct family family_subgroup = {
    .name = "subgroup",
    .help = "a tile of C a work-item; the lanes of a sub-group share what they read",
    .standard = "--tile 32x2 --wg 1x8",
    .kernel_template = "subgroup/kernel.cl",
    .rules = rules,
    .complete = complete,
    .fragments = fragments,
    .local_bytes = local_bytes,
    .view = subgroup_view,
};
