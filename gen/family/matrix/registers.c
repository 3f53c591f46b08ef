/*
 * Registers of a ring: all work-items of a work-group start with as many, which those that only copy leave to those that multiply. (PTX ISA,
 * setmaxnreg: multiples of 8 from 24 to 256, for four warps at once.)
 */
#include "gen/family/matrix/ring.h"
#include "gen/rules/rules.h"

enum {
    WHOLE = 8,
    LEAST = 24,
    MOST = 256
};

static long long items_that_multiply(const struct spec *spec)
{
    return spec->wg.height * spec->wg.width * (spec->in_turns ? 2 : 1);
}

/* Registers of each work-item at the start, as the compiler shares them out for the size of the work-group. */
static long long share_of_item(const struct spec *spec)
{
    const long long items = items_that_multiply(spec) + engine_lanes(matrix_spec(spec)->engine);
    const long long share = matrix_spec(spec)->engine->registers / items / WHOLE * WHOLE;
    return share < MOST ? share : MOST;
}

void matrix_move_registers(const struct spec *spec, long long sums, long long *kept,
                           long long *taken)
{
    enum {
        MOST_TAKEN = 240,
        KEPT = 40,
        BESIDE_SUMS = 64 /* addresses, descriptors, and what the stores of C need */
    };
    const struct matrix_spec *const own = matrix_spec(spec);
    const long long multiply = items_that_multiply(spec);
    const long long share = share_of_item(spec);
    *kept = own->emulated ? 0 : own->kept;
    *taken = own->emulated ? 0 : own->taken;
    if (*kept || !own->bulk || own->emulated || share > MOST_TAKEN || share < KEPT ||
        sums + BESIDE_SUMS <= share)
        return;
    *kept = KEPT;
    *taken = (share * (multiply + spec->copiers) - KEPT * spec->copiers) / multiply / WHOLE * WHOLE;
}

/* The most that those that multiply can have beside some that are kept. */
static long long most_taken(const struct spec *spec, long long kept)
{
    const long long multiply = items_that_multiply(spec);
    const long long copy = engine_lanes(matrix_spec(spec)->engine);
    const long long most =
        (share_of_item(spec) * (multiply + copy) - kept * copy) / multiply / WHOLE * WHOLE;
    return most < MOST ? most : MOST;
}

/* Of registers that no instruction moves. */
static const struct refusal *unmoved(struct job *job, const struct spec *spec)
{
    const struct matrix_spec *const own = matrix_spec(spec);
    struct refusal *const refusal =
        refuse(job,
               "%s is for --engine wgmma with --copy bulk or tensor and at most one work-group for "
               "each compute unit, where a sub-group only copies: not with %s, %s and %s",
               option_said(job, spec, OPTION_RING_REGISTERS), option_said(job, spec, OPTION_ENGINE),
               option_said(job, spec, OPTION_COPY),
               option_number(job, spec, OPTION_PERSISTENT, own->per_unit));
    if (own->engine->described && own->ring)
        propose(refusal, OPTION_PERSISTENT, "1");
    return propose_without(refusal, OPTION_RING_REGISTERS);
}

const struct refusal *matrix_registers_unfit(struct job *job, const struct spec *spec)
{
    const struct matrix_spec *const own = matrix_spec(spec);
    const long long kept = own->kept, taken = own->taken;
    if (!kept)
        return NULL;
    if (!own->engine->described || !own->ring || own->per_unit > 1)
        return unmoved(job, spec);
    const long long multiply = items_that_multiply(spec), copy = engine_lanes(own->engine);
    const long long share = share_of_item(spec);
    const long long fit = kept < LEAST ? LEAST : kept > share ? share : kept / WHOLE * WHOLE;
    if (kept % WHOLE || taken % WHOLE || kept < LEAST || taken > MOST || kept > share ||
        taken < share)
        return propose(
            refuse(job,
                   "%s: both are multiples of %d from %d to %d, the first one at most and the "
                   "second one at least the %lld that each of %lld work-items starts with",
                   option_said(job, spec, OPTION_RING_REGISTERS), WHOLE, LEAST, MOST, share,
                   multiply + copy),
            OPTION_RING_REGISTERS, "%lldx%lld", fit, most_taken(spec, fit));
    if (kept * copy + taken * multiply <= share * (multiply + copy))
        return NULL;
    return propose(
        refuse(job,
               "%s: %lld x %lld and %lld x %lld are %lld registers, and the work-group starts "
               "with %lld x %lld, %lld of %lld",
               option_said(job, spec, OPTION_RING_REGISTERS), copy, kept, multiply, taken,
               kept * copy + taken * multiply, multiply + copy, share, share * (multiply + copy),
               own->engine->registers),
        OPTION_RING_REGISTERS, "%lldx%lld", kept, most_taken(spec, kept));
}
