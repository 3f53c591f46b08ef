/*
 * Plans of matrices in groups: scales and zero points are buffers of the caller, and follow the matrix.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "tests/unit/fixture.h"
#include "tests/unit/plans.h"

static const struct buffer *buffer_of(const struct plan *plan, enum role role)
{
    for (size_t i = 0; i < plan->buffer_count; i++)
        if (plan->buffers[i].role == role)
            return &plan->buffers[i];
    return NULL;
}

/* Behind the operand's other arguments; extents and offset are those of the matrix, whose elements they count. */
static void beside_the_matrix(void **state)
{
    (void)state;
    const struct plan *const plan = plan_of("--family register --layout row --transpose nt "
                                            "--type-b u4_64 --batch strided --offset-b arg");
    assert_arguments(multiply(plan),
                     "M N K batch_count alpha A lda stride_a B offset_b ldb stride_b B_scales "
                     "B_zeros beta C ldc stride_c");
    assert_int_equal(plan->buffer_count, 5);
    static const struct {
        enum role role;
        const char *type;
        long long bytes, covers;
    } wanted[] = {
        {ROLE_B, "u4_64", 64, 128}, {ROLE_SCALES_B, "f16", 2, 64}, {ROLE_ZEROS_B, "u8", 1, 128}};
    for (int i = 0; i < 3; i++) {
        const struct buffer *const buffer = buffer_of(plan, wanted[i].role);
        assert_non_null(buffer);
        assert_string_equal(buffer->element_type, wanted[i].type);
        assert_int_equal(buffer->element_bytes, wanted[i].bytes);
        assert_int_equal(buffer->covers, wanted[i].covers);
        assert_int_equal(buffer->access, ACCESS_READ);
        assert_int_equal(buffer->offset.symbol, SYMBOL_OFFSET_B);
        assert_int_equal(buffer->extent_count, 3);
        assert_extent(buffer, 0, SYMBOL_BATCH, 1, SYMBOL_STRIDE_B, 0);
        assert_extent(buffer, 1, SYMBOL_N, 1, SYMBOL_LDB, 0);
        assert_extent(buffer, 2, SYMBOL_K, 1, SYMBOL_NONE, 1);
    }
    /* Half a byte an element, two for the scale of 64, half a one for their zero point. */
    assert_true(multiply(plan)->bytes[1].factor == 0.5 + 2.5 / 64);
}

/* Of both operands, in the user's terms, whatever changes places in the canonical product; without zero points no such buffer. */
static void of_both(void **state)
{
    (void)state;
    const struct plan *const plan =
        plan_of("--family naive --transpose tn --type-a i4_32 --type-b u4_128");
    assert_arguments(multiply(plan),
                     "M N K alpha A lda A_scales B ldb B_scales B_zeros beta C ldc");
    assert_null(buffer_of(plan, ROLE_ZEROS_A));
    assert_string_equal(buffer_of(plan, ROLE_SCALES_A)->name, "A_scales");
    assert_extent(buffer_of(plan, ROLE_SCALES_A), 0, SYMBOL_M, 1, SYMBOL_LDA, 0);
    assert_extent(buffer_of(plan, ROLE_ZEROS_B), 0, SYMBOL_N, 1, SYMBOL_LDB, 0);
}

/* All pointers of an operand move together: to the offset, to a member, to a part of K. */
static void moved_together(void **state)
{
    (void)state;
    static const char *const lines[] = {
        "--family naive --layout row --transpose nt --type-b u4_32 --offset-b 128",
        "    B += 128 / 64;\n    B_scales += 128 / 32;\n    B_zeros += 128 / 64;\n",
        "--family naive --layout row --transpose nt --type-b u4_32 --batch strided --stride-a 0",
        "    B += member * stride_b / 64;\n    B_scales += member * stride_b / 32;\n"
        "    B_zeros += member * stride_b / 64;\n    C +=",
        "--family naive --layout row --transpose nt --type-b i4_32 --split-k 2 --unroll-k 32",
        "    A += first_of_part;\n    B += first_of_part / 32;\n"
        "    B_scales += first_of_part / 32;\n    C_parts +=",
    };
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i += 2)
        assert_non_null(strstr(text_of(lines[i]), lines[i + 1]));
}

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(beside_the_matrix), TEST(of_both),
                                       TEST(moved_together)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
