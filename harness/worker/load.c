/* The data of an instance: made or taken from a cache, and sent to the device. */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/base/text.h"
#include "harness/base/timing.h"
#include "harness/manifest/quantised.h"
#include "harness/worker/instance.h"
#include "harness/verify/matrix.h"

struct matrix *instance_matrix(struct instance *instance, int operand)
{
    struct epilogue *epilogue = &instance->product.epilogue;
    size_t index = (size_t)operand - OPERAND_COUNT;

    if (operand < OPERAND_COUNT)
        return &instance->product.matrix[operand];
    if (operand >= OPERAND_COMPANIONS) {
        struct matrix *companion = &instance->product.companion[operand - OPERAND_COMPANIONS];

        return companion->value == NULL ? NULL : companion;
    }
    return index < epilogue->count && epilogue->list[index].has_buffer ? &epilogue->operand[index]
                                                                       : NULL;
}

/* Whether all is calculated in whole numbers: any of them are multiplied and added exactly. */
static bool is_whole(const struct instance *instance)
{
    return element_is_whole_sum(instance->product.matrix[OPERAND_C].type);
}

/* Whether sums cannot do without elements: one that stands in several places cannot be left out of one of them, and blocks may have no 0.
 * Those of A alone are left out where it has rows enough. */
static bool keeps_all(const struct instance *instance, uint64_t stride)
{
    const struct matrix *matrix = instance->product.matrix;

    return instance_has_places(instance) || quantised_whole(matrix[OPERAND_A].type) > 0 ||
           (quantised_whole(matrix[OPERAND_B].type) > 0 &&
            matrix_passes(instance->launch.value[SYMBOL_M], 1, stride) > 1);
}

/* Whole numbers that C, the sums and the products hold exactly: so do factors, which are much
 * shorter. */
static struct whole find_whole(const struct instance *instance)
{
    const struct product *product = &instance->product;
    struct arithmetic arithmetic = instance->manifest->problem.arithmetic;
    enum element_type narrow = product->matrix[OPERAND_C].type;
    int digits;

    /* Weights are no whole numbers: such data make large scores. */
    if (product->attention != NULL)
        return (struct whole){.largest = 8, .stride = 1};
    if (is_whole(instance))
        return (struct whole){.largest = MATRIX_WHOLE_RANGE, .stride = 1};
    if (element_is_narrower(arithmetic.accumulate, narrow))
        narrow = arithmetic.accumulate;
    if (!element_is_of_factors(arithmetic.product) &&
        element_is_narrower(arithmetic.product, narrow))
        narrow = arithmetic.product;
    digits = element_facts[narrow].digits;
    if (arithmetic.sum_digits > 0 && arithmetic.sum_digits < digits)
        digits = arithmetic.sum_digits;
    /* Blocks that have no 0 have greater numbers than are asked for. */
    double more = 1;
    for (int i = OPERAND_A; i <= OPERAND_B; i++)
        more *= fmax(1, quantised_whole(product->matrix[i].type));
    /* A part of a complex sum is scaled by both parts of alpha. */
    /* Two rows at most are added to one of C. */
    const uint64_t rows = instance->launch.adds ? 2 : 1;
    struct whole whole =
        matrix_whole(digits, (uint64_t)more * rows * matrix_width(&product->matrix[OPERAND_A]),
                     fabs(product->alpha) + fabs(product->alpha_i),
                     instance->launch.adds ? 1 : fabs(product->beta) + fabs(product->beta_i));

    return whole.stride > 1 && keeps_all(instance, whole.stride) ? (struct whole){0, 1} : whole;
}

uint64_t instance_passes(const struct instance *instance)
{
    const struct matrix *c = &instance->product.matrix[OPERAND_C];
    uint64_t passes = matrix_passes(c->rows, c->columns, find_whole(instance).stride);

    return passes < INSTANCE_MOST_PASSES ? passes : INSTANCE_MOST_PASSES;
}

/* Whether the kernels have no reason to read an operand. */
static bool is_unread(const struct instance *instance, int operand)
{
    const struct product *product = &instance->product;
    const size_t gate = epilogue_gate(product->epilogue.list, product->epilogue.count);
    const bool second = gate < product->epilogue.count && operand == OPERAND_COUNT + (int)gate;
    const bool multiplied = operand < OPERAND_C || operand >= OPERAND_COMPANIONS || second;

    return operand == OPERAND_C
               ? product->beta == 0 && product->beta_i == 0 && !instance->launch.adds
               : multiplied && product->attention == NULL && product->alpha == 0 &&
                     product->alpha_i == 0;
}

