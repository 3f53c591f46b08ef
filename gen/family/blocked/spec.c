/*
 * What the blocked family reads of a request and completes of a spec, its panels, and the memory that it takes.
 */
#include "gen/family/blocked/blocked.h"
#include "gen/base/notation.h"
#include "gen/family/families.h"

#include <string.h>

bool blocked_in_place(const struct blocked_own *own, const struct operand *operand)
{
    return own->in_place[!is_a(operand)];
}

bool blocked_in_lines(const struct operand *operand)
{
    return by_index(operand) && is_a(operand);
}

/* Places that a panel of an operand is wide: rows of a tile of canonical A, columns of one of B. */
static long long side_of(const struct spec *spec, const struct operand *operand)
{
    return shape_side(spec->tile, is_a(operand));
}

/* Places of all panels of an operand that a work-item reads, at one step of K. */
static long long places_of(const struct spec *spec, const struct operand *operand)
{
    return side_of(spec, operand) * shape_side(spec->tiles, is_a(operand));
}

/* Of an operand that lies along K squares are transposed in registers, of four by four elements. One that is read in place is read by element; one that
 * an index function finds as many as lie in a row and a block of K has whole. */
static void complete_operand(const struct spec *spec, struct operand *operand)
{
    enum {
        SQUARE = 4,
        WIDEST = 16
    };
    const struct operand source = packed_from(operand);
    const bool asked = spec->values[OPTION_VEC_A + operand->role - ROLE_A].voice >= VOICE_PRESET;
    if (blocked_in_lines(operand) && !asked)
        operand->vector = widest_vector(spec->block_k, operand->places->run);
    if (!operand->vector && in_image(operand))
        operand->vector = operand->element->texel;
    if (!operand->vector && blocked_in_place(spec->own, operand))
        operand->vector = 1;
    if (!operand->vector)
        operand->vector =
            widest_vector(side_of(spec, operand), lies_along_k(&source) ? SQUARE : WIDEST);
}

static void complete(struct job *job, struct spec *spec)
{
    struct blocked_own *const own = arena_allocate(job->arena, sizeof *own);
    own->wide_outside = spec->values[OPTION_TILE_ORDER].text[0] == 'w';
    own->prefetch = spec->values[OPTION_PREFETCH].on;
    const struct operand *const operands[] = {&spec->a, &spec->b};
    for (int i = 0; i < 2; i++)
        own->in_place[i] =
            strcmp(spec->values[OPTION_STAGE_A + operands[i]->role - ROLE_A].text, "no") == 0;
    spec->own = own;
    if (!spec->tile_k)
        spec->tile_k = 1;
    spec->turn_k = spec->tile_k;
    complete_operand(spec, &spec->a);
    complete_operand(spec, &spec->b);
}

/* A single row or column of tiles has one order. */
static bool ignores(const struct spec *spec, enum option_id option)
{
    return option == OPTION_TILE_ORDER && (spec->tiles.height == 1 || spec->tiles.width == 1);
}

/* Whole panels but where edges are exact. */
static void lay_panels(struct job *job, const struct spec *spec, struct form *form,
                       const struct operand *operand)
{
    (void)job;
    form->panel = side_of(spec, operand);
    form->block = spec->block_k;
    form->multiple = (struct shape){1, spec->edges == EDGES_EXACT ? 1 : form->panel};
}

static struct fragments fragments(const struct spec *spec)
{
    return (struct fragments){
        .a = spec->numbers.compute->bytes,
        .b = spec->numbers.compute->bytes * spec->tile.width,
        .c = spec->numbers.accumulate->bytes * spec->tile.height * spec->tile.width,
    };
}

/* What a gated product keeps of all tiles from one block of K to the next: the sums of both products. */
static long long bytes_of_sums(const struct spec *spec)
{
    const long long tile = spec->tile.height * spec->tile.width;
    const bool keeps = spec->problem.gate && spec_sums_in_blocks(spec);
    return !keeps ? 0
                  : spec_products(spec) * tile * spec->tiles.height * spec->tiles.width *
                        spec->numbers.accumulate->bytes;
}

static long long local_bytes(const struct spec *spec)
{
    long long places = 0, lines = 0;
    for (const struct operand *operand = &spec->a; operand; operand = factor_after(spec, operand))
        if (!in_panels(operand) && !blocked_in_place(spec->own, operand))
            places +=
                places_of(spec, operand) * (operand->role == ROLE_B ? spec_products(spec) : 1);
    for (const struct operand *operand = &spec->a; operand; operand = factor_after(spec, operand))
        if (by_index(operand))
            lines += places_of(spec, operand) * spec_bytes_of_line(spec, operand);
    return places * spec->block_k * spec->numbers.compute->bytes + lines + bytes_of_sums(spec);
}

static bool shrink(struct job *job, struct spec *spec, bool local_memory)
{
    enum {
        SHALLOW = 32 /* blocks of fewer steps cost more than they save */
    };
    const bool depth = spec_may_shrink(spec, OPTION_BLOCK_K);
    const bool tiles = spec_may_shrink(spec, OPTION_BLOCK_TILES);
    (void)job;
    if (!local_memory)
        return spec_shrink_tile(spec, 1);
    if (depth && spec->block_k > SHALLOW)
        spec->block_k /= 2;
    else if (tiles && spec->tiles.width > 1)
        spec->tiles.width /= 2;
    else if (tiles && spec->tiles.height > 1)
        spec->tiles.height /= 2;
    else if (depth && spec->block_k > 1)
        spec->block_k /= 2;
    else
        return spec_shrink_tile(spec, 1);
    return true;
}

const struct family_spec family_blocked_spec = {
    .complete = complete,
    .ignores = ignores,
    .lay_panels = lay_panels,
    .fragments = fragments,
    .local_bytes = local_bytes,
    .shrink = shrink,
};
