/*
 * Where an element of an operand lies, as text for the kernel.
 *
 * An operand in a buffer lies in lines. Along K: the element at (position, k) is X[line + k], with
 * a line start for each position of the tile. Across K: it is X[k * ld + position]. An operand in
 * an image is addressed by texel.
 */
#ifndef GEN_ADDRESS_H
#define GEN_ADDRESS_H

#include "gen/spec.h"
#include "gen/value.h"

/* The user's word for the place along canonical M (`along_m`) or N: "row" or "column". */
const char *axis_word(const struct spec *spec, bool along_m);

/* Whether the operand lies in a buffer, in lines along K. */
bool lies_along_k(const struct spec *spec, const struct operand *operand);

/* Whether the operand is canonical A: its places are rows of canonical C, else columns. */
bool is_a(const struct spec *spec, const struct operand *operand);

/* "row + 3": the place `offset` beyond the tile's first one; clamped: never beyond the last one,
 * "min(row + 3, M - 1)". */
const char *place_text(struct job *job, const struct spec *spec, const struct operand *operand,
                       long long offset, bool clamped);

/* "k + 3"; "k" for 0. */
const char *sum_text(struct job *job, const char *base, long long offset);

/* The partial that reads element `index` of the buffer `operand`. */
const char *read_element(const struct spec *spec);

/* The variable that holds the start of a line: "a_row", "b_line". */
const char *line_base(struct job *job, const struct spec *spec, const struct operand *operand);

/* A line of an operand that lies along K: the one `further` beyond the line that starts at the
 * variable `start`. Clamped lines have a variable each, "a_row_3", as they may be the same. */
struct line {
    const char *start;
    long long further;
};

/* Line `number` of those `stride` apart. */
struct line line_at(struct job *job, const struct spec *spec, const struct operand *operand,
                    long long number, long long stride, bool clamped);

/* What such a variable is set to: "(long)min(row + 3, M - 1) * lda", for the line at `place`. */
const char *line_start(struct job *job, const struct spec *spec, const struct operand *operand,
                       const char *place);

/* The element at (`place`, `k` + k_offset), an object for the partial that its member `element`
 * names: {operand, index, x, y}. `line` counts where the operand lies along K; across K the
 * kernel's loop has a variable for the line of its `k`, see add_k_lines. */
struct value *element_view(struct job *job, const struct spec *spec, const struct operand *operand,
                           const char *k, long long k_offset, const char *place, struct line line);

#endif
