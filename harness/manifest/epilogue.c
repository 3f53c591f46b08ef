/* Reading the operations between the sum of products and its store. */
#include <string.h>

#include "harness/manifest/internal.h"
#include "harness/manifest/notation.h"

/* The scalar of that name, which an operation reads. */
static bool read_scalar_name(const struct place *place, const char *name, enum symbol *symbol)
{
    *symbol = symbol_find(name);
    return (*symbol >= SYMBOL_SCALE && *symbol <= SYMBOL_SCALE_LAST) ||
           place_fail(place, "operand `%.60s` is neither a buffer of the caller nor a scalar",
                      name);
}

static bool read_operand(const struct place *place, const struct manifest *manifest,
                         struct operation *operation)
{
    if (!place_has(place, "operand"))
        return true;
    if (!place_string(place, "operand", &operation->operand))
        return false;
    for (size_t i = 0; i < manifest->buffer_count; i++) {
        const struct buffer *buffer = &manifest->buffers[i];

        if (strcmp(buffer->name, operation->operand) != 0)
            continue;
        if (buffer->role < ROLE_BIAS || buffer->role > ROLE_RESIDUAL)
            return place_fail(place, "operand `%.60s` is no bias, scale or residual", buffer->name);
        operation->has_buffer = true;
        operation->many = operation->axis == AXIS_COLUMN && buffer->extent_count == 2;
        operation->buffer = i;
        return true;
    }
    return read_scalar_name(place, operation->operand, &operation->symbol);
}

static bool read_parameters(const struct place *place, struct operation *operation)
{
    struct place list, item;

    if (!place_has(place, "parameters"))
        return true;
    if (!place_list(place, "parameters", 1, OPERATION_NUMBERS, &list, &operation->number_count))
        return false;
    for (size_t i = 0; i < operation->number_count; i++) {
        if (!place_item(&list, i, &item))
            return false;
        if (!json_is_number(item.value))
            return place_fail(&item, "must be a number");
        operation->number[i] = json_number_value(item.value);
    }
    return true;
}

/* Words of the kernel's language alone: no line, bracket of a block or end of a statement that
 * could close the function it is put into. */
