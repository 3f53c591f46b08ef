/*
 * One launch of a manifest: the value of every symbol, and what follows from them (buffer
 * lengths, launch geometry, which steps run). No OpenCL here.
 */
#pragma once

#include <stdio.h>
#include <string.h>

#include "harness/base/shapes.h"
#include "harness/manifest/manifest.h"

struct launch {
    uint64_t value[SYMBOL_COUNT]; /* sizes; alpha and beta are below */
    double alpha, beta;
    double alpha_i, beta_i;                             /* imaginary parts, of complex numbers */
    double scale[SYMBOL_SCALE_LAST - SYMBOL_SCALE + 1]; /* scalars of the epilogue */
    bool
        listed; /* the members of a batch begin where lists say; strides are those of the places listed */
    bool grouped;                    /* they are groups, which have parts of unequal sizes */
    enum symbol ragged;              /* of M: rows of A and C; N: columns of B and C; K */
    bool experts;                    /* of which a list says which matrix of B each has, */
    bool gathers;                    /* another one which row of A each row is, */
    bool scatters;                   /* and one which row of C, */
    bool adds;                       /* to which rows are added, several to one */
    uint64_t dealt;                  /* which rows are those of a group: enum dealing */
    const struct manifest *manifest; /* whose host says which member an operand has */
    uint64_t turn; /* of what is tried for the host's arguments; 0: what the host says */
    uint64_t ids;  /* numbers of matrices that the host's formulas read */
};

/* How rows are dealt out to groups; DEALT_RANDOM and each number above it are another random way,
 * with empty groups and rows of none. */
enum dealing {
    DEALT_EVEN,
    DEALT_ONE,    /* one group has all */
    DEALT_SINGLE, /* a row each, as long as there are some */
    DEALT_NONE,   /* all are empty */
    DEALT_HOSTILE, /* even, but the kernel is told offsets that fall, are negative or beyond the matrices */
    DEALT_ZIPF, /* the largest has twice as many as the second, three times as many as the third; not in this order */
    DEALT_RANDOM
};

/* Lists of how many rows each group has, beside these ways. A list is known by a number, and kept
 * to the end of the process. */
struct dealt_list {
    size_t groups;
    uint64_t *first; /* row of each group, and the end of the last one */
};

/* Keeps a list of rows, if there is none like it, and gives its number, which is none of enum
 * dealing. Errors: FAULT_IO (memory). */
int dealt_keep(const uint64_t *rows, size_t groups, uint64_t *dealt, struct fault *fault);

/* The list of that number; NULL: it is no such number. */
const struct dealt_list *dealt_find(uint64_t dealt);

/* A test case as it is asked for, before the manifest decides. Members without `has` are defaults
 * that give way to what the manifest fixes; the others are refused where the manifest differs. */
struct test_case {
    bool has_size[3];
    uint64_t size[3];           /* m, n, k */
    uint64_t ld[OPERAND_COUNT]; /* elements; 0: the shortest that the constraints allow */
    uint64_t offset[OPERAND_COUNT];
    bool has_members;
    uint64_t members;            /* of a batch; without has_members BATCH_MEMBERS */
    uint64_t gap[OPERAND_COUNT]; /* elements between two members */
    bool shared[OPERAND_COUNT];  /* all members have the same one; not C */
    bool has_groups;             /* `dealt` is asked for: no other batch will do, */
    uint64_t to_deal;            /* and all groups have so many rows, columns or k together */
    uint64_t dealt;              /* of groups: enum dealing, or a list that dealt_keep keeps */
    double alpha, beta;
    double alpha_i, beta_i; /* imaginary parts, that count for complex numbers */
    uint64_t
        residual_room; /* elements by which leading dimensions of residuals are longer than need be */
    uint64_t turn;     /* of what is tried for a host's arguments; 0: nothing */
    uint64_t padded;   /* 1: sizes grow to what a host of the kernel pads them to */
};

/* A case like another one, with the sizes of a shape, which count as asked for. */
static inline struct test_case case_of_shape(const struct test_case *like,
                                             const struct shape *shape)
{
    struct test_case made = *like;

    memcpy(made.size, (const uint64_t[]){shape->m, shape->n, shape->k}, sizeof made.size);
    memset(made.has_size, true, sizeof made.has_size);
    return made;
}

/* Whether two launches have the same sizes, strides and scalars. */
bool launch_equal(const struct launch *a, const struct launch *b);

/* The value of a scalar symbol: its real part, and the imaginary one. */
double launch_scalar(const struct launch *launch, enum symbol symbol);
double launch_imaginary(const struct launch *launch, enum symbol symbol);

enum {
    BATCH_MEMBERS = 3 /* where nobody says a number */
};

/* Elements of a matrix with these lines, from the first one to one past the last. False where they
 * do not fit 63 bits. */
bool launch_span(uint64_t lines, uint64_t length, uint64_t ld, uint64_t *elements);

/* Start of a member of an operand, in elements behind its offset. Lists have the members in another
 * order than memory, and each list in its own. */
uint64_t launch_member(const struct launch *launch, int operand, uint64_t member);

/* The matrix of an operand that a member has, by number. */
uint64_t launch_place(const struct launch *launch, int operand, uint64_t member);

