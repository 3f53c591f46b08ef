#include "gen/spec.h"

#include <string.h>

#include "gen/family.h"
#include "gen/preset.h"

static const struct {
    const char *name;   /* in manifests */
    const char *kernel; /* in kernels */
} symbols[SYMBOL_COUNT] = {
    [SYMBOL_NONE] = {"", ""},
    [SYMBOL_M] = {"m", "M"},
    [SYMBOL_N] = {"n", "N"},
    [SYMBOL_K] = {"k", "K"},
    [SYMBOL_LDA] = {"lda", "lda"},
    [SYMBOL_LDB] = {"ldb", "ldb"},
    [SYMBOL_LDC] = {"ldc", "ldc"},
    [SYMBOL_OFFSET_A] = {"offset_a", "offset_a"},
    [SYMBOL_OFFSET_B] = {"offset_b", "offset_b"},
    [SYMBOL_OFFSET_C] = {"offset_c", "offset_c"},
    [SYMBOL_ALPHA] = {"alpha", "alpha"},
    [SYMBOL_BETA] = {"beta", "beta"},
};

const char *symbol_name(enum symbol symbol)
{
    return symbols[symbol].name;
}

const char *symbol_in_kernel(enum symbol symbol)
{
    return symbols[symbol].kernel;
}

/* ---------------------------------------------------------------- who says what */

static bool asked(const struct option_value *values, enum option_id id, enum voice at_least)
{
    return values[id].voice >= at_least;
}

static bool same(const struct option_value *left, const struct option_value *right)
{
    return left->text && right->text && strcmp(left->text, right->text) == 0;
}

/* A profile's kernel is one thought: it counts as a whole, unless the request is another kernel
 * already. */
static bool takes_kernel_of_profile(const struct option_value *values,
                                    const struct option_value *kernel)
{
    if (asked(values, OPTION_PRESET, VOICE_DEVICE))
        return false;
    if (values[OPTION_FOR].voice == VOICE_DEVICE)
        for (int id = OPTION_FAMILY; id < OPTION_FOR; id++)
            if (id != OPTION_SUB_GROUPS && id != OPTION_KERNEL_NAME &&
                asked(values, (enum option_id)id, VOICE_USER))
                return false;
    if (asked(values, OPTION_FAMILY, VOICE_DEVICE) &&
        !same(&values[OPTION_FAMILY], &kernel[OPTION_FAMILY]))
        return false;
    if (asked(values, OPTION_SHARE, VOICE_DEVICE)) {
        const char *const share = kernel[OPTION_SHARE].text ? kernel[OPTION_SHARE].text : "none";
        return strcmp(values[OPTION_SHARE].text, share) == 0;
    }
    return true;
}

/* The family of a request that names none. */
static const char *family_by_share(const struct option_value *values)
{
    const char *const share = values[OPTION_SHARE].text;
    return share && strcmp(share, "none") == 0    ? "register"
           : share && strcmp(share, "local") == 0 ? "local"
                                                  : "subgroup";
}

/* Lets everyone speak: preset, profile, family, the options' own defaults. A source that is NULL is
 * read. */
static struct option_value *resolve_values(struct job *job, const struct option_value *said,
                                           const struct profile_source *source,
                                           const struct profile **profile, struct element *element)
{
    struct option_value *const values = arena_array(job->arena, OPTION_COUNT, sizeof *values);
    for (int id = 0; id < OPTION_COUNT; id++) {
        values[id] = said[id];
        /* The result outlives the request. */
        if (said[id].text)
            values[id].text = arena_copy(job->arena, said[id].text);
    }

    if (values[OPTION_PRESET].text)
        option_say_line(job, values, preset_options(job, values[OPTION_PRESET].text, values),
                        VOICE_PRESET);

    const char *const type = values[OPTION_TYPE].text;
    *element = element_of(type ? type : option_rows[OPTION_TYPE].standard,
                          values[OPTION_COMPUTE].text, values[OPTION_ACCUMULATE].text);
    if (!source)
        source = profile_load(job, spec_profile_name(values));
    *profile = profile_of(job, source, element);
    struct option_value kernel[OPTION_COUNT] = {{.voice = VOICE_NONE}};
    option_say_line(job, kernel, (*profile)->kernel, VOICE_PROFILE);
    if (takes_kernel_of_profile(values, kernel))
        option_say_line(job, values, (*profile)->kernel, VOICE_PROFILE);
    option_say_line(job, values, (*profile)->common, VOICE_PROFILE);

    if (!values[OPTION_FAMILY].text)
        option_say(job, values, OPTION_FAMILY, family_by_share(values), VOICE_FAMILY);
    option_say_line(job, values, family_find(values[OPTION_FAMILY].text)->standard, VOICE_FAMILY);

    for (int id = 0; id < OPTION_COUNT; id++)
        if (!values[id].text && option_rows[id].standard[0] != '[')
            option_say(job, values, (enum option_id)id, option_rows[id].standard, VOICE_STANDARD);
    if (element->scalar->bytes == 4) {
        option_round_to_single(job, OPTION_ALPHA, &values[OPTION_ALPHA]);
        option_round_to_single(job, OPTION_BETA, &values[OPTION_BETA]);
    }
    return values;
}

