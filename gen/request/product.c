/*
 * What a product is: how indices move operands, in which order they are nested, and which count as one.
 */
#include "gen/request/product.h"

#include <limits.h>
#include <string.h>

#include "gen/request/attention.h"

enum {
    MOST_POSITION = INT_MAX / 2
};

/* The last position of an operand that has the index; -1: none has. */
static int axis_with(const struct product_operand *operand, int index, int *term)
{
    for (int a = operand->axis_count - 1; a >= 0; a--)
        for (int t = 0; t < operand->axes[a].count; t++)
            if (operand->axes[a].index[t] == index) {
                if (term)
                    *term = t;
                return a;
            }
    return -1;
}

/* ---------------------------------------------------------------------- factors, checks */

static void add_measure(struct job *job, struct measures *sum, long long number,
                        const struct measure *stride)
{
    const struct measure own = measure_number(number);
    const struct measure added = measure_product(job, &own, stride);
    for (int i = 0; i < sum->count; i++)
        if (sum->list[i].count == added.count &&
            memcmp(sum->list[i].size, added.size, (size_t)added.count) == 0) {
            sum->list[i].number += added.number;
            return;
        }
    sum->list[sum->count++] = added;
}

/* Whether a position is inside whatever the indices are, by the least and the greatest that it can be. Fails the job where these are no numbers of
 * which the sum has 32 bits. */
static bool stays_inside(struct job *job, const struct notation *product,
                         const struct product_axis *axis)
{
    const bool index = product_is_index(axis);
    const long long extent = measure_known(&axis->extent);
    double least = (double)axis->constant, most = least;
    for (int t = 0; t < axis->count; t++) {
        const long long size = product->sizes[axis->index[t]].fixed;
        const double end = (double)axis->factor[t] * (double)(size > 0 ? size - 1 : 0);
        if (size < 0)
            return index;
        least += end < 0 ? end : 0;
        most += end > 0 ? end : 0;
    }
    if (!index && (least < -MOST_POSITION || most > MOST_POSITION))
        product_fail(job, product, axis->count ? product->indices[axis->index[0]].at : 0,
                     "positions end at %d, and one is from %.0f to %.0f", MOST_POSITION, least,
                     most);
    return index || (extent >= 0 && least >= 0 && most < (double)extent);
}

static void add_factors(struct job *job, struct notation *product)
{
    for (int o = 0; o < PRODUCT_OPERANDS; o++) {
        struct product_operand *const operand = &product->operands[o];
        for (int a = 0; a < operand->axis_count; a++) {
            struct product_axis *const axis = &operand->axes[a];
            axis->checked = !stays_inside(job, product, axis);
            for (int t = 0; t < axis->count; t++)
                add_measure(job, &operand->factor[axis->index[t]], axis->factor[t], &axis->stride);
            if (axis->constant)
                add_measure(job, &operand->constant, axis->constant, &axis->stride);
        }
    }
}

/* Whether a check of an operand names the index. */
static bool is_checked(const struct notation *product, int index)
{
    for (int o = 0; o < PRODUCT_OPERANDS; o++)
        for (int a = 0; a < product->operands[o].axis_count; a++) {
            const struct product_axis *const axis = &product->operands[o].axes[a];
            for (int t = 0; t < axis->count && axis->checked; t++)
                if (axis->index[t] == index)
                    return true;
        }
    return false;
}

/* --------------------------------------------------------------------------------- order */

/* Whether an index of a class moves an operand by one element, forwards or back. */
static bool is_contiguous_along(const struct notation *product, int operand,
                                enum product_class class)
{
    const struct product_operand *const own = &product->operands[operand];
    const struct product_axis *const last = &own->axes[own->axis_count - 1];
    for (int t = 0; t < last->count; t++)
        if (product->indices[last->index[t]].class == class &&
            (last->factor[t] == 1 || last->factor[t] == -1))
            return true;
    return false;
}

