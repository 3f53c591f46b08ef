/*
 * What rules read that follows from the tables of families.
 */
#include "gen/rules/rules.h"
#include "gen/spec/family.h"

const enum option_id *const rule_reads_local[] = {NULL, NULL};
const enum option_id *const rule_reads_of_families[] = {NULL, NULL};

bool rules_own_option(enum option_id option)
{
    return option != OPTION_BARRIER && family_is_own(option);
}
