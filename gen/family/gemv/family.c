/*
 * Gemv: for thin products, M or N of which is small. Each element of the large operand is read once, as wide as it lies, and is
 * multiplied with all rows or columns of the thin one that a tile has. What such a product takes is the time to read the large
 * operand.
 *
 * Where the large operand lies along K, sums are vectors along K, of which one number is made at last. Where it lies across K,
 * they are vectors of elements of C. The work-items along the thin side of a work-group compute one tile together: each sums
 * every so many steps of K, and their sums are added by halves in local memory, in the same order each time.
 *
 * On CPUs a work-item may have many tiles there, one beside another: each iteration of the loop over K goes through all of them, so
 * that a row of the large operand is read from first to last, as far as they reach, and not by a few vectors from each row.
 */
#include "gen/family/gemv/gemv.h"

#include "gen/family/families.h"
#include "gen/plan/family.h"
#include "gen/rules/family.h"
#include "gen/view/family.h"

static const struct gemv_spec *own_of(const struct spec *spec)
{
    return spec->own;
}

static const struct operand *large_of(const struct spec *spec)
{
    return own_of(spec)->thin_m ? &spec->b : &spec->a;
}

static const struct operand *thin_of(const struct spec *spec)
{
    return own_of(spec)->thin_m ? &spec->a : &spec->b;
}

/* The tile's side along the large operand's places. */
static long long long_side(const struct spec *spec)
{
    return own_of(spec)->thin_m ? spec->tile.width : spec->tile.height;
}

static long long tiles_of(const struct spec *spec)
{
    return own_of(spec)->thin_m ? spec->tiles.width : spec->tiles.height;
}

/* Whether an operand leaves room for a loop of aligned loads. */
static bool is_no_obstacle(const struct kernel *kernel, const struct operand *operand)
{
    return !gemv_reads_vectors(operand) || tests_alignment(kernel, operand);
}

static bool in_sequence(const struct spec *spec)
{
    return spec->tiles.height * spec->tiles.width > 1;
}

/* Loads of 16 bytes, the widest of GPUs, and of no more elements than a vector has; of an image whole texels, which a rule
 * refuses. */
static long long standard_vector(const struct spec *spec, const struct operand *large)
{
    enum {
        LOAD_BYTES = 16,
        MOST_ELEMENTS = 16
    };
    const long long most = LOAD_BYTES * large->element->covers / large->element->bytes;
    if (in_image(large))
        return large->element->texel;
    return widest_vector(lies_along_k(large) ? spec->tile_k : long_side(spec),
                         most < MOST_ELEMENTS ? most : MOST_ELEMENTS);
}

static void complete(struct job *job, struct spec *spec)
{
    struct gemv_spec *const own = arena_allocate(job->arena, sizeof *own);
    own->thin_m = spec_thin_m(spec);
    own->sum_vector = spec->values[OPTION_SUM_VEC].numbers[0];
    spec->own = own;
    spec->parts_m = own->thin_m;
    spec->parts_n = !own->thin_m;

    struct operand *const large = own->thin_m ? &spec->b : &spec->a;
    struct operand *const other = own->thin_m ? &spec->a : &spec->b;
    if (!large->vector)
        large->vector = standard_vector(spec, large);
    if (!other->vector)
        other->vector = in_image(other)                              ? other->element->texel
                        : lies_along_k(large) && lies_along_k(other) ? large->vector
                                                                     : 1;
    if (!spec->tile_k)
        spec->tile_k = lies_along_k(large)   ? large->vector
                       : lies_along_k(other) ? other->vector
                                             : 1;
    if (!spec->unroll_k)
        spec->unroll_k = spec->tile_k;
    spec->turn_k = spec->unroll_k * spec_parts(spec);
}

/* Elements of a vector of sums: along K at most as many as somebody asks for, else those of a load. */
static long long sum_vector(const struct spec *spec)
{
    const struct operand *const large = large_of(spec);
    const long long most = own_of(spec)->sum_vector;
    return lies_along_k(large) && most < large->vector ? most : large->vector;
}

static struct fragments fragments(const struct spec *spec)
{
    const struct shape tile = spec->tile;
    const long long compute = spec->numbers.compute->bytes;
    const long long depth = lies_along_k(large_of(spec)) ? large_of(spec)->vector : 1;
    return (struct fragments){
        .a = compute * depth * tile.height,
        .b = compute * depth * tile.width,
        .c = spec->numbers.accumulate->bytes * (depth > 1 ? sum_vector(spec) : 1) * tile.height *
             tile.width,
    };
}

/* The sums of all work-items, where several compute a tile together. */
static long long local_bytes(const struct spec *spec)
{
    const struct shape tile = spec->tile, wg = spec->wg;
    return spec_parts(spec) == 1
               ? 0
               : tile.height * tile.width * wg.height * wg.width * spec->numbers.accumulate->bytes;
}

