/*
 * Where the lanes of a sub-group have elements of a fragment. Part of the view of the matrix family: see view.c.
 */
#include "gen/family/matrix/ring.h"

#include "gen/family/page.h"

const struct term *matrix_over(const struct page *page, const struct term *of,
                               const char *operation, long long number)
{
    const struct term *const by = term_number(page->job, number);
    return operation[0] == '/' ? term_div(page->job, of, by) : term_mod(page->job, of, by);
}

const struct term *matrix_place_of_lane(const struct page *page, bool along_m)
{
    enum {
        WARP = 32,
        ROWS_OF_WARP = 16 /* of an engine that four warps use together */
    };
    struct job *const job = page->job;
    const struct matrix_plan *const own = page->kernel->own;
    const struct engine *const engine = own->engine;
    const struct term *const lane = page_name(page, "lane");
    const long long width = engine->lanes.width;
    if (along_m && engine->described)
        return term_add(job, term_times(job, matrix_over(page, lane, "/", WARP), ROWS_OF_WARP),
                        matrix_over(page, matrix_over(page, lane, "%", WARP), "/", width));
    if (engine->lanes.height == 1)
        return along_m ? term_number(job, 0) : lane;
    if (along_m)
        return term_times(job, matrix_over(page, lane, "/", width),
                          fragment_rows_apart(engine, own->fragment) == 1 ? own->cells.height : 1);
    return term_times(job, matrix_over(page, lane, "%", width), engine->beside);
}
