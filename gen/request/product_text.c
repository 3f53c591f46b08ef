/*
 * The text of a product: names, positions, constants.
 */
#include "gen/request/product.h"

#include <ctype.h>
#include <limits.h>
#include <stdarg.h>
#include <string.h>

#include "gen/base/reserved.h"
#include "gen/request/formula.h"

enum {
    LONGEST_TEXT = 160, /* that is shown with a caret */
    MOST_NAMES = 2 * PRODUCT_INDICES,
    MOST_NUMBER = INT_MAX
};

/* A term as it is written. */
struct term_read {
    long long number;
    int names[2];
    int name_count;
    size_t at;
};

struct name {
    const char *text;
    size_t at;
    unsigned operands; /* a bit for each that has it */
    long long fixed;   /* -1: it has no number */
};

struct reader {
    struct job *job;
    struct notation *product;
    const char *text;
    size_t at;
    int name_count;
    struct name names[MOST_NAMES];
    struct term_read terms[PRODUCT_OPERANDS][PRODUCT_AXES][PRODUCT_TERMS];
};

_Noreturn void product_fail(struct job *job, const struct notation *product, size_t at,
                            const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const char *const why = arena_vprintf(job->arena, format, arguments);
    va_end(arguments);
    const size_t from = at > LONGEST_TEXT / 2 ? at - LONGEST_TEXT / 2 : 0;
    job_fail(job, CLGEMM_USAGE, "product", "--product: %s\n  %.*s\n  %*s^", why, LONGEST_TEXT,
             product->text + from, (int)(at - from), "");
}

static void skip_blanks(struct reader *reader)
{
    reader->at += strspn(reader->text + reader->at, " ");
}

static bool take(struct reader *reader, const char *sign)
{
    skip_blanks(reader);
    const size_t length = strlen(sign);
    if (strncmp(reader->text + reader->at, sign, length) != 0)
        return false;
    reader->at += length;
    return true;
}

static void demand(struct reader *reader, const char *sign)
{
    if (!take(reader, sign))
        product_fail(reader->job, reader->product, reader->at, "`%s` is expected here", sign);
}

/* An identifier; NULL where none stands here. */
static const char *take_name(struct reader *reader)
{
    skip_blanks(reader);
    const char *const begin = reader->text + reader->at;
    const size_t length = identifier_length(begin);
    if (!length)
        return NULL;
    const char *const name = arena_text(reader->job->arena, begin, length);
    if (name_is_reserved(name) || length > 32)
        product_fail(reader->job, reader->product, reader->at,
                     "%.40s is no name for an operand or an index: %s", name,
                     length > 32 ? "names have 32 characters at most" : "C or OpenCL C has it");
    reader->at += length;
    return name;
}

/* The number of a name; name_count: no operand has it. */
static int search_name(const struct reader *reader, const char *text)
{
    int i = 0;
    while (i < reader->name_count && strcmp(reader->names[i].text, text) != 0)
        i++;
    return i;
}

static int find_name(struct reader *reader, const char *text, size_t at)
{
    const int i = search_name(reader, text);
    if (i < reader->name_count)
        return i;
    if (i == MOST_NAMES)
        product_fail(reader->job, reader->product, at, "a product has %d names at most",
                     MOST_NAMES);
    reader->names[reader->name_count++] = (struct name){text, at, 0, -1};
    return i;
}

static long long take_number(struct reader *reader)
{
    long long number = 0;
    for (; isdigit((unsigned char)reader->text[reader->at]); reader->at++) {
        number = number * 10 + (reader->text[reader->at] - '0');
        if (number > MOST_NUMBER)
            product_fail(reader->job, reader->product, reader->at, "numbers end at %d",
                         MOST_NUMBER);
    }
    return number;
}

/* A term with its sign: numbers and at most two names, `*` between them. */
static void read_term(struct reader *reader, int operand, long long sign, struct term_read *term)
{
    skip_blanks(reader);
    *term = (struct term_read){.number = sign, .at = reader->at};
    do {
        skip_blanks(reader);
        const size_t at = reader->at;
        if (isdigit((unsigned char)reader->text[at])) {
            const long long number = take_number(reader);
            if (number &&
                (term->number > MOST_NUMBER / number || term->number < -MOST_NUMBER / number))
                product_fail(reader->job, reader->product, at, "numbers end at %d", MOST_NUMBER);
            term->number *= number;
            continue;
        }
        const char *const name = take_name(reader);
        if (!name)
            product_fail(reader->job, reader->product, at, "an index or a number is expected here");
        if (term->name_count == 2)
            product_fail(reader->job, reader->product, at,
                         "a term has one index and one constant at most");
        const int number = find_name(reader, name, at);
        reader->names[number].operands |= 1U << operand;
        term->names[term->name_count++] = number;
    } while (take(reader, "*"));
}

