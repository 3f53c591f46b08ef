/* Element types: every half there is, rounding at every tie, poison that is poison. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <math.h>
#include <string.h>

#include <cmocka.h>

#include "harness/manifest/element.h"
#include "harness/manifest/internal.h"

enum {
    INFINITE = 0x7c00,
    SIGN = 0x8000
};

/* From 0 to the greatest finite half each pattern is one unit in its binade above the one before:
 * that and the two ends fix the value of all of them. */
static void test_halves(void **state)
{
    double before = 0;

    (void)state;
    assert_true(half_to_double(0) == 0 && !signbit(half_to_double(0)));
    assert_true(half_to_double(SIGN) == 0 && signbit(half_to_double(SIGN)));
    for (unsigned bits = 1; bits < INFINITE; bits++) {
        unsigned field = (bits - 1) >> 10;
        double value = half_to_double((uint16_t)bits);

        assert_true(value - before == ldexp(1, (field == 0 ? 1 : (int)field) - 25));
        assert_true(half_to_double((uint16_t)(bits | SIGN)) == -value);
        before = value;
    }
    assert_true(half_to_double(1) == 0x1p-24 && half_to_double(0x3c00) == 1 && before == 65504);
    assert_true(half_to_double(INFINITE) == INFINITY);
    assert_true(half_to_double(SIGN | INFINITE) == -INFINITY);
    for (unsigned bits = INFINITE + 1; bits < SIGN; bits++)
        assert_true(isnan(half_to_double((uint16_t)bits)) &&
                    isnan(half_to_double((uint16_t)(bits | SIGN))));
}

static void rounds_to(double value, unsigned bits)
{
    assert_int_equal(half_from_double(value), bits);
    assert_int_equal(half_from_double(-value), bits | SIGN);
}

/* Each half, the middle between it and the next, and the doubles beside the middle. */
static void test_rounding(void **state)
{
    (void)state;
    for (unsigned bits = 0; bits < INFINITE; bits++) {
        double value = half_to_double((uint16_t)bits);
        double next = bits + 1 < INFINITE ? half_to_double((uint16_t)(bits + 1)) : 0x1p16;
        double middle = (value + next) / 2;

        rounds_to(value, bits);
        rounds_to(middle, bits % 2 == 0 ? bits : bits + 1);
        rounds_to(nextafter(middle, 0), bits);
        rounds_to(nextafter(middle, INFINITY), bits + 1);
    }
    rounds_to(0x1p-1074, 0);
    rounds_to(1e300, INFINITE);
    rounds_to(INFINITY, INFINITE);
    assert_int_equal(half_from_double(NAN), 0x7e00);
    assert_int_equal(half_from_double(-NAN), 0x7e00);
    /* Above a tie by less than a float sees: rounding twice would go down. */
    rounds_to(1 + 0x1p-11 + 0x1p-40, 0x3c01);
}

static void stores_bits(double value, unsigned bits)
{
    uint16_t stored;

    element_store(TYPE_BF16, &stored, 0, value);
    assert_int_equal(stored, bits);
}

/* Every bf16 is the upper half of a float; the middle between it and the next goes to the even one. */
static void test_bfloats(void **state)
{
    (void)state;
    for (unsigned bits = 0; bits < 0x7f80; bits++) {
        uint32_t whole = (uint32_t)bits << 16;
        uint16_t stored = (uint16_t)bits, next = (uint16_t)(bits + 1);
        float value;
        double middle;

        memcpy(&value, &whole, sizeof value);
        assert_true(element_load(TYPE_BF16, &stored, 0) == value);
        middle = bits + 1 < 0x7f80 ? (value + element_load(TYPE_BF16, &next, 0)) / 2
                                   : (value + 0x1p128) / 2;
        stores_bits(value, bits);
        stores_bits(-(double)value, bits | SIGN);
        stores_bits(middle, bits % 2 == 0 ? bits : bits + 1);
        stores_bits(nextafter(middle, 0), bits);
        stores_bits(nextafter(middle, INFINITY), bits + 1);
    }
    stores_bits(1e300, 0x7f80);
    stores_bits(-INFINITY, 0xff80);
    stores_bits(0x1p-1074, 0);
    stores_bits(NAN, 0x7fc0);
    /* Above a tie by less than a float sees: rounding twice would go down. */
    stores_bits(1 + 0x1p-8 + 0x1p-40, 0x3f81);
}

