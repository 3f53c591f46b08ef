/*
 * What follows from a spec, asked by rules, plan and view; and what its parts are called. Of an operand alone: operand.c.
 */
#include "gen/spec/spec.h"

#include <limits.h>
#include <string.h>

#include "gen/base/notation.h"
#include "gen/base/row.h"
#include "gen/spec/family.h"

static const char *const spellings[] = {"auto", "intel", "khr", "emulated", "nvidia", "amd"};

const char *spelling_word(enum spelling spelling)
{
    return spellings[spelling];
}

static const char *const share_words[] = {"none", "shuffle", "block-read", "local"};

const char *share_word(enum share share)
{
    return share_words[share];
}

enum share share_find(const char *word)
{
    return (enum share)row_of_word(share_words, word);
}

bool spec_has_lanes(const struct spec *spec)
{
    return spec->share == SHARE_SHUFFLE || spec->share == SHARE_BLOCK_READ;
}

bool spec_exchanges(const struct spec *spec)
{
    const struct family_spec *const of_family = spec->family->spec;
    return of_family->exchanges && of_family->exchanges(spec);
}

int spec_products(const struct spec *spec)
{
    return spec->problem.gate ? 2 : 1;
}

/* A gated product has the sums of both, and registers of D beside those of B. */
struct fragments spec_fragments(const struct spec *spec)
{
    struct fragments fragments = spec->family->spec->fragments(spec);
    const int products = spec_products(spec);
    fragments.c *= products;
    *(spec->a.role == ROLE_B ? &fragments.a : &fragments.b) *= products;
    return fragments;
}

long long spec_local_bytes(const struct spec *spec)
{
    const struct family_spec *const of_family = spec->family->spec;
    const long long own = of_family->local_bytes ? of_family->local_bytes(spec) : 0;
    return own + (spec->sums_in_launch ? SPEC_ARRIVED_BYTES : 0);
}

struct engine_use spec_engine(const struct spec *spec)
{
    const struct family_spec *const of_family = spec->family->spec;
    return of_family->engine ? of_family->engine(spec) : (struct engine_use){.name = NULL};
}

bool spec_shrink(struct job *job, struct spec *spec, bool local_memory)
{
    return spec->family->spec->shrink(job, spec, local_memory);
}

bool spec_reads_blocks(const struct spec *spec)
{
    return spec->share == SHARE_BLOCK_READ && spec->spelling == SPELLING_INTEL &&
           spec_exchanges(spec);
}

size_t spec_type_extensions(const struct spec *spec, const char *list[SPEC_MOST_EXTENSIONS])
{
    const struct number *const types[SPEC_MOST_EXTENSIONS] = {
        spec->numbers.compute, spec->numbers.scalar, spec->a.element->same, spec->b.element->same};
    const char *const of_engine = spec_engine(spec).extension;
    size_t count = 0;
    if (of_engine)
        list[count++] = of_engine;
    for (int i = 0; i < (spec_reads_blocks(spec) ? SPEC_MOST_EXTENSIONS : 2); i++) {
        const char *const extension = types[i] ? types[i]->extension : NULL;
        size_t known = 0;
        while (extension && known < count && strcmp(list[known], extension) != 0)
            known++;
        if (extension && known == count)
            list[count++] = extension;
    }
    return count;
}

long long shape_side(struct shape shape, bool along_m)
{
    return along_m ? shape.height : shape.width;
}

bool spec_may_shrink(const struct spec *spec, enum option_id option)
{
    return !spec->keeps_asked || spec->values[option].voice < VOICE_PRESET;
}

bool spec_shrink_tile(struct spec *spec, long long least_height)
{
    if (!spec_may_shrink(spec, OPTION_TILE))
        return false;
    if (spec->tile.height > least_height)
        spec->tile.height /= 2;
    else if (spec->tile.width > 1)
        spec->tile.width /= 2;
    else
        return false;
    return true;
}

bool spec_thin_m(const struct spec *spec)
{
    const char *const thin = spec->values[OPTION_THIN].text;
    return !thin || (thin[0] == 'm') == (spec->m == SYMBOL_M);
}

struct shape spec_items(const struct spec *spec)
{
    return (struct shape){spec->parts_m ? spec->part_items : spec->wg.height,
                          spec->parts_n ? spec->part_items : spec->wg.width};
}

long long spec_parts(const struct spec *spec)
{
    const struct shape items = spec_items(spec);
    const long long parts = spec->wg.height / items.height * (spec->wg.width / items.width);
    return parts ? parts : 1;
}

struct shape spec_group_tile(const struct spec *spec)
{
    const struct shape items = spec_items(spec);
    return (struct shape){spec->tile.height * items.height, spec->tile.width * items.width};
}

