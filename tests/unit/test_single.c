/*
 * The kernel that a profile gives without sizes: of every profile that was measured, for each kind, layout and transposes nearly as fast as the kernel that is
 * picked for squares of 2,048 and of 4,096, and for every size. The log has the shares.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "gen/base/embedded.h"
#include "gen/plan/wording.h"
#include "gen/request/kind.h"
#include "library/pick.h"
#include "library/shares.h"
#include "tests/unit/ask.h"
#include "tests/unit/fixture.h"

static const double enough = 0.95;
static const char *const layouts[] = {"row", "column"}, *const transposes[] = {"nn", "nt", "tn",
                                                                               "tt"};

/* The options that ask for a kind; NULL: it is none of products without preparation. */
static const char *words_of(const char *kind)
{
    const struct number *const factors = kind_factors(kind);
    if (kind_is_quantised(kind))
        return strcmp(kind, KIND_PREPARED) ? "--type-a f16 --type-b q4_0 --type-c f16" : NULL;
    if (factors)
        return arena_printf(&arena, "--type %s --compute %s", factors->of, kind);
    if (strcmp(kind, KIND_SMALL) == 0)
        return NULL;
    if (element_find(kind)->quants)
        return arena_printf(&arena, "--type-a %s --type-b %s --type-c f32", kind, kind);
    return element_find(kind)->blocks ? NULL : arena_printf(&arena, "--type %s", kind);
}

/* The kernel of a set that a request says, or its own one where it says none; SIZE_MAX: none of them. */
static size_t kernel_said(const struct picks *picks, const struct pick *pick)
{
    for (size_t i = 0; i < picks->tuned->kernel_count; i++) {
        const struct tuned_kernel *const kernel = &picks->tuned->kernels[i];
        const struct option_value *const said = tuned_say_of_profile(&job, kernel, picks->of.asked);
        bool is = picks->plans[i] && (!pick->spec || !kernel->own);
        for (int id = OPTION_EDGES; id < OPTION_FOR && is; id++)
            is = said[id].text && pick->said[id].text
                     ? strcmp(said[id].text, pick->said[id].text) == 0
                     : said[id].text == pick->said[id].text;
        if (is || (pick->said == picks->of.asked && kernel->own))
            return i;
    }
    return SIZE_MAX;
}

/* The shares of two kernels at both squares: of the profile's `options`, and of the one that is given. */
static int compare(const struct picks *picks, const char *line, size_t given)
{
    static const long long squares[][3] = {{2048, 2048, 2048}, {4096, 4096, 4096}};
    double shares[2][128];
    bool known[128];
    int slow = 0;
    size_t own = 0;
    while (own < picks->tuned->kernel_count && !picks->tuned->kernels[own].own)
        own++;
    assert_true(picks->table.kernel_count <= 128);
    for (int i = 0; i < 2; i++) {
        assert_true(speed_shares(&picks->table, squares[i], shares[i], known) != SIZE_MAX);
        slow += given == SIZE_MAX || exp(shares[i][given]) < enough;
    }
    printf("%-80s", line);
    if (own < picks->tuned->kernel_count && picks->plans[own])
        printf(" %4.2f %4.2f", exp(shares[0][own]), exp(shares[1][own]));
    else
        printf("    -    -");
    if (given < picks->tuned->kernel_count)
        printf(" | %4.2f %4.2f %s, %zu steps", exp(shares[0][given]), exp(shares[1][given]),
               picks->tuned->kernels[given].name, picks->plans[given]->step_count);
    printf("%s\n", slow ? " SLOW" : "");
    return slow;
}

/* Of one request, where a profile has kernels of that kind that were measured: 0 or 1, or -1. */
static int check(const char *kind, const char *line)
{
    SURVIVE();
    struct clgemm_request *const request = ask(line);
    const struct profile_source *const source =
        profile_load(&job, spec_profile_name(request->values));
    const struct profile_part dispatch = spec_dispatch(&job, request->values, source);
    int result = -1;
    if (dispatch.type && profile_is_measured(source, dispatch.profile) &&
        strcmp(dispatch.type, kind) == 0 &&
        (profile_shapes(source, &dispatch) ||
         profile_rates(&job, source, &dispatch, false).clock_ghz <= 0)) {
        struct picks *const picks = picks_open(&job, source, &dispatch, request->values);
        if (picks_leave_out_refused(&job, picks)) {
            const struct pick pick = pick_kernel(&job, request->values);
            const size_t given = kernel_said(picks, &pick);
            result = compare(picks, line, given);
            if (given != SIZE_MAX && plan_narrowed(&job, picks->plans[given], NARROW_ALL))
                fail_msg("%s: the kernel does not serve all sizes", line);
        }
    }
    clgemm_request_free(request);
    return result;
}

static void single_kernels_are_nearly_as_fast_as_picks(void **state)
{
    int checked = 0, slow = 0;
    (void)state;
    for (const struct embedded_file *file = clgemm_embedded_profiles; file->name; file++)
        for (size_t kind = 0; kind_at(kind); kind++)
            for (int place = 0; place < 8; place++) {
                const char *const words = words_of(kind_at(kind));
                const int found =
                    words ? check(kind_at(kind),
                                  arena_printf(&arena, "--for %s %s --layout %s --transpose %s",
                                               file->name, words, layouts[place / 4],
                                               transposes[place % 4]))
                          : -1;
                checked += found >= 0;
                slow += found > 0;
            }
    assert_true(checked > 100);
    assert_int_equal(slow, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(single_kernels_are_nearly_as_fast_as_picks)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
