/*
 * Whether two kernels have the same tokens but for redundant parentheses and neutral factors and summands
 * (tests/unit/kernel_tokens.h). Prints what stands around the first difference, and returns 1.
 *
 * Use: same_kernel FILE FILE
 */
#include <stdio.h>
#include <stdlib.h>

#include "tests/unit/kernel_tokens.h"

static char *text_of(const char *path)
{
    enum {
        MOST = 64 << 20
    };
    char *const text = malloc(MOST);
    FILE *const file = fopen(path, "r");
    if (!text || !file) {
        fprintf(stderr, "%s cannot be read\n", path);
        exit(99);
    }
    const size_t length = fread(text, 1, MOST - 1, file);
    text[length] = '\0';
    fclose(file);
    return text;
}

static void show(const char *path, const struct tokens *tokens, size_t at)
{
    printf("%s:", path);
    for (size_t i = at > 12 ? at - 12 : 0; i < at + 12 && i < tokens->count; i++)
        printf("%s%.*s", i == at ? " >>> " : " ", (int)tokens->list[i].length,
               tokens->list[i].begin);
    puts("");
}

int main(int count, char **arguments)
{
    if (count != 3) {
        fprintf(stderr, "use: same_kernel FILE FILE\n");
        return 99;
    }
    char *const texts[] = {text_of(arguments[1]), text_of(arguments[2])};
    struct tokens one = tokens_of(texts[0]), other = tokens_of(texts[1]);
    size_t at;
    const bool same = tokens_agree(&one, &other, &at);
    if (!same) {
        show(arguments[1], &one, at);
        show(arguments[2], &other, at);
    }
    tokens_free(&one);
    tokens_free(&other);
    free(texts[0]);
    free(texts[1]);
    return !same;
}
