#include "harness/commands/baseline.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "harness/base/file.h"
#include "harness/base/output_file.h"
#include "harness/base/text.h"
#include "harness/output/table.h"

/* ------------------------------------------------------------------------------------- the file */

/* Refuses a result whose runs are not what the test needs. */
static int check_measurement(const char *path, const json_t *measurement, struct fault *fault)
{
    const char *kernel = member_text(measurement, "kernel");
    const json_t *runs = json_object_get(measurement, "runs_ms");
    const size_t count = json_array_size(runs);

    if (kernel == NULL)
        return fault_set(fault, FAULT_REFUSED, "%s: a result names no kernel", path);
    for (size_t i = 0; i < count; i++)
        if (!(json_number_value(json_array_get(runs, i)) > 0))
            return fault_set(fault, FAULT_REFUSED, "%s: %s: runs_ms[%zu] is no time above 0", path,
                             kernel, i);
    return count >= RUNS_TO_COMPARE
               ? 0
               : fault_set(fault, FAULT_REFUSED,
                           "%s: %s has %zu runs, too few to show a difference; measure it with -i "
                           "%d or more",
                           path, kernel, count, RUNS_TO_COMPARE);
}

/* Takes a record; others than those of the device and of results mean nothing here. */
static int take_record(struct baseline *baseline, json_t *record, struct fault *fault)
{
    if (member_is(record, "record", "device") && baseline->device == NULL)
        baseline->device = json_incref(record);
    if (!member_is(record, "record", "result"))
        return 0;
    if (check_measurement(baseline->path, record, fault))
        return -1;
    return json_array_append(baseline->measurements, record) ? fault_memory(fault) : 0;
}

static int take_lines(struct baseline *baseline, const char *text, struct fault *fault)
{
    size_t number = 1;

    for (; *text != '\0'; number++) {
        const size_t length = strcspn(text, "\n");
        json_error_t error;
        json_t *record;

        if (strspn(text, " \t\r") < length) {
            record = json_loadb(text, length, JSON_REJECT_DUPLICATES, &error);
            if (record == NULL)
                return fault_set(fault, FAULT_REFUSED, "%s: line %zu is no record: %s",
                                 baseline->path, number, error.text);
            take_record(baseline, record, fault);
            json_decref(record);
            if (fault->code != FAULT_NONE)
                return -1;
        }
        text += length + (text[length] == '\n');
    }
    if (baseline->device == NULL || json_array_size(baseline->measurements) == 0)
        return fault_set(fault, FAULT_REFUSED,
                         "%s has no device, or no result of bench; ask bench --baseline %s first",
                         baseline->path, baseline->path);
    return 0;
}

int baseline_read(const char *path, struct baseline *baseline, struct fault *fault)
{
    char *text;
    size_t length;
    int status;

    *baseline = (struct baseline){path, NULL, NULL};
    if (file_read(path, &text, &length, fault))
        return -1;
    baseline->measurements = json_array();
    status =
        baseline->measurements == NULL ? fault_memory(fault) : take_lines(baseline, text, fault);
    free(text);
    if (status != 0)
        baseline_release(baseline);
    return status;
}

void baseline_release(struct baseline *baseline)
{
    json_decref(baseline->device);
    json_decref(baseline->measurements);
    memset(baseline, 0, sizeof *baseline);
}

static void write_line(FILE *stream, json_t *record, struct fault *fault)
{
    if (record == NULL || (json_dumpf(record, stream, FIGURES_JSON_FLAGS) != 0 && !ferror(stream)))
        fault_memory(fault);
    fputc('\n', stream);
    json_decref(record);
}

int baseline_write(const char *path, const struct figures_frame *frame,
                   const struct measurement *const *measurements, size_t count, struct fault *fault)
{
    struct output output;

    if (output_open(path, &output, fault))
        return -1;
    write_line(output.stream, figures_protocol(frame->device, frame->schedule, 0), fault);
    for (size_t i = 0; i < count; i++)
        write_line(output.stream, figures_measurement(measurements[i], false), fault);
    return output_close(&output, fault);
}

/* ----------------------------------------------------------------------------------- the device */

int baseline_check(const struct baseline *baseline, const struct device *device,
                   struct fault *fault)
{
    const char *name = member_text_or(baseline->device, "name", "");
    const char *platform = member_text_or(baseline->device, "platform", "");

    if (strcmp(name, device->name) == 0 && strcmp(platform, device->platform_name) == 0)
        return 0;
    return fault_set(fault, FAULT_REFUSED,
                     "--compare-to: %s was measured on %s (%s), this is %s (%s)", baseline->path,
                     name, platform, device->name, device->platform_name);
}

/* ---------------------------------------------------------------------------------- differences */

static const char unknown[] = "not in the baseline", same[] = "no difference shown",
                  faster[] = "faster", slower[] = "slower";

/* Whether two records are of one kernel on one problem. */
static bool is_same(const json_t *then, const json_t *now)
{
    return members_equal(then, now, "kernel types layout transpose conjugate m n k members") &&
           member_number(then, "alpha") == member_number(now, "alpha") &&
           member_number(then, "beta") == member_number(now, "beta");
}

static const json_t *find_then(const struct baseline *baseline, const json_t *now)
{
    for (size_t i = 0; i < json_array_size(baseline->measurements); i++)
        if (is_same(json_array_get(baseline->measurements, i), now))
            return json_array_get(baseline->measurements, i);
    return NULL;
}

