#include "gen/cli.h"

#include <stdio.h>
#include <string.h>

static int unknown_option(const char *name, struct clgemm_error *error)
{
    char near[160];
    struct cli_nearest nearest = {.word = name};
    struct cli_option option;
    for (size_t i = 0; cli_option_at(i, &option) == 0; i++)
        cli_nearest_offer(&nearest, option.row.name);
    cli_nearest_text(&nearest, "--", near, sizeof near);
    return cli_fail(error, CLGEMM_USAGE, "unknown option --%.60s%s", name,
                    near[0] ? near : "; --help lists all");
}

/* Refuses a word that is not one of the option's values. */
static int check_word(const struct cli_option *option, const char *word, size_t length,
                      struct clgemm_error *error)
{
    if (!option->row.values[0] || cli_word_known(option->row.values, word, length))
        return 0;
    char list[160] = "";
    const char *known;
    size_t known_length, end = 0;
    for (size_t i = 0; (known = cli_word_at(option->row.values, i, &known_length)); i++)
        if (end < sizeof list)
            end += (size_t)snprintf(list + end, sizeof list - end, "%s%.*s", i ? ", " : "",
                                    (int)known_length, known);
    return cli_fail(error, CLGEMM_USAGE, "--%s takes %s, not '%.*s'", option->row.name, list,
                    length < 60 ? (int)length : 60, word);
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
    static const enum cli_action actions[] = {
        [CLI_OWN_WHY_NOT] = CLI_WHY_NOT, [CLI_OWN_DUMP] = CLI_DUMP,   [CLI_OWN_LIST] = CLI_LIST,
        [CLI_OWN_EXPLAIN] = CLI_EXPLAIN, [CLI_OWN_PRINT] = CLI_PRINT, [CLI_OWN_HELP] = CLI_HELP,
        [CLI_OWN_VERSION] = CLI_VERSION};
    if (value && !value[0])
        return cli_fail(error, CLGEMM_USAGE, "--%s needs a value: %s", option->row.name,
                        option->row.metavar);
    switch (option->own) {
    case CLI_OWN_OUTPUT:
        cli->output = value;
        return 0;
    case CLI_OWN_EMIT:
        return parse_emit(cli, option, value, error);
    case CLI_OWN_DEPFILE:
        cli->depfile = value;
        return 0;
    case CLI_OWN_TEMPLATES:
        cli->template_folder = value;
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

/* Reads the option at argv[*index] and the value that may follow it. */
static int parse_option(struct cli *cli, int argc, char *const *argv, int *index,
                        struct clgemm_error *error)
{
    const char *argument = argv[*index];
    const char *value = NULL;
    struct cli_option option;
    if (argument[1] == '-') {
        const char *name = argument + 2;
        const size_t length = strcspn(name, "=");
        if (cli_option_find(name, length, &option)) {
            char unknown[64];
            memset(unknown, 0, sizeof unknown);
            memcpy(unknown, name, length < sizeof unknown ? length : sizeof unknown - 1);
            return unknown_option(unknown, error);
        }
        if (name[length] == '=')
            value = name + length + 1;
    } else {
        size_t i = 0;
        while (cli_option_at(i, &option) == 0 && option.letter != argument[1])
            i++;
        if (cli_option_at(i, &option))
            return cli_fail(error, CLGEMM_USAGE, "unknown option -%c; --help lists all",
                            argument[1]);
        if (argument[2])
            value = argument + 2;
    }
    if (option.is_switch) {
        /* The library's switches take "=no" as well. */
        if (value && option.own >= 0)
            return cli_fail(error, CLGEMM_USAGE, "--%s takes no value", option.row.name);
        return set(cli, &option, value, error);
    }
    /* What begins with two dashes is the next option, unless an option is to be explained. */
    if (!value && *index + 1 < argc &&
        (strncmp(argv[*index + 1], "--", 2) != 0 || option.own == CLI_OWN_EXPLAIN))
        value = argv[++*index];
    if (!value)
        return cli_fail(error, CLGEMM_USAGE, "--%s needs a value: %s", option.row.name,
                        option.row.metavar);
    return set(cli, &option, value, error);
}

int cli_parse(struct cli *cli, int argc, char *const *argv, struct clgemm_error *error)
{
    cli->files[CLI_FILE_CL] = true;
    cli->request = clgemm_request_new();
    if (!cli->request)
        return cli_fail(error, CLGEMM_IO, "out of memory");
    for (int i = 1; i < argc; i++) {
        if (argv[i][0] != '-' || argv[i][1] == '\0' || strcmp(argv[i], "--") == 0)
            return cli_fail(
                error, CLGEMM_USAGE,
                "unexpected argument '%.80s': everything is said by options, see --help", argv[i]);
        if (parse_option(cli, argc, argv, &i, error))
            return -1;
    }
    return 0;
}
