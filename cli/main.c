/*
 * clgemm-gen: writes OpenCL C kernels for matrix multiplication.
 */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"

static int act(struct cli *cli, struct clgemm_error *error)
{
    switch (cli->action) {
    case CLI_EMIT:
        return cli_emit(cli, error);
    case CLI_DUMP:
        return cli_dump(cli, error);
    case CLI_WHY_NOT:
        return cli_why_not(cli, error);
    case CLI_EXPLAIN_PICK:
        return cli_explain_pick(cli, error);
    case CLI_SHOW_SPACE:
        return cli_show_space(cli, error);
    case CLI_LIST:
        return cli_list(cli->topic, error);
    case CLI_EXPLAIN:
        return cli_explain(cli->topic, error);
    case CLI_PRINT:
        return cli_print(cli->topic, cli->name, error);
    case CLI_HELP:
        cli_help();
        return 0;
    case CLI_WELCOME:
        cli_welcome();
        return 0;
    case CLI_VERSION:
        cli_version();
        return 0;
    }
    return 0;
}

/* A line on standard error; of a product its text follows, and a caret below that. */
static void complain(const struct clgemm_error *error)
{
    const bool shows = strcmp(error->option, "product") == 0;
    const char *line = error->text;
    fputs("clgemm-gen: ", stderr);
    for (size_t length = strcspn(line, "\n"); shows && line[length]; length = strcspn(line, "\n")) {
        fprintf(stderr, "%.*s\n", (int)length, line);
        line += length + 1;
    }
    cli_print_said(stderr, line);
    fputc('\n', stderr);
}

int main(int argc, char **argv)
{
    /* A reader that went away and a limit on files are failures of a write, told like any other. */
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN);

    struct cli cli = {.action = CLI_EMIT};
    struct clgemm_error error = {.code = CLGEMM_OK};
    int status = cli_open_streams(&error);
    if (status == 0)
        status = cli_parse(&cli, argc, argv, &error);
    if (status == 0)
        status = act(&cli, &error);

    /* What was printed before a failure is part of the answer: --why-not refuses with a list. */
    struct clgemm_error flush_error;
    if (cli_flush(&flush_error) != 0 && (status == 0 || error.text[0] == '\0')) {
        error = flush_error;
        status = -1;
    }
    if (status != 0 && error.text[0])
        complain(&error);
    clgemm_request_free(cli.request);
    free(cli.params);
    clgemm_templates_free(cli.templates);
    return status == 0 ? CLGEMM_OK : (int)error.code;
}
