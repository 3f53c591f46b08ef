/* Rules of quantised operands: A and B in blocks of elements along K. */
#include "gen/rules/internal.h"

#include <string.h>

#include "gen/spec/family.h"

/* The first of A and B that the caller has in blocks, or NULL. */
static const struct operand *quantised_of(const struct spec *spec)
{
    for (enum role role = ROLE_A; role <= ROLE_B; role++)
        if (is_quantised(spec_operand(spec, role)))
            return spec_operand(spec, role);
    return NULL;
}

/* What as many elements as a block covers are. */
static const char *block_words(struct job *job, const struct operand *operand)
{
    const struct element *const given = operand->given;
    return arena_printf(job->arena, "%s of %s%s",
                        given->zeros   ? "two groups"
                        : given->group ? "a group"
                                       : "a block",
                        element_asked(given),
                        given->zeros ? ", whose zero points share a byte" : "");
}

static bool reads_blocks(const struct family *family, const struct operand *operand)
{
    return operand->given->group_lines ? false
           : operand->given->group     ? family->groups
                                       : family->quantised;
}

/* The first of A and B that the multiplication would read in blocks, which the family does not, or NULL. */
static const struct operand *unread_blocks(const struct spec *spec)
{
    for (enum role role = ROLE_A; role <= ROLE_B; role++) {
        const struct operand *const operand = spec_operand(spec, role);
        if (is_quantised(operand) && !operand->decoded && !sums_scaled(operand) &&
            !reads_blocks(spec->family, operand))
            return operand;
    }
    return NULL;
}

static bool asks_to_decode(const struct spec *spec, enum role role)
{
    const char *const asked = spec->values[OPTION_DECODE].text;
    return strcmp(asked, "none") != 0 && strchr(asked, role == ROLE_A ? 'a' : 'b');
}

/* What a profile says is no demand: its kernels are for products of either operand. */
static const struct refusal *nothing_to_decode(struct job *job, const struct spec *spec)
{
    const struct option_value *const asked = &spec->values[OPTION_DECODE];
    for (enum role role = ROLE_A; role <= ROLE_B && asked->voice >= VOICE_PRESET; role++) {
        const struct operand *const operand = spec_operand(spec, role);
        const enum role other = role == ROLE_A ? ROLE_B : ROLE_A;
        const bool both = asks_to_decode(spec, other) && is_quantised(spec_operand(spec, other));
        if (!asks_to_decode(spec, role) || is_quantised(operand))
            continue;
        return propose(refuse(job,
                              "%s has nothing to do for %s: %s is no type of quantised elements",
                              option_said(job, spec, OPTION_DECODE), operand->name,
                              element_asked(operand->given)),
                       OPTION_DECODE, "%s",
                       !both             ? "none"
                       : other == ROLE_A ? "a"
                                         : "b");
    }
    return NULL;
}

static const struct refusal *blocks_in_family(struct job *job, const struct spec *spec)
{
    const struct operand *const operand = unread_blocks(spec);
    if (!operand)
        return NULL;
    struct refusal *const refusal =
        refuse(job, "%s reads no %s, and %s is of %s", option_said(job, spec, OPTION_FAMILY),
               operand->given->group                ? "groups of quantised elements"
               : element_lies_apart(operand->given) ? "blocks whose parts lie apart"
                                                    : "blocks of quantised elements",
               operand->name, element_asked(operand->given));
    for (size_t i = 0; family_table[i]; i++)
        if (reads_blocks(family_table[i], operand))
            propose(refusal, OPTION_FAMILY, "%s", family_table[i]->name);
    propose(refusal, OPTION_DECODE, "%s", decoded_too(spec, operand));
    return propose(refusal, option_of(operand, OPTION_TYPE_A), "%s", spec->c.given->type);
}

/* A block holds elements along K, and so must a line of memory. */
static const struct refusal *blocks_across_k(struct job *job, const struct spec *spec)
{
    const char *const asked = spec->values[OPTION_TRANSPOSE].text;
    for (enum role role = ROLE_A; role <= ROLE_B; role++) {
        const struct operand *const operand = spec_operand(spec, role);
        if (!is_quantised(operand) || spec_contiguous_axis(spec, operand) == SYMBOL_K)
            continue;
        const bool first = role == ROLE_A;
        const char other = asked[first ? 1 : 0];
        const char turned = asked[first ? 0 : 1] == 'n' ? 't' : 'n';
        return propose(
            propose(
                refuse(job,
                       "blocks of %s hold %lld elements along K, and with %s and %s lines of %s "
                       "do not lie along K",
                       element_asked(operand->given), operand->given->covers,
                       option_said(job, spec, OPTION_LAYOUT),
                       option_and_value(job, spec, OPTION_TRANSPOSE, "%s", asked), operand->name),
                OPTION_TRANSPOSE, "%c%c", first ? turned : other, first ? other : turned),
            option_of(operand, OPTION_TYPE_A), "%s", spec->c.given->type);
    }
    return NULL;
}

