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

bool launch_formula(const json_t *formula, launch_value_of *value_of, const void *self,
                    int64_t *result)
{
    const bool alone = json_array_size(formula) == 2;
    int64_t left = 0, right = 0;

    if (!json_is_array(formula)) {
        *result = json_is_integer(formula) ? json_integer_value(formula)
                                           : value_of(self, json_string_value(formula), 0);
        return true;
    }
    const char *const operation = json_string_value(json_array_get(formula, 0));
    if (strcmp(operation, "[]") == 0) {
        const char *const array = json_string_value(json_array_get(formula, 1));

        if (!launch_formula(json_array_get(formula, 2), value_of, self, &right) || right < 0 ||
            right >= INT32_MAX)
            return false;
        *result = value_of(self, array, (uint64_t)right);
        return true;
    }
    return (alone || launch_formula(json_array_get(formula, 1), value_of, self, &left)) &&
           launch_formula(json_array_get(formula, alone ? 1 : 2), value_of, self, &right) &&
           calculate(operation, left, right, result);
}
