/*
 * How tiles lie in local memory, and what an engine that reads them there by itself is told and waited for. Part of the view of the
 * matrix family: see view.c.
 *
 * A swizzled tile is made of panels of lines; pieces of 16 bytes change places in each line, so that neither copies along a line nor
 * reads across lines meet in a bank. A descriptor says where a fragment begins and how far apart its parts are. (PTX ISA, "Matrix
 * Descriptor Format" and "Strides" of wgmma.)
 */
#include "gen/family/matrix/ring.h"

#include <string.h>

#include "gen/family/page.h"

/* Whether swizzled tiles of A and B lie alike, so that one function finds elements, and reads them where the engine is emulated, and one describes
 * fragments of both. */
static bool lie_alike(const struct matrix_plan *own)
{
    const struct matrix_tile *const a = &own->a, *const b = &own->b;
    const bool panels = a->length > a->span;
    return own->engine->described && (!own->emulated || fragment_is_alike(own->fragment)) &&
           a->along_k == b->along_k && a->packed == b->packed && a->span == b->span &&
           panels == (b->length > b->span) &&
           (a->lines == b->lines || (a->along_k && !panels && !a->split));
}

/* Where a fragment begins in a tile, at place `first` and element `step` of K. */
static const struct term *fragment_begins(const struct page *page, const struct matrix_tile *tile)
{
    struct job *const job = page->job;
    const struct term *const line = page_name(page, tile->along_k ? "first" : "step");
    const struct term *const at = page_name(page, tile->along_k ? "step" : "first");
    if (tile->length == tile->span)
        return term_add(job, term_times(job, line, tile->span), at);
    const struct term *const panel = term_times(job, term_over(job, at, tile->span), tile->lines);
    const struct term *const begin = term_times(job, term_add(job, panel, line), tile->span);
    /* Fragments across K begin with a panel, or where another one ends in it. */
    return tile->along_k ? term_add(job, begin, term_rest(job, at, tile->span)) : begin;
}

/* What functions of a swizzled tile call a place of it. */
static const char *place_word(const struct page *page, const struct operand *operand)
{
    const struct matrix_plan *const own = page->kernel->own;
    return lie_alike(own) ? "place" : kernel_axis_word(page->kernel, is_a(operand));
}

/* The byte of element k of a place of a fragment, before its pieces change places, from what the description says: `start`, `lines`, `panel`. */
static const struct term *byte_of_element(const struct page *page, const struct matrix_tile *tile,
                                          long long bytes, const char *word)
{
    enum {
        TOGETHER = 8 /* lines */
    };
    struct job *const job = page->job;
    const struct term *const place = page_name(page, word);
    const struct term *const k = page_name(page, "k");
    const struct term *const line = tile->along_k ? place : k, *const start =
                                                                   page_name(page, "start");
    const struct term *const lines =
        term_mul(job, term_over(job, line, TOGETHER), page_name(page, "lines"));
    const struct term *const in_lines =
        term_times(job, term_rest(job, line, TOGETHER), tile->span * bytes);
    const struct term *const panel =
        term_mul(job, term_over(job, place, tile->span), page_name(page, "panel"));
    const struct term *const begin = tile->along_k ? start : term_add(job, start, panel);
    const struct term *const at = tile->along_k ? k : term_rest(job, place, tile->span);
    return term_add(job, term_add(job, term_add(job, begin, lines), in_lines),
                    term_times(job, at, bytes));
}

void matrix_view_swizzle(const struct page *page, const struct matrix_tile *tile, long long bytes,
                         const char *word, struct value *object)
{
    enum {
        ALIKE =
            8 /* lines after which pieces change places alike, and which a descriptor takes together */
    };
    struct job *const job = page->job;
    const long long span_bytes = tile->span * bytes;
    const long long pieces = span_bytes / PIECE_BYTES;
    struct value *const swizzle = value_set_object(job, object, "swizzle");
    value_set_text(job, swizzle, "place", word);
    value_set_integer(job, swizzle, "element_bytes", bytes);
    value_set_term(job, swizzle, "fragment_begins", fragment_begins(page, tile));
    value_set_term(job, swizzle, "byte_of_element", byte_of_element(page, tile, bytes, word));
    value_set_integer(job, swizzle, "span", tile->span);
    value_set_bool(job, swizzle, "several_panels", tile->length > tile->span);
    value_set_integer(job, swizzle, "panels", tile->length / tile->span);
    value_set_integer(job, swizzle, "pieces", pieces);
    value_set_integer(job, swizzle, "piece", PIECE_BYTES / bytes);
    value_set_unless(job, swizzle, "lines_alike", ALIKE / pieces, 1);
    value_set_integer(job, swizzle, "span_bytes", span_bytes);
    value_set_integer(job, swizzle, "panel_distance",
                      tile->along_k ? 1 : tile->lines * span_bytes / PIECE_BYTES);
    value_set_integer(job, swizzle, "lines_distance", ALIKE * span_bytes / PIECE_BYTES);
    value_set_integer(job, swizzle, "kind_of_swizzle",
                      span_bytes == MOST_SPAN_BYTES    ? 1
                      : span_bytes == LEAST_SPAN_BYTES ? 3
                                                       : 2);
    value_set_text(job, swizzle, "moved_bits",
                   pieces == 8   ? "0x70"
                   : pieces == 4 ? "0x30"
                                 : "0x10");
}

