/*
 * Every family that there is: one file or several in this folder, and a row in table.c.
 */
#ifndef GEN_FAMILY_FAMILIES_H
#define GEN_FAMILY_FAMILIES_H

#include "gen/spec/family.h"

extern const struct family family_naive;
extern const struct family family_blocked;
extern const struct family family_gemv;
extern const struct family family_thin;
extern const struct family family_register;
extern const struct family family_subgroup;
extern const struct family family_matrix;
extern const struct family family_local;

#endif
