/* A case of a size: storage, members, scalars and data, which change from case to case. */
#include "harness/base/list.h"
#include "harness/verify/internal.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "harness/base/sizes.h"
#include "harness/base/text.h"

const double case_scalars[4] = {1, 0.5, -1, 0};

static bool fits(const struct case_maker *maker, const struct test_case *test_case)
{
    struct launch launch;

    return launch_resolve(maker->manifest, test_case, &launch, NULL) == 0;
}

static void append(struct case_maker *maker, const struct check_case *check_case)
{
    struct case_list *cases = maker->cases;

    if (list_grow(&cases->list, cases->count, sizeof *cases->list))
        cases->list[cases->count++] = *check_case;
    else
        fault_memory(maker->fault);
}

/* Leading dimensions: tight, one more, odd, a few more. Offsets: none, odd, even. All rounded up
 * to what the constraints want. */
static void set_storage(const struct case_maker *maker, size_t turn, struct test_case *test_case)
{
    static const uint64_t more[5] = {0, 1, 3, 8, 0}, offsets[4] = {0, 1, 16, 5};
    const struct problem *problem = &maker->manifest->problem;
    struct launch launch = {0};

    memcpy(&launch.value[SYMBOL_M], test_case->size, sizeof test_case->size);
    for (int i = 0; i < OPERAND_COUNT; i++) {
        uint64_t rows, columns, tight, ld, offset = offsets[(turn + (size_t)i) % 4];
        bool swapped;

        launch_shape(problem, &launch, i, &rows, &columns, &swapped);
        tight = swapped ? rows : columns;
        ld = (tight == 0 ? 1 : tight) + more[(turn + 2 * (size_t)i) % 5];
        if (more[(turn + 2 * (size_t)i) % 5] == 3)
            ld |= 1;
        if (size_round_up(ld, launch_multiple(maker->manifest, (enum symbol)(SYMBOL_LDA + i)), &ld))
            test_case->ld[i] = ld;
        if (size_round_up(offset,
                          launch_multiple(maker->manifest, (enum symbol)(SYMBOL_OFFSET_A + i)),
                          &offset))
            test_case->offset[i] = offset;
    }
    test_case->residual_room = more[turn % 5];
}

/* With random values a half becomes a third, which shows where a factor is taken through a type
 * that is narrower than its own; among whole numbers it is 3. */
static double scalar_of(const struct case_maker *maker, enum case_data data, double factor)
{
    if (factor != 0.5)
        return factor;
    return maker->whole ? 3 : data == CASE_RANDOM ? 1.0 / 3 : 0.5;
}

/* Members that a work-group of some step has side by side. */
static uint64_t members_of_group(const struct manifest *manifest)
{
    uint64_t most = 1;

    for (size_t i = 0; i < manifest->step_count; i++) {
        const struct step *step = &manifest->steps[i];

        for (size_t j = 0; step->kind == STEP_KERNEL && j < step->dimensions; j++)
            if (step->global[j].dim.symbol == SYMBOL_BATCH && step->global[j].per_group > most)
                most = step->global[j].per_group;
    }
    return most;
}

/* Deals rows out to groups in each of the ways in turn, mostly at random; and more groups than
 * members of other batches. */
static void set_groups(const struct case_maker *maker, size_t turn, struct test_case *test_case)
{
    static const uint64_t more[5] = {0, 6, 1, 21, 100};
    static const enum dealing ways[8] = {DEALT_RANDOM, DEALT_EVEN, DEALT_RANDOM, DEALT_HOSTILE,
                                         DEALT_ONE,    DEALT_NONE, DEALT_ZIPF,   DEALT_SINGLE};
    const enum dealing way = ways[turn % 8];

    test_case->dealt = way == DEALT_RANDOM ? DEALT_RANDOM + turn : way;
    if (!maker->asked.has_members && maker->manifest->problem.members.kind != GIVEN_FIXED)
        test_case->members += more[turn % 5];
}

/* Sets a few members of a batch, as many as are asked for, with gaps and without, some with one A
 * or one B for all; fewer and more than work-groups have, if these have several. */
static void set_members(const struct case_maker *maker, size_t turn, struct test_case *test_case)
{
    static const uint64_t members[8] = {3, 2, 1, 5, 2, 4, 0, 3}, gaps[5] = {0, 1, 7, 0, 3};
    const struct problem *problem = &maker->manifest->problem;
    const uint64_t together = members_of_group(maker->manifest);

    if (problem->batch == BATCH_NONE)
        return;
    if (problem->members.kind != GIVEN_FIXED && !test_case->has_members) {
        test_case->has_members = true;
        test_case->members = members[turn % 8] + (together > 1 && turn % 2 == 1 ? together : 0);
    }
    if (problem->batch == BATCH_GROUPS)
        set_groups(maker, turn, test_case);
    for (size_t i = 0; i < OPERAND_COUNT; i++)
        test_case->gap[i] = maker->tight ? 0 : gaps[(turn + i) % 5];
    /* A formula of members may divide by a stride. */
    test_case->turn = turn % (maker->manifest->turns + 1);
    test_case->shared[OPERAND_A] = turn % 4 == 1 && maker->manifest->member_of[OPERAND_A] == NULL;
    test_case->shared[OPERAND_B] =
        (turn % 4 == 3 || turn % 8 == 1) && maker->manifest->member_of[OPERAND_B] == NULL;
}

