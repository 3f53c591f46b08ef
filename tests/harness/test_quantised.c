/* Blocks of quantised numbers: hand-computed ones, and what is rounded once stays as it is. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <math.h>
#include <string.h>

#include <cmocka.h>

#include "harness/manifest/quantised.h"
#include "harness/verify/matrix_blocks.h"

static const enum element_type types[] = {TYPE_Q4_0, TYPE_Q4_1, TYPE_Q5_0, TYPE_Q5_1, TYPE_Q8_0};

/* These values give this block, and the block these values. */
static void is_block(enum element_type type, const float *values, const unsigned char *block,
                     const float *decoded)
{
    unsigned char encoded[QUANTISED_BYTES];
    float back[QUANTISED_ELEMENTS];

    quantised_encode(type, values, encoded);
    assert_memory_equal(encoded, block, element_bytes(type));
    quantised_decode(type, block, back);
    for (int i = 0; i < QUANTISED_ELEMENTS; i++)
        if (back[i] != decoded[i])
            fail_msg("%s: element %d is %g, not %g", element_word(type), i, (double)back[i],
                     (double)decoded[i]);
}

/* -8 to 7, then back: quant i and 31 - i. The scale follows from -8, and is 1. */
static void test_q4_0(void **state)
{
    static const unsigned char block[] = {0x00, 0x3c, 0xf0, 0xe1, 0xd2, 0xc3, 0xb4, 0xa5, 0x96,
                                          0x87, 0x78, 0x69, 0x5a, 0x4b, 0x3c, 0x2d, 0x1e, 0x0f};
    /* The first one of the greatest magnitude is 4: the scale is -0.5 (b8 00), -4 is beyond the quants. 1 is -2 steps of it
     * from the middle, 1.2 nearly -2.4, and 1.3 nearly -2.6. */
    static const unsigned char turned[] = {0x00, 0xb8, 0x80, 0x8f, 0x86, 0x86, 0x85, 0x88, 0x88,
                                           0x88, 0x88, 0x88, 0x88, 0x88, 0x88, 0x88, 0x88, 0xf8};
    float values[QUANTISED_ELEMENTS], others[QUANTISED_ELEMENTS] = {4, -4, 1, 1.2F, 1.3F};
    float decoded[QUANTISED_ELEMENTS] = {4, -3.5F, 1, 1, 1.5F};

    (void)state;
    for (int i = 0; i < QUANTISED_ELEMENTS; i++)
        values[i] = (float)(i < 16 ? i - 8 : 23 - i);
    is_block(TYPE_Q4_0, values, block, values);
    others[31] = -3.5F;
    decoded[31] = -3.5F;
    is_block(TYPE_Q4_0, others, turned, decoded);
}

/* The same quants; the least value is -3 (c2 00), the greatest 4.5: the scale is 7.5 / 15 (38 00). */
static void test_q4_1(void **state)
{
    static const unsigned char block[] = {0x00, 0x38, 0x00, 0xc2, 0xf0, 0xe1, 0xd2,
                                          0xc3, 0xb4, 0xa5, 0x96, 0x87, 0x78, 0x69,
                                          0x5a, 0x4b, 0x3c, 0x2d, 0x1e, 0x0f};
    float values[QUANTISED_ELEMENTS];

    (void)state;
    for (int i = 0; i < QUANTISED_ELEMENTS; i++)
        values[i] = (float)(i < 16 ? i : 31 - i) / 2 - 3;
    is_block(TYPE_Q4_1, values, block, values);
}

/* Quants 0, 18 = 16 + 2 (element 1) and 19 = 16 + 3 (element 22), all others 1. The fifth bits are bit 1 and bit 22 of 32. */
static void test_q5_0(void **state)
{
    static const unsigned char block[] = {0x00, 0x3c, 0x02, 0x00, 0x40, 0x00, 0x10, 0x12,
                                          0x11, 0x11, 0x11, 0x11, 0x31, 0x11, 0x11, 0x11,
                                          0x11, 0x11, 0x11, 0x11, 0x11, 0x11};
    float values[QUANTISED_ELEMENTS];

    (void)state;
    for (int i = 0; i < QUANTISED_ELEMENTS; i++)
        values[i] = -15;
    values[0] = -16;
    values[1] = 2;
    values[22] = 3;
    is_block(TYPE_Q5_0, values, block, values);
}

/* Element 22 has quant 31; the least value is -27 (ce c0), the greatest 35: the scale is 62 / 31 (40 00). */
static void test_q5_1(void **state)
{
    static const unsigned char block[] = {0x00, 0x40, 0xc0, 0xce, 0x02, 0x00, 0x40, 0x00,
                                          0x10, 0x12, 0x11, 0x11, 0x11, 0x11, 0xf1, 0x11,
                                          0x11, 0x11, 0x11, 0x11, 0x11, 0x11, 0x11, 0x11};
    float values[QUANTISED_ELEMENTS];

    (void)state;
    for (int i = 0; i < QUANTISED_ELEMENTS; i++)
        values[i] = -25;
    values[0] = -27;
    values[1] = 9;
    values[22] = 35;
    is_block(TYPE_Q5_1, values, block, values);
}

