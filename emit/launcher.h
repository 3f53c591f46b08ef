/*
 * The parts of the view of a launcher.
 */
#pragma once

#include "emit/host.h"
#include "gen/plan/plan.h"

/* A launcher in the making. Functions that a plan has no use for are not emitted: the parts
 * note what they call, and the page follows the notes. */
struct launcher {
    struct job *job;
    const char *shared; /* prefix of the functions that launchers of one file share */
    const char *of; /* what stands before a parameter: "", in a table of several kernels "p->" */
    bool table;     /* each check and each allocation is a case that returns, see emit/table.h */
    const struct plan *plan;  /* without idle steps */
    const struct plan *whole; /* with them */
    bool chained;             /* each step waits for the one before: launcher_chains */
    size_t dimensions;        /* of each launch: launcher_dimensions */
    bool idle;                /* a fixed size of 0: nothing is ever launched */
    bool uses_blocks;         /* the parts call NAME_blocks */
    bool uses_round_up;       /* and NAME_round_up */
    bool used[SYMBOL_COUNT];  /* symbols that are parameters of NAME_enqueue */
};

/* What the launchers of one file call of the functions that they share. */
struct launcher_shared {
    bool launches, chains, batch, blocks, round_up, sub_groups, check_members, several, asks_order,
        workspaces, counters, of_sizes;
    const char *channel;  /* of images; NULL: there are none */
    const char *finalize; /* how a program is finalized; NULL: none is */
    struct launcher_parts parts;
};

/* ------------------------------------------------------------------------ terms of C */

/* Symbols as parameters of the launcher: "M", "lda", "offset_A". */
const char *launcher_symbol(enum symbol symbol);

/* The C type of a manifest's type: "i32" is "cl_int". Fails the job for a type that OpenCL's host
 * has none for. */
const char *launcher_type(struct job *job, const char *type);

/* A count; the number of blocks of `block` that cover it, times `factor`; the count rounded up to a multiple and never 0. Whatever
 * the plan knows is computed here and becomes a number. */
const char *launcher_count(struct launcher *launcher, struct count count);
const char *launcher_blocks(struct launcher *launcher, struct count count, long long block,
                            long long factor);
const char *launcher_round_up(struct launcher *launcher, struct count count, long long multiple);

/* A buffer, or the memory that the launcher makes for it: "A", "self->A_panels.memory". */
const char *launcher_memory(const struct launcher *launcher, const struct buffer *buffer);

/* Sets `when` (NULL: always) a shared function NAME_check_buffer is called, `what` it checks, and what it is passed. */
void launcher_set_call(const struct launcher *launcher, struct value *item, const char *when,
                       const char *verb, const char *what, const struct host_item *arguments,
                       size_t count);

/* "M == 0", "alpha != 0". */
const char *launcher_comparison(struct launcher *launcher, enum symbol symbol,
                                const char *operator);

/* The symbols given at launch that must not be 0: for a step, given that the call did not return early; and for all steps, where it does. `symbols` has
 * place for LAUNCHER_MOST_NEEDED. Returns their number. */
enum {
    LAUNCHER_MOST_NEEDED = 9
};
size_t launcher_needs(const struct launcher *launcher, const struct step *step,
                      enum symbol *symbols);
size_t launcher_all_need(const struct launcher *launcher, enum symbol *symbols);

/* The condition under which a step runs, given that the call did not return early; NULL: none. */
const char *launcher_condition(struct launcher *launcher, const struct step *step, bool first);

/* ------------------------------------------------------------------- questions to a plan */

/* Whether a value is left to the launch. */
bool launcher_given(const struct launcher *launcher, enum symbol symbol);

/* Whether a size, or alpha or beta, is fixed and zero. */
bool launcher_fixed_at_zero(const struct plan *plan, enum symbol symbol);

/* What steps of phase prepare fill with an operand, or NULL: memory of the caller. And that operand: "B", 'b'. */
const struct buffer *launcher_prepared(const struct plan *plan, enum role operand);
const char *launcher_operand(const struct buffer *prepared);
char launcher_letter(const struct buffer *prepared);

/* Whether the launcher itself makes the buffer or image; whether it makes some. */
bool launcher_makes(const struct buffer *buffer);
bool launcher_makes_some(const struct plan *plan, bool images);

/* Whether the step, or some step, takes the buffer; and whether some step takes the symbol, or counts work-groups by it or elements of a
 * buffer that it takes. */
bool launcher_step_takes(const struct plan *plan, const struct step *step,
                         const struct buffer *buffer);
bool launcher_takes(const struct plan *plan, const struct buffer *buffer);
bool launcher_reads(const struct plan *plan, enum symbol symbol);

/* Whether each step waits for the one before it, and the first one for the last call: there are several steps, or one
 * that writes notes, as that of the last call did. */
bool launcher_chains(const struct plan *plan);

/* Dimensions that every launch has: those of the step with most. */
size_t launcher_dimensions(const struct plan *plan);

/* The channel type of the plan's images, without CL_: that of the first one; NULL without images. */
const char *launcher_channel(const struct plan *plan);

/* Whether the step, or every step, is left out when the symbol is zero. */
bool launcher_step_needs(const struct step *step, enum symbol symbol);
bool launcher_all_steps_need(const struct launcher *launcher, enum symbol symbol);

/* ------------------------------------------------------------------- parts of the view */

/* A launcher of a plan, in a file whose launchers share functions of the prefix `shared`. Fails the job for what the emitted code has no words
 * for. */
