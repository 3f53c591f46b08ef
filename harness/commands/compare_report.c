#include "harness/commands/compare_report.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "harness/output/table.h"

static const char *const view_names[VIEW_COUNT] = {"packed", "prepared", "alone", "with_transfer"};

/* ---------------------------------------------------------------------------------------- JSON */

/* A library of the host says how it runs there. */
static void json_host(json_t *object, const struct library *library)
{
    json_t *cores = json_array();

    for (size_t i = 0; i < library->core_count; i++)
        if (library->cores[i].name[0] != '\0')
            json_array_append_new(cores, json_string(library->cores[i].name));
    json_object_set_new(object, "threads", json_integer(library->threads));
    json_object_set_new(object, "core_types", cores);
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

/* Which core type a library has run with, and the least times of all of them. */
static void json_core(json_t *object, const struct candidate *candidate)
{
    const struct library *library = candidate->library;
    json_t *times = json_object();

    for (size_t i = 0; i < library->core_count; i++)
        if (candidate->core_ms[i] > 0)
            json_object_set_new(times, library->cores[i].name, json_real(candidate->core_ms[i]));
    json_object_set_new(object, "library_core_type", json_string(candidate->core->name));
    json_object_set_new(object, "library_core_ms", times);
}

static json_t *times_of(const struct candidate *candidate, enum view view)
{
    json_t *times = json_array();

    for (size_t i = 0; i < candidate->measurement.sample_count; i++)
        json_array_append_new(times, json_real(comparison_sample_ms(candidate, i, view)));
    return times;
}

/* One object a view: times, speeds, ratio. */
static void json_row(const struct comparison_table *table, const struct suite_run *run,
                     const struct candidate *kernel, const struct comparison_row *row)
{
    for (size_t i = 0; i < table->reference_count; i++) {
        const struct comparison *comparison = &row->against[i];
        json_t *object;

        if (!comparison->known)
            continue;
        object = json_pack("{s:s, s:s, s:s, s:I, s:I, s:I, s:s, s:s, s:s}", "record", "comparison",
                           "kernel", row->kernel, "library", table->references[i].name, "m",
                           (json_int_t)row->m, "n", (json_int_t)row->n, "k", (json_int_t)row->k,
                           "verified", kernel->measurement.verified, "library_verified",
                           run->candidates[i + 1].measurement.verified, "group", row->group);
        comparison_record_way(row, comparison, object);
        if (kernel->manifest->command != NULL)
            json_object_set_new(object, "command", json_string(kernel->manifest->command));
        if (comparison->core != NULL)
            json_core(object, &run->candidates[i + 1]);
        if (table->references[i].library == NULL &&
            run->candidates[i + 1].manifest->command != NULL)
            json_object_set_new(object, "library_command",
                                json_string(run->candidates[i + 1].manifest->command));
        figures_problem(object, kernel->manifest);
        figures_facts(object, &kernel->measurement);
        if (row->peak != NULL)
            json_object_set_new(object, "peak_gflops", json_real(row->peak->gflops));
        if (comparison->peak != NULL)
            json_object_set_new(object, "library_peak_gflops", json_real(comparison->peak->gflops));
        for (int view = 0; view < VIEW_COUNT; view++) {
            const struct spread *ratio = &comparison->ratio[view];
            json_t *figures;

            if (!comparison_has(table, row, (enum view)view))
                continue;
            figures = json_pack("{s:o, s:o, s:f, s:f, s:f, s:f, s:f}", "kernel_ms",
                                times_of(kernel, (enum view)view), "library_ms",
                                times_of(&run->candidates[i + 1], (enum view)view), "gflops",
                                row->gflops[view], "library_gflops", comparison->gflops[view],
                                "ratio", ratio->median, "q1", ratio->q1, "q3", ratio->q3);
            if (comparison_above(row->peak, row->gflops[view]))
                json_object_set_new(figures, "above_peak", json_true());
            if (comparison_above(comparison->peak, comparison->gflops[view]))
                json_object_set_new(figures, "library_above_peak", json_true());
            json_object_set_new(object, view_names[view], figures);
        }
        figures_line(object);
    }
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
                    json_object_set_new(object, view_names[view], json_real(mean));
            }
            json_object_set_new(object, "shapes", json_integer((json_int_t)count));
            figures_line(object);
        }
}