/* The same where a host says it by a formula, UINT64_MAX where that has no value; false: it says none. Writes all such numbers. */
bool launch_counts_place(const struct launch *launch, int operand, uint64_t member,
                         uint64_t *place);
void launch_write_places(const struct launch *launch, FILE *stream);

/* The value of a manifest's formula, of names whose values `value_of` says, of arrays those of an element; false: it has none of 63
 * bits. */
typedef int64_t launch_value_of(const void *self, const char *name, uint64_t index);
bool launch_formula(const json_t *formula, launch_value_of *value_of, const void *self,
                    int64_t *result);

/* The value of a symbol of a launch, `self`, for such formulas. */
int64_t launch_size(const void *self, const char *name, uint64_t index);

/* The number of a matrix at a place of the buffer `ids`, of which such formulas choose: each once where nothing is tried, else any. And
 * how many of them the formulas read. */
int32_t launch_id(const struct launch *launch, uint64_t index);
uint64_t launch_ids(const struct launch *launch);

/* FAULT_WRONG where one of them is no member of the batch. */
int launch_check_members(const struct launch *launch, struct fault *fault);

/* The number that is passed as an argument; whether that is tried in place of the host's; and appends all that are, "r2 3, ". */
double launch_passed(const struct launch *launch, const struct argument *argument);
bool launch_tries(const struct launch *launch, const struct argument *argument);
void launch_describe_turn(const struct launch *launch, char *text, size_t room);

/* The row of A and C, the column of B and C, or the k, that a group begins with; that of the one
 * past the last group: where that one ends. And its matrix of B, by number. */
uint64_t launch_first_row(const struct launch *launch, uint64_t group);
uint64_t launch_expert(const struct launch *launch, uint64_t group);

/* The row of A or C that each row of the launch is, no two the same unless they are added;
 * LAUNCH_SKIPPED: it is none. And how many rows there are. */
#define LAUNCH_SKIPPED UINT64_MAX
uint64_t launch_row(const struct launch *launch, int operand, uint64_t row);
uint64_t launch_stored_rows(const struct launch *launch, int operand);

/* Number `index` of a list of that role, as the kernel is told it: sometimes nonsense. */
int32_t launch_told(const struct launch *launch, enum role role, uint64_t index);

/* Whether groups have parts of an operand, of which there is one for all of them. */
bool launch_is_common(const struct launch *launch, int operand);

/* How many matrices an operand has for the members of a batch; one of which groups have parts. */
uint64_t launch_matrices(const struct launch *launch, int operand);

/* How rows are dealt out, of the ways that are measured: "even", "zipf", "list". */
const char *launch_dealing(const struct launch *launch);

/* Gives every symbol its value. Errors: FAULT_REFUSED with the sentence of the constraint that
 * is broken, or with the leading dimension or fixed size at fault. */
int launch_resolve(const struct manifest *manifest, const struct test_case *test_case,
                   struct launch *launch, struct fault *fault);

/* The least number that all `multiple_of` constraints on this symbol alone allow (1: any). */
uint64_t launch_multiple(const struct manifest *manifest, enum symbol symbol);

/* The least value that all `at_least` constraints on this symbol alone allow (0: any). */
uint64_t launch_least(const struct manifest *manifest, enum symbol symbol);

/* Shape of an operand as the formula sees it: op(A) m x k, op(B) k x n, C m x n. *swapped:
 * memory runs along its columns, not its rows. */
void launch_shape(const struct problem *problem, const struct launch *launch, int operand,
                  uint64_t *rows, uint64_t *columns, bool *swapped);

uint64_t launch_count(const struct launch *launch, struct count count);

/* Whether the step's `when` holds. */
bool launch_runs(const struct launch *launch, const struct step *step);

/* An extent, rounded as the manifest says, in matrix elements. */
int launch_extent(const struct launch *launch, const struct extent *extent, uint64_t *length,
                  struct fault *fault);

/* Matrix elements that a buffer needs: offset + sum of (extent - 1) * stride + 1, or zero. */
int launch_elements(const struct launch *launch, const struct buffer *buffer, uint64_t *elements,
                    struct fault *fault);

/* Launches that it takes to cover so many work-groups along each dimension, where one covers only
 * some of the last one; 1 otherwise. */
uint64_t launch_parts(const struct step *step, const uint64_t *groups);

/* Work-groups of a kernel step in each of its dimensions; `units`: compute units. */
int launch_groups(const struct launch *launch, const struct step *step, unsigned units,
                  uint64_t *groups, struct fault *fault);

/* The kernel step that does most operations in this launch, the last one of several; NULL where
 * there is no kernel. */
const struct step *launch_main_step(const struct manifest *manifest, const struct launch *launch);

/* Sum of terms (factor times product of symbols). */
double launch_sum(const struct launch *launch, const struct summand *terms, size_t term_count);

/* Gives the counts of rows among which lists name those of groups their values. */
void launch_list_rows(struct launch *launch);

/* Gives the members of a batch and their strides values. `span`: elements from the first one of a
 * member to one past its last. Errors: FAULT_REFUSED. */
int launch_batch(const struct manifest *manifest, const struct test_case *test_case,
                 const uint64_t span[OPERAND_COUNT], struct launch *launch, struct fault *fault);

/* The fault of a size that is too large; returns -1. Errors: FAULT_REFUSED. */
int launch_too_large(struct fault *fault, const char *what);
