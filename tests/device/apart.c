/*
 * apart PLATFORM: whether kernels give the same bits of blocks whose parts lie apart as of blocks together, for each type of blocks, in two
 * families, on the devices of the platforms with that name. Returns 77 where there is none.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include "clgemm.h"

enum {
    M = 5,
    N = 7,
    K = 512,
    BLOCKS = N * K / 32, /* at most; of bytes PART at most */
    PART = 160,
    TYPES = 64
};

static const char *const families[2][4] = {{"naive", "1x1", "4x4", "4"},
                                           {"register", "2x2", "4x4", "8"}};
static const char *const forms[2] = {"together", "apart"};

/* The blocks of the types, together, and each part of them apart. */
static unsigned char together[BLOCKS * PART], apart[CLGEMM_BLOCK_PARTS][BLOCKS * PART];
static void *const parts[CLGEMM_BLOCK_PARTS] = {apart[0], apart[1], apart[2], apart[3], apart[4]};

static cl_context context;
static cl_command_queue queue;
static int wrong;

static void must(cl_int status, const char *what)
{
    if (status == CL_SUCCESS)
        return;
    printf("%s: OpenCL's error %d\n", what, status);
    exit(1);
}

static void fail(const struct clgemm_error *error)
{
    printf("%s\n", error->text);
    exit(1);
}

/* Types of blocks: of the words of --type-b those that have bytes of quants. */
static size_t list_types(char types[TYPES][16])
{
    struct clgemm_option option;
    size_t count = 0;
    for (size_t i = 0; clgemm_option_at(i, &option) == 0; i++)
        for (const char *word = option.values; strcmp(option.name, "type-b") == 0 && *word;) {
            const size_t length = strcspn(word, "|");
            snprintf(types[count], 16, "%.*s", (int)length, word);
            count += count < TYPES - 1 && clgemm_block_bytes(types[count], CLGEMM_BLOCK_QUANTS) > 0;
            word += length + (word[length] == '|');
        }
    return count;
}

static size_t block_bytes(const char *type)
{
    size_t bytes = 0;
    for (int part = 0; part < CLGEMM_BLOCK_PARTS; part++)
        bytes += clgemm_block_bytes(type, (enum clgemm_block_part)part);
    return bytes;
}

static char *generate(const char *type, int family, int form)
{
    struct clgemm_request *const request = clgemm_request_new();
    struct clgemm_result *result;
    struct clgemm_error error;
    char name[64], *text;
    size_t length;
    snprintf(name, sizeof name, "%s_%s_%s", families[family][0], type, forms[form]);
    const char *const options[][2] = {{"type-b", type},
                                      {"quants", forms[form]},
                                      {"family", families[family][0]},
                                      {"layout", "row"},
                                      {"tile", families[family][1]},
                                      {"wg", families[family][2]},
                                      {"transpose", "nt"},
                                      {"name", name}};
    for (size_t i = 0; i < sizeof options / sizeof options[0]; i++)
        if (clgemm_request_set(request, options[i][0], options[i][1], &error))
            fail(&error);
    if (clgemm_generate(request, &result, &error))
        fail(&error);
    const char *const from = clgemm_result_text(result, CLGEMM_CL, &length);
    text = calloc(length + 1, 1);
    memcpy(text, from, length);
    clgemm_result_free(result);
    clgemm_request_free(request);
    return text;
}

/* Random bytes; scales and least values are below 2, and no NaN. Blocks are made of them, and their parts must be those that they are made of. */
static void fill(const char *type, size_t count)
{
    static unsigned char again[CLGEMM_BLOCK_PARTS][BLOCKS * PART];
    void *const others[CLGEMM_BLOCK_PARTS] = {again[0], again[1], again[2], again[3], again[4]};
    struct clgemm_error error;
    for (int part = 0; part < CLGEMM_BLOCK_PARTS; part++)
        for (size_t i = 0; i < sizeof apart[0]; i++)
            apart[part][i] = (unsigned char)(rand() >> 7 & (part == CLGEMM_BLOCK_SCALES ||
                                                                    part == CLGEMM_BLOCK_LEASTS
                                                                ? 0x3f
                                                                : 0xff));
    if (clgemm_blocks_join(type, parts, count, together, &error) ||
        clgemm_blocks_split(type, together, count, others, &error))
        fail(&error);
    for (int part = 0; part < CLGEMM_BLOCK_PARTS; part++)
        if (memcmp(apart[part], again[part],
                   count * clgemm_block_bytes(type, (enum clgemm_block_part)part)) != 0) {
            printf("%s: part %d differs after it was joined and split\n", type, part);
            wrong = 1;
        }
}

static cl_mem buffer_of(void *memory, size_t bytes)
{
    cl_int status;
    const cl_mem buffer =
        clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, bytes, memory, &status);
    must(status, "clCreateBuffer");
    return buffer;
}

