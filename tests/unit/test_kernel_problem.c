/*
 * What kernels say of the problem: it is named in the user's terms, and what is known of it is compiled in.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "tests/unit/ask.h"
#include "tests/unit/kernels.h"
#include "tests/unit/texts.h"

/* ---------------------------------------------------------------------------- the user's terms */

static void column_major_speaks_of_the_users_matrices(void **state)
{
    static const struct {
        const char *line;
        const char *equation;
        const char *says[4];
    } rows[] = {
        {"--transpose nn",
         "C = alpha * A * B + beta * C",
         {"A      M x K, column-major", "B      K x N, column-major",
          "lda    leading dimension of A, in elements (>= M)",
          "ldb    leading dimension of B, in elements (>= K)"}},
        {"--transpose tn",
         "C = alpha * A^T * B + beta * C",
         {"A      K x M, column-major", "B      K x N, column-major",
          "lda    leading dimension of A, in elements (>= K)",
          "ldc    leading dimension of C, in elements (>= M)"}},
        {"--transpose nt --tile 16x2",
         "C = alpha * A * B^T + beta * C",
         {"A      M x K, column-major", "B      N x K, column-major",
          "ldb    leading dimension of B, in elements (>= N)", "M      rows of op(A) and C"}},
        {"--layout row --transpose tt --tile 16x2",
         "C = alpha * A^T * B^T + beta * C",
         {"A      K x M, row-major", "B      N x K, row-major",
          "lda    leading dimension of A, in elements (>= M)",
          "ldb    leading dimension of B, in elements (>= K)"}},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct clgemm_result *const result = generate(rows[i].line);
        const char *const text = clgemm_result_text(result, CLGEMM_CL, NULL);
        const bool row = strstr(rows[i].line, "row") != NULL;
        assert_non_null(strstr(text, rows[i].equation));
        for (int j = 0; j < 4; j++)
            if (!strstr(text, rows[i].says[j]))
                fail_msg("'%s' does not say '%s'", rows[i].line, rows[i].says[j]);
        assert_null(strstr(text, row ? "column-major" : "row-major"));
        clgemm_result_free(result);
    }
}

/* Rows of C are rows in the text: a row index goes with M, a column index with N. */
static void rows_and_columns_are_the_users(void **state)
{
    static const char *const layouts[] = {"--layout row", "--layout column"};
    (void)state;
    for (int i = 0; i < 2; i++) {
        char line[160];
        snprintf(line, sizeof line, "--family naive %s", layouts[i]);
        struct clgemm_result *const result = generate(line);
        const char *const text = clgemm_result_text(result, CLGEMM_CL, NULL);
        assert_non_null(strstr(text, "row >= M"));
        assert_non_null(strstr(text, "column >= N"));
        assert_non_null(strstr(text, i ? "column * ldc + row" : "row * ldc + column"));
        assert_non_null(strstr(text, i ? "const int row = get_global_id(0)"
                                       : "const int row = get_global_id(1)"));
        clgemm_result_free(result);
    }
}

/* ------------------------------------------------------------------------- what is compiled in */

#define CPU_TILE "--for cpu --family register --tile 6x16 --wg 1x1 --vec-c 8"

