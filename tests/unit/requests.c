#include "tests/unit/requests.h"

#include <dirent.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "clgemm.h"

static void give_up(const char *what, const char *why)
{
    fprintf(stderr, "%s: %s\n", what, why);
    exit(99);
}

const char *golden_folder(void)
{
    static char folder[4096];
    snprintf(folder, sizeof folder, "%s/tests/golden", getenv("srcdir") ? getenv("srcdir") : ".");
    return folder;
}

static int is_kernel(const struct dirent *file)
{
    const size_t length = strlen(file->d_name);
    return length > 3 && strcmp(file->d_name + length - 3, ".cl") == 0;
}

/* In place: words have no blanks, and need none. */
static void drop_quotes(char *command)
{
    char *end = command;
    for (; *command; command++)
        if (*command != '\'')
            *end++ = *command;
    *end = '\0';
}

/* Finds the command in the head of a kernel; of a text of variants that of its first kernel. */
static void of_golden(const char *path, request_act *act, void *self)
{
    static const char mark[] = ": clgemm-gen ", several[] = "--variants ", own[] = "By itself: ";
    char line[2048], of_all[2048] = "", one[4096];
    FILE *const file = fopen(path, "r");
    if (!file)
        give_up(path, "cannot be read");
    while (fgets(line, sizeof line, file)) {
        char *command = strstr(line, mark);
        const char *const options = strstr(line, own), *const variants = strstr(of_all, several);
        line[strcspn(line, "\n")] = '\0';
        if (command && strstr(line, several))
            strcpy(of_all, command);
        if (options && variants) {
            const char *const rest = variants + strlen(several);
            snprintf(one, sizeof one, "%.*s%s%s", (int)(variants - of_all), of_all,
                     options + strlen(own), rest + strcspn(rest, " "));
            command = one;
        }
        if (!command || strstr(command, several))
            continue;
        drop_quotes(command);
        act(self, command + strlen(mark));
        fclose(file);
        return;
    }
    give_up(path, "holds no command");
}

void requests_of_goldens(const char *folder, request_act *act, void *self)
{
    struct dirent **files;
    const int count = scandir(folder, &files, is_kernel, alphasort);
    if (count <= 0)
        give_up(folder, "holds no kernel");
    for (int i = 0; i < count; i++) {
        char path[4096];
        snprintf(path, sizeof path, "%s/%s", folder, files[i]->d_name);
        of_golden(path, act, self);
        free(files[i]);
    }
    free(files);
}

void requests_of_devices(const char *folder, request_act *act, void *self)
{
    static const char *const transposes[] = {"nn", "nt", "tn", "tt"};
    char path[4096], line[2048], options[2048];
    snprintf(path, sizeof path, "%s/../device/requests.txt", folder);
    FILE *const file = fopen(path, "r");
    if (!file)
        give_up(path, "cannot be read");
    for (unsigned number = 0; fgets(line, sizeof line, file);) {
        const char *const first = strstr(line, "--");
        if (*line == '#' || !first)
            continue;
        line[strcspn(line, "\n")] = '\0';
        const bool is_said = strstr(first, "--transpose ");
        snprintf(options, sizeof options, "%s%s%s%s", first,
                 strstr(first, "--interface ") ? "" : " --layout row",
                 is_said ? "" : " --transpose ", is_said ? "" : transposes[number++ % 4]);
        act(self, options);
    }
    fclose(file);
}

void requests_of_presets(request_act *act, void *self)
{
    static const char *const layouts[] = {"column", "row"};
    static const char *const transposes[] = {"nn", "tn", "nt", "tt"};
    struct clgemm_preset preset;
    for (size_t i = 0; clgemm_preset_at(i, &preset) == 0; i++)
        for (int layout = 0; layout < 2; layout++)
            for (int transpose = 0; transpose < 4; transpose++) {
                char line[256];
                snprintf(line, sizeof line, "--preset %s --layout %s --transpose %s", preset.name,
                         layouts[layout], transposes[transpose]);
                act(self, line);
            }
}

/* A space, and its share of the requests. The families that the standard space has by their defaults alone, or not at all, have what
 * they read listed. */
struct part {
    unsigned share;
    const char *line;
    const char *lists;
};

