#include "tests/unit/kernel_tokens.h"

#include <stdlib.h>
#include <string.h>

/* ------------------------------------------------------------------------------- reading */

static const char blanks[] = " \t\r\n";
static const char name_bytes[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789";
static const char digits[] = "0123456789";

static bool is_name(struct token token)
{
    return strchr(name_bytes, *token.begin) && !strchr(digits, *token.begin);
}

static bool is_number(struct token token)
{
    return strchr(digits, *token.begin);
}

static bool is(struct token token, const char *text)
{
    return token.length == strlen(text) && memcmp(token.begin, text, token.length) == 0;
}

static bool is_one_of(struct token token, const char *const *words)
{
    for (; *words; words++)
        if (is(token, *words))
            return true;
    return false;
}

/* "12", "0xffu", "1.0e-05f". */
static size_t number_length(const char *text)
{
    size_t length = 0;
    while (strchr(name_bytes, text[length]) || text[length] == '.' ||
           ((text[length] == '-' || text[length] == '+') && strchr("eE", text[length - 1]) &&
            text[1] != 'x'))
        if (!text[length++])
            return length - 1;
    return length;
}

static size_t until(const char *text, const char *end, bool with_it)
{
    const char *const found = strstr(text, end);
    return found ? (size_t)(found - text) + (with_it ? strlen(end) : 0) : strlen(text);
}

static size_t sign_length(const char *text)
{
    static const char *const signs[] = {
        "<<=", ">>=", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "++",
        "--",  "+=",  "-=", "*=", "/=", "%=", "|=", "&=", "^=", "->"};
    for (size_t i = 0; i < sizeof signs / sizeof signs[0]; i++)
        if (strncmp(text, signs[i], strlen(signs[i])) == 0)
            return strlen(signs[i]);
    return 1;
}

static size_t token_length(const char *text)
{
    if (*text == '#')
        return until(text, "\n", false);
    if (strncmp(text, "/*", 2) == 0)
        return until(text, "*/", true);
    if (strncmp(text, "//", 2) == 0)
        return until(text, "\n", false);
    if (*text == '"')
        return 1 + until(text + 1, "\"", true);
    if (strchr(digits, *text))
        return number_length(text);
    return strchr(name_bytes, *text) ? strspn(text, name_bytes) : sign_length(text);
}

static struct tokens read_all(const char *text)
{
    struct tokens tokens = {malloc((strlen(text) + 1) * sizeof *tokens.list), 0};
    if (!tokens.list)
        abort();
    for (text += strspn(text, blanks); *text; text += strspn(text, blanks)) {
        tokens.list[tokens.count] = (struct token){text, token_length(text)};
        text += tokens.list[tokens.count++].length;
    }
    return tokens;
}

/* ---------------------------------------------------------------------------- precedence */

enum precedence {
    NOTHING,
    COMMA,
    ASSIGNED,
    CHOSEN,
    EITHER,
    JOINED,
    BITS_OR,
    BITS_XOR,
    BITS_AND,
    EQUAL,
    ORDERED,
    SHIFT,
    SUM,
    PRODUCT,
    UNARY,
    PRIMARY
};

static enum precedence of_operator(struct token token)
{
    static const struct {
        const char *const signs[6];
        enum precedence precedence;
    } rows[] = {
        {{"*", "/", "%"}, PRODUCT}, {{"+", "-"}, SUM},
        {{"<<", ">>"}, SHIFT},      {{"<", "<=", ">", ">="}, ORDERED},
        {{"==", "!="}, EQUAL},      {{"&"}, BITS_AND},
        {{"^"}, BITS_XOR},          {{"|"}, BITS_OR},
        {{"&&"}, JOINED},           {{"||"}, EITHER},
        {{"?", ":"}, CHOSEN},       {{","}, COMMA},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        if (is_one_of(token, rows[i].signs))
            return rows[i].precedence;
    return token.begin[token.length - 1] == '=' ? ASSIGNED : NOTHING;
}

static bool is_keyword(struct token token)
{
    static const char *const words[] = {"return", "else", "do", "case", NULL};
    return is_one_of(token, words);
}

/* Whether a type begins with that word: as no expression does. */
static bool begins_type(struct token token)
{
    static const char *const words[] = {"const",  "__global", "__local", "__constant", "__private",
                                        "size_t", "void",     "bool",    NULL};
    static const char *const numbers[] = {"char", "uchar", "short", "ushort", "int",    "uint",
                                          "long", "ulong", "half",  "float",  "double", NULL};
    while (token.length && strchr(digits, token.begin[token.length - 1]) && is_name(token))
        if (!is_one_of(token, words) && !is_one_of(token, numbers))
            token.length--;
        else
            break;
    return is_one_of(token, words) || is_one_of(token, numbers);
}

/* ------------------------------------------------------------------------------- dropping */

/* A stream on its way: which tokens are dropped, and for each bracket the other one of its pair. */
struct draft {
    struct tokens tokens;
    bool *dropped;
    size_t *pair;
    bool *casts; /* of a closing parenthesis: it ends a cast */
};

static bool opens(struct token token)
{
    return is(token, "(") || is(token, "[") || is(token, "{");
}

static bool closes(struct token token)
{
    return is(token, ")") || is(token, "]") || is(token, "}");
}

static bool is_cast(const struct draft *d, size_t open, size_t close)
{
    const struct token *const list = d->tokens.list;
    if (close == open + 1)
        return false;
    const bool called = open > 0 && is_name(list[open - 1]) && !is_keyword(list[open - 1]);
    const bool before_operand =
        close + 1 < d->tokens.count && (is_name(list[close + 1]) || is_number(list[close + 1]));
    return !called && (begins_type(list[open + 1]) || before_operand);
}

static void find_pairs(struct draft *d)
{
    size_t *const open = malloc((d->tokens.count + 1) * sizeof *open);
    size_t depth = 0;
    if (!open)
        abort();
    for (size_t i = 0; i < d->tokens.count; i++) {
        d->casts[i] = false;
        if (opens(d->tokens.list[i]))
            open[depth++] = i;
        if (!closes(d->tokens.list[i]) || !depth)
            continue;
        d->pair[i] = open[--depth];
        d->pair[d->pair[i]] = i;
        if (is(d->tokens.list[i], ")"))
            d->casts[i] = is_cast(d, d->pair[i], i);
    }
    free(open);
}

/* Whether an operand ends before that token: an operator that stands there has two. */
static bool follows_operand(const struct draft *d, size_t i)
{
    if (i == 0)
        return false;
    const struct token before = d->tokens.list[i - 1];
    return is_number(before) || (is_name(before) && !is_keyword(before)) || is(before, "]") ||
           (is(before, ")") && !d->casts[i - 1]);
}

/* How the weakest operator between two brackets binds. */
static enum precedence within(const struct draft *d, size_t open, size_t close)
{
    enum precedence weakest = PRIMARY;
    for (size_t i = open + 1; i < close; i++) {
        const struct token token = d->tokens.list[i];
        enum precedence here = of_operator(token);
        if (opens(token)) {
            i = d->pair[i];
            here = is(d->tokens.list[i], ")") && d->casts[i] ? UNARY : PRIMARY;
        } else if (is(token, "!") || is(token, "~") || is(token, "++") || is(token, "--")) {
            here = UNARY;
        } else if (here >= BITS_AND && !follows_operand(d, i)) {
            here = UNARY;
        }
        if (here != NOTHING && here < weakest)
            weakest = here;
    }
    return weakest;
}

/* How what stands before a parenthesis binds; PRIMARY where it must stay, as that of a call. */
static enum precedence before(const struct draft *d, size_t open)
{
    if (open == 0)
        return NOTHING;
    const struct token token = d->tokens.list[open - 1];
    if (is(token, ")") && d->casts[open - 1]) {
        const struct token type = d->tokens.list[open - 2];
        return strchr(digits, type.begin[type.length - 1]) ? PRIMARY : UNARY;
    }
    if (follows_operand(d, open))
        return PRIMARY;
    if (open > 1 && is(d->tokens.list[open - 2], "__attribute__"))
        return PRIMARY;
    if (is(token, "!") || is(token, "~"))
        return UNARY;
    const enum precedence precedence = of_operator(token);
    return precedence >= BITS_AND && !follows_operand(d, open - 1) ? UNARY : precedence;
}

static enum precedence behind(const struct draft *d, size_t close)
{
    if (close + 1 == d->tokens.count)
        return NOTHING;
    const struct token token = d->tokens.list[close + 1];
    if (is(token, "[") || is(token, "(") || is(token, ".") || is(token, "->") || is(token, "{"))
        return PRIMARY;
    return of_operator(token) == ASSIGNED ? PRIMARY : of_operator(token);
}

static bool is_redundant(const struct draft *d, size_t open)
{
    const size_t close = d->pair[open];
    if (close == open + 1 || d->casts[close])
        return false;
    const enum precedence inside = within(d, open, close);
    const enum precedence left = before(d, open), right = behind(d, close);
    if (inside <= COMMA || (right == CHOSEN && inside <= CHOSEN))
        return false;
    if (left == PRIMARY)
        return false;
    const bool groups_anyhow = left >= EITHER && left <= BITS_AND;
    return inside >= right && (left == UNARY || groups_anyhow ? inside >= left : inside > left);
}

static void drop(struct draft *d, size_t begin, size_t end)
{
    for (size_t i = begin; i < end; i++)
        d->dropped[i] = true;
}

/* Those of which nothing inside is dropped at the same time: that may change how they bind. */
static void drop_parentheses(struct draft *d)
{
    for (size_t close = 0; close < d->tokens.count; close++) {
        if (!is(d->tokens.list[close], ")"))
            continue;
        const size_t open = d->pair[close];
        bool changes = false;
        for (size_t i = open + 1; i < close && !changes; i++)
            changes = d->dropped[i];
        if (!changes && is_redundant(d, open)) {
            drop(d, open, open + 1);
            drop(d, close, close + 1);
        }
    }
}

/* Whether a token is followed by these. */
static bool reads(const struct draft *d, size_t i, const char *const *words)
{
    for (; *words; words++, i++)
        if (i >= d->tokens.count || !is(d->tokens.list[i], *words))
            return false;
    return true;
}

static void drop_neutral(struct draft *d)
{
    static const char *const factor_behind[] = {"*", "1", NULL};
    static const char *const factor_before[] = {"1", "*", NULL};
    static const char *const wide_factor[] = {"(", "long", ")", "1", "*", NULL};
    static const char *const summand_behind[] = {"+", "0", NULL};
    static const char *const summand_before[] = {"0", "+", NULL};
    for (size_t i = 0; i < d->tokens.count; i++) {
        const enum precedence left = i ? of_operator(d->tokens.list[i - 1]) : NOTHING;
        const bool first = !follows_operand(d, i) && (i == 0 || !d->casts[i - 1]);
        const enum precedence next =
            i + 2 < d->tokens.count ? of_operator(d->tokens.list[i + 2]) : NOTHING;
        if (reads(d, i, factor_behind) && !first)
            drop(d, i, i + 2);
        else if (reads(d, i, summand_behind) && !first && next <= SUM)
            drop(d, i, i + 2);
        else if (reads(d, i, factor_before) && first && left < PRODUCT)
            drop(d, i, i + 2);
        else if (reads(d, i, wide_factor) && first && left < PRODUCT)
            drop(d, i, i + 5);
        else if (reads(d, i, summand_before) && first && left < SUM)
            drop(d, i, i + 2);
        else
            continue;
        return;
    }
}

static bool close_gaps(struct draft *d)
{
    size_t kept = 0;
    for (size_t i = 0; i < d->tokens.count; i++) {
        if (!d->dropped[i])
            d->tokens.list[kept++] = d->tokens.list[i];
        d->dropped[i] = false;
    }
    const bool changed = kept < d->tokens.count;
    d->tokens.count = kept;
    return changed;
}

struct tokens tokens_of(const char *text)
{
    struct draft draft = {.tokens = read_all(text)};
    const size_t room = draft.tokens.count + 1;
    draft.dropped = calloc(room, sizeof *draft.dropped);
    draft.pair = calloc(room, sizeof *draft.pair);
    draft.casts = calloc(room, sizeof *draft.casts);
    if (!draft.dropped || !draft.pair || !draft.casts)
        abort();
    bool changed;
    do {
        find_pairs(&draft);
        drop_parentheses(&draft);
        changed = close_gaps(&draft);
        find_pairs(&draft);
        drop_neutral(&draft);
        changed |= close_gaps(&draft);
    } while (changed);
    free(draft.dropped);
    free(draft.pair);
    free(draft.casts);
    return draft.tokens;
}

void tokens_free(struct tokens *tokens)
{
    free(tokens->list);
    *tokens = (struct tokens){NULL, 0};
}

bool tokens_agree(const struct tokens *one, const struct tokens *other, size_t *at)
{
    const size_t shorter = one->count < other->count ? one->count : other->count;
    for (*at = 0; *at < shorter; ++*at)
        if (one->list[*at].length != other->list[*at].length ||
            memcmp(one->list[*at].begin, other->list[*at].begin, one->list[*at].length) != 0)
            return false;
    return one->count == other->count;
}
