/* Verification finds what is wrong and only that. */
#include <complex.h>
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
    M = 23,
    N = 17,
    K = 31
};

static void make(struct product *product, double alpha, double beta, enum data data)
{
    const uint64_t rows[3] = {M, K, M}, columns[3] = {K, N, N};

    memset(product, 0, sizeof *product);
    product->alpha = alpha;
    product->beta = beta;
    for (int i = 0; i < OPERAND_COUNT; i++) {
        struct matrix *matrix = &product->matrix[i];

        matrix->rows = rows[i];
        matrix->columns = columns[i];
        matrix->ld = columns[i];
        matrix->elements = rows[i] * columns[i];
        matrix->type = TYPE_F32;
        matrix->value = calloc(matrix->elements, sizeof(double));
        assert_non_null(matrix->value);
        matrix_fill(matrix, data, 8, 5 + (uint64_t)i);
    }
}

static void discard(struct product *product)
{
    for (int i = 0; i < OPERAND_COUNT; i++)
        matrix_release(&product->matrix[i]);
}

/* The right result as f32 would hold it, summed in f32 where `narrow`. */
static void compute(const struct product *product, bool narrow, double *result)
{
    for (int i = 0; i < M; i++)
        for (int j = 0; j < N; j++) {
            float sum = 0;
            double wide = 0;

            for (int k = 0; k < K; k++) {
                double a = product->matrix[0].value[i * K + k];
                double b = product->matrix[1].value[k * N + j];

                sum += (float)a * (float)b;
                wide += a * b;
            }
            result[i * N + j] =
                (float)(product->alpha * (narrow ? (double)sum : wide) +
                        (product->beta == 0 ? 0
                                            : product->beta * product->matrix[2].value[i * N + j]));
        }
}

static const struct arithmetic single = {.product = TYPE_F32, .accumulate = TYPE_F32};

static uint64_t wrong(const struct product *product, enum verification how, bool vectors,
                      const double *got, struct verdict *verdict)
{
    struct fault fault = {0};

    assert_int_equal(vectors ? verify_vectors(product, single, how, 4, 1, got, verdict, &fault)
                             : verify_full(product, single, how, got, verdict, &fault),
                     0);
    return verdict->wrong;
}

static void test_right(void **state)
{
    static const double scalars[4] = {0, 1, -1, 0.5};
    double got[M * N];
    struct verdict verdict;

    (void)state;
    for (int i = 0; i < 16; i++) {
        struct product product;

        make(&product, scalars[i / 4], scalars[i % 4], DATA_WHOLE);
        compute(&product, true, got);
        for (int vectors = 0; vectors < 2; vectors++)
            assert_int_equal(wrong(&product, VERIFY_EXACT, vectors, got, &verdict), 0);
        discard(&product);
        make(&product, scalars[i / 4], scalars[i % 4], DATA_RANDOM);
        compute(&product, true, got);
        for (int vectors = 0; vectors < 2; vectors++)
            assert_int_equal(wrong(&product, VERIFY_BOUND, vectors, got, &verdict), 0);
        assert_true(verdict.worst <= 1);
        discard(&product);
    }
}

/* One element, off by the least amount, anywhere. */
static void test_one_wrong(void **state)
{
    struct product product;
    struct verdict verdict;
    double got[M * N];

    (void)state;
    make(&product, 1, 0.5, DATA_WHOLE);
    compute(&product, true, got);
    for (int at = 0; at < M * N; at += 7) {
        double kept = got[at];

        got[at] += 0.5;
        for (int vectors = 0; vectors < 2; vectors++) {
            assert_int_equal(wrong(&product, VERIFY_EXACT, vectors, got, &verdict), 1);
            assert_int_equal(verdict.row, at / N);
            assert_int_equal(verdict.column, at % N);
            assert_true(verdict.expected == kept && verdict.got == kept + 0.5);
        }
        got[at] = kept;
    }
    discard(&product);
    make(&product, 1, 0, DATA_RANDOM);
    compute(&product, false, got);
    got[5 * N + 3] += 1e-3;
    assert_int_equal(wrong(&product, VERIFY_BOUND, false, got, &verdict), 1);
    assert_true(verdict.worst > 1);
    discard(&product);
}

