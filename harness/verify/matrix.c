#include "harness/verify/matrix.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/base/parallel.h"
#include "harness/base/random.h"
#include "harness/base/sizes.h"
#include "harness/verify/internal.h"
#include "harness/manifest/notation.h"

/* Elements of all members, `elements` each, and what is before the first. */
static bool count_members(struct matrix *matrix, uint64_t elements)
{
    uint64_t further;

    matrix->elements = 0;
    return elements == 0 || matrix->members == 0 ||
           (size_multiply(matrix->members - 1, matrix->step, &further) &&
            size_add(elements, further, &matrix->elements) &&
            size_add(matrix->elements, matrix->offset, &matrix->elements));
}

/* The matrix of an operand whose elements lie where a product in index notation says. */
static int allocate_places(const struct notation *notation, int operand, struct matrix *matrix,
                           const char *name, struct fault *fault)
{
    uint64_t bytes, elements;

    if (!size_multiply(matrix->rows, matrix->columns, &bytes) ||
        !size_multiply(bytes, 2 * sizeof(double), &bytes))
        return fault_set(fault, FAULT_REFUSED, "the size of %s does not fit 63 bits", name);
    matrix->places = notation_places(notation, operand, &elements);
    matrix->value = calloc(matrix_count(matrix) + 1, sizeof(double));
    if (matrix->places == NULL || matrix->value == NULL)
        return fault_memory(fault);
    return count_members(matrix, elements)
               ? 0
               : fault_set(fault, FAULT_REFUSED, "the size of %s does not fit 63 bits", name);
}

int matrix_make_of_attention(const struct notation *notation, int operand, enum element_type type,
                             struct matrix *matrix, struct fault *fault)
{
    const char *name = notation->operand[operand].name;

    *matrix = (struct matrix){.type = type, .members = 1};
    notation_shape(notation, operand, &matrix->rows, &matrix->columns);
    matrix->ld = matrix->columns;
    return allocate_places(notation, operand, matrix, name, fault);
}

int matrix_make(const struct manifest *manifest, const struct launch *launch, int operand,
                struct matrix *matrix, struct fault *fault)
{
    const char name[2] = {"ABC"[operand]};

    if (manifest->problem.attends)
        return matrix_make_of_attention(manifest->problem.notation, operand,
                                        manifest->problem.type[operand], matrix, fault);

    memset(matrix, 0, sizeof *matrix);
    launch_shape(&manifest->problem, launch, operand, &matrix->rows, &matrix->columns,
                 &matrix->swapped);
    if (operand != OPERAND_B && launch_stored_rows(launch, operand) != matrix->rows)
        matrix->stored_rows = launch_stored_rows(launch, operand);
    matrix->ld = launch->value[SYMBOL_LDA + operand];
    matrix->offset = launch->value[SYMBOL_OFFSET_A + operand];
    matrix->type = manifest->problem.type[operand];
    matrix->members = launch_matrices(launch, operand);
    matrix->step = launch->value[SYMBOL_STRIDE_A + operand];
    matrix->conjugated = operand != OPERAND_C && manifest->problem.conjugate[operand];
    if (matrix_check_blocks(matrix, name, fault))
        return -1;
    /* An operand in blocks is a matrix. */
    if (manifest->problem.notation != NULL && manifest->problem.notation->known &&
        !matrix_has_blocks(matrix))
        return allocate_places(manifest->problem.notation, operand, matrix, name, fault);
    return matrix_allocate(matrix, name, fault);
}

static uint64_t rows_of_memory(const struct matrix *matrix)
{
    return matrix->stored_rows != 0 ? matrix->stored_rows : matrix->rows;
}

