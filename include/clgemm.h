/*
 * clgemm: generator of OpenCL C matrix-multiplication kernels.
 *
 *     C = alpha * op(A) * op(B) + beta * C
 *
 * with op(A) of M x K, op(B) of K x N and C of M x N elements.
 *
 * Use: make a request, set options by the names and values that clgemm-gen
 * takes on its command line, generate, read the artifacts, free both.
 *
 *     struct clgemm_request *request = clgemm_request_new();
 *     struct clgemm_result *result;
 *     struct clgemm_error error;
 *     if (clgemm_request_set(request, "tile", "32x2", &error) ||
 *         clgemm_request_set(request, "wg", "1x8", &error) ||
 *         clgemm_generate(request, &result, &error))
 *         fprintf(stderr, "%s\n", error.text);
 *
 * Ownership: what a *_new, *_open or clgemm_generate gives belongs to the caller
 * and is released by the matching *_free. Every `const char *` that a function
 * returns belongs to the object it was read from (or to the library, where there
 * is no object) and lives as long as that object.
 *
 * Errors: functions that can fail return 0 or -1 and fill *error where it is not
 * NULL; the first error wins. The library never prints, never exits and keeps no
 * global state: any number of threads may generate at the same time, also from one
 * request or one template set, as long as none of them changes it meanwhile.
 */
#ifndef CLGEMM_H
#define CLGEMM_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

#define CLGEMM_VERSION_MAJOR 0
#define CLGEMM_VERSION_MINOR 1
#define CLGEMM_VERSION_PATCH 0
#define CLGEMM_VERSION "0.1.0"

#if defined(__GNUC__) || defined(__clang__)
#define CLGEMM_MUST_CHECK __attribute__((warn_unused_result))
#else
#define CLGEMM_MUST_CHECK
#endif

#if defined(_WIN32)
#define CLGEMM_API
#elif defined(__GNUC__) || defined(__clang__)
#define CLGEMM_API __attribute__((visibility("default")))
#else
#define CLGEMM_API
#endif

/* What went wrong, by kind. The values are also clgemm-gen's exit codes. */
enum clgemm_code {
    CLGEMM_OK = 0,
    CLGEMM_USAGE = 1,    /* unknown option or value, or two that contradict each other */
    CLGEMM_IO = 2,       /* a file or folder; also out of memory */
    CLGEMM_TEMPLATE = 3, /* a template is missing or broken */
    CLGEMM_REFUSED = 4   /* a rule: the request is understood but cannot be served */
};

/* One error. `text` is one sentence and is always set; the rest where it applies. */
struct clgemm_error {
    enum clgemm_code code;
    char rule[32];    /* name of the rule that refused */
    char option[32];  /* name of the option at fault */
    char source[128]; /* template or file at fault */
    unsigned line;    /* in `source`, from 1; 0: does not apply */
    unsigned column;  /* in `source`, from 1; 0: does not apply */
    char text[512];   /* the sentence, with the numbers in it and the place in `source` before it */
};

/* Version of the library that runs (CLGEMM_VERSION is the one compiled against). */
CLGEMM_API const char *clgemm_version(void);

/* ------------------------------------------------------------------ requests */

/* What is asked: option values, nothing derived yet. */
struct clgemm_request;

/* Who says a value. A stronger voice wins, whatever the order of the calls:
 * user > device > preset > profile > the option's default. A number that is none of these is refused with
 * CLGEMM_USAGE. */
enum clgemm_voice {
    CLGEMM_BY_DEVICE, /* suits the device at hand; gives way to what the user asked for */
    CLGEMM_BY_USER
};

/* An empty request; NULL when out of memory. */
CLGEMM_API struct clgemm_request *clgemm_request_new(void) CLGEMM_MUST_CHECK;

/* A copy with the same values; NULL when out of memory. */
CLGEMM_API struct clgemm_request *clgemm_request_copy(const struct clgemm_request *request)
    CLGEMM_MUST_CHECK;

/* Releases a request; NULL is allowed. */
CLGEMM_API void clgemm_request_free(struct clgemm_request *request);

/* Sets an option as the user's word. `option` is the long name without dashes
 * ("tile", "sub-groups"), `value` its text on the command line ("32x2", "intel");
 * for a switch NULL or "yes" / "no". Setting twice: the last value counts.
 * Errors: CLGEMM_USAGE with the nearest known names or the allowed values. */
CLGEMM_API int clgemm_request_set(struct clgemm_request *request, const char *option,
                                  const char *value, struct clgemm_error *error) CLGEMM_MUST_CHECK;

/* The same, said by `voice`. */
CLGEMM_API int clgemm_request_set_by(struct clgemm_request *request, enum clgemm_voice voice,
                                     const char *option, const char *value,
                                     struct clgemm_error *error) CLGEMM_MUST_CHECK;

/* -------------------------------------------------------- shapes of a program */

