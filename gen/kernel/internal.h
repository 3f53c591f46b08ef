/* What the files of terms share; only files of this folder include it. */
#pragma once

#include "gen/kernel/term.h"

enum kind {
    NAME,
    NUMBER,
    MASK,
    UNARY_OPERATION,
    BINARY,
    CALL,      /* text(left), text(left, right) */
    CAST,      /* (text)left */
    SPREAD,    /* (text)(left), (text)(left, right); text NULL: left, right */
    PLACE,     /* left[right] */
    COMPONENT, /* left.text */
};

/* How an expression binds, the weakest first. */
enum precedence {
    EITHER = 1,
    JOINED,
    BITS_OR,
    BITS_XOR,
    BITS_AND,
    EQUAL,
    ORDERED,
    SHIFT,
    SUM,
    PRODUCT,
    UNARY,
    PRIMARY
};

struct term {
    enum kind kind;
    enum precedence precedence;
    bool wide;        /* some of it is cast to 64 bits */
    const char *text; /* name, operator, function, type, component */
    long long number;
    unsigned long long bits;
    const struct term *left, *right;
};
