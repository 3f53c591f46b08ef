/*
 * Journals of the tuner: what is read can be asked for, and what is appended is there when it is read again.
 */
#include <stdlib.h>

#include "harness/journal/journal.h"
#include "tests/fuzz/fuzz.h"

static void ask_all(const struct journal *journal)
{
    for (size_t i = 0; i < journal_count(journal); i++) {
        const struct journal_entry *entry = journal_at(journal, i);
        json_t *key = journal_key(entry);

        fuzz_expect(key != NULL && journal_find(journal, key) == entry, "an entry is not found");
        json_decref(key);
        for (int state = 0; state < JOURNAL_STATES; state++) {
            journal_number(entry, (enum journal_state)state, "ms");
            json_decref(journal_fields(entry, (enum journal_state)state));
        }
    }
    (void)journal_damaged(journal);
}

static struct journal *opened(const char *path, bool writes)
{
    struct fault fault = {0};
    struct journal *journal = journal_open(path, writes, &fault);

    fuzz_expect(journal != NULL || (fault.code != FAULT_NONE && fault.text[0] != '\0'),
                "no error is told");
    fault_clear(&fault);
    return journal;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *path = fuzz_file(data, size);
    json_t *key = json_pack("{s:s}", "fuzz", "key"), *fields = json_pack("{s:f}", "ms", 1.5);
    struct journal *journal = opened(path, false);
    struct fault fault = {0};

    if (journal)
        ask_all(journal);
    journal_close(journal);
    journal = opened(path, true);
    if (journal && journal_append(journal, key, JOURNAL_TIMES, fields, &fault) == 0) {
        journal_close(journal);
        journal = opened(path, false);
        fuzz_expect(journal != NULL && journal_find(journal, key) != NULL,
                    "what was appended is not read");
    }
    journal_close(journal);
    fault_clear(&fault);
    json_decref(key);
    json_decref(fields);
    return 0;
}