/* A product that a program multiplies: C (m x n), a sum over k. */
struct clgemm_shape {
    long long m, n, k; /* from 1 to 2147483647 */
    double weight;     /* how much it counts, from 0 */
    int transpose[2];  /* whether A, B are stored transposed: 1, 0; -1: for either */
};

/* Reads a table of shapes in CSV (doc/profile.md), a text, and calls `take` for each, in order, with `self`. Where that returns another value
 * than 0, the call ends with CLGEMM_IO. Errors: CLGEMM_USAGE (none, or a line that is no shape: error->line, a sentence that begins with it). */
CLGEMM_API int clgemm_shapes_read(const char *text,
                                  int (*take)(void *self, const struct clgemm_shape *shape),
                                  void *self, struct clgemm_error *error) CLGEMM_MUST_CHECK;

/* Adds a shape to those of a request's option "shapes", a file, or in place of that: they choose the kernels of its dispatch alone. Errors: CLGEMM_USAGE (a size or a weight that is none),
 * CLGEMM_IO (out of memory). */
CLGEMM_API int clgemm_request_add_shape(struct clgemm_request *request,
                                        const struct clgemm_shape *shape,
                                        struct clgemm_error *error) CLGEMM_MUST_CHECK;

/* ----------------------------------------------------------------- templates */

/* A set of compiled templates: immutable, to be shared by any number of requests
 * and threads. Programs that generate many kernels open it once. */
struct clgemm_templates;

/* Compiles the embedded templates; those found in `folder` (NULL: none) replace
 * the embedded ones of the same relative path.
 * Errors: CLGEMM_IO, CLGEMM_TEMPLATE (with source, line and column). */
CLGEMM_API int clgemm_templates_open(const char *folder, struct clgemm_templates **templates,
                                     struct clgemm_error *error) CLGEMM_MUST_CHECK;

CLGEMM_API void clgemm_templates_free(struct clgemm_templates *templates);

/* Makes a request use a template set (not owned; must outlive the request's use). Without
 * one, every generation compiles the embedded templates that it needs. */
CLGEMM_API void clgemm_request_use_templates(struct clgemm_request *request,
                                             const struct clgemm_templates *templates);

/* ------------------------------------------------------------------ generate */

/* Everything one generation made. */
struct clgemm_result;

enum clgemm_artifact {
    CLGEMM_CL,                   /* the OpenCL C source: NAME.cl */
    CLGEMM_MANIFEST,             /* what a host needs to launch it, JSON: NAME.json */
    CLGEMM_MANIFEST_WITH_SOURCE, /* the same with the source in it, for a host in the same process
                                  */
    CLGEMM_HEADER,               /* the source as data plus constants, C: NAME.h */
    CLGEMM_LAUNCHER,             /* host code that builds and launches it, C11: NAME_launch.h */
    CLGEMM_DUMP_REQUEST,         /* the resolved request as JSON */
    CLGEMM_DUMP_PLAN,            /* the plan as JSON */
    CLGEMM_DUMP_VIEW,            /* what the templates see, as JSON */
    CLGEMM_SELFTEST,             /* host code that tests it on its device, C11: NAME_selftest.h */
    CLGEMM_ARTIFACT_COUNT
};

/* Generates. On success *result holds the kernel's source and what clgemm_result_text writes the
 * other artifacts from.
 * Where the profile ("for", as the user's word) names kernels for shapes (see `dispatch` below) and the request
 * names none itself ("preset", "family" or "share"), the kernel is one of those: with fixed sizes the one that
 * clgemm_dispatch_pick has for them (one that the profile inherits, where its own do not serve them), else the one of most
 * shapes. It brings type, layout and transposes, and all that the request does not say. Kernels for shapes of a type ("cpu" has
 * some) bring none of these, and without fixed sizes the kernel is the profile's own one, which is for large sizes.
 * With the option "variants" beside "interface" the text has a kernel for each of several settings of the host's macros and each of its builds, of which
 * these choose one, and CLGEMM_MANIFEST all of them; its other artifacts are refused. Name, command and notes are those of the text.
 * Values that nobody asked for, of the profile, the family and the options themselves, give way where a rule refuses them beside
 * what was asked.
 * Errors: CLGEMM_REFUSED (rule, option, a sentence that names the options that clash, and what to ask so that it is served),
 * CLGEMM_USAGE, CLGEMM_TEMPLATE, CLGEMM_IO (a profile that cannot be read; out of memory); *result is
 * NULL then. */
CLGEMM_API int clgemm_generate(const struct clgemm_request *request, struct clgemm_result **result,
                               struct clgemm_error *error) CLGEMM_MUST_CHECK;

/* Text of an artifact, NUL-terminated, and its length without the NUL (`length` may be NULL).
 * Artifacts are written on first reading. NULL where that fails, and clgemm_result_error says why:
 * CLGEMM_USAGE (no such artifact; a name in JSON that is not UTF-8; a launcher whose header has a
 * name for no #include), CLGEMM_REFUSED (a launcher that C cannot express), CLGEMM_TEMPLATE (one of the
 * request's set asks for what is not there), CLGEMM_IO (out of memory). Not to be called for one result from two threads at a time. */
