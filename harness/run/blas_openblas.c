/* OpenBLAS. */
#include <dlfcn.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "harness/run/blas_host.h"

static const char name[] = "OpenBLAS", threads_variable[] = "OPENBLAS_NUM_THREADS";

struct openblas {
    void *library;
    void (*sgemm)(int order, int transpose_a, int transpose_b, int m, int n, int k, float alpha,
                  const float *a, int lda, const float *b, int ldb, float beta, float *c, int ldc);
    void (*set_threads)(int);
    void (*dgemm)(int order, int transpose_a, int transpose_b, int m, int n, int k, double alpha,
                  const double *a, int lda, const double *b, int ldb, double beta, double *c,
                  int ldc);
    void (*sgemv)(int order, int transpose, int m, int n, float alpha, const float *a, int lda,
                  const float *x, int incx, float beta, float *y, int incy);
    void (*dgemv)(int order, int transpose, int m, int n, double alpha, const double *a, int lda,
                  const double *x, int incx, double beta, double *y, int incy);
};

static void close_openblas(void *state)
{
    struct openblas *openblas = state;

    if (openblas->library != NULL)
        dlclose(openblas->library);
    free(openblas);
}

/* As many threads as OPENBLAS_NUM_THREADS says, which is meant for this library; else as are wanted,
 * whatever variables for other programs say. */
static int start_threads(struct openblas *openblas, unsigned wanted, struct fault *fault)
{
    int (*processors)(void);

    if (blas_symbol(openblas->library, name, "openblas_set_num_threads", &openblas->set_threads,
                    fault) ||
        blas_symbol(openblas->library, name, "openblas_get_num_procs", &processors, fault))
        return -1;
    if (!host_threads_said(threads_variable))
        openblas->set_threads(wanted > 0 ? (int)wanted : processors());
    return 0;
}

/* The configuration begins with name and version. */
static int describe(void *library, struct blas *blas, struct fault *fault)
{
    int (*threads)(void);
    char *(*config)(void), *(*core)(void);
    const char *text;
    char version[64];
    size_t length;

    if (blas_symbol(library, name, "openblas_get_num_threads", &threads, fault) ||
        blas_symbol(library, name, "openblas_get_config", &config, fault) ||
        blas_symbol(library, name, "openblas_get_corename", &core, fault))
        return -1;
    text = config();
    length = strcspn(text, " ");
    length += strspn(text + length, " ");
    length += strcspn(text + length, " ");
    snprintf(version, sizeof version, "%.*s", (int)length, text);
    host_describe(blas, version, (unsigned)threads(), threads_variable);
    snprintf(blas->core, sizeof blas->core, "%s", core());
    return 0;
}

static int open_openblas(const struct blas_site *site, struct blas *blas, struct fault *fault)
{
    static const char *const files[] = {"libopenblas.so.0", "libopenblas.so", NULL};
    struct openblas *openblas = calloc(1, sizeof *openblas);

    if (openblas == NULL)
        return fault_memory(fault);
    openblas->library = blas_library(name, files, "Debian's package libopenblas0 has it", fault);
    if (openblas->library == NULL ||
        blas_symbol(openblas->library, name, "cblas_sgemm", &openblas->sgemm, fault) ||
        blas_symbol(openblas->library, name, "cblas_dgemm", &openblas->dgemm, fault) ||
        blas_symbol(openblas->library, name, "cblas_sgemv", &openblas->sgemv, fault) ||
        blas_symbol(openblas->library, name, "cblas_dgemv", &openblas->dgemv, fault) ||
        start_threads(openblas, site->threads, fault) || describe(openblas->library, blas, fault)) {
        close_openblas(openblas);
        return -1;
    }
    blas->state = openblas;
    return 0;
}

static void multiply_vector(const struct openblas *openblas, const struct gemm *gemm,
                            const union place *places)
{
    struct gemv gemv = blas_vector(gemm);
    const void *a = places[gemv.matrix].host, *x = places[gemv.vector].host;
    uint64_t first = gemm->offset[gemv.matrix], first_x = gemm->offset[gemv.vector];
    int order = blas_order(gemm), word = gemv.transposed ? 112 : 111;

    if (gemm->is_double)
        openblas->dgemv(order, word, gemv.lines, gemv.columns, gemm->alpha,
                        (const double *)a + first, gemv.ld, (const double *)x + first_x,
                        gemv.step_x, gemm->beta, (double *)places[2].host + gemm->offset[2],
                        gemv.step_y);
    else
        openblas->sgemv(order, word, gemv.lines, gemv.columns, (float)gemm->alpha,
                        (const float *)a + first, gemv.ld, (const float *)x + first_x, gemv.step_x,
                        (float)gemm->beta, (float *)places[2].host + gemm->offset[2], gemv.step_y);
}

static int multiply(void *state, const struct gemm *gemm, const union place *places,
                    struct fault *fault)
{
    const struct openblas *openblas = state;
    int order = blas_order(gemm);
    int a_word = blas_transpose(gemm, OPERAND_A);
    int b_word = blas_transpose(gemm, OPERAND_B);
    int m = (int)gemm->m, n = (int)gemm->n, k = (int)gemm->k;
    int lda = (int)gemm->ld[0], ldb = (int)gemm->ld[1], ldc = (int)gemm->ld[2];

    (void)fault;
    if (blas_is_vector(gemm))
        multiply_vector(openblas, gemm, places);
    else if (gemm->is_double)
        openblas->dgemm(order, a_word, b_word, m, n, k, gemm->alpha,
                        (const double *)places[0].host + gemm->offset[0], lda,
                        (const double *)places[1].host + gemm->offset[1], ldb, gemm->beta,
                        (double *)places[2].host + gemm->offset[2], ldc);
    else
        openblas->sgemm(order, a_word, b_word, m, n, k, (float)gemm->alpha,
                        (const float *)places[0].host + gemm->offset[0], lda,
                        (const float *)places[1].host + gemm->offset[1], ldb, (float)gemm->beta,
                        (float *)places[2].host + gemm->offset[2], ldc);
    return 0;
}

static void use_threads(void *state, unsigned threads)
{
    const struct openblas *openblas = state;

    openblas->set_threads((int)threads);
}

const struct blas_kind blas_openblas = {
    .name = "openblas",
    .open = open_openblas,
    .close = close_openblas,
    .make = host_make,
    .drop = host_drop,
    .write = host_write,
    .read = host_read,
    .multiply = multiply,
    .use_threads = use_threads,
    .on_host = true,
    .largest = INT_MAX,
    .core_variable = "OPENBLAS_CORETYPE",
    .core_types = openblas_core_types,
};