static bool read_expression(const struct place *place, struct operation *operation)
{
    static const char allowed[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789.+-*/<>=!&|?:(), ";
    const char *text;

    if (!place_has(place, "expression"))
        return true;
    if (!place_string(place, "expression", &text))
        return false;
    if (*text == '\0' || strlen(text) > EXPRESSION_LIMIT || text[strspn(text, allowed)] != '\0' ||
        strstr(text, "/*") != NULL || strstr(text, "//") != NULL)
        return place_fail(place, "expression must be one of OpenCL C, of at most %d characters",
                          EXPRESSION_LIMIT);
    operation->expression = text;
    return true;
}

static bool read_operation(const struct place *place, const struct manifest *manifest,
                           struct operation *operation)
{
    int word;

    operation->symbol = SYMBOL_NONE;
    if (!place_object(place, "op axis operand parameters expression") ||
        !place_string(place, "op", &operation->name))
        return false;
    if (place_has(place, "axis")) {
        if (!place_word(place, "axis", "row column", &word))
            return false;
        operation->axis = word == 0 ? AXIS_ROW : AXIS_COLUMN;
    }
    return read_operand(place, manifest, operation) && read_parameters(place, operation) &&
           read_expression(place, operation);
}

/* Every operand that the caller provides belongs to one operation. */
static bool check_operands(const struct place *list, const struct manifest *manifest)
{
    for (size_t i = 0; i < manifest->buffer_count; i++) {
        const struct buffer *buffer = &manifest->buffers[i];
        size_t users = 0;

        for (size_t j = 0; j < manifest->problem.epilogue_count; j++)
            users += manifest->problem.epilogue[j].has_buffer &&
                     manifest->problem.epilogue[j].buffer == i;
        const bool read = (buffer->role >= ROLE_D && buffer->role <= ROLE_LENGTHS_K) ||
                          (buffer->role >= ROLE_BIAS && buffer->role <= ROLE_RESIDUAL);

        if (read && users != 1)
            return place_fail(list, "buffer `%.60s` is the operand of %zu operations, must be of 1",
                              buffer->name, users);
    }
    return true;
}

/* The buffer of a role; false: there is none. */
static bool find_role(const struct manifest *manifest, enum role role, struct operation *operation)
{
    for (size_t i = 0; i < manifest->buffer_count; i++)
        if (manifest->buffers[i].role == role) {
            operation->has_buffer = true;
            operation->buffer = i;
        }
    return operation->has_buffer;
}

/* D, which the second product reads. */
static bool read_second(const struct place *chain, const struct manifest *manifest,
                        struct operation *operation)
{
    return place_string(chain, "operand", &operation->operand) &&
           ((find_role(manifest, ROLE_D, operation) &&
             strcmp(manifest->buffers[operation->buffer].name, operation->operand) == 0) ||
            place_fail(chain, "operand `%.60s` is no buffer of role `d`", operation->operand));
}

/* Attention may have these beside V. */
static bool read_further(const struct place *chain, struct manifest *manifest)
{
    static const struct {
        const char *name;
        enum role role;
        bool of_lengths;
    } further[] = {{OPERATION_MASK, ROLE_MASK, false},
                   {OPERATION_LENGTHS_Q, ROLE_LENGTHS_Q, true},
                   {OPERATION_LENGTHS_K, ROLE_LENGTHS_K, true}};
    struct problem *problem = &manifest->problem;

    for (int i = 0; i < 3; i++) {
        struct operation *operation = &problem->epilogue[problem->epilogue_count];
        const int operand = OPERAND_COUNT + 1 + i;

        if (!(further[i].of_lengths ? problem->lengths : problem->mask != MASK_NONE))
            continue;
        *operation = (struct operation){
            .name = further[i].name, .symbol = SYMBOL_NONE, .of_notation = operand};
        if (!find_role(manifest, further[i].role, operation) ||
            problem->notation->operand[operand].axis_count == 0)
            return place_fail(chain, "attention has no buffer and operand `%s`", further[i].name);
        operation->operand = manifest->buffers[operation->buffer].name;
        if (!further[i].of_lengths)
            problem->mask_type = element_facts[manifest->buffers[operation->buffer].type].name;
        problem->epilogue_count++;
    }
    return problem->mask == MASK_NONE ||
           (problem->notation->operand[OPERAND_COUNT + 1].axis_count == 2) ==
               (problem->mask == MASK_KEYS) ||
           place_fail(chain, "the operand `mask` is of another kind");
}

/* Attention: V is the operand of its first operation. */
static bool read_attention(const struct place *place, const struct place *list,
                           struct manifest *manifest)
{
    struct problem *problem = &manifest->problem;
    struct place chain;
    int word, lengths = 0;

    if (!place_part(place, "chain", "kind operand mask lengths heads", &chain) ||
        !place_word(&chain, "mask", "none causal keys causal,keys matrix causal,matrix", &word) ||
        (place_has(&chain, "lengths") && !place_word(&chain, "lengths", "launch member", &lengths)))
        return false;
    problem->heads = 1;
    if (place_has(&chain, "heads") &&
        !place_size(&chain, "heads", 1, MANIFEST_SIZE_LIMIT, &problem->heads))
        return false;
    problem->attends = true;
    problem->causal = word % 2 == 1;
    problem->mask = (enum mask)(word / 2);
    problem->lengths = lengths == 1;
    if (problem->epilogue_count > 0 || problem->batch != BATCH_NONE || problem->notation == NULL)
        return place_fail(list, "must be empty, the batch `none`, and a `product`, of attention");
    problem->epilogue[0] = (struct operation){
        .name = OPERATION_ATTENTION, .symbol = SYMBOL_NONE, .of_notation = OPERAND_COUNT};
    problem->epilogue_count = 1;
    return read_second(&chain, manifest, &problem->epilogue[0]) && read_further(&chain, manifest);
}

/* A gated product: the operation on the first product, and one that multiplies by the second one, before those of the epilogue. */
static bool read_chain(const struct place *place, const struct place *list,
                       struct manifest *manifest)
{
    struct problem *problem = &manifest->problem;
    struct operation *const first = problem->epilogue;
    struct place chain;
    size_t count;
    int word;

    if (!place_member(place, "chain", &chain) ||
        !place_word(&chain, "kind", "gate attention", &word))
        return false;
    if (word == 1)
        return read_attention(place, list, manifest);
    if (!place_part(place, "chain", "kind gate operand ld offset", &chain) ||
        !place_string(&chain, "gate", &problem->gate) ||
        !read_given_size(&chain, "ld", true, &problem->gate_ld) ||
        !read_given_size(&chain, "offset", false, &problem->gate_offset))
        return false;
    count = strcmp(problem->gate, "none") == 0 ? 1 : 2;
    if (problem->epilogue_count + count > EPILOGUE_LIMIT)
        return place_fail(list, "has too many operations of a gated product");
    memmove(first + count, first, problem->epilogue_count * sizeof *first);
    problem->epilogue_count += count;
    first[0] = (struct operation){.name = problem->gate, .symbol = SYMBOL_NONE};
    first[count - 1] = (struct operation){.name = OPERATION_GATE, .symbol = SYMBOL_NONE};
    return read_second(&chain, manifest, &first[count - 1]);
}

bool read_epilogue(const struct place *root, struct manifest *manifest)
{
    struct problem *problem = &manifest->problem;
    struct place place, list, item;

    if (!place_member(root, "problem", &place) ||
        !place_list(&place, "epilogue", 0, EPILOGUE_LIMIT, &list, &problem->epilogue_count))
        return false;
    for (size_t i = 0; i < problem->epilogue_count; i++) {
        if (!place_item(&list, i, &item) || !read_operation(&item, manifest, &problem->epilogue[i]))
            return false;
    }
    if (place_has(&place, "chain") && !read_chain(&place, &list, manifest))
        return false;
    for (size_t i = 0; i < problem->epilogue_count; i++)
        if (problem->epilogue[i].has_buffer)
            manifest->operand[OPERAND_COUNT + i] = problem->epilogue[i].buffer;
    return check_operands(&list, manifest);
}
