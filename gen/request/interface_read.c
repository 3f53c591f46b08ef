#include "gen/request/interface_read.h"

#include <string.h>

#include "gen/base/nearest.h"
#include "gen/base/reserved.h"

/* --------------------------------------------------------------------------------- places */

/* The path of a value below `from`: "launch.local[1]"; NULL: it is not there. */
static const char *path_of(struct job *job, const struct value *from, const struct value *value,
                           const char *path)
{
    size_t index = 0;
    if (from == value)
        return path;
    for (const struct value *child = from->first; child; child = child->next, index++) {
        const char *const below =
            from->kind == VALUE_LIST
                ? arena_printf(job->arena, "%s[%zu]", path, index)
                : arena_printf(job->arena, "%s%s%.60s", path, *path ? "." : "", child->name);
        const char *const found = path_of(job, child, value, below);
        if (found)
            return found;
    }
    return NULL;
}

/* A walk over the text that a tree was read from. */
struct walk {
    const char *at;
    unsigned line;
    const struct value *wanted;
};

static void skip_between(struct walk *walk)
{
    for (; *walk->at && strchr(" \t\r\n,:", *walk->at); walk->at++)
        walk->line += *walk->at == '\n';
}

static void skip_text(struct walk *walk)
{
    while (*++walk->at != '"')
        walk->at += *walk->at == '\\';
    walk->at++;
}

/* Goes on to where the wanted value begins, a member with its name; false: it is not there, and the walk is behind `value`. */
static bool reach(struct walk *walk, const struct value *value)
{
    skip_between(walk);
    if (value == walk->wanted)
        return true;
    if (value->name) {
        skip_text(walk);
        skip_between(walk);
    }
    if (value->kind == VALUE_TEXT) {
        skip_text(walk);
    } else if (value->kind == VALUE_LIST || value->kind == VALUE_OBJECT) {
        walk->at++;
        for (const struct value *child = value->first; child; child = child->next)
            if (reach(walk, child))
                return true;
        skip_between(walk);
        walk->at++;
    } else {
        walk->at += strcspn(walk->at, " \t\r\n,]}");
    }
    return false;
}

/* The line where a value begins; 0: it is not in the file. */
static unsigned line_of(const struct interface_place *place, const struct value *value)
{
    struct walk walk = {place->bytes, 1, value};
    return value && reach(&walk, place->root) ? walk.line : 0;
}

/* "interface ./x.json:7: where.lda" */
static const char *words_of(const struct interface_place *place, const struct value *value)
{
    struct arena *const arena = place->job->arena;
    const char *const path = path_of(place->job, place->root, value, "");
    const unsigned line = line_of(place, value);
    const char *const at = line ? arena_printf(arena, ":%u", line) : "";
    return arena_printf(arena, "interface %.200s%s%s%s", place->name, at, path && *path ? ": " : "",
                        path ? path : "");
}

_Noreturn void interface_fail(const struct interface_place *place, const struct value *value,
                              const char *format, ...)
{
    struct clgemm_error error;
    va_list arguments;
    va_start(arguments, format);
    const char *const wrong = arena_vprintf(place->job->arena, format, arguments);
    va_end(arguments);
    error_set(&error, CLGEMM_USAGE, "interface", "%s %s", words_of(place, value), wrong);
    error.line = line_of(place, value);
    job_fail_with(place->job, &error);
}

/* ------------------------------------------------------------------------------- formulas */

const struct formula *interface_value(const struct interface_place *place, const struct value *text)
{
    return formula_value(place->job, words_of(place, text), text->text);
}

const struct formula *interface_count(const struct interface_place *place, const struct value *item,
                                      long long least)
{
    if (item->kind == VALUE_TEXT)
        return interface_value(place, item);
    if (item->kind != VALUE_INTEGER || item->integer < least || item->integer > INTERFACE_SIZE)
        interface_fail(place, item, "must be a whole number from %lld to %lld or a formula, a text",
                       least, (long long)INTERFACE_SIZE);
    return formula_of_number(place->job, item->integer);
}

const struct formula *interface_condition(const struct interface_place *place,
                                          const struct value *text)
{
    return formula_condition(place->job, words_of(place, text), text->text);
}

void interface_check_names(const struct interface_place *place, const struct value *at,
                           const struct formula *formula,
                           bool (*knows)(const void *self, const char *name), const void *self,
                           const char *of)
{
    const char *const unknown = formula ? formula_unknown(formula, knows, self) : NULL;
    if (unknown)
        interface_fail(place, at, "has the name %.40s, which is no %s", unknown, of);
}

/* -------------------------------------------------------------------------------- members */

const struct value *interface_member(const struct interface_place *place,
                                     const struct value *object, const char *name,
                                     enum value_kind kind, bool needed)
{
    static const char *const kinds[] = {
        [VALUE_BOOL] = "true or false",
        [VALUE_TEXT] = "a text",
        [VALUE_LIST] = "a list",
        [VALUE_OBJECT] = "an object",
    };
    const struct value *const member = value_get(object, name);
    if (!member && needed)
        interface_fail(place, object, "lacks the member %s", name);
    if (member && member->kind != kind)
        interface_fail(place, member, "must be %s", kinds[kind]);
    return member;
}

void interface_allow(const struct interface_place *place, const struct value *object,
                     const char *const *names)
{
    for (const struct value *member = object->first; member; member = member->next) {
        size_t i = 0;
        while (names[i] && strcmp(names[i], member->name) != 0)
            i++;
        if (names[i])
            continue;
        const char *const nearest = nearest_name(member->name, names);
        if (nearest)
            interface_fail(place, member, "is no member; did you mean %s?", nearest);
        interface_fail(place, member, "is no member; remarks go into a member `comment`");
    }
}

