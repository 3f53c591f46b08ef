#include "harness/cli/options.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "clgemm.h"
#include "harness/cli/table.h"
#include "harness/base/sizes.h"

/* Bounds: of most numbers, and of those that say how often something is done. */
static const uint64_t most = INT64_MAX, often = 1000000;

static int read_number(const char *name, const char *text, uint64_t least, uint64_t greatest,
                       uint64_t *number, struct fault *fault)
{
    if (size_parse(text, number) && *number >= least && *number <= greatest)
        return 0;
    return fault_set(fault, FAULT_USAGE,
                     "%s: `%.60s` is no whole number from %" PRIu64 " to %" PRIu64, name, text,
                     least, greatest);
}

static int read_percent(const char *name, const char *text, double *percent, struct fault *fault)
{
    char *end;

    *percent = strtod(text, &end);
    if (*percent > 0 && *percent <= 100 && *end == '\0')
        return 0;
    return fault_set(fault, FAULT_USAGE, "%s: `%.60s` is no percentage above 0 and up to 100", name,
                     text);
}

/* Evaluations, or a time with its unit. */
static int read_budget(struct options *options, const char *text, struct fault *fault)
{
    static const char units[] = "smh";
    static const uint64_t seconds[] = {1, 60, 3600};
    size_t length = strlen(text);
    const char *unit = length == 0 ? NULL : strchr(units, text[length - 1]);
    char number[24];

    options->has_budget = true;
    options->budget_seconds = 0;
    if (size_parse(text, &options->budget))
        return 0;
    options->budget = 0;
    snprintf(number, sizeof number, "%.*s", length == 0 ? 0 : (int)length - 1, text);
    if (unit != NULL && length <= sizeof number && size_parse(number, &options->budget_seconds) &&
        size_multiply(options->budget_seconds, seconds[unit - units], &options->budget_seconds) &&
        options->budget_seconds > 0 && options->budget_seconds <= often)
        return 0;
    return fault_set(fault, FAULT_USAGE,
                     "--budget: `%.60s` is neither a number of evaluations from 0 to %" PRIu64
                     " nor a time from 1s to %" PRIu64 "s, as 90s, 10m or 2h",
                     text, most, often);
}

/* A device type, or OpenCL's name for it, as the word of ours; else the text. */
static const char *device_type(const char *text)
{
    static const char *const types[] = {"cpu", "gpu", "acc", "all", "default"};
    static const char *const names[] = {"CL_DEVICE_TYPE_CPU", "CL_DEVICE_TYPE_GPU",
                                        "CL_DEVICE_TYPE_ACCELERATOR", "CL_DEVICE_TYPE_ALL",
                                        "CL_DEVICE_TYPE_DEFAULT"};

    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(text, names[i]) == 0)
            return types[i];
    return text;
}

static int read_type(const char *text, const char **type, struct fault *fault)
{
    int word = 0;

    *type = device_type(text);
    return option_word("-t", *type, option_row('t')->metavar, &word, fault);
}

/* Elements are of no such type, so --type can say it too, as in a sample of Intel's. */
static bool is_device_type(const char *text)
{
    struct fault unused = {0};
    int word = 0;

    return option_word("", device_type(text), option_row('t')->metavar, &word, &unused) == 0;
}

static int read_setting(struct options *options, const char *name, const char *value)
{
    bool all = value != NULL && strcmp(value, "all") == 0;

    if (strcmp(name, "preset") == 0) {
        if (all)
            options->all_presets = true;
        else
            options->presets[options->preset_count++] = value;
        return 0;
    }
    if (all && strcmp(name, "layout") == 0) {
        options->all_layouts = true;
        return 0;
    }
    if (all && strcmp(name, "transpose") == 0) {
        options->all_transposes = true;
        return 0;
    }
    if (strcmp(name, "edges") == 0)
        options->names_edges = true;
    options->settings.list[options->settings.count++] = (struct setting){name, value};
    return 0;
}

