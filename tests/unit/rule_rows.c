#include "tests/unit/rule_rows.h"

const struct rule_row rule_rows[] = {
#include "tests/unit/rule_rows_families.def"
#include "tests/unit/rule_rows_gatlas.def"
#include "tests/unit/rule_rows_problem.def"
    {NULL, NULL, NULL, NULL, NULL},
};
