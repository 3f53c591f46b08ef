#include "tests/fuzz/fuzz.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static char path[4096];

static void remove_file(void)
{
    remove(path);
}

const char *fuzz_file(const uint8_t *data, size_t size)
{
    if (path[0] == '\0') {
        const char *folder = getenv("TMPDIR");

        snprintf(path, sizeof path, "%s/clgemm-fuzz-%ld", folder ? folder : "/tmp", (long)getpid());
        atexit(remove_file);
    }
    remove_file();
    FILE *file = fopen(path, "wb");
    fuzz_expect(file != NULL, "no file can be made in TMPDIR");
    fuzz_expect(fwrite(data, 1, size, file) == size && fclose(file) == 0, "TMPDIR is full");
    return path;
}

void fuzz_expect(int holds, const char *sentence)
{
    if (holds)
        return;
    fprintf(stderr, "%s\n", sentence);
    abort();
}
