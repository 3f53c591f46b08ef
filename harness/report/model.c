#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "harness/base/utf8.h"
#include "harness/manifest/element.h"
#include "harness/report/internal.h"

enum {
    MOST_LOG = 8000 /* bytes of a log that are shown */
};

const char *page_text(struct page *page, const char *format, ...)
{
    va_list list, again;
    char *made;
    int length;
    json_t *text;

    va_start(list, format);
    va_copy(again, list);
    length = vsnprintf(NULL, 0, format, list);
    va_end(list);
    made = length < 0 ? NULL : malloc((size_t)length + 1);
    if (made != NULL) {
        vsnprintf(made, (size_t)length + 1, format, again);
        utf8_mend(made);
        if (json_object_get(page->words, made) == NULL)
            json_object_set_new(page->words, made, json_string(made));
    }
    va_end(again);
    text = made == NULL ? NULL : json_object_get(page->words, made);
    free(made);
    if (text == NULL)
        fault_memory(page->fault);
    return text == NULL ? "" : json_string_value(text);
}

json_t *page_add(struct page *page, json_t *list, json_t *item)
{
    if (json_array_append_new(list, item) == 0)
        return item;
    fault_memory(page->fault);
    return NULL;
}

const char *page_string(const json_t *object, const char *name)
{
    const char *text = json_string_value(json_object_get(object, name));

    return text == NULL ? "" : text;
}

double page_number(const json_t *object, const char *name)
{
    return json_number_value(json_object_get(object, name));
}

void page_put_text(struct page *page, json_t *object, const char *name, const char *text)
{
    json_t *number;

    if (text == NULL || *text == '\0')
        return;
    number = json_object_get(page->numbers, text);
    if (number == NULL) {
        number = json_integer((json_int_t)json_array_size(page->texts));
        if (page_add(page, page->texts, json_string(text)) == NULL ||
            json_object_set_new(page->numbers, text, number) != 0)
            return;
    }
    json_object_set(object, name, number);
}

void page_put_number(json_t *object, const char *name, double value)
{
    if (isfinite(value))
        json_object_set_new(object, name, json_real(value));
}

static void put_above(json_t *object, const char *name, double value)
{
    if (value > 0)
        page_put_number(object, name, value);
}

static void put_truth(json_t *object, const char *name, bool truth)
{
    if (truth)
        json_object_set_new(object, name, json_true());
}

void page_put_problem(struct page *page, json_t *object, const struct page_problem *problem)
{
    json_object_set_new(object, "m", json_integer((json_int_t)problem->m));
    json_object_set_new(object, "n", json_integer((json_int_t)problem->n));
    json_object_set_new(object, "k", json_integer((json_int_t)problem->k));
    page_put_text(page, object, "types", problem->types);
}

/* An object of a session and a kernel. */
static json_t *begin(struct page *page, size_t session, const char *kernel)
{
    json_t *object = json_pack("{s:I}", "session", (json_int_t)session);

    page_put_text(page, object, "kernel", kernel);
    return object;
}

void page_set_kind(struct page *page, size_t file, const char *kind)
{
    json_object_set_new(json_array_get(page->files, file), "kind", json_string(kind));
}

json_t *page_add_session(struct page *page, size_t file, const char *device, const char *driver,
                         const char *platform, const json_t *facts)
{
    json_t *own = facts == NULL ? json_object() : json_copy((json_t *)facts), *value;
    const json_int_t most = (json_int_t)1
                            << 53; /* up to it a script has whole numbers as they are */
    const char *name;

    json_object_foreach(own, name, value)
    {
        if (json_is_integer(value) &&
            (json_integer_value(value) > most || json_integer_value(value) < -most))
            json_object_set_new(
                own, name,
                json_string(page_text(page, "%lld", (long long)json_integer_value(value))));
    }
    return page_add(page, page->sessions,
                    json_pack("{s:I, s:s, s:s, s:s, s:o}", "file", (json_int_t)file, "device",
                              device, "driver", driver, "platform", platform, "facts", own));
}

json_t *page_add_run(struct page *page, const struct page_run *run)
{
    json_t *object = begin(page, run->session, run->kernel);

    page_put_text(page, object, "part", run->part);
    put_truth(object, "host", run->host);
    page_put_text(page, object, "of", run->of);
    page_put_text(page, object, "group", run->group);
    page_put_text(page, object, "why", run->why);
    page_put_text(page, object, "note", run->note);
    page_put_problem(page, object, &run->problem);
    page_put_text(page, object, "sums", run->problem.sums);
    put_above(object, "flops", run->problem.flops);
    put_above(object, "bytes", run->problem.bytes);
    page_put_number(object, "ms", run->ms);
    page_put_number(object, "gflops", run->gflops);
    put_above(object, "peak", run->peak);
    page_put_text(page, object, "peak_words", run->peak_words);
    put_above(object, "step", run->step);
    put_above(object, "cumulative", run->cumulative);
    put_truth(object, "library", run->library);
    put_truth(object, "best", run->best);
    put_truth(object, "untuned", run->untuned);
    return page_add(page, page->runs, object);
}

