/* cuBLAS: on a device of CUDA, by CUDA's driver interface. It knows column-major matrices only. */
#include <dlfcn.h>
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "harness/run/blas_cublas.h"

struct cublas {
    void *cuda, *library;
    int device;
    void *context, *handle;
    struct cublaslt *lt; /* NULL: no product has needed it */
    cuda_address workspace;
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
    int (*gemm)(void *handle, int transpose_a, int transpose_b, int m, int n, int k,
                const void *alpha, const void *a, int type_a, int lda, const void *b, int type_b,
                int ldb, const void *beta, void *c, int type_c, int ldc, int compute,
                int algorithm);
    int (*gemv[BLAS_TYPES])(void *handle, int transpose, int m, int n, const void *alpha,
                            const void *a, int lda, const void *x, int incx, const void *beta,
                            void *y, int incy);
};

/* Arithmetic of a product: a compute type of cublasGemmEx. The numbers are those of
 * cublasComputeType_t, from cuBLAS 11 on. */
struct calculation {
    enum element_type factors, result; /* of A and B; of C */
    enum element_type product, sum;    /* as the kernel has them; TYPE_OTHER: whatever they are */
    int compute;
    const char *name;
    enum element_type scale; /* of alpha and beta */
    const char *vector;      /* the function for a matrix and a vector; NULL: there is none */
};

static const struct calculation calculations[] = {
    {TYPE_F32, TYPE_F32, TYPE_TF32, TYPE_OTHER, 77, "CUBLAS_COMPUTE_32F_FAST_TF32", TYPE_F32, NULL},
    {TYPE_F32, TYPE_F32, TYPE_OTHER, TYPE_OTHER, 68, "CUBLAS_COMPUTE_32F", TYPE_F32, "SGEMV"},
    {TYPE_F64, TYPE_F64, TYPE_OTHER, TYPE_OTHER, 70, "CUBLAS_COMPUTE_64F", TYPE_F64, "DGEMV"},
    {TYPE_C32, TYPE_C32, TYPE_OTHER, TYPE_OTHER, 68, "CUBLAS_COMPUTE_32F", TYPE_C32, "CGEMV"},
    {TYPE_C64, TYPE_C64, TYPE_OTHER, TYPE_OTHER, 70, "CUBLAS_COMPUTE_64F", TYPE_C64, "ZGEMV"},
    {TYPE_F16, TYPE_F16, TYPE_F16, TYPE_F16, 64, "CUBLAS_COMPUTE_16F", TYPE_F16, NULL},
    {TYPE_F16, TYPE_F16, TYPE_OTHER, TYPE_F32, 68, "CUBLAS_COMPUTE_32F", TYPE_F32, NULL},
    {TYPE_F16, TYPE_F32, TYPE_OTHER, TYPE_F32, 68, "CUBLAS_COMPUTE_32F", TYPE_F32, NULL},
    {TYPE_BF16, TYPE_BF16, TYPE_OTHER, TYPE_F32, 68, "CUBLAS_COMPUTE_32F", TYPE_F32, NULL},
    {TYPE_BF16, TYPE_F32, TYPE_OTHER, TYPE_F32, 68, "CUBLAS_COMPUTE_32F", TYPE_F32, NULL},
    {TYPE_E4M3, TYPE_F16, TYPE_OTHER, TYPE_F32, 68, "CUBLAS_COMPUTE_32F", TYPE_F32, NULL},
    {TYPE_E4M3, TYPE_BF16, TYPE_OTHER, TYPE_F32, 68, "CUBLAS_COMPUTE_32F", TYPE_F32, NULL},
    {TYPE_E4M3, TYPE_F32, TYPE_OTHER, TYPE_F32, 68, "CUBLAS_COMPUTE_32F", TYPE_F32, NULL},
    {TYPE_I8, TYPE_I32, TYPE_I32, TYPE_I32, 72, "CUBLAS_COMPUTE_32I", TYPE_I32, NULL},
};

enum {
    DEFAULT_ALGORITHM = -1, /* CUBLAS_GEMM_DEFAULT: the library selects it */
    BYTES_ALIGNED = 4       /* of matrices of bytes and of their leading dimensions */
};

static bool fits(enum element_type asked, enum element_type own)
{
    return own == TYPE_OTHER || asked == own;
}

/* Whether A and B are of a type: one of them may be of e5m2 where the other is of e4m3. */
static bool are_factors(const struct gemm *gemm, enum element_type type)
{
    const enum element_type a = gemm->type[OPERAND_A], b = gemm->type[OPERAND_B];

    return (a == type || (a == TYPE_E5M2 && type == TYPE_E4M3 && b == type)) &&
           (b == type || (b == TYPE_E5M2 && type == TYPE_E4M3));
}

