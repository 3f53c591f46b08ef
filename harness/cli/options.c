#include "harness/cli/options.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "clgemm.h"
#include "harness/base/text.h"
#include "harness/cli/table.h"
#include "harness/base/sizes.h"

/* The option as it is called, "-M" or "--seed". */
static const char *name_of(const struct option_row *row, char name[40])
{
    if (row->letter != 0)
        snprintf(name, 40, "-%c", row->letter);
    else
        snprintf(name, 40, "--%s", row->name);
    return name;
}

static int read_number(const struct option_row *row, const char *text, uint64_t *number,
                       struct fault *fault)
{
    char name[40];

    if (size_parse(text, number) && *number >= row->least && *number <= row->most)
        return 0;
    return fault_set(fault, FAULT_USAGE,
                     "%s: `%.60s` is no whole number from %" PRIu64 " to %" PRIu64,
                     name_of(row, name), text, row->least, row->most);
}

static int read_percent(const struct option_row *row, const char *text, double *percent,
                        struct fault *fault)
{
    char *end;

    *percent = strtod(text, &end);
    if (*percent > 0 && *percent <= 100 && *end == '\0')
        return 0;
    return fault_set(fault, FAULT_USAGE, "--%s: `%.60s` is no percentage above 0 and up to 100",
                     row->name, text);
}

/* Evaluations, or a time with its unit. */
static int read_budget(struct options *options, const char *text, struct fault *fault)
{
    static const char units[] = "smh";
    static const uint64_t seconds[] = {1, 60, 3600}, longest = 1000000;
    size_t length = strlen(text);
    const char *unit = length == 0 ? NULL : strchr(units, text[length - 1]);
    char number[24];

    options->budget_seconds = 0;
    if (size_parse(text, &options->budget))
        return 0;
    options->budget = 0;
    snprintf(number, sizeof number, "%.*s", length == 0 ? 0 : (int)length - 1, text);
    if (unit != NULL && length <= sizeof number && size_parse(number, &options->budget_seconds) &&
        size_multiply(options->budget_seconds, seconds[unit - units], &options->budget_seconds) &&
        options->budget_seconds > 0 && options->budget_seconds <= longest)
        return 0;
    return fault_set(fault, FAULT_USAGE,
                     "--budget: `%.60s` is neither a number of evaluations nor a time from 1s to "
                     "%" PRIu64 "s, as 90s, 10m or 2h",
                     text, longest);
}

/* The word of ours for a device type, or for OpenCL's name of it; NULL: it is none. */
static const char *device_type(const char *text)
{
    static const char *const types[] = {"cpu", "gpu", "acc", "all", "default"};
    static const char *const names[] = {"CL_DEVICE_TYPE_CPU", "CL_DEVICE_TYPE_GPU",
                                        "CL_DEVICE_TYPE_ACCELERATOR", "CL_DEVICE_TYPE_ALL",
                                        "CL_DEVICE_TYPE_DEFAULT"};

    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(text, types[i]) == 0 || strcmp(text, names[i]) == 0)
            return types[i];
    return NULL;
}

static void read_setting(struct options *options, const char *name, const char *value)
{
    struct selection *selection = &options->selection;
    const bool all = value != NULL && strcmp(value, "all") == 0;

    if (all && strcmp(name, "preset") == 0)
        selection->all_presets = true;
    else if (all && strcmp(name, "layout") == 0)
        selection->all_layouts = true;
    else if (all && strcmp(name, "transpose") == 0)
        selection->all_transposes = true;
    else if (strcmp(name, "preset") == 0)
        selection->presets.list[selection->presets.count++] = value;
    else
        options->settings.list[options->settings.count++] = (struct setting){name, value};
    options->names_edges = options->names_edges || strcmp(name, "edges") == 0;
}

