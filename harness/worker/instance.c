#include "harness/worker/instance.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/manifest/groups.h"
#include "harness/manifest/notation.h"
#include "harness/verify/matrix.h"

static const char operand_letters[] = "ABC";

enum {
    VECTORS = 4 /* that a long product is verified by */
};

/* Whether what is multiplied and calculated with is of several kinds: whole, real, complex. Sums of
 * whole numbers may become real ones. */
static bool mixes_kinds(const struct problem *problem)
{
    const bool whole = element_is_whole(problem->arithmetic.accumulate);
    const int parts = element_parts(problem->type[OPERAND_C]);

    return element_parts(problem->type[OPERAND_A]) != parts ||
           element_parts(problem->type[OPERAND_B]) != parts ||
           element_is_whole(problem->type[OPERAND_A]) != whole ||
           element_is_whole(problem->type[OPERAND_B]) != whole ||
           element_is_whole(problem->arithmetic.product) != whole ||
           (element_is_whole_sum(problem->type[OPERAND_C]) && !whole);
}

/* Index functions want the sizes of a launch: NOTATION_OPEN is none. */
static int sizes_known(const struct notation *notation, struct fault *fault)
{
    bool by_index = false;
    char open[400];

    for (int i = 0; notation != NULL && i < OPERAND_COUNT; i++)
        by_index |= notation->operand[i].by_index;
    if (!by_index || notation->known)
        return 0;
    notation_list_open(notation, open, sizeof open);
    return fault_set(fault, FAULT_REFUSED,
                     "the kernel takes sizes of a product by their names: --at says %s", open);
}

int instance_supported(const struct manifest *manifest, struct fault *fault)
{
    const struct problem *problem = &manifest->problem;
    char known[ELEMENT_LIST];

    for (int i = 0; i < OPERAND_COUNT; i++)
        if (!element_of_matrix(problem->type[i]))
            return fault_set(fault, FAULT_REFUSED,
                             "this harness has no reference for type `%.20s` "
                             "of %c: %s only",
                             problem->type_name[i], operand_letters[i], element_list(false, known));
    if (!element_is_calculated(problem->arithmetic.accumulate) ||
        (!element_is_calculated(problem->arithmetic.product) &&
         !element_is_of_factors(problem->arithmetic.product)) ||
        (problem->arithmetic.rounds_factors && !element_is_real(problem->arithmetic.factors)))
        return fault_set(fault, FAULT_REFUSED,
                         "this harness has no reference for this type of the accumulator, of "
                         "products or of factors: %s only",
                         element_list(true, known));
    if (mixes_kinds(problem))
        return fault_set(fault, FAULT_REFUSED,
                         "this harness has no reference for products of whole, real and complex "
                         "numbers");
    return sizes_known(problem->notation, fault) ? -1 : epilogue_supported(problem, fault);
}

static const char *operand_name(const struct instance *instance, int operand)
{
    return instance->manifest->buffers[instance->manifest->operand[operand]].name;
}

/* A caller's buffer must be what BLAS says, to the last element. */
static int check_lengths(struct instance *instance, struct fault *fault)
{
    for (int i = 0; i < DATA_OPERANDS; i++) {
        const struct matrix *matrix = instance_matrix(instance, i);
        uint64_t asked = matrix == NULL ? 0 : runner_bytes(instance->runner, i);
        uint64_t right = matrix == NULL ? 0 : matrix_bytes(matrix);

        if (asked != right)
            return fault_set(fault, FAULT_REFUSED,
                             "the manifest wants %" PRIu64 " bytes for %s, BLAS "
                             "requires %" PRIu64 ": its extents, strides or offset are wrong",
                             asked, operand_name(instance, i), right);
    }
    return 0;
}

/* A scalar as the kernels get it: rounded to the type of the argument that passes it, which must
 * not be narrower than C. */
static double passed_scalar(const struct manifest *manifest, enum symbol symbol, double value)
{
    enum element_type c = manifest->problem.type[OPERAND_C];

    for (size_t i = 0; i < manifest->step_count; i++)
        for (size_t j = 0; j < manifest->steps[i].argument_count; j++) {
            const struct argument *argument = &manifest->steps[i].arguments[j];

            if (argument->kind == ARGUMENT_VALUE && argument->symbol == symbol)
                return element_round(element_facts[argument->type].bytes < element_facts[c].bytes
                                         ? c
                                         : argument->type,
                                     value);
        }
    return value;
}