/* Complex numbers get an imaginary part for every other scalar, so that one alone is not zero, but
 * for those that infinities are multiplied with. */
static void set_imaginary(const struct case_maker *maker, enum case_data data,
                          struct test_case *test_case)
{
    if (element_parts(maker->manifest->problem.type[OPERAND_C]) == 1 || data == CASE_INFINITE)
        return;
    test_case->alpha_i = maker->turn % 4 == 0 ? 0 : maker->turn % 2 == 0 ? -1 : 0.5;
    test_case->beta_i = maker->turn / 4 % 2 == 0 ? 0 : test_case->alpha == 0 ? 1 : -0.5;
}

void case_add(struct case_maker *maker, const uint64_t *size, enum case_data data, double alpha,
              double beta)
{
    struct check_case check_case = {.test_case = maker->asked,
                                    .data = maker->whole ? CASE_EXACT : data};
    struct test_case *test_case = &check_case.test_case;

    set_members(maker, maker->turn, test_case);
    test_case->alpha = scalar_of(maker, data, alpha);
    test_case->beta = scalar_of(maker, data, beta);
    set_imaginary(maker, data, test_case);
    for (int i = 0; i < 3; i++) {
        const struct given_size *given = &maker->manifest->problem.size[i];

        test_case->size[i] = given->kind == GIVEN_FIXED ? given->number : size[i];
        test_case->has_size[i] = true;
    }
    if (!maker->tight)
        set_storage(maker, maker->turn, test_case);
    maker->turn++;
    if (!fits(maker, test_case)) {
        test_case->residual_room = 0;
        memset(test_case->ld, 0, sizeof test_case->ld);
        memset(test_case->offset, 0, sizeof test_case->offset);
    }
    if (fits(maker, test_case))
        append(maker, &check_case);
}

void case_add_given(struct case_maker *maker, const struct test_case *given)
{
    for (int i = 0; i < 4; i++) {
        struct check_case check_case = {.test_case = *given,
                                        .data = i < 2 || maker->whole ? CASE_EXACT : CASE_RANDOM};

        check_case.test_case.alpha = scalar_of(maker, check_case.data, case_scalars[i]);
        check_case.test_case.beta = scalar_of(maker, check_case.data, case_scalars[3 - i]);
        if (i > 0) {
            set_members(maker, (size_t)i, &check_case.test_case);
            set_storage(maker, (size_t)i, &check_case.test_case);
        }
        if (i == 0 || fits(maker, &check_case.test_case))
            append(maker, &check_case);
    }
}

void cases_deal(struct case_list *cases, uint64_t seed)
{
    enum {
        WAYS = 1000 /* more than there are cases of a kernel */
    };

    for (size_t i = 0; i < cases->count; i++)
        if (cases->list[i].test_case.dealt >= DEALT_RANDOM)
            cases->list[i].test_case.dealt += (seed - 1) % UINT32_MAX * WAYS;
}

void cases_release(struct case_list *cases)
{
    free(cases->list);
    memset(cases, 0, sizeof *cases);
}

/* Whether members have strides: a single product has none. */
static bool is_batch(const struct launch *launch)
{
    return launch->value[SYMBOL_BATCH] != 1 || launch->value[SYMBOL_STRIDE_C] != 0;
}

void case_describe(const struct launch *launch, const struct check_case *check_case, bool guards,
                   char *text, size_t room)
{
    static const char *const data[] = {"whole numbers", "random", "with infinities and NaN"};
    const bool complex = launch->alpha_i != 0 || launch->beta_i != 0;

    *text = '\0';
    for (int i = SYMBOL_M; i <= SYMBOL_STRIDE_C; i++)
        if (i <= SYMBOL_OFFSET_C || (i >= SYMBOL_BATCH && is_batch(launch)))
            text_append(text, room, "%s %" PRIu64 ", ", symbol_word((enum symbol)i),
                        launch->value[i]);
    launch_describe_turn(launch, text, room);
    if (complex)
        text_append(text, room, "alpha (%g, %g), beta (%g, %g)", launch->alpha, launch->alpha_i,
                    launch->beta, launch->beta_i);
    else
        text_append(text, room, "alpha %g, beta %g", launch->alpha, launch->beta);
    text_append(text, room, "; %s; %s", data[check_case->data],
                guards ? "buffers with margins" : "buffers of exact length");
}
