#include "harness/manifest/quantised.h"

#include <math.h>
#include <string.h>

#include "harness/manifest/internal.h"

/* Numbers of a block; quants are counted from 0. q6_k has 16 scales, and 32 is the quant of 0; the
 * others have 8, and as many least values, which are subtracted. */
struct parts {
    uint16_t scale, least;
    int scales[16], leasts[8];
    int quant[SUPERBLOCK_ELEMENTS];
};

enum {
    SCALES_BYTES = 12, /* 8 scales and 8 least values of 6 bits */
    FIFTHS_BYTES = SUPERBLOCK_ELEMENTS / 8,
    MIDDLE = 32,   /* the quant of 0 of q6_k */
    MOST_PART = 63 /* of a scale or least value of 6 bits */
};

bool superblock_is(enum element_type type)
{
    return type == TYPE_Q4_K || type == TYPE_Q5_K || type == TYPE_Q6_K;
}

static int between(int least, int number, int most)
{
    return number < least ? least : number > most ? most : number;
}

/* --------------------------------------------------------------------------------- bytes */

/* Scale and least value i: below 4 the lower 6 bits of bytes i and i + 4; from 4 on their lower 4
 * bits are the halves of byte i + 4, the upper 2 bits those of bytes i - 4 and i. */
static void pack_scales(const struct parts *parts, unsigned char *at)
{
    for (int i = 0; i < 4; i++) {
        at[i] = (unsigned char)(parts->scales[i] | parts->scales[i + 4] >> 4 << 6);
        at[i + 4] = (unsigned char)(parts->leasts[i] | parts->leasts[i + 4] >> 4 << 6);
        at[i + 8] = (unsigned char)((parts->scales[i + 4] & 15) | (parts->leasts[i + 4] & 15) << 4);
    }
}

static void unpack_scales(const unsigned char *at, struct parts *parts)
{
    for (int i = 0; i < 4; i++) {
        parts->scales[i] = at[i] & 63;
        parts->leasts[i] = at[i + 4] & 63;
        parts->scales[i + 4] = (at[i + 8] & 15) | at[i] >> 6 << 4;
        parts->leasts[i + 4] = at[i + 8] >> 4 | at[i + 4] >> 6 << 4;
    }
}

/* The byte and the first bit of the lower 4 bits of an element: of 64 elements 32 have the lower
 * halves of 32 bytes, 32 the upper ones. */
static int byte_of(int i)
{
    return i / 64 * 32 + i % 32;
}

static int shift_of(int i)
{
    return i / 32 % 2 * 4;
}

/* The same of q6_k, where it is 64 of 128; and its upper 2 bits, of which four elements share a
 * byte. */
static int byte_of_q6(int i)
{
    return i / 128 * 64 + i % 64;
}

static int shift_of_q6(int i)
{
    return i / 64 % 2 * 4;
}

static int upper_byte_of_q6(int i)
{
    return i / 128 * 32 + i % 32;
}

static int upper_shift_of_q6(int i)
{
    return i / 32 % 4 * 2;
}

static void pack(enum element_type type, const struct parts *parts, unsigned char *at)
{
    unsigned char *fifths = at + 4 + SCALES_BYTES;
    unsigned char *quants = type == TYPE_Q5_K ? fifths + FIFTHS_BYTES : fifths;

    memcpy(at, &parts->scale, 2);
    memcpy(at + 2, &parts->least, 2);
    pack_scales(parts, at + 4);
    memset(fifths, 0, FIFTHS_BYTES);
    memset(quants, 0, SUPERBLOCK_ELEMENTS / 2);
    for (int i = 0; i < SUPERBLOCK_ELEMENTS; i++) {
        quants[byte_of(i)] |= (unsigned char)((parts->quant[i] & 15) << shift_of(i));
        if (type == TYPE_Q5_K)
            fifths[i % 32] |= (unsigned char)(parts->quant[i] >> 4 << i / 32);
    }
}

static void unpack(enum element_type type, const unsigned char *at, struct parts *parts)
{
    const unsigned char *fifths = at + 4 + SCALES_BYTES;
    const unsigned char *quants = type == TYPE_Q5_K ? fifths + FIFTHS_BYTES : fifths;

    memcpy(&parts->scale, at, 2);
    memcpy(&parts->least, at + 2, 2);
    unpack_scales(at + 4, parts);
    for (int i = 0; i < SUPERBLOCK_ELEMENTS; i++) {
        parts->quant[i] = quants[byte_of(i)] >> shift_of(i) & 15;
        if (type == TYPE_Q5_K)
            parts->quant[i] |= (fifths[i % 32] >> i / 32 & 1) << 4;
    }
}

/* 128 bytes of lower bits, 64 of upper ones, 16 signed scales, the scale of the block. */
static void pack_q6(const struct parts *parts, unsigned char *at)
{
    memset(at, 0, 192);
    for (int i = 0; i < SUPERBLOCK_ELEMENTS; i++) {
        at[byte_of_q6(i)] |= (unsigned char)((parts->quant[i] & 15) << shift_of_q6(i));
        at[128 + upper_byte_of_q6(i)] |=
            (unsigned char)(parts->quant[i] >> 4 << upper_shift_of_q6(i));
    }
    for (int i = 0; i < 16; i++)
        at[192 + i] = (unsigned char)parts->scales[i];
    memcpy(at + 208, &parts->scale, 2);
}

