/*
 * Files that the build puts into the library: templates, profiles, interfaces and the page with the table of cards.
 */
#pragma once

#include <stddef.h>

struct embedded_file {
    const char *name; /* "register.cl.mustache", "cpu"; NULL ends a list */
    const char *text; /* NUL-terminated */
    size_t length;
};

extern const struct embedded_file clgemm_embedded_templates[];
extern const struct embedded_file clgemm_embedded_profiles[];
extern const struct embedded_file clgemm_embedded_interfaces[];
extern const struct embedded_file clgemm_embedded_doc[]; /* doc/cards.md alone */