static void test_specials(void **state)
{
    struct product product;
    struct verdict verdict;
    double got[M * N];

    (void)state;
    make(&product, 1, 0, DATA_WHOLE);
    compute(&product, true, got);
    got[3] = NAN;
    got[N] = INFINITY;
    for (int vectors = 0; vectors < 2; vectors++)
        assert_int_equal(wrong(&product, VERIFY_EXACT, vectors, got, &verdict), 2);
    assert_true(isnan(verdict.got) && verdict.row == 0 && verdict.column == 3);
    discard(&product);

    make(&product, 1, 0, DATA_POSITIVE);
    product.matrix[0].value[2 * K + K - 1] = INFINITY;
    compute(&product, true, got);
    assert_int_equal(wrong(&product, VERIFY_SPECIALS, false, got, &verdict), 0);
    got[2 * N + 1] = NAN;
    got[2 * N + 2] = -INFINITY;
    got[2 * N + 3] = 7;
    assert_int_equal(wrong(&product, VERIFY_SPECIALS, false, got, &verdict), 3);
    discard(&product);
}

/* Sums beyond the range of C become infinite, with the sign that they have. */
static void test_overflow(void **state)
{
    struct product product;
    struct verdict verdict;
    double got[M * N];

    (void)state;
    make(&product, 3000, 0, DATA_ONES);
    product.matrix[OPERAND_C].type = TYPE_F16;
    for (int sign = 1; sign >= -1; sign -= 2) {
        product.alpha = 3000 * sign;
        for (int i = 0; i < M * N; i++)
            got[i] = sign * INFINITY;
        for (int vectors = 0; vectors < 2; vectors++) {
            assert_int_equal(wrong(&product, VERIFY_BOUND, vectors, got, &verdict), 0);
            got[5] = -got[5];
            assert_int_equal(wrong(&product, VERIFY_BOUND, vectors, got, &verdict), 1);
            got[5] = NAN;
            assert_int_equal(wrong(&product, VERIFY_BOUND, vectors, got, &verdict), 1);
            got[5] = sign * 65504.0;
            assert_int_equal(wrong(&product, VERIFY_BOUND, vectors, got, &verdict), 1);
            got[5] = sign * INFINITY;
        }
    }
    product.alpha = 1000;
    assert_int_equal(wrong(&product, VERIFY_BOUND, false, got, &verdict), M * N);
    assert_false(verdict.by_rows);
    discard(&product);
    make(&product, 1, 0, DATA_RANDOM);
    compute(&product, false, got);
    got[0] = got[1] = 1000;
    assert_int_equal(wrong(&product, VERIFY_BOUND, true, got, &verdict), 1);
    assert_true(verdict.by_rows);
    discard(&product);
}

/* Bytes, from one end of their range to the other. */
static void make_bytes(struct product *product, double alpha, double beta)
{
    static const enum element_type types[OPERAND_COUNT] = {TYPE_U8, TYPE_I8, TYPE_I32};

    make(product, alpha, beta, DATA_WHOLE);
    for (int i = 0; i < OPERAND_COUNT; i++) {
        struct matrix *matrix = &product->matrix[i];
        bool least = false, most = false;

        matrix->type = types[i];
        matrix_fill(matrix, i == 1 ? DATA_RANDOM : DATA_WHOLE, MATRIX_WHOLE_RANGE, 5 + (uint64_t)i);
        for (uint64_t j = 0; j < matrix->elements; j++) {
            least = least || matrix->value[j] == element_facts[types[i]].range.least;
            most = most || matrix->value[j] == element_facts[types[i]].range.most;
        }
        assert_true(least && most);
    }
}

static void compute_bytes(const struct product *product, double *result)
{
    for (int at = 0; at < M * N; at++) {
        int64_t sum = 0;

        for (int k = 0; k < K; k++)
            sum += (int64_t)product->matrix[0].value[at / N * K + k] *
                   (int64_t)product->matrix[1].value[k * N + at % N];
        sum = (int64_t)product->alpha * sum +
              (int64_t)product->beta * (int64_t)product->matrix[2].value[at];
        result[at] = (int32_t)(uint32_t)(uint64_t)sum;
    }
}

