#include "gen/view/epilogue.h"

#include <string.h>

#include "gen/view/expression.h"
#include "gen/view/steps.h"

/* ------------------------------------------------------------------------ operands */

/* Whether the operand has one element for each line of C in memory, or for each place in a line. */
static bool is_per_line(const struct kernel *kernel, const struct operation *operation)
{
    return operation->reads == (kernel->column_major ? READS_PER_COLUMN : READS_PER_ROW);
}

static bool is_along_line(const struct kernel *kernel, const struct operation *operation)
{
    return operation_has_buffer(operation) && !is_per_line(kernel, operation);
}

/* Whether an expression reads where in C the value is: its line, and its place in that. */
static bool reads_line(const struct kernel *kernel, const struct operation *operation)
{
    const struct expression *const expression = operation->expression;
    return expression && (kernel->column_major ? expression->reads_column : expression->reads_row);
}

static bool reads_place(const struct kernel *kernel, const struct operation *operation)
{
    const struct expression *const expression = operation->expression;
    return expression && (kernel->column_major ? expression->reads_row : expression->reads_column);
}

static bool takes_line(const struct kernel *kernel, const struct operation *operation)
{
    return is_per_line(kernel, operation) || operation->reads == READS_MATRIX ||
           reads_line(kernel, operation);
}

static bool takes_place(const struct kernel *kernel, const struct operation *operation)
{
    return is_along_line(kernel, operation) || reads_place(kernel, operation);
}

/* Whether places along canonical M (`along_m`) or N count lines of C in memory. */
static bool counts_lines(const struct kernel *kernel, bool along_m)
{
    return along_m != kernel->c.transposed;
}

static bool any(const struct kernel *kernel,
                bool (*is)(const struct kernel *kernel, const struct operation *operation))
{
    const struct epilogue *const epilogue = kernel->problem.epilogue;
    bool found = false;
    for (size_t i = 0; i < epilogue->count; i++)
        found |= is(kernel, &epilogue->list[i]);
    return found;
}

/* The arguments under way: of the line that is last. */
struct taken {
    struct value *lines, *line;
};

static void new_line(struct job *job, struct taken *taken)
{
    taken->line = value_set_list(job, value_add(taken->lines, value_object(job)), "arguments");
}

static void take(struct job *job, struct taken *taken, const char *argument, const char *type,
                 const char *name)
{
    if (!taken->line)
        new_line(job, taken);
    struct value *const declared = value_add(taken->line, value_object(job));
    value_set_text(job, declared, "argument", argument);
    value_set_text(job, declared, "type", type);
    value_set_text(job, declared, "name", name);
}

static void take_operand(struct job *job, const struct kernel *kernel, struct taken *taken,
                         const struct operation *operation)
{
    if (operation->reads == READS_NOTHING)
        return;
    new_line(job, taken);
    if (operation->reads == READS_SCALAR) {
        take(job, taken, "argument/value", kernel->numbers.scalar->name, operation->operand);
        return;
    }
    take(job, taken, "argument/memory", element_beside(kernel->c.given)->name, operation->operand);
    if (operation->reads == READS_MATRIX)
        take(job, taken, "argument/value", "int", symbol_in_kernel(operation->symbol));
}

void view_add_takes(struct job *job, const struct kernel *kernel, struct value *object,
                    bool applies)
{
    const struct epilogue *const epilogue = kernel->problem.epilogue;
    struct value *const takes = value_object(job);
    struct taken taken = {.lines = value_set_list(job, takes, "lines"), .line = NULL};
    if (kernel->finishes && kernel_updates_often(kernel))
        take(job, &taken, "argument/value", "bool", "last_block");
    for (int i = 0; i < 2; i++) {
        const bool along_m = is_a(kernel->factors[i]);
        if (any(kernel, counts_lines(kernel, along_m) ? takes_line : takes_place))
            take(job, &taken, "argument/value", "int", kernel_axis_word(kernel, along_m));
    }
    for (size_t i = 0; i < epilogue->count; i++)
        take_operand(job, kernel, &taken, &epilogue->list[i]);
    for (struct value *line = taken.lines->first; line; line = line->next)
        value_mark_ends(job, line->first);
    value_mark_ends(job, taken.lines);
    value_set(object, "takes", applies && taken.lines->count ? takes : value_bool(job, false));
}

