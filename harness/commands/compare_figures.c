/* Figures of a comparison, from the samples of a suite. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/commands/compare_report.h"
#include "harness/base/utf8.h"

/* Device time of the steps beside the main one. */
static double supporting_ms(const struct candidate *candidate, size_t index)
{
    const struct manifest *manifest = candidate->manifest;
    const struct step *main_step = launch_main_step(manifest, &candidate->launch);
    double sum = 0;

    for (size_t i = 0; i < manifest->step_count; i++)
        if (&manifest->steps[i] != main_step)
            sum += candidate->step_times[index * manifest->step_count + i];
    return sum;
}

/* Time of the host for one sample. A library packs where nobody sees it, and one that multiplies
 * matrices of the host needs no transfer. */
double comparison_sample_ms(const struct candidate *candidate, size_t index, enum view view)
{
    const struct sample *sample = &candidate->measurement.samples[index];

    if (view == VIEW_TRANSFER)
        return candidate->library != NULL && candidate->library->on_host ? sample->wall_ms
                                                                         : sample_total(sample);
    if (candidate->library != NULL)
        return sample->wall_ms;
    return view == VIEW_ALONE      ? sample->wall_ms - supporting_ms(candidate, index)
           : view == VIEW_PREPARED ? sample->wall_ms
                                   : sample->wall_ms + sample->prepare_ms;
}

static double median_gflops(const struct candidate *candidate, size_t count, enum view view,
                            double *room)
{
    for (size_t i = 0; i < count; i++)
        room[i] = comparison_sample_ms(candidate, i, view);
    return figures_gflops(&candidate->measurement, spread_of(room, count).median);
}

/* Speed ratio, kernel to reference, of each round. */
static struct spread ratio_of(const struct candidate *kernel, const struct candidate *reference,
                              size_t count, enum view view, double *room)
{
    for (size_t i = 0; i < count; i++)
        room[i] = comparison_sample_ms(reference, i, view) / comparison_sample_ms(kernel, i, view);
    return spread_of(room, count);
}

static bool packs(const struct candidate *kernel)
{
    const struct manifest *manifest = kernel->manifest;
    size_t steps = 0;

    for (size_t i = 0; i < manifest->step_count; i++)
        steps += launch_runs(&kernel->launch, &manifest->steps[i]);
    return steps > 1;
}

static bool prepares(const struct candidate *candidate)
{
    if (candidate->library != NULL || candidate->fault.code != FAULT_NONE)
        return false;
    for (size_t i = 0; i < candidate->manifest->step_count; i++)
        if (candidate->manifest->steps[i].prepare &&
            launch_runs(&candidate->launch, &candidate->manifest->steps[i]))
            return true;
    return false;
}

/* The profile that picks a kernel for each shape, else the kernel. */
static void name_row(const struct candidate *kernel, struct comparison_row *row)
{
    const char *label = candidate_label(kernel);

    snprintf(row->kernel, sizeof row->kernel, "%.*s%s", (int)utf8_cut(label, 140), label,
             kernel->kernel.nearest ? ", nearest" : "");
    snprintf(row->group, sizeof row->group, "%s",
             kernel->recipe.dispatches ? "picks of the profile" : label);
}

static const struct peak *peak_of(const struct suite_run *run, const struct candidate *candidate)
{
    return candidate->measurement.peak.gflops <= 0
               ? NULL
               : peaks_at(&run->executor->peaks, candidate->measurement.peak.kind);
}

int comparison_row_make(const struct suite_run *run, const struct candidate *kernel,
                        struct comparison_row *row, struct fault *fault)
{
    size_t count = kernel->measurement.sample_count;
    double *room = calloc(count, sizeof *room);

