/*
 * The lists that all pages of the matrix family go through, templates/matrix.cl and templates/matrix_ring_*.cl: places, operands with
 * their tiles and fragments, products. Part of the view of the family: see view.c.
 */
#include "gen/family/matrix/ring.h"

#include <string.h>

#include "gen/family/page.h"

/* -------------------------------------------------------------------------------- places */

/* Where the elements begin that a lane stores: of lanes that have traded each next one has those of the next fragment. */
static const struct term *place_stored(const struct page *page, bool along_m)
{
    enum {
        COLUMNS = 8 /* of a fragment that lanes trade */
    };
    struct job *const job = page->job;
    const struct term *const lane = page_name(page, "lane");
    const long long width = matrix_own(page->kernel)->engine->lanes.width,
                    traded = matrix_own(page->kernel)->traded;
    if (along_m || traded == 1)
        return matrix_place_of_lane(page, along_m);
    const struct term *const within =
        traded == width ? term_number(job, 0) : term_over(job, term_rest(job, lane, width), traded);
    return term_add(job, term_times(job, within, page->kernel->c.vector),
                    term_times(job, term_rest(job, lane, traded), COLUMNS));
}

static const struct term *place_of_sub_group(const struct page *page, bool along_m)
{
    const struct matrix_plan *const own = page->kernel->own;
    const struct shape sub_groups = own->sub_groups;
    const struct term *number = page_name(page, "sub_group");
    if (shape_side(sub_groups, along_m) == 1)
        return term_number(page->job, 0);
    if (page->kernel->in_turns)
        number = term_rest(page->job, number, sub_groups.height * sub_groups.width);
    return term_times(page->job,
                      (along_m ? term_over : term_rest)(page->job, number, sub_groups.width),
                      shape_side(own->tile, along_m));
}

static const struct term *place_of_group(const struct page *page, bool along_m)
{
    return matrix_own(page->kernel)->ring
               ? term_times(page->job, term_part(page->job, "at", along_m ? "y" : "x"),
                            shape_side(page->kernel->group, along_m))
               : page_begin_of_group(page, along_m);
}

/* List `places`: where the tiles of the work-group, of the sub-group and of the lane begin; and `places_of_group` of a ring, the first of these.
 * `item`: the number of the work-item. */
static void add_places(const struct page *page)
{
    struct job *const job = page->job;
    const struct kernel *const kernel = page->kernel;
    struct value *const places = value_set_list(job, page->view, "places");
    struct value *const of_group = value_set_list(job, page->view, "places_of_group");
    const bool aligns = matrix_aligns(kernel);
    const struct term *column = NULL;
    page_own_places(page, places);
    for (int i = 0; i < 2; i++) {
        const bool along_m = is_a(kernel->factors[i]);
        const struct term *const first = page_axis_name(page, "first", along_m);
        const struct term *const tile = page_axis_name(page, "tile", along_m);
        page_declare(page, places, first, place_of_group(page, along_m));
        page_declare(page, of_group, first, place_of_group(page, along_m));
        page_declare(page, places, tile, place_of_sub_group(page, along_m));
        const struct term *const place =
            term_add(job, term_add(job, first, tile), place_stored(page, along_m));
        if (along_m || !aligns)
            page_declare(page, places, page_place(page, along_m, 0, false), place);
        else
            column = place;
    }
    /* Behind the row, by which it is aligned. */
    if (aligns)
        page_declare(page, places, page_place(page, false, 0, false),
                     matrix_aligned(page, places, column));
    value_set_term(job, page->view, "item", page_item(page, matrix_own(page->kernel)->ring));
    value_set_integer(job, page->view, "lanes_of_engine",
                      engine_lanes(matrix_own(page->kernel)->engine));
}

/* -------------------------------------------------------------------------------- tiles */

/* Where the tile of an operand begins in the array that has it. */
static const struct term *half_of(const struct page *page, const struct operand *operand,
                                  const struct term *tile)
{
    return operand->role == ROLE_D
               ? term_plus(page->job, tile, matrix_operand_tile(page->kernel->own, operand)->half)
               : tile;
}

