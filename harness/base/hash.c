#include "harness/base/hash.h"

#include <stdlib.h>

uint64_t hash_more(uint64_t hash, const char *bytes, size_t length)
{
    for (size_t i = 0; i < length; i++)
        hash = (hash ^ (unsigned char)bytes[i]) * UINT64_C(0x100000001b3);
    return hash;
}

uint64_t hash_bytes(const char *bytes, size_t length)
{
    return hash_more(UINT64_C(0xcbf29ce484222325), bytes, length);
}

struct hash_slot {
    uint64_t hash;
    size_t number; /* 1 + the item's; 0: free */
};

static struct hash_slot *slot_at(const struct hash_index *index, uint64_t hash, size_t at)
{
    return &index->slots[(size_t)(hash + at) & (index->room - 1)];
}

size_t hash_index_next(const struct hash_index *index, uint64_t hash, size_t *at)
{
    for (const struct hash_slot *slot;
         index->room > 0 && (slot = slot_at(index, hash, *at))->number != 0;) {
        ++*at;
        if (slot->hash == hash)
            return slot->number - 1;
    }
    return SIZE_MAX;
}

static void put(struct hash_index *index, struct hash_slot item)
{
    size_t at = 0;

    while (slot_at(index, item.hash, at)->number != 0)
        at++;
    *slot_at(index, item.hash, at) = item;
}

bool hash_index_add(struct hash_index *index, uint64_t hash)
{
    if (2 * index->count >= index->room) {
        const size_t room = index->room == 0 ? 128 : 2 * index->room;
        struct hash_index wider = {calloc(room, sizeof *wider.slots), index->count, room};

        if (wider.slots == NULL)
            return false;
        for (size_t i = 0; i < index->room; i++)
            if (index->slots[i].number != 0)
                put(&wider, index->slots[i]);
        free(index->slots);
        *index = wider;
    }
    put(index, (struct hash_slot){hash, ++index->count});
    return true;
}

void hash_index_release(struct hash_index *index)
{
    free(index->slots);
    *index = (struct hash_index){.slots = NULL};
}
