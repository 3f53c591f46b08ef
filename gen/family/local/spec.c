/*
 * What a request says of the local family alone, as it is asked, completed and made smaller; and the registers and memory that it takes.
 */
#include "gen/family/families.h"
#include "gen/base/row.h"
#include "gen/base/notation.h"
#include "gen/family/local/local.h"

#include <string.h>

/* In the order of enum stage. */
static const char *const stages[] = {"no", "plain", "transposed", "k-major"};

static long long divisor(long long left, long long right)
{
    return right ? divisor(right, left % right) : left;
}

const char *local_stage_word(enum stage stage)
{
    return stages[stage];
}

static enum stage stage_of(const char *word)
{
    return (enum stage)row_of_word(stages, word);
}

static struct local_operand operand_of(const struct spec *spec, const struct operand *operand)
{
    const int index = operand->role - ROLE_A;
    const struct option_value *const values = spec->values;
    const long long *const load = values[OPTION_LOAD_SHAPE_A + index].numbers;
    return (struct local_operand){
        .stage = stage_of(values[OPTION_STAGE_A + index].text),
        .vector = values[OPTION_LOCAL_VEC_A + index].numbers[0],
        .pad = values[OPTION_PAD_A + index].numbers[0],
        .load = {load[0], load[1]},
    };
}

static struct local_spec spec_of(const struct spec *spec)
{
    const struct option_value *const values = spec->values;
    return (struct local_spec){
        .a = operand_of(spec, &spec->a),
        .b = operand_of(spec, &spec->b),
        .strided = strcmp(values[OPTION_ASSIGN].text, "strided") == 0,
        .stages = values[OPTION_STAGES].numbers[0],
        .prefetch = values[OPTION_PREFETCH].on,
        .exchange = values[OPTION_EXCHANGE].on,
        .async = strcmp(values[OPTION_COPY].text, "async") == 0,
    };
}

/* The widest arrangement that neither leaves a part of a line nor a work-item over. Of elements that lie in a row across lines the highest one. */
static void complete_load_shape(const struct spec *spec, struct local_operand *own,
                                const struct operand *operand)
{
    if (own->load.width)
        return;
    const long long items = spec->wg.height * spec->wg.width;
    own->load = (struct shape){1, 1};
    const struct local_tile tile = local_tile_of(spec, operand);
    const long long vectors = larger(tile.length / larger(operand->vector, 1), 1);
    if (by_index(operand) && operand->places->across_k) {
        own->load.height = divisor(items, tile.lines);
        own->load.width = items / own->load.height;
        return;
    }
    own->load.width = divisor(items, vectors);
    own->load.height = items / own->load.width;
}

/* Elements of a load where nobody says it. */
static long long standard_vector(const struct spec *spec, const struct operand *operand)
{
    enum {
        WIDEST = 8 /* of a block */
    };
    if (in_image(operand))
        return operand->element->texel;
    if (in_blocks(operand))
        return widest_vector(spec->tile_k, WIDEST);
    return is_a(operand) || operand->transposed ? 1 : spec->c.vector;
}

static void complete_operand(const struct spec *spec, struct local_operand *own,
                             struct operand *operand)
{
    if (own->stage == STAGE_K_MAJOR)
        own->stage = contiguous_along_k(operand) ? STAGE_TRANSPOSED : STAGE_PLAIN;
    const bool along_k = contiguous_along_k(operand) == (own->stage == STAGE_PLAIN);
    if (!operand->vector)
        operand->vector = standard_vector(spec, operand);
    if (!own->vector)
        own->vector = is_a(operand) || along_k ? 1 : spec->c.vector;
    complete_load_shape(spec, own, operand);
}

static void complete(struct job *job, struct spec *spec)
{
    struct local_spec *const own = arena_allocate(job->arena, sizeof *own);
    *own = spec_of(spec);
    spec->own = own;
    if (!spec->c.vector)
        spec->c.vector = 1;
    if (!spec->tile_k)
        spec->tile_k = 16;
    if (!spec->unroll_k)
        spec->unroll_k = spec->tile_k;
    spec->turn_k = spec->tile_k;
    complete_operand(spec, &own->a, &spec->a);
    complete_operand(spec, &own->b, &spec->b);
}