/* Sums of bytes are compared exactly, those beyond 32 bits modulo 2^32. */
static void test_whole(void **state)
{
    static const double scalars[2][2] = {{-3, 2}, {1000003, -70001}},
                        off[] = {1, -1, 65536, 0x1p31};

    (void)state;
    for (int i = 0; i < 4; i++) {
        const bool vectors = i % 2 == 1;
        struct product product;
        struct verdict verdict;
        double got[M * N];

        make_bytes(&product, scalars[i / 2][0], scalars[i / 2][1]);
        compute_bytes(&product, got);
        assert_int_equal(wrong(&product, VERIFY_EXACT, vectors, got, &verdict), 0);
        for (int j = 0; j < 4; j++) {
            double kept = got[j * 31];

            got[j * 31] = element_round(TYPE_I32, kept + off[j]);
            assert_int_equal(wrong(&product, VERIFY_EXACT, vectors, got, &verdict), 1);
            assert_int_equal(verdict.row, j * 31 / N);
            assert_int_equal(verdict.column, j * 31 % N);
            assert_true(verdict.expected == kept && verdict.got == got[j * 31]);
            got[j * 31] = kept;
        }
        discard(&product);
    }
}

static void test_zero_sign(void **state)
{
    struct product product;
    struct verdict verdict;
    double got[M * N];

    (void)state;
    make(&product, 0, 0, DATA_WHOLE);
    for (int i = 0; i < M * N; i++)
        got[i] = i % 2 == 0 ? 0.0 : -0.0;
    assert_int_equal(wrong(&product, VERIFY_EXACT, false, got, &verdict), 0);
    assert_int_equal(wrong(&product, VERIFY_BOUND, false, got, &verdict), 0);
    discard(&product);
}

/* A product of complex numbers, calculated by C's own, is right within the bound, as whole numbers exactly; with one part off by
 * a unit, a part lost or the conjugate of an element of A, it is wrong. */
static void test_complex(void **state)
{
    enum {
        SIDE = 3
    };
    static const uint64_t rows[3] = {SIDE, SIDE, SIDE}, columns[3] = {SIDE, SIDE, SIDE};
    struct product product = {.alpha = 2, .alpha_i = -1, .beta = 0.5, .beta_i = 3};
    double result[2 * SIDE * SIDE];
    struct verdict verdict;
    struct fault fault = {0};
    const double complex alpha = 2 - 1 * I, beta = 0.5 + 3 * I;

    (void)state;
    for (int i = 0; i < OPERAND_COUNT; i++) {
        struct matrix *matrix = &product.matrix[i];

        *matrix =
            (struct matrix){.rows = rows[i], .columns = columns[i], .ld = SIDE, .type = TYPE_C32};
        assert_int_equal(matrix_allocate(matrix, "X", &fault), 0);
        matrix_fill(matrix, DATA_WHOLE, 8, (uint64_t)i);
    }
    for (int i = 0; i < SIDE; i++)
        for (int j = 0; j < SIDE; j++) {
            const double *a = product.matrix[0].value, *b = product.matrix[1].value;
            const double *c = product.matrix[2].value + 2 * (i * SIDE + j);
            double complex sum = 0;

            for (int k = 0; k < SIDE; k++)
                sum += (a[2 * (i * SIDE + k)] + a[2 * (i * SIDE + k) + 1] * I) *
                       (b[2 * (k * SIDE + j)] + b[2 * (k * SIDE + j) + 1] * I);
            sum = alpha * sum + beta * (c[0] + c[1] * I);
            result[2 * (i * SIDE + j)] = creal(sum);
            result[2 * (i * SIDE + j) + 1] = cimag(sum);
        }
    for (int how = VERIFY_EXACT; how <= VERIFY_SPECIALS; how++)
        assert_int_equal(wrong(&product, (enum verification)how, false, result, &verdict), 0);
    result[7] += 0.5;
    for (int how = VERIFY_EXACT; how <= VERIFY_SPECIALS; how++)
        assert_int_equal(wrong(&product, (enum verification)how, false, result, &verdict), 1);
    assert_int_equal(verify_full(&product, single, VERIFY_EXACT, result, &verdict, &fault), 0);
    assert_true(verdict.row == 1 && verdict.column == 0);
    result[7] -= 0.5;
    /* Its row of C. */
    product.matrix[0].value[1] *= -1;
    assert_true(wrong(&product, VERIFY_EXACT, true, result, &verdict) > 0);
    /* Not finite in a part: whichever part of the result. */
    product.matrix[0].value[1] = INFINITY;
    assert_int_equal(wrong(&product, VERIFY_SPECIALS, false, result, &verdict), 2 * SIDE);
    for (int j = 0; j < SIDE; j++)
        result[2 * j + j % 2] = j == 0 ? NAN : INFINITY;
    assert_int_equal(wrong(&product, VERIFY_SPECIALS, false, result, &verdict), 0);
    discard(&product);
}

