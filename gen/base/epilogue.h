/*
 * Epilogues: what is done to alpha op(A) op(B) + beta C, operation by operation, before it is stored as C.
 *
 * One table. An operation has a row here, a piece in templates/epilogue.pieces and a reference in
 * harness/verify/epilogue.c. Its operand has the element type of C and is read where C is stored; a scalar has the type of
 * alpha and beta, in which all operations are calculated.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "gen/base/job.h"
#include "gen/base/problem.h"

enum {
    EPILOGUE_LIMIT = 16, /* operations of a list */
    EPILOGUE_ALIKE = 4,  /* operands of one name */
    EPILOGUE_NUMBERS = 2 /* parameters of an operation */
};

/* What an operation reads beside the value. */
enum reads {
    READS_NOTHING,
    READS_SCALAR,     /* one number, given at launch */
    READS_PER_ROW,    /* a vector: one element for each row of C */
    READS_PER_COLUMN, /* and for each column */
    READS_MATRIX      /* one element for each of C, in C's layout */
};

struct operation_row {
    const char *name;            /* in requests and manifests: "leaky_relu" */
    const char *operand;         /* the name of its first operand: "bias"; NULL: it has none */
    enum role role;              /* of its buffer */
    bool scalar, vector, matrix; /* which operands it takes */
    size_t numbers;              /* its parameters, which stand behind its name */
    bool written;                /* an expression stands there */
    bool exact;                  /* whole numbers stay such, where its operand and parameters are */
    const char *takes;           /* how it is asked for: "clamp:LOW:HIGH" */
    const char *piece;           /* what it does, in OpenCL C and in C: "epilogue/clamp" */
    const char *formula;         /* how comments write it: "formula/call" */
};

/* The rows; NULL past the last one. */
const struct operation_row *operation_row_at(size_t index);

/* What its piece calls a parameter: that of "clamp:LOW:HIGH" at index 1 is "high". */
const char *operation_parameter(struct job *job, const struct operation_row *row, size_t index);

/* A word of an expression: a number, a name, or a sign. */
struct token {
    enum token_kind {
        TOKEN_NUMBER,
        TOKEN_NAME,
        TOKEN_SIGN,    /* a bracket, or what stands before its operand */
        TOKEN_BETWEEN, /* a sign between two operands */
        TOKEN_COMMA
    } kind;
    const char *text;  /* "0.5", "value", "+" */
    const char *piece; /* how templates write it: "expression/plus" */
};

/* An operation that the user writes: a number made of the value and of its place in C. */
struct expression {
    const char *name; /* of its function: "expression", "expression2" */
    const char *text; /* canonical, without blanks: "value>0.0?value:0.5*value" */
    struct token *tokens;
    size_t count;
    bool reads_row, reads_column; /* beside the value */
};

struct operation {
    const struct operation_row *row;
    const struct expression *expression; /* NULL: the row says what is done */
    enum reads reads;
    bool many;           /* vectors: one for each matrix of B of the groups of a batch */
    const char *operand; /* "bias", "bias2"; NULL: none */
    enum symbol symbol;  /* of a scalar, or of the leading dimension of a matrix; SYMBOL_NONE */
    const char
        *number[EPILOGUE_NUMBERS]; /* parameters: the shortest text that reads back as the number */
    double real[EPILOGUE_NUMBERS];
};

struct epilogue {
    const char *text; /* canonical: "bias:column,relu"; "none" */
    size_t count;
    struct operation list[EPILOGUE_LIMIT];
};

/* Whether an operation reads from a buffer. */
bool operation_has_buffer(const struct operation *operation);
