#include "harness/manifest/notation.h"

#include <stdlib.h>
#include <string.h>

#include "harness/base/sizes.h"
#include "harness/manifest/internal.h"

const char *const notation_words[NOTATION_OPERANDS] = {"a",    "b",         "c",        "d",
                                                       "mask", "lengths_q", "lengths_k"};

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
            notation->size[i] = NOTATION_OPEN, notation->known = false;
        else if (!place_size(&item, "size", 0, INT32_MAX, &notation->size[i]))
            return false;
    }
    return true;
}

size_t notation_find(const struct notation *notation, const char *name, size_t length)
{
    size_t i = 0;

    while (i < notation->size_count &&
           (strncmp(notation->name[i], name, length) != 0 || notation->name[i][length] != '\0'))
        i++;
    return i;
}

uint64_t notation_size(const struct notation *notation, const char *name)
{
    const size_t size = notation_find(notation, name, strlen(name));

    return size < notation->size_count ? notation->size[size] : 0;
}

/* The number of an index among the sizes. */
static bool find_index(const struct place *place, const struct notation *notation, const char *name,
                       int *index)
{
    *index = (int)notation_find(notation, name, strlen(name));
    return *index < (int)notation->size_count ||
           place_fail(place, "no size is called `%.60s`", name);
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

bool notation_measure(const struct notation *notation, const json_t *value, uint64_t *number)
{
    const char *text = json_string_value(value);

    *number = text == NULL ? (uint64_t)json_integer_value(value) : 1;
    while (text != NULL && *text != '\0') {
        const size_t length = strcspn(text, " ");
        const size_t size = notation_find(notation, text, length);
        uint64_t factor;

        if (size < notation->size_count)
            factor = notation->size[size];
        else if (!size_scan(&(const char *){text}, &factor))
            return false;
        if (factor == NOTATION_OPEN || !size_multiply(*number, factor, number))
            return false;
        text += length;
        text += strspn(text, " *");
    }
    return true;
}

/* A number, or the sizes at launch that it is the product of. */
static bool read_measure(const struct place *axis, const char *name,
                         const struct notation *notation, uint64_t *number)
{
    struct place member;

    if (!place_member(axis, name, &member))
        return false;
    if (!json_is_string(member.value))
        return place_size(axis, name, 0, MANIFEST_SIZE_LIMIT, number);
    if (notation->known &&
        (!notation_measure(notation, member.value, number) || *number > MANIFEST_SIZE_LIMIT))
        return place_fail(&member, "`%.60s` is no product of sizes up to 2^48",
                          json_string_value(member.value));
    return true;
}

static bool read_axis(const struct place *place, const struct notation *notation,
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

static bool read_own(const struct place *operands, const char *letter, int number,
                     struct notation *notation)
{
    struct place operand, list, item;
    size_t *count = &notation->operand[number].axis_count;

    if (!place_part(operands, letter, "name by_index axes", &operand) ||
        !place_string(&operand, "name", &notation->operand[number].name) ||
        !place_truth(&operand, "by_index", &notation->operand[number].by_index) ||
        !place_list(&operand, "axes", 1, NOTATION_AXES, &list, count))
        return false;
    for (size_t a = 0; a < *count; a++)
        if (!place_item(&list, a, &item) ||
            !read_axis(&item, notation, &notation->operand[number].axes[a]))
            return false;
    return true;
}

static bool read_operands(const struct place *product, struct notation *notation)
{
    struct place operands;

    if (!place_part(product, "operands",
                    notation->attends ? "a b c d mask lengths_q lengths_k" : "a b c", &operands))
        return false;
    for (int i = 0; i < NOTATION_OPERANDS; i++)
        if ((i < 3 || (notation->attends && (i < 4 || place_has(&operands, notation_words[i])))) &&
            !read_own(&operands, notation_words[i], i, notation))
            return false;
    return true;
}

/* ------------------------------------------------------------------------------------ checks */

/* Whether an index is one of M, N or K; those of a batch are not. */
static bool is_of_product(const struct notation *notation, int index)
{
    for (int class = 0; class < NOTATION_CLASSES - 1; class ++)
        for (size_t i = 0; i < notation->order_count[class]; i++)
            if (notation->order[class][i] == index)
                return true;
    return false;
}

/* Counts the elements of a member; false: they do not fit 63 bits, or a position does not fit 32. */
static bool count_elements(const struct notation *notation, const struct notation_axis *axes,
                           size_t count, uint64_t *elements)
{
    bool empty = false;

    *elements = 1;
    for (size_t a = 0; a < count; a++) {
        const struct notation_axis *axis = &axes[a];
        uint64_t most = (uint64_t)llabs(axis->plus), length;

        for (size_t i = 0; i < axis->count; i++) {
            const uint64_t size = notation->size[axis->index[i]];

            most += (uint64_t)llabs(axis->factor[i]) * (size == 0 ? 0 : size - 1);
            if (most > INT32_MAX)
                return false;
        }
        if (axis->count > 0 && !notation->attends && !is_of_product(notation, axis->index[0]))
            continue;
        empty |= axis->extent == 0;
        if (axis->extent > 0 && (!size_multiply(axis->extent - 1, axis->stride, &length) ||
                                 !size_add(*elements, length, elements)))
            return false;
    }
    if (empty)
        *elements = 0;
    return true;
}

/* Sizes whose products and elements fit 63 bits. */
static bool check_sizes(const struct place *product, struct notation *notation)
{
    for (int class = 0; class < NOTATION_CLASSES; class ++) {
        uint64_t count = 1;

        for (size_t i = 0; i < notation->order_count[class]; i++)
            if (!size_multiply(count, notation->size[notation->order[class][i]], &count) ||
                count > MANIFEST_SIZE_LIMIT)
                return place_fail(product, "sizes that are above 2^48 together");
    }
    for (int i = 0; i < NOTATION_OPERANDS; i++)
        if (notation->operand[i].name != NULL &&
            !count_elements(notation, notation->operand[i].axes, notation->operand[i].axis_count,
                            &notation->operand[i].elements))
            return place_fail(product, "positions beyond 32 bits, or elements beyond 63");
    return true;
}

/* Whether a position of attention counts an index alone, and is as long as its size says where that is known. */
static bool counts(const struct notation *notation, const struct notation_axis *axis, size_t index)
{
    return axis->count == 1 && axis->factor[0] == 1 && axis->plus == 0 &&
           axis->index[0] == (int)index &&
           (!notation->known || axis->extent == notation->size[index]);
}

/* The sizes that attention has, and the positions of its operands: the reference finds their elements by these. */
static bool check_attention(const struct place *product, const struct notation *notation)
{
    enum {
        POSITIONS = 4
    };
    static const char *const of_queries[] = {"batch", "lq", "q_heads", "head"};
    static const char *const of_keys[] = {"batch", "lk", "kv_heads", "head"};
    static const char *const of_mask[] = {"batch", "lk"};
    static const char *const of_matrix[] = {"batch", "q_heads", "lq", "lk"};
    const bool of_rows = notation->operand[4].axis_count != 2;
    const struct {
        size_t count;
        const char *const *name;
    } positions[NOTATION_OPERANDS] = {{4, of_queries},
                                      {4, of_keys},
                                      {4, of_queries},
                                      {4, of_keys},
                                      {of_rows ? 4 : 2, of_rows ? of_matrix : of_mask},
                                      {1, of_queries},
                                      {1, of_queries}};

    for (int i = 0; i < NOTATION_OPERANDS; i++)
        for (size_t a = 0; a < positions[i].count && notation->operand[i].name != NULL; a++) {
            const char *const *names = positions[i].name;
            const size_t index = notation_find(notation, names[a], strlen(names[a]));

            if (index == notation->size_count)
                return place_fail(product, "attention has a size `%s`", names[a]);
            if (notation->operand[i].axis_count != positions[i].count ||
                !counts(notation, &notation->operand[i].axes[a], index))
                return place_fail(product, "positions of `%.60s` must count %s%s%s%s%s%s%s",
                                  notation->operand[i].name, names[0],
                                  positions[i].count < 2 ? "" : ", ",
                                  positions[i].count < 2 ? "" : names[1],
                                  positions[i].count < POSITIONS ? "" : ", ",
                                  positions[i].count < POSITIONS ? "" : names[2],
                                  positions[i].count < POSITIONS ? "" : " and ",
                                  positions[i].count < POSITIONS ? "" : names[3]);
        }
    return true;
}

bool notation_read(const struct place *problem, struct notation **made)
{
    static const char *const classes[] = {"m", "n", "k", "batch"};
    struct notation *notation;
    struct place product, chain;
    int kind = 0;

    *made = NULL;
    if (!place_has(problem, "product"))
        return true;
    notation = *made = calloc(1, sizeof *notation);
    if (notation == NULL)
        return fault_memory(problem->fault) == 0;
    notation->known = true;
    if (place_has(problem, "chain") && (!place_member(problem, "chain", &chain) ||
                                        !place_word(&chain, "kind", "gate attention", &kind)))
        return false;
    notation->attends = kind == 1;
    if (!place_part(problem, "product", "text sizes batch m n k operands", &product) ||
        !place_text(&product, "text", &notation->text) || !read_sizes(&product, notation))
        return false;
    for (int i = 0; i < NOTATION_CLASSES; i++)
        if (!read_class(&product, classes[i], &notation->order_count[i], notation->order[i],
                        notation))
            return false;
    return read_operands(&product, notation) &&
           (!notation->attends || check_attention(&product, notation)) &&
           (!notation->known || check_sizes(&product, notation));
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

uint64_t notation_count(const struct notation *notation, int class)
{
    uint64_t count = 1;

    for (size_t i = 0; i < notation->order_count[class]; i++)
        count *= notation->size[notation->order[class][i]];
    return count;
}

uint64_t notation_apart(const struct notation *notation, int operand, int class)
{
    size_t last = notation->order_count[class];
    uint64_t apart = 0;

    while (last > 0 && notation->size[notation->order[class][last - 1]] == 1)
        last--;
    for (size_t a = 0; a < notation->operand[operand].axis_count && last > 0; a++) {
        const struct notation_axis *axis = &notation->operand[operand].axes[a];

        for (size_t i = 0; i < axis->count; i++)
            if (axis->index[i] == notation->order[class][last - 1])
                apart += (uint64_t)axis->factor[i] * axis->stride;
    }
    return apart;
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

void notation_shape(const struct notation *notation, int operand, uint64_t *rows, uint64_t *columns)
{
    const size_t last = notation->operand[operand].axis_count - 1;

    *rows = 1;
    for (size_t a = 0; a < last; a++)
        *rows *= notation->operand[operand].axes[a].extent;
    *columns = notation->operand[operand].axes[last].extent;
}

/* The places of an operand of attention. */
static uint64_t *places_of_axes(const struct notation *notation, int operand, uint64_t *elements)
{
    const struct notation_axis *axes = notation->operand[operand].axes;
    uint64_t rows, columns, *places;

    notation_shape(notation, operand, &rows, &columns);
    places = malloc((rows * columns + 1) * sizeof *places);
    *elements = notation->operand[operand].elements;
    for (uint64_t i = 0; i < rows * columns && places != NULL; i++) {
        uint64_t number = i;

        places[i] = 0;
        for (size_t a = notation->operand[operand].axis_count; a-- > 0;) {
            places[i] += number % axes[a].extent * axes[a].stride;
            number /= axes[a].extent;
        }
    }
    return places;
}

uint64_t *notation_places(const struct notation *notation, int operand, uint64_t *elements)
{
    if (notation->attends)
        return places_of_axes(notation, operand, elements);

    static const int sides[3][2] = {{0, 2}, {2, 1}, {0, 1}};
    const uint64_t rows = notation_count(notation, sides[operand][0]);
    const uint64_t columns = notation_count(notation, sides[operand][1]);
    uint64_t *places = malloc((rows * columns + 1) * sizeof *places);
    int64_t indices[NOTATION_SIZES] = {0};

    *elements = notation->operand[operand].by_index ? notation->operand[operand].elements : 0;
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
