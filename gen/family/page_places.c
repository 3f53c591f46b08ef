/*
 * Elements that an index function finds: base(place) + offset(step), where their positions are inside.
 */
#include "gen/family/page.h"

#include "gen/request/product.h"

static const struct term *size_name(const struct page *page, const struct measure *measure, int i)
{
    return page_name(page, page->kernel->product->sizes[measure->size[i]].in_kernel);
}

/* A product of sizes, each a number, or its name where it is an argument. */
static const struct term *measure_term(const struct page *page, const struct measure *measure)
{
    const struct term *term = term_number(page->job, measure->number);
    for (int i = 0; i < measure->count; i++)
        term = term_mul(page->job, term, size_name(page, measure, i));
    return term;
}

bool page_stride_is_named(const struct measure *stride)
{
    return stride->count > 1 || (stride->count && stride->number != 1);
}

const struct term *page_stride_name(const struct page *page, const struct product_operand *own,
                                    int axis)
{
    return page_printed(page, "%s_stride_%d", own->name, axis);
}

void page_add_strides(const struct page *page, struct value *lines, const struct operand *operand)
{
    struct job *const job = page->job;
    const struct product_operand *const own = operand->places;
    for (int a = 0; a < own->axis_count; a++) {
        const struct measure *const stride = &own->axes[a].stride;
        if (!page_stride_is_named(stride) ||
            !product_moves_along(page->kernel->product, &own->axes[a]))
            continue;
        const struct term *term =
            term_times(job, term_cast(job, "long", size_name(page, stride, 0)), stride->number);
        for (int i = 1; i < stride->count; i++)
            term = term_mul(job, term, size_name(page, stride, i));
        page_declare(page, lines, page_stride_name(page, own, a), term);
    }
}

/* Elements of so many steps of `factor` positions each, calculated as wide as places in memory are. */
static const struct term *elements(const struct page *page, const struct term *count,
                                   const struct product_operand *own, int axis, long long factor)
{
    struct job *const job = page->job;
    const struct measure *const stride = &own->axes[axis].stride;
    const char *const type = page->kernel->index_bits == 64 ? "long" : NULL;
    if (!stride->count)
        return term_mul_as(job, type, count, term_number(job, factor * stride->number));
    const struct term *const positions = term_times(job, count, factor);
    if (page_stride_is_named(stride))
        return term_mul(job, positions, page_stride_name(page, own, axis));
    const bool is_wide = page->kernel->product->sizes[stride->size[0]].is_stride;
    return term_mul_as(job, is_wide ? NULL : type, positions, size_name(page, stride, 0));
}

/* The variable of an index of an operand: "p_of_a_1", at the place or step `number`; "p_of_a" where that is -1, as there is one alone. */
static const struct term *index_of(const struct page *page, const struct operand *operand,
                                   int index, long long number)
{
    const char *const name = page->kernel->product->indices[index].name;
    const char letter = operand_letter(operand);
    return number < 0 ? page_printed(page, "%s_of_%c", name, letter)
                      : page_printed(page, "%s_of_%c_%lld", name, letter, number);
}

/* What the position of a checked axis is without, and what a step adds to it: "a_at_1_0", "a_by_1_0". */
static const struct term *position(const struct page *page, const struct operand *operand,
                                   const char *what, int axis, long long number)
{
    const char letter = operand_letter(operand);
    return number < 0 ? page_printed(page, "%c_%s_%d", letter, what, axis)
                      : page_printed(page, "%c_%s_%d_%lld", letter, what, axis, number);
}

static bool has_index_of(const struct page *page, const struct product_axis *axis,
                         enum product_class class)
{
    for (int t = 0; t < axis->count; t++)
        if (page->kernel->product->indices[axis->index[t]].class == class)
            return true;
    return false;
}

