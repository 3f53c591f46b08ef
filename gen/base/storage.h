/*
 * How elements lie in memory, for a host that stores small whole numbers as such and reads results.
 */
#pragma once

#include <stdbool.h>

/* Where the quants of a block that has its scale lie in it, in bytes, and what is subtracted from them (doc/quantised.md). */
struct block_storage {
    const char *body; /* template of the statements that store one: "host/put_block" */
    long long quants, fifth, zero, part, parts;
    const char
        *least; /* bits of the least element with a scale of 1, less 0x400; NULL: there is none */
    bool exponent, whole_bytes, six, looked_up;
};

/* Parts of a block: quants, the scale, the least value, scales of parts, upper bits of quants. Where one begins in a block that is one piece of
 * memory, and its bytes; 0: there is none. */
enum {
    PLACES_OF_PARTS = 5
};
struct part_place {
    long long at, bytes;
};

struct storage {
    const char *type; /* of an element that stands alone, "float", or of its bits, "ushort"; NULL:
                         elements share scales */
    int digits,
        exponent; /* stored bits of the significand, and of the exponent; 0: C has the type */
    bool whole;   /* whole numbers, */
    bool above;   /* which have no sign */
    long long least,
        most; /* what results are limited to; both 0: no result of small numbers reaches it */

    long long bytes;                   /* of a block, */
    const struct block_storage *block; /* where all is; NULL: no block, or nobody says */
    const struct part_place *apart; /* where its parts lie apart: each of them; NULL: they do not */
    long long group;       /* of those whose scales are a buffer of their own: elements of one, */
    long long group_lines; /* of so many lines; 0: of one */
    bool zeros;            /* each has a zero point in a further buffer */
    bool powers;           /* scales are powers of 2 */
    const struct storage *quants; /* of real numbers; NULL: of whole ones of 4 bits */
};
