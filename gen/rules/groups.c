/* Rules of groups of unequal sizes: rows of one A and one C that have a B of their own, or parts of K that have a C of their own. */
#include "gen/rules/internal.h"

#include <string.h>

#include "gen/base/epilogue.h"
#include "gen/spec/family.h"

static bool has_parts_of_k(const struct spec *spec)
{
    return spec_is_ragged(spec, SYMBOL_K);
}

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
    return propose(propose(refuse(job, "%s names the matrix of B of a group: not with %s",
                                  option_and_value(job, spec, OPTION_EXPERTS, "index"),
                                  option_said(job, spec, OPTION_BATCH)),
                           OPTION_BATCH, "groups"),
                   OPTION_EXPERTS, "none");
}

/* Groups end anywhere. */
static const struct refusal *edges_of_groups(struct job *job, const struct spec *spec)
{
    if (!has_groups(spec) || spec->edges == EDGES_GUARD)
        return NULL;
    return propose(refuse(job, "%s have parts of any size: not with %s", groups_word(job, spec),
                          option_said(job, spec, OPTION_EDGES)),
                   OPTION_EDGES, "guard");
}

static const char *parts_of(const struct spec *spec)
{
    return has_parts_of_k(spec)             ? "parts of K"
           : spec_is_ragged(spec, SYMBOL_M) ? "rows"
                                            : "columns";
}

/* A group begins within a panel, a box or a block of several lines, and steps before the multiplication know of no groups but such as have a
 * matrix each. */
static const struct refusal *parts_in_workspace(struct job *job, const struct spec *spec)
{
    for (enum role role = ROLE_A; role <= ROLE_B && has_groups(spec); role++) {
        const struct operand *const operand = spec_operand(spec, role);
        const enum option_id option = in_panels(operand)       ? OPTION_PANELS
                                      : operand->repacked      ? OPTION_PREPARED
                                      : operand->pretransposed ? OPTION_PRETRANSPOSE
                                                               : OPTION_DECODE;
        if (problem_has_stride(&spec->problem, role) || !in_workspace(operand) ||
            spec->edges != EDGES_GUARD)
            continue;
        struct refusal *const refusal =
            refuse(job, "%s of %s begin groups where they lie (%s): not with %s", parts_of(spec),
                   operand->name, groups_word(job, spec), option_said(job, spec, option));
        if (!has_parts_of_k(spec))
            propose(refusal, option, "%s", role == ROLE_A ? "b" : "a");
        return propose(refusal, option, "none");
    }
    return NULL;
}

static const struct refusal *groups_in_parts(struct job *job, const struct spec *spec)
{
    if (!has_groups(spec) || spec->split_k == 1)
        return NULL;
    return propose(refuse(job, "%s and %s: work-groups have rows of a group or a part of K",
                          groups_word(job, spec),
                          option_number(job, spec, OPTION_SPLIT_K, spec->split_k)),
                   OPTION_SPLIT_K, "1");
}

static const struct refusal *groups_side_by_side(struct job *job, const struct spec *spec)
{
    if (!has_groups(spec) || spec->members == 1)
        return NULL;
    return propose(refuse(job, "work-groups have rows of one group (%s): not with %s",
                          groups_word(job, spec),
                          option_number(job, spec, OPTION_WG_MEMBERS, spec->members)),
                   OPTION_WG_MEMBERS, "1");
}

static const char *epilogue_asked(struct job *job, const struct spec *spec)
{
    return option_and_value(job, spec, OPTION_EPILOGUE, "%s", spec->problem.epilogue->text);
}

/* Whether it reads the numbers of rows or columns of C that groups have. */
static bool reads_number(const struct spec *spec, const struct expression *expression)
{
    return (spec_is_ragged(spec, SYMBOL_M) && expression->reads_row) ||
           (spec_is_ragged(spec, SYMBOL_N) && expression->reads_column);
}

/* The number of a row is that in its group, or in C; matrices lie as C does, and lists name rows of C alone. Where there are no groups none has a
 * vector. */
