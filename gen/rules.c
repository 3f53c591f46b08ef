#include "gen/rules.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gen/family.h"
#include "gen/gatlas.h"

bool is_power_of_two(long long number)
{
    return number > 0 && (number & (number - 1)) == 0;
}

static const char *say(struct job *job, const char *format, ...) ARENA_PRINTF(2, 3);

static const char *say(struct job *job, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const char *const sentence = arena_vprintf(job->arena, format, arguments);
    va_end(arguments);
    return sentence;
}

static long long smaller(long long left, long long right)
{
    return left < right ? left : right;
}

static long long larger(long long left, long long right)
{
    return left > right ? left : right;
}

/* ------------------------------------------------------------------------- shapes */

/* Beyond these sides products could overflow, and an unrolled kernel would be megabytes of text. */
enum {
    LARGEST_TILE_SIDE = 256,
    LARGEST_TILE = 4096,
    LARGEST_GROUP_SIDE = 65536,
    LARGEST_TILE_K = 256
};

static const char *tile_too_large(struct job *job, const struct spec *spec)
{
    const struct shape tile = spec->tile;
    if (tile.height > LARGEST_TILE_SIDE || tile.width > LARGEST_TILE_SIDE ||
        tile.height * tile.width > LARGEST_TILE)
        return say(job,
                   "a tile of %lldx%lld is too large to hold in registers: at most %d elements, %d "
                   "a side; "
                   "ask --tile %lldx%lld",
                   tile.height, tile.width, LARGEST_TILE, LARGEST_TILE_SIDE,
                   smaller(tile.height, 32), smaller(tile.width, 32));
    return NULL;
}

static const char *depth_too_large(struct job *job, const struct spec *spec)
{
    if (spec->tile_k > LARGEST_TILE_K)
        return say(job, "tile-k %lld is too deep: at most %d; ask --tile-k %d", spec->tile_k,
                   LARGEST_TILE_K, LARGEST_TILE_K);
    if (spec->unroll_k > 16 * LARGEST_TILE_K)
        return say(job, "unroll-k %lld is too deep: at most %d; ask --unroll-k %lld",
                   spec->unroll_k, 16 * LARGEST_TILE_K,
                   16 * LARGEST_TILE_K / spec->tile_k * spec->tile_k);
    return NULL;
}

static const char *group_too_large(struct job *job, const struct spec *spec)
{
    const long long limit = spec->profile->work_group_size;
    struct shape wg = spec->wg;
    if (wg.height > LARGEST_GROUP_SIDE || wg.width > LARGEST_GROUP_SIDE)
        return say(job, "a work-group of %lldx%lld has a side over %d; ask --wg 8x8", wg.height,
                   wg.width, LARGEST_GROUP_SIDE);
    const long long items = wg.height * wg.width;
    if (!limit || items <= limit)
        return NULL;
    while (wg.height * wg.width > limit) {
        if (wg.height > 1)
            wg.height = (wg.height + 1) / 2;
        else
            wg.width = (wg.width + 1) / 2;
    }
    return say(
        job, "work-group %lldx%lld has %lld work-items, profile %s allows %lld; ask --wg %lldx%lld",
        spec->wg.height, spec->wg.width, items, spec->profile->name, limit, wg.height, wg.width);
}

static const char *unroll_not_multiple(struct job *job, const struct spec *spec)
{
    if (spec->family == &family_local || spec->unroll_k % spec->tile_k == 0)
        return NULL;
    return say(job, "unroll-k %lld is not a multiple of tile-k %lld; ask --unroll-k %lld",
               spec->unroll_k, spec->tile_k, (spec->unroll_k / spec->tile_k + 1) * spec->tile_k);
}

static const char *family_against_share(struct job *job, const struct spec *spec)
{
    static const char *const words[] = {"none", "shuffle", "block-read", "local"};
    static const char *const families[] = {"register", "subgroup", "subgroup", "local"};
    const bool by_lanes = spec->share == SHARE_SHUFFLE || spec->share == SHARE_BLOCK_READ;
    const bool fits = spec->family == &family_subgroup ? by_lanes
                      : spec->family == &family_local  ? spec->share == SHARE_LOCAL
                                                       : spec->share == SHARE_NONE;
    if (fits)
        return NULL;
    return say(job, "family %s cannot share by %s; ask --family %s", spec->family->name,
               words[spec->share], families[spec->share]);
}

