/*
 * Measures what comes of random requests: how many are served at once, refused, and served after the advice of the refusal is taken
 * once. Prints a line for each seed, and with -v each refusal whose advice does not serve.
 *
 * Use: measure_advice [-v] COUNT SEED...
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/unit/draws.h"

static void print(const struct draw *draw, const char *first, const char *then)
{
    char line[4096];
    draw_line(draw, line, sizeof line);
    printf("%s\n    %s\n    %s\n", line, first, then);
}

int main(int count, char **arguments)
{
    const bool verbose = count > 1 && strcmp(arguments[1], "-v") == 0;
    struct clgemm_templates *templates;
    struct clgemm_error error;
    if (count < 3 + verbose) {
        fprintf(stderr, "use: measure_advice [-v] COUNT SEED...\n");
        return 1;
    }
    if (clgemm_templates_open(NULL, &templates, &error)) {
        fprintf(stderr, "%s\n", error.text);
        return 1;
    }
    for (int i = 2 + verbose; i < count; i++) {
        unsigned long long seed = strtoull(arguments[i], NULL, 10);
        struct draw_tally tally = {.requests = 0};
        draw_many(&seed, atoi(arguments[1 + verbose]), templates, &tally, verbose ? print : NULL);
        printf("seed %s: %d requests, %d served, %d refused (%.3f), %d wrong; of the refused %d "
               "served after "
               "the advice (%.3f), %d circles, %d without advice\n",
               arguments[i], tally.requests, tally.served, tally.refused,
               (double)tally.refused / tally.requests, tally.wrong, tally.helped,
               tally.refused ? (double)tally.helped / tally.refused : 1, tally.circles,
               tally.told_less);
    }
    clgemm_templates_free(templates);
    return 0;
}
