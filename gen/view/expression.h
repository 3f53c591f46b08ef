/*
 * The view of the epilogue's expressions: a function for each, as the user wrote it, which is given one value.
 */
#pragma once

#include "gen/base/value.h"
#include "gen/plan/kernel.h"

/* Members of an expression of the epilogue: `name`, `type`, `reads`, what it is given beside the value, and its `tokens`. */
void view_add_expression(struct job *job, const struct kernel *kernel,
                         const struct expression *expression, struct value *object);

/* Adds to the operations of a function of the epilogue a call for each of `width` values. */
void view_add_expression_calls(struct job *job, const struct kernel *kernel,
                               struct value *operations, const struct expression *expression,
                               long long width);
