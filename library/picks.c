#include "library/picks.h"

#include <stdint.h>
#include <string.h>

#include "gen/plan/estimate.h"
#include "gen/plan/planner.h"
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

/* Refuses a kernel that computes something else than the first one. */
static void check_alike(struct job *job, const struct tuned *tuned, const struct spec *first,
                        size_t index, const struct spec *spec)
{
    const bool own = first->values[OPTION_TYPE_A].text || spec->values[OPTION_TYPE_A].text;
    for (int i = 0; i < COMMON; i++) {
        /* All three differ by --type. */
        const bool all = common[i] == OPTION_TYPE_A && !own;
        const char *const option = option_rows[all ? OPTION_TYPE : common[i]].name;
        const char *const one = value_of(first, common[i]);
        const char *const two = value_of(spec, common[i]);
        if (strcmp(one, two) != 0)
            job_fail(job, CLGEMM_REFUSED, option,
                     "kernel %s of profile %s is for --%s %s and kernel %s for --%s %s, and a "
                     "dispatch is for one of them; ask --%s %s, or --%s %s for another one",
                     tuned->kernels[0].name, tuned->profile, option, one,
                     tuned->kernels[index].name, option, two, option, one, option, two);
    }
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

struct picks *picks_make(struct job *job, const struct profile_source *source,
                         const struct tuned *tuned, const struct option_value *asked,
                         say_kernel *say, const char *prefix)
{
    const size_t count = tuned->kernel_count;
    struct picks *const picks = arena_allocate(job->arena, sizeof *picks);
    const struct plan **const plans = arena_array(job->arena, count, sizeof *plans);
    const struct spec *first = NULL;
    picks->specs = arena_array(job->arena, count, sizeof *picks->specs);
    picks->refused = SIZE_MAX;
    for (size_t i = 0; i < count; i++) {
        struct work work = {.source = source, .values = say(job, &tuned->kernels[i], asked)};
        struct clgemm_error error;
        if (prefix)
            work.name = arena_printf(job->arena, "%s_%s", prefix, tuned->kernels[i].name);
        if (job_try(job, resolve, &work, &error))
            tuned_fail(job, tuned, i, &error);
        picks->specs[i] = work.spec;
        first = first ? first : work.spec;
        check_alike(job, tuned, first, i, work.spec);
        if (job_try(job, plan, &work, &error) == 0) {
            plans[i] = work.plan;
        } else if (error.code != CLGEMM_REFUSED) {
            job_fail_with(job, &error);
        } else if (picks->refused == SIZE_MAX) {
            picks->refused = i;
            picks->refusal = error;
        }
    }
    picks->tuned = tuned;
    picks->plans = plans;
    picks->models = arena_array(job->arena, count, sizeof *picks->models);
    for (size_t i = 0; i < count; i++)
        if (plans[i])
            picks->models[i] = model_of(plans[i], &tuned->kernels[i].rates, &tuned->rates);
    picks->shapes = arena_array(job->arena, tuned->shape_count, sizeof *picks->shapes);
    memcpy(picks->shapes, tuned->shapes, tuned->shape_count * sizeof *picks->shapes);
    picks->table = (struct dispatch){.plans = plans,
                                     .kernel_count = count,
                                     .shapes = picks->shapes,
                                     .shape_count = tuned->shape_count,
                                     .device = &tuned->rates,
                                     .models = picks->models};
    return picks;
}

/* Keeps the shapes and rates of the kernels that are `kept`. */
void picks_keep_shapes(struct picks *picks, const bool *kept)
{
    size_t count = 0;
    for (size_t i = 0; i < picks->table.kernel_count; i++)
        if (!kept[i])
            picks->models[i].rates.groups = 0;
    for (size_t i = 0; i < picks->table.shape_count; i++)
        if (kept[picks->shapes[i].kernel])
            picks->shapes[count++] = picks->shapes[i];
    picks->table.shape_count = count;
}

/* What one kernel of a type prepares the others multiply: those that read another form than the first one have no plan here. */
static void keep_one_form(struct picks *picks)
{
    const struct plan *first = NULL;
    for (size_t i = 0; i < picks->table.kernel_count; i++) {
        first = first ? first : picks->plans[i];
        if (picks->plans[i] && !dispatch_prepares_alike(first, picks->plans[i]))
            picks->plans[i] = NULL;
    }
}

bool picks_leave_out_refused(struct job *job, struct picks *picks)
{
    bool *const kept = arena_array(job->arena, picks->table.kernel_count, sizeof *kept);
    bool any = false;
    if (picks->tuned->of_type)
        keep_one_form(picks);
    for (size_t i = 0; i < picks->table.kernel_count; i++)
        kept[i] = picks->plans[i] != NULL;
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

struct picks *picks_open(struct job *job, const struct profile_source *source,
                         const struct profile_part *dispatch, const struct option_value *asked)
{
    struct option_value *const open = arena_array(job->arena, OPTION_COUNT, sizeof *open);
    memcpy(open, asked, OPTION_COUNT * sizeof *open);
    open[OPTION_FIXED] = (struct option_value){.voice = VOICE_NONE};
    return picks_make(job, source, tuned_read(job, source, dispatch, asked), open,
                      tuned_say_of_profile, NULL);
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
