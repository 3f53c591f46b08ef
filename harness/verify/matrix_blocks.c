#include "harness/verify/internal.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/base/sizes.h"
#include "harness/manifest/groups.h"
#include "harness/manifest/quantised.h"

bool matrix_has_blocks(const struct matrix *matrix)
{
    return element_covers(matrix->type) > 1;
}

static uint64_t lines_of(const struct matrix *matrix)
{
    return matrix->swapped ? matrix->columns : matrix->rows;
}

static uint64_t length_of(const struct matrix *matrix)
{
    return matrix->swapped ? matrix->rows : matrix->columns;
}

int matrix_check_blocks(const struct matrix *matrix, const char *name, struct fault *fault)
{
    const uint64_t covers = element_covers(matrix->type);
    const uint64_t lines = element_group_lines(matrix->type);
    const struct {
        const char *what;
        uint64_t number, whole;
    } rows[] = {
        {"the length of a line", length_of(matrix), covers},
        {"the leading dimension", matrix->ld, covers},
        {"the offset", matrix->offset, covers * lines},
        {"the distance of members", matrix->members > 1 ? matrix->step : 0, covers * lines},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (rows[i].number % rows[i].whole != 0)
            return fault_set(fault, FAULT_REFUSED,
                             "%s is stored in blocks of %" PRIu64 " elements: %s, %" PRIu64
                             ", is no multiple of it",
                             name, rows[i].whole, rows[i].what, rows[i].number);
    return 0;
}

int matrix_allocate_blocks(struct matrix *matrix, const char *name, struct fault *fault)
{
    const uint64_t count = length_of(matrix) / element_covers(matrix->type);
    uint64_t bytes;

    if (!size_multiply(lines_of(matrix), count, &bytes) ||
        !size_multiply(bytes, quantised_bytes(matrix->type), &bytes))
        return fault_set(fault, FAULT_REFUSED, "the size of %s does not fit 63 bits", name);
    matrix->blocks = calloc(bytes + 1, 1);
    return matrix->blocks == NULL ? fault_memory(fault) : 0;
}

/* Address of the value of an element: the one at `place` of a line. */
static double *value_at(const struct matrix *matrix, uint64_t line, uint64_t place)
{
    return &matrix->value[matrix->swapped ? place * matrix->columns + line
                                          : line * matrix->columns + place];
}

/* The greatest magnitude of whole test data. */
enum {
    MOST_WHOLE = 8
};

/* The values of the block at a place of a line; whether all are whole numbers of the test data. */
static bool fill(const struct matrix *matrix, uint64_t line, uint64_t place, float *values)
{
    const uint64_t covers = element_covers(matrix->type);
    const double most = fmax(MOST_WHOLE, quantised_whole(matrix->type));
    bool whole = true;

    for (uint64_t i = 0; i < covers; i++) {
        values[i] = (float)*value_at(matrix, line, place + i);
        whole = whole && values[i] == rintf(values[i]) && fabsf(values[i]) <= most;
    }
    return whole;
}

/* Makes blocks of numbers of 8 bits. A scale is that which the numbers need, times 1, 2 or 4, and
 * of whole numbers 1, 1/2 or 1/4: that of another group is wrong. */
static void make_scaled_blocks(struct matrix *matrix)
{
    enum {
        SHIFTS = 3
    };
    const uint64_t covers = element_covers(matrix->type),
                   shared = element_group_lines(matrix->type);
    const uint64_t count = length_of(matrix) / covers, lines = lines_of(matrix);
    const size_t size = quantised_bytes(matrix->type);
    float values[QUANTISED_ELEMENTS];

    for (uint64_t first = 0; first < lines; first += shared)
        for (uint64_t i = 0; i < count; i++) {
            const uint64_t end = first + shared < lines ? first + shared : lines;
            const int shift = (int)((first / shared + i) % SHIFTS);
            double scale = 0;
            bool whole = true;

            for (uint64_t line = first; line < end; line++) {
                whole = fill(matrix, line, i * covers, values) && whole;
                scale = fmax(scale, groups_scale(matrix->type, values));
            }
            scale = whole
                        ? groups_shifted(matrix->type, groups_scale_of_whole(matrix->type), -shift)
                        : groups_shifted(matrix->type, scale, shift);
            for (uint64_t line = first; line < end; line++) {
                unsigned char *const block = matrix->blocks + (line * count + i) * size;

                fill(matrix, line, i * covers, values);
                groups_encode_scaled(matrix->type, values, scale, block);
                quantised_decode(matrix->type, block, values);
                for (uint64_t j = 0; j < covers; j++)
                    *value_at(matrix, line, i * covers + j) = values[j];
            }
        }
}

void matrix_make_blocks(struct matrix *matrix)
{
    const uint64_t covers = element_covers(matrix->type);
    const size_t size = quantised_bytes(matrix->type);
    unsigned char *block = matrix->blocks;
    float values[QUANTISED_ELEMENTS];

    if (element_facts[matrix->type].group > 0 && element_facts[matrix->type].quant != TYPE_OTHER) {
        make_scaled_blocks(matrix);
        return;
    }
    for (uint64_t line = 0; line < lines_of(matrix); line++)
        for (uint64_t place = 0; place < length_of(matrix); place += covers, block += size) {
            if (fill(matrix, line, place, values))
                quantised_encode_whole(matrix->type, values, block);
            else
                quantised_encode(matrix->type, values, block);
            quantised_decode(matrix->type, block, values);
            for (uint64_t i = 0; i < covers; i++)
                *value_at(matrix, line, place + i) = values[i];
        }
}

void matrix_put_blocks(const struct matrix *matrix, void *bytes)
{
    const uint64_t covers = element_covers(matrix->type);
    const size_t size = element_facts[matrix->type].bytes, whole = quantised_bytes(matrix->type);
    const uint64_t count = length_of(matrix) / covers;
    unsigned char *const first =
        (unsigned char *)bytes + (matrix->offset + matrix->start) / covers * size;
    const unsigned char *block = matrix->blocks;

    for (uint64_t line = 0; line < lines_of(matrix); line++)
        for (uint64_t i = 0; i < count; i++, block += whole) {
            const uint64_t at = matrix->row_at != NULL ? matrix->row_at[line] : line;

            memcpy(first + (at * (matrix->ld / covers) + i) * size, block, size);
        }
}
