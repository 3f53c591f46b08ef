#include "emit/share.h"

#include <stdint.h>
#include <string.h>

#include "gen/base/c_text.h"
#include "gen/base/text.h"

/* An identifier that begins with the kernel's name. */
struct share_name {
    struct span ending;  /* behind that name */
    size_t definition;   /* where it stands first */
    const char *renamed; /* NULL: as it was */
};

struct share_names {
    struct span kernel;
    struct share_name *list;
    size_t count;
};

/* A definition of a kernel. */
struct definition {
    struct span text;
    size_t kind; /* the same in all kernels that have it; SIZE_MAX: the kernel's own */
};

struct kernel {
    struct share_names names;
    const struct span *macros; /* that its text defines */
    size_t macro_count;
    struct definition *definitions;
    size_t count;
};

/* Definitions that are the same but for the names of kernels. */
struct kind {
    const char *
        marked; /* a byte 1 in the place of the name, of kernels of which one is built a byte 2 in that of a number */
    const size_t *needs; /* kinds that it refers to, by place of its names; SIZE_MAX: itself */
    size_t need_count;
    size_t kernel, definition;   /* the first one */
    const struct span **numbers; /* of the users, in these places; NULL: there are none */
    bool *users;
    size_t user_count;
};

struct sharing {
    struct job *job;
    const char *name;
    bool one; /* of the kernels is built */
    const struct share_source *sources;
    struct kernel *kernels;
    size_t kernel_count;
    struct kind *kinds;
    size_t kind_count;
};

/* ---------------------------------------------------------------- names */

/* What stands behind the kernel's name in an identifier; length 0 also where it begins otherwise, and *is_kernel where it is that name. */
static struct span ending_of(const struct share_names *names, struct span identifier,
                             bool *is_kernel)
{
    const size_t length = names->kernel.length;
    *is_kernel = span_equal(identifier, names->kernel);
    if (identifier.length <= length || identifier.text[length] != '_' ||
        memcmp(identifier.text, names->kernel.text, length) != 0)
        return (struct span){identifier.text, 0};
    return (struct span){identifier.text + length, identifier.length - length};
}

static struct share_name *find_name(const struct share_names *names, struct span ending)
{
    for (size_t i = 0; i < names->count; i++)
        if (span_equal(names->list[i].ending, ending))
            return &names->list[i];
    return NULL;
}

static struct share_name *name_at(struct sharing *sharing, struct share_names *names,
                                  struct span ending, size_t definition)
{
    struct share_name *const found = find_name(names, ending);
    if (found)
        return found;
    names->list = arena_grow(sharing->job->arena, names->list, names->count, sizeof *names->list);
    names->list[names->count] = (struct share_name){ending, definition, NULL};
    return &names->list[names->count++];
}

/* ---------------------------------------------------------------- what is the same */

static bool is_pragma(struct span text)
{
    return span_begins(text, "#pragma OPENCL");
}

/* Collects the names that a text gives to macros. */
static void find_macros(struct sharing *sharing, struct kernel *kernel, struct span text)
{
    struct span *macros = NULL;
    for (size_t at = 0; at < text.length;) {
        const struct span line = span_line(text, &at);
        size_t behind = strlen("#define");
        if (!span_begins(line, "#define "))
            continue;
        macros = arena_grow(sharing->job->arena, macros, kernel->macro_count, sizeof *macros);
        macros[kernel->macro_count++] = definitions_identifier(line, &behind);
    }
    kernel->macros = macros;
}

static bool is_macro(const struct kernel *kernel, struct span identifier)
{
    for (size_t i = 0; i < kernel->macro_count; i++)
        if (span_equal(kernel->macros[i], identifier))
            return true;
    return false;
}

/* Reads a definition: its marked text and what its names are of, into *kind. Whether it may be shared: it is not the kernel itself (where one is built,
 * no kernel at all), has no macros, and needs nothing that may not. */
static bool read_definition(struct sharing *sharing, struct kernel *kernel, size_t number,
                            struct kind *kind)
{
    const struct span text = kernel->definitions[number].text;
    struct text marked;
    size_t *needs = NULL, written = 0;
    const char *const comment = span_begins(text, "/*") ? strstr(text.text, "*/") : text.text;
    bool shares = (!span_begins(text, "#") || is_pragma(text)) &&
                  !(sharing->one && definitions_last_kernel(text).length);
    text_init(&marked, sharing->job);
    for (size_t at = 0; at < text.length;) {
        bool is_kernel;
        const struct span identifier = definitions_identifier(text, &at);
        const struct span ending = ending_of(&kernel->names, identifier, &is_kernel);
        shares &= !is_kernel && !(identifier.length && is_macro(kernel, identifier));
        if (!ending.length)
            continue;
        text_add(&marked, text.text + written, (size_t)(identifier.text - text.text) - written);
        text_puts(&marked, "\1");
        written = (size_t)(ending.text - text.text);
        if (identifier.text < comment)
            continue; /* it may be told before it is defined */
        const size_t owner = name_at(sharing, &kernel->names, ending, number)->definition;
        needs = arena_grow(sharing->job->arena, needs, kind->need_count, sizeof *needs);
        needs[kind->need_count++] = owner == number ? SIZE_MAX : kernel->definitions[owner].kind;
        shares &= owner == number || kernel->definitions[owner].kind != SIZE_MAX;
    }
    text_add(&marked, text.text + written, text.length - written);
    kind->marked = text_string(&marked);
    kind->needs = needs;
    return shares;
}

