#!/bin/bash
# Emitted launchers of products whose operands are prepared once (--prepared): they compile without a warning, in C and C++; where
# there is an OpenCL device they prepare, multiply several times, and refuse buffers that are too small.
# Test: long, turn 7
. "${srcdir:-.}/tests/cli/launchers.sh"

tile='--family register --tile 2x4 --wg 2x2'
emit panels --family blocked --tile 2x4 --block-k 16 --panels ab --prepared b
emit both $tile --edges pad --pretranspose b --steps separate --prepared ab --split-k 2 --offset-b arg --epilogue bias:column,relu
emit several $tile --pretranspose b --prepared b --batch strided
emit listed $tile --edges pad --prepared a --batch offsets
emit whole $tile --fixed 12x8x23 --edges pad --prepared b
emit unneeded $tile --fixed 9x10x0 --edges pad --prepared b
compile

cat >main.c <<'C'
#include "launcher_host.h"

#include "both_launch.h"
#include "listed_launch.h"
#include "panels_launch.h"
#include "several_launch.h"
#include "unneeded_launch.h"
#include "whole_launch.h"

static float finished(float value, size_t i, size_t j)
{
    (void)i;
    value += element(j, BIAS);
    return value > 0 ? value : 0;
}

/* B in panels for products of two sizes; another B in the same launcher; a third one in the buffer of the first. */
static void test_panels(void)
{
    struct panels product;
    const size_t K = 37, lda = K + 1, bytes = panels_prepared_b_bytes(N, K);
    cl_mem a = matrix((M - 1) * lda + K, A), b = matrix((K - 1) * LDB + N, B);
    cl_mem other = matrix((K - 1) * LDB + N, C);
    cl_mem panels = empty(bytes), panels_of_other = empty(bytes), c;
    cl_event event, ready;
    EXPECT(panels_create(&product, context, device), CL_SUCCESS);
    EXPECT(panels_prepare_b(&product, queue, N, K, b, LDB, panels, 0, NULL, &ready), CL_SUCCESS);
    EXPECT(panels_prepare_b(&product, queue, N, K, other, LDB, panels_of_other, 0, NULL, NULL), CL_SUCCESS);
    for (rows = 4; rows <= M; rows += M - 4) {
        c = matrix(COUNT, C);
        EXPECT(panels_enqueue(&product, queue, rows, N, K, 2, a, lda, panels, -1, c, LDC, 1, &ready, &event),
               CL_SUCCESS);
        compare("panels", c, K, 0, lda, LDB, LDC, -1, same, event);
    }
    rows = M;
    EXPECT(panels_prepare_b(&product, queue, N, K, b, LDB, panels_of_other, 0, NULL, NULL), CL_SUCCESS);
    c = matrix(COUNT, C);
    EXPECT(panels_enqueue(&product, queue, M, N, K, 2, a, lda, panels_of_other, -1, c, LDC, 0, NULL, &event),
           CL_SUCCESS);
    compare("panels", c, K, 0, lda, LDB, LDC, -1, same, event);
    /* Nothing to prepare, and nothing that is read. */
    EXPECT(panels_prepare_b(&product, queue, N, 0, NULL, LDB, NULL, 0, NULL, &event), CL_SUCCESS);
    clReleaseEvent(event);
    c = matrix(COUNT, C);
    EXPECT(panels_enqueue(&product, queue, M, N, 0, 2, NULL, 1, NULL, -1, c, LDC, 0, NULL, &event), CL_SUCCESS);
    compare("panels", c, 0, 0, 1, LDB, LDC, -1, same, event);
    /* Too small: B, what it is packed into, what is multiplied. */
    c = empty(bytes - 1);
    EXPECT(panels_prepare_b(&product, queue, N, K + 1, b, LDB, panels, 0, NULL, NULL), CL_INVALID_BUFFER_SIZE);
    EXPECT(panels_prepare_b(&product, queue, N, K, b, LDB, c, 0, NULL, NULL), CL_INVALID_BUFFER_SIZE);
    EXPECT(panels_prepare_b(&product, queue, N, K, b, N - 1, panels, 0, NULL, NULL), CL_INVALID_VALUE);
    EXPECT(panels_enqueue(&product, queue, M, N, K, 2, a, lda, c, -1, b, LDC, 0, NULL, NULL),
           CL_INVALID_BUFFER_SIZE);
    clReleaseMemObject(c);
    panels_release(&product);
    clReleaseEvent(ready);
    clReleaseMemObject(a);
    clReleaseMemObject(b);
    clReleaseMemObject(other);
    clReleaseMemObject(panels);
    clReleaseMemObject(panels_of_other);
}

