/* Which kernels of a profile serve the elements of a request. */
#include "gen/spec/internal.h"

#include <string.h>

#include "gen/spec/family.h"
#include "gen/request/attention.h"
#include "gen/request/interface.h"
#include "gen/request/kind.h"
#include "gen/request/product.h"

const struct element *spec_element(const struct option_value *values, int index)
{
    const char *const own = values[OPTION_TYPE_A + index].text;
    const char *const all = values[OPTION_TYPE].text;
    const char *const sums = index == 2 && !own ? spec_element(values, 0)->sums : NULL;
    const char *const apart = values[OPTION_QUANTS].text;
    const struct element *const element = element_find(own    ? own
                                                       : sums ? sums
                                                       : all  ? all
                                                              : option_rows[OPTION_TYPE].standard);
    return apart && strcmp(apart, "apart") == 0 ? element_apart(element) : element;
}

struct numbers spec_numbers(const struct option_value *values)
{
    return numbers_of(spec_element(values, 0), spec_element(values, 1), spec_element(values, 2),
                      values[OPTION_COMPUTE].text, values[OPTION_ACCUMULATE].text);
}

/* Whether both are groups of real numbers of 8 bits that begin and end together, whose sums an engine multiplies by scales. */
static bool are_scaled(const struct element *a, const struct element *b)
{
    return a->quants && b->quants && a->group == b->group;
}

/* Whether both are real numbers of 8 bits, of which an engine that has one type multiplies each by each. */
static bool are_real_bytes(const struct element *a, const struct element *b)
{
    return a->real_byte && b->real_byte;
}

/* Whether a matrix engine multiplies A and B in its kernels of a kind: both elements of that kind, groups like it, or one of them quantised, of
 * which a kernel makes elements like the others, of 16 bits. */
static bool engine_takes(const char *kind, const struct element *a, const struct element *b)
{
    enum {
        BYTES_BESIDE_QUANTISED = 2
    };
    const struct number *const factors = kind_factors(kind);
    if (kind_is_quantised(kind))
        return (a->blocks ? b : a)->bytes == BYTES_BESIDE_QUANTISED;
    const struct element *const of = element_find(factors ? factors->of : kind);
    return of->quants ? are_scaled(a, b) : of->real_byte ? are_real_bytes(a, b) : a == b && a == of;
}

static bool is_of_engine(const struct option_value *kernel)
{
    return kernel[OPTION_FAMILY].text && family_has_engine(family_find(kernel[OPTION_FAMILY].text));
}

bool spec_beyond_engine(const struct option_value *values, const struct option_value *kernel,
                        const char *kind)
{
    const struct element *const a = spec_element(values, 0), *const b = spec_element(values, 1);
    if (!is_of_engine(kernel))
        return false;
    const struct numbers standard = numbers_of(a, b, a, kind_factors(kind) ? kind : NULL, NULL);
    const struct numbers asked =
        numbers_of(a, b, a, values[OPTION_COMPUTE].text, values[OPTION_ACCUMULATE].text);
    return !engine_takes(kind, a, b) || asked.compute != standard.compute ||
           asked.accumulate != standard.accumulate;
}

bool spec_lists(const struct option_value *value, int index)
{
    return value->text && strcmp(value->text, "none") != 0 && strchr(value->text, "ab"[index]);
}

/* Whether --prepared names the operand, and no step decodes it. */
static bool repacks(const struct option_value *values, int index)
{
    return spec_lists(&values[OPTION_PREPARED], index) &&
           !spec_lists(&values[OPTION_DECODE], index);
}

/* The profile's own kernel of a kind. */
static const struct option_value *kernel_of(struct job *job, const struct profile_source *source,
                                            const char *kind)
{
    struct option_value *const kernel = arena_array(job->arena, OPTION_COUNT, sizeof *kernel);
    profile_say(job, kernel, &profile_of(job, source, kind, NULL)->kernel);
    return kernel;
}

