#include <stdlib.h>
#include <string.h>

#include "harness/tune_impl.h"

double tune_rank_ms(const struct score *score)
{
    return isinf(score->final_ms) ? score->ms : score->final_ms;
}

/* Whether a candidate may be chosen: it was among the best of a shape and checked as such. */
static bool is_eligible(const struct candidate *candidate)
{
    return candidate->checked && !candidate->failed;
}

static void find_winners(struct tuning *tuning)
{
    for (size_t shape = 0; shape < tuning->shape_count; shape++) {
        size_t *winner = &tuning->winners[shape];

        *winner = SIZE_MAX;
        for (size_t i = 0; i < tuning->count; i++) {
            const struct candidate *candidate = &tuning->candidates[i];

            if (is_eligible(candidate) && !isinf(candidate->scores[shape].final_ms) &&
                (*winner == SIZE_MAX || candidate->scores[shape].final_ms <
                                            tuning->candidates[*winner].scores[shape].final_ms))
                *winner = i;
        }
    }
}

/* How much longer a candidate takes on a shape than the winner: of times that were measured in the
 * same way. INFINITY: it cannot do it. */
static double ratio(const struct tuning *tuning, size_t candidate, size_t shape)
{
    const struct score *score = &tuning->candidates[candidate].scores[shape], *best;

    if (tuning->winners[shape] == SIZE_MAX || isinf(score->ms))
        return INFINITY;
    best = &tuning->candidates[tuning->winners[shape]].scores[shape];
    return isinf(score->final_ms) ? score->ms / best->ms : score->final_ms / best->final_ms;
}

/* The candidate that is near the winner on the most shapes that no kernel serves yet; of several
 * the one that is nearer; of several winners that of the first shape, whichever was tried first. */
static size_t find_next(const struct tuning *tuning, double within)
{
    size_t best = SIZE_MAX, most = 0, earliest = SIZE_MAX;
    double nearest = INFINITY;

    for (size_t i = 0; i < tuning->count; i++) {
        size_t serves = 0, first = SIZE_MAX;
        double sum = 0;

        for (size_t shape = 0; shape < tuning->shape_count && is_eligible(&tuning->candidates[i]);
             shape++)
            if (tuning->served[shape] == SIZE_MAX && ratio(tuning, i, shape) <= within) {
                first = serves++ == 0 ? shape : first;
                sum += log(ratio(tuning, i, shape));
            }
        if (serves > most || (serves > 0 && serves == most &&
                              (sum < nearest || (sum == nearest && first < earliest)))) {
            best = i;
            most = serves;
            nearest = sum;
            earliest = first;
        }
    }
    return best;
}

/* The smallest set that is near all winners, by the greedy rule: who serves the most comes next
 * (Chvatal 1979). */
static void cover(struct tuning *tuning)
{
    double within = 1 + tuning->tuner->options->within / 100;
    size_t next;

    while ((next = find_next(tuning, within)) != SIZE_MAX) {
        for (size_t shape = 0; shape < tuning->shape_count; shape++)
            if (tuning->served[shape] == SIZE_MAX && ratio(tuning, next, shape) <= within)
                tuning->served[shape] = tuning->kernel_count;
        tuning->kernels[tuning->kernel_count++] = next;
    }
    /* Each shape gets the best of the set. */
    for (size_t shape = 0; shape < tuning->shape_count; shape++)
        for (size_t i = 0; i < tuning->kernel_count; i++)
            if (tuning->served[shape] != SIZE_MAX &&
                ratio(tuning, tuning->kernels[i], shape) <
                    ratio(tuning, tuning->kernels[tuning->served[shape]], shape))
                tuning->served[shape] = i;
}

int tune_pick(struct tuning *tuning, struct fault *fault)
{
    tuning->winners = calloc(tuning->shape_count, sizeof *tuning->winners);
    tuning->kernels = calloc(tuning->shape_count, sizeof *tuning->kernels);
    tuning->served = malloc(tuning->shape_count * sizeof *tuning->served);
    if (tuning->winners == NULL || tuning->kernels == NULL || tuning->served == NULL)
        return fault_memory(fault);
    for (size_t i = 0; i < tuning->shape_count; i++)
        tuning->served[i] = SIZE_MAX;
    find_winners(tuning);
    cover(tuning);
    return 0;
}
