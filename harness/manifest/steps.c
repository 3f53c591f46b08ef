/* Reading steps and constraints. */
#include <stdlib.h>
#include <string.h>

#include "harness/manifest/internal.h"
#include "harness/manifest/notation.h"

/* Index of the buffer that a string member names. */
static bool read_buffer_name(const struct place *place, const char *name,
                             const struct manifest *manifest, size_t *index)
{
    struct place member;
    const char *text;

    if (!place_string(place, name, &text) || !place_member(place, name, &member))
        return false;
    for (*index = 0; *index < manifest->buffer_count; (*index)++)
        if (strcmp(manifest->buffers[*index].name, text) == 0)
            return true;
    return place_fail(&member, "there is no buffer `%.60s`", text);
}

/* The type of a kernel argument. */
static bool read_argument_type(const struct place *place, enum element_type *type)
{
    static const enum element_type types[] = {TYPE_F16, TYPE_F32, TYPE_F64, TYPE_I32, TYPE_C32,
                                              TYPE_C64, TYPE_I64, TYPE_I32, TYPE_I64};
    int word = 0;

    if (!place_word(place, "type", "f16 f32 f64 i32 c32 c64 i64 u32 u64", &word))
        return false;
    *type = types[word];
    return true;
}

static bool read_literal(const struct place *place, struct argument *argument)
{
    struct place member;

    if (!read_argument_type(place, &argument->type))
        return false;
    if (element_is_real(argument->type))
        return place_number(place, "value", &argument->literal);
    if (!place_member(place, "value", &member))
        return false;
    if (!json_is_integer(member.value))
        return place_fail(&member, "must be a whole number");
    argument->literal_whole = json_integer_value(member.value);
    if (argument->type == TYPE_I32 &&
        (argument->literal_whole < INT32_MIN || argument->literal_whole > INT32_MAX))
        return place_fail(&member, "does not fit 32 bits");
    return true;
}

/* Alpha and beta are real numbers, or whole ones of 32 bits as the elements of C are. */
static bool check_scalar(const struct place *symbol, const struct manifest *manifest,
                         enum element_type type)
{
    if (element_of_matrix(type) &&
        element_parts(type) != element_parts(manifest->problem.type[OPERAND_C]))
        return place_fail(symbol, "a scalar is passed as a complex number where C is of them");
    if (!element_is_whole_sum(manifest->problem.type[OPERAND_C]))
        return element_is_real(type) ||
               place_fail(symbol, "a scalar cannot be passed as a whole number");
    return type == TYPE_I32 ||
           place_fail(symbol, "a scalar is passed as `i32` where C is of whole numbers");
}

static bool read_term(const struct place *list, size_t i, struct summand *term)
{
    struct place item;

    return place_item(list, i, &item) && place_object(&item, "factor product") &&
           place_number(&item, "factor", &term->factor) &&
           read_symbols(&item, "product", term->product, &term->product_count);
}

bool read_terms(const struct place *numbers, const char *name, struct summand **terms,
                size_t *term_count)
{
    struct place list;

    *terms = place_items(numbers, name, 0, 64, sizeof **terms, &list, term_count);
    for (size_t i = 0; i < *term_count; i++)
        if (!read_term(&list, i, &(*terms)[i]))
            return false;
    return *terms != NULL;
}

bool read_terms_at(const struct place *lists, size_t index, struct summand **terms,
                   size_t *term_count)
{
    struct place list;

    if (!place_item(lists, index, &list))
        return false;
    *term_count = json_array_size(list.value);
    *terms = calloc(*term_count + 1, sizeof **terms);
    if (*terms == NULL)
        return fault_memory(list.fault), false;
    if (!json_is_array(list.value))
        return place_fail(&list, "must be a list");
    for (size_t i = 0; i < *term_count; i++)
        if (!read_term(&list, i, &(*terms)[i]))
            return false;
    return true;
}

/* A size of the product is a number of the launch: 0 until it is known. */
static bool read_size(const struct place *place, const struct manifest *manifest,
                      struct argument *argument)
{
    const struct notation *notation = manifest->problem.notation;
    const char *name;
    size_t size;

    if (!read_argument_type(place, &argument->type) || !place_string(place, "size", &name))
        return false;
    size = notation == NULL ? 0 : notation_find(notation, name, strlen(name));
    if (notation == NULL || size == notation->size_count)
        return place_fail(place, "`%.60s` is no size of a product", name);
    argument->literal_whole =
        notation->size[size] == NOTATION_OPEN ? 0 : (int64_t)notation->size[size];
    return true;
}

static bool read_argument(const struct place *place, const struct manifest *manifest,
                          struct argument *argument)
{
    static const char *const members[] = {
        "name kind meaning symbol type", "name kind meaning value type",
        "name kind meaning buffer",      "name kind meaning bytes",
        "name kind meaning terms type",  "name kind meaning size type",
    };
    struct place member;
    const char *text;
    int kind = 0;

