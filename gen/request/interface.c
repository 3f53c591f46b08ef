/*
 * Reading an interface: every member is looked at, and what is wrong is told with its place.
 */
#include "gen/request/interface.h"

#include <stdio.h>
#include <string.h>

#include "gen/base/embedded.h"
#include "gen/base/file.h"
#include "gen/base/json.h"
#include "gen/base/reserved.h"
#include "gen/request/interface_read.h"
#include "gen/request/profile_name.h"

enum {
    MOST_ARGUMENTS = 64,
    MOST_DEFINITIONS = 32,
    LOCAL_BYTES = 1 << 20 /* that an argument has at most */
};

static bool is_symbol(const void *self, const char *name)
{
    (void)self;
    return symbol_find(name) != SYMBOL_NONE;
}

static bool is_real(const struct host_argument *argument)
{
    static const char *const reals[] = {"half", "float", "double"};
    for (size_t i = 0; i < sizeof reals / sizeof *reals; i++)
        if (strncmp(argument->declared.type, reals[i], strlen(reals[i])) == 0)
            return true;
    return false;
}

static void read_argument(const struct interface_place *place, const struct interface *interface,
                          const struct value *item, struct host_argument *argument)
{
    const struct value *const passes = item->first ? item->first->next : NULL;
    if (item->kind != VALUE_LIST || item->count != 2 || item->first->kind != VALUE_TEXT ||
        passes->kind != VALUE_TEXT)
        interface_fail(place, item, "must be a declaration and what the host passes, two texts");
    interface_declaration(place, item->first, argument);
    if (interface_argument(interface, argument->name) != argument)
        interface_fail(place, item->first, "declares a name that an argument before it has");
    argument->passes = interface_value(place, passes);
    argument->passed = passes->text;
    if (argument->declared.pointer) {
        if (argument->passes->kind != FORMULA_NAME)
            interface_fail(place, passes, "must be the name of a buffer, as A");
        if (argument->declared.constant && formula_is_name(argument->passes, "C"))
            interface_fail(place, item->first, "declares what C points to const, and C is written");
        if (formula_is_name(argument->passes, INTERFACE_INDICES) && is_real(argument))
            interface_fail(place, item->first, "must point to whole numbers, of 32 bits: %s",
                           INTERFACE_INDICES);
        return;
    }
    if (argument->declared.local && argument->passes->kind != FORMULA_NUMBER)
        interface_fail(place, passes, "must be the bytes of local memory that the host passes");
    if (argument->declared.local &&
        (argument->passes->number < 1 || argument->passes->number > LOCAL_BYTES))
        interface_fail(place, passes, "must be from 1 to %d bytes", (int)LOCAL_BYTES);
    if (argument->declared.local)
        return;
    interface_check_names(place, passes, argument->passes, is_symbol, NULL,
                          "symbol of doc/manifest.md");
    const enum symbol symbol = formula_symbol(argument->passes);
    if (is_real(argument) && symbol && !symbol_is_scalar(symbol))
        interface_fail(place, item->first,
                       "must be an int, a uint, a long or a ulong: %s is a whole number",
                       argument->passed);
}

static void read_arguments(const struct interface_place *place, struct interface *interface)
{
    const struct value *const list =
        interface_member(place, place->root, "arguments", VALUE_LIST, true);
    if (!list->count || list->count > MOST_ARGUMENTS)
        interface_fail(place, list, "has 1 to 64 arguments");
    struct host_argument *const arguments =
        arena_array(place->job->arena, list->count, sizeof *arguments);
    interface->arguments = arguments;
    for (const struct value *item = list->first; item; item = item->next)
        read_argument(place, interface, item, &arguments[interface->argument_count++]);
}

/* Whether there is an argument of that name that is a pointer, or that is none. */
static bool declares(const struct interface *interface, const char *name, bool pointer)
{
    const struct host_argument *const argument = interface_argument(interface, name);
    return argument && !argument->declared.local && argument->declared.pointer == pointer;
}

static bool is_argument(const void *self, const char *name)
{
    return declares(self, name, false);
}

static bool is_argument_or_member(const void *self, const char *name)
{
    return strcmp(name, "member") == 0 || is_argument(self, name);
}

/* Whether a definition is a pointer of the host, alone or plus a value, of which that is told. */
static bool is_pointer(const struct interface *interface, const struct formula *formula,
                       const struct formula **value)
{
    const bool moved = formula->kind == FORMULA_BINARY && *formula->text == '+';
    const struct formula *const base = moved ? formula->left : formula;
    *value = moved ? formula->right : NULL;
    return base->kind == FORMULA_NAME && declares(interface, base->text, true);
}

