/*
 * From a request to its artifacts: request, rules, plan, view, text.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "emit/emit.h"
#include "gen/rules/advice.h"
#include "library/dump.h"
#include "library/generate.h"
#include "gen/spec/notes.h"
#include "library/pick.h"
#include "gen/plan/kernel.h"
#include "gen/plan/planner.h"
#include "gen/request/request.h"
#include "gen/rules/rules.h"
#include "gen/rules/yield.h"
#include "gen/template/templates.h"
#include "gen/view/view.h"

struct clgemm_result {
    struct arena arena;
    const struct spec *spec;
    const struct plan *plan;
    const struct value *view;
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
                                            const struct profile *profile)
{
    size_t own = 0, count = 0;
    while (templates_file(templates, own))
        own++;
    while (profile->files[count])
        count++;
    const char **const names = arena_array(job->arena, own + count + 1, sizeof *names);
    for (size_t i = 0; i < own; i++)
        names[i] = arena_copy(job->arena, templates_file(templates, i));
    for (size_t i = 0; i < count; i++)
        names[own + i] = profile->files[i];
    return names;
}

/* The rules that a request breaks. */
struct broken_rule {
    const struct rule *rule;
    const struct refusal *refusal;
    struct broken_rule *next;
};

struct broken_rules {
    struct job *job;
    struct broken_rule *first, **end;
    int count;
};

static void keep(void *self, const struct rule *rule, const struct refusal *refusal)
{
    struct broken_rules *const rules = self;
    struct broken_rule *const broken = arena_allocate(rules->job->arena, sizeof *broken);
    broken->rule = rule;
    broken->refusal = refusal;
    *rules->end = broken;
    rules->end = &broken->next;
    rules->count++;
}

static void list_broken(struct job *job, const struct spec *spec, struct broken_rules *rules)
{
    *rules = (struct broken_rules){.job = job};
    rules->end = &rules->first;
    rules_check(job, spec, keep, rules);
}

/* Of the kernel that is meant, and the rules that it breaks. Where it breaks any, another kernel of the profile may serve; else defaults yield. */
static const struct spec *resolve(struct job *job, const struct option_value *asked,
                                  struct pick *pick, struct broken_rules *broken)
{
    *pick = pick_kernel(job, asked);
    const struct spec *spec = spec_resolve_for(job, pick->said, pick->source);
    list_broken(job, spec, broken);
    if (broken->count && pick_other_kernel(job, pick)) {
        spec = spec_resolve_for(job, pick->said, pick->source);
        list_broken(job, spec, broken);
    }
    const struct option_value *const yielded =
        broken->count ? yield_defaults(job, pick->said, pick->source) : NULL;
    if (yielded) {
        pick->said = yielded;
        spec = spec_resolve_for(job, yielded, pick->source);
        list_broken(job, spec, broken);
    }
    return spec;
}

/* Those of the request may be gone before an artifact is asked for. */
static const struct clgemm_templates *keep_templates(struct job *job,
                                                     const struct clgemm_templates *templates)
{
    return templates_file(templates, 0) ? templates_for_job(job, templates) : NULL;
}

int clgemm_generate(const struct clgemm_request *request, struct clgemm_result **made,
                    struct clgemm_error *error)
{
    struct clgemm_error unused;
    *made = NULL;
    struct clgemm_result *const result = calloc(1, sizeof *result);
    if (!result) {
        error_set(error, CLGEMM_IO, NULL, "out of memory");
        return -1;
    }
    struct job job;
    arena_init(&result->arena, NULL, NULL);
    job_init(&job, &result->arena, error ? error : &unused);
    if (setjmp(job.escape)) {
        clgemm_result_free(result);
        return -1;
    }
    struct pick pick;
    struct broken_rules broken;
    result->spec = resolve(&job, request->values, &pick, &broken);
    result->dependencies = list_dependencies(&job, request->templates, result->spec->profile);
    if (broken.count) {
        const struct clgemm_error refused = advice_of(&job, pick.said, pick.source);
        job_fail_with(&job, &refused);
    }
    result->notes = notes_of(&job, result->spec, pick.note);
    result->plan = plan_make(&job, result->spec);
    result->view = view_make(&job, result->plan);
    result->templates = request->templates ? keep_templates(&job, request->templates)
                                           : templates_for_job(&job, NULL);
    result->artifacts[CLGEMM_CL].text = templates_render(
        &job, request->templates ? request->templates : result->templates,
        view_page(result->plan), result->view, &result->artifacts[CLGEMM_CL].length);
    *made = result;
    return 0;
}

static const char *write_artifact(struct job *job, struct clgemm_result *result,
                                  enum clgemm_artifact artifact)
{
    const char *const cl = result->artifacts[CLGEMM_CL].text;
    const size_t length = result->artifacts[CLGEMM_CL].length;
    switch (artifact) {
    case CLGEMM_MANIFEST:
        return emit_manifest(job, result->plan, cl, length, false);
    case CLGEMM_MANIFEST_WITH_SOURCE:
        return emit_manifest(job, result->plan, cl, length, true);
    case CLGEMM_HEADER:
        return emit_header(job, result->templates, result->plan, cl, length);
    case CLGEMM_LAUNCHER:
        return emit_launcher(job, result->templates, result->plan, cl, length);
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

/* What cannot be served together first, then what other rules say of all that is asked. */
static void report_broken(struct job *job, const struct pick *pick, struct broken_rules *broken,
                          void (*report)(void *self, const struct clgemm_error *broken), void *self)
{
    const struct clgemm_error first = advice_of(job, pick->said, pick->source);
    report(self, &first);
    broken->count = 1;
    for (const struct broken_rule *rule = broken->first; rule; rule = rule->next) {
        if (strcmp(rule->rule->name, first.rule) == 0)
            continue;
        const struct clgemm_error other =
            advice_of_rule(job, pick->said, pick->source, rule->rule, rule->refusal);
        report(self, &other);
        broken->count++;
    }
}

int clgemm_why_not(const struct clgemm_request *request,
                   void (*report)(void *self, const struct clgemm_error *broken), void *self,
                   struct clgemm_error *error)
{
    struct clgemm_error unused;
    struct arena arena;
    struct job job;
    arena_init(&arena, NULL, NULL);
    job_init(&job, &arena, error ? error : &unused);
    if (setjmp(job.escape)) {
        arena_free(&arena);
        return -1;
    }
    struct pick pick;
    struct broken_rules broken;
    resolve(&job, request->values, &pick, &broken);
    if (broken.count && report)
        report_broken(&job, &pick, &broken, report, self);
    arena_free(&arena);
    return broken.count;
}
