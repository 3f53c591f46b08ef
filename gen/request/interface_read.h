/* What reads the members of an interface; only gen/request/interface.c and interface_read.c include it. */
#ifndef GEN_REQUEST_INTERFACE_READ_H
#define GEN_REQUEST_INTERFACE_READ_H

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

/* Where a value stands: "interface ./x.json:7: where.lda", and what is wrong there where that is not NULL. */
const char *interface_words(const struct interface_place *place, const struct value *value,
                            const char *wrong);

/* Fails the job with these words. */
_Noreturn void interface_fail(const struct interface_place *place, const struct value *value,
                              const char *wrong);

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

/* Fails the job where a line of options, a member of the interface, says more than what is computed. */
void interface_check_problem(const struct interface_place *place, const struct value *member,
                             const char *line);

/* Reads what the host may define, and what else its text holds: macros, rules, untuned, shapes, builds, with, keeps, try. */
void interface_read_host(const struct interface_place *place, struct interface *interface);

#endif
