/*
 * Options: every kind read, every wrong value answered with a sentence that names the option, what
 * it takes and what was given.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "gen/request/option.h"
#include "tests/unit/fixture.h"

static enum option_id id_of(const char *name)
{
    const enum option_id id = option_find(name, strlen(name));
    if (id == OPTION_COUNT)
        fail_msg("there is no option %s", name);
    return id;
}

static struct option_value parse(const char *name, const char *text)
{
    struct option_value value;
    if (setjmp(job.escape))
        fail_msg("--%s %s: %s", name, text ? text : "", error.text);
    option_parse(&job, id_of(name), text, &value);
    return value;
}

/* Whether the value is refused; `error` tells why. */
static bool refused(enum option_id id, const char *text)
{
    struct option_value value;
    error = (struct clgemm_error){.code = CLGEMM_OK};
    if (setjmp(job.escape))
        return true;
    option_parse(&job, id, text, &value);
    return false;
}

/* ----------------------------------------------------------------------------------- the table */

static void table_is_in_order(void **state)
{
    (void)state;
    for (int id = 0; id < OPTION_COUNT; id++) {
        const struct option_row *const row = &option_rows[id];
        assert_int_equal(option_find(row->name, strlen(row->name)), id);
        assert_true(row->help[0] != '\0');
        assert_null(strchr(row->help, '\n'));
        if (!row->group[0])
            continue;
        assert_true(row->explain[0] != '\0');
        /* A default is a value that the option takes, or words in brackets. */
        if (row->standard[0] != '[' && refused((enum option_id)id, row->standard))
            fail_msg("default of --%s: %s", row->name, error.text);
        assert_true(row->kind == KIND_SWITCH || row->metavar[0] != '\0');
    }
}

static void names_are_matched_whole(void **state)
{
    (void)state;
    assert_int_equal(option_find("tile", 4), OPTION_TILE);
    assert_int_equal(option_find("tile-k", 6), OPTION_TILE_K);
    assert_int_equal(option_find("tile-k", 4), OPTION_TILE);
    assert_int_equal(option_find("til", 3), OPTION_COUNT);
    assert_int_equal(option_find("", 0), OPTION_COUNT);
    assert_int_equal(option_find("Tile", 4), OPTION_COUNT);
}

/* What programs see of the table: all but the hidden options, in its order. */
static void introspection(void **state)
{
    struct clgemm_option option;
    size_t index = 0;
    (void)state;
    for (int id = 0; id < OPTION_COUNT; id++) {
        if (!option_rows[id].group[0])
            continue;
        assert_int_equal(clgemm_option_at(index++, &option), 0);
        assert_string_equal(option.name, option_rows[id].name);
        assert_string_equal(option.help, option_rows[id].help);
        assert_string_equal(option.standard, option_rows[id].standard);
    }
    assert_int_equal(clgemm_option_at(index, &option), -1);
    assert_int_equal(clgemm_option_at(SIZE_MAX, &option), -1);
}

/* --------------------------------------------------------------------------------- good values */

static void words_and_their_aliases(void **state)
{
    (void)state;
    assert_string_equal(parse("layout", "column").text, "column");
    assert_string_equal(parse("layout", "row").text, "row");
    assert_string_equal(parse("layout", "col").text, "column");
    assert_string_equal(parse("transpose", "tn").text, "tn");
    assert_string_equal(parse("share", "block-read").text, "block-read");
    assert_string_equal(parse("type", "f32").text, "f32");
    /* Every word that a row lists is taken. */
    for (int id = 0; id < OPTION_COUNT; id++) {
        if (option_rows[id].kind != KIND_WORD)
            continue;
        for (const char *word = option_rows[id].values; *word;) {
            const size_t length = strcspn(word, "|");
            const size_t spelling = strcspn(word, "|=");
            assert_false(refused((enum option_id)id, arena_text(&arena, word, spelling)));
            word += length + (word[length] == '|');
        }
    }
}

static void shapes_and_sizes(void **state)
{
    const struct option_value tile = parse("tile", "32x2");
    const struct option_value fixed = parse("fixed", "512x0x2147483647");
    (void)state;
    assert_int_equal(tile.numbers[0], 32);
    assert_int_equal(tile.numbers[1], 2);
    assert_string_equal(tile.text, "32x2");
    assert_int_equal(fixed.numbers[0], 512);
    assert_int_equal(fixed.numbers[1], 0);
    assert_int_equal(fixed.numbers[2], 2147483647);
}

static void numbers(void **state)
{
    (void)state;
    assert_int_equal(parse("tile-k", "16").numbers[0], 16);
    assert_int_equal(parse("sg-size", "2147483647").numbers[0], 2147483647);
    assert_int_equal(parse("lda", "100").numbers[0], 100);
    assert_false(parse("lda", "100").at_launch);
    assert_true(parse("lda", "arg").at_launch);
    assert_true(parse("lda", "tight").tight);
    assert_false(parse("lda", "tight").at_launch);
    assert_int_equal(parse("offset-a", "0").numbers[0], 0);
    assert_int_equal(parse("offset-a", "7").numbers[0], 7);
    assert_true(parse("offset-a", "arg").at_launch);
}

