/*
 * The view of templates/subgroup.cl: the lists that the page goes through. See family.c for the scheme.
 */
#include "gen/family/families.h"
#include "gen/family/subgroup/lanes.h"
#include "gen/view/family.h"

/* ------------------------------------------------------------------------------- places */

/* The row of the work-group that the work-item is in. A block read takes one place a sub-group: from a value that the compiler sees to
 * be the same in all lanes it keeps that place in one register, not eight (Gen8 has no more left at 32x2). */
static const struct term *row_of_items(const struct lanes *d)
{
    struct job *const job = d->page->job;
    const struct term *const row = page_id(d->page, "get_local_id", 1);
    return d->own->blocks ? term_call2(job, "intel_sub_group_shuffle", term_cast(job, "int", row),
                                       term_number(job, 0))
                          : row;
}

/* Where the work-item's tile begins in that of its work-group, of which a row shares one place along M. */
static const struct term *place_in_group(const struct lanes *d, bool along_m)
{
    struct job *const job = d->page->job;
    const struct kernel *const kernel = d->page->kernel;
    if (!along_m)
        return term_times(job, lanes_lane(d), d->own->vector.width);
    return kernel->wg.height > 1 ? term_times(job, row_of_items(d), kernel->tile.height)
                                 : term_number(job, 0);
}

/* List `places`: block reads name the first column of the group, and the first row where `names_row`; all others the lane's own. */
static void add_places(const struct lanes *d, bool names_row)
{
    const struct page *const page = d->page;
    const struct kernel *const kernel = page->kernel;
    struct job *const job = page->job;
    struct value *const places = value_set_list(job, page->view, "places");
    page_own_places(page, places);
    const struct term *begins[2];
    for (int i = 0; i < 2; i++) {
        const bool along_m = is_a(kernel->factors[i]);
        begins[i] = page_begin_of_group(page, along_m);
        if (along_m ? names_row : d->own->blocks) {
            const struct term *const name = page_axis_name(page, "first", along_m);
            page_declare(page, places, name, begins[i]);
            begins[i] = name;
        }
    }
    for (int i = 0; i < 2; i++) {
        const bool along_m = is_a(kernel->factors[i]);
        page_declare(page, places, page_place(page, along_m, 0, false),
                     term_add(page->job, begins[i], place_in_group(d, along_m)));
    }
    for (long long c = 0; c < kernel->tile.width && lanes_names_columns(d); c++)
        page_declare(page, places, lanes_own_column(d, c),
                     page_place(page, false, lanes_column(d, c), true));
}

static void add_lines(const struct lanes *d, const struct turns *turns)
{
    const struct page *const page = d->page;
    const struct kernel *const kernel = page->kernel;
    struct value *const lines = value_set_list(page->job, page->view, "lines");
    if (!d->own->wide || turns->remainder)
        page_add_lines(page, lines, &kernel->a, 1, kernel->guard_m);
    if (d->own->wide && turns->main)
        lanes_add_own_lines(d, lines);
    page_add_lines(page, lines, &kernel->b, d->own->lanes, kernel->guard_n);
}

/* ----------------------------------------------------------------------------- products */

/* A part of the iteration under a comment, the template `about` (NULL: none): rows `first` to `last` of the tile, or of that of B. It has
 * the list `operands`, and the list that is returned, `shares`. */
static struct value *add_part(const struct lanes *d, struct value *parts, const char *about,
                              long long first, long long last)
{
    struct job *const job = d->page->job;
    struct value *const part = value_add(parts, value_object(job));
    value_set_text(job, part, "about", about);
    value_set_integer(job, part, "range_begin", first);
    value_set_unless(job, part, "range_end", last, first);
    value_set_text(job, part, "operand", d->page->kernel->b.name);
    value_set_list(job, part, "operands");
    return value_set_list(job, part, "shares");
}

/* Elements of a vector of accumulators. */
static long long width_of(const struct lanes *d)
{
    return d->own->vector.height * d->own->vector.width;
}

/* What a lane has loaded of A and the others take, `shared`, or false; and the list of products with it, which is returned. */
static struct value *add_share(const struct lanes *d, struct value *shares, const char *shared)
{
    struct value *const share = value_add(shares, value_object(d->page->job));
    value_set_text(d->page->job, share, "shared", shared);
    return page_sums(d->page, share, width_of(d));
}

