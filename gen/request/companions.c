/*
 * What belongs to the elements of a quantised operand and lies in buffers of its own.
 */
#include "gen/request/element.h"

static const char *const names[COMPANION_KINDS] = {
    [COMPANION_SCALES] = "scales", [COMPANION_ZEROS] = "zeros",
    [COMPANION_LEASTS] = "leasts", [COMPANION_PART_SCALES] = "part_scales",
    [COMPANION_UPPERS] = "uppers",
};

/* Those of blocks: each has all that a block has of its kind. */
static size_t parts_apart(const struct element *element, struct companion list[MOST_COMPANIONS])
{
    size_t count = 0;
    for (enum companion_kind kind = COMPANION_SCALES; kind < COMPANION_KINDS; kind++)
        if (element->parts->beside[kind] > 0)
            list[count++] = (struct companion){kind,
                                               names[kind],
                                               kind == COMPANION_SCALES   ? element->scales
                                               : kind == COMPANION_LEASTS ? "f16"
                                                                          : "u8",
                                               element->parts->beside[kind],
                                               element->covers,
                                               1};
    return count;
}

size_t element_companions(const struct element *element, struct companion list[MOST_COMPANIONS])
{
    if (!element->scales)
        return 0;
    if (!element->group)
        return parts_apart(element, list);
    const long long lines = element->group_lines ? element->group_lines : 1;
    list[0] = (struct companion){COMPANION_SCALES,       names[COMPANION_SCALES],
                                 element->scales,        element_find(element->scales)->bytes,
                                 element->group * lines, lines};
    list[1] =
        (struct companion){COMPANION_ZEROS, names[COMPANION_ZEROS], "u8", 1, 2 * element->group, 1};
    return element->zeros ? 2 : 1;
}

long long block_parts_place(const struct block_parts *parts, struct part_place *list)
{
    const long long bytes[PLACES_OF_PARTS] = {
        parts->quants, parts->beside[COMPANION_SCALES], parts->beside[COMPANION_LEASTS],
        parts->beside[COMPANION_PART_SCALES], parts->beside[COMPANION_UPPERS]};
    long long whole = 0;
    /* Quants are the last ones, or backwards the first. */
    for (int i = 1; i <= PLACES_OF_PARTS; i++) {
        const int part = (parts->backwards ? PLACES_OF_PARTS + 1 - i : i) % PLACES_OF_PARTS;
        list[part] = (struct part_place){whole, bytes[part]};
        whole += bytes[part];
    }
    return whole;
}

long long element_whole(const struct element *element)
{
    return element->covers * (element->group_lines ? element->group_lines : 1);
}

long long element_lines(const struct element *element)
{
    return element->lines ? element->lines : 1;
}

double element_share(const struct element *element)
{
    struct companion companions[MOST_COMPANIONS];
    const size_t count = element_companions(element, companions);
    double share = (double)element->bytes / (double)(element->covers * element_lines(element));
    for (size_t i = 0; i < count; i++)
        share += (double)companions[i].bytes / (double)companions[i].covers;
    return share;
}
