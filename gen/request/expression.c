#include "gen/request/expression.h"

#include <string.h>

#include "gen/base/nearest.h"
#include "gen/base/real.h"
#include "gen/base/text.h"

enum {
    MOST_TOKENS = 100 /* numbers, names and signs of an expression: so many brackets nest at most */
};

/* What a part of an expression is. */
enum kind {
    NUMBER,
    CONDITION
};

struct sign {
    const char *text, *piece;
};

/* Of one level each; ended by a row of NULL. A sign that another one begins with stands behind it. */
static const struct sign comparisons[] = {
    {"<=", "expression/at_most"},
    {">=", "expression/at_least"},
    {"==", "expression/equals"},
    {"!=", "expression/differs"},
    {"<", "expression/less"},
    {">", "expression/greater"},
    {NULL, NULL},
};
static const struct sign sums[] = {
    {"+", "expression/plus"}, {"-", "expression/minus"}, {NULL, NULL}};
static const struct sign products[] = {
    {"*", "expression/times"}, {"/", "expression/over"}, {NULL, NULL}};
static const struct sign ands[] = {{"&&", "expression/and"}, {NULL, NULL}};
static const struct sign ors[] = {{"||", "expression/or"}, {NULL, NULL}};

/* Functions of one number to three, in the order of the alphabet. */
static const struct function {
    const char *name;
    int arguments;
} functions[] = {
    {"acos", 1},  {"acosh", 1}, {"asin", 1},  {"asinh", 1}, {"atan", 1},     {"atan2", 2},
    {"atanh", 1}, {"cbrt", 1},  {"ceil", 1},  {"clamp", 3}, {"copysign", 2}, {"cos", 1},
    {"cosh", 1},  {"erf", 1},   {"erfc", 1},  {"exp", 1},   {"exp10", 1},    {"exp2", 1},
    {"expm1", 1}, {"fabs", 1},  {"floor", 1}, {"fmax", 2},  {"fmin", 2},     {"fmod", 2},
    {"hypot", 2}, {"log", 1},   {"log10", 1}, {"log1p", 1}, {"log2", 1},     {"pow", 2},
    {"rint", 1},  {"round", 1}, {"rsqrt", 1}, {"sin", 1},   {"sinh", 1},     {"sqrt", 1},
    {"tan", 1},   {"tanh", 1},  {"trunc", 1},
};

enum {
    FUNCTION_COUNT = sizeof functions / sizeof functions[0]
};

struct reader {
    struct job *job;
    const char *whole, *at; /* the text, and what of it is still to be read */
    struct expression *expression;
};

static _Noreturn void wrong(const struct reader *reader, const char *wanted)
{
    job_fail(reader->job, CLGEMM_USAGE, "epilogue",
             "--epilogue expression:%.100s: %s is wanted at character %zu, %s%.20s%s",
             reader->whole, wanted, (size_t)(reader->at - reader->whole) + 1,
             *reader->at ? "not '" : "which is the end", reader->at, *reader->at ? "'" : "");
}

static void add(struct reader *reader, struct token token)
{
    struct expression *const expression = reader->expression;
    if (expression->count == MOST_TOKENS)
        job_fail(reader->job, CLGEMM_USAGE, "epilogue",
                 "--epilogue expression:%.40s... has more than %d numbers, names and signs",
                 reader->whole, MOST_TOKENS);
    expression->tokens[expression->count++] = token;
}

static void skip_blanks(struct reader *reader)
{
    reader->at += strspn(reader->at, " ");
}

static bool take(struct reader *reader, enum token_kind kind, const char *text, const char *piece)
{
    skip_blanks(reader);
    const size_t length = strlen(text);
    if (strncmp(reader->at, text, length) != 0)
        return false;
    reader->at += length;
    add(reader, (struct token){kind, text, piece});
    return true;
}

static void demand(struct reader *reader, enum token_kind kind, const char *text, const char *piece,
                   const char *wanted)
{
    if (!take(reader, kind, text, piece))
        wrong(reader, wanted);
}

