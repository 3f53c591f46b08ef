#include "harness/run/blas.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "harness/base/text.h"
#include "harness/manifest/notation.h"
#include "harness/run/blas_internal.h"
#include "harness/base/timing.h"

static const struct blas_kind *const kinds[] = {&blas_clblast, &blas_openblas,       &blas_blis,
                                                &blas_cublas,  &blas_cublas_grouped, &blas_onednn};
enum {
    KIND_COUNT = sizeof kinds / sizeof *kinds
};

const char *blas_name(size_t index)
{
    return index < KIND_COUNT ? kinds[index]->name : NULL;
}

static const struct blas_kind *find_kind(const char *name)
{
    for (size_t i = 0; i < KIND_COUNT; i++)
        if (strcmp(kinds[i]->name, name) == 0)
            return kinds[i];
    return NULL;
}

bool blas_on_host(const char *name)
{
    const struct blas_kind *kind = find_kind(name);

    return kind != NULL && kind->on_host;
}

/* Core type that the environment names for a library; NULL: none. */
static const char *said_core(const struct blas_kind *kind)
{
    const char *said = kind->core_variable == NULL ? NULL : getenv(kind->core_variable);

    return said == NULL || *said == '\0' ? NULL : said;
}

/* Finds the value of that variable for a core type. False: the library has no such. */
static bool find_value(const struct blas *blas, const char *core, char *text, size_t room)
{
    if (blas->kind->core_value != NULL)
        return blas->kind->core_value(blas->state, core, text, room);
    snprintf(text, room, "%s", core);
    return true;
}

size_t blas_settings(const struct blas *blas, char settings[BLAS_SETTINGS][BLAS_SETTING])
{
    const struct blas_kind *kind = blas->kind;
    const char *names[BLAS_SETTINGS];
    char *features, value[32];
    size_t count, used = 0;

    if (kind->core_variable == NULL || said_core(kind) != NULL)
        return 0;
    features = processor_features();
    count = features == NULL ? 0 : core_types_fit(kind->core_types, features, names, BLAS_SETTINGS);
    free(features);
    for (size_t i = 0; i < count; i++)
        if (find_value(blas, names[i], value, sizeof value))
            snprintf(settings[used++], BLAS_SETTING, "%s=%s", kind->core_variable, value);
    return used;
}

/* Adds the core type to the words of a library that is asked for one. */
static void describe_core(struct blas *blas)
{
    const char *said = said_core(blas->kind);
    char value[32];

    if (said != NULL && find_value(blas, blas->core, value, sizeof value))
        text_append(blas->words, sizeof blas->words, "; core type %s%s %s", blas->core,
                    strcasecmp(said, value) == 0 ? ", by" : " and not that of",
                    blas->kind->core_variable);
}

int blas_open(const char *name, const struct blas_site *site, struct blas *blas,
              struct fault *fault)
{
    const struct blas_kind *kind = find_kind(name);

    memset(blas, 0, sizeof *blas);
    if (kind == NULL)
        return 0;
    if (kind->open(site, blas, fault))
        return -1;
    blas->kind = kind;
    blas->name = kind->name;
    blas->on_host = kind->on_host;
    describe_core(blas);
    utf8_mend_line(blas->words);
    return 0;
}

void blas_close(struct blas *blas)
{
    if (blas->kind != NULL && blas->kind->close != NULL)
        blas->kind->close(blas->state);
    memset(blas, 0, sizeof *blas);
}

/* The type of BLAS that an element is; BLAS_TYPES: none. */
static enum blas_type letter_of(enum element_type element)
{
    static const enum element_type elements[BLAS_TYPES] = {TYPE_F32, TYPE_F64, TYPE_C32, TYPE_C64};
    int letter = 0;

    while (letter < BLAS_TYPES && elements[letter] != element)
        letter++;
    return (enum blas_type)letter;
}

static struct gemm describe(const struct problem *problem, const struct launch *launch)
{
    struct gemm gemm = {.arithmetic = problem->arithmetic,
                        .letter = letter_of(problem->type[OPERAND_C]),
                        .column_layout = problem->column_layout,
                        .transpose = {problem->transpose[0], problem->transpose[1]},
                        .conjugate = {problem->conjugate[0], problem->conjugate[1]},
                        .m = launch->value[SYMBOL_M],
                        .n = launch->value[SYMBOL_N],
                        .k = launch->value[SYMBOL_K],
                        .alpha = launch->alpha,
                        .beta = launch->beta,
                        .alpha_i = launch->alpha_i,
                        .beta_i = launch->beta_i};

