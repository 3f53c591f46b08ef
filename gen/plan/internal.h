/*
 * What the parts of the planner share; only files of this folder include it.
 */
#pragma once

#include "gen/plan/planner.h"

/* A plan under way. It owns the lists of the plan, which shows them; they grow by these functions alone. */
struct draft {
    struct job *job;
    const struct spec *spec;
    struct plan *plan;
    struct buffer *buffers;
    struct step *steps;
    struct constraint *constraints;
    const char **extensions;
};

/* Append to the plan and return the index. */
size_t draft_add_buffer(struct draft *d, struct buffer buffer);
size_t draft_add_step(struct draft *d, struct step step);

/* An extent that is rounded up to a multiple, and a count: the symbol, or the number that the request fixes. */
struct extent plan_extent(enum symbol axis, long long rounded_to, struct count stride);
struct count plan_count(const struct spec *spec, enum symbol symbol);

/* A dimension with a work-group for every `per_group` of a count that is rounded up: see struct launch_dimension. */
struct launch_dimension plan_dimension(struct count dim, long long rounded_to, long long per_group,
                                       long long local);

/* The arguments of a step under way. */
struct argument_list {
    struct draft *draft;
    struct argument *arguments;
    size_t count;
};

/* Adds the symbol where it is given at launch. */
void plan_add_value(struct argument_list *list, enum symbol symbol, const char *type,
                    const char *meaning);

/* "rows of op(A) and C": of M, N or K. */
const char *plan_size_meaning(enum symbol axis);

/* Adds both sizes of a matrix, those given at launch, in the order M, N, K. */
/* Adds the sizes, extents and strides at launch that index functions read. */
void plan_add_product_sizes(struct argument_list *list);
void plan_add_sizes(struct argument_list *list, enum symbol one, enum symbol other);

void plan_add_buffer(struct argument_list *list, size_t buffer, const char *meaning);

/* Adds the buffer of a role; false: there is none. */
bool plan_add_buffer_of(struct argument_list *list, enum role role, const char *meaning);

/* Adds the caller's memory of an operand: buffer, offset and leading dimension. */
void plan_add_operand(struct argument_list *list, size_t buffer, const struct operand *operand);

/* Adds the buffers that say where groups begin and which B they have, where there are groups. */
void plan_add_offsets(struct argument_list *list);

/* Appends to the plan what brings A or B from the caller's buffer `from` into the workspace that the
 * multiplication reads: padding, transposition, or both; or packing into panels. Returns the workspace. */
size_t plan_rewrite(struct draft *d, const struct operand *operand, size_t from);

/* Appends the workspace that the multiplication writes C to, one matrix for each part of K; and the step that takes C from
 * there. */
size_t plan_workspace_of_c(struct draft *d);
void plan_take_c(struct draft *d, size_t from);

/* Appends the workspace of the sums of each part of K, where the multiplying kernel adds them. */
size_t plan_parts(struct draft *d);

/* Appends the workspace of counters, in which the parts of K of a tile that are stored are counted. */
size_t plan_counters(struct draft *d);

/* Appends the workspace of which each work-group of the multiplication has a part for itself, by the number of its first tile of C. */
size_t plan_notes(struct draft *d);

/* Appends the buffers of the epilogue's operands, right behind that of C. */
void plan_epilogue_buffers(struct draft *d);

/* Adds the arguments of the epilogue's operands to those of the step that applies it, and what it reads of them to the
 * step's traffic, whose last term is that of C. */
void plan_add_epilogue(struct argument_list *list, struct step *step);

/* Appends the buffers of attention that not each has: the mask, and lengths of members. */
void plan_attention_buffers(struct draft *d);

/* The step of attention, which is all of it: `sources` are the buffers of Q, K, O and V, by role. */
struct step plan_attention(struct draft *d, const size_t *sources);

/* Appends the buffers of the companions of A and B: scales and the like. */
void plan_companion_buffers(struct draft *d);

/* What a batch adds; nothing of one product. An axis of a buffer of A, B, C or a workspace, `stride` being that of a caller's
 * buffer (SYMBOL_NONE: its members lie without gaps). The buffers that say where members begin, one an operand. Dimension 2 of
 * the launch of every step so far, and what follows from it: nothing to do for no members, work and traffic for each, those of an operand
 * that all share too. */
void plan_add_member_axis(const struct spec *spec, enum symbol stride, struct buffer *buffer);
void plan_add_lists(struct draft *d);
void plan_add_member_dimension(struct draft *d);

/* Gives the multiplication the arguments and dimensions of the host whose interface is asked for; nothing to do for none. All else is
 * planned. */
void plan_host(struct draft *d);

/* A list of terms that a factor of 0 ends. */
struct sum;
const struct summand *plan_host_terms(struct job *job, const struct sum *sum);

/* {"a": formula} for operands whose member the interface says, by the names of the host's arguments, where a runner can count it; and what is tried for
 * arguments, into the host, whose arguments are planned. */
const struct value *plan_host_members(struct job *job, const struct host *host);
void plan_host_trials(struct job *job, struct host *host);

/* Adds what the sizes at launch must keep; what the device must have, and the build options. Buffers
 * and steps are planned. */
void plan_constraints(struct draft *d);
void plan_requirement(struct draft *d);
