/* The cases that a check tries: enough, not too many, and none that breaks a constraint. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "harness/verify/cases.h"
#include "tests/harness/plain_manifest.h"

static bool has(const struct case_list *cases, int index, uint64_t size)
{
    for (size_t i = 0; i < cases->count; i++)
        if (cases->list[i].test_case.size[index] == size)
            return true;
    return false;
}

/* Every size that is tried is multiplied at least once. */
static void expect_products(const struct case_list *cases)
{
    for (size_t i = 0; i < cases->count; i++) {
        bool multiplied = false;

        for (size_t j = 0; j < cases->count; j++)
            multiplied =
                multiplied || (cases->list[j].test_case.alpha != 0 &&
                               memcmp(cases->list[j].test_case.size, cases->list[i].test_case.size,
                                      sizeof cases->list[i].test_case.size) == 0);
        assert_true(multiplied);
    }
}

/* A half is a third where values are random. */
static bool is_scalar(double given, enum case_data data, double scalar)
{
    return given == (data == CASE_RANDOM && scalar == 0.5 ? 1.0 / 3 : scalar);
}

/* Whether a case has all lines of A, B and C at multiples of four elements. */
static bool has_aligned(const struct case_list *cases, const struct manifest *manifest)
{
    struct fault fault = {0};

    for (size_t i = 0; i < cases->count; i++) {
        const uint64_t *const size = cases->list[i].test_case.size;
        uint64_t bits = 0, offsets = 0;
        struct launch launch;

        assert_int_equal(launch_resolve(manifest, &cases->list[i].test_case, &launch, &fault), 0);
        for (int j = 0; j < 3; j++) {
            bits |= size[j] | launch.value[SYMBOL_LDA + j];
            offsets += launch.value[SYMBOL_OFFSET_A + j];
        }
        if (bits % 4 == 0 && offsets == 0 && size[0] * size[1] * size[2] > 0)
            return true;
    }
    return false;
}

static void test_edges(void **state)
{
    static const uint64_t extents[] = {0, 1, 2, 7, 8, 9}, depths[] = {0, 1, 2, 7, 8, 9, 16, 17};
    static const double scalars[] = {0, 1, -1, 0.5};
    struct fault fault = {0};
    struct manifest manifest;
    struct case_list cases;
    bool odd_ld = false, wide_ld = false, offset = false, infinite = false;

    (void)state;
    load_plain(&manifest);
    assert_int_equal(cases_make(&manifest, SIZES_EDGE, NULL, &cases, &fault), 0);
    assert_in_range(cases.count, 60, 100);
    for (size_t i = 0; i < sizeof extents / sizeof *extents; i++) {
        assert_true(has(&cases, 0, extents[i]));
        assert_true(has(&cases, 1, extents[i]));
    }
    for (size_t i = 0; i < sizeof depths / sizeof *depths; i++)
        assert_true(has(&cases, 2, depths[i]));
    for (int i = 0; i < 16; i++) {
        bool found = false;

        for (size_t j = 0; j < cases.count; j++)
            found = found ||
                    (is_scalar(cases.list[j].test_case.alpha, cases.list[j].data, scalars[i / 4]) &&
                     is_scalar(cases.list[j].test_case.beta, cases.list[j].data, scalars[i % 4]));
        assert_true(found);
    }
    for (size_t i = 0; i < cases.count; i++) {
        const struct check_case *one = &cases.list[i];
        struct launch launch;

        assert_int_equal(launch_resolve(&manifest, &one->test_case, &launch, &fault), 0);
        odd_ld = odd_ld || launch.value[SYMBOL_LDA] % 2 == 1;
        wide_ld = wide_ld || launch.value[SYMBOL_LDC] > launch.value[SYMBOL_N];
        offset = offset || launch.value[SYMBOL_OFFSET_B] > 0;
        infinite = infinite || one->data == CASE_INFINITE;
    }
    assert_true(odd_ld && wide_ld && offset && infinite);
    assert_true(has_aligned(&cases, &manifest));
    expect_products(&cases);
    cases_release(&cases);
    assert_int_equal(cases_make(&manifest, SIZES_DEFAULT, NULL, &cases, &fault), 0);
    assert_in_range(cases.count, 10, 50);
    assert_true(has_aligned(&cases, &manifest));
    expect_products(&cases);
    cases_release(&cases);
    manifest_release(&manifest);
}

/* Few, but below, at and above the tile of 8 x 8, and a depth that leaves a rest. */
static void test_quick(void **state)
{
    static const uint64_t extents[] = {7, 8, 9};
    struct fault fault = {0};
    struct manifest manifest;
    struct case_list cases;
    bool random = false;

    (void)state;
    load_plain(&manifest);
    assert_int_equal(cases_make(&manifest, SIZES_QUICK, NULL, &cases, &fault), 0);
    assert_int_equal(cases.count, 5);
    expect_products(&cases);
    for (size_t i = 0; i < sizeof extents / sizeof *extents; i++) {
        assert_true(has(&cases, 0, extents[i]));
        assert_true(has(&cases, 1, extents[i]));
    }
    assert_true(has(&cases, 2, 73) && has(&cases, 2, 64));
    assert_true(has_aligned(&cases, &manifest));
    for (size_t i = 0; i < cases.count; i++)
        random = random || cases.list[i].data == CASE_RANDOM;
    assert_true(random);
    cases_release(&cases);
    manifest_release(&manifest);
}

