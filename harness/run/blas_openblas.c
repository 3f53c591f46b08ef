/* OpenBLAS. */
#include <dlfcn.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "harness/run/blas_internal.h"

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
    /* Complex numbers, single and double: cgemm and zgemm, cgemv and zgemv. */
    void (*complex_gemm[2])(int order, int transpose_a, int transpose_b, int m, int n, int k,
                            const void *alpha, const void *a, int lda, const void *b, int ldb,
                            const void *beta, void *c, int ldc);
    void (*complex_gemv[2])(int order, int transpose, int m, int n, const void *alpha,
                            const void *a, int lda, const void *x, int incx, const void *beta,
                            void *y, int incy);
};

static void close_openblas(void *state)
{
    struct openblas *openblas = state;

    if (openblas->library != NULL)
        dlclose(openblas->library);
    free(openblas);
}

/* As many threads as OPENBLAS_NUM_THREADS says, which is meant for this library; else as are
 * wanted, whatever variables for other programs say. */
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
        blas_symbols(openblas->library, name, "cblas_%cgemm", "sdcz", BLAS_COMPLEX, 2,
                     openblas->complex_gemm, fault) ||
        blas_symbols(openblas->library, name, "cblas_%cgemv", "sdcz", BLAS_COMPLEX, 2,
                     openblas->complex_gemv, fault) ||
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
    const struct gemv gemv = blas_vector(gemm);
    const void *a = host_operand(gemm, places, gemv.matrix);
    const void *x = host_operand(gemm, places, gemv.vector);
    void *y = host_operand(gemm, places, OPERAND_C);
    const union blas_scalar alpha = blas_alpha(gemm), beta = blas_beta(gemm);
    const int order = blas_order(gemm), word = gemv.transposed ? 112 : 111;

    if (gemm->letter == BLAS_SINGLE)
        openblas->sgemv(order, word, gemv.lines, gemv.columns, alpha.s, a, gemv.ld, x, gemv.step_x,
                        beta.s, y, gemv.step_y);
    else if (gemm->letter == BLAS_DOUBLE)
        openblas->dgemv(order, word, gemv.lines, gemv.columns, alpha.d, a, gemv.ld, x, gemv.step_x,
                        beta.d, y, gemv.step_y);
    else
        openblas->complex_gemv[gemm->letter - BLAS_COMPLEX](order, word, gemv.lines, gemv.columns,
                                                            &alpha, a, gemv.ld, x, gemv.step_x,
                                                            &beta, y, gemv.step_y);
}

static void multiply_matrices(const struct openblas *openblas, const struct gemm *gemm,
                              const union place *places)
{
    const void *a = host_operand(gemm, places, OPERAND_A);
    const void *b = host_operand(gemm, places, OPERAND_B);
    void *c = host_operand(gemm, places, OPERAND_C);
    const union blas_scalar alpha = blas_alpha(gemm), beta = blas_beta(gemm);
    const int order = blas_order(gemm);
    const int a_word = blas_transpose(gemm, OPERAND_A), b_word = blas_transpose(gemm, OPERAND_B);
    const int m = (int)gemm->m, n = (int)gemm->n, k = (int)gemm->k;
    const int lda = (int)gemm->ld[0], ldb = (int)gemm->ld[1], ldc = (int)gemm->ld[2];

    if (gemm->letter == BLAS_SINGLE)
        openblas->sgemm(order, a_word, b_word, m, n, k, alpha.s, a, lda, b, ldb, beta.s, c, ldc);
    else if (gemm->letter == BLAS_DOUBLE)
        openblas->dgemm(order, a_word, b_word, m, n, k, alpha.d, a, lda, b, ldb, beta.d, c, ldc);
    else
        openblas->complex_gemm[gemm->letter - BLAS_COMPLEX](order, a_word, b_word, m, n, k, &alpha,
                                                            a, lda, b, ldb, &beta, c, ldc);
}

static int multiply(void *state, const struct gemm *gemm, const union place *places,
                    struct fault *fault)
{
    (void)fault;
    (blas_is_vector(gemm) ? multiply_vector : multiply_matrices)(state, gemm, places);
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
