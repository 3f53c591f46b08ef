/*
 * Fragments of the engines that have a file of their own, for the table of engines.
 */
#ifndef GEN_FAMILY_MATRIX_ENGINES_H
#define GEN_FAMILY_MATRIX_ENGINES_H

#include "gen/family/matrix.h"

extern const struct fragment dpas_fragments[], dpas16_fragments[];
extern const struct fragment mfma_fragments[], mfma94_fragments[];
extern const struct fragment wmma_fragments[], wmma12_fragments[];

#endif
