#include "emit/emit.h"

#include <inttypes.h>
#include <stdint.h>

#include "gen/base/json.h"
#include "gen/base/value.h"

/* Fowler, Noll and Vo's hash 1a of 64 bits. */
uint64_t emit_hash(const char *bytes, size_t length)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (size_t i = 0; i < length; i++) {
        hash ^= (unsigned char)bytes[i];
        hash *= UINT64_C(0x100000001b3);
    }
    return hash;
}

unsigned long emit_short_hash(const char *bytes, size_t length)
{
    const uint64_t hash = emit_hash(bytes, length);
    return (unsigned long)((hash >> 32 ^ hash) & 0xffffffff);
}

static struct value *count_value(struct job *job, struct count count)
{
    if (count.symbol != SYMBOL_NONE)
        return value_text(job, symbol_name(count.symbol));
    return value_integer(job, count.number);
}

static struct value *requires_value(struct job *job, const struct requirement *requirement)
{
    struct value *object = value_object(job);
    value_set_text(job, object, "opencl_c", requirement->opencl_c);
    struct value *extensions = value_set_list(job, object, "extensions");
    for (size_t i = 0; i < requirement->extension_count; i++)
        value_add(extensions, value_text(job, requirement->extensions[i]));
    if (requirement->device_type || requirement->vendor) {
        struct value *device = value_set_object(job, object, "device");
        if (requirement->device_type)
            value_set_text(job, device, "type", requirement->device_type);
        if (requirement->vendor)
            value_set_text(job, device, "vendor", requirement->vendor);
    }
    value_set_bool(job, object, "images", requirement->images);
    value_set_integer(job, object, "local_bytes", requirement->local_bytes);
    value_set_integer(job, object, "work_group_size", requirement->work_group_size);
    return object;
}

struct value *emit_program_value(struct job *job, const struct plan *plan, uint64_t hash,
                                 const char *source)
{
    struct value *object = value_object(job);
    value_set(object, "file", value_printf(job, "%s.cl", plan->stem));
    value_set(object, "hash", value_printf(job, "fnv1a64:%016" PRIx64, hash));
    if (source)
        value_set_text(job, object, "source", source);
    value_set_text(job, object, "build_options", plan->build_options);
    const char *const finalize = plan_main_step(plan)->engine.finalize;
    value_set(object, "finalize", finalize ? value_text(job, finalize) : value_null(job));
    value_set(object, "requires", requires_value(job, &plan->requirement));
    return object;
}

static struct value *extent_value(struct job *job, const struct extent *extent)
{
    struct value *object = value_object(job);
    value_set(object, "n", count_value(job, extent->n));
    value_set_integer(job, object, "rounded_to", extent->rounded_to);
    if (extent->more)
        value_set_text(job, object, "more", symbol_name(extent->more));
    value_set(object, "stride",
              extent->dense ? value_text(job, "dense") : count_value(job, extent->stride));
    return object;
}