/* --------------------------------------------------------------- problem and operands */

static struct setting setting_of(const struct option_value *value)
{
    if (value->at_launch)
        return (struct setting){.how = GIVEN_AT_LAUNCH};
    if (value->tight)
        return (struct setting){.how = TIGHT};
    return (struct setting){.how = FIXED, .whole = value->numbers[0], .real = value->real};
}

static void resolve_problem(struct spec *spec)
{
    const struct option_value *const values = spec->values;
    struct plan_problem *const problem = &spec->problem;
    const bool fixed = values[OPTION_FIXED].text != NULL;
    const char *const transpose = values[OPTION_TRANSPOSE].text;

    problem->type = spec->element.storage->type;
    problem->product = spec->element.compute->type;
    problem->accumulate = spec->element.accumulate->type;
    problem->scalar = spec->element.scalar->type;
    problem->layout = values[OPTION_LAYOUT].text;
    problem->edges = values[OPTION_EDGES].text;
    problem->transpose_a = transpose[0] == 't';
    problem->transpose_b = transpose[1] == 't';
    for (int axis = 0; axis < 3; axis++)
        problem->values[SYMBOL_M + axis] =
            (struct setting){.how = fixed ? FIXED : GIVEN_AT_LAUNCH,
                             .whole = fixed ? values[OPTION_FIXED].numbers[axis] : 0};
    for (int o = 0; o < 3; o++) {
        const struct option_value *const ld = &values[OPTION_LDA + o];
        problem->values[SYMBOL_LDA + o] =
            ld->text ? setting_of(ld) : (struct setting){.how = fixed ? TIGHT : GIVEN_AT_LAUNCH};
        problem->values[SYMBOL_OFFSET_A + o] = setting_of(&values[OPTION_OFFSET_A + o]);
    }
    problem->values[SYMBOL_ALPHA] = setting_of(&values[OPTION_ALPHA]);
    problem->values[SYMBOL_BETA] = setting_of(&values[OPTION_BETA]);
}

static struct shape shape_of(const struct option_value *value)
{
    return (struct shape){value->numbers[0], value->numbers[1]};
}

static struct operand operand_of(const struct option_value *values, int index, bool transposed)
{
    static const char *const names[] = {"A", "B", "C"};
    static const char *const vector_options[] = {"vec-a", "vec-b", "vec-c"};
    struct operand operand = {
        .name = names[index],
        .role = (enum role)(ROLE_A + index),
        .transposed = transposed,
        .vector = values[OPTION_VEC_A + index].text ? values[OPTION_VEC_A + index].numbers[0] : 0,
        .vector_option = vector_options[index],
        .ld = (enum symbol)(SYMBOL_LDA + index),
        .offset = (enum symbol)(SYMBOL_OFFSET_A + index),
    };
    if (index < 2) {
        const struct option_value *const own = &values[OPTION_ACCESS_A + index];
        const char *const access = own->text ? own->text : values[OPTION_ACCESS].text;
        operand.image = strcmp(access, "image") == 0;
        const char *const stage = values[OPTION_STAGE_A + index].text;
        operand.stage = strcmp(stage, "plain") == 0        ? STAGE_PLAIN
                        : strcmp(stage, "transposed") == 0 ? STAGE_TRANSPOSED
                        : strcmp(stage, "k-major") == 0    ? STAGE_K_MAJOR
                                                           : STAGE_NONE;
        operand.pad = values[OPTION_PAD_A + index].numbers[0];
        operand.local_vector = values[OPTION_LOCAL_VEC_A + index].numbers[0];
        operand.load_shape = shape_of(&values[OPTION_LOAD_SHAPE_A + index]);
        /* "a", "b" or "ab". */
        operand.packed = strcmp(values[OPTION_PACK].text, "none") != 0 &&
                         strchr(values[OPTION_PACK].text, "ab"[index]);
        operand.transposed = transposed != operand.packed;
    }
    return operand;
}

