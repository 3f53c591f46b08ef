/* A kernel whose time alone is wanted has its operands made on the device. */
#include <inttypes.h>
#include <stdio.h>
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
static void *make_piece(enum element_type type, enum data data, uint64_t seed)
{
    struct matrix piece = {.rows = 1, .columns = PIECE, .ld = PIECE, .type = type, .members = 1};
    void *bytes = NULL;

    if (matrix_allocate(&piece, "a piece", NULL) == 0) {
        bytes = malloc(matrix_bytes(&piece));
        matrix_fill(&piece, data, MATRIX_WHOLE_RANGE, seed);
        if (bytes != NULL)
            matrix_encode(&piece, false, bytes);
    }
    matrix_release(&piece);
    return bytes;
}

static uint64_t piece_bytes(enum element_type type)
{
    return PIECE / element_covers(type) * element_facts[type].bytes;
}

/* A data set with a piece of each operand, of which the caller is a user; the cache, if there is one, keeps it. NULL without memory. */
static struct data_set *find_pieces(const struct instance *instance, enum data data, uint64_t seed,
                                    struct fault *fault)
{
    const enum element_type *types = instance->manifest->problem.type;
    struct data_set *set;
    uint64_t size = 0;
    bool made = true;
    char key[120];

    snprintf(key, sizeof key, "pieces %d %d %d; %d %" PRIu64, (int)types[OPERAND_A],
             (int)types[OPERAND_B], (int)types[OPERAND_C], (int)data, seed);
    set = instance->cache == NULL ? NULL : data_cache_find(instance->cache, key);
    if (set != NULL)
        return set;
    set = calloc(1, sizeof *set);
    for (int i = 0; i < OPERAND_COUNT && set != NULL; i++) {
        set->users = 1;
        set->bytes[i] = make_piece(types[i], data, seed + (uint64_t)i);
        made = made && set->bytes[i] != NULL;
        size += piece_bytes(types[i]);
    }
    if (set == NULL || !made)
        fault_memory(fault);
    else if (instance->cache == NULL ||
             data_cache_add(instance->cache, key, size, NULL, set, fault) == 0)
        return set;
    data_set_release(set);
    return NULL;
}

int instance_settle(struct instance *instance, struct fault *fault)
{
    return runner_poison(instance->runner, fault) ? -1
                                                  : runner_prepare(instance->runner, NULL, fault);
}

int instance_fill(struct instance *instance, enum data data, uint64_t seed, struct fault *fault)
{
    struct data_set *pieces = find_pieces(instance, data, seed, fault);
    int status = pieces == NULL ? -1 : 0;

    for (int i = 0; i < OPERAND_COUNT && status == 0; i++)
        status = runner_repeat(instance->runner, i, pieces->bytes[i],
                               piece_bytes(instance->manifest->problem.type[i]), fault);
    data_set_release(pieces);
    instance->loaded.repeats = true;
    return status == 0 ? instance_settle(instance, fault) : -1;
}
