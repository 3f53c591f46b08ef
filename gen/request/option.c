#include "gen/request/option.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "gen/base/real.h"
#include "gen/base/reserved.h"
#include "gen/base/text.h"
#include "gen/request/epilogue.h"
#include "gen/request/profile_name.h"

/* Words that follow from tables, each behind a bar. */
#define FAMILY(name) "|" #name
static const char family_words[] =
#include "gen/request/families.def"
    ;
#define ENGINE(name) "|" #name
static const char engine_words[] =
#include "gen/request/engines.def"
#define ENGINE(name) "|emulated:" #name
#include "gen/request/engines.def"
    ;
#define ELEMENT(word, ...) "|" word
#define QUANTISED(...)
static const char element_words[] =
#include "gen/request/elements.def"
    ;
#define ELEMENT(word, ...) "|" word
#define QUANTISED(word, ...) "|" word
static const char operand_words[] =
#include "gen/request/elements.def"
    ;
#define ELEMENT(...)
#define QUANTISED(word, ...) "|" word
static const char block_words[] =
#include "gen/request/elements.def"
    ;
#define FAMILY_WORDS (family_words + 1)
#define ENGINE_WORDS (engine_words + 1)
#define ELEMENT_WORDS (element_words + 1)
#define OPERAND_WORDS (operand_words + 1)

