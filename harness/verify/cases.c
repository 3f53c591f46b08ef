#include "harness/verify/cases.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/base/text.h"
#include "harness/verify/fit.h"
#include "harness/base/sizes.h"
#include "harness/verify/verify.h"

struct maker {
    const struct manifest *manifest;
    struct case_list *cases;
    struct fault *fault;
    size_t turn; /* rotates storage, members and scalars from case to case */
    bool whole;  /* elements are whole numbers: all cases are exact */
    bool tight;  /* leading dimensions are the least, members follow each other, offsets are 0 */
    struct test_case asked; /* members, where they are asked for */
    uint64_t tile[3];
    uint64_t least[3], multiple[3];
};

/* 0 last. */
static const double scalars[4] = {1, 0.5, -1, 0};

/* Elements of C that a work-group of the multiplication covers along m or n. */
static uint64_t find_tile(const struct manifest *manifest, enum symbol symbol)
{
    struct launch launch = {.alpha = 1, .beta = 1};
    uint64_t tile;

    for (int i = 0; i < SYMBOL_COUNT; i++)
        launch.value[i] = 1024;
    tile = fit_tile(manifest, &launch, symbol);
    return tile > 0 && tile <= 1024 ? tile : 16;
}

static bool fits(const struct maker *maker, const struct test_case *test_case)
{
    struct launch launch;
    struct fault ignored = {0};
    bool kept = launch_resolve(maker->manifest, test_case, &launch, &ignored) == 0;

    fault_clear(&ignored);
    return kept;
}

static void append(struct maker *maker, const struct check_case *check_case)
{
    struct case_list *cases = maker->cases;

    if (cases->count == cases->room) {
        size_t room = cases->room == 0 ? 64 : 2 * cases->room;
        struct check_case *list = realloc(cases->list, room * sizeof *list);

        if (list == NULL) {
            fault_memory(maker->fault);
            return;
        }
        cases->list = list;
        cases->room = room;
    }
    cases->list[cases->count++] = *check_case;
}

/* Leading dimensions: tight, one more, odd, a few more. Offsets: none, odd, even. All rounded up
 * to what the constraints want. */
static void set_storage(const struct maker *maker, size_t turn, struct test_case *test_case)
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
static double scalar_of(const struct maker *maker, enum case_data data, double factor)
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

/* Deals rows out to groups in each of the ways in turn, mostly at random; and more groups than members of other batches. */
static void set_groups(const struct maker *maker, size_t turn, struct test_case *test_case)
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
static void set_members(const struct maker *maker, size_t turn, struct test_case *test_case)
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
    test_case->shared[OPERAND_A] = turn % 4 == 1;
    test_case->shared[OPERAND_B] = turn % 4 == 3 || turn % 8 == 1;
}

/* Complex numbers get an imaginary part for every other scalar, so that one alone is not zero, but
 * for those that infinities are multiplied with. */
static void set_imaginary(const struct maker *maker, enum case_data data,
                          struct test_case *test_case)
{
    if (element_parts(maker->manifest->problem.type[OPERAND_C]) == 1 || data == CASE_INFINITE)
        return;
    test_case->alpha_i = maker->turn % 4 == 0 ? 0 : maker->turn % 2 == 0 ? -1 : 0.5;
    test_case->beta_i = maker->turn / 4 % 2 == 0 ? 0 : test_case->alpha == 0 ? 1 : -0.5;
}

