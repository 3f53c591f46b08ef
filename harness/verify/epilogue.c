#include "harness/verify/epilogue.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Inputs of an operation, beside the value. */
struct given {
    enum element_type type;
    double operand;
    const double *number;
    struct estimate up; /* of a gated product: the second one */
};

static bool is_unknown(struct estimate x)
{
    return isnan(x.value) && isinf(x.error);
}

/* ------------------------------------------------------------------------- roundings */

/* A result that is rounded to the type: `lost` is what double loses of it, 0: nothing. */
static struct estimate rounded(const struct given *given, double value, double error, double lost)
{
    if (!isfinite(value))
        return (struct estimate){value, 0};
    if (error == 0 && lost == 0 && element_round(given->type, value) == value)
        return (struct estimate){value, 0};
    error += (element_roundoff(given->type) + element_roundoff(TYPE_F64)) * (fabs(value) + error) +
             element_facts[given->type].least_normal;
    return (struct estimate){value, error};
}

/* Rounding error of an addition in double (Knuth, The Art of Computer Programming 2, 4.2.2). */
static double lost_in_sum(double a, double b)
{
    const double sum = a + b, of_b = sum - a;

    return (a - (sum - of_b)) + (b - of_b);
}

static struct estimate plus(struct estimate x, const struct given *given)
{
    return rounded(given, x.value + given->operand, x.error, lost_in_sum(x.value, given->operand));
}

static struct estimate scaled(struct estimate x, double factor, const struct given *given)
{
    const double product = x.value * factor;

    return rounded(given, product, fabs(factor) * x.error, fma(x.value, factor, -product));
}

static struct estimate times(struct estimate x, const struct given *given)
{
    return scaled(x, given->operand, given);
}

/* Whether an estimate may be zero or have either sign. */
static bool may_be_zero(struct estimate x)
{
    return x.error > 0 && fabs(x.value) <= x.error;
}

/* Times the second product, see epilogue_apply. */
static struct estimate gated(struct estimate x, const struct given *given)
{
    const struct estimate up = given->up;
    const double product = x.value * up.value;

    /* Infinity times what is zero or has either sign may be anything. */
    if ((isinf(up.value) && may_be_zero(x)) || (isinf(x.value) && may_be_zero(up)))
        return (struct estimate){NAN, INFINITY};
    return rounded(given, product,
                   fabs(x.value) * up.error + fabs(up.value) * x.error + x.error * up.error,
                   fma(x.value, up.value, -product));
}

/* ------------------------------------------------------------------ piecewise linear */

static struct estimate relu(struct estimate x, const struct given *given)
{
    (void)given;
    if (x.value + x.error <= 0)
        return (struct estimate){0, 0};
    return (struct estimate){x.value < 0 ? 0 : x.value, x.error};
}

static struct estimate leaky_relu(struct estimate x, const struct given *given)
{
    const double slope = element_round(given->type, given->number[0]);
    struct estimate below;

    if (x.value - x.error >= 0 || isnan(x.value))
        return x;
    below = scaled(x, slope, given);
    if (x.value + x.error < 0)
        return below;
    return (struct estimate){x.value < 0 ? below.value : x.value,
                             below.error + x.error * fmax(1, fabs(slope))};
}

static struct estimate clamp(struct estimate x, const struct given *given)
{
    const double low = element_round(given->type, given->number[0]);
    const double high = element_round(given->type, given->number[1]);

    if (x.value + x.error <= low)
        return (struct estimate){low, 0};
    if (x.value - x.error >= high)
        return (struct estimate){high, 0};
    return (struct estimate){x.value < low ? low : x.value > high ? high : x.value, x.error};
}

/* ------------------------------------------------------------------------- functions */

/* A function of slope at most `slope` whose result has `roundings` of magnitude `of` on the device,
 * each of half an ulp, which is at most the unit roundoff; and as many of the host's double, at
 * most. */
