/*
 * The parts of the view that describe kernels one by one.
 *
 * A helper sets every member of its kind of item: names leak inwards, so a member that is left out would be found
 * further out, as that of something else.
 */
#pragma once

#include "gen/kernel/term.h"
#include "gen/plan/kernel.h"
#include "gen/plan/plan.h"

/* Member `head`: the comment that a kernel file begins with, see templates/common/head. */
void view_add_head(struct job *job, const struct kernel *kernel, const struct plan *plan,
                   struct value *view);

/* Member `batch` of the head: false, or how many members there are and where they begin. */
void view_add_batch(struct job *job, const struct kernel *kernel, struct value *head);

/* Members `entry`, `wg_width`, `wg_height`, `wg_depth` (false of two dimensions), `dimensions` (of the launch, for launch/words), `sub_group_macro` (the
 * kernel says CLGEMM_SUB_GROUP), `sub_group_size` (required, or false) and `signature`: lines of arguments. */
void view_add_signature(struct job *job, const struct kernel *kernel, const struct plan *plan,
                        const struct step *step, struct value *view);

/* The type of an argument, or of what it points to. */
const char *view_argument_type(struct job *job, const struct plan *plan, const struct step *step,
                               const struct argument *argument);

/* Members for madd/... of sums that are vectors of that width: `spread`, the type of factors beside them; of complex numbers the
 * `elements_of_sum`, a list of as many items, and the components of a factor with their `parts_exchanged`. */
void view_add_vector_of_sums(struct job *job, const struct kernel *kernel, struct value *view,
                             long long width);

/* Members `constants`, `members`, `offsets`, `alpha_argument` and `depth` of the multiplying kernel. */
void view_add_prologue(struct job *job, const struct kernel *kernel, const struct plan *plan,
                       struct value *view);

/* Writes a size in a kernel along an axis, rounded up to a multiple of `whole` there: "M", "(M + 7) / 8 * 8", "1024"; and where lines begin, in elements,
 * as wide as places in memory are: "(long)row * lda". */
const struct term *view_extent(struct job *job, const struct kernel *kernel, enum symbol axis,
                               long long whole);
const struct term *view_lines(struct job *job, const struct kernel *kernel,
                              const struct term *lines, const char *length);

/* Adds a constant to such a list: the name in the kernel and its value. */
void view_add_constant(struct job *job, struct value *list, const char *name,
                       const struct term *value);

/* Adds to a list an item of a pointer of that name, one element of which is `covers` of a matrix: it moves by so many of those. */
void view_add_pointer(struct job *job, struct value *list, const char *name,
                      const struct term *elements, long long covers);

/* Adds to a list items of pointers that move by so many elements: members `pointer`, and how much `further` it goes, where one element
 * there holds `covers` of the operand. The memory of an operand, and where that is the caller's own its companions. */
void view_add_pointers(struct job *job, const struct operand *operand, const char *memory,
                       long long covers, const struct term *elements, struct value *list);

/* Adds an operand's leading dimension to `constants` where it is no argument; and its offset to
 * `offsets` where there is one. */
void view_add_ld(struct job *job, const struct kernel *kernel, const struct operand *operand,
                 struct value *constants);
void view_add_offset(struct job *job, const struct kernel *kernel, const struct operand *operand,
                     struct value *offsets);

/* Adds to `constants` the leading dimensions of the epilogue's matrices that are compiled in. */
void view_add_epilogue_constants(struct job *job, const struct kernel *kernel,
                                 struct value *constants);

/* Asks for the place in the dimension that has the members of a batch and the parts of K: 2, if no host has another one. */
const struct term *view_group_of_batch(struct job *job, const struct kernel *kernel);

/* Member `members` of a kernel, of the one that multiplies or of another step: false where there is no batch, else how it finds its member. And
 * list `moves`, which is the result: of the pointers that move to that member; NULL where there is no batch. And an item of it: one that moves
 * in this buffer, A's, B's or C's own or a workspace with leading dimension `ld`; none where all members share it. NULL: no list, nothing is
 * added. */
struct value *view_add_members(struct job *job, const struct kernel *kernel, bool multiplies,
                               struct value *view);
