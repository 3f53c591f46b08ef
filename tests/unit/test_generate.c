/*
 * Generation as a whole: the same bytes every time, from whatever way of asking, and as long as the result
 * is kept.
 */
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "tests/unit/ask.h"
#include "tests/unit/fixture.h"
#include "tests/unit/kernels.h"

static void assert_same(struct clgemm_result *left, struct clgemm_result *right)
{
    assert_string_equal(clgemm_result_name(left), clgemm_result_name(right));
    assert_string_equal(clgemm_result_command(left), clgemm_result_command(right));
    for (int artifact = 0; artifact < CLGEMM_ARTIFACT_COUNT; artifact++) {
        size_t left_length, right_length;
        const char *const text =
            clgemm_result_text(left, (enum clgemm_artifact)artifact, &left_length);
        const char *const other =
            clgemm_result_text(right, (enum clgemm_artifact)artifact, &right_length);
        assert_non_null(text);
        assert_non_null(other);
        assert_int_equal(left_length, right_length);
        assert_int_equal(left_length, strlen(text));
        assert_string_equal(text, other);
    }
}

static void twice_is_the_same(void **state)
{
    (void)state;
    for (int k = 0; k < KERNELS; k++) {
        struct clgemm_result *const first = generate(kernels[k]);
        struct clgemm_result *const second = generate(kernels[k]);
        assert_same(first, second);
        clgemm_result_free(first);
        clgemm_result_free(second);
    }
}

/* Options set in any order, or set twice, or by way of a copy, with or without a template set. */
static void order_of_setting_does_not_matter(void **state)
{
    static const char *const options[][2] = {
        {"layout", "row"}, {"transpose", "tn"}, {"tile", "16x2"},   {"wg", "2x8"},
        {"alpha", "2.5"},  {"lda", "tight"},    {"for", "generic"},
    };
    enum {
        COUNT = sizeof options / sizeof options[0]
    };
    struct clgemm_result *const expected = generate(
        "--layout row --transpose tn --tile 16x2 --wg 2x8 --alpha 2.5 --lda tight --for generic");
    (void)state;
    for (int first = 0; first < COUNT; first++) {
        for (int step = 1; step < COUNT; step++) { /* COUNT is prime: all are visited */
            struct clgemm_request *const request = clgemm_request_new();
            struct clgemm_result *result;
            assert_int_equal(clgemm_request_set(request, "tile", "1x1", NULL), 0);
            for (int i = 0; i < COUNT; i++) {
                const char *const *const option = options[(first + i * step) % COUNT];
                assert_int_equal(clgemm_request_set(request, option[0], option[1], NULL), 0);
            }
            struct clgemm_request *const copy = clgemm_request_copy(request);
            clgemm_request_free(request);
            clgemm_request_use_templates(copy, step % 2 ? templates : NULL);
            assert_int_equal(clgemm_generate(copy, &result, &error), 0);
            assert_same(result, expected);
            clgemm_result_free(result);
            clgemm_request_free(copy);
        }
    }
    clgemm_result_free(expected);
}

static void *generate_in_thread(void *line)
{
    struct clgemm_request *const request = ask(line);
    struct clgemm_result *result = NULL;
    clgemm_request_use_templates(request, NULL);
    if (clgemm_generate(request, &result, NULL))
        result = NULL;
    clgemm_request_free(request);
    return result;
}

static void another_thread_makes_the_same(void **state)
{
    static char line[] = "--preset block_read_4x1_1x8 --edges guard";
    struct clgemm_result *const expected = generate(line);
    pthread_t thread;
    void *result;
    (void)state;
    assert_int_equal(pthread_create(&thread, NULL, generate_in_thread, line), 0);
    assert_int_equal(pthread_join(thread, &result), 0);
    assert_non_null(result);
    assert_same(result, expected);
    clgemm_result_free(result);
    clgemm_result_free(expected);
}

/* The canonical command makes what it names. */
static void commands_reproduce_their_kernels(void **state)
{
    (void)state;
    for (int k = 0; k < KERNELS; k++) {
        struct clgemm_result *const result = generate(kernels[k]);
        char line[512];
        snprintf(line, sizeof line, "%s", clgemm_result_command(result) + strlen("clgemm-gen"));
        assert_memory_equal(clgemm_result_command(result), "clgemm-gen", 10);
        struct clgemm_result *const again = generate(line);
        assert_same(result, again);
        clgemm_result_free(again);
        clgemm_result_free(result);
    }
}

