#include "harness/worker/internal.h"

#include <stdlib.h>
#include <string.h>

#include "harness/base/timing.h"
#include "harness/opencl/program.h"
#include "harness/opencl/traits.h"

void slot_close(struct slot *slot)
{
    if (slot->is_open)
        instance_close(&slot->instance);
    slot->is_open = false;
    slot->last_ms = 0;
}

void slot_drop(struct slot *slot)
{
    slot_close(slot);
    if (slot->is_built)
        program_release(&slot->built);
    if (slot->has_manifest)
        manifest_release(&slot->manifest);
    memset(slot, 0, sizeof *slot);
}

/* Fills an empty slot with the order's manifest, nothing built. Errors: those of manifest_parse and
 * instance_supported. */
static int take_manifest(struct slot *slot, const json_t *order, struct fault *fault)
{
    char *text = json_dumps(json_object_get(order, "manifest"), JSON_COMPACT);

    if (text == NULL)
        return fault_memory(fault);
    slot->has_manifest = manifest_parse(text, strlen(text), &slot->manifest, fault) == 0;
    free(text);
    return slot->has_manifest ? instance_supported(&slot->manifest, fault) : -1;
}

int worker_open_device(struct worker *worker, struct fault *fault)
{
    if (!worker->has_device && device_open(&worker->options->device, &worker->device, fault))
        return -1;
    worker->has_device = true;
    return 0;
}

json_t *worker_tell_device(struct worker *worker, struct slot *slot, const json_t *order,
                           struct fault *fault)
{
    const struct device *device = &worker->device;
    json_t *answer = json_pack(
        "{s:s, s:s, s:s, s:s, s:s, s:s, s:i, s:i, s:i, s:I, s:I}", "device", device->name, "driver",
        device->driver, "platform", device->platform_name, "type", device_type_word(device),
        "vendor", device->vendor, "opencl", device->version, "compute_units",
        (int)device->compute_units, "clock_mhz", (int)device->clock_mhz, "native_float_vector",
        (int)device->native_float_vector, "cache_bytes", (json_int_t)device->cache_bytes,
        "global_bytes", (json_int_t)device->global_bytes);
    struct device_traits traits;

    (void)slot, (void)fault;
    if (answer == NULL || json_is_false(json_object_get(order, "probe")))
        return answer;
    device_traits_find(device, &traits);
    json_object_set_new(answer, "profile", json_string(traits.profile));
    json_object_set_new(answer, "sub_groups", json_string(traits.sub_groups));
    json_object_set_new(answer, "work_group_size",
                        json_integer((json_int_t)traits.work_group_size));
    json_object_set_new(answer, "local_bytes", json_integer((json_int_t)traits.local_bytes));
    return answer;
}

/* ------------------------------------------------------------------------------------- a library */

/* Opens a library; one of the host needs no device. */
static int open_library(struct worker *worker, const char *name, const json_t *wanted,
                        struct blas *blas, struct fault *fault)
{
    const bool on_host = blas_on_host(name);
    const struct blas_site site = {on_host ? NULL : &worker->device,
                                   (unsigned)member_integer(wanted, "threads")};

    return (!on_host && worker_open_device(worker, fault)) || blas_open(name, &site, blas, fault)
               ? -1
               : 0;
}

/* Finds a library by its name, and opens it the first time. Errors: those of blas_open. */
static struct blas *find_library(struct worker *worker, const json_t *wanted, struct fault *fault)
{
    const char *name = member_text(wanted, "name");

    for (size_t i = 0; i < MOST_LIBRARIES && name != NULL && blas_name(i) != NULL; i++) {
        struct blas *blas = &worker->libraries[i];

        if (strcmp(blas_name(i), name) != 0)
            continue;
        return blas->kind != NULL || open_library(worker, name, wanted, blas, fault) == 0 ? blas
                                                                                          : NULL;
    }
    fault_set(fault, FAULT_USAGE, "no library has the name %.60s", name == NULL ? "" : name);
    return NULL;
}

static json_t *list_settings(const struct blas *blas)
{
    char settings[BLAS_SETTINGS][BLAS_SETTING];
    const size_t count = blas_settings(blas, settings);
    json_t *list = json_array();

    for (size_t i = 0; i < count; i++)
        json_array_append_new(list, json_string(settings[i]));
    return list;
}

/* Puts a library into a slot in place of the kernel of a manifest; without a manifest it is only
 * looked for. */
static json_t *build_library(struct worker *worker, struct slot *slot, const json_t *order,
                             struct fault *fault)
{
    const struct blas *blas = find_library(worker, json_object_get(order, "library"), fault);
    const bool fills = json_object_get(order, "manifest") != NULL;

    slot_drop(slot);
    if (blas == NULL || (fills && take_manifest(slot, order, fault)))
        return NULL;
    slot->blas = fills ? blas : NULL;
    slot->is_built = fills;
    return json_pack("{s:f, s:{s:s, s:s, s:I, s:o}}", "build_ms", 0.0, "library", "words",
                     blas->words, "core", blas->core, "threads", (json_int_t)blas->threads,
                     "settings", list_settings(blas));
}

/* -------------------------------------------------------------------------------------- a kernel */

static json_t *build_kernel(struct worker *worker, struct slot *slot, const json_t *order,
                            struct fault *fault)
{
    const bool edited = json_is_true(json_object_get(order, "edited"));
    struct binary *binaries;
    double begin;

    slot_drop(slot);
    if (worker_open_device(worker, fault) || take_manifest(slot, order, fault))
        return NULL;
    worker->builds = true;
    binaries = binaries_read(json_object_get(order, "binaries"), slot->manifest.program_count);
    begin = time_now_ms();
    slot->is_built = program_build(&worker->device, &slot->manifest, NULL, edited, binaries,
                                   &slot->built, fault) == 0;
    worker->spent[WORK_COMPILERS] += time_now_ms() - begin;
    binaries_release(binaries, slot->manifest.program_count);
    if (slot->is_built && json_is_true(json_object_get(order, "engine")) &&
        engine_check(&slot->manifest, &slot->built, fault))
        return NULL;
    return slot->is_built ? json_pack("{s:f}", "build_ms", slot->built.build_ms) : NULL;
}

/* Adds the binaries to an answer (NULL: to none). A driver may have to compile more for a binary
 * than for a run (PoCL: the kernel for work-groups of any size); then it is asked once. Its own
 * cache may have what it has compiled by then. */
static void return_binaries(struct worker *worker, struct slot *slot, json_t *answer)
{
    const double begin = time_now_ms();
    double taken;

    if (answer != NULL)
        json_object_set_new(answer, "binaries",
                            worker->lacks_binaries ? json_array() : binaries_write(&slot->built));
    taken = time_now_ms() - begin;
    worker->lacks_binaries |= answer != NULL && taken > slot->built.build_ms;
    worker->spent[WORK_COMPILERS] += taken;
    slot_drop(slot);
}

json_t *worker_build(struct worker *worker, struct slot *slot, const json_t *order,
                     struct fault *fault)
{
    json_t *answer;

    if (json_object_get(order, "library") != NULL)
        return build_library(worker, slot, order, fault);
    answer = build_kernel(worker, slot, order, fault);
    if (json_is_true(json_object_get(order, "returns")))
        return_binaries(worker, slot, answer);
    return answer;
}

json_t *worker_drop(struct worker *worker, struct slot *slot, const json_t *order,
                    struct fault *fault)
{
    (void)worker, (void)order, (void)fault;
    slot_drop(slot);
    return json_object();
}