/* What only one kind of kernel reads: an option of it that was asked for differs from its standard. */
static const char *option_of_other_family(struct job *job, const struct spec *spec)
{
    static const struct {
        enum option_id id;
        bool registers; /* the register family reads it as well */
    } options[] = {
        {OPTION_STAGE_A, false},      {OPTION_STAGE_B, false},     {OPTION_LOAD_SHAPE_A, false},
        {OPTION_LOAD_SHAPE_B, false}, {OPTION_PAD_A, false},       {OPTION_PAD_B, false},
        {OPTION_LOCAL_VEC_A, false},  {OPTION_LOCAL_VEC_B, false}, {OPTION_ASSIGN, false},
        {OPTION_STAGES, false},       {OPTION_PREFETCH, false},    {OPTION_EXCHANGE, false},
        {OPTION_COPY, false},         {OPTION_LOOP_ORDER, true},   {OPTION_IDS, true},
    };
    if (spec->family == &family_local)
        return NULL;
    for (size_t i = 0; i < sizeof options / sizeof options[0]; i++) {
        const struct option_value *const value = &spec->values[options[i].id];
        const struct option_row *const row = &option_rows[options[i].id];
        if (!value->text || strcmp(value->text, row->standard) == 0 ||
            (options[i].registers && spec->family == &family_register))
            continue;
        const bool named = spec->values[OPTION_FAMILY].voice > VOICE_FAMILY;
        return say(job, "--%s %s says how the local family%s works, and family %s does not; ask %s",
                   row->name, value->text, options[i].registers ? " or the register family" : "",
                   spec->family->name,
                   named && !spec->values[OPTION_SHARE].text ? "--family local" : "--share local");
    }
    return NULL;
}

static const char *barrier_without_exchange(struct job *job, const struct spec *spec)
{
    if (!spec->barrier || spec->family == &family_subgroup)
        return NULL;
    return say(job,
               "a barrier serves the subgroup family; family %s has none; ask --barrier=no, or "
               "--share shuffle",
               spec->family->name);
}

/* --------------------------------------------------------------------------- types */

static const char *compute_against_type(struct job *job, const struct spec *spec)
{
    const struct number *const computed = spec->element.compute;
    const struct number *const standard = spec->element.scalar;
    if (computed == standard || computed == spec->element.storage)
        return NULL;
    return say(job, "elements of %s are not calculated with in %s; ask --compute %s",
               spec->element.storage->type, computed->type, standard->type);
}

static const char *accumulate_against_compute(struct job *job, const struct spec *spec)
{
    const struct number *const computed = spec->element.compute;
    const struct number *const sum = spec->element.accumulate;
    const bool halves_in_single = computed->bytes == 2 && sum->bytes == 4;
    if (sum == computed || halves_in_single)
        return NULL;
    return say(job, "products of %s are not summed in %s; ask --accumulate %s%s", computed->type,
               sum->type, computed->type, computed->bytes == 2 ? " or f32" : "");
}

/* A default of the profile or option is no demand. */
static const char *fused_against_sum(struct job *job, const struct spec *spec)
{
    if (!element_sums_wider(&spec->element) || strcmp(spec->mad, "fma") != 0 ||
        spec->values[OPTION_MAD].voice < VOICE_PRESET)
        return NULL;
    return say(job,
               "products are rounded to %s before they are summed in %s, so there is no fused "
               "multiply-add; ask --mad plain or --accumulate %s",
               spec->element.compute->type, spec->element.accumulate->type,
               spec->element.compute->type);
}

/* ------------------------------------------------------------------------- vectors */

static const char *vector_not_a_width(struct job *job, const struct spec *spec)
{
    /* C first: the width of others may follow from its. */
    const struct operand *const operands[] = {&spec->c, &spec->a, &spec->b};
    for (int i = 0; i < 3; i++) {
        const struct operand *const operand = operands[i];
        if (!is_power_of_two(operand->vector) || operand->vector > 16)
            return say(job, "OpenCL C has no vectors of %lld; ask --%s 1, 2, 4, 8 or 16",
                       operand->vector, operand->vector_option);
    }
    return NULL;
}

