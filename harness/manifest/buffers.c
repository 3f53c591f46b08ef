/* Reading memory objects: the caller's operands with their companions, and workspaces; counts and symbols. */
#include <string.h>

#include "harness/manifest/groups.h"
#include "harness/manifest/internal.h"

/* A count, or the word "dense". */
static bool read_stride(const struct place *place, struct extent *extent)
{
    struct place member;

    if (!place_member(place, "stride", &member))
        return false;
    extent->dense =
        json_is_string(member.value) && strcmp(json_string_value(member.value), "dense") == 0;
    return extent->dense || read_count(place, "stride", &extent->stride);
}

static bool read_extents(const struct place *place, struct buffer *buffer)
{
    struct place list, item;

    place_list(place, "extents", 1, EXTENT_LIMIT, &list, &buffer->extent_count);
    for (size_t i = 0; i < buffer->extent_count; i++) {
        struct extent *extent = &buffer->extent[i];
        extent->more = (struct count){.symbol = SYMBOL_NONE};
        if (!place_item(&list, i, &item) || !place_object(&item, "n rounded_to more stride") ||
            !read_count(&item, "n", &extent->n) ||
            !place_size(&item, "rounded_to", 1, MANIFEST_SIZE_LIMIT, &extent->rounded_to) ||
            (place_has(&item, "more") && !read_count(&item, "more", &extent->more)) ||
            !read_stride(&item, extent))
            return false;
    }
    return place->fault->code == FAULT_NONE;
}

static bool read_image(const struct place *place, struct buffer *buffer)
{
    struct place image;
    int word = 0;

    if (!place_member(place, "image", &image))
        return false;
    if (json_is_null(image.value))
        return true;
    buffer->image = true;
    if (!place_object(&image, "order type pitch_bytes") ||
        !place_word(&image, "order", "R RG RGBA", &word) ||
        !place_size(&image, "pitch_bytes", 0, 1 << 20, &buffer->pitch_bytes))
        return false;
    buffer->image_channels = 1U << word;
    if (!place_word(&image, "type", "FLOAT HALF_FLOAT UNSIGNED_INT32 SIGNED_INT32", &word))
        return false;
    buffer->image_channel = (enum channel)word;
    if (buffer->extent_count != 2)
        return place_fail(place, "an image has two extents");
    if (buffer->element_bytes !=
        buffer->image_channels * (buffer->image_channel == CHANNEL_HALF_FLOAT ? 2 : 4))
        return place_fail(place, "element.bytes does not fit the image's texels");
    return true;
}

static bool read_lines(const struct place *element, struct buffer *buffer)
{
    buffer->lines = 1;
    return !place_has(element, "lines") || place_size(element, "lines", 1, 1 << 20, &buffer->lines);
}

