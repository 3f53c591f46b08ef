#include "emit/launcher.h"

#include <string.h>

#include "gen/plan/wording.h"

static long long greatest_common_divisor(long long a, long long b)
{
    while (b != 0) {
        const long long rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

/* The condition that breaks `left` OPERATOR `right`, with left given at launch. */
static const char *broken_value(struct launcher *launcher, const struct constraint *constraint,
                                const char *left, struct count right)
{
    const char *text = launcher_count(launcher, right);
    switch (constraint->operator) {
    case MULTIPLE_OF:
        return arena_printf(launcher->job->arena, "%s %% %s != 0", left, text);
    case AT_LEAST:
        return arena_printf(launcher->job->arena, "%s < %s", left, text);
    case AT_MOST:
        return arena_printf(launcher->job->arena, "%s > %s", left, text);
    }
    return NULL;
}

/* The same for a product of two. Divided, not multiplied: no sizes overflow it. */
static const char *broken_product(struct launcher *launcher, const struct constraint *constraint,
                                  const char *a, const char *b)
{
    struct arena *arena = launcher->job->arena;
    const char *right = launcher_count(launcher, constraint->right);
    switch (constraint->operator) {
    case MULTIPLE_OF:
        return arena_printf(arena, "%s %% %s * (%s %% %s) %% %s != 0", a, right, b, right, right);
    case AT_LEAST:
        return arena_printf(arena, "%s != 0 && (%s == 0 || %s <= (%s - 1) / %s)", right, a, b,
                            right, a);
    case AT_MOST:
        return arena_printf(arena, "%s != 0 && %s > %s / %s", a, b, right, a);
    }
    return NULL;
}

/* The condition that breaks a constraint; NULL where nothing in it is left to the launch. */
static const char *broken(struct launcher *launcher, const struct constraint *constraint)
{
    const struct plan *plan = launcher->plan;
    struct count right = plan_known(plan, constraint->right);
    const char *symbols[2];
    size_t count = 0;
    long long factor = 1; /* of a product: the symbol that is fixed */
    for (int i = 0; i < 2 && constraint->left[i] != SYMBOL_NONE; i++) {
        const struct count left = plan_known(plan, (struct count){constraint->left[i], 0});
        if (left.symbol == SYMBOL_NONE)
            factor *= left.number;
        else
            symbols[count++] = launcher_count(launcher, left);
    }
    if (count == 0 || factor == 0)
        return NULL;
    if (right.symbol != SYMBOL_NONE && (constraint->operator== MULTIPLE_OF || factor != 1))
        job_fail(launcher->job, CLGEMM_REFUSED, "emit", "a launcher cannot test that %s",
                 constraint->sentence);
    if (count == 2)
        return broken_product(launcher, constraint, symbols[0], symbols[1]);
    /* The fixed factor moves to the other side. */
    if (constraint->operator== MULTIPLE_OF)
        right.number /= greatest_common_divisor(right.number, factor);
    else if (constraint->operator== AT_LEAST)
        right.number = right.number / factor + (right.number % factor != 0);
    else
        right.number /= factor;
    return broken_value(launcher, constraint, symbols[0], right);
}

static void add_constraints(struct launcher *launcher, struct text *text)
{
    const struct plan *plan = launcher->plan;
    for (size_t i = 0; i < plan->constraint_count; i++) {
        const struct constraint *const constraint = &plan->constraints[i];
        bool concerns = true;
        for (int j = 0; j < 2 && constraint->left[j] != SYMBOL_NONE; j++)
            concerns &= launcher_reads(plan, constraint->left[j]);
        const char *const condition = concerns ? broken(launcher, constraint) : NULL;
        if (!condition)
            continue;
        const char *sentence = c_comment(launcher->job, constraint->sentence);
        const bool fits =
            sizeof "    if () /*  */" - 1 + strlen(condition) + strlen(sentence) <= 100;
        if (fits)
            text_printf(text, "    if (%s) /* %s */\n", condition, sentence);
        else
            text_printf(text, "    /* %s */\n    if (%s)\n", sentence, condition);
        text_printf(text, "        return CL_INVALID_%s;\n",
                    constraint->rule == SIZE_IN_IMAGES ? "IMAGE_SIZE" : "VALUE");
    }
}

static void add_early_return(struct launcher *launcher, struct text *text)
{
    static const enum symbol symbols[] = {SYMBOL_M,     SYMBOL_N,    SYMBOL_K,
                                          SYMBOL_ALPHA, SYMBOL_BETA, SYMBOL_BATCH};
    const char *items[LAUNCHER_MOST_ITEMS];
    size_t count = 0;
    for (size_t i = 0; i < sizeof symbols / sizeof symbols[0]; i++)
        if (launcher_given(launcher, symbols[i]) && launcher_all_steps_need(launcher, symbols[i]))
            items[count++] = launcher_comparison(launcher, symbols[i], "==");
    if (count == 0)
        return;
    text_puts(text,
              "\n    /* Nothing to compute; `event` completes after the events before it. */\n");
    c_add_if(text, " ||", items, count);
    text_puts(
        text,
        "        return event ? clEnqueueMarkerWithWaitList(queue, num_events, events, event)\n"
        "                     : CL_SUCCESS;\n");
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

/* What a buffer must hold: lines of so many elements, so far apart; of a strided batch those of each member. A vector is
 * one line, and so are the offsets of members: where they lead, the device alone knows. */
static void add_buffer_check(struct launcher *launcher, struct text *text,
                             const struct buffer *buffer, int indent)
{
    const bool vector = buffer->extent_count == 1, members = buffer->extent_count > 2;
    const struct extent *const along = &buffer->extents[buffer->extent_count - 1];
    const struct extent *const lines = vector ? along : buffer_lines(buffer);
    const char *const length = stored(launcher, buffer, along->n);
    const char *const arguments[] = {
        buffer->name,
        arena_printf(launcher->job->arena, "%lld", buffer->element_bytes),
        stored(launcher, buffer, buffer->offset),
        vector ? "1" : launcher_count(launcher, lines->n),
        length,
        vector ? length : stored(launcher, buffer, lines->stride),
        members ? launcher_count(launcher, buffer->extents[0].n) : NULL,
        members ? stored(launcher, buffer, buffer->extents[0].stride) : NULL,
    };
    const char *call = c_text(launcher->job, &launcher->names, "%*sstatus = @_check_%s(", indent,
                              "", members ? "members" : "buffer");
    c_add_row(text, call, arguments, members ? 8 : 6, ");");
}

/* The same of memory that steps fill for many products. */
static void add_prepared_check(struct launcher *launcher, struct text *text,
                               const struct buffer *buffer, int indent)
{
    struct arena *const arena = launcher->job->arena;
    const bool members = buffer->extent_count > 2;
    const struct launcher_sides sides = launcher_sides(launcher, buffer);
    const char *const arguments[] = {
        buffer->name,
        arena_printf(arena, "%lld", buffer->element_bytes),
        "0",
        sides.lines,
        sides.length,
        sides.length,
        members ? launcher_count(launcher, buffer->extents[0].n) : NULL,
        arena_printf(arena, "%s * %s", sides.lines, sides.length),
    };
    const char *const call = c_text(launcher->job, &launcher->names, "%*sstatus = @_check_%s(",
                                    indent, "", members ? "members" : "buffer");
    c_add_row(text, call, arguments, members ? 8 : 6, ");");
}

/* A and B are read only where K and alpha are non-zero; BLAS lets them be anything otherwise. */
static void add_buffer_checks(struct launcher *launcher, struct text *text)
{
    const struct plan *plan = launcher->plan;
    static const enum symbol zeros[] = {SYMBOL_K, SYMBOL_ALPHA};
    const bool reads_operands =
        !launcher_fixed_at_zero(plan, SYMBOL_K) && !launcher_fixed_at_zero(plan, SYMBOL_ALPHA);
    bool first = true;
    text_puts(text, "\n");
    for (size_t i = 0; i < plan->buffer_count; i++) {
        const struct buffer *const buffer = &plan->buffers[i];
        const bool grouped = buffer->role >= ROLE_SCALES_A && buffer->role <= ROLE_ZEROS_B;
        const bool multiplied =
            buffer->role == ROLE_A || buffer->role == ROLE_B || grouped || buffer->prepared;
        const char *conditions[LAUNCHER_MOST_ITEMS] = {"status == CL_SUCCESS"};
        size_t count = first ? 0 : 1;
        if (launcher_makes(buffer) || !launcher_takes(plan, buffer) ||
            (multiplied && !reads_operands))
            continue;
        first = false;
        for (int j = 0; j < 2 && multiplied; j++)
            if (launcher_given(launcher, zeros[j]) && launcher_reads(plan, zeros[j]) &&
                !launcher_all_steps_need(launcher, zeros[j]))
                conditions[count++] = launcher_comparison(launcher, zeros[j], "!=");
        if (count > 0)
            c_add_if(text, " &&", conditions, count);
        if (buffer->prepared)
            add_prepared_check(launcher, text, buffer, count > 0 ? 8 : 4);
        else
            add_buffer_check(launcher, text, buffer, count > 0 ? 8 : 4);
    }
    text_puts(text, "    if (status != CL_SUCCESS)\n        return status;\n");
}

void launcher_add_checks(struct launcher *launcher, struct text *text)
{
    add_constraints(launcher, text);
    add_early_return(launcher, text);
    add_buffer_checks(launcher, text);
}
