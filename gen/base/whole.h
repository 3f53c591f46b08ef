/*
 * Arithmetic of whole numbers.
 */
#pragma once

long long larger(long long left, long long right);
long long smaller(long long left, long long right);

/* The greatest number that divides both, of which none is negative. */
long long common_divisor(long long left, long long right);

/* The least positive number that both divide. */
long long common_multiple(long long left, long long right);

/* How many parts of `part` cover a size, from 0 on. */
long long covering(long long size, long long part);

/* A size rounded up to a multiple; -1 of one that is given at launch, which stays below every limit. */
long long rounded_up(long long size, long long multiple);

/* Elements of the widest vector, of at most `most`, of which whole ones make up a side. */
long long widest_vector(long long side, long long most);