CLGEMM_API const char *clgemm_result_text(struct clgemm_result *result,
                                          enum clgemm_artifact artifact, size_t *length);

/* Why the last clgemm_result_text of this result gave NULL; its code is CLGEMM_OK where it gave a
 * text, and the next call replaces it. */
CLGEMM_API const struct clgemm_error *clgemm_result_error(const struct clgemm_result *result);

/* Name of the kernel, a C identifier: entry point and stem of file names. */
CLGEMM_API const char *clgemm_result_name(const struct clgemm_result *result);

/* Canonical command line that makes this result: the same for the same request everywhere. */
CLGEMM_API const char *clgemm_result_command(const struct clgemm_result *result);

/* The index-th file outside the library that the result was made from: the templates of the folder
 * given to clgemm_templates_open, then the profile and those that it inherits from, and the interface, as far
 * as they are files. What a make rule depends on. The library writes no file: a caller that does compares its files with these
 * before it writes, as clgemm-gen does; a manifest can have the path of the interface. NULL past the last one. */
CLGEMM_API const char *clgemm_result_dependency(const struct clgemm_result *result, size_t index);

/* The index-th sentence on what is worth knowing of the kernel, though it is as asked: which profile stands for the card that was
 * named; that its profile has figures for the nearest sizes only, or has kernels for other shapes; which sizes
 * the profile's kernel serves alone, and what serves the others; that a fixed M or N is less than what a work-group computes along it; what of the profile's kernel, or of what is computed, gave way to what was asked; that an option
 * changes nothing. What clgemm-gen prints as notes. NULL past the last one. */
CLGEMM_API const char *clgemm_result_note(const struct clgemm_result *result, size_t index);

/* Bytes of memory that the result holds. */
CLGEMM_API size_t clgemm_result_memory(const struct clgemm_result *result);

CLGEMM_API void clgemm_result_free(struct clgemm_result *result);

/* ------------------------------------------------------------------ dispatch */

/* Several kernels, and which of them is the fastest for a shape: what the member `dispatch` of a
 * profile says. */
struct clgemm_dispatch;

/* 1 where the kernel of the request for given sizes is one of its profile's dispatch, see clgemm_generate; 0 where not;
 * -1 with *error (CLGEMM_USAGE, CLGEMM_IO: the profile). */
CLGEMM_API int clgemm_request_dispatches(const struct clgemm_request *request,
                                         struct clgemm_error *error) CLGEMM_MUST_CHECK;

/* Generates every kernel of the dispatch of the request's profile ("for", a file; one that it inherits from
 * may have the dispatch) whose type, layout and transposes are those of the request, where both say them. The
 * kernels have the options that the profile gives them, others of the request win; the request's "name" (else
 * "clgemm") stands before their names. Where each of them serves some sizes alone, the last kernel
 * is one that the profile inherits, for the sizes that no other serves.
 * With shapes (the option "shapes", clgemm_request_add_shape) it has the fewest of these kernels that have 0.97 of the predicted speed of all on them; with
 * "most-kernels" so many at most, and without shapes those for shapes of all kinds. What serves every size stays.
 * Errors: CLGEMM_USAGE (no such member, or a malformed one; the sentence names it), and those of
 * clgemm_generate with the kernel's name before the sentence; CLGEMM_REFUSED for a shape whose
 * kernel does not serve it, kernels that differ in the types of elements, products or sums, layout,
 * transposes, alpha, beta, offsets, batch, epilogue or prepared operands, and where none is as asked. *dispatch is NULL then. */
CLGEMM_API int clgemm_dispatch_make(const struct clgemm_request *request,
                                    struct clgemm_dispatch **dispatch, struct clgemm_error *error)
    CLGEMM_MUST_CHECK;

/* NAME: prefix of the table's functions, and stem of its file NAME_dispatch.h. */
CLGEMM_API const char *clgemm_dispatch_name(const struct clgemm_dispatch *dispatch);

/* Text of NAME.cl, all kernels as OpenCL C, NUL-terminated, and its length without the NUL (`length` may be NULL). -D NAME_KERNEL=INDEX, with NAME
 * in capitals, builds the index-th alone. Without it all are built but those whose program the host finalizes. */
CLGEMM_API const char *clgemm_dispatch_cl(const struct clgemm_dispatch *dispatch, size_t *length);

/* Text of NAME_dispatch.h in C99, the table and the kernels' sources, NUL-terminated, and its length without the NUL (`length` may be
 * NULL). */
CLGEMM_API const char *clgemm_dispatch_text(const struct clgemm_dispatch *dispatch, size_t *length);

/* Text of NAME.json, the manifest of all kernels in NAME.cl, NUL-terminated, and its length without the NUL (`length` may be NULL); it belongs to
 * the dispatch. NULL with *error: CLGEMM_USAGE (a name that is not UTF-8), CLGEMM_IO (out of memory). Not to be called for one dispatch from two
 * threads at a time. */