bool view_takes_place(const struct kernel *kernel)
{
    return kernel->finishes && any(kernel, takes_place);
}

void view_give(struct job *job, struct value *list, const struct term *argument)
{
    value_set_term(job, value_add(list, value_object(job)), "argument", argument);
}

/* In the order of view_add_takes. */
void view_give_epilogue(struct job *job, const struct kernel *kernel, struct value *list,
                        const struct term *line, const struct term *place)
{
    const struct epilogue *const epilogue = kernel->problem.epilogue;
    if (kernel->finishes && kernel_updates_often(kernel))
        view_give(job, list, term_name(job, "last_block"));
    for (int i = 0; i < 2; i++) {
        const bool lines = counts_lines(kernel, is_a(kernel->factors[i]));
        if (any(kernel, lines ? takes_line : takes_place))
            view_give(job, list, lines ? line : place);
    }
    for (size_t i = 0; i < epilogue->count; i++) {
        const struct operation *const operation = &epilogue->list[i];
        if (operation->reads != READS_NOTHING)
            view_give(job, list, term_name(job, operation->operand));
        if (operation->reads == READS_MATRIX)
            view_give(job, list, term_name(job, symbol_in_kernel(operation->symbol)));
    }
}

void view_add_given(struct job *job, const struct kernel *kernel, struct value *object,
                    bool applies, const struct term *line, const struct term *place)
{
    struct value *const list = value_set_list(job, object, "given");
    if (applies)
        view_give_epilogue(job, kernel, list, line, place);
    value_mark_ends(job, list);
}

/* ------------------------------------------------------------------ vectors in part */

/* Whether tiles are moved inside, so that the first elements of a vector, not the last ones, are another tile's. */
static bool shifts(const struct kernel *kernel)
{
    return kernel->edges == EDGES_SHIFT;
}

const char *view_told(const struct kernel *kernel)
{
    return shifts(kernel) ? "first" : "room";
}

/* What is told, compared with a number: of elements that are stored from the first one on, or of those before the first one. */
static const struct term *told_test(struct job *job, const struct kernel *kernel, const char *room,
                                    long long of_room, const char *first, long long of_first)
{
    return term_test(job, term_name(job, view_told(kernel)), shifts(kernel) ? first : room,
                     term_number(job, shifts(kernel) ? of_first : of_room));
}

const struct term *view_stores_all(struct job *job, const struct kernel *kernel, long long width)
{
    return told_test(job, kernel, ">=", width, "<=", 0);
}

const struct term *view_stores_none(struct job *job, const struct kernel *kernel, long long width)
{
    return told_test(job, kernel, "<", 1, ">=", width);
}

const struct term *view_stores_one(struct job *job, const struct kernel *kernel, long long index)
{
    return told_test(job, kernel, ">", index, "<=", index);
}

/* Where an element is read instead of one that is another's, or beyond the edge. */
static const struct term *place_in_part(struct job *job, const struct kernel *kernel,
                                        long long index)
{
    const struct term *const told = term_name(job, view_told(kernel));
    const struct term *const place = term_number(job, index);
    if (shifts(kernel))
        return index ? term_max(job, place, told) : told;
    return index ? term_min(job, place, term_plus(job, told, -1)) : place;
}

/* ----------------------------------------------------------------------- functions */

/* Operands that are not of C's type have a function of their own: the end of its name, "f32"; NULL: they are. */
static const char *part_beside(const struct kernel *kernel)
{
    const struct element *const beside = element_beside(kernel->c.given);
    return beside == kernel->c.given ? NULL : beside->type;
}

