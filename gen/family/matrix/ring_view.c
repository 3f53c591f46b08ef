/*
 * What the view of the matrix family has for a ring, templates/matrix_ring_*.cl: see ring.c.
 */
#include "gen/family/matrix/ring.h"

#include <string.h>

#include "gen/family/page.h"
#include "gen/view/host.h"

void matrix_view_loads(const struct page *page, const struct operand *operand, struct value *object)
{
    struct job *const job = page->job;
    const struct matrix_plan *const own = page->kernel->own;
    const struct fragment *const fragment = own->fragment;
    const struct fragment_order *const order = operand->form.fragments;
    const long long at_once = order->count / order->together;
    const bool differs = strcmp(fragment->held, fragment->cell) != 0;
    const struct term *const step = term_times(job, page_name(page, "step"), operand->form.panel);
    const struct term *const fragments = term_times(job, page_name(page, "first"), fragment->k);
    const struct term *const begin =
        term_add(job, term_add(job, page_name(page, "block"), step), fragments);
    value_set_term(job, object, "first_load",
                   term_add(job, begin,
                            own->engine->alone
                                ? matrix_place_of_lane(page, is_a(operand))
                                : term_times(job, page_name(page, "lane"), order->count)));
    value_set_text(job, object, "register_type",
                   *ptx_letter(fragment->held) == 'd'   ? "f64"
                   : *ptx_letter(fragment->held) == 'f' ? "f32"
                                                        : "b32");
    struct value *const loads = value_set_list(job, object, "loads");
    for (long long i = 0; i < order->loads; i++) {
        struct value *const load = value_add(loads, value_object(job));
        value_set_integer(job, load, "count", at_once);
        value_set_integer(job, load, "elements", order->count);
        value_set_unless(job, load, "plus", i * order->lanes * order->count, 0);
        value_set_text(job, load, "as", differs ? vector_name(job, fragment->held, at_once) : NULL);
        struct value *const registers = value_set_list(job, load, "registers");
        for (long long j = 0; j < at_once; j++) {
            struct value *const item = value_add(registers, value_object(job));
            value_set_integer(job, item, "index", j);
            value_set_integer(job, item, "number", i * at_once + j);
        }
        value_mark_ends(job, registers);
    }
    value_mark_ends(job, loads);
}

/* Members of the packing steps: how an element lies in panels. What is split is so when it is stored. */
static void add_kept(struct job *job, const struct matrix_plan *own, struct value *view)
{
    value_set_text(job, view, "kept",
                   own->fragment->rounding && !own->split ? "kept/rounded" : "kept/as_stored");
}

/* Work-items that multiply: those of wg, or of both teams that take turns. */
static long long items_that_multiply(const struct kernel *kernel)
{
    return kernel->wg.height * kernel->wg.width * (kernel->in_turns ? 2 : 1);
}

long long matrix_items_that_copy(const struct kernel *kernel)
{
    return kernel->copiers ? kernel->copiers : items_that_multiply(kernel);
}

/* Extents of the operand as tensor maps describe it: elements of a line, and lines. */
static const struct term *extent(const struct page *page, const struct operand *operand,
                                 bool along_k)
{
    return along_k ? page_name(page, "K") : page_limit(page, is_a(operand));
}

void matrix_view_box(struct job *job, const struct matrix_tile *tile, long long bytes,
                     struct value *object)
{
    struct value *const box = value_set_object(job, object, "box");
    value_set_integer(job, box, "unsigned_type",
                      bytes == 1   ? 0
                      : bytes == 2 ? 1
                      : bytes == 4 ? 2
                                   : 4);
    value_set_integer(job, box, "swizzle_mode",
                      tile->span * bytes == MOST_SPAN_BYTES    ? 3
                      : tile->span * bytes == LEAST_SPAN_BYTES ? 1
                                                               : 2);
}

/* Of --copy bulk: the block of a panel. A part of K begins with a block inside it. */
void matrix_view_block(const struct page *page, const struct operand *operand, struct value *object)
{
    struct job *const job = page->job;
    const bool parts = page->kernel->split_k > 1;
    const long long cells = matrix_tile_cells(matrix_operand_tile(page->kernel->own, operand));
    const struct term *const panel = term_part(job, "at", is_a(operand) ? "y" : "x");
    const struct term *const blocks = page_name(page, parts ? "blocks_of_panel" : "blocks");
    const struct term *const first =
        parts ? term_over(job, page_name(page, "first_of_part"), operand->form.block)
              : term_number(job, 0);
    const struct term *const block =
        term_add(job, term_add(job, term_mul_as(job, "long", panel, blocks), first),
                 page_name(page, "block"));
    value_set_term(job, object, "block_of_panel", term_times(job, block, cells));
    value_set_integer(job, object, "block_bytes", cells * operand->element->bytes);
}

