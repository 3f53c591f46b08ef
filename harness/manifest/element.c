#include "harness/manifest/element.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "harness/manifest/half.h"

/* Stored form of a number: its bits as a whole number of as many bytes, rounded to nearest even. */
struct facts {
    const char *name;
    size_t bytes;
    int digits;
    double greatest, least_normal;
    uint64_t poison;
    uint64_t (*encode)(double value);
    double (*decode)(uint64_t bits);
    struct element_range data; /* of whole numbers */
    enum element_type part;    /* of complex ones, which have two of them */
    size_t covers;             /* elements of a block, of which `bytes` are; 0: none is one */
    size_t group;              /* of those that share a scale elsewhere; 0: none do */
    bool zeros;                /* and have a zero point elsewhere */
};

/* Blocks of `count` elements, which are decoded to singles. */
#define BLOCKS(word, size, count)                                                                  \
    {                                                                                              \
        .name = word, .bytes = size, .digits = FLT_MANT_DIG, .greatest = FLT_MAX,                  \
        .least_normal = FLT_MIN, .covers = count                                                   \
    }

/* Groups of `count` elements of 4 bits; with zero points, two of which are in a byte, two groups. */
#define GROUPS(word, count, has_zeros)                                                             \
    {                                                                                              \
        .name = word, .bytes = (count) * (1 + (has_zeros)) / 2, .digits = FLT_MANT_DIG,            \
        .greatest = FLT_MAX, .least_normal = FLT_MIN, .covers = (count) * (1 + (has_zeros)),       \
        .group = count, .zeros = has_zeros                                                         \
    }

static uint64_t encode_half(double value)
{
    return half_from_double(value);
}

static double decode_half(uint64_t bits)
{
    return half_to_double((uint16_t)bits);
}

static uint64_t encode_single(double value)
{
    float single = (float)value;
    uint32_t bits;

    memcpy(&bits, &single, sizeof bits);
    return bits;
}

static double decode_single(uint64_t bits)
{
    uint32_t bits_32 = (uint32_t)bits;
    float single;

    memcpy(&single, &bits_32, sizeof single);
    return single;
}

/* A single with 11 digits; halfway away from zero. */
static uint64_t encode_tensor(double value)
{
    uint32_t bits = (uint32_t)encode_single(value);

    return isnan(value) ? bits : (bits + 0x1000) & ~UINT32_C(0x1fff);
}

/* The upper half of a single; what that would round away is rounded here, once. */
static uint64_t encode_bfloat(double value)
{
    double magnitude = fabs(value);
    int exponent;
    uint32_t bits;
    float single;

    if (isnan(value))
        return 0x7fc0;
    if (magnitude < FLT_MAX * 2.0 && magnitude > 0) {
        frexp(magnitude, &exponent);
        exponent = exponent < FLT_MIN_EXP ? FLT_MIN_EXP - 8 : exponent - 8; /* of its last place */
        magnitude = ldexp(rint(ldexp(magnitude, -exponent)), exponent);
    }
    single = (float)magnitude;
    memcpy(&bits, &single, sizeof bits);
    return bits >> 16 | (signbit(value) ? 0x8000 : 0);
}

static double decode_bfloat(uint64_t bits)
{
    return decode_single(bits << 16);
}

/* Real numbers of 8 bits: a sign, a biased exponent and `fraction` bits of the significand. Beyond the greatest one, whose bits are `last`, are infinity,
 * where there is one, and NaN. */
struct eight_bits {
    int fraction, bias;
    uint64_t last;
};
static const struct eight_bits e4m3 = {3, 7, 0x7e}, e5m2 = {2, 15, 0x7b};

enum {
    NAN_OF_EIGHT = 0x7f
};

static double decode_eight(struct eight_bits format, uint64_t bits)
{
    const int exponent = (int)(bits & 0x7f) >> format.fraction;
    const int normal = 1 << format.fraction;
    const int significand = ((int)bits & (normal - 1)) | (exponent > 0 ? normal : 0);
    const double value =
        (bits & 0x7f) <= format.last
            ? ldexp(significand, (exponent > 0 ? exponent : 1) - format.bias - format.fraction)
        : significand == normal && format.last + 1 < NAN_OF_EIGHT ? INFINITY
                                                                  : NAN;

    return bits & 0x80 ? -value : value;
}

