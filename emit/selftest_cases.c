/*
 * The products of a self-test, and their members as terms of C.
 */
#include "emit/selftest.h"

#include <string.h>

#include "gen/base/epilogue.h"
#include "gen/base/notation.h"
#include "gen/base/real.h"
#include "gen/base/whole.h"
#include "gen/plan/wording.h"

enum {
    WIDEST = 16, /* elements of the widest vector */
    SMALL = 32,  /* tiles that are */
    LONG = 128,  /* K of which only small products are computed */
    LONGER = 256,
    ALIGNED = -1 /* of a gap */
};

/* The nearest value from `wanted` on that constraints of this symbol alone allow, or that the kernel fixes. */
static long long fitting(const struct plan *plan, enum symbol symbol, long long wanted)
{
    const struct setting *const setting = &plan->problem.values[symbol];
    long long multiple = 1, value = wanted;
    if (setting->how == FIXED)
        return setting->whole;
    for (size_t i = 0; i < plan->constraint_count; i++) {
        const struct constraint *const rule = &plan->constraints[i];
        if (rule->left[0] != symbol || rule->left[1] != SYMBOL_NONE)
            continue;
        if (rule->operator== MULTIPLE_OF)
            multiple = common_multiple(multiple, rule->right);
        else if (rule->operator== AT_LEAST)
            value = larger(value, rule->right);
        else if (value > rule->right)
            value = rule->right / multiple * multiple;
    }
    return rounded_up(value, multiple);
}

/* What a size must be at least; a smaller one that is wanted is that much more, and leaves the same of a tile. */
static long long fitting_size(const struct plan *plan, enum symbol size, long long wanted)
{
    long long least = 0;
    for (size_t i = 0; i < plan->constraint_count; i++) {
        const struct constraint *const rule = &plan->constraints[i];
        if (rule->operator== AT_LEAST && rule->left[0] == size)
            least = larger(least, rule->right);
    }
    return fitting(plan, size, wanted < least ? wanted + least : wanted);
}

static long long known(const struct plan *plan, const struct selftest_case *test,
                       struct count count)
{
    const struct count value = plan_known(plan, count);
    return value.symbol == SYMBOL_NONE ? value.number : test->value[value.symbol];
}

/* Of groups, how many matrices and rows lists name: fewer rows of A than there are, so that some are named twice, and more of C, of which some are
 * not named; where rows are added, fewer. */
static void add_rows(const struct plan *plan, struct selftest_case *test)
{
    const long long m = test->value[SYMBOL_M];
    test->value[SYMBOL_MATRICES] = fitting(plan, SYMBOL_MATRICES, 3);
    test->value[SYMBOL_ROWS_A] = fitting(plan, SYMBOL_ROWS_A, m - m / 3);
    test->value[SYMBOL_ROWS_C] =
        fitting(plan, SYMBOL_ROWS_C, plan->problem.adds ? m / 2 + 1 : m + 2);
}

/* A leading dimension: that of a matrix without gaps, with so many elements between its rows or columns, or one at whose multiples vectors
 * begin. With gaps A, B, C and D differ; a residual, whose members lie as those of C do, has no more than C. */
static void add_leading_dimension(const struct plan *plan, struct selftest_case *test,
                                  enum symbol symbol, long long gap)
{
    const long long length = known(plan, test, plan_least(plan, symbol));
    const long long own =
        symbol == SYMBOL_LDD ? 3 : (symbol - (symbol < SYMBOL_LDR ? SYMBOL_LDA : SYMBOL_LDR)) % 3;
    const long long wanted = gap == ALIGNED ? ((length + WIDEST - 1) / WIDEST + own) * WIDEST
                             : gap > 0      ? length + gap + own
                                            : length;
    test->value[symbol] =
        plan->problem.values[symbol].how == TIGHT ? length : fitting(plan, symbol, wanted);
}

/* Where the members of A, B or C lie. */
static void add_place(const struct plan *plan, struct selftest_case *test, enum role role,
                      long long gap)
{
    const struct buffer *const buffer = plan_buffer_of(plan, role);
    const long long lines = known(plan, test, buffer_lines(buffer)->n);
    const enum symbol offset = SYMBOL_OFFSET_A + (role - ROLE_A);
    const enum symbol stride = SYMBOL_STRIDE_A + (role - ROLE_A);
    const long long between = gap == ALIGNED ? WIDEST : gap;
    const enum symbol ld = SYMBOL_LDA + (role - ROLE_A);
    const bool with_d = role == ROLE_B && plan->problem.gate; /* whose members lie as far apart */
    const long long own = test->value[ld], of_d = test->value[SYMBOL_LDD];
    const long long whole = lines * (with_d && of_d > own ? of_d : own) + between;
    test->value[offset] = fitting(plan, offset, gap > 0 ? gap + 2 : between);
    test->value[stride] = fitting(plan, stride, whole > 0 ? whole : 1);
    if (plan->problem.batch == BATCH_OFFSETS)
        test->value[stride] = whole;
}