static int read_sum(struct reader *reader, int operand, struct term_read *terms)
{
    int count = 0;
    long long sign = take(reader, "-") ? -1 : 1;
    for (;;) {
        if (count == PRODUCT_TERMS)
            product_fail(reader->job, reader->product, reader->at,
                         "a position has %d terms at most", PRODUCT_TERMS);
        read_term(reader, operand, sign, &terms[count++]);
        if (take(reader, "+"))
            sign = 1;
        else if (take(reader, "-"))
            sign = -1;
        else
            return count;
    }
}

/* name[sum, ...]; the counts of terms stand in the axes. */
static void read_reference(struct reader *reader, int operand)
{
    struct product_operand *const own = &reader->product->operands[operand];
    skip_blanks(reader);
    const size_t at = reader->at;
    own->name = take_name(reader);
    if (!own->name)
        product_fail(reader->job, reader->product, at, "the name of an operand is expected here");
    for (int i = 0; i < PRODUCT_OPERANDS; i++)
        if (i != operand && reader->product->operands[i].name &&
            strcmp(reader->product->operands[i].name, own->name) == 0)
            product_fail(reader->job, reader->product, at, "two operands are called %s", own->name);
    demand(reader, "[");
    do {
        if (own->axis_count == PRODUCT_AXES)
            product_fail(reader->job, reader->product, reader->at,
                         "an operand has %d positions at most", PRODUCT_AXES);
        own->axes[own->axis_count].count =
            read_sum(reader, operand, reader->terms[operand][own->axis_count]);
        own->axis_count++;
    } while (take(reader, ","));
    demand(reader, "]");
}

static void read_all(struct reader *reader)
{
    read_reference(reader, 2);
    if (take(reader, "+="))
        reader->product->adds = true;
    else if (!take(reader, "="))
        product_fail(reader->job, reader->product, reader->at, "`=` or `+=` is expected here");
    read_reference(reader, 0);
    demand(reader, "*");
    read_reference(reader, 1);
    skip_blanks(reader);
    if (reader->text[reader->at])
        product_fail(reader->job, reader->product, reader->at,
                     "a product has two factors, and ends here");
}

static _Noreturn void wrong_fixed(const struct reader *reader, const char *fixed)
{
    job_fail(reader->job, CLGEMM_USAGE, "fixed",
             "--fixed takes NAME=NUMBER,... beside --product, numbers from 0 to %d, not '%.60s'",
             MOST_NUMBER, fixed);
}

/* The name of an item of --fixed, which the product has and no item before names. */
static struct name *name_fixed(struct reader *reader, const char *item, size_t length)
{
    const char *const name = arena_text(reader->job->arena, item, length);
    const int i = search_name(reader, name);
    if (i == reader->name_count)
        job_fail(reader->job, CLGEMM_USAGE, "fixed",
                 "--fixed names %.40s, which is neither an index nor a constant of --product",
                 name);
    if (reader->names[i].fixed >= 0)
        job_fail(reader->job, CLGEMM_USAGE, "fixed", "--fixed names %.40s twice", name);
    return &reader->names[i];
}

/* The numbers of --fixed, NAME=NUMBER with commas between them. */
static void read_fixed(struct reader *reader, const char *fixed)
{
    for (const char *item = fixed; item;) {
        const size_t letters = strcspn(item, "=,");
        if (item[letters] != '=' || !isdigit((unsigned char)item[letters + 1]))
            wrong_fixed(reader, fixed);
        struct name *const name = name_fixed(reader, item, letters);
        long long number = 0;
        for (item += letters + 1; isdigit((unsigned char)*item) && number <= MOST_NUMBER; item++)
            number = number * 10 + (*item - '0');
        if (number > MOST_NUMBER || (*item && *item != ','))
            wrong_fixed(reader, fixed);
        name->fixed = number;
        item = *item ? item + 1 : NULL;
    }
}

static bool is_constant(const struct name *name)
{
    return name->fixed >= 0 && (name->operands & (name->operands - 1)) == 0;
}