/* The --type; where nobody says it that of A and B, if both have one that is calculated with, or that an engine of the profile multiplies. */
static const char *asked_type(struct job *job, const struct option_value *values,
                              const struct profile_source *source)
{
    const char *const type = values[OPTION_TYPE].text;
    const struct element *const a = spec_element(values, 0), *const b = spec_element(values, 1);
    if (type)
        return element_find(type)->type;
    if ((a == b || are_real_bytes(a, b)) && !a->blocks &&
        (strcmp(a->type, a->read->type) == 0 || is_of_engine(kernel_of(job, source, a->type))))
        return a->type;
    return option_rows[OPTION_TYPE].standard;
}

/* Whether C is shorter than elements of `type` and read as the same number, and the profile has kernels without an engine for it: those of `type` may
 * keep sums in C, which cannot hold them then. */
static bool stores_shorter(struct job *job, const struct option_value *values,
                           const struct profile_source *source, const char *type)
{
    const struct element *const c = spec_element(values, 2), *const read = element_find(type);
    return c->read == read->read && c->bytes < read->bytes && profile_has_kind(source, c->type) &&
           !is_of_engine(kernel_of(job, source, c->type));
}

bool spec_says_kernel(const struct option_value *values, bool shaped)
{
    for (int id = OPTION_FAMILY; id < OPTION_FOR; id++)
        if (id != OPTION_SUB_GROUPS && id != OPTION_KERNEL_NAME && values[id].voice >= VOICE_USER &&
            (shaped || (id != OPTION_TILE && id != OPTION_WG)))
            return true;
    return false;
}

bool spec_names_kernel(const struct option_value *values)
{
    return values[OPTION_PRESET].text || values[OPTION_FAMILY].text || values[OPTION_SHARE].text;
}

bool spec_takes_any_kernel(const struct option_value *values)
{
    return values[OPTION_FOR].text && !spec_names_kernel(values) && !spec_says_kernel(values, true);
}

/* Whether C is of real singles or doubles like A and B, which are calculated with as they are. */
static bool are_plain(const struct option_value *values)
{
    const struct element *const a = spec_element(values, 0);
    return a == spec_element(values, 1) && a == spec_element(values, 2) && !a->read->whole &&
           !a->read->parts && strcmp(a->type, a->read->type) == 0 && !values[OPTION_COMPUTE].text;
}

/* Whether the sizes are those of products that gain by a tile of their own: small, smaller where the operand along C's lines lies across them,
 * and, where the model knows how many members there are, with lines of few vectors. */
static bool have_small_sizes(const struct option_value *values)
{
    enum {
        LARGEST = 32,
        SHORT = 16,
        LONG_VECTOR = 8,
        FEW = 6
    };
    const char *const layout = values[OPTION_LAYOUT].text;
    const char *const transpose = values[OPTION_TRANSPOSE].text;
    const bool row = layout && strcmp(layout, "row") == 0;
    const bool along = !transpose || transpose[row] == 'n';
    const long long *const sizes = values[OPTION_FIXED].numbers, line = sizes[row];
    const bool told = values[OPTION_BATCH_COUNT].text && !values[OPTION_BATCH_COUNT].at_launch;
    bool fit = !told || line <= SHORT || line <= FEW * widest_vector(line, LONG_VECTOR);
    for (int i = 0; i < 3; i++)
        fit &= sizes[i] >= 1 && sizes[i] <= (along ? LARGEST : SHORT);
    return fit;
}

/* Whether it is a batch of products whose sizes are fixed and small, and any kernel will do. */
static bool are_small(const struct option_value *values)
{
    const char *const batch = values[OPTION_BATCH].text;
    const enum batch how = batch ? batch_find(batch) : BATCH_NONE;
    return (how == BATCH_STRIDED || how == BATCH_OFFSETS) && values[OPTION_FIXED].text &&
           have_small_sizes(values) && are_plain(values) && !values[OPTION_INTERFACE].text &&
           spec_takes_any_kernel(values);
}

/* The kind that is asked for: what --compute has engines take of the elements, that of batches of small products, of quantised operands, of prepared ones, or of groups of 8 bits that
 * no step decodes, where the profile has it, else the --type of these. */
