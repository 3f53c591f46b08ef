/*
 * Out of memory: every allocation that the library makes fails once, and each time the call that
 * needed it says so and gives back all that it had taken.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "tests/unit/ask.h"
#include "tests/unit/heap.h"

/* The same for actions that must fail whenever an allocation does. */
static bool must_fail;

static int told(int result, const struct clgemm_error *error)
{
    if (result == 0)
        return failed && must_fail ? -1 : CLGEMM_OK;
    if (error->code == CLGEMM_IO && strcmp(error->text, "out of memory") != 0)
        return -2;
    return error->code;
}

/* ------------------------------------------------------------------------------------ requests */

static int make_request(void *self)
{
    (void)self;
    struct clgemm_request *const request = clgemm_request_new();
    if (!request)
        return CLGEMM_IO;
    clgemm_request_free(request);
    return failed ? -1 : CLGEMM_OK;
}

static int set_options(void *self)
{
    static const char *const options[][2] = {
        {"tile", "32x2"},  {"layout", "col"},  {"alpha", "2.50"},
        {"barrier", NULL}, {"fixed", "1x2x3"}, {"name", "long_name"},
        {"for", "cpu"},    {"lda", "tight"},   {"offset-a", "7"},
    };
    struct clgemm_error error = {.code = CLGEMM_OK};
    (void)self;
    struct clgemm_request *const request = clgemm_request_new();
    if (!request)
        return CLGEMM_IO;
    int result = 0;
    for (size_t i = 0; !result && i < sizeof options / sizeof options[0]; i++)
        result = clgemm_request_set(request, options[i][0], options[i][1], &error);
    clgemm_request_free(request);
    return told(result, &error);
}

/* A wrong value costs memory as well: its sentence lists the words that would do. */
static int set_wrong_value(void *self)
{
    struct clgemm_error error = {.code = CLGEMM_OK};
    (void)self;
    struct clgemm_request *const request = clgemm_request_new();
    if (!request)
        return CLGEMM_IO;
    const int result = clgemm_request_set(request, "layout", "diagonal", &error);
    clgemm_request_free(request);
    return result == 0 ? -1 : error.code == CLGEMM_USAGE ? CLGEMM_OK : told(result, &error);
}

/* Requests with texts of more than a block of the arena: copying them takes several allocations. */
static int copy_request(void *request)
{
    struct clgemm_request *const copy = clgemm_request_copy(request);
    if (!copy)
        return CLGEMM_IO;
    clgemm_request_free(copy);
    return failed ? -1 : CLGEMM_OK;
}

static void requests(void **state)
{
    static char path[70001];
    (void)state;
    must_fail = true;
    assert_int_equal(fail_each(make_request, NULL), 1);
    assert_true(fail_each(set_options, NULL) >= 2);
    assert_true(fail_each(set_wrong_value, NULL) >= 2);

    struct clgemm_request *const request = clgemm_request_new();
    memset(path, 'p', sizeof path - 1);
    set_option(request, "for", path);
    set_option(request, "tile", "32x2");
    assert_true(fail_each(copy_request, request) >= 2);
    clgemm_request_free(request);
}

/* ----------------------------------------------------------------------------------- templates */

static int open_set(void *folder)
{
    struct clgemm_error error = {.code = CLGEMM_OK};
    struct clgemm_templates *templates;
    const int result = clgemm_templates_open(folder, &templates, &error);
    if (result && templates)
        return -1;
    clgemm_templates_free(templates);
    /* A file that cannot be read for want of memory is an error of that file. */
    if (result && folder && error.code == CLGEMM_IO)
        return CLGEMM_IO;
    return told(result, &error);
}

static void template_sets(void **state)
{
    char folder[] = "test_memory_XXXXXX";
    char path[128];
    (void)state;
    must_fail = true;
    assert_true(fail_each(open_set, NULL) >= 2);

    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/naive.cl.mustache", folder);
    FILE *const file = fopen(path, "w");
    for (int i = 0; i < 3000; i++)
        fprintf(file, "{{name}} {{#loads}}{{>*load}}{{/loads}}\n");
    fclose(file);
    assert_true(fail_each(open_set, folder) >= 3);
    unlink(path);
    rmdir(folder);
}

/* ------------------------------------------------------------------------------------- kernels */

static int make_kernel(void *request)
{
    struct clgemm_error error = {.code = CLGEMM_OK};
    struct clgemm_result *result;
    const int outcome = clgemm_generate(request, &result, &error);
    if (outcome && result)
        return -1;
    clgemm_result_free(result);
    return told(outcome, &error);
}

