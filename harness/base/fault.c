#include "harness/base/fault.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "clgemm.h"
#include "harness/base/text.h"

static const char no_memory[] = "out of memory on the host";

int fault_set(struct fault *fault, enum fault_code code, const char *format, ...)
{
    va_list list;

    if (fault == NULL || fault->code != FAULT_NONE)
        return -1;
    if (memory_ran_out()) { /* whatever it looks like now */
        fault->no_memory = true;
        fault->code = FAULT_IO;
        snprintf(fault->text, sizeof fault->text, "%s", no_memory);
        return -1;
    }
    fault->code = code;
    va_start(list, format);
    vsnprintf(fault->text, sizeof fault->text, format, list);
    va_end(list);
    utf8_mend_line(fault->text);
    return -1;
}

int fault_pass_on(struct fault *fault, const struct clgemm_error *error)
{
    enum fault_code code = error->code == CLGEMM_OK ? FAULT_IO : (enum fault_code)error->code;
    size_t length = strcspn(error->text, "\n"); /* a further line shows what is at fault */
    bool is_first = fault != NULL && fault->code == FAULT_NONE;

    fault_set(fault, code, "%.*s", (int)length, error->text);
    if (is_first && error->text[length] != '\0' && !fault->no_memory &&
        (fault->detail = strdup(error->text + length + 1)) != NULL)
        utf8_mend_log(fault->detail);
    return -1;
}

int fault_move(struct fault *from, struct fault *fault)
{
    const int status = from->code == FAULT_NONE ? 0 : -1;

    if (fault != NULL && fault->code == FAULT_NONE && status != 0) {
        *fault = *from;
        memset(from, 0, sizeof *from);
    }
    fault_clear(from);
    return status;
}

int fault_memory(struct fault *fault)
{
    if (fault != NULL && fault->code == FAULT_NONE)
        fault->no_memory = true;
    return fault_set(fault, FAULT_IO, "%s", no_memory);
}

void fault_prefix(struct fault *fault, const char *path)
{
    char text[sizeof fault->text];

    if (fault->code == FAULT_NONE)
        return;
    memcpy(text, fault->text, sizeof text);
    snprintf(fault->text, sizeof fault->text, "%.*s: %.*s", (int)utf8_cut(path, 255), path,
             (int)utf8_cut(text, 760), text);
    utf8_mend_line(fault->text);
}

void fault_print(const struct fault *fault, FILE *stream)
{
    fprintf(stream, "clgemm-bench: %s\n", fault->text);
    fault_print_detail(fault->detail, stream);
}

void fault_print_detail(const char *detail, FILE *stream)
{
    size_t length = detail == NULL ? 0 : strlen(detail);

    if (length > 0)
        fprintf(stream, "%s%s", detail, detail[length - 1] == '\n' ? "" : "\n");
}

void fault_clear(struct fault *fault)
{
    free(fault->detail);
    memset(fault, 0, sizeof *fault);
}

/* -------------------------------------------------------------------------------------- status */

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