/* C of one kernel of the program, M * N singles. */
static void multiply(cl_program program, const char *type, int family, int form, float *c)
{
    const size_t local[2] = {4, 4}, tile = families[family][3][0] == '4' ? 4 : 8;
    const size_t global[2] = {(N + tile - 1) / tile * 4, (M + tile - 1) / tile * 4};
    const size_t bytes = block_bytes(type), count = (size_t)N * K / (bytes > 64 ? 256 : 32);
    const cl_int sizes[3] = {M, N, K}, ldc = N;
    const cl_float alpha = 1, beta = 0;
    static float a[M * K];
    char name[64];
    cl_int status;
    cl_uint next = 0;
    cl_mem made[8];
    size_t owned = 0;
    for (size_t i = 0; i < sizeof a / sizeof a[0]; i++)
        a[i] = (float)((int)(i * 7 % 23) - 11) / 8;
    snprintf(name, sizeof name, "%s_%s_%s", families[family][0], type, forms[form]);
    const cl_kernel kernel = clCreateKernel(program, name, &status);
    must(status, name);
    for (int i = 0; i < 3; i++)
        must(clSetKernelArg(kernel, next++, sizeof sizes[i], &sizes[i]), name);
    must(clSetKernelArg(kernel, next++, sizeof alpha, &alpha), name);
    made[owned] = buffer_of(a, sizeof a);
    must(clSetKernelArg(kernel, next++, sizeof made[0], &made[owned++]), name);
    must(clSetKernelArg(kernel, next++, sizeof sizes[2], &sizes[2]), name);
    made[owned] = form ? buffer_of(apart[0], count * clgemm_block_bytes(type, CLGEMM_BLOCK_QUANTS))
                       : buffer_of(together, count * bytes);
    must(clSetKernelArg(kernel, next++, sizeof made[0], &made[owned++]), name);
    must(clSetKernelArg(kernel, next++, sizeof sizes[2], &sizes[2]), name);
    for (int part = 1; part < CLGEMM_BLOCK_PARTS && form; part++) {
        const size_t own = clgemm_block_bytes(type, (enum clgemm_block_part)part);
        if (own == 0)
            continue;
        made[owned] = buffer_of(apart[part], count * own);
        must(clSetKernelArg(kernel, next++, sizeof made[0], &made[owned++]), name);
    }
    must(clSetKernelArg(kernel, next++, sizeof beta, &beta), name);
    made[owned] = buffer_of(c, M * N * sizeof *c);
    must(clSetKernelArg(kernel, next++, sizeof made[0], &made[owned]), name);
    must(clSetKernelArg(kernel, next++, sizeof ldc, &ldc), name);
    must(clEnqueueNDRangeKernel(queue, kernel, 2, NULL, global, local, 0, NULL, NULL), name);
    must(clEnqueueReadBuffer(queue, made[owned++], CL_TRUE, 0, M * N * sizeof *c, c, 0, NULL, NULL),
         name);
    while (owned > 0)
        clReleaseMemObject(made[--owned]);
    clReleaseKernel(kernel);
}

static void compare(cl_program program, const char *type, int family)
{
    float c[2][M * N];
    int others = 0;
    memset(c, 0xff, sizeof c);
    for (int form = 0; form < 2; form++)
        multiply(program, type, family, form, c[form]);
    for (int i = 1; i < M * N; i++)
        others += c[0][i] != c[0][0] && c[0][i] == c[0][i];
    if (memcmp(c[0], c[1], sizeof c[0]) == 0 && others > M * N / 2)
        return;
    printf("%s, %s: apart differs from together, or has few numbers (%g, %g)\n", type,
           families[family][0], c[1][0], c[0][0]);
    wrong = 1;
}

static void test_device(cl_device_id device)
{
    static char types[TYPES][16];
    const size_t count = list_types(types);
    char *texts[TYPES * 4];
    cl_uint kernels = 0;
    cl_int status;
    for (size_t i = 0; i < count; i++)
        for (int which = 0; which < 4; which++)
            texts[kernels++] = generate(types[i], which / 2, which % 2);
    context = clCreateContext(NULL, 1, &device, NULL, NULL, &status);
    must(status, "clCreateContext");
    queue = clCreateCommandQueue(context, device, 0, &status);
    must(status, "clCreateCommandQueue");
    const cl_program program =
        clCreateProgramWithSource(context, kernels, (const char **)texts, NULL, &status);
    must(status, "clCreateProgramWithSource");
    must(clBuildProgram(program, 1, &device, "-cl-std=CL1.2", NULL, NULL), "clBuildProgram");
    for (size_t i = 0; i < count; i++) {
        fill(types[i], (size_t)N * K / (block_bytes(types[i]) > 64 ? 256 : 32));
        for (int family = 0; family < 2; family++)
            compare(program, types[i], family);
    }
    while (kernels > 0)
        free(texts[--kernels]);
    printf("%zu types of blocks, of 2 families\n", count);
    wrong |= count == 0;
}

int main(int argc, char **argv)
{
    cl_platform_id platforms[8];
    cl_device_id device;
    cl_uint count = 0, tested = 0;
    char name[256];
    if (clGetPlatformIDs(8, platforms, &count) != CL_SUCCESS)
        return 77;
    for (cl_uint i = 0; i < count && i < 8; i++)
        if (clGetPlatformInfo(platforms[i], CL_PLATFORM_NAME, sizeof name, name, NULL) == 0 &&
            strstr(name, argc > 1 ? argv[1] : "") &&
            clGetDeviceIDs(platforms[i], CL_DEVICE_TYPE_CPU, 1, &device, NULL) == CL_SUCCESS) {
            test_device(device);
            tested++;
        }
    /* Without what is registered for the end: drivers abort there now and then. */
    fflush(stdout);
    _Exit(tested == 0 ? 77 : wrong);
}
