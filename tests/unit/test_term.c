/*
 * Terms, and the grammar that the texts of views keep.
 */
#include <limits.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "gen/kernel/term.h"
#include "tests/unit/fixture.h"
#include "tests/unit/term_grammar.h"

/* A term prints as that text, which keeps the grammar. */
static void prints(const struct term *term, const char *text)
{
    assert_string_equal(term_print(&job, term), text);
    assert_true(text_is_term(text));
}

static const struct term *name(const char *text)
{
    return term_name(&job, text);
}

static const struct term *number(long long value)
{
    return term_number(&job, value);
}

static const struct term *wide(const char *text)
{
    return term_cast(&job, "long", name(text));
}

static void names_and_numbers(void **state)
{
    (void)state;
    prints(name("a_0_1"), "a_0_1");
    prints(term_part(&job, "a_0", "s1"), "a_0.s1");
    prints(term_part(&job, "a_0", NULL), "a_0");
    prints(number(0), "0");
    prints(number(-12), "-12");
    prints(number(LLONG_MAX), "9223372036854775807");
    prints(number(-LLONG_MAX), "-9223372036854775807");
    prints(term_mask(&job, 0xff), "0xffu");
    prints(term_mask(&job, 0), "0x0u");
    prints(term_mask(&job, UINT64_C(0x8000000000000000)), "0x8000000000000000ul");
}

/* Parentheses stand where precedence asks for them and nowhere else. */
static void precedence(void **state)
{
    const struct term *const a = name("a"), *const b = name("b"), *const c = name("c");
    (void)state;
    prints(term_mul(&job, term_add(&job, a, b), c), "(a + b) * c");
    prints(term_add(&job, term_mul(&job, a, b), c), "a * b + c");
    prints(term_mul(&job, a, term_mul(&job, b, c)), "a * (b * c)");
    prints(term_div(&job, a, term_mod(&job, b, c)), "a / (b % c)");
    prints(term_mod(&job, term_div(&job, a, b), c), "a / b % c");
    prints(term_sub(&job, a, term_sub(&job, b, c)), "a - (b - c)");
    prints(term_sub(&job, term_sub(&job, a, b), c), "a - b - c");
    prints(term_sub(&job, a, term_add(&job, b, c)), "a - (b + c)");
    prints(term_bits(&job, term_add(&job, a, b), ">>", number(16)), "a + b >> 16");
    prints(term_add(&job, a, term_bits(&job, b, "<<", number(3))), "a + (b << 3)");
    prints(term_bits(&job, a, "|", term_bits(&job, b, "&", c)), "a | b & c");
    prints(term_bits(&job, term_bits(&job, a, "|", b), "&", c), "(a | b) & c");
    prints(term_bits(&job, term_bits(&job, a, "^", b), "|", c), "a ^ b | c");
    prints(term_bits(&job, a, "|", term_bits(&job, b, "|", c)), "a | b | c");
    prints(term_test(&job, term_bits(&job, a, "&", b), "==", number(0)), "(a & b) == 0");
    prints(term_test(&job, term_mod(&job, a, b), "!=", number(0)), "a % b != 0");
    prints(term_test(&job, a, "<", term_add(&job, b, c)), "a < b + c");
    prints(term_and(&job, term_or(&job, a, b), c), "(a || b) && c");
    prints(term_or(&job, term_and(&job, a, b), c), "a && b || c");
    prints(term_and(&job, a, term_and(&job, b, c)), "a && b && c");
    prints(term_unary(&job, "!", term_and(&job, a, b)), "!(a && b)");
    prints(term_unary(&job, "-", term_unary(&job, "-", a)), "-(-a)");
    prints(term_sub(&job, a, term_unary(&job, "-", b)), "a - -b");
    prints(term_unary(&job, "~", a), "~a");
    prints(term_cast(&job, "long", term_add(&job, a, b)), "(long)(a + b)");
    prints(term_cast(&job, "long", term_cast(&job, "int", a)), "(long)(int)a");
    prints(term_mul(&job, wide("a"), b), "(long)a * b");
    prints(term_spread(&job, "float4", term_part(&job, "a_0", "s3")), "(float4)(a_0.s3)");
    prints(term_pair(&job, "float4", term_add(&job, a, b), c), "(float4)(a + b, c)");
    prints(term_pair(&job, "float8", term_pair(&job, NULL, a, b), term_pair(&job, NULL, b, c)),
           "(float8)(a, b, b, c)");
    prints(term_component(&job, term_spread(&job, "float4", a), "s1"), "((float4)(a)).s1");
    prints(term_component(&job, term_at(&job, name("c_0"), number(1)), "s0"), "c_0[1].s0");
    prints(term_at(&job, term_at(&job, name("tile"), term_plus(&job, a, 1)), b), "tile[a + 1][b]");
    prints(term_call(&job, "convert_float4", name("c_0_0")), "convert_float4(c_0_0)");
    prints(term_min(&job, term_plus(&job, a, 1), term_plus(&job, b, -1)), "min(a + 1, b - 1)");
    prints(term_mul(&job, term_max(&job, a, b), c), "max(a, b) * c");
}

