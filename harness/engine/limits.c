/* What the device can do at most: its peaks, and the bandwidth of its memory. */
#include <string.h>

#include "harness/engine/internal.h"
#include "harness/worker/orders.h"

static int ask_peak(struct suite_run *run, struct peak *peak, struct fault *fault)
{
    const char *wanted = run->schedule->peak;
    json_t *answer;
    int status;

    if (wanted != NULL && peak_stated(wanted, peak))
        return 0;
    if (executor_ask(run->executor, LIMIT_COMPILE, "peak of the device",
                     order_peak(peak->kind, wanted, false), &answer, fault))
        return -1;
    status = peak_take(answer, wanted, peak, fault);
    json_decref(answer);
    return status;
}

int suite_find_peak(struct suite_run *run, struct candidate *candidate, struct fault *fault)
{
    char kind[PEAK_KIND];
    struct peak *peak;

    peak_kind(candidate->manifest, kind);
    peak = peaks_at(&run->executor->peaks, kind);
    if (peak->gflops == 0 && ask_peak(run, peak, fault))
        return -1;
    if (candidate->library == NULL || !candidate->library->on_host ||
        (run->executor->device.type & CL_DEVICE_TYPE_CPU))
        candidate->measurement.peak = *peak;
    return 0;
}

double suite_bandwidth(struct executor *executor)
{
    json_t *answer = NULL;

    if (!executor->has_bandwidth) {
        executor_ask(executor, LIMIT_COMPILE, NULL, order_bandwidth(), &answer, NULL);
        executor->bandwidth = member_number(answer, "gbytes_per_second");
        executor->has_bandwidth = true;
        json_decref(answer);
    }
    return executor->bandwidth;
}

bool suite_tells_bandwidth(const struct schedule *schedule, enum format format)
{
    return format == FORMAT_JSON && schedule->peak != NULL &&
           strcmp(schedule->peak, "measured") == 0;
}

void suite_find_bandwidth(struct suite_run *run)
{
    /* A large cache serves many cores, perhaps of other machines too: no more of it is counted
     * on. */
    const double most = 32 << 20, cache = (double)run->executor->device.cache_bytes;
    const double held = cache > 0 && cache < most ? cache : most;

    for (size_t i = 0; i < run->count; i++) {
        struct candidate *candidate = &run->candidates[i];

        if (candidate->fault.code != FAULT_NONE || candidate->library != NULL ||
            run->schedule->iterations == 0 || candidate->measurement.bytes <= held)
            continue;
        candidate->measurement.bandwidth = suite_bandwidth(run->executor);
    }
}