static bool same_kind(const struct kind *one, const struct kind *other)
{
    return one->need_count == other->need_count && strcmp(one->marked, other->marked) == 0 &&
           (!one->need_count ||
            memcmp(one->needs, other->needs, one->need_count * sizeof *one->needs) == 0);
}

static size_t find_kind(struct sharing *sharing, const struct kind *kind)
{
    size_t i = 0;
    while (i < sharing->kind_count && !same_kind(&sharing->kinds[i], kind))
        i++;
    if (i < sharing->kind_count)
        return i;
    sharing->kinds = arena_grow(sharing->job->arena, sharing->kinds, sharing->kind_count,
                                sizeof *sharing->kinds);
    sharing->kinds[i] = *kind;
    sharing->kinds[i].users = arena_array(sharing->job->arena, sharing->kernel_count, sizeof(bool));
    sharing->kinds[i].numbers =
        arena_array(sharing->job->arena, sharing->kernel_count, sizeof *sharing->kinds[i].numbers);
    sharing->kind_count++;
    return i;
}

/* Whether the first definition of a kernel is a comment alone. */
static bool is_head(struct span text)
{
    const char *const end = span_begins(text, "/*\n") ? strstr(text.text, "*/") : NULL;
    return end && end + 2 == text.text + text.length;
}

static void read_kernel(struct sharing *sharing, size_t number, struct span text)
{
    struct kernel *const kernel = &sharing->kernels[number];
    const struct span *spans;
    kernel->count = definitions_split(sharing->job, text, &spans);
    kernel->definitions =
        arena_array(sharing->job->arena, kernel->count, sizeof *kernel->definitions);
    find_macros(sharing, kernel, text);
    for (size_t i = 0; i < kernel->count; i++) {
        struct kind kind = {.kernel = number, .definition = i};
        const struct span *numbers = NULL;
        size_t number_count;
        kernel->definitions[i] = (struct definition){spans[i], SIZE_MAX};
        if ((i == 0 && is_head(spans[i])) || !read_definition(sharing, kernel, i, &kind))
            continue;
        if (sharing->one)
            kind.marked = share_without_numbers(sharing->job, kind.marked, &numbers, &number_count);
        const size_t found = kernel->definitions[i].kind = find_kind(sharing, &kind);
        struct kind *const same = &sharing->kinds[found];
        same->numbers[number] = numbers;
        same->user_count += !same->users[number];
        same->users[number] = true;
    }
}

static bool is_shared(const struct sharing *sharing, const struct definition *definition)
{
    return definition->kind != SIZE_MAX && sharing->kinds[definition->kind].user_count > 1;
}

/* ---------------------------------------------------------------- names of what is shared */

/* Whether a text has that identifier. */
static bool has_identifier(const char *text, const char *name)
{
    const size_t length = strlen(name);
    for (const char *at = strstr(text, name); at; at = strstr(at + length, name))
        if ((at == text || !span_is_word(at[-1])) && !span_is_word(at[length]))
            return true;
    return false;
}

/* Whether something in a kernel is called so, or something that is shared already. */
static bool is_taken(const struct sharing *sharing, const char *name)
{
    for (size_t i = 0; i < sharing->kernel_count; i++) {
        const struct share_names *const names = &sharing->kernels[i].names;
        if (has_identifier(sharing->sources[i].text.text, name))
            return true;
        for (size_t j = 0; j < names->count; j++)
            if (names->list[j].renamed && strcmp(names->list[j].renamed, name) == 0)
                return true;
    }
    return false;
}

/* NAME_store4, of several that differ NAME_store4_2. */
static const char *free_name(const struct sharing *sharing, struct span ending)
{
    struct arena *const arena = sharing->job->arena;
    const char *const plain =
        arena_printf(arena, "%s%s", sharing->name, arena_text(arena, ending.text, ending.length));
    const char *name = plain;
    for (int number = 2; is_taken(sharing, name); number++)
        name = arena_printf(arena, "%s_%d", plain, number);
    return name;
}

/* Names what a kind defines, in all kernels that have it alike. */
static void name_kind(struct sharing *sharing, size_t kind)
{
    const struct kind *const first = &sharing->kinds[kind];
    const struct kernel *const of = &sharing->kernels[first->kernel];
    for (size_t i = 0; i < of->names.count; i++) {
        const struct share_name *const name = &of->names.list[i];
        if (name->definition != first->definition)
            continue;
        const char *const renamed = free_name(sharing, name->ending);
        for (size_t j = 0; j < sharing->kernel_count; j++)
            if (first->users[j])
                find_name(&sharing->kernels[j].names, name->ending)->renamed = renamed;
    }
}

