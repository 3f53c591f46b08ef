#include "harness/worker/instance.h"

#include <stdlib.h>
#include <string.h>

static int in_memory(const void *a, const void *b)
{
    const uint64_t left = *(const uint64_t *)a, right = *(const uint64_t *)b;

    return (left > right) - (left < right);
}

/* Appends the rows of a group that no list skips; the result is how many there are with it. */
static uint64_t add_group(const struct launch *launch, uint64_t group, uint64_t count,
                          struct rows *rows)
{
    for (uint64_t row = launch_first_row(launch, group); row < launch_first_row(launch, group + 1);
         row++) {
        const uint64_t of_a = launch_row(launch, OPERAND_A, row);
        const uint64_t of_c = launch_row(launch, OPERAND_C, row);

        if (of_a == LAUNCH_SKIPPED || of_c == LAUNCH_SKIPPED)
            continue;
        rows->of_launch[count] = row;
        rows->of[OPERAND_A][count] = of_a;
        rows->of[OPERAND_C][count] = of_c;
        count++;
    }
    return count;
}

static void list_written(uint64_t count, struct rows *rows)
{
    uint64_t *const written = rows->written;

    memcpy(written, rows->of[OPERAND_C], count * sizeof *written);
    qsort(written, count, sizeof *written, in_memory);
    for (uint64_t i = 0; i < count; i++)
        if (i == 0 || written[i] != written[i - 1])
            written[rows->written_count++] = written[i];
}

int rows_make(const struct launch *launch, struct rows *rows, struct fault *fault)
{
    const uint64_t groups = launch->value[SYMBOL_BATCH], most = launch->value[SYMBOL_M] + 1;

    memset(rows, 0, sizeof *rows);
    if (!launch->gathers && !launch->scatters)
        return 0;
    rows->first = calloc(groups + 1, sizeof *rows->first);
    rows->of_launch = calloc(most, sizeof *rows->of_launch);
    rows->of[OPERAND_A] = calloc(most, sizeof *rows->of_launch);
    rows->of[OPERAND_C] = calloc(most, sizeof *rows->of_launch);
    rows->written = calloc(most, sizeof *rows->of_launch);
    if (rows->first == NULL || rows->of_launch == NULL || rows->of[OPERAND_A] == NULL ||
        rows->of[OPERAND_C] == NULL || rows->written == NULL)
        return fault_memory(fault);
    for (uint64_t group = 0; group < groups; group++)
        rows->first[group + 1] = add_group(launch, group, rows->first[group], rows);
    list_written(rows->first[groups], rows);
    return 0;
}

void rows_release(struct rows *rows)
{
    free(rows->first);
    free(rows->of_launch);
    free(rows->written);
    free(rows->of[OPERAND_A]);
    free(rows->of[OPERAND_C]);
    memset(rows, 0, sizeof *rows);
}

bool rows_listed(const struct rows *rows)
{
    return rows->first != NULL;
}

/* --------------------------------------------------------------- rows that a product has */

/* Rows of a matrix that begin at `first`, or are where a list says. */
static void take_rows(struct matrix *matrix, uint64_t rows, uint64_t first, const uint64_t *list)
{
    matrix->rows = rows;
    matrix->row_at = list;
    matrix->start = list != NULL ? 0 : first * (matrix->swapped ? 1 : matrix->ld);
}

/* The first of so many rows, by number, and in what lists A, C and vectors have them; NULL: by
 * number. */
static void take(struct instance *instance, uint64_t rows, uint64_t first,
                 const uint64_t *const list[OPERAND_COUNT])
{
    struct product *product = &instance->product;

    for (int i = OPERAND_A; i < OPERAND_COUNT; i += OPERAND_C - OPERAND_A)
        take_rows(&product->matrix[i], rows, first, list[i]);
    for (size_t i = OPERAND_A; i < COMPANION_LIMIT; i += 2)
        if (product->companion[i].value != NULL) {
            product->companion[i].rows = rows;
            product->companion[i].row_at = list[OPERAND_A];
        }
    for (size_t i = 0; i < product->epilogue.count; i++)
        if (product->epilogue.list[i].has_buffer && product->epilogue.list[i].axis != AXIS_COLUMN &&
            &product->epilogue.operand[i] != epilogue_second(&product->epilogue))
            take_rows(&product->epilogue.operand[i], rows, first, list[OPERAND_B]);
}

static void take_columns(struct matrix *matrix, uint64_t columns, uint64_t first)
{
    matrix->columns = columns;
    matrix->start = first * (matrix->swapped ? matrix->ld : 1);
}

/* So many columns of B, C and what the epilogue has for each of them. */
static void take_part_of_n(struct instance *instance, uint64_t columns, uint64_t first)
{
    struct product *product = &instance->product;

    take_columns(&product->matrix[OPERAND_B], columns, first);
    take_columns(&product->matrix[OPERAND_C], columns, first);
    for (size_t i = OPERAND_B; i < COMPANION_LIMIT; i += 2)
        if (product->companion[i].value != NULL)
            product->companion[i].columns = columns;
    for (size_t i = 0; i < product->epilogue.count; i++)
        if (product->epilogue.list[i].has_buffer && product->epilogue.list[i].axis != AXIS_ROW)
            take_columns(&product->epilogue.operand[i], columns, first);
}

/* So many numbers from `first` on of the axis of which groups have parts. */
static void take_part(struct instance *instance, uint64_t count, uint64_t first)
{
    const uint64_t *const none[OPERAND_COUNT] = {NULL};

    if (instance->launch.ragged == SYMBOL_M) {
        take(instance, count, first, none);
    } else if (instance->launch.ragged == SYMBOL_N) {
        take_part_of_n(instance, count, first);
    } else {
        take_columns(&instance->product.matrix[OPERAND_A], count, first);
        take_rows(&instance->product.matrix[OPERAND_B], count, first, NULL);
    }
}

void instance_take_all(struct instance *instance)
{
    take_part(instance, instance->launch.value[instance->launch.ragged], 0);
}

static void take_group(struct instance *instance, uint64_t group)
{
    const struct rows *rows = &instance->rows;
    const uint64_t first = launch_first_row(&instance->launch, group);
    const uint64_t end = launch_first_row(&instance->launch, group + 1);

    if (rows_listed(rows)) {
        const uint64_t listed = rows->first[group];
        const uint64_t *const list[OPERAND_COUNT] = {
            rows->of[OPERAND_A] + listed, rows->of_launch + listed, rows->of[OPERAND_C] + listed};

        take(instance, rows->first[group + 1] - listed, listed, list);
    } else {
        take_part(instance, end - first, first);
    }
}

void instance_find_member(struct instance *instance, uint64_t member)
{
    const struct launch *launch = &instance->launch;

    for (int i = 0; i < OPERAND_COUNT; i++)
        instance->product.matrix[i].start = launch_member(launch, i, member);
    if (launch->grouped)
        take_group(instance, member);
}
