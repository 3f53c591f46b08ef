/*
 * The request, resolved: every value has been said by someone, and the problem stands in its
 * canonical form.
 *
 * Canonical form: row-major. A column-major C = op(A) op(B) is the row-major C^T = op(B)^T op(A)^T
 * on the same memory, so A and B change places (each with its transpose flag), and M and N.
 * Operands keep the names that the user knows. Where --engine-along exchanges the sides of an engine's tiles, they change places
 * once more and only C is stored as its transpose: the lines of its memory lie along canonical N.
 */
#pragma once

#include "gen/base/declaration.h"
#include "gen/base/epilogue.h"
#include "gen/base/problem.h"
#include "gen/request/product.h"
#include "gen/request/profile.h"
#include "gen/spec/operand.h"

enum share {
    SHARE_NONE,
    SHARE_SHUFFLE,
    SHARE_BLOCK_READ,
    SHARE_LOCAL
};

/* In the order of spelling_word. */
enum spelling {
    SPELLING_AUTO,
    SPELLING_INTEL,
    SPELLING_KHR,
    SPELLING_EMULATED,
    SPELLING_NVIDIA,
    SPELLING_AMD /* of matrix engines alone: --sub-groups has no such word */
};

/* By what a work-group sees stores of others that have come before it in a launch, as the profile or the engine says. In the order of
 * spec.c's words. */
enum ordering {
    ORDERING_NONE,
    ORDERING_PTX,
    ORDERING_2_0, /* OpenCL C 2.0 */
    ORDERING_3_0
};

enum edges {
    EDGES_EXACT,
    EDGES_GUARD,
    EDGES_PAD,
    EDGES_SHIFT
};

/* Local memory in which a work-group reads how many came before it. */
enum {
    SPEC_ARRIVED_BYTES = 4
};

struct interface;

struct spec {
    const struct family *family;
    const struct profile *profile;
    const struct option_value *values; /* by option, all resolved */

    struct numbers numbers; /* what is calculated with */
    bool column_major;
    bool exchanged;         /* canonical A is the caller's B */
    struct operand a, b, c; /* canonical: C (m x n) = op(a) (m x k) op(b) (k x n) */
    enum symbol m, n;       /* what the user calls canonical M and N */
    struct problem problem; /* the user's terms */

    enum share share;
    struct shape tile;
    struct shape wg;
    bool parts_m,
        parts_n; /* the work-items of a group along that axis compute one tile together, each of them a part of K; */
    long long part_items; /* or so many side by side the same part: 1, or lanes of an engine */
    long long members;    /* of a batch, that a work-group multiplies side by side */
    struct shape tiles;   /* that a work-item computes in sequence */
    long long block_k;    /* steps of K after which it updates C; 0: all of them */
    long long split_k;    /* parts of K that different work-groups multiply; 1: the whole */
    bool sums_in_launch;  /* the last work-group of a tile adds its parts; else a step does */
    long long
        row_numbers; /* of attention, that a part of the keys stores of a row; 0: there are no parts */
    enum ordering ordering;
    bool numbered;      /* work-groups find their tiles by number, not by the place in the launch */
    long long per_unit; /* work-groups of a compute unit, tiles in sequence; 0: one for each tile */
    bool
        in_turns; /* a work-group has the work-items of wg twice, each team of which computes every second of its tiles */
    long long copiers; /* work-items of a work-group beside these, which only copy */
    long long
        notes; /* bytes of a workspace that a work-group has for itself; 0: there is no such workspace */
    long long tile_k;
    long long unroll_k;
    long long
        turn_k; /* elements of K in one iteration of the main loop, which whole tiles of K divide */
    const char *loop_order; /* "jkl"; NULL: vectors, row by row */
    bool group_ids;
    bool h_first; /* dimension 0 of the launch is along H: work-groups follow each other along it */
    bool aligned; /* vectors are moved whole where they lie at multiples of their size */
    enum spelling spelling;
    long long sg_size;
    const char *mad;  /* "mad", "fma", "plain" */
    int index_bits;   /* 32 or 64 */
    enum edges edges; /* per axis see spec_guards, spec_shifts */
    bool separate;    /* padding and transposing are two steps */
    bool keeps_asked; /* it is made smaller by defaults alone: see spec_may_shrink */

    const struct notation *
        product; /* in index notation (gen/request/product.h); NULL: the request is of a matrix product */
    const struct interface *
        interface;   /* of the host (gen/request/interface.h); NULL: clgemm's own */
    const void *own; /* what only the family reads: a struct of its header; NULL: nothing */
};

/* Resolves a request's values (array of OPTION_COUNT, not changed). Fails the job where a preset or
 * profile is unknown or values contradict each other. */
