#include "gen/family/shuffle.h"

/* A word of 32 bits that is taken of the register by the template `taken`. */
static void add_word(struct job *job, struct value *words, const char *name, const char *taken)
{
    struct value *const word = value_add(words, value_object(job));
    value_set_text(job, word, "word", name);
    value_set_text(job, word, "taken", taken);
}

/* Operands of shfl: `segment`, parts of a warp as wide as a row; `members`, the lanes that take part, of a warp or of all
 * there are. (NVIDIA, PTX ISA, "shfl.sync".) */
static void add_warp(struct job *job, const struct kernel *kernel, struct value *warp,
                     long long lanes)
{
    const struct number *const number = kernel->numbers.compute;
    const long long items = kernel->wg.height * lanes;
    struct value *const words = value_set_list(job, warp, "words");
    value_set_integer(job, warp, "lanes", lanes);
    value_set_text(job, warp, "word_bits", number->bits);
    value_set(warp, "segment", value_printf(job, "0x%llx", (SPEC_WARP - lanes) << 8 | 0x1f));
    value_set(warp, "members",
              value_printf(job, "0x%llx", items >= SPEC_WARP ? 0xffffffff : (1LL << items) - 1));
    if (number->bytes == 8) {
        add_word(job, words, "low", "exchange/low_word");
        add_word(job, words, "high", "exchange/high_word");
        value_set_text(job, warp, "joined", "exchange/of_two_words");
    } else if (number->bytes == 4) {
        add_word(job, words, "shared", "exchange/word");
        value_set_text(job, warp, "joined", "exchange/of_word");
    } else {
        add_word(job, words, "shared", "exchange/half_word");
        value_set_text(job, warp, "joined", "exchange/of_half_word");
    }
}

/* Whether one call takes a register: Intel shuffles vectors of 32 bits; all else are scalars. */
static bool shuffles_whole(const struct kernel *kernel, enum spelling spelling, long long width)
{
    return width == 1 || (spelling == SPELLING_INTEL && kernel->numbers.compute->bytes == 4);
}

static void add_components(struct job *job, struct value *view, const char *single, long long width)
{
    struct value *const object = value_set_object(job, view, "by_component");
    struct value *const components = value_set_list(job, object, "components");
    value_set_text(job, object, "single", single);
    for (long long i = 0; i < width; i++)
        value_set_text(job, value_add(components, value_object(job)), "part",
                       component_name(job, width, i));
    value_mark_ends(job, components);
}

void add_shuffle(struct job *job, const struct kernel *kernel, struct value *view,
                 enum spelling spelling, long long lanes, long long width)
{
    const bool khr = spelling == SPELLING_KHR;
    const bool nvidia = spelling == SPELLING_NVIDIA;
    const char *const single = nvidia ? arena_printf(job->arena, "%s_warp_shuffle", kernel->name)
                               : khr  ? "sub_group_shuffle"
                                      : "intel_sub_group_shuffle";
    if (shuffles_whole(kernel, spelling, width)) {
        value_set_text(job, view, "shuffle", single);
        value_set_bool(job, view, "by_component", false);
    } else {
        value_set(view, "shuffle", value_printf(job, "%s_shuffle%lld", kernel->name, width));
        add_components(job, view, single, width);
    }
    value_set_bool(job, view, "logical", !nvidia && (khr || kernel->sg_size != lanes));
    value_set_text(job, view, "shuffle_extension", khr ? "cl_khr_subgroup_shuffle" : NULL);
    struct value *const warp = value_set_object_if(job, view, "warp", nvidia);
    if (warp)
        add_warp(job, kernel, warp, lanes);
}
