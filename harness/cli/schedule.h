/* How kernels are measured. */
#ifndef HARNESS_CLI_SCHEDULE_H
#define HARNESS_CLI_SCHEDULE_H

#include "harness/verify/matrix.h"

struct schedule {
    enum data data;
    uint64_t seed;
    uint64_t iterations, warm_up; /* runs that count, and those before */
    uint64_t memory;              /* bytes of the host that all may use */
    const char *peak; /* "profile", "measured", GFLOP/s; NULL: by profile, else measured */
    bool validate;    /* every sample */
    bool settle; /* each run starts from the same state of the machine, with new weights, and rounds
                    alternate in direction */
    bool with_transfer; /* operands to the device and C back, too */
};

#endif