/* NULL: cuBLAS does not multiply these types so. */
static const struct calculation *find_calculation(const struct gemm *gemm)
{
    for (size_t i = 0; i < sizeof calculations / sizeof *calculations; i++) {
        const struct calculation *calculation = &calculations[i];

        if (are_factors(gemm, calculation->factors) &&
            gemm->type[OPERAND_C] == calculation->result &&
            fits(gemm->arithmetic.product, calculation->product) &&
            fits(gemm->arithmetic.accumulate, calculation->sum))
            return calculation;
    }
    return NULL;
}

/* The number of cudaDataType. */
static int data_type(enum element_type type)
{
    switch (type) {
    case TYPE_F16:
        return 2;
    case TYPE_BF16:
        return 14;
    case TYPE_I8:
        return 3;
    case TYPE_E4M3:
        return 28;
    case TYPE_E5M2:
        return 29;
    case TYPE_I32:
        return 10;
    case TYPE_F64:
        return 1;
    case TYPE_C32:
        return 4;
    case TYPE_C64:
        return 5;
    default:
        return 0; /* CUDA_R_32F */
    }
}

static bool serves(const struct gemm *gemm)
{
    return find_calculation(gemm) != NULL;
}

/* Matrices of bytes: lda and ldb are multiples of 4, A and B are aligned to 4 bytes. (cuBLAS
 * Library, "cublasGemmEx") */
static int check_places(const struct gemm *gemm, const struct launch *launch, struct fault *fault)
{
    const bool batch = launch->value[SYMBOL_BATCH] > 1;

    if (cublaslt_serves(gemm->type))
        return cublaslt_check(gemm, launch, fault);
    for (int i = 0; i < OPERAND_C && gemm->type[i] == TYPE_I8; i++) {
        const uint64_t stride = batch ? launch->value[SYMBOL_STRIDE_A + i] : 0;

        if (gemm->ld[i] % BYTES_ALIGNED != 0 || gemm->offset[i] % BYTES_ALIGNED != 0 ||
            stride % BYTES_ALIGNED != 0)
            return fault_set(fault, FAULT_REFUSED,
                             "cublas takes leading dimensions, offsets and strides of A and B in "
                             "i8 that are multiples of %d; those of %c are %" PRIu64 ", %" PRIu64
                             " and %" PRIu64,
                             BYTES_ALIGNED, i == OPERAND_A ? 'A' : 'B', gemm->ld[i],
                             gemm->offset[i], stride);
    }
    return 0;
}

/* The function for a matrix and a vector; NULL: there is none, or it is none. */
static const char *vector_of(const struct gemm *gemm)
{
    return blas_is_vector(gemm) ? find_calculation(gemm)->vector : NULL;
}

static const char *compute(const struct gemm *gemm, bool batch)
{
    const char *vector = batch ? NULL : vector_of(gemm);

    if (cublaslt_serves(gemm->type))
        return cublaslt_sums_fast(gemm) ? "CUBLAS_COMPUTE_32F, fast accumulation"
                                        : "CUBLAS_COMPUTE_32F";
    return vector != NULL ? vector : find_calculation(gemm)->name;
}

static int check(int status, const char *what, struct fault *fault)
{
    return status == 0 ? 0 : fault_set(fault, FAULT_DEVICE, "%s failed: %d", what, status);
}

static void close_cublas(void *state)
{
    struct cublas *cublas = state;

    cublaslt_close(cublas->lt);
    if (cublas->workspace != 0)
        cublas->memory_drop(cublas->workspace);
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
                  {cublas->library, "cublasGemmEx", &cublas->gemm}};

    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++)
        if (blas_symbol(wanted[i].library, "CUDA", wanted[i].symbol, wanted[i].address, fault))
            return -1;
    return blas_symbols(cublas->library, "CUDA", "cublas%cgemv_v2", "SDCZ", BLAS_SINGLE, BLAS_TYPES,
                        cublas->gemv, fault);
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

/* Operation on A or B: CUBLAS_OP_N, CUBLAS_OP_T or CUBLAS_OP_C. */
static int end_of(const struct gemm *gemm, int index)
{
    return gemm->conjugate[index] ? 2 : gemm->transpose[index];
}

static void store_scalar(enum element_type type, char *to, double real, double imaginary)
{
    element_store(element_part(type), to, 0, real);
    if (element_parts(type) == 2)
        element_store(element_part(type), to, 1, imaginary);
}

static struct arguments take_arguments(const struct gemm *gemm, const union place *places)
{
    const struct calculation *calculation = find_calculation(gemm);
    const int left = gemm->column_layout ? OPERAND_A : OPERAND_B;
    const int right = gemm->column_layout ? OPERAND_B : OPERAND_A;
    struct arguments to = {.left = left,
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
                           .type_left = data_type(gemm->type[left]),
                           .type_right = data_type(gemm->type[right]),
                           .result = data_type(calculation->result),
                           .compute = calculation->compute};

    store_scalar(calculation->scale, to.alpha, gemm->alpha, gemm->alpha_i);
    store_scalar(calculation->scale, to.beta, gemm->beta, gemm->beta_i);
    return to;
}

