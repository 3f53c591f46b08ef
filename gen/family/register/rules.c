/*
 * What the register family cannot serve.
 */
#include "gen/family/families.h"
#include "gen/rules/family.h"

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
            along_k ? option_number(job, spec, OPTION_TILE_K, spec->tile_k)
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
                           option_number(job, spec, own, vector)),
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
    const char *const wanted = option_number(job, spec, OPTION_VEC_C, spec->c.vector);
    if (texel && b->vector == b->element->texel)
        return propose(
            propose(refuse(job,
                           "texels of %lld elements of %s would build a vector of %s from parts",
                           b->vector, b->name, wanted),
                    OPTION_VEC_C, "%lld", b->vector),
            option_of(b, OPTION_ACCESS_A), "buffer");
    return propose(propose(refuse(job, "%s would build a vector of %s from parts",
                                  option_number(job, spec, own, b->vector), wanted),
                           own, "%lld", texel ? 1 : spec->c.vector),
                   texel ? OPTION_VEC_C : own, "%lld", texel ? b->vector : 1);
}

static const struct refusal *refuse_order(struct job *job, const struct spec *spec,
                                          enum option_id of, const char *word)
{
    return propose(refuse(job, "%s orders the work-groups of the launch, which is that of %s",
                          option_and_value(job, spec, OPTION_TILE_ORDER, "wh"),
                          option_and_value(job, spec, of, "%s", word)),
                   OPTION_TILE_ORDER, "hw");
}

/* Groups of rows have dimensions of their own, */
static const struct refusal *order_of_groups(struct job *job, const struct spec *spec)
{
    return spec->h_first && problem_shares_c(&spec->problem)
               ? refuse_order(job, spec, OPTION_BATCH, "groups")
               : NULL;
}

/* and a host launches its own. */
static const struct refusal *order_of_host(struct job *job, const struct spec *spec)
{
    return spec->h_first && spec->interface ? refuse_order(job, spec, OPTION_INTERFACE,
                                                           spec->values[OPTION_INTERFACE].text)
                                            : NULL;
}

static const struct rule rules[] = {
    {"vector-tile", vector_against_tile,
     READS(MEMORY_OPTIONS, OPTION_TILE, OPTION_TILE_K, OPTION_VEC_A, OPTION_VEC_B, OPTION_VEC_C),
     NULL},
    {"vector-match", narrow_vectors,
     READS(MEMORY_OPTIONS, OPTION_VEC_A, OPTION_VEC_B, OPTION_VEC_C), NULL},
    {"register-order", order_of_groups, READS(OPTION_TILE_ORDER, OPTION_BATCH), NULL},
    {"register-host", order_of_host, READS(OPTION_TILE_ORDER, OPTION_INTERFACE),
     rule_without_interface},
    {NULL, NULL, NULL, NULL},
};

const struct family_rules family_register_rules = {
    .table = rules,
};
