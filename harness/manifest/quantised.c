#include "harness/manifest/quantised.h"

#include <math.h>
#include <string.h>

#include "harness/manifest/groups.h"
#include "harness/manifest/internal.h"

/* Sizes of a block of this file. */
enum {
    ELEMENTS = 32
};

/* A block has, in this order: the scale and, where `has_least`, the value of quant 0, both halves;
 * the fifth bits of quants of 5 bits, from the lowest bit of the first byte on; the quants. Quants
 * of 8 bits are signed bytes; else a byte has the lower 4 bits of element i in its lower half, and
 * those of element i + 16 in its upper half. Without a least value, the middle one of them stands
 * for 0. */
struct format {
    int bits;
    bool has_least;
};

/* The parts of a block; quants are counted from 0. */
struct parts {
    uint16_t scale, least;
    int quant[ELEMENTS];
};

static struct format format_of(enum element_type type)
{
    switch (type) {
    case TYPE_Q4_0:
        return (struct format){4, false};
    case TYPE_Q4_1:
        return (struct format){4, true};
    case TYPE_Q5_0:
        return (struct format){5, false};
    case TYPE_Q5_1:
        return (struct format){5, true};
    default:
        return (struct format){8, false};
    }
}

/* The quant of 0. */
static int middle_of(struct format format)
{
    return format.has_least ? 0 : 1 << (format.bits - 1);
}

/* --------------------------------------------------------------------------------- bytes */

static void pack(struct format format, const struct parts *parts, unsigned char *at)
{
    memcpy(at, &parts->scale, 2);
    at += 2;
    if (format.has_least) {
        memcpy(at, &parts->least, 2);
        at += 2;
    }
    if (format.bits == 8) {
        for (int i = 0; i < ELEMENTS; i++)
            at[i] = (unsigned char)(parts->quant[i] - middle_of(format));
        return;
    }
    if (format.bits == 5) {
        memset(at, 0, ELEMENTS / 8);
        for (int i = 0; i < ELEMENTS; i++)
            at[i / 8] = (unsigned char)(at[i / 8] | parts->quant[i] >> 4 << i % 8);
        at += ELEMENTS / 8;
    }
    for (int i = 0; i < ELEMENTS / 2; i++)
        at[i] =
            (unsigned char)((parts->quant[i] & 15) | (parts->quant[i + ELEMENTS / 2] & 15) << 4);
}

static void unpack(struct format format, const unsigned char *at, struct parts *parts)
{
    const unsigned char *fifth;

    memcpy(&parts->scale, at, 2);
    at += 2;
    if (format.has_least) {
        memcpy(&parts->least, at, 2);
        at += 2;
    }
    if (format.bits == 8) {
        for (int i = 0; i < ELEMENTS; i++)
            parts->quant[i] = (signed char)at[i] + middle_of(format);
        return;
    }
    fifth = at;
    if (format.bits == 5)
        at += ELEMENTS / 8;
    for (int i = 0; i < ELEMENTS; i++) {
        parts->quant[i] = at[i % 16] >> i / 16 * 4 & 15;
        if (format.bits == 5)
            parts->quant[i] |= (fifth[i / 8] >> i % 8 & 1) << 4;
    }
}

/* -------------------------------------------------------------------------------- values */

static int at_most(int quant, int most)
{
    return quant < most ? quant : most;
}

/* The first of the values of the greatest magnitude. */
static float greatest(const float *values)
{
    float found = 0;

    for (int i = 0; i < ELEMENTS; i++)
        if (fabsf(values[i]) > fabsf(found))
            found = values[i];
    return found;
}

static void find_ends(const float *values, float *least, float *most)
{
    *least = *most = values[0];
    for (int i = 1; i < ELEMENTS; i++) {
        *least = values[i] < *least ? values[i] : *least;
        *most = values[i] > *most ? values[i] : *most;
    }
}

static float inverse(float scale)
{
    return scale == 0 ? 0 : 1 / scale;
}

