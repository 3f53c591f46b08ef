/* Rules of what is asked for: shapes, vectors, steps. */
#include "gen/rules/internal.h"

#include <string.h>

#include "gen/spec/family.h"

/* ------------------------------------------------------------------------- shapes */

/* Beyond these sides products could overflow, and an unrolled kernel would be megabytes of text. */
enum {
    LARGEST_TILE_SIDE = 256,
    LARGEST_TILE = 4096,
    LARGEST_GROUP_SIDE = 65536,
    LARGEST_TILE_K = 256
};

static const struct refusal *tile_too_large(struct job *job, const struct spec *spec)
{
    const struct shape tile = spec->tile;
    if (tile.height > LARGEST_TILE_SIDE || tile.width > LARGEST_TILE_SIDE ||
        tile.height * tile.width > LARGEST_TILE)
        return propose(
            refuse(job, "%s is too large for registers: at most %d elements, %d per side",
                   option_shape(job, spec, OPTION_TILE), LARGEST_TILE, LARGEST_TILE_SIDE),
            OPTION_TILE, "%lldx%lld", smaller(tile.height, 32), smaller(tile.width, 32));
    return NULL;
}

/* What auto stands for follows from the sizes, and from the registers that the profile states. */
static const struct refusal *tile_unknown(struct job *job, const struct spec *spec)
{
    const char *const said = option_said(job, spec, OPTION_TILE);
    const char *const fixed = spec->values[OPTION_FIXED].text;
    if (strcmp(spec->values[OPTION_TILE].text, "auto") != 0)
        return NULL;
    return propose(
        fixed && !strchr(fixed, '=')
            ? refuse(job, "%s: profile %s states no registers", said, spec->profile->name)
            : refuse(job,
                     "%s follows from sizes that are compiled in (--fixed MxNxK), and "
                     "these are given at launch",
                     said),
        OPTION_TILE, "4x4");
}

static const struct refusal *depth_too_large(struct job *job, const struct spec *spec)
{
    if (spec->tile_k > LARGEST_TILE_K)
        return propose(refuse(job, "%s is too large: at most %d",
                              option_number(job, spec, OPTION_TILE_K, spec->tile_k),
                              LARGEST_TILE_K),
                       OPTION_TILE_K, "%d", LARGEST_TILE_K);
    if (spec->unroll_k > 16 * LARGEST_TILE_K)
        return propose(refuse(job, "%s is too large: at most %d",
                              option_number(job, spec, OPTION_UNROLL_K, spec->unroll_k),
                              16 * LARGEST_TILE_K),
                       OPTION_UNROLL_K, "%lld", 16 * LARGEST_TILE_K / spec->tile_k * spec->tile_k);
    return NULL;
}

static const struct refusal *group_too_large(struct job *job, const struct spec *spec)
{
    const long long limit = spec->profile->work_group_size;
    const struct shape wg = spec->wg;
    if (wg.height > LARGEST_GROUP_SIDE || wg.width > LARGEST_GROUP_SIDE)
        return propose(refuse(job, "%s is too large: at most %d per side",
                              option_shape(job, spec, OPTION_WG), LARGEST_GROUP_SIDE),
                       OPTION_WG, "8x8");
    const long long items = wg.height * wg.width;
    if (!limit || items * spec->members <= limit)
        return NULL;
    if (items <= limit)
        return propose(refuse(job, "%s of %lld work-items each are %lld, %s allows %lld",
                              option_number(job, spec, OPTION_WG_MEMBERS, spec->members), items,
                              items * spec->members,
                              option_limits(job, spec, OPTION_WG_LIMIT, limit), limit),
                       OPTION_WG_MEMBERS, "%lld", limit / items);
    struct refusal *const refusal =
        refuse(job, "%s has %lld work-items, %s allows %lld", option_shape(job, spec, OPTION_WG),
               items, option_limits(job, spec, OPTION_WG_LIMIT, limit), limit);
    /* The one side first, or the other one. */
    for (int wide = 0; wide < 2; wide++) {
        struct shape less = wg;
        while (less.height * less.width > limit) {
            long long *const side = wide ? (less.width > 1 ? &less.width : &less.height)
                                         : (less.height > 1 ? &less.height : &less.width);
            *side = (*side + 1) / 2;
        }
        propose(refusal, OPTION_WG, "%lldx%lld", less.height, less.width);
    }
    return refusal;
}

