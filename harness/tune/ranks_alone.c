#include <stdlib.h>

#include "harness/tune/ranks.h"

/* How starters tell the number of processes. */
static const char *const size_variables[] = {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE"};

int ranks_open(struct device_choice *device, struct ranks **ranks, struct fault *fault)
{
    (void)device;
    *ranks = NULL;
    for (size_t i = 0; i < sizeof size_variables / sizeof *size_variables; i++) {
        const char *size = getenv(size_variables[i]);

        if (size != NULL && strtol(size, NULL, 10) > 1)
            return fault_set(fault, FAULT_REFUSED,
                             "%.10s processes were started to tune together, and this clgemm-bench "
                             "was built without MPI; ./configure --with-mpi builds it with",
                             size);
    }
    return 0;
}

void ranks_close(struct ranks *ranks)
{
    (void)ranks;
}

size_t ranks_count(const struct ranks *ranks)
{
    (void)ranks;
    return 1;
}

bool ranks_obeys(const struct ranks *ranks)
{
    (void)ranks;
    return false;
}

void ranks_obey(struct ranks *ranks, struct client *client)
{
    (void)ranks, (void)client;
}

void ranks_client(struct ranks *ranks, size_t rank, struct client *client)
{
    (void)ranks, (void)rank, (void)client;
}
