/* OpenBLAS: on the processors of the host, on matrices of the host. */
#include <dlfcn.h>
#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "harness/run/blas_internal.h"

struct openblas {
    void *library;
    bool is_said; /* the number of threads, by the environment */
    void (*sgemm)(int order, int transpose_a, int transpose_b, int m, int n, int k, float alpha,
                  const float *a, int lda, const float *b, int ldb, float beta, float *c, int ldc);
    void (*dgemm)(int order, int transpose_a, int transpose_b, int m, int n, int k, double alpha,
                  const double *a, int lda, const double *b, int ldb, double beta, double *c,
                  int ldc);
};

static void close_openblas(void *state)
{
    struct openblas *openblas = state;

    if (openblas->library != NULL)
        dlclose(openblas->library);
    free(openblas);
}

/* As many threads as OPENBLAS_NUM_THREADS says, which is meant for this library; else as the site wants,
 * whatever variables for other programs say. */
static int start_threads(struct openblas *openblas, unsigned wanted, struct fault *fault)
{
    const char *said = getenv("OPENBLAS_NUM_THREADS");
    void (*set_threads)(int);
    int (*processors)(void);

    if (blas_symbol(openblas->library, "OpenBLAS", "openblas_set_num_threads", &set_threads,
                    fault) ||
        blas_symbol(openblas->library, "OpenBLAS", "openblas_get_num_procs", &processors, fault))
        return -1;
    openblas->is_said = said != NULL && atoi(said) > 0;
    if (!openblas->is_said)
        set_threads(wanted > 0 ? (int)wanted : processors());
    return 0;
}

/* "OpenBLAS 0.3.21; 2 threads of the host". The configuration begins with name and version. */
static int describe(const struct openblas *openblas, struct blas *blas, struct fault *fault)
{
    int (*threads)(void);
    char *(*config)(void), *(*core)(void);
    const char *text;
    size_t length;

    if (blas_symbol(openblas->library, "OpenBLAS", "openblas_get_num_threads", &threads, fault) ||
        blas_symbol(openblas->library, "OpenBLAS", "openblas_get_config", &config, fault) ||
        blas_symbol(openblas->library, "OpenBLAS", "openblas_get_corename", &core, fault))
        return -1;
    text = config();
    length = strcspn(text, " ");
    length += strspn(text + length, " ");
    length += strcspn(text + length, " ");
    blas->threads = (unsigned)threads();
    snprintf(blas->words, sizeof blas->words, "%.*s; %u thread%s of the host%s", (int)length, text,
             blas->threads, blas->threads == 1 ? "" : "s",
             openblas->is_said ? ", by OPENBLAS_NUM_THREADS" : "");
    snprintf(blas->core, sizeof blas->core, "%s", core());
    return 0;
}

static int open_openblas(const struct blas_site *site, struct blas *blas, struct fault *fault)
{
    static const char *const files[] = {"libopenblas.so.0", "libopenblas.so", NULL};
    struct openblas *openblas = calloc(1, sizeof *openblas);

    if (openblas == NULL)
        return fault_memory(fault);
    openblas->library =
        blas_library("OpenBLAS", files, "Debian's package libopenblas0 has it", fault);
    if (openblas->library == NULL ||
        blas_symbol(openblas->library, "OpenBLAS", "cblas_sgemm", &openblas->sgemm, fault) ||
        blas_symbol(openblas->library, "OpenBLAS", "cblas_dgemm", &openblas->dgemm, fault) ||
        start_threads(openblas, site->threads, fault) || describe(openblas, blas, fault)) {
        close_openblas(openblas);
        return -1;
    }
    blas->state = openblas;
    return 0;
}

/* On a page of its own, as operands of OpenCL on a CPU are. */
static int make(void *state, uint64_t bytes, union place *place, struct fault *fault)
{
    uint64_t rounded = (bytes + 4095) / 4096 * 4096;

    (void)state;
    place->host = aligned_alloc(4096, rounded);
    return place->host == NULL ? fault_memory(fault) : 0;
}

static void drop(void *state, union place place)
{
    (void)state;
    free(place.host);
}

static int write_operand(void *state, union place place, const void *bytes, uint64_t count,
                         struct fault *fault)
{
    (void)state;
    (void)fault;
    memcpy(place.host, bytes, count);
    return 0;
}

static int read_operand(void *state, union place place, void *bytes, uint64_t count,
                        struct fault *fault)
{
    (void)state;
    (void)fault;
    memcpy(bytes, place.host, count);
    return 0;
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
    if (gemm->is_double)
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

const struct blas_kind blas_openblas = {
    .name = "openblas",
    .open = open_openblas,
    .close = close_openblas,
    .make = make,
    .drop = drop,
    .write = write_operand,
    .read = read_operand,
    .multiply = multiply,
    .on_host = true,
    .largest = INT_MAX,
    .core_variable = "OPENBLAS_CORETYPE",
    .core_types = openblas_core_types,
};
