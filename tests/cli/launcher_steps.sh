#!/bin/bash
# Emitted launchers of products with an epilogue, in parts of K, and of tiles in sequence: they compile without a warning, in C and C++; where there is
# an OpenCL device they multiply, several times with one launcher, and refuse operands of the epilogue that are too small.
# Test: long, turn 10
. "${srcdir:-.}/tests/cli/launchers.sh"

tile='--family register --tile 2x4 --wg 2x2'
emit finished $tile --epilogue bias:row,scale,residual,clamp:-40:50
emit taken $tile --edges pad --epilogue scale:column,residual,bias:column,relu
emit parted $tile --split-k 3 --split-k-sum launch --offset-a arg --epilogue bias:column,relu
emit padded $tile --split-k 2 --edges pad --pretranspose ab --steps separate --epilogue residual,scale
emit first_of_part --family naive --split-k 4 --fixed 9x10x23 --beta 0
emit in_sequence --family matrix --engine emulated:mma --compute tf32 --tile 2x2 --wg 8x4 --copy bulk --panels ab --stages 3 --persistent 1
emit two_numbers --family matrix --engine emulated:wgmma --compute 3xtf32 --tile 2x4 --wg 32x4 --copy bulk --panels ab --stages 2
emit nothing $tile --split-k 3 --fixed 9x10x0
compile

cat >main.c <<'C'
#include "launcher_host.h"

static int retain_fails;

static cl_int retain_event(cl_event event)
{
    return retain_fails ? CL_OUT_OF_RESOURCES : clRetainEvent(event);
}

#define clRetainEvent retain_event

#include "finished_launch.h"
#include "first_of_part_launch.h"
#include "in_sequence_launch.h"
#include "nothing_launch.h"
#include "padded_launch.h"
#include "parted_launch.h"
#include "taken_launch.h"
#include "two_numbers_launch.h"

static float larger(float x, float y)
{
    return x > y ? x : y;
}

static float finished(float value, size_t i, size_t j)
{
    value = (value + element(i, BIAS)) * 2 + element(i * LDR + j, RESIDUAL);
    return value < -40 ? -40 : value > 50 ? 50 : value;
}

static float taken(float value, size_t i, size_t j)
{
    return larger(value * element(j, SCALE) + element(i * LDR + j, RESIDUAL) + element(j, BIAS), 0);
}

static float parted(float value, size_t i, size_t j)
{
    (void)i;
    return larger(value + element(j, BIAS), 0);
}

static float padded(float value, size_t i, size_t j)
{
    return (value + element(i * LDR + j, RESIDUAL)) * 3;
}

static void test_epilogues(size_t K)
{
    struct finished single;
    struct taken steps;
    const size_t lda = K + 1;
    cl_mem a = matrix((M - 1) * lda + K, A), b = matrix((K - 1) * LDB + N, B), c = matrix(COUNT, C);
    cl_mem each = matrix(M, BIAS), columns = matrix(N, BIAS), few = matrix(M - 1, BIAS);
    cl_mem scale = matrix(N, SCALE), residual = matrix((M - 1) * LDR + N, RESIDUAL);
    cl_event event;
    EXPECT(finished_create(&single, context, device), CL_SUCCESS);
    EXPECT(finished_enqueue(&single, queue, M, N, K, 2, a, lda, b, LDB, -1, c, LDC, each, 2, residual, LDR, 0,
                            NULL, &event), CL_SUCCESS);
    compare("finished", c, K, 0, lda, LDB, LDC, -1, finished, event);
    c = matrix(COUNT, C);
    EXPECT(finished_enqueue(&single, queue, M, N, K, 2, a, lda, b, LDB, -1, c, LDC, few, 2, residual, LDR, 0,
                            NULL, NULL), CL_INVALID_BUFFER_SIZE);
    EXPECT(finished_enqueue(&single, queue, M, N, K, 2, a, lda, b, LDB, -1, c, LDC, each, 2, residual, LDR + 1,
                            0, NULL, NULL), CL_INVALID_BUFFER_SIZE);
    EXPECT(finished_enqueue(&single, queue, M, N, K, 2, a, lda, b, LDB, -1, c, LDC, each, 2, residual, N - 1,
                            0, NULL, NULL), CL_INVALID_VALUE);
    finished_release(&single);
    EXPECT(taken_create(&steps, context, device), CL_SUCCESS);
    EXPECT(taken_enqueue(&steps, queue, M, N, K, 2, a, lda, b, LDB, -1, c, LDC, scale, residual, LDR, columns,
                         0, NULL, &event), CL_SUCCESS);
    compare("taken", c, K, 0, lda, LDB, LDC, -1, taken, event);
    taken_release(&steps);
    clReleaseMemObject(a);
    clReleaseMemObject(b);
    clReleaseMemObject(each);
    clReleaseMemObject(columns);
    clReleaseMemObject(few);
    clReleaseMemObject(scale);
    clReleaseMemObject(residual);
}