    memset(row, 0, sizeof *row);
    row->against = calloc(run->references + 1, sizeof *row->against);
    if (room == NULL || row->against == NULL) {
        free(room);
        free(row->against);
        return fault_memory(fault);
    }
    name_row(kernel, row);
    row->m = kernel->measurement.m;
    row->n = kernel->measurement.n;
    row->k = kernel->measurement.k;
    row->members = kernel->manifest->problem.batch == BATCH_NONE ? 0 : kernel->measurement.members;
    row->peak = peak_of(run, kernel);
    row->packs = packs(kernel);
    row->prepares = prepares(kernel);
    for (int view = 0; view < VIEW_COUNT; view++)
        row->gflops[view] = median_gflops(kernel, count, (enum view)view, room);
    for (size_t i = 1; i <= run->references; i++) {
        const struct candidate *reference = &run->candidates[i];
        struct comparison *comparison = &row->against[i - 1];

        row->prepares = row->prepares || prepares(reference);
        if (reference->fault.code != FAULT_NONE)
            continue;
        comparison->known = true;
        comparison->peak = peak_of(run, reference);
        snprintf(comparison->way, sizeof comparison->way, "%s", reference->measurement.way);
        snprintf(comparison->compute, sizeof comparison->compute, "%s",
                 reference->measurement.compute);
        if (reference->core != NULL && reference->core->name[0] != '\0')
            comparison->core = reference->core;
        for (int view = 0; view < VIEW_COUNT; view++) {
            comparison->gflops[view] = median_gflops(reference, count, (enum view)view, room);
            comparison->ratio[view] = ratio_of(kernel, reference, count, (enum view)view, room);
        }
    }
    free(room);
    return 0;
}

bool comparison_has(const struct comparison_table *table, const struct comparison_row *row,
                    enum view view)
{
    return view == VIEW_PREPARED   ? row->prepares
           : view == VIEW_TRANSFER ? table->options->schedule.with_transfer
                                   : true;
}

bool comparison_mean_has(const struct comparison_table *table, enum view view)
{
    bool has = false;

    for (size_t i = 0; i < table->row_count; i++)
        has = has || comparison_has(table, &table->rows[i], view);
    return has;
}

bool comparison_shown(const struct comparison_table *table, enum view view)
{
    bool packing = view != VIEW_ALONE;

    for (size_t i = 0; i < table->row_count; i++)
        packing = packing || table->rows[i].packs;
    return packing && comparison_mean_has(table, view);
}

double comparison_mean(const struct comparison_table *table, const char *group, size_t reference,
                       enum view view, size_t *count)
{
    double sum = 0;

    *count = 0;
    for (size_t i = 0; i < table->row_count; i++) {
        const struct comparison_row *row = &table->rows[i];

        if (strcmp(row->group, group) != 0 || !row->against[reference].known)
            continue;
        sum += log(row->against[reference].ratio[view].median);
        ++*count;
    }
    return *count == 0 ? 0 : exp(sum / (double)*count);
}

bool comparison_opens_group(const struct comparison_table *table, size_t index)
{
    for (size_t i = 0; i < index; i++)
        if (strcmp(table->rows[i].group, table->rows[index].group) == 0)
            return false;
    return true;
}

bool comparison_above(const struct peak *peak, double gflops)
{
    return peak != NULL && peak_exceeded(peak, gflops);
}

void comparison_show_way(const struct comparison_table *table, const struct comparison_row *row)
{
    if (row->members > 0)
        printf("; %" PRIu64 " members", row->members);
    for (size_t i = 0; i < table->reference_count; i++) {
        const struct comparison *comparison = &row->against[i];
        const bool has_way = row->members > 0 && comparison->way[0] != '\0';

        if (has_way || comparison->compute[0] != '\0')
            printf("; %s: %s%s%s", table->references[i].name, comparison->compute,
                   has_way && comparison->compute[0] != '\0' ? ", " : "",
                   has_way ? comparison->way : "");
    }
}

void comparison_record_way(const struct comparison_row *row, const struct comparison *comparison,
                           json_t *object)
{
    if (row->members > 0)
        json_object_set_new(object, "members", json_integer((json_int_t)row->members));
    if (comparison->way[0] != '\0')
        json_object_set_new(object, "library_members", json_string(comparison->way));
    if (comparison->compute[0] != '\0')
        json_object_set_new(object, "library_compute", json_string(comparison->compute));
}
