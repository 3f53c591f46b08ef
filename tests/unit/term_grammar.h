/*
 * The grammar of terms: what a view may hold beside names, numbers and names of templates.
 *
 *   term     = unary { operator unary }
 *   operator = || && | ^ & == != < <= > >= << >> + - * / %
 *   unary    = [ - ! ~ ] unary | "(" type ")" unary | "(" type ")" "(" term "," term { "," term } ")" | primary { "[" term "]" | "." name }
 *   primary  = number | name | function "(" term [ "," term ] ")" | "(" term ")"
 *
 * `function` is one that a term may call (gen/kernel/term.h), `type` a scalar or vector type of OpenCL C.
 */
#pragma once

#include <stdbool.h>

bool text_is_term(const char *text);
