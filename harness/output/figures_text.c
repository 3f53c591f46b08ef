/* Figures for people. */
#include <inttypes.h>
#include <string.h>

#include "harness/output/figures.h"
#include "harness/output/table.h"

static void begin(const struct figures_frame *frame)
{
    const char *item = table_item(frame->protocol->format);

    printf("%sdevice  %s (%s), driver %s\n", item, frame->device->name,
           frame->device->platform_name, frame->device->driver);
    printf("%sdata    %s, seed %" PRIu64 "; %" PRIu64 " runs after %" PRIu64 " to warm up%s\n",
           item, figures_data(frame->protocol->data), frame->protocol->seed,
           frame->protocol->iterations, frame->protocol->warm_up,
           frame->result_count > 1 ? ", kernels alternating" : "");
    figures_peaks(frame);
    if (frame->bandwidth > 0)
        printf("%smemory  %.2f GB/s (measured: a copy of 256 MiB, read and written)\n", item,
               frame->bandwidth);
    printf("\n");
}

static void iteration(const struct figures_frame *frame, const struct result *result, size_t index)
{
    const struct iteration *run = &result->iterations[index];

    printf("%4zu  %-32s  device %10.3f ms  wall %10.3f ms  %9.2f GFLOP/s", index + 1, result->label,
           run->device_ms, run->wall_ms, figures_gflops(result, run->device_ms));
    if (frame->protocol->with_transfer)
        printf("  with transfer %10.3f ms  %9.2f GFLOP/s", iteration_total(run),
               figures_gflops(result, iteration_total(run)));
    printf("%s\n", run->validated == VALIDATED ? "  valid" : "");
    fflush(stdout);
}

static void print_summary(const char *name, const struct time_summary *times)
{
    printf("  %-9s min %.3f, median %.3f, mean %.3f, standard deviation %.3f ms", name, times->min,
           times->median, times->mean, times->deviation);
    if (times->outliers > 0)
        printf("; outliers: %zu, up to %.3f ms", times->outliers, times->max);
    printf("\n");
}

/* Steps of a run; those that prepare operands have a line of their own. */
static void print_steps(const struct result *result)
{
    size_t count = 0;

    for (size_t i = 0; i < result->manifest->step_count; i++)
        count += !result->manifest->steps[i].prepare;
    if (count <= 1)
        return;
    printf("  steps     ");
    for (size_t i = 0, shown = 0; i < result->manifest->step_count; i++)
        if (!result->manifest->steps[i].prepare)
            printf("%s%s %.3f", shown++ == 0 ? "" : ", ", result->manifest->steps[i].name,
                   result->step_ms[i]);
    printf(" ms (medians)\n");
    if (result->supporting >= 0)
        printf("  supporting steps: %.1f %% of the time\n", 100 * result->supporting);
}

static void print_result(const struct figures_frame *frame, const struct result *result)
{
    double gflops = figures_gflops(result, result->device.median);

    printf("\n%s\n", result->label);
    printf("  problem   ");
    if (result->manifest->problem.batch != BATCH_NONE)
        printf("%" PRIu64 " members, ", result->members);
    printf("M %" PRIu64 ", N %" PRIu64 ", K %" PRIu64 ", alpha %g, beta %g\n", result->m, result->n,
           result->k, result->alpha, result->beta);
    printf("  built in  %.1f ms\n", result->build_ms);
    printf("  verified  %s\n", result->verified);
    if (result->iteration_count == 0)
        return;
    print_summary("device", &result->device);
    print_summary("wall", &result->wall);
    if (frame->protocol->with_transfer) {
        print_summary("transfer", &result->transfer);
        print_summary("together", &result->total);
    }
    print_steps(result);
    if (result->prepare_ms > 0)
        printf("  prepared  in %.3f ms, once for each set of weights, %s\n", result->prepare_ms,
               frame->protocol->with_transfer ? "counted as transfer" : "not counted");
    printf("  speed     %.2f GFLOP/s at the median, %.2f at best", gflops,
           figures_gflops(result, result->device.min));
    if (result->bytes > 0 && result->device.median > 0)
        printf("; %.2f GB/s for %.3f MB to be read and written", figures_gbytes(result),
               result->bytes * 1e-6);
    printf("\n");
    if (result->bandwidth > 0)
        printf("  memory    %.1f %% of the bandwidth%s%s\n",
               100 * figures_gbytes(result) / result->bandwidth,
               figures_memory_bound(result) ? ", which is the bound" : "",
               figures_gbytes(result) > result->bandwidth ? "; caches hold a part" : "");
    if (frame->protocol->with_transfer)
        printf("            %.2f GFLOP/s with transfer: wall time, the operands sent from ordinary "
               "host memory and C read back\n",
               figures_gflops(result, result->total.median));
    if (result->over != NULL)
        printf("  speed-up  %.2f times as fast as %s (quartiles %.2f-%.2f)\n",
               result->speedup.median, result->over, result->speedup.q1, result->speedup.q3);
    if (result->peak.gflops > 0)
        printf("  efficiency %.1f %%%s\n", 100 * gflops / result->peak.gflops,
               peak_mark(&result->peak, gflops));
}

