#include "harness/verify/internal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/base/parallel.h"
#include "harness/manifest/notation.h"

/* Rows of O are numbered (member, row, head), those of K and V likewise. */
struct attention {
    const struct matrix *q, *k, *v, *o;
    const struct matrix *mask, *lengths_q, *lengths_k; /* NULL: there is none */
    bool of_keys; /* the mask has a row for each member; else for each head and row of it */
    uint64_t lq, lk, q_heads, kv_heads;
    double alpha;
    bool causal;
    double rounding,
        least;      /* of a weight before it is multiplied with V: parts of it, or so much */
    uint64_t apart; /* a row of so many is computed */
    struct estimate *want;
    bool starved; /* memory was short */
};

/* The rows or keys of the member of a row of O. */
static uint64_t length_of(const struct attention *of, uint64_t row, const struct matrix *lengths,
                          uint64_t most)
{
    return lengths == NULL ? most : (uint64_t)lengths->value[row / of->q_heads / of->lq];
}

/* Keys that a row of O sees, from the first one on. */
static uint64_t count_seen(const struct attention *of, uint64_t row)
{
    const uint64_t lk = length_of(of, row, of->lengths_k, of->lk);
    const uint64_t last = row / of->q_heads % of->lq + 1 + lk; /* and `lq` more */
    const uint64_t lq = length_of(of, row, of->lengths_q, of->lq);

    return !of->causal ? lk : last <= lq ? 0 : last - lq;
}

/* A mask adds so much to the score of a row of O and a key. */
static double mask_of(const struct attention *of, uint64_t row, uint64_t key)
{
    const uint64_t member = row / of->q_heads / of->lq, head = row % of->q_heads;
    const uint64_t line =
        of->of_keys ? member : (member * of->q_heads + head) * of->lq + row / of->q_heads % of->lq;

    return of->mask == NULL ? 0 : of->mask->value[line * of->lk + key];
}

/* The row of K and V of a key that a row of O sees. */
static uint64_t row_of_key(const struct attention *of, uint64_t row, uint64_t key)
{
    const uint64_t head = row % of->q_heads / (of->q_heads / of->kv_heads);
    const uint64_t member = row / of->q_heads / of->lq;

    return (member * of->lk + key) * of->kv_heads + head;
}

/* |product of so many (1 + d)| - 1, |d| at most the unit roundoff of singles. */
static double roundings(double count)
{
    return expm1(count * log1p(element_roundoff(TYPE_F32)));
}

/* Scores of a row, of keys that it sees, and how far a device may be from them; the largest one. */
static double make_scores(const struct attention *of, uint64_t row, uint64_t seen, double *score,
                          double *error)
{
    const uint64_t head = of->q->columns;
    const double *q = of->q->value + row * head;
    double most = -INFINITY;

    for (uint64_t key = 0; key < seen; key++) {
        const double *k = of->k->value + row_of_key(of, row, key) * head;
        double sum = 0, scale = 0;

        for (uint64_t i = 0; i < head; i++) {
            sum += q[i] * k[i];
            scale += fabs(q[i] * k[i]);
        }
        const double mask = mask_of(of, row, key);

        score[key] = of->alpha * sum + mask;
        error[key] =
            isinf(mask) ? 0 : (fabs(of->alpha) * scale + fabs(mask)) * roundings((double)head + 5);
        most = fmax(most, score[key]);
    }
    return most;
}

/*
 * O = N / D, N = sum of p v and D = sum of p, p = exp(score - most). An error e of a score, and a rounding of its difference to the largest one, which is
 * scaled by log2(e), multiplies p by exp(e) at most; a power of 2 has 3 ulps, 6 roundings. Sums have a rounding for each key, and one where a block, of 16 keys
 * at least, scales them: by a power of 2, 8 of these. Losses of N count once, losses of D by |O|. Scores of -infinity have weights of 0,
 * exactly. A matrix engine rounds weights: those of N alone. A row beyond those of its member stays as it was, poison.
 */
