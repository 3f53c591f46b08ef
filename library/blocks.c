/*
 * Blocks of quantised elements, between one piece of memory and a buffer for each of their parts.
 */
#include <string.h>

#include "gen/base/job.h"
#include "gen/base/nearest.h"
#include "gen/request/element.h"

/* The parts of a block, which clgemm.h numbers in the order of their places; NULL where the type, in whatever letters, is none of blocks. */
static const struct block_parts *parts_of(const char *type)
{
    const struct element *element = NULL;
    for (size_t i = 0; type && (element = element_at(i)) && word_distance(element->type, type) != 0;
         i++)
        ;
    return element ? element->parts : NULL;
}

size_t clgemm_block_bytes(const char *type, enum clgemm_block_part part)
{
    const struct block_parts *const parts = parts_of(type);
    struct part_place places[PLACES_OF_PARTS];
    if (!parts || part < 0 || part >= CLGEMM_BLOCK_PARTS)
        return 0;
    block_parts_place(parts, places);
    return (size_t)places[part].bytes;
}

static int move(const char *type, unsigned char *together, void *const *apart, size_t count,
                bool joins, struct clgemm_error *error)
{
    const struct block_parts *const parts = parts_of(type);
    struct part_place places[PLACES_OF_PARTS];
    if (!parts) {
        error_set(error, CLGEMM_USAGE, NULL,
                  "there is no type of blocks `%.40s`; ask one of doc/quantised.md, as q4_0",
                  type ? type : "");
        return -1;
    }
    const size_t whole = (size_t)block_parts_place(parts, places);
    for (int part = 0; part < CLGEMM_BLOCK_PARTS; part++) {
        const size_t bytes = (size_t)places[part].bytes;
        for (size_t i = 0; i < count && bytes > 0; i++) {
            unsigned char *const one = together + i * whole + places[part].at;
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
