/*
 * Presets of tutorials and samples: what each kernel of a ladder changes, and the tiles that stage A alone.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "gen/family/families.h"
#include "gen/family/local/local.h"

#include "tests/unit/fixture.h"
#include "tests/unit/plans.h"
#include "tests/unit/presets.h"

/* What the local family makes of the user's operand. */
static const struct local_operand *staged(const struct spec *spec, char name)
{
    return local_operand(spec, operand_of(spec, name));
}

/* -------------------------------------------------------------------------------- local memory */

/* The sample's: A through local memory, B straight from the buffer, elements in strided blocks of
 * four. */
static void slm_presets_stage_a_alone(void **state)
{
    static const char *const names[] = {"L3_SLM_8x8_8x16", "L3_SLM_8x8_4x16", "L3_SLM_8x8_16x16"};
    (void)state;
    for (int i = 0; i < 3; i++) {
        const struct spec *const spec = resolved(names[i]);
        assert_int_equal(staged(spec, 'A')->stage, STAGE_PLAIN);
        assert_int_equal(staged(spec, 'B')->stage, STAGE_NONE);
        assert_int_equal(spec->a.vector, 4);
        assert_int_equal(spec->b.vector, 4);
        assert_int_equal(spec->c.vector, 4);
        assert_true(local_spec(spec)->strided);
        assert_int_equal(local_spec(spec)->stages, 1);
        /* Of 8 columns of a work-group's rows, 16 steps of K at a time. */
        assert_int_equal(planned(spec)->local_bytes, 4 * 16 * 8 * spec->wg.width);
    }
    assert_true(local_spec(resolved("L3_SLM_4x8_2x8"))->strided);
}

/* --------------------------------------------------------------------------------- the ladders */

static void dpcpp_ladder(void **state)
{
    (void)state;
    assert_ptr_equal(resolved("dpcpp_v1")->family, &family_naive);
    assert_shape(resolved("dpcpp_v1")->tile, 1, 1);
    assert_ptr_equal(resolved("dpcpp_v2")->family, &family_naive);
    assert_shape(resolved("dpcpp_v2")->tile, 4, 4);
    assert_ptr_equal(resolved("dpcpp_v3")->family, &family_register);
    const struct spec *const v3 = resolved("dpcpp_v3");
    const struct spec *const v4 = resolved("dpcpp_v4");
    const struct spec *const v5 = resolved("dpcpp_v5");
    const struct spec *const v6 = resolved("dpcpp_v6");
    const struct spec *const v7 = resolved("dpcpp_v7");
    assert_shape(v3->tile, 4, 4);
    const struct spec *const tiled[] = {v4, v5, v6, v7};
    for (int i = 0; i < 4; i++) {
        assert_ptr_equal(tiled[i]->family, &family_local);
        const struct local_spec *const own = local_spec(tiled[i]);
        assert_int_equal(own->a.stage, STAGE_PLAIN);
        assert_int_equal(own->b.stage, STAGE_PLAIN);
        assert_int_equal(own->a.pad + own->b.pad, 0);
        assert_shape(tiled[i]->tile, 4, 4);
        assert_false(own->strided);
    }
    /* The fifth widens rows of the work-group to a sub-group, and with them the tiles; no more. */
    assert_shape(v4->wg, 16, 16);
    assert_shape(v5->wg, 16, 32);
    assert_int_equal(v4->tile_k, 16);
    assert_int_equal(v5->tile_k, 32);
    assert_int_equal(v4->c.vector, 1);
    assert_int_equal(v5->c.vector, 1);
    assert_int_equal(v4->unroll_k, 1);
    assert_int_equal(v5->unroll_k, 1);
    /* The sixth loads and stores vectors, the seventh unrolls. */
    assert_int_equal(v6->a.vector * v6->b.vector * v6->c.vector, 4 * 4 * 4);
    assert_true(v6->unroll_k < v6->tile_k);
    assert_int_equal(v7->a.vector * v7->b.vector * v7->c.vector, 4 * 4 * 4);
    assert_int_equal(v7->unroll_k, v7->tile_k);
}

/* Steps of a preset's plan, the multiplication among them. */
static size_t steps_of(const char *name)
{
    return planned(resolved(name))->step_count;
}

