/*
 * The parameters of NAME_enqueue, and of what prepares an operand, between the queue and the events.
 */
#include "emit/launcher.h"

#include "gen/base/notation.h"

/* What the product's kernel says of the value or buffer; NULL where no kernel takes it. */
static const char *meaning_of(const struct plan *plan, enum symbol symbol,
                              const struct buffer *buffer)
{
    const char *meaning = NULL;
    for (size_t i = 0; i < plan->step_count; i++) {
        const struct step *step = &plan->steps[i];
        for (size_t j = 0; j < step->argument_count; j++) {
            const struct argument *argument = &step->arguments[j];
            const bool same = buffer
                                  ? argument->kind == ARGUMENT_BUFFER &&
                                        &plan->buffers[argument->buffer] == buffer
                                  : argument->kind == ARGUMENT_VALUE && argument->symbol == symbol;
            if (same && (!meaning || step == plan_main_step(plan)))
                meaning = argument->meaning;
        }
    }
    return meaning;
}

/* Whether an argument is an operand of the epilogue: they stand last in the step that stores C. */
static bool is_of_epilogue(const struct plan *plan, const struct argument *argument)
{
    if (argument->kind == ARGUMENT_BUFFER) {
        const enum role role = plan->buffers[argument->buffer].role;
        return role >= ROLE_BIAS && role < ROLE_WORKSPACE;
    }
    return (argument->symbol >= SYMBOL_LDR && argument->symbol <= SYMBOL_LDR_LAST) ||
           (argument->symbol >= SYMBOL_SCALE && argument->symbol <= SYMBOL_SCALE_LAST);
}

/* All of them: in the order of BLAS, then the operands of the epilogue. */
static size_t list_all(const struct plan *plan, struct launcher_parameter *list)
{
    static const struct {
        int role; /* a matrix; -1: the symbol */
        enum symbol symbol;
    } order[] = {
        {-1, SYMBOL_M},
        {-1, SYMBOL_N},
        {-1, SYMBOL_K},
        {-1, SYMBOL_ALPHA},
        {ROLE_A, SYMBOL_NONE},
        {-1, SYMBOL_OFFSET_A},
        {-1, SYMBOL_LDA},
        {-1, SYMBOL_STRIDE_A},
        {ROLE_INDEX_A, SYMBOL_NONE},
        {-1, SYMBOL_ROWS_A},
        {ROLE_SCALES_A, SYMBOL_NONE},
        {ROLE_ZEROS_A, SYMBOL_NONE},
        {ROLE_LEASTS_A, SYMBOL_NONE},
        {ROLE_PART_SCALES_A, SYMBOL_NONE},
        {ROLE_UPPERS_A, SYMBOL_NONE},
        {ROLE_OFFSETS_A, SYMBOL_NONE},
        {ROLE_B, SYMBOL_NONE},
        {-1, SYMBOL_OFFSET_B},
        {-1, SYMBOL_LDB},
        {-1, SYMBOL_STRIDE_B},
        {ROLE_SCALES_B, SYMBOL_NONE},
        {ROLE_ZEROS_B, SYMBOL_NONE},
        {ROLE_LEASTS_B, SYMBOL_NONE},
        {ROLE_PART_SCALES_B, SYMBOL_NONE},
        {ROLE_UPPERS_B, SYMBOL_NONE},
        {ROLE_OFFSETS_B, SYMBOL_NONE},
        {ROLE_D, SYMBOL_NONE},
        {ROLE_MASK, SYMBOL_NONE},
        {ROLE_LENGTHS_Q, SYMBOL_NONE},
        {ROLE_LENGTHS_K, SYMBOL_NONE},
        {-1, SYMBOL_OFFSET_D},
        {-1, SYMBOL_LDD},
        {-1, SYMBOL_BETA},
        {ROLE_C, SYMBOL_NONE},
        {-1, SYMBOL_OFFSET_C},
        {-1, SYMBOL_LDC},
        {-1, SYMBOL_STRIDE_C},
        {ROLE_INDEX_C, SYMBOL_NONE},
        {-1, SYMBOL_ROWS_C},
        {ROLE_OFFSETS_C, SYMBOL_NONE},
        {-1, SYMBOL_BATCH},
        {ROLE_OFFSETS, SYMBOL_NONE},
        {ROLE_EXPERTS, SYMBOL_NONE},
        {-1, SYMBOL_MATRICES},
    };
    size_t count = launcher_list_sizes(plan, list);
    for (size_t i = 0; i < sizeof order / sizeof order[0]; i++) {
        const struct buffer *const buffer =
            order[i].role < 0 ? NULL : plan_buffer_of(plan, order[i].role);
        if (order[i].role < 0 ? !launcher_follows(plan, order[i].symbol) : buffer != NULL)
            list[count++] =
                (struct launcher_parameter){.buffer = buffer, .symbol = order[i].symbol};
        if (order[i].role != ROLE_OFFSETS_A && order[i].role != ROLE_OFFSETS_B)
            continue;
        const struct buffer *const prepared =
            launcher_prepared(plan, order[i].role == ROLE_OFFSETS_A ? ROLE_A : ROLE_B);
        if (prepared)
            list[count++] = (struct launcher_parameter){.buffer = prepared};
    }
    for (size_t i = 0; i < plan->step_count; i++)
        for (size_t j = 0; j < plan->steps[i].argument_count; j++) {
            const struct argument *const argument = &plan->steps[i].arguments[j];
            if (is_of_epilogue(plan, argument))
                list[count++] = (struct launcher_parameter){
                    .buffer =
                        argument->kind == ARGUMENT_BUFFER ? &plan->buffers[argument->buffer] : NULL,
                    .symbol = argument->symbol};
        }
    return count;
}

