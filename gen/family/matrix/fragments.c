/*
 * How lanes have fragments: what a register holds, how one is loaded, and how many the tile of a sub-group has. Part of the view of
 * the matrix family: see view.c.
 */
#include "gen/family/matrix/ring.h"

#include <string.h>

#include "gen/family/page.h"

/* Members of an operand that squares are loaded of, whose lines of 16 bytes lanes name: of A four, of B two. `place_of_line` and `k_of_line`: where the
 * line lies that a lane names, lane % 8 of its square; `line_of_square`, its first element. */
static void add_squares(const struct page *page, const struct operand *operand,
                        struct value *object)
{
    enum {
        SIDE = 8,
        LINE_BYTES = 16
    };
    struct job *const job = page->job;
    const struct matrix_plan *const own = page->kernel->own;
    const bool left = is_a(operand), along_k = matrix_operand_tile(own, operand)->along_k;
    const struct term *const lane = page_name(page, "lane");
    const struct term *const line = term_rest(job, lane, SIDE);
    const struct term *const two = term_rest(job, lane, 2 * SIDE);
    const struct term *const half = term_over(job, lane, 2 * SIDE);
    const struct term *const odd = term_rest(job, term_over(job, lane, SIDE), 2);
    const struct term *const tile = page_name(page, "tile"), *const k = page_name(page, "k");
    const struct term *const place = page_place(page, left, 0, false);
    const long long of_line = LINE_BYTES / own->fragment->cell_bytes;
    const struct term *const second =
        own->pairs && !left ? term_times(job, half, SIDE) : term_number(job, 0);
    const struct term *const first = left      ? along_k ? two : term_times(job, odd, SIDE)
                                          : along_k ? line
                                               : term_number(job, 0);
    const struct term *const step = left      ? along_k
                                                    ? term_times(job, half, of_line)
                                                    : term_add(job, term_times(job, half, SIDE), line)
                                         : along_k ? term_times(job, odd, of_line)
                                              : two;
    value_set_term(job, object, "place_of_line",
                   term_add(job, term_add(job, page_name(page, "first"), second), first));
    value_set_term(job, object, "k_of_line", term_add(job, page_name(page, "step"), step));
    value_set_term(job, object, "line_of_square",
                   along_k ? term_at(job, term_at(job, tile, place), k)
                           : term_at(job, term_at(job, tile, k), place));
}

/* List `box_loads` of an operand whose tile is swizzled: where in it a lane loads a register, or two where lines lie along K; and where the fragment
 * begins, `begin_of_fragment`: pieces change places alike in every eighth line, so that all of a lane's places are one and a constant. */
static void add_box_loads(const struct page *page, const struct operand *operand,
                          struct value *object)
{
    struct job *const job = page->job;
    const struct matrix_plan *const own = page->kernel->own;
    const struct matrix_tile *const tile = matrix_operand_tile(own, operand);
    const bool left = is_a(operand), along_k = tile->along_k;
    const long long rows = fragment_places(own->engine, own->fragment, left);
    const long long registers = fragment_registers(own->engine, own->fragment, left);
    const struct term *const begin = page_name(page, "begin");
    const struct term *const lane =
        term_over(job, page_name(page, "lane"), engine_lanes_of(own->engine, left).width);
    struct value *const loads = value_set_list(job, object, "box_loads");
    if (!tile->span)
        return;
    value_set_term(
        job, object, "begin_of_fragment",
        along_k ? term_times(job, begin, tile->span)
                : term_times(job, term_over(job, begin, tile->span), tile->span * tile->lines));
    for (long long i = 0; i < (along_k ? rows : registers); i++) {
        struct value *const item = value_add(loads, value_object(job));
        const long long further = i % rows * own->engine->rows_apart;
        const struct term *const k = term_plus(job, page_name(page, "k"), i / rows);
        const struct term *const inside =
            term_plus(job, term_add(job, term_rest(job, begin, tile->span), lane), further);
        value_set_integer(job, item, "number", i);
        value_set_integer(job, item, "next", i + rows);
        value_set_unless(job, item, "further", along_k ? further * tile->span : 0, 0);
        value_set_term(job, item, "line", along_k ? lane : k);
        value_set_term(job, item, "at", along_k ? k : inside);
    }
    value_mark_ends(job, loads);
}

