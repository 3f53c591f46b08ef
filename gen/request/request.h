/*
 * A request: what was asked, value by value, nothing derived.
 */
#ifndef GEN_REQUEST_REQUEST_H
#define GEN_REQUEST_REQUEST_H

#include "gen/request/option.h"

struct clgemm_request {
    struct arena arena; /* texts of the values */
    struct option_value values[OPTION_COUNT];
    const struct clgemm_templates *templates; /* not owned; NULL: the embedded ones */
};

#endif