/* Elements stand where a member of A or B is said alone, and are of what the host passes as `ids`. */
static void check_elements(const struct interface_place *place, const struct interface *interface,
                           const struct value *member, const struct formula *formula)
{
    const struct host_argument *const array = interface_passing(interface, INTERFACE_INDICES);
    const struct formula *const any = formula_element(formula, NULL);
    const struct formula *const other = formula_element(formula, array ? array->name : NULL);
    if (any && strcmp(member->name, "member_a") != 0 && strcmp(member->name, "member_b") != 0)
        interface_fail(place, member, "has %.40s[...]: an element says a member_a or a member_b",
                       any->text);
    if (other)
        interface_fail(place, member, "has %.40s[...], and %.40s is no argument that passes %s",
                       other->text, other->text, INTERFACE_INDICES);
    if (any && !formula_is_counted(formula))
        interface_fail(place, member, "has %.40s[...]: its index must be of arguments and member",
                       any->text);
}

static void read_definition(const struct interface_place *place, const struct interface *interface,
                            const struct value *member, struct host_definition *definition)
{
    const bool of_member = interface_is_of_member(member->name);
    const bool of_symbol = is_symbol(NULL, member->name);
    if (member->kind != VALUE_TEXT)
        interface_fail(place, member, "must be a text");
    if (!of_member && !of_symbol && !interface_is_name(member->name))
        interface_fail(place, member, "defines what is no symbol of doc/manifest.md");
    if (of_member && !interface_is_along(interface, SYMBOL_BATCH))
        interface_fail(place, member,
                       "says a member of a batch, and the launch has no dimension of members");
    definition->name = member->name;
    definition->value = interface_value(place, member);
    check_elements(place, interface, member, definition->value);
    const struct formula *value = definition->value;
    if (!of_member && !of_symbol && !is_pointer(interface, definition->value, &value))
        interface_fail(place, member,
                       "must be an argument that is a pointer, alone or plus a value");
    interface_check_names(place, member, value, of_member ? is_argument_or_member : is_argument,
                          interface, "argument with a value");
}

static void read_where(const struct interface_place *place, struct interface *interface)
{
    const struct value *const object =
        interface_member(place, place->root, "where", VALUE_OBJECT, false);
    if (!object)
        return;
    if (object->count > MOST_DEFINITIONS)
        interface_fail(place, object, "has at most 32 members");
    struct host_definition *const where =
        arena_array(place->job->arena, object->count, sizeof *where);
    for (const struct value *member = object->first; member; member = member->next)
        read_definition(place, interface, member, &where[interface->where_count++]);
    interface->where = where;
    for (const struct value *member = object->first; member; member = member->next)
        if (strncmp(member->name, "begin_", 6) == 0 &&
            interface_where(interface,
                            arena_printf(place->job->arena, "member_%s", member->name + 6)))
            interface_fail(place, member, "says where each member begins: leave out member_%s",
                           member->name + 6);
}

static const struct formula *read_condition(const struct interface_place *place, const char *name)
{
    const struct value *const member =
        interface_member(place, place->root, name, VALUE_TEXT, false);
    return member ? interface_condition(place, member) : NULL;
}

static const char *text_of(const struct interface_place *place, const char *name, bool needed)
{
    const struct value *const member =
        interface_member(place, place->root, name, VALUE_TEXT, needed);
    return member ? member->text : "";
}

static const struct interface *read_whole(const struct interface_place *place)
{
    static const char *const names[] = {"schema", "entry",  "help",     "problem", "arguments",
                                        "where",  "launch", "promises", "only_if", "require",
                                        "macros", "rules",  "shapes",   "untuned", "builds",
                                        "with",   "keeps",  "try",      "comment", NULL};
    struct interface *const interface = arena_allocate(place->job->arena, sizeof *interface);
    if (place->root->kind != VALUE_OBJECT)
        interface_fail(place, place->root, "is no JSON object");
    if (strcmp(text_of(place, "schema", true), "clgemm-interface/1") != 0)
        interface_fail(place, value_get(place->root, "schema"), "must be clgemm-interface/1");
    interface_allow(place, place->root, names);
    interface->name = place->name;
    interface->file = place->file;
    interface->entry = text_of(place, "entry", true);
    if (!interface_is_name(interface->entry) || name_is_reserved(interface->entry))
        interface_fail(place, value_get(place->root, "entry"), "is no name that a kernel can have");
    interface->help = text_of(place, "help", false);
    interface->problem = interface_problem(place, place->root);
    if (!interface->problem)
        interface->problem = "";
    read_arguments(place, interface);
    interface_read_launch(place, interface);
    read_where(place, interface);
    interface_read_axes(place,
                        interface_member(place, place->root, "promises", VALUE_OBJECT, false), 3,
                        interface->multiples);
    interface->only_if = read_condition(place, "only_if");
    interface->require = read_condition(place, "require");
    interface_read_host(place, interface);
    return interface;
}

