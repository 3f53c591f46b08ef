#include "gen/view/host.h"

#include <string.h>

#include "gen/request/interface.h"
#include "gen/spec/family.h"
#include "gen/view/steps.h"

/* -------------------------------------------------------------------------------- arguments */

void view_add_declared(struct job *job, const struct argument *argument, struct value *item)
{
    const struct declaration *const declared = argument->declared;
    value_set_text(job, item, "type", declared->type);
    value_set_bool(job, item, "constant", declared->constant);
    value_set_text(job, item, "memory",
                   declared->pointer ? "__global"
                   : declared->local ? "__local"
                                     : NULL);
    value_set_bool(job, item, "restricted", declared->restricted);
}

/* A formula under way: whose arguments it names, and by which names the kernel has them. */
struct naming {
    struct job *job;
    const struct interface *interface;
    const struct argument *arguments; /* of the host's step; NULL: names stand for themselves */
    bool symbols;                     /* names are symbols */
};

static const char *name_of(const struct naming *naming, const char *name)
{
    const struct host_argument *const found =
        naming->arguments ? interface_argument(naming->interface, name) : NULL;
    return found             ? naming->arguments[found - naming->interface->arguments].name
           : naming->symbols ? symbol_in_kernel(symbol_find(name))
                             : name;
}

static const struct term *term_of(const struct naming *naming, const struct formula *formula,
                                  bool wide);

/* Of two parts, the first of which is made wide where their product or sum may be beyond 32 bits. */
static const struct term *binary(const struct naming *naming, const struct formula *formula,
                                 bool wide)
{
    struct job *const job = naming->job;
    const char *const operation = formula->text;
    const bool divides = *operation == '/' || *operation == '%';
    const bool counts = strchr("+-*", *operation) != NULL;
    const struct term *left = term_of(naming, formula->left, wide || divides);
    const struct term *const right = term_of(naming, formula->right, wide || divides);
    const bool leaf = formula->left->kind != FORMULA_BINARY && formula->left->kind != FORMULA_CAST;
    if (counts && wide && leaf)
        left = term_cast(job, "long", left);
    switch (*operation) {
    case '+':
        return term_add(job, left, right);
    case '-':
        return term_sub(job, left, right);
    case '*':
        return term_mul(job, left, right);
    case '/':
        return term_div(job, left, right);
    case '%':
        return term_mod(job, left, right);
    case '&':
        return term_and(job, left, right);
    case '|':
        return term_or(job, left, right);
    default:
        return term_test(job, left, operation, right);
    }
}

static const struct term *term_of(const struct naming *naming, const struct formula *formula,
                                  bool wide)
{
    struct job *const job = naming->job;
    switch (formula->kind) {
    case FORMULA_NUMBER:
        return term_number(job, formula->number);
    case FORMULA_NAME:
        return term_name(job, name_of(naming, formula->text));
    case FORMULA_ELEMENT:
        return term_at(job, term_name(job, INTERFACE_INDICES),
                       term_of(naming, formula->left, wide));
    case FORMULA_UNARY:
        return term_unary(job, formula->text, term_of(naming, formula->left, wide));
    case FORMULA_CAST:
        return term_cast(job, formula->text, term_of(naming, formula->left, wide));
    case FORMULA_CALL:
        return term_call2(job, formula->text, term_of(naming, formula->left, wide),
                          formula->right ? term_of(naming, formula->right, wide) : NULL);
    case FORMULA_BINARY:
        break;
    }
    return binary(naming, formula, wide);
}

const struct term *view_host_count(struct job *job, const struct formula *count)
{
    const struct naming naming = {.job = job, .symbols = true};
    return term_of(&naming, count, false);
}

/* What `where` says: a value, or a pointer and how far it is moved. */
static const struct term *term_of_where(const struct naming *naming, const struct formula *where,
                                        bool pointer)
{
    if (!pointer || where->kind == FORMULA_NAME)
        return term_of(naming, where, true);
    return term_add(naming->job, term_of(naming, where->left, true),
                    term_of(naming, where->right, true));
}

