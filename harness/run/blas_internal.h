/* A kind of library, for harness/run/blas.c; only blas*.c include this. */
#pragma once

#include <stddef.h>

#include "harness/run/blas.h"
#include "harness/run/convolution.h"

/* The types of BLAS, in the order of its letters: S, D, C, Z. */
enum blas_type {
    BLAS_SINGLE,
    BLAS_DOUBLE,
    BLAS_COMPLEX,
    BLAS_DOUBLE_COMPLEX,
    BLAS_TYPES
};

/* A multiplication in the words of BLAS. */
struct gemm {
    enum element_type type[OPERAND_COUNT];
    struct arithmetic arithmetic;
    enum blas_type letter; /* of C; BLAS_TYPES: BLAS has no such type */
    bool column_layout;
    bool transpose[2]; /* A, B */
    bool conjugate[2]; /* of the transposed ones: the conjugate transpose */
    uint64_t m, n, k;
    uint64_t ld[OPERAND_COUNT], offset[OPERAND_COUNT]; /* elements */
    double alpha, beta;
    double alpha_i, beta_i; /* imaginary parts, of complex types */
};

/* Alpha or beta in the type of the matrices, by its letter: functions take its address, or the
 * member. */
union blas_scalar {
    float s;
    double d;
    cl_float2 c;
    cl_double2 z;
};

/* Address of an operand in the library's memory: of the host, a cl_mem, or of CUDA. */
union blas_place {
    void *host;
    cl_mem buffer;
    unsigned long long device;
};

/* Operands in a library's memory. */
struct blas_memory {
    int (*make)(void *state, uint64_t bytes, union blas_place *place, struct fault *fault);
    void (*drop)(void *state, union blas_place place);
    int (*write)(void *state, union blas_place place, const void *bytes, uint64_t count,
                 struct fault *fault);
    int (*read)(void *state, union blas_place place, void *bytes, uint64_t count,
                struct fault *fault);
};

/* Functions of a library that convolves arrays of the host. */
struct convolver {
    /* Makes what runs a convolution of arrays at these places. Errors: FAULT_REFUSED, FAULT_IO. */
    int (*open)(void *state, const struct convolution *convolution, const union blas_place *places,
                void **made, struct fault *fault);
    /* Brings the weights that lie at their place now into an order of its own. */
    int (*prepare)(void *made, struct fault *fault);
    int (*run)(void *made, struct fault *fault);
    void (*close)(void *made);
};

struct blas_kind {
    const char *name;
    /* The types that it multiplies, for people, and whether those of a multiplication are among
     * them. NULL: those of BLAS, with factors that are not rounded. */
    const char *types;
    bool (*serves)(const struct gemm *gemm);
    /* Changes the arithmetic of a kernel to its own; NULL: its sums are as good as any kernel's. */
    void (*own_sums)(const struct problem *problem, struct arithmetic *arithmetic);
    /* Refuses places and leading dimensions that it cannot take; NULL: it takes all. Errors:
     * FAULT_REFUSED. */
    int (*check)(const struct gemm *gemm, const struct launch *launch, struct fault *fault);
    /* Name of the arithmetic that it multiplies in; NULL: it has one for each type. */
    const char *(*compute)(const struct gemm *gemm, bool batch);
    /* Finds the library and fills in state, words and core. */
    int (*open)(const struct blas_site *site, struct blas *blas, struct fault *fault);
    void (*close)(void *state); /* NULL: it is part of the program */
    const struct blas_memory *memory;
    /* Convolves; NULL: it multiplies matrices. */
    const struct convolver *convolver;
    /* Multiplies; NULL: groups alone, or it convolves. */
    int (*multiply)(void *state, const struct gemm *gemm, const union blas_place *places,
                    struct fault *fault);
    /* Waits for the end of what the others have started; NULL: they wait themselves. */
    int (*wait)(void *state, struct fault *fault);
    /* The same of the members of a batch, `strides` elements apart, by one call; NULL: it has
     * none. */
    int (*multiply_batch)(void *state, const struct gemm *gemm, uint64_t members,
                          const uint64_t strides[OPERAND_COUNT], const union blas_place *places,
                          struct fault *fault);
    /* The products of groups, `count` of them with rows, by one call; NULL: it has none. */
    int (*multiply_groups)(void *state, const struct gemm *groups, size_t count,
                           const union blas_place *places, struct fault *fault);
    /* How many threads a call has from now on, where several threads may call at once; NULL: they
     * may not. */
    void (*use_threads)(void *state, unsigned threads);
    bool on_host;              /* operands lie in memory of the host */
    uint64_t largest;          /* size or leading dimension that an argument holds */
    const char *core_variable; /* of the environment, says the core type; NULL: there are none */
    const struct core_type *core_types;
    /* Finds the value of that variable for a core type; NULL: its name. False: the library has no
     * such. */
    bool (*core_value)(const void *state, const char *core, char *text, size_t room);
};