/* Reads the value of an option of ours into the member that its row names. */
static int read_option(struct options *options, const struct option_row *row, struct fault *fault)
{
    void *member = (char *)options + row->member;
    char name[40];
    int word = 0, status = 0;

    options->said[row - option_at(0)] = true;
    if (row->flag != 0)
        *(bool *)((char *)options + row->flag) = true;
    switch (row->kind) {
    case KIND_SAME:
        break;
    case KIND_SWITCH:
        *(bool *)member = true;
        break;
    case KIND_TEXT:
        *(const char **)member = optarg;
        break;
    case KIND_ITEM: {
        struct texts *texts = member;

        texts->list[texts->count++] = optarg;
        break;
    }
    case KIND_CHOICE:
        *(const char **)member = optarg;
        status = option_word(name_of(row, name), optarg, row->metavar, &word, fault);
        break;
    case KIND_WORD:
        status = option_word(name_of(row, name), optarg, row->metavar, &word, fault);
        memcpy(member, &word, sizeof word);
        break;
    case KIND_JSON:
        options->format = FORMAT_JSON;
        break;
    case KIND_SIZE:
        options->sizes = SIZES_GIVEN;
        status = read_number(row, optarg, member, fault);
        break;
    case KIND_NUMBER:
        status = read_number(row, optarg, member, fault);
        break;
    case KIND_PERCENT:
        status = read_percent(row, optarg, member, fault);
        break;
    case KIND_BUDGET:
        status = read_budget(options, optarg, fault);
        break;
    case KIND_TYPE:
        *(const char **)member = device_type(optarg);
        if (device_type(optarg) == NULL)
            status = option_word(name_of(row, name), optarg, row->metavar, &word, fault);
        break;
    case KIND_GROUPS:
        options->groups = optarg;
        status = groups_read(optarg, &options->test_case, fault);
        break;
    case KIND_PRESET:
        read_setting(options, "preset", optarg);
        break;
    case KIND_VERSION:
        options->command = COMMAND_VERSION;
        break;
    }
    return status;
}

/* Refuses a list that has another value already: of lists the last one alone is not what was meant,
 * unless it is none. */
static int take_list(const struct settings *settings, const struct clgemm_option *option,
                     const char *value, struct fault *fault)
{
    const char *const before = settings_value(settings, option->name);

    if (before == NULL || strcmp(before, value) == 0 || strcmp(value, "none") == 0 ||
        strcmp(option->metavar, "LIST") != 0)
        return 0;
    return fault_set(fault, FAULT_USAGE, "--%s is given twice; both are --%s %.80s,%.80s",
                     option->name, option->name, before, value);
}

/* Elements are of no device type, so --type can say one too, as in a sample of Intel's. */
static int read_generator_option(struct options *options, size_t index, struct fault *fault)
{
    struct clgemm_option option;

    if (clgemm_option_at(index, &option) != 0)
        return fault_set(fault, FAULT_USAGE, "an unknown option");
    if (strcmp(option.name, "type") == 0 && device_type(optarg) != NULL)
        return read_option(options, option_letter('t'), fault);
    /* Its profile is taken without a word. */
    if (strcmp(option.name, "for") == 0 && strcmp(optarg, "native") == 0) {
        options->native = true;
        return 0;
    }
    if (take_list(&options->settings, &option, optarg, fault))
        return -1;
    read_setting(options, option.name, optarg);
    return 0;
}

/* Reads what getopt_long has found: a letter, or a long option of ours or the generator's. */
static int read_value(struct options *options, int value, struct fault *fault)
{
    if (value >= LONG_GENERATOR)
        return read_generator_option(options, (size_t)(value - LONG_GENERATOR), fault);
    return read_option(
        options, value < LONG_OURS ? option_letter(value) : option_at((size_t)(value - LONG_OURS)),
        fault);
}

static const char letters[] = "-:p:t:d:M:N:K:i:k:o:vh";

/* Refuses a word that is an option by the name that it had, which may abbreviate another one's. */
static int refuse_old(const char *word, struct fault *fault)
{
    const char *renamed = strncmp(word, "--", 2) == 0 ? clgemm_option_renamed(word + 2) : NULL;

    return renamed == NULL ? 0
                           : fault_set(fault, FAULT_USAGE, "%.*s is called --%s now",
                                       (int)strcspn(word, "="), word, renamed);
}

