/* Groups of rows by cublasGemmGroupedBatchedEx ("cuBLAS Library"), which has sizes for each group
 * and a list of matrices on the device. */
#include <stdlib.h>
#include <string.h>

#include "harness/run/blas_cublas.h"

enum {
    LISTS = 3,              /* of left operands, of right ones, of C */
    SCALAR = sizeof(double) /* bytes of alpha and beta, which are real */
};

/* What the function takes of each group. */
struct groups {
    int *end_left, *end_right, *m, *n, *k, *left_ld, *right_ld, *ldc, *size;
    char *alpha, *beta;
};

static void release(struct groups *groups)
{
    free(groups->end_left);
    free(groups->alpha);
}

/* Bytes of a scalar of products of a type: alpha and beta of all groups lie one behind another. */
static size_t scalar_bytes(const struct arguments *of)
{
    enum {
        REAL_F64 = 1,     /* of cudaDataType */
        COMPUTE_F16 = 64, /* of cublasComputeType_t */
    };

    return of->result == REAL_F64 ? 8 : of->compute == COMPUTE_F16 ? 2 : 4;
}

static int fill(const struct arguments *of, size_t count, struct groups *groups,
                struct fault *fault)
{
    int *const numbers = calloc(9 * count, sizeof *numbers);
    const size_t bytes = scalar_bytes(of);

    groups->alpha = calloc(2 * count, SCALAR);
    groups->end_left = numbers;
    if (numbers == NULL || groups->alpha == NULL)
        return fault_memory(fault);
    groups->end_right = numbers + count;
    groups->m = numbers + 2 * count;
    groups->n = numbers + 3 * count;
    groups->k = numbers + 4 * count;
    groups->left_ld = numbers + 5 * count;
    groups->right_ld = numbers + 6 * count;
    groups->ldc = numbers + 7 * count;
    groups->size = numbers + 8 * count;
    groups->beta = groups->alpha + count * SCALAR;
    for (size_t i = 0; i < count; i++) {
        groups->end_left[i] = of[i].end_left;
        groups->end_right[i] = of[i].end_right;
        groups->m[i] = of[i].m;
        groups->n[i] = of[i].n;
        groups->k[i] = of[i].k;
        groups->left_ld[i] = of[i].left_ld;
        groups->right_ld[i] = of[i].right_ld;
        groups->ldc[i] = of[i].ldc;
        groups->size[i] = 1;
        memcpy(groups->alpha + i * bytes, of[i].alpha, bytes);
        memcpy(groups->beta + i * bytes, of[i].beta, bytes);
    }
    return 0;
}

/* Sends where the matrices lie, if the device has another list. `list` is owned by the library
 * afterwards. */
static int send(struct cublas *cublas, void **list, size_t count, struct fault *fault)
{
    const size_t bytes = LISTS * count * sizeof *list;

    if (count == cublas->listed_count && memcmp(list, cublas->listed, bytes) == 0) {
        free(list);
        return 0;
    }
    free(cublas->listed);
    cublas->listed = list;
    cublas->listed_count = count;
    if (cublas->list != 0)
        cublas->memory_drop(cublas->list);
    cublas->list = 0;
    return cublas->memory_make(&cublas->list, bytes) != 0 ||
                   cublas->memory_write(cublas->list, list, bytes) != 0
               ? fault_set(fault, FAULT_DEVICE, "CUDA has no room for a list of matrices")
               : 0;
}

static int list_matrices(struct cublas *cublas, const struct arguments *of, size_t count,
                         struct fault *fault)
{
    void **const list = malloc(LISTS * count * sizeof *list);

    if (list == NULL)
        return fault_memory(fault);
    for (size_t i = 0; i < count; i++) {
        list[i] = of[i].a;
        list[count + i] = of[i].b;
        list[2 * count + i] = of[i].c;
    }
    return send(cublas, list, count, fault);
}

int cublas_start_groups(struct cublas *cublas, const struct arguments *of, size_t count,
                        struct fault *fault)
{
    int (*gemm)(void *handle, const int *transpose_a, const int *transpose_b, const int *m,
                const int *n, const int *k, const void *alpha, const void *const *a, int type_a,
                const int *lda, const void *const *b, int type_b, const int *ldb, const void *beta,
                void *const *c, int type_c, const int *ldc, int groups, const int *sizes,
                int compute);
    struct groups groups = {0};
    int status = -1;

    if (blas_symbol(cublas->library, "cuBLAS", "cublasGemmGroupedBatchedEx", &gemm, fault) == 0 &&
        fill(of, count, &groups, fault) == 0 && list_matrices(cublas, of, count, fault) == 0) {
        void **const list = (void **)(uintptr_t)cublas->list;

        status =
            gemm(cublas->handle, groups.end_left, groups.end_right, groups.m, groups.n, groups.k,
                 groups.alpha, (const void *const *)list, of->type_left, groups.left_ld,
                 (const void *const *)(list + count), of->type_right, groups.right_ld, groups.beta,
                 list + 2 * count, of->result, groups.ldc, (int)count, groups.size, of->compute);
        status = status == 0 ? 0
                             : fault_set(fault, FAULT_DEVICE,
                                         "cublasGemmGroupedBatchedEx failed: %d", status);
    }
    release(&groups);
    return status;
}