/* The companions of A and B. */
static int make_companions(struct instance *instance, struct fault *fault)
{
    for (int operand = OPERAND_A; operand <= OPERAND_B; operand++) {
        const struct matrix *matrix = &instance->product.matrix[operand];
        struct companion list[MOST_COMPANIONS];
        const size_t count = groups_companions(matrix->type, list);

        for (size_t i = 0; i < count; i++) {
            const size_t slot = 2 * (size_t)list[i].kind + (size_t)operand;

            if (companion_make(matrix, list[i].kind,
                               operand_name(instance, (int)(OPERAND_COMPANIONS + slot)),
                               &instance->product.companion[slot], fault))
                return -1;
        }
    }
    return 0;
}

static int make_host(struct instance *instance, struct fault *fault)
{
    const struct matrix *c = &instance->product.matrix[OPERAND_C];

    for (int i = 0; i < OPERAND_COUNT; i++)
        if (matrix_make(instance->manifest, &instance->launch, i, &instance->product.matrix[i],
                        fault))
            return -1;
    if (make_companions(instance, fault) || rows_make(&instance->launch, &instance->rows, fault) ||
        epilogue_make(instance->manifest, &instance->launch, &instance->product.epilogue, fault))
        return -1;
    instance->evaluations.device = instance->by.blas == NULL ? instance->by.device : NULL;
    instance->product.epilogue.evaluator =
        (struct evaluator){evaluations_run, &instance->evaluations};
    if (instance->manifest->problem.attends)
        instance->product.attention = instance->manifest->problem.notation;
    instance->product.causal = instance->manifest->problem.causal;
    instance->product.alpha =
        passed_scalar(instance->manifest, SYMBOL_ALPHA, instance->launch.alpha);
    instance->product.beta = passed_scalar(instance->manifest, SYMBOL_BETA, instance->launch.beta);
    instance->product.alpha_i =
        passed_scalar(instance->manifest, SYMBOL_ALPHA, instance->launch.alpha_i);
    instance->product.beta_i =
        passed_scalar(instance->manifest, SYMBOL_BETA, instance->launch.beta_i);
    instance->result = malloc(matrix_bytes(c) + 1);
    instance->values = malloc((matrix_count(c) + 1) * sizeof(double));
    return instance->result == NULL || instance->values == NULL ? fault_memory(fault) : 0;
}

static int open_runner(struct instance *instance, struct fault *fault)
{
    const struct multiplier *by = &instance->by;
    uint64_t bytes[OPERAND_COUNT];

    if (by->blas == NULL)
        return runner_open(by->device, instance->manifest, &instance->launch, by->built, by->guards,
                           &instance->runner, fault) ||
                       check_lengths(instance, fault)
                   ? -1
                   : 0;
    for (int i = 0; i < OPERAND_COUNT; i++)
        bytes[i] = matrix_bytes(&instance->product.matrix[i]);
    return runner_open_blas(by->blas, instance->manifest, &instance->launch, bytes,
                            &instance->runner, fault);
}

int instance_open(const struct multiplier *by, const struct manifest *manifest,
                  const struct test_case *test_case, struct host_memory memory,
                  struct instance *instance, struct fault *fault)
{
    *instance = (struct instance){.by = *by, .manifest = manifest};
    if (launch_resolve(manifest, test_case, &instance->launch, fault) == 0 &&
        launch_check_members(&instance->launch, fault) == 0 &&
        instance_fits(manifest, &instance->launch, memory, fault) == 0 &&
        make_host(instance, fault) == 0 && open_runner(instance, fault) == 0)
        return 0;
    instance_close(instance);
    return -1;
}

void instance_close(struct instance *instance)
{
    runner_close(instance->runner);
    for (int i = 0; i < OPERAND_COUNT; i++)
        matrix_release(&instance->product.matrix[i]);
    for (int i = 0; i < COMPANION_LIMIT; i++)
        matrix_release(&instance->product.companion[i]);
    epilogue_release(&instance->product.epilogue);
    rows_release(&instance->rows);
    evaluations_release(&instance->evaluations);
    data_set_release(instance->set);
    free(instance->result);
    free(instance->values);
    memset(instance, 0, sizeof *instance);
}

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
                             operand_name(instance, i));
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