bool request_is_countable(const struct spec *spec)
{
    return is_power_of_two(spec->a.vector) && is_power_of_two(spec->b.vector) &&
           is_power_of_two(spec->c.vector) && spec->tile.height <= LARGEST_TILE_SIDE &&
           spec->tile.width <= LARGEST_TILE_SIDE && spec->wg.height <= LARGEST_GROUP_SIDE &&
           spec->wg.width <= LARGEST_GROUP_SIDE && spec->tile_k <= LARGEST_TILE_K;
}

static const struct refusal *unroll_not_multiple(struct job *job, const struct spec *spec)
{
    if (spec->share == SHARE_LOCAL || spec->unroll_k % spec->tile_k == 0)
        return NULL;
    long long fits = smaller(spec->tile_k, spec->unroll_k);
    while (spec->unroll_k % fits)
        fits--;
    return propose(propose(refuse(job, "%s is not a multiple of %s",
                                  option_number(job, spec, OPTION_UNROLL_K, spec->unroll_k),
                                  option_number(job, spec, OPTION_TILE_K, spec->tile_k)),
                           OPTION_UNROLL_K, "%lld",
                           (spec->unroll_k / spec->tile_k + 1) * spec->tile_k),
                   OPTION_TILE_K, "%lld", fits);
}

static const struct refusal *family_against_share(struct job *job, const struct spec *spec)
{
    if (spec->family->shares & SHARED_BY(spec->share))
        return NULL;
    return propose(refuse(job, "%s does not support %s", option_said(job, spec, OPTION_FAMILY),
                          option_and_value(job, spec, OPTION_SHARE, "%s", share_word(spec->share))),
                   OPTION_FAMILY, "%s", family_by_share(spec->share)->name);
}

/* "local family or the register family": those that read an option, and in *last the one to propose: the last one, but for
 * those of matrix engines, which multiply few types. NULL where all do. */
static const char *readers(struct job *job, enum option_id option, const struct family **last)
{
    const struct family *family;
    const char *names = NULL;
    for (size_t i = 0; (family = family_table[i]); i++) {
        if (!family_reads(family, option))
            continue;
        names = names ? arena_printf(job->arena, "%s family or the %s", family->name, names)
                      : arena_printf(job->arena, "%s family", family->name);
        if (!*last || !family_has_engine(family) || family_has_engine(*last))
            *last = family;
    }
    return names;
}

static bool any_reads(enum option_id one, enum option_id other)
{
    bool any = false;
    for (size_t i = 0; family_table[i]; i++)
        any |= family_reads(family_table[i], one) && family_reads(family_table[i], other);
    return any;
}

/* Another option that was asked for, which no family reads beside this one. */
static enum option_id rival_of(const struct spec *spec, enum option_id option)
{
    for (int id = 0; id < OPTION_COUNT; id++) {
        const struct option_value *const value = &spec->values[id];
        const struct family *reader = NULL;
        for (size_t i = 0; family_table[i] && !reader; i++)
            reader = family_reads(family_table[i], (enum option_id)id) ? family_table[i] : NULL;
        if (reader && value->voice >= VOICE_PRESET && family_is_asked((enum option_id)id, value) &&
            !any_reads(option, (enum option_id)id))
            return (enum option_id)id;
    }
    return OPTION_COUNT;
}

