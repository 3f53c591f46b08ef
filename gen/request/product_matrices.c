/*
 * Which operands of a product are matrices.
 */
#include "gen/request/product.h"

#include <string.h>

static const enum product_class sides[PRODUCT_OPERANDS][2] = {
    {CLASS_M, CLASS_K}, {CLASS_K, CLASS_N}, {CLASS_M, CLASS_N}};

/* How far apart neighbours of a class are in an operand whose indices of it nest, all those from entry `first` on; 0: they do not. Of a single one 1. */
static struct measure neighbours_apart(struct job *job, const struct notation *product, int operand,
                                       enum product_class class, int first)
{
    const struct measure none = measure_number(0);
    const struct product_entry *const entries = product->entries[class];
    const int count = product->entry_count[class];
    if (count == first)
        return measure_number(1);
    const struct measures *const factors = product->operands[operand].factor;
    const struct measures *const last = &factors[entries[count - 1].innermost];
    struct measure apart = last->count == 1 ? last->list[0] : none;
    for (int i = count - 1; i > first && apart.number > 0; i--) {
        const struct measures *const inner = &factors[entries[i].innermost];
        const struct measures *const outer = &factors[entries[i - 1].innermost];
        const struct measure end =
            inner->count == 1 ? measure_product(job, &inner->list[0], &entries[i].size) : none;
        if (outer->count != 1 || !measure_equals(&end, &outer->list[0]))
            apart = none;
    }
    return apart.number > 0 ? apart : none;
}

/* The product of the sizes of a class from entry `first` on. */
static struct measure extent_from(struct job *job, const struct notation *product,
                                  enum product_class class, int first)
{
    struct measure extent = measure_number(1);
    for (int i = first; i < product->entry_count[class]; i++)
        extent = measure_product(job, &extent, &product->entries[class][i].size);
    return extent;
}

/* Whether lines so far apart have room for elements so many, as far as that is known before a launch. */
static bool has_room(const struct measure *apart, const struct measure *length)
{
    return measure_known(apart) < 0 || measure_known(length) < 0 ||
           measure_known(apart) >= measure_known(length);
}

static bool is_one(const struct measure *measure)
{
    return measure_known(measure) == 1;
}

bool product_is_checked(const struct product_operand *operand)
{
    bool checked = false;
    for (int a = 0; a < operand->axis_count; a++)
        checked |= operand->axes[a].checked;
    return checked;
}

/* Finds how an operand lies as a matrix whose classes begin at these entries; false: it is none. */
static bool find_matrix(struct job *job, struct notation *product, int number,
                        const int first[PRODUCT_CLASSES])
{
    struct product_operand *const operand = &product->operands[number];
    for (int a = 0; a < operand->axis_count; a++)
        if (operand->axes[a].checked || operand->axes[a].constant)
            return false;
    /* The layout says along which axis C is contiguous. */
    const enum product_class of_c = product->column_major ? CLASS_M : CLASS_N;
    for (int i = 1; i >= 0; i--) {
        const enum product_class along = sides[number][i], lines = sides[number][!i];
        if (number == 2 && along != of_c)
            continue;
        const struct measure step = neighbours_apart(job, product, number, along, first[along]);
        const struct measure apart = neighbours_apart(job, product, number, lines, first[lines]);
        const struct measure length = extent_from(job, product, along, first[along]);
        const bool single = product->entry_count[lines] == first[lines];
        if (!is_one(&step) || !apart.number || (!single && !has_room(&apart, &length)))
            continue;
        operand->along = along;
        operand->lines = lines;
        operand->apart = single ? length : apart;
        return true;
    }
    return false;
}

/* Whether an index moves each operand by one stride, or by none. */
static bool has_strides(const struct notation *product, int index)
{
    bool all = true;
    for (int o = 0; o < PRODUCT_OPERANDS; o++)
        all &= product->operands[o].factor[index].count <= 1;
    return all;
}

/* What an index that has strides moves an operand by. */
static struct measure moves_by(const struct product_operand *operand, int index)
{
    const struct measures *const factor = &operand->factor[index];
    return factor->count ? factor->list[0] : measure_number(0);
}