/* What changes nothing is left out, numbers are added up. */
static void neutral_elements(void **state)
{
    const struct term *const a = name("a"), *const b = name("b");
    (void)state;
    prints(term_plus(&job, a, 0), "a");
    prints(term_add(&job, number(0), a), "a");
    prints(term_add(&job, number(3), a), "3 + a");
    prints(term_times(&job, a, 1), "a");
    prints(term_mul(&job, number(1), a), "a");
    prints(term_times(&job, a, 0), "0");
    prints(term_mul(&job, number(0), a), "0");
    prints(term_div(&job, a, number(1)), "a");
    prints(term_mod(&job, a, number(1)), "0");
    prints(term_bits(&job, a, "<<", number(0)), "a");
    prints(term_bits(&job, a, "|", number(0)), "a");
    prints(term_bits(&job, a, "&", number(0)), "a & 0");
    prints(term_plus(&job, a, -2), "a - 2");
    prints(term_sub(&job, a, number(-2)), "a + 2");
    prints(term_plus(&job, term_plus(&job, a, 2), 3), "a + 5");
    prints(term_plus(&job, term_plus(&job, a, 2), -3), "a - 1");
    prints(term_plus(&job, term_plus(&job, a, -2), 2), "a");
    prints(term_plus(&job, term_sub(&job, b, a), 2), "b - a + 2");
    prints(term_plus(&job, number(2), 3), "5");
    prints(term_mul(&job, number(4), number(-3)), "-12");
    prints(term_add(&job, a, term_add(&job, b, number(1))), "a + b + 1");
    prints(term_add(&job, a, term_sub(&job, b, number(1))), "a + (b - 1)");
    assert_null(term_and(&job, NULL, NULL));
    assert_ptr_equal(term_and(&job, NULL, a), a);
    assert_ptr_equal(term_and(&job, a, NULL), a);
    assert_ptr_equal(term_or(&job, NULL, a), a);
    assert_ptr_equal(term_cast(&job, NULL, a), a);
    assert_ptr_equal(term_spread(&job, NULL, a), a);
}

/* A product is widened before it is calculated; a sum in 64 bits is not taken apart into one in 32. */
static void widening(void **state)
{
    const struct term *const row = name("row"), *const ld = name("ldc"),
                             *const column = name("column");
    (void)state;
    prints(term_mul_as(&job, "long", term_plus(&job, row, 1), ld), "(long)(row + 1) * ldc");
    prints(term_mul_as(&job, NULL, term_plus(&job, row, 1), ld), "(row + 1) * ldc");
    prints(term_mul_as(&job, "long", number(1), ld), "ldc");
    prints(term_mul_as(&job, "long", number(0), ld), "0");
    prints(term_mul_as(&job, "long", number(5), ld), "(long)5 * ldc");
    prints(term_mul_as(&job, "long", row, number(1)), "(long)row");
    const struct term *const line = term_mul_as(&job, "long", row, ld);
    prints(term_add(&job, line, term_add(&job, column, row)), "(long)row * ldc + column + row");
    prints(term_add(&job, column, term_add(&job, row, line)), "column + (row + (long)row * ldc)");
    prints(term_add(&job, term_at(&job, name("t"), line), term_add(&job, column, line)),
           "t[(long)row * ldc] + (column + (long)row * ldc)");
}

/* Numbers are added and multiplied in 64 bits, and left as they are where these do not suffice. */
static void numbers_of_64_bits(void **state)
{
    const struct term *const a = name("a");
    (void)state;
    prints(term_times(&job, number(INT_MAX), INT_MAX), "4611686014132420609");
    prints(term_plus(&job, number(INT_MAX), 1), "2147483648");
    prints(term_plus(&job, number(LLONG_MAX), 1), "9223372036854775807 + 1");
    prints(term_plus(&job, number(-LLONG_MAX), -1), "-9223372036854775807 - 1");
    prints(term_times(&job, number(LLONG_MAX), 2), "9223372036854775807 * 2");
    prints(term_plus(&job, term_plus(&job, a, LLONG_MAX), 2), "a + 9223372036854775807 + 2");
}

static void terms_of_a_view_are_marked(void **state)
{
    struct value *const view = value_object(&job);
    (void)state;
    value_set_term(&job, view, "place", term_plus(&job, name("row"), 2));
    value_set_term(&job, view, "guard", NULL);
    value_set_text(&job, view, "text", "row + 2");
    assert_string_equal(value_get(view, "place")->text, "row + 2");
    assert_true(value_get(view, "place")->is_term);
    assert_int_equal(value_get(view, "guard")->kind, VALUE_BOOL);
    assert_false(value_get(view, "guard")->is_term);
    assert_false(value_get(view, "text")->is_term);
}

static void the_grammar_refuses_what_is_no_term(void **state)
{
    static const char *const refused[] = {
        "",
        " a",
        "a ",
        "a ? b : c",
        "a = b",
        "a += 1",
        "a == ",
        "k++",
        "--k",
        "a--",
        "a -- b",
        "a; b",
        "a, b",
        "{0}",
        "\"text\"",
        "'c'",
        "f(a)",
        "printf(a)",
        "min()",
        "barrier(a)",
        "min(a)) + (b",
        "min(a, b, c)",
        "int k",
        "(long)",
        "(thing)a",
        "a b",
        "1.5",
        "2k",
        "0x",
        "0xfg",
        "a.",
        "a[",
        "a[]",
        "*p",
        "&a",
        "a->b",
        "(a",
        "a)",
        "convert_(a)",
        "vload4(0, a)",
        "get_id(0)",
        "a // b",
        "const int",
        "(float5)(a)",
        "(float4)(a, b",
        "(a, b)",
        "a + + b",
        "minimum(a)",
    };
    (void)state;
    for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++)
        if (text_is_term(refused[i]))
            fail_msg("'%s' is taken for a term", refused[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(names_and_numbers),
        TEST(precedence),
        TEST(neutral_elements),
        TEST(widening),
        TEST(numbers_of_64_bits),
        TEST(terms_of_a_view_are_marked),
        TEST(the_grammar_refuses_what_is_no_term),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
