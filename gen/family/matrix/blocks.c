/*
 * A or B in blocks of quantised elements. In local memory there is a tile of elements, of the type that the engine multiplies, as of any
 * other operand; so an engine knows nothing of blocks, and each of them is read and made into elements once by a work-group.
 *
 * --copy plain: work-items read blocks from global memory and write elements. --copy async: a tile of blocks comes into local memory as it
 * is stored, by the copies of other operands, as many tiles ahead; work-items make elements of it while others still multiply the tile
 * before, so there are two tiles of elements.
 */
#include "gen/family/matrix/ring.h"

#include <string.h>

#include "gen/family/page.h"
#include "gen/view/formats.h"
#include "gen/view/host.h"

/* Members of a function that writes elements to the tile. */
static void add_elements(const struct page *page, const struct operand *operand,
                         struct value *object)
{
    const struct matrix_plan *const own = page->kernel->own;
    view_add_made(page->job, page->kernel, operand->element, element_find(own->fragment->element),
                  operand->vector, own->blocks.staged, object, page->view);
}

enum {
    HALVES = 16 /* that are calculated at once */
};

/* Whether elements of its blocks are calculated as halves, two by two. */
static bool is_in_halves(const struct matrix_plan *own, const struct operand *operand)
{
    return element_made_in_halves(operand->element, element_find(own->fragment->element)) &&
           operand->vector == HALVES / 2;
}

/* Member `unpack` of an operand: the function that makes a tile of elements of a tile of blocks, of each so many at once. */
static void add_unpacking(const struct page *page, const struct operand *operand,
                          struct value *object)
{
    struct job *const job = page->job;
    const struct kernel *const kernel = page->kernel;
    const struct matrix_plan *const own = kernel->own;
    const struct matrix_tile *const tile = matrix_operand_tile(own, operand);
    const bool in_halves = is_in_halves(own, operand);
    const long long at_once = in_halves ? HALVES : operand->vector;
    const long long items = kernel->wg.height * kernel->wg.width;
    const long long vectors = tile->lines * tile->length / at_once;
    struct value *const unpack = value_set_object(job, object, "unpack");
    value_set_text(job, unpack, "form", in_halves ? "matrix/unpack_halves" : "matrix/unpack");
    if (in_halves)
        view_add_format_in_halves(job, kernel, page->view, operand->element, true);
    else
        add_elements(page, operand, unpack);
    value_set_text(job, unpack, "name", operand->name);
    value_set_text(job, unpack, "memory", "from");
    value_set_term(job, unpack, "address", term_name(job, "at"));
    value_set_text(job, unpack, "cell_of_vector", "copy/vector_in_lines");
    value_set_text(job, unpack, "block_cell", matrix_block_cell(&own->blocks));
    value_set_integer(job, unpack, "cells_of_line", own->blocks.length);
    value_set_integer(job, unpack, "lines", tile->lines);
    value_set_integer(job, unpack, "length", tile->length);
    value_set_integer(job, unpack, "items", items);
    value_set_integer(job, unpack, "passes", (vectors + items - 1) / items);
    value_set_unless(job, unpack, "vectors", vectors % items ? vectors : 0, 0);
    matrix_view_vectors(page, tile->length / at_once, operand->vector, unpack);
    value_set_integer(job, unpack, "vector", operand->vector);
}

/* The tile of blocks, counted in cells. */
static struct matrix_tile tile_of_blocks(const struct matrix_blocks *blocks)
{
    return (struct matrix_tile){
        .along_k = true, .lines = blocks->lines, .length = blocks->length, .pitch = blocks->length};
}

void matrix_view_companions(const struct page *page, const struct operand *operand,
                            struct value *copy)
{
    if (in_blocks(operand))
        view_add_companions(page->job, page->kernel, operand->element, copy);
    else
        value_set_list(page->job, copy, "companions");
}

