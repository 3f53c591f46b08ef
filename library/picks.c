#include "library/picks.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "gen/plan/estimate.h"
#include "gen/plan/planner.h"
#include "gen/plan/wording.h"
#include "gen/request/interface.h"
#include "gen/rules/rules.h"

/* A kernel under way. */
struct work {
    const struct profile_source *source;
    struct option_value *values;
    const char *name; /* NULL: as it is asked */
    const struct spec *spec;
    const struct plan *plan;
};

static void resolve(struct job *job, void *self)
{
    struct work *const work = self;
    if (work->name)
        option_say(job, work->values, OPTION_KERNEL_NAME, work->name, VOICE_USER);
    work->spec = spec_resolve_for(job, work->values, work->source, NULL);
}

static void plan(struct job *job, void *self)
{
    struct work *const work = self;
    rules_check(job, work->spec);
    work->plan = plan_make(job, work->spec);
}

/* What all kernels have in common, beside the sizes: nothing in clgemm_pick tells them apart by it. */
static const enum option_id common[] = {
    OPTION_TYPE_A,   OPTION_TYPE_B,     OPTION_TYPE_C, OPTION_LAYOUT,   OPTION_TRANSPOSE,
    OPTION_COMPUTE,  OPTION_ACCUMULATE, OPTION_ALPHA,  OPTION_BETA,     OPTION_OFFSET_A,
    OPTION_OFFSET_B, OPTION_OFFSET_C,   OPTION_BATCH,  OPTION_EPILOGUE, OPTION_PREPARED};
enum {
    COMMON = sizeof common / sizeof *common
};

/* An option's value in a kernel. Canonical texts of numbers are the shortest that tell them apart. */
static const char *value_of(const struct spec *spec, enum option_id id)
{
    if (id == OPTION_COMPUTE)
        return spec->problem.product;
    if (id == OPTION_ACCUMULATE)
        return spec->problem.accumulate;
    if (id >= OPTION_TYPE_A && id <= OPTION_TYPE_C)
        return spec->problem.types[id - OPTION_TYPE_A];
    return spec->values[id].text;
}

/* The first option in which kernels compute something else; OPTION_COUNT: in none. */
static enum option_id difference(const struct spec *first, const struct spec *spec)
{
    for (int i = 0; i < COMMON; i++)
        if (strcmp(value_of(first, common[i]), value_of(spec, common[i])) != 0)
            return common[i];
    return OPTION_COUNT;
}

/* Refuses a kernel that computes something else than the first one. */
static void check_alike(struct job *job, const struct tuned *tuned, const struct spec *first,
                        size_t index, const struct spec *spec)
{
    const enum option_id id = difference(first, spec);
    if (id == OPTION_COUNT)
        return;
    /* All three differ by --type. */
    const bool own = first->values[OPTION_TYPE_A].text || spec->values[OPTION_TYPE_A].text;
    const char *const option = option_rows[id == OPTION_TYPE_A && !own ? OPTION_TYPE : id].name;
    const char *const one = value_of(first, id), *const two = value_of(spec, id);
    job_fail(job, CLGEMM_REFUSED, option,
             "kernel %s of profile %s is for --%s %s and kernel %s for --%s %s, and a "
             "dispatch is for one of them; ask --%s %s, or --%s %s for another one",
             tuned->kernels[0].name, tuned->profile, option, one, tuned->kernels[index].name,
             option, two, option, one, option, two);
}

/* A kernel as the model sees it. On a device that was not measured its rates are estimated. */
static struct model_kernel model_of(const struct plan *plan, const struct kernel_rates *rates,
                                    const struct device_rates *device)
{
    if (device->clock_ghz <= 0)
        return model_kernel(plan, rates);
    const struct kernel_rates estimated = estimate_rates(plan, device);
    return model_kernel(plan, &estimated);
}

bool picks_for_other_launch(const struct tuned_kernel *kernel, const struct option_value *asked)
{
    const struct option_value *const own = &kernel->values[OPTION_TILE];
    const struct option_value *const tile = &asked[OPTION_TILE];
    return interface_fills_tile(asked) && !kernel->values[OPTION_INTERFACE].text && own->text &&
           tile->text &&
           (own->numbers[0] != tile->numbers[0] || own->numbers[1] != tile->numbers[1]);
}

