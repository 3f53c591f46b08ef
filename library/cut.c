#include "library/cut.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

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

struct list {
    struct clgemm_shape *shapes;
    size_t count;
};

static void combine(struct list *list, const long long *const sizes[3], const size_t counts[3])
{
    for (size_t m = 0; m < counts[0]; m++)
        for (size_t n = 0; n < counts[1]; n++)
            for (size_t k = 0; k < counts[2]; k++)
                list->shapes[list->count++] = (struct clgemm_shape){.m = sizes[0][m],
                                                                    .n = sizes[1][n],
                                                                    .k = sizes[2][k],
                                                                    .weight = 1,
                                                                    .transpose = {-1, -1}};
}

/* These, and those that the kernels were measured with. */
static struct list all_kinds(struct job *job, const struct picks *picks)
{
    static const struct {
        const long long *sizes[3];
        size_t counts[3];
    } rows[] = {{{few, even, even}, {FEW, EVEN, EVEN}},
                {{even, few, even}, {EVEN, FEW, EVEN}},
                {{even, even, even}, {EVEN, EVEN, EVEN}},
                {{odd, odd, odd}, {ODD, ODD, ODD}}};
    struct list list = {
        .shapes = arena_array(job->arena, KINDS + picks->table.shape_count, sizeof *list.shapes)};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        combine(&list, rows[i].sizes, rows[i].counts);
    for (size_t i = 0; i < picks->table.shape_count; i++) {
        const long long *const sizes = picks->shapes[i].sizes;
        const long long *const each[3] = {&sizes[0], &sizes[1], &sizes[2]};
        combine(&list, each, (const size_t[3]){1, 1, 1});
    }
    return list;
}

/* ---------------------------------------------------------------- shapes of the request */

/* "--shapes FILE", or what the shapes of a program are called that has added them. */
static const char *source_of(struct job *job, const struct clgemm_request *request)
{
    const char *const path = request->values[OPTION_SHAPES].text;
    return path ? arena_printf(job->arena, "--shapes %s", path) : "the shapes of the request";
}

/* Those for the transposes of the kernels, with weights that count. */
static struct list own_shapes(struct job *job, const struct picks *picks,
                              const struct clgemm_request *request)
{
    const struct problem *const problem = &picks_first_plan(picks)->problem;
    const bool transposed[2] = {problem->transpose_a, problem->transpose_b};
    size_t count;
    double sum = 0;
    const struct clgemm_shape *const all = request_shapes(job, request, &count);
    struct list list = {.shapes = arena_array(job->arena, count, sizeof *list.shapes)};
    for (size_t i = 0; i < count; i++) {
        bool is_for = true;
        for (int operand = 0; operand < 2; operand++)
            is_for &= all[i].transpose[operand] < 0 ||
                      (all[i].transpose[operand] != 0) == transposed[operand];
        if (!is_for)
            continue;
        list.shapes[list.count++] = all[i];
        sum += all[i].weight;
    }
    if (list.count == 0)
        job_fail(job, CLGEMM_REFUSED, "shapes",
                 "%s: none of its %zu shapes is for --transpose %c%c", source_of(job, request),
                 count, transposed[0] ? 't' : 'n', transposed[1] ? 't' : 'n');
    if (!(sum > 0 && isfinite(sum)))
        job_fail(job, CLGEMM_USAGE, "shapes", "%s: the weights of its %zu shapes add up to %g",
                 source_of(job, request), list.count, sum);
    return list;
}

/* ---------------------------------------------------------------- shares */

/* What is filled in for the choice. */
struct table {
    const struct picks *picks;
    double *shares, *weights;
    bool *known;
    size_t *whole;
};

/* Fills the line of a shape. False: no kernel serves it. */
static bool fill_line(const struct table *table, size_t line, const struct clgemm_shape *shape)
{
    const size_t count = table->picks->table.kernel_count;
    const long long sizes[3] = {shape->m, shape->n, shape->k};
    table->weights[line] = shape->weight;
    table->whole[line] = speed_shares(&table->picks->table, sizes, &table->shares[line * count],
                                      &table->known[line * count]);
    return table->whole[line] != SIZE_MAX;
}

/* Fills the lines of the shapes, of which those of all kinds move up where no kernel serves one. */
static void fill(struct job *job, struct table *table, struct list *list,
                 const struct clgemm_request *request, bool of_request)
{
    const size_t kernels = table->picks->table.kernel_count;
    size_t filled = 0;
    double sum = 0;
    table->shares = arena_array(job->arena, list->count, kernels * sizeof *table->shares);
    table->known = arena_array(job->arena, list->count, kernels * sizeof *table->known);
    table->weights = arena_array(job->arena, list->count, sizeof *table->weights);
    table->whole = arena_array(job->arena, list->count, sizeof *table->whole);
    for (size_t i = 0; i < list->count; i++) {
        const struct clgemm_shape shape = list->shapes[i];
        if (fill_line(table, filled, &shape)) {
            list->shapes[filled++] = shape;
            sum += shape.weight;
        } else if (of_request) {
            job_fail(job, CLGEMM_REFUSED, "shapes",
                     "%s: no kernel of profile %s serves %lld x %lld x %lld",
                     source_of(job, request), table->picks->tuned->profile, shape.m, shape.n,
                     shape.k);
        }
    }
    list->count = filled;
    for (size_t i = 0; i < filled; i++)
        table->weights[i] /= sum;
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
static void find_leads(struct job *job, const struct picks *picks, const struct list *shapes,
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
    size_t *const leads = arena_array(job->arena, shapes->count, count * sizeof *leads);
    for (size_t i = 0; i < shapes->count; i++)
        fill_leads(&picks->table, &shapes->shapes[i], list, &leads[i * count]);
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
    struct list list = of_request ? own_shapes(job, picks, request) : all_kinds(job, picks);
    struct table table = {.picks = picks};
    struct cut *const cut = arena_allocate(job->arena, sizeof *cut);
    bool *const made = arena_array(job->arena, kernels, sizeof *made);
    fill(job, &table, &list, request, of_request);
    *cut = (struct cut){list.shapes,  list.count,  of_request,    made,        0, 0,
                        table.shares, table.known, table.weights, table.whole, 0};
    for (size_t i = 0; i < kernels; i++)
        made[i] = picks->plans[i] != NULL;
    cut->before = count_true(made, kernels);
    struct fewest fewest = {
        .kernel_count = kernels,
        .shape_count = list.count,
        .shares = table.shares,
        .weights = table.weights,
        .general = general_kernels(job, picks),
        .most = most->text ? (size_t)most->numbers[0] : kernels,
        .goal = of_request ? log(wanted) : 0,
    };
    find_leads(job, picks, &list, &fewest);
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
