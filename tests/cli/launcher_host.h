/*
 * The same (launcher_device.h) of programs that multiply matrices of one size: C as it must be.
 */
#include "launcher_device.h"

enum {
    A = 1,
    B,
    C,
    BIAS,
    SCALE,
    RESIDUAL
}; /* seeds */
enum {
    M = 9,
    N = 10,
    LDB = 11,
    LDC = 13,
    LDR = 12,
    COUNT = (M - 1) * LDC + N
};

static inline float same(float value, size_t i, size_t j)
{
    (void)i;
    (void)j;
    return value;
}

static size_t rows = M;

/* C = finish(2 A B + beta C) of so many rows; what is no element of C is as it was. Releases C. */
static inline void compare(const char *name, cl_mem buffer, size_t K, size_t offset_a, size_t lda,
                           size_t ldb, size_t ldc, float beta,
                           float (*finish)(float value, size_t i, size_t j), cl_event event)
{
    float values[COUNT], wanted[COUNT];
    const size_t count = ldc * (M - 1) + N;
    EXPECT(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, count * sizeof *values, values, 1, &event,
                               NULL),
           CL_SUCCESS);
    for (size_t i = 0; i < count; i++)
        wanted[i] = element(i, C);
    for (size_t i = 0; i < rows; i++)
        for (size_t j = 0; j < N; j++) {
            float sum = 0;
            for (size_t k = 0; k < K; k++)
                sum += element(offset_a + i * lda + k, A) * element(k * ldb + j, B);
            wanted[i * ldc + j] = finish(2 * sum + beta * wanted[i * ldc + j], i, j);
        }
    for (size_t i = 0; i < count; i++)
        if (values[i] != wanted[i]) {
            printf("%s, K = %zu: element %zu is %g, not %g\n", name, K, i, values[i], wanted[i]);
            wrong = 1;
            break;
        }
    clReleaseEvent(event);
    clReleaseMemObject(buffer);
}
