#include "harness/manifest/element.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "harness/manifest/internal.h"

/* Blocks of `count` elements, which are decoded to singles; and those whose parts lie apart, of which
 * the quants are left. */
#define IN_ORDER false
#define BACKWARDS true
#define SINGLES_OF_BLOCKS .digits = FLT_MANT_DIG, .greatest = FLT_MAX, .least_normal = FLT_MIN
#define BLOCKS(type, word, scale, least, part_scales, upper, low, order, count)                    \
    [TYPE_##type] = {.name = word,                                                                 \
                     .bytes = (scale) + (least) + (part_scales) + (upper) + (low),                 \
                     SINGLES_OF_BLOCKS,                                                            \
                     .covers = count},                                                             \
    [TYPE_##type##_APART] = {.name = word "_apart",                                                \
                             .bytes = low,                                                         \
                             SINGLES_OF_BLOCKS,                                                    \
                             .covers = count,                                                      \
                             .together = TYPE_##type,                                              \
                             .parts = {{scale, 0, least, part_scales, upper}, low, order}},

/* Groups of `count` elements of 4 bits; with zero points, two of which are in a byte, two
 * groups. */
#define GROUPS(word, count, has_zeros)                                                             \
    {                                                                                              \
        .name = word, .bytes = (count) * (1 + (has_zeros)) / 2, .digits = FLT_MANT_DIG,            \
        .greatest = FLT_MAX, .least_normal = FLT_MIN, .covers = (count) * (1 + (has_zeros)),       \
        .group = count, .zeros = has_zeros, .scale = TYPE_F16, .quant = TYPE_OTHER                 \
    }

/* Groups of `count` elements of 8 bits along K and of `across` lines. */
#define GROUPS_OF_BYTES(word, count, across, of, scales)                                           \
    {                                                                                              \
        .name = word, .bytes = count, .digits = FLT_MANT_DIG, .greatest = FLT_MAX,                 \
        .least_normal = FLT_MIN, .covers = count, .group = count, .group_lines = across,           \
        .scale = scales, .quant = of                                                               \
    }

/* Singles, of whose factors so many digits count. */
#define SINGLES(word, count)                                                                       \
    {                                                                                              \
        .name = word, .bytes = 4, .digits = count, .greatest = FLT_MAX, .least_normal = FLT_MIN,   \
        .poison = UINT64_C(0x7faead5a), .codec = &codec_single                                     \
    }

const struct element_facts element_facts[TYPE_I64] = {
    [TYPE_F16] = {"f16", 2, 11, 65504, 0x1p-14, UINT64_C(0x7dad), &codec_half, {0, 0}},
    [TYPE_F32] = SINGLES("f32", FLT_MANT_DIG),
    [TYPE_F64] = {"f64",
                  8,
                  DBL_MANT_DIG,
                  DBL_MAX,
                  DBL_MIN,
                  UINT64_C(0x7ff5deadbeefa5a5),
                  &codec_double,
                  {0, 0}},
    [TYPE_I32] = {"i32", 4, 31, INT32_MAX, 1, UINT64_C(0x5deadbef), &codec_i32, {-1000, 1000}},
    [TYPE_BF16] = {"bf16", 2, 8, 0x1.fep127, FLT_MIN, UINT64_C(0x7fa5), &codec_bfloat, {0, 0}},
    [TYPE_E4M3] = {"e4m3", 1, 4, 448, 0x1p-6, UINT64_C(0xff), &codec_e4m3, {0, 0}},
    [TYPE_E5M2] = {"e5m2", 1, 3, 57344, 0x1p-14, UINT64_C(0xfd), &codec_e5m2, {0, 0}},
    [TYPE_I8] = {"i8", 1, 7, INT8_MAX, 1, UINT64_C(0xa5), &codec_i8, {INT8_MIN, INT8_MAX}},
    [TYPE_TF32] = {"tf32", 4, 11, FLT_MAX, FLT_MIN, UINT64_C(0x7faea000), &codec_tensor, {0, 0}},
    /* 22 digits, the last one given up for the product that is left out. */
    [TYPE_3XTF32] = SINGLES("3xtf32", 21),
    /* Two numbers of 8 digits, the rest with a sign of its own: they miss 2^-17 of an element at
     * most, and a rest is 2^-8 / (1 + 2^-8) of it at most. A product misses what both factors do
     * and the product of their rests: less than 2^-15, or twice 2^-16. */
    [TYPE_BF16X3] = SINGLES("bf16x3", 16),
    [TYPE_U8] = {"u8", 1, 8, UINT8_MAX, 1, UINT64_C(0xa5), &codec_u8, {0, UINT8_MAX}},
    [TYPE_C32] = {.name = "c32",
                  .bytes = 8,
                  .digits = FLT_MANT_DIG,
                  .greatest = FLT_MAX,
                  .least_normal = FLT_MIN,
                  .codec = &codec_single,
                  .part = TYPE_F32},
    [TYPE_C64] = {.name = "c64",
                  .bytes = 16,
                  .digits = DBL_MANT_DIG,
                  .greatest = DBL_MAX,
                  .least_normal = DBL_MIN,
                  .codec = &codec_double,
                  .part = TYPE_F64},
#include "harness/manifest/blocks.def"
    [TYPE_I4_32] = GROUPS("i4_32", 32, false),
    [TYPE_I4_64] = GROUPS("i4_64", 64, false),
    [TYPE_I4_128] = GROUPS("i4_128", 128, false),
    [TYPE_I4_256] = GROUPS("i4_256", 256, false),
    [TYPE_U4_32] = GROUPS("u4_32", 32, true),
    [TYPE_U4_64] = GROUPS("u4_64", 64, true),
    [TYPE_U4_128] = GROUPS("u4_128", 128, true),
    [TYPE_U4_256] = GROUPS("u4_256", 256, true),
    [TYPE_E4M3_128] = GROUPS_OF_BYTES("e4m3_128", 128, 0, TYPE_E4M3, TYPE_F32),
    [TYPE_E5M2_128] = GROUPS_OF_BYTES("e5m2_128", 128, 0, TYPE_E5M2, TYPE_F32),
    [TYPE_E4M3_128X128] = GROUPS_OF_BYTES("e4m3_128x128", 128, 128, TYPE_E4M3, TYPE_F32),
    [TYPE_E5M2_128X128] = GROUPS_OF_BYTES("e5m2_128x128", 128, 128, TYPE_E5M2, TYPE_F32),
    [TYPE_MXFP8_E4M3] = GROUPS_OF_BYTES("mxfp8_e4m3", 32, 0, TYPE_E4M3, TYPE_U8),
    [TYPE_MXFP8_E5M2] = GROUPS_OF_BYTES("mxfp8_e5m2", 32, 0, TYPE_E5M2, TYPE_U8),
};

