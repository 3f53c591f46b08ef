/*
 * Plans of panels in the order of fragments, of the ring that their blocks are copied into, and of boxes in place that are copied there.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "gen/base/arena.h"
#include "gen/plan/kernel.h"
#include "tests/unit/fixture.h"
#include "tests/unit/plans.h"

#define RING                                                                                       \
    "--layout row --family matrix --for nvidia-hopper --tile 4x8 --wg 16x8 --copy bulk "           \
    "--panels ab --stages 3 "

enum {
    MOST_PLACES = 32,
    MOST_STEPS = 32
};

/* The lanes load each element of a fragment once; what they load stands without gaps. */
static void assert_whole(const struct fragment_order *order, long long places, long long steps)
{
    int loaded[MOST_PLACES][MOST_STEPS] = {{0}};
    assert_false(order->swizzled);
    assert_int_equal(order->places, places);
    assert_int_equal(order->steps, steps);
    assert_int_equal(order->lanes * order->loads * order->count, places * steps);
    for (long long lane = 0; lane < order->lanes; lane++)
        for (long long load = 0; load < order->loads; load++)
            for (long long i = 0; i < order->count; i++) {
                const long long place =
                    lane / order->lanes_of_place * order->apart + order->elements[i].down;
                const long long step = lane % order->lanes_of_place * order->together +
                                       load * order->further + order->elements[i].deep;
                assert_in_range(place, 0, places - 1);
                assert_in_range(step, 0, steps - 1);
                assert_int_equal(loaded[place][step]++, 0);
            }
}

static void fragments_are_whole(void **state)
{
    static const struct {
        const char *type;
        long long steps, loads, count_a, count_b;
    } rows[] = {
        {"--type f64 --tile-k 16", 8, 2, 2, 2},    {"--type bf16", 16, 1, 8, 4},
        {"--type f16 --type-c f32", 16, 1, 8, 4},  {"--type i8", 32, 1, 16, 8},
        {"--compute tf32 --tile-k 8", 8, 1, 4, 2},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char line[200];
        snprintf(line, sizeof line, RING "%s", rows[i].type);
        const struct kernel *const kernel = plan_of(line)->kernel;
        assert_whole(kernel->a.form.fragments, 16, rows[i].steps);
        assert_whole(kernel->b.form.fragments, 8, rows[i].steps);
        assert_int_equal(kernel->a.form.fragments->loads, rows[i].loads);
        assert_int_equal(kernel->a.form.fragments->count, rows[i].count_a);
        assert_int_equal(kernel->b.form.fragments->count, rows[i].count_b);
        assert_int_equal(kernel->b.vector, rows[i].count_b);
    }
}

/* Four places for each of the lanes that load different ones, step by step: a row of four lanes has 16 places of A, eight have 32 of B. */
static void lanes_multiply_alone(void **state)
{
    (void)state;
    const struct kernel *const kernel =
        plan_of("--layout row --family matrix --engine fma --for nvidia-hopper --tile 8x8 --wg "
                "8x16 --copy bulk --panels ab --stages 3")
            ->kernel;
    const struct fragment_order *const a = kernel->a.form.fragments;
    const struct fragment_order *const b = kernel->b.form.fragments;
    assert_whole(a, 16, 1);
    assert_whole(b, 32, 1);
    assert_int_equal(a->lanes, 4);
    assert_int_equal(b->lanes, 8);
    assert_int_equal(b->count, 4);
    assert_int_equal(kernel->c.vector, 4);
}

/* 64 x 64 elements of C by 128 work-items and 32 that copy; a step packs 64 x 16 elements in each work-group. */
static void work_groups_in_sequence(void **state)
{
    (void)state;
    const struct plan *const plan = plan_of(RING "--type f64 --tile-k 16 --persistent 2");
    const struct step *const pack = &plan->steps[0], *const product = plan_main_step(plan);
    assert_int_equal(plan->step_count, 3);
    assert_string_equal(pack->name, "pack_a");
    assert_arguments(pack, "M K A lda A_panels");
    assert_int_equal(pack->dimensions[0].dim.symbol, SYMBOL_K);
    assert_int_equal(pack->dimensions[0].per_group, 16);
    assert_int_equal(pack->dimensions[0].local, 256);
    assert_int_equal(pack->dimensions[1].dim.symbol, SYMBOL_M);
    assert_int_equal(pack->dimensions[1].per_group, 64);
    assert_arguments(product, "M N K alpha A_panels B_panels beta C ldc");
    assert_int_equal(product->dimensions[0].local, 160);
    assert_int_equal(product->dimensions[1].local, 1);
    assert_int_equal(product->dimensions[0].per_unit, 2);
    assert_true(product->dimensions[1].in_sequence);
    /* Of each stage also two barriers. */
    assert_int_equal(plan->local_bytes, 3 * (2 * 64 * 16 * 8 + 2 * 8));
    assert_non_null(
        strstr(text_of(RING "--type f64 --persistent 2"), "global size {320 * compute units, 1}"));
}

