#include <stdlib.h>

#include "harness/base/text.h"
#include "harness/tune/cover.h"
#include "harness/tune/starts.h"

/* Whether a candidate may be chosen: it was among the best of a shape and checked as such, unless
 * the run is cut short. */
static bool is_eligible(const struct tuning *tuning, const struct configuration *candidate)
{
    return (candidate->checked || tuning->cut_short) && !candidate->failed && !candidate->apart;
}

static void find_winners(struct tuning *tuning)
{
    for (size_t shape = 0; shape < tuning->shape_count; shape++)
        if (tune_rank(tuning, shape, true, &tuning->winners[shape], 1) == 0)
            tuning->winners[shape] = SIZE_MAX;
    /* The first by its median may have lost most of its turns. */
    for (size_t shape = 0; shape < tuning->shape_count; shape++)
        if (tune_is_loss(tuning, shape) &&
            is_eligible(tuning, tuning->candidates[tuning->untuned[shape]]))
            tuning->winners[shape] = tuning->untuned[shape];
}

/* How much longer a candidate takes on a shape than the winner: of times that were measured in the
 * same way. INFINITY: it cannot do it. */
static double time_ratio(const struct tuning *tuning, size_t candidate, size_t shape)
{
    const struct score *score = &tuning->candidates[candidate]->scores[shape], *best;

    if (tuning->winners[shape] == SIZE_MAX)
        return INFINITY;
    best = &tuning->candidates[tuning->winners[shape]]->scores[shape];
    if (!isinf(score->final_ms))
        return score->final_ms / best->final_ms;
    if (tuning->cut_short)
        return INFINITY;
    return isinf(score->ms) || isinf(best->ms) ? INFINITY : score->ms / best->ms;
}

/* The same, but INFINITY too where it is slower than what there is without tuning: no profile is a
 * step back. */
static double ratio(const struct tuning *tuning, size_t candidate, size_t shape)
{
    const size_t untuned = tuning->untuned[shape];
    const double own = time_ratio(tuning, candidate, shape);

    if (candidate != tuning->winners[shape] && untuned != SIZE_MAX && candidate != untuned &&
        is_eligible(tuning, tuning->candidates[untuned]) &&
        own > TUNE_TIE * time_ratio(tuning, untuned, shape))
        return INFINITY;
    return own;
}

/* Chooses the smallest set that is near all winners. Without memory, which is noted, none. */
static void choose_kernels(struct tuning *tuning)
{
    size_t shapes = tuning->shape_count, *eligible = calloc(tuning->count + 1, sizeof *eligible);
    double *ratios = calloc(tuning->count * shapes + 1, sizeof *ratios);
    struct cover cover = {.shapes = shapes,
                          .ratios = ratios,
                          .within = 1 + tuning->tuner->options->finals.within / 100};

    if (eligible == NULL || ratios == NULL)
        memory_note();
    for (size_t i = 0; i < tuning->count && eligible != NULL && ratios != NULL; i++) {
        if (!is_eligible(tuning, tuning->candidates[i]))
            continue;
        for (size_t shape = 0; shape < shapes; shape++)
            ratios[cover.kernels * shapes + shape] = ratio(tuning, i, shape);
        eligible[cover.kernels++] = i;
    }
    tuning->kernel_count = cover_find(&cover, tuning->kernels);
    for (size_t i = 0; i < tuning->kernel_count; i++)
        tuning->kernels[i] = eligible[tuning->kernels[i]];
    free(eligible);
    free(ratios);
}

/* Each shape gets the best of the set. */
static void serve(struct tuning *tuning)
{
    for (size_t shape = 0; shape < tuning->shape_count; shape++) {
        double best = INFINITY;

        tuning->served[shape] = SIZE_MAX;
        for (size_t i = 0; i < tuning->kernel_count; i++)
            if (ratio(tuning, tuning->kernels[i], shape) < best) {
                best = ratio(tuning, tuning->kernels[i], shape);
                tuning->served[shape] = i;
            }
    }
}

/* Verifies and measures the kernels of the set on the shapes that they are to serve and were none
 * of the best of. *changed: there was such a one, so another set may be better now; *failed: one is
 * out, so others are among the best. */
static int measure_served(struct tuning *tuning, bool *changed, bool *failed, struct fault *fault)
{
    *changed = *failed = false;
    for (size_t shape = 0; shape < tuning->shape_count; shape++) {
        size_t kernel = tuning->served[shape];
        const struct configuration *candidate;

        if (kernel == SIZE_MAX)
            continue;
        candidate = tuning->candidates[tuning->kernels[kernel]];
        if (candidate->failed || !isinf(candidate->scores[shape].final_ms))
            continue;
        *changed = true;
        if (tune_measure_pair(tuning, tuning->kernels[kernel], shape, fault))
            return -1;
        *failed = *failed || candidate->failed;
    }
    return 0;
}

int tune_pick(struct tuning *tuning, struct fault *fault)
{
    bool changed = true, failed = true;

    while (changed) {
        if (failed && tune_finals(tuning, fault))
            return -1;
        find_winners(tuning);
        choose_kernels(tuning);
        serve(tuning);
        if (measure_served(tuning, &changed, &failed, fault))
            return -1;
    }
    return 0;
}

/* The search's times stand for those of the best that were to be measured again. */
static void take_search_times(struct tuning *tuning, size_t shape)
{
    for (size_t i = 0; i < tuning->count; i++) {
        struct score *score = &tuning->candidates[i]->scores[shape];

        if (!tuning->candidates[i]->again)
            score->final_ms = score->ms;
    }
}

bool tune_pick_so_far(struct tuning *tuning)
{
    size_t best;

    tuning->cut_short = true;
    tune_sort_out(tuning);
    for (size_t shape = 0; shape < tuning->shape_count; shape++)
        if (tune_rank(tuning, shape, true, &best, 1) == 0)
            take_search_times(tuning, shape);
    find_winners(tuning);
    choose_kernels(tuning);
    serve(tuning);
    return tuning->kernel_count > 0;
}