static double load_byte(enum element_type type, unsigned bits)
{
    const unsigned char byte = (unsigned char)bits;

    return element_load(type, &byte, 0);
}

static void stores_byte(enum element_type type, double value, unsigned bits)
{
    unsigned char stored;

    element_store(type, &stored, 0, value);
    assert_int_equal(stored, bits);
    element_store(type, &stored, 0, -value);
    assert_int_equal(stored, isnan(value) ? bits : bits | 0x80);
}

/* The tables of the format (OCP 8-bit Floating Point Specification, revision 1.0, table 1): its ends, from which each number is a unit of its binade above
 * the one before; ties, and what is beyond. */
static void test_eight_bits(void **state)
{
    static const struct {
        enum element_type type;
        int fraction;
        unsigned last;                                /* finite one, */
        double least, least_normal, greatest, beyond; /* and what follows it */
    } rows[] = {{TYPE_E4M3, 3, 0x7e, 0x1p-9, 0x1p-6, 448, NAN},
                {TYPE_E5M2, 2, 0x7b, 0x1p-16, 0x1p-14, 57344, INFINITY}};

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const enum element_type type = rows[i].type;
        const unsigned normal = 1U << rows[i].fraction;
        double step = rows[i].least;

        assert_true(load_byte(type, 0) == 0 && signbit(load_byte(type, 0x80)));
        assert_true(load_byte(type, 1) == rows[i].least);
        assert_true(load_byte(type, normal) == rows[i].least_normal);
        assert_true(load_byte(type, rows[i].last) == rows[i].greatest);
        for (unsigned bits = 0; bits < rows[i].last; bits++) {
            const double value = load_byte(type, bits), next = value + step;

            assert_true(load_byte(type, bits + 1) == next);
            assert_true(load_byte(type, (bits + 1) | 0x80) == -next);
            stores_byte(type, value, bits);
            stores_byte(type, value + step / 2, bits + bits % 2);
            stores_byte(type, nextafter(value + step / 2, 0), bits);
            stores_byte(type, nextafter(value + step / 2, INFINITY), bits + 1);
            step *= bits >= normal && (bits + 1) % normal == 0 ? 2 : 1;
        }
        stores_byte(type, rows[i].greatest, rows[i].last);
        stores_byte(type, nextafter(rows[i].greatest, INFINITY), rows[i].last);
        stores_byte(type, 1e300, rows[i].last);
        stores_byte(type, INFINITY, rows[i].last);
        stores_byte(type, 0x1p-1074, 0);
        stores_byte(type, NAN, 0x7f);
        assert_true(isnan(rows[i].beyond) ? isnan(load_byte(type, rows[i].last + 1))
                                          : load_byte(type, rows[i].last + 1) == rows[i].beyond);
        for (unsigned bits = rows[i].last + 1 + isinf(rows[i].beyond); bits <= 0x7f; bits++)
            assert_true(isnan(load_byte(type, bits)) && isnan(load_byte(type, bits | 0x80)));
        assert_true(element_saturates(type) && !element_saturates(TYPE_BF16));
    }
}

