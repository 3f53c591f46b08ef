/*
 * A dispatch: the kernels that a profile names as the fastest for its shapes, generated together.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "emit/calibrate.h"
#include "library/cut.h"
#include "library/generate.h"
#include "gen/request/interface.h"
#include "gen/request/request.h"
#include "gen/template/templates.h"

struct clgemm_dispatch {
    struct arena arena;
    const char *name;
    struct profile_part source;
    struct clgemm_result **results;
    size_t count;
    struct dispatch table;
    const struct clgemm_templates *templates;
    bool of_type;
    const char *cl, *header;
    const char *artifacts[CLGEMM_ARTIFACT_COUNT]; /* those that were asked for */
};

/* A dispatch picks by M, N and K, and so its launcher takes them of a matrix product in index notation, too. */
static const struct plan *plan_of_sizes(struct job *job, const struct plan *plan)
{
    struct plan *const own = arena_allocate(job->arena, sizeof *own);
    *own = *plan;
    own->by_names = plan->by_names && plan->product->by_index;
    return own;
}

/* Those that stay and that no rule refuses, which move up in the table; the others are told there. */
static void make_kernels(struct job *job, struct clgemm_dispatch *dispatch,
                         const struct clgemm_request *request, const struct picks *picks,
                         const struct cut *cut)
{
    const size_t count = picks->tuned->kernel_count;
    const struct plan **const plans = arena_array(job->arena, count, sizeof *plans);
    const char **const left_out = arena_array(job->arena, count + 1, sizeof *left_out);
    const char **const cut_out = arena_array(job->arena, count + 1, sizeof *cut_out);
    size_t *const places = arena_array(job->arena, count, sizeof *places);
    struct model_kernel *const models = arena_array(job->arena, count, sizeof *models);
    struct span *const texts = arena_array(job->arena, count, sizeof *texts);
    size_t others = 0, cut_count = 0;
    dispatch->results = arena_array(job->arena, count, sizeof *dispatch->results);
    for (size_t i = 0; i < count; i++) {
        const char *const name = picks->tuned->kernels[i].name;
        if (picks->refusals[i])
            left_out[others++] = name;
        else if (!picks->table.plans[i])
            cut_out[cut_count++] = name;
        if (!picks->table.plans[i])
            continue;
        struct clgemm_error error;
        if (result_of_plan(picks->specs[i], picks->table.plans[i], request->templates,
                           &dispatch->results[dispatch->count], &error))
            tuned_fail(job, picks->tuned, i, &error);
        texts[dispatch->count].text = clgemm_result_text(dispatch->results[dispatch->count],
                                                         CLGEMM_CL, &texts[dispatch->count].length);
        plans[dispatch->count] = plan_of_sizes(job, picks->table.plans[i]);
        models[dispatch->count] = picks->models[i];
        places[i] = dispatch->count++;
    }
    for (size_t i = 0; i < picks->table.shape_count; i++)
        picks->shapes[i].kernel = places[picks->shapes[i].kernel];
    dispatch->table = picks->table;
    dispatch->table.name = dispatch->name;
    dispatch->table.plans = plans;
    dispatch->table.texts = texts;
    dispatch->table.models = models;
    dispatch->table.kernel_count = dispatch->count;
    dispatch->table.left_out = left_out;
    if (cut)
        dispatch->table.cut = (struct dispatch_cut){cut_out, cut->before, cut->shape_count,
                                                    cut->share, cut->of_request};
    emit_dispatch_share(job, &dispatch->table);
}

static void make_dispatch(struct job *job, struct clgemm_dispatch *dispatch,
                          const struct clgemm_request *request)
{
    struct picks *const picks = picks_of_request(job, request);
    const struct cut *const cut = cut_make(job, picks, request);
    if (cut)
        cut_apply(picks, cut);
    dispatch->source = picks->of.dispatch;
    dispatch->name = picks->of.prefix;
    dispatch->of_type = picks->tuned->of_type;
    make_kernels(job, dispatch, request, picks, cut);
    dispatch->templates = templates_for_job(job, request->templates);
    dispatch->cl = emit_dispatch_cl(job, dispatch->templates, &dispatch->table);
    dispatch->header = emit_dispatch(job, dispatch->templates, &dispatch->table, dispatch->cl,
                                     strlen(dispatch->cl));
}

int clgemm_dispatch_make(const struct clgemm_request *request, struct clgemm_dispatch **made,
                         struct clgemm_error *error)
{
    *made = NULL;
    struct clgemm_dispatch *const dispatch = calloc(1, sizeof *dispatch);
    if (!dispatch) {
        error_set(error, CLGEMM_IO, NULL, "out of memory");
        return -1;
    }
    struct job job;
    arena_init(&dispatch->arena, NULL, NULL);
    job_init(&job, &dispatch->arena, error);
    if (setjmp(job.escape)) {
        clgemm_dispatch_free(dispatch);
        return -1;
    }
    make_dispatch(&job, dispatch, request);
    *made = dispatch;
    return 0;
}

const char *clgemm_dispatch_name(const struct clgemm_dispatch *dispatch)
{
    return dispatch->name;
}

static const char *with_length(const char *text, size_t *length)
{
    if (length)
        *length = strlen(text);
    return text;
}