/* Families that read single elements have no use for a texel of two doubles. */
static bool reads_texels_of(const struct spec *spec)
{
    return element_least_texel(&spec->element) == 1 || spec->family == &family_register ||
           spec->family == &family_local;
}

static const char *image_against_type(struct job *job, const struct spec *spec)
{
    const struct operand *const operands[] = {&spec->a, &spec->b};
    for (int i = 0; i < 2; i++)
        if (operands[i]->image && !reads_texels_of(spec))
            return say(
                job,
                "%s is read from an image, whose texels hold %lld elements of %s, and family "
                "%s reads single ones; ask --access-%c buffer or --family register",
                operands[i]->name, element_least_texel(&spec->element), spec->element.storage->type,
                spec->family->name, operands[i]->name[0] - 'A' + 'a');
    return NULL;
}

static const char *vector_against_image(struct job *job, const struct spec *spec)
{
    const struct operand *const operands[] = {&spec->a, &spec->b};
    const long long least = element_least_texel(&spec->element);
    const long long most = element_most_texel(&spec->element);
    for (int i = 0; i < 2; i++)
        if (operands[i]->image && (operands[i]->vector < least || operands[i]->vector > most) &&
            reads_texels_of(spec))
            return say(
                job,
                "%s is read from an image, whose texels hold %s elements, not %lld; ask --%s "
                "%lld or --access-%c buffer",
                operands[i]->name, least == most ? "2" : "1, 2 or 4", operands[i]->vector,
                operands[i]->vector_option, most, operands[i]->name[0] - 'A' + 'a');
    return NULL;
}

/* --------------------------------------------------------------------------- steps */

static const char *pack_against_image(struct job *job, const struct spec *spec)
{
    const struct operand *const operands[] = {&spec->a, &spec->b};
    for (int i = 0; i < 2; i++) {
        const char *const other = operands[i]->role == ROLE_A ? "b" : "a";
        if (operands[i]->packed && operands[i]->image)
            return say(job,
                       "%s is read from an image, which a step fills in the orientation that the "
                       "kernel reads already; ask --pack %s or --access-%c buffer",
                       operands[i]->name, operands[!i]->packed ? other : "none",
                       operands[i]->name[0] - 'A' + 'a');
    }
    return NULL;
}

static const char *nothing_to_separate(struct job *job, const struct spec *spec)
{
    if (!spec->separate || (spec->a.packed && spec->a.padded) || (spec->b.packed && spec->b.padded))
        return NULL;
    return say(job,
               "separate steps are for an operand that --edges pad pads and --pack transposes, "
               "and there is none; ask --steps combined");
}

/* --------------------------------------------------------------------------- sizes */

/* What one turn of a work-group covers along an axis, and what makes it so. */
struct side {
    enum symbol axis;
    long long tile;
    const char *from;
};

static struct side side_of(struct job *job, const struct spec *spec, int number)
{
    const struct shape group = spec_group_tile(spec);
    switch (number) {
    case 0:
        return (struct side){spec->m, group.height,
                             say(job, "tile height %lld x work-group height %lld",
                                 spec->tile.height, spec->wg.height)};
    case 1:
        return (struct side){
            spec->n, group.width,
            say(job, "tile width %lld x work-group width %lld", spec->tile.width, spec->wg.width)};
    default:
        return (struct side){SYMBOL_K, spec->turn_k,
                             spec->turn_k == spec->unroll_k ? "unroll-k" : "tile-k"};
    }
}

static const char *exact_against_sizes(struct job *job, const struct spec *spec)
{
    if (spec->edges != EDGES_EXACT)
        return NULL;
    for (int i = 0; i < 3; i++) {
        const struct side side = side_of(job, spec, i);
        const long long size = spec_fixed(spec, side.axis);
        if (size > 0 && size % side.tile != 0)
            return say(job,
                       "%s = %lld is not a multiple of %lld (%s), which --edges exact needs; ask "
                       "--edges guard, or "
                       "%lld",
                       symbol_in_kernel(side.axis), size, side.tile, side.from,
                       (size / side.tile + 1) * side.tile);
    }
    return NULL;
}

