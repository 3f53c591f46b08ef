/* Prints the figures of records, a line each: group, name, definition in the schema, type and meaning in words, separated by tabs. */
#include <stdio.h>
#include <string.h>

#include "harness/output/figure.h"

/* Formats find how a figure is rounded by its name: those of one name are rounded alike. */
static int check(const struct figure *one, const struct figure *other)
{
    const struct figure_unit *unit = &figure_units[one->unit], *same = &figure_units[other->unit];

    if (strcmp(one->name, other->name) != 0 ||
        (unit->decimals == same->decimals && unit->scale == same->scale &&
         strcmp(unit->written, same->written) == 0))
        return 0;
    fprintf(stderr, "%s of %s and of %s are rounded differently\n", one->name, one->group,
            other->group);
    return 1;
}

int main(void)
{
    int failed = 0;

    for (size_t i = 0; i < figure_count; i++) {
        const struct figure *figure = &figure_rows[i];
        const struct figure_unit *unit = &figure_units[figure->unit];

        printf("%s\t%s\t%s\t%s\t%s\n", figure->group, figure->name, unit->definition, unit->words,
               figure->meaning);
        for (size_t j = 0; j < i; j++)
            failed |= check(figure, &figure_rows[j]);
    }
    return failed;
}
