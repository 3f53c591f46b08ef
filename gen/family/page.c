/*
 * Terms of tiled kernels, and lists of places and lines.
 */
#include "gen/family/page.h"

#include "gen/view/host.h"

const struct term *page_name(const struct page *page, const char *name)
{
    return term_name(page->job, name);
}

const struct term *page_printed(const struct page *page, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const char *const name = arena_vprintf(page->job->arena, format, arguments);
    va_end(arguments);
    return term_name(page->job, name);
}

const struct term *page_letter(const struct page *page, const struct operand *operand)
{
    return page_printed(page, "%c", operand_letter(operand));
}

const struct term *page_id(const struct page *page, const char *function, int dimension)
{
    return view_id(page->job, page->kernel, function, dimension);
}

const struct term *page_item(const struct page *page, bool in_line)
{
    return view_item(page->job, page->kernel, in_line);
}

const struct term *page_k(const struct page *page, long long k)
{
    return term_plus(page->job, page_name(page, "k"), k);
}

const struct term *page_depth(const struct page *page)
{
    return page_name(page, value_get(page->view, "depth")->text);
}

const struct term *page_limit(const struct page *page, bool along_m)
{
    return page_name(page, symbol_in_kernel(along_m ? page->kernel->m : page->kernel->n));
}

const struct term *page_last(const struct page *page, bool along_m)
{
    return term_plus(page->job, page_limit(page, along_m), -1);
}

const struct term *page_axis_name(const struct page *page, const char *what, bool along_m)
{
    return page_printed(page, "%s_%s", what, kernel_axis_word(page->kernel, along_m));
}

const struct term *page_place(const struct page *page, bool along_m, long long plus, bool clamped)
{
    const struct term *const place =
        term_plus(page->job, page_name(page, kernel_axis_word(page->kernel, along_m)), plus);
    return clamped ? term_min(page->job, place, page_last(page, along_m)) : place;
}

const struct term *page_own_place(const struct page *page, bool along_m)
{
    return page_axis_name(page, "own", along_m);
}

const struct term *page_sum(const struct page *page, int product, long long i, long long j)
{
    return page_printed(page, "%s_%lld_%lld", kernel_sum_word(page->kernel, product, "c"), i, j);
}

const struct term *page_single_sum(const struct page *page, int product)
{
    return page_name(page, kernel_sum_word(page->kernel, product, "sum"));
}

/* --------------------------------------------------------------------------------- lines */

const struct term *page_lines_of(const struct page *page, const struct term *lines, enum symbol ld)
{
    return view_lines(page->job, page->kernel, lines, symbol_in_kernel(ld));
}

const struct term *page_lines_further(const struct page *page, enum symbol ld, long long count)
{
    return page_lines_of(page, term_number(page->job, count), ld);
}

const struct term *page_row(const struct page *page, const struct operand *operand,
                            const struct term *place, const struct term *last)
{
    struct job *const job = page->job;
    const enum symbol rows = kernel_listed_rows(page->kernel, operand);
    if (rows == SYMBOL_NONE)
        return place;
    const struct term *const row = term_at(job, page_name(page, kernel_index(operand)),
                                           last ? term_min(job, place, last) : place);
    const struct term *const end = page_name(page, symbol_in_kernel(rows));
    return term_max(job, term_min(job, row, term_plus(job, end, -1)), term_number(job, 0));
}

const struct term *page_line(const struct page *page, const struct operand *operand,
                             long long number)
{
    const char letter = operand_letter(operand);
    const char *const word = kernel_axis_word(page->kernel, is_a(operand));
    return !lies_along_k(operand) ? page_printed(page, "%c_line", letter)
           : number < 0           ? page_printed(page, "%c_%s", letter, word)
                                  : page_printed(page, "%c_%s_%lld", letter, word, number);
}

void page_add_lines(const struct page *page, struct value *list, const struct operand *operand,
                    long long stride, bool clamped)
{
    const long long named = !lies_along_k(operand) ? 0
                            : clamped              ? kernel_side(page->kernel, operand)
                                                   : 1;
    for (long long i = 0; i < named; i++)
        page_declare(
            page, list, page_line(page, operand, clamped ? i : -1),
            page_lines_of(
                page,
                page_row(page, operand, page_place(page, is_a(operand), i * stride, clamped), NULL),
                operand->ld));
}

struct value *page_lines(const struct page *page, bool clamps)
{
    struct value *const lines = value_set_list(page->job, page->view, "lines");
    for (int i = 0; i < page->kernel->factor_count; i++) {
        const struct operand *const operand = page->kernel->factors[i];
        if (!by_index(operand))
            page_add_lines(page, lines, operand, 1,
                           clamps && kernel_guards(page->kernel, is_a(operand)));
    }
    return lines;
}