/* ------------------------------------------------------------------------------- rules */

static const struct refusal *not_in_buffers(struct job *job, const struct spec *spec)
{
    const struct operand *const operands[] = {&spec->a, &spec->b};
    for (int i = 0; i < 2; i++)
        if (in_image(operands[i]))
            return propose(
                propose(refuse(job,
                               "the gemv family reads every element of %s once, and %s would copy "
                               "it first",
                               operands[i]->name,
                               option_and_value(job, spec, option_of(operands[i], OPTION_ACCESS_A),
                                                "image")),
                        option_of(operands[i], OPTION_ACCESS_A), "buffer"),
                OPTION_FAMILY, "register");
    return NULL;
}

static const struct refusal *nothing_to_move(struct job *job, const struct spec *spec)
{
    if (spec->edges != EDGES_SHIFT)
        return NULL;
    return propose(propose(refuse(job,
                                  "the gemv family is for matrices of few rows or columns, which "
                                  "have no room for a tile that %s would move inside",
                                  option_and_value(job, spec, OPTION_EDGES, "shift")),
                           OPTION_EDGES, "guard"),
                   OPTION_FAMILY, "register");
}

static const struct refusal *vectors_of_c(struct job *job, const struct spec *spec)
{
    if (spec->c.vector == 1)
        return NULL;
    return propose(
        propose(
            refuse(job,
                   "in the gemv family %s says how wide C is written, where that can be: not %s",
                   option_and_value(job, spec, option_of(large_of(spec), OPTION_VEC_A), "%lld",
                                    large_of(spec)->vector),
                   option_and_value(job, spec, OPTION_VEC_C, "%lld", spec->c.vector)),
            OPTION_VEC_C, "1"),
        OPTION_FAMILY, "register");
}

static const struct refusal *parts_not_halved(struct job *job, const struct spec *spec)
{
    const bool height = own_of(spec)->thin_m;
    struct shape wg = spec->wg;
    long long fewer = 1;
    if (is_power_of_two(spec_parts(spec)))
        return NULL;
    while (2 * fewer < spec_parts(spec))
        fewer *= 2;
    *(height ? &wg.height : &wg.width) = fewer;
    return propose(refuse(job,
                          "the sums of work-items that each have a part of K are added by halves, "
                          "and %s is not a power of two",
                          option_side(job, spec, OPTION_WG, height)),
                   OPTION_WG, "%lldx%lld", wg.height, wg.width);
}

/* The tile must be whole vectors, along K or along the places of the large operand. */
static const struct refusal *vector_against_tile(struct job *job, const struct spec *spec)
{
    const struct operand *const operands[] = {large_of(spec), thin_of(spec)};
    for (int i = 0; i < 2; i++) {
        const struct operand *const operand = operands[i];
        const bool along_k = lies_along_k(operand);
        const enum option_id own = option_of(operand, OPTION_VEC_A);
        if ((along_k ? spec->tile_k : i == 0 ? long_side(spec) : 0) % operand->vector == 0)
            continue;
        return propose_longer(
            propose(refuse(job, "%s lies along %s, and %s is not a multiple of %s", operand->name,
                           along_k ? "K" : "the tile",
                           along_k
                               ? option_and_value(job, spec, OPTION_TILE_K, "%lld", spec->tile_k)
                               : option_side(job, spec, OPTION_TILE, is_a(operand)),
                           option_and_value(job, spec, own, "%lld", operand->vector)),
                    own, "%lld",
                    widest_vector(along_k ? spec->tile_k : long_side(spec), operand->vector)),
            spec, along_k, is_a(operand), operand->vector);
    }
    return NULL;
}

/* Along K both are read by the same vectors; of an operand that lies otherwise single elements are read. */
static const struct refusal *vector_of_thin(struct job *job, const struct spec *spec)
{
    const struct operand *const large = large_of(spec), *const thin = thin_of(spec);
    const enum option_id own = option_of(thin, OPTION_VEC_A);
    const char *const said = option_and_value(job, spec, own, "%lld", thin->vector);
    if (!lies_along_k(thin))
        return thin->vector == 1
                   ? NULL
                   : propose(refuse(job,
                                    "%s is thin and lies across K, where the gemv family reads "
                                    "single elements: not with %s",
                                    thin->name, said),
                             own, "1");
    if (!lies_along_k(large) || thin->vector == large->vector)
        return NULL;
    return propose(
        refuse(job, "A and B both lie along K, and %s is not %s", said,
               option_and_value(job, spec, option_of(large, OPTION_VEC_A), "%lld", large->vector)),
        own, "%lld", large->vector);
}

static const char *said_tiles(struct job *job, const struct spec *spec)
{
    return option_and_value(job, spec, OPTION_BLOCK_TILES, "%lldx%lld", spec->tiles.height,
                            spec->tiles.width);
}

