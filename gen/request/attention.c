#include "gen/request/attention.h"

#include <stdlib.h>
#include <string.h>

#include "gen/request/product.h"

/* The indices, which are the sizes too, in the order in which a launch takes them. */
enum index {
    INDEX_BATCH,
    INDEX_LQ,
    INDEX_LK,
    INDEX_Q_HEADS,
    INDEX_KV_HEADS,
    INDEX_HEAD,
    INDICES
};

static const struct {
    const char *name, *meaning;
    enum product_class class;
    bool is_read;
} indices[INDICES] = {
    [INDEX_BATCH] = {"batch", "members of the batch", CLASS_BATCH, false},
    [INDEX_LQ] = {"lq", "rows of Q and O of a head", CLASS_M, true},
    [INDEX_LK] = {"lk", "rows of K and V of a head: keys", CLASS_K, true},
    [INDEX_Q_HEADS] = {"q_heads", "heads of Q and O", CLASS_BATCH, true},
    [INDEX_KV_HEADS] = {"kv_heads", "heads of K and V, which divides q_heads", CLASS_BATCH, true},
    [INDEX_HEAD] = {"head", "elements of a row of a head", CLASS_N, false},
};

/* What a position with a stride counts: the index of Q and O, of K and V, and its word. */
enum {
    POSITIONS = 3
};

static const struct {
    enum index of_q, of_k;
    const char *word, *meaning;
} positions[POSITIONS] = {
    {INDEX_BATCH, INDEX_BATCH, "member", "members"},
    {INDEX_LQ, INDEX_LK, "row", "rows"},
    {INDEX_Q_HEADS, INDEX_KV_HEADS, "head", "heads"},
};

static const char operands[] = "QKOV";

bool attention_asked(const struct option_value *values)
{
    return values[OPTION_CHAIN].text && strcmp(values[OPTION_CHAIN].text, "attention") == 0;
}

static long long head_of(const struct option_value *values)
{
    const char *const said = values[OPTION_HEAD].text;
    return strtoll(said ? said : option_rows[OPTION_HEAD].standard, NULL, 10);
}

static void add_sizes(struct notation *product, long long head)
{
    product->index_count = product->size_count = INDICES;
    for (int i = 0; i < INDICES; i++) {
        product->indices[i] =
            (struct product_index){.name = indices[i].name, .class = indices[i].class};
        product->sizes[i] = (struct product_size){.name = indices[i].name,
                                                  .meaning = indices[i].meaning,
                                                  .in_kernel = indices[i].name,
                                                  .fixed = i == INDEX_HEAD ? head : -1,
                                                  .is_read = indices[i].is_read};
    }
}

/* A new size, the stride of a position of an operand. */
static struct measure add_stride(struct job *job, struct notation *product, char operand,
                                 int position)
{
    struct product_size *const size = &product->sizes[product->size_count];
    *size = (struct product_size){
        .name = arena_printf(job->arena, "%c_%s", operand + 'a' - 'A', positions[position].word),
        .meaning = arena_printf(job->arena, "distance of consecutive %s of %c, in elements",
                                positions[position].meaning, operand),
        .fixed = -1,
        .is_stride = true,
        .is_read = true,
    };
    size->in_kernel = size->name;
    return measure_size(product, product->size_count++);
}

static void add_axis(struct notation *product, struct product_operand *operand, int index,
                     struct measure stride)
{
    operand->axes[operand->axis_count++] =
        (struct product_axis){.count = 1,
                              .index = {index},
                              .factor = {1},
                              .extent = measure_size(product, index),
                              .stride = stride};
}

static void add_operand(struct job *job, struct notation *product, int number)
{
    struct product_operand *const operand = &product->operands[number];
    const char letter = operands[number];
    operand->name = arena_printf(job->arena, "%c", letter);
    operand->by_index = true;
    operand->run = 1;
    operand->elements = measure_number(-1);
    for (int i = 0; i < POSITIONS; i++)
        add_axis(product, operand,
                 letter == 'Q' || letter == 'O' ? positions[i].of_q : positions[i].of_k,
                 add_stride(job, product, letter, i));
    add_axis(product, operand, INDEX_HEAD, measure_number(1));
}

