#include "gen/base/whole.h"

long long larger(long long left, long long right)
{
    return left > right ? left : right;
}

long long smaller(long long left, long long right)
{
    return left < right ? left : right;
}

long long common_divisor(long long left, long long right)
{
    return right ? common_divisor(right, left % right) : left;
}

long long common_multiple(long long left, long long right)
{
    return left / common_divisor(left, right) * right;
}

long long covering(long long size, long long part)
{
    return size / part + (size % part != 0);
}

long long rounded_up(long long size, long long multiple)
{
    return size < 0 ? -1 : covering(size, multiple) * multiple;
}

long long widest_vector(long long side, long long most)
{
    long long width = 1;
    while (2 * width <= most && side % (2 * width) == 0)
        width *= 2;
    return width;
}