/* Whether members of a fixed stride overlap; those of a stride of 0 are one. */
static bool overlaps(const struct plan *plan, const struct selftest_case *test, enum role role)
{
    const struct extent *const lines = buffer_lines(plan_buffer_of(plan, role));
    const long long stride = test->value[SYMBOL_STRIDE_A + (role - ROLE_A)];
    const long long ld = test->value[SYMBOL_LDA + (role - ROLE_A)];
    return plan->problem.batch == BATCH_STRIDED && stride != 0 &&
           stride < (known(plan, test, lines[0].n) - 1) * ld + known(plan, test, lines[1].n);
}

static double scalar(const struct plan *plan, enum symbol symbol, double wanted)
{
    const struct setting *const setting = &plan->problem.values[symbol];
    return setting->how == FIXED ? setting->real : wanted;
}

/* Whether two have the same sizes and, where only these are compared not, the same of all else. */
static bool same(const struct selftest_case *a, const struct selftest_case *b, bool sizes)
{
    const enum symbol end = sizes ? SYMBOL_K + 1 : SYMBOL_COUNT;
    bool equal = sizes || (a->alpha == b->alpha && a->beta == b->beta);
    for (enum symbol symbol = SYMBOL_M; symbol < end; symbol++)
        equal &= a->value[symbol] == b->value[symbol];
    return equal;
}

/* A product that is wanted, before constraints are kept. */
struct wanted {
    long long m, n, k;
    double alpha, beta;
    long long gap;
};

static struct selftest_case complete(const struct plan *plan, const struct wanted *wanted,
                                     long long members)
{
    const long long gap = wanted->gap;
    struct selftest_case test = {{0, wanted->m, wanted->n, wanted->k}, wanted->alpha, wanted->beta};
    for (enum symbol size = SYMBOL_M; size <= SYMBOL_K; size++)
        test.value[size] = fitting_size(plan, size, test.value[size]);
    test.value[SYMBOL_BATCH] =
        plan->problem.batch == BATCH_NONE ? 1 : fitting(plan, SYMBOL_BATCH, members);
    add_rows(plan, &test);
    for (enum symbol ld = SYMBOL_LDA; ld <= SYMBOL_LDC; ld++)
        add_leading_dimension(plan, &test, ld, gap);
    for (enum symbol ld = SYMBOL_LDR; ld <= SYMBOL_LDD; ld++)
        add_leading_dimension(plan, &test, ld, gap);
    for (enum role role = ROLE_A; role <= ROLE_C; role++)
        add_place(plan, &test, role, gap);
    test.value[SYMBOL_OFFSET_D] =
        fitting(plan, SYMBOL_OFFSET_D, test.value[SYMBOL_OFFSET_B] + (gap > 0 ? 1 : 0));
    test.alpha = scalar(plan, SYMBOL_ALPHA, test.alpha);
    test.beta = scalar(plan, SYMBOL_BETA, test.beta);
    return test;
}

struct selftest_case selftest_tight(const struct plan *plan, long long m, long long n, long long k)
{
    return complete(plan, &(struct wanted){.m = m, .n = n, .k = k, .alpha = 1}, 1);
}

/* How many of `rests` sizes in a row a tile of that size is spread over: of a small one two. */
static long long parts_of(long long size, long long rests)
{
    const long long parts = size / rests;
    return size <= SMALL ? 2 * parts + 1 : parts;
}

/* One of those that differ in what they leave of every tile: of `rests` in a row M and N have each rest of a work-item's tile, and K has rests
 * both without and with whole iterations before it. They lie all over a tile of a work-group, of m x n, but where the host would sum for long. */
static struct wanted rest_of_all(const struct plan *plan, size_t number, long long m, long long n)
{
    static const double alphas[] = {1, 2, 1, 3}, betas[] = {0, 2, 3, 0, 2};
    static const long long gaps[] = {0, ALIGNED, 1, ALIGNED, 0};
    const long long i = (long long)number, rests = plan->rests;
    const long long deep = plan->deep_k - 1 - i / 2, k = i % 2 && deep > 0 ? deep : 1 + i / 2;
    long long j = 0; /* the bits of i reversed: an order of its own */
    for (long long bit = 1; bit < rests; bit *= 2)
        j = 2 * j + (i & bit) / bit;
    return (struct wanted){
        .m = 1 + i + (k > LONG ? 0 : 5 * i % parts_of(m, rests) * rests),
        .n = 1 + j + (k > LONG ? 0 : 3 * j % parts_of(n, rests) * rests),
        .k = k,
        .alpha = alphas[i % 4],
        .beta = betas[i % 5],
        .gap = gaps[i % 5],
    };
}

