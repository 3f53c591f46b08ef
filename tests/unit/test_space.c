/*
 * The parameter space against what it replaces: every point of a product, one generated after the other.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "gen/family.h"
#include "gen/request.h"
#include "gen/space.h"

enum {
    MOST = SPACE_MOST_PARAMETERS,
    BOTH = CLGEMM_RANGE_KERNEL | CLGEMM_RANGE_PROBLEM
};

static struct clgemm_error error;

/* ---------------------------------------------------------------------------------- helpers */

static struct clgemm_request *ask(const char *line)
{
    struct clgemm_request *const request = clgemm_request_new();
    struct job job;
    assert_non_null(request);
    job_init(&job, &request->arena, &error);
    if (setjmp(job.escape))
        fail_msg("%s: %s", line, error.text);
    option_say_line(&job, request->values, line, VOICE_USER);
    return request;
}

/* The space of a request, narrowed by lists with blanks between. */
static struct clgemm_space *space_of(const char *line, unsigned ranges, const char *lists)
{
    struct clgemm_request *const request = ask(line);
    struct clgemm_space *space;
    if (clgemm_space_new(request, ranges, &space, &error))
        fail_msg("%s: %s", line, error.text);
    clgemm_request_free(request);
    while (*(lists += strspn(lists, " "))) {
        char list[256];
        const size_t length = strcspn(lists, " ");
        snprintf(list, sizeof list, "%.*s", (int)length, lists);
        if (clgemm_space_narrow(space, list, &error))
            fail_msg("%s: %s", list, error.text);
        lists += length;
    }
    return space;
}

static size_t parameters_of(const struct clgemm_space *space)
{
    size_t count = 0;
    while (clgemm_space_parameter(space, count, NULL))
        count++;
    return count;
}

/* Whether the generator takes a point. */
static bool is_served(const struct clgemm_space *space, const char *line, const unsigned *point)
{
    struct clgemm_request *const request = ask(line);
    if (clgemm_space_say(space, point, request, &error))
        fail_msg("%s", error.text);
    const int broken = clgemm_why_not(request, NULL, NULL, &error);
    assert_true(broken >= 0);
    clgemm_request_free(request);
    return broken == 0;
}

/* Whether a parameter without effect stands at another value than its first. */
static bool is_idle(const struct clgemm_space *space, const char *line, const unsigned *point)
{
    struct clgemm_request *const request = ask(line);
    struct arena arena;
    struct job job;
    bool idle = false;
    assert_int_equal(clgemm_space_say(space, point, request, &error), 0);
    arena_init(&arena, NULL, NULL);
    job_init(&job, &arena, &error);
    if (setjmp(job.escape))
        fail_msg("%s", error.text);
    const struct spec *const spec = spec_resolve(&job, request->values);
    for (size_t p = 0; p < space->count; p++)
        idle =
            idle || (space->parameters[p].idle && point[p] > 0 && space->parameters[p].idle(spec));
    arena_free(&arena);
    clgemm_request_free(request);
    return idle;
}

/* The next point of the product; false after the last one. */
static bool next_of_product(const struct clgemm_space *space, unsigned *point)
{
    for (size_t p = parameters_of(space); p-- > 0;) {
        size_t values;
        (void)clgemm_space_parameter(space, p, &values);
        if (++point[p] < values)
            return true;
        point[p] = 0;
    }
    return false;
}

/* ------------------------------------------------------------------------- against the product */

