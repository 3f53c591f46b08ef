/*
 * What NAME_enqueue takes of a product in index notation whose sizes are given at launch: M, N, K and all that says how operands lie follow.
 */
#include "emit/launcher.h"

#include <limits.h>
#include <string.h>

#include "gen/base/notation.h"
#include "gen/plan/wording.h"

bool launcher_follows(const struct plan *plan, enum symbol symbol)
{
    const bool of_sizes = symbol >= SYMBOL_M && symbol <= SYMBOL_LDC;
    const bool of_members = symbol >= SYMBOL_BATCH && symbol <= SYMBOL_STRIDE_C;
    const bool of_elements = symbol >= SYMBOL_ELEMENTS_A && symbol <= SYMBOL_HEADS;
    return plan->by_names && (of_sizes || of_members || of_elements);
}

size_t launcher_list_sizes(const struct plan *plan, struct launcher_parameter *list)
{
    size_t count = 0;
    for (int i = 0; plan->by_names && i < plan->product->size_count; i++)
        if (plan->product->sizes[i].fixed < 0)
            list[count++] = (struct launcher_parameter){.size = &plan->product->sizes[i]};
    return count;
}

const struct measure *launcher_measure(const struct notation *product, enum symbol symbol)
{
    if (symbol <= SYMBOL_K)
        return &product->extents[CLASS_M + (symbol - SYMBOL_M)];
    if (symbol <= SYMBOL_LDC)
        return &product->operands[symbol - SYMBOL_LDA].apart;
    if (symbol == SYMBOL_HEADS)
        return &product->extents[CLASS_BATCH];
    if (symbol == SYMBOL_BATCH)
        return &product->entries[CLASS_BATCH][0].size;
    return &product->operands[symbol - SYMBOL_STRIDE_A].members_apart;
}

/* Whether a step reads operands where index functions say; those that prepare an operand read a matrix. */
static bool finds_by_index(const struct plan *plan)
{
    bool finds = false;
    for (size_t i = 0; i < plan->step_count; i++)
        finds |= !plan->steps[i].prepares;
    return finds && plan->product->by_index;
}

bool launcher_uses_size(const struct launcher *launcher, const struct product_size *size)
{
    const struct notation *const product = launcher->plan->product;
    bool uses = finds_by_index(launcher->plan);
    for (enum symbol symbol = SYMBOL_M; symbol < SYMBOL_ELEMENTS_A && !uses; symbol++) {
        if (!launcher->used[symbol] || !launcher_follows(launcher->plan, symbol))
            continue;
        const struct measure *const measure = launcher_measure(product, symbol);
        for (int i = 0; i < measure->count; i++)
            uses |= &product->sizes[measure->size[i]] == size;
    }
    return uses;
}

/* A product of sizes: "gemm_times(p_size, q_size)". */
static const char *times_of(const struct launcher *launcher, const struct measure *measure)
{
    struct arena *const arena = launcher->job->arena;
    const char *text = NULL;
    for (int i = 0; i < measure->count; i++) {
        const char *const name = launcher->plan->product->sizes[measure->size[i]].in_kernel;
        text = text ? arena_printf(arena, "%s_times(%s, %s)", launcher->shared, text, name) : name;
    }
    if (text && measure->number == 1)
        return text;
    const char *const number = arena_printf(arena, "%lld", measure->number);
    return text ? arena_printf(arena, "%s_times(%s, %s)", launcher->shared, text, number) : number;
}

static void add_derived(struct launcher *launcher, struct value *list, const char *to,
                        const char *value)
{
    struct value *const item = value_add(list, value_object(launcher->job));
    value_set_text(launcher->job, item, "to", to);
    value_set_text(launcher->job, item, "value", value);
}

/* Whether a position is that of members of the batch. */
static bool is_of_batch(const struct notation *product, const struct product_axis *axis)
{
    bool of_batch = false;
    for (int t = 0; t < axis->count; t++)
        of_batch |= product->indices[axis->index[t]].class == CLASS_BATCH;
    return of_batch;
}

/* The elements of a member, of attention of all, position by position. */
static void add_elements(struct launcher *launcher, struct value *list, enum symbol symbol)
{
    struct arena *const arena = launcher->job->arena;
    const struct notation *const product = launcher->plan->product;
    const struct product_operand *const own = &product->operands[symbol - SYMBOL_ELEMENTS_A];
    const char *const name = launcher_symbol(symbol);
    add_derived(launcher, list, arena_printf(arena, "size_t %s", name), "1");
    for (int a = 0; a < own->axis_count; a++)
        if (product->attends || !is_of_batch(product, &own->axes[a]))
            add_derived(launcher, list, name,
                        arena_printf(arena, "%s_reach(%s, %s, %s)", launcher->shared, name,
                                     times_of(launcher, &own->axes[a].extent),
                                     times_of(launcher, &own->axes[a].stride)));
}

