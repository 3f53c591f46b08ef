#include "gen/family/page.h"

const char *register_type(struct job *job, const struct kernel *kernel, long long width)
{
    return number_vector(job, kernel->numbers.compute, width);
}

const char *accumulator_type(struct job *job, const struct kernel *kernel, long long width)
{
    return number_vector(job, kernel->numbers.accumulate, width);
}

const char *operand_read(const struct operand *operand, long long width)
{
    return element_reads(operand->element, operand->computed, width);
}

bool operand_widens(const struct operand *operand)
{
    return element_arrives(operand->element, operand->computed) != operand->computed;
}

const char *register_name(struct job *job, const struct operand *operand, long long tile,
                          long long tiles, long long k, long long ks)
{
    if (ks == 1 || tiles == 1)
        return tiles == 1 && ks == 1 ? arena_printf(job->arena, "%c_0", operand_letter(operand))
                                     : arena_printf(job->arena, "%c_%lld", operand_letter(operand),
                                                    ks == 1 ? tile : k);
    return arena_printf(job->arena, "%c_%lld_%lld", operand_letter(operand), tile, k);
}

/* Appends lines of sums "NAME_i_jEND": four on a line, of one row, or of as many rows where a row has one. */
static void add_lines_of_sums(struct job *job, struct value *lines, struct shape shape,
                              const char *name, const char *end)
{
    struct value *sums = NULL;
    for (long long i = 0; i < shape.height; i++) {
        for (long long j = 0; j < shape.width; j++) {
            if (!sums || sums->count == 4 || (j == 0 && shape.width > 1))
                sums = value_set_list(job, value_add(lines, value_object(job)), "sums");
            value_set_text(job, value_add(sums, value_object(job)), "sum",
                           arena_printf(job->arena, "%s_%lld_%lld%s", name, i, j, end));
        }
    }
}

static void mark_ends_of_lines(struct job *job, struct value *lines)
{
    for (struct value *line = lines->first; line; line = line->next)
        value_mark_ends(job, line->first);
}

void declare_sums(const struct page *page, struct value *object, struct shape shape,
                  long long width, const char *name, const char *end)
{
    struct job *const job = page->job;
    value_set_text(job, object, "sum_type", accumulator_type(job, page->kernel, width));
    struct value *const lines = value_set_list(job, object, "accumulators");
    add_lines_of_sums(job, lines, shape, name, end);
    mark_ends_of_lines(job, lines);
}

void add_accumulators(const struct page *page, struct shape shape, long long width)
{
    struct job *const job = page->job;
    value_set_text(job, page->view, "sum_type", accumulator_type(job, page->kernel, width));
    struct value *const lines = value_set_list(job, page->view, "accumulators");
    for (int i = 0; i < kernel_products(page->kernel); i++)
        add_lines_of_sums(job, lines, shape, kernel_sum_word(page->kernel, i, "c"), "");
    mark_ends_of_lines(job, lines);
}

/* -------------------------------------------------------------------------------- loads */

void set_type_of_load(const struct page *page, const struct operand *operand, struct value *object)
{
    value_set_text(page->job, object, "type_of_load",
                   page->kernel->a.element == page->kernel->b.element ? NULL
                                                                      : operand->element->type);
}

void add_clamped_function(const struct page *page, const struct operand *operand, long long width)
{
    struct job *const job = page->job;
    struct value *const function = value_add(value_child(page->view, "clamped"), value_object(job));
    const char *const get = operand_read(operand, 1);
    const struct term *const first = term_name(job, "first"), *const last = term_name(job, "last");
    set_type_of_load(page, operand, function);
    value_set_integer(job, function, "width", width);
    value_set_text(job, function, "type", register_type(job, page->kernel, width));
    value_set_text(job, function, "stored", operand->element->name);
    value_set_text(job, function, "memory", "line");
    value_set_text(job, function, "get", operand_widens(operand) ? "get/wider" : get);
    value_set_text(job, function, "narrow", get);
    view_add_reading(job, operand->element, 1, page->view);
    struct value *const elements = value_set_list(job, function, "elements");
    for (long long i = 0; i < width; i++)
        value_set_term(job, value_add(elements, value_object(job)), "address",
                       term_min(job, term_plus(job, first, i), last));
    value_mark_ends(job, elements);
}

/* -------------------------------------------------------------------------------- tiles */

bool stores_part(const struct kernel *kernel, bool along_m)
{
    return kernel_guards(kernel, along_m) || kernel_shifts(kernel, along_m);
}
