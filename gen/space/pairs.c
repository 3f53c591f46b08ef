/*
 * Which pairs of values valid points have, exactly, for all pairs in one pass.
 *
 * Beginnings of points whose frontiers agree have the same completions. So the pass goes from frontier to frontier, a
 * parameter at a time, and notes for each the values that beginnings which lead to it and can be completed have.
 */
#include <stdlib.h>
#include <string.h>

#include "gen/space/space.h"

/* The frontiers after some parameters, with the values met on the way. */
struct layer {
    struct space_table places; /* of a key in the arrays */
    uint64_t *keys;
    uint64_t *met; /* `words` words each */
    size_t count, room;
};

static void layer_free(struct layer *layer)
{
    space_table_clear(&layer->places);
    free(layer->keys);
    free(layer->met);
    *layer = (struct layer){.keys = NULL};
}

/* The values met on the way to a frontier; NULL when out of memory. */
static uint64_t *layer_at(struct job *job, struct layer *layer, uint64_t key, size_t words)
{
    const double *const known = space_table_find(&layer->places, key + 1);
    if (known)
        return layer->met + (size_t)*known * words;
    if (layer->count == layer->room) {
        const size_t room = 2 * layer->room + 256;
        uint64_t *const keys = realloc(layer->keys, room * sizeof *keys);
        if (keys)
            layer->keys = keys;
        uint64_t *const met = realloc(layer->met, room * words * sizeof *met);
        if (met)
            layer->met = met;
        if (!keys || !met)
            job_fail(job, CLGEMM_IO, NULL, "out of memory");
        layer->room = room;
    }
    *space_table_add(job, &layer->places, key + 1) = (double)layer->count;
    layer->keys[layer->count] = key;
    uint64_t *const met = layer->met + layer->count++ * words;
    memset(met, 0, words * sizeof *met);
    return met;
}

/* Puts the values that a number was made of back into a point. */
static void unpack(const struct space_key *key, uint64_t number, unsigned *point)
{
    for (size_t i = 0; i < key->count; i++) {
        point[key->parameters[i]] = (unsigned)(number / key->weights[i]);
        number %= key->weights[i];
    }
}

static void step(struct job *job, struct clgemm_space *space, struct space_pairs *pairs, size_t p,
                 const struct layer *from, struct layer *to)
{
    unsigned point[SPACE_MOST_PARAMETERS] = {0};
    const size_t words = pairs->words;
    for (size_t i = 0; i < from->count; i++) {
        const uint64_t *const met = from->met + i * words;
        unpack(&space->frontier[p], from->keys[i], point);
        for (unsigned v = 0; v < space->parameters[p].count; v++) {
            point[p] = v;
            if (!space_keeps(job, space, point, p + 1) ||
                space_completions(job, space, point, p + 1) == 0)
                continue;
            uint64_t *const there =
                layer_at(job, to, space_number(&space->frontier[p + 1], point), words);
            uint64_t *const row = pairs->rows + (pairs->first[p] + v) * words;
            for (size_t w = 0; w < words; w++) {
                there[w] |= met[w];
                row[w] |= met[w];
            }
            there[(pairs->first[p] + v) / 64] |= (uint64_t)1 << (pairs->first[p] + v) % 64;
        }
    }
}

struct space_pairs space_find_pairs(struct job *job, struct clgemm_space *space)
{
    struct space_pairs pairs = {.values = 0};
    struct layer *const layers = arena_array(job->arena, 2, sizeof *layers);
    struct job inner;
    struct clgemm_error error;
    for (size_t p = 0; p < space->count; p++) {
        pairs.first[p] = pairs.values;
        pairs.values += space->parameters[p].count;
    }
    pairs.words = (pairs.values + 63) / 64;
    pairs.rows = arena_array(job->arena, pairs.values * pairs.words + 1, sizeof *pairs.rows);
    job_init(&inner, job->arena, &error);
    if (setjmp(inner.escape)) {
        layer_free(&layers[0]);
        layer_free(&layers[1]);
        job_init(job, job->arena, job->error);
        job_fail_with(job, &error);
    }
    (void)layer_at(&inner, &layers[0], 0, pairs.words);
    for (size_t p = 0; p < space->count; p++) {
        step(&inner, space, &pairs, p, &layers[p % 2], &layers[(p + 1) % 2]);
        layer_free(&layers[p % 2]);
    }
    layer_free(&layers[space->count % 2]);
    job_init(job, job->arena, job->error);
    return pairs;
}