void view_add_member_start(struct job *job, const struct kernel *kernel,
                           const struct operand *operand, const struct buffer *buffer,
                           const char *ld, struct value *list);

/* Member `group_of_rows` of the multiplying kernel: false, or how it finds its group of rows. And an item of `moves`: a pointer that goes to
 * the first row of the group, in the operand's own memory or a workspace. */
void view_add_group(struct job *job, const struct kernel *kernel, struct value *view);
void view_add_group_start(struct job *job, const struct kernel *kernel,
                          const struct operand *operand, const char *memory, const char *ld,
                          long long covers, struct value *list);

/* Member `index` of an object: false, or the `list` that says which rows of an operand those of groups are, and how many `rows` there are. */
void view_add_index(struct job *job, const struct kernel *kernel, const struct operand *operand,
                    struct value *object);

/* Asks which matrix of B it has: "group", or what a list says. */
const struct term *view_matrix_of_group(struct job *job, const struct kernel *kernel);

/* Items of `moves` of what the epilogue reads, in the kernel that applies it: members of matrices begin where those of C do, of vectors by rows groups have
 * parts, and of others a vector each where these are many. */
void view_add_epilogue_starts(struct job *job, const struct kernel *kernel, const struct plan *plan,
                              struct value *list);

/* Member `split` of the multiplying kernel: false, or how it finds its part of K. */
void view_add_split(struct job *job, const struct kernel *kernel, struct value *view);

/* The last buffer of a step that it does not only read. */
const struct argument *view_written_argument(const struct plan *plan, const struct step *step);

/* The operand's own argument in the step that copies or packs it. */
const struct argument *view_copied_argument(const struct step *step);

/* Whether the step only moves elements which it could not calculate with: halves without
 * cl_khr_fp16. One that decodes blocks makes them. */
bool view_moves_bits(const struct plan *plan, const struct step *step);

/* Members `beta_argument` and `beta` (false, or an object whose `factor` is false for 1): how the old C is added, for
 * write/update. */
void view_add_beta(struct job *job, const struct kernel *kernel, struct setting beta,
                   struct value *view);

/* Members `write` and `old`: the pieces that write such a number as an element of C, or a vector of them, and read what was
 * there; `narrow_old`, where that is narrower than the number: what reads it. */
void view_add_write(struct job *job, const struct element *element, const struct number *number,
                    bool vector, struct value *object);

/* The same of a vector of elements of C at a multiple of its size. */
void view_add_aligned_write(struct job *job, const struct element *element,
                            const struct number *number, struct value *object);

/* Adds to the view's list `readings`, once, the function that reads `width` elements, where there is one. */
void view_add_reading(struct job *job, const struct element *element, long long width,
                      struct value *view);

/* Adds to the view's list `roundings`, once, the function that rounds `width` of such numbers to elements, where there is one. */
void view_add_rounding(struct job *job, const struct kernel *kernel, const struct element *element,
                       const struct number *number, long long width, struct value *view);

/* Whether the old C may be read. */
bool view_reads_c(const struct kernel *kernel);

/* Adds to both lists what an update of `width` elements of C calls. */
void view_add_update(struct job *job, const struct kernel *kernel, const struct element *element,
                     long long width, struct value *view);

/* Members of an object: where a block of K of an operand begins, in its matrix, `block_begins`, and in its panels, `panels_begin`, where a step
 * of K has `stride` elements; both from the place "first_row" on, at step "first_k". */
void view_add_begins(struct job *job, const struct kernel *kernel, const struct operand *operand,
                     const char *stride, struct value *object);

/* Members `adds_parts` and `arrival` of the multiplying kernel: false, or how its last work-group of a tile adds the parts of K, for templates/parts/, to
 * which the family adds what a work-item has; and the template of the function that tells which one that is. */
void view_add_sum_in_launch(struct job *job, const struct kernel *kernel, const struct plan *plan,
                            struct value *view);

/* Lists `images`, `copies`, `decodings` and `packings`: the kernels of the other steps, each with the `page` that it is on. Those of quantised elements
 * call functions of their formats, those that pack call functions of the family. */
void view_add_steps(struct job *job, const struct kernel *kernel, const struct plan *plan,
                    struct value *view);
