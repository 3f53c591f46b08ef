/*
 * Files of several kernels: NAME.cl, NAME.json, NAME_dispatch.h, which tells in C which of them multiplies a shape, and NAME_launch.h, which
 * multiplies by them.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "emit/share.h"
#include "gen/base/job.h"
#include "gen/plan/model.h"

struct clgemm_templates;
struct value;

/* Kernels that were left out, so that there are few. */
struct dispatch_cut {
    const char *const *names; /* NULL ends them; a null pointer: none was asked to be */
    size_t kernels;           /* that there were */
    size_t shapes;            /* by which they were chosen */
    double share;             /* of the predicted speed of all that those that stay have on these */
    bool of_request;          /* which has the shapes; else they are of all kinds */
};

struct dispatch {
    const char *name;                /* prefix of functions and types */
    const struct plan *const *plans; /* of the kernels; NULL: of a kernel that cannot be made */
    const struct span *texts;        /* of the kernels; NULL: they are not written yet */
    size_t kernel_count;
    bool by_macros;             /* of a host, which number the kernels from 1 */
    struct shared_texts shared; /* of these texts (emit_dispatch_share) */
    const struct dispatch_shape *shapes;
    size_t shape_count;
    const char *
        inherited; /* the profile that the last kernel is from, which has no shape: it serves what no other one does; NULL: there is none */
    long long members; /* of a batch, or groups, that are given at launch: what the pick is for */
    bool of_members;   /* the shapes were measured as batches; else as one product each */
    const struct device_rates *device; /* units 0: the profile states none */
    const struct model_kernel
        *models; /* of the kernels; without rates those that the model does not know */
    const char *const
        *left_out; /* kernels that do not serve what was asked, NULL ends them; to be told, */
    struct dispatch_cut cut; /* as these are */
};

/* The first shape, where no kernel serves its own ones, and what that one's wants of it ("m % 8 == 0") in *wants;
 * SIZE_MAX: one does. */
size_t dispatch_unserved(struct job *job, const struct dispatch *dispatch, const char **wants);

/* How a kernel was picked. */
enum pick_level {
    PICK_NONE,     /* none serves the sizes */
    PICK_EXACT,    /* the sizes were measured, and it was the fastest */
    PICK_MODEL,    /* it has the least predicted time */
    PICK_NEAREST,  /* it was the fastest for the nearest sizes, and has no rates */
    PICK_INHERITED /* it is the inherited one, as no other serves the sizes */
};

/* The kernel for m, n and k, as the emitted table picks it; SIZE_MAX: none serves them. First the fastest of these very sizes, which were
 * measured as one product: with several members it is one of the nearest. Else the
 * nearest ones decide whether a kernel without rates is for them; the others go by their predicted times. Where none of them serves, it is
 * the one that is inherited. One that cannot be made counts as
 * serving all. */
size_t dispatch_pick(const struct dispatch *dispatch, const long long *sizes,
                     enum pick_level *level);

/* How far sizes are from those that were measured: the product of the ratios, from 1. */
double dispatch_distance(const struct dispatch_shape *shape, const long long *sizes);

/* Whether the profile states rates of a kernel. */
bool dispatch_has_rates(const struct dispatch *dispatch, size_t kernel);

/* Whether a kernel serves sizes. */
bool dispatch_serves(const struct dispatch *dispatch, size_t kernel, const long long *sizes);

/* Whether the model knows the time of a kernel for sizes that it serves, and that time. */
bool dispatch_predict(const struct dispatch *dispatch, size_t kernel, const long long *sizes,
                      struct model_time *time);

/* Whether a kernel has rates, so that the emitted table has a model. */
bool dispatch_has_model(const struct dispatch *dispatch);

/* The test in C, of m, n and k, for lines of A or B that begin at no multiples of 16 bytes where leading dimensions are tight. */
const char *dispatch_odd_lines(struct job *job, const struct plan *plan);

/* Whether an operand that one of two kernels prepares can be multiplied by the other one. */
bool dispatch_prepares_alike(const struct plan *one, const struct plan *other);

/* Takes the texts of kernels that are written apart: what several of them have is under the dispatch's name then, also entry points of
 * plans. Before any of its files. */
void emit_dispatch_share(struct job *job, struct dispatch *dispatch);

/* The files of kernels that are written and serve their shapes, in the job's arena, by the set of templates (NULL: the embedded ones).
 * NAME.cl: all kernels, each selected by a macro. Others name its hash, and so are given that text. */
const char *emit_dispatch_cl(struct job *job, const struct clgemm_templates *templates,
                             const struct dispatch *dispatch);

/* What the text has of the kernels, for host/kernels: `words`, `common`, `statements` and `kernels`. */
void dispatch_view_kernels(struct job *job, struct value *view, const struct dispatch *dispatch);

/* What kernels repeat of statements, and of arguments where a host builds one of them, as macros: `statements`. Their texts with these. */
const char *const *dispatch_view_statements(struct job *job, struct value *view,
                                            const struct dispatch *dispatch);

/* NAME.json: a manifest of schema 2 with several kernels. */
const char *emit_dispatch_manifest(struct job *job, const struct dispatch *dispatch, const char *cl,
                                   size_t cl_length);

/* NAME_dispatch.h: the pick, and each kernel's source and figures. C99, also C++, and silent under -Wall -Wextra -pedantic. */
const char *emit_dispatch(struct job *job, const struct clgemm_templates *templates,
                          const struct dispatch *dispatch, const char *cl, size_t cl_length);

/* What that has of each kernel beside the pick: `figures`, and the lines that kernels share as `texts`. */
void dispatch_view_sources(struct job *job, struct value *view, const struct dispatch *dispatch);

/* NAME_launch.h: the functions of a launcher (emit_launcher) for all kernels as one. It includes NAME_dispatch.h. Fails the job
 * (CLGEMM_REFUSED) where the kernels differ in what they take, or in the form of an operand that is prepared. C11, also C++. */
const char *emit_dispatch_launcher(struct job *job, const struct clgemm_templates *templates,
                                   const struct dispatch *dispatch, const char *cl,
                                   size_t cl_length);

/* NAME_selftest.h: the test of each kernel (emit_selftest), by that launcher, which it includes; and what makes one that picks none which fails. Fails the
 * job as emit_dispatch_launcher and emit_selftest. C11, also C++. */
const char *emit_dispatch_selftest(struct job *job, const struct clgemm_templates *templates,
                                   const struct dispatch *dispatch, const char *cl,
                                   size_t cl_length);