bool launcher_uses(const struct launcher *launcher, const struct launcher_parameter *parameter)
{
    return parameter->size     ? launcher_uses_size(launcher, parameter->size)
           : parameter->buffer ? meaning_of(launcher->plan, SYMBOL_NONE, parameter->buffer) != NULL
                               : launcher->used[parameter->symbol];
}

size_t launcher_list_parameters(struct launcher *launcher, struct launcher_parameter *list)
{
    const struct plan *const plan = launcher->plan;
    struct launcher_parameter all[HOST_MOST_ITEMS];
    const size_t listed = list_all(plan, all);
    size_t count = 0;
    for (size_t i = 0; i < listed; i++) {
        struct launcher_parameter parameter = all[i];
        const struct buffer *const buffer = parameter.buffer;
        if (!launcher_uses(launcher, &parameter))
            continue;
        if (parameter.size) {
            list[count++] = (struct launcher_parameter){.size = parameter.size,
                                                        .type = "size_t",
                                                        .name = parameter.size->in_kernel,
                                                        .meaning = parameter.size->meaning};
            continue;
        }
        parameter.name = buffer ? buffer->name : launcher_symbol(parameter.symbol);
        parameter.type = buffer ? "cl_mem" : "size_t";
        if (symbol_is_scalar(parameter.symbol)) {
            const struct argument *const passed = plan_passing(plan, parameter.symbol, NULL);
            parameter.type =
                launcher_type(launcher->job, passed ? passed->type : plan->problem.scalar);
        }
        parameter.meaning = meaning_of(plan, parameter.symbol, buffer);
        list[count++] = parameter;
    }
    return count;
}

void launcher_view_head(struct job *job, struct value *function, const char *name,
                        const struct launcher_parameter *list, size_t count)
{
    struct value *const meanings = value_set_list(job, function, "meanings");
    struct host_item items[HOST_MOST_ITEMS + 5] = {
        {arena_printf(job->arena, "struct %s *self", name), false},
        {"cl_command_queue queue", false},
    };
    size_t length = 2;
    for (size_t i = 0; i < count; i++) {
        items[length++] =
            (struct host_item){arena_printf(job->arena, "%s %s", list[i].type, list[i].name),
                               i == 0 || list[i].buffer};
        if (!list[i].meaning)
            continue;
        struct value *const item = value_add(meanings, value_object(job));
        value_set(item, "padded", value_printf(job, "%-10s", list[i].name));
        value_set_text(job, item, "meaning", list[i].meaning);
    }
    items[length++] = (struct host_item){"cl_uint num_events", true};
    items[length++] = (struct host_item){"const cl_event *events", false};
    items[length++] = (struct host_item){"cl_event *event", false};
    host_set_list(job, function, 4, items, length);
}
