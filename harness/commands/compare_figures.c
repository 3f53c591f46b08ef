/* Figures of a comparison, from the samples of a suite. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/commands/compare_report.h"

const char *const comparison_views[VIEW_COUNT] = {"packed", "prepared", "alone", "with_transfer"};

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

/* Host time of a sample, as a view counts it. A library packs where nobody sees it, and one that
 * multiplies matrices of the host needs no transfer. */
static double sample_ms(const struct candidate *candidate, size_t index, enum view view)
{
    const struct sample *sample = &candidate->measurement.samples[index];

    if (view == VIEW_TRANSFER)
        return candidate->library != NULL && candidate->library->on_host ? sample->wall_ms
                                                                         : sample->total_ms;
    if (candidate->library != NULL)
        return sample->wall_ms;
    return view == VIEW_ALONE      ? sample->wall_ms - supporting_ms(candidate, index)
           : view == VIEW_PREPARED ? sample->wall_ms
                                   : sample->wall_ms + sample->prepare_ms;
}

/* Host times of a candidate's samples, as a view counts them: a new list. */
static json_t *times_of(const struct candidate *candidate, enum view view)
{
    json_t *times = json_array();

    for (size_t i = 0; i < candidate->measurement.sample_count; i++)
        json_array_append_new(times, json_real(sample_ms(candidate, i, view)));
    return times;
}

static double median_gflops(const struct candidate *candidate, size_t count, enum view view,
                            double *room)
{
    for (size_t i = 0; i < count; i++)
        room[i] = sample_ms(candidate, i, view);
    return figures_gflops(&candidate->measurement, spread_of(room, count).median);
}

/* Speed ratio, kernel to reference, of each round. */
static struct spread ratio_of(const struct candidate *kernel, const struct candidate *reference,
                              size_t count, enum view view, double *room)
{
    for (size_t i = 0; i < count; i++)
        room[i] = sample_ms(reference, i, view) / sample_ms(kernel, i, view);
    return spread_of(room, count);
}

/* Counts the steps that run, of those that `prepare` or of all. */
static size_t count_steps(const struct candidate *candidate, bool prepare)
{
    const struct manifest *manifest = candidate->manifest;
    size_t steps = 0;

    if (candidate->library != NULL || candidate->fault.code != FAULT_NONE)
        return 0;
    for (size_t i = 0; i < manifest->step_count; i++)
        steps += (!prepare || manifest->steps[i].prepare) &&
                 launch_runs(&candidate->launch, &manifest->steps[i]);
    return steps;
}

static const struct peak *peak_of(const struct suite_run *run, const struct candidate *candidate)
{
    return candidate->measurement.peak.gflops <= 0
               ? NULL
               : peaks_at(&run->executor->peaks, candidate->measurement.peak.kind);
}

/* Makes the figures of a view: of the kernel alone, or against a reference. */
static json_t *make_view(const struct comparison_row *row, const struct candidate *kernel,
                         const struct candidate *reference, const struct peak *peak, enum view view,
                         double *room)
{
    const size_t count = kernel->measurement.sample_count;
    const double gflops = median_gflops(kernel, count, view, room);
    json_t *figures = json_object();
    struct spread ratio;
    double theirs = 0;

    if (reference != NULL)
        members_add(figures, json_pack("{s:o, s:o}", "kernel_ms", times_of(kernel, view),
                                       "library_ms", times_of(reference, view)));
    json_object_set_new(figures, "gflops", json_real(gflops));
    if (reference != NULL) {
        theirs = median_gflops(reference, count, view, room);
        ratio = ratio_of(kernel, reference, count, view, room);
        members_add(figures, json_pack("{s:f, s:f, s:f, s:f}", "library_gflops", theirs, "ratio",
                                       ratio.median, "q1", ratio.q1, "q3", ratio.q3));
    }
    if (row->peak != NULL && peak_exceeded(row->peak, gflops))
        json_object_set_new(figures, "above_peak", json_true());
    if (peak != NULL && peak_exceeded(peak, theirs))
        json_object_set_new(figures, "library_above_peak", json_true());
    return figures;
}

/* Says which core type a library has run with, and the least times of all of them. */
static void add_core(json_t *record, const struct candidate *candidate)
{
    const struct library *library = candidate->library;
    json_t *times = json_object();

    for (size_t i = 0; i < library->core_count; i++)
        if (candidate->core_ms[i] > 0)
            json_object_set_new(times, library->cores[i].name, json_real(candidate->core_ms[i]));
    members_add(record, json_pack("{s:s, s:o}", "library_core_type", candidate->core->name,
                                  "library_core_ms", times));
}

