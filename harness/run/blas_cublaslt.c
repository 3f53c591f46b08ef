/*
 * cublasLt, which is all of cuBLAS that multiplies 8-bit reals. cuBLAS itself calls it: its
 * functions are found in what cuBLAS is linked with, and cuBLAS's handle is one of cublasLt. The
 * numbers are those of cublasLt.h, "cublasLtMatmul" of the cuBLAS Library says what it takes.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "harness/run/blas_cublas.h"

enum {
    ALIGNMENT = 16,            /* bytes, of operands and their leading dimensions */
    MOST_ALIGNMENT = 256,      /* bytes, which algorithms may count on where nothing is said */
    DESCRIPTION_TRANSPOSE = 3, /* of the left operand */
    DESCRIPTION_FAST_SUMS = 25,
    LAYOUT_MEMBERS = 5,
    LAYOUT_STRIDE = 6,
    PREFERENCE_WORKSPACE = 1,
    PREFERENCE_ALIGNMENT =
        5,        /* of the left operand; then of the right one, C as read, as written */
    REAL_F32 = 0, /* of cudaDataType: alpha and beta */
    STATUS_NOT_SUPPORTED = 15
};

/* cublasLtMatmulHeuristicResult_t. */
struct found {
    uint64_t algorithm[8];
    size_t workspace;
    int status;
    float waves;
    int reserved[4];
};

/* What the algorithm of a product follows from. */
struct wanted {
    struct arguments of; /* without the places, alpha and beta */
    struct members members;
    uint32_t alignment[3]; /* of the left operand, the right one and C; bytes */
    bool fast;
};

struct cublaslt {
    void *handle;
    cuda_address workspace;
    struct wanted wanted; /* of the product that follows */
    void *description, *left, *right, *c;
    struct found found;
    int (*describe)(void **description, int compute, int scale);
    int (*describe_set)(void *description, int attribute, const void *value, size_t bytes);
    int (*describe_drop)(void *description);
    int (*layout)(void **layout, int type, uint64_t rows, uint64_t columns, int64_t ld);
    int (*layout_set)(void *layout, int attribute, const void *value, size_t bytes);
    int (*layout_drop)(void *layout);
    int (*prefer)(void **preference);
    int (*prefer_set)(void *preference, int attribute, const void *value, size_t bytes);
    int (*prefer_drop)(void *preference);
    int (*find)(void *handle, void *description, void *left, void *right, void *c, void *d,
                void *preference, int most, struct found *found, int *count);
    int (*multiply)(void *handle, void *description, const void *alpha, const void *a, void *left,
                    const void *b, void *right, const void *beta, const void *c, void *layout_c,
                    void *d, void *layout_d, const uint64_t *algorithm, void *workspace,
                    size_t bytes, void *stream);
};

static bool is_eight(enum element_type type)
{
    return type == TYPE_E4M3 || type == TYPE_E5M2;
}

bool cublaslt_serves(const enum element_type types[OPERAND_COUNT])
{
    return is_eight(types[OPERAND_A]) && is_eight(types[OPERAND_B]);
}

bool cublaslt_sums_fast(const struct gemm *gemm)
{
    return gemm->arithmetic.sum_depth == 0;
}

/* The left operand of the column-major product lies transposed in memory, the right one does not:
 * both along K. */
static int check_transposes(const struct gemm *gemm, struct fault *fault)
{
    const int left = gemm->column_layout ? OPERAND_A : OPERAND_B;

    if (gemm->transpose[left] && !gemm->transpose[OPERAND_B - left])
        return 0;
    return fault_set(fault, FAULT_REFUSED,
                     "cublas takes 8-bit reals with the elements of K contiguous, which is "
                     "--transpose %s here",
                     gemm->column_layout ? "tn" : "nt");
}

