/*
 * The problem of a resolved request: its canonical form, sizes and tight leading dimensions, the width of
 * indices.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "gen/spec/spec.h"
#include "tests/unit/fixture.h"
#include "tests/unit/specs.h"

/* ------------------------------------------------------------------------------ canonical form */

/*
 * Column-major C = op(A) op(B) is row-major C^T = op(B)^T op(A)^T on the same memory. A matrix
 * stored column-major is its transpose stored row-major: so the new first operand is B, and needs
 * to be read transposed exactly where the user says t for it.
 */
static void canonical_form_of_every_problem(void **state)
{
    static const struct {
        const char *request;
        const char *a; /* canonical A: its name in the user's terms */
        bool a_transposed, b_transposed;
        enum symbol m, n;
        enum symbol along_a, along_b, along_c; /* the user's A, B, C: the contiguous axis */
    } rows[] = {
        {"--layout row --transpose nn", "A", false, false, SYMBOL_M, SYMBOL_N, SYMBOL_K, SYMBOL_N,
         SYMBOL_N},
        {"--layout row --transpose nt", "A", false, true, SYMBOL_M, SYMBOL_N, SYMBOL_K, SYMBOL_K,
         SYMBOL_N},
        {"--layout row --transpose tn", "A", true, false, SYMBOL_M, SYMBOL_N, SYMBOL_M, SYMBOL_N,
         SYMBOL_N},
        {"--layout row --transpose tt", "A", true, true, SYMBOL_M, SYMBOL_N, SYMBOL_M, SYMBOL_K,
         SYMBOL_N},
        {"--layout column --transpose nn", "B", false, false, SYMBOL_N, SYMBOL_M, SYMBOL_M,
         SYMBOL_K, SYMBOL_M},
        {"--layout column --transpose nt", "B", true, false, SYMBOL_N, SYMBOL_M, SYMBOL_M, SYMBOL_N,
         SYMBOL_M},
        {"--layout column --transpose tn", "B", false, true, SYMBOL_N, SYMBOL_M, SYMBOL_K, SYMBOL_K,
         SYMBOL_M},
        {"--layout column --transpose tt", "B", true, true, SYMBOL_N, SYMBOL_M, SYMBOL_K, SYMBOL_N,
         SYMBOL_M},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const struct spec *const spec = resolve(rows[i].request);
        const bool swapped = rows[i].a[0] == 'B';
        const struct operand *const a = swapped ? &spec->b : &spec->a;
        const struct operand *const b = swapped ? &spec->a : &spec->b;
        assert_int_equal(spec->column_major, swapped);
        assert_string_equal(spec->a.name, rows[i].a);
        assert_string_equal(spec->b.name, swapped ? "A" : "B");
        assert_string_equal(spec->c.name, "C");
        assert_int_equal(spec->a.transposed, rows[i].a_transposed);
        assert_int_equal(spec->b.transposed, rows[i].b_transposed);
        assert_int_equal(spec->m, rows[i].m);
        assert_int_equal(spec->n, rows[i].n);
        assert_int_equal(spec_contiguous_axis(spec, a), rows[i].along_a);
        assert_int_equal(spec_contiguous_axis(spec, b), rows[i].along_b);
        assert_int_equal(spec_contiguous_axis(spec, &spec->c), rows[i].along_c);
        /* Operands take along what is theirs. */
        assert_int_equal(a->role, ROLE_A);
        assert_int_equal(a->ld, SYMBOL_LDA);
        assert_int_equal(a->offset, SYMBOL_OFFSET_A);
        assert_int_equal(b->role, ROLE_B);
        assert_int_equal(b->ld, SYMBOL_LDB);
        assert_int_equal(b->offset, SYMBOL_OFFSET_B);
        assert_int_equal(spec->c.role, ROLE_C);
    }
}

