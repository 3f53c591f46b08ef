/* Constraints of a manifest on one symbol. */
#include "harness/base/sizes.h"
#include "harness/manifest/internal.h"
#include "harness/run/launch.h"

/* Whether a constraint is about this symbol alone, against a number. */
static bool is_about(const struct constraint *constraint, enum symbol symbol)
{
    return constraint->left_count == 1 && constraint->left[0] == symbol &&
           constraint->right.symbol == SYMBOL_NONE;
}

uint64_t launch_multiple(const struct manifest *manifest, enum symbol symbol)
{
    uint64_t multiple = 1, common;

    for (size_t i = 0; i < manifest->constraint_count; i++) {
        const struct constraint *constraint = &manifest->constraints[i];

        if (constraint->op == OP_MULTIPLE_OF && is_about(constraint, symbol) &&
            size_common_multiple(multiple, constraint->right.number, &common))
            multiple = common;
    }
    return multiple;
}

uint64_t launch_least(const struct manifest *manifest, enum symbol symbol)
{
    uint64_t least = 0;

    for (size_t i = 0; i < manifest->constraint_count; i++) {
        const struct constraint *constraint = &manifest->constraints[i];

        if (constraint->op == OP_AT_LEAST && is_about(constraint, symbol) &&
            constraint->right.number > least)
            least = constraint->right.number;
    }
    return least;
}
