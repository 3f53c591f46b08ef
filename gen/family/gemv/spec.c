/*
 * What the gemv family completes of a spec, and the registers and memory that it takes.
 */
#include "gen/family/families.h"
#include "gen/family/gemv/gemv.h"

/* Loads of 16 bytes, the widest of GPUs, and of no more elements than a vector has; of blocks whose parts lie apart as many elements
 * as of blocks together, since wider ones take more registers; of an image whole texels, which a rule refuses. */
static long long standard_vector(const struct spec *spec, const struct operand *large)
{
    enum {
        LOAD_BYTES = 16,
        MOST_ELEMENTS = 16
    };
    const struct element *const element = large->element;
    struct part_place places[PLACES_OF_PARTS];
    const long long bytes =
        element_lies_apart(element) ? block_parts_place(element->parts, places) : element->bytes;
    const long long most = LOAD_BYTES * element->covers / bytes;
    if (in_image(large))
        return element->texel;
    return widest_vector(lies_along_k(large) ? spec->tile_k : long_side(spec, spec->tile),
                         most < MOST_ELEMENTS ? most : MOST_ELEMENTS);
}

static void complete(struct job *job, struct spec *spec)
{
    const bool thin_m = spec_thin_m(spec);
    struct operand *const large = thin_m ? &spec->b : &spec->a;
    struct operand *const other = thin_m ? &spec->a : &spec->b;
    (void)job;
    spec->parts_m = thin_m;
    spec->parts_n = !thin_m;
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

long long gemv_sum_vector(const struct spec *spec)
{
    const struct operand *const large = large_operand(spec);
    const long long most = spec->values[OPTION_SUM_VEC].numbers[0];
    return lies_along_k(large) && most < large->vector ? most : large->vector;
}

static struct fragments fragments(const struct spec *spec)
{
    const struct shape tile = spec->tile;
    const long long compute = spec->numbers.compute->bytes;
    const long long depth = lies_along_k(large_operand(spec)) ? large_operand(spec)->vector : 1;
    return (struct fragments){
        .a = compute * depth * tile.height,
        .b = compute * depth * tile.width,
        .c = spec->numbers.accumulate->bytes * (depth > 1 ? gemv_sum_vector(spec) : 1) *
             tile.height * tile.width,
    };
}

/* The sums of all work-items, where several compute a tile together. */
static long long local_bytes(const struct spec *spec)
{
    const struct shape tile = spec->tile, wg = spec->wg;
    return spec_parts(spec) == 1 ? 0
                                 : tile.height * tile.width * wg.height * wg.width *
                                       spec->numbers.accumulate->bytes * spec_products(spec);
}

static bool may_shrink_vector(const struct spec *spec, const struct operand *operand)
{
    return spec_may_shrink(spec, OPTION_VEC_A + (operand->role - ROLE_A));
}

/* Shorter vectors along K: of sums first, then of loads, which are as long for both operands; false where none may be. */
static bool shrink_vectors(struct job *job, struct spec *spec)
{
    struct operand *const large = spec_thin_m(spec) ? &spec->b : &spec->a;
    struct operand *const other = spec_thin_m(spec) ? &spec->a : &spec->b;
    const bool both = lies_along_k(other);
    const long long sums = gemv_sum_vector(spec);
    if (!lies_along_k(large))
        return false;
    if (sums > 1 && spec_may_shrink(spec, OPTION_SUM_VEC)) {
        struct option_value *const values = option_copy(job, spec->values);
        option_say(job, values, OPTION_SUM_VEC, arena_printf(job->arena, "%lld", sums / 2),
                   VOICE_YIELD);
        spec->values = values;
        return true;
    }
    if (large->vector == 1 || !may_shrink_vector(spec, large) ||
        (both && !may_shrink_vector(spec, other)))
        return false;
    large->vector /= 2;
    if (both)
        other->vector = large->vector;
    return true;
}

/* Fewer elements along the large operand, then along the thin side; where these stay, as a host launches them, shorter vectors. */
static bool shrink(struct job *job, struct spec *spec, bool local_memory)
{
    const bool thin_m = spec_thin_m(spec);
    long long *const length = thin_m ? &spec->tile.width : &spec->tile.height;
    long long *const thin = thin_m ? &spec->tile.height : &spec->tile.width;
    const long long least = lies_along_k(large_operand(spec)) ? 1 : large_operand(spec)->vector;
    long long *const parts = thin_m ? &spec->wg.height : &spec->wg.width;
    const bool tile = spec_may_shrink(spec, OPTION_TILE);
    if (tile && *length > least)
        *length /= 2;
    else if (tile && *thin > 1)
        *thin /= 2;
    else if (local_memory && *parts > 1 && spec_may_shrink(spec, OPTION_WG))
        *parts /= 2;
    else
        return !local_memory && shrink_vectors(job, spec);
    return true;
}

const struct family_spec family_gemv_spec = {
    .complete = complete,
    .fragments = fragments,
    .local_bytes = local_bytes,
    .shrink = shrink,
};
