/*
 * From a request to its artifacts: request, rules, plan, view, text.
 */
#include <stdlib.h>
#include <string.h>

#include "emit/emit.h"
#include "gen/rules/advice.h"
#include "library/dump.h"
#include "library/generate.h"
#include "library/launched.h"
#include "library/serve.h"
#include "library/variants.h"
#include "gen/spec/notes.h"
#include "gen/plan/kernel.h"
#include "gen/plan/planner.h"
#include "gen/plan/wording.h"
#include "gen/request/interface.h"
#include "gen/request/request.h"
#include "gen/template/templates.h"
#include "gen/view/view.h"

struct clgemm_result {
    struct arena arena;
    const struct spec *spec;
    const struct plan *plan;
    const struct value *view;
    const struct variants *variants;          /* NULL: it is one kernel */
    const struct clgemm_templates *templates; /* for artifacts; NULL: the embedded ones */
    const char *const *dependencies;          /* NULL ends them */
    const char *const *notes;                 /* NULL ends them */
    struct {
        const char *text;
        size_t length;
    } artifacts[CLGEMM_ARTIFACT_COUNT];
    struct clgemm_error error; /* of the artifact that was asked for last */
};

/* The files that a generation reads, in memory of the result's own: the template set may be gone
 * before it. */
static const char *const *list_dependencies(struct job *job,
                                            const struct clgemm_templates *templates,
                                            const struct profile *profile,
                                            const char *const *interfaces)
{
    size_t own = 0, count = 0, hosts = 0;
    while (templates_file(templates, own))
        own++;
    while (profile->files[count])
        count++;
    while (interfaces[hosts])
        hosts++;
    const char **const names = arena_array(job->arena, own + count + hosts + 1, sizeof *names);
    for (size_t i = 0; i < own; i++)
        names[i] = arena_copy(job->arena, templates_file(templates, i));
    for (size_t i = 0; i < count; i++)
        names[own + i] = profile->files[i];
    for (size_t i = 0; i < hosts; i++)
        names[own + count + i] = interfaces[i];
    return names;
}

/* Whether the kernel of a pick serves all sizes with --edges guard. */
static bool guards_serve_all(struct job *job, const struct pick *pick, unsigned narrowing)
{
    struct option_value *const values = option_copy(job, pick->said);
    option_say(job, values, OPTION_EDGES, "guard", VOICE_USER);
    const struct trial *const trial = trial_keep(job, values, pick->source);
    return !trial->broken && !plan_narrowed(job, plan_make(job, trial->spec), narrowing);
}

/* Which sizes alone a profile's kernel serves, by its own word, and what serves the others; NULL: it serves all, as the request says, or all
 * matrices of less than 2^31 elements. */
static const char *note_of_sizes(struct job *job, const struct spec *spec, const struct plan *plan,
                                 const struct pick *pick)
{
    const unsigned kinds = picks_narrowing(spec->values) &
                           (NARROW_EDGES | NARROW_FIXED | (pick->others ? NARROW_IMAGES : 0u));
    const char *const narrowed = plan_narrowed(job, plan, kinds);
    if (!narrowed || spec->interface || spec->values[OPTION_FAMILY].voice != VOICE_PROFILE)
        return NULL;
    const char *const others = pick->others                         ? pick->others
                               : guards_serve_all(job, pick, kinds) ? "--edges guard has a kernel"
                                                                    : NULL;
    return arena_printf(job->arena, "the kernel of profile %s does not serve all sizes: %s%s%s%s",
                        spec_profile_name(spec->values), narrowed, others ? "; " : "",
                        others ? others : "", others ? " for the others" : "");
}

/* Those of the request may be gone before an artifact is asked for. */
static const struct clgemm_templates *keep_templates(struct job *job,
                                                     const struct clgemm_templates *templates)
{
    return templates_file(templates, 0) ? templates_for_job(job, templates) : NULL;
}

/* Starts a result in an arena of its own; NULL: there is no memory. */
static struct clgemm_result *new_result(struct job *job, struct clgemm_error *error)
{
    struct clgemm_result *const result = calloc(1, sizeof *result);
    if (!result) {
        error_set(error, CLGEMM_IO, NULL, "out of memory");
        return NULL;
    }
    arena_init(&result->arena, NULL, NULL);
    job_init(job, &result->arena, error);
    return result;
}

