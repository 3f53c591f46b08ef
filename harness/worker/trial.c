#include "harness/worker/trial.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/base/sizes.h"
#include "harness/base/timing.h"
#include "harness/manifest/groups.h"
#include "harness/verify/companions.h"

static const char operand_letters[] = "ABC";

enum {
    VECTORS = 4 /* that a long product is verified by */
};

/* Whether what is multiplied and calculated with is of several kinds: whole, real, complex. Sums of whole numbers may become
 * real ones. */
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

int trial_supported(const struct manifest *manifest, struct fault *fault)
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
    return epilogue_supported(problem, fault);
}

/* Values, the bytes sent, magnitudes, result, what is expected of one member, the bytes sent and read back of the others. */
int trial_memory(const struct manifest *manifest, const struct launch *launch, uint64_t *bytes,
                 struct fault *fault)
{
    const uint64_t members = launch->value[SYMBOL_BATCH];
    const uint64_t each[OPERAND_COUNT] = {24, 24, 64};
    uint64_t total = 0, part;
    bool fits = true;

    for (int i = 0; i < OPERAND_COUNT && fits; i++) {
        uint64_t rows, columns, lines, length, others;
        bool swapped;

        launch_shape(&manifest->problem, launch, i, &rows, &columns, &swapped);
        lines = swapped ? columns : rows;
        length = swapped ? rows : columns;
        fits = size_multiply(lines == 0 ? 0 : lines - 1, launch->value[SYMBOL_LDA + i], &part) &&
               size_add(part, length, &part) &&
               size_add(part, launch->value[SYMBOL_OFFSET_A + i], &part) &&
               size_multiply(part, each[i], &part) && size_add(total, part, &total) &&
               size_multiply(members > 1 ? members - 1 : 0, launch->value[SYMBOL_STRIDE_A + i],
                             &others) &&
               size_multiply(others / element_covers(manifest->problem.type[i]),
                             2 * element_bytes(manifest->problem.type[i]), &others) &&
               size_add(total, others, &total);
    }
    for (size_t i = 0; i < manifest->problem.epilogue_count && fits; i++) {
        const struct operation *operation = &manifest->problem.epilogue[i];
        uint64_t elements = 0;

        if (operation->has_buffer &&
            launch_elements(launch, &manifest->buffers[operation->buffer], &elements, fault))
            return -1;
        fits = size_multiply(elements, 24, &part) && size_add(total, part, &total);
    }
    *bytes = fits ? total : UINT64_MAX;
    return 0;
}

static int check_memory(const struct manifest *manifest, const struct launch *launch,
                        uint64_t memory_limit, struct fault *fault)
{
    char needed[SIZE_TEXT], limit[SIZE_TEXT];
    uint64_t total;

    if (trial_memory(manifest, launch, &total, fault))
        return -1;
    if (total == UINT64_MAX)
        return fault_set(fault, FAULT_REFUSED, "the matrices do not fit 63 bits");
    if (total <= memory_limit)
        return 0;
    return fault_set(fault, FAULT_REFUSED,
                     "the matrices and their reference need %s on the host, the limit is %s "
                     "(--memory)",
                     size_bytes(total, needed), size_bytes(memory_limit, limit));
}

static const char *operand_name(const struct trial *trial, int operand)
{
    return trial->manifest->buffers[trial->manifest->operand[operand]].name;
}

/* A caller's buffer must be what BLAS says, to the last element. */
static int check_lengths(struct trial *trial, struct fault *fault)
{
    for (int i = 0; i < DATA_OPERANDS; i++) {
        const struct matrix *matrix = trial_matrix(trial, i);
        uint64_t asked = matrix == NULL ? 0 : runner_bytes(trial->runner, i);
        uint64_t right = matrix == NULL ? 0 : matrix_bytes(matrix);

        if (asked != right)
            return fault_set(fault, FAULT_REFUSED,
                             "the manifest wants %" PRIu64 " bytes for %s, BLAS "
                             "requires %" PRIu64 ": its extents, strides or offset are wrong",
                             asked, operand_name(trial, i), right);
    }
    return 0;
}

/* A scalar as the kernels get it: rounded to the type of the argument that passes it, which must not
 * be narrower than C. */
static double passed_scalar(const struct manifest *manifest, enum symbol symbol, double value)
{
    enum element_type c = manifest->problem.type[OPERAND_C];

    for (size_t i = 0; i < manifest->step_count; i++)
        for (size_t j = 0; j < manifest->steps[i].argument_count; j++) {
            const struct argument *argument = &manifest->steps[i].arguments[j];

            if (argument->kind == ARGUMENT_VALUE && argument->symbol == symbol)
                return element_round(
                    element_bytes(argument->type) < element_bytes(c) ? c : argument->type, value);
        }
    return value;
}

