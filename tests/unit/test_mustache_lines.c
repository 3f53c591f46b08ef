/*
 * Lines of the engine's text: line ends, lines that hold a tag alone, indentation in depth.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/unit/mustache_bench.h"

static void test_crlf(void **state)
{
    (void)state;
    renders(ONE("a\r\n{{#rows}}\r\n  {{i}};\r\n{{/rows}}\r\nb\r\n"), "a\r\n  1;\r\n  2;\r\nb\r\n");
    renders(ONE("{{! comment }}\r\n{{=<% %>=}}\r\n<%name%>\r\n"), "top\r\n");
    renders(SET({"t", "a\r\n  {{>p}}\r\nb"}, {"p", "1\r\n\r\n2\r\n"}), "a\r\n  1\r\n\r\n  2\r\nb");
    renders(SET({"t", "{{<p}}{{$b}}\r\n    x\r\n    y\r\n{{/b}}{{/p}}\r\n"},
                {"p", "{\r\n  {{$b}}\r\n  {{/b}}\r\n}\r\n"}),
            "{\r\n  x\r\n  y\r\n}\r\n");
    rejects("a\r\nb {{#rows}}\r\n", 2, 3, "section 'rows' is not closed");
}

static void test_standalone_lines(void **state)
{
    (void)state;
    renders(ONE("a\n  {{#rows}}\n{{i}}\n  {{/rows}}  \nb"), "a\n1\n2\nb");
    renders(ONE("{{#name}}{{/name}}\n"), "\n");
    renders(ONE("{{#name}} {{name}} {{/name}}\n"), " top \n");
    renders(ONE("  {{! a\n b }}  \nx"), "x");
    renders(ONE("  {{! a }} {{! b }}\nx"), "   \nx");
    renders(ONE("{{#no}}\nx\n{{/no}}"), "");
}

static void test_partial_indentation(void **state)
{
    (void)state;
    renders(SET({"t", "{\n  {{>a}}\n}\n"}, {"a", "a {\n  {{>b}}\n\n}\n"}, {"b", "b1\nb2\n"}),
            "{\n  a {\n    b1\n    b2\n\n  }\n}\n");
    renders_in(MUSTACHE_SPEC, SET({"t", "  {{>a}}\n"}, {"a", "1\n\n2\n"}), "  1\n  \n  2\n");
    /* Values and partials inside a line are not indented; lines of sections are. */
    renders(SET({"t", "  {{>a}}\n"}, {"a", "{{lines}}\n{{#words}}\n{{.}};\n{{/words}}\n"}),
            "  x\ny\n  one;\n  two;\n");
    renders(SET({"t", "  {{>a}}\n"}, {"a", "f({{>b}})\n"}, {"b", "1,\n2"}), "  f(1,\n2)\n");
    renders(SET({"t", "\t{{>a}}"}, {"a", "{{#words}}{{.}}{{/words}}\n{{! no }}line\n{{name}}"}),
            "\tonetwo\n\tline\n\ttop");
    renders(SET({"t", "  {{>a}}\n"}, {"a", "{{#words}}\n  {{>b}}\n{{/words}}"},
                {"b", "{{#no}}\nno\n{{/no}}\n{{.}}\n"}),
            "    one\n    two\n");
}

static void test_blocks(void **state)
{
    const char *base = "int {{$name}}f{{/name}}()\n{\n"
                       "    {{$body}}\n    return 0;\n    {{/body}}\n}\n";
    (void)state;
    renders(SET({"t", "{{>base}}"}, {"base", base}), "int f()\n{\n    return 0;\n}\n");
    renders(SET({"t", "{{<base}}\n{{$name}}g{{/name}}\nignored {{nam}} {{#x}}{{$y}}{{/y}}{{/x}}\n"
                      "{{$body}}\n{{#words}}\nint {{.}};\n{{/words}}\n\n#line 1\n  x();\n"
                      "{{/body}}\n{{/base}}\n"},
                {"base", base}),
            "int g()\n{\n    int one;\n    int two;\n\n    #line 1\n      x();\n}\n");
    /* The parent as a whole is indented. */
    renders(SET({"t", "  {{<base}}\n{{$body}}\n        a;\n\n      b;\n{{/body}}\n"
                      "  {{/base}}\nend"},
                {"base", base}),
            "  int f()\n  {\n      a;\n\n      b;\n  }\nend");
    /* Written inline, a body takes the indentation of the block; the line end is the writer's. */
    renders(SET({"t", "{{<base}}{{$body}}a;{{/body}}{{/base}}"}, {"base", base}),
            "int f()\n{\n    a;}\n");
    renders(SET({"t", "{{<base}}{{$body}}{{/body}}{{/base}}"}, {"base", base}), "int f()\n{\n}\n");
    /* Inside a line the body moves with the lines of the template around it. */
    renders(
        SET({"t", "  {{<base}}{{$a}}\n  1,\n  2{{/a}}{{/base}}\n"}, {"base", "f({{$a}}{{/a}});\n"}),
        "  f(1,\n  2);\n");
    /* The parent's own line is left alone where something else is on it. */
    renders(SET({"t", "a {{<b}}{{/b}}\n {{<b}}{{/b}} c\n"}, {"b", "1\n2"}), "a 1\n2\n 1\n2 c\n");
}

static void test_indentation_of_a_block(void **state)
{
    const char *child = "{{<p}}{{$b}}\nx\n  y\n{{/b}}{{/p}}\n";
    (void)state;
    /* The first line with output counts, whatever stands around it. */
    renders(
        SET({"t", child}, {"p", "{{$b}}\n\n{{! no }}\n{{#rows}}\n    {{i}}\n{{/rows}}\n{{/b}}\n"}),
        "    x\n      y\n");
    renders(SET({"t", child}, {"p", "{{$b}}\n{{name}}\n    z\n{{/b}}\n"}), "x\n  y\n");
    renders(SET({"t", child}, {"p", "{{$b}}\n  {{>q}}\n{{/b}}\n"}), "  x\n    y\n");
    renders(SET({"t", child}, {"p", "  {{$b}}\n\n  {{/b}}\n"}), "  x\n    y\n");
    renders(SET({"t", child}, {"p", "  {{$b}}{{/b}}|\n"}), "  x\n    y\n|\n");
    renders(SET({"t", child}, {"p", "{{$c}}\n{{$b}}\n  {{<q}}{{/q}}\n{{/b}}\n{{/c}}\n"}),
            "  x\n    y\n");
    /* A partial inside a moved body keeps its own lines as they are. */
    renders(SET({"t", "{{<p}}{{$b}}\n    a\n    {{>q}}\n  {{>q}}\n{{/b}}{{/p}}\n"},
                {"p", "-{{$b}}{{/b}}"}, {"q", "  1\n\n  2\n"}),
            "-a\n  1\n\n  2\n  1\n\n  2\n");
    /* A block inside the block is moved relative to it. */
    renders(SET({"t", "{{<m}}{{$c}}\nC\n\nC\n{{/c}}{{/m}}\n"},
                {"m", "{{<p}}\n{{$b}}\n    a\n      {{$c}}\n      c\n      {{/c}}\n{{/b}}\n{{/p}}"},
                {"p", "{\n  {{$b}}\n  {{/b}}\n}\n"}),
            "{\n  a\n    C\n\n    C\n}\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_crlf),
        cmocka_unit_test(test_standalone_lines),
        cmocka_unit_test(test_partial_indentation),
        cmocka_unit_test(test_blocks),
        cmocka_unit_test(test_indentation_of_a_block),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
