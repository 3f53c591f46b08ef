/*
 * How terms are made, and what is left out of them.
 */
#include "gen/kernel/internal.h"

#include <assert.h>
#include <limits.h>
#include <string.h>

static const struct term *make(struct job *job, struct term term)
{
    struct term *const made = arena_allocate(job->arena, sizeof *made);
    *made = term;
    return made;
}

static bool is_number(const struct term *term, long long number)
{
    return term->kind == NUMBER && term->number == number;
}

static bool is_binary(const struct term *term, const char *operator)
{
    return term->kind == BINARY && strcmp(term->text, operator) == 0;
}

/* Whether a term is calculated in 64 bits because one of its operands is. */
static bool widens(enum kind kind, enum precedence precedence)
{
    return kind == UNARY_OPERATION || (kind == BINARY && precedence >= BITS_OR &&
                                       precedence != EQUAL && precedence != ORDERED);
}

/* A term around one or two others. */
static const struct term *around(struct job *job, enum kind kind, enum precedence precedence,
                                 const char *text, const struct term *left,
                                 const struct term *right)
{
    return make(job, (struct term){.kind = kind,
                                   .precedence = precedence,
                                   .wide = widens(kind, precedence) &&
                                           (left->wide || (right && right->wide)),
                                   .text = text,
                                   .left = left,
                                   .right = right});
}

static const struct term *binary(struct job *job, enum precedence precedence,
                                 const struct term *left, const char *operator,
                                 const struct term * right)
{
    return around(job, BINARY, precedence, operator, left, right);
}

/* ------------------------------------------------------------------------ names, numbers */

const struct term *term_name(struct job *job, const char *name)
{
    return make(job, (struct term){.kind = NAME, .precedence = PRIMARY, .text = name});
}

const struct term *term_component(struct job *job, const struct term *of, const char *part)
{
    return part ? around(job, COMPONENT, PRIMARY, part, of, NULL) : of;
}

const struct term *term_part(struct job *job, const char *name, const char *part)
{
    return term_component(job, term_name(job, name), part);
}

const struct term *term_number(struct job *job, long long number)
{
    assert(number > LLONG_MIN);
    return make(job, (struct term){.kind = NUMBER,
                                   .precedence = number < 0 ? UNARY : PRIMARY,
                                   .wide = number > INT_MAX || number < -INT_MAX,
                                   .number = number});
}

const struct term *term_mask(struct job *job, unsigned long long bits)
{
    return make(
        job,
        (struct term){.kind = MASK, .precedence = PRIMARY, .wide = bits > UINT_MAX, .bits = bits});
}

/* ---------------------------------------------------------------------------- arithmetic */

static bool sum_fits(long long left, long long right)
{
    return right < 0 ? left >= -LLONG_MAX - right : left <= LLONG_MAX - right;
}

static bool product_fits(long long left, long long right)
{
    const unsigned long long a = (unsigned long long)(left < 0 ? -left : left);
    const unsigned long long b = (unsigned long long)(right < 0 ? -right : right);
    return a == 0 || b <= LLONG_MAX / a;
}

/* The number that a sum ends in: "3" of "k + 3", "-1" of "M - 1"; 0: in none. */
static long long last_number(const struct term *term)
{
    if (is_binary(term, "+") && term->right->kind == NUMBER)
        return term->right->number;
    return is_binary(term, "-") && term->right->kind == NUMBER ? -term->right->number : 0;
}

const struct term *term_plus(struct job *job, const struct term *left, long long number)
{
    if (number == 0)
        return left;
    if (left->kind == NUMBER && sum_fits(left->number, number))
        return term_number(job, left->number + number);
    const long long last = last_number(left);
    if (last && sum_fits(last, number))
        return term_plus(job, left->left, last + number);
    return binary(job, SUM, left, number > 0 ? "+" : "-",
                  term_number(job, number > 0 ? number : -number));
}

const struct term *term_add(struct job *job, const struct term *left, const struct term *right)
{
    if (is_number(left, 0))
        return right;
    if (right->kind == NUMBER)
        return term_plus(job, left, right->number);
    if (is_binary(right, "+") && (left->wide || !right->wide))
        return term_add(job, term_add(job, left, right->left), right->right);
    return binary(job, SUM, left, "+", right);
}

const struct term *term_sub(struct job *job, const struct term *left, const struct term *right)
{
    return right->kind == NUMBER ? term_plus(job, left, -right->number)
                                 : binary(job, SUM, left, "-", right);
}

const struct term *term_times(struct job *job, const struct term *left, long long number)
{
    return term_mul(job, left, term_number(job, number));
}

