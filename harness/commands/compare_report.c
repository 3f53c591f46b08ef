#include "harness/commands/compare_report.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "harness/commands/take.h"
#include "harness/worker/worker.h"

static const char *const view_names[VIEW_COUNT] = {"packed", "prepared", "alone", "with_transfer"};
static const char *const view_titles[VIEW_COUNT] = {
    "packing and preparing counted", "packing counted, preparing not counted",
    "packing and preparing not counted", "packing, preparing and transfers counted"};

/* The first row of a group: where its means are shown. */
static bool opens_group(const struct comparison_table *table, size_t index)
{
    for (size_t i = 0; i < index; i++)
        if (strcmp(table->rows[i].group, table->rows[index].group) == 0)
            return false;
    return true;
}

static bool is_above(const struct peak *peak, double gflops)
{
    return peak != NULL && peak_exceeded(peak, gflops);
}

/* ---------------------------------------------------------------------------------------- text */

/* Columns for a rival's speed, under its name. */
static int width_of(const struct rival *rival)
{
    size_t length = strlen(rival->name);

    return length < 9 ? 9 : length > 24 ? 24 : (int)length;
}

/* Letters of a column for the core types of a rival; 0: it has none. */
static int core_width(const struct rival *rival)
{
    size_t width = 0;

    for (size_t i = 0; rival->library != NULL && i < rival->library->core_count; i++) {
        size_t length = strlen(rival->library->cores[i].name);

        width = length > width ? length : width;
    }
    return width == 0 ? 0 : width < 9 ? 9 : (int)width;
}

/* A text in that column. */
static void text_core(const struct rival *rival, const char *text)
{
    int width = core_width(rival);

    if (width > 0)
        printf("  %-*s", width, text);
}

static void text_head(const struct comparison_table *table, enum view view)
{
    printf("\n%s\n%7s %7s %7s %9s", view_titles[view], "M", "N", "K", "GFLOP/s");
    for (size_t i = 0; i < table->rival_count; i++) {
        printf(" | %*.24s   ratio  quartiles   ", width_of(&table->rivals[i]),
               table->rivals[i].name);
        text_core(&table->rivals[i], "core type");
    }
    printf("   kernel\n");
}

/* Who is faster than the peak, behind the row. */
static void text_above(const struct comparison_table *table, const struct comparison_row *row,
                       enum view view)
{
    const char *before = "; above the peak: ";

    if (is_above(row->peak, row->gflops[view])) {
        printf("%skernel", before);
        before = ", ";
    }
    for (size_t i = 0; i < table->rival_count; i++)
        if (row->against[i].known && is_above(row->against[i].peak, row->against[i].gflops[view])) {
            printf("%s%s", before, table->rivals[i].name);
            before = ", ";
        }
}

static void text_row(const struct comparison_table *table, const struct comparison_row *row,
                     enum view view)
{
    printf("%7" PRIu64 " %7" PRIu64 " %7" PRIu64 " %9.4g", row->m, row->n, row->k,
           row->gflops[view]);
    for (size_t i = 0; i < table->rival_count; i++) {
        const struct comparison *comparison = &row->against[i];
        const struct spread *ratio = &comparison->ratio[view];
        int width = width_of(&table->rivals[i]);

        if (!comparison->known)
            printf(" | %*s %7s  %-12s", width, "-", "-", "-");
        else
            printf(" | %*.4g %7.3f  %5.3f-%-6.3f", width, comparison->gflops[view], ratio->median,
                   ratio->q1, ratio->q3);
        text_core(&table->rivals[i], comparison->core == NULL ? "-" : comparison->core->name);
    }
    printf("   %s", row->kernel);
    comparison_show_way(table, row);
    text_above(table, row, view);
    printf("\n");
}

static void text_means(const struct comparison_table *table, enum view view)
{
    for (size_t i = 0; i < table->row_count; i++) {
        if (!opens_group(table, i))
            continue;
        printf("%-33s", "geometric mean");
        for (size_t rival = 0; rival < table->rival_count; rival++) {
            size_t count;
            double mean = comparison_mean(table, table->rows[i].group, rival, view, &count);

            int width = width_of(&table->rivals[rival]);

            if (count == 0)
                printf(" | %*s %7s  %-12s", width, "", "-", "");
            else
                printf(" | %*s %7.3f  %zu shape%-6s", width, "", mean, count,
                       count == 1 ? "" : "s");
            text_core(&table->rivals[rival], "");
        }
        printf("   %s\n", table->rows[i].group);
    }
}

