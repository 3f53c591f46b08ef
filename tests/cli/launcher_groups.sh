#!/bin/bash
# Emitted launchers of matrices of 4-bit elements in groups: they compile without a warning, in C and C++; where there is an OpenCL
# device they multiply, with scales and zero points of the layout that doc/quantised.md says, and refuse buffers that are too small.
# Test: long
. "${srcdir:-.}/tests/cli/launchers.sh"

emit grouped --family register --tile 2x4 --wg 2x2 --transpose nt --type-b u4_32 --offset-b arg --epilogue bias:column
emit middle --family gemv --tile 2x2 --wg 4x2 --transpose nt --type-b i4_64
emit decoded --family register --tile 2x4 --wg 2x2 --transpose nt --type-b u4_32 --decode b --prepared b
compile

cat >main.c <<'C'
#include <string.h>

#include "launcher_host.h"

#include "decoded_launch.h"
#include "grouped_launch.h"
#include "middle_launch.h"

enum { BUFFER = 4096, UNIT = 64 }; /* elements that a byte of zero points of u4_32 serves */

static float biased(float value, size_t i, size_t j)
{
    (void)i;
    return value + element(j, BIAS);
}

static cl_mem bytes_of(const void *bytes, size_t count)
{
    cl_mem buffer = empty(count);
    EXPECT(clEnqueueWriteBuffer(queue, buffer, CL_TRUE, 0, count, bytes, 0, NULL, NULL), CL_SUCCESS);
    return buffer;
}

/* Element (k, j) of B is scale * (quant - zero): scales are 1 and -1 in turn, zero points 5 to 8 or, of i4, 8. */
static void make(size_t K, size_t ldb, size_t offset, size_t group, int zeros_lie_apart, cl_mem buffers[3])
{
    unsigned char quants[BUFFER] = {0}, zeros[BUFFER] = {0};
    cl_ushort scales[BUFFER] = {0};
    for (size_t j = 0; j < N; j++)
        for (size_t k = 0; k < K; k++) {
            const size_t at = offset + j * ldb + k, of_group = at / group;
            const int zero = zeros_lie_apart ? 5 + (int)((j + of_group) % 4) : 8;
            const int negative = of_group % 2 == 1, value = (int)element(k * LDB + j, B);
            const int quant = zero + (negative ? -value : value);
            quants[at / 2] = (unsigned char)(quants[at / 2] | quant << at % 2 * 4);
            scales[of_group] = negative ? 0xbc00 : 0x3c00; /* halves */
            if (at % group == 0)
                zeros[of_group / 2] = (unsigned char)(zeros[of_group / 2] | zero << of_group % 2 * 4);
        }
    const size_t end = offset + (N - 1) * ldb + K;
    buffers[0] = bytes_of(quants, end / 2);
    buffers[1] = bytes_of(scales, end / group * 2);
    buffers[2] = bytes_of(zeros, end / group / 2);
}

