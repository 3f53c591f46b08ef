/* Programs that one worker builds and another one runs. */
#include <stdlib.h>
#include <string.h>

#include "harness/worker/internal.h"

/* Bytes of all binaries of a kernel; what is longer is built where it runs. */
static const size_t most_bytes = (size_t)4 << 20;

static const char digits[] = "0123456789abcdef";

/* Writes so many bytes as hexadecimal digits, in malloc'd memory. NULL without memory. */
static char *hex_write(const unsigned char *bytes, size_t length)
{
    char *text = malloc(2 * length + 1);

    if (text == NULL)
        return NULL;
    for (size_t i = 0; i < length; i++) {
        text[2 * i] = digits[bytes[i] >> 4];
        text[2 * i + 1] = digits[bytes[i] & 15];
    }
    text[2 * length] = '\0';
    return text;
}

/* Reads the bytes that such digits stand for, in malloc'd memory, and their number. NULL where the
 * text is none, or without memory. */
static unsigned char *hex_read(const char *text, size_t *length)
{
    const size_t count = strlen(text);
    unsigned char *bytes = count % 2 == 0 ? malloc(count / 2 + 1) : NULL;

    *length = count / 2;
    for (size_t i = 0; bytes != NULL && i < count; i++) {
        const char *digit = strchr(digits, text[i]);

        if (digit == NULL) {
            free(bytes);
            return NULL;
        }
        bytes[i / 2] = (unsigned char)((i % 2 == 0 ? 0 : bytes[i / 2] << 4) | (digit - digits));
    }
    return bytes;
}

/* Adds a program to a list. False: its driver gives no binary, or one that is too long. */
static bool add_binary(cl_program program, size_t *room, json_t *list)
{
    struct fault unused = {0};
    size_t length = 0;
    char *binary = program_binary(program, &length, &unused);
    char *text = binary == NULL || length == 0 || length > *room
                     ? NULL
                     : hex_write((const unsigned char *)binary, length);
    bool added = text != NULL && json_array_append_new(list, json_string(text)) == 0;

    *room -= added ? length : 0;
    free(text);
    free(binary);
    fault_clear(&unused);
    return added;
}

json_t *binaries_write(const struct built *built)
{
    json_t *list = json_array();
    size_t room = most_bytes;

    for (size_t i = 0; i < built->program_count; i++)
        if (!add_binary(built->programs[i], &room, list)) {
            json_array_clear(list);
            break;
        }
    return list;
}

struct binary *binaries_read(const json_t *list, size_t count)
{
    struct binary *binaries =
        count > 0 && json_array_size(list) == count ? calloc(count, sizeof *binaries) : NULL;

    for (size_t i = 0; binaries != NULL && i < count; i++) {
        const char *text = json_string_value(json_array_get(list, i));

        if (text != NULL)
            binaries[i].bytes = hex_read(text, &binaries[i].length);
    }
    return binaries;
}

void binaries_release(struct binary *binaries, size_t count)
{
    for (size_t i = 0; binaries != NULL && i < count; i++)
        free(binaries[i].bytes);
    free(binaries);
}
