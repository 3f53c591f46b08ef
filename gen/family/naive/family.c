/*
 * Naive: the elements of a work-item, as a rule one, are computed one after another.
 */
#include "gen/family/families.h"
#include "gen/plan/family.h"
#include "gen/rules/family.h"
#include "gen/view/family.h"

#include "gen/family/page.h"

static void complete(struct job *job, struct spec *spec)
{
    (void)job;
    if (!spec->tile_k)
        spec->tile_k = 1;
    struct operand *const operands[] = {&spec->a, &spec->b, &spec->c};
    for (int i = 0; i < 3; i++)
        if (!operands[i]->vector)
            operands[i]->vector = 1;
}

static struct fragments fragments(const struct spec *spec)
{
    const long long bytes = spec->numbers.compute->bytes;
    return (struct fragments){bytes, bytes, spec->numbers.accumulate->bytes};
}

static const struct refusal *wider_than_one(struct job *job, const struct spec *spec)
{
    const struct operand *const operands[] = {&spec->a, &spec->b, &spec->c};
    for (int i = 0; i < 3; i++)
        if (operands[i]->vector != 1)
            return propose(
                refuse(job, "the naive family reads and writes single elements, %s asks for more",
                       option_and_value(job, spec, option_of(operands[i], OPTION_VEC_A), "%lld",
                                        operands[i]->vector)),
                OPTION_FAMILY, "register");
    return NULL;
}

static const struct refusal *deeper_than_one(struct job *job, const struct spec *spec)
{
    if (spec->tile_k == 1)
        return NULL;
    struct refusal *const refusal =
        refuse(job, "the naive family reads one element along K at a time, not %s",
               option_and_value(job, spec, OPTION_TILE_K, "%lld", spec->tile_k));
    propose(refusal, OPTION_TILE_K, "1");
    propose_with(propose(refusal, OPTION_TILE_K, "1"), OPTION_UNROLL_K, "%lld", spec->tile_k);
    return propose(refusal, OPTION_FAMILY, "register");
}

static const struct refusal *nothing_to_move(struct job *job, const struct spec *spec)
{
    if (spec->edges != EDGES_SHIFT)
        return NULL;
    return propose(propose(refuse(job,
                                  "the naive family computes element by element, and has no tile "
                                  "that %s could move inside",
                                  option_and_value(job, spec, OPTION_EDGES, "shift")),
                           OPTION_EDGES, "guard"),
                   OPTION_FAMILY, "register");
}

static const struct rule rules[] = {
    {"naive-vector", wider_than_one, READS(OPTION_VEC_A, OPTION_VEC_B, OPTION_VEC_C), NULL},
    {"naive-depth", deeper_than_one, READS(OPTION_TILE_K), NULL},
    {"naive-shift", nothing_to_move, READS(OPTION_EDGES), NULL},
    {NULL, NULL, NULL, NULL},
};

/* ------------------------------------------------------------------------------- view */

/* The element of an operand at step k. */
static struct fetch element(const struct page *page, const struct operand *operand)
{
    return in_image(operand) ? page_texel(page, operand, 0, 0)
                             : page_buffer(page, operand, 0, 0, -1, false);
}

/* One step of K: an element of A and of B, in registers of these letters, and their product. */
static void add_step(const struct page *page, struct value *iteration)
{
    const struct operand *const operands[] = {&page->kernel->a, &page->kernel->b};
    const struct term *registers[2];
    page_k_lines(page, iteration);
    struct value *const list = value_set_list(page->job, iteration, "operands");
    for (int i = 0; i < 2; i++) {
        registers[i] = page_printed(page, "%c", operand_letter(operands[i]));
        page_load(page, page_operand(page, list, operands[i]), operands[i],
                  term_print(page->job, registers[i]), 1, element(page, operands[i]));
    }
    page_product(page, page_sums(page, iteration, 1), page_name(page, "sum"), registers[0],
                 registers[1]);
}

