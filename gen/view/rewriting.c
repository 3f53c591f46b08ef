/*
 * The view of templates/pad.cl, templates/transpose.cl and templates/unpad.cl: kernels that move a matrix into a workspace or out of one.
 */
#include "gen/view/epilogue.h"
#include "gen/view/step.h"

#include <string.h>

/* One axis of the matrix that a step moves: work-items walk it, in work-groups of `side`. */
struct walk {
    const struct term *read;    /* how far the matrix reaches in the buffer that is read */
    const struct term *written; /* and in the one that is written */
    bool grows;                 /* what is written reaches further */
    bool overshoots;            /* work-items may lie beyond what is written */
};

static struct walk walk_of(const struct step_view *s, const struct extent *read,
                           const struct extent *written, long long side)
{
    const enum symbol axis = read->n.symbol;
    const long long fixed = s->kernel->fixed[axis];
    const long long whole = written->rounded_to;
    const long long covered = fixed < 0 ? whole : rounded_up(fixed, whole);
    return (struct walk){
        .read = view_extent(s->job, s->kernel, axis, read->rounded_to),
        .written = view_extent(s->job, s->kernel, axis, whole),
        .grows = whole > read->rounded_to && (fixed < 0 || fixed % whole != 0),
        .overshoots = covered % side != 0,
    };
}

/* Tests whether (place, line) is inside, or outside; a NULL extent has no limit. NULL: it always is, or never. */
static const struct term *inside(const struct step_view *s, const char *place,
                                 const struct term *places, const char *line,
                                 const struct term *lines)
{
    struct job *const job = s->job;
    return term_and(job, places ? term_test(job, step_name(s, place), "<", places) : NULL,
                    lines ? term_test(job, step_name(s, line), "<", lines) : NULL);
}

static const struct term *outside(const struct step_view *s, const struct term *places,
                                  const struct term *lines)
{
    struct job *const job = s->job;
    return term_or(job, places ? term_test(job, step_name(s, "x"), ">=", places) : NULL,
                   lines ? term_test(job, step_name(s, "y"), ">=", lines) : NULL);
}

/* Adds the leading dimension of one of the step's buffers, and returns its name in the kernel, which an argument or a constant bears. That of a
 * workspace is `name`. */
static const char *add_ld(const struct step_view *s, const struct buffer *buffer, const char *name)
{
    const struct kernel *const kernel = s->kernel;
    const enum symbol ld = s->operand->ld;
    if (buffer->role != ROLE_WORKSPACE) {
        if (kernel->fixed[ld] >= 0)
            view_add_constant(s->job, s->constants, symbol_in_kernel(ld),
                              view_extent(s->job, kernel, ld, 1));
        else
            view_add_ld(s->job, kernel, s->operand, s->constants);
        view_add_offset(s->job, kernel, s->operand, s->offsets);
        return symbol_in_kernel(ld);
    }
    const struct extent *const along = &buffer_lines(buffer)[1];
    if (kernel->fixed[along->n.symbol] < 0 && along->rounded_to == 1)
        return symbol_in_kernel(along->n.symbol);
    view_add_constant(s->job, s->constants, name,
                      view_extent(s->job, kernel, along->n.symbol, along->rounded_to));
    return name;
}

/* Sets the words of its comment. */
static void add_words(const struct step_view *s, const struct argument *caller,
                      const char *workspace, const char *stride)
{
    struct job *const job = s->job;
    value_set_text(job, s->object, "workspace", workspace);
    value_set_bool(job, s->object, "names_stride", strcmp(stride, "stride") == 0);
    value_set_text(job, s->object, "stride", stride);
    struct value *const object = value_set_object_if(job, s->object, "caller", caller != NULL);
    if (!object)
        return;
    value_set_text(job, object, "name", caller->name);
    value_set_text(job, object, "meaning", caller->meaning);
}

/* Describes a copy or a transposition: what is moved, and where to. */
static void add_move(const struct step_view *s, bool transposes, struct walk x, struct walk y,
                     const char *to_ld)
{
    struct job *const job = s->job;
    const bool bits = view_moves_bits(s->plan, s->step);
    const struct element *const element = element_find(s->to->element_type);
    /* In a copy, what is written guards what is read where both reach as far. */
    const bool guards_x = x.grows || (transposes && x.overshoots);
    const bool guards_y = y.grows || (transposes && y.overshoots);
    const bool pads = x.grows || y.grows;
    const struct term *const end = step_name(s, to_ld);
    step_set_page(s, transposes ? "transpose.cl" : "pad.cl");
    value_set_bool(job, s->object, "pads", pads);
    value_set_text(job, s->object, "moved", bits ? element_bits(element) : element->name);
    value_set_text(job, s->object, "nothing", bits ? "0" : element_zero(job, element));
    value_set_term(job, s->object, "inside_source",
                   inside(s, "x", guards_x ? x.read : NULL, "y", guards_y ? y.read : NULL));
    if (transposes) {
        const long long side = s->step->dimensions[0].local;
        value_set_integer(job, s->object, "side", side);
        value_set_integer(job, s->object, "pitch", side + 1);
        value_set_bool(job, s->object, "skips", (guards_x || guards_y) && !pads);
        value_set_term(
            job, s->object, "inside_target",
            inside(s, "line", x.overshoots ? x.written : NULL, "place", y.overshoots ? end : NULL));
        value_set_term(job, s->object, "target",
                       step_place(s, "line", to_ld, step_name(s, "place")));
        return;
    }
    value_set_term(job, s->object, "inside_target",
                   inside(s, "x", x.overshoots ? end : NULL, "y", y.overshoots ? y.written : NULL));
    value_set_term(job, s->object, "target", step_place(s, "y", to_ld, step_name(s, "x")));
}

