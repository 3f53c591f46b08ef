/*
 * What types, vectors of them and their components are called in kernels.
 */
#include "gen/request/element.h"

#include <string.h>

const char *element_bits(const struct element *element)
{
    return element->same ? element->same->bits : element->name;
}

const char *element_zero(struct job *job, const struct element *element)
{
    return element->same ? number_literal(job, element->same, "0") : "0";
}

const char *vector_name(struct job *job, const char *name, long long width)
{
    return width == 1 ? name : arena_printf(job->arena, "%s%lld", name, width);
}

long long number_parts(const struct number *number)
{
    return number->parts ? 2 : 1;
}

const char *number_vector(struct job *job, const struct number *number, long long width)
{
    return number->parts ? vector_name(job, number_real(number)->name, 2 * width)
                         : vector_name(job, number->name, width);
}

const char *number_literal(struct job *job, const struct number *number, const char *text)
{
    if (number->whole)
        return text;
    return arena_printf(job->arena, strpbrk(text, ".e") ? "%s%s" : "%s.0%s", text, number->suffix);
}

const char *component_name(struct job *job, long long width, long long index)
{
    return width == 1 ? NULL : arena_printf(job->arena, "s%c", "0123456789abcdef"[index]);
}

const char *number_component(struct job *job, const struct number *number, long long width,
                             long long index, long long count)
{
    const long long parts = number_parts(number);
    return count == width ? NULL
                          : arena_printf(job->arena, "s%.*s", (int)(count * parts),
                                         &"0123456789abcdef"[index * parts]);
}

const char *number_parts_exchanged(struct job *job, const struct number *number, long long width)
{
    static const char exchanged[] = "1032547698badcfe";
    return !number->parts ? NULL
           : width == 1   ? "yx"
                          : arena_printf(job->arena, "s%.*s", (int)(2 * width), exchanged);
}
