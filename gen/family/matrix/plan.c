/*
 * The plan of a matrix kernel.
 */
#include "gen/family/families.h"
#include "gen/family/matrix/ring.h"
#include "gen/plan/family.h"

static const void *derive(struct job *job, const struct spec *spec, const struct kernel *kernel)
{
    const struct matrix_spec *const asked = matrix_spec(spec);
    struct matrix_plan *const own = arena_allocate(job->arena, sizeof *own);
    (void)kernel;
    *own = (struct matrix_plan){
        .engine = asked->engine,
        .fragment = asked->fragment,
        .emulated = asked->emulated,
        .async = asked->async,
        .bulk = asked->bulk,
        .tensor = asked->tensor,
        .im2col = asked->im2col && !asked->emulated,
        .ring = asked->ring,
        .split = asked->split,
        .by_block = matrix_sums_by_block(asked),
        .blocks_of_sums = asked->sum_depth > spec->tile_k ? asked->sum_depth / spec->tile_k : 1,
        .sums_of_block = matrix_sums_of_block(asked, spec->tile_k),
        .stages = asked->stages,
        .raster = asked->raster,
        .ahead = asked->stages - 1 - matrix_tiles_under_way(asked),
        .under_way = matrix_tiles_under_way(asked),
        .a = matrix_tile_of(spec, &spec->a),
        .b = matrix_tile_of(spec, &spec->b),
        .blocks = matrix_blocks_of(spec),
        .sub_groups = matrix_sub_groups(spec),
        .tile = {spec->tile.height * asked->engine->lanes.height,
                 spec->tile.width * asked->engine->lanes.width},
        .halves = matrix_halves(spec),
        .fragments = matrix_fragments(spec),
        .straddles = matrix_straddles(spec),
        .traded = matrix_traded(spec),
        .cells = fragment_cells(asked->engine, asked->fragment),
        .exchanged = fragment_exchange_cells(asked->engine, asked->fragment, asked->emulated),
    };
    matrix_move_registers(spec, spec->tile.height * spec->tile.width * (own->by_block ? 2 : 1),
                          &own->kept, &own->taken);
    return own;
}

static void show_tile(struct job *job, struct value *object, const char *name,
                      const struct matrix_tile *tile)
{
    struct value *const view = value_set_object(job, object, name);
    value_set_bool(job, view, "packed", tile->packed);
    if (tile->split)
        value_set_bool(job, view, "split", true);
    value_set_bool(job, view, "along_k", tile->along_k);
    value_set_integer(job, view, "lines", tile->lines);
    value_set_integer(job, view, "length", tile->length);
    value_set_integer(job, view, "pitch", tile->pitch);
    if (tile->span)
        value_set_integer(job, view, "span", tile->span);
}

static void show(struct job *job, const struct kernel *kernel, struct value *object)
{
    const struct matrix_plan *const own = kernel->own;
    value_set_text(job, object, "engine", own->engine->name);
    value_set_bool(job, object, "emulated", own->emulated);
    value_set_shape(job, object, "sub_groups", own->sub_groups);
    value_set_shape(job, object, "sub_group_tile", own->tile);
    value_set_shape(job, object, "fragments", own->fragments);
    show_tile(job, object, "a", &own->a);
    show_tile(job, object, "b", &own->b);
    value_set_integer(job, object, "stages", own->stages);
    value_set_bool(job, object, "async", own->async);
    value_set_bool(job, object, "bulk", own->bulk);
    value_set_bool(job, object, "tensor", own->tensor);
    value_set_unless(job, object, "registers_kept", own->kept, 0);
    value_set_unless(job, object, "registers_taken", own->taken, 0);
    value_set_unless(job, object, "bytes_of_blocks", own->blocks.length * own->blocks.cell, 0);
}

static void pad_configure(struct job *job, const struct spec *spec, enum role role,
                          struct value *config)
{
    const struct matrix_tile tile = matrix_tile_of(spec, spec_operand(spec, role));
    value_set(config, role == ROLE_A ? "pad-a" : "pad-b",
              value_printf(job, "%lld", tile.pitch - tile.length));
}

static long long stages(const struct kernel *kernel)
{
    return matrix_own(kernel)->stages;
}

static void configure(struct job *job, const struct spec *spec, struct value *config)
{
    const struct matrix_spec *const own = matrix_spec(spec);
    value_set_text(job, config, "engine", spec->values[OPTION_ENGINE].text);
    value_set_text(job, config, "engine-along", spec->m == SYMBOL_M ? "m" : "n");
    if (!matrix_swizzles(own)) {
        pad_configure(job, spec, ROLE_A, config);
        pad_configure(job, spec, ROLE_B, config);
    }
    value_set(config, "stages", value_printf(job, "%lld", own->stages));
    value_set_text(job, config, "copy", spec->values[OPTION_COPY].text);
    value_set_text(job, config, "panels", spec->values[OPTION_PANELS].text);
    value_set(config, "persistent", value_printf(job, "%lld", own->per_unit));
    value_set(config, "raster", value_printf(job, "%lld", own->raster));
    value_set(config, "accumulate-k", value_printf(job, "%lld", own->sum_depth));
    if (own->in_turns)
        value_set_text(job, config, "take-turns", "yes");
    if (own->kept && !own->emulated)
        value_set_text(job, config, "ring-registers", spec->values[OPTION_RING_REGISTERS].text);
}

const struct family_plan family_matrix_plan = {
    .derive = derive,
    .show = show,
    .stages = stages,
    .configure = configure,
};
