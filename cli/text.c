/* open, fcntl. */
#define _XOPEN_SOURCE 700

#include "cli/cli.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gen/base/text.h"

int cli_fail(struct clgemm_error *error, enum clgemm_code code, const char *format, ...)
{
    va_list arguments;
    *error = (struct clgemm_error){.code = code};
    va_start(arguments, format);
    vsnprintf(error->text, sizeof error->text, format, arguments);
    va_end(arguments);
    return -1;
}

char *cli_printed(const char *format, ...)
{
    va_list arguments, again;
    va_start(arguments, format);
    va_copy(again, arguments);
    const int length = vsnprintf(NULL, 0, format, arguments);
    char *const text = length < 0 ? NULL : malloc((size_t)length + 1);
    if (!text) {
        fputs("clgemm-gen: out of memory\n", stderr);
        exit(CLGEMM_IO);
    }
    vsnprintf(text, (size_t)length + 1, format, again);
    va_end(again);
    va_end(arguments);
    return text;
}

int cli_profile_at(size_t index, struct clgemm_profile *profile, struct clgemm_error *error)
{
    if (clgemm_profile_at(index, profile))
        return 0;
    return profile->help[0] ? 1 : cli_fail(error, CLGEMM_IO, "out of memory");
}

int cli_interface_at(size_t index, struct clgemm_interface *interface, struct clgemm_error *error)
{
    if (clgemm_interface_at(index, interface))
        return 0;
    return interface->help[0] ? 1 : cli_fail(error, CLGEMM_IO, "out of memory");
}

/* /dev/full is not everywhere. */
static int open_unusable(int number)
{
    const int full = number == 0 ? -1 : open("/dev/full", O_RDONLY);
    return full >= 0 ? full : open("/dev/null", number == 0 ? O_WRONLY : O_RDONLY);
}

int cli_open_streams(struct clgemm_error *error)
{
    for (int number = 0; number < 3; number++)
        if (fcntl(number, F_GETFD) < 0 && open_unusable(number) < 0)
            return cli_fail(error, CLGEMM_IO,
                            "cannot open /dev/null for descriptor %d, which is closed: %s", number,
                            strerror(errno));
    return 0;
}

int cli_flush(struct clgemm_error *error)
{
    const bool failed_before = ferror(stdout) != 0;
    errno = 0;
    if (fflush(stdout) == 0 && !failed_before)
        return 0;
    /* An earlier print has met the error, and its reason is gone: one more meets it again. */
    if (!errno && putchar('\n') != EOF)
        fflush(stdout);
    return cli_fail(error, CLGEMM_IO, "cannot write to standard output%s%s", errno ? ": " : "",
                    errno ? strerror(errno) : "");
}

void cli_print_said(FILE *stream, const char *text)
{
    while (*text) {
        bool is_control;
        const size_t length = text_step(text, &is_control);
        fwrite(is_control ? "?" : text, 1, is_control ? 1 : length, stream);
        text += length;
    }
}

void cli_print_wrapped(const char *text, size_t column, size_t indent)
{
    bool first = true;
    while (*text) {
        const size_t length = strcspn(text, " ");
        if (length == 0) {
            text++;
            continue;
        }
        if (!first && column + 1 + length > 100) {
            printf("\n%*s", (int)indent, "");
            column = indent;
        } else if (!first) {
            putchar(' ');
            column++;
        }
        printf("%.*s", (int)length, text);
        column += length;
        text += length;
        first = false;
    }
    putchar('\n');
}

/* Column at which the second column of a list begins. */
enum {
    SECOND_COLUMN = 32
};

void cli_print_row(const char *name, const char *text)
{
    const int printed = printf("  %s", name);
    size_t column = printed < 0 ? 0 : (size_t)printed;
    if (column + 2 > SECOND_COLUMN) {
        putchar('\n');
        column = 0;
    }
    printf("%*s", (int)(SECOND_COLUMN - column), "");
    cli_print_wrapped(text, SECOND_COLUMN, SECOND_COLUMN);
}

void cli_nearest_text(const struct clgemm_nearest *nearest, const char *prefix, char *text,
                      size_t size)
{
    text[0] = '\0';
    for (size_t i = 0; i < nearest->count; i++) {
        const size_t length = strlen(text);
        snprintf(text + length, size - length, "%s%s%s", i ? ", " : "; nearest: ", prefix,
                 nearest->names[i]);
    }
}

void cli_print_note(const char *text)
{
    fputs("clgemm-gen: note: ", stderr);
    cli_print_said(stderr, text);
    fputc('\n', stderr);
}