static struct estimate function(struct estimate x, double value, double slope, double roundings,
                                double of, const struct given *given)
{
    const double unit = element_roundoff(given->type) + element_roundoff(TYPE_F64);

    if (!isfinite(x.value) && !isfinite(value))
        return (struct estimate){value, 0};
    return (struct estimate){value, (isfinite(x.value) ? slope * x.error : 0) +
                                        roundings * unit * of +
                                        element_facts[given->type].least_normal};
}

static double greatest(struct estimate x)
{
    return fabs(x.value) + x.error;
}

/* x (1/2 + 1/2 erf(x / sqrt(2))): 16 ulps of erf are 32 roundings, halved; its argument adds less
 * than one, sum and product one each. Its slope is at most 1.129, at sqrt(2). */
static struct estimate gelu(struct estimate x, const struct given *given)
{
    const double value = x.value * (0.5 + 0.5 * erf(0.70710678118654752 * x.value));

    return function(x, value, 1.13, 20, greatest(x), given);
}

/* The same with tanh, whose 5 ulps are 10 roundings, halved; those of its argument, five, are
 * weighed by t / cosh(t)^2, at most 0.45. */
static struct estimate gelu_tanh(struct estimate x, const struct given *given)
{
    const double cube = x.value * x.value * x.value;
    const double inner = 0.79788456080286536 * (x.value + 0.044715 * cube);

    return function(x, x.value * (0.5 + 0.5 * tanh(inner)), 1.13, 11, greatest(x), given);
}

/* 1 / (1 + exp(-x)): 3 ulps of exp are 6 roundings, one of the sum, 2.5 ulps of the division 5. */
static struct estimate sigmoid(struct estimate x, const struct given *given)
{
    return function(x, 1 / (1 + exp(-x.value)), 0.25, 13, 1, given);
}

static struct estimate silu(struct estimate x, const struct given *given)
{
    return function(x, x.value / (1 + exp(-x.value)), 1.1, 13, greatest(x), given);
}

static struct estimate tangent(struct estimate x, const struct given *given)
{
    return function(x, tanh(x.value), 1, 11, fmin(greatest(x), 1), given);
}

/* ----------------------------------------------------------------------------- table */

static const struct {
    const char *name;
    struct estimate (*apply)(struct estimate x, const struct given *given);
    bool reads; /* an operand */
    size_t numbers;
} references[] = {
    {"bias", plus, true, 0},          {"scale", times, true, 0},
    {"residual", plus, true, 0},      {"relu", relu, false, 0},
    {"gelu", gelu, false, 0},         {"leaky_relu", leaky_relu, false, 1},
    {"silu", silu, false, 0},         {"gelu_tanh", gelu_tanh, false, 0},
    {"sigmoid", sigmoid, false, 0},   {"tanh", tangent, false, 0},
    {"clamp", clamp, false, 2},       {"expression", NULL, false, 0},
    {OPERATION_GATE, gated, true, 0},
};

enum {
    REFERENCE_COUNT = sizeof references / sizeof *references
};

static size_t find(const char *name)
{
    size_t i = 0;

    while (i < REFERENCE_COUNT && strcmp(references[i].name, name) != 0)
        i++;
    return i;
}

int epilogue_supported(const struct problem *problem, struct fault *fault)
{
    for (size_t i = 0; i < problem->epilogue_count; i++) {
        const struct operation *operation = &problem->epilogue[i];
        size_t row = find(operation->name);

        if (problem->attends)
            continue;
        if (row == REFERENCE_COUNT || (references[row].apply == gated && problem->gate == NULL))
            return fault_set(fault, FAULT_REFUSED,
                             "this harness has no reference for the operation `%.40s` of the "
                             "epilogue",
                             operation->name);
        if (references[row].reads != (operation->operand != NULL) ||
            references[row].numbers != operation->number_count)
            return fault_set(fault, FAULT_REFUSED,
                             "operation `%s` of the epilogue takes %s operand and %zu parameters",
                             operation->name, references[row].reads ? "an" : "no",
                             references[row].numbers);
        if ((references[row].apply == NULL) != (operation->expression != NULL))
            return fault_set(fault, FAULT_REFUSED,
                             "operation `%s` of the epilogue takes %s expression", operation->name,
                             references[row].apply == NULL ? "an" : "no");
    }
    return 0;
}

