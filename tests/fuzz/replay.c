/*
 * In place of libFuzzer: runs the target once with each file that is named.
 */
#include <stdio.h>
#include <stdlib.h>

#include "tests/fuzz/fuzz.h"

int main(int count, char **words)
{
    for (int i = 1; i < count; i++) {
        FILE *file = fopen(words[i], "rb");

        fuzz_expect(file != NULL && fseek(file, 0, SEEK_END) == 0, words[i]);
        const long size = ftell(file);
        rewind(file);
        /* Exactly as many bytes as there are, so that a sanitizer sees a read beyond them. */
        uint8_t *data = malloc(size > 0 ? (size_t)size : 1);
        fuzz_expect(size >= 0 && data != NULL && fread(data, 1, (size_t)size, file) == (size_t)size,
                    words[i]);
        fclose(file);
        LLVMFuzzerTestOneInput(data, (size_t)size);
        free(data);
    }
    printf("%d inputs\n", count - 1);
    return 0;
}
