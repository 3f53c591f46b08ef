/* Rates of kernels: the products that they are measured with, and what comes of times that follow from known rates. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "harness/engine/rates.h"
#include "harness/kernel/kernel.h"

/* A generated kernel, and its manifest. */
struct made {
    struct clgemm_result *result;
    struct manifest manifest;
};

static struct made make(const char *const *options)
{
    struct clgemm_request *request = clgemm_request_new();
    struct made made;
    struct clgemm_error error;
    struct fault fault = {0};
    size_t length;

    for (size_t i = 0; options[i] != NULL; i += 2)
        assert_int_equal(clgemm_request_set(request, options[i], options[i + 1], &error), 0);
    assert_int_equal(clgemm_generate(request, &made.result, &error), 0);
    clgemm_request_free(request);
    const char *text = clgemm_result_text(made.result, CLGEMM_MANIFEST, &length);
    assert_int_equal(manifest_parse(text, length, &made.manifest, &fault), 0);
    return made;
}

static void release(struct made *made)
{
    manifest_release(&made->manifest);
    clgemm_result_free(made->result);
}

static const char *const plain[] = {"family", "register", "tile", "8x4", "wg",
                                    "1x16",   "layout",   "row",  NULL};
static const char *const parts[] = {"family",  "local", "tile",   "4x4", "wg", "8x8",
                                    "split-k", "4",     "layout", "row", NULL};
/* Work-groups of a product. */
static long long groups_of(const struct clgemm_result *result, const long long *size)
{
    long long tile[2], count;

    assert_int_equal(clgemm_result_tile(result, &tile[0], &tile[1], &count), 0);
    for (int i = 0; i < 2; i++)
        count *= (size[i] + tile[i] - 1) / tile[i];
    return count;
}

/* One wave of the device and many are among the products, whatever number of units it has. */
static void test_products(void **state)
{
    static const unsigned units[] = {1, 2, 7, 24, 132, 304};
    const char *const *const all[] = {plain, parts};

    (void)state;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        struct made made = make(all[i]);

        for (size_t j = 0; j < sizeof units / sizeof *units; j++) {
            struct rates_kernel kernel = {.result = made.result};
            size_t waves = 0, many = 0;

            rates_choose(&kernel, &made.manifest, units[j], RATES_WORK);
            assert_int_equal(kernel.count, RATES_PRODUCTS);
            for (size_t product = 0; product < kernel.count; product++) {
                const long long groups = groups_of(made.result, kernel.products[product].size);

                waves += groups <= units[j] && groups + 3 >= units[j];
                many += groups >= 7 * (long long)units[j];
            }
            assert_true(waves >= 2 || units[j] < 4);
            assert_true(many >= 2);
        }
        release(&made);
    }
}

enum {
    ODD_LINES = 7,    /* times that an element of K takes longer with lines at odd places, */
    PARTIAL_TILES = 4 /* and in a tile that crosses the edge of C */
};

/* The time of a product by some rates, where an element of K takes so many times as long. */
static double time_by(const struct rates_kernel *kernel, const struct rates_product *product,
                      const struct clgemm_rates *rates, double times)
{
    struct clgemm_rates slower = *rates;
    struct clgemm_time time;

    slower.alone_ns *= times;
    slower.shared_ns *= times;
    assert_int_equal(clgemm_result_predict(kernel->result, &slower, product->size[0],
                                           product->size[1], product->size[2], 1, &time),
                     0);
    return time.total;
}

/* Gives products the times of some rates. */
static void measure(struct rates_kernel *kernel, const struct clgemm_rates *rates)
{
    long long tile[2], count;

    assert_int_equal(clgemm_result_tile(kernel->result, &tile[0], &tile[1], &count), 0);
    for (size_t i = 0; i < kernel->count; i++) {
        struct rates_product *product = &kernel->products[i];
        const double last = (double)tile[1] / (double)product->size[1];

        product->us[RATES_WHOLE] = time_by(kernel, product, rates, 1);
        if (!product->ways)
            continue;
        product->us[RATES_ODD_LINES] = time_by(kernel, product, rates, ODD_LINES);
        product->us[RATES_PARTIAL] =
            time_by(kernel, product, rates, 1 + (PARTIAL_TILES - 1) * last);
    }
}

/* Times of known rates are predicted again, on a device that is known and on one that is not, for products between those that were
 * measured, too. */