/* The same of what `lane` holds in the register `holder`, whose name there is `shared`. */
static struct value *add_exchanged(const struct lanes *d, struct value *shares, long long holder,
                                   long long lane, const char **shared)
{
    struct job *const job = d->page->job;
    const char *const name = lanes_a_register(d, holder);
    *shared = arena_printf(job->arena, "%s_of_%lld", name, lane);
    struct value *const products = add_share(d, shares, *shared);
    value_set_text(job, shares->last, "register", name);
    value_set_integer(job, shares->last, "slot", holder);
    value_set_integer(job, shares->last, "lane", lane);
    return products;
}

/* Accumulators are vectors of rows, to which the scalar of B is spread, or of wide lanes vectors of columns, to which that of A is. */
static void add_product(const struct lanes *d, struct value *products, long long row,
                        long long column, const struct term *a, const struct term *b)
{
    page_product(d->page, products, page_printed(d->page, "c_%lld_%lld", row, column),
                 page_spread(d->page, a, d->own->vector.width),
                 page_spread(d->page, b, d->own->vector.height));
}

/* For every vector of rows and step of K: who holds the values, and the multiply-adds with them. */
static void add_vectors(const struct lanes *d, struct value *parts)
{
    const struct kernel *const kernel = d->page->kernel;
    const long long lanes = d->own->lanes, blocks = d->own->vectors.height / lanes;
    const char *const about = d->own->vector.height > 1 && d->own->turned
                                  ? "subgroup/tile_rows_apart"
                                  : "subgroup/tile_rows";
    const char *shared;
    for (long long g = 0; g < d->own->vectors.height; g++) {
        const long long first = lanes_vector_row(d, g);
        struct value *const shares = add_part(
            d, parts, about, first, first + (d->own->vector.height - 1) * lanes_row_step(d));
        for (long long k = 0; k < kernel->tile_k; k++) {
            struct value *const products =
                d->own->turned
                    ? add_exchanged(d, shares, k * blocks + g % blocks, g / blocks, &shared)
                    : add_exchanged(d, shares, g * (kernel->tile_k / lanes) + k / lanes, k % lanes,
                                    &shared);
            for (long long c = 0; c < kernel->tile.width; c++)
                add_product(d, products, g, c, page_name(d->page, shared), lanes_b_value(d, k, c));
        }
    }
}

/* Of wide lanes: the product of one row with `depth` rows of B from step k on, out of the register
 * and lane that hold them. */
static void add_row(const struct lanes *d, struct value *shares, long long row, long long k)
{
    struct job *const job = d->page->job;
    const struct kernel *const kernel = d->page->kernel;
    const long long depth = d->own->depth, lanes = d->own->lanes;
    const char *shared;
    struct value *const products =
        add_exchanged(d, shares, row / depth * (kernel->tile_k / lanes) + k / lanes,
                      row % depth * (lanes / depth) + k % lanes / depth, &shared);
    for (long long i = 0; i < depth; i++)
        for (long long c = 0; c < d->own->vectors.width; c++)
            add_product(d, products, row, c, term_part(job, shared, component_name(job, depth, i)),
                        lanes_b_value(d, k + i, c));
}

/* Of wide lanes: row by row where the rows of B are all there; else step by step, so that few of them are. */
static void add_rows(const struct lanes *d, struct value *parts)
{
    const long long depth = d->own->depth, rows = d->own->vectors.height;
    const long long tile_k = d->page->kernel->tile_k;
    const bool holds_b = d->own->holds_b;
    for (long long first = 0; first < (holds_b ? rows : tile_k); first += depth) {
        struct value *const shares =
            add_part(d, parts, holds_b ? "subgroup/tile_rows" : "subgroup/with_rows", first,
                     first + depth - 1);
        if (!holds_b)
            lanes_load_b_rows(
                d, page_operand(d->page, value_child(parts->last, "operands"), &d->page->kernel->b),
                first, depth);
        for (long long row = holds_b ? first : 0; row < (holds_b ? first + depth : rows); row++)
            for (long long k = holds_b ? 0 : first; k < (holds_b ? tile_k : first + depth);
                 k += depth)
                add_row(d, shares, row, k);
    }
}

