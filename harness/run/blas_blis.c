/* BLIS. Its sub-configurations are its core types; the variable that selects one takes its
 * number. */
#include <dlfcn.h>
#include <limits.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "harness/run/blas_internal.h"

static const char name[] = "BLIS", threads_variable[] = "BLIS_NUM_THREADS";

/* It is called by its own interface: its BLAS has the names of the OpenBLAS that results are
 * verified with, which would be called in its place. `end_a`, `end_b`: 0, or CONJUGATE; transposed
 * is what the strides say. */
struct blis {
    void *library;
    void (*gemm[BLAS_TYPES])(int end_a, int end_b, int64_t m, int64_t n, int64_t k,
                             const void *alpha, const void *a, int64_t a_row, int64_t a_column,
                             const void *b, int64_t b_row, int64_t b_column, const void *beta,
                             void *c, int64_t c_row, int64_t c_column);
};

enum {
    CONJUGATE = 0x10 /* BLIS_CONJ_NO_TRANSPOSE */
};

/* As many threads as BLIS_NUM_THREADS says, else as are wanted. BLIS counts in 64 bits. */
static int start_threads(void *library, unsigned wanted, struct fault *fault)
{
    void (*set_threads)(int64_t);
    const long processors = sysconf(_SC_NPROCESSORS_ONLN);

    if (blas_symbol(library, name, "bli_thread_set_num_threads", &set_threads, fault))
        return -1;
    if (!host_threads_said(threads_variable))
        set_threads(wanted > 0 ? (int64_t)wanted : processors);
    return 0;
}

static int describe(void *library, struct blas *blas, struct fault *fault)
{
    int64_t (*threads)(void), (*has_threads)(void);
    const char *(*version)(void), *(*core)(int);
    int (*number)(void);
    char text[64];

    if (blas_symbol(library, name, "bli_thread_get_num_threads", &threads, fault) ||
        blas_symbol(library, name, "bli_info_get_enable_threading", &has_threads, fault) ||
        blas_symbol(library, name, "bli_info_get_version_str", &version, fault) ||
        blas_symbol(library, name, "bli_arch_query_id", &number, fault) ||
        blas_symbol(library, name, "bli_arch_string", &core, fault))
        return -1;
    snprintf(text, sizeof text, "BLIS %s", version());
    host_describe(blas, text, has_threads() ? (unsigned)threads() : 1, threads_variable);
    snprintf(blas->core, sizeof blas->core, "%s", core(number()));
    return 0;
}

/* Numbers of BLIS have the size that it was compiled with. */
static int check_size(void *library, struct fault *fault)
{
    int64_t (*size)(void);

    if (blas_symbol(library, name, "bli_info_get_int_type_size", &size, fault))
        return -1;
    return size() == 64 ? 0 : fault_set(fault, FAULT_REFUSED, "this BLIS is not one of 64 bits");
}

static void close_blis(void *state)
{
    struct blis *blis = state;

    if (blis->library != NULL)
        dlclose(blis->library);
    free(blis);
}

static int open_blis(const struct blas_site *site, struct blas *blas, struct fault *fault)
{
    static const char *const files[] = {"libblis.so.4", "libblis.so", NULL};
    struct blis *blis = calloc(1, sizeof *blis);
    void (*begin)(void);

    if (blis == NULL)
        return fault_memory(fault);
    blis->library = blas_library(name, files, "Debian's package libblis4-openmp has it", fault);
    if (blis->library != NULL && check_size(blis->library, fault) == 0 &&
        blas_symbols(blis->library, name, "bli_%cgemm", "sdcz", BLAS_SINGLE, BLAS_TYPES, blis->gemm,
                     fault) == 0 &&
        blas_symbol(blis->library, name, "bli_init", &begin, fault) == 0) {
        begin(); /* its core type is known after that alone */
        if (start_threads(blis->library, site->threads, fault) == 0 &&
            describe(blis->library, blas, fault) == 0) {
            blas->state = blis;
            return 0;
        }
    }
    close_blis(blis);
    return -1;
}

/* Strides of an operand along the rows and columns of what is multiplied: transposition and layout
 * are just other strides. */
static void find_strides(const struct gemm *gemm, int operand, int64_t *row, int64_t *column)
{
    const bool transposed = operand != OPERAND_C && gemm->transpose[operand];
    const int64_t ld = (int64_t)gemm->ld[operand];

    *row = gemm->column_layout != transposed ? 1 : ld;
    *column = gemm->column_layout != transposed ? ld : 1;
}

static int multiply(void *state, const struct gemm *gemm, const union blas_place *places,
                    struct fault *fault)
{
    const struct blis *blis = state;
    const union blas_scalar alpha = blas_alpha(gemm), beta = blas_beta(gemm);
    int64_t row[OPERAND_COUNT], column[OPERAND_COUNT];

    (void)fault;
    for (int i = 0; i < OPERAND_COUNT; i++)
        find_strides(gemm, i, &row[i], &column[i]);
    blis->gemm[gemm->letter](gemm->conjugate[0] ? CONJUGATE : 0, gemm->conjugate[1] ? CONJUGATE : 0,
                             (int64_t)gemm->m, (int64_t)gemm->n, (int64_t)gemm->k, &alpha,
                             host_operand(gemm, places, 0), row[0], column[0],
                             host_operand(gemm, places, 1), row[1], column[1], &beta,
                             host_operand(gemm, places, 2), row[2], column[2]);
    return 0;
}

/* The names are numbered from 0 on; `generic` is the last one. */
static bool core_value(const void *state, const char *core, char *text, size_t room)
{
    const struct blis *blis = state;
    struct fault ignored = {0};
    const char *(*name_of)(int), *other;

    if (blas_symbol(blis->library, name, "bli_arch_string", &name_of, &ignored)) {
        fault_clear(&ignored);
        return false;
    }
    for (int number = 0; (other = name_of(number)) != NULL; number++) {
        snprintf(text, room, "%d", number);
        if (strcmp(other, core) == 0)
            return true;
        if (strcmp(other, "generic") == 0)
            break;
    }
    return false;
}

const struct blas_kind blas_blis = {
    .name = "blis",
    .open = open_blis,
    .close = close_blis,
    .memory = &host_memory,
    .multiply = multiply,
    .on_host = true,
    .largest = INT_MAX,
    .core_variable = "BLIS_ARCH_TYPE",
    .core_types = blis_core_types,
    .core_value = core_value,
};