/* Whether an instruction loads squares of elements of such a tile: along K of any elements that fill a register
 * of 32 bits, across it of those of 16 bits alone. */
static bool loads_squares(const struct matrix_plan *own, const struct matrix_tile *tile)
{
    enum {
        REGISTER_BYTES = 4,
        TURNED_BYTES = 2
    };
    const struct fragment *const fragment = own->fragment;
    return !own->emulated && fragment->cell_bytes * fragment->together == REGISTER_BYTES &&
           (tile->along_k || fragment->cell_bytes == TURNED_BYTES);
}

bool matrix_loads_pairs(const struct matrix_plan *own, const struct matrix_tile *tile)
{
    return own->pairs && !own->engine->columns && loads_squares(own, tile);
}

/* The template of the function that loads a fragment from such a tile. */
static const char *load_template(struct job *job, const struct matrix_plan *own,
                                 const struct matrix_tile *tile)
{
    const struct fragment *const fragment = own->fragment;
    return engine_template(job, own->engine,
                           tile->packed ? own->emulated ? "load_packed_emulated" : "load_packed"
                           : own->engine->alone ? tile->along_k ? "load_along_k" : "load_across_k"
                           : own->tensor && fragment->load_boxes ? "load_boxes"
                           : loads_squares(own, tile)            ? "load_squares"
                                                                 : "load_elements");
}

/* Members of an operand for the function that loads a fragment of it into the registers of lanes. */
static void add_loading(const struct page *page, const struct operand *operand,
                        struct value *object)
{
    struct job *const job = page->job;
    const struct matrix_plan *const own = page->kernel->own;
    const struct fragment *const fragment = own->fragment;
    const bool left = is_a(operand);
    const struct matrix_tile *const tile = matrix_operand_tile(own, operand);
    const bool along_k = tile->along_k;
    const long long registers = fragment_registers(own->engine, fragment, left);
    const long long rows = fragment_places(own->engine, fragment, left);
    const bool pair = !left && matrix_loads_pairs(own, tile);
    value_set_text(job, object, "fragment_type",
                   pair ? vector_name(job, fragment->held, 2 * registers)
                        : matrix_fragment_type(job, own, left));
    value_set_bool(job, object, "pair", pair);
    value_set_text(job, object, "load_fragment", load_template(job, own, tile));
    if (own->engine->alone) {
        value_set_term(job, object, "place_of_lane",
                       term_add(job, page_name(page, "first"), matrix_place_of_lane(page, left)));
        value_set_text(job, object, "lane_group",
                       engine_template(job, own->engine, left ? "row_group" : "column_group"));
    }
    add_squares(page, operand, object);
    add_box_loads(page, operand, object);
    value_set_integer(job, object, "registers", registers);
    value_set_text(job, object, "register_of",
                   fragment->rounding && fragment->together > 1
                       ? along_k ? "mma/made_of_word" : "mma/made_together"
                   : fragment->rounding     ? "mma/made"
                   : fragment->together > 1 ? "mma/packed"
                                            : "mma/register");
    struct value *const of_lane = value_set_list(job, object, "of_lane");
    for (long long i = 0; i < registers * (own->split ? 2 : 1); i++) {
        struct value *const item = value_add(of_lane, value_object(job));
        const long long number = i % registers;
        matrix_view_elements(page, operand, fragment->together,
                             number % rows * own->engine->rows_apart,
                             number / rows * (fragment->k * rows / registers), item);
        value_set_integer(job, item, "number", number);
        value_set_text(job, item, "made_by", fragment_made_by(fragment, i >= registers));
    }
    value_mark_ends(job, of_lane);
}

void fragment_view_exchanged(struct job *job, const struct kernel *kernel,
                             const struct fragment *fragment, bool left, struct value *object)
{
    const struct element *const factor = fragment_factor(fragment, left);
    value_set_text(job, object, "stored", factor->name);
    value_set_text(job, object, "get", element_reads(factor, kernel->numbers.compute, 1));
    value_set_text(job, object, "memory", "elements");
    value_set_term(job, object, "address", term_name(job, "at"));
}

