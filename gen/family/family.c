#include "gen/spec/family.h"

#include <string.h>

static const struct family *const families[] = {
    &family_naive,
    &family_register,
    &family_subgroup,
    &family_local,
};

enum {
    FAMILY_COUNT = sizeof families / sizeof families[0]
};

const struct family *family_find(const char *name)
{
    for (size_t i = 0; i < FAMILY_COUNT; i++)
        if (strcmp(families[i]->name, name) == 0)
            return families[i];
    return NULL;
}

const struct family *family_at(size_t index)
{
    return index < FAMILY_COUNT ? families[index] : NULL;
}

const struct family *family_by_share(enum share share)
{
    size_t i = FAMILY_COUNT;
    while (!(families[--i]->shares & SHARED_BY(share)))
        continue;
    return families[i];
}

enum share family_share(const struct family *family)
{
    int share = 0;
    while (!(family->shares & SHARED_BY(share)))
        share++;
    return (enum share)share;
}

bool family_reads(const struct family *family, const char *option)
{
    const size_t length = strlen(option);
    for (const char *at = family->options; (at = strstr(at, option)); at += length)
        if ((at == family->options || at[-1] == ' ') && (at[length] == ' ' || !at[length]))
            return true;
    return false;
}

const char *clgemm_family_at(size_t index, const char **help)
{
    if (index >= FAMILY_COUNT)
        return NULL;
    if (help)
        *help = families[index]->help;
    return families[index]->name;
}
