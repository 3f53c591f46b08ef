/*
 * What an operand is, and where it lies, for all who read a spec.
 */
#include "gen/spec/operand.h"

#include <string.h>

char operand_letter(const struct operand *operand)
{
    return "abcd"[operand->role - ROLE_A];
}

bool is_quantised(const struct operand *operand)
{
    return operand->given->blocks != NULL;
}

bool in_blocks(const struct operand *operand)
{
    return operand->element->blocks != NULL;
}

bool sums_scaled(const struct operand *operand)
{
    const char *const quants = operand->given->quants;
    return quants && !operand->decoded && strcmp(operand->element->type, quants) == 0;
}

/* The function that calculates them is given whole blocks, which lines on whole tiles may have no room for. */
bool decoded_in_halves(const struct operand *operand)
{
    return !operand->padded && element_made_in_halves(operand->given, operand->element);
}

long long decoded_at_once(const struct operand *operand)
{
    enum {
        HALVES = 16,
        STORED_BYTES = 16
    };
    const long long whole = operand->form.multiple.width;
    long long width = STORED_BYTES / operand->element->bytes;
    while (whole > 1 && whole % width)
        width /= 2;
    return decoded_in_halves(operand) ? HALVES : width;
}

bool in_image(const struct operand *operand)
{
    return operand->form.kind == FORM_IMAGE;
}

bool in_workspace(const struct operand *operand)
{
    return operand->form.kind == FORM_WORKSPACE || in_panels(operand);
}

bool in_panels(const struct operand *operand)
{
    return operand->form.kind == FORM_PANELS;
}

struct operand packed_from(const struct operand *operand)
{
    struct operand source = *operand;
    if (!in_panels(operand))
        return source;
    const enum symbol place = operand->form.axes.along;
    source.element = operand->given;
    source.form = (struct form){
        .kind = FORM_MATRIX,
        .memory = operand->name,
        .axes = operand->left == operand->transposed ? (struct axes){SYMBOL_K, place}
                                                     : (struct axes){place, SYMBOL_K},
        .multiple = {1, 1},
    };
    return source;
}

bool is_a(const struct operand *operand)
{
    return operand->left;
}

bool contiguous_along_k(const struct operand *operand)
{
    return operand->form.axes.along == SYMBOL_K;
}

bool lies_along_k(const struct operand *operand)
{
    return !in_image(operand) && contiguous_along_k(operand);
}

bool by_index(const struct operand *operand)
{
    return operand->places != NULL;
}

bool lies_across_k(const struct operand *operand)
{
    return !in_image(operand) && !contiguous_along_k(operand);
}
