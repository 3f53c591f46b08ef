/*
 * A small convolution net: three convolutions of 3 x 3 with bias and relu, the second with stride 2, and a layer that weighs all that is left
 * of an image. Kernels come from the products in index notation (Makefile), launches take the sizes of these by their names.
 *
 * Each layer is checked against loops over the same indices in double precision. Exit code 77: there is no device.
 */
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "halved_launch.h"
#include "head_launch.h"
#include "same_launch.h"

enum {
    IMAGES = 3,
    SIDE = 18,
    TAPS = 3,
    CLASSES = 10,
    LAYERS = 4
};

/* What a layer makes of images of side x side pixels with `channels` numbers each; `taps` x `taps` of them meet the weights of a filter. */
struct layer {
    int side, channels, filters, taps, stride, pad;
    int out; /* pixels along a side of the result */
};

static const struct layer layers[LAYERS] = {
    {SIDE, 3, 12, TAPS, 1, 1, SIDE},
    {SIDE, 12, 20, TAPS, 2, 1, SIDE / 2},
    {SIDE / 2, 20, 20, TAPS, 1, 1, SIDE / 2},
    {SIDE / 2, 20, CLASSES, SIDE / 2, 1, 0, 1},
};

static void require(cl_int status, const char *what)
{
    if (status != CL_SUCCESS) {
        fprintf(stderr, "%s failed: %d\n", what, status);
        exit(1);
    }
}

/* `count` numbers from -1 to 1. */
static float *numbers(size_t count)
{
    static unsigned long state = 1;
    float *const made = malloc(count * sizeof *made);
    if (!made) {
        fputs("out of memory\n", stderr);
        exit(1);
    }
    for (size_t i = 0; i < count; i++) {
        state = (state * 1103515245ul + 12345ul) & 0x7ffffffful;
        made[i] = (float)((double)state / 0x40000000 - 1);
    }
    return made;
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

static cl_mem buffer(cl_context context, float *content, size_t count)
{
    cl_int status;
    cl_mem made = clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR,
                                 count * sizeof *content, content, &status);
    require(status, "clCreateBuffer");
    return made;
}

/* Pixels of all images before and behind a layer, its weights and its biases. */
static size_t count_x(const struct layer *layer)
{
    return (size_t)IMAGES * layer->side * layer->side * layer->channels;
}

static size_t count_y(const struct layer *layer)
{
    return (size_t)IMAGES * layer->out * layer->out * layer->filters;
}

static size_t count_w(const struct layer *layer)
{
    return (size_t)layer->filters * layer->taps * layer->taps * layer->channels;
}

/* Computes y[l] = layer l of x[l] with w[l] and bias[l], where x[l + 1] is y[l], and reads all of them. */
static void run(cl_device_id device, float *x, float *const w[], float *const bias[], float *y[])
{
    struct same same;
    struct halved halved;
    struct head head;
    cl_mem images[LAYERS + 1], weights[LAYERS], biases[LAYERS];
    cl_int status;
    cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, &status);
    require(status, "clCreateContext");
    cl_command_queue queue = clCreateCommandQueue(context, device, 0, &status);
    require(status, "clCreateCommandQueue");
    images[0] = buffer(context, x, count_x(&layers[0]));
    for (int l = 0; l < LAYERS; l++) {
        images[l + 1] = buffer(context, y[l], count_y(&layers[l]));
        weights[l] = buffer(context, w[l], count_w(&layers[l]));
        biases[l] = buffer(context, bias[l], (size_t)layers[l].filters);
    }
    require(same_create(&same, context, device), "same_create");
    require(halved_create(&halved, context, device), "halved_create");
    require(head_create(&head, context, device), "head_create");

    /* n, p, q, f, c and the extents of x: images, pixels of the result, filters, channels, pixels of the images. */
    require(same_enqueue(&same, queue, IMAGES, SIDE, SIDE, 12, 3, SIDE, SIDE, images[0], weights[0],
                         images[1], biases[0], 0, NULL, NULL),
            "same_enqueue");
    require(halved_enqueue(&halved, queue, IMAGES, SIDE / 2, SIDE / 2, 20, 12, SIDE, SIDE,
                           images[1], weights[1], images[2], biases[1], 0, NULL, NULL),
            "halved_enqueue");
    require(same_enqueue(&same, queue, IMAGES, SIDE / 2, SIDE / 2, 20, 20, SIDE / 2, SIDE / 2,
                         images[2], weights[2], images[3], biases[2], 0, NULL, NULL),
            "same_enqueue");
    require(head_enqueue(&head, queue, IMAGES, CLASSES, SIDE / 2, SIDE / 2, 20, images[3],
                         weights[3], images[4], 0, NULL, NULL),
            "head_enqueue");
    for (int l = 0; l < LAYERS; l++)
        require(clEnqueueReadBuffer(queue, images[l + 1], CL_TRUE, 0,
                                    count_y(&layers[l]) * sizeof *y[l], y[l], 0, NULL, NULL),
                "clEnqueueReadBuffer");

    same_release(&same);
    halved_release(&halved);
    head_release(&head);
    for (int l = 0; l < LAYERS; l++) {
        clReleaseMemObject(weights[l]);
        clReleaseMemObject(biases[l]);
    }
    for (int l = 0; l <= LAYERS; l++)
        clReleaseMemObject(images[l]);
    clReleaseCommandQueue(queue);
    clReleaseContext(context);
}

