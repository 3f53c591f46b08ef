/* What reads the members of an interface; only gen/request/interface.c and interface_read.c include it. */
#pragma once

#include "gen/base/value.h"
#include "gen/request/interface.h"

/* An interface under way. */
struct interface_place {
    struct job *job;
    const char *name;  /* as it is asked for */
    const char *file;  /* NULL: a built-in one */
    const char *bytes; /* its text */
    const struct value *root;
};

/* Fails the job with where a value stands, "interface ./x.json:7: where.lda", and what is wrong there. */
_Noreturn void interface_fail(const struct interface_place *place, const struct value *value,
                              const char *format, ...) ARENA_PRINTF(3, 4);

/* The formula of a text: a value, or a condition. Fails the job otherwise. */
const struct formula *interface_value(const struct interface_place *place,
                                      const struct value *text);
const struct formula *interface_condition(const struct interface_place *place,
                                          const struct value *text);

/* The same of a number from `least` on or a text. */
const struct formula *interface_count(const struct interface_place *place, const struct value *item,
                                      long long least);

/* Fails the job where a formula (NULL: there is none) has a name that `knows` does not: "which is no `of`". */
void interface_check_names(const struct interface_place *place, const struct value *at,
                           const struct formula *formula,
                           bool (*knows)(const void *self, const char *name), const void *self,
                           const char *of);

/* The member of an object of that kind; NULL: there is none, and none is needed. Fails the job otherwise. */
const struct value *interface_member(const struct interface_place *place,
                                     const struct value *object, const char *name,
                                     enum value_kind kind, bool needed);

/* Fails the job where an object has a member whose name is none of these. */
void interface_allow(const struct interface_place *place, const struct value *object,
                     const char *const *names);

/* Whether a text is an identifier of at most 60 bytes. */
bool interface_is_name(const char *text);

/* Reads "const __global float *restrict agm" into name and declaration. */
void interface_declaration(const struct interface_place *place, const struct value *text,
                           struct host_argument *argument);

/* The member `problem`, a line of options; NULL: there is none. Fails the job where it says more than what is computed. */
const char *interface_problem(const struct interface_place *place, const struct value *object);

/* Reads what the host may define, and what else its text holds: macros, rules, untuned, shapes, builds, with, keeps, try. */
void interface_read_host(const struct interface_place *place, struct interface *interface);

/* An object of numbers for the first `axes` of m, n and k (NULL: there is none), into three numbers; for all three they are no formulas. */
void interface_read_axes(const struct interface_place *place, const struct value *object, int axes,
                         struct host_number *numbers);

/* Reads the member `launch`: groups and extent, or count; local, flat. */
void interface_read_launch(const struct interface_place *place, struct interface *interface);

/* Whether a dimension of the work-groups is one of m, n or members. */
bool interface_is_along(const struct interface *interface, enum symbol symbol);