static void test_constrained(void **state)
{
    struct constraint constraints[4] = {
        {"edges", "M must be a multiple of 32", {SYMBOL_M}, 1, OP_MULTIPLE_OF, {SYMBOL_NONE, 32}},
        {"edges", "N must be a multiple of 16", {SYMBOL_N}, 1, OP_MULTIPLE_OF, {SYMBOL_NONE, 16}},
        {"edges", "K must be a multiple of 8", {SYMBOL_K}, 1, OP_MULTIPLE_OF, {SYMBOL_NONE, 8}},
        {"vector",
         "ldb must be a multiple of 4",
         {SYMBOL_LDB},
         1,
         OP_MULTIPLE_OF,
         {SYMBOL_NONE, 4}},
    };
    struct fault fault = {0};
    struct manifest manifest;
    struct case_list cases;
    struct constraint *kept;
    struct test_case test_case = {.size = {32, 17, 8}, .has_size = {true, true, true}};

    (void)state;
    load_plain(&manifest);
    kept = manifest.constraints;
    manifest.constraints = constraints;
    manifest.constraint_count = 4;
    assert_int_equal(cases_make(&manifest, SIZES_EDGE, NULL, &cases, &fault), 0);
    assert_in_range(cases.count, 30, 100);
    for (size_t i = 0; i < cases.count; i++) {
        assert_int_equal(cases.list[i].test_case.size[0] % 32, 0);
        assert_int_equal(cases.list[i].test_case.size[1] % 16, 0);
        assert_int_equal(cases.list[i].test_case.size[2] % 8, 0);
        assert_int_equal(cases.list[i].test_case.ld[1] % 4, 0);
    }
    cases_release(&cases);
    assert_int_equal(cases_make(&manifest, SIZES_GIVEN, &test_case, &cases, &fault), -1);
    assert_int_equal(fault.code, FAULT_REFUSED);
    assert_non_null(strstr(fault.text, "N must be a multiple of 16"));
    fault_clear(&fault);

    manifest.constraint_count = 0;
    for (int i = 0; i < 3; i++)
        manifest.problem.size[i] = (struct given_size){GIVEN_FIXED, 40 + (uint64_t)i};
    assert_int_equal(cases_make(&manifest, SIZES_EDGE, NULL, &cases, &fault), 0);
    assert_in_range(cases.count, 3, 40);
    for (size_t i = 0; i < cases.count; i++)
        assert_int_equal(cases.list[i].test_case.size[1], 41);
    cases_release(&cases);

    constraints[0] =
        (struct constraint){"none", "M must be 7", {SYMBOL_M}, 1, OP_EQUAL, {SYMBOL_NONE, 7}};
    manifest.constraint_count = 1;
    assert_int_equal(cases_make(&manifest, SIZES_EDGE, NULL, &cases, &fault), -1);
    assert_int_equal(fault.code, FAULT_REFUSED);
    fault_clear(&fault);
    manifest.constraints = kept;
    manifest_release(&manifest);
}

/* Number of different (m, n, k). */
static size_t count_sizes(const struct case_list *cases)
{
    size_t different = 0;

    for (size_t i = 0; i < cases->count; i++) {
        size_t j = 0;

        while (memcmp(cases->list[i].test_case.size, cases->list[j].test_case.size,
                      sizeof cases->list[i].test_case.size) != 0)
            j++;
        different += i == j;
    }
    return different;
}

/* Kernels that want a whole tile at least: as many cases as others get, right above the tile. */
static void test_at_least(void **state)
{
    struct constraint constraints[4] = {
        {"edges", "M must be at least 32", {SYMBOL_M}, 1, OP_AT_LEAST, {SYMBOL_NONE, 32}},
        {"edges", "N must be at least 16", {SYMBOL_N}, 1, OP_AT_LEAST, {SYMBOL_NONE, 16}},
        {"edges", "K must be at least 8", {SYMBOL_K}, 1, OP_AT_LEAST, {SYMBOL_NONE, 8}},
        {"vector", "N must be a multiple of 4", {SYMBOL_N}, 1, OP_MULTIPLE_OF, {SYMBOL_NONE, 4}},
    };
    static const uint64_t extents[] = {32, 33, 34, 39, 63, 67}, depths[] = {8, 9, 10, 15, 17};
    struct fault fault = {0};
    struct manifest manifest;
    struct case_list cases;
    struct constraint *kept;

    (void)state;
    load_plain(&manifest);
    kept = manifest.constraints;
    manifest.constraints = constraints;
    manifest.steps[0].global[1].per_group = 32;
    manifest.steps[0].global[0].per_group = 16;
    for (size_t count = 1; count <= 4; count++) {
        manifest.constraint_count = count;
        assert_int_equal(cases_make(&manifest, SIZES_EDGE, NULL, &cases, &fault), 0);
        assert_in_range(cases.count, 60, 100);
        assert_in_range(count_sizes(&cases), 30, 100);
        for (size_t i = 0; i < sizeof extents / sizeof *extents; i++)
            assert_true(has(&cases, 0, extents[i]));
        for (size_t i = 0; i < sizeof depths / sizeof *depths && count >= 3; i++)
            assert_true(has(&cases, 2, depths[i]));
        for (size_t i = 0; i < cases.count; i++) {
            assert_true(cases.list[i].test_case.size[0] >= 32);
            assert_true(count < 2 || cases.list[i].test_case.size[1] >= 16);
            assert_true(count < 4 || cases.list[i].test_case.size[1] % 4 == 0);
        }
        cases_release(&cases);
        assert_int_equal(cases_make(&manifest, SIZES_DEFAULT, NULL, &cases, &fault), 0);
        assert_in_range(cases.count, 20, 50);
        cases_release(&cases);
    }
    manifest.constraints = kept;
    manifest_release(&manifest);
}