/* ----------------------------------------------------------------------- expressions */

enum {
    CHUNK = 4096, /* elements that are evaluated together */
    POINTS = 3    /* the value, and both ends of its error */
};

/* Room for a chunk. */
struct points {
    double value[POINTS * CHUNK], row[POINTS * CHUNK], column[POINTS * CHUNK];
};

static void place_points(const struct epilogue *epilogue, const struct estimate *x, size_t count,
                         uint64_t first, uint64_t columns, struct points *points)
{
    for (size_t i = 0; i < count; i++) {
        const double error = x[i].error + 2 * element_roundoff(epilogue->type) * fabs(x[i].value);
        const double ends[POINTS] = {0, isfinite(error) ? -error : 0, isfinite(error) ? error : 0};

        for (size_t j = 0; j < POINTS; j++) {
            points->value[POINTS * i + j] = x[i].value + ends[j];
            points->row[POINTS * i + j] = (double)((first + i) / columns);
            points->column[POINTS * i + j] = (double)((first + i) % columns);
        }
    }
}

/* Estimates a result from the values at the points; unknown if one of them alone is no number, or
 * they are infinite apart. */
static struct estimate between(const double *at, enum element_type type)
{
    struct estimate x = {at[0], 0};

    for (size_t j = 1; j < POINTS; j++) {
        if (isnan(at[j]) != isnan(at[0]) || (!isnan(at[0]) && isinf(at[j] - at[0])))
            return (struct estimate){NAN, INFINITY};
        if (isfinite(at[0]))
            x.error = fmax(x.error, fabs(at[j] - at[0]));
    }
    if (isfinite(at[0]))
        x.error += 64 * element_roundoff(type) * fmax(1, fabs(at[0]));
    return x;
}

static int evaluate(const struct epilogue *epilogue, const char *expression, uint64_t columns,
                    uint64_t count, struct estimate *x, struct fault *fault)
{
    struct points *points = malloc(sizeof *points);
    int status = points == NULL ? fault_memory(fault) : 0;

    for (uint64_t first = 0; status == 0 && first < count; first += CHUNK) {
        const size_t length = count - first < CHUNK ? (size_t)(count - first) : CHUNK;

        place_points(epilogue, x + first, length, first, columns, points);
        status = epilogue->evaluator.evaluate(epilogue->evaluator.self, expression, epilogue->type,
                                              POINTS * length, points->value, points->row,
                                              points->column, fault);
        for (size_t i = 0; status == 0 && i < length; i++)
            if (!is_unknown(x[first + i]))
                x[first + i] = between(points->value + POINTS * i, epilogue->type);
    }
    free(points);
    return status;
}

/* ------------------------------------------------------------------------ operations */

static void apply(const struct epilogue *epilogue, size_t index, uint64_t rows, uint64_t columns,
                  const struct estimate *up, struct estimate *x)
{
    const struct operation *operation = &epilogue->list[index];
    const size_t reference = find(operation->name);

    for (uint64_t i = 0; i < rows * columns; i++) {
        const struct given given = {
            epilogue->type, epilogue_operand_at(epilogue, index, i / columns, i % columns),
            operation->number, up == NULL ? (struct estimate){0, 0} : up[i]};

        if (!is_unknown(x[i]))
            x[i] = references[reference].apply(x[i], &given);
    }
}

int epilogue_apply(const struct epilogue *epilogue, uint64_t rows, uint64_t columns,
                   const struct estimate *up, struct estimate *x, struct fault *fault)
{
    int status = 0;

    for (size_t i = 0; status == 0 && i < epilogue->count; i++)
        if (epilogue->list[i].expression != NULL)
            status =
                evaluate(epilogue, epilogue->list[i].expression, columns, rows * columns, x, fault);
        else
            apply(epilogue, i, rows, columns, up, x);
    return status;
}
