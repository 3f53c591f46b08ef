#include "harness/cli/words.h"

const char *data_word(enum data data)
{
    static const char *const words[] = {"random", "ones", "small"};

    return words[data];
}

const char *format_word(enum format format)
{
    static const char *const words[] = {"text", "json", "csv", "markdown", "gatlas"};

    return words[format];
}