/* What the kernel calls one of its own arguments, as the host passes it. */
static void add_definition(struct job *job, const struct plan *plan, const struct argument *own,
                           struct value *list)
{
    const struct host *const host = plan->host;
    const struct naming naming = {job, host->interface, plan_main_step(plan)->arguments, false};
    const bool buffer = own->kind == ARGUMENT_BUFFER;
    const struct formula *const where = interface_where(host->interface, host_name(own));
    const struct host_argument *const passes = interface_passing(host->interface, host_name(own));
    const char *const type = view_argument_type(job, plan, plan_main_step(plan), own);
    const char *const passed = where ? NULL : name_of(&naming, passes->name);
    const bool same = passed && strcmp(passes->declared.type, type) == 0;
    const struct buffer *const memory = buffer ? &plan->buffers[own->buffer] : NULL;
    if (same && strcmp(passed, own->name) == 0)
        return;
    struct value *const item = value_add(list, value_object(job));
    value_set_text(job, item, "argument",
                   buffer ? memory->access == ACCESS_READ ? "argument/input" : "argument/output"
                          : "argument/value");
    value_set_text(job, item, "type", type);
    value_set_text(job, item, "name", own->name);
    value_set_bool(job, item, "cast", buffer && !same);
    value_set_bool(job, item, "reads", buffer && memory->access == ACCESS_READ);
    value_set_bool(job, item, "whole", passed || where->kind == FORMULA_NAME);
    value_set_term(job, item, "value",
                   passed ? term_name(job, passed) : term_of_where(&naming, where, buffer));
}

void view_add_definitions(struct job *job, const struct plan *plan, struct value *view)
{
    struct value *const list = value_set_list(job, view, "definitions");
    for (size_t i = 0; plan->host && i < plan->host->own_count; i++)
        if (!plan->host->own[i].unread)
            add_definition(job, plan, &plan->host->own[i], list);
}

/* ---------------------------------------------------------------------------------- members */

/* What the host says of which member an operand has there, or where that begins; NULL: as all. */
static const struct formula *member_formula(struct job *job, const struct kernel *kernel,
                                            const struct operand *operand)
{
    const struct interface *const interface = kernel->host ? kernel->host->interface : NULL;
    const struct formula *const begin =
        interface ? interface_begin(interface, operand->stride) : NULL;
    return begin || !interface ? begin
                               : interface_where(interface, arena_printf(job->arena, "member_%c",
                                                                         operand_letter(operand)));
}

bool view_has_own_member(struct job *job, const struct kernel *kernel,
                         const struct operand *operand)
{
    return member_formula(job, kernel, operand) != NULL;
}

bool view_has_begin(const struct kernel *kernel, const struct operand *operand)
{
    return kernel->host && interface_begin(kernel->host->interface, operand->stride);
}

const char *view_member_of(struct job *job, const struct kernel *kernel,
                           const struct operand *operand)
{
    const char *const word = view_has_begin(kernel, operand) ? "begin" : "member";
    return view_has_own_member(job, kernel, operand)
               ? arena_printf(job->arena, "%s_%c", word, operand_letter(operand))
               : "member";
}

void view_add_members_of_operands(struct job *job, const struct kernel *kernel,
                                  struct value *members)
{
    struct value *const list = value_set_list(job, members, "of_operands");
    for (enum role role = ROLE_A; role <= ROLE_C; role++) {
        const struct operand *const operand = kernel_operand(kernel, role);
        const struct formula *const formula = member_formula(job, kernel, operand);
        if (!formula)
            continue;
        const struct naming naming = {job, kernel->host->interface, kernel->host->arguments, false};
        struct value *const item = value_add(list, value_object(job));
        value_set_text(job, item, "name", view_member_of(job, kernel, operand));
        value_set_term(job, item, "value", term_of(&naming, formula, true));
    }
}

/* ----------------------------------------------------------------------------------- macros */

static bool is_promised_only(const struct host *host, const char *macro, long long *multiple)
{
    for (int axis = 0; axis < 3; axis++) {
        const char *const promised = host->interface->multiples[axis].macro;
        *multiple = host->multiples[axis];
        if (*multiple && promised && strcmp(promised, macro) == 0)
            return true;
    }
    return false;
}

/* The i-th number of the open launch as a term, where no number before it is the same macro; NULL: it is a number, or told before. */
static const struct term *open_number(struct job *job, const struct interface *open, int i)
{
    const struct naming naming = {.job = job};
    const struct host_number *const number = interface_number(open, i);
    const struct formula *const formula = interface_formula(job, number);
    for (int j = 0; j < i; j++) {
        const char *const before = interface_number(open, j)->macro;
        if (before && number->macro && strcmp(before, number->macro) == 0)
            return NULL;
    }
    return formula ? term_of(&naming, formula, false) : NULL;
}

const char *view_host_launch(struct job *job, const struct plan *plan, bool named)
{
    const struct interface *const interface = plan->host->interface;
    const char *words = "";
    for (int i = 0; i < LAUNCH_NUMBERS; i++) {
        const struct term *const term = open_number(job, interface->setting->open, i);
        if (!term)
            continue;
        const char *const name =
            named ? arena_printf(job->arena, "%s = ", term_print(job, term)) : "";
        words = arena_join(
            job->arena, words, named ? ", " : " x ",
            arena_printf(job->arena, "%s%lld", name, interface_number(interface, i)->number));
    }
    return words;
}