struct shape spec_launch_tile(const struct spec *spec)
{
    const struct shape group = spec_group_tile(spec);
    return (struct shape){group.height * spec->tiles.height, group.width * spec->tiles.width};
}

long long spec_most_parts_of_k(const struct spec *spec)
{
    enum {
        MOST_PARTS = 1024,
        MOST_STEPS = 65535 /* beyond the largest K, of all parts together */
    };
    const long long steps = MOST_STEPS / spec->turn_k;
    return steps < MOST_PARTS ? steps : MOST_PARTS;
}

long long spec_parts_that_fill(const struct spec *spec)
{
    const struct shape group = spec_group_tile(spec), tiles = spec->tiles;
    const long long m = spec_fixed(spec, spec->m), n = spec_fixed(spec, spec->n);
    const long long k = spec_fixed(spec, SYMBOL_K);
    const bool in_order =
        !in_image(&spec->a) && !in_image(&spec->b) && !in_panels(&spec->a) && !in_panels(&spec->b);
    const long long members = spec_fixed(spec, SYMBOL_BATCH);
    if (!in_order || m < 1 || n < 1 || k < 1 || members < 1 || spec->members > 1)
        return 1;
    const long long limits[] = {covering(k, spec->turn_k), spec_most_parts_of_k(spec)};
    const long long groups = covering(covering(m, group.height), tiles.height) *
                             covering(covering(n, group.width), tiles.width);
    long long parts = covering(covering(spec->profile->compute_units, members), groups);
    for (int i = 0; i < 2; i++)
        parts = parts > limits[i] ? limits[i] : parts;
    return parts < 1 ? 1 : parts;
}

long long spec_bytes_of_line(const struct spec *spec, const struct operand *operand)
{
    enum {
        POSITION_BYTES = 4
    };
    long long bytes = spec->index_bits / 8;
    for (int a = 0; a < operand->places->axis_count; a++)
        bytes += operand->places->axes[a].checked ? POSITION_BYTES : 0;
    return bytes;
}

bool spec_sums_in_blocks(const struct spec *spec)
{
    const long long depth = spec_fixed(spec, SYMBOL_K);
    return spec->block_k && (depth < 0 || depth > spec->block_k);
}

bool spec_updates_often(const struct spec *spec)
{
    return spec_sums_in_blocks(spec) && !spec->sums_in_launch && !spec->problem.gate;
}

bool spec_rounds_sums(const struct spec *spec)
{
    return spec_updates_often(spec) && spec->c.element->same != spec->numbers.scalar;
}

/* In a group of 1 x H work-items, PoCL 3.1 runs what follows a loop with barriers twice for the first of
 * them; it is right with H x 1, and other devices count work-items in the same order either way. */
bool spec_stands(const struct spec *spec)
{
    return spec->share == SHARE_LOCAL && spec->wg.width == 1 && spec->wg.height > 1;
}

struct shape spec_local_size(const struct spec *spec)
{
    const bool in_line = spec_stands(spec) || spec_parts(spec) > 1 || spec->numbered;
    const long long items = spec->wg.height * spec->wg.width * (spec->in_turns ? 2 : 1);
    return in_line ? (struct shape){1, items + spec->copiers} : spec->wg;
}

enum symbol spec_contiguous_axis(const struct spec *spec, const struct operand *operand)
{
    /* Row-major and not transposed, the second index is the contiguous one. */
    switch (operand->role) {
    case ROLE_A:
        return spec->column_major != spec->problem.transpose_a ? SYMBOL_M : SYMBOL_K;
    case ROLE_B:
    case ROLE_D:
        return spec->column_major != spec->problem.transpose_b ? SYMBOL_K : SYMBOL_N;
    default:
        return spec->column_major ? SYMBOL_M : SYMBOL_N;
    }
}

enum symbol spec_line_axis(const struct spec *spec, const struct operand *operand)
{
    static const enum symbol sides[4][2] = {
        {SYMBOL_M, SYMBOL_K}, {SYMBOL_K, SYMBOL_N}, {SYMBOL_M, SYMBOL_N}, {SYMBOL_K, SYMBOL_N}};
    const enum symbol *const side = sides[operand->role - ROLE_A];
    const enum symbol axis = side[0] == spec_contiguous_axis(spec, operand) ? side[1] : side[0];
    const bool listed = operand->role == ROLE_A   ? spec->problem.gathers
                        : operand->role == ROLE_C ? spec->problem.scatters
                                                  : false;
    return !listed || axis != SYMBOL_M ? axis
           : operand->role == ROLE_A   ? SYMBOL_ROWS_A
                                       : SYMBOL_ROWS_C;
}

static const struct operand *operand_with_ld(const struct spec *spec, enum symbol ld)
{
    /* D lies as B does. */
    const enum symbol own = ld == SYMBOL_LDD ? SYMBOL_LDB : ld;
    return spec->a.ld == own ? &spec->a : spec->b.ld == own ? &spec->b : &spec->c;
}

