/* The members of a batch: how many there are, where they begin, in how many launches, and what rows
 * groups have. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "harness/base/list.h"
#include "harness/base/random.h"
#include "harness/base/sizes.h"
#include "harness/manifest/internal.h"
#include "harness/run/launch.h"

bool launch_span(uint64_t lines, uint64_t length, uint64_t ld, uint64_t *elements)
{
    *elements = 0;
    return lines == 0 || length == 0 ||
           (size_multiply(lines - 1, ld, elements) && size_add(*elements, length, elements));
}

static int resolve_members(const struct problem *problem, const struct test_case *test_case,
                           struct launch *launch, struct fault *fault)
{
    const struct given_size *given = &problem->members;
    const uint64_t asked = test_case->has_members ? test_case->members : BATCH_MEMBERS;
    const uint64_t members = given->kind == GIVEN_FIXED ? given->number : asked;

    if (test_case->has_members && members != asked)
        return fault_set(
            fault, FAULT_REFUSED,
            "the kernel is made for %" PRIu64 " member%s of a batch, not for %" PRIu64 "%s",
            members, members == 1 ? "" : "s", asked,
            problem->batch == BATCH_NONE ? "; ask --batch strided where it is generated" : "");
    if (members > MANIFEST_SIZE_LIMIT)
        return fault_set(fault, FAULT_REFUSED, "%" PRIu64 " members are above 2^48", members);
    launch->value[SYMBOL_BATCH] = members;
    /* As many as even groups; else fewer, and some of no group. */
    launch->value[SYMBOL_MATRICES] =
        !launch->experts || launch->dealt == DEALT_EVEN ? members : members - members / 3 + 1;
    return 0;
}

bool launch_is_common(const struct launch *launch, int operand)
{
    return launch->grouped && operand != operand_of_groups(launch->ragged);
}

/* Members lie behind each other with a gap, as far apart as the constraints want, or are all the
 * same one. `span`: elements of one. */
static int resolve_stride(const struct manifest *manifest, const struct test_case *test_case,
                          int operand, uint64_t span, struct launch *launch, struct fault *fault)
{
    const struct problem *problem = &manifest->problem;
    const enum symbol symbol = (enum symbol)(SYMBOL_STRIDE_A + operand);
    const struct given_size *given = &problem->stride[operand];
    const bool one = launch_is_common(launch, operand);
    uint64_t stride;

    if (!size_add(span, test_case->gap[operand], &stride) ||
        !size_round_up(stride, launch_multiple(manifest, symbol), &stride) ||
        stride > MANIFEST_SIZE_LIMIT)
        return fault_set(fault, FAULT_REFUSED, "the size of %c does not fit 63 bits",
                         "ABC"[operand]);
    if (stride == 0)
        stride = launch_multiple(manifest, symbol);
    if (problem->batch != BATCH_OFFSETS && given->kind == GIVEN_FIXED && !one) {
        if (given->number != 0 && given->number < span && launch->value[SYMBOL_BATCH] > 1)
            return fault_set(fault, FAULT_REFUSED,
                             "members of %c%s, of %" PRIu64
                             " elements, overlap: the kernel is made for "
                             "a stride of %" PRIu64,
                             "ABC"[operand],
                             operand == OPERAND_C && problem->epilogue_count > 0
                                 ? " (or of a residual, which has its stride)"
                                 : "",
                             span, given->number);
        stride = given->number;
    } else if (test_case->shared[operand] && operand != OPERAND_C) {
        stride = 0;
    }
    launch->value[symbol] = one ? 0 : stride;
    return 0;
}

int launch_batch(const struct manifest *manifest, const struct test_case *test_case,
                 const uint64_t span[OPERAND_COUNT], struct launch *launch, struct fault *fault)
{
    const struct problem *problem = &manifest->problem;

    if (test_case->has_groups && problem->batch != BATCH_GROUPS)
        return fault_set(fault, FAULT_REFUSED,
                         "--groups deals out rows to groups, of which the kernel has none; ask "
                         "--batch groups where it is generated");
    if (test_case->has_groups && launch->value[problem->ragged] != test_case->to_deal)
        return fault_set(fault, FAULT_REFUSED,
                         "--groups deals out %" PRIu64 " of %c, which is %" PRIu64
                         "; ask the other two of -M, -N and -K",
                         test_case->to_deal, "MNK"[problem->ragged - SYMBOL_M],
                         launch -> value[problem->ragged]);
    if (resolve_members(problem, test_case, launch, fault))
        return -1;
    for (int i = 0; i < OPERAND_COUNT && problem->batch != BATCH_NONE; i++)
        if (resolve_stride(manifest, test_case, i, span[i], launch, fault))
            return -1;
    return 0;
}

uint64_t launch_place(const struct launch *launch, int operand, uint64_t member)
{
    uint64_t place;

    return launch_counts_place(launch, operand, member, &place) ? place
           : operand == OPERAND_B                               ? launch_expert(launch, member)
                                                                : member;
}

