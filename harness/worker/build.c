#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/worker/internal.h"
#include "harness/base/fault.h"
#include "harness/base/text.h"
#include "harness/opencl/peak.h"
#include "harness/base/json_read.h"
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
    members_add(answer,
                json_pack("{s:s, s:s, s:b, s:I, s:I}", "profile", traits.profile, "sub_groups",
                          traits.sub_groups, "half", (int)probe_feature(device, FEATURE_FP16),
                          "work_group_size", (json_int_t)traits.work_group_size, "local_bytes",
                          (json_int_t)traits.local_bytes));
    return answer;
}

/* ------------------------------------------------------------------------------------ a library */

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
    if (fills)
        blas_own_sums(blas, &slot->manifest.problem);
    slot->blas = fills ? blas : NULL;
    slot->is_built = fills;
    return json_pack("{s:f, s:{s:s, s:s, s:I, s:o}}", "build_ms", 0.0, "library", "words",
                     blas->words, "core", blas->core, "threads", (json_int_t)blas->threads,
                     "settings", list_settings(blas));
}

/* ------------------------------------------------------------------------------------ binaries */

/* Bytes of all binaries of a kernel; what is longer is built where it runs. */
static const size_t most_bytes = (size_t)4 << 20;

/* Adds a program to a list. False: its driver gives no binary, or one that is too long. */
static bool add_binary(cl_program program, size_t *room, json_t *list)
{
    size_t length = 0;
    char *binary = program_binary(program, &length, NULL);
    bool added = binary != NULL && length > 0 && length <= *room &&
                 json_array_append_new(list, json_stringn_nocheck(binary, length)) == 0;

    *room -= added ? length : 0;
    free(binary);
    return added;
}

/* The binaries of what was built, a new reference; an empty list where they cannot be had. */
static json_t *binaries_write(const struct built *built)
{
    json_t *list = json_array();
    size_t room = most_bytes;

    for (size_t i = 0; i < built->program_count; i++)
        if (!add_binary(built->programs[i], &room, list)) {
            json_array_clear(list);
            break;
        }
    return list;
}

/* The binaries of a kernel of `count` programs, from what a worker has returned and while that is there; NULL: there are none.
 * To be freed. */
static struct binary *binaries_read(const json_t *list, size_t count)
{
    struct binary *binaries =
        count > 0 && json_array_size(list) == count ? calloc(count, sizeof *binaries) : NULL;

    for (size_t i = 0; binaries != NULL && i < count; i++)
        binaries[i] = (struct binary){.bytes = json_string_value(json_array_get(list, i)),
                                      .length = json_string_length(json_array_get(list, i))};
    return binaries;
}

/* ------------------------------------------------------------------------------------- a kernel */

static json_t *build_kernel(struct worker *worker, struct slot *slot, const json_t *order,
                            struct fault *fault)
{
    const bool edited = member_truth(order, "edited");
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
    free(binaries);
    if (slot->is_built && member_truth(order, "engine") &&
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
    if (member_truth(order, "returns"))
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

/* -------------------------------------------------------------------------------------- limits */

/* The kind of arithmetic that an order names, else that of the kernel in the slot; false: of
 * neither. */
static bool find_kind(const struct slot *slot, const json_t *order, char kind[PEAK_KIND])
{
    const char *named = member_text(order, "kind");

    if (named != NULL)
        snprintf(kind, PEAK_KIND, "%s", named);
    else if (slot->has_manifest)
        peak_kind(&slot->manifest, kind);
    return named != NULL || slot->has_manifest;
}

/* Whether the peak is to be measured: where both figures are wanted, or this one, or nobody says
 * which and no profile states any or the device is a CPU, which runs at other clocks than it
 * reports. */
static bool measures(const struct device *device, const json_t *order, const struct peak *stated)
{
    const char *wanted = member_text(order, "wanted");

    if (member_truth(order, "both"))
        return true;
    return wanted == NULL ? stated->gflops <= 0 || (device->type & CL_DEVICE_TYPE_CPU) != 0
                          : strcmp(wanted, "measured") == 0;
}

json_t *worker_find_limits(struct worker *worker, struct slot *slot, const json_t *order,
                           struct fault *fault)
{
    const bool bandwidth = member_truth(order, "bandwidth");
    struct peak stated = {.gflops = 0}, measured = {.gflops = 0};
    const double begin = time_now_ms();
    char kind[PEAK_KIND] = "";
    double gbytes;

    if (find_kind(slot, order, kind) && (peak_by_profile(&worker->device, kind, &stated, fault) ||
                                         (measures(&worker->device, order, &stated) &&
                                          peak_measure(&worker->device, kind, &measured, fault))))
        return NULL;
    gbytes = bandwidth ? bandwidth_measure(&worker->device) : 0;
    worker->spent[WORK_COMPILERS] += measured.build_ms;
    worker->spent[WORK_KERNELS] += time_now_ms() - begin - measured.build_ms;
    return json_pack("{s:s, s:f, s:s, s:f, s:s, s:f}", "kind", kind, "stated", stated.gflops,
                     "words", stated.words, "measured", measured.gflops, "measured_words",
                     measured.words, "gbytes_per_second", gbytes);
}

/* ------------------------------------------------------------------------------------ failures */

enum {
    LOG_LIMIT = 1 << 20 /* bytes of a compiler's log that are handed on */
};

static enum status status_of(const struct worker *worker, const struct fault *fault)
{
    if (fault->code == FAULT_WRONG)
        return STATUS_WRONG;
    if (fault->code == FAULT_REFUSED || fault->lacking)
        return STATUS_REFUSED;
    if (!worker->builds && fault->no_memory)
        return STATUS_MEMORY;
    return worker->builds ? STATUS_COMPILE : STATUS_RUNTIME;
}

json_t *worker_failure(const struct worker *worker, const struct fault *fault)
{
    const char *log = fault->detail == NULL ? "" : fault->detail;

    return json_pack("{s:s, s:s, s:i, s:b, s:b, s:s#}", "failed",
                     status_word(status_of(worker, fault)), "reason", fault->text, "code",
                     (int)fault->code, "lacking", (int)fault->lacking, "contained",
                     (int)fault->contained, "log", log, (int)utf8_cut(log, LOG_LIMIT));
}