static bool read_buffer(const struct place *place, struct manifest *manifest, size_t index)
{
    struct buffer *buffer = &manifest->buffers[index];
    struct place element;
    const char *type;
    int role = 0, word = 0, lifetime = 0;

    if (!place_object(place, "name role element extents offset image access lifetime init") ||
        !place_string(place, "name", &buffer->name) ||
        !place_word(
            place, "role",
            "a b c bias scale residual workspace counters scales_a scales_b zeros_a zeros_b "
            "leasts_a leasts_b part_scales_a part_scales_b uppers_a uppers_b "
            "offsets_a offsets_b offsets_c offsets experts index_a index_c d mask lengths_q "
            "lengths_k ids",
            &role) ||
        !place_member(place, "element", &element) ||
        !place_object(&element, place_has(&element, "lines") ? "type bytes covers lines"
                                                             : "type bytes covers") ||
        !place_string(&element, "type", &type) ||
        !place_size(&element, "bytes", 1, 8192, &buffer->element_bytes) ||
        !place_size(&element, "covers", 1, 1 << 20, &buffer->covers) ||
        !read_lines(&element, buffer) || !read_extents(place, buffer) ||
        !read_count(place, "offset", &buffer->offset) || !read_image(place, buffer) ||
        !place_word(place, "access", "read write read_write", &word) ||
        !place_word(place, "lifetime", "caller run weights", &lifetime) ||
        !place_word(place, "init", "none zero", &word))
        return false;
    buffer->role = (enum role)role;
    buffer->type = element_named(type);
    buffer->lifetime = (enum lifetime)lifetime;
    buffer->zeroed = word == 1;
    if ((buffer->role == ROLE_WORKSPACE || buffer->role == ROLE_COUNTERS) ==
        (buffer->lifetime == LIFETIME_CALLER))
        return place_fail(place, "a workspace is the runner's, all else the caller's: role and "
                                 "lifetime contradict each other");
    if (buffer->zeroed && buffer->role != ROLE_WORKSPACE)
        return place_fail(place,
                          "`init` is `zero`, which is for workspaces; the caller fills `%.60s`",
                          buffer->name);
    for (size_t i = 0; i < index; i++)
        if (strcmp(manifest->buffers[i].name, buffer->name) == 0)
            return place_fail(place, "a second buffer named `%.60s`", buffer->name);
    return true;
}

bool read_buffers(const struct place *root, struct manifest *manifest)
{
    struct place list, item;
    size_t length;

    manifest->buffers =
        place_items(root, "buffers", 1, 256, sizeof *manifest->buffers, &list, &length);
    if (manifest->buffers == NULL)
        return false;
    for (size_t i = 0; i < length; i++) {
        if (!place_item(&list, i, &item) || !read_buffer(&item, manifest, i))
            return false;
        manifest->buffer_count = i + 1;
        manifest->problem.experts |= manifest->buffers[i].role == ROLE_EXPERTS;
        manifest->problem.gathers |= manifest->buffers[i].role == ROLE_INDEX_A;
        manifest->problem.scatters |= manifest->buffers[i].role == ROLE_INDEX_C;
    }
    for (int role = ROLE_A; role <= ROLE_C; role++) {
        int found = 0;

        for (size_t i = 0; i < length; i++)
            if ((int)manifest->buffers[i].role == role) {
                manifest->operand[role] = i;
                found++;
            }
        if (found != 1)
            return place_fail(&list, "must have one buffer of role `%c`, has %d", "abc"[role],
                              found);
    }
    return true;
}

/* ----------------------------------------------------------------------------- companions */

/* The buffers of a role: how many there are, and the last one. */
static size_t find_role(const struct manifest *manifest, enum role role, size_t *index)
{
    size_t found = 0;

    for (size_t i = 0; i < manifest->buffer_count; i++)
        if (manifest->buffers[i].role == role) {
            *index = i;
            found++;
        }
    return found;
}

/* The companion of a kind of A or B, whose elements have it, and then so, or not (NULL). */
static bool read_companion(const struct place *list, struct manifest *manifest, int operand,
                           int kind, const struct companion *companion)
{
    static const char *const names[COMPANION_KINDS] = {"scales", "zeros", "leasts", "part_scales",
                                                       "uppers"};
    const size_t slot = 2 * (size_t)kind + (size_t)operand;
    const char *type = manifest->problem.type_name[operand];
    const struct buffer *buffer;
    size_t at = 0, found = find_role(manifest, (enum role)(ROLE_SCALES_A + (int)slot), &at);

    if (found != (companion == NULL ? 0 : 1))
        return place_fail(list, "must have %s of role `%s_%c`, as %c is of `%.20s`; has %zu",
                          companion == NULL ? "no buffer" : "one buffer", names[kind],
                          "ab"[operand], "AB"[operand], type, found);
    if (companion == NULL)
        return true;
    buffer = &manifest->buffers[at];
    if (buffer->type != companion->type || buffer->covers * buffer->lines != companion->covers ||
        buffer->lines != companion->lines ||
        buffer->element_bytes != companion->numbers * element_facts[companion->type].bytes)
        return place_fail(list,
                          "`%.60s` must have %zu element%s of `%s` for every %zu of %c, of `%.20s`",
                          buffer->name, companion->numbers, companion->numbers > 1 ? "s" : "",
                          element_word(companion->type), companion->covers, "AB"[operand], type);
    manifest->operand[OPERAND_COMPANIONS + slot] = at;
    return true;
}