uint64_t launch_member(const struct launch *launch, int operand, uint64_t member)
{
    const uint64_t members = launch->value[SYMBOL_BATCH];
    uint64_t place = launch_place(launch, operand, member);

    if (launch->listed && operand == OPERAND_A)
        place = members - 1 - member;
    else if (launch->listed)
        place = (member + (uint64_t)operand) % members;
    return place * launch->value[SYMBOL_STRIDE_A + operand];
}

/* ------------------------------------------------------------------------------------ groups */

/* Which row the upper one of two halves of groups begins with, that have the rows from `first` to
 * `end`: any, and often the first or the last. */
static uint64_t cut_at_random(uint64_t seed, uint64_t first, uint64_t end)
{
    const uint64_t random = random_next(&seed);

    return random % 4 == 0   ? first
           : random % 4 == 1 ? end
                             : first + (random >> 8) % (end - first + 1);
}

/* The groups are halved until this one begins the upper half. */
static uint64_t random_row(const struct launch *launch, uint64_t group)
{
    const uint64_t rows = launch->value[launch->ragged], seed = launch->dealt << 32;
    uint64_t low = 0, high = launch->value[SYMBOL_BATCH];
    uint64_t first = launch->dealt % 3 == 0 ? rows / 7 : 0;
    uint64_t end = launch->dealt % 4 == 0 ? rows - rows / 5 : rows;

    while (group != low && group != high) {
        const uint64_t middle = (low + high) / 2, cut = cut_at_random(seed + middle, first, end);

        if (group < middle) {
            high = middle;
            end = cut;
        } else {
            low = middle;
            first = cut;
        }
    }
    return group == low ? first : end;
}

/* The places of groups by their sizes are apart from each other: a step that has no factor in
 * common with their number. */
static uint64_t step_of_places(uint64_t groups)
{
    uint64_t step = groups * 5 / 8 + 1;

    while (size_common_divisor(step, groups) != 1)
        step++;
    return step;
}

/* Group i has rows by 1 / (its place + 1). */
static uint64_t zipf_row(const struct launch *launch, uint64_t group)
{
    const uint64_t rows = launch->value[launch->ragged], groups = launch->value[SYMBOL_BATCH];
    double before = 0, all = 0;

    if (group == groups)
        return rows;
    const uint64_t step = step_of_places(groups);
    for (uint64_t i = 0, place = 0; i < groups; i++, place = (place + step) % groups) {
        before = i == group ? all : before;
        all += 1 / (double)(place + 1);
    }
    return (uint64_t)(before / all * (double)rows);
}

const char *launch_dealing(const struct launch *launch)
{
    return dealt_find(launch->dealt) != NULL ? "list"
           : launch->dealt == DEALT_ZIPF     ? "zipf"
                                             : "even";
}

uint64_t launch_first_row(const struct launch *launch, uint64_t group)
{
    const uint64_t rows = launch->value[launch->ragged], groups = launch->value[SYMBOL_BATCH];
    const struct dealt_list *const list = dealt_find(launch->dealt);

    if (list != NULL)
        return list->first[group < list->groups ? group : list->groups];
    switch (launch->dealt) {
    case DEALT_ONE:
        return group > groups / 2 ? rows : 0;
    case DEALT_SINGLE:
        return group < rows ? group : rows;
    case DEALT_NONE:
        return 0;
    case DEALT_EVEN:
    case DEALT_HOSTILE:
        return groups == 0 ? 0 : rows / groups * group + rows % groups * group / groups;
    case DEALT_ZIPF:
        return zipf_row(launch, group);
    default:
        return random_row(launch, group);
    }
}

/* Any in no order; of even groups the last one first, so that all are read as often. */
uint64_t launch_expert(const struct launch *launch, uint64_t group)
{
    uint64_t seed = launch->dealt + group;

    return !launch->experts              ? group
           : launch->dealt == DEALT_EVEN ? launch->value[SYMBOL_BATCH] - 1 - group
                                         : random_below(&seed, launch->value[SYMBOL_MATRICES]);
}

uint64_t launch_matrices(const struct launch *launch, int operand)
{
    return launch_is_common(launch, operand)         ? 1
           : launch->experts && operand == OPERAND_B ? launch->value[SYMBOL_MATRICES]
                                                     : launch->value[SYMBOL_BATCH];
}

void launch_list_rows(struct launch *launch)
{
    const uint64_t m = launch->value[SYMBOL_M];
    const uint64_t more = launch->dealt == DEALT_EVEN || m == 0 ? 0 : 1 + m / 8;

    launch->value[SYMBOL_ROWS_A] = launch->gathers ? m + more : m;
    /* Two rows each are added to one, as those of a token by two experts. */
    const uint64_t written = launch->adds ? (m + 1) / 2 : m;

    launch->value[SYMBOL_ROWS_C] = launch->scatters ? written + 2 * more : m;
}