static void operand_options_follow_the_users_names(void **state)
{
    const struct spec *spec =
        resolve("--layout column --family register --access-a image --vec-a 4 --vec-b 2");
    (void)state;
    assert_string_equal(spec->b.name, "A");
    assert_true(in_image(&spec->b));
    assert_int_equal(spec->b.vector, 4);
    assert_false(in_image(&spec->a));
    assert_int_equal(spec->a.vector, 2);

    spec = resolve("--layout row --family register --access image --access-b buffer");
    assert_true(in_image(&spec->a));
    assert_false(in_image(&spec->b));
}

/* In every HxW the width lies on C's contiguous axis, whatever the layout. */
static void shapes_do_not_turn_with_the_layout(void **state)
{
    static const char *const layouts[] = {"row", "column"};
    (void)state;
    for (int i = 0; i < 2; i++) {
        const struct spec *const spec =
            resolve(arena_printf(&arena, "--layout %s --tile 4x2 --wg 3x8", layouts[i]));
        assert_int_equal(spec->tile.height, 4);
        assert_int_equal(spec->tile.width, 2);
        assert_int_equal(spec_group_tile(spec).height, 12);
        assert_int_equal(spec_group_tile(spec).width, 16);
    }
}

/* ------------------------------------------------------------------- sizes, leading dimensions */

static void sizes_at_launch(void **state)
{
    const struct spec *const spec = resolve("--layout row");
    (void)state;
    for (enum symbol symbol = SYMBOL_M; symbol <= SYMBOL_LDC; symbol++) {
        assert_int_equal(spec->problem.values[symbol].how, GIVEN_AT_LAUNCH);
        assert_int_equal(spec_fixed(spec, symbol), -1);
    }
    assert_int_equal(spec_fixed(spec, SYMBOL_OFFSET_A), 0);
    assert_int_equal(spec->problem.values[SYMBOL_ALPHA].how, GIVEN_AT_LAUNCH);
    assert_int_equal(spec->problem.values[SYMBOL_BETA].how, GIVEN_AT_LAUNCH);
}

/* With fixed sizes a leading dimension that nobody names is the length of a line. */
static void fixed_sizes_make_leading_dimensions_tight(void **state)
{
    static const struct {
        const char *request;
        long long lda, ldb, ldc;
    } rows[] = {
        {"--fixed 10x20x30 --layout row --transpose nn", 30, 20, 20},
        {"--fixed 10x20x30 --layout row --transpose tt", 10, 30, 20},
        {"--fixed 10x20x30 --layout column --transpose nn", 10, 30, 10},
        {"--fixed 10x20x30 --layout column --transpose tt", 30, 20, 10},
        {"--fixed 10x20x30 --layout row --lda 64 --ldb arg --ldc tight", 64, -1, 20},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const struct spec *const spec = resolve(rows[i].request);
        assert_int_equal(spec_fixed(spec, SYMBOL_M), 10);
        assert_int_equal(spec_fixed(spec, SYMBOL_N), 20);
        assert_int_equal(spec_fixed(spec, SYMBOL_K), 30);
        assert_int_equal(spec_fixed(spec, SYMBOL_LDA), rows[i].lda);
        assert_int_equal(spec_fixed(spec, SYMBOL_LDB), rows[i].ldb);
        assert_int_equal(spec_fixed(spec, SYMBOL_LDC), rows[i].ldc);
    }
    /* Tight without fixed sizes: known at launch only. */
    const struct spec *const spec = resolve("--lda tight");
    assert_int_equal(spec->problem.values[SYMBOL_LDA].how, TIGHT);
    assert_int_equal(spec_fixed(spec, SYMBOL_LDA), -1);
}

static void guards_where_tiles_do_not_divide(void **state)
{
    const struct spec *spec = resolve("--fixed 64x100x64");
    (void)state;
    assert_false(spec_guards(spec, SYMBOL_M, 16));
    assert_true(spec_guards(spec, SYMBOL_N, 32));
    assert_false(spec_guards(spec, SYMBOL_N, 50));
    assert_true(spec_guards(resolve(""), SYMBOL_M, 2));
    assert_false(spec_guards(resolve(""), SYMBOL_M, 1));
    spec = resolve("--edges exact");
    assert_false(spec_guards(spec, SYMBOL_M, 16));
    assert_false(spec_guards(spec, SYMBOL_K, 8));
}

