/* Kernels compiled for devices that are not here. */
#pragma once

#include "harness/cli/words.h"
#include "harness/kernel/kernel.h"

/* Requirements on every kernel; zero: none. */
struct requirements {
    double share; /* percent of the inner loop's instructions that multiply and add */
    bool no_spills;
    uint64_t lanes; /* work-items of a hardware thread */
    bool engine;    /* the matrix engine's instructions in the inner loop, as the manifest says */
};

struct offline_options {
    struct selection selection;
    struct settings settings; /* of the generator, for all kernels */
    struct texts targets;     /* VENDOR:NAME, separated by commas */
    struct requirements require;
    uint64_t compile_limit; /* seconds */
    bool edited;            /* sources may differ from what manifests were written for */
    enum format format;
};

/* Compiles every kernel of the selection for every target, prints a row each. A target whose
 * compiler is not here has rows that say so. Errors: FAULT_USAGE: no such target; FAULT_DEVICE: a
 * compiler refuses a kernel, or is not here and nothing is compiled or something is required;
 * FAULT_WRONG: a kernel falls short of a --require. */
int offline_compile(const struct offline_options *options, struct fault *fault);