const char *spec_size_name(const struct spec *spec, enum symbol axis)
{
    return !spec->problem.attends ? symbol_in_kernel(axis)
           : axis == SYMBOL_M     ? "lq"
           : axis == SYMBOL_N     ? "head"
                                  : "lk";
}

const struct operand *spec_operand(const struct spec *spec, enum role role)
{
    return role == spec->c.role ? &spec->c : role == spec->a.role ? &spec->a : &spec->b;
}

struct operand spec_d(const struct spec *spec)
{
    struct operand d = *spec_operand(spec, ROLE_B);
    d.name = d.form.memory = "D";
    d.role = ROLE_D;
    d.ld = SYMBOL_LDD;
    d.offset = SYMBOL_OFFSET_D;
    if (spec->problem.attends) {
        d.places = &spec->product->operands[ROLE_D];
        d.name = d.form.memory = d.places->name;
    }
    return d;
}

const struct operand *factor_after(const struct spec *spec, const struct operand *operand)
{
    return operand == &spec->a ? &spec->b : NULL;
}

const struct operand *operand_after(const struct spec *spec, const struct operand *operand)
{
    return operand == &spec->b ? &spec->c : factor_after(spec, operand);
}

long long spec_fixed(const struct spec *spec, enum symbol symbol)
{
    const struct setting *const setting = &spec->problem.values[symbol];
    if (setting->how == TIGHT)
        return spec_fixed(spec, spec_contiguous_axis(spec, operand_with_ld(spec, symbol)));
    return setting->how == FIXED ? setting->whole : -1;
}

long long spec_multiple(const struct spec *spec, enum symbol axis)
{
    return axis == SYMBOL_K ? common_multiple(spec->a.given->covers, spec->b.given->covers) : 1;
}

bool spec_guards(const struct spec *spec, enum symbol axis, long long step)
{
    const long long fixed = spec_fixed(spec, axis);
    const bool guards =
        spec->edges == EDGES_GUARD || (spec->edges == EDGES_SHIFT && axis == SYMBOL_K);
    if (spec_is_ragged(spec, axis))
        return guards && step > 1;
    if (!guards || fixed >= 0)
        return guards && fixed % step != 0;
    return common_multiple(spec_multiple(spec, axis), spec_promised_alone(spec, axis)) % step != 0;
}

bool spec_ends_within(const struct spec *spec, enum symbol axis, long long step)
{
    const long long fixed = spec_fixed(spec, axis);
    return fixed > 0 && fixed < step && !spec_is_ragged(spec, axis);
}

bool spec_guards_k(const struct spec *spec)
{
    /* Images are zero beyond K: when both operands are, whole iterations reach past the end without harm. */
    return !(in_image(&spec->a) && in_image(&spec->b)) && spec_guards(spec, SYMBOL_K, spec->turn_k);
}

bool spec_turns_none(const struct spec *spec)
{
    return spec_guards_k(spec) && spec_ends_within(spec, SYMBOL_K, spec->turn_k);
}

bool spec_shifts(const struct spec *spec, enum symbol axis, long long step)
{
    const long long fixed = spec_fixed(spec, axis);
    return spec->edges == EDGES_SHIFT && (fixed < 0 || fixed % step != 0);
}

const char *decoded_too(const struct spec *spec, const struct operand *operand)
{
    const enum role other = operand->role == ROLE_A ? ROLE_B : ROLE_A;
    return spec_operand(spec, other)->decoded ? "ab" : operand->role == ROLE_A ? "a" : "b";
}

long long spec_axis_step(const struct spec *spec, enum symbol axis)
{
    const struct shape group = spec_group_tile(spec);
    return axis == spec->m ? group.height : axis == spec->n ? group.width : spec->turn_k;
}

struct setting spec_beta(const struct spec *spec)
{
    const struct setting none = {.how = FIXED};
    return in_workspace(&spec->c) ? none : spec->problem.values[SYMBOL_BETA];
}

bool spec_finishes(const struct spec *spec)
{
    return spec->problem.epilogue->count > 0 && !in_workspace(&spec->c);
}

bool spec_has_members(const struct spec *spec)
{
    return spec->problem.batch != BATCH_NONE;
}

enum symbol spec_matrices_of(const struct spec *spec, enum role operand)
{
    const bool weights = operand == ROLE_B || operand == ROLE_D;
    return weights && spec->problem.experts ? SYMBOL_MATRICES : SYMBOL_BATCH;
}

bool spec_is_ragged(const struct spec *spec, enum symbol axis)
{
    return problem_is_ragged(&spec->problem, axis);
}

const char *axis_word(const struct spec *spec, bool along_m)
{
    return along_m != spec->exchanged ? "row" : "column";
}
