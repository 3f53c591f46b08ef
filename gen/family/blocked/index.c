/*
 * Operands of the blocked family that an index function finds: functions that copy a block of K of them into local memory, rows of canonical A into lines, columns of B
 * into panels.
 */
#include "gen/family/blocked/view.h"

const struct term *blocked_line(const struct page *page, const struct term *place)
{
    return term_times(page->job, place, page->kernel->block_k);
}

/* Where the element at `at` of `line` goes. */
static const struct term *cell_of(const struct page *page, const struct operand *operand,
                                  const struct term *at)
{
    struct job *const job = page->job;
    const long long side = kernel_side(page->kernel, operand);
    const struct term *const line = page_name(page, "line");
    if (blocked_in_lines(operand))
        return term_add(job, blocked_line(page, line), at);
    const struct term *const panel = term_times(job, term_over(job, line, side), side);
    return term_add(
        job,
        term_add(job, term_mul(job, panel, page_name(page, "steps")), term_times(job, at, side)),
        term_rest(job, line, side));
}

long long blocked_run(const struct page *page, const struct operand *operand)
{
    const struct kernel *const kernel = page->kernel;
    return blocked_in_lines(operand) ? page_run_of(page, operand, operand->vector,
                                                   kernel->in_blocks ? kernel->block_k : 0)
                                     : 1;
}

/* Appends a vector of a run: from `place` on of it, guarded by `inside` where there is that. */
static void add_part(const struct page *page, struct value *parts, const struct operand *operand,
                     const struct term *place, long long width, const struct term *inside)
{
    struct job *const job = page->job;
    page_load(page, parts, operand, NULL, width,
              (struct fetch){.get = operand_read(operand, width),
                             .address = term_add(job, page_name(page, "begin"), place),
                             .inside = inside});
    value_set_bool(job, parts->last, "wide", width > 1);
    value_set_term(job, parts->last, "cell",
                   term_add(job, cell_of(page, operand, page_name(page, "first")), place));
}

/* Object `run` of a copy: how so many elements in a row are copied at once; false: they are no more than its vectors have. `in_part`: some may be outside, and are
 * copied by `row`s that are inside or outside together. */
static void add_run(const struct page *page, struct value *copy, const struct operand *operand)
{
    enum {
        WIDEST = 16
    };
    struct job *const job = page->job;
    const struct term *const first = page_name(page, "first");
    const long long length = blocked_run(page, operand), whole = length / WIDEST * WIDEST;
    struct value *const run = value_set_object_if(job, copy, "run", length > operand->vector);
    const long long row = run ? page_row_of(page, operand, length) : operand->vector;
    const bool checked = product_is_checked(operand->places),
               in_part = run && checked && row < length;
    const struct term *const inside = checked && !in_part ? page_name(page, "inside") : NULL;
    value_set_bool(job, copy, "in_part", in_part);
    value_set_integer(job, copy, "length", length);
    value_set_integer(job, copy, "row", row);
    value_set_bool(job, copy, "in_rows", row > operand->vector);
    if (!run)
        return;
    page_set_run(page, operand,
                 page->kernel->in_blocks ? term_add(job, page_name(page, "first_k"), first) : first,
                 length, run);
    value_set_integer(job, run, "whole", whole);
    struct value *const vectors = value_set_list(job, run, "vectors");
    struct value *const rest = value_set_list(job, run, "rest");
    if (whole > WIDEST)
        add_part(page, vectors, operand, page_name(page, "i"), WIDEST, inside);
    else if (whole)
        add_part(page, rest, operand, term_number(job, 0), WIDEST, inside);
    for (long long at = whole, width = WIDEST / 2; width; width /= 2)
        if ((length - whole) & width) {
            add_part(page, rest, operand, term_number(job, at), width, inside);
            at += width;
        }
}