struct blas_product {
    const struct blas *blas;
    struct gemm gemm;     /* of one product, or the first member of a batch */
    struct launch launch; /* says where the others lie */
    struct gemm *groups;  /* of a launch of groups: the products of those with rows; owned */
    uint64_t group_count;
    union blas_place places[OPERAND_COUNT];
    bool made[OPERAND_COUNT];
    uint64_t bytes[OPERAND_COUNT];
    void *convolution;   /* what a convolver runs; NULL: matrices are multiplied */
    bool unprepared;     /* its weights are not those that were written last */
    double member_ms[2]; /* of a batch on the host: one member after another; side by side */
    unsigned tried;      /* runs that have measured them */
};

/* Refuses a batch that the library has no call for; lists the groups of one, and multiplies it.
 * Errors of the list: FAULT_IO. */
int blas_batch_check(const struct blas *blas, const struct launch *launch, struct fault *fault);
int blas_batch_list(struct blas_product *product, struct fault *fault);
int blas_batch_run(struct blas_product *product, struct fault *fault);

/* The layout, and what becomes of A or B, by the numbers of CBLAS, which CLBlast shares. */
int blas_order(const struct gemm *gemm);
int blas_transpose(const struct gemm *gemm, int operand);

union blas_scalar blas_alpha(const struct gemm *gemm);
union blas_scalar blas_beta(const struct gemm *gemm);

/* Bytes from the beginning of an operand's memory to its first element. */
uint64_t blas_offset(const struct gemm *gemm, int operand);

/* The product of a matrix and a vector that a multiplication is where C is a row or a column: y =
 * alpha op(matrix) x + beta y. */
struct gemv {
    int matrix, vector;     /* A or B */
    bool transposed;        /* op, in the layout of the problem */
    int lines, columns, ld; /* of the matrix as it is stored */
    int step_x, step_y;     /* elements from one of the vector to the next */
};

/* Whether it is one, with products to sum: without any BLAS leaves y as it is. And without
 * conjugates: BLAS has none of a vector, nor of a matrix that is not transposed. */
bool blas_is_vector(const struct gemm *gemm);
struct gemv blas_vector(const struct gemm *gemm);

extern const struct blas_kind blas_openblas, blas_clblast, blas_cublas, blas_cublas_grouped,
    blas_blis, blas_onednn;

/* Opens the first of the shared libraries `files` (NULL at the end) that there is. NULL with
 * FAULT_REFUSED where there is none; `package` says where to get it. */
void *blas_library(const char *name, const char *const *files, const char *package,
                   struct fault *fault);

/* The address of a function, in the function pointer that `address` points to. Errors:
 * FAULT_REFUSED. */
int blas_symbol(void *library, const char *name, const char *symbol, void *address,
                struct fault *fault);

/* The same for `count` types from `first` on: `format` is a symbol with %c where the type's letter
 * stands, `letters` are those of all types ("SDCZ"), `addresses` an array of function pointers. */
int blas_symbols(void *library, const char *name, const char *format, const char *letters,
                 enum blas_type first, size_t count, void *addresses, struct fault *fault);

/* Shared by libraries that multiply matrices of the host on its processors; only blas*.c include
 * this. */

/* Whether a variable of the environment says a number of threads. */
bool host_threads_said(const char *variable);

/* Fills in threads and words: "OpenBLAS 0.3.21; 2 threads of the host, by OPENBLAS_NUM_THREADS",
 * where that variable says their number. */
void host_describe(struct blas *blas, const char *version, unsigned threads, const char *variable);

/* Memory of the host. */
extern const struct blas_memory host_memory;

/* The first element of an operand. */
void *host_operand(const struct gemm *gemm, const union blas_place *places, int operand);

/*
 * Core types: what libraries call the processors that they have kernels for. A library takes the
 * one that it thinks fits, which for a processor that it does not know may be an old one; an
 * environment variable asks for another one, whether the processor can run it or not.
 */

/* `features`: what its kernels need, in the words of Linux's /proc/cpuinfo, separated by blanks. */
struct core_type {
    const char *name, *features;
};

/* All that may be asked for, NULL behind the last; a build of the library may lack some. */
extern const struct core_type openblas_core_types[], blis_core_types[];

/* The features of this machine's processors, malloc'd; "" where nobody tells; NULL: out of
 * memory. */
char *processor_features(void);

/* Those of the types that a processor with these features can run: up to `room` names, whose number
 * is the result. */
size_t core_types_fit(const struct core_type *types, const char *features, const char **names,
                      size_t room);
