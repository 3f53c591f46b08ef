/* oneDNN, which convolves. Its weights are in an order of its own, into which they are brought before it is timed. */
#include <dlfcn.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "harness/run/blas_internal.h"
#include "harness/run/convolution.h"

static const char name[] = "oneDNN", threads_variable[] = "OMP_NUM_THREADS";

enum {
    DIMENSIONS = 12, /* of its arrays of sizes */
    TYPE_OF_F32 = 3,
    ANY_ORDER = 1,
    FOR_INFERENCE = 96,
    DIRECT = 1,
    OF_WEIGHTS = 131, /* what a description is asked for */
    SOURCE = 1,
    WEIGHTS = 33,
    RESULT = 17,
    OF_CPU = 1
};

typedef int64_t numbers[DIMENSIONS];

struct onednn_version {
    int major, minor, patch;
};

/* One argument of a primitive. */
struct onednn_argument {
    int which;
    void *memory;
};

/* Functions of both versions have the same arguments where a description is a pointer: version 2 fills one of the caller's, version 3 makes one. */
struct onednn {
    void *library;
    int major;
    void *engine, *stream;
    int (*describe)(void *description, int count, const numbers sizes, int type,
                    const numbers strides);
    int (*describe_any)(void *description, int count, const numbers sizes, int type, int order);
    int (*drop_description)(void *description); /* of version 3 */
    int (*plan_2)(void *operation, int kind, int algorithm, const void *x, const void *w,
                  const void *bias, const void *y, const numbers strides, const numbers dilations,
                  const numbers before, const numbers behind);
    int (*choose_2)(void **choice, const void *operation, const void *attributes, void *engine,
                    const void *hint);
    int (*choose_3)(void **choice, void *engine, int kind, int algorithm, const void *x,
                    const void *w, const void *bias, const void *y, const numbers strides,
                    const numbers dilations, const numbers before, const numbers behind,
                    const void *attributes);
    const void *(*query)(const void *choice, int what, int index);
    int (*reorder)(void **choice, const void *from, void *from_engine, const void *to,
                   void *to_engine, const void *attributes);
    int (*make)(void **primitive, const void *choice);
    int (*drop_choice)(void *choice);
    int (*drop)(void *primitive);
    int (*execute)(const void *primitive, void *stream, int count,
                   const struct onednn_argument *arguments);
    int (*wait)(void *stream);
    int (*make_memory)(void **memory, const void *description, void *engine, void *place);
    int (*drop_memory)(void *memory);
};

/* A description of an array, in the room of version 2, or as version 3 has made it. */
union description {
    void *made;
    max_align_t room[128];
};

struct onednn_convolution {
    const struct onednn *onednn;
    void *order, *convolve; /* primitives */
    void *x, *given, *own, *y;
};

static int check(int status, const char *what, struct fault *fault)
{
    return status == 0
               ? 0
               : fault_set(fault, FAULT_REFUSED, "oneDNN has no such %s (status %d)", what, status);
}

/* ---------------------------------------------------------------------------------- the library */

static int find_functions(struct onednn *onednn, struct fault *fault)
{
    const bool old = onednn->major < 3;
    const struct {
        const char *symbol;
        void *address;
    } functions[] = {
        {old ? "dnnl_memory_desc_init_by_strides" : "dnnl_memory_desc_create_with_strides",
         &onednn->describe},
        {old ? "dnnl_memory_desc_init_by_tag" : "dnnl_memory_desc_create_with_tag",
         &onednn->describe_any},
        {old ? NULL : "dnnl_memory_desc_destroy", &onednn->drop_description},
        {old ? "dnnl_dilated_convolution_forward_desc_init" : NULL, &onednn->plan_2},
        {old ? "dnnl_primitive_desc_create" : NULL, &onednn->choose_2},
        {old ? NULL : "dnnl_convolution_forward_primitive_desc_create", &onednn->choose_3},
        {"dnnl_primitive_desc_query_md", &onednn->query},
        {"dnnl_reorder_primitive_desc_create", &onednn->reorder},
        {"dnnl_primitive_create", &onednn->make},
        {"dnnl_primitive_desc_destroy", &onednn->drop_choice},
        {"dnnl_primitive_destroy", &onednn->drop},
        {"dnnl_primitive_execute", &onednn->execute},
        {"dnnl_stream_wait", &onednn->wait},
        {"dnnl_memory_create", &onednn->make_memory},
        {"dnnl_memory_destroy", &onednn->drop_memory},
    };

    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
        if (functions[i].symbol != NULL &&
            blas_symbol(onednn->library, name, functions[i].symbol, functions[i].address, fault))
            return -1;
    return 0;
}

static int start_engine(struct onednn *onednn, struct fault *fault)
{
    int (*make_engine)(void **engine, int kind, size_t index);
    int (*make_stream)(void **stream, void *engine, unsigned flags);

    if (blas_symbol(onednn->library, name, "dnnl_engine_create", &make_engine, fault) ||
        blas_symbol(onednn->library, name, "dnnl_stream_create", &make_stream, fault))
        return -1;
    return check(make_engine(&onednn->engine, OF_CPU, 0), "engine", fault) ||
           check(make_stream(&onednn->stream, onednn->engine, 1), "stream", fault);
}

