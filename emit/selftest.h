/*
 * The parts of the view of a self-test.
 */
#pragma once

#include "emit/joint.h"

enum {
    SELFTEST_MOST = 25, /* products of a self-test */
    SELFTEST_PERIOD =
        61 /* rows and columns after which numbers repeat: a prime, so that work-items that lie apart by powers of 2 differ */
};

/* A product: sizes, leading dimensions, offsets and strides by symbol, in elements, and what scales it. */
struct selftest_case {
    long long value[SYMBOL_COUNT];
    double alpha, beta;
};

/* The smallest products that reach every branch of the kernels of a plan, and that its constraints allow: in `list`, which has place for
 * SELFTEST_MOST. Returns their number. Fails the job (CLGEMM_REFUSED) where there are none. */
size_t selftest_cases(struct job *job, const struct plan *plan, struct selftest_case *list);

/* The product of these sizes, or the nearest ones that the plan's constraints allow, of one member, with leading dimensions and strides without gaps; alpha
 * is 1, beta 0. */
struct selftest_case selftest_tight(const struct plan *plan, long long m, long long n, long long k);

/* A self-test in the making: of all kernels of a dispatch, or of one that stands in it alone. */
struct selftest {
    struct job *job;
    const struct dispatch *dispatch;
    bool joint;                  /* it is of all */
    const struct plan *plan;     /* what they have in common */
    bool reads[SYMBOL_COUNT];    /* the symbols that it reads of a product */
    size_t prepared[ROLE_B + 1]; /* which of its matrices is prepared of A, and of B */
};

/* A symbol as a member of the product: "t->M". */
const char *selftest_symbol(struct selftest *test, enum symbol symbol);

/* A size of a product in index notation that is an argument of the launch, by M, N and K of a case. Fails the job where these are no multiples of those
 * that are compiled in. */
const char *selftest_size(struct selftest *test, int size);

/* A number as C writes it, whatever the locale. */
const char *selftest_number(struct job *job, double number);

/* A count as a term of C: a number, or "t->lda". */
const char *selftest_count(struct selftest *test, struct count count);

/* Sets `declared`, the operands as names of what `all` has, and `tables` and `puts`, how their elements are stored. */
void selftest_view_types(struct selftest *test, struct value *view);

/* The same, and `operands`, the matrices and vectors of the product and what is prepared of them, and `get`, how C is read. */
void selftest_view_operands(struct selftest *test, struct value *view);

/* "gemm_prepared_a_bytes(t->M, t->K)": the bytes of what is prepared of A or B. */
const char *selftest_prepared_bytes(struct selftest *test, enum role operand);

/* The product of sizes of a product in index notation as a term: "(t->p_size * t->q_size)". */
const char *selftest_measure(struct selftest *test, const struct measure *measure);

/* The five numbers of a buffer of the caller whose elements stand alone, how many times these it holds, and the number that is so many times
 * those in numbers of two parts; NULL: no number is. */
const char *selftest_five(struct selftest *test, const struct buffer *buffer);
const char *selftest_times(struct selftest *test, const struct buffer *buffer);
const char *selftest_in_parts(const struct plan *plan);

/* Which of the lists of groups that of a role is, in the order in which there are any. */
size_t selftest_list(const struct plan *plan, enum role role);

/* Sets `deals`, and what lists of groups are made of: their axis, and which there are. */
void selftest_view_groups(struct selftest *test, struct value *view);

/* Sets a member: what is passed to a function of the launcher that works on a queue, on lines of their own. */
void selftest_set_passed(struct selftest *test, struct value *view, const char *member,
                         enum joint_function function, enum role operand);

/* Sets all that a self-test of attention has of its own. */
void selftest_view_attention(struct selftest *test, struct value *view);

/* Sets all that a self-test of a product by index functions has of its own, but for the update of C. Fails the job (CLGEMM_REFUSED) where
 * the kernel serves no sizes that it finds. */
void selftest_view_product(struct selftest *test, struct value *view);

/* Sets `operations` of the epilogue, how C is rounded and by how much it may differ. */
void selftest_view_update(struct selftest *test, struct value *view);

/* Whether results so stored are rounded, where sums are whole. */
bool selftest_is_rounded(const struct storage *storage);

/* Whether they are of fewer digits than those of single precision, from which they are rounded to the nearest. */
bool selftest_is_narrow(const struct storage *storage);

/* Whether most numbers of A are to be 0, so that sums of `k` products are exact in the type of C. */
bool selftest_sums_little(const struct storage *storage, long long k);

/* How these numbers are stored, in a type whose elements stand alone. */
void selftest_view_table(struct job *job, struct value *view, const struct buffer *buffer);

/* Finds "host/put_block" and the like: how an element that shares a scale is stored. Sets its numbers. Fails the job (CLGEMM_REFUSED) where
 * nobody says. */
void selftest_view_put(struct job *job, struct value *view, const struct buffer *buffer);

/* Whether numbers of the buffer share scales, so that their bits are stored one by one. */
bool selftest_packs(const struct buffer *buffer);

/* How results that are so stored are read, and what they are rounded to. */
void selftest_view_get(struct job *job, struct value *view, const struct storage *storage);
