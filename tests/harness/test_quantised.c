/* Blocks of quantised numbers: hand-computed ones, and what is rounded once stays as it is. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <math.h>
#include <string.h>

#include <cmocka.h>

#include "harness/base/random.h"
#include "harness/manifest/quantised.h"
#include "harness/verify/internal.h"

static const enum element_type types[] = {TYPE_Q4_0, TYPE_Q4_1, TYPE_Q5_0, TYPE_Q5_1,  TYPE_Q8_0,
                                          TYPE_Q4_K, TYPE_Q5_K, TYPE_Q6_K, TYPE_MXFP4, TYPE_IQ4_NL};

enum {
    SHORT = 32 /* elements of a block that is no super-block */
};

/* These values give this block, and the block these values. */
static void is_block(enum element_type type, const float *values, const unsigned char *block,
                     const float *decoded)
{
    unsigned char encoded[QUANTISED_BYTES];
    float back[QUANTISED_ELEMENTS];

    quantised_encode(type, values, encoded);
    assert_memory_equal(encoded, block, element_facts[type].bytes);
    quantised_decode(type, block, back);
    for (int i = 0; i < SHORT; i++)
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
    float values[SHORT], others[SHORT] = {4, -4, 1, 1.2F, 1.3F};
    float decoded[SHORT] = {4, -3.5F, 1, 1, 1.5F};

    (void)state;
    for (int i = 0; i < SHORT; i++)
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
    float values[SHORT];

    (void)state;
    for (int i = 0; i < SHORT; i++)
        values[i] = (float)(i < 16 ? i : 31 - i) / 2 - 3;
    is_block(TYPE_Q4_1, values, block, values);
}

