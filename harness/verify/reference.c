#include "harness/verify/reference.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <cblas.h>

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

static int check_sizes(const struct product *product, struct fault *fault)
{
    if (rows(product) <= INT_MAX && columns(product) <= INT_MAX && depth(product) <= INT_MAX)
        return 0;
    return fault_set(fault, FAULT_REFUSED,
                     "sizes above 2^31 - 1 are more than the reference takes");
}

static int at_least_one(uint64_t size)
{
    return size == 0 ? 1 : (int)size;
}

/* result = alpha a b + beta c with the shapes of `product`. */
static void multiply(const struct product *product, double alpha, const double *a, const double *b,
                     double beta, const double *c, double *result)
{
    uint64_t count = rows(product) * columns(product);

    if (count == 0)
        return;
    for (uint64_t i = 0; i < count; i++)
        result[i] = beta == 0 ? 0 : beta * c[i];
    if (alpha != 0 && depth(product) > 0)
        cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, (int)rows(product),
                    (int)columns(product), (int)depth(product), alpha, a,
                    at_least_one(depth(product)), b, at_least_one(columns(product)), 1, result,
                    at_least_one(columns(product)));
}

int reference_result(const struct product *product, double *result, struct fault *fault)
{
    if (check_sizes(product, fault))
        return -1;
    multiply(product, product->alpha, product->matrix[OPERAND_A].value,
             product->matrix[OPERAND_B].value, product->beta, product->matrix[OPERAND_C].value,
             result);
    return 0;
}

/* |values| in malloc'd memory. */
static double *magnitudes(const struct matrix *matrix)
{
    uint64_t count = matrix->rows * matrix->columns;
    double *result = malloc((count + 1) * sizeof *result);

    for (uint64_t i = 0; result != NULL && i < count; i++)
        result[i] = fabs(matrix->value[i]);
    return result;
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
    if (status == 0)
        multiply(product, fabs(product->alpha), absolutes.value[OPERAND_A],
                 absolutes.value[OPERAND_B], fabs(product->beta), absolutes.value[OPERAND_C],
                 scale);
    absolutes_release(&absolutes);
    return status;
}

void reference_plain(const struct product *product, double *result)
{
    const double *a = product->matrix[OPERAND_A].value, *b = product->matrix[OPERAND_B].value;
    const double *c = product->matrix[OPERAND_C].value;
    uint64_t m = rows(product), n = columns(product), k = depth(product);

    for (uint64_t i = 0; i < m; i++)
        for (uint64_t j = 0; j < n; j++) {
            double sum = 0;

            for (uint64_t l = 0; l < k; l++)
                sum += a[i * k + l] * b[l * n + j];
            result[i * n + j] = (product->alpha == 0 ? 0 : product->alpha * sum) +
                                (product->beta == 0 ? 0 : product->beta * c[i * n + j]);
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
