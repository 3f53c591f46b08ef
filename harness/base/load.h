/* How busy the processors of the host are with other things than this program. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/* A reading, in milliseconds: of a clock, and of all processors together since the machine was
 * started. */
struct load {
    bool known;
    double at_ms;
    double busy_ms;   /* at work for some program or the system */
    double stolen_ms; /* that a hypervisor gave to other machines */
    double
        own_ms; /* of the time at work that of this program, its `worker` and what both have started */
};

/* Reads /proc/stat and /proc/PID/stat (proc(5)); `worker`: a process that this one has started, 0:
 * none. Not known where these files cannot be read. */
void load_read(pid_t worker, struct load *load);

/* Takes the first line of /proc/stat and the line of /proc/PID/stat, whose times are in ticks.
 * False: they are none. */
bool load_take(struct load *load, const char *line, double tick_ms);
bool load_take_own(struct load *load, const char *line, double tick_ms);

/* Says what else the processors did between two readings where that was in the way of a device that
 * runs on `wanted` of `processors`: where those that it wanted were busy for others, a quarter of
 * one or more on average. False: not so, or too short a time to be told. */
bool load_describe(const struct load *before, const struct load *after, unsigned wanted,
                   unsigned processors, char *text, size_t room);
