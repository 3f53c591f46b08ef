/*
 * A profile of a CPU serves all types of A, B and C that are served without a profile.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "gen/base/embedded.h"
#include "tests/unit/ask.h"
#include "tests/unit/broken.h"
#include "tests/unit/fixture.h"
#include "tests/unit/rotate.h"

/* e4m3 stands for e5m2, i8 for u8, a type of blocks and one of groups for the other quantised ones. */
static const char *const types[] = {"f32", "f64", "f16", "bf16", "e4m3",  "i32",
                                    "i8",  "c32", "c64", "q4_0", "i4_128"};
enum {
    TYPES = sizeof types / sizeof *types,
    NUMBERS = TYPES - 2, /* those that are not quantised: of C, and of --type */
    OPTIONS = 160
};

/* The types of A, B and C, with and without --type, by which a profile chooses its kernel. */
static const char *const forms[] = {
    "--type-a %s --type-b %s --type-c %s",
    "--type %s --type-b %s --type-c %s",
};

/* Lines of quantised operands must lie along K: in the first two both A and B do. */
static const char *const places[] = {
    "--layout row --transpose nt",
    "--layout column --transpose tn",
    "--layout row",
    "--layout column --transpose nt",
};

enum {
    PLACES = sizeof places / sizeof *places
};

static struct broken broken_with(const char *line, const char *profile, enum clgemm_voice voice)
{
    struct broken broken = {.count = 0};
    struct clgemm_request *const request = ask(line);
    if (profile)
        assert_int_equal(clgemm_request_set_by(request, voice, "for", profile, &error), 0);
    if (clgemm_why_not(request, note, &broken, &error) < 0)
        fail_msg("%s: %s", line, error.text);
    clgemm_request_free(request);
    return broken;
}

static void must_be_served(const char *line, enum clgemm_voice voice)
{
    for (const struct embedded_file *file = clgemm_embedded_profiles; file->name; file++) {
        if (strncmp(file->name, "cpu", 3) != 0)
            continue;
        const struct broken broken = broken_with(line, file->name, voice);
        if (broken.count)
            fail_msg("%s --for %s: %s", line, file->name, broken.text);
    }
}

/* Calls `serve` with all requests of the types, in so many places, that are served without a profile. */
static void serve_types(const char *form, int count, void (*serve)(const char *line))
{
    char of_types[OPTIONS], line[2 * OPTIONS];
    int served = 0;
    for (int i = 0; i < TYPES * TYPES * NUMBERS; i++) {
        const int a = i / TYPES / NUMBERS, b = i / NUMBERS % TYPES, c = i % NUMBERS;
        const bool quantised = a >= NUMBERS || b >= NUMBERS;
        if (!in_share((size_t)i) || (a >= NUMBERS && form != forms[0]))
            continue;
        snprintf(of_types, sizeof of_types, form, types[a], types[b], types[c]);
        for (int place = 0; place < (quantised ? 2 : count); place++) {
            snprintf(line, sizeof line, "%s %s", of_types, places[place]);
            if (broken_with(line, NULL, CLGEMM_BY_USER).count)
                continue;
            serve(line);
            served++;
        }
    }
    assert_true(served > 12);
}

static void serve(const char *line)
{
    must_be_served(line, CLGEMM_BY_USER);
}

static void serve_on_device(const char *line)
{
    must_be_served(line, CLGEMM_BY_DEVICE);
}

static void serve_sizes(const char *line)
{
    char sized[3 * OPTIONS];
    snprintf(sized, sizeof sized, "%s --fixed 512x512x512", line);
    must_be_served(sized, CLGEMM_BY_USER);
}

static void types_of_operands(void **state)
{
    (void)state;
    serve_types(forms[0], PLACES, serve);
}

static void types_beside_one_of_all(void **state)
{
    (void)state;
    serve_types(forms[1], 2, serve);
}

static void types_with_sizes(void **state)
{
    (void)state;
    serve_types(forms[0], 2, serve_sizes);
}

static void types_on_a_device(void **state)
{
    (void)state;
    serve_types(forms[0], 2, serve_on_device);
}

/* The profile's kernel is meant where the user changes it, and yields. */
static void changed_kernel(void **state)
{
    (void)state;
    assert_int_equal(why_not("--for cpu --type-c i8").count, 0);
    assert_int_equal(why_not("--for cpu --type-c i8 --tile 2x24").count, 0);
    assert_int_equal(why_not("--for cpu --type-c i8 --family blocked").count, 0);
    assert_string_equal(why_not("--for cpu --type-c i8 --family blocked --edges guard").names,
                        "blocked-sum ");
}

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(types_of_operands), TEST(types_beside_one_of_all),
                                       TEST(types_with_sizes), TEST(types_on_a_device),
                                       TEST(changed_kernel)};
    print_share("test_profile_types");
    return cmocka_run_group_tests(tests, NULL, NULL);
}
