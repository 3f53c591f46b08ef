#include "harness/verify/reference.h"

#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <cblas.h>

#include "harness/base/parallel.h"

static uint64_t rows(const struct product *product)
{
    return product->matrix[OPERAND_C].rows;
}

static uint64_t columns(const struct product *product)
{
    return product->matrix[OPERAND_C].columns;
}

static uint64_t depth(const struct product *product)
{
    return product->matrix[OPERAND_A].columns;
}

static uint64_t parts(const struct product *product)
{
    return (uint64_t)element_parts(product->matrix[OPERAND_C].type);
}

static int check_sizes(const struct product *product, struct fault *fault)
{
    const uint64_t limit = INT_MAX / parts(product);

    if (rows(product) <= limit && columns(product) <= limit && depth(product) <= limit)
        return 0;
    return fault_set(fault, FAULT_REFUSED,
                     "sizes above %" PRIu64 " are more than the reference takes", limit);
}

static int at_least_one(uint64_t size)
{
    return size == 0 ? 1 : (int)size;
}

/* Factor of elements, and whether their magnitudes count. */
struct scaling {
    double alpha, alpha_i, beta, beta_i;
    bool magnitudes;
};

static struct scaling scaling_of(const struct product *product)
{
    return (struct scaling){product->alpha, product->alpha_i, product->beta, product->beta_i,
                            false};
}

static struct scaling magnitudes_of(const struct product *product)
{
    return (struct scaling){fabs(product->alpha), fabs(product->alpha_i), fabs(product->beta),
                            fabs(product->beta_i), true};
}

/* An element of B among real numbers: `width` numbers a row. */
static void spread(const double *element, bool magnitudes, uint64_t width, double *to)
{
    to[0] = to[width + 1] = element[0];
    to[1] = element[1];
    to[width] = magnitudes ? element[1] : -element[1];
}

/* B of complex numbers, k x n, as 2 k x 2 n real ones in malloc'd memory. */
static double *spread_all(const struct product *product, const double *b, bool magnitudes)
{
    uint64_t k = depth(product), n = columns(product);
    double *result = malloc((4 * k * n + 1) * sizeof *result);

    for (uint64_t row = 0; result != NULL && row < k; row++)
        for (uint64_t column = 0; column < n; column++)
            spread(b + 2 * (row * n + column), magnitudes, 2 * n,
                   result + 2 * (2 * row * n + column));
    return result;
}

/* sum += (re, im) times a complex number. */
static void add_scaled(double re, double im, const double *number, bool magnitudes, double *sum)
{
    const double real = number[0], imaginary = number[1];

    sum[0] += re * real + (magnitudes ? im : -im) * imaginary;
    sum[1] += re * imaginary + im * real;
}

/* result = a b with the shapes of `product`; 0 where nothing is multiplied. */
static void multiply_plainly(const struct product *product, const double *a, const double *b,
                             double *result)
{
    uint64_t m = rows(product), n = columns(product) * parts(product);
    uint64_t k = depth(product) * parts(product);

    memset(result, 0, m * n * sizeof *result);
    if (m > 0 && n > 0 && k > 0)
        cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, (int)m, (int)n, (int)k, 1, a, (int)k,
                    b, (int)n, 1, result, (int)n);
}

/* result = alpha a b + beta c of complex numbers. False where memory ends. */
static bool multiply_complex(const struct product *product, struct scaling by, const double *a,
                             const double *b, const double *c, double *result)
{
    uint64_t count = rows(product) * columns(product);
    double *spread_b = spread_all(product, b, by.magnitudes);

    if (spread_b == NULL)
        return false;
    memset(result, 0, 2 * count * sizeof *result);
    if (by.alpha != 0 || by.alpha_i != 0)
        multiply_plainly(product, a, spread_b, result);
    for (uint64_t i = 0; i < 2 * count; i += 2) {
        double sum[2] = {0, 0};

        add_scaled(by.alpha, by.alpha_i, result + i, by.magnitudes, sum);
        if (by.beta != 0 || by.beta_i != 0)
            add_scaled(by.beta, by.beta_i, c + i, by.magnitudes, sum);
        memcpy(result + i, sum, sizeof sum);
    }
    free(spread_b);
    return true;
}

