/*
 * Real numbers and their texts. Both follow the C locale, whatever that of the host program is: a
 * decimal comma would not compile.
 */
#pragma once

#include <stdbool.h>

enum {
    REAL_TEXT = 32 /* bytes that hold any real_shortest */
};

/* Reads a whole text as a number of double precision; with `single` it is rounded to single. False where
 * it is no number, not finite, or so small that nothing of it is left. */
bool real_read(const char *text, bool single, double *number);

/* Writes a text of as few digits as read back as the same number of double, or `single`, precision: "0.1", "30", "1e+07". Of a whole
 * number it is the one without an exponent where that is no longer. */
void real_shortest(double number, bool single, char text[REAL_TEXT]);
