/*
 * Rules of --interface: a kernel that a host launches as its own is one step, of the size that the host's launch has, and finds all
 * that it needs among the host's arguments.
 */
#include "gen/rules/internal.h"

#include <string.h>

#include "gen/request/interface.h"
#include "gen/request/sum.h"
#include "gen/spec/family.h"
#include "gen/spec/gatlas.h"

/* ---------------------------------------------------------------------------------- one step */

static struct refusal *refuse_step(struct job *job, const struct spec *spec, enum option_id id)
{
    const bool in_launch = id == OPTION_SPLIT_K_SUM || id == OPTION_COPY;
    return refuse(job, "%s needs a %s, and interface %s %s", option_said(job, spec, id),
                  in_launch ? "workspace" : "step beside the product", spec->interface->name,
                  in_launch ? "passes none" : "launches one kernel");
}

/* The option by which an operand of a kernel is brought to it by a step; OPTION_COUNT: it is read in place. */
static enum option_id step_option(const struct operand *operand)
{
    return in_image(operand)        ? option_of(operand, OPTION_ACCESS_A)
           : in_panels(operand)     ? OPTION_PANELS
           : operand->pretransposed ? OPTION_PRETRANSPOSE
           : operand->decoded       ? OPTION_DECODE
           : operand->repacked      ? OPTION_PREPARED
                                    : OPTION_COUNT;
}

static const struct refusal *several_steps(struct job *job, const struct spec *spec)
{
    for (const struct operand *operand = &spec->a; operand && spec->interface;
         operand = operand_after(spec, operand)) {
        const enum option_id option = step_option(operand);
        if (option == OPTION_ACCESS_A || option == OPTION_ACCESS_B)
            return propose(refuse(job,
                                  "%s needs a step that copies it, and interface %s launches one "
                                  "kernel",
                                  option_and_value(job, spec, option, "image"),
                                  spec->interface->name),
                           option, "buffer");
        if (option != OPTION_COUNT)
            return propose(refuse_step(job, spec, option), option, "none");
    }
    if (spec->interface && spec->sums_in_launch)
        return propose(refuse_step(job, spec, OPTION_SPLIT_K_SUM), OPTION_SPLIT_K, "1");
    if (spec->interface && spec->values[OPTION_SPLIT_K].numbers[0] != 1)
        return propose(refuse_step(job, spec, OPTION_SPLIT_K), OPTION_SPLIT_K, "1");
    if (spec->interface && spec->notes)
        return propose(refuse_step(job, spec, OPTION_COPY), OPTION_COPY, "plain");
    return NULL;
}

/* A host builds the text, and launches what comes of it. */
static const struct refusal *finalized(struct job *job, const struct spec *spec)
{
    if (!spec->interface || !spec_engine(spec).finalize)
        return NULL;
    return propose(refuse(job,
                          "%s: a host finalizes the program that is built, and interface %s "
                          "launches it as it is",
                          option_said(job, spec, OPTION_ENGINE), spec->interface->name),
                   OPTION_ENGINE, "mma");
}

static const struct refusal *padded(struct job *job, const struct spec *spec)
{
    if (!spec->interface || spec->edges != EDGES_PAD)
        return NULL;
    return propose(refuse_step(job, spec, OPTION_EDGES), OPTION_EDGES, "guard");
}

/* ------------------------------------------------------------------------------------ launch */

static bool has_dimension(const struct interface *interface, enum symbol symbol)
{
    const enum symbol *const groups = interface->groups;
    return groups[0] == symbol || groups[1] == symbol || groups[2] == symbol;
}

/* Work-groups of the host are those of the kernel. */
static const struct refusal *other_groups(struct job *job, const struct spec *spec)
{
    const struct interface *const interface = spec->interface;
    if (!interface)
        return NULL;
    if (spec->per_unit)
        return propose(refuse(job, "%s: interface %s launches a work-group for each tile",
                              option_number(job, spec, OPTION_PERSISTENT, spec->per_unit),
                              interface->name),
                       OPTION_PERSISTENT, "0");
    if (spec->members > 1)
        return propose(refuse(job, "%s: interface %s launches a work-group for each member",
                              option_number(job, spec, OPTION_WG_MEMBERS, spec->members),
                              interface->name),
                       OPTION_WG_MEMBERS, "1");
    if (spec->problem.batch == BATCH_GROUPS)
        return propose(refuse(job, "interface %s launches members of one size, not %s",
                              interface->name, option_and_value(job, spec, OPTION_BATCH, "groups")),
                       OPTION_BATCH, "none");
    if (spec_has_members(spec) != has_dimension(interface, SYMBOL_BATCH))
        return propose_words(
            refuse(
                job, "interface %s launches %s, which is not for %s", interface->name,
                spec_has_members(spec) ? "one product" : "the members of a batch",
                option_and_value(job, spec, OPTION_BATCH, "%s", batch_word(spec->problem.batch))),
            "another --interface");
    return NULL;
}

