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

/* A position: what it counts, its word and that of many; none: they are contiguous. */
struct position {
    enum index index;
    const char *word, *many;
};

enum {
    POSITIONS = 4
};

/* Those of an operand, the contiguous one last. */
static const struct position of_queries[POSITIONS] = {{INDEX_BATCH, "member", "members"},
                                                      {INDEX_LQ, "row", "rows"},
                                                      {INDEX_Q_HEADS, "head", "heads"},
                                                      {INDEX_HEAD, NULL, NULL}},
                             of_keys[POSITIONS] = {{INDEX_BATCH, "member", "members"},
                                                   {INDEX_LK, "row", "rows"},
                                                   {INDEX_KV_HEADS, "head", "heads"},
                                                   {INDEX_HEAD, NULL, NULL}},
                             of_mask_of_keys[] = {{INDEX_BATCH, "member", "members"},
                                                  {INDEX_LK, NULL, NULL}},
                             of_matrix[POSITIONS] = {{INDEX_BATCH, "member", "members"},
                                                     {INDEX_Q_HEADS, "head", "heads"},
                                                     {INDEX_LQ, "row", "rows"},
                                                     {INDEX_LK, NULL, NULL}},
                             of_lengths[] = {{INDEX_BATCH, NULL, NULL}};

/* Operands in the order in which a launch takes their strides, with their number in a product. */
static const struct {
    int number;
    const char *name, *letter;
} operands[NOTATION_OPERANDS] = {{0, "Q", "q"},         {1, "K", "k"},       {3, "V", "v"},
                                 {2, "O", "o"},         {4, "mask", "mask"}, {5, "lengths_q", NULL},
                                 {6, "lengths_k", NULL}};

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
static struct measure add_stride(struct job *job, struct notation *product, const char *letter,
                                 const char *name, const struct position *position)
{
    struct product_size *const size = &product->sizes[product->size_count];
    *size = (struct product_size){
        .name = arena_printf(job->arena, "%s_%s", letter, position->word),
        .meaning = arena_printf(job->arena, "distance of consecutive %s of %s, in elements",
                                position->many, name),
        .fixed = -1,
        .is_stride = true,
        .is_read = true,
    };
    size->in_kernel = size->name;
    return measure_size(product, product->size_count++);
}

/* Operand `which` of the list, with positions up to the contiguous one. */
static void add_operand(struct job *job, struct notation *product, int which,
                        const struct position *positions)
{
    struct product_operand *const operand = &product->operands[operands[which].number];
    operand->name = operands[which].name;
    operand->by_index = true;
    operand->run = 1;
    operand->elements = measure_number(-1);
    bool contiguous = false;
    for (const struct position *at = positions; !contiguous; at++) {
        contiguous = !at->word;
        operand->axes[operand->axis_count++] = (struct product_axis){
            .count = 1,
            .index = {(int)at->index},
            .factor = {1},
            .extent = measure_size(product, (int)at->index),
            .stride = contiguous ? measure_number(1)
                                 : add_stride(job, product, operands[which].letter,
                                              operands[which].name, at)};
    }
}

static void add_operands(struct job *job, struct notation *product,
                         const struct option_value *values)
{
    const struct option_value *const mask = &values[OPTION_MASK];
    add_operand(job, product, 0, of_queries);
    add_operand(job, product, 1, of_keys);
    add_operand(job, product, 2, of_keys);
    add_operand(job, product, 3, of_queries);
    if (option_lists(mask, "keys"))
        add_operand(job, product, 4, of_mask_of_keys);
    else if (option_lists(mask, "matrix"))
        add_operand(job, product, 4, of_matrix);
    if (option_lists(&values[OPTION_LENGTHS], "member"))
        for (int i = 5; i < NOTATION_OPERANDS; i++)
            add_operand(job, product, i, of_lengths);
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
    add_operands(job, product, values);
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
        if (decided[i].option == OPTION_PRESET && values[OPTION_CHAIN].voice == VOICE_PRESET)
            continue; /* one of attention */
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
    option_say(job, values, OPTION_SPLIT_K_SUM, "launch", VOICE_PRESET);
    return values;
}
