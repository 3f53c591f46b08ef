/*
 * The multiply-adds of the gemv family's loops.
 *
 * Where elements of the large operand share a scale over a run of K, either each of them is multiplied by it, once for all places of the thin
 * operand, or the sums of products are, once for each place: whichever takes fewer operations (sums where both take as many). Elements with a least value, scale * quant + least, are
 * always made first: sums of both terms would cancel each other where the element is small, and infinities of the thin operand would become NaN.
 *
 * A tile with so few places has few sums. On CPUs they would wait for each other, one multiply-add after another, so an iteration has sums
 * of its own, of its runs or of its products, and adds these once.
 */
#include "gen/family/gemv/view.h"

#include <string.h>

long long gemv_side(const struct gemv_draft *d, const struct operand *operand)
{
    return kernel_side(d->page.kernel, operand);
}

long long gemv_items(const struct gemv_draft *d)
{
    const struct shape items = d->page.kernel->items;
    return d->own->thin_m ? items.width : items.height;
}

/* Elements of a vector: "s4567"; NULL for all of them. */
static const char *piece_name(struct job *job, long long piece, long long width, long long pieces)
{
    const char *name = "s";
    for (long long i = piece * width; i < (piece + 1) * width; i++)
        name = arena_printf(job->arena, "%s%c", name, "0123456789abcdef"[i]);
    return pieces > 1 ? name : NULL;
}

/* Where a sum is: "c_0_1" of the tile, "run_0_1" or of several runs "run_0_1_2", "part_0_1" of an iteration. */
struct sums {
    const char *name;
    long long run;    /* -1: not numbered */
    const char *part; /* component; NULL: all of it */
};

static const struct sums of_tile = {"c", -1, NULL}, of_iteration = {"part", -1, NULL};

static struct sums of_run(const struct gemv_draft *d, long long run)
{
    return (struct sums){"run", gemv_runs(d) > 1 ? run : -1, NULL};
}

static const struct term *sum_at(const struct gemv_draft *d, struct sums sums, int product,
                                 long long i, long long j)
{
    const struct term *const sum =
        strcmp(sums.name, of_tile.name) == 0 ? page_sum(&d->page, product, i, j)
        : sums.run < 0 ? page_printed(&d->page, "%s_%lld_%lld", sums.name, i, j)
                       : page_printed(&d->page, "%s_%lld_%lld_%lld", sums.name, i, j, sums.run);
    return term_component(d->page.job, sum, sums.part);
}

/* ------------------------------------------------------------------------------- products */

/* A step of K, or of vectors along it. */
struct step_of_k {
    long long k, depth;
    long long thin_width; /* elements of the thin operand's registers, of which one is multiplied */
    const char *piece;    /* elements of both registers that are multiplied; NULL: all of them */
    long long width;      /* elements of a sum */
};

/* Place i of the thin operand, which is spread where sums lie along places of the large one; and vector j of that. */
static const struct term *thin_factor(const struct gemv_draft *d, const struct step_of_k *step,
                                      long long i)
{
    struct job *const job = d->page.job;
    const char *const name =
        register_name(job, d->thin, i, gemv_side(d, d->thin), step->k / step->thin_width,
                      step->depth / step->thin_width);
    const char *const part =
        step->piece ? step->piece
                    : component_name(job, step->thin_width, step->k % step->thin_width);
    const struct term *const factor = term_part(job, name, part);
    return d->own->along_k ? factor : page_spread(&d->page, factor, step->width);
}

static const struct term *large_factor(const struct gemv_draft *d, const struct step_of_k *step,
                                       int product, long long j)
{
    const long long count = d->own->thin_m ? d->own->cells.width : d->own->cells.height;
    const struct operand *const large = product ? d->second : d->large;
    return term_part(d->page.job, register_name(d->page.job, large, j, count, step->k, step->depth),
                     step->piece);
}

/* Each place of the thin operand times each register of the large one, or of both. */
static void add_step(const struct gemv_draft *d, struct value *products, struct sums sums,
                     const struct step_of_k *step)
{
    const bool thin_m = d->own->thin_m;
    for (long long i = 0; i < d->own->cells.height; i++)
        for (long long j = 0; j < d->own->cells.width; j++)
            for (int p = 0; p < kernel_products(d->page.kernel); p++)
                page_product(&d->page, products, sum_at(d, sums, p, i, j),
                             thin_m ? thin_factor(d, step, i) : large_factor(d, step, p, i),
                             thin_m ? large_factor(d, step, p, j) : thin_factor(d, step, j));
}