/* Quants 0, 18 = 16 + 2 (element 1) and 19 = 16 + 3 (element 22), all others 1. The fifth bits are bit 1 and bit 22 of 32. */
static void test_q5_0(void **state)
{
    static const unsigned char block[] = {0x00, 0x3c, 0x02, 0x00, 0x40, 0x00, 0x10, 0x12,
                                          0x11, 0x11, 0x11, 0x11, 0x31, 0x11, 0x11, 0x11,
                                          0x11, 0x11, 0x11, 0x11, 0x11, 0x11};
    float values[SHORT];

    (void)state;
    for (int i = 0; i < SHORT; i++)
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
    float values[SHORT];

    (void)state;
    for (int i = 0; i < SHORT; i++)
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
    float values[SHORT] = {-254, 5, -5, 254, 0.9F};
    float decoded[SHORT] = {-254, 6, -6, 254, 0};

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

/* Element i of a block is `value`. */
struct element {
    int i;
    float value;
};

static void has_elements(enum element_type type, const unsigned char *block,
                         const struct element *elements, size_t count)
{
    float values[QUANTISED_ELEMENTS];

    quantised_decode(type, block, values);
    for (size_t i = 0; i < count; i++)
        if (values[elements[i].i] != elements[i].value)
            fail_msg("%s: element %d is %g, not %g", element_word(type), elements[i].i,
                     (double)values[elements[i].i], (double)elements[i].value);
}

/* Scales 1 2 3 4, 17 34 51 4 and leasts 5 6 7 8, 20 37 54 8, by 1 (3c 00) and 2 (40 00). Byte b of the quants is b: of elements 64 g to
 * 64 g + 31 quants are the lower halves of bytes 32 g to 32 g + 31, of the next 32 the upper halves. */
static const unsigned char super_head[] = {0x00, 0x3c, 0x00, 0x40, 0x41, 0x82, 0xc3, 0x04,
                                           0x45, 0x86, 0xc7, 0x08, 0x41, 0x52, 0x63, 0x84};

static void test_q4_k(void **state)
{
    static const struct element elements[] = {
        {0, 1 * 0 - 2 * 5},     {33, 2 * 0 - 2 * 6},    {70, 3 * 6 - 2 * 7},
        {100, 4 * 2 - 2 * 8},   {130, 17 * 2 - 2 * 20}, {170, 34 * 4 - 2 * 37},
        {200, 51 * 8 - 2 * 54}, {255, 4 * 7 - 2 * 8},
    };
    unsigned char block[144];

    (void)state;
    assert_int_equal(element_facts[TYPE_Q4_K].bytes, sizeof block);
    memcpy(block, super_head, 16);
    for (int i = 0; i < 128; i++)
        block[16 + i] = (unsigned char)i;
    has_elements(TYPE_Q4_K, block, elements, sizeof elements / sizeof *elements);
}

/* The same; fifth bits: bit p of byte j is that of element 32 p + j. All of byte 6, and bit 6 of byte 8. */
static void test_q5_k(void **state)
{
    static const struct element elements[] = {
        {0, 1 * 0 - 2 * 5},
        {6, 1 * 22 - 2 * 5},
        {8, 1 * 8 - 2 * 5},
        {70, 3 * 22 - 2 * 7},
        {100, 4 * 2 - 2 * 8},
        {166, 34 * (16 + 4) - 2 * 37},
        {200, 51 * (16 + 8) - 2 * 54},
        {230, 4 * (16 + 6) - 2 * 8},
        {255, 4 * 7 - 2 * 8},
    };
    unsigned char block[176] = {0};

    (void)state;
    assert_int_equal(element_facts[TYPE_Q5_K].bytes, sizeof block);
    memcpy(block, super_head, 16);
    block[16 + 6] = 0xff;
    block[16 + 8] = 0x40;
    for (int i = 0; i < 128; i++)
        block[48 + i] = (unsigned char)i;
    has_elements(TYPE_Q5_K, block, elements, sizeof elements / sizeof *elements);
}

/* Scales -8 to 7, by 0.5 (38 00), of 16 elements each. Byte b of the lower bits is b; upper bits of elements 5, 37, 69 and 101 are 0 to 3,
 * of elements 133, 165, 197 and 229 they are 3 to 0, of others 0. */
static void test_q6_k(void **state)
{
    static const struct element elements[] = {
        {5, 0.5F * -8 * (5 - 32)},       {37, 0.5F * -6 * (16 + 5 - 32)},
        {69, 0.5F * -4 * (32 + 0 - 32)}, {101, 0.5F * -2 * (48 + 2 - 32)},
        {133, 0.5F * 0 * (48 + 5 - 32)}, {165, 0.5F * 2 * (32 + 5 - 32)},
        {229, 0.5F * 6 * (0 + 6 - 32)},  {255, 0.5F * 7 * (7 - 32)},
        {150, 0.5F * 1 * (6 - 32)},
    };
    unsigned char block[210] = {0};

    (void)state;
    assert_int_equal(element_facts[TYPE_Q6_K].bytes, sizeof block);
    for (int i = 0; i < 128; i++)
        block[i] = (unsigned char)i;
    block[128 + 5] = 0xe4;
    block[128 + 32 + 5] = 0x1b;
    for (int i = 0; i < 16; i++)
        block[192 + i] = (unsigned char)(i - 8);
    block[209] = 0x38;
    has_elements(TYPE_Q6_K, block, elements, sizeof elements / sizeof *elements);
}

/* The greatest magnitude is 12, from 2^3 on: the exponent is 3 - 2 + 127, and numbers are as they are. 5 is as near to 4, the first one;
 * 2.6 is 3, -0.4 the first 0. */
static void test_mxfp4(void **state)
{
    static const unsigned char block[17] = {0x80, 0x07, 0x0f, 0x05, 0x04, 0x03};
    static const unsigned char scaled[17] = {0x7d, 0x07, 0xd0};
    float values[SHORT] = {12, -12, 6, 5, 2.6F, -0.4F}, decoded[SHORT] = {12, -12, 6, 4, 3};
    /* 1.4 is from 2^0 on: the exponent is 125, numbers are eighths. */
    float others[SHORT] = {1.4F}, eighths[SHORT] = {1.5F};

    (void)state;
    is_block(TYPE_MXFP4, values, block, decoded);
    others[17] = -0.7F;
    eighths[17] = -0.75F;
    is_block(TYPE_MXFP4, others, scaled, eighths);
}

/* -127 and 113 have the first code and the last one, by a scale of 1; by one of -1/8 (b0 00) 127 / 8 the first, 1.2 the one of -10, -0.1 that of 1. */
static void test_iq4_nl(void **state)
{
    static const unsigned char block[18] = {0x00, 0x3c, 0x80, 0x8f, 0x89, 0x87, 0x88, 0x88, 0x88,
                                            0x88, 0x88, 0x88, 0x88, 0x88, 0x88, 0x88, 0x88, 0xb8};
    static const unsigned char scaled[18] = {0x00, 0xb0, 0x80, 0x87, 0x88, 0x88, 0x88, 0x88, 0x88,
                                             0x88, 0x88, 0x88, 0x88, 0x88, 0x88, 0x88, 0x88, 0x88};
    float values[SHORT] = {-127, 113, 12, -6}, decoded[SHORT] = {-127, 113, 13, -10};
    float others[SHORT] = {127.0F / 8, 1.2F}, eighths[SHORT] = {127.0F / 8, 1.25F};

    (void)state;
    values[31] = decoded[31] = 38;
    for (int i = 2; i < SHORT; i++) {
        decoded[i] = decoded[i] == 0 ? 1 : decoded[i];
        eighths[i] = -0.125F;
    }
    is_block(TYPE_IQ4_NL, values, block, decoded);
    is_block(TYPE_IQ4_NL, others, scaled, eighths);
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

static void test_whole(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        unsigned char block[QUANTISED_BYTES];
        float values[QUANTISED_ELEMENTS], back[QUANTISED_ELEMENTS];
        const size_t count = element_covers(types[i]);

        for (int j = 0; j < QUANTISED_ELEMENTS; j++)
            values[j] = types[i] == TYPE_MXFP4    ? (float)(j * 5 % 9 - 4)
                        : types[i] == TYPE_IQ4_NL ? (float)(j % 3 == 0 ? -10 : j % 3 * 12 - 11)
                                                  : (float)(j * 5 % 16 - 8);
        quantised_encode_whole(types[i], values, block);
        quantised_decode(types[i], block, back);
        assert_memory_equal(values, back, count * sizeof *values);
        values[3] = 1000;
        quantised_encode_whole(types[i], values, block);
        quantised_decode(types[i], block, back);
        assert_true(back[3] >= 7 && back[3] <= 127 && back[0] == values[0] && back[4] == values[4]);
    }
}

/* Random values come back but for a step of the quants; of super-blocks, whose scales are rounded too, two of them. */
static void test_random(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        const enum element_type type = types[i];
        const float step = type == TYPE_Q8_0                        ? 1.0F / 127
                           : type == TYPE_MXFP4                     ? 0.25F
                           : type == TYPE_Q6_K                      ? 2.0F / 31
                           : type == TYPE_Q5_K                      ? 4.0F / 31
                           : type == TYPE_Q4_K                      ? 4.0F / 15
                           : type == TYPE_Q5_0 || type == TYPE_Q5_1 ? 2.0F / 31
                                                                    : 2.0F / 15;
        unsigned char block[QUANTISED_BYTES];
        float values[QUANTISED_ELEMENTS], back[QUANTISED_ELEMENTS];
        uint64_t seed = 5;

        for (int turn = 0; turn < 100; turn++) {
            for (int j = 0; j < QUANTISED_ELEMENTS; j++)
                values[j] = (float)((double)(random_next(&seed) >> 11) * 0x1p-52 - 1);
            quantised_encode(type, values, block);
            quantised_decode(type, block, back);
            for (size_t j = 0; j < element_covers(type); j++)
                if (fabsf(values[j] - back[j]) > step)
                    fail_msg("%s: %g became %g", element_word(type), (double)values[j],
                             (double)back[j]);
        }
    }
}

