#include "gen/spec/tuned.h"

#include <stdint.h>
#include <string.h>

#include "gen/base/text.h"
#include "gen/request/interface.h"
#include "gen/request/profile_source.h"
#include "gen/spec/internal.h"

/* A profile under way. */
struct reader {
    struct job *job;
    const char *profile; /* as it is named */
    const char *inherits;
    const char *type; /* that all kernels are for; NULL: they say it */
    const char *own;  /* options of the profile's kernel for that type; NULL: none has its place */
    const char *path; /* "dispatch", "dispatch.f32" */
    bool groups;      /* the kernels are for groups of rows */
    bool shared;      /* the shapes are for the kernels of other types or profiles too */
    struct tuned_kernel *kernels;
    size_t count;
};

/* ----------------------------------------------------------------------------- members */

static const struct value *member(const struct reader *reader, const struct value *object,
                                  const char *path, const char *name, enum value_kind kind)
{
    const struct value *const found = value_get(object, name);
    if (!found || found->kind != kind)
        job_fail(reader->job, CLGEMM_USAGE, "for", "profile %s: %s.%s must be %s", reader->profile,
                 path, name,
                 kind == VALUE_LIST      ? "a list"
                 : kind == VALUE_INTEGER ? "a whole number"
                                         : "a text");
    return found;
}

/* Refuses a list with nothing in it. */
static void check_filled(const struct reader *reader, const struct value *list, const char *name)
{
    if (list->count == 0)
        job_fail(reader->job, CLGEMM_USAGE, "for", "profile %s: %s.%s is empty", reader->profile,
                 reader->path, name);
}

/* The place of the kernel that a shape names among those of the type; reader->count: a list for other kernels too
 * names one that is not among them. */
static size_t find_kernel(const struct reader *reader, const struct value *shape, const char *path)
{
    const struct value *const kernel = value_get(shape, "kernel");
    size_t place = 0;
    if (kernel && kernel->kind == VALUE_INTEGER &&
        (unsigned long long)kernel->integer < reader->count)
        return (size_t)kernel->integer;
    if (kernel && kernel->kind == VALUE_INTEGER)
        job_fail(reader->job, CLGEMM_USAGE, "for",
                 "profile %s: %s.kernel is %lld, must be the name of a kernel, or from 0 to %zu",
                 reader->profile, path, kernel->integer, reader->count - 1);
    if (!kernel || kernel->kind != VALUE_TEXT)
        job_fail(reader->job, CLGEMM_USAGE, "for",
                 "profile %s: %s.kernel must be the name of a kernel", reader->profile, path);
    while (place < reader->count && strcmp(reader->kernels[place].name, kernel->text) != 0)
        place++;
    if (place == reader->count && !reader->shared)
        job_fail(reader->job, CLGEMM_USAGE, "for",
                 "profile %s: %s.kernel is %s, and no kernel of %s has that name", reader->profile,
                 path, kernel->text, reader->path);
    return place;
}

static struct dispatch_shape read_shape(const struct reader *reader, const struct value *value,
                                        size_t index)
{
    static const char *const names[3] = {"m", "n", "k"};
    struct job *const job = reader->job;
    const char *const path = arena_printf(job->arena, "%s.shapes[%zu]", reader->path, index);
    struct dispatch_shape shape = {.gflops = 0};
    for (int i = 0; i < 3; i++) {
        shape.sizes[i] = member(reader, value, path, names[i], VALUE_INTEGER)->integer;
        if (shape.sizes[i] < 1)
            job_fail(job, CLGEMM_USAGE, "for", "profile %s: %s.%s is %lld, must be at least 1",
                     reader->profile, path, names[i], shape.sizes[i]);
    }
    shape.kernel = find_kernel(reader, value, path);
    const struct value *const gflops = value_get(value, "gflops");
    if (gflops && gflops->kind != VALUE_NULL)
        shape.gflops = gflops->kind == VALUE_REAL ? gflops->real : (double)gflops->integer;
    /* Above it the table's thousandths would not fit; no device is that fast. */
    if (!(shape.gflops < 1e12))
        job_fail(job, CLGEMM_USAGE, "for", "profile %s: %s.gflops is no speed", reader->profile,
                 path);
    return shape;
}

