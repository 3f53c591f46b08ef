#include "gen/request/card.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "gen/base/embedded.h"
#include "gen/base/nearest.h"

/* ---------------------------------------------------------------------------- the table */

enum {
    NAMES_OF_OTHERS = 4 /* the cell with names that compilers and drivers have */
};

/* A place in the table: a row, and a name in its first or last cell. */
struct place {
    const char *row;  /* NULL: past the last one */
    const char *name; /* in the row */
    bool last;
};

static const char *next_line(const char *line)
{
    const char *const end = strchr(line, '\n');
    return end ? end + 1 : NULL;
}

static const char *cell_of(const char *row, int cell)
{
    for (row += 2; cell > 0; cell--)
        row = strchr(row, '|') + 2;
    return row;
}

/* The first row from a line on: those below the line that draws the table's head. */
static struct place row_from(const char *line)
{
    while (line && strncmp(line, "| ", 2) != 0)
        line = next_line(line);
    return (struct place){line, line ? cell_of(line, 0) : NULL, false};
}

static struct place first_place(void)
{
    const char *line = clgemm_embedded_doc[0].text;
    while (line && strncmp(line, "|-", 2) != 0)
        line = next_line(line);
    return line ? row_from(line) : (struct place){NULL, NULL, false};
}

static struct place next_place(struct place place)
{
    const char *const end = place.name + strcspn(place.name, ",|");
    if (*end == ',')
        return (struct place){place.row, end + 2, place.last};
    const char *const others = cell_of(place.row, NAMES_OF_OTHERS);
    if (!place.last && *others != '|')
        return (struct place){place.row, others, true};
    return row_from(next_line(end));
}

/* A cell of a row, without the blanks at its ends. */
static void copy_cell(const char *row, int cell, char *text, size_t size)
{
    const char *const begin = cell_of(row, cell);
    snprintf(text, size, "%.*s", (int)strcspn(begin, "|") - 1, begin);
}

static void read_place(struct place place, struct clgemm_card *card)
{
    const size_t length = strcspn(place.name, ",|");
    snprintf(card->name, sizeof card->name, "%.*s", (int)length - (place.name[length] == '|'),
             place.name);
    copy_cell(place.row, 1, card->profile, sizeof card->profile);
    copy_cell(place.row, 2, card->architecture, sizeof card->architecture);
    copy_cell(place.row, 3, card->measured, sizeof card->measured);
}

int clgemm_card_at(size_t index, struct clgemm_card *card)
{
    struct place place = first_place();
    while (place.row && index--)
        place = next_place(place);
    if (!place.row)
        return -1;
    read_place(place, card);
    return 0;
}

