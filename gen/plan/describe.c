/*
 * What a plan says about its request: the kernel's name, the command that makes it, the
 * configuration.
 */
#include "gen/plan/planner.h"

#include <string.h>

#include "gen/plan/family.h"
#include "gen/spec/gatlas.h"
#include "gen/base/text.h"

const char *plan_kernel_name(struct job *job, const struct spec *spec)
{
    const struct option_value *const values = spec->values;
    if (values[OPTION_KERNEL_NAME].text)
        return values[OPTION_KERNEL_NAME].text;
    if (values[OPTION_PRESET].text)
        return values[OPTION_PRESET].text;
    /* An engine completes these. */
    if (spec->problem.attends)
        return arena_printf(job->arena, "attention_%lldx%lld_%lldx%lld", spec->tile.height,
                            spec->tile.width, spec->wg.height, spec->wg.width);
    return arena_printf(job->arena, "gemm_%s_%s", values[OPTION_TILE].text, values[OPTION_WG].text);
}

/* Adds a word as a shell reads it, in quotes where it needs them. What opens or closes a comment of C
 * is taken apart by two quotes, which a shell takes no notice of: the command stands in one. */
static void add_word(struct text *text, const char *word)
{
    static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
                                "%+,-./:=@_";
    if (!word[strspn(word, plain)]) {
        text_puts(text, word);
        return;
    }
    text_puts(text, "'");
    for (; *word; word++) {
        const bool comment =
            (word[0] == '*' && word[1] == '/') || (word[0] == '/' && word[1] == '*');
        if (*word == '\'')
            text_puts(text, "'\\''");
        else
            text_add(text, word, 1);
        if (comment)
            text_puts(text, "''");
    }
    text_puts(text, "'");
}

static void add_option(struct text *text, const struct option_row *row, bool on, const char *value)
{
    text_printf(text, " --%s", row->name);
    if (row->kind == KIND_SWITCH) {
        text_puts(text, on ? "" : "=no");
    } else {
        text_puts(text, " ");
        add_word(text, value);
    }
}

/* What the profile's own kernel says and this one, which a profile names in its place, leaves open: the command names the profile, whose word would
 * count. */
static void add_left_open(struct job *job, struct text *text, const struct spec *spec)
{
    struct option_value kernel[OPTION_COUNT] = {{.voice = VOICE_NONE}};
    const struct value *const config = plan_config(job, spec);
    profile_say(job, kernel, &spec->profile->kernel);
    const char *const family = kernel[OPTION_FAMILY].text;
    if (spec->values[OPTION_FOR].voice != VOICE_DEVICE || !family ||
        strcmp(family, spec->family->name) != 0)
        return;
    for (int id = 0; id < OPTION_COUNT; id++) {
        const struct value *const own = value_get(config, option_rows[id].name);
        if (kernel[id].text && spec->values[id].voice <= VOICE_FAMILY && own && own->text)
            add_option(text, &option_rows[id], strcmp(own->text, "yes") == 0, own->text);
    }
}

const char *plan_command(struct job *job, const struct spec *spec)
{
    struct text text;
    text_init(&text, job);
    text_puts(&text, "clgemm-gen");
    for (int id = 0; id < OPTION_COUNT; id++) {
        const struct option_value *const value = &spec->values[id];
        const char *const said = option_text(spec->values, (enum option_id)id);
        if (value->voice >= VOICE_DEVICE && option_rows[id].group[0] && said)
            add_option(&text, &option_rows[id], value->on, said);
    }
    add_left_open(job, &text, spec);
    return text_string(&text);
}

const struct value *plan_config(struct job *job, const struct spec *spec)
{
    const struct operand *const a = spec_operand(spec, ROLE_A);
    const struct operand *const b = spec_operand(spec, ROLE_B);
    struct value *const config = value_object(job);

    value_set_text(job, config, "family", spec->family->name);
    value_set_text(job, config, "share", share_word(spec->share));
    value_set_text(job, config, "access-a", in_image(a) ? "image" : "buffer");
    value_set_text(job, config, "access-b", in_image(b) ? "image" : "buffer");
    value_set(config, "tile", value_printf(job, "%lldx%lld", spec->tile.height, spec->tile.width));
    value_set(config, "wg", value_printf(job, "%lldx%lld", spec->wg.height, spec->wg.width));
    if (spec->members > 1)
        value_set(config, "wg-members", value_printf(job, "%lld", spec->members));
    if (spec->split_k > 1)
        value_set(config, "split-k", value_printf(job, "%lld", spec->split_k));
    if (spec->sums_in_launch)
        value_set_text(job, config, "split-k-sum", "launch");
    value_set(config, "tile-k", value_printf(job, "%lld", spec->tile_k));
    value_set(config, "unroll-k", value_printf(job, "%lld", spec->unroll_k));
    value_set(config, "vec-a", value_printf(job, "%lld", a->vector));
    value_set(config, "vec-b", value_printf(job, "%lld", b->vector));
    value_set(config, "vec-c", value_printf(job, "%lld", spec->c.vector));
    if (family_reads(spec->family, OPTION_ALIGNED))
        value_set_text(job, config, "aligned", spec->aligned ? "yes" : "no");
    value_set_text(job, config, "barrier", spec->values[OPTION_BARRIER].text);
    if (spec_exchanges(spec)) {
        value_set_text(job, config, "sub-groups", spelling_word(spec->spelling));
        value_set(config, "sg-size", value_printf(job, "%lld", spec->sg_size));
    }
    value_set_text(job, config, "mad", spec->mad);
    value_set(config, "index", value_printf(job, "%d", spec->index_bits));
    value_set_text(job, config, "edges", spec->problem.edges);
    if (spec->family->plan->configure)
        spec->family->plan->configure(job, spec, config);
    if (spec->loop_order)
        value_set_text(job, config, "loop-order", spec->loop_order);
    value_set_text(job, config, "ids", spec->group_ids ? "group" : "global");
    const char *const label = gatlas_label(job, spec);
    if (label)
        value_set_text(job, config, "label", label);
    value_set_text(job, config, "pretranspose", spec->values[OPTION_PRETRANSPOSE].text);
    if (a->decoded || b->decoded)
        value_set_text(job, config, "decode", !a->decoded ? "b" : b->decoded ? "ab" : "a");
    value_set_text(job, config, "steps", spec->values[OPTION_STEPS].text);
    value_set_text(job, config, "profile", spec->profile->name);
    return config;
}
