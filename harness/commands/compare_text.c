/* Comparisons for people: text or Markdown. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "harness/commands/compare_report.h"
#include "harness/output/table.h"
#include "harness/worker/worker.h"

static const char *const view_titles[VIEW_COUNT] = {
    "packing and preparing counted", "packing counted, preparing not counted",
    "packing and preparing not counted", "packing, preparing and transfers counted"};

/* Columns for a reference's speed, under its name. */
static int width_of(const struct comparison_reference *reference)
{
    size_t length = strlen(reference->title);

    return length < 9 ? 9 : (int)length;
}

/* Letters of a column for the core types of a reference; 0: it has none. */
static int core_width(const struct comparison_reference *reference)
{
    size_t width = 0;

    for (size_t i = 0; reference->library != NULL && i < reference->library->core_count; i++) {
        size_t length = strlen(reference->library->cores[i].name);

        width = length > width ? length : width;
    }
    return width == 0 ? 0 : width < 9 ? 9 : (int)width;
}

static void text_core(struct table *text, const struct comparison_reference *reference,
                      const char *words)
{
    if (core_width(reference) > 0)
        table_cell(text, "%s", words);
}

enum {
    SIZE_COLUMNS = 4, /* with the speed */
    MOST_COLUMNS = SIZE_COLUMNS + 4 * MOST_RIVALS + 1
};

static struct table text_of(const struct comparison_table *table, struct table_column *columns)
{
    static const struct table_column sizes[SIZE_COLUMNS] = {
        {"M", 7, " ", NULL}, {"N", 7, " ", NULL}, {"K", 7, " ", NULL}, {"GFLOP/s", 9, " ", NULL}};
    size_t count = SIZE_COLUMNS;

    memcpy(columns, sizes, sizeof sizes);
    for (size_t i = 0; i < table->reference_count; i++) {
        const struct comparison_reference *reference = &table->references[i];

        columns[count++] =
            (struct table_column){reference->title, width_of(reference), " | ", NULL};
        columns[count++] = (struct table_column){"ratio", 7, " ", NULL};
        columns[count++] = (struct table_column){"quartiles", -12, NULL, NULL};
        if (core_width(reference) > 0)
            columns[count++] =
                (struct table_column){"core type", -core_width(reference), NULL, NULL};
    }
    columns[count++] = (struct table_column){"kernel", 0, "   ", NULL};
    return table_of(table->options->format, columns, count);
}

void comparison_text_head(const struct comparison_table *table, enum view view)
{
    struct table_column columns[MOST_COLUMNS];
    struct table text = text_of(table, columns);

    printf("\n%s\n%s", view_titles[view], text.markdown ? "\n" : "");
    table_head(&text);
}

/* Tells the sizes of a product in index notation, how many members a batch has, how libraries multiplied them and in what. */
static void text_way(const struct comparison_table *table, const struct comparison_row *row)
{
    if (row->at != NULL)
        printf("; %s", row->at);
    if (row->members > 0)
        printf("; %" PRIu64 " members", row->members);
    for (size_t i = 0; i < table->reference_count; i++) {
        const json_t *record = row->against[i].record;
        const char *way = member_text(record, "library_members");
        const char *compute = member_text(record, "library_compute");

        way = row->members > 0 ? way : NULL;
        if (way != NULL || compute != NULL)
            printf("; %s: %s%s%s", table->references[i].name, compute == NULL ? "" : compute,
                   way != NULL && compute != NULL ? ", " : "", way == NULL ? "" : way);
    }
}

static void text_above(const struct comparison_table *table, const struct comparison_row *row,
                       enum view view)
{
    const char *before = "; above the peak: ";

    if (json_object_get(row->views[view], "above_peak") != NULL) {
        printf("%skernel", before);
        before = ", ";
    }
    for (size_t i = 0; i < table->reference_count; i++)
        if (json_object_get(row->against[i].views[view], "library_above_peak") != NULL) {
            printf("%s%s", before, table->references[i].name);
            before = ", ";
        }
}

