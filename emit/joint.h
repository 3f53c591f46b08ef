/*
 * The parts of the writer of a dispatch's launcher.
 */
#ifndef EMIT_JOINT_H
#define EMIT_JOINT_H

#include "emit/dispatch.h"
#include "emit/launcher.h"

/* The launcher in the making: all kernels as one. */
struct joint {
    struct job *job;
    const struct dispatch *dispatch;
    struct c_names names;
};

/* A function of the launchers. */
enum joint_function {
    JOINT_ENQUEUE,
    JOINT_PREPARE,
    JOINT_PREPARED_BYTES
};

struct joint_parameters {
    struct launcher_parameter list[LAUNCHER_MOST_ITEMS];
    size_t count;
};

/* What the function takes of a kernel, between the queue and the events; `operand`: A or B, which it prepares. And what that
 * of the dispatch takes: all that one of them takes. Of NAME_enqueue also the sizes, as a kernel is picked by them where each fixes its
 * own. */
struct joint_parameters joint_own(const struct joint *joint, size_t kernel,
                                  enum joint_function function, enum role operand);
struct joint_parameters joint_all(const struct joint *joint, enum joint_function function,
                                  enum role operand);

/* Where a parameter stands; the number of parameters: nowhere. */
size_t joint_place(const struct joint_parameters *parameters, const char *name);

/* Fails the job (CLGEMM_REFUSED) where a kernel takes what the others do not, but for sizes and leading dimensions that it
 * fixes. */
void joint_check(const struct joint *joint, const struct joint_parameters *all);

/* The name of a kernel in the struct: "k_large". */
const char *joint_member(const struct joint *joint, size_t kernel);

/* The end of the comment of a function that enqueues, its head, and the call of a kernel's function behind `begin`
 * ("        return "). */
void joint_add_meanings(const struct joint *joint, struct text *text,
                        const struct joint_parameters *all);
void joint_add_head(const struct joint *joint, struct text *text, const char *function,
                    const struct joint_parameters *all);
void joint_add_call(const struct joint *joint, struct text *text, size_t kernel, const char *begin,
                    const char *function, const struct joint_parameters *own);

/* NAME_prepared_b_bytes and NAME_prepare_b, where the kernels prepare the operand. Fails the job (CLGEMM_REFUSED) where
 * they read it in different forms. */
void joint_add_prepare(const struct joint *joint, struct text *text, enum role operand);

#endif
