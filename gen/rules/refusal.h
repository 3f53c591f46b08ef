/*
 * Why a request is refused: a sentence, and what to ask instead.
 *
 * What is proposed is options and values, which gen/rules/advice.h tries out; the text that a user reads is made of them at
 * last. All of it lives in the job's arena.
 */
#pragma once

#include "gen/request/option.h"

/* An option to be asked with a value: of a switch "yes" or "no"; NULL: not to be asked at all. */
struct change {
    enum option_id option;
    const char *value;
    struct change *next;
};

/* What to ask: all changes together. One without changes is words for the reader, which nobody tries out. */
struct proposal {
    struct change *changes;
    const char *words;
    struct proposal *next;
};

struct refusal {
    struct job *job;
    const char *sentence; /* what is wrong, with the numbers */
    struct proposal *proposals;
};

/* A refusal that proposes nothing yet. */
struct refusal *refuse(struct job *job, const char *format, ...) ARENA_PRINTF(2, 3);

/* Appends a proposal of one option. These give the refusal back, so that a rule can return it. */
struct refusal *propose(struct refusal *refusal, enum option_id option, const char *format, ...)
    ARENA_PRINTF(3, 4);

/* Adds an option to the last proposal. */
struct refusal *propose_with(struct refusal *refusal, enum option_id option, const char *format,
                             ...) ARENA_PRINTF(3, 4);

/* Appends a proposal to leave out an option. */
struct refusal *propose_without(struct refusal *refusal, enum option_id option);

/* Appends words: "112", "another --load-shape-a". */
struct refusal *propose_words(struct refusal *refusal, const char *format, ...) ARENA_PRINTF(2, 3);

/* Appends what another refusal proposes. */
struct refusal *propose_again(struct refusal *refusal, const struct proposal *proposal);

/* The option that is advised first; OPTION_COUNT where none is. */
enum option_id refusal_option(const struct refusal *refusal);

/* The whole text: "tile-k 300 is too deep: at most 256; ask --tile-k 256 or --family naive", or "...; leave out --pad-a". Several
 * values of one option name it once. */
const char *refusal_text(const struct refusal *refusal);