/* Of a batch, fewer members than a work-group has side by side, and more: a last work-group with fewer. */
static void test_members(void **state)
{
    struct fault fault = {0};
    struct manifest manifest;
    struct case_list cases;
    bool fewer = false, more = false;

    (void)state;
    load_plain(&manifest);
    manifest.problem.batch = BATCH_STRIDED;
    manifest.problem.members.kind = GIVEN_AT_LAUNCH;
    manifest.steps[0].global[1] =
        (struct global_size){.dim.symbol = SYMBOL_BATCH, .rounded_to = 1, .per_group = 8};
    assert_int_equal(cases_make(&manifest, SIZES_QUICK, NULL, &cases, &fault), 0);
    for (size_t i = 0; i < cases.count; i++) {
        fewer |= cases.list[i].test_case.members < 8;
        more |= cases.list[i].test_case.members > 8 && cases.list[i].test_case.members % 8 != 0;
    }
    assert_true(fewer && more);
    cases_release(&cases);
    manifest_release(&manifest);
}

/* Where work-groups compute tiles in sequence, these are what they compute at a time. */
static void test_tiles_in_sequence(void **state)
{
    struct launch launch = {.alpha = 1, .beta = 1};
    struct manifest manifest;
    struct step step, *own;
    size_t count;

    (void)state;
    load_plain(&manifest);
    for (int i = 0; i < SYMBOL_COUNT; i++)
        launch.value[i] = 1024;
    assert_int_equal(fit_tile(&manifest, &launch, SYMBOL_M), 8);
    own = manifest.steps;
    count = manifest.step_count;
    step = *launch_main_step(&manifest, &launch);
    step.global[0] = (struct global_size){
        .persistent = true, .groups_per_unit = 1, .in_sequence.symbol = SYMBOL_M, .per_tile = 24};
    step.global[1] = (struct global_size){
        .dim.symbol = SYMBOL_NONE, .per_group = 1, .in_sequence.symbol = SYMBOL_N, .per_tile = 40};
    manifest.steps = &step;
    manifest.step_count = 1;
    assert_int_equal(fit_tile(&manifest, &launch, SYMBOL_M), 24);
    assert_int_equal(fit_tile(&manifest, &launch, SYMBOL_N), 40);
    manifest.steps = own;
    manifest.step_count = count;
    manifest_release(&manifest);
}

/* The tile is that of the step that multiplies, whatever comes before and after it. */
static void test_steps_around(void **state)
{
    struct fault fault = {0};
    struct manifest manifest;
    struct case_list cases;
    struct step steps[3], *kept;

    (void)state;
    load_plain(&manifest);
    kept = manifest.steps;
    for (int i = 0; i < 3; i++) {
        steps[i] = kept[0];
        if (i == 1) {
            steps[i].global[0].per_group = 48;
            steps[i].global[1].per_group = 96;
        } else {
            steps[i].flops = NULL;
            steps[i].flops_count = 0;
        }
    }
    manifest.steps = steps;
    manifest.step_count = 3;
    assert_int_equal(cases_make(&manifest, SIZES_EDGE, NULL, &cases, &fault), 0);
    assert_true(has(&cases, 0, 95) && has(&cases, 0, 97) && has(&cases, 0, 191));
    assert_true(has(&cases, 1, 47) && has(&cases, 1, 49) && has(&cases, 1, 95));
    cases_release(&cases);
    /* Without figures the last one counts. */
    steps[1].flops_count = 0;
    assert_int_equal(cases_make(&manifest, SIZES_EDGE, NULL, &cases, &fault), 0);
    assert_true(!has(&cases, 0, 97) && has(&cases, 0, 9));
    cases_release(&cases);
    manifest.steps = kept;
    manifest.step_count = 1;
    manifest_release(&manifest);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_edges),
        cmocka_unit_test(test_quick),
        cmocka_unit_test(test_constrained),
        cmocka_unit_test(test_at_least),
        cmocka_unit_test(test_steps_around),
        cmocka_unit_test(test_members),
        cmocka_unit_test(test_tiles_in_sequence),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
