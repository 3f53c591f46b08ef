#include "gen/request/sum.h"

#include <math.h>
#include <string.h>

enum {
    MOST_BITS = 30,  /* of a factor: sums of them are exact */
    MOST_PARTS = 256 /* of 1 in a factor: elements of the largest block */
};

static bool add_term(struct sum *sum, struct summand term)
{
    const double most = 1LL << MOST_BITS;
    for (size_t i = 0; i < sum->count; i++)
        if (memcmp(sum->terms[i].product, term.product, sizeof term.product) == 0) {
            sum->terms[i].factor += term.factor;
            return sum->terms[i].factor < most && sum->terms[i].factor > -most;
        }
    if (sum->count == TERM_LIMIT || term.factor >= most || term.factor <= -most)
        return false;
    sum->terms[sum->count++] = term;
    return true;
}

/* Terms whose factors have become 0 are none. */
static void drop_zeros(struct sum *sum)
{
    size_t kept = 0;
    for (size_t i = 0; i < sum->count; i++)
        if (sum->terms[i].factor)
            sum->terms[kept++] = sum->terms[i];
    sum->count = kept;
}

static bool add_sum(struct sum *sum, const struct sum *other, double sign)
{
    for (size_t i = 0; i < other->count; i++) {
        struct summand term = other->terms[i];
        term.factor *= sign;
        if (!add_term(sum, term))
            return false;
    }
    drop_zeros(sum);
    return true;
}

static bool multiply_terms(const struct summand *left, const struct summand *right,
                           struct summand *term)
{
    size_t count = 0;
    *term = (struct summand){.factor = left->factor * right->factor};
    for (int side = 0; side < 2; side++)
        for (int i = 0; i < FACTOR_LIMIT && (side ? right : left)->product[i]; i++) {
            if (count == FACTOR_LIMIT)
                return false;
            term->product[count++] = (side ? right : left)->product[i];
        }
    for (size_t i = 1; i < count; i++)
        for (size_t j = i; j > 0 && term->product[j] < term->product[j - 1]; j--) {
            const enum symbol symbol = term->product[j];
            term->product[j] = term->product[j - 1];
            term->product[j - 1] = symbol;
        }
    return true;
}

static bool multiply(const struct sum *left, const struct sum *right, struct sum *product)
{
    *product = (struct sum){.rounds = left->rounds || right->rounds};
    for (size_t i = 0; i < left->count; i++)
        for (size_t j = 0; j < right->count; j++) {
            struct summand term;
            if (!multiply_terms(&left->terms[i], &right->terms[j], &term) ||
                !add_term(product, term))
                return false;
        }
    drop_zeros(product);
    return true;
}

/* Exactly: of each factor a whole number is left, or one with so many parts as a block has elements. */
static bool divide(struct sum *sum, const struct sum *divisor)
{
    const double number = divisor->terms[0].factor;
    if (divisor->count != 1 || divisor->terms[0].product[0] != SYMBOL_NONE)
        return false;
    for (size_t i = 0; i < sum->count; i++) {
        if (fmod(sum->terms[i].factor * MOST_PARTS, number) != 0)
            return false;
        sum->terms[i].factor /= number;
        sum->rounds |= fmod(sum->terms[i].factor, 1) != 0;
    }
    return true;
}

static bool read_name(const struct formula *formula, const struct interface *interface,
                      struct sum *sum)
{
    const struct host_argument *const argument =
        interface ? interface_argument(interface, formula->text) : NULL;
    if (argument) {
        const bool found = sum_of_symbols(argument->passes, sum);
        sum->rounds = false;
        return found;
    }
    const enum symbol symbol = interface ? SYMBOL_NONE : symbol_find(formula->text);
    *sum = (struct sum){.count = 1, .terms = {{1, {symbol}}}};
    return symbol != SYMBOL_NONE;
}

static bool read_sum(const struct formula *formula, const struct interface *interface,
                     struct sum *sum)
{
    struct sum right;
    *sum = (struct sum){.count = 0};
    switch (formula->kind) {
    case FORMULA_NUMBER:
        return !formula->number ||
               add_term(sum, (struct summand){.factor = (double)formula->number});
    case FORMULA_NAME:
        return read_name(formula, interface, sum);
    case FORMULA_CAST:
        return read_sum(formula->left, interface, sum);
    case FORMULA_UNARY:
        return read_sum(formula->left, interface, &right) && add_sum(sum, &right, -1);
    case FORMULA_CALL:
    case FORMULA_ELEMENT:
        return false;
    case FORMULA_BINARY:
        break;
    }
    struct sum left;
    if (!read_sum(formula->left, interface, &left) || !read_sum(formula->right, interface, &right))
        return false;
    *sum = left;
    sum->rounds |= right.rounds;
    switch (formula->text[0]) {
    case '+':
        return add_sum(sum, &right, 1);
    case '-':
        return add_sum(sum, &right, -1);
    case '*':
        return multiply(&left, &right, sum);
    case '/':
        return divide(sum, &right);
    default:
        return false;
    }
}

bool sum_of_symbols(const struct formula *formula, struct sum *sum)
{
    return read_sum(formula, NULL, sum);
}

bool sum_of_arguments(const struct formula *formula, const struct interface *interface,
                      struct sum *sum)
{
    return read_sum(formula, interface, sum);
}

const struct formula *formula_of_symbols(struct job *job, const struct formula *formula,
                                         const struct interface *interface)
{
    if (!formula)
        return NULL;
    const struct host_argument *const argument =
        formula->kind == FORMULA_NAME ? interface_argument(interface, formula->text) : NULL;
    if (argument)
        return argument->passes;
    struct formula *const made = arena_array(job->arena, 1, sizeof *made);
    *made = *formula;
    made->left = formula_of_symbols(job, formula->left, interface);
    made->right = formula_of_symbols(job, formula->right, interface);
    return made;
}

bool sum_is_symbol(const struct sum *sum, enum symbol symbol)
{
    const struct summand *const term = &sum->terms[0];
    return sum->count == 1 && term->factor == 1 && term->product[0] == symbol &&
           term->product[1] == SYMBOL_NONE;
}

bool sum_has_symbol(const struct sum *sum, enum symbol symbol)
{
    for (size_t i = 0; i < sum->count; i++)
        for (int j = 0; j < FACTOR_LIMIT; j++)
            if (sum->terms[i].product[j] == symbol)
                return true;
    return false;
}
