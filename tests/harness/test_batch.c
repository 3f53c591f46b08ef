/* Batches: where members lie, how they are launched, and what is told of elements that belong to none. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "harness/run/launch.h"
#include "harness/verify/matrix.h"

/* A row-major product whose members are given at launch. */
static struct manifest batch_of(enum batch kind)
{
    struct manifest manifest = {.problem = {.batch = kind}};

    for (int i = 0; i < OPERAND_COUNT; i++) {
        manifest.problem.type[i] = TYPE_F32;
        manifest.problem.offset[i].kind = GIVEN_AT_LAUNCH;
    }
    if (kind == BATCH_NONE)
        manifest.problem.members = (struct given_size){GIVEN_FIXED, 1};
    return manifest;
}

static struct launch resolved(const struct manifest *manifest, const struct test_case *test_case)
{
    struct fault fault = {0};
    struct launch launch;

    if (launch_resolve(manifest, test_case, &launch, &fault))
        fail_msg("%s", fault.text);
    return launch;
}

static const struct test_case small = {.has_size = {true, true, true},
                                       .size = {2, 3, 4},
                                       .ld = {5, 3, 3},
                                       .offset = {7, 0, 0},
                                       .has_members = true,
                                       .members = 3,
                                       .gap = {1, 0, 2},
                                       .shared = {false, true, true}};

/* Strides hold a whole member and the gap; a shared B has none, and C is never shared. */
static void test_strides(void **state)
{
    const struct manifest manifest = batch_of(BATCH_STRIDED);
    const struct launch launch = resolved(&manifest, &small);
    struct test_case test_case = small;

    (void)state;
    assert_int_equal(launch.value[SYMBOL_BATCH], 3);
    assert_int_equal(launch.value[SYMBOL_STRIDE_A], 5 + 4 + 1);
    assert_int_equal(launch.value[SYMBOL_STRIDE_B], 0);
    assert_int_equal(launch.value[SYMBOL_STRIDE_C], 3 + 3 + 2);
    assert_int_equal(launch_member(&launch, OPERAND_A, 2), 20);
    assert_int_equal(launch_member(&launch, OPERAND_B, 2), 0);
    test_case.has_members = false;
    assert_int_equal(resolved(&manifest, &test_case).value[SYMBOL_BATCH], BATCH_MEMBERS);
}

static void test_refused(void **state)
{
    struct manifest manifest = batch_of(BATCH_NONE);
    struct fault fault = {0};
    struct launch launch;

    (void)state;
    assert_int_equal(launch_resolve(&manifest, &small, &launch, &fault), -1);
    assert_non_null(strstr(fault.text, "made for 1 member of a batch, not for 3; ask --batch"));
    fault_clear(&fault);
    manifest = batch_of(BATCH_STRIDED);
    manifest.problem.stride[OPERAND_A] = (struct given_size){GIVEN_FIXED, 8};
    assert_int_equal(launch_resolve(&manifest, &small, &launch, &fault), -1);
    assert_non_null(strstr(fault.text, "members of A, of 9 elements, overlap"));
    fault_clear(&fault);
}

/* A list has each member once, and no two lists are alike. */
static void test_lists(void **state)
{
    const struct manifest manifest = batch_of(BATCH_OFFSETS);
    struct test_case test_case = small;
    struct launch launch;
    uint64_t elements;
    struct fault fault = {0};
    const struct buffer a = {
        .role = ROLE_A,
        .extent = {{{SYMBOL_M, 0}, 1, {SYMBOL_LDA, 0}, false, {SYMBOL_NONE, 0}},
                   {{SYMBOL_K, 0}, 1, {SYMBOL_NONE, 1}, false, {SYMBOL_NONE, 0}}},
        .extent_count = 2,
        .offset = {SYMBOL_OFFSET_A, 0}};

    (void)state;
    test_case.shared[OPERAND_B] = false;
    launch = resolved(&manifest, &test_case);
    for (int i = 0; i < OPERAND_COUNT; i++) {
        const uint64_t stride = launch.value[SYMBOL_STRIDE_A + i];
        unsigned seen = 0;

        for (uint64_t member = 0; member < 3; member++)
            seen |= 1U << launch_member(&launch, i, member) / stride;
        assert_int_equal(seen, 7);
    }
    assert_int_not_equal(launch_member(&launch, OPERAND_A, 0), 0);
    /* The offset, two strides, and the last member. */
    assert_int_equal(launch_elements(&launch, &a, &elements, &fault), 0);
    assert_int_equal(elements, 7 + 2 * 10 + 5 + 4);
    test_case.members = 0;
    launch = resolved(&manifest, &test_case);
    assert_int_equal(launch_elements(&launch, &a, &elements, &fault), 0);
    assert_int_equal(elements, 0);
}