/* As many tiles in sequence as that size has along M (`along_m` of canonical M): of the present tile, or the next smaller one that divides it. */
static const struct refusal *propose_tiles(struct refusal *refusal, const struct spec *spec,
                                           bool along_m, long long extent)
{
    struct shape tile = spec->tile, tiles = spec->tiles;
    long long *const side = along_m ? &tile.height : &tile.width;
    while (extent % *side)
        --*side;
    *(along_m ? &tiles.height : &tiles.width) = extent / *side;
    propose(refusal, OPTION_BLOCK_TILES, "%lldx%lld", tiles.height, tiles.width);
    if (*side != shape_side(spec->tile, along_m))
        propose_with(refusal, OPTION_TILE, "%lldx%lld", tile.height, tile.width);
    return refusal;
}

/* A tile of that size along M (`along_m` of canonical M) with the present work-group. */
static const struct refusal *propose_tile(struct refusal *refusal, const struct spec *spec,
                                          bool along_m, long long extent)
{
    const struct shape items = spec_items(spec);
    const long long side = along_m ? items.height : items.width;
    if (spec->family->alone)
        return propose_tiles(refusal, spec, along_m, extent);
    if (extent % side)
        return propose(refusal, OPTION_WG, "%lldx%lld", along_m ? 1 : spec->wg.height,
                       along_m ? spec->wg.width : 1);
    return propose(refusal, OPTION_TILE, "%lldx%lld", along_m ? extent / side : spec->tile.height,
                   along_m ? spec->tile.width : extent / side);
}

static const struct refusal *other_extent(struct job *job, const struct spec *spec,
                                          enum symbol symbol, long long wanted, long long has)
{
    const bool along_m = symbol == spec->m;
    return propose_tile(
        refuse(
            job,
            "a work-group computes %lld along %s (%s, %s), and interface %s launches one for "
            "each %lld",
            has, symbol_in_kernel(symbol), option_side(job, spec, OPTION_TILE, along_m),
            option_side(job, spec, spec->family->alone ? OPTION_BLOCK_TILES : OPTION_WG, along_m),
            spec->interface->name, wanted),
        spec, along_m, wanted);
}

static const struct refusal *other_launch(struct job *job, const struct spec *spec)
{
    for (int i = 0; spec->interface && i < LAUNCH_NUMBERS; i++) {
        const long long has = spec_host_number(spec, i);
        const long long wanted = interface_number(spec->interface, i)->number;
        if (!wanted || has == wanted)
            continue;
        if (i < 2)
            return other_extent(job, spec, (enum symbol)(SYMBOL_M + i), wanted, has);
        long long local[2];
        interface_local(spec->interface, spec->values, local);
        struct refusal *const refusal = refuse(
            job,
            "a work-group has %lld work-items along dimension %d (%s), and interface %s launches "
            "%lld",
            has, i - 2, option_shape(job, spec, OPTION_WG), spec->interface->name, wanted);
        return spec->interface->flat || !local[0] || !local[1]
                   ? propose_words(refusal, "another --wg")
                   : propose(refusal, OPTION_WG, "%lldx%lld", local[0], local[1]);
    }
    return NULL;
}

/* Families that number their work-items count those of --wg alone. */
static const struct refusal *launch_too_large(struct job *job, const struct spec *spec)
{
    const long long limit = spec->profile->work_group_size;
    long long items = 1;
    for (int i = 0; spec->interface && i < INTERFACE_DIMENSIONS; i++)
        items *= spec_host_local(spec, i);
    if (!limit || items <= limit || items == spec->wg.height * spec->wg.width)
        return NULL;
    return propose_words(
        refuse(job, "interface %s launches work-groups of %lld work-items, %s allows %lld",
               spec->interface->name, items, option_limits(job, spec, OPTION_WG_LIMIT, limit),
               limit),
        "another --interface");
}

