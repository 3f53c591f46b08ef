/* Checks a whole command line, once it is read. */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "clgemm.h"
#include "harness/base/output_file.h"
#include "harness/cli/table.h"
#include "harness/search/search.h"

int option_word(const char *name, const char *text, const char *words, int *index,
                struct fault *fault)
{
    const char *at = words;
    char list[200];

    for (*index = 0; *at != '\0'; (*index)++) {
        size_t length = strcspn(at, "| ");

        if (strlen(text) == length && memcmp(text, at, length) == 0)
            return 0;
        at += length + (at[length] != '\0');
    }
    snprintf(list, sizeof list, "%s", words);
    for (char *bar = list; (bar = strchr(bar, '|')) != NULL;)
        *bar = ' ';
    return fault_set(fault, FAULT_USAGE, "%s: `%.60s` is none of: %s", name, text, list);
}

static bool is_above_zero(const char *text)
{
    char *end;
    double number = strtod(text, &end);

    return isfinite(number) && number > 0 && *end == '\0';
}

static int check_peak(const struct options *options, struct fault *fault)
{
    if (options->schedule.peak == NULL || strcmp(options->schedule.peak, "profile") == 0 ||
        strcmp(options->schedule.peak, "measured") == 0 || is_above_zero(options->schedule.peak))
        return 0;
    return fault_set(fault, FAULT_USAGE,
                     "--peak: `%.60s` is neither profile, measured nor a number of GFLOP/s above 0",
                     options->schedule.peak);
}

/* The formats that a command can write, and what writes no others. */
static const char *formats_of(const struct options *options, const char **writer)
{
    *writer =
        options->command == COMMAND_NONE ? "clgemm-bench" : command_row(options->command)->name;
    if (options->list)
        *writer = "--list";
    else if (options->explain != NULL)
        *writer = "--explain";
    else if (options->covering || options->sample > 0)
        *writer = "--covering or --sample";
    else if (option_meaning(option_row("format"), options->command) != NULL)
        return option_meaning(option_row("format"), options->command)->metavar;
    return "text";
}

static int check_format(const struct options *options, struct fault *fault)
{
    const char *word = format_word(options->format), *writer;
    const char *formats = formats_of(options, &writer);
    struct fault none = {0};
    int index;

    if (option_word("", word, formats, &index, &none) == 0)
        return 0;
    return fault_set(fault, FAULT_USAGE, "--format: %s writes no %s; its formats%s", writer, word,
                     strchr(none.text, ':') == NULL ? "" : strrchr(none.text, ':'));
}

/* Every option must be one of the command's. */
static int check_rows(const struct options *options, struct fault *fault)
{
    for (size_t i = 0; option_at(i) != NULL; i++) {
        const struct option_row *row = option_at(i);
        char name[40];

        if (!options->said[i] || option_meaning(row, options->command) != NULL)
            continue;
        if (row->name == NULL)
            snprintf(name, sizeof name, "-%c", row->letter);
        else
            snprintf(name, sizeof name, "--%s", row->name);
        return fault_set(fault, FAULT_USAGE, "%s is no option of %s; see clgemm-bench %s --help",
                         name, command_row(options->command)->name,
                         command_row(options->command)->name);
    }
    return 0;
}

/* Whether presets or `all` choose among the generator's kernels. */
static bool selects(const struct options *options)
{
    const struct selection *selection = &options->selection;

    return selection->presets.count > 0 || selection->all_presets || selection->all_layouts ||
           selection->all_transposes;
}

/* Whether anything asks for kernels of the generator. */
static bool generates(const struct options *options)
{
    return options->settings.count > 0 || selects(options);
}

static int check_manifests(const struct options *options, struct fault *fault)
{
    if (options->selection.manifests.count == 0 && !generates(options))
        return fault_set(fault, FAULT_USAGE,
                         "no kernel is given; name a manifest, generator options or --preset");
    if (options->selection.manifests.count > 0 && options->settings.count > 0)
        return fault_set(fault, FAULT_USAGE,
                         "--%s is the generator's: it cannot change a manifest "
                         "that is already written",
                         options->settings.list[0].name);
    return 0;
}

