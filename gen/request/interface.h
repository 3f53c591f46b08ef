/*
 * A host's own interface: how a program that is there calls its kernel (data/interfaces/NAME.json, doc/interface.md).
 */
#pragma once

#include "gen/base/declaration.h"
#include "gen/base/problem.h"
#include "gen/request/formula.h"
#include "gen/request/option.h"

enum {
    INTERFACE_DIMENSIONS = 3,
    INTERFACE_MACROS = 64,        /* that a file lists at most */
    INTERFACE_SETTINGS = 1 << 20, /* that they have at most */
    INTERFACE_NUMBER = 65536,     /* of a macro or a launch at most */
    INTERFACE_SIZE = 2147483647   /* or another number that the host passes */
};

/* A number of the host, a macro of its own that has it, or a formula of such macros. */
struct host_number {
    const char *macro; /* NULL: the number, or the formula */
    long long number;
    const struct formula *formula; /* NULL: there is none */
};

/* A macro that the host defines, and the numbers that it may have. */
struct host_macro {
    const char *name;
    const long long *values;
    size_t value_count;
    long long untuned; /* what it has before the host has tuned */
};

/* Sizes that are typical, and members of the batch. */
struct host_shape {
    long long m, n, k, members;
};

/* A way in which the host builds its text. */
struct host_build {
    const struct formula *condition; /* on macros */
    const struct define *defines;    /* by which it holds */
    size_t define_count;
    const char *problem;  /* more options of what is computed */
    const char *pointers; /* what pointers to real elements are to; NULL: as `arguments` say */
};

/* Values of an argument that a host may pass, whatever the file says that it passes. */
struct host_trial {
    const struct host_argument *argument;
    const struct formula *const *values; /* of symbols */
    const char *const *written;          /* the same as they are written */
    size_t value_count;
};

/* What of the macros an interface is bound to (interface_bind). */
struct host_setting {
    const struct interface *open;   /* as the file has it */
    const struct host_build *build; /* NULL: there is one alone */
    const struct define
        *defines; /* the macros of the build, then those of the launch if that is bound */
    size_t define_count;
    bool launch; /* that has numbers in place of macros */
    bool tested; /* a text around the kernel tests the macros */
};

struct host_argument {
    const char *name;
    struct declaration declared;
    const struct formula *passes; /* of symbols; of a pointer a buffer's name */
    const char *passed;           /* the same as it is written */
};

/* A symbol that follows from the host's arguments, or which member of a batch an operand has there, "member_a", or where that begins, "begin_a". */
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
    const struct formula *count
        [INTERFACE_DIMENSIONS]; /* how many they are, of m, n and k, where tiles are taken in turn; else NULL */
    struct host_number extent[2]; /* elements of C that a work-group has along M and N; 0: any */
    struct host_number local[INTERFACE_DIMENSIONS];
    bool flat; /* local ids run along dimension 0 alone */
    struct host_number
        multiples[3]; /* of which the host's M, N and K are; 0: nothing is promised */
    const struct formula
        *only_if; /* a condition on macros: where else nothing is checked; NULL: always */
    const struct formula *require; /* and one that must hold; NULL: none */
    const struct host_macro *macros;
    size_t macro_count;
    const struct formula *const *rules; /* that each setting of the macros keeps; NULL ends them */
    const struct host_shape *shapes;
    size_t shape_count;
    const struct host_build *builds;
    size_t build_count;
    const char *const *with;  /* interfaces whose kernels stand in the same text; NULL ends them */
    const char *const *keeps; /* other entries that the program takes from it; NULL ends them */
    const struct host_trial *trials;
    size_t trial_count;
    const struct host_setting *setting; /* that it is bound to; NULL: none */
};

/* The interface of that name, or from a file where `name` has a slash or ends in ".json". Fails the job: CLGEMM_USAGE (unknown, malformed,
 * a member that there is not), CLGEMM_IO (file). */
const struct interface *interface_load(struct job *job, const char *name);

/* The built-in interface that says the same of problem, launch and promises as one that no setting is bound to: profiles have kernels for it. "":
 * there is none. It reads all built-in ones. Fails the job. */
const char *interface_known(struct job *job, const struct interface *interface);

/* The same with the numbers that a setting of the macros gives it, "MWG=64,NWG=64", and the types of the build that these macros choose. NULL
 * says none: the first build then, and the untuned setting where the launch has formulas. What a setting leaves out is untuned. `tested`: a text around the kernel tests the macros. Fails the job: CLGEMM_USAGE (a
 * macro that there is not, a setting without one), CLGEMM_REFUSED (a rule). */
