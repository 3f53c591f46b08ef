/*
 * The text of kernels as a reader wants it: clean lines, and nothing that is not used or not explained.
 */
#include <ctype.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "tests/unit/ask.h"
#include "tests/unit/fixture.h"
#include "tests/unit/kernels.h"
#include "tests/unit/requests.h"
#include "tests/unit/texts.h"

enum {
    AT_RANDOM = 300
};

/* --------------------------------------------------------------------------------------- lines */

/* What each name at file scope begins with, the kernel's name, which the head tells: "gemm_4x4_8x8_". */
static const char *prefix_of(const char *text)
{
    static char prefix[256];
    assert_int_equal(sscanf(text, "/*\n * %254[A-Za-z0-9_]:", prefix), 1);
    return strcat(prefix, "_");
}

/* Columns of a line, without the kernel's name in front of others: that may be as long as the user likes. */
static size_t columns(const char *start, size_t length, const char *prefix)
{
    size_t found = 0;
    for (const char *at = strstr(start, prefix); at && at < start + length;
         at = strstr(at + 1, prefix))
        found++;
    return length - found * strlen(prefix);
}

static void check_lines(const char *line, const char *text)
{
    const char *const prefix = prefix_of(text);
    int number = 1;
    bool was_empty = false;
    assert_int_equal(text[strlen(text) - 1], '\n');
    for (const char *at = text; *at; number++) {
        const size_t length = strcspn(at, "\n");
        /* The command has to stay in one piece. */
        if (length > 120 && columns(at, length, prefix) > 120 &&
            strncmp(at, " * Made by clgemm", 17) != 0)
            fail_msg("%s: line %d has %zu columns: %.*s", line, number, length, (int)length, at);
        if (length && at[length - 1] == ' ')
            fail_msg("%s: line %d ends in a blank", line, number);
        if (!length && was_empty)
            fail_msg("%s: two empty lines at %d", line, number);
        for (size_t i = 0; i < length; i++)
            if (at[i] < ' ' || at[i] > '~')
                fail_msg("%s: line %d has byte %d", line, number, at[i]);
        was_empty = length == 0;
        at += length + 1;
    }
}

static void lines_are_clean(void **state)
{
    (void)state;
    for_all(check_lines);
}

static void check_brackets(const char *line, const char *text)
{
    int depth = 0;
    static char open[64];
    for (const char *at = text; *at; at++) {
        const char *const closing = strchr(")]}", *at);
        if (strchr("([{", *at)) {
            assert_in_range(depth, 0, 62);
            open[depth++] = *at == '(' ? ')' : *at == '[' ? ']' : '}';
        } else if (closing && (depth == 0 || open[--depth] != *at)) {
            fail_msg("%s: brackets do not match near: %.40s", line, at);
        }
    }
    assert_int_equal(depth, 0);
    assert_null(strstr(text, "{{"));
    assert_null(strstr(text, "}}"));
    assert_null(strstr(text, "(null)"));
    assert_null(strstr(text, ";;"));
}

static void brackets_match(void **state)
{
    (void)state;
    for_all(check_brackets);
}

/* One file for all devices needs the preprocessor once, and so do prefetches; a file for one spelling not at all. */
static void check_preprocessor(const char *line, const char *text)
{
    const bool is_auto = strstr(text, "CLGEMM_SHARED(slot, value, lane)") != NULL;
    const bool asks = is_auto || strstr(text, "prefetch_line(") != NULL;
    if (count(text, "\n#if") != asks || count(text, "\n#endif") != asks)
        fail_msg("%s: #if where there should%s be", line, asks ? "" : " not");
    if (!is_auto && strstr(text, "#define"))
        fail_msg("%s: a macro", line);
}

static void preprocessor_is_left_alone(void **state)
{
    (void)state;
    for_all(check_preprocessor);
    /* The default is the portable file; block reads and named spellings are not. */
    struct clgemm_result *const result = generate("--tile 32x2 --wg 1x8");
    assert_int_equal(count(clgemm_result_text(result, CLGEMM_CL, NULL), "\n#if"), 1);
    clgemm_result_free(result);
}

/* --------------------------------------------------------------------------------------- names */

/* The declared name that ends at `end`, as in "const float4 a_0 = ", or false where none does. */
static bool name_before(const char *start, const char *end, char *name, size_t size)
{
    const char *from = end;
    while (from > start && is_word(from[-1]))
        from--;
    snprintf(name, size, "%.*s", (int)(end - from), from);
    return end > from && !isdigit((unsigned char)*from);
}

/* Whether what a line outside of functions begins is no definition: a blank, a comment, a brace, the preprocessor's, or the attributes of
 * a kernel, whose name is on the next line. */
static bool defines_nothing(const char *start, size_t length)
{
    return !length || strchr(" /{#", *start) || strncmp(start, "__kernel", 8) == 0 ||
           strncmp(start, "__attribute__((intel_reqd", 25) == 0 ||
           strncmp(start, "typedef struct {", length) == 0 || (*start == '}' && length == 1);
}

/* Whether the line of `at`, behind `start`, is a comment, as of a formula. */
static bool is_comment(const char *start, const char *at)
{
    while (at > start && at[-1] != '\n')
        at--;
    return at[0] == '/' || at[1] == '*';
}