/* As many threads as OMP_NUM_THREADS says, else as are wanted, where it is a build with OpenMP. */
static unsigned start_threads(const struct onednn *onednn, unsigned wanted)
{
    const long processors = sysconf(_SC_NPROCESSORS_ONLN);
    void (*set_threads)(int);
    int (*threads)(void);
    struct fault ignored = {0};

    if (blas_symbol(onednn->library, name, "omp_set_num_threads", &set_threads, &ignored) ||
        blas_symbol(onednn->library, name, "omp_get_max_threads", &threads, &ignored)) {
        fault_clear(&ignored);
        return (unsigned)processors;
    }
    if (!host_threads_said(threads_variable))
        set_threads(wanted > 0 ? (int)wanted : (int)processors);
    return (unsigned)threads();
}

static void close_onednn(void *state)
{
    struct onednn *onednn = state;
    const char *const drops[] = {"dnnl_stream_destroy", "dnnl_engine_destroy"};
    void *const dropped[] = {onednn->stream, onednn->engine};
    int (*drop)(void *);
    struct fault ignored = {0};

    for (int i = 0; i < 2; i++)
        if (dropped[i] != NULL &&
            blas_symbol(onednn->library, name, drops[i], &drop, &ignored) == 0)
            drop(dropped[i]);
    fault_clear(&ignored);
    if (onednn->library != NULL)
        dlclose(onednn->library);
    free(onednn);
}

static int open_onednn(const struct blas_site *site, struct blas *blas, struct fault *fault)
{
    static const char *const files[] = {"libdnnl.so.3", "libdnnl.so.2", NULL};
    struct onednn *onednn = calloc(1, sizeof *onednn);
    const struct onednn_version *(*version)(void);
    char text[64];

    if (onednn == NULL)
        return fault_memory(fault);
    onednn->library =
        blas_library(name, files, "Debian's package libdnnl2 or libdnnl3 has it", fault);
    if (onednn->library != NULL &&
        blas_symbol(onednn->library, name, "dnnl_version", &version, fault) == 0) {
        onednn->major = version()->major;
        snprintf(text, sizeof text, "oneDNN %d.%d.%d", version()->major, version()->minor,
                 version()->patch);
        if (find_functions(onednn, fault) == 0 && start_engine(onednn, fault) == 0) {
            host_describe(blas, text, start_threads(onednn, site->threads), threads_variable);
            blas->state = onednn;
            return 0;
        }
    }
    close_onednn(onednn);
    return -1;
}

/* ------------------------------------------------------------------------------ a convolution */

static void *described(const struct onednn *onednn, union description *description)
{
    return onednn->major < 3 ? (void *)description : description->made;
}

static void drop_descriptions(const struct onednn *onednn, union description *descriptions,
                              int count)
{
    for (int i = 0; onednn->major >= 3 && i < count; i++)
        if (descriptions[i].made != NULL)
            onednn->drop_description(descriptions[i].made);
}

enum {
    OF_X,
    OF_W,
    OF_Y,
    OF_ANY, /* the weights in the order that suits it */
    DESCRIPTIONS
};

static int describe_arrays(const struct onednn *onednn, const struct convolution *convolution,
                           union description *descriptions, struct fault *fault)
{
    const struct convolution_array *const arrays[] = {&convolution->x, &convolution->w,
                                                      &convolution->y};
    const int count = 2 + convolution->axes;
    numbers sizes, strides;

    for (int i = 0; i < DESCRIPTIONS; i++) {
        const struct convolution_array *array = arrays[i == OF_ANY ? OF_W : i];
        memcpy(sizes, array->size, sizeof array->size);
        memcpy(strides, array->stride, sizeof array->stride);
        if (check(i == OF_ANY
                      ? onednn->describe_any(&descriptions[i], count, sizes, TYPE_OF_F32, ANY_ORDER)
                      : onednn->describe(&descriptions[i], count, sizes, TYPE_OF_F32, strides),
                  "array", fault))
            return -1;
    }
    return 0;
}

/* Chooses how to convolve. */
static int choose(const struct onednn *onednn, const struct convolution *convolution,
                  union description *descriptions, void **choice, struct fault *fault)
{
    max_align_t operation[1024] = {{0}}; /* more than version 2 has in one */
    const void *const x = described(onednn, &descriptions[OF_X]);
    const void *const w = described(onednn, &descriptions[OF_ANY]);
    const void *const y = described(onednn, &descriptions[OF_Y]);
    numbers strides = {0}, dilations = {0}, before = {0}, behind = {0};

