#include "harness/verify/internal.h"

#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "harness/base/parallel.h"
#include "harness/base/random.h"

/* Whether one value is right; keeps the worst ratio. bound < 0: exact comparison. With an infinite
 * bound the expected value is not known. An infinity is right where the bound reaches beyond
 * `greatest`. */
static bool is_right(double expected, double got, double bound, double greatest,
                     struct verdict *verdict)
{
    double difference;

    if (isnan(expected))
        return isnan(got) || isinf(bound);
    if (isnan(got))
        return false;
    if (isinf(got) && isfinite(expected) && bound >= 0)
        return (got > 0) == (expected > 0) && fabs(expected) + bound >= greatest;
    if (isinf(expected) || isinf(got) || bound < 0)
        return expected == got;
    difference = fabs(got - expected);
    if (difference == 0)
        return true;
    if (bound == 0)
        return false;
    if (difference / bound > verdict->worst)
        verdict->worst = difference / bound;
    return difference <= bound;
}

static void note(struct verdict *verdict, uint64_t row, uint64_t column, double expected,
                 double got)
{
    if (verdict->wrong++ > 0)
        return;
    verdict->row = row;
    verdict->column = column;
    verdict->expected = expected;
    verdict->got = got;
}

static bool is_finite_pair(const double *number)
{
    return isfinite(number[0]) && isfinite(number[1]);
}

void reference_release(struct reference *reference)
{
    free(reference->expected);
    free(reference->scale);
    *reference = (struct reference){NULL, NULL};
}

/* Room for so many numbers each. */
static int reference_reserve(struct reference *reference, uint64_t count, struct fault *fault)
{
    reference->expected = malloc((count + 1) * sizeof *reference->expected);
    reference->scale = calloc(count + 1, sizeof *reference->scale);
    if (reference->expected != NULL && reference->scale != NULL)
        return 0;
    reference_release(reference);
    return fault_memory(fault);
}

static int make_elements(const struct product *product, enum verification how,
                         struct reference *reference, struct fault *fault)
{
    int status = reference_reserve(reference, matrix_count(&product->matrix[OPERAND_C]), fault);

    if (status == 0 && how == VERIFY_SPECIALS)
        reference_plain(product, reference->expected);
    else if (status == 0)
        status = reference_result(product, reference->expected, fault);
    if (status == 0 && how != VERIFY_EXACT)
        status = reference_scale(product, reference->scale, fault);
    if (status != 0)
        reference_release(reference);
    return status;
}

/* Elements that are compared with what is expected of them. */
struct comparison {
    const struct matrix *c;
    const double *expected, *got;
    const struct estimate *wanted;
    double greatest;
    pthread_mutex_t lock; /* of the verdict on all of them */
    struct verdict *verdict;
};

/* Adds what was found of some elements to what was found of others. */
static void add_verdict(struct verdict *all, const struct verdict *some)
{
    const uint64_t wrong = all->wrong + some->wrong;
    const double worst = fmax(all->worst, some->worst);
    const bool exact = all->exact;

    if (some->wrong > 0 && (all->wrong == 0 || some->row < all->row ||
                            (some->row == all->row && some->column < all->column)))
        *all = *some;
    all->exact = exact;
    all->wrong = wrong;
    all->worst = worst;
}

static void compare_part(void *context, uint64_t begin, uint64_t end)
{
    struct comparison *of = context;
    const uint64_t parts = (uint64_t)element_parts(of->c->type), columns = of->c->columns;
    struct verdict verdict = {.wrong = 0};

    for (uint64_t i = begin; i < end; i++) {
        const struct estimate want = of->wanted[i];
        const double got = of->got[i];

        if (parts == 2 && !is_finite_pair(of->expected + i / 2 * 2)) {
            if (is_finite_pair(of->got + i / 2 * 2))
                note(&verdict, i / 2 / columns, i / 2 % columns, want.value, got);
        } else if (!is_right(want.value, got, want.error, of->greatest, &verdict)) {
            note(&verdict, i / parts / columns, i / parts % columns, want.value, got);
        }
    }
    pthread_mutex_lock(&of->lock);
    add_verdict(of->verdict, &verdict);
    pthread_mutex_unlock(&of->lock);
}

/* `sums`: of the products, which tell of parts of complex numbers whether the other one is
 * finite. */