static void scalars_that_are_known_are_gone(void **state)
{
    static const struct {
        const char *options;
        bool alpha, beta, reads_c;
        const char *says;
    } rows[] = {
        {"", true, true, true, "C = alpha * A * B + beta * C"},
        {" --alpha 1", false, true, true, "C = A * B + beta * C"},
        {" --beta 0", true, false, false, "C = alpha * A * B\n"},
        {" --alpha 1 --beta 0", false, false, false, "C = A * B\n"},
        {" --alpha 1.0 --beta 1e0", false, false, true, "C = A * B + C\n"},
        {" --alpha 2.50 --beta -3", false, false, true, "C = 2.5 * A * B + -3 * C\n"},
    };
    static const char *const families[] = {"--family naive", "--family register", CPU_TILE,
                                           "--tile 8x2 --sub-groups emulated"};
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        for (int f = 0; f < 4; f++) {
            char line[160];
            snprintf(line, sizeof line, "%s%s", families[f], rows[i].options);
            struct clgemm_result *const result = generate(line);
            const char *const text = clgemm_result_text(result, CLGEMM_CL, NULL);
            const char *const command = strstr(text, "Made by");
            const char *const code = command + strcspn(command, "\n");
            assert_non_null(strstr(text, rows[i].says));
            assert_int_equal(count_word(code, "alpha") > 0, rows[i].alpha);
            assert_int_equal(count_word(code, "beta") > 0, rows[i].beta);
            /* C is read where an element or a vector of it stands right of a sign. */
            const bool reads =
                strstr(code, "* c[") || strstr(code, "+ c[") || strstr(code, "(0, c)");
            assert_int_equal(reads, rows[i].reads_c);
            assert_int_equal(strstr(code, "depth") != NULL, rows[i].alpha);
            clgemm_result_free(result);
        }
    }
    struct clgemm_result *const result = generate("--family naive --alpha 2.50 --beta -3");
    const char *const text = clgemm_result_text(result, CLGEMM_CL, NULL);
    assert_non_null(strstr(text, "2.5f * product"));
    assert_non_null(strstr(text, "-3.0f * c[0]"));
    clgemm_result_free(result);
}

/* Calls `check` with the signature of every kernel of a text. */
static void for_signatures(const char *line, const char *text,
                           void (*check)(const char *line, const char *signature))
{
    for (const char *at = strstr(text, "__kernel"); at; at = strstr(at + 1, "__kernel")) {
        char signature[4096];
        snprintf(signature, sizeof signature, "%.*s", (int)(strstr(at, "\n{") - at), at);
        check(line, signature);
    }
}

static void check_that_no_size_is_asked(const char *line, const char *signature)
{
    static const char *const names[] = {"M", "N", "K", "lda", "ldb", "ldc"};
    for (int i = 0; i < 6; i++)
        if (count_word(signature, names[i]))
            fail_msg("%s: %s is an argument", line, names[i]);
}

static void sizes_that_are_known_are_no_arguments(void **state)
{
    static const char *const families[] = {"--family naive", "--family register", CPU_TILE,
                                           "--tile 8x2", "--preset block_read_4x1_1x8"};
    (void)state;
    for (int f = 0; f < 5; f++) {
        char line[160];
        snprintf(line, sizeof line, "%s --fixed 96x96x96", families[f]);
        struct clgemm_result *const result = generate(line);
        const char *const text = clgemm_result_text(result, CLGEMM_CL, NULL);
        for_signatures(line, text, check_that_no_size_is_asked);
        assert_null(strstr(text, "(long)"));
        /* Tiles divide the sizes: nothing is guarded, though any size would be allowed. */
        assert_null(strstr(text, "min("));
        if (!strstr(text, "image2d_t"))
            assert_null(strstr(text, "if ("));
        assert_null(strstr(text, "room"));
        clgemm_result_free(result);
    }
}

/* Whether every place of `word` in a text has one of the `rests` behind it, which NULL ends. */
static bool always_followed(const char *text, const char *word, const char *const *rests)
{
    for (const char *at = strstr(text, word); at; at = strstr(at + 1, word)) {
        const char *const *rest = rests;
        while (*rest && strncmp(at + strlen(word), *rest, strlen(*rest)) != 0)
            rest++;
        if (!*rest)
            return false;
    }
    return true;
}

/* Whether a text asks where an element lies. Whether there is a tile to load ahead is no such
 * question, nor how many rows, columns and steps of K a work-group has. */
static bool has_guards(const char *text)
{
    static const char *const ahead[] = {"next < depth)", NULL};
    static const char *const own[] = {"depth", "M - first_", "N - first_", NULL};
    return !always_followed(text, "if (", ahead) || !always_followed(text, "min(", own);
}