int cublaslt_check(const struct gemm *gemm, const struct launch *launch, struct fault *fault)
{
    const bool batch = launch->value[SYMBOL_BATCH] > 1;

    if (check_transposes(gemm, fault))
        return -1;
    for (int i = 0; i < OPERAND_COUNT; i++) {
        const uint64_t unit = ALIGNMENT / element_facts[gemm->type[i]].bytes;
        const uint64_t stride = batch ? launch->value[SYMBOL_STRIDE_A + i] : 0;

        if (gemm->ld[i] % unit != 0 || gemm->offset[i] % unit != 0 || stride % unit != 0)
            return fault_set(fault, FAULT_REFUSED,
                             "cublas takes leading dimensions, offsets and strides of %d bytes or "
                             "a multiple where A and B are 8-bit reals; those of %c are %" PRIu64
                             ", %" PRIu64 " and %" PRIu64 " elements",
                             ALIGNMENT, "ABC"[i], gemm -> ld[i], gemm -> offset[i], stride);
    }
    return 0;
}

struct cublaslt *cublaslt_open(void *library, void *handle, cuda_address workspace,
                               struct fault *fault)
{
    struct cublaslt *lt = calloc(1, sizeof *lt);

    if (lt == NULL) {
        fault_memory(fault);
        return NULL;
    }
    const struct {
        const char *symbol;
        void *address;
    } functions[] = {{"cublasLtMatmulDescCreate", &lt->describe},
                     {"cublasLtMatmulDescSetAttribute", &lt->describe_set},
                     {"cublasLtMatmulDescDestroy", &lt->describe_drop},
                     {"cublasLtMatrixLayoutCreate", &lt->layout},
                     {"cublasLtMatrixLayoutSetAttribute", &lt->layout_set},
                     {"cublasLtMatrixLayoutDestroy", &lt->layout_drop},
                     {"cublasLtMatmulPreferenceCreate", &lt->prefer},
                     {"cublasLtMatmulPreferenceSetAttribute", &lt->prefer_set},
                     {"cublasLtMatmulPreferenceDestroy", &lt->prefer_drop},
                     {"cublasLtMatmulAlgoGetHeuristic", &lt->find},
                     {"cublasLtMatmul", &lt->multiply}};

    lt->handle = handle;
    lt->workspace = workspace;
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
        if (blas_symbol(library, "cuBLAS", functions[i].symbol, functions[i].address, fault)) {
            free(lt);
            return NULL;
        }
    return lt;
}

/* Forgets a product. */
static void forget(struct cublaslt *lt)
{
    if (lt->description != NULL)
        lt->describe_drop(lt->description);
    if (lt->left != NULL)
        lt->layout_drop(lt->left);
    if (lt->right != NULL)
        lt->layout_drop(lt->right);
    if (lt->c != NULL)
        lt->layout_drop(lt->c);
    lt->description = lt->left = lt->right = lt->c = NULL;
}

void cublaslt_close(struct cublaslt *lt)
{
    if (lt != NULL)
        forget(lt);
    free(lt);
}

/* Bytes that an address is a multiple of. */
static uint32_t alignment_of(const void *address)
{
    uint32_t bytes = MOST_ALIGNMENT;

    while ((uintptr_t)address % bytes != 0)
        bytes /= 2;
    return bytes;
}

/* Every byte is set: they are compared. */
static void want(const struct arguments *of, struct members members, bool fast,
                 struct wanted *wanted)
{
    memset(wanted, 0, sizeof *wanted);
    memcpy(&wanted->of, of, sizeof *of);
    wanted->of.a = wanted->of.b = wanted->of.c = NULL;
    memset(wanted->of.alpha, 0, sizeof of->alpha);
    memset(wanted->of.beta, 0, sizeof of->beta);
    wanted->members = members;
    wanted->alignment[0] = alignment_of(of->a);
    wanted->alignment[1] = alignment_of(of->b);
    wanted->alignment[2] = alignment_of(of->c);
    wanted->fast = fast;
}

/* A status of cublasLt; 0: it succeeded. */
static int describe(struct cublaslt *lt)
{
    const struct arguments *of = &lt->wanted.of;
    const int32_t ends[] = {of->end_left, of->end_right};
    const int8_t fast = lt->wanted.fast;
    int status = lt->describe(&lt->description, of->compute, REAL_F32);

    for (int i = 0; i < 2 && status == 0; i++)
        status =
            lt->describe_set(lt->description, DESCRIPTION_TRANSPOSE + i, &ends[i], sizeof ends[i]);
    return status != 0
               ? status
               : lt->describe_set(lt->description, DESCRIPTION_FAST_SUMS, &fast, sizeof fast);
}

