#include "tests/unit/rotate.h"

#include <stdarg.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const char *share(void)
{
    const char *const said = getenv("CLGEMM_SHARE");
    return said && *said ? said : "0";
}

bool in_share(size_t number)
{
    return strcmp(share(), "all") == 0 || number % 3 == strtoul(share(), NULL, 10);
}

void print_share(const char *name)
{
    print_message("share %s; the same again: CLGEMM_SHARE=%s make check TESTS=tests/unit/%s\n",
                  share(), share(), name);
}
