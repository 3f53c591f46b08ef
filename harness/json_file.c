#include "harness/json_file.h"

#include <stdlib.h>
#include <string.h>

#include "harness/file.h"

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
    size_t length;
    char *text = json_line(value, flags, &length);
    int status = text == NULL ? fault_memory(fault) : file_write(path, text, length, fault);

    free(text);
    return status;
}