CLGEMM_API const char *clgemm_dispatch_manifest(struct clgemm_dispatch *dispatch, size_t *length,
                                                struct clgemm_error *error) CLGEMM_MUST_CHECK;

/* Text of NAME_launch.h in C11, which multiplies by all kernels as by one and includes NAME_dispatch.h, NUL-terminated, and its length
 * without the NUL (`length` may be NULL); it belongs to the dispatch. NULL with *error: CLGEMM_REFUSED (kernels that take different arguments, or
 * read an operand that is prepared in different forms), CLGEMM_TEMPLATE, CLGEMM_IO (out of memory). Not to be called for one dispatch from two
 * threads at a time. */
CLGEMM_API const char *clgemm_dispatch_launcher(struct clgemm_dispatch *dispatch, size_t *length,
                                                struct clgemm_error *error) CLGEMM_MUST_CHECK;

/* Text of NAME_selftest.h in C11, which tests the kernels on their device by the launcher, includes that, and makes one that picks none which fails, NUL-terminated,
 * and its length without the NUL (`length` may be NULL); it belongs to the dispatch. NULL with *error: as of the launcher, and CLGEMM_REFUSED where
 * there is nothing to compare with. Not to be called for one dispatch from two threads at a time. */
CLGEMM_API const char *clgemm_dispatch_selftest(struct clgemm_dispatch *dispatch, size_t *length,
                                                struct clgemm_error *error) CLGEMM_MUST_CHECK;

/* The index-th kernel, for its artifacts; it belongs to the dispatch. NULL past the last one. */
CLGEMM_API struct clgemm_result *clgemm_dispatch_kernel(struct clgemm_dispatch *dispatch,
                                                        size_t index);

/* Where the kernels stand: *profile, a name or a file, that of the request or one that it inherits from; *member, the member of its `dispatch`
 * that has them ("f32"), NULL: the dispatch itself. Both belong to the dispatch. */
CLGEMM_API void clgemm_dispatch_source(const struct clgemm_dispatch *dispatch, const char **profile,
                                       const char **member);

/* Microseconds that a kernel is predicted to take for one product of these sizes, with tight leading dimensions, on a device of so many compute
 * units (0: as many as the rates are for). 0 where it has no rates, or does not serve the sizes. */
CLGEMM_API double clgemm_dispatch_time(const struct clgemm_dispatch *dispatch, size_t kernel,
                                       long long m, long long n, long long k, unsigned int units);

/* The sizes of the index-th product by which kernels are measured where a program runs (the option `launcher`: calibrate): they lie evenly over the
 * logarithms of sizes, and so do the first ones, however many. Returns 0, or -1 past the last one. */
CLGEMM_API int clgemm_dispatch_product(const struct clgemm_dispatch *dispatch, size_t index,
                                       long long *m, long long *n, long long *k);

/* The index of the kernel that the table picks for C (m x n) and a sum over k, -1 where none serves
 * them: one is negative, or larger than any kernel takes. `members`: how many a batch has whose number is given at launch; of groups how many
 * there are, and m, n and k are what they have on average; else 1. *measured (may be NULL): 0 there, where the kernel is
 * inherited, and where they follow a predicted time or the nearest of the sizes that the profile's device was measured with; 1
 * where these were measured, or no device was. */
CLGEMM_API int clgemm_dispatch_pick(const struct clgemm_dispatch *dispatch, long long m,
                                    long long n, long long k, long long members, int *measured);

/* What the time of a product is predicted from: a device's rates and a kernel's, as doc/profile.md tells. */
struct clgemm_rates {
    long long units;   /* compute units of the device */
    double start_us;   /* from the call to the first work-group */
    double step_us;    /* to enqueue a further step */
    double memory_gbs; /* gigabytes that memory moves in a second */
    double overlap;    /* share of the shorter of waves and memory that is not hidden */
    double cache_kb;   /* kilobytes that a compute unit keeps of what is read again, */
    double beyond_gbs; /* and gigabytes of the rest that it reads in a second; 0: not known */
    long long groups;  /* of the kernel: work-groups that a compute unit has at once, */
    double alone_ns;   /* nanoseconds for an element of K, of a lone one, */
    double shared_ns;  /* of each, where there are as many as can be, */
    double tile_ns;    /* and for a tile of C beside that */
};

/* A predicted time, and its parts; microseconds. */
struct clgemm_time {
    double total;
    double start;  /* until the first work-group runs */
    double waves;  /* of work-groups that compute, */
    double memory; /* and of the bytes that they move meanwhile */
    double steps;  /* packing, and the sum over parts of K */
};

/* How a result's kernel divides a product: elements of C along m and n that a work-group computes, and the parts of K. 0, or -1 where
 * its work-groups have no tiles along m and n. */
