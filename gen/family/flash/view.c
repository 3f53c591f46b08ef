/*
 * The view of templates/attention_engine.cl: numbers, both products on the engine, how weights are made and stored.
 *
 * A lane has lines of accumulators: of an engine in columns a line is a vector of the rows of a fragment that it has, for each fragment along
 * columns; else it is a row, of which it has a vector of contiguous columns for each.
 */
#include "gen/family/attends.h"
#include "gen/family/families.h"
#include "gen/family/flash/view.h"
#include "gen/view/family.h"
#include "gen/view/host.h"
#include "gen/view/steps.h"

#include <string.h>

/* ------------------------------------------------------------------------------ the engine */

/* Members of an operand for the function that loads a fragment of it. */
static void add_loading(const struct page *product, const struct operand *operand,
                        const char *letter, const struct matrix_tile *tile, struct value *object)
{
    struct job *const job = product->job;
    value_set_text(job, object, "letter", letter);
    value_set_text(job, object, "memory", operand->name);
    value_set_text(job, object, "place", kernel_axis_word(product->kernel, is_a(operand)));
    value_set_integer(job, object, "tile_pitch", tile->pitch);
    value_set_bool(job, object, "packed", false);
    value_set_bool(job, object, "swizzle", false);
    matrix_view_fragments(product, operand, object);
}

/* The engine's functions: it loads fragments of Q, K and V, and of weights where these are in a tile, and multiplies. */
static void add_engine(const struct flash_draft *d)
{
    struct job *const job = d->page.job;
    struct value *const view = d->page.view;
    const struct flash_plan *const own = d->own;
    const struct engine *const engine = own->engine;
    struct operand weights = d->page.kernel->a;
    struct page beside = {job, d->sums.kernel, value_object(job)};
    weights.name = "the weights";
    value_set_object(job, beside.view, "left_factor");
    value_set_object(job, beside.view, "right_factor");
    value_set_text(job, value_set_object(job, view, "left_factor"), "letter", "a");
    value_set_text(job, value_set_object(job, view, "right_factor"), "letter", "b");
    add_loading(&d->scores, &d->page.kernel->a, "q", &own->scores.a,
                value_set_object(job, view, "a"));
    add_loading(&d->scores, &d->page.kernel->b, "k", &own->scores.b,
                value_set_object(job, view, "b"));
    struct value *const further = value_set_list(job, view, "further_loads");
    add_loading(&beside, &d->page.kernel->d, "v", &own->sums.b,
                value_add(further, value_object(job)));
    if (own->weights_in_tile)
        add_loading(&beside, &weights, "p", &own->sums.a, value_add(further, value_object(job)));
    value_set_text(job, view, "rounding", NULL);
    value_set_text(job, view, "engine",
                   own->emulated && engine->columns
                       ? "matrix/by_exchange"
                       : engine_template(job, engine, own->emulated ? "emulated" : "functions"));
    value_set_text(job, view, "multiply_fragments",
                   engine->columns ? "columns/call" : engine_template(job, engine, "call"));
    fragment_view_multiplication(job, d->page.kernel, engine, own->fragment, own->emulated, view);
    value_set_text(job, view, "given", "flash/given");
    value_set_unless(job, view, "exchanged", own->exchanged, 0);
    if (engine->columns)
        matrix_view_columns(&d->scores);
}

/* ------------------------------------------------------------------------------ products */

/* What a fragment's accumulators are called: those of its lines, "s_0_3". List `sums` of an item. */
static void add_sums(const struct flash_draft *d, const char *letter, long long row,
                     long long column, struct value *item)
{
    struct job *const job = d->page.job;
    const long long of_fragment = d->own->lines / d->own->fragments;
    struct value *const sums = value_set_list(job, item, "sums");
    for (long long i = 0; i < of_fragment; i++)
        value_set_term(
            job, value_add(sums, value_object(job)), "sum",
            page_printed(&d->page, "%s_%lld_%lld", letter, row * of_fragment + i, column));
    value_mark_ends(job, sums);
}

/* Adds to list `products` each fragment of the rows of the sub-group times one of the other factor. */
static void add_products(const struct flash_draft *d, const char *letter, const char *left,
                         const struct term *right, long long column, struct value *products)
{
    struct job *const job = d->page.job;
    for (long long i = 0; i < d->own->fragments; i++) {
        struct value *const product = value_add(products, value_object(job));
        value_set_term(job, product, "a", page_printed(&d->page, "%s_%lld", left, i));
        value_set_term(job, product, "b", right);
        add_sums(d, letter, i, column, product);
    }
}

/* List `name` of the fragments of K or V along `length` columns, each loaded by itself, or two at once, with their products: sums of that letter. */
static void add_fragments(const struct flash_draft *d, const char *name, const char *loaded,
                          const char *letter, const char *left, long long length,
                          struct value *object)
{
    struct job *const job = d->page.job;
    const long long n = d->own->fragment->n;
    struct value *const fragments = value_set_list(job, object, name);
    for (long long j = 0; j < length / n; j += d->pairs ? 2 : 1) {
        struct value *const item = value_add(fragments, value_object(job));
        const char *const right = arena_printf(job->arena, "%s_%lld", loaded, j);
        value_set_term(job, item, "name", page_name(&d->page, right));
        value_set_integer(job, item, "first", j * n);
        struct value *const products = value_set_list(job, item, "products");
        add_products(d, letter, left, term_part(job, right, d->pairs ? "lo" : NULL), j, products);
        if (d->pairs)
            add_products(d, letter, left, term_part(job, right, "hi"), j + 1, products);
    }
}

