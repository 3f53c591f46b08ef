/* A check value of bytes, and items that are found by it. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* 64-bit FNV-1a over bytes (Fowler, Noll, Vo: offset basis cbf29ce484222325, prime 2^40 + 435).
 * Texts that differ in one byte have different values, since each step is a bijection of the value
 * before. */
uint64_t hash_bytes(const char *bytes, size_t length);

/* The value of bytes that follow others, of which `hash` is the value. */
uint64_t hash_more(uint64_t hash, const char *bytes, size_t length);

/* Numbers of items by the check value of their key. Who keeps the items compares the keys. */
struct hash_index {
    struct hash_slot *slots;
    size_t count, room; /* items; slots, a power of two, at least twice as many */
};

/* Goes through the items of a check value: *at is 0 at first. SIZE_MAX: there is none any more. */
size_t hash_index_next(const struct hash_index *index, uint64_t hash, size_t *at);

/* Adds the next item. False: no memory, and the index is as before. */
bool hash_index_add(struct hash_index *index, uint64_t hash);

void hash_index_release(struct hash_index *index);
