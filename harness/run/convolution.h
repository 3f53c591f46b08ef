/*
 * Products in index notation that are convolutions of images: what a library of these is told.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "harness/manifest/notation.h"

enum {
    CONVOLUTION_AXES = 3, /* along which windows slide, at most */
    CONVOLUTION_DIMENSIONS = 2 + CONVOLUTION_AXES
};

/* A dense or strided array: elements along each dimension, and from one of them to the next. */
struct convolution_array {
    int64_t size[CONVOLUTION_DIMENSIONS], stride[CONVOLUTION_DIMENSIONS];
};

/* y[n, f, p...] = sum of x[n, c, stride p + dilation r - before, ...] w[f, c, r...]: dimensions of x are images, channels and positions, of w
 * filters, channels and taps, of y images, filters and positions, in this order whatever the text's. */
struct convolution {
    int axes;
    struct convolution_array x, w, y;
    int64_t stride[CONVOLUTION_AXES], dilation[CONVOLUTION_AXES];
    int64_t before[CONVOLUTION_AXES], behind[CONVOLUTION_AXES]; /* the padding */
};

/* Whether a product whose sizes are all known is one, with its first factor as x: x has an index of images, one of channels, and one to three
 * axes of the form above. Grouped convolutions are none. */
bool convolution_find(const struct notation *notation, struct convolution *convolution);