/* `index` becomes the last one of its class. */
static void order(struct job *job, struct notation *product, enum index index)
{
    const enum product_class class = indices[index].class;
    const struct measure size = measure_size(product, (int)index);
    product->order[class][product->order_count[class]++] = (int)index;
    product->extents[class] = measure_product(job, &product->extents[class], &size);
}

const struct notation *attention_of(struct job *job, const struct option_value *values)
{
    struct notation *const product = arena_allocate(job->arena, sizeof *product);
    product->text = "attention";
    product->attends = product->by_index = true;
    add_sizes(product, head_of(values));
    /* In the order of the arguments: Q, K, V, O. */
    static const int in_order[NOTATION_OPERANDS] = {0, 1, 3, 2};
    for (int i = 0; i < NOTATION_OPERANDS; i++)
        add_operand(job, product, in_order[i]);
    for (int class = 0; class < PRODUCT_CLASSES; class ++)
        product->extents[class] = measure_number(1);
    order(job, product, INDEX_BATCH);
    order(job, product, INDEX_Q_HEADS);
    order(job, product, INDEX_LQ);
    order(job, product, INDEX_HEAD);
    order(job, product, INDEX_LK);
    return product;
}

/* What attention decides, the one value that may be said all the same (NULL: none), and why. */
static const struct {
    enum option_id option;
    const char *only, *why;
} decided[] = {
    {OPTION_PRODUCT, NULL, "it says what is computed"},
    {OPTION_INTERFACE, NULL, "an interface says what is computed"},
    {OPTION_PRESET, NULL, "a preset says what is computed"},
    {OPTION_LAYOUT, NULL, "the elements of a row are contiguous, and strides are arguments"},
    {OPTION_TRANSPOSE, NULL, "the elements of a row are contiguous, and strides are arguments"},
    {OPTION_FIXED, NULL, "sizes are arguments, and --head is compiled in"},
    {OPTION_LDA, NULL, "strides are arguments"},
    {OPTION_LDB, NULL, "strides are arguments"},
    {OPTION_LDC, NULL, "strides are arguments"},
    {OPTION_STRIDES, NULL, "strides are arguments"},
    {OPTION_EXTENT, NULL, "sizes are arguments"},
    {OPTION_OFFSET_A, "0", "operands begin where their buffers do"},
    {OPTION_OFFSET_B, "0", "operands begin where their buffers do"},
    {OPTION_OFFSET_C, "0", "operands begin where their buffers do"},
    {OPTION_BATCH, "none", "the number of members is an argument"},
    {OPTION_BATCH_COUNT, NULL, "the number of members is an argument"},
    {OPTION_BETA, "0", "O is never read"},
};

const struct option_value *attention_say(struct job *job, const struct option_value *asked)
{
    struct option_value *const values = option_copy(job, asked);
    for (size_t i = 0; i < sizeof decided / sizeof decided[0]; i++) {
        const struct option_value *const value = &values[decided[i].option];
        const char *const name = option_rows[decided[i].option].name;
        const char *const only = decided[i].only;
        if (value->voice >= VOICE_DEVICE && !(only && strcmp(value->text, only) == 0))
            job_fail(job, CLGEMM_REFUSED, name,
                     "--chain attention decides what --%s says: %s; leave out --%s", name,
                     decided[i].why, name);
    }
    option_say(job, values, OPTION_LAYOUT, "row", VOICE_PRESET);
    option_say(job, values, OPTION_TRANSPOSE, "nt", VOICE_PRESET);
    for (int o = 0; o < PRODUCT_OPERANDS; o++)
        option_say(job, values, (enum option_id)(OPTION_LDA + o), "tight", VOICE_PRESET);
    option_say(job, values, OPTION_BETA, "0", VOICE_PRESET);
    return values;
}
