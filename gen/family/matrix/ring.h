/*
 * The ring of stages in local memory into which a sub-group of its own copies: blocks of panels as the engine reads them, or boxes of the
 * operands in place.
 */
#pragma once

#include "gen/family/matrix/matrix.h"

enum {
    MAP_BYTES = 128 /* of what describes an operand for tensor copies */
};

/* Elements that a lane loads at once from a block of a panel: those of a fragment, but 16 bytes at most. Of an engine that reads blocks by
 * itself, those of a piece. */
long long matrix_load(const struct matrix_spec *own, const struct operand *operand);

/* What a ring adds to a spec: work-items that copy, how work-groups find their tiles, and what each has for itself in global memory. */
void matrix_complete_ring(struct spec *spec);

/* Bytes of local memory beside the stages: what says which of them are full and which are empty, and maps as they are made. */
long long matrix_ring_bytes(const struct spec *spec);

/* Registers that a work-item keeps which only copies, and that one has which multiplies: as asked, or where an equal share is too small for these;
 * else 0. `sums`: registers for those of a work-item. */
void matrix_move_registers(const struct spec *spec, long long sums, long long *kept,
                           long long *taken);

/* See struct family_spec. */
void matrix_lay_panels(struct job *job, const struct spec *spec, struct form *form,
                       const struct operand *operand);

/* Work-items that copy a tile together: all of a work-group, or those that only copy. */
long long matrix_items_that_copy(const struct kernel *kernel);

/* Members of the view for templates/matrix_ring_*.cl; of an operand the block of its panel that fills a stage, or of an item of list `boxes` those of the operand that do; and for
 * the function with which lanes load what they have of a block. */
void matrix_view_ring(const struct page *page);
void matrix_view_block(const struct page *page, const struct operand *operand,
                       struct value *object);
void matrix_view_boxes(const struct page *page, const struct operand *operand,
                       struct value *object);
/* Where the operand's map begins among those of all work-groups. */
const struct term *matrix_map_begins(const struct page *page, const struct operand *operand);
/* Member `box` of an object, for the function that makes a map: how one instruction copies a panel of a tile, of elements of so many bytes. */
void matrix_view_box(struct job *job, const struct matrix_tile *tile, long long bytes,
                     struct value *object);
/* List `further_axes` of maps beyond elements of a line and lines: names of the places along them ("layer"); their rank and last axis; and whether
 * copies are told what is read once (`hinted`). */
void matrix_view_axes(struct job *job, const char *const *coordinates, int count, bool hinted,
                      struct value *view);
/* Of a tile whose lines have `of_line` vectors: where the one with some `number` lies, for templates/matrix/passes. */
void matrix_view_vectors(const struct page *page, long long of_line, long long vector,
                         struct value *object);
void matrix_view_loads(const struct page *page, const struct operand *operand,
                       struct value *object);

/* Whether an operand is copied in boxes: a matrix is, with --copy im2col also the pixels of an image that an index function finds. */
bool matrix_in_boxes(bool im2col, const struct operand *operand);

/* Of --copy im2col (im2col.c). Whether the operand by an index function is such an image of a kernel that copies it so; a test of what is known at launch alone, NULL where all is
 * known; and members of an item of list `pixels`: its map, where the first pixel of a tile is, and what a step of K moves it by. */
bool matrix_is_image(const struct kernel *kernel, const struct operand *operand);
const struct term *matrix_image_fits(const struct page *page, const struct operand *operand);
void matrix_view_image(const struct page *page, const struct operand *operand, struct value *item);
const struct refusal *matrix_image_unfit(struct job *job, const struct spec *spec);

/* Whether those that copy gather an operand by an index function, beside the boxes of the other one. */
bool matrix_gathers(const struct kernel *kernel);

/* Scales of sums (scales.c), which lie in each stage: bytes of those of an operand, 0 where its sums have none; `group`: the tile of a work-group. */
long long matrix_scale_bytes(const struct matrix_spec *own, const struct operand *operand,
                             struct shape group, long long tile_k);

/* Lists of the view: `scales_of_stage`, what a stage has of each operand, `scales_of_rows` and `scales_of_columns`, what a lane reads of it. */
void matrix_view_scales(const struct page *page);

/* See struct rule. */
const struct refusal *matrix_bulk_and_panels(struct job *job, const struct spec *spec);
const struct refusal *matrix_sums_unfit(struct job *job, const struct spec *spec);
const struct refusal *matrix_numbers_idle(struct job *job, const struct spec *spec);
const struct refusal *matrix_panels_shifted(struct job *job, const struct spec *spec);
const struct refusal *matrix_panels_split(struct job *job, const struct spec *spec);
const struct refusal *matrix_copiers_many(struct job *job, const struct spec *spec);
const struct refusal *matrix_rounded_nowhere(struct job *job, const struct spec *spec);
const struct refusal *matrix_copies_unknown(struct job *job, const struct spec *spec);
const struct refusal *matrix_index_in_ring(struct job *job, const struct spec *spec);
const struct refusal *matrix_boxes_unfit(struct job *job, const struct spec *spec);
const struct refusal *matrix_turns_unfit(struct job *job, const struct spec *spec);
const struct refusal *matrix_registers_unfit(struct job *job, const struct spec *spec);
const struct refusal *matrix_stages_unfit(struct job *job, const struct spec *spec);
const struct refusal *matrix_stores_unfit(struct job *job, const struct spec *spec);
const struct refusal *matrix_stores_too_wide(struct job *job, const struct spec *spec);
const struct refusal *matrix_blocks_unfit(struct job *job, const struct spec *spec);
