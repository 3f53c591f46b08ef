/* What is known of a kernel that was measured, as figures. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/base/fault.h"
#include "harness/base/text.h"
#include "harness/output/figure.h"
#include "harness/output/figures.h"

double figures_gflops(const struct measurement *measurement, double ms)
{
    return ms > 0 ? measurement->flops / ms * 1e-6 : 0;
}

/* ----------------------------------------------------------------------------- values of figures */

static json_t *unknown(void)
{
    return json_null();
}

/* JSON has no number for what is not finite: nothing is known of it. */
static json_t *real(double number)
{
    return isfinite(number) ? json_real(number) : unknown();
}

static json_t *real_if(bool known, double number)
{
    return known ? real(number) : unknown();
}

static json_t *count(uint64_t number)
{
    return json_integer((json_int_t)number);
}

static json_t *text(const char *words)
{
    return words == NULL ? unknown() : json_string(words);
}

static bool measured(const struct measurement *of)
{
    return of->sample_count > 0;
}

/* Speed at the median of device times. */
static double gflops(const struct measurement *of)
{
    return figures_gflops(of, of->device.median);
}

/* GB/s of the bytes at the median of device times, and as a share of the memory's. */
static double gbytes(const struct measurement *of)
{
    return of->device.median > 0 ? of->bytes / of->device.median * 1e-6 : 0;
}

static double memory_share(const struct measurement *of)
{
    return gbytes(of) / of->bandwidth;
}

/* Whether the memory bounds a kernel and not the peak: its bytes at the bandwidth take longer than
 * its operations at the peak (S. Williams, A. Waterman, D. Patterson: Roofline, CACM 52(4),
 * 2009). */
static bool memory_bound(const struct measurement *of)
{
    return of->bandwidth > 0 &&
           (of->peak.gflops <= 0 || of->bytes / of->bandwidth > of->flops / of->peak.gflops);
}

static const char *memory_limits(const struct measurement *of)
{
    const bool cached = of->bandwidth > 0 && gbytes(of) > of->bandwidth;

    return memory_bound(of)
               ? (cached ? ", which is the bound; caches hold a part" : ", which is the bound")
           : cached ? "; caches hold a part"
                    : "";
}

/* A member of the manifest's problem. */
static json_t *problem_of(const struct measurement *of, const char *name)
{
    json_t *value = json_object_get(json_object_get(of->manifest->root, "problem"), name);

    return value == NULL ? unknown() : json_incref(value);
}

static json_t *summary_if(bool known, const struct time_summary *times)
{
    return !known ? unknown()
                  : json_pack("{s:f, s:f, s:f, s:f, s:f, s:I}", "min", times->min, "median",
                              times->median, "mean", times->mean, "max", times->max, "deviation",
                              times->deviation, "outliers", (json_int_t)times->outliers);
}

static json_t *steps_of(const struct measurement *of)
{
    json_t *steps = json_array();

    for (size_t i = 0; i < of->manifest->step_count && measured(of); i++)
        json_array_append_new(steps, json_pack("{s:s, s:f}", "name", of->manifest->steps[i].name,
                                               "ms", of->step_ms[i]));
    return steps;
}

/* Steps of a run, for people: those that prepare operands have a line of their own. */
static size_t run_steps(const struct measurement *of)
{
    size_t steps = 0;

    for (size_t i = 0; i < of->manifest->step_count && measured(of); i++)
        steps += !of->manifest->steps[i].prepare;
    return steps;
}

static json_t *shown_steps(const struct measurement *of)
{
    char words[FIGURE_ROOM] = "";

    for (size_t i = 0; i < of->manifest->step_count && run_steps(of) > 1; i++)
        if (!of->manifest->steps[i].prepare)
            text_append(words, sizeof words, "%s%s %.3f", *words == '\0' ? "" : ", ",
                        of->manifest->steps[i].name, of->step_ms[i]);
    return text(*words == '\0' ? NULL : words);
}

/* Device times in the order of the runs. */
static json_t *runs_of(const struct measurement *of)
{
    json_t *runs = json_array();

    for (size_t i = 0; i < of->sample_count; i++)
        json_array_append_new(runs, json_real(of->samples[i].device_ms));
    return measured(of) ? runs : (json_decref(runs), unknown());
}

static json_t *speedup_of(const struct measurement *of)
{
    return of->over == NULL
               ? unknown()
               : json_pack("{s:s, s:f, s:f, s:f}", "over", of->over, "median", of->speedup.median,
                           "q1", of->speedup.q1, "q3", of->speedup.q3);
}

/* ----------------------------------------------------------------------------------------- rows */

#define NONE ((void)of, unknown())
#define FIGURE(group, name, unit, value, meaning)                                                  \
    static json_t *group##_##name(const struct measurement *of)                                    \
    {                                                                                              \
        return value;                                                                              \
    }
#include "harness/output/figures.def"

const struct figure figure_rows[] = {
#define FIGURE(group, name, unit, value, meaning)                                                  \
    {#group, #name, UNIT_##unit, group##_##name, meaning},
#include "harness/output/figures.def"
};
const size_t figure_count = sizeof figure_rows / sizeof *figure_rows;

const struct figure *figure_find(const char *name, size_t length)
{
    for (size_t i = 0; i < figure_count; i++)
        if (strncmp(figure_rows[i].name, name, length) == 0 && figure_rows[i].name[length] == '\0')
            return &figure_rows[i];
    fprintf(stderr, "clgemm-bench: no row of figures has the name `%.*s`\n", (int)length, name);
    abort();
}

void record_require(const json_t *record)
{
    if (record != NULL)
        return;
    fprintf(stderr, "clgemm-bench: a record is lost: out of memory on the host\n");
    exit(FAULT_IO);
}

/* Adds what is known of a figure. */
static void add(json_t *record, const struct measurement *of, const struct figure *figure)
{
    json_t *value = figure->value(of);

    record_require(value);
    if (json_is_null(value))
        json_decref(value);
    else if (json_object_set_new(record, figure->name, value))
        record_require(NULL);
}

static void add_group(json_t *record, const struct measurement *of, const char *name, size_t length)
{
    for (size_t i = 0; i < figure_count; i++)
        if (strncmp(figure_rows[i].group, name, length) == 0 &&
            figure_rows[i].group[length] == '\0')
            add(record, of, &figure_rows[i]);
}

void figures_add(json_t *record, const struct measurement *of, const char *names)
{
    for (const char *name = names; *name != '\0'; name += strspn(name, " ")) {
        const size_t length = strcspn(name, " *");

        if (name[length] == '*')
            add_group(record, of, name, length);
        else
            add(record, of, figure_find(name, length));
        name += strcspn(name, " ");
    }
}

json_t *figures_measurement(const struct measurement *of, bool shown)
{
    json_t *record = json_pack("{s:s}", "record", "result");

    record_require(record);
    for (size_t i = 0; i < figure_count; i++)
        if (shown || strcmp(figure_rows[i].group, "shown") != 0)
            add(record, of, &figure_rows[i]);
    return record;
}