static void add(struct maker *maker, const uint64_t *size, enum case_data data, double alpha,
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

static bool has_size(const struct maker *maker, const uint64_t *size, enum case_data data)
{
    for (size_t i = 0; i < maker->cases->count; i++)
        if (maker->cases->list[i].data == data &&
            memcmp(maker->cases->list[i].test_case.size, size, 3 * sizeof *size) == 0)
            return true;
    return false;
}

/* Moves a size up to what the constraints on this size alone allow: one below the least is added
 * to it, so that 0, 1, 2, 7 around nothing become the same around the least. */
static bool move_up(const struct maker *maker, uint64_t *size)
{
    for (int i = 0; i < 3; i++) {
        const struct given_size *given = &maker->manifest->problem.size[i];

        if (given->kind == GIVEN_FIXED)
            size[i] = given->number;
        else if ((size[i] < maker->least[i] && !size_add(size[i], maker->least[i], &size[i])) ||
                 !size_round_up(size[i], maker->multiple[i], &size[i]))
            return false;
    }
    return true;
}

/* Whether the bound would see a lost product, or k cannot be any shorter. */
static bool bound_tells(const struct maker *maker, uint64_t k)
{
    uint64_t shortest[3] = {1, 1, 1};

    return k <= verify_depth(maker->manifest->problem.arithmetic) ||
           (move_up(maker, shortest) && k <= shortest[2]);
}

/* A size of a sweep, moved up to what constraints allow; each only once. Random data only as deep
 * as they tell something. Every one multiplies: alpha is not 0. */
static void add_size(struct maker *maker, uint64_t m, uint64_t n, uint64_t k, enum case_data data)
{
    uint64_t size[3] = {m, n, k};
    size_t turn = maker->turn;

    if (maker->whole)
        data = CASE_EXACT;
    if (move_up(maker, size) && !has_size(maker, size, data) &&
        (data != CASE_RANDOM || bound_tells(maker, size[2])))
        add(maker, size, data, scalars[turn % 3], scalars[(turn / 2 + 1) % 4]);
}

/* Several blocks of elements along K, and where lines share one, several along M and N. */
static void add_blocks(struct maker *maker, enum case_data data)
{
    const struct manifest *const manifest = maker->manifest;
    uint64_t lines = 1;

    for (size_t i = 0; i < manifest->buffer_count; i++)
        if (manifest->buffers[i].lines > lines)
            lines = manifest->buffers[i].lines;
    if (maker->multiple[2] > 1 || lines > 1)
        add_size(maker, lines + 4, lines + 6, 2 * maker->multiple[2] + 1, data);
}

static void add_edges(struct maker *maker, enum case_data data, size_t stride)
{
    const uint64_t tm = maker->tile[0], tn = maker->tile[1];
    const uint64_t rows[9] = {0, 1, 2, tm - 1, tm, tm + 1, tm + 7, 2 * tm - 1, 2 * tm + 3};
    const uint64_t columns[9] = {0, 1, 2, tn - 1, tn, tn + 1, tn + 7, 2 * tn - 1, 2 * tn + 3};
    const uint64_t depths[11] = {0, 1, 2, 7, 8, 9, 16, 17, 31, 33, 64};
    const uint64_t others[][3] = {
        {1, 1, 1},
        {2, 2, 2},
        {0, 0, 0},
        {tm, tn, 32},
        {2 * tm, 2 * tn, 64},
        {tm - 1, tn - 1, 7},
        {1, tn, 5},
        {tm, 1, 5},
        {37, 53, 29},
        {61, 17, 41},
        {3 * tm + 5, 3, 11},
        {3, 3 * tn + 5, 11},
        {5, 7, 257},
        {2 * tm + 1, tn - 1, 15},
    };
    size_t number = 0;

    for (size_t i = 0; i < 9; i++) {
        if (number++ % stride == 0)
            add_size(maker, rows[i], tn + 1, 9, data);
        if (number++ % stride == 0)
            add_size(maker, tm + 1, columns[i], 9, data);
    }
    for (size_t i = 0; i < 11; i++)
        if (number++ % stride == 0)
            add_size(maker, tm + 1, tn + 2, depths[i], data);
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (number++ % stride == 0)
            add_size(maker, others[i][0], others[i][1], others[i][2], data);
    add_blocks(maker, data);
}

/* Elements of the widest vector. */
enum {
    WIDEST = 16
};

static void add_tight(struct maker *maker, uint64_t m, uint64_t n, uint64_t k, enum case_data data)
{
    maker->tight = true;
    add_size(maker, m, n, k, data);
    maker->tight = false;
}

/* A few tiles and a part of one, where every line begins at a multiple of every vector: kernels may
 * move whole vectors there. */
static void add_aligned(struct maker *maker, enum case_data data)
{
    add_tight(maker, (2 * maker->tile[0] / WIDEST + 1) * WIDEST,
              (2 * maker->tile[1] / WIDEST + 1) * WIDEST, 64, data);
}

static void add_few(struct maker *maker, enum case_data data)
{
    const uint64_t tm = maker->tile[0], tn = maker->tile[1];

    add_size(maker, tm, tn, 16, data);
    add_size(maker, tm + 1, tn + 1, 17, data);
    add_size(maker, 1, 1, 1, data);
    add_size(maker, 37, 53, 29, data);
    add_size(maker, 2 * tm + 3, 2 * tn + 3, 64, data);
    add_size(maker, 0, 5, 5, data);
    add_size(maker, tm, tn, 0, data);
    add_size(maker, 129, 130, 127, data);
    add_blocks(maker, data);
}

/* Below, at and above the tile, and one that nothing divides: what a walk over many kernels can
 * afford. */
static void add_quick(struct maker *maker)
{
    const uint64_t tm = maker->tile[0], tn = maker->tile[1];

    add_size(maker, tm + 1, tn + 1, 73, CASE_EXACT);
    add_tight(maker, tm, tn, 64, CASE_EXACT);
    add_size(maker, tm - 1, tn - 1, 5, CASE_EXACT);
    add_size(maker, 37, 53, 131, CASE_EXACT);
    add_size(maker, tm + 3, 2 * tn + 1, 29, CASE_RANDOM);
    add_blocks(maker, CASE_EXACT);
}

/* Every pair of scalars, as far as they are given at launch. */
static void add_scalars(struct maker *maker)
{
    const struct problem *problem = &maker->manifest->problem;
    uint64_t size[3] = {maker->tile[0] + 1, maker->tile[1] + 1, 9};

    if (!move_up(maker, size))
        return;
    for (int i = 0; i < (problem->alpha.fixed ? 1 : 4); i++)
        for (int j = 0; j < (problem->beta.fixed ? 1 : 4); j++)
            add(maker, size, (i + j) % 2 == 0 ? CASE_EXACT : CASE_RANDOM, scalars[i], scalars[j]);
}

/* The last of k is where a remainder that is padded with zeros would make NaN of infinity. The
 * other values are whole numbers up to 4: their sums must not become infinite. */
static void add_infinities(struct maker *maker)
{
    static const uint64_t depths[4] = {1, 9, 16, 17};
    const struct problem *problem = &maker->manifest->problem;
    double greatest = fmin(element_greatest(problem->type[OPERAND_C]),
                           element_greatest(problem->arithmetic.accumulate));

    for (size_t i = 0; i < 4 && !maker->whole; i++) {
        uint64_t size[3] = {5, 6, depths[i]};

        if (move_up(maker, size) && 16 * (double)size[2] <= greatest &&
            !has_size(maker, size, CASE_INFINITE))
            add(maker, size, CASE_INFINITE, 1, i % 2 == 0 ? 0 : 0.5);
    }
}

/* One size asked for by name: exact and random, tight and with room. */
static void add_given(struct maker *maker, const struct test_case *given)
{
    for (int i = 0; i < 4; i++) {
        struct check_case check_case = {.test_case = *given,
                                        .data = i < 2 || maker->whole ? CASE_EXACT : CASE_RANDOM};

        check_case.test_case.alpha = scalar_of(maker, check_case.data, scalars[i]);
        check_case.test_case.beta = scalar_of(maker, check_case.data, scalars[3 - i]);
        if (i > 0) {
            set_members(maker, (size_t)i, &check_case.test_case);
            set_storage(maker, (size_t)i, &check_case.test_case);
        }
        if (i == 0 || fits(maker, &check_case.test_case))
            append(maker, &check_case);
    }
}

int cases_make(const struct manifest *manifest, enum case_sizes sizes,
               const struct test_case *given, struct case_list *cases, struct fault *fault)
{
    struct maker maker = {.manifest = manifest,
                          .cases = cases,
                          .fault = fault,
                          .whole = element_is_whole_sum(manifest->problem.type[OPERAND_C])};
    struct launch launch;

    memset(cases, 0, sizeof *cases);
    maker.asked.has_members = given != NULL && given->has_members;
    maker.asked.members = given == NULL ? 0 : given->members;
    maker.tile[0] = find_tile(manifest, SYMBOL_M);
    maker.tile[1] = find_tile(manifest, SYMBOL_N);
    for (int i = 0; i < 3; i++) {
        maker.multiple[i] = launch_multiple(manifest, (enum symbol)(SYMBOL_M + i));
        maker.least[i] = launch_least(manifest, (enum symbol)(SYMBOL_M + i));
    }
    if (sizes == SIZES_GIVEN) {
        if (launch_resolve(manifest, given, &launch, fault))
            return -1;
        add_given(&maker, given);
    } else if (sizes == SIZES_EDGE) {
        add_edges(&maker, CASE_EXACT, 1);
        add_aligned(&maker, CASE_EXACT);
        add_scalars(&maker);
        add_infinities(&maker);
        add_edges(&maker, CASE_RANDOM, 2);
    } else if (sizes == SIZES_QUICK) {
        add_quick(&maker);
    } else {
        add_few(&maker, CASE_EXACT);
        add_aligned(&maker, CASE_EXACT);
        add_scalars(&maker);
        add_infinities(&maker);
        add_few(&maker, CASE_RANDOM);
    }
    if (fault->code == FAULT_NONE && cases->count == 0)
        fault_set(fault, FAULT_REFUSED,
                  "none of the sizes to be tried obeys the constraints of `%s`; "
                  "give one with -M -N -K",
                  manifest->name);
    if (fault->code == FAULT_NONE)
        return 0;
    cases_release(cases);
    return -1;
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
            text_add(text, room, "%s %" PRIu64 ", ", symbol_word((enum symbol)i), launch->value[i]);
    if (complex)
        text_add(text, room, "alpha (%g, %g), beta (%g, %g)", launch->alpha, launch->alpha_i,
                 launch->beta, launch->beta_i);
    else
        text_add(text, room, "alpha %g, beta %g", launch->alpha, launch->beta);
    text_add(text, room, "; %s; %s", data[check_case->data],
             guards ? "buffers with margins" : "buffers of exact length");
}
