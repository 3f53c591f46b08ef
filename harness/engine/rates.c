#include "harness/engine/rates.h"

#include <math.h>
#include <string.h>

enum {
    LEAST_DEPTH = 512,       /* of a deep product, */
    MOST_DEPTH = 4096,       /* in elements of K of a part */
    TILE_WORK = 1 << 26,     /* multiply-adds that a deep tile has where that is possible */
    MOST_ELEMENTS = 1 << 24, /* of C */
    MANY = 8,                /* work-groups of each compute unit at least, where it is busy */
    SHALLOW = 64,            /* elements of K where memory is to be busy */
    LESS = 8,                /* elements along C's contiguous axis that a partial tile lacks */
    FEW = 4,                 /* work-groups of each compute unit at most that are counted exactly */
    FEWEST_TIMES = 4         /* that rates are fitted to */
};

/* By how many times a product may take longer than one that is no smaller: what times differ by. */
static const double DOUBT = 1.05;

/* ------------------------------------------------------------------------------- the products */

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

/* ------------------------------------------------------------------------------------ the fit */

enum {
    OWN_RATES = 3,    /* of a kernel, beside its groups, */
    DEVICE_RATES = 3, /* and of a device, beside what is known */
    MOST_GROUPS = 8,
    ROUNDS = 6 /* in which rates of the device and of kernels are fitted in turn */
};

/* Predicts the time of a product by rates. 0, or -1 where there is none. */
static int predict(const struct rates_kernel *kernel, const struct clgemm_rates *rates,
                   const struct rates_product *product, struct clgemm_time *time)
{
    return clgemm_result_predict(kernel->result, rates, product->size[0], product->size[1],
                                 product->size[2], 1, time);
}

/* Squares of the logarithms of what a kernel's times and predictions differ by. */
static double loss_of(const struct rates_kernel *kernel, const struct clgemm_rates *rates)
{
    double sum = 0;

    for (size_t i = 0; i < kernel->count; i++) {
        const struct rates_product *product = &kernel->products[i];
        struct clgemm_time time;

        if (product->us[RATES_WHOLE] <= 0)
            continue;
        if (predict(kernel, rates, product, &time))
            return INFINITY;
        sum += pow(log(time.total / product->us[RATES_WHOLE]), 2);
    }
    return sum;
}

/* A loss of some positive numbers, for search(). */
typedef double loss_function(void *self, const double *numbers);

/* Searches the least loss from where the numbers stand: each in turn is made larger or smaller by a
 * factor, which comes nearer to 1 where none helps (R. Hooke, T. A. Jeeves: Direct Search, Journal
 * of the ACM 8(2), 1961, without its pattern moves). Returns the loss. */
static double search(loss_function *loss, void *self, double *numbers, size_t count)
{
    double least = loss(self, numbers);

    for (double step = 0.7; step > 0.004;) {
        bool better = false;

        for (size_t i = 0; i < 2 * count; i++) {
            const double before = numbers[i / 2];
            double found;

            numbers[i / 2] *= i % 2 == 0 ? exp(step) : exp(-step);
            found = loss(self, numbers);
            if (found < least) {
                least = found;
                better = true;
            } else {
                numbers[i / 2] = before;
            }
        }
        if (!better)
            step /= 2;
    }
    return least;
}

/* What is searched: the shared rate, how many times as long a lone work-group takes, the tile's. */
static void set_own(struct clgemm_rates *rates, const double *numbers)
{
    rates->shared_ns = numbers[0];
    rates->alone_ns = numbers[0] * numbers[1];
    rates->tile_ns = numbers[2] > 0.01 ? numbers[2] : 0;
}

static double loss_of_own(void *self, const double *numbers)
{
    struct rates_kernel *kernel = self;

    set_own(&kernel->rates, numbers);
    return loss_of(kernel, &kernel->rates);
}

/* Nanoseconds of an element of K in the product that took the longest, to begin with. */
static double first_guess(const struct rates_kernel *kernel, long long groups)
{
    struct clgemm_rates one = kernel->rates;
    double most = 0, guess = 1;

    one.alone_ns = one.shared_ns = 1;
    one.tile_ns = 1;
    one.groups = groups;
    for (size_t i = 0; i < kernel->count; i++) {
        const struct rates_product *product = &kernel->products[i];
        struct clgemm_time time;

        if (product->us[RATES_WHOLE] <= most || predict(kernel, &one, product, &time))
            continue;
        most = product->us[RATES_WHOLE];
        guess = product->us[RATES_WHOLE] / time.waves;
    }
    return guess;
}

/* Fits the rates of a kernel on the device that its rates tell of: for each number of groups, of
 * which the first is taken that none is clearly better than. */
static void fit_kernel(struct rates_kernel *kernel)
{
    struct clgemm_rates best = kernel->rates;
    double least = INFINITY;

    for (long long groups = 1; groups <= MOST_GROUPS; groups++) {
        const double guess = first_guess(kernel, groups);
        double numbers[OWN_RATES] = {guess, 1, 1000}, loss;

        kernel->rates.groups = groups;
        loss = search(loss_of_own, kernel, numbers, OWN_RATES);
        set_own(&kernel->rates, numbers);
        if (loss < 0.95 * least) {
            least = loss;
            best = kernel->rates;
        }
    }
    kernel->rates = best;
}

/* Kernels whose device's rates are sought. */
struct fitted {
    struct rates_kernel *kernels;
    size_t count;
};