void matrix_view_tile(const struct page *page, const struct operand *operand, struct value *copy,
                      struct value *object)
{
    struct job *const job = page->job;
    const struct matrix_plan *const own = page->kernel->own;
    const struct matrix_tile *const tile = matrix_operand_tile(own, operand);
    const bool swizzled = tile->span != 0;
    const long long bytes = own->fragment->cell_bytes;
    if (copy) {
        value_set_text(job, copy, "cell_of_vector",
                       swizzled ? "copy/vector_in_panels" : "copy/vector_in_lines");
        value_set_text(job, copy, "cell_of_element",
                       swizzled ? "copy/element_in_panels" : "copy/element_in_lines");
        value_set_bool(job, copy, "swizzled", swizzled);
    }
    value_set_integer(job, object, "tile_lines", tile->lines);
    value_set_integer(job, object, "tile_pitch", tile->pitch);
    if (swizzled)
        matrix_view_swizzle(page, tile, bytes, place_word(page, operand), object);
    else
        value_set_bool(job, object, "swizzle", false);
    value_set_unless(job, object, "part_distance",
                     tile->split ? matrix_tile_part(tile) * bytes / PIECE_BYTES : 0, 0);
}

static const struct term *array(const struct page *page, const struct term *of, long long count)
{
    return term_at(page->job, of, term_number(page->job, count));
}

/* An array of cells in local memory, begun at multiples of so many bytes. */
static void add_array(const struct page *page, struct value *arrays, const char *cell,
                      const struct term *declared, long long alignment)
{
    struct value *const item = value_add(arrays, value_object(page->job));
    value_set_text(page->job, item, "cell_of_array", cell);
    value_set_term(page->job, item, "array", declared);
    value_set_integer(page->job, item, "alignment", alignment);
}

void matrix_view_arrays(const struct page *page, const struct operand *operand,
                        struct value *object)
{
    enum {
        LINE_BYTES = 16,
        BLOCK_ALIGNMENT = 128
    };
    const struct matrix_plan *const own = page->kernel->own;
    const struct matrix_tile *const tile = matrix_operand_tile(own, operand);
    const struct matrix_blocks *const blocks = &own->blocks;
    const bool staged = in_blocks(operand) && blocks->staged;
    const long long stages = staged ? MATRIX_TILES_OF_BLOCKS : own->stages;
    const char letter = operand_letter(operand);
    struct value *const arrays = value_set_list(page->job, object, "arrays");
    const struct term *declared = page_printed(page, "%c_tile", letter);
    if (operand->role == ROLE_D)
        return;
    declared = stages > 1 ? array(page, declared, stages) : declared;
    declared = tile->span || tile->packed
                   ? array(page, declared, matrix_tile_cells(tile))
                   : array(page, array(page, declared, tile->lines), tile->pitch);
    add_array(page, arrays, own->fragment->cell, declared,
              tile->span     ? PATTERN_BYTES
              : tile->packed ? BLOCK_ALIGNMENT
                             : LINE_BYTES);
    if (!staged)
        return;
    declared = array(page, page_printed(page, "%c_blocks", letter), own->stages);
    declared = array(page, array(page, declared, blocks->lines), blocks->length);
    add_array(page, arrays, matrix_block_cell(blocks), declared, LINE_BYTES);
}

void matrix_view_registers(struct job *job, long long columns, long long of_a, struct value *view)
{
    enum {
        ON_A_LINE = 2,
        OF_A_COLUMN = 4
    };
    struct value *const lines = value_set_list(job, view, "register_lines");
    struct value *line = NULL;
    for (long long j = 0; j < columns; j++) {
        if (j % ON_A_LINE == 0) {
            struct value *const object = value_add(lines, value_object(job));
            value_set_bool(job, object, "head_of_list", j == 0);
            line = value_set_list(job, object, "lane_columns");
        }
        struct value *const item = value_add(line, value_object(job));
        value_set_integer(job, item, "j", j);
        value_set_integer(job, item, "r0", OF_A_COLUMN * j);
        value_set_integer(job, item, "r1", OF_A_COLUMN * j + 1);
        value_set_integer(job, item, "r2", OF_A_COLUMN * j + 2);
        value_set_integer(job, item, "r3", OF_A_COLUMN * j + 3);
        value_set_bool(job, item, "more", j + 1 < columns);
        value_set_bool(job, item, "goes_on", j % ON_A_LINE + 1 < ON_A_LINE && j + 1 < columns);
    }
    value_set_integer(job, view, "lane_columns_of_c", columns);
    value_set_integer(job, view, "register_of_a", OF_A_COLUMN * columns);
    value_set_integer(job, view, "register_of_b", OF_A_COLUMN * columns + of_a);
    value_set_integer(job, view, "register_of_adds", OF_A_COLUMN * columns + of_a + 1);
}

