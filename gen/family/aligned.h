/*
 * Vectors at multiples of their size, which are moved whole where the kernel finds them there.
 */
#pragma once

#include "gen/kernel/term.h"
#include "gen/plan/kernel.h"

/* Whether the kernel tests, as it begins, that all vectors of the operand's own width lie at multiples of their size, to move them
 * whole then: --aligned asks for it, and what is compiled in does not rule it out. */
bool tests_alignment(const struct kernel *kernel, const struct operand *operand);

/* That test: of its address, its lines, an edge that the last tile is moved to, and the members of a batch. */
const struct term *alignment_test(struct job *job, const struct kernel *kernel,
                                  const struct operand *operand);

struct page;
/* Member `aligned` of a main loop: the `test` of those `count` operands (NULL: of none), and `iteration`, which is returned: the members that the
 * loop of aligned loads has otherwise. The functions that load narrow elements are added to the view. */
struct value *add_aligned_loop(const struct page *page, struct value *main,
                               const struct operand *const *operands, int count);

/* The template that reads a vector of the operand's own width from its buffer that lies at a multiple of its size. */
const char *aligned_read(struct job *job, const struct operand *operand);
