/*
 * The command `worker`: builds, verifies and times kernels for other commands, in a process of its
 * own, so that what a kernel or a driver does to a process is done to this one. It is started by
 * harness/worker/client.h alone and is no command for people.
 *
 * Orders come as JSON lines on the standard input, each is answered by one line on the standard
 * output. Kernels stand in slots that have numbers from 0 on; a tuner uses WORKER_SLOTS of them.
 *
 *     {"do":"device","probe":true}            {"device":..., "driver":..., "profile":..., ...}
 *     {"do":"build","slot":0,"manifest":{},   {"build_ms":...}
 *         "edited":false,"engine":false,"binaries":["7f45"]}
 *     {"do":"compile","slot":0,"manifest":{}} {"build_ms":..., "binaries":["7f45", ...]}
 *     {"do":"peak","slot":0}                  {"kind":"f32", "stated":..., "words":..., "measured":...} GFLOP/s
 *     {"do":"open","slot":0,"m":,"n":,"k":,"seed":,                   {"verified":"words", "kept":true}
 *         "random":false,"verify":true,"share":1}
 *     {"do":"launch","slot":0,"count":3,"stop_ms":0}                  {"ms":[...]}
 *     {"do":"check","slot":0,"seed":1}        {"cases":...}
 *     {"do":"case","slot":0,"m":,...,"beta":,"data":"exact",          {"exact":true, "worst":0.5}
 *         "guards":true,"trials":2,"seed":1,"memory":}
 *     {"do":"verify","slot":0}                {"verified":"words"}
 *     {"do":"library","name":"openblas","threads":2}                  {"words":"...", "core":"Zen", "threads":2,
 *                                                                         "settings":["NAME=value", ...]}
 *     {"do":"place","slot":1,"name":,"threads":,"manifest":{}}        {}
 *     {"do":"enter","slot":0,"m":,...,"beta":,"seed":1,"memory":,     {"exact":true, "worst":0,
 *         "verify":true,"load":true,"rest":true}                          "prepare_ms":0}
 *     {"do":"turns","slots":[0,1,0,1],"warm_up":false,                {"turns":[{"device_ms":...,
 *         "settle":true,"prepare":true,"rest":true,                       "wall_ms":..., "prepare_ms":...,
 *         "transfer":false,"validate":false}                              "transfer_ms":..., "steps":[...],
 *                                                                         "exact":true, "worst":0}, ...]}
 *     {"do":"limit","kind":"f32","wanted":"measured"}                 {"gflops":..., "words":..., "source":2}
 *     {"do":"bandwidth"}                      {"gbytes_per_second":...}
 *     {"do":"drop","slot":0}                  {}
 *
 * `open` makes the matrices, within one of `share` parts of the memory that --memory grants, verifies
 * the result (whole numbers, exactly; with `random` random ones too; without `verify` nothing) and
 * loads the data for `launch`. The members behind `seed` may be left out. `launch` stops behind a
 * launch that takes longer than stop_ms (0: no limit). `check` verifies small sizes on the edges of
 * tiles, `case` one problem as harness/subject/case_run.h says it, `verify` the result that the last
 * launch has left. Without `probe`, `device` tells neither profile, sub_groups nor limits. `edited` takes
 * sources that differ from their hash; `binaries`, one a program, as `compile` has given them, are taken where the driver takes
 * them. `compile` leaves the slot empty and gives no binaries where the driver has none. `engine` is --require-engine (harness/opencl/engine.h).
 *
 * A race (harness/race/race.h) asks for the others: `library` finds one of harness/run/blas.h (`threads`: those
 * of a library of the host, 0: as many as there are processors), `place` puts it into a slot with the problem of
 * a manifest, in place of a kernel that is built. `settings` are those of blas_settings. `enter` opens a slot on a problem, verifies what whole numbers come to and loads the data of --data. `turns` are runs by all
 * clocks, one behind the other, whose results are compared where they are to `validate`; of a run to warm up
 * only device_ms and wall_ms are told. `way` says of a library how it has multiplied the members of a batch, `compute` in what arithmetic. It stops behind the turn that WORKER_TURNS_MS are over in, and behind one
 * that fails, which is the member `failure` beside the turns before it. With `rest` an order is answered
 * when no thread of the process is awake any more. The process is marked (process_mark) with the
 * index of the turn. `limit` and `bandwidth` are those of the device.
 *
 * What the time of `build`, `open`, `launch`, `verify`, `enter` and `turns` went into stands beside what they answer, failures too, as
 * milliseconds, with how many data sets were made and how many right results computed:
 * "spent":{"kernels":, "compilers":, "verification":, "transfers":, "data_made":1, "references":1}. Of `open` and `enter` data that were
 * made before are kept, as many as an eighth of the memory holds (`kept` tells of `open` whether those of the last load were), and results
 * are compared with those that were found right: all kernels, and libraries in the same worker, have the same data of a problem.
 *
 * An order that fails is answered by
 * {"failed":KIND,"reason":"sentence","log":"...","code":5,"lacking":false}: KIND is `compile`,
 * `runtime`, `memory` (there is none left, perhaps for what the other slots hold), `correctness`, or
 * `refused` (the kernel is not for this problem or device; no harm is done); code and lacking are those
 * of a struct fault. An answer that is none to its order counts as a crash.
 *
 * The device is opened by the first order that needs it. The worker ends at the end of its input, with the
 * process that started it, and past the memory that --memory grants it; without --memory it may take what
 * there is.
 */
#ifndef HARNESS_WORKER_WORKER_H
#define HARNESS_WORKER_WORKER_H

#include "harness/cli/words.h"
#include "harness/opencl/device.h"
#include "harness/run/launch.h"

enum {
    WORKER_SLOTS = 17 /* the best of a tuning, and one to compare them with */
};

enum {
    WORKER_TURNS_MS = 200
};

/* Before a turn that is to `settle`: runs that do not count for so long, unless one takes longer by itself; without `rest` before the
 * first turn of the order, and one run before each other one.
 * At the end of an order with `rest`: so long that no thread of the process is awake at any of so many looks, or the longest time.
 * Milliseconds. */
enum {
    WORKER_WAKE_MS = 10,
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
    struct wish wish; /* alpha and beta */
};

/* Serves until the end of its input. Errors: FAULT_DEVICE (there is none), FAULT_IO. */
int worker_serve(const struct worker_options *options, struct fault *fault);

#endif
