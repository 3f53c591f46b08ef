/*
 * Small parameter spaces against what they replace: every point of a product, one generated after the other.
 * Test: long
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "gen/spec/spec.h"
#include "tests/unit/ask.h"
#include "tests/unit/fixture.h"
#include "tests/unit/spaces.h"

/* ------------------------------------------------------------------------- points of a product */

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
    const struct spec *const spec = spec_resolve_for(&job, request->values, space->source, NULL);
    for (size_t p = 0; p < space->count; p++)
        idle = idle || (space->parameters[p].idle && point[p] > 0 &&
                        space->parameters[p].idle(spec, space->parameters[p].id));
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

static const struct {
    const char *line;
    unsigned ranges;
    const char *lists;
} small[] = {
    /* Of a profile without a space, so that what no list names has one value. */
    {"--for gpu-32 --vec-a 1 --vec-b 1 --index 64 --mad mad --sg-size 8", CLGEMM_RANGE_KERNEL,
     "pretranspose=none steps=combined loop-order=- ids=global family=naive,register,subgroup "
     "tile=1x1,8x2 wg=1x8,2x16 tile-k=1,8 unroll-k=8,12 vec-c=1,2 edges=guard barrier=no,yes "
     "access-b=buffer"},
    {"--for gpu-32 --family register --layout row --edges guard --mad fma --index auto --unroll-k "
     "16",
     CLGEMM_RANGE_KERNEL,
     "pretranspose=none,a steps=combined loop-order=-,klj ids=global "
     "tile=3x5,4x4,2x8 wg=1x1 tile-k=1,4,8 vec-a=1,2,4 vec-b=1,2,4 vec-c=1,2,4 share=none "
     "sub-groups=auto,intel sg-size=-"},
    {"--for gpu-32 --family subgroup --edges guard --mad fma --index auto --access image",
     CLGEMM_RANGE_KERNEL,
     "pretranspose=none steps=combined loop-order=- ids=global "
     "tile=4x2,16x1 wg=1x8,2x8,3x8 sg-size=-,8,16 tile-k=8,16 unroll-k=16 vec-a=1,4 vec-b=1 "
     "vec-c=1 transpose=nn,nt,tn"},
    {"--for cpu-generic --mad fma --share none --barrier=no --vec-a 1", CLGEMM_RANGE_KERNEL,
     "pretranspose=none steps=combined loop-order=- ids=global,group "
     "index=auto tile=4x4,6x16 wg=1x1 family=naive,register sg-size=- sub-groups=auto "
     "tile-k=1,4 unroll-k=4 vec-b=1,8 vec-c=1,8 layout=row,column "
     "block-tiles=1x1,8x4 block-k=64 tile-order=hw panels=none,b"},
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
     "compute=-,f16 accumulate=-,f32 family=register,naive pretranspose=none,a,ab "
     "steps=combined,separate "
     "edges=guard,exact,pad,shift fixed=-,64x96x64,37x29x53 tile=4x4 wg=2x8 tile-k=1,4"},
    {"--share local --tile 4x4", 0,
     "stage-a=plain,transposed,no stage-b=plain,k-major,no vec-a=1,4 wg=2x8,3x4 load-shape-a=-,4x4 "
     "tile-k=8,12 unroll-k=4,8 local-vec-a=-,4 transpose=nn,tn edges=guard,exact"},
    {"--family local --share local --wg 4x8 --tile 8x4", 0,
     "copy=plain,async prefetch=no,yes stages=1,2,3 exchange=no,yes sub-groups=emulated,intel "
     "stage-a=plain,no access-b=buffer,image pad-a=0,1 assign=contiguous,strided "
     "layout=row,column"},
    /* Complex numbers and blocks of quantised elements, whose rules other spaces leave out. */
    {"--tile 2x4 --wg 2x8 --edges guard", 0,
     "type=f32,c32 family=naive,register,subgroup share=none,shuffle vec-a=1,2 vec-c=1,4 "
     "access-a=buffer,image transpose=nn,cn"},
    {"--type f32 --wg 2x4 --tile 2x4", 0,
     "type-a=-,c32 type-b=-,c32 type-c=-,c32 family=register,naive vec-b=1,2"},
    {"--type f32 --wg 2x4 --tile 2x4", 0,
     "type-a=-,q8_0 type-b=-,q4_0,u4_32 family=register,naive,subgroup share=none,shuffle "
     "transpose=nn,tn,nt vec-b=1,4 batch=none,offsets fixed=-,32x32x48"},
    {"--type f16 --wg 32x4 --tile 2x8 --family matrix --share local --layout row", 0,
     "type-b=-,q4_0,i4_32 engine=emulated:wgmma,emulated:mma copy=plain,async,tensor stages=2,3 "
     "decode=none,b,ab prepared=none,b edges=guard,pad transpose=nn,nt,tt"},
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

/* ------------------------------------------------------------------------------- covering sets */

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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pruning_keeps_all_and_only_what_is_served),
        cmocka_unit_test(all_pairs_of_a_small_space_are_covered),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
