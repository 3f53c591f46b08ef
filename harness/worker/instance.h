/*
 * One problem on one device: data made, run, read back, compared. `check` does so for each case,
 * `bench` before it measures.
 */
#pragma once

#include "harness/verify/cases.h"
#include "harness/opencl/evaluate.h"
#include "harness/run/runner.h"
#include "harness/verify/verify.h"

/* The rows of the groups of a batch, group after group, without those that lists skip. */
struct rows {
    uint64_t *of_launch;         /* numbers among the rows of the launch; owned */
    uint64_t *of[OPERAND_COUNT]; /* the same in the memory of A and of C; B has none; owned */
    uint64_t *written;           /* those of C, in the order of memory, each once; owned */
    uint64_t written_count;
    uint64_t *first; /* of each group in these lists, and their length; owned */
};

/* Lists them where a launch has lists of rows; else there is nothing to list. Errors: FAULT_IO
 * (memory). */
int rows_make(const struct launch *launch, struct rows *rows, struct fault *fault);
void rows_release(struct rows *rows);

/* Whether there are lists. */
bool rows_listed(const struct rows *rows);

/* Counts of what a cache did not have. */
struct data_counts {
    unsigned data;       /* data sets that were made */
    unsigned references; /* right results that were computed: one a member that is compared */
};

/* Who multiplies. */
struct multiplier {
    const struct device *device;
    const struct built *built; /* kernels of the manifest ... */
    bool guards;               /* ... in buffers that have margins ... */
    const struct blas *blas;   /* ... or a library in their place; NULL: none */
};

struct instance {
    struct multiplier by;
    const struct manifest *manifest;
    struct launch launch;
    struct runner *runner;
    struct product product;
    struct rows rows;               /* of groups, where lists name them */
    struct evaluations evaluations; /* of the epilogue's expressions */
    struct data_cache
        *cache; /* where data sets are kept; NULL: nowhere. Set by who opens the instance */
    struct data_counts *counts; /* that go on with it; NULL: none. Set by who opens the instance */
    struct data_set *set;       /* what was sent to the device; NULL: nothing yet */
    void *result;               /* C as read back */
    double *values;             /* the same of one member, m x n, row-major */
    struct {
        enum data data;
        struct whole whole;
        bool infinities;
        uint64_t seed;
        bool filled;  /* the product has the values of a member */
        bool repeats; /* operands on the device repeat a piece: nobody knows their product */
        bool kept;    /* the cache had the data */
    } loaded;         /* what the values of all members follow from */
};

/* Above this many multiply-adds a result is verified by random vectors, not in full. */
#define INSTANCE_FULL_LIMIT 0x1p28
/* The same of a kernel that is measured, which is verified on one problem only. */
#define INSTANCE_LONG_LIMIT 0x1p31

/* So many runs at most see to it that every product counts in one of them. */
#define INSTANCE_MOST_PASSES UINT64_C(64)

/* Refuses what this harness cannot compute a reference for. Errors: FAULT_REFUSED. */
int instance_supported(const struct manifest *manifest, struct fault *fault);

/* Bytes of the host that a launch takes, held by so many slots at once and verified in one after
 * the other; UINT64_MAX: they do not fit 63 bits. Errors: those of launch_elements. */
int instance_memory(const struct manifest *manifest, const struct launch *launch, uint64_t slots,
                    uint64_t *bytes, struct fault *fault);

/* Memory of the host for matrices. */
struct host_memory {
    uint64_t limit; /* bytes */
    uint64_t slots; /* alike that it is for */
};

/* Refuses a launch whose matrices take more. Errors: FAULT_REFUSED. */
int instance_fits(const struct manifest *manifest, const struct launch *launch,
                  struct host_memory memory, struct fault *fault);

/* The values of a member of the batch: `product` has those of one at a time. Those of an operand
 * that all share are the same in each. */
void instance_take_member(struct instance *instance, uint64_t member);