/* The places of the binade are counted from its first number on; the place beyond its last one is the first of the next. */
static uint64_t encode_eight(struct eight_bits format, double value)
{
    const double magnitude = fmin(fabs(value), decode_eight(format, format.last));
    int exponent;
    uint64_t bits;

    if (isnan(value))
        return NAN_OF_EIGHT;
    frexp(fmax(magnitude, ldexp(1, 1 - format.bias)), &exponent);
    exponent += format.bias - 1; /* biased: that of the least normal number is 1 */
    bits = ((uint64_t)(exponent - 1) << format.fraction) +
           (uint64_t)rint(ldexp(magnitude, format.bias + format.fraction - exponent));
    return bits | (signbit(value) ? 0x80 : 0);
}

static uint64_t encode_e4m3(double value)
{
    return encode_eight(e4m3, value);
}

static double decode_e4m3(uint64_t bits)
{
    return decode_eight(e4m3, bits);
}

static uint64_t encode_e5m2(double value)
{
    return encode_eight(e5m2, value);
}

static double decode_e5m2(uint64_t bits)
{
    return decode_eight(e5m2, bits);
}

static uint64_t encode_double(double value)
{
    uint64_t bits;

    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static double decode_double(uint64_t bits)
{
    double value;

    memcpy(&value, &bits, sizeof value);
    return value;
}

/* Modulo 2^32. */
static uint64_t encode_whole(double value)
{
    return isfinite(value) ? (uint64_t)(int64_t)fmod(rint(value), 0x1p32) : 0;
}

/* To the nearest number of the type, ties to even; beyond its range the end of it. */
static uint64_t encode_i8(double value)
{
    return isnan(value) ? 0 : (uint8_t)(int8_t)rint(fmin(fmax(value, INT8_MIN), INT8_MAX));
}

static uint64_t encode_u8(double value)
{
    return isnan(value) ? 0 : (uint8_t)rint(fmin(fmax(value, 0), UINT8_MAX));
}

static double decode_i32(uint64_t bits)
{
    return (int32_t)(uint32_t)bits;
}

static double decode_i8(uint64_t bits)
{
    return (int8_t)(uint8_t)bits;
}

static double decode_u8(uint64_t bits)
{
    return (uint8_t)bits;
}

/* Singles, of whose factors so many digits count. */
#define SINGLES(word, count)                                                                       \
    {                                                                                              \
        .name = word, .bytes = 4, .digits = count, .greatest = FLT_MAX, .least_normal = FLT_MIN,   \
        .poison = UINT64_C(0x7faead5a), .encode = encode_single, .decode = decode_single           \
    }

static const struct facts facts[TYPE_I64] = {
    [TYPE_F16] = {"f16", 2, 11, 65504, 0x1p-14, UINT64_C(0x7dad), encode_half, decode_half, {0, 0}},
    [TYPE_F32] = SINGLES("f32", FLT_MANT_DIG),
    [TYPE_F64] = {"f64",
                  8,
                  DBL_MANT_DIG,
                  DBL_MAX,
                  DBL_MIN,
                  UINT64_C(0x7ff5deadbeefa5a5),
                  encode_double,
                  decode_double,
                  {0, 0}},
    [TYPE_I32] =
        {"i32", 4, 31, INT32_MAX, 1, UINT64_C(0x5deadbef), encode_whole, decode_i32, {-1000, 1000}},
    [TYPE_BF16] =
        {"bf16", 2, 8, 0x1.fep127, FLT_MIN, UINT64_C(0x7fa5), encode_bfloat, decode_bfloat, {0, 0}},
    [TYPE_E4M3] = {"e4m3", 1, 4, 448, 0x1p-6, UINT64_C(0xff), encode_e4m3, decode_e4m3, {0, 0}},
    [TYPE_E5M2] = {"e5m2", 1, 3, 57344, 0x1p-14, UINT64_C(0xfd), encode_e5m2, decode_e5m2, {0, 0}},
    [TYPE_I8] =
        {"i8", 1, 7, INT8_MAX, 1, UINT64_C(0xa5), encode_i8, decode_i8, {INT8_MIN, INT8_MAX}},
    [TYPE_TF32] = {"tf32",
                   4,
                   11,
                   FLT_MAX,
                   FLT_MIN,
                   UINT64_C(0x7faea000),
                   encode_tensor,
                   decode_single,
                   {0, 0}},
    /* 22 digits, the last one given up for the product that is left out. */
    [TYPE_3XTF32] = SINGLES("3xtf32", 21),
    /* Two numbers of 8 digits, the rest with a sign of its own: they miss 2^-17 of an element at
     * most, and a rest is 2^-8 / (1 + 2^-8) of it at most. A product misses what both factors do
     * and the product of their rests: less than 2^-15, or twice 2^-16. */
    [TYPE_BF16X3] = SINGLES("bf16x3", 16),
    [TYPE_U8] = {"u8", 1, 8, UINT8_MAX, 1, UINT64_C(0xa5), encode_u8, decode_u8, {0, UINT8_MAX}},
    [TYPE_C32] = {.name = "c32",
                  .bytes = 8,
                  .digits = FLT_MANT_DIG,
                  .greatest = FLT_MAX,
                  .least_normal = FLT_MIN,
                  .encode = encode_single,
                  .decode = decode_single,
                  .part = TYPE_F32},
    [TYPE_C64] = {.name = "c64",
                  .bytes = 16,
                  .digits = DBL_MANT_DIG,
                  .greatest = DBL_MAX,
                  .least_normal = DBL_MIN,
                  .encode = encode_double,
                  .decode = decode_double,
                  .part = TYPE_F64},
    [TYPE_Q4_0] = BLOCKS("q4_0", 18, 32),
    [TYPE_Q4_1] = BLOCKS("q4_1", 20, 32),
    [TYPE_Q5_0] = BLOCKS("q5_0", 22, 32),
    [TYPE_Q5_1] = BLOCKS("q5_1", 24, 32),
    [TYPE_Q8_0] = BLOCKS("q8_0", 34, 32),
    [TYPE_Q4_K] = BLOCKS("q4_k", 144, 256),
    [TYPE_Q5_K] = BLOCKS("q5_k", 176, 256),
    [TYPE_Q6_K] = BLOCKS("q6_k", 210, 256),
    [TYPE_MXFP4] = BLOCKS("mxfp4", 17, 32),
    [TYPE_I4_32] = GROUPS("i4_32", 32, false),
    [TYPE_I4_64] = GROUPS("i4_64", 64, false),
    [TYPE_I4_128] = GROUPS("i4_128", 128, false),
    [TYPE_I4_256] = GROUPS("i4_256", 256, false),
    [TYPE_U4_32] = GROUPS("u4_32", 32, true),
    [TYPE_U4_64] = GROUPS("u4_64", 64, true),
    [TYPE_U4_128] = GROUPS("u4_128", 128, true),
    [TYPE_U4_256] = GROUPS("u4_256", 256, true),
};

static const char *name_of(enum element_type type)
{
    return type < TYPE_I64 ? facts[type].name : "i64";
}

enum element_type element_find(const char *name)
{
    int type = 0;

    while (type < TYPE_OTHER && strcmp(name_of((enum element_type)type), name) != 0)
        type++;
    return (enum element_type)type;
}

const char *element_word(enum element_type type)
{
    return type < TYPE_OTHER ? name_of(type) : "none";
}

bool element_of_matrix(enum element_type type)
{
    return (int)type < MATRIX_TYPE_COUNT;
}

bool element_is_whole(enum element_type type)
{
    return type == TYPE_I64 || (element_of_matrix(type) && facts[type].data.most > 0);
}

bool element_is_whole_sum(enum element_type type)
{
    return type == TYPE_I32;
}

bool element_is_real(enum element_type type)
{
    return element_of_matrix(type) && !element_is_whole(type);
}

bool element_is_calculated(enum element_type type)
{
    return (int)type < CALCULATED_TYPE_COUNT;
}

bool element_is_of_factors(enum element_type type)
{
    return type == TYPE_TF32 || type == TYPE_3XTF32 || type == TYPE_BF16X3;
}

int element_products(enum element_type type)
{
    return type == TYPE_3XTF32 || type == TYPE_BF16X3 ? 3 : 1;
}

int element_parts(enum element_type type)
{
    return type == TYPE_C32 || type == TYPE_C64 ? 2 : 1;
}

enum element_type element_part(enum element_type type)
{
    return element_parts(type) == 2 ? facts[type].part : type;
}

double element_operations(enum element_type type)
{
    return element_parts(type) == 2 ? 8 : 2;
}

bool element_is_narrower(enum element_type type, enum element_type other)
{
    return facts[type].digits < facts[other].digits;
}

size_t element_bytes(enum element_type type)
{
    return facts[type].bytes;
}

size_t element_covers(enum element_type type)
{
    return facts[type].covers == 0 ? 1 : facts[type].covers;
}

size_t element_group(enum element_type type)
{
    return facts[type].group;
}

bool element_has_zeros(enum element_type type)
{
    return facts[type].zeros;
}

double element_share(enum element_type type)
{
    const size_t group = element_group(type);
    const double apart = group == 0 ? 0 : (element_has_zeros(type) ? 2.5 : 2) / (double)group;

    return (double)element_bytes(type) / (double)element_covers(type) + apart;
}

/* Bits of an element as a whole number of the element's size. */
static uint64_t get_bits(enum element_type type, const void *array, uint64_t at)
{
    const char *from = (const char *)array + at * element_bytes(type);
    uint16_t bits_16;
    uint32_t bits_32;
    uint64_t bits_64;

    switch (element_bytes(type)) {
    case 1:
        return (uint8_t)*from;
    case 2:
        memcpy(&bits_16, from, sizeof bits_16);
        return bits_16;
    case 4:
        memcpy(&bits_32, from, sizeof bits_32);
        return bits_32;
    default:
        memcpy(&bits_64, from, sizeof bits_64);
        return bits_64;
    }
}

static void put_bits(enum element_type type, void *array, uint64_t at, uint64_t bits)
{
    char *to = (char *)array + at * element_bytes(type);
    uint16_t bits_16 = (uint16_t)bits;
    uint32_t bits_32 = (uint32_t)bits;

    switch (element_bytes(type)) {
    case 1:
        *to = (char)(uint8_t)bits;
        break;
    case 2:
        memcpy(to, &bits_16, sizeof bits_16);
        break;
    case 4:
        memcpy(to, &bits_32, sizeof bits_32);
        break;
    default:
        memcpy(to, &bits, sizeof bits);
        break;
    }
}

bool element_saturates(enum element_type type)
{
    return type == TYPE_E4M3 || type == TYPE_E5M2;
}

void element_store(enum element_type type, void *array, uint64_t at, double value)
{
    put_bits(type, array, at, facts[type].encode(value));
}

double element_load(enum element_type type, const void *array, uint64_t at)
{
    return facts[type].decode(get_bits(type, array, at));
}

void element_poison(enum element_type type, void *array, uint64_t at)
{
    put_bits(type, array, at, facts[type].poison);
}

bool element_is_poison(enum element_type type, const void *array, uint64_t at)
{
    return get_bits(type, array, at) == facts[type].poison;
}

double element_round(enum element_type type, double value)
{
    return facts[type].decode(facts[type].encode(value));
}

struct element_range element_range(enum element_type type)
{
    return facts[type].data;
}

const char *element_list(bool calculated, char text[ELEMENT_LIST])
{
    int count = calculated ? CALCULATED_TYPE_COUNT : MATRIX_TYPE_COUNT;
    size_t length = 0;

    for (int i = 0; i < count && length < ELEMENT_LIST; i++)
        length += (size_t)snprintf(text + length, ELEMENT_LIST - length, "%s%s",
                                   i == 0           ? ""
                                   : i == count - 1 ? " and "
                                                    : ", ",
                                   facts[i].name);
    return text;
}

int element_digits(enum element_type type)
{
    return facts[type].digits;
}

double element_roundoff(enum element_type type)
{
    return ldexp(1, -facts[type].digits);
}

double element_greatest(enum element_type type)
{
    return facts[type].greatest;
}

double element_least_normal(enum element_type type)
{
    return facts[type].least_normal;
}