/* Of an operand that is not staged nothing is laid out in local memory. */
static bool ignores(const struct spec *spec, enum option_id option)
{
    static const enum option_id of_tile[] = {OPTION_PAD_A, OPTION_LOCAL_VEC_A, OPTION_LOAD_SHAPE_A};
    const bool exchange = local_spec(spec)->exchange;
    if (option == OPTION_SUB_GROUPS)
        return !exchange;
    if (option == OPTION_SG_SIZE)
        return !exchange || spec->spelling == SPELLING_EMULATED;
    for (size_t i = 0; i < sizeof of_tile / sizeof of_tile[0]; i++)
        for (enum role role = ROLE_A; role <= ROLE_B; role++)
            if (option == of_tile[i] + (role - ROLE_A))
                return local_operand(spec, spec_operand(spec, role))->stage == STAGE_NONE;
    return false;
}

/* Through local memory there is nothing to exchange that does not lie there already. */
bool local_exchanges(const struct spec *spec)
{
    return local_spec(spec)->exchange && spec->spelling != SPELLING_EMULATED;
}

static bool may_shrink_pad(const struct spec *spec, const struct operand *operand)
{
    return spec_may_shrink(spec, OPTION_PAD_A + (operand->role - ROLE_A));
}

static bool shrink(struct job *job, struct spec *spec, bool local_memory)
{
    enum {
        BANKS = 32,  /* a pad beyond helps nobody */
        SHALLOW = 8, /* tiles of fewer steps wait more than they multiply */
    };
    struct local_spec *const own = arena_allocate(job->arena, sizeof *own);
    *own = *local_spec(spec);
    spec->own = own;
    const bool depth = spec_may_shrink(spec, OPTION_TILE_K) && spec->tile_k > 1;
    const bool group = local_memory && spec_may_shrink(spec, OPTION_WG);
    if (!local_memory && own->prefetch && spec_may_shrink(spec, OPTION_PREFETCH))
        own->prefetch = false;
    else if (local_memory && spec->members > 1 && spec_may_shrink(spec, OPTION_WG_MEMBERS))
        spec->members = (spec->members + 1) / 2;
    else if (local_memory && own->stages > 1 && spec_may_shrink(spec, OPTION_STAGES))
        own->stages--;
    else if (local_memory && own->a.pad > BANKS && may_shrink_pad(spec, &spec->a))
        own->a.pad = 0;
    else if (local_memory && own->b.pad > BANKS && may_shrink_pad(spec, &spec->b))
        own->b.pad = 0;
    else if (local_memory && depth && spec->tile_k > SHALLOW && spec->tile_k % 2 == 0)
        spec->tile_k /= 2;
    else if (group && spec->wg.height > 1)
        spec->wg.height /= 2;
    else if (spec_shrink_tile(spec, 1))
        return true;
    else if (group && spec->wg.width > 1)
        spec->wg.width /= 2;
    else if (depth)
        spec->tile_k /= 2;
    else
        return false;
    return true;
}

/* Tiles and registers hold what is calculated with. */
static long long register_bytes(const struct spec *spec)
{
    return spec->numbers.compute->bytes;
}

/* Of an operand: what is multiplied at once, and what is on its way while that is. */
static long long held_bytes(const struct spec *spec, const struct operand *operand)
{
    const struct local_tile tile = local_tile_of(spec, operand);
    const long long fetched = tile.staged && local_spec(spec)->prefetch
                                  ? tile.vector * tile.line_passes * tile.along_passes
                                  : 0;
    return register_bytes(spec) *
           (shape_side(spec->tile, is_a(operand)) * (tile.read.along_k ? tile.read.width : 1) +
            fetched);
}

static struct fragments fragments(const struct spec *spec)
{
    return (struct fragments){
        .a = held_bytes(spec, &spec->a),
        .b = held_bytes(spec, &spec->b),
        .c = spec->numbers.accumulate->bytes * spec->tile.height * spec->tile.width,
    };
}

static long long tile_bytes(const struct spec *spec, const struct operand *operand)
{
    if (!local_staged(spec, operand))
        return 0;
    const struct local_tile tile = local_tile_of(spec, operand);
    return register_bytes(spec) * local_spec(spec)->stages * tile.local_lines * tile.pitch;
}

static long long local_bytes(const struct spec *spec)
{
    const long long of_d = spec->problem.gate ? tile_bytes(spec, spec_operand(spec, ROLE_B)) : 0;
    return spec->members * (tile_bytes(spec, &spec->a) + tile_bytes(spec, &spec->b) + of_d);
}

const struct family_spec family_local_spec = {
    .complete = complete,
    .ignores = ignores,
    .exchanges = local_exchanges,
    .fragments = fragments,
    .local_bytes = local_bytes,
    .shrink = shrink,
};
