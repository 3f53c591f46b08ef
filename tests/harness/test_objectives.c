/* A list of shapes is searched for what is good on the whole and for what is the fastest for each
 * shape, and no point is measured twice. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "harness/tune/objectives.h"
#include "tests/harness/plain_space.h"

enum {
    PARAMETERS = 4,
    VALUES = 8,
    SHAPES = 3,
    MOST = 400, /* points, of 4096 */
    OUT = 3     /* points measured at the same time */
};
static const unsigned counts[PARAMETERS] = {VALUES, VALUES, VALUES, VALUES};
/* The fastest point of each shape. */
static const unsigned fastest[SHAPES][PARAMETERS] = {{1, 6, 2, 7}, {6, 1, 7, 0}, {3, 3, 0, 4}};

/* A valley of one shape: slower by a tenth for every step away. */
static double time_of(size_t shape, const unsigned *point)
{
    int steps = 0;

    for (size_t i = 0; i < PARAMETERS; i++)
        steps += abs((int)point[i] - (int)fastest[shape][i]);
    return 1 + 0.1 * steps;
}

static bool all_valid(void *context, const unsigned *point)
{
    (void)context;
    (void)point;
    return true;
}

/* Whether points of half of the space serve no shape. */
static bool halved;

static bool serves(const struct tuning *tuning, const unsigned *point, size_t shape)
{
    (void)tuning;
    (void)shape;
    return !halved || point[0] < VALUES / 2;
}

static struct search_space space;
static const unsigned start[PARAMETERS] = {4, 4, 4, 4};

struct fixture {
    struct tune_options options;
    struct tuner tuner;
    struct tuning tuning;
    struct configuration candidates[MOST], *list[MOST];
    struct score scores[MOST][SHAPES];
    unsigned points[MOST][PARAMETERS];
    struct objectives *objectives;
};

static void set_up(struct fixture *fixture, const char *search, uint64_t seed, size_t start_count)
{
    struct fault fault = {0};

    memset(fixture, 0, sizeof *fixture);
    fixture->options.search.kind = search;
    fixture->options.seed = seed;
    fixture->tuner.options = &fixture->options;
    fixture->tuning.tuner = &fixture->tuner;
    fixture->tuning.shape_count = SHAPES;
    fixture->tuning.width = PARAMETERS;
    fixture->tuning.candidates = fixture->list;
    for (size_t i = 0; i < MOST; i++)
        fixture->list[i] = &fixture->candidates[i];
    space = plain_space(PARAMETERS, counts, all_valid);
    fixture->objectives =
        objectives_open(&fixture->tuning, &space, serves, start, start_count, &fault);
    assert_non_null(fixture->objectives);
}

/* Takes a point to be measured. */
static void take(struct fixture *fixture, const unsigned *point)
{
    size_t index = fixture->tuning.count++;

    for (size_t i = 0; i < index; i++)
        assert_memory_not_equal(fixture->points[i], point, sizeof fixture->points[i]);
    memcpy(fixture->points[index], point, sizeof fixture->points[index]);
    fixture->candidates[index] =
        (struct configuration){.point = fixture->points[index], .scores = fixture->scores[index]};
    for (size_t shape = 0; shape < SHAPES; shape++)
        fixture->scores[index][shape].ms = INFINITY;
}

static void finish(struct fixture *fixture, size_t index)
{
    struct configuration *candidate = &fixture->candidates[index];
    double sum = 0;

    for (size_t shape = 0; shape < SHAPES; shape++) {
        candidate->scores[shape].ms = time_of(shape, candidate->point);
        sum += log(candidate->scores[shape].ms);
    }
    candidate->ms = exp(sum / SHAPES);
    objectives_report(fixture->objectives, candidate);
}

/* Measures `most` points, as many at the same time as there is room for; the oldest ends first. */
static void walk(struct fixture *fixture, size_t most, size_t room)
{
    size_t done = 0;

    while (done < most) {
        unsigned point[PARAMETERS];

        while (fixture->tuning.count - done < room && fixture->tuning.count < most) {
            if (objectives_propose(fixture->objectives, point) != SEARCH_POINT)
                break;
            take(fixture, point);
        }
        if (fixture->tuning.count == done)
            return;
        finish(fixture, done++);
    }
}

