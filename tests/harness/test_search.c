/* Every search proposes each point of a space once, whatever is reported, and finds the best. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tests/harness/plain_space.h"

enum {
    PARAMETERS = 5,
    POINTS = 4 * 3 * 5 * 2 * 1,
    OUT = 4 /* points measured at the same time */
};
static const unsigned counts[PARAMETERS] = {4, 3, 5, 2, 1};

static bool all_valid(void *context, const unsigned *point)
{
    (void)context;
    (void)point;
    return true;
}

/* About a third of the points. */
static bool some_valid(void *context, const unsigned *point)
{
    (void)context;
    return (point[0] * point[1] + point[2] + point[3]) % 3 == 0;
}

static bool none_valid(void *context, const unsigned *point)
{
    (void)context;
    (void)point;
    return false;
}

static struct search_space space_of(bool (*valid)(void *, const unsigned *))
{
    return plain_space(PARAMETERS, counts, valid);
}

static size_t index_of(const unsigned *point)
{
    size_t index = 0;

    for (size_t i = 0; i < PARAMETERS; i++) {
        assert_true(point[i] < counts[i]);
        index = index * counts[i] + point[i];
    }
    return index;
}

static size_t count_valid(const struct search_space *space)
{
    size_t count = 0;

    for (size_t index = 0; index < POINTS; index++) {
        unsigned point[PARAMETERS];
        size_t rest = index;

        for (size_t i = PARAMETERS; i-- > 0; rest /= counts[i])
            point[i] = (unsigned)(rest % counts[i]);
        count += space->valid(NULL, point);
    }
    return count;
}

/* Milliseconds: a bowl whose walls depend on one another; its lowest point is (2, 1, 3, 0, 0). */
static double bowl(const unsigned *point)
{
    double a = (double)point[0] - 2, b = (double)point[1] - 1, c = (double)point[2] - 3;

    return 1 + a * a + (b - a) * (b - a) + (c + a) * (c + a) + point[3];
}

static double failure(const unsigned *point)
{
    (void)point;
    return INFINITY;
}

static struct search *open_search(const char *kind, uint64_t seed, const struct search_space *space)
{
    struct fault fault = {0};
    struct search_options options = {.kind = kind, .seed = seed};
    struct search *search = search_open(&options, space, &fault);

    assert_non_null(search);
    return search;
}

/* Runs a search to its end with up to `out` points out at once, reported in random order. Returns
 * the number of proposals, and their indices in order. */
static size_t run(struct search *search, const struct search_space *space,
                  double (*measure)(const unsigned *), size_t out, size_t *proposed)
{
    unsigned pending[OUT][PARAMETERS], point[PARAMETERS];
    bool seen[POINTS] = {false};
    size_t count = 0, waiting = 0;
    uint64_t random = 7;
    enum search_answer answer;

    for (;;) {
        size_t chosen;

        answer = SEARCH_WAIT;
        if (waiting < out)
            answer = search_propose(search, point);
        if (answer == SEARCH_POINT) {
            assert_true(space->valid(NULL, point));
            assert_false(seen[index_of(point)]);
            seen[index_of(point)] = true;
            proposed[count++] = index_of(point);
            memcpy(pending[waiting++], point, sizeof point);
            continue;
        }
        if (waiting == 0)
            break;
        chosen = (size_t)random_below(&random, waiting);
        search_report(search, pending[chosen], measure(pending[chosen]));
        memmove(pending[chosen], pending[--waiting], sizeof point);
    }
    assert_int_equal(answer, SEARCH_DONE);
    return count;
}

static void test_each_point_once(void **state)
{
    bool (*const rules[])(void *, const unsigned *) = {all_valid, some_valid, none_valid};
    double (*const measures[])(const unsigned *) = {bowl, failure};

    (void)state;
    for (size_t kind = 0; search_name(kind) != NULL; kind++)
        for (size_t rule = 0; rule < 3; rule++)
            for (size_t measure = 0; measure < 2; measure++)
                for (size_t out = 1; out <= OUT; out += OUT - 1) {
                    struct search_space space = space_of(rules[rule]);
                    struct search *search = open_search(search_name(kind), 3, &space);
                    size_t proposed[POINTS];

                    assert_int_equal(run(search, &space, measures[measure], out, proposed),
                                     count_valid(&space));
                    search_close(search);
                }
}

