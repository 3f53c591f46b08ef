/*
 * What a product says of a request: the options that it stands for.
 */
#include "gen/request/product.h"

#include <string.h>

#include "gen/request/attention.h"
#include "gen/request/preset.h"

/* What the text decides, and the user says no more. */
static const struct {
    enum option_id option;
    const char *why;
} decided[] = {
    {OPTION_LAYOUT, "its positions are listed from slowest to fastest"},
    {OPTION_TRANSPOSE, "its positions say which axis is contiguous"},
    {OPTION_LDA, "--strides says how its operands lie"},
    {OPTION_LDB, "--strides says how its operands lie"},
    {OPTION_LDC, "--strides says how its operands lie"},
    {OPTION_BATCH, "an index that all operands have is a batch"},
    {OPTION_BATCH_COUNT, "--fixed says the size of its indices"},
    {OPTION_RAGGED, "its indices have one size"},
    {OPTION_EXPERTS, "its indices have one size"},
    {OPTION_ROWS_A, "its positions say where elements lie"},
    {OPTION_ROWS_C, "its positions say where elements lie"},
    {OPTION_STRIDE_A, "--strides says how its operands lie"},
    {OPTION_STRIDE_B, "--strides says how its operands lie"},
    {OPTION_STRIDE_C, "--strides says how its operands lie"},
    {OPTION_INTERFACE, "an interface says what is computed"},
    {OPTION_PRESET, "a preset says what is computed"},
};

static void refuse_decided(struct job *job, const struct option_value *values)
{
    for (size_t i = 0; i < sizeof decided / sizeof decided[0]; i++) {
        const struct option_row *const row = &option_rows[decided[i].option];
        if (values[decided[i].option].voice >= VOICE_DEVICE &&
            strcmp(values[decided[i].option].text, "none") != 0)
            job_fail(job, CLGEMM_REFUSED, row->name,
                     "--product decides what --%s says: %s; leave out --%s", row->name,
                     decided[i].why, row->name);
    }
}

static void say(struct job *job, struct option_value *values, enum option_id option,
                const char *text)
{
    option_say(job, values, option, text, VOICE_PRESET);
}

/* A stride as an option takes it: a number, or an argument that follows from those of the product. */
static const char *stride_text(struct job *job, const struct measure *stride)
{
    return stride->count ? "arg" : arena_printf(job->arena, "%lld", stride->number);
}

/* An operand by an index function lies along K, and is tight as its leading dimension is not read. */
static bool is_transposed(const struct notation *product, int operand)
{
    const struct product_operand *const own = &product->operands[operand];
    const enum product_class along = own->by_index ? CLASS_K : own->along;
    return (along == (operand == 0 ? CLASS_K : CLASS_N)) == product->column_major;
}

static const char *ld_text(struct job *job, const struct notation *product, int operand)
{
    const struct product_operand *const own = &product->operands[operand];
    if (own->by_index || measure_equals(&own->apart, &product->extents[own->along]))
        return "tight";
    return stride_text(job, &own->apart);
}

static void say_batch(struct job *job, const struct notation *product, struct option_value *values)
{
    if (!product->entry_count[CLASS_BATCH])
        return;
    say(job, values, OPTION_BATCH, "strided");
    say(job, values, OPTION_BATCH_COUNT, stride_text(job, &product->entries[CLASS_BATCH][0].size));
    for (int o = 0; o < PRODUCT_OPERANDS; o++) {
        struct measure apart = product->operands[o].members_apart;
        /* Members of C without elements are apart all the same. */
        if (o == 2 && !apart.number)
            apart = measure_number(1);
        say(job, values, (enum option_id)(OPTION_STRIDE_A + o), stride_text(job, &apart));
    }
}

/* Numbers by names move where they are no sizes of a matrix product, which they are where all are numbers. */
static void take_fixed(struct job *job, const struct notation *product, struct option_value *values)
{
    struct option_value *const fixed = &values[OPTION_FIXED];
    long long sizes[3];
    fixed->text = NULL;
    for (int i = 0; i < 3; i++) {
        sizes[i] = measure_known(&product->extents[CLASS_M + i]);
        if (sizes[i] < 0)
            return;
        if (sizes[i] > 2147483647)
            job_fail(job, CLGEMM_REFUSED, "fixed", "--product: %s is %lld, above 2147483647",
                     i == 0   ? "M"
                     : i == 1 ? "N"
                              : "K",
                     sizes[i]);
    }
    memcpy(fixed->numbers, sizes, sizeof sizes);
    fixed->text = arena_printf(job->arena, "%lldx%lldx%lld", sizes[0], sizes[1], sizes[2]);
    if (!fixed->voice)
        fixed->voice = VOICE_PRESET;
}

const struct option_value *product_say(struct job *job, const struct option_value *asked)
{
    const bool by_names = asked[OPTION_FIXED].text && strchr(asked[OPTION_FIXED].text, '=');
    struct option_value *const by_preset = option_copy(job, asked);
    preset_fill(job, by_preset);
    if (attention_asked(by_preset))
        return attention_say(job, by_preset);
    if (!asked[OPTION_PRODUCT].text) {
        static const enum option_id of_products[] = {OPTION_EXTENT, OPTION_STRIDES};
        for (int i = 0; i < 2; i++)
            if (asked[of_products[i]].text)
                job_fail(job, CLGEMM_USAGE, option_rows[of_products[i]].name,
                         "--%s says how operands of a --product lie; ask that too",
                         option_rows[of_products[i]].name);
        if (by_names)
            job_fail(job, CLGEMM_USAGE, "fixed",
                     "--fixed %.60s names sizes of a --product; ask that too, or MxNxK",
                     asked[OPTION_FIXED].text);
        return asked;
    }
    struct option_value *const values = option_copy(job, asked);
    if (asked[OPTION_FIXED].text && !by_names && !asked[OPTION_FIXED].card)
        job_fail(job, CLGEMM_USAGE, "fixed",
                 "--fixed takes NAME=NUMBER,... beside --product, not '%.60s'",
                 asked[OPTION_FIXED].text);
    if (by_names)
        values[OPTION_FIXED].card = asked[OPTION_FIXED].text;
    refuse_decided(job, values);
    const struct notation *const product = product_of(job, values);
    take_fixed(job, product, values);
    say(job, values, OPTION_LAYOUT, product->column_major ? "column" : "row");
    say(job, values, OPTION_TRANSPOSE,
        arena_printf(job->arena, "%c%c", is_transposed(product, 0) ? 't' : 'n',
                     is_transposed(product, 1) ? 't' : 'n'));
    for (int o = 0; o < PRODUCT_OPERANDS; o++)
        say(job, values, (enum option_id)(OPTION_LDA + o), ld_text(job, product, o));
    say_batch(job, product, values);
    if (!values[OPTION_BETA].text)
        say(job, values, OPTION_BETA, product->adds ? "1" : "0");
    return values;
}
