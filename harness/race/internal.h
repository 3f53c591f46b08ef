/*
 * What the parts of a race share; only files of this folder include it.
 *
 *     race.c          venue and race: who takes part, in which order, who is out
 *     entrant.c  a kernel or library made ready: built, verified, with its data and its peak
 *     turn.c     one turn: the machine brought to the same state, and a run
 *     summary.c  what the turns of an entrant come to
 *
 * What fails puts the entrant out of the race, not the race to its end.
 */
#ifndef HARNESS_RACE_INTERNAL_H
#define HARNESS_RACE_INTERNAL_H

#include "harness/race/race.h"

/* --------------------------------------------------------------------------- entrant.c */

/* Makes, builds, verifies and loads an entrant, and finds its peak; its origin and library are
 * known. */
int race_make_entrant(struct race *race, struct entrant *entrant, struct fault *fault);

/* Steps whose times are known. */
size_t race_steps(const struct entrant *entrant);

/* Compares C with the reference, in full or, where that would take long, by random vectors. */
int race_verify(const struct race *race, struct entrant *entrant, enum verification how,
                struct verdict *verdict, struct fault *fault);

/* ------------------------------------------------------------------------------ turn.c */

/* A run that does not count. */
int race_warm_up(struct race *race, struct entrant *entrant, struct fault *fault);

/* The next iteration. Against others, runs come before it that do not count. */
int race_measure(struct race *race, struct entrant *entrant, struct fault *fault);

/* --------------------------------------------------------------------------- summary.c */

/* Sums up the iterations in the entrant's result. */
int race_summarise(struct race *race, struct entrant *entrant, struct fault *fault);

#endif
