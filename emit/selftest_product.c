/*
 * The view of a self-test of a product whose operands index functions find.
 */
#include "emit/selftest.h"

#include <string.h>

#include "gen/base/c_text.h"
#include "gen/base/notation.h"
#include "gen/base/whole.h"

enum {
    CASES = 12,
    ALIGNED = -1,  /* a gap after which lines begin at multiples of WIDEST, */
    WIDEST = 16,   /* elements of the widest vector */
    ABSENT = -1000 /* of an extent: it is 0 */
};

/* A product in the making: at least so many rows, columns and products of a sum, and in `size` numbers for all sizes that a launch gives. */
struct product_case {
    long long m, n, k;
    long long outside; /* by how much extents exceed what indices reach without the padding */
    long long gap;     /* elements between lines */
    double alpha, beta;
    long long size[PRODUCT_SIZES];
};

/* ------------------------------------------------------------------------------- cases */

static long long number_of(const struct measure *measure, const struct product_case *one)
{
    long long number = measure->number;
    for (int i = 0; i < measure->count; i++)
        number *= one->size[measure->size[i]];
    return number;
}

static bool keeps(const struct constraint *rule, long long value)
{
    return rule->operator== MULTIPLE_OF ? value % rule->right == 0
           : rule->operator== AT_LEAST  ? value >= rule->right
                                        : value <= rule->right;
}

/* Whether the plan's constraints of M, N, K and leading dimensions hold, of `only` that symbol where it is one. */
static bool serves(const struct plan *plan, const struct product_case *one, enum symbol only)
{
    bool serves = true;
    for (size_t i = 0; i < plan->constraint_count; i++) {
        const struct constraint *const rule = &plan->constraints[i];
        const enum symbol left = rule->left[0];
        const bool of_matrix =
            left <= SYMBOL_K ||
            (left <= SYMBOL_LDC && !plan->product->operands[left - SYMBOL_LDA].by_index);
        if (left >= SYMBOL_M && of_matrix && rule->left[1] == SYMBOL_NONE &&
            (only == SYMBOL_NONE || only == left))
            serves &= keeps(rule, number_of(launcher_measure(plan->product, left), one));
    }
    return serves;
}

/* Sizes of the indices of a class, of which the product is `wanted` or the next that constraints of the symbol allow: the innermost one that a
 * launch gives is as large as that takes, others are 3, so that a filter has an inside and two edges. */
static void choose_sizes(const struct plan *plan, struct product_case *one,
                         enum product_class class, enum symbol symbol, long long wanted)
{
    enum {
        TRIES = 4096
    };
    const struct notation *const product = plan->product;
    int last = -1;
    long long others = 1;
    for (int i = 0; i < product->order_count[class]; i++) {
        const int index = product->order[class][i];
        if (product->sizes[index].fixed >= 0) {
            others *= product->sizes[index].fixed;
            continue;
        }
        if (last >= 0)
            others *= one->size[last] = wanted > 2 ? 3 : 1;
        last = index;
    }
    if (last < 0)
        return;
    one->size[last] = others ? (wanted + others - 1) / others : 1;
    for (int i = 0; i < TRIES && symbol != SYMBOL_NONE && !serves(plan, one, symbol); i++)
        one->size[last]++;
}

/* The size of a launch that a measure is and nothing else; -1: it is none. */
static int open_size(const struct notation *product, const struct measure *measure)
{
    const bool single = measure->count == 1 && measure->number == 1;
    return single && product->sizes[measure->size[0]].fixed < 0 ? measure->size[0] : -1;
}

/* The positions that indices reach without the padding, which is as wide behind as before. */
static long long reached(const struct notation *product, const struct product_axis *axis,
                         const struct product_case *one)
{
    long long least = axis->constant, most = axis->constant;
    for (int t = 0; t < axis->count; t++) {
        const long long size = product->sizes[axis->index[t]].fixed >= 0
                                   ? product->sizes[axis->index[t]].fixed
                                   : one->size[axis->index[t]];
        const long long end = axis->factor[t] * larger(size - 1, 0);
        least += end < 0 ? end : 0;
        most += end > 0 ? end : 0;
    }
    return larger(most + (least < 0 ? least : 0) + 1, 0);
}

