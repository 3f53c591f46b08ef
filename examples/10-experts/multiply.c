/*
 * A layer of a mixture of experts: each token goes to the two experts that its router scores highest, through
 * down(silu(up(x))) of each, and gets their results back, times the router's weights.
 *
 * Both products are one launch for all experts. The first reads the rows of tokens where they are, the second writes each result to
 * its token; experts without tokens are in no group, and one token is padding, which lists leave out. Exit code 77: there is no device.
 */
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "down_launch.h"
#include "up_launch.h"

enum {
    TOKENS = 61,
    WIDTH = 72,
    HIDDEN = 100,
    EXPERTS = 9,
    EACH = 2, /* experts of a token */
    ROWS = TOKENS * EACH,
    PADDING = 17 /* the token that is none */
};

static float tokens[TOKENS][WIDTH], up[EXPERTS][WIDTH][HIDDEN], down[EXPERTS][HIDDEN][WIDTH];
static float results[ROWS][WIDTH]; /* of each expert of a token */

/* What the router decides, sorted by experts: rows of groups. */
static cl_int offsets[EXPERTS + 1], experts[EXPERTS], token_of[ROWS], result_of[ROWS];
static float weights[ROWS];
static size_t groups;

static void require(cl_int status, const char *what)
{
    if (status != CL_SUCCESS) {
        fprintf(stderr, "%s failed: %d\n", what, status);
        exit(1);
    }
}

static float any(void)
{
    static unsigned long state = 1;
    state = (state * 1103515245ul + 12345ul) & 0x7ffffffful;
    return (float)((double)state / 0x40000000 - 1);
}

static void fill(float *numbers, size_t count)
{
    for (size_t i = 0; i < count; i++)
        numbers[i] = any();
}

/* The experts of a token, best first, never the last one, and their weights: the softmax of both scores. */
static void score(int chosen[EACH], float weight[EACH])
{
    float best[EACH] = {-2, -2};
    for (int expert = 0; expert + 1 < EXPERTS; expert++) {
        const float found = any();
        const int place = found > best[0] ? 0 : 1;
        if (found <= best[1])
            continue;
        if (place == 0) {
            best[1] = best[0];
            chosen[1] = chosen[0];
        }
        best[place] = found;
        chosen[place] = expert;
    }
    weight[0] = 1 / (1 + expf(best[1] - best[0]));
    weight[1] = 1 - weight[0];
}

/* Counts the rows of each expert, and puts them behind one another; -1 names no row. */
static void route(void)
{
    static int chosen[TOKENS][EACH];
    static float weight[TOKENS][EACH];
    int row = 0;
    for (int token = 0; token < TOKENS; token++)
        score(chosen[token], weight[token]);
    for (int expert = 0; expert < EXPERTS; expert++) {
        const int first = row;
        for (int slot = 0; slot < ROWS; slot++) {
            const int token = slot / EACH, choice = slot % EACH;
            if (chosen[token][choice] != expert)
                continue;
            token_of[row] = token == PADDING ? -1 : token;
            result_of[row] = token == PADDING ? -1 : slot;
            weights[row++] = weight[token][choice];
        }
        if (row > first) {
            experts[groups++] = expert;
            offsets[groups] = row;
        }
    }
}

/* The first device of the first platform that has one. */
static cl_device_id find_device(void)
{
    cl_platform_id platforms[16];
    cl_uint count = 0;
    cl_device_id device;
    if (clGetPlatformIDs(16, platforms, &count) != CL_SUCCESS)
        count = 0;
    for (cl_uint i = 0; i < count && i < 16; i++)
        if (clGetDeviceIDs(platforms[i], CL_DEVICE_TYPE_ALL, 1, &device, NULL) == CL_SUCCESS)
            return device;
    puts("there is no OpenCL device here");
    exit(77);
}

static cl_mem buffer(cl_context context, void *numbers, size_t bytes)
{
    cl_int status;
    cl_mem made =
        clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, bytes, numbers, &status);
    require(status, "clCreateBuffer");
    return made;
}

