#include "gen/rules/refusal.h"

#include <stdarg.h>
#include <string.h>

#include "gen/base/text.h"

struct refusal *refuse(struct job *job, const char *format, ...)
{
    struct refusal *const refusal = arena_allocate(job->arena, sizeof *refusal);
    va_list arguments;
    va_start(arguments, format);
    refusal->job = job;
    refusal->sentence = arena_vprintf(job->arena, format, arguments);
    va_end(arguments);
    return refusal;
}

/* Where the next proposal of a refusal goes, and the next change of a proposal. */
static struct proposal **end_of_proposals(struct refusal *refusal)
{
    struct proposal **end = &refusal->proposals;
    while (*end)
        end = &(*end)->next;
    return end;
}

static struct change **end_of_changes(struct proposal *proposal)
{
    struct change **end = &proposal->changes;
    while (*end)
        end = &(*end)->next;
    return end;
}

static struct proposal *add_proposal(struct refusal *refusal)
{
    struct proposal **const end = end_of_proposals(refusal);
    return *end = arena_allocate(refusal->job->arena, sizeof **end);
}

static void add_change(struct refusal *refusal, struct proposal *proposal, enum option_id option,
                       const char *value)
{
    struct change **const end = end_of_changes(proposal);
    *end = arena_allocate(refusal->job->arena, sizeof **end);
    (*end)->option = option;
    (*end)->value = value;
}

struct refusal *propose(struct refusal *refusal, enum option_id option, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    add_change(refusal, add_proposal(refusal), option,
               arena_vprintf(refusal->job->arena, format, arguments));
    va_end(arguments);
    return refusal;
}

struct refusal *propose_with(struct refusal *refusal, enum option_id option, const char *format,
                             ...)
{
    struct proposal *last = refusal->proposals;
    va_list arguments;
    while (last && last->next)
        last = last->next;
    va_start(arguments, format);
    add_change(refusal, last ? last : add_proposal(refusal), option,
               arena_vprintf(refusal->job->arena, format, arguments));
    va_end(arguments);
    return refusal;
}

struct refusal *propose_without(struct refusal *refusal, enum option_id option)
{
    add_change(refusal, add_proposal(refusal), option, NULL);
    return refusal;
}

struct refusal *propose_words(struct refusal *refusal, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    add_proposal(refusal)->words = arena_vprintf(refusal->job->arena, format, arguments);
    va_end(arguments);
    return refusal;
}

struct refusal *propose_again(struct refusal *refusal, const struct proposal *proposal)
{
    struct proposal *const own = add_proposal(refusal);
    own->changes = proposal->changes;
    own->words = proposal->words;
    return refusal;
}

enum option_id refusal_option(const struct refusal *refusal)
{
    for (const struct proposal *p = refusal->proposals; p; p = p->next)
        if (p->changes)
            return p->changes->option;
    return OPTION_COUNT;
}

/* ------------------------------------------------------------------------------------ text */

/* Whether a proposal is another value of the one option of the proposal before it. */
static bool is_further_value(const struct proposal *before, const struct proposal *proposal)
{
    const struct change *const one = before ? before->changes : NULL;
    const struct change *const other = proposal->changes;
    return one && other && !one->next && !other->next && one->value && other->value &&
           one->option == other->option && option_rows[one->option].kind != KIND_SWITCH;
}

static void put_change(struct text *text, const struct change *change)
{
    const char *const name = option_rows[change->option].name;
    if (!change->value)
        text_printf(text, "--%s", name);
    else if (option_rows[change->option].kind != KIND_SWITCH)
        text_printf(text, "--%s %s", name, change->value);
    else
        text_printf(text, "--%s%s", name, strcmp(change->value, "no") == 0 ? "=no" : "");
}

/* Those that are asked with a value, or those that are left out: "--tile-k 8 --wg 4x8", "--pad-a and --pad-b". Returns how many. */
static int put_changes(struct text *text, const struct change *changes, bool left_out)
{
    int count = 0;
    for (const struct change *change = changes; change; change = change->next) {
        if (!change->value != left_out)
            continue;
        text_puts(text, !count ? "" : left_out ? " and " : " ");
        put_change(text, change);
        count++;
    }
    return count;
}

static bool asks(const struct proposal *proposal)
{
    bool asks = proposal->words != NULL;
    for (const struct change *change = proposal->changes; change; change = change->next)
        asks |= change->value != NULL;
    return asks;
}

static void put_proposal(struct text *text, const struct proposal *before,
                         const struct proposal *proposal)
{
    bool leaves = false;
    for (const struct change *change = proposal->changes; change; change = change->next)
        leaves |= change->value == NULL;
    if (put_changes(text, proposal->changes, false) && leaves)
        text_puts(text, " and ");
    if (leaves) {
        /* Of several one says it. */
        text_puts(text, before && !asks(before) && !asks(proposal) ? "" : "leave out ");
        put_changes(text, proposal->changes, true);
    }
    text_puts(text, proposal->words ? proposal->words : "");
}

const char *refusal_text(const struct refusal *refusal)
{
    const struct proposal *before = NULL;
    struct text text;
    text_init(&text, refusal->job);
    text_puts(&text, refusal->sentence);
    for (const struct proposal *p = refusal->proposals; p; before = p, p = p->next) {
        text_puts(&text, before ? (p->next ? ", " : " or ") : asks(p) ? "; ask " : "; ");
        if (is_further_value(before, p))
            text_puts(&text, p->changes->value);
        else
            put_proposal(&text, before, p);
    }
    return text_string(&text);
}
