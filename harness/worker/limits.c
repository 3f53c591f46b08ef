/* Peak and bandwidth of the device. */
#include <stdio.h>
#include <string.h>

#include "harness/opencl/peak.h"
#include "harness/base/json_read.h"
#include "harness/worker/internal.h"

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

/* Whether the peak is to be measured: where both figures are wanted, or this one, or no profile
 * states any. */
static bool measures(const json_t *order, const struct peak *stated)
{
    const char *wanted = member_text(order, "wanted");

    if (json_is_true(json_object_get(order, "both")))
        return true;
    return wanted == NULL ? stated->gflops <= 0 : strcmp(wanted, "measured") == 0;
}

json_t *worker_find_limits(struct worker *worker, struct slot *slot, const json_t *order,
                           struct fault *fault)
{
    const bool bandwidth = json_is_true(json_object_get(order, "bandwidth"));
    struct peak stated = {.gflops = 0}, measured = {.gflops = 0};
    char kind[PEAK_KIND] = "";

    if (find_kind(slot, order, kind) &&
        (peak_by_profile(&worker->device, kind, &stated, fault) ||
         (measures(order, &stated) && peak_measure(&worker->device, kind, &measured, fault))))
        return NULL;
    return json_pack("{s:s, s:f, s:s, s:f, s:s, s:f}", "kind", kind, "stated", stated.gflops,
                     "words", stated.words, "measured", measured.gflops, "measured_words",
                     measured.words, "gbytes_per_second",
                     bandwidth ? bandwidth_measure(&worker->device) : 0.0);
}
