#include "gen/spec/family.h"

#include <string.h>

const struct family *family_find(const char *name)
{
    for (size_t i = 0; family_table[i]; i++)
        if (strcmp(family_table[i]->name, name) == 0)
            return family_table[i];
    return NULL;
}

const struct family *family_by_share(enum share share)
{
    size_t i = 0;
    while (!(family_order[i]->shares & SHARED_BY(share)))
        i++;
    return family_order[i];
}

enum share family_share(const struct family *family)
{
    int share = 0;
    while (!(family->shares & SHARED_BY(share)))
        share++;
    return (enum share)share;
}

bool family_reads(const struct family *family, enum option_id option)
{
    for (const enum option_id *at = family->options; at && *at != OPTION_COUNT; at++)
        if (*at == option)
            return true;
    return false;
}

bool family_is_own(enum option_id option)
{
    bool read = false;
    for (size_t i = 0; family_table[i]; i++)
        read |= family_reads(family_table[i], option);
    return read;
}

bool family_lacks(const struct family *family, enum option_id option)
{
    return family_is_own(option) && !family_reads(family, option);
}

bool family_is_asked(enum option_id option, const struct option_value *value)
{
    /* The defaults of these say what a kernel does. */
    static const enum option_id telling[] = {OPTION_ENGINE,  OPTION_STAGE_A, OPTION_STAGE_B,
                                             OPTION_BLOCK_K, OPTION_SUM_VEC, OPTION_TILE_ORDER,
                                             OPTION_ASSIGN};
    bool tells = value->text && strcmp(value->text, option_rows[option].standard) != 0;
    for (size_t i = 0; i < sizeof telling / sizeof *telling; i++)
        tells |= value->text && telling[i] == option;
    return tells;
}

bool family_has_engine(const struct family *family)
{
    return family_reads(family, OPTION_ENGINE);
}

const struct element *family_repacked(const struct family *family, const struct element *blocks,
                                      const struct element *other)
{
    const struct element *const of_lanes =
        family_has_engine(family) ? element_in_lanes(blocks, other) : NULL;
    if (!family->repacks)
        return NULL;
    return of_lanes ? of_lanes : blocks->prepared;
}

const char *clgemm_family_at(size_t index, const char **help)
{
    size_t i = 0;
    while (family_table[i] && i < index)
        i++;
    if (family_table[i] && help)
        *help = family_table[i]->help;
    return family_table[i] ? family_table[i]->name : NULL;
}