static void choose_storage(const struct notation *product, struct product_case *one, int operand)
{
    const struct product_operand *const own = &product->operands[operand];
    long long tight = 1;
    for (int a = own->axis_count - 1; a >= 0; a--) {
        const struct product_axis *const axis = &own->axes[a];
        const int extent = open_size(product, &axis->extent),
                  stride = open_size(product, &axis->stride);
        if (extent >= product->index_count)
            one->size[extent] =
                one->outside == ABSENT ? 0 : larger(reached(product, axis, one) + one->outside, 0);
        if (stride >= 0)
            one->size[stride] = one->gap == ALIGNED ? rounded_up(tight, WIDEST) + WIDEST
                                                    : tight + (one->gap ? one->gap + operand : 0);
        tight = number_of(&axis->stride, one) * larger(number_of(&axis->extent, one), 1);
    }
}

static double scalar(const struct plan *plan, enum symbol symbol, double wanted)
{
    const struct setting *const setting = &plan->problem.values[symbol];
    return setting->how == FIXED ? setting->real : wanted;
}

/* Chooses what a launch gives; whether the kernel serves it. */
static bool complete(const struct plan *plan, struct product_case *one)
{
    choose_sizes(plan, one, CLASS_BATCH, SYMBOL_NONE, 2 + one->m % 2);
    choose_sizes(plan, one, CLASS_M, SYMBOL_M, one->m);
    choose_sizes(plan, one, CLASS_N, SYMBOL_N, one->n);
    choose_sizes(plan, one, CLASS_K, SYMBOL_K, one->k);
    for (int o = 0; o < PRODUCT_OPERANDS; o++)
        choose_storage(plan->product, one, o);
    one->alpha = scalar(plan, SYMBOL_ALPHA, one->alpha);
    one->beta = scalar(plan, SYMBOL_BETA, one->beta);
    return serves(plan, one, SYMBOL_NONE);
}

/* Whether launches differ in nothing. */
static bool same(const struct product_case *one, const struct product_case *other)
{
    return one->alpha == other->alpha && one->beta == other->beta &&
           memcmp(one->size, other->size, sizeof one->size) == 0;
}

/* Whole tiles, parts of one and several; the rest of K, little of it and none; images that are larger than what indices reach, smaller, and absent. */
static size_t make_cases(struct job *job, const struct plan *plan, struct product_case *list)
{
    const long long m = host_tile(plan, SYMBOL_M), n = host_tile(plan, SYMBOL_N);
    const long long k = plan->deep_k, less_m = larger(m - 1, 1), less_n = larger(n - 1, 1);
    const struct product_case wanted[CASES] = {
        {m + 1, n + 1, k + 1, 0, 1, 2, 3, {0}},
        {m, n, k, 0, 0, 1, 0, {0}},
        {less_m, less_n, larger(k - 1, 1), 2, 1, -1, 2, {0}},
        {m + (m + 1) / 2, n + 2, k + k / 2, -1, ALIGNED, 1, 0, {0}},
        {2 * m + 3, less_n, 3, -2, 3, 3, 3, {0}},
        {m + 5, n + (n + 1) / 2, larger(k - 1, 1), 1, ALIGNED, 1, 2, {0}},
        {1, 1, k + 3, 0, 0, 1, 0, {0}},
        {7, 5, 2, ABSENT, 2, 1, 3, {0}},
        {9, 6, 1, -1, 0, -1, 0, {0}},
        {3, less_n, 2, 0, 1, 0, 2, {0}}, /* A and B are not read */
        {2, 2, 0, 0, 0, 1, 2, {0}},      /* nor is there any of them */
        {5, n + 1, 2 * k, 3, 0, 1, 1, {0}},
    };
    size_t count = 0;
    for (size_t i = 0; i < CASES; i++) {
        list[count] = wanted[i];
        bool adds = complete(plan, &list[count]);
        for (size_t j = 0; j < count; j++)
            adds &= !same(&list[count], &list[j]);
        count += adds;
    }
    if (count == 0)
        job_fail(job, CLGEMM_REFUSED, "emit",
                 "a self-test finds no sizes of %s that the kernel serves; compile them in by "
                 "--fixed",
                 plan->product->text);
    return count;
}