static const struct refusal *blocks_elsewhere(struct job *job, const struct spec *spec)
{
    for (enum role role = ROLE_A; role <= ROLE_B; role++) {
        const struct operand *const operand = spec_operand(spec, role);
        if (!is_quantised(operand))
            continue;
        if (in_image(operand)) {
            const enum option_id access = option_of(operand, OPTION_ACCESS_A);
            return propose(
                refuse(job, "blocks of %s are read from buffers alone, %s asks for an image",
                       element_asked(operand->given), option_and_value(job, spec, access, "image")),
                access, "buffer");
        }
        if (operand->pretransposed)
            return propose(refuse(job, "blocks of %s lie along K, and %s would transpose %s",
                                  element_asked(operand->given),
                                  option_said(job, spec, OPTION_PRETRANSPOSE), operand->name),
                           OPTION_PRETRANSPOSE, "none");
        if (in_panels(operand))
            return propose(refuse(job,
                                  "blocks of %s are not packed into panels, and %s would pack %s",
                                  element_asked(operand->given),
                                  option_said(job, spec, OPTION_PANELS), operand->name),
                           OPTION_PANELS, "none");
        if (operand->padded && !operand->decoded)
            return propose(propose(refuse(job, "blocks of %s are not copied, and %s would pad %s",
                                          element_asked(operand->given),
                                          option_said(job, spec, OPTION_EDGES), operand->name),
                                   OPTION_EDGES, "guard"),
                           OPTION_DECODE, "%s", decoded_too(spec, operand));
    }
    return NULL;
}

/* A number that is compiled in where lines, members or the matrix begin. */
static const struct refusal *part_of_block(struct job *job, const struct spec *spec)
{
    static const enum option_id of_a[] = {OPTION_LDA, OPTION_OFFSET_A, OPTION_STRIDE_A};
    for (enum role role = ROLE_A; role <= ROLE_B; role++) {
        const struct operand *const operand = spec_operand(spec, role);
        const enum symbol symbols[] = {operand->ld, operand->offset, operand->stride};
        for (int i = 0; i < 3; i++) {
            const long long covers =
                i == 0 ? operand->given->covers : element_whole(operand->given);
            const struct setting *const setting = &spec->problem.values[symbols[i]];
            const enum option_id option = option_of(operand, of_a[i]);
            if (setting->how == FIXED && setting->whole % covers != 0)
                return propose(
                    propose(refuse(job, "%s is not a multiple of %lld, the elements of %s",
                                   option_number(job, spec, option, setting->whole), covers,
                                   block_words(job, operand)),
                            option, "%lld", (setting->whole / covers + 1) * covers),
                    option, "arg");
        }
    }
    return NULL;
}

static const struct refusal *part_of_k(struct job *job, const struct spec *spec)
{
    const struct operand *const operand = quantised_of(spec);
    const long long depth = spec_fixed(spec, SYMBOL_K), covers = spec_multiple(spec, SYMBOL_K);
    if (!operand || depth < 0 || depth % covers == 0)
        return NULL;
    const struct setting *const values = spec->problem.values;
    return propose(propose(refuse(job, "K = %lld is not a multiple of %lld, the elements of %s",
                                  depth, covers, block_words(job, operand)),
                           OPTION_FIXED, "%lldx%lldx%lld", values[SYMBOL_M].whole,
                           values[SYMBOL_N].whole, (depth / covers + 1) * covers),
                   OPTION_FIXED, "-");
}

/* Nothing could say that a number of a list is none of a multiple. */
static const struct refusal *listed_blocks(struct job *job, const struct spec *spec)
{
    const struct operand *const operand = quantised_of(spec);
    if (!operand || spec->problem.batch != BATCH_OFFSETS)
        return NULL;
    return propose(refuse(job,
                          "members in blocks of %s begin at multiples of %lld elements, which no "
                          "host can tell of %s",
                          element_asked(operand->given), operand->given->covers,
                          option_and_value(job, spec, OPTION_BATCH, "offsets")),
                   OPTION_BATCH, "strided");
}

