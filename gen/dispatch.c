/*
 * A dispatch: the kernels that a profile names as the fastest for its shapes, generated together.
 *
 *     "dispatch": {
 *       "kernels": [{"name": "k0", "options": "--tile 8x4 --wg 8x8"}],
 *       "shapes": [{"m": 35, "n": 700, "k": 2048, "kernel": 0, "gflops": 12.3}]
 *     }
 */
#include "emit/dispatch.h"

#include <stdlib.h>
#include <string.h>

#include "gen/generate.h"
#include "gen/profile.h"
#include "gen/request.h"
#include "gen/text.h"
#include "gen/value.h"

struct clgemm_dispatch {
    struct arena arena;
    const char *name;
    struct clgemm_result **results;
    size_t count;
    const char *text;
};

/* The profile as it is asked for. */
static const char *profile_name(struct job *job, const struct clgemm_request *request)
{
    const char *const name = request->values[OPTION_FOR].text;
    if (!name)
        job_fail(job, CLGEMM_USAGE, "for",
                 "a dispatch has its kernels and shapes from a profile; ask --for FILE.json");
    return name;
}

static const struct value *member(struct job *job, const struct value *object, const char *name,
                                  enum value_kind kind, const char *path)
{
    const struct value *const found =
        object && object->kind == VALUE_OBJECT ? value_get(object, name) : NULL;
    if (!found || found->kind != kind)
        job_fail(job, CLGEMM_USAGE, "for", "profile: %s.%s must be %s", path, name,
                 kind == VALUE_LIST      ? "a list"
                 : kind == VALUE_INTEGER ? "a whole number"
                                         : "a text");
    return found;
}

/* A list with something in it. */
static const struct value *filled_list(struct job *job, const struct value *dispatch,
                                       const char *name)
{
    const struct value *const list = member(job, dispatch, name, VALUE_LIST, "dispatch");
    if (list->count == 0)
        job_fail(job, CLGEMM_USAGE, "for", "profile: dispatch.%s is empty", name);
    return list;
}

static struct dispatch_shape read_shape(struct job *job, const struct value *value, size_t index,
                                        size_t kernel_count)
{
    static const char *const names[3] = {"m", "n", "k"};
    const char *const path = arena_printf(job->arena, "dispatch.shapes[%zu]", index);
    struct dispatch_shape shape = {.gflops = 0};
    for (int i = 0; i < 3; i++) {
        shape.sizes[i] = member(job, value, names[i], VALUE_INTEGER, path)->integer;
        if (shape.sizes[i] < 1)
            job_fail(job, CLGEMM_USAGE, "for", "profile: %s.%s is %lld, must be at least 1", path,
                     names[i], shape.sizes[i]);
    }
    const long long kernel = member(job, value, "kernel", VALUE_INTEGER, path)->integer;
    if (kernel < 0 || (unsigned long long)kernel >= kernel_count)
        job_fail(job, CLGEMM_USAGE, "for", "profile: %s.kernel is %lld, must be from 0 to %zu",
                 path, kernel, kernel_count - 1);
    shape.kernel = (size_t)kernel;
    const struct value *const gflops = value_get(value, "gflops");
    if (gflops && gflops->kind == VALUE_REAL)
        shape.gflops = gflops->real;
    else if (gflops && gflops->kind == VALUE_INTEGER)
        shape.gflops = (double)gflops->integer;
    /* Above it the table's thousandths would not fit; no device is that fast. */
    if (!(shape.gflops >= 0 && shape.gflops < 1e12))
        job_fail(job, CLGEMM_USAGE, "for", "profile: %s.gflops is no speed", path);
    return shape;
}

/* "kernel k0 of profile FILE: " before the sentence, unless a file or memory is at fault. */
static _Noreturn void fail_kernel(struct job *job, const char *kernel, const char *profile,
                                  const struct clgemm_error *error)
{
    struct clgemm_error named = *error;
    if (error->code == CLGEMM_IO)
        job_fail_with(job, error);
    const char *const text =
        arena_printf(job->arena, "kernel %s of profile %s: %s", kernel, profile, error->text);
    const size_t length = strlen(text) < sizeof named.text ? strlen(text) : sizeof named.text - 1;
    memcpy(named.text, text, length);
    named.text[length] = '\0';
    job_fail_with(job, &named);
}

/* Says a kernel's options to a copy of the request; what the user asked for wins. 0 or -1. */
static int say_options(struct clgemm_request *request, const char *options, const char *name,
                       struct clgemm_error *error)
{
    struct job job;
    job_init(&job, &request->arena, error);
    if (setjmp(job.escape))
        return -1;
    option_say_line(&job, request->values, options, VOICE_DEVICE);
    option_say(&job, request->values, OPTION_KERNEL_NAME, name, VOICE_USER);
    return 0;
}

