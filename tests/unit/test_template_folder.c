/*
 * Templates of a folder in place of the embedded ones: missing, broken, or asking for what is not there.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "tests/unit/ask.h"
#include "tests/unit/fixture.h"

static char folder[] = "test_template_folder_XXXXXX";

static int open_all(void **state)
{
    return mkdtemp(folder) ? open_templates(state) : -1;
}

static int close_all(void **state)
{
    close_templates(state);
    return rmdir(folder);
}

static void write_template(const char *path, const char *text)
{
    char whole[256];
    snprintf(whole, sizeof whole, "%s/%s", folder, path);
    FILE *const file = fopen(whole, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

static void remove_template(const char *path)
{
    char whole[256];
    snprintf(whole, sizeof whole, "%s/%s", folder, path);
    assert_int_equal(remove(whole), 0);
}

static void make_folder(const char *path)
{
    char whole[256];
    snprintf(whole, sizeof whole, "%s/%s", folder, path);
    assert_int_equal(mkdir(whole, 0777), 0);
}

static void assert_cannot_open(const char *path, enum clgemm_code code, const char *says)
{
    struct clgemm_templates *set = templates;
    error = (struct clgemm_error){.code = CLGEMM_OK};
    assert_int_equal(clgemm_templates_open(path, &set, &error), -1);
    assert_null(set);
    assert_int_equal(error.code, code);
    if (!strstr(error.text, says))
        fail_msg("'%s' does not say '%s'", error.text, says);
    assert_int_equal(clgemm_templates_open(path, &set, NULL), -1);
}

static void missing_folders_are_answered(void **state)
{
    (void)state;
    assert_cannot_open("./no such folder", CLGEMM_IO,
                       "cannot read ./no such folder: No such file or directory");
    assert_string_equal(error.option, "template-dir");
    assert_string_equal(error.source, "./no such folder");
    assert_cannot_open("/dev/null", CLGEMM_IO, "cannot read /dev/null: Not a directory");
    assert_cannot_open(folder, CLGEMM_IO, "holds no template (no *.mustache, no *.pieces)");
    /* Files of other names, and hidden ones, are none of ours. */
    write_template("README", "{{#broken}}");
    write_template(".hidden.mustache", "{{#broken}}");
    write_template(".mustache", "{{#broken}}");
    assert_cannot_open(folder, CLGEMM_IO, "holds no template (no *.mustache, no *.pieces)");
    remove_template("README");
    remove_template(".hidden.mustache");
    remove_template(".mustache");
}

static void broken_templates_are_answered(void **state)
{
    char source[64];
    (void)state;
    snprintf(source, sizeof source, "%s/broken.mustache", folder);
    write_template("broken.mustache", "first\n  {{#section}}\nnever closed\n");
    assert_cannot_open(folder, CLGEMM_TEMPLATE, "broken.mustache:2:");
    assert_string_equal(error.source, source);
    assert_int_equal(error.line, 2);
    assert_true(error.column > 0);
    write_template("broken.mustache", "\n\n{{name");
    assert_cannot_open(folder, CLGEMM_TEMPLATE, "broken.mustache:3:");
    remove_template("broken.mustache");
}

static void templates_of_a_folder_replace_the_embedded_ones(void **state)
{
    struct clgemm_templates *set;
    struct clgemm_result *result;
    char source[64];
    (void)state;
    snprintf(source, sizeof source, "%s/naive.cl.mustache", folder);
    write_template("naive.cl.mustache", "/* {{entry}} of mine */\n{{>common/signature}};\n");
    assert_int_equal(clgemm_templates_open(folder, &set, &error), 0);

    struct clgemm_request *const request = ask("--family naive");
    clgemm_request_use_templates(request, set);
    assert_int_equal(clgemm_generate(request, &result, &error), 0);
    const char *const text = clgemm_result_text(result, CLGEMM_CL, NULL);
    assert_memory_equal(text, "/* gemm_1x1_8x8 of mine */\n__kernel", 34);
    struct clgemm_result *const kept = result;

    /* Other families are as they were. */
    struct clgemm_request *const other = ask("--family register");
    struct clgemm_result *const expected = generate("--family register");
    clgemm_request_use_templates(other, set);
    assert_int_equal(clgemm_generate(other, &result, &error), 0);
    assert_string_equal(clgemm_result_text(result, CLGEMM_CL, NULL),
                        clgemm_result_text(expected, CLGEMM_CL, NULL));
    assert_null(clgemm_result_dependency(expected, 0));
    clgemm_result_free(expected);
    clgemm_result_free(result);
    clgemm_request_free(other);
    clgemm_request_free(request);
    clgemm_templates_free(set);

    /* What a make rule depends on: told also when the set is gone. */
    assert_string_equal(clgemm_result_dependency(kept, 0), source);
    assert_null(clgemm_result_dependency(kept, 1));
    assert_null(clgemm_result_dependency(kept, 2));
    clgemm_result_free(kept);
    remove_template("naive.cl.mustache");
}

