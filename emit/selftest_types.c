/*
 * How elements are stored and read by a self-test, and what results are rounded to.
 */
#include "emit/selftest.h"

#include <string.h>

/* A type whose elements stand alone: one that C has, or a sign, an exponent and a significand of so many bits. */
static const struct kind {
    const char *type;
    const char *c;        /* as C has it, or the bits of it */
    int digits, exponent; /* stored bits of the significand, bits of the exponent; 0: C has it */
    const char *
        relative; /* what rounding by the type, and by what its epilogue is calculated in, may change of a number of 1 */
    const char *least,
        *most;  /* what results are limited to; NULL: no result of a self-test reaches it */
    bool above; /* numbers have no sign: the first one is 0 */
} kinds[] = {
    {"f32", "cl_float", 0, 0, "4e-6", NULL, NULL, false},
    {"f64", "cl_double", 0, 0, "1e-14", NULL, NULL, false},
    {"c32", "cl_float", 0, 0, "4e-6", NULL, NULL, false},
    {"c64", "cl_double", 0, 0, "1e-14", NULL, NULL, false},
    {"i32", "cl_int", 0, 0, "0", NULL, NULL, false},
    {"i8", "cl_char", 30, 0, "4e-6", "-128", "127", false},
    {"u8", "cl_uchar", 30, 0, "4e-6", "0", "255", true},
    {"f16", "cl_ushort", 10, 5, "1e-3", NULL, NULL, false},
    {"bf16", "cl_ushort", 7, 8, "8e-3", NULL, NULL, false},
    {"e4m3", "cl_uchar", 3, 4, "0.07", "-448", "448", false},
    {"e5m2", "cl_uchar", 2, 5, "0.13", "-57344", "57344", false},
};

static const struct kind *find(const char *type)
{
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
        if (strcmp(kinds[i].type, type) == 0)
            return &kinds[i];
    return NULL;
}

/* Quants that share a scale, as doc/quantised.md has them: where they lie in a block, in bytes, and what is subtracted. */
static const struct packed {
    const char *type, *body;
    long long bytes, quants, fifth, zero, part, parts;
    const char
        *least; /* bits of the least element with a scale of 1, less 0x400; NULL: there is none */
    bool exponent, whole_bytes, six;
    const char *quant; /* of groups of real numbers of 8 bits: their type, */
    long long scaled;  /* and how many there are in one */
    long long shared;  /* of so many lines; 0: of one */
} packed[] = {
    {.type = "q4_0", .body = "block", .bytes = 18, .quants = 2, .zero = 8},
    {.type = "q4_1", .body = "block", .bytes = 20, .quants = 4, .zero = 8, .least = "0xc400"},
    {.type = "q5_0", .body = "block", .bytes = 22, .quants = 6, .fifth = 2, .zero = 16},
    {.type = "q5_1",
     .body = "block",
     .bytes = 24,
     .quants = 8,
     .fifth = 4,
     .zero = 16,
     .least = "0xc800"},
    {.type = "q8_0", .body = "block", .bytes = 34, .quants = 2, .whole_bytes = true},
    {.type = "mxfp4", .body = "block", .bytes = 17, .quants = 1, .exponent = true},
    {.type = "q4_k",
     .body = "parts",
     .bytes = 144,
     .quants = 16,
     .zero = 8,
     .part = 32,
     .parts = 4},
    {.type = "q5_k",
     .body = "parts",
     .bytes = 176,
     .quants = 48,
     .fifth = 16,
     .zero = 16,
     .part = 32,
     .parts = 4},
    {.type = "q6_k",
     .body = "parts",
     .bytes = 210,
     .zero = 32,
     .part = 16,
     .parts = 192,
     .six = true},
    {.type = "e4m3_128", .body = "scaled", .quant = "e4m3", .scaled = 128},
    {.type = "e5m2_128", .body = "scaled", .quant = "e5m2", .scaled = 128},
    {.type = "e4m3_128x128", .body = "scaled", .quant = "e4m3", .scaled = 128, .shared = 128},
    {.type = "e5m2_128x128", .body = "scaled", .quant = "e5m2", .scaled = 128, .shared = 128},
    {.type = "mxfp8_e4m3", .body = "scaled", .quant = "e4m3", .scaled = 32, .exponent = true},
    {.type = "mxfp8_e5m2", .body = "scaled", .quant = "e5m2", .scaled = 32, .exponent = true},
};

/* What is added to an exponent where it is stored. */
static long long bias_of(const struct kind *kind)
{
    return (1LL << kind->exponent) / 2 - 1;
}

/* The bits of a number as C writes them. */
static const char *bits_of(struct job *job, const struct kind *kind, long long number)
{
    const int digits = (1 + kind->exponent + kind->digits) / 4;
    return arena_printf(job->arena, "0x%0*llx", digits, number);
}