static int index_of(struct reader *reader, int number)
{
    struct notation *const product = reader->product;
    const struct name *const name = &reader->names[number];
    for (int i = 0; i < product->index_count; i++)
        if (strcmp(product->indices[i].name, name->text) == 0)
            return i;
    for (int i = 0; i < PRODUCT_OPERANDS; i++)
        if (strcmp(product->operands[i].name, name->text) == 0)
            product_fail(reader->job, product, name->at, "%s is an operand and an index",
                         name->text);
    if (product->index_count == PRODUCT_INDICES)
        product_fail(reader->job, product, name->at, "a product has %d indices at most",
                     PRODUCT_INDICES);
    static const struct {
        unsigned operands;
        enum product_class class;
    } classes[] = {{7, CLASS_BATCH}, {5, CLASS_M}, {6, CLASS_N}, {3, CLASS_K}};
    int class = 0;
    while (class < PRODUCT_CLASSES && classes[class].operands != name->operands)
        class ++;
    if (class == PRODUCT_CLASSES)
        product_fail(reader->job, product, name->at, "index %s is in %s alone: %s", name->text,
                     product->operands[name->operands == 4   ? 2
                                       : name->operands == 2 ? 1
                                                             : 0]
                         .name,
                     name->operands == 4
                         ? "no factor says what the elements along it are"
                         : "sum over it before; a constant has its number by --fixed");
    product->indices[product->index_count] =
        (struct product_index){name->text, classes[class].class, name->at};
    product->sizes[product->index_count] = (struct product_size){
        .name = name->text,
        .meaning = arena_printf(reader->job->arena, "size of index %s", name->text),
        .in_kernel = arena_printf(reader->job->arena, "%s_size", name->text),
        .fixed = name->fixed};
    return product->index_count++;
}

/* Adds what terms of the same index, or constants, make together. */
static void add_number(const struct reader *reader, const struct term_read *term, long long number,
                       long long *sum)
{
    *sum += number;
    if (*sum > MOST_NUMBER || *sum < -MOST_NUMBER)
        product_fail(reader->job, reader->product, term->at, "numbers end at %d", MOST_NUMBER);
}

static void add_term(struct reader *reader, struct product_axis *axis, const struct term_read *term)
{
    long long number = term->number;
    int index = -1;
    for (int i = 0; i < term->name_count; i++) {
        const struct name *const name = &reader->names[term->names[i]];
        if (is_constant(name)) {
            if (name->fixed &&
                (number > MOST_NUMBER / name->fixed || number < -MOST_NUMBER / name->fixed))
                product_fail(reader->job, reader->product, name->at, "numbers end at %d",
                             MOST_NUMBER);
            number *= name->fixed;
        } else if (index >= 0) {
            product_fail(
                reader->job, reader->product, term->at,
                "a product of two indices, %s and %s: --fixed says the number of a constant",
                reader->names[term->names[0]].text, name->text);
        } else {
            index = term->names[i];
        }
    }
    if (index < 0) {
        add_number(reader, term, number, &axis->constant);
        return;
    }
    const int own = index_of(reader, index);
    int i = 0;
    while (i < axis->count && axis->index[i] != own)
        i++;
    if (i == axis->count)
        axis->index[axis->count++] = own;
    add_number(reader, term, number, &axis->factor[i]);
}

/* Positions of C are single indices, each in one of them. */
static void check_c(const struct reader *reader)
{
    const struct notation *const product = reader->product;
    const struct product_operand *const c = &product->operands[2];
    for (int i = 0; i < c->axis_count; i++) {
        const struct product_axis *const axis = &c->axes[i];
        if (!product_is_index(axis))
            product_fail(reader->job, product, reader->terms[2][i][0].at,
                         "a position of %s is a single index", c->name);
        for (int j = 0; j < i; j++)
            if (c->axes[j].index[0] == axis->index[0])
                product_fail(reader->job, product, reader->terms[2][i][0].at,
                             "index %s is twice in %s", product->indices[axis->index[0]].name,
                             c->name);
    }
}

void product_read_text(struct job *job, struct notation *product, const char *fixed)
{
    struct reader *const reader = arena_allocate(job->arena, sizeof *reader);
    *reader = (struct reader){.job = job, .product = product, .text = product->text};
    read_all(reader);
    read_fixed(reader, fixed);
    static const int order[] = {2, 0, 1};
    for (int i = 0; i < PRODUCT_OPERANDS; i++) {
        struct product_operand *const operand = &product->operands[order[i]];
        for (int j = 0; j < operand->axis_count; j++) {
            const int count = operand->axes[j].count;
            operand->axes[j].count = 0;
            for (int t = 0; t < count; t++)
                add_term(reader, &operand->axes[j], &reader->terms[order[i]][j][t]);
        }
    }
    product->size_count = product->index_count;
    check_c(reader);
}
