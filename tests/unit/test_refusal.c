/*
 * What a refusal says: the sentence, and the proposals in a row.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "gen/rules/refusal.h"

static struct arena arena;
static struct job job;
static struct clgemm_error error;

static int start(void **state)
{
    (void)state;
    arena_init(&arena, NULL, NULL);
    job_init(&job, &arena, &error);
    return 0;
}

static int stop(void **state)
{
    (void)state;
    arena_free(&arena);
    return 0;
}

static void proposals_stand_in_a_row(void **state)
{
    (void)state;
    struct refusal *const refusal = refuse(&job, "%d is too many", 5);
    assert_string_equal(refusal_text(refusal), "5 is too many");
    assert_int_equal(refusal_option(refusal), OPTION_COUNT);
    propose(refusal, OPTION_BARRIER, "no");
    assert_string_equal(refusal_text(refusal), "5 is too many; ask --barrier=no");
    propose_with(refusal, OPTION_TILE, "%dx%d", 4, 2);
    propose_words(refusal, "another %s", "family");
    assert_string_equal(refusal_text(refusal),
                        "5 is too many; ask --barrier=no --tile 4x2 or another family");
    propose(refusal, OPTION_PREFETCH, "yes");
    assert_string_equal(refusal_text(refusal),
                        "5 is too many; ask --barrier=no --tile 4x2, another family or --prefetch");
    assert_int_equal(refusal_option(refusal), OPTION_BARRIER);
}

static void values_of_an_option_name_it_once(void **state)
{
    (void)state;
    struct refusal *const refusal = refuse(&job, "none");
    propose(refusal, OPTION_VEC_A, "1");
    propose(refusal, OPTION_VEC_A, "2");
    propose(refusal, OPTION_VEC_B, "4");
    assert_string_equal(refusal_text(refusal), "none; ask --vec-a 1, 2 or --vec-b 4");
    propose(refusal, OPTION_VEC_B, "8");
    propose_with(refusal, OPTION_VEC_C, "8");
    assert_string_equal(refusal_text(refusal),
                        "none; ask --vec-a 1, 2, --vec-b 4 or --vec-b 8 --vec-c 8");
}

/* What a sentence or value says is no proposal, whatever it looks like. */
static void texts_are_not_read(void **state)
{
    (void)state;
    struct refusal *const refusal = refuse(&job, "file `a; ask --tile 1x1` is none");
    assert_int_equal(refusal_option(refusal), OPTION_COUNT);
    propose(refusal, OPTION_FOR, "./x, or --wg 3x3.json");
    assert_int_equal(refusal_option(refusal), OPTION_FOR);
    assert_null(refusal->proposals->next);
    assert_null(refusal->proposals->changes->next);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(proposals_stand_in_a_row),
        cmocka_unit_test(values_of_an_option_name_it_once),
        cmocka_unit_test(texts_are_not_read),
    };
    return cmocka_run_group_tests(tests, start, stop);
}
