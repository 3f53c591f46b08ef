#include "gen/request/kind.h"

#include <string.h>

const char *kind_at(size_t index)
{
    const size_t elements = element_count();
    if (index < elements)
        return element_at(index)->type;
    size_t factors = 0;
    while (number_of_factors(factors))
        factors++;
    index -= elements;
    return index < factors        ? number_of_factors(index)->type
           : index == factors     ? KIND_QUANTISED
           : index == factors + 1 ? KIND_PREPARED
           : index == factors + 2 ? KIND_SMALL
                                  : NULL;
}

const struct number *kind_factors(const char *kind)
{
    for (size_t i = 0; number_of_factors(i); i++)
        if (strcmp(number_of_factors(i)->type, kind) == 0)
            return number_of_factors(i);
    return NULL;
}

bool kind_is_quantised(const char *kind)
{
    return strcmp(kind, KIND_QUANTISED) == 0 || strcmp(kind, KIND_PREPARED) == 0;
}

bool kind_takes_quantised(const struct element *a, const struct element *b)
{
    static const char *const beside[] = {"f32", "f16", "bf16"};
    const struct element *const other = a->blocks ? b : a;
    bool takes = false;
    for (size_t i = 0; i < sizeof beside / sizeof *beside; i++)
        takes |= strcmp(other->type, beside[i]) == 0;
    return takes && (a->blocks || b->blocks);
}

const char *kind_serving(const char *kind)
{
    if (kind_is_quantised(kind) || strcmp(kind, KIND_SMALL) == 0)
        return "f32";
    const struct number *const factors = kind_factors(kind);
    return factors ? factors->of : element_find(kind)->options;
}
