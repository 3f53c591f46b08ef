/*
 * The fewest kernels: how many stay of tables that are made up, which of them, and what is not served.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "library/fewest.h"
#include "tests/unit/fixture.h"

enum {
    KERNELS = 8,
    SHAPES = 12
};

/* A table, in shares of the best speed: a line a shape; 0: it is not served. */
struct made_up {
    size_t kernels, shapes;
    double shares[SHAPES][KERNELS];
    double weights[SHAPES];
    bool general[KERNELS];
    size_t most;
    double goal;
};

/* The kernels that stay, a bit each, and their share; 0: not all shapes are served. */
static unsigned choose(const struct made_up *table, double *share)
{
    double shares[SHAPES * KERNELS], weights[SHAPES], sum = 0;
    bool kept[KERNELS];
    unsigned set = 0;
    for (size_t i = 0; i < table->shapes; i++)
        sum += table->weights[i];
    for (size_t i = 0; i < table->shapes; i++) {
        weights[i] = table->weights[i] / sum;
        for (size_t j = 0; j < table->kernels; j++)
            shares[i * table->kernels + j] =
                table->shares[i][j] > 0 ? log(table->shares[i][j]) : -INFINITY;
    }
    const struct fewest fewest = {.kernel_count = table->kernels,
                                  .shape_count = table->shapes,
                                  .shares = shares,
                                  .weights = weights,
                                  .general = table->general,
                                  .most = table->most,
                                  .goal = log(table->goal)};
    if (!fewest_kernels(&job, &fewest, kept))
        return 0;
    for (size_t i = 0; i < table->kernels; i++)
        set |= kept[i] ? 1u << i : 0;
    *share = exp(fewest_share(&fewest, kept));
    return set;
}

static void expect(const struct made_up *table, unsigned wanted, double share)
{
    double found = 0;
    assert_int_equal(choose(table, &found), wanted);
    assert_true(fabs(found - share) < 1e-6);
}

/* Kernel 0 is good for everything, 1 and 2 the best of half each. */
static const struct made_up halves = {
    .kernels = 3,
    .shapes = 4,
    .shares = {{0.98, 1, 0.3}, {0.98, 1, 0.3}, {0.98, 0.3, 1}, {0.98, 0.3, 1}},
    .weights = {1, 1, 1, 1},
    .most = 3,
    .goal = 0.97};

static void one_that_is_good_enough_for_all(void **state)
{
    struct made_up table = halves;
    (void)state;
    expect(&table, 0x1, 0.98);
    table.goal = 0.99;
    expect(&table, 0x6, 1);
    /* So many at most. */
    table.most = 1;
    expect(&table, 0x1, 0.98);
    table.most = 2;
    table.goal = 1;
    expect(&table, 0x6, 1);
}

static void weights_say_which(void **state)
{
    struct made_up table = halves;
    (void)state;
    for (int i = 0; i < 4; i++)
        table.shares[i][0] = 0.6;
    table.most = 1;
    table.weights[0] = table.weights[1] = 5;
    expect(&table, 0x2, pow(0.3, 1 / 6.0));
    table.weights[0] = table.weights[1] = 0;
    expect(&table, 0x4, 1);
    /* 0.97 as a mean: a light shape may lose much. */
    table.weights[0] = 0.02;
    table.most = 3;
    expect(&table, 0x4, pow(0.3, 0.02 / 2.02) * 1);
}

static void what_only_one_serves(void **state)
{
    struct made_up table = halves;
    double share;
    (void)state;
    table.shares[3][0] = table.shares[3][1] = 0;
    table.weights[3] = 0;
    expect(&table, 0x6, 1);
    table.most = 1;
    expect(&table, 0x4, pow(0.3, 2 / 3.0));
    table.shares[0][2] = 0;
    assert_int_equal(choose(&table, &share), 0);
}

