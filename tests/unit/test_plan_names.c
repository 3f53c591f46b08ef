/*
 * How plans are called: names of kernels and files, the canonical command, the resolved configuration.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "tests/unit/fixture.h"
#include "tests/unit/plans.h"

static void names(void **state)
{
    (void)state;
    assert_string_equal(plan_of("")->name, "gemm_32x2_1x8");
    assert_string_equal(plan_of("--tile 8x4")->name, "gemm_8x4_1x8");
    assert_string_equal(plan_of("--preset naive")->name, "naive");
    assert_string_equal(plan_of("--preset naive --name mine")->name, "mine");
    assert_string_equal(plan_of("--name mine")->stem, "mine");
    assert_string_equal(plan_of("--name mine --stem file")->stem, "file");
    assert_string_equal(plan_of("--name mine --stem file")->name, "mine");
    assert_string_equal(plan_of("--name mine --access image --share block-read")->steps[0].entry,
                        "mine_copy_a");
    /* A stem is the caller's business: it is no part of the command. */
    assert_string_equal(plan_of("--stem file")->command, "clgemm-gen");
}

/* The same request has one command, in whatever order and spelling it was asked. */
static void command_is_canonical(void **state)
{
    (void)state;
    const char *const expected =
        "clgemm-gen --layout column --alpha 2.5 --edges guard --tile 8x2 --wg 1x8 --barrier "
        "--sub-groups intel --name mine --for intel-gen9";
    assert_string_equal(plan_of("--layout col --alpha 2.50 --edges guard --tile 8x2 --wg 1x8 "
                                "--barrier --sub-groups intel --name mine --for intel-gen9")
                            ->command,
                        expected);
    assert_string_equal(
        plan_of("--for intel-gen9 --name mine --sub-groups intel --barrier yes --wg 1x8 "
                "--tile 8x2 --edges guard --alpha 25e-1 --layout column")
            ->command,
        expected);
    assert_string_equal(plan_of("--tile 4x4 --for generic --tile 8x2")->command,
                        "clgemm-gen --tile 8x2 --for generic");
    assert_string_equal(plan_of("--barrier no")->command, "clgemm-gen --barrier=no");
    /* What others than the user said follows from the rest, and is left out. */
    assert_string_equal(plan_of("--preset L3_SIMD_8x4_8x8 --for cpu")->command,
                        "clgemm-gen --preset L3_SIMD_8x4_8x8 --for cpu");
}

static void configuration_is_resolved(void **state)
{
    const struct plan *const plan =
        plan_of("--transpose tn --tile 8x2 --wg 1x8 --vec-a 8 --for intel-gen8 --family subgroup "
                "--share shuffle --access buffer");
    static const char *const expected[][2] = {
        {"family", "subgroup"}, {"share", "shuffle"},
        {"access-a", "buffer"}, {"access-b", "buffer"},
        {"tile", "8x2"},        {"wg", "1x8"},
        {"tile-k", "8"},        {"unroll-k", "8"},
        {"vec-a", "8"},         {"vec-b", "1"},
        {"vec-c", "1"},         {"barrier", "no"},
        {"sub-groups", "auto"}, {"sg-size", "8"},
        {"mad", "mad"},         {"index", "64"},
        {"edges", "guard"},     {"pretranspose", "none"},
        {"steps", "combined"},  {"profile", "intel-gen8"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof expected / sizeof expected[0]; i++) {
        const struct value *const value = value_get(plan->config, expected[i][0]);
        assert_non_null(value);
        assert_string_equal(value->text, expected[i][1]);
    }
    assert_string_equal(plan->profile, "intel-gen8");
    assert_true(plan->operations_per_cycle == 16);
    assert_non_null(plan->peak_formula);
    assert_null(plan_of("")->peak_formula);
}

/* The instructions of an iteration, and the peak of the engine; an emulated one has neither. */
static void engine_is_counted(void **state)
{
    static const char common[] =
        "--family matrix --for nvidia-hopper --tile 4x8 --wg 16x8 --tile-k 32";
    static const struct {
        const char *engine, *options, *factors;
        long long instructions;
        double operations;
    } rows[] = {
        {"mma", "--type bf16", "bf16", 16, 4096},
        {"mma", "--compute tf32", "tf32", 32, 2048},
        {"mma", "--type i8 --layout row", "i8", 8, 8192},
        {"mma", "--type f64", "f64", 32, 256},
        {"mma", "--type f64 --copy bulk --panels ab --stages 2", "f64", 32, 256},
        {"wgmma", "--type bf16 --wg 64x4", "bf16", 4, 4096},
        {"wgmma", "--type u8 --wg 64x4 --tile 2x64 --pretranspose a", "u8", 1, 8192},
        {"wgmma", "--compute tf32 --wg 64x4 --copy bulk --panels ab --stages 2", "tf32", 8, 2048},
        {"wgmma", "--compute 3xtf32 --wg 64x4 --copy bulk --panels ab --stages 2", "3xtf32", 24,
         682.667},
        {"mma", "--compute bf16x3", "bf16x3", 48, 1365.333},
        {"wgmma", "--compute bf16x3 --wg 64x4 --copy bulk --panels ab --stages 2", "bf16x3", 12,
         1365.333},
        {"dpas", "--compute bf16x3 --tile 8x8 --copy plain --panels none", "bf16x3", 48, 0},
        {"dpas", "--type f16 --tile 8x8 --vec-c 1 --copy plain --panels none", "f16", 16, 0},
        {"dpas16", "--type i8 --tile 8x8 --wg 4x16 --copy plain --panels none", "i8", 8, 0},
        {"mfma", "--type f64 --wg 16x16 --copy plain --panels none", "f64", 64, 0},
        {"mfma94", "--type i8 --wg 16x16 --copy plain --panels none", "i8", 8, 0},
        {"wmma", "--type bf16 --tile 8x8 --wg 16x16 --vec-c 1 --copy plain --panels none", "bf16",
         16, 0},
        {"wmma12", "--type u8 --tile 8x8 --wg 16x16 --copy plain --panels none", "u8", 16, 0},
        {"emulated:mma", "--type f64", NULL, 0, 128},
        {"fma", "--layout row", NULL, 0, 256},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char line[200];
        snprintf(line, sizeof line, "%s --engine %s %s", common, rows[i].engine, rows[i].options);
        const struct plan *const plan = plan_of(line);
        const struct engine_use *const engine = &plan_main_step(plan)->engine;
        assert_int_equal(engine->instructions, rows[i].instructions);
        assert_true(plan->operations_per_cycle == rows[i].operations);
        assert_int_equal(engine->finalize != NULL, strcmp(rows[i].engine, "wgmma") == 0);
        if (rows[i].factors)
            assert_string_equal(engine->factors, rows[i].factors);
        else
            assert_null(engine->name);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(names),
        TEST(command_is_canonical),
        TEST(configuration_is_resolved),
        TEST(engine_is_counted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
