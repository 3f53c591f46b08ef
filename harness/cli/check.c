/* Checks a whole command line, once it is read. */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "clgemm.h"
#include "harness/base/file.h"
#include "harness/base/output_file.h"
#include "harness/base/text.h"
#include "harness/cli/table.h"
#include "harness/search/search.h"

int option_word(const char *name, const char *text, const char *words, int *index,
                struct fault *fault)
{
    char *list;

    *index = word_index(words, "| ", text, strlen(text));
    if (*index >= 0)
        return 0;
    list = strdup(words);
    if (list == NULL)
        return fault_memory(fault);
    for (char *bar = list; (bar = strchr(bar, '|')) != NULL;)
        *bar = ' ';
    fault_set(fault, FAULT_USAGE, "%s: `%.60s` is none of: %s", name, text, list);
    free(list);
    return -1;
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

/* What does not go together in some commands. */
struct rule {
    unsigned commands; /* bits 1 << enum command */
    bool broken;
    const char *sentence, *word; /* word: for its %s; NULL: it has none */
};

/* The first rule that is broken is told. */
static int check_rules(const struct options *options, struct fault *fault)
{
    const struct selection *selection = &options->selection;
    const struct test_case *test_case = &options->test_case;
    const char *const command = command_row(options->command)->name;
    const char *const setting = options->native ? "for" : options->settings.list[0].name;
    const char *const peak = options->schedule.peak;
    const size_t names = selection->manifests.count, presets = selection->presets.count;
    const bool sets = options->settings.count > 0 || options->native, list = options->list;
    const bool all = selection->all_presets || selection->all_layouts || selection->all_transposes;
    const bool generates = sets || presets > 0 || all;
    const bool walks = options->covering || options->sample > 0;
    const bool compares = options->compare_to != NULL;
    const bool records = options->format == FORMAT_JSON;
    const bool told =
        options->format == FORMAT_TEXT || options->format == FORMAT_MARKDOWN || records;
    const bool no_runs = options->schedule.iterations == 0;
    const bool sizes = options->sizes == SIZES_GIVEN, shapes = options->shapes != NULL;
    const bool at = options->settings.at != NULL;
    const bool product = settings_name_sizes(&options->settings);
    bool some_sizes = false, all_sizes = true, empty = false;

    for (int i = 0; i < 3; i++) {
        some_sizes = some_sizes || test_case->has_size[i];
        all_sizes = all_sizes && test_case->has_size[i];
        empty = empty || (test_case->has_size[i] && test_case->size[i] == 0);
    }
    const struct rule rules[] = {
        {DEVICES, names > 0,
         "devices takes options alone, not `%.60s`; see clgemm-bench devices --help",
         selection->manifests.list[0]},
        {DEVICES, generates, "devices takes no option of the generator", NULL},
        {CHECK, options->covering && options->sample > 0,
         "--covering and --sample exclude each other", NULL},
        {CHECK, !walks && (options->journal != NULL || options->params.count > 0),
         "--journal and --param need --covering or --sample", NULL},
        {CHECK, walks && (names > 0 || presets > 0 || all),
         "--covering and --sample take no manifest, no preset and no `all`; fix options by their "
         "values",
         NULL},
        {BENCH, options->within > 0 && !compares, "--within needs --compare-to FILE", NULL},
        {BENCH, compares && !told, "--compare-to is told as text, markdown or json", NULL},
        {TUNE, names > 0 || all || presets > 1,
         "tune chooses among the generator's kernels: it takes no manifest, one --preset at most, "
         "and no `all`",
         NULL},
        {COMPARE | TUNE, shapes && sizes, "--shapes and -M, -N, -K contradict each other", NULL},
        {COMPARE | TUNE, shapes && at, "--shapes and --at contradict each other", NULL},
        {COMPARE, shapes && test_case->has_groups, "--shapes and --groups contradict each other",
         NULL},
        {COMPARE, no_runs, "-i 0 measures nothing; compare needs 1 run at least", NULL},
        {COMPARE, empty, "a size of 0 has no speed; ask -M, -N and -K above 0", NULL},
        {SUBJECTS, names == 0 && !generates && !walks,
         "no kernel is given; name a manifest, generator options or --preset, as in clgemm-bench "
         "%s "
         "--for native",
         command},
        {SUBJECTS, names > 0 && sets && records && access(selection->manifests.list[0], F_OK) != 0,
         "there is no manifest `%.60s`; --json takes no file: the records go to standard output",
         selection->manifests.list[0]},
        {SUBJECTS, names > 0 && sets,
         "--%s is the generator's: it cannot change a manifest that is already written", setting},
        {DRAWN, names != 1 && !list,
         "one name is taken: clgemm-bench %s NAME; --list shows the names", command},
        {DRAWN, (presets > 0 || all) && !list,
         "a %s names its kernels itself; ask bench for others", command},
        {DRAWN, no_runs && !list, "-i 0 measures nothing; a %s needs 1 run at least", command},
        {REPORT, names == 0,
         "no file is given; name journals or profiles of tune, or what other commands write with "
         "--json",
         NULL},
        {REPORT, generates, "report takes files, and no option of the generator", NULL},
        {REPORT, options->output == NULL, "no output file is given; ask -o report.html", NULL},
        {REPORT, peak != NULL && !is_above_zero(peak),
         "--peak: report measures nothing: state the peak as a number of GFLOP/s", NULL},
        {REPORT, options->bandwidth != NULL && !is_above_zero(options->bandwidth),
         "--bandwidth: `%.60s` is no number of GB/s above 0", options->bandwidth},
        {FIT, names > 0 || presets > 0 || selection->all_presets || selection->all_layouts,
         "fit measures the kernels of a profile: it takes no manifest, no preset and no --layout "
         "all",
         NULL},
        {FIT, settings_value(&options->settings, "for") == NULL,
         "no profile is given; ask --for PROFILE", NULL},
        {FIT, no_runs, "-i 0 measures nothing; fit needs 1 run at least", NULL},
        {PROFILE, names > 0 || presets > 0,
         "profile takes kernels of all profiles: it takes no manifest and no preset", NULL},
        {PROFILE, options->output == NULL, "no output file is given; ask -o mine.json", NULL},
        {PROFILE, options->has_budget && options->budget_seconds == 0 && options->budget == 0,
         "--budget: profile takes a time above 0: seconds, or 90s, 10m, 2h", NULL},
        {TUNE, !sizes && !shapes && !at && !product && !options->show_space,
         "no sizes are given; ask -M, -N and -K, --fixed MxNxK or --shapes FILE.csv", NULL},
        {TUNE, at && !product, "--at says sizes by names; ask --product or --chain attention, too",
         NULL},
        {CHECK, sizes && options->size_words != NULL,
         "--sizes and -M, -N, -K contradict each other", NULL},
        {CHECK | TUNE, some_sizes && !all_sizes, "-M, -N and -K are given together", NULL},
    };

    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++)
        if (rules[i].broken && (rules[i].commands & 1u << options->command) != 0)
            return fault_set(fault, FAULT_USAGE, rules[i].sentence, rules[i].word);
    return 0;
}

