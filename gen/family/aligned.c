/*
 * Vectors at multiples of their size, which are moved by one instruction where compilers make several of vload and vstore, as
 * these take any address. Where an operand lies the kernel tests once, as it begins; what is compiled in needs no test.
 */
#include "gen/family/aligned.h"
#include "gen/family/page.h"
#include "gen/view/host.h"

/* What is known of a number of elements: whether it is a multiple of a vector. */
enum known {
    NEVER,
    AT_LAUNCH,
    ALWAYS
};

/* Of a number that is `fixed`, or -1 where it is given at launch, and rounded up to multiples of `rounded_to`. */
static enum known multiple_of(long long fixed, long long rounded_to, long long vector)
{
    if (fixed < 0)
        return rounded_to % vector == 0 ? ALWAYS : AT_LAUNCH;
    return rounded_up(fixed, rounded_to) % vector == 0 ? ALWAYS : NEVER;
}

/* Of the leading dimension. */
static enum known multiple_lines(const struct kernel *kernel, const struct operand *operand)
{
    const struct form *const form = &operand->form;
    return in_workspace(operand)
               ? multiple_of(kernel->fixed[form->axes.along], form->multiple.width, operand->vector)
               : multiple_of(kernel->fixed[operand->ld], 1, operand->vector);
}

/* The axis of C that lines of the operand lie along where the last tile is moved inside: its place is then counted from the end.
 * SYMBOL_NONE: there is none. */
static enum symbol moved_axis(const struct kernel *kernel, const struct operand *operand)
{
    const bool along_m = is_a(operand);
    const bool moved = lies_across_k(operand) && kernel_shifts(kernel, along_m);
    return !moved ? SYMBOL_NONE : along_m ? kernel->m : kernel->n;
}

static enum known multiple_end(const struct kernel *kernel, const struct operand *operand)
{
    const enum symbol axis = moved_axis(kernel, operand);
    return axis == SYMBOL_NONE ? ALWAYS : multiple_of(kernel->fixed[axis], 1, operand->vector);
}

/* Of the distance of members of a batch that a work-group has side by side: before the barriers of a loop all of its work-items must
 * find the same of A and B. Members that a list places lie anywhere. */
static enum known multiple_members(const struct kernel *kernel, const struct operand *operand)
{
    const struct setting *const stride = &kernel->problem.values[operand->stride];
    if (kernel->members == 1 || in_workspace(operand) || operand->role == ROLE_C)
        return ALWAYS;
    if (kernel->problem.batch == BATCH_OFFSETS || view_has_begin(kernel, operand))
        return NEVER;
    return multiple_of(stride->how == FIXED ? stride->whole : -1, 1, operand->vector);
}

bool tests_alignment(const struct kernel *kernel, const struct operand *operand)
{
    return kernel->aligned && operand->vector > 1 && !in_image(operand) && !in_blocks(operand) &&
           multiple_lines(kernel, operand) != NEVER && multiple_end(kernel, operand) != NEVER &&
           multiple_members(kernel, operand) != NEVER;
}

const char *aligned_read(struct job *job, const struct operand *operand)
{
    return arena_printf(job->arena, "%s_aligned", operand_read(operand, operand->vector));
}

/* The bits of a number of elements, in bytes, beside those before them; of one that is known to be a multiple none. */
static const struct term *with_bits(const struct page *page, const struct term *bits,
                                    enum symbol symbol, enum known known,
                                    const struct operand *operand)
{
    if (known != AT_LAUNCH)
        return bits;
    const struct term *const size =
        term_cast(page->job, "size_t", page_name(page, symbol_in_kernel(symbol)));
    return term_bits(page->job, bits, "|", term_times(page->job, size, operand->element->bytes));
}

const struct term *alignment_test(struct job *job, const struct kernel *kernel,
                                  const struct operand *operand)
{
    const struct page page = {job, kernel, NULL};
    const struct term *bits = term_cast(job, "size_t", page_name(&page, operand->form.memory));
    bits = with_bits(&page, bits, operand->ld, multiple_lines(kernel, operand), operand);
    bits =
        with_bits(&page, bits, moved_axis(kernel, operand), multiple_end(kernel, operand), operand);
    bits = with_bits(&page, bits, operand->stride, multiple_members(kernel, operand), operand);
    const long long vector_bytes = operand->element->bytes * operand->vector;
    return term_test(job, term_rest(job, bits, vector_bytes), "==", term_number(job, 0));
}

/* The words that `bytes` are loaded as, a power of two of them. */
static const char *words_of(struct job *job, long long bytes)
{
    enum {
        WORD = 4
    };
    return bytes < WORD    ? "ushort"
           : bytes == WORD ? "uint"
                           : arena_printf(job->arena, "uint%lld", bytes / WORD);
}

/* The order that makes words of a vector of their first halves, followed by their second ones: s0213 of 4. */
static const char *halves_of_words(struct job *job, int width)
{
    char *const order = arena_allocate(job->arena, (size_t)width + 2);
    order[0] = 's';
    for (int i = 0; i < width; i++)
        order[1 + i] = "0123456789abcdef"[i / 2 + i % 2 * (width / 2)];
    order[1 + width] = '\0';
    return order;
}

/* Member of the view's `aligned_loads`: the function that loads a vector of the operand's own width, where there is one. */
static void add_aligned_function(struct job *job, const struct operand *operand, struct value *view)
{
    const struct element *const element = operand->element;
    if (!element->of_words || !element_converts(element, operand->computed))
        return;
    struct value *const function = value_add(value_child(view, "aligned_loads"), value_object(job));
    const struct number *const number = element_arrives(element, operand->computed);
    value_set_text(job, function, "type", number_vector(job, number, operand->vector));
    value_set_text(job, function, "stored", element->name);
    value_set_text(job, function, "named", element->reading ? element->type : element->name);
    value_set_integer(job, function, "width", operand->vector);
    value_set_text(job, function, "words", words_of(job, element->bytes * operand->vector));
    value_set_text(job, function, "halves_of_words", halves_of_words(job, (int)operand->vector));
    value_set_text(job, function, "elements_of_words", element->of_words);
    view_add_reading(job, element, operand->vector, view);
}

struct value *add_aligned_loop(const struct page *page, struct value *main,
                               const struct operand *const *operands, int count)
{
    struct job *const job = page->job;
    const struct operand *one = NULL;
    const struct term *test = NULL;
    for (int i = 0; i < count; i++) {
        const struct operand *const operand = operands[i];
        if (!operand)
            continue;
        test = term_and(job, test, alignment_test(job, page->kernel, operand));
        if (!one || one->element != operand->element || one->vector != operand->vector)
            add_aligned_function(job, operand, page->view);
        one = operand;
    }
    struct value *const aligned = value_set_object(job, main, "aligned");
    value_set_term(job, aligned, "test", test);
    return value_set_object(job, aligned, "iteration");
}
