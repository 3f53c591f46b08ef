#include "harness/base/status.h"

#include <string.h>

static const struct {
    const char *word;
    bool is_answer;
    enum fault_code code;
} statuses[STATUS_COUNT] = {
    [STATUS_OK] = {"", false, FAULT_NONE},
    [STATUS_COMPILE] = {"compile", true, FAULT_DEVICE},
    [STATUS_RUNTIME] = {"runtime", true, FAULT_DEVICE},
    [STATUS_WRONG] = {"correctness", true, FAULT_WRONG},
    [STATUS_TIMEOUT] = {"timeout", false, FAULT_DEVICE},
    [STATUS_CRASH] = {"crash", false, FAULT_DEVICE},
    [STATUS_IMPOSSIBLE] = {"impossible", false, FAULT_DEVICE},
    [STATUS_REFUSED] = {"refused", true, FAULT_REFUSED},
    [STATUS_MEMORY] = {"memory", true, FAULT_DEVICE},
};

const char *status_word(enum status status)
{
    return statuses[status].word;
}

enum status status_find(const char *word)
{
    int status = 0;

    while (word != NULL && status < STATUS_COUNT && strcmp(statuses[status].word, word) != 0)
        status++;
    return word == NULL ? STATUS_COUNT : (enum status)status;
}

bool status_is_answer(enum status status)
{
    return status < STATUS_COUNT && statuses[status].is_answer;
}

enum fault_code status_code(enum status status)
{
    return statuses[status].code;
}
