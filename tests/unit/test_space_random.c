/*
 * Random points, their neighbours and the pairs that they have; some of them of the whole space, which takes 30 s to count, in one
 * share.
 * Test: long
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "tests/unit/fixture.h"
#include "tests/unit/rotate.h"
#include "tests/unit/spaces.h"

/* The whole space, whose points are counted once for all tests that draw from it. */
static int open_whole(void **state)
{
    *state = space_of("", BOTH, "");
    return 0;
}

static int close_whole(void **state)
{
    clgemm_space_free(*state);
    return 0;
}

static void random_points_are_valid(void **state)
{
    struct clgemm_space *const space = *state;
    unsigned long long seed = 5;
    unsigned point[MOST] = {0};
    for (int i = 0; i < 400; i++) {
        if (clgemm_space_random(space, &seed, point, &error) != 1)
            fail_msg("%s", error.text);
        if (!is_served(space, "", point))
            fail_msg("a point that is refused");
    }
}

static void random_points_are_repeatable(void **state)
{
    struct clgemm_space *const space = space_of("--share none", CLGEMM_RANGE_KERNEL, "");
    struct clgemm_space *const twin = space_of("--share none", CLGEMM_RANGE_KERNEL, "");
    unsigned long long seed = 5, same = 5;
    unsigned point[MOST] = {0}, again[MOST] = {0};
    (void)state;
    for (int i = 0; i < 20; i++) {
        assert_int_equal(clgemm_space_random(space, &seed, point, &error), 1);
        assert_int_equal(clgemm_space_random(twin, &same, again, &error), 1);
        assert_memory_equal(point, again, parameters_of(space) * sizeof *point);
    }
    clgemm_space_free(twin);
    clgemm_space_free(space);
}

/* Each of the points of a small space comes about as often as any other. */
static void random_points_are_equally_likely(void **state)
{
    struct clgemm_space *const space =
        space_of("", 0, "tile=8x2,64x65 wg=1x8,1x7,4x8 mad=mad,fma tile-k=8,12,16");
    enum {
        DRAWS = 6000
    };
    unsigned long long seed = 1;
    unsigned point[MOST] = {0};
    int times[64] = {0};
    double product, valid;
    (void)state;
    assert_int_equal(clgemm_space_count(space, &product, &valid, &error), 0);
    for (int i = 0; i < DRAWS; i++) {
        size_t place = 0;
        assert_int_equal(clgemm_space_random(space, &seed, point, &error), 1);
        for (size_t p = 0, values; clgemm_space_parameter(space, p, &values); p++)
            place = place * values + point[p];
        times[place]++;
    }
    int met = 0;
    for (int i = 0; i < 64; i++) {
        if (!times[i])
            continue;
        met++;
        assert_in_range(times[i], 0.8 * DRAWS / valid, 1.2 * DRAWS / valid);
    }
    assert_true(met == valid);
    clgemm_space_free(space);
}

/* A large space's estimate is near its count, and is that once it was counted; a small one is counted at once. */
static void an_estimate_is_near_the_count(void **state)
{
    static const char *const lines[][2] = {
        {"--for cpu --type f32 --layout row --transpose nn", ""},
        {"", "tile=8x2,64x65 wg=1x8,1x7,4x8 mad=mad,fma tile-k=8,12,16"}};
    (void)state;
    for (int i = 0; i < 2; i++) {
        struct clgemm_space *const space =
            space_of(lines[i][0], i ? 0 : CLGEMM_RANGE_KERNEL, lines[i][1]);
        double product, valid, counted, again;
        unsigned drawn;
        assert_int_equal(clgemm_space_estimate(space, &product, &valid, &drawn, &error), 0);
        assert_true((drawn > 0) == (i == 0));
        assert_int_equal(clgemm_space_count(space, &product, &counted, &error), 0);
        assert_true(valid > 0.75 * counted && valid < 1.33 * counted);
        assert_true(drawn > 0 || valid == counted);
        assert_int_equal(clgemm_space_estimate(space, &product, &again, &drawn, &error), 0);
        assert_true(drawn == 0 && again == counted);
        clgemm_space_free(space);
    }
}

/* A point that is drawn without counting is one, the same seed gives the same, and all of a small space come. */
static void sampled_points_are_valid(void **state)
{
    struct clgemm_space *const large =
        space_of("--for cpu --type f32 --layout row --transpose nn", CLGEMM_RANGE_KERNEL, "");
    struct clgemm_space *const small =
        space_of("", 0, "tile=8x2,64x65 wg=1x8,1x7,4x8 mad=mad,fma tile-k=8,12,16");
    unsigned long long seed = 3, same = 3;
    unsigned point[MOST] = {0}, again[MOST] = {0};
    double product, valid, met = 0;
    bool seen[64] = {false};
    (void)state;
    for (int i = 0; i < 20; i++) {
        assert_int_equal(clgemm_space_sample(large, &seed, point, &error), 1);
        assert_int_equal(clgemm_space_contains(large, point, &error), 1);
        assert_int_equal(clgemm_space_sample(large, &same, again, &error), 1);
        assert_memory_equal(point, again, parameters_of(large) * sizeof *point);
    }
    assert_int_equal(clgemm_space_count(small, &product, &valid, &error), 0);
    for (int i = 0; i < 2000; i++) {
        size_t place = 0;
        assert_int_equal(clgemm_space_sample(small, &seed, point, &error), 1);
        for (size_t p = 0, values; clgemm_space_parameter(small, p, &values); p++)
            place = place * values + point[p];
        met += !seen[place];
        seen[place] = true;
    }
    assert_true(met == valid);
    clgemm_space_free(large);
    clgemm_space_free(small);
}

