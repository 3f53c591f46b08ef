/*
 * Rules of a host's arguments: the kernel finds all that it needs among them.
 */
#include "gen/rules/internal.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

#include "gen/request/interface.h"
#include "gen/request/sum.h"

/* Of what number the problem's sizes are multiples: elements of a block, 1 where there is none. */
static long long multiple_of(const struct spec *spec, enum symbol symbol)
{
    if (symbol == SYMBOL_K)
        return spec_multiple(spec, SYMBOL_K);
    for (enum role role = ROLE_A; role <= ROLE_B; role++) {
        const struct operand *const operand = spec_operand(spec, role);
        if (symbol == operand->ld)
            return operand->given->covers;
        if (symbol == operand->offset || symbol == operand->stride)
            return element_whole(operand->given);
    }
    return 1;
}

/* Whether a sum is a whole number, as lda * 34 / 32 is in blocks of 32. */
static bool is_whole(const struct spec *spec, const struct sum *sum)
{
    bool whole = true;
    for (size_t i = 0; i < sum->count; i++) {
        double factor = sum->terms[i].factor;
        for (int j = 0; j < FACTOR_LIMIT && sum->terms[i].product[j]; j++)
            factor *= (double)multiple_of(spec, sum->terms[i].product[j]);
        whole &= fmod(factor, 1) == 0;
    }
    return whole;
}

/* What the host passes is counted with by those who launch the kernel for a check. */
static const struct refusal *uncounted(struct job *job, const struct spec *spec)
{
    const struct interface *const interface = spec->interface;
    struct sum sum;
    for (size_t i = 0; interface && i < interface->argument_count; i++) {
        const struct host_argument *const argument = &interface->arguments[i];
        const bool scalar = argument->passes->kind == FORMULA_NAME;
        if (argument->declared.pointer || scalar)
            continue;
        if (!sum_of_symbols(argument->passes, &sum))
            return propose_words(refuse(job,
                                        "what interface %s passes as %s is no sum of products of "
                                        "at most four symbols and numbers",
                                        interface->name, argument->name),
                                 "another --interface");
        if (!is_whole(spec, &sum))
            return propose_words(refuse(job,
                                        "what interface %s passes as %s, %s, is not always a whole "
                                        "number",
                                        interface->name, argument->name, argument->passed),
                                 "another --interface");
    }
    return NULL;
}

static bool is_whole_symbol(const void *self, const char *name)
{
    const enum symbol symbol = symbol_find(name);
    (void)self;
    return symbol && !symbol_is_scalar(symbol);
}

/* Whether a symbol is a formula of other symbols that those who check can count, with rests of divisions. */
static bool is_counted(struct job *job, const struct spec *spec, enum symbol symbol,
                       const struct formula *where)
{
    const struct formula *const formula = formula_of_symbols(job, where, spec->interface);
    return formula_is_counted(formula) && !formula_element(formula, NULL) &&
           !formula_unknown(formula, is_whole_symbol, NULL) &&
           !formula_has_name(formula, symbol_name(symbol));
}

/* Whether a symbol follows from what the host passes: an argument is it, or `where` makes it of arguments, of its own value or of that of other
 * symbols. */
static bool follows(struct job *job, const struct spec *spec, enum symbol symbol)
{
    const struct interface *const interface = spec->interface;
    const struct formula *const where = interface_where(interface, symbol_name(symbol));
    struct sum sum;
    if (!where)
        return interface_passing(interface, symbol_name(symbol)) != NULL;
    if (symbol_is_scalar(symbol))
        return true;
    if (!sum_of_arguments(where, interface, &sum) || (sum.rounds && !sum_is_symbol(&sum, symbol)))
        return is_counted(job, spec, symbol, where);
    return is_whole(spec, &sum) && (sum_is_symbol(&sum, symbol) || !sum_has_symbol(&sum, symbol));
}

/* What to ask so that the kernel does not need a symbol. */
static const struct refusal *propose_without_symbol(struct refusal *refusal, enum symbol symbol)
{
    if (symbol >= SYMBOL_LDA && symbol <= SYMBOL_LDC)
        return propose(refusal, OPTION_LDA + (symbol - SYMBOL_LDA), "tight");
    if (symbol >= SYMBOL_OFFSET_A && symbol <= SYMBOL_OFFSET_C)
        return propose(refusal, OPTION_OFFSET_A + (symbol - SYMBOL_OFFSET_A), "0");
    if (symbol == SYMBOL_ALPHA || symbol == SYMBOL_BETA)
        return propose(refusal, OPTION_ALPHA + (symbol - SYMBOL_ALPHA),
                       symbol == SYMBOL_ALPHA ? "1" : "0");
    return propose_words(refusal, "another --interface");
}

