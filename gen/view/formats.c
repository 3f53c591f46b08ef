/*
 * Blocks of quantised elements in the view: their types, the functions that read elements of them, and what becomes of such an element.
 */
#include "gen/view/formats.h"

#include <string.h>

#include "gen/view/steps.h"

/* A section of the template that stands once. */
static void add_once(struct job *job, struct value *list)
{
    if (!list->first)
        value_add(list, value_object(job));
}

static void add_companion(struct job *job, struct value *list, const char *stored,
                          const struct companion *companion)
{
    const struct element *const numbers = element_find(companion->type);
    struct value *const item = value_add(list, value_object(job));
    value_set_text(job, item, "name", companion->name);
    value_set_text(job, item, "type",
                   companion->bytes == numbers->bytes
                       ? numbers->name
                       : arena_printf(job->arena, "%s_%s", stored, companion->name));
}

void view_add_companions(struct job *job, const struct kernel *kernel,
                         const struct element *element, struct value *object)
{
    struct companion companions[MOST_COMPANIONS];
    const size_t count = element_companions(element, companions);
    struct value *const all = value_set_list(job, object, "companions");
    struct value *const of_quants = value_set_list(job, object, "of_quants");
    struct value *const of_scale = value_set_list(job, object, "of_scale");
    const char *const stored = kernel_stored(job, kernel, element);
    for (size_t i = 0; i < count; i++) {
        const enum companion_kind kind = companions[i].kind;
        add_companion(job, all, stored, &companions[i]);
        add_companion(job,
                      kind == COMPANION_ZEROS || kind == COMPANION_UPPERS ? of_quants : of_scale,
                      stored, &companions[i]);
    }
    value_mark_ends(job, all);
}

/* The item of an element in the view's list of formats; a new one has no functions. */
static struct value *format_of(struct job *job, const struct kernel *kernel,
                               const struct element *element, struct value *view)
{
    struct value *const formats = value_child(view, "formats");
    const char *const stored = kernel_stored(job, kernel, element);
    for (struct value *item = formats->first; item; item = item->next)
        if (strcmp(value_get(item, "stored")->text, stored) == 0)
            return item;
    struct value *const item = value_add(formats, value_object(job));
    value_set_text(job, item, "format", element->blocks);
    value_set_text(job, item, "stored", stored);
    value_set_integer(job, item, "count", element->covers);
    value_set_integer(job, item, "bytes_of_all", element->bytes);
    value_set_integer(job, item, "group", element->group ? element->group : element->covers);
    value_set_bool(job, item, "zeros", element->zeros);
    value_set_bool(job, item, "beside", element->scales != NULL);
    value_set_bool(job, item, "apart", element_lies_apart(element));
    view_add_companions(job, kernel, element, item);
    value_set_bool(job, item, "powers", element->scales && strcmp(element->scales, "u8") == 0);
    value_set_text(job, item, "quant", element->quants);
    value_set_bool(job, item, "has_least", element->least);
    value_set_list(job, item, "typed");
    if (!element->quants)
        add_once(job, value_child(item, "typed"));
    value_set_list(job, item, "loads");
    value_set_list(job, item, "scales");
    value_set_list(job, item, "halves");
    return item;
}

static struct value *load_of_type(const struct value *loads, const char *type)
{
    struct value *load = loads->first;
    while (load && strcmp(value_get(load, "type")->text, type) != 0)
        load = load->next;
    return load;
}

/* Bytes of the numbers that quants are loaded in: as many as the alignment of blocks allows. Of parts apart on CPUs no more than of blocks together: one of
 * 8 bytes Intel's compiler gathers for several work-items, which takes longer (q6_k by register: 1.08 times). */
static long long load_unit(const struct kernel *kernel, const struct element *element)
{
    enum {
        OF_CPU = 2
    };
    return kernel->of_cpu && element_lies_apart(element) ? OF_CPU : element->alignment;
}