static const struct {
    const char *line;
    unsigned ranges;
    const char *lists;
} small[] = {
    {"--vec-a 1 --vec-b 1 --index 64 --mad mad --sg-size 8", CLGEMM_RANGE_KERNEL,
     "pack=none steps=combined loop-order=- ids=global family=naive,register,subgroup "
     "tile=1x1,8x2 wg=1x8,2x16 tile-k=1,8 unroll-k=8,12 vec-c=1,2 edges=guard barrier=no,yes "
     "access-b=buffer"},
    {"--family register --layout row --edges guard --mad fma --index auto --unroll-k 16",
     CLGEMM_RANGE_KERNEL,
     "pack=none,a steps=combined loop-order=-,klj ids=global "
     "tile=3x5,4x4,2x8 wg=1x1 tile-k=1,4,8 vec-a=1,2,4 vec-b=1,2,4 vec-c=1,2,4 share=none"},
    {"--family subgroup --edges guard --mad fma --index auto --access image", CLGEMM_RANGE_KERNEL,
     "pack=none steps=combined loop-order=- ids=global "
     "tile=4x2,16x1 wg=1x8,2x8,3x8 sg-size=-,8,16 tile-k=8,16 unroll-k=16 vec-a=1,4 vec-b=1 "
     "vec-c=1 transpose=nn,nt,tn"},
    {"--for cpu-generic --mad fma --share none --barrier=no --vec-a 1", CLGEMM_RANGE_KERNEL,
     "pack=none steps=combined loop-order=- ids=global,group "
     "index=auto tile=4x4,6x16 wg=1x1 family=naive,register sg-size=- sub-groups=auto "
     "tile-k=1,4 unroll-k=4 vec-b=1,8 vec-c=1,8 layout=row,column"},
    {"--for nvidia-hopper", 0,
     "tile=4x4,16x16 family=register,subgroup wg=8x8 edges=exact,guard "
     "fixed=64x64x64,100x64x64 lda=-,70 transpose=nn,tn layout=row,col"},
    /* What follows from others: nobody says tile-k, unroll-k, widths and sub-groups. */
    {"", 0,
     "family=naive,register,subgroup share=none,shuffle,block-read tile=1x1,8x4 wg=1x8,1x7 "
     "vec-c=1,4 access=buffer,image transpose=nn,tt"},
    {"--for cpu", 0,
     "share=none,shuffle access-a=buffer,image vec-c=-,2,8 tile-k=-,3,8 tile=-,8x8"},
    {"--type f16 --mad mad --share none", 0,
     "compute=-,f16 accumulate=-,f32 family=register,naive pack=none,a,ab steps=combined,separate "
     "edges=guard,exact,pad,shift fixed=-,64x96x64,37x29x53 tile=4x4 wg=2x8 tile-k=1,4"},
    {"--share local --tile 4x4", 0,
     "stage-a=plain,transposed,no stage-b=plain,k-major,no vec-a=1,4 wg=2x8,3x4 load-shape-a=-,4x4 "
     "tile-k=8,12 unroll-k=4,8 local-vec-a=-,4 transpose=nn,tn edges=guard,exact"},
    {"--family local --share local --wg 4x8 --tile 8x4", 0,
     "copy=plain,async prefetch=no,yes stages=1,2,3 exchange=no,yes sub-groups=emulated,intel "
     "stage-a=plain,no access-b=buffer,image pad-a=0,1 assign=contiguous,strided "
     "layout=row,column"},
};

/* Names a point of which the space says the contrary of the generator. */
static void fail_point(const struct clgemm_space *space, const char *line, const unsigned *point,
                       bool good)
{
    char text[1024] = "";
    for (size_t p = 0; p < parameters_of(space); p++) {
        const size_t length = strlen(text);
        snprintf(text + length, sizeof text - length, " --%s %s",
                 clgemm_space_parameter(space, p, NULL), clgemm_space_value(space, p, point[p]));
    }
    fail_msg("%s%s is %sserved, and the space says otherwise", line, text, good ? "" : "not ");
}

static void pruning_keeps_all_and_only_what_is_served(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof small / sizeof small[0]; i++) {
        struct clgemm_space *const space = space_of(small[i].line, small[i].ranges, small[i].lists);
        unsigned point[MOST] = {0}, walked[MOST];
        double product, valid;
        long all = 0, served = 0;
        int more = clgemm_space_first(space, walked, &error);
        do {
            all++;
            const bool good =
                is_served(space, small[i].line, point) && !is_idle(space, small[i].line, point);
            if (clgemm_space_contains(space, point, &error) != good)
                fail_point(space, small[i].line, point, good);
            if (!good)
                continue;
            served++;
            assert_int_equal(more, 1);
            assert_memory_equal(point, walked, parameters_of(space) * sizeof *point);
            more = clgemm_space_next(space, walked, &error);
        } while (next_of_product(space, point));
        assert_int_equal(more, 0);
        assert_int_equal(clgemm_space_count(space, &product, &valid, &error), 0);
        assert_true(product == (double)all);
        assert_true(valid == (double)served);
        print_message("%ld points, %ld valid\n", all, served);
        assert_in_range(served, 1, all - 1);
        clgemm_space_free(space);
    }
}

