/*
 * A rule says who set a value that the user did not: the requests of rule_rows.c once more, each as the options of a profile. And since
 * it was not the user, the value yields.
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
#include "tests/unit/specs.h"

/* Options that a profile does not say, with the problem: what is computed, and for which sizes. */
static bool is_of_problem(const char *option)
{
    static const char *const options[] = {"--type",      "--type-a",     "--type-b", "--type-c",
                                          "--compute",   "--accumulate", "--fixed",  "--layout",
                                          "--transpose", "--lda",        "--ldb",    "--ldc",
                                          "--alpha",     "--product",    "--extent", "--strides"};
    static const char attention[] = "--chain attention";
    const size_t length = strcspn(option, " ");
    if (strncmp(option, attention, strlen(attention)) == 0)
        return true;
    for (size_t i = 0; i < sizeof options / sizeof options[0]; i++)
        if (strlen(options[i]) == length && strncmp(options[i], option, length) == 0)
            return true;
    return false;
}

/* What the row refuses is no demand where a profile says it (of attention: where parts are added), or is of the problem alone: --mad, --steps, --decode, vectors of complex numbers, and vectors and pads of
 * operands that lie in panels. */
static bool is_no_demand(const struct rule_row *row)
{
    return strcmp(row->rule, "product-elements") == 0 || strcmp(row->rule, "fused-sum") == 0 ||
           strcmp(row->rule, "steps") == 0 || strcmp(row->rule, "decode") == 0 ||
           strcmp(row->rule, "complex-vector") == 0 || strcmp(row->rule, "matrix-index") == 0 ||
           strcmp(row->rule, "blocked-run") == 0 || strcmp(row->rule, "flash-parts") == 0 ||
           (strstr(row->request, "--family matrix") && strcmp(row->rule, "product-vector") == 0) ||
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

static bool is_served(const char *line)
{
    struct clgemm_request *const request = ask(line);
    const bool served = clgemm_why_not(request, NULL, NULL, &error) == 0;
    clgemm_request_free(request);
    return served;
}

/* Whether a line says what is computed, or parameters of presets, neither of which yields. */
static bool says_what_stays(const char *line)
{
    bool stays = false;
    for (const char *at = line; !stays && (at = strstr(at, "--")); at += 2) {
        const enum option_id id = option_find(at + 2, strcspn(at + 2, " ="));
        stays = id != OPTION_EDGES &&
                (strcmp(option_rows[id].group, "problem") == 0 || id == OPTION_GROUP_SIZE ||
                 id == OPTION_BLOCK_HEIGHT || id == OPTION_EXTRA || id == OPTION_PREPARED);
    }
    return stays;
}

/* What a profile says of its kernels gives way: where the problem alone is served, so it is beside the profile. */
static bool must_yield(const char *of_user, const char *of_profile)
{
    const char *const problem = strstr(of_user + 1, " --");
    if (!is_served(problem ? problem + 1 : "") || says_what_stays(of_profile))
        return false;
    if (!is_served(of_user))
        fail_msg("%s: %s", of_user, error.text);
    return true;
}

static void sentences_say_who_set_it(void **state)
{
    int asked = 0, yielded = 0;
    (void)state;
    for (const struct rule_row *row = rule_rows; row->rule; row++) {
        char text[1200], of_profile[512] = "", of_user[512];
        /* A preset comes before a profile, one profile is read, and for hosts it has kernels of their own. */
        if (strstr(row->request, "--preset") || strstr(row->request, "--for") ||
            strstr(row->request, "--interface") || is_no_demand(row))
            continue;
        snprintf(of_user, sizeof of_user, "--for %s", profile_path("made.json"));
        deal_out(row->request, of_profile, of_user, sizeof of_user);
        if (!*of_profile)
            continue;
        snprintf(text, sizeof text,
                 "{\"name\": \"made\", \"inherits\": \"generic\", \"options\": {\"%s\": \"%s\"}}",
                 said_in(row), of_profile);
        write_profile("made.json", text, strlen(text));
        if (try_line(of_user))
            fail_msg("`%s` of a profile breaks %s no more", row->request, row->rule);
        assert_string_equal(error.rule, row->rule);
        if (!strstr(error.text, " (from --for ./"))
            fail_msg("`%s` of a profile: %s", row->request, error.text);
        yielded += must_yield(of_user, of_profile);
        unlink(profile_path("made.json"));
        asked++;
    }
    assert_true(asked > 100);
    assert_true(yielded > 50);
}

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(sentences_say_who_set_it)};
    return cmocka_run_group_tests(tests, make_profile_folder, remove_profile_folder);
}
