/*
 * A dispatch's functions: each takes what those of its kernels take.
 */
#pragma once

#include "emit/dispatch.h"
#include "emit/launcher.h"

/* A function of the launchers. */
enum joint_function {
    JOINT_ENQUEUE,
    JOINT_PREPARE,
    JOINT_PREPARED_BYTES
};

struct joint_parameters {
    struct launcher_parameter list[HOST_MOST_ITEMS];
    size_t count;
};

/* What the function takes of a kernel, between the queue and the events; `operand`: A or B, which it prepares. And what that
 * of the dispatch takes: all that one of them takes. Of NAME_enqueue also the sizes, as a kernel is picked by them where each fixes its
 * own. */
struct joint_parameters joint_own(struct job *job, const struct dispatch *dispatch, size_t kernel,
                                  enum joint_function function, enum role operand);
struct joint_parameters joint_all(struct job *job, const struct dispatch *dispatch,
                                  enum joint_function function, enum role operand);

/* Adds what another function takes besides. */
void joint_add(struct joint_parameters *all, const struct joint_parameters *own);

/* Where a parameter stands; the number of parameters: nowhere. */
size_t joint_place(const struct joint_parameters *parameters, const char *name);

/* Fails the job (CLGEMM_REFUSED) where a kernel takes what the others do not, but for sizes and leading dimensions that it
 * fixes. */
void joint_check(struct job *job, const struct dispatch *dispatch,
                 const struct joint_parameters *all);

/* Sets what launcher_view_head does, of a function of the dispatch, and `assigned`, the names of its parameters between the queue and the
 * events. */
void joint_view_head(struct job *job, struct value *function, const struct dispatch *dispatch,
                     const struct joint_parameters *all);

/* The plan of the first kernel under the name of the dispatch: what others fix otherwise is given at launch there. */
struct plan joint_plan(const struct dispatch *dispatch);

/* Sets the member `prepared`: a list of the operands that one kernel prepares for all. Fails the job (CLGEMM_REFUSED) where
 * they read one in different forms. */
void joint_view_prepared(struct job *job, const struct dispatch *dispatch, struct value *view);
