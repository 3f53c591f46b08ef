/* Data of attention beside Q, K and V: masks, and numbers of rows and keys. */
#include "harness/verify/attention.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/base/random.h"

/* One of eight rows has all keys masked, one all but one, others a quarter; else numbers from -4 to 4. */
static void fill_mask(struct matrix *matrix, uint64_t seed)
{
    const uint64_t columns = matrix->columns;
    uint64_t state = random_skip(seed, 0);

    for (uint64_t row = 0; row < matrix->rows; row++) {
        const uint64_t kind = random_next(&state) >> 11 & 7;
        const uint64_t only = columns == 0 ? 0 : (random_next(&state) >> 11) % columns;

        for (uint64_t key = 0; key < columns; key++) {
            const uint64_t bits = random_next(&state) >> 11;
            const bool masked = kind == 0 || (kind == 1 ? key != only : (bits & 3) == 0);

            matrix->value[row * columns + key] =
                masked ? -INFINITY : (double)(bits >> 2 & 31) / 4 - 4;
        }
    }
}

/* Elements that share a place in memory have the value of the last one. */
static bool settle(struct matrix *matrix)
{
    const uint64_t count = matrix_count(matrix);
    double *at = malloc((matrix->elements + 1) * sizeof *at);

    for (uint64_t i = 0; i < count && at != NULL; i++)
        at[matrix->places[i]] = matrix->value[i];
    for (uint64_t i = 0; i < count && at != NULL; i++)
        matrix->value[i] = at[matrix->places[i]];
    free(at);
    return at != NULL;
}

/* All, none, one, or any number. */
static void fill_lengths(struct matrix *matrix, uint64_t most, uint64_t seed)
{
    uint64_t state = random_skip(seed, 0);

    for (uint64_t i = 0; i < matrix_count(matrix); i++) {
        const uint64_t kind = random_next(&state) >> 11 & 7;
        const uint64_t any = (random_next(&state) >> 11) % (most + 1);

        matrix->value[i] = (double)(kind == 0   ? 0
                                    : kind == 1 ? most
                                    : kind == 2 ? (most > 0)
                                                : any);
    }
}

void attention_fill(const struct operation *operation, const struct launch *launch, uint64_t seed,
                    struct matrix *matrix)
{
    const bool of_queries = strcmp(operation->name, OPERATION_LENGTHS_Q) == 0;

    if (strcmp(operation->name, OPERATION_MASK) != 0)
        fill_lengths(matrix, launch->value[of_queries ? SYMBOL_M : SYMBOL_K], seed);
    else
        fill_mask(matrix, seed);
    /* Without memory the mask is 0. */
    if (!settle(matrix))
        memset(matrix->value, 0, matrix_count(matrix) * sizeof *matrix->value);
}
