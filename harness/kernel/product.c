/* A product in index notation as options of the generator say it. */
#include "harness/kernel/kernel.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/base/text.h"
#include "harness/manifest/notation.h"

static void write_reference(const struct notation *notation, int operand, struct text *text)
{
    fprintf(text->stream, "%s[", notation->operand[operand].name);
    for (size_t a = 0; a < notation->operand[operand].axis_count; a++) {
        const struct notation_axis *axis = &notation->operand[operand].axes[a];

        fputs(a == 0 ? "" : ",", text->stream);
        for (size_t i = 0; i < axis->count; i++)
            if (axis->factor[i] == 1)
                fprintf(text->stream, "%s%s", i == 0 ? "" : "+", notation->name[axis->index[i]]);
            else
                fprintf(text->stream, i == 0 ? "%" PRId64 "*%s" : "%+" PRId64 "*%s",
                        axis->factor[i], notation->name[axis->index[i]]);
        if (axis->count == 0 || axis->plus != 0)
            fprintf(text->stream, axis->count == 0 ? "%" PRId64 : "%+" PRId64, axis->plus);
    }
    fputs("]", text->stream);
}

/* Whether a size is compiled in. */
static bool is_fixed(const struct notation *notation, size_t size)
{
    return notation->size[size] != NOTATION_OPEN && !notation->said[size];
}

/* Sizes of indices come first, those of all classes; extents and strides are behind them. */
static size_t count_indices(const struct notation *notation)
{
    size_t count = 0;

    for (int class = 0; class < NOTATION_CLASSES; class ++)
        count += notation->order_count[class];
    return count;
}

/* Values of --extent and --strides for an operand: "x=,56,,", "x=arg"; positions without a number have a comma alone. */
static void write_storage(const struct notation *notation, int operand, struct text *extents,
                          struct text *strides)
{
    const char *name = notation->operand[operand].name;
    char size_name[100];
    bool given = false;

    fprintf(extents->stream, "%s%s=", operand == 0 ? "" : ";", name);
    for (size_t a = 0; a < notation->operand[operand].axis_count; a++) {
        snprintf(size_name, sizeof size_name, "%.60s_%zu", name, a);
        const size_t size = notation_find(notation, size_name, strlen(size_name));

        fputs(a == 0 ? "" : ",", extents->stream);
        if (size < notation->size_count && is_fixed(notation, size))
            fprintf(extents->stream, "%" PRIu64, notation->size[size]);
        snprintf(size_name, sizeof size_name, "%.60s_stride_%zu", name, a);
        given |= notation_find(notation, size_name, strlen(size_name)) < notation->size_count;
    }
    fprintf(strides->stream, "%s%s=%s", operand == 0 ? "" : ",", name, given ? "arg" : "tight");
}

enum {
    PRODUCT_TEXT,
    PRODUCT_FIXED,
    PRODUCT_EXTENT,
    PRODUCT_STRIDES,
    PRODUCT_OPTIONS
};

/* Beta says whether it adds. */
static void write_text(const struct notation *notation, struct text *text)
{
    write_reference(notation, OPERAND_C, text);
    fputs("=", text->stream);
    write_reference(notation, OPERAND_A, text);
    fputs("*", text->stream);
    write_reference(notation, OPERAND_B, text);
}

static void write_product(const struct notation *notation, struct text texts[PRODUCT_OPTIONS])
{
    write_text(notation, &texts[PRODUCT_TEXT]);
    for (size_t i = 0, said = 0; i < count_indices(notation); i++)
        if (is_fixed(notation, i))
            fprintf(texts[PRODUCT_FIXED].stream, "%s%s=%" PRIu64, said++ == 0 ? "" : ",",
                    notation->name[i], notation->size[i]);
    for (int i = 0; i < OPERAND_COUNT; i++)
        write_storage(notation, i, &texts[PRODUCT_EXTENT], &texts[PRODUCT_STRIDES]);
}

/* "y[n,p]=x[n,2*p+r-1]*w[r]" with constants as numbers, or "attention", in malloc'd memory; NULL without memory. */
static char *text_of(const struct notation *notation)
{
    struct text text;

    if (!text_begin(&text))
        return NULL;
    if (notation->attends)
        fputs("attention", text.stream);
    else
        write_text(notation, &text);
    return text_end(&text) ? text.bytes : NULL;
}

int product_check(const struct notation *own, const struct notation *other, const char *label,
                  struct fault *fault)
{
    char *texts[2] = {own == NULL ? NULL : text_of(own), other == NULL ? NULL : text_of(other)};
    int status = 0;

    if ((own != NULL && texts[0] == NULL) || (other != NULL && texts[1] == NULL))
        status = fault_memory(fault);
    else if (own != other && (own == NULL || other == NULL || strcmp(texts[0], texts[1]) != 0))
        status = fault_set(fault, FAULT_REFUSED,
                           "it computes %s, and %s, which it is compared with, %s; ask --product "
                           "or --chain for both",
                           own == NULL ? "a matrix product" : texts[0], label,
                           other == NULL ? "a matrix product" : texts[1]);
    free(texts[0]);
    free(texts[1]);
    return status;
}

int product_say(const struct notation *notation, struct clgemm_request *request,
                struct clgemm_error *error)
{
    static const char *const options[PRODUCT_OPTIONS] = {"product", "fixed", "extent", "strides"};
    struct text texts[PRODUCT_OPTIONS];
    size_t begun = 0;
    int status = 0;

    while (begun < PRODUCT_OPTIONS && text_begin(&texts[begun]))
        begun++;
    if (begun == PRODUCT_OPTIONS)
        write_product(notation, texts);
    for (size_t i = 0; i < begun; i++) {
        const bool whole = text_end(&texts[i]) && begun == PRODUCT_OPTIONS;

        if (!whole)
            *error = (struct clgemm_error){.code = CLGEMM_IO, .text = "out of memory"};
        else if (status == 0 && *texts[i].bytes != '\0')
            status = clgemm_request_set(request, options[i], texts[i].bytes, error);
        status = whole ? status : -1;
        if (whole)
            free(texts[i].bytes);
    }
    return begun == PRODUCT_OPTIONS ? status : -1;
}
