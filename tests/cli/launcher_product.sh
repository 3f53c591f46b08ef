#!/bin/bash
# Emitted launchers of products in index notation whose sizes are given at launch: they compile without a warning, in C and C++; where there is
# an OpenCL device they multiply, and refuse sizes that are too large and buffers that are too small.
# Test: long
. "${srcdir:-.}/tests/cli/launchers.sh"

# emit_product NAME TEXT OPTION...
emit_product() {
    names="$names $1"
    "$gen" --name "$1" --product "$2" --emit "$artifacts" -o ./ "${@:3}" || fail "emit $*"
}
emit_product convolution 'y[n,p,q,f] += x[n,2*p+r-1,q+s-1,c] * w[f,r,s,c]' --family register --tile 2x2 --wg 2x2 --fixed s=2
emit_product grouped 'y[g,t,f] = x[g,t+d,c] * w[g,d,c,f]' --family naive --wg 2x2 --strides arg --alpha 2
emit_product far 'y[t,f] = x[t+d,c] * w[d,c,f]' --family register --tile 2x2 --wg 2x2 --type i8 --strides x=arg --alpha 1
# Products of matrices: each has a self-test, whose leading dimensions and strides are those of the text.
artifacts=header,launcher,selftest
emit_product plain 'c[m,n] = a[m,k] * b[k,n]' --family register --tile 2x2 --wg 2x2
emit_product members 'c[z,p,q,n] += a[z,p,q,k] * b[z,n,k]' --family naive --wg 2x2 --strides b=arg
emit_product between 'c[m,z,n] = a[m,z,k] * b[z,k,n]' --family register --tile 2x2 --wg 2x2 --edges pad
emit_product columns 'c[n,p,q] = a[k,p,q] * b[k,n]' --family local --tile 2x2 --wg 2x3 --tile-k 4 --strides a=arg,c=arg
emit_product one 'c[m,n] = a[m,k] * b[k,n]' --family naive --wg 2x2 --fixed m=1,k=5 --strides arg
compile
grep -A 2 '^static inline cl_int members_enqueue' members_launch.h | grep -q 'size_t z_size, size_t p_size, size_t q_size, size_t n_size, size_t k_size, size_t b_stride_1,$' ||
    fail 'members_enqueue takes other sizes'
if "$gen" --product 'c[p,q,n] = a[p,q,k] * b[k,n]' --fixed q=3 --name none --emit header,launcher,selftest -o ./ 2>refusal; then fail 'a part of M'; fi
grep -q 'which no multiples of q are; compile all sizes of --product in, or none' refusal || fail 'why there is no self-test of a part of M'
# A dispatch takes M, N and K, by which it picks.
"$gen" --for cpu --product 'c[p,q,n] = a[p,q,k] * b[k,n]' --fixed k=64 --name picked --emit dispatch,launcher -o ./ || fail 'a dispatch'
grep -q -E '^ +size_t M, size_t N, ' picked_launch.h || fail 'a dispatch that takes no M'

cat >main.c <<'C'
#include "launcher_host.h"

#include "convolution_launch.h"
#include "grouped_launch.h"
#include "far_launch.h"

#include "plain_selftest.h"
#include "members_selftest.h"
#include "between_selftest.h"
#include "columns_selftest.h"
#include "one_selftest.h"