/* ----------------------------------------------------------------------------- kernels */

struct words {
    struct option_value *values;
    const char *options;
};

static void say(struct job *job, void *self)
{
    const struct words *const words = self;
    option_say_line(job, words->values, words->options, VOICE_USER);
}

static _Noreturn void fail_kernel(struct job *job, const char *kernel, const char *profile,
                                  const struct clgemm_error *error)
{
    job_fail_in(job, error, "kernel %s of profile %s: ", kernel, profile);
}

/* What chooses among the kernels of a profile. */
static const enum option_id choosing[] = {OPTION_TYPE, OPTION_LAYOUT, OPTION_TRANSPOSE};
enum {
    CHOOSING = sizeof choosing / sizeof *choosing
};

/* Refuses a kernel of a type that says what the request says. */
static void check_open(const struct reader *reader, const struct tuned_kernel *kernel,
                       const char *path)
{
    for (int i = 0; i < CHOOSING; i++)
        if (kernel->values[choosing[i]].text)
            job_fail(reader->job, CLGEMM_USAGE, "for",
                     "profile %s: %s.options say --%s; kernels of a type are for every layout and "
                     "transpose, or the member `transposes` names theirs",
                     reader->profile, path, option_rows[choosing[i]].name);
}

/* A kernel of a type that says none is the profile's own one. */
static void read_options(const struct reader *reader, const struct value *value, const char *path,
                         struct tuned_kernel *kernel)
{
    const struct value *const options = value_get(value, "options");
    kernel->own = reader->own && (!options || options->kind == VALUE_NULL);
    kernel->options =
        kernel->own ? reader->own : member(reader, value, path, "options", VALUE_TEXT)->text;
}

static void read_kernels(struct reader *reader, const struct value *kernels)
{
    struct job *const job = reader->job;
    reader->kernels = arena_array(job->arena, kernels->count, sizeof *reader->kernels);
    for (const struct value *value = kernels->first; value; value = value->next) {
        const char *const path =
            arena_printf(job->arena, "%s.kernels[%zu]", reader->path, reader->count);
        struct tuned_kernel *const kernel = &reader->kernels[reader->count];
        struct clgemm_error error = {.code = CLGEMM_OK};
        kernel->name = member(reader, value, path, "name", VALUE_TEXT)->text;
        read_options(reader, value, path, kernel);
        tuned_check_name(job, reader->profile, reader->kernels, reader->count++);
        struct words words = {arena_array(job->arena, OPTION_COUNT, sizeof *words.values),
                              kernel->options};
        if (job_try(job, say, &words, &error))
            fail_kernel(job, kernel->name, reader->profile, &error);
        kernel->values = words.values;
        kernel->rates = profile_kernel_rates(job, reader->profile, value);
        if (!reader->type)
            continue;
        check_open(reader, kernel, path);
        tuned_read_limits(job, reader->profile, path, value, kernel);
        if (!spec_names_kernel(words.values))
            option_say(job, words.values, OPTION_FAMILY, spec_family_of(words.values), VOICE_USER);
    }
}

/* --------------------------------------------------------------------- what is asked */

static const char *asked_of(const struct option_value *asked, enum option_id id)
{
    return asked[id].text ? asked[id].text : option_rows[id].standard;
}

static bool is_column_major(const struct option_value *asked)
{
    return strcmp(asked_of(asked, OPTION_LAYOUT), "column") == 0;
}

/* Column-major matrices are the transposes of row-major ones: the left operand of these is B. Groups of rows would be groups of columns
 * there: kernels with transposes are for row-major ones alone. */
static bool fits_transposes(const struct reader *reader, const struct tuned_kernel *kernel,
                            const struct option_value *asked)
{
    const char *const word = asked_of(asked, OPTION_TRANSPOSE);
    const bool column = is_column_major(asked);
    const char row_major[] = {word[column], word[!column], '\0'};
    return !kernel->transposes ||
           (!(column && reader->groups) && strstr(kernel->transposes, row_major));
}