/* How the operand is read: along a line of C a vector of `width` elements, or one. */
static void add_read(struct job *job, const struct kernel *kernel, struct value *item,
                     const struct operation *operation, long long width, const char *told)
{
    const struct number *const scalar = kernel->numbers.scalar;
    const struct element *const element = element_beside(kernel->c.given);
    const bool vector = width > 1 && is_along_line(kernel, operation);
    const char *const get = element_reads(element, scalar, vector ? width : 1);
    const struct term *const line = term_name(job, kernel->column_major ? "column" : "row");
    const struct term *const place = term_name(job, kernel->column_major ? "row" : "column");
    value_set_text(job, item, "memory", operation->operand);
    value_set_term(
        job, item, "address",
        operation->reads == READS_MATRIX
            ? term_add(job, view_lines(job, kernel, line, symbol_in_kernel(operation->symbol)),
                       place)
        : is_per_line(kernel, operation) ? line
                                         : place);
    value_set_text(job, item, "number", scalar->name);
    value_set_text(job, item, "beside", part_beside(kernel));
    if (vector && told) {
        value_set_text(job, item, "operand", "get/in_part");
    } else if (element_arrives(element, scalar) != scalar) {
        value_set_text(job, item, "operand", vector ? "get/wider_vector" : "get/wider");
        value_set_text(job, item, "narrow", get);
    } else {
        value_set_text(job, item, "operand", get);
    }
}

static void add_operation(struct job *job, const struct kernel *kernel, struct value *list,
                          const struct operation *operation, long long width, const char *told)
{
    const struct number *const scalar = kernel->numbers.scalar;
    struct value *const item = value_add(list, value_object(job));
    value_set_text(job, item, "operation", operation->row->piece);
    value_set_text(job, item, "name", operation->operand);
    value_set_text(job, item, "suffix", scalar->suffix);
    value_set_text(job, item, "zero", number_literal(job, scalar, "0"));
    for (size_t i = 0; i < operation->row->numbers; i++)
        value_set_text(job, item, operation_parameter(job, operation->row, i),
                       number_literal(job, scalar, operation->number[i]));
    if (operation_has_buffer(operation))
        add_read(job, kernel, item, operation, width, told);
    else
        value_set_text(job, item, "operand", "epilogue/operand");
}

const char *view_gate_word(const struct problem *problem)
{
    return problem->gate && problem->gate->count ? problem->gate->text : NULL;
}

void view_add_gate(struct job *job, const struct kernel *kernel, long long width,
                   struct value *store)
{
    const struct epilogue *const gate = kernel->problem.gate;
    struct value *const object = value_set_object_if(job, store, "gate", gate != NULL);
    if (!object)
        return;
    value_set_text(job, object, "word", view_gate_word(&kernel->problem));
    value_set_unless(job, object, "lanes", width, 1);
    struct value *const operations = value_set_list(job, object, "operations");
    for (size_t i = 0; i < gate->count; i++)
        add_operation(job, kernel, operations, &gate->list[i], width, NULL);
}

/* Appends a function of vectors of `width` elements (0: of none), of one of three kinds: an object of that name, beside which the others are
 * false. */
static struct value *add_function(struct job *job, struct value *list, long long width,
                                  const char *kind)
{
    static const char *const kinds[] = {"expression", "part", "applied"};
    struct value *const item = value_add(list, value_object(job));
    struct value *function = NULL;
    value_set_integer(job, item, "width", width);
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
        if (strcmp(kinds[i], kind) == 0)
            function = value_set_object(job, item, kind);
        else
            value_set_bool(job, item, kinds[i], false);
    return function;
}