static void compare(const struct matrix *c, const struct estimate *wanted, const double *sums,
                    const double *got, struct verdict *verdict)
{
    struct comparison comparison = {.c = c,
                                    .expected = sums,
                                    .got = got,
                                    .wanted = wanted,
                                    .greatest = element_facts[c->type].greatest,
                                    .lock = PTHREAD_MUTEX_INITIALIZER,
                                    .verdict = verdict};

    parallel_for(matrix_count(c), parallel_least(1), compare_part, &comparison);
}

void verify_compare(const struct matrix *c, const struct estimate *wanted, const double *got,
                    bool exact, struct verdict *verdict)
{
    memset(verdict, 0, sizeof *verdict);
    verdict->exact = exact;
    compare(c, wanted, NULL, got, verdict);
}

int verify_expect(const struct product *product, struct arithmetic arithmetic,
                  enum verification how, struct estimate *wanted, struct fault *fault)
{
    const struct bound bound = verify_bound(product, arithmetic);
    struct reference reference = {NULL, NULL};
    int status = make_elements(product, how, &reference, fault);

    if (status == 0)
        status =
            expected_make(product, how, &bound, reference.expected, reference.scale, wanted, fault);
    reference_release(&reference);
    return status;
}

static int verify_elements(const struct product *product, struct arithmetic arithmetic,
                           enum verification how, const double *got, struct reference *reference,
                           struct verdict *verdict, struct fault *fault)
{
    uint64_t count = matrix_count(&product->matrix[OPERAND_C]);
    struct bound bound = verify_bound(product, arithmetic);
    struct estimate *wanted;
    int status;

    memset(verdict, 0, sizeof *verdict);
    verdict->exact = how == VERIFY_EXACT;
    if (product->attention == NULL && reference->expected == NULL &&
        make_elements(product, how, reference, fault))
        return -1;
    wanted = malloc((count + 1) * sizeof *wanted);
    if (wanted == NULL)
        return fault_memory(fault);
    status = product->attention != NULL ? attention_expect(product, arithmetic, wanted, fault)
                                        : expected_make(product, how, &bound, reference->expected,
                                                        reference->scale, wanted, fault);
    if (status == 0)
        compare(&product->matrix[OPERAND_C], wanted, reference->expected, got, verdict);
    free(wanted);
    return status;
}

int verify_full(const struct product *product, struct arithmetic arithmetic, enum verification how,
                const double *got, struct verdict *verdict, struct fault *fault)
{
    struct reference reference = {NULL, NULL};
    int status = verify_elements(product, arithmetic, how, got, &reference, verdict, fault);

    reference_release(&reference);
    return status;
}

/* Element by element in a row that the vectors found wrong. */
static int locate(const struct product *product, uint64_t row, const double *got,
                  struct verdict *verdict, struct fault *fault)
{
    uint64_t n = product->matrix[OPERAND_C].columns;
    double *expected = malloc((n + 1) * sizeof *expected);
    double worst = -1;

    if (expected == NULL)
        return fault_memory(fault);
    reference_row(product, row, expected);
    for (uint64_t j = 0; j < n; j++) {
        double value = got[row * n + j], difference = fabs(value - expected[j]);

        if (isnan(difference))
            difference = INFINITY;
        if (difference > worst) {
            worst = difference;
            verdict->row = row;
            verdict->column = j;
            verdict->expected = expected[j];
            verdict->got = value;
        }
    }
    free(expected);
    return 0;
}

/* A vector for a comparison: the vector (n), what C times it should be and its scale (m each). */
struct row_sums {
    double *x, *y, *scale;
    bool made; /* y and scale */
};

static int verify_vector(const struct product *product, struct bound bound, bool exact,
                         uint64_t *state, const double *got, const struct row_sums *sums,
                         struct verdict *verdict, struct fault *fault)
{
    uint64_t m = product->matrix[OPERAND_C].rows, n = product->matrix[OPERAND_C].columns;
    double *x = sums->x, length = 0;

    for (uint64_t j = 0; j < n; j++) {
        x[j] = (double)(random_next(state) >> 11 & 1023) - 511.5 < 0
                   ? -1 - (double)(random_next(state) >> 54)
                   : 1 + (double)(random_next(state) >> 54);
        length += fabs(x[j]);
    }
    if (!sums->made &&
        reference_times_vector(product, x, sums->y, exact ? NULL : sums->scale, fault))
        return -1;
    for (uint64_t i = 0; i < m; i++) {
        double sum = 0, most = exact ? -1 : bound.factor * sums->scale[i] + bound.least * length;

        for (uint64_t j = 0; j < n; j++)
            sum += got[i * n + j] * x[j];
        if (is_right(sums->y[i], sum, most, INFINITY, verdict))
            continue;
        if (verdict->wrong++ == 0 && !sums->made && locate(product, i, got, verdict, fault))
            return -1;
    }
    return 0;
}

