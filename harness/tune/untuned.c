/* The kernel that the generator makes without tuning, beside those that tuning has found; and
 * figures of the search that the best have lost since. */
#include <stdlib.h>
#include <string.h>

#include "harness/base/timing.h"
#include "harness/tune/internal.h"

/* ------------------------------------------------------------------------------------- the gain */

static const struct score *score_of(const struct tuning *tuning, size_t candidate, size_t shape)
{
    return &tuning->candidates[candidate]->scores[shape];
}

/* Whether there is a kernel that works for the shape without tuning. */
static bool is_shipped(const struct tuning *tuning, size_t shape)
{
    size_t untuned = tuning->untuned[shape];

    return untuned != SIZE_MAX && !tuning->candidates[untuned]->failed;
}

/* How often the winner of a shape is as fast as the kernel without tuning: of their turns, one by
 * one; false: that is not known, or they are one. */
static bool find_gain(const struct tuning *tuning, size_t shape, struct spread *gain)
{
    const struct score *best, *untuned;
    double *ratios;

    if (!is_shipped(tuning, shape) || tuning->winners[shape] == SIZE_MAX)
        return false;
    best = score_of(tuning, tuning->winners[shape], shape);
    untuned = score_of(tuning, tuning->untuned[shape], shape);
    if (isinf(untuned->final_ms) || best == untuned)
        return false;
    *gain = (struct spread){untuned->final_ms / best->final_ms, 0, 0};
    ratios = best->samples == untuned->samples ? calloc(best->samples + 1, sizeof *ratios) : NULL;
    for (size_t i = 0; i < best->samples && ratios != NULL; i++)
        ratios[i] = untuned->times[i] / best->times[i];
    if (ratios != NULL && best->samples > 0)
        *gain = spread_of(ratios, best->samples);
    free(ratios);
    return true;
}

void tune_show_gain(const struct tuning *tuning, size_t shape)
{
    struct spread gain;
    double ms;

    if (!is_shipped(tuning, shape)) {
        printf("  without tuning the kernel of these options does not work here\n");
        return;
    }
    if (tuning->winners[shape] == tuning->untuned[shape])
        printf("  the best is the kernel that there is without tuning\n");
    if (!find_gain(tuning, shape, &gain))
        return;
    ms = score_of(tuning, tuning->untuned[shape], shape)->final_ms;
    printf("  without tuning %.4g ms, %.1f GFLOP/s: the best is %.2f times as fast", ms,
           tune_gflops(tuning, &tuning->shapes[shape], ms), gain.median);
    if (gain.q1 > 0)
        printf(" (quartiles of the rounds %.2f and %.2f)", gain.q1, gain.q3);
    printf("\n");
}

/* A winner that is the kernel without tuning counts as one that gains nothing. */
void tune_show_gains(const struct tuning *tuning)
{
    double sum = 0;
    size_t count = 0;

    for (size_t i = 0; i < tuning->shape_count; i++) {
        struct spread gain = {1, 1, 1};

        if (!find_gain(tuning, i, &gain) &&
            (!is_shipped(tuning, i) || tuning->winners[i] != tuning->untuned[i]))
            continue;
        sum += log(gain.median);
        count++;
    }
    if (tuning->shape_count > 1 && count > 0)
        printf(
            "\nthe best of each shape is %.2f times as fast as without tuning (geometric mean of "
            "%zu shape%s)\n",
            exp(sum / (double)count), count, count == 1 ? "" : "s");
}

/* ------------------------------------------------------------------------------------- the loss */

/* Figures that differ by less are called kept. */
static const double kept = 1.1;

/* The candidate whose time was the best of the search on a shape. */
static const struct candidate *find_fastest(const struct tuning *tuning, size_t shape)
{
    for (size_t i = 0; i < tuning->tried; i++)
        if (score_of(tuning, i, shape)->ms <= tuning->best_ms[shape])
            return tuning->candidates[i];
    return NULL;
}

/* How much longer the kernels that were measured again took than in the search: the median of
 * all. */
static double find_slowdown(const struct tuning *tuning, size_t shape, size_t *count)
{
    double *factors = calloc(tuning->tried + 1, sizeof *factors), median = 1;

    *count = 0;
    for (size_t i = 0; i < tuning->tried && factors != NULL; i++) {
        const struct score *score = score_of(tuning, i, shape);

        if (!isinf(score->final_ms) && !isinf(score->ms))
            factors[(*count)++] = score->final_ms / score->ms;
    }
    if (*count > 0)
        median = spread_of(factors, *count).median;
    free(factors);
    return median;
}

void tune_show_fall(const struct tuning *tuning, size_t index)
{
    const struct candidate *fastest = find_fastest(tuning, index);
    size_t winner = tuning->winners[index], count;
    double slowdown;

    if (fastest == NULL || winner == SIZE_MAX ||
        score_of(tuning, winner, index)->final_ms <= kept * tuning->best_ms[index])
        return;
    printf("  the search saw %.1f GFLOP/s: ",
           tune_gflops(tuning, &tuning->shapes[index], tuning->best_ms[index]));
    slowdown = find_slowdown(tuning, index, &count);
    if (fastest->failed)
        printf("that kernel has failed since\n");
    else if (slowdown > kept)
        printf("in alternating runs all kernels were slower, %.2f times (median of %zu "
               "kernel%s):\n  other work on the machine, its clock, or the content of the "
               "caches\n",
               slowdown, count, count == 1 ? "" : "s");
    else
        printf("the median of %d launches; %zu or more launches do not confirm it\n", TUNE_LAUNCHES,
               (size_t)tuning->tuner->options->finals.trials);
}