/* The function that reads a vector of elements of which a part is stored. */
static void add_part_function(struct job *job, const struct kernel *kernel,
                              const struct element *element, const char *beside, long long width,
                              struct value *list)
{
    const struct number *const scalar = kernel->numbers.scalar;
    struct value *const function = add_function(job, list, width, "part");
    value_set_text(job, function, "type", number_vector(job, scalar, width));
    value_set_text(job, function, "beside", beside);
    value_set_text(job, function, "stored", element->name);
    value_set_text(job, function, "told", view_told(kernel));
    value_set_term(job, function, "all", view_stores_all(job, kernel, width));
    value_set_text(job, function, "far",
                   shifts(kernel) ? "part/repeated_before" : "part/repeated_beyond");
    value_set_text(job, function, "target", "line");
    view_add_write(job, element, scalar, true, function);
    struct value *const elements = value_set_list(job, function, "elements");
    for (long long i = 0; i < width; i++) {
        struct value *const item = value_add(elements, value_object(job));
        view_add_write(job, element, scalar, false, item);
        value_set_term(job, item, "place", place_in_part(job, kernel, i));
    }
    value_mark_ends(job, elements);
}

void view_add_epilogue(struct job *job, const struct kernel *kernel, long long width, bool in_part,
                       struct value *view)
{
    const char *const told = in_part ? view_told(kernel) : NULL;
    const struct epilogue *const epilogue = kernel->problem.epilogue;
    struct value *const list = value_child(view, "epilogues");
    const bool reads_along = any(kernel, is_along_line);
    const bool any_yet = list->first != NULL;
    for (size_t i = 0; i < epilogue->count && !any_yet; i++)
        if (epilogue->list[i].expression)
            view_add_expression(job, kernel, epilogue->list[i].expression,
                                add_function(job, list, 0, "expression"));
    for (const struct value *item = list->first; item; item = item->next)
        if (value_get(item, "width")->integer == width)
            return;
    const char *const beside = part_beside(kernel);
    if (told && (view_reads_c(kernel) || (reads_along && !beside)))
        add_part_function(job, kernel, kernel->c.given, NULL, width, list);
    if (told && reads_along && beside)
        add_part_function(job, kernel, element_beside(kernel->c.given), beside, width, list);

    struct value *const function = add_function(job, list, width, "applied");
    value_set_unless(job, function, "lanes", width, 1);
    value_set_text(job, function, "type", number_vector(job, kernel->numbers.scalar, width));
    value_set_text(job, function, "told", reads_along ? told : NULL);
    value_set_bool(job, function, "of_last", kernel->finishes && kernel_updates_often(kernel));
    view_add_takes(job, kernel, function, true);
    view_add_formula(job, kernel, function, "formula/value", false);
    struct value *const operations = value_set_list(job, function, "operations");
    for (size_t i = 0; i < epilogue->count; i++) {
        if (epilogue->list[i].expression)
            view_add_expression_calls(job, kernel, operations, epilogue->list[i].expression, width);
        else
            add_operation(job, kernel, operations, &epilogue->list[i], width, told);
    }
}

void view_add_epilogue_call(struct job *job, const struct kernel *kernel, struct value *object,
                            long long width, const char *told)
{
    value_set_unless(job, object, "lanes", width, 1);
    value_set_text(job, object, "part_told", any(kernel, is_along_line) ? told : NULL);
}

/* ------------------------------------------------------------------------ comments */

void view_add_formula(struct job *job, const struct kernel *kernel, struct value *object,
                      const char *base, bool sum)
{
    const struct epilogue *const epilogue = kernel->problem.epilogue;
    struct value *outer = object;
    value_set_text(job, object, "base", base);
    for (size_t i = epilogue->count; i-- > 0;) {
        const struct operation *const operation = &epilogue->list[i];
        const struct operation_row *const row = operation->row;
        const char *const before = i ? epilogue->list[i - 1].row->formula : NULL;
        value_set_text(job, outer, "formula", row->formula);
        value_set_text(job, outer, "operation_name",
                       operation->operand      ? operation->operand
                       : operation->expression ? operation->expression->name
                                               : row->name);
        value_set_bool(job, outer, "in_brackets",
                       before ? strcmp(before, "formula/call") != 0 : sum);
        struct value *const numbers = value_set_list(job, outer, "numbers");
        for (size_t j = 0; j < row->numbers; j++)
            value_set_text(job, value_add(numbers, value_object(job)), "number",
                           operation->number[j]);
        outer = value_set_object(job, outer, "inner");
    }
    value_set_text(job, outer, "formula", "formula/base");
}