/* ------------------------------------------------------------------------------ iterations */

struct loads {
    struct value *a, *b;
};

/* Members of an iteration: `exchanges`, whether lanes exchange what they load of A; `names_own_k`; `to_share` and `to_keep`, objects with
 * the `operands` of the loads of A and of B, which are returned; and the list `parts`. */
static struct loads add_iteration(const struct lanes *d, struct value *iteration, bool exchanges)
{
    const struct page *const page = d->page;
    struct job *const job = page->job;
    page_k_lines(page, iteration);
    value_set_bool(job, iteration, "exchanges", exchanges);
    value_set_bool(job, iteration, "names_own_k",
                   exchanges && !d->own->turned && !d->own->blocks && !d->own->wide);
    struct value *const a = value_set_object(job, iteration, "to_share");
    struct value *const b = value_set_object(job, iteration, "to_keep");
    value_set_list(job, iteration, "parts");
    return (struct loads){
        page_operand(page, value_set_list(job, a, "operands"), &page->kernel->a),
        page_operand(page, value_set_list(job, b, "operands"), &page->kernel->b),
    };
}

static void add_main(const struct lanes *d, struct value *main)
{
    const struct loads loads = add_iteration(d, main, true);
    struct value *const parts = value_child(main, "parts");
    lanes_load_a(d, loads.a);
    if (!d->own->wide || d->own->holds_b)
        lanes_load_b(d, loads.b);
    if (d->own->wide)
        add_rows(d, parts);
    else
        add_vectors(d, parts);
}

static void add_remainder(const struct lanes *d, struct value *remainder)
{
    const struct page *const page = d->page;
    const struct kernel *const kernel = page->kernel;
    const struct loads loads = add_iteration(d, remainder, false);
    lanes_load_all_of_a(d, loads.a);
    lanes_load_step_of_b(d, loads.b);
    struct value *const shares = add_part(d, value_child(remainder, "parts"), NULL, 0, 0);
    struct value *const products = add_share(d, shares, NULL);
    for (long long g = 0; g < d->own->vectors.height; g++)
        for (long long c = 0; c < d->own->vectors.width; c++)
            add_product(d, products, g, c, page_name(page, lanes_single(d, &kernel->a, g)),
                        d->own->wide ? lanes_b_value(d, 0, c)
                                     : page_name(page, lanes_single(d, &kernel->b, c)));
}

static void add_tile(const struct lanes *d)
{
    struct job *const job = d->page->job;
    const bool wide = d->own->wide;
    const struct shape vectors = d->own->vectors;
    const long long width = width_of(d);
    long long *const rows = arena_array(job->arena, (size_t)vectors.height, sizeof *rows);
    for (long long g = 0; g < vectors.height; g++)
        rows[g] = lanes_vector_row(d, g);
    add_accumulators(d->page, vectors, width);
    keep_sums(d->page, &(struct kept_sums){.vectors = vectors, .width = width});
    add_stores(d->page, &(struct stored_tile){
                            .width = width,
                            .line_step = wide ? 0 : lanes_row_step(d),
                            .vectors = vectors,
                            .rows = rows,
                            .columns = places_apart(job, vectors.width,
                                                    d->own->lanes * d->own->vector.width),
                            .by_columns = !wide,
                        });
}

static void fill(struct job *job, const struct kernel *kernel, struct value *view)
{
    const struct subgroup_plan *const own = kernel->own;
    const struct page page = {job, kernel, view};
    const struct lanes d = {&page, own};
    const struct turns turns = add_turns(&page, &own->main);
    add_places(&d, turns.main && main_loop_leaves_tiles(&own->main) && own->turned);
    add_lines(&d, &turns);
    lanes_add_exchange(&d);
    if (turns.main)
        add_main(&d, turns.main);
    if (turns.remainder)
        add_remainder(&d, turns.remainder);
    add_tile(&d);
}

const struct family_view family_subgroup_view = {
    .page = "subgroup.cl",
    .fill = fill,
};
