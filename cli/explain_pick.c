/*
 * --explain-pick: the kernels that may be picked for a shape, with predicted times; what a dispatch for shapes leaves out.
 */
#include <stdio.h>
#include <string.h>

#include "cli/cli.h"
#include "gen/request/request.h"

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

/* What is left out, then each shape: its share of the speed, and which kernels are picked. */
static void print_cut(void *self, const struct clgemm_cut *cut)
{
    bool assumed = false;
    (void)self;
    printf("%zu of %zu kernels: %.3f of the predicted speed of all, the mean of %zu shapes; at "
           "least %.3f\nleft out:",
           cut->kept, cut->kernels, cut->share, cut->shape_count, cut->least);
    for (const char *const *name = cut->left_out; *name; name++) {
        putchar(' ');
        cli_print_said(stdout, *name);
    }
    printf("%s\n%6s %7s %7s %7s %8s  %-*s %s\n", *cut->left_out ? "" : " none", "share", "m", "n",
           "k", "weight", NAME_WIDTH, "kernel", "of all");
    for (size_t i = 0; i < cut->shape_count; i++) {
        const struct clgemm_cut_shape *const one = &cut->shapes[i];
        printf("%6.3f%c%7lld %7lld %7lld %8g  %-*s ", one->share, one->known ? ' ' : '?',
               one->shape.m, one->shape.n, one->shape.k, one->shape.weight, NAME_WIDTH, one->cut);
        cli_print_said(stdout, one->whole);
        putchar('\n');
        assumed |= !one->known;
    }
    if (assumed)
        puts("?: no time is known of one of both; it is taken for half as fast");
}

/* Which profile stands for the card that is asked for: the first note of the kernel. */
static void note_card(const struct cli *cli)
{
    struct clgemm_result *result = NULL;

    if (cli->request->values[OPTION_FOR].card && clgemm_generate(cli->request, &result, NULL) == 0)
        cli_print_note(clgemm_result_note(result, 0));
    clgemm_result_free(result);
}

int cli_explain_pick(struct cli *cli, struct clgemm_error *error)
{
    struct printed printed = {0};
    if (strcmp(cli->topic, "shapes") == 0)
        return clgemm_explain_cut(cli->request, print_cut, NULL, error);
    if (cli->request->values[OPTION_PRODUCT].text)
        return cli_fail(error, CLGEMM_USAGE,
                        "--explain-pick is of M, N and K: not with --product, whose sizes have "
                        "names");
    const int status = clgemm_request_set(cli->request, "fixed", cli->topic, error);
    if (status && strncmp(error->text, "--fixed", 7) == 0) {
        struct clgemm_error own = *error;
        return cli_fail(error, own.code, "--explain-pick%.400s", own.text + 7);
    }
    if (status || clgemm_explain_pick(cli->request, print_candidate, &printed, error))
        return -1;
    fflush(stdout);
    note_card(cli);
    return printed.picked ? 0
                          : cli_fail(error, CLGEMM_REFUSED,
                                     "none of these kernels serves %s; "
                                     "--fixed %s says what serves it",
                                     cli->topic, cli->topic);
}