/* Each of its matrices is a layer of the box's matrix; what groups have parts of is one. */
static void add_layers(const struct page *page, const struct operand *operand, struct value *object)
{
    struct job *const job = page->job;
    const bool one = !problem_has_stride(&page->kernel->problem, operand->role);
    value_set_term(job, object, "layer",
                   one ? term_number(job, 0) : term_cast(job, "int", page_name(page, "member")));
    value_set_term(job, object, "layers",
                   one ? term_number(job, 1) : view_count_of_matrices(job, page->kernel));
    value_set_term(job, object, "layers_apart",
                   one ? page_name(page, symbol_in_kernel(operand->ld))
                       : view_members_apart(job, page->kernel, operand));
}

/* Whether one tile of C alone reads what a tile of the operand is made of: of few rows that of weights. */
static const struct term *read_once(const struct page *page, const struct operand *operand)
{
    return term_test(page->job,
                     page_printed(page, "%s_tiles", kernel_axis_word(page->kernel, !is_a(operand))),
                     "==", term_number(page->job, 1));
}

/* Operands that have boxes, and maps of them. */
static long long count_of_maps(const struct kernel *kernel)
{
    long long count = 0;
    for (int i = 0; i < kernel->factor_count; i++)
        count += matrix_in_boxes(matrix_own(kernel)->im2col, kernel->factors[i]);
    return count;
}

/* Where the maps of a work-group begin among those of all members of a batch and all parts of K: as many for each of these as there are tiles. */
static const struct term *begin_of_maps(const struct page *page)
{
    struct job *const job = page->job;
    const struct kernel *const kernel = page->kernel;
    const struct term *const tiles = page_name(page, "tiles");
    const struct term *before = term_number(job, 0);
    if (kernel->problem.batch != BATCH_NONE && !kernel_steps_through_groups(kernel))
        before = term_mul(job, term_times(job, page_name(page, "member"), kernel->split_k), tiles);
    if (kernel->split_k > 1)
        before =
            term_add(job, before, term_mul_as(job, "long", page_name(page, "part_of_k"), tiles));
    const struct term *const number = term_add(job, before, page_name(page, "first_tile"));
    return term_add(
        job, page_name(page, "maps"),
        term_times(job, term_cast(job, "long", number), count_of_maps(kernel) * MAP_BYTES));
}

/* Where the operand's map begins: the first one with the work-group's maps, another one behind that of the operand before it. */
const struct term *matrix_map_begins(const struct page *page, const struct operand *operand)
{
    const struct operand *before = NULL;
    for (int i = 0; page->kernel->factors[i] != operand; i++)
        if (matrix_in_boxes(matrix_own(page->kernel)->im2col, page->kernel->factors[i]))
            before = page->kernel->factors[i];
    return before ? term_plus(page->job, page_printed(page, "%c_map", operand_letter(before)),
                              MAP_BYTES)
                  : begin_of_maps(page);
}

/* Of --copy tensor: where a box begins, and how many panels of it there are. */
void matrix_view_boxes(const struct page *page, const struct operand *operand, struct value *object)
{
    struct job *const job = page->job;
    const struct matrix_tile *const tile = matrix_operand_tile(page->kernel->own, operand);
    const struct matrix_tile half = matrix_halved(*tile);
    const struct term *const k = page_name(page, "k");
    const bool groups = kernel_steps_through_groups(page->kernel);
    const bool rows = groups && !problem_has_stride(&page->kernel->problem, operand->role);
    const struct term *const inside = page_axis_name(page, "first", is_a(operand));
    const struct term *const first =
        rows ? term_add(job, page_name(page, "first_of_group"), inside) : inside;
    if (groups)
        add_layers(page, operand, object);
    value_set_term(job, object, "once", read_once(page, operand));
    value_set_text(job, object, "ld", symbol_in_kernel(operand->ld));
    value_set_term(job, object, "extent_along", extent(page, operand, tile->along_k));
    value_set_term(job, object, "extent_of_lines", extent(page, operand, !tile->along_k));
    value_set_integer(job, object, "lines_of_box", half.lines);
    value_set_term(job, object, "at_box", tile->along_k ? k : first);
    value_set_term(job, object, "line_of_box", tile->along_k ? first : k);
    value_set_bool(job, object, "several_panels", half.length > tile->span);
    value_set_integer(job, object, "panels", half.length / tile->span);
    value_set_integer(job, object, "panel_cells", tile->lines * tile->span);
    value_set_integer(job, object, "span", tile->span);
}

