/*
 * What tests look for in texts.
 */
#pragma once

#include <stdbool.h>

/* How often a part occurs. */
int count(const char *text, const char *part);

/* Whether a name can hold it. */
bool is_word(char c);

/* How often a name occurs as a whole word. */
int count_word(const char *text, const char *word);

void assert_contains(const char *text, const char *part);
void assert_lacks(const char *text, const char *part);