const struct interface *interface_bind(struct job *job, const struct interface *interface,
                                       const char *setting, bool tested);

/* Such a setting without the macros that choose among builds, as one that was tuned for a build has them. */
const char *interface_setting_for_all(struct job *job, const struct interface *interface,
                                      const char *setting);

/* A setting as --setting has it, "MWG=64", with macros behind it: "MWG=64,NWG=64". */
const char *interface_setting_with(struct job *job, const char *setting,
                                   const struct define *defines, size_t count);

/* The macro of that name in its list; NULL: there is none. */
const struct host_macro *interface_macro(const struct interface *interface, const char *name);

/* The number of the first of its `rules` that does not hold of values of its macros, but those with a macro that has none; -1: all hold. */
int interface_broken_rule(const struct interface *interface,
                          bool (*value_of)(const void *self, const char *name, long long *number),
                          const void *self);

/* Whether its work-groups take tiles in turn, as the host launches any number of them; and the dimension along which it has axis `own` of the kernel: 0
 * is along the contiguous axis of C, which `width` says, 1 along the other one, 2 along the members. */
bool interface_counts(const struct interface *interface);
int interface_place(const struct interface *interface, int own, enum symbol width);

/* Whether a setting has bound the launch to numbers; and whether it is open and the file lists the macros that it may have. */
bool interface_is_bound(const struct interface *interface);
bool interface_is_open(const struct interface *interface);

/* How many values a macro may have, the untuned one among them. */
size_t host_macro_choices(const struct host_macro *macro);

/* The numbers of a launch: extents along M and N, then work-items along each dimension. */
enum {
    LAUNCH_NUMBERS = 2 + INTERFACE_DIMENSIONS
};
const struct host_number *interface_number(const struct interface *interface, int i);

/* What a number is, of macros; NULL: it has its number. */
const struct formula *interface_formula(struct job *job, const struct host_number *number);

/* The name of a built-in interface; NULL behind the last. */
const char *interface_name_at(size_t index);

/* What is asked (array of OPTION_COUNT) and what its product in index notation and its interface say of the problem, where it names them: that
 * array, or a copy; and the interface, or NULL; *interface is one that has been loaded already, or NULL. Fails the job with CLGEMM_REFUSED where they contradict each other. */
const struct option_value *interface_say(struct job *job, const struct option_value *asked,
                                         const struct interface **interface);

/* Whether tile and work-group are those that interface_say has filled in, and so give way to a kernel's that is made for that launch: not of a
 * setting, whose launch is its own. */
bool interface_fills_tile(const struct option_value *values);

/* Whether --interface says that there is none. */
bool interface_is_none(const char *name);

/* Says into `values` what their interface says of the problem; that interface, NULL: there is none. `loaded` and failures as of interface_say. */
const struct interface *interface_say_problem(struct job *job, struct option_value *values,
                                              const struct interface *loaded);

/* Whether all three sizes are promised to be multiples of something; and the one that is promised to be a multiple of that macro, by its axis, -1:
 * none is. */
bool interface_promises(const struct interface *interface);
int interface_promised(const struct interface *interface, const char *macro);

/* Whether a macro is a number of the launch. */
bool interface_launches(const struct interface *interface, const char *macro);

/* Elements of C along H and W of --tile that a work-group of the launch has, and its work-items where they are not flat; 0: any. */
void interface_extent(const struct interface *interface, const struct option_value *values,
                      long long extent[2]);
void interface_local(const struct interface *interface, const struct option_value *values,
                     long long local[2]);

/* The buffer of 32-bit numbers by which formulas of members choose matrices, and whether there is such a formula. */
#define INTERFACE_INDICES "ids"
bool interface_has_indices(const struct interface *interface);

/* Whether a name of `where` says which member of a batch an operand has, "member_a", or at which element of it that begins, "begin_a". */
bool interface_is_of_member(const char *name);

/* What `where` says of where the members of A, B or C begin, whose stride that is; NULL: by their strides. */
const struct formula *interface_begin(const struct interface *interface, enum symbol stride);

/* M, N or K where `where` says a number of it, "n": "1"; -1: it says none. */
long long interface_size(const struct interface *interface, enum symbol axis);

/* The definition of that name, the argument of that name, and the one that passes that symbol or buffer alone; NULL: there is none. */
const struct formula *interface_where(const struct interface *interface, const char *name);
const struct host_argument *interface_argument(const struct interface *interface, const char *name);
const struct host_argument *interface_passing(const struct interface *interface, const char *name);