/* The same, with *error. */
static bool is_for_other_launch(const struct tuned_kernel *kernel, const struct option_value *said,
                                struct clgemm_error *error)
{
    if (!picks_for_other_launch(kernel, said))
        return false;
    *error = (struct clgemm_error){.code = CLGEMM_REFUSED, .option = "tile"};
    snprintf(error->text, sizeof error->text,
             "it is for --tile %s, and the launch of interface %s has --tile %s",
             kernel->values[OPTION_TILE].text, said[OPTION_INTERFACE].text, said[OPTION_TILE].text);
    return true;
}

/* Resolves a kernel, and plans it unless a rule refuses that: 0, or -1 with *error. */
static int make_kernel(struct job *job, const struct picking *picking,
                       const struct tuned_kernel *kernel, struct work *work,
                       struct clgemm_error *error)
{
    *work = (struct work){.source = picking->source,
                          .values = picking->say(job, kernel, picking->asked)};
    if (picking->prefix)
        work->name = arena_printf(job->arena, "%s_%s", picking->prefix, kernel->name);
    return job_try(job, resolve, work, error) || is_for_other_launch(kernel, work->values, error) ||
                   job_try(job, plan, work, error)
               ? -1
               : 0;
}

static void keep_refusal(struct job *job, struct picks *picks, size_t kernel,
                         const struct clgemm_error *error)
{
    struct clgemm_error *const kept = arena_allocate(job->arena, sizeof *kept);
    *kept = *error;
    picks->plans[kernel] = NULL;
    picks->refusals[kernel] = kept;
}

struct picks *picks_make(struct job *job, const struct picking *picking)
{
    const struct tuned *const tuned =
        tuned_read(job, picking->source, &picking->dispatch, picking->asked);
    const size_t count = tuned->kernel_count;
    struct picks *const picks = arena_allocate(job->arena, sizeof *picks);
    *picks = (struct picks){.of = *picking};
    picks->tuned = arena_allocate(job->arena, sizeof *picks->tuned);
    *picks->tuned = *tuned;
    picks->specs = arena_array(job->arena, count + 1, sizeof *picks->specs);
    picks->plans = arena_array(job->arena, count + 1, sizeof *picks->plans);
    picks->models = arena_array(job->arena, count + 1, sizeof *picks->models);
    picks->refusals = arena_array(job->arena, count + 1, sizeof *picks->refusals);
    for (size_t i = 0; i < count; i++) {
        struct work work;
        struct clgemm_error error;
        const bool refused = make_kernel(job, picking, &tuned->kernels[i], &work, &error);
        if (!work.spec)
            tuned_fail(job, tuned, i, &error);
        picks->specs[i] = work.spec;
        check_alike(job, tuned, picks->specs[0], i, work.spec);
        if (!refused) {
            picks->plans[i] = work.plan;
            picks->models[i] = model_of(work.plan, &tuned->kernels[i].rates, &tuned->rates);
        } else if (error.code != CLGEMM_REFUSED) {
            job_fail_with(job, &error);
        } else {
            keep_refusal(job, picks, i, &error);
        }
    }
    picks->shapes = arena_array(job->arena, tuned->shape_count, sizeof *picks->shapes);
    memcpy(picks->shapes, tuned->shapes, tuned->shape_count * sizeof *picks->shapes);
    picks->table = (struct dispatch){.plans = picks->plans,
                                     .kernel_count = count,
                                     .shapes = picks->shapes,
                                     .shape_count = tuned->shape_count,
                                     .members = 1,
                                     .of_members = tuned->kernels[0].values[OPTION_BATCH].text,
                                     .device = &tuned->rates,
                                     .models = picks->models};
    return picks;
}

const struct plan *picks_first_plan(const struct picks *picks)
{
    const struct plan *first = NULL;
    for (size_t i = 0; i < picks->table.kernel_count && !first; i++)
        first = picks->plans[i];
    return first;
}