static void expect_row(const struct attention *of, uint64_t row, double *score, double *error)
{
    const uint64_t head = of->q->columns, seen = count_seen(of, row);
    const double most = make_scores(of, row, seen, score, error);
    const double of_sums = roundings(1.5 * (double)seen + 24), least = 0x1p-126 * (double)seen;
    double total = 0, lost = least;

    for (uint64_t key = 0; key < seen; key++) {
        const double weight = isinf(score[key]) ? 0 : exp(score[key] - most);

        error[key] =
            isinf(score[key])
                ? 0
                : weight * (expm1(error[key] + roundings(4) * fmax(fabs(score[key]), fabs(most))) +
                            of_sums);
        score[key] = weight;
        total += weight;
        lost += error[key];
    }
    for (uint64_t i = 0; i < head; i++) {
        struct estimate x = {0, 0};
        double greatest = 0;

        for (uint64_t key = 0; key < seen; key++) {
            const double v = of->v->value[row_of_key(of, row, key) * head + i];

            x.value += score[key] * v;
            x.error +=
                (error[key] + fmax(score[key] * of->rounding, score[key] > 0 ? of->least : 0)) *
                fabs(v);
            greatest = fmax(greatest, fabs(v));
        }
        if (total > 0) {
            x.value /= total;
            x.error =
                (x.error + least * greatest + lost * (fabs(x.value) + x.error / total)) / total;
        }
        of->want[row * head + i] = expected_stored(of->o->type, element_roundoff(of->o->type), x);
    }
}

static void expect_rows(void *context, uint64_t begin, uint64_t end)
{
    struct attention *of = context;
    double *score = malloc((2 * of->lk + 1) * sizeof *score);

    if (score == NULL)
        of->starved = true;
    for (uint64_t row = begin; row < end; row++) {
        const bool beyond = row / of->q_heads % of->lq >= length_of(of, row, of->lengths_q, of->lq);

        if (score != NULL && !beyond && (row % of->apart == 0 || row + 1 == of->o->rows)) {
            expect_row(of, row, score, score + of->lk);
            continue;
        }
        for (uint64_t i = 0; i < of->o->columns; i++)
            of->want[row * of->o->columns + i] = (struct estimate){NAN, beyond ? 0 : INFINITY};
    }
    free(score);
}

/* Products beyond which rows are left out. */
static const double most_products = 0x1p32;

bool attention_is_sampled(const struct launch *launch)
{
    return (double)launch->value[SYMBOL_HEADS] * (double)launch->value[SYMBOL_M] *
               (double)launch->value[SYMBOL_K] * (double)launch->value[SYMBOL_N] >
           most_products;
}

static const struct matrix *find_operand(const struct epilogue *epilogue, const char *name)
{
    for (size_t i = 0; i < epilogue->count; i++)
        if (strcmp(epilogue->list[i].name, name) == 0)
            return &epilogue->operand[i];
    return NULL;
}

int attention_expect(const struct product *product, struct arithmetic arithmetic,
                     struct estimate *want, struct fault *fault)
{
    const struct notation *sizes = product->attention;
    struct attention of = {
        .q = &product->matrix[OPERAND_A],
        .k = &product->matrix[OPERAND_B],
        .v = &product->epilogue.operand[0],
        .o = &product->matrix[OPERAND_C],
        .mask = find_operand(&product->epilogue, OPERATION_MASK),
        .lengths_q = find_operand(&product->epilogue, OPERATION_LENGTHS_Q),
        .lengths_k = find_operand(&product->epilogue, OPERATION_LENGTHS_K),
        .of_keys = sizes->operand[OPERAND_COUNT + 1].axis_count == 2,
        .lq = notation_size(sizes, "lq"),
        .lk = notation_size(sizes, "lk"),
        .q_heads = notation_size(sizes, "q_heads"),
        .kv_heads = notation_size(sizes, "kv_heads"),
        .alpha = product->alpha,
        .causal = product->causal,
        .rounding = arithmetic.rounds_factors ? element_roundoff(arithmetic.factors) : 0,
        .least = arithmetic.rounds_factors ? half_of_least(arithmetic.factors) : 0,
        .want = want,
    };
    const double work = (double)of.o->rows * (double)of.lk * (double)of.o->columns;

    of.apart = work <= most_products ? 1 : (uint64_t)(work / most_products) | 1;
    parallel_for(of.o->rows, parallel_least(of.lk * of.o->columns + 1), expect_rows, &of);
    return of.starved ? fault_memory(fault) : 0;
}