static void test_best(void **state)
{
    (void)state;
    for (size_t kind = 0; search_name(kind) != NULL; kind++) {
        struct search_space space = space_of(all_valid);
        struct search *search = open_search(search_name(kind), 5, &space);
        const unsigned lowest[PARAMETERS] = {2, 1, 3, 0, 0};
        size_t proposed[POINTS];
        bool found = false;

        run(search, &space, bowl, 1, proposed);
        for (size_t i = 0; i < POINTS; i++)
            found = found || proposed[i] == index_of(lowest);
        assert_true(found);
        search_close(search);
    }
}

static void test_repeatable(void **state)
{
    (void)state;
    for (size_t kind = 0; search_name(kind) != NULL; kind++) {
        size_t proposed[3][POINTS];

        for (size_t i = 0; i < 3; i++) {
            struct search_space space = space_of(all_valid);
            struct search *search = open_search(search_name(kind), i < 2 ? 1 : 2, &space);

            assert_int_equal(run(search, &space, bowl, OUT, proposed[i]), POINTS);
            search_close(search);
        }
        assert_memory_equal(proposed[0], proposed[1], sizeof proposed[0]);
        if (strcmp(search_name(kind), "exhaustive") != 0)
            assert_memory_not_equal(proposed[0], proposed[2], sizeof proposed[0]);
    }
}

/* The kinds do what their names say: orders of proposals that can be told beforehand. */
static void test_orders(void **state)
{
    struct search_space space = space_of(all_valid);
    struct search *search = open_search("exhaustive", 1, &space);
    size_t proposed[POINTS], second = 5 * 2 * 1;

    (void)state;
    run(search, &space, bowl, 1, proposed);
    for (size_t i = 0; i < POINTS; i++)
        assert_int_equal(proposed[i], i);
    search_close(search);

    /* Blocks: the first point, the other 11 of the first block with the second one fixed; then
     * those of the second block with the best of the first one fixed. */
    search = search_open(&(struct search_options){.kind = "blocks", .seed = 4}, &space, NULL);
    assert_non_null(search);
    run(search, &space, bowl, 1, proposed);
    for (size_t i = 1; i < 12; i++)
        assert_int_equal(proposed[i] % second, proposed[0] % second);
    for (size_t i = 13; i < 12 + second - 1; i++)
        assert_int_equal(proposed[i] / second, proposed[12] / second);
    search_close(search);
}

static void test_starts(void **state)
{
    const unsigned starts[3 * PARAMETERS] = {1, 2, 4, 1, 0, 9, 9, 9, 9, 9, 3, 0, 0, 1, 0};
    struct search_space space = space_of(all_valid);

    (void)state;
    for (size_t kind = 0; search_name(kind) != NULL; kind++) {
        struct search_options options = {
            .kind = search_name(kind), .seed = 1, .starts = starts, .start_count = 3};
        struct search *search = search_open(&options, &space, NULL);
        size_t proposed[POINTS];
        bool second = false;

        assert_non_null(search);
        assert_int_equal(run(search, &space, bowl, 1, proposed), POINTS);
        assert_int_equal(proposed[0], index_of(starts));
        for (size_t i = 0; i < POINTS; i++)
            second = second || proposed[i] == index_of(starts + (size_t)2 * PARAMETERS);
        assert_true(second);
        search_close(search);
    }
}

/* What is reported unasked is never proposed, and is taken into account. */
/* Where the start does not work, the search is at no place: it draws points. */
static void test_failed_start(void **state)
{
    const unsigned start[PARAMETERS] = {3, 2, 4, 1, 0};
    const struct search_space space = space_of(all_valid);
    struct search_options options = {.kind = "ils", .seed = 1, .starts = start, .start_count = 1};
    struct fault fault = {0};
    struct search *search = search_open(&options, &space, &fault);
    size_t away = 0;

    (void)state;
    assert_non_null(search);
    for (size_t i = 0; i <= PARAMETERS; i++) {
        unsigned point[PARAMETERS];
        size_t set = 0;

        assert_int_equal(search_propose(search, point), SEARCH_POINT);
        assert_int_equal(memcmp(point, start, sizeof start) == 0, i == 0);
        search_report(search, point, INFINITY);
        for (size_t p = 0; p < PARAMETERS; p++)
            set += point[p] != 0;
        away += i > 0 && set > 1;
    }
    assert_true(away > 2);
    search_close(search);
}