/* ---------------------------------------------------------------------------------- the rules */

/* Without, a rule waits for everything, and the space cannot be counted. */
static void every_rule_says_what_it_reads(void **state)
{
    const char *name;
    (void)state;
    for (size_t f = 0; (name = clgemm_family_at(f, NULL)); f++) {
        const struct rule_tables tables = rules_tables(family_find(name));
        for (int t = 0; t < RULE_TABLES; t++)
            for (const struct rule *rule = tables.of[t]; rule && rule->name; rule++)
                if (!rule->reads)
                    fail_msg("rule %s does not say what it reads", rule->name);
    }
}

/* Whether a rule is broken at a point, by the whole request. */
static void verdicts(const struct clgemm_space *space, const unsigned *point, bool *broken)
{
    struct arena arena;
    struct job job;
    struct option_value values[OPTION_COUNT];
    arena_init(&arena, NULL, NULL);
    job_init(&job, &arena, &error);
    if (setjmp(job.escape))
        fail_msg("%s", error.text);
    memcpy(values, space->base, sizeof values);
    for (size_t p = 0; p < space->count; p++)
        values[space->parameters[p].id] = space->parameters[p].values[point[p]];
    const struct spec *const spec = spec_resolve(&job, values);
    for (size_t r = 0; r < space->rule_count; r++) {
        const struct space_rule *const rule = &space->rules[r];
        broken[r] = rule->rule ? (!rule->family || rule->family == spec->family) &&
                                     rule->rule->broken(&job, spec)
                               : point[rule->idle] > 0 && space->parameters[rule->idle].idle(spec);
    }
    arena_free(&arena);
}

/* What a rule reads: all of its parts. */
static space_set reads_of_all_parts(const struct clgemm_space *space, const struct space_rule *rule)
{
    space_set set = rule->reads;
    for (size_t r = 0; r < space->rule_count; r++)
        if (rule->rule && space->rules[r].rule == rule->rule)
            set |= space->rules[r].reads;
    return set;
}

/* Changes at random of what a rule says that it does not read must not change what it says. */
static void rules_read_no_more_than_they_say(void **state)
{
    static const struct {
        const char *line;
        const char *lists;
    } spaces[] = {
        {"", ""},
        {"", "alpha=0,1,arg fixed=-,64x64x64,9000x64x100,70000x70000x8 lda=-,70,arg ldb=tight,50 "
             "ldc=-,60,tight tile-k=-,1,3,8,300 unroll-k=-,8,12,24 vec-a=-,1,3,4 vec-b=-,1,2,4 "
             "vec-c=-,1,4 sub-groups=-,intel,khr,emulated tile=-,4x4,300x2,7x5,64x8 "
             "wg=-,1x8,2x7,16x16,64x64 sg-size=-,4,8,12,16 access-a=-,image access-b=-,buffer "
             "access=buffer,image"},
        {"--for intel-gen8", "wg=1x4,1x8,1x16,8x8,64x8 tile=-,8x2,32x2,32x8,64x1"},
        {"--for nvidia-hopper",
         "tile=-,8x2,32x2,32x8 tile-k=-,8 vec-b=-,1,4 family=-,naive,register,subgroup "
         "share=-,none,shuffle"},
        {"--for cpu", "tile=-,8x2,6x16,32x8 wg=-,1x1,4x8 vec-c=-,4,8 vec-b=-,1,8"},
    };
    enum {
        STARTS = 500,
        CHANGES = 12
    };
    (void)state;
    for (size_t i = 0; i < sizeof spaces / sizeof spaces[0]; i++) {
        struct clgemm_space *const space = space_of(spaces[i].line, BOTH, spaces[i].lists);
        uint64_t seed = i;
        bool before[512], after[512];
        size_t flips = 0;
        assert_true(clgemm_space_contains(space, (unsigned[MOST]){0}, &error) >= 0);
        for (int start = 0; start < STARTS; start++) {
            unsigned point[MOST];
            for (size_t p = 0; p < space->count; p++)
                point[p] = (unsigned)(space_random(&seed) % space->parameters[p].count);
            verdicts(space, point, before);
            for (int change = 0; change < CHANGES; change++) {
                const size_t p = space_random(&seed) % space->count;
                const unsigned old = point[p];
                point[p] = (unsigned)(space_random(&seed) % space->parameters[p].count);
                verdicts(space, point, after);
                for (size_t r = 0; r < space->rule_count; r++) {
                    const struct space_rule *const rule = &space->rules[r];
                    if (before[r] == after[r])
                        continue;
                    flips++;
                    if (!(reads_of_all_parts(space, rule) >> p & 1))
                        fail_msg("rule %s reads --%s and does not say so: %s to %s",
                                 rule->rule ? rule->rule->name : "idle",
                                 clgemm_space_parameter(space, p, NULL),
                                 clgemm_space_value(space, p, old),
                                 clgemm_space_value(space, p, point[p]));
                }
                memcpy(before, after, sizeof before);
            }
        }
        assert_true(flips > 200);
        clgemm_space_free(space);
    }
}

