#include "harness/worker/executor.h"

#include <stdlib.h>
#include <string.h>

#include "harness/base/file.h"
#include "harness/base/stop.h"
#include "harness/base/text.h"
#include "harness/opencl/program.h"
#include "harness/worker/orders.h"

/* --------------------------------------------------------------------------------------- orders */

int executor_ask(struct executor *executor, enum executor_limit limit, const char *doing,
                 json_t *order, json_t **answer, struct fault *fault)
{
    const int times = limit == LIMIT_CHECKS ? 8 : 1;
    const bool builds = limit == LIMIT_COMPILE;
    const uint64_t seconds = builds ? executor->options.compile_limit : executor->options.run_limit;
    struct fault own = {0};
    json_t *got;

    client_ask(&executor->client, order, 1e3 * times * (double)seconds, &got, &own);
    if (executor->client.lost && own.status == STATUS_TIMEOUT)
        text_append(own.text, sizeof own.text, " (%s)", builds ? "--compile-limit" : "--run-limit");
    if (executor->client.lost && doing != NULL && !own.interrupted)
        fault_prefix(&own, doing);
    if (answer != NULL)
        *answer = got;
    else
        json_decref(got);
    return fault_move(&own, fault);
}

/* The text of a program, or of the host's own kernel in its place, in malloc'd memory. */
static int read_text(const struct kernel *kernel, const struct program *program,
                     const struct executor_options *options, char **text, struct fault *fault)
{
    size_t length;

    if (options->source == NULL)
        return program_text(&kernel->manifest, program, kernel->source, options->edited, text,
                            fault);
    if (kernel->manifest.problem.interface == NULL)
        return fault_set(fault, FAULT_USAGE,
                         "--source is the kernel that a program has: say how the program calls it, "
                         "by --interface");
    return file_read(options->source, text, &length, fault);
}

/* The manifest with the texts of its programs inside, which are compared with their hashes here. */
static json_t *write_manifest(const struct kernel *kernel, const struct executor_options *options,
                              struct fault *fault)
{
    const struct manifest *manifest = &kernel->manifest;
    json_t *root = json_deep_copy(manifest->root);
    json_t *programs = json_object_get(root, "programs");

    for (size_t i = 0; i < manifest->program_count; i++) {
        char *text;

        if (read_text(kernel, &manifest->programs[i], options, &text, fault)) {
            json_decref(root);
            return NULL;
        }
        utf8_mend(text); /* of comments in other character sets */
        json_t *program = json_array_get(programs, i);
        json_object_set_new(program, "source", json_string(text));
        if (options->source != NULL) /* it need not have what the emitted kernel uses */
            json_object_set_new(json_object_get(program, "requires"), "extensions", json_array());
        free(text);
    }
    if (root == NULL)
        fault_memory(fault);
    return root;
}

void executor_compile(struct executor *executor, const struct kernel *kernel, json_t **manifest,
                      json_t **compiled)
{
    struct fault unused = {0};

    *compiled = NULL;
    *manifest = write_manifest(kernel, &executor->options, &unused);
    if (*manifest != NULL) {
        const struct build_order build = {
            .manifest = *manifest, .engine = executor->options.engine, .returns = true};

        executor_ask(executor, LIMIT_COMPILE, NULL, order_build(&build), compiled, &unused);
    }
    fault_clear(&unused);
}

int executor_build(struct executor *executor, size_t slot, const struct kernel *kernel,
                   const char *library, unsigned threads, double *build_ms, struct fault *fault)
{
    const struct executor_options *options = &executor->options;
    const struct build_order build = {.slot = slot,
                                      .manifest = write_manifest(kernel, options, fault),
                                      .binaries = json_object_get(kernel->compiled, "binaries"),
                                      .edited = true,
                                      .engine = options->engine,
                                      .library = library,
                                      .threads = threads};
    json_t *answer;
    int status;

    if (build.manifest == NULL)
        return -1;
    status = executor_ask(executor, library == NULL ? LIMIT_COMPILE : LIMIT_RUN,
                          library == NULL ? "build" : NULL, order_build(&build), &answer, fault);
    *build_ms = member_number(answer, "build_ms");
    json_decref(build.manifest);
    json_decref(answer);
    return status;
}

/* --------------------------------------------------------------------------------------- device */

static void take_text(const json_t *answer, const char *name, char *text, size_t room)
{
    snprintf(text, room, "%s", member_text_or(answer, name, ""));
}

static void take_device(struct executor *executor)
{
    const json_t *told = executor->told;
    const char *type = member_text_or(told, "type", "");
    struct device *device = &executor->device;

    take_text(told, "device", device->name, sizeof device->name);
    take_text(told, "platform", device->platform_name, sizeof device->platform_name);
    take_text(told, "driver", device->driver, sizeof device->driver);
    take_text(told, "vendor", device->vendor, sizeof device->vendor);
    take_text(told, "opencl", device->version, sizeof device->version);
    device->type = strcmp(type, "cpu") == 0   ? CL_DEVICE_TYPE_CPU
                   : strcmp(type, "gpu") == 0 ? CL_DEVICE_TYPE_GPU
                                              : CL_DEVICE_TYPE_ACCELERATOR;
    device->compute_units = (unsigned)member_integer(told, "compute_units");
    device->clock_mhz = (unsigned)member_integer(told, "clock_mhz");
    device->native_float_vector = (unsigned)member_integer(told, "native_float_vector");
    device->cache_bytes = (cl_ulong)member_integer(told, "cache_bytes");
    device_traits_read(told, &executor->traits);
}

int executor_prepare(const struct executor_options *options, struct executor *executor,
                     struct fault *fault)
{
    stop_watch();
    *executor = (struct executor){.options = *options};
    if (client_open(&executor->options.worker, &executor->client, fault)) {
        executor_close(executor);
        return -1;
    }
    executor->client.shows_log = true;
    return 0;
}

int executor_open(const struct executor_options *options, bool probes, struct executor *executor,
                  struct fault *fault)
{
    if (executor_prepare(options, executor, fault))
        return -1;
    if (executor_ask(executor, LIMIT_COMPILE, "the device cannot be opened", order_device(probes),
                     &executor->told, fault)) {
        executor_close(executor);
        return -1;
    }
    take_device(executor);
    return 0;
}

void executor_close(struct executor *executor)
{
    client_close(&executor->client);
    json_decref(executor->told);
    memset(executor, 0, sizeof *executor);
}
