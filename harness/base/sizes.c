#include "harness/base/sizes.h"

#include <inttypes.h>
#include <stdio.h>

/* 63 bits, so that every size is also an int64_t for kernel arguments and for JSON. */
static const uint64_t largest = INT64_MAX;

bool size_multiply(uint64_t left, uint64_t right, uint64_t *result)
{
    if (left != 0 && right > largest / left)
        return false;
    *result = left * right;
    return true;
}

bool size_add(uint64_t left, uint64_t right, uint64_t *result)
{
    if (left > largest || right > largest - left)
        return false;
    *result = left + right;
    return true;
}

bool size_round_up(uint64_t size, uint64_t step, uint64_t *result)
{
    uint64_t sum;

    if (step == 0 || !size_add(size, step - 1, &sum))
        return false;
    *result = sum / step * step;
    return true;
}

uint64_t size_common_divisor(uint64_t left, uint64_t right)
{
    return right == 0 ? left : size_common_divisor(right, left % right);
}

bool size_common_multiple(uint64_t left, uint64_t right, uint64_t *result)
{
    const uint64_t divisor = size_common_divisor(left, right);

    return divisor != 0 && size_multiply(left / divisor, right, result);
}

bool size_scan(const char **text, uint64_t *result)
{
    const char *const begin = *text;
    bool fits = true;

    for (*result = 0; **text >= '0' && **text <= '9'; ++*text)
        fits = fits && size_multiply(*result, 10, result) &&
               size_add(*result, (uint64_t)(**text - '0'), result);
    return fits && *text > begin;
}

bool size_parse(const char *text, uint64_t *result)
{
    return size_scan(&text, result) && *text == '\0';
}

const char *size_bytes(uint64_t bytes, char text[SIZE_TEXT])
{
    static const char *const units[] = {"KB", "MB", "GB", "TB", "PB", "EB"};
    double value = (double)bytes * 1e-3;
    int unit = 0;

    while (value >= 999.95 && unit < 5) {
        value *= 1e-3;
        unit++;
    }
    if (bytes < 10000)
        snprintf(text, SIZE_TEXT, "%" PRIu64 " bytes", bytes);
    else
        snprintf(text, SIZE_TEXT, "%.1f %s", value, units[unit]);
    return text;
}