uint64_t launch_stored_rows(const struct launch *launch, int operand)
{
    return launch->value[operand == OPERAND_A ? SYMBOL_ROWS_A : SYMBOL_ROWS_C];
}

/* Rows that lie one behind another become such as lie far apart: multiples of a step that shares no
 * divisor with their number. Of even groups none is skipped. */
uint64_t launch_row(const struct launch *launch, int operand, uint64_t row)
{
    const bool listed = operand == OPERAND_A ? launch->gathers : launch->scatters;
    const uint64_t rows = launch_stored_rows(launch, operand);
    uint64_t step = rows / 3 + 1, seed = launch->dealt + row * 7 + (uint64_t)operand;

    if (!listed)
        return row;
    if (launch->dealt != DEALT_EVEN && random_below(&seed, 6) == 0)
        return LAUNCH_SKIPPED;
    while (size_common_divisor(step, rows) != 1)
        step++;
    return (row * step + launch->dealt + 1) % rows;
}

/* A number that names no row, or that of one. */
static int32_t told_row(const struct launch *launch, int operand, uint64_t index)
{
    const uint64_t row = launch_row(launch, operand, index);

    return row != LAUNCH_SKIPPED ? (int32_t)row
           : index % 2 == 0      ? -1
                                 : (int32_t)launch_stored_rows(launch, operand);
}

/* A group's matrix of B, the first and the last one often by a number before or beyond them all. */
static int32_t told_expert(const struct launch *launch, uint64_t group)
{
    const uint64_t expert = launch_expert(launch, group);
    const uint64_t matrices = launch->value[SYMBOL_MATRICES];
    const bool astray = launch->dealt != DEALT_EVEN && group % 2 == 0;

    return astray && expert + 1 == matrices ? (group % 4 == 0 ? (int32_t)matrices : INT32_MAX)
           : astray && expert == 0          ? (group % 4 == 0 ? -1 : INT32_MIN)
                                            : (int32_t)expert;
}

int32_t launch_told(const struct launch *launch, enum role role, uint64_t index)
{
    const int32_t most = (int32_t)launch->value[role == ROLE_EXPERTS   ? SYMBOL_MATRICES
                                                : role == ROLE_INDEX_A ? SYMBOL_ROWS_A
                                                : role == ROLE_INDEX_C ? SYMBOL_ROWS_C
                                                                       : launch->ragged];
    const int32_t nonsense[] = {-1,       most + 1, INT32_MIN, INT32_MAX, 0,
                                most / 2, most,     -most,     most + 65, 1};
    uint64_t seed = index + launch->value[SYMBOL_N] + (uint64_t)role;

    return role == ROLE_IDS ? launch_id(launch, index)
           : launch->dealt == DEALT_HOSTILE
               ? nonsense[random_below(&seed, sizeof nonsense / sizeof *nonsense)]
           : role == ROLE_EXPERTS ? told_expert(launch, index)
           : role == ROLE_INDEX_A ? told_row(launch, OPERAND_A, index)
           : role == ROLE_INDEX_C ? told_row(launch, OPERAND_C, index)
                                  : (int32_t)launch_first_row(launch, index);
}

uint64_t launch_parts(const struct step *step, const uint64_t *groups)
{
    const size_t last = step->dimensions - 1;
    const uint64_t most = step->global[last].most;

    return most == 0 || groups[last] == 0 ? 1 : groups[last] / most + (groups[last] % most != 0);
}

/* --------------------------------------------------------------------------------- constraints */

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

/* -------------------------------------------------------------------- lists of rows of groups */

static const uint64_t first_number = UINT64_C(1) << 48;

static struct {
    struct dealt_list *list;
    size_t count;
} kept;

/* The place of a list that is kept, or one past the last. */
static size_t place_of(const struct dealt_list *wanted)
{
    size_t place = 0;

    while (place < kept.count && (kept.list[place].groups != wanted->groups ||
                                  memcmp(kept.list[place].first, wanted->first,
                                         (wanted->groups + 1) * sizeof *wanted->first) != 0))
        place++;
    return place;
}

int dealt_keep(const uint64_t *rows, size_t groups, uint64_t *dealt, struct fault *fault)
{
    struct dealt_list list = {groups, calloc(groups + 1, sizeof *list.first)};

    if (list.first == NULL)
        return fault_memory(fault);
    for (size_t i = 0; i < groups; i++)
        list.first[i + 1] = list.first[i] + rows[i];
    const size_t place = place_of(&list);
    *dealt = first_number + place;
    if (place == kept.count && list_grow(&kept.list, kept.count, sizeof list)) {
        kept.list[kept.count++] = list;
        return 0;
    }
    free(list.first);
    return place < kept.count ? 0 : fault_memory(fault);
}

const struct dealt_list *dealt_find(uint64_t dealt)
{
    return dealt >= first_number && dealt - first_number < kept.count
               ? &kept.list[dealt - first_number]
               : NULL;
}
