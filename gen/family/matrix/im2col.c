/*
 * --copy im2col of the matrix family: an operand by an index function comes as pixels of an image. One instruction (PTX ISA, "cp.async.bulk.tensor",
 * mode im2col) copies 64 channels of as many pixels in a row as a tile has lines, moved by a tap, with zero outside the image:
 *
 *     x[n, s * p + d * r - a, t * q + e * v - b, c]    rows count n, p, q; steps of K count r, v, c
 *
 * A map describes the image: what it has of channels, columns, rows and images, how far these lie apart, each how manieth position is a pixel, and its corners, where the
 * first pixel and the last one of a row and of a column are, in 8 bits each. Instructions make maps of matrices alone, so each word of this one is written. The words are not documented: they are those that the call for such
 * maps of NVIDIA's driver 580 writes, compared with it for seven images; every launch of a kernel with wrong ones would find other sums, as a self-test does.
 */
#include "gen/family/matrix/ring.h"

#include "gen/family/page.h"
#include "gen/request/product.h"
#include "gen/rules/rules.h"

enum {
    SIDES = 3,           /* of an image beside its channels: columns, rows, images */
    MOVED = 2,           /* the first ones are moved by taps, and have corners */
    CHANNELS = 64,       /* that are copied at once */
    BYTES = 2,           /* of an element */
    MOST_STEP = 8,       /* from one pixel to the next */
    LEAST_CORNER = -128, /* numbers of 8 bits */
    MOST_CORNER = 127,
    MOST_TAP = 255
};

/* A side of an image: the position that has it, and the entry of rows that counts pixels along it, each so many positions from the one before it. */
struct side {
    int axis, entry;
    long long step, constant;
    bool plain; /* the position is an index: pixels are all positions, which the entry counts */
};

struct image {
    int count;
    struct side sides[SIDES]; /* from that on which pixels lie closest */
    int channel;              /* the position of channels */
    long long channels;
};

static enum product_class class_of_lines(const struct operand *operand)
{
    return operand->role == ROLE_A ? CLASS_M : CLASS_N;
}

static bool has_several(const struct notation *product, int index)
{
    return product->sizes[index].fixed != 1;
}

/* The one position that an index moves, and by how much; -1: there are several, or none. */
static int position_of(const struct product_operand *own, int index, long long *factor)
{
    int found = -1, count = 0;
    for (int a = 0; a < own->axis_count; a++)
        for (int t = 0; t < own->axes[a].count; t++)
            if (own->axes[a].index[t] == index) {
                found = a;
                *factor = own->axes[a].factor[t];
                count++;
            }
    return count == 1 ? found : -1;
}

/* Indices of several elements in a position. */
static int count_of_indices(const struct notation *product, const struct product_axis *axis)
{
    int count = 0;
    for (int t = 0; t < axis->count; t++)
        count += has_several(product, axis->index[t]);
    return count;
}

/* Whether an entry is an index alone, not several that count as one. */
static bool is_single(const struct notation *product, const struct product_entry *entry)
{
    const struct measure size = measure_size(product, entry->innermost);
    return measure_equals(&size, &entry->size);
}

/* Finds the side along which an entry counts pixels; false: there is none. */
static bool find_side(const struct notation *product, const struct product_operand *own,
                      const struct product_entry *entry, struct side *side)
{
    side->axis = position_of(own, entry->innermost, &side->step);
    if (side->axis < 0)
        return false;
    const struct product_axis *const axis = &own->axes[side->axis];
    const int indices = count_of_indices(product, axis);
    side->constant = axis->constant;
    side->plain = product_is_index(axis);
    return side->plain || (indices <= 2 && is_single(product, entry) && side->step >= 1 &&
                           side->step <= MOST_STEP && axis->constant >= LEAST_CORNER &&
                           axis->constant <= MOST_CORNER);
}

static bool find_sides(const struct notation *product, const struct product_operand *own,
                       enum product_class lines, struct image *image)
{
    image->count = product->entry_count[lines];
    bool all = image->count >= 1 && image->count <= SIDES;
    for (int i = 0; all && i < image->count; i++) {
        image->sides[i].entry = image->count - 1 - i;
        all = find_side(product, own, &product->entries[lines][image->sides[i].entry],
                        &image->sides[i]) &&
              (i < MOVED || image->sides[i].plain);
    }
    return all;
}

