/*
 * Dumps of the stages are JSON, and say who said what and what became of it.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <jansson.h>

#include "tests/unit/ask.h"
#include "tests/unit/kernels.h"

static json_t *parse(const char *text)
{
    json_error_t problem;
    json_t *const root = json_loads(text, JSON_REJECT_DUPLICATES, &problem);
    if (!root)
        fail_msg("line %d: %s", problem.line, problem.text);
    assert_true(json_is_object(root));
    return root;
}

static void dumps_are_json(void **state)
{
    static const enum clgemm_artifact artifacts[] = {CLGEMM_DUMP_REQUEST, CLGEMM_DUMP_PLAN,
                                                     CLGEMM_DUMP_VIEW, CLGEMM_MANIFEST,
                                                     CLGEMM_MANIFEST_WITH_SOURCE};
    (void)state;
    for (int k = 0; k < KERNELS; k++) {
        struct clgemm_result *const result = generate(kernels[k]);
        for (size_t a = 0; a < sizeof artifacts / sizeof artifacts[0]; a++) {
            size_t length;
            const char *const text = clgemm_result_text(result, artifacts[a], &length);
            assert_int_equal(text[length - 1], '\n');
            json_decref(parse(text));
        }
        clgemm_result_free(result);
    }
}

static void dumps_say_what_they_should(void **state)
{
    struct clgemm_result *const result =
        generate("--preset L3_SIMD_16x2_4x8 --transpose tn --for cpu --edges guard");
    json_t *root = parse(clgemm_result_text(result, CLGEMM_DUMP_REQUEST, NULL));
    const char *value, *said_by;
    static const char *const said[][3] = {
        {"transpose", "tn", "user"}, {"edges", "guard", "user"},  {"tile", "16x2", "preset"},
        {"mad", "fma", "profile"},   {"alpha", "arg", "default"}, {"share", "shuffle", "preset"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof said / sizeof said[0]; i++) {
        assert_int_equal(
            json_unpack(root, "{s:{s:s, s:s}}", said[i][0], "value", &value, "said_by", &said_by),
            0);
        assert_string_equal(value, said[i][1]);
        assert_string_equal(said_by, said[i][2]);
    }
    json_decref(root);

    const char *a, *m;
    int height, width, tile_k, a_transposed, b_transposed;
    root = parse(clgemm_result_text(result, CLGEMM_DUMP_PLAN, NULL));
    assert_int_equal(json_unpack(root, "{s:{s:s, s:s, s:b, s:b, s:{s:i, s:i}, s:i}}", "canonical",
                                 "a", &a, "m", &m, "a_transposed", &a_transposed, "b_transposed",
                                 &b_transposed, "group_tile", "height", &height, "width", &width,
                                 "tile_k", &tile_k),
                     0);
    assert_string_equal(a, "B");
    assert_string_equal(m, "N");
    assert_false(a_transposed);
    assert_true(b_transposed);
    assert_int_equal(height, 64);
    assert_int_equal(width, 16);
    assert_int_equal(tile_k, 8);
    /* It is the manifest's: the hash is of the kernel. */
    json_t *const manifest = parse(clgemm_result_text(result, CLGEMM_MANIFEST, NULL));
    assert_true(
        json_equal(json_object_get(root, "programs"), json_object_get(manifest, "programs")));
    json_decref(manifest);
    json_decref(root);

    root = parse(clgemm_result_text(result, CLGEMM_DUMP_VIEW, NULL));
    const char *name;
    assert_int_equal(json_unpack(root, "{s:{s:s}}", "head", "name", &name), 0);
    assert_string_equal(name, "L3_SIMD_16x2_4x8");
    json_decref(root);
    clgemm_result_free(result);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(dumps_are_json),
        cmocka_unit_test(dumps_say_what_they_should),
    };
    return cmocka_run_group_tests(tests, open_templates, close_templates);
}