CLGEMM_API int clgemm_result_tile(const struct clgemm_result *result, long long *m, long long *n,
                                  long long *parts) CLGEMM_MUST_CHECK;

/* Predicts the time of a result's kernel for C (m x n), a sum over k and so many members of a batch. 0, or -1 where it has no
 * tile. */
CLGEMM_API int clgemm_result_predict(const struct clgemm_result *result,
                                     const struct clgemm_rates *rates, long long m, long long n,
                                     long long k, long long members, struct clgemm_time *time)
    CLGEMM_MUST_CHECK;

/* A kernel for shapes, as one that may be picked for sizes. */
struct clgemm_candidate {
    const char *name;
    int picked; /* 1: it is the one */
    const char *
        why; /* of the one that is picked: how; of one without a time: why it has none; else NULL */
    const char *
        limit; /* what its time comes from for the most part: "waves", "memory", "start", "steps"; NULL: it has no time */
    struct clgemm_time time; /* that is predicted, */
    double
        odd_lines; /* with elements of K that take so many times as long, as lines of A or B begin at odd places; 1: they do not */
};

/* Calls `report` for every kernel for shapes of the request's profile that is for what the request says with fixed sizes ("fixed"): first those
 * whose times are predicted from rates of the profile, the least first, then the others. Texts last as long as the call. 0, or -1 with *error:
 * CLGEMM_USAGE, CLGEMM_REFUSED (no kernel is as asked, or the request is for no kernel of a dispatch), CLGEMM_IO. */
CLGEMM_API int clgemm_explain_pick(const struct clgemm_request *request,
                                   void (*report)(void *self, const struct clgemm_candidate *one),
                                   void *self, struct clgemm_error *error) CLGEMM_MUST_CHECK;

/* A shape by which kernels of a dispatch are left out. */
struct clgemm_cut_shape {
    struct clgemm_shape shape;
    const char *whole, *cut; /* the kernels that are picked for it: of all, of those that stay */
    double share;            /* of the speed of `whole` that `cut` has, by the predicted times */
    int known; /* 0: one of both has no time, and the share is assumed: 0.5 of another kernel */
};

/* What a dispatch leaves out by the options "shapes" and "most-kernels", and what that costs. */
struct clgemm_cut {
    const struct clgemm_cut_shape *shapes;
    size_t shape_count;
    const char *const *left_out; /* names of kernels; NULL ends them */
    size_t kernels, kept;        /* numbers of kernels: of the whole dispatch, and that stay */
    double share, least; /* of the shapes: the geometric mean by their weights, and the least */
};

/* Calls `report` once for the dispatch that clgemm_dispatch_make has for the request. What it is given lasts as long as the call. 0, or -1 with *error: as of
 * clgemm_dispatch_make; CLGEMM_USAGE where the request has neither of the options nor shapes. */
CLGEMM_API int clgemm_explain_cut(const struct clgemm_request *request,
                                  void (*report)(void *self, const struct clgemm_cut *cut),
                                  void *self, struct clgemm_error *error) CLGEMM_MUST_CHECK;

/* Releases a dispatch and its kernels; NULL is allowed. */
CLGEMM_API void clgemm_dispatch_free(struct clgemm_dispatch *dispatch);

/* ------------------------------------------------------------------- why not */

/* Calls `report` for every rule that refuses the request, first the one that clgemm_generate tells, and
 * returns their number; 0 where it is served, -1 with *error where the request cannot be resolved at all. Rules that
 * count with what a broken one makes sure of are not asked. What a sentence says to ask or to leave out was tried out:
 * with it the request is served. */
CLGEMM_API int clgemm_why_not(const struct clgemm_request *request,
                              void (*report)(void *self, const struct clgemm_error *broken),
                              void *self, struct clgemm_error *error) CLGEMM_MUST_CHECK;

/* -------------------------------------------------------------- introspection */

/* One option, as --help, the man page and the completion show it. */
struct clgemm_option {
    const char *name;     /* long name without dashes */
    const char *group;    /* "problem", "kernel", "device", "output" */
    const char *metavar;  /* "HxW", "N", ...; "" for a switch */
    const char *values;   /* allowed words, separated by '|'; "" where free */
    const char *standard; /* default in words */
    const char *help;     /* one line */
    const char *explain;  /* a paragraph */
};

/* The index-th option; 0, or -1 past the last one. */
CLGEMM_API int clgemm_option_at(size_t index, struct clgemm_option *option);

/* What an option is called now that an earlier version called `name` ("pack" or "pack=b": "pretranspose"); NULL: none
 * was called so. The earlier name is an error everywhere. */
CLGEMM_API const char *clgemm_option_renamed(const char *name);

/* A named kernel. */
struct clgemm_preset {
    const char *name;
    const char *options; /* what it stands for, as on a command line */
    const char *help;
};

/* The index-th preset; 0, or -1 past the last one. */
CLGEMM_API int clgemm_preset_at(size_t index, struct clgemm_preset *preset);

