/*
 * What a plan wants: of the sizes at launch, and of the device.
 */
#include "gen/plan/internal.h"

#include <limits.h>
#include <stdarg.h>
#include <string.h>

#include "gen/spec/gatlas.h"

/* ------------------------------------------------------------------------- constraints */

const char *size_rule_name(enum size_rule rule)
{
    static const char *const names[] = {
        [SIZES_EXACT] = "exact-sizes",       [SIZES_SHIFT] = "shift-sizes",
        [SIZES_PROMISED] = "promised-sizes", [SIZE_LIMIT] = "size-limit",
        [SIZE_IN_IMAGES] = "image-size",     [LEADING_DIMENSION_LIMIT] = "leading-dimension-limit",
        [INDEX_WIDTH] = "index-width",       [MEMBERS_OF_C] = "batch-stride",
        [WHOLE_BLOCKS] = "whole-blocks",
    };
    return names[rule];
}

/* Constrains a symbol by a number; the format and what follows it is the sentence. */
ARENA_PRINTF(6, 7)
static void constrain(struct draft *d, enum size_rule rule, enum symbol symbol,
                      enum relation relation, long long number, const char *format, ...)
{
    const size_t index = d->plan->constraint_count++;
    va_list arguments;
    va_start(arguments, format);
    d->constraints = arena_grow(d->job->arena, d->constraints, index, sizeof *d->constraints);
    d->constraints[index] = (struct constraint){
        rule, arena_vprintf(d->job->arena, format, arguments), {symbol}, relation, number};
    va_end(arguments);
    d->plan->constraints = d->constraints;
}

enum {
    LARGEST = INT_MAX /* number of 32 bits */
};

/* Of A, B and C, of D, or of a matrix that the epilogue reads. */
static bool is_leading_dimension(const struct draft *d, enum symbol symbol)
{
    return symbol <= SYMBOL_LDC || (symbol >= SYMBOL_LDR && plan_passing(d->plan, symbol, NULL));
}

/* Kernels take leading dimensions as 32-bit numbers, whatever their indices are. */
static void constrain_leading_dimensions(struct draft *d)
{
    for (enum symbol ld = SYMBOL_LDA; ld <= SYMBOL_LDD; ld++)
        if (is_leading_dimension(d, ld) && d->spec->problem.values[ld].how == GIVEN_AT_LAUNCH)
            constrain(d, LEADING_DIMENSION_LIMIT, ld, AT_MOST, LARGEST, "%s must be at most %d",
                      symbol_in_kernel(ld), LARGEST);
}

/* Places of a matrix with so many lines, one leading dimension apart, are numbers of 32 bits. */
static void constrain_index(struct draft *d, const char *name, enum symbol ld, enum symbol lines)
{
    if (spec_fixed(d->spec, lines) >= 0 && spec_fixed(d->spec, ld) >= 0)
        return;
    constrain(d, INDEX_WIDTH, ld, AT_MOST, LARGEST,
              "%s must have less than 2^31 elements: %s x %s at most %d", name,
              symbol_in_kernel(ld), symbol_in_kernel(lines), LARGEST);
    d->constraints[d->plan->constraint_count - 1].left[1] = lines;
}

static void constrain_members(struct draft *d)
{
    const struct setting *const values = d->spec->problem.values;
    const bool single = values[SYMBOL_BATCH].how == FIXED && values[SYMBOL_BATCH].whole <= 1;
    if (values[SYMBOL_STRIDE_C].how == GIVEN_AT_LAUNCH && !single)
        constrain(d, MEMBERS_OF_C, SYMBOL_STRIDE_C, AT_LEAST, 1,
                  "stride_c must be at least 1: members of C share nothing");
}

static void constrain_count(struct draft *d, enum symbol count, long long most, const char *what)
{
    constrain(d, SIZE_LIMIT, count, AT_MOST, most, "%s must be at most %lld%s",
              count <= SYMBOL_K ? spec_size_name(d->spec, count) : symbol_in_kernel(count), most,
              what);
}

