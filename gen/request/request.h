/*
 * A request: what was asked, value by value, nothing derived.
 */
#pragma once

#include "gen/request/option.h"

struct clgemm_request {
    struct arena arena; /* texts of the values */
    struct option_value values[OPTION_COUNT];
    struct clgemm_shape *shapes; /* in the arena; beside those of the file of --shapes */
    size_t shape_count;
    const struct clgemm_templates *templates; /* not owned; NULL: the embedded ones */
};

/* Fails the job with CLGEMM_USAGE where a request for one kernel chooses among those of a dispatch. */
void request_check_one(struct job *job, const struct clgemm_request *request);

/* The same where it asks for a text of a host's variants. */
void request_check_alone(struct job *job, const struct clgemm_request *request);

/* What a request asks of each kernel of a dispatch (an array of OPTION_COUNT): all but what chooses among these. Fails as request_check_alone. */
const struct option_value *request_asked(struct job *job, const struct clgemm_request *request);
