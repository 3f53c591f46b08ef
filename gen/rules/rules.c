#include "gen/rules/internal.h"

#include <stdio.h>
#include <string.h>

#include "gen/spec/family.h"
#include "gen/request/gatlas.h"
#include "gen/base/text.h"

bool is_power_of_two(long long number)
{
    return number > 0 && (number & (number - 1)) == 0;
}

const char *rules_say(struct job *job, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const char *const sentence = arena_vprintf(job->arena, format, arguments);
    va_end(arguments);
    return sentence;
}

struct rule_tables rules_tables(const struct family *family)
{
    /* A preset's own parameters first: others speak of what they stand for. */
    return (struct rule_tables){
        {gatlas_rules, request_rules, size_rules, family->rules, device_rules}};
}

/* Who said an option that the user did not: "--for cpu", or the profile that a program chose for the device;
 * NULL where it was the user, or nobody. */
static const char *who_said(struct job *job, const struct spec *spec, enum option_id id)
{
    const enum voice voice = spec->values[id].voice;
    const enum option_id by = voice == VOICE_PROFILE  ? OPTION_FOR
                              : voice == VOICE_PRESET ? OPTION_PRESET
                                                      : OPTION_COUNT;
    if (by == OPTION_FOR && spec->values[by].voice < VOICE_USER)
        return arena_printf(job->arena, "the device's profile %s", spec->profile->name);
    return by == OPTION_COUNT || !spec->values[by].text
               ? NULL
               : arena_printf(job->arena, "--%s %s", option_rows[by].name, spec->values[by].text);
}

/* A sentence in which an option that the user did not say stands with who said it: "tile width 4 is not
 * a multiple of --vec-c 8 (from --for cpu); ask ...". */
static const char *with_origins(struct job *job, const struct spec *spec, const char *sentence)
{
    const char *const advice = strstr(sentence, "; ask ");
    struct text text;
    text_init(&text, job);
    const char *done = sentence;
    for (const char *at = strstr(sentence, "--"); at && at < advice; at = strstr(at, "--")) {
        at += 2;
        const size_t name = strcspn(at, " ");
        const enum option_id id = option_find(at, name);
        const size_t value = at[name] ? strcspn(at + name + 1, " ,;") : 0;
        const char *const who = id == OPTION_COUNT ? NULL : who_said(job, spec, id);
        const char *const said = id == OPTION_COUNT ? NULL : spec->values[id].text;
        if (!who || strlen(said) != value || memcmp(at + name + 1, said, value) != 0)
            continue;
        const char *const end = at + name + 1 + value;
        text_printf(&text, "%.*s (from %s)", (int)(end - done), done, who);
        done = end;
    }
    text_puts(&text, done);
    return text_string(&text);
}

const char *rules_advised_option(struct job *job, const char *sentence)
{
    const char *const advice = strstr(sentence, "ask --");
    if (!advice)
        return NULL;
    const char *const name = advice + strlen("ask --");
    return arena_text(job->arena, name, strcspn(name, " =,;"));
}

/* Whether later tables cannot count with the numbers of a spec that broke rules of this one. */
static bool is_last(const struct rule *table, const struct spec *spec)
{
    return table == spec->family->rules || (table == request_rules && !request_is_countable(spec));
}

int rules_check(struct job *job, const struct spec *spec,
                void (*report)(void *self, const struct clgemm_error *broken), void *self)
{
    const struct rule_tables tables = rules_tables(spec->family);
    int broken = 0;
    for (int t = 0; t < RULE_TABLES; t++) {
        const int before = broken;
        for (const struct rule *rule = tables.of[t]; rule->name; rule++) {
            const char *const sentence = rule->broken(job, spec);
            if (!sentence)
                continue;
            struct clgemm_error error;
            error_set(&error, CLGEMM_REFUSED, rules_advised_option(job, sentence), "%s",
                      with_origins(job, spec, sentence));
            snprintf(error.rule, sizeof error.rule, "%s", rule->name);
            broken++;
            if (!report)
                job_fail_with(job, &error);
            report(self, &error);
        }
        if (broken > before && is_last(tables.of[t], spec))
            break;
    }
    return broken;
}
