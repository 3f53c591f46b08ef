/*
 * Manifest, header, dependency file and formula, of plans made by hand.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "gen/base/c_text.h"
#include "emit/depfile.h"
#include "gen/plan/wording.h"
#include "emit/emit.h"
#include "gen/base/json.h"
#include "tests/unit/emit_plans.h"
#include "tests/unit/fixture.h"
#include "tests/unit/texts.h"

/* ------------------------------------------------------------------------------------ manifest */

static const struct value *at(const struct value *value, const char *name)
{
    const struct value *member = value_get(value, name);
    if (!member)
        fail_msg("no member %s", name);
    return member;
}

static void test_manifest_of_buffers(void **state)
{
    (void)state;
    SURVIVE();
    const struct plan plan = buffer_plan();
    const char *text = emit_manifest(&job, &plan, kernel_text, strlen(kernel_text), false);
    const struct value *root = json_read(&job, "manifest", text, strlen(text));

    assert_string_equal(at(root, "schema")->text, "clgemm-manifest/1");
    const struct value *program = at(root, "programs")->first;
    assert_string_equal(at(program, "file")->text, "product.cl");
    assert_null(value_get(program, "source"));
    const struct value *problem = at(root, "problem");
    assert_int_equal(at(at(problem, "sizes"), "m")->kind, VALUE_NULL);
    assert_int_equal(at(problem, "alpha")->kind, VALUE_NULL);
    assert_int_equal(at(at(problem, "offsets"), "b")->integer, 0);
    assert_int_equal(at(root, "buffers")->count, 3);
    assert_string_equal(at(at(root, "buffers")->first, "offset")->text, "offset_a");
    const struct value *step = at(root, "steps")->first;
    assert_int_equal(at(step, "sub_group")->kind, VALUE_NULL);
    assert_int_equal(at(step, "args")->count, 12);
    assert_int_equal(at(at(step, "global")->first, "per_group")->integer, 16);
    assert_int_equal(at(at(step, "when"), "nonzero")->count, 2);
    assert_string_equal(at(at(root, "constraints")->last, "op")->text, "at_most");
    assert_int_equal(at(root, "peak")->kind, VALUE_NULL);
    assert_int_equal(at(root, "config")->kind, VALUE_OBJECT);
}

static void test_manifest_of_images(void **state)
{
    (void)state;
    SURVIVE();
    struct plan plan = image_plan();
    struct value *config = value_object(&job);
    value_set_text(&job, config, "tile", "32x2");
    plan.config = config;
    const char *text = emit_manifest(&job, &plan, kernel_text, strlen(kernel_text), true);
    const struct value *root = json_read(&job, "manifest", text, strlen(text));

    const struct value *program = at(root, "programs")->first;
    assert_string_equal(at(program, "source")->text, kernel_text);
    const struct value *sub_group = at(at(root, "steps")->last, "sub_group");
    assert_int_equal(at(sub_group, "size")->integer, 8);
    assert_string_equal(at(sub_group, "rule")->text, "equal");
    const struct value *problem = at(root, "problem");
    assert_int_equal(at(at(problem, "sizes"), "n")->integer, 48);
    assert_string_equal(at(at(problem, "ld"), "a")->text, "tight");
    assert_int_equal(at(problem, "beta")->kind, VALUE_INTEGER);
    const struct value *image = at(root, "buffers")->last;
    assert_string_equal(at(image, "role")->text, "workspace");
    assert_string_equal(at(image, "lifetime")->text, "run");
    assert_int_equal(at(at(image, "image"), "pitch_bytes")->integer, 64);
    assert_int_equal(at(root, "steps")->count, 2);
    assert_int_equal(at(at(root, "peak"), "operations_per_cycle")->integer, 16);
    assert_string_equal(at(at(root, "config"), "tile")->text, "32x2");
    /* The plan's own tree was not moved into the manifest. */
    assert_null(config->name);
}

static void test_hash_is_fnv1a(void **state)
{
    (void)state;
    SURVIVE();
    const struct plan plan = buffer_plan();
    /* Test vectors of the hash's authors. */
    assert_contains(emit_manifest(&job, &plan, "", 0, false), "fnv1a64:cbf29ce484222325");
    assert_contains(emit_manifest(&job, &plan, "foobar", 6, false), "fnv1a64:85944171f73967e8");
}

/* -------------------------------------------------------------------------------------- header */

static void test_header_escapes(void **state)
{
    (void)state;
    SURVIVE();
    const struct plan plan = buffer_plan();
    const char *text = emit_header(&job, NULL, &plan, kernel_text, strlen(kernel_text));
    assert_contains(text, "#define GEMM_SOURCE_COUNT 4\n");
    assert_contains(text, "    \"    /* \\\"?\\?/\\\" \\\\ */\\n\",\n");
    assert_contains(text, "#define GEMM_TILE_M 32 ");
    assert_contains(text, "#define GEMM_TILE_N 16 ");
    assert_contains(text, "#define GEMM_ENTRY_MULTIPLY \"gemm\"\n");
    text = emit_header(&job, NULL, &plan, "\t\303\251", 3);
    assert_contains(text, "    \"\\011\\303\\251\"\n");
    text = emit_header(&job, NULL, &plan, "", 0);
    assert_contains(text, "#define GEMM_SOURCE_COUNT 1\n");
}

static void test_header_cuts_long_lines(void **state)
{
    (void)state;
    SURVIVE();
    const struct plan plan = buffer_plan();
    char line[1000];
    memset(line, 'x', sizeof line);
    const char *text = emit_header(&job, NULL, &plan, line, sizeof line);
    assert_contains(text, "#define GEMM_SOURCE_COUNT 3\n");
}