static const char *asked_kind(struct job *job, const struct option_value *values,
                              const struct profile_source *source)
{
    const char *const compute = values[OPTION_COMPUTE].text;
    const struct number *const factors = compute ? kind_factors(compute) : NULL;
    const struct element *const a = spec_element(values, 0), *const b = spec_element(values, 1);
    if (factors && a == element_find(factors->of) && b == a)
        return factors->type;
    if (are_small(values) && profile_has_kind(source, KIND_SMALL))
        return KIND_SMALL;
    if (kind_takes_quantised(a, b) && repacks(values, a->blocks ? 0 : 1) &&
        profile_has_kind(source, KIND_PREPARED))
        return KIND_PREPARED;
    if (kind_takes_quantised(a, b) && profile_has_kind(source, KIND_QUANTISED))
        return KIND_QUANTISED;
    const struct option_value *const decode = &values[OPTION_DECODE];
    if (are_scaled(a, b) && !spec_lists(decode, 0) && !spec_lists(decode, 1) &&
        profile_has_kind(source, a->type))
        return a->type;
    const char *const type = asked_type(job, values, source);
    return stores_shorter(job, values, source, type) ? spec_element(values, 2)->type : type;
}

const char *spec_kind(struct job *job, const struct option_value *values,
                      const struct profile_source *source)
{
    const char *const kind = asked_kind(job, values, source);
    return spec_beyond_engine(values, kernel_of(job, source, kind), kind) ? "f32" : kind;
}

void spec_kinds(struct job *job, const struct option_value *values,
                const struct profile_source *source, const char *kinds[SPEC_KINDS])
{
    const struct number *const computed = spec_numbers(values).compute;
    const char *const asked = spec_kind(job, values, source);
    const char *const other = computed->of ? computed->of : computed->type;
    const bool fits = element_find(kind_serving(asked))->read == number_find(other);
    kinds[0] = fits ? asked : other;
    kinds[1] = fits ? other : asked;
}

/* Groups of rows; those of columns and of parts of K have no kernels of their own. */
static bool are_rows(const struct option_value *values)
{
    const char *const batch = values[OPTION_BATCH].text, *const ragged = values[OPTION_RAGGED].text;
    return batch && batch_find(batch) == BATCH_GROUPS && (!ragged || strcmp(ragged, "m") == 0) &&
           !values[OPTION_INTERFACE].text;
}

/* Whether an operand of a --product is found by an index function. */
static bool is_by_index(struct job *job, const struct option_value *values)
{
    const struct notation *const product = product_of(job, values);
    bool is = false;
    for (int o = 0; product && o < PRODUCT_OPERANDS; o++)
        is |= product->operands[o].by_index;
    return is;
}

/* Whether a gated product is asked, "gate:silu". */
static bool is_gated(const struct option_value *values)
{
    const char *const chain = values[OPTION_CHAIN].text;
    return chain && strchr(chain, ':') != NULL;
}

/* The kernels that are for groups of rows alone, for index functions, of attention, or of gated products; without a value where there are none. */
static struct profile_part kernels_for_groups(struct job *job, const struct option_value *values,
                                              const struct profile_source *source)
{
    const char *const rows = values[OPTION_ROWS_A].text;
    const bool gathered = rows && strcmp(rows, "none") != 0;
    const char *const where = attention_asked(values)    ? "attention"
                              : is_by_index(job, values) ? "by_index"
                              : is_gated(values)         ? "gated"
                              : !are_rows(values)        ? NULL
                              : gathered                 ? "gathered"
                                                         : "in_place";
    return where ? profile_groups(source, where, spec_kind(job, values, source))
                 : (struct profile_part){.value = NULL};
}

struct profile_part spec_kernels_for_shapes(struct job *job, const struct option_value *values,
                                            const struct profile_source *source)
{
    const struct profile_part groups = kernels_for_groups(job, values, source);
    return groups.value || attention_asked(values)
               ? groups
               : profile_dispatch(source, spec_kind(job, values, source));
}

struct profile_line spec_host_kernel(struct job *job, const struct option_value *values,
                                     const struct profile_source *source)
{
    const struct element *const a = spec_element(values, 0), *const b = spec_element(values, 1);
    const bool alike = a == b && !values[OPTION_COMPUTE].text;
    return profile_host_kernel(job, source, values[OPTION_INTERFACE].card,
                               alike ? a->type : spec_numbers(values).compute->type);
}
