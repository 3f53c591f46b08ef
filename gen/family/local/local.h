/*
 * The local family's own shapes: tiles of A and B in local memory, how they are loaded and how they
 * are read.
 */
#pragma once

#include "gen/family/main_loop.h"
#include "gen/plan/kernel.h"
#include "gen/rules/rules.h"

/* Whether and how a tile of an operand lies in local memory. */
enum stage {
    STAGE_NONE,
    STAGE_PLAIN,      /* its lines as in global memory */
    STAGE_TRANSPOSED, /* axes exchanged */
    STAGE_K_MAJOR     /* the one of both whose lines lie along the tile of C; until completed */
};

/* What the family adds to an operand of a spec. */
struct local_operand {
    enum stage stage;
    long long vector;  /* elements a read from local memory; 0 until completed */
    long long pad;     /* elements behind each line in local memory */
    struct shape load; /* of the work-group as it loads; 0x0 until completed */
};

/* What it adds to a spec, as `own`. */
struct local_spec {
    struct local_operand a, b; /* of canonical A and B */
    long long stages;          /* tiles in local memory at once */
    bool strided;              /* a work-item's elements lie a work-group apart */
    bool prefetch;             /* the next tile is read into registers while one is multiplied */
    bool exchange;             /* lanes exchange what they read of canonical A from local memory */
    bool async;                /* tiles are copied by async_work_group_copy */
};

const struct local_spec *local_spec(const struct spec *spec);

/* Of canonical A or B of a spec. */
const struct local_operand *local_operand(const struct spec *spec, const struct operand *operand);

/* Whether a tile of it lies in local memory. */
bool local_staged(const struct spec *spec, const struct operand *operand);

/* What a request calls it: "k-major". */
const char *local_stage_word(enum stage stage);

/* Whether lanes exchange registers. */
bool local_exchanges(const struct spec *spec);

/* How the multiplication reads an operand, from local memory or, where it is not staged, from
 * global memory: vectors of `width` along K or along the tile of C. */
struct local_read {
    bool along_k;
    long long width;
};

/*
 * The tile of an operand, whose numbers but `read` count where it is staged. In global memory it is `lines` x `length` elements, those of a line
 * contiguous; in local memory local_lines x local_length of them, and `pad` free elements
 * behind each line.
 */
struct local_tile {
    const struct operand *operand;
    struct local_read read;
    bool staged;
    bool along_k;       /* global lines lie along K, else along the tile of C */
    bool local_along_k; /* local lines do */
    long long lines, length;
    long long local_lines, local_length;
    long long pitch; /* elements from one local line to the next */
    /* The work-group loads load.height lines at once, load.width vectors of each. */
    struct shape load;
    long long vector;
    long long line_passes, along_passes; /* how often it does so; the last pass may be partial */
};

struct local_tile local_tile_of(const struct spec *spec, const struct operand *operand);

/* Steps of K that the multiplication takes at once, written out: the widest read along K. */
long long local_steps(const struct spec *spec);

/* Rows that stay together where elements are strided: those of one read. */
long long local_row_block(const struct spec *spec);

/* Rows and columns from one work-item's first to its neighbour's. */
struct shape local_stride(const struct spec *spec);

/* What the family adds to the plan of a kernel. */
struct local_plan {
    struct local_tile a, b, d; /* d: of a gated product, as that of the caller's B */
    long long steps;           /* of K that are multiplied at once, written out: local_steps */
    bool
        strided; /* a work-item's elements lie a work-group apart, all but blocks of row_block rows */
    long long row_block; /* rows that one read brings */
    struct shape stride; /* local_stride */
    long long
        own_rows; /* registers in which a lane of a row keeps what it reads of canonical A to exchange it; 0 where
                          * lanes do not exchange, as every one reads all of it */
    struct main_loop main;
    bool aligned;     /* a main loop that loads vectors at multiples of their size, too */
    long long stages; /* tiles in local memory at once: one where the main loop is idle */
    bool prefetch;    /* a tile is on its way in registers while another one is multiplied */
    bool async;       /* tiles are copied by async_work_group_copy */
};

/* Of a kernel of this family: the tile of an operand. */
const struct local_tile *local_tile(const struct kernel *kernel, const struct operand *operand);

/* Where the i-th row (the j-th vector of columns) of a work-item's tile lies, counted from its
 * first one. */
long long local_row(const struct kernel *kernel, long long i);
long long local_column(const struct kernel *kernel, long long j);

/* Where the i-th row (of canonical A) or column (of B) of a work-item's tile lies, counted likewise. */
long long local_place(const struct kernel *kernel, const struct operand *operand, long long i);

/* Rules of --copy: local-members, local-copy, async-copy. */
const struct refusal *local_members_together(struct job *job, const struct spec *spec);
const struct refusal *local_copy_of_a_ring(struct job *job, const struct spec *spec);
const struct refusal *local_copy_not_plain(struct job *job, const struct spec *spec);

/* Conflicts of a staged operand in the banks of local memory. */
struct bank_conflicts local_conflicts(const struct spec *spec, const struct operand *operand);

/* Whether the main loop of aligned loads has some of that operand. */
bool local_loads_aligned(const struct kernel *kernel, const struct operand *operand);
