#include "harness/race/internal.h"

#include <string.h>

#include "harness/run/blas.h"

/* Opens the worker that a library runs in. */
static int find_worker(struct venue *venue, struct library *library, struct fault *fault)
{
    const struct device *device = &venue->remote.device;

    if (!library->on_host) {
        library->where = &venue->remote;
        return 0;
    }
    if (device->type & CL_DEVICE_TYPE_CPU)
        library->threads = device->compute_units;
    library->where = &library->own;
    return remote_prepare(&venue->remote.options, &library->own, fault);
}

int library_open(struct venue *venue, const char *name, struct library *library,
                 struct fault *fault)
{
    json_t *answer;

    *library = (struct library){.name = name, .on_host = blas_on_host(name)};
    if (find_worker(venue, library, fault))
        return -1;
    if (remote_ask(library->where,
                   json_pack("{s:s, s:s, s:I}", "do", "library", "name", name, "threads",
                             (json_int_t)library->threads),
                   &answer, fault)) {
        library_close(library);
        return -1;
    }
    snprintf(library->words, sizeof library->words, "%s",
             json_string_value(json_object_get(answer, "words")));
    json_decref(answer);
    return 0;
}

void library_close(struct library *library)
{
    if (library->where == &library->own)
        remote_close(&library->own);
    memset(library, 0, sizeof *library);
}