static const struct refusal *epilogue_of_groups(struct job *job, const struct spec *spec)
{
    const struct epilogue *const epilogue = spec->problem.epilogue;
    bool by_number = false, matrices = false, many = false;
    for (size_t i = 0; i < epilogue->count; i++) {
        const struct operation *const operation = &epilogue->list[i];
        by_number |= operation->expression && reads_number(spec, operation->expression);
        matrices |= operation->reads == READS_MATRIX;
        many |= operation->many;
    }
    if (many && has_groups(spec) && !spec_is_ragged(spec, SYMBOL_M))
        return propose(refuse(job, "%s has a vector for each matrix of B: not with %s",
                              epilogue_asked(job, spec), option_said(job, spec, OPTION_RAGGED)),
                       OPTION_RAGGED, "m");
    if (many && !has_groups(spec))
        return propose(refuse(job, "%s has a vector for each group: not with %s",
                              epilogue_asked(job, spec), option_said(job, spec, OPTION_BATCH)),
                       OPTION_BATCH, "groups");
    if (by_number) {
        struct refusal *const refusal =
            refuse(job, "%s reads numbers of %s of C, which %s have not in common",
                   epilogue_asked(job, spec), parts_of(spec), groups_word(job, spec));
        return spec_is_ragged(spec, SYMBOL_N) ? propose(refusal, OPTION_RAGGED, "m")
                                              : propose(refusal, OPTION_BATCH, "strided");
    }
    if (matrices && spec->problem.scatters)
        return propose(refuse(job, "%s has rows in the order of groups, not as %s names them",
                              epilogue_asked(job, spec), option_said(job, spec, OPTION_ROWS_C)),
                       OPTION_ROWS_C, "none");
    return NULL;
}

/* The one of --rows-a and --rows-c that names rows by a list, and both where they do. */
static enum option_id rows_option(const struct spec *spec)
{
    return spec->problem.gathers ? OPTION_ROWS_A : OPTION_ROWS_C;
}

static const struct refusal *rows_without_groups(struct job *job, const struct spec *spec)
{
    if ((!spec->problem.gathers && !spec->problem.scatters) || has_groups(spec))
        return NULL;
    return propose(propose(refuse(job, "%s names rows of groups: not with %s",
                                  option_said(job, spec, rows_option(spec)),
                                  option_said(job, spec, OPTION_BATCH)),
                           OPTION_BATCH, "groups"),
                   rows_option(spec), "none");
}

static const struct refusal *rows_of_family(struct job *job, const struct spec *spec)
{
    if ((!spec->problem.gathers && !spec->problem.scatters) || spec->family->gathers)
        return NULL;
    return propose(
        refuse(job, "the %s family reads and writes rows that lie one behind another: not with %s",
               spec->family->name, option_said(job, spec, rows_option(spec))),
        OPTION_FAMILY, "register");
}

/* A box of A has rows that lie one behind another. */
static const struct refusal *rows_in_boxes(struct job *job, const struct spec *spec)
{
    if (!spec->problem.gathers || strcmp(spec->values[OPTION_COPY].text, "tensor") != 0)
        return NULL;
    return propose(
        propose(refuse(job, "%s copies rows of A that lie one behind another: not with %s",
                       option_and_value(job, spec, OPTION_COPY, "tensor"),
                       option_said(job, spec, rows_option(spec))),
                OPTION_COPY, "async"),
        OPTION_ROWS_A, "none");
}

/* OpenCL C compares and exchanges words of 32 bits. */
static const struct refusal *rows_added_narrow(struct job *job, const struct spec *spec)
{
    if (!spec->problem.adds || strcmp(spec->c.given->type, "f32") == 0)
        return NULL;
    return propose(
        propose(refuse(job, "%s adds to elements of 32 bits, in f32: not with %s",
                       option_and_value(job, spec, OPTION_ROWS_C, "add"),
                       option_and_value(job, spec, OPTION_TYPE_C, "%s", spec->c.given->type)),
                OPTION_TYPE_C, "f32"),
        OPTION_ROWS_C, "index");
}

/* What is added is what the epilogue makes of the product alone. */
static const struct refusal *rows_added_scaled(struct job *job, const struct spec *spec)
{
    const struct setting *const beta = &spec->problem.values[SYMBOL_BETA];
    if (!spec->problem.adds || (beta->how == FIXED && beta->real == 0))
        return NULL;
    return propose(refuse(job, "%s adds the product to C as it is, which is 1 times C: not with %s",
                          option_and_value(job, spec, OPTION_ROWS_C, "add"),
                          option_said(job, spec, OPTION_BETA)),
                   OPTION_BETA, "0");
}

static const struct refusal *rows_added_in_blocks(struct job *job, const struct spec *spec)
{
    if (!spec->problem.adds || strcmp(spec->family->name, "blocked") != 0)
        return NULL;
    return propose(refuse(job,
                          "the blocked family updates C after each block of K, the rows of %s once",
                          option_and_value(job, spec, OPTION_ROWS_C, "add")),
                   OPTION_FAMILY, "register");
}