/* Work-groups that take tiles in turn. */
static const struct refusal *no_walk(struct job *job, const struct spec *spec)
{
    if (!spec_walks(spec))
        return NULL;
    if (!spec->family->walks)
        return propose(refuse(job,
                              "interface %s launches any number of work-groups, which take tiles "
                              "in turn, and those of --family %s have one each",
                              spec->interface->name, spec->family->name),
                       OPTION_FAMILY, "register");
    if (spec->family->alone || spec->tiles.height * spec->tiles.width == 1)
        return NULL;
    return propose(refuse(job, "%s: work-groups of interface %s take tiles in turn",
                          option_shape(job, spec, OPTION_BLOCK_TILES), spec->interface->name),
                   OPTION_BLOCK_TILES, "1x1");
}

/* A macro of the host has one number, however often its launch names it. */
static const struct refusal *other_macro(struct job *job, const struct spec *spec)
{
    for (int i = 0; spec->interface && i < LAUNCH_NUMBERS; i++) {
        const long long has = spec_host_number(spec, i);
        const char *const macro = interface_number(spec->interface, i)->macro;
        if (macro && spec_host_macro(spec, macro) != has)
            return propose_words(refuse(job,
                                        "%s of interface %s would be %lld and %lld: its launch has "
                                        "one number for both",
                                        macro, spec->interface->name, spec_host_macro(spec, macro),
                                        has),
                                 "a square --tile and --wg");
    }
    return NULL;
}

/* The setting by which a host has the launch is one that its file allows; `k`: with what the kernel needs along K. */
static const struct refusal *no_setting_of(struct job *job, const struct spec *spec, bool k)
{
    const struct interface *const interface = spec->interface;
    struct define found[INTERFACE_MACROS];
    if (!interface || !interface_is_open(interface) || spec_host_setting(spec, k, found))
        return NULL;
    return propose_words(
        refuse(job, "no setting of interface %s, by its `macros` and `rules`, has %s",
               interface->name,
               k ? "the multiples of K that the kernel needs" : "the launch of the kernel"),
        k ? "another --tile-k, or --setting" : "another --tile and --wg, or --setting");
}

static const struct refusal *no_setting(struct job *job, const struct spec *spec)
{
    return no_setting_of(job, spec, false);
}

static const struct refusal *no_setting_for_k(struct job *job, const struct spec *spec)
{
    return no_setting_of(job, spec, true);
}

/* Lanes that exchange lie along dimension 0, but where the kernel numbers its work-items itself. */
static const struct refusal *other_dimensions(struct job *job, const struct spec *spec)
{
    const struct interface *const interface = spec->interface;
    if (!interface || spec->family->numbers || (!spec_exchanges(spec) && !spec_has_lanes(spec)))
        return NULL;
    const bool in_place = spec_host_place(spec, 0) == 0 && spec_host_place(spec, 1) == 1;
    if (in_place && (!interface->flat || spec_local_size(spec).height == 1))
        return NULL;
    return propose(refuse(job,
                          "the lanes of --family %s lie along dimension 0, and interface %s has "
                          "its work-items elsewhere",
                          spec->family->name, interface->name),
                   OPTION_FAMILY, "register");
}

/* ---------------------------------------------------------------------------------- promises */

static const struct refusal *no_promise_of(struct job *job, const struct spec *spec,
                                           enum symbol axis)
{
    const struct interface *const interface = spec->interface;
    if (!interface || (spec->edges != EDGES_EXACT && spec->edges != EDGES_SHIFT))
        return NULL;
    const struct host_number *const promise = &interface->multiples[axis - SYMBOL_M];
    const long long step = common_multiple(spec_axis_step(spec, axis), gatlas_multiple(spec, axis));
    const bool free = spec->edges == EDGES_SHIFT && axis == SYMBOL_K;
    const long long number =
        promise->macro ? spec_host_macro(spec, promise->macro) : promise->number;
    const bool kept = number ? number % step == 0 : promise->macro != NULL;
    if (free || step == 1 || spec_fixed(spec, axis) >= 0 || kept)
        return NULL;
    return propose(refuse(job, "%s wants %s to be %s %lld, and interface %s promises no such thing",
                          option_and_value(job, spec, OPTION_EDGES, "%s", spec->problem.edges),
                          symbol_in_kernel(axis),
                          spec->edges == EDGES_SHIFT ? "at least" : "a multiple of", step,
                          interface->name),
                   OPTION_EDGES, "guard");
}

static const struct refusal *no_promise(struct job *job, const struct spec *spec)
{
    const struct refusal *const of_m = no_promise_of(job, spec, SYMBOL_M);
    return of_m ? of_m : no_promise_of(job, spec, SYMBOL_N);
}

