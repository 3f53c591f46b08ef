/* Whether what a run has left is right: C, beside it nothing, and the operands as they were sent. */
#include "harness/worker/instance.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/verify/matrix.h"

enum {
    VECTORS = 4 /* that a long product is verified by */
};

/* A and B, and what the epilogue reads, must come back as they were sent. */
static int check_operands(struct instance *instance, struct fault *fault)
{
    for (int i = 0; i < DATA_OPERANDS; i++) {
        const struct matrix *matrix = instance_matrix(instance, i);
        uint64_t length = matrix == NULL || i == OPERAND_C ? 0 : matrix_bytes(matrix);
        bool holds;

        if (length == 0)
            continue;
        if (runner_holds(instance->runner, i, instance->set->bytes[i], length, &holds, fault))
            return -1;
        if (!holds)
            return fault_set(fault, FAULT_WRONG, "the kernel wrote into %s",
                             instance_operand_name(instance, i));
    }
    return 0;
}

/* C, of groups without the rows or columns before the first one and behind the last one, or those
 * that lists name: all of them where what the kernel is told is nonsense. */
static struct matrix written_matrix(const struct instance *instance)
{
    const struct launch *launch = &instance->launch;
    struct matrix c = instance->product.matrix[OPERAND_C];
    const bool shared = launch->grouped && launch->ragged != SYMBOL_K;
    uint64_t first, count;

    if (shared && launch->dealt == DEALT_HOSTILE)
        c.rows = launch_stored_rows(launch, OPERAND_C);
    if (!shared || launch->dealt == DEALT_HOSTILE)
        return c;
    if (rows_listed(&instance->rows)) {
        c.rows = instance->rows.written_count;
        c.row_at = instance->rows.written;
        return c;
    }
    first = launch_first_row(launch, 0);
    count = launch_first_row(launch, launch->value[SYMBOL_BATCH]) - first;
    if (launch->ragged == SYMBOL_M)
        c.rows = count;
    else
        c.columns = count;
    c.offset += first * (c.swapped == (launch->ragged == SYMBOL_M) ? 1 : c.ld);
    return c;
}

static int check_strays(struct instance *instance, struct fault *fault)
{
    const struct matrix written = written_matrix(instance), *c = &written;
    uint64_t stray = matrix_stray(c, instance->result);
    const char *broken;

    if (stray < c->elements)
        return fault_set(fault, FAULT_WRONG,
                         "the kernel wrote outside C: element %" PRIu64 " of its "
                         "buffer, which is padding or before the offset%s",
                         stray, instance->launch.grouped ? ", or of no group" : "");
    if (runner_counters(instance->runner, &broken, fault))
        return -1;
    if (broken != NULL)
        return fault_set(fault, FAULT_WRONG,
                         "the kernel left numbers other than 0 in the buffer `%s`", broken);
    if (runner_guards(instance->runner, &broken, fault))
        return -1;
    if (broken != NULL)
        return fault_set(fault, FAULT_WRONG, "the kernel wrote outside the buffer `%s`", broken);
    return 0;
}

static int report_wrong(const struct instance *instance, const struct verdict *verdict,
                        uint64_t member, struct fault *fault)
{
    char which[40] = "";
    const struct matrix *c = &instance->product.matrix[OPERAND_C];
    double count = verdict->by_rows ? (double)c->rows : (double)matrix_count(c);

    if (instance->launch.value[SYMBOL_BATCH] > 1 && !instance->launch.adds)
        snprintf(which, sizeof which, "member %" PRIu64 ": ", member);
    return fault_set(fault, FAULT_WRONG,
                     "%sC[%" PRIu64 "][%" PRIu64 "] (row, column) is %.9g, expected "
                     "%.9g%s; %" PRIu64 " wrong of %.0f%s",
                     which, verdict->row, verdict->column, verdict->got, verdict->expected,
                     isnan(verdict->got) ? " (NaN: something that must not be read "
                                           "was read, or was not written)"
                                         : "",
                     verdict->wrong, count,
                     verdict->by_rows              ? " rows"
                     : element_parts(c->type) == 2 ? " real and imaginary parts"
                                                   : "");
}

/* Reference of a member's result. */
struct comparison {
    enum verification how;
    unsigned vectors; /* 0: element by element */
    uint64_t seed;
};

static void count_reference(struct instance *instance)
{
    if (instance->counts != NULL)
        instance->counts->references++;
}

/* Compares a member of what was read back, which is all that is known of it. */
static int verify_anew(struct instance *instance, uint64_t member, const struct comparison *by,
                       struct verdict *verdict, struct fault *fault)
{
    const struct arithmetic arithmetic = instance->manifest->problem.arithmetic;

    count_reference(instance);
    if (!instance->loaded.filled || instance->launch.grouped ||
        instance->launch.value[SYMBOL_BATCH] > 1)
        instance_take_member(instance, member);
    return verify_vectors(&instance->product, arithmetic, by->how, by->vectors, by->seed,
                          instance->values, verdict, fault);
}