/* Whether a kernel is for what is asked of an option; where one of them does not say it, it is. */
static bool fits(const struct tuned_kernel *kernel, const struct option_value *asked,
                 enum option_id id)
{
    const char *const own = kernel->values[id].text;
    return asked[id].voice != VOICE_USER || !own || strcmp(asked[id].text, own) == 0;
}

static bool is_of_blocks(const struct tuned_kernel *kernel, const char *type)
{
    return !kernel->blocks || words_have(type, strlen(type), kernel->blocks);
}

/* Whether blocks lie as a kernel says, and are of a type that it names. */
static bool fits_quants(const struct tuned_kernel *kernel, const struct option_value *asked)
{
    return !kernel->quants || (strcmp(kernel->quants, asked_of(asked, OPTION_QUANTS)) == 0 &&
                               (is_of_blocks(kernel, asked_of(asked, OPTION_TYPE_A)) ||
                                is_of_blocks(kernel, asked_of(asked, OPTION_TYPE_B))));
}

static bool is_asked(const struct reader *reader, const struct tuned_kernel *kernel,
                     const struct option_value *asked)
{
    if (reader->type && spec_beyond_engine(asked, kernel->values, reader->type))
        return false;
    for (int i = 0; i < CHOOSING; i++)
        if (!fits(kernel, asked, choosing[i]))
            return false;
    return fits_transposes(reader, kernel, asked) && fits_quants(kernel, asked);
}

/* No kernel is for what is asked: of the first option that tells all of them off, or of all together. */
static _Noreturn void fail_choice(const struct reader *reader, const struct option_value *asked)
{
    const char *const base =
        reader->inherits ? arena_printf(reader->job->arena, ", or --for %s, which it inherits from",
                                        reader->inherits)
                         : "";
    for (int i = 0; i < CHOOSING; i++) {
        const enum option_id id = choosing[i];
        const char *const option = option_rows[id].name;
        bool none = true;
        for (size_t k = 0; k < reader->count && none; k++)
            none = !fits(&reader->kernels[k], asked, id);
        if (none)
            job_fail(reader->job, CLGEMM_REFUSED, option,
                     "no kernel of profile %s is for --%s %s: the first, %s, is for %s; ask --%s "
                     "%s%s",
                     reader->profile, option, asked[id].text, reader->kernels[0].name,
                     reader->kernels[0].values[id].text, option, reader->kernels[0].values[id].text,
                     base);
    }
    job_fail(reader->job, CLGEMM_REFUSED, "for",
             "no kernel of profile %s is for this --type, --layout and --transpose together; ask "
             "--for with another profile, or less",
             reader->profile);
}

/* Of column-major matrices B is the left operand, and what is said of A is said of it; of M, of N. */
static const struct option_value *exchanged(struct job *job, const struct option_value *values)
{
    static const enum option_id pairs[][2] = {
        {OPTION_ACCESS_A, OPTION_ACCESS_B}, {OPTION_VEC_A, OPTION_VEC_B},
        {OPTION_STAGE_A, OPTION_STAGE_B},   {OPTION_LOAD_SHAPE_A, OPTION_LOAD_SHAPE_B},
        {OPTION_PAD_A, OPTION_PAD_B},       {OPTION_LOCAL_VEC_A, OPTION_LOCAL_VEC_B}};
    static const struct {
        enum option_id option;
        const char *pair[2];
    } words[] = {{OPTION_PRETRANSPOSE, {"a", "b"}}, {OPTION_PANELS, {"a", "b"}},
                 {OPTION_PREPARED, {"a", "b"}},     {OPTION_DECODE, {"a", "b"}},
                 {OPTION_THIN, {"m", "n"}},         {OPTION_ENGINE_ALONG, {"m", "n"}}};
    struct option_value *const other = option_copy(job, values);
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        other[pairs[i][0]] = values[pairs[i][1]];
        other[pairs[i][1]] = values[pairs[i][0]];
    }
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        const char *const said = values[words[i].option].text;
        for (int k = 0; said && k < 2; k++)
            if (strcmp(said, words[i].pair[k]) == 0)
                option_say(job, other, words[i].option, words[i].pair[!k], VOICE_USER);
    }
    return other;
}

