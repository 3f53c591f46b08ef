/*
 * Rules say which options they read, so that the space can ask each of them early.
 * Test: long
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "gen/family/families.h"

#include "tests/unit/fixture.h"
#include "tests/unit/rotate.h"
#include "tests/unit/spaces.h"

/* Without, a rule waits for everything, and the space cannot be counted. */
static void every_rule_says_what_it_reads(void **state)
{
    const struct family *family;
    (void)state;
    for (size_t f = 0; (family = family_table[f]); f++) {
        const struct rule_tables tables = rules_tables(family);
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
    const struct spec *const spec = spec_resolve_for(&job, values, space->source, space->interface);
    for (size_t r = 0; r < space->rule_count; r++) {
        const struct space_rule *const rule = &space->rules[r];
        broken[r] =
            rule->rule
                ? (!rule->family || rule->family == spec->family) && rule->rule->broken(&job, spec)
                : space_value_unfit(space, spec, rule->parameter, point[rule->parameter]);
    }
    arena_free(&arena);
}

/* What a rule reads: all of its parts. */
static struct space_set reads_of_all_parts(const struct clgemm_space *space,
                                           const struct space_rule *rule)
{
    struct space_set set = rule->reads;
    for (size_t r = 0; r < space->rule_count; r++)
        if (rule->rule && space->rules[r].rule == rule->rule &&
            space->rules[r].family == rule->family)
            for (size_t p = 0; p < space->count; p++)
                if (space_has(&space->rules[r].reads, p))
                    space_include(&set, p);
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
        {"--for intel-gen8 --sg-size 4", "wg=1x4,1x8"},
        {"--for nvidia-hopper",
         "tile=-,8x2,32x2,32x8 tile-k=-,8 vec-b=-,1,4 family=-,naive,register,subgroup "
         "share=-,none,shuffle"},
        {"--preset gatlas_gemm_buffer --block-height 6", "tile=-,4x4,6x4"},
        {"--for cpu", "tile=-,8x2,6x16,32x8 wg=-,1x1,4x8 vec-c=-,4,8 vec-b=-,1,8"},
        /* A host's own launch and arguments. */
        {"--interface llama_mul_mm_f32",
         "family=register,local,subgroup,blocked tile=-,4x8,8x4,16x16 wg=-,16x8,8x16,1x1 "
         "tile-k=-,4,16 edges=-,exact,pad,guard,shift split-k=1,2 fixed=-,64x64x64 "
         "lda=arg,tight,70 access-a=buffer,image pretranspose=none,a persistent=0,4 "
         "wg-members=1,2 epilogue=none,relu,bias:row type=f32,f64"},
        /* Rows of groups, and what is stored of them. */
        {"--for cpu",
         "batch=none,strided,groups ragged=m,n,k experts=none,index rows-c=none,index,add "
         "type=f32,f16 type-c=-,f32,f16 beta=arg,0,1 split-k=1,3 edges=guard,exact,pad "
         "epilogue=none,residual,bias:column:group family=naive,register,blocked,gemv "
         "layout=row,column transpose=nn,nt,tn"},
        /* Gated products, and what is refused beside them. */
        {"--for cpu",
         "chain=none,gate:silu,gate:none beta=arg,0,1 epilogue=none,relu batch=none,strided "
         "split-k=1,3 edges=guard,exact,pad,shift access-b=buffer,image pretranspose=none,a "
         "type=f32,i8 type-b=-,f16,q8_0 family=naive,register,local,blocked prepared=none,b"},
        {"--for cpu --family gemv",
         "chain=none,gate:silu thin=m,n layout=row,column block-tiles=1x1,1x3,3x1 "
         "tile=1x4,4x1,2x2 wg=1x1,4x8"},
        {"--for nvidia-hopper --family matrix",
         "chain=none,gate:silu engine=emulated:mma,emulated:wgmma type=f16,f64 copy=plain,tensor "
         "stages=1,3 layout=row,column transpose=nn,nt tile=2x4,4x6,2x8,8x64 wg=16x8,32x4,64x8 "
         "vec-c=2,4"},
        /* Local memory of families that have much to say of it. */
        {"--for cpu --family blocked",
         "tile=4x24,12x32,8x8 block-tiles=1x1,40x12,60x30 block-k=64,256,2048 panels=none,a,b,ab "
         "access-a=buffer,image"},
        {"--for nvidia-hopper --family thin --type f16",
         "thin=m,n tile=2x2,4x8,3x4,8x32 wg=4x8,8x16,6x8,64x16 tile-k=-,32,48,128 vec-a=-,4,8 "
         "engine=mma,emulated:mma,wgmma transpose=nn,nt,tn layout=row,column"},
        {"--for intel-gen8 --family gemv", "thin=m,n tile=1x8,8x16,16x16 wg=1x1,1x64,8x32,256x1"},
        {"--for intel-gen8 --share local --family local",
         "tile=4x4,8x8,16x8 wg=8x8,16x16,4x32 tile-k=4,16,64 stage-a=plain,transposed,no "
         "stage-b=plain,k-major,no pad-a=0,1,64 pad-b=0,4 stages=1,2,5 exchange=no,yes"},
        {"--for nvidia-hopper --share local --family matrix --type f16 --type-c f32",
         "engine=mma,emulated:mma,wgmma tile=64x64,128x64 wg=1x32,4x32,2x64 tile-k=16,64,256 "
         "stages=1,2,5 copy=plain,async pad-a=0,8 pad-b=0,8 stage-a=plain,transposed "
         "exchange=no,yes engine-along=m,n layout=row,column"},
    };
    enum {
        STARTS = 500,
        CHANGES = 12
    };
    (void)state;
    for (size_t i = 0; i < sizeof spaces / sizeof spaces[0]; i++) {
        /* An interface says the problem. */
        const unsigned ranges = strstr(spaces[i].line, "--interface") ? CLGEMM_RANGE_KERNEL : BOTH;
        struct clgemm_space *const space = space_of(spaces[i].line, ranges, spaces[i].lists);
        uint64_t seed;
        bool before[512], after[512];
        size_t flips = 0;
        if (clgemm_space_contains(space, (unsigned[MOST]){0}, &error) < 0)
            fail_msg("%s: %s", spaces[i].line, error.text);
        for (int start = 0; start < STARTS; start++) {
            unsigned point[MOST];
            if (!in_share((size_t)start))
                continue;
            seed = i * STARTS + (uint64_t)start;
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
                    const struct space_set read = reads_of_all_parts(space, rule);
                    if (!space_has(&read, p))
                        fail_msg("rule %s reads --%s and does not say so: %s to %s",
                                 rule->rule ? rule->rule->name : "idle",
                                 clgemm_space_parameter(space, p, NULL),
                                 clgemm_space_value(space, p, old),
                                 clgemm_space_value(space, p, point[p]));
                }
                memcpy(before, after, sizeof before);
            }
        }
        assert_true(flips > 60);
        clgemm_space_free(space);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_rule_says_what_it_reads),
        cmocka_unit_test(rules_read_no_more_than_they_say),
    };
    print_share("test_space_rules");
    return cmocka_run_group_tests(tests, NULL, NULL);
}
