/*
 * Register: a tile of C a work-item, in registers; nothing is shared.
 *
 * Accumulators are vectors of vec-c elements along C's contiguous axis. A is read element by
 * element (or vec-a at a time along the axis on which it is contiguous) and widened; B is read as
 * vectors that match the accumulators.
 */
#include "gen/family/families.h"
#include "gen/plan/family.h"
#include "gen/rules/family.h"
#include "gen/view/family.h"

#include "gen/family/register/register.h"

static long long larger(long long left, long long right)
{
    return left > right ? left : right;
}

static void complete(struct job *job, struct spec *spec)
{
    (void)job;
    if (!spec->c.vector)
        spec->c.vector = 1;
    if (!spec->a.vector)
        spec->a.vector = in_image(&spec->a) ? spec->a.element->texel : 1;
    if (!spec->b.vector)
        spec->b.vector = in_image(&spec->b)   ? spec->b.element->texel
                         : spec->b.transposed ? 1
                                              : spec->c.vector;
    if (!spec->tile_k)
        spec->tile_k = larger(contiguous_along_k(&spec->a) ? spec->a.vector : 1,
                              contiguous_along_k(&spec->b) ? spec->b.vector : 1);
}

static struct fragments fragments(const struct spec *spec)
{
    const long long a_depth = contiguous_along_k(&spec->a) ? spec->a.vector : 1;
    const long long b_depth = contiguous_along_k(&spec->b) ? spec->b.vector : 1;
    return (struct fragments){
        .a = spec->numbers.compute->bytes * a_depth * (a_depth > 1 ? spec->tile.height : 1),
        .b = spec->numbers.compute->bytes * b_depth * spec->tile.width,
        .c = spec->numbers.accumulate->bytes * spec->tile.height * spec->tile.width,
    };
}

/* ------------------------------------------------------------------------------- rules */

static const struct refusal *vector_against_tile(struct job *job, const struct spec *spec)
{
    const struct {
        const struct operand *operand;
        long long side;
        const char *what;
    } sides[] = {
        {&spec->c, spec->tile.width, "tile width"},
        {&spec->a, contiguous_along_k(&spec->a) ? spec->tile_k : spec->tile.height,
         contiguous_along_k(&spec->a) ? "tile-k" : "tile height"},
        {&spec->b, contiguous_along_k(&spec->b) ? spec->tile_k : spec->tile.width,
         contiguous_along_k(&spec->b) ? "tile-k" : "tile width"},
    };
    for (int i = 0; i < 3; i++) {
        const long long vector = sides[i].operand->vector;
        if (sides[i].side % vector == 0)
            continue;
        const bool along_k = i > 0 && contiguous_along_k(sides[i].operand);
        const char *const option =
            along_k ? option_and_value(job, spec, OPTION_TILE_K, "%lld", spec->tile_k)
                    : option_side(job, spec, OPTION_TILE, sides[i].operand == &spec->a);
        long long fits = vector;
        while (sides[i].side % fits)
            fits /= 2;
        if (in_image(sides[i].operand) && fits < sides[i].operand->element->most_texel)
            fits = sides[i].operand->element->texel;
        if (sides[i].side % fits)
            return propose(
                refuse(job,
                       "texels of %s are along the %s, and %s is not a multiple of the %lld "
                       "elements of a texel",
                       sides[i].operand->name, sides[i].what, option, fits),
                option_of(sides[i].operand, OPTION_ACCESS_A), "buffer");
        const enum option_id own = option_of(sides[i].operand, OPTION_VEC_A);
        return propose_longer(
            propose(refuse(job, "%s is contiguous along the %s, and %s is not a multiple of %s",
                           sides[i].operand->name, sides[i].what, option,
                           option_and_value(job, spec, own, "%lld", vector)),
                    own, "%lld", fits),
            spec, along_k, sides[i].operand == &spec->a, vector);
    }
    return NULL;
}

static const struct refusal *narrow_vectors(struct job *job, const struct spec *spec)
{
    const struct operand *const b = &spec->b;
    if (contiguous_along_k(b) || b->vector == 1 || b->vector >= spec->c.vector)
        return NULL;
    const bool texel = in_image(b);
    const enum option_id own = option_of(b, OPTION_VEC_A);
    const char *const wanted = option_and_value(job, spec, OPTION_VEC_C, "%lld", spec->c.vector);
    if (texel && b->vector == b->element->texel)
        return propose(
            propose(refuse(job,
                           "texels of %lld elements of %s would build a vector of %s from parts",
                           b->vector, b->name, wanted),
                    OPTION_VEC_C, "%lld", b->vector),
            option_of(b, OPTION_ACCESS_A), "buffer");
    return propose(propose(refuse(job, "%s would build a vector of %s from parts",
                                  option_and_value(job, spec, own, "%lld", b->vector), wanted),
                           own, "%lld", texel ? 1 : spec->c.vector),
                   texel ? OPTION_VEC_C : own, "%lld", texel ? b->vector : 1);
}

static const struct rule rules[] = {
    {"vector-tile", vector_against_tile,
     READS(MEMORY_OPTIONS, OPTION_TILE, OPTION_TILE_K, OPTION_VEC_A, OPTION_VEC_B, OPTION_VEC_C),
     NULL},
    {"vector-match", narrow_vectors,
     READS(MEMORY_OPTIONS, OPTION_VEC_A, OPTION_VEC_B, OPTION_VEC_C), NULL},
    {NULL, NULL, NULL, NULL},
};

/* Whether the main loop loads vectors of the operand along the tile, where they could cross an edge. */
static bool crosses(const struct operand *operand, bool guarded)
{
    return guarded && operand->vector > 1 && lies_across_k(operand);
}

static const void *plan(struct job *job, const struct spec *spec, const struct kernel *kernel)
{
    struct main_loop *const main = arena_allocate(job->arena, sizeof *main);
    (void)spec;
    *main = main_loop_of(kernel, false, crosses(&kernel->a, kernel->guard_m),
                         crosses(&kernel->b, kernel->guard_n));
    return main;
}

static void show(struct job *job, const struct kernel *kernel, struct value *object)
{
    main_loop_show(job, kernel->own, object);
}

static bool shrink(struct job *job, struct spec *spec, bool local_memory)
{
    (void)job;
    return !local_memory && shrink_tile(spec, 1);
}

const struct family_spec family_register_spec = {
    .complete = complete,
    .fragments = fragments,
    .shrink = shrink,
};

const struct family_rules family_register_rules = {
    .table = rules,
};

const struct family_plan family_register_plan = {
    .derive = plan,
    .show = show,
};

const struct family_view family_register_view = {
    .page = "register.cl",
    .fill = register_view,
};

const struct family family_register = {
    .name = "register",
    .help = "a tile of C per work-item, in registers; nothing is shared",
    .standard = "--tile 4x4 --wg 8x8",
    .shares = SHARED_BY(SHARE_NONE),
    .options = OPTIONS(OPTION_LOOP_ORDER, OPTION_IDS, OPTION_ALIGNED, OPTION_WG_MEMBERS),
    .complex = true,
    .vectors = true,
    .quantised = true,
    .groups = true,
    .spec = &family_register_spec,
    .rules = &family_register_rules,
    .plan = &family_register_plan,
    .view = &family_register_view,
};
