/*
 * What a parameter space is asked: lists of values, what is said already, spaces of one point or none.
 * Test: long
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "tests/unit/fixture.h"
#include "tests/unit/spaces.h"

static void spaces_of_one_parameter_and_of_none(void **state)
{
    struct clgemm_space *space = space_of("", 0, "tile=8x2,300x2,16x2");
    struct clgemm_cover cover;
    double product, valid;
    unsigned point[MOST];
    (void)state;
    assert_int_equal(clgemm_space_cover(space, 1, &cover, &error), 0);
    assert_int_equal(cover.count, 2);
    assert_int_equal(cover.points[1], 2);
    clgemm_space_free(space);
    space = space_of("", 0, "");
    assert_int_equal(clgemm_space_count(space, &product, &valid, &error), 0);
    assert_true(product == 1 && valid == 1);
    assert_int_equal(clgemm_space_first(space, point, &error), 1);
    assert_int_equal(clgemm_space_next(space, point, &error), 0);
    assert_int_equal(clgemm_space_cover(space, 1, &cover, &error), 0);
    assert_int_equal(cover.count, 0);
    clgemm_space_free(space);
}

static void a_space_without_points_says_so(void **state)
{
    static const char *const lines[][2] = {
        {"--alpha 0", ""}, {"", "vec-c=3"}, {"--family naive", "vec-a=2,4"}};
    (void)state;
    for (int i = 0; i < 3; i++) {
        struct clgemm_space *const space =
            space_of(lines[i][0], i ? BOTH : CLGEMM_RANGE_KERNEL, lines[i][1]);
        struct clgemm_cover cover;
        unsigned long long seed = 1;
        unsigned point[MOST];
        double product, valid;
        assert_int_equal(clgemm_space_count(space, &product, &valid, &error), 0);
        assert_true(valid == 0);
        assert_int_equal(clgemm_space_first(space, point, &error), 0);
        assert_int_equal(clgemm_space_random(space, &seed, point, &error), 0);
        assert_int_equal(clgemm_space_cover(space, 1, &cover, &error), 0);
        assert_int_equal(cover.count, 0);
        clgemm_space_free(space);
    }
}

static void what_is_said_is_fixed(void **state)
{
    static const char *const fixed[] = {"family", "tile", "wg", "layout", "access-a", "access-b"};
    struct clgemm_space *const space =
        space_of("--preset L3_SIMD_8x4_1x8 --mad fma", CLGEMM_RANGE_KERNEL, "");
    const char *name;
    (void)state;
    for (size_t p = 0; (name = clgemm_space_parameter(space, p, NULL)); p++)
        for (size_t i = 0; i < sizeof fixed / sizeof fixed[0]; i++)
            assert_string_not_equal(name, fixed[i]);
    const size_t before = parameters_of(space);
    assert_int_equal(clgemm_space_narrow(space, "tile=8x8,16x2", &error), 0);
    assert_int_equal(clgemm_space_narrow(space, "tile=8x8", &error), 0);
    assert_int_equal(parameters_of(space), before + 1);
    clgemm_space_free(space);
}

/* Of a launch of numbers the work-groups and tiles are those that fit it, whatever the profile lists, and nothing needs a step of its own. */
static void a_host_leaves_what_its_launch_has(void **state)
{
    static const char *const single[][2] = {
        {"pretranspose", "none"}, {"panels", "none"}, {"access-a", "buffer"}, {"edges", "guard"}};
    struct clgemm_space *const space =
        space_of("--interface llama_mul_mm_f32 --for cpu", CLGEMM_RANGE_KERNEL, "");
    unsigned long long seed = 1;
    unsigned point[MOST];
    const char *name;
    (void)state;
    for (size_t p = 0; (name = clgemm_space_parameter(space, p, NULL)); p++) {
        const struct space_parameter *const parameter = &space->parameters[p];
        for (size_t i = 0; i < sizeof single / sizeof single[0]; i++)
            if (strcmp(name, single[i][0]) == 0) {
                assert_int_equal(parameter->count, 1);
                assert_string_equal(clgemm_space_value(space, p, 0), single[i][1]);
            }
        /* The last one is that of a family whose work-item is alone. */
        for (size_t v = 0; v < parameter->count && strcmp(name, "wg") == 0; v++)
            assert_int_equal(parameter->values[v].numbers[0] * parameter->values[v].numbers[1],
                             v + 1 < parameter->count ? 128 : 1);
        assert_string_not_equal(name, "batch");
    }
    assert_int_equal(clgemm_space_random(space, &seed, point, &error), 1);
    assert_int_equal(clgemm_space_narrow(space, "batch=none,strided", &error), 0);
    assert_int_equal(clgemm_space_contains(space, (unsigned[MOST]){0}, &error), -1);
    assert_non_null(strstr(error.text, "leave out --batch"));
    clgemm_space_free(space);
}

