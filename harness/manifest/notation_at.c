/*
 * Sizes, extents and strides of a product that a launch gives.
 */
#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "harness/base/sizes.h"
#include "harness/base/text.h"
#include "harness/manifest/internal.h"
#include "harness/manifest/notation.h"

/* A product whose manifest is written anew: `notation` has the numbers that `sizes` of the JSON gets. */
struct saying {
    struct notation *notation;
    json_t *product;
    bool chosen[NOTATION_SIZES];
};

static int wrong_at(const char *at, struct fault *fault)
{
    return fault_set(fault, FAULT_USAGE,
                     "--at takes NAME=NUMBER,..., numbers from 0 to %" PRId32 ", not '%.60s'",
                     INT32_MAX, at);
}

void notation_list_open(const struct notation *notation, char *list, size_t room)
{
    *list = '\0';
    for (size_t i = 0; i < notation->size_count; i++)
        if (notation->size[i] == NOTATION_OPEN)
            text_append(list, room, "%s%.40s", *list == '\0' ? "" : ", ", notation->name[i]);
}

bool notation_lacks_extents(const struct notation *notation)
{
    bool lacks = false;

    for (int i = 0; i < 3; i++)
        lacks |= notation->operand[i].by_index;
    lacks &= !notation->known && !notation->attends;
    for (int class = 0; class < NOTATION_CLASSES; class ++)
        for (size_t i = 0; i < notation->order_count[class]; i++)
            lacks &= notation->size[notation->order[class][i]] != NOTATION_OPEN;
    return lacks;
}

/* Takes the numbers that are said, if any. */
static int take_at(const struct saying *saying, const char *at, struct fault *fault)
{
    struct notation *notation = saying->notation;
    char open[400];

    notation_list_open(notation, open, sizeof open);
    for (const char *item = at; item != NULL;) {
        const size_t length = strcspn(item, "=,");
        const size_t size = notation_find(notation, item, length);
        const char *number = item + length + 1;
        uint64_t value;

        if (item[length] != '=' || !isdigit((unsigned char)*number) ||
            !size_scan(&number, &value) || value > INT32_MAX || (*number != '\0' && *number != ','))
            return wrong_at(at, fault);
        if (size == notation->size_count || notation->size[size] != NOTATION_OPEN)
            return fault_set(
                fault, FAULT_USAGE, "--at: %.*s is %s; this launch takes %s", (int)length, item,
                size == notation->size_count ? "no size of the product" : "said already", open);
        notation->size[size] = value;
        item = *number == '\0' ? NULL : number + 1;
    }
    return 0;
}

/* The open size that a measure is and nothing else; NOTATION_SIZES: it is none. */
static size_t open_size(const struct notation *notation, const json_t *measure)
{
    const char *name = json_string_value(measure);
    const size_t size =
        name == NULL ? notation->size_count : notation_find(notation, name, strlen(name));

    return size < notation->size_count && notation->size[size] == NOTATION_OPEN ? size
                                                                                : NOTATION_SIZES;
}

static void choose(struct saying *saying, size_t size, uint64_t number)
{
    saying->notation->size[size] = number;
    saying->chosen[size] = true;
}

/* The extent that has room for all positions but those of a padding, which is as wide behind as before. */
static uint64_t extent_of(const struct notation *notation, const struct notation_axis *axis)
{
    int64_t least = axis->plus, most = axis->plus;

    for (size_t i = 0; i < axis->count; i++) {
        const uint64_t size = notation->size[axis->index[i]];
        const int64_t end = axis->factor[i] * (int64_t)(size == 0 ? 0 : size - 1);

        least += end < 0 ? end : 0;
        most += end > 0 ? end : 0;
    }
    most += least < 0 ? least : 0;
    return most < 0 ? 0 : most < INT32_MAX ? (uint64_t)most + 1 : INT32_MAX;
}