static const char *shift_against_sizes(struct job *job, const struct spec *spec)
{
    if (spec->edges != EDGES_SHIFT)
        return NULL;
    for (int i = 0; i < 2; i++) {
        const struct side side = side_of(job, spec, i);
        const long long size = spec_fixed(spec, side.axis);
        if (size > 0 && size < side.tile)
            return say(job,
                       "%s = %lld is less than %lld (%s), so that no tile fits inside, which "
                       "--edges shift needs; ask --edges guard, or %lld",
                       symbol_in_kernel(side.axis), size, side.tile, side.from, side.tile);
    }
    return NULL;
}

static const char *shift_against_texels(struct job *job, const struct spec *spec)
{
    const struct operand *const b = &spec->b;
    if (!b->image || b->vector == 1 || !spec_shifts(spec, spec->n, spec_group_tile(spec).width))
        return NULL;
    const bool single = element_least_texel(&spec->element) == 1;
    return say(job,
               "a tile that is moved inside may begin within a texel, and those of %s hold %lld "
               "elements along it; ask %s--edges guard",
               b->name, b->vector, single ? say(job, "--%s 1 or ", b->vector_option) : "");
}

static const char *leading_dimension_too_small(struct job *job, const struct spec *spec)
{
    const struct operand *const operands[] = {&spec->a, &spec->b, &spec->c};
    for (int i = 0; i < 3; i++) {
        const enum symbol ld = operands[i]->ld;
        const enum symbol axis = spec_contiguous_axis(spec, operands[i]);
        const long long length = spec_fixed(spec, axis);
        if (spec->problem.values[ld].how == FIXED && spec->problem.values[ld].whole < length)
            return say(job,
                       "%s = %lld is less than %s = %lld, the length of a %s of %s; ask --%s %lld",
                       symbol_in_kernel(ld), spec->problem.values[ld].whole, symbol_in_kernel(axis),
                       length, spec->column_major ? "column" : "row", operands[i]->name,
                       symbol_name(ld), length);
    }
    return NULL;
}

static const char *no_product(struct job *job, const struct spec *spec)
{
    const struct setting alpha = spec->problem.values[SYMBOL_ALPHA];
    if (alpha.how == FIXED && alpha.real == 0)
        return say(job, "alpha = 0 leaves nothing to multiply, C = beta C; ask --alpha arg, which "
                        "takes 0 at launch");
    return NULL;
}

static const char *index_too_narrow(struct job *job, const struct spec *spec)
{
    if (spec->index_bits == 64)
        return NULL;
    const struct operand *const operands[] = {&spec->a, &spec->b, &spec->c};
    static const enum symbol sides[3][2] = {
        {SYMBOL_M, SYMBOL_K}, {SYMBOL_K, SYMBOL_N}, {SYMBOL_M, SYMBOL_N}};
    for (int i = 0; i < 3; i++) {
        const enum symbol *const side = sides[operands[i]->role - ROLE_A];
        const enum symbol along = spec_contiguous_axis(spec, operands[i]);
        const long long lines = spec_fixed(spec, side[0] == along ? side[1] : side[0]);
        const long long length = spec_fixed(spec, operands[i]->ld);
        if (lines > 0 && length > 2147483647 / lines)
            return say(job,
                       "%s has %lld x %lld elements, more than 32-bit indices reach (2147483647); "
                       "ask --index 64",
                       operands[i]->name, lines, length);
        const struct axes axes = spec_axes(spec, operands[i], operands[i]->transposed);
        const long long height = spec_extent(spec, axes.lines);
        const long long width = spec_extent(spec, axes.along);
        if (spec_in_workspace(operands[i]) && height > 0 && width > 2147483647 / height)
            return say(job,
                       "%s has %lld x %lld elements, more than 32-bit indices reach (2147483647); "
                       "ask --index 64",
                       operands[i]->memory, height, width);
    }
    const struct shape group = spec_group_tile(spec);
    const long long side = larger(larger(group.height, group.width), spec->turn_k);
    if (spec->edges == EDGES_PAD && spec_fixed(spec, SYMBOL_K) < 0 && side > SPEC_SQUARE_SIDE)
        return say(job,
                   "tiles of %lld elements a side leave no sizes whose padded matrices 32-bit "
                   "indices reach (at most %d); ask --index 64",
                   side, SPEC_SQUARE_SIDE);
    return NULL;
}

