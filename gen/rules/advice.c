#include "gen/rules/advice.h"

#include <string.h>

#include "gen/rules/rules.h"
#include "gen/base/text.h"

enum {
    MOST_PROPOSALS = 8, /* of one sentence */
    LONGEST_SERIES = 24 /* proposals that are followed, one after another */
};

/* What a sentence says to ask: options, and behind them words about them or other values. */
struct proposal {
    const char *options; /* "--tile-k 1 --unroll-k 4" */
    const char *text;    /* "--vec-a 1, 2 or 4" */
};

/* A request in which proposals are followed. */
struct attempt {
    struct option_value values[OPTION_COUNT];
    enum option_id changed[OPTION_COUNT]; /* in the order of their first change */
    size_t count;
};

/* ------------------------------------------------------------------- sentences taken apart */

/* Bytes of the separator that `text` begins with: ", or ", ", " or " or ". */
static size_t separator(const char *text)
{
    static const char *const separators[] = {", or ", ", ", " or "};
    for (size_t i = 0; i < sizeof separators / sizeof separators[0]; i++)
        if (strncmp(text, separators[i], strlen(separators[i])) == 0)
            return strlen(separators[i]);
    return 0;
}

/* Bytes of the options that `text` begins with, each with its value, up to a separator or the end; 0 where
 * it begins with anything else. */
static size_t length_of_options(const char *text)
{
    const char *at = text;
    while (strncmp(at, "--", 2) == 0) {
        const size_t name = strcspn(at + 2, "= ,");
        const enum option_id id = option_find(at + 2, name);
        if (id == OPTION_COUNT)
            return 0;
        at += 2 + name;
        if (*at == '=' || (*at == ' ' && option_rows[id].kind != KIND_SWITCH))
            at += 1 + strcspn(at + 1, " ,");
        else if (option_rows[id].kind != KIND_SWITCH)
            return 0;
        if (!*at || separator(at))
            return (size_t)(at - text);
        at += *at == ' ';
    }
    return 0;
}

static const char *advice_of(const char *sentence)
{
    const char *const advice = strstr(sentence, "; ask ");
    return advice ? advice + strlen("; ask ") : NULL;
}

/* The proposals of a sentence's advice. What is not options goes with the proposal before it. */
static size_t list_proposals(struct job *job, const char *advice, struct proposal *proposals)
{
    size_t count = 0;
    const char *begin = advice, *end = advice;
    while (*end) {
        const size_t options = length_of_options(end);
        if (options && count == MOST_PROPOSALS)
            break;
        if (options) {
            begin = end;
            proposals[count++].options = arena_text(job->arena, begin, options);
        }
        while (*end && !separator(end))
            end++;
        if (count)
            proposals[count - 1].text = arena_text(job->arena, begin, (size_t)(end - begin));
        end += separator(end);
    }
    return count;
}

/* ---------------------------------------------------------------------- requests tried out */

struct findings {
    int count;
    const char *sentence; /* of the first rule */
    struct arena *arena;  /* in which that is */
};

static void note(void *self, const struct clgemm_error *broken)
{
    struct findings *const findings = self;
    if (findings->count++ == 0)
        findings->sentence = arena_copy(findings->arena, broken->text);
}

/* The rules that a request breaks; their count is -1 where it cannot be resolved at all. A lack of memory is
 * the outer job's. */
static struct findings try_out(struct job *job, const struct option_value *said)
{
    struct clgemm_error error = {.code = CLGEMM_OK};
    struct arena arena;
    struct job own;
    volatile int count = -1;
    char *volatile sentence = NULL;
    arena_init(&arena, NULL, NULL);
    job_init(&own, &arena, &error);
    if (setjmp(own.escape) == 0) {
        struct findings findings = {.arena = &arena};
        rules_check(&own, spec_resolve(&own, said), note, &findings);
        const size_t bytes = findings.count ? strlen(findings.sentence) + 1 : 0;
        /* Not arena_copy: nothing may leave the outer job while this one holds memory. */
        sentence = bytes ? arena_allocate_or_null(job->arena, bytes) : NULL;
        if (sentence)
            memcpy(sentence, findings.sentence, bytes);
        count = findings.count;
        if (bytes && !sentence)
            error_set(&error, CLGEMM_IO, NULL, "out of memory");
    }
    arena_free(&arena);
    if (error.code == CLGEMM_IO)
        job_fail_with(job, &error);
    return (struct findings){.count = count, .sentence = count > 0 ? sentence : NULL};
}

