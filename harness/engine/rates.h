/*
 * Rates of kernels (doc/profile.md), fitted to times of products. They need few products of a
 * kernel, which are chosen by its tile: some that each compute unit has a work-group of, some that
 * fill the device several times over, deep ones, shallow ones and one that is next to nothing. Two
 * deep ones that end soon are measured with lines at odd places, too, and with tiles that cross the
 * edge of C along its contiguous axis.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "clgemm.h"
#include "harness/manifest/manifest.h"
#include "harness/run/launch.h"

enum {
    RATES_PRODUCTS = 9,  /* of a kernel at most */
    RATES_WORK = 1 << 28 /* multiply-adds that a compute unit is given at most, or nearly so */
};

/* How a product is measured. */
enum rates_way {
    RATES_WHOLE,     /* whole tiles, lines at multiples of 16 bytes */
    RATES_ODD_LINES, /* lines of A and B at odd places */
    RATES_PARTIAL,   /* a few elements less along C's contiguous axis */
    RATES_WAYS
};

/* A product whose time was measured. */
struct rates_product {
    long long size[3];
    bool ways;             /* it is measured in all ways */
    double us[RATES_WAYS]; /* microseconds; 0: not measured, or not served */
    double predicted;      /* microseconds by the rates, of the first way */
};

/* A kernel with its products. */
struct rates_kernel {
    const char *name;
    const struct clgemm_result *result;
    struct rates_product products[RATES_PRODUCTS];
    size_t count;
    int along;                 /* the axis of C that is contiguous: 0: M, 1: N */
    struct clgemm_rates rates; /* its own, and the device's */
    bool known;                /* it has rates */
    double odd_lines;     /* by how many times an element of K takes longer there; 0: not known */
    double partial_tiles; /* the same in a tile that crosses the edge; 0: not known */
    double error;         /* geometric mean of what times and predictions differ by, a factor */
};

/* Chooses the products of a kernel on a device of so many compute units, whose multiply-adds are to
 * be no more than `work` where that is possible: sizes that it serves. None where its work-groups
 * are no tiles. */
void rates_choose(struct rates_kernel *kernel, const struct manifest *manifest, unsigned units,
                  long long work);

/* Multiply-adds that a compute unit does in so many microseconds, as the products that were
 * measured tell; RATES_WORK at most. */
long long rates_work(const struct rates_kernel *kernel, unsigned units, double us);

/* Whether the time of a product cannot be right: one that has no fewer tiles, and is no less deep,
 * took clearly less. It wants to be measured again. */
bool rates_is_doubtful(const struct rates_kernel *kernel, const struct rates_product *product,
                       enum rates_way way);

/* The case of a product. False where the kernel does not serve it. */
bool rates_case(const struct manifest *manifest, const struct rates_product *product,
                enum rates_way way, struct test_case *test_case);

/* Fits the rates of kernels to the times of their products, and those of the device too where
 * `device` is to be found: its compute units and its memory's speed are known, of a CPU's memory what
 * it is at least. A compute unit of a CPU has one work-group at a time. A kernel of too few times has none. */
void rates_fit(struct rates_kernel *kernels, size_t count, struct clgemm_rates *device,
               bool finds_device, bool on_host);
