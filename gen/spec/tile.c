/*
 * --tile auto: a tile that divides a small product of fixed sizes.
 *
 * The product of a work-item takes vectors of B, a row of them, and one element of A after another, for each of its rows of C. A vector counts as
 * a register of 32, the least number that any file of registers has, or as several where it is longer.
 */
#include "gen/spec/internal.h"

#include <string.h>

enum {
    REGISTERS = 32,
    VECTOR_BYTES = 64,
    LARGEST_SIDE = 64
};

#define AUTO "auto"

/* What a tile is chosen for: C's sides, of an element's bytes, with vectors of so many elements that take so many registers each. */
struct sides {
    long long rows, columns, vector, registers;
};

/* Bytes of registers of a work-item. */
static long long bytes_of_item(const struct profile *profile)
{
    const bool shared = profile->registers_by_sub_group && profile->lane_count;
    return profile->register_bytes / (shared ? profile->lanes[0] : 1);
}

static struct sides sides_of(const struct option_value *values, const struct profile *profile,
                             long long bytes)
{
    const long long *const sizes = values[OPTION_FIXED].numbers;
    const char *const layout = values[OPTION_LAYOUT].text;
    const bool row = layout && strcmp(layout, "row") == 0;
    struct sides sides = {larger(sizes[!row], 1), larger(sizes[row], 1), 1, 1};
    sides.vector = widest_vector(sides.columns, VECTOR_BYTES / bytes);
    sides.registers = covering(sides.vector * bytes * REGISTERS, bytes_of_item(profile));
    return sides;
}

/* Instructions of a step of K for each element of a tile: loads of A and B, multiply-adds. */
static double cost(const struct sides *sides, struct shape tile)
{
    const double height = (double)tile.height, width = (double)tile.width;
    const double vectors = width / (double)sides->vector * (double)sides->registers;
    return (height + vectors + height * vectors) / (height * width);
}

static bool fits(const struct sides *sides, struct shape tile)
{
    const long long vectors = tile.width / sides->vector * sides->registers;
    return (tile.height + 1) * vectors + 1 <= REGISTERS;
}

/* The cheapest of those that divide C and are whole vectors wide; single elements are as many as C has columns, of which compilers make vectors. Of
 * one row each fits. */
static struct shape tile_of(const struct sides *sides)
{
    struct shape best = {1, sides->vector};
    for (long long width = sides->vector; width <= smaller(sides->columns, LARGEST_SIDE);
         width += sides->vector)
        for (long long height = 1; height <= smaller(sides->rows, LARGEST_SIDE); height++) {
            const struct shape tile = {height, width};
            if (sides->columns % width == 0 && sides->rows % height == 0 &&
                (sides->vector > 1 || width == sides->columns) &&
                (height == 1 || fits(sides, tile)) && cost(sides, tile) <= cost(sides, best))
                best = tile;
        }
    return best;
}

static void say_shape(struct job *job, struct option_value *values, enum option_id id,
                      long long height, long long width, enum voice voice)
{
    option_say(job, values, id, arena_printf(job->arena, "%lldx%lld", height, width), voice);
}

void spec_fill_tile(struct job *job, struct option_value *values, const struct profile *profile,
                    long long bytes)
{
    struct option_value *const said = &values[OPTION_TILE];
    if (!said->text || strcmp(said->text, AUTO) != 0)
        return;
    said->numbers[0] = said->numbers[1] = 1;
    if (!values[OPTION_FIXED].text || strchr(values[OPTION_FIXED].text, '=') ||
        bytes_of_item(profile) < 1)
        return;
    const struct sides sides = sides_of(values, profile, bytes);
    const struct shape tile = tile_of(&sides);
    say_shape(job, values, OPTION_TILE, tile.height, tile.width, said->voice);
    said->card = AUTO;
    say_shape(job, values, OPTION_WG, sides.rows / tile.height, sides.columns / tile.width,
              VOICE_FAMILY);
    option_say(job, values, OPTION_VEC_C, arena_printf(job->arena, "%lld", sides.vector),
               VOICE_FAMILY);
}
