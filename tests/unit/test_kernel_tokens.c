/*
 * What the comparison of kernels drops, and that it reports everything else.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "tests/unit/kernel_tokens.h"

static const char kernel[] =
    "/* Adds. */\n"
    "#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n"
    "__kernel __attribute__((reqd_work_group_size(8, 8, 1)))\n"
    "void k(__global const float *restrict A, const int lda, const int M)\n"
    "{\n"
    "    const int row = (get_group_id(1) * 8 + get_local_id(1)) * 4;\n"
    "    const long line = (long)(row + 1) * lda;\n"
    "    const float4 a_0 = (float4)(A[line + min(row + 2, M - 1)]);\n"
    "    const float4 a_1 = vload4(0, A + line - (row - 4));\n"
    "    const bool c_aligned = ((size_t)A | (size_t)lda * 4) % 16 == 0;\n"
    "    for (int k = 0; k + 8 <= M && row < M; k += 8) {\n"
    "        c_0 = mad(a_0, (float4)(a_1.s0), c_0);\n"
    "        c_1 = row == 0 ? a_0 + 0 * a_1 : -a_1;\n"
    "    }\n"
    "    const float b = *(const __global float *)(A + line) * 1.0f + 0x10 * 10;\n"
    "}\n";

/* The kernel with `from` in place of `to`. */
static void replace(const char *from, const char *to, char *changed, size_t size)
{
    const char *const found = strstr(kernel, from);
    assert_non_null(found);
    snprintf(changed, size, "%.*s%s%s", (int)(found - kernel), kernel, to, found + strlen(from));
}

static bool same(const char *from, const char *to)
{
    char changed[2 * sizeof kernel];
    size_t at;
    replace(from, to, changed, sizeof changed);
    struct tokens one = tokens_of(kernel), other = tokens_of(changed);
    const bool agree = tokens_agree(&one, &other, &at);
    assert_int_equal(agree, at == one.count && at == other.count);
    tokens_free(&one);
    tokens_free(&other);
    return agree;
}

static void drops_what_changes_nothing(void **state)
{
    static const char *const rows[][2] = {
        {"(long)(row + 1) * lda", "((long)(row + 1)) * lda"},
        {"(long)(row + 1) * lda", "(long)((row + 1))\n        * lda"},
        {"(long)(row + 1) * lda", "(long)(row + 1 * 1) * lda * 1"},
        {"(long)(row + 1) * lda", "(long)1 * (long)(row + 1) * lda"},
        {"line + min(row + 2, M - 1)", "line + 0 + min((row + 2), ((M) - 1))"},
        {"line + min(row + 2, M - 1)", "(0 + line) + min(row + 2, M - 1)"},
        {"A + line - (row - 4)", "((A + (line)) - (row - 4))"},
        {"((size_t)A | (size_t)lda * 4)", "((size_t)A | ((size_t)lda * 4))"},
        {"k + 8 <= M && row < M", "(k + 8 <= M) && (row < M)"},
        {"row == 0 ? a_0 + 0 * a_1 : -a_1", "(row == 0) ? (a_0 + 0 * a_1) : -(a_1)"},
        {"get_group_id(1) * 8", "1 * get_group_id((1)) * (8)"},
        {"    }\n", "}"},
        {"a_1.s0", "(a_1).s0"},
        {"0x10 * 10", "(0x10 * 10)"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        if (!same(rows[i][0], rows[i][1]))
            fail_msg("'%s' and '%s' are told apart", rows[i][0], rows[i][1]);
}

static void reports_planted_differences(void **state)
{
    static const char *const rows[][2] = {
        {"line - (row - 4)", "line - row - 4"},
        {"(get_group_id(1) * 8 + get_local_id(1)) * 4",
         "get_group_id(1) * 8 + get_local_id(1) * 4"},
        {"(long)(row + 1) * lda", "(long)row + 1 * lda"},
        {"(long)(row + 1) * lda", "(row + 1) * lda"},
        {"(long)(row + 1) * lda", "(long)((row + 1) * lda)"},
        {"(long)(row + 1)", "(int)(row + 1)"},
        {"(row + 1) * lda", "(row + 10) * lda"},
        {"lda * 4", "lda * 1"},
        {"((size_t)A | (size_t)lda * 4) % 16", "(size_t)A | (size_t)lda * 4 % 16"},
        {"a_0 + 0 * a_1", "a_0"},
        {"a_0 + 0 * a_1", "(a_0 + 0) * a_1"},
        {"row + 2, M - 1", "row + 2, M"},
        {"row + 2, M - 1", "M - 1, row + 2"},
        {"(float4)(a_1.s0)", "(float4)a_1.s0"},
        {"(float4)(a_1.s0)", "(a_1.s0)"},
        {"a_1.s0", "a_1.s1"},
        {"k + 8 <= M", "k + 8 < M"},
        {"&& row < M", "|| row < M"},
        {"k += 8", "k += 4"},
        {"* 1.0f", "* 1"},
        {"* 1.0f", ""},
        {"0x10 * 10", "0x10"},
        {"        c_0 = mad(a_0, (float4)(a_1.s0), c_0);\n", ""},
        {"    const float4 a_1 = vload4(0, A + line - (row - 4));\n",
         "    const float4 a_1 = vload4(1, A + line - (row - 4));\n"},
        {"__attribute__((reqd_work_group_size(8, 8, 1)))",
         "__attribute__(reqd_work_group_size(8, 8, 1))"},
        {"/* Adds. */", "/* Add. */"},
        {"cl_khr_fp16 : enable\n", "cl_khr_fp16 : disable\n"},
        {"*(const __global float *)(A + line)", "*(const __global float *)A + line"},
        {": -a_1", ": a_1"},
        {"const int row", "int row"},
        {"}\n", ""},
        {"c_aligned", "c_aligned_"},
    };
    (void)state;
    assert_true(sizeof rows / sizeof rows[0] >= 20);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        if (same(rows[i][0], rows[i][1]))
            fail_msg("'%s' and '%s' are taken for the same", rows[i][0], rows[i][1]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(drops_what_changes_nothing),
        cmocka_unit_test(reports_planted_differences),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