/* Members for the function that loads the bytes of a vector of elements. `several`: how many they are, one for each element, or of groups for every two; false of
 * a single one. */
static void add_bytes(struct job *job, const struct kernel *kernel, const struct element *element,
                      long long width, struct value *load)
{
    const long long count = element->group && !element->quants ? width / 2 : width;
    const long long most = load_unit(kernel, element), unit = count < most ? count : most;
    value_set_unless(job, load, "several", count > 1 ? count : 0, 0);
    value_set_text(job, load, "half", vector_name(job, "int", count > 1 ? count : 1));
    value_set_text(job, load, "bytes",
                   unit <= 1       ? "blocks/by_bytes"
                   : count == unit ? "blocks/by_number"
                                   : "blocks/by_numbers");
    value_set_text(job, load, "unit",
                   unit == 16  ? "uint4"
                   : unit == 8 ? "ulong"
                   : unit == 4 ? "uint"
                               : "ushort");
    value_set_integer(job, load, "unit_bytes", unit);
    value_set_integer(job, load, "units", unit ? count / unit : 0);
}

/* The same for blocks that are repacked, whose quants are in words: `word`, as many bits as the vector has, and the pieces that make singles of
 * them. */
static void add_words(struct job *job, const struct element *element, long long width,
                      struct value *load)
{
    static const char *const words[] = {"uchar", "uchar", "ushort", "uint", "uint2", "uint4"};
    const long long bits = element->quant_bits;
    int size = 0;
    while (8LL << size < 2 * width * (bits == 8 ? 8 : 4))
        size++;
    value_set_bool(job, load, "several", false);
    value_set_text(job, load, "word", words[size]);
    if (width == 1)
        return;
    value_set_text(job, load, "numbers",
                   arena_printf(job->arena, "blocks/%lld_of_%lld_bits", width, bits));
    value_set_text(job, load, "beyond", arena_printf(job->arena, "blocks/beyond_%lld", width));
}

void view_add_blocks(struct job *job, const struct kernel *kernel, const struct element *element,
                     struct value *view)
{
    struct value *const format = format_of(job, kernel, element, view);
    add_once(job, value_child(format, "typed"));
}

/* Member `by_bits` of what reads halves: whether a function of the kernel makes singles of them, which is added to the view, once. vload_half
 * is an instruction of GPUs; of PoCL on CPUs it is a calculation twice as long as that function. The scale of mxfp4, which begins anywhere, is none. */
static void add_halves(struct job *job, const struct kernel *kernel, struct value *view,
                       const struct element *element, struct value *object)
{
    value_set_bool(job, object, "by_bits", kernel->of_cpu);
    if (kernel->of_cpu && element->alignment > 1 &&
        (!element->scales || strcmp(element->scales, "f16") == 0))
        add_once(job, value_child(view, "half_of"));
}

/* The functions of `width` elements: the item of that type, a new one without any. */
static struct value *load_of(struct job *job, const struct kernel *kernel, struct value *view,
                             const struct element *element, long long width, bool in_local)
{
    const bool repacked = element->quant_bits != 0;
    struct value *const loads = value_child(format_of(job, kernel, element, view), "loads");
    const char *const type = number_vector(job, element->read, width);
    struct value *const known = load_of_type(loads, type);
    if (known)
        return known;
    view_add_blocks(job, kernel, element, view);
    struct value *const load = value_add(loads, value_object(job));
    value_set_list(job, load, "elements");
    value_set_list(job, load, "unscaled");
    add_halves(job, kernel, view, element, load);
    value_set_text(job, load, "type", type);
    value_set_text(job, load, "whole", vector_name(job, "int", width));
    value_set_text(job, load, "index", kernel->index_bits == 64 && !repacked ? "ulong" : "uint");
    value_set_text(job, load, "span", repacked ? "line" : "matrix");
    value_set_integer(job, load, "width", width);
    value_set_bool(job, load, "vector", width > 1);
    value_set_bool(job, load, "in_local", in_local);
    if (repacked) {
        add_words(job, element, width, load);
        return load;
    }
    add_bytes(job, kernel, element, width, load);
    value_set_unless(job, load, "lanes", width, 1);
    if (element->quants)
        view_add_reading(job, element_find(element->quants), width, view);
    struct value *const numbers = value_set_list(job, load, "numbers");
    for (long long i = 0; i < width; i++)
        value_set_integer(job, value_add(numbers, value_object(job)), "number", i);
    value_mark_ends(job, numbers);
    return load;
}