/* Declares the indices of a class by their number `of`: those that there are several of; of a single one it is that number. */
static void declare_indices(const struct page *page, struct value *list,
                            const struct operand *operand, enum product_class class,
                            const struct term *of, long long number)
{
    struct job *const job = page->job;
    const struct notation *const product = page->kernel->product;
    const struct product_entry *const entries = product->entries[class];
    const int count = product->entry_count[class];
    for (int e = 0; e < count; e++) {
        struct measure inner = measure_number(1);
        for (int i = e + 1; i < count; i++)
            inner = measure_product(job, &inner, &entries[i].size);
        const struct term *index = of;
        /* Of no elements nothing is found. */
        if (inner.count || inner.number > 1)
            index = term_div(job, index, measure_term(page, &inner));
        if (e > 0 && entries[e].size.number > 0)
            index = term_mod(job, index, measure_term(page, &entries[e].size));
        page_declare(page, list, index_of(page, operand, entries[e].innermost, number), index);
    }
}

/* The part of the position of an axis that indices of a class make, with the constant where they are of places. */
static const struct term *sum_of(const struct page *page, const struct operand *operand,
                                 const struct product_axis *axis, enum product_class class,
                                 long long number)
{
    struct job *const job = page->job;
    const struct notation *const product = page->kernel->product;
    const struct term *sum = term_number(job, 0);
    for (int t = 0; t < axis->count; t++) {
        const int index = axis->index[t];
        if (product->indices[index].class != class || product->sizes[index].fixed == 1)
            continue;
        const struct term *const of = index_of(page, operand, index, number);
        sum = axis->factor[t] < 0 ? term_sub(job, sum, term_times(job, of, -axis->factor[t]))
                                  : term_add(job, sum, term_times(job, of, axis->factor[t]));
    }
    return class == CLASS_K ? sum : term_plus(job, sum, axis->constant);
}

/* Where the place or step `number` lies, without checks: the sum over axes of position x stride. */
static const struct term *place_of(const struct page *page, const struct operand *operand,
                                   enum product_class class, long long number)
{
    struct job *const job = page->job;
    const struct notation *const product = page->kernel->product;
    const struct product_operand *const own = operand->places;
    const char *const what = class == CLASS_K ? "by" : "at";
    const struct term *sum = term_number(job, 0);
    long long constant = 0; /* of axes whose strides are known */
    for (int a = 0; a < own->axis_count; a++) {
        const struct product_axis *const axis = &own->axes[a];
        if (axis->checked && has_index_of(page, axis, class))
            sum = term_add(job, sum,
                           elements(page, position(page, operand, what, a, number), own, a, 1));
        else if (class != CLASS_K && !axis->stride.count)
            constant += axis->constant * axis->stride.number;
        else if (class != CLASS_K && axis->constant)
            sum = term_add(job, sum, elements(page, term_number(job, axis->constant), own, a, 1));
    }
    for (int e = 0; e < product->entry_count[class]; e++) {
        const int index = product->entries[class][e].innermost;
        for (int a = 0; a < own->axis_count; a++)
            for (int t = 0; t < own->axes[a].count && !own->axes[a].checked; t++) {
                if (own->axes[a].index[t] == index)
                    sum = term_add(job, sum,
                                   elements(page, index_of(page, operand, index, number), own, a,
                                            own->axes[a].factor[t]));
            }
    }
    return term_plus(job, sum, constant);
}

static enum product_class class_of(const struct operand *operand)
{
    return operand->role == ROLE_A ? CLASS_M : CLASS_N;
}

/* Positions of checked axes, and what lists of `positions` and `lines` have of a place or a step. */
static void declare_place(const struct page *page, struct value *positions, struct value *lines,
                          const struct operand *operand, enum product_class class,
                          const struct term *of, long long number, const struct term *name)
{
    const struct product_operand *const own = operand->places;
    declare_indices(page, positions, operand, class, of, number);
    for (int a = 0; a < own->axis_count; a++)
        if (own->axes[a].checked && has_index_of(page, &own->axes[a], class))
            page_declare(page, positions,
                         position(page, operand, class == CLASS_K ? "by" : "at", a, number),
                         sum_of(page, operand, &own->axes[a], class, number));
    page_declare(page, lines, name, place_of(page, operand, class, number));
}