static struct value *buffer_value(struct job *job, const struct buffer *buffer)
{
    static const char *const roles[] = {[ROLE_A] = "a",
                                        [ROLE_B] = "b",
                                        [ROLE_C] = "c",
                                        [ROLE_D] = "d",
                                        [ROLE_MASK] = "mask",
                                        [ROLE_LENGTHS_Q] = "lengths_q",
                                        [ROLE_LENGTHS_K] = "lengths_k",
                                        [ROLE_BIAS] = "bias",
                                        [ROLE_SCALE] = "scale",
                                        [ROLE_RESIDUAL] = "residual",
                                        [ROLE_WORKSPACE] = "workspace",
                                        [ROLE_SCALES_A] = "scales_a",
                                        [ROLE_SCALES_B] = "scales_b",
                                        [ROLE_ZEROS_A] = "zeros_a",
                                        [ROLE_ZEROS_B] = "zeros_b",
                                        [ROLE_LEASTS_A] = "leasts_a",
                                        [ROLE_LEASTS_B] = "leasts_b",
                                        [ROLE_PART_SCALES_A] = "part_scales_a",
                                        [ROLE_PART_SCALES_B] = "part_scales_b",
                                        [ROLE_UPPERS_A] = "uppers_a",
                                        [ROLE_UPPERS_B] = "uppers_b",
                                        [ROLE_OFFSETS_A] = "offsets_a",
                                        [ROLE_OFFSETS_B] = "offsets_b",
                                        [ROLE_OFFSETS_C] = "offsets_c",
                                        [ROLE_OFFSETS] = "offsets",
                                        [ROLE_EXPERTS] = "experts",
                                        [ROLE_INDEX_A] = "index_a",
                                        [ROLE_INDEX_C] = "index_c",
                                        [ROLE_IDS] = "ids"};
    static const char *const accesses[] = {
        [ACCESS_READ] = "read", [ACCESS_WRITE] = "write", [ACCESS_READ_WRITE] = "read_write"};
    struct value *object = value_object(job);
    value_set_text(job, object, "name", buffer->name);
    value_set_text(job, object, "role", buffer->counters ? "counters" : roles[buffer->role]);
    struct value *element = value_set_object(job, object, "element");
    value_set_text(job, element, "type", buffer->element_type);
    value_set_integer(job, element, "bytes", buffer->element_bytes);
    const bool shared = buffer->lines && buffer->role != ROLE_WORKSPACE;
    value_set_integer(job, element, "covers",
                      shared ? buffer->covers / buffer->lines : buffer->covers);
    if (shared)
        value_set_integer(job, element, "lines", buffer->lines);
    struct value *extents = value_set_list(job, object, "extents");
    for (size_t i = 0; i < buffer->extent_count; i++)
        value_add(extents, extent_value(job, &buffer->extents[i]));
    value_set(object, "offset", count_value(job, buffer->offset));
    if (buffer->image) {
        struct value *image = value_set_object(job, object, "image");
        value_set_text(job, image, "order", buffer->image->order);
        value_set_text(job, image, "type", buffer->image->type);
        value_set_integer(job, image, "pitch_bytes", buffer->image->pitch_bytes);
    } else {
        value_set(object, "image", value_null(job));
    }
    value_set_text(job, object, "access", accesses[buffer->access]);
    value_set_text(job, object, "lifetime",
                   buffer->prepared                 ? "weights"
                   : buffer->role == ROLE_WORKSPACE ? "run"
                                                    : "caller");
    value_set_text(job, object, "init", "none");
    return object;
}

static struct value *argument_value(struct job *job, const struct plan *plan,
                                    const struct argument *argument)
{
    struct value *object = value_object(job);
    value_set_text(job, object, "name", argument->name);
    switch (argument->kind) {
    case ARGUMENT_VALUE:
        value_set_text(job, object, "kind", "value");
        value_set_text(job, object, "symbol", symbol_name(argument->symbol));
        value_set_text(job, object, "type", argument->type);
        break;
    case ARGUMENT_SIZE:
        value_set_text(job, object, "kind", "size");
        value_set_text(job, object, "size", argument->size);
        value_set_text(job, object, "type", argument->type);
        break;
    case ARGUMENT_BUFFER:
        value_set_text(job, object, "kind", "buffer");
        value_set_text(job, object, "buffer", plan->buffers[argument->buffer].name);
        break;
    case ARGUMENT_SUM:
        emit_add_sum(job, argument, object);
        break;
    case ARGUMENT_LOCAL:
        value_set_text(job, object, "kind", "local");
        value_set_integer(job, object, "bytes", (long long)argument->sum->factor);
        break;
    }
    value_set_text(job, object, "meaning", argument->meaning);
    return object;
}

/* What a work-group computes at a time along the dimension, where it computes tiles in sequence. */
static void add_sequence(struct job *job, const struct launch_dimension *dimension,
                         struct value *groups)
{
    if (!dimension->per_unit && !dimension->in_sequence)
        return;
    struct value *const tiles = value_set_object(job, groups, "in_sequence");
    value_set(tiles, "dim", count_value(job, dimension->dim));
    value_set_integer(job, tiles, "per_group", dimension->per_group);
}

