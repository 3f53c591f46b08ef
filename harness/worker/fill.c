/* A kernel whose time alone is wanted has its operands made on the device. */
#include <stdlib.h>

#include "harness/manifest/groups.h"
#include "harness/verify/matrix.h"
#include "harness/worker/instance.h"

enum {
    PIECE = 1 << 15 /* elements that are made on the host, whole blocks of every type */
};

bool instance_may_fill(const struct instance *instance)
{
    const struct problem *problem = &instance->manifest->problem;
    struct companion unused[MOST_COMPANIONS];

    return instance->by.blas == NULL && problem->notation == NULL && problem->epilogue_count == 0 &&
           !instance->launch.grouped && instance->launch.value[SYMBOL_BATCH] == 1 &&
           groups_companions(problem->type[OPERAND_A], unused) == 0 &&
           groups_companions(problem->type[OPERAND_B], unused) == 0;
}

/* Makes a row of elements of the operand's type, in malloc'd memory; NULL without memory. */
static void *make_piece(const struct matrix *like, enum data data, uint64_t seed, uint64_t *length)
{
    struct matrix piece = {
        .rows = 1, .columns = PIECE, .ld = PIECE, .type = like->type, .members = 1};
    void *bytes = NULL;

    if (matrix_allocate(&piece, "a piece", NULL) == 0) {
        *length = matrix_bytes(&piece);
        bytes = malloc(*length);
        matrix_fill(&piece, data, MATRIX_WHOLE_RANGE, seed);
        if (bytes != NULL)
            matrix_encode(&piece, false, bytes);
    }
    matrix_release(&piece);
    return bytes;
}

int instance_settle(struct instance *instance, struct fault *fault)
{
    return runner_poison(instance->runner, fault) ? -1
                                                  : runner_prepare(instance->runner, NULL, fault);
}

int instance_fill(struct instance *instance, enum data data, uint64_t seed, struct fault *fault)
{
    for (int i = 0; i < OPERAND_COUNT; i++) {
        uint64_t length;
        void *piece = make_piece(&instance->product.matrix[i], data, seed + (uint64_t)i, &length);
        const int status = piece == NULL ? fault_memory(fault)
                                         : runner_repeat(instance->runner, i, piece, length, fault);

        free(piece);
        if (status != 0)
            return -1;
    }
    return instance_settle(instance, fault);
}
