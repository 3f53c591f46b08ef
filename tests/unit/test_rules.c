/*
 * Every rule broken and kept. A row (rule_rows.c) gives a request that breaks a rule, the numbers that
 * its sentence must hold, and what the sentence says to ask instead, which must work. Rules without a
 * row are found in the sources.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tests/unit/ask.h"
#include "tests/unit/broken.h"
#include "tests/unit/fixture.h"
#include "tests/unit/rule_rows.h"

/* The next of the parts between bars, from *at on; false where there is none. */
static bool next_part(const char **at, char *part, size_t size)
{
    const size_t length = strcspn(*at, "|");
    assert_true(length < size);
    snprintf(part, size, "%.*s", (int)length, *at);
    *at += length + ((*at)[length] == '|');
    return length > 0;
}

static void broken_rules_are_named(void **state)
{
    (void)state;
    for (const struct rule_row *row = rule_rows; row->rule; row++) {
        const struct broken broken = broken_by(row->request);
        if (!breaks(&broken, row->rule))
            fail_msg("%s: expected rule %s, got %s: %s", row->request, row->rule, broken.names,
                     broken.text);
        const char *at = row->numbers;
        for (char part[64]; next_part(&at, part, sizeof part);)
            if (!strstr(broken.text, part))
                fail_msg("%s: '%s' is not in: %s", row->request, part, broken.text);
    }
}

/* A row that breaks two rules would say less about each. */
static void rows_break_one_rule_only(void **state)
{
    (void)state;
    for (const struct rule_row *row = rule_rows; row->rule; row++) {
        const struct broken broken = broken_by(row->request);
        if (broken.count != 1)
            fail_msg("%s breaks %s", row->request, broken.names);
        assert_true(breaks(&broken, row->rule));
    }
}

static void what_is_proposed_works(void **state)
{
    (void)state;
    for (const struct rule_row *row = rule_rows; row->rule; row++) {
        char line[1100];
        char proposal[512];
        first_proposal(broken_by(row->request).text, proposal, sizeof proposal);
        if (strcmp(proposal, row->ask) != 0)
            fail_msg("%s: proposes %s, not %s", row->request, proposal, row->ask);
        snprintf(line, sizeof line, "%s %s", row->request, proposal);
        struct clgemm_request *const request = ask(line);
        struct clgemm_result *result;
        if (clgemm_generate(request, &result, &error))
            fail_msg("%s: %s", line, error.text);
        clgemm_result_free(result);
        clgemm_request_free(request);
    }
}

static void other_ways_keep_the_rule(void **state)
{
    (void)state;
    for (const struct rule_row *row = rule_rows; row->rule; row++) {
        const char *at = row->also;
        for (char part[64]; next_part(&at, part, sizeof part);) {
            char line[1100];
            snprintf(line, sizeof line, "%s %s", row->request, part);
            const struct broken broken = broken_by(line);
            if (breaks(&broken, row->rule))
                fail_msg("%s: %s", line, broken.text);
        }
    }
}

/* Every {"rule", function} in the sources has a row here, and no row is left over. */
static void every_rule_has_a_row(void **state)
{
    static const char *const files[] = {
        "gen/rules/request.c",         "gen/rules/types.c",
        "gen/rules/batch.c",           "gen/rules/groups.c",
        "gen/rules/split.c",           "gen/rules/sizes.c",
        "gen/rules/device.c",          "gen/rules/quantised.c",
        "gen/rules/gatlas.c",          "gen/family/blocked/rules.c",
        "gen/family/gemv/rules.c",     "gen/family/local/rules.c",
        "gen/family/matrix/rules.c",   "gen/family/naive/rules.c",
        "gen/family/register/rules.c", "gen/family/subgroup/rules.c",
        "gen/family/thin/rules.c",     "gen/rules/product.c",
        "gen/rules/chain.c",           "gen/family/attention/rules.c",
        "gen/family/flash/rules.c",    "gen/family/ring/rules.c",
    };
    const char *const folder = getenv("srcdir") ? getenv("srcdir") : ".";
    bool used[512] = {false};
    int rules = 0;
    (void)state;
    for (size_t f = 0; f < sizeof files / sizeof files[0]; f++) {
        char path[1024], line[1024];
        snprintf(path, sizeof path, "%s/%s", folder, files[f]);
        FILE *const file = fopen(path, "r");
        if (!file)
            fail_msg("cannot read %s", path);
        while (fgets(line, sizeof line, file)) {
            /* The formatter may put several on a line. */
            for (const char *at = strstr(line, "{\""); at; at = strstr(at + 1, "{\"")) {
                char rule[64], function[64];
                /* Other tables of names hold truths. */
                if (sscanf(at, "{\"%63[^\"]\", %63[a-z_],", rule, function) != 2 ||
                    strcmp(function, "true") == 0 || strcmp(function, "false") == 0)
                    continue;
                bool found = false;
                for (int i = 0; rule_rows[i].rule; i++) {
                    if (strcmp(rule_rows[i].rule, rule) != 0)
                        continue;
                    assert_true(i < 512);
                    found = used[i] = true;
                }
                if (!found)
                    fail_msg("rule %s of %s has no row", rule, files[f]);
                rules++;
            }
        }
        fclose(file);
    }
    assert_true(rules >= 25);
    for (int i = 0; rule_rows[i].rule; i++)
        if (!used[i])
            fail_msg("there is no rule %s", rule_rows[i].rule);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(broken_rules_are_named), cmocka_unit_test(rows_break_one_rule_only),
        cmocka_unit_test(what_is_proposed_works), cmocka_unit_test(other_ways_keep_the_rule),
        cmocka_unit_test(every_rule_has_a_row),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
