/*
 * What several kernels have alike stands once.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "emit/share.h"
#include "emit/share_lines.h"
#include "emit/share_rows.h"
#include "gen/base/text.h"
#include "tests/unit/fixture.h"

static struct span span(const char *text)
{
    return (struct span){text, strlen(text)};
}

static void check_span(struct span found, const char *expected)
{
    assert_string_equal(arena_text(job.arena, found.text, found.length), expected);
}

static void definitions_stand_between_blank_lines(void **state)
{
    static const char *const expected[] = {"#pragma OPENCL EXTENSION a : enable",
                                           "#pragma OPENCL EXTENSION b : enable",
                                           "/* It's one,\n\n   with \"a blank line. */\nint x;",
                                           "#if A /* ( */\n#define M(a) (a)( \\\n    a)\n\n#endif",
                                           "void f(void)\n{\n\n    g('{', \"}\\\"\"); // (\n}"};
    const struct span *list;
    struct text text;
    (void)state;
    SURVIVE();
    text_init(&text, &job);
    for (size_t i = 0; i < 5; i++)
        text_printf(&text, "%s\n%s", expected[i], i > 0 ? "\n\n" : "");
    assert_int_equal(definitions_split(&job, span(text_string(&text)), &list), 5);
    for (size_t i = 0; i < 5; i++)
        check_span(list[i], expected[i]);
    assert_int_equal(definitions_split(&job, span(""), &list), 0);
    assert_int_equal(definitions_split(&job, span("\nint x;"), &list), 1);
    check_span(list[0], "int x;");
}

static struct shared_texts share(const char *a, const char *b, const char *c)
{
    const struct share_source sources[] = {{"p_a", span(a)}, {"p_b", span(b)}, {"p_c", span(c)}};
    return share_texts(&job, "p", sources, 3, false);
}

static void functions_are_shared(void **state)
{
    (void)state;
    SURVIVE();
    const struct shared_texts shared = share(
        "/*\n * p_a: by p_a_f.\n */\n\nint p_a_f(int x);\n\nint p_a_g(void) { return p_a_f(1); "
        "}\n\nvoid p_a(void)\n{\n    p_a_g();\n}\n",
        "int p_b_f(int x);\n\nvoid p_b(void)\n{\n    p_b_f(2);\n}\n",
        "int p_c_f(int x);\n\nint p_c_g(void) { return p_c_f(1); }\n\nvoid p_c(void)\n{\n}\n");
    assert_int_equal(shared.common_count, 2);
    check_span(shared.common[0].text, "int p_f(int x);");
    check_span(shared.common[1].text, "int p_g(void) { return p_f(1); }");
    assert_true(shared.common[0].users[0] && shared.common[0].users[1] &&
                shared.common[0].users[2]);
    assert_true(shared.common[1].users[0] && !shared.common[1].users[1] &&
                shared.common[1].users[2]);
    check_span(shared.own[0].head, " * p_a: by p_f.\n");
    check_span(shared.own[0].text, "void p_a(void)\n{\n    p_g();\n}\n");
    check_span(shared.own[1].text, "void p_b(void)\n{\n    p_f(2);\n}\n");
    assert_string_equal(share_renamed(&job, &shared, 2, "p_c_g"), "p_g");
    assert_string_equal(share_renamed(&job, &shared, 2, "p_c"), "p_c");
    assert_string_equal(share_renamed(&job, &shared, 1, "p_b_g"), "p_b_g");
}

/* A function of the same text that calls another function is another function. */
static void what_is_called_counts(void **state)
{
    (void)state;
    SURVIVE();
    const struct shared_texts shared = share(
        "int p_a_f(void) { return 1; }\n\n/* Not p_a_h. */\nint p_a_g(void) { return p_a_f(); }\n",
        "int p_b_f(void) { return 2; }\n\n/* Not p_b_h. */\nint p_b_g(void) { return p_b_f(); }\n",
        "int p_c_f(void) { return 1; }\n\n/* Not p_c_h. */\nint p_c_g(void) { return p_c_f(); }\n");
    assert_int_equal(shared.common_count, 2);
    check_span(shared.common[1].text, "/* Not h. */\nint p_g(void) { return p_f(); }");
    check_span(
        shared.own[1].text,
        "int p_b_f(void) { return 2; }\n\n/* Not p_b_h. */\nint p_b_g(void) { return p_b_f(); }\n");
    assert_int_equal(shared.own[2].text.length, 0);
}