static void switches_names_and_texts(void **state)
{
    (void)state;
    assert_true(parse("barrier", NULL).on);
    assert_string_equal(parse("barrier", NULL).text, "yes");
    assert_true(parse("barrier", "yes").on);
    assert_false(parse("barrier", "no").on);
    assert_string_equal(parse("name", "my_kernel_2").text, "my_kernel_2");
    assert_string_equal(parse("name", "_x").text, "_x");
    assert_string_equal(parse("for", "../my profile.json").text, "../my profile.json");
}

/* ---------------------------------------------------------------------------------- bad values */

/* Names of OpenCL C, of C and C++; not what only begins like one. */
static void names_that_mean_something_are_refused(void **state)
{
    (void)state;
    static const char *const taken[] = {"get_global_id",
                                        "get_work_dim",
                                        "get_num_groups",
                                        "vload_half",
                                        "vstore_half4_rte",
                                        "vloada_half8",
                                        "read_imagef",
                                        "write_imageui",
                                        "NULL",
                                        "class",
                                        "new",
                                        "template",
                                        "namespace",
                                        "and",
                                        "convert_float4",
                                        "as_uint2",
                                        "half_sin",
                                        "native_exp2",
                                        "sin",
                                        "dot",
                                        "mad",
                                        "work_group_barrier",
                                        "atomic", /* there is atomic_store */
                                        "atomic_add",
                                        "image2d_array_t",
                                        "CLK_GLOBAL_MEM_FENCE",
                                        "vload16",
                                        "FLT_MAX",
                                        "DBL_EPSILON",
                                        "HALF_MAX",
                                        "M_PI",
                                        "FP_ILOGB0",
                                        "CHAR_BIT",
                                        "ULONG_MAX",
                                        "ndrange_t",
                                        "CL_SUCCESS",
                                        "cl_mem",
                                        "_cl_mem",
                                        "cl_khr_fp16",
                                        "linux",
                                        "unix",
                                        "int32_t"};
    static const char *const free_names[] = {
        "get_product",  "half_gemm",    "native_gemm", "classes", "sine",   "as_product",
        "floats",       "float4x",      "news",        "ma",      "a",      "vloader",
        "load_clamped", "load4clamped", "CHAR_BITS",   "M",       "clgemm", "gemm_t",
        "linux_gemm",   "load16",       "store4",      "texel",   "q4_0"};
    for (size_t i = 0; i < sizeof taken / sizeof *taken; i++)
        if (!refused(OPTION_KERNEL_NAME, taken[i]))
            fail_msg("--name took %s", taken[i]);
    for (size_t i = 0; i < sizeof free_names / sizeof *free_names; i++)
        assert_string_equal(parse("name", free_names[i]).text, free_names[i]);
}

/* What every kind refuses, and what its sentence says that it takes. */
static const struct {
    enum option_kind kind;
    const char *takes;
    const char *bad[16];
} refusals[] = {
    {KIND_SHAPE,
     "HxW, two whole numbers from 1 to 2147483647, as in 32x2",
     {"", "32", "32x", "x2", "32x2x1", "0x2", "32x0", "-1x2", "32x-2", "32X2", " 32x2", "32x2 ",
      "3.5x2", "2147483648x1", "99999999999999999999x1", "axb"}},
    {KIND_TILE,
     "HxW, two whole numbers from 1 to 2147483647, as in 32x2, or auto",
     {"", "32", "Auto", "autox1", "0x2"}},
    {KIND_SIZES,
     "MxNxK, three whole numbers from 0 to 2147483647, as in 512x512x64",
     {"", "512", "512x512", "512x512x", "1x2x3x4", "-1x1x1", "1x1x2147483648", "1x1x1 ", "axbxc"}},
    {KIND_WHOLE,
     "a whole number from 1 to 2147483647",
     {"", "0", "-1", "+1", "1.5", "1e3", "0x10", "2147483648", "1 ", " 1", "8,", "eight"}},
    {KIND_PARTS, "auto or a whole number from 1 to 2147483647", {"", "0", "-1", "Auto", "1.5"}},
    {KIND_LENGTH,
     "arg, tight or a whole number from 1 to 2147483647",
     {"", "0", "-1", "args", "Tight", "1.5", "2147483648"}},
    {KIND_OFFSET,
     "arg or a whole number from 0 to 2147483647",
     {"", "-1", "tight", "args", "1.5", "2147483648"}},
    {KIND_SCALAR,
     "arg or a number: 0, or of magnitude 1.4e-45 to 3.4e38, of double precision 4.9e-324 to "
     "1.7e308",
     {"", "one", "1.0f", "1 ", "nan", "inf", "-inf", "1e309", "-1.8e308", "1e-324", "args", "1,5"}},
    {KIND_SWITCH, "yes or no", {"", "on", "1", "true", "Yes"}},
    {KIND_LIST,
     "none, or words with commas between them, each one of ",
     {"", "cache,", ",log", "none,log", "none,keys", "cache log", "Cache"}},
    {KIND_NAME,
     "a name of at most 100 letters, digits and _ that does not start with a digit",
     {"", "2x", "a-b", "a b", "a.b", "caf\xc3\xa9",
      /* 101 letters */
      "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
      "aaaaaaaaaaa"}},
    {KIND_TEXT, "", {""}},
};