/* Every OpenCL device with images takes this many texels a side (full profile). */
enum {
    IMAGE_SIDE = 8192
};

/* -1, a size that is given at launch, stays below every limit. */
static long long rounded_up(long long size, long long multiple)
{
    return size < 0 ? -1 : (size + multiple - 1) / multiple * multiple;
}

static const char *image_too_large(struct job *job, const struct spec *spec)
{
    const struct operand *const operands[] = {&spec->a, &spec->b};
    const enum symbol rows[] = {spec->m, SYMBOL_K};
    const enum symbol columns[] = {SYMBOL_K, spec->n};
    for (int i = 0; i < 2; i++) {
        if (!operands[i]->image)
            continue;
        const struct shape whole = spec_image_rounding(spec, operands[i]);
        const long long height = rounded_up(spec_fixed(spec, rows[i]), whole.height);
        const long long width =
            rounded_up(spec_fixed(spec, columns[i]), whole.width) / operands[i]->vector;
        if (height > IMAGE_SIDE || width > IMAGE_SIDE)
            return say(job,
                       "%s would need an image of %lld x %lld texels, over the %d a side that "
                       "every device takes; ask --access-%c buffer",
                       operands[i]->name, width, height, IMAGE_SIDE,
                       operands[i]->name[0] - 'A' + 'a');
    }
    return NULL;
}

/* -------------------------------------------------------------------- device limits */

/* The same of what the local family alone has; false where it has not. */
static bool shrink_local(struct spec *spec, bool local_memory)
{
    enum {
        BANKS = 32,  /* a pad beyond helps nobody */
        SHALLOW = 8, /* tiles of fewer steps wait more than they multiply */
    };
    if (spec->family != &family_local)
        return false;
    if (!local_memory && spec->prefetch)
        spec->prefetch = false;
    else if (local_memory && spec->stages > 1)
        spec->stages--;
    else if (local_memory && spec->a.pad > BANKS)
        spec->a.pad = 0;
    else if (local_memory && spec->b.pad > BANKS)
        spec->b.pad = 0;
    else if (local_memory && spec->tile_k > SHALLOW && spec->tile_k % 2 == 0)
        spec->tile_k /= 2;
    else
        return false;
    return true;
}

/* Takes the next step to a smaller kernel; false where there is none left. Work-groups of fewer rows
 * save local memory, but no registers. */
static bool shrink(struct spec *spec, bool local_memory)
{
    const bool exchanges = spec->family == &family_subgroup;
    /* Where lanes hold rows, each has one at least. */
    const bool rows_in_lanes = exchanges && !spec->a.image && spec->a.transposed;
    const long long least_height = rows_in_lanes ? spec->wg.width : 1;
    if (exchanges && spec->tile_k > spec->wg.width)
        spec->tile_k = spec->wg.width;
    else if (shrink_local(spec, local_memory))
        return true;
    else if (local_memory && spec->wg.height > 1)
        spec->wg.height /= 2;
    else if (spec->tile.height > least_height)
        spec->tile.height /= 2;
    else if (spec->tile.width > 1)
        spec->tile.width /= 2;
    else if (exchanges && spec->wg.width > 4)
        spec->wg.width /= 2;
    else if (local_memory && spec->family == &family_local && spec->wg.width > 1)
        spec->wg.width /= 2;
    else if (spec->family == &family_local && spec->tile_k > 1)
        spec->tile_k /= 2;
    else
        return false;
    return true;
}

/* What to change to get from one spec to a smaller one: "--tile-k 8 --tile 16x2". */
static const char *changes(struct job *job, const struct spec *from, const struct spec *to)
{
    const char *text = "";
    if (to->tile_k != from->tile_k)
        text = say(job, " --tile-k %lld", to->tile_k);
    if (to->stages != from->stages)
        text = say(job, "%s --stages %lld", text, to->stages);
    if (to->prefetch != from->prefetch)
        text = say(job, "%s --prefetch=no", text);
    const struct operand *const operands[][2] = {{&from->a, &to->a}, {&from->b, &to->b}};
    for (int i = 0; i < 2; i++)
        if (operands[i][0]->pad != operands[i][1]->pad)
            text = say(job, "%s --pad-%c %lld", text, operands[i][0]->name[0] - 'A' + 'a',
                       operands[i][1]->pad);
    if (to->wg.height != from->wg.height || to->wg.width != from->wg.width)
        text = say(job, "%s --wg %lldx%lld", text, to->wg.height, to->wg.width);
    if (to->tile.height != from->tile.height || to->tile.width != from->tile.width)
        text = say(job, "%s --tile %lldx%lld", text, to->tile.height, to->tile.width);
    return *text ? text + 1 : "--sub-groups intel";
}