/* Writes the kernel of a plan; `pick` NULL: it was not picked for a request, and there is nothing to say of it. */
static void render(struct job *job, struct clgemm_result *result, const struct spec *spec,
                   const struct plan *plan, const struct pick *pick,
                   const struct clgemm_templates *templates)
{
    result->spec = spec;
    result->plan = plan;
    const char *const interfaces[] = {spec->interface ? spec->interface->file : NULL, NULL};
    result->dependencies = list_dependencies(job, templates, spec->profile, interfaces);
    result->notes = notes_of(job, spec, pick ? pick->note : NULL,
                             pick ? note_of_sizes(job, spec, plan, pick) : NULL);
    result->view = view_make(job, plan);
    result->templates = templates ? keep_templates(job, templates) : templates_for_job(job, NULL);
    result->artifacts[CLGEMM_CL].text =
        templates_render(job, templates ? templates : result->templates, view_page(plan),
                         result->view, &result->artifacts[CLGEMM_CL].length);
}

/* Writes the text of a host's variants, the first of which is the result's spec and plan. */
static void render_variants(struct job *job, struct clgemm_result *result,
                            const struct clgemm_request *request)
{
    const struct variants *const variants = result->variants = variants_make(job, request);
    const struct spec *const spec = result->spec = variants->first;
    result->plan = variants->plan;
    result->dependencies =
        list_dependencies(job, request->templates, spec->profile, variants->files);
    result->notes = variants->notes;
    result->artifacts[CLGEMM_CL].text = variants->cl;
    result->artifacts[CLGEMM_CL].length = strlen(variants->cl);
}

int clgemm_generate(const struct clgemm_request *request, struct clgemm_result **made,
                    struct clgemm_error *error)
{
    struct job job;
    struct clgemm_result *const result = new_result(&job, error);
    *made = NULL;
    if (!result)
        return -1;
    if (setjmp(job.escape)) {
        clgemm_result_free(result);
        return -1;
    }
    request_check_one(&job, request);
    struct pick pick;
    if (request->values[OPTION_VARIANTS].text) {
        render_variants(&job, result, request);
        *made = result;
        return 0;
    }
    const struct spec *const spec = launched_spec(&job, request->values, &pick);
    render(&job, result, spec, plan_make(&job, spec), &pick, request->templates);
    *made = result;
    return 0;
}

int result_of_plan(const struct spec *spec, const struct plan *plan,
                   const struct clgemm_templates *templates, struct clgemm_result **made,
                   struct clgemm_error *error)
{
    struct job job;
    struct clgemm_result *const result = new_result(&job, error);
    *made = NULL;
    if (!result)
        return -1;
    if (setjmp(job.escape)) {
        clgemm_result_free(result);
        return -1;
    }
    render(&job, result, spec, plan, NULL, templates);
    *made = result;
    return 0;
}

static const char *write_artifact(struct job *job, struct clgemm_result *result,
                                  enum clgemm_artifact artifact)
{
    const char *const cl = result->artifacts[CLGEMM_CL].text;
    const size_t length = result->artifacts[CLGEMM_CL].length;
    if (result->variants && artifact == CLGEMM_MANIFEST)
        return emit_dispatch_manifest(job, &result->variants->table, cl, length);
    if (result->variants)
        job_fail(job, CLGEMM_REFUSED, "variants",
                 "a text of --variants is several kernels, which a host launches: it has files "
                 "NAME.cl and "
                 "NAME.json; ask --emit cl,json --output NAME.cl");
    switch (artifact) {
    case CLGEMM_MANIFEST:
        return emit_manifest(job, result->plan, cl, length, false);
    case CLGEMM_MANIFEST_WITH_SOURCE:
        return emit_manifest(job, result->plan, cl, length, true);
    case CLGEMM_HEADER:
        return emit_header(job, result->templates, result->plan, cl, length);
    case CLGEMM_LAUNCHER:
        return emit_launcher(job, result->templates, result->plan, cl, length);
    case CLGEMM_SELFTEST:
        return emit_selftest(job, result->templates, result->plan, cl, length);
    case CLGEMM_DUMP_REQUEST:
        return dump_request(job, result->spec);
    case CLGEMM_DUMP_PLAN:
        return dump_plan(job, result->plan, cl, length);
    case CLGEMM_DUMP_VIEW:
        return dump_view(job, result->view);
    default:
        return NULL;
    }
}

const char *clgemm_result_text(struct clgemm_result *result, enum clgemm_artifact artifact,
                               size_t *length)
{
    result->error = (struct clgemm_error){.code = CLGEMM_OK};
    if ((unsigned)artifact >= CLGEMM_ARTIFACT_COUNT) {
        error_set(&result->error, CLGEMM_USAGE, NULL, "there is no artifact %d", (int)artifact);
        return NULL;
    }
    if (!result->artifacts[artifact].text) {
        struct job job;
        job_init(&job, &result->arena, &result->error);
        if (setjmp(job.escape))
            return NULL;
        const char *const text = write_artifact(&job, result, artifact);
        result->artifacts[artifact].text = text;
        result->artifacts[artifact].length = strlen(text);
    }
    if (length)
        *length = result->artifacts[artifact].length;
    return result->artifacts[artifact].text;
}