/* "a_tile[used]"; without an index where there is one tile alone. Of D behind the half of it that B has. */
static const struct term *tile_at(const struct page *page, const struct operand *operand,
                                  const char *format, const char *index)
{
    const struct term *const tile = page_printed(page, format, matrix_tile_letter(operand));
    return half_of(page, operand, index ? term_at(page->job, tile, page_name(page, index)) : tile);
}

/* Elements along K in what a copy counts in, cells of blocks. */
static const struct term *counted(const struct page *page, const struct matrix_copied *copied,
                                  const struct term *elements)
{
    const struct matrix_blocks *const blocks = &matrix_own(page->kernel)->blocks;
    return copied->staged ? term_times(page->job, term_over(page->job, elements, blocks->covers),
                                       blocks->cells)
                          : elements;
}

/* The same of the rows of a group, which begin within a line where these lie across K. */
static const struct term *wide_in_group(const struct page *page, const struct operand *operand,
                                        const struct matrix_copied *copied)
{
    struct job *const job = page->job;
    const struct term *const wide = page_printed(page, "%c_wide", operand_letter(operand));
    const bool within = kernel_steps_through_groups(page->kernel) &&
                        !problem_has_stride(&page->kernel->problem, operand->role) &&
                        !copied->tile.along_k;
    const struct term *const rest =
        term_rest(job, page_name(page, "first_of_group"), copied->vector);
    return within ? term_and(job, wide, term_test(job, rest, "==", term_number(job, 0))) : wide;
}

/* A member of an operand: what the function that copies a tile of it is told. */
static void add_copy(const struct page *page, struct value *object, const char *name,
                     const struct operand *operand)
{
    struct job *const job = page->job;
    const struct kernel *const kernel = page->kernel;
    const struct matrix_plan *const own = page->kernel->own;
    const struct matrix_copied copied = matrix_copied_of(page, operand);
    const bool guards = matrix_copy_guards(kernel, operand) && !by_index(operand);
    const char *const filled = own->ring || own->stages > 1 ? "filled" : NULL;
    const char *const k = !own->ring && own->stages > 1 ? "next" : "k";
    struct value *const copy = value_set_object(job, object, name);
    value_set_text(job, copy, "name", operand->name);
    matrix_view_given(page, operand, copy);
    matrix_view_companions(page, operand, copy);
    value_set_integer(job, copy, "bytes", copied.vector * copied.bytes);
    /* Of an image what is copied as pixels: else one element is as any other. */
    const bool tests =
        copied.wide || (matrix_is_image(kernel, operand) && strcmp(name, "copy") == 0);
    value_set_bool(job, copy, "of_image", matrix_is_image(kernel, operand));
    value_set_term(job, copy, "wide", tests ? matrix_wide_test(page, operand, &copied) : NULL);
    value_set_term(job, copy, "wide_in_group", wide_in_group(page, operand, &copied));
    value_set_term(job, copy, "to",
                   tile_at(page, operand, copied.staged ? "%c_blocks" : "%c_tile", filled));
    value_set_term(job, copy, "length",
                   counted(page, &copied, page_name(page, symbol_in_kernel(operand->ld))));
    value_set_term(job, copy, "from_k",
                   counted(page, &copied, page_step_of_k(page, operand, page_name(page, k))));
    value_set_term(job, copy, "limit", guards ? page_limit(page, is_a(operand)) : NULL);
    value_set_term(job, copy, "limit_k",
                   kernel->guard_k
                       ? counted(page, &copied, page_step_of_k(page, operand, page_name(page, "K")))
                       : NULL);
    value_set_text(job, copy, "copier", own->tensor && !own->emulated ? "lane" : "item");
}

