/*
 * Where the lanes of a sub-group have elements of a fragment, and what they have of C is called. Part of the view of the matrix family: see view.c.
 */
#include "gen/family/matrix/ring.h"

#include "gen/family/page.h"

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
        return term_add(job, term_times(job, term_over(job, lane, WARP), ROWS_OF_WARP),
                        term_over(job, term_rest(job, lane, WARP), width));
    if (engine->lanes.height == 1)
        return along_m ? term_number(job, 0) : lane;
    if (along_m)
        return term_times(job, term_over(job, lane, width),
                          fragment_rows_apart(engine, own->fragment) == 1 ? own->cells.height : 1);
    return term_times(job, term_rest(job, lane, width), engine->beside);
}

/* That of a row of an engine whose instruction names all of its registers: the sums of D follow those of B, in its array or in arrays behind it. */
static const struct term *sum_in_array(struct job *job, const struct kernel *kernel, int product,
                                       long long i, const struct term *from, long long j)
{
    const struct matrix_plan *const own = kernel->own;
    const bool beside = product && own->halves.width > 1;
    const long long row = product && !beside ? kernel->tile.height + i : i;
    const struct term *const place =
        term_number(job, beside ? kernel->tile.width / own->engine->beside + j : j);
    return term_at(job, term_name(job, arena_printf(job->arena, "c_%lld", row)),
                   from ? term_add(job, from, place) : place);
}

const struct term *matrix_sum(struct job *job, const struct kernel *kernel, int product,
                              long long i, const struct term *from, long long j)
{
    return matrix_own(kernel)->engine->described
               ? sum_in_array(job, kernel, product, i, from, j)
               : term_name(job, arena_printf(job->arena, "%s_%lld_%lld",
                                             kernel_sum_word(kernel, product, "c"), i, j));
}

/* As many of a row, from one of them on, in a vector of that type; NULL: as they stand in one. */
static const struct term *sums_beside(struct job *job, const struct kernel *kernel,
                                      const char *type, int product, long long i, long long j,
                                      long long count)
{
    const long long half = count / 2;
    return count == 1 ? matrix_sum(job, kernel, product, i, NULL, j)
                      : term_pair(job, type, sums_beside(job, kernel, NULL, product, i, j, half),
                                  sums_beside(job, kernel, NULL, product, i, j + half, half));
}

const struct term *matrix_vector(struct job *job, const struct kernel *kernel, int product,
                                 long long i, long long j)
{
    const long long traded = matrix_own(kernel)->traded;
    return sums_beside(job, kernel, accumulator_type(job, kernel, kernel->c.vector), product, i,
                       j * traded, traded);
}
