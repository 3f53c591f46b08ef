/*
 * Panels in the order of fragments, and the ring of stages in local memory into which a sub-group of its own copies their blocks.
 */
#ifndef GEN_FAMILY_MATRIX_RING_H
#define GEN_FAMILY_MATRIX_RING_H

#include "gen/family/matrix.h"

/* Elements that a lane loads at once from a block of a panel: those of a fragment, but 16 bytes at most. */
long long matrix_load(const struct matrix_spec *own, const struct operand *operand);

/* What --copy bulk adds to a spec: work-items that copy, and how work-groups find their tiles. */
void matrix_complete_ring(struct spec *spec);

/* Bytes of local memory beside the stages: what says which of them are full and which are empty. */
long long matrix_ring_bytes(const struct matrix_spec *own);

/* See struct family. */
void matrix_lay_panels(struct job *job, const struct spec *spec, struct form *form,
                       const struct operand *operand);

/* Members of the view for templates/matrix/ring, and of an operand for the loads from its panels. */
void matrix_view_ring(struct job *job, const struct kernel *kernel, struct value *view);
void matrix_view_loads(struct job *job, const struct kernel *kernel, const struct operand *operand,
                       struct value *object);

/* See struct rule. */
const struct refusal *matrix_bulk_and_panels(struct job *job, const struct spec *spec);
const struct refusal *matrix_numbers_idle(struct job *job, const struct spec *spec);
const struct refusal *matrix_panels_shifted(struct job *job, const struct spec *spec);
const struct refusal *matrix_panels_split(struct job *job, const struct spec *spec);
const struct refusal *matrix_copiers_many(struct job *job, const struct spec *spec);

#endif
