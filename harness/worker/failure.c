#include "harness/worker/internal.h"

#include "harness/base/status.h"
#include "harness/base/utf8.h"

enum {
    LOG_LIMIT = 1 << 20 /* bytes of a compiler's log that are handed on */
};

static enum status status_of(const struct worker *worker, const struct fault *fault)
{
    if (fault->code == FAULT_WRONG)
        return STATUS_WRONG;
    if (fault->code == FAULT_REFUSED || fault->lacking)
        return STATUS_REFUSED;
    if (!worker->builds && fault->no_memory)
        return STATUS_MEMORY;
    return worker->builds ? STATUS_COMPILE : STATUS_RUNTIME;
}

json_t *worker_failure(const struct worker *worker, const struct fault *fault)
{
    const char *log = fault->detail == NULL ? "" : fault->detail;

    return json_pack("{s:s, s:s, s:i, s:b, s:b, s:s#}", "failed",
                     status_word(status_of(worker, fault)), "reason", fault->text, "code",
                     (int)fault->code, "lacking", (int)fault->lacking, "contained",
                     (int)fault->contained, "log", log, (int)utf8_cut(log, LOG_LIMIT));
}
