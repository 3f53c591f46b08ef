/* Lists of shapes: how they may be written, and that long ones are grouped at once. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "harness/base/random.h"
#include "harness/base/shapes.h"

/* Reads a list of these bytes. */
static int read_text(const char *text, struct shapes *shapes, struct fault *fault)
{
    char path[] = "/tmp/clgemm-shapes-XXXXXX";
    int file = mkstemp(path), status;

    assert_true(file >= 0);
    assert_int_equal(write(file, text, strlen(text)), strlen(text));
    close(file);
    status = shapes_read(path, shapes, fault);
    unlink(path);
    return status;
}

static void test_spellings(void **state)
{
    static const char *const texts[] = {
        "m,n,k\n8,16,24\n",
        "\357\273\277m,n,k\n8,16,24\n",
        "M,N,K\r\n8,16,24\r\n",
        "m;n;k\n8;16;24\n",
        "\357\273\277K ; N ; M\r\n24 ; 16 ; 8",
        "\n name,m,\tn,k\n\n a, 8,16 ,24 \n",
        "m,n,k,,\n8,16,24,,,\n,,,\n",
        "name;m;n;k;TRANS_A\nsmall, square;8;16;24;n\n",
    };

    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct shapes shapes;
        struct fault fault = {0};

        if (read_text(texts[i], &shapes, &fault))
            fail_msg("`%s`: %s", texts[i], fault.text);
        assert_int_equal(shapes.count, 1);
        assert_int_equal(shapes.list[0].m, 8);
        assert_int_equal(shapes.list[0].n, 16);
        assert_int_equal(shapes.list[0].k, 24);
        shapes_release(&shapes);
    }
}

static void test_refusals(void **state)
{
    static const char *const rows[][2] = {
        {"", "there is no shape in it"},
        {"m,n,k\n", "there is no shape in it"},
        {"m n k\n1 2 3\n",
         "line 1 names the columns, separated by commas or semicolons, and there is "
         "no `m`"},
        {"m,n\n1,2\n", "there is no `k`"},
        {"m,n,k\n1,2\n", "line 2: k is ``, no size above 0"},
        {"m,n,k\n1,0,3\n", "line 2: n is `0`"},
        {"m;n;k\n1,5;2;3\n", "line 2: m is `1,5`"},
        {"m,n,k,trans_b\n1,2,3,x\n", "line 2: trans_b is `x`, neither n nor t"},
        {"m,n,k,M\n1,2,3,4\n", "line 1 names two columns `m`"},
        {"m,n,k\n1,2,3,4\n", "line 2 has 4 fields, of 3 columns that the first line names"},
        {"m,n,k\n1,2,3,,x\n", "line 2 has 5 fields, of 3 columns"},
        {"m,n,k\n1,2147483648,3\n",
         "line 2: n is 2147483648, too large: kernels take sizes up to 2147483647"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct shapes shapes;
        struct fault fault = {0};

        assert_int_equal(read_text(rows[i][0], &shapes, &fault), -1);
        assert_int_equal(fault.code, FAULT_REFUSED);
        if (strstr(fault.text, rows[i][1]) == NULL)
            fail_msg("`%s` does not say `%s`", fault.text, rows[i][1]);
    }
}

static struct shape draw(uint64_t *random, uint64_t most)
{
    return (struct shape){.m = 1 + random_below(random, most),
                          .n = 1 + random_below(random, most),
                          .k = 1 + random_below(random, most),
                          .says_transpose = random_below(random, 3) > 0,
                          .transpose = {random_below(random, 2) > 0, random_below(random, 2) > 0}};
}

static bool same(const struct shape *a, const struct shape *b)
{
    return a->m == b->m && a->n == b->n && a->k == b->k &&
           strcmp(shape_transpose(a), shape_transpose(b)) == 0;
}

/* The same, a shape at a time: those of the first one's transposition, those of the next, and so on,
 * each where it comes first. */
static size_t group_slowly(const struct shape *list, size_t count, struct shape *grouped)
{
    size_t made = 0;

    for (size_t i = 0; i < count; i++)
        for (size_t j = i; j < count; j++) {
            bool known = strcmp(shape_transpose(&list[i]), shape_transpose(&list[j])) != 0;

            for (size_t k = 0; k < made; k++)
                known = known || same(&grouped[k], &list[j]);
            if (!known)
                grouped[made++] = list[j];
        }
    return made;
}

static void test_groups(void **state)
{
    uint64_t random = 7;

    (void)state;
    for (size_t count = 0; count < 60; count++) {
        struct shapes shapes = {calloc(count + 1, sizeof *shapes.list), count};
        struct shape *expected = calloc(count + 1, sizeof *expected), *list = shapes.list;
        struct fault fault = {0};
        size_t made;

        assert_true(list != NULL && expected != NULL);
        for (size_t i = 0; i < count; i++)
            list[i] = draw(&random, 3);
        made = group_slowly(list, count, expected);
        assert_int_equal(shapes_group(&shapes, &fault), 0);
        assert_int_equal(shapes.count, made);
        for (size_t i = 0; i < made; i++)
            assert_true(same(&shapes.list[i], &expected[i]));
        free(expected);
        shapes_release(&shapes);
    }
}

/* Less than a second of the processor. */
static void test_many(void **state)
{
    enum {
        MANY = 200000
    };
    struct shapes shapes = {calloc(MANY, sizeof *shapes.list), MANY};
    struct fault fault = {0};
    uint64_t random = 7;
    clock_t begin; /* of processors: others are at work here, too */

    (void)state;
    assert_non_null(shapes.list);
    for (size_t i = 0; i < MANY; i++)
        shapes.list[i] = draw(&random, 4000);
    begin = clock();
    assert_int_equal(shapes_group(&shapes, &fault), 0);
    assert_true(clock() - begin < CLOCKS_PER_SEC);
    assert_true(shapes.count > MANY - 100);
    shapes_release(&shapes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_spellings),
        cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_groups),
        cmocka_unit_test(test_many),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