void view_add_lanes(struct job *job, const struct kernel *kernel, struct value *view,
                    const struct element *element)
{
    struct value *const format = format_of(job, kernel, element, view);
    value_set_bool(job, format, "nvidia", kernel->exchanges && kernel->spelling == SPELLING_NVIDIA);
}

void view_add_format(struct job *job, const struct kernel *kernel, struct value *view,
                     const struct element *element, long long width, bool in_local)
{
    struct value *const load = load_of(job, kernel, view, element, width, in_local);
    add_once(job, value_child(load, "elements"));
}

void view_add_unscaled(struct job *job, const struct kernel *kernel, struct value *view,
                       const struct element *element, long long width)
{
    struct value *const load = load_of(job, kernel, view, element, width, false);
    add_once(job, value_child(load, "unscaled"));
    view_add_scale(job, kernel, view, element);
}

void view_add_scale(struct job *job, const struct kernel *kernel, struct value *view,
                    const struct element *element)
{
    struct value *const format = format_of(job, kernel, element, view);
    struct value *const scales = value_child(format, "scales");
    if (scales->first)
        return;
    struct value *const scale = value_add(scales, value_object(job));
    value_set_bool(job, scale, "in_local", false);
    add_halves(job, kernel, view, element, scale);
}

void view_add_format_in_halves(struct job *job, const struct kernel *kernel, struct value *view,
                               const struct element *element, bool in_local)
{
    struct value *const format = format_of(job, kernel, element, view);
    struct value *const halves = value_child(format, "halves");
    struct value *const shared = value_child(view, "formats_in_halves");
    if (!halves->first)
        value_set_bool(job, value_add(halves, value_object(job)), "in_local", in_local);
    if (!shared->first) {
        struct value *const functions = value_add(shared, value_object(job));
        value_set_bool(job, functions, "nvidia",
                       kernel->exchanges && kernel->spelling == SPELLING_NVIDIA);
        value_set_list(job, functions, "fifths");
    }
    struct value *const fifths = value_child(shared->first, "fifths");
    if (strncmp(element->type, "q5", 2) == 0 && !fifths->first)
        value_add(fifths, value_object(job));
}

void view_add_conversion(struct job *job, const struct kernel *kernel, const struct element *blocks,
                         const struct element *made, long long width, struct value *object,
                         struct value *view)
{
    const struct number *const read = blocks->read;
    const bool halves = strcmp(made->type, "f16") == 0;
    value_set_integer(job, object, "width", width);
    value_set_unless(job, object, "lanes", width, 1);
    value_set_text(job, object, "type", number_vector(job, read, width));
    value_set_text(job, object, "vector_type",
                   vector_name(job, halves ? element_bits(made) : made->name, width));
    value_set_text(job, object, "converted",
                   halves               ? "blocks/as_halves"
                   : made->rounding     ? "blocks/as_nearest"
                   : made->same == read ? "blocks/as_read"
                                        : "blocks/as_wider");
    value_set_bool(job, object, "rounds_to_halves", halves);
    view_add_rounding(job, kernel, made, read, width, view);
}

void view_add_made(struct job *job, const struct kernel *kernel, const struct element *blocks,
                   const struct element *made, long long width, bool in_local, struct value *object,
                   struct value *view)
{
    view_add_conversion(job, kernel, blocks, made, width, object, view);
    value_set_text(job, object, "get", element_reads(blocks, blocks->read, width));
    view_add_format(job, kernel, view, blocks, width, in_local);
}