/* Options of the profile's own kernel for a type; where it states none, of one that multiplies every type. */
static const char *own_options(struct job *job, const struct profile_source *source,
                               const char *type)
{
    const struct profile_line line = profile_kernel(job, source, type);
    return line.profile ? line.options : "--family register";
}

const struct tuned_kernel *tuned_own(struct job *job, const struct profile_source *source,
                                     const char *kind, const struct option_value *asked)
{
    const struct profile_line line = profile_kernel(job, source, kind);
    struct option_value *const values = arena_array(job->arena, OPTION_COUNT, sizeof *values);
    struct tuned_kernel *const kernel = arena_allocate(job->arena, sizeof *kernel);
    if (!line.profile)
        return NULL;
    profile_say(job, values, &line);
    if (!spec_names_kernel(values))
        option_say(job, values, OPTION_FAMILY, spec_family_of(asked), VOICE_PROFILE);
    *kernel = (struct tuned_kernel){.options = line.options, .values = values, .own = true};
    return kernel;
}

/* A dispatch as failures name it. */
static const char *path_of(struct job *job, const struct profile_part *dispatch)
{
    return dispatch->groups
               ? arena_printf(job->arena, "groups.%s.%s", dispatch->groups, dispatch->type)
           : dispatch->type ? arena_printf(job->arena, "dispatch.%s", dispatch->type)
                            : "dispatch";
}

const struct tuned *tuned_read(struct job *job, const struct profile_source *source,
                               const struct profile_part *dispatch,
                               const struct option_value *asked)
{
    struct reader reader = {.job = job,
                            .profile = dispatch->profile,
                            .inherits = dispatch->inherits,
                            .type = dispatch->type,
                            .path = path_of(job, dispatch),
                            .groups = dispatch->groups};
    if (reader.type && !reader.groups)
        reader.own = own_options(job, source, reader.type);
    const struct value *const kernels =
        member(&reader, dispatch->value, reader.path, "kernels", VALUE_LIST);
    check_filled(&reader, kernels, "kernels");
    const struct value *const shapes = profile_shapes(source, dispatch);
    if (shapes)
        check_filled(&reader, shapes, "shapes");
    reader.shared = shapes != profile_member(dispatch->value, "shapes");
    read_kernels(&reader, kernels);

    /* Those that are asked for move up, and their shapes follow them. */
    size_t *const places = arena_array(job->arena, reader.count, sizeof *places);
    struct tuned_kernel *const chosen = arena_array(job->arena, reader.count, sizeof *chosen);
    struct dispatch_shape *const list =
        arena_array(job->arena, shapes ? shapes->count : 0, sizeof *list);
    struct tuned *const tuned = arena_allocate(job->arena, sizeof *tuned);
    const bool exchanges = reader.type && !reader.groups && is_column_major(asked);
    size_t index = 0;
    for (size_t k = 0; k < reader.count; k++) {
        places[k] = SIZE_MAX;
        if (!is_asked(&reader, &reader.kernels[k], asked))
            continue;
        places[k] = tuned->kernel_count;
        chosen[tuned->kernel_count] = reader.kernels[k];
        if (exchanges && !reader.kernels[k].own)
            chosen[tuned->kernel_count].values = exchanged(job, reader.kernels[k].values);
        tuned->kernel_count++;
    }
    if (tuned->kernel_count == 0)
        fail_choice(&reader, asked);
    for (const struct value *shape = shapes ? shapes->first : NULL; shape; shape = shape->next) {
        struct dispatch_shape read = read_shape(&reader, shape, index++);
        if (read.kernel == reader.count || places[read.kernel] == SIZE_MAX)
            continue;
        read.kernel = places[read.kernel];
        if (exchanges) {
            const long long rows = read.sizes[0];
            read.sizes[0] = read.sizes[1];
            read.sizes[1] = rows;
        }
        list[tuned->shape_count++] = read;
    }
    if (shapes && tuned->shape_count == 0)
        job_fail(job, CLGEMM_USAGE, "for",
                 "profile %s: no shape of the dispatch names a kernel that is asked for",
                 reader.profile);
    tuned->profile = reader.profile;
    /* A program that measures kernels itself corrects their predicted times, so there have to be some. */
    const bool calibrates = option_lists(&asked[OPTION_LAUNCHER], "calibrate");
    tuned->rates = profile_rates(job, source, dispatch, shapes != NULL && !calibrates);
    tuned->of_type = reader.type;
    tuned->kernels = chosen;
    tuned->shapes = list;
    return tuned;
}

