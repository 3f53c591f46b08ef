#include "tests/unit/term_grammar.h"

#include <stddef.h>
#include <string.h>

#include "gen/kernel/term.h"

static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_";
static const char name_bytes[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789";

/* Each reads from *at on and moves it behind what was read, or says that there is no such thing. */
static bool term(const char **at);

static void skip_blanks(const char **at)
{
    *at += strspn(*at, " ");
}

static bool sign(const char **at, const char *text)
{
    skip_blanks(at);
    if (strncmp(*at, text, strlen(text)) != 0)
        return false;
    *at += strlen(text);
    return true;
}

/* The bytes of a name; 0: there is none. */
static size_t name(const char **at, const char **begin)
{
    skip_blanks(at);
    *begin = *at;
    if (!**at || !strchr(letters, **at))
        return 0;
    *at += strspn(*at, name_bytes);
    return (size_t)(*at - *begin);
}

static bool number(const char **at)
{
    skip_blanks(at);
    const bool hexadecimal = strncmp(*at, "0x", 2) == 0;
    *at += hexadecimal ? 2 : 0;
    const size_t digits = strspn(*at, hexadecimal ? "0123456789abcdef" : "0123456789");
    *at += digits;
    *at += strspn(*at, hexadecimal ? "ul" : "");
    return digits > 0 && (!**at || !strchr(name_bytes, **at));
}

/* "long", "float4": a type with as many elements as a vector may have. */
static bool is_type(const char *begin, size_t length)
{
    static const char *const types[] = {"char", "uchar", "short", "ushort", "int",    "uint",
                                        "long", "ulong", "half",  "float",  "double", "size_t"};
    static const char *const widths[] = {"", "2", "3", "4", "8", "16"};
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++) {
        const size_t known = strlen(types[i]);
        if (length < known || strncmp(begin, types[i], known) != 0)
            continue;
        for (size_t j = 0; j < sizeof widths / sizeof widths[0]; j++)
            if (length - known == strlen(widths[j]) &&
                strncmp(begin + known, widths[j], length - known) == 0)
                return true;
    }
    return false;
}

/* "(long)". */
static bool cast(const char **at)
{
    const char *const start = *at, *begin;
    if (sign(at, "(")) {
        const size_t length = name(at, &begin);
        if (length && is_type(begin, length) && sign(at, ")"))
            return true;
    }
    *at = start;
    return false;
}

static bool call(const char **at, const char *function, size_t length)
{
    return term_may_call(function, length) && term(at) && (!sign(at, ",") || term(at)) &&
           sign(at, ")");
}

static bool primary(const char **at)
{
    const char *begin;
    skip_blanks(at);
    if (**at >= '0' && **at <= '9')
        return number(at);
    if (sign(at, "("))
        return term(at) && sign(at, ")");
    const size_t length = name(at, &begin);
    return length && (!sign(at, "(") || call(at, begin, length));
}

/* "(a, b)", "(a, b, c, d)" behind the type of a vector. */
static bool parts(const char **at)
{
    const char *const start = *at;
    bool ends = sign(at, "(") && term(at);
    int commas = 0;
    while (ends && sign(at, ",")) {
        ends = term(at);
        commas++;
    }
    if (ends && commas && sign(at, ")"))
        return true;
    *at = start;
    return false;
}

static bool unary(const char **at)
{
    const char *begin;
    skip_blanks(at);
    if (strncmp(*at, "--", 2) != 0 && (sign(at, "-") || sign(at, "!") || sign(at, "~")))
        return unary(at);
    if (cast(at))
        return parts(at) || unary(at);
    if (!primary(at))
        return false;
    while (**at == '[' || **at == '.')
        if (sign(at, "[") ? !term(at) || !sign(at, "]") : !sign(at, ".") || !name(at, &begin))
            return false;
    return true;
}

static bool operation(const char **at)
{
    static const char *const operators[] = {"||", "&&", "==", "!=", "<=", ">=", "<<", ">>", "<",
                                            ">",  "|",  "^",  "&",  "+",  "-",  "*",  "/",  "%"};
    skip_blanks(at);
    if (strncmp(*at, "--", 2) == 0)
        return false;
    for (size_t i = 0; i < sizeof operators / sizeof operators[0]; i++)
        if (sign(at, operators[i]))
            return true;
    return false;
}

static bool term(const char **at)
{
    do
        if (!unary(at))
            return false;
    while (operation(at));
    return true;
}

bool text_is_term(const char *text)
{
    const size_t length = strlen(text);
    return length && *text != ' ' && text[length - 1] != ' ' && term(&text) && !*text;
}