/* Times of a few runs show no difference, and only tables and records tell one. */
static int check_bench(struct options *options, struct fault *fault)
{
    const bool told = options->format == FORMAT_TEXT || options->format == FORMAT_MARKDOWN ||
                      options->format == FORMAT_JSON;
    const bool compares = options->compare_to != NULL;

    if (!compares && options->within > 0)
        return fault_set(fault, FAULT_USAGE, "--within needs --compare-to FILE");
    if ((compares || options->baseline != NULL) && options->schedule.iterations < RUNS_TO_COMPARE)
        return fault_set(
            fault, FAULT_USAGE,
            "--%s: %" PRIu64 " runs are too few to show a difference; ask -i %d or more",
            compares ? "compare-to" : "baseline", options->schedule.iterations, RUNS_TO_COMPARE);
    if (compares && !told)
        return fault_set(fault, FAULT_USAGE, "--compare-to is told as text, markdown or json");
    if (options->within == 0)
        options->within = 2;
    return check_manifests(options, fault);
}

/* The options of a walk over the parameter space go together, and with nothing that names
 * kernels. */
static int check_walk(const struct options *options, struct fault *fault)
{
    const bool walks = options->covering || options->sample > 0;

    if (options->covering && options->sample > 0)
        return fault_set(fault, FAULT_USAGE, "--covering and --sample exclude each other");
    if (!walks && (options->journal != NULL || options->params.count > 0))
        return fault_set(fault, FAULT_USAGE, "--journal and --param need --covering or --sample");
    if (walks && (options->selection.manifests.count > 0 || selects(options)))
        return fault_set(fault, FAULT_USAGE,
                         "--covering and --sample take no manifest, no preset and no `all`; "
                         "fix options by their values");
    return walks ? 0 : check_manifests(options, fault);
}

static int check_sizes(struct options *options, struct fault *fault)
{
    int word = 0;

    if (options->size_words != NULL) {
        if (options->sizes == SIZES_GIVEN)
            return fault_set(fault, FAULT_USAGE, "--sizes and -M, -N, -K contradict each other");
        if (option_word("--sizes", options->size_words, option_row("sizes")->metavar, &word, fault))
            return -1;
        options->sizes = word == 0 ? SIZES_DEFAULT : word == 1 ? SIZES_EDGE : SIZES_QUICK;
    }
    for (int i = 0; i < 3; i++)
        if (options->sizes == SIZES_GIVEN && !options->test_case.has_size[i])
            return fault_set(fault, FAULT_USAGE, "-M, -N and -K are given together");
    return 0;
}

/* A ladder or study: one name, and nothing that names kernels beside it. */
static int check_experiment(const struct options *options, struct fault *fault)
{
    const char *command = command_row(options->command)->name;

    if (options->list)
        return 0;
    if (options->selection.manifests.count != 1)
        return fault_set(fault, FAULT_USAGE,
                         "one name is taken: clgemm-bench %s NAME; --list shows the "
                         "names",
                         command);
    if (selects(options))
        return fault_set(fault, FAULT_USAGE, "a %s names its kernels itself; ask bench for others",
                         command);
    if (options->has_iterations && options->schedule.iterations == 0)
        return fault_set(fault, FAULT_USAGE, "-i 0 measures nothing; a %s needs 1 run at least",
                         command);
    return 0;
}

static int check_report(const struct options *options, struct fault *fault)
{
    if (options->selection.manifests.count == 0)
        return fault_set(
            fault, FAULT_USAGE,
            "no file is given; name journals or profiles of tune, or what other commands write "
            "with --json");
    if (generates(options))
        return fault_set(fault, FAULT_USAGE, "report takes files, and no option of the generator");
    if (options->output == NULL)
        return fault_set(fault, FAULT_USAGE, "no output file is given; ask -o report.html");
    if (options->schedule.peak != NULL && !is_above_zero(options->schedule.peak))
        return fault_set(fault, FAULT_USAGE,
                         "--peak: report measures nothing: state the peak as a number of GFLOP/s");
    if (options->bandwidth != NULL && !is_above_zero(options->bandwidth))
        return fault_set(fault, FAULT_USAGE, "--bandwidth: `%.60s` is no number of GB/s above 0",
                         options->bandwidth);
    return 0;
}