/* Chooses extents and strides of an operand that nobody said. */
static void choose_rest(struct saying *saying, int number)
{
    const struct notation *notation = saying->notation;
    const json_t *axes = json_object_get(
        json_object_get(json_object_get(saying->product, "operands"), notation_words[number]),
        "axes");
    uint64_t tight = 1;

    for (size_t a = json_array_size(axes); a-- > 0;) {
        const json_t *axis = json_array_get(axes, a);
        const json_t *extent = json_object_get(axis, "extent");
        const json_t *stride = json_object_get(axis, "stride");
        uint64_t elements, apart;

        if (open_size(notation, extent) < NOTATION_SIZES)
            choose(saying, open_size(notation, extent),
                   extent_of(notation, &notation->operand[number].axes[a]));
        if (open_size(notation, stride) < NOTATION_SIZES)
            choose(saying, open_size(notation, stride), tight);
        if (!notation_measure(notation, extent, &elements) ||
            !notation_measure(notation, stride, &apart) || !size_multiply(elements, apart, &tight))
            return;
    }
}

/* Writes the numbers into the manifest; those that are chosen stand in `list`, too. */
static bool write_sizes(const struct saying *saying, char *list, size_t room)
{
    const struct notation *notation = saying->notation;
    json_t *sizes = json_object_get(saying->product, "sizes");
    bool written = true;

    for (size_t i = 0; i < notation->size_count; i++) {
        written &= json_object_set_new(json_array_get(sizes, i), "size",
                                       json_integer((json_int_t)notation->size[i])) == 0;
        if (saying->chosen[i])
            text_append(list, room, "%s%.40s=%" PRIu64, *list == '\0' ? "" : ",", notation->name[i],
                        notation->size[i]);
    }
    return written;
}

static int say_all(struct saying *saying, const char *at, char *chosen, size_t room,
                   struct fault *fault)
{
    const struct notation *notation = saying->notation;
    char open[400] = "";

    if (take_at(saying, at, fault))
        return -1;
    for (int class = 0; class < NOTATION_CLASSES; class ++)
        for (size_t i = 0; i < notation->order_count[class]; i++)
            if (notation->size[notation->order[class][i]] == NOTATION_OPEN)
                text_append(open, sizeof open, "%s%.40s", *open == '\0' ? "" : ", ",
                            notation->name[notation->order[class][i]]);
    if (*open != '\0')
        return fault_set(fault, FAULT_USAGE, "--at does not say %s", open);
    for (int i = 0; i < NOTATION_OPERANDS; i++)
        choose_rest(saying, i);
    return write_sizes(saying, chosen, room) ? 0 : fault_memory(fault);
}

int manifest_say_sizes(struct manifest *manifest, const char *at, char *chosen, size_t room,
                       struct fault *fault)
{
    char *folder = manifest->folder;
    bool open[NOTATION_SIZES] = {false};
    json_t *root = json_deep_copy(manifest->root), *unsaid = json_incref(manifest->root);
    struct saying saying = {
        .notation = manifest->problem.notation,
        .product = json_object_get(json_object_get(root, "problem"), "product"),
    };
    int status;

    *chosen = '\0';
    for (size_t i = 0; saying.notation != NULL && i < saying.notation->size_count; i++)
        open[i] = saying.notation->size[i] == NOTATION_OPEN;
    if (root == NULL)
        status = fault_memory(fault);
    else if (saying.notation == NULL)
        status = fault_set(fault, FAULT_USAGE,
                           "--at says sizes of a product in index notation, and this kernel is of "
                           "none");
    else
        status = say_all(&saying, at, chosen, room, fault);
    manifest->folder = NULL;
    manifest_release(manifest);
    if (status == 0)
        status = manifest_take(root, manifest, fault);
    else
        json_decref(root);
    if (status == 0) {
        manifest->folder = folder;
        manifest->unsaid = unsaid;
        memcpy(manifest->problem.notation->said, open, sizeof open);
    } else {
        free(folder);
        json_decref(unsaid);
    }
    return status;
}
