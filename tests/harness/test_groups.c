/* Quantised elements in groups: hand-computed ones, and what a device has in the buffers of quants, scales and zero points. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <math.h>
#include <string.h>

#include <cmocka.h>

#include "harness/base/random.h"
#include "harness/manifest/groups.h"
#include "harness/manifest/quantised.h"
#include "harness/verify/matrix.h"
#include "harness/verify/internal.h"

static const enum element_type types[] = {
    TYPE_I4_32,  TYPE_I4_64,  TYPE_I4_128,   TYPE_I4_256,   TYPE_U4_32,      TYPE_U4_64,
    TYPE_U4_128, TYPE_U4_256, TYPE_E4M3_128, TYPE_E5M2_128, TYPE_MXFP8_E4M3, TYPE_MXFP8_E5M2};

static bool is_of_bytes(enum element_type type)
{
    return element_facts[type].quant != TYPE_OTHER;
}

/* These values give this block, and the block these values. */
static void is_block(enum element_type type, const float *values, const unsigned char *block,
                     const float *decoded)
{
    unsigned char encoded[QUANTISED_BYTES];
    float back[QUANTISED_ELEMENTS];

    quantised_encode(type, values, encoded);
    assert_memory_equal(encoded, block, quantised_bytes(type));
    quantised_decode(type, block, back);
    for (size_t i = 0; i < element_covers(type); i++)
        if (back[i] != decoded[i])
            fail_msg("%s: element %zu is %g, not %g", element_word(type), i, (double)back[i],
                     (double)decoded[i]);
}

/* The greatest magnitude is 7.5: the scale is 15 / 15 (3c 00). Byte j has elements 2 j and 2 j + 1; 0 is the quant 8. -7.5 is rounded away
 * from 0, 7.5 to 8, for which there is no quant. */
static void test_i4(void **state)
{
    unsigned char block[18];
    float values[32] = {-7.5F, 7, 0.4F, -0.6F, 3}, decoded[32] = {-8, 7, 0, -1, 3};

    (void)state;
    assert_int_equal(quantised_bytes(TYPE_I4_32), sizeof block);
    memset(block, 0x88, 16);
    block[0] = 0xf0;
    block[1] = 0x78;
    block[2] = 0x8b;
    block[15] = 0xf8;
    block[16] = 0x00;
    block[17] = 0x3c;
    values[31] = 7.5F;
    decoded[31] = 7;
    is_block(TYPE_I4_32, values, block, decoded);
}

/* The first group is from -3 to 4.5: the scale is 7.5 / 15 (38 00), and 0 the quant 6. 1.3 is 2.6 steps above it. The second one is from -30 to 0,
 * as 0 always counts: the scale is 2 (40 00), and 0 the quant 15. */
static void test_u4(void **state)
{
    unsigned char block[37];
    float values[64] = {-3, 4.5F, 1.3F}, decoded[64] = {-3, 4.5F, 1.5F};

    (void)state;
    assert_int_equal(quantised_bytes(TYPE_U4_32), sizeof block);
    memset(block, 0x66, 16);
    block[0] = 0xf0;
    block[1] = 0x69;
    for (int i = 32; i < 64; i++)
        values[i] = decoded[i] = -2;
    values[32] = decoded[32] = -30;
    values[63] = -3;
    decoded[63] = -4; /* 1.5 steps, rounded away from 0 */
    memset(block + 16, 0xee, 16);
    block[16] = 0xe0;
    block[31] = 0xde;
    memcpy(block + 32, "\x00\x38\x00\x40\xf6", 5);
    is_block(TYPE_U4_32, values, block, decoded);
}