/* Shapes come from a file or from -M, -N and -K. */
static int check_shapes(const struct options *options, struct fault *fault)
{
    if (options->shapes == NULL || options->sizes != SIZES_GIVEN)
        return 0;
    return fault_set(fault, FAULT_USAGE, "--shapes and -M, -N, -K contradict each other");
}

static int check_compare(const struct options *options, struct fault *fault)
{
    if (check_shapes(options, fault))
        return -1;
    if (options->schedule.iterations == 0)
        return fault_set(fault, FAULT_USAGE, "-i 0 measures nothing; compare needs 1 run at least");
    for (int i = 0; i < 3; i++)
        if (options->test_case.has_size[i] && options->test_case.size[i] == 0)
            return fault_set(fault, FAULT_USAGE,
                             "a size of 0 has no speed; ask -M, -N and -K above 0");
    return check_manifests(options, fault);
}

/* If no sizes are given, takes those that are compiled in. The generator refuses sizes that are
 * none. */
static void take_fixed(struct options *options)
{
    unsigned long long size[3];

    for (size_t i = 0; i < options->settings.count; i++) {
        if (strcmp(options->settings.list[i].name, "fixed") != 0 || options->sizes == SIZES_GIVEN ||
            options->shapes != NULL)
            continue;
        options->sizes = SIZES_GIVEN;
        for (int axis = 0; axis < 3; axis++)
            options->test_case.has_size[axis] = true;
        if (sscanf(options->settings.list[i].value, "%llux%llux%llu", &size[0], &size[1],
                   &size[2]) == 3)
            for (int axis = 0; axis < 3; axis++)
                options->test_case.size[axis] = size[axis];
    }
}

/* Completes the options of tune. */
static void complete_tune(struct options *options)
{
    if (!options->has_trials)
        options->trials = 10;
    if (!options->has_budget)
        options->budget = 250;
    if (options->within == 0)
        options->within = 5;
    if (options->search == NULL)
        options->search = search_kinds[0];
}

static int check_tune(struct options *options, struct fault *fault)
{
    if (options->selection.manifests.count > 0 || options->selection.all_presets ||
        options->selection.all_layouts || options->selection.all_transposes ||
        options->selection.presets.count > 1)
        return fault_set(fault, FAULT_USAGE,
                         "tune chooses among the generator's kernels: it takes no manifest, one "
                         "--preset at most, and no `all`");
    if (check_shapes(options, fault))
        return -1;
    take_fixed(options);
    if (options->sizes != SIZES_GIVEN && options->shapes == NULL && !options->show_space)
        return fault_set(
            fault, FAULT_USAGE,
            "no sizes are given; ask -M, -N and -K, --fixed MxNxK or --shapes FILE.csv");
    complete_tune(options);
    return check_sizes(options, fault);
}

/* Options of a kernel would be of no effect. */
static int check_explain(const struct options *options, struct fault *fault)
{
    if (options->settings.count == 0 && options->selection.presets.count == 0)
        return 0;
    return fault_set(fault, FAULT_USAGE,
                     "--explain peak: the peak is the device's, whatever a kernel is made for; "
                     "--%.60s changes nothing there",
                     options->settings.count > 0 ? options->settings.list[0].name : "preset");
}

static int check_devices(const struct options *options, struct fault *fault)
{
    if (options->selection.manifests.count > 0)
        return fault_set(fault, FAULT_USAGE,
                         "devices takes options alone, not `%.60s`; see clgemm-bench devices "
                         "--help",
                         options->selection.manifests.list[0]);
    if (generates(options))
        return fault_set(fault, FAULT_USAGE, "devices takes no option of the generator");
    return 0;
}

/* Seconds that a compiler or run may take where nobody says. A tuner has many kernels to choose
 * from; what is asked for by name gets its time, on a slow device or under a tool that watches
 * memory too. */