static int multiply_matrices(const struct cublas *cublas, const struct gemm *gemm,
                             const union place *places)
{
    const struct arguments of = take_arguments(gemm, places);

    return cublas->gemm(cublas->handle, of.end_left, of.end_right, of.m, of.n, of.k, of.alpha, of.a,
                        of.type_left, of.left_ld, of.b, of.type_right, of.right_ld, of.beta, of.c,
                        of.result, of.ldc, of.compute, DEFAULT_ALGORITHM);
}

/* A row-major matrix is the column-major transpose. */
static int multiply_vector(const struct cublas *cublas, const struct gemm *gemm,
                           const union place *places)
{
    const struct gemv gemv = blas_vector(gemm);
    const bool turned = !gemm->column_layout;
    const int m = turned ? gemv.columns : gemv.lines, n = turned ? gemv.lines : gemv.columns;
    const union blas_scalar alpha = blas_alpha(gemm), beta = blas_beta(gemm);

    return cublas->gemv[gemm->letter](cublas->handle, gemv.transposed != turned, m, n, &alpha,
                                      operand(gemm, places, gemv.matrix), gemv.ld,
                                      operand(gemm, places, gemv.vector), gemv.step_x, &beta,
                                      operand(gemm, places, OPERAND_C), gemv.step_y);
}

/* By cublasLt, which is found for the first product that needs it. */
static int multiply_eight(struct cublas *cublas, const struct gemm *gemm, struct members members,
                          const union place *places, struct fault *fault)
{
    const struct arguments of = take_arguments(gemm, places);

    if (cublas->workspace == 0 &&
        check(cublas->memory_make(&cublas->workspace, CUBLASLT_WORKSPACE), "cuMemAlloc", fault))
        return -1;
    if (cublas->lt == NULL)
        cublas->lt = cublaslt_open(cublas->library, cublas->handle, cublas->workspace, fault);
    if (cublas->lt == NULL ||
        cublaslt_multiply(cublas->lt, &of, members, cublaslt_sums_fast(gemm), fault))
        return -1;
    return check(cublas->context_wait(), "cuCtxSynchronize", fault);
}

static int multiply(void *state, const struct gemm *gemm, const union place *places,
                    struct fault *fault)
{
    struct cublas *cublas = state;
    int status;

    if (cublaslt_serves(gemm->type))
        return multiply_eight(cublas, gemm, (struct members){.count = 1}, places, fault);
    status = vector_of(gemm) != NULL ? multiply_vector(cublas, gemm, places)
                                     : multiply_matrices(cublas, gemm, places);

    if (check(status, "cuBLAS's product", fault))
        return -1;
    return check(cublas->context_wait(), "cuCtxSynchronize", fault);
}

static int multiply_batch(void *state, const struct gemm *gemm, uint64_t members,
                          const uint64_t strides[OPERAND_COUNT], const union place *places,
                          struct fault *fault)
{
    struct cublas *cublas = state;
    const struct arguments of = take_arguments(gemm, places);
    const struct members apart = {(long long)members, (long long)strides[of.left],
                                  (long long)strides[of.right], (long long)strides[OPERAND_C]};
    int (*gemm_batch)(void *handle, int transpose_a, int transpose_b, int m, int n, int k,
                      const void *alpha, const void *a, int type_a, int lda, long long stride_a,
                      const void *b, int type_b, int ldb, long long stride_b, const void *beta,
                      void *c, int type_c, int ldc, long long stride_c, int count, int compute,
                      int algorithm);
    int status;

    if (cublaslt_serves(gemm->type))
        return multiply_eight(cublas, gemm, apart, places, fault);
    if (blas_symbol(cublas->library, "cuBLAS", "cublasGemmStridedBatchedEx", &gemm_batch, fault))
        return -1;
    status = gemm_batch(cublas->handle, of.end_left, of.end_right, of.m, of.n, of.k, of.alpha, of.a,
                        of.type_left, of.left_ld, apart.left, of.b, of.type_right, of.right_ld,
                        apart.right, of.beta, of.c, of.result, of.ldc, apart.c, (int)members,
                        of.compute, DEFAULT_ALGORITHM);
    if (check(status, "cuBLAS's product", fault))
        return -1;
    return check(cublas->context_wait(), "cuCtxSynchronize", fault);
}

/* The sums of 8-bit reals have few digits, whatever those of the kernel have. */
static void own_sums(const struct problem *problem, struct arithmetic *arithmetic)
{
    if (cublaslt_serves(problem->type) && arithmetic->sum_digits == 0)
        arithmetic->sum_digits = CUBLASLT_SUM_DIGITS;
}

const struct blas_kind blas_cublas = {
    .name = "cublas",
    .types = "f32, f64, c32, c64, f16 or bf16 (C in it or in f32), i8 (C in i32) and "
             "e4m3 by e4m3 or e5m2 (C in f16, bf16 or f32)",
    .serves = serves,
    .check = check_places,
    .own_sums = own_sums,
    .compute = compute,
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