/* Host text is written when it is asked for, which may be after the set is gone. */
static void host_text_follows_a_folder(void **state)
{
    struct clgemm_templates *set;
    struct clgemm_result *result;
    (void)state;
    make_folder("host");
    write_template("host/header.h.mustache", "/* {{kernel}} of mine */\n{{>host/cast}}");
    write_template("host/cast.mustache", "cast of mine\n");
    assert_int_equal(clgemm_templates_open(folder, &set, &error), 0);
    struct clgemm_request *const request = ask("--family naive --name gemm");
    clgemm_request_use_templates(request, set);
    assert_int_equal(clgemm_generate(request, &result, &error), 0);
    clgemm_request_free(request);
    clgemm_templates_free(set);
    assert_string_equal(clgemm_result_text(result, CLGEMM_HEADER, NULL),
                        "/* gemm of mine */\ncast of mine\n");
    assert_non_null(strstr(clgemm_result_text(result, CLGEMM_LAUNCHER, NULL), "cast of mine\n"));
    clgemm_result_free(result);
    remove_template("host/header.h.mustache");
    remove_template("host/cast.mustache");
    remove_template("host");
}

/* What only shows while a kernel is made: an unknown name, a partial that is not there. */
static void templates_that_ask_too_much_are_answered(void **state)
{
    static const struct {
        const char *text;
        unsigned line, column;
        const char *says;
    } rows[] = {
        {"/* {{entry}} */\n  {{nmae}}\n", 2, 3, "nmae"},
        {"\n{{#nothing}}x{{/nothing}}\n", 2, 1, "nothing"},
        {"{{>common/haed}}\n", 1, 1, "common/haed"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct clgemm_templates *set;
        struct clgemm_result *result;
        write_template("naive.cl.mustache", rows[i].text);
        assert_int_equal(clgemm_templates_open(folder, &set, &error), 0);
        struct clgemm_request *const request = ask("--family naive");
        clgemm_request_use_templates(request, set);
        assert_int_equal(clgemm_generate(request, &result, &error), -1);
        assert_null(result);
        assert_int_equal(error.code, CLGEMM_TEMPLATE);
        assert_int_equal(error.line, rows[i].line);
        assert_int_equal(error.column, rows[i].column);
        assert_non_null(strstr(error.text, rows[i].says));
        assert_non_null(strstr(error.source, "naive.cl.mustache"));
        clgemm_request_free(request);
        clgemm_templates_free(set);
    }
    remove_template("naive.cl.mustache");
}

/* A file that replaces no template, and that none names, is a misspelt one. */
static void templates_without_use_are_answered(void **state)
{
    struct clgemm_templates *set;
    char source[64];
    (void)state;
    make_folder("common");
    snprintf(source, sizeof source, "%s/common/haed.mustache", folder);
    write_template("common/haed.mustache", "/* mine */\n");
    assert_cannot_open(folder, CLGEMM_TEMPLATE,
                       "common/haed.mustache: there is no template common/haed to be replaced, and "
                       "none names it; did you mean common/head?");
    assert_string_equal(error.option, "template-dir");
    assert_string_equal(error.source, source);
    /* Beside one that is right, too. */
    write_template("naive.cl.mustache", "/* mine */\n");
    assert_cannot_open(folder, CLGEMM_TEMPLATE, "there is no template common/haed");
    /* Named by a template, be it as a parent, it is a part of that. */
    write_template("naive.cl.mustache", "{{<common/haed}}{{/common/haed}}\n");
    assert_int_equal(clgemm_templates_open(folder, &set, &error), 0);
    clgemm_templates_free(set);
    remove_template("common/haed.mustache");
    write_template("naive.cl.mustache", "/* mine */\n");
    write_template("qzqzqzqzq.pieces", "mine x\n");
    assert_cannot_open(folder, CLGEMM_TEMPLATE,
                       "qzqzqzqzq.pieces: there is no template qzqzqzqzq/mine to be replaced, and "
                       "none names it; --list templates shows them");
    remove_template("qzqzqzqzq.pieces");
    remove_template("naive.cl.mustache");
    remove_template("common");
    /* In the folder of a family that has a page. */
    make_folder("naive");
    write_template("naive/kernel.cl.mustache", "/* mine */\n");
    assert_cannot_open(folder, CLGEMM_TEMPLATE,
                       "there is no template naive/kernel.cl to be replaced, and none names it; "
                       "did you mean naive.cl?");
    remove_template("naive/kernel.cl.mustache");
    remove_template("naive");
}

/* A line of a table is a template that stands inside a line. */
static void lines_of_tables_are_templates(void **state)
{
    struct clgemm_templates *set;
    struct clgemm_result *result;
    (void)state;
    write_template("naive.cl.mustache", "[{{>of/mine}} {{>of/other}}]\n");
    write_template(
        "of.pieces",
        "# for the reader\n\nmine     <{{>of/name}}>  \r\nname {{entry}}\nother {{wg_width}}\n");
    assert_int_equal(clgemm_templates_open(folder, &set, &error), 0);
    struct clgemm_request *const request = ask("--family naive");
    clgemm_request_use_templates(request, set);
    assert_int_equal(clgemm_generate(request, &result, &error), 0);
    assert_string_equal(clgemm_result_text(result, CLGEMM_CL, NULL), "[<gemm_1x1_8x8> 8]\n");

    /* Every file is told once, however many templates it holds. */
    for (size_t i = 0; i < 2; i++)
        assert_non_null(clgemm_result_dependency(result, i));
    assert_null(clgemm_result_dependency(result, 2));
    clgemm_result_free(result);
    clgemm_request_free(request);
    clgemm_templates_free(set);
    remove_template("of.pieces");
    remove_template("naive.cl.mustache");
}

/* Of a built-in table a folder replaces lines, by a table or by files; the others stay. */
static void lines_of_built_in_tables_are_replaced(void **state)
{
    struct clgemm_templates *set;
    struct clgemm_result *result;
    (void)state;
    make_folder("launch");
    write_template("launch.pieces", "blocks {{items}} of {{block}}\n");
    write_template("launch/words.mustache", "{{#dimensions}}<{{>*extent}}>{{/dimensions}}\n");
    assert_int_equal(clgemm_templates_open(folder, &set, &error), 0);
    struct clgemm_request *const request = ask("--family naive --fixed 64x64x64");
    struct clgemm_request *const other = ask("--family naive");
    clgemm_request_use_templates(request, set);
    clgemm_request_use_templates(other, set);
    assert_int_equal(clgemm_generate(request, &result, &error), 0);
    assert_non_null(strstr(clgemm_result_text(result, CLGEMM_CL, NULL), "* Launch: <64><64>\n"));
    clgemm_result_free(result);
    assert_int_equal(clgemm_generate(other, &result, &error), 0);
    assert_non_null(
        strstr(clgemm_result_text(result, CLGEMM_CL, NULL), "* Launch: <8 of 8><8 of 8>\n"));
    clgemm_result_free(result);
    clgemm_request_free(other);
    clgemm_request_free(request);
    clgemm_templates_free(set);
    remove_template("launch/words.mustache");
    remove_template("launch");
    remove_template("launch.pieces");
}

static void broken_tables_are_answered(void **state)
{
    static const struct {
        const char *text;
        unsigned line, column;
        const char *says;
    } rows[] = {
        {"# one\nfirst  a\nfirst  b\n", 3, 1, "of.pieces:3:1: a second piece of the same name"},
        {"first\n", 1, 1, "of.pieces:1:1: a line of a table is the name of a piece"},
        {"first  a\n second b\n", 2, 1, "of.pieces:2:1: a line of a table is the name of a piece"},
        {"First  a\n", 1, 1, "of.pieces:1:1: a line of a table is the name of a piece"},
        {"\nfirst  ab {{#c}}\n", 2, 11, "of.pieces:2:11: section 'c' is not closed"},
    };
    char source[64];
    (void)state;
    snprintf(source, sizeof source, "%s/of.pieces", folder);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        write_template("of.pieces", rows[i].text);
        assert_cannot_open(folder, CLGEMM_TEMPLATE, rows[i].says);
        assert_string_equal(error.source, source);
        assert_int_equal(error.line, rows[i].line);
        assert_int_equal(error.column, rows[i].column);
    }
    remove_template("of.pieces");
}