/* Whether steps of K but the last index move positions of the sides that taps move, none by too much. */
static bool has_taps(const struct notation *product, const struct product_operand *own,
                     const struct image *image)
{
    for (int e = 0; e + 1 < product->entry_count[CLASS_K]; e++) {
        const struct product_entry *const entry = &product->entries[CLASS_K][e];
        long long factor = 0;
        const int axis = position_of(own, entry->innermost, &factor);
        const long long size = measure_known(&entry->size);
        bool moved = false;
        for (int i = 0; i < image->count && i < MOVED; i++)
            moved |= image->sides[i].axis == axis;
        if (!moved || !is_single(product, entry) || size < 1 || factor < 0 ||
            factor * (size - 1) > MOST_TAP)
            return false;
    }
    return true;
}

static bool find_channels(const struct notation *product, const struct product_operand *own,
                          struct image *image)
{
    const int count = product->entry_count[CLASS_K];
    if (!count)
        return false;
    const struct product_entry *const last = &product->entries[CLASS_K][count - 1];
    long long factor = 0;
    image->channel = position_of(own, last->innermost, &factor);
    image->channels = measure_known(&last->size);
    if (image->channel < 0 || factor != 1 || image->channels < 1 || image->channels % CHANNELS)
        return false;
    const struct product_axis *const axis = &own->axes[image->channel];
    return !axis->checked && axis->constant == 0 && measure_known(&axis->stride) == 1 &&
           count_of_indices(product, axis) == 1;
}

/* Whether the other positions are those of indices that count as one with that of a side or of channels. */
static bool has_no_other(const struct product_operand *own, const struct image *image)
{
    for (int a = 0; a < own->axis_count; a++) {
        bool found = a == image->channel;
        for (int i = 0; i < image->count; i++)
            found |= a == image->sides[i].axis;
        if (!found && (own->axes[a].checked || own->axes[a].constant))
            return false;
    }
    return true;
}

/* What the operand is not, in words; NULL: an image. */
static const char *find_image(const struct notation *product, const struct operand *operand,
                              struct image *image)
{
    const struct product_operand *const own = operand->places;
    return !find_channels(product, own, image)
               ? "its last index of K is not compiled in as a multiple of 64, in a row"
           : !find_sides(product, own, class_of_lines(operand), image)
               ? "its lines are not counted by images, rows and columns, at most two of these by "
                 "steps of 1 to 8, from -128 to 127 on"
           : !has_taps(product, own, image) || !has_no_other(own, image)
               ? "its other indices of K are not taps along its rows and columns, compiled in and "
                 "at most 255 apart"
               : NULL;
}

const struct refusal *matrix_image_unfit(struct job *job, const struct spec *spec)
{
    struct image image;
    bool found = false;
    if (!matrix_spec(spec)->im2col)
        return NULL;
    const char *const copy = option_and_value(job, spec, OPTION_COPY, "im2col");
    for (const struct operand *operand = &spec->a; operand; operand = factor_after(spec, operand)) {
        if (!by_index(operand))
            continue;
        found = true;
        const char *const reference = product_reference(job, spec->product, operand->role - ROLE_A);
        const char *const lacks = find_image(spec->product, operand, &image);
        if (lacks)
            return propose(refuse(job, "%s is no image for %s: %s", reference, copy, lacks),
                           OPTION_COPY, "tensor");
        if (operand->element->bytes != BYTES)
            return propose(refuse(job, "%s copies pixels of %d bytes an element, and %s is of %s",
                                  copy, BYTES, reference, operand->element->type),
                           OPTION_COPY, "tensor");
        if (spec->tile_k != CHANNELS)
            return propose(refuse(job, "%s copies %d channels at once: not with %s", copy, CHANNELS,
                                  option_number(job, spec, OPTION_TILE_K, spec->tile_k)),
                           OPTION_TILE_K, "%d", CHANNELS);
    }
    return found ? NULL
                 : propose(refuse(job,
                                  "%s copies what an index function finds, and neither A nor "
                                  "B is so",
                                  copy),
                           OPTION_COPY, "tensor");
}

/* ------------------------------------------------------------------------------------ view */

bool matrix_is_image(const struct kernel *kernel, const struct operand *operand)
{
    return matrix_own(kernel)->im2col && by_index(operand);
}

static struct image image_of(const struct page *page, const struct operand *operand)
{
    struct image image;
    find_image(page->kernel->product, operand, &image);
    return image;
}

/* How many the entry of a side counts: of the outermost one what lines there are of all the others. */
static const struct term *count_of(const struct page *page, const struct operand *operand,
                                   const struct side *side)
{
    struct job *const job = page->job;
    const enum product_class lines = class_of_lines(operand);
    const struct notation *const product = page->kernel->product;
    const struct measure *const size = &product->entries[lines][side->entry].size;
    if (side->entry > 0 || measure_known(size) >= 0)
        return page_measure(page, size);
    struct measure inner = measure_number(1);
    for (int e = 1; e < product->entry_count[lines]; e++)
        inner = measure_product(job, &inner, &product->entries[lines][e].size);
    const struct term *const all = page_limit(page, is_a(operand));
    return measure_known(&inner) == 1 ? all : term_div(job, all, page_measure(page, &inner));
}

