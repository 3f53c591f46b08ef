/*
 * The table of options and their values.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "gen/base/job.h"
#include "gen/base/nearest.h"

enum option_id {
#define OPTION(id, name, group, kind, metavar, values, standard, help, explain) OPTION_##id,
#include "gen/request/options.def"
#undef OPTION
    OPTION_COUNT
};

/* A list of options, ended by OPTION_COUNT. */
#define OPTIONS(...) ((const enum option_id[]){__VA_ARGS__, OPTION_COUNT})

/* What often stands together in one: what chooses the family, what a work-group computes, what the types of A and B, and how
 * these lie in memory. */
#define FAMILY_OPTIONS OPTION_FAMILY, OPTION_SHARE
#define GROUP_OPTIONS FAMILY_OPTIONS, OPTION_TILE, OPTION_WG, OPTION_THIN, OPTION_ENGINE_ALONG
#define TYPE_OPTIONS OPTION_TYPE, OPTION_TYPE_A, OPTION_TYPE_B, OPTION_QUANTS
/* By which a profile has kernels. */
#define KERNEL_OPTIONS TYPE_OPTIONS, OPTION_COMPUTE, OPTION_ACCUMULATE
#define MEMORY_OPTIONS                                                                             \
    OPTION_LAYOUT, OPTION_ENGINE_ALONG, OPTION_TRANSPOSE, OPTION_PRETRANSPOSE, OPTION_DECODE,      \
        OPTION_ACCESS_A, OPTION_ACCESS_B, OPTION_PREPARED

enum option_kind {
    KIND_WORD,
    KIND_SHAPE,
    KIND_TILE,
    KIND_SIZES,
    KIND_WHOLE,
    KIND_COUNT,
    KIND_PARTS,
    KIND_LENGTH,
    KIND_OFFSET,
    KIND_SCALAR,
    KIND_SWITCH,
    KIND_LIST,
    KIND_EPILOGUE,
    KIND_NAME,
    KIND_TEXT
};

struct option_row {
    const char *name;
    const char *group; /* "" for options that are not shown */
    enum option_kind kind;
    const char *metavar;
    const char *values;
    const char *standard;
    const char *help;
    const char *explain;
};

extern const struct option_row option_rows[OPTION_COUNT];

/* Who said a value, in order of precedence: the last one holds. */
enum voice {
    VOICE_NONE,
    VOICE_STANDARD,
    VOICE_FAMILY,
    VOICE_PROFILE,
    VOICE_YIELD, /* in place of a default that does not go with what was asked (gen/rules/yield.h) */
    VOICE_PRESET,
    VOICE_DEVICE,
    VOICE_USER
};

struct option_value {
    enum voice voice;
    const char *text; /* canonical text; NULL while nobody said a value */
    long long numbers
        [3]; /* SHAPE, TILE: H, W; SIZES: M, N, K; WHOLE, COUNT, LENGTH, OFFSET: the number; PARTS: 0 is "auto" */
    double real;    /* SCALAR */
    bool at_launch; /* LENGTH, OFFSET, SCALAR: "arg" */
    bool tight;     /* LENGTH */
    bool on;        /* SWITCH */
    const char *
        card; /* of --for: the card that was named, which stands for the profile; of --fixed: the sizes by names, which stand for those of a product; of --tile: "auto", in whose place it stands; of --interface: the built-in one that says the same, "": there is none; NULL: none */
};

/* A copy of values (array of OPTION_COUNT) in the job's arena; their texts are the same. */
struct option_value *option_copy(struct job *job, const struct option_value *values);

/* Takes what another array says, with the precedence `voice`, where nothing of as much is there. */
void option_fill(struct option_value *values, const struct option_value *from, enum voice voice);

/* The row of that long name, or OPTION_COUNT. */
enum option_id option_find(const char *name, size_t length);

/* Parses `text` (NULL: a switch given without value) into *value, its canonical text in the arena.
 * Fails the job with a sentence that names the option and what it takes. */
void option_parse(struct job *job, enum option_id id, const char *text, struct option_value *value);

/* The text of a value as it was asked: of --fixed the sizes by names, where these stand for those of a product, of --tile "auto". NULL: nobody said a value. */
const char *option_text(const struct option_value *values, enum option_id id);

/* Whether a LIST has the word in it. */
bool option_lists(const struct option_value *value, const char *word);

/* Rounds a SCALAR, which is parsed in double precision, to single; its text becomes the shortest of
 * that number. Fails the job where it is out of range. */
void option_round_to_single(struct job *job, enum option_id id, struct option_value *value);

/* Makes the text of a SCALAR that is a whole number of 32 bits one of digits alone ("1000000", not "1e+06"). Others, which
 * a rule refuses, stay as they are. */
void option_write_digits(struct job *job, struct option_value *value);

/* Whether a SCALAR is a whole number that a 32-bit literal says: of a magnitude below 2^31. */
bool option_is_whole(double real);

/* Records a value unless one of higher precedence is there. */
void option_say(struct job *job, struct option_value *values, enum option_id id, const char *text,
                enum voice voice);

/* The same for a line of options: "--tile 32x2 --barrier=no". */
void option_say_line(struct job *job, struct option_value *values, const char *line,
                     enum voice voice);

/* What an option is called now whose name was `name`, to its end or to an equals sign; NULL: no option had that name. */
const char *option_renamed(const char *name);

/* The option that is nearest to a name that is none, or several, each after `prefix`: "--tile or --tile-k"; NULL
 * where none is near. */
const char *option_nearest(struct job *job, const char *prefix, const char *name);

/* Fails the job: no option of that name; says what it is called now, or suggests the nearest. */
_Noreturn void option_unknown(struct job *job, const char *name);
