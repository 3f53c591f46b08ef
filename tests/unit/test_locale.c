/*
 * What is emitted does not follow the locale of the host program: a decimal comma would not compile, and
 * the same request gives the same bytes on every machine.
 */
/* mkdtemp, setenv. */
#define _XOPEN_SOURCE 700

#include <locale.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tests/unit/ask.h"
#include "tests/unit/texts.h"

static char folder[] = "test_locale_XXXXXX";

static int make_folder(void **state)
{
    (void)state;
    return mkdtemp(folder) ? 0 : -1;
}

static int remove_folder(void **state)
{
    char command[80];
    (void)state;
    snprintf(command, sizeof command, "rm -rf %s", folder);
    return system(command);
}

static bool numbers_have_a_comma(const char *name)
{
    char text[8];
    if (!setlocale(LC_ALL, name))
        return false;
    snprintf(text, sizeof text, "%.1f", 0.5);
    return strcmp(text, "0,5") == 0;
}

/* A locale of the system, or one compiled from its sources (Debian: locales). */
static bool enter_locale_with_comma(void)
{
    static const char *const names[] = {"de_DE.UTF-8", "de_DE.utf8", "fr_FR.UTF-8", "de_DE"};
    char command[160];
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (numbers_have_a_comma(names[i]))
            return true;
    snprintf(command, sizeof command,
             "localedef -c -i de_DE -f UTF-8 ./%s/de_DE.UTF-8 >/dev/null 2>&1", folder);
    return system(command) == 0 && setenv("LOCPATH", folder, 1) == 0 &&
           numbers_have_a_comma("de_DE.UTF-8");
}

/* Every artifact of a request, one after another; the caller frees it. */
static char *everything(const char *line)
{
    struct clgemm_result *const result = generate(line);
    char *all = calloc(1, 1);
    for (int artifact = 0; artifact < CLGEMM_ARTIFACT_COUNT; artifact++) {
        const char *const text = clgemm_result_text(result, (enum clgemm_artifact)artifact, NULL);
        assert_non_null(text);
        char *const longer = realloc(all, strlen(all) + strlen(text) + 1);
        assert_non_null(longer);
        all = strcat(longer, text);
    }
    clgemm_result_free(result);
    return all;
}

static void texts_do_not_follow_the_locale(void **state)
{
    static const char *const lines[] = {
        "--alpha 0.3 --beta -0.5",
        "--type f64 --alpha 1e-310 --beta 0.1 --layout row --family register --access image",
        "--alpha 0.3 --beta 2.5 --for cpu --fixed 64x64x64",
    };
    (void)state;
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        setlocale(LC_ALL, "C");
        char *const neutral = everything(lines[i]);
        if (!enter_locale_with_comma()) {
            puts("no locale has a decimal comma; install locales (Debian) for this test");
            free(neutral);
            skip();
        }
        char *const foreign = everything(lines[i]);
        assert_string_equal(foreign, neutral);
        free(foreign);
        free(neutral);
    }
    setlocale(LC_ALL, "C");
}

/* As in the request, not with the digits that single precision adds to it. */
static void numbers_are_as_they_were_asked(void **state)
{
    struct clgemm_result *const result = generate("--alpha 0.3 --beta -0.5");
    static const enum clgemm_artifact artifacts[] = {CLGEMM_CL, CLGEMM_HEADER, CLGEMM_LAUNCHER};
    (void)state;
    for (size_t i = 0; i < sizeof artifacts / sizeof artifacts[0]; i++)
        assert_contains(clgemm_result_text(result, artifacts[i], NULL),
                        "C = 0.3 * A * B + -0.5 * C");
    clgemm_result_free(result);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(texts_do_not_follow_the_locale, make_folder, remove_folder),
        cmocka_unit_test(numbers_are_as_they_were_asked),
    };
    return cmocka_run_group_tests(tests, open_templates, close_templates);
}