    if (!place_word(place, "kind", "value literal buffer local sum size", &kind) ||
        !place_object(place, members[kind]) || !place_string(place, "name", &argument->name))
        return false;
    if (place_has(place, "meaning") && !place_string(place, "meaning", &text))
        return false;
    argument->kind = kind;
    switch (argument->kind) {
    case ARGUMENT_VALUE:
        if (!read_argument_type(place, &argument->type) || !place_string(place, "symbol", &text) ||
            !place_member(place, "symbol", &member))
            return false;
        argument->symbol = symbol_find(text);
        if (argument->symbol == SYMBOL_NONE)
            return place_fail(&member, "`%.60s` is no symbol", text);
        return !symbol_is_scalar(argument->symbol) ||
               check_scalar(&member, manifest, argument->type);
    case ARGUMENT_LITERAL:
        return read_literal(place, argument);
    case ARGUMENT_BUFFER:
        return read_buffer_name(place, "buffer", manifest, &argument->buffer);
    case ARGUMENT_SIZE:
        return read_size(place, manifest, argument);
    case ARGUMENT_SUM:
        return read_argument_type(place, &argument->type) &&
               read_terms(place, "terms", &argument->terms, &argument->term_count);
    default:
        return place_size(place, "bytes", 1, MANIFEST_LOCAL_LIMIT, &argument->local_bytes);
    }
}

static bool read_arguments(const struct place *place, const struct manifest *manifest,
                           struct step *step)
{
    struct place list, item;

    step->arguments =
        place_items(place, "args", 0, 256, sizeof *step->arguments, &list, &step->argument_count);
    for (size_t i = 0; i < step->argument_count; i++)
        if (!place_item(&list, i, &item) || !read_argument(&item, manifest, &step->arguments[i]))
            return false;
    return step->arguments != NULL;
}

static bool read_sequence(const struct place *place, struct global_size *global)
{
    struct place tiles;

    return !place_has(place, "in_sequence") ||
           (place_part(place, "in_sequence", "dim per_group", &tiles) &&
            read_count(&tiles, "dim", &global->in_sequence) &&
            place_size(&tiles, "per_group", 1, MANIFEST_SIZE_LIMIT, &global->per_tile));
}

static bool is_size(const struct manifest *manifest, const char *name, bool array)
{
    const enum symbol symbol = symbol_find(name);

    (void)manifest;
    return !array && (symbol == SYMBOL_M || symbol == SYMBOL_N || symbol == SYMBOL_K);
}

/* How many work-groups a host launches. */
static bool read_group_count(const struct place *place, struct global_size *global)
{
    struct place count;

    global->dim.symbol = global->more.symbol = SYMBOL_NONE;
    if (!place_object(place, "count in_sequence") || !place_member(place, "count", &count) ||
        !read_formula(&count, NULL, is_size, MANIFEST_FORMULA_DEPTH))
        return false;
    global->count = count.value;
    return true;
}

static bool read_global(const struct place *place, struct global_size *global)
{
    if (!read_sequence(place, global))
        return false;
    if (place_has(place, "count"))
        return read_group_count(place, global);
    if (place_has(place, "persistent")) {
        global->persistent = true;
        return place_object(place, "persistent in_sequence") &&
               place_size(place, "persistent", 1, 1 << 20, &global->groups_per_unit);
    }
    global->rounded_to = global->times = 1;
    global->more = (struct count){.symbol = SYMBOL_NONE};
    return place_object(place, "dim rounded_to per_group times more most in_sequence") &&
           read_count(place, "dim", &global->dim) &&
           (!place_has(place, "rounded_to") ||
            place_size(place, "rounded_to", 1, MANIFEST_SIZE_LIMIT, &global->rounded_to)) &&
           place_size(place, "per_group", 1, MANIFEST_SIZE_LIMIT, &global->per_group) &&
           (!place_has(place, "times") ||
            place_size(place, "times", 1, MANIFEST_SIZE_LIMIT, &global->times)) &&
           (!place_has(place, "more") || read_count(place, "more", &global->more)) &&
           (!place_has(place, "most") ||
            place_size(place, "most", 1, MANIFEST_SIZE_LIMIT, &global->most));
}

static bool read_geometry(const struct place *place, struct step *step)
{
    struct place list, item;
    size_t dimensions;

    place_list(place, "local", 1, DIMENSION_LIMIT, &list, &step->dimensions);
    for (size_t i = 0; i < step->dimensions; i++) {
        if (!place_item(&list, i, &item))
            return false;
        if (!json_is_integer(item.value) || json_integer_value(item.value) < 1 ||
            json_integer_value(item.value) > 1 << 20)
            return place_fail(&item, "must be a whole number from 1 to 2^20");
        step->local[i] = (uint64_t)json_integer_value(item.value);
    }
    if (!place_list(place, "global", step->dimensions, step->dimensions, &list, &dimensions))
        return false;
    for (size_t i = 0; i < dimensions; i++)
        if (!place_item(&list, i, &item) || !read_global(&item, &step->global[i]))
            return false;
    return true;
}

