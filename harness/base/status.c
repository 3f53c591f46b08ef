#include "harness/base/status.h"

#include <string.h>

static const struct {
    const char *word, *verdict;
    bool is_answer;
    enum fault_code code;
} statuses[STATUS_COUNT] = {
    [STATUS_OK] = {"", "passed", false, FAULT_NONE},
    [STATUS_COMPILE] = {"compile", "failed", true, FAULT_DEVICE},
    [STATUS_RUNTIME] = {"runtime", "failed", true, FAULT_DEVICE},
    [STATUS_WRONG] = {"correctness", "failed", true, FAULT_WRONG},
    [STATUS_TIMEOUT] = {"timeout", "failed", false, FAULT_DEVICE},
    [STATUS_CRASH] = {"crash", "crashed", false, FAULT_DEVICE},
    [STATUS_IMPOSSIBLE] = {"impossible", "failed", false, FAULT_DEVICE},
    [STATUS_REFUSED] = {"refused", "refused", true, FAULT_REFUSED},
    [STATUS_MEMORY] = {"memory", "failed", true, FAULT_DEVICE},
    [STATUS_ABSENT] = {"absent", "absent", false, FAULT_DEVICE},
};

const char *status_word(enum status status)
{
    return statuses[status].word;
}

const char *status_verdict(enum status status)
{
    return statuses[status].verdict;
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
