#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "harness/base/list.h"
#include "harness/base/stop.h"
#include "harness/base/timing.h"
#include "harness/tune/starts.h"

/* ------------------------------------------------------------------------- what a profile picks */

/* The options of how a product is computed that stand for a shape; a new object, name to value.
 * NULL: a rule refuses it, or no memory. */
static json_t *options_for(const struct tuning *tuning, const struct shape *shape)
{
    struct clgemm_request *request =
        tune_request(tuning->request, tune_profile(tuning), shape, NULL, NULL);
    json_t *resolved = tune_resolve(request);
    json_t *options = resolved == NULL ? NULL : tune_chosen(resolved, true);

    clgemm_request_free(request);
    json_decref(resolved);
    return options;
}

/* ----------------------------------------------------------------------------------- the list */

/* Adds a kernel, whose references it takes: the values of all options, and those that are said for
 * it. `request`: what may be a point of the space; NULL: it is none. */
static int add(struct tuning *tuning, json_t *config, json_t *options,
               const struct clgemm_request *request, struct fault *fault)
{
    unsigned *point = calloc(tuning->width + 1, sizeof *point);

    if (!list_grow(&tuning->shipped, tuning->shipped_count, sizeof *tuning->shipped) ||
        point == NULL || options == NULL) {
        free(point);
        json_decref(config);
        json_decref(options);
        return fault_memory(fault);
    }
    if (request == NULL || !tune_place(tuning, request, point)) {
        free(point);
        point = NULL;
    }
    tuning->shipped[tuning->shipped_count++] = (struct shipped){
        .config = config, .options = options, .point = point, .candidate = SIZE_MAX};
    return 0;
}

/* The index of the kernel of these values; SIZE_MAX: it is not there. */
static size_t find(const struct tuning *tuning, const json_t *config)
{
    for (size_t i = 0; i < tuning->shipped_count; i++)
        if (json_equal(tuning->shipped[i].config, config))
            return i;
    return SIZE_MAX;
}

/* Finds the kernel of one shape; if it cannot be made for it alone, that of all shapes. */
static int find_pick(struct tuning *tuning, size_t shape, struct fault *fault)
{
    json_t *options = options_for(tuning, &tuning->shapes[shape]);
    struct clgemm_request *request =
        options == NULL ? NULL : tune_request(tuning->request, NULL, NULL, options, NULL);
    json_t *config = tune_config(request);
    size_t at = config == NULL ? 0 : find(tuning, config);
    int status = 0;

    if (at == SIZE_MAX) {
        at = tuning->shipped_count;
        status = add(tuning, json_incref(config), json_incref(options), request, fault);
    }
    tuning->picks[shape] = at;
    clgemm_request_free(request);
    json_decref(config);
    json_decref(options);
    return status;
}

struct clgemm_dispatch *tune_open_table(const struct tuning *tuning, bool *all_alike)
{
    struct clgemm_request *request =
        tune_request(tuning->request, tune_profile(tuning), NULL, NULL, NULL);
    struct clgemm_dispatch *table = NULL;

    *all_alike = request == NULL || clgemm_request_dispatches(request, NULL) == 0;
    if (!*all_alike && clgemm_dispatch_make(request, &table, NULL) != 0)
        table = NULL;
    clgemm_request_free(request);
    return table;
}

/* A number that shapes of the same kernel share, below `groups`. */
static size_t group_of(const struct clgemm_dispatch *table, const struct shape *shape)
{
    int kernel = table == NULL ? -1
                               : clgemm_dispatch_pick(table, (long long)shape->m,
                                                      (long long)shape->n, (long long)shape->k,
                                                      (long long)shape_members(shape), NULL);

    return (size_t)(kernel + 1);
}

/* A list may have a hundred thousand shapes, and to ask for the kernel of one takes longer than to
 * read a profile: where a table has the kernels, each of them is asked for once. */
static int find_picks(struct tuning *tuning, struct fault *fault)
{
    bool all_alike;
    struct clgemm_dispatch *table = tune_open_table(tuning, &all_alike);
    size_t groups = 1, *firsts;
    int status = 0;

    while (table != NULL && clgemm_dispatch_kernel(table, groups - 1) != NULL)
        groups++;
    firsts = calloc(groups, sizeof *firsts); /* 1 + the first shape of each; 0: none yet */
    if (firsts == NULL)
        status = fault_memory(fault);
    for (size_t i = 0; i < tuning->shape_count && status == 0; i++) {
        size_t group = group_of(table, &tuning->shapes[i]);

        if (stop_wanted())
            status = stop_fault(fault);
        else if (firsts[group] != 0)
            tuning->picks[i] = tuning->picks[firsts[group] - 1];
        else
            status = find_pick(tuning, i, fault);
        if (firsts[group] == 0 && (table != NULL || all_alike))
            firsts[group] = i + 1;
    }
    free(firsts);
    clgemm_dispatch_free(table);
    return status;
}