/* A product in index notation that has a name. */
struct clgemm_product {
    const char *name, *text;
    const char *constants; /* "stride=1,pad=0": numbers where --fixed says no others */
    const char *help;
};

/* The index-th product; 0, or -1 past the last one. */
CLGEMM_API int clgemm_product_at(size_t index, struct clgemm_product *product);

/* A device profile. */
struct clgemm_profile {
    const char *name;
    char help
        [160]; /* says of kernels that were not measured on its devices that they were not; "": out of memory */
};

/* The index-th profile; 0, or -1 past the last one. */
CLGEMM_API int clgemm_profile_at(size_t index, struct clgemm_profile *profile);

/* A profile of the user's: a file NAME.json in a folder of CLGEMM_PROFILES (a list with colons between, of which the first file counts),
 * which the option "for" takes by its name. Where that variable is not set, or is empty, the folder is $XDG_DATA_HOME/clgemm/profiles, else
 * ~/.local/share/clgemm/profiles. */
struct clgemm_user_profile {
    char name[256], path[1024]; /* path: of its file */
    char help[160];             /* as of clgemm_profile; "": it cannot be used, or says none */
    char fault[512];            /* why it cannot be used; "": it can */
};

/* The index-th profile of the user's, by name; 0, or -1 past the last one. Reads the files. */
CLGEMM_API int clgemm_user_profile_at(size_t index, struct clgemm_user_profile *profile);

/* The path of the file of a profile of the user's in `size` bytes of `path`. 0: it is there; 1: there is none, and this is where one would be
 * written; -1: no folder is known, the path is longer, or no file has such a name. */
CLGEMM_API int clgemm_user_profile_path(const char *name, char *path, size_t size);

/* A host's own interface that is built in. */
struct clgemm_interface {
    const char *name;
    char help[200]; /* "": out of memory */
};

/* The index-th interface; 0, or -1 past the last one. The option "interface" takes its name, or a file. */
CLGEMM_API int clgemm_interface_at(size_t index, struct clgemm_interface *interface);

/* The text of a profile by its name, in JSON, NUL-terminated, and its length without the NUL (`length` may be NULL); NULL: there is none
 * of that name. */
CLGEMM_API const char *clgemm_profile_text(const char *name, size_t *length);

/* A card or processor, and the profile that stands for it: a name in the table of doc/cards.md. */
struct clgemm_card {
    char name[48];         /* "RTX 4090"; a small x in a number stands for any digit */
    char profile[32];      /* the nearest one */
    char architecture[96]; /* in words */
    char
        measured[64]; /* on what the profile's kernels were measured, in words: "on no such card" */
};

/* The index-th of the table; 0, or -1 past the last one. */
CLGEMM_API int clgemm_card_at(size_t index, struct clgemm_card *card);

/* The one that a name means, however it is spelled: "rtx4090", "NVIDIA GeForce RTX 4090". 0, or -1 where there is none. The
 * option "for" takes such names in place of a profile's; a note of the result says which profile it was. */
CLGEMM_API int clgemm_card_find(const char *name, struct clgemm_card *card);

/* What a profile states of one compute unit of its devices, for products that are calculated in a type or by a matrix engine. */
struct clgemm_peak {
    char formula[128];           /* in words, as far as they fit; "": it states none */
    double operations_per_cycle; /* a multiplication and an addition are two; 0: it states none */
};

/* The peak by a profile, one of those above or a file, as "for" takes it, in `type`: "f32", "f64", "f16" or "i32"
 * (what "compute" takes); or of a matrix engine and what that multiplies: "mma_f16", "mma_bf16", "mma_tf32", "mma_3xtf32", "mma_bf16x3", "mma_f64",
 * "mma_i8" or "mma_u8". The peak of a device in GFLOP/s is operations_per_cycle x compute units x clock in GHz.
 * Errors: CLGEMM_USAGE (no such profile, a malformed one, no such type), CLGEMM_IO; *peak states none then. */
CLGEMM_API int clgemm_profile_peak(const char *profile, const char *type, struct clgemm_peak *peak,
                                   struct clgemm_error *error) CLGEMM_MUST_CHECK;

/* The index-th kernel family's name, one line of help in *help; NULL past the last one. */
CLGEMM_API const char *clgemm_family_at(size_t index, const char **help);

/* Facts of a device, as OpenCL reports them, for the choice of a profile. */
struct clgemm_device {
    const char *type;             /* "cpu", "gpu", "accelerator" */
    const char *vendor;           /* CL_DEVICE_VENDOR */
    const char *name;             /* CL_DEVICE_NAME */
    unsigned native_float_vector; /* CL_DEVICE_NATIVE_VECTOR_WIDTH_FLOAT */
};

/* Name of the profile that fits a device best; "generic" where none does. */
CLGEMM_API const char *clgemm_profile_for(const struct clgemm_device *device);

/* ------------------------------------------------------- blocks of quantised elements */

