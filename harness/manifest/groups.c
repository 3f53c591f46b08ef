#include "harness/manifest/groups.h"

#include <math.h>

#include "harness/manifest/internal.h"

enum {
    MOST_QUANT = 15,
    MIDDLE = 8 /* the zero point where none is stored */
};

/* Values shared by the elements of a group of 4 bits. */
struct shared {
    float scale;
    int zero;
};

/* The companions of blocks whose parts lie apart: all that a block has of a kind. */
static size_t parts_apart(enum element_type type, struct companion list[MOST_COMPANIONS])
{
    const struct block_parts *parts = &element_facts[type].parts;
    size_t count = 0;

    for (int kind = COMPANION_SCALES; kind < COMPANION_KINDS; kind++) {
        const size_t bytes = parts->beside[kind];
        const enum element_type of = kind <= COMPANION_LEASTS && bytes == 2 ? TYPE_F16 : TYPE_U8;

        if (bytes > 0)
            list[count++] =
                (struct companion){(enum companion_kind)kind, bytes / element_facts[of].bytes, of,
                                   element_covers(type), 1};
    }
    return count;
}

size_t groups_companions(enum element_type type, struct companion list[MOST_COMPANIONS])
{
    const size_t group = element_facts[type].group;

    const size_t lines = element_group_lines(type);

    if (element_facts[type].together != 0)
        return parts_apart(type, list);
    list[0] =
        (struct companion){COMPANION_SCALES, 1, element_facts[type].scale, group * lines, lines};
    list[1] = (struct companion){COMPANION_ZEROS, 1, TYPE_U8, 2 * group, 1};
    return group == 0 ? 0 : element_facts[type].zeros ? 2 : 1;
}

/* Bytes of a block in front of those of a companion. */
static size_t bytes_before(enum element_type type, size_t index)
{
    struct companion list[MOST_COMPANIONS];
    size_t bytes = element_facts[type].bytes;

    groups_companions(type, list);
    for (size_t i = 0; i < index; i++)
        bytes += element_covers(type) * list[i].lines / list[i].covers * list[i].numbers *
                 element_facts[list[i].type].bytes;
    return bytes;
}

size_t groups_bytes(enum element_type type)
{
    struct companion list[MOST_COMPANIONS];

    return bytes_before(type, groups_companions(type, list));
}

double groups_companion(enum element_type type, const void *block, size_t index, size_t at)
{
    struct companion list[MOST_COMPANIONS];

    groups_companions(type, list);
    return element_load(list[index].type, (const unsigned char *)block + bytes_before(type, index),
                        at);
}

/* ---------------------------------------------------------------------------------- bytes */

static int at_most(int quant)
{
    return quant < 0 ? 0 : quant < MOST_QUANT ? quant : MOST_QUANT;
}

/* Puts 4 bits at place `at` of an array of them. */
static void put_bits(unsigned char *bytes, size_t at, int bits)
{
    const int shift = at % 2 == 0 ? 0 : 4;

    bytes[at / 2] = (unsigned char)((bytes[at / 2] & ~(15 << shift)) | bits << shift);
}

static int get_bits(const unsigned char *bytes, size_t at)
{
    return bytes[at / 2] >> (at % 2 == 0 ? 0 : 4) & 15;
}

static void put_group(enum element_type type, const float *values, size_t group,
                      struct shared shared, unsigned char *block)
{
    const size_t count = element_facts[type].group;
    const float by = shared.scale == 0 ? 0 : 1 / shared.scale;

    for (size_t i = group * count; i < (group + 1) * count; i++)
        put_bits(block, i, at_most((int)roundf(values[i] * by) + shared.zero));
    element_store(TYPE_F16, block + bytes_before(type, 0), group, shared.scale);
    if (element_facts[type].zeros)
        put_bits(block + bytes_before(type, 1), group, shared.zero);
}

/* --------------------------------------------------------------------------------- values */

static float as_half(float value)
{
    return (float)half_to_double(half_from_double(value));
}

/* The ends of a group, and of 0. */
static void find_ends(const float *values, size_t count, float *least, float *most)
{
    *least = *most = 0;
    for (size_t i = 0; i < count; i++) {
        *least = fminf(*least, values[i]);
        *most = fmaxf(*most, values[i]);
    }
}

/* ------------------------------------------------------------------------ numbers of 8 bits */

