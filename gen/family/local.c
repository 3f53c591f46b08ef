/*
 * Local: as register, and the work-items of a work-group share tiles of A, B or both in local memory.
 *
 * A turn of the loop over K loads a tile of tile-k steps and multiplies it. Loading has a shape of its
 * own: the work-group is arranged along the lines of the operand, whatever shape it computes in. With
 * several stages later tiles are on their way while one is multiplied. The scheme is that of the
 * L3_SLM kernels of Intel's SGEMM sample and of most GPU matrix products since Volkov and Demmel
 * (Benchmarking GPUs to Tune Dense Linear Algebra, 2008).
 */
#include "gen/family/families.h"

#include "gen/family/local.h"

static long long larger(long long left, long long right)
{
    return left > right ? left : right;
}

static long long divisor(long long left, long long right)
{
    return right ? divisor(right, left % right) : left;
}

/* --------------------------------------------------------------------------- completion */

/* The widest arrangement that neither leaves a part of a line nor a work-item over. */
static void complete_load_shape(struct spec *spec, struct operand *operand)
{
    if (operand->load_shape.width)
        return;
    const long long items = spec->wg.height * spec->wg.width;
    operand->load_shape = (struct shape){1, 1};
    const long long length = local_tile_of(spec, operand).length;
    const long long vectors = larger(length / larger(operand->vector, 1), 1);
    operand->load_shape.width = divisor(items, vectors);
    operand->load_shape.height = items / operand->load_shape.width;
}

static void complete_stage(struct operand *operand)
{
    if (operand->stage == STAGE_K_MAJOR)
        operand->stage = local_along_k(operand) ? STAGE_TRANSPOSED : STAGE_PLAIN;
}

static void complete(struct spec *spec)
{
    complete_stage(&spec->a);
    complete_stage(&spec->b);
    if (!spec->c.vector)
        spec->c.vector = 1;
    if (!spec->a.vector)
        spec->a.vector = spec->a.image ? spec->a.element->texel : 1;
    if (!spec->b.vector)
        spec->b.vector = spec->b.image        ? spec->b.element->texel
                         : spec->b.transposed ? 1
                                              : spec->c.vector;
    if (!spec->tile_k)
        spec->tile_k = 16;
    if (!spec->unroll_k)
        spec->unroll_k = spec->tile_k;
    spec->turn_k = spec->tile_k;
    const bool b_along_k = local_along_k(&spec->b) == (spec->b.stage == STAGE_PLAIN);
    if (!spec->a.local_vector)
        spec->a.local_vector = 1;
    if (!spec->b.local_vector)
        spec->b.local_vector = b_along_k ? 1 : spec->c.vector;
    complete_load_shape(spec, &spec->a);
    complete_load_shape(spec, &spec->b);
}

/* Tiles and registers hold what is calculated with. */
static long long register_bytes(const struct spec *spec)
{
    return spec->numbers.compute->bytes;
}

static long long fetched(const struct spec *spec, const struct operand *operand)
{
    if (operand->stage == STAGE_NONE || !spec->prefetch)
        return 0;
    const struct local_tile tile = local_tile_of(spec, operand);
    return tile.vector * tile.line_passes * tile.along_passes;
}

static struct fragments fragments(const struct spec *spec)
{
    const struct local_read a = local_read_of(spec, &spec->a);
    const struct local_read b = local_read_of(spec, &spec->b);
    return (struct fragments){
        .a = register_bytes(spec) *
             (spec->tile.height * (a.along_k ? a.width : 1) + fetched(spec, &spec->a)),
        .b = register_bytes(spec) *
             (spec->tile.width * (b.along_k ? b.width : 1) + fetched(spec, &spec->b)),
        .c = spec->numbers.accumulate->bytes * spec->tile.height * spec->tile.width,
    };
}

static long long tile_bytes(const struct spec *spec, const struct operand *operand)
{
    if (operand->stage == STAGE_NONE)
        return 0;
    const struct local_tile tile = local_tile_of(spec, operand);
    return register_bytes(spec) * spec->stages * tile.local_lines * tile.pitch;
}

static long long local_bytes(const struct spec *spec)
{
    return tile_bytes(spec, &spec->a) + tile_bytes(spec, &spec->b);
}

static bool shrink(struct spec *spec, bool local_memory)
{
    enum {
        BANKS = 32,  /* a pad beyond helps nobody */
        SHALLOW = 8, /* tiles of fewer steps wait more than they multiply */
    };
    if (!local_memory && spec->prefetch)
        spec->prefetch = false;
    else if (local_memory && spec->stages > 1)
        spec->stages--;
    else if (local_memory && spec->a.pad > BANKS)
        spec->a.pad = 0;
    else if (local_memory && spec->b.pad > BANKS)
        spec->b.pad = 0;
    else if (local_memory && spec->tile_k > SHALLOW && spec->tile_k % 2 == 0)
        spec->tile_k /= 2;
    else if (local_memory && spec->wg.height > 1)
        spec->wg.height /= 2;
    else if (shrink_tile(spec, 1))
        return true;
    else if (local_memory && spec->wg.width > 1)
        spec->wg.width /= 2;
    else if (spec->tile_k > 1)
        spec->tile_k /= 2;
    else
        return false;
    return true;
}

const struct family family_local = {
    .name = "local",
    .help = "a tile of C per work-item; a work-group shares tiles of A and B in local memory",
    .standard = "--tile 4x4 --wg 16x16 --ids group",
    .kernel_template = "local/kernel.cl",
    .rules = local_rules,
    .shares = SHARED_BY(SHARE_LOCAL),
    .options =
        "stage-a stage-b load-shape-a load-shape-b pad-a pad-b local-vec-a local-vec-b assign "
        "stages prefetch exchange copy loop-order ids",
    .texels = true,
    .complete = complete,
    .fragments = fragments,
    .local_bytes = local_bytes,
    .shrink = shrink,
    .conflicts = local_conflicts,
    .plan = local_plan,
    .show = local_show,
    .view = local_view,
};