/* A kernel as the profile describes it, named NAME_k0: its name there behind the dispatch's. */
static struct clgemm_result *make_kernel(struct job *job, const struct clgemm_dispatch *dispatch,
                                         const struct clgemm_request *request,
                                         const struct value *kernel)
{
    const char *const path = arena_printf(job->arena, "dispatch.kernels[%zu]", dispatch->count);
    const char *const own_name = member(job, kernel, "name", VALUE_TEXT, path)->text;
    const char *const options = member(job, kernel, "options", VALUE_TEXT, path)->text;
    const char *const name = arena_printf(job->arena, "%s_%s", dispatch->name, own_name);
    struct clgemm_error error = {.code = CLGEMM_OK};
    struct clgemm_result *result = NULL;
    for (size_t i = 0; i < dispatch->count; i++)
        if (strcmp(clgemm_result_name(dispatch->results[i]), name) == 0)
            job_fail(job, CLGEMM_USAGE, "for", "profile: two kernels of the dispatch are named %s",
                     own_name);
    struct clgemm_request *const own = clgemm_request_copy(request);
    if (!own)
        job_fail(job, CLGEMM_IO, NULL, "out of memory");
    const int status =
        say_options(own, options, name, &error) || clgemm_generate(own, &result, &error);
    clgemm_request_free(own);
    if (status)
        fail_kernel(job, own_name, request->values[OPTION_FOR].text, &error);
    return result;
}

static void make_kernels(struct job *job, struct clgemm_dispatch *dispatch,
                         const struct clgemm_request *request, const struct value *kernels)
{
    dispatch->results = arena_array(job->arena, kernels->count, sizeof *dispatch->results);
    for (const struct value *kernel = kernels->first; kernel; kernel = kernel->next) {
        dispatch->results[dispatch->count] = make_kernel(job, dispatch, request, kernel);
        dispatch->count++;
    }
}

static const char *write_table(struct job *job, const struct clgemm_dispatch *dispatch,
                               const struct value *shapes)
{
    const struct plan **const plans = arena_array(job->arena, dispatch->count, sizeof *plans);
    struct dispatch_shape *const list = arena_array(job->arena, shapes->count, sizeof *list);
    size_t count = 0;
    for (size_t i = 0; i < dispatch->count; i++)
        plans[i] = result_plan(dispatch->results[i]);
    for (const struct value *shape = shapes->first; shape; shape = shape->next, count++)
        list[count] = read_shape(job, shape, count, dispatch->count);
    const struct dispatch table = {.name = dispatch->name,
                                   .plans = plans,
                                   .kernel_count = dispatch->count,
                                   .shapes = list,
                                   .shape_count = count};
    return emit_dispatch(job, &table);
}

static void make_dispatch(struct job *job, struct clgemm_dispatch *dispatch,
                          const struct clgemm_request *request)
{
    const char *const profile = profile_name(job, request);
    const struct value *const table = value_get(profile_value(job, profile), "dispatch");
    if (!table)
        job_fail(
            job, CLGEMM_USAGE, "for",
            "profile %s has no member `dispatch`, which names kernels and the shapes that they "
            "are for; ask --for FILE.json with one",
            profile);
    const char *const name = request->values[OPTION_KERNEL_NAME].text;
    dispatch->name = name ? arena_copy(job->arena, name) : "clgemm";
    const struct value *const kernels = filled_list(job, table, "kernels");
    const struct value *const shapes = filled_list(job, table, "shapes");
    make_kernels(job, dispatch, request, kernels);
    dispatch->text = write_table(job, dispatch, shapes);
}

int clgemm_dispatch_make(const struct clgemm_request *request, struct clgemm_dispatch **made,
                         struct clgemm_error *error)
{
    struct clgemm_error unused;
    *made = NULL;
    struct clgemm_dispatch *const dispatch = calloc(1, sizeof *dispatch);
    if (!dispatch) {
        error_set(error, CLGEMM_IO, NULL, "out of memory");
        return -1;
    }
    struct job job;
    arena_init(&dispatch->arena, NULL, NULL);
    job_init(&job, &dispatch->arena, error ? error : &unused);
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

const char *clgemm_dispatch_text(const struct clgemm_dispatch *dispatch, size_t *length)
{
    if (length)
        *length = strlen(dispatch->text);
    return dispatch->text;
}

struct clgemm_result *clgemm_dispatch_kernel(struct clgemm_dispatch *dispatch, size_t index)
{
    return index < dispatch->count ? dispatch->results[index] : NULL;
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
