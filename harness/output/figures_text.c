/* Figures for people. */
#include <inttypes.h>

#include "harness/output/figure.h"
#include "harness/output/figures.h"
#include "harness/output/table.h"

static void begin(const struct figures_frame *frame)
{
    const char *item = table_item(frame->format);

    printf("%sdevice  %s (%s), driver %s\n", item, frame->device->name,
           frame->device->platform_name, frame->device->driver);
    printf("%sdata    %s, seed %" PRIu64 "; %" PRIu64 " runs after %" PRIu64 " to warm up%s\n",
           item, figures_data(frame->schedule->data), frame->schedule->seed,
           frame->schedule->iterations, frame->schedule->warm_up,
           frame->measurement_count > 1 ? ", kernels alternating" : "");
    figures_peaks(frame);
    if (frame->bandwidth > 0)
        printf("%smemory  %.2f GB/s (measured: a copy of 256 MiB, read and written)\n", item,
               frame->bandwidth);
    printf("\n");
}

static void sample(const struct figures_frame *frame, const struct measurement *measurement,
                   size_t index)
{
    const struct sample *run = &measurement->samples[index];

    printf("%4zu  %-32s  device %10.3f ms  wall %10.3f ms  %9.2f GFLOP/s", index + 1,
           measurement->label, run->device_ms, run->wall_ms,
           figures_gflops(measurement, run->device_ms));
    if (frame->schedule->with_transfer)
        printf("  with transfer %10.3f ms  %9.2f GFLOP/s", run->total_ms,
               figures_gflops(measurement, run->total_ms));
    printf("%s\n", run->validated ? "  valid" : "");
    fflush(stdout);
}

static const char *const lines[] = {
#define LINE(words) words,
#include "harness/output/figures.def"
};

static void print_measurement(const json_t *record)
{
    char text[FIGURE_ROOM];

    printf("\n%s\n", member_text(record, "kernel"));
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        if (figure_words(lines[i], record, text, sizeof text) && *text != '\0')
            printf("  %s\n", text);
}

static const struct shown_column {
    struct table_column column;
    const char *where; /* the column is shown if some record has this member; NULL: always */
} columns[] = {
#define COLUMN(title, width, words, where) {{title, width, NULL, words}, where},
#include "harness/output/figures.def"
};

static bool is_shown(const struct shown_column *column, const json_t *records)
{
    const json_t *record;
    bool found = column->where == NULL;
    size_t i;

    json_array_foreach(records, i, record) found =
        found || json_object_get(record, column->where) != NULL;
    return found;
}

static void print_table(enum format format, const json_t *records)
{
    struct table_column shown[sizeof columns / sizeof *columns];
    const char *over = NULL;
    struct table table;
    size_t count = 0, i;
    const json_t *record;

    for (i = 0; i < sizeof columns / sizeof *columns; i++)
        if (is_shown(&columns[i], records))
            shown[count++] = columns[i].column;
    json_array_foreach(records, i, record)
    {
        const char *other = member_text(json_object_get(record, "speedup"), "over");

        over = other == NULL ? over : other;
        table_widen(shown, member_text(record, "kernel"));
    }
    table = table_of(format, shown, count);
    printf("\n");
    table_head(&table);
    json_array_foreach(records, i, record)
    {
        table_record(&table, record, count);
        table_end_row(&table);
    }
    if (over != NULL)
        printf("\nspeed-up: times as fast as %s, median of the runs\n", over);
}

/* One kernel needs no table; in Markdown the table is all. */
static void end(const struct figures_frame *frame, const struct measurement *const *measurements,
                size_t count)
{
    const bool text = frame->format == FORMAT_TEXT;
    json_t *records = json_array();

    for (size_t i = 0; i < count; i++) {
        json_t *record = figures_measurement(measurements[i], true);

        if (text)
            print_measurement(record);
        if (json_array_append_new(records, record))
            record_require(NULL);
    }
    if ((!text || frame->measurement_count > 1) && count > 0 && measurements[0]->sample_count > 0)
        print_table(frame->format, records);
    json_decref(records);
}

const struct figures_format figures_text = {begin, sample, end};
const struct figures_format figures_markdown = {.begin = begin, .end = end};
