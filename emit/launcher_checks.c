/*
 * What a launcher's functions test before they touch a kernel.
 */
#include "emit/launcher.h"

#include <string.h>

#include "gen/base/c_text.h"
#include "gen/plan/wording.h"

/* The condition that breaks a product of two numbers that are given at launch. Divided, not multiplied: no sizes overflow it. */
static const char *broken_product(struct job *job, long long most, const char *const *numbers)
{
    return arena_printf(job->arena, "%s != 0 && %s > %lld / %s", numbers[0], numbers[1], most,
                        numbers[0]);
}

/* The condition that breaks a constraint; NULL where nothing in it is left to the launch. */
static const char *broken(struct launcher *launcher, const struct constraint *constraint)
{
    struct job *const job = launcher->job;
    const char *numbers[2];
    size_t count = 0;
    long long factor =
        1; /* of a product: the symbol that is fixed, which moves to the other side */
    for (int i = 0; i < 2 && constraint->left[i] != SYMBOL_NONE; i++) {
        const struct count left =
            plan_known(launcher->plan, (struct count){constraint->left[i], 0});
        if (left.symbol == SYMBOL_NONE)
            factor *= left.number;
        else
            numbers[count++] = launcher_count(launcher, left);
    }
    if (count == 0 || factor == 0)
        return NULL;
    if (count == 2)
        return broken_product(job, constraint->right, numbers);
    switch (constraint->operator) {
    case MULTIPLE_OF:
        return arena_printf(job->arena, "%s %% %lld != 0", numbers[0], constraint->right);
    case AT_LEAST:
        return arena_printf(job->arena, "%s < %lld", numbers[0], constraint->right);
    case AT_MOST:
        return arena_printf(job->arena, "%s > %lld", numbers[0], constraint->right / factor);
    }
    return NULL;
}

static void view_constraints(struct launcher *launcher, struct value *function)
{
    struct job *const job = launcher->job;
    const struct plan *plan = launcher->plan;
    struct value *const list = value_set_list(job, function, "constraints");
    for (size_t i = 0; i < plan->constraint_count; i++) {
        const struct constraint *const constraint = &plan->constraints[i];
        bool concerns = true;
        for (int j = 0; j < 2 && constraint->left[j] != SYMBOL_NONE; j++)
            concerns &= launcher_reads(plan, constraint->left[j]);
        const char *const condition = concerns ? broken(launcher, constraint) : NULL;
        if (!condition)
            continue;
        const char *const sentence = c_comment(job, constraint->sentence);
        struct value *const item = value_add(list, value_object(job));
        value_set_text(job, item, "broken", condition);
        value_set_text(job, item, "sentence", sentence);
        value_set_bool(job, item, "beside",
                       sizeof "    if () /*  */" - 1 + strlen(condition) + strlen(sentence) <= 100);
        value_set_text(job, item, "error",
                       constraint->rule == SIZE_IN_IMAGES ? "IMAGE_SIZE" : "VALUE");
    }
}

/* "M == 0 || N == 0": where nothing is to be computed, though this is no error. */
static void view_nothing(struct launcher *launcher, struct value *function)
{
    enum symbol symbols[LAUNCHER_MOST_NEEDED];
    const size_t count = launcher_all_need(launcher, symbols);
    const char *nothing = NULL;
    for (size_t i = 0; i < count; i++)
        nothing = arena_join(launcher->job->arena, nothing, " || ",
                             launcher_comparison(launcher, symbols[i], "=="));
    value_set_text(launcher->job, function, "nothing", nothing);
}

/* A number of elements as one of what is stored at once: blocks, where it holds several. */
static const char *stored(struct launcher *launcher, const struct buffer *buffer,
                          struct count count)
{
    const char *const elements = launcher_count(launcher, count);
    return buffer->covers == 1
               ? elements
               : arena_printf(launcher->job->arena, "%s / %lld", elements, buffer->covers);
}

/* The same of elements of a line; and of lines, of which some share what is stored. */
static const char *stored_of_line(struct launcher *launcher, const struct buffer *buffer,
                                  struct count count)
{
    const struct buffer of_line = {.covers = buffer->lines ? buffer->covers / buffer->lines
                                                           : buffer->covers};
    return stored(launcher, &of_line, count);
}

static const char *stored_lines(struct launcher *launcher, const struct buffer *buffer,
                                struct count count)
{
    const char *const lines = launcher_count(launcher, count);
    return !buffer->lines ? lines
                          : arena_printf(launcher->job->arena, "(%s + %lld) / %lld", lines,
                                         buffer->lines - 1, buffer->lines);
}