/* An option of another family: names those that read it, and what the family follows from. */
static const struct refusal *refuse_option(struct job *job, const struct spec *spec,
                                           enum option_id id)
{
    const struct family *reader = NULL, *of_rival = NULL;
    const enum option_id rival = rival_of(spec, id);
    const char *const names = readers(job, id, &reader);
    const bool named = spec->values[OPTION_FAMILY].voice >= VOICE_PRESET;
    if (!named && rival != OPTION_COUNT)
        return propose_without(
            propose_without(refuse(job,
                                   "no family has both: %s is an option of the %s, %s of the %s",
                                   option_said(job, spec, id), names, option_said(job, spec, rival),
                                   readers(job, rival, &of_rival)),
                            rival),
            id);
    struct refusal *const refusal = refuse(job, "%s is an option of the %s, not of family %s",
                                           option_said(job, spec, id), names, spec->family->name);
    if (id == OPTION_BARRIER)
        propose(refusal, OPTION_BARRIER, "no");
    if (named || !spec->values[OPTION_SHARE].text)
        propose(refusal, OPTION_FAMILY, "%s", reader->name);
    return spec->values[OPTION_SHARE].text
               ? propose(refusal, OPTION_SHARE, "%s", share_word(family_share(reader)))
               : refusal;
}

/* What only some families read: an option of it that was asked for differs from its standard. A barrier has
 * a rule of its own. */
static const struct refusal *option_of_other_family(struct job *job, const struct spec *spec)
{
    for (int id = 0; id < OPTION_COUNT; id++) {
        const struct option_value *const value = &spec->values[id];
        if (rules_own_option((enum option_id)id) && value->text &&
            strcmp(value->text, option_rows[id].standard) != 0 &&
            !family_reads(spec->family, (enum option_id)id))
            return refuse_option(job, spec, (enum option_id)id);
    }
    return NULL;
}

static const struct refusal *barrier_without_exchange(struct job *job, const struct spec *spec)
{
    if (!spec->values[OPTION_BARRIER].on || family_reads(spec->family, OPTION_BARRIER))
        return NULL;
    return refuse_option(job, spec, OPTION_BARRIER);
}

/* ------------------------------------------------------------------------- vectors */

static const struct refusal *vector_not_a_width(struct job *job, const struct spec *spec)
{
    /* C first: the width of others may follow from its. */
    const struct operand *const operands[] = {&spec->c, &spec->a, &spec->b};
    for (int i = 0; i < 3; i++) {
        const struct operand *const operand = operands[i];
        if (!is_power_of_two(operand->vector) || operand->vector > 16)
            return refuse_vector(job, spec, option_of(operand, OPTION_VEC_A), operand->vector);
    }
    return NULL;
}

/* Families that read single elements have no use for a texel of two doubles. */
static bool reads_texels_of(const struct spec *spec, const struct operand *operand)
{
    return operand->element->texel == 1 || spec->family->vectors;
}

static const struct family *family_of_texels(void)
{
    size_t i = 0;
    while (!family_table[i]->vectors)
        i++;
    return family_table[i];
}

static const struct refusal *image_against_type(struct job *job, const struct spec *spec)
{
    for (const struct operand *operand = &spec->a; operand; operand = factor_after(spec, operand))
        if (in_image(operand) && !reads_texels_of(spec, operand))
            return propose(
                propose(refuse(job,
                               "%s gives %s %lld elements of %s per texel; family %s reads single "
                               "elements",
                               option_and_value(job, spec, option_of(operand, OPTION_ACCESS_A),
                                                "image"),
                               operand->name, operand->element->texel, operand->element->type,
                               spec->family->name),
                        option_of(operand, OPTION_ACCESS_A), "buffer"),
                OPTION_FAMILY, "%s", family_of_texels()->name);
    return NULL;
}

