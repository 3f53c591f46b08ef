#include "harness/options.h"

#include <getopt.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "clgemm.h"
#include "harness/sizes.h"

/* getopt_long's values of options without a letter; the generator's options follow. */
enum {
    LONG_TRIALS = 256,
    LONG_SIZES,
    LONG_PEAK,
    LONG_DATA,
    LONG_FORMAT,
    LONG_JSON,
    LONG_MEMORY,
    LONG_EDITED,
    LONG_SEED,
    LONG_WARM_UP,
    LONG_COVERING,
    LONG_SAMPLE,
    LONG_JOURNAL,
    LONG_PARAM,
    LONG_HELP,
    LONG_VERSION,
    LONG_GENERATOR = 1024
};

struct row {
    const char *name; /* long name; NULL: a letter only */
    int value;        /* letter, or LONG_ */
    const char *metavar, *help;
};

static const struct row rows[] = {
    {"platform", 'p', "P", "platform: number or part of its name"},
    {"device-type", 't', "T",
     "cpu, gpu, acc, all or default (a GPU if there is one, else the CPU)"},
    {"device", 'd', "D", "device: number or part of its name"},
    {NULL, 'M', "N", "rows of op(A) and C (bench: 1024)"},
    {NULL, 'N', "N", "columns of op(B) and C (bench: 1024)"},
    {NULL, 'K', "N", "columns of op(A), rows of op(B) (bench: 1024)"},
    {"iterations", 'i', "N", "bench: timed runs (10); 0: everything but the launch"},
    {"kernel", 'k', "NAME", "a preset of the generator; may be repeated"},
    {"validate", 'v', "", "bench: compare every iteration with the host"},
    {"warm-up", LONG_WARM_UP, "N", "bench: runs before those that count (2)"},
    {"trials", LONG_TRIALS, "N", "check: times that each case runs (2)"},
    {"sizes", LONG_SIZES, "default|edge|quick",
     "check: a few sizes, all edges of tiles and types, or the fewest"},
    {"covering", LONG_COVERING, "", "check: kernels that have every pair of option values"},
    {"sample", LONG_SAMPLE, "N", "check: N random kernels of the parameter space"},
    {"journal", LONG_JOURNAL, "FILE", "with --covering, --sample: go on where FILE ends"},
    {"param", LONG_PARAM, "NAME=V1,V2", "with --covering, --sample: values of an option"},
    {"peak", LONG_PEAK, "WHAT", "bench: profile, measured, or GFLOP/s"},
    {"data", LONG_DATA, "WHAT", "bench: random, ones or small"},
    {"format", LONG_FORMAT, "WHAT", "text, json (one object a line) or csv"},
    {"json", LONG_JSON, "", "the same as --format json"},
    {"memory", LONG_MEMORY, "BYTES", "host memory for matrices (half of what there is)"},
    {"seed", LONG_SEED, "N", "start of the pseudo-random data (1)"},
    {"edited", LONG_EDITED, "", "take a source file that differs from the manifest's hash"},
    {"help", LONG_HELP, "", "this text"},
    {"version", LONG_VERSION, "", "version"},
};
enum {
    ROW_COUNT = sizeof rows / sizeof *rows
};

void options_help(void)
{
    printf("clgemm-bench compiles, checks and measures kernels that clgemm-gen emits.\n\n"
           "  clgemm-bench devices [--json]               what there is, and what works on it\n"
           "  clgemm-bench check MANIFEST... [options]    is the result right?\n"
           "  clgemm-bench bench MANIFEST... [options]    how fast is it?\n\n"
           "MANIFEST is what clgemm-gen writes (NAME.json; -: standard input). In its place stand\n"
           "clgemm-gen's own options, --preset NAME, or --preset all; --layout all and\n"
           "--transpose all go through every value.\n\n");
    for (size_t i = 0; i < ROW_COUNT; i++) {
        char name[64];

        if (rows[i].name == NULL)
            snprintf(name, sizeof name, "-%c %s", rows[i].value, rows[i].metavar);
        else if (rows[i].value < 256)
            snprintf(name, sizeof name, "-%c, --%s %s", rows[i].value, rows[i].name,
                     rows[i].metavar);
        else
            snprintf(name, sizeof name, "--%s %s", rows[i].name, rows[i].metavar);
        printf("  %-26s %s\n", name, rows[i].help);
    }
    printf("\nExit code: 0 right, 1 usage, 2 file or memory, 3 template, 4 refused by a rule, "
           "5 device,\n6 a wrong result.\n");
}

/* The table that getopt_long reads: ours, then the generator's, then a row of zeros. */
static struct option *make_table(struct fault *fault)
{
    struct clgemm_option option;
    size_t generator_count = 0, used = 0;
    struct option *table;

