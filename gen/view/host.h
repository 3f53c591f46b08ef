/*
 * The view of a kernel that a host calls as its own.
 */
#pragma once

#include "gen/kernel/term.h"
#include "gen/plan/kernel.h"
#include "gen/plan/plan.h"

/* Asks where a work-item is along a dimension of the kernel's own: by "get_group_id", "get_local_id" or "get_global_id". Of a host whose launch has
 * other dimensions it asks for those. */
const struct term *view_id(struct job *job, const struct kernel *kernel, const char *function,
                           int dimension);

/* The number of a work-item in its work-group, as devices count them: along dimension 0 first. `in_line`: where no host has a say they are
 * along it alone. */
const struct term *view_item(struct job *job, const struct kernel *kernel, bool in_line);

/* The same along the dimension of groups of different sizes, of "get_group_id" or "get_global_id": counted from the first tile of the group on. */
const struct term *view_id_in_group(struct job *job, const struct kernel *kernel,
                                    const char *function, int dimension);

/* How many groups there are, "(int)batch_count", and matrices of B; and how many elements the members of an operand are apart from each other. */
const struct term *view_count_of_groups(struct job *job, const struct kernel *kernel);
const struct term *view_count_of_matrices(struct job *job, const struct kernel *kernel);
const struct term *view_members_apart(struct job *job, const struct kernel *kernel,
                                      const struct operand *operand);

/* Members of an argument that a host declares, for argument/host. */
void view_add_declared(struct job *job, const struct argument *argument, struct value *item);

/* Member `host_checks`: false, or an object: the list `tests` of what is `needed` of the host's macros, a term each that `fails` where it is not so; and
 * `only_if`, false or where they are made. */
void view_add_host_checks(struct job *job, const struct plan *plan, struct value *view);

/* The conditions on the host's macros by which the kernel of a setting is built: its launch, its build with what the file requires, and where the text is built at all; NULL: there is none. */
const struct term *view_host_setting(struct job *job, const struct plan *plan);
const struct term *view_host_build(struct job *job, const struct plan *plan);
const struct term *view_host_only_if(struct job *job, const struct plan *plan);

/* The launch of a setting in words: "MWG = 64, NWG = 64, MDIMC = 8, NDIMC = 8"; its numbers alone: "64 x 64 x 8 x 8". */
const char *view_host_launch(struct job *job, const struct plan *plan, bool named);

/* The other entries that the host takes from the text of its kernel, with commas between; NULL: none, or no host. */
const char *view_host_kept(struct job *job, const struct plan *plan);

/* Member `idle_items`: false, or of a kernel whose work-item is alone in the work-group of a host that launches more the number of one, which is 0. */
void view_add_idle_items(struct job *job, const struct kernel *kernel, struct value *view);

/* Member `walk`: false, or of work-groups that take tiles in sequence: how many `tiles` there are, those along dimension 0 first, which are
 * `tiles_across`; with which one a work-group begins, and how far its next one is. */
void view_add_walk(struct job *job, const struct kernel *kernel, struct value *view);

/* How many work-groups a host launches along a dimension, of M, N and K. */
const struct term *view_host_count(struct job *job, const struct formula *count);

/* List `definitions`: what the kernel calls its arguments, by those of the host; empty where there is no host. */
void view_add_definitions(struct job *job, const struct plan *plan, struct value *view);

/* Which member of the batch an operand has: "member", or where the host says another one (view_has_own_member) "member_a"; "begin_a" where it says at
 * which element that begins (view_has_begin). And the list `of_operands` of these. */
const char *view_member_of(struct job *job, const struct kernel *kernel,
                           const struct operand *operand);
bool view_has_own_member(struct job *job, const struct kernel *kernel,
                         const struct operand *operand);
bool view_has_begin(const struct kernel *kernel, const struct operand *operand);
void view_add_members_of_operands(struct job *job, const struct kernel *kernel,
                                  struct value *members);