/* Encodes a member. Elements that are not to be read are poison, as are those of no member. */
static void encode_member(struct instance *instance, uint64_t member)
{
    const bool grouped = instance->launch.grouped;

    instance_take_member(instance, member);
    for (int i = 0; i < DATA_OPERANDS; i++) {
        const struct matrix *matrix = instance_matrix(instance, i);

        if (matrix == NULL)
            continue;
        if (member == 0 && !grouped)
            matrix_encode(matrix, is_unread(instance, i), instance->set->bytes[i]);
        else if (!is_unread(instance, i) && (matrix->step != 0 || grouped))
            matrix_put(matrix, instance->set->bytes[i]);
    }
}

static void encode_all(struct instance *instance)
{
    /* Rows of no group are poison. */
    for (int i = 0; i < DATA_OPERANDS && instance->launch.grouped; i++)
        if (instance_matrix(instance, i) != NULL)
            matrix_encode(instance_matrix(instance, i), true, instance->set->bytes[i]);
    for (uint64_t member = 0; member < instance->launch.value[SYMBOL_BATCH]; member++)
        encode_member(instance, member);
    if (instance->launch.grouped)
        instance_take_all(instance);
}

/* ----------------------------------------------------------------------------------- data sets */

/* Writes the key of a data set, all that its data and their right result follow from, in malloc'd
 * memory; NULL without memory. */
static char *write_key(const struct instance *instance)
{
    const struct arithmetic arithmetic = instance->manifest->problem.arithmetic;
    const struct product *product = &instance->product;
    struct text key;

    if (!text_begin(&key))
        return NULL;
    for (int i = 0; i < OPERAND_COUNT; i++) {
        const struct matrix *matrix = &product->matrix[i];

        fprintf(key.stream,
                "%d %d %d %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64
                " %" PRIu64 "; ",
                (int)matrix->type, (int)matrix->swapped, (int)matrix->conjugated, matrix->rows,
                matrix->columns, matrix->ld, matrix->offset, matrix->elements, matrix->members,
                matrix->step);
    }
    launch_write_places(&instance->launch, key.stream);
    json_dumpf(json_object_get(json_object_get(instance->manifest->root, "problem"), "product"),
               key.stream, JSON_COMPACT);
    if (instance->launch.grouped)
        fprintf(key.stream, "groups %" PRIu64 " %d %d %d %d %d; ", instance->launch.dealt,
                (int)instance->launch.ragged, (int)instance->launch.experts,
                (int)instance->launch.gathers, (int)instance->launch.scatters,
                (int)instance->launch.adds);
    fprintf(key.stream, "%d %d %d %d %d; %a %a %a %a; %d %d %" PRIu64 " %d %" PRIu64,
            (int)instance->launch.listed, (int)arithmetic.product, (int)arithmetic.accumulate,
            (int)arithmetic.rounds_factors, (int)arithmetic.factors, product->alpha,
            product->alpha_i, product->beta, product->beta_i, (int)instance->loaded.data,
            instance->loaded.whole.largest, instance->loaded.whole.stride,
            (int)instance->loaded.infinities, instance->loaded.seed);
    return text_end(&key) ? key.bytes : NULL;
}

/* Bytes of a set on the host, with what is to be known of the result. */
static uint64_t size_of_set(struct instance *instance, enum verification how)
{
    const struct matrix *c = &instance->product.matrix[OPERAND_C];
    uint64_t size =
        matrix_bytes(c) + (how == VERIFY_EXACT ? 0 : 2 * sizeof(double) * matrix_count(c));

    for (int i = 0; i < DATA_OPERANDS; i++)
        size +=
            instance_matrix(instance, i) == NULL ? 0 : matrix_bytes(instance_matrix(instance, i));
    return size;
}

/* A set that this instance alone writes to. */
static int own_set(struct instance *instance, struct fault *fault)
{
    if (instance->set != NULL && instance->set->key != NULL) {
        data_set_release(instance->set);
        instance->set = NULL;
    }
    if (instance->set == NULL) {
        instance->set = calloc(1, sizeof *instance->set);
        if (instance->set == NULL)
            return fault_memory(fault);
        instance->set->users = 1;
    }
    for (int i = 0; i < DATA_OPERANDS; i++) {
        const struct matrix *matrix = instance_matrix(instance, i);

        if (matrix == NULL || instance->set->bytes[i] != NULL)
            continue;
        instance->set->bytes[i] = calloc(matrix_bytes(matrix) + 1, 1);
        if (instance->set->bytes[i] == NULL)
            return fault_memory(fault);
    }
    return 0;
}