void page_add_places(const struct page *page, struct value *lines, bool clamps)
{
    struct value *const positions = value_set_list(page->job, page->view, "positions");
    for (int o = 0; o < 2; o++)
        if (by_index(page->kernel->factors[o]))
            page_add_strides(page, lines, page->kernel->factors[o]);
    for (int o = 0; o < 2; o++) {
        const struct operand *const operand = page->kernel->factors[o];
        const bool clamped = clamps && kernel_guards(page->kernel, is_a(operand));
        for (long long i = 0; by_index(operand) && i < kernel_side(page->kernel, operand); i++)
            declare_place(page, positions, lines, operand, class_of(operand),
                          page_place(page, is_a(operand), i, clamped), i,
                          page_line(page, operand, i));
    }
}

const struct term *page_step_name(const struct page *page, const struct operand *operand,
                                  long long step)
{
    return step < 0 ? page_printed(page, "%c_step", operand_letter(operand))
                    : page_printed(page, "%c_step_%lld", operand_letter(operand), step);
}

const struct term *page_step_of_k(const struct page *page, const struct operand *operand,
                                  const struct term *step)
{
    return by_index(operand) && page->kernel->split_k > 1
               ? term_add(page->job, page_name(page, "first_of_part"), step)
               : step;
}

/* Whether a position that is checked has an index. */
static bool is_checked_along(const struct product_operand *own, int index)
{
    for (int a = 0; a < own->axis_count; a++)
        for (int t = 0; t < own->axes[a].count; t++)
            if (own->axes[a].checked && own->axes[a].index[t] == index)
                return true;
    return false;
}

/* The elements by which a step of K moves on where `depth` of them in a row differ in their last index alone, which no check names; 0: they do not. */
static long long step_in_run(const struct page *page, const struct operand *operand,
                             long long depth)
{
    const struct notation *const product = page->kernel->product;
    const int count = product->entry_count[CLASS_K];
    if (!count || depth == 1)
        return 0;
    const struct product_entry *const last = &product->entries[CLASS_K][count - 1];
    const struct product_operand *const own = operand->places;
    if (is_checked_along(own, last->innermost))
        return 0;
    long long each;
    const long long size = measure_known(&last->size);
    return size > 0 && size % depth == 0 && measures_known(&own->factor[last->innermost], &each)
               ? each
               : 0;
}

const struct term *page_left_in_row(const struct page *page, const struct operand *operand,
                                    long long number)
{
    const struct notation *const product = page->kernel->product;
    const struct product_operand *const own = operand->places;
    const int count = product->entry_count[CLASS_K];
    const struct product_entry *const last = &product->entries[CLASS_K][count - 1];
    long long each;
    if (count < 2 || measure_known(&last->size) >= 0 ||
        !measures_known(&own->factor[last->innermost], &each) || each != 1 ||
        is_checked_along(own, last->innermost))
        return NULL;
    return term_sub(page->job, measure_term(page, &last->size),
                    index_of(page, operand, last->innermost, number));
}

void page_add_steps(const struct page *page, struct value *iteration, struct value *lines,
                    long long depth)
{
    struct value *const positions = value_set_list(page->job, iteration, "positions");
    for (int i = 0; i < 2; i++) {
        const struct operand *const operand = page->kernel->factors[i];
        const long long steps = !by_index(operand)                  ? 0
                                : step_in_run(page, operand, depth) ? 1
                                                                    : depth;
        for (long long step = 0; step < steps; step++)
            page_add_step(page, positions, lines, operand,
                          page_step_of_k(page, operand, page_k(page, step)), step);
    }
}

bool page_is_checked_by_place(const struct page *page, const struct operand *operand, int axis)
{
    const struct product_axis *const own = &operand->places->axes[axis];
    return own->checked && has_index_of(page, own, class_of(operand));
}