/* Functions that differ have names that do, and none that something else has. */
static void names_are_free(void **state)
{
    (void)state;
    SURVIVE();
    const struct share_source sources[] = {
        {"p_f", span("int p_f_f(void) { return 1; }\n\nvoid p_f(void)\n{\n}\n")},
        {"p_b", span("int p_b_f(void) { return 1; }\n\nvoid p_b(int p_f_3)\n{\n}\n")},
        {"p_c", span("int p_c_f(void) { return 2; }\n\nvoid p_c(void)\n{\n}\n")},
        {"p_d", span("int p_d_f(void) { return 2; }\n\nvoid p_d(void)\n{\n}\n")}};
    const struct shared_texts shared = share_texts(&job, "p", sources, 4, false);
    assert_int_equal(shared.common_count, 2);
    check_span(shared.common[0].text, "int p_f_2(void) { return 1; }");
    check_span(shared.common[1].text, "int p_f_4(void) { return 2; }");
}

/* The kernel itself, macros and what they stand in are a kernel's own. */
static void macros_are_not_shared(void **state)
{
    static const char *const text = "#define M 4\n\nint p_a_f(void) { return M; }\n\nint "
                                    "p_a_g(void) { return 4; }\n\n#undef M\n";
    (void)state;
    SURVIVE();
    const struct share_source sources[] = {{"p_a", span(text)}, {"p_a", span(text)}};
    const struct shared_texts shared = share_texts(&job, "p", sources, 2, false);
    assert_int_equal(shared.common_count, 1);
    check_span(shared.common[0].text, "int p_g(void) { return 4; }");
    check_span(shared.own[0].text, "#define M 4\n\nint p_a_f(void) { return M; }\n\n#undef M\n");
}

/* Where one kernel is built, functions that differ in numbers stand once, with macros for these; not those that differ in a string, a pragma or a number
 * with a fraction. */
static void numbers_are_macros(void **state)
{
    (void)state;
    SURVIVE();
    const struct share_source sources[] = {
        {"p_a", span("/* 4 by 2. */\nint p_a_f(int x[4]) { return x[4 * 2] + 2; }\n\n"
                     "float p_a_g(void) { return 1.5f; }\n\n#pragma unroll 4\nint p_a_h;\n")},
        {"p_b", span("/* 8 by 2. */\nint p_b_f(int x[8]) { return x[8 * 2] + 3; }\n\n"
                     "float p_b_g(void) { return 2.5f; }\n\n#pragma unroll 8\nint p_b_h;\n")},
        {"p_c", span("int p_c_i(int x[8]) { return \"3\"[0]; }\n")},
        {"p_d", span("int p_d_i(int x[4]) { return \"4\"[0]; }\n")}};
    const struct shared_texts shared = share_texts(&job, "p", sources, 4, true);
    assert_int_equal(shared.common_count, 1);
    check_span(shared.common[0].text,
               "/* P_F_1 by 2. */\nint p_f(int x[P_F_1]) { return x[P_F_1 * 2] + P_F_2; }");
    assert_int_equal(shared.numbers.count, 2);
    check_span(shared.numbers.list[0].values[1], "8");
    check_span(shared.numbers.list[1].values[0], "2");
    check_span(shared.numbers.list[1].values[1], "3");
    assert_int_equal(shared.numbers.list[0].values[2].length, 0);
    assert_int_equal(share_texts(&job, "p", sources, 4, false).common_count, 0);
}

