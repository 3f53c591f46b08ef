/*
 * What the parts of a race share; only files of this folder include it.
 *
 *     race.c     executor and race: who takes part, who is out
 *     order.c    whose turns come next
 *     library.c  a library found, in workers of its own where it computes on the host
 *     heat.c     which core type of a library is the fastest on a problem
 *     entrant.c  a kernel or library made ready: built, verified, with its data and its peak
 *     turn.c     turns in the worker, and what they have taken
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

/* Gives a library the problem of the kernel that opens the race. */
int race_take_problem(const struct race *race, struct entrant *entrant, struct fault *fault);

/* Steps whose times are known. */
size_t race_steps(const struct entrant *entrant);

/* Where an entrant runs, and the slot of that worker that it stands in. */
struct executor *race_executor(const struct race *race, const struct entrant *entrant);
size_t race_slot(const struct race *race, const struct entrant *entrant);

/* Whether a library takes part whose threads look for work on the cores of the host for a while after each
 * call: nobody goes on before they sleep. */
bool race_rests(const struct race *race);

/* Brings an entrant whose problem is known into its worker, with its data, unverified. */
int race_bring(struct race *race, struct entrant *entrant, struct fault *fault);

/* Brings an entrant into the worker that there is now, where it stood in one before; with a run that does
 * not count. */
int race_return(struct race *race, struct entrant *entrant, struct fault *fault);

/* Takes an entrant out of the worker. */
void race_leave(struct race *race, struct entrant *entrant);

/* ----------------------------------------------------------------------------- order.c */

/* The next turns until everybody that is in has had `goal` runs, or to warm up each one's in a row: places of entrants in `list`,
 * as many as there is room for. Returns their number. */
size_t race_plan(struct race *race, uint64_t goal, bool warms, size_t *list, size_t room);

/* --------------------------------------------------------------------------- library.c */

/* Tells that a library takes no part with a core type, and why. */
void library_tell(const struct library *library, const char *core, struct fault *fault);

/* ------------------------------------------------------------------------------ heat.c */

/* Gives an entrant, a library that has its problem, the core type that is the fastest. One whose process ends
 * takes no part any more, which is told. Errors: those of a library that cannot take part; FAULT_DEVICE where no
 * core type is left. */
int race_choose_core(struct race *race, struct entrant *entrant, struct fault *fault);

/* ------------------------------------------------------------------------------ turn.c */

/* Has entrants take turns in the order of a list, as many of them as fit into one order to one worker, and takes what they
 * have taken. `warms`: they do not count; against others, runs that do not count come before the others too.
 * -1: entrants[*out] has its fault; the worker may be another one now. */
int race_turns(struct race *race, const size_t *list, size_t count, bool warms, size_t *out);

/* --------------------------------------------------------------------------- summary.c */

/* Sums up the iterations in the entrant's result. */
int race_summarise(struct race *race, struct entrant *entrant, struct fault *fault);

#endif
