/*
 * How the lanes of a row exchange registers: by sub-group shuffles, within NVIDIA's warps or through
 * local memory, and the portable file that chooses.
 */
#include "gen/family/lanes.h"

/* A way to exchange registers without local memory. */
struct native {
    enum spelling spelling;
    const char *condition; /* of the preprocessor, to have it in the portable file */
    const char *pragma;    /* extension to enable; NULL: none */
    const char *shuffle;   /* the function */
};

static const struct native natives[] = {
    {SPELLING_INTEL, "defined(cl_intel_required_subgroup_size) && defined(cl_intel_subgroups)",
     NULL, "intel_sub_group_shuffle"},
    {SPELLING_KHR, "defined(cl_intel_required_subgroup_size) && defined(cl_khr_subgroup_shuffle)",
     "cl_khr_subgroup_shuffle", "sub_group_shuffle"},
    {SPELLING_NVIDIA, "defined(__NV_CL_C_VERSION)", NULL, "warp_shuffle"},
};

enum {
    NATIVES = sizeof natives / sizeof natives[0]
};

/* Whether one call exchanges a register: Intel shuffles vectors of 32 bits; all else are scalars. */
static bool shuffles_whole(const struct spec *spec, enum spelling spelling, long long width)
{
    return width == 1 || (spelling == SPELLING_INTEL && spec->element.compute->bytes == 4);
}

/* The branches of the portable file that exchange registers. */
static void add_branches(const struct lanes *d, long long width)
{
    struct job *const job = d->job;
    const bool warps = !warp_against_group(job, d->spec);
    struct value *const list = value_set_list(job, d->view, "natives");
    value_set_bool(job, d->view, "warps", warps);
    for (int i = 0; i < NATIVES; i++) {
        const struct native *const native = &natives[i];
        const bool ptx = native->spelling == SPELLING_NVIDIA;
        if (ptx && !warps)
            continue;
        struct value *const branch = value_add(list, value_object(job));
        value_set_text(job, branch, "directive", i ? "#elif" : "#if");
        value_set_text(job, branch, "condition", native->condition);
        value_set(branch, "pragma",
                  native->pragma ? value_text(job, native->pragma) : value_bool(job, false));
        value_set_bool(job, branch, "ptx", ptx);
        value_set(branch, "required",
                  ptx ? value_text(job, "")
                      : value_printf(job, " __attribute__((intel_reqd_sub_group_size(%lld)))",
                                     d->spec->sg_size));
        value_set_bool(job, branch, "at_once", shuffles_whole(d->spec, native->spelling, width));
        value_set_text(job, branch, "function", native->shuffle);
    }
}

static void add_word(struct job *job, struct value *words, const char *name, const char *value)
{
    struct value *const word = value_add(words, value_object(job));
    value_set_text(job, word, "word", name);
    value_set_text(job, word, "value", value);
}

/* What NVIDIA's shuffle is written with, which moves words of 32 bits. */
static void add_warp_shuffle(const struct lanes *d)
{
    struct job *const job = d->job;
    const struct number *const number = d->spec->element.compute;
    struct value *const words = value_set_list(job, d->view, "words");
    const char *joined = "shared";
    if (number->bytes == 8) {
        add_word(job, words, "low", "as_uint2(value).s0");
        add_word(job, words, "high", "as_uint2(value).s1");
        joined = "(uint2)(low, high)";
    } else if (number->bytes == 4) {
        add_word(job, words, "shared", "as_uint(value)");
    } else {
        add_word(job, words, "shared",
                 arena_printf(job->arena, "(uint)as_%s(value)", number->bits));
        joined = arena_printf(job->arena, "(%s)shared", number->bits);
    }
    value_set(d->view, "joined", value_printf(job, "as_%s(%s)", number->name, joined));
    /* Operands of shfl: parts of a warp as wide as a row; the lanes that take part, of a warp or of
     * all there are. */
    const long long items = d->spec->wg.height * d->lanes;
    value_set(d->view, "segment", value_printf(job, "0x%llx", (SPEC_WARP - d->lanes) << 8 | 0x1f));
    value_set(d->view, "members",
              value_printf(job, "0x%llx", items >= SPEC_WARP ? 0xffffffff : (1LL << items) - 1));
}

