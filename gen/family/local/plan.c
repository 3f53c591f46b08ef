/*
 * The plan of a local kernel: its loops over K, and where the elements of a work-item lie.
 */
#include "gen/family/aligned.h"
#include "gen/family/families.h"
#include "gen/family/local/local.h"
#include "gen/plan/family.h"

/* Whether the main loop reads beyond the edge of a tile that crosses it, in vectors along the tile of C or straight from
 * global memory. */
static bool needs_whole(const struct kernel *kernel, const struct local_plan *own,
                        const struct local_tile *tile)
{
    const struct operand *const operand = tile->operand;
    const bool in_vectors = !own->async && operand->vector > 1;
    return kernel_guards(kernel, is_a(operand)) && lies_across_k(operand) &&
           (in_vectors || !tile->staged);
}

/* The main loop, which never runs where K is less than a tile, or where every tile crosses an edge that it needs whole. */
static void plan_main(struct local_plan *own, const struct kernel *kernel)
{
    own->main = main_loop_of(kernel, true, needs_whole(kernel, own, &own->a),
                             needs_whole(kernel, own, &own->b));
    if (own->main.idle)
        own->stages = 1;
}

/* Asynchronous copies have no vectors. */
static bool loads_aligned(const struct local_plan *own, const struct local_tile *tile,
                          const struct kernel *kernel)
{
    return tests_alignment(kernel, tile->operand) && !(tile->staged && own->async);
}

static const void *derive(struct job *job, const struct spec *spec, const struct kernel *kernel)
{
    struct local_plan *const own = arena_allocate(job->arena, sizeof *own);
    const struct local_spec *const asked = local_spec(spec);
    *own = (struct local_plan){
        .a = local_tile_of(spec, &spec->a),
        .b = local_tile_of(spec, &spec->b),
        .steps = local_steps(spec),
        .strided = asked->strided,
        .row_block = local_row_block(spec),
        .stride = local_stride(spec),
        .own_rows =
            kernel->exchanges ? (spec->tile.height + spec->wg.width - 1) / spec->wg.width : 0,
        .stages = asked->stages,
        .prefetch = asked->prefetch,
        .async = asked->async,
    };
    own->a.operand = &kernel->a;
    own->b.operand = &kernel->b;
    own->d = kernel->a.role == ROLE_B ? own->a : own->b;
    own->d.operand = &kernel->d;
    plan_main(own, kernel);
    own->aligned = !own->main.idle &&
                   (loads_aligned(own, &own->a, kernel) || loads_aligned(own, &own->b, kernel));
    return own;
}

/* What is loaded and read of an operand: a tile where it is staged, else false. */
static void show_operand(struct job *job, struct value *object, const struct local_tile *tile)
{
    value_set_bool(job, object, "read_along_k", tile->read.along_k);
    value_set_integer(job, object, "read_width", tile->read.width);
    struct value *const view = value_set_object_if(job, object, "tile", tile->staged);
    if (!view)
        return;
    value_set_integer(job, view, "lines", tile->lines);
    value_set_integer(job, view, "length", tile->length);
    value_set_integer(job, view, "local_lines", tile->local_lines);
    value_set_integer(job, view, "local_length", tile->local_length);
    value_set_integer(job, view, "pitch", tile->pitch);
    value_set_shape(job, view, "load_shape", tile->load);
    value_set_integer(job, view, "vector", tile->vector);
    value_set_integer(job, view, "line_passes", tile->line_passes);
    value_set_integer(job, view, "along_passes", tile->along_passes);
}

static void show(struct job *job, const struct kernel *kernel, struct value *object)
{
    const struct local_plan *const own = kernel->own;
    show_operand(job, value_set_object(job, object, "a"), &own->a);
    show_operand(job, value_set_object(job, object, "b"), &own->b);
    value_set_integer(job, object, "steps_at_once", own->steps);
    value_set_bool(job, object, "strided", own->strided);
    value_set_shape(job, object, "stride", own->stride);
    value_set_integer(job, object, "own_rows", own->own_rows);
    main_loop_show(job, &own->main, object);
    value_set_bool(job, object, "aligned", own->aligned);
    value_set_integer(job, object, "stages", own->stages);
    value_set_bool(job, object, "prefetch", own->prefetch);
    value_set_bool(job, object, "async", own->async);
}

const struct local_tile *local_tile(const struct kernel *kernel, const struct operand *operand)
{
    const struct local_plan *const own = kernel->own;
    return operand->role == ROLE_D ? &own->d : is_a(operand) ? &own->a : &own->b;
}

bool local_loads_aligned(const struct kernel *kernel, const struct operand *operand)
{
    return loads_aligned(kernel->own, local_tile(kernel, operand), kernel);
}

long long local_row(const struct kernel *kernel, long long i)
{
    const struct local_plan *const own = kernel->own;
    const long long block = own->row_block;
    return own->strided ? i / block * block * kernel->wg.height + i % block : i;
}

long long local_column(const struct kernel *kernel, long long j)
{
    const struct local_plan *const own = kernel->own;
    return j * kernel->c.vector * (own->strided ? kernel->wg.width : 1);
}

long long local_place(const struct kernel *kernel, const struct operand *operand, long long i)
{
    const long long width = kernel->c.vector;
    return is_a(operand) ? local_row(kernel, i) : local_column(kernel, i / width) + i % width;
}

static long long stages(const struct kernel *kernel)
{
    return ((const struct local_plan *)kernel->own)->stages;
}

static void configure(struct job *job, const struct spec *spec, struct value *config)
{
    const struct local_spec *const own = local_spec(spec);
    for (enum role role = ROLE_A; role <= ROLE_B; role++) {
        const struct operand *const operand = spec_operand(spec, role);
        const struct local_operand *const o = local_operand(spec, operand);
        const char letter = operand_letter(operand);
        value_set_text(job, config, arena_printf(job->arena, "stage-%c", letter),
                       local_stage_word(o->stage));
        if (o->stage == STAGE_NONE)
            continue;
        value_set(config, arena_printf(job->arena, "load-shape-%c", letter),
                  value_printf(job, "%lldx%lld", o->load.height, o->load.width));
        value_set(config, arena_printf(job->arena, "pad-%c", letter),
                  value_printf(job, "%lld", o->pad));
        value_set(config, arena_printf(job->arena, "local-vec-%c", letter),
                  value_printf(job, "%lld", o->vector));
    }
    value_set_text(job, config, "assign", own->strided ? "strided" : "contiguous");
    value_set(config, "stages", value_printf(job, "%lld", own->stages));
    value_set_text(job, config, "prefetch", own->prefetch ? "yes" : "no");
    value_set_text(job, config, "copy", own->async ? "async" : "plain");
    value_set_text(job, config, "exchange", own->exchange ? "yes" : "no");
}

const struct family_plan family_local_plan = {
    .derive = derive,
    .show = show,
    .stages = stages,
    .configure = configure,
    .conflicts = local_conflicts,
};