struct value *page_k_lines(const struct page *page, struct value *iteration)
{
    struct value *const lines = value_set_list(page->job, iteration, "lines");
    for (int i = 0; i < page->kernel->factor_count; i++) {
        const struct operand *const operand = page->kernel->factors[i];
        if (lies_across_k(operand))
            page_declare(page, lines, page_line(page, operand, -1),
                         page_lines_of(page, page_k(page, 0), operand->ld));
    }
    return lines;
}

/* -------------------------------------------------------------------------------- places */

void page_declare(const struct page *page, struct value *list, const struct term *name,
                  const struct term *begins)
{
    struct value *const item = value_add(list, value_object(page->job));
    value_set_term(page->job, item, "name", name);
    value_set_term(page->job, item, "begins", begins);
}

static const struct term *own_begin_of_group(const struct page *page, bool along_m)
{
    return term_times(page->job, page_id(page, "get_group_id", along_m),
                      shape_side(page->kernel->group, along_m));
}

const struct term *page_begin_of_group(const struct page *page, bool along_m)
{
    if (!kernel_shifts(page->kernel, along_m))
        return own_begin_of_group(page, along_m);
    return term_min(
        page->job, page_own_place(page, along_m),
        term_plus(page->job, page_limit(page, along_m), -shape_side(page->kernel->group, along_m)));
}

/* The same of a work-item, by its number in the launch or in the work-group. */
static const struct term *begin(const struct page *page, bool along_m)
{
    struct job *const job = page->job;
    const struct kernel *const kernel = page->kernel;
    const long long side = shape_side(kernel->tile, along_m);
    const long long items = shape_side(kernel->items, along_m);
    const struct term *const local = page_id(page, "get_local_id", along_m);
    if (kernel_shifts(kernel, along_m)) {
        const struct term *const group = page_begin_of_group(page, along_m);
        return items > 1 ? term_add(job, group, term_times(job, local, side)) : group;
    }
    const struct term *const group = page_id(page, "get_group_id", along_m);
    return term_times(job,
                      kernel->group_ids ? term_add(job, term_times(job, group, items), local)
                                        : page_id(page, "get_global_id", along_m),
                      side);
}

void page_own_places(const struct page *page, struct value *places)
{
    for (int i = 0; i < 2; i++) {
        const bool along_m = is_a(page->kernel->factors[i]);
        if (kernel_shifts(page->kernel, along_m))
            page_declare(page, places, page_own_place(page, along_m),
                         own_begin_of_group(page, along_m));
    }
}

void page_places(const struct page *page)
{
    struct value *const places = value_set_list(page->job, page->view, "places");
    page_own_places(page, places);
    for (int i = 0; i < 2; i++) {
        const bool along_m = is_a(page->kernel->factors[i]);
        page_declare(page, places, page_place(page, along_m, 0, false), begin(page, along_m));
    }
}

void page_even_share(const struct page *page, struct value *list, bool along_m, long long most)
{
    struct job *const job = page->job;
    const char *const word = kernel_axis_word(page->kernel, along_m);
    const long long side = shape_side(page->kernel->tile, along_m);
    const struct term *const limit = page_limit(page, along_m);
    const struct term *const groups = page_printed(page, "%s_groups", word);
    const struct term *const places = page_printed(page, "%ss_of_group", word);
    const struct term *const first = page_axis_name(page, "first", along_m);
    const struct term *const last =
        term_test(job, term_mod(job, limit, groups), "!=", term_number(job, 0));
    const struct term *const share = term_add(job, term_div(job, limit, groups), last);
    const struct term *const tiles = term_over(job, term_plus(job, share, side - 1), side);
    page_declare(page, list, groups, term_over(job, term_plus(job, limit, most - 1), most));
    page_declare(page, list, places, term_times(job, tiles, side));
    page_declare(page, list, first, term_mul(job, page_id(page, "get_group_id", along_m), places));
    page_declare(page, list, page_printed(page, "%ss", word),
                 term_min(job, term_sub(job, limit, first), places));
}

/* ------------------------------------------------------------------------- the main loop */

const struct term *page_whole(const struct page *page, const struct main_loop *main, bool crosses)
{
    struct job *const job = page->job;
    const struct shape tile = main->of_group ? page->kernel->group : page->kernel->tile;
    const struct term *test = NULL;
    for (int i = 0; i < 2; i++) {
        const bool along_m = is_a(page->kernel->factors[i]);
        if (!(along_m ? main->whole_m : main->whole_n))
            continue;
        const struct term *const first = page_printed(page, "%s%s", main->of_group ? "first_" : "",
                                                      kernel_axis_word(page->kernel, along_m));
        const struct term *const end = term_plus(job, first, shape_side(tile, along_m));
        const struct term *const side =
            term_test(job, end, crosses ? ">" : "<=", page_limit(page, along_m));
        test = crosses ? term_or(job, test, side) : term_and(job, test, side);
    }
    return test;
}
