#include "harness/worker/message.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static const char member[] = "binaries";

/* The lengths of binaries, a new reference. */
static json_t *lengths_of(const json_t *binaries)
{
    json_t *lengths = json_array();

    for (size_t i = 0; i < json_array_size(binaries); i++)
        json_array_append_new(
            lengths, json_integer((json_int_t)json_string_length(json_array_get(binaries, i))));
    return lengths;
}

/* Puts the line of JSON before the bytes. */
static char *join(char *line, const json_t *binaries, size_t *length)
{
    size_t used = strlen(line) + 1, all = used;
    char *bytes;

    for (size_t i = 0; i < json_array_size(binaries); i++)
        all += json_string_length(json_array_get(binaries, i));
    bytes = realloc(line, all + 1);
    if (bytes == NULL) {
        free(line);
        return NULL;
    }
    bytes[used - 1] = '\n';
    for (size_t i = 0; i < json_array_size(binaries); i++) {
        const json_t *binary = json_array_get(binaries, i);

        memcpy(bytes + used, json_string_value(binary), json_string_length(binary));
        used += json_string_length(binary);
    }
    bytes[used] = '\0';
    *length = used;
    return bytes;
}

char *message_write(const json_t *object, size_t *length)
{
    const json_t *binaries = json_object_get(object, member);
    json_t *copy = binaries == NULL ? json_incref((json_t *)object) : json_copy((json_t *)object);
    char *line;

    if (binaries != NULL)
        json_object_set_new(copy, member, lengths_of(binaries));
    line = json_dumps(copy, JSON_COMPACT | JSON_ENSURE_ASCII);
    json_decref(copy);
    return line == NULL ? NULL : join(line, binaries, length);
}

size_t message_follows(const json_t *object, size_t most)
{
    const json_t *lengths = json_object_get(object, member);
    size_t all = 0;

    for (size_t i = 0; i < json_array_size(lengths); i++) {
        const json_int_t length = json_integer_value(json_array_get(lengths, i));

        if (length < 0 || (uint64_t)length > most - all)
            return SIZE_MAX;
        all += (size_t)length;
    }
    return all;
}

int message_join(json_t *object, const char *bytes)
{
    json_t *list = json_object_get(object, member);

    for (size_t i = 0; i < json_array_size(list); i++) {
        const size_t length = (size_t)json_integer_value(json_array_get(list, i));

        if (json_is_integer(json_array_get(list, i)) &&
            json_array_set_new(list, i, json_stringn_nocheck(bytes, length)))
            return -1;
        bytes += length;
    }
    return 0;
}

json_t *message_read(const char *bytes, size_t length)
{
    const char *end = memchr(bytes, '\n', length);
    const size_t line = end == NULL ? length : (size_t)(end - bytes) + 1;
    json_t *object = json_loadb(bytes, line, 0, NULL);

    if (object != NULL && (message_follows(object, length - line) != length - line ||
                           message_join(object, bytes + line))) {
        json_decref(object);
        return NULL;
    }
    return object;
}
