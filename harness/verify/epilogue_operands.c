/* The operands of an epilogue: made for a launch, filled for a member, read. */
#include "harness/verify/epilogue.h"

#include <string.h>

#include "harness/verify/attention.h"

static bool is_gate(const struct operation *operation)
{
    return strcmp(operation->name, OPERATION_GATE) == 0;
}

size_t epilogue_gate(const struct operation *list, size_t count)
{
    size_t i = 0;

    while (i < count && !is_gate(&list[i]))
        i++;
    return i;
}

struct matrix *epilogue_second(struct epilogue *epilogue)
{
    const size_t gate = epilogue_gate(epilogue->list, epilogue->count);

    return gate < epilogue->count ? &epilogue->operand[gate] : NULL;
}

/* D, which lies as B does. */
static int make_second(const struct manifest *manifest, const struct launch *launch,
                       const char *name, struct matrix *matrix, struct fault *fault)
{
    *matrix = (struct matrix){
        .ld = launch->value[SYMBOL_LDD],
        .offset = launch->value[SYMBOL_OFFSET_D],
        .type = manifest->problem.type[OPERAND_B],
        .conjugated = manifest->problem.conjugate[OPERAND_B],
        .members = launch_matrices(launch, OPERAND_B),
        .step = launch->value[SYMBOL_STRIDE_B],
    };
    launch_shape(&manifest->problem, launch, OPERAND_B, &matrix->rows, &matrix->columns,
                 &matrix->swapped);
    return matrix_allocate(matrix, name, fault);
}

static int make_operand(const struct manifest *manifest, const struct launch *launch, size_t index,
                        struct epilogue *epilogue, struct fault *fault)
{
    const struct operation *operation = &manifest->problem.epilogue[index];
    const struct buffer *buffer = &manifest->buffers[operation->buffer];
    struct matrix *matrix = &epilogue->operand[index];
    const struct extent *lines =
        buffer->extent_count < 2 ? NULL : &buffer->extent[buffer->extent_count - 2];
    const bool vector = operation->axis != AXIS_NONE, many = operation->many;
    uint64_t rows, columns;
    bool swapped;

    launch_shape(&manifest->problem, launch, OPERAND_C, &rows, &columns, &swapped);
    *matrix = (struct matrix){
        .rows = operation->axis == AXIS_COLUMN ? 1 : rows,
        .columns = operation->axis == AXIS_ROW ? 1 : columns,
        .swapped = vector ? operation->axis == AXIS_ROW : swapped,
        .ld = !vector && lines              ? launch_count(launch, lines->stride)
              : operation->axis == AXIS_ROW ? rows
                                            : columns,
        .offset = launch_count(launch, buffer->offset),
        .type = buffer->type,
        .members = many     ? launch_matrices(launch, OPERAND_B)
                   : vector ? 1
                            : launch_matrices(launch, OPERAND_C),
        .step = many     ? columns
                : vector ? 0
                         : launch->value[SYMBOL_STRIDE_C],
    };
    return matrix_allocate(matrix, operation->operand, fault);
}

int epilogue_make(const struct manifest *manifest, const struct launch *launch,
                  struct epilogue *epilogue, struct fault *fault)
{
    const struct problem *problem = &manifest->problem;
    const bool is_double =
        problem->type[OPERAND_C] == TYPE_F64 || problem->arithmetic.accumulate == TYPE_F64;

    epilogue->list = problem->epilogue;
    epilogue->count = problem->epilogue_count;
    epilogue->type = is_double ? TYPE_F64 : TYPE_F32;
    for (size_t i = 0; i < epilogue->count; i++) {
        const struct operation *operation = &problem->epilogue[i];

        if (problem->attends) {
            if (matrix_make_of_attention(problem->notation, operation->of_notation,
                                         manifest->buffers[operation->buffer].type,
                                         &epilogue->operand[i], fault))
                return -1;
            continue;
        }
        if (is_gate(operation)) {
            if (make_second(manifest, launch, operation->operand, &epilogue->operand[i], fault))
                return -1;
            continue;
        }
        if (operation->has_buffer && make_operand(manifest, launch, i, epilogue, fault))
            return -1;
        if (operation->symbol != SYMBOL_NONE)
            epilogue->scalar[i] =
                element_round(epilogue->type, launch_scalar(launch, operation->symbol));
    }
    return 0;
}

void epilogue_release(struct epilogue *epilogue)
{
    for (size_t i = 0; i < EPILOGUE_LIMIT; i++)
        matrix_release(&epilogue->operand[i]);
    memset(epilogue, 0, sizeof *epilogue);
}

/* What has elements for each row or column that groups have parts of. */
static bool is_in_parts(const struct launch *launch, const struct matrix *matrix)
{
    return launch->grouped && matrix->step == 0 &&
           ((launch->ragged == SYMBOL_M && matrix->rows != 1) ||
            (launch->ragged == SYMBOL_N && matrix->columns != 1));
}

/* Parts of each group have others, and of many vectors those of a matrix of B are the same. */
static uint64_t seed_of(const struct launch *launch, const struct matrix *matrix, uint64_t seed,
                        uint64_t member)
{
    return is_in_parts(launch, matrix)
               ? seed + member * 15485863
               : matrix_member_seed(matrix, seed,
                                    launch->grouped ? launch_expert(launch, member) : member);
}

void epilogue_fill(struct epilogue *epilogue, const struct launch *launch, uint64_t member,
                   bool whole, uint64_t seed)
{
    for (size_t i = 0; i < epilogue->count; i++) {
        struct matrix *matrix = &epilogue->operand[i];
        const uint64_t own = seed + (uint64_t)(OPERAND_COUNT + i) * 1000003;

        if (!epilogue->list[i].has_buffer || is_gate(&epilogue->list[i]))
            continue;
        if (epilogue->list[i].of_notation > OPERAND_COUNT) {
            if (member == 0)
                attention_fill(&epilogue->list[i], launch, own, matrix);
            continue;
        }
        if (epilogue->list[i].many)
            matrix->start = launch_expert(launch, member) * matrix->step;
        else if (matrix->step != 0)
            matrix->start = launch_member(launch, OPERAND_C, member);
        matrix_fill(matrix, whole ? DATA_WHOLE : DATA_RANDOM, 8,
                    seed_of(launch, matrix, own, member));
    }
}

double epilogue_operand_at(const struct epilogue *epilogue, size_t index, uint64_t row,
                           uint64_t column)
{
    const struct matrix *matrix = &epilogue->operand[index];

    if (!epilogue->list[index].has_buffer || is_gate(&epilogue->list[index]))
        return epilogue->scalar[index];
    return matrix->value[(matrix->rows == 1 ? 0 : row) * matrix->columns +
                         (matrix->columns == 1 ? 0 : column)];
}