/* Folders are read to an end: what is no file, or too much of it, is refused by name. */
static void folders_without_end_are_answered(void **state)
{
    enum {
        LARGEST = 1 << 20
    };
    char path[80], *const large = malloc(LARGEST + 2);
    (void)state;
    assert_non_null(large);
    snprintf(path, sizeof path, "%s/endless.mustache", folder);
    assert_int_equal(symlink("/dev/zero", path), 0);
    assert_cannot_open(folder, CLGEMM_IO, "/endless.mustache is no regular file");
    remove_template("endless.mustache");
    assert_int_equal(mkfifo(path, 0600), 0);
    assert_cannot_open(folder, CLGEMM_IO, "/endless.mustache is no regular file");
    remove_template("endless.mustache");
    memset(large, 'x', LARGEST + 1);
    large[LARGEST + 1] = '\0';
    write_template("endless.mustache", large);
    assert_cannot_open(folder, CLGEMM_IO,
                       "/endless.mustache has 1048577 bytes, a template at most 1048576");
    large[LARGEST] = '\0';
    write_template("endless.mustache", large);
    for (int i = 0; i < 16; i++) {
        snprintf(path, sizeof path, "%02d.mustache", i);
        write_template(path, large);
    }
    assert_cannot_open(folder, CLGEMM_IO, "have more than 16777216 bytes");
    for (int i = 0; i < 16; i++) {
        snprintf(path, sizeof path, "%02d.mustache", i);
        remove_template(path);
    }
    remove_template("endless.mustache");
    free(large);

    /* Links to the folder itself: ever more names. */
    for (int i = 0; i < 8; i++) {
        snprintf(path, sizeof path, "%s/link%d", folder, i);
        assert_int_equal(symlink(".", path), 0);
    }
    assert_cannot_open(folder, CLGEMM_IO, "folders deep");
    snprintf(path, sizeof path, "%s/a.mustache", folder);
    for (int i = 0; i < 8; i++) {
        snprintf(path, sizeof path, "link%d", i);
        remove_template(path);
    }
}