/* Bytes of a matrix that is too large, and of one that is empty. */
static void test_bytes(void)
{
    const size_t most = (size_t)-1;
    EXPECT(panels_prepared_b_bytes(most / 8, most / 8) == most, 1);
    for (size_t size = most; size > most - 70; size--) {
        EXPECT(panels_prepared_b_bytes(size, 1) == most && panels_prepared_b_bytes(1, size) == most, 1);
        EXPECT(panels_prepared_b_bytes(size, size) == most && panels_prepared_b_bytes(0, size) == most, 1);
        EXPECT(both_prepared_a_bytes(size, 0) == most && both_prepared_b_bytes(size, 1) == most, 1);
        EXPECT(several_prepared_b_bytes(size, 1, 1) == most && several_prepared_b_bytes(1, size, 0) == most, 1);
        EXPECT(several_prepared_b_bytes(1, 1, size) == most && listed_prepared_a_bytes(size, 1, size) == most, 1);
        EXPECT(panels_blocks(size, 64) == most / 64 + (size > most - 63), 1);
        EXPECT(panels_round_up(size, 64) == (size > most - 63 ? most : most - 63), 1);
    }
    EXPECT(panels_prepared_b_bytes(0, 0) > 0 && several_prepared_b_bytes(0, 0, 0) > 0, 1);
    EXPECT(panels_round_up(0, 64) == 64 && panels_round_up(1, 64) == 64 && panels_round_up(65, 64) == 128, 1);
    EXPECT(panels_blocks(0, 64) == 0 && panels_blocks(64, 64) == 1 && panels_blocks(65, 64) == 2, 1);
}

/* Both operands, B by two steps. */
static void test_both(void)
{
    struct both product;
    const size_t K = 29, lda = K + 1;
    cl_mem a = matrix((M - 1) * lda + K, A), b = matrix((K - 1) * LDB + N, B), c;
    cl_mem columns = matrix(N, BIAS);
    cl_mem of_a = empty(both_prepared_a_bytes(M, K)), of_b = empty(both_prepared_b_bytes(N, K));
    cl_event event;
    EXPECT(both_create(&product, context, device), CL_SUCCESS);
    EXPECT(both_prepare_a(&product, queue, M, K, a, lda, of_a, 0, NULL, NULL), CL_SUCCESS);
    EXPECT(both_prepare_b(&product, queue, N, K, b, 0, LDB, of_b, 0, NULL, NULL), CL_SUCCESS);
    EXPECT(both_prepare_b(&product, queue, N, K, b, 1, LDB, of_b, 0, NULL, NULL), CL_INVALID_BUFFER_SIZE);
    for (int i = 0; i < 2; i++) {
        c = matrix(COUNT, C);
        EXPECT(both_enqueue(&product, queue, M, N, K, 2, of_a, of_b, -1, c, LDC, columns, 0, NULL, &event),
               CL_SUCCESS);
        compare("both", c, K, 0, lda, LDB, LDC, -1, finished, event);
    }
    both_release(&product);
    clReleaseMemObject(a);
    clReleaseMemObject(b);
    clReleaseMemObject(columns);
    clReleaseMemObject(of_a);
    clReleaseMemObject(of_b);
}

