/*
 * How terms are printed, with parentheses where precedence asks for them.
 */
#include "gen/kernel/internal.h"

#include <string.h>

/* Where a term is written; its bytes are only counted where `to` is NULL. */
struct out {
    char *to;
    size_t length;
};

static void put_bytes(struct out *out, const char *bytes, size_t length)
{
    if (out->to)
        memcpy(out->to + out->length, bytes, length);
    out->length += length;
}

static void put(struct out *out, const char *text)
{
    put_bytes(out, text, strlen(text));
}

static void put_digits(struct out *out, unsigned long long number, unsigned base)
{
    char digits[24];
    size_t first = sizeof digits;
    do
        digits[--first] = "0123456789abcdef"[number % base];
    while (number /= base);
    put_bytes(out, digits + first, sizeof digits - first);
}

static void put_term(struct out *out, const struct term *term, enum precedence around);

/* All but the operators of tests and bits group to the left: "a - (b - c)". */
static enum precedence of_right(const struct term *term)
{
    return strchr("&|^", *term->text) ? term->precedence : term->precedence + 1;
}

/* How a term binds beside an operand of it: compilers warn of a test without parentheses beside an operator of bits. */
static enum precedence beside(const struct term *term, const struct term *operand,
                              enum precedence precedence)
{
    const bool of_bits = term->precedence >= BITS_OR && term->precedence <= BITS_AND;
    return of_bits && operand->precedence >= EQUAL && operand->precedence <= ORDERED ? SHIFT
                                                                                     : precedence;
}

static void put_operation(struct out *out, const struct term *term)
{
    put_term(out, term->left, beside(term, term->left, term->precedence));
    put(out, " ");
    put(out, term->text);
    put(out, " ");
    put_term(out, term->right, beside(term, term->right, of_right(term)));
}

/* "left", "left, right". */
static void put_list(struct out *out, const struct term *term)
{
    put_term(out, term->left, EITHER);
    if (term->right) {
        put(out, ", ");
        put_term(out, term->right, EITHER);
    }
}

static void put_arguments(struct out *out, const struct term *term)
{
    put(out, "(");
    put_list(out, term);
    put(out, ")");
}

static void put_cast(struct out *out, const struct term *term)
{
    if (!term->text) {
        put_list(out, term);
        return;
    }
    put(out, "(");
    put(out, term->text);
    put(out, ")");
    if (term->kind == SPREAD)
        put_arguments(out, term);
    else
        put_term(out, term->left, UNARY);
}

static void put_place(struct out *out, const struct term *term)
{
    put_term(out, term->left, PRIMARY);
    put(out, term->kind == PLACE ? "[" : ".");
    if (term->kind == COMPONENT) {
        put(out, term->text);
        return;
    }
    put_term(out, term->right, EITHER);
    put(out, "]");
}

static void put_alone(struct out *out, const struct term *term)
{
    switch (term->kind) {
    case NAME:
        put(out, term->text);
        break;
    case NUMBER:
        put(out, term->number < 0 ? "-" : "");
        put_digits(out, (unsigned long long)(term->number < 0 ? -term->number : term->number), 10);
        break;
    case MASK:
        put(out, "0x");
        put_digits(out, term->bits, 16);
        put(out, term->wide ? "ul" : "u");
        break;
    case UNARY_OPERATION:
        put(out, term->text);
        put_term(out, term->left, PRIMARY);
        break;
    case BINARY:
        put_operation(out, term);
        break;
    case CALL:
        put(out, term->text);
        put_arguments(out, term);
        break;
    case CAST:
    case SPREAD:
        put_cast(out, term);
        break;
    case PLACE:
    case COMPONENT:
        put_place(out, term);
        break;
    }
}

/* The term where what is around it binds with that precedence. */
static void put_term(struct out *out, const struct term *term, enum precedence around)
{
    const bool enclosed = term->precedence < around;
    put(out, enclosed ? "(" : "");
    put_alone(out, term);
    put(out, enclosed ? ")" : "");
}

const char *term_print(struct job *job, const struct term *term)
{
    if (term->kind == NAME)
        return term->text;
    struct out out = {NULL, 0};
    put_term(&out, term, EITHER);
    out = (struct out){arena_allocate(job->arena, out.length + 1), 0};
    put_term(&out, term, EITHER);
    return out.to;
}

void value_set_term(struct job *job, struct value *object, const char *name,
                    const struct term *term)
{
    value_set_text(job, object, name, term ? term_print(job, term) : NULL);
    object->last->is_term = term != NULL;
}
