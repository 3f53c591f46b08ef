#include "harness/race/internal.h"

#include <stdlib.h>
#include <string.h>

#include "harness/race/experiment.h"

int venue_open(const struct device_choice *choice, bool generates, struct venue *venue,
               struct fault *fault)
{
    memset(venue, 0, sizeof *venue);
    if (device_open(choice, &venue->device, fault))
        return -1;
    if (generates)
        device_voice_find(&venue->device, &venue->voice);
    return 0;
}

void venue_close(struct venue *venue)
{
    device_close(&venue->device);
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

typedef int turn_of_entrant(struct race *race, struct entrant *entrant, struct fault *fault);

static void take_turn(struct race *race, struct entrant *entrant, turn_of_entrant *turn)
{
    if (turn(race, entrant, &entrant->fault) && race->spectator.lost != NULL)
        race->spectator.lost(race->spectator.self, entrant);
}

/* Calls `turn` for every entrant still in the race. */
static void each(struct race *race, size_t kind, turn_of_entrant *turn)
{
    for (size_t i = 0; i < race->count; i++) {
        struct entrant *entrant = &race->entrants[i];

        if (entrant->fault.code == FAULT_NONE) {
            show_progress(race, entrant, kind);
            take_turn(race, entrant, turn);
        }
        add_progress(race, kind, 1);
    }
}

static int open_race(const struct race_options *options, struct venue *venue, size_t count,
                     const struct spectator *spectator, struct race *race, struct fault *fault)
{
    *race = (struct race){options, venue, *spectator, calloc(count, sizeof *race->entrants),
                          count,   false};
    if (race->entrants != NULL)
        return 0;
    race->count = 0;
    return fault_memory(fault);
}

int race_open(const struct race_options *options, struct venue *venue, const struct origin *origins,
              size_t count, const struct spectator *spectator, struct race *race,
              struct fault *fault)
{
    if (open_race(options, venue, count, spectator, race, fault))
        return -1;
    for (size_t i = 0; i < count; i++)
        race->entrants[i].origin = &origins[i];
    each(race, VERIFIED, race_make_entrant);
    return 0;
}

int race_open_against(const struct race_options *options, struct venue *venue,
                      const struct origin *origins, size_t origin_count,
                      const struct blas *libraries, size_t library_count,
                      const struct spectator *spectator, struct race *race, struct fault *fault)
{
    if (open_race(options, venue, origin_count + library_count, spectator, race, fault))
        return -1;
    race->against = true;
    for (size_t i = 0; i < race->count; i++) {
        race->entrants[i].origin = &origins[i < origin_count ? i : 0];
        race->entrants[i].blas = i < origin_count ? NULL : &libraries[i - origin_count];
    }
    each(race, VERIFIED, race_make_entrant);
    return 0;
}

void race_run(struct race *race)
{
    if (race->against && race->entrants[0].fault.code != FAULT_NONE) {
        add_progress(race, MEASURED, (double)race->count * count_runs(race->options));
        return;
    }
    for (uint64_t i = 0; i < race->options->warm_up && race->options->iterations > 0; i++)
        each(race, MEASURED, race_warm_up);
    for (uint64_t i = 0; i < race->options->iterations; i++)
        each(race, MEASURED, race_measure);
    for (size_t i = 0; i < race->count; i++)
        if (race->entrants[i].fault.code == FAULT_NONE)
            take_turn(race, &race->entrants[i], race_summarise);
}

void race_rest(struct race *race)
{
    for (size_t i = 0; i < race->count; i++) {
        trial_close(&race->entrants[i].trial);
        program_release(&race->entrants[i].built);
    }
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