/* Each member has so many work-groups, and there are so many beside these. */
static void test_times(void **state)
{
    const struct manifest manifest = batch_of(BATCH_STRIDED);
    const struct test_case test_case = {
        .has_size = {true, true, true}, .size = {2, 3, 1}, .has_members = true, .members = 5};
    const struct launch launch = resolved(&manifest, &test_case);
    struct step step = {.name = "multiply",
                        .dimensions = 1,
                        .local = {4},
                        .global = {{.dim.symbol = SYMBOL_BATCH,
                                    .rounded_to = 1,
                                    .per_group = 2,
                                    .times = 7,
                                    .more = {.symbol = SYMBOL_NONE}}}};
    struct fault fault = {0};
    uint64_t groups[3];

    (void)state;
    assert_int_equal(launch_groups(&launch, &step, 1, groups, &fault), 0);
    assert_int_equal(groups[0], 3 * 7);
    step.global[0].more.symbol = SYMBOL_M;
    assert_int_equal(launch_groups(&launch, &step, 1, groups, &fault), 0);
    assert_int_equal(groups[0], 3 * 7 + 2);
    step.global[0].times = UINT64_MAX / 2;
    assert_int_not_equal(launch_groups(&launch, &step, 1, groups, &fault), 0);
}

/* So many work-groups along the last dimension take several launches. */
static void test_parts(void **state)
{
    const struct step step = {.dimensions = 3, .global = {[2] = {.per_group = 1, .most = 100}}};
    const struct step whole = {.dimensions = 2};
    const uint64_t counts[] = {0, 1, 100, 101, 200, 201}, parts[] = {1, 1, 1, 2, 2, 3};

    (void)state;
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        const uint64_t groups[3] = {5, 7, counts[i]};

        assert_int_equal(launch_parts(&step, groups), parts[i]);
    }
    assert_int_equal(launch_parts(&whole, (const uint64_t[]){1000, 1000}), 1);
}

/* Members of 2 lines of 3 elements, 5 apart, 2 elements between them. */
static void test_strays(void **state)
{
    const struct manifest manifest = batch_of(BATCH_STRIDED);
    const struct test_case test_case = {.has_size = {true, true, true},
                                        .size = {2, 3, 1},
                                        .ld = {0, 0, 5},
                                        .offset = {0, 0, 4},
                                        .has_members = true,
                                        .members = 3,
                                        .gap = {0, 0, 2}};
    const struct launch launch = resolved(&manifest, &test_case);
    struct fault fault = {0};
    struct matrix c;
    float *bytes;

    (void)state;
    assert_int_equal(matrix_make(&manifest, &launch, OPERAND_C, &c, &fault), 0);
    assert_int_equal(c.elements, 4 + 2 * 10 + 5 + 3);
    bytes = malloc(matrix_bytes(&c));
    assert_non_null(bytes);
    for (uint64_t member = 0; member < 3; member++) {
        c.start = launch_member(&launch, OPERAND_C, member);
        for (int i = 0; i < 6; i++)
            c.value[i] = (double)(10 * member) + i;
        if (member == 0)
            matrix_encode(&c, false, bytes);
        else
            matrix_put(&c, bytes);
    }
    assert_true(bytes[4] == 0 && bytes[9] == 3 && bytes[14] == 10 && bytes[24] == 20);
    assert_int_equal(matrix_stray(&c, bytes), c.elements);
    for (uint64_t i = 0; i < c.elements; i++) {
        const float before = bytes[i];
        const uint64_t line = i < 4 ? 5 : (i - 4) % 10;
        const bool inside = i >= 4 && (line < 3 || (line >= 5 && line < 8));

        bytes[i] = 1;
        assert_int_equal(matrix_stray(&c, bytes), inside ? c.elements : i);
        memcpy(&bytes[i], &before, sizeof before);
    }
    free(bytes);
    matrix_release(&c);
}

