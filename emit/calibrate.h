/*
 * What a dispatch learns on the device that it runs on: products to measure its kernels by.
 */
#pragma once

#include "emit/selftest.h"

enum {
    CALIBRATE_MOST = 64 /* products */
};

/* The products, in `list`, which has place for CALIBRATE_MOST: with tight leading dimensions, of one member. Returns their number. */
size_t calibrate_products(const struct plan *plan, struct selftest_case *list);

/* Sets the member `calibrate` of a launcher of a dispatch: false where it was not asked for. Fails the job (CLGEMM_REFUSED) where the kernels
 * have no rates, which are what is corrected, or multiply groups. */
void calibrate_view(struct job *job, struct value *view, const struct dispatch *dispatch);
