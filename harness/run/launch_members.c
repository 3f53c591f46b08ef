/* The member of a batch that an operand has where a host says it by a formula, and the numbers that are passed for the arguments of that. */
#include <inttypes.h>
#include <string.h>

#include "harness/base/random.h"
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

int32_t launch_id(const struct launch *launch, uint64_t index)
{
    const uint64_t members = launch->value[SYMBOL_BATCH];
    uint64_t seed = (launch->turn << 32) + index;

    return (int32_t)(launch->turn == 0 ? members - 1 - index % members
                                       : random_below(&seed, members));
}

/* Names in a formula of members: the arguments that are passed, `member`, and strides of the batch. */
struct of_member {
    const struct launch *launch;
    uint64_t member;
    uint64_t *ids; /* grows to how many numbers of matrices the formula asks */
};

static int64_t value_of(const void *self, const char *name, uint64_t index)
{
    const struct of_member *const of = self;

    if (strcmp(name, "member") == 0)
        return (int64_t)of->member;
    const struct argument *const argument = manifest_argument(of->launch->manifest, name);
    if (argument == NULL)
        return (int64_t)of->launch->value[symbol_find(name)];
    if (argument->kind != ARGUMENT_BUFFER)
        return (int64_t)launch_passed(of->launch, argument);
    *of->ids = index >= *of->ids ? index + 1 : *of->ids;
    return launch_id(of->launch, index);
}

static const json_t *formula_of(const struct launch *launch, int operand)
{
    return launch->manifest == NULL ? NULL : launch->manifest->member_of[operand];
}

bool launch_counts_place(const struct launch *launch, int operand, uint64_t member, uint64_t *place)
{
    const json_t *const formula = formula_of(launch, operand);
    uint64_t ids = 0;
    int64_t counted = 0;

    if (formula == NULL)
        return false;
    *place = launch_formula(formula, value_of, &(struct of_member){launch, member, &ids}, &counted)
                 ? (uint64_t)counted
                 : UINT64_MAX;
    return true;
}

uint64_t launch_ids(const struct launch *launch)
{
    uint64_t ids = 0;
    int64_t place;

    for (int i = 0; i < OPERAND_COUNT; i++)
        for (uint64_t member = 0;
             formula_of(launch, i) != NULL && member < launch->value[SYMBOL_BATCH]; member++)
            launch_formula(formula_of(launch, i), value_of,
                           &(struct of_member){launch, member, &ids}, &place);
    return ids;
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
