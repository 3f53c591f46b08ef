/*
 * Local: as register, and the work-items of a work-group share tiles of A, B or both in local memory.
 *
 * An iteration of the loop over K loads a tile of tile-k elements along K and multiplies it. Loading has a shape of its
 * own: the work-group is arranged along the lines of the operand, whatever shape it computes in. With
 * several stages later tiles are on their way while one is multiplied. The scheme is that of the
 * L3_SLM kernels of Intel's SGEMM sample and of most GPU matrix products since Volkov and Demmel
 * (Benchmarking GPUs to Tune Dense Linear Algebra, 2008).
 */
#include "gen/family/families.h"
#include "gen/plan/family.h"
#include "gen/rules/family.h"
#include "gen/view/family.h"

#include "gen/family/local/local.h"

/* Tiles and registers hold what is calculated with. */
static long long register_bytes(const struct spec *spec)
{
    return spec->numbers.compute->bytes;
}

static long long fetched(const struct spec *spec, const struct operand *operand)
{
    if (!local_staged(spec, operand) || !local_spec(spec)->prefetch)
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
    if (!local_staged(spec, operand))
        return 0;
    const struct local_tile tile = local_tile_of(spec, operand);
    return register_bytes(spec) * local_spec(spec)->stages * tile.local_lines * tile.pitch;
}

static long long local_bytes(const struct spec *spec)
{
    return spec->members * (tile_bytes(spec, &spec->a) + tile_bytes(spec, &spec->b));
}

const struct family_spec family_local_spec = {
    .complete = local_complete,
    .ignores = local_ignores,
    .exchanges = local_exchanges,
    .fragments = fragments,
    .local_bytes = local_bytes,
    .shrink = local_shrink,
};

const struct family_rules family_local_rules = {
    .table = local_rules,
    .local_reads = OPTIONS(GROUP_OPTIONS, MEMORY_OPTIONS, OPTION_TILE_K, OPTION_STAGE_A,
                           OPTION_STAGE_B, OPTION_PAD_A, OPTION_PAD_B, OPTION_STAGES,
                           OPTION_EXCHANGE, OPTION_WG_MEMBERS, KERNEL_OPTIONS),
    .propose = local_propose,
};

const struct family_plan family_local_plan = {
    .derive = local_plan,
    .show = local_show,
    .configure = local_configure,
    .conflicts = local_conflicts,
};

const struct family_view family_local_view = {
    .page = "local.cl",
    .fill = local_view,
};

const struct family family_local = {
    .name = "local",
    .help = "a tile of C per work-item; a work-group shares tiles of A and B in local memory",
    .standard = "--tile 4x4 --wg 16x16 --ids group",
    .shares = SHARED_BY(SHARE_LOCAL),
    .options = OPTIONS(OPTION_STAGE_A, OPTION_STAGE_B, OPTION_LOAD_SHAPE_A, OPTION_LOAD_SHAPE_B,
                       OPTION_PAD_A, OPTION_PAD_B, OPTION_LOCAL_VEC_A, OPTION_LOCAL_VEC_B,
                       OPTION_ASSIGN, OPTION_STAGES, OPTION_PREFETCH, OPTION_EXCHANGE, OPTION_COPY,
                       OPTION_LOOP_ORDER, OPTION_IDS, OPTION_ALIGNED, OPTION_WG_MEMBERS),
    .complex = true,
    .vectors = true,
    .quantised = true,
    .groups = true,
    .spec = &family_local_spec,
    .rules = &family_local_rules,
    .plan = &family_local_plan,
    .view = &family_local_view,
};