void matrix_view_axes(struct job *job, const char *const *coordinates, int count, bool hinted,
                      struct value *view)
{
    enum {
        FIRST_AXIS = 2,     /* after elements of a line, and lines */
        FIRST_REGISTER = 8, /* of the instructions that make a map */
    };
    const int of_copy = hinted ? 6 : 5;
    value_set_bool(job, view, "once_hinted", hinted);
    struct value *const axes = value_set_list(job, view, "further_axes");
    for (int i = 0; i < count; i++) {
        struct value *const axis = value_add(axes, value_object(job));
        value_set_text(job, axis, "coordinate", coordinates[i]);
        value_set_integer(job, axis, "axis", FIRST_AXIS + i);
        value_set_integer(job, axis, "stride", FIRST_AXIS + i - 1);
        value_set_integer(job, axis, "coordinate_register", of_copy + i);
        value_set_integer(job, axis, "extent_register", FIRST_REGISTER + 2 * i);
        value_set_integer(job, axis, "stride_register", FIRST_REGISTER + 2 * i + 1);
    }
    value_set_integer(job, view, "rank", FIRST_AXIS + count);
    value_set_unless(job, view, "last_axis", count ? FIRST_AXIS + count - 1 : 0, 0);
}

/* What tensor copies need: maps, and work-items that copy where there are none. */
static void add_maps(const struct page *page)
{
    struct job *const job = page->job;
    struct value *const view = page->view;
    value_set_integer(job, view, "copiers", page->kernel->copiers);
    value_set_integer(job, view, "map_bytes", MAP_BYTES);
    value_set_integer(job, view, "words_of_map", MAP_BYTES / 4);
    value_set_text(job, view, "ld_type", "int");
    static const char *const layer = "layer";
    matrix_view_axes(job, &layer, kernel_steps_through_groups(page->kernel), true, view);
    for (int i = 0; i < 2; i++) {
        const struct operand *const operand = page->kernel->factors[i];
        struct value *const object = value_child(view, operand->role == ROLE_A ? "a" : "b");
        if (by_index(operand))
            value_set_bool(job, object, "box", false);
        else
            matrix_view_box(job, matrix_operand_tile(page->kernel->own, operand),
                            operand->element->bytes, object);
    }
}

static const struct term *tiles_along(const struct page *page, bool along_m)
{
    const long long side = shape_side(page->kernel->group, along_m);
    return term_over(page->job, term_plus(page->job, page_limit(page, along_m), side - 1), side);
}

/* Tiles of groups of rows: how many there are of all groups along their axis, and across it, and which one of its group a tile is. Else a tile's
 * number is its own. */
static void add_number_of_tile(const struct page *page)
{
    struct job *const job = page->job;
    struct value *const view = page->view;
    const bool along_m = kernel_is_ragged(page->kernel, true);
    const struct term *const tile = page_name(page, "tile");
    if (!kernel_steps_through_groups(page->kernel)) {
        value_set_term(job, view, "number_of_tile", tile);
        return;
    }
    const struct term *const along = page_name(page, "tile_of_group");
    const struct term *const across = term_mod(job, tile, page_name(page, "tiles_across"));
    const struct term *const columns =
        page_printed(page, "%s_tiles", kernel_axis_word(page->kernel, false));
    value_set_term(job, view, "tiles_along", tiles_along(page, along_m));
    value_set_term(job, view, "tiles_across", tiles_along(page, !along_m));
    value_set_term(job, view, "count_of_groups", view_count_of_groups(job, page->kernel));
    value_set_term(
        job, view, "number_of_tile",
        term_add(job, term_mul(job, along_m ? along : across, columns), along_m ? across : along));
}

/* The first tile of a team, the blocks before it, and how many further its next one is, of work-groups that begin with `first` and whose tiles are
 * so many `apart`; where two take turns, the team that has a tile. */
