/*
 * The view of templates/attention_ring.cl and attention_ring_emulated.cl: how tiles lie, what the engine is told of them, and numbers.
 */
#include "gen/family/attends.h"
#include "gen/family/families.h"
#include "gen/family/matrix/ring.h"
#include "gen/family/page.h"
#include "gen/family/ring/attention_ring.h"
#include "gen/view/family.h"
#include "gen/view/host.h"
#include "gen/view/steps.h"

#include <string.h>

enum {
    PAIR = 2,
    COLUMNS = 8,    /* of C that four lanes have side by side, a pair each */
    ROWS_APART = 8, /* of a lane */
    WEIGHTS = 4     /* registers of a lane for a fragment of weights */
};

/* Members of an object that all tiles have, and Q, K and V each: how a tile lies, its map, and descriptions of fragments. */
static void add_tile(const struct page *page, const struct matrix_tile *tile, const char *word,
                     struct value *object)
{
    struct job *const job = page->job;
    const struct ring_plan *const own = page->kernel->own;
    const long long bytes = own->scores.cell_bytes;
    matrix_view_swizzle(page, tile, bytes, word, object);
    value_set_bool(job, object, "along_k", tile->along_k);
    value_set_bool(job, object, "part_distance", false);
    value_set_text(job, object, "fragment_type", "ulong");
    value_set_integer(job, object, "fragment_k", own->scores.k);
}

/* An operand, its letter, the names of its lines and heads, and how it is multiplied. */
struct source {
    const char *letter, *memory, *limit, *heads, *word, *deep;
    const struct matrix_tile *tile;
    const struct fragment *fragment;
    bool left;
};

/* List `tiles`. */
static void add_tiles(const struct page *page)
{
    struct job *const job = page->job;
    const struct ring_plan *const own = page->kernel->own;
    const struct source sources[RING_OPERANDS] = {
        {"q", "Q", "lq", "q_heads", "row", "element", &own->q, &own->scores, true},
        {"k", "K", "lk", "kv_heads", "key", "element", &own->k, &own->scores, false},
        {"v", "V", "lk", "kv_heads", "column", "key", &own->v, &own->sums, false},
    };
    struct value *const tiles = value_set_list(job, page->view, "tiles");
    for (int i = 0; i < RING_OPERANDS; i++) {
        const struct source *const source = &sources[i];
        struct value *const item = value_add(tiles, value_object(job));
        add_tile(page, source->tile, source->word, item);
        value_set_bool(job, item, "alike", false);
        value_set_text(job, item, "tile_letter", source->letter);
        value_set_text(job, item, "memory", source->memory);
        value_set_text(job, item, "limit", source->limit);
        value_set_text(job, item, "heads_of", source->heads);
        value_set_text(job, item, "deep_word", source->deep);
        value_set_integer(job, item, "lines_of_box", source->tile->lines);
        value_set_integer(job, item, "fragment_side",
                          fragment_side(source->fragment, source->left));
        fragment_view_exchanged(job, page->kernel, source->fragment, source->left,
                                value_set_object(job, item, "exchanged_element"));
    }
}

/* Members of a product: a factor of it. */
static void add_factor(struct job *job, struct value *product, const char *side, const char *name,
                       const char *letter)
{
    struct value *const factor = value_set_object(job, product, side);
    value_set_term(job, factor, "letter", term_name(job, name));
    value_set_text(job, factor, "tile_letter", letter);
    value_set_bool(job, factor, "alike", false);
}

/* Of an emulated engine, list `weights_of_lane`: the elements of its left factor in local memory, whose lines are those of `keys`. */
static void add_weights(const struct page *page, struct value *product)
{
    struct job *const job = page->job;
    const struct ring_plan *const own = page->kernel->own;
    struct value *const list = value_set_list(job, product, "weights_of_lane");
    const struct element *const factor = fragment_factor(&own->sums, true);
    for (int i = 0; i <= ROWS_APART; i += ROWS_APART) {
        struct value *const item = value_add(list, value_object(job));
        const struct term *const row = term_plus(job, page_name(page, "row"), i);
        value_set_integer(job, item, "i", i);
        value_set_text(job, item, "get", element_reads(factor, page->kernel->numbers.compute, 1));
        value_set_text(job, item, "memory", "elements");
        value_set_term(job, item, "address",
                       term_add(job, term_times(job, row, own->keys), page_name(page, "k")));
    }
    value_set_text(job, product, "stored", factor->name);
}