const struct term *page_position_inside(const struct page *page, const struct operand *operand,
                                        int axis, const struct term *at, long long step)
{
    struct job *const job = page->job;
    const struct product_axis *const own = &operand->places->axes[axis];
    if (!own->checked)
        return NULL;
    const struct term *const from = at ? at : term_number(job, own->constant);
    const struct term *const by = has_index_of(page, own, CLASS_K)
                                      ? position(page, operand, "by", axis, step)
                                      : term_number(job, 0);
    const struct term *const extent = measure_term(page, &own->extent);
    return term_test(job, term_cast(job, "uint", term_add(job, from, by)), "<",
                     own->extent.count ? term_cast(job, "uint", extent) : extent);
}

const struct term *page_positions_inside(const struct page *page, const struct operand *operand,
                                         const struct term *const *at, long long step)
{
    const struct term *inside = NULL;
    for (int a = 0; a < operand->places->axis_count; a++)
        inside = term_and(page->job, inside, page_position_inside(page, operand, a, at[a], step));
    return inside;
}

void page_add_place(const struct page *page, struct value *positions, struct value *lines,
                    const struct operand *operand, const struct term *of, long long number,
                    const struct term *name)
{
    declare_place(page, positions, lines, operand, class_of(operand), of, number, name);
}

void page_add_step(const struct page *page, struct value *positions, struct value *lines,
                   const struct operand *operand, const struct term *of, long long number)
{
    declare_place(page, positions, lines, operand, CLASS_K, of, number,
                  page_step_name(page, operand, number));
}

const struct term *page_position(const struct page *page, const struct operand *operand, int axis)
{
    return position(page, operand, "at", axis, -1);
}

void page_add_indices(const struct page *page, struct value *positions,
                      const struct operand *operand, bool of_k, const struct term *of)
{
    declare_indices(page, positions, operand, of_k ? CLASS_K : class_of(operand), of, -1);
}

const struct term *page_position_of(const struct page *page, const struct operand *operand,
                                    int axis, bool of_k)
{
    return sum_of(page, operand, &operand->places->axes[axis], of_k ? CLASS_K : class_of(operand),
                  -1);
}

const struct term *page_apart_on(const struct page *page, const struct operand *operand, int axis)
{
    return elements(page, term_number(page->job, 1), operand->places, axis, 1);
}

const struct term *page_measure(const struct page *page, const struct measure *measure)
{
    return measure_term(page, measure);
}

struct fetch page_at_step(const struct page *page, const struct operand *operand,
                          const struct term *line, long long place, long long step, long long width)
{
    const struct term *at[PRODUCT_AXES];
    for (int a = 0; a < operand->places->axis_count; a++)
        at[a] = page_is_checked_by_place(page, operand, a) ? position(page, operand, "at", a, place)
                                                           : NULL;
    return (struct fetch){
        .get = operand_read(operand, width),
        .address = term_add(page->job, line, page_step_name(page, operand, step)),
        .inside = page_positions_inside(page, operand, at, step),
    };
}

struct fetch page_by_index(const struct page *page, const struct operand *operand, long long depth,
                           long long k, long long place)
{
    const long long each = step_in_run(page, operand, depth);
    struct fetch fetch =
        page_at_step(page, operand, page_line(page, operand, place), place, each ? 0 : k, 1);
    fetch.address = term_plus(page->job, fetch.address, each * k);
    return fetch;
}

const struct term *page_place_of_c(const struct page *page, bool along_m, long long plus)
{
    return page_printed(page, "c_%s_%lld", kernel_axis_word(page->kernel, along_m), plus);
}

void page_add_places_of_c(const struct page *page, struct value *positions, struct value *lines,
                          const long long *places, long long count, bool along_m)
{
    const struct kernel *const kernel = page->kernel;
    const bool of_m = (along_m ? kernel->m : kernel->n) == SYMBOL_M;
    for (long long i = 0; i < count; i++)
        declare_place(page, positions, lines, &kernel->c, of_m ? CLASS_M : CLASS_N,
                      page_place(page, along_m, places[i], false), places[i],
                      page_place_of_c(page, along_m, places[i]));
}
