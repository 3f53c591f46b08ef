/*
 * The inner loop of a kernel, found in an assembly listing of any vendor: Intel's .asm, PTX, SASS,
 * AMD's .s. They agree on labels (a word and a colon), on `//` and `;` before what is no code, and
 * on predicates in front of an instruction.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "harness/base/fault.h"

/* An instruction of a listing; the words point into it. */
struct instruction {
    const char *operation; /* "mad", "fma.rn.f32" */
    size_t operation_length;
    const char *operands; /* up to the end of the line or of its code */
    size_t operand_length;
};

/* Whether an instruction multiplies and adds elements of the matrices; `whole`: these are whole
 * numbers, so index arithmetic counts too where the listing does not tell it from theirs. */
typedef bool multiplies_adds(const struct instruction *instruction, bool whole);

/* The same, without the kinds of numbers: whether it is an instruction of a matrix engine. */
typedef bool uses_engine(const struct instruction *instruction);

struct inner_loop {
    size_t instructions; /* 0: there is no loop with a multiply-add */
    size_t multiply_adds;
    size_t on_engine; /* of them those of a matrix engine */
};

/* Finds the loop over K between `begin` and `end`. A loop is what stands between a label and the
 * last branch back to it. The one is taken that has the most multiply-adds outside of the
 * loops in it, of a matrix engine where there are any; all of its instructions count, those of
 * loops in it once. */
int listing_inner_loop(const char *begin, const char *end, multiplies_adds *test,
                       uses_engine *engine, bool whole, struct inner_loop *loop,
                       struct fault *fault);

/* Whether an operation begins with a word. */
bool operation_begins(const struct instruction *instruction, const char *word);

/* Whether an operation holds a word. */
bool operation_holds(const struct instruction *instruction, const char *word);
