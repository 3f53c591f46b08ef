#include "harness/worker/internal.h"

#include <stdlib.h>
#include <string.h>

#include "harness/base/timing.h"
#include "harness/opencl/bandwidth.h"
#include "harness/opencl/engine.h"
#include "harness/subject/peak.h"
#include "harness/subject/subject.h"

void slot_close(struct slot *slot)
{
    if (slot->is_open)
        trial_close(&slot->trial);
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

int slot_take_manifest(struct slot *slot, const json_t *order, struct fault *fault)
{
    char *text = json_dumps(json_object_get(order, "manifest"), JSON_COMPACT);

    if (text == NULL)
        return fault_memory(fault);
    slot->has_manifest = manifest_parse(text, strlen(text), &slot->manifest, fault) == 0;
    free(text);
    return slot->has_manifest ? trial_supported(&slot->manifest, fault) : -1;
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
    struct device_voice voice;

    (void)slot, (void)fault;
    if (answer == NULL || json_is_false(json_object_get(order, "probe")))
        return answer;
    device_voice_find(device, &voice);
    json_object_set_new(answer, "profile", json_string(voice.profile));
    json_object_set_new(answer, "sub_groups", json_string(voice.sub_groups));
    json_object_set_new(answer, "work_group_size", json_integer((json_int_t)voice.work_group_size));
    json_object_set_new(answer, "local_bytes", json_integer((json_int_t)voice.local_bytes));
    return answer;
}

json_t *worker_build(struct worker *worker, struct slot *slot, const json_t *order,
                     struct fault *fault)
{
    const bool edited = json_is_true(json_object_get(order, "edited"));
    struct binary *binaries;
    double begin;

    slot_drop(slot);
    if (slot_take_manifest(slot, order, fault))
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

/* A driver may have to compile more for a binary than for a run (PoCL: the kernel for work-groups of any size); then it is asked
 * once. What it has compiled by then may be in a cache of its own. */
json_t *worker_compile(struct worker *worker, struct slot *slot, const json_t *order,
                       struct fault *fault)
{
    json_t *answer = worker_build(worker, slot, order, fault);
    const double begin = time_now_ms();
    double taken;

    if (answer != NULL)
        json_object_set_new(answer, "binaries",
                            worker->lacks_binaries ? json_array() : binaries_write(&slot->built));
    taken = time_now_ms() - begin;
    worker->lacks_binaries |= answer != NULL && taken > slot->built.build_ms;
    worker->spent[WORK_COMPILERS] += taken;
    slot_drop(slot);
    return answer;
}

json_t *worker_find_peak(struct worker *worker, struct slot *slot, const json_t *order,
                         struct fault *fault)
{
    struct peak stated, measured;
    char kind[PEAK_KIND];
    json_t *answer;

    (void)order;
    peak_kind(&slot->manifest, kind);
    if (peak_by_profile(&worker->device, kind, &stated, fault) ||
        peak_measure(&worker->device, kind, &measured, fault))
        return NULL;
    answer = json_pack("{s:s, s:f, s:s, s:f, s:s}", "kind", kind, "stated", stated.gflops, "words",
                       stated.words, "measured", measured.gflops, "measured_words", measured.words);
    if (answer != NULL)
        bandwidth_note(&worker->device, answer);
    return answer;
}

json_t *worker_drop(struct worker *worker, struct slot *slot, const json_t *order,
                    struct fault *fault)
{
    (void)worker, (void)order, (void)fault;
    slot_drop(slot);
    return json_object();
}
