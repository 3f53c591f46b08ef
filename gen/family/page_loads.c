/*
 * Lists of loads and of multiply-adds.
 */
#include "gen/family/page.h"
#include "gen/view/formats.h"

/* -------------------------------------------------------------------------------- fetches */

/* Of a buffer along K: the line of the place, or where not each has a variable the first one and the lines further on. */
static struct fetch along_k(const struct page *page, const struct operand *operand, long long k,
                            long long place, long long number)
{
    struct job *const job = page->job;
    const struct term *const line = page_line(page, operand, number);
    const struct term *const further =
        page_lines_further(page, operand->ld, number < 0 ? place : 0);
    struct fetch fetch = {
        .get = operand_read(operand, 1),
        .address = term_add(job, term_add(job, line, page_k(page, k)), further),
    };
    if (in_blocks(operand)) {
        fetch.block = term_over(job, term_add(job, line, further), operand->element->covers);
        fetch.place = page_k(page, k);
    }
    if (operand->element->group)
        fetch.group = term_over(job, term_add(job, line, further), operand->element->group);
    return fetch;
}

struct fetch page_buffer(const struct page *page, const struct operand *operand, long long k,
                         long long place, long long number, bool clamped)
{
    struct job *const job = page->job;
    if (lies_along_k(operand))
        return along_k(page, operand, k, place, number);
    const struct term *const first = term_add(job, page_line(page, operand, -1),
                                              page_place(page, is_a(operand), place, clamped));
    return (struct fetch){
        .get = operand_read(operand, 1),
        .address = term_add(job, first, page_lines_further(page, operand->ld, k)),
    };
}

static const char *texel_of(const struct operand *operand)
{
    return operand->element->most_texel == 2 ? "get/texel_bits"
           : operand->vector == 1            ? "get/texel_first"
           : operand->vector == 2            ? "get/texel_pair"
                                             : "get/texel";
}

struct fetch page_texel(const struct page *page, const struct operand *operand, long long k,
                        long long place)
{
    const bool a = is_a(operand);
    const struct term *const along =
        term_over(page->job, a ? page_k(page, 0) : page_place(page, a, 0, false), operand->vector);
    return (struct fetch){
        .get = texel_of(operand),
        .x = term_plus(page->job, along, (a ? k : place) / operand->vector),
        .y = a ? page_place(page, a, place, false) : page_k(page, k),
    };
}

struct fetch page_clamped(const struct page *page, const struct operand *operand, long long place)
{
    return (struct fetch){
        .get = "get/clamped",
        .as_is = true,
        .address = page_line(page, operand, -1),
        .place = page_place(page, is_a(operand), place, false),
        .last = page_last(page, is_a(operand)),
    };
}

/* ---------------------------------------------------------------------------------- loads */

struct value *page_operand(const struct page *page, struct value *operands,
                           const struct operand *operand)
{
    struct job *const job = page->job;
    const struct element *const element = operand->element;
    const struct number *const number = element_arrives(element, operand->computed);
    struct value *const object = value_add(operands, value_object(job));
    value_set_text(job, object, "memory", operand->form.memory);
    value_set_text(job, object, "stored", kernel_stored(job, page->kernel, element));
    view_add_companions(job, page->kernel, element, object);
    value_set_text(job, object, "real", number_real(element->read)->name);
    value_set_text(job, object, "read_image", number->read_image);
    value_set_text(job, object, "texel_number", number->name);
    value_set_text(job, object, "whole_texel",
                   element->most_texel == 2 ? "get/texel_bits" : "get/texel");
    value_set_integer(job, object, "texel_width", operand->vector);
    value_set_text(job, object, "bits", element_bits(element));
    value_set_text(job, object, "block_read", element->block_read);
    set_type_of_load(page, operand, object);
    return value_set_list(job, object, "loads");
}

static void set_term(struct job *job, struct value *item, const char *name, const struct term *term)
{
    if (term)
        value_set_term(job, item, name, term);
}

static void set_text(struct job *job, struct value *item, const char *name, const char *text)
{
    if (text)
        value_set_text(job, item, name, text);
}

/* What a fetch does not print is not set: no object around it has members of these names. */
void page_set_fetch(const struct page *page, struct value *item, const struct operand *operand,
                    long long width, const struct fetch *fetch)
{
    struct job *const job = page->job;
    const char *const piece = fetch->get;
    if (piece == operand_read(operand, width))
        view_add_reading(job, operand->element, width, page->view);
    const bool widens = operand_widens(operand) && !fetch->as_is;
    const char *const read = !widens ? piece : width > 1 ? "get/wider_vector" : "get/wider";
    value_set_text(job, item, "get",
                   !fetch->inside ? read
                   : width > 1    ? "get/vector_inside"
                                  : "get/inside");
    set_text(job, item, "read", fetch->inside ? read : NULL);
    set_text(job, item, "narrow", widens ? piece : NULL);
    set_term(job, item, "inside", fetch->inside);
    set_term(job, item, "value", fetch->value);
    set_term(job, item, "address", fetch->address);
    set_term(job, item, "x", fetch->x);
    set_term(job, item, "y", fetch->y);
    set_term(job, item, "block", fetch->block);
    set_term(job, item, "place", fetch->place);
    set_term(job, item, "last_place", fetch->last);
    set_term(job, item, "group", fetch->group);
    set_text(job, item, "part", fetch->part);
    set_text(job, item, "scale", fetch->scale);
    set_text(job, item, "quants", fetch->quants);
}