static const struct refusal *vector_against_image(struct job *job, const struct spec *spec)
{
    for (const struct operand *operand = &spec->a; operand; operand = factor_after(spec, operand)) {
        const long long least = operand->element->texel;
        const long long most = operand->element->most_texel;
        if (in_image(operand) && (operand->vector < least || operand->vector > most) &&
            reads_texels_of(spec, operand))
            return propose(
                propose(refuse(job,
                               "%s is read from an image, whose texels hold %s elements, not %s",
                               operand->name, least == most ? "2" : "1, 2 or 4",
                               option_number(job, spec, option_of(operand, OPTION_VEC_A),
                                             operand->vector)),
                        option_of(operand, OPTION_VEC_A), "%lld", most),
                option_of(operand, OPTION_ACCESS_A), "buffer");
    }
    return NULL;
}

/* --------------------------------------------------------------------------- steps */

static const struct refusal *pretransposed_image(struct job *job, const struct spec *spec)
{
    const struct operand *const operands[] = {&spec->a, &spec->b};
    for (int i = 0; i < 2; i++) {
        const char *const other = operands[i]->role == ROLE_A ? "b" : "a";
        if (operands[i]->pretransposed && in_image(operands[i]))
            return propose(
                propose(refuse(job,
                               "%s: a step fills the image of %s in the orientation that the "
                               "kernel reads already, and --pretranspose has nothing to do",
                               option_and_value(job, spec, option_of(operands[i], OPTION_ACCESS_A),
                                                "image"),
                               operands[i]->name),
                        OPTION_PRETRANSPOSE, "%s", operands[!i]->pretransposed ? other : "none"),
                option_of(operands[i], OPTION_ACCESS_A), "buffer");
    }
    return NULL;
}

static const struct refusal *packed_and_transposed(struct job *job, const struct spec *spec)
{
    const struct operand *const operands[] = {&spec->a, &spec->b};
    for (int i = 0; i < 2; i++) {
        const char *const other = operands[i]->role == ROLE_A ? "b" : "a";
        if (operands[i]->pretransposed && in_panels(operands[i]))
            return propose(
                propose(refuse(job,
                               "%s: a step packs %s from the caller's memory, and %s has nothing "
                               "to do",
                               option_said(job, spec, OPTION_PANELS), operands[i]->name,
                               option_said(job, spec, OPTION_PRETRANSPOSE)),
                        OPTION_PRETRANSPOSE, "%s", operands[!i]->pretransposed ? other : "none"),
                OPTION_PANELS, "%s", in_panels(operands[!i]) ? other : "none");
    }
    return NULL;
}

/* What a profile says is no demand: its kernels for shapes are made for fixed sizes too, which may need no padding. */
static const struct refusal *nothing_to_separate(struct job *job, const struct spec *spec)
{
    if (!spec->separate || spec->values[OPTION_STEPS].voice < VOICE_PRESET ||
        (spec->a.pretransposed && spec->a.padded) || (spec->b.pretransposed && spec->b.padded))
        return NULL;
    return propose(refuse(job,
                          "%s needs an operand that %s pads and --pretranspose transposes; there "
                          "is none",
                          option_and_value(job, spec, OPTION_STEPS, "separate"),
                          option_and_value(job, spec, OPTION_EDGES, "pad")),
                   OPTION_STEPS, "combined");
}

/* Whether some step fills a buffer with what is multiplied. */
static bool is_filled(const struct spec *spec, const struct operand *operand)
{
    return in_panels(operand) || operand->repacked || operand->decoded ||
           (!in_image(operand) && (operand->pretransposed || spec->edges == EDGES_PAD));
}