/* What the artifacts of the request are when nothing fails. */
static struct clgemm_result *whole;

/* Every artifact in turn; one that could not be written is written when asked again. */
static int read_artifacts(void *request)
{
    struct clgemm_error error = {.code = CLGEMM_OK};
    struct clgemm_result *result;
    bool missed = false;
    if (clgemm_generate(request, &result, &error))
        return told(-1, &error);
    for (int artifact = 0; artifact < CLGEMM_ARTIFACT_COUNT; artifact++) {
        size_t length;
        const bool before = failed;
        const char *text = clgemm_result_text(result, (enum clgemm_artifact)artifact, &length);
        if (!text) {
            missed = true;
            if (before || !failed) /* nothing failed just now: no reason to give none */
                return -1;
            text = clgemm_result_text(result, (enum clgemm_artifact)artifact, &length);
        }
        if (!text || strlen(text) != length ||
            strcmp(text, clgemm_result_text(whole, (enum clgemm_artifact)artifact, NULL)) != 0)
            return -1;
    }
    clgemm_result_free(result);
    return missed ? CLGEMM_IO : CLGEMM_OK;
}

static int ask_why_not(void *request)
{
    struct clgemm_error error = {.code = CLGEMM_OK};
    const int broken = clgemm_why_not(request, NULL, NULL, &error);
    return told(broken, &error);
}

/* A small space: made, counted, drawn from, covered. */
static int walk_over_space(void *request)
{
    struct clgemm_error error = {.code = CLGEMM_OK};
    struct clgemm_space *space = NULL;
    struct clgemm_cover cover;
    unsigned long long seed = 1;
    unsigned point[2];
    double product, valid;
    int status = clgemm_space_new(request, 0, &space, &error);
    if (status == 0)
        status = clgemm_space_narrow(space, "tile=8x2,300x2", &error);
    if (status == 0)
        status = clgemm_space_narrow(space, "mad=mad,fma", &error);
    if (status == 0)
        status = clgemm_space_count(space, &product, &valid, &error);
    if (status == 0 && clgemm_space_random(space, &seed, point, &error) < 0)
        status = -1;
    if (status == 0)
        status = clgemm_space_cover(space, 1, &cover, &error);
    if (status == 0)
        assert_int_equal(cover.count, 2);
    clgemm_space_free(space);
    return told(status, &error);
}

static void spaces(void **state)
{
    struct clgemm_request *const request = clgemm_request_new();
    (void)state;
    assert_non_null(request);
    must_fail = true;
    assert_true(fail_each(walk_over_space, request) >= 20);
    must_fail = false;
    clgemm_request_free(request);
}

static void kernels(void **state)
{
    static const char *const requests[][3][2] = {
        {{"family", "naive"}, {"for", "generic"}, {"alpha", "1"}},
        {{"for", "cpu-avx512"}, {"transpose", "tt"}, {"fixed", "100x100x100"}},
        {{"preset", "block_read_16x4_8x8"}, {"edges", "guard"}, {"for", "intel-gen9"}},
        {{"tile", "16x2"}, {"wg", "1x8"}, {"transpose", "nt"}},
    };
    struct clgemm_templates *templates;
    (void)state;
    assert_int_equal(clgemm_templates_open(NULL, &templates, NULL), 0);
    for (size_t i = 0; i < sizeof requests / sizeof requests[0]; i++) {
        struct clgemm_request *const request = clgemm_request_new();
        assert_non_null(request);
        for (int o = 0; o < 3; o++)
            set_option(request, requests[i][o][0], requests[i][o][1]);
        must_fail = true;
        assert_true(fail_each(ask_why_not, request) >= 1);
        /* Once with templates of its own, compiled on the way, once with a set. */
        assert_true(fail_each(make_kernel, request) >= 3);
        clgemm_request_use_templates(request, templates);
        assert_true(fail_each(make_kernel, request) >= 3);
        must_fail = false;
        assert_int_equal(clgemm_generate(request, &whole, NULL), 0);
        for (int artifact = 0; artifact < CLGEMM_ARTIFACT_COUNT; artifact++)
            assert_non_null(clgemm_result_text(whole, (enum clgemm_artifact)artifact, NULL));
        assert_true(fail_each(read_artifacts, request) >= 4);
        clgemm_result_free(whole);
        clgemm_request_free(request);
    }
    clgemm_templates_free(templates);
}

/* Refusals and unknown names need memory for their sentences. */
static int be_refused(void *request)
{
    struct clgemm_error error = {.code = CLGEMM_OK};
    struct clgemm_result *result;
    if (clgemm_generate(request, &result, &error) == 0 || result)
        return -1;
    return error.code == CLGEMM_IO ? told(-1, &error) : failed ? -1 : CLGEMM_OK;
}