int matrix_allocate(struct matrix *matrix, const char *name, struct fault *fault)
{
    uint64_t lines = matrix->swapped ? matrix->columns : rows_of_memory(matrix);
    uint64_t length = matrix->swapped ? matrix->rows : matrix->columns;
    uint64_t count, bytes, further;

    matrix->elements = 0;
    if (!size_multiply(matrix->rows, matrix->columns, &count) ||
        !size_multiply(count, 2 * sizeof(double), &bytes) ||
        (count > 0 && matrix->members > 0 &&
         (!launch_span(lines, length, matrix->ld, &matrix->elements) ||
          !size_multiply(matrix->members - 1, matrix->step, &further) ||
          !size_add(matrix->elements, further, &matrix->elements) ||
          !size_add(matrix->elements, matrix->offset, &matrix->elements))) ||
        !size_multiply(matrix->elements, 2 * sizeof(double), &bytes))
        return fault_set(fault, FAULT_REFUSED, "the size of %s does not fit 63 bits", name);
    matrix->value = calloc(matrix_count(matrix) + 1, sizeof(double));
    if (matrix->value == NULL)
        return fault_memory(fault);
    return matrix_has_blocks(matrix) ? matrix_allocate_blocks(matrix, name, fault) : 0;
}

void matrix_release(struct matrix *matrix)
{
    free(matrix->value);
    free(matrix->blocks);
    free(matrix->places);
    memset(matrix, 0, sizeof *matrix);
}

uint64_t matrix_width(const struct matrix *matrix)
{
    return matrix->columns * (uint64_t)element_parts(matrix->type);
}

uint64_t matrix_count(const struct matrix *matrix)
{
    return matrix->rows * matrix_width(matrix);
}

uint64_t matrix_bytes(const struct matrix *matrix)
{
    return matrix->elements / element_covers(matrix->type) * element_facts[matrix->type].bytes;
}

/* -largest to largest - 1 become -largest to largest without 0, which would hide that a product is
 * lost. */
static double nonzero(int64_t number)
{
    return (double)(number < 0 ? number : number + 1);
}

/* For whole elements all that the range has; every fourth is an end of it, so that short sums show
 * a sign or a width that is not kept. */
static double in_range(struct element_range range, uint64_t bits)
{
    if (bits % 4 == 0)
        return bits % 8 == 0 ? range.least : range.most;
    return range.least + (double)(bits / 4 % (uint64_t)(range.most - range.least + 1));
}

uint64_t matrix_member_seed(const struct matrix *matrix, uint64_t seed, uint64_t member)
{
    return matrix->step == 0 || matrix->places != NULL ? seed : seed + member * 7368787;
}

struct filling {
    struct matrix *matrix;
    enum data data;
    int largest;
    uint64_t seed;
    struct element_range range;
};

static void fill_part(void *context, uint64_t begin, uint64_t end)
{
    const struct filling *filling = context;
    const struct matrix *matrix = filling->matrix;
    const enum data data = filling->data;
    const uint64_t range = 2 * (uint64_t)filling->largest;
    const uint64_t parts = (uint64_t)element_parts(matrix->type);
    uint64_t state = random_skip(filling->seed, begin);

    for (uint64_t i = begin; i < end; i++) {
        const uint64_t place = matrix->places == NULL ? 0 : matrix->places[i / parts];

        if (matrix->places != NULL)
            state = random_skip(filling->seed, (matrix->start + place) * parts + i % parts);

        uint64_t bits = random_next(&state) >> 11; /* 53 bits */
        double value = 1;

        if (element_is_whole(matrix->type) && (data == DATA_RANDOM || data == DATA_WHOLE))
            value = in_range(filling->range, bits);
        else if (data == DATA_RANDOM)
            value = (double)bits * 0x1p-52 - 1;
        else if (data == DATA_SMALL)
            value = (double)(bits % 17) - 8;
        else if (data == DATA_WHOLE)
            value = nonzero((int64_t)(bits % range) - filling->largest);
        else if (data == DATA_POSITIVE)
            value = (double)(bits % 4) + 1;
        if (place == NOTATION_OUTSIDE)
            value = 0;
        matrix->value[i] = matrix_has_blocks(matrix) ? value : element_round(matrix->type, value);
    }
}