/* -------------------------------------------------------------------------- random points */

/* The whole space, whose points are counted once for all tests that draw from it. */
static int open_whole(void **state)
{
    *state = space_of("", BOTH, "");
    return 0;
}

static int close_whole(void **state)
{
    clgemm_space_free(*state);
    return 0;
}

static void random_points_are_valid(void **state)
{
    struct clgemm_space *const space = *state;
    unsigned long long seed = 5;
    unsigned point[MOST] = {0};
    for (int i = 0; i < 400; i++) {
        assert_int_equal(clgemm_space_random(space, &seed, point, &error), 1);
        if (!is_served(space, "", point))
            fail_msg("a point that is refused");
    }
}

static void random_points_are_repeatable(void **state)
{
    struct clgemm_space *const space = space_of("--share none", CLGEMM_RANGE_KERNEL, "");
    struct clgemm_space *const twin = space_of("--share none", CLGEMM_RANGE_KERNEL, "");
    unsigned long long seed = 5, same = 5;
    unsigned point[MOST] = {0}, again[MOST] = {0};
    (void)state;
    for (int i = 0; i < 20; i++) {
        assert_int_equal(clgemm_space_random(space, &seed, point, &error), 1);
        assert_int_equal(clgemm_space_random(twin, &same, again, &error), 1);
        assert_memory_equal(point, again, parameters_of(space) * sizeof *point);
    }
    clgemm_space_free(twin);
    clgemm_space_free(space);
}

/* Each of the points of a small space comes about as often as any other. */
static void random_points_are_equally_likely(void **state)
{
    struct clgemm_space *const space =
        space_of("", 0, "tile=8x2,64x65 wg=1x8,1x7,4x8 mad=mad,fma tile-k=8,12,16");
    enum {
        DRAWS = 6000
    };
    unsigned long long seed = 1;
    unsigned point[MOST] = {0};
    int times[64] = {0};
    double product, valid;
    (void)state;
    assert_int_equal(clgemm_space_count(space, &product, &valid, &error), 0);
    for (int i = 0; i < DRAWS; i++) {
        size_t place = 0;
        assert_int_equal(clgemm_space_random(space, &seed, point, &error), 1);
        for (size_t p = 0, values; clgemm_space_parameter(space, p, &values); p++)
            place = place * values + point[p];
        times[place]++;
    }
    int met = 0;
    for (int i = 0; i < 64; i++) {
        if (!times[i])
            continue;
        met++;
        assert_in_range(times[i], 0.8 * DRAWS / valid, 1.2 * DRAWS / valid);
    }
    assert_true(met == valid);
    clgemm_space_free(space);
}

static void neighbours_differ_in_one_parameter(void **state)
{
    struct clgemm_space *const space = *state;
    const size_t count = parameters_of(space);
    unsigned long long seed = 2;
    unsigned point[MOST] = {0}, other[MOST], changed[MOST];
    for (int i = 0; i < 50; i++) {
        size_t turn = 0, found = 0, expected = 0;
        assert_int_equal(clgemm_space_random(space, &seed, point, &error), 1);
        memcpy(changed, point, sizeof point);
        for (size_t p = 0, values; clgemm_space_parameter(space, p, &values); p++) {
            for (unsigned v = 0; v < values; v++) {
                changed[p] = v;
                expected += v != point[p] && clgemm_space_contains(space, changed, &error) == 1;
            }
            changed[p] = point[p];
        }
        while (clgemm_space_neighbour(space, point, &turn, other, &error) == 1) {
            size_t different = 0;
            for (size_t p = 0; p < count; p++)
                different += point[p] != other[p];
            assert_int_equal(different, 1);
            assert_int_equal(clgemm_space_contains(space, other, &error), 1);
            found++;
        }
        assert_int_equal(found, expected);
    }
}