#define OF_LOCAL                                                                                   \
    "layout=row,column transpose=nn,nt,tn,tt vec-c=1,4 tile=4x4,8x4,3x5 wg=4x8,8x8 tile-k=8,16 "   \
    "unroll-k=2,8 stages=1,2,3 prefetch=no,yes assign=contiguous,strided "                         \
    "edges=guard,pad,shift,exact fixed=-,64x96x64,30x20x8 copy=plain,async exchange=no,yes "       \
    "sg-size=- loop-order=-,jkl,klj compute=- accumulate=- "

#define OF_MATRIX                                                                                  \
    "type=bf16,f16,f64,i8,e4m3,f32 type-c=-,f32 layout=row,column transpose=nn,nt,tn,tt "          \
    "tile=2x2,4x2,4x8,8x2 wg=8x4,8x8,16x4,32x8 tile-k=16,32 vec-c=1,2,4 pad-a=0,8 stages=1,3 "     \
    "copy=plain,async,bulk,tensor panels=none,ab persistent=0,1 raster=1,2 "                       \
    "edges=guard,exact,pad,shift fixed=-,37x29x53,64x96x64 compute=-,tf32,3xtf32,bf16x3"

static const struct part parts[] = {
    {2, "--family naive", ""},
    {4, "--family register", ""},
    {5, "--family subgroup", ""},
    {2, "--family local",
     OF_LOCAL "type=f32,f64 access-a=buffer,image access-b=buffer,image pretranspose=none,ab "
              "stage-a=plain,transposed,k-major,no stage-b=plain,transposed pad-a=0,1 vec-a=1,4 "
              "vec-b=1,4 local-vec-a=-,2,4 load-shape-a=-,8x4 sub-groups=auto,emulated"},
    {2, "--family local",
     OF_LOCAL
     "type=f32,f64 access-b=buffer,image pretranspose=none,a stage-b=plain,transposed,k-major,no "
     "pad-b=0,4 vec-a=1,2 vec-b=1,4 local-vec-b=-,1,4 load-shape-b=-,4x8,16x4 "
     "sub-groups=khr,intel,nvidia"},
    {1, "--family local --type f16",
     OF_LOCAL "stage-a=plain,transposed,no stage-b=plain,k-major,no vec-a=1,4 vec-b=1,4 "
              "local-vec-b=-,1,4 sub-groups=auto,emulated"},
    {3, "--family gemv",
     "type=f32,f64,f16,bf16 layout=row,column transpose=nn,nt,tn,tt pretranspose=none,ab thin=m,n "
     "aligned=no,yes sum-vec=16,2 split-k=1,3 block-tiles=1x1,1x3,5x1 tile=1x4,4x8,8x2,3x5 "
     "wg=1x1,4x8,16x4 tile-k=1,4,8 unroll-k=1,8,16 vec-a=-,1,4 vec-b=-,1,4 edges=guard,exact,pad "
     "fixed=-,3x37x53,64x96x512 batch=none,strided,offsets"},
    {1, "--family blocked",
     "type=f32,f64 layout=row,column transpose=nn,nt,tn,tt pretranspose=none,a "
     "tile=4x8,6x4,3x5 block-tiles=1x1,2x3 tile-order=hw,wh prefetch=no,yes panels=none,a,b,ab "
     "block-k=16,24 vec-a=-,1,2 vec-b=-,1,4 vec-c=1,4 edges=guard,exact,pad "
     "fixed=-,37x29x53,64x96x64 batch=none,strided,offsets"},
    {1, "--family thin --engine emulated:mma",
     "type=f16,bf16,f64,i8 type-c=-,f32 layout=row,column transpose=nt,tn thin=m,n "
     "tile=2x2,2x4,4x2,4x8 wg=4x8,8x4,8x8,16x16 tile-k=-,32,64,128 edges=guard,exact,pad "
     "split-k=1,3 fixed=-,5x37x64,64x96x512,9x64x77 batch=none,strided,offsets"},
    {1, "--family matrix --engine emulated:mma", OF_MATRIX},
    {1, "--family matrix --engine emulated:wgmma", OF_MATRIX},
    {1, "--family matrix --engine emulated:wmma", OF_MATRIX},
    {1, "--family matrix --engine emulated:fma", OF_MATRIX},
};

/* Gives a request the options of a line, "--type f16 --prefetch=no", which is taken apart. */
static void say(struct clgemm_request *request, char *line)
{
    struct clgemm_error error;
    for (char *option = strtok(line, " "); option; option = strtok(NULL, " ")) {
        char *const sign = strchr(option, '=');
        if (sign)
            *sign = '\0';
        if (clgemm_request_set(request, option + 2, sign ? sign + 1 : strtok(NULL, " "), &error))
            give_up(option, error.text);
    }
}

