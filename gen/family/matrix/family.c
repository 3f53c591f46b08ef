/*
 * Matrix: the tile of C of a sub-group is made of fragments, which its lanes multiply together on a matrix engine.
 *
 * The work-items of a work-group copy tiles of A and B into local memory, with the elements as they are stored; each sub-group loads
 * fragments from there and multiplies every one of A with every one of B. --tile and --wg mean what they do in other families:
 * the elements of C that a work-item holds, which the engine strides over the fragments, and the work-items. So the
 * sub-group has a tile of (tile H x lanes H) by (tile W x lanes W).
 *
 * An emulated engine has the fragments, lanes and registers of the real one; its lanes exchange what they hold through local
 * memory. It is slow, and proves on any device where a kernel of the real engine puts what.
 */
#include "gen/family/families.h"
#include "gen/plan/family.h"
#include "gen/rules/family.h"
#include "gen/view/family.h"

#include "gen/family/matrix/ring.h"

static struct fragments fragments(const struct spec *spec)
{
    const struct matrix_spec *const own = matrix_spec(spec);
    const struct shape count = matrix_fragments(spec);
    const long long bytes = matrix_parts(own) * fragment_factor(own->fragment)->bytes;
    return (struct fragments){
        .a = bytes * count.height * fragment_elements(own->engine, own->fragment, true),
        .b = bytes * count.width * fragment_elements(own->engine, own->fragment, false),
        .c = spec->numbers.accumulate->bytes * spec->tile.height * spec->tile.width *
             (matrix_sums_by_block(own) ? 2 : 1),
    };
}

/* With what lies unused before the next array, which begins where a pattern of swizzled lines may. */
static long long array_bytes(const struct spec *spec, long long cells)
{
    const long long bytes = cells * matrix_spec(spec)->fragment->cell_bytes;
    return matrix_spec(spec)->engine->described
               ? (bytes + PATTERN_BYTES - 1) / PATTERN_BYTES * PATTERN_BYTES
               : bytes;
}

static long long local_bytes(const struct spec *spec)
{
    const struct matrix_spec *const own = matrix_spec(spec);
    const struct matrix_tile a = matrix_tile_of(spec, &spec->a);
    const struct matrix_tile b = matrix_tile_of(spec, &spec->b);
    const struct shape sub_groups = matrix_sub_groups(spec);
    const long long exchanged = sub_groups.height * sub_groups.width *
                                matrix_exchange_cells(own->engine, own->fragment, own->emulated);
    const struct matrix_blocks blocks = matrix_blocks_of(spec);
    const long long traded = own->emulated && matrix_trades(spec)
                                 ? sub_groups.height * sub_groups.width *
                                       engine_lanes(own->engine) * own->engine->beside *
                                       spec->numbers.accumulate->bytes
                                 : 0;
    return array_bytes(spec, matrix_tiles_at_once(spec, &spec->a) * matrix_tile_cells(&a)) +
           array_bytes(spec, matrix_tiles_at_once(spec, &spec->b) * matrix_tile_cells(&b)) +
           own->stages * blocks.lines * blocks.length * blocks.cell +
           exchanged * fragment_factor(own->fragment)->bytes + traded + matrix_ring_bytes(own);
}

static const char *page(const struct kernel *kernel)
{
    return ((const struct matrix_plan *)kernel->own)->ring ? "matrix_ring.cl" : "matrix.cl";
}

const struct family_spec family_matrix_spec = {
    .complete = matrix_complete,
    .ignores = matrix_ignores,
    .lay_panels = matrix_lay_panels,
    .exchanges = matrix_exchanges,
    .fragments = fragments,
    .local_bytes = local_bytes,
    .engine = matrix_engine,
    .shrink = matrix_shrink,
};

const struct family_rules family_matrix_rules = {
    .table = matrix_rules,
    .local_reads =
        OPTIONS(GROUP_OPTIONS, MEMORY_OPTIONS, OPTION_TILE_K, OPTION_PANELS, OPTION_STAGE_A,
                OPTION_STAGE_B, OPTION_PAD_A, OPTION_PAD_B, OPTION_STAGES, OPTION_EXCHANGE,
                OPTION_ENGINE, OPTION_COPY, OPTION_VEC_C, KERNEL_OPTIONS),
    .propose = matrix_propose,
};

const struct family_plan family_matrix_plan = {
    .derive = matrix_plan,
    .show = matrix_show,
    .configure = matrix_configure,
};

const struct family_view family_matrix_view = {
    .page = "matrix.cl",
    .page_of = page,
    .fill = matrix_view,
};

const struct family family_matrix = {
    .name = "matrix",
    .help = "fragments of C that a sub-group multiplies on a matrix engine",
    .standard = "--tile 8x8 --wg 16x16 --vec-c 2",
    .shares = SHARED_BY(SHARE_LOCAL),
    .options = OPTIONS(OPTION_ENGINE, OPTION_PAD_A, OPTION_PAD_B, OPTION_STAGES, OPTION_COPY,
                       OPTION_PANELS, OPTION_PERSISTENT, OPTION_RASTER),
    .quantised = true,
    .spec = &family_matrix_spec,
    .rules = &family_matrix_rules,
    .plan = &family_matrix_plan,
    .view = &family_matrix_view,
};
