#include "library/cut.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

#include "gen/plan/wording.h"
#include "gen/request/shapes.h"
#include "library/fewest.h"
#include "library/shares.h"

/* What kernels for the shapes of a program have of the speed of all of them. */
static const double wanted = 0.97;

/* ---------------------------------------------------------------- shapes of all kinds */

/* Every combination of sizes, even ones and odd ones, and of even ones with few rows and with few columns. */
static const long long even[] = {16, 48, 128, 384, 1024, 3072, 8192};
static const long long odd[] = {23, 67, 195, 571, 1669, 4999};
static const long long few[] = {1, 4};
enum {
    EVEN = sizeof even / sizeof *even,
    ODD = sizeof odd / sizeof *odd,
    FEW = sizeof few / sizeof *few,
    KINDS = EVEN * EVEN * EVEN + ODD * ODD * ODD + 2 * FEW * EVEN * EVEN
};

static void combine(struct cut *cut, const long long *const sizes[3], const size_t counts[3])
{
    for (size_t m = 0; m < counts[0]; m++)
        for (size_t n = 0; n < counts[1]; n++)
            for (size_t k = 0; k < counts[2]; k++)
                cut->shapes[cut->shape_count++] = (struct clgemm_shape){.m = sizes[0][m],
                                                                        .n = sizes[1][n],
                                                                        .k = sizes[2][k],
                                                                        .weight = 1,
                                                                        .transpose = {-1, -1}};
}

/* Adds these, and those that the kernels were measured with. */
static void add_all_kinds(struct job *job, const struct picks *picks, struct cut *cut)
{
    static const struct {
        const long long *sizes[3];
        size_t counts[3];
    } rows[] = {{{few, even, even}, {FEW, EVEN, EVEN}},
                {{even, few, even}, {EVEN, FEW, EVEN}},
                {{even, even, even}, {EVEN, EVEN, EVEN}},
                {{odd, odd, odd}, {ODD, ODD, ODD}}};
    cut->shapes = arena_array(job->arena, KINDS + picks->table.shape_count, sizeof *cut->shapes);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        combine(cut, rows[i].sizes, rows[i].counts);
    for (size_t i = 0; i < picks->table.shape_count; i++) {
        const long long *const sizes = picks->shapes[i].sizes;
        const long long *const each[3] = {&sizes[0], &sizes[1], &sizes[2]};
        combine(cut, each, (const size_t[3]){1, 1, 1});
    }
}

/* ---------------------------------------------------------------- shapes of the request */

/* "--shapes FILE", or what the shapes of a program are called that has added them. */
static const char *source_of(struct job *job, const struct clgemm_request *request)
{
    const char *const path = request->values[OPTION_SHAPES].text;
    return path ? arena_printf(job->arena, "--shapes %s", path) : "the shapes of the request";
}

/* Adds those for the transposes of the kernels, with weights that count. */
static void add_own(struct job *job, const struct picks *picks,
                    const struct clgemm_request *request, struct cut *cut)
{
    const struct problem *const problem = &picks_first_plan(picks)->problem;
    const bool transposed[2] = {problem->transpose_a, problem->transpose_b};
    size_t count;
    double sum = 0;
    const struct clgemm_shape *const all = request_shapes(job, request, &count);
    cut->shapes = arena_array(job->arena, count, sizeof *cut->shapes);
    for (size_t i = 0; i < count; i++) {
        bool is_for = true;
        for (int operand = 0; operand < 2; operand++)
            is_for &= all[i].transpose[operand] < 0 ||
                      (all[i].transpose[operand] != 0) == transposed[operand];
        if (!is_for)
            continue;
        cut->shapes[cut->shape_count++] = all[i];
        sum += all[i].weight;
    }
    if (cut->shape_count == 0)
        job_fail(job, CLGEMM_REFUSED, "shapes",
                 "%s: none of its %zu shapes is for --transpose %c%c", source_of(job, request),
                 count, transposed[0] ? 't' : 'n', transposed[1] ? 't' : 'n');
    if (!(sum > 0 && isfinite(sum)))
        job_fail(job, CLGEMM_USAGE, "shapes", "%s: the weights of its %zu shapes add up to %g",
                 source_of(job, request), cut->shape_count, sum);
}

/* ---------------------------------------------------------------- shares */

/* Fills the lines of the shapes, of which those of all kinds move up where no kernel serves one. */
static void fill(struct job *job, const struct picks *picks, const struct clgemm_request *request,
                 struct cut *cut)
{
    const size_t kernels = picks->table.kernel_count;
    size_t filled = 0;
    double sum = 0;
    cut->shares = arena_array(job->arena, cut->shape_count, kernels * sizeof *cut->shares);
    cut->known = arena_array(job->arena, cut->shape_count, kernels * sizeof *cut->known);
    cut->weights = arena_array(job->arena, cut->shape_count, sizeof *cut->weights);
    cut->whole = arena_array(job->arena, cut->shape_count, sizeof *cut->whole);
    for (size_t i = 0; i < cut->shape_count; i++) {
        const struct clgemm_shape shape = cut->shapes[i];
        const long long sizes[3] = {shape.m, shape.n, shape.k};
        const size_t whole = speed_shares(&picks->table, sizes, &cut->shares[filled * kernels],
                                          &cut->known[filled * kernels]);
        if (whole == SIZE_MAX && cut->of_request)
            job_fail(job, CLGEMM_REFUSED, "shapes",
                     "%s: no kernel of profile %s serves %lld x %lld x %lld",
                     source_of(job, request), picks->tuned->profile, shape.m, shape.n, shape.k);
        if (whole == SIZE_MAX)
            continue;
        cut->shapes[filled] = shape;
        cut->weights[filled] = shape.weight;
        cut->whole[filled++] = whole;
        sum += shape.weight;
    }
    cut->shape_count = filled;
    for (size_t i = 0; i < filled; i++)
        cut->weights[i] /= sum;
}

