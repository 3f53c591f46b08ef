/*
 * Views hold no code: see view_rule.h. Walked over: the golden kernels, those of the tests on devices, every preset in all layouts and transposes, and
 * kernels of all families at random.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "library/generate.h"
#include "tests/unit/ask.h"
#include "tests/unit/fixture.h"
#include "tests/unit/requests.h"
#include "tests/unit/shares.h"
#include "tests/unit/view_rule.h"

enum {
    AT_RANDOM = 800,
    LEAST_PERCENT = 38 /* what terms print is not of templates */
};

/* A kernel under way. */
struct walk {
    const char *line;
    int failures;
};

static void note(void *self, const char *name, const char *text)
{
    struct walk *const walk = self;
    print_error("%s '%s' breaks the rule in clgemm-gen %s\n", name, text, walk->line);
    walk->failures++;
}

static void look_at(void *self, const char *line)
{
    struct walk *const walk = self;
    struct clgemm_request *const request = ask(line);
    struct clgemm_result *result;
    clgemm_request_use_templates(request, templates);
    if (clgemm_generate(request, &result, &error) == 0) {
        walk->line = line;
        view_walk(templates, result_view(result), note, walk);
        clgemm_result_free(result);
    } else if (error.code != CLGEMM_REFUSED) {
        fail_msg("%s: %s", line, error.text);
    }
    clgemm_request_free(request);
}

/* Kernels stand in templates: the rest is names and numbers. */
static void look_at_share(void *self, const char *line)
{
    struct clgemm_result *const result = generate(line);
    int *const failures = self;
    const struct shares shares = shares_of(result);
    if (shares.composed > 0 || template_percent(shares) < LEAST_PERCENT) {
        print_error("%.1f %% in templates, %zu characters composed: clgemm-gen %s\n",
                    template_percent(shares), shares.composed, line);
        ++*failures;
    }
    clgemm_result_free(result);
}

static void kernels_stand_in_templates(void **state)
{
    int failures = 0;
    (void)state;
    requests_of_goldens(golden_folder(), look_at_share, &failures);
    assert_int_equal(failures, 0);
}

static void views_hold_no_code(void **state)
{
    struct walk walk = {.line = NULL};
    (void)state;
    requests_of_goldens(golden_folder(), look_at, &walk);
    requests_of_devices(golden_folder(), look_at, &walk);
    requests_of_presets(look_at, &walk);
    requests_at_random(AT_RANDOM, 3, NULL, look_at, &walk);
    assert_int_equal(walk.failures, 0);
}

static void texts_are_told_apart(void **state)
{
    static const char *const kept[] = {"a_0_1", "float4",  "12",   "-3", "0xff",
                                       "2.5f",  "1.0e-05", "0.0h", "",   "naive.cl"};
    static const char *const broken[] = {"a + b", "(long)", "f(x)",   "a.s0", "2 * 3",    "x;",
                                         "4 ",    "int k",  "naive/", "1.5x", "const_a b"};
    (void)state;
    for (size_t i = 0; i < sizeof kept / sizeof kept[0]; i++)
        assert_true(text_keeps_rule(templates, kept[i]));
    for (size_t i = 0; i < sizeof broken / sizeof broken[0]; i++)
        assert_false(text_keeps_rule(templates, broken[i]));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(texts_are_told_apart),
        cmocka_unit_test(views_hold_no_code),
        cmocka_unit_test(kernels_stand_in_templates),
    };
    return cmocka_run_group_tests(tests, open_templates, close_templates);
}