/* result = alpha a b + beta c with the shapes of `product`. False where memory ends. */
static bool multiply(const struct product *product, struct scaling by, const double *a,
                     const double *b, const double *c, double *result)
{
    uint64_t count = rows(product) * columns(product);

    if (parts(product) == 2)
        return multiply_complex(product, by, a, b, c, result);
    for (uint64_t i = 0; i < count; i++)
        result[i] = by.beta == 0 ? 0 : by.beta * c[i];
    if (count > 0 && by.alpha != 0 && depth(product) > 0)
        cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, (int)rows(product),
                    (int)columns(product), (int)depth(product), by.alpha, a,
                    at_least_one(depth(product)), b, at_least_one(columns(product)), 1, result,
                    at_least_one(columns(product)));
    return true;
}

int reference_result(const struct product *product, double *result, struct fault *fault)
{
    if (check_sizes(product, fault))
        return -1;
    if (multiply(product, scaling_of(product), product->matrix[OPERAND_A].value,
                 product->matrix[OPERAND_B].value, product->matrix[OPERAND_C].value, result))
        return 0;
    return fault_memory(fault);
}

struct magnitudes {
    const double *of;
    double *result;
};

static void take_magnitudes(void *context, uint64_t begin, uint64_t end)
{
    const struct magnitudes *magnitudes = context;

    for (uint64_t i = begin; i < end; i++)
        magnitudes->result[i] = fabs(magnitudes->of[i]);
}

/* |values| in malloc'd memory. */
static double *magnitudes(const struct matrix *matrix)
{
    uint64_t count = matrix_count(matrix);
    struct magnitudes magnitudes = {matrix->value, malloc((count + 1) * sizeof(double))};

    if (magnitudes.result != NULL)
        parallel_for(count, parallel_least(1), take_magnitudes, &magnitudes);
    return magnitudes.result;
}

struct absolutes {
    double *value[OPERAND_COUNT];
};

static int absolutes_make(const struct product *product, struct absolutes *absolutes,
                          struct fault *fault)
{
    bool missing = false;

    for (int i = 0; i < OPERAND_COUNT; i++) {
        absolutes->value[i] = magnitudes(&product->matrix[i]);
        missing = missing || absolutes->value[i] == NULL;
    }
    return missing ? fault_memory(fault) : 0;
}

static void absolutes_release(struct absolutes *absolutes)
{
    for (int i = 0; i < OPERAND_COUNT; i++)
        free(absolutes->value[i]);
}

int reference_scale(const struct product *product, double *scale, struct fault *fault)
{
    struct absolutes absolutes;
    int status;

    if (check_sizes(product, fault))
        return -1;
    status = absolutes_make(product, &absolutes, fault);
    if (status == 0 && !multiply(product, magnitudes_of(product), absolutes.value[OPERAND_A],
                                 absolutes.value[OPERAND_B], absolutes.value[OPERAND_C], scale))
        status = fault_memory(fault);
    absolutes_release(&absolutes);
    return status;
}

/* One element of a b: as many numbers as it has parts. */
static void plain_sum(const struct product *product, uint64_t i, uint64_t j, double *sum)
{
    const double *a = product->matrix[OPERAND_A].value, *b = product->matrix[OPERAND_B].value;
    uint64_t n = columns(product), k = depth(product);

    sum[0] = sum[1] = 0;
    for (uint64_t l = 0; l < k; l++) {
        if (parts(product) == 1) {
            sum[0] += a[i * k + l] * b[l * n + j];
        } else {
            const double *x = a + 2 * (i * k + l);

            add_scaled(x[0], x[1], b + 2 * (l * n + j), false, sum);
        }
    }
}

