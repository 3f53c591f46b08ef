/*
 * --epilogue: what is read, what is refused, and what of it stands in a plan.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "gen/plan/wording.h"
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
        {"expression: fmax( value , 2 )*3,relu", "expression:fmax(value,2.0)*3.0,relu"},
        {"expression:-value<.5 && ! ( row>=column ) || value != 1e-2 ? pow(value,2)/3 : "
         "(column==1.?(-1):value)",
         "expression:-value<0.5&&!(row>=column)||value!=0.01?pow(value,2.0)/3.0:"
         "(column==1.0?(-1.0):value)"},
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
        {"bias", "is written bias:row, bias:column or bias:column:group, not 'bias'"},
        {"bias:diagonal", "is written bias:row, bias:column or bias:column:group"},
        {"bias:row:group", "is written bias:row, bias:column or bias:column:group"},
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
        {"expression", "is written expression:TEXT, not 'expression'"},
        {"expression:", "a number, a name or ( is wanted at character 1, which is the end"},
        {"expression:value;", "the end is wanted at character 6, not ';'"},
        {"expression:value=1", "the end is wanted at character 6, not '=1'"},
        {"expression:value*/", "a number, a name or ( is wanted at character 7"},
        {"expression:value/*1*/", "a number, a name or ( is wanted at character 7"},
        {"expression:value//", "a number, a name or ( is wanted at character 7"},
        {"expression:value--value", "a number, a name or ( is wanted at character 7"},
        {"expression:2*-value", "a number, a name or ( is wanted at character 3"},
        {"expression:(value", ") is wanted at character 7, which is the end"},
        {"expression:value)", "the end is wanted at character 6, not ')'"},
        {"expression:value\n", "the end is wanted at character 6"},
        {"expression:\"a\"", "a number, a name or ( is wanted at character 1"},
        {"expression:value[0]", "the end is wanted at character 6"},
        {"expression:value>0", "a number is wanted at character 1, not 'value>0'"},
        {"expression:(value>0)*2", "a number is wanted at character 1"},
        {"expression:value?1:2", "a condition is wanted at character 1"},
        {"expression:1<2<3?1:2", "a number is wanted at character 1"},
        {"expression:value>0?1", ": is wanted at character 10, which is the end"},
        {"expression:pow(value)", "a comma, as pow takes 2 numbers, is wanted at character 10"},
        {"expression:exp(value,1)", ") is wanted at character 10"},
        {"expression:exp", "( behind exp is wanted at character 4"},
        {"expression:vale", "'vale' is unknown, did you mean value?"},
        {"expression:get_global_id(0)", "'get_global_id' is unknown"},
        {"expression:0x10",
         "a number, 0 or of magnitude 1.4e-45 to 3.4e38, is wanted at character"},
        {"expression:1f", "is wanted at character 1, not '1f'"},
        {"expression:1e39", "is wanted at character 1, not '1e39'"},
        {"expression:1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1"
         "+1+1+1+1+1+1+1+1+1+1+1+1+1",
         "has more than 100 numbers, names and signs"},
        {"expression:1,expression:1,expression:1,expression:1,expression:1",
         "more than 4 operations expression"},
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
    const struct summand *const bytes = multiply(plan)->bytes;
    assert_int_equal(bytes[2].factor, 8); /* C and the residual */
    assert_int_equal(bytes[3].product[0], SYMBOL_M);
    assert_int_equal(bytes[4].product[0], SYMBOL_N);

    plan = plan_of("--family register --edges pad --epilogue bias:column,residual");
    assert_arguments(plan_main_step(plan), "M N K alpha A_padded B_padded C_padded");
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

/* The function has what its text reads, in the type of alpha and beta; vectors are calculated element by element, along columns
 * of a column-major C. */
static void expressions(void **state)
{
    static const char *const lines[][2] = {
        {"--name k --family naive --epilogue expression:value<2?-1:exp(value)",
         "static float k_expression(const float value)\n{\n    return value < 2.0f ? -1.0f : "
         "exp(value);\n}"},
        {"--name k --family naive --type f64 --epilogue "
         "relu,expression:row/2-value,expression:column",
         "static double k_expression(const double value, const double row)\n{\n    return row / "
         "2.0 "
         "- value;\n}"},
        {"--name k --family register --tile 4x4 --vec-c 2 --epilogue expression:row-column",
         "value.s1 = k_expression(value.s1, row + 1, column);"},
        {"--name k --family register --tile 4x4 --vec-c 2 --layout row --epilogue "
         "expression:row-column",
         "value.s1 = k_expression(value.s1, row, column + 1);"},
        {"--name k --family register --split-k 2 --epilogue expression:value*0.5",
         "value = k_expression(value);"},
    };
    (void)state;
    SURVIVE();
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++)
        if (!strstr(text_of(lines[i][0]), lines[i][1]))
            fail_msg("%s: no %s in %s", lines[i][0], lines[i][1], text_of(lines[i][0]));
    const struct plan *const plan = plan_of("--family naive --epilogue expression:value*0.5");
    assert_arguments(multiply(plan), "M N K alpha A lda B ldb beta C ldc");
    assert_string_equal(plan_formula(&job, plan),
                        "C = expression(alpha * A * B + beta * C), expression(value) = value*0.5");
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
        {"bias:row,expression:value*0.5",
         "C = expression(alpha * A * B + beta * C + bias)\n * expression(value) = value * 0.5f\n"},
    };
    (void)state;
    SURVIVE();
    for (size_t i = 0; i < sizeof formulas / sizeof formulas[0]; i++) {
        const char *const line =
            arena_printf(&arena, "--family naive --epilogue %s", formulas[i][0]);
        if (!strstr(text_of(line), formulas[i][1]))
            fail_msg("%s: no %s in %.200s", line, formulas[i][1], text_of(line));
        if (strstr(formulas[i][0], "expression"))
            continue;
        const char *const told = plan_formula(&job, plan_of(line));
        assert_memory_equal(told, formulas[i][1], strlen(told));
        assert_int_equal(strlen(told) + 1, strlen(formulas[i][1]));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(canonical_text), TEST(operands_have_names), TEST(wrong_lists),
        TEST(last_arguments), TEST(axes_are_the_users),  TEST(last_block_alone),
        TEST(formulas),       TEST(expressions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