/* Makes the record of a kernel and a reference; views are added. */
static json_t *make_record(const struct comparison_row *row, const struct candidate *kernel,
                           const struct candidate *reference, const struct peak *peak)
{
    const struct measurement *ours = &kernel->measurement, *theirs = &reference->measurement;
    json_t *record =
        json_pack("{s:s, s:s, s:s, s:I, s:I, s:I, s:s, s:s, s:s}", "record", "comparison", "kernel",
                  row->kernel, "library", candidate_label(reference), "m", (json_int_t)ours->m, "n",
                  (json_int_t)ours->n, "k", (json_int_t)ours->k, "verified", ours->verified,
                  "library_verified", theirs->verified, "group", row->group);

    if (row->members > 0)
        json_object_set_new(record, "members", json_integer((json_int_t)row->members));
    members_add(record,
                json_pack("{s:s*, s:s*, s:s*, s:s*, s:s*}", "product_sizes", row->at, "rows",
                          row->rows, "library_members", theirs->way[0] == '\0' ? NULL : theirs->way,
                          "library_compute", theirs->compute[0] == '\0' ? NULL : theirs->compute,
                          "command", kernel->manifest->command));
    if (reference->core != NULL && reference->core->name[0] != '\0')
        add_core(record, reference);
    if (reference->library == NULL)
        members_add(record, json_pack("{s:s*}", "library_command", reference->manifest->command));
    figures_add(record, ours, "problem* figures*");
    if (row->peak != NULL)
        json_object_set_new(record, "peak_gflops", json_real(row->peak->gflops));
    if (peak != NULL)
        json_object_set_new(record, "library_peak_gflops", json_real(peak->gflops));
    return record;
}

/* Names the row: the profile that picks a kernel for each shape, else the kernel. */
static void name_row(const struct candidate *kernel, struct comparison_row *row)
{
    const char *label = candidate_label(kernel);

    snprintf(row->kernel, sizeof row->kernel, "%s%s", label,
             kernel->kernel.nearest ? ", nearest" : "");
    snprintf(row->group, sizeof row->group, "%s",
             kernel->recipe.dispatches ? "picks of the profile" : label);
}

int comparison_row_make(const struct suite_run *run, const struct candidate *kernel,
                        struct comparison_row *row, struct fault *fault)
{
    const struct measurement *measurement = &kernel->measurement;
    double *room = calloc(measurement->sample_count, sizeof *room);

    if (room == NULL)
        return fault_memory(fault);
    *row = (struct comparison_row){
        .size = {measurement->m, measurement->n, measurement->k},
        .members = kernel->manifest->problem.batch == BATCH_NONE ? 0 : measurement->members,
        .at = run->on->at,
        .rows = measurement->rows,
        .peak = peak_of(run, kernel),
        .packs = count_steps(kernel, false) > 1,
        .prepares = count_steps(kernel, true) > 0};
    name_row(kernel, row);
    for (int view = 0; view < VIEW_COUNT; view++)
        row->views[view] = make_view(row, kernel, NULL, NULL, (enum view)view, room);
    for (size_t i = 0; i < run->references; i++) {
        const struct candidate *reference = &run->candidates[1 + i];
        struct comparison *comparison = &row->against[i];

        row->prepares = row->prepares || count_steps(reference, true) > 0;
        if (reference->fault.code != FAULT_NONE)
            continue;
        comparison->peak = peak_of(run, reference);
        comparison->record = make_record(row, kernel, reference, comparison->peak);
        for (int view = 0; view < VIEW_COUNT; view++)
            comparison->views[view] =
                make_view(row, kernel, reference, comparison->peak, (enum view)view, room);
    }
    free(room);
    return 0;
}

void comparison_row_release(struct comparison_row *row)
{
    for (int view = 0; view < VIEW_COUNT; view++)
        json_decref(row->views[view]);
    for (size_t i = 0; i < MOST_RIVALS; i++) {
        json_decref(row->against[i].record);
        for (int view = 0; view < VIEW_COUNT; view++)
            json_decref(row->against[i].views[view]);
    }
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

        if (strcmp(row->group, group) != 0 || row->against[reference].record == NULL)
            continue;
        sum += log(member_number(row->against[reference].views[view], "ratio"));
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
