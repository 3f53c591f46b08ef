/* Factors whose sums are exact: elements that are left out of them. */
#include <string.h>

#include "harness/base/parallel.h"
#include "harness/verify/internal.h"

/* The part of a stride, a power of two as the stride is, that so many rows or columns cover. */
static uint64_t covered_part(uint64_t lines, uint64_t stride)
{
    uint64_t part = 1;

    while (part < stride && part <= lines / 2)
        part *= 2;
    return part;
}

/* Elements of a factor but those at which k / `each` + place + `shift` is a multiple of `stride` become 0. */
struct thinning {
    struct matrix *matrix;
    uint64_t each, shift, stride;
    bool is_b; /* its rows lie along K, else its columns */
};

static void thin_rows(void *context, uint64_t begin, uint64_t end)
{
    const struct thinning *thinning = context;
    const struct matrix *matrix = thinning->matrix;
    const uint64_t parts = (uint64_t)element_parts(matrix->type), width = matrix_width(matrix);

    for (uint64_t row = begin; row < end; row++)
        for (uint64_t column = 0; column < matrix->columns; column++) {
            const uint64_t k = thinning->is_b ? row : column;
            const uint64_t place = thinning->is_b ? column : row;

            if ((k / thinning->each + place + thinning->shift) % thinning->stride != 0)
                memset(&matrix->value[row * width + column * parts], 0,
                       parts * sizeof *matrix->value);
        }
}

static void thin(struct thinning thinning)
{
    if (thinning.stride > 1)
        parallel_for(thinning.matrix->rows, parallel_least(matrix_width(thinning.matrix)),
                     thin_rows, &thinning);
    if (matrix_has_blocks(thinning.matrix))
        matrix_make_blocks(thinning.matrix);
}

void matrix_thin(struct matrix *a, struct matrix *b, uint64_t rows, uint64_t stride, uint64_t pass)
{
    const uint64_t of_a = covered_part(rows, stride), of_b = stride / of_a;

    thin((struct thinning){a, 1, pass, of_a, false});
    thin((struct thinning){b, of_a, pass * b->columns, of_b, true});
}

uint64_t matrix_passes(uint64_t rows, uint64_t columns, uint64_t stride)
{
    uint64_t of_b = stride / covered_part(rows, stride);

    return columns == 0 ? 1 : of_b / columns + (of_b % columns != 0);
}
