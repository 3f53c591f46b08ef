/*
 * A sentence that refuses says who set a value that the user did not: the requests of rule_rows.c once more, each as
 * the options of a profile.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "tests/unit/ask.h"
#include "tests/unit/fixture.h"
#include "tests/unit/profiles.h"
#include "tests/unit/rule_rows.h"

/* Options that a profile does not say, with the problem: what is computed, and for which sizes. */
static bool is_of_problem(const char *option)
{
    static const char *const options[] = {
        "--type",   "--type-a",    "--type-b", "--type-c", "--compute", "--accumulate", "--fixed",
        "--layout", "--transpose", "--lda",    "--ldb",    "--ldc",     "--alpha"};
    const size_t length = strcspn(option, " ");
    for (size_t i = 0; i < sizeof options / sizeof options[0]; i++)
        if (strlen(options[i]) == length && strncmp(options[i], option, length) == 0)
            return true;
    return false;
}

/* What the row refuses is no demand where a profile says it: --mad, --steps, --decode, vectors of complex numbers, and vectors and pads of
 * operands that lie in panels. */
static bool is_no_demand(const struct rule_row *row)
{
    return strcmp(row->rule, "fused-sum") == 0 || strcmp(row->rule, "steps") == 0 ||
           strcmp(row->rule, "decode") == 0 || strcmp(row->rule, "complex-vector") == 0 ||
           (strstr(row->request, "--copy bulk") &&
            (strcmp(row->rule, "matrix-vector") == 0 || strcmp(row->rule, "matrix-pad") == 0));
}

/* Of options that are common to all kernels those are left out that the family does not read: the kernel itself says them. */
static const char *said_in(const struct rule_row *row)
{
    return strcmp(row->rule, "option-family") == 0 || strcmp(row->rule, "barrier") == 0 ? "f32"
                                                                                        : "common";
}

/* Deals the options of a request out to the profile and the user. */
static void deal_out(const char *request, char *of_profile, char *of_user, size_t size)
{
    for (const char *at = request; *at;) {
        const char *const next = strstr(at + 1, " --");
        const size_t length = next ? (size_t)(next - at) : strlen(at);
        char *const line = is_of_problem(at) ? of_user : of_profile;
        const size_t end = strlen(line);
        snprintf(line + end, size - end, "%s%.*s", end ? " " : "", (int)length, at);
        at += length + (next != NULL);
    }
}

/* The request is refused, in `error`. */
static void must_be_refused(const char *line)
{
    struct clgemm_request *const request = ask(line);
    struct clgemm_result *result;
    assert_int_equal(clgemm_generate(request, &result, &error), -1);
    clgemm_request_free(request);
}

static void sentences_say_who_set_it(void **state)
{
    int asked = 0;
    (void)state;
    for (const struct rule_row *row = rule_rows; row->rule; row++) {
        char text[1200], of_profile[512] = "", of_user[512];
        /* A preset comes before a profile, and one profile is read. */
        if (strstr(row->request, "--preset") || strstr(row->request, "--for") || is_no_demand(row))
            continue;
        snprintf(of_user, sizeof of_user, "--for %s", profile_path("made.json"));
        deal_out(row->request, of_profile, of_user, sizeof of_user);
        if (!*of_profile)
            continue;
        snprintf(text, sizeof text,
                 "{\"name\": \"made\", \"inherits\": \"generic\", \"options\": {\"%s\": \"%s\"}}",
                 said_in(row), of_profile);
        write_profile("made.json", text, strlen(text));
        must_be_refused(of_user);
        unlink(profile_path("made.json"));
        assert_string_equal(error.rule, row->rule);
        if (!strstr(error.text, " (from --for ./"))
            fail_msg("`%s` of a profile: %s", row->request, error.text);
        asked++;
    }
    assert_true(asked > 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(sentences_say_who_set_it)};
    return cmocka_run_group_tests(tests, make_profile_folder, remove_profile_folder);
}
