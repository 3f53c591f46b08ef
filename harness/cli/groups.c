#include "harness/base/list.h"
#include "harness/cli/table.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "harness/base/file.h"
#include "harness/base/sizes.h"
#include "harness/run/launch.h"

/* Numbers of rows, columns or k, in the order of groups. */
struct listed {
    uint64_t *rows;
    size_t groups;
    uint64_t all;
};

static int set_groups(uint64_t groups, uint64_t rows, uint64_t dealt, struct test_case *test_case)
{
    test_case->members = groups;
    test_case->to_deal = rows;
    test_case->dealt = dealt;
    test_case->has_groups = test_case->has_members = true;
    return 0;
}

/* "128x512" */
static int read_average(const char *text, const char *numbers, enum dealing dealt,
                        struct test_case *test_case, struct fault *fault)
{
    const char *const times = strchr(numbers, 'x');
    char groups[24] = "";
    uint64_t count, each, rows;

    if (times != NULL && times - numbers < (long)sizeof groups) {
        memcpy(groups, numbers, (size_t)(times - numbers));
        if (size_parse(groups, &count) && size_parse(times + 1, &each) &&
            size_multiply(count, each, &rows))
            return set_groups(count, rows, dealt, test_case);
    }
    return fault_set(fault, FAULT_USAGE,
                     "--groups: `%.60s` is not like even:128x512 or zipf:128x512", text);
}

/* Reads a line, which is cut at its first field. */
static int read_line(const char *path, size_t number, char *line, struct listed *listed,
                     struct fault *fault)
{
    uint64_t rows;

    line += strspn(line, " \t\r");
    line[strcspn(line, ",; \t\r")] = '\0';
    if (*line == '\0' || *line == '#' || (number == 1 && isalpha((unsigned char)*line)))
        return 0;
    if (!size_parse(line, &rows) || !size_add(listed->all, rows, &listed->all))
        return fault_set(fault, FAULT_USAGE, "--groups: %s: line %zu: `%.40s` is no number of rows",
                         path, number, line);
    if (!list_grow(&listed->rows, listed->groups, sizeof *listed->rows))
        return fault_memory(fault);
    listed->rows[listed->groups++] = rows;
    return 0;
}

static int read_lines(const char *path, char *text, struct listed *listed, struct fault *fault)
{
    size_t number = 1;
    int status = 0;

    for (char *line = text; line != NULL && status == 0; number++) {
        char *const end = strchr(line, '\n');

        if (end != NULL)
            *end = '\0';
        status = read_line(path, number, line, listed, fault);
        line = end == NULL ? NULL : end + 1;
    }
    return status;
}

static int read_file(const char *path, struct test_case *test_case, struct fault *fault)
{
    struct listed listed = {NULL, 0, 0};
    char *text = NULL;
    size_t length;
    uint64_t dealt;
    int status = file_read(path, &text, &length, fault);

    if (status == 0)
        status = read_lines(path, text, &listed, fault);
    if (status == 0 && listed.groups == 0)
        status = fault_set(fault, FAULT_USAGE, "--groups: %s has no numbers of rows", path);
    if (status == 0)
        status = dealt_keep(listed.rows, listed.groups, &dealt, fault) ||
                 set_groups(listed.groups, listed.all, dealt, test_case);
    free(listed.rows);
    free(text);
    return status == 0 ? 0 : -1;
}

int groups_read(const char *text, struct test_case *test_case, struct fault *fault)
{
    if (strncmp(text, "even:", 5) == 0)
        return read_average(text, text + 5, DEALT_EVEN, test_case, fault);
    if (strncmp(text, "zipf:", 5) == 0)
        return read_average(text, text + 5, DEALT_ZIPF, test_case, fault);
    return read_file(text, test_case, fault);
}

void groups_complete(const char *ragged, struct test_case *test_case)
{
    int axis = 0;

    if (!test_case->has_groups)
        return;
    if (ragged != NULL)
        axis = *ragged == 'n' ? 1 : *ragged == 'k' ? 2 : 0;
    else
        while (axis < 2 && test_case->has_size[axis])
            axis++;
    if (!test_case->has_size[axis])
        test_case->size[axis] = test_case->to_deal;
    test_case->has_size[axis] = true;
}