const struct term *term_mul(struct job *job, const struct term *left, const struct term *right)
{
    if (is_number(left, 1) || is_number(right, 0))
        return right;
    if (is_number(right, 1) || is_number(left, 0))
        return left;
    if (left->kind == NUMBER && right->kind == NUMBER && product_fits(left->number, right->number))
        return term_number(job, left->number * right->number);
    return binary(job, PRODUCT, left, "*", right);
}

const struct term *term_mul_as(struct job *job, const char *type, const struct term *left,
                               const struct term *right)
{
    const bool neutral = is_number(left, 0) || is_number(left, 1) || is_number(right, 0);
    return term_mul(job, neutral ? left : term_cast(job, type, left), right);
}

const struct term *term_div(struct job *job, const struct term *left, const struct term *right)
{
    return is_number(right, 1) ? left : binary(job, PRODUCT, left, "/", right);
}

const struct term *term_mod(struct job *job, const struct term *left, const struct term *right)
{
    return is_number(right, 1) ? term_number(job, 0) : binary(job, PRODUCT, left, "%", right);
}

const struct term *term_over(struct job *job, const struct term *left, long long number)
{
    return term_div(job, left, term_number(job, number));
}

const struct term *term_rest(struct job *job, const struct term *left, long long number)
{
    return term_mod(job, left, term_number(job, number));
}

/* --------------------------------------------------------------------------- bits, tests */

const struct term *term_bits(struct job *job, const struct term *left, const char *operation,
                             const struct term *right)
{
    if (is_number(right, 0) && *operation != '&')
        return left;
    return binary(job,
                  *operation == '|'   ? BITS_OR
                  : *operation == '^' ? BITS_XOR
                  : *operation == '&' ? BITS_AND
                                      : SHIFT,
                  left, operation, right);
}

const struct term *term_test(struct job *job, const struct term *left, const char *comparison,
                             const struct term *right)
{
    return binary(job, *comparison == '=' || *comparison == '!' ? EQUAL : ORDERED, left, comparison,
                  right);
}

const struct term *term_and(struct job *job, const struct term *left, const struct term *right)
{
    return !left ? right : !right ? left : binary(job, JOINED, left, "&&", right);
}

const struct term *term_or(struct job *job, const struct term *left, const struct term *right)
{
    return !left ? right : !right ? left : binary(job, EITHER, left, "||", right);
}

const struct term *term_unary(struct job *job, const char *operation, const struct term *of)
{
    return around(job, UNARY_OPERATION, UNARY, operation, of, NULL);
}

/* --------------------------------------------------------------------------- other terms */

/* The whole list; one that ends in "_" stands for all functions whose names go on with a type. */
bool term_may_call(const char *function, size_t length)
{
    static const char *const functions[] = {
        "min",
        "max",
        "get_global_id",
        "get_local_id",
        "get_group_id",
        "get_num_groups",
        "get_global_size",
        "defined",
        "get_sub_group_id",
        "get_sub_group_local_id",
        "convert_",
        "as_",
        "intel_sub_group_shuffle",
        "sub_group_shuffle",
        "sub_group_broadcast",
    };
    for (size_t i = 0; i < sizeof functions / sizeof functions[0]; i++) {
        const size_t known = strlen(functions[i]);
        const bool of_types = functions[i][known - 1] == '_';
        if ((of_types ? length > known : length == known) &&
            strncmp(functions[i], function, known) == 0)
            return true;
    }
    return false;
}

const struct term *term_call2(struct job *job, const char *function, const struct term *first,
                              const struct term *second)
{
    assert(term_may_call(function, strlen(function)));
    return around(job, CALL, PRIMARY, function, first, second);
}

const struct term *term_call(struct job *job, const char *function, const struct term *argument)
{
    return term_call2(job, function, argument, NULL);
}

const struct term *term_min(struct job *job, const struct term *left, const struct term *right)
{
    return term_call2(job, "min", left, right);
}

const struct term *term_max(struct job *job, const struct term *left, const struct term *right)
{
    return term_call2(job, "max", left, right);
}

static bool is_wide(const char *type)
{
    return strcmp(type, "long") == 0 || strcmp(type, "ulong") == 0 || strcmp(type, "size_t") == 0;
}

const struct term *term_cast(struct job *job, const char *type, const struct term *of)
{
    if (!type)
        return of;
    return make(
        job,
        (struct term){
            .kind = CAST, .precedence = UNARY, .wide = is_wide(type), .text = type, .left = of});
}

const struct term *term_spread(struct job *job, const char *vector_type, const struct term *of)
{
    return vector_type ? around(job, SPREAD, UNARY, vector_type, of, NULL) : of;
}

const struct term *term_pair(struct job *job, const char *vector_type, const struct term *low,
                             const struct term *high)
{
    return around(job, SPREAD, UNARY, vector_type, low, high);
}

const struct term *term_at(struct job *job, const struct term *array, const struct term *index)
{
    return around(job, PLACE, PRIMARY, NULL, array, index);
}