/* Whole numbers of 8 bits, which saturate, and of 32, which wrap. */
static void test_whole(void **state)
{
    static const struct {
        enum element_type type;
        double value, stored;
    } rows[] = {
        {TYPE_I8, 127, 127},
        {TYPE_I8, 128, 127},
        {TYPE_I8, -129, -128},
        {TYPE_U8, 255, 255},
        {TYPE_U8, 256, 255},
        {TYPE_U8, -1, 0},
        {TYPE_I32, 0x7fffffff, 0x7fffffff},
        {TYPE_I32, 0x1p31, -0x1p31},
        {TYPE_I32, -0x1p31 - 1, 0x7fffffff},
        {TYPE_I32, 0x1p52 + 5, 5},
        {TYPE_I32, -0x1p40 - 7, -7},
        {TYPE_I32, 2.5, 2},
    };
    unsigned char bytes[16], untouched[16];

    (void)state;
    for (int value = -128; value < 256; value++) {
        element_store(TYPE_I8, bytes, 3, value);
        assert_true(element_load(TYPE_I8, bytes, 3) == (value < 128 ? value : 127));
        element_store(TYPE_U8, bytes, 3, value);
        assert_true(element_load(TYPE_U8, bytes, 3) == (value < 0 ? 0 : value));
        assert_int_equal(bytes[3], value < 0 ? 0 : value);
    }
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        enum element_type type = rows[i].type;

        assert_true(element_is_whole(type) && !element_is_real(type) && element_of_matrix(type));
        assert_true(element_round(type, rows[i].value) == rows[i].stored);
        memset(bytes, 0x11, sizeof bytes);
        memset(untouched, 0x11, sizeof untouched);
        element_store(type, bytes, 1, rows[i].value);
        assert_true(element_load(type, bytes, 1) == rows[i].stored);
        assert_false(element_is_poison(type, bytes, 1));
        element_poison(type, bytes, 1);
        assert_true(element_is_poison(type, bytes, 1));
        assert_memory_equal(bytes, untouched, element_facts[type].bytes);
        assert_memory_equal(bytes + 2 * element_facts[type].bytes, untouched,
                            element_facts[type].bytes);
    }
    assert_true(element_facts[TYPE_I8].range.least == -128 &&
                element_facts[TYPE_I8].range.most == 127);
    assert_true(element_facts[TYPE_U8].range.least == 0 &&
                element_facts[TYPE_U8].range.most == 255);
}

static void test_storage(void **state)
{
    static const double values[] = {0, -0.0, 1, -2.5, 0x1p-20, 65280, INFINITY, -INFINITY};
    unsigned char bytes[64], untouched[64];

    (void)state;
    for (int i = 0; i < MATRIX_TYPE_COUNT; i++) {
        enum element_type type = (enum element_type)i;
        size_t size = element_facts[type].bytes;

        if (element_is_whole(type) || element_parts(type) == 2 || element_covers(type) > 1 ||
            element_saturates(type))
            continue;
        memset(bytes, 0x11, sizeof bytes);
        memset(untouched, 0x11, sizeof untouched);
        for (size_t j = 0; j < sizeof values / sizeof *values; j++) {
            element_store(type, bytes, 1, values[j]);
            assert_true(element_load(type, bytes, 1) == values[j]);
            assert_true(!signbit(element_load(type, bytes, 1)) == !signbit(values[j]));
            assert_false(element_is_poison(type, bytes, 1));
        }
        element_store(type, bytes, 1, NAN);
        assert_true(isnan(element_load(type, bytes, 1)) && !element_is_poison(type, bytes, 1));
        memset(bytes + size, 0xff, size);
        assert_false(element_is_poison(type, bytes, 1));
        element_poison(type, bytes, 1);
        assert_true(isnan(element_load(type, bytes, 1)) && element_is_poison(type, bytes, 1));
        assert_memory_equal(bytes, untouched, size);
        assert_memory_equal(bytes + 2 * size, untouched, size);
    }
}