void matrix_view_order(const struct page *page)
{
    struct job *const job = page->job;
    struct value *const view = page->view;
    const struct matrix_plan *const own = page->kernel->own;
    const bool waits = own->engine->described && !own->emulated;
    value_set_bool(job, view, "waits", waits);
    value_set_bool(job, view, "lets_finish", waits && !own->by_block);
    value_set_bool(job, view, "publishes", waits && !own->bulk);
    value_set_bool(job, view, "fences_gathered", waits && matrix_gathers(page->kernel));
    value_set_bool(job, view, "by_block", own->by_block);
    value_set_unless(job, view, "products_under_way", own->under_way, 0);
    value_set_bool(job, view, "described", own->engine->described);
    value_set_bool(job, view, "alike", lie_alike(own));
    value_set_bool(job, view, "maps_alike",
                   own->a.span == own->b.span && !by_index(page->kernel->factors[0]) &&
                       !by_index(page->kernel->factors[1]));
    value_set_text(job, view, "suffix", "");
    value_set_text(job, view, "operands_alike", "copy/a_or_b");
    static const char *const not [] = {"but_last", "of_registers", "deep_word", "lines_given",
                                       "weights_of_lane"};
    for (size_t i = 0; i < sizeof not / sizeof not [0]; i++)
        value_set_bool(job, view, not [i], false);
    if (!own->engine->described)
        return;
    value_set_term(job, view, "row_of_lane", matrix_place_of_lane(page, true));
    value_set_term(job, view, "column_of_lane", matrix_place_of_lane(page, false));
    matrix_view_registers(job, own->cells.width / own->engine->beside, 1, view);
    value_set_bool(job, view, "turns", own->fragment->turns);
    value_set_bool(job, view, "turns_left", !own->a.along_k);
    value_set_bool(job, view, "turns_right", !own->b.along_k);
    value_set_bool(job, view, "whole_numbers", strcmp(own->fragment->sum, "i32") == 0);
}

void matrix_view_put(const struct page *page)
{
    enum {
        WORD = 4,
        MOST_COMPONENTS = 4 /* of what one instruction stores */
    };
    struct job *const job = page->job;
    const struct kernel *const kernel = page->kernel;
    struct value *const view = page->view;
    const struct element *const element = kernel->c.element;
    const long long beside = kernel->c.vector;
    const bool rounds =
        strcmp(element_writes(element, kernel->numbers.scalar, true), "write/half_vector") == 0;
    const char *const function = arena_printf(job->arena, "put%lld", beside);
    const char *const stored = rounds ? "ushort" : element->name;
    const struct term *const held = page_name(page, rounds ? "halves" : "value");
    const char *const words =
        beside > MOST_COMPONENTS ? vector_name(job, "uint", beside * element->bytes / WORD) : NULL;
    value_set_text(job, value_child(view, "store"), "put", function);
    struct value *const put = value_set_object(job, view, "put_of_lane");
    value_set_text(job, put, "function", function);
    value_set_text(job, put, "element", element->name);
    value_set_text(job, put, "vector_of_c",
                   rounds ? number_vector(job, kernel->numbers.scalar, beside)
                          : vector_name(job, element->name, beside));
    value_set_bool(job, put, "rounds", rounds);
    value_set_term(job, put, "held", held);
    value_set_text(job, put, "whole", words ? words : vector_name(job, stored, beside));
    value_set_term(job, put, "given",
                   words ? term_call(job, arena_printf(job->arena, "as_%s", words), held) : held);
    value_set_text(job, put, "to", rounds ? "place" : "c");
    value_set_text(job, put, "stored", stored);
    value_set_integer(job, put, "beside", beside);
    value_set_bool(job, put, "tested", !matrix_aligns(kernel));
    value_set_integer(job, put, "bytes_beside", beside * element->bytes);
}

void matrix_view_vectors(const struct page *page, long long of_line, long long vector,
                         struct value *object)
{
    struct job *const job = page->job;
    const struct term *const number = page_name(page, "number");
    value_set_term(job, object, "line_of_vector", term_over(job, number, of_line));
    value_set_term(job, object, "at_of_vector",
                   term_times(job, term_rest(job, number, of_line), vector));
}
