/*
 * What a spec holds for the local family alone: who reads it, who completes it, who changes it.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "gen/family/families.h"
#include "gen/family/local/local.h"
#include "tests/unit/fixture.h"
#include "tests/unit/specs.h"

static const struct local_operand *own_of(const struct spec *spec, enum role role)
{
    return local_operand(spec, spec_operand(spec, role));
}

static void options_go_to_the_users_operand(void **state)
{
    static const char *const layouts[] = {"row", "column"};
    (void)state;
    for (int i = 0; i < 2; i++) {
        char line[200];
        snprintf(line, sizeof line,
                 "--family local --layout %s --wg 8x8 --stage-b transposed --pad-a 3 "
                 "--local-vec-b 2 --load-shape-a 4x16 --stages 3 --assign strided",
                 layouts[i]);
        const struct spec *const spec = resolve(line);
        assert_int_equal(own_of(spec, ROLE_A)->stage, STAGE_PLAIN);
        assert_int_equal(own_of(spec, ROLE_B)->stage, STAGE_TRANSPOSED);
        assert_int_equal(own_of(spec, ROLE_A)->pad, 3);
        assert_int_equal(own_of(spec, ROLE_B)->pad, 0);
        assert_int_equal(own_of(spec, ROLE_B)->vector, 2);
        assert_int_equal(own_of(spec, ROLE_A)->load.height, 4);
        assert_int_equal(own_of(spec, ROLE_A)->load.width, 16);
        assert_int_equal(local_spec(spec)->stages, 3);
        assert_true(local_spec(spec)->strided);
        assert_false(local_spec(spec)->exchange);
    }
}

static void what_nobody_asks_is_completed(void **state)
{
    (void)state;
    const struct spec *const spec = resolve("--family local --layout row --tile 4x4 --wg 4x8 "
                                            "--tile-k 16 --vec-b 4 --vec-c 4 --stage-a k-major");
    /* Lines of A lie along K, so that those along the tile of C are its transpose. */
    assert_int_equal(own_of(spec, ROLE_A)->stage, STAGE_TRANSPOSED);
    assert_int_equal(own_of(spec, ROLE_A)->vector, 1);
    assert_int_equal(own_of(spec, ROLE_B)->vector, 4);
    /* 32 work-items: 16 load a line of A of 16 elements, 8 one of B of 32, four at a time. */
    assert_int_equal(own_of(spec, ROLE_A)->load.height, 2);
    assert_int_equal(own_of(spec, ROLE_A)->load.width, 16);
    assert_int_equal(own_of(spec, ROLE_B)->load.height, 4);
    assert_int_equal(own_of(spec, ROLE_B)->load.width, 8);
}

/* A copy of a spec has the same values of the family until it is made smaller. */
static void a_smaller_spec_leaves_the_one_before(void **state)
{
    (void)state;
    const struct spec *const spec =
        resolve("--family local --stages 2 --prefetch --pad-a 40 --tile 4x4 --wg 8x8");
    struct spec less = *spec;
    assert_true(spec_shrink(&job, &less, true));
    assert_int_equal(local_spec(&less)->stages, 1);
    const struct spec before = less;
    assert_true(spec_shrink(&job, &less, true));
    assert_int_equal(own_of(&less, ROLE_A)->pad, 0);
    assert_int_equal(own_of(&before, ROLE_A)->pad, 40);
    assert_true(spec_shrink(&job, &less, false));
    assert_false(local_spec(&less)->prefetch);
    assert_int_equal(local_spec(spec)->stages, 2);
    assert_int_equal(own_of(spec, ROLE_A)->pad, 40);
    assert_true(local_spec(spec)->prefetch);
}

static void options_without_a_meaning(void **state)
{
    static const struct {
        const char *line;
        enum option_id option;
        bool ignored;
    } rows[] = {
        {"--layout column --stage-a no", OPTION_PAD_A, true},
        {"--layout column --stage-a no", OPTION_PAD_B, false},
        {"--layout row --stage-b no", OPTION_LOAD_SHAPE_B, true},
        {"--layout row --stage-b no", OPTION_LOCAL_VEC_A, false},
        {"--layout row --stage-b no", OPTION_STAGES, false},
        {"", OPTION_SUB_GROUPS, true},
        {"", OPTION_SG_SIZE, true},
        {"--exchange --sub-groups intel", OPTION_SUB_GROUPS, false},
        {"--exchange --sub-groups intel", OPTION_SG_SIZE, false},
        {"--exchange --sub-groups emulated", OPTION_SG_SIZE, true},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char line[100];
        snprintf(line, sizeof line, "--family local %s", rows[i].line);
        const struct spec *const spec = resolve(line);
        if (spec->family->spec->ignores(spec, rows[i].option) != rows[i].ignored)
            fail_msg("'%s': --%s", line, option_rows[rows[i].option].name);
    }
}

static void lanes_exchange_in_dialects_alone(void **state)
{
    (void)state;
    assert_true(spec_exchanges(resolve("--family local --exchange --sub-groups intel")));
    assert_false(spec_exchanges(resolve("--family local --exchange --sub-groups emulated")));
    assert_false(spec_exchanges(resolve("--family local")));
    assert_false(spec_exchanges(resolve("--family register")));
    assert_true(spec_exchanges(resolve("--share shuffle --tile 8x1 --wg 1x8")));
    assert_false(spec_exchanges(resolve("--share shuffle --tile 8x1 --wg 1x8 --fixed 64x64x3")));
}

static void other_families_have_none(void **state)
{
    static const char *const lines[] = {"--family naive", "--family register", "--share shuffle"};
    (void)state;
    for (int i = 0; i < 3; i++)
        assert_null(resolve(lines[i])->own);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(options_go_to_the_users_operand),      TEST(what_nobody_asks_is_completed),
        TEST(a_smaller_spec_leaves_the_one_before), TEST(options_without_a_meaning),
        TEST(lanes_exchange_in_dialects_alone),     TEST(other_families_have_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
