#include "tests/harness/plain_manifest.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

void load_plain(struct manifest *manifest)
{
    const char *folder = getenv("srcdir");
    struct fault fault = {0};
    char path[512];

    snprintf(path, sizeof path, "%s/tests/harness/data/plain.json", folder == NULL ? "." : folder);
    if (manifest_load(path, 0, manifest, &fault))
        fail_msg("%s", fault.text);
}