/* Scales and zero points of A and B, where they lie apart. */
static int make_companions(struct trial *trial, struct fault *fault)
{
    for (int operand = OPERAND_A; operand <= OPERAND_B; operand++) {
        const struct matrix *matrix = &trial->product.matrix[operand];
        struct companion list[MOST_COMPANIONS];
        const size_t count = groups_companions(matrix->type, list);

        for (size_t i = 0; i < count; i++) {
            const size_t slot = 2 * i + (size_t)operand;

            if (companion_make(matrix, i, operand_name(trial, (int)(OPERAND_COMPANIONS + slot)),
                               &trial->product.companion[slot], fault))
                return -1;
        }
    }
    return 0;
}

static int make_host(struct trial *trial, struct fault *fault)
{
    const struct matrix *c = &trial->product.matrix[OPERAND_C];

    for (int i = 0; i < OPERAND_COUNT; i++)
        if (matrix_make(trial->manifest, &trial->launch, i, &trial->product.matrix[i], fault))
            return -1;
    if (make_companions(trial, fault) ||
        epilogue_make(trial->manifest, &trial->launch, &trial->product.epilogue, fault))
        return -1;
    trial->evaluations.device = trial->device;
    trial->product.epilogue.evaluator = (struct evaluator){evaluations_run, &trial->evaluations};
    trial->product.alpha = passed_scalar(trial->manifest, SYMBOL_ALPHA, trial->launch.alpha);
    trial->product.beta = passed_scalar(trial->manifest, SYMBOL_BETA, trial->launch.beta);
    trial->product.alpha_i = passed_scalar(trial->manifest, SYMBOL_ALPHA, trial->launch.alpha_i);
    trial->product.beta_i = passed_scalar(trial->manifest, SYMBOL_BETA, trial->launch.beta_i);
    trial->result = malloc(matrix_bytes(c) + 1);
    trial->values = malloc((matrix_count(c) + 1) * sizeof(double));
    return trial->result == NULL || trial->values == NULL ? fault_memory(fault) : 0;
}

int trial_open(const struct device *device, const struct manifest *manifest,
               const struct built *built, const struct test_case *test_case, bool guards,
               uint64_t memory_limit, struct trial *trial, struct fault *fault)
{
    memset(trial, 0, sizeof *trial);
    trial->device = device;
    trial->manifest = manifest;
    trial->built = built;
    trial->guards = guards;
    if (launch_resolve(manifest, test_case, &trial->launch, fault) == 0 &&
        check_memory(manifest, &trial->launch, memory_limit, fault) == 0 &&
        runner_open(device, manifest, &trial->launch, built, guards, &trial->runner, fault) == 0 &&
        make_host(trial, fault) == 0 && check_lengths(trial, fault) == 0)
        return 0;
    trial_close(trial);
    return -1;
}

int trial_open_blas(const struct blas *blas, const struct manifest *manifest,
                    const struct test_case *test_case, uint64_t memory_limit, struct trial *trial,
                    struct fault *fault)
{
    uint64_t bytes[OPERAND_COUNT];

    memset(trial, 0, sizeof *trial);
    trial->manifest = manifest;
    trial->library = true;
    if (launch_resolve(manifest, test_case, &trial->launch, fault) == 0 &&
        check_memory(manifest, &trial->launch, memory_limit, fault) == 0 &&
        make_host(trial, fault) == 0) {
        for (int i = 0; i < OPERAND_COUNT; i++)
            bytes[i] = matrix_bytes(&trial->product.matrix[i]);
        if (runner_open_blas(blas, manifest, &trial->launch, bytes, &trial->runner, fault) == 0)
            return 0;
    }
    trial_close(trial);
    return -1;
}

void trial_close(struct trial *trial)
{
    runner_close(trial->runner);
    for (int i = 0; i < OPERAND_COUNT; i++)
        matrix_release(&trial->product.matrix[i]);
    for (int i = 0; i < COMPANION_LIMIT; i++)
        matrix_release(&trial->product.companion[i]);
    epilogue_release(&trial->product.epilogue);
    evaluations_release(&trial->evaluations);
    data_set_release(trial->set);
    free(trial->result);
    free(trial->values);
    memset(trial, 0, sizeof *trial);
}

/* A and B, and what the epilogue reads, must come back as they were sent. */
static int check_operands(struct trial *trial, struct fault *fault)
{
    for (int i = 0; i < DATA_OPERANDS; i++) {
        const struct matrix *matrix = trial_matrix(trial, i);
        uint64_t length = matrix == NULL || i == OPERAND_C ? 0 : matrix_bytes(matrix);
        bool holds;

        if (length == 0)
            continue;
        if (runner_holds(trial->runner, i, trial->set->bytes[i], length, &holds, fault))
            return -1;
        if (!holds)
            return fault_set(fault, FAULT_WRONG, "the kernel wrote into %s",
                             operand_name(trial, i));
    }
    return 0;
}

static int check_strays(struct trial *trial, struct fault *fault)
{
    const struct matrix *c = &trial->product.matrix[OPERAND_C];
    uint64_t stray = matrix_stray(c, trial->result);
    const char *broken;

    if (stray < c->elements)
        return fault_set(fault, FAULT_WRONG,
                         "the kernel wrote outside C: element %" PRIu64 " of its "
                         "buffer, which is padding or before the offset",
                         stray);
    if (runner_guards(trial->runner, &broken, fault))
        return -1;
    if (broken != NULL)
        return fault_set(fault, FAULT_WRONG, "the kernel wrote outside the buffer `%s`", broken);
    return 0;
}