bool picks_add(struct job *job, struct picks *picks, const struct tuned_kernel *kernel,
               unsigned narrowing)
{
    const size_t count = picks->tuned->kernel_count;
    const struct plan *const first = picks_first_plan(picks);
    struct work work;
    struct clgemm_error error;
    if (make_kernel(job, &picks->of, kernel, &work, &error)) {
        if (error.code != CLGEMM_REFUSED)
            job_fail_with(job, &error);
        return false;
    }
    if (plan_narrowed(job, work.plan, narrowing) ||
        difference(picks->specs[0], work.spec) != OPTION_COUNT ||
        (first && !dispatch_prepares_alike(first, work.plan)))
        return false;
    struct tuned_kernel *const kernels = arena_array(job->arena, count + 1, sizeof *kernels);
    memcpy(kernels, picks->tuned->kernels, count * sizeof *kernels);
    kernels[count] = *kernel;
    picks->tuned->kernels = kernels;
    picks->tuned->kernel_count = picks->table.kernel_count = count + 1;
    picks->specs[count] = work.spec;
    picks->plans[count] = work.plan;
    picks->models[count] = (struct model_kernel){.rates = {.groups = 0}};
    return true;
}

void picks_keep_shapes(struct picks *picks, const bool *kept)
{
    size_t count = 0;
    for (size_t i = 0; i < picks->table.kernel_count; i++)
        if (!kept[i])
            picks->models[i].rates.groups = 0;
    if (!kept[picks->table.kernel_count - 1])
        picks->table.inherited = NULL;
    for (size_t i = 0; i < picks->table.shape_count; i++)
        if (kept[picks->shapes[i].kernel])
            picks->shapes[count++] = picks->shapes[i];
    picks->table.shape_count = count;
}

/* What one kernel of a type prepares the others multiply: those that read another form than the first one have no plan here. */
static void keep_one_form(struct job *job, struct picks *picks)
{
    static const struct clgemm_error other = {
        .code = CLGEMM_REFUSED,
        .text = "it reads a prepared operand in another form than the first one"};
    const struct plan *const first = picks_first_plan(picks);
    for (size_t i = 0; i < picks->table.kernel_count; i++)
        if (picks->plans[i] && !dispatch_prepares_alike(first, picks->plans[i]))
            keep_refusal(job, picks, i, &other);
}

bool picks_leave_out_refused(struct job *job, struct picks *picks)
{
    bool *const kept = arena_array(job->arena, picks->table.kernel_count, sizeof *kept);
    bool any = false;
    if (picks->tuned->of_type)
        keep_one_form(job, picks);
    for (size_t i = 0; i < picks->table.kernel_count; i++) {
        kept[i] = picks->plans[i] != NULL;
        any |= kept[i] && !picks->table.shape_count;
    }
    for (size_t i = 0; i < picks->table.shape_count; i++)
        any |= kept[picks->shapes[i].kernel];
    if (any)
        picks_keep_shapes(picks, kept);
    return any;
}

void picks_check(struct job *job, const struct picks *picks)
{
    const char *wants;
    const size_t index = dispatch_unserved(job, &picks->table, &wants);
    if (index == SIZE_MAX)
        return;
    const struct dispatch_shape *const shape = &picks->shapes[index];
    job_fail(job, CLGEMM_REFUSED, "for",
             "kernel %s of profile %s does not serve the shape %lld x %lld x %lld that names it: "
             "it wants %s",
             picks->tuned->kernels[shape->kernel].name, picks->tuned->profile, shape->sizes[0],
             shape->sizes[1], shape->sizes[2], wants);
}

void picks_sizes(const struct option_value *asked, long long sizes[3])
{
    const char *const batch = asked[OPTION_BATCH].text, *const ragged = asked[OPTION_RAGGED].text;
    const struct option_value *const count = &asked[OPTION_BATCH_COUNT];
    long long *const shared = &sizes[!ragged || *ragged == 'm' ? 0 : *ragged == 'n' ? 1 : 2];
    memcpy(sizes, asked[OPTION_FIXED].numbers, 3 * sizeof *sizes);
    if (batch && batch_find(batch) == BATCH_GROUPS && count->text && !count->at_launch &&
        count->numbers[0] > 0)
        *shared = (*shared - 1) / count->numbers[0] + 1;
}
