/*
 * Plans for devices whose work-groups and local memory are small: steps shrink until they fit.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "tests/unit/ask.h"
#include "tests/unit/fixture.h"
#include "tests/unit/plans.h"
#include "tests/unit/specs.h"
#include "tests/unit/texts.h"

/* Work-items of a work-group. */
static long long items_of(const struct step *step)
{
    long long items = 1;
    for (size_t i = 0; i < step->dimension_count; i++)
        items *= step->dimensions[i].local;
    return items;
}

/* A kernel with each kind of step, whose own work-group is small. */
static const char *const stepped[] = {
    "--family local --tile 2x2 --wg 1x1 --split-k 2",
    "--family local --tile 2x2 --wg 1x1 --split-k 2 --batch strided --layout row",
    "--family register --wg 1x1 --edges pad --epilogue bias:row,relu",
    "--family register --wg 1x1 --edges pad --pretranspose ab --steps separate",
    "--family register --wg 1x1 --edges pad --pretranspose b --prepared b --layout row",
    "--family register --wg 1x1 --type c64 --pretranspose ab --fixed 33x65x17",
    "--family register --wg 1x1 --access image --edges pad",
    "--family register --wg 1x1 --tile 4x4 --type f64 --access image --vec-a 2 --vec-b 2",
    "--family register --wg 1x1 --type-b q4_k --transpose tn --decode b",
    "--family register --wg 1x1 --type-b q8_0 --transpose tn --decode b --edges pad",
    "--family register --wg 1x1 --type f16 --type-b i4_128 --transpose tn --decode b",
    "--family gemv --wg 1x1 --type-a q4_0 --transpose tn --prepared a",
    "--family blocked --wg 1x1 --panels ab",
    "--family matrix --engine emulated:mma --type f16 --wg 8x4 --panels ab --prepared b --copy "
    "bulk --stages 2",
    "--family matrix --engine emulated:fma --wg 4x8 --panels ab --copy bulk --stages 2 --layout "
    "row --fixed 33x65x17",
};

static void steps_keep_the_limit_of_work_groups(void **state)
{
    static const long long limits[] = {1024, 256, 255, 128, 100, 64, 32, 3, 1};
    int shrunk = 0;
    (void)state;
    for (size_t i = 0; i < sizeof stepped / sizeof *stepped; i++)
        for (size_t l = 0; l < sizeof limits / sizeof *limits; l++) {
            const struct plan *const usual = plan_of(stepped[i]);
            if (items_of(plan_main_step(usual)) > limits[l])
                continue;
            const char *const line =
                arena_printf(&arena, "%s --wg-limit %lld", stepped[i], limits[l]);
            const struct plan *const plan = plan_of(line);
            const char *const text = text_of(line);
            assert_true(plan->step_count > 1 && plan->step_count == usual->step_count);
            if (plan->requirement.work_group_size > limits[l])
                fail_msg("%s needs %lld", line, plan->requirement.work_group_size);
            for (size_t s = 0; s < plan->step_count; s++) {
                const struct launch_dimension *const d = plan->steps[s].dimensions;
                const long long items = items_of(&plan->steps[s]),
                                before = items_of(&usual->steps[s]);
                /* No smaller than a fourth of what the limit allows, and unchanged where that allows it. */
                if (before <= limits[l] ? items != before : items * 4 <= limits[l])
                    fail_msg("%s: %s has %lld work-items, not %lld", line, plan->steps[s].name,
                             items, before);
                shrunk += items < before;
                assert_contains(
                    text,
                    arena_printf(&arena, "__attribute__((reqd_work_group_size(%lld, %lld, %lld)))",
                                 d[0].local, d[1].local,
                                 plan->steps[s].dimension_count > 2 ? d[2].local : 1));
            }
        }
    assert_true(shrunk > 50);
}

