#include "harness/base/shapes.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "clgemm.h"
#include "harness/base/file.h"
#include "harness/base/list.h"

/* Kernels take sizes as numbers of 32 bits. */
static const uint64_t largest = INT32_MAX;

static int append(struct shapes *shapes, const struct shape *shape, struct fault *fault)
{
    if (!list_grow(&shapes->list, shapes->count, sizeof *shapes->list))
        return fault_memory(fault);
    shapes->list[shapes->count++] = *shape;
    return 0;
}

struct reading {
    struct shapes *shapes;
    struct fault *fault;
};

static int take(void *self, const struct clgemm_shape *read)
{
    struct reading *reading = self;
    struct shape shape = {.m = (uint64_t)read->m, .n = (uint64_t)read->n, .k = (uint64_t)read->k};

    for (int operand = 0; operand < 2; operand++) {
        shape.transpose[operand] = read->transpose[operand] > 0;
        shape.says_transpose = shape.says_transpose || read->transpose[operand] >= 0;
    }
    return append(reading->shapes, &shape, reading->fault);
}

int shapes_read(const char *path, struct shapes *shapes, struct fault *fault)
{
    struct reading reading = {shapes, fault};
    struct clgemm_error error;
    size_t length;
    char *text;
    int status;

    memset(shapes, 0, sizeof *shapes);
    if (file_read(path, &text, &length, fault))
        return -1;
    status = clgemm_shapes_read(text, take, &reading, &error);
    free(text);
    if (status == 0)
        return 0;
    shapes_release(shapes);
    fault_set(fault, error.code == CLGEMM_IO ? FAULT_IO : FAULT_REFUSED, "%s", error.text);
    fault_prefix(fault, path);
    return -1;
}

/* --------------------------------------------------------------------------------------- groups */

enum {
    TRANSPOSITIONS = 5 /* not said, nn, nt, tn, tt */
};

/* A shape and its place in the list. */
struct placed {
    struct shape shape;
    size_t place;
};

static int transposition(const struct shape *shape)
{
    return shape->says_transpose ? 1 + 2 * shape->transpose[0] + shape->transpose[1] : 0;
}

static int compare(uint64_t left, uint64_t right)
{
    return (left > right) - (left < right);
}

/* 0: they are one. */
static int compare_shapes(const struct shape *a, const struct shape *b)
{
    int order = compare(a->m, b->m);

    order = order != 0 ? order : compare(a->n, b->n);
    order = order != 0 ? order : compare(a->k, b->k);
    order = order != 0 ? order : strcmp(a->at, b->at);
    return order != 0 ? order : transposition(a) - transposition(b);
}

static int by_shape(const void *left, const void *right)
{
    const struct placed *a = left, *b = right;
    int order = compare_shapes(&a->shape, &b->shape);

    return order != 0 ? order : compare(a->place, b->place);
}

static int by_place(const void *left, const void *right)
{
    return compare(((const struct placed *)left)->place, ((const struct placed *)right)->place);
}

/* Leaves out shapes that are equal to an earlier one; the others keep their order. Returns how many
 * there are. */
static size_t leave_out(struct placed *list, size_t count)
{
    size_t kept = 0;

    qsort(list, count, sizeof *list, by_shape);
    for (size_t i = 0; i < count; i++)
        if (kept == 0 || compare_shapes(&list[kept - 1].shape, &list[i].shape) != 0)
            list[kept++] = list[i];
    qsort(list, kept, sizeof *list, by_place);
    return kept;
}

int shapes_group(struct shapes *shapes, struct fault *fault)
{
    struct placed *list = calloc(shapes->count + 1, sizeof *list);
    bool done[TRANSPOSITIONS] = {false};
    size_t count;

    if (list == NULL)
        return fault_memory(fault);
    for (size_t i = 0; i < shapes->count; i++)
        list[i] = (struct placed){shapes->list[i], i};
    count = leave_out(list, shapes->count);
    shapes->count = 0;
    for (size_t i = 0; i < count; i++) {
        const int group = transposition(&list[i].shape);

        for (size_t j = i; j < count && !done[group]; j++)
            if (transposition(&list[j].shape) == group)
                shapes->list[shapes->count++] = list[j].shape;
        done[group] = true;
    }
    free(list);
    return 0;
}

int shapes_copy(const struct shapes *from, struct shapes *shapes, struct fault *fault)
{
    *shapes = (struct shapes){malloc((from->count + 1) * sizeof *shapes->list), from->count};
    if (shapes->list == NULL)
        return fault_memory(fault);
    memcpy(shapes->list, from->list, from->count * sizeof *shapes->list);
    return 0;
}

int shapes_wanted(const struct shapes_source *source, struct shapes *shapes, struct fault *fault)
{
    const uint64_t *const size = source->size;
    struct shape shape = {.m = size[0], .n = size[1], .k = size[2]};

    if (source->path != NULL)
        return source->named ? shapes_read_named(source->path, shapes, fault)
                             : shapes_read(source->path, shapes, fault);
    for (int i = 0; i < 3; i++)
        if (size[i] > largest)
            return fault_set(fault, FAULT_USAGE,
                             "-%c %" PRIu64 " is too large: kernels take sizes up to %" PRIu64,
                             "MNK"[i], size[i], largest);
    if (source->at != NULL && strlen(source->at) >= sizeof shape.at)
        return fault_set(fault, FAULT_USAGE, "--at takes %zu letters at most", sizeof shape.at - 1);
    snprintf(shape.at, sizeof shape.at, "%s", source->at == NULL ? "" : source->at);
    memset(shapes, 0, sizeof *shapes);
    return append(shapes, &shape, fault);
}

void shapes_release(struct shapes *shapes)
{
    free(shapes->list);
    memset(shapes, 0, sizeof *shapes);
}

const char *shape_transpose(const struct shape *shape)
{
    static const char *const words[2][2] = {{"nn", "nt"}, {"tn", "tt"}};

    return shape->says_transpose ? words[shape->transpose[0]][shape->transpose[1]] : "";
}

uint64_t shape_members(const struct shape *shape)
{
    return shape->members > 0 ? shape->members : 1;
}

void shape_words(const struct shape *shape, char *text, size_t room)
{
    if (shape->m == shape->n && shape->n == shape->k)
        snprintf(text, room, "%" PRIu64, shape->m);
    else
        snprintf(text, room, "%" PRIu64 " x %" PRIu64 " x %" PRIu64, shape->m, shape->n, shape->k);
}