static const struct refusal *missing_symbol(struct job *job, const struct spec *spec)
{
    const struct interface *const interface = spec->interface;
    for (enum symbol symbol = SYMBOL_M; interface && symbol < SYMBOL_COUNT; symbol++) {
        const bool of_epilogue = symbol >= SYMBOL_LDR && symbol != SYMBOL_ALPHA &&
                                 symbol != SYMBOL_BETA && symbol < SYMBOL_BATCH;
        if (of_epilogue || symbol == SYMBOL_BATCH ||
            spec->problem.values[symbol].how != GIVEN_AT_LAUNCH || follows(job, spec, symbol) ||
            interface_begin(interface, symbol))
            continue;
        return propose_without_symbol(
            refuse(job,
                   "the kernel needs %s, and interface %s has neither an argument that is %s nor "
                   "a formula for it in `where`",
                   symbol_in_kernel(symbol), interface->name, symbol_name(symbol)),
            symbol);
    }
    return NULL;
}

static const struct refusal *other_size(struct job *job, const struct spec *spec)
{
    const long long *const sizes = spec->values[OPTION_FIXED].numbers;
    for (int i = 0; spec->interface && spec->values[OPTION_FIXED].text && i < 3; i++) {
        const enum symbol axis = (enum symbol)(SYMBOL_M + i);
        const long long size = interface_size(spec->interface, axis);
        if (size >= 0 && size != sizes[i])
            return propose(refuse(job,
                                  "%s is %lld by --fixed, and interface %s calls a kernel for %lld",
                                  symbol_in_kernel(axis), sizes[i], spec->interface->name, size),
                           OPTION_FIXED, "%lldx%lldx%lld", i == 0 ? size : sizes[0],
                           i == 1 ? size : sizes[1], i == 2 ? size : sizes[2]);
    }
    return NULL;
}

/* Whether the host passes a buffer, by an argument or as `where` says. */
static bool passes_buffer(const struct interface *interface, const char *name)
{
    return interface_passing(interface, name) || interface_where(interface, name);
}

static struct refusal *refuse_buffer(struct job *job, const struct interface *interface,
                                     const char *name)
{
    return refuse(job,
                  "the kernel needs %s, and interface %s has no argument that passes it: \"%s\" "
                  "behind its declaration",
                  name, interface->name, name);
}

/* The i-th buffer of what belongs to the elements of A and B, "A_scales", and what is in it; NULL: there are fewer. */
static const char *companion_at(struct job *job, const struct spec *spec, size_t i,
                                struct companion *in_it)
{
    for (enum role role = ROLE_A; role <= ROLE_B; role++) {
        const struct operand *const operand = spec_operand(spec, role);
        struct companion companions[MOST_COMPANIONS];
        const size_t count = element_companions(operand->given, companions);
        if (i < count) {
            *in_it = companions[i];
            return arena_printf(job->arena, "%s_%s", operand->name, companions[i].name);
        }
        i -= count;
    }
    return NULL;
}

/* Whether the kernel has a buffer of that name. */
static bool has_buffer(struct job *job, const struct spec *spec, const char *name)
{
    const struct epilogue *const epilogue = spec->problem.epilogue;
    bool has = strcmp(name, "A") == 0 || strcmp(name, "B") == 0 || strcmp(name, "C") == 0 ||
               (strcmp(name, INTERFACE_INDICES) == 0 && interface_has_indices(spec->interface));
    struct companion in_it;
    const char *companion;
    for (size_t i = 0; (companion = companion_at(job, spec, i, &in_it)); i++)
        has |= strcmp(companion, name) == 0;
    for (size_t i = 0; i < epilogue->count; i++)
        has |= operation_has_buffer(&epilogue->list[i]) &&
               strcmp(epilogue->list[i].operand, name) == 0;
    return has;
}

static const struct refusal *other_buffer(struct job *job, const struct spec *spec)
{
    const struct interface *const interface = spec->interface;
    for (size_t i = 0; interface && i < interface->argument_count; i++) {
        const struct host_argument *const argument = &interface->arguments[i];
        if (argument->declared.pointer && !has_buffer(job, spec, argument->passes->text))
            return propose_words(refuse(job,
                                        "interface %s passes %s as %s, and the kernel has no "
                                        "such buffer",
                                        interface->name, argument->passes->text, argument->name),
                                 "--epilogue with it, or another --interface");
    }
    return NULL;
}