static void kepler_ladder(void **state)
{
    static const struct {
        const char *name;
        const struct family *family;
        struct shape tile, wg;
        long long tile_k;
        bool pretransposes_b;
        enum stage stage_b;
    } kernels[] = {
        {"kepler_1", &family_naive, {1, 1}, {32, 32}, 1, false, STAGE_PLAIN},
        {"kepler_2", &family_local, {1, 1}, {32, 32}, 32, false, STAGE_PLAIN},
        {"kepler_3", &family_local, {8, 1}, {4, 32}, 32, false, STAGE_PLAIN},
        {"kepler_4", &family_local, {1, 4}, {32, 8}, 32, false, STAGE_PLAIN},
        {"kepler_5", &family_local, {8, 1}, {4, 32}, 16, true, STAGE_TRANSPOSED},
        {"kepler_6", &family_local, {8, 8}, {16, 16}, 16, true, STAGE_TRANSPOSED},
        {"kepler_7", &family_local, {8, 8}, {16, 16}, 16, true, STAGE_PLAIN},
        {"kepler_8", &family_local, {8, 8}, {16, 16}, 16, true, STAGE_PLAIN},
        {"kepler_9", &family_local, {8, 8}, {16, 16}, 16, true, STAGE_PLAIN},
        {"kepler_10", &family_local, {10, 10}, {16, 16}, 16, true, STAGE_PLAIN},
        {"kepler_10_combined", &family_local, {10, 10}, {16, 16}, 16, true, STAGE_PLAIN},
        {"kepler_11", &family_register, {4, 8}, {8, 8}, 4, false, STAGE_PLAIN},
    };
    (void)state;
    for (size_t i = 0; i < sizeof kernels / sizeof kernels[0]; i++) {
        const struct spec *const spec = resolved(kernels[i].name);
        assert_ptr_equal(spec->family, kernels[i].family);
        assert_shape(spec->tile, kernels[i].tile.height, kernels[i].tile.width);
        assert_shape(spec->wg, kernels[i].wg.height, kernels[i].wg.width);
        assert_int_equal(spec->tile_k, kernels[i].tile_k);
        assert_int_equal(operand_of(spec, 'B')->pretransposed, kernels[i].pretransposes_b);
        assert_false(operand_of(spec, 'A')->pretransposed);
        /* C = A B. */
        assert_true(spec->problem.values[SYMBOL_ALPHA].how != GIVEN_AT_LAUNCH);
        assert_true(spec->problem.values[SYMBOL_BETA].how != GIVEN_AT_LAUNCH);
        if (spec->family != &family_local)
            continue;
        assert_true(local_spec(spec)->strided);
        assert_int_equal(staged(spec, 'A')->stage, STAGE_PLAIN);
        assert_int_equal(staged(spec, 'B')->stage, kernels[i].stage_b);
        /* Lines of the tile that is transposed on its way lie in different banks. */
        assert_int_equal(staged(spec, 'B')->pad, kernels[i].stage_b == STAGE_TRANSPOSED ? 2 : 0);
        assert_int_equal(local_spec(spec)->stages,
                         strcmp(kernels[i].name, "kepler_9") == 0 ? 2 : 1);
        assert_int_equal(local_spec(spec)->exchange, strcmp(kernels[i].name, "kepler_8") == 0);
    }
    assert_int_equal(resolved("kepler_4")->c.vector, 4);
    assert_int_equal(resolved("kepler_7")->a.vector, 4);
    assert_int_equal(resolved("kepler_10")->b.vector, 2);
    assert_int_equal(resolved("kepler_11")->c.vector, 8);
}

/* Transposing is a step of its own; the tenth pads A, pads B, transposes B, multiplies and takes C
 * from its tiles, or pads and transposes B at once. */
static void kepler_steps(void **state)
{
    (void)state;
    assert_int_equal(steps_of("kepler_4"), 1);
    assert_int_equal(steps_of("kepler_5"), 2);
    assert_int_equal(steps_of("kepler_9"), 2);
    assert_int_equal(steps_of("kepler_10"), 5);
    assert_int_equal(steps_of("kepler_10_combined"), 4);
    assert_int_equal(steps_of("kepler_11"), 1);
    const struct shape group = spec_group_tile(resolved("kepler_10"));
    assert_shape(group, 160, 160);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(slm_presets_stage_a_alone),
        TEST(dpcpp_ladder),
        TEST(kepler_ladder),
        TEST(kepler_steps),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
