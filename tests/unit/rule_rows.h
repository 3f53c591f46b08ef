/* Requests that break one rule each, and what its sentence must say of them. */
#pragma once

#include <stddef.h>

struct rule_row {
    const char *rule;
    const char *request; /* breaks the rule and no other */
    const char *numbers; /* parts of the sentence, with | between */
    const char *ask;  /* the first thing the sentence says to ask: then the whole request works */
    const char *also; /* further ways to keep the rule, with | between */
};

/* The rows, ended by one whose rule is NULL. */
extern const struct rule_row rule_rows[];
