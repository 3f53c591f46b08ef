#include "library/pick.h"

#include <stdint.h>
#include <string.h>

#include "gen/plan/planner.h"
#include "gen/rules/rules.h"

/* ------------------------------------------------------------------ kernels and their plans */

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
    work->spec = spec_resolve_for(job, work->values, work->source);
}

static void plan(struct job *job, void *self)
{
    struct work *const work = self;
    rules_check(job, work->spec);
    work->plan = plan_make(job, work->spec);
}

/* A choice of a kernel, and where it is made for. */
struct chooser {
    const struct profile_source *source;
    const struct option_value *asked;
    struct arena *keep;         /* of the spec that is chosen */
    const struct spec *refused; /* the kernel that was meant; NULL: none is yet */
};

struct chosen {
    const struct tuned_kernel *kernel; /* NULL: none serves */
    const char *note;                  /* how it was found, where that is not plain */
    enum pick_level level;             /* the same, for fixed sizes */
    const struct spec *spec;           /* NULL: it was not tried as it is asked */
};

/* Tries a kernel: 0, or -1 with *error. The spec of one that serves is kept. */
static int try_kernel(const struct chooser *chooser, const struct option_value *values,
                      const struct spec **spec, struct clgemm_error *error)
{
    struct arena arena;
    struct job job;
    volatile int status = -1;
    arena_init(&arena, NULL, NULL);
    job_init(&job, &arena, error);
    if (setjmp(job.escape) == 0) {
        *spec = spec_resolve_for(&job, values, chooser->source);
        rules_check(&job, *spec);
        status = 0;
    }
    if (status == 0)
        arena_adopt(chooser->keep, &arena);
    arena_free(&arena);
    return status;
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
            picks->models[i] = model_kernel(plans[i], &tuned->kernels[i].rates);
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
static void keep_shapes(struct picks *picks, const bool *kept)
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
        keep_shapes(picks, kept);
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

/* ------------------------------------------------------------------------------ the choice */

static size_t kernel_of_most_shapes(const struct picks *picks)
{
    size_t best = 0, most = 0;
    for (size_t i = 0; i < picks->table.kernel_count; i++) {
        size_t serves = 0;
        for (size_t shape = 0; shape < picks->table.shape_count; shape++)
            serves += picks->shapes[shape].kernel == i;
        if (serves > most) {
            best = i;
            most = serves;
        }
    }
    return best;
}

/* The one that was the fastest for these very sizes; SIZE_MAX: they were not measured. */
static size_t fastest_for(const struct tuned *tuned, const long long *sizes)
{
    for (size_t i = 0; i < tuned->shape_count; i++)
        if (memcmp(tuned->shapes[i].sizes, sizes, sizeof tuned->shapes[i].sizes) == 0)
            return tuned->shapes[i].kernel;
    return SIZE_MAX;
}

/* How the kernel for sizes was found; NULL: it is that of the sizes, or of kernels that no device's figures have chosen. */
static const char *note_of_sizes(struct job *job, const struct tuned *tuned, const long long *sizes,
                                 size_t kernel, enum pick_level level)
{
    const size_t fastest = fastest_for(tuned, sizes);
    if (tuned->of_type || kernel == fastest)
        return NULL;
    const char *const name = tuned->kernels[kernel].name;
    if (fastest == SIZE_MAX)
        return arena_printf(job->arena,
                            "profile %s has no figures for %lld x %lld x %lld: kernel %s is the "
                            "one %s",
                            tuned->profile, sizes[0], sizes[1], sizes[2], name,
                            level == PICK_MODEL ? "of the least predicted time"
                                                : "for the nearest shape");
    return arena_printf(job->arena,
                        "kernel %s of profile %s, the fastest for %lld x %lld x %lld, does not "
                        "serve what is asked: kernel %s takes its place",
                        tuned->kernels[fastest].name, tuned->profile, sizes[0], sizes[1], sizes[2],
                        name);
}

/* The kernel that clgemm_pick has for the fixed sizes among those that no rule refuses. Where all are refused it is the first
 * one, which is refused then; none where the kernels are of a type, and none of them serves. */
static struct chosen choose_for_sizes(struct job *job, const struct chooser *chooser,
                                      struct picks *picks)
{
    const struct tuned *const tuned = picks->tuned;
    const long long *const sizes = chooser->asked[OPTION_FIXED].numbers;
    bool *const kept = arena_array(job->arena, tuned->kernel_count, sizeof *kept);
    size_t kernel, refused = SIZE_MAX;
    enum pick_level level;
    memset(kept, true, tuned->kernel_count * sizeof *kept);
    while ((kernel = dispatch_pick(&picks->table, sizes, &level)) != SIZE_MAX) {
        struct chosen chosen = {.kernel = &tuned->kernels[kernel], .level = level};
        struct clgemm_error error;
        if (try_kernel(chooser, tuned_say_of_profile(job, chosen.kernel, chooser->asked),
                       &chosen.spec, &error) == 0) {
            chosen.note = note_of_sizes(job, tuned, sizes, kernel, level);
            return chosen;
        }
        if (error.code != CLGEMM_REFUSED)
            job_fail_with(job, &error);
        refused = refused == SIZE_MAX ? kernel : refused;
        kept[kernel] = false;
        keep_shapes(picks, kept);
    }
    if (refused == SIZE_MAX && !tuned->of_type)
        job_fail(
            job, CLGEMM_REFUSED, "fixed",
            "no kernel of profile %s serves %lld x %lld x %lld; ask --for with another profile",
            tuned->profile, sizes[0], sizes[1], sizes[2]);
    return (struct chosen){.kernel = tuned->of_type ? NULL : &tuned->kernels[refused]};
}

size_t picks_for_sizes(struct job *job, const struct profile_source *source, struct picks *picks,
                       const struct option_value *asked, enum pick_level *level)
{
    const struct chooser chooser = {.source = source, .asked = asked, .keep = job->arena};
    const struct chosen chosen = choose_for_sizes(job, &chooser, picks);
    *level = chosen.level;
    return chosen.kernel ? (size_t)(chosen.kernel - picks->tuned->kernels) : SIZE_MAX;
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

/* The kernel that is meant among those of a dispatch; none of a type may serve. */
static struct chosen choose(struct job *job, const struct chooser *chooser,
                            const struct profile_part *dispatch)
{
    const struct option_value *const asked = chooser->asked;
    struct picks *const picks = picks_open(job, chooser->source, dispatch, asked);
    const struct tuned *const tuned = picks->tuned;

    if (asked[OPTION_FIXED].text)
        return choose_for_sizes(job, chooser, picks);
    /* Where all are refused, the one that is meant is told. */
    if (!picks_leave_out_refused(job, picks) && tuned->of_type)
        return (struct chosen){.kernel = NULL};
    const size_t kernel = kernel_of_most_shapes(picks);
    struct chosen chosen = {.kernel = &tuned->kernels[kernel]};
    if (tuned->kernel_count > 1 && !tuned->of_type)
        chosen.note =
            arena_printf(job->arena,
                         "kernel %s of profile %s, that of the most shapes, is one of %zu; "
                         "--fixed MxNxK has the one for a shape, --emit dispatch all",
                         tuned->kernels[kernel].name, tuned->profile, tuned->kernel_count);
    return chosen;
}

/* The kernels of a kind, one of which is to take the place of the one that is meant. */
struct candidates {
    const struct chooser *chooser;
    const char *kind;
    struct chosen chosen;
};

static void choose_for_shapes(struct job *job, void *self)
{
    struct candidates *const candidates = self;
    const struct profile_part dispatch =
        profile_dispatch(candidates->chooser->source, candidates->kind);
    if (dispatch.type)
        candidates->chosen = choose(job, candidates->chooser, &dispatch);
}

/* Whether the profile's own kernel is the one that was refused. */
static bool is_refused(const struct chooser *chooser, const struct tuned_kernel *own,
                       const struct option_value *said)
{
    const struct spec *const refused = chooser->refused;
    bool is = refused && strcmp(own->options, refused->profile->kernel.options) == 0;
    for (int id = 0; id < OPTION_COUNT && is; id++)
        is = said[id].voice != VOICE_PROFILE ||
             (refused->values[id].voice == VOICE_PROFILE &&
              strcmp(said[id].text, refused->values[id].text) == 0);
    return is;
}

/* With sizes the one for them, at last the profile's own; without them that, else the one of most shapes. How it was found goes without
 * saying. */
static struct chosen choose_of_kind(struct job *job, const struct chooser *chooser,
                                    const char *kind)
{
    const struct option_value *const asked = chooser->asked;
    struct candidates candidates = {.chooser = chooser, .kind = kind};
    struct chosen own = {.kernel = tuned_own(job, chooser->source, kind, asked)};
    const struct option_value *const said =
        own.kernel ? tuned_say_of_profile(job, own.kernel, asked) : NULL;
    struct clgemm_error error;
    if (said &&
        (is_refused(chooser, own.kernel, said) || try_kernel(chooser, said, &own.spec, &error)))
        own.kernel = NULL;
    if (own.kernel && !asked[OPTION_FIXED].text)
        return own;
    if (job_try(job, choose_for_shapes, &candidates, &error) && error.code != CLGEMM_REFUSED)
        job_fail_with(job, &error);
    candidates.chosen.note = NULL;
    return candidates.chosen.kernel ? candidates.chosen : own;
}

/* Of the kernels of a dispatch; NULL: of the kinds that may serve the request. */
static struct chosen choose_either(struct job *job, const struct chooser *chooser,
                                   const struct profile_part *dispatch)
{
    struct chosen chosen = {.kernel = NULL};
    const char *kinds[SPEC_KINDS];
    if (dispatch)
        return choose(job, chooser, dispatch);
    spec_kinds(job, chooser->asked, chooser->source, kinds);
    for (int i = 0; i < SPEC_KINDS && !chosen.kernel; i++)
        if (i == 0 || strcmp(kinds[i], kinds[0]) != 0)
            chosen = choose_of_kind(job, chooser, kinds[i]);
    return chosen;
}

/* A choice, and where it goes. */
struct choice {
    struct chosen chosen;
    struct pick *pick;
};

/* Takes it out of the memory that it was made in. */
static void keep(struct job *job, void *self)
{
    const struct choice *const choice = self;
    struct option_value *const said =
        tuned_say_of_profile(job, choice->chosen.kernel, choice->pick->said);
    for (int id = 0; id < OPTION_COUNT; id++)
        if (said[id].text && said[id].voice == VOICE_PROFILE)
            said[id].text = arena_copy(job->arena, said[id].text);
    choice->pick->said = said;
    choice->pick->note = choice->chosen.note ? arena_copy(job->arena, choice->chosen.note) : NULL;
    choice->pick->spec = choice->chosen.spec;
}

/* Whether there is one; it is in the pick then. */
static bool pick_by(struct job *job, struct pick *pick, const struct profile_part *dispatch,
                    const struct spec *refused)
{
    /* Hundreds of kernels may have been planned for the one. */
    struct arena arena;
    struct job inner;
    struct clgemm_error error;
    const struct chooser chooser = {pick->source, pick->said, job->arena, refused};
    arena_init(&arena, NULL, NULL);
    job_init(&inner, &arena, &error);
    if (setjmp(inner.escape)) {
        arena_free(&arena);
        job_fail_with(job, &error);
    }
    struct choice choice = {choose_either(&inner, &chooser, dispatch), pick};
    const bool found = choice.chosen.kernel != NULL;
    const int status = found ? job_try(job, keep, &choice, &error) : 0;
    arena_free(&arena);
    if (status)
        job_fail_with(job, &error);
    return found;
}

struct pick pick_kernel(struct job *job, const struct option_value *asked)
{
    struct pick pick = {.source = profile_load(job, spec_profile_name(asked)), .said = asked};
    const struct profile_part dispatch = spec_dispatch(job, asked, pick.source);
    /* Without sizes the kernel of a type is the profile's own. */
    if (dispatch.value && (!dispatch.type || asked[OPTION_FIXED].text))
        pick_by(job, &pick, &dispatch, NULL);
    return pick;
}

bool pick_other_kernel(struct job *job, struct pick *pick, const struct spec *refused)
{
    return spec_takes_any_kernel(pick->said) && pick_by(job, pick, NULL, refused);
}