/* A kernel of a profile decodes both operands, if they are quantised: its own command says which ones are. */
static void say_decoded(struct job *job, struct option_value *values)
{
    const bool a = spec_element(values, 0)->blocks, b = spec_element(values, 1)->blocks;
    const struct option_value *const decode = &values[OPTION_DECODE];
    if (spec_lists(decode, 0) && spec_lists(decode, 1) && a != b)
        option_say(job, values, OPTION_DECODE, a ? "a" : "b", VOICE_USER);
}

/* Whether two words name an interface: a file of the same name, from whatever folder, is the same one. */
static bool names_same(const char *one, const char *other)
{
    const char *const file = strrchr(one, '/'), *const path = strrchr(other, '/');
    return strcmp(file && path ? file : one, file && path ? path : other) == 0;
}

/* Whether a kernel's option counts before what the launch of the interface wants, as it is made for that launch. */
static bool is_for_launch(const struct tuned_kernel *kernel, const struct option_value *asked,
                          enum option_id id)
{
    const char *const interface = kernel->values[OPTION_INTERFACE].text;
    return (id == OPTION_TILE || id == OPTION_WG) && interface && interface_fills_tile(asked) &&
           names_same(interface, asked[OPTION_INTERFACE].text);
}

struct option_value *tuned_say(struct job *job, const struct tuned_kernel *kernel,
                               const struct option_value *asked)
{
    struct option_value *const values = arena_array(job->arena, OPTION_COUNT, sizeof *values);
    for (int id = 0; id < OPTION_COUNT; id++) {
        /* The word of the user, or of the host's interface. */
        const bool decided =
            asked[id].voice == VOICE_USER ||
            (asked[id].voice == VOICE_PRESET && !is_for_launch(kernel, asked, (enum option_id)id));
        values[id] = kernel->values[id].text && !decided ? kernel->values[id] : asked[id];
    }
    values[OPTION_FOR].voice = VOICE_DEVICE;
    if (asked[OPTION_DECODE].voice != VOICE_USER)
        say_decoded(job, values);
    /* So that its command names a kernel of its own, for which no profile is asked again. */
    if (!spec_names_kernel(values))
        option_say(job, values, OPTION_FAMILY, spec_family_of(values), VOICE_USER);
    return values;
}

struct option_value *tuned_say_of_profile(struct job *job, const struct tuned_kernel *kernel,
                                          const struct option_value *asked)
{
    struct option_value *const values = option_copy(job, asked);
    for (int id = 0; id < OPTION_COUNT; id++) {
        const bool of_launch = is_for_launch(kernel, asked, (enum option_id)id);
        if (!kernel->values[id].text || (asked[id].voice > VOICE_PROFILE && !of_launch))
            continue;
        values[id] = kernel->values[id];
        values[id].voice = of_launch ? VOICE_PRESET : VOICE_PROFILE;
    }
    return values;
}

_Noreturn void tuned_fail(struct job *job, const struct tuned *tuned, size_t kernel,
                          const struct clgemm_error *error)
{
    fail_kernel(job, tuned->kernels[kernel].name, tuned->profile, error);
}
