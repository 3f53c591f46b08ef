/*
 * Prints requests of all kinds, options a line: those of the golden kernels and of the tests on devices, every preset in all layouts and transposes,
 * and some at random, of all families or of one.
 *
 * Use: list_requests GOLDEN-FOLDER COUNT [SEED [FAMILY]]
 */
#include <stdio.h>
#include <stdlib.h>

#include "tests/unit/requests.h"

static void print(void *self, const char *line)
{
    (void)self;
    puts(line);
}

int main(int count, char **arguments)
{
    if (count < 3) {
        fprintf(stderr, "use: list_requests GOLDEN-FOLDER COUNT [SEED [FAMILY]]\n");
        return 1;
    }
    requests_of_goldens(arguments[1], print, NULL);
    requests_of_devices(arguments[1], print, NULL);
    requests_of_presets(print, NULL);
    requests_at_random((size_t)atol(arguments[2]), count > 3 ? strtoull(arguments[3], NULL, 10) : 1,
                       count > 4 ? arguments[4] : NULL, print, NULL);
    return 0;
}