    while (clgemm_option_at(generator_count, &option) == 0)
        generator_count++;
    table = calloc(ROW_COUNT + generator_count + 1, sizeof *table);
    if (table == NULL) {
        fault_memory(fault);
        return NULL;
    }
    for (size_t i = 0; i < ROW_COUNT; i++)
        if (rows[i].name != NULL)
            table[used++] = (struct option){
                rows[i].name, rows[i].metavar[0] == '\0' ? no_argument : required_argument, NULL,
                rows[i].value};
    for (size_t i = 0; i < generator_count && clgemm_option_at(i, &option) == 0; i++)
        table[used++] = (struct option){
            option.name, option.metavar[0] == '\0' ? optional_argument : required_argument, NULL,
            LONG_GENERATOR + (int)i};
    return table;
}

static int read_number(const char *name, const char *text, uint64_t least, uint64_t *number,
                       struct fault *fault)
{
    if (size_parse(text, number) && *number >= least)
        return 0;
    return fault_set(fault, FAULT_USAGE, "%s: `%.60s` is no whole number%s", name, text,
                     least > 0 ? " above 0" : "");
}

/* Index of a word in a list separated by spaces. */
static int read_word(const char *name, const char *text, const char *words, int *index,
                     struct fault *fault)
{
    const char *at = words;

    for (*index = 0; *at != '\0'; (*index)++) {
        size_t length = strcspn(at, " ");

        if (strlen(text) == length && memcmp(text, at, length) == 0)
            return 0;
        at += length + (at[length] == ' ');
    }
    return fault_set(fault, FAULT_USAGE, "%s: `%.60s` is none of: %s", name, text, words);
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
    options->settings[options->setting_count++] = (struct setting){name, value};
    return 0;
}

static int read_size(struct options *options, int index, const char *text, struct fault *fault)
{
    static const char *const names[3] = {"-M", "-N", "-K"};

    options->wish.has_size[index] = true;
    options->sizes = SIZES_GIVEN;
    return read_number(names[index], text, 0, &options->wish.size[index], fault);
}

static int read_option(struct options *options, int value, struct fault *fault)
{
    struct clgemm_option option;
    int word = 0;

    switch (value) {
    case 'p':
        options->device.platform = optarg;
        return 0;
    case 't':
        options->device.type = optarg;
        return read_word("-t", optarg, "cpu gpu acc all default", &word, fault);
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
        return read_number("-i", optarg, 0, &options->iterations, fault);
    case 'k':
        return read_setting(options, "preset", optarg);
    case 'v':
        options->validate = true;
        return 0;
    case LONG_TRIALS:
        return read_number("--trials", optarg, 1, &options->trials, fault);
    case LONG_WARM_UP:
        return read_number("--warm-up", optarg, 0, &options->warm_up, fault);
    case LONG_SEED:
        return read_number("--seed", optarg, 0, &options->seed, fault);
    case LONG_MEMORY:
        return read_number("--memory", optarg, 1, &options->memory, fault);
    case LONG_SIZES:
        if (read_word("--sizes", optarg, "default edge quick", &word, fault))
            return -1;
        options->sizes = word == 0 ? SIZES_DEFAULT : word == 1 ? SIZES_EDGE : SIZES_QUICK;
        return 0;
    case LONG_COVERING:
        options->covering = true;
        return 0;
    case LONG_SAMPLE:
        return read_number("--sample", optarg, 1, &options->sample, fault);
    case LONG_JOURNAL:
        options->journal = optarg;
        return 0;
    case LONG_PARAM:
        options->params[options->param_count++] = optarg;
        return 0;
    case LONG_DATA:
        if (read_word("--data", optarg, "random ones small", &word, fault))
            return -1;
        options->data = (enum data)word;
        return 0;
    case LONG_FORMAT:
        if (read_word("--format", optarg, "text json csv", &word, fault))
            return -1;
        options->format = (enum format)word;
        return 0;
    case LONG_PEAK:
        options->peak = optarg;
        return 0;
    case LONG_JSON:
        options->format = FORMAT_JSON;
        return 0;
    case LONG_EDITED:
        options->edited = true;
        return 0;
    case LONG_HELP:
        options->command = COMMAND_HELP;
        return 0;
    case LONG_VERSION:
        options->command = COMMAND_VERSION;
        return 0;
    default:
        break;
    }
    if (clgemm_option_at((size_t)(value - LONG_GENERATOR), &option) != 0)
        return fault_set(fault, FAULT_USAGE, "an unknown option");
    return read_setting(options, option.name, optarg);
}

/* getopt_long has said no to `word`: unknown, ambiguous, or without its value. */
static int refuse(const char *word, int problem, const struct option *table, struct fault *fault)
{
    struct clgemm_nearest nearest = {.word = word + 2};
    char text[200] = "";
    size_t used = 0;

    if (problem == ':')
        return fault_set(fault, FAULT_USAGE, "%.60s needs a value", word);
    if (strncmp(word, "--", 2) != 0)
        return fault_set(fault, FAULT_USAGE, "unknown option %.60s; see clgemm-bench --help", word);
    for (; table->name != NULL; table++)
        clgemm_nearest_offer(&nearest, table->name);
    for (size_t i = 0; i < nearest.count; i++)
        used += (size_t)snprintf(text + used, sizeof text - used, "%s--%s",
                                 i == 0 ? "; did you mean " : ", ", nearest.names[i]);
    return fault_set(fault, FAULT_USAGE, "unknown option %.60s%s", word,
                     text[0] == '\0' ? "; see clgemm-bench --help" : text);
}

