#include "harness/base/status.h"

#include <string.h>

static const struct {
    const char *word, *verdict, *compiled;
    bool is_answer;
    enum fault_code code;
} statuses[STATUS_COUNT] = {
    [STATUS_OK] = {"", "passed", "compiled", false, FAULT_NONE},
    [STATUS_COMPILE] = {"compile", "failed", "failed", true, FAULT_DEVICE},
    [STATUS_RUNTIME] = {"runtime", "failed", "failed", true, FAULT_DEVICE},
    [STATUS_WRONG] = {"correctness", "failed", "short", true, FAULT_WRONG},
    [STATUS_TIMEOUT] = {"timeout", "failed", "failed", false, FAULT_DEVICE},
    [STATUS_CRASH] = {"crash", "crashed", "failed", false, FAULT_DEVICE},
    [STATUS_IMPOSSIBLE] = {"impossible", "failed", "failed", false, FAULT_DEVICE},
    [STATUS_REFUSED] = {"refused", "refused", "refused", true, FAULT_REFUSED},
    [STATUS_MEMORY] = {"memory", "failed", "failed", true, FAULT_DEVICE},
    [STATUS_ABSENT] = {"absent", "absent", "missing", false, FAULT_DEVICE},
};

const char *status_word(enum status status)
{
    return statuses[status].word;
}

const char *status_verdict(enum status status)
{
    return statuses[status].verdict;
}

const char *status_compiled(enum status status)
{
    return statuses[status].compiled;
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
