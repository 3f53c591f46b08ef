/*
 * Set cover. The greedy rule (Chvatal 1979) finds a set, and branch and bound a smaller one where
 * there is one: the shape that the fewest kernels serve is served by one of these, whichever it is.
 */
#include "harness/tune/cover.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "harness/base/text.h"

enum {
    MOST_STEPS = 1000000 /* of the exact search: well below a second */
};

struct finder {
    const struct cover *cover;
    bool *allowed;  /* by kernel */
    bool *served;   /* by shape */
    size_t *rarity; /* by shape: kernels that serve it */
    size_t words;   /* of a set of shapes */
    uint64_t *sets; /* kernels x words: what they serve */
    uint64_t *left; /* (shapes + 1) x words: what is not served yet, by the number of kernels */
    size_t *path;   /* kernels of the set that is tried */
    size_t steps;
};

static bool serves(const struct cover *cover, size_t kernel, size_t shape)
{
    return cover->ratios[kernel * cover->shapes + shape] <= cover->within;
}

/* ---------------------------------------------------------------------------------- greedy rule */

/* The kernel that is near the winner on the most shapes that no kernel serves yet; of several the
 * one that is nearer; of several winners that of the first shape, whichever was tried first. */
static size_t find_next(const struct finder *finder)
{
    const struct cover *cover = finder->cover;
    size_t best = SIZE_MAX, most = 0, earliest = SIZE_MAX;
    double nearest = INFINITY;

    for (size_t i = 0; i < cover->kernels; i++) {
        size_t count = 0, first = SIZE_MAX;
        double sum = 0;

        for (size_t shape = 0; shape < cover->shapes && finder->allowed[i]; shape++)
            if (!finder->served[shape] && serves(cover, i, shape)) {
                first = count++ == 0 ? shape : first;
                sum += log(cover->ratios[i * cover->shapes + shape]);
            }
        if (count > most || (count > 0 && count == most &&
                             (sum < nearest || (sum == nearest && first < earliest)))) {
            best = i;
            most = count;
            nearest = sum;
            earliest = first;
        }
    }
    return best;
}

static size_t choose_greedily(struct finder *finder, size_t *chosen)
{
    const struct cover *cover = finder->cover;
    size_t count = 0, next;

    memset(finder->served, 0, cover->shapes * sizeof *finder->served);
    while ((next = find_next(finder)) != SIZE_MAX) {
        for (size_t shape = 0; shape < cover->shapes; shape++)
            finder->served[shape] = finder->served[shape] || serves(cover, next, shape);
        chosen[count++] = next;
    }
    return count;
}

/* ----------------------------------------------------------------------------- branch and bound */

static size_t count_bits(const uint64_t *set, const uint64_t *mask, size_t words)
{
    size_t count = 0;

    for (size_t i = 0; i < words; i++)
        for (uint64_t rest = set[i] & mask[i]; rest != 0; rest &= rest - 1)
            count++;
    return count;
}

/* The shape of a set that the fewest kernels serve. SIZE_MAX: the set is empty. */
static size_t find_rarest(const struct finder *finder, const uint64_t *set)
{
    size_t rarest = SIZE_MAX;

    for (size_t shape = 0; shape < finder->cover->shapes; shape++)
        if ((set[shape / 64] >> shape % 64 & 1) != 0 &&
            (rarest == SIZE_MAX || finder->rarity[shape] < finder->rarity[rarest]))
            rarest = shape;
    return rarest;
}

/* Whether `most` kernels can serve what is left behind the first `count` of the path. */
static bool can_do(const struct finder *finder, const uint64_t *left, size_t count, size_t most)
{
    size_t widest = 0;

    for (size_t i = 0; i < finder->cover->kernels; i++) {
        size_t width = count_bits(finder->sets + i * finder->words, left, finder->words);

        widest = width > widest ? width : widest;
    }
    return count_bits(left, left, finder->words) <= widest * (most - count);
}

/* Completes a path of `count` kernels to a set of at most `most`. */
static bool complete(struct finder *finder, size_t count, size_t most)
{
    const struct cover *cover = finder->cover;
    uint64_t *left = finder->left + count * finder->words, *behind = left + finder->words;
    size_t shape = find_rarest(finder, left);

    if (shape == SIZE_MAX)
        return true;
    if (count == most || finder->steps++ >= MOST_STEPS / (cover->kernels + 1) ||
        !can_do(finder, left, count, most))
        return false;
    for (size_t i = 0; i < cover->kernels; i++) {
        if (!serves(cover, i, shape))
            continue;
        for (size_t word = 0; word < finder->words; word++)
            behind[word] = left[word] & ~finder->sets[i * finder->words + word];
        finder->path[count] = i;
        if (complete(finder, count + 1, most))
            return true;
    }
    return false;
}

static void list_sets(struct finder *finder)
{
    const struct cover *cover = finder->cover;

    for (size_t i = 0; i < cover->kernels; i++)
        for (size_t shape = 0; shape < cover->shapes; shape++)
            if (serves(cover, i, shape)) {
                finder->sets[i * finder->words + shape / 64] |= UINT64_C(1) << shape % 64;
                finder->left[shape / 64] |= UINT64_C(1) << shape % 64;
                finder->rarity[shape]++;
            }
}

/* Makes a set smaller, as long as there is a smaller one. Two cannot be one: the greedy rule would
 * have taken it. */
static size_t choose_exactly(struct finder *finder, size_t *chosen, size_t count)
{
    const struct cover *cover = finder->cover;
    bool smaller = false;

    list_sets(finder);
    while (count > 2 && complete(finder, 0, count - 1)) {
        size_t length = 0;

        memset(finder->allowed, 0, cover->kernels * sizeof *finder->allowed);
        while (find_rarest(finder, finder->left + length * finder->words) != SIZE_MAX)
            finder->allowed[finder->path[length++]] = true;
        count = length;
        smaller = true;
    }
    return smaller ? choose_greedily(finder, chosen) : count;
}

size_t cover_find(const struct cover *cover, size_t *chosen)
{
    const size_t words = (cover->shapes + 63) / 64;
    struct finder finder = {
        .cover = cover,
        .allowed = malloc(cover->kernels + 1),
        .served = malloc(cover->shapes + 1),
        .rarity = calloc(cover->shapes + 1, sizeof *finder.rarity),
        .words = words,
        .sets = calloc(cover->kernels * words + 1, sizeof *finder.sets),
        .left = calloc((cover->shapes + 2) * words, sizeof *finder.left),
        .path = calloc(cover->shapes + 1, sizeof *finder.path),
    };
    size_t count = 0;

    if (finder.allowed == NULL || finder.served == NULL || finder.rarity == NULL ||
        finder.sets == NULL || finder.left == NULL || finder.path == NULL) {
        memory_note();
    } else {
        memset(finder.allowed, true, cover->kernels);
        count = choose_exactly(&finder, chosen, choose_greedily(&finder, chosen));
    }
    free(finder.allowed);
    free(finder.served);
    free(finder.rarity);
    free(finder.sets);
    free(finder.left);
    free(finder.path);
    return count;
}
