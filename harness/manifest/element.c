#include "harness/manifest/element.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "harness/manifest/half.h"

static const char *const names[TYPE_OTHER] = {"f16", "f32", "f64", "i32", "i64"};

struct facts {
    size_t bytes;
    int digits;
    double greatest, least_normal;
    uint64_t poison;
};

static const struct facts facts[REAL_TYPE_COUNT] = {
    {2, 11, 65504, 0x1p-14, UINT64_C(0x7dad)},
    {4, FLT_MANT_DIG, FLT_MAX, FLT_MIN, UINT64_C(0x7faead5a)},
    {8, DBL_MANT_DIG, DBL_MAX, DBL_MIN, UINT64_C(0x7ff5deadbeefa5a5)},
};

enum element_type element_find(const char *name)
{
    int type = 0;

    while (type < TYPE_OTHER && strcmp(names[type], name) != 0)
        type++;
    return (enum element_type)type;
}

const char *element_word(enum element_type type)
{
    return type < TYPE_OTHER ? names[type] : "none";
}

bool element_is_real(enum element_type type)
{
    return (int)type < REAL_TYPE_COUNT;
}

size_t element_bytes(enum element_type type)
{
    return facts[type].bytes;
}

/* Bits of an element as a whole number of the element's size. */
static uint64_t get_bits(enum element_type type, const void *array, uint64_t at)
{
    const char *from = (const char *)array + at * element_bytes(type);
    uint16_t bits_16;
    uint32_t bits_32;
    uint64_t bits_64;

    switch (type) {
    case TYPE_F16:
        memcpy(&bits_16, from, sizeof bits_16);
        return bits_16;
    case TYPE_F32:
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

    switch (type) {
    case TYPE_F16:
        memcpy(to, &bits_16, sizeof bits_16);
        break;
    case TYPE_F32:
        memcpy(to, &bits_32, sizeof bits_32);
        break;
    default:
        memcpy(to, &bits, sizeof bits);
        break;
    }
}

void element_store(enum element_type type, void *array, uint64_t at, double value)
{
    char *to = (char *)array + at * element_bytes(type);
    float single = (float)value;

    if (type == TYPE_F16)
        put_bits(type, array, at, half_from_double(value));
    else if (type == TYPE_F32)
        memcpy(to, &single, sizeof single);
    else
        memcpy(to, &value, sizeof value);
}

double element_load(enum element_type type, const void *array, uint64_t at)
{
    const char *from = (const char *)array + at * element_bytes(type);
    float single;
    double value;

    if (type == TYPE_F16)
        return half_to_double((uint16_t)get_bits(type, array, at));
    if (type == TYPE_F32) {
        memcpy(&single, from, sizeof single);
        return single;
    }
    memcpy(&value, from, sizeof value);
    return value;
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
    if (type == TYPE_F16)
        return half_to_double(half_from_double(value));
    return type == TYPE_F32 ? (double)(float)value : value;
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