const struct spec *spec_resolve(struct job *job, const struct option_value *asked);

/* The same where the profile that spec_profile_name names has been loaded already (NULL: not yet), and an interface. */
const struct spec *spec_resolve_for(struct job *job, const struct option_value *asked,
                                    const struct profile_source *source,
                                    const struct interface *interface);
const char *spec_profile_name(const struct option_value *asked);

/* The lower one of each limit of a profile and what --wg-limit and --local-limit (of an array of OPTION_COUNT) say. */
void spec_lower_limits(const struct option_value *values, struct profile *profile);

/* Whether an option may get another value where the spec is made smaller: with keeps_asked only where nobody asked for one. */
bool spec_may_shrink(const struct spec *spec, enum option_id option);

/* Halves the tile along M down to `least_height` rows, then along N; false where it cannot become smaller. */
bool spec_shrink_tile(struct spec *spec, long long least_height);

/* Whether it multiplies the members of a batch. */
bool spec_has_members(const struct spec *spec);

/* How many matrices an operand has for them: the members, or of B those that a list chooses among. */
enum symbol spec_matrices_of(const struct spec *spec, enum role operand);

/* Whether they are groups, which have different sizes along this axis. */
bool spec_is_ragged(const struct spec *spec, enum symbol axis);

/* Whether a request names a kernel itself, by --preset, --family or --share: the profile's `dispatch` has
 * none for it then. */
bool spec_names_kernel(const struct option_value *asked);

/* Whether a request names a profile and says nothing of the kernel but its name and the dialect of sub-groups. */
bool spec_takes_any_kernel(const struct option_value *asked);

/* Whether the kernel (both arrays of OPTION_COUNT) that a profile has of a kind is one of a matrix engine, which multiplies elements of
 * that kind alone, as they are multiplied by default, and the request asks for something else. */
bool spec_beyond_engine(const struct option_value *asked, const struct option_value *kernel,
                        const char *kind);

/* The kernels for shapes that a profile has for a request's types, for groups of rows and index functions those that are for these; without a value where there are none. */
struct profile_part spec_kernels_for_shapes(struct job *job, const struct option_value *asked,
                                            const struct profile_source *source);

/* The kind whose kernels of the profile serve the request: the one that is asked for, or, where those serve only some requests,
 * single. */
const char *spec_kind(struct job *job, const struct option_value *values,
                      const struct profile_source *source);

/* The kinds whose kernels may serve a request: the one that is asked for, and that of what is calculated with; the second one first,
 * where kernels of the first one are for other numbers. */
enum {
    SPEC_KINDS = 2
};
void spec_kinds(struct job *job, const struct option_value *asked,
                const struct profile_source *source, const char *kinds[SPEC_KINDS]);

/* The profile's kernel for the launch of the host that a request is for; without a profile where none says one. */
struct profile_line spec_host_kernel(struct job *job, const struct option_value *asked,
                                     const struct profile_source *source);

/* The kernels for shapes that a request's profile stands for, of which one is to be picked (library/pick.h); without
 * a value where there are none, the request names a kernel itself, or a program has chosen the profile, unless they are for groups of rows. */
struct profile_part spec_dispatch(struct job *job, const struct option_value *asked,
                                  const struct profile_source *source);

/* Whether a family serves what a request says of types, sharing and options that not all families read. */
bool spec_suits(const struct family *family, const struct option_value *asked);

/* The family of a request that names none: the first of family_order that suits it; where none has all the options, the first one
 * for the types and the way of sharing. */
const char *spec_family_of(const struct option_value *asked);

/* How a request says it: "block-read"; and back, for a word that it may say. */
const char *share_word(enum share share);
enum share share_find(const char *word);

/* Whether the lanes of a sub-group share what they read. */
bool spec_has_lanes(const struct spec *spec);

/* Whether the lanes of a sub-group exchange registers. */
bool spec_exchanges(const struct spec *spec);

/* Register bytes that a work-item's fragments need. */
struct fragments {
    long long a, b, c;
};
struct fragments spec_fragments(const struct spec *spec);

/* Bytes of local memory that have where a line of an operand by an index function begins, and its positions. */
long long spec_bytes_of_line(const struct spec *spec, const struct operand *operand);

/* Bytes of local memory that the multiplying kernel may use. */
long long spec_local_bytes(const struct spec *spec);

/* What the kernel has a matrix engine do; without a name where it has none. */
struct engine_use spec_engine(const struct spec *spec);

/* Takes the next step to a smaller kernel, where local memory (`local_memory`) or registers are short;
 * false where there is none left. A family asks spec_may_shrink. Work-groups of fewer rows save local memory, but no registers. What it
 * changes of spec->own it changes in a copy, as another spec may have the same. */