static void resolve_operands(struct spec *spec)
{
    const struct operand a = operand_of(spec->values, 0, spec->problem.transpose_a);
    const struct operand b = operand_of(spec->values, 1, spec->problem.transpose_b);
    spec->column_major = strcmp(spec->problem.layout, "column") == 0;
    spec->a = spec->column_major ? b : a;
    spec->b = spec->column_major ? a : b;
    spec->c = operand_of(spec->values, 2, false);
    spec->m = spec->column_major ? SYMBOL_N : SYMBOL_M;
    spec->n = spec->column_major ? SYMBOL_M : SYMBOL_N;
}

/* ------------------------------------------------------------------ configuration */

static enum share share_of(const struct spec *spec)
{
    const char *const share = spec->values[OPTION_SHARE].text;
    if (!share)
        return spec->family == &family_subgroup ? SHARE_SHUFFLE
               : spec->family == &family_local  ? SHARE_LOCAL
                                                : SHARE_NONE;
    return strcmp(share, "shuffle") == 0      ? SHARE_SHUFFLE
           : strcmp(share, "block-read") == 0 ? SHARE_BLOCK_READ
           : strcmp(share, "local") == 0      ? SHARE_LOCAL
                                              : SHARE_NONE;
}

static const char *const spellings[] = {"auto", "intel", "khr", "emulated", "nvidia"};

const char *spelling_word(enum spelling spelling)
{
    return spellings[spelling];
}

static enum spelling spelling_of(const struct spec *spec)
{
    const char *const word = spec->values[OPTION_SUB_GROUPS].text;
    if (!word)
        return spec->share == SHARE_BLOCK_READ ? SPELLING_INTEL : SPELLING_AUTO;
    for (int i = 0; i < 5; i++)
        if (strcmp(spellings[i], word) == 0)
            return (enum spelling)i;
    return SPELLING_AUTO;
}

/* Elements from the first one of an operand to one past its last, in the caller's memory and in a
 * workspace, where the sizes are fixed; -1 otherwise. */
static long long elements_of(const struct spec *spec, const struct operand *operand)
{
    const enum symbol along = spec_contiguous_axis(spec, operand);
    const enum symbol sides[3][2] = {
        {SYMBOL_M, SYMBOL_K}, {SYMBOL_K, SYMBOL_N}, {SYMBOL_M, SYMBOL_N}};
    const enum symbol *const side = sides[operand->role - ROLE_A];
    const long long lines = spec_fixed(spec, side[0] == along ? side[1] : side[0]);
    const long long length = spec_fixed(spec, operand->ld);
    if (lines < 0 || length < 0)
        return -1;
    const struct axes axes = spec_axes(spec, operand, operand->transposed);
    const long long workspace = spec_in_workspace(operand)
                                    ? spec_extent(spec, axes.lines) * spec_extent(spec, axes.along)
                                    : 0;
    return workspace > lines * length ? workspace : lines * length;
}

static int index_bits_of(const struct spec *spec)
{
    const char *const index = spec->values[OPTION_INDEX].text;
    if (strcmp(index, "auto") != 0)
        return strcmp(index, "32") == 0 ? 32 : 64;
    const struct operand *const operands[] = {&spec->a, &spec->b, &spec->c};
    for (int i = 0; i < 3; i++) {
        const long long elements = elements_of(spec, operands[i]);
        if (elements < 0 || elements > 2147483647)
            return 64;
    }
    return 32;
}

static enum edges edges_of(const char *word)
{
    static const char *const words[] = {"exact", "guard", "pad", "shift"};
    int edges = 0;
    while (strcmp(words[edges], word) != 0)
        edges++;
    return (enum edges)edges;
}

