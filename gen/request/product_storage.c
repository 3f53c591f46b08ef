/*
 * How the operands of a product lie: extents of their positions, and strides; and measures, of which these are made.
 */
#include "gen/request/product.h"

#include <ctype.h>
#include <limits.h>
#include <string.h>

#include "gen/base/text.h"

/* ----------------------------------------------------------------------------- measures */

struct measure measure_number(long long number)
{
    return (struct measure){.number = number};
}

struct measure measure_size(const struct notation *product, int size)
{
    const long long fixed = product->sizes[size].fixed;
    return fixed >= 0 ? measure_number(fixed) : (struct measure){1, 1, {(unsigned char)size}};
}

struct measure measure_product(struct job *job, const struct measure *one,
                               const struct measure *other)
{
    const long long most = LLONG_MAX / 2;
    const long long left = one->number < 0 ? -one->number : one->number;
    const long long right = other->number < 0 ? -other->number : other->number;
    struct measure product = {.number = 0};
    if (left && right && left > most / right)
        job_fail(job, CLGEMM_REFUSED, "product",
                 "--product: an operand has more elements than numbers of 64 bits count");
    product.number = one->number * other->number;
    if (!product.number)
        return product;
    if (one->count + other->count > PRODUCT_FACTORS)
        job_fail(
            job, CLGEMM_REFUSED, "product",
            "--product: a stride is the product of more than %d sizes; compile some in by --fixed",
            PRODUCT_FACTORS);
    for (int i = 0, j = 0; i < one->count || j < other->count;) {
        const bool left_first =
            j == other->count || (i < one->count && one->size[i] <= other->size[j]);
        product.size[product.count++] = left_first ? one->size[i++] : other->size[j++];
    }
    return product;
}

bool measure_equals(const struct measure *one, const struct measure *other)
{
    return one->number == other->number && one->count == other->count &&
           memcmp(one->size, other->size, (size_t)one->count) == 0;
}

long long measure_known(const struct measure *measure)
{
    return measure->count ? -1 : measure->number;
}

bool measures_known(const struct measures *measures, long long *number)
{
    *number = 0;
    for (int i = 0; i < measures->count; i++) {
        if (measures->list[i].count)
            return false;
        *number += measures->list[i].number;
    }
    return true;
}

/* ------------------------------------------------------------------------------ storage */

static int operand_named(const struct notation *product, const char *name, size_t length)
{
    for (int i = 0; i < PRODUCT_OPERANDS; i++)
        if (strlen(product->operands[i].name) == length &&
            memcmp(product->operands[i].name, name, length) == 0)
            return i;
    return -1;
}

static _Noreturn void wrong(struct job *job, const char *option, const char *takes,
                            const char *text)
{
    job_fail(job, CLGEMM_USAGE, option, "--%s takes %s, not '%.80s'", option, takes, text);
}

bool product_is_index(const struct product_axis *axis)
{
    return axis->count == 1 && axis->factor[0] == 1 && !axis->constant;
}

/* The extent or the stride of a position, an argument or compiled in. */
static struct measure add_size(struct job *job, struct notation *product,
                               const struct product_operand *own, int axis, long long fixed,
                               bool is_stride)
{
    const char *const name =
        arena_printf(job->arena, is_stride ? "%s_stride_%d" : "%s_%d", own->name, axis);
    const char *const meaning =
        arena_printf(job->arena, "%s of position %d of %s%s", is_stride ? "stride" : "extent", axis,
                     own->name, is_stride ? ", in elements" : "");
    for (int i = 0; i < product->size_count; i++)
        if (strcmp(product->sizes[i].name, name) == 0)
            job_fail(job, CLGEMM_USAGE, "product", "--product: %s is an index, and the %s", name,
                     meaning);
    product->sizes[product->size_count] = (struct product_size){
        .name = name,
        .meaning = meaning,
        .in_kernel = is_stride ? name : arena_printf(job->arena, "%s_extent_%d", own->name, axis),
        .fixed = fixed,
        .is_stride = is_stride,
    };
    return measure_size(product, product->size_count++);
}

