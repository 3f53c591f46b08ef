#include <stdlib.h>
#include <string.h>

#include "harness/tune/internal.h"
#include "harness/tune/made.h"
#include "harness/base/text.h"

/* The kernel of a set that serves most shapes; of several the first, which was chosen first. */
static size_t main_kernel(const struct tuning *tuning)
{
    size_t best = 0, most = 0;

    for (size_t i = 0; i < tuning->kernel_count; i++) {
        size_t serves = 0;

        for (size_t shape = 0; shape < tuning->shape_count; shape++)
            serves += tuning->served[shape] == i;
        if (serves > most) {
            best = i;
            most = serves;
        }
    }
    return tuning->kernels[best];
}

/* Options of a kernel in a table: what it computes, but for the text of a product in index notation, and how; how alone where index functions find elements. The file of an interface has its whole
 * path, as the profile lies in another folder than the user's. */
static json_t *table_options(const struct tuning *tuning, const struct configuration *candidate)
{
    if (tuning->shapes[0].kind == SHAPE_OF_INDICES)
        return json_string(candidate->options);

    json_t *problem = tune_read_options(candidate->problem);
    const char *interface = member_text(problem, "interface");
    char *whole = interface == NULL ? NULL : profile_whole_path(interface), *line = NULL;
    json_t *options;

    if (whole != NULL)
        json_object_set_new(problem, "interface", json_string(whole));
    /* Kernels are for any text, which says the rest. */
    for (size_t i = 0; json_object_get(problem, "product") != NULL && i < 3; i++)
        json_object_del(problem, (const char *[]){"fixed", "extent", "strides"}[i]);
    if (json_object_del(problem, "product") == 0 || whole != NULL)
        line = tune_write_options(problem);
    options = json_sprintf("%s%s%s", line == NULL ? candidate->problem : line,
                           *candidate->problem == '\0' ? "" : " ", candidate->options);
    free(line);
    free(whole);
    json_decref(problem);
    return options;
}

static json_t *describe_shape(const struct tuning *tuning, const struct shape *shape,
                              const struct score *score)
{
    double ms = score->final_ms;

    return json_pack("{s:I, s:I, s:I, s:f, s:f}", "m", (json_int_t)shape->m, "n",
                     (json_int_t)shape->n, "k", (json_int_t)shape->k, "ms", ms, "gflops",
                     tune_gflops(tuning, shape, ms));
}

static void add_winners(const struct tuning *tuning, json_t *list)
{
    for (size_t i = 0; i < tuning->shape_count; i++) {
        struct configuration *winner;
        json_t *row, *numbers;

        if (tuning->winners[i] == SIZE_MAX)
            continue;
        winner = tuning->candidates[tuning->winners[i]];
        row = describe_shape(tuning, &tuning->shapes[i], &winner->scores[i]);
        json_object_set_new(row, "transpose", json_string(shape_transpose(&tuning->shapes[i])));
        json_object_set_new(row, "options", table_options(tuning, winner));
        numbers = tune_host_numbers(tuning, winner);
        if (json_object_size(numbers) > 0)
            json_object_set(row, "host", numbers);
        json_array_append_new(list, row);
    }
}

/* The name of a kernel of the set: numbered, as the names that they are generated with may be the same. */
static json_t *set_name(size_t number)
{
    return json_sprintf("k%zu", number);
}

/* Adds the small set, and which of it serves each shape. */
static void add_dispatch(const struct tuning *tuning, json_t *kernels, json_t *shapes)
{
    size_t first = json_array_size(kernels);

    for (size_t i = 0; i < tuning->kernel_count; i++) {
        const struct configuration *candidate = tuning->candidates[tuning->kernels[i]];

        json_array_append_new(kernels, json_pack("{s:o, s:o}", "name", set_name(first + i),
                                                 "options", table_options(tuning, candidate)));
    }
    for (size_t i = 0; i < tuning->shape_count; i++) {
        json_t *row;

        if (tuning->served[i] == SIZE_MAX)
            continue;
        row = describe_shape(tuning, &tuning->shapes[i],
                             &tuning->candidates[tuning->kernels[tuning->served[i]]]->scores[i]);
        json_object_set_new(row, "kernel", set_name(first + tuning->served[i]));
        json_array_append_new(shapes, row);
    }
}

/* A member under the type of its matrices, as profiles name theirs. */
static json_t *under_type(const struct configuration *best, json_t *member)
{
    json_t *problem = tune_read_options(best->problem);
    json_t *kernels = json_pack("{s:o}", member_text_or(problem, "type", "f32"), member);

    json_decref(problem);
    return kernels;
}

/* The profile that --for names, in malloc'd memory; a file by its whole path, as what is written
 * lies in another folder than the user's. NULL: none is named, or no memory. */