static const struct refusal *nothing_to_prepare(struct job *job, const struct spec *spec)
{
    const struct operand *const operands[] = {&spec->a, &spec->b};
    for (int i = 0; i < 2; i++) {
        const struct operand *const operand = operands[i], *const other = operands[!i];
        const enum option_id access = option_of(operand, OPTION_ACCESS_A);
        if (!operand->prepared || is_filled(spec, operand))
            continue;
        const char *const said = option_said(job, spec, OPTION_PREPARED);
        struct refusal *const refusal =
            in_image(operand)
                ? refuse(job, "%s fills a buffer, and %s is read from an image (%s)", said,
                         operand->name, option_and_value(job, spec, access, "image"))
            : is_quantised(operand)
                ? refuse(job, "%s has nothing to do for %s: %s repacks no %s of %s", said,
                         operand->name, option_said(job, spec, OPTION_FAMILY),
                         operand->given->group ? "groups" : "blocks", element_asked(operand->given))
                : refuse(job,
                         "%s has nothing to do for %s: no step packs it (--panels), transposes it "
                         "(--pretranspose) or pads it (--edges pad)",
                         said, operand->name);
        propose(refusal, OPTION_PREPARED, "%s",
                !other->prepared || !is_filled(spec, other) ? "none"
                : other->role == ROLE_A                     ? "a"
                                                            : "b");
        if (in_image(operand))
            propose_with(propose(refusal, access, "buffer"), OPTION_EDGES, "pad");
        else if (is_quantised(operand))
            propose(refusal, OPTION_DECODE, "%s", decoded_too(spec, operand));
        else
            propose(refusal, OPTION_EDGES, "pad");
        for (size_t j = 0; operand->given->prepared && family_table[j]; j++)
            if (family_repacked(family_table[j], operand->given, other->given))
                propose(refusal, OPTION_FAMILY, "%s", family_table[j]->name);
        return refusal;
    }
    return NULL;
}

const struct rule request_rules[] = {
    {"tile-size", tile_too_large, READS(OPTION_TILE), NULL},
    {"tile-auto", tile_unknown, READS(OPTION_TILE, OPTION_FIXED), NULL},
    {"group-size", group_too_large, READS(OPTION_WG, OPTION_WG_MEMBERS), NULL},
    {"depth", depth_too_large, READS(OPTION_TILE_K, OPTION_UNROLL_K), NULL},
    {"unroll", unroll_not_multiple, READS(FAMILY_OPTIONS, OPTION_TILE_K, OPTION_UNROLL_K), NULL},
    {"family-share", family_against_share, READS(FAMILY_OPTIONS), NULL},
    {"option-family", option_of_other_family, rule_reads_of_families, NULL},
    {"barrier", barrier_without_exchange, READS(FAMILY_OPTIONS, OPTION_BARRIER), NULL},
    {"vector-width", vector_not_a_width, READS(OPTION_VEC_A, OPTION_VEC_B, OPTION_VEC_C), NULL},
    {"image-type", image_against_type,
     READS(FAMILY_OPTIONS, TYPE_OPTIONS, OPTION_ACCESS_A, OPTION_ACCESS_B), rule_without_images},
    {"vector-image", vector_against_image,
     READS(FAMILY_OPTIONS, TYPE_OPTIONS, OPTION_ACCESS_A, OPTION_ACCESS_B, OPTION_VEC_A,
           OPTION_VEC_B),
     rule_without_images},
    {"pretranspose-image", pretransposed_image,
     READS(OPTION_PRETRANSPOSE, OPTION_ACCESS_A, OPTION_ACCESS_B), rule_without_images},
    {"pretranspose-panels", packed_and_transposed,
     READS(FAMILY_OPTIONS, OPTION_PANELS, OPTION_PRETRANSPOSE, OPTION_ACCESS_A, OPTION_ACCESS_B),
     NULL},
    {"steps", nothing_to_separate,
     READS(GROUP_OPTIONS, OPTION_PRETRANSPOSE, OPTION_ACCESS_A, OPTION_ACCESS_B, OPTION_EDGES,
           OPTION_FIXED, OPTION_LAYOUT, OPTION_TILE_K, OPTION_UNROLL_K, OPTION_STEPS,
           OPTION_PREPARED),
     NULL},
    {"prepared", nothing_to_prepare,
     READS(FAMILY_OPTIONS, TYPE_OPTIONS, OPTION_PREPARED, OPTION_PANELS, OPTION_PRETRANSPOSE,
           OPTION_DECODE, OPTION_EDGES, OPTION_ACCESS_A, OPTION_ACCESS_B),
     NULL},
    {NULL, NULL, NULL, NULL},
};
