/*
 * What the local family cannot serve.
 */
#include "gen/rules/rules.h"

#include "gen/family/local.h"
#include "gen/family/subgroup.h"

/* The largest power of two up to `wanted` that divides `side`. */
static long long fitting(long long side, long long wanted)
{
    while (wanted > 1 && side % wanted)
        wanted /= 2;
    return wanted;
}

static const char *nothing_staged(struct job *job, const struct spec *spec)
{
    if (spec->a.stage != STAGE_NONE || spec->b.stage != STAGE_NONE)
        return NULL;
    return arena_printf(
        job->arena, "the local family keeps a tile of A, B or both in local memory, and neither "
                    "is staged; ask --stage-a plain or --stage-b plain");
}

static const char *vector_against_lines(struct job *job, const struct spec *spec)
{
    const struct operand *const operands[] = {&spec->a, &spec->b};
    for (int i = 0; i < 2; i++) {
        const struct operand *const operand = operands[i];
        const bool staged = operand->stage != STAGE_NONE;
        const long long tile = i == 0 ? spec->tile.height : spec->tile.width;
        const bool along_k = local_along_k(spec, operand);
        const long long side = staged    ? local_tile_of(spec, operand).length
                               : along_k ? spec->tile_k
                                         : tile;
        if (side % operand->vector == 0)
            continue;
        const char *const sentence = arena_printf(
            job->arena,
            "lines of %s that are read together have %lld elements, not a multiple of --%s %lld",
            operand->name, side, operand->vector_option, operand->vector);
        /* Of texels there are whole ones and, of some types, single elements. */
        if (operand->image && element_least_texel(&spec->element) > 1)
            return arena_printf(job->arena, "%s; ask --access-%c buffer", sentence,
                                operand_letter(operand));
        return arena_printf(job->arena, "%s; ask --%s %lld", sentence, operand->vector_option,
                            operand->image ? 1 : fitting(side, operand->vector));
    }
    if (spec->tile.width % spec->c.vector)
        return arena_printf(
            job->arena, "tile width %lld is not a multiple of --vec-c %lld; ask --vec-c %lld",
            spec->tile.width, spec->c.vector, fitting(spec->tile.width, spec->c.vector));
    return NULL;
}

static const char *direct_read(struct job *job, const struct spec *spec)
{
    const struct operand *const operands[] = {&spec->a, &spec->b};
    for (int i = 0; i < 2; i++) {
        const struct operand *const operand = operands[i];
        if (operand->stage != STAGE_NONE || operand->vector == 1)
            continue;
        if (operand->image)
            return arena_printf(
                job->arena,
                "texels of %lld elements are read through local memory, and %s is not staged; ask "
                "--stage-%c plain or --access-%c buffer",
                operand->vector, operand->name, operand_letter(operand), operand_letter(operand));
        const bool across = !local_along_k(spec, operand);
        if (i == 1 && (!across || operand->vector != spec->c.vector))
            return arena_printf(job->arena,
                                "%s is not staged and is read straight into vectors of --vec-c "
                                "%lld along the tile, not %lld along %s; ask --%s 1",
                                operand->name, spec->c.vector, operand->vector, across ? "it" : "K",
                                operand->vector_option);
    }
    return NULL;
}

static const char *local_vector_against_tile(struct job *job, const struct spec *spec)
{
    const struct operand *const operands[] = {&spec->a, &spec->b};
    for (int i = 0; i < 2; i++) {
        const struct operand *const operand = operands[i];
        if (operand->stage == STAGE_NONE)
            continue;
        const long long vector = operand->local_vector;
        if (vector > 16 || !is_power_of_two(vector))
            return arena_printf(job->arena,
                                "OpenCL C has no vectors of %lld; ask --local-vec-%c 1, 2, 4, 8 or "
                                "16",
                                vector, operand_letter(operand));
        const bool along_k = local_tile_of(spec, operand).local_along_k;
        if (i == 1 && !along_k && vector != 1 && vector != spec->c.vector)
            return arena_printf(job->arena,
                                "%s is read from local memory into vectors of --vec-c %lld, not "
                                "%lld; ask --local-vec-%c %lld",
                                operand->name, spec->c.vector, vector, operand_letter(operand),
                                spec->c.vector);
        const long long side = along_k ? spec->tile_k : i == 0 ? spec->tile.height : vector;
        if (side % vector)
            return arena_printf(job->arena,
                                "%s is read from local memory along %s, and %lld is not a multiple "
                                "of --local-vec-%c %lld; ask --local-vec-%c %lld",
                                operand->name, along_k ? "tile-k" : "the tile's height", side,
                                operand_letter(operand), vector, operand_letter(operand),
                                fitting(side, vector));
    }
    return NULL;
}

