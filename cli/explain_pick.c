/*
 * --explain-pick: the kernels that may be picked for a shape, with predicted times.
 */
#include <stdio.h>

#include "cli/cli.h"

static void print_candidate(void *self, const struct clgemm_candidate *one)
{
    int *const printed = self;
    if (one->limit && *printed == 0)
        printf("  %-24s %10s %8s %10s %6s %10s %8s  %s\n", "kernel", "us", "start", "waves",
               "lines", "memory", "steps", "limit");
    *printed += 1;
    printf("%c %-24s", one->picked ? '*' : ' ', one->name);
    if (one->limit)
        printf(" %10.1f %8.1f %10.1f %6.3g %10.1f %8.1f  %s", one->time.total, one->time.start,
               one->time.waves, one->odd_lines, one->time.memory, one->time.steps, one->limit);
    if (one->why)
        printf("%s%s", one->limit ? ": " : " ", one->why);
    putchar('\n');
}

int cli_explain_pick(struct cli *cli, struct clgemm_error *error)
{
    int printed = 0;
    if (clgemm_request_set(cli->request, "fixed", cli->topic, error))
        return -1;
    return clgemm_explain_pick(cli->request, print_candidate, &printed, error);
}
