/* Loops over many numbers, on all processors. */
#pragma once

#include <stdint.h>

/* Calls work(context, begin, end) for parts of 0 to `count` - 1, each number in one of them, and
 * returns when all have: at the same time in threads, as many as this process may use processors. A
 * part takes at least `least` numbers, which is not 0; so few that they are one part, or where no
 * thread can be had, are done by the caller's. */
void parallel_for(uint64_t count, uint64_t least,
                  void (*work)(void *context, uint64_t begin, uint64_t end), void *context);

/* Items of `each` steps that are worth a thread: `least` for parallel_for. */
uint64_t parallel_least(uint64_t each);
