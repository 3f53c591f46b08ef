/* The table of numbers, for that of elements, whose rows name them; only files of elements include it. */
#pragma once

#include "gen/request/element.h"

enum {
    NUMBER_HALF,
    NUMBER_SINGLE,
    NUMBER_DOUBLE,
    NUMBER_WHOLE,
    NUMBER_TENSOR,
    NUMBER_TENSOR_PARTS,
    NUMBER_BFLOAT_PARTS,
    NUMBER_COMPLEX_SINGLE,
    NUMBER_COMPLEX_DOUBLE,
    NUMBER_COUNT
};

extern const struct number number_table[NUMBER_COUNT];