/* Lists of the sizes of a launch, and of cases; whether sums are to be small. */
static void view_cases(struct selftest *test, struct value *view)
{
    struct job *const job = test->job;
    const struct notation *const product = test->plan->product;
    struct product_case list[CASES];
    struct host_item items[CASES], members[PRODUCT_SIZES];
    size_t member_count = 0;
    long long deepest = 0;
    const size_t count = make_cases(job, test->plan, list);
    for (size_t i = 0; i < count; i++) {
        const char *text = "{";
        for (int size = 0; size < product->size_count; size++)
            if (product->sizes[size].fixed < 0)
                text = arena_printf(job->arena, "%s%lld, ", text, list[i].size[size]);
        text = arena_printf(job->arena, "%s%s, %s}", text, selftest_number(job, list[i].alpha),
                            selftest_number(job, list[i].beta));
        items[i] = (struct host_item){text, false};
        deepest = larger(deepest, number_of(&product->extents[CLASS_K], &list[i]));
    }
    for (int size = 0; size < product->size_count; size++)
        if (product->sizes[size].fixed < 0)
            members[member_count++] = (struct host_item){product->sizes[size].in_kernel, false};
    struct value *const sized = value_set_object_if(job, view, "sized", member_count > 0);
    if (sized)
        host_set_list(job, sized, 11, members, member_count);
    host_set_list(job, value_set_object(job, view, "cases"), 8, items, count);
    value_set_integer(job, view, "count", (long long)count);
    value_set_bool(job, view, "rare",
                   selftest_sums_little(plan_buffer_of(test->plan, ROLE_C)->storage, deepest));
}

/* ---------------------------------------------------------------------------- operands */

/* "p_index". */
static const char *index_name(struct selftest *test, int index)
{
    return arena_printf(test->job->arena, "%s_index", test->plan->product->indices[index].name);
}

/* "t->p_size", or a number. */
static const char *size_of(struct selftest *test, int index)
{
    const long long fixed = test->plan->product->sizes[index].fixed;
    return fixed < 0 ? selftest_size(test, index) : arena_printf(test->job->arena, "%lld", fixed);
}

/* "2 * p_index + r_index - 1"; what is below 0 is a very large size_t. */
static const char *position_of(struct selftest *test, const struct product_axis *axis)
{
    struct arena *const arena = test->job->arena;
    const char *text = "";
    for (int t = 0; t < axis->count; t++) {
        const long long factor = axis->factor[t], size = factor < 0 ? -factor : factor;
        const char *const name = index_name(test, axis->index[t]);
        const char *const between = factor < 0 ? (t ? " - " : "0 - ") : t ? " + " : "";
        text = size == 1 ? arena_printf(arena, "%s%s%s", text, between, name)
                         : arena_printf(arena, "%s%s%lld * %s", text, between, size, name);
    }
    if (axis->count == 0)
        return arena_printf(arena, "%lld", axis->constant);
    if (axis->constant)
        text = arena_printf(arena, "%s %c %lld", text, axis->constant < 0 ? '-' : '+',
                            axis->constant < 0 ? -axis->constant : axis->constant);
    return text;
}

static bool is_sum(const char *term)
{
    return strchr(term, ' ') != NULL;
}

