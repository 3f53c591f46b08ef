#include "harness/base/load.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "harness/base/file.h"
#include "harness/base/timing.h"

bool load_take(struct load *load, const char *line, double tick_ms)
{
    /* user, nice, system, idle, iowait, irq, softirq, steal; guests count as user. */
    unsigned long long ticks[8];

    if (strncmp(line, "cpu ", 4) != 0 ||
        sscanf(line, "cpu %llu %llu %llu %llu %llu %llu %llu %llu", &ticks[0], &ticks[1], &ticks[2],
               &ticks[3], &ticks[4], &ticks[5], &ticks[6], &ticks[7]) != 8)
        return false;
    load->busy_ms = tick_ms * (double)(ticks[0] + ticks[1] + ticks[2] + ticks[5] + ticks[6]);
    load->stolen_ms = tick_ms * (double)ticks[7];
    return true;
}

bool load_take_own(struct load *load, const char *line, double tick_ms)
{
    /* Behind the name, which may hold anything: state, 10 numbers, utime, stime, cutime, cstime. */
    const char *rest = strrchr(line, ')');
    unsigned long long ticks[4];

    if (rest == NULL ||
        sscanf(rest + 1, " %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %llu %llu %llu %llu",
               &ticks[0], &ticks[1], &ticks[2], &ticks[3]) != 4)
        return false;
    load->own_ms += tick_ms * (double)(ticks[0] + ticks[1] + ticks[2] + ticks[3]);
    return true;
}

static bool read_process(pid_t id, double tick_ms, struct load *load)
{
    char path[40], line[1024];

    snprintf(path, sizeof path, "/proc/%ld/stat", (long)id);
    return file_first_line(path, line, sizeof line) && load_take_own(load, line, tick_ms);
}

void load_read(pid_t worker, struct load *load)
{
    const long ticks = sysconf(_SC_CLK_TCK);
    const double tick_ms = ticks > 0 ? 1e3 / (double)ticks : 0;
    char line[1024];

    *load = (struct load){.at_ms = time_now_ms()};
    load->known = tick_ms > 0 && read_process(getpid(), tick_ms, load) &&
                  (worker == 0 || read_process(worker, tick_ms, load)) &&
                  file_first_line("/proc/stat", line, sizeof line) &&
                  load_take(load, line, tick_ms);
}

bool load_describe(const struct load *before, const struct load *after, unsigned wanted,
                   unsigned processors, char *text, size_t room)
{
    const double least = 0.25, least_ms = 50; /* a few ticks */
    const double ms = after->at_ms - before->at_ms;
    const double others = after->busy_ms - before->busy_ms - (after->own_ms - before->own_ms);
    const double stolen = after->stolen_ms - before->stolen_ms;
    const double spare = processors > wanted ? processors - wanted : 0;

    if (!before->known || !after->known || ms <= 0 || others + stolen < least_ms ||
        (others + stolen) / ms < spare + least)
        return false;
    if (stolen > others)
        snprintf(text, room,
                 "the hypervisor gave %.1f of %u processors to other machines meanwhile: the times "
                 "are not those of an idle machine",
                 stolen / ms, processors);
    else
        snprintf(
            text, room,
            "other programs kept %.1f of %u processors busy meanwhile: the times are not those "
            "of an idle machine",
            others / ms, processors);
    return true;
}
