#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "harness/base/text.h"
#include "harness/base/timing.h"
#include "harness/tune/pool.h"
#include "harness/tune/starts.h"
#include "harness/verify/cases.h"
#include "harness/manifest/manifest.h"

/* ------------------------------------------------------------------------------------- progress */

static void write_best(const struct tuning *tuning, char *text, size_t room)
{
    const struct peak *peak = &tuning->tuner->peak;

    for (size_t i = 0; i < tuning->shape_count; i++)
        if (!isinf(tuning->best_ms[i])) {
            double gflops = tune_gflops(tuning, &tuning->shapes[i], tuning->best_ms[i]);

            snprintf(text, room, "best %.1f GFLOP/s", gflops);
            if (peak->gflops > 0)
                text_append(text, room, " (%.0f %%)", 100 * gflops / peak->gflops);
            return;
        }
    snprintf(text, room, "none yet");
}

static void write_failures(const struct tuner *tuner, const char *before, char *text, size_t room)
{
    *text = '\0';
    for (int i = 0; i < STATUS_COUNT; i++)
        if (tuner->failures[i] > 0)
            text_append(text, room, "%s%zu %s", *text == '\0' ? before : ", ", tuner->failures[i],
                        status_word((enum status)i));
}

enum {
    TRIED,
    MEASURED
};

void tune_expect(struct tuning *tuning)
{
    struct progress *progress = &tuning->tuner->progress;
    const struct tune_options *options = tuning->tuner->options;

    progress_open(progress, options->format);
    progress_expect(progress, TRIED, "tried", (double)tuning->total);
    progress_expect(progress, MEASURED, "measured again", (double)tuning->shape_count);
    progress->end_ms = options->search.budget_seconds > 0 ? tuning->end_ms : 0;
}

static void show_search(struct tuning *tuning, const char *doing)
{
    struct progress *progress = &tuning->tuner->progress;
    char best[80], failures[200];

    write_best(tuning, best, sizeof best);
    write_failures(tuning->tuner, "; failed: ", failures, sizeof failures);
    progress_show(progress, TRIED, "%s%s%s", best, failures, doing);
}

void tune_show_search(struct tuning *tuning)
{
    progress_reach(&tuning->tuner->progress, TRIED, (double)tuning->count);
    show_search(tuning, "");
}

void tune_show_count(struct tuning *tuning)
{
    tuning->tuner->progress.next_ms = 0; /* a log has it, too */
    show_search(tuning, "; counts the points of the space");
}

void tune_show_turn(struct tuning *tuning, size_t index, size_t round, size_t most)
{
    struct progress *progress = &tuning->tuner->progress;
    const struct shape *shape = &tuning->shapes[index];
    double done = (double)index + (double)round / (double)most;

    /* Some shapes come again. */
    progress_reach(progress, MEASURED, fmax(progress->kinds[MEASURED].done, done));
    progress_show(progress, MEASURED,
                  "m %" PRIu64 ", n %" PRIu64 ", k %" PRIu64 ": round %zu of at most %zu", shape->m,
                  shape->n, shape->k, round + 1, most);
}

void tune_show_winners(const struct tuning *tuning)
{
    for (size_t i = 0; i < tuning->shape_count; i++) {
        const size_t winner = tuning->winners[i];
        const struct shape *shape = &tuning->shapes[i];
        char name[64];

        if (winner == SIZE_MAX)
            continue;
        shape_words(shape, name, sizeof name);
        printf("  %s %-22s %9.1f GFLOP/s  %s\n", shape_transpose(shape), name,
               tune_gflops(tuning, shape, tuning->candidates[winner]->scores[i].final_ms),
               tune_brief(tuning, tuning->candidates[winner]));
    }
}

/* --------------------------------------------------------------------------------------- tables */

