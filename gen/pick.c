#include "gen/pick.h"

#include <stdint.h>
#include <string.h>

#include "gen/plan/planner.h"
#include "gen/rules/rules.h"

/* ------------------------------------------------------------------ kernels and their plans */

/* A kernel under way. */
struct work {
    const struct profile_source *source;
    const struct option_value *values;
    const struct spec *spec;
    const struct plan *plan;
};

static void resolve(struct job *job, void *self)
{
    struct work *const work = self;
    work->spec = spec_resolve_for(job, work->values, work->source);
}

static void plan(struct job *job, void *self)
{
    struct work *const work = self;
    rules_check(job, work->spec, NULL, NULL);
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

const struct picks *picks_make(struct job *job, const struct profile_source *source,
                               const struct tuned *tuned, const struct option_value *asked)
{
    const size_t count = tuned->kernel_count;
    struct picks *const picks = arena_allocate(job->arena, sizeof *picks);
    const struct plan **const plans = arena_array(job->arena, count, sizeof *plans);
    const struct spec *first = NULL;
    picks->values = arena_array(job->arena, count, sizeof *picks->values);
    for (size_t i = 0; i < count; i++) {
        picks->values[i] = tuned_say(job, &tuned->kernels[i], asked);
        struct work work = {.source = source, .values = picks->values[i]};
        struct clgemm_error error;
        if (job_try(job, resolve, &work, &error))
            tuned_fail(job, tuned, i, &error);
        first = first ? first : work.spec;
        check_alike(job, tuned, first, i, work.spec);
        if (job_try(job, plan, &work, &error) == 0)
            plans[i] = work.plan;
        else if (error.code == CLGEMM_IO)
            job_fail_with(job, &error);
    }
    picks->tuned = tuned;
    picks->table = (struct dispatch){.plans = plans,
                                     .kernel_count = count,
                                     .shapes = tuned->shapes,
                                     .shape_count = tuned->shape_count};
    return picks;
}

void picks_check(struct job *job, const struct picks *picks, const long long *sizes)
{
    const char *wants;
    const size_t index = dispatch_unserved(job, &picks->table, sizes, &wants);
    if (index == SIZE_MAX)
        return;
    const struct dispatch_shape *const shape = &picks->tuned->shapes[index];
    job_fail(job, CLGEMM_REFUSED, "for",
             "kernel %s of profile %s does not serve the shape %lld x %lld x %lld that names it: "
             "it wants %s",
             picks->tuned->kernels[shape->kernel].name, picks->tuned->profile, shape->sizes[0],
             shape->sizes[1], shape->sizes[2], wants);
}

/* ------------------------------------------------------------------------------ the choice */

static size_t kernel_of_most_shapes(const struct tuned *tuned)
{
    size_t best = 0, most = 0;
    for (size_t i = 0; i < tuned->kernel_count; i++) {
        size_t serves = 0;
        for (size_t shape = 0; shape < tuned->shape_count; shape++)
            serves += tuned->shapes[shape].kernel == i;
        if (serves > most) {
            best = i;
            most = serves;
        }
    }
    return best;
}

static size_t kernel_for_sizes(struct job *job, const struct picks *picks, const long long *sizes,
                               const char **note)
{
    const struct tuned *const tuned = picks->tuned;
    bool exact;
    picks_check(job, picks, sizes);
    const size_t kernel = dispatch_pick(&picks->table, sizes, &exact);
    if (kernel == SIZE_MAX)
        job_fail(
            job, CLGEMM_REFUSED, "fixed",
            "no kernel of profile %s serves %lld x %lld x %lld; ask --for with another profile",
            tuned->profile, sizes[0], sizes[1], sizes[2]);
    if (!exact && !tuned->of_type)
        *note =
            arena_printf(job->arena,
                         "profile %s has no figures for %lld x %lld x %lld: kernel %s is the "
                         "one for the nearest shape",
                         tuned->profile, sizes[0], sizes[1], sizes[2], tuned->kernels[kernel].name);
    return kernel;
}

/* The kernel that is meant among those of a dispatch, and how it was found where that is not plain. */
static const struct tuned_kernel *choose(struct job *job, const struct profile_source *source,
                                         const struct profile_part *dispatch,
                                         const struct option_value *asked, const char **note)
{
    const struct tuned *const tuned = tuned_read(job, source, dispatch, asked);
    const bool fixed = asked[OPTION_FIXED].text;

    /* A kernel is picked as it is where sizes are given at launch, or as the profile fixes them. */
    struct option_value *const open = arena_array(job->arena, OPTION_COUNT, sizeof *open);
    memcpy(open, asked, OPTION_COUNT * sizeof *open);
    open[OPTION_FIXED] = (struct option_value){.voice = VOICE_NONE};
    const struct picks *const picks = picks_make(job, source, tuned, open);

    const size_t kernel = fixed ? kernel_for_sizes(job, picks, asked[OPTION_FIXED].numbers, note)
                                : kernel_of_most_shapes(tuned);
    if (!fixed && tuned->kernel_count > 1)
        *note = arena_printf(job->arena,
                             "kernel %s of profile %s, that of the most shapes, is one of %zu; "
                             "--fixed MxNxK has the one for a shape, --emit dispatch all",
                             tuned->kernels[kernel].name, tuned->profile, tuned->kernel_count);
    return &tuned->kernels[kernel];
}

/* A choice, and where it goes. */
struct choice {
    const struct tuned_kernel *kernel;
    const char *note;
    struct pick *pick;
};

/* Takes it out of the memory that it was made in. */
static void keep(struct job *job, void *self)
{
    const struct choice *const choice = self;
    struct option_value *const said = arena_array(job->arena, OPTION_COUNT, sizeof *said);
    memcpy(said, choice->pick->said, OPTION_COUNT * sizeof *said);
    for (int id = 0; id < OPTION_COUNT; id++) {
        const struct option_value *const own = &choice->kernel->values[id];
        if (!own->text || said[id].voice > VOICE_PROFILE)
            continue;
        said[id] = *own;
        said[id].text = arena_copy(job->arena, own->text);
        said[id].voice = VOICE_PROFILE;
    }
    choice->pick->said = said;
    choice->pick->note = choice->note ? arena_copy(job->arena, choice->note) : NULL;
}

struct pick pick_kernel(struct job *job, const struct option_value *asked)
{
    struct pick pick = {.source = profile_load(job, spec_profile_name(asked)), .said = asked};
    const struct profile_part dispatch = spec_dispatch(job, asked, pick.source);
    /* Without sizes the kernel of a type is the profile's own. */
    if (!dispatch.value || (dispatch.type && !asked[OPTION_FIXED].text))
        return pick;

    /* Hundreds of kernels may have been planned for the one. */
    struct arena arena;
    struct job inner;
    struct clgemm_error error;
    arena_init(&arena, NULL, NULL);
    job_init(&inner, &arena, &error);
    if (setjmp(inner.escape)) {
        arena_free(&arena);
        job_fail_with(job, &error);
    }
    struct choice choice = {.pick = &pick};
    choice.kernel = choose(&inner, pick.source, &dispatch, asked, &choice.note);
    const int status = job_try(job, keep, &choice, &error);
    arena_free(&arena);
    if (status)
        job_fail_with(job, &error);
    return pick;
}
