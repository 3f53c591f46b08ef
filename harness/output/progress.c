#include "harness/output/progress.h"

#include <math.h>
#include <stdarg.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "harness/base/timing.h"

static const char clear_line[] = "\r\033[K";

void progress_open(struct progress *progress, enum format format)
{
    *progress = (struct progress){.next_ms = time_now_ms() + PROGRESS_FIRST_MS,
                                  .gap_ms = 2 * PROGRESS_FIRST_MS};
    if (format != FORMAT_JSON)
        progress->how = isatty(STDERR_FILENO) ? PROGRESS_LINE : PROGRESS_LOG;
}

void progress_expect(struct progress *progress, size_t kind, const char *name, double total)
{
    progress->kinds[kind] = (struct progress_kind){.name = name, .total = total};
    progress->mark_ms = time_now_ms();
}

void progress_reach(struct progress *progress, size_t kind, double done)
{
    struct progress_kind *reached = &progress->kinds[kind];
    double now = time_now_ms();

    if (reached->done > 0)
        reached->spent_ms += now - progress->mark_ms;
    else
        reached->first = done;
    reached->done = done;
    progress->mark_ms = now;
}

double progress_left(const struct progress *progress, double now_ms)
{
    double left_ms = fmax(0, progress->end_ms - now_ms);

    for (size_t i = 0; i < PROGRESS_KINDS; i++) {
        const struct progress_kind *kind = &progress->kinds[i];

        if (kind->done > kind->first && kind->done < kind->total)
            left_ms += kind->spent_ms / (kind->done - kind->first) * (kind->total - kind->done);
    }
    return left_ms * 1e-3;
}

/* "; 1:05 left", "; 2:00:31 left"; empty below a second. */
static void write_left(double seconds, char *text, size_t room)
{
    double minutes = floor(seconds / 60), hours = floor(minutes / 60);

    *text = '\0';
    if (seconds >= 3600)
        snprintf(text, room, "; %.0f:%02.0f:%02.0f left", hours, minutes - 60 * hours,
                 floor(seconds - 60 * minutes));
    else if (seconds >= 1)
        snprintf(text, room, "; %.0f:%02.0f left", minutes, floor(seconds - 60 * minutes));
}

/* Letters of a line; the last column stays free, as some terminals go on to the next line behind
 * it. */
static size_t columns(void)
{
    struct winsize size;

    return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 1 ? size.ws_col - 1u : 79;
}

/* Cuts UTF-8 behind so many letters. */
static void cut(char *text, size_t most)
{
    for (size_t letters = 0; *text != '\0'; text++) {
        letters += ((unsigned char)*text & 0xc0) != 0x80;
        if (letters > most) {
            *text = '\0';
            return;
        }
    }
}

void progress_show(struct progress *progress, size_t index, const char *format, ...)
{
    const struct progress_kind *kind = &progress->kinds[index];
    const bool is_log = progress->how == PROGRESS_LOG;
    char line[600], left[60];
    size_t used, room = is_log ? sizeof line : columns();
    double now = time_now_ms();
    va_list arguments;

    if (progress->how == PROGRESS_NONE || (is_log && now < progress->next_ms))
        return;
    progress->next_ms = now + progress->gap_ms;
    progress->gap_ms = fmin(2 * progress->gap_ms, PROGRESS_LOG_MS);
    used = (size_t)snprintf(line, 100, kind->total > 0 ? "%s %.0f/%.0f, " : "%s %.0f, ", kind->name,
                            floor(kind->done), kind->total);
    va_start(arguments, format);
    vsnprintf(line + used, sizeof line - used, format, arguments);
    va_end(arguments);
    write_left(progress_left(progress, now), left, sizeof left);
    cut(line, strlen(left) < room ? room - strlen(left) : 0);
    if (is_log)
        fprintf(stderr, "clgemm-bench: %s%s\n", line, left);
    else
        fprintf(stderr, "%s%s%s", clear_line, line, left);
}

void progress_clear(const struct progress *progress)
{
    if (progress->how == PROGRESS_LINE)
        fputs(clear_line, stderr);
}
