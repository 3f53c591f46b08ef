#include "harness/commands/baseline.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "harness/base/file.h"
#include "harness/base/output_file.h"
#include "harness/output/table.h"

/* ------------------------------------------------------------------------------------- the file */

static bool is_record(const json_t *value, const char *kind)
{
    const char *record = member_text(value, "record");

    return record != NULL && strcmp(record, kind) == 0;
}

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

/* Takes a record of its line; others than those of the device and of results mean nothing here. */
static int take_record(struct baseline *baseline, json_t *record, struct fault *fault)
{
    if (is_record(record, "device") && baseline->device == NULL) {
        baseline->device = record;
        return 0;
    }
    if (is_record(record, "result")) {
        if (check_measurement(baseline->path, record, fault)) {
            json_decref(record);
            return -1;
        }
        return json_array_append_new(baseline->measurements, record) ? fault_memory(fault) : 0;
    }
    json_decref(record);
    return 0;
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
            if (take_record(baseline, record, fault))
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
    write_line(output.stream, figures_protocol(frame->device, frame->schedule), fault);
    for (size_t i = 0; i < count; i++)
        write_line(output.stream, figures_measurement(frame, measurements[i]), fault);
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

/* A kernel then and now. */
struct change {
    const struct measurement *now;
    double then_ms, p; /* median; probability */
    double ratio;      /* of the speeds, now to then */
    enum {
        CHANGE_NEW,
        CHANGE_NONE,
        CHANGE_FASTER,
        CHANGE_SLOWER
    } kind;
};

static const char *const change_words[] = {"not in the baseline", "no difference shown", "faster",
                                           "slower"};

/* Whether two records are of one kernel on one problem. */
static bool is_same(const json_t *then, const json_t *now)
{
    static const char *const names[] = {"kernel", "types", "layout", "transpose", "conjugate",
                                        "m",      "n",     "k",      "members"};

    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const json_t *left = json_object_get(then, names[i]);
        const json_t *right = json_object_get(now, names[i]);

        if (left != right && !json_equal(left, right))
            return false;
    }
    return member_number(then, "alpha") == member_number(now, "alpha") &&
           member_number(then, "beta") == member_number(now, "beta");
}

static const json_t *find_then(const struct baseline *baseline, const json_t *now)
{
    for (size_t i = 0; i < json_array_size(baseline->measurements); i++)
        if (is_same(json_array_get(baseline->measurements, i), now))
            return json_array_get(baseline->measurements, i);
    return NULL;
}

static int test_times(const json_t *runs, double within, struct change *change, struct fault *fault)
{
    const size_t then_count = json_array_size(runs), now_count = change->now->sample_count;
    double *then = calloc(then_count + now_count, sizeof *then), *now = then + then_count;
    const double apart = 1 + within / 100;

    if (then == NULL)
        return fault_memory(fault);
    for (size_t i = 0; i < then_count; i++)
        then[i] = json_number_value(json_array_get(runs, i));
    for (size_t i = 0; i < now_count; i++)
        now[i] = change->now->samples[i].device_ms;
    change->p = rank_sum_test(then, then_count, now, now_count);
    change->then_ms = time_summarise(then, then_count).median;
    change->ratio = change->then_ms / change->now->device.median;
    change->kind = change->p >= BASELINE_LEVEL ? CHANGE_NONE
                   : change->ratio > apart     ? CHANGE_FASTER
                   : 1 / change->ratio > apart ? CHANGE_SLOWER
                                               : CHANGE_NONE;
    free(then);
    return 0;
}

static int find_change(const struct baseline *baseline, const struct figures_frame *frame,
                       double within, struct change *change, struct fault *fault)
{
    json_t *now = figures_measurement(frame, change->now);
    const json_t *then;
    int status = 0;

    if (now == NULL)
        return fault_memory(fault);
    then = find_then(baseline, now);
    if (then != NULL)
        status = test_times(json_object_get(then, "runs_ms"), within, change, fault);
    json_decref(now);
    return status;
}