/* Templates that each name the next one twice: 2^40 times what the last one holds. */
static void templates_that_double_are_answered(void **state)
{
    enum {
        DOUBLINGS = 40
    };
    static const struct {
        const char *last, *says;
    } rows[] = {{"", "templates take more than 100000000 steps"},
                {"a line\n", "templates render more than 134217728 bytes"}};
    char path[32], text[64];
    (void)state;
    write_template("naive.cl.mustache", "{{>double0}}");
    for (int i = 0; i < DOUBLINGS; i++) {
        snprintf(path, sizeof path, "double%d.mustache", i);
        snprintf(text, sizeof text, "{{>double%d}}{{>double%d}}", i + 1, i + 1);
        write_template(path, text);
    }
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct clgemm_templates *set;
        struct clgemm_result *result;
        write_template("double40.mustache", rows[i].last);
        assert_int_equal(clgemm_templates_open(folder, &set, &error), 0);
        struct clgemm_request *const request = ask("--family naive");
        clgemm_request_use_templates(request, set);
        assert_int_equal(clgemm_generate(request, &result, &error), -1);
        assert_int_equal(error.code, CLGEMM_TEMPLATE);
        assert_says(rows[i].says);
        assert_non_null(strstr(error.source, "/double"));
        clgemm_request_free(request);
        clgemm_templates_free(set);
    }
    for (int i = 0; i <= DOUBLINGS; i++) {
        snprintf(path, sizeof path, "double%d.mustache", i);
        remove_template(path);
    }
    remove_template("naive.cl.mustache");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(missing_folders_are_answered),
        cmocka_unit_test(broken_templates_are_answered),
        cmocka_unit_test(templates_of_a_folder_replace_the_embedded_ones),
        cmocka_unit_test(host_text_follows_a_folder),
        cmocka_unit_test(lines_of_tables_are_templates),
        cmocka_unit_test(lines_of_built_in_tables_are_replaced),
        cmocka_unit_test(broken_tables_are_answered),
        cmocka_unit_test(templates_that_ask_too_much_are_answered),
        cmocka_unit_test(folders_without_end_are_answered),
        cmocka_unit_test(templates_that_double_are_answered),
        cmocka_unit_test(templates_without_use_are_answered),
    };
    return cmocka_run_group_tests(tests, open_all, close_all);
}
