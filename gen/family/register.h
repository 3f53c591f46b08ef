/*
 * The register family's own shapes, and its view.
 */
#ifndef GEN_FAMILY_REGISTER_H
#define GEN_FAMILY_REGISTER_H

#include "gen/family/tiled.h"

/* Whether the operand's vector loads run along K: else along the tile. */
bool register_along_k(const struct operand *operand);

void register_view(struct job *job, const struct kernel *kernel, struct value *view);

#endif
