/*
 * The view of templates/attention_blocked.cl: numbers, and how elements are read and written.
 */
#include "gen/family/attends.h"
#include "gen/family/attention/attention.h"
#include "gen/family/families.h"
#include "gen/family/page.h"
#include "gen/view/family.h"
#include "gen/view/host.h"
#include "gen/view/steps.h"

/* Member `name`: how a vector of an operand is read. */
static void add_load(const struct page *page, const char *name, const struct operand *operand,
                     const char *line)
{
    const struct kernel *const kernel = page->kernel;
    struct value *const load = value_set_object(page->job, page->view, name);
    value_set_text(page->job, load, "get",
                   element_reads(operand->element, kernel->numbers.compute, kernel->tile.width));
    value_set_text(page->job, load, "memory", operand->name);
    value_set_term(page->job, load, "address",
                   attends_place(page, operand, line, page_name(page, "at")));
    view_add_reading(page->job, operand->element, kernel->tile.width, page->view);
}

static void add_store(const struct page *page)
{
    const struct kernel *const kernel = page->kernel;
    struct value *const store = value_set_object(page->job, page->view, "store");
    view_add_write(page->job, kernel->c.element, kernel->numbers.scalar, true, store);
    value_set_text(page->job, store, "written", "write/value");
    value_set_bool(page->job, store, "part", false);
    value_set_text(page->job, store, "value", "value");
    value_set_term(page->job, store, "target",
                   term_add(page->job, page_name(page, kernel->c.name),
                            attends_place(page, &kernel->c, "row", page_name(page, "at"))));
    view_add_rounding(page->job, kernel, kernel->c.element, kernel->numbers.scalar,
                      kernel->tile.width, page->view);
}

/* How the mask is read: object `mask_of_keys` or `mask_of_rows`. */
static void add_mask(const struct page *page, const struct attention_plan *own)
{
    struct job *const job = page->job;
    const enum mask kind = page->kernel->problem.mask;
    value_set_integer(job, page->view, "scores_of_block", own->rows * own->keys);
    struct value *const of_keys =
        value_set_object_if(job, page->view, "mask_of_keys", kind == MASK_KEYS);
    struct value *const of_rows =
        value_set_object_if(job, page->view, "mask_of_rows", kind == MASK_MATRIX);
    struct value *const mask = of_keys ? of_keys : of_rows;
    if (!mask)
        return;
    value_set_term(job, mask, "score",
                   term_add(job, term_times(job, page_name(page, "row"), own->score_line),
                            page_name(page, "key")));
    attends_view_mask(page, page_name(page, "row"),
                      term_add(job, page_name(page, "first"), page_name(page, "key")), mask);
}

/* A list of the rows of a tile in registers: its sums, to each of which `array`[row * line + step] times `vector` is added, and the cell that has them. */
static void add_rows(const struct page *page, const char *name, const char *letter,
                     const char *array, long long line, const char *step, const char *vector,
                     const char *cells, long long cell_line, const char *column)
{
    struct job *const job = page->job;
    const struct kernel *const kernel = page->kernel;
    struct value *const rows = value_set_list(job, page->view, name);
    for (long long i = 0; i < kernel->tile.height; i++) {
        const struct term *const row = term_plus(job, page_name(page, "row"), i);
        struct value *const item = value_add(rows, value_object(job));
        value_set_term(job, item, "sum", page_printed(page, "%s_%lld", letter, i));
        value_set_term(job, item, "row_of_sum", row);
        value_set_term(
            job, item, "a",
            term_spread(job, number_vector(job, kernel->numbers.compute, kernel->tile.width),
                        term_at(job, page_name(page, array),
                                term_add(job, term_times(job, row, line), page_name(page, step)))));
        value_set_term(job, item, "b", page_name(page, vector));
        value_set_term(
            job, item, "cell",
            term_add(job, term_add(job, page_name(page, cells), term_times(job, row, cell_line)),
                     page_name(page, column)));
    }
}

/* List `elements`: components of a vector. List `halves`: the vectors that folding one makes. */
static void add_vector(const struct page *page, const struct attention_plan *own)
{
    struct job *const job = page->job;
    const long long width = page->kernel->tile.width;
    const struct number *const number = page->kernel->numbers.compute;
    struct value *const elements = value_set_list(job, page->view, "elements");
    for (long long i = 0; i < width; i++) {
        struct value *const element = value_add(elements, value_object(job));
        value_set_term(job, element, "line",
                       term_times(job, term_plus(job, page_name(page, "at"), i), own->keys));
        value_set_text(job, element, "component", component_name(job, width, i));
    }
    struct value *const halves = value_set_list(job, page->view, "halves");
    const char *of = "";
    for (long long half = width / 2; half > 1; half /= 2) {
        struct value *const item = value_add(halves, value_object(job));
        value_set_text(job, item, "half_type", number_vector(job, number, half));
        value_set_integer(job, item, "half", half);
        value_set_text(job, item, "of", of);
        of = arena_printf(job->arena, "_of_%lld", half);
    }
    value_set_text(job, page->view, "of_pair", of);
}