static const struct embedded_file *find_built_in(struct job *job, const char *name)
{
    const char *names[64];
    size_t count = 0;
    for (const struct embedded_file *file = clgemm_embedded_interfaces; file->name; file++) {
        if (strcmp(file->name, name) == 0)
            return file;
        if (count < 63)
            names[count++] = file->name;
    }
    names[count] = NULL;
    const char *const nearest = nearest_names(job, "", name, names);
    job_fail(job, CLGEMM_USAGE, "interface", "there is no interface %.80s%s%s%s", name,
             nearest ? "; did you mean " : "; clgemm-gen --list interfaces shows them",
             nearest ? nearest : "", nearest ? "?" : "");
}

/* What is computed where no setting is said. */
static struct option_value *said_of(struct job *job, const struct interface *interface)
{
    struct option_value *const says = arena_array(job->arena, OPTION_COUNT, sizeof *says);
    option_say_line(job, says, interface->problem, VOICE_PRESET);
    if (interface->build_count && interface->builds[0].problem)
        option_say_line(job, says, interface->builds[0].problem, VOICE_USER);
    return says;
}

static bool same_problem(struct job *job, const struct interface *one,
                         const struct interface *other)
{
    const struct option_value *const says = said_of(job, one), *const said = said_of(job, other);
    bool same = true;
    for (int id = 0; id < OPTION_COUNT; id++) {
        const char *const standard = option_rows[id].standard;
        same &= strcmp(says[id].text ? says[id].text : standard,
                       said[id].text ? said[id].text : standard) == 0;
    }
    return same;
}

static bool same_number(const struct host_number *one, const struct host_number *other)
{
    const bool named = one->macro && other->macro;
    return one->number == other->number && formula_same(one->formula, other->formula) &&
           (named ? strcmp(one->macro, other->macro) == 0 : one->macro == other->macro);
}

static bool same_launch(const struct interface *one, const struct interface *other)
{
    bool same =
        one->flat == other->flat && memcmp(one->groups, other->groups, sizeof one->groups) == 0;
    for (int i = 0; i < INTERFACE_DIMENSIONS; i++)
        same &= formula_same(one->count[i], other->count[i]);
    for (int i = 0; i < LAUNCH_NUMBERS; i++)
        same &= same_number(interface_number(one, i), interface_number(other, i));
    for (int axis = 0; axis < 3; axis++)
        same &= same_number(&one->multiples[axis], &other->multiples[axis]);
    return same;
}

const struct interface *interface_load(struct job *job, const char *name)
{
    struct interface_place place = {.job = job, .name = name};
    size_t length;
    if (profile_is_file(name)) {
        place.file = name;
        place.bytes = user_file_read(job, "interface",
                                     arena_printf(job->arena, "interface %s", name), name, &length);
    } else {
        const struct embedded_file *const file = find_built_in(job, name);
        place.bytes = file->text;
        length = file->length;
    }
    place.root = json_read(job, name, place.bytes, length);
    return read_whole(&place);
}

const char *interface_name_at(size_t index)
{
    size_t at = 0;
    while (at < index && clgemm_embedded_interfaces[at].name)
        at++;
    return clgemm_embedded_interfaces[at].name;
}

const char *interface_known(struct job *job, const struct interface *interface)
{
    const char *found = interface->file ? "" : interface->name;
    for (size_t i = 0; !*found && interface_name_at(i); i++) {
        const struct interface *const built_in = interface_load(job, interface_name_at(i));
        if (same_launch(interface, built_in) && same_problem(job, interface, built_in))
            found = built_in->name;
    }
    return found;
}

static void tell_help(struct job *job, void *self)
{
    struct clgemm_interface *const shown = self;
    snprintf(shown->help, sizeof shown->help, "%s", interface_load(job, shown->name)->help);
}

int clgemm_interface_at(size_t index, struct clgemm_interface *shown)
{
    const char *const name = interface_name_at(index);
    if (!name)
        return -1;
    *shown = (struct clgemm_interface){.name = name};
    job_alone(tell_help, shown, NULL);
    return 0;
}
