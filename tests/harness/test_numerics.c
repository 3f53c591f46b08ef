/* Data and bounds for each arithmetic: kernels that round as they may pass, those that lose a
 * product or a rounding do not, and what is to be exact is exact. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "harness/verify/verify.h"

enum {
    M = 19,
    N = 13
};

struct kernel {
    enum element_type type; /* of A, B and C */
    struct arithmetic arithmetic;
};

static const struct kernel kernels[] = {
    {TYPE_F16, {.product = TYPE_F16, .accumulate = TYPE_F16}},
    {TYPE_F16, {.product = TYPE_F16, .accumulate = TYPE_F32}},
    {TYPE_F16, {.product = TYPE_F32, .accumulate = TYPE_F32}},
    {TYPE_F32, {.product = TYPE_F16, .accumulate = TYPE_F16}},
    {TYPE_F32, {.product = TYPE_F32, .accumulate = TYPE_F32}},
    {TYPE_F64, {.product = TYPE_F32, .accumulate = TYPE_F32}},
    {TYPE_F64, {.product = TYPE_F64, .accumulate = TYPE_F64}},
    {TYPE_F32, {.product = TYPE_TF32, .accumulate = TYPE_F32}},
    {TYPE_F32, {.product = TYPE_3XTF32, .accumulate = TYPE_F32}},
    {TYPE_F32, {TYPE_F32, TYPE_F32, true, TYPE_F16, 0, 0}},
    {TYPE_F32, {TYPE_F32, TYPE_F32, true, TYPE_BF16, 0, 0}},
    {TYPE_F32, {.product = TYPE_BF16X3, .accumulate = TYPE_F32}},
};

/* size: m, n, k. Largest: 0: random values. */
static void make_shape(struct product *product, enum element_type type, const uint64_t *size,
                       double alpha, double beta, struct whole whole, uint64_t seed)
{
    const uint64_t rows[3] = {size[0], size[2], size[0]};
    const uint64_t columns[3] = {size[2], size[1], size[1]};

    memset(product, 0, sizeof *product);
    product->alpha = alpha;
    product->beta = beta;
    for (int i = 0; i < OPERAND_COUNT; i++) {
        struct matrix *matrix = &product->matrix[i];

        *matrix = (struct matrix){.rows = rows[i], .columns = columns[i], .type = type};
        matrix->value = calloc(rows[i] * columns[i] + 1, sizeof(double));
        assert_non_null(matrix->value);
        matrix_fill(matrix, whole.largest > 0 ? DATA_WHOLE : DATA_RANDOM, whole.largest,
                    seed + (uint64_t)i);
    }
    if (whole.largest > 0)
        matrix_thin(&product->matrix[OPERAND_A], &product->matrix[OPERAND_B],
                    product->matrix[OPERAND_A].rows, whole.stride, seed);
}

static void make(struct product *product, enum element_type type, uint64_t k, double alpha,
                 double beta, struct whole whole, uint64_t seed)
{
    make_shape(product, type, (const uint64_t[]){M, N, k}, alpha, beta, whole, seed);
}

static void discard(struct product *product)
{
    for (int i = 0; i < OPERAND_COUNT; i++)
        matrix_release(&product->matrix[i]);
}

/* A factor as a kernel multiplies it. */
static double factor(struct arithmetic arithmetic, double value)
{
    const double stored =
        arithmetic.rounds_factors ? element_round(arithmetic.factors, value) : value;

    return element_round(arithmetic.product, stored);
}

/* An element of C as a kernel with a rounding after every operation computes it, before it is
 * stored; `count` products. */
static double compute(const struct product *product, struct arithmetic arithmetic, uint64_t count,
                      uint64_t row, uint64_t column)
{
    uint64_t k = product->matrix[OPERAND_A].columns;
    enum element_type type = arithmetic.accumulate;
    enum element_type rounded =
        element_is_of_factors(arithmetic.product) ? type : arithmetic.product;
    double sum = 0, c = product->matrix[OPERAND_C].value[row * N + column];

    for (uint64_t i = 0; i < count; i++) {
        double a = factor(arithmetic, product->matrix[OPERAND_A].value[row * k + i]);
        double b = factor(arithmetic, product->matrix[OPERAND_B].value[i * N + column]);

        sum = element_round(type, sum + element_round(type, element_round(rounded, a * b)));
    }
    sum = element_round(type, product->alpha * sum);
    if (product->beta != 0)
        sum =
            element_round(type, sum + element_round(type, product->beta * element_round(type, c)));
    return sum;
}

static void compute_all(const struct product *product, struct arithmetic arithmetic, uint64_t count,
                        double *got)
{
    for (uint64_t i = 0; i < M * N; i++)
        got[i] = element_round(product->matrix[OPERAND_C].type,
                               compute(product, arithmetic, count, i / N, i % N));
}

static uint64_t wrong(const struct product *product, struct arithmetic arithmetic,
                      enum verification how, bool vectors, const double *got)
{
    struct verdict verdict;
    struct fault fault = {0};