/* The conjugate of a matrix in memory, between poisoned elements. */
static void test_conjugate(void **state)
{
    float bytes[8];
    double values[4] = {1, 2, 3, -4}, back[4];
    struct matrix matrix = {.rows = 2,
                            .columns = 1,
                            .members = 1,
                            .ld = 2,
                            .offset = 1,
                            .elements = 4,
                            .conjugated = true,
                            .type = TYPE_C32,
                            .value = values};

    (void)state;
    assert_int_equal(matrix_bytes(&matrix), sizeof bytes);
    matrix_encode(&matrix, false, bytes);
    assert_true(isnan(bytes[0]) && isnan(bytes[1]) && isnan(bytes[4]) && isnan(bytes[5]));
    assert_true(bytes[2] == 1 && bytes[3] == -2 && bytes[6] == 3 && bytes[7] == 4);
    matrix.conjugated = false;
    matrix_decode(&matrix, bytes, back);
    assert_true(back[0] == 1 && back[1] == -2 && back[2] == 3 && back[3] == 4);
    assert_int_equal(matrix_stray(&matrix, bytes), matrix.elements);
    bytes[5] = 0;
    assert_int_equal(matrix_stray(&matrix, bytes), 2);
}

static void test_poison(void **state)
{
    float bytes[64], before[64];
    double values[6], back[6];
    struct matrix matrix = {.rows = 3,
                            .columns = 2,
                            .members = 1,
                            .swapped = true,
                            .ld = 5,
                            .offset = 4,
                            .type = TYPE_F32,
                            .value = values};

    (void)state;
    matrix.elements = 4 + (2 - 1) * 5 + 3;
    for (int i = 0; i < 6; i++)
        values[i] = i + 1;
    matrix_encode(&matrix, false, bytes);
    assert_true(isnan(bytes[3]) && isnan(bytes[7]) && bytes[4] == 1 && bytes[9] == 2);
    matrix_decode(&matrix, bytes, back);
    assert_memory_equal(values, back, sizeof back);
    assert_int_equal(matrix_stray(&matrix, bytes), matrix.elements);
    memcpy(before, bytes, sizeof before);
    bytes[7] = 0;
    assert_int_equal(matrix_stray(&matrix, bytes), 7);
    memcpy(bytes, before, sizeof before);
    bytes[0] = NAN;
    assert_int_equal(matrix_stray(&matrix, bytes), 0);
    /* Lines behind the last one, as of rows that are left out, are no elements. */
    memcpy(bytes, before, sizeof before);
    matrix.columns = 1;
    assert_int_equal(matrix_stray(&matrix, bytes), 9);
    matrix_encode(&matrix, true, bytes);
    assert_true(isnan(bytes[4]) && isnan(bytes[11]));
}

/* A reference that is kept serves results whose data are gone, and shows what is wrong. */
static void test_kept(void **state)
{
    (void)state;
    for (unsigned vectors = 0; vectors <= 4; vectors += 4) {
        struct product product;
        struct reference reference = {NULL, NULL};
        struct verdict verdict;
        struct fault fault = {0};
        double got[M * N];

        make(&product, 1, 0.5, DATA_RANDOM);
        compute(&product, true, got);
        got[3] += 1;
        assert_int_equal(verify_kept(&product, single, VERIFY_BOUND, vectors, 1, got, &reference,
                                     &verdict, &fault),
                         0);
        assert_int_equal(verdict.wrong, 1);
        assert_true(verdict.row == 0 && verdict.column == 3);
        got[3] -= 1;
        assert_int_equal(verify_kept(&product, single, VERIFY_BOUND, vectors, 1, got, &reference,
                                     &verdict, &fault),
                         0);
        assert_int_equal(verdict.wrong, 0);
        for (int i = 0; i < OPERAND_COUNT; i++)
            memset(product.matrix[i].value, 0, product.matrix[i].elements * sizeof(double));
        for (int off = 0; off < 2; off++) {
            got[M * N - 1] += off;
            assert_int_equal(verify_kept(&product, single, VERIFY_BOUND, vectors, 1, got,
                                         &reference, &verdict, &fault),
                             0);
            assert_int_equal(verdict.wrong, off);
        }
        reference_release(&reference);
        discard(&product);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_right),     cmocka_unit_test(test_one_wrong),
        cmocka_unit_test(test_specials),  cmocka_unit_test(test_zero_sign),
        cmocka_unit_test(test_overflow),  cmocka_unit_test(test_poison),
        cmocka_unit_test(test_whole),     cmocka_unit_test(test_complex),
        cmocka_unit_test(test_conjugate), cmocka_unit_test(test_kept),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
