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
#include "gen/family/gemv_view.h"

long long gemv_side(const struct gemv_draft *d, const struct operand *operand)
{
    return is_a(operand) ? d->kernel->tile.height : d->kernel->tile.width;
}

/* The register of a place of the thin operand at step k, and the part of it; of the large operand, vector j. */
static struct factor thin_value(const struct gemv_draft *d, long long place, long long k,
                                long long width, long long depth)
{
    return (struct factor){
        register_name(d->job, d->thin, place, gemv_side(d, d->thin), k / width, depth / width),
        component_name(d->job, width, k % width)};
}

static struct factor whole(const struct gemv_draft *d, const struct operand *operand, long long j,
                           long long count, long long k, long long depth)
{
    return (struct factor){register_name(d->job, operand, j, count, k, depth), NULL};
}

/* Elements of a vector: "s4567"; NULL for all of them. */
static const char *piece_name(struct job *job, long long piece, long long width, long long pieces)
{
    const char *name = "s";
    for (long long i = piece * width; i < (piece + 1) * width; i++)
        name = arena_printf(job->arena, "%s%c", name, "0123456789abcdef"[i]);
    return pieces > 1 ? name : NULL;
}

/* The factor of a step for place i of the thin operand, or vector j of the large one. */
static void add_thin(const struct gemv_draft *d, struct value *step, long long i,
                     struct factor factor)
{
    if (d->own->thin_m)
        add_row(d->job, step, i, factor);
    else
        add_column(d->job, step, i, factor);
}

static void add_large(const struct gemv_draft *d, struct value *step, long long j,
                      struct factor factor)
{
    if (d->own->thin_m)
        add_column(d->job, step, j, factor);
    else
        add_row(d->job, step, j, factor);
}

static long long large_count(const struct gemv_draft *d)
{
    return d->own->thin_m ? d->own->cells.width : d->own->cells.height;
}

/* A step of K, or of vectors along it: each place of the thin operand times each register of the large one; where `piece`, of
 * both those elements alone. `object` has the list of steps. */
static void add_products_of_step(const struct gemv_draft *d, struct value *object,
                                 long long thin_width, long long k, long long depth,
                                 const char *piece)
{
    struct value *const step = add_step(d->job, object);
    const long long large = large_count(d);
    for (long long i = 0; i < gemv_side(d, d->thin); i++) {
        struct factor factor = thin_value(d, i, k, thin_width, depth);
        if (piece)
            factor.part = piece;
        add_thin(d, step, i, factor);
    }
    for (long long j = 0; j < large; j++) {
        struct factor factor = whole(d, d->large, j, large, k, depth);
        factor.part = piece;
        add_large(d, step, j, factor);
    }
}

static void add_form(const struct gemv_draft *d, struct value *turn, const char *order,
                     const char *sum, long long width, struct factor thin, struct factor large)
{
    const bool spreads = !d->own->along_k;
    add_products_form(d->job, d->kernel, turn,
                      &(struct product_form){.order = order,
                                             .sum = sum,
                                             .width = width,
                                             .a = d->own->thin_m ? thin : large,
                                             .b = d->own->thin_m ? large : thin,
                                             .spreads_a = spreads && d->own->thin_m,
                                             .spreads_b = spreads && !d->own->thin_m});
}

void gemv_add_products(const struct gemv_draft *d, struct value *turn, const char *sum,
                       long long width, long long pieces, long long thin_width, long long depth)
{
    struct factor thin = thin_value(d, 0, 0, thin_width, depth);
    struct factor large = {thin.name, piece_name(d->job, 0, width, pieces)};
    if (pieces > 1)
        thin.part = large.part;
    add_form(d, turn, NULL, sum, width, thin, large);
    for (long long k = 0; k < depth; k++)
        for (long long piece = 0; piece < pieces; piece++)
            add_products_of_step(d, turn, thin_width, k, depth,
                                 piece_name(d->job, piece, width, pieces));
}

/* ------------------------------------------------------------------------ scales of runs */

long long gemv_runs(const struct gemv_draft *d)
{
    return d->kernel->tile_k / d->own->run;
}

const char *gemv_scale_name(const struct gemv_draft *d, long long place, long long run)
{
    return arena_printf(
        d->job->arena, "scale_of_%s",
        register_name(d->job, d->large, place, gemv_side(d, d->large), run, gemv_runs(d)));
}

/* The last step of a run: each place of the large operand's scale times the sums of the run's products, added to `sum`. */
static void add_scaling(const struct gemv_draft *d, struct value *object, long long run,
                        const char *sum)
{
    struct value *const step = add_step(d->job, object);
    const bool spreads = d->own->sum_vector > 1;
    value_set_text(d->job, step, "factor_a", factor_form(!d->own->thin_m, false, spreads));
    value_set_text(d->job, step, "factor_b", "sum/of_run");
    value_set_text(d->job, step, "sum", sum);
    for (long long i = 0; i < gemv_side(d, d->thin); i++)
        add_thin(d, step, i, (struct factor){NULL, NULL});
    for (long long j = 0; j < large_count(d); j++)
        add_large(d, step, j, (struct factor){gemv_scale_name(d, j, run), NULL});
}

/* Sums of their own, in the lines of add_accumulators; and the multiply-adds of vectors `first` to `end` along K. */
static void add_sums(const struct gemv_draft *d, struct value *object, long long first,
                     long long end)
{
    const long long width = d->own->sum_vector, pieces = d->own->vector / width;
    const long long vectors = d->kernel->tile_k / d->own->vector;
    add_accumulators(d->job, d->kernel, object, d->own->cells.height, d->own->cells.width, width);
    value_set_list(d->job, object, "steps");
    for (long long k = first; k < end; k++)
        for (long long piece = 0; piece < pieces; piece++)
            add_products_of_step(d, object, 1, k, vectors,
                                 piece_name(d->job, piece, width, pieces));
}

/* Member `total`: false, or the sums of an iteration, which are added to those of the tile at last. */
void gemv_add_runs(const struct gemv_draft *d, struct value *turn)
{
    struct job *const job = d->job;
    const long long runs = gemv_runs(d), vectors = d->own->run / d->own->vector;
    const bool scales = !d->large->element->least;
    const struct factor all = {
        NULL, piece_name(job, 0, d->own->sum_vector, d->own->vector / d->own->sum_vector)};
    add_form(d, turn, "products/by_run", scales ? "sum/of_run" : "sum/of_iteration",
             d->own->sum_vector, all, all);
    struct value *const list = value_set_list(job, turn, "runs");
    for (long long run = 0; scales && run < runs; run++) {
        struct value *const object = value_add(list, value_object(job));
        value_set(object, "run", runs > 1 ? value_integer(job, run) : value_bool(job, false));
        add_sums(d, object, run * vectors, (run + 1) * vectors);
        add_scaling(d, object, run, runs > 1 ? "sum/of_iteration" : "sum/cell");
    }
    if (scales && runs == 1) {
        value_set_bool(job, turn, "total", false);
        return;
    }
    struct value *const total = value_set_object(job, turn, "total");
    add_sums(d, total, 0, scales ? 0 : runs * vectors);
}