/* The tile that is multiplied. */
static const struct term *tile_used(const struct page *page, const struct operand *operand)
{
    const struct matrix_plan *const own = page->kernel->own;
    const bool staged = in_blocks(operand) && own->blocks.staged;
    return tile_at(page, operand, "%c_tile", staged ? "made" : own->stages > 1 ? "used" : NULL);
}

/* Where the first fragment of the operand begins in its tile. What an engine reads by itself is described in the tile of B, behind whose places those
 * of D are. */
static const struct term *first_fragment(const struct page *page, const struct operand *operand)
{
    const bool left = is_a(operand);
    const bool behind = operand->role == ROLE_D && matrix_own(page->kernel)->engine->described;
    return term_plus(page->job, page_axis_name(page, "tile", left),
                     behind ? shape_side(page->kernel->group, left) : 0);
}

/* List `fragments` of an operand: those of the tile of a sub-group, each loaded at a place of the `tile` that is multiplied. */
static void add_fragments(const struct page *page, struct value *object,
                          const struct operand *operand)
{
    struct job *const job = page->job;
    const struct matrix_plan *const own = page->kernel->own;
    const bool left = is_a(operand), of_d = operand->role == ROLE_D;
    const long long side = fragment_side(own->fragment, left);
    const long long count = matrix_fragments_of(own, left);
    struct value *const fragments = value_set_list(job, object, "fragments");
    value_set_text(job, object, "type", matrix_fragment_type(job, own, left));
    value_set_term(job, object, "tile",
                   tile_used(page, of_d && own->engine->described
                                       ? kernel_factor(page->kernel, 0, left)
                                       : operand));
    for (long long i = 0; i < count && !(of_d && own->straddles); i++) {
        struct value *const item = value_add(fragments, value_object(job));
        value_set_text(job, item, "name", register_name(job, operand, i, count, 0, 1));
        value_set_term(job, item, "first", term_plus(job, first_fragment(page, operand), i * side));
    }
}

/* What pages call an operand and what is made for it. */
static void add_names(const struct page *page, struct value *object, const struct operand *operand)
{
    struct job *const job = page->job;
    const char *const source = matrix_copied_of(page, operand).source;
    const char *const stored = kernel_stored(job, page->kernel, operand->element);
    value_set_term(job, object, "letter", page_letter(page, operand));
    value_set_text(job, object, "memory", operand->form.memory);
    value_set_text(job, object, "recast", strcmp(source, stored) != 0 ? source : NULL);
    value_set_term(job, object, "tile_letter",
                   page_printed(page, "%c", matrix_tile_letter(operand)));
}

/* Appends to list `mapped` an operand of which a map is made, and to list `boxes` or `pixels` what fills a tile of a stage by it. */
static void add_boxes(const struct page *page, const struct operand *operand)
{
    struct job *const job = page->job;
    const bool image = matrix_is_image(page->kernel, operand);
    struct value *const mapped = value_add(value_child(page->view, "mapped"), value_object(job));
    struct value *const box =
        value_add(value_child(page->view, image ? "pixels" : "boxes"), value_object(job));
    add_names(page, mapped, operand);
    value_set_term(job, mapped, "map_begins", matrix_map_begins(page, operand));
    add_names(page, box, operand);
    value_set_term(job, box, "to", tile_at(page, operand, "%c_tile", "filled"));
    if (image)
        matrix_view_image(page, operand, box);
    else
        matrix_view_boxes(page, operand, box);
}

static void add_operand(const struct page *page, struct value *operands,
                        const struct operand *operand)
{
    struct job *const job = page->job;
    const struct matrix_plan *const own = page->kernel->own;
    struct value *const object = value_add(operands, value_object(job));
    add_names(page, object, operand);
    view_add_index(job, page->kernel, operand, object);
    value_set_text(job, object, "place", kernel_axis_word(page->kernel, is_a(operand)));
    matrix_view_arrays(page, operand, object);
    static const char *const copies[] = {"copy", "call", "index_call"};
    const bool packed = matrix_operand_tile(own, operand)->packed;
    const int left_out = by_index(operand) ? 1 : 2;
    for (int i = 0; i < 3; i++)
        if (packed || i == left_out)
            value_set_bool(job, object, copies[i], false);
        else
            add_copy(page, object, copies[i], operand);
    if (own->bulk)
        matrix_view_block(page, operand, object);
    else if (own->tensor && !own->emulated && matrix_in_boxes(own->im2col, operand))
        add_boxes(page, operand);
    add_fragments(page, object, operand);
}

