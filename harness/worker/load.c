/* The data of a trial: made or taken from a cache, and sent to the device. */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/base/text.h"
#include "harness/base/timing.h"
#include "harness/worker/trial.h"

struct matrix *trial_matrix(struct trial *trial, int operand)
{
    struct epilogue *epilogue = &trial->product.epilogue;
    size_t index = (size_t)operand - OPERAND_COUNT;

    if (operand < OPERAND_COUNT)
        return &trial->product.matrix[operand];
    if (operand >= OPERAND_COMPANIONS) {
        struct matrix *companion = &trial->product.companion[operand - OPERAND_COMPANIONS];

        return companion->value == NULL ? NULL : companion;
    }
    return index < epilogue->count && epilogue->list[index].has_buffer ? &epilogue->operand[index]
                                                                       : NULL;
}

/* Whether all is calculated in whole numbers: any of them are multiplied and added exactly. */
static bool is_whole(const struct trial *trial)
{
    return element_is_whole_sum(trial->product.matrix[OPERAND_C].type);
}

/* Whole numbers that C, the sums and the products hold exactly: so do factors, which are much shorter. */
static struct whole find_whole(const struct trial *trial)
{
    const struct product *product = &trial->product;
    struct arithmetic arithmetic = trial->manifest->problem.arithmetic;
    enum element_type narrow = product->matrix[OPERAND_C].type;

    if (is_whole(trial))
        return (struct whole){.largest = MATRIX_WHOLE_RANGE, .stride = 1};
    if (element_is_narrower(arithmetic.accumulate, narrow))
        narrow = arithmetic.accumulate;
    if (!element_is_of_factors(arithmetic.product) &&
        element_is_narrower(arithmetic.product, narrow))
        narrow = arithmetic.product;
    /* A part of a complex sum is scaled by both parts of alpha. */
    return matrix_whole(element_digits(narrow), matrix_width(&product->matrix[OPERAND_A]),
                        fabs(product->alpha) + fabs(product->alpha_i),
                        fabs(product->beta) + fabs(product->beta_i));
}

uint64_t trial_passes(const struct trial *trial)
{
    const struct matrix *c = &trial->product.matrix[OPERAND_C];
    uint64_t passes = matrix_passes(c->rows, c->columns, find_whole(trial).stride);

    return passes < TRIAL_MOST_PASSES ? passes : TRIAL_MOST_PASSES;
}

/* What the kernels have no reason to read. */
static bool is_unread(const struct product *product, int operand)
{
    const bool multiplied = operand < OPERAND_C || operand >= OPERAND_COMPANIONS;

    return operand == OPERAND_C ? product->beta == 0 && product->beta_i == 0
                                : multiplied && product->alpha == 0 && product->alpha_i == 0;
}

/* What is not to be read is poison, as is what belongs to no member. */
static void encode_member(struct trial *trial, uint64_t member)
{
    const struct product *product = &trial->product;

    trial_take_member(trial, member);
    for (int i = 0; i < DATA_OPERANDS; i++) {
        const struct matrix *matrix = trial_matrix(trial, i);

        if (matrix == NULL)
            continue;
        if (member == 0)
            matrix_encode(matrix, is_unread(product, i), trial->set->bytes[i]);
        else if (!is_unread(product, i) && matrix->step != 0)
            matrix_put(matrix, trial->set->bytes[i]);
    }
}

static void encode_all(struct trial *trial)
{
    for (uint64_t member = 0; member < trial->launch.value[SYMBOL_BATCH]; member++)
        encode_member(trial, member);
}

/* ----------------------------------------------------------------------------------- data sets */

/* What data and their right result follow from, as a text in malloc'd memory; NULL without memory. */
static char *write_key(const struct trial *trial)
{
    const struct arithmetic arithmetic = trial->manifest->problem.arithmetic;
    const struct product *product = &trial->product;
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
    fprintf(key.stream, "%d %d %d %d %d; %a %a %a %a; %d %d %" PRIu64 " %d %" PRIu64,
            (int)trial->launch.listed, (int)arithmetic.product, (int)arithmetic.accumulate,
            (int)arithmetic.rounds_factors, (int)arithmetic.factors, product->alpha,
            product->alpha_i, product->beta, product->beta_i, (int)trial->loaded.data,
            trial->loaded.whole.largest, trial->loaded.whole.stride, (int)trial->loaded.infinities,
            trial->loaded.seed);
    return text_end(&key) ? key.bytes : NULL;
}

/* Bytes of a set on the host, with what is to be known of the result. */
static uint64_t size_of_set(struct trial *trial, enum verification how)
{
    const struct matrix *c = &trial->product.matrix[OPERAND_C];
    uint64_t size =
        matrix_bytes(c) + (how == VERIFY_EXACT ? 0 : 2 * sizeof(double) * matrix_count(c));

    for (int i = 0; i < DATA_OPERANDS; i++)
        size += trial_matrix(trial, i) == NULL ? 0 : matrix_bytes(trial_matrix(trial, i));
    return size;
}

/* A set that this trial alone writes to. */
static int own_set(struct trial *trial, struct fault *fault)
{
    if (trial->set != NULL && trial->set->key != NULL) {
        data_set_release(trial->set);
        trial->set = NULL;
    }
    if (trial->set == NULL)
        trial->set = data_set_make();
    for (int i = 0; trial->set != NULL && i < DATA_OPERANDS; i++) {
        const struct matrix *matrix = trial_matrix(trial, i);

        if (matrix == NULL || trial->set->bytes[i] != NULL)
            continue;
        trial->set->bytes[i] = calloc(matrix_bytes(matrix) + 1, 1);
        if (trial->set->bytes[i] == NULL)
            return fault_memory(fault);
    }
    return trial->set == NULL ? fault_memory(fault) : 0;
}