const char *clgemm_dispatch_cl(const struct clgemm_dispatch *dispatch, size_t *length)
{
    return with_length(dispatch->cl, length);
}

const char *clgemm_dispatch_text(const struct clgemm_dispatch *dispatch, size_t *length)
{
    return with_length(dispatch->header, length);
}

static const char *write_artifact(struct job *job, const struct clgemm_dispatch *dispatch,
                                  enum clgemm_artifact artifact)
{
    const size_t length = strlen(dispatch->cl);
    if (artifact == CLGEMM_MANIFEST)
        return emit_dispatch_manifest(job, &dispatch->table, dispatch->cl, length);
    return artifact == CLGEMM_LAUNCHER
               ? emit_dispatch_launcher(job, dispatch->templates, &dispatch->table, dispatch->cl,
                                        length)
               : emit_dispatch_selftest(job, dispatch->templates, &dispatch->table, dispatch->cl,
                                        length);
}

/* Writes a file when it is first asked for. */
static const char *artifact_text(struct clgemm_dispatch *dispatch, enum clgemm_artifact artifact,
                                 size_t *length, struct clgemm_error *error)
{
    struct job job;
    job_init(&job, &dispatch->arena, error);
    if (setjmp(job.escape))
        return NULL;
    if (!dispatch->artifacts[artifact])
        dispatch->artifacts[artifact] = write_artifact(&job, dispatch, artifact);
    return with_length(dispatch->artifacts[artifact], length);
}

const char *clgemm_dispatch_manifest(struct clgemm_dispatch *dispatch, size_t *length,
                                     struct clgemm_error *error)
{
    return artifact_text(dispatch, CLGEMM_MANIFEST, length, error);
}

const char *clgemm_dispatch_launcher(struct clgemm_dispatch *dispatch, size_t *length,
                                     struct clgemm_error *error)
{
    return artifact_text(dispatch, CLGEMM_LAUNCHER, length, error);
}

const char *clgemm_dispatch_selftest(struct clgemm_dispatch *dispatch, size_t *length,
                                     struct clgemm_error *error)
{
    return artifact_text(dispatch, CLGEMM_SELFTEST, length, error);
}

int clgemm_dispatch_pick(const struct clgemm_dispatch *dispatch, long long m, long long n,
                         long long k, long long members, int *measured)
{
    enum pick_level level;
    struct dispatch asked = dispatch->table;
    asked.members = members;
    const size_t kernel = dispatch_pick(&asked, (long long[]){m, n, k}, &level);
    if (measured)
        *measured = level == PICK_EXACT ||
                    (dispatch->of_type && (level == PICK_MODEL || level == PICK_NEAREST));
    return kernel == SIZE_MAX ? -1 : (int)kernel;
}

double clgemm_dispatch_time(const struct clgemm_dispatch *dispatch, size_t kernel, long long m,
                            long long n, long long k, unsigned int units)
{
    struct dispatch here = dispatch->table;
    struct model_time time;
    if (!dispatch_has_model(&here) || kernel >= here.kernel_count || m < 0 || n < 0 || k < 0)
        return 0;
    struct device_rates device = *here.device;
    if (units > 0)
        device.units = units;
    here.device = &device;
    return dispatch_predict(&here, kernel, (long long[]){m, n, k}, &time) ? time.total : 0;
}

int clgemm_dispatch_product(const struct clgemm_dispatch *dispatch, size_t index, long long *m,
                            long long *n, long long *k)
{
    const struct plan plan = joint_plan(&dispatch->table);
    struct selftest_case products[CALIBRATE_MOST];
    if (index >= calibrate_products(&plan, products))
        return -1;
    *m = products[index].value[SYMBOL_M];
    *n = products[index].value[SYMBOL_N];
    *k = products[index].value[SYMBOL_K];
    return 0;
}

void clgemm_dispatch_source(const struct clgemm_dispatch *dispatch, const char **profile,
                            const char **member)
{
    *profile = dispatch->source.profile;
    *member = dispatch->source.type;
}

struct clgemm_result *clgemm_dispatch_kernel(struct clgemm_dispatch *dispatch, size_t index)
{
    return index < dispatch->count ? dispatch->results[index] : NULL;
}

/* What is asked, and the answer. */
struct question {
    const struct option_value *asked;
    int dispatches;
};

/* Whether the profile has kernels for shapes and, where the launch of a host says much of them, one that the host can call. */
static void ask(struct job *job, void *self)
{
    struct question *const question = self;
    const struct interface *interface = NULL;
    const struct option_value *const values = interface_say(job, question->asked, &interface);
    const struct profile_source *const source = profile_load(job, spec_profile_name(values));
    const struct profile_part part = spec_dispatch(job, values, source);
    question->dispatches =
        part.value &&
        (!interface || picks_leave_out_refused(job, picks_open(job, source, &part, values)));
}

int clgemm_request_dispatches(const struct clgemm_request *request, struct clgemm_error *error)
{
    struct question question = {.asked = request->values};
    return job_alone(ask, &question, error) ? -1 : question.dispatches;
}

void clgemm_dispatch_free(struct clgemm_dispatch *dispatch)
{
    if (!dispatch)
        return;
    for (size_t i = 0; i < dispatch->count; i++)
        clgemm_result_free(dispatch->results[i]);
    arena_free(&dispatch->arena);
    free(dispatch);
}