/* Tiles in sequence are for rows of the large operand that reach over many of them. */
static const struct refusal *tiles_along_k(struct job *job, const struct spec *spec)
{
    const struct operand *const large = large_of(spec);
    const bool thin_m = own_of(spec)->thin_m;
    const long long thin = thin_m ? spec->tiles.height : spec->tiles.width;
    if (!in_sequence(spec))
        return NULL;
    if (lies_along_k(large))
        return propose(refuse(job,
                              "%s lies along K, where a tile reads it from first to last: not with "
                              "%s",
                              large->name, said_tiles(job, spec)),
                       OPTION_BLOCK_TILES, "1x1");
    if (thin == 1)
        return NULL;
    return propose(refuse(job,
                          "tiles of the gemv family lie side by side along the large operand %s, "
                          "and the thin side has one of them: not with %s",
                          large->name, said_tiles(job, spec)),
                   OPTION_BLOCK_TILES, "%lldx%lld", thin_m ? 1 : spec->tiles.height,
                   thin_m ? spec->tiles.width : 1);
}

static const struct refusal *tiles_of_several_items(struct job *job, const struct spec *spec)
{
    if (!in_sequence(spec) || spec->wg.height * spec->wg.width == 1)
        return NULL;
    return propose(
        propose(refuse(job,
                       "a work-item that computes tiles in sequence (%s) is alone in its "
                       "work-group: not with %s",
                       said_tiles(job, spec),
                       option_and_value(job, spec, OPTION_WG, "%lldx%lld", spec->wg.height,
                                        spec->wg.width)),
                OPTION_WG, "1x1"),
        OPTION_BLOCK_TILES, "1x1");
}

/* Beyond that places could leave 32 bits, and the sums the memory of a work-item. */
static const struct refusal *too_many_tiles(struct job *job, const struct spec *spec)
{
    enum {
        LARGEST_SIDE = 16384
    };
    const long long most = LARGEST_SIDE / long_side(spec), tiles = tiles_of(spec);
    if (!in_sequence(spec) || tiles <= most)
        return NULL;
    return propose(refuse(job, "%s is too large with %s: at most %d elements per side",
                          said_tiles(job, spec),
                          option_and_value(job, spec, OPTION_TILE, "%lldx%lld", spec->tile.height,
                                           spec->tile.width),
                          LARGEST_SIDE),
                   OPTION_BLOCK_TILES, "%lldx%lld", own_of(spec)->thin_m ? 1 : most,
                   own_of(spec)->thin_m ? most : 1);
}

static const struct rule rules[] = {
    {"gemv-tiles", tiles_along_k, READS(MEMORY_OPTIONS, OPTION_THIN, OPTION_BLOCK_TILES), NULL},
    {"gemv-tiles-group", tiles_of_several_items, READS(OPTION_WG, OPTION_BLOCK_TILES), NULL},
    {"gemv-tiles-size", too_many_tiles,
     READS(OPTION_LAYOUT, OPTION_THIN, OPTION_TILE, OPTION_BLOCK_TILES), NULL},
    {"gemv-image", not_in_buffers, READS(OPTION_ACCESS_A, OPTION_ACCESS_B), NULL},
    {"gemv-shift", nothing_to_move, READS(OPTION_EDGES), NULL},
    {"gemv-vec-c", vectors_of_c,
     READS(MEMORY_OPTIONS, OPTION_THIN, OPTION_VEC_A, OPTION_VEC_B, OPTION_VEC_C), NULL},
    {"gemv-parts", parts_not_halved, READS(OPTION_LAYOUT, OPTION_THIN, OPTION_WG), NULL},
    {"gemv-vector", vector_against_tile,
     READS(MEMORY_OPTIONS, OPTION_THIN, OPTION_TILE, OPTION_TILE_K, OPTION_VEC_A, OPTION_VEC_B),
     NULL},
    {"gemv-thin-vector", vector_of_thin,
     READS(MEMORY_OPTIONS, OPTION_THIN, OPTION_VEC_A, OPTION_VEC_B), NULL},
    {NULL, NULL, NULL, NULL},
};

/* ---------------------------------------------------------------------------- the kernel */

/* Elements of an iteration, one behind another, that share a scale. A sum of products is as good as products only where it is what products
 * are, and what scales are. */
static long long run_of(const struct spec *spec)
{
    const struct operand *const large = large_of(spec);
    const struct number *const sums = spec->numbers.accumulate;
    return in_blocks(large) && large->vector > 1 && spec->numbers.compute == sums &&
                   large->element->read == sums
               ? widest_vector(spec->tile_k, large->element->run)
               : 0;
}

