#include "harness/race_impl.h"

#include <stdlib.h>
#include <string.h>

int venue_open(const struct options *options, bool generates, struct venue *venue,
               struct fault *fault)
{
    memset(venue, 0, sizeof *venue);
    if (device_open(&options->device, &venue->device, fault))
        return -1;
    if (generates)
        device_voice_find(&venue->device, &venue->voice);
    return 0;
}

void venue_close(struct venue *venue)
{
    device_close(&venue->device);
}

/* Calls `turn` for every entrant still in the race. */
static void each(struct race *race, int (*turn)(struct race *, struct entrant *, struct fault *))
{
    for (size_t i = 0; i < race->count; i++) {
        struct entrant *entrant = &race->entrants[i];

        if (entrant->fault.code == FAULT_NONE && turn(race, entrant, &entrant->fault) &&
            race->spectator.lost != NULL)
            race->spectator.lost(race->spectator.self, entrant);
    }
}

static int open_race(const struct options *options, struct venue *venue, size_t count,
                     const struct spectator *spectator, struct race *race, struct fault *fault)
{
    *race = (struct race){options, venue, *spectator, calloc(count, sizeof *race->entrants),
                          count,   false};
    if (race->entrants != NULL)
        return 0;
    race->count = 0;
    return fault_memory(fault);
}

int race_open(const struct options *options, struct venue *venue, const struct origin *origins,
              size_t count, const struct spectator *spectator, struct race *race,
              struct fault *fault)
{
    if (open_race(options, venue, count, spectator, race, fault))
        return -1;
    for (size_t i = 0; i < count; i++)
        race->entrants[i].origin = &origins[i];
    each(race, race_make_entrant);
    return 0;
}

int race_open_against(const struct options *options, struct venue *venue,
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
    each(race, race_make_entrant);
    return 0;
}

void race_run(struct race *race)
{
    for (uint64_t i = 0; i < race->options->warm_up && race->options->iterations > 0; i++)
        each(race, race_warm_up);
    for (uint64_t i = 0; i < race->options->iterations; i++)
        each(race, race_measure);
    each(race, race_summarise);
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
