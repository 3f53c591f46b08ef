/* CLBlast: on the same OpenCL device and queue as the kernels. */
#include <dlfcn.h>
#include <stdlib.h>

#include "harness/run/blas_internal.h"

/* Its functions differ by the type of alpha and beta, which they take by value: for each of the
 * four types one that multiplies matrices, and one that multiplies those of a batch. */
#define FUNCTIONS(letter, scalar)                                                                  \
    typedef int letter##gemm(                                                                      \
        int layout, int transpose_a, int transpose_b, size_t m, size_t n, size_t k, scalar alpha,  \
        cl_mem a, size_t a_offset, size_t lda, cl_mem b, size_t b_offset, size_t ldb, scalar beta, \
        cl_mem c, size_t c_offset, size_t ldc, cl_command_queue *queue, cl_event *event);          \
    typedef int letter##gemm_batch(                                                                \
        int layout, int transpose_a, int transpose_b, size_t m, size_t n, size_t k, scalar alpha,  \
        cl_mem a, size_t a_offset, size_t lda, size_t a_stride, cl_mem b, size_t b_offset,         \
        size_t ldb, size_t b_stride, scalar beta, cl_mem c, size_t c_offset, size_t ldc,           \
        size_t c_stride, size_t count, cl_command_queue *queue, cl_event *event);
FUNCTIONS(s, float)
FUNCTIONS(d, double)
FUNCTIONS(c, cl_float2)
FUNCTIONS(z, cl_double2)

typedef void function(void);

struct clblast {
    void *library;
    const struct device *device;
    function *gemm[BLAS_TYPES];
    int (*clear_cache)(void);
};

/* Its cache holds programs of the device's context, and would release them when the OpenCL
 * driver is gone already. */
static void close_clblast(void *state)
{
    struct clblast *clblast = state;

    if (clblast->clear_cache != NULL)
        clblast->clear_cache();
    if (clblast->library != NULL)
        dlclose(clblast->library);
    free(clblast);
}

static int open_clblast(const struct blas_site *site, struct blas *blas, struct fault *fault)
{
    static const char *const files[] = {"libclblast.so.1", "libclblast.so", NULL};
    struct clblast *clblast = calloc(1, sizeof *clblast);

    if (clblast == NULL)
        return fault_memory(fault);
    clblast->device = site->device;
    clblast->library = blas_library("CLBlast", files, "Debian's package libclblast1 has it", fault);
    if (clblast->library == NULL ||
        blas_symbols(clblast->library, "CLBlast", "CLBlast%cgemm", "SDCZ", BLAS_SINGLE, BLAS_TYPES,
                     clblast->gemm, fault) ||
        blas_symbol(clblast->library, "CLBlast", "CLBlastClearCache", &clblast->clear_cache,
                    fault)) {
        close_clblast(clblast);
        return -1;
    }
    snprintf(blas->words, sizeof blas->words, "CLBlast on %s", site->device->name);
    blas->state = clblast;
    return 0;
}

static int make(void *state, uint64_t bytes, union blas_place *place, struct fault *fault)
{
    const struct clblast *clblast = state;
    cl_int status;

    place->buffer =
        clCreateBuffer(clblast->device->context, CL_MEM_READ_WRITE, bytes, NULL, &status);
    return opencl_check(status, "clCreateBuffer", fault);
}

static void drop(void *state, union blas_place place)
{
    (void)state;
    clReleaseMemObject(place.buffer);
}

static int write_operand(void *state, union blas_place place, const void *bytes, uint64_t count,
                         struct fault *fault)
{
    const struct clblast *clblast = state;

    return opencl_write(clblast->device->queue, place.buffer, 0, count, bytes, fault);
}

static int read_operand(void *state, union blas_place place, void *bytes, uint64_t count,
                        struct fault *fault)
{
    const struct clblast *clblast = state;

    return opencl_read(clblast->device->queue, place.buffer, 0, count, bytes, fault);
}

static const struct blas_memory memory = {make, drop, write_operand, read_operand};

/* Calls the function of one product, or (strides not NULL) that of the members of a batch. */
static int call(const struct clblast *clblast, function *called, const struct gemm *gemm,
                uint64_t members, const uint64_t *strides, const union blas_place *places)
{
    const union blas_scalar alpha = blas_alpha(gemm), beta = blas_beta(gemm);
    const int a_word = blas_transpose(gemm, OPERAND_A), b_word = blas_transpose(gemm, OPERAND_B);
    const uint64_t *const ld = gemm->ld, *const offset = gemm->offset;
    cl_command_queue queue = clblast->device->queue;

#define CALL(letter)                                                                               \
    (strides == NULL                                                                               \
         ? ((letter##gemm *)called)(blas_order(gemm), a_word, b_word, gemm->m, gemm->n, gemm->k,   \
                                    alpha.letter, places[0].buffer, offset[0], ld[0],              \
                                    places[1].buffer, offset[1], ld[1], beta.letter,               \
                                    places[2].buffer, offset[2], ld[2], &queue, NULL)              \
         : ((letter##gemm_batch *)called)(blas_order(gemm), a_word, b_word, gemm->m, gemm->n,      \
                                          gemm->k, alpha.letter, places[0].buffer, offset[0],      \
                                          ld[0], strides[0], places[1].buffer, offset[1], ld[1],   \
                                          strides[1], beta.letter, places[2].buffer, offset[2],    \
                                          ld[2], strides[2], members, &queue, NULL))
    switch (gemm->letter) {
    case BLAS_SINGLE:
        return CALL(s);
    case BLAS_DOUBLE:
        return CALL(d);
    case BLAS_COMPLEX:
        return CALL(c);
    default:
        return CALL(z);
    }
#undef CALL
}

/* Waits for what a function has begun. */
static int finish(const struct clblast *clblast, int status, struct fault *fault)
{
    if (status != 0)
        return fault_set(fault, FAULT_DEVICE, "CLBlast failed with status %d", status);
    return opencl_check(clFinish(clblast->device->queue), "clFinish", fault);
}

static int multiply(void *state, const struct gemm *gemm, const union blas_place *places,
                    struct fault *fault)
{
    const struct clblast *clblast = state;

    return finish(clblast, call(clblast, clblast->gemm[gemm->letter], gemm, 1, NULL, places),
                  fault);
}

static int multiply_batch(void *state, const struct gemm *gemm, uint64_t members,
                          const uint64_t strides[OPERAND_COUNT], const union blas_place *places,
                          struct fault *fault)
{
    const struct clblast *clblast = state;
    function *called;

    if (blas_symbols(clblast->library, "CLBlast", "CLBlast%cgemmStridedBatched", "SDCZ",
                     gemm->letter, 1, &called, fault))
        return -1;
    return finish(clblast, call(clblast, called, gemm, members, strides, places), fault);
}

const struct blas_kind blas_clblast = {
    .name = "clblast",
    .open = open_clblast,
    .close = close_clblast,
    .memory = &memory,
    .multiply = multiply,
    .multiply_batch = multiply_batch,
    .largest = INT64_MAX,
};