static struct value *new_load(const struct page *page, struct value *loads, const char *name,
                              long long width)
{
    struct job *const job = page->job;
    const struct number *const number = page->kernel->numbers.compute;
    struct value *const load = value_add(loads, value_object(job));
    value_set_text(job, load, "name", name);
    value_set_text(job, load, "type", number_vector(job, number, width));
    value_set_integer(job, load, "width", width);
    value_set_integer(job, load, "reals", width * number_parts(number));
    value_set_text(job, load, "real_number", number_real(number)->name);
    return load;
}

void page_load(const struct page *page, struct value *loads, const struct operand *operand,
               const char *name, long long width, struct fetch fetch)
{
    struct value *const load = new_load(page, loads, name, width);
    value_set_bool(page->job, load, "elements", false);
    value_set_text(page->job, load, "block_in", fetch.block_in);
    page_set_fetch(page, load, operand, width, &fetch);
}

void page_gather(const struct page *page, struct value *loads, const struct operand *operand,
                 const char *name, long long width, const struct fetch *fetches)
{
    if (width == 1) {
        page_load(page, loads, operand, name, 1, *fetches);
        return;
    }
    struct value *const elements =
        value_set_list(page->job, new_load(page, loads, name, width), "elements");
    for (long long i = 0; i < width; i++)
        page_set_fetch(page, value_add(elements, value_object(page->job)), operand, 1, &fetches[i]);
    value_mark_ends(page->job, elements);
}

/* ------------------------------------------------------------------------------- products */

struct value *page_sums(const struct page *page, struct value *iteration, long long width)
{
    struct job *const job = page->job;
    view_add_vector_of_sums(job, page->kernel, iteration, width);
    value_set_text(job, iteration, "sum_type", accumulator_type(job, page->kernel, width));
    return value_set_list(job, iteration, "products");
}

const struct term *page_spread(const struct page *page, const struct term *factor, long long width)
{
    const struct number *const number = page->kernel->numbers.compute;
    return width > 1 && !number->parts
               ? term_spread(page->job, number_vector(page->job, number, width), factor)
               : factor;
}

void page_product(const struct page *page, struct value *products, const struct term *sum,
                  const struct term *a, const struct term *b)
{
    struct value *const item = value_add(products, value_object(page->job));
    value_set_term(page->job, item, "sum", sum);
    value_set_term(page->job, item, "a", a);
    value_set_term(page->job, item, "b", b);
}

/* At (row, step, column / width) of `at`: of a gated product both. */
static void add_products_of_cell(const struct page *page, struct value *products,
                                 const long long at[3], long long width,
                                 const struct factors *factors)
{
    struct job *const job = page->job;
    const long long vector = page->kernel->c.vector, column = at[2] * width;
    const char *const part =
        number_component(job, page->kernel->numbers.accumulate, vector, column % vector, width);
    for (int i = 0; i < kernel_products(page->kernel); i++) {
        const struct term *const a = factors->a(factors->self, i, at[0], at[1]);
        page_product(
            page, products, term_component(job, page_sum(page, i, at[0], column / vector), part),
            page_spread(page, a, width), factors->b(factors->self, i, at[1], column, width));
    }
}

void page_products(const struct page *page, struct value *iteration, long long depth, bool in_order,
                   const struct factors *factors)
{
    const struct kernel *const kernel = page->kernel;
    const char *const order = in_order ? kernel->loop_order : NULL;
    const long long vector = kernel->c.vector;
    const long long width = order ? 1 : vector; /* elements of a product */
    const long long ends[] = {kernel->tile.height, depth, kernel->tile.width / width};
    struct value *const products = page_sums(page, iteration, width);
    /* The three loops of an order, "kjl", outermost first: which index each runs over. */
    const int x = (order ? order : "kjl")[0] - 'j', y = (order ? order : "kjl")[1] - 'j';
    const int z = 3 - x - y;
    long long at[3];
    for (at[x] = 0; at[x] < ends[x]; at[x]++)
        for (at[y] = 0; at[y] < ends[y]; at[y]++)
            for (at[z] = 0; at[z] < ends[z]; at[z]++)
                add_products_of_cell(page, products, at, width, factors);
}