static void results_outlive_their_requests(void **state)
{
    struct clgemm_request *const request =
        ask("--name lasting --preset block_read_4x1_1x8 --for intel-gen8 --alpha 2.5 --stem file");
    struct clgemm_result *result;
    (void)state;
    clgemm_request_use_templates(request, NULL);
    assert_int_equal(clgemm_generate(request, &result, &error), 0);
    clgemm_request_free(request);
    assert_string_equal(clgemm_result_name(result), "lasting");
    for (int artifact = 0; artifact < CLGEMM_ARTIFACT_COUNT; artifact++) {
        size_t length;
        const char *const text =
            clgemm_result_text(result, (enum clgemm_artifact)artifact, &length);
        assert_non_null(text);
        assert_non_null(artifact == CLGEMM_CL ? strstr(text, "lasting") : text);
        /* Written once: the same text is given again. */
        assert_ptr_equal(clgemm_result_text(result, (enum clgemm_artifact)artifact, NULL), text);
    }
    assert_null(clgemm_result_text(result, CLGEMM_ARTIFACT_COUNT, NULL));
    assert_int_equal(clgemm_result_error(result)->code, CLGEMM_USAGE);
    assert_string_equal(clgemm_result_error(result)->text, "there is no artifact 9");
    assert_null(clgemm_result_text(result, (enum clgemm_artifact) - 1, NULL));
    assert_non_null(clgemm_result_text(result, CLGEMM_CL, NULL));
    assert_int_equal(clgemm_result_error(result)->code, CLGEMM_OK);
    clgemm_result_free(result);
    clgemm_result_free(NULL);
    clgemm_request_free(NULL);
    clgemm_templates_free(NULL);
}

/* What an artifact cannot hold is told, and the others are written all the same. */
static void failures_of_artifacts_are_told(void **state)
{
    struct clgemm_request *const request = ask("--stem a\xff");
    struct clgemm_result *result;
    (void)state;
    assert_int_equal(clgemm_generate(request, &result, &error), 0);
    assert_null(clgemm_result_text(result, CLGEMM_MANIFEST, NULL));
    assert_int_equal(clgemm_result_error(result)->code, CLGEMM_USAGE);
    assert_string_equal(clgemm_result_error(result)->text,
                        "JSON is UTF-8, and the file 'a\\377.cl' is not");
    assert_non_null(clgemm_result_text(result, CLGEMM_HEADER, NULL));
    assert_int_equal(clgemm_result_error(result)->code, CLGEMM_OK);
    clgemm_result_free(result);
    clgemm_request_free(request);
}

/* The table of a type says nothing of sizes that were measured; no kernel has negative ones, or larger than places reach. */
static void sizes_without_a_kernel_have_no_pick(void **state)
{
    static const long long none[][3] = {
        {-1, 64, 64}, {64, -1, 64}, {64, 64, INT64_MIN}, {INT64_MAX, 64, 64}};
    struct clgemm_request *const request = ask("--for cpu");
    struct clgemm_dispatch *dispatch;
    int measured = 0;
    (void)state;
    set_option(request, "name", "table");
    assert_int_equal(clgemm_dispatch_make(request, &dispatch, &error), 0);
    assert_true(clgemm_dispatch_pick(dispatch, 64, 64, 64, 1, &measured) >= 0);
    assert_int_equal(measured, 1);
    for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
        assert_int_equal(
            clgemm_dispatch_pick(dispatch, none[i][0], none[i][1], none[i][2], 1, &measured), -1);
        assert_int_equal(measured, 0);
        measured = 1;
    }
    clgemm_dispatch_free(dispatch);
    clgemm_request_free(request);
}

/* What is the fastest for one product has too small tiles for many. */
static void members_are_picked_for(void **state)
{
    struct clgemm_request *const request =
        ask("--for nvidia-hopper --type f16 --layout row --batch strided");
    struct clgemm_dispatch *dispatch;
    (void)state;
    assert_int_equal(clgemm_dispatch_make(request, &dispatch, &error), 0);
    const int one = clgemm_dispatch_pick(dispatch, 1024, 1024, 1024, 1, NULL);
    assert_true(one >= 0);
    assert_int_not_equal(clgemm_dispatch_pick(dispatch, 1024, 1024, 1024, 36, NULL), one);
    clgemm_dispatch_free(dispatch);
    clgemm_request_free(request);
}

/* A kernel of the profile that the host cannot launch gives way to others of its dispatch; where it can launch none, there is no dispatch. */
static void a_host_takes_what_it_can_launch(void **state)
{
    static const char *const served[][2] = {{"llama_mul_mv_f16", "1"},
                                            {"clblast_xgemm_direct_strided", "0"}};
    (void)state;
    for (int i = 0; i < 2; i++) {
        struct clgemm_request *const request = ask("--for cpu");
        struct clgemm_dispatch *dispatch;
        struct clgemm_result *result;
        const bool serves = served[i][1][0] == '1';
        set_option(request, "interface", served[i][0]);
        assert_int_equal(clgemm_request_dispatches(request, &error), serves);
        assert_int_equal(clgemm_dispatch_make(request, &dispatch, &error), serves ? 0 : -1);
        assert_int_equal(clgemm_generate(request, &result, &error), 0);
        clgemm_result_free(result);
        clgemm_dispatch_free(dispatch);
        clgemm_request_free(request);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(twice_is_the_same),
        cmocka_unit_test(order_of_setting_does_not_matter),
        cmocka_unit_test(another_thread_makes_the_same),
        cmocka_unit_test(commands_reproduce_their_kernels),
        cmocka_unit_test(results_outlive_their_requests),
        cmocka_unit_test(failures_of_artifacts_are_told),
        cmocka_unit_test(sizes_without_a_kernel_have_no_pick),
        cmocka_unit_test(members_are_picked_for),
        cmocka_unit_test(a_host_takes_what_it_can_launch),
    };
    return cmocka_run_group_tests(tests, open_templates, close_templates);
}
