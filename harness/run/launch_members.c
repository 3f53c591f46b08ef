/* The member of a batch that an operand has where a host says it by a formula, and the numbers that are passed for the arguments of that. */
#include <inttypes.h>
#include <string.h>

#include "harness/base/text.h"
#include "harness/run/launch.h"

/* The sum that a check passes for an argument in this turn, from 1 on; NULL: what the host says. */
static const struct sum *find_trial(const struct launch *launch, const struct argument *argument)
{
    const struct manifest *const manifest = launch->manifest;

    for (size_t i = 0; launch->turn > 0 && i < manifest->trial_count; i++)
        if (strcmp(manifest->trials[i].argument, argument->name) == 0)
            return &manifest->trials[i].sums[(launch->turn - 1) % manifest->trials[i].count];
    return NULL;
}

double launch_passed(const struct launch *launch, const struct argument *argument)
{
    const struct sum *const sum = find_trial(launch, argument);

    if (sum != NULL)
        return launch_sum(launch, sum->terms, sum->count);
    return argument->kind == ARGUMENT_SUM
               ? launch_sum(launch, argument->terms, argument->term_count)
           : argument->kind == ARGUMENT_VALUE && symbol_is_scalar(argument->symbol)
               ? launch_scalar(launch, argument->symbol)
           : argument->kind == ARGUMENT_VALUE ? (double)launch->value[argument->symbol]
           : element_is_real(argument->type)  ? argument->literal
                                              : (double)argument->literal_whole;
}

bool launch_tries(const struct launch *launch, const struct argument *argument)
{
    return find_trial(launch, argument) != NULL;
}

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

/* False where it has no value of 63 bits. */
static bool evaluate(const struct launch *launch, const json_t *formula, uint64_t member,
                     int64_t *result)
{
    const bool alone = json_array_size(formula) == 2;
    int64_t left = 0, right = 0;

    if (json_is_integer(formula)) {
        *result = json_integer_value(formula);
        return true;
    }
    if (json_is_string(formula)) {
        const char *const name = json_string_value(formula);

        *result = strcmp(name, "member") == 0
                      ? (int64_t)member
                      : (int64_t)launch_passed(launch, manifest_argument(launch->manifest, name));
        return true;
    }
    return (alone || evaluate(launch, json_array_get(formula, 1), member, &left)) &&
           evaluate(launch, json_array_get(formula, alone ? 1 : 2), member, &right) &&
           calculate(json_string_value(json_array_get(formula, 0)), left, right, result);
}

static const json_t *formula_of(const struct launch *launch, int operand)
{
    return launch->manifest == NULL ? NULL : launch->manifest->member_of[operand];
}

bool launch_counts_place(const struct launch *launch, int operand, uint64_t member, uint64_t *place)
{
    const json_t *const formula = formula_of(launch, operand);
    int64_t counted = 0;

    if (formula == NULL)
        return false;
    *place = evaluate(launch, formula, member, &counted) ? (uint64_t)counted : UINT64_MAX;
    return true;
}

void launch_write_places(const struct launch *launch, FILE *stream)
{
    uint64_t place;

    for (int i = 0; i < OPERAND_COUNT; i++)
        for (uint64_t member = 0;
             member < launch->value[SYMBOL_BATCH] && launch_counts_place(launch, i, member, &place);
             member++)
            fprintf(stream, "%" PRIu64 " ", place);
}

void launch_describe_turn(const struct launch *launch, char *text, size_t room)
{
    const struct manifest *const manifest = launch->manifest;

    for (size_t i = 0; launch->turn > 0 && i < manifest->trial_count; i++) {
        const char *const name = manifest->trials[i].argument;

        text_append(text, room, "%s %.0f, ", name,
                    launch_passed(launch, manifest_argument(manifest, name)));
    }
}

int launch_check_members(const struct launch *launch, struct fault *fault)
{
    const uint64_t members = launch->value[SYMBOL_BATCH];
    char passed[200] = "";

    for (int i = 0; i < OPERAND_COUNT; i++)
        for (uint64_t member = 0, place; member < members; member++) {
            if (!launch_counts_place(launch, i, member, &place))
                break;
            if (place < members)
                continue;
            launch_describe_turn(launch, passed, sizeof passed);
            return fault_set(fault, FAULT_WRONG,
                             "member_%c of the interface is %" PRId64 " where member is %" PRIu64
                             "%s%.*s: a batch of %" PRIu64 " has no such member",
                             "abc"[i], (int64_t)place, member, *passed ? " and " : "",
                             *passed ? (int)strlen(passed) - 2 : 0, passed, members);
        }
    return 0;
}
