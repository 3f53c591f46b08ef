/* The sizes of the cases of a check. */
#include "harness/verify/internal.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "harness/base/sizes.h"
#include "harness/base/text.h"

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

static bool has_size(const struct case_maker *maker, const uint64_t *size, enum case_data data)
{
    for (size_t i = 0; i < maker->cases->count; i++)
        if (maker->cases->list[i].data == data &&
            memcmp(maker->cases->list[i].test_case.size, size, 3 * sizeof *size) == 0)
            return true;
    return false;
}

/* Moves a size up to what the constraints on this size alone allow: one below the least is added
 * to it, so that 0, 1, 2, 7 around nothing become the same around the least. */
static bool move_up(const struct case_maker *maker, uint64_t *size)
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
static bool bound_tells(const struct case_maker *maker, uint64_t k)
{
    uint64_t shortest[3] = {1, 1, 1};

    return k <= verify_depth(maker->manifest->problem.arithmetic) ||
           (move_up(maker, shortest) && k <= shortest[2]);
}

/* A size of a sweep, moved up to what constraints allow; each only once. Random data only as deep
 * as they tell something. Every one multiplies: alpha is not 0. */
static void add_size(struct case_maker *maker, uint64_t m, uint64_t n, uint64_t k,
                     enum case_data data)
{
    uint64_t size[3] = {m, n, k};
    size_t turn = maker->turn;

    if (maker->whole)
        data = CASE_EXACT;
    if (move_up(maker, size) && !has_size(maker, size, data) &&
        (data != CASE_RANDOM || bound_tells(maker, size[2])))
        case_add(maker, size, data, case_scalars[turn % 3], case_scalars[(turn / 2 + 1) % 4]);
}

/* Several blocks of elements along K, and where lines share one, several along M and N. */
static void add_blocks(struct case_maker *maker, enum case_data data)
{
    const struct manifest *const manifest = maker->manifest;
    uint64_t lines = 1;

    for (size_t i = 0; i < manifest->buffer_count; i++)
        if (manifest->buffers[i].lines > lines)
            lines = manifest->buffers[i].lines;
    if (maker->multiple[2] > 1 || lines > 1)
        add_size(maker, lines + 4, lines + 6, 2 * maker->multiple[2] + 1, data);
}

static void add_edges(struct case_maker *maker, enum case_data data, size_t stride)
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

static void add_tight(struct case_maker *maker, uint64_t m, uint64_t n, uint64_t k,
                      enum case_data data)
{
    maker->tight = true;
    add_size(maker, m, n, k, data);
    maker->tight = false;
}

/* A few tiles and a part of one, where every line begins at a multiple of every vector: kernels may
 * move whole vectors there. */
static void add_aligned(struct case_maker *maker, enum case_data data)
{
    add_tight(maker, (2 * maker->tile[0] / WIDEST + 1) * WIDEST,
              (2 * maker->tile[1] / WIDEST + 1) * WIDEST, 64, data);
}

static void add_few(struct case_maker *maker, enum case_data data)
{
    const uint64_t tm = maker->tile[0], tn = maker->tile[1];

    add_size(maker, tm, tn, 16, data);
    add_size(maker, tm + 1, tn + 1, 17, data);
    add_size(maker, 1, 1, 1, data);
    add_size(maker, 37, 53, 29, data);
    /* Four work-groups along M by two along N: who exchanges them leaves a part of C. */
    add_size(maker, 3 * tm + 3, tn + 3, 64, data);
    add_size(maker, 0, 5, 5, data);
    add_size(maker, tm, tn, 0, data);
    add_size(maker, 129, 130, 127, data);
    add_blocks(maker, data);
}

/* Below, at and above the tile, and one that nothing divides: what a walk over many kernels can
 * afford. */