/* The name that a line outside of functions defines stands before "(", " =" or ";". A function that is declared there is the compiler's. */
static void check_definition(const char *line, const char *start, size_t length, const char *prefix)
{
    static const char inlined[] = "__attribute__((always_inline)) ";
    char name[256];
    const char *at = start;
    if (strncmp(at, inlined, strlen(inlined)) == 0)
        at += strlen(inlined);
    if (strncmp(at, "static ", 7) != 0 && start[length - 1] == ';' && start[length - 2] == ')')
        return;
    at += strcspn(at, "(=;");
    at -= at[-1] == ' ';
    if (!name_before(start, at, name, sizeof name) ||
        (strncmp(name, prefix, strlen(prefix)) != 0 &&
         (strncmp(name, prefix, strlen(prefix) - 1) != 0 || strlen(name) != strlen(prefix) - 1)))
        fail_msg("%s: '%s' does not begin with %s: %.*s", line, name, prefix, (int)length, start);
    if (strlen(name) < strlen(prefix) || *at != '(')
        return;
    /* Nobody calls it without that: engines of devices that are not here are compiled by nobody. */
    char call[260];
    snprintf(call, sizeof call, "%s(", name + strlen(prefix));
    for (const char *bare = strstr(at, call); bare; bare = strstr(bare + 1, call))
        if (!is_word(bare[-1]) && bare[-1] != '.' && !is_comment(start, bare))
            fail_msg("%s: a call of %s without %s", line, call, prefix);
}

/* Any number of kernels stand in one program: each name at file scope is the kernel's or begins with it, and no macro outlives the
 * file. */
static void check_file_scope(const char *line, const char *text)
{
    const char *const prefix = prefix_of(text);
    for (const char *at = text; *at; at += strcspn(at, "\n") + 1) {
        const size_t length = strcspn(at, "\n");
        char name[64], undefined[96];
        if (sscanf(at, "#define %63[A-Za-z0-9_]", name) == 1) {
            snprintf(undefined, sizeof undefined, "\n#undef %s\n", name);
            const char *const end = strstr(at, undefined);
            if (!end || count_word(end + strlen(undefined), name) != 0)
                fail_msg("%s: %s is defined beyond the end", line, name);
        }
        if (!defines_nothing(at, length))
            check_definition(line, at, length, prefix);
    }
}

static void look_at_file_scope(void *self, const char *line)
{
    struct clgemm_request *const request = ask(line);
    struct clgemm_result *result;
    clgemm_request_use_templates(request, templates);
    if (clgemm_generate(request, &result, &error) == 0) {
        check_file_scope(line, clgemm_result_text(result, CLGEMM_CL, NULL));
        ++*(int *)self;
    }
    clgemm_result_free(result);
    clgemm_request_free(request);
}

static void names_are_the_kernels_own(void **state)
{
    int made = 0;
    (void)state;
    requests_of_goldens(golden_folder(), look_at_file_scope, &made);
    requests_of_devices(golden_folder(), look_at_file_scope, &made);
    requests_at_random(AT_RANDOM, 5, NULL, look_at_file_scope, &made);
    assert_true(made > AT_RANDOM);
}

/* Every variable and argument that is declared is also used: its name occurs again. */
static void check_names(const char *line, const char *text)
{
    static const char *const types[] = {
        "const int ", "const long ", "const float", "const bool ",  "const uint ",  "float",
        "int ",       "__local ",    "__global ",   "__read_only ", "__write_only "};
    for (const char *at = text; *at; at += strcspn(at, "\n") + 1) {
        const char *const start = at + strspn(at, " ");
        const size_t length = strcspn(start, "\n");
        bool declares = false;
        for (size_t i = 0; i < sizeof types / sizeof types[0]; i++)
            declares = declares || strncmp(start, types[i], strlen(types[i])) == 0;
        if (!declares)
            continue;
        /* A name stands before " = ", ",", "[" or the ")" that ends a signature. */
        for (size_t i = 0; i < length; i++) {
            char name[64];
            const bool ends = strncmp(start + i, " = ", 3) == 0 || start[i] == ',' ||
                              start[i] == '[' || (start[i] == ')' && i + 1 == length);
            if (ends && name_before(start, start + i, name, sizeof name) &&
                count_word(text, name) < 2)
                fail_msg("%s: %s is not used", line, name);
            if (strncmp(start + i, " = ", 3) == 0 && strncmp(start, "float", 5) != 0)
                break;
        }
    }
}

static void nothing_is_declared_in_vain(void **state)
{
    (void)state;
    for_all(check_names);
}

/* An argument that the head explains is one of the kernel's, and the other way round. */
static void check_head(const char *line, const char *text)
{
    const char *const end_of_head = strstr(text, "\n */\n");
    const char *kernel = text;
    for (const char *at = strstr(text, "__kernel"); at; at = strstr(at + 1, "__kernel"))
        kernel = at;
    const char *const body = strstr(kernel, "\n{");
    int explained = 0;
    for (const char *at = strstr(text, "\n *   "); at && at < end_of_head;
         at = strstr(at + 1, "\n *   ")) {
        char name[64];
        if (sscanf(at, "\n *   %63[A-Za-z_]", name) != 1 || strcmp(name, "local") == 0)
            continue;
        char signature[4096];
        snprintf(signature, sizeof signature, "%.*s", (int)(body - kernel), kernel);
        if (count_word(signature, name) != 1)
            fail_msg("%s: %s is explained, but no argument", line, name);
        explained++;
    }
    int arguments = 0;
    for (const char *at = strchr(kernel, '\n'); at < body; at++)
        arguments += *at == ',';
    assert_int_equal(explained, arguments + 1);
}

static void head_explains_every_argument(void **state)
{
    (void)state;
    for_all(check_head);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_are_clean),
        cmocka_unit_test(brackets_match),
        cmocka_unit_test(preprocessor_is_left_alone),
        cmocka_unit_test(names_are_the_kernels_own),
        cmocka_unit_test(nothing_is_declared_in_vain),
        cmocka_unit_test(head_explains_every_argument),
    };
    return cmocka_run_group_tests(tests, open_templates, close_templates);
}
