#include "gen/request/card.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "gen/base/embedded.h"
#include "gen/base/nearest.h"

/* ---------------------------------------------------------------------------- the table */

/* A place in the table: a row, and a name in its first cell. */
struct place {
    const char *row;  /* NULL: past the last one */
    const char *name; /* in the row */
};

static const char *next_line(const char *line)
{
    const char *const end = strchr(line, '\n');
    return end ? end + 1 : NULL;
}

/* The first row from a line on: those below the line that draws the table's head. */
static struct place row_from(const char *line)
{
    while (line && strncmp(line, "| ", 2) != 0)
        line = next_line(line);
    return (struct place){line, line ? line + 2 : NULL};
}

static struct place first_place(void)
{
    const char *line = clgemm_embedded_doc[0].text;
    while (line && strncmp(line, "|-", 2) != 0)
        line = next_line(line);
    return line ? row_from(line) : (struct place){NULL, NULL};
}

static struct place next_place(struct place place)
{
    const char *const end = place.name + strcspn(place.name, ",|");
    if (*end == ',')
        return (struct place){place.row, end + 2};
    return row_from(next_line(end));
}

/* A cell of a row, without the blanks at its ends. */
static void copy_cell(const char *row, int cell, char *text, size_t size)
{
    for (row += 2; cell > 0; cell--)
        row = strchr(row, '|') + 2;
    snprintf(text, size, "%.*s", (int)strcspn(row, "|") - 1, row);
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

/* In the table a small x stands for a digit where it is behind one, or behind no letter. */
static bool is_any_digit(const char *text, const char *at)
{
    while (at > text && *at == 'x')
        at--;
    return is_digit(*at) || (!is_letter(*at) && at[1] == 'x') || (at == text && *at == 'x');
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

/* The words of a name, but for those that name its maker or say that it is a card. Returns their number. */
static size_t words_of(const char *text, size_t length, bool table, struct word *words)
{
    static const char *const makers[] = {"nvidia",      "geforce",  "quadro",   "tesla",     "amd",
                                         "ati",         "radeon",   "instinct", "intel",     "arc",
                                         "apple",       "qualcomm", "arm",      "tm",        "r",
                                         "c",           "graphics", "gpu",      "card",      "corp",
                                         "corporation", "inc",      "cpu",      "processor", NULL};
    const char *at = text;
    size_t count = 0;
    while (count < MOST_WORDS && next_word(text, text + length, &at, table, &words[count]))
        count += !is_one_of(&words[count], makers) || (table && count == 0 && at == text + length);
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

/* What may stand behind or between the words of a card: endings, and amounts. */
static bool says_nothing(const struct word *word, bool numbered)
{
    static const char *const endings[] = {
        "super",    "laptop", "mobile", "desktop",   "edition",    "generation",
        "founders", "core",   "cores",  "pcie",      "series",     "ultra",
        "elite",    "plus",   "ghz",    "blackwell", "immortalis", NULL};
    if (word->number)
        return !numbered || word->length <= 2;
    return word->length <= 3 || is_one_of(word, endings);
}

/* How well a name of the table fits what was typed; 0: it does not. */
static size_t fit(const struct clgemm_card *card, const struct word *typed, size_t count)
{
    struct word words[MOST_WORDS];
    const size_t own = words_of(card->name, strlen(card->name), true, words);
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
        else if (!says_nothing(&typed[w], numbered))
            return 0;
    return found == own && own ? 16 * own - (any < 15 ? any : 15) : 0;
}

int clgemm_card_find(const char *name, struct clgemm_card *card)
{
    struct word typed[MOST_WORDS];
    struct clgemm_card one;
    const size_t count = words_of(name, strlen(name), false, typed);
    size_t best = 0;
    for (struct place place = first_place(); place.row; place = next_place(place)) {
        read_place(place, &one);
        const size_t fits = fit(&one, typed, count);
        if (fits <= best)
            continue;
        best = fits;
        *card = one;
    }
    return best ? 0 : -1;
}

/* ----------------------------------------------------------------------------- nearest */

/* The words of a name in one line of small letters, with blanks between. */
static void plain_text(const char *name, bool table, char *text, size_t size)
{
    struct word words[MOST_WORDS];
    const size_t count = words_of(name, strlen(name), table, words);
    size_t end = 0;
    text[0] = '\0';
    for (size_t w = 0; w < count && end < size; w++)
        end += (size_t)snprintf(text + end, size - end, "%s%.*s", w ? " " : "",
                                (int)words[w].length, words[w].text);
    for (; *text; text++)
        *text = folded(*text);
}

const char *cards_near(struct job *job, const char *text)
{
    struct {
        char name[sizeof((struct clgemm_card *)0)->name];
        size_t distance;
    } near[CARDS_NEAR] = {{"", SIZE_MAX}, {"", SIZE_MAX}, {"", SIZE_MAX}};
    char typed[64], other[64];
    struct clgemm_card card;
    plain_text(text, false, typed, sizeof typed);
    for (struct place place = first_place(); place.row; place = next_place(place)) {
        read_place(place, &card);
        plain_text(card.name, true, other, sizeof other);
        /* The beginning of a name, or a word of it, is nearer than a short name of other letters. */
        const size_t distance = typed[0] && strstr(other, typed) ? 0 : word_distance(typed, other);
        int at = CARDS_NEAR;
        while (at > 0 && distance < near[at - 1].distance)
            at--;
        if (at == CARDS_NEAR)
            continue;
        memmove(&near[at + 1], &near[at], (size_t)(CARDS_NEAR - 1 - at) * sizeof near[0]);
        memcpy(near[at].name, card.name, sizeof near[at].name);
        near[at].distance = distance;
    }
    return arena_printf(job->arena, "%s, %s or %s", near[0].name, near[1].name, near[2].name);
}