/* The batch: at most one entry, which every operand has a stride for and no check names. */
static void find_batch(struct job *job, struct notation *product)
{
    const int count = product->entry_count[CLASS_BATCH];
    const struct product_entry *const entry = &product->entries[CLASS_BATCH][0];
    if (count > 1)
        product_fail(
            job, product, product->indices[product->entries[CLASS_BATCH][1].innermost].at,
            "indices %s and %s are in all three operands, and do not count as one: a batch "
            "has one stride in each operand; pass one of them in a loop of the host",
            product->indices[entry[0].innermost].name, product->indices[entry[1].innermost].name);
    if (count && !has_strides(product, entry->innermost))
        product_fail(job, product, product->indices[entry->innermost].at,
                     "index %s is in all three operands, a batch, and moves one of them by a sum "
                     "of strides; compile sizes in by --fixed",
                     product->indices[entry->innermost].name);
    for (int o = 0; o < PRODUCT_OPERANDS && count; o++) {
        struct product_operand *const operand = &product->operands[o];
        operand->members_apart = moves_by(operand, entry->innermost);
        for (int a = 0; a < operand->axis_count; a++)
            for (int t = 0; t < operand->axes[a].count; t++)
                if (operand->axes[a].index[t] == entry->innermost &&
                    (operand->axes[a].checked || operand->axes[a].count > 1 ||
                     operand->axes[a].factor[t] < 0))
                    product_fail(job, product, product->indices[entry->innermost].at,
                                 "index %s is in all three operands, a batch: it stands in "
                                 "positions alone",
                                 product->indices[entry->innermost].name);
    }
}

static bool find_matrices(struct job *job, struct notation *product,
                          const int first[PRODUCT_CLASSES])
{
    bool all = true;
    for (int o = 0; o < PRODUCT_OPERANDS; o++) {
        product->operands[o].by_index = !find_matrix(job, product, o, first);
        all &= !product->operands[o].by_index;
    }
    return all;
}

/* Moves the indices of a class up to that one, the outer ones, to the batch. */
static void move_indices(struct notation *product, enum product_class class, int last)
{
    int *const from = product->order[class], *const to = product->order[CLASS_BATCH];
    int moved = 0;
    do
        to[product->order_count[CLASS_BATCH]++] = from[moved];
    while (from[moved++] != last);
    product->order_count[class] -= moved;
    memmove(from, from + moved, (size_t)product->order_count[class] * sizeof *from);
}

/* Makes the outermost entry of a class that of the batch. */
static void take_batch(struct job *job, struct notation *product, enum product_class class)
{
    const struct product_entry outer = product->entries[class][0];
    product->entries[CLASS_BATCH][0] = outer;
    product->entry_count[CLASS_BATCH] = 1;
    for (int i = 1; i < product->entry_count[class]; i++)
        product->entries[class][i - 1] = product->entries[class][i];
    product->entry_count[class]--;
    move_indices(product, class, outer.innermost);
    product->extents[CLASS_BATCH] = outer.size;
    product->extents[class] = extent_from(job, product, class, 0);
    for (int o = 0; o < PRODUCT_OPERANDS; o++)
        product->operands[o].members_apart = moves_by(&product->operands[o], outer.innermost);
}

/* Whether a position is that of members of the batch. */
static bool is_of_batch(const struct notation *product, const struct product_axis *axis)
{
    for (int i = 0; i < product->order_count[CLASS_BATCH]; i++)
        for (int t = 0; t < axis->count; t++)
            if (axis->index[t] == product->order[CLASS_BATCH][i])
                return true;
    return false;
}

/* Elements that a member has; -1 where a size is an argument. */
static void count_elements(const struct notation *product, struct product_operand *operand)
{
    long long elements = 1;
    for (int a = 0; a < operand->axis_count && elements > 0; a++) {
        const struct product_axis *const axis = &operand->axes[a];
        const long long extent = measure_known(&axis->extent);
        const long long stride = measure_known(&axis->stride);
        if (is_of_batch(product, axis))
            continue;
        elements = extent < 0 || stride < 0 ? -1 : extent ? elements + (extent - 1) * stride : 0;
    }
    operand->elements = measure_number(elements);
}

/* Whether all steps of an index are multiples of `run` elements, and where all indices are 0, that many. */
static bool all_multiples(const struct measures *measures, long long run)
{
    bool all = true;
    for (int i = 0; i < measures->count; i++)
        all &= measures->list[i].number % run == 0;
    return all;
}

