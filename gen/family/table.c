/*
 * The families. How a request finds one is in gen/spec/family.c.
 */
#include "gen/family/families.h"

const struct family *const family_table[] = {
#define FAMILY(name) &family_##name,
#include "gen/request/families.def"
    NULL,
};

/* Those for any device and product first. */
const struct family *const family_order[] = {
    &family_subgroup, &family_register, &family_local, &family_blocked,
    &family_gemv,     &family_matrix,   &family_thin,  &family_attention,
    &family_flash,    &family_ring,     &family_naive, NULL,
};
