#include "gen/request/formula.h"

#include <limits.h>
#include <string.h>

enum {
    MOST_BYTES = 400, /* of a formula */
    MOST_DEPTH = 24   /* of brackets and signs in front of one another */
};

struct reader {
    struct job *job;
    const char *place;
    const char *whole, *at; /* the text, and what of it is still to be read */
    bool condition;
    int depth;
};

static _Noreturn void wrong(const struct reader *reader, const char *wanted)
{
    job_fail(reader->job, CLGEMM_USAGE, "interface",
             "%s: '%.100s': %s is wanted at character %zu, %s%.20s%s", reader->place, reader->whole,
             wanted, (size_t)(reader->at - reader->whole) + 1,
             *reader->at ? "not '" : "which is the end", reader->at, *reader->at ? "'" : "");
}

size_t identifier_length(const char *text)
{
    static const char letters[] = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_";
    return *text >= '0' && *text <= '9' ? 0 : strspn(text, letters);
}

static void skip_blanks(struct reader *reader)
{
    reader->at += strspn(reader->at, " ");
}

static bool take(struct reader *reader, const char *sign)
{
    skip_blanks(reader);
    const size_t length = strlen(sign);
    if (strncmp(reader->at, sign, length) != 0)
        return false;
    reader->at += length;
    return true;
}

static void demand(struct reader *reader, const char *sign)
{
    if (!take(reader, sign))
        wrong(reader, sign);
}

static const struct formula *make(struct reader *reader, enum formula_kind kind, const char *text,
                                  const struct formula *left, const struct formula *right)
{
    struct formula *const formula = arena_allocate(reader->job->arena, sizeof *formula);
    *formula = (struct formula){.kind = kind, .text = text, .left = left, .right = right};
    return formula;
}

const struct formula *formula_of_number(struct job *job, long long number)
{
    struct formula *const formula = arena_allocate(job->arena, sizeof *formula);
    *formula = (struct formula){.kind = FORMULA_NUMBER, .number = number};
    return formula;
}

static const struct formula *read_weakest(struct reader *reader);

static const struct formula *read_number(struct reader *reader)
{
    const char *const begin = reader->at;
    long long number = 0;
    for (; *reader->at >= '0' && *reader->at <= '9'; reader->at++) {
        number = 10 * number + (*reader->at - '0');
        if (number > INT_MAX)
            reader->at = begin, wrong(reader, "a number below 2^31");
    }
    return formula_of_number(reader->job, number);
}

/* The word of a list that the text goes on with, and takes it; NULL: none. */
static const char *take_word(struct reader *reader, const char *const *words)
{
    skip_blanks(reader);
    const size_t length = identifier_length(reader->at);
    for (; *words; words++)
        if (strlen(*words) == length && strncmp(reader->at, *words, length) == 0) {
            reader->at += length;
            return *words;
        }
    return NULL;
}

static const struct formula *read_name(struct reader *reader)
{
    skip_blanks(reader);
    const size_t length = identifier_length(reader->at);
    if (!length)
        wrong(reader, "a name");
    const char *const name = arena_text(reader->job->arena, reader->at, length);
    reader->at += length;
    return make(reader, FORMULA_NAME, name, NULL, NULL);
}

/* A name, or an element of the array of that name. */
static const struct formula *read_element(struct reader *reader)
{
    const struct formula *const name = read_name(reader);
    if (reader->condition || !take(reader, "["))
        return name;
    const struct formula *const index = read_weakest(reader);
    demand(reader, "]");
    return make(reader, FORMULA_ELEMENT, name->text, index, NULL);
}

static const struct formula *read_call(struct reader *reader, const char *function)
{
    const bool two = function[0] == 'm';
    demand(reader, "(");
    const struct formula *const first =
        strcmp(function, "defined") == 0 ? read_name(reader) : read_weakest(reader);
    if (two)
        demand(reader, ",");
    const struct formula *const second = two ? read_weakest(reader) : NULL;
    demand(reader, ")");
    if (function[0] == 'g' && (first->kind != FORMULA_NUMBER || first->number > 2))
        wrong(reader, "a dimension, 0 to 2, in the call before this");
    return make(reader, FORMULA_CALL, function, first, second);
}

/* "(long)" in front of a value. */
static const char *take_cast(struct reader *reader)
{
    static const char *const types[] = {"int", "uint", "long", "ulong", "size_t", NULL};
    const char *const begin = reader->at;
    const char *const type = take(reader, "(") ? take_word(reader, types) : NULL;
    if (type && take(reader, ")"))
        return type;
    reader->at = begin;
    return NULL;
}