/* ------------------------------------------------------------------------------- products */

/* The register of a fragment of those that are multiplied: of B's, then of D's. */
static const struct term *fragment_at(const struct page *page, bool left, long long number,
                                      const char *half)
{
    struct job *const job = page->job;
    const struct matrix_plan *const own = page->kernel->own;
    const long long count = matrix_fragments_of(own, left);
    const struct operand *const operand = kernel_factor(page->kernel, number >= count, left);
    return term_part(job, register_name(job, operand, number % count, count, 0, 1), half);
}

/* List `sums` of an item: the accumulators of a fragment of C. */
static void add_sums(const struct page *page, struct value *item, long long i, long long j)
{
    struct job *const job = page->job;
    const struct matrix_plan *const own = page->kernel->own;
    const struct engine *const engine = own->engine;
    const long long rows = engine->columns ? 1 : own->cells.height;
    const long long height = matrix_fragments_of(own, true),
                    width = matrix_fragments_of(own, false);
    const char *const word = kernel_sum_word(page->kernel, i >= height || j >= width, "c");
    const long long of_row = own->cells.width / engine->beside;
    const long long of_product = i % height * rows;
    struct value *const sums = value_set_list(job, item, "sums");
    for (long long row = 0; row < rows; row++)
        value_set_term(
            job, value_add(sums, value_object(job)), "sum",
            engine->described
                ? term_plus(
                      job, page_printed(page, "%c_%lld", own->by_block ? 'p' : 'c', i * rows + row),
                      j * of_row)
                : page_printed(page, "%s_%lld_%lld", word, of_product + row, j % width * of_row));
    value_mark_ends(job, sums);
}

/* Whether the engine's sums have blocks of K before this one: false where each has its own. */
static const struct term *blocks_before(const struct page *page)
{
    struct job *const job = page->job;
    const long long blocks = matrix_own(page->kernel)->blocks_of_sums;
    return blocks == 1 ? NULL
                       : term_test(job, term_rest(job, page_name(page, "block"), blocks), ">",
                                   term_number(job, 0));
}

/* Whether they are complete with this block, or true. */
static const struct term *last_of_blocks(const struct page *page)
{
    struct job *const job = page->job;
    const long long blocks = matrix_own(page->kernel)->blocks_of_sums;
    const struct term *const next = term_plus(job, page_name(page, "block"), 1);
    return blocks == 1
               ? NULL
               : term_or(job,
                         term_test(job, term_rest(job, next, blocks), "==", term_number(job, 0)),
                         term_test(job, next, "==", page_name(page, "blocks")));
}

static const struct term *first_of_sum(const struct page *page)
{
    return matrix_own(page->kernel)->sums_of_block > 1 ? page_name(page, "sum")
                                                       : term_number(page->job, 0);
}

/* A product of two fragments, or of the halves of both that hold their rests ("lo") or heads ("hi"); that of a rest of A comes first of a
 * sum, which it begins. */
static void add_product(const struct page *page, struct value *products, long long i, long long j,
                        const char *half_a, const char *half_b)
{
    struct job *const job = page->job;
    const bool begins = !half_a || strcmp(half_a, "lo") == 0;
    struct value *const product = value_add(products, value_object(job));
    value_set_term(job, product, "a", fragment_at(page, true, i, half_a));
    value_set_term(job, product, "b", fragment_at(page, false, j, half_b));
    value_set_term(
        job, product, "adds",
        !matrix_own(page->kernel)->by_block ? NULL
        : begins ? term_or(job, term_test(job, page_name(page, "step"), ">", first_of_sum(page)),
                           blocks_before(page))
                 : page_name(page, "true"));
    add_sums(page, product, i, j);
}