/* The number of an operand at the indices, and what must hold before it is read, added to *inside. */
static const char *number_at(struct selftest *test, int operand, const char *name,
                             const char **inside)
{
    struct arena *const arena = test->job->arena;
    const struct product_operand *const own = &test->plan->product->operands[operand];
    const char *place = NULL;
    for (int a = 0; a < own->axis_count; a++) {
        const struct product_axis *const axis = &own->axes[a];
        const char *const position = position_of(test, axis);
        const char *const extent = selftest_measure(test, &axis->extent);
        const char *const added =
            place && is_sum(position) ? arena_printf(arena, "(%s)", position) : position;
        place = !place ? added
                       : arena_printf(arena, is_sum(place) ? "(%s) * %s + %s" : "%s * %s + %s",
                                      place, extent, added);
        if (axis->checked)
            *inside = arena_join(arena, *inside, " && ",
                                 arena_printf(arena, "%s < %s", position, extent));
    }
    return arena_printf(arena, "%s->numbers[%s]", name, place);
}

/* The number of a row or column: indices of its class, the last one fastest. */
static const char *number_of_line(struct selftest *test, enum product_class class)
{
    struct arena *const arena = test->job->arena;
    const struct notation *const product = test->plan->product;
    const char *text = NULL;
    for (int i = 0; i < product->order_count[class]; i++) {
        const int index = product->order[class][i];
        text = !text ? index_name(test, index)
                     : arena_printf(arena, is_sum(text) ? "(%s) * %s + %s" : "%s * %s + %s", text,
                                    size_of(test, index), index_name(test, index));
    }
    return text ? text : "0";
}

/* Lists of extents and strides between braces, of a vector of M or N those of a line. */
static void set_layout(struct selftest *test, struct value *item, const struct buffer *buffer)
{
    struct arena *const arena = test->job->arena;
    const struct notation *const product = test->plan->product;
    const enum role role = buffer->role == ROLE_RESIDUAL ? ROLE_C : buffer->role;
    const char *extents = NULL, *strides = NULL;
    int count = 1;
    if (role <= ROLE_C) {
        const struct product_operand *const own = &product->operands[role - ROLE_A];
        count = own->axis_count;
        for (int a = 0; a < count; a++) {
            extents =
                arena_join(arena, extents, ", ", selftest_measure(test, &own->axes[a].extent));
            strides =
                arena_join(arena, strides, ", ", selftest_measure(test, &own->axes[a].stride));
        }
    } else {
        const bool of_m = buffer->extents[0].n.symbol == SYMBOL_M;
        extents = selftest_measure(test, &product->extents[of_m ? CLASS_M : CLASS_N]);
        strides = "1";
    }
    const struct host_item items[] = {
        {selftest_five(test, buffer), false},
        {selftest_times(test, buffer), false},
        {buffer->storage->above ? "0" : "-2", false},
        {arena_printf(arena, "%lld", buffer->element_bytes), false},
        {selftest_count(test, buffer->offset), false},
        {arena_printf(arena, "%d", count), false},
        {arena_printf(arena, "{ %s }", extents), false},
        {arena_printf(arena, "{ %s }", strides), false},
    };
    host_set_list(test->job, value_set_object(test->job, item, "places"), 13, items,
                  sizeof items / sizeof items[0]);
}

/* What is prepared of an operand: bytes without numbers. */
static void set_prepared(struct selftest *test, struct value *item, enum role operand)
{
    const char *const bytes = selftest_prepared_bytes(test, operand);
    const struct host_item items[] = {
        {arena_printf(test->job->arena, "%s_NULL", c_capitals(test->job, test->plan->name)), false},
        {"0", false},
        {"0", false},
        {"1", false},
        {bytes, false},
        {"0", false},
        {"{ 0 }", false},
        {"{ 0 }", false},
    };
    host_set_list(test->job, value_set_object(test->job, item, "places"), 13, items,
                  sizeof items / sizeof items[0]);
}