/* The operand by whose memory the indices of a class are ordered. */
static int operand_of_order(const struct notation *product, enum product_class class)
{
    if (class == CLASS_BATCH)
        return 2;
    if (class == CLASS_K)
        return is_contiguous_along(product, 0, CLASS_K) ? 0 : 1;
    const int own = class == CLASS_M ? 0 : 1;
    const bool of_c = (class == CLASS_M) == product->column_major;
    return !of_c && is_contiguous_along(product, own, class) ? own : 2;
}

/* Whether an index lies further out in an operand than another one. */
static bool is_outer(const struct product_operand *operand, int one, int other)
{
    int terms[2] = {0, 0};
    const int axis = axis_with(operand, one, &terms[0]);
    if (axis != axis_with(operand, other, &terms[1]))
        return axis < axis_with(operand, other, NULL);
    const long long left = operand->axes[axis].factor[terms[0]];
    const long long right = operand->axes[axis].factor[terms[1]];
    return (left < 0 ? -left : left) > (right < 0 ? -right : right);
}

static void order_class(struct job *job, struct notation *product, enum product_class class)
{
    int *const order = product->order[class];
    int count = 0;
    product->extents[class] = measure_number(1);
    for (int i = 0; i < product->index_count; i++)
        if (product->indices[i].class == class)
            order[count++] = i;
    product->order_count[class] = count;
    const struct product_operand *const by = &product->operands[operand_of_order(product, class)];
    for (int i = 1; i < count; i++)
        for (int j = i; j > 0 && is_outer(by, order[j], order[j - 1]); j--) {
            const int moved = order[j];
            order[j] = order[j - 1];
            order[j - 1] = moved;
        }
    for (int i = 0; i < count; i++) {
        const struct measure size = measure_size(product, order[i]);
        product->extents[class] = measure_product(job, &product->extents[class], &size);
    }
}

/* -------------------------------------------------------------------------------- merging */

/* Whether an operand moves on by an outer index as by the end of the next inner one, of that size. */
static bool nests(struct job *job, const struct product_operand *operand, int outer, int inner,
                  const struct measure *size)
{
    const struct measures *const out = &operand->factor[outer], *const in = &operand->factor[inner];
    if (!out->count && !in->count)
        return true;
    if (out->count != 1 || in->count != 1)
        return false;
    const struct measure end = measure_product(job, &in->list[0], size);
    return measure_equals(&end, &out->list[0]);
}

/* Indices of one element move nothing, and are left out. */
static void merge_class(struct job *job, struct notation *product, enum product_class class)
{
    struct product_entry *const entries = product->entries[class];
    int count = 0;
    for (int i = 0; i < product->order_count[class]; i++) {
        const int index = product->order[class][i];
        const struct measure size = measure_size(product, index);
        const bool checked = is_checked(product, index);
        if (measure_known(&size) == 1)
            continue;
        bool one = count > 0 && !checked && !is_checked(product, entries[count - 1].innermost);
        for (int o = 0; o < PRODUCT_OPERANDS && one; o++)
            one = nests(job, &product->operands[o], entries[count - 1].innermost, index, &size);
        if (one)
            entries[count - 1] = (struct product_entry){
                index, measure_product(job, &entries[count - 1].size, &size)};
        else
            entries[count++] = (struct product_entry){index, size};
    }
    product->entry_count[class] = count;
}

const struct notation *product_of(struct job *job, const struct option_value *values)
{
    if (attention_asked(values))
        return attention_of(job, values);
    if (!values[OPTION_PRODUCT].text)
        return NULL;
    struct notation *const product = arena_allocate(job->arena, sizeof *product);
    product->text = values[OPTION_PRODUCT].text;
    product->fixed = values[OPTION_FIXED].card;
    product_take_name(job, product);
    product_read_text(job, product, product->fixed);
    product_read_storage(job, product, values[OPTION_EXTENT].text, values[OPTION_STRIDES].text);
    product->column_major = is_contiguous_along(product, 2, CLASS_M);
    add_factors(job, product);
    for (int class = 0; class < PRODUCT_CLASSES; class ++)
        order_class(job, product, (enum product_class) class);
    for (int class = 0; class < PRODUCT_CLASSES; class ++)
        merge_class(job, product, (enum product_class) class);
    product_find_matrices(job, product);
    return product;
}