/* getopt_long has said no to `word`: unknown, ambiguous, or without its value. */
static int refuse(const char *word, int problem, const struct option *table,
                  const struct options *options, struct fault *fault)
{
    const struct command_row *command = command_row(options->command);
    struct clgemm_nearest nearest = {.word = word + 2};
    char help[60], text[200] = "";

    snprintf(help, sizeof help, "; see clgemm-bench%s%s --help", command == NULL ? "" : " ",
             command == NULL ? "" : command->name);

    if (problem == ':' && strncmp(word, "--", 2) == 0)
        return fault_set(fault, FAULT_USAGE, "%.60s needs a value", word);
    if (problem == ':')
        return fault_set(fault, FAULT_USAGE, "-%c needs a value", optopt);
    /* The word is still the one before where letters follow that are not read yet. */
    if (optopt > 0 && optopt < LONG_OURS && strchr(letters, optopt) == NULL)
        return fault_set(fault, FAULT_USAGE, "unknown option -%c%s%s", optopt,
                         optopt == 'm' || optopt == 'n' ? "; sizes are -M, -N and -K" : "", help);
    for (; table->name != NULL; table++)
        clgemm_nearest_offer(&nearest, table->name);
    for (size_t i = 0; i < nearest.count; i++)
        text_append(text, sizeof text, "%s--%s", i == 0 ? "; did you mean " : ", ",
                    nearest.names[i]);
    return fault_set(fault, FAULT_USAGE, "unknown option %.60s%s", word,
                     text[0] == '\0' ? help : text);
}

static int read_command(const char *word, struct options *options, struct fault *fault)
{
    struct clgemm_nearest nearest = {.word = word};
    char names[200];

    for (size_t i = 0; command_at(i) != NULL; i++)
        if (strcmp(word, command_at(i)->name) == 0) {
            options->command = command_at(i)->command;
            return 0;
        }
    for (size_t i = 0; command_at(i) != NULL; i++)
        clgemm_nearest_offer(&nearest, command_at(i)->name);
    option_commands(names, sizeof names);
    if (strcmp(word, "help") != 0)
        return fault_set(fault, FAULT_USAGE, "command: `%.60s` is none of: %s help%s%s%s", word,
                         names, nearest.count > 0 ? "; did you mean " : "",
                         nearest.count > 0 ? nearest.names[0] : "", nearest.count > 0 ? "?" : "");
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
    int value;

    for (int i = 1; i < argc; i++)
        if (refuse_old(argv[i], fault))
            return -1;
    opterr = 0;
    optind = 1;
    while ((value = getopt_long(argc, argv, letters, table, NULL)) != -1) {
        if (value == '?' || value == ':')
            return refuse(argv[optind - 1], value, table, options, fault);
        if (value != 1) {
            if (read_value(options, value, fault))
                return -1;
            if (options->command == COMMAND_VERSION)
                return 0;
        } else if (options->command == COMMAND_NONE) {
            if (read_command(optarg, options, fault))
                return -1;
        } else {
            options->selection.manifests.list[options->selection.manifests.count++] = optarg;
        }
        /* `help tune`: the command follows the word help. */
        if (options->help)
            return options->command == COMMAND_NONE && optind < argc && argv[optind][0] != '-'
                       ? read_command(argv[optind], options, fault)
                       : 0;
    }
    while (optind < argc)
        options->selection.manifests.list[options->selection.manifests.count++] = argv[optind++];
    return 0;
}

int options_read(int argc, char **argv, struct options *options, struct fault *fault)
{
    struct texts *const lists[] = {&options->selection.manifests, &options->selection.presets,
                                   &options->targets, &options->params, &options->against};
    const size_t count = sizeof lists / sizeof *lists, room = (size_t)argc + 1;
    struct option *table = option_table(fault);

    memset(options, 0, sizeof *options);
    options->schedule =
        (struct schedule){.iterations = 10, .warm_up = 2, .seed = 1, .memory = half_of_memory()};
    options->trials = 2;
    options->with = "clblast,openblas,blis,cublas";
    options->top = 5;
    options->test_case.alpha = 1;
    for (int i = 0; i < 3; i++)
        options->test_case.size[i] = 1024;
    options->room = calloc(count * room, sizeof *options->room);
    options->settings.list = calloc(room, sizeof *options->settings.list);
    for (size_t i = 0; i < count && options->room != NULL; i++)
        lists[i]->list = options->room + i * room;
    if (options->room == NULL || options->settings.list == NULL)
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
    free(options->room);
    free(options->settings.list);
    free(options->own_profile);
    memset(options, 0, sizeof *options);
}