/* A part of K begins at a block where it is whole iterations of whole blocks. */
static const struct refusal *parts_of_blocks(struct job *job, const struct spec *spec)
{
    const struct operand *const operand = quantised_of(spec);
    const bool whole_groups = sums_scaled(&spec->a);
    const long long covers =
        whole_groups ? spec->a.given->covers
                     : common_multiple(spec->a.element->covers, spec->b.element->covers);
    if (!operand || spec->split_k == 1 || spec->turn_k % covers == 0)
        return NULL;
    const long long parts = spec_parts(spec);
    const long long whole = common_multiple(spec->turn_k, covers) / parts;
    return propose(
        propose(
            refuse(job,
                   "with %s parts of K are whole iterations, and one of %lld elements of K is "
                   "no multiple of %lld, %s",
                   option_number(job, spec, OPTION_SPLIT_K, spec->split_k), spec->turn_k, covers,
                   spec->a.repacked || spec->b.repacked ? "a block of a prepared operand"
                                                        : block_words(job, operand)),
            whole_groups ? OPTION_TILE_K : OPTION_UNROLL_K, "%lld", whole_groups ? covers : whole),
        OPTION_SPLIT_K, "1");
}

/* Of scales that several lines share: rows of a group begin anywhere, and members one behind another. */
static const struct refusal *lines_of_groups(struct job *job, const struct spec *spec)
{
    const bool groups = problem_shares_c(&spec->problem);
    for (enum role role = ROLE_A; role <= ROLE_B && spec->problem.batch != BATCH_NONE; role++) {
        const struct element *const given = spec_operand(spec, role)->given;
        const long long count = spec_fixed(spec, role == ROLE_A ? SYMBOL_M : SYMBOL_N);
        const bool part = count >= 0 && given->group_lines && count % given->group_lines != 0;
        const bool anywhere =
            groups && !problem_has_stride(&spec->problem, role) && given->group_lines;
        if (!part && !anywhere)
            continue;
        return propose(
            propose(refuse(job, "%lld %ss of %s share scales in %s, and with %s %s",
                           given->group_lines, role == ROLE_A ? "row" : "column",
                           spec_operand(spec, role)->name, element_asked(given),
                           option_and_value(job, spec, OPTION_BATCH, "%s",
                                            groups ? "groups" : "strided"),
                           anywhere ? "those of a group begin anywhere"
                                    : arena_printf(job->arena,
                                                   "%lld of a member are not whole ones", count)),
                    OPTION_BATCH, "none"),
            option_of(spec_operand(spec, role), OPTION_TYPE_A), "%s_%lld", given->quants,
            given->group);
    }
    return NULL;
}

const struct rule quantised_rules[] = {
    {"decode", nothing_to_decode, READS(TYPE_OPTIONS, OPTION_DECODE), NULL},
    {"quantised-family", blocks_in_family,
     READS(TYPE_OPTIONS, OPTION_TYPE_C, FAMILY_OPTIONS, OPTION_DECODE, OPTION_PRETRANSPOSE,
           OPTION_PANELS, OPTION_ACCESS_A, OPTION_ACCESS_B),
     rule_without_blocks},
    {"quantised-lines", blocks_across_k,
     READS(TYPE_OPTIONS, OPTION_TYPE_C, OPTION_LAYOUT, OPTION_TRANSPOSE), rule_without_blocks},
    {"quantised-memory", blocks_elsewhere,
     READS(TYPE_OPTIONS, MEMORY_OPTIONS, GROUP_OPTIONS, OPTION_EDGES, OPTION_FIXED, OPTION_TILE_K,
           OPTION_UNROLL_K, OPTION_VEC_A, OPTION_VEC_B, OPTION_VEC_C),
     rule_without_blocks},
    {"quantised-storage", part_of_block,
     READS(TYPE_OPTIONS, OPTION_FIXED, OPTION_LDA, OPTION_LDB, OPTION_OFFSET_A, OPTION_OFFSET_B,
           OPTION_BATCH, OPTION_STRIDE_A, OPTION_STRIDE_B),
     rule_without_blocks},
    {"quantised-depth", part_of_k, READS(TYPE_OPTIONS, OPTION_FIXED), rule_without_blocks},
    {"quantised-batch", listed_blocks, READS(TYPE_OPTIONS, OPTION_BATCH), rule_without_blocks},
    {"quantised-groups", lines_of_groups, READS(TYPE_OPTIONS, OPTION_BATCH, OPTION_FIXED),
     rule_without_blocks},
    {"quantised-split", parts_of_blocks,
     READS(TYPE_OPTIONS, GROUP_OPTIONS, MEMORY_OPTIONS, OPTION_SPLIT_K, OPTION_TILE_K,
           OPTION_UNROLL_K, OPTION_SUB_GROUPS, OPTION_VEC_A, OPTION_VEC_B, OPTION_ENGINE),
     rule_without_blocks},
    {NULL, NULL, NULL, NULL},
};
