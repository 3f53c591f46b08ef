#include "harness/base/list.h"
#include "harness/worker/instance.h"

#include <stdlib.h>
#include <string.h>

struct data_cache {
    uint64_t limit, size;
    struct data_set **sets; /* the one used least recently first */
    size_t count;
};

static void release_copies(struct data_set *set)
{
    for (int i = 0; i < DATA_OPERANDS; i++) {
        if (set->on_device[i] != NULL)
            clReleaseMemObject(set->on_device[i]);
        set->on_device[i] = NULL;
    }
}

static void end(struct data_set *set)
{
    release_copies(set);
    for (int i = 0; i < DATA_OPERANDS; i++)
        free(set->bytes[i]);
    free(set->right);
    reference_release(&set->reference);
    free(set->key);
    free(set);
}

void data_set_release(struct data_set *set)
{
    if (set == NULL)
        return;
    set->users--;
    if (set->users == 0 && set->key == NULL)
        end(set);
}

struct data_cache *data_cache_open(uint64_t limit)
{
    struct data_cache *cache = calloc(1, sizeof *cache);

    if (cache != NULL)
        cache->limit = limit;
    return cache;
}

static void forget(struct data_cache *cache, size_t index)
{
    cache->size -= cache->sets[index]->size;
    end(cache->sets[index]);
    cache->count--;
    memmove(cache->sets + index, cache->sets + index + 1,
            (cache->count - index) * sizeof *cache->sets);
}

uint64_t data_cache_size(const struct data_cache *cache)
{
    return cache == NULL ? 0 : cache->size;
}

void data_cache_empty(struct data_cache *cache)
{
    for (size_t i = cache == NULL ? 0 : cache->count; i-- > 0;)
        if (cache->sets[i]->users == 0)
            forget(cache, i);
}

void data_cache_close(struct data_cache *cache)
{
    if (cache == NULL)
        return;
    data_cache_empty(cache);
    free(cache->sets);
    free(cache);
}

struct data_set *data_cache_find(struct data_cache *cache, const char *key)
{
    for (size_t i = 0; i < cache->count; i++) {
        struct data_set *set = cache->sets[i];

        if (strcmp(set->key, key) != 0)
            continue;
        memmove(cache->sets + i, cache->sets + i + 1, (cache->count - i - 1) * sizeof *cache->sets);
        cache->sets[cache->count - 1] = set;
        set->users++;
        return set;
    }
    return NULL;
}

/* False: those that are in use leave no room. */
static bool make_room(struct data_cache *cache, uint64_t size)
{
    for (size_t i = 0; i < cache->count && cache->size + size > cache->limit;)
        if (cache->sets[i]->users == 0)
            forget(cache, i);
        else
            i++;
    return cache->size + size <= cache->limit;
}

int data_cache_add(struct data_cache *cache, const char *key, uint64_t size, struct runner *runner,
                   struct data_set *set, struct fault *fault)
{
    if (size > cache->limit || !make_room(cache, size))
        return 0;
    if (!list_grow(&cache->sets, cache->count, sizeof *cache->sets))
        return fault_memory(fault);
    for (int i = 0; i < DATA_OPERANDS && runner != NULL; i++)
        if (set->bytes[i] != NULL && runner_save(runner, i, &set->on_device[i], fault)) {
            release_copies(set);
            return -1;
        }
    set->key = strdup(key);
    if (set->key == NULL) {
        release_copies(set);
        return fault_memory(fault);
    }
    set->size = size;
    cache->size += size;
    cache->sets[cache->count++] = set;
    return 0;
}