int tune_show_space(const struct tuning *tuning, struct fault *fault)
{
    struct clgemm_error error = {0};
    double product, valid;
    unsigned drawn;
    const char *name, *value;

    if (clgemm_space_estimate(tuning->space, &product, &valid, &drawn, &error))
        return fault_pass_on(fault, &error);
    if (tuning->shapes[0].says_transpose)
        printf("transpose %s\n", shape_transpose(&tuning->shapes[0]));
    for (size_t p = 0; (name = clgemm_space_parameter(tuning->space, p, NULL)) != NULL; p++) {
        printf("%-12s", name);
        for (size_t v = 0; (value = clgemm_space_value(tuning->space, p, v)) != NULL; v++)
            printf(" %s", value);
        printf("\n");
    }
    printf("%.0f combinations, %s%.0f valid points", product, drawn > 0 ? "about " : "", valid);
    if (drawn > 0)
        printf(", estimated from %u that were drawn", drawn);
    printf("\n");
    return valid > 0 || drawn > 0
               ? 0
               : fault_set(fault, FAULT_REFUSED, "no point of this space is valid");
}

/* The peak, where it holds for a candidate; else NULL. */
static const struct peak *peak_of(const struct tuning *tuning, struct configuration *candidate)
{
    return tune_is_peak_of(tuning->tuner, tune_kind(tuning, candidate)) ? &tuning->tuner->peak
                                                                        : NULL;
}

static void show_shape(const struct tuning *tuning, size_t index)
{
    const struct shape *shape = &tuning->shapes[index];
    size_t list[64], room = (size_t)tuning->tuner->options->finals.top;
    size_t count = tune_rank(tuning, index, true, list, room < 64 ? room : 64);

    if (count == 0 && tuning->cut_short)
        return;
    printf("\nm %" PRIu64 ", n %" PRIu64 ", k %" PRIu64 "%s%s\n", shape->m, shape->n, shape->k,
           shape->says_transpose ? ", " : "", shape_transpose(shape));
    if (count == 0)
        printf("  no kernel can do it\n");
    for (size_t i = 0; i < count; i++) {
        struct configuration *candidate = tuning->candidates[list[i]];
        const struct score *score = &candidate->scores[index];
        double best = tuning->candidates[list[0]]->scores[index].final_ms;
        double gflops = tune_gflops(tuning, shape, score->final_ms);
        const struct peak *peak = peak_of(tuning, candidate);

        printf("  %10.4g ms  %10.4g GFLOP/s", score->final_ms, gflops);
        if (peak != NULL && peak->gflops > 0)
            printf("  %5.1f %%%s", 100 * gflops / peak->gflops, peak_mark(peak, gflops));
        if (score->times == NULL)
            printf("  of the search");
        else
            printf("  mean %.4g, deviation %.2g of %zu", score->mean_ms, score->deviation_ms,
                   json_array_size(score->times));
        printf("%s%s  %s\n", i > 0 && score->final_ms <= best * TUNE_TIE ? ", a tie" : "",
               list[i] == tuning->untuned[index] ? ", without tuning" : "",
               tune_brief(tuning, candidate));
    }
    if (tuning->cut_short)
        return;
    tune_show_gain(tuning, index);
    tune_show_fall(tuning, index);
}

/* Prints how many shapes a run that was stopped has not come to, if any. */
static void show_missing(const struct tuning *tuning)
{
    size_t missing = 0;

    for (size_t i = 0; i < tuning->shape_count; i++)
        missing += tuning->winners[i] == SIZE_MAX;
    if (tuning->cut_short && missing > 0)
        printf("\n%zu of %zu shapes have no kernel yet\n", missing, tuning->shape_count);
}

static void show_kernels(const struct tuning *tuning)
{
    if (tuning->shape_count == 1)
        return;
    printf("\n%zu kernel%s within %g %% of the winner of every shape:\n", tuning->kernel_count,
           tuning->kernel_count == 1 ? " is" : "s are", tuning->tuner->options->finals.within);
    for (size_t i = 0; i < tuning->kernel_count; i++) {
        size_t serves = 0;

        for (size_t shape = 0; shape < tuning->shape_count; shape++)
            serves += tuning->served[shape] == i;
        printf("  %zu shape%s: %s\n", serves, serves == 1 ? "" : "s",
               tune_brief(tuning, tuning->candidates[tuning->kernels[i]]));
    }
}

