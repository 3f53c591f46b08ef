#include "library/pick.h"

#include <stdint.h>
#include <string.h>

#include "gen/plan/wording.h"
#include "gen/rules/rules.h"

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
    const char *others;                /* what serves the sizes that it does not */
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
        *spec = spec_resolve_for(&job, values, chooser->source, NULL);
        rules_check(&job, *spec);
        status = 0;
    }
    if (status == 0)
        arena_adopt(chooser->keep, &arena);
    arena_free(&arena);
    return status;
}

/* Without shapes the first one that can be made. */
static size_t kernel_of_most_shapes(const struct picks *picks)
{
    size_t best = 0, most = 0;
    while (!picks->plans[best] && best + 1 < picks->table.kernel_count)
        best++;
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

/* That the kernel is inherited, and which sizes the profile's kernel of most shapes serves. */
static const char *note_of_inherited(struct job *job, const struct picks *picks,
                                     const long long *sizes, size_t kernel)
{
    const struct tuned *const tuned = picks->tuned;
    const size_t most = kernel_of_most_shapes(picks);
    const char *const narrowed =
        picks->plans[most] ? plan_narrowed(job, picks->plans[most], NARROW_ALL) : NULL;
    const char *const wants =
        narrowed ? arena_printf(job->arena, " (kernel %s: %s)", tuned->kernels[most].name, narrowed)
                 : "";
    return arena_printf(job->arena,
                        "no kernel of profile %s itself serves %lld x %lld x %lld%s: kernel %s of "
                        "profile %s, from which it inherits, takes the place",
                        tuned->profile, sizes[0], sizes[1], sizes[2], wants,
                        tuned->kernels[kernel].name, picks->table.inherited);
}

/* How the kernel for sizes was found; NULL: it is that of the sizes, or of kernels that no device's figures have chosen. */
static const char *note_of_sizes(struct job *job, const struct picks *picks, const long long *sizes,
                                 size_t kernel, enum pick_level level)
{
    const struct tuned *const tuned = picks->tuned;
    const size_t fastest = fastest_for(tuned, sizes);
    if (level == PICK_INHERITED && strcmp(picks->table.inherited, tuned->profile) != 0)
        return note_of_inherited(job, picks, sizes, kernel);
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
    long long sizes[3];
    bool *const kept = arena_array(job->arena, tuned->kernel_count, sizeof *kept);
    size_t kernel, refused = SIZE_MAX;
    enum pick_level level;
    picks_sizes(chooser->asked, sizes);
    memset(kept, true, tuned->kernel_count * sizeof *kept);
    while ((kernel = dispatch_pick(&picks->table, sizes, &level)) != SIZE_MAX) {
        struct chosen chosen = {.kernel = &tuned->kernels[kernel], .level = level};
        struct clgemm_error error = {.code = CLGEMM_REFUSED};
        if (!picks_for_other_launch(chosen.kernel, chooser->asked) &&
            try_kernel(chooser, tuned_say_of_profile(job, chosen.kernel, chooser->asked),
                       &chosen.spec, &error) == 0) {
            chosen.note = note_of_sizes(job, picks, sizes, kernel, level);
            return chosen;
        }
        if (error.code != CLGEMM_REFUSED)
            job_fail_with(job, &error);
        refused = refused == SIZE_MAX ? kernel : refused;
        kept[kernel] = false;
        picks_keep_shapes(picks, kept);
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

/* The kernel becomes the only one, that of these sizes: without figures unless it was the fastest for them. */
static void keep_alone(struct job *job, struct picks *picks, size_t kernel, const long long *sizes)
{
    struct dispatch_shape *const shape = arena_allocate(job->arena, sizeof *shape);
    *shape = (struct dispatch_shape){{sizes[0], sizes[1], sizes[2]}, 0, 0};
    for (size_t i = picks->table.shape_count; i-- > 0;)
        if (picks->shapes[i].kernel == kernel &&
            memcmp(picks->shapes[i].sizes, sizes, sizeof shape->sizes) == 0)
            *shape = picks->shapes[i];
    shape->kernel = 0;
    picks->tuned->kernels += kernel;
    picks->specs += kernel;
    picks->refusals += kernel;
    picks->table.plans = picks->plans += kernel;
    picks->table.models = picks->models += kernel;
    picks->table.shapes = picks->shapes = shape;
    picks->table.kernel_count = picks->tuned->kernel_count = picks->table.shape_count = 1;
    picks->table.inherited = NULL;
}

void picks_keep_for_sizes(struct job *job, struct picks *picks)
{
    const struct option_value *const asked = picks->of.asked;
    struct picks *const open = picks_open(job, picks->of.source, &picks->of.dispatch, asked);
    enum pick_level level;
    long long sizes[3];
    const size_t kernel = picks_for_sizes(job, picks->of.source, open, asked, &level);
    picks_sizes(asked, sizes);
    if (kernel < picks->tuned->kernel_count ||
        (kernel != SIZE_MAX && picks_add(job, picks, &open->tuned->kernels[kernel], 0)))
        keep_alone(job, picks, kernel, sizes);
}

/* Whether the kernel for all sizes follows from a dispatch of a type: where shapes or rates of that kind itself were measured, and the request says nothing of
 * the kernel, of the sizes that it serves, or of a launch that has others. */
static bool has_single(struct job *job, const struct profile_source *source,
                       const struct profile_part *dispatch, const struct option_value *asked)
{
    const char *const batch = asked[OPTION_BATCH].text;
    if (!dispatch->type || !spec_takes_any_kernel(asked) || asked[OPTION_FIXED].text ||
        asked[OPTION_EDGES].text || asked[OPTION_INTERFACE].text ||
        (batch && batch_find(batch) == BATCH_GROUPS))
        return false;
    return strcmp(spec_kind(job, asked, source), dispatch->type) == 0 &&
           (profile_shapes(source, dispatch) ||
            profile_rates(job, source, dispatch, false).clock_ghz <= 0);
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
    const size_t single =
        has_single(job, chooser->source, dispatch, asked) ? picks_single(job, picks) : SIZE_MAX;
    if (single == SIZE_MAX && tuned->of_type && !dispatch->groups && !chooser->refused)
        return (struct chosen){.kernel = NULL};
    const size_t kernel = single == SIZE_MAX ? kernel_of_most_shapes(picks) : single;
    struct chosen chosen = {.kernel = &tuned->kernels[kernel]};
    const char *const inherited = picks->table.inherited;
    const size_t own = tuned->kernel_count - (inherited ? 1 : 0);
    if (own > 1 && !tuned->of_type)
        chosen.note =
            arena_printf(job->arena,
                         "kernel %s of profile %s, that of the most shapes, is one of %zu; "
                         "--fixed MxNxK has the one for a shape, --emit dispatch all",
                         tuned->kernels[kernel].name, tuned->profile, own);
    if (inherited)
        chosen.others = arena_printf(job->arena, "--emit dispatch has kernel %s of profile %s",
                                     tuned->kernels[own].name, inherited);
    else if (picks_serve_all(job, picks))
        chosen.others = "--emit dispatch has kernels";
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
    candidates.chosen.note = candidates.chosen.others = NULL;
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
        if (said[id].text && said[id].text != choice->pick->said[id].text)
            said[id].text = arena_copy(job->arena, said[id].text);
    choice->pick->said = said;
    choice->pick->note = choice->chosen.note ? arena_copy(job->arena, choice->chosen.note) : NULL;
    choice->pick->others =
        choice->chosen.others ? arena_copy(job->arena, choice->chosen.others) : NULL;
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
    /* Without sizes the kernel of a type is the profile's own, unless there are some for groups, or figures that choose one. */
    if (dispatch.value && (!dispatch.type || dispatch.groups || asked[OPTION_FIXED].text ||
                           has_single(job, pick.source, &dispatch, asked)))
        pick_by(job, &pick, &dispatch, NULL);
    return pick;
}

bool pick_other_kernel(struct job *job, struct pick *pick, const struct spec *refused)
{
    return spec_takes_any_kernel(pick->said) && pick_by(job, pick, NULL, refused);
}
