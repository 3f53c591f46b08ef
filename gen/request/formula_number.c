/*
 * What a formula comes to where names have numbers.
 */
#include <stdlib.h>
#include <string.h>

#include "gen/request/formula.h"

enum {
    MOST_ATOMS = 10 /* comparisons that are tried in all combinations */
};

/* Of all that is counted: sums of two fit. */
static const long long most_number = 1LL << 60;

/* Names, and their numbers. */
struct names {
    bool (*value_of)(const void *self, const char *name, long long *number);
    const void *self;
};

static bool count_operation(const char *operation, long long left, long long right,
                            long long *number)
{
    switch (*operation) {
    case '+':
        *number = left + right;
        return llabs(*number) <= most_number;
    case '-':
        *number = left - right;
        return llabs(*number) <= most_number;
    case '*':
        if (left && llabs(right) > most_number / llabs(left))
            return false;
        *number = left * right;
        return true;
    case '/':
    case '%':
        if (right == 0)
            return false;
        *number = *operation == '/' ? left / right : left % right;
        return true;
    case '<':
        *number = operation[1] ? left <= right : left < right;
        return true;
    case '>':
        *number = operation[1] ? left >= right : left > right;
        return true;
    case '=':
        *number = left == right;
        return true;
    default:
        *number = left != right;
        return true;
    }
}

static bool count(const struct formula *formula, const struct names *names, long long *number);

/* && and ||, whose right side is not asked where the left one decides. */
static bool count_logical(const struct formula *formula, const struct names *names,
                          long long *number)
{
    long long left, right;
    const bool wanted = *formula->text == '&';
    if (!count(formula->left, names, &left))
        return false;
    *number = left != 0;
    if ((left != 0) != wanted)
        return true;
    if (!count(formula->right, names, &right))
        return false;
    *number = right != 0;
    return true;
}

static bool count_binary(const struct formula *formula, const struct names *names,
                         long long *number)
{
    long long left, right;
    if (strchr("&|", *formula->text))
        return count_logical(formula, names, number);
    return count(formula->left, names, &left) && count(formula->right, names, &right) &&
           count_operation(formula->text, left, right, number);
}

static bool count(const struct formula *formula, const struct names *names, long long *number)
{
    long long value;
    switch (formula->kind) {
    case FORMULA_NUMBER:
        *number = formula->number;
        return true;
    case FORMULA_NAME:
        if (!names->value_of(names->self, formula->text, number))
            *number = 0;
        return true;
    case FORMULA_UNARY:
        if (!count(formula->left, names, &value))
            return false;
        *number = *formula->text == '!' ? !value : -value;
        return true;
    case FORMULA_CALL:
        *number = names->value_of(names->self, formula->left->text, &value);
        return strcmp(formula->text, "defined") == 0;
    case FORMULA_CAST:
    case FORMULA_ELEMENT:
        return false;
    case FORMULA_BINARY:
        break;
    }
    return count_binary(formula, names, number);
}

bool formula_number(const struct formula *formula,
                    bool (*value_of)(const void *self, const char *name, long long *number),
                    const void *self, long long *number)
{
    const struct names names = {value_of, self};
    return count(formula, &names, number);
}

/* ------------------------------------------------------------------------------- solutions */

/* Numbers that a condition compares macros with, and which of them are taken. */
struct atoms {
    struct define list[MOST_ATOMS];
    size_t count;
    unsigned taken;
};

static void add_atom(struct atoms *atoms, const char *macro, long long number)
{
    for (size_t i = 0; i < atoms->count; i++)
        if (strcmp(atoms->list[i].macro, macro) == 0 && atoms->list[i].number == number)
            return;
    if (atoms->count < MOST_ATOMS)
        atoms->list[atoms->count++] = (struct define){macro, number};
}

static void collect_atoms(const struct formula *formula, struct atoms *atoms)
{
    if (formula->kind == FORMULA_CALL) {
        add_atom(atoms, formula->left->text, 1);
        return;
    }
    if (formula->left)
        collect_atoms(formula->left, atoms);
    if (formula->right)
        collect_atoms(formula->right, atoms);
    if (formula->kind == FORMULA_BINARY && formula->left->kind == FORMULA_NAME &&
        formula->right->kind == FORMULA_NUMBER && strchr("=<>", *formula->text))
        add_atom(atoms, formula->left->text, formula->right->number);
}

static bool is_taken(const struct atoms *atoms, size_t atom)
{
    return atoms->taken >> atom & 1;
}

static bool number_of(const void *self, const char *name, long long *number)
{
    const struct atoms *const atoms = self;
    for (size_t i = 0; i < atoms->count; i++)
        if (is_taken(atoms, i) && strcmp(atoms->list[i].macro, name) == 0) {
            *number = atoms->list[i].number;
            return true;
        }
    return false;
}

/* Whether no macro would have two numbers. */
static bool is_function(const struct atoms *atoms)
{
    for (size_t i = 0; i < atoms->count; i++)
        for (size_t j = i + 1; j < atoms->count; j++)
            if (is_taken(atoms, i) && is_taken(atoms, j) &&
                strcmp(atoms->list[i].macro, atoms->list[j].macro) == 0)
                return false;
    return true;
}

static size_t taken_count(const struct atoms *atoms)
{
    size_t taken = 0;
    for (size_t i = 0; i < atoms->count; i++)
        taken += is_taken(atoms, i);
    return taken;
}

bool formula_solve(struct job *job, const struct formula *condition, const struct define **defines,
                   size_t *count_of)
{
    struct atoms atoms = {.count = 0};
    unsigned best = 0;
    size_t most = MOST_ATOMS + 1;
    collect_atoms(condition, &atoms);
    for (atoms.taken = 0; atoms.taken < 1u << atoms.count; atoms.taken++) {
        long long holds;
        const size_t size = taken_count(&atoms);
        if (size < most && is_function(&atoms) &&
            formula_number(condition, number_of, &atoms, &holds) && holds) {
            best = atoms.taken;
            most = size;
        }
    }
    atoms.taken = best;
    struct define *const list = arena_array(job->arena, MOST_ATOMS, sizeof *list);
    *count_of = 0;
    for (size_t i = 0; i < atoms.count; i++)
        if (is_taken(&atoms, i))
            list[(*count_of)++] = atoms.list[i];
    *defines = list;
    return most <= MOST_ATOMS;
}