static void last_tiles_move_where_they_do_not_fit(void **state)
{
    const struct spec *spec = resolve("--fixed 64x100x65 --edges shift");
    (void)state;
    assert_false(spec_shifts(spec, SYMBOL_M, 16));
    assert_true(spec_shifts(spec, SYMBOL_N, 32));
    assert_false(spec_guards(spec, SYMBOL_N, 32));
    assert_true(spec_guards(spec, SYMBOL_K, 8));
    assert_false(spec_shifts(resolve(""), SYMBOL_M, 16));
}

static void operands_in_workspaces(void **state)
{
    const struct spec *spec =
        resolve("--family register --tile 4x4 --wg 2x2 --edges pad --pretranspose a");
    (void)state;
    /* Column-major: the canonical A is the user's B. */
    assert_string_equal(spec->b.form.memory, "A_transposed");
    assert_true(spec->b.transposed);
    assert_string_equal(spec->a.form.memory, "B_padded");
    assert_false(spec->a.transposed);
    assert_string_equal(spec->c.form.memory, "C_padded");
    assert_int_equal(spec_beta(spec).how, FIXED);
    spec = resolve(
        "--family register --tile 4x4 --wg 2x2 --edges pad --pretranspose a --steps separate");
    assert_string_equal(spec->b.form.memory, "A_transposed");
    spec = resolve(
        "--layout row --family register --tile 4x4 --wg 2x2 --pretranspose a --transpose tn");
    assert_string_equal(spec->a.form.memory, "A_transposed");
    assert_false(spec->a.transposed);
    assert_string_equal(spec->c.form.memory, "C");
    assert_int_equal(spec_beta(spec).how, GIVEN_AT_LAUNCH);
    assert_int_equal(spec_axis_rounding(spec, SYMBOL_M), 1);
}

/* What panels are packed from is the caller's matrix; what is multiplied is of the type that is calculated with. */
static void operands_in_panels(void **state)
{
    const struct spec *spec =
        resolve("--layout row --transpose tn --type f16 --family blocked --edges pad --panels a");
    (void)state;
    assert_string_equal(spec->a.form.memory, "A_panels");
    assert_int_equal(spec->a.form.axes.lines, SYMBOL_K);
    assert_int_equal(spec->a.form.axes.along, SYMBOL_M);
    assert_int_equal(spec->a.form.multiple.width, 4);
    assert_int_equal(spec->a.form.panel, 4);
    assert_int_equal(spec->a.form.block, 64);
    assert_string_equal(spec->a.element->type, "f32");
    assert_string_equal(spec->b.form.memory, "B_padded");
    assert_string_equal(spec->b.element->type, "f16");
    struct operand source = packed_from(&spec->a);
    assert_string_equal(source.form.memory, "A");
    assert_string_equal(source.element->type, "f16");
    assert_int_equal(source.form.axes.along, SYMBOL_M);
    source = packed_from(&spec->b);
    assert_string_equal(source.form.memory, "B_padded");
    spec = resolve("--layout row --transpose nt --family blocked --edges exact --panels ab");
    assert_int_equal(packed_from(&spec->a).form.axes.along, SYMBOL_K);
    assert_int_equal(packed_from(&spec->b).form.axes.along, SYMBOL_K);
    assert_int_equal(spec->b.form.axes.along, SYMBOL_N);
    assert_int_equal(spec->b.form.panel, 8);
    assert_int_equal(spec->b.form.multiple.width, 1);
    /* A family that does not read the option has none; a rule says so. */
    assert_false(in_panels(&resolve("--family register --panels ab")->a));
}

