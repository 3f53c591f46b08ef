/*
 * The operands of a problem as they are sent to the device, and what is known of the result that
 * they lead to. A cache keeps them for trials that come: a tuner tries hundreds of kernels on the
 * same data.
 */
#ifndef HARNESS_WORKER_DATA_SET_H
#define HARNESS_WORKER_DATA_SET_H

#include "harness/run/runner.h"
#include "harness/verify/verify.h"

enum {
    DATA_OPERANDS = OPERAND_LIMIT
};

struct data_set {
    char *key;      /* what all of it follows from; NULL: it is in no cache */
    unsigned users; /* trials that hold it */
    uint64_t size;  /* bytes that it takes in all */
    void *bytes
        [DATA_OPERANDS]; /* A, B, C, operands of the epilogue, companions; NULL: there is none */
    cl_mem on_device[DATA_OPERANDS]; /* the same; of sets of a cache that kernels have made */
    void *right;                /* bytes of C, padding too, that were found right; NULL: none yet */
    struct verdict verdict;     /* on them */
    struct reference reference; /* what other results are compared with */
};

struct data_cache;

/* An empty set of one user. NULL without memory. */
struct data_set *data_set_make(void);

/* One user less; of a set that is in no cache the last one. NULL is allowed. */
void data_set_release(struct data_set *set);

/* A cache of at most `limit` bytes, on the host and on the device each; what was used least
 * recently makes way. It must be closed before the device. NULL without memory. */
struct data_cache *data_cache_open(uint64_t limit);
void data_cache_close(struct data_cache *cache);

/* Bytes of its sets; 0 for NULL. */
uint64_t data_cache_size(const struct data_cache *cache);

/* Forgets the sets that nobody uses. NULL is allowed. */
void data_cache_empty(struct data_cache *cache);

/* The set of a key, with one user more; NULL: it is not there. */
struct data_set *data_cache_find(struct data_cache *cache, const char *key);

/* Takes a set of one user, whose operands a runner has (NULL: a library has, and there are no
 * copies on the device), under a key, if it has `size` bytes left for it: then the set remains when
 * its user is gone. Errors: those of runner_save; the set is as before. */
int data_cache_add(struct data_cache *cache, const char *key, uint64_t size, struct runner *runner,
                   struct data_set *set, struct fault *fault);

#endif
