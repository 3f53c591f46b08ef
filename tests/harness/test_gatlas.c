/* Result lines of GATLAS. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "harness/output/figures.h"

/* What `end` prints of results. */
static void print_to(char *text, size_t room, const struct measurement *const *measurements,
                     size_t count)
{
    const struct figures_frame frame = {.format = FORMAT_GATLAS, .measurement_count = count};
    FILE *file = tmpfile();
    int saved;
    size_t got;

    assert_non_null(file);
    fflush(stdout);
    saved = dup(STDOUT_FILENO);
    dup2(fileno(file), STDOUT_FILENO);
    figures_gatlas.end(&frame, measurements, count);
    fflush(stdout);
    dup2(saved, STDOUT_FILENO);
    close(saved);
    rewind(file);
    got = fread(text, 1, room - 1, file);
    text[got] = '\0';
    fclose(file);
}

/* 2e9 operations in 2 and 4 ms are 1000 and 500 GFLOP/s. */
static void test_gatlas_lines(void **state)
{
    struct manifest named = {.name = "named"},
                    labelled = {.name = "x", .label = "8 4 0 argsMNK jkl"};
    struct sample slow[] = {{.total_ms = 2}, {.total_ms = 4}}, fast[] = {{.total_ms = 2.5}};
    struct sample sent[] = {{.total_ms = 4}};
    const struct measurement measurements[] = {
        {.manifest = &named,
         .m = 1000,
         .n = 500,
         .k = 2000,
         .flops = 2e9,
         .samples = slow,
         .sample_count = 2},
        {.manifest = &labelled,
         .m = 1000,
         .n = 1000,
         .k = 1000,
         .flops = 2e9,
         .samples = fast,
         .sample_count = 1},
        {.manifest = &named,
         .m = 1,
         .n = 2,
         .k = 3,
         .flops = 2e9,
         .samples = sent,
         .sample_count = 1},
    };
    const struct measurement *const order[] = {&measurements[0], &measurements[1],
                                               &measurements[2]};
    char text[1024];

    (void)state;
    print_to(text, sizeof text, order, 3);
    assert_string_equal(text, "[0] 2500 usec avg: 800 stddev: 0 1000 1000 1000 8 4 0 argsMNK jkl\n"
                              "[1] 4000 usec avg: 500 stddev: 0 1 2 3 named\n"
                              "[2] 6000 usec avg: 750 stddev: 250 1000 500 2000 named\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_gatlas_lines),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
