/*
 * The numbers that kernels calculate with.
 */
#include "gen/request/element_numbers.h"

#include <string.h>

#include "gen/base/row.h"

const struct number number_table[NUMBER_COUNT] = {
    [NUMBER_HALF] =
        {
            .type = "f16",
            .name = "half",
            .suffix = "h",
            .precision = "half",
            .bytes = 2,
            .extension = "cl_khr_fp16",
            .bits = "ushort",
            .read_image = "read_imageh",
            .write_image = "write_imageh",
        },
    [NUMBER_SINGLE] =
        {
            .type = "f32",
            .name = "float",
            .suffix = "f",
            .precision = "single",
            .bytes = 4,
            .bits = "uint",
            .read_image = "read_imagef",
            .write_image = "write_imagef",
        },
    [NUMBER_DOUBLE] =
        {
            .type = "f64",
            .name = "double",
            .suffix = "",
            .precision = "double",
            .bytes = 8,
            .extension = "cl_khr_fp64",
            .bits = "ulong",
            .read_image = "read_imageui",
            .write_image = "write_imageui",
        },
    [NUMBER_WHOLE] =
        {
            .type = "i32",
            .name = "int",
            .whole = true,
            .precision = "i32",
            .bytes = 4,
            .bits = "uint",
            .read_image = "read_imagei",
            .write_image = "write_imagei",
        },
    /* What engines take of a single: 8 bits of exponent, 11 of the significand. Products of them are exact in single. */
    [NUMBER_TENSOR] =
        {
            .type = "tf32",
            .name = "float",
            .suffix = "f",
            .precision = "TF32",
            .bytes = 4,
            .bits = "uint",
            .of = "f32",
        },
    /* A single as the sum of two such numbers, which hold 22 bits of its significand; the product of what is left over is left out. */
    [NUMBER_TENSOR_PARTS] =
        {
            .type = "3xtf32",
            .name = "float",
            .suffix = "f",
            .precision = "TF32",
            .products = 3,
            .bytes = 4,
            .bits = "uint",
            .of = "f32",
        },
    /* The same of two numbers of bf16, which hold 16 bits of it. */
    [NUMBER_BFLOAT_PARTS] =
        {
            .type = "bf16x3",
            .name = "float",
            .suffix = "f",
            .precision = "bfloat16",
            .products = 3,
            .bytes = 4,
            .bits = "uint",
            .of = "f32",
        },
    [NUMBER_COMPLEX_SINGLE] =
        {
            .type = "c32",
            .name = "float2",
            .parts = "f32",
            .suffix = "f",
            .precision = "single",
            .bytes = 8,
            .bits = "uint2",
        },
    [NUMBER_COMPLEX_DOUBLE] =
        {
            .type = "c64",
            .name = "double2",
            .parts = "f64",
            .suffix = "",
            .precision = "double",
            .bytes = 16,
            .extension = "cl_khr_fp64",
            .bits = "ulong2",
        },
};

const struct number *number_find(const char *type)
{
    return row_of(number_table, type, type);
}

const struct number *number_of_factors(size_t index)
{
    for (size_t i = 0; i < NUMBER_COUNT; i++)
        if (number_table[i].of && index-- == 0)
            return &number_table[i];
    return NULL;
}

const struct number *number_real(const struct number *number)
{
    return number->parts ? number_find(number->parts) : number;
}

const struct number *number_wider(const struct number *left, const struct number *right)
{
    return left->bytes < right->bytes ? right : left;
}

bool number_is_of(const struct number *number, const struct element *element)
{
    return number->of && element->same && strcmp(element->same->type, number->of) == 0;
}

bool element_is_rounded(const struct element *element)
{
    for (size_t i = 0; i < NUMBER_COUNT; i++)
        if (number_is_of(&number_table[i], element))
            return true;
    return false;
}
