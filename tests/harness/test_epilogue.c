/* The epilogue's references: values known from elsewhere, and errors that hold what single precision makes of them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "harness/base/random.h"
#include "harness/verify/verify.h"

static struct estimate apply(const char *name, double a, double b, struct estimate x)
{
    struct operation operation = {.name = name, .symbol = SYMBOL_SCALE, .number = {a, b}};
    struct epilogue epilogue = {.list = &operation, .count = 1, .type = TYPE_F32, .scalar = {a}};

    assert_int_equal(epilogue_apply(&epilogue, 1, 1, NULL, &x, NULL), 0);
    return x;
}

/* Values of Abramowitz and Stegun's tables of erf, tanh and exp. */
static void known_values(void **state)
{
    static const struct {
        const char *name;
        double a, b, x, value;
    } rows[] = {
        {"bias", 2, 0, 3, 5},
        {"scale", 2, 0, 3, 6},
        {"relu", 0, 0, -3, 0},
        {"relu", 0, 0, 3, 3},
        {"leaky_relu", 0.25, 0, -4, -1},
        {"leaky_relu", 0.25, 0, 4, 4},
        {"clamp", -1, 2, -4, -1},
        {"clamp", -1, 2, 1.5, 1.5},
        {"clamp", -1, 2, 4, 2},
        {"gelu", 0, 0, 1, 0.8413447460685429},
        {"gelu", 0, 0, -2, -0.0455002638963584},
        {"gelu_tanh", 0, 0, 1, 0.8411919906082768},
        {"silu", 0, 0, 1, 0.7310585786300049},
        {"sigmoid", 0, 0, -1, 0.2689414213699951},
        {"tanh", 0, 0, 0.5, 0.46211715726000975},
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct estimate x =
            apply(rows[i].name, rows[i].a, rows[i].b, (struct estimate){rows[i].x, 0});

        if (fabs(x.value - rows[i].value) > 1e-15 * fabs(rows[i].value))
            fail_msg("%s(%g) is %.17g, not %.17g", rows[i].name, rows[i].x, x.value, rows[i].value);
    }
}

/* What is exact stays so, and only that. */
static void exact_stays_exact(void **state)
{
    const double third = (double)(1.0f / 3);

    (void)state;
    assert_true(apply("bias", 7, 0, (struct estimate){-3, 0}).error == 0);
    assert_true(apply("scale", 0.75, 0, (struct estimate){-3, 0}).error == 0);
    assert_true(apply("relu", 0, 0, (struct estimate){-3, 0}).error == 0);
    assert_true(apply("leaky_relu", 0.25, 0, (struct estimate){-3, 0}).error == 0);
    assert_true(apply("bias", 0x1p30, 0, (struct estimate){1, 0}).error > 0);
    assert_true(apply("scale", third, 0, (struct estimate){third, 0}).error > 0);
    assert_true(apply("gelu", 0, 0, (struct estimate){1, 0}).error > 0);
    /* A value whose whole range is cut off has no error left. */
    assert_true(apply("relu", 0, 0, (struct estimate){-3, 1}).error == 0);
    assert_true(apply("relu", 0, 0, (struct estimate){-1, 3}).error == 3);
    assert_true(apply("clamp", 0, 1, (struct estimate){5, 2}).error == 0);
}

static void not_a_number_stays(void **state)
{
    static const char *const names[] = {"bias", "scale", "relu",    "leaky_relu", "clamp",
                                        "gelu", "silu",  "sigmoid", "tanh",       "gelu_tanh"};

    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        assert_true(isnan(apply(names[i], 1, 2, (struct estimate){NAN, 0}).value));
}

/* Stands in for a device: sqrt(value) + 10 row + 100 column. */
static int evaluate(void *self, const char *expression, enum element_type type, size_t count,
                    double *value, const double *row, const double *column, struct fault *fault)
{
    (void)self, (void)expression, (void)type, (void)fault;
    for (size_t i = 0; i < count; i++)
        value[i] = sqrt(value[i]) + 10 * row[i] + 100 * column[i];
    return 0;
}

/* The value and the ends of its error are evaluated where they are in C; where an end has no value, any is right. */
static void expressions(void **state)
{
    const struct operation list[] = {
        {.name = "expression", .expression = "sqrt(value)+10.0*row+100.0*column"},
        {.name = "clamp", .number = {-1e9, 1e9}}};
    const struct epilogue epilogue = {
        .list = list, .count = 2, .type = TYPE_F32, .evaluator = {evaluate, NULL}};
    const struct problem bare = {.epilogue = {{.name = "expression"}}, .epilogue_count = 1};
    const struct problem stray = {.epilogue = {{.name = "relu", .expression = "value"}},
                                  .epilogue_count = 1};
    struct estimate x[6] = {{4, 0}, {9, 1}, {0, 1}, {-4, 1}, {16, 0}, {INFINITY, 0}};
    struct fault fault = {0};

    (void)state;
    assert_int_equal(epilogue_apply(&epilogue, 2, 3, NULL, x, &fault), 0);
    assert_true(x[0].value == 2 && x[0].error > 0 && x[0].error < 1e-4);
    assert_true(x[1].value == 103 && x[1].error > 3 - sqrt(8) && x[1].error < 0.18);
    assert_true(isnan(x[2].value) && isinf(x[2].error)); /* sqrt(0 - 1) */
    assert_true(isnan(x[3].value) && x[3].error == 0);
    assert_true(x[4].value == 114);
    assert_true(x[5].value == 1e9 && x[5].error == 0);
    assert_int_equal(epilogue_supported(&bare, &fault), -1);
    fault_clear(&fault);
    assert_int_equal(epilogue_supported(&stray, &fault), -1);
    fault_clear(&fault);
}

static float single_gelu(float x)
{
    return x * (0.5f + 0.5f * erff(0.70710678f * x));
}

static float single_gelu_tanh(float x)
{
    return x * (0.5f + 0.5f * tanhf(0.79788456f * (x + 0.044715f * x * x * x)));
}

static float single_silu(float x)
{
    return x / (1 + expf(-x));
}

static float single_sigmoid(float x)
{
    return 1 / (1 + expf(-x));
}

/* Single precision, from an argument that is wrong already, stays within the error. */
static void errors_hold(void **state)
{
    static const struct {
        const char *name;
        float (*single)(float x);
    } rows[] = {{"gelu", single_gelu},
                {"gelu_tanh", single_gelu_tanh},
                {"silu", single_silu},
                {"sigmoid", single_sigmoid},
                {"tanh", tanhf}};
    uint64_t random = 1;

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        for (int turn = 0; turn < 20000; turn++) {
            const double x = ((double)(random_next(&random) >> 11) * 0x1p-52 - 1) * 12;
            const double error = turn % 2 ? 0 : 1e-3;
            const float given = (float)(x + error);
            const struct estimate right = apply(
                rows[i].name, 0, 0,
                (struct estimate){turn % 2 ? (double)given : x, error + (turn % 2 ? 0 : 1e-6)});
            const double difference = fabs((double)rows[i].single(given) - right.value);

            if (difference > right.error)
                fail_msg("%s(%.9g): %.3g from the reference, %.3g allowed", rows[i].name,
                         (double)given, difference, right.error);
            assert_true(right.error < 3e-3 * 1.2 + 1e-4);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_values),       cmocka_unit_test(exact_stays_exact),
        cmocka_unit_test(not_a_number_stays), cmocka_unit_test(expressions),
        cmocka_unit_test(errors_hold),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
