#include "harness/commands/compare_report.h"

#include <stdlib.h>
#include <string.h>

#include "harness/base/list.h"
#include "harness/output/figure.h"
#include "harness/output/table.h"

/* -------------------------------------------------------------------------------------- records */

/* A library of the host says how it runs there. */
static void json_host(json_t *object, const struct library *library)
{
    json_t *cores = json_array();

    for (size_t i = 0; i < library->core_count; i++)
        if (library->cores[i].name[0] != '\0')
            json_array_append_new(cores, json_string(library->cores[i].name));
    members_add(object, json_pack("{s:I, s:o}", "threads", (json_int_t)library->threads,
                                  "core_types", cores));
}

static void json_begin(const struct comparison_table *table)
{
    for (size_t i = 0; i < table->reference_count; i++) {
        const struct comparison_reference *reference = &table->references[i];
        json_t *object = json_pack("{s:s, s:s, s:s}", "record",
                                   reference->library == NULL ? "kernel" : "library", "name",
                                   reference->name, "words", reference->words);

        if (reference->library != NULL && reference->library->on_host)
            json_host(object, reference->library);
        figures_line(object);
    }
}

static const char csv_columns[] =
    "kernel library m n k view gflops library_gflops ratio q1 q3 peak_gflops "
    "core_type=library_core_type";

/* Prints a row for each view. A peak that is not known is 0. */
static void print_csv(const struct comparison_table *table, const struct comparison_row *row,
                      const struct comparison *comparison)
{
    for (int view = 0; view < VIEW_COUNT; view++) {
        json_t *figures;

        if (!comparison_has(table, row, (enum view)view))
            continue;
        figures = json_copy(comparison->record);
        members_add(figures, json_pack("{s:s, s:f}", "view", comparison_views[view], "peak_gflops",
                                       row->peak == NULL ? 0 : row->peak->gflops));
        json_object_update(figures, comparison->views[view]);
        csv_row(csv_columns, figures);
    }
}

static void print_json(const struct comparison_table *table, const struct comparison_row *row,
                       const struct comparison *comparison)
{
    json_t *record = json_copy(comparison->record);

    for (int view = 0; view < VIEW_COUNT; view++)
        if (comparison_has(table, row, (enum view)view))
            json_object_set(record, comparison_views[view], comparison->views[view]);
    figures_line(record);
}

static void print_records(const struct comparison_table *table, const struct comparison_row *row)
{
    for (size_t i = 0; i < table->reference_count; i++)
        if (row->against[i].record != NULL && table->options->format == FORMAT_CSV)
            print_csv(table, row, &row->against[i]);
        else if (row->against[i].record != NULL)
            print_json(table, row, &row->against[i]);
}

static void json_end(const struct comparison_table *table)
{
    for (size_t i = 0; i < table->row_count; i++)
        for (size_t reference = 0;
             reference < table->reference_count && comparison_opens_group(table, i); reference++) {
            size_t count;
            json_t *object =
                json_pack("{s:s, s:s, s:s}", "record", "mean", "kernel", table->rows[i].group,
                          "library", table->references[reference].name);

            for (int view = 0; view < VIEW_COUNT; view++) {
                double mean = comparison_mean(table, table->rows[i].group, reference,
                                              (enum view)view, &count);

                if (count > 0 && comparison_mean_has(table, (enum view)view))
                    json_object_set_new(object, comparison_views[view], json_real(mean));
            }
            json_object_set_new(object, "shapes", json_integer((json_int_t)count));
            figures_line(object);
        }
}

/* --------------------------------------------------------------------------------- all formats */

/* Once before the first row of a kernel of its type; whether it was. */
static bool state_peak(struct comparison_table *table, const struct peak *peak)
{
    for (size_t i = 0; i < table->stated_count; i++)
        if (table->stated[i] == peak)
            return false;
    if (peak == NULL || table->stated_count == PEAK_KINDS)
        return false;
    figures_peak(table->options->format, peak);
    table->stated[table->stated_count++] = peak;
    return true;
}

int comparison_add(struct comparison_table *table, const struct suite_run *run,
                   const struct candidate *kernel, struct fault *fault)
{
    const enum format format = table->options->format;
    struct comparison_row *row;
    bool begins;

    if (!list_grow(&table->rows, table->row_count, sizeof *table->rows))
        return fault_memory(fault);
    row = &table->rows[table->row_count];
    if (comparison_row_make(run, kernel, row, fault))
        return -1;
    /* A table of Markdown ends where something else stands. */
    begins = (state_peak(table, row->peak) && format == FORMAT_MARKDOWN) || table->row_count == 0;
    if (begins && table_format(format))
        comparison_text_head(table, VIEW_PACKED);
    table->row_count++;
    if (format == FORMAT_JSON || format == FORMAT_CSV)
        print_records(table, row);
    else
        comparison_text_row(table, row, VIEW_PACKED);
    fflush(stdout);
    return 0;
}

void comparison_begin(const struct comparison_table *table)
{
    if (table->options->format == FORMAT_JSON)
        json_begin(table);
    else if (table->options->format == FORMAT_CSV)
        csv_head(csv_columns);
    else
        comparison_text_begin(table);
    fflush(stdout);
}

void comparison_missing(const struct options *options, const char *name, const char *core,
                        const char *reason)
{
    fprintf(stderr, "clgemm-bench: left out: %s%s%s\n", core == NULL ? "" : name,
            core == NULL ? "" : ": ", reason);
    if (options->format == FORMAT_JSON)
        figures_line(json_pack("{s:s, s:s, s:s*, s:s}", "record", "missing", "name", name,
                               "core_type", core, "reason", reason));
}

/* Explains a speed above the peak, once for all figures that are shown. */
static void show_above(const struct comparison_table *table)
{
    struct peak_above above = {.peak = NULL};

    for (size_t i = 0; i < table->row_count; i++)
        for (int view = 0; view < VIEW_COUNT; view++) {
            const struct comparison_row *row = &table->rows[i];

            if (!comparison_shown(table, (enum view)view))
                continue;
            peak_above_note(&above, row->peak, member_number(row->views[view], "gflops"));
            for (size_t j = 0; j < table->reference_count; j++)
                peak_above_note(&above, row->against[j].peak,
                                member_number(row->against[j].views[view], "library_gflops"));
        }
    figures_above(table->options->format, &above);
}

void comparison_end(const struct comparison_table *table)
{
    if (table->row_count == 0)
        return;
    if (table->options->format == FORMAT_JSON)
        json_end(table);
    else if (table_format(table->options->format))
        comparison_text_end(table);
    show_above(table);
}

void comparison_release(struct comparison_table *table)
{
    for (size_t i = 0; i < table->row_count; i++)
        comparison_row_release(&table->rows[i]);
    free(table->rows);
    memset(table, 0, sizeof *table);
}