static void unpack_q6(const unsigned char *at, struct parts *parts)
{
    for (int i = 0; i < SUPERBLOCK_ELEMENTS; i++)
        parts->quant[i] = (at[byte_of_q6(i)] >> shift_of_q6(i) & 15) |
                          (at[128 + upper_byte_of_q6(i)] >> upper_shift_of_q6(i) & 3) << 4;
    for (int i = 0; i < 16; i++)
        parts->scales[i] = (signed char)at[192 + i];
    memcpy(&parts->scale, at + 208, 2);
}

/* -------------------------------------------------------------------------------- values */

/* The nearest whole number of units; 0 where the unit is 0. */
static int units(double value, double unit)
{
    return unit == 0 ? 0 : (int)lrint(value / unit);
}

static void find_ends(const float *values, double *least, double *most)
{
    *least = *most = 0;
    for (int i = 0; i < 32; i++) {
        *least = fmin(*least, values[i]);
        *most = fmax(*most, values[i]);
    }
}

/* Parts of 32, from their least value, or 0, on. */
static void fit(int most, const float *values, struct parts *parts)
{
    double least[8], scale[8], of_leasts = 0, of_scales = 0;

    for (int i = 0; i < 8; i++) {
        find_ends(values + 32 * i, &least[i], &scale[i]);
        scale[i] = (scale[i] - least[i]) / most;
        of_leasts = fmax(of_leasts, -least[i]);
        of_scales = fmax(of_scales, scale[i]);
    }
    parts->least = half_from_double(of_leasts / MOST_PART);
    parts->scale = half_from_double(of_scales / MOST_PART);
    of_leasts = half_to_double(parts->least);
    of_scales = half_to_double(parts->scale);
    for (int i = 0; i < 8; i++) {
        parts->leasts[i] = between(0, units(-least[i], of_leasts), MOST_PART);
        parts->scales[i] = between(0, units(scale[i], of_scales), MOST_PART);
    }
    for (int i = 0; i < SUPERBLOCK_ELEMENTS; i++)
        parts->quant[i] = between(
            0,
            units(values[i] + of_leasts * parts->leasts[i / 32], of_scales * parts->scales[i / 32]),
            most);
}

/* Parts of 16 around 0: the value of the greatest magnitude becomes quant 0. */
static void fit_q6(const float *values, struct parts *parts)
{
    double end[16] = {0}, scale = 0;

    for (int i = 0; i < SUPERBLOCK_ELEMENTS; i++)
        if (fabs(values[i]) > fabs(end[i / 16]))
            end[i / 16] = values[i];
    for (int i = 0; i < 16; i++)
        scale = fmax(scale, fabs(end[i]) / MIDDLE / 127);
    parts->scale = half_from_double(scale);
    scale = half_to_double(parts->scale);
    for (int i = 0; i < 16; i++)
        parts->scales[i] = between(-128, units(end[i] / -MIDDLE, scale), 127);
    for (int i = 0; i < SUPERBLOCK_ELEMENTS; i++)
        parts->quant[i] = between(0, units(values[i], scale * parts->scales[i / 16]) + MIDDLE, 63);
}

static int most_of(enum element_type type)
{
    return type == TYPE_Q5_K ? 31 : 15;
}

void superblock_encode(enum element_type type, const float *values, void *block)
{
    struct parts parts;

    memset(&parts, 0, sizeof parts);
    if (type == TYPE_Q6_K) {
        fit_q6(values, &parts);
        pack_q6(&parts, block);
        return;
    }
    fit(most_of(type), values, &parts);
    pack(type, &parts, block);
}

void superblock_encode_whole(enum element_type type, const float *values, void *block)
{
    struct parts parts;

    memset(&parts, 0, sizeof parts);
    parts.scale = parts.least = half_from_double(1);
    for (int i = 0; i < 16; i++)
        parts.scales[i] = 1;
    for (int i = 0; i < SUPERBLOCK_ELEMENTS && type != TYPE_Q6_K; i++)
        parts.leasts[i / 32] = between(parts.leasts[i / 32], -(int)values[i], MOST_PART);
    for (int i = 0; i < SUPERBLOCK_ELEMENTS; i++)
        parts.quant[i] = type == TYPE_Q6_K
                             ? between(0, (int)values[i] + MIDDLE, 63)
                             : between(0, (int)values[i] + parts.leasts[i / 32], most_of(type));
    if (type == TYPE_Q6_K)
        pack_q6(&parts, block);
    else
        pack(type, &parts, block);
}

void superblock_decode(enum element_type type, const void *block, float *values)
{
    struct parts parts;

    memset(&parts, 0, sizeof parts);
    if (type == TYPE_Q6_K)
        unpack_q6(block, &parts);
    else
        unpack(type, block, &parts);
    /* All but the difference is exact in single precision, and that in double precision: it is
     * rounded once. */
    for (int i = 0; i < SUPERBLOCK_ELEMENTS; i++)
        values[i] =
            type == TYPE_Q6_K
                ? (float)(half_to_double(parts.scale) * parts.scales[i / 16] *
                          (parts.quant[i] - MIDDLE))
                : (float)(half_to_double(parts.scale) * parts.scales[i / 32] * parts.quant[i] -
                          half_to_double(parts.least) * parts.leasts[i / 32]);
}