static void kernels_name_the_sizes_that_they_use(void **state)
{
    const struct spec *spec = resolve("--layout row --edges exact");
    (void)state;
    assert_false(spec_names_size(spec, SYMBOL_M));
    assert_false(spec_names_size(spec, SYMBOL_N));
    assert_true(spec_names_size(spec, SYMBOL_K));
    /* A tight leading dimension is the size of an axis. */
    spec = resolve("--layout row --edges exact --ldc tight");
    assert_false(spec_names_size(spec, SYMBOL_M));
    assert_true(spec_names_size(spec, SYMBOL_N));
    /* An image has none. */
    spec = resolve("--layout row --edges exact --share block-read --access image --ldb tight");
    assert_false(spec_names_size(spec, SYMBOL_N));
    spec = resolve("--layout row");
    assert_true(spec_names_size(spec, SYMBOL_M));
    assert_true(spec_names_size(spec, SYMBOL_N));
}

/* ---------------------------------------------------------------------------------- vectors */

/* A matrix-vector kernel loads as many elements of blocks whose parts lie apart as of blocks together. */
static void vectors_of_blocks(void **state)
{
    static const char line[] = "--layout row --transpose nt --family gemv --tile 1x2 --wg 1x4";
    (void)state;
    for (size_t i = 0; i < element_count(); i++) {
        const struct element *const element = element_at(i);
        if (!element->parts)
            continue;
        const long long together =
            resolve(arena_printf(job.arena, "%s --type-b %s", line, element->type))->b.vector;
        const long long apart =
            resolve(arena_printf(job.arena, "%s --quants apart --type-b %s", line, element->type))
                ->b.vector;
        if (apart != together)
            fail_msg("%s: %lld apart, %lld together", element->type, apart, together);
    }
}

/* --------------------------------------------------------------------------------- index width */

static void width_of_indices(void **state)
{
    static const struct {
        const char *request;
        int bits;
    } rows[] = {
        {"", 64},
        {"--index 32", 32},
        {"--index 64 --fixed 8x8x8", 64},
        {"--fixed 512x512x512", 32},
        /* 46340^2 = 2147395600 and 46341^2 = 2147488281 lie on both sides of 2^31 - 1. */
        {"--fixed 46340x46340x1", 32},
        {"--fixed 46341x46341x1", 64},
        {"--fixed 46341x1x46341", 64},
        {"--fixed 1x46341x46341", 64},
        {"--fixed 46341x46341x0 --index auto", 64},
        /* A leading dimension counts for as many lines as there are: A has 4 columns. */
        {"--fixed 100x4x4 --lda 536870911", 32},
        {"--fixed 100x4x4 --lda 536870912", 64},
        {"--fixed 100x4x4 --lda arg", 64},
        {"--fixed 0x0x0", 32},
        /* Padded to whole tiles of 16 x 16 the same matrix reaches further. */
        {"--family register --tile 1x1 --wg 16x16 --fixed 46340x46340x1", 32},
        {"--family register --tile 1x1 --wg 16x16 --fixed 46340x46340x1 --edges pad", 64},
        /* In panels of 4 rows the 65537 x 32767 elements of A are 65540 x 32767. */
        {"--layout row --family blocked --fixed 65537x1x32767", 32},
        {"--layout row --family blocked --fixed 65537x1x32767 --panels b", 32},
        {"--layout row --family blocked --fixed 65537x1x32767 --panels a", 64},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const struct spec *const spec = resolve(rows[i].request);
        if (spec->index_bits != rows[i].bits)
            fail_msg("'%s': %d bits", rows[i].request, spec->index_bits);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(canonical_form_of_every_problem),
        TEST(operand_options_follow_the_users_names),
        TEST(shapes_do_not_turn_with_the_layout),
        TEST(sizes_at_launch),
        TEST(fixed_sizes_make_leading_dimensions_tight),
        TEST(guards_where_tiles_do_not_divide),
        TEST(last_tiles_move_where_they_do_not_fit),
        TEST(operands_in_workspaces),
        TEST(operands_in_panels),
        TEST(kernels_name_the_sizes_that_they_use),
        TEST(vectors_of_blocks),
        TEST(width_of_indices),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