/* Times of a few runs show no difference. */
static int check_runs(const struct options *options, struct fault *fault)
{
    const bool compares = options->compare_to != NULL;

    if ((!compares && options->baseline == NULL) || options->schedule.iterations >= RUNS_TO_COMPARE)
        return 0;
    return fault_set(fault, FAULT_USAGE,
                     "--%s: %" PRIu64 " runs are too few to show a difference; ask -i %d or more",
                     compares ? "compare-to" : "baseline", options->schedule.iterations,
                     RUNS_TO_COMPARE);
}

/* Reads --sizes of check; a study has a list of its own. */
static int read_sizes(struct options *options, struct fault *fault)
{
    static const enum case_sizes sizes[] = {SIZES_DEFAULT, SIZES_EDGE, SIZES_QUICK};
    int word;

    if (options->command != COMMAND_CHECK || options->size_words == NULL)
        return 0;
    if (option_word("--sizes", options->size_words, option_row("sizes")->metavar, &word, fault))
        return -1;
    options->sizes = sizes[word];
    return 0;
}

/* If no sizes are given, takes those that are compiled in, but of a product in index notation, whose text has them by names. The generator
 * refuses sizes that are none. */
static void take_fixed(struct options *options)
{
    unsigned long long size[3];

    for (size_t i = 0; i < options->settings.count; i++) {
        if (strcmp(options->settings.list[i].name, "fixed") != 0 || options->sizes == SIZES_GIVEN ||
            options->shapes != NULL || settings_name_sizes(&options->settings))
            continue;
        options->sizes = SIZES_GIVEN;
        if (sscanf(options->settings.list[i].value, "%llux%llux%llu", &size[0], &size[1],
                   &size[2]) == 3)
            for (int axis = 0; axis < 3; axis++) {
                options->test_case.has_size[axis] = true;
                options->test_case.size[axis] = size[axis];
            }
    }
}

