/* cuBLAS: on a device of CUDA, by CUDA's driver interface. It knows column-major matrices only. */
#include <dlfcn.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "harness/run/blas_internal.h"

typedef unsigned long long cuda_address;

struct cublas {
    void *cuda, *library;
    int device;
    void *context, *handle;
    int (*context_use)(void *context);
    int (*context_wait)(void);
    int (*context_drop)(int device);
    int (*memory_make)(cuda_address *address, size_t bytes);
    int (*memory_drop)(cuda_address address);
    int (*memory_write)(cuda_address to, const void *from, size_t bytes);
    int (*memory_read)(void *to, cuda_address from, size_t bytes);
    int (*create)(void **handle);
    int (*destroy)(void *handle);
    int (*version)(void *handle, int *version);
    int (*gemm[BLAS_TYPES])(void *handle, int transpose_a, int transpose_b, int m, int n, int k,
                            const void *alpha, const void *a, int lda, const void *b, int ldb,
                            const void *beta, void *c, int ldc);
    int (*gemv[BLAS_TYPES])(void *handle, int transpose, int m, int n, const void *alpha,
                            const void *a, int lda, const void *x, int incx, const void *beta,
                            void *y, int incy);
};

static int check(int status, const char *what, struct fault *fault)
{
    return status == 0 ? 0 : fault_set(fault, FAULT_DEVICE, "%s failed: %d", what, status);
}

static void close_cublas(void *state)
{
    struct cublas *cublas = state;

    if (cublas->handle != NULL)
        cublas->destroy(cublas->handle);
    if (cublas->context != NULL)
        cublas->context_drop(cublas->device);
    if (cublas->library != NULL)
        dlclose(cublas->library);
    if (cublas->cuda != NULL)
        dlclose(cublas->cuda);
    free(cublas);
}

static int find_functions(struct cublas *cublas, struct fault *fault)
{
    const struct {
        void *library;
        const char *symbol;
        void *address;
    } wanted[] = {{cublas->cuda, "cuCtxSetCurrent", &cublas->context_use},
                  {cublas->cuda, "cuCtxSynchronize", &cublas->context_wait},
                  {cublas->cuda, "cuDevicePrimaryCtxRelease_v2", &cublas->context_drop},
                  {cublas->cuda, "cuMemAlloc_v2", &cublas->memory_make},
                  {cublas->cuda, "cuMemFree_v2", &cublas->memory_drop},
                  {cublas->cuda, "cuMemcpyHtoD_v2", &cublas->memory_write},
                  {cublas->cuda, "cuMemcpyDtoH_v2", &cublas->memory_read},
                  {cublas->library, "cublasCreate_v2", &cublas->create},
                  {cublas->library, "cublasDestroy_v2", &cublas->destroy},
                  {cublas->library, "cublasGetVersion_v2", &cublas->version}};

    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++)
        if (blas_symbol(wanted[i].library, "CUDA", wanted[i].symbol, wanted[i].address, fault))
            return -1;
    return blas_symbols(cublas->library, "CUDA", "cublas%cgemm_v2", "SDCZ", BLAS_SINGLE, BLAS_TYPES,
                        cublas->gemm, fault) ||
                   blas_symbols(cublas->library, "CUDA", "cublas%cgemv_v2", "SDCZ", BLAS_SINGLE,
                                BLAS_TYPES, cublas->gemv, fault)
               ? -1
               : 0;
}

/* The device of CUDA that has the OpenCL device's name, else the first one. */
static int start_device(struct cublas *cublas, const struct device *wanted, char *name, int room,
                        struct fault *fault)
{
    int (*start)(unsigned), (*count_devices)(int *), (*get)(int *, int);
    int (*get_name)(char *, int, int), (*retain)(void **, int);
    int count = 0, chosen = 0;