/* Each row is read and written for itself, along a line. */
static const struct refusal *rows_across_lines(struct job *job, const struct spec *spec)
{
    if (!spec->problem.gathers && !spec->problem.scatters)
        return NULL;
    if (spec->column_major)
        return propose(refuse(job, "%s names lines of memory, and with %s rows of C are none",
                              option_said(job, spec, rows_option(spec)),
                              option_and_value(job, spec, OPTION_LAYOUT, "column")),
                       OPTION_LAYOUT, "row");
    if (spec->problem.gathers && spec->problem.transpose_a)
        return propose(refuse(job, "%s names lines of memory, and with %s rows of op(A) are none",
                              option_said(job, spec, rows_option(spec)),
                              option_said(job, spec, OPTION_TRANSPOSE)),
                       OPTION_TRANSPOSE, "n%c", spec->values[OPTION_TRANSPOSE].text[1]);
    if (spec->c.transposed)
        return propose(refuse(job, "%s names rows of C, and with %s lanes have several of a column",
                              option_said(job, spec, rows_option(spec)),
                              option_said(job, spec, OPTION_ENGINE_ALONG)),
                       OPTION_ENGINE_ALONG, "m");
    return NULL;
}

/* ------------------------------------------------------- parts of other axes than M */

static const struct refusal *ragged_without_groups(struct job *job, const struct spec *spec)
{
    if (spec->problem.ragged == SYMBOL_M || has_groups(spec))
        return NULL;
    return propose(propose(refuse(job, "%s gives groups %s: not with %s",
                                  option_said(job, spec, OPTION_RAGGED),
                                  spec->problem.ragged == SYMBOL_N ? "columns" : "parts of K",
                                  option_said(job, spec, OPTION_BATCH)),
                           OPTION_BATCH, "groups"),
                   OPTION_RAGGED, "m");
}

/* Lists name rows of A and C, and matrices of B. */
static const struct refusal *lists_of_parts(struct job *job, const struct spec *spec)
{
    static const enum option_id lists[] = {OPTION_EXPERTS, OPTION_ROWS_A, OPTION_ROWS_C};
    for (size_t i = 0; i < sizeof lists / sizeof *lists && spec->problem.ragged != SYMBOL_M; i++) {
        const char *const word = spec->values[lists[i]].text;
        if (strcmp(word, "none") == 0 || !has_groups(spec))
            continue;
        return propose(propose(refuse(job, "%s is for groups of rows: not with %s",
                                      option_and_value(job, spec, lists[i], "%s", word),
                                      option_said(job, spec, OPTION_RAGGED)),
                               lists[i], "none"),
                       OPTION_RAGGED, "m");
    }
    return NULL;
}

/* Several elements along K are read as one. */
static const struct refusal *parts_of_blocks(struct job *job, const struct spec *spec)
{
    for (enum role role = ROLE_A; role <= ROLE_B && has_parts_of_k(spec); role++) {
        const struct operand *const operand = spec_operand(spec, role);
        if (!is_quantised(operand) && operand->given->covers == 1)
            continue;
        return propose(propose(refuse(job,
                                      "parts of K begin at any element (%s): not within a block of "
                                      "%s, as %s is",
                                      option_said(job, spec, OPTION_RAGGED),
                                      element_asked(operand->given), operand->name),
                               option_of(operand, OPTION_TYPE_A), "f32"),
                       OPTION_RAGGED, "m");
    }
    return NULL;
}

static const struct refusal *parts_in_boxes(struct job *job, const struct spec *spec)
{
    if (!has_parts_of_k(spec) || strcmp(spec->values[OPTION_COPY].text, "tensor") != 0)
        return NULL;
    return propose(
        propose(refuse(job,
                       "%s copies boxes of whole matrices, and parts of K begin at any element: "
                       "not with %s",
                       option_and_value(job, spec, OPTION_COPY, "tensor"),
                       option_said(job, spec, OPTION_RAGGED)),
                OPTION_COPY, "async"),
        OPTION_RAGGED, "m");
}