static void complete_limits(struct options *options)
{
    const bool named = options->command != COMMAND_TUNE && options->command != COMMAND_OFFLINE;

    if (options->compile_limit == 0)
        options->compile_limit = named ? 600 : 120;
    if (options->run_limit == 0)
        options->run_limit = named ? 600 : 60;
}

/* The profile is told, and nothing that names one kernel. */
static int check_fit(const struct options *options, struct fault *fault)
{
    const struct selection *selection = &options->selection;

    if (selection->manifests.count > 0 || selection->presets.count > 0 || selection->all_presets ||
        selection->all_layouts)
        return fault_set(fault, FAULT_USAGE,
                         "fit measures the kernels of a profile: it takes no manifest, no preset "
                         "and no --layout all");
    if (settings_value(&options->settings, "for") == NULL)
        return fault_set(fault, FAULT_USAGE, "no profile is given; ask --for PROFILE");
    if (options->schedule.iterations == 0)
        return fault_set(fault, FAULT_USAGE, "-i 0 measures nothing; fit needs 1 run at least");
    return 0;
}

static int check_command(struct options *options, struct fault *fault)
{
    switch (options->command) {
    case COMMAND_DEVICES:
        return check_devices(options, fault);
    case COMMAND_CHECK:
        return check_walk(options, fault) || check_sizes(options, fault) ? -1 : 0;
    case COMMAND_BENCH:
        return check_bench(options, fault);
    case COMMAND_OFFLINE:
        return check_manifests(options, fault);
    case COMMAND_COMPARE:
        return check_compare(options, fault);
    case COMMAND_LADDER:
    case COMMAND_STUDY:
        return check_experiment(options, fault);
    case COMMAND_REPORT:
        return check_report(options, fault);
    case COMMAND_FIT:
        return check_fit(options, fault);
    case COMMAND_TUNE:
        return check_tune(options, fault);
    default:
        return 0;
    }
}

int options_try(const struct settings *settings, const char *preset, struct fault *fault)
{
    struct clgemm_request *request = clgemm_request_new();
    struct clgemm_result *result = NULL;
    struct clgemm_error error = {0};
    int status;

    if (request == NULL)
        return fault_memory(fault);
    status = settings_say(settings, request, &error);
    if (status == 0 && preset != NULL)
        status = clgemm_request_set(request, "preset", preset, &error);
    /* On the device at hand and with other sizes a rule may refuse other things. */
    if (status == 0 && clgemm_generate(request, &result, &error) && error.code != CLGEMM_REFUSED)
        status = -1;
    clgemm_result_free(result);
    clgemm_request_free(request);
    return status == 0 ? 0 : fault_pass_on(fault, &error);
}

/* Tries the options of every named preset without a device: errors are told before hours of
 * work. */
static int try_generator(const struct options *options, struct fault *fault)
{
    if (!option_generates(options->command))
        return 0;
    if (options->selection.presets.count == 0)
        return options_try(&options->settings, NULL, fault);
    for (size_t i = 0; i < options->selection.presets.count; i++)
        if (options_try(&options->settings, options->selection.presets.list[i], fault))
            return -1;
    return 0;
}

/* All that a command writes in the end, known before the hours that it may take. A journal is
 * opened then. */
static int check_outputs(const struct options *options, struct fault *fault)
{
    const char *const paths[] = {options->output, options->svg, options->baseline};

    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++)
        if (paths[i] != NULL && output_check(paths[i], fault))
            return -1;
    return 0;
}

int options_check(struct options *options, struct fault *fault)
{
    if (options->help || options->command == COMMAND_VERSION)
        return 0;
    if (check_rows(options, fault) || check_peak(options, fault) || check_format(options, fault))
        return -1;
    if (options->explain != NULL)
        return check_explain(options, fault);
    if (options->command == COMMAND_NONE) {
        char names[200];

        option_commands(names, sizeof names);
        return fault_set(fault, FAULT_USAGE, "no command is given: %s; see clgemm-bench --help",
                         names);
    }
    complete_limits(options);
    return check_command(options, fault) || check_outputs(options, fault) ||
                   try_generator(options, fault)
               ? -1
               : 0;
}
