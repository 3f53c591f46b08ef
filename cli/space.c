/*
 * --show-space: the parameters of the space that a request leaves open, and its size.
 */
#include "cli/cli.h"

#include <stdio.h>

static void print_parameters(const struct clgemm_space *space)
{
    const char *name, *value;
    for (size_t p = 0; (name = clgemm_space_parameter(space, p, NULL)); p++) {
        printf("%-12s", name);
        for (size_t v = 0; (value = clgemm_space_value(space, p, v)); v++)
            printf(" %s", value);
        putchar('\n');
    }
}

int cli_show_space(const struct cli *cli, struct clgemm_error *error)
{
    struct clgemm_space *space;
    double product, valid;
    unsigned drawn;
    int status = clgemm_space_new(cli->request, CLGEMM_RANGE_KERNEL, &space, error);
    for (size_t i = 0; i < cli->param_count && status == 0; i++)
        status = clgemm_space_narrow(space, cli->params[i], error);
    if (status == 0)
        status = clgemm_space_estimate(space, &product, &valid, &drawn, error);
    if (status == 0) {
        print_parameters(space);
        printf("%.0f combinations, %s%.0f valid points", product, drawn ? "about " : "", valid);
        if (drawn)
            printf(", estimated from %u that were drawn", drawn);
        putchar('\n');
        if (valid == 0 && !drawn)
            status = cli_fail(error, CLGEMM_REFUSED,
                              "no point of this space is valid; --why-not lists the rules that a "
                              "request breaks");
    }
    clgemm_space_free(space);
    return status;
}
