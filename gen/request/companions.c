/*
 * What belongs to the elements of a quantised operand and lies in buffers of its own.
 */
#include "gen/request/element.h"

size_t element_companions(const struct element *element, struct companion list[MOST_COMPANIONS])
{
    const long long lines = element->group_lines ? element->group_lines : 1;
    list[0] = (struct companion){"scales", element->scales, element->group * lines, lines};
    list[1] = (struct companion){"zeros", "u8", 2 * element->group, 1};
    return !element->group ? 0 : element->zeros ? 2 : 1;
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
        share += (double)element_find(companions[i].type)->bytes / (double)companions[i].covers;
    return share;
}