/* List `products`, of the functions that multiply and wait: scores of rows and keys, and the sums of weighted rows of V. */
static void add_products(const struct page *page)
{
    struct job *const job = page->job;
    const struct ring_plan *const own = page->kernel->own;
    struct value *const products = value_set_list(job, page->view, "products");
    for (int i = 0; i < 2; i++) {
        const bool sums = i == 1;
        const struct fragment *const fragment = sums ? &own->sums : &own->scores;
        struct value *const product = value_add(products, value_object(job));
        fragment_view_multiplication(job, page->kernel, own->engine, fragment, own->emulated,
                                     product);
        matrix_view_registers(job, fragment->n / COLUMNS, sums ? WEIGHTS : 1, product);
        value_set_text(job, product, "suffix", sums ? "_sums" : "_scores");
        value_set_bool(job, product, "by_block", !sums);
        value_set_bool(job, product, "of_registers", sums);
        value_set_bool(job, product, "turns_right", sums);
        add_factor(job, product, "left_factor", sums ? "weights" : "queries", sums ? "p" : "q");
        add_factor(job, product, "right_factor", sums ? "values" : "keys", sums ? "v" : "k");
        struct value *const further = value_set_list(job, product, "further_of_a");
        for (int r = 1; sums && r < WEIGHTS; r++)
            value_add(further, value_integer(job, fragment->n / PAIR + r));
        if (sums)
            add_weights(page, product);
        else
            value_set_bool(job, product, "weights_of_lane", false);
        struct value *const completions = value_set_list(job, product, "completions");
        for (int but_last = 0; but_last < (sums ? 1 : 2); but_last++) {
            struct value *const item = value_add(completions, value_object(job));
            value_set_bool(job, item, "but_last", but_last);
            value_set_text(job, item, "suffix",
                           sums       ? "_sums"
                           : but_last ? "_next_scores"
                                      : "_scores");
        }
    }
}

/* Where an operand's rows of a head begin, read as cells: "(const __global ushort *)K + member * k_member + head_of_keys * k_head". */
static const struct term *origin(const struct page *page, const char *memory, const char *cell,
                                 const char *letter, const char *head)
{
    struct job *const job = page->job;
    const struct term *const name = page_name(page, memory);
    const struct term *const begin =
        cell ? term_cast(job, arena_printf(job->arena, "const __global %s *", cell), name) : name;
    const struct term *const of_member =
        term_mul(job, page_name(page, "member"), page_printed(page, "%s_member", letter));
    const struct term *const of_head =
        term_mul(job, page_name(page, head), page_printed(page, "%s_head", letter));
    return term_add(job, term_add(job, begin, of_member), of_head);
}

