#include "harness/race/internal.h"

#include <stdlib.h>
#include <string.h>

#include "harness/race/experiment.h"
#include "harness/worker/orders.h"

static void measure_bandwidth(struct executor *executor)
{
    struct fault ignored = {0};
    json_t *answer = NULL;

    if (executor->has_bandwidth)
        return;
    executor_ask(executor, order_bandwidth(), &answer, &ignored);
    executor->bandwidth = json_number_value(json_object_get(answer, "gbytes_per_second"));
    executor->has_bandwidth = true;
    json_decref(answer);
    fault_clear(&ignored);
}

double suite_bandwidth(struct executor *executor, const struct protocol *protocol)
{
    if (protocol->format == FORMAT_JSON && protocol->peak != NULL &&
        strcmp(protocol->peak, "measured") == 0)
        measure_bandwidth(executor);
    return executor->bandwidth;
}

void race_find_bandwidth(struct race *race)
{
    /* A large cache serves many cores, perhaps of other machines too: no more of it is counted on. */
    const double most = 32 << 20, cache = (double)race->executor->device.cache_bytes;
    const double held = cache > 0 && cache < most ? cache : most;

    for (size_t i = 0; i < race->count; i++) {
        struct entrant *entrant = &race->entrants[i];

        if (entrant->fault.code != FAULT_NONE || entrant->library != NULL ||
            race->options->iterations == 0 || entrant->result.bytes <= held)
            continue;
        measure_bandwidth(race->executor);
        entrant->result.bandwidth = race->executor->bandwidth;
    }
}

/* The two kinds of work of a race. */
enum {
    VERIFIED,
    MEASURED
};

/* Runs of each entrant. */
static double count_runs(const struct race_options *options)
{
    return options->iterations == 0 ? 0 : (double)options->warm_up + (double)options->iterations;
}

void race_expect(struct progress *progress, const struct race_options *options, size_t entrants)
{
    progress_expect(progress, VERIFIED, "verified", (double)entrants);
    progress_expect(progress, MEASURED, "measured", (double)entrants * count_runs(options));
}

void race_expect_more(struct progress *progress, const struct race_options *options,
                      size_t entrants)
{
    progress->kinds[VERIFIED].total += (double)entrants;
    progress->kinds[MEASURED].total += (double)entrants * count_runs(options);
}

/* Says who is at work; "shuffle at 512" where the command line has sizes. */
static void show_progress(const struct race *race, const struct entrant *entrant, size_t kind)
{
    const struct wish *wish = &race->options->wish;
    char size[64] = "";

    if (race->spectator.progress == NULL)
        return;
    if (wish->has_size[0])
        size_words(&(struct problem_size){wish->size[0], wish->size[1], wish->size[2]}, size,
                   sizeof size);
    progress_show(race->spectator.progress, kind, "%s%s%s", entrant_label(entrant),
                  *size == '\0' ? "" : " at ", size);
}

static void add_progress(const struct race *race, size_t kind, double units)
{
    struct progress *progress = race->spectator.progress;

    if (progress != NULL)
        progress_reach(progress, kind, progress->kinds[kind].done + units);
}

/* An entrant that is out has lost its place in the worker. */
static void leave(struct race *race, struct entrant *entrant)
{
    race_leave(race, entrant);
    if (race->spectator.lost != NULL && !entrant->apart)
        race->spectator.lost(race->spectator.self, entrant);
}

static int make_entrant(struct race *race, struct entrant *entrant, struct fault *fault)
{
    if (entrant->library != NULL &&
        (race_take_problem(race, entrant, fault) || race_choose_core(race, entrant, fault)))
        return -1;
    return race_make_entrant(race, entrant, fault);
}

static void make_entrants(struct race *race)
{
    for (size_t i = 0; i < race->count; i++) {
        struct entrant *entrant = &race->entrants[i];

        show_progress(race, entrant, VERIFIED);
        if (make_entrant(race, entrant, &entrant->fault))
            leave(race, entrant);
        if (!entrant->apart)
            add_progress(race, VERIFIED, 1);
    }
}

/* Brings everybody of a list into the worker that there is now. False: somebody is out. */
static bool bring_back(struct race *race, const size_t *list, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        struct entrant *entrant = &race->entrants[list[i]];

        if (race_return(race, entrant, &entrant->fault)) {
            leave(race, entrant);
            return false;
        }
    }
    return true;
}