/* ---------------------------------------------------------------- kernels without rates */

/* A kernel and how near the nearest sizes are that it is the fastest for. */
struct lead {
    size_t kernel, row;
    double distance;
};

static int by_distance(const void *left, const void *right)
{
    const struct lead *const a = left, *const b = right;
    if (a->distance < b->distance || a->distance > b->distance)
        return a->distance < b->distance ? -1 : 1;
    return (a->row > b->row) - (a->row < b->row);
}

/* The kernels that are the fastest for some sizes and serve the shape, the one of the nearest first: SIZE_MAX ends them. `list`: of a lead for each. */
static void fill_leads(const struct dispatch *dispatch, const struct clgemm_shape *shape,
                       struct lead *list, size_t *leads)
{
    const long long sizes[3] = {shape->m, shape->n, shape->k};
    for (size_t i = 0; i < dispatch->kernel_count; i++)
        list[i] = (struct lead){i, 0, INFINITY};
    for (size_t i = 0; i < dispatch->shape_count; i++) {
        struct lead *const lead = &list[dispatch->shapes[i].kernel];
        const double distance = dispatch_distance(&dispatch->shapes[i], sizes);
        if (distance < lead->distance && dispatch_serves(dispatch, lead->kernel, sizes))
            *lead = (struct lead){lead->kernel, i, distance};
    }
    qsort(list, dispatch->kernel_count, sizeof *list, by_distance);
    for (size_t i = 0; i < dispatch->kernel_count; i++)
        leads[i] = isfinite(list[i].distance) ? list[i].kernel : SIZE_MAX;
}

/* Sets who is picked without regard to predicted times, where there are both kernels with rates and without. */
static void find_leads(struct job *job, const struct picks *picks, const struct cut *cut,
                       struct fewest *fewest)
{
    const size_t count = fewest->kernel_count;
    bool *const forced = arena_array(job->arena, count, sizeof *forced);
    bool some = false, all = true;
    for (size_t i = 0; i < count; i++) {
        forced[i] = picks->plans[i] && !dispatch_has_rates(&picks->table, i);
        some |= forced[i];
        all &= forced[i] || !picks->plans[i];
    }
    if (!some || all)
        return;
    struct lead *const list = arena_array(job->arena, count, sizeof *list);
    size_t *const leads = arena_array(job->arena, cut->shape_count, count * sizeof *leads);
    for (size_t i = 0; i < cut->shape_count; i++)
        fill_leads(&picks->table, &cut->shapes[i], list, &leads[i * count]);
    fewest->leads = leads;
    fewest->forced = forced;
}

/* ---------------------------------------------------------------- the choice */

static const bool *general_kernels(struct job *job, const struct picks *picks)
{
    const unsigned narrowing = picks_narrowing(picks->of.asked);
    bool *const general = arena_array(job->arena, picks->table.kernel_count, sizeof *general);
    for (size_t i = 0; i < picks->table.kernel_count; i++)
        general[i] = picks->plans[i] && !plan_narrowed(job, picks->plans[i], narrowing);
    return general;
}

static size_t count_true(const bool *flags, size_t count)
{
    size_t found = 0;
    for (size_t i = 0; i < count; i++)
        found += flags[i];
    return found;
}

const struct cut *cut_make(struct job *job, const struct picks *picks,
                           const struct clgemm_request *request)
{
    const struct option_value *const most = &request->values[OPTION_MOST_KERNELS];
    const bool of_request = request->values[OPTION_SHAPES].text || request->shape_count;
    if (!most->text && !of_request)
        return NULL;
    const size_t kernels = picks->table.kernel_count;
    struct cut *const cut = arena_allocate(job->arena, sizeof *cut);
    cut->of_request = of_request;
    cut->kept = arena_array(job->arena, kernels, sizeof *cut->kept);
    if (of_request)
        add_own(job, picks, request, cut);
    else
        add_all_kinds(job, picks, cut);
    fill(job, picks, request, cut);
    for (size_t i = 0; i < kernels; i++)
        cut->kept[i] = picks->plans[i] != NULL;
    cut->before = count_true(cut->kept, kernels);
    struct fewest fewest = {
        .kernel_count = kernels,
        .shape_count = cut->shape_count,
        .shares = cut->shares,
        .weights = cut->weights,
        .general = general_kernels(job, picks),
        .most = most->text ? (size_t)most->numbers[0] : kernels,
        .goal = of_request ? log(wanted) : 0,
    };
    find_leads(job, picks, cut, &fewest);
    /* So many kernels need no choice. */
    if ((of_request || cut->before > fewest.most) && !fewest_kernels(job, &fewest, cut->kept))
        job_fail(job, CLGEMM_REFUSED, "most-kernels",
                 "--most-kernels %zu: no %zu of the %zu kernels were found that serve every shape "
                 "of the list and what they serve together; ask for more",
                 fewest.most, fewest.most, cut->before);
    cut->count = count_true(cut->kept, kernels);
    cut->share = exp(fewest_share(&fewest, cut->kept));
    return cut;
}

void cut_apply(struct picks *picks, const struct cut *cut)
{
    picks_keep_shapes(picks, cut->kept);
    for (size_t i = 0; i < picks->table.kernel_count; i++)
        if (!cut->kept[i])
            picks->plans[i] = NULL;
}
