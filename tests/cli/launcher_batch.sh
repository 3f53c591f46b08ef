#!/bin/bash
# Emitted launchers of batches: they compile without a warning, in C and C++; where there is an OpenCL device they multiply each
# member, more of them than one launch has, share an A or B, and refuse what they must.
# Test: long, turn 7
. "${srcdir:-.}/tests/cli/launchers.sh"

tile='--family register --tile 2x4 --wg 2x2'
emit strided $tile --batch strided --offset-a arg
emit listed $tile --batch offsets
emit padded $tile --batch strided --edges pad --pretranspose b --steps separate
emit listpad $tile --batch offsets --edges pad
emit counted $tile --batch strided --batch-count 3 --stride-a 0 --stride-b 40 --stride-c 50
emit nobody $tile --batch strided --batch-count 0
emit parts $tile --batch strided --split-k 2
emit groups $tile --batch strided --wg-members 2 --edges pad
compile
# shellcheck disable=SC2086
narrow $names

cat >main.c <<'C'
#include "launcher_device.h"

#include "counted_launch.h"
#include "groups_launch.h"
#include "listed_launch.h"
#include "listpad_launch.h"
#include "nobody_launch.h"
#include "padded_launch.h"
#include "parts_launch.h"
#include "strided_launch.h"

static cl_mem buffer_of(size_t bytes, const void *data)
{
    cl_int status;
    cl_mem buffer = clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, bytes,
                                   (void *)data, &status);
    EXPECT(status, CL_SUCCESS);
    return buffer;
}

enum { M = 5, N = 7, K = 3, LDA = 4, LDB = 8, LDC = 9 };

/* C = 2 A B - C of each member, whose starts are given; the rest of the buffer is as it was. */
static void compare(const char *name, cl_mem C, size_t count, size_t members, const cl_long *a,
                    const cl_long *b, const cl_long *c, cl_event event)
{
    float *values = malloc(count * sizeof *values), *wanted = malloc(count * sizeof *values);
    EXPECT(clEnqueueReadBuffer(queue, C, CL_TRUE, 0, count * sizeof *values, values, 1, &event,
                               NULL), CL_SUCCESS);
    for (size_t i = 0; i < count; i++)
        wanted[i] = element(i, 3);
    for (size_t member = 0; member < members; member++)
        for (size_t i = 0; i < M; i++)
            for (size_t j = 0; j < N; j++) {
                float sum = 0;
                for (size_t k = 0; k < K; k++)
                    sum += element((size_t)a[member] + i * LDA + k, 1) *
                           element((size_t)b[member] + k * LDB + j, 2);
                float *const place = &wanted[(size_t)c[member] + i * LDC + j];
                *place = 2 * sum - *place;
            }
    for (size_t i = 0; i < count; i++)
        if (values[i] != wanted[i]) {
            printf("%s: element %zu is %g, not %g\n", name, i, values[i], wanted[i]);
            wrong = 1;
            break;
        }
    free(values);
    free(wanted);
    clReleaseEvent(event);
}

/* Members a stride apart, from an offset on. */
static cl_long *starts(size_t members, size_t offset, size_t stride)
{
    cl_long *list = malloc((members ? members : 1) * sizeof *list);
    for (size_t i = 0; i < members; i++)
        list[i] = (cl_long)(offset + i * stride);
    return list;
}

enum { ONE_A = (M - 1) * LDA + K, ONE_B = (K - 1) * LDB + N, ONE_C = (M - 1) * LDC + N };

