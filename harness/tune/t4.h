/*
 * The results of a journal in T4 1.0.0, the JSON that tuners exchange their results in
 * (https://github.com/odgaard/TuningSchema): a list with, for each kernel on each size, its
 * configuration, times, whether it was right, and what it failed by.
 */
#ifndef HARNESS_TUNE_T4_H
#define HARNESS_TUNE_T4_H

#include "harness/journal/journal.h"

/* Writes what a journal knows of a device to a file that appears whole or not at all. Its name is
 * given, or, unless `exact`, a part of it that is no other's name (NULL: the only one there is).
 * `correctness` is 1 where a result at that size was compared and right. Errors: FAULT_IO; FAULT_REFUSED where nothing
 * was measured, or on more than one device. */
int t4_write(const struct journal *journal, const char *device, bool exact, const char *path,
             struct fault *fault);

#endif
