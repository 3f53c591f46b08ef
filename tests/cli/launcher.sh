#!/bin/bash
# Emitted headers and launchers: they compile without a warning, in C and C++, in one source and in
# several; and where there is an OpenCL device they multiply, refuse what they must and keep order
# on an out-of-order queue.
# Test: long, turn 0
. "${srcdir:-.}/tests/cli/launchers.sh"
strict_cxx='-Wold-style-cast -Wcast-qual -Wconversion'

# emit NAME OPTION...: everything for NAME into the scratch folder.
emit() {
    "$gen" --name "$1" --emit cl,json,header,launcher -o ./ "${@:2}" || fail "emit $*"
}
emit plain --layout row --family register --tile 4x2 --wg 2x4 --offset-a arg --offset-b arg --offset-c arg
emit images --layout row --family register --tile 4x4 --wg 2x2 --access image
emit mixed --layout row --preset block_read_8x2_1x8 --sub-groups emulated --edges guard --beta 0
emit bytes --type-a i8 --type-b u8 --layout row --family register --tile 4x4 --wg 2x2 --edges pad --pretranspose b --access-a image
emit column --tile 8x2 --wg 1x8 --transpose tn --alpha 1 --beta 1
emit square --layout row --fixed 33x20x17 --access-b image --family register --tile 4x4 --wg 2x2
emit padded --layout row --family register --tile 4x4 --wg 2x2 --edges pad --pretranspose b --steps separate
emit both --layout row --tile 8x2 --wg 1x8 --edges pad --pretranspose ab --index 32
emit turned --layout row --family register --tile 4x4 --wg 2x2 --access-a image --pretranspose b
emit rounded --layout row --fixed 33x20x17 --family register --tile 4x4 --wg 2x2 --edges pad --pretranspose a
emit exact --layout row --family register --tile 4x2 --wg 2x4 --edges exact --index 32
emit flat --layout row --fixed 33x20x0 --lda arg --offset-a arg --access image --family register --tile 4x4 --wg 2x2
emit empty --layout row --fixed 0x20x17 --family naive
emit spelled --preset block_read_16x2_1x8 --sub-groups intel
emit blocks --type-b q4_k --layout row --transpose nt --alpha 1 --family register --tile 4x2 --wg 2x4 --offset-b arg
emit texels --layout row --type f16 --type-c f32 --beta 0 --family register --tile 4x4 --wg 2x2 --access image
emit fours --layout row --type f16 --type-c f32 --beta 0 --family register --tile 4x4 --wg 2x2 --access image --vec-a 4 --vec-b 4
emit khronos --tile 8x2 --wg 1x8 --sub-groups khr
names='plain images padded both turned rounded mixed bytes column square exact flat empty spelled blocks texels fours khronos'

# ---------------------------------------------------------------- they compile
# shellcheck disable=SC2086
narrow $names
for name in $names; do
    printf '#include "%s.h"\nextern int nothing;\n' "$name" >header.c
    printf '#include "%s_launch.h"\nextern int nothing;\n' "$name" >launcher.c
    cp launcher.c launcher.cc
    $CC -std=c99 $strict -c header.c -o header.o || fail "$name.h as C99"
    $CC -std=c11 $strict -c launcher.c -o launcher.o || fail "${name}_launch.h as C11"
    for other in gcc clang; do
        command -v $other >/dev/null || continue
        $other -std=c89 $strict -c header.c -o header.o || fail "$name.h as C89 by $other"
        $other -std=c11 $strict -Wconversion -Wcast-qual -c launcher.c -o launcher.o || fail "${name}_launch.h by $other"
    done
    if command -v g++ >/dev/null; then
        g++ -std=c++11 $strict $strict_cxx -c launcher.cc -o launcher.o || fail "${name}_launch.h as C++"
    fi
    if command -v clang++ >/dev/null; then
        clang++ -std=c++11 $strict $strict_cxx -Wzero-as-null-pointer-constant -c launcher.cc -o launcher.o || fail "${name}_launch.h as C++ by clang++"
    fi
done

