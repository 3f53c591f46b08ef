#include "harness/commands/commands.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "harness/report/chart.h"
#include "harness/commands/experiment_run.h"
#include "harness/output/table.h"

static int label_width(const struct experiment_run *run, size_t kernel)
{
    int width = (int)strlen(run->experiment.kernels[kernel].label);

    return width < 11 ? 11 : width;
}

/* One table of figures: a row a size, a column a kernel. */
static void print_figures(const struct experiment_run *run, struct table_column *columns,
                          const char *title,
                          void (*figure)(const struct candidate *, char *text, size_t room))
{
    const struct experiment *experiment = &run->experiment;
    struct table table = table_of(run->options->format, columns, 1 + experiment->kernel_count);
    char text[64];

    columns[0].title = title;
    table_head(&table);
    for (size_t i = 0; i < run->done; i++) {
        size_words(&experiment->sizes[i], text, sizeof text);
        table_cell(&table, "%s", text);
        for (size_t j = 0; j < experiment->kernel_count; j++) {
            const struct candidate *candidate = experiment_at(run, i, j);

            if (candidate_is_measured(candidate))
                figure(candidate, text, sizeof text);
            table_cell(&table, "%s",
                       candidate_is_measured(candidate) ? text : candidate_status(candidate));
        }
        table_end_row(&table);
    }
}

static void gflops_words(const struct candidate *candidate, char *text, size_t room)
{
    snprintf(text, room, "%.2f", candidate_gflops(candidate));
}

static double median_ms(const struct candidate *candidate)
{
    return candidate->measurement.device.median;
}

static void ms_words(const struct candidate *candidate, char *text, size_t room)
{
    snprintf(text, room, "%.3f", median_ms(candidate));
}

/* A column is too narrow for more than a word of the mark. */
static void efficiency_words(const struct candidate *candidate, char *text, size_t room)
{
    if (candidate->measurement.peak.gflops > 0)
        snprintf(text, room, "%s%.1f", *candidate_mark(candidate) == '\0' ? "" : "above ",
                 100 * candidate_efficiency(candidate));
    else
        snprintf(text, room, "-");
}

/* Why kernels are missing; what was said for the last size is not said again. */
static void print_reasons(const struct experiment_run *run)
{
    const struct experiment *experiment = &run->experiment;
    char size[64];

    for (size_t i = 0; i < run->done; i++)
        for (size_t j = 0; j < experiment->kernel_count; j++) {
            const struct fault *fault = &experiment_at(run, i, j)->fault;

            if (fault->code == FAULT_NONE ||
                (i > 0 && strcmp(fault->text, experiment_at(run, i - 1, j)->fault.text) == 0))
                continue;
            size_words(&experiment->sizes[i], size, sizeof size);
            printf("%s%s at %s: %s\n", table_item(run->options->format),
                   experiment->kernels[j].label, size, fault->text);
        }
}

static int print_text(const struct experiment_run *run, struct fault *fault)
{
    const struct experiment *experiment = &run->experiment;
    struct table_column *columns = calloc(1 + experiment->kernel_count, sizeof *columns);

    if (columns == NULL)
        return fault_memory(fault);
    columns[0].width = -20;
    for (size_t j = 0; j < experiment->kernel_count; j++)
        columns[1 + j] =
            (struct table_column){experiment->kernels[j].label, label_width(run, j), NULL};
    print_figures(run, columns, "GFLOP/s", gflops_words);
    printf("\n");
    print_figures(run, columns, "time (ms)", ms_words);
    printf("\n");
    print_figures(run, columns, "efficiency (%)", efficiency_words);
    free(columns);
    print_reasons(run);
    return 0;
}

/* Columns of a picture's data, in one allocation each. */
struct drawing {
    struct chart_line *lines;
    double *values, *places;
    const char **words;
    char (*texts)[64];
};

static bool ascending(const double *places, size_t count)
{
    for (size_t i = 1; i < count; i++)
        if (places[i] <= places[i - 1])
            return false;
    return true;
}

static int draw_into(const struct experiment_run *run, struct drawing *drawing, struct fault *fault)
{
    const struct experiment *experiment = &run->experiment;
    struct chart_words words;
    struct chart chart = experiment_chart(run, &words);
    struct chart_axis axis = {"M = N = K", drawing->places, drawing->words, run->done, NULL};
    struct svg svg = {.page = NULL};
    bool cubes = true;

    for (size_t i = 0; i < run->done; i++) {
        const struct problem_size *size = &experiment->sizes[i];

        cubes = cubes && size->m == size->n && size->n == size->k;
        drawing->places[i] = (double)size->m;
        size_words(size, drawing->texts[i], sizeof drawing->texts[i]);
        drawing->words[i] = drawing->texts[i];
        for (size_t j = 0; j < experiment->kernel_count; j++) {
            const struct candidate *candidate = experiment_at(run, i, j);

            drawing->values[j * run->done + i] =
                candidate_is_measured(candidate) ? candidate_gflops(candidate) : -1;
        }
    }
    for (size_t j = 0; j < experiment->kernel_count; j++)
        drawing->lines[j] =
            (struct chart_line){experiment->kernels[j].label, drawing->values + j * run->done};
    if (!cubes)
        axis.title = "M x N x K";
    if (!cubes || !ascending(drawing->places, run->done))
        axis.places = NULL;
    if (chart_lines(&chart, &axis, drawing->lines, experiment->kernel_count, &svg, fault))
        return -1;
    return svg_save(&svg, run->options->svg, fault);
}

static int draw(const struct experiment_run *run, struct fault *fault)
{
    size_t sizes = run->done, kernels = run->experiment.kernel_count;
    struct drawing drawing = {
        calloc(kernels, sizeof *drawing.lines), calloc(sizes * kernels, sizeof *drawing.values),
        calloc(sizes, sizeof *drawing.places), calloc(sizes, sizeof *drawing.words),
        calloc(sizes, sizeof *drawing.texts)};
    int status = -1;

    if (drawing.lines == NULL || drawing.values == NULL || drawing.places == NULL ||
        drawing.words == NULL || drawing.texts == NULL)
        fault_memory(fault);
    else
        status = draw_into(run, &drawing, fault);
    free(drawing.lines);
    free(drawing.values);
    free(drawing.places);
    free(drawing.words);
    free(drawing.texts);
    return status;
}

int study_command(const struct options *options, struct fault *fault)
{
    static const struct csv_column columns[] = {
        {.title = "kernel", .member = "name", .quoted = true},
        {.title = "status"},
        {.title = "m"},
        {.title = "n"},
        {.title = "k"},
        {.title = "gflops", .decimals = 4},
        {.title = "time_ms", .decimals = 6},
        {.title = "efficiency", .decimals = 5},
        {.title = "peak_gflops", .decimals = 2},
        {.title = "peak", .quoted = true},
        {.title = "verified", .quoted = true},
        {.title = "why", .quoted = true},
    };
    static const struct experiment_kind kind = {.files = bench_embedded_studies,
                                                .record = "point",
                                                .columns = columns,
                                                .column_count = sizeof columns / sizeof *columns,
                                                .print = print_text,
                                                .draw = draw};

    return experiment_command(options, &kind, fault);
}