/* Lists of fragments of rows of Q and of keys, each with its `name` and the `first` place in the tile; keys with their `products`. */
static void add_scores(const struct flash_draft *d)
{
    struct job *const job = d->page.job;
    const struct flash_plan *const own = d->own;
    struct value *const rows = value_set_list(job, d->page.view, "fragments_of_rows");
    value_set_text(job, d->page.view, "type_of_left",
                   matrix_fragment_type(job, &own->scores, true));
    value_set_text(job, d->page.view, "type_of_right",
                   d->pairs ? vector_name(job, own->fragment->held,
                                          2 * fragment_registers(own->engine, own->fragment, false))
                            : matrix_fragment_type(job, &own->scores, false));
    for (long long i = 0; i < own->fragments; i++) {
        struct value *const item = value_add(rows, value_object(job));
        value_set_term(job, item, "name", page_printed(&d->page, "q_%lld", i));
        value_set_term(job, item, "first",
                       term_plus(job, page_name(&d->page, "tile_row"), i * own->fragment->m));
    }
    add_fragments(d, "fragments_of_keys", "k", "s", "q", own->keys, d->page.view);
}

/* The registers of a fragment of weights from step `step` of keys on, of accumulators as they stand: those of the fragments of scores that have its columns,
 * line by line of the fragment's rows. */
static void add_registers(const struct flash_draft *d, long long row, long long step,
                          struct value *item)
{
    struct job *const job = d->page.job;
    const struct flash_plan *const own = d->own;
    const long long of_fragment = own->lines / own->fragments;
    struct value *const registers = value_set_list(job, item, "registers");
    for (long long j = 0; j < own->fragment->k / own->fragment->n; j++)
        for (long long i = 0; i < of_fragment; i++)
            value_set_term(job, value_add(registers, value_object(job)), "weight",
                           page_printed(&d->page, "s_%lld_%lld", row * of_fragment + i,
                                        step / own->fragment->n + j));
    value_mark_ends(job, registers);
}

/* List `steps` along the keys of a block: fragments of `weights`, and those of V, `fragments_of_values`, with their products. */
static void add_weighted(const struct flash_draft *d)
{
    struct job *const job = d->page.job;
    const struct flash_plan *const own = d->own;
    struct value *const steps = value_set_list(job, d->page.view, "steps");
    for (long long k = 0; k < own->keys; k += own->fragment->k) {
        struct value *const step = value_add(steps, value_object(job));
        struct value *const weights = value_set_list(job, step, "weights");
        value_set_integer(job, step, "step", k);
        for (long long i = 0; i < own->fragments; i++) {
            struct value *const item = value_add(weights, value_object(job));
            value_set_term(job, item, "name", page_printed(&d->page, "p_%lld", i));
            value_set_term(job, item, "first",
                           term_plus(job, page_name(&d->page, "tile_row"), i * own->fragment->m));
            add_registers(d, i, k, item);
        }
        add_fragments(d, "fragments_of_values", "v", "o", "p", own->head, step);
    }
}

/* -------------------------------------------------------------------------------- numbers */

static void add_numbers(const struct flash_draft *d)
{
    struct job *const job = d->page.job;
    struct value *const view = d->page.view;
    const struct flash_plan *const own = d->own;
    const struct kernel *const kernel = d->page.kernel;
    const struct setting *const alpha = &kernel->problem.values[SYMBOL_ALPHA];
    value_set_term(job, view, "item", view_item(job, kernel, false));
    value_set_integer(job, view, "lanes_of_engine", engine_lanes(own->engine));
    value_set_integer(job, view, "sub_groups", own->sub_groups);
    value_set_integer(job, view, "rows_of_sub_group", own->fragments * own->fragment->m);
    value_set_integer(job, view, "rows", own->rows);
    value_set_integer(job, view, "rows_of_head", own->rows / kernel->problem.packed_heads);
    value_set_unless(job, view, "several_rows", kernel->wg.height, 1);
    value_set_unless(job, view, "several", own->rows / kernel->problem.packed_heads, 1);
    value_set_integer(job, view, "keys", own->keys);
    /* A branch costs what some products do: it pays where there are more sums than scores. */
    value_set_bool(job, view, "seldom", own->head > own->keys);
    value_set_integer(job, view, "head_length", own->head);
    value_set_integer(job, view, "pitch", own->pitch);
    value_set_unless(job, view, "weight_pitch", own->weights_in_tile ? own->weight_pitch : 0, 0);
    value_set_unless(job, view, "stages", own->stages, 1);
    value_set_term(job, view, "copied", page_name(&d->page, own->stages > 1 ? "next" : "first"));
    value_set_integer(job, view, "keys_ahead", own->keys * (own->stages - 1));
    value_set_bool(job, view, "many_ahead", own->stages > 2);
    value_set_unless(job, view, "under_way", own->stages - 2, 0);
    value_set_bool(job, view, "nvidia", kernel->spelling == SPELLING_NVIDIA);
    const bool by_instructions = kernel->spelling == SPELLING_NVIDIA;
    value_set_bool(job, view, "by_instructions", by_instructions);
    value_set_text(job, view, "power", by_instructions ? "flash/power" : "flash/native");
    value_set_text(job, view, "powers", by_instructions ? "flash/powers" : "flash/native");
    value_set_bool(job, view, "intel", kernel->spelling == SPELLING_INTEL);
    value_set_bool(job, view, "amd", kernel->spelling == SPELLING_AMD);
    struct value *const components = value_set_list(job, view, "components");
    for (long long i = 0; i < d->rows; i++)
        value_set_text(job, value_add(components, value_object(job)), "component",
                       component_name(job, d->rows, i));
    value_mark_ends(job, components);
    value_set_text(job, view, "stored", kernel_stored(job, kernel, kernel->c.element));
    value_set_bool(job, view, "flips", alpha->how != FIXED || alpha->real < 0);
    value_set_bool(job, view, "columns", own->engine->columns);
    value_set_text(job, view, "line_type", accumulator_type(job, kernel, d->width));
    value_set_text(job, view, "row_type", accumulator_type(job, kernel, d->rows));
    value_set_text(job, view, "place_type", vector_name(job, "int", d->rows));
}