static int read_size(struct options *options, int index, const char *text, struct fault *fault)
{
    static const char *const names[3] = {"-M", "-N", "-K"};

    options->test_case.has_size[index] = true;
    options->sizes = SIZES_GIVEN;
    return read_number(names[index], text, 0, most, &options->test_case.size[index], fault);
}

/* `name`: the long one that was said; NULL: its letter, or another option's. */
static void note_option(struct options *options, int value, const char *name)
{
    for (size_t i = 0; option_at(i) != NULL; i++)
        if (option_at(i)->value == value &&
            (name == NULL ||
             strcmp(option_at(i)->name == NULL ? "" : option_at(i)->name, name) == 0)) {
            options->said[i] = true;
            return;
        }
}

static int read_option(struct options *options, int value, const char *name, struct fault *fault)
{
    struct clgemm_option option;
    int word = 0;

    if (value < LONG_GENERATOR)
        note_option(options, value, name);
    switch (value) {
    case 'p':
        options->device.platform = optarg;
        return 0;
    case 't':
        return read_type(optarg, &options->device.type, fault);
    case 'd':
        options->device.device = optarg;
        return 0;
    case 'M':
        return read_size(options, 0, optarg, fault);
    case 'N':
        return read_size(options, 1, optarg, fault);
    case 'K':
        return read_size(options, 2, optarg, fault);
    case 'i':
        options->has_iterations = true;
        return read_number("-i", optarg, 0, often, &options->iterations, fault);
    case 'k':
        return read_setting(options, "preset", optarg);
    case 'v':
        options->validate = true;
        return 0;
    case LONG_TRIALS:
        options->has_trials = true;
        return read_number("--trials", optarg, 1, often, &options->trials, fault);
    case LONG_WARM_UP:
        return read_number("--warm-up", optarg, 0, often, &options->warm_up, fault);
    case LONG_SEED:
        return read_number("--seed", optarg, 0, most, &options->seed, fault);
    case LONG_WITH:
        options->with = optarg;
        return 0;
    case LONG_AGAINST:
        options->against[options->against_count++] = optarg;
        return 0;
    case LONG_BASELINE:
        options->baseline = optarg;
        return 0;
    case LONG_COMPARE_TO:
        options->compare_to = optarg;
        return 0;
    case LONG_SHAPES:
        options->shapes = optarg;
        return 0;
    case LONG_SEARCH:
        options->search = optarg;
        return 0;
    case LONG_BUDGET:
        return read_budget(options, optarg, fault);
    case 'o':
        options->output = optarg;
        return 0;
    case LONG_TEMPLATES:
        options->templates = optarg;
        return 0;
    case LONG_WORKER:
        options->worker = optarg;
        return 0;
    case LONG_TOP:
        return read_number("--top", optarg, 1, TOP_LIMIT, &options->top, fault);
    case LONG_START:
        options->start = optarg;
        return 0;
    case LONG_LEAST_GAIN:
        return read_percent("--least-gain", optarg, &options->least_gain, fault);
    case LONG_JOBS:
        options->has_jobs = true;
        return read_number("--jobs", optarg, 0, JOBS_LIMIT, &options->jobs, fault);
    case LONG_WITHIN:
        return read_percent("--within", optarg, &options->within, fault);
    case LONG_SHOW_SPACE:
        options->show_space = true;
        return 0;
    case LONG_PARANOID:
        options->paranoid = true;
        return 0;
    case LONG_RUN_LIMIT:
        return read_number("--run-limit", optarg, 1, often, &options->run_limit, fault);
    case LONG_COVERING:
        options->covering = true;
        return 0;
    case LONG_SAMPLE:
        return read_number("--sample", optarg, 1, often, &options->sample, fault);
    case LONG_JOURNAL:
        options->journal = optarg;
        return 0;
    case LONG_PARAM:
        options->params[options->param_count++] = optarg;
        return 0;
    case LONG_MEMORY:
        options->has_memory = true;
        return read_number("--memory", optarg, 1, most, &options->memory, fault);
    case LONG_SIZES:
        options->size_words = optarg;
        return 0;
    case LONG_MEMBERS:
        options->test_case.has_members = true;
        return read_number("--members", optarg, 0, most, &options->test_case.members, fault);
    case LONG_DATA:
        if (option_word("--data", optarg, option_row(LONG_DATA)->metavar, &word, fault))
            return -1;
        options->data = (enum data)word;
        return 0;
    case LONG_FORMAT:
        if (option_word("--format", optarg, option_row_of(LONG_FORMAT, COMMAND_BENCH)->metavar,
                        &word, fault))
            return -1;
        options->format = (enum format)word;
        return 0;
    case LONG_PEAK:
        options->peak = optarg;
        return 0;
    case LONG_TARGET:
        options->targets[options->target_count++] = optarg;
        return 0;
    case LONG_REQUIRE_SHARE:
        return read_percent("--require-share", optarg, &options->require_share, fault);
    case LONG_REQUIRE_NO_SPILLS:
        options->require_no_spills = true;
        return 0;
    case LONG_REQUIRE_SIMD:
        return read_number("--require-simd", optarg, 1, 1024, &options->require_lanes, fault);
    case LONG_REQUIRE_ENGINE:
        options->require_engine = true;
        return 0;
    case LONG_COMPILE_LIMIT:
        return read_number("--compile-limit", optarg, 1, often, &options->compile_limit, fault);
    case LONG_JSON:
        options->format = FORMAT_JSON;
        return 0;
    case LONG_EDITED:
        options->edited = true;
        return 0;
    case LONG_EXACT_LENGTH:
        options->exact_length = true;
        return 0;
    case LONG_WITH_TRANSFER:
        options->with_transfer = true;
        return 0;
    case LONG_EXPLAIN:
        options->explain = optarg;
        return option_word("--explain", optarg, option_row(LONG_EXPLAIN)->metavar, &word, fault);
    case LONG_BANDWIDTH:
        options->bandwidth = optarg;
        return 0;
    case LONG_LIST:
        options->list = true;
        return 0;
    case LONG_SVG:
        options->svg = optarg;
        return 0;
    case 'h':
        options->help = true;
        return 0;
    case LONG_VERSION:
        options->command = COMMAND_VERSION;
        return 0;
    default:
        break;
    }
    if (clgemm_option_at((size_t)(value - LONG_GENERATOR), &option) != 0)
        return fault_set(fault, FAULT_USAGE, "an unknown option");
    if (strcmp(option.name, "type") == 0 && is_device_type(optarg)) {
        note_option(options, 't', NULL);
        return read_type(optarg, &options->device.type, fault);
    }
    return read_setting(options, option.name, optarg);
}