/* Says how an element of C at (x, y) is updated from a workspace, in which lines have `from_ld` elements, and whose parts are added up. In C they have
 * `to_ld`. */
static void add_taking(const struct step_view *s, const char *from_ld, const char *to_ld)
{
    struct job *const job = s->job;
    const struct kernel *const kernel = s->kernel;
    struct value *const object = s->object;
    const struct extent *const read = buffer_lines(s->from);
    const bool finishes = kernel->problem.epilogue->count > 0;
    value_set_text(job, object, "product", element_find(s->from->element_type)->name);
    value_set_term(job, object, "source", step_place(s, "y", from_ld, step_name(s, "x")));
    value_set_term(job, object, "place_in_c", step_place(s, "y", to_ld, step_name(s, "x")));
    struct value *const sums =
        value_set_object_if(job, object, "sums", kernel->split_k > 1 && !kernel->sums_in_launch);
    if (sums) {
        const struct term *const lines =
            term_add(job,
                     term_mul_as(job, "long", step_name(s, "part"),
                                 view_extent(job, kernel, read->n.symbol, read->rounded_to)),
                     step_name(s, "y"));
        value_set_integer(job, sums, "count", kernel->split_k);
        value_set_term(
            job, sums, "source_of_part",
            term_add(job, term_mul(job, lines, step_name(s, from_ld)), step_name(s, "x")));
    }
    value_set_text(job, object, "value", "value");
    value_set_bool(job, object, "part", false);
    value_set_text(job, object, "target", s->to->name);
    value_set_term(job, object, "place", step_name(s, "place"));
    value_set_text(job, object, "element", kernel->c.given->name);
    view_add_write(job, kernel->c.given, kernel->numbers.scalar, false, object);
    view_add_beta(job, kernel, kernel->problem.values[SYMBOL_BETA], object);
    value_set_bool(job, object, "finishes", finishes);
    value_set_text(job, object, "written", finishes ? "write/finish" : "write/update");
    view_add_epilogue_call(job, kernel, object, 1, NULL);
    view_add_given(job, kernel, object, finishes, step_name(s, "y"), step_name(s, "x"));
}

void step_view_rewrite(const struct step_view *s)
{
    struct job *const job = s->job;
    const struct buffer *const from = s->from, *const to = s->to;
    const struct argument *const target = view_written_argument(s->plan, s->step);
    const struct extent *const read = buffer_lines(from), *const written = buffer_lines(to);
    const bool transposes = read[0].n.symbol != written[0].n.symbol;
    const bool unpads = to->role == ROLE_C;
    const struct walk x = walk_of(s, &read[1], &written[!transposes], s->step->dimensions[0].local);
    const struct walk y = walk_of(s, &read[0], &written[transposes], s->step->dimensions[1].local);
    const char *const from_ld =
        add_ld(s, from, unpads ? "stride" : symbol_in_kernel(s->operand->ld));
    const char *const to_ld = add_ld(s, to, "stride");
    view_add_member_start(job, s->kernel, s->operand, from, from_ld, s->moves);
    step_add_written(s, to_ld);
    add_words(s,
              (unpads ? to : from)->role == ROLE_WORKSPACE ? NULL
              : unpads                                     ? target
                                                           : s->source,
              (unpads ? from : to)->name, unpads ? from_ld : to_ld);
    value_set_text(job, s->object, "from", from->name);
    value_set_text(job, s->object, "to", to->name);
    if (!unpads) {
        value_set_term(s->job, s->object, "source", step_place(s, "y", from_ld, step_name(s, "x")));
        add_move(s, transposes, x, y, to_ld);
        return;
    }
    view_add_epilogue_starts(job, s->kernel, s->plan, s->moves);
    view_add_epilogue_constants(job, s->kernel, s->constants);
    step_set_page(s, "unpad.cl");
    value_set_term(job, s->object, "outside",
                   outside(s, x.overshoots ? x.written : NULL, y.overshoots ? y.written : NULL));
    add_taking(s, from_ld, to_ld);
}