static int lay(struct cublaslt *lt, void **layout, int type, int rows, int columns, int ld,
               long long stride)
{
    const int32_t members = (int32_t)lt->wanted.members.count;
    const int64_t elements = stride;
    int status = lt->layout(layout, type, (uint64_t)rows, (uint64_t)columns, ld);

    if (status == 0 && members > 1)
        status = lt->layout_set(*layout, LAYOUT_MEMBERS, &members, sizeof members);
    if (status == 0 && members > 1)
        status = lt->layout_set(*layout, LAYOUT_STRIDE, &elements, sizeof elements);
    return status;
}

static int lay_all(struct cublaslt *lt)
{
    const struct arguments *of = &lt->wanted.of;
    const struct members *members = &lt->wanted.members;
    int status = lay(lt, &lt->left, of->type_left, of->k, of->m, of->left_ld, members->left);

    if (status == 0)
        status = lay(lt, &lt->right, of->type_right, of->k, of->n, of->right_ld, members->right);
    return status != 0 ? status : lay(lt, &lt->c, of->result, of->m, of->n, of->ldc, members->c);
}

static int find_by(struct cublaslt *lt, void *preference, int *count)
{
    const uint32_t *alignment = lt->wanted.alignment;
    const uint32_t each[] = {alignment[0], alignment[1], alignment[2], alignment[2]};
    const uint64_t workspace = CUBLASLT_WORKSPACE;
    int status = lt->prefer_set(preference, PREFERENCE_WORKSPACE, &workspace, sizeof workspace);

    for (int i = 0; i < 4 && status == 0; i++)
        status = lt->prefer_set(preference, PREFERENCE_ALIGNMENT + i, &each[i], sizeof each[i]);
    return status != 0 ? status
                       : lt->find(lt->handle, lt->description, lt->left, lt->right, lt->c, lt->c,
                                  preference, 1, &lt->found, count);
}

/* Finds the algorithm of what is wanted. */
static int find(struct cublaslt *lt, int *count)
{
    void *preference = NULL;
    int status = lt->prefer(&preference);

    *count = 0;
    if (status == 0)
        status = find_by(lt, preference, count);
    if (preference != NULL)
        lt->prefer_drop(preference);
    return status == 0 && *count > 0 ? lt->found.status : status;
}

/* Describes a product to cublasLt, unless it is the one before. */
static int prepare(struct cublaslt *lt, const struct arguments *of, struct members members,
                   bool fast, struct fault *fault)
{
    struct wanted wanted;
    int count = 0, status;

    want(of, members, fast, &wanted);
    if (lt->c != NULL && memcmp(&wanted, &lt->wanted, sizeof wanted) == 0)
        return 0;
    forget(lt);
    memcpy(&lt->wanted, &wanted, sizeof wanted);
    status = describe(lt);
    if (status == 0)
        status = lay_all(lt);
    if (status == 0)
        status = find(lt, &count);
    if (status == 0 && count > 0)
        return 0;
    forget(lt);
    return status == 0 || status == STATUS_NOT_SUPPORTED
               ? fault_set(fault, FAULT_REFUSED,
                           "cublasLt has no algorithm for a product of %d x %d x %d in these types",
                           of->m, of->n, of->k)
               : fault_set(fault, FAULT_DEVICE, "cublasLt's description of a product failed: %d",
                           status);
}

int cublaslt_multiply(struct cublaslt *lt, const struct arguments *of, struct members members,
                      bool fast, struct fault *fault)
{
    int status;

    if (prepare(lt, of, members, fast, fault))
        return -1;
    status = lt->multiply(lt->handle, lt->description, of->alpha, of->a, lt->left, of->b, lt->right,
                          of->beta, of->c, lt->c, of->c, lt->c, lt->found.algorithm,
                          (void *)(uintptr_t)lt->workspace, CUBLASLT_WORKSPACE, NULL);
    return status == 0 ? 0 : fault_set(fault, FAULT_DEVICE, "cublasLtMatmul failed: %d", status);
}
