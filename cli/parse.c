#include "cli/cli.h"

#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int unknown_option(const char *name, struct clgemm_error *error)
{
    char near[160];
    struct clgemm_nearest nearest = {.word = name};
    struct cli_option option;
    /* A switch is turned off by its value. */
    if (strncmp(name, "no-", 3) == 0 && cli_option_find(name + 3, strlen(name + 3), &option) == 0 &&
        option.is_switch && option.own < 0)
        return cli_fail(error, CLGEMM_USAGE, "unknown option --%s; ask --%s=no", name, name + 3);
    for (size_t i = 0; cli_option_at(i, &option) == 0; i++)
        clgemm_nearest_offer(&nearest, option.row.name);
    cli_nearest_text(&nearest, "--", near, sizeof near);
    return cli_fail(error, CLGEMM_USAGE, "unknown option --%.60s%s", name,
                    near[0] ? near : "; --help lists all");
}

/* Refuses a word that is an option by the name that it had, which may abbreviate another one's. */
static int refuse_old(const char *word, struct clgemm_error *error)
{
    const char *const renamed =
        strncmp(word, "--", 2) == 0 ? clgemm_option_renamed(word + 2) : NULL;
    return renamed ? cli_fail(error, CLGEMM_USAGE, "%.*s is called --%s now",
                              (int)strcspn(word, "="), word, renamed)
                   : 0;
}

/* Refuses a word that is not one of the option's values. */
static int check_word(const struct cli_option *option, const char *word, size_t length,
                      struct clgemm_error *error)
{
    if (!option->row.values[0] || cli_word_known(option->row.values, word, length))
        return 0;
    char *const list = cli_word_list(option->row.values);
    cli_fail(error, CLGEMM_USAGE, "--%s takes %s, not '%.*s'", option->row.name, list,
             length < 60 ? (int)length : 60, word);
    free(list);
    return -1;
}

static int needs_value(const struct cli_option *option, struct clgemm_error *error)
{
    char *const list = cli_word_list(option->row.values);
    cli_fail(error, CLGEMM_USAGE, "--%s needs a value: %s", option->row.name,
             list[0] ? list : option->row.metavar);
    free(list);
    return -1;
}

static int parse_emit(struct cli *cli, const struct cli_option *option, const char *list,
                      struct clgemm_error *error)
{
    memset(cli->files, 0, sizeof cli->files);
    for (;;) {
        const size_t length = strcspn(list, ",");
        if (check_word(option, list, length, error))
            return -1;
        const char *known;
        size_t known_length;
        for (size_t i = 0; (known = cli_word_at(option->row.values, i, &known_length)); i++)
            if (known_length == length && memcmp(known, list, length) == 0)
                cli->files[i] = true;
        if (list[length] == '\0')
            return 0;
        list += length + 1;
    }
}

/* The option of the program itself. --help, --version and the like go before what the rest asks
 * for, and the first of them counts. */
static int set_own(struct cli *cli, const struct cli_option *option, const char *value,
                   struct clgemm_error *error)
{
    static const enum cli_action actions[] = {[CLI_OWN_WHY_NOT] = CLI_WHY_NOT,
                                              [CLI_OWN_DUMP] = CLI_DUMP,
                                              [CLI_OWN_LIST] = CLI_LIST,
                                              [CLI_OWN_EXPLAIN] = CLI_EXPLAIN,
                                              [CLI_OWN_PRINT] = CLI_PRINT,
                                              [CLI_OWN_HELP] = CLI_HELP,
                                              [CLI_OWN_VERSION] = CLI_VERSION,
                                              [CLI_OWN_SHOW_SPACE] = CLI_SHOW_SPACE,
                                              [CLI_OWN_EXPLAIN_PICK] = CLI_EXPLAIN_PICK};
    if (value && !value[0])
        return needs_value(option, error);
    switch (option->own) {
    case CLI_OWN_OUTPUT:
        cli->output = value;
        return 0;
    case CLI_OWN_EMIT:
        return parse_emit(cli, option, value, error);
    case CLI_OWN_DEPFILE:
        cli->depfile = value;
        return 0;
    case CLI_OWN_IF_CHANGED:
        cli->if_changed = true;
        return 0;
    case CLI_OWN_WRAP:
        cli->wraps = strcmp(value, "raw-string") == 0;
        return check_word(option, value, strlen(value), error);
    case CLI_OWN_TEMPLATES:
        cli->template_folder = value;
        return 0;
    case CLI_OWN_PARAM:
        cli->params[cli->param_count++] = value;
        return 0;
    default:
        if (value && check_word(option, value, strlen(value), error))
            return -1;
        if (cli->action == CLI_EMIT) {
            cli->action = actions[option->own];
            cli->topic = value;
        }
        return 0;
    }
}

static int set(struct cli *cli, const struct cli_option *option, const char *value,
               struct clgemm_error *error)
{
    if (option->own >= 0)
        return set_own(cli, option, value, error);
    return clgemm_request_set(cli->request, option->row.name, value, error);
}