/* One launcher for all K: the workspaces of the longest serve the others. */
static void test_parts(void)
{
    static const size_t depths[] = {64, 1, 2, 7, 200};
    struct parted parts;
    struct padded steps;
    cl_mem columns = matrix(N, BIAS), residual = matrix((M - 1) * LDR + N, RESIDUAL), c;
    cl_event event;
    EXPECT(parted_create(&parts, context, device), CL_SUCCESS);
    EXPECT(padded_create(&steps, context, device), CL_SUCCESS);
    for (size_t i = 0; i < sizeof depths / sizeof *depths; i++) {
        const size_t K = depths[i], lda = K + 2;
        cl_mem a = matrix(5 + (M - 1) * lda + K, A), b = matrix((K - 1) * LDB + N, B);
        c = matrix(COUNT, C);
        EXPECT(parted_enqueue(&parts, queue, M, N, K, 2, a, 5, lda, b, LDB, -1, c, LDC, columns, 0, NULL,
                              &event), CL_SUCCESS);
        compare("parted", c, K, 5, lda, LDB, LDC, -1, parted, event);
        c = matrix(COUNT, C);
        EXPECT(padded_enqueue(&steps, queue, M, N, K, 2, a, lda, b, LDB, -1, c, LDC, residual, LDR, 3, 0,
                              NULL, &event), CL_SUCCESS);
        compare("padded", c, K, 0, lda, LDB, LDC, -1, padded, event);
        clReleaseMemObject(a);
        clReleaseMemObject(b);
    }
    padded_release(&steps);
    /* Without K, and with alpha = 0, neither A nor B is there, and no workspace for them. */
    EXPECT(padded_create(&steps, context, device), CL_SUCCESS);
    c = matrix(COUNT, C);
    EXPECT(padded_enqueue(&steps, queue, M, N, 2000000000, 0, NULL, 1, NULL, LDB, -1, c, LDC, residual, LDR, 3, 0,
                          NULL, &event), CL_SUCCESS);
    compare("padded", c, 0, 0, 1, LDB, LDC, -1, padded, event);
    EXPECT(steps.A_padded.memory || steps.A_transposed.memory || steps.B_padded.memory || steps.B_transposed.memory, 0);
    c = matrix(COUNT, C);
    EXPECT(parted_enqueue(&parts, queue, M, N, 0, 2, NULL, 5, 1, NULL, LDB, -1, c, LDC, columns, 0, NULL,
                          &event), CL_SUCCESS);
    compare("parted", c, 0, 0, 1, LDB, LDC, -1, parted, event);
    parted_release(&parts);
    padded_release(&steps);
    clReleaseMemObject(columns);
    clReleaseMemObject(residual);
}

/* As many work-groups as the device has compute units, for any number of tiles; and panels of two numbers for each element. */
static void test_in_sequence(void)
{
    static const size_t depths[] = {64, 1, 200};
    struct in_sequence tiles;
    struct two_numbers panels;
    cl_event event;
    EXPECT(in_sequence_create(&tiles, context, device), CL_SUCCESS);
    EXPECT(two_numbers_create(&panels, context, device), CL_SUCCESS);
    for (size_t i = 0; i < sizeof depths / sizeof *depths; i++) {
        const size_t K = depths[i], lda = K + 2;
        cl_mem a = matrix((M - 1) * lda + K, A), b = matrix((K - 1) * LDB + N, B), c = matrix(COUNT, C);
        EXPECT(in_sequence_enqueue(&tiles, queue, M, N, K, 2, a, lda, b, LDB, -1, c, LDC, 0, NULL, &event),
               CL_SUCCESS);
        compare("in_sequence", c, K, 0, lda, LDB, LDC, -1, same, event);
        c = matrix(COUNT, C);
        EXPECT(two_numbers_enqueue(&panels, queue, M, N, K, 2, a, lda, b, LDB, -1, c, LDC, 0, NULL, &event),
               CL_SUCCESS);
        compare("two_numbers", c, K, 0, lda, LDB, LDC, -1, same, event);
        clReleaseMemObject(a);
        clReleaseMemObject(b);
    }
    in_sequence_release(&tiles);
    two_numbers_release(&panels);
}