static void add_quick(struct case_maker *maker)
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
static void add_scalars(struct case_maker *maker)
{
    const struct problem *problem = &maker->manifest->problem;
    uint64_t size[3] = {maker->tile[0] + 1, maker->tile[1] + 1, 9};

    if (!move_up(maker, size))
        return;
    for (int i = 0; i < (problem->alpha.fixed ? 1 : 4); i++)
        for (int j = 0; j < (problem->beta.fixed ? 1 : 4); j++)
            case_add(maker, size, (i + j) % 2 == 0 ? CASE_EXACT : CASE_RANDOM, case_scalars[i],
                     case_scalars[j]);
}

/* The last of k is where a remainder that is padded with zeros would make NaN of infinity. The
 * other values are whole numbers up to 4: their sums must not become infinite. */
static void add_infinities(struct case_maker *maker)
{
    static const uint64_t depths[4] = {1, 9, 16, 17};
    const struct problem *problem = &maker->manifest->problem;
    double greatest = fmin(element_facts[problem->type[OPERAND_C]].greatest,
                           element_facts[problem->arithmetic.accumulate].greatest);

    for (size_t i = 0; i < 4 && !maker->whole; i++) {
        uint64_t size[3] = {5, 6, depths[i]};

        if (move_up(maker, size) && 16 * (double)size[2] <= greatest &&
            !has_size(maker, size, CASE_INFINITE))
            case_add(maker, size, CASE_INFINITE, 1, i % 2 == 0 ? 0 : 0.5);
    }
}

/* Cases of attention, whose sizes are known: scores of a few units, and large ones. */
static void add_attention(struct case_maker *maker)
{
    const uint64_t size[3] = {0, 0, 0};

    case_add(maker, size, CASE_RANDOM, case_scalars[0], 0);
    case_add(maker, size, CASE_EXACT, case_scalars[1], 0);
    case_add(maker, size, CASE_RANDOM, case_scalars[1], 0);
    case_add(maker, size, CASE_EXACT, case_scalars[2], 0);
    case_add(maker, size, CASE_RANDOM, case_scalars[3], 0);
}

int cases_make(const struct manifest *manifest, enum case_sizes sizes,
               const struct test_case *given, struct case_list *cases, struct fault *fault)
{
    struct case_maker maker = {.manifest = manifest,
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
    if (manifest->problem.attends && sizes != SIZES_GIVEN) {
        if (launch_resolve(manifest, &maker.asked, &launch, fault))
            return -1;
        add_attention(&maker);
    } else if (sizes == SIZES_GIVEN) {
        if (launch_resolve(manifest, given, &launch, fault))
            return -1;
        case_add_given(&maker, given);
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

/* ------------------------------------------------------------------ sizes smaller than the tile */

uint64_t fit_tile(const struct manifest *manifest, const struct launch *launch, enum symbol symbol)
{
    const struct step *step = launch_main_step(manifest, launch);

    for (size_t i = 0; step != NULL && i < step->dimensions; i++) {
        const struct global_size *global = &step->global[i];

        if (global->per_tile != 0 && global->in_sequence.symbol == symbol)
            return global->per_tile;
        if (!global->persistent && global->dim.symbol == symbol)
            return global->per_group;
    }
    return 0;
}

bool fit_describe(const struct manifest *manifest, const struct launch *launch, char *text,
                  size_t room)
{
    static const char *const names[2] = {"M", "N"};

    *text = '\0';
    for (int i = 0; i < 2; i++) {
        enum symbol symbol = (enum symbol)(SYMBOL_M + i);
        uint64_t size = launch->value[symbol], tile = fit_tile(manifest, launch, symbol);

        if (size > 0 && size < tile)
            text_append(text, room, "%s%s = %" PRIu64 " is less than %" PRIu64,
                        *text == '\0' ? "" : ", ", names[i], size, tile);
    }
    if (*text == '\0')
        return false;
    text_append(text, room,
                ", what a work-group of the kernel computes along it: a smaller tile wastes less");
    return true;
}
