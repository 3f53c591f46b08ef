/*
 * Targets of fuzzing: what the programs read from outside, given any bytes. Each file beside this one is a program, by libFuzzer
 * where configure has --enable-fuzzing, and else one that runs the target with the files that are named to it. Whatever the bytes
 * are, there is a result or an error with a sentence; a target aborts where there is neither.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

/* Runs the target with `size` bytes. Returns 0. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* The path of a new file with these bytes, with a slash in it. It is the only one: the next call replaces it, and the end of the
 * process removes it. */
const char *fuzz_file(const uint8_t *data, size_t size);

/* Ends the process with a sentence unless `holds`. */
void fuzz_expect(int holds, const char *sentence);