static const char *load_shape_against_group(struct job *job, const struct spec *spec)
{
    const long long items = spec->wg.height * spec->wg.width;
    const struct operand *const operands[] = {&spec->a, &spec->b};
    for (int i = 0; i < 2; i++) {
        const struct shape load = operands[i]->load_shape;
        if (operands[i]->stage == STAGE_NONE || load.height * load.width == items)
            continue;
        return arena_printf(job->arena,
                            "load shape %lldx%lld arranges %lld work-items, the work-group "
                            "%lldx%lld has %lld; ask --load-shape-%c %lldx%lld",
                            load.height, load.width, load.height * load.width, spec->wg.height,
                            spec->wg.width, items, operand_letter(operands[i]), spec->wg.height,
                            spec->wg.width);
    }
    return NULL;
}

static const char *partial_loads(struct job *job, const struct spec *spec)
{
    if (spec->edges == EDGES_GUARD || spec->async)
        return NULL;
    const struct operand *const operands[] = {&spec->a, &spec->b};
    for (int i = 0; i < 2; i++) {
        if (operands[i]->stage == STAGE_NONE)
            continue;
        const struct local_tile tile = local_tile_of(spec, operands[i]);
        if (tile.lines % tile.load.height == 0 &&
            tile.length % (tile.load.width * tile.vector) == 0)
            continue;
        return arena_printf(
            job->arena,
            "load shape %lldx%lld with vectors of %lld does not divide the tile of "
            "%lld lines of %lld elements of %s, which --edges %s needs; ask --edges "
            "guard or another --load-shape-%c",
            tile.load.height, tile.load.width, tile.vector, tile.lines, tile.length,
            operands[i]->name, spec->problem.edges, operand_letter(operands[i]));
    }
    return NULL;
}

static const char *unroll_against_tile(struct job *job, const struct spec *spec)
{
    const long long steps = local_steps(spec);
    /* Vectors that do not divide the tile have their own rule. */
    if (spec->tile_k % steps)
        return NULL;
    if (spec->tile_k % spec->unroll_k == 0 && spec->unroll_k % steps == 0)
        return NULL;
    return arena_printf(job->arena,
                        "the local family unrolls whole parts of the %lld steps of a tile, in "
                        "multiples of %lld, not %lld; ask --unroll-k %lld",
                        spec->tile_k, steps, spec->unroll_k, spec->tile_k);
}

static const char *stages_out_of_range(struct job *job, const struct spec *spec)
{
    if (spec->stages <= 5)
        return NULL;
    return arena_printf(job->arena, "tiles have 1 to 5 stages, not %lld; ask --stages 5",
                        spec->stages);
}

static const char *pad_too_large(struct job *job, const struct spec *spec)
{
    /* Lines that far apart meet in no other banks than those of shorter pads. */
    enum {
        LARGEST_PAD = 1024
    };
    const struct operand *const operands[] = {&spec->a, &spec->b};
    for (int i = 0; i < 2; i++)
        if (operands[i]->pad > LARGEST_PAD)
            return arena_printf(job->arena,
                                "%lld elements left free behind each line of %s's tile are over "
                                "%d; ask --pad-%c 1",
                                operands[i]->pad, operands[i]->name, LARGEST_PAD,
                                operand_letter(operands[i]));
    return NULL;
}