/* A work-group's tile goes by what its dimensions are of, whichever is the fastest. */
static void test_header_of_tiles(void **state)
{
    (void)state;
    SURVIVE();
    struct plan plan = buffer_plan();
    struct step step = multiply_step;
    plan.steps = &step;
    assert_contains(emit_header(&job, NULL, &plan, "", 0), "#define GEMM_TILE_N 16 ");
    step.dimensions[0].dim.symbol = SYMBOL_M;
    step.dimensions[1].dim.symbol = SYMBOL_N;
    assert_contains(emit_header(&job, NULL, &plan, "", 0), "#define GEMM_TILE_N 32 ");
    assert_contains(emit_header(&job, NULL, &plan, "", 0), "#define GEMM_TILE_M 16 ");
}

/* What comes from outside stays inside its string or comment. */
static void test_header_of_foreign_texts(void **state)
{
    (void)state;
    SURVIVE();
    struct plan plan = buffer_plan();
    plan.build_options = "-DX=\"a\\b\" -I\xc3\xa9";
    plan.stem = "a*/b/*c*/*";
    const char *const text = emit_header(&job, NULL, &plan, "", 0);
    assert_contains(text, "#define GEMM_BUILD_OPTIONS \"-DX=\\\"a\\\\b\\\" -I\\303\\251\"\n");
    assert_contains(text, "\n * a* /b/ *c* / *.h: ");
    assert_contains(emit_launcher(&job, NULL, &plan, "", 0), "\n * a* /b/ *c* / *_launch.h: ");
}

/* Build options that not every compiler takes: for which devices they are stands where they do. */
static void test_devices_of_build_options(void **state)
{
    (void)state;
    SURVIVE();
    struct plan plan = buffer_plan();
    assert_lacks(emit_manifest(&job, &plan, "", 0, false), "\"device\"");
    assert_lacks(emit_launcher(&job, NULL, &plan, "", 0), "build options are for");
    plan.build_options = "-X";
    plan.requirement.device_type = "gpu";
    plan.requirement.vendor = "Acme*/";
    assert_contains(emit_header(&job, NULL, &plan, "", 0),
                    "#define GEMM_BUILD_OPTIONS \"-X\" /* for a GPU of Acme* / */\n");
    assert_contains(emit_launcher(&job, NULL, &plan, "", 0),
                    "\n * The build options are for a GPU of Acme* /; others may return "
                    "CL_INVALID_BUILD_OPTIONS. */\n");
    const char *const text = emit_manifest(&job, &plan, "", 0, false);
    const struct value *const root = json_read(&job, "manifest", text, strlen(text));
    const struct value *const device = at(at(at(root, "programs")->first, "requires"), "device");
    assert_string_equal(at(device, "type")->text, "gpu");
    assert_string_equal(at(device, "vendor")->text, "Acme*/");
}

/* A spliced line would put the parts of an end of comment together again. */
static void test_comments_stay_in_one_line(void **state)
{
    (void)state;
    SURVIVE();
    struct plan plan = buffer_plan();
    assert_string_equal(c_comment(&job, "*\\\n/ */ *\?\?/\r\n/ \33\177"), "*\\ / * / *\?\?/  /   ");
    plan.stem = "a*\?\?/\n/ int spliced; /";
    plan.command = "clgemm-gen --for 'x*\\\n/ int spliced; /\\\n*'";
    assert_contains(emit_header(&job, NULL, &plan, "", 0),
                    "--for 'x*\\ / int spliced; /\\ *'\n *\n");
    assert_contains(emit_header(&job, NULL, &plan, "", 0), "\n * a*\?\?/ / int spliced; /.h: ");
    plan.stem = "product";
    assert_contains(emit_launcher(&job, NULL, &plan, "", 0),
                    "--for 'x*\\ / int spliced; /\\ *'\n *\n");
}

/* ------------------------------------------------------------------------------------- depfile */

static void test_depfile(void **state)
{
    (void)state;
    const char *targets[] = {"out/gemm.cl", "a b.json", NULL};
    const char *dependencies[] = {"t/$x#1", "t\\ y", NULL};
    char *text = depfile_text(targets, dependencies);
    assert_string_equal(text, "out/gemm.cl a\\ b.json: \\\n"
                              "  t/$$x\\#1 \\\n"
                              "  t\\\\\\ y\n"
                              "\nt/$$x\\#1:\n"
                              "\nt\\\\\\ y:\n");
    free(text);
    assert_true(depfile_can_name(targets) && depfile_can_name(dependencies));
    dependencies[1] = "t\nx";
    assert_false(depfile_can_name(dependencies));
    text = depfile_text(targets, targets + 2);
    assert_string_equal(text, "out/gemm.cl a\\ b.json:\n");
    free(text);
}

/* ------------------------------------------------------------------------------------- formula */

static void test_formula(void **state)
{
    (void)state;
    SURVIVE();
    struct plan plan = buffer_plan();
    assert_string_equal(plan_formula(&job, &plan), "C = alpha * A * B + beta * C");
    plan.problem.transpose_b = true;
    plan.problem.values[SYMBOL_ALPHA] = (struct setting){.how = FIXED, .real = 1, .text = "1"};
    plan.problem.values[SYMBOL_BETA] = (struct setting){.how = FIXED, .real = -0.5, .text = "-0.5"};
    assert_string_equal(plan_formula(&job, &plan), "C = A * B^T + -0.5 * C");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(test_manifest_of_buffers),
        TEST(test_manifest_of_images),
        TEST(test_hash_is_fnv1a),
        TEST(test_header_escapes),
        TEST(test_header_cuts_long_lines),
        TEST(test_header_of_tiles),
        TEST(test_header_of_foreign_texts),
        TEST(test_devices_of_build_options),
        TEST(test_comments_stay_in_one_line),
        TEST(test_depfile),
        TEST(test_formula),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
