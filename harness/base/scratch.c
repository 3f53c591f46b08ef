#define _XOPEN_SOURCE 700

#include "harness/base/scratch.h"

#include <errno.h>
#include <ftw.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "harness/base/file.h"

char *scratch_open(struct fault *fault)
{
    const char *parent = getenv("TMPDIR");
    char *path =
        file_join(parent == NULL || parent[0] == '\0' ? "/tmp" : parent, "clgemm-bench-XXXXXX");

    if (path == NULL) {
        fault_memory(fault);
    } else if (mkdtemp(path) == NULL) {
        fault_set(fault, FAULT_IO, "cannot make the folder %s: %s", path, strerror(errno));
        free(path);
        path = NULL;
    }
    return path;
}

static int remove_entry(const char *path, const struct stat *facts, int kind, struct FTW *place)
{
    (void)facts;
    (void)kind;
    (void)place;
    return remove(path);
}

void scratch_close(char *folder)
{
    if (folder != NULL)
        nftw(folder, remove_entry, 16, FTW_DEPTH | FTW_PHYS);
    free(folder);
}

int scratch_write(const char *folder, const char *file, const char *text, struct fault *fault)
{
    char *path = file_join(folder, file);
    size_t length = strlen(text);
    FILE *stream;
    bool right;

    if (path == NULL)
        return fault_memory(fault);
    stream = fopen(path, "wb");
    right = stream != NULL && fwrite(text, 1, length, stream) == length;
    if (stream != NULL && fclose(stream) != 0)
        right = false;
    if (!right)
        fault_set(fault, FAULT_IO, "cannot write %s: %s", path, strerror(errno));
    free(path);
    return right ? 0 : -1;
}

char *scratch_read(const char *folder, const char *file, struct fault *fault)
{
    char *path = file_join(folder, file), *text = NULL;
    size_t length;

    if (path == NULL)
        fault_memory(fault);
    else if (file_read(path, &text, &length, fault))
        text = NULL;
    free(path);
    return text;
}