static char *base_of(const struct tune_options *options)
{
    const char *name = settings_value(&options->space.settings, "for");

    return name == NULL ? NULL : profile_whole_path(name);
}

static json_t *base_profile(const struct tuner *tuner)
{
    char *base = base_of(tuner->options);
    json_t *name =
        base == NULL ? json_incref(json_object_get(tuner->device, "profile")) : json_string(base);

    free(base);
    return name;
}

/* How the figures came about. */
static json_t *describe_protocol(const struct tuner *tuner)
{
    const struct tune_options *options = tuner->options;

    return json_pack("{s:O, s:O, s:O, s:s, s:I, s:s, s:I, s:s}", "device",
                     json_object_get(tuner->device, "device"), "driver",
                     json_object_get(tuner->device, "driver"), "platform",
                     json_object_get(tuner->device, "platform"), "search", options->search.kind,
                     "seed", (json_int_t)options->seed, "data", data_word(options->problem.data),
                     "trials", (json_int_t)options->finals.trials, "version", clgemm_version());
}

/* NULL: no memory. */
static json_t *make_profile(const struct tuner *tuner, const struct tuning *tunings, size_t count)
{
    const struct configuration *best = NULL;
    json_t *winners = json_array(), *kernels = json_array(), *shapes = json_array();
    json_t *protocol = describe_protocol(tuner);

    for (size_t i = 0; i < count; i++) {
        if (best == NULL && tunings[i].kernel_count > 0)
            best = tunings[i].candidates[main_kernel(&tunings[i])];
        if (tunings[i].cut_short)
            json_object_set_new(protocol, "stopped", json_true());
        add_winners(&tunings[i], winners);
        add_dispatch(&tunings[i], kernels, shapes);
    }
    json_t *table = json_pack("{s:o, s:o}", "kernels", kernels, "shapes", shapes);
    json_t *profile = json_pack(
        "{s:o*, s:o, s:o, s:b}", "name",
        tuner->options->files.output == NULL ? NULL
                                             : profile_named_after(tuner->options->files.output),
        "help", json_sprintf("tuned for %s", member_text(tuner->device, "device")), "inherits",
        base_profile(tuner), "measured", 1);
    const bool by_index = tunings[0].shapes[0].kind == SHAPE_OF_INDICES;
    const bool attends = settings_attend(&tuner->options->space.settings);

    if (!by_index)
        json_object_set_new(profile, "options", under_type(best, json_string(best->options)));
    json_object_set_new(profile, "tuned", protocol);
    json_object_set_new(profile, "shapes", winners);
    if (by_index)
        table = json_pack("{s:o}", attends ? "attention" : "by_index", under_type(best, table));
    json_object_set_new(profile, by_index ? "groups" : "dispatch", table);
    return profile;
}

int tune_write(const struct tuner *tuner, const struct tuning *tunings, size_t count,
               struct fault *fault)
{
    json_t *profile = make_profile(tuner, tunings, count);
    int status = 0;

    if (profile != NULL && tuner->options->files.made != NULL)
        *tuner->options->files.made = json_incref(profile);
    else
        status = made_write(profile, tuner->options->files.output, fault);
    json_decref(profile);
    return status;
}

/* ---------------------------------------------------------------------------------- how to use it */

/* Which sizes a kernel serves alone, in the words of its manifest; false: it serves all, those of a
 * host's launch, or cannot be made again. */
static bool tell_sizes(const struct tuning *tuning, struct configuration *candidate, char *text,
                       size_t room)
{
    static const char *const rules[] = {"exact-sizes", "shift-sizes", "image-size"};
    struct fault ignored = {0};
    const json_t *constraint;
    size_t index;

    *text = '\0';
    if (tune_make(tuning, candidate, &ignored) == 0 &&
        json_object_get(candidate->manifest, "interface") == NULL)
        json_array_foreach(json_object_get(candidate->manifest, "constraints"), index, constraint)
        {
            for (size_t i = 0; i < sizeof rules / sizeof *rules; i++)
                if (member_is(constraint, "rule", rules[i]))
                    text_append(text, room, "%s%s", *text == '\0' ? "" : ", ",
                                member_text(constraint, "sentence"));
        }
    fault_clear(&ignored);
    return *text != '\0';
}

/* Prints the sizes that kernels serve, if none of them serves all. */
static void show_sizes(const struct tuning *tuning)
{
    char text[400];

    for (size_t i = 0; i < tuning->kernel_count; i++)
        if (!tell_sizes(tuning, tuning->candidates[tuning->kernels[i]], text, sizeof text))
            return;
    for (size_t i = 0; i < tuning->kernel_count; i++) {
        struct configuration *candidate = tuning->candidates[tuning->kernels[i]];

        tell_sizes(tuning, candidate, text, sizeof text);
        printf("%s  %s: %s\n",
               i == 0 ? "  which serve some sizes alone; the others have a kernel that the profile "
                        "inherits:\n"
                      : "",
               text, tune_brief(tuning, candidate));
    }
}