void tune_show_failures(const struct tuner *tuner)
{
    char text[200];

    write_failures(tuner, "failed: ", text, sizeof text);
    if (*text != '\0')
        printf("%s%s\n", text, tuner->journal == NULL ? "" : "; the journal has the reasons");
}

void tune_show_work(const struct tuner *tuner)
{
    const double total = time_now_ms() - tuner->begin_ms;
    char devices[40] = "", more[120];
    struct pool_time time;
    double busy;

    pool_spent(tuner->pool, &time);
    time.spent.total_ms = total;
    time.spent.beside_ms = total * (double)(time.workers - 1);
    if (tuner->options->spent != NULL) {
        time_spent_join(tuner->options->spent, &time.spent);
        return;
    }
    /* Builders are at work beside who measures: of both the larger share is certain. */
    busy = (time.spent.ms[WORK_KERNELS] + time.spent.ms[WORK_COMPILERS]) / (double)time.workers;
    if (time.workers > 1)
        snprintf(devices, sizeof devices, "; of %zu devices", time.workers);
    snprintf(more, sizeof more, "; kernels or compilers at work%s %.1f %%%s",
             time.builders > 0 ? " at least" : "", 100 * fmax(busy, time.building) / total,
             devices);
    time_spent_show(&time.spent, FORMAT_TEXT, more);
    if (time.builders > 0)
        printf("built ahead: %.1f s of compilers in %zu process%s\n", time.ahead * 1e-3,
               time.builders, time.builders == 1 ? "" : "es");
}

static void show_above(const struct tuning *tuning)
{
    struct peak_above above = {.peak = NULL};
    char text[400];

    for (size_t i = 0; i < tuning->shape_count; i++)
        if (tuning->winners[i] != SIZE_MAX) {
            struct configuration *winner = tuning->candidates[tuning->winners[i]];

            peak_above_note(&above, peak_of(tuning, winner),
                            tune_gflops(tuning, &tuning->shapes[i], winner->scores[i].final_ms));
        }
    if (above.peak == NULL)
        return;
    peak_above_say(&above, text, sizeof text);
    printf("\nabove the peak: %s\n", text);
}

static void show_host(const struct tuning *tuning)
{
    for (size_t i = 0; i < tuning->kernel_count; i++) {
        struct configuration *candidate = tuning->candidates[tuning->kernels[i]];
        json_t *numbers = tune_host_numbers(tuning, candidate), *number;
        const char *macro;

        if (json_object_size(numbers) > 0)
            printf("\nthe host's settings%s%s:\n", tuning->kernel_count > 1 ? " for " : "",
                   tuning->kernel_count > 1 ? tune_brief(tuning, candidate) : "");
        json_object_foreach(numbers, macro, number)
        {
            printf("  -D %s=%" JSON_INTEGER_FORMAT "\n", macro, json_integer_value(number));
        }
    }
}

enum {
    FEWEST = 32, /* points that say something */
    RANK = 8     /* the time of this rank tells how dense the fast ones are */
};

/* The times of the points that were measured, the least first, in malloc'd memory. */
static double *sort_times(const struct tuning *tuning, size_t *count)
{
    double *times = malloc((tuning->count + 1) * sizeof *times);

    *count = 0;
    for (size_t i = 0; times != NULL && i < tuning->count; i++) {
        const struct configuration *candidate = tuning->candidates[i];

        if (candidate->measured)
            times[(*count)++] = candidate->failed ? INFINITY : candidate->ms;
    }
    if (times != NULL)
        qsort(times, *count, sizeof *times, time_compare);
    return times;
}

