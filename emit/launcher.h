/*
 * The parts of the launcher writer.
 */
#ifndef EMIT_LAUNCHER_H
#define EMIT_LAUNCHER_H

#include <stdbool.h>

#include "gen/base/c_text.h"
#include "gen/plan/plan.h"

/* Upper bound of the items of a list: parameters, comparisons. */
enum {
    LAUNCHER_MOST_ITEMS = 64
};

/* A launcher in the making. Functions that a plan has no use for are not emitted: the parts
 * note what they call while they are written, and the helpers follow from the notes. */
struct launcher {
    struct job *job;
    const struct plan *plan;  /* without idle steps */
    const struct plan *whole; /* with them */
    struct c_names names;
    bool chained;            /* each step waits for the one before: launcher_chains */
    size_t dimensions;       /* of the product's launch, and so of all launches of a chain */
    bool idle;               /* a fixed size of 0: nothing is ever launched */
    bool images;             /* some buffers are images that the launcher makes */
    bool workspaces;         /* some are plain buffers that it makes */
    bool uses_blocks;        /* the parts call NAME_blocks */
    bool uses_round_up;      /* and NAME_round_up */
    bool used[SYMBOL_COUNT]; /* symbols that are parameters of NAME_enqueue */
};

/* Symbols as parameters of the launcher: "M", "lda", "offset_A". */
const char *launcher_symbol(enum symbol symbol);

/* The C type of a manifest's type: "i32" is "cl_int". Fails the job for a type that OpenCL's host
 * has none for. */
const char *launcher_type(struct job *job, const char *type);

/* The type of a scalar that is a parameter: that of the kernel's argument. */
const char *launcher_scalar_type(struct launcher *launcher, enum symbol symbol);

/* C expressions. A count; the number of blocks of `block` that cover it, times `factor`; the count
 * rounded up to a multiple and never 0. Whatever the plan knows is computed here and becomes a
 * number. */
const char *launcher_count(struct launcher *launcher, struct count count);
const char *launcher_blocks(struct launcher *launcher, struct count count, long long block,
                            long long factor);
const char *launcher_round_up(struct launcher *launcher, struct count count, long long multiple);

/* "M == 0", "alpha != 0". */
const char *launcher_comparison(struct launcher *launcher, enum symbol symbol,
                                const char *operator);

/* Whether a value is left to the launch. */
bool launcher_given(const struct launcher *launcher, enum symbol symbol);

/* Whether a size, or alpha or beta, is fixed and zero. */
bool launcher_fixed_at_zero(const struct plan *plan, enum symbol symbol);

/* The first buffer of a role (enum role), or NULL. */
const struct buffer *launcher_buffer(const struct plan *plan, int role);

/* What steps of phase prepare fill with an operand, or NULL: memory of the caller. And that operand: "B", 'b'. */
const struct buffer *launcher_prepared(const struct plan *plan, enum role operand);
const char *launcher_operand(const struct buffer *prepared);
char launcher_letter(const struct buffer *prepared);

/* Whether the launcher itself makes the buffer or image. */
bool launcher_makes(const struct buffer *buffer);

/* Whether the step, or some step, takes the buffer; and whether some step takes the symbol, or counts work-groups by it or elements of a
 * buffer that it takes. */
bool launcher_step_takes(const struct plan *plan, const struct step *step,
                         const struct buffer *buffer);
bool launcher_takes(const struct plan *plan, const struct buffer *buffer);
bool launcher_reads(const struct plan *plan, enum symbol symbol);

/* Whether each step waits for the one before it, and the first one for the last call: there are several steps, or one
 * that writes notes, as that of the last call did. */
bool launcher_chains(const struct plan *plan);

/* The channel type of the plan's images, without CL_: that of the first one; NULL without images. */
const char *launcher_channel(const struct plan *plan);

/* Whether the step, or every step, is left out when the symbol is zero. */
bool launcher_step_needs(const struct step *step, enum symbol symbol);
bool launcher_all_steps_need(const struct launcher *launcher, enum symbol symbol);

/* Whether some kernel takes the symbol as a value of this type. */
bool launcher_passed_as(const struct plan *plan, enum symbol symbol, const char *type);

/* NAME_create; NAME_load, the same from a binary, which calls NAME_release; and NAME_create_cached, with its files. */
void launcher_add_create(const struct launcher *launcher, struct text *text);
void launcher_add_load(const struct launcher *launcher, struct text *text);
void launcher_add_cache(const struct launcher *launcher, struct text *text);

/* What NAME_create asks of the device's images: the functions, and their calls; and whether it reads some, for which it makes
 * a queue. */
void launcher_add_image_checks(const struct launcher *launcher, struct text *text);
const char *launcher_image_calls(const struct launcher *launcher);
bool launcher_tries_images(const struct launcher *launcher);

/* What NAME_enqueue does before it touches a kernel: refuse values that the kernel is not made for,
 * return where there is nothing to compute, measure the buffers. */
void launcher_add_checks(struct launcher *launcher, struct text *text);

/* NAME_enqueue, and before it NAME_prepare_b where B is prepared. Made before the rest: see struct launcher. */
void launcher_add_enqueue(struct launcher *launcher, struct text *text);

/* NAME_prepared_b_bytes: of that memory. */
void launcher_add_prepared_bytes(struct launcher *launcher, struct text *text,
                                 const struct buffer *prepared);

/* Its lines, or as many as share their elements as they are stored, and these elements of them, as C expressions that are never 0; of a batch those of one
 * member. */
struct launcher_sides {
    const char *lines, *length;
};
struct launcher_sides launcher_sides(struct launcher *launcher, const struct buffer *prepared);

/* A parameter of a launcher's function. */
struct launcher_parameter {
    const struct buffer *buffer; /* a matrix or vector; NULL: the symbol */
    enum symbol symbol;
    const char *type, *name; /* "cl_mem", "A" */
    const char *meaning;     /* what the kernel says of it; NULL: nothing */
};

/* Whether a launcher whose body has been written has a use for a parameter; and all those, in the order of BLAS, in `list`, which has
 * place for LAUNCHER_MOST_ITEMS. Returns their number. */
bool launcher_uses(const struct launcher *launcher, const struct launcher_parameter *parameter);
size_t launcher_list_parameters(struct launcher *launcher, struct launcher_parameter *list);

/* The same for a plan: of NAME_enqueue between the queue and the events; where `prepared` is not NULL, of NAME_prepare_b, and
 * of NAME_prepared_b_bytes. */
size_t launcher_parameters(struct job *job, const struct plan *plan, const struct buffer *prepared,
                           struct launcher_parameter *list);
size_t launcher_bytes_parameters(struct job *job, const struct plan *plan,
                                 const struct buffer *prepared, struct launcher_parameter *list);

/* NAME_finalize, which NAME_create calls where the program has to be finalised. */
void launcher_add_finalize(const struct launcher *launcher, struct text *text);

/* The functions that NAME_enqueue calls. */
void launcher_add_helpers(struct launcher *launcher, struct text *text);

#endif