static bool knows_fastest(const struct fixture *fixture, size_t shape)
{
    for (size_t i = 0; i < fixture->tuning.count; i++)
        if (memcmp(fixture->points[i], fastest[shape], sizeof fastest[shape]) == 0)
            return true;
    return false;
}

static void every_shape_gets_its_fastest_point(size_t start_count, size_t room)
{
    struct fixture *fixture = malloc(sizeof *fixture);

    assert_non_null(fixture);
    for (uint64_t seed = 1; seed <= 20; seed++) {
        set_up(fixture, "ils", seed, start_count);
        walk(fixture, MOST, room);
        for (size_t shape = 0; shape < SHAPES; shape++)
            assert_true(knows_fastest(fixture, shape));
        objectives_close(fixture->objectives);
    }
    free(fixture);
}

static void shapes_are_searched_from_a_start(void **state)
{
    (void)state;
    every_shape_gets_its_fastest_point(1, 1);
}

static void shapes_are_searched_from_anywhere(void **state)
{
    (void)state;
    every_shape_gets_its_fastest_point(0, 1);
}

static void points_may_be_out_together(void **state)
{
    (void)state;
    every_shape_gets_its_fastest_point(1, OUT);
}

/* What does not look at times needs no search for each shape. */
static void a_blind_search_is_one(void **state)
{
    struct fixture *fixture = malloc(sizeof *fixture);

    (void)state;
    assert_non_null(fixture);
    set_up(fixture, "exhaustive", 1, 0);
    walk(fixture, MOST, 1);
    for (unsigned i = 0; i < MOST; i++)
        assert_int_equal(fixture->points[i][3] + VALUES * fixture->points[i][2] +
                             VALUES * VALUES * fixture->points[i][1],
                         i);
    objectives_close(fixture->objectives);
    free(fixture);
}

/* What serves no shape is not measured. */
static void points_that_do_not_serve_are_left_out(void **state)
{
    struct fixture *fixture = malloc(sizeof *fixture);

    (void)state;
    assert_non_null(fixture);
    halved = true;
    set_up(fixture, "ils", 1, 1);
    walk(fixture, MOST / 2, OUT);
    halved = false;
    assert_int_equal(fixture->tuning.count, MOST / 2);
    for (size_t i = 0; i < fixture->tuning.count; i++)
        assert_true(fixture->points[i][0] < VALUES / 2);
    objectives_close(fixture->objectives);
    free(fixture);
}

/* The same seed and times, the same points. */
static void objectives_repeat(void **state)
{
    struct fixture *first = malloc(sizeof *first), *second = malloc(sizeof *second);

    (void)state;
    assert_non_null(first);
    assert_non_null(second);
    set_up(first, "ils", 7, 1);
    walk(first, MOST, OUT);
    set_up(second, "ils", 7, 1);
    walk(second, MOST, OUT);
    assert_memory_equal(first->points, second->points, sizeof first->points);
    objectives_close(first->objectives);
    objectives_close(second->objectives);
    free(first);
    free(second);
}

/* The kernel that is made where nothing is chosen is no point that a search could come upon. */
static void what_no_point_chooses_has_its_options(void **state)
{
    struct tuner tuner = {.options = NULL};
    struct tuning tuning = {.tuner = &tuner,
                            .request = clgemm_request_new(),
                            .width = PARAMETERS,
                            .shape_count = SHAPES};
    json_t *options = json_pack("{s:s}", "mad", "fma");
    struct configuration *candidate;
    struct fault fault = {0};

    (void)state;
    assert_non_null(tuning.request);
    assert_int_equal(tune_add(&tuning, NULL, options, &candidate, &fault), 0);
    assert_null(candidate->point);
    assert_true(json_equal(candidate->parameters, options));
    json_decref(options);
    tune_free_candidate(candidate, SHAPES);
    free(tuning.candidates);
    clgemm_request_free(tuning.request);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shapes_are_searched_from_a_start),
        cmocka_unit_test(shapes_are_searched_from_anywhere),
        cmocka_unit_test(points_may_be_out_together),
        cmocka_unit_test(a_blind_search_is_one),
        cmocka_unit_test(points_that_do_not_serve_are_left_out),
        cmocka_unit_test(objectives_repeat),
        cmocka_unit_test(what_no_point_chooses_has_its_options),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