/* One member of each is enough to see that they are placed; that members are right, tests/cli/launcher_batch.sh sees. */
static void test_members(void)
{
    static const cl_long zero = 0;
    struct several strided;
    struct listed list;
    const size_t K = 19, lda = K + 1;
    cl_mem a = matrix((M - 1) * lda + K, A), b = matrix((K - 1) * LDB + N, B);
    cl_mem of_a = empty(listed_prepared_a_bytes(M, K, 1)), of_b = empty(several_prepared_b_bytes(N, K, 3));
    cl_mem first = empty(sizeof zero), c = matrix(COUNT, C);
    cl_event event;
    EXPECT(clEnqueueWriteBuffer(queue, first, CL_TRUE, 0, sizeof zero, &zero, 0, NULL, NULL), CL_SUCCESS);
    EXPECT(several_create(&strided, context, device), CL_SUCCESS);
    EXPECT(several_prepare_b(&strided, queue, N, K, b, LDB, 0, of_b, 3, 0, NULL, NULL), CL_SUCCESS);
    EXPECT(several_prepare_b(&strided, queue, N, K, b, LDB, 0, of_b, 4, 0, NULL, NULL), CL_INVALID_BUFFER_SIZE);
    EXPECT(several_enqueue(&strided, queue, M, N, K, 2, a, lda, 0, of_b, -1, c, LDC, 1, 1, 0, NULL, &event),
           CL_SUCCESS);
    compare("several", c, K, 0, lda, LDB, LDC, -1, same, event);
    several_release(&strided);
    c = matrix(COUNT, C);
    EXPECT(listed_create(&list, context, device), CL_SUCCESS);
    EXPECT(listed_prepare_a(&list, queue, M, K, a, lda, first, of_a, 1, 0, NULL, NULL), CL_SUCCESS);
    EXPECT(listed_enqueue(&list, queue, M, N, K, 2, of_a, b, LDB, first, -1, c, LDC, first, 1, 0, NULL, &event),
           CL_SUCCESS);
    compare("listed", c, K, 0, lda, LDB, LDC, -1, same, event);
    listed_release(&list);
    clReleaseMemObject(a);
    clReleaseMemObject(b);
    clReleaseMemObject(of_a);
    clReleaseMemObject(of_b);
    clReleaseMemObject(first);
}

/* Sizes that fill whole tiles are prepared like others; without K there is nothing to prepare, and no function less. */
static void test_fixed(void)
{
    struct whole whole;
    struct unneeded unneeded;
    cl_mem a = matrix(12 * 23, A), b = matrix(23 * 8, B), of_b = empty(whole_prepared_b_bytes());
    cl_mem c = matrix(12 * 8, C), untouched = matrix(M * N, C);
    float values[12 * 8];
    cl_event event;
    EXPECT(whole_create(&whole, context, device), CL_SUCCESS);
    EXPECT(whole_prepare_b(&whole, queue, b, of_b, 0, NULL, NULL), CL_SUCCESS);
    EXPECT(whole_enqueue(&whole, queue, 2, a, of_b, 0, c, 0, NULL, &event), CL_SUCCESS);
    EXPECT(clEnqueueReadBuffer(queue, c, CL_TRUE, 0, sizeof values, values, 1, &event, NULL), CL_SUCCESS);
    for (size_t i = 0; i < 12 * 8; i++) {
        float sum = 0;
        for (size_t k = 0; k < 23; k++)
            sum += element(i / 8 * 23 + k, A) * element(k * 8 + i % 8, B);
        if (values[i] != 2 * sum) {
            printf("whole: element %zu is %g, not %g\n", i, values[i], 2 * sum);
            wrong = 1;
            break;
        }
    }
    clReleaseEvent(event);
    whole_release(&whole);
    EXPECT(unneeded_create(&unneeded, context, device), CL_SUCCESS);
    EXPECT(unneeded_prepare_b(&unneeded, queue, NULL, NULL, 0, NULL, NULL), CL_SUCCESS);
    EXPECT(unneeded_enqueue(&unneeded, queue, 2, NULL, NULL, -1, untouched, 0, NULL, &event), CL_SUCCESS);
    compare("unneeded", untouched, 0, 0, 1, N, N, -1, same, event);
    unneeded_release(&unneeded);
    clReleaseMemObject(a);
    clReleaseMemObject(b);
    clReleaseMemObject(of_b);
    clReleaseMemObject(c);
}

static void test(void)
{
    test_bytes();
    test_panels();
    test_both();
    test_members();
    test_fixed();
}
C
multiply