json_t *page_add_ratio(struct page *page, const struct page_ratio *ratio)
{
    json_t *object = begin(page, ratio->session, ratio->kernel);

    page_put_text(page, object, "group", ratio->group);
    page_put_text(page, object, "library", ratio->library);
    page_put_problem(page, object, ratio->problem);
    page_put_number(object, "gflops", ratio->gflops);
    page_put_number(object, "library_gflops", ratio->library_gflops);
    page_put_number(object, "ratio", ratio->ratio);
    page_put_number(object, "q1", ratio->q1);
    page_put_number(object, "q3", ratio->q3);
    return page_add(page, page->ratios, object);
}

bool page_add_error(struct page *page, size_t session, const char *kernel, const char *words,
                    const struct page_problem *problem, double worst)
{
    json_t *object;

    if (worst < 0)
        return true;
    object = begin(page, session, kernel);
    page_put_text(page, object, "words", words);
    if (problem != NULL)
        page_put_problem(page, object, problem);
    page_put_number(object, "worst", worst);
    return page_add(page, page->errors, object) != NULL;
}

json_t *page_add_failure(struct page *page, const struct page_failure *failure)
{
    json_t *object = begin(page, failure->session, failure->kernel);
    const size_t length = strlen(failure->log), shown = utf8_cut(failure->log, MOST_LOG);

    page_put_text(page, object, "kind", failure->kind);
    if (failure->problem != NULL)
        page_put_problem(page, object, failure->problem);
    page_put_text(page, object, "reason", failure->reason);
    page_put_text(page, object, "log", page_text(page, "%.*s", (int)shown, failure->log));
    if (shown < length)
        json_object_set_new(object, "left_out", json_integer((json_int_t)(length - shown)));
    return page_add(page, page->failures, object);
}

/* --------------------------------------------------------------------------------------- problems
 * */

/* "A and B", "A" or "B", where `of` says so of them; NULL: of neither. */
static const char *operands_of(const json_t *of)
{
    const bool a = json_is_true(json_object_get(of, "a"));
    const bool b = json_is_true(json_object_get(of, "b"));

    return a && b ? "A and B" : a ? "A" : b ? "B" : NULL;
}

/* The types of A, B and C, and what is transposed and conjugated. */
static const char *words_of(struct page *page, const json_t *types, const json_t *value)
{
    const char *a = page_string(types, "a"), *b = page_string(types, "b");
    const char *c = page_string(types, "c"), *sum = page_string(types, "accumulate");
    const char *transposed = operands_of(json_object_get(value, "transpose"));
    const char *conjugated = operands_of(json_object_get(value, "conjugate"));
    const char *words =
        strcmp(a, b) == 0 && strcmp(b, c) == 0 ? a : page_text(page, "%s x %s to %s", a, b, c);

    if (*sum != '\0' && strcmp(sum, c) != 0)
        words = page_text(page, "%s, sums in %s", words, sum);
    if (transposed != NULL)
        words = page_text(page, "%s%s%s transposed", words, *words == '\0' ? "" : ", ", transposed);
    if (conjugated != NULL)
        words = page_text(page, "%s, %s conjugated", words, conjugated);
    return words;
}

static double traffic_of(const json_t *types, double m, double n, double k)
{
    static const char *const operands[] = {"a", "b", "c"};
    const double elements[] = {m * k, k * n, m * n};
    double sum = 0;

    for (int i = 0; i < 3; i++) {
        enum element_type type = element_find(page_string(types, operands[i]));

        if (!element_of_matrix(type))
            return 0;
        sum += elements[i] * element_share(type);
    }
    return sum;
}

struct page_problem page_problem(struct page *page, const json_t *value, uint64_t m, uint64_t n,
                                 uint64_t k)
{
    const json_t *types = json_object_get(value, "types");
    const char *c = page_string(types, "c"), *sums = page_string(types, "accumulate");

    return (struct page_problem){.m = m,
                                 .n = n,
                                 .k = k,
                                 .types = words_of(page, types, value),
                                 .sums = *sums == '\0' ? c : sums,
                                 .flops = element_operations(element_find(c)) * (double)m *
                                          (double)n * (double)k,
                                 .bytes = traffic_of(types, (double)m, (double)n, (double)k)};
}