    assert_int_equal(vectors ? verify_vectors(product, arithmetic, how, 4, 1, got, &verdict, &fault)
                             : verify_full(product, arithmetic, how, got, &verdict, &fault),
                     0);
    return verdict.wrong;
}

/* Every rounding that is allowed, at every scalar: within the bound. */
static void test_right(void **state)
{
    static const double scalars[4] = {0, 1, -1, 0.5};
    static const uint64_t depths[] = {0, 1, 2, 9, 43, 257};
    double got[M * N];

    (void)state;
    for (size_t i = 0; i < sizeof kernels / sizeof *kernels; i++)
        for (size_t j = 0; j < 16 * sizeof depths / sizeof *depths; j++) {
            struct product product;

            make(&product, kernels[i].type, depths[j / 16], scalars[j / 4 % 4], scalars[j % 4],
                 (struct whole){0, 1}, j);
            compute_all(&product, kernels[i].arithmetic, depths[j / 16], got);
            for (int vectors = 0; vectors < 2; vectors++)
                assert_int_equal(wrong(&product, kernels[i].arithmetic, VERIFY_BOUND, vectors, got),
                                 0);
            discard(&product);
        }
}

/* The last product is lost: random data show it up to verify_depth. */
static void test_lost_product(void **state)
{
    double got[M * N];

    (void)state;
    for (size_t i = 0; i < sizeof kernels / sizeof *kernels; i++) {
        uint64_t depths[4] = {1, 9, 17, verify_depth(kernels[i].arithmetic)};

        if (depths[3] > 1000)
            depths[3] = 1000;
        for (int j = 0; j < 4; j++) {
            struct product product;

            make(&product, kernels[i].type, depths[j], 1, 0.5, (struct whole){0, 1}, 7);
            compute_all(&product, kernels[i].arithmetic, depths[j] - 1, got);
            assert_true(wrong(&product, kernels[i].arithmetic, VERIFY_BOUND, false, got) > 0);
            discard(&product);
        }
    }
    assert_int_equal(verify_depth(kernels[0].arithmetic), 43);
    assert_int_equal(verify_depth(kernels[4].arithmetic), 4094);
    assert_int_equal(verify_depth(kernels[7].arithmetic), 1024);
    assert_int_equal(verify_depth(kernels[9].arithmetic), 1024);
    assert_int_equal(verify_depth(kernels[10].arithmetic), 128);
}

/* C is truncated to half in place of rounded. */
static void test_truncated(void **state)
{
    const struct arithmetic arithmetic = {.product = TYPE_F32, .accumulate = TYPE_F32};
    double got[M * N];

    (void)state;
    for (int negative = 0; negative < 2; negative++) {
        struct product product;

        make(&product, TYPE_F16, 1, negative ? -1 : 1, 0, (struct whole){0, 1}, 3);
        for (uint64_t i = 0; i < M * N; i++) {
            double value = compute(&product, arithmetic, 1, i / N, i % N);

            got[i] = element_round(TYPE_F16, value);
            if (fabs(got[i]) > fabs(value))
                got[i] = element_round(TYPE_F16, value * (1 - 0x1p-11));
        }
        assert_true(wrong(&product, arithmetic, VERIFY_BOUND, false, got) > 0);
        discard(&product);
    }
}

/* Whole numbers: no operation rounds, whatever the type; each column of A and each row of B has a
 * number that counts, and they are not ones alone. */
static void test_exact(void **state)
{
    static const double scalars[5] = {0, 1, -1, 0.5, 1.5};
    static const uint64_t depths[] = {0, 1, 2, 9, 17, 64, 257, 1024, 5000};
    double got[M * N];

    (void)state;
    for (size_t i = 0; i < sizeof kernels / sizeof *kernels; i++)
        for (size_t j = 0; j < 5 * sizeof depths / sizeof *depths; j++) {
            double alpha = scalars[j % 5], beta = scalars[(j + i) % 5];
            uint64_t k = depths[j / 5];
            enum element_type narrow = kernels[i].arithmetic.product < kernels[i].type
                                           ? kernels[i].arithmetic.product
                                           : kernels[i].type;
            struct whole whole = matrix_whole(element_facts[narrow].digits, k, alpha, beta);
            struct product product;

            assert_in_range(whole.largest, 2, 8);
            make(&product, kernels[i].type, k, alpha, beta, whole, j);
            compute_all(&product, kernels[i].arithmetic, k, got);
            for (int vectors = 0; vectors < 2; vectors++)
                assert_int_equal(wrong(&product, kernels[i].arithmetic, VERIFY_EXACT, vectors, got),
                                 0);
            if (k > 1 && alpha != 0) {
                compute_all(&product, kernels[i].arithmetic, k - k / 16 - 1, got);
                assert_true(wrong(&product, kernels[i].arithmetic, VERIFY_EXACT, false, got) > 0);
            }
            discard(&product);
        }
    assert_int_equal(matrix_whole(24, 64, 1, 1).largest, 8);
    assert_int_equal(matrix_whole(24, 64, 1, 1).stride, 1);
    assert_int_equal(matrix_whole(11, 9, 1, 1).stride, 1);
    assert_int_equal(matrix_whole(24, 64, 0.3, 1).largest, 0);
    assert_int_equal(matrix_whole(24, 64, 1, 0.3).largest, 0);
}