/* What the device gets is what the reference multiplies, and memory outside the matrix is poison. */
static void test_matrix(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        for (int swapped = 0; swapped < 2; swapped++) {
            const enum element_type type = types[i];
            const uint64_t covers = element_covers(type), length = 3 * covers;
            struct fault fault = {0};
            struct matrix matrix = {.rows = swapped ? length : 5,
                                    .columns = swapped ? 5 : length,
                                    .swapped = swapped,
                                    .ld = 4 * covers,
                                    .offset = 2 * covers,
                                    .type = type,
                                    .members = 1};
            unsigned char bytes[21 * QUANTISED_BYTES];
            float back[QUANTISED_ELEMENTS];

            assert_int_equal(matrix_check_blocks(&matrix, "B", &fault), 0);
            assert_int_equal(matrix_allocate(&matrix, "B", &fault), 0);
            assert_int_equal(matrix_bytes(&matrix), 21 * element_facts[type].bytes);
            for (uint64_t seed = 0; seed < 20; seed++) {
                matrix_fill(&matrix, seed % 5 == 0 ? DATA_SMALL : DATA_RANDOM, 0, seed);
                matrix_encode(&matrix, false, bytes);
                for (uint64_t block = 0; block < 21; block++) {
                    const uint64_t line = (block - 2) / 4, place = (block - 2) % 4 * covers;

                    quantised_decode(type, bytes + block * element_facts[type].bytes, back);
                    for (uint64_t j = 0; j < covers; j++)
                        if (block < 2 || place >= length)
                            assert_false(isfinite(back[j]));
                        else
                            assert_true(back[j] ==
                                        matrix.value[swapped ? (place + j) * 5 + line
                                                             : line * length + place + j]);
                }
            }
            matrix.ld++;
            assert_int_not_equal(matrix_check_blocks(&matrix, "B", &fault), 0);
            assert_non_null(strstr(fault.text, "the leading dimension, "));
            fault_clear(&fault);
            matrix_release(&matrix);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_q4_0),   cmocka_unit_test(test_q4_1),   cmocka_unit_test(test_q5_0),
        cmocka_unit_test(test_q5_1),   cmocka_unit_test(test_q8_0),   cmocka_unit_test(test_q4_k),
        cmocka_unit_test(test_q5_k),   cmocka_unit_test(test_q6_k),   cmocka_unit_test(test_mxfp4),
        cmocka_unit_test(test_iq4_nl), cmocka_unit_test(test_zeros),  cmocka_unit_test(test_random),
        cmocka_unit_test(test_whole),  cmocka_unit_test(test_matrix),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
