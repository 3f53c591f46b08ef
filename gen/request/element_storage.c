/*
 * How a host stores elements: what follows from their rows.
 */
#include "gen/request/element.h"

#include <string.h>

/* What results are limited to. */
static void limit(const struct element *element, struct storage *storage)
{
    if (storage->whole && element->bytes < 4) {
        const long long numbers = 1LL << (8 * element->bytes);
        storage->least = storage->above ? 0 : -numbers / 2;
        storage->most = storage->least + numbers - 1;
    } else {
        storage->least = -element->largest;
        storage->most = element->largest;
    }
}

const struct storage *element_storage(struct job *job, const struct element *element)
{
    struct storage *const storage = arena_allocate(job->arena, sizeof *storage);
    *storage = (struct storage){
        .digits = element->digits,
        .exponent = element->exponent,
        .whole = element->read->whole,
        .bytes = element->bytes,
        .block = element->stored,
        .group = element->group,
        .group_lines = element->group_lines,
        .zeros = element->zeros,
        .powers = element->scales && strcmp(element->scales, "u8") == 0,
        .quants = element->quants ? element_storage(job, element_find(element->quants)) : NULL,
    };
    if (element_lies_apart(element)) {
        struct part_place *const apart = arena_array(job->arena, PLACES_OF_PARTS, sizeof *apart);
        storage->bytes = block_parts_place(element->parts, apart);
        storage->apart = apart;
    }
    if (element->blocks)
        return storage;
    storage->type = element->exponent ? element_bits(element)
                    : element->same   ? number_real(element->same)->name
                                      : element->name;
    storage->above = storage->whole && element->name[0] == 'u';
    limit(element, storage);
    return storage;
}