/* Several blocks of elements along K and, where lines share a scale, several of these; in tight matrices, where the blocks of a line are odd in
 * number. Where there are no blocks a few elements, or so many that the last of equal parts of K has one. */
static struct wanted blocks_of(const struct plan *plan)
{
    long long lines = 1, block = 1;
    for (size_t i = 0; i < plan->buffer_count; i++) {
        const struct storage *const storage = plan->buffers[i].storage;
        const long long elements = !storage         ? 1
                                   : storage->block ? plan->buffers[i].covers
                                                    : storage->group;
        if (elements > block)
            block = elements;
        if (storage && storage->group_lines > lines)
            lines = storage->group_lines;
    }
    const bool uneven = block == 1 && plan->uneven_k > 1 && plan->uneven_k <= LONGER;
    const long long k = uneven ? plan->uneven_k : 2 * block + 1;
    return (struct wanted){lines + 4, lines + 6, k, 1, 2, 0};
}

/* A factor of C by which its largest elements become infinite in single precision, where C is of a type that has infinities and is rounded to
 * from there; else 2. */
static double huge_of(const struct plan *plan)
{
    const struct storage *const c = plan_buffer_of(plan, ROLE_C)->storage;
    return selftest_is_rounded(c) && c->exponent == 8 && plan->problem.epilogue->count == 0 ? 3e38
                                                                                            : 2;
}

/* What a work-group computes along an axis; where groups have parts of it, two of these, of which the largest group has more than one. */
static long long tile_of(const struct plan *plan, enum symbol axis)
{
    return host_tile(plan, axis) * (problem_is_ragged(&plan->problem, axis) ? 2 : 1);
}

size_t selftest_cases(struct job *job, const struct plan *plan, struct selftest_case *list)
{
    const long long m = tile_of(plan, SYMBOL_M), n = tile_of(plan, SYMBOL_N);
    const long long k = plan->deep_k;
    const long long less_m = m > 1 ? m - 1 : 1, less_n = n > 1 ? n - 1 : 1;
    const struct wanted tiles[] = {
        {m + 1, n + 1, k + 1, 2, 3, 1}, /* a whole tile and a part of one, and a rest of K */
        {m, n, k, 1, 0, 0},             /* whole tiles alone, without gaps; C is not read */
        {less_m, less_n, k > 1 ? k - 1 : 1, 1, 2, 1},
        {less_m, n + 1, 3, -1, 3, 3},
        {m + 1, less_n, 2, 1, 0, ALIGNED},
        /* tiles of half a work-group */
        {m + (m + 1) / 2, n + (n + 1) / 2, k > 1 ? k - 1 : 1, 1, 2, ALIGNED},
        blocks_of(plan),
        {1, less_n, 2, 0, huge_of(plan), 1}, /* A and B are not read */
        {1, 2, 0, 1, 2, 0},                  /* nor is there any of them */
    };
    const size_t tile_count = sizeof tiles / sizeof tiles[0];
    size_t count = 0;
    for (size_t i = 0; i < tile_count + (size_t)plan->rests; i++) {
        const bool of_tiles = i < tile_count;
        const struct wanted wanted = of_tiles ? tiles[i] : rest_of_all(plan, i - tile_count, m, n);
        const long long members = plan->problem.batch == BATCH_GROUPS
                                      ? (long long)(3 + 2 * (i % 4))
                                      : (long long)(1 + (i + 1) % 3);
        const struct selftest_case test = complete(plan, &wanted, members);
        bool serves = !overlaps(plan, &test, ROLE_A) && !overlaps(plan, &test, ROLE_B);
        for (size_t j = 0; j < count; j++)
            serves &= !same(&test, &list[j], !of_tiles && list[j].alpha != 0);
        if (serves)
            list[count++] = test;
    }
    if (count == 0)
        job_fail(job, CLGEMM_REFUSED, "emit",
                 "a self-test has no data for members of a batch that overlap; ask for a stride "
                 "of A and B of whole matrices, or of 0");
    return count;
}

/* A number of the case. */
static const char *read(struct selftest *test, enum symbol symbol)
{
    test->reads[symbol] = true;
    return arena_printf(test->job->arena, "t->%s", launcher_symbol(symbol));
}