/* --------------------------------------------------------------------------- spellings */

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* Not the functions of ctype.h, which follow the locale. */
static char folded(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static bool is_letter(char c)
{
    return folded(c) >= 'a' && folded(c) <= 'z';
}

/* A word of a name: letters, or digits, among which a table's name has x for any. */
struct word {
    const char *text;
    size_t length;
    bool number;
};

/* In the table a small x stands for a digit where it is behind one, or behind no letter and another follows. */
static bool is_any_digit(const char *text, const char *at)
{
    while (at > text && *at == 'x')
        at--;
    return is_digit(*at) || (!is_letter(*at) && at[1] == 'x');
}

/* The next word from *at on; false where there is none. `table`: the name is one of the table. */
static bool next_word(const char *text, const char *end, const char **at, bool table,
                      struct word *word)
{
    while (*at < end && !is_letter(**at) && !is_digit(**at))
        ++*at;
    *word = (struct word){.text = *at};
    for (; *at < end; ++*at, word->length++) {
        const bool digit = is_digit(**at) || (table && **at == 'x' && is_any_digit(text, *at));
        if (!digit && !is_letter(**at))
            break;
        if (!word->length)
            word->number = digit;
        else if (word->number != digit)
            break;
    }
    return word->length > 0;
}

static bool is_one_of(const struct word *word, const char *const *list)
{
    for (; *list; list++) {
        size_t same = 0;
        while (same < word->length && (*list)[same] == folded(word->text[same]))
            same++;
        if (same == word->length && !(*list)[same])
            return true;
    }
    return false;
}

enum {
    MOST_WORDS = 24
};

/* Whether a number and what follows it are an amount: "24 GB", "16-Core". */
static bool is_amount(const char *text, const struct word *number, const struct word *unit)
{
    static const char *const units[] = {"gb", "g", "gib", "mb", "core", "cores", "cu", "sp", NULL};
    return number->number && is_one_of(unit, units) && !is_digit(unit->text[unit->length]) &&
           (unit->length > 1 || number->length <= 3) &&
           (number->text == text || !is_letter(number->text[-1]));
}

/* The words of a name, but for those of its maker, those that say that it is a card or processor, and amounts. Returns their number. */
static size_t words_of(const char *text, size_t length, bool table, struct word *words)
{
    static const char *const makers[] = {
        "nvidia",      "geforce",   "quadro", "tesla", "amd",  "ati", "radeon",
        "instinct",    "intel",     "arc",    "apple", "core", "arm", "qualcomm",
        "corporation", "graphics",  "gpu",    "card",  "corp", "tm",  "inc",
        "cpu",         "processor", "r",      "c",     NULL};
    const char *at = text;
    size_t count = 0;
    while (count < MOST_WORDS && next_word(text, text + length, &at, table, &words[count])) {
        if (!table && count > 0 && is_amount(text, &words[count - 1], &words[count]))
            count--;
        else
            count += !is_one_of(&words[count], makers);
    }
    return count;
}

static bool is_same(const struct word *table, const struct word *typed)
{
    bool same = table->number == typed->number && table->length == typed->length;
    for (size_t i = 0; same && i < table->length; i++)
        same = folded(table->text[i]) == folded(typed->text[i]) ||
               (table->number && table->text[i] == 'x');
    return same;
}

/* What may stand between the words of a card: "PRO", "7". */
static bool says_little(const struct word *word)
{
    return word->length <= (word->number ? 2 : 3);
}

/* How well a name of the table fits what was typed, in which its words follow each other; 0: it does not. Other numbers than small ones tell of
 * another card, where the name has any. */
static size_t fit_at(const struct word *words, size_t own, const struct word *typed, size_t count)
{
    size_t found = 0, any = 0;
    bool numbered = false;
    for (size_t w = 0; w < own; w++) {
        numbered |= words[w].number;
        for (size_t i = 0; i < words[w].length; i++)
            any += words[w].number && words[w].text[i] == 'x';
    }
    for (size_t w = 0; w < count; w++)
        if (found < own && is_same(&words[found], &typed[w]))
            found++;
        else if (found > 0 && found < own && !says_little(&typed[w]))
            return 0;
        else if (numbered && typed[w].number && !says_little(&typed[w]))
            return 0;
    return found == own && own ? 16 * own - (any < 15 ? any : 15) : 0;
}

static size_t fit(const struct clgemm_card *card, const struct word *typed, size_t count)
{
    struct word words[MOST_WORDS];
    const size_t own = words_of(card->name, strlen(card->name), true, words);
    size_t best = 0;
    for (size_t first = 0; own && first + own <= count; first++) {
        const size_t fits = is_same(&words[0], &typed[first])
                                ? fit_at(words, own, typed + first, count - first)
                                : 0;
        best = fits > best ? fits : best;
    }
    return best;
}

/* The card that fits words best; false where there is none, or several of different profiles. */
static bool find_by_words(const struct word *typed, size_t count, struct clgemm_card *card)
{
    struct clgemm_card one;
    size_t best = 0;
    bool several = false;
    for (struct place place = first_place(); place.row; place = next_place(place)) {
        read_place(place, &one);
        const size_t fits = fit(&one, typed, count);
        if (fits > best || (fits && fits == best && strcmp(one.profile, card->profile) != 0)) {
            several = fits == best;
            best = fits;
            *card = one;
        }
    }
    return best && !several;
}

/* Where the name itself ends: what it is in a machine with, its clock and a second name follow. */
static size_t name_length(const char *name)
{
    static const char *const ends[] = {" w/", " with ", "@", "/", "[", " on "};
    size_t length = strlen(name);
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        const char *const end = strstr(name, ends[i]);
        if (end && end > name && (size_t)(end - name) < length)
            length = (size_t)(end - name);
    }
    return length;
}

