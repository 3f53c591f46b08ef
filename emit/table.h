/*
 * The kernels of a dispatch as tables of C, which one function walks: what differs between kernels is a row, and what several have in common,
 * a check, the size of a workspace or a list of arguments, stands once and is named by its number.
 */
#pragma once

#include "emit/joint.h"

/* Tables in the making. Lists have each item once; items are objects that a page shows. */
struct table {
    struct job *job;
    const struct dispatch *dispatch;
    struct launcher_shared uses;
    /* Cases of functions, from 1 on, as 0 ends a list of their numbers: conditions that refuse, checks of buffers, workspaces. */
    struct value *refusals, *checks, *makes;
    struct value *values, *conversions; /* what steps take, from 1 on, in the types of kernels */
    struct value *lists;                /* of arguments */
    struct value *sizes, *zeros;        /* what work-items are counted by; what must not be 0 */
    struct value *numbers;              /* of steps */
    struct value *made;                 /* workspaces and images of all kernels */
    size_t dimensions;                  /* of every launch */
    /* Of a row, and of a kernel whose steps are chained. */
    long long most_refusals, most_checks, most_makes, most_arguments, most_steps, most_orders,
        most_chained;
    /* Whether some step is left out, rounds a size up, has work-groups beside those of its size, counts them by compute units, waits for
     * the caller's events alone; and whether a kernel has no step. */
    bool leaves_out, rounds, more, units, alone, idle;
};

/* The number of the item of that key, from 0 on: of one that the list has, or of `item`, which is added and leaves the list that it is in. */
size_t table_add(struct table *table, struct value *list, const char *key, struct value *item);

/* The symbols as a term of C, "GEMM_ZERO_K | GEMM_ZERO_ALPHA"; of none "0". */
const char *table_zeros(struct table *table, struct launcher *launcher, const enum symbol *symbols,
                        size_t count);

/* The row of a step, whose arguments the view of a function has. */
void table_view_step(struct table *table, struct value *row, struct launcher *launcher,
                     const struct step *step, const struct value *viewed);

/* Lays the row out, once it is known which columns there are. */
void table_lay_out_step(const struct table *table, struct value *row);

/* Sets what host/table and host/table_kernel show of all kernels, and what the file has of shared functions. Fails the job for what the emitted
 * code has no words for. */
void table_view(struct job *job, const struct dispatch *dispatch, struct value *view);