void tune_show_profile(const struct tuner *tuner, const struct tuning *tunings, size_t count)
{
    const char *path = tuner->options->files.output;
    const char *host = settings_value(&tuner->options->space.settings, "interface");
    const char *setting = settings_value(&tuner->options->space.settings, "setting");
    const char *product = settings_value(&tuner->options->space.settings, "product");
    const char *head = settings_value(&tuner->options->space.settings, "head");
    char line[4096];

    for (size_t i = 0; i < count; i++) {
        const char *transpose = shape_transpose(&tunings[i].shapes[0]);

        if (tunings[i].kernel_count == 0)
            continue;
        printf("%sclgemm-gen --for %s%s",
               i > 0                                              ? "and: "
               : settings_attend(&tuner->options->space.settings) ? "\na kernel of attention: "
               : tunings[i].shapes[0].kind == SHAPE_OF_INDICES ? "\na kernel for index functions: "
               : host == NULL                                  ? "\nthe kernels and their table: "
                                                               : "\nthe kernel of the host: ",
               strchr(path, '/') == NULL ? "./" : "", utf8_line(path, line, sizeof line));
        if (host != NULL)
            printf(" --interface %s%s%s --emit cl,json%s -o KERNEL.cl\n",
                   utf8_line(host, line, sizeof line), setting != NULL ? " --setting " : "",
                   setting != NULL ? setting : "",
                   tunings[i].kernel_count > 1 ? " --fixed MxNxK" : "");
        else if (settings_attend(&tuner->options->space.settings))
            printf(" --chain attention --head %s --emit cl,json -o KERNEL.cl\n",
                   head != NULL ? head : generator_option("head").standard);
        else if (tunings[i].shapes[0].kind == SHAPE_OF_INDICES)
            printf(" --product '%s' --emit cl,json -o KERNEL.cl\n", product);
        else
            printf(" --emit dispatch%s%s -o FOLDER/\n", count > 1 ? " --transpose " : "",
                   count > 1 ? transpose : "");
        show_sizes(&tunings[i]);
    }
}

/* --------------------------------------------------------------------------------------- files */

/* A profile is JSON, which cannot name every path. */
int tune_check_paths(const struct tune_options *options, struct fault *fault)
{
    char *base = options->files.output == NULL ? NULL : base_of(options);
    json_t *name = json_string(base);

    if (base != NULL && name == NULL)
        fault_set(fault, FAULT_USAGE,
                  "-o %.300s: the tuned profile would inherit from %.300s, and JSON cannot name a "
                  "path that is no UTF-8; give that file or its folder another name",
                  options->files.output, base);
    json_decref(name);
    free(base);
    return fault->code == FAULT_NONE ? 0 : -1;
}

/* --------------------------------------------------------------------------------- the problem */

/* The options that all kernels of a dispatch have with the same value; a new object. */
static json_t *common_options(const json_t *dispatch)
{
    json_t *common = NULL, *kernel, *value;
    size_t index;
    const char *name;
    void *next;

    json_array_foreach(json_object_get(dispatch, "kernels"), index, kernel)
    {
        json_t *own = tune_read_options(member_text(kernel, "options"));

        if (index == 0)
            common = json_incref(own);
        json_object_foreach_safe(common, next, name, value)
        {
            if (!json_equal(value, json_object_get(own, name)))
                json_object_del(common, name);
        }
        json_decref(own);
    }
    return common;
}

static bool is_said(const struct tuning *tuning, const char *option)
{
    const struct tune_options *options = tuning->tuner->options;

    return settings_find(&options->space.settings, option) != NULL ||
           options->space.presets.count > 0 ||
           (tuning->shapes[0].says_transpose && strcmp(option, "transpose") == 0);
}

int tune_keep_problem(struct tuning *tuning, const char *profile, struct fault *fault)
{
    static const char *const options[] = {"type",   "type-a", "type-b",
                                          "type-c", "layout", "transpose"};
    json_t *dispatch = profile_inherited(profile, "dispatch", true, NULL),
           *common = common_options(dispatch);
    struct clgemm_error error = {0};
    bool keeps = false;
    int status = 0;

    for (size_t i = 0; i < sizeof options / sizeof *options && status == 0; i++) {
        const char *value = is_said(tuning, options[i]) ? NULL : member_text(common, options[i]);

        if (value == NULL)
            continue;
        status = clgemm_request_set(tuning->request, options[i], value, &error);
        printf("%s --%s %s", keeps ? "" : "as the profile was tuned for:", options[i], value);
        keeps = true;
    }
    if (keeps)
        printf("\n");
    json_decref(dispatch);
    json_decref(common);
    return status == 0 ? 0 : fault_pass_on(fault, &error);
}
