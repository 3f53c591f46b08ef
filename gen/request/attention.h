/*
 * Attention, O = softmax(alpha Q K^T) V: its sizes and operands in the terms of a product, and the options that it stands for.
 */
#pragma once

#include "gen/base/notation.h"
#include "gen/request/option.h"

/* Whether options (array of OPTION_COUNT) ask for it. */
bool attention_asked(const struct option_value *values);

/* Q [batch, lq, q_heads, head], K and V [batch, lk, kv_heads, head] and O as Q, in the order A, B, C, D; where they are asked for a mask [batch, lk] or
 * [batch, q_heads, lq, lk] and lengths [batch]. Each position but the last one has a stride that a launch gives, as it does all sizes but `head`. The classes: M is lq, N is head, K is lk, and the batch is of the members and heads of Q. */
const struct notation *attention_of(struct job *job, const struct option_value *values);

/* The options with what attention decides. Fails the job where the user says one of these beside it. */
const struct option_value *attention_say(struct job *job, const struct option_value *asked);
