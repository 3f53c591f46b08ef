/*
 * A dispatch: the kernels that a profile names as the fastest for its shapes, generated together.
 *
 *     "dispatch": {
 *       "kernels": [{"name": "k0", "options": "--tile 8x4 --wg 8x8"}],
 *       "shapes": [{"m": 35, "n": 700, "k": 2048, "kernel": 0, "gflops": 12.3}]
 *     }
 */
#include "emit/dispatch.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "emit/c_text.h"
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
    struct dispatch table;
    const char *text;
};

/* A kernel as the profile describes it. */
struct dispatch_row {
    const char *name, *options;
    const struct option_value *values; /* the options, by option; those unsaid without text */
    bool asked;                        /* for what the user asks for */
    size_t kernel;                     /* its number among those */
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

/* What all kernels of a dispatch have in common, beside the sizes: nothing in clgemm_pick tells them
 * apart by it. The first ones choose among the rows of a profile. */
static const enum option_id common[] = {
    OPTION_TYPE,  OPTION_LAYOUT, OPTION_TRANSPOSE, OPTION_COMPUTE,  OPTION_ACCUMULATE,
    OPTION_ALPHA, OPTION_BETA,   OPTION_OFFSET_A,  OPTION_OFFSET_B, OPTION_OFFSET_C};
enum {
    COMMON = sizeof common / sizeof *common,
    CHOOSING = 3
};

/* An option's value in a kernel. Canonical texts of numbers are the shortest that tell them apart. */
static const char *value_of(const struct clgemm_result *result, enum option_id id)
{
    if (id == OPTION_COMPUTE)
        return result_plan(result)->problem.product;
    if (id == OPTION_ACCUMULATE)
        return result_plan(result)->problem.accumulate;
    return result_option(result, id);
}

/* The options of a kernel's row, parsed. Behind them the arena fails the job again, not the one that
 * is over. */
static struct option_value *read_options(struct job *job, const struct dispatch_row *row,
                                         const char *profile)
{
    struct option_value *const values = arena_array(job->arena, OPTION_COUNT, sizeof *values);
    struct clgemm_error error = {.code = CLGEMM_OK};
    struct job own;
    job_init(&own, job->arena, &error);
    if (setjmp(own.escape)) {
        job_init(job, job->arena, job->error);
        fail_kernel(job, row->name, profile, &error);
    }
    option_say_line(&own, values, row->options, VOICE_USER);
    job_init(job, job->arena, job->error);
    return values;
}

/* Whether a row is for what the user asks; of an option that one of them does not say, it is. */
static bool is_asked(const struct clgemm_request *request, const struct dispatch_row *row)
{
    for (int i = 0; i < CHOOSING; i++) {
        const struct option_value *const asked = &request->values[common[i]];
        const char *const own = row->values[common[i]].text;
        if (asked->voice == VOICE_USER && own && strcmp(asked->text, own) != 0)
            return false;
    }
    return true;
}

/* Whether what is made of one kernel has the name of the other: two files, macros or types would be one. */
static bool names_meet(struct job *job, const char *one, const char *other)
{
    /* NAME_launch.h, and the types that a launcher defines beside its own. */
    static const char *const suffixes[] = {"", "_LAUNCH", "_ARGUMENT", "_IMAGE", "_WORKSPACE"};
    const char *const left = c_capitals(job, one), *const right = c_capitals(job, other);
    for (size_t i = 0; i < sizeof suffixes / sizeof *suffixes; i++)
        if (strcmp(arena_printf(job->arena, "%s%s", left, suffixes[i]), right) == 0 ||
            strcmp(arena_printf(job->arena, "%s%s", right, suffixes[i]), left) == 0)
            return true;
    return false;
}

/* Refuses a name whose files, types or macros would be another kernel's, or the table's own. */
static void check_name(struct job *job, const struct dispatch_row *rows, size_t index)
{
    static const char *const own[] = {"DISPATCH",    "KERNELS",    "KERNEL_COUNT", "KERNEL_NAME",
                                      "PICK",        "PICK_EXACT", "PICK_LEVEL",   "PICK_NEAREST",
                                      "PICK_NONE",   "SERVES",     "SHAPE",        "SHAPES",
                                      "SHAPE_COUNT", "TIMES"};
    const char *const name = rows[index].name, *const capitals = c_capitals(job, name);
    for (size_t i = 0; i < sizeof own / sizeof *own; i++)
        if (strcmp(capitals, own[i]) == 0)
            job_fail(job, CLGEMM_USAGE, "for",
                     "profile: a kernel of the dispatch is named %s, a word of the table itself",
                     name);
    for (size_t i = 0; i < index; i++) {
        if (strcmp(rows[i].name, name) == 0)
            job_fail(job, CLGEMM_USAGE, "for", "profile: two kernels of the dispatch are named %s",
                     name);
        if (names_meet(job, rows[i].name, name))
            job_fail(job, CLGEMM_USAGE, "for",
                     "profile: kernels %s and %s of the dispatch would share files, macros or "
                     "types; their names must differ in more than case, _launch, _argument, _image "
                     "or _workspace",
                     rows[i].name, name);
    }
}

/* The rows of a table: names and options. */
static struct dispatch_row *read_rows(struct job *job, const struct clgemm_request *request,
                                      const struct value *kernels)
{
    struct dispatch_row *const rows = arena_array(job->arena, kernels->count, sizeof *rows);
    const char *const profile = request->values[OPTION_FOR].text;
    size_t count = 0;
    for (const struct value *kernel = kernels->first; kernel; kernel = kernel->next, count++) {
        const char *const path = arena_printf(job->arena, "dispatch.kernels[%zu]", count);
        struct dispatch_row *const row = &rows[count];
        row->name = member(job, kernel, "name", VALUE_TEXT, path)->text;
        row->options = member(job, kernel, "options", VALUE_TEXT, path)->text;
        check_name(job, rows, count);
        row->values = read_options(job, row, profile);
        row->asked = is_asked(request, row);
    }
    return rows;
}

/* No row is for what the user asks. */
static _Noreturn void fail_choice(struct job *job, const struct clgemm_request *request,
                                  const struct dispatch_row *rows, size_t count)
{
    const char *const profile = request->values[OPTION_FOR].text;
    for (int i = 0; i < CHOOSING; i++) {
        const char *const asked = request->values[common[i]].text;
        const char *const own = rows[0].values[common[i]].text;
        bool all = asked && own;
        for (size_t row = 0; row < count && all; row++)
            all = rows[row].values[common[i]].text &&
                  strcmp(rows[row].values[common[i]].text, asked) != 0;
        if (all)
            job_fail(
                job, CLGEMM_REFUSED, option_rows[common[i]].name,
                "no kernel of profile %s is for --%s %s: the first, %s, is for %s; ask --%s %s",
                profile, option_rows[common[i]].name, asked, rows[0].name, own,
                option_rows[common[i]].name, own);
    }
    job_fail(job, CLGEMM_REFUSED, "for",
             "no kernel of profile %s is for this --type, --layout and --transpose together; ask "
             "--for with another profile, or less",
             profile);
}

/* Says a kernel's options to a copy of the request: they are complete, so that the profile's own
 * kernel stands behind none of them, and what the user asked for wins. 0 or -1. */
static int say_options(struct clgemm_request *request, const struct dispatch_row *row,
                       const char *name, struct clgemm_error *error)
{
    struct job job;
    job_init(&job, &request->arena, error);
    if (setjmp(job.escape))
        return -1;
    for (int id = 0; id < OPTION_COUNT; id++)
        if (row->values[id].text && request->values[id].voice != VOICE_USER)
            request->values[id] = row->values[id];
    request->values[OPTION_FOR].voice = VOICE_DEVICE;
    option_say(&job, request->values, OPTION_KERNEL_NAME, name, VOICE_USER);
    return 0;
}

/* A kernel as the profile describes it, named NAME_k0: its name there behind the dispatch's. */
static struct clgemm_result *make_kernel(struct job *job, const struct clgemm_dispatch *dispatch,
                                         const struct clgemm_request *request,
                                         const struct dispatch_row *row)
{
    const char *const name = arena_printf(job->arena, "%s_%s", dispatch->name, row->name);
    struct clgemm_error error = {.code = CLGEMM_OK};
    struct clgemm_result *result = NULL;
    struct clgemm_request *const own = clgemm_request_copy(request);
    if (!own)
        job_fail(job, CLGEMM_IO, NULL, "out of memory");
    const int status = say_options(own, row, name, &error) || clgemm_generate(own, &result, &error);
    clgemm_request_free(own);
    if (status)
        fail_kernel(job, row->name, request->values[OPTION_FOR].text, &error);
    return result;
}

/* Refuses a kernel that computes something else than the first one. */
static void check_alike(struct job *job, const char *profile, const struct dispatch_row *first,
                        const struct clgemm_result *first_result, const struct dispatch_row *other,
                        const struct clgemm_result *other_result)
{
    for (int i = 0; i < COMMON; i++) {
        const char *const option = option_rows[common[i]].name;
        const char *const one = value_of(first_result, common[i]);
        const char *const two = value_of(other_result, common[i]);
        if (strcmp(one, two) != 0)
            job_fail(job, CLGEMM_REFUSED, option,
                     "kernel %s of profile %s is for --%s %s and kernel %s for --%s %s, and a "
                     "dispatch is for one of them; ask --%s %s, or --%s %s for another one",
                     first->name, profile, option, one, other->name, option, two, option, one,
                     option, two);
    }
}

/* Generates the kernels that are asked for; each row learns its kernel's number. */
static void make_kernels(struct job *job, struct clgemm_dispatch *dispatch,
                         const struct clgemm_request *request, struct dispatch_row *rows,
                         size_t count)
{
    const struct dispatch_row *first = NULL;
    dispatch->results = arena_array(job->arena, count, sizeof *dispatch->results);
    for (size_t i = 0; i < count; i++) {
        if (!rows[i].asked)
            continue;
        first = first ? first : &rows[i];
        rows[i].kernel = dispatch->count;
        dispatch->results[dispatch->count] = make_kernel(job, dispatch, request, &rows[i]);
        dispatch->count++;
        check_alike(job, request->values[OPTION_FOR].text, first, dispatch->results[0], &rows[i],
                    dispatch->results[rows[i].kernel]);
    }
    if (!first)
        fail_choice(job, request, rows, count);
}

/* The shapes of the kernels that were made. */
static void make_table(struct job *job, struct clgemm_dispatch *dispatch,
                       const struct value *shapes, const struct dispatch_row *rows,
                       size_t row_count)
{
    const struct plan **const plans = arena_array(job->arena, dispatch->count, sizeof *plans);
    struct dispatch_shape *const list = arena_array(job->arena, shapes->count, sizeof *list);
    size_t index = 0, count = 0;
    for (size_t i = 0; i < dispatch->count; i++)
        plans[i] = result_plan(dispatch->results[i]);
    for (const struct value *shape = shapes->first; shape; shape = shape->next, index++) {
        struct dispatch_shape read = read_shape(job, shape, index, row_count);
        if (!rows[read.kernel].asked)
            continue;
        read.kernel = rows[read.kernel].kernel;
        list[count++] = read;
    }
    if (count == 0)
        job_fail(job, CLGEMM_USAGE, "for",
                 "profile: no shape of the dispatch names a kernel that is asked for");
    dispatch->table = (struct dispatch){.name = dispatch->name,
                                        .plans = plans,
                                        .kernel_count = dispatch->count,
                                        .shapes = list,
                                        .shape_count = count};
    dispatch->text = emit_dispatch(job, &dispatch->table);
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
    struct dispatch_row *const rows = read_rows(job, request, kernels);
    make_kernels(job, dispatch, request, rows, kernels->count);
    make_table(job, dispatch, shapes, rows, kernels->count);
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

int clgemm_dispatch_pick(const struct clgemm_dispatch *dispatch, long long m, long long n,
                         long long k, int *measured)
{
    bool exact;
    const size_t kernel = dispatch_pick(&dispatch->table, (long long[]){m, n, k}, &exact);
    if (measured)
        *measured = exact;
    return kernel == SIZE_MAX ? -1 : (int)kernel;
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
