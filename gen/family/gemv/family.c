/*
 * Gemv: for thin products, M or N of which is small. Each element of the large operand is read once, as wide as it lies, and is
 * multiplied with all rows or columns of the thin one that a tile has. What such a product takes is the time to read the large
 * operand.
 *
 * Where the large operand lies along K, sums are vectors along K, of which one number is made at last. Where it lies across K,
 * they are vectors of elements of C. The work-items along the thin side of a work-group compute one tile together: each sums
 * every so many steps of K, and their sums are added by halves in local memory, in the same order each time.
 *
 * On CPUs a work-item may have many tiles there, one beside another: each iteration of the loop over K goes through all of them, so
 * that a row of the large operand is read from first to last, as far as they reach, and not by a few vectors from each row.
 */
#include "gen/family/families.h"

const struct family family_gemv = {
    .name = "gemv",
    .help = "for M or N of at most about 16: each element of the large operand is read once",
    .standard = "--tile 1x4 --wg 32x8",
    .shares = SHARED_BY(SHARE_NONE),
    .options = OPTIONS(OPTION_THIN, OPTION_ALIGNED, OPTION_SUM_VEC, OPTION_BLOCK_TILES),
    .complex = true,
    .quantised = true,
    .groups = true,
    .gates = true,
    .repacks = true,
    .numbers = true,
    .walks = true,
    FAMILY_STAGES(gemv),
};
