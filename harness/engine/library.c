#include "harness/engine/internal.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "harness/run/blas.h"
#include "harness/worker/orders.h"

/* Asks a worker for a library: *answer is a new reference, *facts lies in it. */
static int ask(struct executor *executor, const struct library *library, json_t **answer,
               const json_t **facts, struct fault *fault)
{
    const struct build_order build = {.library = library->name, .threads = library->wanted};

    if (executor_ask(executor, order_build(&build), answer, fault))
        return -1;
    *facts = json_object_get(*answer, "library");
    return 0;
}

/* Starts the library in a worker of its own, the next of the cores. */
static int open_core(struct executor *executor, struct library *library, const char *setting,
                     json_t **answer, const json_t **facts, struct fault *fault)
{
    struct core *core = &library->cores[library->core_count];
    struct executor_options options = executor->options;

    memset(core, 0, sizeof *core);
    snprintf(core->setting, sizeof core->setting, "%s", setting);
    options.worker.setting = *setting == '\0' ? NULL : core->setting;
    if (executor_prepare(&options, &core->executor, fault))
        return -1;
    if (ask(&core->executor, library, answer, facts, fault)) {
        executor_close(&core->executor);
        return -1;
    }
    snprintf(core->name, sizeof core->name, "%s", member_text(*facts, "core"));
    library->core_count++;
    return 0;
}

static void close_last(struct library *library)
{
    executor_close(&library->cores[--library->core_count].executor);
}

/* A core type that the library has not got is one that there is already. */
static bool is_new(const struct library *library, const struct core *core)
{
    for (const struct core *other = library->cores; other < core; other++)
        if (strcasecmp(other->name, core->name) == 0)
            return false;
    return true;
}

void library_tell(const struct library *library, const char *core, struct fault *fault)
{
    char before[80];

    snprintf(before, sizeof before, "core type %s", core);
    fault_prefix(fault, before);
    library->observer.tell(library->observer.self, library->name, core, fault->text);
}

/* Adds the core types beside the one that the library takes by itself. */
static void add_cores(struct executor *executor, struct library *library, const json_t *settings)
{
    for (size_t i = 0; i < json_array_size(settings) && library->core_count < LIBRARY_CORES; i++) {
        const char *setting = json_string_value(json_array_get(settings, i));
        struct fault fault = {0};
        json_t *answer = NULL;
        const json_t *facts;

        if (open_core(executor, library, setting, &answer, &facts, &fault)) {
            library_tell(library, strchr(setting, '=') + 1, &fault);
        } else if (!is_new(library, &library->cores[library->core_count - 1])) {
            close_last(library);
        }
        json_decref(answer);
        fault_clear(&fault);
    }
}

/* Adds "; of the core types Zen, Haswell the fastest on each problem". */
static void describe_cores(struct library *library)
{
    char *text = library->words;
    size_t used = strlen(text), room = sizeof library->words;
    const size_t count = library->core_count;

    if (count < 2)
        return;
    used += (size_t)snprintf(text + used, room - used, "; of the core types ");
    for (size_t i = 0; i < count && used < room; i++)
        used += (size_t)snprintf(text + used, room - used, "%s%s", i == 0 ? "" : ", ",
                                 library->cores[i].name);
    if (used < room)
        snprintf(text + used, room - used, " the fastest on each problem");
}

static int open_on_host(struct executor *executor, struct library *library, struct fault *fault)
{
    const struct device *device = &executor->device;
    const json_t *facts;
    json_t *answer;

    if (device->type & CL_DEVICE_TYPE_CPU)
        library->wanted = device->compute_units;
    library->cores = calloc(LIBRARY_CORES, sizeof *library->cores);
    if (library->cores == NULL)
        return fault_memory(fault);
    if (open_core(executor, library, "", &answer, &facts, fault)) {
        if (fault->code == FAULT_DEVICE) /* its process says no name */
            fault_prefix(fault, library->name);
        return -1;
    }
    snprintf(library->words, sizeof library->words, "%s", member_text(facts, "words"));
    library->threads = (unsigned)member_integer(facts, "threads");
    add_cores(executor, library, json_object_get(facts, "settings"));
    describe_cores(library);
    json_decref(answer);
    return 0;
}

int library_open(struct executor *executor, const char *name,
                 const struct library_observer *observer, struct library *library,
                 struct fault *fault)
{
    const json_t *facts;
    json_t *answer;

    *library = (struct library){.name = name, .on_host = blas_on_host(name), .observer = *observer};
    if (library->on_host) {
        if (open_on_host(executor, library, fault) == 0)
            return 0;
    } else if (ask(executor, library, &answer, &facts, fault) == 0) {
        snprintf(library->words, sizeof library->words, "%s", member_text(facts, "words"));
        json_decref(answer);
        return 0;
    }
    library_close(library);
    return -1;
}

void library_close(struct library *library)
{
    while (library->core_count > 0)
        close_last(library);
    free(library->cores);
    memset(library, 0, sizeof *library);
}