/* The same by other kernels, whose work-groups along dimension 2 are not the members: parts of K, and several members in one. */
#define TEST_GROUPS(name)                                                                          \
    do {                                                                                           \
        struct name name;                                                                          \
        cl_event event_;                                                                           \
        cl_mem C_ = matrix(count, 3);                                                            \
        EXPECT(name##_create(&name, context, device), CL_SUCCESS);                                 \
        EXPECT(name##_enqueue(&name, queue, M, N, K, 2, A, LDA, stride_a, B, LDB, stride_b, -1,    \
                              C_, LDC, stride_c, members, 0, NULL, &event_), CL_SUCCESS);          \
        compare(#name, C_, count, members, first, b, c, event_);                                   \
        name##_release(&name);                                                                     \
        clReleaseMemObject(C_);                                                                    \
    } while (0)

/* 140001: more than one launch has, also of two members a work-group. Buffers are exactly as long as they must be. */
static void test_strided(size_t members, size_t stride_a, size_t stride_b)
{
    struct strided strided;
    struct padded padded;
    const size_t stride_c = ONE_C + 2, last = members - 1, count = last * stride_c + ONE_C;
    cl_mem A = matrix(1 + last * stride_a + ONE_A, 1), B = matrix(last * stride_b + ONE_B, 2);
    cl_mem C = matrix(count, 3);
    cl_long *a = starts(members, 1, stride_a), *first = starts(members, 0, stride_a);
    cl_long *b = starts(members, 0, stride_b), *c = starts(members, 0, stride_c);
    cl_event event;
    EXPECT(strided_create(&strided, context, device), CL_SUCCESS);
    EXPECT(strided_enqueue(&strided, queue, M, N, K, 2, A, 1, LDA, stride_a, B, LDB, stride_b, -1, C, LDC,
                           stride_c, members, 0, NULL, &event), CL_SUCCESS);
    compare("strided", C, count, members, a, b, c, event);
    /* One member too many, or a stride that is too long; C shared. */
    EXPECT(strided_enqueue(&strided, queue, M, N, K, 2, A, 1, LDA, stride_a, B, LDB, stride_b, -1, C, LDC,
                           stride_c, members + 1, 0, NULL, NULL), CL_INVALID_BUFFER_SIZE);
    if (members > 1) {
        EXPECT(strided_enqueue(&strided, queue, M, N, K, 2, A, 1, LDA, stride_a + 1, B, LDB, stride_b, -1,
                               C, LDC, stride_c, members, 0, NULL, NULL), CL_INVALID_BUFFER_SIZE);
        EXPECT(strided_enqueue(&strided, queue, M, N, K, 2, A, 1, LDA, stride_a, B, LDB,
                               (size_t)-1 / 2, -1, C, LDC, stride_c, members, 0, NULL, NULL),
               CL_INVALID_BUFFER_SIZE);
    }
    EXPECT(strided_enqueue(&strided, queue, M, N, K, 2, A, 1, LDA, stride_a, B, LDB, stride_b, -1, C, LDC, 0,
                           members, 0, NULL, NULL), CL_INVALID_VALUE);
    strided_release(&strided);
    clReleaseMemObject(C);

    C = matrix(count, 3);
    EXPECT(padded_create(&padded, context, device), CL_SUCCESS);
    EXPECT(padded_enqueue(&padded, queue, M, N, K, 2, A, LDA, stride_a, B, LDB, stride_b, -1, C, LDC,
                          stride_c, members, 0, NULL, &event), CL_SUCCESS);
    compare("padded", C, count, members, first, b, c, event);
    TEST_GROUPS(parts);
    TEST_GROUPS(groups);
    /* No members, after what the caller waits for; nothing need be there. */
    cl_int status;
    cl_event gate = clCreateUserEvent(context, &status);
    EXPECT(padded_enqueue(&padded, queue, M, N, K, 2, NULL, LDA, 0, NULL, LDB, 0, -1, NULL, LDC, 1, 0, 1,
                          &gate, &event), CL_SUCCESS);
    EXPECT(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
    EXPECT(clWaitForEvents(1, &event), CL_SUCCESS);
    clReleaseEvent(event);
    clReleaseEvent(gate);
    padded_release(&padded);
    clReleaseMemObject(A);
    clReleaseMemObject(B);
    clReleaseMemObject(C);
    free(a);
    free(first);
    free(b);
    free(c);
}

/* Members in any order, some with the same A. */
static void test_listed(void)
{
    static const cl_long a[] = {0, 90, 0, 33}, b[] = {70, 0, 31, 120}, c[] = {200, 0, 100, 50};
    struct listed listed;
    struct listpad listpad;
    const size_t count = 250;
    cl_mem A = matrix(120, 1), B = matrix(160, 2), C = matrix(count, 3);
    cl_mem list_a = buffer_of(sizeof a, a), list_b = buffer_of(sizeof b, b), list_c = buffer_of(sizeof c, c);
    cl_event event;
    EXPECT(listed_create(&listed, context, device), CL_SUCCESS);
    EXPECT(listed_enqueue(&listed, queue, M, N, K, 2, A, LDA, list_a, B, LDB, list_b, -1, C, LDC, list_c, 4, 0,
                          NULL, &event), CL_SUCCESS);
    compare("listed", C, count, 4, a, b, c, event);
    EXPECT(listed_enqueue(&listed, queue, M, N, K, 2, A, LDA, list_a, B, LDB, list_b, -1, C, LDC, list_c, 5, 0,
                          NULL, NULL), CL_INVALID_BUFFER_SIZE);
    listed_release(&listed);
    clReleaseMemObject(C);
    C = matrix(count, 3);
    EXPECT(listpad_create(&listpad, context, device), CL_SUCCESS);
    EXPECT(listpad_enqueue(&listpad, queue, M, N, K, 2, A, LDA, list_a, B, LDB, list_b, -1, C, LDC, list_c, 4,
                           0, NULL, &event), CL_SUCCESS);
    compare("listpad", C, count, 4, a, b, c, event);
    listpad_release(&listpad);
    clReleaseMemObject(list_a);
    clReleaseMemObject(list_b);
    clReleaseMemObject(list_c);
    clReleaseMemObject(A);
    clReleaseMemObject(B);
    clReleaseMemObject(C);
}

static void test_counted(void)
{
    struct counted counted;
    struct nobody nobody;
    cl_mem A = matrix(ONE_A, 1), B = matrix(2 * 40 + ONE_B, 2), C = matrix(2 * 50 + ONE_C, 3);
    cl_long *a = starts(3, 0, 0), *b = starts(3, 0, 40), *c = starts(3, 0, 50);
    cl_event event;
    EXPECT(counted_create(&counted, context, device), CL_SUCCESS);
    EXPECT(counted_enqueue(&counted, queue, M, N, K, 2, A, LDA, B, LDB, -1, C, LDC, 0, NULL, &event), CL_SUCCESS);
    compare("counted", C, 2 * 50 + ONE_C, 3, a, b, c, event);
    EXPECT(counted_enqueue(&counted, queue, M, N, K, 2, A, LDA, B, LDB, -1, B, LDC, 0, NULL, NULL),
           CL_INVALID_BUFFER_SIZE);
    counted_release(&counted);
    EXPECT(nobody_create(&nobody, context, device), CL_SUCCESS);
    EXPECT(nobody_enqueue(&nobody, queue, M, N, K, 2, NULL, LDA, 1, NULL, LDB, 1, -1, NULL, LDC, 1, 0, NULL,
                          NULL), CL_SUCCESS);
    nobody_release(&nobody);
    clReleaseMemObject(A);
    clReleaseMemObject(B);
    clReleaseMemObject(C);
    free(a);
    free(b);
    free(c);
}

static void test(void)
{
    test_strided(1, ONE_A, ONE_B);
    test_strided(4, ONE_A + 3, ONE_B + 1);
    test_strided(3, 0, ONE_B);
    test_strided(140001, ONE_A, 0);
    test_listed();
    test_counted();
}
C
multiply