/* How the kernel says that it takes what another lane holds. */
static void add_spelling(const struct lanes *d, long long width)
{
    struct job *const job = d->job;
    const enum spelling spelling = d->spec->spelling;
    const struct native *native = NULL;
    for (int i = 0; i < NATIVES; i++)
        if (natives[i].spelling == spelling)
            native = &natives[i];
    const bool by_component = native && !shuffles_whole(d->spec, spelling, width);
    value_set(
        d->view, "share",
        value_printf(job, "expression/share_%s", native ? "native" : spelling_word(spelling)));
    value_set_text(job, d->view, "shuffle", native ? native->shuffle : "");
    value_set_bool(job, d->view, "vector_shuffle", by_component);
    value_set(d->view, "suffix",
              by_component ? value_printf(job, "%lld", width) : value_text(job, ""));
    value_set_text(job, d->view, "company", spelling == SPELLING_NVIDIA ? "row" : "sub-group");
}

void lanes_add_exchange(const struct lanes *d)
{
    struct job *const job = d->job;
    const struct spec *const spec = d->spec;
    struct value *const view = d->view;
    const bool is_auto = spec->spelling == SPELLING_AUTO;
    const bool nvidia = spec->spelling == SPELLING_NVIDIA;
    const bool native = !is_auto && spec->spelling != SPELLING_EMULATED;
    const bool logical =
        native && !nvidia && (spec->spelling == SPELLING_KHR || spec->sg_size != d->lanes);
    const bool tall = spec->wg.height > 1;

    value_set_bool(job, view, "auto", is_auto);
    value_set_bool(job, view, "emulated", spec->spelling == SPELLING_EMULATED);
    value_set_bool(job, view, "khr", spec->spelling == SPELLING_KHR);
    value_set_bool(job, view, "nvidia", nvidia);
    value_set_text(job, view, "first", logical ? "first_lane + " : "");
    value_set_bool(job, view, "logical", logical);
    value_set_integer(job, view, "lanes", d->lanes);
    value_set_integer(job, view, "slots", lanes_a_registers(d));
    const long long width = d->wide ? d->depth : d->group;
    value_set_text(job, view, "exchanged", register_type(job, spec, width));
    add_branches(d, width);
    add_warp_shuffle(d);
    add_spelling(d, width);
    value_set_text(job, view, "own_row", tall ? "[get_local_id(1)]" : "");
    value_set(view, "group_rows",
              tall ? value_integer(job, spec->wg.height) : value_bool(job, false));
    view_add_sub_group(job, view, is_auto && spec_exchanges(spec),
                       spec_exchanges(spec) && spec->spelling == SPELLING_INTEL ? spec->sg_size
                                                                                : 0);
    struct value *const components = value_set_list(job, view, "components");
    for (long long i = 0; i < width && width > 1; i++) {
        struct value *const item = value_add(components, value_object(job));
        value_set_text(job, item, "component", component(job, width, i));
        value_set_text(job, item, "end", i + 1 < width ? "," : ");");
        value_set(item, "define",
                  i ? value_text(job, "    ")
                    : value_printf(job, "#define SHARED(slot, value, lane) (%s)( \\\n    ",
                                   register_type(job, spec, width)));
        value_set_text(job, item, "end_macro", i + 1 < width ? ", \\" : ")");
    }
    struct value *const publish = value_set_list(job, view, "publish");
    for (long long i = 0; i < lanes_a_registers(d) && !native; i++) {
        struct value *const item = value_add(publish, value_object(job));
        value_set_text(job, item, "register", lanes_a_register(d, i));
        value_set_integer(job, item, "slot", i);
    }
    value_set_bool(job, view, "names_own_k", !d->turned && !d->blocks && !d->wide);
    value_set_bool(job, view, "keeps_in_step",
                   spec->barrier && spec->spelling != SPELLING_EMULATED);
}