static const struct term *extent_of(const struct page *page, const struct operand *operand,
                                    const struct side *side)
{
    return side->plain ? count_of(page, operand, side)
                       : page_measure(page, &operand->places->axes[side->axis].extent);
}

/* Where the last pixel of a side is, from its end on. */
static const struct term *corner_of(const struct page *page, const struct operand *operand,
                                    const struct side *side)
{
    struct job *const job = page->job;
    const struct term *const last =
        term_times(job, term_plus(job, count_of(page, operand, side), -1), side->step);
    return term_plus(job, term_sub(job, last, extent_of(page, operand, side)), side->constant + 1);
}

/* Whether taps move a side, which then has a corner. */
static bool has_corner(const struct image *image, int i)
{
    return i < MOVED && i < image->count && !image->sides[i].plain;
}

const struct term *matrix_image_fits(const struct page *page, const struct operand *operand)
{
    struct job *const job = page->job;
    const struct image image = image_of(page, operand);
    const struct term *fits = NULL;
    for (int i = 0; i < MOVED; i++)
        if (has_corner(&image, i)) {
            const struct term *const from_least =
                term_plus(job, corner_of(page, operand, &image.sides[i]), -LEAST_CORNER);
            fits = term_and(job, fits,
                            term_test(job, term_cast(job, "uint", from_least),
                                      "<=", term_number(job, MOST_CORNER - LEAST_CORNER)));
        }
    return fits;
}

/* The words of a map that are numbers: how far pixels are apart, and the corners where the first one is. */
static void add_words(const struct page *page, const struct image *image, long long lines,
                      struct value *object)
{
    struct job *const job = page->job;
    unsigned steps = (CHANNELS - 1u) << 24, corners = 0;
    for (int i = 0; i < MOVED && i < image->count; i++) {
        steps |= (unsigned)(image->sides[i].step - 1) << 3 * (i + 1);
        corners |= ((unsigned)image->sides[i].constant & 0xff) << 8 * i;
    }
    value_set_integer(job, object, "channels", image->channels);
    value_set_text(job, object, "steps", arena_printf(job->arena, "0x%08x", steps));
    value_set_text(job, object, "first_corners", arena_printf(job->arena, "0x%04x", corners));
    value_set_integer(job, object, "count", lines);
}

/* Members of a side: what the map says of it, where the first pixel of a tile is along it, and by what a tap moves that. */
static void add_side(const struct page *page, const struct operand *operand,
                     const struct side *side, bool has_corner, struct value *item)
{
    struct job *const job = page->job;
    const struct term *const zero = term_number(job, 0);
    value_set_term(job, item, "extent",
                   side ? extent_of(page, operand, side) : term_number(job, 1));
    value_set_term(job, item, "at",
                   side ? page_position_of(page, operand, side->axis, false) : zero);
    value_set_term(job, item, "by",
                   side ? page_position_of(page, operand, side->axis, true) : zero);
    value_set_term(job, item, "corner", has_corner ? corner_of(page, operand, side) : zero);
}

void matrix_view_image(const struct page *page, const struct operand *operand, struct value *item)
{
    struct job *const job = page->job;
    const struct image image = image_of(page, operand);
    struct value *const sides = value_set_list(job, item, "sides");
    const struct term *apart = NULL;
    value_set_text(job, item, "name", operand->name);
    add_words(page, &image, matrix_operand_tile(page->kernel->own, operand)->lines, item);
    page_add_strides(page, value_set_list(job, item, "strides"), operand);
    page_add_indices(page, value_set_list(job, item, "positions"), operand, false,
                     page_axis_name(page, "first", is_a(operand)));
    page_add_indices(page, value_set_list(job, item, "tap"), operand, true,
                     page_step_of_k(page, operand, page_name(page, "k")));
    value_set_term(job, item, "channel", page_position_of(page, operand, image.channel, true));
    for (int i = 0; i < SIDES; i++) {
        struct value *const object = value_add(sides, value_object(job));
        const struct side *const side = i < image.count ? &image.sides[i] : NULL;
        add_side(page, operand, side, has_corner(&image, i), object);
        /* A side that there is not has one position. */
        apart = side ? page_apart_on(page, operand, side->axis) : apart;
        value_set_term(job, object, "apart", apart);
        value_set_bool(job, object, "moved", i < MOVED);
    }
}