void matrix_view_fragments(const struct page *page, const struct operand *operand,
                           struct value *object)
{
    struct job *const job = page->job;
    const struct matrix_plan *const own = page->kernel->own;
    const struct fragment *const fragment = own->fragment;
    const bool left = is_a(operand);
    value_set_bool(job, object, "left", left);
    value_set_bool(job, object, "along_k", matrix_operand_tile(own, operand)->along_k);
    value_set_integer(job, object, "fragment_side", fragment_side(fragment, left));
    if (own->engine->described) {
        value_set_text(job, object, "fragment_type", matrix_fragment_type(job, own, left));
        fragment_view_exchanged(job, page->kernel, fragment, left,
                                value_set_object(job, object, "exchanged_element"));
    } else if (own->engine->columns) {
        matrix_view_lane(page, operand, object);
    } else {
        add_loading(page, operand, object);
    }
}

/* Members of the view: what a register holds of a line, and what all of a lane's of A and B are in local memory: so many cells, as
 * which their types differ from `held`. */
static void add_registers(struct job *job, const struct engine *engine,
                          const struct fragment *fragment, struct value *view)
{
    const long long together = fragment->together;
    if (engine->described || engine->columns)
        return;
    const char *const exchanged = fragment_exchanged(fragment);
    value_set_unless(job, view, "together", together, 1);
    value_set_text(job, view, "last_of_register",
                   together == 1 ? NULL
                                 : engine_template(job, engine, together > 2 ? "to" : "and"));
    value_set_integer(job, view, "last_beside", together - 1);
    value_set_integer(job, view, "second_half", fragment->k / 2);
    for (int left = 0; left < 2; left++) {
        const long long cells = together * fragment_registers(engine, fragment, left != 0);
        value_set_integer(job, view, left ? "left_count" : "right_count", cells);
        value_set_text(job, view, left ? "left_type" : "right_type",
                       strcmp(fragment->held, exchanged) != 0 ? vector_name(job, exchanged, cells)
                                                              : NULL);
    }
}

/* How lanes exchange an element through local memory. List `exchanged_elements`: how they read it there; one of each side where these differ. */
static void add_exchanged(struct job *job, const struct kernel *kernel,
                          const struct fragment *fragment, bool emulated, struct value *view)
{
    const bool alike = fragment_is_alike(fragment);
    struct value *const elements = value_set_list(job, view, "exchanged_elements");
    value_set_text(job, view, "exchanged_cell", fragment_exchanged(fragment));
    value_set_bool(job, view, "exchanged_alike", alike);
    for (int i = alike; emulated && i < 2; i++) {
        struct value *const element = value_add(elements, value_object(job));
        value_set_text(job, element, "side", i ? "right" : "left");
        fragment_view_exchanged(job, kernel, fragment, i == 0, element);
        view_add_reading(job, fragment_factor(fragment, i == 0), 1, view);
    }
}

void fragment_view_multiplication(struct job *job, const struct kernel *kernel,
                                  const struct engine *engine, const struct fragment *fragment,
                                  bool emulated, struct value *view)
{
    value_set_bool(job, view, "emulated", emulated);
    value_set_integer(job, view, "fragment_m", fragment->m);
    value_set_integer(job, view, "fragment_n", fragment->n);
    value_set_integer(job, view, "fragment_k", fragment->k);
    value_set_text(job, view, "fragment_element", fragment->type);
    value_set_text(job, view, "fragment_left",
                   fragment->type_left ? fragment->type_left : fragment->type);
    value_set_text(job, view, "fragment_sum", fragment->sum_type);
    value_set_text(job, view, "letter_of_register", ptx_letter(fragment->held));
    value_set_text(job, view, "letter_of_sum", ptx_letter(fragment->sum));
    value_set_bool(job, view, "in_halves", fragment->part != NULL);
    value_set_text(job, view, "held", fragment->held);
    value_set_text(job, view, "cell", fragment->cell);
    value_set_text(job, view, "one_sum", accumulator_type(job, kernel, 1));
    add_registers(job, engine, fragment, view);
    add_exchanged(job, kernel, fragment, emulated, view);
}