static const char *exchange_unfit(struct job *job, const struct spec *spec)
{
    const long long lanes = spec->wg.width;
    const long long height = spec->tile.height;
    const struct operand *const a = &spec->a;
    if (!spec->exchange)
        return NULL;
    if (a->stage == STAGE_NONE)
        return arena_printf(job->arena,
                            "lanes exchange what they read of %s from local memory, and %s is not "
                            "staged; ask --stage-%c plain, or --exchange=no",
                            a->name, a->name, operand_letter(a));
    if (a->local_vector > 1)
        return arena_printf(job->arena,
                            "lanes exchange single elements of %s, not vectors of %lld; ask "
                            "--local-vec-%c 1, or --exchange=no",
                            a->name, a->local_vector, operand_letter(a));
    if (spec->spelling == SPELLING_AUTO)
        return arena_printf(job->arena,
                            "a file for all devices has no exchange beside local memory; "
                            "ask --sub-groups emulated, or intel, khr or nvidia");
    if (spec->spelling == SPELLING_EMULATED)
        return NULL;
    if (!is_power_of_two(lanes) || lanes < 4 || lanes > 32 || (height % lanes && lanes % height))
        return arena_printf(job->arena,
                            "a row of %lld work-items cannot exchange the %lld elements of %s of a "
                            "step: a row has 4, 8, 16 or 32, and one number divides the other; ask "
                            "--exchange=no",
                            lanes, height, a->name);
    return spec->spelling == SPELLING_NVIDIA ? warp_against_group(job, spec)
           : spec->sg_size % lanes || (lanes * spec->wg.height) % spec->sg_size
               ? arena_printf(job->arena,
                              "sg-size %lld is not a multiple of the work-group width %lld that "
                              "divides the work-group of %lld; ask --sg-size %lld",
                              spec->sg_size, lanes, lanes * spec->wg.height, lanes)
               : NULL;
}

static const char *copy_not_plain(struct job *job, const struct spec *spec)
{
    if (!spec->async)
        return NULL;
    if (element_converts(&spec->element))
        return arena_printf(job->arena,
                            "asynchronous copies take elements as they are, and %s is computed in "
                            "%s; ask --copy plain",
                            spec->element.storage->type, spec->element.compute->type);
    if (spec->prefetch)
        return arena_printf(job->arena, "an asynchronous copy goes past the registers, and "
                                        "--prefetch through them; ask --prefetch=no");
    if (spec->stages > 2)
        return arena_printf(job->arena,
                            "asynchronous copies are awaited one tile at a time: 2 stages at most, "
                            "not %lld; ask --stages 2",
                            spec->stages);
    const struct operand *const operands[] = {&spec->a, &spec->b};
    for (int i = 0; i < 2; i++)
        if (operands[i]->stage == STAGE_TRANSPOSED || (operands[i]->stage && operands[i]->image))
            return arena_printf(job->arena,
                                "asynchronous copies take lines of a buffer as they are, and %s is "
                                "%s; ask --copy plain",
                                operands[i]->name,
                                operands[i]->image ? "an image" : "transposed on its way");
    return NULL;
}

const struct rule local_rules[] = {
    {"nothing-staged", nothing_staged, "stage-a stage-b", NULL},
    {"local-vector-lines", vector_against_lines,
     "layout transpose pack access-a access-b stage-a stage-b tile wg tile-k vec-a vec-b vec-c",
     NULL},
    {"direct-read", direct_read,
     "layout transpose pack access-a access-b stage-a stage-b vec-a vec-b vec-c", NULL},
    {"local-vector", local_vector_against_tile,
     "layout transpose pack access-a access-b stage-a stage-b tile tile-k local-vec-a local-vec-b "
     "vec-c",
     NULL},
    {"load-shape", load_shape_against_group, "wg stage-a load-shape-a | wg stage-b load-shape-b",
     NULL},
    {"partial-loads", partial_loads,
     "edges copy layout transpose pack access-a access-b stage-a stage-b load-shape-a load-shape-b "
     "tile wg tile-k vec-a vec-b",
     NULL},
    {"local-unroll", unroll_against_tile,
     "layout transpose pack access-a access-b stage-a stage-b tile-k unroll-k vec-a vec-b "
     "local-vec-a local-vec-b",
     NULL},
    {"stages", stages_out_of_range, "stages", NULL},
    {"pad", pad_too_large, "pad-a | pad-b", NULL},
    {"exchange", exchange_unfit,
     "exchange sub-groups layout transpose pack access-a access-b stage-a stage-b tile wg "
     "local-vec-a local-vec-b sg-size",
     NULL},
    {"async-copy", copy_not_plain,
     "copy prefetch stages type compute layout transpose pack access-a access-b stage-a stage-b",
     NULL},
    {NULL, NULL, NULL, NULL},
};
