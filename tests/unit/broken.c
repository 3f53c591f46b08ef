#include "tests/unit/broken.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "gen/rules/rules.h"
#include "tests/unit/ask.h"
#include "tests/unit/fixture.h"

void note(void *self, const struct clgemm_error *broken)
{
    struct broken *const all = self;
    const size_t length = strlen(all->names);
    snprintf(all->names + length, sizeof all->names - length, "%s ", broken->rule);
    if (all->count++ == 0)
        snprintf(all->text, sizeof all->text, "%s", broken->text);
    assert_int_equal(broken->code, CLGEMM_REFUSED);
    assert_true(broken->option[0] != '\0');
}

struct broken why_not(const char *line)
{
    struct broken all = {.count = 0};
    struct clgemm_request *const request = ask(line);
    const int count = clgemm_why_not(request, note, &all, &error);
    if (count < 0)
        fail_msg("%s: %s", line, error.text);
    assert_int_equal(count, all.count);
    clgemm_request_free(request);
    return all;
}

struct broken broken_by(const char *line)
{
    struct broken all = {.count = 0};
    struct clgemm_request *const request = ask(line);
    struct arena own;
    struct job resolving;
    arena_init(&own, NULL, NULL);
    job_init(&resolving, &own, &error);
    if (setjmp(resolving.escape))
        fail_msg("%s: %s", line, error.text);
    const struct broken_rule *rule =
        rules_broken(&resolving, spec_resolve(&resolving, request->values));
    for (; rule; rule = rule->next) {
        const struct clgemm_error told = rules_error(rule->rule, rule->refusal);
        note(&all, &told);
    }
    arena_free(&own);
    clgemm_request_free(request);
    return all;
}

bool breaks(const struct broken *broken, const char *rule)
{
    char name[64];
    snprintf(name, sizeof name, "%s ", rule);
    const char *const found = strstr(broken->names, name);
    return found && (found == broken->names || found[-1] == ' ');
}

bool next_proposal(const char **at, char *proposal, size_t size)
{
    static const char *const separators[] = {"; ask ", ", or ", ", ", " or "};
    while (**at) {
        size_t skip = 0, length = 0;
        for (size_t i = 0; i < 4 && !skip; i++)
            if (strncmp(*at, separators[i], strlen(separators[i])) == 0)
                skip = strlen(separators[i]);
        *at += skip ? skip : 1;
        if (!skip || strncmp(*at, "--", 2) != 0)
            continue;
        while ((*at)[length] && (*at)[length] != ',' && strncmp(*at + length, " or ", 4) != 0)
            length++;
        snprintf(proposal, size, "%.*s", (int)length, *at);
        *at += length;
        return true;
    }
    return false;
}

void first_proposal(const char *sentence, char *proposal, size_t size)
{
    const char *const from = strstr(sentence, "; ask ");
    if (!from)
        fail_msg("'%s' does not say what to ask", sentence);
    snprintf(proposal, size, "%s", from + 6);
    char *const comma = strchr(proposal, ',');
    if (comma)
        *comma = '\0';
    char *const or = strstr(proposal, " or ");
    if (or)
        * or = '\0';
}
