#include "gen/base/problem.h"

static const struct {
    const char *name;   /* in manifests */
    const char *kernel; /* in kernels */
} symbols[SYMBOL_COUNT] = {
    [SYMBOL_NONE] = {"", ""},
    [SYMBOL_M] = {"m", "M"},
    [SYMBOL_N] = {"n", "N"},
    [SYMBOL_K] = {"k", "K"},
    [SYMBOL_LDA] = {"lda", "lda"},
    [SYMBOL_LDB] = {"ldb", "ldb"},
    [SYMBOL_LDC] = {"ldc", "ldc"},
    [SYMBOL_OFFSET_A] = {"offset_a", "offset_a"},
    [SYMBOL_OFFSET_B] = {"offset_b", "offset_b"},
    [SYMBOL_OFFSET_C] = {"offset_c", "offset_c"},
    [SYMBOL_ALPHA] = {"alpha", "alpha"},
    [SYMBOL_BETA] = {"beta", "beta"},
};

const char *symbol_name(enum symbol symbol)
{
    return symbols[symbol].name;
}

const char *symbol_in_kernel(enum symbol symbol)
{
    return symbols[symbol].kernel;
}
