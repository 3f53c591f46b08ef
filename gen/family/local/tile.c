/*
 * The shapes of the local family: tiles in local memory, and where the elements of a work-item lie.
 */
#include "gen/family/local/local.h"

static long long larger(long long left, long long right)
{
    return left > right ? left : right;
}

static long long rounded_up_quotient(long long number, long long by)
{
    return number / by + (number % by != 0);
}

const struct local_spec *local_spec(const struct spec *spec)
{
    return spec->own;
}

const struct local_operand *local_operand(const struct spec *spec, const struct operand *operand)
{
    const struct local_spec *const own = spec->own;
    return is_a(operand) ? &own->a : &own->b;
}

bool local_staged(const struct spec *spec, const struct operand *operand)
{
    return local_operand(spec, operand)->stage != STAGE_NONE;
}

struct local_tile local_tile_of(const struct spec *spec, const struct operand *operand)
{
    const struct local_operand *const own = local_operand(spec, operand);
    const struct shape group = spec_group_tile(spec);
    const long long side = is_a(operand) ? group.height : group.width;
    struct local_tile tile = {
        .operand = operand,
        .staged = own->stage != STAGE_NONE,
        .along_k = contiguous_along_k(operand),
        .vector = operand->vector,
        .load = own->load,
    };
    tile.lines = tile.along_k ? side : spec->tile_k;
    tile.length = tile.along_k ? spec->tile_k : side;
    tile.local_along_k = tile.along_k == (own->stage == STAGE_PLAIN);
    tile.local_lines = tile.local_along_k ? side : spec->tile_k;
    tile.local_length = tile.local_along_k ? spec->tile_k : side;
    tile.pitch = tile.local_length + own->pad;
    tile.line_passes = rounded_up_quotient(tile.lines, tile.load.height);
    tile.along_passes = rounded_up_quotient(tile.length, tile.load.width * tile.vector);
    return tile;
}

struct local_read local_read_of(const struct spec *spec, const struct operand *operand)
{
    if (!local_staged(spec, operand))
        return (struct local_read){contiguous_along_k(operand), operand->vector};
    return (struct local_read){local_tile_of(spec, operand).local_along_k,
                               local_operand(spec, operand)->vector};
}

long long local_steps(const struct spec *spec)
{
    const struct local_read a = local_read_of(spec, &spec->a);
    const struct local_read b = local_read_of(spec, &spec->b);
    return larger(a.along_k ? a.width : 1, b.along_k ? b.width : 1);
}

/* Rows that stay together where elements are strided: those of one read. */
static long long row_block(const struct spec *spec)
{
    const struct local_read a = local_read_of(spec, &spec->a);
    return a.along_k ? 1 : a.width;
}

struct shape local_stride(const struct spec *spec)
{
    return local_spec(spec)->strided ? (struct shape){row_block(spec), spec->c.vector} : spec->tile;
}

/* Whether the main loop reads beyond the edge of a tile that crosses it, in vectors along the tile of C or straight from
 * global memory. */
static bool needs_whole(const struct kernel *kernel, const struct local_plan *own,
                        const struct local_tile *tile)
{
    const struct operand *const operand = tile->operand;
    const bool guarded = is_a(operand) ? kernel->guard_m : kernel->guard_n;
    const bool in_vectors = !own->async && operand->vector > 1;
    return guarded && lies_across_k(operand) && (in_vectors || !tile->staged);
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

const void *local_plan(struct job *job, const struct spec *spec, const struct kernel *kernel)
{
    struct local_plan *const own = arena_allocate(job->arena, sizeof *own);
    const struct local_spec *const asked = local_spec(spec);
    *own = (struct local_plan){
        .a = local_tile_of(spec, &spec->a),
        .b = local_tile_of(spec, &spec->b),
        .read_a = local_read_of(spec, &spec->a),
        .read_b = local_read_of(spec, &spec->b),
        .steps = local_steps(spec),
        .strided = asked->strided,
        .row_block = row_block(spec),
        .stride = local_stride(spec),
        .own_rows = kernel->exchanges ? rounded_up_quotient(spec->tile.height, spec->wg.width) : 0,
        .stages = asked->stages,
        .prefetch = asked->prefetch,
        .async = asked->async,
    };
    own->a.operand = &kernel->a;
    own->b.operand = &kernel->b;
    plan_main(own, kernel);
    own->aligned = !own->main.idle &&
                   (loads_aligned(own, &own->a, kernel) || loads_aligned(own, &own->b, kernel));
    return own;
}

/* What is loaded and read of an operand: a tile where it is staged, else false. */
static void show_operand(struct job *job, struct value *object, const struct local_tile *tile,
                         struct local_read read)
{
    value_set_bool(job, object, "read_along_k", read.along_k);
    value_set_integer(job, object, "read_width", read.width);
    if (!tile->staged) {
        value_set_bool(job, object, "tile", false);
        return;
    }
    struct value *const view = value_set_object(job, object, "tile");
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

void local_show(struct job *job, const struct kernel *kernel, struct value *object)
{
    const struct local_plan *const own = kernel->own;
    show_operand(job, value_set_object(job, object, "a"), &own->a, own->read_a);
    show_operand(job, value_set_object(job, object, "b"), &own->b, own->read_b);
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

/* ---------------------------------------------------------------------- of a kernel's plan */

const struct local_tile *local_tile(const struct kernel *kernel, const struct operand *operand)
{
    const struct local_plan *const own = kernel->own;
    return is_a(operand) ? &own->a : &own->b;
}

struct local_read local_read(const struct kernel *kernel, const struct operand *operand)
{
    const struct local_plan *const own = kernel->own;
    return is_a(operand) ? own->read_a : own->read_b;
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

bool local_guarded(const struct kernel *kernel, const struct operand *operand)
{
    return is_a(operand) ? kernel->guard_m : kernel->guard_n;
}
