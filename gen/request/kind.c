#include "gen/request/kind.h"

#include <string.h>

const char *kind_at(size_t index)
{
    size_t elements = 0;
    while (element_at(elements))
        elements++;
    const struct number *const factors =
        index < elements ? NULL : number_of_factors(index - elements);
    return index < elements ? element_at(index)->type : factors ? factors->type : NULL;
}

const struct number *kind_factors(const char *kind)
{
    for (size_t i = 0; number_of_factors(i); i++)
        if (strcmp(number_of_factors(i)->type, kind) == 0)
            return number_of_factors(i);
    return NULL;
}

const char *kind_serving(const char *kind)
{
    const struct number *const factors = kind_factors(kind);
    return factors ? factors->of : element_find(kind)->options;
}
