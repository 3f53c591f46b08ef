/* Reading what is computed and by which programs. */
#include <string.h>

#include "harness/manifest/internal.h"
#include "harness/manifest/notation.h"

bool read_given_size(const struct place *place, const char *name, bool may_be_tight,
                     struct given_size *given)
{
    struct place member;

    if (!place_member(place, name, &member))
        return false;
    if (json_is_null(member.value)) {
        given->kind = GIVEN_AT_LAUNCH;
        return true;
    }
    if (may_be_tight && json_is_string(member.value)) {
        int word;

        given->kind = GIVEN_TIGHT;
        return place_word(place, name, "tight", &word);
    }
    given->kind = GIVEN_FIXED;
    return place_size(place, name, 0, MANIFEST_SIZE_LIMIT, &given->number);
}

static bool read_given_sizes(const struct place *problem, const char *name, const char *names,
                             bool may_be_tight, struct given_size *given)
{
    struct place part;
    char letter[2] = "";

    if (!place_part(problem, name, names, &part))
        return false;
    for (int i = 0; i < 3; i++) {
        letter[0] = names[2 * i];
        if (!read_given_size(&part, letter, may_be_tight, &given[i]))
            return false;
    }
    return true;
}

static bool read_given_scalar(const struct place *problem, const char *name,
                              struct given_scalar *given)
{
    struct place member;

    if (!place_member(problem, name, &member))
        return false;
    given->fixed = !json_is_null(member.value);
    return !given->fixed || place_number(problem, name, &given->number);
}

/* Sums of few digits that a matrix engine makes. */
static bool read_sums(const struct place *types, struct arithmetic *arithmetic)
{
    struct place part;
    uint64_t digits;

    if (!place_part(types, "sums", "digits depth", &part) ||
        !place_size(&part, "digits", 1, 64, &digits))
        return false;
    arithmetic->sum_digits = (int)digits;
    return !place_has(&part, "depth") ||
           place_size(&part, "depth", 1, MANIFEST_SIZE_LIMIT, &arithmetic->sum_depth);
}

static bool read_types(const struct place *place, struct problem *problem)
{
    static const char *const members[OPERAND_COUNT] = {"a", "b", "c"};
    const char *accumulate, *product, *factors = NULL;
    struct place part;

    if (!place_part(place, "types", "a b c accumulate product factors sums", &part))
        return false;
    for (int i = 0; i < OPERAND_COUNT; i++) {
        if (!place_string(&part, members[i], &problem->type_name[i]))
            return false;
        problem->type[i] = element_named(problem->type_name[i]);
    }
    if (!place_string(&part, "accumulate", &accumulate))
        return false;
    product = accumulate;
    if (place_has(&part, "product") && !place_string(&part, "product", &product))
        return false;
    if (place_has(&part, "factors") && !place_string(&part, "factors", &factors))
        return false;
    problem->arithmetic = (struct arithmetic){
        .product = element_part(element_named(product)),
        .accumulate = element_part(element_named(accumulate)),
        .rounds_factors = factors != NULL,
        .factors = element_named(factors == NULL ? product : factors),
    };
    return !place_has(&part, "sums") || read_sums(&part, &problem->arithmetic);
}

/* Absent: groups have rows. */
static bool read_ragged(const struct place *batch, struct problem *problem)
{
    int word = 0;

    problem->ragged = SYMBOL_M;
    if (!place_has(batch, "ragged"))
        return true;
    if (!place_word(batch, "ragged", "n k", &word))
        return false;
    problem->ragged = word == 0 ? SYMBOL_N : SYMBOL_K;
    return true;
}

/* Reads the batch. Strides and counts that a manifest leaves out are given at launch; one product
 * is one member. */
