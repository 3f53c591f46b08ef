/*
 * --epilogue: what is read, what is refused, and what of it stands in a plan.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "emit/describe.h"
#include "gen/request/epilogue.h"
#include "tests/unit/fixture.h"
#include "tests/unit/plans.h"

static const struct epilogue *read_list(const char *text)
{
    if (setjmp(job.escape))
        fail_msg("%s: %s", text, error.text);
    return epilogue_read(&job, text);
}

static void canonical_text(void **state)
{
    static const char *const texts[][2] = {
        {"none", "none"},
        {"relu", "relu"},
        {"bias:column,gelu", "bias:column,gelu"},
        {"scale,scale:row,scale:column", "scale,scale:row,scale:column"},
        {"leaky_relu:1e-2", "leaky_relu:0.01"},
        {"clamp:-0:6.0,residual,tanh", "clamp:0:6,residual,tanh"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        assert_string_equal(read_list(texts[i][0])->text, texts[i][1]);
}

/* Operands are numbered by operation; a scalar and a leading dimension have the symbol of their number. */
static void operands_have_names(void **state)
{
    (void)state;
    const struct epilogue *const epilogue =
        read_list("bias:row,scale:column,scale,residual,bias:column,residual");
    static const struct {
        const char *operand;
        enum reads reads;
        enum symbol symbol;
    } expected[] = {
        {"bias", READS_PER_ROW, SYMBOL_NONE},       {"scale", READS_PER_COLUMN, SYMBOL_NONE},
        {"scale2", READS_SCALAR, SYMBOL_SCALE + 1}, {"residual", READS_MATRIX, SYMBOL_LDR},
        {"bias2", READS_PER_COLUMN, SYMBOL_NONE},   {"residual2", READS_MATRIX, SYMBOL_LDR + 1},
    };
    assert_int_equal(epilogue->count, sizeof expected / sizeof expected[0]);
    for (size_t i = 0; i < epilogue->count; i++) {
        assert_string_equal(epilogue->list[i].operand, expected[i].operand);
        assert_int_equal(epilogue->list[i].reads, expected[i].reads);
        assert_int_equal(epilogue->list[i].symbol, expected[i].symbol);
    }
    assert_string_equal(symbol_name(SYMBOL_LDR + 1), "ldr2");
    assert_string_equal(symbol_in_kernel(SYMBOL_SCALE + 1), "scale2");
}

/* A function of its own: its arguments are not changed between setjmp and longjmp. */
static void refuse_list(const char *list, const char *sentence)
{
    error = (struct clgemm_error){.code = CLGEMM_OK};
    if (!setjmp(job.escape)) {
        epilogue_read(&job, list);
        fail_msg("--epilogue '%s' is read", list);
    }
    assert_int_equal(error.code, CLGEMM_USAGE);
    assert_string_equal(error.option, "epilogue");
    if (!strstr(error.text, sentence))
        fail_msg("--epilogue '%s': %s", list, error.text);
}