#define test_matrices(name) \
    do { \
        struct name product; \
        struct name##_report report; \
        EXPECT(name##_create(&product, context, device), CL_SUCCESS); \
        EXPECT(name##_selftest(&product, queue, &report), CL_SUCCESS); \
        name##_release(&product); \
    } while (0)

static void read_back(cl_mem buffer, float *values, size_t count, cl_event event)
{
    EXPECT(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, count * sizeof *values, values, 1, &event, NULL), CL_SUCCESS);
    clReleaseEvent(event);
    clReleaseMemObject(buffer);
}

static void expect_element(const char *name, size_t at, float value, float wanted)
{
    if (value != wanted && !wrong) {
        printf("%s: element %zu is %g, not %g\n", name, at, value, wanted);
        wrong = 1;
    }
}

enum { n = 2, p = 3, q = 5, f = 4, r = 3, s = 2, c = 3, x_1 = 5, x_2 = 6 };

/* y += x * w, in single precision. */
static float convolved(size_t at)
{
    const int of_f = (int)(at % f), of_q = (int)(at / f % q), of_p = (int)(at / f / q % p), of_n = (int)(at / f / q / p);
    float sum = element(at, C);
    for (int i = 0; i < r * s * c; i++) {
        const int of_c = i % c, of_s = i / c % s, of_r = i / c / s, row = 2 * of_p + of_r - 1, column = of_q + of_s - 1;
        if (row >= 0 && row < x_1 && column >= 0 && column < x_2)
            sum += element((size_t)(((of_n * x_1 + row) * x_2 + column) * c + of_c), A) *
                   element((size_t)(((of_f * r + of_r) * s + of_s) * c + of_c), B);
    }
    return sum;
}

static void test_convolution(void)
{
    enum { elements = n * p * q * f };
    struct convolution product;
    cl_mem x = matrix(n * x_1 * x_2 * c, A), w = matrix(f * r * s * c, B), y = matrix(elements, C);
    const size_t large = (size_t)-1 / 2;
    float values[elements];
    cl_event event;
    EXPECT(convolution_create(&product, context, device), CL_SUCCESS);
    EXPECT(convolution_enqueue(&product, queue, n, p, q, f, r, c, x_1, x_2, 1, x, w, y, 0, NULL, &event), CL_SUCCESS);
    read_back(y, values, elements, event);
    for (size_t i = 0; i < elements; i++)
        expect_element("convolution", i, values[i], convolved(i));
    y = matrix(elements, C);
    /* Beyond 32 bits: an index, a position, the rows together. */
    EXPECT(convolution_enqueue(&product, queue, n, large, q, f, r, c, x_1, x_2, 1, x, w, y, 0, NULL, NULL), CL_INVALID_VALUE);
    EXPECT(convolution_enqueue(&product, queue, 1, 1 << 30, 1, f, 1 << 30, c, x_1, x_2, 1, x, w, y, 0, NULL, NULL), CL_INVALID_VALUE);
    EXPECT(convolution_enqueue(&product, queue, large, p, q, f, r, c, x_1, x_2, 1, x, w, y, 0, NULL, NULL), CL_INVALID_VALUE);
    /* Elements that x, w or y has not got. */
    EXPECT(convolution_enqueue(&product, queue, n, p, q, f, r, c, x_1, x_2 + 1, 1, x, w, y, 0, NULL, NULL), CL_INVALID_BUFFER_SIZE);
    EXPECT(convolution_enqueue(&product, queue, n, p, q, f, r + 1, c, x_1, x_2, 1, x, w, y, 0, NULL, NULL), CL_INVALID_BUFFER_SIZE);
    EXPECT(convolution_enqueue(&product, queue, n, p + 1, q, f, r, c, x_1, x_2, 1, x, w, y, 0, NULL, NULL), CL_INVALID_BUFFER_SIZE);
    /* Nothing to compute, no x, no steps. */
    EXPECT(convolution_enqueue(&product, queue, 0, p, q, f, r, c, x_1, x_2, 1, x, w, y, 0, NULL, NULL), CL_SUCCESS);
    EXPECT(convolution_enqueue(&product, queue, n, p, q, f, r, c, 0, x_2, 1, x, w, y, 0, NULL, NULL), CL_SUCCESS);
    EXPECT(convolution_enqueue(&product, queue, n, p, q, f, r, 0, x_1, x_2, 1, x, w, y, 0, NULL, &event), CL_SUCCESS);
    read_back(y, values, elements, event);
    for (size_t i = 0; i < elements; i++)
        expect_element("no products", i, values[i], element(i, C));
    convolution_release(&product);
    clReleaseMemObject(x);
    clReleaseMemObject(w);
}

/* Members, lines and steps with gaps between them. */
static void test_grouped(void)
{
    enum { g = 3, t = 4, d = 2, x_line = c + 1, x_member = t * x_line + 2, w_line = f + 2, w_step = c * w_line + 1,
           w_member = d * w_step + 3, y_line = f + 1, y_member = t * y_line + 1, elements = g * y_member };
    struct grouped product;
    cl_mem x = matrix(g * x_member, A), w = matrix(g * w_member, B), y = matrix(elements, C);
    float values[elements];
    cl_event event;
    EXPECT(grouped_create(&product, context, device), CL_SUCCESS);
    EXPECT(grouped_enqueue(&product, queue, g, t, f, d, c, t, x_line, x_member, w_line, w_step, w_member, y_line, y_member, x, w, y,
                           0, NULL, &event), CL_SUCCESS);
    read_back(y, values, elements, event);
    for (size_t at = 0; at < elements; at++) {
        const size_t of_g = at / y_member, of_t = at % y_member / y_line, of_f = at % y_member % y_line;
        float wanted = 0;
        for (size_t i = 0; i < d * c; i++)
            if (of_t + i / c < t)
                wanted += 2 * element(of_g * x_member + (of_t + i / c) * x_line + i % c, A) *
                          element(of_g * w_member + i / c * w_step + i % c * w_line + of_f, B);
        expect_element("grouped", at, values[at], of_t < t && of_f < f ? wanted : element(at, C));
    }
    grouped_release(&product);
    clReleaseMemObject(x);
    clReleaseMemObject(w);
}

/* Lines so far apart that the last one begins beyond 31 bits; of the memory between them nothing is touched. */
static void test_far(void)
{
    enum { t = 2, f = 2, d = 2, c = 3, lines = t + d - 1 };
    static const signed char numbers[lines][c] = {{1, 2, 3}, {-1, 4, 2}, {3, -2, 5}}, weights[d * c * f] = {1, -2, 3, 0, 2, 1, -1, 4, 2, 2, 0, -3};
    const size_t line = 1100000000, bytes = (lines - 1) * line + c;
    struct far product;
    cl_int values[t * f], status;
    cl_ulong most = 0;
    EXPECT(clGetDeviceInfo(device, CL_DEVICE_MAX_MEM_ALLOC_SIZE, sizeof most, &most, NULL), CL_SUCCESS);
    if (most < bytes) {
        printf("not tested: places beyond 31 bits, as a buffer has at most %lu bytes here\n", (unsigned long)most);
        return;
    }
    cl_mem x = clCreateBuffer(context, CL_MEM_READ_ONLY, bytes, NULL, &status);
    EXPECT(status, CL_SUCCESS);
    cl_mem w = clCreateBuffer(context, CL_MEM_READ_ONLY, sizeof weights, NULL, &status);
    EXPECT(status, CL_SUCCESS);
    cl_mem y = clCreateBuffer(context, CL_MEM_READ_WRITE, sizeof values, NULL, &status);
    EXPECT(status, CL_SUCCESS);
    EXPECT(far_create(&product, context, device), CL_SUCCESS);
    for (size_t i = 0; i < lines; i++)
        EXPECT(clEnqueueWriteBuffer(queue, x, CL_TRUE, i * line, c, numbers[i], 0, NULL, NULL), CL_SUCCESS);
    EXPECT(clEnqueueWriteBuffer(queue, w, CL_TRUE, 0, sizeof weights, weights, 0, NULL, NULL), CL_SUCCESS);
    EXPECT(clFinish(queue), CL_SUCCESS); /* Intel's runtime runs a kernel before blocking writes of small buffers where queues are out of order */
    EXPECT(far_enqueue(&product, queue, t, f, d, c, lines, line, x, w, y, 0, NULL, NULL), CL_SUCCESS);
    EXPECT(clFinish(queue), CL_SUCCESS);
    EXPECT(clEnqueueReadBuffer(queue, y, CL_TRUE, 0, sizeof values, values, 0, NULL, NULL), CL_SUCCESS);
    for (size_t at = 0; at < t * f; at++) {
        cl_int wanted = 0;
        for (size_t i = 0; i < d * c; i++)
            wanted += numbers[at / f + i / c][i % c] * weights[i * f + at % f];
        expect_element("far", at, (float)values[at], (float)wanted);
    }
    far_release(&product);
    clReleaseMemObject(x);
    clReleaseMemObject(w);
    clReleaseMemObject(y);
}

static void test(void)
{
    test_far();
    test_convolution();
    test_grouped();
    test_matrices(plain);
    test_matrices(members);
    test_matrices(between);
    test_matrices(columns);
    test_matrices(one);
}
C
multiply
