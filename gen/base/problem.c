#include "gen/base/problem.h"

#include <string.h>

#include "gen/base/row.h"

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
    [SYMBOL_LDR] = {"ldr", "ldr"},
    [SYMBOL_LDR + 1] = {"ldr2", "ldr2"},
    [SYMBOL_LDR + 2] = {"ldr3", "ldr3"},
    [SYMBOL_LDR + 3] = {"ldr4", "ldr4"},
    [SYMBOL_LDD] = {"ldd", "ldd"},
    [SYMBOL_OFFSET_D] = {"offset_d", "offset_d"},
    [SYMBOL_ALPHA] = {"alpha", "alpha"},
    [SYMBOL_BETA] = {"beta", "beta"},
    [SYMBOL_SCALE] = {"scale", "scale"},
    [SYMBOL_SCALE + 1] = {"scale2", "scale2"},
    [SYMBOL_SCALE + 2] = {"scale3", "scale3"},
    [SYMBOL_SCALE + 3] = {"scale4", "scale4"},
    [SYMBOL_BATCH] = {"batch", "batch_count"},
    [SYMBOL_STRIDE_A] = {"stride_a", "stride_a"},
    [SYMBOL_STRIDE_B] = {"stride_b", "stride_b"},
    [SYMBOL_STRIDE_C] = {"stride_c", "stride_c"},
    [SYMBOL_MATRICES] = {"matrices", "matrix_count"},
    [SYMBOL_ROWS_A] = {"rows_a", "rows_a"},
    [SYMBOL_ROWS_C] = {"rows_c", "rows_c"},
    [SYMBOL_ELEMENTS_A] = {"elements_a", "elements_a"},
    [SYMBOL_ELEMENTS_B] = {"elements_b", "elements_b"},
    [SYMBOL_ELEMENTS_C] = {"elements_c", "elements_c"},
    [SYMBOL_ELEMENTS_D] = {"elements_d", "elements_d"},
    [SYMBOL_ELEMENTS_MASK] = {"elements_mask", "elements_mask"},
    [SYMBOL_ELEMENTS_LENGTHS_Q] = {"elements_lengths_q", "elements_lengths_q"},
    [SYMBOL_ELEMENTS_LENGTHS_K] = {"elements_lengths_k", "elements_lengths_k"},
    [SYMBOL_HEADS] = {"heads", "heads"},
    [SYMBOL_KV_HEADS] = {"kv_heads", "heads_of_keys"},
};

static const char *const batches[] = {"none", "strided", "offsets", "groups"};

bool symbol_is_scalar(enum symbol symbol)
{
    return symbol >= SYMBOL_ALPHA && symbol <= SYMBOL_SCALE_LAST;
}

const char *symbol_name(enum symbol symbol)
{
    return symbols[symbol].name;
}

enum symbol symbol_find(const char *name)
{
    int symbol = SYMBOL_M;
    while (symbol < SYMBOL_COUNT && strcmp(symbols[symbol].name, name) != 0)
        symbol++;
    return symbol < SYMBOL_COUNT ? (enum symbol)symbol : SYMBOL_NONE;
}

const char *symbol_in_kernel(enum symbol symbol)
{
    return symbols[symbol].kernel;
}

const char *batch_word(enum batch batch)
{
    return batches[batch];
}

enum batch batch_find(const char *word)
{
    return (enum batch)row_of_word(batches, word);
}

enum role role_of_companion(enum role operand, int kind)
{
    return (enum role)(ROLE_SCALES_A + 2 * kind + (operand - ROLE_A));
}

bool problem_has_d(const struct problem *problem)
{
    return problem->gate || problem->attends;
}

bool problem_is_ragged(const struct problem *problem, enum symbol axis)
{
    return problem->batch == BATCH_GROUPS && problem->ragged == axis;
}

bool problem_shares_c(const struct problem *problem)
{
    return problem->batch == BATCH_GROUPS && problem->ragged != SYMBOL_K;
}

bool problem_has_stride(const struct problem *problem, enum role operand)
{
    const enum role own = problem->ragged == SYMBOL_M   ? ROLE_B
                          : problem->ragged == SYMBOL_N ? ROLE_A
                                                        : ROLE_C;
    const enum role side = operand == ROLE_D ? ROLE_B : operand;
    return problem->batch == BATCH_STRIDED || (problem->batch == BATCH_GROUPS && side == own);
}