enum {
    BIAS = 127, /* of the exponent that a scale is */
    DIGITS = 16 /* of another one */
};

static bool scales_by_powers(enum element_type type)
{
    return element_facts[type].scale == TYPE_U8;
}

/* The scale that a group is stored with: its bits as a number. */
double groups_scale(enum element_type type, const float *values)
{
    const double greatest = element_facts[element_facts[type].quant].greatest;
    double most = 0;
    int exponent;

    for (size_t i = 0; i < element_facts[type].group; i++)
        most = fmax(most, fabs((double)values[i]));
    if (scales_by_powers(type))
        return most == 0 ? 0 : fmin(fmax(ilogb(most) - ilogb(greatest) + BIAS, 0), 2 * BIAS);
    const double digits = frexp(most / greatest, &exponent);
    return ldexp(rint(ldexp(digits, DIGITS)), exponent - DIGITS);
}

/* What a stored scale multiplies by. */
static double factor_of(enum element_type type, double stored)
{
    return !scales_by_powers(type)  ? stored
           : stored == 2 * BIAS + 1 ? NAN
                                    : ldexp(1, (int)stored - BIAS);
}

double groups_scale_of_whole(enum element_type type)
{
    return scales_by_powers(type) ? BIAS : 1;
}

double groups_shifted(enum element_type type, double scale, int shift)
{
    return scales_by_powers(type) ? fmin(fmax(scale + shift, 0), 2 * BIAS) : ldexp(scale, shift);
}

void groups_encode_scaled(enum element_type type, const float *values, double scale, void *into)
{
    unsigned char *const block = into;
    const double factor = factor_of(type, scale);

    for (size_t i = 0; i < element_facts[type].group; i++)
        element_store(element_facts[type].quant, block, i, factor == 0 ? 0 : values[i] / factor);
    element_store(element_facts[type].scale, block + bytes_before(type, 0), 0, scale);
}

static void decode_numbers(enum element_type type, const void *block, float *values)
{
    const double factor = factor_of(type, groups_companion(type, block, 0, 0));

    for (size_t i = 0; i < element_facts[type].group; i++)
        values[i] = (float)(element_load(element_facts[type].quant, block, i) * factor);
}

/* ------------------------------------------------------------------------------ both kinds */

static bool is_of_bytes(enum element_type type)
{
    return element_facts[type].quant != TYPE_OTHER;
}

void groups_encode(enum element_type type, const float *values, void *block)
{
    const size_t count = element_facts[type].group;

    if (is_of_bytes(type)) {
        groups_encode_scaled(type, values, groups_scale(type, values), block);
        return;
    }

    for (size_t i = 0; i < element_covers(type) / count; i++) {
        struct shared shared = {0, MIDDLE};
        float least, most;

        find_ends(values + i * count, count, &least, &most);
        if (element_facts[type].zeros) {
            shared.scale = as_half((most - least) / MOST_QUANT);
            shared.zero = shared.scale == 0 ? 0 : at_most((int)roundf(-least / shared.scale));
        } else {
            shared.scale = as_half(2 * fmaxf(-least, most) / MOST_QUANT);
        }
        put_group(type, values, i, shared, block);
    }
}

void groups_encode_whole(enum element_type type, const float *values, void *block)
{
    const size_t count = element_facts[type].group;

    if (is_of_bytes(type)) {
        groups_encode_scaled(type, values, groups_scale_of_whole(type), block);
        return;
    }
    for (size_t i = 0; i < element_covers(type) / count; i++) {
        struct shared shared = {1, MIDDLE};
        float least, most;

        find_ends(values + i * count, count, &least, &most);
        if (element_facts[type].zeros)
            shared.zero = at_most((int)-least);
        put_group(type, values, i, shared, block);
    }
}

void groups_decode(enum element_type type, const void *block, float *values)
{
    const size_t count = element_facts[type].group;
    const unsigned char *zeros = (const unsigned char *)block + bytes_before(type, 1);

    /* The products are exact. */
    if (is_of_bytes(type)) {
        decode_numbers(type, block, values);
        return;
    }
    for (size_t i = 0; i < element_covers(type); i++) {
        const int zero = element_facts[type].zeros ? get_bits(zeros, i / count) : MIDDLE;

        values[i] =
            (float)(groups_companion(type, block, 0, i / count) * (get_bits(block, i) - zero));
    }
}