/* The greatest magnitude, 3.5 times 2^-1, becomes 448: the scale is 2^-8 (3b 80 00 00). 0x7e is 448, 0xfe its negative, 0x01 is 2^-9. */
static void test_e4m3(void **state)
{
    unsigned char block[132] = {0x7e, 0xfe, 0x70, 0x01};
    float values[128] = {1.75F, -1.75F, 0.5F, 0x1p-17F}, decoded[128];

    (void)state;
    assert_int_equal(quantised_bytes(TYPE_E4M3_128), sizeof block);
    memcpy(decoded, values, sizeof decoded);
    values[4] = 0x1p-19F; /* a quarter of the least number */
    memcpy(block + 128, "\x00\x00\x80\x3b", 4);
    is_block(TYPE_E4M3_128, values, block, decoded);
}

/* 2^5 is the greatest power of 2 in the group, 2^15 that of the type: the scale is 2^-10, 0x75. 0x7b is 57344, the end of the type. */
static void test_mx(void **state)
{
    unsigned char block[33] = {0x7b, 0xf8, 0x3c};
    float values[32] = {63, -32, 0x1p-10F}, decoded[32] = {56, -32, 0x1p-10F};

    (void)state;
    assert_int_equal(quantised_bytes(TYPE_MXFP8_E5M2), sizeof block);
    block[32] = 0x75;
    is_block(TYPE_MXFP8_E5M2, values, block, decoded);
}

/* A scale of all bits is NaN, one of none 2^-127. */
static void test_powers(void **state)
{
    unsigned char block[33] = {0x38};
    float values[32];

    (void)state;
    quantised_decode(TYPE_MXFP8_E4M3, block, values);
    assert_true(values[0] == 0x1p-127F && values[1] == 0);
    block[32] = 0xff;
    quantised_decode(TYPE_MXFP8_E4M3, block, values);
    assert_true(isnan(values[0]) && isnan(values[1]));
}

/* All zeros: the scale is 0, by which nothing is divided. */
static void test_zeros(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        const float values[QUANTISED_ELEMENTS] = {0};
        unsigned char block[QUANTISED_BYTES];
        float back[QUANTISED_ELEMENTS];

        quantised_encode(types[i], values, block);
        quantised_decode(types[i], block, back);
        for (size_t j = 0; j < element_covers(types[i]); j++)
            assert_true(back[j] == 0);
    }
}

/* Whole numbers come back; with zero points also those of 16 that lie all on one side of 0. */
static void test_whole(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        for (int first = -8; first <= (element_facts[types[i]].zeros ? 0 : -8); first += 4) {
            unsigned char block[QUANTISED_BYTES];
            float values[QUANTISED_ELEMENTS], back[QUANTISED_ELEMENTS];
            const size_t count = element_covers(types[i]);

            for (int j = 0; j < QUANTISED_ELEMENTS; j++)
                values[j] = (float)(j * 5 % 16 + first);
            quantised_encode_whole(types[i], values, block);
            quantised_decode(types[i], block, back);
            assert_memory_equal(values, back, count * sizeof *values);
            assert_true(groups_companion(types[i], block, 0, 0) ==
                        (element_facts[types[i]].scale == TYPE_U8 ? 127 : 1));
        }
}

static void test_facts(void **state)
{
    struct companion list[MOST_COMPANIONS];

    (void)state;
    assert_int_equal(groups_companions(TYPE_Q4_0, list), 0);
    assert_int_equal(groups_companions(TYPE_I4_128, list), 1);
    assert_true(list[0].type == TYPE_F16 && list[0].covers == 128);
    assert_int_equal(groups_companions(TYPE_U4_64, list), 2);
    assert_true(list[0].covers == 64 && list[1].type == TYPE_U8 && list[1].covers == 128);
    assert_true(element_share(TYPE_I4_32) == 0.5 + 2.0 / 32);
    assert_true(element_share(TYPE_U4_256) == 0.5 + 2.5 / 256);
    assert_int_equal(groups_companions(TYPE_E4M3_128, list), 1);
    assert_true(list[0].type == TYPE_F32 && list[0].covers == 128);
    assert_int_equal(groups_companions(TYPE_MXFP8_E5M2, list), 1);
    assert_true(list[0].type == TYPE_U8 && list[0].covers == 32);
    assert_true(element_share(TYPE_E5M2_128) == 1 + 4.0 / 128);
    assert_true(element_share(TYPE_MXFP8_E4M3) == 1 + 1.0 / 32);
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        assert_true(quantised_bytes(types[i]) <= QUANTISED_BYTES &&
                    element_covers(types[i]) <= QUANTISED_ELEMENTS);
}

