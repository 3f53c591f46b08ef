#include "harness/base/hex.h"

#include <stdlib.h>
#include <string.h>

static const char digits[] = "0123456789abcdef";

char *hex_write(const unsigned char *bytes, size_t length)
{
    char *text = malloc(2 * length + 1);

    if (text == NULL)
        return NULL;
    for (size_t i = 0; i < length; i++) {
        text[2 * i] = digits[bytes[i] >> 4];
        text[2 * i + 1] = digits[bytes[i] & 15];
    }
    text[2 * length] = '\0';
    return text;
}

unsigned char *hex_read(const char *text, size_t *length)
{
    const size_t count = strlen(text);
    unsigned char *bytes = count % 2 == 0 ? malloc(count / 2 + 1) : NULL;

    *length = count / 2;
    for (size_t i = 0; bytes != NULL && i < count; i++) {
        const char *digit = strchr(digits, text[i]);

        if (digit == NULL) {
            free(bytes);
            return NULL;
        }
        bytes[i / 2] = (unsigned char)((i % 2 == 0 ? 0 : bytes[i / 2] << 4) | (digit - digits));
    }
    return bytes;
}
