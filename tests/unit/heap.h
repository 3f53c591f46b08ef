/*
 * A watched heap, on which every allocation can be made to fail once. The allocations of the generator's
 * objects come here by the linker's --wrap.
 */
#pragma once

#include <stdbool.h>

/* Starts to watch, jansson's allocations too: those are watched for leaks but do not fail, because its
 * lexer does not look whether its token buffer grew (lex_save) and reads on past what it has. */
void watch_heap(void);

/* Whether an allocation has failed since the action was started. */
extern bool failed;

/* Something that the library is asked to do; 0, or the code of the error. It releases what it
 * made. */
typedef int (*action)(void *self);

/*
 * Fails the first allocation of the action, then the second, until it needs no more; whatever
 * fails must say that it is for want of memory. Returns the number of allocations.
 */
long fail_each(action act, void *self);