void matrix_view_blocks(const struct page *page, const struct operand *operand, struct value *copy,
                        struct value *object)
{
    struct job *const job = page->job;
    const struct matrix_plan *const own = page->kernel->own;
    const struct matrix_blocks *const blocks = &own->blocks;
    const bool quantised = in_blocks(operand), staged = quantised && blocks->staged;
    value_set_bool(job, copy, "made", quantised && !staged);
    value_set_text(job, copy, "what_of_line", staged ? "copy/cells" : "copy/elements");
    matrix_view_companions(page, operand, copy);
    if (!staged) {
        value_set_bool(job, object, "unpack", false);
        value_set_bool(job, copy, "staged", false);
        if (quantised) {
            add_elements(page, operand, copy);
            value_set_term(job, copy, "address", term_name(job, "from"));
        }
        return;
    }
    struct value *const in_cells = value_set_object(job, copy, "staged");
    value_set_integer(job, in_cells, "covers", blocks->covers);
    value_set_integer(job, in_cells, "cells", blocks->cells);
    add_unpacking(page, operand, object);
}

bool matrix_copy_guards(const struct kernel *kernel, const struct operand *operand)
{
    const struct matrix_tile *const tile = matrix_operand_tile(kernel->own, operand);
    return kernel_guards(kernel, is_a(operand)) ||
           (!tile->packed && !tile->along_k &&
            matrix_halved(*tile).length > shape_side(kernel->group, is_a(operand)));
}

struct matrix_copied matrix_copied_of(const struct page *page, const struct operand *operand)
{
    const struct matrix_plan *const own = page->kernel->own;
    const struct fragment *const fragment = own->fragment;
    const struct matrix_blocks *const blocks = &own->blocks;
    const bool staged = in_blocks(operand) && blocks->staged;
    const char *const cell = staged ? matrix_block_cell(blocks) : fragment->cell;
    const char *const source = in_blocks(operand) && !staged
                                   ? kernel_stored(page->job, page->kernel, operand->element)
                                   : cell;
    const long long vector = staged ? blocks->vector : operand->vector;
    return (struct matrix_copied){
        .tile = staged ? tile_of_blocks(blocks) : matrix_halved(*matrix_operand_tile(own, operand)),
        .staged = staged,
        .cell = cell,
        .source = source,
        .bytes = staged ? blocks->cell : fragment->cell_bytes,
        .vector = vector,
        /* By an index function, products on PoCL are wrong with such a test, and right on Intel's runtime; why is not known. */
        .wide = vector > 1 && strcmp(source, cell) == 0 &&
                !(by_index(operand) && (own->emulated || own->im2col)),
    };
}

const struct term *matrix_wide_test(const struct page *page, const struct operand *operand,
                                    const struct matrix_copied *copied)
{
    struct job *const job = page->job;
    const struct matrix_blocks *const blocks = &matrix_own(page->kernel)->blocks;
    const bool moved = !copied->tile.along_k && kernel_shifts(page->kernel, is_a(operand));
    const struct term *const begin = page_name(page, operand->form.memory);
    if (by_index(operand))
        return term_and(job,
                        term_test(job,
                                  term_rest(job, term_cast(job, "size_t", begin),
                                            copied->vector * copied->bytes),
                                  "==", term_number(job, 0)),
                        matrix_is_image(page->kernel, operand) ? matrix_image_fits(page, operand)
                                                               : NULL);
    const struct term *const line =
        term_cast(job, "size_t", page_name(page, symbol_in_kernel(operand->ld)));
    const struct term *bits = term_bits(
        job,
        term_cast(job, "size_t",
                  moved ? term_add(job, begin, page_axis_name(page, "first", is_a(operand)))
                        : begin),
        "|",
        term_times(job, copied->staged ? term_over(job, line, blocks->covers) : line,
                   operand->element->bytes));
    if (kernel_steps_through_groups(page->kernel) &&
        problem_has_stride(&page->kernel->problem, operand->role))
        bits = term_bits(
            job, bits, "|",
            term_times(job,
                       term_cast(job, "size_t", view_members_apart(job, page->kernel, operand)),
                       operand->element->bytes));
    return term_test(job, term_rest(job, bits, copied->vector * copied->bytes),
                     "==", term_number(job, 0));
}
