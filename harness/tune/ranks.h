/*
 * Processes that tune together, as `mpirun -n N clgemm-bench tune` or `profile` starts them: each rank has a
 * device of its own. Rank 0 runs the tuner, whose orders the other ranks hand to their workers;
 * they know nothing of searches, journals or profiles. ranks_mpi.c is built with MPI, ranks_alone.c
 * without.
 */
#pragma once

#include "harness/worker/client.h"

struct ranks;

/* Joins the others where this process was started together with some; *ranks is NULL where it is
 * alone. `device` then chooses that of this rank: where no -d says it, the ranks of a host
 * take its devices in turn. Signals are watched already (harness/base/stop.h). ranks_close is due in any
 * case. Errors: FAULT_REFUSED (no MPI in this program, one device for two ranks), FAULT_IO. */
int ranks_open(struct device_choice *device, struct ranks **ranks, struct fault *fault);

/* Rank 0 tells the others that all is done. NULL is allowed. */
void ranks_close(struct ranks *ranks);

/* Number of ranks; 1 for NULL. */
size_t ranks_count(const struct ranks *ranks);

/* Whether this is another one than rank 0. */
bool ranks_obeys(const struct ranks *ranks);

/* Hands the orders of rank 0 to the worker of a client until rank 0 closes. */
void ranks_obey(struct ranks *ranks, struct client *client);

/* Makes, in rank 0, a client to the worker of another rank, which belongs to `ranks`. */
void ranks_client(struct ranks *ranks, size_t rank, struct client *client);