/* What a table shows where some kernel has it. */
struct shown {
    const char *over; /* kernel that others are compared with; NULL: none */
    bool memory;
};

static void print_row(struct table *table, const struct shown *shown, const struct result *result)
{
    const double gflops = figures_gflops(result, result->device.median);

    table_cell(table, "%s", result->label);
    table_cell(table, "%.3f", result->device.min);
    table_cell(table, "%.3f", result->device.median);
    table_cell(table, "%.2f", gflops);
    if (shown->over != NULL)
        table_cell(table, "%.2fx", result->over == NULL ? 1 : result->speedup.median);
    if (result->peak.gflops > 0)
        table_cell(table, "%.1f %%", 100 * gflops / result->peak.gflops);
    else
        table_cell(table, "-");
    if (shown->memory && figures_memory_bound(result))
        table_cell(table, "%.1f %%", 100 * figures_gbytes(result) / result->bandwidth);
    else if (shown->memory)
        table_cell(table, "-");
    table_cell(table, "yes%s", peak_mark(&result->peak, gflops));
    table_end_row(table);
}

static void print_table(enum format format, const struct result *const *results, size_t count)
{
    struct table_column columns[8] = {
        {"kernel", -6, NULL}, {"min ms", 10, NULL}, {"median ms", 10, NULL}, {"GFLOP/s", 10, NULL}};
    struct shown shown = {NULL, false};
    size_t used = 4;
    struct table table;

    for (size_t i = 0; i < count; i++) {
        shown.over = results[i]->over == NULL ? shown.over : results[i]->over;
        shown.memory = shown.memory || figures_memory_bound(results[i]);
        if ((int)strlen(results[i]->label) > -columns[0].width)
            columns[0].width = -(int)strlen(results[i]->label);
    }
    if (shown.over != NULL)
        columns[used++] = (struct table_column){"speed-up", 8, NULL};
    columns[used++] = (struct table_column){"efficiency", 10, NULL};
    if (shown.memory)
        columns[used++] = (struct table_column){"of memory", 9, NULL};
    columns[used++] = (struct table_column){"verified", 0, NULL};
    table = table_of(format, columns, used);
    printf("\n");
    table_head(&table);
    for (size_t i = 0; i < count; i++)
        print_row(&table, &shown, results[i]);
    if (shown.over != NULL)
        printf("\nspeed-up: times as fast as %s, median of the runs\n", shown.over);
}

static void end(const struct figures_frame *frame, const struct result *const *results,
                size_t count)
{
    const enum format format = frame->protocol->format;
    const bool is_short = frame->result_count == 1 && format == FORMAT_TEXT;

    if (count > 0 && !is_short && results[0]->iteration_count > 0)
        print_table(format, results, count);
}

const struct figures_format figures_text = {begin, iteration, print_result, end};

/* In Markdown the table is all. */
static void leave_out_iteration(const struct figures_frame *frame, const struct result *result,
                                size_t index)
{
    (void)frame, (void)result, (void)index;
}

static void leave_out_result(const struct figures_frame *frame, const struct result *result)
{
    (void)frame, (void)result;
}

const struct figures_format figures_markdown = {begin, leave_out_iteration, leave_out_result, end};
