/* Rates fitted to times of products. */
#include "harness/engine/rates.h"

#include <math.h>

enum {
    FEWEST_TIMES = 4, /* that rates are fitted to */
    OWN_RATES = 3,    /* of a kernel, beside its groups, */
    DEVICE_RATES = 3, /* and of a device, beside what is known */
    MOST_GROUPS = 8,  /* work-groups that a compute unit of a GPU has at once */
    ROUNDS = 6        /* in which rates of the device and of kernels are fitted in turn */
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
static void fit_kernel(struct rates_kernel *kernel, int most_groups)
{
    struct clgemm_rates best = kernel->rates;
    double least = INFINITY;

    for (long long groups = 1; groups <= most_groups; groups++) {
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

/* Raises the speed of memory to that of the product that moves its bytes the fastest: a copy is slower where other programs use the memory meanwhile,
 * or caches keep what products read. */
static void raise_memory(struct rates_kernel *kernels, size_t count, struct clgemm_rates *device)
{
    double times = 1;

    for (size_t i = 0; i < count; i++) {
        kernels[i].rates = (struct clgemm_rates){
            .groups = 1, .alone_ns = 1, .shared_ns = 1}; /* whatever they are */
        take_device(&kernels[i], device);
        for (size_t j = 0; j < kernels[i].count; j++) {
            const struct rates_product *product = &kernels[i].products[j];
            struct clgemm_time time;

            if (product->us[RATES_WHOLE] > 0 &&
                predict(&kernels[i], &kernels[i].rates, product, &time) == 0)
                times = fmax(times, time.memory / product->us[RATES_WHOLE]);
        }
    }
    device->memory_gbs *= times;
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
               bool finds_device, bool on_host)
{
    struct fitted fitted = {kernels, count};
    double numbers[DEVICE_RATES] = {least_time(kernels, count) / 2, least_time(kernels, count) / 4,
                                    0.2};

    if (finds_device) {
        set_device(device, numbers);
        if (on_host)
            raise_memory(kernels, count, device);
    }
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
                fit_kernel(&kernels[i], on_host ? 1 : MOST_GROUPS);
        }
    }
    for (size_t i = 0; i < count; i++) {
        sum_up(&kernels[i]);
        kernels[i].odd_lines = fit_way(&kernels[i], RATES_ODD_LINES);
        kernels[i].partial_tiles = fit_way(&kernels[i], RATES_PARTIAL);
    }
}