const char *view_host_kept(struct job *job, const struct plan *plan)
{
    const char *const *const keeps = plan->host ? plan->host->interface->keeps : NULL;
    const char *names = NULL;
    for (size_t i = 0; keeps && keeps[i]; i++)
        names = arena_join(job->arena, names, ", ", keeps[i]);
    return names;
}

/* Tests of the host's macros: all of them as one, and where a page has a list of them there. */
struct tests {
    struct job *job;
    const struct term *all;
    struct value *list;
};

static void test(struct tests *tests, const struct term *needed)
{
    tests->all = term_and(tests->job, tests->all, needed);
    if (!tests->list)
        return;
    struct value *const item = value_add(tests->list, value_object(tests->job));
    value_set_term(tests->job, item, "fails", term_unary(tests->job, "!", needed));
    value_set_term(tests->job, item, "needed", needed);
}

/* The same of a condition of the file, each part of which must hold. */
static void test_condition(struct tests *tests, const struct formula *condition)
{
    const struct naming naming = {.job = tests->job};
    if (condition && condition->kind == FORMULA_BINARY && strcmp(condition->text, "&&") == 0) {
        test_condition(tests, condition->left);
        test_condition(tests, condition->right);
    } else if (condition) {
        test(tests, term_of(&naming, condition, false));
    }
}

/* Tests that a macro has a number (`divides`: is a multiple of it). */
static void test_macro(struct tests *tests, const char *macro, long long number, bool divides)
{
    struct job *const job = tests->job;
    const struct term *const name = term_name(job, macro);
    test(tests, divides ? term_test(job, term_rest(job, name, number), "==", term_number(job, 0))
                        : term_test(job, name, "==", term_number(job, number)));
}

static void test_setting(struct tests *tests, const struct interface *bound)
{
    const struct host_setting *const setting = bound->setting;
    struct job *const job = tests->job;
    for (int i = 0; setting && setting->launch && i < LAUNCH_NUMBERS; i++) {
        const struct term *const term = open_number(job, setting->open, i);
        if (term)
            test(tests,
                 term_test(job, term, "==", term_number(job, interface_number(bound, i)->number)));
    }
    for (int axis = 0; setting && axis < 3; axis++) {
        const char *const macro = setting->open->multiples[axis].macro;
        if (macro && bound->multiples[axis].number > 1 && !interface_launches(setting->open, macro))
            test_macro(tests, macro, bound->multiples[axis].number, true);
    }
}

const struct term *view_host_setting(struct job *job, const struct plan *plan)
{
    struct tests tests = {.job = job};
    test_setting(&tests, plan->host->interface);
    return tests.all;
}

static void test_build(struct tests *tests, const struct interface *interface)
{
    if (interface->setting && interface->setting->build)
        test_condition(tests, interface->setting->build->condition);
    test_condition(tests, interface->require);
}

const struct term *view_host_build(struct job *job, const struct plan *plan)
{
    struct tests tests = {.job = job};
    test_build(&tests, plan->host->interface);
    return tests.all;
}

const struct term *view_host_only_if(struct job *job, const struct plan *plan)
{
    const struct naming naming = {.job = job};
    const struct formula *const only_if = plan->host->interface->only_if;
    return only_if ? term_of(&naming, only_if, false) : NULL;
}

/* Whether the file says no more of a macro than that `require` has it. */
static bool is_required_only(const struct interface *interface, const char *macro)
{
    return interface->require && formula_has_name(interface->require, macro) &&
           !interface_launches(interface, macro) && interface_promised(interface, macro) < 0 &&
           !interface_macro(interface, macro);
}

/* What the host's macros must be. */
static void test_host(struct tests *tests, const struct host *host)
{
    const struct interface *const interface = host->interface;
    long long multiple;
    test_setting(tests, interface);
    for (size_t i = interface->setting ? interface->setting->define_count : 0;
         i < host->define_count; i++) {
        const struct define *const define = &host->defines[i];
        const bool divides = is_promised_only(host, define->macro, &multiple);
        if (!is_required_only(interface, define->macro) && (!divides || multiple > 1))
            test_macro(tests, define->macro, divides ? multiple : define->number, divides);
    }
    test_build(tests, interface);
}

void view_add_host_checks(struct job *job, const struct plan *plan, struct value *view)
{
    const struct host *const host = plan->host;
    struct tests tests = {.job = job, .list = value_list(job)};
    if (host && !(host->interface->setting && host->interface->setting->tested))
        test_host(&tests, host);
    struct value *const checks = value_set_object_if(job, view, "host_checks", tests.all != NULL);
    if (!checks)
        return;
    value_set_term(job, checks, "only_if", view_host_only_if(job, plan));
    value_mark_ends(job, tests.list);
    value_set(checks, "tests", tests.list);
}