/* Lists `copied_rows` and `copied_keys`: the copies of a tile of Q, and of a block of K and one of V. */
static void add_copies(const struct page *page)
{
    static const struct {
        const char *letter, *memory, *head;
    } operands[RING_OPERANDS] = {
        {"q", "Q", "head"}, {"k", "K", "head_of_keys"}, {"v", "V", "head_of_keys"}};
    struct job *const job = page->job;
    const struct kernel *const kernel = page->kernel;
    const struct ring_plan *const own = kernel->own;
    struct value *const rows = value_set_list(job, page->view, "copied_rows");
    struct value *const keys = value_set_list(job, page->view, "copied_keys");
    for (int i = 0; i < RING_OPERANDS; i++) {
        const bool of_rows = i == 0;
        const long long stages = of_rows ? RING_ROW_STAGES : own->stages;
        const struct matrix_tile *const tile = of_rows ? &own->q : i == 1 ? &own->k : &own->v;
        const struct term *const number = page_name(page, of_rows ? "turn" : "number");
        const char *const limit = kernel->problem.lengths ? of_rows ? "member_lq" : "member_lk"
                                  : of_rows               ? "lq"
                                                          : "lk";
        const struct term *const first = page_name(page, of_rows ? "first_row" : "first");
        struct value *const item = value_add(of_rows ? rows : keys, value_object(job));
        value_set_text(job, item, "letter", operands[i].letter);
        value_set_term(job, item, "filled", term_rest(job, number, stages));
        value_set_term(job, item, "parity", term_rest(job, term_over(job, number, stages), 2));
        value_set_term(job, item, "first", first);
        value_set_text(job, item, "head_of", operands[i].head);
        value_set_integer(job, item, "lines", tile->lines);
        value_set_text(job, item, "limit", limit);
        value_set_term(job, item, "origin",
                       origin(page, operands[i].memory, own->scores.cell, operands[i].letter,
                              operands[i].head));
        value_set_integer(job, item, "tile_bytes",
                          matrix_tile_cells(tile) * own->scores.cell_bytes);
        value_set_bool(job, item, "several_panels", tile->length > tile->span);
        value_set_integer(job, item, "panels", tile->length / tile->span);
        value_set_integer(job, item, "panel_cells", tile->lines * tile->span);
        value_set_integer(job, item, "span", tile->span);
        /* Beyond the keys of a member anything may lie, which a weight of 0 does not make 0. */
        const struct term *const whole =
            term_test(job, term_plus(job, first, own->keys), "<=", page_name(page, "member_lk"));
        const struct term *const all =
            term_test(job, page_name(page, "member_lk"), "==", page_name(page, "lk"));
        value_set_term(job, item, "whole_of_member",
                       kernel->problem.lengths && i == 2 ? term_or(job, whole, all) : NULL);
    }
}

/* How the mask is read: member `mask_of_row`, or false. */
static void add_mask(const struct page *page)
{
    struct job *const job = page->job;
    const struct problem *const problem = &page->kernel->problem;
    struct value *const mask =
        value_set_object_if(job, page->view, "mask_of_row", problem->mask != MASK_NONE);
    if (!mask)
        return;
    static const char *const keys[] = {"key", "next"};
    const struct element *const element = element_find(problem->mask_type);
    for (int i = 0; i < 2; i++) {
        struct value *const of = value_set_object(job, mask, i ? "of_next" : "of_key");
        value_set_text(job, of, "get", element_reads(element, page->kernel->numbers.compute, 1));
        value_set_text(job, of, "memory", "mask");
        value_set_term(job, of, "address", page_name(page, keys[i]));
    }
    view_add_reading(job, element, 1, page->view);
    value_set_text(job, mask, "stored", element->name);
}

/* Where the mask of a lane's row begins. */
static const struct term *mask_of(const struct page *page, long long further)
{
    struct job *const job = page->job;
    const struct term *const of_member =
        term_add(job, page_name(page, "mask"),
                 term_mul(job, page_name(page, "member"), page_name(page, "mask_member")));
    if (page->kernel->problem.mask != MASK_MATRIX)
        return of_member;
    const struct term *const last =
        term_plus(job, page_name(page, page->kernel->problem.lengths ? "member_lq" : "lq"), -1);
    const struct term *const row =
        term_min(job, term_plus(job, page_name(page, "row"), further), last);
    return term_add(job,
                    term_add(job, of_member,
                             term_mul(job, page_name(page, "head"), page_name(page, "mask_head"))),
                    term_mul(job, row, page_name(page, "mask_row")));
}