/* The symbol that is a stride and nothing else; SYMBOL_NONE: none is. */
static enum symbol symbol_of_stride(const struct notation *product, int size)
{
    static const enum symbol symbols[] = {SYMBOL_LDA,      SYMBOL_LDB,      SYMBOL_LDC,
                                          SYMBOL_STRIDE_A, SYMBOL_STRIDE_B, SYMBOL_STRIDE_C};
    for (size_t i = 0; i < sizeof symbols / sizeof symbols[0]; i++) {
        const struct measure *const measure = launcher_measure(product, symbols[i]);
        if (measure->count == 1 && measure->number == 1 && measure->size[0] == size)
            return symbols[i];
    }
    return SYMBOL_NONE;
}

/* The class in whose order an index is: an outer one of M or N may have become the batch. */
static enum product_class class_of(const struct notation *product, int index)
{
    enum product_class class = CLASS_BATCH;
    for (int c = 0; c < PRODUCT_CLASSES; c++)
        for (int i = 0; i < product->order_count[c]; i++)
            if (product->order[c][i] == index)
                class = (enum product_class)c;
    return class;
}

const char *selftest_number(struct job *job, double number)
{
    char text[REAL_TEXT];
    real_shortest(number, false, text);
    return arena_printf(job->arena, "%s", text);
}

/* A size of attention: "t->lq", or as an operand lies, "Q->row". */
static const char *size_of_attention(struct selftest *test, const struct product_size *size)
{
    struct arena *const arena = test->job->arena;
    const char *const stride = strchr(size->name, '_');
    if (!size->is_stride)
        return arena_printf(arena, "t->%s", size->name);
    /* "q_row" of Q, "mask_row" of mask */
    return stride - size->name == 1
               ? arena_printf(arena, "%c->%s", size->name[0] + 'A' - 'a', stride + 1)
               : arena_printf(arena, "%.*s->%s", (int)(stride - size->name), size->name,
                              stride + 1);
}

/* The first size of M, N, K and the batch is as large as these, and the others are 1. */
const char *selftest_size(struct selftest *test, int size)
{
    static const enum symbol symbols[PRODUCT_CLASSES] = {SYMBOL_BATCH, SYMBOL_M, SYMBOL_N,
                                                         SYMBOL_K};
    const struct notation *const product = test->plan->product;
    if (product->attends)
        return size_of_attention(test, &product->sizes[size]);
    if (product->by_index)
        return arena_printf(test->job->arena, "t->%s", product->sizes[size].in_kernel);
    if (product->sizes[size].is_stride) {
        const enum symbol symbol = symbol_of_stride(product, size);
        return symbol == SYMBOL_NONE ? "1" : read(test, symbol);
    }
    const enum product_class class = class_of(product, size);
    for (int i = 0; i < product->order_count[class]; i++)
        if (product->sizes[product->order[class][i]].fixed > 1)
            job_fail(test->job, CLGEMM_REFUSED, "emit",
                     "a self-test has M, N and K of its own, which no multiples of %s are; compile "
                     "all sizes of --product in, or none",
                     product->sizes[product->order[class][i]].name);
    return product->order[class][0] == size ? read(test, symbols[class]) : "1";
}

const char *selftest_measure(struct selftest *test, const struct measure *measure)
{
    struct arena *const arena = test->job->arena;
    const char *text = measure->number == 1 ? NULL : arena_printf(arena, "%lld", measure->number);
    for (int i = 0; i < measure->count; i++) {
        const char *const size = selftest_size(test, measure->size[i]);
        if (strcmp(size, "1") != 0)
            text = arena_join(arena, text, " * ", size);
    }
    return !text ? "1" : strchr(text, '*') ? arena_printf(arena, "(%s)", text) : text;
}

/* The same of a product by index functions. Offsets are 16 elements; a residual lies as C does. */
static const char *symbol_of_product(struct selftest *test, enum symbol symbol)
{
    const enum symbol from = symbol == SYMBOL_LDR ? SYMBOL_LDC : symbol;
    if (symbol >= SYMBOL_OFFSET_A && symbol <= SYMBOL_OFFSET_C)
        return "16";
    return selftest_measure(test, launcher_measure(test->plan->product, from));
}

const char *selftest_symbol(struct selftest *test, enum symbol symbol)
{
    const struct plan *const plan = test->plan;
    if (plan->product && plan->product->by_index && !plan->product->attends)
        return symbol_of_product(test, symbol);
    const bool apart = (symbol >= SYMBOL_LDA && symbol <= SYMBOL_LDC) ||
                       (symbol >= SYMBOL_STRIDE_A && symbol <= SYMBOL_STRIDE_C);
    return plan->by_names && apart ? selftest_measure(test, launcher_measure(plan->product, symbol))
                                   : read(test, symbol);
}

const char *selftest_count(struct selftest *test, struct count count)
{
    const struct count known = plan_known(test->plan, count);
    return known.symbol == SYMBOL_NONE ? arena_printf(test->job->arena, "%lld", known.number)
                                       : selftest_symbol(test, known.symbol);
}