static void exact_kernels_have_no_guards(void **state)
{
    (void)state;
    for (int k = 0; k < KERNELS; k++) {
        char line[512];
        snprintf(line, sizeof line, "%s --edges exact", kernels[k]);
        struct clgemm_result *const result = generate(line);
        const char *const text = clgemm_result_text(result, CLGEMM_CL, NULL);
        const char *at = text;
        for (const char *next = at; next; next = strstr(at + 1, "__kernel"))
            at = next;
        /* The copies into images are the first kernels; the last one multiplies. */
        if (has_guards(at) || strstr(text, "room"))
            fail_msg("%s: guards", line);
        assert_non_null(strstr(text, "No guards"));
        clgemm_result_free(result);
    }
}

/* Whether vectors are aligned is asked of what is given at launch; an operand that never has them so is not asked. */
static void alignment_that_is_known_is_not_tested(void **state)
{
#define ALIGNED_TILE                                                                               \
    "--family local --layout row --tile 4x4 --wg 4x4 --tile-k 8 --vec-a 4 --vec-b 4 --vec-c 4 "    \
    "--aligned "
#define ALIGNED_GEMV "--family gemv --layout row --transpose nt --tile 2x2 --wg 4x2 --aligned "
    static const struct {
        const char *line;
        const char *says, *lacks;
    } rows[] = {
        {ALIGNED_TILE,
         "if (((size_t)A | (size_t)lda * 4) % 16 == 0 && ((size_t)B | (size_t)ldb * 4) % 16 == 0) "
         "{",
         "stride"},
        {ALIGNED_TILE, "c_aligned = ((size_t)C | (size_t)ldc * 4) % 16 == 0;", NULL},
        {ALIGNED_TILE "--fixed 64x64x64", "if ((size_t)A % 16 == 0 && (size_t)B % 16 == 0) {",
         "(size_t)ld"},
        {ALIGNED_TILE "--fixed 64x64x63", "if ((size_t)B % 16 == 0) {", "(size_t)A"},
        {ALIGNED_TILE "--fixed 64x64x63 --lda 64", "if ((size_t)A % 16 == 0 && ", NULL},
        {ALIGNED_TILE "--edges shift", "((size_t)B | (size_t)ldb * 4 | (size_t)N * 4) % 16 == 0) {",
         "(size_t)M"},
        {ALIGNED_TILE "--edges pad",
         "if ((size_t)A_padded % 16 == 0 && (size_t)B_padded % 16 == 0) {", "(size_t)ldb"},
        {ALIGNED_TILE "--type f16 --ldc 40", "c_aligned = (size_t)C % 8 == 0;", NULL},
        {ALIGNED_TILE "--batch strided", "((size_t)A | (size_t)lda * 4) % 16", "(size_t)stride"},
        {ALIGNED_TILE "--batch strided --wg-members 2 --stride-b 64",
         "((size_t)A | (size_t)lda * 4 | (size_t)stride_a * 4) % 16", "(size_t)stride_b"},
        {ALIGNED_TILE "--batch offsets --wg-members 2", "vload4(0, A", "(size_t)A"},
        {"--family register --layout row --tile 4x4 --vec-c 4 --aligned --fixed 62x64x63",
         "if ((size_t)B % 16 == 0) {", "(size_t)A"},
        {ALIGNED_GEMV, "if (((size_t)B | (size_t)ldb * 4) % 16 == 0 && ((size_t)A", NULL},
        {ALIGNED_GEMV "--fixed 2x64x128", "if ((size_t)B % 16 == 0 && (size_t)A % 16 == 0) {",
         NULL},
        {ALIGNED_GEMV "--fixed 2x64x127", "vload4(0, B", "% 16"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct clgemm_result *const result = generate(rows[i].line);
        const char *const text = clgemm_result_text(result, CLGEMM_CL, NULL);
        assert_contains(text, rows[i].says);
        if (rows[i].lacks)
            assert_lacks(text, rows[i].lacks);
        clgemm_result_free(result);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(column_major_speaks_of_the_users_matrices),
        cmocka_unit_test(rows_and_columns_are_the_users),
        cmocka_unit_test(scalars_that_are_known_are_gone),
        cmocka_unit_test(sizes_that_are_known_are_no_arguments),
        cmocka_unit_test(exact_kernels_have_no_guards),
        cmocka_unit_test(alignment_that_is_known_is_not_tested),
    };
    return cmocka_run_group_tests(tests, open_templates, close_templates);
}
