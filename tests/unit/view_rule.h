/*
 * The rule of views: a value is an identifier, a number, a literal, a boolean, a list, an object, the name of a template, or
 * a term (tests/unit/term_grammar.h). Statements, declarations and control flow stand in templates.
 */
#pragma once

#include "gen/template/templates.h"

/* Whether the text of a value that is no term keeps the rule. */
bool text_keeps_rule(const struct clgemm_templates *set, const char *text);

/* Whether members of that name hold prose for comments, which is free. */
bool is_prose(const char *name);

/* Calls `broken` for every text of the tree that breaks the rule, with the name of the member that it is in. */
void view_walk(const struct clgemm_templates *set, const struct value *view,
               void (*broken)(void *self, const char *name, const char *text), void *self);
