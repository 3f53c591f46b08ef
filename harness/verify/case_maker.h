/* Shared by the files that make cases; only cases.c and case_sizes.c include this. */
#ifndef HARNESS_VERIFY_CASE_MAKER_H
#define HARNESS_VERIFY_CASE_MAKER_H

#include "harness/verify/cases.h"

struct case_maker {
    const struct manifest *manifest;
    struct case_list *cases;
    struct fault *fault;
    size_t turn; /* rotates storage, members and scalars from case to case */
    bool whole;  /* elements are whole numbers: all cases are exact */
    bool tight;  /* leading dimensions are the least, members follow each other, offsets are 0 */
    struct test_case asked; /* members, where they are asked for */
    uint64_t tile[3];
    uint64_t least[3], multiple[3];
};

/* Scalars that cases have in turn; 0 last. */
extern const double case_scalars[4];

/* Adds a case of a size, unless constraints of the manifest refuse it with any storage. alpha, beta:
 * 0.5 stands for what shows most with the data. Errors: FAULT_IO (memory), in the maker's fault. */
void case_add(struct case_maker *maker, const uint64_t *size, enum case_data data, double alpha,
              double beta);

/* Adds the cases of a size that was asked for: exact and random, tight and with room. */
void case_add_given(struct case_maker *maker, const struct test_case *given);

#endif