static bool read_batch(const struct place *place, struct problem *problem)
{
    static const char *const members[] = {"kind", "kind members strides", "kind members",
                                          "kind members strides ragged adds"};
    struct place batch;
    int kind = 0;

    if (!place_member(place, "batch", &batch) ||
        !place_word(&batch, "kind", "none strided offsets groups", &kind) ||
        !place_object(&batch, members[kind]))
        return false;
    problem->batch = (enum batch)kind;
    if (problem->batch == BATCH_NONE)
        problem->members = (struct given_size){GIVEN_FIXED, 1};
    return (!place_has(&batch, "members") ||
            read_given_size(&batch, "members", false, &problem->members)) &&
           (!place_has(&batch, "strides") ||
            read_given_sizes(&batch, "strides", "a b c", false, problem->stride)) &&
           read_ragged(&batch, problem) &&
           (!place_has(&batch, "adds") || place_truth(&batch, "adds", &problem->adds));
}

/* Absent: neither is conjugated. */
static bool read_conjugate(const struct place *place, struct problem *problem)
{
    struct place part;

    return !place_has(place, "conjugate") ||
           (place_part(place, "conjugate", "a b", &part) &&
            place_truth(&part, "a", &problem->conjugate[OPERAND_A]) &&
            place_truth(&part, "b", &problem->conjugate[OPERAND_B]));
}

/* A size at launch that follows from those of the product, or one that must be the same. */
static bool follows(const struct place *place, struct given_size *given, uint64_t number)
{
    if (given->kind == GIVEN_FIXED && given->number != number)
        return place_fail(place, "`product` has other sizes");
    *given = (struct given_size){GIVEN_FIXED, number};
    return true;
}

/* Takes what the sizes of a product, where all are known, say of its matrices. */
static bool take_notation(const struct place *place, struct problem *problem)
{
    static const int lines[][2] = {{0, 2}, {2, 1}, {0, 1}}; /* classes of rows and columns */
    const struct notation *notation = problem->notation;

    if (notation == NULL || !notation->known)
        return true;
    for (int i = 0; i < 3; i++)
        if (!follows(place, &problem->size[i], notation_count(notation, i)))
            return false;
    if (problem->batch == BATCH_STRIDED &&
        !follows(place, &problem->members, notation_count(notation, 3)))
        return false;
    for (int i = 0; i < OPERAND_COUNT; i++) {
        const bool transposed = i != OPERAND_C && problem->transpose[i];
        const bool swapped = problem->column_layout != transposed;
        const uint64_t apart = notation_apart(notation, i, lines[i][swapped]);

        if (problem->batch == BATCH_STRIDED && problem->stride[i].kind == GIVEN_AT_LAUNCH) {
            const uint64_t stride = notation_apart(notation, i, 3);

            /* Members of C without elements are apart all the same. */
            problem->stride[i] =
                (struct given_size){GIVEN_FIXED, i == OPERAND_C && stride == 0 ? 1 : stride};
        }
        if (problem->ld[i].kind == GIVEN_AT_LAUNCH)
            problem->ld[i] = apart == 0 ? (struct given_size){.kind = GIVEN_TIGHT}
                                        : (struct given_size){GIVEN_FIXED, apart};
    }
    return true;
}

bool read_problem(const struct place *root, struct manifest *manifest)
{
    struct problem *problem = &manifest->problem;
    struct place place, part;
    int word = 0;

    if (!place_part(root, "problem",
                    "types layout transpose conjugate sizes ld offsets alpha beta batch epilogue "
                    "chain edges product",
                    &place) ||
        !read_types(&place, problem) || !place_word(&place, "layout", "row column", &word))
        return false;
    problem->column_layout = word == 1;
    if (!place_part(&place, "transpose", "a b", &part) ||
        !place_truth(&part, "a", &problem->transpose[OPERAND_A]) ||
        !place_truth(&part, "b", &problem->transpose[OPERAND_B]) ||
        !read_conjugate(&place, problem) ||
        !read_given_sizes(&place, "sizes", "m n k", false, problem->size) ||
        !read_given_sizes(&place, "ld", "a b c", true, problem->ld) ||
        !read_given_sizes(&place, "offsets", "a b c", false, problem->offset) ||
        !read_given_scalar(&place, "alpha", &problem->alpha) ||
        !read_given_scalar(&place, "beta", &problem->beta) || !read_batch(&place, problem))
        return false;
    return place_word(&place, "edges", "exact guard pad shift", &word) &&
           place_string(&place, "edges", &problem->edges) &&
           notation_read(&place, &problem->notation) && take_notation(&place, problem);
}