/* How the vectors of a tile of so many lines are shared out: for matrix/passes. Where those of a pass have whole lines, a work-item has the same place in all
 * of its lines, `lines_apart`: their addresses follow one from another, where compilers would keep a product for each in registers. */
static void add_passes(const struct flash_draft *d, const char *name, long long lines)
{
    enum {
        VECTOR = 8 /* elements, of 16 bytes */
    };
    struct job *const job = d->page.job;
    const struct kernel *const kernel = d->page.kernel;
    const long long items = kernel->wg.height * kernel->wg.width;
    const long long of_line = d->own->head / VECTOR, vectors = lines * of_line;
    struct value *const object = value_set_object(job, d->page.view, name);
    const bool by_item = items % of_line == 0 && vectors % items == 0;
    const struct term *const number = page_name(&d->page, by_item ? "item" : "number");
    const struct term *const line = term_over(job, number, of_line);
    const long long apart = by_item ? items / of_line : 0;
    value_set_term(job, object, "line_of_item", line);
    value_set_term(job, object, "line_of_vector",
                   term_add(job, line, term_times(job, page_name(&d->page, "pass"), apart)));
    value_set_term(job, object, "at_of_vector",
                   term_times(job, term_rest(job, number, of_line), VECTOR));
    value_set_integer(job, object, "items", items);
    value_set_integer(job, object, "passes", (vectors + items - 1) / items);
    value_set_bool(job, object, "by_item", by_item);
    value_set_unless(job, object, "lines_apart", apart, 0);
    value_set_unless(job, object, "vectors", vectors % items ? vectors : 0, 0);
    value_set_integer(job, object, "elements", vectors * VECTOR);
}

/* Copies that run beside the multiplication: for mma/async. */
static void add_async(const struct flash_draft *d)
{
    struct job *const job = d->page.job;
    struct value *const copies = value_set_list(job, d->page.view, "async_copies");
    struct value *const copy = value_add(copies, value_object(job));
    value_set_bool(job, d->page.view, "flies", d->own->async && !d->own->emulated);
    value_set_integer(job, copy, "bytes", 16);
    value_set_bool(job, copy, "whole_line", true);
    value_set_bool(job, copy, "copies_all", false);
    value_set_bool(job, copy, "fills", true);
}

static void fill(struct job *job, const struct kernel *kernel, struct value *view)
{
    const struct flash_plan *const own = kernel->own;
    struct kernel *const scores = arena_allocate(job->arena, sizeof *scores);
    struct kernel *const sums = arena_allocate(job->arena, sizeof *sums);
    *scores = *sums = *kernel;
    scores->own = &own->scores;
    sums->own = &own->sums;
    const struct flash_draft draft = {
        .page = {job, kernel, view},
        .scores = {job, scores, view},
        .sums = {job, sums, view},
        .own = own,
        .pairs = matrix_loads_pairs(&own->scores, &own->scores.b),
        .width = own->engine->columns ? own->cells.height : own->engine->beside,
        .rows = own->engine->columns ? own->cells.height : 1,
    };
    attends_view_problem(&draft.page);
    add_engine(&draft);
    add_numbers(&draft);
    add_passes(&draft, "passes_of_rows", own->rows);
    add_passes(&draft, "passes_of_keys", own->keys);
    add_async(&draft);
    add_scores(&draft);
    add_weighted(&draft);
    flash_view_lines(&draft);
    flash_view_masks(&draft);
    flash_view_parts(&draft);
    flash_view_stores(&draft);
}

const struct family_view family_flash_view = {
    .page = "attention_engine.cl",
    .fill = fill,
};
