#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "harness/journal/internal.h"

void journal_undo(struct journal *journal)
{
    int file = fileno(journal->stream);

    if (ftruncate(file, journal->length) != 0 || fdatasync(file) != 0)
        journal->stuck = true;
}

int journal_write(struct journal *journal, const char *bytes, size_t count, struct fault *fault)
{
    int file = fileno(journal->stream), number;
    size_t done = 0;

    if (journal->stuck || journal->lost)
        return fault_set(fault, FAULT_IO,
                         "%s: nothing more is written after a write that failed and could not be "
                         "undone",
                         journal->path);
    if (journal_guard(journal, bytes, count, fault))
        return -1;
    while (done < count) {
        ssize_t written = pwrite(file, bytes + done, count - done, journal->length + (off_t)done);

        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            break;
        done += (size_t)written;
    }
    if (done == count && fdatasync(file) == 0) {
        journal->length += (off_t)count;
        return 0;
    }
    number = errno;
    journal_undo(journal);
    return fault_set(fault, FAULT_IO, "cannot write to %s: %s", journal->path, strerror(number));
}