/* "1.2" as 102. */
static bool read_opencl_c(const struct place *requires, unsigned *version)
{
    struct place member;
    const char *text;

    if (!place_string(requires, "opencl_c", &text) || !place_member(requires, "opencl_c", &member))
        return false;
    if (strlen(text) != 3 || text[0] < '1' || text[0] > '9' || text[1] != '.' || text[2] < '0' ||
        text[2] > '9')
        return place_fail(&member, "`%.60s` is no version such as \"1.2\"", text);
    *version = (unsigned)(text[0] - '0') * 100 + (unsigned)(text[2] - '0');
    return true;
}

static bool read_extensions(const struct place *requires, struct program *program)
{
    struct place list, item;

    program->extensions = place_items(requires, "extensions", 0, 64, sizeof *program->extensions,
                                      &list, &program->extension_count);
    for (size_t i = 0; i < program->extension_count; i++) {
        if (!place_item(&list, i, &item))
            return false;
        if (!json_is_string(item.value) || json_string_length(item.value) == 0)
            return place_fail(&item, "must be the name of an extension");
        program->extensions[i] = json_string_value(item.value);
    }
    return program->extensions != NULL;
}

/* The devices whose compilers take the build options; absent: all of them. */
static bool read_device(const struct place *requires, struct program *program)
{
    static const char *const types[] = {"cpu", "gpu", "accelerator"};
    struct place device;
    int type;

    if (!place_has(requires, "device"))
        return true;
    if (!place_part(requires, "device", "type vendor", &device))
        return false;
    if (place_has(&device, "type")) {
        if (!place_word(&device, "type", "cpu gpu accelerator", &type))
            return false;
        program->device_type = types[type];
    }
    return !place_has(&device, "vendor") ||
           place_string(&device, "vendor", &program->device_vendor);
}

static bool read_requires(const struct place *place, struct program *program)
{
    struct place requires;

    return place_part(place, "requires",
                      "opencl_c extensions device images local_bytes work_group_size", &requires) &&
           read_opencl_c(&requires, &program->opencl_c) && read_extensions(&requires, program) &&
           read_device(&requires, program) && place_truth(&requires, "images", &program->images) &&
           place_size(&requires, "local_bytes", 0, MANIFEST_LOCAL_LIMIT, &program->local_bytes) &&
           place_size(&requires, "work_group_size", 0, MANIFEST_SIZE_LIMIT,
                      &program->work_group_size);
}

static bool read_program(const struct place *place, struct program *program)
{
    struct place member;

    if (!place_object(place, "file hash source build_options finalize requires") ||
        !place_string(place, "file", &program->file) ||
        !place_string(place, "hash", &program->hash) ||
        !place_string(place, "build_options", &program->build_options) ||
        !place_member(place, "finalize", &member))
        return false;
    if (strncmp(program->hash, "fnv1a64:", 8) != 0 || strlen(program->hash) != 24 ||
        program->hash[8 + strspn(program->hash + 8, "0123456789abcdef")] != '\0') {
        place_member(place, "hash", &member);
        return place_fail(&member, "must be \"fnv1a64:\" and 16 hex digits");
    }
    if (!json_is_null(member.value) && !place_string(place, "finalize", &program->finalize))
        return false;
    if (place_has(place, "source") && !place_string(place, "source", &program->source))
        return false;
    return read_requires(place, program);
}

bool read_programs(const struct place *root, struct manifest *manifest)
{
    struct place list, item;

    manifest->programs = place_items(root, "programs", 1, 64, sizeof *manifest->programs, &list,
                                     &manifest->program_count);
    for (size_t i = 0; i < manifest->program_count; i++)
        if (!place_item(&list, i, &item) || !read_program(&item, &manifest->programs[i]))
            return false;
    return manifest->programs != NULL;
}

int operand_of_groups(enum symbol ragged)
{
    return ragged == SYMBOL_M ? OPERAND_B : ragged == SYMBOL_N ? OPERAND_A : OPERAND_C;
}