/* Asks for the options of a proposal, or gives false where one of them contradicts itself. */
static bool follow(struct job *job, struct attempt *attempt, const char *options)
{
    struct option_value said[OPTION_COUNT] = {{.voice = VOICE_NONE}};
    struct clgemm_error error;
    struct job own;
    job_init(&own, job->arena, &error);
    if (setjmp(own.escape)) {
        job_init(job, job->arena, job->error);
        if (error.code == CLGEMM_IO)
            job_fail_with(job, &error);
        return false;
    }
    option_say_line(&own, said, options, VOICE_USER);
    job_init(job, job->arena, job->error);
    for (int id = 0; id < OPTION_COUNT; id++) {
        size_t known = 0;
        if (!said[id].text)
            continue;
        while (known < attempt->count && attempt->changed[known] != (enum option_id)id)
            known++;
        if (known == attempt->count)
            attempt->changed[attempt->count++] = (enum option_id)id;
        attempt->values[id] = said[id];
    }
    return true;
}

/* Follows a proposal, and the first ones of the sentences that come then, until fewer than `broken` rules
 * are broken. Returns the number of proposals; 0 where that is too far. */
static int follow_on(struct job *job, struct attempt *attempt, const char *options, int broken)
{
    struct proposal proposals[MOST_PROPOSALS];
    for (int steps = 1; steps <= LONGEST_SERIES; steps++) {
        if (!follow(job, attempt, options))
            return 0;
        const struct findings findings = try_out(job, attempt->values);
        if (findings.count >= 0 && findings.count < broken)
            return steps;
        const char *const advice = findings.count > 0 ? advice_of(findings.sentence) : NULL;
        if (!advice || !list_proposals(job, advice, proposals))
            return 0;
        options = proposals[0].options;
    }
    return 0;
}

/* ----------------------------------------------------------------------------- the answer */

/* "--share none --family register": what was changed, in a command's words. */
static const char *changes(struct job *job, const struct attempt *attempt)
{
    struct text text;
    text_init(&text, job);
    for (size_t i = 0; i < attempt->count; i++) {
        const enum option_id id = attempt->changed[i];
        const bool is_switch = option_rows[id].kind == KIND_SWITCH;
        const struct option_value *const value = &attempt->values[id];
        text_printf(&text, "%s--%s%s%s", i ? " " : "", option_rows[id].name,
                    is_switch ? (value->on ? "" : "=no") : " ", is_switch ? "" : value->text);
    }
    return text_string(&text);
}

/* "A, B or C" of the proposals that help. */
static const char *joined(struct job *job, const struct proposal *proposals, const bool *helps,
                          size_t count)
{
    struct text text;
    size_t left = 0;
    text_init(&text, job);
    for (size_t i = 0; i < count; i++)
        left += helps[i];
    for (size_t i = 0; i < count; i++) {
        if (!helps[i])
            continue;
        left--;
        text_printf(&text, "%s%s", !text.length ? "" : left ? ", " : " or ", proposals[i].text);
    }
    return text_string(&text);
}

const char *advice_that_helps(struct job *job, const struct option_value *said, int broken,
                              const char *sentence)
{
    struct proposal proposals[MOST_PROPOSALS];
    bool helps[MOST_PROPOSALS];
    const char *const advice = advice_of(sentence);
    const size_t count = advice ? list_proposals(job, advice, proposals) : 0;
    size_t good = 0;
    int least = 0;
    const char *series = NULL;
    for (size_t i = 0; i < count; i++) {
        struct attempt *const attempt = arena_allocate(job->arena, sizeof *attempt);
        memcpy(attempt->values, said, sizeof attempt->values);
        const int steps = follow_on(job, attempt, proposals[i].options, broken);
        helps[i] = steps == 1;
        good += helps[i];
        if (steps && (!least || steps < least)) {
            least = steps;
            series = changes(job, attempt);
        }
    }
    if (good == count || !least)
        return sentence;
    return arena_printf(job->arena, "%.*s%s", (int)(advice - sentence), sentence,
                        good ? joined(job, proposals, helps, count) : series);
}