static void wrong_lists(void **state)
{
    static const char *const texts[][2] = {
        {"", "no operation ''"},
        {"relu,", "no operation ''"},
        {"gelo", "did you mean gelu?"},
        {"softmax", "it takes none, or a list of bias, scale, residual, relu"},
        {"bias", "is written bias:row or bias:column, not 'bias'"},
        {"bias:diagonal", "is written bias:row or bias:column"},
        {"residual:row", "is written residual, not"},
        {"relu:1", "is written relu, not 'relu:1'"},
        {"clamp:1", "is written clamp:LOW:HIGH"},
        {"clamp:1:2:3", "is written clamp:LOW:HIGH"},
        {"clamp:1:x", "'x' is no number"},
        {"clamp:-inf:1", "'-inf' is no number"},
        {"clamp:0:1e39", "'1e39' is no number"},
        {"clamp:2:1", "LOW, 2, is above HIGH, 1"},
        {"leaky_relu", "is written leaky_relu:SLOPE"},
        {"none,relu", "no operation 'none'"},
        {"scale,scale,scale,scale,scale", "more than 4 operations scale"},
        {"relu,relu,relu,relu,relu,relu,relu,relu,relu,relu,relu,relu,relu,relu,relu,relu,relu",
         "more than 16 operations"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        refuse_list(texts[i][0], texts[i][1]);
}

/* The step that stores C takes the operands behind it, and its traffic counts them. */
static void last_arguments(void **state)
{
    (void)state;
    const struct plan *plan =
        plan_of("--family register --epilogue bias:row,scale,residual,scale:column,relu");
    assert_int_equal(plan->step_count, 1);
    assert_arguments(multiply(plan),
                     "M N K alpha A lda B ldb beta C ldc bias scale residual ldr scale2");
    assert_int_equal(plan->buffer_count, 6);
    assert_extent(&plan->buffers[3], 0, SYMBOL_M, 1, SYMBOL_NONE, 1);
    assert_extent(&plan->buffers[4], 0, SYMBOL_N, 1, SYMBOL_LDR, 0);
    assert_extent(&plan->buffers[4], 1, SYMBOL_M, 1, SYMBOL_NONE, 1);
    assert_extent(&plan->buffers[5], 0, SYMBOL_N, 1, SYMBOL_NONE, 1);
    const struct term *const bytes = multiply(plan)->bytes;
    assert_int_equal(bytes[2].factor, 8); /* C and the residual */
    assert_int_equal(bytes[3].product[0], SYMBOL_M);
    assert_int_equal(bytes[4].product[0], SYMBOL_N);

    plan = plan_of("--family register --edges pad --epilogue bias:column,residual");
    assert_arguments(plan_main_step(plan), "M K alpha A_padded B_padded C_padded");
    assert_arguments(&plan->steps[plan->step_count - 1],
                     "M N C_padded beta C ldc bias residual ldr");

    plan = plan_of("--family register --fixed 33x17x19 --epilogue residual");
    assert_arguments(multiply(plan), "alpha A B beta C residual");
    assert_extent(&plan->buffers[3], 0, SYMBOL_N, 1, SYMBOL_NONE, 33);

    plan = plan_of("--family register --tile 4x4 --wg 1x1 --index 32 --epilogue residual");
    assert_constraints(plan,
                       "B must have less than 2^31 elements: ldb x N at most 2147483647|"
                       "A must have less than 2^31 elements: lda x K at most 2147483647|"
                       "C must have less than 2^31 elements: ldc x N at most 2147483647|"
                       "residual must have less than 2^31 elements: ldr x N at most 2147483647");
}

/* Operands of a row-major C change their axes with it, not their meaning. */
static void axes_are_the_users(void **state)
{
    (void)state;
    SURVIVE();
    assert_true(strstr(text_of("--family naive --epilogue bias:column"), "bias[column]") != NULL);
    assert_true(strstr(text_of("--family naive --layout row --epilogue bias:column"),
                       "bias[column]") != NULL);
    assert_true(
        strstr(text_of("--family register --tile 4x4 --vec-c 4 --edges exact --epilogue bias:row"),
               "vload4(0, bias + row)") != NULL);
    assert_true(strstr(text_of("--family register --tile 4x4 --vec-c 4 --edges exact --layout row "
                               "--epilogue bias:row"),
                       "bias[row]") != NULL);
}

/* Blocks of K: what is stored before the last one is a sum, to which nothing is done yet. */
static void last_block_alone(void **state)
{
    (void)state;
    SURVIVE();
    assert_true(strstr(text_of("--family blocked --epilogue relu"), "if (!last_block)") != NULL);
    assert_true(
        strstr(text_of("--family blocked --fixed 64x64x64 --epilogue relu"), "last_block") == NULL);
    assert_true(strstr(text_of("--family blocked --edges pad --epilogue relu"), "last_block") ==
                NULL);
}

/* The formula of a list: brackets stand where a sum is multiplied. */
static void formulas(void **state)
{
    static const char *const formulas[][2] = {
        {"bias:column,gelu", "C = gelu(alpha * A * B + beta * C + bias)\n"},
        {"scale,relu,scale:row", "C = scale2 * relu(scale * (alpha * A * B + beta * C))\n"},
        {"residual,scale,clamp:-1:0.5",
         "C = clamp(scale * (alpha * A * B + beta * C + residual), -1, 0.5)\n"},
        {"none", "C = alpha * A * B + beta * C\n"},
    };
    (void)state;
    SURVIVE();
    for (size_t i = 0; i < sizeof formulas / sizeof formulas[0]; i++) {
        const char *const line =
            arena_printf(&arena, "--family naive --epilogue %s", formulas[i][0]);
        if (!strstr(text_of(line), formulas[i][1]))
            fail_msg("%s: no %s in %.200s", line, formulas[i][1], text_of(line));
        const char *const told = describe_formula(&job, plan_of(line));
        assert_memory_equal(told, formulas[i][1], strlen(told));
        assert_int_equal(strlen(told) + 1, strlen(formulas[i][1]));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(canonical_text), TEST(operands_have_names), TEST(wrong_lists),
        TEST(last_arguments), TEST(axes_are_the_users),  TEST(last_block_alone),
        TEST(formulas),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