static const struct refusal *missing_buffer(struct job *job, const struct spec *spec)
{
    const struct interface *const interface = spec->interface;
    static const char *const names[] = {"A", "B", "C"};
    for (int i = 0; interface && i < 3; i++)
        if (!passes_buffer(interface, names[i]))
            return propose_words(refuse_buffer(job, interface, names[i]), "another --interface");
    const struct epilogue *const epilogue = spec->problem.epilogue;
    for (size_t i = 0; interface && i < epilogue->count; i++) {
        const struct operation *const operation = &epilogue->list[i];
        const char *const lacks =
            operation->operand && !passes_buffer(interface, operation->operand) ? operation->operand
            : operation->reads == READS_MATRIX && !follows(job, spec, operation->symbol)
                ? symbol_in_kernel(operation->symbol)
                : NULL;
        if (lacks)
            return propose(refuse_buffer(job, interface, lacks), OPTION_EPILOGUE, "none");
    }
    struct companion in_it;
    const char *companion;
    for (size_t i = 0; interface && (companion = companion_at(job, spec, i, &in_it)); i++)
        if (!passes_buffer(interface, companion))
            return propose_words(refuse_buffer(job, interface, companion), "another --interface");
    if (interface && spec->problem.batch == BATCH_OFFSETS)
        return propose_words(refuse_buffer(job, interface, "a buffer of offsets"),
                             "another --interface");
    return NULL;
}

/* The argument that is a buffer, or that the buffer begins behind; NULL: there is none. */
static const struct host_argument *pointer_to(const struct interface *interface, const char *name)
{
    const struct formula *const where = interface_where(interface, name);
    if (!where)
        return interface_passing(interface, name);
    const struct formula *const base = where->left ? where->left : where;
    return base->kind == FORMULA_NAME ? interface_argument(interface, base->text) : NULL;
}

/* The type of real elements that a host's pointer is to; NULL: to whole numbers, which stand for any bytes. */
static const char *const *pointed_at(const char *type)
{
    static const char *const reals[][2] = {{"half", "f16"}, {"float", "f32"}, {"double", "f64"}};
    for (size_t i = 0; i < sizeof reals / sizeof *reals; i++)
        if (strncmp(type, reals[i][0], strlen(reals[i][0])) == 0)
            return reals[i];
    return NULL;
}

/* Refuses a pointer to real elements that leads to a buffer of others; NULL: it does not. */
static struct refusal *refuse_pointer(struct job *job, const struct spec *spec, const char *name,
                                      const struct element *element, const char **real_type)
{
    const struct host_argument *const argument = pointer_to(spec->interface, name);
    const char *const *const real = argument ? pointed_at(argument->declared.type) : NULL;
    if (!real || strncmp(element->name, real[0], strlen(real[0])) == 0)
        return NULL;
    *real_type = real[1];
    return refuse(job, "interface %s passes %s as a pointer to %s, and %s is of %s",
                  spec->interface->name, name, real[0], name, element_asked(element));
}

static const struct refusal *other_elements(struct job *job, const struct spec *spec)
{
    const struct operand *const operands[] = {&spec->a, &spec->b, &spec->c};
    const char *name, *real;
    for (int i = 0; spec->interface && i < 3; i++) {
        const char letter[] = {(char)toupper(operand_letter(operands[i])), '\0'};
        struct refusal *const refusal =
            refuse_pointer(job, spec, letter, operands[i]->given, &real);
        if (refusal)
            return propose(refusal, option_of(operands[i], OPTION_TYPE_A), "%s", real);
    }
    struct companion in_it;
    for (size_t i = 0; spec->interface && (name = companion_at(job, spec, i, &in_it)); i++) {
        struct refusal *const refusal =
            refuse_pointer(job, spec, name, element_find(in_it.type), &real);
        if (refusal)
            return propose_words(refusal, "another --interface");
    }
    return NULL;
}

#define PROBLEM_OPTIONS                                                                            \
    OPTION_INTERFACE, OPTION_FIXED, OPTION_LDA, OPTION_LDB, OPTION_LDC, OPTION_OFFSET_A,           \
        OPTION_OFFSET_B, OPTION_OFFSET_C, OPTION_ALPHA, OPTION_BETA, OPTION_BATCH,                 \
        OPTION_STRIDE_A, OPTION_STRIDE_B, OPTION_STRIDE_C, OPTION_BATCH_COUNT

const struct rule interface_argument_rules[] = {
    {"interface-values", uncounted, READS(OPTION_INTERFACE, OPTION_LAYOUT, TYPE_OPTIONS),
     rule_without_interface},
    {"interface-size", other_size, READS(OPTION_INTERFACE, OPTION_FIXED), rule_without_interface},
    {"interface-symbol", missing_symbol, READS(PROBLEM_OPTIONS, OPTION_LAYOUT, TYPE_OPTIONS),
     rule_without_interface},
    {"interface-buffer", missing_buffer, READS(PROBLEM_OPTIONS, TYPE_OPTIONS, OPTION_EPILOGUE),
     rule_without_interface},
    {"interface-no-buffer", other_buffer, READS(OPTION_INTERFACE, OPTION_EPILOGUE),
     rule_without_interface},
    {"interface-elements", other_elements, READS(OPTION_INTERFACE, OPTION_LAYOUT, TYPE_OPTIONS),
     rule_without_interface},
    {NULL, NULL, NULL, NULL},
};