const struct option_row option_rows[OPTION_COUNT] = {
#define OPTION(id, name, group, kind, metavar, values, standard, help, explain)                    \
    {name, group, KIND_##kind, metavar, values, standard, help, explain},
#include "gen/request/options.def"
#undef OPTION
};

enum option_id option_find(const char *name, size_t length)
{
    for (int id = 0; id < OPTION_COUNT; id++)
        if (strlen(option_rows[id].name) == length &&
            memcmp(option_rows[id].name, name, length) == 0)
            return (enum option_id)id;
    return OPTION_COUNT;
}

void option_fill(struct option_value *values, const struct option_value *from, enum voice voice)
{
    for (int id = 0; id < OPTION_COUNT; id++)
        if (from[id].text && values[id].voice < voice) {
            values[id] = from[id];
            values[id].voice = voice;
        }
}

struct option_value *option_copy(struct job *job, const struct option_value *values)
{
    struct option_value *const copy = arena_array(job->arena, OPTION_COUNT, sizeof *copy);
    return memcpy(copy, values, OPTION_COUNT * sizeof *copy);
}

const char *option_renamed(const char *name)
{
    static const struct {
        const char *old, *name;
    } renamed[] = {{"pack", "pretranspose"}};
    for (size_t i = 0; i < sizeof renamed / sizeof renamed[0]; i++)
        if (strlen(renamed[i].old) == strcspn(name, "=") &&
            strncmp(renamed[i].old, name, strcspn(name, "=")) == 0)
            return renamed[i].name;
    return NULL;
}

const char *option_nearest(struct job *job, const char *prefix, const char *name)
{
    const char *names[OPTION_COUNT + 1];
    size_t count = 0;
    for (int id = 0; id < OPTION_COUNT; id++)
        if (option_rows[id].group[0])
            names[count++] = option_rows[id].name;
    names[count] = NULL;
    return nearest_names(job, prefix, name, names);
}

_Noreturn void option_unknown(struct job *job, const char *name)
{
    const char *const renamed = option_renamed(name);
    if (renamed)
        job_fail(job, CLGEMM_USAGE, name, "--%s is called --%s now", name, renamed);
    const char *const nearest = option_nearest(job, "--", name);
    /* --no-prefetch: a switch is turned off by its value. */
    const enum option_id negated =
        strncmp(name, "no-", 3) == 0 ? option_find(name + 3, strlen(name + 3)) : OPTION_COUNT;
    if (negated != OPTION_COUNT && option_rows[negated].kind == KIND_SWITCH)
        job_fail(job, CLGEMM_USAGE, name, "unknown option --%s; ask --%s=no", name, name + 3);
    if (nearest)
        job_fail(job, CLGEMM_USAGE, name, "unknown option --%s; did you mean %s?", name, nearest);
    job_fail(job, CLGEMM_USAGE, name, "unknown option --%s; clgemm-gen --help lists them all",
             name);
}

enum {
    LONGEST_NAME = 100, /* of a kernel or preset */
    LONGEST_SHOWN = 120 /* bytes of a value in a sentence */
};

/* A value as a sentence shows it: in one line, and not without end. */
static const char *shown(struct job *job, const char *text)
{
    char *const line = arena_printf(job->arena, "%.*s%s", LONGEST_SHOWN, text,
                                    strlen(text) > LONGEST_SHOWN ? "..." : "");
    text_mend(line);
    return line;
}

static _Noreturn void wrong(struct job *job, enum option_id id, const char *text, const char *takes)
{
    job_fail(job, CLGEMM_USAGE, option_rows[id].name, "--%s takes %s, not '%s'",
             option_rows[id].name, takes, shown(job, text));
}

/* Reads `count` whole numbers of at least `least`, with an 'x' between; false where the text is
 * anything else. */
static bool read_wholes(const char *text, long long least, int count, long long *numbers)
{
    for (int i = 0; i < count; i++) {
        char *end;
        if (!isdigit((unsigned char)*text))
            return false;
        errno = 0;
        numbers[i] = strtoll(text, &end, 10);
        if (errno || numbers[i] < least || numbers[i] > 2147483647)
            return false;
        if (*end != (i + 1 < count ? 'x' : '\0'))
            return false;
        text = end + 1;
    }
    return true;
}

static bool is_identifier(const char *text)
{
    if (!isalpha((unsigned char)*text) && *text != '_')
        return false;
    for (; *text; text++)
        if (!isalnum((unsigned char)*text) && *text != '_')
            return false;
    return true;
}

/* The canonical one of words "one|two|alias=two" for `text`; NULL where it is none of them. */
static const char *find_word(struct job *job, const char *words, const char *text)
{
    const size_t length = strlen(text);
    while (*words) {
        const size_t whole = strcspn(words, "|");
        const size_t spelling = strcspn(words, "=|");
        const size_t canonical = spelling < whole ? spelling + 1 : 0;
        if (spelling == length && memcmp(words, text, length) == 0)
            return arena_text(job->arena, words + canonical, whole - canonical);
        words += whole + (words[whole] == '|');
    }
    return NULL;
}

/* The same among blocks and groups, in whatever letters: ggml writes q4_K and Q4_0. */
static const char *find_block(struct job *job, const char *text)
{
    char *const small = arena_copy(job->arena, text);
    for (char *letter = small; *letter; letter++)
        if (*letter >= 'A' && *letter <= 'Z')
            *letter += 'a' - 'A';
    return find_word(job, block_words + 1, small);
}

/* What an option takes, for its sentence: "one of column, row (row?)", or the only word. */
static const char *list_words(struct job *job, const char *words, const char *text)
{
    struct text takes;
    const char **const names = arena_array(job->arena, strlen(words) / 2 + 2,
                                           sizeof *names); /* a word has a letter and a bar */
    size_t count = 0;
    text_init(&takes, job);
    while (*words) {
        const size_t length = strcspn(words, "|");
        if (!memchr(words, '=', length)) {
            names[count] = arena_text(job->arena, words, length);
            text_printf(&takes, "%s%s", count ? ", " : "", names[count]);
            count++;
        }
        words += length + (words[length] == '|');
    }
    names[count] = NULL;
    const char *const nearest = nearest_name(text, names);
    return count == 1 ? text_string(&takes)
           : nearest  ? arena_printf(job->arena, "one of %s (%s?)", text_string(&takes), nearest)
                      : arena_printf(job->arena, "one of %s", text_string(&takes));
}

/* Whether a list with commas holds the word (`length` bytes). */
static bool lists(const char *list, const char *word, size_t length)
{
    while (*list) {
        const size_t own = strcspn(list, ",");
        if (own == length && memcmp(list, word, length) == 0)
            return true;
        list += own + (list[own] == ',');
    }
    return false;
}

const char *option_text(const struct option_value *values, enum option_id id)
{
    const struct option_value *const value = &values[id];
    return (id == OPTION_FIXED || id == OPTION_TILE) && value->card ? value->card : value->text;
}

bool option_lists(const struct option_value *value, const char *word)
{
    return value->text && lists(value->text, word, strlen(word));
}

/* A list in the order of the row's words, each once; the first word, which stands alone, says that it is empty. */
static const char *read_list(struct job *job, enum option_id id, const char *text)
{
    const char *const words = option_rows[id].values, *const others = strchr(words, '|') + 1;
    const char *canonical = "";
    if (strlen(text) == strcspn(words, "|") && memcmp(text, words, strlen(text)) == 0)
        return arena_copy(job->arena, text);
    for (const char *item = text; item; item = strchr(item, ',') ? strchr(item, ',') + 1 : NULL) {
        const char *const word = arena_text(job->arena, item, strcspn(item, ","));
        if (!find_word(job, others, word))
            wrong(job, id, text,
                  arena_printf(job->arena, "%.*s, or words with commas between them, each %s",
                               (int)strcspn(words, "|"), words, list_words(job, others, word)));
    }
    for (const char *word = others; *word;) {
        const size_t length = strcspn(word, "|");
        if (lists(text, word, length))
            canonical =
                arena_join(job->arena, canonical, ",", arena_text(job->arena, word, length));
        word += length + (word[length] == '|');
    }
    return canonical;
}

static void read_scalar(struct job *job, enum option_id id, const char *text, bool single,
                        struct option_value *value)
{
    char shortest[REAL_TEXT];
    if (!real_read(text, single, &value->real))
        wrong(job, id, text,
              single ? "arg or a number of single precision: 0, or of magnitude 1.4e-45 to 3.4e38"
                     : "arg or a number: 0, or of magnitude 1.4e-45 to 3.4e38, of double precision "
                       "4.9e-324 to 1.7e308");
    real_shortest(value->real, single, shortest);
    value->text = arena_copy(job->arena, shortest);
}

void option_round_to_single(struct job *job, enum option_id id, struct option_value *value)
{
    if (value->text && !value->at_launch)
        read_scalar(job, id, value->text, true, value);
}

bool option_is_whole(double real)
{
    return real == rint(real) && fabs(real) <= 2147483647;
}

void option_write_digits(struct job *job, struct option_value *value)
{
    if (value->text && !value->at_launch && option_is_whole(value->real))
        value->text = arena_printf(job->arena, "%.0f", value->real);
}

/* Whole numbers, or a word in their place. */
static void read_numbers(struct job *job, enum option_id id, const char *text,
                         struct option_value *value)
{
    static const struct {
        const char *words;
        int count;
        long long least;
        const char *takes;
    } kinds[] = {
        [KIND_SHAPE] = {"", 2, 1, "HxW, two whole numbers from 1 to 2147483647, as in 32x2"},
        [KIND_TILE] = {"auto", 2, 1,
                       "HxW, two whole numbers from 1 to 2147483647, as in 32x2, or auto"},
        [KIND_SIZES] = {"", 3, 0,
                        "MxNxK, three whole numbers from 0 to 2147483647, as in 512x512x64"},
        [KIND_WHOLE] = {"", 1, 1, "a whole number from 1 to 2147483647"},
        [KIND_COUNT] = {"", 1, 0, "a whole number from 0 to 2147483647"},
        [KIND_PARTS] = {"auto", 1, 1, "auto or a whole number from 1 to 2147483647"},
        [KIND_LENGTH] = {"arg|tight", 1, 1, "arg, tight or a whole number from 1 to 2147483647"},
        [KIND_OFFSET] = {"arg", 1, 0, "arg or a whole number from 0 to 2147483647"},
    };
    const int kind = option_rows[id].kind;
    const char *const word = find_word(job, kinds[kind].words, text);
    value->at_launch = word && strcmp(word, "arg") == 0;
    value->tight = word && strcmp(word, "tight") == 0;
    if (word)
        return;
    /* Sizes by names are those of a product, which knows them. */
    if (kind == KIND_SIZES && strchr(text, '=') && !has_control(text))
        return;
    if (!read_wholes(text, kinds[kind].least, kinds[kind].count, value->numbers))
        wrong(job, id, text, kinds[kind].takes);
    value->text = NULL;
    for (int i = 0; i < kinds[kind].count; i++)
        value->text = arena_join(job->arena, value->text, "x",
                                 arena_printf(job->arena, "%lld", value->numbers[i]));
}

/* A card stands for its profile. */
static void read_text(struct job *job, enum option_id id, const char *text,
                      struct option_value *value)
{
    struct clgemm_card card;
    if (!*text)
        wrong(job, id, text, option_rows[id].metavar);
    if (has_control(text))
        wrong(job, id, text, "a text without control characters");
    if (id == OPTION_FOR && profile_is_card(text, &card)) {
        value->card = value->text;
        value->text = arena_copy(job->arena, card.profile);
    }
}

void option_parse(struct job *job, enum option_id id, const char *text, struct option_value *value)
{
    const struct option_row *const row = &option_rows[id];
    *value = (struct option_value){.voice = VOICE_NONE};
    if (!text) {
        if (row->kind != KIND_SWITCH)
            job_fail(job, CLGEMM_USAGE, row->name, "--%s needs a value: %s", row->name,
                     row->metavar);
        text = "yes";
    }
    value->text = arena_copy(job->arena, text);

    switch (row->kind) {
    case KIND_WORD:
        value->text = find_word(job, row->values, text);
        if (!value->text && row->values == OPERAND_WORDS)
            value->text = find_block(job, text);
        if (!value->text)
            wrong(job, id, text, list_words(job, row->values, text));
        break;
    case KIND_SCALAR:
        value->at_launch = strcmp(text, "arg") == 0;
        if (!value->at_launch)
            read_scalar(job, id, text, false, value);
        break;
    case KIND_SWITCH:
        value->on = strcmp(text, "yes") == 0;
        if (!value->on && strcmp(text, "no") != 0)
            wrong(job, id, text, "yes or no");
        break;
    case KIND_LIST:
        value->text = read_list(job, id, text);
        break;
    case KIND_EPILOGUE:
        value->text = epilogue_read(job, text)->text;
        break;
    case KIND_NAME:
        if (!is_identifier(text) || strlen(text) > LONGEST_NAME)
            wrong(job, id, text,
                  "a name of at most 100 letters, digits and _ that does not start with a digit");
        if (id == OPTION_KERNEL_NAME && name_is_reserved(text))
            wrong(job, id, text,
                  "a name that neither OpenCL C, C and C++ nor the emitted file use");
        break;
    case KIND_TEXT:
        read_text(job, id, text, value);
        break;
    default:
        read_numbers(job, id, text, value);
        break;
    }
}

void option_say(struct job *job, struct option_value *values, enum option_id id, const char *text,
                enum voice voice)
{
    struct option_value value;
    option_parse(job, id, text, &value);
    value.voice = voice;
    if (values[id].voice <= voice)
        values[id] = value;
}

void option_say_line(struct job *job, struct option_value *values, const char *line,
                     enum voice voice)
{
    for (line += strspn(line, " "); *line; line += strspn(line, " ")) {
        const size_t length = strcspn(line, " ");
        const char *const word = arena_text(job->arena, line, length);
        const char *const name = word + strspn(word, "-");
        const size_t name_length = strcspn(name, "=");
        const enum option_id id = option_find(name, name_length);
        if (name != word + 2 || id == OPTION_COUNT)
            option_unknown(job, name);
        line += length;
        line += strspn(line, " ");
        const char *text = name[name_length] == '=' ? name + name_length + 1 : NULL;
        if (!text && *line && strncmp(line, "--", 2) != 0) {
            const size_t value_length = strcspn(line, " ");
            text = arena_text(job->arena, line, value_length);
            line += value_length;
        }
        option_say(job, values, id, text, voice);
    }
}