static void test_fit(void **state)
{
    static const struct clgemm_rates truth[] = {{24, 8, 3, 400, 0.2, 0, 0, 2, 2.0, 1.5, 500},
                                                {24, 8, 3, 400, 0.2, 0, 0, 1, 3.0, 3.0, 2000}};
    struct made made[] = {make(plain), make(parts)};

    (void)state;
    for (int known = 0; known < 2; known++) {
        struct clgemm_rates device = {.units = 24, .memory_gbs = 400};
        struct rates_kernel kernels[2] = {{.result = made[0].result}, {.result = made[1].result}};

        if (known)
            device = truth[0];
        for (int i = 0; i < 2; i++) {
            rates_choose(&kernels[i], &made[i].manifest, 24, RATES_WORK);
            measure(&kernels[i], &truth[i]);
        }
        rates_fit(kernels, 2, &device, !known, false);
        for (int i = 0; i < 2; i++) {
            assert_true(kernels[i].known);
            assert_true(fabs(log(kernels[i].odd_lines / ODD_LINES)) < 0.1);
            assert_true(fabs(log(kernels[i].partial_tiles / PARTIAL_TILES)) < 0.25);
            assert_true(kernels[i].error < (known ? 1.01 : 1.05));
            for (long long size = 300; size < 5000; size += 700) {
                struct clgemm_time time, right;

                assert_int_equal(clgemm_result_predict(made[i].result, &kernels[i].rates, size,
                                                       size, 1000, 1, &time),
                                 0);
                assert_int_equal(
                    clgemm_result_predict(made[i].result, &truth[i], size, size, 1000, 1, &right),
                    0);
                assert_true(fabs(log(time.total / right.total)) < 0.1);
            }
        }
    }
    for (int i = 0; i < 2; i++)
        release(&made[i]);
}

/* A speed of memory below what the products show, as a copy on a busy machine tells, rises to that; one work-group at a time is all that a CPU's unit is said to have. */
static void test_slow_copy(void **state)
{
    static const struct clgemm_rates truth = {24, 8, 3, 400, 0.2, 0, 0, 2, 2.0, 1.5, 500};
    struct made made = make(plain);
    struct rates_kernel kernel = {.result = made.result};
    struct clgemm_rates device = {.units = 24, .memory_gbs = 0.5};

    (void)state;
    rates_choose(&kernel, &made.manifest, 24, RATES_WORK);
    measure(&kernel, &truth);
    rates_fit(&kernel, 1, &device, true, true);
    assert_true(device.memory_gbs > 5 && device.memory_gbs < 400);
    assert_int_equal(kernel.rates.groups, 1);
    assert_true(kernel.error < 1.5);
    release(&made);
}

/* A time is doubted where a product that is no smaller took less, whatever of them is the least; none is where times follow from rates. */
static void test_doubt(void **state)
{
    static const struct clgemm_rates truth = {24, 8, 3, 400, 0.2, 0, 0, 2, 2.0, 1.5, 500};
    struct made made = make(plain);
    struct rates_kernel kernel = {.result = made.result};
    struct rates_product *product = &kernel.products[2];

    (void)state;
    rates_choose(&kernel, &made.manifest, 24, RATES_WORK);
    measure(&kernel, &truth);
    for (size_t i = 0; i < kernel.count; i++)
        for (int way = 0; way < RATES_WAYS; way++)
            assert_false(rates_is_doubtful(&kernel, &kernel.products[i], (enum rates_way)way));
    /* The same tiles as the product before it, of fewer elements of K. */
    assert_true(product->size[2] < product[-1].size[2]);
    product->us[RATES_WHOLE] = 1.03 * product[-1].us[RATES_WHOLE];
    assert_false(rates_is_doubtful(&kernel, product, RATES_WHOLE));
    product->us[RATES_WHOLE] = 1.1 * product[-1].us[RATES_WHOLE];
    assert_true(rates_is_doubtful(&kernel, product, RATES_WHOLE));
    assert_false(rates_is_doubtful(&kernel, product, RATES_ODD_LINES));
    product->us[RATES_ODD_LINES] = 2 * product[-1].us[RATES_ODD_LINES];
    assert_true(rates_is_doubtful(&kernel, product, RATES_ODD_LINES));
    /* What was not measured tells nothing. */
    product[-1].us[RATES_WHOLE] = 0;
    for (size_t i = 3; i < kernel.count; i++)
        kernel.products[i].us[RATES_WHOLE] = 0;
    assert_false(rates_is_doubtful(&kernel, product, RATES_WHOLE));
    release(&made);
}

/* A kernel of three times has no rates; of one that serves no lines at odd places it is not known how
 * much longer it takes there, and it is none faster. */
static void test_few(void **state)
{
    static const struct clgemm_rates truth = {24, 8, 3, 400, 0.2, 0, 0, 2, 2.0, 1.5, 500};
    struct made made = make(plain);
    struct clgemm_rates device = truth;
    struct rates_kernel kernel = {.result = made.result};

    (void)state;
    rates_choose(&kernel, &made.manifest, 24, RATES_WORK);
    measure(&kernel, &truth);
    for (size_t i = 0; i < kernel.count; i++)
        kernel.products[i].us[RATES_ODD_LINES] = 0.9 * kernel.products[i].us[RATES_WHOLE];
    rates_fit(&kernel, 1, &device, false, false);
    assert_true(kernel.known && kernel.odd_lines >= 1 && kernel.odd_lines <= 1);
    for (size_t i = 0; i < kernel.count; i++)
        kernel.products[i].us[RATES_ODD_LINES] = 0;
    rates_fit(&kernel, 1, &device, false, false);
    assert_true(kernel.known && kernel.odd_lines <= 0);
    for (size_t i = 3; i < kernel.count; i++)
        kernel.products[i].us[RATES_WHOLE] = 0;
    rates_fit(&kernel, 1, &device, false, false);
    assert_false(kernel.known);
    release(&made);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_products), cmocka_unit_test(test_fit),
                                       cmocka_unit_test(test_slow_copy),
                                       cmocka_unit_test(test_doubt), cmocka_unit_test(test_few)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
