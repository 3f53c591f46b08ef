/* Kernels: a manifest from a file, or one made by the generator. */
#pragma once

#include "clgemm.h"
#include "harness/base/shapes.h"
#include "harness/cli/setting.h"
#include "harness/manifest/manifest.h"
#include "harness/opencl/traits.h"

enum {
    RECIPE_LABEL = 1200, /* bytes of a label, which may be a line of options */
    RECIPE_WORDS = 256   /* of all values of an option */
};

/* How a kernel is made; nothing is read or generated yet. */
struct recipe {
    const char *path;         /* a manifest; NULL: generated */
    size_t kernel;            /* of several in the manifest, from 1; 0: it has one */
    json_t *manifest;         /* one that is read, with its sources; NULL: none is ... */
    json_t *compiled;         /* ... and what a worker has built of it ahead; NULL: nothing */
    const char *preset;       /* NULL: none */
    const char *layout;       /* value of --layout all; NULL: as the settings say */
    const char *transpose;    /* value of --transpose all */
    struct settings settings; /* options of the generator for this one; those of all win */
    bool apart;      /* of the options of all only those hold that say what is computed, and
                        `settings` win */
    bool at_edges;   /* a kernel that refuses edges is made in its guarded twin */
    bool dispatches; /* the profile's dispatch picks the kernel for the sizes */
    const struct problem
        *like; /* of one apart: it computes this where nobody says otherwise; NULL: what
                                   the generator does by itself */
    const struct clgemm_space
        *space; /* of a point, which says all that the settings do not; NULL: none */
    const unsigned *point;
    char label[RECIPE_LABEL]; /* for people: file name, or preset and values */
};

/* Stay where they are. */
struct recipes {
    struct recipe *list;
    size_t count;
    bool generates;              /* one is from no manifest */
    json_t *kernels;             /* of a text of variants, which are recipes' manifests */
    char words[2][RECIPE_WORDS]; /* the values that layouts and transposes point into */
};

struct kernel {
    struct manifest manifest;
    json_t *compiled; /* the recipe's */
    char *source;     /* text that the manifest's program has no file for; NULL: files */
    bool nearest;     /* picked by a dispatch, for other sizes than were measured */
    char chosen[240]; /* extents and strides that --at leaves out: "x_1=56"; "": there are none */
};

/* The generator's option of a name; all members NULL where there is none. */
struct clgemm_option generator_option(const char *name);

/* Tries a recipe with the options of all. Errors: what is wrong with them whatever device and sizes a kernel is for. */
int recipe_try(const struct settings *settings, const struct recipe *recipe, struct fault *fault);

/* Whether a recipe, with the options of all, says no more of its kernel than a profile with a
 * dispatch, and sizes are given at launch. */
bool recipe_dispatches(const struct settings *settings, const struct recipe *recipe);

/* Says to a request what the options of all and a recipe ask for on a device; `edges`: the policy to ask for, NULL: the one that the kernel has by itself. 0, or -1
 * with *error: the generator's. */
int recipe_say(const struct recipe *recipe, const struct settings *settings,
               const struct device_traits *traits, const char *edges,
               struct clgemm_request *request, struct clgemm_error *error);

/* Every recipe of a selection: manifests, presets times layouts times transposes. With the options
 * of all (NULL: not wanted) the dispatch of a profile picks kernels that it may. */
int recipes_list(const struct selection *selection, const struct settings *settings,
                 struct recipes *recipes, struct fault *fault);
void recipes_release(struct recipes *recipes);

/* Puts each kernel of a text of variants in the place of its recipe, where the options of all ask for one (--variants): the program with its text, built with the
 * macros of its setting. Errors: the generator's with its code. */
int recipes_take_variants(struct recipes *recipes, const struct settings *settings,
                          const struct device_traits *traits, struct fault *fault);

/* Reads or generates, with the options of all. `size`: M, N and K, of groups what they
 * have on average, and how many members or groups there are (1: one product), for which the dispatch of a recipe that has one picks its kernel; NULL: none has. Errors: those of manifest_load, and the
 * generator's with its code. */
int kernel_make(const struct settings *settings, const struct recipe *recipe,
                const uint64_t size[4], const struct device_traits *traits, struct kernel *kernel,
                struct fault *fault);
void kernel_release(struct kernel *kernel);

/* The path of a profile that is a file, by that or as one of the user's, in malloc'd memory; NULL: it is built in, or that of a card. */
char *profile_file(const char *name);

/* Reads a profile, built in or a file. NULL: it cannot be read. Errors: FAULT_REFUSED. */
json_t *profile_root(const char *name, struct fault *fault);

enum {
    PROFILE_CHAIN = 16 /* profiles that inherit from one another at most */
};

/* Reads a profile, whose name in malloc'd memory becomes that of the one that it inherits from, as
 * it is seen from here; NULL: there is none. A new reference; errors as for profile_root. */
json_t *profile_step(char **name, struct fault *fault);

/* The member of a profile, or of the nearest that it inherits from and that has it; `files`:
 * built-in ones are not looked at. A new reference; NULL: there is none, or it cannot be read. */
json_t *profile_inherited(const char *name, const char *member, bool files, struct fault *fault);

/* The name that a profile in a file has: the file's, as far as JSON can hold it. NULL: no
 * memory. */
json_t *profile_named_after(const char *path);

/* The name of a profile as it is seen from any folder, in malloc'd memory. */
char *profile_whole_path(const char *name);

/* An operand's type as an option says it: blocks whose parts lie apart are what --quants makes of
 * others. */
const char *problem_type_word(const struct problem *problem, int operand);

/* Says type, layout and transposes to a request, as the user's word, and whatever else a kernel was
 * not made for by itself: arithmetic, sizes, leading dimensions and offsets that are fixed, alpha,
 * beta and the epilogue. Edges are the other kernel's own. 0, or -1 with *error: the
 * generator's. */
int problem_say(const struct problem *problem, struct clgemm_request *request,
                struct clgemm_error *error);

/* Says the text of a product in index notation, which sizes and extents are compiled in and which strides are arguments, as the user's word: layout,
 * batch and leading dimensions follow. 0, or -1 with *error: the generator's. */
int product_say(const struct notation *notation, struct clgemm_request *request,
                struct clgemm_error *error);

/* The manifest of a kernel with the sizes of a launch in index notation, of which nothing else follows; a new reference. Errors: those of manifest_take and
 * manifest_say_sizes. */
json_t *product_said(json_t *root, const char *at, struct fault *fault);

/* Finds kind, M, N, K and the members of a shape of the product in index notation that settings ask for, whose sizes are compiled in, or those that the shape has.
 * Errors: the generator's, those of manifest_say_sizes. */
int product_find_sizes(const struct settings *settings, struct shape *shape, struct fault *fault);

/* Refuses a product, in index notation or (NULL) none, that is not the other one, that of a kernel called `label`. */
int product_check(const struct notation *own, const struct notation *other, const char *label,
                  struct fault *fault);