/* ---------------------------------------------------------------- the texts */

/* Adds a text with the names of what is shared. Another name has its kernel's, or is told without one where the text is `common`: in comments
 * alone, as what they tell of may differ. */
static void add_renamed(struct text *to, const struct share_names *names, struct span text,
                        bool common)
{
    size_t written = 0;
    for (size_t at = 0; at < text.length;) {
        bool is_kernel;
        const struct span identifier = definitions_identifier(text, &at);
        const struct span ending = ending_of(names, identifier, &is_kernel);
        const struct share_name *const name = ending.length ? find_name(names, ending) : NULL;
        if (!ending.length || !(common || (name && name->renamed)))
            continue;
        text_add(to, text.text + written, (size_t)(identifier.text - text.text) - written);
        if (name && name->renamed)
            text_puts(to, name->renamed);
        else
            text_add(to, ending.text + 1, ending.length - 1);
        written = at;
    }
    text_add(to, text.text + written, text.length - written);
}

static struct span renamed_span(struct sharing *sharing, const struct share_names *names,
                                struct span text, bool common)
{
    struct text renamed;
    text_init(&renamed, sharing->job);
    add_renamed(&renamed, names, text, common);
    return span_of(text_string(&renamed));
}

static struct share_own own_text(struct sharing *sharing, const struct kernel *kernel)
{
    struct share_own own = {.head = {"", 0}};
    struct text text;
    bool pragma = false;
    text_init(&text, sharing->job);
    for (size_t i = 0; i < kernel->count; i++) {
        const struct definition *const definition = &kernel->definitions[i];
        const struct span span = definition->text;
        if (is_shared(sharing, definition))
            continue;
        if (i == 0 && is_head(span)) {
            own.head = renamed_span(sharing, &kernel->names,
                                    (struct span){span.text + 3, span.length - 6}, false);
            continue;
        }
        if (text.length > 0 && !(pragma && is_pragma(span)))
            text_puts(&text, "\n");
        add_renamed(&text, &kernel->names, span, false);
        text_puts(&text, "\n");
        pragma = is_pragma(span);
    }
    own.text = span_of(text_string(&text));
    return own;
}

/* The text of a kind, with macros for numbers in which kernels differ: NAME_STORE4_1 of the function NAME_store4. */
static struct span common_text(struct sharing *sharing, const struct kind *kind,
                               struct share_numbers *numbers)
{
    struct job *const job = sharing->job;
    const struct kernel *const kernel = &sharing->kernels[kind->kernel];
    const char *name = sharing->name;
    for (size_t i = 0; i < kernel->names.count; i++)
        if (kernel->names.list[i].definition == kind->definition)
            name = kernel->names.list[i].renamed;
    const struct span text =
        renamed_span(sharing, &kernel->names, kernel->definitions[kind->definition].text, true);
    return span_of(share_with_macros(job, numbers, c_capitals(job, name), text, kind->numbers,
                                     sharing->kernel_count));
}

static void write_common(struct sharing *sharing, struct shared_texts *shared)
{
    struct share_common *const list =
        arena_array(sharing->job->arena, sharing->kind_count, sizeof *list);
    for (size_t i = 0; i < sharing->kind_count; i++) {
        const struct kind *const kind = &sharing->kinds[i];
        if (kind->user_count < 2)
            continue;
        const struct span text = common_text(sharing, kind, &shared->numbers);
        list[shared->common_count++] = (struct share_common){text, kind->users, is_pragma(text)};
    }
    shared->common = list;
}

struct shared_texts share_texts(struct job *job, const char *name,
                                const struct share_source *sources, size_t count, bool one)
{
    struct sharing sharing = {
        .job = job, .name = name, .one = one, .sources = sources, .kernel_count = count};
    struct shared_texts shared = {.common = NULL};
    struct share_own *const own = arena_array(job->arena, count, sizeof *own);
    struct share_names *const names = arena_array(job->arena, count, sizeof *names);
    sharing.kernels = arena_array(job->arena, count, sizeof *sharing.kernels);
    for (size_t i = 0; i < count; i++)
        sharing.kernels[i].names.kernel = span_of(sources[i].name);
    for (size_t i = 0; i < count; i++)
        read_kernel(&sharing, i, sources[i].text);
    for (size_t i = 0; i < sharing.kind_count; i++)
        if (sharing.kinds[i].user_count > 1)
            name_kind(&sharing, i);
    write_common(&sharing, &shared);
    for (size_t i = 0; i < count; i++) {
        own[i] = own_text(&sharing, &sharing.kernels[i]);
        names[i] = sharing.kernels[i].names;
    }
    shared.own = own;
    shared.names = names;
    return shared;
}

const char *share_renamed(struct job *job, const struct shared_texts *shared, size_t kernel,
                          const char *identifier)
{
    struct text renamed;
    text_init(&renamed, job);
    add_renamed(&renamed, &shared->names[kernel], span_of(identifier), false);
    return text_string(&renamed);
}
