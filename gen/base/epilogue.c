#include "gen/base/epilogue.h"

#include <string.h>

#define CALL .formula = "formula/call"

static const struct operation_row rows[] = {
    {.name = "bias",
     .operand = "bias",
     .role = ROLE_BIAS,
     .vector = true,
     .exact = true,
     .takes = "bias:row, bias:column or bias:column:group",
     .piece = "epilogue/plus",
     .formula = "formula/plus"},
    {.name = "scale",
     .operand = "scale",
     .role = ROLE_SCALE,
     .scalar = true,
     .vector = true,
     .exact = true,
     .takes = "scale, scale:row, scale:column or scale:column:group",
     .piece = "epilogue/times",
     .formula = "formula/times"},
    {.name = "residual",
     .operand = "residual",
     .role = ROLE_RESIDUAL,
     .matrix = true,
     .exact = true,
     .takes = "residual",
     .piece = "epilogue/plus",
     .formula = "formula/plus"},
    {.name = "relu", .exact = true, .takes = "relu", .piece = "epilogue/relu", CALL},
    {.name = "leaky_relu",
     .numbers = 1,
     .takes = "leaky_relu:SLOPE",
     .piece = "epilogue/leaky_relu",
     CALL},
    {.name = "gelu", .takes = "gelu", .piece = "epilogue/gelu", CALL},
    {.name = "gelu_tanh", .takes = "gelu_tanh", .piece = "epilogue/gelu_tanh", CALL},
    {.name = "silu", .takes = "silu", .piece = "epilogue/silu", CALL},
    {.name = "sigmoid", .takes = "sigmoid", .piece = "epilogue/sigmoid", CALL},
    {.name = "tanh", .takes = "tanh", .piece = "epilogue/tanh", CALL},
    {.name = "clamp",
     .numbers = 2,
     .exact = true,
     .takes = "clamp:LOW:HIGH",
     .piece = "epilogue/clamp",
     CALL},
    {.name = "expression",
     .written = true,
     .takes = "expression:TEXT",
     .piece = "epilogue/expression",
     CALL},
};

const struct operation_row *operation_row_at(size_t index)
{
    return index < sizeof rows / sizeof rows[0] ? &rows[index] : NULL;
}

const char *operation_parameter(struct job *job, const struct operation_row *row, size_t index)
{
    const char *word = row->takes;
    for (size_t i = 0; i <= index; i++)
        word = strchr(word, ':') + 1;
    char *const name = arena_text(job->arena, word, strcspn(word, ":"));
    for (char *letter = name; *letter; letter++)
        *letter |= 'a' - 'A'; /* a capital */
    return name;
}

bool operation_has_buffer(const struct operation *operation)
{
    return operation->reads >= READS_PER_ROW;
}