int clgemm_card_find(const char *name, struct clgemm_card *card)
{
    struct word typed[MOST_WORDS];
    struct clgemm_card one = {.name = ""};
    /* Brackets hold what a driver adds, a chip's name too: read alone where the name before them says nothing. */
    const size_t length = name_length(name);
    const char *inner = name;
    do
        inner = strchr(inner + (inner != name), '(');
    while (inner && (strncmp(inner, "(R)", 3) == 0 || strncmp(inner, "(r)", 3) == 0 ||
                     strncmp(inner, "(TM)", 4) == 0 || strncmp(inner, "(tm)", 4) == 0));
    const size_t outer = inner && (size_t)(inner - name) < length ? (size_t)(inner - name) : length;
    bool found = find_by_words(typed, words_of(name, outer, false, typed), &one);
    if (!found && inner && inner != name)
        found = find_by_words(typed, words_of(inner, strlen(inner), false, typed), &one);
    if (found)
        *card = one;
    return found ? 0 : -1;
}

/* ----------------------------------------------------------------------------- nearest */

enum {
    MOST_NEAR = 24, /* cards that are listed */
    SHORT = 4,      /* letters of a word in which none may be wrong; in one of twice as many one */
};

/* Whether a name of the table has all words that were typed, in any order. */
static bool has_words(const struct clgemm_card *card, const struct word *typed, size_t count)
{
    struct word words[MOST_WORDS];
    const size_t own = words_of(card->name, strlen(card->name), true, words);
    size_t found = 0;
    for (size_t w = 0; w < count; w++)
        for (size_t i = 0; i < own; i++)
            if (is_same(&words[i], &typed[w])) {
                found++;
                break;
            }
    return count > 0 && found == count;
}

/* The words of a name in one line of small letters. */
static size_t plain_text(const char *name, bool table, char *text, size_t size)
{
    struct word words[MOST_WORDS];
    const size_t count = words_of(name, strlen(name), table, words);
    size_t end = 0;
    text[0] = '\0';
    for (size_t w = 0; w < count && end < size; w++)
        end +=
            (size_t)snprintf(text + end, size - end, "%.*s", (int)words[w].length, words[w].text);
    for (char *at = text; *at; at++)
        *at = folded(*at);
    return strlen(text);
}

const char *cards_near(struct job *job, const char *text)
{
    struct word typed[MOST_WORDS];
    const size_t count = words_of(text, strlen(text), false, typed);
    char plain[64], other[64];
    const size_t length = plain_text(text, false, plain, sizeof plain);
    const char *list = NULL;
    size_t found = 0, least = length <= SHORT ? 0 : length <= 2 * SHORT ? 1 : 2;
    struct clgemm_card card;
    for (struct place place = first_place(); place.row; place = next_place(place)) {
        read_place(place, &card);
        if (!has_words(&card, typed, count))
            continue;
        if (found++ < MOST_NEAR)
            list = arena_join(job->arena, list, ", ", arena_copy(job->arena, card.name));
    }
    if (found > MOST_NEAR)
        return arena_printf(job->arena, "%s and %zu more", list, found - MOST_NEAR);
    if (list)
        return list;
    for (struct place place = first_place(); least && place.row; place = next_place(place)) {
        read_place(place, &card);
        plain_text(card.name, true, other, sizeof other);
        const size_t distance = word_distance(plain, other);
        if (distance > least)
            continue;
        found = distance < least ? 0 : found;
        least = distance;
        if (found++ < CARDS_NEAR)
            list = arena_join(job->arena, found > 1 ? list : NULL, ", ",
                              arena_copy(job->arena, card.name));
    }
    return list;
}