static void refusals(void **state)
{
    static const char *const requests[][2] = {
        {"tile", "300x300"}, {"preset", "nobody"}, {"for", "nobody"}, {"for", "intel-gen10"}};
    (void)state;
    must_fail = true;
    for (size_t i = 0; i < sizeof requests / sizeof requests[0]; i++) {
        struct clgemm_request *const request = clgemm_request_new();
        set_option(request, requests[i][0], requests[i][1]);
        assert_true(fail_each(be_refused, request) >= 1);
        clgemm_request_free(request);
    }
}

/* ------------------------------------------------------------------------------------ profiles */

/* These cannot fail: without memory they know less. */
static int list_profiles(void *self)
{
    struct clgemm_profile profile;
    (void)self;
    size_t count = 0;
    while (clgemm_profile_at(count, &profile) == 0) {
        if (!profile.name)
            return -1;
        count++;
    }
    return count >= 8 ? CLGEMM_OK : -1;
}

static int choose_profile(void *self)
{
    const struct clgemm_device *const device = self;
    const char *const name = clgemm_profile_for(device);
    return name && (failed || strcmp(name, "nvidia-hopper") == 0) ? CLGEMM_OK : -1;
}

static int read_peak(void *self)
{
    struct clgemm_error error = {.code = CLGEMM_OK};
    struct clgemm_peak peak;
    const int status = clgemm_profile_peak(self, "f32", &peak, &error);
    return status == 0 && peak.operations_per_cycle <= 0 ? -1 : told(status, &error);
}

static void profiles(void **state)
{
    char avx512[] = "cpu-avx512";
    struct clgemm_device device = {"gpu", "NVIDIA Corporation", "NVIDIA H200", 1};
    (void)state;
    assert_true(fail_each(list_profiles, NULL) >= 8);
    assert_true(fail_each(choose_profile, &device) >= 1);
    must_fail = true;
    assert_true(fail_each(read_peak, avx512) >= 1);
    must_fail = false;
}

/* ---------------------------------------------------------------------------------- dispatches */

static int make_dispatch(void *request)
{
    struct clgemm_error error = {.code = CLGEMM_OK};
    struct clgemm_dispatch *dispatch;
    const int outcome = clgemm_dispatch_make(request, &dispatch, &error);
    if (outcome && dispatch)
        return -1;
    clgemm_dispatch_free(dispatch);
    /* A file that cannot be read for want of memory is an error of that file. */
    return outcome && error.code == CLGEMM_IO ? CLGEMM_IO : told(outcome, &error);
}

/* The kernel for a shape, and whether there are such kernels. */
static int pick_kernel_of_profile(void *request)
{
    struct clgemm_error error = {.code = CLGEMM_OK};
    struct clgemm_result *result = NULL;
    const int dispatches = clgemm_request_dispatches(request, &error);
    const int outcome =
        dispatches == 1 ? clgemm_generate(request, &result, &error) : dispatches - 1;
    if ((outcome && result) || dispatches == 0)
        return -1;
    clgemm_result_free(result);
    return outcome && error.code == CLGEMM_IO ? CLGEMM_IO : told(outcome, &error);
}

static void dispatches(void **state)
{
    static const char profile[] =
        "{\"dispatch\": {\"kernels\": [{\"name\": \"a\", \"options\": \"--family naive\"},"
        " {\"name\": \"b\", \"options\": \"--tile 8x2 --wg 1x8\"}],"
        " \"shapes\": [{\"m\": 1, \"n\": 2, \"k\": 3, \"kernel\": 1, \"gflops\": 4.5}]}}";
    char folder[] = "test_memory_XXXXXX", path[64];
    (void)state;
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/tuned.json", folder);
    FILE *const file = fopen(path, "w");
    fputs(profile, file);
    fclose(file);
    struct clgemm_request *const request = clgemm_request_new();
    set_option(request, "for", path);
    must_fail = true;
    assert_true(fail_each(make_dispatch, request) >= 8);
    set_option(request, "fixed", "1x2x3");
    assert_true(fail_each(pick_kernel_of_profile, request) >= 8);
    clgemm_request_free(request);
    unlink(path);
    rmdir(folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(requests),   cmocka_unit_test(template_sets), cmocka_unit_test(spaces),
        cmocka_unit_test(kernels),    cmocka_unit_test(refusals),      cmocka_unit_test(profiles),
        cmocka_unit_test(dispatches),
    };
    watch_heap();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