bool spec_shrink(struct job *job, struct spec *spec, bool local_memory);

/* How a request says it: "auto", "intel". */
const char *spelling_word(enum spelling spelling);

/* Whether canonical M is the side that --thin says, and B the large operand; else N, and A. */
bool spec_thin_m(const struct spec *spec);

/* Whether it sums block by block of K. */
bool spec_sums_in_blocks(const struct spec *spec);

/* Whether it updates C after each of them: neither a workspace has the sums in between, nor local memory, as of a gated product. */
bool spec_updates_often(const struct spec *spec);

/* And whether that rounds sums to an element of C which is no number of theirs. */
bool spec_rounds_sums(const struct spec *spec);

/* Work-items of a work-group that have a tile of their own, along each axis of C; and how many compute one tile together, each of
 * them a part of K: 1 also where there are fewer than have a part together, which a rule refuses. */
struct shape spec_items(const struct spec *spec);
long long spec_parts(const struct spec *spec);

/* How many parts of K different work-groups may have at most: places in K are numbers of 32 bits. And as many as --split-k auto
 * has. */
long long spec_most_parts_of_k(const struct spec *spec);
long long spec_parts_that_fill(const struct spec *spec);

/* C's elements that a work-group computes at a time: TILE_M, TILE_N of the canonical form. Edges are handled by these. */
struct shape spec_group_tile(const struct spec *spec);

/* All that a work-group computes: several of these, in sequence. A last one along an axis may have less. */
struct shape spec_launch_tile(const struct spec *spec);

/* The fixed value of a size or leading dimension (a tight one included), or -1 where it is given at
 * launch. */
long long spec_fixed(const struct spec *spec, enum symbol symbol);

/* The number of which a host promises its size along an axis to be a multiple; 1: it promises none, or by a macro. */
long long spec_promised(const struct spec *spec, enum symbol axis);
/* The same; 1 too where it promises all sizes, and the user asks for guards. */
long long spec_promised_alone(const struct spec *spec, enum symbol axis);

/* What the size along an axis is a multiple of at launch: where blocks lie along K, their elements; else 1. */
long long spec_multiple(const struct spec *spec, enum symbol axis);

/* Whether an axis (SYMBOL_M, SYMBOL_N, SYMBOL_K) walked in steps of `step` needs guards at its end.
 */
bool spec_guards(const struct spec *spec, enum symbol axis, long long step);

/* Whether the fixed size along an axis ends within the first `step` of it: there is no whole one. */
bool spec_ends_within(const struct spec *spec, enum symbol axis, long long step);

/* Whether the last iteration of the main loop over K may be partial. */
bool spec_guards_k(const struct spec *spec);

/* Whether the main loop over K has no iteration, as K is fixed to less than one takes. */
bool spec_turns_none(const struct spec *spec);

/* Whether the last tile of `step` places along canonical M or N may be moved inside: all of its places
 * exist, and the first ones belong to the tile before it. */
bool spec_shifts(const struct spec *spec, enum symbol axis, long long step);

/* What a user calls the size along an axis: "M", of attention "lq". */
const char *spec_size_name(const struct spec *spec, enum symbol axis);

/* The operand of that role, of A, B and C: the user's A is canonical B of a column-major request. */
const struct operand *spec_operand(const struct spec *spec, enum role role);

/* How many products there are: of a gated one 2. */
int spec_products(const struct spec *spec);

/* The second B of a gated product, which lies as B does where the caller has it. */
struct operand spec_d(const struct spec *spec);

/* What follows in a loop that begins with canonical A: canonical B, and C; NULL: nothing. Factors are A and B alone. */
const struct operand *factor_after(const struct spec *spec, const struct operand *operand);
const struct operand *operand_after(const struct spec *spec, const struct operand *operand);

/* What to ask of --decode so that the operand is decoded too: "b", or "ab" where the other one is. */
const char *decoded_too(const struct spec *spec, const struct operand *operand);

/* What a work-group covers along an axis of the product in one iteration. */
long long spec_axis_step(const struct spec *spec, enum symbol axis);

/* The largest size along an axis: beyond it, the place where the last tile ends, or what a loop over K
 * adds to a place, may leave the kernels' 32-bit arithmetic. */
long long spec_largest_size(const struct spec *spec, enum symbol axis);

/* The largest size along an axis that the images of A and B hold, whose sides the profile limits; that
 * of spec_largest_size where no image lies along it. */
long long spec_largest_in_images(const struct spec *spec, enum symbol axis);

/* What the size along an axis is rounded up to in workspaces: a whole tile, or iteration of the loop over K,
 * where edges are padded; else 1. */