static struct clgemm_space *open_space(const struct part *part)
{
    struct clgemm_error error;
    struct clgemm_space *space;
    struct clgemm_request *const request = clgemm_request_new();
    char words[128];
    snprintf(words, sizeof words, "%s", part->line);
    say(request, words);
    if (clgemm_space_new(request, CLGEMM_RANGE_KERNEL | CLGEMM_RANGE_PROBLEM, &space, &error))
        give_up(part->line, error.text);
    clgemm_request_free(request);
    for (const char *list = part->lists; *(list += strspn(list, " "));) {
        char one[192];
        const size_t length = strcspn(list, " ");
        snprintf(one, sizeof one, "%.*s", (int)length, list);
        if (clgemm_space_narrow(space, one, &error))
            give_up(one, error.text);
        list += length;
    }
    return space;
}

/* A number below `end`, from a generator whose numbers are the same everywhere (Knuth's MMIX constants). */
static unsigned below(unsigned end, unsigned long long *seed)
{
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(*seed >> 33) % end;
}

enum {
    MOST_PARAMETERS = 128
};

/* A request on its way: a value for each parameter of a space; NULL leaves the option unsaid. */
struct draft {
    const struct part *part;
    const struct clgemm_space *space;
    const char *values[MOST_PARAMETERS];
    size_t count;
};

static void write_line(const struct draft *draft, char *line, size_t size)
{
    size_t end = (size_t)snprintf(line, size, "%s", draft->part->line);
    for (size_t p = 0; p < draft->count && end < size; p++)
        if (draft->values[p])
            end +=
                (size_t)snprintf(line + end, size - end, " --%s=%s",
                                 clgemm_space_parameter(draft->space, p, NULL), draft->values[p]);
}

/* Whether no rule refuses it. */
static int is_served(const struct draft *draft)
{
    struct clgemm_error error;
    char line[2048];
    struct clgemm_request *const request = clgemm_request_new();
    write_line(draft, line, sizeof line);
    say(request, line);
    const int broken = clgemm_why_not(request, NULL, NULL, &error);
    clgemm_request_free(request);
    return broken == 0;
}

/* Every parameter, in any order, takes a value at random unless the rules refuse what comes of it: points of a large
 * space need not be counted for that. */
static void draw_one(struct draft *draft, unsigned long long *seed)
{
    size_t order[MOST_PARAMETERS];
    for (size_t i = 0; i < draft->count; i++) {
        const size_t j = below((unsigned)i + 1, seed);
        draft->values[i] = NULL;
        order[i] = order[j];
        order[j] = i;
    }
    for (size_t i = 0; i < draft->count; i++) {
        const size_t p = order[i];
        size_t values;
        (void)clgemm_space_parameter(draft->space, p, &values);
        const char *const value =
            clgemm_space_value(draft->space, p, below((unsigned)values, seed));
        draft->values[p] = strcmp(value, "-") == 0 ? NULL : value;
        if (!is_served(draft))
            draft->values[p] = NULL;
    }
}

static void draw(const struct part *part, size_t count, unsigned long long *seed, request_act *act,
                 void *self)
{
    struct clgemm_space *const space = open_space(part);
    struct draft draft = {.part = part, .space = space};
    while (clgemm_space_parameter(space, draft.count, NULL))
        draft.count++;
    for (size_t i = 0; i < count; i++) {
        char line[2048];
        draw_one(&draft, seed);
        write_line(&draft, line, sizeof line);
        act(self, line);
    }
    clgemm_space_free(space);
}

static bool is_of(const struct part *part, const char *family)
{
    const char *const name = part->line + strlen("--family ");
    return !family ||
           (strncmp(name, family, strlen(family)) == 0 && strchr(" ", name[strlen(family)]));
}

void requests_at_random(size_t count, unsigned long long seed, const char *family, request_act *act,
                        void *self)
{
    const size_t end = sizeof parts / sizeof parts[0];
    unsigned shares = 0;
    for (size_t i = 0; i < end; i++)
        shares += is_of(&parts[i], family) ? parts[i].share : 0;
    for (size_t i = 0; i < end; i++)
        if (is_of(&parts[i], family))
            draw(&parts[i], count * parts[i].share / shares, &seed, act, self);
}