/* Makes the data and sends them; the cache, if there is one, may keep them. */
static int make_data(struct instance *instance, const char *key, enum verification how,
                     struct fault *fault)
{
    if (own_set(instance, fault))
        return -1;
    encode_all(instance);
    if (instance->counts != NULL)
        instance->counts->data++;
    for (int i = 0; i < DATA_OPERANDS; i++)
        if (instance_matrix(instance, i) != NULL &&
            runner_write(instance->runner, i, instance->set->bytes[i], fault))
            return -1;
    return key == NULL ? 0
                       : data_cache_add(instance->cache, key, size_of_set(instance, how),
                                        instance->by.blas != NULL ? NULL : instance->runner,
                                        instance->set, fault);
}

/* Whether an operand of a set is `right`, on the host and on the device. */
static bool is_operand_right(struct instance *instance, const struct data_set *set, int operand,
                             const void *right)
{
    const uint64_t length = matrix_bytes(instance_matrix(instance, operand));
    bool is_right = memcmp(set->bytes[operand], right, length) == 0, holds = true;

    if (is_right && instance->by.blas == NULL && set->on_device[operand] != NULL &&
        runner_restore(instance->runner, operand, set->on_device[operand], NULL) == 0 &&
        runner_holds(instance->runner, operand, right, length, &holds, NULL) == 0)
        is_right = holds;
    return is_right;
}

bool instance_has_its_data(struct instance *instance)
{
    struct data_set *set = instance->set;
    bool is_right = true;

    if (set == NULL || set->key == NULL)
        return true;
    instance->set = NULL;
    if (own_set(instance, NULL) == 0) {
        encode_all(instance);
        for (int i = 0; i < DATA_OPERANDS; i++)
            is_right = is_right && (set->bytes[i] == NULL ||
                                    is_operand_right(instance, set, i, instance->set->bytes[i]));
    }
    data_set_release(instance->set);
    instance->set = set;
    return is_right;
}

/* Copies an operand of a set of the cache: on the device, where it is there and no library has a
 * memory of its own. */
static int take_operand(struct instance *instance, int operand, struct fault *fault)
{
    const struct data_set *set = instance->set;

    return instance->by.blas != NULL || set->on_device[operand] == NULL
               ? runner_write(instance->runner, operand, set->bytes[operand], fault)
               : runner_restore(instance->runner, operand, set->on_device[operand], fault);
}

static int take_data(struct instance *instance, struct data_set *set, struct fault *fault)
{
    data_set_release(instance->set);
    instance->set = set;
    for (int i = 0; i < DATA_OPERANDS; i++)
        if (set->bytes[i] != NULL && take_operand(instance, i, fault))
            return -1;
    return 0;
}

/* An epilogue's operands are in no key. */
static int load_data(struct instance *instance, enum verification how, struct fault *fault)
{
    const bool keeps = instance->cache != NULL && instance->product.epilogue.count == 0;
    char *key = keeps ? write_key(instance) : NULL;
    struct data_set *known = key == NULL ? NULL : data_cache_find(instance->cache, key);
    int status =
        known == NULL ? make_data(instance, key, how, fault) : take_data(instance, known, fault);

    instance->loaded.kept = known != NULL;
    free(key);
    return status;
}

int instance_load(struct instance *instance, enum data data, bool infinities, uint64_t seed,
                  enum verification *how, struct fault *fault)
{
    struct whole whole = find_whole(instance);
    enum data kind = data == DATA_WHOLE && whole.largest == 0 ? DATA_RANDOM : data;

    *how = infinities                                 ? VERIFY_SPECIALS
           : instance->product.attention != NULL      ? VERIFY_BOUND
           : kind == DATA_WHOLE || is_whole(instance) ? VERIFY_EXACT
                                                      : VERIFY_BOUND;
    instance->loaded.data = kind;
    instance->loaded.whole = whole;
    instance->loaded.infinities = infinities;
    instance->loaded.seed = seed;
    instance->loaded.filled = false;
    instance->loaded.repeats = false;
    return load_data(instance, *how, fault) ? -1 : instance_settle(instance, fault);
}

int instance_reset(struct instance *instance, struct fault *fault)
{
    return runner_write(instance->runner, OPERAND_C, instance->set->bytes[OPERAND_C], fault);
}

int instance_send(struct instance *instance, double *ms, struct fault *fault)
{
    double begin = time_now_ms();

    for (int i = 0; i < DATA_OPERANDS; i++)
        if (instance_matrix(instance, i) != NULL && !is_unread(instance, i) &&
            runner_write(instance->runner, i, instance->set->bytes[i], fault))
            return -1;
    *ms = time_now_ms() - begin;
    return 0;
}

int instance_receive(struct instance *instance, double *ms, struct fault *fault)
{
    double begin = time_now_ms();

    if (runner_read(instance->runner, OPERAND_C, instance->result, fault))
        return -1;
    *ms = time_now_ms() - begin;
    return 0;
}
