#include "harness/compare_report.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char *const view_names[VIEW_COUNT] = {"packed", "alone", "with_transfer"};
static const char *const view_titles[VIEW_COUNT] = {"packing and preparing counted",
                                                    "packing and preparing not counted",
                                                    "packing, preparing and transfers counted"};

/* ------------------------------------------------------------------------------------- figures */

/* Device time of the steps beside the main one. */
static double supporting_ms(const struct entrant *entrant, size_t index)
{
    const struct manifest *manifest = entrant->manifest;
    const struct step *main_step = launch_main_step(manifest, &entrant->trial.launch);
    double sum = 0;

    for (size_t i = 0; i < manifest->step_count; i++)
        if (&manifest->steps[i] != main_step)
            sum += entrant->step_times[index * manifest->step_count + i];
    return sum;
}

/* Time of the host for one turn. A library packs where nobody sees it, and one that multiplies
 * matrices of the host needs no transfer. */
static double turn_ms(const struct entrant *entrant, size_t index, enum view view)
{
    const struct iteration *turn = &entrant->result.iterations[index];

    if (view == VIEW_TRANSFER)
        return entrant->blas != NULL && entrant->blas->on_host ? turn->wall_ms
                                                               : iteration_total(turn);
    if (entrant->blas != NULL)
        return turn->wall_ms;
    return view == VIEW_ALONE ? turn->wall_ms - supporting_ms(entrant, index)
                              : turn->wall_ms + turn->prepare_ms;
}

static int compare_numbers(const void *left, const void *right)
{
    double a = *(const double *)left, b = *(const double *)right;

    return (a > b) - (a < b);
}

/* Of values in order. */
static double quantile(const double *values, size_t count, double share)
{
    double place = share * (double)(count - 1);
    size_t below = (size_t)place, above = below + 1 < count ? below + 1 : below;

    return values[below] + (place - (double)below) * (values[above] - values[below]);
}

/* Sorts the values. */
static struct spread spread_of(double *values, size_t count)
{
    qsort(values, count, sizeof *values, compare_numbers);
    return (struct spread){quantile(values, count, 0.5), quantile(values, count, 0.25),
                           quantile(values, count, 0.75)};
}

static double median_gflops(const struct entrant *entrant, size_t count, enum view view,
                            double *room)
{
    for (size_t i = 0; i < count; i++)
        room[i] = turn_ms(entrant, i, view);
    return report_gflops(&entrant->result, spread_of(room, count).median);
}

/* How often the kernel is as fast as the library, turn by turn. */
static struct spread ratio_of(const struct entrant *kernel, const struct entrant *library,
                              size_t count, enum view view, double *room)
{
    for (size_t i = 0; i < count; i++)
        room[i] = turn_ms(library, i, view) / turn_ms(kernel, i, view);
    return spread_of(room, count);
}

static bool packs(const struct entrant *kernel)
{
    const struct manifest *manifest = kernel->manifest;
    size_t steps = 0;

    for (size_t i = 0; i < manifest->step_count; i++)
        steps += launch_runs(&kernel->trial.launch, &manifest->steps[i]);
    return steps > 1;
}

static int make_row(const struct race *race, struct comparison_row *row, struct fault *fault)
{
    const struct entrant *kernel = &race->entrants[0];
    size_t count = kernel->result.iteration_count;
    double *room = calloc(count, sizeof *room);

    memset(row, 0, sizeof *row);
    row->against = calloc(race->count, sizeof *row->against);
    if (room == NULL || row->against == NULL) {
        free(room);
        free(row->against);
        return fault_memory(fault);
    }
    snprintf(row->kernel, sizeof row->kernel, "%s", entrant_label(kernel));
    row->m = kernel->result.m;
    row->n = kernel->result.n;
    row->k = kernel->result.k;
    row->packs = packs(kernel);
    for (int view = 0; view < VIEW_COUNT; view++)
        row->gflops[view] = median_gflops(kernel, count, (enum view)view, room);
    for (size_t i = 1; i < race->count; i++) {
        const struct entrant *library = &race->entrants[i];
        struct comparison *comparison = &row->against[i - 1];

        if (library->fault.code != FAULT_NONE)
            continue;
        comparison->blas = library->blas;
        for (int view = 0; view < VIEW_COUNT; view++) {
            comparison->gflops[view] = median_gflops(library, count, (enum view)view, room);
            comparison->ratio[view] = ratio_of(kernel, library, count, (enum view)view, room);
        }
    }
    free(room);
    return 0;
}

/* The mean of a kernel's ratios against a library, as of speeds that are multiplied; *count: the
 * shapes it is over. */