static void test_known_before(void **state)
{
    const unsigned known[PARAMETERS] = {2, 1, 3, 0, 0};

    (void)state;
    for (size_t kind = 0; search_name(kind) != NULL; kind++) {
        struct search_space space = space_of(all_valid);
        struct search *search = open_search(search_name(kind), 1, &space);
        size_t proposed[POINTS];

        search_report(search, known, 1);
        assert_int_equal(run(search, &space, bowl, 1, proposed), POINTS - 1);
        for (size_t i = 0; i < POINTS - 1; i++)
            assert_int_not_equal(proposed[i], index_of(known));
        search_close(search);
    }
}

/* A search that looks at times waits for them, one that does not goes on to the end. */
static void test_waits(void **state)
{
    (void)state;
    for (size_t kind = 0; search_name(kind) != NULL; kind++) {
        bool blind = strcmp(search_name(kind), "random") == 0 ||
                     strcmp(search_name(kind), "exhaustive") == 0;
        struct search_space space = space_of(all_valid);
        struct search *search = open_search(search_name(kind), 1, &space);
        enum search_answer answer = SEARCH_POINT;
        unsigned points[POINTS + 1][PARAMETERS];
        size_t count = 0;

        while (answer == SEARCH_POINT)
            answer = search_propose(search, points[count++]);
        assert_int_equal(answer, blind ? SEARCH_DONE : SEARCH_WAIT);
        assert_int_equal(count - 1, blind ? POINTS : 1);
        search_report(search, points[0], 1);
        assert_int_equal(search_propose(search, points[0]), blind ? SEARCH_DONE : SEARCH_POINT);
        search_close(search);
    }
}

static void test_unknown_kind(void **state)
{
    struct search_space space = space_of(all_valid);
    struct search_options options = {.kind = "annealing"};
    struct fault fault = {0};

    (void)state;
    assert_null(search_open(&options, &space, &fault));
    assert_int_equal(fault.code, FAULT_USAGE);
    assert_non_null(strstr(fault.text, "`annealing`"));
}

enum {
    LONG_RUNS = 101,
    LONG_POINTS = 4 * 31 * 11 * 3
};

/* Nothing but chance, and nothing of the parameter with many values. */
static double rugged(const unsigned *point)
{
    uint64_t bits = (uint64_t)(point[0] + 4 * (point[2] + 11 * point[3])) + 1;

    return 1 + (double)(random_next(&bits) >> 40);
}

static int compare_counts(const void *left, const void *right)
{
    const size_t a = *(const size_t *)left, b = *(const size_t *)right;

    return (a > b) - (a < b);
}

/* The median of the points that it takes to find the best. */
static size_t median_to_best(const char *kind, const struct search_space *space, double best)
{
    size_t counts_of[LONG_RUNS];

    for (uint64_t i = 0; i < LONG_RUNS; i++) {
        struct search *search = open_search(kind, i + 1, space);
        unsigned point[4];
        double ms = INFINITY;

        for (counts_of[i] = 0; ms > best; counts_of[i]++) {
            assert_int_equal(search_propose(search, point), SEARCH_POINT);
            ms = rugged(point);
            search_report(search, point, ms);
        }
        search_close(search);
    }
    qsort(counts_of, LONG_RUNS, sizeof *counts_of, compare_counts);
    return counts_of[LONG_RUNS / 2];
}

/* Where a parameter has many values that are alike, the search does not spend its time on them, even where nothing leads to the best. */
static void test_long_line(void **state)
{
    static const unsigned long_counts[4] = {4, 31, 11, 3};
    const struct search_space space = plain_space(4, long_counts, all_valid);
    size_t ils, random;
    double best = INFINITY;

    (void)state;
    for (unsigned i = 0; i < LONG_POINTS / 31; i++)
        best = fmin(best, rugged((unsigned[]){i % 4, 0, i / 4 % 11, i / 44}));
    ils = median_to_best("ils", &space, best);
    random = median_to_best("random", &space, best);
    print_message("ils %zu, random %zu\n", ils, random);
    assert_true(ils < 2 * random);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_each_point_once), cmocka_unit_test(test_best),
        cmocka_unit_test(test_repeatable),      cmocka_unit_test(test_orders),
        cmocka_unit_test(test_starts),          cmocka_unit_test(test_known_before),
        cmocka_unit_test(test_failed_start),    cmocka_unit_test(test_waits),
        cmocka_unit_test(test_unknown_kind),    cmocka_unit_test(test_long_line),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
