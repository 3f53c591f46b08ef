/*
 * How much memory a kernel takes, and that it is told truly.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "tests/unit/ask.h"

static void kernels_take_little_memory(void **state)
{
    struct clgemm_preset preset;
    struct clgemm_profile profile;
    struct clgemm_templates *templates;
    (void)state;
    assert_int_equal(clgemm_templates_open(NULL, &templates, NULL), 0);
    for (size_t i = 0; clgemm_preset_at(i, &preset) == 0 || i < 40; i++) {
        struct clgemm_request *const request = clgemm_request_new();
        struct clgemm_result *result;
        struct clgemm_error error;
        if (clgemm_preset_at(i, &preset) == 0) {
            set_option(request, "preset", preset.name);
            /* What pads is as large as it gets. */
            if (!strstr(preset.options, "--edges pad"))
                set_option(request, "edges", "guard");
        } else if (clgemm_profile_at(i % 10, &profile) == 0) {
            set_option(request, "for", profile.name);
        }
        clgemm_request_use_templates(request, templates);
        if (clgemm_generate(request, &result, &error))
            fail_msg("%s", error.text);
        assert_true(clgemm_result_memory(result) > 1000);
        if (clgemm_result_memory(result) >= 1280 * 1024)
            fail_msg("%s takes %zu bytes", clgemm_result_command(result),
                     clgemm_result_memory(result));
        clgemm_result_free(result);
        clgemm_request_free(request);
    }
    clgemm_templates_free(templates);
}

/* What is reported is what was taken: all artifacts read, the heap agrees within a few headers. */
static void memory_is_told_truly(void **state)
{
    struct clgemm_request *const request = clgemm_request_new();
    struct clgemm_result *result;
    (void)state;
    set_option(request, "preset", "block_read_32x2_1x8");
    assert_int_equal(clgemm_generate(request, &result, NULL), 0);
    const size_t before = clgemm_result_memory(result);
    assert_non_null(clgemm_result_text(result, CLGEMM_MANIFEST_WITH_SOURCE, NULL));
    assert_non_null(clgemm_result_text(result, CLGEMM_DUMP_VIEW, NULL));
    assert_true(clgemm_result_memory(result) > before);
    clgemm_result_free(result);
    clgemm_request_free(request);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(kernels_take_little_memory),
        cmocka_unit_test(memory_is_told_truly),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