    for (int i = 0; i < OPERAND_COUNT; i++) {
        gemm.type[i] = problem->type[i];
        gemm.ld[i] = launch->value[SYMBOL_LDA + i];
        gemm.offset[i] = launch->value[SYMBOL_OFFSET_A + i];
    }
    return gemm;
}

/* Elements of one type of BLAS that are multiplied as they are, or nearly: by several products of
 * shorter factors. */
static bool serves_plain(const struct gemm *gemm)
{
    const enum element_type type = gemm->type[OPERAND_C];

    return gemm->letter != BLAS_TYPES && gemm->type[OPERAND_A] == type &&
           gemm->type[OPERAND_B] == type &&
           (!element_is_of_factors(gemm->arithmetic.product) ||
            element_products(gemm->arithmetic.product) > 1);
}

/* Refuses a product that is no convolution, or one of more than a sum. */
static int check_convolution(const struct blas_kind *kind, const struct problem *problem,
                             const struct launch *launch, struct fault *fault)
{
    struct convolution convolution;

    if (problem->notation == NULL || !convolution_find(problem->notation, &convolution))
        return fault_set(fault, FAULT_REFUSED,
                         "%s is compared in convolutions of images in one group, as --product "
                         "conv2d-nhwc has them, with the images as first factor",
                         kind->name);
    if (launch->alpha != 1 || launch->beta != 0)
        return fault_set(fault, FAULT_REFUSED,
                         "%s is compared in convolutions with alpha 1 and beta 0, not with alpha "
                         "%g and beta %g",
                         kind->name, launch->alpha, launch->beta);
    return 0;
}

/* Refuses what is no product of matrices. */
static int check_matrices(const struct blas_kind *kind, const struct problem *problem,
                          struct fault *fault)
{
    for (int i = 0; problem->notation != NULL && i < OPERAND_COUNT; i++)
        if (problem->notation->operand[i].by_index)
            return fault_set(fault, FAULT_REFUSED,
                             "%s multiplies matrices, and an index function says where %s has its "
                             "elements; compare convolutions by --with onednn, kernels with each "
                             "other by --with none --against OPTIONS",
                             kind->name, problem->notation->operand[i].name);
    return 0;
}

static int check_problem(const struct blas *blas, const struct problem *problem,
                         const struct launch *launch, const struct gemm *gemm, struct fault *fault)
{
    const struct blas_kind *kind = blas->kind;

    if (kind->convolver != NULL ? check_convolution(kind, problem, launch, fault)
                                : check_matrices(kind, problem, fault))
        return -1;
    if (problem->gate != NULL)
        return fault_set(fault, FAULT_REFUSED,
                         "%s has no gated products; compare one product alone, with --chain none",
                         blas->kind->name);
    if (problem->attends)
        return fault_set(fault, FAULT_REFUSED, "%s has no attention", blas->kind->name);
    if (problem->epilogue_count > 0)
        return fault_set(fault, FAULT_REFUSED,
                         "%s has no epilogue; compare the product alone, with --epilogue none",
                         blas->kind->name);
    if (!(kind->serves == NULL ? serves_plain : kind->serves)(gemm))
        return fault_set(fault, FAULT_REFUSED,
                         "%s is compared in %s, not with A in %s, B in %s, C in %s, products in %s "
                         "and sums in %s",
                         kind->name, kind->types == NULL ? "f32, f64, c32 or c64" : kind->types,
                         problem->type_name[0], problem->type_name[1], problem->type_name[2],
                         element_word(problem->arithmetic.product),
                         element_word(problem->arithmetic.accumulate));
    for (int symbol = SYMBOL_M; symbol <= SYMBOL_LDC; symbol++)
        if (launch->value[symbol] > blas->kind->largest)
            return fault_set(fault, FAULT_REFUSED,
                             "%s takes no %s of %" PRIu64 ": %" PRIu64 " is its largest",
                             blas->kind->name, symbol_word((enum symbol)symbol),
                             launch->value[symbol], blas->kind->largest);
    return kind->check == NULL ? 0 : kind->check(gemm, launch, fault);
}

