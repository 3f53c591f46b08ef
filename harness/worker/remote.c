#include "harness/worker/remote.h"

#include <stdlib.h>
#include <string.h>

#include "harness/base/utf8.h"
#include "harness/opencl/program.h"
#include "harness/worker/orders.h"

/* ---------------------------------------------------------------------------------------- orders */

/* What a failure means where the worker does not say it. */
static enum fault_code code_of(const struct reply *reply)
{
    if (reply->code != 0)
        return (enum fault_code)reply->code;
    return strcmp(reply->kind, "correctness") == 0 ? FAULT_WRONG
           : strcmp(reply->kind, "refused") == 0   ? FAULT_REFUSED
                                                   : FAULT_DEVICE;
}

/* Makes a failed order the fault; takes the log. `limit`: the option whose time is over; NULL: none. */
static void pass_on(struct reply *reply, const char *limit, struct fault *fault)
{
    if (fault->code != FAULT_NONE)
        return;
    if (reply->lost && reply->end[0] != '\0')
        fault_set(fault, FAULT_DEVICE, "its process %s%s%s%s", reply->end,
                  limit == NULL ? "" : " (", limit == NULL ? "" : limit, limit == NULL ? "" : ")");
    else
        fault_set(fault, code_of(reply), "%s", reply->reason);
    fault->lacking = reply->lacking;
    fault->no_memory = strcmp(reply->kind, "memory") == 0;
    fault->detail = reply->log;
    reply->log = NULL;
}

static int give(struct remote *remote, json_t *order, uint64_t seconds, const char *limit,
                json_t **answer, struct fault *fault)
{
    struct reply reply;
    bool is_good;

    remote->lost = remote->late = false;
    if (answer != NULL)
        *answer = NULL;
    if (worker_ask(&remote->link, order, (double)seconds * 1e3, &reply, fault))
        return -1;
    is_good = reply_is_good(&reply);
    if (answer != NULL)
        *answer = json_incref(reply.answer);
    if (!is_good) {
        remote->lost = reply.lost;
        memcpy(remote->mark, reply.mark, sizeof remote->mark);
        remote->late = reply.lost && strcmp(reply.kind, "timeout") == 0;
        pass_on(&reply, remote->late ? limit : NULL, fault);
    }
    reply_release(&reply);
    return is_good ? 0 : -1;
}

int remote_run(struct remote *remote, json_t *order, json_t **answer, struct fault *fault)
{
    return give(remote, order, remote->options.run_limit, "--run-limit", answer, fault);
}

int remote_ask(struct remote *remote, json_t *order, json_t **answer, struct fault *fault)
{
    return give(remote, order, remote->options.compile_limit, "--compile-limit", answer, fault);
}

/* The manifest with the texts of its programs inside, which are compared with their hashes here. */
static json_t *write_manifest(const struct subject *subject, bool edited, struct fault *fault)
{
    const struct manifest *manifest = &subject->manifest;
    json_t *root = json_deep_copy(manifest->root);
    json_t *programs = json_object_get(root, "programs");

    for (size_t i = 0; i < manifest->program_count; i++) {
        char *text;

        if (program_text(manifest, &manifest->programs[i], subject->source, edited, &text, fault)) {
            json_decref(root);
            return NULL;
        }
        utf8_mend(text); /* of comments in other character sets */
        json_object_set_new(json_array_get(programs, i), "source", json_string(text));
        free(text);
    }
    if (root == NULL)
        fault_memory(fault);
    return root;
}

/* Gives an order to build, of a manifest whose reference is taken. */
static int give_build(struct remote *remote, const struct build_order *build, json_t **answer,
                      struct fault *fault)
{
    const bool is_kernel = build->library == NULL;
    const struct remote_options *options = &remote->options;
    const int status =
        give(remote, order_build(build), is_kernel ? options->compile_limit : options->run_limit,
             is_kernel ? "--compile-limit" : "--run-limit", answer, fault);

    json_decref(build->manifest);
    return status;
}

int remote_build(struct remote *remote, size_t slot, const struct subject *subject,
                 double *build_ms, struct fault *fault)
{
    const struct build_order build = {.slot = slot,
                                      .manifest =
                                          write_manifest(subject, remote->options.edited, fault),
                                      .edited = true,
                                      .engine = remote->options.engine};
    json_t *answer;

    if (build.manifest == NULL)
        return -1;
    if (give_build(remote, &build, &answer, fault)) {
        if (remote->lost)
            fault_prefix(fault, "build");
        return -1;
    }
    *build_ms = json_number_value(json_object_get(answer, "build_ms"));
    json_decref(answer);
    return 0;
}

int remote_place(struct remote *remote, size_t slot, const char *library, unsigned threads,
                 const struct subject *subject, struct fault *fault)
{
    const struct build_order build = {.slot = slot,
                                      .manifest =
                                          write_manifest(subject, remote->options.edited, fault),
                                      .library = library,
                                      .threads = threads};

    return build.manifest == NULL ? -1 : give_build(remote, &build, NULL, fault);
}

/* ---------------------------------------------------------------------------------------- device */

static void take_text(const json_t *answer, const char *name, char *text, size_t room)
{
    const char *told = json_string_value(json_object_get(answer, name));

    snprintf(text, room, "%s", told == NULL ? "" : told);
}

static unsigned take_number(const json_t *answer, const char *name)
{
    return (unsigned)json_integer_value(json_object_get(answer, name));
}

static void take_device(struct remote *remote)
{
    const json_t *told = remote->told;
    const char *type = json_string_value(json_object_get(told, "type"));
    struct device *device = &remote->device;

    take_text(told, "device", device->name, sizeof device->name);
    take_text(told, "platform", device->platform_name, sizeof device->platform_name);
    take_text(told, "driver", device->driver, sizeof device->driver);
    take_text(told, "vendor", device->vendor, sizeof device->vendor);
    take_text(told, "opencl", device->version, sizeof device->version);
    device->type = type != NULL && strcmp(type, "cpu") == 0   ? CL_DEVICE_TYPE_CPU
                   : type != NULL && strcmp(type, "gpu") == 0 ? CL_DEVICE_TYPE_GPU
                                                              : CL_DEVICE_TYPE_ACCELERATOR;
    device->compute_units = take_number(told, "compute_units");
    device->clock_mhz = take_number(told, "clock_mhz");
    device->native_float_vector = take_number(told, "native_float_vector");
    device->cache_bytes = (cl_ulong)json_integer_value(json_object_get(told, "cache_bytes"));
    device_traits_read(told, &remote->traits);
}

int remote_prepare(const struct remote_options *options, struct remote *remote, struct fault *fault)
{
    *remote = (struct remote){.options = *options};
    if (worker_link_open(&remote->options.worker, &remote->link, fault)) {
        remote_close(remote);
        return -1;
    }
    remote->link.shows_log = true;
    return 0;
}

int remote_open(const struct remote_options *options, bool probes, struct remote *remote,
                struct fault *fault)
{
    if (remote_prepare(options, remote, fault))
        return -1;
    if (remote_ask(remote, order_device(probes), &remote->told, fault) == 0) {
        take_device(remote);
        return 0;
    }
    if (remote->lost)
        fault_prefix(fault, "the device cannot be opened");
    remote_close(remote);
    return -1;
}

void remote_close(struct remote *remote)
{
    worker_link_close(&remote->link);
    json_decref(remote->told);
    memset(remote, 0, sizeof *remote);
}