static void add_limit(struct launcher *launcher, struct value *list, const char *broken,
                      const char *sentence)
{
    struct job *const job = launcher->job;
    struct value *const item = value_add(list, value_object(job));
    value_set_text(job, item, "broken", broken);
    value_set_text(job, item, "sentence", sentence);
    value_set_bool(job, item, "beside",
                   sizeof "    if () /*  */" - 1 + strlen(broken) + strlen(sentence) <= 100);
}

/* Positions that are tested are numbers of 32 bits, whatever the indices are. */
static void add_position_limits(struct launcher *launcher, struct value *list, int operand)
{
    struct arena *const arena = launcher->job->arena;
    const struct notation *const product = launcher->plan->product;
    const struct product_operand *const own = &product->operands[operand];
    for (int a = 0; a < own->axis_count && own->by_index; a++) {
        const struct product_axis *const axis = &own->axes[a];
        const long long before = axis->constant < 0 ? -axis->constant : axis->constant;
        const char *reach = arena_printf(arena, "%lld", before);
        bool open = false;
        for (int t = 0; t < axis->count; t++) {
            const long long factor = axis->factor[t] < 0 ? -axis->factor[t] : axis->factor[t];
            const struct product_size *const size = &product->sizes[axis->index[t]];
            const char *const name =
                size->fixed < 0 ? size->in_kernel : arena_printf(arena, "%lld", size->fixed);
            reach = arena_printf(arena, "%s_reach(%s, %s, %lld)", launcher->shared, reach, name,
                                 factor);
            open |= size->fixed < 0;
        }
        if (axis->checked && open)
            add_limit(launcher, list, arena_printf(arena, "%s > %d", reach, INT_MAX),
                      arena_printf(arena, "position %d of %s must have 32 bits", a, own->name));
    }
}

/* Numbers of 32 bits; of attention a block of rows or keys ends among them, too. */
static void add_size_limit(struct launcher *launcher, struct value *list, const char *size)
{
    enum {
        BLOCK = 512
    };
    struct arena *const arena = launcher->job->arena;
    const int most = launcher->plan->product->attends ? INT_MAX - BLOCK : INT_MAX;
    add_limit(launcher, list, arena_printf(arena, "%s > %d", size, most),
              arena_printf(arena, "%s must be at most %d", size, most));
}

static void add_attention_limits(struct launcher *launcher, struct value *list)
{
    const long long heads = launcher->plan->problem.packed_heads;
    struct arena *const arena = launcher->job->arena;
    if (heads > 1)
        add_limit(
            launcher, list,
            arena_printf(
                arena,
                "kv_heads == 0 || q_heads %% kv_heads != 0 || q_heads / kv_heads %% %lld != 0",
                heads),
            arena_printf(arena, "q_heads must be a multiple of %lld kv_heads", heads));
    else
        add_limit(launcher, list, "kv_heads == 0 || q_heads % kv_heads != 0",
                  "kv_heads must divide q_heads");
    if (launcher->plan->problem.causal)
        add_limit(launcher, list, "lq > lk", "lq must be at most lk");
}

void launcher_view_derived(struct launcher *launcher, struct value *function)
{
    struct job *const job = launcher->job;
    struct value *const object =
        value_set_object_if(job, function, "of_sizes", launcher->plan->by_names);
    if (!object)
        return;
    const struct notation *const product = launcher->plan->product;
    struct value *const list = value_set_list(job, object, "derived");
    for (enum symbol symbol = SYMBOL_M; symbol < SYMBOL_COUNT; symbol++) {
        if (!launcher->used[symbol] || !launcher_follows(launcher->plan, symbol))
            continue;
        if (symbol >= SYMBOL_ELEMENTS_A && symbol <= SYMBOL_ELEMENTS_LENGTHS_K) {
            add_elements(launcher, list, symbol);
            continue;
        }
        /* Members of C without elements are apart all the same. */
        const char *const number = times_of(launcher, launcher_measure(product, symbol));
        add_derived(launcher, list,
                    arena_printf(job->arena, "const size_t %s", launcher_symbol(symbol)),
                    symbol == SYMBOL_STRIDE_C
                        ? arena_printf(job->arena, "%s_reach(1, %s, 1)", launcher->shared, number)
                        : number);
    }
    struct value *const limits = value_set_list(job, object, "limits");
    const bool finds = product->attends || finds_by_index(launcher->plan);
    for (int i = 0; i < product->size_count && finds; i++)
        if (product->sizes[i].fixed < 0 && product->sizes[i].is_read &&
            !product->sizes[i].is_stride)
            add_size_limit(launcher, limits, product->sizes[i].in_kernel);
    if (product->attends)
        add_attention_limits(launcher, limits);
    for (int o = 0; o < PRODUCT_OPERANDS && finds; o++)
        add_position_limits(launcher, limits, o);
}