static const char *local_memory_too_small(struct job *job, const struct spec *spec)
{
    const long long limit = spec->profile->local_bytes;
    const long long bytes = spec->family->local_bytes(spec);
    if (!limit || bytes <= limit)
        return NULL;
    struct spec less = *spec;
    while (spec->family->local_bytes(&less) > limit && shrink(&less, true))
        continue;
    return say(job, "the kernel needs %lld bytes of local memory, profile %s has %lld; ask %s",
               bytes, spec->profile->name, limit, changes(job, spec, &less));
}

/* Work-items that a hardware thread carries: the sub-group that was asked for; where none was, the
 * compiler may fall back to the smallest. */
static long long items_of_thread(const struct spec *spec)
{
    const char *const sizes = spec->profile->sub_group_sizes;
    if (spec->family == &family_subgroup || !*sizes)
        return spec->sg_size;
    return strtoll(sizes, NULL, 10);
}

/* The register-tile article's sum: A + B + C of one hardware thread against its register file. */
static const char *registers_over_budget(struct job *job, const struct spec *spec)
{
    const struct profile *const profile = spec->profile;
    if (!profile->register_bytes)
        return NULL;
    const struct fragments f = spec->family->fragments(spec);
    const long long items = profile->registers_by_sub_group ? items_of_thread(spec) : 1;
    const long long sum = (f.a + f.b + f.c) * items;
    if (sum <= profile->register_bytes)
        return NULL;
    struct spec less = *spec;
    for (struct fragments g = f;
         (g.a + g.b + g.c) * items > profile->register_bytes && shrink(&less, false);)
        g = spec->family->fragments(&less);
    return say(job,
               "tile %lldx%lld takes %lld B of registers (A %lld + B %lld + C %lld) a hardware "
               "thread, profile %s has %lld; ask %s",
               spec->tile.height, spec->tile.width, sum, f.a * items, f.b * items, f.c * items,
               profile->name, profile->register_bytes, changes(job, spec, &less));
}

static const char *sub_group_size_unknown(struct job *job, const struct spec *spec)
{
    const char *const sizes = spec->profile->sub_group_sizes;
    if (spec->family != &family_subgroup || spec->spelling == SPELLING_EMULATED || !*sizes)
        return NULL;
    for (const char *at = sizes; *at;) {
        long long size;
        int length;
        if (sscanf(at, "%lld%n", &size, &length) != 1)
            break;
        if (size == spec->sg_size)
            return NULL;
        at += length;
    }
    const char *const sg_size = spec->values[OPTION_SG_SIZE].text ? " --sg-size 8" : "";
    return say(job,
               "profile %s has sub-groups of %s, not %lld; ask --wg %lldx8%s, or --sub-groups "
               "emulated",
               spec->profile->name, sizes, spec->sg_size, spec->wg.height, sg_size);
}