/* One for each tile, which is in the order of the launch where bands are one tile high. The emulated engine needs nobody who copies. */
static void work_groups_of_tiles(void **state)
{
    (void)state;
    const struct plan *const plan = plan_of(RING "--type f64 --engine emulated:mma");
    const struct step *const product = plan_main_step(plan);
    assert_int_equal(product->dimensions[0].local, 128);
    assert_int_equal(product->dimensions[0].per_unit, 0);
    assert_int_equal(product->dimensions[0].per_group, 64);
    assert_false(product->dimensions[1].in_sequence);
}

#define LINES                                                                                      \
    "--layout row --family matrix --engine wgmma --for nvidia-hopper --tile 2x16 --wg 64x4 "       \
    "--copy "                                                                                      \
    "bulk --panels ab --stages 3 "

/* Lines of at most 128 bytes along K, in pieces of 16 bytes, whatever the transposes are. */
static void blocks_are_swizzled(void **state)
{
    static const struct {
        const char *options;
        long long span, piece, parts;
    } rows[] = {
        {"--type bf16 --tile-k 64", 64, 8, 1},
        {"--type bf16 --tile-k 128", 64, 8, 1},
        {"--type f16 --tile-k 32 --transpose tn", 32, 8, 1},
        {"--type i8 --tile-k 128", 128, 16, 1},
        {"--compute tf32 --tile-k 32", 32, 4, 1},
        {"--compute tf32 --tile-k 8", 8, 4, 1},
        {"--compute 3xtf32 --tile-k 16 --transpose tt", 16, 4, 2},
        {"--compute bf16x3 --tile-k 64 --transpose tn", 64, 8, 2},
        {"--compute bf16x3 --tile-k 16", 16, 8, 2},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char line[200];
        snprintf(line, sizeof line, LINES "%s", rows[i].options);
        const struct plan *const plan = plan_of(line);
        const struct form *const a = &plan->kernel->a.form, *const b = &plan->kernel->b.form;
        assert_true(a->fragments->swizzled);
        assert_int_equal(a->panel, 128);
        assert_int_equal(a->fragments->places, 128);
        assert_int_equal(b->panel, 64);
        assert_int_equal(b->fragments->places, 64);
        assert_int_equal(a->fragments->steps, rows[i].span);
        assert_int_equal(a->fragments->count, rows[i].piece);
        assert_int_equal(a->fragments->lanes_of_place, rows[i].span / rows[i].piece);
        assert_int_equal(a->parts, rows[i].parts);
        assert_int_equal(plan->kernel->b.vector, rows[i].piece);
    }
}

/* Two numbers of each element, in the workspace and in each stage; of a batch those of each member are together. */
static void blocks_have_parts(void **state)
{
    (void)state;
    const struct plan *const plan = plan_of(LINES "--compute 3xtf32 --tile-k 16 --batch strided");
    const struct buffer *const panels = &plan->buffers[plan->buffer_count - 1];
    assert_string_equal(panels->name, "B_panels");
    assert_int_equal(panels->extent_count, 4);
    assert_int_equal(panels->extents[0].n.symbol, SYMBOL_BATCH);
    assert_int_equal(panels->extents[1].n.number, 2);
    assert_int_equal(panels->extents[2].n.symbol, SYMBOL_K);
    assert_int_equal(panels->extents[3].rounded_to, 64);
    assert_int_equal(plan->local_bytes, 3 * (2 * (128 + 64) * 16 * 4 + 2 * 8));
    const struct plan *const shorter = plan_of(LINES "--compute bf16x3 --tile-k 32");
    assert_string_equal(shorter->buffers[shorter->buffer_count - 1].element_type, "bf16");
    assert_int_equal(shorter->buffers[shorter->buffer_count - 1].element_bytes, 2);
    assert_int_equal(shorter->local_bytes, 3 * (2 * (128 + 64) * 32 * 2 + 2 * 8));
    assert_int_equal(plan_of(LINES "--compute tf32 --tile-k 16")->local_bytes,
                     3 * ((128 + 64) * 16 * 4 + 2 * 8));
}

