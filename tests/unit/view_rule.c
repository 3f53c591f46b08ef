#include "tests/unit/view_rule.h"

#include <stdio.h>
#include <string.h>

#include "tests/unit/term_grammar.h"

static const char digits[] = "0123456789";
static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_";

/* "a_0_1", "float4". */
static bool is_identifier(const char *text)
{
    char all[80];
    snprintf(all, sizeof all, "%s%s", letters, digits);
    return strchr(letters, *text) && strspn(text, all) == strlen(text);
}

/* "-12", "0xff", "2.5f", "1.0e-05h". */
static bool is_number(const char *text)
{
    if (strncmp(text, "0x", 2) == 0)
        return text[2] && strspn(text + 2, "0123456789abcdef") == strlen(text + 2);
    text += *text == '-';
    const size_t whole = strspn(text, digits);
    text += whole;
    if (*text == '.')
        text += 1 + strspn(text + 1, digits);
    if (*text == 'e') {
        text += 1 + strspn(text + 1, "+-");
        text += strspn(text, digits);
    }
    return whole && (!*text || strcmp(text, "f") == 0 || strcmp(text, "h") == 0);
}

bool text_keeps_rule(const struct clgemm_templates *set, const char *text)
{
    struct template_text found;
    return !*text || is_identifier(text) || is_number(text) || templates_text(set, text, &found);
}

/* The whole list. */
bool is_prose(const char *name)
{
    static const char *const names[] = {
        "build_options", /* of the compiler, in the head */
        "made_for",      /* the devices whose compilers take them, in the head */
        "command",       /* of the generator, there too */
        "meaning",       /* of an argument */
        "padded",        /* its name, with blanks up to the column of the meanings */
        "unmeasured",    /* the profile whose kernels were not measured, there too */
        "version",       /* of the generator */
    };
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (strcmp(names[i], name) == 0)
            return true;
    return false;
}

static void walk(const struct clgemm_templates *set, const struct value *value, const char *name,
                 void (*broken)(void *self, const char *name, const char *text), void *self)
{
    if (value->kind == VALUE_LIST || value->kind == VALUE_OBJECT) {
        for (const struct value *child = value->first; child; child = child->next)
            walk(set, child, value->kind == VALUE_OBJECT ? child->name : name, broken, self);
        return;
    }
    if (!value->text || is_prose(name))
        return;
    if (value->is_term ? !text_is_term(value->text) : !text_keeps_rule(set, value->text))
        broken(self, name, value->text);
}

void view_walk(const struct clgemm_templates *set, const struct value *view,
               void (*broken)(void *self, const char *name, const char *text), void *self)
{
    walk(set, view, "", broken, self);
}