/* Products with sums of their own, in lines of four; returns these products. */
static struct value *add_own_sums(const struct gemv_draft *d, struct value *list, struct sums sums)
{
    struct job *const job = d->page.job;
    struct value *const item = value_add(list, value_object(job));
    declare_sums(&d->page, item, d->own->cells, d->own->sum_vector, sums.name,
                 sums.run < 0 ? "" : arena_printf(job->arena, "_%lld", sums.run));
    return value_set_list(job, item, "products");
}

void gemv_add_products(const struct gemv_draft *d, struct value *turn, const char *part,
                       long long width, long long pieces, long long thin_width, long long depth)
{
    struct sums sums = of_tile;
    sums.part = part;
    value_set_list(d->page.job, turn, "own_sums");
    value_set_list(d->page.job, turn, "totals");
    struct value *const products = page_sums(&d->page, turn, width);
    for (long long k = 0; k < depth; k++)
        for (long long piece = 0; piece < pieces; piece++)
            add_step(d, products, sums,
                     &(struct step_of_k){k, depth, thin_width,
                                         piece_name(d->page.job, piece, width, pieces), width});
}

/* ------------------------------------------------------------------------ scales of runs */

long long gemv_runs(const struct gemv_draft *d)
{
    return d->page.kernel->tile_k / d->own->run;
}

const char *gemv_scale_name(const struct gemv_draft *d, long long place, long long run)
{
    return arena_printf(
        d->page.job->arena, "scale_of_%s",
        register_name(d->page.job, d->large, place, gemv_side(d, d->large), run, gemv_runs(d)));
}

/* The products of vectors `first` to `end` along K. */
static void add_vectors(const struct gemv_draft *d, struct value *products, struct sums sums,
                        long long first, long long end)
{
    const long long width = d->own->sum_vector, pieces = d->own->vector / width;
    const long long vectors = d->page.kernel->tile_k / d->own->vector;
    for (long long k = first; k < end; k++)
        for (long long piece = 0; piece < pieces; piece++)
            add_step(d, products, sums,
                     &(struct step_of_k){k, vectors, 1,
                                         piece_name(d->page.job, piece, width, pieces), width});
}

/* Each place of the large operand's scale times the sums of a run's products, added to those of the tile or of the iteration. */
static void add_scaling(const struct gemv_draft *d, struct value *products, long long run,
                        struct sums sums)
{
    const long long width = d->own->sum_vector;
    for (long long i = 0; i < d->own->cells.height; i++)
        for (long long j = 0; j < d->own->cells.width; j++) {
            const struct term *const scale = page_spread(
                &d->page, page_name(&d->page, gemv_scale_name(d, d->own->thin_m ? j : i, run)),
                width);
            page_product(&d->page, products, sum_at(d, sums, 0, i, j), scale,
                         sum_at(d, of_run(d, run), 0, i, j));
        }
}

/* List `totals`: the sums of an iteration, which are added to those of the tile at last. */
static void add_totals(const struct gemv_draft *d, struct value *totals)
{
    for (long long i = 0; i < d->own->cells.height; i++)
        for (long long j = 0; j < d->own->cells.width; j++) {
            struct value *const item = value_add(totals, value_object(d->page.job));
            value_set_term(d->page.job, item, "sum", sum_at(d, of_tile, 0, i, j));
            value_set_term(d->page.job, item, "of_iteration", sum_at(d, of_iteration, 0, i, j));
        }
}

void gemv_add_runs(const struct gemv_draft *d, struct value *turn)
{
    const long long runs = gemv_runs(d), vectors = d->own->run / d->own->vector;
    const bool scales = !d->large->element->least;
    const bool adds = !scales || runs > 1; /* an iteration has sums of its own */
    page_sums(&d->page, turn, d->own->sum_vector);
    struct value *const own_sums = value_set_list(d->page.job, turn, "own_sums");
    if (adds) {
        struct value *const products = add_own_sums(d, own_sums, of_iteration);
        add_vectors(d, products, of_iteration, 0, scales ? 0 : runs * vectors);
    }
    for (long long run = 0; scales && run < runs; run++) {
        struct value *const products = add_own_sums(d, own_sums, of_run(d, run));
        add_vectors(d, products, of_run(d, run), run * vectors, (run + 1) * vectors);
        add_scaling(d, products, run, adds ? of_iteration : of_tile);
    }
    struct value *const totals = value_set_list(d->page.job, turn, "totals");
    if (adds)
        add_totals(d, totals);
}