/* Of 65536 registers 384 work-items have 168 each. 128 sums need more, where those that copy have 40: (384 * 168 - 128 * 40) / 256. */
static void registers_are_left(void **state)
{
    (void)state;
    const char *const large = text_of(LINES "--type bf16 --tile 2x64");
    assert_non_null(strstr(large, "setmaxnreg.dec.sync.aligned.u32 40;"));
    assert_non_null(strstr(large, "setmaxnreg.inc.sync.aligned.u32 232;"));
    assert_non_null(strstr(text_of(LINES "--compute 3xtf32 --tile 2x32"), "setmaxnreg.inc"));
    assert_null(strstr(text_of(LINES "--type bf16"), "setmaxnreg"));
    assert_null(
        strstr(text_of(LINES "--type bf16 --tile 2x64 --engine emulated:wgmma"), "setmaxnreg"));
    const char *const asked = text_of(LINES "--type bf16 --ring-registers 24x240");
    assert_non_null(strstr(asked, "setmaxnreg.dec.sync.aligned.u32 24;"));
    assert_non_null(strstr(asked, "setmaxnreg.inc.sync.aligned.u32 240;"));
}

#define BOXES                                                                                      \
    "--layout row --family matrix --for nvidia-hopper --type bf16 --tile 2x16 --wg 64x4 "          \
    "--tile-k 64 --copy tensor --stages 3 "

/* Two maps of 128 bytes for each tile of 128 x 64 elements of C, and of each part of K. */
static void maps_of_work_groups(void **state)
{
    (void)state;
    const struct plan *const plan = plan_of(BOXES "--engine wgmma --persistent 1");
    const struct step *const product = plan_main_step(plan);
    const struct buffer *const maps = &plan->buffers[plan->buffer_count - 1];
    assert_int_equal(plan->step_count, 1);
    assert_arguments(product, "M N K alpha A lda B ldb maps beta C ldc");
    assert_int_equal(product->dimensions[0].local, 2 * 128 + 128);
    assert_string_equal(maps->name, "maps");
    assert_true(maps->notes);
    assert_int_equal(maps->element_bytes, 2 * 128);
    assert_int_equal(maps->covers, 128 * 64);
    assert_int_equal(maps->extent_count, 2);
    assert_int_equal(maps->extents[0].rounded_to, 128);
    assert_int_equal(maps->extents[1].rounded_to, 64);
    /* Of each stage also two barriers; and both maps as they are made. */
    assert_int_equal(plan->local_bytes, 3 * ((128 + 64) * 64 * 2 + 2 * 8) + 2 * 128);
    const struct plan *const parts = plan_of(BOXES "--engine wgmma --split-k 3");
    const struct buffer *const of_parts = &parts->buffers[parts->buffer_count - 1];
    assert_string_equal(of_parts->name, "maps");
    assert_int_equal(of_parts->extent_count, 3);
    assert_int_equal(of_parts->extents[0].n.number, 3);
    /* Of a tile with fewer elements, too. */
    const struct plan *const small = plan_of(
        "--layout row --family matrix --engine mma --type f64 --tile 2x2 --wg 8x4 --tile-k 16 "
        "--copy tensor --stages 2 --for nvidia-hopper");
    const struct buffer *const of_small = &small->buffers[small->buffer_count - 1];
    assert_int_equal(of_small->element_bytes, 2 * 128);
    assert_int_equal(of_small->covers, 16 * 8);
    const struct plan *const members = plan_of(BOXES "--engine wgmma --batch strided");
    const struct buffer *const of_members = &members->buffers[members->buffer_count - 1];
    assert_int_equal(of_members->extent_count, 3);
    assert_int_equal(of_members->extents[0].n.symbol, SYMBOL_BATCH);
}

/* The emulated engine copies element by element. */
static void no_maps_emulated(void **state)
{
    (void)state;
    const struct plan *const plan = plan_of(BOXES "--engine emulated:wgmma");
    assert_arguments(plan_main_step(plan), "M N K alpha A lda B ldb beta C ldc");
    assert_int_equal(plan_main_step(plan)->dimensions[0].local, 2 * 128);
    assert_int_equal(plan->buffer_count, 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(fragments_are_whole),  TEST(lanes_multiply_alone), TEST(work_groups_in_sequence),
        TEST(work_groups_of_tiles), TEST(blocks_are_swizzled),  TEST(blocks_have_parts),
        TEST(registers_are_left),   TEST(maps_of_work_groups),  TEST(no_maps_emulated),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
