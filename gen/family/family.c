#include "gen/family.h"

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

const char *clgemm_family_at(size_t index, const char **help)
{
    if (index >= FAMILY_COUNT)
        return NULL;
    if (help)
        *help = families[index]->help;
    return families[index]->name;
}
