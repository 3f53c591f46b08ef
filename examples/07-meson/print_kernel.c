/*
 * Shows that the kernel is part of the program: prints its source, which was emitted while this was built.
 */
#include <stdio.h>

#include "gemm.h"

int main(void)
{
    for (int line = 0; line < GEMM_SOURCE_COUNT; line++)
        if (fputs(gemm_source[line], stdout) == EOF)
            return 1;
    return 0;
}