static void add_tiles_of_team(const struct page *page, const struct term *first,
                              const struct term *apart)
{
    struct job *const job = page->job;
    const bool turns = page->kernel->in_turns;
    const struct term *const team = page_name(page, "team");
    value_set_term(job, page->view, "first_of_team",
                   turns ? term_add(job, first, term_mul(job, team, apart)) : first);
    value_set_term(job, page->view, "first_block",
                   turns ? term_mul(job, team, page_name(page, "blocks")) : term_number(job, 0));
    value_set_term(job, page->view, "tiles_apart_of_team",
                   turns ? term_mul(job, term_number(job, 2), apart) : apart);
    value_set_term(job, page->view, "team_of_tile",
                   term_rest(job, term_div(job, page_name(page, "tile"), apart), 2));
}

/* Which tiles of C a work-group computes: the first one, and how many further the next one is; and how many tiles there are. */
static void add_tiles(const struct page *page)
{
    struct job *const job = page->job;
    struct value *const view = page->view;
    const struct kernel *const kernel = page->kernel;
    const struct term *const zero = term_number(job, 0), *const one = term_number(job, 1);
    const struct term *const number = term_call(job, "get_group_id", zero);
    const struct term *const groups = term_call(job, "get_num_groups", zero);
    const struct term *const line = term_call(job, "get_group_id", one);
    const struct term *const lines = term_call(job, "get_num_groups", one);
    const bool by_number = kernel->per_unit != 0;
    const struct term *const first =
        by_number ? number : term_add(job, term_mul(job, line, groups), number);
    const struct term *const apart = by_number ? groups : term_mul(job, groups, lines);
    value_set_term(job, view, "first_tile", first);
    value_set_term(job, view, "tiles_apart", apart);
    add_tiles_of_team(page, first, apart);
    add_number_of_tile(page);
    value_set_term(job, view, "limit_of_rows", page_limit(page, true));
    value_set_term(job, view, "limit_of_columns", page_limit(page, false));
    value_set_term(job, view, "tiles_of_rows", tiles_along(page, true));
    value_set_term(job, view, "tiles_of_columns", tiles_along(page, false));
}

/* Bytes of a stage that its mbarrier is told of: of the operands in boxes or blocks. */
static long long bytes_expected(const struct kernel *kernel)
{
    const struct matrix_plan *const own = kernel->own;
    return (matrix_in_boxes(own->im2col, &kernel->a) * matrix_tile_cells(&own->a) +
            matrix_in_boxes(own->im2col, &kernel->b) * matrix_tile_cells(&own->b)) *
           kernel->a.element->bytes;
}

void matrix_view_ring(const struct page *page)
{
    struct job *const job = page->job;
    struct value *const view = page->view;
    const struct kernel *const kernel = page->kernel;
    const struct matrix_plan *const own = kernel->own;
    const long long lanes = engine_lanes(own->engine);
    if (own->tensor)
        add_maps(page);
    add_tiles(page);
    value_set_bool(job, view, "tensor", own->tensor);
    value_set_integer(job, view, "last_of_block", kernel->tile_k - 1);
    value_set_integer(job, view, "stages_ahead", own->stages - 1);
    value_set_integer(job, view, "stage_bytes", bytes_expected(kernel));
    value_set_unless(job, view, "registers_kept", own->kept, 0);
    value_set_unless(job, view, "registers_taken", own->taken, 0);
    value_set_integer(job, view, "items_of_group", items_that_multiply(kernel));
    value_set_bool(job, view, "in_turns", kernel->in_turns);
    value_set_integer(job, view, "items_of_team", kernel->wg.height * kernel->wg.width);
    value_set_unless(job, view, "raster", own->raster, 1);
    value_set_bool(job, view, "several_warps", lanes > SPEC_WARP);
    value_set_integer(job, view, "warp", SPEC_WARP);
    value_set_integer(job, view, "users_of_stage",
                      own->sub_groups.height * own->sub_groups.width * lanes / SPEC_WARP);
    value_set_bool(job, view, "one_fills", !sums_scaled(&kernel->a) && !matrix_gathers(kernel));
    value_set_integer(job, view, "lanes_that_fill", 1 + kernel->copiers);
    value_set_integer(job, view, "fillers_of_stage",
                      sums_scaled(&kernel->a) ? 1 + kernel->copiers / SPEC_WARP : 1);
    if (own->bulk)
        add_kept(job, own, view);
}