/* Whether a reference serves every result of the instance's data: where bytes tell it there is
 * none, the operands of an epilogue belong to it, and of a batch there would be many. */
static bool keeps_reference(const struct instance *instance, enum verification how)
{
    return instance->set->key != NULL && how == VERIFY_BOUND &&
           instance->product.epilogue.count == 0 && !instance->launch.grouped &&
           instance->launch.value[SYMBOL_BATCH] == 1;
}

static int verify_member(struct instance *instance, uint64_t member, const struct comparison *by,
                         struct verdict *verdict, struct fault *fault)
{
    struct reference *reference = &instance->set->reference;
    const bool keeps = keeps_reference(instance, by->how);
    int status = 0;

    matrix_decode(&instance->product.matrix[OPERAND_C], instance->result, instance->values);
    if (keeps && reference->expected == NULL) {
        count_reference(instance);
        if (!instance->loaded.filled)
            instance_take_member(instance, member);
    }
    if (keeps)
        status = verify_kept(&instance->product, instance->manifest->problem.arithmetic, by->how,
                             by->vectors, by->seed, instance->values, reference, verdict, fault);
    if (status == 0 && (!keeps || verdict->wrong > 0))
        status = verify_anew(instance, member, by, verdict, fault);
    if (status != 0)
        return -1;
    return verdict->wrong > 0 ? report_wrong(instance, verdict, member, fault) : 0;
}

/* Whether C came out as it was found right before, to the last byte. */
static bool is_known(const struct instance *instance)
{
    return instance->set->right != NULL &&
           memcmp(instance->result, instance->set->right,
                  matrix_bytes(&instance->product.matrix[OPERAND_C])) == 0;
}

/* Keeps what is right, and how well; without memory for it nothing is kept. */
static void keep_right(struct instance *instance, const struct verdict *verdict)
{
    const uint64_t length = matrix_bytes(&instance->product.matrix[OPERAND_C]);

    if (instance->set->key == NULL || instance->set->right != NULL)
        return;
    instance->set->right = malloc(length + 1);
    if (instance->set->right != NULL)
        memcpy(instance->set->right, instance->result, length);
    instance->set->verdict = *verdict;
}

static int verify_members(struct instance *instance, const struct comparison *by,
                          struct verdict *verdict, struct fault *fault)
{
    double worst = 0;

    for (uint64_t i = 0; i < instance->launch.value[SYMBOL_BATCH]; i++) {
        instance_find_member(instance, i);
        if (instance->launch.grouped && matrix_count(&instance->product.matrix[OPERAND_C]) == 0)
            continue;
        if (verify_member(instance, i, by, verdict, fault))
            return -1;
        worst = verdict->worst > worst ? verdict->worst : worst;
    }
    verdict->worst = worst;
    return 0;
}

/* The same, with all rows of C in hand before and after. Of groups that begin and end anywhere
 * nothing is known. */
static int verify_all(struct instance *instance, const struct comparison *by,
                      struct verdict *verdict, struct fault *fault)
{
    const struct launch *launch = &instance->launch;
    int status = 0;

    if (!launch->grouped)
        return verify_members(instance, by, verdict, fault);
    if (launch->adds && launch->dealt != DEALT_HOSTILE) {
        count_reference(instance);
        status = instance_compare_added(instance, by->how, verdict, fault);
        if (status == 0 && verdict->wrong > 0)
            status = report_wrong(instance, verdict, 0, fault);
    } else if (launch->dealt != DEALT_HOSTILE) {
        status = verify_members(instance, by, verdict, fault);
    }
    instance_take_all(instance);
    return status;
}

/* Whether a kernel whose C is wrong wrote to nothing else, as far as margins and operands show. */
static bool is_contained(struct instance *instance)
{
    return instance->by.guards && check_strays(instance, NULL) == 0 &&
           check_operands(instance, NULL) == 0;
}

int instance_verify(struct instance *instance, enum verification how, double full_limit,
                    uint64_t seed, struct verdict *verdict, struct fault *fault)
{
    const struct matrix *c = &instance->product.matrix[OPERAND_C];
    const double operations =
        (double)c->rows * (double)c->columns * (double)instance->product.matrix[OPERAND_A].columns;
    const bool by_vectors = operations > full_limit && how != VERIFY_SPECIALS;
    const struct comparison by = {how, by_vectors ? VECTORS : 0, seed};

    memset(verdict, 0, sizeof *verdict);
    if (runner_read(instance->runner, OPERAND_C, instance->result, fault))
        return -1;
    if (is_known(instance))
        *verdict = instance->set->verdict;
    else if (verify_all(instance, &by, verdict, fault)) {
        fault->contained = fault->code == FAULT_WRONG && is_contained(instance);
        return -1;
    }
    if (check_strays(instance, fault) || check_operands(instance, fault))
        return -1;
    keep_right(instance, verdict);
    return 0;
}