static void encode(enum element_type type, const float *values, void *block)
{
    const struct format format = format_of(type);
    const int most = (1 << format.bits) - 1, middle = middle_of(format);
    struct parts parts = {0, 0, {0}};
    float least = 0, end, scale, by;

    if (format.has_least) {
        find_ends(values, &least, &end);
        scale = (end - least) / (float)most;
    } else if (format.bits == 8) {
        scale = fabsf(greatest(values)) / 127;
    } else {
        scale = greatest(values) / (float)-middle; /* which the quant 0 stands for */
    }
    by = inverse(scale);
    for (int i = 0; i < ELEMENTS; i++) {
        const float x = (values[i] - least) * by;

        parts.quant[i] = format.bits == 8 ? (int)roundf(x) + middle
                                          : at_most((int)(x + ((float)middle + 0.5F)), most);
    }
    parts.scale = half_from_double(scale);
    parts.least = half_from_double(least);
    pack(format, &parts, block);
}

static void encode_whole(enum element_type type, const float *values, void *block)
{
    const struct format format = format_of(type);
    const int most = (1 << format.bits) - 1, middle = middle_of(format);
    struct parts parts = {half_from_double(1), 0, {0}};
    float least = 0, end;

    if (format.has_least)
        find_ends(values, &least, &end);
    for (int i = 0; i < ELEMENTS; i++) {
        const int quant = (int)(values[i] - least) + middle;

        parts.quant[i] = quant < 0 ? 0 : at_most(quant, most);
    }
    parts.least = half_from_double(least);
    pack(format, &parts, block);
}

static void decode(enum element_type type, const void *block, float *values)
{
    const struct format format = format_of(type);
    struct parts parts = {0, 0, {0}};

    unpack(format, block, &parts);
    /* The products are exact, and so is the sum in double precision: it is rounded once. */
    for (int i = 0; i < ELEMENTS; i++) {
        const double product = half_to_double(parts.scale) * (parts.quant[i] - middle_of(format));

        values[i] = (float)(format.has_least ? product + half_to_double(parts.least) : product);
    }
}

/* -------------------------------------------------------------------------------- mxfp4 */

/* The numbers of 4 bits, a sign and three of magnitude (E2M1), doubled. */
static const int mxfp4_numbers[16] = {0, 1, 2, 3, 4, 6, 8, 12, 0, -1, -2, -3, -4, -6, -8, -12};

/* The exponent (E8M0) counts from -127, and the numbers are doubled. */
static double mxfp4_scale(unsigned char exponent)
{
    return ldexp(1, exponent - 128);
}

/* The first one that is as near as any, by differences in single precision. */
static int nearest_mxfp4(float value, double scale)
{
    float least = fabsf(value);
    int nearest = 0;

    for (int i = 1; i < 16; i++) {
        const float off = fabsf((float)(mxfp4_numbers[i] * scale) - value);

        if (off < least) {
            least = off;
            nearest = i;
        }
    }
    return nearest;
}

/* A byte of exponent, then quants as other blocks of 4 bits have them. */
static void encode_mxfp4(const float *values, unsigned char exponent, unsigned char *block)
{
    const double scale = mxfp4_scale(exponent);

    block[0] = exponent;
    for (int i = 0; i < ELEMENTS / 2; i++)
        block[1 + i] = (unsigned char)(nearest_mxfp4(values[i], scale) |
                                       nearest_mxfp4(values[i + ELEMENTS / 2], scale) << 4);
}

/* Exponent of the greatest magnitude, less 2: the greatest number, 6, is near 4 to below 8. */
static unsigned char exponent_of(const float *values)
{
    const float end = greatest(values);

    return end == 0 ? 0 : (unsigned char)(ilogbf(end) - 2 + 127);
}

static void decode_mxfp4(const unsigned char *block, float *values)
{
    for (int i = 0; i < ELEMENTS; i++)
        values[i] =
            (float)(mxfp4_scale(block[0]) * mxfp4_numbers[block[1 + i % 16] >> i / 16 * 4 & 15]);
}

/* -------------------------------------------------------------------------------- iq4_nl */

/* The numbers that codes of 4 bits count. */
static const int iq4_numbers[16] = {-127, -104, -83, -65, -49, -35, -22, -10,
                                    1,    13,   25,  38,  53,  69,  89,  113};

static int nearest_iq4(float value)
{
    int nearest = 0;

    for (int i = 1; i < 16; i++)
        if (fabsf((float)iq4_numbers[i] - value) < fabsf((float)iq4_numbers[nearest] - value))
            nearest = i;
    return nearest;
}

/* Whole test data have the least ones, each of which stays what it is: -10, 1 and 13. */
static int whole_iq4(float value)
{
    return value < 0 ? 7 : value <= 1 ? 8 : 9;
}

