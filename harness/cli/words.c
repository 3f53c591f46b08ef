#include "harness/cli/words.h"

const char *data_word(enum data data)
{
    static const char *const words[] = {"random", "ones", "small"};

    return words[data];
}