void reference_plain(const struct product *product, double *result)
{
    const double *c = product->matrix[OPERAND_C].value;
    uint64_t m = rows(product), n = columns(product);

    for (uint64_t i = 0; i < m; i++)
        for (uint64_t j = 0; j < n; j++) {
            double sum[2], *to = result + (i * n + j) * parts(product);

            plain_sum(product, i, j, sum);
            if (parts(product) == 1) {
                *to = (product->alpha == 0 ? 0 : product->alpha * sum[0]) +
                      (product->beta == 0 ? 0 : product->beta * c[i * n + j]);
                continue;
            }
            to[0] = to[1] = 0;
            if (product->alpha != 0 || product->alpha_i != 0)
                add_scaled(product->alpha, product->alpha_i, sum, false, to);
            if (product->beta != 0 || product->beta_i != 0)
                add_scaled(product->beta, product->beta_i, c + 2 * (i * n + j), false, to);
        }
}

/* y = alpha a (b x) + beta (c x); inner: room for k values. */
static void times_vector(const struct product *product, double alpha, const double *a,
                         const double *b, double beta, const double *c, const double *x,
                         double *inner, double *y)
{
    int m = (int)rows(product), n = (int)columns(product), k = (int)depth(product);

    memset(y, 0, (size_t)m * sizeof *y);
    if (m == 0 || n == 0)
        return;
    if (beta != 0)
        cblas_dgemv(CblasRowMajor, CblasNoTrans, m, n, beta, c, n, x, 1, 0, y, 1);
    if (alpha == 0 || k == 0)
        return;
    memset(inner, 0, (size_t)k * sizeof *inner);
    cblas_dgemv(CblasRowMajor, CblasNoTrans, k, n, 1, b, n, x, 1, 0, inner, 1);
    cblas_dgemv(CblasRowMajor, CblasNoTrans, m, k, alpha, a, k, inner, 1, 1, y, 1);
}

int reference_times_vector(const struct product *product, const double *x, double *y, double *scale,
                           struct fault *fault)
{
    uint64_t n = columns(product);
    double *inner, *size;
    struct absolutes absolutes;
    int status = 0;

    if (check_sizes(product, fault))
        return -1;
    inner = malloc((depth(product) + 1) * sizeof *inner);
    size = malloc((n + 1) * sizeof *size);
    if (inner == NULL || size == NULL) {
        status = fault_memory(fault);
    } else {
        times_vector(product, product->alpha, product->matrix[OPERAND_A].value,
                     product->matrix[OPERAND_B].value, product->beta,
                     product->matrix[OPERAND_C].value, x, inner, y);
        if (scale != NULL) {
            for (uint64_t i = 0; i < n; i++)
                size[i] = fabs(x[i]);
            status = absolutes_make(product, &absolutes, fault);
            if (status == 0)
                times_vector(product, fabs(product->alpha), absolutes.value[OPERAND_A],
                             absolutes.value[OPERAND_B], fabs(product->beta),
                             absolutes.value[OPERAND_C], size, inner, scale);
            absolutes_release(&absolutes);
        }
    }
    free(inner);
    free(size);
    return status;
}

void reference_row(const struct product *product, uint64_t row, double *result)
{
    int n = (int)columns(product), k = (int)depth(product);
    const double *c = product->matrix[OPERAND_C].value + row * columns(product);

    for (int j = 0; j < n; j++)
        result[j] = product->beta == 0 ? 0 : product->beta * c[j];
    if (product->alpha != 0 && k > 0 && n > 0)
        cblas_dgemv(CblasRowMajor, CblasTrans, k, n, product->alpha,
                    product->matrix[OPERAND_B].value, n,
                    product->matrix[OPERAND_A].value + row * depth(product), 1, 1, result, 1);
}
