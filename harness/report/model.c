#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "harness/manifest/element.h"
#include "harness/report/internal.h"
#include "harness/base/utf8.h"

const char *page_text(struct page *page, const char *format, ...)
{
    va_list list, again;
    json_t *text = NULL;
    char *made;
    int length;

    va_start(list, format);
    va_copy(again, list);
    length = vsnprintf(NULL, 0, format, list);
    va_end(list);
    made = length < 0 ? NULL : malloc((size_t)length + 1);
    if (made != NULL) {
        vsnprintf(made, (size_t)length + 1, format, again);
        utf8_mend(made);
        text = json_string(made);
    }
    va_end(again);
    free(made);
    if (text == NULL || json_array_append_new(page->keep, text) != 0) {
        fault_memory(page->fault);
        return "";
    }
    return json_string_value(text);
}

void *page_grow(struct page *page, void *list, size_t count, size_t size)
{
    void *more = list;

    /* Twice as long whenever a power of two is full. */
    if ((count & (count - 1)) == 0)
        more = realloc(list, (count == 0 ? 1 : 2 * count) * size);
    if (more == NULL)
        fault_memory(page->fault);
    return more;
}

/* Appends a copy of an item to the list whose pointer lies at `place`, of whatever type; NULL: no
 * memory. */
static void *append(struct page *page, void *place, size_t *count, const void *item, size_t size)
{
    void *list;

    memcpy(&list, place, sizeof list);
    list = page_grow(page, list, *count, size);
    if (list == NULL)
        return NULL;
    memcpy(place, &list, sizeof list);
    return memcpy((char *)list + (*count)++ * size, item, size);
}

struct page_session *page_add_session(struct page *page, size_t file, const char *device,
                                      const char *driver, const char *platform, json_t *facts)
{
    struct page_session session = {file, device, driver, platform, facts, page_device_count(page)};

    for (size_t i = page->session_count; i-- > 0;)
        if (strcmp(page->sessions[i].device, device) == 0)
            session.number = page->sessions[i].number;
    return append(page, &page->sessions, &page->session_count, &session, sizeof session);
}

struct page_run *page_add_run(struct page *page, const struct page_run *run)
{
    return append(page, &page->runs, &page->run_count, run, sizeof *run);
}

struct page_failure *page_add_failure(struct page *page, const struct page_failure *failure)
{
    return append(page, &page->failures, &page->failure_count, failure, sizeof *failure);
}

struct page_error *page_add_error(struct page *page, const struct page_error *error)
{
    return append(page, &page->errors, &page->error_count, error, sizeof *error);
}

struct page_ratio *page_add_ratio(struct page *page, const struct page_ratio *ratio)
{
    return append(page, &page->ratios, &page->ratio_count, ratio, sizeof *ratio);
}

struct page_space *page_add_space(struct page *page, const struct page_space *space)
{
    return append(page, &page->spaces, &page->space_count, space, sizeof *space);
}

void page_add_evaluation(struct page *page, struct page_space *space, const json_t *parameters,
                         double gflops)
{
    const struct page_evaluation evaluation = {parameters, gflops};

    append(page, &space->evaluations, &space->count, &evaluation, sizeof evaluation);
}

void page_release(struct page *page)
{
    for (size_t i = 0; i < page->space_count; i++)
        free(page->spaces[i].evaluations);
    free(page->files);
    free(page->sessions);
    free(page->runs);
    free(page->ratios);
    free(page->errors);
    free(page->failures);
    free(page->spaces);
    json_decref(page->keep);
}

/* --------------------------------------------------------------------------------------- problems */

static const char *type_of(const json_t *types, const char *operand)
{
    const char *word = json_string_value(json_object_get(types, operand));

    return word == NULL ? "" : word;
}

const char *page_sums(struct page *page, const json_t *types)
{
    const char *sums = type_of(types, "accumulate");

    return page_text(page, "%s", *sums == '\0' ? type_of(types, "c") : sums);
}

/* "A and B", "A" or "B", where `of` says so of them; NULL: of neither. */
static const char *operands_of(const json_t *of)
{
    const bool a = json_is_true(json_object_get(of, "a"));
    const bool b = json_is_true(json_object_get(of, "b"));

    return a && b ? "A and B" : a ? "A" : b ? "B" : NULL;
}

const char *page_types(struct page *page, const json_t *problem)
{
    const json_t *types = json_object_get(problem, "types");
    const char *a = type_of(types, "a"), *b = type_of(types, "b"), *c = type_of(types, "c");
    const char *sum = type_of(types, "accumulate");
    const bool same = strcmp(a, b) == 0 && strcmp(b, c) == 0;
    const char *transposed = operands_of(json_object_get(problem, "transpose"));
    const char *conjugated = operands_of(json_object_get(problem, "conjugate"));

    return page_text(page, "%s%s%s%s%s%s%s%s%s%s%s%s%s", a, same ? "" : " x ", same ? "" : b,
                     same ? "" : " to ", same ? "" : c,
                     strcmp(sum, c) == 0 || *sum == '\0' ? "" : ", sums in ",
                     strcmp(sum, c) == 0 ? "" : sum, transposed == NULL || *a == '\0' ? "" : ", ",
                     transposed == NULL ? "" : transposed, transposed == NULL ? "" : " transposed",
                     conjugated == NULL ? "" : ", ", conjugated == NULL ? "" : conjugated,
                     conjugated == NULL ? "" : " conjugated");
}

double page_traffic(const json_t *types, uint64_t m, uint64_t n, uint64_t k)
{
    static const char *const operands[] = {"a", "b", "c"};
    const double elements[] = {(double)m * (double)k, (double)k * (double)n, (double)m * (double)n};
    double sum = 0;

    for (int i = 0; i < 3; i++) {
        enum element_type type = element_find(type_of(types, operands[i]));

        if (!element_of_matrix(type))
            return 0;
        sum += elements[i] * element_share(type);
    }
    return sum;
}

const char *page_size(struct page *page, uint64_t m, uint64_t n, uint64_t k)
{
    return page_text(page, "%llu \303\227 %llu \303\227 %llu", (unsigned long long)m,
                     (unsigned long long)n, (unsigned long long)k);
}

double page_flops(const json_t *types, uint64_t m, uint64_t n, uint64_t k)
{
    return element_operations(element_find(type_of(types, "c"))) * (double)m * (double)n *
           (double)k;
}

/* ---------------------------------------------------------------------------------------- devices */

size_t page_device(const struct page *page, size_t session)
{
    return page->sessions[session].number;
}

size_t page_device_count(const struct page *page)
{
    size_t count = 0;

    for (size_t i = 0; i < page->session_count; i++)
        if (page->sessions[i].number >= count)
            count = page->sessions[i].number + 1;
    return count;
}
