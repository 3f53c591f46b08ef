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
    int (*sgemm)(void *handle, int transpose_a, int transpose_b, int m, int n, int k,
                 const float *alpha, const float *a, int lda, const float *b, int ldb,
                 const float *beta, float *c, int ldc);
    int (*dgemm)(void *handle, int transpose_a, int transpose_b, int m, int n, int k,
                 const double *alpha, const double *a, int lda, const double *b, int ldb,
                 const double *beta, double *c, int ldc);
    int (*sgemv)(void *handle, int transpose, int m, int n, const float *alpha, const float *a,
                 int lda, const float *x, int incx, const float *beta, float *y, int incy);
    int (*dgemv)(void *handle, int transpose, int m, int n, const double *alpha, const double *a,
                 int lda, const double *x, int incx, const double *beta, double *y, int incy);
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
                  {cublas->library, "cublasGetVersion_v2", &cublas->version},
                  {cublas->library, "cublasSgemm_v2", &cublas->sgemm},
                  {cublas->library, "cublasDgemm_v2", &cublas->dgemm},
                  {cublas->library, "cublasSgemv_v2", &cublas->sgemv},
                  {cublas->library, "cublasDgemv_v2", &cublas->dgemv}};

    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++)
        if (blas_symbol(wanted[i].library, "CUDA", wanted[i].symbol, wanted[i].address, fault))
            return -1;
    return 0;
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
    uint64_t size = gemm->is_double ? sizeof(double) : sizeof(float);

    return (void *)(uintptr_t)(places[index].device + gemm->offset[index] * size);
}

/* A row-major product is the column-major one of the transposes: C^T = op(B)^T op(A)^T. */
static int multiply_matrices(const struct cublas *cublas, const struct gemm *gemm,
                             const union place *places)
{
    int left = gemm->column_layout ? 0 : 1, right = 1 - left;
    int m = (int)(gemm->column_layout ? gemm->m : gemm->n);
    int n = (int)(gemm->column_layout ? gemm->n : gemm->m);
    int k = (int)gemm->k, ldc = (int)gemm->ld[OPERAND_C];
    int left_ld = (int)gemm->ld[left], right_ld = (int)gemm->ld[right];
    const void *a = operand(gemm, places, left), *b = operand(gemm, places, right);
    void *c = operand(gemm, places, OPERAND_C);
    float alpha = (float)gemm->alpha, beta = (float)gemm->beta;

    return gemm->is_double
               ? cublas->dgemm(cublas->handle, gemm->transpose[left], gemm->transpose[right], m, n,
                               k, &gemm->alpha, a, left_ld, b, right_ld, &gemm->beta, c, ldc)
               : cublas->sgemm(cublas->handle, gemm->transpose[left], gemm->transpose[right], m, n,
                               k, &alpha, a, left_ld, b, right_ld, &beta, c, ldc);
}

/* A row-major matrix is the column-major transpose. */
static int multiply_vector(const struct cublas *cublas, const struct gemm *gemm,
                           const union place *places)
{
    struct gemv gemv = blas_vector(gemm);
    bool turned = !gemm->column_layout;
    int m = turned ? gemv.columns : gemv.lines, n = turned ? gemv.lines : gemv.columns;
    const void *a = operand(gemm, places, gemv.matrix), *x = operand(gemm, places, gemv.vector);
    void *y = operand(gemm, places, OPERAND_C);
    float alpha = (float)gemm->alpha, beta = (float)gemm->beta;

    return gemm->is_double
               ? cublas->dgemv(cublas->handle, gemv.transposed != turned, m, n, &gemm->alpha, a,
                               gemv.ld, x, gemv.step_x, &gemm->beta, y, gemv.step_y)
               : cublas->sgemv(cublas->handle, gemv.transposed != turned, m, n, &alpha, a, gemv.ld,
                               x, gemv.step_x, &beta, y, gemv.step_y);
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
    int left = gemm->column_layout ? 0 : 1, right = 1 - left;
    int m = (int)(gemm->column_layout ? gemm->m : gemm->n);
    int n = (int)(gemm->column_layout ? gemm->n : gemm->m);
    int k = (int)gemm->k, ldc = (int)gemm->ld[OPERAND_C], count = (int)members;
    int left_ld = (int)gemm->ld[left], right_ld = (int)gemm->ld[right];
    long long left_stride = (long long)strides[left], right_stride = (long long)strides[right];
    long long c_stride = (long long)strides[OPERAND_C];
    const void *a = operand(gemm, places, left), *b = operand(gemm, places, right);
    void *c = operand(gemm, places, OPERAND_C);
    float alpha = (float)gemm->alpha, beta = (float)gemm->beta;
    int status;
    int (*sgemm_batch)(void *handle, int transpose_a, int transpose_b, int m, int n, int k,
                       const float *alpha, const float *a, int lda, long long a_stride,
                       const float *b, int ldb, long long b_stride, const float *beta, float *c,
                       int ldc, long long c_stride, int count);
    int (*dgemm_batch)(void *handle, int transpose_a, int transpose_b, int m, int n, int k,
                       const double *alpha, const double *a, int lda, long long a_stride,
                       const double *b, int ldb, long long b_stride, const double *beta, double *c,
                       int ldc, long long c_stride, int count);

    if (blas_symbol(cublas->library, "cuBLAS", "cublasSgemmStridedBatched", &sgemm_batch, fault) ||
        blas_symbol(cublas->library, "cuBLAS", "cublasDgemmStridedBatched", &dgemm_batch, fault))
        return -1;
    status = gemm->is_double
                 ? dgemm_batch(cublas->handle, gemm->transpose[left], gemm->transpose[right], m, n,
                               k, &gemm->alpha, a, left_ld, left_stride, b, right_ld, right_stride,
                               &gemm->beta, c, ldc, c_stride, count)
                 : sgemm_batch(cublas->handle, gemm->transpose[left], gemm->transpose[right], m, n,
                               k, &alpha, a, left_ld, left_stride, b, right_ld, right_stride, &beta,
                               c, ldc, c_stride, count);

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
