/* How the readers of recorded spaces hand over what they have read. */
#ifndef HARNESS_SEARCH_RECORDED_INTERNAL_H
#define HARNESS_SEARCH_RECORDED_INTERNAL_H

#include "harness/search/recorded.h"

struct sample {
    unsigned *point;
    size_t length; /* of the point, for sorting */
    double ms;
};

/* What was read: samples in any order, no point twice. */
struct draft {
    json_t *parameters; /* [{"name": ..., "values": [...]}, ...] */
    unsigned *numbers;  /* of all points, one behind another */
    struct sample *samples;
    size_t count;
};

/* Adds a space made of a draft, which is used up whether that succeeds or not. */
int recorded_add(struct recorded *recorded, const char *name, struct draft *draft,
                 struct fault *fault);
void draft_release(struct draft *draft);

/* NULL is allowed. */
void recorded_space_release(struct recorded_space *space);

/* Room for `count` samples of `length` numbers each. Errors: FAULT_IO (memory). */
int draft_make(struct draft *draft, size_t count, size_t length, struct fault *fault);

/* The readers. `text` ends with NUL. */
int recorded_read_table(const char *path, char *text, struct recorded *recorded,
                        struct fault *fault);
int recorded_read_journal(const char *path, struct recorded *recorded, struct fault *fault);

#endif