static double geometric_mean(const struct comparison_table *table, const char *kernel,
                             size_t library, enum view view, size_t *count)
{
    double sum = 0;

    *count = 0;
    for (size_t i = 0; i < table->row_count; i++) {
        const struct comparison_row *row = &table->rows[i];

        if (strcmp(row->kernel, kernel) != 0 || row->against[library].blas == NULL)
            continue;
        sum += log(row->against[library].ratio[view].median);
        ++*count;
    }
    return *count == 0 ? 0 : exp(sum / (double)*count);
}

/* The first row of a kernel: where its means are shown. */
static bool opens_kernel(const struct comparison_table *table, size_t index)
{
    for (size_t i = 0; i < index; i++)
        if (strcmp(table->rows[i].kernel, table->rows[index].kernel) == 0)
            return false;
    return true;
}

static bool view_shown(const struct comparison_table *table, enum view view)
{
    bool packing = false;

    for (size_t i = 0; i < table->row_count; i++)
        packing = packing || table->rows[i].packs;
    return view == VIEW_PACKED || (view == VIEW_ALONE && packing) ||
           (view == VIEW_TRANSFER && table->options->with_transfer);
}

/* ---------------------------------------------------------------------------------------- text */

static void text_head(const struct comparison_table *table, enum view view)
{
    printf("\n%s\n%7s %7s %7s %9s", view_titles[view], "M", "N", "K", "GFLOP/s");
    for (size_t i = 0; i < table->library_count; i++)
        printf(" | %9s   ratio  quartiles   ", table->libraries[i].name);
    printf("   kernel\n");
}

static void text_row(const struct comparison_table *table, const struct comparison_row *row,
                     enum view view)
{
    printf("%7" PRIu64 " %7" PRIu64 " %7" PRIu64 " %9.4g", row->m, row->n, row->k,
           row->gflops[view]);
    for (size_t i = 0; i < table->library_count; i++) {
        const struct comparison *comparison = &row->against[i];
        const struct spread *ratio = &comparison->ratio[view];

        if (comparison->blas == NULL)
            printf(" | %9s %7s  %-12s", "-", "-", "-");
        else
            printf(" | %9.4g %7.3f  %5.3f-%-6.3f", comparison->gflops[view], ratio->median,
                   ratio->q1, ratio->q3);
    }
    printf("   %s\n", row->kernel);
}

static void text_means(const struct comparison_table *table, enum view view)
{
    for (size_t i = 0; i < table->row_count; i++) {
        if (!opens_kernel(table, i))
            continue;
        printf("%-33s", "geometric mean");
        for (size_t library = 0; library < table->library_count; library++) {
            size_t count;
            double mean = geometric_mean(table, table->rows[i].kernel, library, view, &count);

            if (count == 0)
                printf(" | %9s %7s  %-12s", "", "-", "");
            else
                printf(" | %9s %7.3f  %zu shape%-6s", "", mean, count, count == 1 ? "" : "s");
        }
        printf("   %s\n", table->rows[i].kernel);
    }
}

static void text_begin(const struct comparison_table *table)
{
    const struct options *options = table->options;

    printf("%s (%s, driver %s)\n", table->device->name, table->device->platform_name,
           table->device->driver);
    for (size_t i = 0; i < table->library_count; i++)
        printf("%s: %s\n", table->libraries[i].name, table->libraries[i].words);
    printf("%" PRIu64 " turns after %" PRIu64 " to warm up, data: %s, seed %" PRIu64
           "; time of the host from call to end\n"
           "ratio: speed of the kernel to that of the library, median of the turns; above 1 the "
           "kernel is faster\n",
           options->iterations, options->warm_up, report_data(options->data), options->seed);
    text_head(table, VIEW_PACKED);
}

static void text_end(const struct comparison_table *table)
{
    for (int view = 0; view < VIEW_COUNT; view++) {
        if (!view_shown(table, (enum view)view))
            continue;
        if (view != VIEW_PACKED) {
            text_head(table, (enum view)view);
            for (size_t i = 0; i < table->row_count; i++)
                text_row(table, &table->rows[i], (enum view)view);
        }
        text_means(table, (enum view)view);
    }
}

/* ---------------------------------------------------------------------------------------- JSON */

static void json_begin(const struct comparison_table *table)
{
    report_line(report_device(table->options, table->device));
    for (size_t i = 0; i < table->library_count; i++)
        report_line(json_pack("{s:s, s:s, s:s}", "record", "library", "name",
                              table->libraries[i].name, "words", table->libraries[i].words));
}