static void test_zeros(void)
{
    struct grouped product;
    const size_t K = 3 * UNIT, lda = K + 1, ldb = 4 * UNIT, offset = 2 * UNIT;
    cl_mem a = matrix((M - 1) * lda + K, A), bias = matrix(N, BIAS), c = matrix(COUNT, C), b[3], none = empty(1);
    cl_event event;
    make(K, ldb, offset, 32, 1, b);
    EXPECT(grouped_create(&product, context, device), CL_SUCCESS);
    EXPECT(grouped_enqueue(&product, queue, M, N, K, 2, a, lda, b[0], offset, ldb, b[1], b[2], -1, c, LDC, bias, 0,
                           NULL, &event), CL_SUCCESS);
    compare("grouped", c, K, 0, lda, LDB, LDC, -1, biased, event);
    c = matrix(COUNT, C);
    EXPECT(grouped_enqueue(&product, queue, M, N, K, 0, NULL, lda, NULL, offset, ldb, NULL, NULL, 1, c, LDC, bias, 0,
                           NULL, &event), CL_SUCCESS);
    clReleaseEvent(event);
    for (int i = 0; i < 3; i++)
        EXPECT(grouped_enqueue(&product, queue, M, N, K, 2, a, lda, i == 0 ? none : b[0], offset, ldb,
                               i == 1 ? none : b[1], i == 2 ? none : b[2], -1, c, LDC, bias, 0, NULL, NULL),
               CL_INVALID_BUFFER_SIZE);
    EXPECT(grouped_enqueue(&product, queue, M, N, K + 32, 2, a, lda, b[0], offset, ldb, b[1], b[2], -1, c, LDC, bias,
                           0, NULL, NULL), CL_INVALID_VALUE);
    EXPECT(grouped_enqueue(&product, queue, M, N, K, 2, a, lda, b[0], offset + 32, ldb, b[1], b[2], -1, c, LDC, bias,
                           0, NULL, NULL), CL_INVALID_VALUE);
    grouped_release(&product);
    clFinish(queue);
    for (int i = 0; i < 3; i++)
        clReleaseMemObject(b[i]);
    clReleaseMemObject(a);
    clReleaseMemObject(bias);
    clReleaseMemObject(none);
    clReleaseMemObject(c);
}

static void test_scales(void)
{
    struct middle product;
    const size_t K = 3 * UNIT, lda = K + 1;
    cl_mem a = matrix((M - 1) * lda + K, A), c = matrix(COUNT, C), b[3];
    cl_event event;
    make(K, K, 0, 64, 0, b);
    EXPECT(middle_create(&product, context, device), CL_SUCCESS);
    EXPECT(middle_enqueue(&product, queue, M, N, K, 2, a, lda, b[0], K, b[1], -1, c, LDC, 0, NULL, &event), CL_SUCCESS);
    compare("middle", c, K, 0, lda, LDB, LDC, -1, same, event);
    middle_release(&product);
    for (int i = 0; i < 3; i++)
        clReleaseMemObject(b[i]);
    clReleaseMemObject(a);
}

/* Scales and zero points are decoded with the quants, and the product needs none of the three. */
static void test_decoded(void)
{
    struct decoded product;
    const size_t K = 3 * UNIT, lda = K + 1, ldb = 4 * UNIT, room = decoded_prepared_b_bytes(N, K);
    cl_mem a = matrix((M - 1) * lda + K, A), c = matrix(COUNT, C), of_b = empty(room), none = empty(1), b[3];
    cl_event event;
    make(K, ldb, 0, 32, 1, b);
    EXPECT(room == N * K * sizeof(float), 1);
    EXPECT(decoded_create(&product, context, device), CL_SUCCESS);
    for (int i = 0; i < 4; i++)
        EXPECT(decoded_prepare_b(&product, queue, N, K, i == 0 ? none : b[0], ldb, i == 1 ? none : b[1],
                                 i == 2 ? none : b[2], i == 3 ? none : of_b, 0, NULL, NULL), CL_INVALID_BUFFER_SIZE);
    EXPECT(decoded_prepare_b(&product, queue, N, K + 32, b[0], ldb, b[1], b[2], of_b, 0, NULL, NULL), CL_INVALID_VALUE);
    EXPECT(decoded_prepare_b(&product, queue, N, K, b[0], ldb, b[1], b[2], of_b, 0, NULL, NULL), CL_SUCCESS);
    EXPECT(clFinish(queue), CL_SUCCESS);
    for (int i = 0; i < 3; i++)
        clReleaseMemObject(b[i]);
    EXPECT(decoded_enqueue(&product, queue, M, N, K, 2, a, lda, of_b, -1, c, LDC, 0, NULL, &event), CL_SUCCESS);
    compare("decoded", c, K, 0, lda, LDB, LDC, -1, same, event);
    decoded_release(&product);
    clReleaseMemObject(a);
    clReleaseMemObject(of_b);
    clReleaseMemObject(none);
}

static void test(void)
{
    test_zeros();
    test_scales();
    test_decoded();
}
C
multiply
