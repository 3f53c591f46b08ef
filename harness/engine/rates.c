/* Products of a kernel by which its rates are found. */
#include "harness/engine/rates.h"

#include <math.h>

enum {
    LEAST_DEPTH = 512,       /* of a deep product, */
    MOST_DEPTH = 4096,       /* in elements of K of a part */
    TILE_WORK = 1 << 26,     /* multiply-adds that a deep tile has where that is possible */
    MOST_ELEMENTS = 1 << 24, /* of C */
    MANY = 8,                /* work-groups of each compute unit at least, where it is busy */
    SHALLOW = 64,            /* elements of K where memory is to be busy */
    LESS = 8,                /* elements along C's contiguous axis that a partial tile lacks */
    FEW = 4                  /* work-groups of each compute unit at most that are counted exactly */
};

/* By how many times a product may take longer than one that is no smaller: what times differ by. */
static const double DOUBT = 1.05;

/* How a kernel divides a product. */
struct division {
    long long tile[2], parts;
};

static bool serves(const struct manifest *manifest, const long long *size)
{
    const struct rates_product product = {.size = {size[0], size[1], size[2]}};
    struct test_case unused;

    return rates_case(manifest, &product, RATES_WHOLE, &unused);
}

/* Makes a product of `rows` times `columns` tiles. False: the kernel does not serve it. */
static bool lay_out(const struct manifest *manifest, const struct division *by, long long rows,
                    long long columns, long long depth, struct rates_product *product)
{
    *product = (struct rates_product){
        .size = {rows * by->tile[0], columns * by->tile[1], depth * by->parts}};
    return rows > 0 && columns > 0 && serves(manifest, product->size);
}

/* Makes the product of so many tiles, or nearly so many where there are many, that is the nearest
 * to a square. False: the kernel serves none. */
static bool find_product(const struct manifest *manifest, const struct division *by,
                         long long tiles, bool exactly, long long depth,
                         struct rates_product *product)
{
    const long long square =
        llround(sqrt((double)tiles * (double)by->tile[1] / (double)by->tile[0]));

    for (long long away = 0; away <= square || away <= tiles; away++)
        for (int side = -1; side <= 1; side += 2) {
            const long long rows = square + side * away;
            const long long left = rows > 0 && rows <= tiles ? tiles % rows : tiles;

            if ((exactly ? left == 0 : left * 10 <= tiles) && rows > 0 && rows <= tiles &&
                lay_out(manifest, by, rows, tiles / rows, depth, product))
                return true;
        }
    return false;
}

static long long clamp(long long number, long long least, long long most)
{
    return number < least ? least : number > most ? most : number;
}

void rates_choose(struct rates_kernel *kernel, const struct manifest *manifest, unsigned units,
                  long long work)
{
    struct division by;

    kernel->count = 0;
    kernel->along = manifest->problem.column_layout ? 0 : 1;
    if (clgemm_result_tile(kernel->result, &by.tile[0], &by.tile[1], &by.parts))
        return;
    const long long area = by.tile[0] * by.tile[1];
    const long long deep = clamp(TILE_WORK / area / 64 * 64, LEAST_DEPTH, MOST_DEPTH);
    const long long many = clamp(work / (area * deep / 2), MANY, MOST_ELEMENTS / area / units);
    const struct {
        long long groups, depth; /* of a compute unit; 0: one of the device */
        bool ways;
    } wishes[RATES_PRODUCTS] = {
        {0, 128, false},         {1, deep, true},         {1, deep / 4, false},
        {2, deep, false},        {3, deep / 2, false},    {FEW, deep / 2, true},
        {MANY, deep / 2, false}, {many, deep / 2, false}, {many, SHALLOW, false}};

    for (size_t i = 0; i < RATES_PRODUCTS; i++) {
        const long long groups = wishes[i].groups == 0 ? by.parts : wishes[i].groups * units;
        const long long tiles = groups < by.parts ? 1 : groups / by.parts;
        const long long most = work * units / (area * groups);
        const long long depth = clamp(most / SHALLOW * SHALLOW, SHALLOW, wishes[i].depth);

        if (find_product(manifest, &by, tiles, wishes[i].groups <= FEW, depth,
                         &kernel->products[kernel->count]))
            kernel->products[kernel->count++].ways = wishes[i].ways;
    }
}

bool rates_case(const struct manifest *manifest, const struct rates_product *product,
                enum rates_way way, struct test_case *test_case)
{
    const int along = manifest->problem.column_layout ? 0 : 1;
    struct launch launch;
    int status;

    if (way == RATES_PARTIAL && product->size[along] <= LESS)
        return false;
    *test_case = (struct test_case){.alpha = 1};
    for (int i = 0; i < 3; i++) {
        test_case->size[i] = (uint64_t)product->size[i];
        test_case->has_size[i] = true;
    }
    if (way == RATES_PARTIAL)
        test_case->size[along] -= LESS;
    status = launch_resolve(manifest, test_case, &launch, NULL);
    if (status == 0 && way == RATES_ODD_LINES) {
        for (int i = 0; i < 2; i++)
            test_case->ld[i] = launch.value[SYMBOL_LDA + i] + 1;
        status = launch_resolve(manifest, test_case, &launch, NULL);
    }
    return status == 0;
}

bool rates_is_doubtful(const struct rates_kernel *kernel, const struct rates_product *product,
                       enum rates_way way)
{
    const long long area = product->size[0] * product->size[1];

    for (size_t i = 0; i < kernel->count; i++) {
        const struct rates_product *other = &kernel->products[i];
        const double us = other->us[way];

        if (us > 0 && product->us[way] > DOUBT * us && other->size[2] >= product->size[2] &&
            other->size[0] * other->size[1] >= area)
            return true;
    }
    return false;
}

long long rates_work(const struct rates_kernel *kernel, unsigned units, double us)
{
    const struct rates_product *product = NULL;
    double most = 0;

    for (size_t i = 0; i < kernel->count; i++)
        if (kernel->products[i].us[RATES_WHOLE] > most) {
            product = &kernel->products[i];
            most = product->us[RATES_WHOLE];
        }
    if (product == NULL)
        return RATES_WORK;
    most = (double)product->size[0] * (double)product->size[1] * (double)product->size[2] / units /
           most * us;
    return most < RATES_WORK ? (long long)most : RATES_WORK;
}