/* Which k have products other than zero in some element of C; how many k there are at most in one. */
static uint64_t mark_products(const struct product *product, bool *counts)
{
    const struct matrix *a = &product->matrix[OPERAND_A], *b = &product->matrix[OPERAND_B];
    uint64_t most = 0;

    for (uint64_t i = 0; i < a->rows; i++)
        for (uint64_t j = 0; j < b->columns; j++) {
            uint64_t count = 0;

            for (uint64_t k = 0; k < b->rows; k++) {
                bool is = a->value[i * a->columns + k] * b->value[k * b->columns + j] != 0;

                count += is;
                counts[k] = counts[k] || is;
            }
            most = count > most ? count : most;
        }
    return most;
}

/* Whatever the shape of C, every product counts in some element of some pass, and there are never more
 * in one element than sums can hold. */
static void test_thin(void **state)
{
    static const uint64_t shapes[][3] = {{1, 1, 4096}, {1, 3, 4096}, {1, 32, 4096},  {1, 31, 4096},
                                         {2, 5, 4096}, {5, 6, 4096}, {32, 1, 4096},  {33, 2, 999},
                                         {3, 1, 4096}, {7, 9, 5000}, {31, 31, 4096}, {8, 0, 4096}};

    (void)state;
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
        uint64_t m = shapes[i][0], n = shapes[i][1], k = shapes[i][2];
        struct whole whole = matrix_whole(11, k, 1, 1);
        uint64_t passes = matrix_passes(m, n, whole.stride);
        bool *counts = calloc(k, sizeof *counts);

        assert_non_null(counts);
        assert_true(whole.stride > 1 && passes >= 1 && passes <= whole.stride);
        assert_true(n == 0 || m * n * passes <= 4 * whole.stride || passes == 1);
        for (uint64_t pass = 77; pass < 77 + passes; pass++) {
            struct product product;

            make_shape(&product, TYPE_F16, (const uint64_t[]){m, n, k}, 1, 1, whole, pass);
            assert_in_range(mark_products(&product, counts), 0, k / whole.stride + 1);
            discard(&product);
        }
        for (uint64_t at = 0; at < k && n > 0; at++)
            assert_true(counts[at]);
        free(counts);
    }
    assert_int_equal(matrix_passes(1, 1, 32), 32);
    assert_int_equal(matrix_passes(1, 32, 32), 1);
    assert_int_equal(matrix_passes(4, 8, 32), 1);
}

/* Sums of whole numbers that are scaled by 1/2 and stored in 8 bits: ties go to the even number, ends of the range stay. */
static void test_saturated(void **state)
{
    static const double a[] = {1, 3, 127, 100}, b[] = {1, 3, 127, -127};
    static const double right[] = {0,  2,   64,  -64,  2,  4,   127, -128,
                                   64, 127, 127, -128, 50, 127, 127, -128};
    const struct arithmetic sums = {.product = TYPE_I32, .accumulate = TYPE_I32};
    struct product product = {.alpha = 0.5};
    struct verdict verdict;
    struct fault fault = {0};
    double result[16];

    (void)state;
    for (int i = 0; i < OPERAND_COUNT; i++) {
        struct matrix *matrix = &product.matrix[i];

        *matrix = (struct matrix){.rows = i == OPERAND_B ? 1 : 4,
                                  .columns = i == OPERAND_A ? 1 : 4,
                                  .ld = i == OPERAND_A ? 1 : 4,
                                  .type = TYPE_I8};
        assert_int_equal(matrix_allocate(matrix, "X", &fault), 0);
    }
    memcpy(product.matrix[OPERAND_A].value, a, sizeof a);
    memcpy(product.matrix[OPERAND_B].value, b, sizeof b);
    memcpy(result, right, sizeof right);
    for (int how = VERIFY_EXACT; how <= VERIFY_SPECIALS; how++)
        assert_int_equal(
            verify_full(&product, sums, how, result, &verdict, &fault) || verdict.wrong, 0);
    result[1] = 1; /* of 1.5: within the bound of a value that is not exact */
    assert_int_equal(verify_full(&product, sums, VERIFY_EXACT, result, &verdict, &fault), 0);
    assert_int_equal(verdict.wrong, 1);
    assert_int_equal(verify_full(&product, sums, VERIFY_BOUND, result, &verdict, &fault), 0);
    assert_int_equal(verdict.wrong, 0);
    result[1] = 3;
    result[7] = -127;
    assert_int_equal(verify_vectors(&product, sums, VERIFY_BOUND, 4, 1, result, &verdict, &fault),
                     0);
    assert_int_equal(verdict.wrong, 2);
    for (int i = 0; i < OPERAND_COUNT; i++)
        matrix_release(&product.matrix[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_right),     cmocka_unit_test(test_lost_product),
        cmocka_unit_test(test_truncated), cmocka_unit_test(test_exact),
        cmocka_unit_test(test_thin),      cmocka_unit_test(test_saturated),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