const struct clgemm_error *clgemm_result_error(const struct clgemm_result *result)
{
    return &result->error;
}

const struct plan *result_plan(const struct clgemm_result *result)
{
    return result->plan;
}

const struct value *result_view(const struct clgemm_result *result)
{
    return result->view;
}

struct clgemm_time result_time(const struct model_time *time)
{
    return (struct clgemm_time){time->total, time->start, time->waves, time->memory, time->steps};
}

int clgemm_result_tile(const struct clgemm_result *result, long long *m, long long *n,
                       long long *parts)
{
    const struct model_kernel kernel =
        model_kernel(result->plan, &(struct kernel_rates){.groups = 1});
    *m = kernel.tile[0];
    *n = kernel.tile[1];
    *parts = kernel.parts;
    return kernel.rates.groups ? 0 : -1;
}

int clgemm_result_predict(const struct clgemm_result *result, const struct clgemm_rates *rates,
                          long long m, long long n, long long k, long long members,
                          struct clgemm_time *time)
{
    const struct device_rates device = {.units = rates->units,
                                        .start_us = rates->start_us,
                                        .step_us = rates->step_us,
                                        .memory_gbs = rates->memory_gbs,
                                        .overlap = rates->overlap,
                                        .cache_kb = rates->cache_kb,
                                        .beyond_gbs = rates->beyond_gbs};
    const struct kernel_rates own = {.partial_tiles = 1,
                                     .groups = rates->groups,
                                     .alone_ns = rates->alone_ns,
                                     .shared_ns = rates->shared_ns,
                                     .tile_ns = rates->tile_ns};
    const struct model_kernel kernel = model_kernel(result->plan, &own);
    const struct product product = {.sizes = {m, n, k}, .members = members};
    if (!model_knows(&kernel, &product))
        return -1;
    const struct model_time predicted = model_time(&device, &kernel, &product);
    *time = result_time(&predicted);
    return 0;
}

const char *result_option(const struct clgemm_result *result, enum option_id id)
{
    return result->spec->values[id].text;
}

const char *clgemm_result_name(const struct clgemm_result *result)
{
    return result->plan->name;
}

const char *clgemm_result_command(const struct clgemm_result *result)
{
    return result->plan->command;
}

/* The index-th of a list that NULL ends; NULL past the last one. */
static const char *item(const char *const *list, size_t index)
{
    for (size_t i = 0; i < index; i++)
        if (!list[i])
            return NULL;
    return list[index];
}

const char *clgemm_result_dependency(const struct clgemm_result *result, size_t index)
{
    return item(result->dependencies, index);
}

const char *clgemm_result_note(const struct clgemm_result *result, size_t index)
{
    return item(result->notes, index);
}

size_t clgemm_result_memory(const struct clgemm_result *result)
{
    return sizeof *result + result->arena.bytes;
}

void clgemm_result_free(struct clgemm_result *result)
{
    if (!result)
        return;
    arena_free(&result->arena);
    free(result);
}

/* What cannot be served together first, then what other rules say of all that is asked. Returns how many it is. */
static int report_broken(struct job *job, const struct trial *refused, const struct pick *pick,
                         void (*report)(void *self, const struct clgemm_error *broken), void *self)
{
    const struct clgemm_error first = advice_of(job, refused, pick->source);
    int count = 1;
    report(self, &first);
    for (const struct broken_rule *broken = refused->rules; broken; broken = broken->next) {
        if (strcmp(broken->rule->name, first.rule) == 0)
            continue;
        const struct clgemm_error other = advice_of_rule(job, refused, pick->source, broken);
        report(self, &other);
        count++;
    }
    return count;
}

/* What is asked, who is told, and the answer. */
struct question {
    const struct clgemm_request *request;
    void (*report)(void *self, const struct clgemm_error *broken);
    void *self;
    int count;
};

static void count_broken(struct job *job, void *self)
{
    struct question *const question = self;
    const struct interface *interface = NULL;
    const struct trial *refused;
    struct pick pick;
    request_check_one(job, question->request);
    const struct option_value *const asked =
        interface_say(job, question->request->values, &interface);
    question->count = serve_resolve(job, asked, &pick, &refused) ? 0
                      : question->report
                          ? report_broken(job, refused, &pick, question->report, question->self)
                          : refused->broken;
}

int clgemm_why_not(const struct clgemm_request *request,
                   void (*report)(void *self, const struct clgemm_error *broken), void *self,
                   struct clgemm_error *error)
{
    struct question question = {request, report, self, 0};
    return job_alone(count_broken, &question, error) ? -1 : question.count;
}