/* Adds to the record of a change what the times say. */
static int test_times(const json_t *runs, const struct measurement *measurement, double within,
                      json_t *change, struct fault *fault)
{
    const size_t then_count = json_array_size(runs), now_count = measurement->sample_count;
    double *then = calloc(then_count + now_count, sizeof *then), *now = then + then_count;
    const double apart = 1 + within / 100;
    double p, then_ms, ratio;

    if (then == NULL)
        return fault_memory(fault);
    for (size_t i = 0; i < then_count; i++)
        then[i] = json_number_value(json_array_get(runs, i));
    for (size_t i = 0; i < now_count; i++)
        now[i] = measurement->samples[i].device_ms;
    p = rank_sum_test(then, then_count, now, now_count);
    then_ms = time_summarise(then, then_count).median;
    ratio = then_ms / measurement->device.median;
    free(then);
    members_add(change, json_pack("{s:s, s:f, s:f, s:f}", "result",
                                  p >= BASELINE_LEVEL ? same
                                  : ratio > apart     ? faster
                                  : 1 / ratio > apart ? slower
                                                      : same,
                                  "baseline_ms", then_ms, "ratio", ratio, "p", p));
    return 0;
}

/* Makes the record of a kernel then and now. NULL: no memory (said). */
static json_t *make_change(const struct baseline *baseline, const struct measurement *measurement,
                           double within, struct fault *fault)
{
    json_t *now = figures_measurement(measurement, false);
    const json_t *then = find_then(baseline, now);
    json_t *change = json_pack("{s:s, s:s, s:I, s:I, s:I, s:f, s:s}", "record", "change", "kernel",
                               measurement->label, "m", (json_int_t)measurement->m, "n",
                               (json_int_t)measurement->n, "k", (json_int_t)measurement->k,
                               "median_ms", measurement->device.median, "result", unknown);

    if (now == NULL || change == NULL)
        fault_memory(fault);
    else if (then != NULL)
        test_times(json_object_get(then, "runs_ms"), measurement, within, change, fault);
    json_decref(now);
    if (fault->code == FAULT_NONE)
        return change;
    json_decref(change);
    return NULL;
}

static void print_heading(const struct baseline *baseline, enum format format)
{
    const time_t at = (time_t)(member_integer(baseline->device, "at_ms") / 1000);
    char when[40] = "", path[600], driver[200], version[40];
    struct tm utc;

    if (gmtime_r(&at, &utc) != NULL)
        strftime(when, sizeof when, "%Y-%m-%d %H:%M UTC", &utc);
    printf("\n%sbaseline  %s: %s, driver %s, clgemm-bench %s\n%s", table_item(format),
           utf8_line(baseline->path, path, sizeof path), when,
           utf8_line(member_text_or(baseline->device, "driver", ""), driver, sizeof driver),
           utf8_line(member_text_or(baseline->device, "version", ""), version, sizeof version),
           format == FORMAT_MARKDOWN ? "\n" : "");
}

static void print_changes(const struct baseline *baseline, enum format format,
                          const json_t *changes, double within)
{
    struct table_column columns[] = {{"kernel", -6, NULL, "{kernel}"},
                                     {"baseline ms", 11, NULL, "{baseline_ms}"},
                                     {"median ms", 10, NULL, "{median_ms}"},
                                     {"ratio", 7, NULL, "{ratio}"},
                                     {"p", 7, NULL, "{p}"},
                                     {"result", 0, NULL, "{result}"}};
    struct table table = table_of(format, columns, sizeof columns / sizeof *columns);
    const json_t *change;
    size_t i;

    json_array_foreach(changes, i, change) table_widen(columns, member_text(change, "kernel"));
    print_heading(baseline, format);
    table_head(&table);
    json_array_foreach(changes, i, change)
    {
        table_record(&table, change, table.count);
        table_end_row(&table);
    }
    printf("\nratio: speed now to that of the baseline; p: rank-sum test of the times; faster or "
           "slower: p below %g, and medians\nthat differ by more than %g %%\n",
           BASELINE_LEVEL, within);
}

static int conclude(const struct baseline *baseline, const json_t *changes, struct fault *fault)
{
    size_t slow = 0, known = 0, i;
    const json_t *change;

    json_array_foreach(changes, i, change)
    {
        slow += member_is(change, "result", slower);
        known += !member_is(change, "result", unknown);
    }
    if (json_array_size(changes) > 0 && known == 0)
        return fault_set(fault, FAULT_REFUSED,
                         "--compare-to: %s has none of these kernels on these problems",
                         baseline->path);
    if (slow > 0)
        return fault_set(fault, FAULT_SLOWER, "%zu of %zu kernels are slower than in %s", slow,
                         json_array_size(changes), baseline->path);
    return 0;
}

int baseline_compare(const struct baseline *baseline, const struct figures_frame *frame,
                     const struct measurement *const *measurements, size_t count, double within,
                     struct fault *fault)
{
    json_t *changes = json_array(), *change;
    size_t i;

    for (i = 0; i < count && fault->code == FAULT_NONE; i++)
        json_array_append_new(changes, make_change(baseline, measurements[i], within, fault));
    if (fault->code == FAULT_NONE) {
        json_array_foreach(changes, i, change) if (frame->format == FORMAT_JSON)
            figures_line(json_incref(change));
        if (count > 0 && table_format(frame->format))
            print_changes(baseline, frame->format, changes, within);
        conclude(baseline, changes, fault);
    }
    json_decref(changes);
    return fault->code == FAULT_NONE ? 0 : -1;
}
