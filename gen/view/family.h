/*
 * What the view calls of a family.
 */
#pragma once

#include "gen/base/value.h"
#include "gen/plan/kernel.h"
#include "gen/spec/family.h"

struct family_view {
    const char *page;                                    /* its template: "register.cl" */
    const char *(*page_of)(const struct kernel *kernel); /* that of a kernel; NULL: the one page */

    /* Fills the view with what the page names. It reads the kernel's plan and nothing else. */
    void (*fill)(struct job *job, const struct kernel *kernel, struct value *view);
};
