/*
 * Views hold no code: see view_rule.h. Walked over: the golden kernels, every preset in all layouts and transposes, and
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

#include "gen/generate.h"
#include "tests/unit/ask.h"
#include "tests/unit/fixture.h"
#include "tests/unit/requests.h"
#include "tests/unit/shares.h"
#include "tests/unit/view_rule.h"

/* What still breaks the rule: members by family. It may only become less: a member that no longer breaks it must
 * leave the list. */
static struct {
    const char *family;
    const char *names; /* with blanks around each */
    char met[2048];
} allowed[] = {
    {"naive", " ", " "},
    {"register", " ", " "},
    {"subgroup", " ", " "},
    {"local", " ", " "},
};

enum {
    FAMILIES = sizeof allowed / sizeof allowed[0],
    AT_RANDOM = 800,
    LEAST_PERCENT = 40
};

/* A kernel under way. */
struct walk {
    const char *line;
    size_t family;
    int failures;
};

static bool is_in(const char *list, const char *name)
{
    char word[84];
    snprintf(word, sizeof word, " %.80s ", name);
    return strstr(list, word);
}

static void note(void *self, const char *name, const char *text)
{
    struct walk *const walk = self;
    char *const met = allowed[walk->family].met;
    if (is_in(met, name))
        return;
    snprintf(met + strlen(met), sizeof allowed[0].met - strlen(met), "%s ", name);
    if (is_in(allowed[walk->family].names, name))
        return;
    print_error("%s: %s '%s' breaks the rule in clgemm-gen %s\n", allowed[walk->family].family,
                name, text, walk->line);
    walk->failures++;
}

static void look_at(void *self, const char *line)
{
    struct walk *const walk = self;
    struct clgemm_request *const request = ask(line);
    struct clgemm_result *result;
    clgemm_request_use_templates(request, templates);
    if (clgemm_generate(request, &result, &error) == 0) {
        const char *const family = result_option(result, OPTION_FAMILY);
        walk->line = line;
        walk->family = 0;
        while (strcmp(allowed[walk->family].family, family) != 0)
            walk->family++;
        view_walk(templates, result_view(result), note, walk);
        clgemm_result_free(result);
    } else if (error.code != CLGEMM_REFUSED) {
        fail_msg("%s: %s", line, error.text);
    }
    clgemm_request_free(request);
}

/* Where no member of a family breaks the rule, its kernels stand in templates: the rest is names and numbers. */
static void look_at_share(void *self, const char *line)
{
    struct clgemm_result *const result = generate(line);
    int *const failures = self;
    size_t family = 0;
    while (strcmp(allowed[family].family, result_option(result, OPTION_FAMILY)) != 0)
        family++;
    const struct shares shares = shares_of(result);
    if (strcmp(allowed[family].names, " ") == 0 &&
        (shares.composed > 0 || template_percent(shares) < LEAST_PERCENT)) {
        print_error("%.1f %% in templates, %zu characters composed: clgemm-gen %s\n",
                    template_percent(shares), shares.composed, line);
        ++*failures;
    }
    clgemm_result_free(result);
}

static const char *golden_folder(void)
{
    static char folder[4096];
    snprintf(folder, sizeof folder, "%s/tests/golden", getenv("srcdir") ? getenv("srcdir") : ".");
    return folder;
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
    requests_of_presets(look_at, &walk);
    requests_at_random(AT_RANDOM, 3, look_at, &walk);
    assert_int_equal(walk.failures, 0);
}

static void the_allowance_is_no_larger_than_it_need_be(void **state)
{
    int failures = 0;
    (void)state;
    for (size_t i = 0; i < FAMILIES; i++) {
        const char *name = allowed[i].names;
        while (*(name += strspn(name, " "))) {
            char word[80];
            const size_t length = strcspn(name, " ");
            snprintf(word, sizeof word, "%.*s", (int)length, name);
            if (!is_in(allowed[i].met, word)) {
                print_error("%s of %s keeps the rule: take it from the list\n", word,
                            allowed[i].family);
                failures++;
            }
            name += length;
        }
    }
    assert_int_equal(failures, 0);
}

static void texts_are_told_apart(void **state)
{
    static const char *const kept[] = {"a_0_1", "float4",  "12",   "-3", "0xff",
                                       "2.5f",  "1.0e-05", "0.0h", "",   "naive/kernel.cl"};
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
        cmocka_unit_test(the_allowance_is_no_larger_than_it_need_be),
    };
    return cmocka_run_group_tests(tests, open_templates, close_templates);
}
