/* Reading the expressions of --epilogue. */
#pragma once

#include "gen/base/epilogue.h"
#include "gen/base/job.h"

/*
 * A number of the names value, row and column, as C writes it:
 *
 *     number       value, row, column, 0.5, FUNCTION(number, ...), (number), with + - * / between them and a sign in front;
 *                  condition ? number : number
 *     condition    number < number (<= > >= == !=), !(condition), (condition), with && and || between them
 *
 * Nothing else is an expression. A sign stands in front of a whole sum alone: `2*-value` is written 2*(-value). The functions
 * are those of OpenCL C in the table of expression.c; numbers are those that single precision has. `name` is that of the
 * expression's function. It lives in the job's arena. Fails the job with a sentence that names the place at fault.
 */
const struct expression *expression_read(struct job *job, const char *name, const char *text);