static const char *name_of(enum element_type type)
{
    return type < TYPE_I64 ? element_facts[type].name : "i64";
}

enum element_type element_named(const char *name)
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
    return type == TYPE_I64 || (element_of_matrix(type) && element_facts[type].range.most > 0);
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
    return element_parts(type) == 2 ? element_facts[type].part : type;
}

double element_operations(enum element_type type)
{
    return element_parts(type) == 2 ? 8 : 2;
}

bool element_is_narrower(enum element_type type, enum element_type other)
{
    return element_facts[type].digits < element_facts[other].digits;
}

size_t element_covers(enum element_type type)
{
    return element_facts[type].covers == 0 ? 1 : element_facts[type].covers;
}

size_t element_group_lines(enum element_type type)
{
    return element_facts[type].group_lines == 0 ? 1 : element_facts[type].group_lines;
}

double element_share(enum element_type type)
{
    const enum element_type together = element_facts[type].together;
    const size_t group = element_facts[type].group * element_group_lines(type);
    const double scale = (double)element_facts[element_facts[type].scale].bytes;
    const double apart = group == 0 ? 0 : (scale + element_facts[type].zeros * 0.5) / (double)group;

    return (double)element_facts[together != 0 ? together : type].bytes /
               (double)element_covers(type) +
           apart;
}

/* Bits of an element as a whole number of the element's size. */
static uint64_t get_bits(enum element_type type, const void *array, uint64_t at)
{
    const char *from = (const char *)array + at * element_facts[type].bytes;
    uint16_t bits_16;
    uint32_t bits_32;
    uint64_t bits_64;

    switch (element_facts[type].bytes) {
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
    char *to = (char *)array + at * element_facts[type].bytes;
    uint16_t bits_16 = (uint16_t)bits;
    uint32_t bits_32 = (uint32_t)bits;

    switch (element_facts[type].bytes) {
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
    put_bits(type, array, at, element_facts[type].codec->encode(value));
}

double element_load(enum element_type type, const void *array, uint64_t at)
{
    return element_facts[type].codec->decode(get_bits(type, array, at));
}

void element_poison(enum element_type type, void *array, uint64_t at)
{
    put_bits(type, array, at, element_facts[type].poison);
}

bool element_is_poison(enum element_type type, const void *array, uint64_t at)
{
    return get_bits(type, array, at) == element_facts[type].poison;
}

double element_round(enum element_type type, double value)
{
    return element_facts[type].codec->decode(element_facts[type].codec->encode(value));
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
                                   element_facts[i].name);
    return text;
}

double element_roundoff(enum element_type type)
{
    return ldexp(1, -element_facts[type].digits);
}