    if (blas_symbol(cublas->cuda, "CUDA", "cuInit", &start, fault) ||
        blas_symbol(cublas->cuda, "CUDA", "cuDeviceGetCount", &count_devices, fault) ||
        blas_symbol(cublas->cuda, "CUDA", "cuDeviceGet", &get, fault) ||
        blas_symbol(cublas->cuda, "CUDA", "cuDeviceGetName", &get_name, fault) ||
        blas_symbol(cublas->cuda, "CUDA", "cuDevicePrimaryCtxRetain", &retain, fault) ||
        check(start(0), "cuInit", fault) || check(count_devices(&count), "cuDeviceGetCount", fault))
        return -1;
    if (count == 0)
        return fault_set(fault, FAULT_DEVICE, "CUDA has no device");
    for (int i = count - 1; i >= 0; i--)
        if (get(&cublas->device, i) == 0 && get_name(name, room, cublas->device) == 0 &&
            strcmp(name, wanted->name) == 0)
            chosen = i;
    if (check(get(&cublas->device, chosen), "cuDeviceGet", fault) ||
        check(get_name(name, room, cublas->device), "cuDeviceGetName", fault) ||
        check(retain(&cublas->context, cublas->device), "cuDevicePrimaryCtxRetain", fault))
        return -1;
    return check(cublas->context_use(cublas->context), "cuCtxSetCurrent", fault);
}

static int open_cublas(const struct blas_site *site, struct blas *blas, struct fault *fault)
{
    static const char *const drivers[] = {"libcuda.so.1", NULL};
    static const char *const files[] = {"libcublas.so.13", "libcublas.so.12", "libcublas.so.11",
                                        "libcublas.so", NULL};
    struct cublas *cublas = calloc(1, sizeof *cublas);
    char name[128] = "";
    int version = 0;

    if (cublas == NULL)
        return fault_memory(fault);
    cublas->library = blas_library("cuBLAS", files, "the CUDA toolkit has it", fault);
    if (cublas->library != NULL)
        cublas->cuda = blas_library("cuBLAS's driver", drivers,
                                    "it comes with the driver of an NVIDIA GPU", fault);
    if (cublas->cuda == NULL || find_functions(cublas, fault) ||
        start_device(cublas, site->device, name, (int)sizeof name, fault) ||
        check(cublas->create(&cublas->handle), "cublasCreate", fault) ||
        check(cublas->version(cublas->handle, &version), "cublasGetVersion", fault)) {
        close_cublas(cublas);
        return -1;
    }
    snprintf(blas->words, sizeof blas->words, "cuBLAS %d on %s", version, name);
    blas->state = cublas;
    return 0;
}

static int make(void *state, uint64_t bytes, union place *place, struct fault *fault)
{
    const struct cublas *cublas = state;

    return check(cublas->memory_make(&place->device, bytes), "cuMemAlloc", fault);
}

static void drop(void *state, union place place)
{
    const struct cublas *cublas = state;

    cublas->memory_drop(place.device);
}

static int write_operand(void *state, union place place, const void *bytes, uint64_t count,
                         struct fault *fault)
{
    const struct cublas *cublas = state;

    return check(cublas->memory_write(place.device, bytes, count), "cuMemcpyHtoD", fault);
}

static int read_operand(void *state, union place place, void *bytes, uint64_t count,
                        struct fault *fault)
{
    const struct cublas *cublas = state;

    return check(cublas->memory_read(bytes, place.device, count), "cuMemcpyDtoH", fault);
}

/* The operand's first element, as cuBLAS takes it. */
static void *operand(const struct gemm *gemm, const union place *places, int index)
{
    return (void *)(uintptr_t)(places[index].device + blas_offset(gemm, index));
}

/* What becomes of A or B: CUBLAS_OP_N, CUBLAS_OP_T or CUBLAS_OP_C. */
static int end_of(const struct gemm *gemm, int index)
{
    return gemm->conjugate[index] ? 2 : gemm->transpose[index];
}

/* A product by the arguments of column-major matrices. A row-major one is that of the transposes: C^T = op(B)^T op(A)^T. */
struct arguments {
    int left, right; /* A and B, or B and A */
    int end_left, end_right;
    int m, n, k;
    int left_ld, right_ld, ldc;
    const void *a, *b;
    void *c;
    union blas_scalar alpha, beta;
};

static struct arguments arguments_of(const struct gemm *gemm, const union place *places)
{
    const int left = gemm->column_layout ? OPERAND_A : OPERAND_B;
    const int right = gemm->column_layout ? OPERAND_B : OPERAND_A;