/* In the order of the table, each word once. */
static void lists_are_put_in_order(void **state)
{
    (void)state;
    assert_string_equal(parse("launcher", "log,cache,log").text, "cache,log");
    assert_string_equal(parse("launcher", "none").text, "none");
    const struct option_value value = parse("launcher", "events");
    assert_true(option_lists(&value, "events"));
    assert_false(option_lists(&value, "event"));
    assert_false(option_lists(&value, "log"));
}

/* A line break in a path would go on in the comment that holds the command. */
static void texts_have_no_control_characters(void **state)
{
    (void)state;
    assert_true(refused(OPTION_FOR, "a*\\\n/b.json"));
    assert_string_equal(error.text,
                        "--for takes a text without control characters, not 'a*\\?/b.json'");
    assert_true(refused(OPTION_FOR, "\33[2J.json"));
    assert_true(refused(OPTION_FOR, "a\177"));
    assert_true(refused(OPTION_STEM, "a\rb"));
    assert_string_equal(parse("for", "caf\xc3\xa9.json").text, "caf\xc3\xa9.json");
}

/* Of a value as long as a file, the sentence shows the beginning. */
static void long_values_are_cut(void **state)
{
    char name[400];
    (void)state;
    memset(name, 'a', sizeof name);
    name[sizeof name - 1] = '\0';
    assert_true(refused(OPTION_KERNEL_NAME, name));
    assert_says(
        "a name of at most 100 letters, digits and _ that does not start with a digit, not 'aaa");
    assert_says("aaa...'");
    assert_true(strlen(error.text) < 300);
}

static void assert_refused(enum option_id id, const char *text, const char *takes)
{
    const char *const name = option_rows[id].name;
    if (!refused(id, text))
        fail_msg("--%s took '%s'", name, text);
    assert_int_equal(error.code, CLGEMM_USAGE);
    assert_string_equal(error.option, name);
    assert_says(arena_printf(&arena, "--%s takes ", name));
    assert_says(takes);
    assert_says(arena_printf(&arena, ", not '%s'", text));
}

/* Every option, with everything that its kind refuses. */
static void wrong_values_are_answered(void **state)
{
    (void)state;
    for (int id = 0; id < OPTION_COUNT; id++) {
        for (size_t i = 0; i < sizeof refusals / sizeof refusals[0]; i++) {
            if (refusals[i].kind != option_rows[id].kind)
                continue;
            for (const char *const *bad = refusals[i].bad; *bad; bad++) {
                assert_refused((enum option_id)id, *bad, refusals[i].takes);
                if (bad == &refusals[i].bad[15])
                    break;
            }
        }
    }
}

static void wrong_words_are_answered_with_the_list(void **state)
{
    (void)state;
    for (int id = 0; id < OPTION_COUNT; id++) {
        if (option_rows[id].kind != KIND_WORD)
            continue;
        assert_refused((enum option_id)id, "", "");
        assert_refused((enum option_id)id, "qqqqqqqqqqqq", "");
        assert_refused((enum option_id)id, "row|column", "");
    }
    assert_refused(OPTION_LAYOUT, "colunm", "one of column, row (column?)");
    assert_refused(OPTION_LAYOUT, "diagonal", "one of column, row, not");
    assert_refused(OPTION_SUB_GROUPS, "emulate",
                   "one of auto, intel, khr, nvidia, emulated (emulated?)");
    assert_refused(OPTION_TYPE, "f46",
                   "--type takes one of f32, f64, f16, bf16, e4m3, e5m2, i8, u8, i32, c32, c64 "
                   "(f64?), not 'f46'");
    assert_refused(OPTION_LAYOUT, "col=column", "one of column, row");
}

static void values_may_not_be_missing(void **state)
{
    (void)state;
    for (int id = 0; id < OPTION_COUNT; id++) {
        const struct option_row *const row = &option_rows[id];
        if (row->kind == KIND_SWITCH)
            continue;
        assert_true(refused((enum option_id)id, NULL));
        assert_int_equal(error.code, CLGEMM_USAGE);
        assert_string_equal(error.option, row->name);
        assert_string_equal(
            error.text, arena_printf(&arena, "--%s needs a value: %s", row->name, row->metavar));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(table_is_in_order),
        TEST(names_are_matched_whole),
        TEST(introspection),
        TEST(words_and_their_aliases),
        TEST(shapes_and_sizes),
        TEST(numbers),
        TEST(switches_names_and_texts),
        TEST(names_that_mean_something_are_refused),
        TEST(wrong_values_are_answered),
        TEST(lists_are_put_in_order),
        TEST(texts_have_no_control_characters),
        TEST(long_values_are_cut),
        TEST(wrong_words_are_answered_with_the_list),
        TEST(values_may_not_be_missing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