static void resolve_config(struct spec *spec)
{
    const struct option_value *const values = spec->values;
    spec->share = share_of(spec);
    spec->spelling = spelling_of(spec);
    spec->tile = shape_of(&values[OPTION_TILE]);
    spec->wg = shape_of(&values[OPTION_WG]);
    spec->tile_k = values[OPTION_TILE_K].numbers[0];
    spec->unroll_k = values[OPTION_UNROLL_K].numbers[0];
    spec->strided = strcmp(values[OPTION_ASSIGN].text, "strided") == 0;
    spec->stages = values[OPTION_STAGES].numbers[0];
    spec->prefetch = values[OPTION_PREFETCH].on;
    spec->exchange = values[OPTION_EXCHANGE].on;
    spec->async = strcmp(values[OPTION_COPY].text, "async") == 0;
    spec->loop_order = values[OPTION_LOOP_ORDER].text;
    spec->group_ids = strcmp(values[OPTION_IDS].text, "group") == 0;
    spec->barrier = values[OPTION_BARRIER].on;
    spec->sg_size = values[OPTION_SG_SIZE].text         ? values[OPTION_SG_SIZE].numbers[0]
                    : spec->spelling == SPELLING_NVIDIA ? SPEC_WARP
                                                        : spec->wg.width;
    spec->mad = values[OPTION_MAD].text;
    spec->edges = edges_of(values[OPTION_EDGES].text);
    spec->separate = strcmp(values[OPTION_STEPS].text, "separate") == 0;
    spec->family->complete(spec);
    if (!spec->unroll_k)
        spec->unroll_k = spec->tile_k;
    if (!spec->turn_k)
        spec->turn_k = spec->unroll_k;
}

/* Where the multiplying kernel has an operand. Padding that fixed sizes do not need is left out, and an
 * image is padded anyway. */
static void resolve_memory(struct job *job, const struct spec *spec, struct operand *operand)
{
    const struct axes axes = spec_axes(spec, operand, operand->transposed);
    const enum symbol sides[] = {axes.lines, axes.along};
    for (int i = 0; i < 2 && !operand->image; i++) {
        const long long fixed = spec_fixed(spec, sides[i]);
        const long long whole = spec_axis_rounding(spec, sides[i]);
        operand->padded |= whole > 1 && (fixed < 0 || fixed % whole != 0);
    }
    const bool combined = operand->packed && operand->padded && !spec->separate;
    operand->memory = arena_printf(job->arena, "%s%s", operand->name,
                                   operand->image    ? "_image"
                                   : combined        ? "_packed"
                                   : operand->packed ? "_transposed"
                                   : operand->padded ? "_padded"
                                                     : "");
}

const char *spec_profile_name(const struct option_value *values)
{
    return values[OPTION_FOR].text ? values[OPTION_FOR].text : "generic";
}

const struct spec *spec_resolve(struct job *job, const struct option_value *said)
{
    return spec_resolve_for(job, said, NULL);
}

const struct spec *spec_resolve_for(struct job *job, const struct option_value *said,
                                    const struct profile_source *source)
{
    struct spec *const spec = arena_allocate(job->arena, sizeof *spec);
    spec->values = resolve_values(job, said, source, &spec->profile, &spec->element);
    spec->family = family_find(spec->values[OPTION_FAMILY].text);
    resolve_problem(spec);
    resolve_operands(spec);
    resolve_config(spec);
    resolve_memory(job, spec, &spec->a);
    resolve_memory(job, spec, &spec->b);
    resolve_memory(job, spec, &spec->c);
    spec->index_bits = index_bits_of(spec);
    return spec;
}

/* ------------------------------------------------------------------- derived facts */

bool spec_exchanges(const struct spec *spec)
{
    /* Through local memory there is nothing to exchange that does not lie there already. */
    return spec->share == SHARE_SHUFFLE || spec->share == SHARE_BLOCK_READ ||
           (spec->exchange && spec->spelling != SPELLING_EMULATED);
}

struct shape spec_group_tile(const struct spec *spec)
{
    return (struct shape){spec->tile.height * spec->wg.height, spec->tile.width * spec->wg.width};
}

