/* Shapes that the kernel which was found for them does not fit: smaller than what its work-groups
 * compute. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "harness/verify/fit.h"
#include "harness/manifest/manifest.h"
#include "harness/tune/internal.h"

/* Whether a kernel is too large for a shape, with a sentence. One that cannot be made again is not. */
static bool is_beyond(struct tuning *tuning, struct candidate *candidate, const struct shape *shape,
                      char *text, size_t room)
{
    struct test_case test_case = tuning->tuner->options->problem.test_case;
    struct manifest manifest;
    struct launch launch;
    struct fault ignored = {0};
    char reason[512], *json = NULL;
    bool beyond = false;

    test_case.size[0] = shape->m;
    test_case.size[1] = shape->n;
    test_case.size[2] = shape->k;
    if (tune_make(tuning, candidate, reason, &ignored) == 0 && candidate->manifest != NULL)
        json = json_dumps(candidate->manifest, JSON_COMPACT);
    if (json != NULL && manifest_parse(json, strlen(json), &manifest, &ignored) == 0) {
        beyond = launch_resolve(&manifest, &test_case, &launch, &ignored) == 0 &&
                 fit_describe(&manifest, &launch, text, room);
        manifest_release(&manifest);
    }
    free(json);
    fault_clear(&ignored);
    return beyond;
}

void tune_show_fit(struct tuning *tuning)
{
    char text[300], first[300] = "";
    const struct shape *shape = NULL;
    size_t count = 0;

    for (size_t i = 0; i < tuning->shape_count; i++) {
        if (tuning->winners[i] == SIZE_MAX ||
            !is_beyond(tuning, tuning->candidates[tuning->winners[i]], &tuning->shapes[i], text,
                       sizeof text))
            continue;
        if (count++ == 0) {
            shape = &tuning->shapes[i];
            memcpy(first, text, sizeof first);
        }
    }
    if (count > 0)
        printf("\nsmaller than the tile of the fastest kernel: %zu of %zu shape%s; --param "
               "tile=HxW,... has other tiles tried\n"
               "  m %" PRIu64 ", n %" PRIu64 ", k %" PRIu64 ": %s\n",
               count, tuning->shape_count, tuning->shape_count == 1 ? "" : "s", shape->m, shape->n,
               shape->k, first);
}
