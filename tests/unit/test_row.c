/*
 * A look-up by name ends the program where no row has the name, with the table and the name.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "gen/base/row.h"

static const struct fruit {
    int seeds;
    const char *name;
} fruits[] = {{8, "apple"}, {1, "plum"}, {0, NULL}};

static const char *const words[] = {"no", "yes"};

static void rows_are_found_by_name(void **state)
{
    (void)state;
    assert_int_equal(row_of(fruits, name, "plum")->seeds, 1);
    assert_int_equal(row_of_word(words, "yes"), 1);
}

static void no_name_runs_off_the_table(void **state)
{
    char said[200] = "";
    int ends[2], status;
    (void)state;
    assert_int_equal(pipe(ends), 0);
    const pid_t child = fork();
    if (child == 0) {
        dup2(ends[1], 2);
        assert_null(row_of(fruits, name, "pear"));
        _exit(0);
    }
    close(ends[1]);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT);
    assert_true(read(ends[0], said, sizeof said - 1) > 0);
    assert_non_null(strstr(said, "the table fruits has no row for 'pear'"));
    close(ends[0]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_are_found_by_name),
        cmocka_unit_test(no_name_runs_off_the_table),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
