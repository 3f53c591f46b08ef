/* Counting a formula of a manifest. */
#include <string.h>

#include "harness/run/launch.h"

static bool calculate(const char *operation, int64_t left, int64_t right, int64_t *result)
{
    switch (*operation) {
    case '+':
        return !__builtin_add_overflow(left, right, result);
    case '-':
        return !__builtin_sub_overflow(left, right, result);
    case '*':
        return !__builtin_mul_overflow(left, right, result);
    case '/':
    case '%':
        if (right == 0 || (right == -1 && left == INT64_MIN))
            return false;
        *result = *operation == '/' ? left / right : left % right;
        return true;
    default:
        *result = (strcmp(operation, "min") == 0) == (left < right) ? left : right;
        return true;
    }
}

bool launch_formula(const json_t *formula, int64_t (*value_of)(const void *self, const char *name),
                    const void *self, int64_t *result)
{
    const bool alone = json_array_size(formula) == 2;
    int64_t left = 0, right = 0;

    if (!json_is_array(formula)) {
        *result = json_is_integer(formula) ? json_integer_value(formula)
                                           : value_of(self, json_string_value(formula));
        return true;
    }
    return (alone || launch_formula(json_array_get(formula, 1), value_of, self, &left)) &&
           launch_formula(json_array_get(formula, alone ? 1 : 2), value_of, self, &right) &&
           calculate(json_string_value(json_array_get(formula, 0)), left, right, result);
}
