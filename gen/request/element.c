#include "gen/request/element.h"

#include <string.h>

static const struct number numbers[] = {
    {
        .type = "f16",
        .name = "half",
        .suffix = "h",
        .precision = "half",
        .bytes = 2,
        .extension = "cl_khr_fp16",
        .bits = "ushort",
        .read_image = "read_imageh",
        .write_image = "write_imageh",
        .channel = "HALF_FLOAT",
        .block_read = "intel_sub_group_block_read_us",
        .block_extension = "cl_intel_subgroups_short",
    },
    {
        .type = "f32",
        .name = "float",
        .suffix = "f",
        .precision = "single",
        .bytes = 4,
        .bits = "uint",
        .read_image = "read_imagef",
        .write_image = "write_imagef",
        .channel = "FLOAT",
        .block_read = "intel_sub_group_block_read",
    },
    {
        .type = "f64",
        .name = "double",
        .suffix = "",
        .precision = "double",
        .bytes = 8,
        .extension = "cl_khr_fp64",
        .bits = "ulong",
        .read_image = "read_imageui",
        .write_image = "write_imageui",
        .channel = "UNSIGNED_INT32",
        .block_read = "intel_sub_group_block_read_ul",
        .block_extension = "cl_intel_subgroups_long",
    },
};

const struct number *number_find(const char *type)
{
    size_t i = 0;
    while (strcmp(numbers[i].type, type) != 0)
        i++;
    return &numbers[i];
}

struct element element_of(const char *type, const char *compute, const char *accumulate)
{
    const struct number *const storage = number_find(type);
    const struct number *const single = number_find("f32");
    /* Half is too narrow for alpha, beta and what old C becomes; and a kernel without cl_khr_fp16
     * takes no argument of it. */
    const struct number *const wide = storage->bytes < single->bytes ? single : storage;
    const struct number *const computed = compute ? number_find(compute) : wide;
    return (struct element){
        .storage = storage,
        .compute = computed,
        .accumulate = accumulate ? number_find(accumulate) : computed,
        .scalar = wide,
    };
}

bool element_converts(const struct element *element)
{
    return element->storage != element->compute;
}

bool element_sums_wider(const struct element *element)
{
    return element->compute != element->accumulate;
}

long long element_least_texel(const struct element *element)
{
    return element->storage->bytes == 8 ? 2 : 1;
}

long long element_most_texel(const struct element *element)
{
    return element->storage->bytes == 8 ? 2 : 4;
}

const char *number_vector(struct job *job, const struct number *number, long long width)
{
    return width == 1 ? number->name : arena_printf(job->arena, "%s%lld", number->name, width);
}

const char *number_literal(struct job *job, const struct number *number, const char *text)
{
    return arena_printf(job->arena, strpbrk(text, ".e") ? "%s%s" : "%s.0%s", text, number->suffix);
}

const char *component_name(struct job *job, long long width, long long index)
{
    return width == 1 ? NULL : arena_printf(job->arena, "s%c", "0123456789abcdef"[index]);
}

const char *element_read(const struct element *element)
{
    return element_converts(element) ? "read/half" : "read/element";
}

const char *element_read_vector(const struct element *element)
{
    return element_converts(element) ? "read/half_vector" : "read/vector";
}