static const char letters[] = "-:p:t:d:M:N:K:i:k:o:vh";

/* getopt_long has said no to `word`: unknown, ambiguous, or without its value. */
static int refuse(const char *word, int problem, const struct option *table,
                  const struct options *options, struct fault *fault)
{
    const struct command_row *command = command_row(options->command);
    struct clgemm_nearest nearest = {.word = word + 2};
    char help[60], text[200] = "";
    const char *renamed;
    size_t used = 0;

    snprintf(help, sizeof help, "; see clgemm-bench%s%s --help", command == NULL ? "" : " ",
             command == NULL ? "" : command->name);

    if (problem == ':' && strncmp(word, "--", 2) == 0)
        return fault_set(fault, FAULT_USAGE, "%.60s needs a value", word);
    if (problem == ':')
        return fault_set(fault, FAULT_USAGE, "-%c needs a value", optopt);
    /* The word is still the one before where letters follow that are not read yet. */
    if (optopt > 0 && optopt < LONG_TRIALS && strchr(letters, optopt) == NULL)
        return fault_set(fault, FAULT_USAGE, "unknown option -%c%s", optopt, help);
    snprintf(text, sizeof text, "%.*s", (int)strcspn(word + 2, "="), word + 2);
    renamed = clgemm_option_renamed(text);
    if (renamed != NULL)
        return fault_set(fault, FAULT_USAGE, "--%s is called --%s now", text, renamed);
    text[0] = '\0';
    for (; table->name != NULL; table++)
        clgemm_nearest_offer(&nearest, table->name);
    for (size_t i = 0; i < nearest.count; i++)
        used += (size_t)snprintf(text + used, sizeof text - used, "%s--%s",
                                 i == 0 ? "; did you mean " : ", ", nearest.names[i]);
    return fault_set(fault, FAULT_USAGE, "unknown option %.60s%s", word,
                     text[0] == '\0' ? help : text);
}