static const struct formula *read_primary(struct reader *reader)
{
    static const char *const of_values[] = {"min", "max", "get_global_size", "get_num_groups",
                                            NULL};
    static const char *const of_conditions[] = {"defined", NULL};
    if (++reader->depth > MOST_DEPTH)
        wrong(reader, "a formula of fewer brackets");
    skip_blanks(reader);
    const struct formula *formula;
    const char *const cast = reader->condition ? NULL : take_cast(reader);
    const char *word;
    if (cast) {
        formula = make(reader, FORMULA_CAST, cast, read_primary(reader), NULL);
    } else if (take(reader, "-")) {
        formula = make(reader, FORMULA_UNARY, "-", read_primary(reader), NULL);
    } else if (reader->condition && take(reader, "!")) {
        formula = make(reader, FORMULA_UNARY, "!", read_primary(reader), NULL);
    } else if (take(reader, "(")) {
        formula = read_weakest(reader);
        demand(reader, ")");
    } else if (*reader->at >= '0' && *reader->at <= '9') {
        formula = read_number(reader);
    } else if ((word = take_word(reader, reader->condition ? of_conditions : of_values))) {
        formula = read_call(reader, word);
    } else {
        formula = read_element(reader);
    }
    reader->depth--;
    return formula;
}

/* Levels of operators, the strongest first; those of conditions alone come last. An operator that another one begins with
 * stands behind it. */
static const char *const levels[][7] = {
    {"*", "/", "%"}, {"+", "-"}, {"<=", ">=", "==", "!=", "<", ">"}, {"&&"}, {"||"}};

static const char *take_operator(struct reader *reader, int level)
{
    for (int i = 0; levels[level][i]; i++)
        if (take(reader, levels[level][i]))
            return levels[level][i];
    return NULL;
}

static const struct formula *read_level(struct reader *reader, int level)
{
    if (level < 0)
        return read_primary(reader);
    const struct formula *left = read_level(reader, level - 1);
    const char *operation;
    while ((operation = take_operator(reader, level))) {
        const char *const begin = reader->at;
        const struct formula *const right = read_level(reader, level - 1);
        if (strchr("/%", *operation) && right->kind == FORMULA_NUMBER && !right->number)
            reader->at = begin, wrong(reader, "a number that is not 0");
        left = make(reader, FORMULA_BINARY, operation, left, right);
    }
    return left;
}

static const struct formula *read_weakest(struct reader *reader)
{
    return read_level(reader, reader->condition ? 4 : 1);
}

static const struct formula *read_whole(struct job *job, const char *place, const char *text,
                                        bool condition)
{
    struct reader reader = {
        .job = job, .place = place, .whole = text, .at = text, .condition = condition};
    if (strlen(text) > MOST_BYTES)
        job_fail(job, CLGEMM_USAGE, "interface", "%s is longer than %d bytes", place, MOST_BYTES);
    const struct formula *const formula = read_weakest(&reader);
    skip_blanks(&reader);
    if (*reader.at)
        wrong(&reader, "the end");
    return formula;
}

const struct formula *formula_value(struct job *job, const char *place, const char *text)
{
    return read_whole(job, place, text, false);
}

const struct formula *formula_condition(struct job *job, const char *place, const char *text)
{
    return read_whole(job, place, text, true);
}

const char *formula_unknown(const struct formula *formula,
                            bool (*knows)(const void *self, const char *name), const void *self)
{
    if (formula->kind == FORMULA_NAME)
        return knows(self, formula->text) ? NULL : formula->text;
    const char *const left = formula->left ? formula_unknown(formula->left, knows, self) : NULL;
    return left || !formula->right ? left : formula_unknown(formula->right, knows, self);
}

bool formula_is_counted(const struct formula *formula)
{
    return !formula || ((formula->kind != FORMULA_CALL || strncmp(formula->text, "get_", 4) != 0) &&
                        formula_is_counted(formula->left) && formula_is_counted(formula->right));
}

bool formula_same(const struct formula *one, const struct formula *other)
{
    if (!one || !other)
        return one == other;
    const bool worded = one->text && other->text;
    return one->kind == other->kind && one->number == other->number &&
           (worded ? strcmp(one->text, other->text) == 0 : one->text == other->text) &&
           formula_same(one->left, other->left) && formula_same(one->right, other->right);
}

bool formula_has_name(const struct formula *formula, const char *name)
{
    if (!formula)
        return false;
    const bool named = formula->kind == FORMULA_NAME || formula->kind == FORMULA_ELEMENT;
    return (named && strcmp(formula->text, name) == 0) || formula_has_name(formula->left, name) ||
           formula_has_name(formula->right, name);
}

const struct formula *formula_element(const struct formula *formula, const char *array)
{
    if (!formula)
        return NULL;
    if (formula->kind == FORMULA_ELEMENT && (!array || strcmp(formula->text, array) != 0))
        return formula;
    const struct formula *const left = formula_element(formula->left, array);
    return left ? left : formula_element(formula->right, array);
}

enum symbol formula_symbol(const struct formula *formula)
{
    return formula->kind == FORMULA_NAME ? symbol_find(formula->text) : SYMBOL_NONE;
}

bool formula_is_name(const struct formula *formula, const char *name)
{
    return formula->kind == FORMULA_NAME && strcmp(formula->text, name) == 0;
}
