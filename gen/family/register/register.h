/*
 * The register family's own shapes, and its view.
 */
#ifndef GEN_FAMILY_REGISTER_H
#define GEN_FAMILY_REGISTER_H

#include "gen/family/tiled.h"

void register_view(struct job *job, const struct kernel *kernel, struct value *view);

#endif