static void test_facts(void **state)
{
    (void)state;
    assert_int_equal(element_named("f16"), TYPE_F16);
    assert_int_equal(element_named("i64"), TYPE_I64);
    assert_int_equal(element_named("bf16"), TYPE_BF16);
    assert_int_equal(element_named("i8"), TYPE_I8);
    assert_int_equal(element_named("e4m3"), TYPE_E4M3);
    static const double rounded[][3] = {
        {126.5, 126, 126},   {127.5, 127, 128}, {-128.5, -128, 0}, {-0.5, 0, 0},
        {1.5, 2, 2},         {2.5, 2, 2},       {1e30, 127, 255},  {-1e30, -128, 0},
        {254.5, 127, 254},   {255.5, 127, 255}, {-2.5, -2, 0},     {INFINITY, 127, 255},
        {-INFINITY, -128, 0}};
    for (size_t i = 0; i < sizeof rounded / sizeof *rounded; i++) {
        assert_true(element_round(TYPE_I8, rounded[i][0]) == rounded[i][1]);
        assert_true(element_round(TYPE_U8, rounded[i][0]) == rounded[i][2]);
    }
    assert_int_equal(element_named("u16"), TYPE_OTHER);
    assert_string_equal(element_word(TYPE_F64), "f64");
    assert_int_equal(element_named("c64"), TYPE_C64);
    assert_true(element_parts(TYPE_C32) == 2 && element_part(TYPE_C32) == TYPE_F32);
    assert_true(element_parts(TYPE_C64) == 2 && element_part(TYPE_C64) == TYPE_F64);
    assert_true(element_parts(TYPE_F64) == 1 && element_part(TYPE_F64) == TYPE_F64);
    assert_true(element_parts(TYPE_OTHER) == 1 && element_part(TYPE_OTHER) == TYPE_OTHER);
    assert_true(element_facts[TYPE_C32].bytes == 8 && element_facts[TYPE_C64].bytes == 16);
    assert_true(element_covers(TYPE_F32) == 1 && element_covers(TYPE_Q4_0) == 32);
    assert_true(element_share(TYPE_F64) == 8 && element_share(TYPE_Q8_0) == 1.0625);
    assert_true(element_named("q5_1") == TYPE_Q5_1 && element_is_real(TYPE_Q5_1) &&
                !element_is_calculated(TYPE_Q5_1));
    assert_true(element_facts[TYPE_C32].digits == 24 && element_facts[TYPE_C64].digits == 53);
    assert_true(element_is_real(TYPE_F16) && element_is_real(TYPE_F64));
    assert_true(element_is_calculated(TYPE_F64) && !element_is_calculated(TYPE_BF16));
    assert_true(element_is_narrower(TYPE_BF16, TYPE_F16) &&
                !element_is_narrower(TYPE_F16, TYPE_BF16));
    assert_false(element_is_real(TYPE_I32) || element_is_real(TYPE_OTHER));
    assert_true(element_is_whole(TYPE_I64) && !element_of_matrix(TYPE_I64));
    assert_true(element_is_calculated(TYPE_I32) && !element_is_calculated(TYPE_U8));
    for (int i = 0; i < MATRIX_TYPE_COUNT; i++) {
        enum element_type type = (enum element_type)i;
        double u = element_roundoff(type), most = element_facts[type].greatest;

        if (element_is_whole(type) || element_covers(type) > 1)
            continue;
        assert_true(element_round(type, 1 + u) == 1); /* a tie */
        assert_true(element_round(type, 1 + 2 * u) == 1 + 2 * u);
        assert_true(element_round(type, 1 - u) == 1 - u);
        assert_int_equal(element_facts[type].digits, -ilogb(u));
        assert_true(element_round(type, most) == most);
        /* One place less where NaN has the last one. */
        assert_true(most == (1 - (type == TYPE_E4M3 ? 2 : 1) * u) * ldexp(1, ilogb(most)) * 2);
        assert_true(element_round(type, element_facts[type].least_normal * 2 * u) > 0);
        assert_true(element_round(type, element_facts[type].least_normal * u) == 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_halves),     cmocka_unit_test(test_rounding),
        cmocka_unit_test(test_bfloats),    cmocka_unit_test(test_whole),
        cmocka_unit_test(test_storage),    cmocka_unit_test(test_facts),
        cmocka_unit_test(test_eight_bits),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
