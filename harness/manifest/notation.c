#include "harness/manifest/notation.h"

#include <stdlib.h>
#include <string.h>

/* ---------------------------------------------------------------------------------- reading */

static bool read_sizes(const struct place *product, struct notation *notation)
{
    struct place list, item;

    if (!place_list(product, "sizes", 0, NOTATION_SIZES, &list, &notation->size_count))
        return false;
    for (size_t i = 0; i < notation->size_count; i++) {
        if (!place_item(&list, i, &item) || !place_object(&item, "name size meaning") ||
            !place_string(&item, "name", &notation->name[i]))
            return false;
        if (!place_has(&item, "size"))
            notation->known = false;
        else if (!place_size(&item, "size", 0, INT32_MAX, &notation->size[i]))
            return false;
    }
    return true;
}

/* The number of an index among the sizes. */
static bool find_index(const struct place *place, const struct notation *notation, const char *name,
                       int *index)
{
    size_t i = 0;

    while (i < notation->size_count && strcmp(notation->name[i], name) != 0)
        i++;
    *index = (int)i;
    return i < notation->size_count || place_fail(place, "no size is called `%.60s`", name);
}

static bool read_class(const struct place *product, const char *name, size_t *count, int *order,
                       const struct notation *notation)
{
    struct place list, item;

    if (!place_list(product, name, 0, NOTATION_INDICES, &list, count))
        return false;
    for (size_t i = 0; i < *count; i++)
        if (!place_item(&list, i, &item) ||
            (!json_is_string(item.value) && !place_fail(&item, "must be the name of an index")) ||
            !find_index(&item, notation, json_string_value(item.value), &order[i]))
            return false;
    return true;
}

static bool read_whole(const struct place *place, const char *name, int64_t *whole)
{
    double number;

    if (!place_number(place, name, &number))
        return false;
    if (number < -INT32_MAX || number > INT32_MAX || number != (double)(int64_t)number)
        return place_fail(place, "`%s` must be a whole number of 32 bits", name);
    *whole = (int64_t)number;
    return true;
}

/* A number, or the names of sizes at launch that it is made of. */
static bool read_measure(const struct place *axis, const char *name, struct notation *notation,
                         uint64_t *number)
{
    struct place member;

    if (!place_member(axis, name, &member))
        return false;
    if (json_is_string(member.value)) {
        notation->known = false;
        return true;
    }
    return place_size(axis, name, 0, UINT64_MAX >> 2, number);
}

static bool read_axis(const struct place *place, struct notation *notation,
                      struct notation_axis *axis)
{
    struct place list, item;
    const char *name;

    if (!place_object(place, "extent stride plus sum") ||
        !read_measure(place, "extent", notation, &axis->extent) ||
        !read_measure(place, "stride", notation, &axis->stride) ||
        !read_whole(place, "plus", &axis->plus) ||
        !place_list(place, "sum", 0, NOTATION_TERMS, &list, &axis->count))
        return false;
    for (size_t i = 0; i < axis->count; i++)
        if (!place_item(&list, i, &item) || !place_object(&item, "index factor") ||
            !place_string(&item, "index", &name) ||
            !find_index(&item, notation, name, &axis->index[i]) ||
            !read_whole(&item, "factor", &axis->factor[i]))
            return false;
    return true;
}

static bool read_operands(const struct place *product, struct notation *notation)
{
    static const char *const letters[] = {"a", "b", "c"};
    struct place operands, operand, list, item;

    if (!place_part(product, "operands", "a b c", &operands))
        return false;
    for (int i = 0; i < 3; i++) {
        size_t *count = &notation->operand[i].axis_count;

        if (!place_part(&operands, letters[i], "name by_index axes", &operand) ||
            !place_truth(&operand, "by_index", &notation->operand[i].by_index) ||
            !place_list(&operand, "axes", 1, NOTATION_AXES, &list, count))
            return false;
        for (size_t a = 0; a < *count; a++)
            if (!place_item(&list, a, &item) ||
                !read_axis(&item, notation, &notation->operand[i].axes[a]))
                return false;
    }
    return true;
}