static int report_wrong(const struct trial *trial, const struct verdict *verdict, uint64_t member,
                        struct fault *fault)
{
    char which[40] = "";
    const struct matrix *c = &trial->product.matrix[OPERAND_C];
    double count = verdict->by_rows ? (double)c->rows : (double)matrix_count(c);

    if (trial->launch.value[SYMBOL_BATCH] > 1)
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

/* What a member's result is compared with. */
struct comparison {
    enum verification how;
    unsigned vectors; /* 0: element by element */
    uint64_t seed;
};

static void count_reference(struct trial *trial)
{
    if (trial->counts != NULL)
        trial->counts->references++;
}

/* Compares a member of what was read back, which is all that is known of it. */
static int verify_anew(struct trial *trial, uint64_t member, const struct comparison *by,
                       struct verdict *verdict, struct fault *fault)
{
    const struct arithmetic arithmetic = trial->manifest->problem.arithmetic;

    count_reference(trial);
    if (!trial->loaded.filled || trial->launch.value[SYMBOL_BATCH] > 1)
        trial_take_member(trial, member);
    return by->vectors > 0
               ? verify_vectors(&trial->product, arithmetic, by->how, by->vectors, by->seed,
                                trial->values, verdict, fault)
               : verify_full(&trial->product, arithmetic, by->how, trial->values, verdict, fault);
}

/* Whether a reference serves every result of the trial's data: where bytes tell it there is none, the operands of an
 * epilogue belong to it, and of a batch there would be many. */
static bool keeps_reference(const struct trial *trial, enum verification how)
{
    return trial->set->key != NULL && how == VERIFY_BOUND && trial->product.epilogue.count == 0 &&
           trial->launch.value[SYMBOL_BATCH] == 1;
}

static int verify_member(struct trial *trial, uint64_t member, const struct comparison *by,
                         struct verdict *verdict, struct fault *fault)
{
    struct reference *reference = &trial->set->reference;
    const bool keeps = keeps_reference(trial, by->how);
    int status = 0;

    matrix_decode(&trial->product.matrix[OPERAND_C], trial->result, trial->values);
    if (keeps && reference->expected == NULL) {
        count_reference(trial);
        if (!trial->loaded.filled)
            trial_take_member(trial, member);
    }
    if (keeps)
        status = verify_kept(&trial->product, trial->manifest->problem.arithmetic, by->how,
                             by->vectors, by->seed, trial->values, reference, verdict, fault);
    if (status == 0 && (!keeps || verdict->wrong > 0))
        status = verify_anew(trial, member, by, verdict, fault);
    if (status != 0)
        return -1;
    return verdict->wrong > 0 ? report_wrong(trial, verdict, member, fault) : 0;
}

/* Whether C came out as it was found right before, to the last byte. */
static bool is_known(const struct trial *trial)
{
    return trial->set->right != NULL &&
           memcmp(trial->result, trial->set->right,
                  matrix_bytes(&trial->product.matrix[OPERAND_C])) == 0;
}

/* Keeps what is right, and how well; without memory for it nothing is kept. */
static void keep_right(struct trial *trial, const struct verdict *verdict)
{
    const uint64_t length = matrix_bytes(&trial->product.matrix[OPERAND_C]);

    if (trial->set->key == NULL || trial->set->right != NULL)
        return;
    trial->set->right = malloc(length + 1);
    if (trial->set->right != NULL)
        memcpy(trial->set->right, trial->result, length);
    trial->set->verdict = *verdict;
}

static int verify_members(struct trial *trial, const struct comparison *by, struct verdict *verdict,
                          struct fault *fault)
{
    double worst = 0;

    for (uint64_t i = 0; i < trial->launch.value[SYMBOL_BATCH]; i++) {
        trial->product.matrix[OPERAND_C].start = launch_member(&trial->launch, OPERAND_C, i);
        if (verify_member(trial, i, by, verdict, fault))
            return -1;
        worst = verdict->worst > worst ? verdict->worst : worst;
    }
    verdict->worst = worst;
    return 0;
}

int trial_verify(struct trial *trial, enum verification how, double full_limit, uint64_t seed,
                 struct verdict *verdict, struct fault *fault)
{
    const struct matrix *c = &trial->product.matrix[OPERAND_C];
    const double operations =
        (double)c->rows * (double)c->columns * (double)trial->product.matrix[OPERAND_A].columns;
    const bool by_vectors = operations > full_limit && how != VERIFY_SPECIALS;
    const struct comparison by = {how, by_vectors ? VECTORS : 0, seed};

    memset(verdict, 0, sizeof *verdict);
    if (runner_read(trial->runner, OPERAND_C, trial->result, fault))
        return -1;
    if (is_known(trial))
        *verdict = trial->set->verdict;
    else if (verify_members(trial, &by, verdict, fault))
        return -1;
    if (check_strays(trial, fault) || check_operands(trial, fault))
        return -1;
    keep_right(trial, verdict);
    return 0;
}