/* The parts of a block of ggml's types (doc/quantised.md), in the order in which a kernel with the option `quants`: apart
 * takes a buffer of each. */
enum clgemm_block_part {
    CLGEMM_BLOCK_QUANTS, /* of 5 and 6 bits the lower 4 */
    CLGEMM_BLOCK_SCALES,
    CLGEMM_BLOCK_LEASTS,      /* least values */
    CLGEMM_BLOCK_PART_SCALES, /* scales of the parts of 256 elements */
    CLGEMM_BLOCK_UPPERS,      /* upper bits of quants */
    CLGEMM_BLOCK_PARTS        /* how many there are */
};

/* Bytes that a block of `type` ("q4_k") has of a part; 0: none, or there is no such type of blocks. The sum over all parts is the size of a block. */
CLGEMM_API size_t clgemm_block_bytes(const char *type, enum clgemm_block_part part);

/* Copies `count` blocks of `type` from `together`, one behind another as files of ggml have them, to a buffer for each part,
 * apart[CLGEMM_BLOCK_PARTS]: each takes count * clgemm_block_bytes bytes, in the order of the blocks; those of parts that the type has not are not looked
 * at. No buffer needs an alignment, and none may overlap another. A matrix of rows x columns elements, rows one behind another, has rows * columns / 32 blocks, or / 256 of
 * q4_k, q5_k and q6_k. Memory stays the caller's. Errors: CLGEMM_USAGE (no such type of blocks); nothing is written then. */
CLGEMM_API int clgemm_blocks_split(const char *type, const void *together, size_t count,
                                   void *const *apart, struct clgemm_error *error)
    CLGEMM_MUST_CHECK;

/* The other way round: copies from the buffers of the parts, which stay as they are, to `together`. */
CLGEMM_API int clgemm_blocks_join(const char *type, void *const *apart, size_t count,
                                  void *together, struct clgemm_error *error) CLGEMM_MUST_CHECK;

/* ------------------------------------------------------------- the parameter space */

/* Which kernels there are to choose from: parameters (options with a list of values each), and the rules that tell
 * which points are kernels. A point is an array with an index into the values of each parameter, in the order of
 * the parameters; one with an index past the values is refused with CLGEMM_USAGE. A space is not to be used by two
 * threads at a time. */
struct clgemm_space;

/* Which options become parameters; to be added up. */
enum clgemm_range {
    CLGEMM_RANGE_KERNEL = 1, /* how it is computed: what tuning chooses */
    CLGEMM_RANGE_PROBLEM = 2 /* what is computed: layouts, transposes, scalars, ... */
};

/* The space of the options in `ranges` (a sum of enum clgemm_range) with their standard values; of CLGEMM_RANGE_KERNEL alone with
 * those that the request's profile lists for tuning. What the request
 * says, its preset included, is fixed: it is no parameter. The request is not needed afterwards.
 * Errors: CLGEMM_USAGE (a preset or profile that does not exist), CLGEMM_IO. */
CLGEMM_API int clgemm_space_new(const struct clgemm_request *request, unsigned ranges,
                                struct clgemm_space **space, struct clgemm_error *error)
    CLGEMM_MUST_CHECK;

/* Gives an option the values of a list, "tile=8x8,16x2", in place of its standard ones or of the one that was fixed;
 * "-" leaves the option unsaid. In a list with blanks these separate the values, and commas are part of them:
 * "epilogue=none bias:row,relu". Points made before mean nothing afterwards. Errors: CLGEMM_USAGE. */
CLGEMM_API int clgemm_space_narrow(struct clgemm_space *space, const char *list,
                                   struct clgemm_error *error) CLGEMM_MUST_CHECK;

/* Adds kernels of a matrix engine to a space of CLGEMM_RANGE_KERNEL, with the values that stand for that engine: for a device that has it
 * although its profile does not list it. Where the space has them, or the request says family, share or engine, it stays as it is. Points made
 * before mean nothing afterwards. Errors: CLGEMM_USAGE (an engine that clgemm_space_engine does not name). */
CLGEMM_API int clgemm_space_add_engine(struct clgemm_space *space, const char *engine,
                                       struct clgemm_error *error) CLGEMM_MUST_CHECK;

/* The engines that have such values, by index; NULL past the last one. */
CLGEMM_API const char *clgemm_space_engine(size_t index);

/* Options of kernels to begin a search with, by index, and what they are for, in *on: an engine, whose first kernel shows whether a device
 * has it, or "cpu". In them L stands for the elements of a line of 128 bytes, V for those of a vector, 3V for those of three, R3 for as many
 * rows of them as fill a CPU's registers. NULL past the last one. */
CLGEMM_API const char *clgemm_space_start(size_t index, const char **on);

CLGEMM_API void clgemm_space_free(struct clgemm_space *space);

/* Has the space ask a function, many times a second, while it counts or looks for points: where that returns another value than 0, the call
 * ends with CLGEMM_IO, and the space is as good as before. A null pointer: it asks nobody. */