/* A number in double precision, and how far one in single precision may be from it. */
struct estimate {
    double value, error;
};

/* The place of w[f,r,s,c], of the last layer that of w[p,q,c,f]. */
static size_t weight_at(const struct layer *layer, int f, int r, int s, int c)
{
    const size_t tap = ((size_t)r * layer->taps + s) * layer->channels + c;
    return layer->filters == CLASSES
               ? tap * CLASSES + f
               : (size_t)f * layer->taps * layer->taps * layer->channels + tap;
}

/* y[n,p,q,f] = sum over r, s, c of x[n, stride p + r - pad, stride q + s - pad, c] w[f,r,s,c]; x is zero outside. */
static struct estimate sum_of(const struct layer *layer, const float *x, const float *w, int n,
                              int p, int q, int f)
{
    struct estimate sum = {0, 0};
    for (int r = 0; r < layer->taps; r++)
        for (int s = 0; s < layer->taps; s++) {
            const int row = layer->stride * p + r - layer->pad;
            const int column = layer->stride * q + s - layer->pad;
            if (row < 0 || row >= layer->side || column < 0 || column >= layer->side)
                continue;
            for (int c = 0; c < layer->channels; c++) {
                const size_t place =
                    (((size_t)n * layer->side + row) * layer->side + column) * layer->channels + c;
                const double product = (double)x[place] * w[weight_at(layer, f, r, s, c)];
                sum.value += product;
                sum.error += fabs(product);
            }
        }
    sum.error *= (layer->taps * layer->taps * layer->channels + 2) * ldexp(1, -24);
    return sum;
}

/* Largest difference of a layer from the same in double precision, in units of its bound. */
static double compare(const struct layer *layer, const float *x, const float *w, const float *bias,
                      const float *y)
{
    const int is_last = layer->filters == CLASSES;
    double worst = 0;
    for (size_t i = 0; i < count_y(layer); i++) {
        const int f = (int)(i % layer->filters), pixel = (int)(i / layer->filters);
        const int q = pixel % layer->out, p = pixel / layer->out % layer->out;
        struct estimate sum = sum_of(layer, x, w, pixel / layer->out / layer->out, p, q, f);
        if (!is_last) {
            sum.value = fmax(sum.value + bias[f], 0);
            sum.error += ldexp(1, -23) * (fabs(sum.value) + fabs(bias[f]));
        }
        const double ratio = fabs(y[i] - sum.value) / (sum.error + ldexp(1, -100));
        if (!(ratio <= worst))
            worst = ratio;
    }
    return worst;
}

int main(void)
{
    float *w[LAYERS], *bias[LAYERS], *y[LAYERS];
    float *const x = numbers(count_x(&layers[0]));
    double worst = 0;
    for (int l = 0; l < LAYERS; l++) {
        w[l] = numbers(count_w(&layers[l]));
        bias[l] = numbers((size_t)layers[l].filters);
        y[l] = numbers(count_y(&layers[l]));
    }
    run(find_device(), x, w, bias, y);
    for (int l = 0; l < LAYERS; l++) {
        const double found = compare(&layers[l], l ? y[l - 1] : x, w[l], bias[l], y[l]);
        if (!(found <= worst))
            worst = found;
    }
    printf("%d layers of %d images; largest error: %.3f of the bound: %s\n", LAYERS, IMAGES, worst,
           worst <= 1 ? "right" : "WRONG");
    free(x);
    for (int l = 0; l < LAYERS; l++) {
        free(w[l]);
        free(bias[l]);
        free(y[l]);
    }
    return !(worst <= 1);
}
