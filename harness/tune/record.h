/*
 * The journal of a tuning, and what comes of an attempt (record.c); only files of this folder include it.
 */
#pragma once

#include "harness/tune/internal.h"

/* The name of a kernel on a shape in the journal, with what is said for it, whose reference is
 * taken (NULL: it is no candidate); a new reference, NULL without memory. */
json_t *tune_key(const struct tuning *tuning, const json_t *manifest, json_t *parameters,
                 size_t shape);

/* Writes a line to the journal, if there is one. Takes the reference of fields. */
int tune_note(struct tuner *tuner, json_t *key, enum journal_state state, json_t *fields,
              struct fault *fault);

/* The same for a candidate on a shape. */
int tune_note_attempt(const struct attempt *attempt, enum journal_state state, json_t *fields,
                      struct fault *fault);

/* Fields of a line that announces what may take this process, or the machine, down; a new
 * reference, or NULL. */
json_t *tune_start_fields(const struct tuner *tuner);

/* Takes what comes of an attempt; the engine's fault only says that the candidate is out. */
int tune_take_outcome(struct attempt *attempt, enum outcome outcome, struct fault *fault);

/* A kernel was built: its compiler works. */
void tune_note_built(struct tuner *tuner);

/* Observers of the engine: write down the stage that a candidate is in; judge one that is out,
 * after the device was found alive, and write that down, unless it is refused and was timed
 * before. */
int tune_reach(void *attempt, struct candidate *candidate, enum suite_stage stage,
               struct fault *fault);
void tune_lose(void *attempt, const struct suite_run *run, const struct candidate *candidate);

/* Milliseconds of the device that samples have taken, a new list. */
json_t *tune_list_times(const struct measurement *measurement);

/* What the journal knows of a key, or of a candidate on a shape; NULL: nothing. Valid until a line
 * is written. */
const struct journal_entry *tune_find(const struct tuner *tuner, const json_t *key);
const struct journal_entry *tune_entry(const struct attempt *attempt);

/* How many runs before this one have ended while they were at work on this. */
unsigned tune_ends(const struct journal_entry *entry);

/* Whether runs before this one have ended again and again while they were at work on this; the
 * sentence for that. */
bool tune_is_deadly(const struct tuner *tuner, const struct journal_entry *entry);
extern const char tune_deadly_words[];

/* The failure that the journal knows, unless a limit of that run brought it about which this one
 * does not have; STATUS_OK: none. */
enum status tune_known_failure(const struct tuner *tuner, const struct journal_entry *entry);

/* How this run measures; said again when the peak is known. */
int tune_note_session(struct tuner *tuner, struct fault *fault);

/* Counts and writes down that a candidate failed on a shape. Only refused: OUTCOME_REFUSED; else it
 * takes no part any more: OUTCOME_FAILED. `log` may be NULL. `gflops`: what was too fast to be
 * believed; else 0. */
enum outcome tune_note_failure(const struct attempt *attempt, enum status how, const char *reason,
                               const char *log, double gflops, struct fault *fault);