static bool has_infinity(const double *values, uint64_t count)
{
    for (uint64_t i = 0; i < count; i++)
        if (isinf(values[i]))
            return true;
    return false;
}

static double largest(enum element_type type)
{
    struct element_range range = element_facts[type].range;

    return fmax(-range.least, range.most);
}

/* Whether sums of whole numbers may be beyond those of C, where a sum over a row tells nothing. */
static bool may_wrap(const struct product *product)
{
    const struct matrix *a = &product->matrix[OPERAND_A], *b = &product->matrix[OPERAND_B];
    const struct matrix *c = &product->matrix[OPERAND_C];

    return element_is_whole_sum(c->type) &&
           fabs(product->alpha) * (double)a->columns * largest(a->type) * largest(b->type) +
                   fabs(product->beta) * largest(c->type) >
               element_facts[c->type].greatest;
}

/* Sums over the rows of C tell nothing. */
static bool has_no_sums(const struct product *product)
{
    return may_wrap(product) || product->epilogue.count > 0 || product->attention != NULL ||
           expected_is_stored(product->matrix[OPERAND_C].type) ||
           element_parts(product->matrix[OPERAND_C].type) == 2;
}

static int verify_rows(const struct product *product, struct arithmetic arithmetic,
                       enum verification how, unsigned vectors, uint64_t seed, const double *got,
                       struct reference *reference, struct verdict *verdict, struct fault *fault)
{
    uint64_t m = product->matrix[OPERAND_C].rows, n = product->matrix[OPERAND_C].columns;
    struct bound bound = verify_bound(product, arithmetic);
    struct row_sums sums = {.made = reference->expected != NULL};
    int status = sums.made ? 0 : reference_reserve(reference, vectors * m, fault);

    memset(verdict, 0, sizeof *verdict);
    verdict->exact = how == VERIFY_EXACT;
    verdict->by_rows = true;
    sums.x = malloc((n + 1) * sizeof *sums.x);
    if (status == 0 && sums.x == NULL)
        status = fault_memory(fault);
    /* A row is compared in whole, and no element of it is greater than its scale. */
    bound.factor += bound.stored * (1 + bound.factor);
    /* The host's own sums over n, twice, are measured against the same scale. */
    bound.factor += expm1(2 * (double)n * log1p(element_roundoff(TYPE_F64))) * (1 + bound.factor);
    for (unsigned i = 0; i < vectors && status == 0 && verdict->wrong == 0; i++) {
        sums.y = reference->expected + i * m;
        sums.scale = reference->scale + i * m;
        status =
            verify_vector(product, bound, how == VERIFY_EXACT, &seed, got, &sums, verdict, fault);
    }
    free(sums.x);
    /* The reference ends at the first vector with an error: it is not kept. */
    if (!sums.made && (status != 0 || verdict->wrong > 0))
        reference_release(reference);
    return status;
}

int verify_vectors(const struct product *product, struct arithmetic arithmetic,
                   enum verification how, unsigned vectors, uint64_t seed, const double *got,
                   struct verdict *verdict, struct fault *fault)
{
    struct reference reference = {NULL, NULL};
    int status =
        verify_kept(product, arithmetic, how, vectors, seed, got, &reference, verdict, fault);

    reference_release(&reference);
    return status;
}

int verify_kept(const struct product *product, struct arithmetic arithmetic, enum verification how,
                unsigned vectors, uint64_t seed, const double *got, struct reference *reference,
                struct verdict *verdict, struct fault *fault)
{
    const struct matrix *c = &product->matrix[OPERAND_C];

    if (vectors == 0 || has_no_sums(product))
        return verify_elements(product, arithmetic, how, got, reference, verdict, fault);
    if (how == VERIFY_EXACT || !has_infinity(got, c->rows * c->columns))
        return verify_rows(product, arithmetic, how, vectors, seed, got, reference, verdict, fault);
    if (reference->expected == NULL) /* of which no sum tells anything */
        return verify_full(product, arithmetic, how, got, verdict, fault);
    memset(verdict, 0, sizeof *verdict);
    verdict->wrong = 1;
    return 0;
}
