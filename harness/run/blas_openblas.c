/* OpenBLAS, with which results are verified, too: it is part of this program. */
#include <cblas.h>
#include <limits.h>
#include <string.h>

#include "harness/run/blas_internal.h"

static const char threads_variable[] = "OPENBLAS_NUM_THREADS";

/* It has as many threads as OPENBLAS_NUM_THREADS says, which is meant for this library; else as are
 * wanted, whatever variables for other programs say. Its configuration begins with name and
 * version. */
static int open_openblas(const struct blas_site *site, struct blas *blas, struct fault *fault)
{
    const char *text = openblas_get_config();
    size_t length = strcspn(text, " ");
    char version[64];

    (void)fault;
    if (!host_threads_said(threads_variable))
        openblas_set_num_threads(site->threads > 0 ? (int)site->threads : openblas_get_num_procs());
    length += strspn(text + length, " ");
    length += strcspn(text + length, " ");
    snprintf(version, sizeof version, "%.*s", (int)length, text);
    host_describe(blas, version, (unsigned)openblas_get_num_threads(), threads_variable);
    snprintf(blas->core, sizeof blas->core, "%s", openblas_get_corename());
    return 0;
}

static void multiply_vector(const struct gemm *gemm, const union blas_place *places)
{
    const struct gemv gemv = blas_vector(gemm);
    const void *a = host_operand(gemm, places, gemv.matrix);
    const void *x = host_operand(gemm, places, gemv.vector);
    void *y = host_operand(gemm, places, OPERAND_C);
    const union blas_scalar alpha = blas_alpha(gemm), beta = blas_beta(gemm);
    const CBLAS_ORDER order = (CBLAS_ORDER)blas_order(gemm);
    const CBLAS_TRANSPOSE turn = gemv.transposed ? CblasTrans : CblasNoTrans;
    const int m = gemv.lines, n = gemv.columns, ld = gemv.ld;

    switch (gemm->letter) {
    case BLAS_SINGLE:
        cblas_sgemv(order, turn, m, n, alpha.s, a, ld, x, gemv.step_x, beta.s, y, gemv.step_y);
        break;
    case BLAS_DOUBLE:
        cblas_dgemv(order, turn, m, n, alpha.d, a, ld, x, gemv.step_x, beta.d, y, gemv.step_y);
        break;
    case BLAS_COMPLEX:
        cblas_cgemv(order, turn, m, n, &alpha, a, ld, x, gemv.step_x, &beta, y, gemv.step_y);
        break;
    default:
        cblas_zgemv(order, turn, m, n, &alpha, a, ld, x, gemv.step_x, &beta, y, gemv.step_y);
    }
}

static void multiply_matrices(const struct gemm *gemm, const union blas_place *places)
{
    const void *a = host_operand(gemm, places, OPERAND_A);
    const void *b = host_operand(gemm, places, OPERAND_B);
    void *c = host_operand(gemm, places, OPERAND_C);
    const union blas_scalar alpha = blas_alpha(gemm), beta = blas_beta(gemm);
    const CBLAS_ORDER order = (CBLAS_ORDER)blas_order(gemm);
    const CBLAS_TRANSPOSE a_word = (CBLAS_TRANSPOSE)blas_transpose(gemm, OPERAND_A);
    const CBLAS_TRANSPOSE b_word = (CBLAS_TRANSPOSE)blas_transpose(gemm, OPERAND_B);
    const int m = (int)gemm->m, n = (int)gemm->n, k = (int)gemm->k;
    const int lda = (int)gemm->ld[0], ldb = (int)gemm->ld[1], ldc = (int)gemm->ld[2];

    switch (gemm->letter) {
    case BLAS_SINGLE:
        cblas_sgemm(order, a_word, b_word, m, n, k, alpha.s, a, lda, b, ldb, beta.s, c, ldc);
        break;
    case BLAS_DOUBLE:
        cblas_dgemm(order, a_word, b_word, m, n, k, alpha.d, a, lda, b, ldb, beta.d, c, ldc);
        break;
    case BLAS_COMPLEX:
        cblas_cgemm(order, a_word, b_word, m, n, k, &alpha, a, lda, b, ldb, &beta, c, ldc);
        break;
    default:
        cblas_zgemm(order, a_word, b_word, m, n, k, &alpha, a, lda, b, ldb, &beta, c, ldc);
    }
}

static int multiply(void *state, const struct gemm *gemm, const union blas_place *places,
                    struct fault *fault)
{
    (void)state, (void)fault;
    (blas_is_vector(gemm) ? multiply_vector : multiply_matrices)(gemm, places);
    return 0;
}

static void use_threads(void *state, unsigned threads)
{
    (void)state;
    openblas_set_num_threads((int)threads);
}

const struct blas_kind blas_openblas = {
    .name = "openblas",
    .open = open_openblas,
    .memory = &host_memory,
    .multiply = multiply,
    .use_threads = use_threads,
    .on_host = true,
    .largest = INT_MAX,
    .core_variable = "OPENBLAS_CORETYPE",
    .core_types = openblas_core_types,
};
