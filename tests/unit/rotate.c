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
    return said && *said ? said : "0/12";
}

bool in_share(size_t number)
{
    char *slash;
    const unsigned long part = strtoul(share(), &slash, 10);
    return strcmp(share(), "all") == 0 || number % strtoul(slash + 1, NULL, 10) == part;
}

void print_share(const char *name)
{
    print_message("share %s; the same again: CLGEMM_SHARE=%s make check TESTS=tests/unit/%s\n",
                  share(), share(), name);
}