static void constrain_to_promise(struct draft *d, enum symbol axis)
{
    const long long promised = spec_promised(d->spec, axis);
    if (promised > 1)
        constrain(d, SIZES_PROMISED, axis, MULTIPLE_OF, promised,
                  "%s must be a multiple of %lld, as the host promises", symbol_in_kernel(axis),
                  promised);
}

static void constrain_groups(struct draft *d)
{
    if (d->spec->problem.batch == BATCH_GROUPS)
        constrain_count(d, SYMBOL_BATCH, PLAN_MOST_GROUPS, ", the groups of a launch");
    if (d->spec->problem.experts)
        constrain_count(d, SYMBOL_MATRICES, PLAN_MOST_GROUPS, ", as many as groups");
    if (d->spec->problem.gathers)
        constrain_count(d, SYMBOL_ROWS_A, spec_largest_size(d->spec, SYMBOL_M), "");
    if (d->spec->problem.scatters)
        constrain_count(d, SYMBOL_ROWS_C, spec_largest_size(d->spec, SYMBOL_M), "");
}

static void constrain_to_blocks(struct draft *d, enum symbol symbol, long long covers)
{
    if (d->spec->problem.values[symbol].how == GIVEN_AT_LAUNCH && covers > 1)
        constrain(d, WHOLE_BLOCKS, symbol, MULTIPLE_OF, covers,
                  "%s must be a multiple of %lld, the elements of a block",
                  symbol_in_kernel(symbol), covers);
}

/* Lines and members of an operand in blocks begin at one. */
static void constrain_blocks(struct draft *d)
{
    constrain_to_blocks(d, SYMBOL_K, spec_multiple(d->spec, SYMBOL_K));
    for (enum role role = ROLE_A; role <= ROLE_B; role++) {
        const struct operand *const operand = spec_operand(d->spec, role);
        const long long whole = element_whole(operand->given);
        constrain_to_blocks(d, operand->ld, operand->given->covers);
        constrain_to_blocks(d, operand->offset, whole);
        constrain_to_blocks(d, operand->stride, whole);
        /* Members lie one behind another, and each begins with a line of scales. */
        if (d->spec->problem.batch != BATCH_NONE && operand->given->group_lines)
            constrain_to_blocks(d, role == ROLE_A ? SYMBOL_M : SYMBOL_N,
                                operand->given->group_lines);
    }
}

void plan_constraints(struct draft *d)
{
    const struct spec *const spec = d->spec;
    for (enum symbol axis = SYMBOL_M; axis <= SYMBOL_K; axis++) {
        if (spec_fixed(spec, axis) >= 0)
            continue;
        const char *const name = spec_size_name(spec, axis);
        const long long step = spec_axis_step(spec, axis);
        const long long largest =
            spec_largest_side(spec, axis) - (spec_is_ragged(spec, axis) ? PLAN_MOST_GROUPS : 0);
        const long long whole = common_multiple(step, gatlas_multiple(spec, axis));
        /* What a host promises may say it already. */
        const long long promised = spec_promised(spec, axis);
        if (spec->edges == EDGES_EXACT && whole > 1 && (promised == 1 || promised % whole))
            constrain(d, SIZES_EXACT, axis, MULTIPLE_OF, whole, "%s must be a multiple of %lld",
                      name, whole);
        if (spec->edges == EDGES_SHIFT && axis != SYMBOL_K && step > 1)
            constrain(d, SIZES_SHIFT, axis, AT_LEAST, step, "%s must be at least %lld", name, step);
        constrain_to_promise(d, axis);
        const long long image = spec_largest_in_images(spec, axis);
        if (image < largest)
            constrain(d, SIZE_IN_IMAGES, axis, AT_MOST, image,
                      "%s must be at most %lld: images have up to %lld texels a side", name, image,
                      spec->profile->image_side);
        else
            constrain_count(d, axis, largest, "");
    }
    constrain_blocks(d);
    constrain_leading_dimensions(d);
    constrain_members(d);
    constrain_groups(d);
    if (spec->index_bits == 64)
        return;
    for (const struct operand *operand = &spec->a; operand; operand = operand_after(spec, operand))
        constrain_index(d, operand->name, operand->ld, spec_line_axis(spec, operand));
    const struct operand second = spec_d(spec);
    if (problem_has_d(&spec->problem))
        constrain_index(d, second.name, second.ld, spec_line_axis(spec, &second));
    const struct epilogue *const epilogue = spec->problem.epilogue;
    for (size_t i = 0; i < epilogue->count; i++)
        if (epilogue->list[i].reads == READS_MATRIX)
            constrain_index(d, epilogue->list[i].operand, epilogue->list[i].symbol,
                            spec_line_axis(spec, &spec->c));
}