# ---------------------------------------------------------------- they work
cat >other.c <<'C'
/* A second source with the same launchers. */
#include "plain_launch.h"
#include "images_launch.h"
cl_int release_elsewhere(struct plain *plain);
cl_int release_elsewhere(struct plain *plain)
{
    plain_release(plain);
    return CL_SUCCESS;
}
C
cat >main.c <<'C'
#include "bytes_launch.h"
#include "column_launch.h"
#include "empty_launch.h"
#include "exact_launch.h"
#include "flat_launch.h"
#include "fours_launch.h"
#include "images_launch.h"
#include "khronos_launch.h"
#include "both_launch.h"
#include "padded_launch.h"
#include "mixed_launch.h"
#include "plain_launch.h"
#include "rounded_launch.h"
#include "spelled_launch.h"
#include "square_launch.h"
#include "texels_launch.h"
#include "turned_launch.h"
#include <math.h>
#include "launcher_device.h"

/* Reads C after `event` and compares it with the product, computed here. A and B by strides. */
static void compare(const char *name, size_t M, size_t N, size_t K, float alpha, size_t offset_a,
                    size_t a_row, size_t a_column, size_t offset_b, size_t b_row, size_t b_column,
                    float beta, cl_mem C, size_t offset_c, size_t c_row, size_t c_column,
                    size_t count, cl_event event)
{
    float *values = malloc(count * sizeof *values), *wanted = malloc(count * sizeof *values);
    EXPECT(clEnqueueReadBuffer(queue, C, CL_TRUE, 0, count * sizeof *values, values, 1, &event,
                               NULL), CL_SUCCESS);
    for (size_t i = 0; i < count; i++)
        wanted[i] = element(i, 3);
    for (size_t i = 0; i < M; i++)
        for (size_t j = 0; j < N; j++) {
            float sum = 0;
            for (size_t k = 0; k < K; k++)
                sum += element(offset_a + i * a_row + k * a_column, 1) *
                       element(offset_b + k * b_row + j * b_column, 2);
            float *c = &wanted[offset_c + i * c_row + j * c_column];
            *c = alpha * sum + beta * *c;
        }
    for (size_t i = 0; i < count; i++)
        if (values[i] != wanted[i]) {
            printf("%s %zux%zux%zu: element %zu is %g, not %g\n", name, M, N, K, i, values[i],
                   wanted[i]);
            wrong = 1;
            break;
        }
    free(values);
    free(wanted);
    clReleaseEvent(event);
}

extern cl_int release_elsewhere(struct plain *plain);

static const size_t sizes[][3] = {{1, 1, 1}, {8, 8, 16}, {33, 20, 17}, {5, 64, 3}, {33, 20, 17}, {7, 9, 0}};
enum { SIZES = sizeof sizes / sizeof sizes[0] };

