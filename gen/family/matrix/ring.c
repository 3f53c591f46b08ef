/*
 * --copy bulk and --copy tensor of the matrix family: numbers and rules. A sub-group beside those of --wg copies whole tiles of A and B into
 * a ring of stages as they become empty, far ahead of the others, which multiply them as they become full; so no barrier of the work-group
 * holds anybody up.
 *
 * bulk: steps pack A and B into panels (panels.c). tensor: the tiles are boxes of the operands as the
 * caller has them, which one instruction copies and swizzles as a map describes them: base, extents, leading dimension. What lies beyond
 * the extents is zero in the copy.
 *
 * The engine reads a map from global memory alone, so there is a workspace for maps. Each work-group makes its own two, in a place that no other
 * one writes to: 128 bytes in local memory, field by field, which a fence then brings to global memory as those copies see it (PTX ISA,
 * "tensormap.cp_fenceproxy"). That fence takes longer than to read 128 bytes: so a map stays in its place, and the next launch compares it, word for
 * word, with the one that it needs, and writes only where they differ, whatever lies there. A step before the multiplication would take longer than a
 * product of 1024^3, and leave a stale map to the host's care.
 *
 * An operand that an index function finds is no box: all lanes that copy gather it, 16 bytes each at a time, by copies that go on by themselves and arrive at
 * the same mbarrier as the box of the other operand does. Such copies are seen by an engine that reads local memory by itself after a fence of those that multiply.
 * With --copy im2col it comes as pixels of an image (im2col.c).
 */
#include "gen/family/matrix/ring.h"

enum {
    LOAD_BYTES = 16 /* of a lane at once: all lanes then load from all banks of local memory */
};

bool matrix_in_boxes(bool im2col, const struct operand *operand)
{
    return im2col || !by_index(operand);
}

/* Bytes of the maps of a work-group: of A and of B, of a gated product also of D. */
static long long bytes_of_maps(const struct spec *spec)
{
    const bool im2col = matrix_spec(spec)->im2col;
    return (matrix_in_boxes(im2col, &spec->a) + matrix_in_boxes(im2col, &spec->b) +
            (spec->problem.gate ? 1 : 0)) *
           MAP_BYTES;
}

bool matrix_gathers(const struct kernel *kernel)
{
    const struct matrix_plan *const own = matrix_own(kernel);
    return own->ring &&
           !(matrix_in_boxes(own->im2col, &kernel->a) && matrix_in_boxes(own->im2col, &kernel->b));
}

long long matrix_load(const struct matrix_spec *own, const struct operand *operand)
{
    const long long bytes = own->fragment->cell_bytes;
    if (own->engine->described)
        return PIECE_BYTES / bytes;
    const long long registers = fragment_registers(own->engine, own->fragment, is_a(operand));
    const long long most = LOAD_BYTES / (own->fragment->together * bytes);
    return (most < 1 ? 1 : most < registers ? most : registers) * own->fragment->together;
}

void matrix_complete_ring(struct spec *spec)
{
    const struct matrix_spec *const own = matrix_spec(spec);
    if (!own->ring)
        return;
    spec->numbered = true;
    spec->per_unit = own->per_unit;
    spec->in_turns = own->in_turns;
    spec->copiers = own->emulated ? 0 : engine_lanes(own->engine);
    spec->notes = own->tensor && !own->emulated ? bytes_of_maps(spec) : 0;
}

long long matrix_ring_bytes(const struct spec *spec)
{
    enum {
        BARRIERS = 2,
        BARRIER_BYTES = 8
    };
    const struct matrix_spec *const own = matrix_spec(spec);
    if (!own->ring || own->emulated)
        return 0;
    return own->stages * BARRIERS * BARRIER_BYTES + (own->tensor ? bytes_of_maps(spec) : 0);
}
