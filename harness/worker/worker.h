/*
 * The command `worker`: builds, verifies and times kernels for other commands, in a process of its
 * own, so that what a kernel or a driver does to a process is done to this one. It is started by
 * harness/worker/client.h alone and is no command for people.
 *
 * Orders come as JSON lines on the standard input, each is answered by one line on the standard
 * output; binaries are whole numbers there, the lengths of what follows the line (harness/worker/message.h). Kernels stand in slots that have numbers from 0 on; a tuner uses WORKER_SLOTS of them.
 * harness/worker/protocol.c has what each order needs and what members it and its answer must have,
 * harness/worker/orders.h writes and reads orders.
 *
 *     {"do":"device","probe":true}                                    {"device":..., "driver":..., "profile":..., ...}
 *     {"do":"build","slot":0,"manifest":{},"edited":false,            {"build_ms":..., "binaries":[45183, ...],
 *         "engine":false,"binaries":[45183],"returns":false,              "library":{"words":"...", "core":"Zen",
 *         "library":{"name":"openblas","threads":2}}                      "threads":2, "settings":["NAME=value", ...]}}
 *     {"do":"prepare","slot":0,"m":,...,"beta":,"seed":1,             {"exact":true, "worst":0, "prepare_ms":0,
 *         "memory":,"share":1,"full_limit":,"verify":true,                "kept":true}
 *         "random":false,"load":true,"fill":false,"rest":true}
 *     {"do":"run","slots":[0,1,0,1],"warm_up":false,                  {"runs":[{"device_ms":..., "wall_ms":...,
 *         "settle":true,"prepare":true,"rest":true,                       "prepare_ms":..., "transfer_ms":...,
 *         "transfer":false,"validate":false,                              "steps":[...], "exact":true, "worst":0}, ...]}
 *         "stop_ms":0,"most_ms":200}
 *     {"do":"verify","slot":0}                                        {"exact":true, "worst":0}
 *     {"do":"check","slot":0,"m":,...,"beta":,"data":"exact",         {"cases":1, "exact":true, "worst":0.5}
 *         "guards":true,"trials":2,"seed":1,"memory":}
 *     {"do":"limits","slot":0,"kind":"f32","wanted":"measured",       {"kind":"f32", "stated":..., "words":...,
 *         "both":false,"bandwidth":false}                                 "measured":..., "measured_words":...,
 *                                                                         "gbytes_per_second":...}
 *     {"do":"drop","slot":0}                                          {}
 *
 * harness/worker/orders.h says what the members of orders mean. The device is opened by the first
 * order that needs it; without `probe` it tells neither profile, sub_groups nor limits.
 *
 * `build`: binaries are taken where the driver takes them, and given where it has some. A `library`
 * (harness/run/blas.h) stands in the place of the manifest's kernel; `settings` are those of
 * blas_settings.
 *
 * `prepare` makes the matrices, of which `share` slots alike have room within `memory` bytes. Data
 * that were made before are kept, as many as an eighth of the memory holds (`kept`: those that were
 * loaded last), and results are compared with those that were found right: all kernels, and
 * libraries in the same worker, have the same data of a problem. With `fill` operands are made on the
 * device, of a piece of such data again and again, and the host has none of them: then no run can be
 * compared, sent or received. Batches, an epilogue, companions and index functions are loaded all the same.
 *
 * `run` has runs by all clocks, one behind the other. `way` says of a library how it has multiplied
 * the members of a batch, `compute` in what arithmetic. It stops behind a run that fails, too, which
 * is the member `failure` beside the runs before it. The process is marked (process_mark) with the
 * index of the run.
 *
 * `verify` compares the result that the last run has left. `check` without `data` verifies small
 * sizes on the edges of tiles. `limits` are those of the device: measured where `wanted` says
 * "measured", where it says nothing and no profile states a peak or the device is a CPU, or where
 * `both` are asked for.
 *
 * The time of an order by kind of work stands beside what it answers, failures too, as
 * milliseconds, with how many data sets were made and how many right results computed:
 * "spent":{"kernels":, "compilers":, "verification":, "transfers":, "data_made":1, "references":1}.
 *
 * An order that fails is answered by
 * {"failed":KIND,"reason":"sentence","log":"...","code":5,"lacking":false,"contained":false}: KIND
 * is `compile`, `runtime`, `memory` (there is none left, perhaps for what the other slots hold),
 * `correctness`, or `refused` (the kernel is not for this problem or device; no harm is done);
 * code, lacking and contained are those of a struct fault. An answer that is none to its order counts as a crash.
 *
 * The worker ends at the end of its input, with the process that started it, and past the memory
 * that --memory grants it; without --memory it may take what there is.
 */
#pragma once

#include "harness/cli/words.h"
#include "harness/opencl/device.h"
#include "harness/run/launch.h"

enum {
    WORKER_SLOTS = 17 /* the best of a tuning, and one to compare them with */
};

/* Milliseconds after which an order of a suite has no further run. */
enum {
    WORKER_RUN_MS = 200
};

/* Before a run that is to `settle`: runs that do not count for so long, unless one takes longer by
 * itself; without `rest` before the first run of the order, and one run before each other one. At
 * the end of an order with `rest`: so long that no thread of the process is awake at any of so many
 * looks, or the longest time. Such a run that takes little is the median of several calls, for so
 * long or so many. Milliseconds. */
enum {
    WORKER_WAKE_MS = 10,
    WORKER_TURN_MS = 2,
    WORKER_CALLS = 63,
    WORKER_REST_MS = 4,
    WORKER_LOOKS = 2,
    WORKER_MOST_REST_MS = 1000
};

/* What the time of an order goes into. */
enum work {
    WORK_KERNELS,   /* runs of kernels, on the device */
    WORK_COMPILERS, /* of the driver */
    WORK_VERIFICATION,
    WORK_TRANSFERS, /* operands: made, and brought to the device */
    WORK_KINDS
};
extern const char *const work_words[WORK_KINDS];

struct worker_options {
    const char *program; /* that serves as worker; NULL: this one */
    const char *setting; /* of its environment, "NAME=value"; NULL: as ours */
    struct device_choice device;
    uint64_t memory; /* bytes that its matrices may use */
    bool limited;    /* ... and all of the process beside what it has at its start */
    enum data data;
    struct test_case test_case; /* alpha and beta */
};

/* Serves until the end of its input. Errors: FAULT_DEVICE (there is none), FAULT_IO. */
int worker_serve(const struct worker_options *options, struct fault *fault);