/* A half of scale, then codes as other blocks of 4 bits have them: of values by the scale, or of whole ones. */
static void encode_iq4(const float *values, bool whole, unsigned char *block)
{
    const float scale = whole ? 1 : greatest(values) / (float)iq4_numbers[0];
    const uint16_t half = half_from_double(scale);

    memcpy(block, &half, 2);
    for (int i = 0; i < ELEMENTS; i++) {
        const int code = whole ? whole_iq4(values[i]) : nearest_iq4(values[i] * inverse(scale));
        unsigned char *byte = &block[2 + i % 16];

        *byte = (unsigned char)(i < 16 ? code : *byte | code << 4);
    }
}

static void decode_iq4(const unsigned char *block, float *values)
{
    uint16_t half;

    memcpy(&half, block, 2);
    for (int i = 0; i < ELEMENTS; i++)
        values[i] =
            (float)(half_to_double(half) * iq4_numbers[block[2 + i % 16] >> i / 16 * 4 & 15]);
}

/* ---------------------------------------------------------------------------- all of them */

double quantised_whole(enum element_type type)
{
    const enum element_type together = element_facts[type].together;

    return (together != 0 ? together : type) == TYPE_IQ4_NL ? 13 : 0;
}

size_t quantised_bytes(enum element_type type)
{
    return element_facts[type].group > 0 || element_facts[type].together != 0
               ? groups_bytes(type)
               : element_facts[type].bytes;
}

/* Moves the parts of a block between where they are one behind another and where the quants come first, what lies apart behind
 * them. The library's functions do the same: this one checks what kernels read without them. */
static void move_parts(enum element_type type, const unsigned char *source, unsigned char *target,
                       bool joins)
{
    const struct block_parts *parts = &element_facts[type].parts;
    size_t together = parts->backwards ? element_facts[element_facts[type].together].bytes : 0;
    size_t behind = parts->quants;

    for (int kind = 0; kind <= COMPANION_KINDS; kind++) {
        const bool quants = kind == COMPANION_KINDS;
        const size_t bytes = quants ? parts->quants : parts->beside[kind];
        const size_t apart = quants ? 0 : behind;

        together -= parts->backwards ? bytes : 0;
        memcpy(target + (joins ? together : apart), source + (joins ? apart : together), bytes);
        together += parts->backwards ? 0 : bytes;
        behind += bytes;
    }
}

void quantised_encode(enum element_type type, const float *values, void *block)
{
    const enum element_type together = element_facts[type].together;
    unsigned char whole[QUANTISED_BYTES];

    if (together != 0) {
        quantised_encode(together, values, whole);
        move_parts(type, whole, block, false);
    } else if (superblock_is(type))
        superblock_encode(type, values, block);
    else if (element_facts[type].group > 0)
        groups_encode(type, values, block);
    else if (type == TYPE_MXFP4)
        encode_mxfp4(values, exponent_of(values), block);
    else if (type == TYPE_IQ4_NL)
        encode_iq4(values, false, block);
    else
        encode(type, values, block);
}

void quantised_encode_whole(enum element_type type, const float *values, void *block)
{
    const enum element_type together = element_facts[type].together;
    unsigned char whole[QUANTISED_BYTES];

    if (together != 0) {
        quantised_encode_whole(together, values, whole);
        move_parts(type, whole, block, false);
    } else if (superblock_is(type))
        superblock_encode_whole(type, values, block);
    else if (element_facts[type].group > 0)
        groups_encode_whole(type, values, block);
    else if (type == TYPE_MXFP4)
        encode_mxfp4(values, 128, block);
    else if (type == TYPE_IQ4_NL)
        encode_iq4(values, true, block);
    else
        encode_whole(type, values, block);
}

void quantised_decode(enum element_type type, const void *block, float *values)
{
    const enum element_type together = element_facts[type].together;
    unsigned char whole[QUANTISED_BYTES];

    if (together != 0) {
        move_parts(type, block, whole, true);
        quantised_decode(together, whole, values);
    } else if (superblock_is(type))
        superblock_decode(type, block, values);
    else if (element_facts[type].group > 0)
        groups_decode(type, block, values);
    else if (type == TYPE_MXFP4)
        decode_mxfp4(block, values);
    else if (type == TYPE_IQ4_NL)
        decode_iq4(block, values);
    else
        decode(type, block, values);
}
