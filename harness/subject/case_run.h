/* A case of a check, run on a device and compared. */
#ifndef HARNESS_SUBJECT_CASE_RUN_H
#define HARNESS_SUBJECT_CASE_RUN_H

#include "harness/subject/trial.h"

/* How a kernel runs a case. */
struct case_run {
    const struct device *device;
    const struct manifest *manifest;
    const struct built *built;
    uint64_t memory; /* bytes that the host may use */
    bool guards;     /* buffers have margins */
    uint64_t
        trials; /* runs at least; with whole numbers as many as it takes for every product to count */
    uint64_t seed; /* of the first run; the others follow */
};

struct case_result {
    bool exact;   /* the first run was compared bit by bit */
    double worst; /* ratio to the bound */
};

/* Runs a case. Errors: those of trial_open; those of a run and its comparison, behind what
 * case_describe says of it. */
int case_run(const struct case_run *run, const struct gemm_case *gemm_case,
             struct case_result *result, struct fault *fault);

/* "m 33, n 17, k 9, lda 9, ..., alpha 1, beta 0; random; buffers with margins" */
void case_describe(const struct launch *launch, const struct gemm_case *gemm_case, bool guards,
                   char *text, size_t room);

#endif