/* The numbers of an operand that --extent says, one for each position: "x=,56,56,"; -1: none. */
static void read_extents(struct job *job, const struct notation *product, const char *text,
                         long long extents[PRODUCT_OPERANDS][PRODUCT_AXES])
{
    static const char takes[] =
        "OPERAND=N,...;... with a number or nothing for each position of the operand";
    for (const char *item = text; item;) {
        const size_t letters = strcspn(item, "=;,");
        const int operand = item[letters] == '=' ? operand_named(product, item, letters) : -1;
        if (operand < 0)
            wrong(job, "extent", takes, text);
        const struct product_operand *const own = &product->operands[operand];
        item += letters;
        for (int axis = 0; axis < own->axis_count; axis++) {
            long long number = -1;
            if (*item != (axis ? ',' : '='))
                wrong(job, "extent", takes, text);
            for (item++; isdigit((unsigned char)*item) && number <= INT_MAX; item++)
                number = (number < 0 ? 0 : number) * 10 + (*item - '0');
            if (number > INT_MAX)
                wrong(job, "extent", "numbers of 32 bits", text);
            if (number >= 0 && product_is_index(&own->axes[axis]))
                job_fail(job, CLGEMM_USAGE, "extent",
                         "--extent: position %d of %s is index %s, whose size is its extent", axis,
                         own->name, product->indices[own->axes[axis].index[0]].name);
            extents[operand][axis] = number;
        }
        if (*item && *item != ';')
            wrong(job, "extent", takes, text);
        item = *item ? item + 1 : NULL;
    }
}

/* Whether each operand has strides as arguments: "arg", "tight", "x=arg,w=tight". */
static void read_strides(struct job *job, const struct notation *product, const char *text,
                         bool given[PRODUCT_OPERANDS])
{
    for (const char *item = text; item;) {
        const size_t length = strcspn(item, ",");
        const size_t letters = strcspn(item, "=");
        const int operand = letters < length ? operand_named(product, item, letters) : -1;
        const char *const word = letters < length ? item + letters + 1 : item;
        const size_t rest = (size_t)(item + length - word);
        const bool arg = rest == 3 && memcmp(word, "arg", 3) == 0;
        if ((!arg && !(rest == 5 && memcmp(word, "tight", 5) == 0)) ||
            (letters < length ? operand < 0 : length != strlen(text)))
            wrong(job, "strides", "arg, tight or OPERAND=arg,...", text);
        for (int i = 0; i < PRODUCT_OPERANDS; i++)
            if (operand < 0 || operand == i)
                given[i] = arg;
        item = item[length] ? item + length + 1 : NULL;
    }
}

void product_read_storage(struct job *job, struct notation *product, const char *extent,
                          const char *strides)
{
    long long extents[PRODUCT_OPERANDS][PRODUCT_AXES];
    bool given[PRODUCT_OPERANDS] = {false};
    for (int i = 0; i < PRODUCT_OPERANDS; i++)
        for (int axis = 0; axis < PRODUCT_AXES; axis++)
            extents[i][axis] = -1;
    read_extents(job, product, extent, extents);
    read_strides(job, product, strides, given);
    for (int i = 0; i < PRODUCT_OPERANDS; i++) {
        struct product_operand *const own = &product->operands[i];
        for (int a = 0; a < own->axis_count; a++) {
            struct product_axis *const axis = &own->axes[a];
            axis->extent = product_is_index(axis)
                               ? measure_size(product, axis->index[0])
                               : add_size(job, product, own, a, extents[i][a], false);
        }
        struct measure stride = measure_number(1);
        for (int a = own->axis_count - 1; a >= 0; a--) {
            struct product_axis *const axis = &own->axes[a];
            axis->stride = given[i] && a < own->axis_count - 1
                               ? add_size(job, product, own, a, -1, true)
                               : stride;
            stride = measure_product(job, &axis->stride, &axis->extent);
        }
    }
}

/* -------------------------------------------------------------------------------- words */

static void add_term(struct text *text, long long factor, const char *index, bool first)
{
    const long long size = factor < 0 ? -factor : factor;
    text_puts(text, factor < 0 ? (first ? "-" : " - ") : first ? "" : " + ");
    if (!index)
        text_printf(text, "%lld", size);
    else if (size == 1)
        text_puts(text, index);
    else
        text_printf(text, "%lld * %s", size, index);
}

const char *product_reference(struct job *job, const struct notation *product, int operand)
{
    const struct product_operand *const own = &product->operands[operand];
    struct text text;
    text_init(&text, job);
    text_printf(&text, "%s[", own->name);
    for (int a = 0; a < own->axis_count; a++) {
        const struct product_axis *const axis = &own->axes[a];
        text_puts(&text, a ? ", " : "");
        for (int t = 0; t < axis->count; t++)
            add_term(&text, axis->factor[t], product->indices[axis->index[t]].name, t == 0);
        if (axis->constant || !axis->count)
            add_term(&text, axis->constant, NULL, !axis->count);
    }
    text_puts(&text, "]");
    return text_string(&text);
}