static json_t *times_of(const struct entrant *entrant, enum view view)
{
    json_t *times = json_array();

    for (size_t i = 0; i < entrant->result.iteration_count; i++)
        json_array_append_new(times, json_real(turn_ms(entrant, i, view)));
    return times;
}

/* One object a view: times, speeds, ratio. */
static void json_row(const struct comparison_table *table, const struct race *race,
                     const struct comparison_row *row)
{
    const struct entrant *kernel = &race->entrants[0];

    for (size_t i = 0; i < table->library_count; i++) {
        const struct comparison *comparison = &row->against[i];
        json_t *object;

        if (comparison->blas == NULL)
            continue;
        object = json_pack("{s:s, s:s, s:s, s:I, s:I, s:I, s:s, s:s}", "record", "comparison",
                           "kernel", row->kernel, "library", comparison->blas->name, "m",
                           (json_int_t)row->m, "n", (json_int_t)row->n, "k", (json_int_t)row->k,
                           "verified", kernel->result.verified, "library_verified",
                           race->entrants[i + 1].result.verified);
        if (kernel->manifest->command != NULL)
            json_object_set_new(object, "command", json_string(kernel->manifest->command));
        report_problem(object, kernel->manifest);
        report_facts(object, &kernel->result);
        for (int view = 0; view < VIEW_COUNT; view++) {
            const struct spread *ratio = &comparison->ratio[view];

            if (view == VIEW_TRANSFER && !table->options->with_transfer)
                continue;
            json_object_set_new(object, view_names[view],
                                json_pack("{s:o, s:o, s:f, s:f, s:f, s:f, s:f}", "kernel_ms",
                                          times_of(kernel, (enum view)view), "library_ms",
                                          times_of(&race->entrants[i + 1], (enum view)view),
                                          "gflops", row->gflops[view], "library_gflops",
                                          comparison->gflops[view], "ratio", ratio->median, "q1",
                                          ratio->q1, "q3", ratio->q3));
        }
        report_line(object);
    }
}

static void json_end(const struct comparison_table *table)
{
    for (size_t i = 0; i < table->row_count; i++)
        for (size_t library = 0; library < table->library_count && opens_kernel(table, i);
             library++) {
            size_t count;
            json_t *object =
                json_pack("{s:s, s:s, s:s}", "record", "mean", "kernel", table->rows[i].kernel,
                          "library", table->libraries[library].name);

            for (int view = 0; view < VIEW_COUNT; view++) {
                double mean =
                    geometric_mean(table, table->rows[i].kernel, library, (enum view)view, &count);

                if (count > 0 && (view != VIEW_TRANSFER || table->options->with_transfer))
                    json_object_set_new(object, view_names[view], json_real(mean));
            }
            json_object_set_new(object, "shapes", json_integer((json_int_t)count));
            report_line(object);
        }
}

/* ----------------------------------------------------------------------------------------- CSV */

static void csv_begin(void)
{
    printf("kernel,library,m,n,k,view,gflops,library_gflops,ratio,q1,q3\n");
}

static void csv_row(const struct comparison_table *table, const struct comparison_row *row)
{
    for (size_t i = 0; i < table->library_count; i++) {
        const struct comparison *comparison = &row->against[i];

        for (int view = 0; view < VIEW_COUNT && comparison->blas != NULL; view++) {
            const struct spread *ratio = &comparison->ratio[view];

            if (view == VIEW_TRANSFER && !table->options->with_transfer)
                continue;
            report_quoted(row->kernel);
            printf(",%s,%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%s,%.4f,%.4f,%.5f,%.5f,%.5f\n",
                   comparison->blas->name, row->m, row->n, row->k, view_names[view],
                   row->gflops[view], comparison->gflops[view], ratio->median, ratio->q1,
                   ratio->q3);
        }
    }
}

/* --------------------------------------------------------------------------------- all formats */

int comparison_add(struct comparison_table *table, const struct race *race, struct fault *fault)
{
    struct comparison_row *rows =
        realloc(table->rows, (table->row_count + 1) * sizeof *table->rows);
    struct comparison_row *row;

    if (rows == NULL)
        return fault_memory(fault);
    table->rows = rows;
    row = &rows[table->row_count];
    if (make_row(race, row, fault))
        return -1;
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

void comparison_missing(const struct options *options, const char *name, const char *reason)
{
    fprintf(stderr, "clgemm-bench: left out: %s\n", reason);
    if (options->format == FORMAT_JSON)
        report_line(
            json_pack("{s:s, s:s, s:s}", "record", "missing", "name", name, "reason", reason));
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
