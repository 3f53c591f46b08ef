/*
 * The model: the time of a product on a device, predicted from rates of the device and of the kernel.
 *
 *     time = start + max(waves, memory) + overlap * min(waves, memory) + further steps
 *
 * Waves: a compute unit has some work-groups at once, and the device so many times its units. A tile takes its elements of K, each as
 * long as one alone needs (latency) or as all of the unit need together (throughput), whichever is more, so many times as long where lines
 * of A or B begin at odd places, or where the tile crosses an edge, and what a tile costs beside them; work-groups that share C evenly
 * have less than a tile. The last wave has the work-groups that are left. Memory: bytes that the product moves, at the memory's speed;
 * or, if that takes longer, what each row of work-groups reads again and caches do not keep: work-groups follow each other along an
 * axis of C, and a row of them reads all of the operand along it. Further steps: while the device is at one, the
 * host enqueues the next, so that the longer of both counts.
 *
 * It is the roofline model (Williams, Waterman and Patterson, Communications of the ACM 52(4), 2009), with the quantisation of waves that
 * NVIDIA's guide "Matrix Multiplication Background" describes. templates/host/model.mustache has the same in C.
 */
#pragma once

#include "gen/base/rates.h"
#include "gen/plan/plan.h"

/* A product whose time is asked for. */
struct product {
    long long sizes[3]; /* m, n, k */
    long long members;  /* of a batch; groups, of which the sizes are what they have on average */
    bool odd_lines;     /* lines of A or B begin at no multiples of 16 bytes */
};

/* A kernel as the model sees it. */
struct model_kernel {
    struct kernel_rates rates;
    long long tile[2];  /* elements of C along M and N that a work-group computes at most, */
    long long share[2]; /* and what its part of C is a multiple of, where it may be smaller */
    bool even;          /* work-groups share C evenly; else the last ones have less */
    int along;          /* the axis that is contiguous in C: 0: M, 1: N */
    int row;            /* the axis that work-groups follow each other along */
    long long parts;    /* of K */
    double
        idle_us; /* that work-groups which last take where a further member has no tile for them */
    double bytes[3];      /* that the product moves for each element of m x k, k x n and m x n, */
    double step_bytes[3]; /* and that further steps move, */
    double steps[3];      /* of which so many are of A, B and C */
};

struct model_time {
    double start, waves, memory, steps, total; /* microseconds */
    double odd_lines;                          /* times that an element of K takes longer */
};

/* A kernel with rates, from its plan. Without a tile along M and N it has none. */
struct model_kernel model_kernel(const struct plan *plan, const struct kernel_rates *rates);

/* Whether the kernel's rates hold for the product. */
bool model_knows(const struct model_kernel *kernel, const struct product *product);

struct model_time model_time(const struct device_rates *device, const struct model_kernel *kernel,
                             const struct product *product);

/* When lines of an operand begin at multiples of 16 bytes, by what a kernel fixes: where a size is a multiple of so many
 * elements. */
struct line_rule {
    bool never;         /* a leading dimension or an offset is none */
    enum symbol symbol; /* the size; SYMBOL_NONE: the leading dimension is fixed */
    long long multiple;
};

/* The rule for A (`operand` 0) or B; a leading dimension that is given at launch counts as tight, an offset as 0. What is prepared of an
 * operand has lines of its own, and follows no rule. */
struct line_rule model_lines(const struct plan *plan, int operand);

/* The product of these sizes, with members and lines as the plan has them; of members, or groups, that are given at launch there are so
 * many. Leading dimensions that are given at launch count as tight, offsets as 0. */
struct product model_product(const struct plan *plan, const long long *sizes, long long members);