enum {
    MOST_OPTIONS = 128,
    FIRST_LONG = 256 /* getopt_long's value of the first option of the table */
};

/* The table as getopt_long wants it. Switches of the library take "=no" as well. */
static void fill_table(struct option *table, char *letters)
{
    struct cli_option option;
    size_t count = 0;
    *letters++ = ':';
    for (; count + 1 < MOST_OPTIONS && cli_option_at(count, &option) == 0; count++) {
        table[count] = (struct option){
            .name = option.row.name,
            .has_arg = !option.is_switch ? required_argument
                       : option.own < 0  ? optional_argument
                                         : no_argument,
            .val = FIRST_LONG + (int)count,
        };
        if (option.letter) {
            *letters++ = option.letter;
            if (!option.is_switch)
                *letters++ = ':';
        }
    }
    table[count] = (struct option){.name = NULL};
    *letters = '\0';
}

/* The index of the option that getopt_long found, by its letter or place in the table. */
static size_t found_at(int value)
{
    struct cli_option option;
    size_t index = 0;
    if (value >= FIRST_LONG)
        return (size_t)(value - FIRST_LONG);
    while (cli_option_at(index, &option) == 0 && option.letter != value)
        index++;
    return index;
}

/* getopt_long has said no: `problem` is ':' without a value, '?' otherwise. It leaves a letter or an
 * option of the table in optopt, and 0 for a long option that is none, which is `word`. */
static int refuse(const char *word, int problem, struct clgemm_error *error)
{
    struct cli_option option;
    if (problem == ':') {
        (void)cli_option_at(found_at(optopt), &option);
        return needs_value(&option, error);
    }
    if (optopt >= FIRST_LONG && cli_option_at(found_at(optopt), &option) == 0)
        return cli_fail(error, CLGEMM_USAGE, "--%s takes no value", option.row.name);
    if (optopt)
        return cli_fail(error, CLGEMM_USAGE, "unknown option -%c; %s", optopt,
                        strchr("mnkMNK", optopt)
                            ? "sizes are arguments of the kernel, or --fixed MxNxK"
                            : "--help lists all");
    const char *const name = word + 2;
    const size_t length = strcspn(name, "=");
    char unknown[64];
    snprintf(unknown, sizeof unknown, "%.*s", (int)(length < 60 ? length : 60), name);
    return unknown_option(unknown, error);
}

/* Refuses a list that has another value already: of lists the last one alone is not what was meant, unless it is none. `given`: the value so far. */
static int take_list(const struct cli_option *option, const char **given, const char *value,
                     struct clgemm_error *error)
{
    if (*given && strcmp(*given, value) != 0 && strcmp(value, "none") != 0 &&
        strcmp(option->row.metavar, "LIST") == 0)
        return cli_fail(error, CLGEMM_USAGE, "--%s is given twice; both are --%s %.80s,%.80s",
                        option->row.name, option->row.name, *given, value);
    *given = value;
    return 0;
}

int cli_parse(struct cli *cli, int argc, char *const *argv, struct clgemm_error *error)
{
    struct option table[MOST_OPTIONS];
    char letters[2 * MOST_OPTIONS + 2];
    const char *given[MOST_OPTIONS] = {NULL};
    int value;
    cli->files[CLI_FILE_CL] = true;
    cli->request = clgemm_request_new();
    cli->params = calloc((size_t)argc, sizeof *cli->params);
    if (!cli->request || !cli->params)
        return cli_fail(error, CLGEMM_IO, "out of memory");
    fill_table(table, letters);
    for (int i = 1; i < argc; i++)
        if (refuse_old(argv[i], error))
            return -1;
    opterr = 0;
    while ((value = getopt_long(argc, argv, letters, table, NULL)) != -1) {
        struct cli_option option;
        if (value == '?' || value == ':')
            return refuse(argv[optind - 1], value, error);
        (void)cli_option_at(found_at(value), &option);
        /* What begins with two dashes is the next option, unless an option is to be explained. */
        if (optarg && optarg == argv[optind - 1] && strncmp(optarg, "--", 2) == 0 &&
            option.own != CLI_OWN_EXPLAIN)
            return needs_value(&option, error);
        if (take_list(&option, &given[found_at(value)], optarg, error) ||
            set(cli, &option, optarg, error))
            return -1;
    }
    if (cli->action == CLI_PRINT && optind < argc)
        cli->name = argv[optind++];
    if (optind < argc)
        return cli_fail(error, CLGEMM_USAGE,
                        "unexpected argument '%.80s': only options are allowed, see --help",
                        argv[optind]);
    /* Hundreds of lines are no answer to somebody who asks what this is. */
    if (argc == 1 && isatty(STDOUT_FILENO))
        cli->action = CLI_WELCOME;
    if (cli->param_count && cli->action == CLI_EMIT)
        return cli_fail(error, CLGEMM_USAGE,
                        "--param sets values of the parameter space: it needs --show-space");
    return 0;
}
