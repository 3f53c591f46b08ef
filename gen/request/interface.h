/*
 * A host's own interface: how a program that is there calls its kernel (data/interfaces/NAME.json, doc/interface.md).
 */
#ifndef GEN_REQUEST_INTERFACE_H
#define GEN_REQUEST_INTERFACE_H

#include "gen/base/declaration.h"
#include "gen/base/problem.h"
#include "gen/request/formula.h"
#include "gen/request/option.h"

enum {
    INTERFACE_DIMENSIONS = 3
};

/* A number of the host, or a macro of its own that has it. */
struct host_number {
    const char *macro; /* NULL: the number */
    long long number;
};

struct host_argument {
    const char *name;
    struct declaration declared;
    const struct formula *passes; /* of symbols; of a pointer a buffer's name */
    const char *passed;           /* the same as it is written */
};

/* A symbol that follows from the host's arguments, or which member of a batch an operand has there: "member_a". */
struct host_definition {
    const char *name;
    const struct formula *value;
};

struct interface {
    const char *name; /* as it is asked for */
    const char *file; /* NULL: a built-in one */
    const char *entry, *help;
    const char *problem; /* a line of options */
    const struct host_argument *arguments;
    size_t argument_count;
    const struct host_definition *where;
    size_t where_count;
    enum symbol groups
        [INTERFACE_DIMENSIONS]; /* along which each dimension's work-groups lie: M, N, BATCH; NONE */
    struct host_number extent[2]; /* elements of C that a work-group has along M and N; 0: any */
    struct host_number local[INTERFACE_DIMENSIONS];
    bool flat; /* local ids run along dimension 0 alone */
    struct host_number
        multiples[3]; /* of which the host's M, N and K are; 0: nothing is promised */
    const struct formula
        *only_if; /* a condition on macros: where else nothing is checked; NULL: always */
    const struct formula *require; /* and one that must hold; NULL: none */
};

/* The interface of that name, or from a file where `name` has a slash or ends in ".json". Fails the job: CLGEMM_USAGE (unknown, malformed,
 * a member that there is not), CLGEMM_IO (file). */
const struct interface *interface_load(struct job *job, const char *name);

/* The name of a built-in interface; NULL behind the last. */
const char *interface_name_at(size_t index);

/* What is asked (array of OPTION_COUNT) and what its interface says of the problem, where it names one: that array, or a copy; and the
 * interface, or NULL; *interface is one that has been loaded already, or NULL. Fails the job with CLGEMM_REFUSED where they contradict each other. */
const struct option_value *interface_say(struct job *job, const struct option_value *asked,
                                         const struct interface **interface);

/* Whether tile and work-group are those that interface_say has filled in, and so give way to a kernel's that is made for that launch. */
bool interface_fills_tile(const struct option_value *values);

/* Whether --interface says that there is none. */
bool interface_is_none(const char *name);

/* Says into `values` what their interface says of the problem; that interface, NULL: there is none. `loaded` and failures as of interface_say. */
const struct interface *interface_say_problem(struct job *job, struct option_value *values,
                                              const struct interface *loaded);

/* Whether all three sizes are promised to be multiples of something. */
bool interface_promises(const struct interface *interface);

/* Whether a macro is a number of the launch. */
bool interface_launches(const struct interface *interface, const char *macro);

/* Elements of C along H and W of --tile that a work-group of the launch has, and its work-items where they are not flat; 0: any. */
void interface_extent(const struct interface *interface, const struct option_value *values,
                      long long extent[2]);
void interface_local(const struct interface *interface, const struct option_value *values,
                     long long local[2]);

/* The definition of that name, and the argument that passes that symbol or buffer alone; NULL: there is none. */
const struct formula *interface_where(const struct interface *interface, const char *name);
const struct host_argument *interface_passing(const struct interface *interface, const char *name);

#endif