/* How many work-groups a step has along a dimension. */
static struct value *groups_value(struct job *job, const struct launch_dimension *dimension)
{
    const struct count one = {SYMBOL_NONE, 1};
    struct value *groups = value_object(job);
    if (dimension->per_unit) {
        value_set_integer(job, groups, "persistent", dimension->per_unit);
        add_sequence(job, dimension, groups);
        return groups;
    }
    if (dimension->count) {
        value_set(groups, "count", plan_host_formula(job, NULL, dimension->count));
        add_sequence(job, dimension, groups);
        return groups;
    }
    value_set(groups, "dim", count_value(job, dimension->in_sequence ? one : dimension->dim));
    value_set_integer(job, groups, "rounded_to", dimension->rounded_to);
    value_set_integer(job, groups, "per_group", dimension->in_sequence ? 1 : dimension->per_group);
    if (dimension->times)
        value_set_integer(job, groups, "times", dimension->times);
    if (dimension->more)
        value_set_text(job, groups, "more", symbol_name(dimension->more));
    if (dimension->most)
        value_set_integer(job, groups, "most", dimension->most);
    add_sequence(job, dimension, groups);
    return groups;
}

static struct value *step_value(struct job *job, const struct plan *plan, const struct step *step)
{
    struct value *object = value_object(job);
    value_set_text(job, object, "name", step->name);
    value_set_text(job, object, "kind", "kernel");
    value_set_integer(job, object, "program", 0);
    value_set_text(job, object, "entry", step->entry);
    struct value *arguments = value_set_list(job, object, "args");
    for (size_t i = 0; i < step->argument_count; i++)
        value_add(arguments, argument_value(job, plan, &step->arguments[i]));
    struct value *local = value_set_list(job, object, "local");
    struct value *global = value_set_list(job, object, "global");
    for (size_t i = 0; i < step->dimension_count; i++) {
        const struct launch_dimension *dimension = &step->dimensions[i];
        value_add(local, value_integer(job, dimension->local));
        value_add(global, groups_value(job, dimension));
    }
    if (step->sub_group_size == 0) {
        value_set(object, "sub_group", value_null(job));
    } else {
        struct value *sub_group = value_set_object(job, object, "sub_group");
        value_set_integer(job, sub_group, "size", step->sub_group_size);
        value_set_text(job, sub_group, "rule", step->sub_group_equal ? "equal" : "multiple");
    }
    if (step->engine.name) {
        struct value *engine = value_set_object(job, object, "engine");
        value_set_text(job, engine, "name", step->engine.name);
        value_set_text(job, engine, "factors", step->engine.factors);
        value_set_integer(job, engine, "instructions", step->engine.instructions);
    }
    struct value *when = value_set_object(job, object, "when");
    value_set(when, "nonzero", emit_symbol_list(job, step->nonzero, NONZERO_LIMIT));
    value_set_text(job, object, "phase", step->prepares ? "prepare" : "run");
    value_set_integer(job, object, "repeat", 1);
    struct value *numbers = value_set_object(job, object, "numbers");
    value_set(numbers, "flops", emit_terms_value(job, step->flops));
    value_set(numbers, "bytes", emit_terms_value(job, step->bytes));
    return object;
}

static struct value *constraint_value(struct job *job, const struct constraint *constraint)
{
    static const char *const operators[] = {
        [MULTIPLE_OF] = "multiple_of", [AT_LEAST] = "at_least", [AT_MOST] = "at_most"};
    struct value *object = value_object(job);
    value_set_text(job, object, "rule", size_rule_name(constraint->rule));
    value_set_text(job, object, "sentence", constraint->sentence);
    value_set(object, "left", emit_symbol_list(job, constraint->left, 2));
    value_set_text(job, object, "op", operators[constraint->operator]);
    value_set_integer(job, object, "right", constraint->right);
    return object;
}

