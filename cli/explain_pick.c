/*
 * --explain-pick: the kernels that may be picked for a shape, with predicted times.
 */
#include <stdio.h>
#include <string.h>

#include "cli/cli.h"

enum {
    NAME_WIDTH = 24
};

struct printed {
    size_t count;
    bool picked; /* one of them is */
};

static void print_candidate(void *self, const struct clgemm_candidate *one)
{
    struct printed *const printed = self;
    if (one->limit && printed->count == 0)
        printf("  %-*s %10s %8s %10s %6s %10s %8s  %s\n", NAME_WIDTH, "kernel", "us", "start",
               "waves", "lines", "memory", "steps", "limit");
    printed->count++;
    printed->picked |= one->picked != 0;
    printf("%c ", one->picked ? '*' : ' ');
    cli_print_said(stdout, one->name);
    if (strlen(one->name) < NAME_WIDTH)
        printf("%*s", NAME_WIDTH - (int)strlen(one->name), "");
    if (one->limit)
        printf(" %10.1f %8.1f %10.1f %6.3g %10.1f %8.1f  %s", one->time.total, one->time.start,
               one->time.waves, one->odd_lines, one->time.memory, one->time.steps, one->limit);
    if (one->why) {
        fputs(one->limit ? ": " : " ", stdout);
        cli_print_said(stdout, one->why);
    }
    putchar('\n');
}

int cli_explain_pick(struct cli *cli, struct clgemm_error *error)
{
    struct printed printed = {0};
    const int status = clgemm_request_set(cli->request, "fixed", cli->topic, error);
    if (status && strncmp(error->text, "--fixed", 7) == 0) {
        struct clgemm_error own = *error;
        return cli_fail(error, own.code, "--explain-pick%.400s", own.text + 7);
    }
    if (status || clgemm_explain_pick(cli->request, print_candidate, &printed, error))
        return -1;
    fflush(stdout);
    return printed.picked ? 0
                          : cli_fail(error, CLGEMM_REFUSED,
                                     "none of these kernels serves %s; "
                                     "--fixed %s says what serves it",
                                     cli->topic, cli->topic);
}