/* The loops of the sum, the indices of an element of C, and where it lies. */
static void view_indices(struct selftest *test, struct value *view)
{
    struct job *const job = test->job;
    const struct notation *const product = test->plan->product;
    const struct product_operand *const c = &product->operands[2];
    struct value *const loops = value_set_list(job, view, "loops");
    for (int i = 0; i < product->order_count[CLASS_K]; i++) {
        const int index = product->order[CLASS_K][i];
        struct value *const loop = value_add(loops, value_object(job));
        value_set_text(job, loop, "index", index_name(test, index));
        value_set_text(job, loop, "size", size_of(test, index));
    }
    struct value *const indices = value_set_list(job, view, "indices");
    const char *count = NULL, *place = NULL;
    for (int a = c->axis_count - 1; a >= 0; a--) {
        const char *const extent = selftest_measure(test, &c->axes[a].extent);
        const char *const stride = selftest_measure(test, &c->axes[a].stride);
        struct value *const item = value_add(indices, value_object(job));
        const char *const index = index_name(test, c->axes[a].index[0]);
        value_set_text(job, item, "index", index);
        value_set_text(job, item, "faster",
                       count && is_sum(count) ? arena_printf(job->arena, "(%s)", count) : count);
        value_set_text(job, item, "size", extent);
        count = arena_join(job->arena, count, " * ", extent);
        place = arena_join(
            job->arena, place, " + ",
            strcmp(stride, "1") == 0 ? index : arena_printf(job->arena, "%s * %s", index, stride));
    }
    const char *const offset = selftest_count(test, plan_buffer_of(test->plan, ROLE_C)->offset);
    value_set_text(job, view, "elements_of_c", count ? count : "1");
    value_set_text(job, view, "place_of_c",
                   strcmp(offset, "0") == 0 ? place : arena_join(job->arena, place, " + ", offset));
    value_set_text(job, view, "depth", selftest_measure(test, &product->extents[CLASS_K]));
    value_set_text(job, view, "number_of_row", number_of_line(test, CLASS_M));
    value_set_text(job, view, "number_of_column", number_of_line(test, CLASS_N));
    value_set_text(job, view, "number_of_member", number_of_line(test, CLASS_BATCH));
    const char *inside = NULL;
    value_set_text(job, view, "a",
                   number_at(test, 0, plan_buffer_of(test->plan, ROLE_A)->name, &inside));
    value_set_text(job, view, "b",
                   number_at(test, 1, plan_buffer_of(test->plan, ROLE_B)->name, &inside));
    value_set_text(job, view, "inside", inside);
}

void selftest_view_product(struct selftest *test, struct value *view)
{
    struct job *const job = test->job;
    const struct plan *const plan = test->plan;
    struct value *const operands = value_set_list(job, view, "operands");
    selftest_view_types(test, view);
    for (size_t i = 0; i < plan->buffer_count; i++)
        if (plan->buffers[i].role < ROLE_WORKSPACE)
            set_layout(test, value_add(operands, value_object(job)), &plan->buffers[i]);
    for (enum role role = ROLE_A; role <= ROLE_B; role++)
        if (launcher_prepared(plan, role)) {
            test->prepared[role] = operands->count;
            set_prepared(test, value_add(operands, value_object(job)), role);
        }
    value_set_integer(job, view, "operand_count", (long long)operands->count);
    value_set_bool(job, view, "further", operands->count > 3);
    value_set_text(job, view, "in_parts", selftest_in_parts(plan));
    value_set_text(job, view, "product", plan->product->text);
    value_set_integer(job, view, "most_positions", PRODUCT_AXES);
    value_set_integer(job, view, "bytes_of_c", plan_buffer_of(plan, ROLE_C)->element_bytes);
    view_indices(test, view);
    view_cases(test, view);
    selftest_view_get(job, view, plan_buffer_of(plan, ROLE_C)->storage);
}
