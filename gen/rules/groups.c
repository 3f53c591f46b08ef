/* Rules of groups of unequal sizes: rows of one A and one C that have a B of their own. */
#include "gen/rules/internal.h"

#include <string.h>

#include "gen/base/epilogue.h"
#include "gen/spec/family.h"

static bool has_groups(const struct spec *spec)
{
    return spec->problem.batch == BATCH_GROUPS;
}

static const char *groups_word(struct job *job, const struct spec *spec)
{
    return option_and_value(job, spec, OPTION_BATCH, "groups");
}

static const struct refusal *experts_of_groups(struct job *job, const struct spec *spec)
{
    if (!spec->problem.experts || has_groups(spec))
        return NULL;
    return propose(
        propose(refuse(job, "%s names the matrix of B of a group: not with %s",
                       option_and_value(job, spec, OPTION_EXPERTS, "index"),
                       option_and_value(job, spec, OPTION_BATCH, "%s",
                                        batch_word(spec->problem.batch))),
                OPTION_BATCH, "groups"),
        OPTION_EXPERTS, "none");
}

/* Groups end anywhere. */
static const struct refusal *edges_of_groups(struct job *job, const struct spec *spec)
{
    if (!has_groups(spec) || spec->edges == EDGES_GUARD)
        return NULL;
    return propose(
        refuse(job, "%s have any number of rows each: not with %s", groups_word(job, spec),
               option_and_value(job, spec, OPTION_EDGES, "%s", spec->values[OPTION_EDGES].text)),
        OPTION_EDGES, "guard");
}

/* A group begins within a panel or a block of several lines, and steps before the multiplication know of no groups. */
static const struct refusal *rows_in_workspace(struct job *job, const struct spec *spec)
{
    const struct operand *const a = spec_operand(spec, ROLE_A);
    const enum option_id option = in_panels(a)       ? OPTION_PANELS
                                  : a->repacked      ? OPTION_PREPARED
                                  : a->pretransposed ? OPTION_PRETRANSPOSE
                                                     : OPTION_DECODE;
    if (!has_groups(spec) || !in_workspace(a) || spec->edges != EDGES_GUARD)
        return NULL;
    return propose(
        propose(refuse(job, "rows of A begin groups where they lie (%s): not with %s",
                       groups_word(job, spec),
                       option_and_value(job, spec, option, "%s", spec->values[option].text)),
                option, "b"),
        option, "none");
}

static const struct refusal *groups_in_parts(struct job *job, const struct spec *spec)
{
    if (!has_groups(spec) || spec->split_k == 1)
        return NULL;
    return propose(refuse(job, "%s and %s: work-groups have rows of a group or a part of K",
                          groups_word(job, spec),
                          option_and_value(job, spec, OPTION_SPLIT_K, "%lld", spec->split_k)),
                   OPTION_SPLIT_K, "1");
}

static const struct refusal *groups_side_by_side(struct job *job, const struct spec *spec)
{
    if (!has_groups(spec) || spec->members == 1)
        return NULL;
    return propose(refuse(job, "work-groups have rows of one group (%s): not with %s",
                          groups_word(job, spec),
                          option_and_value(job, spec, OPTION_WG_MEMBERS, "%lld", spec->members)),
                   OPTION_WG_MEMBERS, "1");
}

/* Boxes and tiles in sequence are those of one product. */
static const struct refusal *groups_in_sequence(struct job *job, const struct spec *spec)
{
    if (!has_groups(spec))
        return NULL;
    if (strcmp(spec->values[OPTION_COPY].text, "tensor") == 0)
        return propose(refuse(job, "%s describes A and B of one product, not of %s",
                              option_and_value(job, spec, OPTION_COPY, "tensor"),
                              groups_word(job, spec)),
                       OPTION_COPY, "async");
    if (spec->groups)
        return propose(refuse(job, "%s: work-groups compute tiles of one product, not of %s",
                              option_and_value(job, spec, OPTION_PERSISTENT, "%lld", spec->groups),
                              groups_word(job, spec)),
                       OPTION_PERSISTENT, "0");
    return NULL;
}

/* What is added by rows of C would have to begin with those of the group. */
static const struct refusal *rows_of_epilogue(struct job *job, const struct spec *spec)
{
    const struct epilogue *const epilogue = spec->problem.epilogue;
    bool by_rows = false;
    for (size_t i = 0; i < epilogue->count; i++) {
        const struct operation *const operation = &epilogue->list[i];
        by_rows |= operation->reads == READS_PER_ROW || operation->reads == READS_MATRIX ||
                   (operation->expression && operation->expression->reads_row);
    }
    if (!has_groups(spec) || !by_rows)
        return NULL;
    return propose(refuse(job, "%s reads by rows of C, which %s have not in common",
                          option_and_value(job, spec, OPTION_EPILOGUE, "%s", epilogue->text),
                          groups_word(job, spec)),
                   OPTION_BATCH, "strided");
}

/* Its work-items share sums of one product. */
static const struct refusal *groups_in_gemv(struct job *job, const struct spec *spec)
{
    if (!has_groups(spec) || strcmp(spec->family->name, "gemv") != 0)
        return NULL;
    return propose(refuse(job, "the gemv family multiplies by one thin matrix: not with %s",
                          groups_word(job, spec)),
                   OPTION_FAMILY, "register");
}

const struct rule group_rules[] = {
    {"groups-experts", experts_of_groups, READS(OPTION_BATCH, OPTION_EXPERTS), NULL},
    {"groups-family", groups_in_gemv, READS(OPTION_BATCH, FAMILY_OPTIONS), NULL},
    {"groups-edges", edges_of_groups, READS(OPTION_BATCH, OPTION_EDGES), NULL},
    {"groups-workspace", rows_in_workspace,
     READS(OPTION_BATCH, OPTION_PANELS, OPTION_PREPARED, OPTION_PRETRANSPOSE, OPTION_DECODE,
           OPTION_ACCESS_A, OPTION_ACCESS_B, OPTION_EDGES, OPTION_LAYOUT, TYPE_OPTIONS,
           FAMILY_OPTIONS),
     NULL},
    {"groups-split", groups_in_parts, READS(OPTION_BATCH, OPTION_SPLIT_K), NULL},
    {"groups-members", groups_side_by_side, READS(OPTION_BATCH, OPTION_WG_MEMBERS), NULL},
    {"groups-sequence", groups_in_sequence,
     READS(OPTION_BATCH, OPTION_COPY, OPTION_PERSISTENT, FAMILY_OPTIONS), NULL},
    {"groups-epilogue", rows_of_epilogue, READS(OPTION_BATCH, OPTION_EPILOGUE), NULL},
    {NULL, NULL, NULL, NULL},
};