CLGEMM_API void clgemm_space_stop_by(struct clgemm_space *space, int (*stop)(void *self),
                                     void *self);

/* The option that is the index-th parameter and the number of its values in *values (may be NULL); NULL past the
 * last one. */
CLGEMM_API const char *clgemm_space_parameter(const struct clgemm_space *space, size_t parameter,
                                              size_t *values);

/* A value as on a command line, "-" where the option is not said; NULL past the last one. */
CLGEMM_API const char *clgemm_space_value(const struct clgemm_space *space, size_t parameter,
                                          size_t value);

/* Sets a point's values in a request, as the user's word. */
CLGEMM_API int clgemm_space_say(const struct clgemm_space *space, const unsigned *point,
                                struct clgemm_request *request, struct clgemm_error *error)
    CLGEMM_MUST_CHECK;

/* Numbers of points: of the product of all lists, and of those that keep every rule; exact below 2^53.
 * Errors: CLGEMM_IO (out of memory, too many combinations to count, or stopped). */
CLGEMM_API int clgemm_space_count(struct clgemm_space *space, double *product, double *valid,
                                  struct clgemm_error *error) CLGEMM_MUST_CHECK;

/* The same in a few seconds at most: where counting would take longer, *valid is an estimate, rounded to two digits, from *drawn points that
 * were drawn, the same everywhere; else *drawn is 0. Errors: CLGEMM_IO (out of memory, or stopped). */
CLGEMM_API int clgemm_space_estimate(struct clgemm_space *space, double *product, double *valid,
                                     unsigned *drawn, struct clgemm_error *error) CLGEMM_MUST_CHECK;

/* 1 where the point keeps every rule, 0 where not, -1 with *error. */
CLGEMM_API int clgemm_space_contains(struct clgemm_space *space, const unsigned *point,
                                     struct clgemm_error *error) CLGEMM_MUST_CHECK;

/* The valid points depth first, each rule checked as soon as the last parameter that it reads is decided: 1 with a
 * point (to be given back to _next as it is), 0 after the last one, -1 with *error. */
CLGEMM_API int clgemm_space_first(struct clgemm_space *space, unsigned *point,
                                  struct clgemm_error *error) CLGEMM_MUST_CHECK;
CLGEMM_API int clgemm_space_next(struct clgemm_space *space, unsigned *point,
                                 struct clgemm_error *error) CLGEMM_MUST_CHECK;

/* A valid point at random, all equally likely; *seed moves on, the same seed gives the same point everywhere.
 * 1, 0 where there is no valid point, -1 with *error. */
CLGEMM_API int clgemm_space_random(struct clgemm_space *space, unsigned long long *seed,
                                   unsigned *point, struct clgemm_error *error) CLGEMM_MUST_CHECK;

/* A valid point at random without counting the space, which takes long where it is large: value by value, each that keeps the rules so far
 * as likely, so that points are not. `point` has an index for each parameter, and is the caller's; *seed moves on, the same seed
 * gives the same point everywhere. 1, 0 where none was found in some thousand attempts (there may be one), -1 with *error: CLGEMM_IO (out of
 * memory, or stopped). */
CLGEMM_API int clgemm_space_sample(struct clgemm_space *space, unsigned long long *seed,
                                   unsigned *point, struct clgemm_error *error) CLGEMM_MUST_CHECK;

/* The valid points that differ from `point` in one parameter, one a call: 1, 0 after the last one, -1 with *error.
 * *turn is 0 before the first. `neighbour` is not `point`. */
CLGEMM_API int clgemm_space_neighbour(struct clgemm_space *space, const unsigned *point,
                                      size_t *turn, unsigned *neighbour, struct clgemm_error *error)
    CLGEMM_MUST_CHECK;

/* A pairwise covering set: every pair of values of two parameters that is in some valid point is in one of these.
 * It belongs to the space and lives until that is narrowed or freed. */
struct clgemm_cover {
    const unsigned *points; /* count points, one after the other */
    size_t count;
    size_t pairs;      /* covered: all that valid points have */
    size_t impossible; /* pairs that no valid point has */
};

/* Makes one; the same seed gives the same set everywhere. 0, or -1 with *error. */
CLGEMM_API int clgemm_space_cover(struct clgemm_space *space, unsigned long long seed,
                                  struct clgemm_cover *cover, struct clgemm_error *error)
    CLGEMM_MUST_CHECK;

/* -------------------------------------------------------------- mistyped words */

/* The names nearest to a word that is none: for programs that take the generator's options beside
 * their own. Set `word`, the rest to zero; offer every name there is; then names[0 .. count) are
 * the nearest, the nearest first. They are the pointers that were offered. */
struct clgemm_nearest {
    const char *word;
    const char *names[3];
    size_t distances[3];
    size_t count;
};

CLGEMM_API void clgemm_nearest_offer(struct clgemm_nearest *nearest, const char *name);

#ifdef __cplusplus
}
#endif
#endif