long long spec_axis_rounding(const struct spec *spec, enum symbol axis);

/* The largest size along an axis: spec_largest_size, or with indices of 32 bits, where a workspace rounds sizes up to tiles or
 * to repacked blocks, one of so many that the workspace has less than 2^31 elements. */
long long spec_largest_side(const struct spec *spec, enum symbol axis);

/* The lines of the operand's form (height) and the elements of a line (width), rounded up as the form is; -1 where a
 * size is given at launch. */
struct shape spec_extents(const struct spec *spec, const struct operand *operand);

/* The value of beta for the multiplying kernel: 0 where a later step adds the old C. */
struct setting spec_beta(const struct spec *spec);

/* Whether the multiplying kernel applies an epilogue: there is one, and no later step stores C. */
bool spec_finishes(const struct spec *spec);

/* Extensions that the types of the multiplying kernel need: of its arithmetic, and of elements that pass through registers
 * as what they are stored as. Returns how many are put into the list. */
enum {
    SPEC_MOST_EXTENSIONS = 4
};
size_t spec_type_extensions(const struct spec *spec, const char *list[SPEC_MOST_EXTENSIONS]);

/* Whether the kernel reads blocks of operands by Intel's functions. */
bool spec_reads_blocks(const struct spec *spec);

/* What the extents of an operand's image are multiples of, in elements: whole tiles, and rows of whole
 * blocks of SPEC_PITCH_BYTES, which block reads need and everything likes. */
struct shape spec_image_rounding(const struct spec *spec, const struct operand *operand);

enum {
    SPEC_PITCH_BYTES = 64,
    SPEC_WARP = 32,     /* work-items of NVIDIA's hardware sub-group */
    SPEC_STEP_SIDE = 16 /* work-items along an axis of the largest work-groups of steps */
};

/* Matrices of no more lines and columns than this have less than 2^31 elements. */
enum {
    SPEC_SQUARE_SIDE = 46340
};

/* Whether the multiplying kernel names this size: for a guard, a tight leading dimension, or as the
 * depth. */
bool spec_names_size(const struct spec *spec, enum symbol axis);

/* Work-items of a work-group along dimension 1 of the launch (height) and dimension 0 (width): all along that where several
 * compute a tile together, or tiles have numbers. */
struct shape spec_local_size(const struct spec *spec);

/* Whether all work-items of a group of one column of C stand along dimension 0, though they lie across
 * C's contiguous axis: work-groups are counted as ever. */
bool spec_stands(const struct spec *spec);

/* The work-group of a step before or after the multiplication: `most` (powers of two), the longer side halved until the profile's
 * limit allows it. */
struct shape spec_step_group(const struct spec *spec, struct shape most);

/* A step that exchanges the axes of an operand's memory does so by squares in local memory, with an element of padding in each row: their side, which is
 * that of its work-groups too; 0 where local memory holds none. */
long long spec_transpose_side(const struct spec *spec, const struct operand *operand);

/* Bytes of such a square. */
long long spec_transpose_bytes(const struct operand *operand, long long side);

/* How many elements lie in one line of operand `o` of the user's problem, as a symbol: what a tight
 * leading dimension is. */
enum symbol spec_contiguous_axis(const struct spec *spec, const struct operand *o);

/* How many such lines operand `o` has: the other axis, or the rows among which a list names those of groups. */
enum symbol spec_line_axis(const struct spec *spec, const struct operand *o);

/* The user's word for the place along canonical M (`along_m`) or N: "row" or "column". */
const char *axis_word(const struct spec *spec, bool along_m);

/* Whether work-groups of a host take tiles in sequence, however many it launches. */
bool spec_walks(const struct spec *spec);

/* Of a spec for a host's interface: the host's dimension of one of the kernel's (0 along canonical N, 1 along canonical M, 2 members);
 * elements of C that a work-group has along M or N; work-items of a work-group along a dimension of the host; and the number that a
 * macro of the host's launch has then, or 0 where the launch does not say it. */
int spec_host_place(const struct spec *spec, int dimension);

/* Values of the host's macros, which its file lists, by which it has the launch of a spec: into `found`, in the order of the file. Of those of its sizes that are
 * multiples what the kernel needs; `k`: along K too. False: no setting that the file allows is such a one. */
bool spec_host_setting(const struct spec *spec, bool k, struct define *found);
long long spec_host_extent(const struct spec *spec, enum symbol axis);
long long spec_host_local(const struct spec *spec, int dimension);
long long spec_host_macro(const struct spec *spec, const char *macro);

/* The i-th number of the launch (interface_number) as a spec has it. */
long long spec_host_number(const struct spec *spec, int i);