static bool take_sign(struct reader *reader, const struct sign *signs)
{
    for (; signs->text; signs++)
        if (take(reader, TOKEN_BETWEEN, signs->text, signs->piece))
            return true;
    return false;
}

static enum kind read_choice(struct reader *reader);

/* What was read from `begin` on must be of that kind. */
static void demand_kind(struct reader *reader, const char *begin, enum kind is, enum kind wanted)
{
    if (is == wanted)
        return;
    reader->at = begin;
    skip_blanks(reader);
    wrong(reader, wanted == NUMBER ? "a number" : "a condition");
}

static void demand_number(struct reader *reader)
{
    const char *const begin = reader->at;
    demand_kind(reader, begin, read_choice(reader), NUMBER);
}

static const char letters_and_digits[] =
    "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_";
static const char digits[] = "0123456789";
static const char *const letters = letters_and_digits + sizeof digits - 1;

/* "2" is written 2.0: whole numbers of C would be divided otherwise. */
static void read_literal(struct reader *reader)
{
    const char *const begin = reader->at;
    double single, real;
    char shortest[REAL_TEXT];
    reader->at += strspn(reader->at, digits);
    reader->at += *reader->at == '.';
    reader->at += strspn(reader->at, digits);
    if (*reader->at == 'e' || *reader->at == 'E') {
        reader->at++;
        reader->at += *reader->at == '+' || *reader->at == '-';
        reader->at += strspn(reader->at, digits);
    }
    const char *const text = arena_text(reader->job->arena, begin, (size_t)(reader->at - begin));
    if (!real_read(text, true, &single) || !real_read(text, false, &real) ||
        (*reader->at && strchr(letters, *reader->at)) || *reader->at == '.') {
        reader->at = begin;
        wrong(reader, "a number, 0 or of magnitude 1.4e-45 to 3.4e38,");
    }
    real_shortest(real, false, shortest);
    add(reader, (struct token){TOKEN_NUMBER,
                               arena_printf(reader->job->arena, "%s%s", shortest,
                                            strpbrk(shortest, ".e") ? "" : ".0"),
                               "expression/word"});
}

static _Noreturn void unknown(struct reader *reader, const char *name)
{
    const char *names[FUNCTION_COUNT + 4] = {"value", "row", "column"};
    struct text known;
    text_init(&known, reader->job);
    for (size_t i = 0; i < FUNCTION_COUNT; i++) {
        names[i + 3] = functions[i].name;
        text_printf(&known, ", %s", functions[i].name);
    }
    const char *const nearest = nearest_name(name, names);
    job_fail(
        reader->job, CLGEMM_USAGE, "epilogue",
        "--epilogue expression:%.100s: '%.40s' is unknown%s%s%s; an expression is of value, row, "
        "column, numbers and the functions %s",
        reader->whole, name, nearest ? ", did you mean " : "", nearest ? nearest : "",
        nearest ? "?" : "", text_string(&known) + 2);
}

static void read_arguments(struct reader *reader, const struct function *function)
{
    demand(reader, TOKEN_SIGN, "(", "expression/open",
           arena_printf(reader->job->arena, "( behind %s", function->name));
    for (int i = 0; i < function->arguments; i++) {
        if (i > 0)
            demand(reader, TOKEN_COMMA, ",", "expression/comma",
                   arena_printf(reader->job->arena, "a comma, as %s takes %d numbers,",
                                function->name, function->arguments));
        demand_number(reader);
    }
    demand(reader, TOKEN_SIGN, ")", "expression/close", ")");
}

static void read_name(struct reader *reader)
{
    const size_t length = strspn(reader->at, letters_and_digits);
    const char *const name = arena_text(reader->job->arena, reader->at, length);
    const bool row = strcmp(name, "row") == 0, column = strcmp(name, "column") == 0;
    const struct function *function = NULL;
    for (size_t i = 0; i < FUNCTION_COUNT; i++)
        if (strcmp(functions[i].name, name) == 0)
            function = &functions[i];
    if (!row && !column && !function && strcmp(name, "value") != 0)
        unknown(reader, name);
    reader->at += length;
    add(reader, (struct token){TOKEN_NAME, name, "expression/word"});
    reader->expression->reads_row |= row;
    reader->expression->reads_column |= column;
    if (function)
        read_arguments(reader, function);
}

