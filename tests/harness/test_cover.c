/* The set of kernels that serves all shapes is the smallest. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#include <cmocka.h>

#include "harness/base/random.h"
#include "harness/tune/cover.h"

enum {
    MOST_KERNELS = 300,
    MOST_SHAPES = 130
};

/* What kernels serve, as rows of 0 and 1; ratios of those that serve are all the same. */
static void fill(double *ratios, const char *rows)
{
    for (; *rows != '\0'; rows++)
        *ratios++ = *rows == '1' ? 1.01 : INFINITY;
}

static size_t find(size_t kernels, size_t shapes, const double *ratios, size_t *chosen)
{
    const struct cover cover = {kernels, shapes, ratios, 1.1};

    return cover_find(&cover, chosen);
}

/* The greedy rule takes the last one first, and needs all three. */
static void fewer_than_the_greedy_rule(void **state)
{
    double ratios[18];
    size_t chosen[6];

    (void)state;
    fill(ratios, "111000"
                 "000111"
                 "110110");
    assert_int_equal(find(3, 6, ratios, chosen), 2);
    assert_int_equal(chosen[0], 0);
    assert_int_equal(chosen[1], 1);
}

/* Who serves the most comes first, then who is nearer; a shape that nobody serves stays so. */
static void order(void **state)
{
    double ratios[20];
    size_t chosen[5];

    (void)state;
    fill(ratios, "10000"
                 "01100"
                 "00010"
                 "00010");
    ratios[3 * 5 + 3] = 1;
    assert_int_equal(find(4, 5, ratios, chosen), 3);
    assert_int_equal(chosen[0], 1);
    assert_int_equal(chosen[1], 3);
    assert_int_equal(chosen[2], 0);
    assert_int_equal(find(0, 5, ratios, chosen), 0);
}

/* The size of the smallest set, by trying every one. */
static size_t count_all(size_t kernels, size_t shapes, const double *ratios)
{
    size_t least = SIZE_MAX, most = 0;

    for (uint32_t set = 0; set < UINT32_C(1) << kernels; set++) {
        size_t served = 0, count = 0;

        for (size_t shape = 0; shape < shapes; shape++) {
            bool serves = false;

            for (size_t i = 0; i < kernels; i++)
                serves = serves || ((set >> i & 1) != 0 && ratios[i * shapes + shape] <= 1.1);
            served += serves;
        }
        for (size_t i = 0; i < kernels; i++)
            count += set >> i & 1;
        if (served > most || (served == most && count < least)) {
            most = served;
            least = count;
        }
    }
    return least;
}

static void scatter(double *ratios, size_t count, uint64_t *random, size_t one_of)
{
    for (size_t i = 0; i < count; i++)
        ratios[i] =
            random_below(random, one_of) == 0 ? 1 + 1e-4 * (double)random_below(random, 1000) : 2;
}

static void smallest_of_random_ones(void **state)
{
    uint64_t random = 1;

    (void)state;
    for (int round = 0; round < 300; round++) {
        size_t kernels = 3 + (size_t)random_below(&random, 8), chosen[MOST_SHAPES];
        size_t shapes = round % 10 == 0 ? 70 : 3 + (size_t)random_below(&random, 12);
        double ratios[10 * 70];

        scatter(ratios, kernels * shapes, &random, 2 + (size_t)round % 3);
        assert_int_equal(find(kernels, shapes, ratios, chosen), count_all(kernels, shapes, ratios));
    }
}

/* Of more than can be tried: a set that serves all, in bounded time. */
static void many(void **state)
{
    static double ratios[MOST_KERNELS * MOST_SHAPES];
    size_t chosen[MOST_SHAPES], count;
    uint64_t random = 1;

    (void)state;
    scatter(ratios, MOST_KERNELS * MOST_SHAPES, &random, 5);
    count = find(MOST_KERNELS, MOST_SHAPES, ratios, chosen);
    for (size_t shape = 0; shape < MOST_SHAPES; shape++) {
        bool serves = false;

        for (size_t i = 0; i < count; i++)
            serves = serves || ratios[chosen[i] * MOST_SHAPES + shape] <= 1.1;
        assert_true(serves);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fewer_than_the_greedy_rule),
        cmocka_unit_test(order),
        cmocka_unit_test(smallest_of_random_ones),
        cmocka_unit_test(many),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