/* "NAME=1,2,...", of so many values. */
static void narrow(struct clgemm_space *space, const char *name, int values)
{
    char text[600];
    int length = snprintf(text, sizeof text, "%s=1", name);
    for (int i = 2; i <= values; i++)
        length += snprintf(text + length, sizeof text - (size_t)length, ",%d", i);
    assert_int_equal(clgemm_space_narrow(space, text, &error), 0);
}

/* One with more combinations than can be told apart has an estimate alone. */
static void a_space_too_large_to_be_counted_is_estimated(void **state)
{
    struct clgemm_space *const space =
        space_of("--for nvidia-hopper --type f32", CLGEMM_RANGE_KERNEL, "");
    double product, valid;
    unsigned drawn;
    (void)state;
    narrow(space, "pad-a", 64);
    narrow(space, "pad-b", 64);
    narrow(space, "unroll-k", 64);
    narrow(space, "split-k", 64);
    narrow(space, "tile-k", 128);
    assert_int_equal(clgemm_space_count(space, &product, &valid, &error), -1);
    assert_int_equal(clgemm_space_estimate(space, &product, &valid, &drawn, &error), 0);
    assert_true(valid > 0 && drawn > 0);
    clgemm_space_free(space);
}

static void neighbours_differ_in_one_parameter(void **state)
{
    struct clgemm_space *const space = *state;
    const size_t count = parameters_of(space);
    unsigned long long seed = 2;
    unsigned point[MOST] = {0}, other[MOST], changed[MOST];
    for (int i = 0; i < 50; i++) {
        size_t turn = 0, found = 0, expected = 0;
        assert_int_equal(clgemm_space_random(space, &seed, point, &error), 1);
        memcpy(changed, point, sizeof point);
        for (size_t p = 0, values; clgemm_space_parameter(space, p, &values); p++) {
            for (unsigned v = 0; v < values; v++) {
                changed[p] = v;
                expected += v != point[p] && clgemm_space_contains(space, changed, &error) == 1;
            }
            changed[p] = point[p];
        }
        while (clgemm_space_neighbour(space, point, &turn, other, &error) == 1) {
            size_t different = 0;
            for (size_t p = 0; p < count; p++)
                different += point[p] != other[p];
            assert_int_equal(different, 1);
            assert_int_equal(clgemm_space_contains(space, other, &error), 1);
            found++;
        }
        assert_int_equal(found, expected);
    }
}

/* Of the whole space: what random points have is covered, and the set is small. */
static void random_pairs_of_the_whole_space_are_covered(void **state)
{
    struct clgemm_space *const space = *state;
    const size_t count = parameters_of(space);
    static bool covered[MOST][MOST][16][16];
    struct clgemm_cover cover;
    unsigned long long seed = 77;
    unsigned point[MOST] = {0};
    size_t pairs = 0;
    assert_int_equal(clgemm_space_cover(space, 1, &cover, &error), 0);
    print_message("%zu points cover %zu pairs; %zu are impossible\n", cover.count, cover.pairs,
                  cover.impossible);
    for (size_t c = 0; c < cover.count; c++) {
        const unsigned *const member = cover.points + c * count;
        assert_true(is_served(space, "", member));
        for (size_t p = 0; p < count; p++)
            for (size_t q = p + 1; q < count; q++) {
                pairs += !covered[p][q][member[p]][member[q]];
                covered[p][q][member[p]][member[q]] = true;
            }
    }
    assert_int_equal(pairs, cover.pairs);
    for (int i = 0; i < 5000; i++) {
        assert_int_equal(clgemm_space_random(space, &seed, point, &error), 1);
        for (size_t p = 0; p < count; p++)
            for (size_t q = p + 1; q < count; q++)
                assert_true(covered[p][q][point[p]][point[q]]);
    }
    assert_in_range(cover.count, 50, 250);
}

/* On a space of moderate size, twice. */
static void a_covering_set_is_repeatable(void **state)
{
    struct clgemm_space *const space = space_of("--share none", CLGEMM_RANGE_KERNEL, "");
    const size_t count = parameters_of(space);
    struct clgemm_cover cover, again;
    (void)state;
    assert_int_equal(clgemm_space_cover(space, 1, &cover, &error), 0);
    assert_int_equal(clgemm_space_cover(space, 1, &again, &error), 0);
    assert_int_equal(again.count, cover.count);
    assert_memory_equal(again.points, cover.points, cover.count * count * sizeof *cover.points);
    clgemm_space_free(space);
}

int main(void)
{
    const struct CMUnitTest of_small_spaces[] = {
        cmocka_unit_test(random_points_are_repeatable),
        cmocka_unit_test(random_points_are_equally_likely),
        cmocka_unit_test(an_estimate_is_near_the_count),
        cmocka_unit_test(a_space_too_large_to_be_counted_is_estimated),
        cmocka_unit_test(sampled_points_are_valid),
        cmocka_unit_test(a_covering_set_is_repeatable),
    };
    const struct CMUnitTest of_the_whole_space[] = {
        cmocka_unit_test(random_points_are_valid),
        cmocka_unit_test(neighbours_differ_in_one_parameter),
        cmocka_unit_test(random_pairs_of_the_whole_space_are_covered),
    };
    print_share("test_space_random");
    return cmocka_run_group_tests(of_small_spaces, NULL, NULL) ||
           (in_share(0) && cmocka_run_group_tests(of_the_whole_space, open_whole, close_whole));
}