static struct value *peak_value(struct job *job, const struct plan *plan)
{
    if (!plan->peak_formula)
        return value_null(job);
    struct value *object = value_object(job);
    value_set_text(job, object, "profile", plan->profile);
    value_set_text(job, object, "formula", plan->peak_formula);
    value_set(object, "operations_per_cycle", emit_number(job, plan->operations_per_cycle));
    return object;
}

/* A member of a tree must not be in another one: the object is copied, its members are shared. */
static struct value *config_value(struct job *job, const struct plan *plan)
{
    struct value *object = value_object(job);
    if (plan->config) {
        *object = *plan->config;
        object->next = NULL;
    }
    return object;
}

/* {"a": {"store": 1, "read": 2}, ...}: operands that are staged where the profile states banks. */
static void add_conflicts(struct job *job, const struct plan *plan, struct value *numbers)
{
    struct value *const list = value_object(job);
    for (int i = 0; i < 2; i++) {
        const struct bank_conflicts *const conflicts = &plan->conflicts[i];
        if (!conflicts->read)
            continue;
        struct value *const operand = value_set_object(job, list, i == 0 ? "a" : "b");
        if (conflicts->store)
            value_set_integer(job, operand, "store", conflicts->store);
        value_set_integer(job, operand, "read", conflicts->read);
    }
    if (list->count)
        value_set(numbers, "bank_conflicts", list);
}

/* Adds what a manifest says of a kernel. */
static void add_kernel(struct job *job, struct value *root, const struct plan *plan,
                       struct value *program)
{
    value_set_text(job, root, "name", plan->name);
    struct value *generator = value_set_object(job, root, "generator");
    value_set_text(job, generator, "version", plan->version);
    value_set_text(job, generator, "command", plan->command);
    value_set(root, "problem", emit_problem_value(job, plan));
    value_set(root, "config", config_value(job, plan));
    if (plan->host)
        value_set(root, "interface", emit_interface_value(job, plan->host));
    value_add(value_set_list(job, root, "programs"), program);
    struct value *buffers = value_set_list(job, root, "buffers");
    for (size_t i = 0; i < plan->buffer_count; i++)
        value_add(buffers, buffer_value(job, &plan->buffers[i]));
    struct value *steps = value_set_list(job, root, "steps");
    for (size_t i = 0; i < plan->step_count; i++)
        value_add(steps, step_value(job, plan, &plan->steps[i]));
    struct value *constraints = value_set_list(job, root, "constraints");
    for (size_t i = 0; i < plan->constraint_count; i++)
        value_add(constraints, constraint_value(job, &plan->constraints[i]));
    struct value *numbers = value_set_object(job, root, "numbers");
    value_set_integer(job, numbers, "register_bytes", plan->register_bytes);
    value_set_integer(job, numbers, "local_bytes", plan->local_bytes);
    add_conflicts(job, plan, numbers);
    value_set(root, "peak", peak_value(job, plan));
}

struct value *emit_kernel_value(struct job *job, const struct plan *plan, struct value *program)
{
    struct value *const object = value_object(job);
    add_kernel(job, object, plan, program);
    return object;
}

struct value *emit_manifest_value(struct job *job, const struct plan *plan, const char *cl,
                                  size_t cl_length, bool with_source)
{
    struct value *const root = value_object(job);
    struct value *const program =
        emit_program_value(job, plan, emit_hash(cl, cl_length),
                           with_source ? arena_text(job->arena, cl, cl_length) : NULL);
    const bool later =
        plan->host || plan->problem.batch == BATCH_GROUPS || problem_has_d(&plan->problem);
    value_set_text(job, root, "schema", later ? "clgemm-manifest/2" : "clgemm-manifest/1");
    add_kernel(job, root, plan, program);
    return root;
}

const char *emit_manifest(struct job *job, const struct plan *plan, const char *cl,
                          size_t cl_length, bool with_source)
{
    return json_write(job, emit_manifest_value(job, plan, cl, cl_length, with_source));
}