/* Whether to multiply sums of a run, a vector of them for each place of the thin side, takes no more than to multiply its elements. */
static bool sums_runs(const struct spec *spec)
{
    const long long thin = own_of(spec)->thin_m ? spec->tile.height : spec->tile.width;
    return thin * sum_vector(spec) <= run_of(spec);
}

/* Vectors along the places of the large operand may cross the edge of C. */
static const void *plan(struct job *job, const struct spec *spec, const struct kernel *kernel)
{
    struct gemv_plan *const own = arena_allocate(job->arena, sizeof *own);
    const struct operand *const large = large_of(spec);
    const bool along_k = lies_along_k(large);
    const bool guards = own_of(spec)->thin_m ? kernel->guard_n : kernel->guard_m;
    const bool crosses = guards && !along_k && large->vector > 1;
    struct shape cells = kernel->tile;
    if (!along_k)
        *(own_of(spec)->thin_m ? &cells.width : &cells.height) /= large->vector;
    *own = (struct gemv_plan){
        .main = main_loop_of(kernel, false, crosses && is_a(large), crosses && !is_a(large)),
        .thin_m = own_of(spec)->thin_m,
        .along_k = along_k,
        .crosses = crosses,
        .tiles = tiles_of(spec),
        .run = run_of(spec),
        .sums_runs = sums_runs(spec),
        .vector = large->vector,
        .sum_vector = sum_vector(spec),
        .cells = cells,
    };
    own->aligned = !own->main.idle &&
                   (gemv_reads_vectors(large) || gemv_reads_vectors(thin_of(spec))) &&
                   is_no_obstacle(kernel, large) && is_no_obstacle(kernel, thin_of(spec));
    return own;
}

static void show(struct job *job, const struct kernel *kernel, struct value *object)
{
    const struct gemv_plan *const own = kernel->own;
    main_loop_show(job, &own->main, object);
    value_set_bool(job, object, "aligned", own->aligned);
    value_set_bool(job, object, "along_k", own->along_k);
    value_set_shape(job, object, "cells", own->cells);
    value_set_integer(job, object, "tiles", own->tiles);
    value_set_integer(job, object, "run", own->run);
    value_set_bool(job, object, "sums_runs", own->sums_runs);
}

/* Fewer elements along the large operand, then along the thin side. */
static bool shrink(struct job *job, struct spec *spec, bool local_memory)
{
    const bool thin_m = own_of(spec)->thin_m;
    long long *const length = thin_m ? &spec->tile.width : &spec->tile.height;
    long long *const thin = thin_m ? &spec->tile.height : &spec->tile.width;
    const long long least = lies_along_k(large_of(spec)) ? 1 : large_of(spec)->vector;
    long long *const parts = thin_m ? &spec->wg.height : &spec->wg.width;
    const bool tile = spec_may_shrink(spec, OPTION_TILE);
    (void)job;
    if (tile && *length > least)
        *length /= 2;
    else if (tile && *thin > 1)
        *thin /= 2;
    else if (local_memory && *parts > 1 && spec_may_shrink(spec, OPTION_WG))
        *parts /= 2;
    else
        return false;
    return true;
}

static void gemv_configure(struct job *job, const struct spec *spec, struct value *config)
{
    const enum symbol thin = own_of(spec)->thin_m ? spec->m : spec->n;
    value_set_text(job, config, "thin", thin == SYMBOL_M ? "m" : "n");
    value_set_integer(job, config, "sum-vec", own_of(spec)->sum_vector);
    value_set(config, "block-tiles",
              value_printf(job, "%lldx%lld", spec->tiles.height, spec->tiles.width));
}

const struct family_spec family_gemv_spec = {
    .complete = complete,
    .fragments = fragments,
    .local_bytes = local_bytes,
    .shrink = shrink,
};

const struct family_rules family_gemv_rules = {
    .table = rules,
    .local_reads = OPTIONS(GROUP_OPTIONS, MEMORY_OPTIONS, KERNEL_OPTIONS),
};

const struct family_plan family_gemv_plan = {
    .derive = plan,
    .show = show,
    .configure = gemv_configure,
};

const struct family_view family_gemv_view = {
    .page = "gemv.cl",
    .fill = gemv_view,
};

const struct family family_gemv = {
    .name = "gemv",
    .help = "for M or N of at most about 16: each element of the large operand is read once",
    .standard = "--tile 1x4 --wg 32x8",
    .shares = SHARED_BY(SHARE_NONE),
    .options = OPTIONS(OPTION_THIN, OPTION_ALIGNED, OPTION_SUM_VEC, OPTION_BLOCK_TILES),
    .complex = true,
    .quantised = true,
    .groups = true,
    .repacks = true,
    .spec = &family_gemv_spec,
    .rules = &family_gemv_rules,
    .plan = &family_gemv_plan,
    .view = &family_gemv_view,
};