static enum kind read_brackets(struct reader *reader)
{
    const enum kind kind = read_choice(reader);
    demand(reader, TOKEN_SIGN, ")", "expression/close", ")");
    return kind;
}

static enum kind read_primary(struct reader *reader)
{
    skip_blanks(reader);
    if (take(reader, TOKEN_SIGN, "(", "expression/open"))
        return read_brackets(reader);
    if (take(reader, TOKEN_SIGN, "!", "expression/not")) {
        demand(reader, TOKEN_SIGN, "(", "expression/open", "( behind !");
        const char *const begin = reader->at;
        demand_kind(reader, begin, read_brackets(reader), CONDITION);
        return CONDITION;
    }
    if (*reader->at && strchr("0123456789.", *reader->at))
        read_literal(reader);
    else if (*reader->at && strchr(letters, *reader->at))
        read_name(reader);
    else
        wrong(reader, "a number, a name or (");
    return NUMBER;
}

/* Parts of one kind with signs of one level between them; `gives`: what that makes. */
static enum kind read_level(struct reader *reader, enum kind (*part)(struct reader *reader),
                            const struct sign *signs, enum kind takes, enum kind gives, bool once)
{
    const char *begin = reader->at;
    enum kind kind = part(reader);
    bool first = true;
    while ((first || !once) && take_sign(reader, signs)) {
        if (first)
            demand_kind(reader, begin, kind, takes);
        begin = reader->at;
        demand_kind(reader, begin, part(reader), takes);
        kind = gives;
        first = false;
    }
    return kind;
}

static enum kind read_product(struct reader *reader)
{
    return read_level(reader, read_primary, products, NUMBER, NUMBER, false);
}

static enum kind read_sum(struct reader *reader)
{
    const char *const begin = reader->at;
    const bool negative = take(reader, TOKEN_SIGN, "-", "expression/negative");
    const enum kind kind = read_level(reader, read_product, sums, NUMBER, NUMBER, false);
    if (negative)
        demand_kind(reader, begin, kind, NUMBER);
    return kind;
}

static enum kind read_comparison(struct reader *reader)
{
    return read_level(reader, read_sum, comparisons, NUMBER, CONDITION, true);
}

static enum kind read_and(struct reader *reader)
{
    return read_level(reader, read_comparison, ands, CONDITION, CONDITION, false);
}

static enum kind read_or(struct reader *reader)
{
    return read_level(reader, read_and, ors, CONDITION, CONDITION, false);
}

static enum kind read_choice(struct reader *reader)
{
    const char *const begin = reader->at;
    const enum kind kind = read_or(reader);
    if (!take(reader, TOKEN_BETWEEN, "?", "expression/then"))
        return kind;
    demand_kind(reader, begin, kind, CONDITION);
    demand_number(reader);
    demand(reader, TOKEN_BETWEEN, ":", "expression/else", ":");
    demand_number(reader);
    return NUMBER;
}

/* The tokens without blanks between them. */
static const char *canonical(struct job *job, const struct expression *expression)
{
    struct text text;
    text_init(&text, job);
    for (size_t i = 0; i < expression->count; i++)
        text_printf(&text, "%s", expression->tokens[i].text);
    return text_string(&text);
}

const struct expression *expression_read(struct job *job, const char *name, const char *text)
{
    struct expression *const expression = arena_allocate(job->arena, sizeof *expression);
    struct reader reader = {.job = job, .whole = text, .at = text, .expression = expression};
    expression->name = name;
    expression->tokens = arena_allocate(job->arena, MOST_TOKENS * sizeof *expression->tokens);
    demand_number(&reader);
    skip_blanks(&reader);
    if (*reader.at)
        wrong(&reader, "the end");
    expression->text = canonical(job, expression);
    return expression;
}
