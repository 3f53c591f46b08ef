/*
 * Orders of a worker as JSON, as harness/worker/worker.h describes them. All give a new reference, which
 * worker_ask takes; NULL without memory, which worker_ask tells.
 */
#ifndef HARNESS_WORKER_ORDERS_H
#define HARNESS_WORKER_ORDERS_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

json_t *order_device(void);

/* Without the reference of the manifest, and of what `compile` has answered; NULL: it was not asked. */
json_t *order_build(size_t slot, json_t *manifest, json_t *compiled);
json_t *order_compile(json_t *manifest);

json_t *order_peak(size_t slot);

/* What `open` is asked for. */
struct opening {
    uint64_t m, n, k, seed;
    bool unverified;  /* the result of the first run is not compared */
    bool random;      /* with random data too */
    uint64_t sharers; /* kernels that share the memory; 0: this one is alone */
};
json_t *order_open(size_t slot, const struct opening *opening);

/* Stops behind a launch that takes longer than stop_ms; 0: there is no limit. */
json_t *order_launch(size_t slot, int count, double stop_ms);

json_t *order_check(size_t slot, uint64_t seed);
json_t *order_verify(size_t slot);

#endif
