#include "harness/base/json_file.h"

#include <stdlib.h>
#include <string.h>

#include "harness/base/output_file.h"

char *json_line(const json_t *value, size_t flags, size_t *length)
{
    char *text = json_dumps(value, flags);

    if (text == NULL)
        return NULL;
    *length = strlen(text) + 1;
    text[*length - 1] = '\n'; /* in the place of the NUL: the bytes are counted */
    return text;
}

int json_file_write(const char *path, const json_t *value, size_t flags, struct fault *fault)
{
    struct output output;

    if (value == NULL)
        return fault_memory(fault);
    if (output_open(path, &output, fault))
        return -1;
    if (json_dumpf(value, output.stream, flags) != 0 && !ferror(output.stream))
        fault_memory(fault);
    fputc('\n', output.stream);
    return output_close(&output, fault);
}