/* Whether elements lie where a product in index notation says: one of them may be in several sums of a row. */
bool instance_has_places(const struct instance *instance);

/* Where a member is: A, B and C begin there, and of a group A and C have its rows. And all rows, of
 * whatever group they are. */
void instance_find_member(struct instance *instance, uint64_t member);
void instance_take_all(struct instance *instance);

/* Compares a C to whose rows rows of groups are added, as instance_verify does; what is wrong is a
 * row of C. Errors: those of verify_full. */
int instance_compare_added(struct instance *instance, enum verification how,
                           struct verdict *verdict, struct fault *fault);

/* Makes runner and host matrices. Errors: FAULT_REFUSED (memory too), FAULT_DEVICE, FAULT_IO. */
int instance_open(const struct multiplier *by, const struct manifest *manifest,
                  const struct test_case *test_case, struct host_memory memory,
                  struct instance *instance, struct fault *fault);
void instance_close(struct instance *instance);

/* Matrix of a caller's buffer: A, B, C, then those of the epilogue, and the companions; NULL: there
 * is none of that number. */
struct matrix *instance_matrix(struct instance *instance, int operand);

/* The name that the manifest has for the buffer of an operand. */
const char *instance_operand_name(const struct instance *instance, int operand);

/* New values, poison around them, sent to the device; workspaces poisoned; weights prepared. Data
 * in the instance's cache are copied on the device; others are made and put into it. Returns how
 * the result is to be verified in *how. */
int instance_load(struct instance *instance, enum data data, bool infinities, uint64_t seed,
                  enum verification *how, struct fault *fault);

/* Poisons workspaces and prepares weights, behind operands that are on the device. */
int instance_settle(struct instance *instance, struct fault *fault);

/* Whether the problem is a product of two matrices by a kernel, whose operands instance_fill makes on the device: of
 * pieces that are repeated. Their results cannot be compared, nor can they be sent again. */
bool instance_may_fill(const struct instance *instance);
int instance_fill(struct instance *instance, enum data data, uint64_t seed, struct fault *fault);

/* Whether the data that were loaded, on the host and in the cache on the device, are what they
 * should be: made again, which takes as long as the first time. The result of the last run is lost.
 * True where the device does not tell. */
bool instance_has_its_data(struct instance *instance);

/* How many runs with DATA_WHOLE and consecutive seeds it takes until every product has counted in
 * an element of C: more than 1 only where both m and n are small, k is great and numbers are
 * short. */
uint64_t instance_passes(const struct instance *instance);

/* Sends C as it was before the run again. */
int instance_reset(struct instance *instance, struct fault *fault);

/* Sends what the run reads (no C where beta is 0), as it was loaded, and reads C back: as a
 * program does whose data lives on the host. *ms: time of the host. */
int instance_send(struct instance *instance, double *ms, struct fault *fault);
int instance_receive(struct instance *instance, double *ms, struct fault *fault);

/* Has the first work-group of a host's launch run alone on what was loaded, and compares what it
 * writes of C with the extent that the interface gives it. *done: false: M and N are no larger than
 * that. Errors: FAULT_WRONG; those of runner_run. */
int instance_check_alone(struct instance *instance, bool *done, struct fault *fault);

/* Reads C back and compares. A wrong result gives an error FAULT_WRONG whose sentence names the
 * first wrong element; stray writes outside C, or into A, B or the margins, too. *verdict is filled
 * where the comparison was made. If the cache keeps the data, bytes of C that were found right
 * before are right; other results are compared with the kept reference, and anew if that shows an
 * error. */
int instance_verify(struct instance *instance, enum verification how, double full_limit,
                    uint64_t seed, struct verdict *verdict, struct fault *fault);

/*
 * The operands of a problem as they are sent to the device, and what is known of the result that
 * they lead to. A cache keeps them for trials that come: a tuner tries hundreds of kernels on the
 * same data.
 */
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
