/*
 * Every family that there is: a folder with a file for each of these.
 */
#pragma once

#include "gen/spec/family.h"

/* A family, and what each stage calls of it. */
#define FAMILY(name)                                                                               \
    extern const struct family family_##name;                                                      \
    extern const struct family_spec family_##name##_spec;                                          \
    extern const struct family_rules family_##name##_rules;                                        \
    extern const struct family_plan family_##name##_plan;                                          \
    extern const struct family_view family_##name##_view;
#include "gen/request/families.def"

/* The members of struct family that say what each stage calls. */
#define FAMILY_STAGES(name)                                                                        \
    .spec = &family_##name##_spec, .rules = &family_##name##_rules, .plan = &family_##name##_plan, \
    .view = &family_##name##_view
