/* Figures for people. */
#include <inttypes.h>
#include <string.h>

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

static void print_summary(const char *name, const struct time_summary *times)
{
    printf("  %-9s min %.3f, median %.3f, mean %.3f, standard deviation %.3f ms", name, times->min,
           times->median, times->mean, times->deviation);
    if (times->outliers > 0)
        printf("; outliers: %zu, up to %.3f ms", times->outliers, times->max);
    printf("\n");
}

/* Steps of a run; those that prepare operands have a line of their own. */
static void print_steps(const struct measurement *measurement)
{
    size_t count = 0;

    for (size_t i = 0; i < measurement->manifest->step_count; i++)
        count += !measurement->manifest->steps[i].prepare;
    if (count <= 1)
        return;
    printf("  steps     ");
    for (size_t i = 0, shown = 0; i < measurement->manifest->step_count; i++)
        if (!measurement->manifest->steps[i].prepare)
            printf("%s%s %.3f", shown++ == 0 ? "" : ", ", measurement->manifest->steps[i].name,
                   measurement->step_ms[i]);
    printf(" ms (medians)\n");
    if (measurement->supporting >= 0)
        printf("  supporting steps: %.1f %% of the time\n", 100 * measurement->supporting);
}

static void print_measurement(const struct figures_frame *frame,
                              const struct measurement *measurement)
{
    double gflops = figures_gflops(measurement, measurement->device.median);

    printf("\n%s\n", measurement->label);
    printf("  problem   ");
    if (measurement->manifest->problem.batch != BATCH_NONE)
        printf("%" PRIu64 " members, ", measurement->members);
    printf("M %" PRIu64 ", N %" PRIu64 ", K %" PRIu64 ", alpha %g, beta %g\n", measurement->m,
           measurement->n, measurement->k, measurement->alpha, measurement->beta);
    printf("  built in  %.1f ms\n", measurement->build_ms);
    printf("  verified  %s\n", measurement->verified);
    if (measurement->sample_count == 0)
        return;
    print_summary("device", &measurement->device);
    print_summary("wall", &measurement->wall);
    if (frame->schedule->with_transfer) {
        print_summary("transfer", &measurement->transfer);
        print_summary("together", &measurement->total);
    }
    print_steps(measurement);
    if (measurement->prepare_ms > 0)
        printf("  prepared  in %.3f ms, once for each set of weights, %s\n",
               measurement->prepare_ms,
               frame->schedule->with_transfer ? "counted as transfer" : "not counted");
    printf("  speed     %.2f GFLOP/s at the median, %.2f at best", gflops,
           figures_gflops(measurement, measurement->device.min));
    if (measurement->bytes > 0 && measurement->device.median > 0)
        printf("; %.2f GB/s for %.3f MB to be read and written", figures_gbytes(measurement),
               measurement->bytes * 1e-6);
    printf("\n");
    if (measurement->bandwidth > 0)
        printf("  memory    %.1f %% of the bandwidth%s%s\n",
               100 * figures_gbytes(measurement) / measurement->bandwidth,
               figures_memory_bound(measurement) ? ", which is the bound" : "",
               figures_gbytes(measurement) > measurement->bandwidth ? "; caches hold a part" : "");
    if (frame->schedule->with_transfer)
        printf("            %.2f GFLOP/s with transfer: wall time, the operands sent from ordinary "
               "host memory and C read back\n",
               figures_gflops(measurement, measurement->total.median));
    if (measurement->over != NULL)
        printf("  speed-up  %.2f times as fast as %s (quartiles %.2f-%.2f)\n",
               measurement->speedup.median, measurement->over, measurement->speedup.q1,
               measurement->speedup.q3);
    if (measurement->peak.gflops > 0)
        printf("  efficiency %.1f %%%s\n", 100 * gflops / measurement->peak.gflops,
               peak_mark(&measurement->peak, gflops));
}

/* Columns that a table shows if some kernel has them. */
struct shown {
    const char *over; /* kernel that others are compared with; NULL: none */
    bool memory;
};

static void print_row(struct table *table, const struct shown *shown,
                      const struct measurement *measurement)
{
    const double gflops = figures_gflops(measurement, measurement->device.median);

    table_cell(table, "%s", measurement->label);
    table_cell(table, "%.3f", measurement->device.min);
    table_cell(table, "%.3f", measurement->device.median);
    table_cell(table, "%.2f", gflops);
    if (shown->over != NULL)
        table_cell(table, "%.2fx", measurement->over == NULL ? 1 : measurement->speedup.median);
    if (measurement->peak.gflops > 0)
        table_cell(table, "%.1f %%", 100 * gflops / measurement->peak.gflops);
    else
        table_cell(table, "-");
    if (shown->memory && figures_memory_bound(measurement))
        table_cell(table, "%.1f %%", 100 * figures_gbytes(measurement) / measurement->bandwidth);
    else if (shown->memory)
        table_cell(table, "-");
    table_cell(table, "yes%s", peak_mark(&measurement->peak, gflops));
    table_end_row(table);
}

static void print_table(enum format format, const struct measurement *const *measurements,
                        size_t count)
{
    struct table_column columns[8] = {
        {"kernel", -6, NULL}, {"min ms", 10, NULL}, {"median ms", 10, NULL}, {"GFLOP/s", 10, NULL}};
    struct shown shown = {NULL, false};
    size_t used = 4;
    struct table table;

    for (size_t i = 0; i < count; i++) {
        shown.over = measurements[i]->over == NULL ? shown.over : measurements[i]->over;
        shown.memory = shown.memory || figures_memory_bound(measurements[i]);
        table_widen(columns, measurements[i]->label);
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
        print_row(&table, &shown, measurements[i]);
    if (shown.over != NULL)
        printf("\nspeed-up: times as fast as %s, median of the runs\n", shown.over);
}

static void end_table(const struct figures_frame *frame,
                      const struct measurement *const *measurements, size_t count)
{
    if (count > 0 && measurements[0]->sample_count > 0)
        print_table(frame->format, measurements, count);
}

/* One kernel needs no table. */
static void end(const struct figures_frame *frame, const struct measurement *const *measurements,
                size_t count)
{
    for (size_t i = 0; i < count; i++)
        print_measurement(frame, measurements[i]);
    if (frame->measurement_count > 1)
        end_table(frame, measurements, count);
}

const struct figures_format figures_text = {begin, sample, end};

/* In Markdown the table is all. */
const struct figures_format figures_markdown = {.begin = begin, .end = end_table};
