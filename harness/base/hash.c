#include "harness/base/hash.h"

uint64_t hash_more(uint64_t hash, const char *bytes, size_t length)
{
    for (size_t i = 0; i < length; i++)
        hash = (hash ^ (unsigned char)bytes[i]) * UINT64_C(0x100000001b3);
    return hash;
}

uint64_t hash_bytes(const char *bytes, size_t length)
{
    return hash_more(UINT64_C(0xcbf29ce484222325), bytes, length);
}