    for (int i = 0; i < convolution->axes; i++) {
        strides[i] = convolution->stride[i];
        dilations[i] = convolution->dilation[i] - 1; /* positions left out */
        before[i] = convolution->before[i];
        behind[i] = convolution->behind[i];
    }
    if (onednn->major >= 3)
        return check(onednn->choose_3(choice, onednn->engine, FOR_INFERENCE, DIRECT, x, w, NULL, y,
                                      strides, dilations, before, behind, NULL),
                     "convolution", fault);
    return check(onednn->plan_2(operation, FOR_INFERENCE, DIRECT, x, w, NULL, y, strides, dilations,
                                before, behind),
                 "convolution", fault) ||
           check(onednn->choose_2(choice, operation, NULL, onednn->engine, NULL), "convolution",
                 fault);
}

/* Makes the primitives that a choice asks for, and the memory of their arguments at these places. */
static int make_primitives(struct onednn_convolution *made, union description *descriptions,
                           const void *choice, const union blas_place *places, struct fault *fault)
{
    const struct onednn *const onednn = made->onednn;
    void *const engine = onednn->engine;
    const void *const given = described(onednn, &descriptions[OF_W]);
    const void *const own = onednn->query(choice, OF_WEIGHTS, 0);
    void *const itself = (void *)(uintptr_t)-1; /* it shall get memory by itself */
    void *order = NULL;
    const bool failed =
        check(onednn->make_memory(&made->x, described(onednn, &descriptions[OF_X]), engine,
                                  places[OPERAND_A].host),
              "memory", fault) ||
        check(onednn->make_memory(&made->given, given, engine, places[OPERAND_B].host), "memory",
              fault) ||
        check(onednn->make_memory(&made->y, described(onednn, &descriptions[OF_Y]), engine,
                                  places[OPERAND_C].host),
              "memory", fault) ||
        check(onednn->make_memory(&made->own, own, engine, itself), "memory", fault) ||
        check(onednn->reorder(&order, given, engine, own, engine, NULL), "order of weights",
              fault) ||
        check(onednn->make(&made->order, order), "order of weights", fault) ||
        check(onednn->make(&made->convolve, choice), "convolution", fault);

    if (order != NULL)
        onednn->drop_choice(order);
    return failed ? -1 : 0;
}

static void close_convolution(void *convolution)
{
    struct onednn_convolution *made = convolution;
    const struct onednn *const onednn = made->onednn;
    void *const primitives[] = {made->order, made->convolve};
    void *const memory[] = {made->x, made->given, made->own, made->y};

    for (size_t i = 0; i < sizeof primitives / sizeof *primitives; i++)
        if (primitives[i] != NULL)
            onednn->drop(primitives[i]);
    for (size_t i = 0; i < sizeof memory / sizeof *memory; i++)
        if (memory[i] != NULL)
            onednn->drop_memory(memory[i]);
    free(made);
}

static int open_convolution(void *state, const struct convolution *convolution,
                            const union blas_place *places, void **result, struct fault *fault)
{
    struct onednn_convolution *made = calloc(1, sizeof *made);
    union description descriptions[DESCRIPTIONS];
    void *choice = NULL;

    if (made == NULL)
        return fault_memory(fault);
    made->onednn = state;
    memset(descriptions, 0, sizeof descriptions);
    if (describe_arrays(state, convolution, descriptions, fault) == 0 &&
        choose(state, convolution, descriptions, &choice, fault) == 0 &&
        make_primitives(made, descriptions, choice, places, fault) == 0)
        *result = made;
    if (choice != NULL)
        made->onednn->drop_choice(choice);
    drop_descriptions(state, descriptions, DESCRIPTIONS);
    if (*result == NULL)
        close_convolution(made);
    return *result == NULL ? -1 : 0;
}

static int order_weights(void *convolution, struct fault *fault)
{
    const struct onednn_convolution *made = convolution;
    const struct onednn_argument arguments[] = {{SOURCE, made->given}, {RESULT, made->own}};

    return check(made->onednn->execute(made->order, made->onednn->stream, 2, arguments), "order",
                 fault) ||
           check(made->onednn->wait(made->onednn->stream), "order", fault);
}

static int convolve(void *convolution, struct fault *fault)
{
    const struct onednn_convolution *made = convolution;
    const struct onednn_argument arguments[] = {
        {SOURCE, made->x}, {WEIGHTS, made->own}, {RESULT, made->y}};

    return check(made->onednn->execute(made->convolve, made->onednn->stream, 3, arguments),
                 "convolution", fault) ||
           check(made->onednn->wait(made->onednn->stream), "convolution", fault);
}

static const struct convolver convolver = {
    .open = open_convolution,
    .prepare = order_weights,
    .run = convolve,
    .close = close_convolution,
};

static bool serves(const struct gemm *gemm)
{
    return gemm->letter == BLAS_SINGLE && gemm->type[OPERAND_A] == TYPE_F32 &&
           gemm->type[OPERAND_B] == TYPE_F32;
}

const struct blas_kind blas_onednn = {
    .name = "onednn",
    .types = "f32",
    .serves = serves,
    .open = open_onednn,
    .close = close_onednn,
    .memory = &host_memory,
    .convolver = &convolver,
    .on_host = true,
    .largest = UINT64_MAX,
};