/* By how many percent the best time would likely fall if as many points were tried again; false:
 * too few are known. Near its least value a smooth function of d parameters lies below a level in a
 * volume that grows with the level's power d/2, so that the j-th least of n random values is about
 * b + c (j / n)^(2/d) (de Haan, Estimation of the Minimum of a Function Using Order Statistics,
 * JASA 76 (1981)). c comes from the least and the eighth of the times: twice as many points bring
 * (t8 - t1) (1 - 2^(-2/d)) / (8^(2/d) - 1). A search is no random sample and a list of values
 * nothing smooth: on 18 recorded spaces (ils, 40 runs each) this says 5.6, 2.6, 1.8 and 1.2 % after
 * 32, 64, 128 and 256 points, and it became 4.7, 4.0, 2.5 and 1.2 % in the mean. */
static bool outlook(const struct tuning *tuning, double *percent)
{
    size_t count, open = 0; /* parameters that have a choice */
    double power, *times = sort_times(tuning, &count);
    const bool known = times != NULL && count >= FEWEST && isfinite(times[RANK - 1]);

    for (size_t i = 0; i < tuning->width; i++)
        open += tuning->value_counts[i] > 1;
    power = 2 / (double)(open > 0 ? open : 1);
    if (known)
        *percent =
            100 * (times[RANK - 1] / times[0] - 1) * (1 - pow(2, -power)) / (pow(RANK, power) - 1);
    free(times);
    return known;
}

/* Whether a kernel is too large for a shape, with a sentence. One that cannot be made again is
 * not. */
static bool is_beyond(struct tuning *tuning, struct configuration *candidate,
                      const struct shape *shape, char *text, size_t room)
{
    const struct test_case test_case = tune_case(tuning, shape);
    struct manifest manifest;
    struct launch launch;
    struct fault ignored = {0};
    bool beyond = false;

    if (tune_make(tuning, candidate, &ignored) == 0 && candidate->manifest != NULL &&
        manifest_take(json_incref(candidate->manifest), &manifest, &ignored) == 0) {
        beyond = launch_resolve(&manifest, &test_case, &launch, &ignored) == 0 &&
                 fit_describe(&manifest, &launch, text, room);
        manifest_release(&manifest);
    }
    fault_clear(&ignored);
    return beyond;
}

/* Prints how many shapes, if any, are smaller than the tile of their fastest kernel's
 * work-group. */
static void show_fit(struct tuning *tuning)
{
    char text[300], first[300] = "";
    const struct shape *shape = NULL;
    size_t count = 0;

    for (size_t i = 0; i < tuning->shape_count; i++) {
        if (tuning->winners[i] == SIZE_MAX ||
            !is_beyond(tuning, tuning->candidates[tuning->winners[i]], &tuning->shapes[i],
                       shape == NULL ? first : text, sizeof text))
            continue;
        if (count++ == 0)
            shape = &tuning->shapes[i];
    }
    if (count > 0)
        printf("\nsmaller than the tile of the fastest kernel: %zu of %zu shape%s; --param "
               "tile=HxW,... has other tiles tried\n"
               "  m %" PRIu64 ", n %" PRIu64 ", k %" PRIu64 ": %s\n",
               count, tuning->shape_count, tuning->shape_count == 1 ? "" : "s", shape->m, shape->n,
               shape->k, first);
}

void tune_show_result(struct tuning *tuning)
{
    double percent;

    printf("%zu points tried\n", tuning->tried);
    if (outlook(tuning, &percent))
        printf("as many points again would likely gain %.1f %%\n", percent);
    tune_show_common(tuning);
    for (size_t i = 0; i < tuning->shape_count; i++)
        show_shape(tuning, i);
    show_missing(tuning);
    show_above(tuning);
    if (!tuning->cut_short)
        tune_show_gains(tuning);
    show_kernels(tuning);
    if (tuning->cut_short)
        return;
    show_host(tuning);
    show_fit(tuning);
}

bool tune_promises_little(const struct tuning *tuning)
{
    const double least = tuning->tuner->options->search.least_gain;
    double percent;

    return least > 0 && outlook(tuning, &percent) && percent < least;
}