/* The scale is 254 / 127 (40 00). 5 and -5 are 2.5 steps, which are rounded away from zero. */
static void test_q8_0(void **state)
{
    static const unsigned char begin[] = {0x00, 0x40, 0x81, 0x03, 0xfd, 0x7f, 0x00};
    unsigned char block[34] = {0};
    float values[QUANTISED_ELEMENTS] = {-254, 5, -5, 254, 0.9F};
    float decoded[QUANTISED_ELEMENTS] = {-254, 6, -6, 254, 0};

    (void)state;
    memcpy(block, begin, sizeof begin);
    is_block(TYPE_Q8_0, values, block, decoded);
    /* 1 / 127 as a half is 1032 / 2^17, of which 127 are a little less than 1. */
    memset(values, 0, sizeof values);
    memset(decoded, 0, sizeof decoded);
    memset(block, 0, sizeof block);
    values[31] = 1;
    decoded[31] = 127 * 1032 * 0x1p-17F;
    block[0] = 0x08;
    block[1] = 0x20;
    block[33] = 0x7f;
    is_block(TYPE_Q8_0, values, block, decoded);
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
        for (int j = 0; j < QUANTISED_ELEMENTS; j++)
            assert_true(back[j] == 0);
    }
}

static void test_whole(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        unsigned char block[QUANTISED_BYTES];
        float values[QUANTISED_ELEMENTS], back[QUANTISED_ELEMENTS];

        for (int j = 0; j < QUANTISED_ELEMENTS; j++)
            values[j] = (float)(j * 5 % 16 - 8);
        quantised_encode_whole(types[i], values, block);
        quantised_decode(types[i], block, back);
        assert_memory_equal(values, back, sizeof values);
        values[3] = 1000;
        quantised_encode_whole(types[i], values, block);
        quantised_decode(types[i], block, back);
        assert_true(back[3] >= 7 && back[3] <= 127 && back[0] == values[0] && back[4] == values[4]);
    }
}

/* The same blocks for values that blocks gave: what the device gets is what the reference multiplies. Memory outside the
 * matrix is poison: its scales are not numbers. */
static void test_matrix(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        for (int swapped = 0; swapped < 2; swapped++) {
            struct fault fault = {0};
            struct matrix matrix = {.rows = swapped ? 96 : 5,
                                    .columns = swapped ? 5 : 96,
                                    .swapped = swapped,
                                    .ld = 128,
                                    .offset = 64,
                                    .type = types[i],
                                    .members = 1};
            unsigned char bytes[(64 + 5 * 128) / 32 * QUANTISED_BYTES];
            float back[QUANTISED_ELEMENTS];

            assert_int_equal(matrix_check_blocks(&matrix, "B", &fault), 0);
            assert_int_equal(matrix_allocate(&matrix, "B", &fault), 0);
            assert_int_equal(matrix_bytes(&matrix),
                             (64 + 4 * 128 + 96) / 32 * element_bytes(types[i]));
            for (uint64_t seed = 0; seed < 50; seed++) {
                matrix_fill(&matrix, seed % 5 == 0 ? DATA_SMALL : DATA_RANDOM, 0, seed);
                matrix_encode(&matrix, false, bytes);
                for (uint64_t block = 0; block < (64 + 4 * 128 + 96) / 32; block++) {
                    const uint64_t line = (block - 2) / 4, place = (block - 2) % 4 * 32;

                    quantised_decode(types[i], bytes + block * element_bytes(types[i]), back);
                    for (uint64_t j = 0; j < 32; j++)
                        if (block < 2 || place >= 96)
                            assert_true(isnan(back[j]));
                        else
                            assert_true(back[j] == matrix.value[swapped ? (place + j) * 5 + line
                                                                        : line * 96 + place + j]);
                }
            }
            matrix.ld = 129;
            assert_int_not_equal(matrix_check_blocks(&matrix, "B", &fault), 0);
            assert_non_null(strstr(fault.text, "leading dimension, 129,"));
            fault_clear(&fault);
            matrix_release(&matrix);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_q4_0),  cmocka_unit_test(test_q4_1),   cmocka_unit_test(test_q5_0),
        cmocka_unit_test(test_q5_1),  cmocka_unit_test(test_q8_0),   cmocka_unit_test(test_zeros),
        cmocka_unit_test(test_whole), cmocka_unit_test(test_matrix),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
