#include "emit/share_numbers.h"

#include <string.h>

#include "gen/base/text.h"

static bool is_digit(struct span text, size_t at)
{
    return at < text.length && text.text[at] >= '0' && text.text[at] <= '9';
}

/* Where the line of the preprocessor or the string at `at` ends, or a word or number with letters or a fraction; `at` itself: nothing such begins there. */
static size_t behind_other(struct span text, size_t at)
{
    size_t end = at, behind = at;
    const bool begins = at == 0 || text.text[at - 1] == '\n';
    while (begins && behind < text.length && text.text[behind] == ' ')
        behind++;
    if (begins && behind < text.length && text.text[behind] == '#') {
        (void)span_line(text, &behind);
        return behind;
    }
    if (text.text[at] == '"') {
        const char *const close = memchr(text.text + at + 1, '"', text.length - at - 1);
        return close ? (size_t)(close - text.text) + 1 : text.length;
    }
    while (is_digit(text, end))
        end++;
    if (end > at && !(end < text.length && (span_is_word(text.text[end]) || text.text[end] == '.')))
        return at;
    while (end < text.length && (span_is_word(text.text[end]) ||
                                 (end > at && is_digit(text, at) && text.text[end] == '.')))
        end++;
    return end;
}

/* The next number of a text from *at on, which then is behind it; length 0: there is none. */
static struct span next_number(struct span text, size_t *at)
{
    while (*at < text.length) {
        const size_t behind = behind_other(text, *at);
        struct span number = {text.text + *at, 0};
        while (behind == *at && is_digit(text, *at + number.length))
            number.length++;
        *at = behind > *at ? behind : *at + (number.length ? number.length : 1);
        if (number.length)
            return number;
    }
    return (struct span){text.text + text.length, 0};
}

const char *share_without_numbers(struct job *job, const char *from, const struct span **numbers,
                                  size_t *count)
{
    const struct span text = span_of(from);
    struct span *list = NULL;
    struct text marked;
    size_t written = 0;
    text_init(&marked, job);
    *count = 0;
    for (size_t at = 0;;) {
        const struct span number = next_number(text, &at);
        text_add(&marked, text.text + written, (size_t)(number.text - text.text) - written);
        if (!number.length)
            break;
        written = at;
        text_puts(&marked, "\2");
        list = arena_grow(job->arena, list, *count, sizeof *list);
        list[(*count)++] = number;
    }
    *numbers = list;
    return text_string(&marked);
}

/* The number that kernels have in a place. */
static struct share_number number_of(struct job *job, const struct span *const *of_kernels,
                                     size_t kernel_count, size_t place)
{
    struct span *const values = arena_array(job->arena, kernel_count, sizeof *values);
    for (size_t i = 0; i < kernel_count; i++)
        values[i] = of_kernels[i] ? of_kernels[i][place] : (struct span){"", 0};
    return (struct share_number){NULL, values};
}

/* Whether all kernels that have a number have the same one. */
static bool is_constant(const struct share_number *number, size_t kernel_count)
{
    const struct span *first = NULL;
    for (size_t i = 0; i < kernel_count; i++) {
        const struct span *const value = &number->values[i];
        if (first && value->length && !span_equal(*first, *value))
            return false;
        first = first || !value->length ? first : value;
    }
    return true;
}

/* Whether a macro stands for a number in all kernels that have that. */
static bool stands_for(const struct share_number *macro, const struct share_number *number,
                       size_t kernel_count)
{
    for (size_t i = 0; i < kernel_count; i++)
        if (number->values[i].length && !span_equal(macro->values[i], number->values[i]))
            return false;
    return true;
}

const char *share_with_macros(struct job *job, struct share_numbers *numbers, const char *name,
                              struct span text, const struct span *const *of_kernels,
                              size_t kernel_count)
{
    struct text written;
    size_t from = 0, place = 0, added = 0;
    text_init(&written, job);
    for (size_t at = 0;; place++) {
        const struct span found = next_number(text, &at);
        if (!found.length)
            break;
        struct share_number number = number_of(job, of_kernels, kernel_count, place);
        size_t i = 0;
        if (is_constant(&number, kernel_count))
            continue;
        while (i < numbers->count && !stands_for(&numbers->list[i], &number, kernel_count))
            i++;
        if (i == numbers->count) {
            number.macro = arena_printf(job->arena, "%s_%zu", name, ++added);
            numbers->list = arena_grow(job->arena, numbers->list, i, sizeof *numbers->list);
            numbers->list[numbers->count++] = number;
        }
        text_add(&written, text.text + from, (size_t)(found.text - text.text) - from);
        text_puts(&written, numbers->list[i].macro);
        from = at;
    }
    text_add(&written, text.text + from, text.length - from);
    return text_string(&written);
}