static const struct refusal *no_promise_of_k(struct job *job, const struct spec *spec)
{
    return no_promise_of(job, spec, SYMBOL_K);
}

static bool needs_no_promise(const struct premises *premises)
{
    return !premises->interfaces || !premises->edged;
}

/* Whether nobody needs a promise of K, or a macro of the host that is not a number of its launch, and so any, promises it. */
static bool promises_any_k(const struct premises *premises)
{
    const struct interface *const interface = premises->interface;
    return needs_no_promise(premises) ||
           (interface && interface->multiples[2].macro &&
            !interface_launches(interface, interface->multiples[2].macro));
}

/* What a work-group computes and its work-items are counted by, what the problem is, and where its values come from. */
#define LAUNCH_OPTIONS                                                                             \
    OPTION_INTERFACE, GROUP_OPTIONS, KERNEL_OPTIONS, OPTION_LAYOUT, OPTION_ENGINE, OPTION_TILE_K,  \
        OPTION_BLOCK_TILES, OPTION_SG_SIZE, OPTION_SUB_GROUPS

const struct rule interface_rules[] = {
    {"interface-steps", several_steps,
     READS(OPTION_INTERFACE, FAMILY_OPTIONS, KERNEL_OPTIONS, OPTION_ENGINE, MEMORY_OPTIONS,
           OPTION_PANELS, OPTION_SPLIT_K, OPTION_SPLIT_K_SUM, OPTION_COPY),
     rule_without_interface},
    {"interface-finalize", finalized,
     READS(OPTION_INTERFACE, FAMILY_OPTIONS, KERNEL_OPTIONS, OPTION_ENGINE, OPTION_COPY),
     rule_without_interface},
    {"interface-pad", padded, READS(OPTION_INTERFACE, OPTION_EDGES), rule_without_interface},
    {"interface-groups", other_groups,
     READS(LAUNCH_OPTIONS, OPTION_BATCH, OPTION_PERSISTENT, OPTION_WG_MEMBERS, OPTION_SPLIT_K),
     rule_without_interface},
    {"interface-walk", no_walk,
     READS(OPTION_INTERFACE, FAMILY_OPTIONS, KERNEL_OPTIONS, OPTION_BLOCK_TILES),
     rule_without_interface},
    {"interface-dimensions", other_dimensions, READS(LAUNCH_OPTIONS, OPTION_EXCHANGE),
     rule_without_interface},
    {"interface-launch", other_launch, READS(LAUNCH_OPTIONS), rule_without_interface},
    {"interface-items", launch_too_large, READS(LAUNCH_OPTIONS), rule_without_interface},
    {"interface-macro", other_macro, READS(LAUNCH_OPTIONS), rule_without_interface},
    {"interface-setting", no_setting,
     READS(LAUNCH_OPTIONS, OPTION_SETTING, OPTION_EDGES, OPTION_GROUP_SIZE, OPTION_BLOCK_HEIGHT,
           OPTION_EXTRA),
     rule_without_interface},
    {"interface-setting-k", no_setting_for_k,
     READS(LAUNCH_OPTIONS, MEMORY_OPTIONS, OPTION_SETTING, OPTION_EDGES, OPTION_FIXED,
           OPTION_UNROLL_K, OPTION_STAGES, OPTION_PANELS, OPTION_SPLIT_K, OPTION_VEC_A,
           OPTION_VEC_B, OPTION_GROUP_SIZE, OPTION_BLOCK_HEIGHT, OPTION_EXTRA, OPTION_BLOCK_K),
     needs_no_promise},
    {"interface-promise", no_promise,
     READS(LAUNCH_OPTIONS, OPTION_EDGES, OPTION_FIXED, OPTION_GROUP_SIZE, OPTION_BLOCK_HEIGHT,
           OPTION_EXTRA),
     needs_no_promise},
    {"interface-promise-k", no_promise_of_k,
     READS(LAUNCH_OPTIONS, MEMORY_OPTIONS, OPTION_EDGES, OPTION_FIXED, OPTION_UNROLL_K,
           OPTION_STAGES, OPTION_PANELS, OPTION_SPLIT_K, OPTION_VEC_A, OPTION_VEC_B,
           OPTION_GROUP_SIZE, OPTION_BLOCK_HEIGHT, OPTION_EXTRA, OPTION_BLOCK_K),
     promises_any_k},
    {NULL, NULL, NULL, NULL},
};