/* Whether elements along K lie in rows of `run` ones, from multiples of it on, which are inside or outside as a whole. */
static bool has_run(const struct notation *product, const struct product_operand *operand,
                    long long run)
{
    const int count = product->entry_count[CLASS_K];
    const struct product_entry *const last = &product->entries[CLASS_K][count - 1];
    long long step;
    if (!measures_known(&operand->factor[last->innermost], &step) || step != 1 ||
        last->size.number % run)
        return false;
    for (int class = 0; class < PRODUCT_CLASSES; class ++)
        for (int e = 0; e < product->entry_count[class]; e++) {
            const int index = product->entries[class][e].innermost;
            if (index != last->innermost && !all_multiples(&operand->factor[index], run))
                return false;
        }
    for (int a = 0; a < operand->axis_count; a++)
        for (int t = 0; t < operand->axes[a].count; t++)
            if (operand->axes[a].index[t] == last->innermost && operand->axes[a].checked)
                return false;
    return all_multiples(&operand->constant, run);
}

/* Whether so many columns of C lie in a row, from multiples of it on. */
static bool has_run_of_c(const struct notation *product, long long run)
{
    const enum product_class columns = product->column_major ? CLASS_M : CLASS_N;
    const int count = product->entry_count[columns];
    const struct product_entry *const last = &product->entries[columns][count - 1];
    long long step;
    return count && measures_known(&product->operands[2].factor[last->innermost], &step) &&
           step == 1 && last->size.number % run == 0;
}

/* Finds along what elements lie in a row. */
static void find_run(struct notation *product, int number)
{
    enum {
        MOST = 16
    };
    struct product_operand *const operand = &product->operands[number];
    operand->run = 1;
    while (operand->run < MOST && (number == 2 ? has_run_of_c(product, 2 * operand->run)
                                               : product->entry_count[CLASS_K] &&
                                                     has_run(product, operand, 2 * operand->run)))
        operand->run *= 2;
    const struct product_axis *const last = &operand->axes[operand->axis_count - 1];
    for (int t = 0; t < last->count; t++)
        operand->across_k |= product->indices[last->index[t]].class != CLASS_K;
}

static void read_sizes(struct notation *product, const struct measure *measure)
{
    for (int i = 0; i < measure->count; i++)
        product->sizes[measure->size[i]].is_read = true;
}

bool product_moves_along(const struct notation *product, const struct product_axis *axis)
{
    bool moves = axis->constant != 0;
    for (int t = 0; t < axis->count && !is_of_batch(product, axis); t++)
        moves |= product->sizes[axis->index[t]].fixed != 1;
    return moves;
}

/* Marks the sizes that an index function is made of: extents of what is checked, strides, and sizes of all indices of a class but the outermost. */
static void mark_sizes(struct notation *product)
{
    for (int o = 0; o < PRODUCT_OPERANDS; o++) {
        const struct product_operand *const operand = &product->operands[o];
        for (int a = 0; a < operand->axis_count && operand->by_index; a++) {
            const struct product_axis *const axis = &operand->axes[a];
            if (axis->checked)
                read_sizes(product, &axis->extent);
            if (product_moves_along(product, axis))
                read_sizes(product, &axis->stride);
        }
        for (int side = 0; side < 2 && operand->by_index; side++)
            for (int e = 1; e < product->entry_count[sides[o][side]]; e++)
                read_sizes(product, &product->entries[sides[o][side]][e].size);
    }
}

/* Whether members have so few rows or columns that they fill no tile, if the outermost index of a class is the batch: an index function counts those of all. */
static bool has_few(struct job *job, const struct notation *product, enum product_class class)
{
    enum {
        FEW = 64
    };
    const struct measure inner = extent_from(job, product, class, 1);
    const long long known = measure_known(&inner);
    return known >= 0 && known < FEW;
}

void product_find_matrices(struct job *job, struct notation *product)
{
    const int none[PRODUCT_CLASSES] = {0};
    find_batch(job, product);
    bool all = find_matrices(job, product, none);
    const bool finds_c = product->operands[2].by_index;
    for (int class = CLASS_M; class <= CLASS_N && !all; class ++) {
        int first[PRODUCT_CLASSES] = {0};
        first[class] = 1;
        if (product->entry_count[CLASS_BATCH] || product->entry_count[class] != 2 ||
            !has_strides(product, product->entries[class][0].innermost) ||
            (!finds_c && has_few(job, product, class)))
            continue;
        all = find_matrices(job, product, first);
        if (all)
            take_batch(job, product, (enum product_class) class);
    }
    if (!all)
        find_matrices(job, product, none);
    product->by_index = !all;
    for (int o = 0; o < PRODUCT_OPERANDS; o++)
        count_elements(product, &product->operands[o]);
    for (int o = 0; o < PRODUCT_OPERANDS; o++)
        find_run(product, o);
    mark_sizes(product);
}