/* The event of the last step cannot be given to the caller: his is as it was. */
static void test_event(void)
{
    struct first_of_part fixed;
    cl_mem a = matrix(M * 23, A), b = matrix(23 * N, B), c = matrix(M * N, C);
    cl_event event = NULL;
    EXPECT(first_of_part_create(&fixed, context, device), CL_SUCCESS);
    retain_fails = 1;
    EXPECT(first_of_part_enqueue(&fixed, queue, 2, a, b, c, 0, NULL, &event), CL_OUT_OF_RESOURCES);
    retain_fails = 0;
    EXPECT(event == NULL, 1);
    EXPECT(clFinish(queue), CL_SUCCESS);
    first_of_part_release(&fixed);
    clReleaseMemObject(a);
    clReleaseMemObject(b);
    clReleaseMemObject(c);
}

/* Behind an event that fails, a product of six steps says so, and the next one of the struct is right. That is on another queue:
 * Intel's runtime bears neither the use nor the release of an out-of-order queue on which a command has failed. */
static void test_failed(cl_command_queue_properties order)
{
    struct padded steps;
    const size_t K = 7, lda = K + 2;
    cl_mem a = matrix((M - 1) * lda + K, A), b = matrix((K - 1) * LDB + N, B), c = matrix(COUNT, C);
    cl_mem residual = matrix((M - 1) * LDR + N, RESIDUAL);
    cl_int status;
    cl_command_queue failing = clCreateCommandQueue(context, device, order, &status);
    cl_event gate = clCreateUserEvent(context, &status), event;
    EXPECT(padded_create(&steps, context, device), CL_SUCCESS);
    EXPECT(padded_enqueue(&steps, failing, M, N, K, 2, a, lda, b, LDB, -1, c, LDC, residual, LDR, 3, 1, &gate,
                          &event), CL_SUCCESS);
    EXPECT(clSetUserEventStatus(gate, -1), CL_SUCCESS);
    EXPECT(clWaitForEvents(1, &event), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
    clReleaseEvent(event);
    clReleaseEvent(gate);
    EXPECT(padded_enqueue(&steps, queue, M, N, K, 2, a, lda, b, LDB, -1, c, LDC, residual, LDR, 3, 1, NULL,
                          NULL), CL_INVALID_EVENT_WAIT_LIST);
    EXPECT(padded_enqueue(&steps, queue, M, N, K, 2, a, lda, b, LDB, -1, c, LDC, residual, LDR, 3, 0, NULL,
                          &event), CL_SUCCESS);
    compare("padded, after one that failed", c, K, 0, lda, LDB, LDC, -1, padded, event);
    padded_release(&steps);
    if (order == 0)
        clReleaseCommandQueue(failing);
    clReleaseMemObject(a);
    clReleaseMemObject(b);
    clReleaseMemObject(residual);
}

static void test_fixed(void)
{
    struct first_of_part fixed;
    struct nothing nothing;
    const size_t K = 23;
    cl_mem a = matrix(M * K, A), b = matrix(K * N, B), c = matrix(M * N, C);
    cl_event event;
    EXPECT(first_of_part_create(&fixed, context, device), CL_SUCCESS);
    EXPECT(first_of_part_enqueue(&fixed, queue, 2, a, b, c, 0, NULL, &event), CL_SUCCESS);
    compare("first_of_part", c, K, 0, K, N, N, 0, same, event);
    first_of_part_release(&fixed);
    c = matrix(M * N, C);
    EXPECT(nothing_create(&nothing, context, device), CL_SUCCESS);
    EXPECT(nothing_enqueue(&nothing, queue, 2, NULL, NULL, -1, c, 0, NULL, &event), CL_SUCCESS);
    compare("nothing", c, 0, 0, 1, N, N, -1, same, event);
    nothing_release(&nothing);
    clReleaseMemObject(a);
    clReleaseMemObject(b);
}

static void test(void)
{
    test_epilogues(6);
    test_parts();
    test_in_sequence();
    test_fixed();
    test_event();
    test_failed(0);
    test_failed(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
}
C
multiply