/* What a line of options says. */
struct saying {
    struct option_value *values;
    const char *line;
};

static void say_line(struct job *job, void *self)
{
    const struct saying *const saying = self;
    option_say_line(job, saying->values, saying->line, VOICE_PRESET);
}

const char *interface_problem(const struct interface_place *place, const struct value *object)
{
    struct job *const job = place->job;
    const struct value *const member =
        interface_member(place, object, "problem", VALUE_TEXT, false);
    struct saying saying = {arena_array(job->arena, OPTION_COUNT, sizeof *saying.values),
                            member ? member->text : NULL};
    struct clgemm_error error;
    if (!member)
        return NULL;
    if (job_try(job, say_line, &saying, &error))
        job_fail_in(job, &error, "%s: ", words_of(place, member));
    for (int id = 0; id < OPTION_COUNT; id++)
        if (saying.values[id].text && strcmp(option_rows[id].group, "problem") != 0)
            interface_fail(place, member,
                           "has --%s, which does not say what is computed: ask it beside "
                           "--interface",
                           option_rows[id].name);
    return member->text;
}

bool interface_is_name(const char *text)
{
    const size_t length = identifier_length(text);
    return length && length <= 60 && !text[length];
}

/* --------------------------------------------------------------------------- declarations */

/* Whether the text goes on with that word, and takes it. */
static bool take(const char **at, const char *word)
{
    *at += strspn(*at, " ");
    const size_t length = strlen(word);
    if (strncmp(*at, word, length) != 0 ||
        (identifier_length(word) && identifier_length(*at) != length))
        return false;
    *at += length;
    return true;
}

/* The type that stands there: of pointers vectors too. `unsigned int` is uint. */
static const char *take_type(struct job *job, const char **at)
{
    static const char *const types[] = {"char", "uchar", "short", "ushort", "int",   "uint",
                                        "long", "ulong", "half",  "float",  "double"};
    static const char *const widths[] = {"", "2", "3", "4", "8", "16"};
    const char *const sign = take(at, "unsigned") ? "u" : "";
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        for (size_t j = 0; j < sizeof widths / sizeof *widths; j++) {
            const char *const type = arena_printf(job->arena, "%s%s", types[i], widths[j]);
            if ((!*sign || (!*widths[j] && strchr("csil", *type))) && take(at, type))
                return arena_printf(job->arena, "%s%s", sign, type);
        }
    return *sign ? "uint" : NULL;
}

/* Says what stands in place of a type. */
static void refuse_type(const struct interface_place *place, const struct value *text,
                        const char *at)
{
    static const char *const types =
        "char, short, int and long, with u in front without a sign, half, float and "
        "double, of pointers with 2, 3, 4, 8 or 16 behind for vectors";
    const char *const word =
        arena_printf(place->job->arena, "%.*s", (int)identifier_length(at), at);
    const bool of_host = strcmp(word, "size_t") == 0 || strcmp(word, "ptrdiff_t") == 0;
    if (of_host)
        interface_fail(place, text,
                       "is of %s, which OpenCL C allows no kernel as an argument: its size is the "
                       "device's; write the type that the host passes, uint or ulong",
                       word);
    interface_fail(place, text, "has `%s` where its type must stand: %s", word, types);
}

static bool is_of_values(const char *type)
{
    static const char *const types[] = {"int", "uint", "long", "ulong", "float", "double"};
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (strcmp(types[i], type) == 0)
            return true;
    return false;
}

/* Takes "const", "__global" and "__local" in any order. */
static void take_qualifiers(const char **at, bool *constant, bool *global, bool *local)
{
    for (;;) {
        if (take(at, "const"))
            *constant = true;
        else if (take(at, "__global") || take(at, "global"))
            *global = true;
        else if (take(at, "__local") || take(at, "local"))
            *local = true;
        else
            return;
    }
}

void interface_declaration(const struct interface_place *place, const struct value *text,
                           struct host_argument *argument)
{
    const char *at = text->text;
    struct declaration *const declared = &argument->declared;
    bool global = false, ignored = false;
    take_qualifiers(&at, &declared->constant, &global, &declared->local);
    declared->type = take_type(place->job, &at);
    if (!declared->type)
        refuse_type(place, text, at);
    take_qualifiers(&at, &declared->constant, &global, &declared->local);
    declared->pointer = take(&at, "*");
    while (declared->pointer && (take(&at, "restrict") || take(&at, "__restrict")))
        declared->restricted = true;
    if (declared->pointer)
        take_qualifiers(&at, &ignored, &ignored, &ignored);
    if (declared->pointer && (take(&at, "restrict") || take(&at, "__restrict")))
        declared->restricted = true;
    /* Vectors of halves want an extension, a pointer to halves none; a host sees no difference. */
    if (declared->pointer && strncmp(declared->type, "half", 4) == 0)
        declared->type = "half";
    if ((global || declared->local) != declared->pointer || (global && declared->local))
        interface_fail(place, text, "must be a value, or a pointer to __global or __local memory");
    if (!declared->pointer && !is_of_values(declared->type))
        interface_fail(
            place, text,
            "must be an int, a uint, a long, a ulong, a float or a double, or a pointer");
    declared->pointer = global;
    at += strspn(at, " ");
    argument->name = arena_copy(place->job->arena, at);
    if (!interface_is_name(argument->name) || name_is_reserved(argument->name))
        interface_fail(place, text, "must end in a name that an argument can have");
}
