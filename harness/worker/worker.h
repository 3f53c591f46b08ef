/*
 * The command `worker`: builds, verifies and times kernels for a tuner, in a process of its own,
 * so that what a kernel or a driver does to a process is done to this one. It is started by
 * harness/worker/client.h alone and is no command for people.
 *
 * Orders come as JSON lines on the standard input, each is answered by one line on the standard
 * output. Kernels stand in slots 0 to WORKER_SLOTS - 1.
 *
 *     {"do":"device"}                         {"device":..., "driver":..., "profile":..., ...}
 *     {"do":"build","slot":0,"manifest":{}}   {"build_ms":...}
 *     {"do":"peak","slot":0}                  {"stated":..., "words":..., "measured":...} GFLOP/s
 *     {"do":"open","slot":0,"m":,"n":,"k":,"seed":,                   {"verified":"words"}
 *         "random":false,"verify":true,"share":1}
 *     {"do":"launch","slot":0,"count":3,"stop_ms":0}                  {"ms":[...]}
 *     {"do":"check","slot":0,"seed":1}        {"cases":...}
 *     {"do":"verify","slot":0}                {"verified":"words"}
 *     {"do":"drop","slot":0}                  {}
 *
 * `open` makes the matrices, within one of `share` parts of the memory that --memory grants, verifies
 * the result (whole numbers, exactly; with `random` random ones too; without `verify` nothing) and
 * loads the data for `launch`. The members behind `seed` may be left out. `launch` stops behind a
 * launch that takes longer than stop_ms (0: no limit). `check` verifies small sizes on the edges of
 * tiles, `verify` the result that the last launch has left. An order that fails is answered by
 * {"failed":KIND,"reason":"sentence","log":"..."}: KIND is `compile`, `runtime`, `memory` (there is
 * none left, perhaps for what the other slots hold), `correctness`, or `refused` (the kernel is not
 * for this problem or device; no harm is done). An answer that is none to its order counts as a crash.
 *
 * The worker ends at the end of its input, with the process that started it, and past the memory
 * that --memory grants it.
 */
#ifndef HARNESS_WORKER_WORKER_H
#define HARNESS_WORKER_WORKER_H

#include "harness/cli/words.h"
#include "harness/opencl/device.h"
#include "harness/run/launch.h"

enum {
    WORKER_SLOTS = 17 /* the best of a tuning, and one to compare them with */
};

struct worker_options {
    struct device_choice device;
    uint64_t memory; /* bytes that its matrices may use */
    enum data data;
    struct wish wish; /* alpha and beta */
};

/* Serves until the end of its input. Errors: FAULT_DEVICE (there is none), FAULT_IO. */
int worker_serve(const struct worker_options *options, struct fault *fault);

#endif