int tune_find_shipped(struct tuning *tuning, bool works, struct fault *fault)
{
    if (add(tuning, tune_config(tuning->request), json_object(), works ? tuning->request : NULL,
            fault))
        return -1;
    tuning->shipped[0].fails = !works;
    return find_picks(tuning, fault);
}

void tune_free_shipped(struct tuning *tuning)
{
    for (size_t i = 0; i < tuning->shipped_count; i++) {
        json_decref(tuning->shipped[i].config);
        json_decref(tuning->shipped[i].options);
        free(tuning->shipped[i].point);
    }
    free(tuning->shipped);
}

/* ------------------------------------------------------------------------------ as candidates */

int tune_enter_shipped(struct tuning *tuning, struct fault *fault)
{
    if (tuning->tuner->options->space.params.count > 0)
        return 0;
    for (size_t i = 0; i < tuning->shipped_count; i++) {
        struct shipped *kernel = &tuning->shipped[i];
        struct configuration *candidate;

        if (kernel->fails || kernel->point != NULL)
            continue;
        if (tune_add(tuning, NULL, kernel->options, &candidate, fault))
            return -1;
        kernel->candidate = tuning->count - 1;
        if (tune_evaluate(tuning, &tuning->tuner->worker, candidate, fault))
            return -1;
    }
    return 0;
}

static void show_pick(const struct tuning *tuning, size_t index)
{
    size_t shape = 0;

    while (tuning->picks[shape] != index)
        shape++;
    printf("starts with the kernel that profile %s picks for m %" PRIu64 ", n %" PRIu64
           ", k %" PRIu64 "\n",
           tune_profile(tuning), tuning->shapes[shape].m, tuning->shapes[shape].n,
           tuning->shapes[shape].k);
}

void tune_shipped_starts(const struct tuning *tuning, bool picked, struct starts *starts)
{
    const size_t end = picked ? tuning->shipped_count : 1;

    for (size_t i = picked ? 1 : 0; i < end; i++) {
        const struct shipped *kernel = &tuning->shipped[i];

        if (picked && (kernel->point != NULL || tuning->tuner->options->space.params.count == 0))
            show_pick(tuning, i);
        if (kernel->point != NULL)
            memcpy(starts->points + tuning->width * starts->count++, kernel->point,
                   tuning->width * sizeof *kernel->point);
    }
}

/* Those that were not tried are compared with the best all the same; what --param leaves out is not
 * chosen. */
int tune_find_untuned(struct tuning *tuning, struct fault *fault)
{
    for (size_t shape = 0; shape < tuning->shape_count; shape++) {
        struct shipped *kernel = &tuning->shipped[tuning->picks[shape]];
        struct configuration *added;

        tuning->untuned[shape] = SIZE_MAX;
        if (kernel->fails)
            continue;
        if (kernel->point != NULL && kernel->candidate == SIZE_MAX)
            kernel->candidate = tune_find_point(tuning, kernel->point);
        if (kernel->candidate == SIZE_MAX) {
            if (tune_add(tuning, kernel->point, kernel->options, &added, fault))
                return -1;
            added->apart = kernel->point == NULL;
            added->untried = true;
            kernel->candidate = tuning->count - 1;
        }
        tuning->untuned[shape] = kernel->candidate;
    }
    return 0;
}

/* ------------------------------------------------------------------------------------- the gain */

static const struct score *score_of(const struct tuning *tuning, size_t candidate, size_t shape)
{
    return &tuning->candidates[candidate]->scores[shape];
}

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
    size_t count;
    double *ratios;

    if (!is_shipped(tuning, shape) || tuning->winners[shape] == SIZE_MAX)
        return false;
    best = score_of(tuning, tuning->winners[shape], shape);
    untuned = score_of(tuning, tuning->untuned[shape], shape);
    if (isinf(untuned->final_ms) || best == untuned)
        return false;
    *gain = (struct spread){untuned->final_ms / best->final_ms, 0, 0};
    count = json_array_size(best->times);
    ratios = count == json_array_size(untuned->times) ? calloc(count + 1, sizeof *ratios) : NULL;
    for (size_t i = 0; i < count && ratios != NULL; i++)
        ratios[i] = json_number_value(json_array_get(untuned->times, i)) /
                    json_number_value(json_array_get(best->times, i));
    if (ratios != NULL && count > 0)
        *gain = spread_of(ratios, count);
    free(ratios);
    return true;
}

bool tune_is_loss(const struct tuning *tuning, size_t shape)
{
    struct spread gain;

    return find_gain(tuning, shape, &gain) && gain.median < 1;
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
    if (gain.median < 1 && tuning->candidates[tuning->untuned[shape]]->apart)
        printf("  with this kernel the product is slower than without tuning, whose kernel --param "
               "leaves out of the space\n");
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

static const struct configuration *find_fastest(const struct tuning *tuning, size_t shape)
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
    const struct configuration *fastest = find_fastest(tuning, index);
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
        printf("the median of %d or more launches; %zu or more do not confirm it\n", TUNE_LAUNCHES,
               (size_t)tuning->tuner->options->finals.trials);
}