/* Where the places of a work-item that takes several one after another end. */
static const struct term *end_of(const struct page *page, bool along_m)
{
    const struct kernel *const kernel = page->kernel;
    const struct term *const first =
        page_printed(page, "first_%s", kernel_axis_word(kernel, along_m));
    const struct term *const end =
        term_plus(page->job, first, along_m ? kernel->tile.height : kernel->tile.width);
    return (along_m ? kernel->guard_m : kernel->guard_n)
               ? term_min(page->job, end, page_limit(page, along_m))
               : end;
}

/* Members for naive/elements: `several` elements of a work-item, or the test `outside` whether a single one is beyond the edge. */
static void add_elements(const struct page *page)
{
    struct job *const job = page->job;
    const struct kernel *const kernel = page->kernel;
    const struct term *outside = NULL;
    for (int along_m = 1; along_m >= 0; along_m--)
        if (along_m ? kernel->guard_m : kernel->guard_n)
            outside = term_or(job, outside,
                              term_test(job, page_place(page, along_m, 0, false),
                                        ">=", page_limit(page, along_m)));
    value_set_bool(job, page->view, "several", kernel->tile.height * kernel->tile.width > 1);
    value_set_term(job, page->view, "outside", outside);
    value_set_integer(job, page->view, "rows", kernel->tile.height);
    value_set_integer(job, page->view, "columns", kernel->tile.width);
    value_set_term(job, page->view, "end_of_rows", end_of(page, true));
    value_set_term(job, page->view, "end_of_columns", end_of(page, false));
}

static const struct term *sum(struct job *job, const void *self, long long i, long long j)
{
    (void)self, (void)i, (void)j;
    return term_name(job, "sum");
}

static void view(struct job *job, const struct kernel *kernel, struct value *view)
{
    const struct page page = {job, kernel, view};
    const long long *const first = places_apart(job, 1, 0);
    view_add_sub_group(job, view, false, 0);
    add_elements(&page);
    struct value *const lines = value_set_list(job, view, "lines");
    page_lines(&page, lines, &kernel->a, 1, 1, false);
    page_lines(&page, lines, &kernel->b, 1, 1, false);
    const struct turns turns = add_turns(job, kernel, view, kernel->own);
    add_formats(job, kernel, view, &turns);
    if (turns.main)
        add_step(&page, turns.main);
    if (turns.remainder)
        add_step(&page, turns.remainder);
    value_set_text(job, view, "sum_type", accumulator_type(job, kernel, 1));
    add_stores(job, kernel, view,
               &(struct stored_tile){.width = 1,
                                     .vectors = {1, 1},
                                     .rows = first,
                                     .columns = first,
                                     .inside = true,
                                     .sum = sum});
}

/* Single elements never lie across an edge. */
static const void *plan(struct job *job, const struct spec *spec, const struct kernel *kernel)
{
    struct main_loop *const main = arena_allocate(job->arena, sizeof *main);
    (void)spec;
    *main = main_loop_of(kernel, false, false, false);
    return main;
}

static void show(struct job *job, const struct kernel *kernel, struct value *object)
{
    main_loop_show(job, kernel->own, object);
}

static bool shrink(struct job *job, struct spec *spec, bool local_memory)
{
    (void)job;
    return !local_memory && shrink_tile(spec, 1);
}

const struct family_spec family_naive_spec = {
    .complete = complete,
    .fragments = fragments,
    .shrink = shrink,
};

const struct family_rules family_naive_rules = {
    .table = rules,
};

const struct family_plan family_naive_plan = {
    .derive = plan,
    .show = show,
};

const struct family_view family_naive_view = {
    .page = "naive.cl",
    .fill = view,
};

const struct family family_naive = {
    .name = "naive",
    .help = "one element of C per work-item, or several in sequence",
    .standard = "--tile 1x1 --wg 8x8",
    .shares = SHARED_BY(SHARE_NONE),
    .complex = true,
    .quantised = true,
    .groups = true,
    .spec = &family_naive_spec,
    .rules = &family_naive_rules,
    .plan = &family_naive_plan,
    .view = &family_naive_view,
};
