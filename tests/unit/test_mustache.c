/*
 * What the engine renders beyond the official cases: product mode, names, truth, blocks, no data, threads.
 */
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tests/unit/mustache_bench.h"

static void test_product_is_raw(void **state)
{
    (void)state;
    renders(ONE("{{html}}|{{{html}}}|{{&html}}"), "a < b && \"c\"|a < b && \"c\"|a < b && \"c\"");
    renders_in(MUSTACHE_SPEC, ONE("{{html}}|{{&html}}"),
               "a &lt; b &amp;&amp; &quot;c&quot;|a < b && \"c\"");
    renders(ONE("keep  \n\t\n  {{name}}  \n"), "keep  \n\t\n  top  \n");
    renders(ONE(""), "");
    renders(ONE("int a[] = { {{tile.m}} }; // } }} {\n"), "int a[] = { 8 }; // } }} {\n");
}

static void test_names_resolve_outward(void **state)
{
    (void)state;
    renders(ONE("{{#rows}}{{name}}{{tile.m}}{{^last}}, {{/last}}{{/rows}}"), "r18, r28");
    renders(ONE("{{#words}}<{{.}} {{name}}>{{/words}}"), "<one top><two top>");
    renders(ONE("{{#tile}}{{m}}x{{n}}{{/tile}}"), "8x4");
    renders(ONE("{{#rows}}{{#words}}{{i}}{{.}} {{/words}}{{/rows}}"), "1one 1two 2one 2two ");
}

static void test_truth(void **state)
{
    (void)state;
    renders(ONE("{{#no}}a{{/no}}{{#empty}}b{{/empty}}{{#nothing}}c{{/nothing}}"), "");
    renders(ONE("{{^no}}a{{/no}}{{^empty}}b{{/empty}}{{^nothing}}c{{/nothing}}"), "abc");
    renders(ONE("{{#flag}}a{{/flag}}{{#name}}b{{/name}}{{#tile}}c{{/tile}}"), "abc");
    renders(ONE("{{^flag}}a{{/flag}}{{^name}}b{{/name}}{{^tile}}c{{/tile}}{{^rows}}d{{/rows}}"),
            "");
}

static void test_dynamic_names(void **state)
{
    (void)state;
    renders(SET({"t", "{{>*part}} {{> * part }}"}, {"leaf", "<{{name}}>"}), "<top> <top>");
    renders(SET({"t", "{{< * part}}{{$b}}mine{{/b}}{{/ * part}}"}, {"leaf", "<{{$b}}{{/b}}>"}),
            "<mine>");
    rejects("{{<*part}}{{/part}}", 1, 11, "parent '*part' of line 1 is closed by 'part'");
    rejects("{{<part}}{{/*part}}", 1, 10, "parent 'part' of line 1 is closed by '*part'");
    rejects("{{<*part}}", 1, 1, "parent '*part' is not closed");
    renders_in(MUSTACHE_SPEC, ONE("{{^*odd}}x{{/*odd}}"), "x");
}

static void test_scope_of_blocks(void **state)
{
    (void)state;
    /* The outermost template wins, the parent's own default comes last. */
    renders(SET({"t", "{{<m}}{{$a}}t{{/a}}{{/m}}"}, {"m", "{{<p}}{{$a}}m{{/a}}{{$b}}m{{/b}}{{/p}}"},
                {"p", "{{$a}}p{{/a}}{{$b}}p{{/b}}{{$c}}p{{/c}}"}),
            "tmp");
    /* A block in a replacing body belongs to the template of that body: no endless loop. */
    renders(SET({"t", "{{<p}}{{$a}}[{{$a}}in{{/a}}]{{/a}}{{/p}}"}, {"p", "{{$a}}p{{/a}}"}), "[in]");
    /* A body sees the values at the place it is put to. */
    renders(SET({"t", "{{<p}}{{$a}}{{i}}{{name}} {{/a}}{{/p}}"},
                {"p", "{{#rows}}{{$a}}{{/a}}{{/rows}}"}),
            "1r1 2r2 ");
    /* Blocks of partials can be replaced through the parent that includes them. */
    renders(SET({"t", "{{<p}}{{$a}}t{{/a}}{{/p}}"}, {"p", "{{>q}}"}, {"q", "<{{$a}}q{{/a}}>"}),
            "<t>");
}

static void test_no_data_no_partials(void **state)
{
    struct bench *bench = bench_new();
    const struct mustache_data data = data_of(NULL);
    const struct mustache_writer writer = {bench, bench_write};
    (void)state;
    assert_int_equal(bench_compile(bench, &ONE("[{{a}}{{.}}{{#a.b}}x{{/a.b}}{{>p}}]")), 0);
    assert_int_equal(
        mustache_render(bench->templates[0], MUSTACHE_SPEC, &data, NULL, &writer, &bench->error),
        0);
    assert_string_equal(bench->output, "[]");
    assert_int_equal(
        mustache_render(bench->templates[0], MUSTACHE_PRODUCT, &data, NULL, &writer, &bench->error),
        -1);
    assert_int_equal(bench->error.code, MUSTACHE_ERROR_NAME);
    bench_free(bench);
}

/* ------------------------------------------------------------------------------------- threads */

#define THREADS 2
#define ROUNDS 200

struct shared {
    const struct mustache_template *templates[2];
    const char *expected;
};

static const struct mustache_template *shared_find(void *self, const char *name, size_t length)
{
    (void)name;
    (void)length;
    return ((const struct shared *)self)->templates[1];
}

static void *render_many(void *argument)
{
    struct shared *shared = argument;
    const struct mustache_partials partials = {shared, shared_find};
    struct bench *bench = calloc(1, sizeof *bench);
    const struct mustache_data data = data_of(&root);
    void *failed = NULL;
    for (int i = 0; bench != NULL && i < ROUNDS && failed == NULL; i++) {
        const struct mustache_writer writer = {bench, bench_write};
        bench->length = 0;
        if (mustache_render(shared->templates[0], MUSTACHE_PRODUCT, &data, &partials, &writer,
                            NULL) != 0 ||
            bench->length != strlen(shared->expected) ||
            memcmp(bench->output, shared->expected, bench->length) != 0) {
            failed = shared;
        }
    }
    free(bench);
    return failed;
}

static void test_threads_share_a_template(void **state)
{
    pthread_t threads[THREADS];
    struct bench *bench = bench_new();
    (void)state;
    const struct set set = SET({"t", "{{#rows}}\n  {{<p}}{{$b}}\n{{i}}\n{{/b}}{{/p}}\n{{/rows}}\n"},
                               {"p", "{\n  {{$b}}\n  {{/b}}\n}\n"});
    assert_int_equal(bench_compile(bench, &set), 0);
    struct shared shared = {{bench->templates[0], bench->templates[1]},
                            "  {\n    1\n  }\n  {\n    2\n  }\n"};
    for (int i = 0; i < THREADS; i++) {
        assert_int_equal(pthread_create(&threads[i], NULL, render_many, &shared), 0);
    }
    for (int i = 0; i < THREADS; i++) {
        void *failed = NULL;
        assert_int_equal(pthread_join(threads[i], &failed), 0);
        assert_null(failed);
    }
    bench_free(bench);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_product_is_raw),
        cmocka_unit_test(test_names_resolve_outward),
        cmocka_unit_test(test_truth),
        cmocka_unit_test(test_dynamic_names),
        cmocka_unit_test(test_scope_of_blocks),
        cmocka_unit_test(test_no_data_no_partials),
        cmocka_unit_test(test_threads_share_a_template),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