/* The member `sub_group`: null (size 0) or {size, rule}. */
static bool read_sub_group(const struct place *place, uint64_t *size, bool *multiple)
{
    struct place part;
    int word = 0;

    if (!place_member(place, "sub_group", &part))
        return false;
    if (json_is_null(part.value))
        return true;
    if (!place_object(&part, "size rule") || !place_size(&part, "size", 1, 4096, size) ||
        !place_word(&part, "rule", "equal multiple", &word))
        return false;
    *multiple = word == 1;
    return true;
}

/* Absent: it uses none. */
static bool read_engine(const struct place *place, struct step *step)
{
    struct place part;

    return !place_has(place, "engine") ||
           (place_part(place, "engine", "name factors instructions", &part) &&
            place_string(&part, "name", &step->engine) &&
            place_string(&part, "factors", &step->engine_factors) &&
            place_size(&part, "instructions", 1, 1048576, &step->engine_instructions));
}

static bool read_kernel_step(const struct place *place, const struct manifest *manifest,
                             struct step *step)
{
    uint64_t program = 0;

    if (!place_size(place, "program", 0, manifest->program_count - 1, &program) ||
        !place_string(place, "entry", &step->entry))
        return false;
    step->program = (size_t)program;
    return read_sub_group(place, &step->sub_group_size, &step->sub_group_multiple) &&
           read_engine(place, step) && read_arguments(place, manifest, step) &&
           read_geometry(place, step);
}

static bool read_move_step(const struct place *place, const struct manifest *manifest,
                           struct step *step)
{
    if (!read_buffer_name(place, "to", manifest, &step->to))
        return false;
    if (step->kind == STEP_FILL)
        return true;
    if (!read_buffer_name(place, "from", manifest, &step->from))
        return false;
    if (manifest->buffers[step->from].image || !manifest->buffers[step->to].image)
        return place_fail(place, "copies from a buffer to an image");
    return true;
}

static bool read_step(const struct place *place, const struct manifest *manifest, struct step *step)
{
    static const char *const members[] = {
        "name kind program entry args local global sub_group engine when phase repeat numbers",
        "name kind from to when phase repeat numbers",
        "name kind to when phase repeat numbers",
    };
    struct place part;
    int word = 0;

    if (!place_word(place, "kind", "kernel copy_to_image fill", &word) ||
        !place_object(place, members[word]) || !place_string(place, "name", &step->name))
        return false;
    step->kind = word;
    if (!(step->kind == STEP_KERNEL ? read_kernel_step(place, manifest, step)
                                    : read_move_step(place, manifest, step)))
        return false;
    if (!place_part(place, "when", "nonzero", &part) ||
        !read_symbols(&part, "nonzero", step->nonzero, &step->nonzero_count) ||
        !place_word(place, "phase", "prepare run", &word) ||
        !read_count(place, "repeat", &step->repeat))
        return false;
    step->prepare = word == 0;
    if (!place_has(place, "numbers"))
        return true;
    return place_part(place, "numbers", "flops bytes", &part) &&
           read_terms(&part, "flops", &step->flops, &step->flops_count) &&
           read_terms(&part, "bytes", &step->bytes, &step->bytes_count);
}

bool read_steps(const struct place *root, struct manifest *manifest)
{
    struct place list, item;

    manifest->steps =
        place_items(root, "steps", 1, 1024, sizeof *manifest->steps, &list, &manifest->step_count);
    for (size_t i = 0; i < manifest->step_count; i++)
        if (!place_item(&list, i, &item) || !read_step(&item, manifest, &manifest->steps[i]))
            return false;
    return manifest->steps != NULL;
}

bool read_constraints(const struct place *root, struct manifest *manifest)
{
    struct place list, item;
    int op = 0;

    manifest->constraints = place_items(root, "constraints", 0, 256, sizeof *manifest->constraints,
                                        &list, &manifest->constraint_count);
    for (size_t i = 0; i < manifest->constraint_count; i++) {
        struct constraint *constraint = &manifest->constraints[i];

        if (!place_item(&list, i, &item) || !place_object(&item, "rule sentence left op right") ||
            !place_string(&item, "rule", &constraint->rule) ||
            !place_string(&item, "sentence", &constraint->sentence) ||
            !read_symbols(&item, "left", constraint->left, &constraint->left_count) ||
            !place_word(&item, "op", "multiple_of at_least at_most equal", &op) ||
            !read_count(&item, "right", &constraint->right))
            return false;
        constraint->op = op;
        for (size_t j = 0; j < constraint->left_count; j++)
            if (symbol_is_scalar(constraint->left[j]))
                return place_fail(&item, "scalars are not constrained");
        if (op == OP_MULTIPLE_OF && constraint->right.symbol == SYMBOL_NONE &&
            constraint->right.number == 0)
            return place_fail(&item, "nothing is a multiple of 0");
    }
    return manifest->constraints != NULL;
}