/* The operand of this test on the device: 5 lines of 6 units, 3 of which are the matrix, behind 2 of them; a unit is what one byte of zero points serves. */
enum {
    LINES = 5,
    UNITS = 3,
    PITCH = 6,
    BEFORE = 2,
    ALL = BEFORE + (LINES - 1) * PITCH + UNITS,
    UNIT = 512 /* elements, at most */
};

/* Element `at` of the buffers, by the definition. */
static double value_of(enum element_type type, const unsigned char *quants,
                       const unsigned char *scales, const unsigned char *zeros, size_t at)
{
    const size_t group = at / element_facts[type].group;
    const enum element_type scale = element_facts[type].scale;
    const double stored = element_load(scale, scales, group);

    if (is_of_bytes(type))
        return (float)(element_load(element_facts[type].quant, quants, at) *
                       (scale == TYPE_U8 ? ldexp(1, (int)stored - 127) : stored));
    const int quant = at % 2 == 0 ? quants[at / 2] % 16 : quants[at / 2] / 16;
    const int zero = !element_facts[type].zeros ? 8
                     : group % 2 == 0           ? zeros[group / 2] % 16
                                                : zeros[group / 2] / 16;

    return stored * (quant - zero);
}

/* What the device gets is what the reference multiplies; scales of what is no part of the matrix are poison. */
static void try_matrix(enum element_type type, bool swapped)
{
    const size_t unit = element_covers(type), each = unit / element_facts[type].group;
    struct fault fault = {0};
    struct matrix companions[MOST_COMPANIONS];
    struct companion list[MOST_COMPANIONS];
    const size_t count = groups_companions(type, list);
    struct matrix matrix = {.rows = swapped ? UNITS * unit : LINES,
                            .columns = swapped ? LINES : UNITS * unit,
                            .swapped = swapped,
                            .ld = PITCH * unit,
                            .offset = BEFORE * unit,
                            .type = type,
                            .members = 1};
    static unsigned char bytes[1 + MOST_COMPANIONS][ALL * UNIT];

    assert_int_equal(matrix_check_blocks(&matrix, "B", &fault), 0);
    assert_int_equal(matrix_allocate(&matrix, "B", &fault), 0);
    assert_int_equal(matrix_bytes(&matrix), ALL * element_facts[type].bytes);
    for (size_t i = 0; i < count; i++) {
        assert_int_equal(
            companion_make(&matrix, (enum companion_kind)i, "B", &companions[i], &fault), 0);
        assert_int_equal(matrix_bytes(&companions[i]),
                         ALL *
                             (i == 0 ? element_facts[element_facts[type].scale].bytes * each : 1));
    }
    for (uint64_t seed = 0; seed < 10; seed++) {
        matrix_fill(&matrix, seed % 5 == 0 ? DATA_SMALL : DATA_RANDOM, 0, seed);
        matrix_encode(&matrix, false, bytes[0]);
        for (size_t i = 0; i < count; i++) {
            companion_fill(&matrix, (enum companion_kind)i, &companions[i]);
            matrix_encode(&companions[i], false, bytes[1 + i]);
        }
        for (size_t at = 0; at < ALL * unit; at++) {
            const size_t line = (at / unit - BEFORE) / PITCH;
            const size_t place = at - (BEFORE + line * PITCH) * unit;

            if (at / unit < BEFORE || place >= UNITS * unit)
                assert_true(element_is_poison(element_facts[type].scale, bytes[1],
                                              at / element_facts[type].group));
            else
                assert_true(
                    value_of(type, bytes[0], bytes[1], bytes[2], at) ==
                    matrix.value[swapped ? place * LINES + line : line * UNITS * unit + place]);
        }
    }
    for (size_t i = 0; i < count; i++)
        matrix_release(&companions[i]);
    matrix_release(&matrix);
}

