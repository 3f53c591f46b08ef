/* The manifest of a plain kernel, for tests that change members of it. */
#pragma once

#include "harness/manifest/manifest.h"

/* Loads tests/harness/data/plain.json; the test fails where that is not possible. The caller releases the manifest. */
void load_plain(struct manifest *manifest);