/* Makes the data and sends them; the cache, if there is one, may keep them. */
static int make_data(struct trial *trial, const char *key, enum verification how,
                     struct fault *fault)
{
    if (own_set(trial, fault))
        return -1;
    encode_all(trial);
    if (trial->counts != NULL)
        trial->counts->data++;
    for (int i = 0; i < DATA_OPERANDS; i++)
        if (trial_matrix(trial, i) != NULL &&
            runner_write(trial->runner, i, trial->set->bytes[i], fault))
            return -1;
    return key == NULL ? 0
                       : data_cache_add(trial->cache, key, size_of_set(trial, how),
                                        trial->library ? NULL : trial->runner, trial->set, fault);
}

/* Whether an operand of a set is `right`, on the host and on the device. */
static bool is_operand_right(struct trial *trial, const struct data_set *set, int operand,
                             const void *right)
{
    const uint64_t length = matrix_bytes(trial_matrix(trial, operand));
    struct fault unused = {0};
    bool is_right = memcmp(set->bytes[operand], right, length) == 0, holds = true;

    if (is_right && !trial->library && set->on_device[operand] != NULL &&
        runner_restore(trial->runner, operand, set->on_device[operand], &unused) == 0 &&
        runner_holds(trial->runner, operand, right, length, &holds, &unused) == 0)
        is_right = holds;
    fault_clear(&unused);
    return is_right;
}

bool trial_has_its_data(struct trial *trial)
{
    struct data_set *set = trial->set;
    struct fault unused = {0};
    bool is_right = true;

    if (set == NULL || set->key == NULL)
        return true;
    trial->set = NULL;
    if (own_set(trial, &unused) == 0) {
        encode_all(trial);
        for (int i = 0; i < DATA_OPERANDS; i++)
            is_right = is_right && (set->bytes[i] == NULL ||
                                    is_operand_right(trial, set, i, trial->set->bytes[i]));
    }
    data_set_release(trial->set);
    trial->set = set;
    fault_clear(&unused);
    return is_right;
}

/* Copies an operand of a set of the cache: on the device, where it is there and no library has a memory of its own. */
static int take_operand(struct trial *trial, int operand, struct fault *fault)
{
    const struct data_set *set = trial->set;

    return trial->library || set->on_device[operand] == NULL
               ? runner_write(trial->runner, operand, set->bytes[operand], fault)
               : runner_restore(trial->runner, operand, set->on_device[operand], fault);
}

static int take_data(struct trial *trial, struct data_set *set, struct fault *fault)
{
    data_set_release(trial->set);
    trial->set = set;
    for (int i = 0; i < DATA_OPERANDS; i++)
        if (set->bytes[i] != NULL && take_operand(trial, i, fault))
            return -1;
    return 0;
}

/* An epilogue's operands are in no key. */
static bool may_keep(const struct trial *trial)
{
    return trial->cache != NULL && trial->product.epilogue.count == 0;
}

static int load_data(struct trial *trial, enum verification how, struct fault *fault)
{
    char *key = may_keep(trial) ? write_key(trial) : NULL;
    struct data_set *known = key == NULL ? NULL : data_cache_find(trial->cache, key);
    int status = known == NULL ? make_data(trial, key, how, fault) : take_data(trial, known, fault);

    trial->loaded.kept = known != NULL;
    free(key);
    return status;
}

int trial_load(struct trial *trial, enum data data, bool infinities, uint64_t seed,
               enum verification *how, struct fault *fault)
{
    struct whole whole = find_whole(trial);
    enum data kind = data == DATA_WHOLE && whole.largest == 0 ? DATA_RANDOM : data;

    *how = infinities                              ? VERIFY_SPECIALS
           : kind == DATA_WHOLE || is_whole(trial) ? VERIFY_EXACT
                                                   : VERIFY_BOUND;
    trial->loaded.data = kind;
    trial->loaded.whole = whole;
    trial->loaded.infinities = infinities;
    trial->loaded.seed = seed;
    trial->loaded.filled = false;
    if (load_data(trial, *how, fault) || runner_poison(trial->runner, fault))
        return -1;
    return runner_prepare(trial->runner, NULL, fault);
}

int trial_reset(struct trial *trial, struct fault *fault)
{
    return runner_write(trial->runner, OPERAND_C, trial->set->bytes[OPERAND_C], fault);
}

int trial_send(struct trial *trial, double *ms, struct fault *fault)
{
    const struct product *product = &trial->product;
    double begin = time_now_ms();

    for (int i = 0; i < DATA_OPERANDS; i++)
        if (trial_matrix(trial, i) != NULL && !is_unread(product, i) &&
            runner_write(trial->runner, i, trial->set->bytes[i], fault))
            return -1;
    *ms = time_now_ms() - begin;
    return 0;
}

int trial_receive(struct trial *trial, double *ms, struct fault *fault)
{
    double begin = time_now_ms();

    if (runner_read(trial->runner, OPERAND_C, trial->result, fault))
        return -1;
    *ms = time_now_ms() - begin;
    return 0;
}