void blas_own_sums(const struct blas *blas, struct problem *problem)
{
    if (blas->kind->own_sums != NULL)
        blas->kind->own_sums(problem, &problem->arithmetic);
}

/* Makes what convolves the operands from their first elements on. */
static int open_convolution(struct blas_product *product, const struct problem *problem,
                            struct fault *fault)
{
    const struct blas_kind *kind = product->blas->kind;
    union blas_place places[OPERAND_COUNT];
    struct convolution convolution;

    for (int i = 0; i < OPERAND_COUNT; i++)
        places[i].host = host_operand(&product->gemm, product->places, i);
    product->unprepared = true;
    convolution_find(problem->notation, &convolution);
    return kind->convolver->open(product->blas->state, &convolution, places, &product->convolution,
                                 fault);
}

int blas_product_open(const struct blas *blas, const struct problem *problem,
                      const struct launch *launch, const uint64_t bytes[OPERAND_COUNT],
                      struct blas_product **result, struct fault *fault)
{
    const struct gemm gemm = describe(problem, launch);
    struct blas_product *product;

    *result = NULL;
    if (check_problem(blas, problem, launch, &gemm, fault) ||
        (blas->kind->convolver == NULL && blas_batch_check(blas, launch, fault)))
        return -1;
    product = calloc(1, sizeof *product);
    if (product == NULL)
        return fault_memory(fault);
    product->blas = blas;
    product->gemm = gemm;
    product->launch = *launch;
    if (blas_batch_list(product, fault)) {
        blas_product_close(product);
        return -1;
    }
    for (int i = 0; i < OPERAND_COUNT; i++) {
        product->bytes[i] = bytes[i];
        if (blas->kind->memory->make(blas->state, bytes[i] == 0 ? 1 : bytes[i], &product->places[i],
                                     fault)) {
            blas_product_close(product);
            return -1;
        }
        product->made[i] = true;
    }
    if (blas->kind->convolver != NULL && open_convolution(product, problem, fault)) {
        blas_product_close(product);
        return -1;
    }
    *result = product;
    return 0;
}

void blas_product_close(struct blas_product *product)
{
    if (product == NULL)
        return;
    if (product->convolution != NULL)
        product->blas->kind->convolver->close(product->convolution);
    for (int i = 0; i < OPERAND_COUNT; i++)
        if (product->made[i])
            product->blas->kind->memory->drop(product->blas->state, product->places[i]);
    free(product->groups);
    free(product);
}

int blas_write(struct blas_product *product, int operand, const void *bytes, struct fault *fault)
{
    if (product->bytes[operand] == 0)
        return 0;
    product->unprepared |= operand == OPERAND_B;
    return product->blas->kind->memory->write(product->blas->state, product->places[operand], bytes,
                                              product->bytes[operand], fault);
}

int blas_read(struct blas_product *product, int operand, void *bytes, struct fault *fault)
{
    if (product->bytes[operand] == 0)
        return 0;
    return product->blas->kind->memory->read(product->blas->state, product->places[operand], bytes,
                                             product->bytes[operand], fault);
}

const char *blas_compute(const struct blas_product *product)
{
    const struct blas_kind *kind = product->blas->kind;

    return kind->compute == NULL
               ? NULL
               : kind->compute(&product->gemm, product->launch.value[SYMBOL_BATCH] > 1);
}

/* Convolves, with the weights in order before that is timed. */
static int convolve(struct blas_product *product, double *ms, struct fault *fault)
{
    const struct convolver *convolver = product->blas->kind->convolver;
    double begin;

    if (product->unprepared && convolver->prepare(product->convolution, fault))
        return -1;
    product->unprepared = false;
    begin = time_now_ms();
    if (convolver->run(product->convolution, fault))
        return -1;
    *ms = time_now_ms() - begin;
    return 0;
}

int blas_run(struct blas_product *product, double *ms, struct fault *fault)
{
    const struct blas *blas = product->blas;
    double begin = time_now_ms();

    if (product->convolution != NULL)
        return convolve(product, ms, fault);
    if ((product->launch.value[SYMBOL_BATCH] == 1 && !product->launch.grouped
             ? blas->kind->multiply(blas->state, &product->gemm, product->places, fault)
             : blas_batch_run(product, fault)) ||
        (blas->kind->wait != NULL && blas->kind->wait(blas->state, fault)))
        return -1;
    *ms = time_now_ms() - begin;
    return 0;
}