/* List `rows_of_lane`, and how a pair of elements of O is stored. */
static void add_rows(const struct page *page)
{
    struct job *const job = page->job;
    const struct kernel *const kernel = page->kernel;
    const struct ring_plan *const own = kernel->own;
    struct value *const view = page->view;
    const bool wide = own->beside > PAIR;
    struct value *const rows = value_set_list(job, view, "rows_of_lane");
    for (int i = 0; i <= ROWS_APART; i += ROWS_APART) {
        struct value *const item = value_add(rows, value_object(job));
        const struct term *const row = term_plus(job, page_name(page, "row"), i);
        value_set_integer(job, item, "i", i);
        value_set_term(job, item, "row_of_sums", row);
        value_set_term(job, item, "line_of_row", term_mul(job, row, page_name(page, "o_row")));
        value_set_term(job, item, "mask_place",
                       kernel->problem.mask == MASK_NONE ? NULL : mask_of(page, i));
    }
    struct value *const store = value_set_object(job, view, "store");
    view_add_write(job, kernel->c.element, kernel->numbers.scalar, true, store);
    value_set_text(job, store, "written", "write/value");
    value_set_bool(job, store, "put", false);
    value_set_bool(job, store, "part", false);
    value_set_integer(job, store, "width", PAIR);
    value_set_text(job, store, "value", "value");
    value_set_term(
        job, store, "target",
        term_add(job, page_name(page, "line"), term_times(job, page_name(page, "j"), COLUMNS)));
    if (!wide)
        view_add_rounding(job, kernel, kernel->c.element, kernel->numbers.scalar, PAIR, view);
    value_set_bool(job, view, "wide", wide);
    value_set_bool(job, view, "tests_alignment", wide);
    value_set_integer(job, view, "beside", own->beside);
    value_set_text(job, view, "stored_result", kernel->c.element->name);
    value_set_text(job, view, "word_of_result", kernel->c.element->bytes == 2 ? "ushort" : "float");
    value_set_term(job, view, "output", origin(page, kernel->c.name, NULL, "o", "head"));
}

/* What rounds a pair to the type that is multiplied. */
static void add_words(const struct page *page)
{
    struct job *const job = page->job;
    const struct ring_plan *const own = page->kernel->own;
    const struct element *const element = fragment_factor(&own->sums, true);
    const bool halves = strcmp(own->sums.element, "f16") == 0;
    value_set_text(job, page->view, "word_instruction",
                   own->emulated ? NULL
                   : halves      ? "f16x2"
                                 : "bf16x2");
    value_set_bool(job, page->view, "halves", halves);
    if (own->emulated && !halves)
        view_add_rounding(job, page->kernel, element, page->kernel->numbers.scalar, PAIR,
                          page->view);
}

/* What the templates of maps, copies and turns of the ring name. */
static void add_ring(const struct page *page)
{
    static const char *const coordinates[] = {"head", "member"};
    struct job *const job = page->job;
    struct value *const view = page->view;
    const struct ring_plan *const own = page->kernel->own;
    const long long warps = own->sub_groups * engine_lanes(own->engine) / SPEC_WARP;
    matrix_view_axes(job, coordinates, 2, false, view);
    matrix_view_box(job, &own->q, own->scores.cell_bytes, view);
    value_set_bool(job, view, "maps_alike", true);
    value_set_text(job, view, "ld_type", "long");
    value_set_bool(job, view, "tensor", true);
    value_set_bool(job, view, "scaled", false);
    value_set_bool(job, view, "several_warps", true);
    value_set_bool(job, view, "publishes", true);
    value_set_integer(job, view, "warp", SPEC_WARP);
    value_set_unless(job, view, "registers_kept", own->kept, 0);
    value_set_unless(job, view, "registers_taken", own->taken, 0);
    value_set_bool(job, view, "in_turns", own->in_turns);
    value_set_integer(job, view, "items_of_group", own->sub_groups * engine_lanes(own->engine));
    value_set_integer(job, view, "users_of_stage", warps);
    value_set_integer(job, view, "stages", own->stages);
    value_set_integer(job, view, "stages_of_rows", RING_ROW_STAGES);
    value_set_integer(job, view, "bytes_of_maps", RING_OPERANDS * MAP_BYTES);
}

/* How tiles lie that all operands have alike, and copies of rows into them. */
static void add_rows_of_tiles(const struct page *page)
{
    struct job *const job = page->job;
    struct value *const view = page->view;
    const struct kernel *const kernel = page->kernel;
    const struct ring_plan *const own = kernel->own;
    const long long piece = PIECE_BYTES / own->scores.cell_bytes;
    matrix_view_swizzle(page, &own->q, own->scores.cell_bytes, "row", view);
    value_set_bool(job, view, "alike", true);
    value_set_text(job, view, "operands_alike", "copy/q_k_or_v");
    value_set_bool(job, view, "packed", false);
    value_set_bool(job, view, "described", true);
    value_set_bool(job, view, "lines_given", true);
    value_set_text(job, view, "tile_lines", "lines");
    value_set_integer(job, view, "piece", piece);
    value_set_integer(job, view, "pieces_of_row", own->head / piece);
    value_set_integer(job, view, "items_that_copy",
                      own->emulated ? kernel->wg.height * kernel->wg.width : SPEC_WARP);
}