void comparison_text_row(const struct comparison_table *table, const struct comparison_row *row,
                         enum view view)
{
    struct table_column columns[MOST_COLUMNS];
    struct table text = text_of(table, columns);

    for (int axis = 0; axis < 3; axis++)
        table_cell(&text, "%" PRIu64, row->size[axis]);
    table_cell(&text, "%.4g", member_number(row->views[view], "gflops"));
    for (size_t i = 0; i < table->reference_count; i++) {
        const json_t *record = row->against[i].record, *figures = row->against[i].views[view];
        const char *core = member_text(record, "library_core_type");

        table_number(&text, "%.4g", json_object_get(figures, "library_gflops"));
        table_number(&text, "%.3f", json_object_get(figures, "ratio"));
        if (record == NULL)
            table_cell(&text, "-");
        else
            table_cell(&text, "%5.3f-%.3f", member_number(figures, "q1"),
                       member_number(figures, "q3"));
        text_core(&text, &table->references[i], core == NULL ? "-" : core);
    }
    table_cell(&text, "%s", row->kernel);
    text_way(table, row);
    text_above(table, row, view);
    table_end_row(&text);
}

static void text_means(const struct comparison_table *table, enum view view)
{
    struct table_column columns[MOST_COLUMNS];
    struct table text = text_of(table, columns);

    for (size_t i = 0; i < table->row_count; i++) {
        if (!comparison_opens_group(table, i))
            continue;
        table_span(&text, SIZE_COLUMNS, "geometric mean");
        for (size_t reference = 0; reference < table->reference_count; reference++) {
            size_t count;
            double mean = comparison_mean(table, table->rows[i].group, reference, view, &count);

            table_cell(&text, "%s", "");
            if (count == 0) {
                table_cell(&text, "-");
                table_cell(&text, "%s", "");
            } else {
                table_cell(&text, "%.3f", mean);
                table_cell(&text, "%zu shape%s", count, count == 1 ? "" : "s");
            }
            text_core(&text, &table->references[reference], "");
        }
        table_cell(&text, "%s", table->rows[i].group);
        table_end_row(&text);
    }
}

void comparison_text_begin(const struct comparison_table *table)
{
    const struct options *options = table->options;
    const char *item = table_item(options->format);

    printf("%s%s (%s, driver %s)\n", item, table->device->name, table->device->platform_name,
           table->device->driver);
    for (size_t i = 0; i < table->reference_count; i++)
        if (table->references[i].library != NULL)
            printf("%s%s: %s\n", item, table->references[i].name, table->references[i].words);
    printf("%s%" PRIu64 " rounds after %" PRIu64 " to warm up, data: %s, seed %" PRIu64
           "; host time from call to end\n",
           item, options->schedule.iterations, options->schedule.warm_up,
           figures_data(options->schedule.data), options->schedule.seed);
    printf("%sbefore each call: with a library of the host a pause of at least %d ms, until all "
           "threads sleep,\nthen %d ms of untimed runs; without one an untimed run\n",
           item, WORKER_REST_MS, WORKER_WAKE_MS);
    printf("%sa time is the median of calls that take %d ms together, or one call\n", item,
           WORKER_TURN_MS);
    printf("%sratio: speed of the kernel to that of the other, median of the rounds; above 1 the "
           "kernel is faster\n",
           item);
}

void comparison_text_end(const struct comparison_table *table)
{
    for (int view = 0; view < VIEW_COUNT; view++) {
        if (!comparison_shown(table, (enum view)view))
            continue;
        if (view != VIEW_PACKED) {
            comparison_text_head(table, (enum view)view);
            for (size_t i = 0; i < table->row_count; i++)
                comparison_text_row(table, &table->rows[i], (enum view)view);
        }
        text_means(table, (enum view)view);
    }
}