enum symbol spec_contiguous_axis(const struct spec *spec, const struct operand *operand)
{
    /* Row-major and not transposed, the second index is the contiguous one. */
    switch (operand->role) {
    case ROLE_A:
        return spec->column_major != spec->problem.transpose_a ? SYMBOL_M : SYMBOL_K;
    case ROLE_B:
        return spec->column_major != spec->problem.transpose_b ? SYMBOL_K : SYMBOL_N;
    default:
        return spec->column_major ? SYMBOL_M : SYMBOL_N;
    }
}

static const struct operand *operand_with_ld(const struct spec *spec, enum symbol ld)
{
    return spec->a.ld == ld ? &spec->a : spec->b.ld == ld ? &spec->b : &spec->c;
}

long long spec_fixed(const struct spec *spec, enum symbol symbol)
{
    const struct setting *const setting = &spec->problem.values[symbol];
    if (setting->how == TIGHT)
        return spec_fixed(spec, spec_contiguous_axis(spec, operand_with_ld(spec, symbol)));
    return setting->how == FIXED ? setting->whole : -1;
}

bool spec_guards(const struct spec *spec, enum symbol axis, long long step)
{
    const long long fixed = spec_fixed(spec, axis);
    const bool guards =
        spec->edges == EDGES_GUARD || (spec->edges == EDGES_SHIFT && axis == SYMBOL_K);
    return guards && (fixed < 0 || fixed % step != 0);
}

bool spec_shifts(const struct spec *spec, enum symbol axis, long long step)
{
    const long long fixed = spec_fixed(spec, axis);
    return spec->edges == EDGES_SHIFT && (fixed < 0 || fixed % step != 0);
}

bool spec_in_workspace(const struct operand *operand)
{
    return operand->padded || (operand->packed && !operand->image);
}

long long spec_axis_rounding(const struct spec *spec, enum symbol axis)
{
    const struct shape group = spec_group_tile(spec);
    if (spec->edges != EDGES_PAD)
        return 1;
    return axis == spec->m ? group.height : axis == spec->n ? group.width : spec->turn_k;
}

long long spec_extent(const struct spec *spec, enum symbol axis)
{
    const long long fixed = spec_fixed(spec, axis);
    const long long whole = spec_axis_rounding(spec, axis);
    return fixed < 0 ? -1 : (fixed + whole - 1) / whole * whole;
}

struct axes spec_axes(const struct spec *spec, const struct operand *operand, bool transposed)
{
    const enum symbol rows = operand == &spec->b ? SYMBOL_K : spec->m;
    const enum symbol columns = operand == &spec->a ? SYMBOL_K : spec->n;
    return transposed ? (struct axes){columns, rows} : (struct axes){rows, columns};
}

struct setting spec_beta(const struct spec *spec)
{
    const struct setting none = {.how = FIXED};
    return spec_in_workspace(&spec->c) ? none : spec->problem.values[SYMBOL_BETA];
}

bool spec_names_size(const struct spec *spec, enum symbol axis)
{
    const struct shape group = spec_group_tile(spec);
    if (axis == SYMBOL_K)
        return true;
    const long long tile = axis == spec->m ? group.height : group.width;
    if (spec_guards(spec, axis, tile) || spec_shifts(spec, axis, tile))
        return true;
    const struct operand *const operands[] = {&spec->a, &spec->b, &spec->c};
    for (int i = 0; i < 3; i++) {
        const struct operand *const o = operands[i];
        const bool tight = spec->problem.values[o->ld].how == TIGHT;
        if (spec_in_workspace(o)
                ? spec_fixed(spec, axis) < 0 && spec_axes(spec, o, o->transposed).along == axis
                : !o->image && tight && spec_contiguous_axis(spec, o) == axis)
            return true;
    }
    return false;
}

static long long common_multiple(long long left, long long right)
{
    long long multiple = left;
    while (multiple % right)
        multiple += left;
    return multiple;
}

struct shape spec_image_rounding(const struct spec *spec, const struct operand *operand)
{
    const bool is_a = operand == &spec->a;
    const struct shape group = spec_group_tile(spec);
    return (struct shape){
        .height = is_a ? group.height : spec->turn_k,
        .width = common_multiple(is_a ? spec->turn_k : group.width,
                                 SPEC_PITCH_BYTES / spec->element.storage->bytes),
    };
}