static void set_device(struct clgemm_rates *rates, const double *numbers)
{
    rates->start_us = numbers[0];
    rates->step_us = numbers[1];
    rates->overlap = numbers[2] < 0.01 ? 0 : numbers[2] < 1 ? numbers[2] : 1;
}

static double loss_of_device(void *self, const double *numbers)
{
    const struct fitted *fitted = self;
    double sum = 0;

    for (size_t i = 0; i < fitted->count; i++) {
        struct clgemm_rates rates = fitted->kernels[i].rates;

        set_device(&rates, numbers);
        if (fitted->kernels[i].known)
            sum += loss_of(&fitted->kernels[i], &rates);
    }
    return sum;
}

static void take_device(struct rates_kernel *kernel, const struct clgemm_rates *device)
{
    kernel->rates.units = device->units;
    kernel->rates.start_us = device->start_us;
    kernel->rates.step_us = device->step_us;
    kernel->rates.memory_gbs = device->memory_gbs;
    kernel->rates.overlap = device->overlap;
    kernel->rates.cache_kb = device->cache_kb;
    kernel->rates.beyond_gbs = device->beyond_gbs;
}

/* The least time of all products, in microseconds: more than a start. */
static double least_time(const struct rates_kernel *kernels, size_t count)
{
    double least = INFINITY;

    for (size_t i = 0; i < count; i++)
        for (size_t j = 0; j < kernels[i].count; j++)
            if (kernels[i].products[j].us[RATES_WHOLE] > 0)
                least = fmin(least, kernels[i].products[j].us[RATES_WHOLE]);
    return least;
}

/* A kernel, and a way other than the first that its products were measured in. */
struct way_fitted {
    const struct rates_kernel *kernel;
    enum rates_way way;
};

/* The share of a product's tiles that the way is about. */
static double share_of(const struct way_fitted *fitted, const struct rates_product *product)
{
    const int along = fitted->kernel->along;
    long long tile[2], parts;

    if (fitted->way != RATES_PARTIAL ||
        clgemm_result_tile(fitted->kernel->result, &tile[0], &tile[1], &parts))
        return 1;
    return (double)tile[along] / (double)product->size[along];
}

/* Squares of the logarithms of what ratios to times of the first way differ by, where elements of K
 * take `numbers[0]` times as long. */
static double loss_of_way(void *self, const double *numbers)
{
    const struct way_fitted *fitted = self;
    const struct rates_kernel *kernel = fitted->kernel;
    double sum = 0;

    for (size_t i = 0; i < kernel->count; i++) {
        const struct rates_product *product = &kernel->products[i];
        const double times = 1 + (numbers[0] - 1) * share_of(fitted, product);
        const double us = product->us[fitted->way];
        struct clgemm_rates rates = kernel->rates;
        struct clgemm_time time;

        rates.alone_ns *= times;
        rates.shared_ns *= times;
        if (us > 0 && product->predicted > 0 && times > 0 &&
            predict(kernel, &rates, product, &time) == 0)
            sum += pow(log(time.total / product->predicted * product->us[RATES_WHOLE] / us), 2);
    }
    return sum;
}

/* By how many times an element of K takes longer in that way, 0 where no time tells. */
static double fit_way(const struct rates_kernel *kernel, enum rates_way way)
{
    struct way_fitted fitted = {kernel, way};
    bool known = false;
    double number = 1;

    for (size_t i = 0; i < kernel->count; i++)
        known |= kernel->products[i].us[way] > 0 && kernel->products[i].predicted > 0;
    if (!known)
        return 0;
    search(loss_of_way, &fitted, &number, 1);
    return fmax(1, number);
}

/* Tells how well the rates of a kernel predict the times that they were fitted to. */
static void sum_up(struct rates_kernel *kernel)
{
    double ratio = 0;
    size_t times = 0;

    for (size_t i = 0; i < kernel->count; i++) {
        struct rates_product *product = &kernel->products[i];
        struct clgemm_time time;

        if (product->us[RATES_WHOLE] <= 0 || predict(kernel, &kernel->rates, product, &time))
            continue;
        product->predicted = time.total;
        ratio += fabs(log(time.total / product->us[RATES_WHOLE]));
        times++;
    }
    kernel->error = times == 0 ? 1 : exp(ratio / (double)times);
}

void rates_fit(struct rates_kernel *kernels, size_t count, struct clgemm_rates *device,
               bool finds_device)
{
    struct fitted fitted = {kernels, count};
    double numbers[DEVICE_RATES] = {least_time(kernels, count) / 2, least_time(kernels, count) / 4,
                                    0.2};

    if (finds_device)
        set_device(device, numbers);
    for (int round = 0; round < (finds_device ? ROUNDS : 1); round++) {
        if (round > 0) {
            search(loss_of_device, &fitted, numbers, DEVICE_RATES);
            set_device(device, numbers);
        }
        for (size_t i = 0; i < count; i++) {
            size_t times = 0;

            for (size_t j = 0; j < kernels[i].count; j++)
                times += kernels[i].products[j].us[RATES_WHOLE] > 0;
            kernels[i].known = times >= FEWEST_TIMES;
            take_device(&kernels[i], device);
            if (kernels[i].known)
                fit_kernel(&kernels[i]);
        }
    }
    for (size_t i = 0; i < count; i++) {
        sum_up(&kernels[i]);
        kernels[i].odd_lines = fit_way(&kernels[i], RATES_ODD_LINES);
        kernels[i].partial_tiles = fit_way(&kernels[i], RATES_PARTIAL);
    }
}