/* ---------------------------------------------------------------------------- covering sets */

/* Pairs of a small space, by walking over all of it, against those that the set has. */
static void all_pairs_of_a_small_space_are_covered(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof small / sizeof small[0]; i++) {
        struct clgemm_space *const space = space_of(small[i].line, small[i].ranges, small[i].lists);
        const size_t count = parameters_of(space);
        static bool there[MOST][MOST][16][16];
        struct clgemm_cover cover;
        unsigned point[MOST];
        size_t pairs = 0, all = 0;
        memset(there, 0, sizeof there);
        for (int more = clgemm_space_first(space, point, &error); more == 1;
             more = clgemm_space_next(space, point, &error))
            for (size_t p = 0; p < count; p++)
                for (size_t q = p + 1; q < count; q++)
                    there[p][q][point[p]][point[q]] = true;
        for (size_t p = 0, v; clgemm_space_parameter(space, p, &v); p++)
            for (size_t q = p + 1, w; clgemm_space_parameter(space, q, &w); q++)
                all += v * w;
        for (size_t p = 0; p < count; p++)
            for (size_t q = p + 1; q < count; q++)
                for (int v = 0; v < 16; v++)
                    for (int w = 0; w < 16; w++)
                        pairs += there[p][q][v][w];
        assert_int_equal(clgemm_space_cover(space, 1, &cover, &error), 0);
        assert_int_equal(cover.pairs, pairs);
        assert_int_equal(cover.impossible, all - pairs);
        for (size_t c = 0; c < cover.count; c++) {
            const unsigned *const member = cover.points + c * count;
            assert_true(is_served(space, small[i].line, member));
            for (size_t p = 0; p < count; p++)
                for (size_t q = p + 1; q < count; q++) {
                    pairs -= there[p][q][member[p]][member[q]];
                    there[p][q][member[p]][member[q]] = false;
                }
        }
        assert_int_equal(pairs, 0);
        clgemm_space_free(space);
    }
}

/* Of the whole space: what random points have is covered, and the set is small and always the same. */
static void random_pairs_of_the_whole_space_are_covered(void **state)
{
    struct clgemm_space *const space = *state;
    const size_t count = parameters_of(space);
    static bool covered[MOST][MOST][16][16];
    struct clgemm_cover cover, again;
    unsigned long long seed = 77;
    unsigned point[MOST] = {0};
    size_t pairs = 0;
    assert_int_equal(clgemm_space_cover(space, 1, &cover, &error), 0);
    print_message("%zu points cover %zu pairs; %zu are impossible\n", cover.count, cover.pairs,
                  cover.impossible);
    for (size_t c = 0; c < cover.count; c++) {
        const unsigned *const member = cover.points + c * count;
        assert_true(is_served(space, "", member));
        for (size_t p = 0; p < count; p++)
            for (size_t q = p + 1; q < count; q++) {
                pairs += !covered[p][q][member[p]][member[q]];
                covered[p][q][member[p]][member[q]] = true;
            }
    }
    assert_int_equal(pairs, cover.pairs);
    for (int i = 0; i < 5000; i++) {
        assert_int_equal(clgemm_space_random(space, &seed, point, &error), 1);
        for (size_t p = 0; p < count; p++)
            for (size_t q = p + 1; q < count; q++)
                assert_true(covered[p][q][point[p]][point[q]]);
    }
    assert_in_range(cover.count, 50, 250);
    assert_int_equal(clgemm_space_cover(space, 1, &again, &error), 0);
    assert_int_equal(again.count, cover.count);
    assert_memory_equal(again.points, cover.points, cover.count * count * sizeof *cover.points);
}

