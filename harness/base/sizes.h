/*
 * Arithmetic on sizes that come from outside. Everything that multiplies or adds sizes of a
 * manifest or a command line goes through here; a result that does not fit is an error, never
 * a smaller number.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* *result = left * right (left + right); false where it does not fit 63 bits. */
bool size_multiply(uint64_t left, uint64_t right, uint64_t *result);
bool size_add(uint64_t left, uint64_t right, uint64_t *result);

/* *result = size rounded up to a multiple of `step` (step >= 1); false on overflow. */
bool size_round_up(uint64_t size, uint64_t step, uint64_t *result);

/* Greatest common divisor of two numbers; of a number and 0 the number. */
uint64_t size_common_divisor(uint64_t left, uint64_t right);

/* Least common multiple of two numbers >= 1; false on overflow. */
bool size_common_multiple(uint64_t left, uint64_t right, uint64_t *result);

/* Reads a whole number >= 0 in decimal, nothing behind it; false where it is none. */
bool size_parse(const char *text, uint64_t *result);

/* Reads one at *text, which moves behind it; false where there is none, or it does not fit 63
 * bits. */
bool size_scan(const char **text, uint64_t *result);

/* A number of bytes in words: "1000 bytes", "98.3 KB", "2.1 GB" (of 10^3, 10^9 bytes). Returns
 * text. */
enum {
    SIZE_TEXT = 32
};
const char *size_bytes(uint64_t bytes, char text[SIZE_TEXT]);