static void add_numbers(const struct page *page)
{
    enum {
        BYTES_OF_SECTION = 1 << 24 /* keys and values of a few heads, which stay in the L2 cache */
    };
    struct job *const job = page->job;
    struct value *const view = page->view;
    const struct kernel *const kernel = page->kernel;
    const struct ring_plan *const own = kernel->own;
    const struct setting *const alpha = &kernel->problem.values[SYMBOL_ALPHA];
    const bool rated = kernel->problem.mask == MASK_NONE;
    const bool sign = rated && !(alpha->how == FIXED && alpha->real > 0);
    value_set_bool(job, view, "rated", rated);
    value_set_bool(job, view, "sign", sign);
    value_set_text(job, view, "per", sign ? "per" : "rate");
    value_set_bool(job, view, "sees_none", !rated || kernel->problem.lengths);
    value_set_integer(job, view, "rows", own->rows);
    value_set_integer(job, view, "keys", own->keys);
    value_set_integer(job, view, "last_of_rows", own->rows - 1);
    value_set_integer(job, view, "last_of_keys", own->keys - 1);
    value_set_integer(job, view, "head_length", own->head);
    value_set_integer(job, view, "score_pairs", own->keys / COLUMNS);
    value_set_integer(job, view, "sum_pairs", own->head / COLUMNS);
    value_set_integer(job, view, "cells_of_rows", matrix_tile_cells(&own->q));
    value_set_integer(job, view, "cells_of_keys", matrix_tile_cells(&own->k));
    value_set_integer(job, view, "words_of_weights", own->keys / PAIR);
    value_set_integer(job, view, "keys_of_section",
                      BYTES_OF_SECTION / (2 * own->head * own->scores.cell_bytes));
    value_set_integer(job, view, "sub_groups", own->sub_groups);
    value_set_integer(job, view, "fragment_rows", own->scores.m);
    value_set_integer(job, view, "lanes_of_engine", engine_lanes(own->engine));
    value_set_term(job, view, "item", term_call(job, "get_local_id", term_number(job, 0)));
}

static void fill(struct job *job, const struct kernel *kernel, struct value *view)
{
    const struct page page = {job, kernel, view};
    const struct ring_plan *const own = kernel->own;
    attends_view_problem(&page);
    fragment_view_multiplication(job, kernel, own->engine, &own->scores, own->emulated, view);
    value_set_text(job, view, "sum_type", accumulator_type(job, kernel, PAIR));
    value_set_bool(job, view, "in_rounds", true);
    value_set_text(job, view, "apart", "apart");
    value_set_bool(job, view, "by_block", true);
    value_set_bool(job, view, "turns", true);
    value_set_bool(job, view, "turns_left", false);
    value_set_bool(job, view, "whole_numbers", false);
    const struct term *const lane = page_name(&page, "lane");
    const struct term *const in_warp = term_over(job, term_rest(job, lane, SPEC_WARP), 4);
    value_set_term(job, view, "row_of_lane",
                   term_add(job, term_times(job, term_over(job, lane, SPEC_WARP), 16), in_warp));
    value_set_term(job, view, "column_of_lane", term_times(job, term_rest(job, lane, 4), PAIR));
    add_numbers(&page);
    add_rows_of_tiles(&page);
    add_ring(&page);
    add_tiles(&page);
    add_products(&page);
    add_copies(&page);
    add_mask(&page);
    add_rows(&page);
    add_words(&page);
}

static const char *page_of(const struct kernel *kernel)
{
    const struct ring_plan *const own = kernel->own;
    return own->emulated ? "attention_ring_emulated.cl" : "attention_ring.cl";
}

const struct family_view family_ring_view = {
    .page = "attention_ring.cl",
    .page_of = page_of,
    .fill = fill,
};
