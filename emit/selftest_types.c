/*
 * How elements are stored and read by a self-test, and what results are rounded to.
 */
#include "emit/selftest.h"

#include <string.h>

/* A type whose elements stand alone. */
static const struct kind {
    const char *type;
    const char *c;          /* as C has it, or the bits of it */
    const char *numbers[3]; /* bits of 0, 1 and 2; NULL: C has the type */
    const char *sign;       /* their bit of the sign */
    int digits, exponent;   /* bits of the significand that are stored, bits of the exponent */
    long long bias;
    const char *
        relative; /* what rounding by the type, and by what its epilogue is calculated in, may change of a number of 1 */
    const char *least,
        *most;  /* what results are limited to; NULL: no result of a self-test reaches it */
    bool above; /* numbers have no sign: 2 is added */
} kinds[] = {
    {.type = "f32", .c = "cl_float", .relative = "4e-6"},
    {.type = "f64", .c = "cl_double", .relative = "1e-14"},
    {.type = "c32", .c = "cl_float", .relative = "4e-6"},
    {.type = "c64", .c = "cl_double", .relative = "1e-14"},
    {.type = "i32", .c = "cl_int", .relative = "0"},
    {.type = "i8",
     .c = "cl_char",
     .digits = 30,
     .relative = "4e-6",
     .least = "-128",
     .most = "127"},
    {.type = "u8",
     .c = "cl_uchar",
     .digits = 30,
     .relative = "4e-6",
     .least = "0",
     .most = "255",
     .above = true},
    {"f16",
     "cl_ushort",
     {"0x0000", "0x3c00", "0x4000"},
     "0x8000",
     10,
     5,
     15,
     "1e-3",
     NULL,
     NULL,
     false},
    {"bf16",
     "cl_ushort",
     {"0x0000", "0x3f80", "0x4000"},
     "0x8000",
     7,
     8,
     127,
     "8e-3",
     NULL,
     NULL,
     false},
    {"e4m3", "cl_uchar", {"0x00", "0x38", "0x40"}, "0x80", 3, 4, 7, "0.07", "-448", "448", false},
    {"e5m2",
     "cl_uchar",
     {"0x00", "0x3c", "0x40"},
     "0x80",
     2,
     5,
     15,
     "0.13",
     "-57344",
     "57344",
     false},
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
};

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
}

bool selftest_packs(const char *type)
{
    return !find(type);
}

void selftest_view_put(struct job *job, struct value *view, const char *type)
{
    const struct kind *const kind = find(type);
    value_set_text(job, view, "type", type);
    if (!kind) {
        view_packed(job, view, type);
        return;
    }
    value_set_text(job, view, "body", kind->numbers[0] ? "host/put_bits" : "host/put_number");
    value_set_text(job, view, "stored", kind->c);
    value_set_bool(job, view, "above", kind->above);
    value_set_text(job, view, "sign", kind->sign);
    value_set_text(job, view, "none", kind->numbers[0]);
    value_set_text(job, view, "single", kind->numbers[1]);
    value_set_text(job, view, "pair", kind->numbers[2]);
}

void selftest_view_get(struct job *job, struct value *view, const char *type)
{
    const struct kind *const kind = find(type);
    struct value *const get = value_set_object(job, view, "get");
    value_set_text(job, get, "stored", kind->c);
    value_set_bool(job, get, "bits", kind->numbers[0] != NULL);
    value_set_bool(job, get, "upper_half", strcmp(type, "bf16") == 0);
    value_set_integer(job, get, "digits", kind->digits);
    value_set_integer(job, get, "leading", 1LL << kind->digits);
    value_set_integer(job, get, "exponents", (1LL << kind->exponent) - 1);
    value_set_integer(job, get, "unit", kind->bias + kind->digits);
    /* Sums of so few numbers are exact in half precision. */
    value_set_bool(job, view, "nearest", kind->numbers[0] && kind->digits < 10);
    value_set_integer(job, view, "limit", 1LL << (kind->digits + (kind->numbers[0] != NULL)));
    value_set_text(job, view, "relative", kind->relative);
    value_set_text(job, view, "least", kind->least);
    value_set_text(job, view, "most", kind->most);
    value_set_bool(job, view, "whole", kind->least && !kind->numbers[0]);
    value_set_bool(job, view, "rare", kind->digits > 0 && kind->digits != 10);
}