/* Completes what the command has a default of its own for. Seconds that a compiler or run may take:
 * a tuner has many kernels to choose from; what is asked for by name gets its time, on a slow
 * device or under a tool that watches memory too. */
static void complete(struct options *options)
{
    const bool makes = options->command == COMMAND_PROFILE;
    const bool tunes = options->command == COMMAND_TUNE || makes;
    const bool named = !tunes && options->command != COMMAND_OFFLINE;

    if (options->compile_limit == 0)
        options->compile_limit = named ? 600 : 120;
    if (options->run_limit == 0)
        options->run_limit = named ? 600 : 60;
    if (options->within == 0)
        options->within = tunes ? 5 : 2;
    if (tunes && !options->has_trials)
        options->trials = 10;
    if (tunes && !options->has_budget)
        options->budget = 250;
    if (makes && options->budget_seconds == 0)
        options->budget_seconds = options->has_budget ? options->budget : 600;
    if (options->search == NULL)
        options->search = search_name(0);
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
    /* The command itself tries each value of its lists. */
    if (!option_generates(options->command) || options->command == COMMAND_PROFILE)
        return 0;
    if (options->selection.presets.count == 0)
        return options_try(&options->settings, NULL, fault);
    for (size_t i = 0; i < options->selection.presets.count; i++)
        if (options_try(&options->settings, options->selection.presets.list[i], fault))
            return -1;
    return 0;
}

/* A name that profile is to write becomes a path: that of the user's profile. */
static int take_own_profile(struct options *options, struct fault *fault)
{
    const char *name = options->output;
    char path[sizeof((struct clgemm_user_profile *)NULL)->path];

    if (options->command != COMMAND_PROFILE || file_is_named(name))
        return 0;
    if (clgemm_profile_text(name, NULL) != NULL)
        return fault_set(fault, FAULT_USAGE,
                         "-o %.60s: a built-in profile has this name; ask another one, or a file, "
                         "as ./%.60s.json",
                         name, name);
    if (clgemm_user_profile_path(name, path, sizeof path) < 0)
        return fault_set(
            fault, FAULT_USAGE,
            "-o %.60s: there is no folder for profiles; set CLGEMM_PROFILES or HOME, or "
            "name a file, as ./%.60s.json",
            name, name);
    options->output = options->own_profile = strdup(path);
    return options->output == NULL ? fault_memory(fault) : file_make_folders(path, fault);
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
    if (options->command == COMMAND_TUNE)
        take_fixed(options);
    groups_complete(settings_value(&options->settings, "ragged"), &options->test_case);
    if ((options->command == COMMAND_BENCH && check_runs(options, fault)) ||
        check_rules(options, fault) || read_sizes(options, fault))
        return -1;
    complete(options);
    return take_own_profile(options, fault) || check_outputs(options, fault) ||
                   try_generator(options, fault)
               ? -1
               : 0;
}