/* A launch of 16 x 2 work-items with 8 elements has them in every shape, as they share sums of K. */
static void work_items_of_a_host_share_sums(void **state)
{
    struct clgemm_space *const space =
        space_of("--interface llama_mul_mv_q8_0 --for generic", CLGEMM_RANGE_KERNEL, "wg=2x16,8x4");
    unsigned long long seed = 1;
    unsigned point[MOST];
    (void)state;
    assert_int_equal(clgemm_space_random(space, &seed, point, &error), 1);
    clgemm_space_free(space);
}

static void lists_that_cannot_be_read(void **state)
{
    static const char *const lists[][2] = {{"tile", "--param tile=V1,V2"},
                                           {"tile=", "a value"},
                                           {"tile=8", "HxW"},
                                           {"tiel=8x8", "did you mean tile?"},
                                           {"mad=mad,mda", "mad"},
                                           {"tile=8x8,8x8", "twice"},
                                           {"preset=naive", "--preset"},
                                           {"for=cpu,generic", "--for"},
                                           {"tile=8x8,", "behind a comma"},
                                           {"tile=,8x8", "before a comma"},
                                           {"tile=8x8,,4x4", "behind a comma"}};
    struct clgemm_space *const space = space_of("", CLGEMM_RANGE_KERNEL, "");
    (void)state;
    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++) {
        assert_int_equal(clgemm_space_narrow(space, lists[i][0], &error), -1);
        assert_int_equal(error.code, CLGEMM_USAGE);
        if (!strstr(error.text, lists[i][1]))
            fail_msg("%s: %s", lists[i][0], error.text);
    }
    clgemm_space_free(space);
}

/* An index past the values of a parameter is told, in every call that takes a point. */
static void points_outside_are_refused(void **state)
{
    struct clgemm_space *const space = space_of("--family naive", CLGEMM_RANGE_KERNEL, "");
    struct clgemm_request *const request = clgemm_request_new();
    const size_t count = parameters_of(space);
    unsigned point[128] = {0}, other[128];
    size_t values, turn = 0;
    (void)state;
    assert_int_equal(clgemm_space_first(space, point, &error), 1);
    assert_non_null(clgemm_space_parameter(space, count - 1, &values));
    point[count - 1] = (unsigned)values;
    for (int call = 0; call < 4; call++) {
        const int status = call == 0   ? clgemm_space_contains(space, point, &error)
                           : call == 1 ? clgemm_space_next(space, point, &error)
                           : call == 2 ? clgemm_space_say(space, point, request, &error)
                                       : clgemm_space_neighbour(space, point, &turn, other, &error);
        assert_int_equal(status, -1);
        assert_int_equal(error.code, CLGEMM_USAGE);
        assert_non_null(strstr(error.text, "the point has value"));
    }
    clgemm_request_free(request);
    clgemm_space_free(space);
}

static int after_three(void *self)
{
    int *const calls = self;
    return ++*calls >= 3;
}

/* Whoever is asked ends a count, and nothing of it is lost or wrong then. */
static void a_count_ends_where_it_is_told_to(void **state)
{
    struct clgemm_space *const space = space_of("", CLGEMM_RANGE_KERNEL, "");
    struct clgemm_space *const other = space_of("", CLGEMM_RANGE_KERNEL, "");
    double product, valid, wanted;
    int calls = 0;
    (void)state;
    clgemm_space_stop_by(space, after_three, &calls);
    assert_int_equal(clgemm_space_count(space, &product, &valid, &error), -1);
    assert_int_equal(error.code, CLGEMM_IO);
    assert_int_equal(calls, 3);
    clgemm_space_stop_by(space, NULL, NULL);
    assert_int_equal(clgemm_space_count(space, &product, &valid, &error), 0);
    assert_int_equal(clgemm_space_count(other, &product, &wanted, &error), 0);
    assert_true(valid == wanted);
    clgemm_space_free(space);
    clgemm_space_free(other);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(spaces_of_one_parameter_and_of_none),
        cmocka_unit_test(a_space_without_points_says_so),
        cmocka_unit_test(what_is_said_is_fixed),
        cmocka_unit_test(a_host_leaves_what_its_launch_has),
        cmocka_unit_test(work_items_of_a_host_share_sums),
        cmocka_unit_test(lists_that_cannot_be_read),
        cmocka_unit_test(a_count_ends_where_it_is_told_to),
        cmocka_unit_test(points_outside_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