static void test_matrix(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        try_matrix(types[i], false);
        try_matrix(types[i], true);
    }
}

/* Scales that 128 lines share: two lines of them, of which the second is of the last 72 lines. */
static void try_shared(enum element_type type, bool swapped)
{
    enum {
        LONG = 200,
        WIDE = 256,
        LD = 384,
        SIDE = 128,
        OFFSET = SIDE * SIDE,
        LINES_OF_SCALES = (LONG + SIDE - 1) / SIDE,
        SCALES = 1 + (LINES_OF_SCALES - 1) * LD / SIDE + WIDE / SIDE
    };
    struct fault fault = {0};
    struct matrix scales, matrix = {.rows = swapped ? WIDE : LONG,
                                    .columns = swapped ? LONG : WIDE,
                                    .swapped = swapped,
                                    .ld = LD,
                                    .offset = OFFSET,
                                    .type = type,
                                    .members = 1};
    static unsigned char bytes[OFFSET + LONG * LD];
    float factors[SCALES];

    assert_int_equal(matrix_check_blocks(&matrix, "B", &fault), 0);
    assert_int_equal(matrix_allocate(&matrix, "B", &fault), 0);
    assert_int_equal(companion_make(&matrix, COMPANION_SCALES, "B", &scales, &fault), 0);
    assert_int_equal(matrix_bytes(&scales), sizeof factors);
    for (uint64_t seed = 0; seed < 2; seed++) {
        matrix_fill(&matrix, seed == 0 ? DATA_SMALL : DATA_RANDOM, 0, seed);
        companion_fill(&matrix, COMPANION_SCALES, &scales);
        matrix_encode(&matrix, false, bytes);
        matrix_encode(&scales, false, factors);
        for (size_t line = 0; line < LONG; line++)
            for (size_t i = 0; i < WIDE; i++)
                assert_true(element_load(element_facts[type].quant, bytes, OFFSET + line * LD + i) *
                                (double)factors[1 + line / SIDE * (LD / SIDE) + i / SIDE] ==
                            matrix.value[swapped ? i * LONG + line : line * WIDE + i]);
    }
    matrix.offset = SIDE;
    assert_int_equal(matrix_check_blocks(&matrix, "B", &fault), -1);
    matrix_release(&scales);
    matrix_release(&matrix);
}

static void test_shared(void **state)
{
    (void)state;
    try_shared(TYPE_E4M3_128X128, false);
    try_shared(TYPE_E5M2_128X128, true);
}

/* Random values come back but for a step of the quants. */
static void test_random(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        unsigned char block[QUANTISED_BYTES];
        float values[QUANTISED_ELEMENTS], back[QUANTISED_ELEMENTS];
        uint64_t seed = 5;

        for (int turn = 0; turn < 50; turn++) {
            for (int j = 0; j < QUANTISED_ELEMENTS; j++)
                values[j] = (float)((double)(random_next(&seed) >> 11) * 0x1p-52 - 1);
            quantised_encode(types[i], values, block);
            quantised_decode(types[i], block, back);
            for (size_t j = 0; j < element_covers(types[i]); j++)
                if (fabsf(values[j] - back[j]) > (is_of_bytes(types[i]) ? 0.126F : 1.01F / 15))
                    fail_msg("%s: %g became %g", element_word(types[i]), (double)values[j],
                             (double)back[j]);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_i4),     cmocka_unit_test(test_u4),     cmocka_unit_test(test_zeros),
        cmocka_unit_test(test_whole),  cmocka_unit_test(test_facts),  cmocka_unit_test(test_matrix),
        cmocka_unit_test(test_random), cmocka_unit_test(test_e4m3),   cmocka_unit_test(test_mx),
        cmocka_unit_test(test_powers), cmocka_unit_test(test_shared),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
