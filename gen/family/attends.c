/*
 * What the pages of attention have alike: members of the problem, where operands lie, how a mask is read.
 */
#include "gen/family/attends.h"

#include "gen/family/page.h"

const struct term *attends_place(const struct page *page, const struct operand *operand,
                                 const char *line, const struct term *at)
{
    struct job *const job = page->job;
    const char *const row = arena_printf(job->arena, "%c_row", operand->name[0] + 'a' - 'A');
    return term_add(job, term_mul(job, page_name(page, line), page_name(page, row)), at);
}

void attends_view_mask(const struct page *page, const struct term *row, const struct term *key,
                       struct value *mask)
{
    struct job *const job = page->job;
    const struct kernel *const kernel = page->kernel;
    const struct element *const element = element_find(kernel->problem.mask_type);
    const bool of_rows = kernel->problem.mask == MASK_MATRIX;
    value_set_text(job, mask, "get", element_reads(element, kernel->numbers.compute, 1));
    value_set_text(job, mask, "memory", "mask");
    value_set_term(job, mask, "address",
                   of_rows ? term_add(job, term_mul(job, row, page_name(page, "mask_row")), key)
                           : key);
    view_add_reading(job, element, 1, page->view);
}

/* List `pointers`: each operand moves to its member, its head and the first of its rows. */
static void add_pointers(const struct page *page)
{
    static const struct {
        const char *name, *letter, *head;
        bool of_rows;
    } operands[] = {{"Q", "q", "head", true},          {"K", "k", "head_of_keys", false},
                    {"V", "v", "head_of_keys", false}, {"O", "o", "head", true},
                    {"mask", "mask", NULL, false},     {"mask", "mask", "head", true}};
    struct job *const job = page->job;
    struct value *const pointers = value_set_list(job, page->view, "pointers");
    const enum mask mask = page->kernel->problem.mask;
    for (size_t i = 0; i < sizeof operands / sizeof operands[0]; i++) {
        const char *const letter = operands[i].letter;
        if (i >= 4 && mask != (operands[i].of_rows ? MASK_MATRIX : MASK_KEYS))
            continue;
        const struct term *further =
            term_mul(job, page_name(page, "member"), page_printed(page, "%s_member", letter));
        if (operands[i].head)
            further = term_add(job, further,
                               term_mul(job, page_name(page, operands[i].head),
                                        page_printed(page, "%s_head", letter)));
        if (operands[i].of_rows)
            further = term_add(
                job, further,
                term_mul(job, page_name(page, "first_row"), page_printed(page, "%s_row", letter)));
        struct value *const item = value_add(pointers, value_object(job));
        value_set_text(job, item, "pointer", operands[i].name);
        value_set_term(job, item, "further", further);
    }
}

void attends_view_problem(const struct page *page)
{
    const struct problem *const problem = &page->kernel->problem;
    value_set_bool(page->job, page->view, "causal", problem->causal);
    value_set_bool(page->job, page->view, "lengths", problem->lengths);
    value_set_text(page->job, page->view, "lq", problem->lengths ? "member_lq" : "lq");
    value_set_text(page->job, page->view, "lk", problem->lengths ? "member_lk" : "lk");
    value_set_bool(page->job, page->view, "masked", problem->mask != MASK_NONE);
    value_set_unless(page->job, page->view, "packed_heads", page->kernel->problem.packed_heads, 1);
    value_set_unless(page->job, page->view, "key_parts", page->kernel->split_k, 1);
    add_pointers(page);
}

void attends_configure(struct job *job, const struct spec *spec, struct value *config)
{
    value_set_text(job, config, "head", spec->values[OPTION_HEAD].text);
    value_set_text(job, config, "mask", spec->values[OPTION_MASK].text);
    if (spec->problem.mask)
        value_set_text(job, config, "type-mask", spec->problem.mask_type);
    if (spec->problem.lengths)
        value_set_text(job, config, "lengths", spec->values[OPTION_LENGTHS].text);
}