/* List `arrays`. */
static void add_arrays(const struct page *page, const struct attention_plan *own)
{
    const struct {
        const char *name;
        long long length;
    } arrays[] = {
        {"queries", own->rows * own->query_line},
        {"scores", own->rows * own->score_line},
        {"sums", own->rows * own->head},
        {"largest", own->rows},
        {"totals", own->rows},
        {"scales", own->rows},
        {"block", own->keys * own->head},
        {"masks", own->masks},
    };
    struct value *const list = value_set_list(page->job, page->view, "arrays");
    for (size_t i = 0; i < sizeof arrays / sizeof arrays[0] && arrays[i].length; i++) {
        struct value *const item = value_add(list, value_object(page->job));
        value_set_text(page->job, item, "array", arrays[i].name);
        value_set_integer(page->job, item, "length", arrays[i].length);
    }
}

/* Where a work-item begins in loops that all share: by single ones, vectors, rows and columns of its tiles. */
static void add_begins(const struct page *page, const struct attention_plan *own)
{
    struct job *const job = page->job;
    const struct shape tile = page->kernel->tile;
    const struct term *const none = term_number(job, 0);
    const struct term *const item = own->shared ? page_name(page, "item") : none;
    value_set_term(job, page->view, "item",
                   own->shared ? view_item(job, page->kernel, false) : NULL);
    value_set_term(job, page->view, "first_item", item);
    value_set_term(job, page->view, "first_vector", term_times(job, item, tile.width));
    value_set_term(job, page->view, "first_of_rows",
                   own->shared ? term_times(job, page_id(page, "get_local_id", 1), tile.height)
                               : none);
    value_set_term(job, page->view, "first_of_columns",
                   own->shared ? term_times(job, page_id(page, "get_local_id", 0), tile.width)
                               : none);
}

static void add_numbers(const struct page *page, const struct attention_plan *own)
{
    struct job *const job = page->job;
    struct value *const view = page->view;
    const struct kernel *const kernel = page->kernel;
    const long long items = kernel->wg.height * kernel->wg.width, width = kernel->tile.width;
    value_set_bool(job, view, "shared", own->shared);
    value_set_integer(job, view, "rows", own->rows);
    value_set_integer(job, view, "rows_of_head", own->rows);
    value_set_unless(job, view, "several_rows", kernel->wg.height, 1);
    value_set_unless(job, view, "several", own->rows, 1);
    value_set_integer(job, view, "keys", own->keys);
    value_set_integer(job, view, "head_length", own->head);
    value_set_integer(job, view, "query_line", own->query_line);
    value_set_integer(job, view, "score_line", own->score_line);
    value_set_integer(job, view, "items", items);
    value_set_integer(job, view, "vectors_at_once", items * width);
    value_set_integer(job, view, "rows_at_once", kernel->wg.height * kernel->tile.height);
    value_set_integer(job, view, "columns_at_once", kernel->wg.width * width);
    value_set_integer(job, view, "elements_of_rows", own->rows * own->head);
    value_set_integer(job, view, "vectors_of_block", own->keys * own->head / width);
    value_set_integer(job, view, "elements_of_block", own->keys * own->head);
    value_set_integer(job, view, "width", width);
    value_set_text(job, view, "type", number_vector(job, kernel->numbers.compute, width));
}

static void fill(struct job *job, const struct kernel *kernel, struct value *view)
{
    const struct page page = {job, kernel, view};
    add_numbers(&page, kernel->own);
    add_arrays(&page, kernel->own);
    add_begins(&page, kernel->own);
    attends_view_problem(&page);
    const struct attention_plan *const own = kernel->own;
    add_mask(&page, own);
    add_rows(&page, "scores_of_tile", "s", "queries", own->query_line, "at", "k", "scores",
             own->score_line, "key");
    add_rows(&page, "sums_of_tile", "o", "scores", own->score_line, "key", "v", "sums", own->head,
             "at");
    add_vector(&page, own);
    add_load(&page, "load_query", &kernel->a, "row");
    add_load(&page, "load_key", &kernel->b, "key");
    add_load(&page, "load_value", &kernel->d, "key");
    add_store(&page);
}

const struct family_view family_attention_view = {
    .page = "attention_blocked.cl",
    .fill = fill,
};