/* Both products on the device. */
static void multiply(cl_device_id device)
{
    static float hidden[ROWS][HIDDEN];
    struct up first;
    struct down second;
    cl_int status;
    cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, &status);
    require(status, "clCreateContext");
    cl_command_queue queue = clCreateCommandQueue(context, device, 0, &status);
    require(status, "clCreateCommandQueue");
    const cl_mem buffers[] = {
        buffer(context, tokens, sizeof tokens),       buffer(context, up, sizeof up),
        buffer(context, hidden, sizeof hidden),       buffer(context, down, sizeof down),
        buffer(context, results, sizeof results),     buffer(context, offsets, sizeof offsets),
        buffer(context, experts, sizeof experts),     buffer(context, token_of, sizeof token_of),
        buffer(context, result_of, sizeof result_of), buffer(context, weights, sizeof weights)};

    require(up_create(&first, context, device), "up_create");
    require(down_create(&second, context, device), "down_create");
    require(up_enqueue(&first, queue, ROWS, HIDDEN, WIDTH, buffers[0], WIDTH, buffers[7], TOKENS,
                       buffers[1], HIDDEN, WIDTH * HIDDEN, buffers[2], HIDDEN, groups, buffers[5],
                       buffers[6], EXPERTS, 0, NULL, NULL),
            "up_enqueue");
    require(down_enqueue(&second, queue, ROWS, WIDTH, HIDDEN, buffers[2], HIDDEN, buffers[3], WIDTH,
                         HIDDEN * WIDTH, buffers[4], WIDTH, buffers[8], ROWS, groups, buffers[5],
                         buffers[6], EXPERTS, buffers[9], 0, NULL, NULL),
            "down_enqueue");
    require(
        clEnqueueReadBuffer(queue, buffers[4], CL_TRUE, 0, sizeof results, results, 0, NULL, NULL),
        "clEnqueueReadBuffer");

    up_release(&first);
    down_release(&second);
    for (size_t i = 0; i < sizeof buffers / sizeof *buffers; i++)
        clReleaseMemObject(buffers[i]);
    clReleaseCommandQueue(queue);
    clReleaseContext(context);
}

/* A number in double precision, and how far one in single precision may be from it. */
struct estimate {
    double value, error;
};

/* The sum of `count` products x[i] y[i * step]. */
static struct estimate dot(const struct estimate *x, const float *y, int count, int step)
{
    struct estimate sum = {0, 0};
    double magnitude = 0;
    for (int i = 0; i < count; i++) {
        sum.value += x[i].value * y[i * step];
        sum.error += x[i].error * fabs(y[i * step]);
        magnitude += (fabs(x[i].value) + x[i].error) * fabs(y[i * step]);
    }
    sum.error += (count + 2) * ldexp(1, -24) * magnitude;
    return sum;
}

/* silu is nowhere steeper than 1.1; exp and the division have 8 roundings together, at most. */
static struct estimate silu(struct estimate x)
{
    const double value = x.value / (1 + exp(-x.value));
    return (struct estimate){value, 1.1 * x.error + 8 * ldexp(1, -24) * (fabs(x.value) + 1)};
}

/* Largest difference from the same in double precision, in units of its bound; results of the padding must be 0 as before. */
static double compare_with_host(void)
{
    double worst = 0;
    for (size_t group = 0; group < groups; group++)
        for (int row = offsets[group]; row < offsets[group + 1]; row++) {
            struct estimate x[WIDTH], hidden[HIDDEN];
            if (token_of[row] < 0)
                continue;
            for (int i = 0; i < WIDTH; i++)
                x[i] = (struct estimate){tokens[token_of[row]][i], 0};
            for (int i = 0; i < HIDDEN; i++)
                hidden[i] = silu(dot(x, &up[experts[group]][0][i], WIDTH, HIDDEN));
            for (int i = 0; i < WIDTH; i++) {
                const struct estimate y = dot(hidden, &down[experts[group]][0][i], HIDDEN, WIDTH);
                const double value = weights[row] * y.value;
                const double bound = weights[row] * y.error + ldexp(1, -23) * fabs(value);
                const double ratio = fabs(results[result_of[row]][i] - value) / bound;
                if (!(ratio <= worst))
                    worst = ratio;
            }
        }
    for (int i = 0; i < EACH * WIDTH; i++)
        if (results[PADDING * EACH + i / WIDTH][i % WIDTH] != 0)
            worst = HUGE_VAL;
    return worst;
}

int main(void)
{
    fill(&tokens[0][0], TOKENS * WIDTH);
    fill(&up[0][0][0], EXPERTS * WIDTH * HIDDEN);
    fill(&down[0][0][0], EXPERTS * HIDDEN * WIDTH);
    route();
    multiply(find_device());
    const double worst = compare_with_host();
    printf("%d tokens to %zu of %d experts; largest error: %.3f of the bound: %s\n", TOKENS, groups,
           EXPERTS, worst, worst <= 1 ? "right" : "WRONG");
    return !(worst <= 1);
}