static void spaces_of_one_parameter_and_of_none(void **state)
{
    struct clgemm_space *space = space_of("", 0, "tile=8x2,300x2,16x2");
    struct clgemm_cover cover;
    double product, valid;
    unsigned point[MOST];
    (void)state;
    assert_int_equal(clgemm_space_cover(space, 1, &cover, &error), 0);
    assert_int_equal(cover.count, 2);
    assert_int_equal(cover.points[1], 2);
    clgemm_space_free(space);
    space = space_of("", 0, "");
    assert_int_equal(clgemm_space_count(space, &product, &valid, &error), 0);
    assert_true(product == 1 && valid == 1);
    assert_int_equal(clgemm_space_first(space, point, &error), 1);
    assert_int_equal(clgemm_space_next(space, point, &error), 0);
    assert_int_equal(clgemm_space_cover(space, 1, &cover, &error), 0);
    assert_int_equal(cover.count, 0);
    clgemm_space_free(space);
}

/* ------------------------------------------------------------------------------ what is asked */

static void a_space_without_points_says_so(void **state)
{
    static const char *const lines[][2] = {
        {"--alpha 0", ""}, {"", "vec-c=3"}, {"--family naive", "vec-a=2,4"}};
    (void)state;
    for (int i = 0; i < 3; i++) {
        struct clgemm_space *const space =
            space_of(lines[i][0], i ? BOTH : CLGEMM_RANGE_KERNEL, lines[i][1]);
        struct clgemm_cover cover;
        unsigned long long seed = 1;
        unsigned point[MOST];
        double product, valid;
        assert_int_equal(clgemm_space_count(space, &product, &valid, &error), 0);
        assert_true(valid == 0);
        assert_int_equal(clgemm_space_first(space, point, &error), 0);
        assert_int_equal(clgemm_space_random(space, &seed, point, &error), 0);
        assert_int_equal(clgemm_space_cover(space, 1, &cover, &error), 0);
        assert_int_equal(cover.count, 0);
        clgemm_space_free(space);
    }
}

static void what_is_said_is_fixed(void **state)
{
    static const char *const fixed[] = {"family", "tile", "wg", "layout", "access-a", "access-b"};
    struct clgemm_space *const space =
        space_of("--preset L3_SIMD_8x4_1x8 --mad fma", CLGEMM_RANGE_KERNEL, "");
    const char *name;
    (void)state;
    for (size_t p = 0; (name = clgemm_space_parameter(space, p, NULL)); p++)
        for (size_t i = 0; i < sizeof fixed / sizeof fixed[0]; i++)
            assert_string_not_equal(name, fixed[i]);
    const size_t before = parameters_of(space);
    assert_int_equal(clgemm_space_narrow(space, "tile=8x8,16x2", &error), 0);
    assert_int_equal(clgemm_space_narrow(space, "tile=8x8", &error), 0);
    assert_int_equal(parameters_of(space), before + 1);
    clgemm_space_free(space);
}

static void lists_that_cannot_be_read(void **state)
{
    static const char *const lists[][2] = {
        {"tile", "--param tile=V1,V2"}, {"tile=", "a value"},        {"tile=8", "HxW"},
        {"tiel=8x8", "--tile"},         {"mad=mad,mda", "mad"},      {"tile=8x8,8x8", "twice"},
        {"preset=naive", "--preset"},   {"for=cpu,generic", "--for"}};
    struct clgemm_space *const space = space_of("", CLGEMM_RANGE_KERNEL, "");
    (void)state;
    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++) {
        assert_int_equal(clgemm_space_narrow(space, lists[i][0], &error), -1);
        assert_int_equal(error.code, CLGEMM_USAGE);
        if (!strstr(error.text, lists[i][1]))
            fail_msg("%s: %s", lists[i][0], error.text);
    }
    clgemm_space_free(space);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pruning_keeps_all_and_only_what_is_served),
        cmocka_unit_test(every_rule_says_what_it_reads),
        cmocka_unit_test(rules_read_no_more_than_they_say),
        cmocka_unit_test(random_points_are_valid),
        cmocka_unit_test(random_points_are_repeatable),
        cmocka_unit_test(random_points_are_equally_likely),
        cmocka_unit_test(neighbours_differ_in_one_parameter),
        cmocka_unit_test(all_pairs_of_a_small_space_are_covered),
        cmocka_unit_test(random_pairs_of_the_whole_space_are_covered),
        cmocka_unit_test(spaces_of_one_parameter_and_of_none),
        cmocka_unit_test(a_space_without_points_says_so),
        cmocka_unit_test(what_is_said_is_fixed),
        cmocka_unit_test(lists_that_cannot_be_read),
    };
    return cmocka_run_group_tests(tests, open_whole, close_whole);
}