static void test_plain(void)
{
    struct plain plain;
    EXPECT(plain_create(&plain, context, device), CL_SUCCESS);
    for (int i = 0; i < SIZES; i++) {
        const size_t M = sizes[i][0], N = sizes[i][1], K = sizes[i][2];
        const size_t lda = K + 1, ldb = N + 2, ldc = N + 3;
        /* Exactly as long as BLAS requires. */
        const size_t b = 2 + (K ? (K - 1) * ldb + N : 0), c = 3 + (M - 1) * ldc + N;
        cl_mem A = matrix(1 + (M - 1) * lda + K, 1), B = matrix(b, 2), C = matrix(c, 3);
        cl_event event;
        EXPECT(plain_enqueue(&plain, queue, M, N, K, 2, A, 1, lda, B, 2, ldb, -1, C, 3, ldc, 0, NULL,
                             &event), CL_SUCCESS);
        compare("plain", M, N, K, 2, 1, lda, 1, 2, ldb, 1, -1, C, 3, ldc, 1, c, event);
        if (K > 1) {
            /* One element too short, or a leading dimension. */
            EXPECT(plain_enqueue(&plain, queue, M, N, K, 2, A, 2, lda, B, 2, ldb, -1, C, 3, ldc, 0, NULL,
                                 NULL), CL_INVALID_BUFFER_SIZE);
            EXPECT(plain_enqueue(&plain, queue, M, N, K, 2, A, 1, lda, B, 3, ldb, -1, C, 3, ldc, 0, NULL,
                                 NULL), CL_INVALID_BUFFER_SIZE);
            EXPECT(plain_enqueue(&plain, queue, M, N, K, 2, A, 1, lda, B, 2, ldb, -1, C, 4, ldc, 0, NULL,
                                 NULL), CL_INVALID_BUFFER_SIZE);
            EXPECT(plain_enqueue(&plain, queue, M, N, K, 2, A, 1, K - 1, B, 2, ldb, -1, C, 3, ldc, 0, NULL,
                                 NULL), CL_INVALID_VALUE);
            EXPECT(plain_enqueue(&plain, queue, (size_t)1 << 31, N, K, 2, A, 1, lda, B, 2, ldb, -1, C, 3,
                                 ldc, 0, NULL, NULL), CL_INVALID_VALUE);
            EXPECT(plain_enqueue(&plain, queue, M, N, K, 2, A, (size_t)-1, lda, B, 2, ldb, -1, C, 3, ldc, 0,
                                 NULL, NULL), CL_INVALID_BUFFER_SIZE);
        }
        clReleaseMemObject(A);
        clReleaseMemObject(B);
        clReleaseMemObject(C);
    }
    /* Nothing to do, in turn: after what the caller waits for. A and B need not be there for alpha = 0. */
    cl_int status;
    cl_event gate = clCreateUserEvent(context, &status), done;
    EXPECT(plain_enqueue(&plain, queue, 0, 5, 5, 1, NULL, 0, 5, NULL, 0, 5, 1, NULL, 0, 5, 1, &gate, &done),
           CL_SUCCESS);
    EXPECT(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
    EXPECT(clWaitForEvents(1, &done), CL_SUCCESS);
    clReleaseEvent(gate);
    clReleaseEvent(done);
    EXPECT(plain_enqueue(&plain, queue, 4, 0, 5, 1, NULL, 0, 5, NULL, 0, 5, 1, NULL, 0, 5, 0, NULL, NULL),
           CL_SUCCESS);
    cl_mem C = matrix(12, 3);
    EXPECT(plain_enqueue(&plain, queue, 3, 4, 5, 0, NULL, 0, 5, NULL, 0, 4, 2, C, 0, 4, 0, NULL, &done),
           CL_SUCCESS);
    compare("plain, alpha 0", 3, 4, 0, 0, 0, 0, 0, 0, 0, 0, 2, C, 0, 4, 1, 12, done);
    clReleaseMemObject(C);
    EXPECT(release_elsewhere(&plain), CL_SUCCESS);
}

/* All calls are enqueued behind a gate before the first one may run, and change the size each time. */
#define TEST_BEHIND_A_GATE(kernel) \
    static void test_##kernel(void) \
    { \
        struct kernel kernel; \
        cl_event done[SIZES]; \
        cl_mem C[SIZES]; \
        cl_int status; \
        cl_event gate = clCreateUserEvent(context, &status); \
        EXPECT(kernel##_create(&kernel, context, device), CL_SUCCESS); \
        for (int i = 0; i < SIZES; i++) { \
            const size_t M = sizes[i][0], N = sizes[i][1], K = sizes[i][2]; \
            cl_mem A = matrix(M * K, 1), B = matrix(K * N, 2); \
            C[i] = matrix(M * N, 3); \
            EXPECT(kernel##_enqueue(&kernel, queue, M, N, K, 1, A, K ? K : 1, B, N, 3, C[i], N, 1, &gate, &done[i]), \
                   CL_SUCCESS); \
            clReleaseMemObject(A); \
            clReleaseMemObject(B); \
        } \
        EXPECT(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS); \
        for (int i = 0; i < SIZES; i++) { \
            const size_t M = sizes[i][0], N = sizes[i][1], K = sizes[i][2]; \
            compare(#kernel, M, N, K, 1, 0, K, 1, 0, N, 1, 3, C[i], 0, N, 1, M * N, done[i]); \
            clReleaseMemObject(C[i]); \
        } \
        clReleaseEvent(gate); \
        kernel##_release(&kernel); \
        kernel##_release(&kernel); \
    }
TEST_BEHIND_A_GATE(images)
TEST_BEHIND_A_GATE(padded)
TEST_BEHIND_A_GATE(both)
TEST_BEHIND_A_GATE(turned)

/* With alpha = 0 operands that would lie in images are not there, and their images are as small as can be. */
static void test_unread(void)
{
    struct images images;
    cl_mem C = matrix(33 * 20, 3);
    cl_event event;
    EXPECT(images_create(&images, context, device), CL_SUCCESS);
    EXPECT(images_enqueue(&images, queue, 33, 20, 8192, 0, NULL, 8192, NULL, 20, 3, C, 20, 0, NULL, &event), CL_SUCCESS);
    compare("images, alpha 0", 33, 20, 0, 0, 0, 0, 0, 0, 0, 0, 3, C, 0, 20, 1, 33 * 20, event);
    EXPECT(images.A_image.width == 1 && images.B_image.height == 1, 1);
    EXPECT(images_enqueue(&images, queue, 8193, 20, 8, 0, NULL, 8192, NULL, 20, 3, C, 20, 0, NULL, NULL),
           CL_INVALID_IMAGE_SIZE);
    images_release(&images);
    clReleaseMemObject(C);
}

/* Images of halves: read as they are, or refused. */
#define TEST_HALVES(kernel) \
    static void test_##kernel(void) \
    { \
        enum { M = 5, N = 4, K = 4 }; \
        static const cl_half of[] = {0, 0x3c00, 0x4000, 0xbc00}; /* 0, 1, 2, -1 */ \
        static const float is[] = {0, 1, 2, -1}; \
        struct kernel kernel; \
        cl_half a[M * K], b[K * N]; \
        cl_float got[M * N]; \
        cl_int status = kernel##_create(&kernel, context, device), made[3]; \
        printf(#kernel ": %d\n", status); \
        if (status == CL_IMAGE_FORMAT_NOT_SUPPORTED) { \
            kernel##_release(&kernel); \
            return; \
        } \
        EXPECT(status, CL_SUCCESS); \
        for (int i = 0; i < M * K; i++) \
            a[i] = of[(i + i / 4) % 4]; \
        for (int i = 0; i < K * N; i++) \
            b[i] = of[(i * 3 + i / 4) % 4]; \
        const cl_mem_flags copied = CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR; \
        cl_mem A = clCreateBuffer(context, copied, sizeof a, a, &made[0]); \
        cl_mem B = clCreateBuffer(context, copied, sizeof b, b, &made[1]); \
        cl_mem C = clCreateBuffer(context, CL_MEM_READ_WRITE, sizeof got, NULL, &made[2]); \
        EXPECT(made[0] | made[1] | made[2], CL_SUCCESS); \
        EXPECT(kernel##_enqueue(&kernel, queue, M, N, K, 1, A, K, B, N, C, N, 0, NULL, NULL), CL_SUCCESS); \
        EXPECT(clFinish(queue), CL_SUCCESS); \
        EXPECT(clEnqueueReadBuffer(queue, C, CL_TRUE, 0, sizeof got, got, 0, NULL, NULL), CL_SUCCESS); \
        for (int i = 0; i < M * N; i++) { \
            float sum = 0; \
            for (int k = 0; k < K; k++) { \
                const int in_a = i / N * K + k, in_b = k * N + i % N; \
                sum += is[(in_a + in_a / 4) % 4] * is[(in_b * 3 + in_b / 4) % 4]; \
            } \
            EXPECT(got[i] == sum, 1); \
        } \
        kernel##_release(&kernel); \
        clReleaseMemObject(A); \
        clReleaseMemObject(B); \
        clReleaseMemObject(C); \
    }
TEST_HALVES(texels)
TEST_HALVES(fours)

static void test_mixed(void)
{
    struct mixed mixed;
    EXPECT(mixed_create(&mixed, context, device), CL_SUCCESS);
    for (int i = 0; i < SIZES; i++) {
        const size_t M = sizes[i][0], N = sizes[i][1], K = sizes[i][2];
        cl_mem A = matrix(M * K, 1), B = matrix(K * N, 2), C = matrix(M * N, 3);
        cl_event event;
        EXPECT(mixed_enqueue(&mixed, queue, M, N, K, 0.5f, A, K ? K : 1, B, N, C, N, 0, NULL, &event), CL_SUCCESS);
        compare("mixed", M, N, K, 0.5f, 0, K, 1, 0, N, 1, 0, C, 0, N, 1, M * N, event);
        clReleaseMemObject(A);
        clReleaseMemObject(B);
        clReleaseMemObject(C);
    }
    mixed_release(&mixed);
}

/* Bytes, of which each has its type: through an image and a workspace. Scalars and C are whole numbers. */
static void test_bytes(void)
{
    enum { M = 33, N = 20, K = 17 };
    struct bytes bytes;
    cl_char a[M * K];
    cl_uchar b[K * N];
    cl_int c[M * N], got[M * N], status[3];
    for (int i = 0; i < M * K; i++)
        a[i] = (cl_char)(i * 37 % 256 - 128);
    for (int i = 0; i < K * N; i++)
        b[i] = (cl_uchar)(i * 53 % 256);
    for (int i = 0; i < M * N; i++)
        c[i] = i * 1000003;
    const cl_mem_flags copied = CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR;
    cl_mem A = clCreateBuffer(context, copied, sizeof a, a, &status[0]);
    cl_mem B = clCreateBuffer(context, copied, sizeof b, b, &status[1]);
    cl_mem C = clCreateBuffer(context, copied, sizeof c, c, &status[2]);
    EXPECT(status[0] | status[1] | status[2], CL_SUCCESS);
    EXPECT(bytes_create(&bytes, context, device), CL_SUCCESS);
    EXPECT(bytes_enqueue(&bytes, queue, M, N, K, -3, A, K, B, N, 2, C, N, 0, NULL, NULL), CL_SUCCESS);
    EXPECT(clFinish(queue), CL_SUCCESS);
    EXPECT(clEnqueueReadBuffer(queue, C, CL_TRUE, 0, sizeof got, got, 0, NULL, NULL), CL_SUCCESS);
    for (int i = 0; i < M * N; i++) {
        cl_int sum = 0;
        for (int k = 0; k < K; k++)
            sum += a[i / N * K + k] * b[k * N + i % N];
        EXPECT(got[i], -3 * sum + 2 * c[i]);
    }
    /* One byte too few of B. */
    EXPECT(bytes_enqueue(&bytes, queue, M, N, K + 1, 1, A, K, B, N, 0, C, N, 0, NULL, NULL), CL_INVALID_VALUE);
    EXPECT(bytes_enqueue(&bytes, queue, M, N, K, 1, A, K, A, N + 20, 0, C, N, 0, NULL, NULL), CL_INVALID_BUFFER_SIZE);
    bytes_release(&bytes);
    clReleaseMemObject(A);
    clReleaseMemObject(B);
    clReleaseMemObject(C);
}

/* Column-major, A transposed: stored as K x M. */
static void test_column(void)
{
    struct column column;
    EXPECT(column_create(&column, context, device), CL_SUCCESS);
    for (int i = 0; i < SIZES; i++) {
        const size_t M = sizes[i][0], N = sizes[i][1], K = sizes[i][2];
        const size_t ld = K ? K : 1;
        cl_mem A = matrix(M * ld, 1), B = matrix(N * ld, 2), C = matrix(M * N, 3);
        cl_event event;
        EXPECT(column_enqueue(&column, queue, M, N, K, A, ld, B, ld, C, M, 0, NULL, &event), CL_SUCCESS);
        compare("column", M, N, K, 1, 0, ld, 1, 0, 1, ld, 1, C, 0, 1, M, M * N, event);
        clReleaseMemObject(A);
        clReleaseMemObject(B);
        clReleaseMemObject(C);
    }
    column_release(&column);
}

static void test_fixed(void)
{
    struct square square;
    struct rounded rounded;
    struct flat flat;
    struct empty empty;
    cl_mem A = matrix(33 * 17, 1), B = matrix(17 * 20, 2), C = matrix(33 * 20, 3);
    cl_event event;
    EXPECT(square_create(&square, context, device), CL_SUCCESS);
    EXPECT(square_enqueue(&square, queue, 1, A, B, 2, C, 0, NULL, &event), CL_SUCCESS);
    compare("square", 33, 20, 17, 1, 0, 17, 1, 0, 20, 1, 2, C, 0, 20, 1, 33 * 20, event);
    EXPECT(square_enqueue(&square, queue, 1, A, A, 2, B, 0, NULL, NULL), CL_INVALID_BUFFER_SIZE);
    square_release(&square);
    clReleaseMemObject(C);

    C = matrix(33 * 20, 3);
    EXPECT(rounded_create(&rounded, context, device), CL_SUCCESS);
    EXPECT(rounded_enqueue(&rounded, queue, 1, A, B, 2, C, 0, NULL, &event), CL_SUCCESS);
    compare("rounded", 33, 20, 17, 1, 0, 17, 1, 0, 20, 1, 2, C, 0, 20, 1, 33 * 20, event);
    rounded_release(&rounded);
    clReleaseMemObject(C);

    C = matrix(33 * 20, 3);
    EXPECT(flat_create(&flat, context, device), CL_SUCCESS);
    EXPECT(flat_enqueue(&flat, queue, 1, NULL, 7, 0, NULL, 2, C, 0, NULL, &event), CL_SUCCESS);
    compare("flat", 33, 20, 0, 1, 0, 0, 0, 0, 0, 0, 2, C, 0, 20, 1, 33 * 20, event);
    flat_release(&flat);

    EXPECT(empty_create(&empty, context, device), CL_SUCCESS);
    EXPECT(empty_enqueue(&empty, queue, 1, NULL, NULL, 2, NULL, 0, NULL, &event), CL_SUCCESS);
    EXPECT(clWaitForEvents(1, &event), CL_SUCCESS);
    clReleaseEvent(event);
    empty_release(&empty);
    clReleaseMemObject(A);
    clReleaseMemObject(B);
    clReleaseMemObject(C);
}

static void test_exact(void)
{
    struct exact exact;
    cl_mem A = matrix(64 * 64, 1), B = matrix(64 * 64, 2), C = matrix(64 * 64, 3);
    EXPECT(exact_create(&exact, context, device), CL_SUCCESS);
    EXPECT(exact_enqueue(&exact, queue, 63, 64, 64, 1, A, 64, B, 64, 0, C, 64, 0, NULL, NULL), CL_INVALID_VALUE);
    /* More elements than 32-bit indices reach. */
    EXPECT(exact_enqueue(&exact, queue, 64, 64, 64, 1, A, (size_t)1 << 26, B, 64, 0, C, 64, 0, NULL, NULL),
           CL_INVALID_VALUE);
    EXPECT(exact_enqueue(&exact, queue, 64, 64, 64, 1, A, 64, B, 64, 0, C, 64, 0, NULL, NULL), CL_SUCCESS);
    EXPECT(clFinish(queue), CL_SUCCESS);
    exact_release(&exact);
    clReleaseMemObject(A);
    clReleaseMemObject(B);
    clReleaseMemObject(C);
}

/* These need sub-groups: where they are created they are right, and where not they can be released. */
static void test_sub_groups(void)
{
    struct spelled spelled;
    struct khronos khronos;
    const size_t M = 32, N = 48, K = 16;
    cl_mem A = matrix(M * K, 1), B = matrix(K * N, 2), C = matrix(M * N, 3);
    cl_event event;
    const cl_int status = spelled_create(&spelled, context, device);
    if (status == CL_SUCCESS) {
        EXPECT(spelled_enqueue(&spelled, queue, M, N, K, 1, A, M, B, K, 0, C, M, 0, NULL, &event),
               CL_SUCCESS);
        compare("spelled", M, N, K, 1, 0, 1, M, 0, 1, K, 0, C, 0, 1, M, M * N, event);
    } else if (status == CL_BUILD_PROGRAM_FAILURE) {
        size_t length = 0;
        EXPECT(clGetProgramBuildInfo(spelled.program, device, CL_PROGRAM_BUILD_LOG, 0, NULL, &length),
               CL_SUCCESS);
    }
    const cl_int khronos_status = khronos_create(&khronos, context, device);
    if (khronos_status == CL_SUCCESS) {
        EXPECT(khronos_enqueue(&khronos, queue, M, N, K, 1, A, M, B, K, 0, C, M, 0, NULL, &event),
               CL_SUCCESS);
        compare("khronos", M, N, K, 1, 0, 1, M, 0, 1, K, 0, C, 0, 1, M, M * N, event);
    }
    printf("sub-groups by intel: %d, by khr: %d\n", status, khronos_status);
    spelled_release(&spelled);
    khronos_release(&khronos);
    clReleaseMemObject(A);
    clReleaseMemObject(B);
    clReleaseMemObject(C);
}

static void test(void)
{
    test_plain();
    test_images();
    test_padded();
    test_both();
    test_turned();
    test_unread();
    test_texels();
    test_fours();
    test_mixed();
    test_bytes();
    test_column();
    test_fixed();
    test_exact();
    test_sub_groups();
}
C
multiply other.c
