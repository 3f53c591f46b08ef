/*
 * Texts of several kernels as one: a function, a type or the kernel of a step that several of them have in the same form but for the
 * kernel's name in its identifiers stands once.
 */
#pragma once

#include "emit/share_numbers.h"
#include "gen/plan/plan.h"

/* A kernel's text, NUL-terminated. Its name begins the identifiers of what it defines. */
struct share_source {
    const char *name;
    struct span text;
};

/* What stands once. */
struct share_common {
    struct span text;  /* its identifiers begin with the name of all */
    const bool *users; /* a flag for each kernel */
    bool pragma;       /* a line "#pragma OPENCL" */
};

/* What a kernel alone has. */
struct share_own {
    struct span
        head; /* the comment that it begins with, without "*" and "/"; length 0: there is none */
    struct span text; /* the definitions behind it */
};

struct share_names;

struct shared_texts {
    const struct share_common *common; /* each behind what it uses */
    size_t common_count;
    const struct share_own *own;     /* of the kernels */
    const struct share_names *names; /* of the kernels, as they were and are */
    struct share_numbers numbers;    /* in which they differ where what is common has macros */
};

/* What is the same in several of the texts, under the name of all, and what is left of each. What has macros stays where it is, and
 * what follows from what a kernel alone has. Where `one` of the kernels is built, what is alike but for numbers is the same, with macros for these. The result is in the
 * job's arena and points into the texts. */
struct shared_texts share_texts(struct job *job, const char *name,
                                const struct share_source *sources, size_t count, bool one);

/* What an identifier of a kernel is called now. */
const char *share_renamed(struct job *job, const struct shared_texts *shared, size_t kernel,
                          const char *identifier);