static int read_command(const char *word, struct options *options, struct fault *fault)
{
    char names[200];

    for (size_t i = 0; command_at(i) != NULL; i++)
        if (strcmp(word, command_at(i)->name) == 0) {
            options->command = command_at(i)->command;
            return 0;
        }
    option_commands(names, sizeof names);
    if (strcmp(word, "help") != 0)
        return fault_set(fault, FAULT_USAGE, "command: `%.60s` is none of: %s help", word, names);
    options->help = true;
    return 0;
}

static uint64_t half_of_memory(void)
{
    long pages = sysconf(_SC_PHYS_PAGES), bytes = sysconf(_SC_PAGESIZE);
    uint64_t total;

    if (pages <= 0 || bytes <= 0 || !size_multiply((uint64_t)pages, (uint64_t)bytes, &total))
        return UINT64_C(1) << 30;
    return total / 2;
}

static int read_words(int argc, char **argv, struct options *options, struct option *table,
                      struct fault *fault)
{
    int value, said = -1; /* the place of a long option in the table */

    opterr = 0;
    optind = 1;
    for (; (value = getopt_long(argc, argv, letters, table, &said)) != -1; said = -1) {
        if (value == '?' || value == ':')
            return refuse(argv[optind - 1], value, table, options, fault);
        if (value != 1) {
            if (read_option(options, value, said < 0 ? NULL : table[said].name, fault))
                return -1;
            if (options->command == COMMAND_VERSION)
                return 0;
        } else if (options->command == COMMAND_NONE) {
            if (read_command(optarg, options, fault))
                return -1;
        } else {
            options->manifests[options->manifest_count++] = optarg;
        }
        /* `help tune`: the command follows the word help. */
        if (options->help)
            return options->command == COMMAND_NONE && optind < argc && argv[optind][0] != '-'
                       ? read_command(argv[optind], options, fault)
                       : 0;
    }
    while (optind < argc)
        options->manifests[options->manifest_count++] = argv[optind++];
    return 0;
}

int options_read(int argc, char **argv, struct options *options, struct fault *fault)
{
    size_t room = (size_t)argc + 1;
    struct option *table = option_table(fault);

    memset(options, 0, sizeof *options);
    options->iterations = 10;
    options->warm_up = 2;
    options->trials = 2;
    options->seed = 1;
    options->with = "clblast,openblas,blis,cublas";
    options->top = 5;
    options->memory = half_of_memory();
    options->test_case.alpha = 1;
    for (int i = 0; i < 3; i++)
        options->test_case.size[i] = 1024;
    options->manifests = calloc(room, sizeof *options->manifests);
    options->presets = calloc(room, sizeof *options->presets);
    options->settings.list = calloc(room, sizeof *options->settings.list);
    options->targets = calloc(room, sizeof *options->targets);
    options->params = calloc(room, sizeof *options->params);
    options->against = calloc(room, sizeof *options->against);
    if (options->manifests == NULL || options->presets == NULL || options->settings.list == NULL ||
        options->targets == NULL || options->params == NULL || options->against == NULL)
        fault_memory(fault);
    else if (table != NULL && read_words(argc, argv, options, table, fault) == 0)
        options_check(options, fault);
    free(table);
    if (fault->code == FAULT_NONE)
        return 0;
    options_release(options);
    return -1;
}

void options_release(struct options *options)
{
    free(options->manifests);
    free(options->presets);
    free(options->settings.list);
    free(options->targets);
    free(options->params);
    free(options->against);
    memset(options, 0, sizeof *options);
}