struct launcher launcher_of(struct job *job, const struct plan *plan, const char *shared);

/* Adds the functions that it calls, once its own ones have been viewed. */
void launcher_add_uses(const struct launcher *launcher, struct launcher_shared *uses);

/* Those functions, and what the file includes: host/shared, host/includes. */
void launcher_view_shared(struct job *job, struct value *view, const struct launcher_shared *uses);

/* What NAME_build asks of the device: sub-groups, images, compute units. */
void launcher_view_create(const struct launcher *launcher, struct value *view);

/* Sets `finalize`: how programs are finalised, NULL: not at all. */
void launcher_view_finalize(struct job *job, struct value *view, const char *finalize);

/* Adds to the list the orders of texels of the plan's images that are not in it. */
void launcher_add_orders(struct job *job, struct value *orders, const struct plan *plan);

/* Adds to the list the workspaces and images that the launcher makes and that are not in it. */
void launcher_add_made(struct job *job, struct value *made, const struct plan *plan);

/* What a function does before it touches a kernel: refuses values that the kernel is not made for,
 * returns where there is nothing to compute, measures the buffers. */
void launcher_view_checks(struct launcher *launcher, struct value *function);

/* The workspaces and images that a function makes. */
void launcher_view_allocations(struct launcher *launcher, struct value *function);

/* The plan with the steps that fill `prepared`, or, where it is NULL, with those of the product. */
struct plan launcher_steps_of(struct job *job, const struct plan *plan,
                              const struct buffer *prepared);

/* The body of a function of these steps: checks, allocations, sizes as kernels take them, launches. */
void launcher_view_body(struct launcher *launcher, struct value *function);

/* Sets `blanks` of values of arguments, behind which comments begin in one column. */
void launcher_align(struct job *job, struct value *values);

/* Work-items along a dimension: ceil(size / block) * items, of a size that is rounded up before; and for each of `more` as many
 * as a work-group has. */
struct launcher_items {
    struct count size; /* or compute units */
    bool of_units;
    long long rounded_to; /* 1: it is not rounded */
    long long block, items;
    enum symbol more; /* SYMBOL_NONE: no more */
    long long local;
};
struct launcher_items launcher_items(const struct launcher *launcher, const struct step *step,
                                     const struct launch_dimension *dimension);

/* NAME_enqueue as the member `function`; and for each operand that is prepared an item of `prepared`, with its function and
 * NAME_prepared_b_bytes. Made before the rest: see struct launcher. */
void launcher_view_functions(struct launcher *launcher, struct value *view);

/* NAME_prepared_b_bytes: of that memory. */
void launcher_view_prepared_bytes(struct launcher *launcher, struct value *item,
                                  const struct buffer *prepared);

/* Its lines, or as many as share their elements as they are stored, and these elements of them, as terms that are never 0; of a batch those
 * of one member. */
struct launcher_sides {
    const char *lines, *length;
};
struct launcher_sides launcher_sides(struct launcher *launcher, const struct buffer *prepared);

/* -------------------------------------------------------------------------- parameters */

/* A parameter of a launcher's function. */
struct launcher_parameter {
    const struct buffer *buffer; /* a matrix or vector; NULL: the symbol, */
    enum symbol symbol;
    const struct product_size *size; /* or a size of a product in index notation */
    const char *type, *name;         /* "cl_mem", "A" */
    const char *meaning;             /* what the kernel says of it; NULL: nothing */
};

/* Whether a launcher whose function has been viewed has a use for a parameter; and all those, in the order of BLAS, in `list`, which has
 * place for HOST_MOST_ITEMS. Returns their number. */
bool launcher_uses(const struct launcher *launcher, const struct launcher_parameter *parameter);
size_t launcher_list_parameters(struct launcher *launcher, struct launcher_parameter *list);

/* Of a product in index notation whose sizes NAME_enqueue takes: whether a symbol follows from them, and is no parameter; these sizes, in the order
 * of the text, in `list`, and their number; what a symbol but those of elements follows from; whether a launcher whose function has been viewed has a use for a size; and sets `of_sizes` of a function that has been viewed: what follows and is used, and the limits of sizes. */
bool launcher_follows(const struct plan *plan, enum symbol symbol);
size_t launcher_list_sizes(const struct plan *plan, struct launcher_parameter *list);
const struct measure *launcher_measure(const struct notation *product, enum symbol symbol);
bool launcher_uses_size(const struct launcher *launcher, const struct product_size *size);
void launcher_view_derived(struct launcher *launcher, struct value *function);

/* The same for a plan: of NAME_enqueue between the queue and the events; where `prepared` is not NULL, of NAME_prepare_b, and
 * of NAME_prepared_b_bytes. */
size_t launcher_parameters(struct job *job, const struct plan *plan, const struct buffer *prepared,
                           struct launcher_parameter *list);
size_t launcher_bytes_parameters(struct job *job, const struct plan *plan,
                                 const struct buffer *prepared, struct launcher_parameter *list);

/* Sets `chain`: the events of so many steps, each of which waits for the one before; 0: none does. */
void launcher_view_chain(struct job *job, struct value *view, long long steps);

/* Sets the members `meanings` of a function, and `arguments`: all its parameters, from `self` to the event, of
 * a struct called `name`. */
void launcher_view_head(struct job *job, struct value *function, const char *name,
                        const struct launcher_parameter *list, size_t count);