/* A text of rows with their parameters in place. */
static void rows_have_parameters(void **state)
{
    static const char *const row =
        "    if (column + %d < N) {\n        put(c + column + %d, c_%d_0);\n        if (is_first)\n"
        "            put(c + row + 16, c_%d_1);\n    }\n";
    struct text text;
    (void)state;
    SURVIVE();
    text_init(&text, &job);
    text_puts(&text, "{\n    int x = 1;\n");
    for (int i = 1; i < 4; i++)
        text_printf(&text, row, 8 * i, 8 * i, i, i);
    /* This is of no row: another number is in the place of one that all rows have, or what follows belongs to it. */
    text_printf(&text,
                "    x = 3;\n    if (column + 32 < N) {\n        put(c + column + 33, c_4_0);\n");
    text_printf(&text, "        if (is_first)\n            put(c + row + 16, c_4_1);\n    }\n");
    text_printf(&text, row, 32, 32, 4, 4);
    text_puts(&text, "    else\n        x = 2;\n}\n");
    const struct span texts[] = {span(text_string(&text))};
    const struct shared_rows shared = share_rows(&job, texts, 1, 0);
    assert_int_equal(shared.row_count, 1);
    assert_string_equal(shared.rows[0].parameters, "n1, n2");
    assert_int_equal(shared.rows[0].line_count, 5);
    check_span(shared.rows[0].lines[0], "if (column + n1 < N) {");
    check_span(shared.rows[0].lines[1], "    put(c + column + n1, c_##n2##_0);");
    check_span(shared.rows[0].lines[3], "        put(c + row + 16, c_##n2##_1);");
    assert_int_equal(shared.texts[0].count, 2 + 3 + 11 + 3);
    assert_string_equal(shared.texts[0].parts[2].arguments, "8, 1");
    assert_string_equal(shared.texts[0].parts[4].arguments, "24, 3");
    assert_int_equal(share_rows(&job, texts, 1, 1000).row_count, 0);
}

/* The lines of a text, from its parts. */
static const char *joined(const struct shared_lines *shared, size_t number)
{
    struct text text;
    text_init(&text, &job);
    for (size_t i = 0; i < shared->texts[number].count; i++) {
        const struct line_part *const part = &shared->texts[number].parts[i];
        const struct line_piece own = {&part->line, 1, 1};
        const struct line_piece *const piece =
            part->piece == SIZE_MAX ? &own : &shared->pieces[part->piece];
        for (size_t j = 0; j < piece->line_count; j++)
            text_printf(&text, "%*s%.*s\n", (int)part->indent, "", (int)piece->lines[j].length,
                        piece->lines[j].text);
    }
    return text_string(&text);
}

static void statements_stand_once(void **state)
{
    static const char *const list = "    c_0 = fma(a, b_0, c_0);\n    c_1 = fma(a, b_1, c_1);\n";
    struct span texts[3];
    (void)state;
    SURVIVE();
    const struct share_rule rule = {.statements = true, .list = 8, .least = 2, .most = 100};
    texts[0] = span(arena_printf(
        job.arena, "{\n%s    k = n[0];\n%s    for (;;)\n        x = 1;\n}\n", list, list));
    texts[1] =
        span(arena_printf(job.arena, "{\n    y =\n%s    z;\n%s    x += 1;\n}\n", list, list));
    texts[2] = span("");
    const struct shared_lines shared = share_lines(&job, texts, 3, &rule);
    assert_int_equal(shared.piece_count, 1);
    /* Behind "y =" it would begin within an expression. */
    assert_int_equal(shared.pieces[0].line_count, 2);
    assert_int_equal(shared.pieces[0].uses, 3);
    for (size_t i = 0; i < 3; i++)
        check_span(texts[i], joined(&shared, i));
}

static void what_follows_is_of_the_piece(void **state)
{
    struct span texts[2] = {span("a\nb\nc\nd\na\nb\nc\n"), span("x\na\nb\nc\nb\n")};
    const struct share_rule rule = {.list = 1, .least = 1, .most = 100};
    (void)state;
    SURVIVE();
    const struct shared_lines shared = share_lines(&job, texts, 2, &rule);
    /* b stands without a, too. */
    assert_int_equal(shared.piece_count, 3);
    for (size_t i = 0; i < 2; i++)
        check_span(texts[i], joined(&shared, i));
    texts[1] = span("x\na\nb\nc\n");
    const struct shared_lines more = share_lines(&job, texts, 2, &rule);
    assert_int_equal(more.piece_count, 1);
    assert_int_equal(more.pieces[0].line_count, 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(definitions_stand_between_blank_lines),
        TEST(functions_are_shared),
        TEST(what_is_called_counts),
        TEST(names_are_free),
        TEST(macros_are_not_shared),
        TEST(numbers_are_macros),
        TEST(rows_have_parameters),
        TEST(statements_stand_once),
        TEST(what_follows_is_of_the_piece),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