bool notation_read(const struct place *problem, struct notation **made)
{
    static const char *const classes[] = {"m", "n", "k"};
    struct notation *notation;
    struct place product;

    *made = NULL;
    if (!place_has(problem, "product"))
        return true;
    notation = *made = calloc(1, sizeof *notation);
    if (notation == NULL)
        return fault_memory(problem->fault) == 0;
    notation->known = true;
    if (!place_part(problem, "product", "text sizes batch m n k operands", &product) ||
        !place_text(&product, "text", &notation->text) || !read_sizes(&product, notation))
        return false;
    for (int i = 0; i < NOTATION_CLASSES; i++)
        if (!read_class(&product, classes[i], &notation->order_count[i], notation->order[i],
                        notation))
            return false;
    return read_operands(&product, notation);
}

/* ---------------------------------------------------------------------------------- elements */

/* Sets the indices of a class to those of a number. */
static void take_number(const struct notation *notation, int class, uint64_t number,
                        int64_t *indices)
{
    for (size_t i = notation->order_count[class]; i-- > 0;) {
        const int index = notation->order[class][i];

        indices[index] = (int64_t)(number % notation->size[index]);
        number /= notation->size[index];
    }
}

static uint64_t count_of(const struct notation *notation, int class)
{
    uint64_t count = 1;

    for (size_t i = 0; i < notation->order_count[class]; i++)
        count *= notation->size[notation->order[class][i]];
    return count;
}

static uint64_t element_at(const struct notation *notation, int operand, const int64_t *indices)
{
    uint64_t element = 0;

    for (size_t a = 0; a < notation->operand[operand].axis_count; a++) {
        const struct notation_axis *axis = &notation->operand[operand].axes[a];
        int64_t position = axis->plus;

        for (size_t i = 0; i < axis->count; i++)
            position += axis->factor[i] * indices[axis->index[i]];
        if (position < 0 || (uint64_t)position >= axis->extent)
            return NOTATION_OUTSIDE;
        element += (uint64_t)position * axis->stride;
    }
    return element;
}

/* Whether an index is one of M, N or K; those of a batch are not. */
static bool is_of_product(const struct notation *notation, int index)
{
    for (int class = 0; class < NOTATION_CLASSES; class ++)
        for (size_t i = 0; i < notation->order_count[class]; i++)
            if (notation->order[class][i] == index)
                return true;
    return false;
}

static uint64_t count_elements(const struct notation *notation, int operand)
{
    uint64_t elements = 1;

    for (size_t a = 0; a < notation->operand[operand].axis_count; a++) {
        const struct notation_axis *axis = &notation->operand[operand].axes[a];

        if (axis->count > 0 && !is_of_product(notation, axis->index[0]))
            continue;
        if (axis->extent == 0)
            return 0;
        elements += (axis->extent - 1) * axis->stride;
    }
    return elements;
}

uint64_t *notation_places(const struct notation *notation, int operand, uint64_t *elements)
{
    static const int sides[3][2] = {{0, 2}, {2, 1}, {0, 1}};
    const uint64_t rows = count_of(notation, sides[operand][0]);
    const uint64_t columns = count_of(notation, sides[operand][1]);
    uint64_t *places = malloc((rows * columns + 1) * sizeof *places);
    int64_t indices[NOTATION_SIZES] = {0};

    *elements = notation->operand[operand].by_index ? count_elements(notation, operand) : 0;
    for (uint64_t row = 0; row < rows && places != NULL; row++) {
        take_number(notation, sides[operand][0], row, indices);
        for (uint64_t column = 0; column < columns; column++) {
            take_number(notation, sides[operand][1], column, indices);
            const uint64_t place = element_at(notation, operand, indices);

            places[row * columns + column] = place;
            if (!notation->operand[operand].by_index && place != NOTATION_OUTSIDE &&
                place >= *elements)
                *elements = place + 1;
        }
    }
    return places;
}