bool read_companions(const struct place *root, struct manifest *manifest)
{
    struct place list;

    if (!place_member(root, "buffers", &list))
        return false;
    for (int operand = OPERAND_A; operand <= OPERAND_B; operand++) {
        const enum element_type type = manifest->problem.type[operand];
        struct companion companions[MOST_COMPANIONS];
        const size_t count = element_of_matrix(type) ? groups_companions(type, companions) : 0;
        size_t next = 0;

        for (int kind = 0; kind < COMPANION_KINDS; kind++) {
            const bool has = next < count && (int)companions[next].kind == kind;

            if (!read_companion(&list, manifest, operand, kind, has ? &companions[next] : NULL))
                return false;
            next += has;
        }
    }
    return true;
}

/* ------------------------------------------------------------------------- counts and symbols */

static const char *const symbol_names[SYMBOL_COUNT] = {
    "m",
    "n",
    "k",
    "lda",
    "ldb",
    "ldc",
    "offset_a",
    "offset_b",
    "offset_c",
    "alpha",
    "beta",
    "batch",
    "stride_a",
    "stride_b",
    "stride_c",
    "ldr",
    "ldr2",
    "ldr3",
    "ldr4",
    "scale",
    "scale2",
    "scale3",
    "scale4",
    "matrices",
    "rows_a",
    "rows_c",
    "elements_a",
    "elements_b",
    "elements_c",
    "ldd",
    "offset_d",
    "elements_d",
    "elements_mask",
    "elements_lengths_q",
    "elements_lengths_k",
    "heads",
    "kv_heads",
};

bool symbol_is_scalar(enum symbol symbol)
{
    return symbol == SYMBOL_ALPHA || symbol == SYMBOL_BETA ||
           (symbol >= SYMBOL_SCALE && symbol <= SYMBOL_SCALE_LAST);
}

const char *symbol_word(enum symbol symbol)
{
    return symbol < SYMBOL_COUNT ? symbol_names[symbol] : "none";
}

enum symbol symbol_find(const char *name)
{
    int symbol = 0;

    while (symbol < SYMBOL_COUNT && strcmp(symbol_names[symbol], name) != 0)
        symbol++;
    return (enum symbol)symbol;
}

bool read_count(const struct place *place, const char *name, struct count *count)
{
    struct place member;

    if (!place_member(place, name, &member))
        return false;
    if (!json_is_string(member.value)) {
        count->symbol = SYMBOL_NONE;
        return place_size(place, name, 0, MANIFEST_SIZE_LIMIT, &count->number);
    }
    count->symbol = symbol_find(json_string_value(member.value));
    if (count->symbol == SYMBOL_NONE || symbol_is_scalar(count->symbol))
        return place_fail(&member, "`%.60s` is no symbol of a size",
                          json_string_value(member.value));
    return true;
}

bool read_symbols(const struct place *place, const char *name, enum symbol *symbols,
                  size_t *symbol_count)
{
    struct place list, item;

    place_list(place, name, 0, SYMBOL_COUNT, &list, symbol_count);
    for (size_t i = 0; i < *symbol_count; i++) {
        if (!place_item(&list, i, &item))
            return false;
        if (!json_is_string(item.value))
            return place_fail(&item, "must be the name of a symbol");
        symbols[i] = symbol_find(json_string_value(item.value));
        if (symbols[i] == SYMBOL_NONE)
            return place_fail(&item, "`%.60s` is no symbol", json_string_value(item.value));
    }
    return place->fault->code == FAULT_NONE;
}