static void shapes_of_smaller_steps(void **state)
{
    static const struct {
        const char *line;
        int step;
        long long width, height; /* of its work-groups */
        long long limit;
    } rows[] = {
        {"--family local --tile 2x2 --wg 4x4 --split-k 2", 1, 16, 16, 256},
        {"--family local --tile 2x2 --wg 4x4 --split-k 2", 1, 16, 8, 128},
        {"--family local --tile 2x2 --wg 4x4 --split-k 2", 1, 8, 8, 64},
        {"--family local --tile 2x2 --wg 1x1 --split-k 2", 1, 4, 2, 8},
        {"--family register --wg 1x1 --pretranspose b", 0, 8, 8, 255},
        {"--family register --wg 1x1 --pretranspose b", 0, 4, 4, 63},
        {"--family register --wg 1x1 --pretranspose b", 0, 1, 1, 3},
        {"--family register --wg 1x1 --type-b q4_k --transpose tn --decode b", 0, 32, 8, 256},
        {"--family register --wg 1x1 --type-b q4_k --transpose tn --decode b", 0, 8, 8, 64},
        {"--family register --wg 4x4 --tile 4x4 --access-a image --unroll-k 16", 0, 16, 16, 256},
        {"--family register --wg 4x4 --tile 4x4 --access-a image --unroll-k 16", 0, 4, 4, 16},
        {"--family gemv --wg 1x1 --type-a q4_0 --transpose tn --prepared a", 0, 1, 8, 8},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const struct plan *const plan =
            plan_of(arena_printf(&arena, "%s --wg-limit %lld", rows[i].line, rows[i].limit));
        const struct launch_dimension *const d = plan->steps[rows[i].step].dimensions;
        if (d[0].local != rows[i].width || d[1].local != rows[i].height)
            fail_msg("%s: %lld x %lld", rows[i].line, d[0].local, d[1].local);
    }
}

/* The squares of a transposition are as large as work-groups and local memory allow. */
static void transpositions_keep_the_limit_of_local_memory(void **state)
{
    static const struct {
        const char *limits;
        long long side;
    } rows[] = {
        {"", 16},
        {"--local-limit 1088", 16},
        {"--local-limit 1087", 8},
        {"--local-limit 287", 4},
        {"--local-limit 8", 1},
        {"--wg-limit 64", 8},
        {"--wg-limit 64 --local-limit 80", 4},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const char *const line =
            arena_printf(&arena, "--family register --wg 1x1 --pretranspose b %s", rows[i].limits);
        const struct plan *const plan = plan_of(line);
        const long long side = rows[i].side;
        assert_int_equal(plan->steps[0].dimensions[0].local, side);
        assert_int_equal(plan->steps[0].dimensions[1].local, side);
        assert_int_equal(plan->steps[0].dimensions[1].per_group, side);
        assert_int_equal(plan->requirement.local_bytes, side * (side + 1) * 4);
        assert_contains(text_of(line), arena_printf(&arena, "tile[%lld][%lld];", side, side + 1));
    }
}

/* Of the profile's limits and those that are asked for the lower ones hold. */
static void lower_limits_hold(void **state)
{
    (void)state;
    assert_int_equal(resolve("--wg-limit 64")->profile->work_group_size, 64);
    assert_int_equal(resolve("--wg-limit 4096")->profile->work_group_size, 1024);
    assert_int_equal(resolve("--local-limit 1000")->profile->local_bytes, 1000);
    assert_int_equal(resolve("--for nvidia-turing --local-limit 99999")->profile->local_bytes,
                     49152);
    /* Devices of this one have at least what it says. */
    assert_int_equal(resolve("--for generic --local-limit 99999")->profile->local_bytes, 99999);
    struct profile silent = {.name = "states no limits"};
    spec_lower_limits(resolve("--local-limit 65536")->values, &silent);
    assert_int_equal(silent.local_bytes, 65536);
    assert_int_equal(silent.work_group_size, 0);
}

/* What the device says stands in the command where it makes a difference; what the user says always does. */
static void idle_limits_of_the_device_stand_nowhere(void **state)
{
    (void)state;
    assert_string_equal(
        planned(resolve_with("--family naive", "--wg-limit 1024 --local-limit 32768"))->command,
        "clgemm-gen --family naive");
    assert_string_equal(
        planned(resolve_with("--family naive", "--wg-limit 64 --local-limit 32768"))->command,
        "clgemm-gen --family naive --wg-limit 64");
    assert_string_equal(planned(resolve("--family naive --wg-limit 2048"))->command,
                        "clgemm-gen --family naive --wg-limit 2048");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(steps_keep_the_limit_of_work_groups),           TEST(shapes_of_smaller_steps),
        TEST(transpositions_keep_the_limit_of_local_memory), TEST(lower_limits_hold),
        TEST(idle_limits_of_the_device_stand_nowhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