static const struct rule common_rules[] = {
    {"tile-size", tile_too_large, "tile", NULL},
    {"group-size", group_too_large, "wg", NULL},
    {"depth", depth_too_large, "tile-k unroll-k", NULL},
    {"unroll", unroll_not_multiple, "family share tile-k unroll-k", NULL},
    {"family-share", family_against_share, "family share", NULL},
    {"option-family", option_of_other_family,
     "family share stage-a | family share stage-b | family share load-shape-a | family share "
     "load-shape-b | family share pad-a | family share pad-b | family share local-vec-a | family "
     "share local-vec-b | family share assign | family share stages | family share prefetch | "
     "family share exchange | "
     "family share copy | family share loop-order | family share ids",
     NULL},
    {"barrier", barrier_without_exchange, "barrier family", NULL},
    {"compute-type", compute_against_type, "type compute", NULL},
    {"accumulate-type", accumulate_against_compute, "type compute accumulate", NULL},
    {"fused-sum", fused_against_sum, "type compute accumulate mad", NULL},
    {"vector-width", vector_not_a_width, "vec-a vec-b vec-c", NULL},
    {"image-type", image_against_type, "family share type access-a access-b", NULL},
    {"vector-image", vector_against_image, "family share type access-a access-b vec-a vec-b", NULL},
    {"pack-image", pack_against_image, "pack access-a access-b", NULL},
    {"steps", nothing_to_separate,
     "family share pack access-a access-b edges fixed layout tile wg tile-k unroll-k steps", NULL},
    {"exact-sizes", exact_against_sizes, "family share edges fixed layout tile wg tile-k unroll-k",
     NULL},
    {"shift-sizes", shift_against_sizes, "edges fixed layout tile wg", NULL},
    {"shift-texel", shift_against_texels,
     "edges fixed layout access-a access-b tile wg vec-a vec-b", NULL},
    {"leading-dimension", leading_dimension_too_small, "fixed layout transpose lda ldb ldc", NULL},
    {"alpha-zero", no_product, "alpha", NULL},
    {"index-width", index_too_narrow,
     "index fixed layout transpose lda ldb ldc | index family share pack access-a access-b edges "
     "fixed layout transpose tile wg tile-k unroll-k",
     NULL},
    {"image-size", image_too_large,
     "family share type access-a access-b fixed layout tile wg tile-k unroll-k vec-a vec-b", NULL},
    {NULL, NULL, NULL, NULL},
};

static bool no_local_limit(const struct profile *profile)
{
    return !profile->local_bytes;
}

static bool no_register_limit(const struct profile *profile)
{
    return !profile->register_bytes;
}

static bool no_sub_group_sizes(const struct profile *profile)
{
    return !*profile->sub_group_sizes;
}

/* Checked after the family's own: they count with what those have made sure of. */
static const struct rule device_rules[] = {
    {"local-memory", local_memory_too_small,
     "family share sub-groups type compute layout transpose pack access-a access-b tile wg tile-k "
     "stage-a stage-b pad-a pad-b stages exchange",
     no_local_limit},
    {"registers", registers_over_budget,
     "family share sub-groups type compute accumulate layout transpose pack access-a access-b tile "
     "wg tile-k vec-a vec-b vec-c sg-size stage-a stage-b load-shape-a load-shape-b local-vec-a "
     "local-vec-b prefetch exchange",
     no_register_limit},
    {"sub-group-size", sub_group_size_unknown, "family sub-groups wg sg-size", no_sub_group_sizes},
    {NULL, NULL, NULL, NULL},
};

struct rule_tables rules_tables(const struct family *family)
{
    /* A preset's own parameters first: others speak of what they stand for. */
    return (struct rule_tables){{gatlas_rules, common_rules, family->rules, device_rules}};
}

/* The option that a sentence advises to change: "...; ask --tile 16x4". */
static const char *advised_option(struct job *job, const char *sentence)
{
    const char *const advice = strstr(sentence, "ask --");
    if (!advice)
        return NULL;
    const char *const name = advice + strlen("ask --");
    return arena_text(job->arena, name, strcspn(name, " =,;"));
}

int rules_check(struct job *job, const struct spec *spec,
                void (*report)(void *self, const struct clgemm_error *broken), void *self)
{
    const struct rule_tables tables = rules_tables(spec->family);
    int broken = 0;
    for (int t = 0; t < RULE_TABLES; t++) {
        for (const struct rule *rule = tables.of[t]; rule->name; rule++) {
            const char *const sentence = rule->broken(job, spec);
            if (!sentence)
                continue;
            struct clgemm_error error;
            error_set(&error, CLGEMM_REFUSED, advised_option(job, sentence), "%s", sentence);
            snprintf(error.rule, sizeof error.rule, "%s", rule->name);
            broken++;
            if (!report)
                job_fail_with(job, &error);
            report(self, &error);
        }
        /* Later tables divide by what the earlier ones have made sure of. */
        if (broken && t == 1 &&
            (!is_power_of_two(spec->a.vector) || !is_power_of_two(spec->b.vector) ||
             !is_power_of_two(spec->c.vector)))
            break;
    }
    return broken;
}