/* A box begins at a multiple of 16 bytes along its lines: else it ends the launch of a device. */
static const struct refusal *parts_along_boxes(struct job *job, const struct spec *spec)
{
    for (enum role role = ROLE_A; role <= ROLE_B && problem_shares_c(&spec->problem); role++) {
        const struct operand *const operand = spec_operand(spec, role);
        const char *const ends = spec->values[OPTION_TRANSPOSE].text;
        const char end_a = ends[0], end_b = ends[1];
        if (strcmp(spec->values[OPTION_COPY].text, "tensor") != 0 || lies_along_k(operand) ||
            problem_has_stride(&spec->problem, role))
            continue;
        return propose(
            propose(refuse(job,
                           "%s copies boxes that begin at multiples of 16 bytes, and %s of a group "
                           "begin at any element of a line of %s: not with %s",
                           option_and_value(job, spec, OPTION_COPY, "tensor"), parts_of(spec),
                           operand->name,
                           option_and_value(job, spec, OPTION_TRANSPOSE, "%s", ends)),
                    OPTION_COPY, "async"),
            OPTION_TRANSPOSE, "%c%c",
            role != ROLE_A ? end_a
            : end_a == 'n' ? 't'
                           : 'n',
            role != ROLE_B ? end_b
            : end_b == 'n' ? 't'
                           : 'n');
    }
    return NULL;
}

static const struct refusal *parts_of_fixed(struct job *job, const struct spec *spec)
{
    if (!has_parts_of_k(spec) || spec_fixed(spec, SYMBOL_K) < 0)
        return NULL;
    return propose(refuse(job, "%s reads the size of each part of K at launch: not with %s",
                          option_said(job, spec, OPTION_RAGGED),
                          option_said(job, spec, OPTION_FIXED)),
                   OPTION_RAGGED, "m");
}

const struct rule group_rules[] = {
    {"groups-experts", experts_of_groups, READS(OPTION_BATCH, OPTION_EXPERTS), NULL},
    {"groups-edges", edges_of_groups, READS(OPTION_BATCH, OPTION_EDGES), NULL},
    {"groups-workspace", parts_in_workspace,
     READS(OPTION_BATCH, OPTION_RAGGED, OPTION_PANELS, OPTION_PREPARED, OPTION_PRETRANSPOSE,
           OPTION_DECODE, OPTION_ACCESS_A, OPTION_ACCESS_B, OPTION_EDGES, OPTION_LAYOUT,
           TYPE_OPTIONS, FAMILY_OPTIONS),
     NULL},
    {"groups-split", groups_in_parts, READS(OPTION_BATCH, OPTION_SPLIT_K), NULL},
    {"groups-members", groups_side_by_side, READS(OPTION_BATCH, OPTION_WG_MEMBERS), NULL},
    {"groups-epilogue", epilogue_of_groups,
     READS(OPTION_BATCH, OPTION_RAGGED, OPTION_EPILOGUE, OPTION_ROWS_C), NULL},
    {"ragged-groups", ragged_without_groups, READS(OPTION_BATCH, OPTION_RAGGED), NULL},
    {"ragged-lists", lists_of_parts,
     READS(OPTION_BATCH, OPTION_RAGGED, OPTION_EXPERTS, OPTION_ROWS_A, OPTION_ROWS_C), NULL},
    {"ragged-fixed", parts_of_fixed, READS(OPTION_BATCH, OPTION_RAGGED, OPTION_FIXED), NULL},
    {"ragged-blocks", parts_of_blocks, READS(OPTION_BATCH, OPTION_RAGGED, TYPE_OPTIONS), NULL},
    {"ragged-boxes", parts_in_boxes,
     READS(OPTION_BATCH, OPTION_RAGGED, OPTION_COPY, FAMILY_OPTIONS), NULL},
    {"groups-boxes", parts_along_boxes,
     READS(OPTION_BATCH, OPTION_RAGGED, OPTION_COPY, OPTION_LAYOUT, OPTION_TRANSPOSE,
           FAMILY_OPTIONS),
     NULL},
    {"rows-groups", rows_without_groups, READS(OPTION_BATCH, OPTION_ROWS_A, OPTION_ROWS_C), NULL},
    {"rows-add-type", rows_added_narrow, READS(OPTION_ROWS_C, TYPE_OPTIONS, OPTION_TYPE_C), NULL},
    {"rows-add-beta", rows_added_scaled, READS(OPTION_ROWS_C, OPTION_BETA), NULL},
    {"rows-add-family", rows_added_in_blocks, READS(OPTION_ROWS_C, FAMILY_OPTIONS), NULL},
    {"rows-family", rows_of_family, READS(OPTION_ROWS_A, OPTION_ROWS_C, FAMILY_OPTIONS), NULL},
    {"rows-boxes", rows_in_boxes, READS(OPTION_ROWS_A, OPTION_COPY, FAMILY_OPTIONS), NULL},
    {"rows-lines", rows_across_lines,
     READS(OPTION_ROWS_A, OPTION_ROWS_C, OPTION_LAYOUT, OPTION_TRANSPOSE, FAMILY_OPTIONS,
           OPTION_ENGINE_ALONG),
     NULL},
    {NULL, NULL, NULL, NULL},
};