/* Those that are out have nothing left to do. */
static double count_done(const struct race *race)
{
    double done = 0;

    for (size_t i = 0; i < race->count; i++)
        done += race->entrants[i].apart                      ? 0
                : race->entrants[i].fault.code == FAULT_NONE ? (double)race->entrants[i].runs
                                                             : count_runs(race->options);
    return done;
}

/* Has everybody that is in take turns until they have had `goal` runs. */
static void take_turns(struct race *race, uint64_t goal, bool warms)
{
    enum {
        ROOM = 1000
    };
    size_t list[ROOM], count, out;

    while ((count = race_plan(race, goal, warms, list, ROOM)) > 0) {
        double before = count_done(race);

        show_progress(race, &race->entrants[list[0]], MEASURED);
        if (bring_back(race, list, count) && race_turns(race, list, count, warms, &out))
            leave(race, &race->entrants[out]);
        add_progress(race, MEASURED, count_done(race) - before);
    }
}

static int open_race(const struct race_options *options, struct executor *executor, size_t count,
                     const struct spectator *spectator, struct race *race, struct fault *fault)
{
    *race = (struct race){.options = options,
                          .executor = executor,
                          .spectator = *spectator,
                          .entrants = calloc(count, sizeof *race->entrants),
                          .count = count,
                          .sharers = count};
    if (race->entrants != NULL)
        return 0;
    race->count = 0;
    return fault_memory(fault);
}

int race_open(const struct race_options *options, struct executor *executor,
              const struct origin *origins, size_t count, const struct spectator *spectator,
              struct race *race, struct fault *fault)
{
    if (open_race(options, executor, count, spectator, race, fault))
        return -1;
    for (size_t i = 0; i < count; i++)
        race->entrants[i].origin = &origins[i];
    make_entrants(race);
    return 0;
}

int race_open_against(const struct race_options *options, struct executor *executor,
                      const struct field *field, const struct spectator *spectator,
                      struct race *race, struct fault *fault)
{
    const size_t rivals = field->other_count + field->library_count;

    if (open_race(options, executor, rivals + field->kernel_count, spectator, race, fault))
        return -1;
    race->against = true;
    race->rivals = rivals;
    race->sharers = 1 + rivals;
    for (size_t i = 0; i < rivals; i++)
        race->entrants[1 + i].origin =
            i < field->other_count ? &field->others[i] : field->kernels[0];
    for (size_t i = field->other_count; i < rivals; i++)
        race->entrants[1 + i].library = &field->libraries[i - field->other_count];
    for (size_t i = 0; i < field->kernel_count; i++)
        race_kernel(race, i)->origin = field->kernels[i];
    make_entrants(race);
    return 0;
}

struct entrant *race_kernel(const struct race *race, size_t index)
{
    return &race->entrants[index == 0 ? 0 : race->rivals + index];
}

static bool has_kernel(const struct race *race)
{
    bool has = false;

    for (size_t i = 0; i < race->count - race->rivals; i++)
        has = has || race_kernel(race, i)->fault.code == FAULT_NONE;
    return has;
}

/* Runs of those that are in this race at all. */
static double count_all(const struct race *race)
{
    double all = 0;

    for (size_t i = 0; i < race->count; i++)
        all += race->entrants[i].apart ? 0 : count_runs(race->options);
    return all;
}

void race_run(struct race *race)
{
    if (!has_kernel(race)) {
        add_progress(race, MEASURED, count_all(race));
        return;
    }
    if (race->options->iterations > 0) {
        add_progress(race, MEASURED, count_done(race));
        take_turns(race, race->options->warm_up, true);
        take_turns(race, race->options->warm_up + race->options->iterations, false);
    }
    for (size_t i = 0; i < race->count; i++) {
        struct entrant *entrant = &race->entrants[i];

        if (entrant->fault.code == FAULT_NONE && race_summarise(race, entrant, &entrant->fault))
            leave(race, entrant);
    }
}

void race_rest(struct race *race)
{
    for (size_t i = 0; i < race->count; i++)
        race_leave(race, &race->entrants[i]);
}

void race_close(struct race *race)
{
    race_rest(race);
    for (size_t i = 0; i < race->count; i++) {
        struct entrant *entrant = &race->entrants[i];

        if (entrant->made)
            subject_release(&entrant->subject);
        free(entrant->step_times);
        free(entrant->result.iterations);
        free(entrant->result.step_ms);
        fault_clear(&entrant->fault);
    }
    free(race->entrants);
    memset(race, 0, sizeof *race);
}