/* A call of NAME_check_buffer or NAME_check_members, with so many arguments. */
static void view_check(struct launcher *launcher, struct value *checks, const char *when,
                       const struct buffer *buffer, const struct host_item *arguments, size_t count)
{
    struct value *const check = value_add(checks, value_object(launcher->job));
    value_set_text(launcher->job, check, "buffer", buffer->name);
    launcher_set_call(launcher, check, when, "check", count > 6 ? "members" : "buffer", arguments,
                      count);
}

/* What a buffer must hold: lines of so many elements, so far apart; of a strided batch those of each member. A vector is
 * one line, and so are the offsets of members: where they lead, the device alone knows. */
static void view_buffer_check(struct launcher *launcher, struct value *checks, const char *when,
                              const struct buffer *buffer)
{
    const bool vector = buffer->extent_count == 1, members = buffer->extent_count > 2;
    const struct extent *const along = &buffer->extents[buffer->extent_count - 1];
    const struct extent *const lines = vector ? along : buffer_lines(buffer);
    const char *const length = stored_of_line(launcher, buffer, along->n);
    const struct host_item arguments[] = {
        {launcher_memory(launcher, buffer), false},
        {arena_printf(launcher->job->arena, "%lld", buffer->element_bytes), false},
        {stored(launcher, buffer, buffer->offset), false},
        {vector ? "1" : stored_lines(launcher, buffer, lines->n), false},
        {length, false},
        {vector ? length : stored_of_line(launcher, buffer, lines->stride), false},
        {members ? launcher_count(launcher, buffer->extents[0].n) : NULL, false},
        {members ? stored(launcher, buffer, buffer->extents[0].stride) : NULL, false},
    };
    view_check(launcher, checks, when, buffer, arguments, members ? 8 : 6);
}

/* The same of memory that steps fill for many products. */
static void view_prepared_check(struct launcher *launcher, struct value *checks, const char *when,
                                const struct buffer *buffer)
{
    struct arena *const arena = launcher->job->arena;
    const bool members = buffer->extent_count > 2;
    const struct launcher_sides sides = launcher_sides(launcher, buffer);
    const struct host_item arguments[] = {
        {launcher_memory(launcher, buffer), false},
        {arena_printf(arena, "%lld", buffer->element_bytes), false},
        {"0", false},
        {sides.lines, false},
        {sides.length, false},
        {sides.length, false},
        {members ? launcher_count(launcher, buffer->extents[0].n) : NULL, false},
        {arena_printf(arena, "%s * %s", sides.lines, sides.length), false},
    };
    view_check(launcher, checks, when, buffer, arguments, members ? 8 : 6);
}

/* A, B and D are read only where K and alpha are non-zero; BLAS lets them be anything otherwise. Attention reads them always. */
static void view_buffer_checks(struct launcher *launcher, struct value *function)
{
    const struct plan *plan = launcher->plan;
    static const enum symbol zeros[] = {SYMBOL_K, SYMBOL_ALPHA};
    const bool reads_operands =
        !launcher_fixed_at_zero(plan, SYMBOL_K) && !launcher_fixed_at_zero(plan, SYMBOL_ALPHA);
    struct value *const checks = value_set_list(launcher->job, function, "checks");
    for (size_t i = 0; i < plan->buffer_count; i++) {
        const struct buffer *const buffer = &plan->buffers[i];
        const bool grouped = buffer->role >= ROLE_SCALES_A && buffer->role < ROLE_OFFSETS_A;
        const bool factor =
            buffer->role == ROLE_A || buffer->role == ROLE_B || buffer->role == ROLE_D;
        const bool multiplied = factor || grouped || buffer->prepared;
        const char *when = checks->count && !launcher->table ? "status == CL_SUCCESS" : NULL;
        if (launcher_makes(buffer) || !launcher_takes(plan, buffer) ||
            (multiplied && !reads_operands && !plan->problem.attends))
            continue;
        for (int j = 0; j < 2 && multiplied && !plan->problem.attends; j++)
            if (launcher_given(launcher, zeros[j]) && launcher_reads(plan, zeros[j]) &&
                !launcher_all_steps_need(launcher, zeros[j]))
                when = arena_join(launcher->job->arena, when, " && ",
                                  launcher_comparison(launcher, zeros[j], "!="));
        if (buffer->prepared)
            view_prepared_check(launcher, checks, when, buffer);
        else
            view_buffer_check(launcher, checks, when, buffer);
    }
}

void launcher_view_checks(struct launcher *launcher, struct value *function)
{
    view_constraints(launcher, function);
    view_nothing(launcher, function);
    view_buffer_checks(launcher, function);
}
