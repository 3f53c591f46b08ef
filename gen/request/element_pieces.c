/*
 * The pieces by which kernels read and write elements.
 */
#include "gen/request/element.h"

bool element_converts(const struct element *element, const struct number *number)
{
    return element->same != number;
}

const struct number *element_arrives(const struct element *element, const struct number *number)
{
    return element_converts(element, number) ? element->read : number;
}

const char *element_reads(const struct element *element, const struct number *number,
                          long long width)
{
    if (!element_converts(element, number))
        return width == 1 ? "get/element" : number->parts ? "get/complex_vector" : "get/vector";
    return width > 1 ? element->read_vector : element->read_one;
}

const char *element_writes(const struct element *element, const struct number *number, bool vector)
{
    if (!element_converts(element, number))
        return vector ? "write/vector" : "write/element";
    return vector ? element->write_vector : element->write_one;
}

const char *element_old(const struct element *element, const struct number *number, bool vector)
{
    if (!element_converts(element, number))
        return vector ? "write/old_vector" : "write/old_element";
    return vector ? element->old_vector : element->old_one;
}