/* ------------------------------------------------------------------------ requirements */

/* NULL: what needs none. */
static void require(struct draft *d, const char *extension)
{
    if (!extension)
        return;
    struct requirement *const needs = &d->plan->requirement;
    const size_t index = needs->extension_count++;
    d->extensions = arena_grow(d->job->arena, d->extensions, index, sizeof *d->extensions);
    d->extensions[index] = extension;
    needs->extensions = d->extensions;
}

/* The extensions of the types, and those of block reads. */
static void require_types(struct draft *d)
{
    const struct spec *const spec = d->spec;
    const char *types[SPEC_MOST_EXTENSIONS];
    const size_t count = spec_type_extensions(spec, types);
    for (size_t i = 0; i < count; i++)
        require(d, types[i]);
    if (!spec_reads_blocks(spec))
        return;
    require(d, spec->a.element->block_extension);
    if (spec->b.element->block_extension != spec->a.element->block_extension)
        require(d, spec->b.element->block_extension);
}

void plan_requirement(struct draft *d)
{
    const struct spec *const spec = d->spec;
    struct plan *const plan = d->plan;
    struct requirement *const needs = &plan->requirement;
    const bool shares = spec_exchanges(spec);
    needs->opencl_c = "1.2";
    if (spec->sums_in_launch && spec->ordering == ORDERING_2_0)
        needs->opencl_c = "2.0";
    if (spec->sums_in_launch && spec->ordering == ORDERING_3_0)
        needs->opencl_c = "3.0";
    needs->images = in_image(&spec->a) || in_image(&spec->b);
    needs->local_bytes = spec_local_bytes(spec);
    for (size_t i = 0; i < plan->step_count; i++) {
        long long items = 1;
        for (size_t j = 0; j < plan->steps[i].dimension_count; j++)
            items *= plan->steps[i].dimensions[j].local;
        if (items > needs->work_group_size)
            needs->work_group_size = items;
        if (plan->steps[i].local_bytes > needs->local_bytes)
            needs->local_bytes = plan->steps[i].local_bytes;
    }
    plan->build_options = spec->profile->build_options;
    if (strcmp(needs->opencl_c, "1.2") != 0)
        plan->build_options =
            arena_join(d->job->arena, plan->build_options, " ",
                       arena_printf(d->job->arena, "-cl-std=CL%s", needs->opencl_c));
    needs->device_type = spec->profile->built_type;
    needs->vendor = spec->profile->built_vendor;
    if (shares && spec->spelling == SPELLING_INTEL) {
        require(d, "cl_intel_subgroups");
        require(d, "cl_intel_required_subgroup_size");
    } else if (shares && spec->spelling == SPELLING_KHR) {
        require(d, "cl_khr_subgroup_shuffle");
    } else if ((shares && spec->spelling == SPELLING_NVIDIA) ||
               ((spec->sums_in_launch || spec->problem.adds) && spec->ordering == ORDERING_PTX)) {
        /* NVIDIA's compilers alone, which take inline PTX, announce it. */
        require(d, "cl_nv_compiler_options");
    } else if (shares && spec->spelling == SPELLING_AMD) {
        /* So do AMD's, whose clang has the builtins of matrix engines. */
        require(d, "cl_amd_device_attribute_query");
    }
    require(d, plan_main_step(plan)->engine.announced);
    require_types(d);
}
