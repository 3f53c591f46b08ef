#include <stdlib.h>
#include <string.h>

#include "harness/report/internal.h"

/* Of a device, for sums of a type. */
struct known {
    size_t device;
    const char *sums, *words;
    double gflops;
};

struct peaks {
    struct known *list;
    size_t count;
};

static struct known *find(const struct peaks *peaks, size_t device, const char *sums)
{
    for (size_t i = 0; i < peaks->count; i++)
        if (peaks->list[i].device == device && strcmp(peaks->list[i].sums, sums) == 0)
            return &peaks->list[i];
    return NULL;
}

static bool take(struct page *page, struct peaks *peaks, const struct known *one)
{
    struct known *other = find(peaks, one->device, one->sums);

    if (one->gflops <= 0)
        return true;
    if (other == NULL) {
        struct known *list = page_grow(page, peaks->list, peaks->count, sizeof *list);

        if (list == NULL)
            return false;
        peaks->list = list;
        list[peaks->count++] = *one;
    } else if (one->gflops > other->gflops) {
        *other = *one;
    }
    return true;
}

/* The greatest that a file has, or what the command line states. */
static bool collect(struct page *page, struct peaks *peaks)
{
    bool good = true;

    for (size_t i = 0; i < page->run_count && good; i++) {
        const struct page_run *run = &page->runs[i];
        struct known one = {page_device(page, run->session), run->sums, run->peak_words, run->peak};

        if (page->peak > 0) {
            one.gflops = page->peak;
            one.words = "stated on the command line";
        }
        good = take(page, peaks, &one);
    }
    for (size_t i = 0; i < page->space_count && good; i++) {
        const struct page_space *space = &page->spaces[i];
        const struct known one = {page_device(page, space->session), space->sums, "",
                                  page->peak > 0 ? page->peak : space->peak};

        good = take(page, peaks, &one);
    }
    return good;
}

void page_share_peaks(struct page *page)
{
    struct peaks peaks = {NULL, 0};
    const struct known *known;

    if (collect(page, &peaks)) {
        for (size_t i = 0; i < page->run_count; i++) {
            struct page_run *run = &page->runs[i];

            known = find(&peaks, page_device(page, run->session), run->sums);
            /* A library without one may have run elsewhere. */
            if (known != NULL && (page->peak > 0 || run->peak > 0 || !run->library)) {
                run->peak = known->gflops;
                run->peak_words = known->words;
            }
        }
        for (size_t i = 0; i < page->space_count; i++) {
            struct page_space *space = &page->spaces[i];

            known = find(&peaks, page_device(page, space->session), space->sums);
            space->peak = known == NULL ? 0 : known->gflops;
        }
    }
    free(peaks.list);
}

double page_peak(const struct page *page, const struct page_series *series, const char **words)
{
    double peak = 0;

    *words = "";
    for (size_t i = 0; i < page->run_count; i++) {
        const struct page_run *run = &page->runs[i];

        if (series->of[i] != SIZE_MAX && run->peak > peak) {
            peak = run->peak;
            *words = run->peak_words;
        }
    }
    return peak;
}

/* Peaks by profile begin so (harness/subject/peak.h). */
static bool is_by_profile(const char *words)
{
    return strncmp(words, "profile ", 8) == 0;
}

void page_tell_above(const struct page *page, size_t device)
{
    for (size_t i = 0; i < page->run_count; i++) {
        const struct page_run *run = &page->runs[i];

        if (page_device(page, run->session) != device || run->peak <= 0 || run->gflops <= run->peak)
            continue;
        fputs("<p class=\"hint\">Above: faster than the peak, which is lower than what the device "
              "can do (",
              page->out);
        html_text(page->out, *run->peak_words == '\0' ? "as the data says" : run->peak_words);
        fputs(
            is_by_profile(run->peak_words)
                ? "). It may run at a higher clock than it reports; --peak measured measures.</p>\n"
                : ").</p>\n",
            page->out);
        return;
    }
}