void matrix_fill(struct matrix *matrix, enum data data, int largest, uint64_t seed)
{
    struct filling filling = {matrix, data, largest, seed, element_facts[matrix->type].range};

    filling.range.least = fmax(filling.range.least, -largest);
    filling.range.most = fmin(filling.range.most, largest);
    parallel_for(matrix_count(matrix), parallel_least(1), fill_part, &filling);
    if (matrix_has_blocks(matrix))
        matrix_make_blocks(matrix);
}

static uint64_t row_of_memory(const struct matrix *matrix, uint64_t row)
{
    return matrix->row_at != NULL ? matrix->row_at[row] : row;
}

static uint64_t position(const struct matrix *matrix, uint64_t number, uint64_t column)
{
    const uint64_t row = row_of_memory(matrix, number);

    if (matrix->places != NULL)
        return matrix->offset + matrix->start + matrix->places[number * matrix->columns + column];
    return matrix->offset + matrix->start +
           (matrix->swapped ? column * matrix->ld + row : row * matrix->ld + column);
}

static bool is_inside(const struct matrix *matrix, uint64_t row, uint64_t column)
{
    return matrix->places == NULL ||
           matrix->places[row * matrix->columns + column] != NOTATION_OUTSIDE;
}

/* Values lie in rows, elements perhaps in columns: squares of this side stay in the cache. */
enum {
    SQUARE = 32
};

/* Between the values and the bytes of the device: `encoded` are written, or else `values` from
 * `decoded`. */
struct transfer {
    const struct matrix *matrix;
    void *encoded;
    const void *decoded;
    double *values;
};

static uint64_t smaller(uint64_t left, uint64_t right)
{
    return left < right ? left : right;
}

/* Elements of a row from one column on, up to another; of a complex one both parts. */
static void transfer_run(const struct transfer *transfer, uint64_t row, uint64_t first,
                         uint64_t end)
{
    const struct matrix *matrix = transfer->matrix;
    const uint64_t parts = (uint64_t)element_parts(matrix->type), width = matrix_width(matrix);
    const enum element_type type = element_part(matrix->type);

    for (uint64_t column = first; column < end; column++)
        for (uint64_t part = 0; part < parts && is_inside(matrix, row, column); part++) {
            const uint64_t value = row * width + column * parts + part;
            const uint64_t at = position(matrix, row, column) * parts + part;

            if (transfer->encoded == NULL)
                transfer->values[value] = element_load(type, transfer->decoded, at);
            else
                element_store(type, transfer->encoded, at,
                              matrix->conjugated && part == 1 ? -matrix->value[value]
                                                              : matrix->value[value]);
        }
}

/* Bands of rows, as high as a square. */
static void transfer_bands(void *context, uint64_t begin, uint64_t end)
{
    const struct transfer *transfer = context;
    const uint64_t rows = transfer->matrix->rows, columns = transfer->matrix->columns;

    for (uint64_t band = begin; band < end; band++)
        for (uint64_t column = 0; column < columns; column += SQUARE)
            for (uint64_t row = band * SQUARE; row < smaller((band + 1) * SQUARE, rows); row++)
                transfer_run(transfer, row, column, smaller(column + SQUARE, columns));
}

static void transfer_all(struct transfer transfer)
{
    const struct matrix *matrix = transfer.matrix;

    parallel_for((matrix->rows + SQUARE - 1) / SQUARE,
                 parallel_least(SQUARE * matrix_width(matrix)), transfer_bands, &transfer);
}

/* Bits that make a NaN of the scale of a block, or numbers too large for single precision of all of
 * it. */
enum {
    BLOCK_POISON = 0xff
};

struct poisoning {
    enum element_type type;
    void *bytes;
};

static void poison_part(void *context, uint64_t begin, uint64_t end)
{
    const struct poisoning *poisoning = context;

    for (uint64_t i = begin; i < end; i++)
        element_poison(poisoning->type, poisoning->bytes, i);
}

