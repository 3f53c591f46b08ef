/*
 * Named kernels: a name stands for a line of options.
 */
#pragma once

#include "gen/request/option.h"

/* The option line of a preset: one of the table, or any METHOD_HxW_HxW[_barrier]. That of a gatlas
 * preset depends on GATLAS's parameters among `values` (array of OPTION_COUNT).
 * Fails the job with the nearest name where there is none. */
const char *preset_options(struct job *job, const char *name, const struct option_value *values);

/* Fills in what the preset among `values` stands for, where there is one: that of a kernel for a shape gives way to what the kernel says beside it. */
void preset_fill(struct job *job, struct option_value *values);

/* Whether an option is a parameter of presets: it means nothing without one. */
bool preset_reads(enum option_id id);
