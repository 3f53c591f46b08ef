/*
 * Texts that grow.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "gen/base/text.h"
#include "tests/unit/fixture.h"

static void empty_text_is_a_string(void **state)
{
    struct text text;
    (void)state;
    text_init(&text, &job);
    assert_string_equal(text_string(&text), "");
    assert_int_equal(text.length, 0);
    text_add(&text, "", 0);
    text_puts(&text, "");
    assert_string_equal(text_string(&text), "");
    assert_int_equal(text.length, 0);
}

static void pieces_follow_each_other(void **state)
{
    struct text text;
    (void)state;
    text_init(&text, &job);
    text_puts(&text, "for (int k = 0; ");
    text_add(&text, "k < K; and more", 7);
    text_printf(&text, "k += %d", 8);
    text_puts(&text, ")");
    assert_string_equal(text_string(&text), "for (int k = 0; k < K; k += 8)");
    assert_int_equal(text.length, strlen(text_string(&text)));
}

/* Byte by byte across every doubling of the capacity. */
static void grows_byte_by_byte(void **state)
{
    enum {
        LENGTH = 40000
    };
    struct text text;
    (void)state;
    text_init(&text, &job);
    for (int i = 0; i < LENGTH; i++) {
        const char byte = (char)('a' + i % 26);
        text_add(&text, &byte, 1);
        assert_int_equal(text.length, i + 1);
        assert_int_equal(text.bytes[i], byte);
        assert_int_equal(text.bytes[i + 1], '\0');
        assert_true(text.capacity > text.length);
    }
    for (int i = 0; i < LENGTH; i++)
        assert_int_equal(text.bytes[i], 'a' + i % 26);
}

/* One piece much larger than twice what is there, and pieces that just fit. */
static void grows_by_large_pieces(void **state)
{
    static char piece[100000];
    (void)state;
    memset(piece, 'p', sizeof piece);
    const size_t lengths[] = {4094, 4095, 4096, 4097, 8191, sizeof piece};
    for (size_t i = 0; i < sizeof lengths / sizeof lengths[0]; i++) {
        struct text text;
        text_init(&text, &job);
        text_puts(&text, "<");
        text_add(&text, piece, lengths[i]);
        text_puts(&text, ">");
        assert_int_equal(text.length, lengths[i] + 2);
        assert_int_equal(text.bytes[0], '<');
        assert_memory_equal(text.bytes + 1, piece, lengths[i]);
        assert_string_equal(text.bytes + 1 + lengths[i], ">");
    }
}

static void keeps_zero_bytes(void **state)
{
    struct text text;
    (void)state;
    text_init(&text, &job);
    text_add(&text, "a\0b", 3);
    text_puts(&text, "c");
    assert_int_equal(text.length, 4);
    assert_memory_equal(text.bytes, "a\0bc", 5);
}

static void formats_long_texts(void **state)
{
    static char word[9001];
    struct text text;
    (void)state;
    memset(word, 'w', sizeof word - 1);
    text_init(&text, &job);
    text_printf(&text, "%s-%s", word, word);
    assert_int_equal(text.length, 2 * (sizeof word - 1) + 1);
    assert_int_equal(text.bytes[sizeof word - 1], '-');
}

static void fails_the_job_when_exhausted(void **state)
{
    struct text text;
    (void)state;
    text_init(&text, &job);
    text_puts(&text, "before");
    if (setjmp(job.escape) == 0) {
        text_add(&text, "never read", SIZE_MAX / 2 - 100);
        fail_msg("a text of half the address space was possible");
    }
    assert_int_equal(error.code, CLGEMM_IO);
    assert_string_equal(text_string(&text), "before");
}

static void expect_mended(const char *given, const char *wanted)
{
    char text[64];
    strcpy(text, given);
    text_mend(text);
    assert_string_equal(text, wanted);
    assert_int_equal(has_control(given), strcmp(given, wanted) != 0);
}

/* What a terminal obeys, also as a byte of its own, and what turns the direction of writing; nothing else. */
static void controls_are_told(void **state)
{
    (void)state;
    expect_mended("", "");
    expect_mended("a\033[31m\r\n\tb\177", "a?[31m???b?");
    expect_mended("\302\200|\302\233|\302\237|\302\240", "?|?|?|\302\240");
    expect_mended("\233|\200|\237|\240|\377", "?|?|?|\240|\377");
    expect_mended("\330\233|\330\234|\330\235", "\330\233|?|\330\235");
    expect_mended("\342\200\215|\342\200\216|\342\200\217|\342\200\220",
                  "\342\200\215|?|?|\342\200\220");
    expect_mended("\342\200\247|\342\200\250|\342\200\256|\342\200\257",
                  "\342\200\247|?|?|\342\200\257");
    expect_mended("\342\201\245|\342\201\246|\342\201\251|\342\201\252",
                  "\342\201\245|?|?|\342\201\252");
    /* Long forms of short ones, characters that are cut, a byte more. */
    expect_mended("\300\233|\340\202\233|\342\200|\303", "\300?|\340??|\342?|\303");
    expect_mended("\303\274\233", "\303\274?");
    /* Umlauts, Chinese and smileys have such bytes within. */
    expect_mended("\303\234\303\237 \344\270\255\346\226\207 \360\237\230\200",
                  "\303\234\303\237 \344\270\255\346\226\207 \360\237\230\200");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(empty_text_is_a_string, set_up, tear_down),
        cmocka_unit_test_setup_teardown(pieces_follow_each_other, set_up, tear_down),
        cmocka_unit_test_setup_teardown(grows_byte_by_byte, set_up, tear_down),
        cmocka_unit_test_setup_teardown(grows_by_large_pieces, set_up, tear_down),
        cmocka_unit_test_setup_teardown(keeps_zero_bytes, set_up, tear_down),
        cmocka_unit_test_setup_teardown(formats_long_texts, set_up, tear_down),
        cmocka_unit_test_setup_teardown(fails_the_job_when_exhausted, set_up, tear_down),
        cmocka_unit_test(controls_are_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