/* Every fragment of A times every one of B; of split ones the products with a rest (`small`) come first, then those of the heads
 * (`large`). That of both rests is below what a single holds. */
static void add_round(const struct page *page, struct value *rounds, bool small, bool large)
{
    const struct matrix_plan *const own = page->kernel->own;
    struct value *const round = value_add(rounds, value_object(page->job));
    struct value *const products = value_set_list(page->job, round, "products");
    value_set_bool(page->job, round, "small", !large);
    for (long long i = 0; i < own->fragments.height; i++)
        for (long long j = 0; j < own->fragments.width; j++) {
            if (own->split && small) {
                add_product(page, products, i, j, "lo", "hi");
                add_product(page, products, i, j, "hi", "lo");
            }
            if (large)
                add_product(page, products, i, j, own->split ? "hi" : NULL,
                            own->split ? "hi" : NULL);
        }
}

/* Where along K of a tile the sums begin and end that the engine makes at once: those of all of it, but of groups that are shorter. */
static void add_ends_of_sum(const struct page *page)
{
    struct job *const job = page->job;
    const long long count = matrix_own(page->kernel)->sums_of_block;
    const long long depth = page->kernel->tile_k / count;
    const struct term *const first = first_of_sum(page);
    value_set_bool(job, page->view, "several_sums", count > 1);
    value_set_integer(job, page->view, "depth_of_sum", depth);
    value_set_term(job, page->view, "first_of_sum", first);
    value_set_term(job, page->view, "end_of_sum", term_plus(job, first, depth));
}

/* List `rounds`, each of `products` for all of a tile along K; `steps` of a tile: of a loop over them, or each written where a compiler does
 * not unroll what it is told to unroll, as Intel's; and `fragments_of_c` with their `sums`. */
static void add_products(const struct page *page)
{
    struct job *const job = page->job;
    const struct matrix_plan *const own = page->kernel->own;
    struct value *const rounds = value_set_list(job, page->view, "rounds");
    struct value *const steps = value_set_list(job, page->view, "steps");
    struct value *const sums = value_set_list(job, page->view, "fragments_of_c");
    const bool written = own->engine->columns && !own->emulated;
    const long long apart = written ? own->fragment->k : page->kernel->tile_k;
    const bool apart_from_heads = own->by_block && own->split;
    if (apart_from_heads)
        add_round(page, rounds, true, false);
    add_round(page, rounds, !apart_from_heads, true);
    value_set_unless(job, page->view, "blocks_of_sums", own->blocks_of_sums, 1);
    value_set_term(job, page->view, "sums_complete", last_of_blocks(page));
    add_ends_of_sum(page);
    matrix_view_scales(page);
    for (long long k = 0; k < page->kernel->tile_k; k += apart) {
        struct value *const step = value_add(steps, value_object(job));
        value_set_bool(job, step, "loops", !written);
        value_set_integer(job, step, "first_step", k);
    }
    for (long long i = 0; i < own->fragments.height; i++)
        for (long long j = 0; j < own->fragments.width; j++)
            add_sums(page, value_add(sums, value_object(job)), i, j);
    value_set_term(job, page->view, "tile_a", tile_used(page, &page->kernel->a));
    value_set_term(job, page->view, "tile_b", tile_used(page, &page->kernel->b));
}

void matrix_view_page(const struct page *page)
{
    struct value *const operands = value_set_list(page->job, page->view, "operands");
    static const char *const lists[] = {"mapped", "boxes", "pixels"};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        value_set_list(page->job, page->view, lists[i]);
    add_places(page);
    for (int i = 0; i < page->kernel->factor_count; i++)
        add_operand(page, operands, page->kernel->factors[i]);
    value_set_bool(page->job, page->view, "gated", kernel_products(page->kernel) > 1);
    add_products(page);
}
