/*
 * Who writes a kernel: prints of each golden one the share of its characters that stand in templates, and how many are
 * code composed by C. The rest is names and numbers.
 *
 * Use: template_share GOLDEN-FOLDER
 */
#include <stdio.h>

#include "library/generate.h"
#include "tests/unit/ask.h"
#include "tests/unit/requests.h"
#include "tests/unit/shares.h"

static void show(void *self, const char *line)
{
    struct clgemm_result *const result = generate(line);
    const struct shares shares = shares_of(result);
    (void)self;
    printf("%-9s template %4.1f %%  composed %5zu characters  %s\n",
           result_option(result, OPTION_FAMILY), template_percent(shares), shares.composed, line);
    clgemm_result_free(result);
}

int main(int count, char **arguments)
{
    void *state = NULL;
    if (count < 2) {
        fprintf(stderr, "use: template_share GOLDEN-FOLDER\n");
        return 1;
    }
    if (open_templates(&state))
        return 1;
    requests_of_goldens(arguments[1], show, NULL);
    return close_templates(&state);
}