static void text_begin(const struct comparison_table *table)
{
    const struct options *options = table->options;

    printf("%s (%s, driver %s)\n", table->device->name, table->device->platform_name,
           table->device->driver);
    for (size_t i = 0; i < table->rival_count; i++)
        if (table->rivals[i].library != NULL)
            printf("%s: %s\n", table->rivals[i].name, table->rivals[i].words);
    printf(
        "%" PRIu64 " rounds after %" PRIu64 " to warm up, data: %s, seed %" PRIu64
        "; host time from call to end\n"
        "before each call: with a library of the host a pause of at least %d ms, until all threads "
        "sleep,\nthen %d ms of untimed runs\n"
        "ratio: speed of the kernel to that of the other, median of the rounds; above 1 the "
        "kernel is faster\n",
        options->iterations, options->warm_up, figures_data(options->data), options->seed,
        WORKER_REST_MS, WORKER_WAKE_MS);
}

/* Whether somebody is faster than the peak. */
static bool has_above(const struct comparison_table *table, const struct comparison_row *row,
                      enum view view)
{
    bool above = is_above(row->peak, row->gflops[view]);

    for (size_t i = 0; i < table->rival_count; i++)
        above = above || (row->against[i].known &&
                          is_above(row->against[i].peak, row->against[i].gflops[view]));
    return above;
}

/* What that means, once for all tables. */
static void text_above_words(const struct comparison_table *table)
{
    for (int view = 0; view < VIEW_COUNT; view++)
        for (size_t i = 0; i < table->row_count && comparison_shown(table, (enum view)view); i++)
            if (has_above(table, &table->rows[i], (enum view)view)) {
                figures_above(table->rows[i].peak);
                return;
            }
}

static void text_end(const struct comparison_table *table)
{
    for (int view = 0; view < VIEW_COUNT; view++) {
        if (!comparison_shown(table, (enum view)view))
            continue;
        if (view != VIEW_PACKED) {
            text_head(table, (enum view)view);
            for (size_t i = 0; i < table->row_count; i++)
                text_row(table, &table->rows[i], (enum view)view);
        }
        text_means(table, (enum view)view);
    }
    text_above_words(table);
}

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
    for (size_t i = 0; i < table->rival_count; i++) {
        const struct rival *rival = &table->rivals[i];
        json_t *object =
            json_pack("{s:s, s:s, s:s}", "record", rival->library == NULL ? "kernel" : "library",
                      "name", rival->name, "words", rival->words);

        if (rival->library != NULL && rival->library->on_host)
            json_host(object, rival->library);
        figures_line(object);
    }
}

/* Which core type a library has run with, and the least times of all of them. */
static void json_core(json_t *object, const struct entrant *entrant)
{
    const struct library *library = entrant->library;
    json_t *times = json_object();

    for (size_t i = 0; i < library->core_count; i++)
        if (entrant->core_ms[i] > 0)
            json_object_set_new(times, library->cores[i].name, json_real(entrant->core_ms[i]));
    json_object_set_new(object, "library_core_type", json_string(entrant->core->name));
    json_object_set_new(object, "library_core_ms", times);
}

static json_t *times_of(const struct entrant *entrant, enum view view)
{
    json_t *times = json_array();

    for (size_t i = 0; i < entrant->result.iteration_count; i++)
        json_array_append_new(times, json_real(comparison_turn_ms(entrant, i, view)));
    return times;
}

