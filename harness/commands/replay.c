#include "harness/commands/replay.h"

#include <stdlib.h>
#include <string.h>

#include "harness/base/file.h"
#include "harness/output/progress.h"
#include "harness/base/random.h"
#include "harness/commands/replay_report.h"
#include "harness/tune/t4.h"

/* Runs a search until a point takes at most target_ms. *evaluations is the number of different
 * points that took, those that failed included; SIZE_MAX where the budget or the space came to
 * its end before. */
static int run_once(const struct recorded_space *space, const struct search_options *search_options,
                    double target_ms, uint64_t budget, unsigned *point, size_t *evaluations,
                    struct fault *fault)
{
    struct search *search = search_open(search_options, &space->space, fault);
    enum search_answer answer = SEARCH_POINT;
    size_t count = 0;

    *evaluations = SIZE_MAX;
    while (search != NULL && *evaluations == SIZE_MAX && (budget == 0 || count < budget)) {
        double ms;

        if (search_propose(search, &answer, point, fault) || answer != SEARCH_POINT)
            break;
        count++;
        ms = recorded_ms(space, point);
        if (search_report(search, point, ms, fault))
            break;
        if (ms <= target_ms)
            *evaluations = count;
    }
    search_close(search);
    return fault->code == FAULT_NONE ? 0 : -1;
}

static int compare_counts(const void *left, const void *right)
{
    size_t a = *(const size_t *)left, b = *(const size_t *)right;

    return (a > b) - (a < b);
}

/* Runs a search as often as asked. The runs' seeds follow from --seed, the same for each
 * search. */
static int run_often(const struct options *options, const struct replay_report *report,
                     struct replay *replay, struct progress *progress, struct fault *fault)
{
    struct search_options search_options = {.kind = replay->search};
    uint64_t seeds = options->seed;
    unsigned *point = calloc(report->space->space.parameter_count, sizeof *point);
    int status = 0;

    replay->runs = (size_t)options->runs;
    replay->evaluations = calloc(replay->runs, sizeof *replay->evaluations);
    if (point == NULL || replay->evaluations == NULL)
        status = fault_memory(fault);
    for (size_t run = 0; run < replay->runs && status == 0; run++) {
        progress_show(progress, 0, "%s", replay->search);
        search_options.seed = random_next(&seeds);
        status = run_once(report->space, &search_options, report->target_ms, options->budget, point,
                          &replay->evaluations[run], fault);
        replay->reached += status == 0 && replay->evaluations[run] != SIZE_MAX;
        progress_reach(progress, 0, progress->kinds[0].done + 1);
    }
    free(point);
    if (status == 0)
        qsort(replay->evaluations, replay->runs, sizeof *replay->evaluations, compare_counts);
    return status;
}

/* Runs every search that is asked for on a space, and reports. */
static int replay_space(const struct options *options, const struct recorded_space *space,
                        struct replay *replays, size_t room, struct progress *progress,
                        struct fault *fault)
{
    struct replay_report report = {options, space, space->best_ms / (options->reach / 100), replays,
                                   0};
    bool all = strcmp(options->search, "all") == 0;
    int status = 0;

    memset(replays, 0, room * sizeof *replays);
    for (size_t i = 0; status == 0 && i < (all ? room : 1); i++) {
        replays[i].search = all ? search_kinds[i] : options->search;
        status = run_often(options, &report, &replays[i], progress, fault);
        report.count++;
    }
    progress_clear(progress);
    if (status == 0)
        replay_report_space(&report);
    for (size_t i = 0; i < report.count; i++)
        free(replays[i].evaluations);
    return status;
}

static int export(const struct options *options, struct fault *fault)
{
    struct journal *journal;
    int status;

    if (file_same(options->manifests[0], options->t4))
        return fault_set(fault, FAULT_USAGE,
                         "--t4 %.300s is the journal itself; the results need another file",
                         options->t4);
    journal = journal_open(options->manifests[0], false, fault);
    status =
        journal == NULL ? -1 : t4_write(journal, options->device.device, false, options->t4, fault);
    journal_close(journal);
    return status;
}

int replay_command(const struct options *options, struct fault *fault)
{
    struct recorded recorded = {0};
    struct progress progress;
    struct replay *replays;
    size_t kinds = 0;

    if (options->t4 != NULL)
        return export(options, fault);
    while (search_kinds[kinds] != NULL)
        kinds++;
    replays = calloc(kinds, sizeof *replays);
    if (replays == NULL)
        fault_memory(fault);
    for (size_t i = 0; i < options->manifest_count && fault->code == FAULT_NONE; i++)
        recorded_read(options->manifests[i], &recorded, fault);
    progress_open(&progress, options->format);
    progress_expect(&progress, 0, "replayed",
                    (double)(recorded.count * (strcmp(options->search, "all") == 0 ? kinds : 1)) *
                        (double)options->runs);
    for (size_t i = 0; i < recorded.count && fault->code == FAULT_NONE; i++) {
        if (i == 0)
            replay_report_begin(options);
        replay_space(options, recorded.spaces[i], replays, kinds, &progress, fault);
    }
    free(replays);
    recorded_release(&recorded);
    return fault->code == FAULT_NONE ? 0 : -1;
}
