#include "harness/base/json_write.h"

#include <stdlib.h>
#include <string.h>

#include "harness/base/output_file.h"

enum {
    LINE_LENGTH = 100
};

/* The text of a value in one line, in malloc'd memory; NULL: no memory. */
static char *line_of(const json_t *value)
{
    return json_dumps(value, JSON_ENCODE_ANY | JSON_REAL_PRECISION(7));
}

/* Begins the next item of an object or list. */
static void begin_item(FILE *stream, size_t index, int depth)
{
    fprintf(stream, "%s\n%*s", index == 0 ? "" : ",", 2 * depth, "");
}

/* Writes a value behind what stands in its line already. False: no memory. */
static bool write_value(FILE *stream, json_t *value, int depth, size_t before)
{
    char *line = line_of(value);
    const bool is_list = json_is_array(value);
    size_t index;
    const char *name;
    json_t *item;
    bool has_room = line != NULL;

    if (line == NULL)
        return false;
    if ((!is_list && !json_is_object(value)) || strlen(line) + before <= LINE_LENGTH) {
        fputs(line, stream);
        free(line);
        return true;
    }
    free(line);
    putc(is_list ? '[' : '{', stream);
    json_array_foreach(value, index, item)
    {
        begin_item(stream, index, depth + 1);
        line = line_of(item);
        fputs(line == NULL ? "" : line, stream);
        has_room = has_room && line != NULL;
        free(line);
    }
    index = 0;
    json_object_foreach(value, name, item)
    {
        begin_item(stream, index++, depth + 1);
        fprintf(stream, "\"%s\": ", name);
        has_room =
            write_value(stream, item, depth + 1, 2 * (size_t)depth + strlen(name) + 6) && has_room;
    }
    fprintf(stream, "\n%*s%c", 2 * depth, "", is_list ? ']' : '}');
    return has_room;
}

int json_write_file(const char *path, const json_t *value, struct fault *fault)
{
    struct output output;
    json_t *copy = json_deep_copy(value);

    if (copy == NULL)
        return fault_memory(fault);
    if (output_open(path, &output, fault)) {
        json_decref(copy);
        return -1;
    }
    if (!write_value(output.stream, copy, 0, 0))
        fault_memory(fault);
    putc('\n', output.stream);
    json_decref(copy);
    return output_close(&output, fault);
}
