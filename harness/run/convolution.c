#include "harness/run/convolution.h"

#include <string.h>

enum {
    OUTER,
    INNER,
    FIRST_AXIS /* of the dimensions */
};

/* Whether an index is of a class: 0 M, 1 N, 2 K. */
static bool is_of(const struct notation *notation, int class, int index)
{
    for (size_t i = 0; i < notation->order_count[class]; i++)
        if (notation->order[class][i] == index)
            return true;
    return false;
}

/* Takes the axis of an operand that an index has alone as a dimension of an array; false: there is none. */
static bool take(const struct notation *notation, int operand, int index,
                 struct convolution_array *array, int dimension)
{
    for (size_t a = 0; a < notation->operand[operand].axis_count; a++) {
        const struct notation_axis *axis = &notation->operand[operand].axes[a];

        if (axis->count != 1 || axis->index[0] != index || axis->factor[0] != 1 || axis->plus != 0)
            continue;
        array->size[dimension] = (int64_t)axis->extent;
        array->stride[dimension] = (int64_t)axis->stride;
        return true;
    }
    return false;
}

/* An axis of x along which windows slide: stride p + dilation r - before. */
static bool take_window(const struct notation *notation, const struct notation_axis *axis,
                        struct convolution *convolution)
{
    const int slides = is_of(notation, 2, axis->index[0]), taps = !slides;
    const int p = axis->index[slides], r = axis->index[taps];
    const int at = convolution->axes++, dimension = FIRST_AXIS + at;
    int64_t behind;

    if (at == CONVOLUTION_AXES || !is_of(notation, 0, p) || !is_of(notation, 2, r) ||
        axis->factor[slides] <= 0 || axis->factor[taps] <= 0 || axis->plus > 0)
        return false;
    convolution->stride[at] = axis->factor[slides];
    convolution->dilation[at] = axis->factor[taps];
    convolution->before[at] = -axis->plus;
    convolution->x.size[dimension] = (int64_t)axis->extent;
    convolution->x.stride[dimension] = (int64_t)axis->stride;
    if (!take(notation, 1, r, &convolution->w, dimension) ||
        !take(notation, 2, p, &convolution->y, dimension))
        return false;
    behind = (convolution->y.size[dimension] - 1) * axis->factor[slides] +
             (convolution->w.size[dimension] - 1) * axis->factor[taps] + 1 -
             convolution->before[at] - (int64_t)axis->extent;
    /* Elements behind the last window are none of its. */
    convolution->x.size[dimension] += behind < 0 ? behind : 0;
    convolution->behind[at] = behind < 0 ? 0 : behind;
    return true;
}

/* The images or the channels. */
static bool take_single(const struct notation *notation, int index, struct convolution *convolution)
{
    return is_of(notation, 0, index) ? take(notation, 0, index, &convolution->x, OUTER) &&
                                           take(notation, 2, index, &convolution->y, OUTER)
                                     : take(notation, 0, index, &convolution->x, INNER) &&
                                           take(notation, 1, index, &convolution->w, INNER);
}

bool convolution_find(const struct notation *notation, struct convolution *convolution)
{
    int images = 0, channels = 0;
    bool is_one = notation->known && !notation->attends && notation->order_count[1] == 1 &&
                  notation->order_count[3] == 0;

    memset(convolution, 0, sizeof *convolution);
    for (size_t a = 0; is_one && a < notation->operand[0].axis_count; a++) {
        const struct notation_axis *axis = &notation->operand[0].axes[a];

        if (axis->count == 1) {
            *(is_of(notation, 0, axis->index[0]) ? &images : &channels) += 1;
            is_one = take_single(notation, axis->index[0], convolution);
        } else {
            is_one = axis->count == 2 && take_window(notation, axis, convolution);
        }
    }
    return is_one && images == 1 && channels == 1 && convolution->axes > 0 &&
           take(notation, 1, notation->order[1][0], &convolution->w, OUTER) &&
           take(notation, 2, notation->order[1][0], &convolution->y, INNER);
}
