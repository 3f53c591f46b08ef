/*
 * Blocks of quantised elements, between one piece of memory and a buffer for each of their parts.
 */
#include <string.h>

#include "gen/base/job.h"
#include "gen/base/nearest.h"
#include "gen/request/element.h"

/* The parts of a block as clgemm.h numbers them; NULL where the type, in whatever letters, is none of blocks. */
static const struct block_parts *parts_of(const char *type)
{
    const struct element *element = NULL;
    for (size_t i = 0; type && (element = element_at(i)) && word_distance(element->type, type) != 0;
         i++)
        ;
    return element ? element->parts : NULL;
}

static size_t bytes_of(const struct block_parts *parts, int part)
{
    static const enum companion_kind kinds[CLGEMM_BLOCK_PARTS] = {
        [CLGEMM_BLOCK_SCALES] = COMPANION_SCALES,
        [CLGEMM_BLOCK_LEASTS] = COMPANION_LEASTS,
        [CLGEMM_BLOCK_PART_SCALES] = COMPANION_PART_SCALES,
        [CLGEMM_BLOCK_UPPERS] = COMPANION_UPPERS,
    };
    return (size_t)(part == CLGEMM_BLOCK_QUANTS ? parts->quants : parts->beside[kinds[part]]);
}

size_t clgemm_block_bytes(const char *type, enum clgemm_block_part part)
{
    const struct block_parts *const parts = parts_of(type);
    return parts && part >= 0 && part < CLGEMM_BLOCK_PARTS ? bytes_of(parts, (int)part) : 0;
}

/* Where each part begins in a block, whose quants are the last one, or backwards the first. Returns the bytes of a block. */
static size_t find_places(const struct block_parts *parts, size_t places[CLGEMM_BLOCK_PARTS])
{
    size_t bytes = 0;
    for (int i = 1; i <= CLGEMM_BLOCK_PARTS; i++) {
        const int part = (parts->backwards ? CLGEMM_BLOCK_PARTS + 1 - i : i) % CLGEMM_BLOCK_PARTS;
        places[part] = bytes;
        bytes += bytes_of(parts, part);
    }
    return bytes;
}

static int move(const char *type, unsigned char *together, void *const *apart, size_t count,
                bool joins, struct clgemm_error *error)
{
    const struct block_parts *const parts = parts_of(type);
    size_t places[CLGEMM_BLOCK_PARTS];
    if (!parts) {
        error_set(error, CLGEMM_USAGE, NULL,
                  "there is no type of blocks `%.40s`; ask one of doc/quantised.md, as q4_0",
                  type ? type : "");
        return -1;
    }
    const size_t whole = find_places(parts, places);
    for (int part = 0; part < CLGEMM_BLOCK_PARTS; part++) {
        const size_t bytes = bytes_of(parts, part);
        for (size_t i = 0; i < count && bytes > 0; i++) {
            unsigned char *const one = together + i * whole + places[part];
            unsigned char *const other = (unsigned char *)apart[part] + i * bytes;
            memcpy(joins ? one : other, joins ? other : one, bytes);
        }
    }
    return 0;
}

int clgemm_blocks_split(const char *type, const void *together, size_t count, void *const *apart,
                        struct clgemm_error *error)
{
    return move(type, (unsigned char *)together, apart, count, false, error);
}

int clgemm_blocks_join(const char *type, void *const *apart, size_t count, void *together,
                       struct clgemm_error *error)
{
    return move(type, together, apart, count, true, error);
}
