/*
 * Shuffles: how a kernel for one kind of device takes what another lane of its row holds in a register.
 */
#pragma once

#include "gen/plan/kernel.h"
#include "gen/base/value.h"

/* Members `shuffle` (the function that takes a register of `width` elements), `by_component` (what it is made of where
 * one call takes a single element: `single` and `components`, or false), `logical` (whether lanes are counted from the first one of the row in its
 * sub-group), `shuffle_extension` (to be enabled for it, or false) and `warp` (what the function is made of in NVIDIA's
 * dialect, for exchange/warp, or false), for rows of `lanes`. `spelling` is the dialect: intel, khr or nvidia. */
void add_shuffle(struct job *job, const struct kernel *kernel, struct value *view,
                 enum spelling spelling, long long lanes, long long width);
