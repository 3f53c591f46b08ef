/*
 * The parts of the view of a self-test.
 */
#ifndef EMIT_SELFTEST_H
#define EMIT_SELFTEST_H

#include "emit/joint.h"

enum {
    SELFTEST_MOST = 5, /* products of a self-test */
    SELFTEST_PERIOD =
        61, /* rows of A and columns of B after which they repeat: a prime, so that work-items that lie apart by powers of 2 differ */
    SELFTEST_LARGEST = 2 /* number in a matrix */
};

/* A product: sizes, leading dimensions, offsets and strides by symbol, in elements, and what scales it. */
struct selftest_case {
    long long value[SYMBOL_COUNT];
    double alpha, beta;
};

/* The smallest products that reach every branch of the kernels of a plan, and that its constraints allow: in `list`, which has place for
 * SELFTEST_MOST. Returns their number. Fails the job (CLGEMM_REFUSED) where there are none. */
size_t selftest_cases(struct job *job, const struct plan *plan, struct selftest_case *list);

/* A self-test in the making: of all kernels of a dispatch, or of one that stands in it alone. */
struct selftest {
    struct job *job;
    const struct dispatch *dispatch;
    bool joint;               /* it is of all */
    const struct plan *plan;  /* what they have in common */
    bool reads[SYMBOL_COUNT]; /* the symbols that it reads of a product */
};

/* A symbol as a member of the product: "t->M". */
const char *selftest_symbol(struct selftest *test, enum symbol symbol);

/* A count as a term of C: a number, or "t->lda". */
const char *selftest_count(struct selftest *test, struct count count);

/* Sets `operands`, the matrices and vectors of the product, `puts`, the functions that store their elements, and `get`, that which reads C. */
void selftest_view_operands(struct selftest *test, struct value *view);

/* Sets `operations` of the epilogue, how C is rounded and by how much it may differ. */
void selftest_view_update(struct selftest *test, struct value *view);

/* Finds "host/put_table" and the like: how an element of the type is stored. Sets its numbers. */
void selftest_view_put(struct job *job, struct value *view, const char *type);

/* Whether numbers of the type share scales, so that their bits are stored one by one. */
bool selftest_packs(const char *type);

/* How the results of a type are read, and what they are rounded to. */
void selftest_view_get(struct job *job, struct value *view, const char *type);

#endif