/* One object a view: times, speeds, ratio. */
static void json_row(const struct comparison_table *table, const struct race *race,
                     const struct comparison_row *row)
{
    const struct entrant *kernel = &race->entrants[0];

    for (size_t i = 0; i < table->rival_count; i++) {
        const struct comparison *comparison = &row->against[i];
        json_t *object;

        if (!comparison->known)
            continue;
        object = json_pack("{s:s, s:s, s:s, s:I, s:I, s:I, s:s, s:s}", "record", "comparison",
                           "kernel", row->kernel, "library", table->rivals[i].name, "m",
                           (json_int_t)row->m, "n", (json_int_t)row->n, "k", (json_int_t)row->k,
                           "verified", kernel->result.verified, "library_verified",
                           race->entrants[i + 1].result.verified);
        comparison_record_way(row, comparison, object);
        if (kernel->manifest->command != NULL)
            json_object_set_new(object, "command", json_string(kernel->manifest->command));
        if (comparison->core != NULL)
            json_core(object, &race->entrants[i + 1]);
        if (table->rivals[i].library == NULL && race->entrants[i + 1].manifest->command != NULL)
            json_object_set_new(object, "library_command",
                                json_string(race->entrants[i + 1].manifest->command));
        figures_problem(object, kernel->manifest);
        figures_facts(object, &kernel->result);
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
                                times_of(&race->entrants[i + 1], (enum view)view), "gflops",
                                row->gflops[view], "library_gflops", comparison->gflops[view],
                                "ratio", ratio->median, "q1", ratio->q1, "q3", ratio->q3);
            if (is_above(row->peak, row->gflops[view]))
                json_object_set_new(figures, "above_peak", json_true());
            if (is_above(comparison->peak, comparison->gflops[view]))
                json_object_set_new(figures, "library_above_peak", json_true());
            json_object_set_new(object, view_names[view], figures);
        }
        figures_line(object);
    }
}

static void json_end(const struct comparison_table *table)
{
    for (size_t i = 0; i < table->row_count; i++)
        for (size_t rival = 0; rival < table->rival_count && opens_group(table, i); rival++) {
            size_t count;
            json_t *object = json_pack("{s:s, s:s, s:s}", "record", "mean", "kernel",
                                       table->rows[i].group, "library", table->rivals[rival].name);

            for (int view = 0; view < VIEW_COUNT; view++) {
                double mean =
                    comparison_mean(table, table->rows[i].group, rival, (enum view)view, &count);

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
    for (size_t i = 0; i < table->rival_count; i++) {
        const struct comparison *comparison = &row->against[i];

        for (int view = 0; view < VIEW_COUNT && comparison->known; view++) {
            const struct spread *ratio = &comparison->ratio[view];

            if (!comparison_has(table, row, (enum view)view))
                continue;
            figures_quoted(row->kernel);
            putchar(',');
            figures_quoted(table->rivals[i].name);
            printf(",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%s,%.4f,%.4f,%.5f,%.5f,%.5f,%.2f,%s\n",
                   row->m, row->n, row->k, view_names[view], row->gflops[view],
                   comparison->gflops[view], ratio->median, ratio->q1, ratio->q3,
                   row->peak == NULL ? 0 : row->peak->gflops,
                   comparison->core == NULL ? "" : comparison->core->name);
        }
    }
}

/* --------------------------------------------------------------------------------- all formats */

/* Once before the rows of kernels of one type. */
static void state_peak(struct comparison_table *table, const struct peak *peak)
{
    if (peak == NULL || peak == table->stated)
        return;
    figures_peak(table->options->format, peak);
    table->stated = peak;
}

int comparison_add(struct comparison_table *table, const struct race *race, struct fault *fault)
{
    struct comparison_row *rows =
        realloc(table->rows, (table->row_count + 1) * sizeof *table->rows);
    struct comparison_row *row;

    if (rows == NULL)
        return fault_memory(fault);
    table->rows = rows;
    row = &rows[table->row_count];
    if (comparison_row_make(race, row, fault))
        return -1;
    state_peak(table, row->peak);
    if (table->options->format == FORMAT_TEXT && table->row_count == 0)
        text_head(table, VIEW_PACKED);
    table->row_count++;
    if (table->options->format == FORMAT_JSON)
        json_row(table, race, row);
    else if (table->options->format == FORMAT_CSV)
        csv_row(table, row);
    else
        text_row(table, row, VIEW_PACKED);
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
        text_begin(table);
    fflush(stdout);
}

void comparison_device(const struct options *options, const struct device *device)
{
    const struct protocol protocol = take_protocol(options);

    if (options->format == FORMAT_JSON)
        figures_line(figures_protocol(device, &protocol));
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

void comparison_end(const struct comparison_table *table)
{
    if (table->row_count == 0)
        return;
    if (table->options->format == FORMAT_JSON)
        json_end(table);
    else if (table->options->format == FORMAT_TEXT)
        text_end(table);
}

void comparison_release(struct comparison_table *table)
{
    for (size_t i = 0; i < table->row_count; i++)
        free(table->rows[i].against);
    free(table->rows);
    memset(table, 0, sizeof *table);
}