static void print_heading(const struct baseline *baseline, enum format format)
{
    const time_t at = (time_t)(member_integer(baseline->device, "at_ms") / 1000);
    char when[40] = "";
    struct tm utc;

    if (gmtime_r(&at, &utc) != NULL)
        strftime(when, sizeof when, "%Y-%m-%d %H:%M UTC", &utc);
    printf("\n%sbaseline  %s: %s, driver %s, clgemm-bench %s\n%s", table_item(format),
           baseline->path, when, member_text_or(baseline->device, "driver", ""),
           member_text_or(baseline->device, "version", ""), format == FORMAT_MARKDOWN ? "\n" : "");
}

static void print_changes(const struct baseline *baseline, enum format format,
                          const struct change *changes, size_t count, double within)
{
    struct table_column columns[] = {{"kernel", -6, NULL},    {"baseline ms", 11, NULL},
                                     {"median ms", 10, NULL}, {"ratio", 7, NULL},
                                     {"p", 7, NULL},          {"result", 0, NULL}};
    struct table table = table_of(format, columns, sizeof columns / sizeof *columns);

    for (size_t i = 0; i < count; i++)
        if ((int)strlen(changes[i].now->label) > -columns[0].width)
            columns[0].width = -(int)strlen(changes[i].now->label);
    print_heading(baseline, format);
    table_head(&table);
    for (size_t i = 0; i < count; i++) {
        const struct change *change = &changes[i];

        table_cell(&table, "%s", change->now->label);
        if (change->kind == CHANGE_NEW) {
            table_cell(&table, "-");
            table_cell(&table, "%.3f", change->now->device.median);
            table_cell(&table, "-");
            table_cell(&table, "-");
        } else {
            table_cell(&table, "%.3f", change->then_ms);
            table_cell(&table, "%.3f", change->now->device.median);
            table_cell(&table, "%.3f", change->ratio);
            table_cell(&table, "%.4f", change->p);
        }
        table_cell(&table, "%s", change_words[change->kind]);
        table_end_row(&table);
    }
    printf("\nratio: speed now to that of the baseline; p: rank-sum test of the times; faster or "
           "slower: p below %g, and medians\nthat differ by more than %g %%\n",
           BASELINE_LEVEL, within);
}

static void record_change(const struct change *change)
{
    const struct measurement *now = change->now;
    json_t *record =
        json_pack("{s:s, s:s, s:I, s:I, s:I, s:f, s:s}", "record", "change", "kernel", now->label,
                  "m", (json_int_t)now->m, "n", (json_int_t)now->n, "k", (json_int_t)now->k,
                  "median_ms", now->device.median, "result", change_words[change->kind]);

    if (change->kind != CHANGE_NEW)
        members_add(record, json_pack("{s:f, s:f, s:f}", "baseline_ms", change->then_ms, "ratio",
                                      change->ratio, "p", change->p));
    figures_line(record);
}

static int conclude(const struct baseline *baseline, const struct change *changes, size_t count,
                    struct fault *fault)
{
    size_t slower = 0, known = 0;

    for (size_t i = 0; i < count; i++) {
        slower += changes[i].kind == CHANGE_SLOWER;
        known += changes[i].kind != CHANGE_NEW;
    }
    if (count > 0 && known == 0)
        return fault_set(fault, FAULT_REFUSED,
                         "--compare-to: %s has none of these kernels on these problems",
                         baseline->path);
    if (slower > 0)
        return fault_set(fault, FAULT_SLOWER, "%zu of %zu kernels are slower than in %s", slower,
                         count, baseline->path);
    return 0;
}

int baseline_compare(const struct baseline *baseline, const struct figures_frame *frame,
                     const struct measurement *const *measurements, size_t count, double within,
                     struct fault *fault)
{
    const enum format format = frame->format;
    struct change *changes = calloc(count + 1, sizeof *changes);

    if (changes == NULL)
        return fault_memory(fault);
    for (size_t i = 0; i < count; i++) {
        changes[i].now = measurements[i];
        if (find_change(baseline, frame, within, &changes[i], fault)) {
            free(changes);
            return -1;
        }
    }
    for (size_t i = 0; i < count && format == FORMAT_JSON; i++)
        record_change(&changes[i]);
    if (count > 0 && table_format(format))
        print_changes(baseline, format, changes, count, within);
    conclude(baseline, changes, count, fault);
    free(changes);
    return fault->code == FAULT_NONE ? 0 : -1;
}
