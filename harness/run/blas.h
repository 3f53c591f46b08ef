/*
 * BLAS libraries of others, to compare kernels with. They are opened while the program runs, none
 * but OpenBLAS is needed to build it; a library that is not there is a fault with its sentence.
 */
#pragma once

#include "harness/opencl/device.h"
#include "harness/run/launch.h"

struct blas_kind;

/* An opened library. */
struct blas {
    const struct blas_kind *kind;
    const char *name;
    void *state;      /* the kind's own */
    bool on_host;     /* it multiplies matrices of the host, where they are */
    char words[320];  /* which library, where it runs: for people */
    unsigned threads; /* that it multiplies with on the host; 0: it does so elsewhere */
    char core[32];    /* the core type whose kernels it runs; "": it does not say */
};

/* Site of a library: its device and threads. */
struct blas_site {
    const struct device *device; /* NULL: none is open, for a library of the host */
    unsigned threads;            /* of a library of the host; 0: one a processor */
};

/* Name of the index-th library ("openblas"), NULL past the last one. */
const char *blas_name(size_t index);

/* Whether a library multiplies matrices of the host, on the processors of the host. */
bool blas_on_host(const char *name);

/* Opens a library for multiplications beside those of the site's device, which must outlive it.
 * `name` is one of blas_name. Errors: FAULT_REFUSED with the file that is missing and the package
 * that has it; FAULT_DEVICE. */
int blas_open(const char *name, const struct blas_site *site, struct blas *blas,
              struct fault *fault);
void blas_close(struct blas *blas);

enum {
    BLAS_SETTINGS = 24, /* of a library, at most */
    BLAS_SETTING = 64   /* letters of one */
};

/* Settings for the environment of a process, "OPENBLAS_CORETYPE=Haswell", so that the library runs
 * there with the kernels of another core type: one setting for each that this processor can run.
 * The result is their number: 0 where the environment says a core type already. A library that
 * lacks a core type takes the one that it takes without a setting. */
size_t blas_settings(const struct blas *blas, char settings[BLAS_SETTINGS][BLAS_SETTING]);

/* Makes the arithmetic of a kernel's problem that of the library in its place: what results are
 * held against. */
void blas_own_sums(const struct blas *blas, struct problem *problem);

/* One multiplication with operands in the library's memory. */
struct blas_product;

/* Makes room for the operands of a launch: as many bytes as matrix_bytes says. The library must
 * outlive it. Errors: FAULT_REFUSED (types, sizes), FAULT_DEVICE, FAULT_IO. */
int blas_product_open(const struct blas *blas, const struct problem *problem,
                      const struct launch *launch, const uint64_t bytes[OPERAND_COUNT],
                      struct blas_product **product, struct fault *fault);
void blas_product_close(struct blas_product *product);

/* Copies a whole operand into the library's memory, and from it. */
int blas_write(struct blas_product *product, int operand, const void *bytes, struct fault *fault);
int blas_read(struct blas_product *product, int operand, void *bytes, struct fault *fault);

/* How the members of a batch are multiplied, for people: "by one call", "one after another"; NULL:
 * there is one product, or it has not settled yet. */
const char *blas_way(const struct blas_product *product);

/* Name of the arithmetic that a library multiplies in, "CUBLAS_COMPUTE_32F"; NULL: it has one for
 * each type. */
const char *blas_compute(const struct blas_product *product);

/* C = alpha op(A) op(B) + beta C, of all members of a batch, to its end. *ms: time of the host. */
int blas_run(struct blas_product *product, double *ms, struct fault *fault);
