/*
 * Objectives of a tuning: kernels that are good for the whole list of its shapes, by the geometric
 * mean of their times, and for each shape by itself the fastest one. Each objective has a search of
 * its own. They propose in turn, and each learns what the others' points are worth for its
 * objective: a kernel is timed on all shapes anyway.
 */
#pragma once

#include "harness/tune/internal.h"

struct objectives;

/* Whether the kernel of a point serves a shape of the tuning; SIZE_MAX: all of them (tune_serves). */
typedef bool objective_serves(const struct tuning *tuning, const unsigned *point, size_t shape);

/* Starts the search for the whole list, as the options of the tuning ask; those for single shapes
 * join it when its start_count starts are measured (without starts: as many points as there are
 * parameters), each from the best point that is known for its shape. Points that do not serve what
 * they are proposed for are not proposed, unless the search is blind. The starts, points one behind
 * another, and the space must outlive the objectives. NULL and an error: those of search_open. */
struct objectives *objectives_open(struct tuning *tuning, const struct search_space *space,
                                   objective_serves *serves, const unsigned *starts,
                                   size_t start_count, struct fault *fault);
void objectives_close(struct objectives *objectives);

/* The next point that nobody has measured; see search_propose. */
enum search_answer objectives_propose(struct objectives *objectives, unsigned *point);

/* Tells all searches what a candidate's point came to, after its scores and `ms` are set. */
void objectives_report(struct objectives *objectives, struct configuration *candidate);