/* Five whole numbers, from -2 or from 0 on, as C initializes an array: as they are, or by their bits. */
static const char *five_numbers(struct job *job, const struct kind *kind)
{
    if (!kind->exponent)
        return kind->above ? "{0, 1, 2, 3, 4}" : "{-2, -1, 0, 1, 2}";
    const long long one = bias_of(kind) << kind->digits, two = one + (1LL << kind->digits);
    const long long sign = 1LL << (kind->exponent + kind->digits);
    return arena_printf(job->arena, "{%s, %s, %s, %s, %s}", bits_of(job, kind, sign | two),
                        bits_of(job, kind, sign | one), bits_of(job, kind, 0),
                        bits_of(job, kind, one), bits_of(job, kind, two));
}

static void view_packed(struct job *job, struct value *view, const char *type)
{
    const bool groups = type[0] == 'i' || type[0] == 'u';
    const struct packed *row = packed;
    value_set_bool(job, view, "zeros", type[0] == 'u');
    value_set_text(job, view, "group", groups ? strchr(type, '_') + 1 : NULL);
    if (groups) {
        value_set_text(job, view, "body", "host/put_group");
        return;
    }
    while (strcmp(row->type, type) != 0)
        row++;
    value_set_text(job, view, "body", arena_printf(job->arena, "host/put_%s", row->body));
    value_set_integer(job, view, "bytes", row->bytes);
    value_set_integer(job, view, "quants", row->quants);
    value_set_unless(job, view, "fifth", row->fifth, 0);
    value_set_integer(job, view, "zero", row->zero);
    value_set_integer(job, view, "part", row->part);
    value_set_integer(job, view, "parts", row->parts);
    value_set_text(job, view, "least", row->least);
    value_set_bool(job, view, "exponent", row->exponent);
    value_set_bool(job, view, "whole_bytes", row->whole_bytes);
    value_set_bool(job, view, "six", row->six);
    value_set_unless(job, view, "scaled", row->scaled, 0);
    value_set_unless(job, view, "shared_by_lines", row->shared, 0);
    value_set_integer(job, view, "elements_of_scale", row->scaled * row->shared);
    value_set_bool(job, view, "powers", row->exponent);
    if (row->quant)
        value_set_text(job, view, "numbers", five_numbers(job, find(row->quant)));
}

bool selftest_packs(const char *type)
{
    return !find(type);
}

bool selftest_is_above(const char *type)
{
    const struct kind *const kind = find(type);
    return kind && kind->above;
}

bool selftest_is_rounded(const char *type)
{
    const struct kind *const kind = find(type);
    /* Sums of so few numbers are exact in half precision. */
    return kind->exponent && kind->digits < 10;
}

void selftest_view_table(struct job *job, struct value *view, const char *type)
{
    const struct kind *const kind = find(type);
    value_set_text(job, view, "type", type);
    value_set_text(job, view, "stored", kind->c);
    value_set_text(job, view, "numbers", five_numbers(job, kind));
}

void selftest_view_put(struct job *job, struct value *view, const char *type)
{
    value_set_text(job, view, "type", type);
    view_packed(job, view, type);
}

/* Views how bits become those of single precision: where the sign goes, how far the others, what the value is multiplied by. */
static void view_bits(struct job *job, struct value *get, const struct kind *kind)
{
    const int dropped = 23 - kind->digits, size = 1 + kind->exponent + kind->digits;
    const long long sign = 1LL << (size - 1);
    const double root = (double)(1LL << (127 - bias_of(kind)) / 2);
    value_set_bool(job, get, "byte", size == 8);
    value_set_bool(job, get, "upper_half", kind->exponent == 8);
    value_set_text(job, get, "sign", bits_of(job, kind, sign));
    value_set_integer(job, get, "to_sign", 32 - size);
    value_set_text(job, get, "below_sign", bits_of(job, kind, sign - 1));
    value_set_integer(job, get, "dropped", dropped);
    value_set(get, "scale", value_printf(job, "%.0f.0", root * root));
    value_set_integer(job, get, "power", 127 - bias_of(kind));
}

void selftest_view_get(struct job *job, struct value *view, const char *type)
{
    const struct kind *const kind = find(type);
    struct value *const get = value_set_object(job, view, "get");
    value_set_text(job, get, "stored", kind->c);
    value_set_bool(job, get, "bits", kind->exponent > 0);
    if (kind->exponent)
        view_bits(job, get, kind);
    if (selftest_is_rounded(type)) {
        const int dropped = 23 - kind->digits;
        value_set_integer(job, view, "dropped", dropped);
        value_set(view, "less_half", value_printf(job, "0x%x", (1U << (dropped - 1)) - 1));
        value_set(view, "kept", value_printf(job, "0x%x", 0xffffffffU << dropped));
    }
    value_set_text(job, view, "relative", kind->relative);
    value_set_text(job, view, "least", kind->least);
    value_set_text(job, view, "most", kind->most);
    value_set_bool(job, view, "whole", kind->least && !kind->exponent);
    value_set_bool(job, view, "rare", kind->digits > 0 && kind->digits != 10);
}