/* Object `stretch` of a copy: how elements that lie in a row are copied at once whose number a launch says; false: a vector or a run has as many as there are, or no two lie so. */
static bool add_stretch(const struct page *page, struct value *copy, const struct operand *operand)
{
    enum {
        WIDEST = 16
    };
    struct job *const job = page->job;
    const struct term *const first = page_name(page, "first");
    const struct term *const elements =
        blocked_in_lines(operand) && operand->vector == 1 && blocked_run(page, operand) == 1
            ? page_left_in_row(page, operand, 0)
            : NULL;
    struct value *const stretch = value_set_object_if(job, copy, "stretch", elements != NULL);
    if (!stretch)
        return false;
    const struct term *const inside =
        product_is_checked(operand->places) ? page_name(page, "inside") : NULL;
    page_set_run(page, operand,
                 page->kernel->in_blocks ? term_add(job, page_name(page, "first_k"), first) : first,
                 1, stretch);
    value_set_term(job, stretch, "elements",
                   term_min(job, elements, term_sub(job, page_name(page, "steps"), first)));
    value_set_term(job, stretch, "whole",
                   term_times(job, term_over(job, page_name(page, "length"), WIDEST), WIDEST));
    add_part(page, value_set_list(job, stretch, "vectors"), operand, page_name(page, "i"), WIDEST,
             inside);
    value_set_list(job, stretch, "rest");
    add_part(page, value_set_list(job, stretch, "loads"), operand, page_name(page, "i"), 1, inside);
    return true;
}

void blocked_add_index_copy(const struct page *page, const struct operand *operand, bool guards,
                            long long most)
{
    struct job *const job = page->job;
    const struct kernel *const kernel = page->kernel;
    const long long side = kernel_side(kernel, operand), width = operand->vector;
    const char *const word = kernel_axis_word(kernel, is_a(operand));
    const struct term *const places = page_printed(page, "%ss", word);
    const struct term *const at = page_name(page, "at");
    struct value *const copies = value_child(page->view, "index_copies");
    struct value *const loads = page_operand(page, copies, operand);
    struct value *const copy = copies->last;
    page_add_line_table(page, value_child(page->view, "line_tables"), operand, most, guards);
    add_run(page, copy, operand);
    const bool stretch = add_stretch(page, copy, operand);
    value_set_bool(job, copy, "by_element",
                   !stretch && blocked_run(page, operand) <= operand->vector);
    const bool in_rows = value_get(copy, "in_rows")->truth;
    page_set_step(page, operand, page_name(page, "line"),
                  kernel->in_blocks ? term_add(job, page_name(page, "first_k"), at) : at, false,
                  copy);
    page_load(page, loads, operand, NULL, width,
              (struct fetch){
                  .get = operand_read(operand, width),
                  .address = in_rows ? term_add(job, page_name(page, "from"), page_name(page, "i"))
                                     : page_name(page, "from"),
                  .inside = product_is_checked(operand->places) ? page_name(page, "inside") : NULL,
              });
    value_set_text(job, copy, "operand", operand->name);
    value_set_term(job, copy, "letter", page_letter(page, operand));
    value_set_text(job, copy, "place", word);
    value_set_bool(job, copy, "in_lines", blocked_in_lines(operand));
    value_set_text(job, copy, "to", blocked_in_lines(operand) ? "copied" : "panels");
    value_set_integer(job, copy, "side", side);
    value_set_integer(job, copy, "most", most);
    value_set_bool(job, copy, "guards", guards);
    value_set_integer(job, copy, "width", width);
    value_set_bool(job, copy, "wide", width > 1);
    const struct term *const cell = cell_of(page, operand, at);
    value_set_term(job, copy, "cell", in_rows ? term_add(job, cell, page_name(page, "i")) : cell);
    value_set_term(
        job, copy, "end",
        guards ? term_times(job, term_over(job, term_plus(job, places, side - 1), side), side)
               : places);
}

void blocked_add_index_lists(const struct page *page)
{
    struct job *const job = page->job;
    const long long run = blocked_run(page, &page->kernel->a);
    value_set_list(job, page->view, "line_tables");
    value_set_list(job, page->view, "index_copies");
    value_set_integer(job, page->view, "first_line", 0);
    value_set_bool(job, page->view, "items_that_copy", false);
    value_set_bool(job, page->view, "shows_lines", false);
    struct value *const runs = value_set_object_if(job, page->view, "whole_runs", run > 1);
    if (!runs)
        return;
    value_set_integer(job, runs, "run", run);
    value_set_integer(job, runs, "less", run - 1);
}
