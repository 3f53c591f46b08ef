/* For sched_getaffinity. */
#define _GNU_SOURCE
#include "harness/base/parallel.h"

#include <pthread.h>
#include <sched.h>
#include <stdbool.h>

enum {
    MOST_PARTS = 64,
    WORTH =
        1 << 17 /* steps, of a few nanoseconds each, beside which the start of a thread is little */
};

struct part {
    void (*work)(void *context, uint64_t begin, uint64_t end);
    void *context;
    uint64_t begin, end;
    pthread_t thread;
    bool started;
};

static void *run(void *argument)
{
    const struct part *part = argument;

    part->work(part->context, part->begin, part->end);
    return NULL;
}

static uint64_t processors(void)
{
    cpu_set_t set;

    if (sched_getaffinity(0, sizeof set, &set) != 0)
        return 1;
    return (uint64_t)CPU_COUNT(&set);
}

void parallel_for(uint64_t count, uint64_t least,
                  void (*work)(void *context, uint64_t begin, uint64_t end), void *context)
{
    struct part parts[MOST_PARTS];
    uint64_t number = count / least;

    if (number > 1 && number > processors())
        number = processors();
    if (number > MOST_PARTS)
        number = MOST_PARTS;
    if (number < 2) {
        work(context, 0, count);
        return;
    }
    for (uint64_t i = 0; i < number; i++)
        parts[i] = (struct part){.work = work,
                                 .context = context,
                                 .begin = count / number * i,
                                 .end = i + 1 == number ? count : count / number * (i + 1)};
    for (uint64_t i = 1; i < number; i++)
        parts[i].started = pthread_create(&parts[i].thread, NULL, run, &parts[i]) == 0;
    for (uint64_t i = 0; i < number; i++)
        if (!parts[i].started)
            run(&parts[i]);
    for (uint64_t i = 1; i < number; i++)
        if (parts[i].started)
            pthread_join(parts[i].thread, NULL);
}

uint64_t parallel_least(uint64_t each)
{
    return each == 0 || each > WORTH ? 1 : WORTH / each;
}