/* ----------------------------------------------------------------------------------------- CSV */

static void csv_begin(void)
{
    printf("kernel,library,m,n,k,view,gflops,library_gflops,ratio,q1,q3,peak_gflops,core_type\n");
}

static void csv_row(const struct comparison_table *table, const struct comparison_row *row)
{
    for (size_t i = 0; i < table->reference_count; i++) {
        const struct comparison *comparison = &row->against[i];

        for (int view = 0; view < VIEW_COUNT && comparison->known; view++) {
            const struct spread *ratio = &comparison->ratio[view];

            if (!comparison_has(table, row, (enum view)view))
                continue;
            figures_quoted(row->kernel);
            putchar(',');
            figures_quoted(table->references[i].name);
            printf(",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%s,%.4f,%.4f,%.5f,%.5f,%.5f,%.2f,%s\n",
                   row->m, row->n, row->k, view_names[view], row->gflops[view],
                   comparison->gflops[view], ratio->median, ratio->q1, ratio->q3,
                   row->peak == NULL ? 0 : row->peak->gflops,
                   comparison->core == NULL ? "" : comparison->core->name);
        }
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
    struct comparison_row *rows =
        realloc(table->rows, (table->row_count + 1) * sizeof *table->rows);
    const enum format format = table->options->format;
    struct comparison_row *row;
    bool begins;

    if (rows == NULL)
        return fault_memory(fault);
    table->rows = rows;
    row = &rows[table->row_count];
    if (comparison_row_make(run, kernel, row, fault))
        return -1;
    /* A table of Markdown ends where something else stands. */
    begins = (state_peak(table, row->peak) && format == FORMAT_MARKDOWN) || table->row_count == 0;
    if (begins && table_format(format))
        comparison_text_head(table, VIEW_PACKED);
    table->row_count++;
    if (format == FORMAT_JSON)
        json_row(table, run, kernel, row);
    else if (format == FORMAT_CSV)
        csv_row(table, row);
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
        csv_begin();
    else
        comparison_text_begin(table);
    fflush(stdout);
}

void comparison_device(const struct options *options, const struct device *device)
{
    if (options->format == FORMAT_JSON)
        figures_line(figures_protocol(device, &options->schedule));
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
            peak_above_note(&above, row->peak, row->gflops[view]);
            for (size_t j = 0; j < table->reference_count; j++)
                if (row->against[j].known)
                    peak_above_note(&above, row->against[j].peak, row->against[j].gflops[view]);
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

void comparison_work(const struct options *options, const struct comparison_work *work)
{
    double rest = work->total_ms;
    char name[32];
    json_t *object;

    if (options->format != FORMAT_JSON)
        return;
    object = json_pack("{s:s, s:f}", "record", "work", "total_ms", work->total_ms);
    for (int i = 0; i < WORK_KINDS; i++) {
        snprintf(name, sizeof name, "%s_ms", work_words[i]);
        json_object_set_new(object, name, json_real(work->ms[i]));
        rest -= work->ms[i];
    }
    json_object_set_new(object, "waiting_ms", json_real(rest > 0 ? rest : 0));
    json_object_set_new(object, "data_made", json_integer((json_int_t)work->data_made));
    json_object_set_new(object, "references", json_integer((json_int_t)work->references));
    figures_line(object);
}

void comparison_release(struct comparison_table *table)
{
    for (size_t i = 0; i < table->row_count; i++)
        free(table->rows[i].against);
    free(table->rows);
    memset(table, 0, sizeof *table);
}
