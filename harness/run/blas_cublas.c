/* cuBLAS: on a device of CUDA, by CUDA's driver interface. It knows column-major matrices only. */
#include <dlfcn.h>
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "harness/run/blas_cublas.h"

enum {
    DEFAULT_ALGORITHM = -1, /* CUBLAS_GEMM_DEFAULT: the library selects it */
    BYTES_ALIGNED = 4       /* of matrices of bytes and of their leading dimensions */
};

static bool serves(const struct gemm *gemm)
{
    return cublas_calculation(gemm) != NULL;
}

/* Types of cublasGemmGroupedBatchedEx. */
static bool serves_groups(const struct gemm *gemm)
{
    const enum element_type c = gemm->type[OPERAND_C];

    return (c == TYPE_F32 || c == TYPE_F64 || c == TYPE_F16 || c == TYPE_BF16) &&
           gemm->type[OPERAND_A] == c && gemm->type[OPERAND_B] == c && serves(gemm);
}

/* Matrices of bytes: lda and ldb are multiples of 4, A and B are aligned to 4 bytes. (cuBLAS
 * Library, "cublasGemmEx") */
static int check_places(const struct gemm *gemm, const struct launch *launch, struct fault *fault)
{
    const bool batch = launch->value[SYMBOL_BATCH] > 1;

    if (cublaslt_serves(gemm->type) && launch->grouped)
        return fault_set(fault, FAULT_REFUSED, "cublas is not compared in groups of 8-bit reals");
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
    return blas_is_vector(gemm) ? cublas_calculation(gemm)->vector : NULL;
}

static const char *compute(const struct gemm *gemm, bool batch)
{
    const char *vector = batch ? NULL : vector_of(gemm);

    if (cublaslt_serves(gemm->type))
        return cublaslt_sums_fast(gemm) ? "CUBLAS_COMPUTE_32F, fast accumulation"
                                        : "CUBLAS_COMPUTE_32F";
    return vector != NULL ? vector : cublas_calculation(gemm)->name;
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
    if (cublas->list != 0)
        cublas->memory_drop(cublas->list);
    free(cublas->listed);
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

static int make(void *state, uint64_t bytes, union blas_place *place, struct fault *fault)
{
    const struct cublas *cublas = state;

    return check(cublas->memory_make(&place->device, bytes), "cuMemAlloc", fault);
}

static void drop(void *state, union blas_place place)
{
    const struct cublas *cublas = state;

    cublas->memory_drop(place.device);
}

static int write_operand(void *state, union blas_place place, const void *bytes, uint64_t count,
                         struct fault *fault)
{
    const struct cublas *cublas = state;

    return check(cublas->memory_write(place.device, bytes, count), "cuMemcpyHtoD", fault);
}

static int read_operand(void *state, union blas_place place, void *bytes, uint64_t count,
                        struct fault *fault)
{
    const struct cublas *cublas = state;

    return check(cublas->memory_read(bytes, place.device, count), "cuMemcpyDtoH", fault);
}

static const struct blas_memory memory = {make, drop, write_operand, read_operand};

/* The operand's first element, as cuBLAS takes it. */
static void *operand(const struct gemm *gemm, const union blas_place *places, int index)
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

static struct arguments take_arguments(const struct gemm *gemm, const union blas_place *places)
{
    const struct calculation *calculation = cublas_calculation(gemm);
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
                           .type_left = cublas_data_type(gemm->type[left]),
                           .type_right = cublas_data_type(gemm->type[right]),
                           .result = cublas_data_type(calculation->result),
                           .compute = calculation->compute};

    store_scalar(calculation->scale, to.alpha, gemm->alpha, gemm->alpha_i);
    store_scalar(calculation->scale, to.beta, gemm->beta, gemm->beta_i);
    return to;
}

static int multiply_matrices(const struct cublas *cublas, const struct gemm *gemm,
                             const union blas_place *places)
{
    const struct arguments of = take_arguments(gemm, places);

    return cublas->gemm(cublas->handle, of.end_left, of.end_right, of.m, of.n, of.k, of.alpha, of.a,
                        of.type_left, of.left_ld, of.b, of.type_right, of.right_ld, of.beta, of.c,
                        of.result, of.ldc, of.compute, DEFAULT_ALGORITHM);
}

/* A row-major matrix is the column-major transpose. */
static int multiply_vector(const struct cublas *cublas, const struct gemm *gemm,
                           const union blas_place *places)
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
                          const union blas_place *places, struct fault *fault)
{
    const struct arguments of = take_arguments(gemm, places);

    if (cublas->workspace == 0 &&
        check(cublas->memory_make(&cublas->workspace, CUBLASLT_WORKSPACE), "cuMemAlloc", fault))
        return -1;
    if (cublas->lt == NULL)
        cublas->lt = cublaslt_open(cublas->library, cublas->handle, cublas->workspace, fault);
    return cublas->lt == NULL
               ? -1
               : cublaslt_multiply(cublas->lt, &of, members, cublaslt_sums_fast(gemm), fault);
}

static int multiply(void *state, const struct gemm *gemm, const union blas_place *places,
                    struct fault *fault)
{
    struct cublas *cublas = state;
    int status;

    if (cublaslt_serves(gemm->type))
        return multiply_eight(cublas, gemm, (struct members){.count = 1}, places, fault);
    status = vector_of(gemm) != NULL ? multiply_vector(cublas, gemm, places)
                                     : multiply_matrices(cublas, gemm, places);

    return check(status, "cuBLAS's product", fault);
}

static int multiply_batch(void *state, const struct gemm *gemm, uint64_t members,
                          const uint64_t strides[OPERAND_COUNT], const union blas_place *places,
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
    return check(status, "cuBLAS's product", fault);
}

static int multiply_groups(void *state, const struct gemm *groups, size_t count,
                           const union blas_place *places, struct fault *fault)
{
    struct arguments *const list = calloc(count + 1, sizeof *list);
    int status;

    if (list == NULL)
        return fault_memory(fault);
    for (size_t i = 0; i < count; i++)
        list[i] = take_arguments(&groups[i], places);
    status = count == 0 ? 0 : cublas_start_groups(state, list, count, fault);
    free(list);
    return status;
}

static int wait_for_end(void *state, struct fault *fault)
{
    const struct cublas *cublas = state;

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
    .memory = &memory,
    .multiply = multiply,
    .multiply_batch = multiply_batch,
    .wait = wait_for_end,
    .largest = INT_MAX,
};

const struct blas_kind blas_cublas_grouped = {
    .name = "cublas-grouped",
    .types = "f32, f64, f16 or bf16",
    .serves = serves_groups,
    .compute = compute,
    .open = open_cublas,
    .close = close_cublas,
    .memory = &memory,
    .multiply_groups = multiply_groups,
    .wait = wait_for_end,
    .largest = INT_MAX,
};