static void one_for_every_size_stays(void **state)
{
    struct made_up table = halves;
    (void)state;
    for (int i = 0; i < 4; i++)
        table.shares[i][0] = 0.1;
    expect(&table, 0x6, 1);
    table.general[0] = true;
    expect(&table, 0x7, 1);
    table.most = 2;
    table.weights[0] = 2;
    expect(&table, 0x3, pow(0.3, 2 / 5.0));
    /* One of those that are kept anyway serves every size. */
    table.general[2] = true;
    expect(&table, 0x6, 1);
}

/* A kernel without rates is picked where it is the nearest, though others are faster: it takes a place of those that it spoils. */
static void one_that_is_picked_though_it_is_slow(void **state)
{
    static const double weights[2] = {0.5, 0.5};
    static const bool forced[3] = {true, false, false}, general[3] = {false};
    const double half = log(0.5), shares[2 * 3] = {0, half, half, half, 0, -INFINITY};
    /* On the second shape kernel 1 is the nearest, and without it kernel 0. */
    static const size_t leads[2 * 3] = {0, SIZE_MAX, SIZE_MAX, 1, 0, SIZE_MAX};
    struct fewest fewest = {3, 2, shares, weights, leads, forced, general, 3, 0};
    bool kept[3];
    (void)state;
    assert_true(fewest_kernels(&job, &fewest, kept));
    assert_true(kept[0] && kept[1] && !kept[2]);
    /* Where kernel 0 is picked for the second shape too, it halves it. */
    const size_t spoilt[2 * 3] = {0, SIZE_MAX, SIZE_MAX, 0, 1, SIZE_MAX};
    fewest.leads = spoilt;
    assert_true(fabs(fewest_share(&fewest, kept) - half / 2) < 1e-9);
    assert_true(fewest_kernels(&job, &fewest, kept));
    assert_true(kept[0] != kept[1] && !kept[2]);
}

/* The fewest that there are, found by trying all sets. */
static size_t fewest_of_all(const struct made_up *table)
{
    size_t fewest = SIZE_MAX;
    for (unsigned set = 1; set < 1u << table->kernels; set++) {
        double sum = 0, weights = 0;
        size_t count = 0;
        for (size_t i = 0; i < table->kernels; i++)
            count += set >> i & 1;
        for (size_t i = 0; i < table->shapes; i++) {
            double best = 0;
            for (size_t j = 0; j < table->kernels; j++)
                if (set >> j & 1)
                    best = fmax(best, table->shares[i][j]);
            sum += table->weights[i] * log(best);
            weights += table->weights[i];
        }
        if (sum / weights >= log(table->goal) - 1e-9 && count < fewest)
            fewest = count;
    }
    return fewest;
}

/* A number below `limit`. */
static unsigned below(unsigned long long *seed, unsigned limit)
{
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(*seed >> 33) % limit;
}

static void few_more_than_the_fewest(void **state)
{
    enum {
        TABLES = 400
    };
    unsigned long long seed = 5;
    size_t found = 0, fewest = 0;
    (void)state;
    for (int i = 0; i < TABLES; i++) {
        struct made_up table = {
            .kernels = KERNELS, .shapes = SHAPES, .most = KERNELS, .goal = 0.97};
        double share = 0;
        for (int shape = 0; shape < SHAPES; shape++) {
            table.weights[shape] = 1 + (double)below(&seed, 5);
            for (int kernel = 0; kernel < KERNELS; kernel++)
                table.shares[shape][kernel] = (double)below(&seed, 10) / 10;
            table.shares[shape][below(&seed, KERNELS)] = 1;
        }
        const unsigned set = choose(&table, &share);
        assert_true(share >= 0.97 - 1e-6);
        for (int kernel = 0; kernel < KERNELS; kernel++)
            found += set >> kernel & 1;
        fewest += fewest_of_all(&table);
    }
    print_message("%zu kernels, %zu at least\n", found, fewest);
    assert_true(found >= fewest);
    assert_true((double)found <= 1.02 * (double)fewest);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(one_that_is_good_enough_for_all),
        TEST(weights_say_which),
        TEST(what_only_one_serves),
        TEST(one_for_every_size_stays),
        TEST(one_that_is_picked_though_it_is_slow),
        TEST(few_more_than_the_fewest),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