static int read_command(const char *word, struct options *options, struct fault *fault)
{
    int index;

    if (read_word("command", word, "devices check bench help", &index, fault))
        return -1;
    options->command = index == 0   ? COMMAND_DEVICES
                       : index == 1 ? COMMAND_CHECK
                       : index == 2 ? COMMAND_BENCH
                                    : COMMAND_HELP;
    return 0;
}

static int read_peak(const struct options *options, struct fault *fault)
{
    char *end;

    if (options->peak == NULL || strcmp(options->peak, "profile") == 0 ||
        strcmp(options->peak, "measured") == 0)
        return 0;
    if (strtod(options->peak, &end) > 0 && *end == '\0')
        return 0;
    return fault_set(fault, FAULT_USAGE,
                     "--peak: `%.60s` is neither profile, measured nor a number "
                     "of GFLOP/s",
                     options->peak);
}

/* The options of a walk over the parameter space go together, and with nothing that names kernels. */
static int check_walk(const struct options *options, struct fault *fault)
{
    const bool walks = options->covering || options->sample > 0;

    if (options->covering && options->sample > 0)
        return fault_set(fault, FAULT_USAGE, "--covering and --sample are two checks; ask for one");
    if (walks && options->command != COMMAND_CHECK)
        return fault_set(fault, FAULT_USAGE, "--covering and --sample are for check");
    if (!walks && (options->journal != NULL || options->param_count > 0))
        return fault_set(fault, FAULT_USAGE,
                         "--journal and --param go with --covering or --sample");
    if (walks && (options->manifest_count > 0 || options->preset_count > 0 ||
                  options->all_presets || options->all_layouts || options->all_transposes))
        return fault_set(fault, FAULT_USAGE,
                         "a walk over the parameter space takes no manifest, no preset and no "
                         "`all`; fix options by their values");
    return 0;
}

static int check_options(const struct options *options, struct fault *fault)
{
    bool generates = options->setting_count > 0 || options->preset_count > 0 ||
                     options->all_presets || options->all_layouts || options->all_transposes ||
                     options->covering || options->sample > 0;

    if (check_walk(options, fault))
        return -1;
    if (options->command != COMMAND_CHECK && options->command != COMMAND_BENCH)
        return 0;
    if (options->manifest_count == 0 && !generates)
        return fault_set(fault, FAULT_USAGE,
                         "what? Give a manifest, generator options or --preset");
    if (options->manifest_count > 0 && options->setting_count > 0)
        return fault_set(fault, FAULT_USAGE,
                         "--%s is the generator's: it cannot change a manifest "
                         "that is already written",
                         options->settings[0].name);
    for (int i = 0; i < 3; i++)
        if (options->command == COMMAND_CHECK && options->sizes == SIZES_GIVEN &&
            !options->wish.has_size[i])
            return fault_set(fault, FAULT_USAGE, "-M, -N and -K are given together");
    return read_peak(options, fault);
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
    int value;

    opterr = 0;
    optind = 1;
    while ((value = getopt_long(argc, argv, "-:p:t:d:M:N:K:i:k:v", table, NULL)) != -1) {
        if (value == '?' || value == ':')
            return refuse(argv[optind - 1], value, table, fault);
        if (value != 1) {
            if (read_option(options, value, fault))
                return -1;
            if (options->command == COMMAND_VERSION)
                return 0;
        } else if (options->command == COMMAND_HELP && options->manifest_count == 0) {
            if (read_command(optarg, options, fault))
                return -1;
            if (options->command == COMMAND_HELP)
                return 0;
        } else {
            options->manifests[options->manifest_count++] = optarg;
        }
        if (value == LONG_HELP)
            return 0;
    }
    while (optind < argc)
        options->manifests[options->manifest_count++] = argv[optind++];
    return 0;
}

int options_read(int argc, char **argv, struct options *options, struct fault *fault)
{
    size_t room = (size_t)argc + 1;
    struct option *table = make_table(fault);

    memset(options, 0, sizeof *options);
    options->iterations = 10;
    options->warm_up = 2;
    options->trials = 2;
    options->seed = 1;
    options->memory = half_of_memory();
    options->wish.alpha = 1;
    options->manifests = calloc(room, sizeof *options->manifests);
    options->presets = calloc(room, sizeof *options->presets);
    options->settings = calloc(room, sizeof *options->settings);
    options->params = calloc(room, sizeof *options->params);
    if (options->manifests == NULL || options->presets == NULL || options->settings == NULL ||
        options->params == NULL)
        fault_memory(fault);
    else if (table != NULL && read_words(argc, argv, options, table, fault) == 0)
        check_options(options, fault);
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
    free(options->settings);
    free(options->params);
    memset(options, 0, sizeof *options);
}