    return (struct arguments){
        .left = left,
        .right = right,
        .end_left = end_of(gemm, left),
        .end_right = end_of(gemm, right),
        .m = (int)(gemm->column_layout ? gemm->m : gemm->n),
        .n = (int)(gemm->column_layout ? gemm->n : gemm->m),
        .k = (int)gemm->k,
        .left_ld = (int)gemm->ld[left],
        .right_ld = (int)gemm->ld[right],
        .ldc = (int)gemm->ld[OPERAND_C],
        .a = operand(gemm, places, left),
        .b = operand(gemm, places, right),
        .c = operand(gemm, places, OPERAND_C),
        .alpha = blas_alpha(gemm),
        .beta = blas_beta(gemm),
    };
}

static int multiply_matrices(const struct cublas *cublas, const struct gemm *gemm,
                             const union place *places)
{
    const struct arguments of = arguments_of(gemm, places);

    return cublas->gemm[gemm->type](cublas->handle, of.end_left, of.end_right, of.m, of.n, of.k,
                                    &of.alpha, of.a, of.left_ld, of.b, of.right_ld, &of.beta, of.c,
                                    of.ldc);
}

/* A row-major matrix is the column-major transpose. */
static int multiply_vector(const struct cublas *cublas, const struct gemm *gemm,
                           const union place *places)
{
    const struct gemv gemv = blas_vector(gemm);
    const bool turned = !gemm->column_layout;
    const int m = turned ? gemv.columns : gemv.lines, n = turned ? gemv.lines : gemv.columns;
    const union blas_scalar alpha = blas_alpha(gemm), beta = blas_beta(gemm);

    return cublas->gemv[gemm->type](cublas->handle, gemv.transposed != turned, m, n, &alpha,
                                    operand(gemm, places, gemv.matrix), gemv.ld,
                                    operand(gemm, places, gemv.vector), gemv.step_x, &beta,
                                    operand(gemm, places, OPERAND_C), gemv.step_y);
}

static int multiply(void *state, const struct gemm *gemm, const union place *places,
                    struct fault *fault)
{
    const struct cublas *cublas = state;
    int status = blas_is_vector(gemm) ? multiply_vector(cublas, gemm, places)
                                      : multiply_matrices(cublas, gemm, places);

    if (check(status, "cuBLAS's product", fault))
        return -1;
    return check(cublas->context_wait(), "cuCtxSynchronize", fault);
}

static int multiply_batch(void *state, const struct gemm *gemm, uint64_t members,
                          const uint64_t strides[OPERAND_COUNT], const union place *places,
                          struct fault *fault)
{
    const struct cublas *cublas = state;
    const struct arguments of = arguments_of(gemm, places);
    int status;
    int (*gemm_batch)(void *handle, int transpose_a, int transpose_b, int m, int n, int k,
                      const void *alpha, const void *a, int lda, long long a_stride, const void *b,
                      int ldb, long long b_stride, const void *beta, void *c, int ldc,
                      long long c_stride, int count);

    if (blas_symbols(cublas->library, "cuBLAS", "cublas%cgemmStridedBatched", "SDCZ", gemm->type, 1,
                     &gemm_batch, fault))
        return -1;
    status = gemm_batch(cublas->handle, of.end_left, of.end_right, of.m, of.n, of.k, &of.alpha,
                        of.a, of.left_ld, (long long)strides[of.left], of.b, of.right_ld,
                        (long long)strides[of.right], &of.beta, of.c, of.ldc,
                        (long long)strides[OPERAND_C], (int)members);

    if (check(status, "cuBLAS's gemm", fault))
        return -1;
    return check(cublas->context_wait(), "cuCtxSynchronize", fault);
}

const struct blas_kind blas_cublas = {
    .name = "cublas",
    .open = open_cublas,
    .close = close_cublas,
    .make = make,
    .drop = drop,
    .write = write_operand,
    .read = read_operand,
    .multiply = multiply,
    .multiply_batch = multiply_batch,
    .largest = INT_MAX,
};