/* Of groups that have parts of N or K, A or C alone has one for each. */
static void test_other_axes(void **state)
{
    struct manifest manifest = batch_of(BATCH_GROUPS);
    const struct test_case test_case = {
        .has_size = {true, true, true}, .size = {29, 3, 40}, .has_members = true, .members = 11};

    (void)state;
    for (manifest.problem.ragged = SYMBOL_N; manifest.problem.ragged <= SYMBOL_K;
         manifest.problem.ragged++) {
        const struct launch launch = resolved(&manifest, &test_case);
        const bool of_k = manifest.problem.ragged == SYMBOL_K;

        assert_int_equal(launch.value[SYMBOL_STRIDE_A], of_k ? 0 : 29 * 40);
        assert_int_equal(launch.value[SYMBOL_STRIDE_B], 0);
        assert_int_equal(launch.value[SYMBOL_STRIDE_C], of_k ? 29 * 3 : 0);
        assert_int_equal(launch_first_row(&launch, 11), of_k ? 40 : 3);
    }
}

/* However rows are dealt out, groups follow one another within the matrices, at random some empty and some rows of none; A and C are one.
 * What a kernel is told is that, or nonsense. */
static void test_groups(void **state)
{
    const struct manifest manifest = batch_of(BATCH_GROUPS);
    struct test_case test_case = {
        .has_size = {true, true, true}, .size = {29, 3, 4}, .has_members = true, .members = 11};
    unsigned empty = 0, left = 0, nonsense = 0;

    (void)state;
    for (test_case.dealt = DEALT_EVEN; test_case.dealt < 100; test_case.dealt++) {
        const struct launch launch = resolved(&manifest, &test_case);
        uint64_t end = launch_first_row(&launch, 0);

        assert_int_equal(launch.value[SYMBOL_STRIDE_A], 0);
        assert_int_equal(launch.value[SYMBOL_STRIDE_B], 4 * 3);
        left += end > 0;
        for (uint64_t group = 1; group <= 11; group++) {
            const uint64_t first = end;

            end = launch_first_row(&launch, group);
            assert_true(first <= end && end <= 29);
            empty += first == end;
            if (test_case.dealt == DEALT_HOSTILE)
                nonsense += launch_told(&launch, ROLE_OFFSETS, group) != (int32_t)end;
            else
                assert_int_equal(launch_told(&launch, ROLE_OFFSETS, group), end);
        }
        left += end < 29;
    }
    assert_true(empty > 300 && left > 30 && nonsense > 7);
}

/* Dealt out as words are: the largest group has twice as many rows as the second and three times as many as the third, wherever they are. */
static void test_zipf(void **state)
{
    const struct manifest manifest = batch_of(BATCH_GROUPS);
    const struct test_case test_case = {.has_size = {true, true, true},
                                        .size = {60000, 3, 4},
                                        .has_members = true,
                                        .has_groups = true,
                                        .to_deal = 60000,
                                        .members = 12,
                                        .dealt = DEALT_ZIPF};
    const struct launch launch = resolved(&manifest, &test_case);
    double inverse[12] = {0}, all = 0;

    (void)state;
    for (uint64_t group = 0; group < 12; group++) {
        const double rows =
            (double)(launch_first_row(&launch, group + 1) - launch_first_row(&launch, group));
        const int place = (int)(60000 / 3.1032107 / rows + 0.5);

        all += rows;
        assert_in_range(place, 1, 12);
        assert_true(inverse[place - 1] == 0);
        inverse[place - 1] = rows;
    }
    assert_true(all == 60000 && inverse[0] > 19000 && launch_first_row(&launch, 0) == 0);
    assert_string_equal(launch_dealing(&launch), "zipf");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_strides),    cmocka_unit_test(test_refused),
        cmocka_unit_test(test_lists),      cmocka_unit_test(test_times),
        cmocka_unit_test(test_parts),      cmocka_unit_test(test_strays),
        cmocka_unit_test(test_other_axes), cmocka_unit_test(test_groups),
        cmocka_unit_test(test_zipf),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