static void poison(const struct matrix *matrix, void *bytes)
{
    const uint64_t parts = (uint64_t)element_parts(matrix->type);
    struct poisoning poisoning = {element_part(matrix->type), bytes};

    if (matrix_has_blocks(matrix)) {
        memset(bytes, BLOCK_POISON, matrix_bytes(matrix));
        return;
    }
    parallel_for(matrix->elements * parts, parallel_least(1), poison_part, &poisoning);
}

void matrix_encode(const struct matrix *matrix, bool poisoned, void *bytes)
{
    if (poisoned || matrix->places != NULL || matrix->elements != matrix->rows * matrix->columns)
        poison(matrix, bytes);
    if (!poisoned)
        matrix_put(matrix, bytes);
}

void matrix_put(const struct matrix *matrix, void *bytes)
{
    if (matrix_has_blocks(matrix)) {
        matrix_put_blocks(matrix, bytes);
        return;
    }
    transfer_all((struct transfer){.matrix = matrix, .encoded = bytes});
}

void matrix_decode(const struct matrix *matrix, const void *bytes, double *values)
{
    transfer_all((struct transfer){.matrix = matrix, .decoded = bytes, .values = values});
}

/* Where elements lie by index notation those of all members are marked. */
static uint64_t stray_between_places(const struct matrix *matrix, const void *bytes)
{
    const uint64_t parts = (uint64_t)element_parts(matrix->type);
    bool *own = calloc(matrix->elements + 1, 1);
    uint64_t at = 0;

    for (uint64_t i = 0; i < matrix->members * matrix->rows * matrix->columns && own != NULL; i++) {
        const uint64_t place = matrix->places[i % (matrix->rows * matrix->columns)];

        if (place != NOTATION_OUTSIDE)
            own[matrix->offset + i / (matrix->rows * matrix->columns) * matrix->step + place] =
                true;
    }
    if (own == NULL)
        return matrix->elements;
    while (
        at < matrix->elements &&
        (own[at] || (element_is_poison(element_part(matrix->type), bytes, at * parts) &&
                     element_is_poison(element_part(matrix->type), bytes, (at + 1) * parts - 1))))
        at++;
    free(own);
    return at;
}

uint64_t matrix_stray(const struct matrix *matrix, const void *bytes)
{
    const uint64_t parts = (uint64_t)element_parts(matrix->type);
    const uint64_t lines = matrix->swapped ? matrix->columns : matrix->rows;
    const uint64_t length = matrix->swapped ? matrix->rows : matrix->columns;
    uint64_t begin = 0; /* of a gap: before the first line, and between lines */

    if (matrix->places != NULL)
        return stray_between_places(matrix, bytes);
    for (uint64_t line = 0; begin < matrix->elements; line++) {
        const bool past = line >= lines * matrix->members;
        uint64_t end = past ? matrix->elements
                            : matrix->offset + line / lines * matrix->step +
                                  row_of_memory(matrix, line % lines) * matrix->ld;

        for (uint64_t i = begin * parts; i < end * parts && i < matrix->elements * parts; i++)
            if (!element_is_poison(element_part(matrix->type), bytes, i))
                return i / parts;
        begin = end + length;
    }
    return matrix->elements;
}

/* Sums of `count` products and one addend. Every partial sum is a multiple of 1/2 (alpha and beta
 * are) and so exact up to 2^(digits - 1). */
static int exact_limit(int digits, uint64_t count, double alpha, double beta)
{
    double room = ldexp(1, digits - 1);

    for (int largest = 8; largest > 0; largest--)
        if (fmax(fabs(alpha), 1) * (double)count * largest * largest + fabs(beta) * largest <= room)
            return largest;
    return 0;
}

struct whole matrix_whole(int digits, uint64_t k, double alpha, double beta)
{
    struct whole whole = {0, 1};

    if (alpha * 2 != rint(alpha * 2) || beta * 2 != rint(beta * 2))
        return whole;
    /* Fewer terms rather than ones alone, which hide that factors were exchanged. */
    while ((whole.largest = exact_limit(digits, k / whole.stride + 1, alpha, beta)) < 2 &&
           whole.stride < k)
        whole.stride *= 2;
    return whole;
}
